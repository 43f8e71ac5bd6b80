package path

// This file turns the paths of a test into observations of coverage, and says what single configurations do on them.

import (
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Coverage returns what t says about coverage: its domain and, for each distinct
// set of covered elements, the configurations that cover it. What a path that was not followed to its end
// covers is part of what its configurations do. Of a path that is narrower than its condition, its witness
// is known to take it; what others cover in part is not.
func (t *Test) Coverage(u *coverage.Universe) *coverage.Test {
	c := &coverage.Test{Name: t.Name, Layout: t.Mode.Layout(u), Complete: len(t.Limits) == 0}
	c.Missing = slices.ContainsFunc(t.Limits, func(l Limit) bool {
		// Of a wide path it is not known which configurations confcov_assume has excluded.
		return l.Kind == LimitInterrupted || l.Kind == LimitMissing || l.Kind == LimitWide && t.Counts[CountDropped] > 0
	})
	var obs observations
	for _, i := range t.order() {
		p := &t.Paths[i]
		c.Complete = c.Complete && p.End.Kind.Complete()
		if !p.Exact() {
			obs.add(p.Covered, p.Condition, true)
			if p.Witness != nil {
				obs.add(t.CoveredBy(p, p.Witness, c.Layout), t.Sets.OfConfiguration(p.Witness), false)
			}
			continue
		}
		obs.add(p.Covered, p.Condition, false)
		for j := range p.Partial {
			pt := &p.Partial[j]
			b := coverage.NewBits(c.Layout)
			for _, id := range pt.Elements {
				b.Set(c.Layout.Bit(pt.Criterion, id))
			}
			obs.add(b, pt.Condition, false)
		}
	}
	var all []confspace.Set
	for i, conds := range obs.conds {
		all = append(all, t.Sets.OrAll(conds))
		c.Observations = append(c.Observations, coverage.Observation{Condition: all[i], Covered: obs.covered[i], Wide: obs.wide[i]})
	}
	c.Domain = t.Sets.OrAll(all)
	if c.Missing {
		c.Domain = t.Sets.Domain()
	}
	return c
}

// CoveredBy returns what configuration c, which takes path p, covers.
func (t *Test) CoveredBy(p *Path, c confspace.Configuration, l coverage.Layout) coverage.Bits {
	b := coverage.Bits(slices.Clone(p.Covered))
	for i := range p.Partial {
		if pt := &p.Partial[i]; t.Sets.Contains(pt.Condition, c) {
			for _, id := range pt.Elements {
				b.Set(l.Bit(pt.Criterion, id))
			}
		}
	}
	return b
}

// OutputUnder returns what the program writes under configuration c, which takes path p; '?' stands for a byte that is not known.
func (t *Test) OutputUnder(p *Path, c confspace.Configuration) []byte {
	if p.Texts == nil {
		return p.Output
	}
	var out []byte
	for i := range p.Texts {
		if x := &p.Texts[i]; t.Sets.Contains(x.Condition, c) {
			out = append(out, x.Bytes...)
		}
	}
	return out
}

// observations are collected by what is covered.
type observations struct {
	index   map[string]int
	covered []coverage.Bits
	wide    []bool
	conds   [][]confspace.Set
}

func (o *observations) add(b coverage.Bits, s confspace.Set, wide bool) {
	key := bitsKey(b)
	if wide {
		key += "wide"
	}
	i, ok := o.index[key]
	if !ok {
		if o.index == nil {
			o.index = map[string]int{}
		}
		i = len(o.covered)
		o.index[key] = i
		o.covered, o.wide, o.conds = append(o.covered, b), append(o.wide, wide), append(o.conds, nil)
	}
	o.conds[i] = append(o.conds[i], s)
}

// order returns the indices of the paths in the order of a configuration of
// each: unions of neighbours then are simple sets.
func (t *Test) order() []int {
	keys := make([]confspace.Configuration, len(t.Paths))
	order := make([]int, len(t.Paths))
	for i := range t.Paths {
		keys[i], _ = t.Sets.Preferred(t.Paths[i].Condition)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(keys[a], keys[b]) })
	return order
}

// bitsKey returns the content of b as a map key.
func bitsKey(b coverage.Bits) string {
	key := make([]byte, 0, 8*len(b))
	for _, w := range b {
		key = append(key, byte(w), byte(w>>8), byte(w>>16), byte(w>>24), byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56))
	}
	return string(key)
}
