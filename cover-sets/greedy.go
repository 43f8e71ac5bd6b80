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
	set      confspace.Set // the configurations that it may still become; each has the settings
}

// packing is a covering set under construction.
type packing struct {
	t         *coverage.Total
	index     *confspace.Index
	bins      []*bin
	uncovered coverage.Bits // classes
}

// Greedy packs the interactions of a into configurations.
func Greedy(a *interactions.Analysis) *CoveringSet {
	t := a.Total
	covs := closures(a)
	p := &packing{t: t, index: newIndex(t), uncovered: make([]uint64, (len(t.Classes)+63)/64)}
	for k := range t.Classes {
		p.uncovered.Set(k)
	}
	order := newQueue(len(covs), func(i int) (n int) {
		for w := range p.uncovered {
			if both := covs[i][w] & p.uncovered[w]; both != 0 {
				coverage.Bits{both}.Each(func(k int) { n += len(t.Classes[w<<6+k].Elements) })
			}
		}
		return n
	})
	for order.Len() > 0 {
		i, gain := order.best()
		if gain == 0 {
			break
		}
		settings := a.Interactions[i].Settings
		p.pack(t.Sets.Of(settings), settings, covs[i])
	}
	for k := range t.Classes { // those for which no settings are known
		if set := t.Classes[k].Any; p.uncovered.Has(k) && t.Sets.Possible(set) == confspace.Yes {
			cov := coverage.Bits(make([]uint64, len(p.uncovered)))
			cov.Set(k)
			p.pack(set, nil, cov)
		}
	}
	s := &CoveringSet{Criterion: t.Criterion, Method: "greedy", index: p.index}
	for _, b := range p.bins {
		c := anyOf(t.Sets, b.set)
		if !imply(t.Sets, b.settings, b.set) {
			b.settings = minimalSettings(t.Sets, b.set) // some test was explored in part, or there are relations
			c = complete(t.Sets, b.settings)
		}
		s.Members = append(s.Members, Member{Settings: b.settings, Configuration: c})
	}
	s.Members = finish(t, p.index, s.Members)
	return s
}

// closures returns, for each interaction, what it guarantees together with its subsets.
func closures(a *interactions.Analysis) []coverage.Bits {
	same := true
	for _, tc := range a.Total.Tests {
		same = same && tc.Test.Domain == a.Total.Tests[0].Test.Domain
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
				// Where a test has a domain of its own, more settings can leave it.
				if same || j == i || a.Guarantees(p, k) {
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
// and removes what that covers from what is uncovered.
func (c *packing) pack(ps confspace.Set, p confspace.Settings, cov coverage.Bits) {
	m := c.t.Sets
	for _, b := range c.bins {
		if conflict(b.settings, p) {
			continue
		}
		if set := m.And(b.set, ps); m.Possible(set) == confspace.Yes && c.take(b, p, set, cov) {
			return
		}
	}
	b := &bin{}
	if !c.take(b, p, ps, cov) {
		panic("BUG: an interaction guarantees nothing that a configuration covers")
	}
	c.bins = append(c.bins, b)
}

// conflict reports whether no configuration has both settings.
func conflict(s, t confspace.Settings) bool {
	for _, x := range t {
		if v, ok := s.Value(x.Option); ok && v != x.Value {
			return true
		}
	}
	return false
}

// take makes b the configurations of set, further restricted to those that
// cover the classes of cov as far as possible. It reports whether that covered anything new; else b is unchanged.
func (c *packing) take(b *bin, p confspace.Settings, set confspace.Set, cov coverage.Bits) bool {
	m := c.t.Sets
	got := false
	c.each(cov, func(k int) {
		if s := m.And(set, c.t.Classes[k].Any); m.Possible(s) == confspace.Yes {
			set = s
			got = true
			c.uncovered[k>>6] &^= 1 << (k & 63)
		}
	})
	if !got {
		return false
	}
	b.set = set
	for _, x := range p {
		b.settings = b.settings.With(x.Option, x.Value)
	}
	// What the merged settings guarantee beyond their parts is covered, too: it is among what any configuration covers.
	some := c.uncovered
	if !m.HasRelations(set) {
		one, _ := m.Preferred(set)
		some = coverage.Bits(c.index.Containing(one))
	}
	c.each(some, func(k int) {
		if m.Implies(set, c.t.Classes[k].Any) {
			c.uncovered[k>>6] &^= 1 << (k & 63)
		}
	})
	return true
}

// each calls f for the classes of some that are uncovered; f may cover the one that it is called for.
func (c *packing) each(some coverage.Bits, f func(k int)) {
	for w := range some {
		coverage.Bits{some[w] & c.uncovered[w]}.Each(func(k int) { f(w<<6 + k) })
	}
}
