package interactions

// This file checks the running example of dissertation section 4.3: the program
// of Figure 4.2 and the nine rows of Table 4.1.

import (
	"slices"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// figure42 returns the coverage of the statements 1 to 5 by the paths of Figure 4.2(b).
func figure42(t *testing.T) *coverage.Total {
	sp := &confspace.Space{}
	for _, name := range []string{"a", "b", "c", "d"} {
		sp.Options = append(sp.Options, confspace.Option{Name: name, Domain: confspace.Bool()})
	}
	m := confspace.NewSets(sp)
	u := &coverage.Universe{}
	for i := range 5 {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "example.c", Line: uint32(i + 1)})
	}
	l := u.Layout(coverage.Line)
	type path struct {
		condition string
		covered   []int
	}
	tests := map[string][]path{
		"input=1": {{"a=1", []int{1}}, {"a=0 & b=1 & (c=1 | d=1)", []int{2, 4, 5}}, {"a=0 & b=1 & c=0 & d=0", []int{2, 4}}, {"a=0 & b=0", nil}},
		"input=0": {{"a=1", []int{1}}, {"a=0 & b=1", []int{2, 3}}, {"a=0 & b=0", nil}},
	}
	var conds []*coverage.Conditions
	for _, name := range []string{"input=1", "input=0"} {
		test := &coverage.Test{Name: name, Layout: l, Complete: true}
		for _, p := range tests[name] {
			set, err := m.Parse(p.condition)
			if err != nil {
				t.Fatal(err)
			}
			o := coverage.Observation{Condition: set, Covered: coverage.NewBits(l)}
			for _, x := range p.covered {
				o.Covered.Set(x - 1)
			}
			test.Observations = append(test.Observations, o)
			test.Domain = m.Or(test.Domain, set)
		}
		conds = append(conds, test.Conditions(m))
	}
	return coverage.Join(u, coverage.Line, m, conds)
}

func TestTable41(t *testing.T) {
	total := figure42(t)
	a := Analyze(total, Values{{0, 1}, {0, 1}, {0, 1}, {0, 1}}, Options{})
	for _, row := range []struct {
		settings    string
		cov         []uint32
		interaction bool
	}{
		{"a=1", []uint32{1}, true},
		{"a=0", nil, false},
		{"b=1", nil, false},
		{"c=1", nil, false},
		{"a=1,b=1", []uint32{1}, false},
		{"a=0,b=1", []uint32{2, 3, 4}, true},
		{"b=1,c=1", nil, false},
		{"a=0,c=1", nil, false},
		{"a=0,b=1,c=1", []uint32{2, 3, 4, 5}, true},
	} {
		s, err := total.Sets.Space().ParseSettings(row.settings)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Elements(a.Guaranteed(s)); !slices.Equal(got, row.cov) {
			t.Errorf("Cov(%s) = %v, want %v", row.settings, got, row.cov)
		}
		found := slices.ContainsFunc(a.Interactions, func(in Interaction) bool { return in.Settings.Compare(s) == 0 })
		if found != row.interaction {
			t.Errorf("%s: interaction %v, want %v", row.settings, found, row.interaction)
		}
	}
	// With a=0,b=1,d=1, which the text mentions, these are all.
	if got := a.ByStrength(); !slices.Equal(got, []int{0, 1, 1, 2}) {
		t.Errorf("interactions by strength %v", got)
	}
	if got := a.Cumulative(); !slices.Equal(got, []int{0, 1, 4, 5}) {
		t.Errorf("guaranteed coverage %v", got)
	}
	var five []string
	for _, s := range a.MinimalFor(5) {
		five = append(five, total.Sets.Space().FormatSettings(s))
	}
	if !slices.Equal(five, []string{"a=0,b=1,c=1", "a=0,b=1,d=1"}) {
		t.Errorf("statement 5 needs %v", five)
	}
}
