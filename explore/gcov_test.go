package explore

// This file compares the lines that the engine says are covered with gcov's.

import (
	"context"
	"os"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
)

func TestLinesAgreeWithGcov(t *testing.T) {
	for _, name := range []string{"hello", "control", "floats", "strings"} {
		t.Run(name, func(t *testing.T) {
			file := "testdata/c/" + name + ".c"
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			prog := loadC(t, name+".c", src, spec{})
			want := gcovCounts(t, src)
			res, err := Run(context.Background(), prog, Test{Name: "prog", Args: []string{"prog"}, Env: []string{"LANG=C"}}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			lay := path.Merged.Layout(prog.Universe)
			got := coverage.Bits(res.Test.Paths[0].Covered)
			both := 0
			for _, e := range prog.Universe.Elements[coverage.Line] {
				count, known := want[e.Line]
				if !known {
					continue
				}
				both++
				if c := got.Has(lay.Bit(coverage.Line, e.ID)); c != (count > 0) {
					t.Errorf("line %d: covered %v, by gcov %v", e.Line, c, count > 0)
				}
			}
			t.Logf("%d lines that both know, %d that gcov does not", both, prog.Universe.Count(coverage.Line)-both)
		})
	}
}
