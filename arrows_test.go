package confcov

// This file checks the table of allowed imports: each package of the module, and
// which other packages of the module its code (tests aside) may import. A package
// that has no row fails, an import that its row does not list fails, and so does a
// row whose package is gone.

import (
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/confcov/confcov"

// engine is what explore, the front door, assembles.
var engine = []string{
	"explore/expr", "explore/f80", "explore/frontend", "explore/interp", "explore/ir", "explore/kernel",
	"explore/kernel/peer", "explore/libc", "explore/memory", "explore/path", "explore/searcher",
	"explore/solver", "explore/state", "explore/trace", "explore/unitcache", "coverage", "subjects", "subjects/confspace", "subjects/fetch",
}

// allowed is the table. A package not in it, or with an import not in its row, fails.
var allowed = map[string][]string{
	".": {},

	// The shared models.
	"subjects/confspace": {},
	"coverage":           {"subjects/confspace"},
	"explore/ir":         {},
	"explore/f80":        {},
	"explore/expr":       {"explore/f80", "subjects/confspace"},
	"explore/guard":      {},
	"explore/need":       {}, // of tests
	"explore/trace":      {},

	// Subjects.
	"subjects":                {"subjects/confspace", "subjects/configure", "subjects/fetch", "explore/kernel/peer"},
	"subjects/configure":      {"explore/libc", "explore/source", "subjects/fetch", "subjects/native/confine"}, // libc: what can be linked
	"subjects/fetch":          {"explore/guard"},
	"subjects/native":         {"subjects/native/confine", "subjects", "subjects/confspace", "subjects/fetch", "subjects/native/gcc", "explore/kernel", "explore/kernel/peer", "explore/trace"},
	"subjects/native/gcc":     {"explore/guard", "explore/trace", "subjects/fetch", "subjects/native/confine"},
	"subjects/native/confine": {"explore/guard", "subjects/fetch"},

	// The engine, bottom up.
	"explore/relation":        {"explore/expr", "subjects/confspace"},
	"explore/path":            {"coverage", "explore/expr", "explore/guard", "explore/relation", "subjects/confspace"},
	"explore/source":          {},
	"explore/frontend":        {"explore/f80", "explore/guard", "explore/ir", "explore/source"},
	"explore/unitcache":       {"explore/ir", "explore/source"},
	"explore/libc":            {"explore/frontend", "explore/guard", "explore/ir", "explore/unitcache", "subjects/fetch"},
	"explore/memory":          {"explore/expr", "explore/ir", "subjects/confspace"},
	"explore/kernel/peer":     {},
	"explore/kernel":          {"explore/expr", "explore/kernel/peer", "subjects/confspace"},
	"explore/solver":          {"explore/expr", "explore/relation", "subjects/confspace"},
	"explore/solver/z3solver": {"explore/expr", "explore/guard", "explore/solver", "subjects/confspace"},
	"explore/state":           {"explore/expr", "explore/ir", "explore/kernel", "explore/memory", "explore/path", "explore/trace", "subjects/confspace"},
	"explore/searcher":        {"explore/state"},
	"explore/interp": {
		"coverage", "explore/expr", "explore/f80", "explore/ir", "explore/kernel", "explore/memory", "explore/path",
		"explore/solver", "explore/state", "explore/trace", "subjects/confspace",
	},
	"explore": engine,

	// What drives the engine: the program of a subject, its tests, and their paths again.
	"explore/build": {
		"coverage", "explore", "explore/frontend", "explore/guard", "explore/ir", "explore/libc", "explore/path", "explore/unitcache",
		"subjects", "subjects/fetch",
	},
	"explore/campaign": {
		"explore", "explore/build", "explore/frontend", "explore/guard", "explore/kernel", "explore/path", "explore/searcher", "explore/solver",
		"explore/trace", "subjects", "subjects/confspace",
	},
	"explore/replay": {
		"coverage", "explore/campaign", "explore/guard", "explore/libc", "explore/path", "explore/trace", "subjects", "subjects/confspace",
		"subjects/fetch",
		"subjects/native", "subjects/native/confine",
	},

	"explore/crosscheck": {
		"coverage", "explore", "explore/build", "explore/frontend", "explore/guard", "explore/ir", "explore/libc", "explore/path", "explore/solver",
		"explore/trace", "reports", "subjects/confspace", "subjects/native/confine", "subjects/native/gcc",
	},

	// The analyses: never the engine; explore/path is the seam.
	"interactions":  {"coverage", "explore/path", "subjects/confspace"},
	"cover-sets":    {"coverage", "explore/guard", "explore/path", "interactions", "subjects/confspace"},
	"reports/patch": {},
	"reports/page":  {}, // plain data to pages
	"reports":       {"reports/page", "reports/patch", "coverage", "cover-sets", "explore/path", "interactions", "subjects/confspace"},

	// The command wires everything.
	"cmd/confcov": append([]string{
		"explore", "explore/build", "explore/campaign", "explore/crosscheck", "explore/guard", "explore/replay", "explore/solver/z3solver", "explore/trace",
		"interactions", "cover-sets", "reports", "reports/patch", "subjects/native", "subjects/native/confine",
	}, engine...),
}

func TestArrows(t *testing.T) {
	imports := modulePackages(t)
	for pkg, list := range imports {
		row, ok := allowed[pkg]
		if !ok {
			t.Errorf("package %s has no row in the table of allowed imports", pkg)
			continue
		}
		for _, imp := range list {
			if !slices.Contains(row, imp) {
				t.Errorf("package %s imports %s: not in its row", pkg, imp)
			}
		}
	}
	for pkg := range allowed {
		if _, ok := imports[pkg]; !ok {
			t.Errorf("the table has a row for %s, which is no package", pkg)
		}
	}
}

// modulePackages returns the packages of the module by folder, each with the
// packages of the module that its code imports, sorted.
func modulePackages(t *testing.T) map[string][]string {
	t.Helper()
	result := map[string][]string{}
	for _, name := range goFiles(t) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(name)
		if _, ok := result[dir]; !ok {
			result[dir] = nil
		}
		for _, spec := range file.Imports {
			imp := strings.Trim(spec.Path.Value, `"`)
			if rest, ok := strings.CutPrefix(imp, module+"/"); ok && !slices.Contains(result[dir], rest) {
				result[dir] = append(result[dir], rest)
			}
		}
	}
	for _, list := range result {
		slices.Sort(list)
	}
	return result
}

// TestEngineReachesNothing: the packages that carry out a program's instructions and system calls import nothing by which they could
// reach the host: docs/security.md promises it.
func TestEngineReachesNothing(t *testing.T) {
	harmless := []string{
		"bytes", "cmp", "crypto/sha256", "encoding/binary", "errors", "fmt", "hash/fnv", "iter", "maps", "math", "math/bits", "math/rand/v2", "net/netip", "regexp", "regexp/syntax", "runtime/debug", "slices", "sort", "strconv",
		"strings", "sync", "sync/atomic", "time",
	}
	packages := []string{
		"explore/kernel", "explore/kernel/peer", "explore/interp", "explore/memory", "explore/state", "explore/searcher", "explore/expr", "explore/f80",
	}
	for _, name := range goFiles(t) {
		if strings.HasSuffix(name, "_test.go") || !slices.Contains(packages, path.Dir(name)) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imp := strings.Trim(spec.Path.Value, `"`)
			if first, _, _ := strings.Cut(imp, "/"); !strings.Contains(first, ".") && !slices.Contains(harmless, imp) {
				t.Errorf("%s imports %s, by which a program might reach the host", name, imp)
			}
		}
	}
}
