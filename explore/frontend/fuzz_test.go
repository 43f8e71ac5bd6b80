package frontend

// This file fuzzes the front end: any source lowers to units that the verifier
// accepts, or is an error, and never a panic.

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/ir"
	"golang.org/x/tools/txtar"
)

func FuzzLower(f *testing.F) {
	programs, _ := filepath.Glob("../testdata/conformance/*.c")
	for _, p := range programs {
		text, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		var lines []string
		for _, l := range strings.Split(string(text), "\n") {
			if !strings.HasPrefix(l, "#include") {
				lines = append(lines, l)
			}
		}
		f.Add(strings.Join(lines, "\n"))
	}
	listings, _ := filepath.Glob("testdata/*.txtar")
	for _, p := range listings {
		ar, err := txtar.ParseFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(ar.Files[0].Data))
	}
	f.Fuzz(func(t *testing.T, source string) {
		if strings.Contains(source, "include") {
			t.Skip()
		}
		s, err := Parse(context.Background(), "/t/f.c", []byte(source), &Options{SystemIncludePaths: []string{}, SubjectRoot: "/t"})
		if err != nil {
			notInternal(t, err)
			return
		}
		for _, expand := range []bool{false, true} {
			u, err := s.Lower(expand)
			if err != nil {
				notInternal(t, err)
				return
			}
			if err := ir.Verify(u); err != nil {
				t.Error(err)
			}
		}
	})
}

// notInternal fails on errors that are the front end's own fault. The parser's panics are not ours.
func notInternal(t *testing.T, err error) {
	if s := err.Error(); strings.Contains(s, "internal error") && !strings.Contains(s, "modernc.org/cc") {
		t.Error(err)
	}
}
