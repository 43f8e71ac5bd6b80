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
	for i := range t.Paths {
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
	for i, conds := range obs.conds {
		c.Observations = append(c.Observations, coverage.Observation{Condition: t.unite(conds), Covered: obs.covered[i], Wide: obs.wide[i]})
	}
	c.Sort(t.Sets)
	all := make([]confspace.Set, len(c.Observations))
	for i := range all {
		all[i] = c.Observations[i].Condition
	}
	c.Domain = t.Sets.OrAll(all)
	if c.Missing {
		c.Domain = t.Sets.Domain()
	}
	return c
}

// unite returns the union of sets.
func (t *Test) unite(sets []confspace.Set) confspace.Set {
	if len(sets) > 2 {
		coverage.SortSets(t.Sets, sets)
	}
	return t.Sets.OrAll(sets)
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
	last    map[observed]int // by identity: what is read from a run has equal sets of elements once
	index   map[uint64][]int // by hash
	covered []coverage.Bits
	wide    []bool
	conds   [][]confspace.Set
}

// observed is a set of elements, by its first word, and whether the observation is wide.
type observed struct {
	covered *uint64
	wide    bool
}

func (o *observations) add(b coverage.Bits, s confspace.Set, wide bool) {
	key := observed{wide: wide}
	if len(b) > 0 {
		key.covered = &b[0]
	}
	i, ok := o.last[key]
	if !ok {
		if o.last == nil {
			o.last, o.index = map[observed]int{}, map[uint64][]int{}
		}
		i = o.find(b, wide)
		o.last[key] = i
	}
	o.conds[i] = append(o.conds[i], s)
}

// find returns the number of the observation that covers b.
func (o *observations) find(b coverage.Bits, wide bool) int {
	h := b.Hash()
	for _, i := range o.index[h] {
		if o.wide[i] == wide && slices.Equal(o.covered[i], b) {
			return i
		}
	}
	i := len(o.covered)
	o.index[h] = append(o.index[h], i)
	o.covered, o.wide, o.conds = append(o.covered, b), append(o.wide, wide), append(o.conds, nil)
	return i
}

// bitsKey returns the content of b as a map key.
func bitsKey(b coverage.Bits) string {
	key := make([]byte, 0, 8*len(b))
	for _, w := range b {
		key = append(key, byte(w), byte(w>>8), byte(w>>16), byte(w>>24), byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56))
	}
	return string(key)
}
