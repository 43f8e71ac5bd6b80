package frontend

// This file fuzzes the front end: any source lowers to units that the verifier
// accepts, or is an error, and never a panic.

import (
	"context"
	"errors"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/ir"
	"golang.org/x/tools/txtar"
)

// seeds are the sources that fuzzing starts from.
func seeds(t testing.TB) []string {
	var list []string
	programs, _ := filepath.Glob("../testdata/conformance/*.c")
	for _, p := range programs {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, l := range strings.Split(string(text), "\n") {
			if !strings.HasPrefix(l, "#include") {
				lines = append(lines, l)
			}
		}
		list = append(list, strings.Join(lines, "\n"))
	}
	listings, _ := filepath.Glob("testdata/*.txtar")
	for _, p := range listings {
		ar, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(ar.Files[0].Data))
	}
	return list
}

func FuzzLower(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) { lowers(t, source) })
}

// lowers fails unless the source is lowered soundly or refused.
func lowers(t *testing.T, source string) {
	if strings.Contains(source, "include") {
		return // of the machine's headers
	}
	s, err := Parse(context.Background(), "/t/f.c", []byte(source), &Options{SystemIncludePaths: []string{}, SubjectRoot: "/t"})
	if err != nil {
		notInternal(t, err)
		return
	}
	for _, how := range []ir.Lowering{ir.Merged, ir.Expanded, ir.Both} {
		u, err := s.Lower(t.Context(), how)
		if err != nil {
			notInternal(t, err)
			return
		}
		if err := ir.Verify(u); err != nil {
			t.Errorf("%v\n%s", err, source)
		}
	}
}

// notInternal fails on errors that are the front end's own fault.
func notInternal(t *testing.T, err error) {
	if e := (*Error)(nil); errors.As(err, &e) && e.Kind == Internal {
		t.Error(err)
	}
}

// mutate changes a source a little: it removes, moves or repeats pieces of it.
func mutate(r *rand.Rand, s []byte) []byte {
	for k := r.Intn(3) + 1; k > 0; k-- {
		i, j := r.Intn(len(s)), r.Intn(len(s))
		switch r.Intn(4) {
		case 0:
			s = slices.Delete(s, i, i+1)
		case 1:
			s = slices.Delete(s, i, min(len(s), i+r.Intn(10)))
		case 2:
			s[i] = s[j]
		case 3:
			s = slices.Insert(s, i, slices.Clone(s[j:min(len(s), j+r.Intn(12))])...)
		}
	}
	return s
}

// TestMutations lowers sources that are a little wrong, which mutating finds more often than fuzzing.
func TestMutations(t *testing.T) {
	list := seeds(t)
	n := 300
	if os.Getenv("CONFCOV_ALL") != "" {
		n = 30_000
	}
	r := rand.New(rand.NewSource(7))
	for range n {
		source := string(mutate(r, []byte(list[r.Intn(len(list))])))
		if !strings.Contains(source, "include") {
			lowers(t, source)
		}
	}
}
