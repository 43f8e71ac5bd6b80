package main

// This file checks the whole chain on the program of Figure 4.2: its paths, settings and
// coverage, the rows of Table 4.1, and lines against gcov under all 16 configurations.

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/campaign"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native"
	"github.com/confcov/confcov/subjects/native/confine"
	"github.com/spf13/cobra"
)

// explored is a campaign that was explored.
type explored struct {
	*campaign.Campaign
	flags *exploreFlags
	dir   *path.Dir
}

// exploreExample explores the example into a new run directory.
func exploreExample(t *testing.T) (*explored, *reports.Study) {
	t.Helper()
	return exploreSubject(t, "example", "data", reports.Options{})
}

// exploreSubject explores a subject, given by name or folder, into a new run directory.
func exploreSubject(t *testing.T, subject, merge string, opt reports.Options) (*explored, *reports.Study) {
	t.Helper()
	f := &exploreFlags{jobs: 2, mode: "both", merge: merge, out: t.TempDir()}
	f.name = subject
	c, err := f.campaign()
	if err != nil {
		t.Fatal(err)
	}
	need.Fetched(t, haveLibrary())
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	cmd.SetErr(os.Stderr)
	d, err := f.explore(cmd, c)
	if err != nil {
		t.Fatal(err)
	}
	s, err := reports.Load(d, opt)
	if err != nil {
		t.Fatal(err)
	}
	return &explored{c, f, d}, s
}

// statements finds the lines of the figure's statements by their calls in the source.
func statements(t *testing.T, x *explored) map[uint32]int {
	t.Helper()
	text, err := os.ReadFile(x.Program.Prepared.Dir + "/example.c")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[uint32]int{}
	for i, line := range strings.Split(string(text), "\n") {
		var n int
		if c, _ := fmt.Sscanf(strings.TrimSpace(line), "statement(%d);", &n); c == 1 {
			lines[uint32(i+1)] = n
		}
	}
	if len(lines) != 5 {
		t.Fatalf("statements on lines %v", lines)
	}
	return lines
}

func TestFigure(t *testing.T) {
	x, s := exploreExample(t)
	lines := statements(t, x)
	want := map[string][]string{ // Figure 4.2(b)
		"input1": {
			"a=0 & b=0: []", "a=0 & b=1 & c=0 & d=0: [2 4]",
			"a=0 & b=1 & c=0 & d=1 | a=0 & b=1 & c=1: [2 4 5]", "a=1: [1]",
		},
		"input0": {"a=0 & b=0: []", "a=0 & b=1: [2 3]", "a=1: [1]"},
	}
	infos, err := x.dir.Tests()
	if err != nil {
		t.Fatal(err)
	}
	layout := path.Merged.Layout(s.Universe)
	for i := range infos {
		test, err := x.dir.ReadTest(&infos[i], s.Sets)
		if err != nil {
			t.Fatal(err)
		}
		if test.Mode != path.Merged {
			continue
		}
		var got []string
		for _, p := range test.Paths {
			var covered []int
			coverage.Bits(p.Covered).Each(func(bit int) {
				if c, id := layout.At(bit); c == coverage.Line {
					if n := lines[s.Universe.Element(c, id).Line]; n > 0 {
						covered = append(covered, n)
					}
				}
			})
			slices.Sort(covered)
			got = append(got, fmt.Sprintf("%s: %v", s.Sets.String(p.Condition), covered))
		}
		slices.Sort(got)
		if !slices.Equal(got, want[test.Name]) {
			t.Errorf("%s: got %q, want %q", test.Name, got, want[test.Name])
		}
	}
}

func TestTable(t *testing.T) {
	x, s := exploreExample(t)
	lines := statements(t, x)
	r := s.Result(coverage.Line)
	// cov returns which statements p guarantees.
	cov := func(p confspace.Settings) []int {
		var got []int
		for _, id := range r.Analysis.Elements(r.Analysis.Guaranteed(p)) {
			if n := lines[s.Universe.Element(coverage.Line, id).Line]; n > 0 {
				got = append(got, n)
			}
		}
		slices.Sort(got)
		return got
	}
	for _, row := range []struct {
		p           string
		cov         []int
		interaction bool
	}{
		{"a=1", []int{1}, true},
		{"a=0", nil, false},
		{"b=1", nil, false},
		{"c=1", nil, false},
		{"a=1,b=1", []int{1}, false},
		{"a=0,b=1", []int{2, 3, 4}, true},
		{"b=1,c=1", nil, false},
		{"a=0,c=1", nil, false},
		{"a=0,b=1,c=1", []int{2, 3, 4, 5}, true},
	} {
		p, err := s.Space.ParseSettings(row.p)
		if err != nil {
			t.Fatal(err)
		}
		if got := cov(p); !slices.Equal(got, row.cov) {
			t.Errorf("Cov(%s) is %v, want %v", row.p, got, row.cov)
		}
		// An interaction guarantees something that no part of it does.
		parts := map[int]bool{}
		for i := range p {
			for _, n := range cov(slices.Delete(slices.Clone(p), i, i+1)) {
				parts[n] = true
			}
		}
		is := slices.ContainsFunc(cov(p), func(n int) bool { return !parts[n] })
		if is != row.interaction {
			t.Errorf("%s is an interaction: %v, want %v", row.p, is, row.interaction)
		}
	}
}

// TestLines compares coverage conditions of lines with gcov under all configurations.
func TestLines(t *testing.T) {
	x, s := exploreExample(t)
	tree, err := libc.Prepare(t.Context(), fetch.Options{})
	need.Fetched(t, err)
	in, err := native.NewRecorder(t.Context(), x.Subject, x.Program.Prepared, tree.File, t.TempDir(), native.Options{Unconfined: confine.Check() != nil})
	need.NoError(t, err)
	r := s.Result(coverage.Line)
	for n := range 16 {
		c := confspace.Configuration{int64(n & 1), int64(n >> 1 & 1), int64(n >> 2 & 1), int64(n >> 3 & 1)}
		for k, test := range x.Tests {
			run, err := in.Run(t.Context(), test, c, false)
			if err != nil {
				t.Fatal(err)
			}
			for i := range s.Universe.Elements[coverage.Line] {
				e := &s.Universe.Elements[coverage.Line][i]
				count, known := run.Lines[e.File][e.Line]
				executed := count > 0
				if !known {
					t.Errorf("gcov has no line %s", e.Name())
				}
				covered := slices.Contains(r.Total.TestsOf(e.ID), k) &&
					s.Sets.Contains(testCondition(s, r, k, e.ID), c)
				if covered != executed {
					t.Errorf("%s, %s: line %s covered: %v, gcov: %v", test.Name, s.Space.FormatConfiguration(c), e.Name(), covered, executed)
				}
			}
		}
	}
}

// testCondition returns the configurations under which test k covers an element.
func testCondition(s *reports.Study, r *reports.Result, k int, id uint32) confspace.Set {
	for i := range r.Total.Classes {
		if slices.Contains(r.Total.Classes[i].Elements, id) {
			return r.Total.Classes[i].ByTest[k]
		}
	}
	return confspace.Empty
}
