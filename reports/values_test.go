package reports

// This file checks that the values that settings are made of do not depend on which criteria are asked for. It makes studies in memory.

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// memoryStudy analyses tests without a run directory. Its sets are those of all tests.
func memoryStudy(t testing.TB, sets *confspace.Sets, u *coverage.Universe, run *path.Run, tests []*path.Test, opts Options) (*Study, error) {
	t.Helper()
	s := &Study{Run: run, Space: sets.Space(), Universe: u, Sets: sets}
	var infos []path.TestInfo
	for _, x := range tests {
		in := path.TestInfo{Name: x.Name, Mode: x.Mode.String(), Paths: len(x.Paths), Kinds: map[string]int{}, Limits: x.Limits, Complete: len(x.Limits) == 0}
		for i := range x.Paths {
			k := x.Paths[i].End.Kind
			in.Kinds[k.String()]++
			in.Complete = in.Complete && k.Complete()
		}
		infos = append(infos, in)
	}
	opts.Progress = func(string) {}
	s.setTheory(&opts)
	n := 0
	err := s.readTests(infos, func() (*digested, error) {
		in := &infos[n]
		n++
		i := slices.IndexFunc(tests, func(x *path.Test) bool { return x.Name == in.Name && x.Mode.String() == in.Mode })
		return s.digest(in, tests[i]), nil
	}, opts.Progress)
	if err == nil {
		err = s.analyze(&opts)
	}
	return s, err
}

// exitsOf makes a test of paths: conditions and covered bits by turns.
func exitsOf(t testing.TB, sets *confspace.Sets, u *coverage.Universe, name string, mode path.Mode, rows ...any) *path.Test {
	t.Helper()
	x := &path.Test{Name: name, Mode: mode, Sets: sets}
	for i := 0; i < len(rows); i += 2 {
		set, err := sets.Parse(rows[i].(string))
		if err != nil {
			t.Fatal(err)
		}
		covered := coverage.NewBits(mode.Layout(u))
		for _, b := range rows[i+1].([]int) {
			covered.Set(b)
		}
		x.Paths = append(x.Paths, path.Path{Condition: set, Covered: covered, End: path.Termination{Kind: path.Exit}})
	}
	return x
}

// orTests are the tests of `if (x == 1 || x == 2) y = 1;`, x in {0, 1, 2}, in the modes given.
func orTests(t *testing.T, modes ...path.Mode) (*confspace.Sets, *coverage.Universe, []*path.Test) {
	sets := confspace.NewSets(&confspace.Space{Options: []confspace.Option{{
		Name: "x", Object: "x", Domain: confspace.Domain{Kind: confspace.DomainList, Values: []int64{0, 1, 2}, Bits: 32, Signed: true},
	}}})
	u := &coverage.Universe{}
	u.Add(coverage.Element{Criterion: coverage.Line, File: "or.c", Line: 3})
	u.Add(coverage.Element{Criterion: coverage.Line, File: "or.c", Line: 4})
	for _, d := range []string{"true", "false"} {
		u.Add(coverage.Element{Criterion: coverage.Outcome, File: "or.c", Line: 3, Col: 7, Detail: d})
		u.Add(coverage.Element{Criterion: coverage.Outcome, File: "or.c", Line: 3, Col: 17, Detail: d})
	}
	var tests []*path.Test
	for _, m := range modes {
		if m == path.Merged {
			tests = append(tests, exitsOf(t, sets, u, "t", m, "x=1 | x=2", []int{0, 1}, "x=0", []int{0}))
		} else {
			tests = append(tests, exitsOf(t, sets, u, "t", m, "x=1", []int{0}, "x=2", []int{2, 1}, "x=0", []int{2, 3}))
		}
	}
	return sets, u, tests
}

// TestValuesOfAllCriteria: which criteria are asked for changes none of the results of the others.
func TestValuesOfAllCriteria(t *testing.T) {
	tables := func(criteria ...coverage.Criterion) string {
		sets, u, tests := orTests(t, path.Merged, path.Expanded)
		s, err := memoryStudy(t, sets, u, &path.Run{Finished: true}, tests, Options{Criteria: criteria})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteTables(&b, FormatCSV, s.Summary(), s.Interactions(), s.Guaranteed(), s.CoverSets(), s.Configurations()); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, l := range strings.Split(b.String(), "\n") {
			if strings.HasPrefix(l, "line,") {
				lines = append(lines, strings.TrimRight(l, ",")) // tables are as wide as their longest row
			}
		}
		return strings.Join(lines, "\n")
	}
	all, line := tables(), tables(coverage.Line)
	if all != line {
		t.Errorf("with all criteria\n%s\nwith line coverage alone\n%s", all, line)
	}
	for _, want := range []string{"line,1,x=1,1,or.c:4", "line,1,x=2,1,or.c:4"} {
		if !strings.Contains(line, want) {
			t.Errorf("no interaction %s:\n%s", want, line)
		}
	}
}

// TestModeNotExplored: what a run has no tests for is not reported as covered by 0%, and tables say that more values might be told apart.
func TestModeNotExplored(t *testing.T) {
	sets, u, tests := orTests(t, path.Merged)
	s, err := memoryStudy(t, sets, u, &path.Run{Finished: true}, tests, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Result(coverage.Outcome) != nil || s.Result(coverage.Line) == nil {
		t.Error("there are results for outcome coverage, or none for line coverage")
	}
	if got := s.Result(coverage.Line).Analysis.ByStrength(); !slices.Equal(got, []int{1, 1}) {
		t.Errorf("interactions by strength %v", got)
	}
	for _, x := range []*Table{s.Summary(), s.Strengths(), s.Guaranteed(), s.Interactions(), s.Options()} {
		if !slices.ContainsFunc(x.Notes, func(n string) bool { return strings.Contains(n, "for outcome coverage") }) {
			t.Errorf("%s: notes %q", x.Name, x.Notes)
		}
	}
	sets, u, tests = orTests(t, path.Merged)
	if _, err := memoryStudy(t, sets, u, &path.Run{Finished: true}, tests, Options{Criteria: []coverage.Criterion{coverage.Outcome}}); err == nil {
		t.Error("outcome coverage of a run without it")
	}
}

// TestPossible: where a test excludes configurations, tables say what settings are about.
func TestPossible(t *testing.T) {
	sets, u, tests := orTests(t, path.Merged)
	tests[0].Paths = tests[0].Paths[:1] // x=1 | x=2
	s, err := memoryStudy(t, sets, u, &path.Run{Finished: true}, tests, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "under test t those of x != 0 are possible."
	for _, x := range []*Table{s.Strengths(), s.Guaranteed(), s.Interactions()} {
		if !slices.ContainsFunc(x.Notes, func(n string) bool { return strings.Contains(n, want) }) {
			t.Errorf("%s: notes %q", x.Name, x.Notes)
		}
	}
}

// TestTooManyValues says nothing of settings of an option of which coverage tells too many values apart, and all else.
func TestTooManyValues(t *testing.T) {
	s, err := Load(chainRun(t, maxClasses), Options{NoSets: true})
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(s.Strengths().Notes, "\n")
	for _, want := range []string{"tells more than 4096 values of n apart", "of the 8192 covered elements of line coverage, a.c:2 among them, is not known"} {
		if !strings.Contains(notes, want) {
			t.Errorf("notes lack %q:\n%s", want, notes)
		}
	}
	a := s.Results[0].Analysis
	if a.Unknown[0] != "" || a.MinStrength[0] != 1 { // the first comparison: a=1
		t.Errorf("the first comparison: %q, strength %d", a.Unknown[0], a.MinStrength[0])
	}
	if got := len(a.Elements(a.Guaranteed(confspace.Settings{{Option: 0, Value: 1}, {Option: 1, Value: 5}}))); got != 2 {
		t.Errorf("a=1,n=5 guarantee %d elements, want 2", got)
	}
	if c := s.configurations(); c != nil {
		t.Errorf("%v configurations are claimed", c)
	}
}

// TestEach: with Options.Each every value of a small domain makes an interaction of its own, of a large one every class.
func TestEach(t *testing.T) {
	sets := confspace.NewSets(&confspace.Space{Options: []confspace.Option{
		{Name: "list", Domain: confspace.Domain{Kind: confspace.DomainList, Values: []int64{-5, 0, 8, 9, 100}, Bits: 32, Signed: true}},
		{Name: "range", Domain: confspace.Domain{Kind: confspace.DomainRange, Min: -1, Max: 2, Bits: 32, Signed: true}},
		{Name: "text", Domain: confspace.Domain{Kind: confspace.DomainStrings, Strings: []string{"grep", "egrep", "fgrep"}, Unset: true, Bits: 8}},
		{Name: "large", Domain: confspace.Domain{Kind: confspace.DomainRange, Min: 0, Max: 16, Bits: 32, Signed: true}},
	}})
	u := &coverage.Universe{}
	for line := range uint32(4) {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: line + 1})
	}
	test := exitsOf(t, sets, u, "one", path.Merged,
		"list>=8 & range=-1", []int{0, 1}, "list>=8 & !(range=-1)", []int{0}, "list<=0 & range=-1", []int{1},
		"list<=0 & !(range=-1) & text=fgrep", []int{2},
		"list<=0 & !(range=-1) & !(text=fgrep) & large>=4", []int{3}, "list<=0 & !(range=-1) & !(text=fgrep) & large<=3", []int{})
	for each, want := range map[bool][]int{false: {0, 2, 0, 1, 1}, true: {0, 3 + 1, 0, 2 * 3, 2 * 3 * 3}} {
		s, err := memoryStudy(t, sets, u, &path.Run{Finished: true}, []*path.Test{test}, Options{Each: each, NoSets: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Result(coverage.Line).Analysis.ByStrength(); !slices.Equal(got, want) {
			t.Errorf("each: %t: interactions by strength %v, want %v", each, got, want)
		}
	}
}
