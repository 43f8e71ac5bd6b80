package confcov

// This file keeps files and functions at a size that a reader can hold.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

const (
	maxFunction = 80  // lines, with the signature and the closing brace
	maxFile     = 650 // lines
)

// longFunctions are exempt: the one switch over all instructions, whose cases are a few lines each.
var longFunctions = map[string]bool{"explore/interp/fast.go: fast": true}

func TestSizes(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range goFiles(t) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		line := func(p token.Pos) int { return fset.Position(p).Line }
		if n := line(file.FileEnd); n > maxFile {
			t.Errorf("%s: %d lines, more than %d: divide it", name, n, maxFile)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := line(f.End()) - line(f.Pos()) + 1
			key := name + ": " + f.Name.Name
			switch {
			case n > maxFunction && longFunctions[key]:
				seen[key] = true
			case n > maxFunction:
				t.Errorf("%s:%d: function %s has %d lines, more than %d: divide it", name, line(f.Pos()), f.Name.Name, n, maxFunction)
			}
		}
	}
	for key := range longFunctions {
		if !seen[key] {
			t.Errorf("%s is exempt from the limit and does not need it", key)
		}
	}
}

// goFiles returns the names of the module's Go files, tests included, with slashes.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if name != "." && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(base, ".go") {
			files = append(files, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
