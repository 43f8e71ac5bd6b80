package coversets

// This file compares covering sets over relations with brute force, on a small space.

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// trying is a theory that tries all configurations.
type trying struct {
	m   *confspace.Sets
	all []confspace.Configuration
}

func (t *trying) Decide(s confspace.Set, literals []confspace.Literal, _ bool) (confspace.Verdict, confspace.Configuration, string) {
	for _, c := range t.all {
		if t.m.Contains(s, c) && !slices.ContainsFunc(literals, func(l confspace.Literal) bool { return l.Relation.Holds(c) != l.Holds }) {
			return confspace.Yes, c, ""
		}
	}
	return confspace.No, nil, ""
}

func TestRelatedCoveringSets(t *testing.T) {
	small := confspace.Domain{Kind: confspace.DomainRange, Max: 3, Bits: 32, Signed: true}
	sp := &confspace.Space{Options: []confspace.Option{{Name: "a", Domain: small}, {Name: "b", Domain: small}, {Name: "c", Domain: small}}}
	relations := []confspace.Relation{
		{Key: "sum", Options: []int{0, 1, 2}, Holds: func(c confspace.Configuration) bool { return c[0]+c[1] == c[2] }},
		{Key: "square", Options: []int{0}, Holds: func(c confspace.Configuration) bool { return c[0]*c[0] == 4 }},
		{Key: "less", Options: []int{0, 1}, Holds: func(c confspace.Configuration) bool { return c[0] < c[1] }},
		{Key: "more", Options: []int{0, 1}, Holds: func(c confspace.Configuration) bool { return c[0] > c[1] }},
	}
	rapid.Check(t, func(t *rapid.T) {
		m := confspace.NewSets(sp)
		th := &trying{m: m}
		for i := range int64(64) {
			th.all = append(th.all, confspace.Configuration{i & 3, i >> 2 & 3, i >> 4})
		}
		m.SetTheory(th)
		var draw func(depth int) confspace.Set
		draw = func(depth int) confspace.Set {
			k := rapid.IntRange(0, 7).Draw(t, "set")
			switch {
			case k < 4:
				return m.Relate(relations[k])
			case k == 4 || depth == 0:
				return m.Setting(rapid.IntRange(0, 2).Draw(t, "option"), int64(rapid.IntRange(0, 3).Draw(t, "value")))
			case k == 5:
				return m.Not(draw(depth - 1))
			}
			return m.And(draw(depth-1), draw(depth-1))
		}
		u := &coverage.Universe{}
		n := rapid.IntRange(1, 8).Draw(t, "elements")
		for i := range n {
			u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1)})
		}
		l := u.Layout(coverage.Line)
		test := &coverage.Test{Name: "t", Layout: l, Domain: confspace.Full}
		for b := range n {
			o := coverage.Observation{Condition: draw(3), Covered: coverage.NewBits(l)}
			o.Covered.Set(b)
			test.Observations = append(test.Observations, o)
		}
		conds := []*coverage.Conditions{test.Conditions(m)}
		coverage.Reduce(m, conds)
		total := coverage.Join(u, coverage.Line, m, conds)
		sets := conds[0].Conditions
		values := make(interactions.Values, 3)
		for o := range values {
			classes, _ := m.Partition(o, sets, 0)
			for _, c := range classes {
				values[o] = append(values[o], c.Representative)
			}
		}
		a := interactions.Analyze(total, values, interactions.Options{Examples: interactions.Examples(m, sets)})
		greedy := Greedy(a)
		exact, err := Exact(a, greedy, Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkInterrupted(t, a, greedy, exact)
		for _, s := range []*CoveringSet{greedy, exact} {
			if missing, err := Check(total, s.Configurations()); err != nil || len(missing) > 0 {
				t.Fatalf("%s leaves out %v: %v", s.Method, missing, err)
			}
		}
		if want := minimum(total, th.all); len(exact.Members) != want || !exact.Minimal || exact.Proof.Lower != want {
			t.Fatalf("%d configurations, at least %d, minimal %v; want %d", len(exact.Members), exact.Proof.Lower, exact.Minimal, want)
		}
	})
}
