package interactions

// This file compares minimal settings of sets with relations with the definition, on a small space.

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

func relatedSpace() (*confspace.Space, []confspace.Relation) {
	small := confspace.Domain{Kind: confspace.DomainRange, Max: 3, Bits: 32, Signed: true}
	sp := &confspace.Space{Options: []confspace.Option{
		{Name: "a", Domain: small}, {Name: "b", Domain: small}, {Name: "c", Domain: small}, {Name: "d", Domain: confspace.Bool()},
	}}
	return sp, []confspace.Relation{
		{Key: "sum", Options: []int{0, 1, 2}, Holds: func(c confspace.Configuration) bool { return c[0]+c[1] == c[2] }},
		{Key: "square", Options: []int{0}, Holds: func(c confspace.Configuration) bool { return c[0]*c[0] == 4 }},
		{Key: "product", Options: []int{0, 1}, Holds: func(c confspace.Configuration) bool { return c[0]*c[1] == 0 }},
	}
}

// trying is a theory that tries all configurations.
type trying struct {
	m   *confspace.Sets
	all []confspace.Configuration
}

func newTrying(m *confspace.Sets) *trying {
	t := &trying{m: m}
	for i := range int64(128) {
		t.all = append(t.all, confspace.Configuration{i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6})
	}
	return t
}

func (t *trying) Decide(s confspace.Set, literals []confspace.Literal, _ bool) (confspace.Verdict, confspace.Configuration, string) {
	for _, c := range t.all {
		if t.m.Contains(s, c) && !slices.ContainsFunc(literals, func(l confspace.Literal) bool { return l.Relation.Holds(c) != l.Holds }) {
			return confspace.Yes, c, ""
		}
	}
	return confspace.No, nil, ""
}

// guarantees reports whether all configurations with the settings are in f.
func (t *trying) guarantees(p confspace.Settings, f confspace.Set) bool {
	return !slices.ContainsFunc(t.all, func(c confspace.Configuration) bool { return c.Satisfies(p) && !t.m.Contains(f, c) })
}

// minimal removes from list, which ascends, what contains another member.
func minimal(list []confspace.Settings) (out []confspace.Settings) {
	for _, s := range list {
		if !slices.ContainsFunc(out, s.Contains) {
			out = append(out, s)
		}
	}
	return out
}

func TestPrimesWithRelations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sp, relations := relatedSpace()
		m := confspace.NewSets(sp)
		th := newTrying(m)
		m.SetTheory(th)
		var draw func(depth int) confspace.Set
		draw = func(depth int) confspace.Set {
			k := rapid.IntRange(0, 7).Draw(t, "set")
			switch {
			case k < 3:
				return m.Relate(relations[k])
			case k < 5 || depth == 0:
				return m.Setting(rapid.IntRange(0, 3).Draw(t, "option"), int64(rapid.IntRange(0, 3).Draw(t, "value")))
			case k == 5:
				return m.Not(draw(depth - 1))
			case k == 6:
				return m.And(draw(depth-1), draw(depth-1))
			}
			return m.Or(draw(depth-1), draw(depth-1))
		}
		f := draw(3)
		f = m.Reduce([]confspace.Set{f})[f]
		values := make(Values, 4)
		for o := range values {
			classes, _ := m.Partition(o, []confspace.Set{f}, 0)
			for _, c := range classes {
				values[o] = append(values[o], c.Representative)
			}
		}
		p := newPrimes(m, values, 0)
		p.examples = Examples(m, []confspace.Set{f})
		found, err := p.of(f, All, maxWork)
		if err != nil {
			t.Fatal(err)
		}
		var got []confspace.Settings
		for _, x := range found.list {
			got = append(got, p.settings[x])
		}
		// All settings of these values.
		options := m.Depends(f)
		all := []confspace.Settings{nil}
		for _, o := range options {
			vs := slices.Clone(values[o])
			for _, v := range p.examples[o] {
				if slices.Contains(m.Several(f), o) && !slices.Contains(vs, v) {
					vs = append(vs, v)
				}
			}
			for _, q := range all {
				for _, v := range vs {
					all = append(all, append(slices.Clip(q), confspace.Setting{Option: o, Value: v}))
				}
			}
		}
		slices.SortFunc(all, confspace.Settings.Compare)
		var want []confspace.Settings
		for _, q := range all {
			if th.guarantees(q, f) {
				want = append(want, q)
			}
		}
		want = minimal(want)
		if !slices.EqualFunc(got, want, func(a, b confspace.Settings) bool { return a.Compare(b) == 0 }) {
			t.Fatalf("%s: got %v, want %v (values %v, examples %v)", m.String(f), got, want, values, p.examples)
		}
		if m.Possible(f) == confspace.Yes && len(got) == 0 {
			t.Fatalf("%s: no settings guarantee what some configuration covers", m.String(f))
		}
	})
}

// TestUnknown says nothing of the settings that guarantee an element where there are too many to try, and all of the others.
func TestUnknown(t *testing.T) {
	wide := confspace.Domain{Kind: confspace.DomainRange, Max: 199, Bits: 32, Signed: true}
	sp := &confspace.Space{Options: []confspace.Option{{Name: "a", Domain: wide}, {Name: "b", Domain: wide}, {Name: "d", Domain: confspace.Bool()}}}
	m := confspace.NewSets(sp)
	m.SetTheory(confspace.NoTheory{})
	product := m.Relate(confspace.Relation{
		Key: "product", Text: "a * b == 6", Options: []int{0, 1}, Holds: func(c confspace.Configuration) bool { return c[0]*c[1] == 6 },
	})
	values := Values{nil, nil, {0, 1}}
	for v := range int64(200) {
		values[0], values[1] = append(values[0], v), append(values[1], v)
	}
	u := &coverage.Universe{}
	for i := range 2 {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1)})
	}
	test := &coverage.Test{Name: "t", Layout: u.Layout(coverage.Line), Domain: confspace.Full}
	conds := []*coverage.Conditions{{Test: test, Conditions: []confspace.Set{product, m.Setting(2, 1)}}}
	a := Analyze(coverage.Join(u, coverage.Line, m, conds), values, Options{})
	if a.Unknown[0] == "" || a.MinStrength[0] != -1 || a.Unknown[1] != "" || a.MinStrength[1] != 1 || len(a.Interactions) != 1 {
		t.Errorf("unknown %q, strengths %v, %d interactions", a.Unknown, a.MinStrength, len(a.Interactions))
	}
	for _, x := range []struct {
		b    int64
		want bool
	}{{2, true}, {4, false}} {
		s := confspace.Settings{{Option: 0, Value: 3}, {Option: 1, Value: x.b}, {Option: 2, Value: 0}}
		if got := a.Guarantees(s, 0); got != x.want {
			t.Errorf("%s guarantees a * b == 6: %v", sp.FormatSettings(s), got)
		}
	}
}
