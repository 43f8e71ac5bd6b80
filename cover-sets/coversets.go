package coversets

// This file defines covering sets and checks them.

import (
	"fmt"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Member is one configuration of a covering set.
type Member struct {
	Settings      confspace.Settings      // the settings that matter, sorted by option
	Configuration confspace.Configuration // Settings, and defaults where possible for all other options
	Guaranteed    []int                   // classes that every completion of Settings covers, ascending
	Additional    []int                   // of these, the ones that no member before guarantees
	Covered       []int                   // classes that Configuration covers, ascending
}

// Proof says why a covering set cannot be smaller than Lower.
type Proof struct {
	Lower     int      // no covering set has fewer configurations
	Elements  []uint32 // pairwise incompatible elements: one of each of as many requirements
	Exhausted bool     // Lower is greater than len(Elements): a SAT solver refuted every smaller set
}

// CoveringSet is a set of configurations that covers all that can be covered.
type CoveringSet struct {
	Criterion coverage.Criterion
	Method    string // "greedy" or "exact"
	Members   []Member
	Minimal   bool // len(Members) == Proof.Lower
	Proof     Proof
	Limit     string // why minimality is not decided; "" if it is, or nobody asked

	index *confspace.Index // of the conditions of all classes
}

// Configurations returns the complete configurations.
func (s *CoveringSet) Configurations() []confspace.Configuration {
	cs := make([]confspace.Configuration, len(s.Members))
	for i := range s.Members {
		cs[i] = s.Members[i].Configuration
	}
	return cs
}

// Check proves that configurations cover all that can be covered: it returns
// the ids of the elements that some configuration covers and none of these does. It fails for a
// configuration that is not one of the space.
func Check(t *coverage.Total, configurations []confspace.Configuration) (missing []uint32, err error) {
	for i, c := range configurations {
		if err := c.Valid(t.Sets.Space()); err != nil {
			return nil, fmt.Errorf("configuration %d: %w", i+1, err)
		}
	}
	m := t.Sets
	var singles []confspace.Set
	for _, c := range configurations {
		singles = append(singles, m.OfConfiguration(c))
	}
	union := m.OrAll(singles)
	for i := range t.ClassOf {
		cond := t.Condition(uint32(i + 1))
		switch {
		case cond == confspace.Empty:
		case !m.HasRelations(cond):
			if m.Disjoint(cond, union) {
				missing = append(missing, uint32(i+1))
			}
		case !slices.ContainsFunc(configurations, func(c confspace.Configuration) bool { return m.Contains(cond, c) }):
			missing = append(missing, uint32(i+1))
		}
	}
	return missing, nil
}

// finish fills in what members cover and orders them by what they add: first the one that guarantees most, and so on, of equal ones the one that was
// first before.
func finish(t *coverage.Total, index *confspace.Index, members []Member) []Member {
	for i := range members {
		mb := &members[i]
		index.Containing(mb.Configuration).Each(func(k int) {
			mb.Covered = append(mb.Covered, k)
			if implied(t.Sets, index, mb.Settings, k, t.Classes[k].Any) {
				mb.Guaranteed = append(mb.Guaranteed, k)
			}
		})
	}
	have := make([]bool, len(t.Classes))
	order := newQueue(len(members), func(i int) (n int) {
		for _, k := range members[i].Guaranteed {
			if !have[k] {
				n += len(t.Classes[k].Elements)
			}
		}
		return n
	})
	out := make([]Member, 0, len(members))
	for range members {
		mb := members[order.pop()]
		for _, k := range mb.Guaranteed {
			if !have[k] {
				have[k] = true
				mb.Additional = append(mb.Additional, k)
			}
		}
		out = append(out, mb)
	}
	return out
}

// newIndex returns an index of the coverage conditions of t's classes.
func newIndex(t *coverage.Total) *confspace.Index {
	sets := make([]confspace.Set, len(t.Classes))
	for k := range t.Classes {
		sets[k] = t.Classes[k].Any
	}
	return t.Sets.NewIndex(sets)
}

// Sizes returns how many elements each member adds to what the members before guarantee (Table 4.5).
func (s *CoveringSet) Sizes(t *coverage.Total) []int {
	ns := make([]int, len(s.Members))
	for i := range s.Members {
		for _, k := range s.Members[i].Additional {
			ns[i] += len(t.Classes[k].Elements)
		}
	}
	return ns
}

// minimalSettings returns settings that imply set, which is not empty, none of which can be left out.
func minimalSettings(m *confspace.Sets, set confspace.Set) confspace.Settings {
	c := anyOf(m, set)
	var s confspace.Settings
	for _, o := range m.Depends(set) {
		s = append(s, confspace.Setting{Option: o, Value: c[o]})
	}
	return shrink(m, s, set)
}

// shrink leaves settings out, the last ones first, without which the others imply set, too.
func shrink(m *confspace.Sets, s confspace.Settings, set confspace.Set) confspace.Settings {
	for i := len(s) - 1; i >= 0; i-- {
		without := slices.Delete(slices.Clone(s), i, i+1)
		if imply(m, without, set) {
			s = without
		}
	}
	return s
}

// implied reports whether it is known that every configuration with the settings covers class k, as some with the
// settings and defaults does.
func implied(m *confspace.Sets, index *confspace.Index, s confspace.Settings, k int, set confspace.Set) bool {
	options, plain := index.Options(k)
	if plain && !slices.ContainsFunc(options, func(o int) bool { _, ok := s.Value(o); return !ok }) {
		return true // nothing else matters
	}
	return imply(m, s, set)
}

// imply reports whether it is known that every configuration with the settings is in set.
func imply(m *confspace.Sets, s confspace.Settings, set confspace.Set) bool {
	switch left := m.RestrictAll(set, s); {
	case left == confspace.Full:
		return true
	case m.HasRelations(left) || m.Domain() != confspace.Full:
		return m.Implies(m.And(m.Of(s), m.Domain()), set)
	}
	return false
}

// complete returns the configuration that has the settings, which some configuration has, and defaults as far as constraints allow.
func complete(m *confspace.Sets, s confspace.Settings) confspace.Configuration {
	if c := m.Space().Defaults().With(s); m.Contains(m.Domain(), c) {
		return c
	}
	return anyOf(m, m.And(m.Of(s), m.Domain()))
}

// anyOf returns a configuration of a set that is known to have one.
func anyOf(m *confspace.Sets, set confspace.Set) confspace.Configuration {
	c, ok := m.Any(set)
	if !ok {
		c, _ = m.Find(set)
	}
	return c
}
