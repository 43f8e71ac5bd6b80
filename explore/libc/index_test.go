package libc

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/unitcache"
	"github.com/confcov/confcov/subjects/fetch"
	"golang.org/x/sync/errgroup"
)

// update: the index is written.
var update = os.Getenv("CONFCOV_UPDATE") != ""

// shared is the cache directory of these tests: the user's, since fetching and compiling take time.
var shared = sync.OnceValues(func() (*Archive, error) {
	return Open(context.Background(), Options{})
})

func openArchive(t testing.TB) *Archive {
	t.Helper()
	a, err := shared()
	need.Fetched(t, err)
	return a
}

// program returns a unit that refers to the given names.
func program(names []string) *ir.Unit {
	u := &ir.Unit{Name: "main.c", Files: []ir.File{{}}}
	for _, n := range names {
		u.Symbols = append(u.Symbols, ir.Symbol{Name: n, Kind: ir.SymUndefined})
	}
	u.Symbols = append(u.Symbols, ir.Symbol{Name: "main", Kind: ir.SymFunc})
	return u
}

// needs returns the library functions that a program needs, as nm told of its native build
// against glibc.
func needs(t *testing.T) map[string][]string {
	files, err := filepath.Glob("testdata/needs/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no lists", err)
	}
	all := map[string][]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(f), ".txt")] = strings.Fields(string(text))
	}
	return all
}

// TestEveryNeedIsDefined checks that the library has all that three programs call, and all
// that itself calls for them.
func TestEveryNeedIsDefined(t *testing.T) {
	x := embeddedIndex()
	defined := func(name string) bool {
		if to := Aliases()[name]; to != "" {
			name = to
		}
		return x.definedIn[name] != "" || IsIntrinsic(name) || name == "main"
	}
	for subject, names := range needs(t) {
		for _, n := range names {
			if !defined(n) {
				t.Errorf("%s needs %s, which nothing defines", subject, n)
			}
		}
		members := x.closure([]*ir.Unit{program(names)})
		t.Logf("%s: %d names, %d members", subject, len(names), len(members))
		for _, m := range members {
			for _, n := range x.members[m].needs {
				if !defined(n) {
					t.Errorf("%s: %s needs %s, which nothing defines", subject, m, n)
				}
			}
		}
	}
}

// TestAliasesAreDefined checks that each alias is of a function that the
// library has, and is not one itself.
func TestAliasesAreDefined(t *testing.T) {
	x := embeddedIndex()
	for name, to := range Aliases() {
		if x.definedIn[to] == "" && !IsIntrinsic(to) {
			t.Errorf("%s is to be %s, which nothing defines", name, to)
		}
		if Aliases()[to] != "" {
			t.Errorf("%s is to be %s, which is an alias itself", name, to)
		}
		if x.definedIn[name] != "" && !strings.HasPrefix(to, "__confcov_gnu_") {
			t.Errorf("%s is an alias though %s defines it", name, x.definedIn[name])
		}
	}
}

// TestNothingIsDefinedTwice checks that no two members define a name strongly,
// and none defines an intrinsic.
func TestNothingIsDefinedTwice(t *testing.T) {
	x := embeddedIndex()
	by := map[string]string{}
	for _, m := range sortedKeys(x.members) {
		for _, n := range x.members[m].defines {
			if by[n] != "" {
				t.Errorf("%s is defined in %s and in %s", n, by[n], m)
			}
			by[n] = m
		}
		for _, n := range append(slices.Clone(x.members[m].defines), x.members[m].weak...) {
			if IsIntrinsic(n) {
				t.Errorf("%s defines the intrinsic %s", m, n)
			}
		}
	}
}

func TestFastPathsAreDefined(t *testing.T) {
	x := embeddedIndex()
	for _, n := range fastPaths {
		if x.definedIn[n] == "" && !strings.HasPrefix(n, "__confcov_fmt_") {
			t.Errorf("nothing defines %s", n)
		}
		if IsIntrinsic(n) {
			t.Errorf("%s is in both lists", n)
		}
	}
	if !slices.IsSorted(intrinsics) || !slices.IsSorted(fastPaths) {
		t.Error("a list is not sorted")
	}
}

// TestAllMembersLower lowers the whole library and compares the index with it;
// with CONFCOV_UPDATE=1 it writes the index.
func TestAllMembersLower(t *testing.T) {
	if !update {
		need.Slow(t)
	}
	a := openArchive(t)
	members, err := a.tree.Members()
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, len(members))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, m := range members {
		g.Go(func() error {
			u, err := a.tree.compile(t.Context(), a.units, m)
			if err != nil {
				t.Error(err)
				return nil
			}
			lines[i] = strings.TrimSpace(m+" "+unitNames(u).String()) + "\n"
			return nil
		})
	}
	g.Wait()
	t.Logf("%d members", len(members))
	if t.Failed() {
		return
	}
	text := strings.Join(lines, "")
	if update {
		if err := os.WriteFile("index.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if text != indexText {
		t.Error("index.txt is stale: run CONFCOV_UPDATE=1 go test ./explore/libc -run AllMembersLower")
	}
}

// TestSkippedFilesExist checks that the table of skipped files names files of this release.
func TestSkippedFilesExist(t *testing.T) {
	a := openArchive(t)
	for file := range skipped {
		if _, err := os.Stat(filepath.Join(a.tree.Musl, file)); err != nil {
			t.Error(err)
		}
	}
	for _, m := range sortedKeys(renamed) {
		if _, err := os.Stat(a.tree.File(m)); err != nil {
			t.Error(err)
		}
	}
}

// TestTreeIsRepaired checks that a Tree of which files are missing is made again.
func TestTreeIsRepaired(t *testing.T) {
	a := openArchive(t)
	made, err := a.tree.contents()
	if err != nil {
		t.Fatal(err)
	}
	tree := &Tree{Musl: a.tree.Musl, Own: filepath.Join(t.TempDir(), "libc", "x")}
	for range 2 {
		if err := tree.write(made); err != nil {
			t.Fatal(err)
		}
		if !complete(tree.Own, made) {
			t.Fatal("incomplete")
		}
		if err := os.Remove(filepath.Join(tree.Own, "generated/version.h")); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkUnits measures how long the members for the largest program take, from an
// empty cache and from a full one.
func BenchmarkUnits(b *testing.B) {
	a := openArchive(b)
	text, err := os.ReadFile("testdata/needs/vsftpd.txt")
	if err != nil {
		b.Fatal(err)
	}
	main := []*ir.Unit{program(strings.Fields(string(text)))}
	run := func(b *testing.B, units *unitcache.Cache) {
		a := &Archive{tree: a.tree, index: a.index, units: units, jobs: a.jobs}
		if _, err := a.Units(b.Context(), main); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			run(b, unitcache.Open(b.TempDir(), frontend.Version()))
		}
	})
	b.Run("warm", func(b *testing.B) {
		cache := unitcache.Open(b.TempDir(), frontend.Version())
		run(b, cache)
		for b.Loop() {
			run(b, cache)
		}
	})
}

// TestLocalCopy checks what a user reads who gives something else as musl, or nothing where
// no place has it.
func TestLocalCopy(t *testing.T) {
	t.Setenv(LocalVariable, t.TempDir())
	_, err := Prepare(t.Context(), fetch.Options{Cache: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "give the tarball of musl 1.2.5") {
		t.Errorf("a folder: %v", err)
	}
	file := filepath.Join(t.TempDir(), "musl.tar.gz")
	if err := os.WriteFile(file, []byte("something else"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv(LocalVariable, file)
	_, err = Prepare(t.Context(), fetch.Options{Cache: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "wrong checksum") || !strings.Contains(err.Error(), file) {
		t.Errorf("another file: %v", err)
	}
}

// unitNames returns what the index says of a unit.
func unitNames(u *ir.Unit) memberNames {
	var n memberNames
	for i := range u.Symbols {
		s := &u.Symbols[i]
		switch {
		case s.Static:
		case s.Kind == ir.SymUndefined && s.Weak, s.Kind == ir.SymIntrinsic:
		case s.Kind == ir.SymUndefined:
			n.needs = append(n.needs, s.Name)
		case s.Kind != ir.SymInvalid && (s.Weak || s.Common):
			n.weak = append(n.weak, s.Name)
		case s.Kind != ir.SymInvalid:
			n.defines = append(n.defines, s.Name)
		}
	}
	for _, list := range []*[]string{&n.defines, &n.weak, &n.needs} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return n
}

func (n memberNames) String() string {
	words := slices.Clone(n.defines)
	for _, w := range n.weak {
		words = append(words, "~"+w)
	}
	if len(n.needs) > 0 {
		words = append(words, "<")
		words = append(words, n.needs...)
	}
	return strings.Join(words, " ")
}
