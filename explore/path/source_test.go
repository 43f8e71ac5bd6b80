package path

import (
	"maps"
	"slices"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestSources: a run has the sources that it was made with, and one that was made without has none.
func TestSources(t *testing.T) {
	u := &coverage.Universe{}
	u.Add(coverage.Element{Criterion: coverage.Line, File: "main.c", Line: 1})
	for _, want := range [][]Source{{{"a/b.c", []byte("int x;\n\x00\xff")}, {"main.c", nil}}, {}, nil} {
		d, err := Create(t.TempDir(), Run{Sources: want}, u, &confspace.Space{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Finish(nil); err != nil {
			t.Fatal(err)
		}
		d.Close()
		if d, err = Open(d.Name()); err != nil {
			t.Fatal(err)
		}
		got, err := d.Sources()
		if err != nil || (got == nil) != (want == nil) || len(got) != len(want) {
			t.Fatalf("sources %v, %v", got, err)
		}
		for _, s := range want {
			if text, ok := got[s.File]; !ok || string(text) != string(s.Text) {
				t.Errorf("%s is %q in %v", s.File, text, slices.Sorted(maps.Keys(got)))
			}
		}
		d.Close()
	}
}
