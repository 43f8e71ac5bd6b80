package interactions

// This file computes prime implicants of sets that have relations on several options, such as a + b == c.
//
// Such a relation tells more values of its options apart than can be listed: any a, b and c with a + b == c guarantee it together. So
// settings are made of some values of each option: one of each of its classes, as always, and examples, which are the values of a
// configuration in the set and of one that is not in it. Over these values the result is exact and complete: for each choice of
// values for some of the options in relations, it is found for which values of the other options the set is
// certain. First completions by the same values are tried; what these do not refute is for the theory to decide.

import (
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// Examples returns, by option, the values of options in relations on several options that a configuration of each set and one of its complement
// have.
func Examples(m *confspace.Sets, sets []confspace.Set) Values {
	v := make(Values, len(m.Space().Options))
	seen := map[confspace.Set]bool{}
	for _, s := range sets {
		for _, side := range []confspace.Set{s, s ^ 1} {
			options := m.Several(side)
			if len(options) == 0 || seen[side] {
				continue
			}
			seen[side] = true
			c, ok := m.Any(side)
			if !ok {
				continue
			}
			for _, o := range options {
				if !slices.Contains(v[o], c[o]) {
					v[o] = append(v[o], c[o])
				}
			}
		}
	}
	for o := range v {
		slices.Sort(v[o])
	}
	return v
}

// maxChoices is how many choices of values are tried for the options in relations of one set.
const maxChoices = 1 << 14

// related returns the prime implicants of f over the values and the examples, of up to strength settings.
func (p *primes) related(f confspace.Set, strength int) (known, error) {
	m := p.sets
	switch {
	case m.Possible(f) == confspace.No:
		return known{nil, All}, nil
	case m.Possible(f^1) == confspace.No:
		return known{[]term{noSettings}, All}, nil
	}
	g := &grid{p: p, f: f, options: m.Several(f)}
	if err := g.complete(); err != nil {
		return known{}, err
	}
	out := known{nil, All}
	for _, q := range g.partial() {
		if len(q) > strength {
			out.upTo = strength
			break
		}
		sure, ok := g.sure(q)
		if !ok {
			continue
		}
		more, err := p.upTo(sure, less(strength, len(q)))
		if err != nil {
			return known{}, err
		}
		if more.upTo != All {
			out.upTo = strength
		}
		for _, r := range more.list {
			s, err := confspace.MakeSettings(slices.Concat(q, p.settings[r])...)
			if err != nil {
				panic("BUG: a set depends on an option that was given a value: " + err.Error())
			}
			out.list = append(out.list, p.add(s))
		}
		if len(out.list) > p.limit {
			return known{}, p.crowd(f, strength)
		}
	}
	p.sort(out.list)
	out.list = p.minimal(out.list)
	return out, nil
}

// grid is all choices of values for the options in relations of a set.
type grid struct {
	p       *primes
	f       confspace.Set
	options []int
	values  [][]int64 // by index into options
	cells   []cell
}

// cell is one choice for all the options, and the configurations of the others with which it is in f.
type cell struct {
	settings confspace.Settings
	rest     confspace.Set
}

// complete makes the cells.
func (g *grid) complete() error {
	n := 1
	names := make([]string, len(g.options))
	for i, o := range g.options {
		names[i] = g.p.sets.Space().Options[o].Name
		values := slices.Clone(g.p.values[o])
		if o < len(g.p.examples) {
			for _, v := range g.p.examples[o] {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
		}
		g.values = append(g.values, values)
		n = min(n*(len(values)+1), maxChoices+1)
		if len(g.p.values[o]) == 0 {
			n = maxChoices + 1
		}
	}
	if n > maxChoices {
		return &unknownError{"relations between " + strings.Join(names, ", ") + " tell too many combinations of their values apart"}
	}
	c := g.p.sets.Space().Defaults()
	var rec func(i int)
	rec = func(i int) {
		if i == len(g.options) {
			s := make(confspace.Settings, i)
			for j, o := range g.options {
				s[j] = confspace.Setting{Option: o, Value: c[o]}
			}
			g.cells = append(g.cells, cell{s, g.p.sets.Under(g.f, g.options, c)})
			return
		}
		for _, v := range g.values[i] {
			c[g.options[i]] = v
			rec(i + 1)
		}
	}
	rec(0)
	return nil
}

// partial returns all choices for some of the options, fewest first.
func (g *grid) partial() []confspace.Settings {
	list := []confspace.Settings{nil}
	for i, o := range g.options {
		for _, q := range list {
			for _, v := range g.values[i] {
				list = append(list, append(slices.Clip(q), confspace.Setting{Option: o, Value: v}))
			}
		}
	}
	slices.SortFunc(list, confspace.Settings.Compare)
	return list
}

// sure returns the configurations of the other options with which q is in f whatever the values of the options that q leaves open. It is not
// ok where that is undecided.
func (g *grid) sure(q confspace.Settings) (confspace.Set, bool) {
	m := g.p.sets
	rest := confspace.Full
	for _, c := range g.cells {
		if c.settings.Contains(q) {
			if rest = m.And(rest, c.rest); rest == confspace.Empty {
				return rest, true
			}
		}
	}
	if len(q) == len(g.options) {
		return rest, true
	}
	without := m.Diff(m.Of(q), g.f)
	for rest != confspace.Empty {
		c, v := m.Find(m.And(without, rest))
		switch v {
		case confspace.No:
			return rest, true
		case confspace.Undecided:
			return confspace.Empty, false
		}
		rest = m.And(rest, m.Under(g.f, g.options, c))
	}
	return rest, true
}
