package confcov

// This file sees to it that tests are skipped in one way, package explore/need, which can make a failure of it.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maySkip are the calls of Skip that are meant.
var maySkip = map[string]bool{"explore/need/need.go": true}

// TestSkips finds each call of a method Skip, Skipf or SkipNow, but for those of rapid, which discard
// what a property drew, and each script that skips for another reason than those of TestScripts.
func TestSkips(t *testing.T) {
	for _, name := range goFiles(t) {
		if maySkip[name] || !strings.HasSuffix(name, "_test.go") && path.Dir(name) != "explore/need" {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, pos := range skips(file) {
			t.Errorf("%v: a test skipped without package need", fset.Position(pos))
		}
	}
	scripts, err := filepath.Glob("cmd/confcov/testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range regexp.MustCompile(`(?m)^.*\bskip\b.*$`).FindAllString(string(text), -1) {
			if !regexp.MustCompile(`^(#|\[(short|race|!libc|!gcov|!native|!native-vsftpd|!tool:[a-z0-9-]+)\] skip)`).MatchString(line) {
				t.Errorf("%s: %s: of these conditions TestScripts knows nothing", name, line)
			}
		}
	}
}

// TestSkipsAreFound: what is found, and what is not.
func TestSkipsAreFound(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "x_test.go", `package x
func TestA(t *testing.T) { t.Skip("a") }
func TestB(tb testing.TB) { func() { tb.SkipNow() }() }
func TestC(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { t.Skip("drawn") })
	t.Run("sub", func(s *testing.T) { s.Skipf("c") })
}
func helper(t *rapid.T) { t.SkipNow() }
`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(skips(file)); n != 3 {
		t.Errorf("%d skips, want 3", n)
	}
}

// skips returns the places of the calls that skip a test.
func skips(file *ast.File) []token.Pos {
	var found []token.Pos
	var stack []*ast.FuncType // of the functions around
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				stack = append(stack, n.Type)
				ast.Inspect(n.Body, visit)
				stack = stack[:len(stack)-1]
			}
			return false
		case *ast.FuncLit:
			stack = append(stack, n.Type)
			ast.Inspect(n.Body, visit)
			stack = stack[:len(stack)-1]
			return false
		case *ast.CallExpr:
			s, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || s.Sel.Name != "Skip" && s.Sel.Name != "Skipf" && s.Sel.Name != "SkipNow" {
				break
			}
			if id, ok := s.X.(*ast.Ident); ok && ofRapid(stack, id.Name) {
				break
			}
			found = append(found, n.Pos())
		}
		return true
	}
	ast.Inspect(file, visit)
	return found
}

// ofRapid reports whether name is a parameter of type *rapid.T of the innermost function that has a parameter of that name.
func ofRapid(stack []*ast.FuncType, name string) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		for _, f := range stack[i].Params.List {
			for _, id := range f.Names {
				if id.Name != name {
					continue
				}
				star, ok := f.Type.(*ast.StarExpr)
				if !ok {
					return false
				}
				s, ok := star.X.(*ast.SelectorExpr)
				if !ok {
					return false
				}
				pkg, ok := s.X.(*ast.Ident)
				return ok && pkg.Name == "rapid"
			}
		}
	}
	return false
}
