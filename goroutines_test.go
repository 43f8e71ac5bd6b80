package confcov

// This file sees to it that the panic of a goroutine is an error: every goroutine begins in package explore/guard.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestGoroutines finds each go statement outside explore/guard, and each function that a group or a timer is given as it is.
func TestGoroutines(t *testing.T) {
	for _, name := range goFiles(t) {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "explore/guard/") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, pos := range unguarded(file) {
			t.Errorf("%v: a goroutine whose panic ends the process: use guard.Go or guard.Func", fset.Position(pos))
		}
	}
}

// TestGoroutinesAreFound: what is found, and what is not.
func TestGoroutinesAreFound(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
func f(g *errgroup.Group, c *confine.Cell) {
	go f()
	go func() {}()
	g.Go(func() error { return nil })
	g.Go(f)
	time.AfterFunc(1, func() {})
	g.Go(guard.Func(f))
	g.Go(guard.In("x", f))
	guard.Go(f, f)
	c.cell.Go(f, nil)
}
`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(unguarded(file)); n != 5 {
		t.Errorf("%d goroutines, want 5", n)
	}
}

// unguarded returns the places where goroutines begin otherwise than by package guard, or by a confine.Cell, which uses it.
func unguarded(file *ast.File) []token.Pos {
	var found []token.Pos
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = append(found, n.Pos())
		case *ast.CallExpr:
			s, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || len(n.Args) == 0 {
				break
			}
			on := name(s.X)
			_, literal := n.Args[len(n.Args)-1].(*ast.FuncLit)
			if s.Sel.Name == "AfterFunc" && literal || s.Sel.Name == "Go" && on != "guard" && on != "cell" && !isGuard(n.Args[0]) {
				found = append(found, n.Pos())
			}
		}
		return true
	})
	return found
}

// isGuard reports whether x is a call of guard.Func or guard.In.
func isGuard(x ast.Expr) bool {
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return false
	}
	s, ok := call.Fun.(*ast.SelectorExpr)
	return ok && name(s.X) == "guard" && (s.Sel.Name == "Func" || s.Sel.Name == "In")
}

// name returns the last name of an expression such as a or a.b.
func name(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}
