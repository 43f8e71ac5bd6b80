package coversets

// This file implements the dissertation's greedy packing.

import (
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// bin is a configuration under construction.
type bin struct {
	settings confspace.Settings
	set      confspace.Set // the configurations that it may still become
}

// Greedy packs the interactions of a into configurations.
func Greedy(a *interactions.Analysis) *CoveringSet {
	t := a.Total
	covs := closures(a)
	uncovered := coverage.Bits(make([]uint64, (len(t.Classes)+63)/64))
	for k := range t.Classes {
		uncovered.Set(k)
	}
	var bins []*bin
	for {
		best, most := -1, 0
		for i, cov := range covs {
			n := 0
			cov.Each(func(k int) {
				if uncovered.Has(k) {
					n += len(t.Classes[k].Elements)
				}
			})
			if n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		bins = pack(t, bins, t.Sets.Of(a.Interactions[best].Settings), a.Interactions[best].Settings, covs[best], uncovered)
	}
	for k := range t.Classes { // those for which no settings are known: their conditions have relations
		if set := t.Classes[k].Any; uncovered.Has(k) && t.Sets.HasRelations(set) && t.Sets.Possible(set) == confspace.Yes {
			cov := coverage.Bits(make([]uint64, len(uncovered)))
			cov.Set(k)
			bins = pack(t, bins, set, nil, cov, uncovered)
		}
	}
	s := &CoveringSet{Criterion: t.Criterion, Method: "greedy"}
	for _, b := range bins {
		c := anyOf(t.Sets, b.set)
		if !implied(t.Sets, b.settings, b.set) {
			b.settings = minimalSettings(t.Sets, b.set) // some test was explored in part, or there are relations
			c = t.Sets.Space().Defaults().With(b.settings)
		}
		s.Members = append(s.Members, Member{Settings: b.settings, Configuration: c})
	}
	s.Members = finish(t, s.Members)
	return s
}

// closures returns, for each interaction, what it guarantees together with its subsets.
func closures(a *interactions.Analysis) []coverage.Bits {
	full := true
	for _, tc := range a.Total.Tests {
		full = full && tc.Test.Domain == confspace.Full
	}
	var subsets trie
	for i := range a.Interactions {
		subsets.add(a.Interactions[i].Settings, i)
	}
	covs := make([]coverage.Bits, len(a.Interactions))
	for i := range a.Interactions {
		p := a.Interactions[i].Settings
		cov := coverage.Bits(make([]uint64, (len(a.Total.Classes)+63)/64))
		subsets.each(p, func(j int) {
			for _, k := range a.Interactions[j].New {
				// Where a test's domain is not everything, more settings can leave it.
				if full || j == i || a.Guarantees(p, k) {
					cov.Set(k)
				}
			}
		})
		covs[i] = cov
	}
	return covs
}

// trie holds interactions by their settings, so that the subsets of some settings are found
// without a look at all interactions, of which there can be hundreds of thousands.
type trie struct {
	next  map[confspace.Setting]*trie
	index int // of the interaction that ends here, plus 1; 0: none
}

func (t *trie) add(p confspace.Settings, index int) {
	for _, x := range p {
		if t.next == nil {
			t.next = map[confspace.Setting]*trie{}
		}
		n := t.next[x]
		if n == nil {
			n = &trie{}
			t.next[x] = n
		}
		t = n
	}
	t.index = index + 1
}

// each calls f for every interaction whose settings are among p.
func (t *trie) each(p confspace.Settings, f func(index int)) {
	if t.index != 0 {
		f(t.index - 1)
	}
	if t.next == nil {
		return
	}
	for i, x := range p {
		if n := t.next[x]; n != nil {
			n.each(p[i+1:], f)
		}
	}
}

// pack merges settings p, whose configurations are ps, into the first bin that can take them, else into a new one,
// and removes from uncovered what that covers.
func pack(t *coverage.Total, bins []*bin, ps confspace.Set, p confspace.Settings, cov, uncovered coverage.Bits) []*bin {
	m := t.Sets
	for _, b := range bins {
		if set := m.And(b.set, ps); m.Possible(set) == confspace.Yes && b.take(t, p, set, cov, uncovered) {
			return bins
		}
	}
	b := &bin{}
	if !b.take(t, p, ps, cov, uncovered) {
		panic("BUG: an interaction guarantees nothing that a configuration covers")
	}
	return append(bins, b)
}

// take makes b the configurations of set, further restricted to those that
// cover the classes of cov as far as possible. It reports whether that covered anything new; else b is unchanged.
func (b *bin) take(t *coverage.Total, p confspace.Settings, set confspace.Set, cov, uncovered coverage.Bits) bool {
	var got []int
	cov.Each(func(k int) {
		if uncovered.Has(k) {
			if s := t.Sets.And(set, t.Classes[k].Any); t.Sets.Possible(s) == confspace.Yes {
				set = s
				got = append(got, k)
			}
		}
	})
	if len(got) == 0 {
		return false
	}
	for _, k := range got {
		uncovered[k>>6] &^= 1 << (k & 63)
	}
	b.set = set
	for _, x := range p {
		b.settings = b.settings.With(x.Option, x.Value)
	}
	// What the merged settings guarantee beyond their parts is covered, too.
	for k := range t.Classes {
		if uncovered.Has(k) && t.Sets.Implies(b.set, t.Classes[k].Any) {
			uncovered[k>>6] &^= 1 << (k & 63)
		}
	}
	return true
}
