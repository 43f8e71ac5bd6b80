package coversets

// This file finds configurations that add to some that are there already: greedily, which takes a fraction of a second where the least number of them
// is a question for a SAT solver.
//
// A configuration is found as a set that shrinks: it begins as a condition with many elements that nothing covers yet, and takes in each further one that it still
// can, those with the most elements first. Of what several begun in this way cover, the most is taken.

import (
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Addition is a configuration that is added to others.
type Addition struct {
	Configuration confspace.Configuration
	Adds          []int // by total: elements that nothing before it covers
}

// goal is a coverage condition of elements that nothing covers yet.
type goal struct {
	set    confspace.Set
	weight int   // of all totals
	counts []int // by total: elements
}

// maxBeginnings is with how many conditions a configuration is begun; a few of the heaviest, as a rule, lead to the same one.
const maxBeginnings = 6

// Extend returns at most max configurations that together with those that are there cover what any configuration covers, as far as that is known of
// totals of one space; and by total how many elements are left then. The one that adds most comes first. What an option is not needed for is its default.
func Extend(totals []*coverage.Total, have []confspace.Configuration, max int) (added []Addition, left []int) {
	left = make([]int, len(totals))
	if len(totals) == 0 {
		return nil, left
	}
	m := totals[0].Sets
	goals := uncoveredBy(totals, have)
	for len(added) < max && len(goals) > 0 {
		best := Addition{}
		most := 0
		for i := range goals[:min(len(goals), maxBeginnings)] {
			c, ok := begun(m, goals, i)
			if !ok {
				continue
			}
			if n := weightOf(m, goals, c); n > most {
				best.Configuration, most = c, n
			}
		}
		if most == 0 {
			break // the rest cannot be decided
		}
		best.Configuration = plainer(m, goals, best.Configuration)
		best.Adds = make([]int, len(totals))
		goals = slices.DeleteFunc(goals, func(g goal) bool {
			if !m.Contains(g.set, best.Configuration) {
				return false
			}
			for t, n := range g.counts {
				best.Adds[t] += n
			}
			return true
		})
		added = append(added, best)
	}
	for _, g := range goals {
		for t, n := range g.counts {
			left[t] += n
		}
	}
	return added, left
}

// uncoveredBy returns the conditions that none of the configurations is in, those with the most elements first.
func uncoveredBy(totals []*coverage.Total, have []confspace.Configuration) []goal {
	var goals []goal
	index := map[confspace.Set]int{}
	for t, total := range totals {
		for k := range total.Classes {
			class := &total.Classes[k]
			i, ok := index[class.Any]
			if !ok {
				i = len(goals)
				index[class.Any] = i
				goals = append(goals, goal{set: class.Any, counts: make([]int, len(totals))})
			}
			goals[i].counts[t] += len(class.Elements)
			goals[i].weight += len(class.Elements)
		}
	}
	goals = slices.DeleteFunc(goals, func(g goal) bool {
		return slices.ContainsFunc(have, func(c confspace.Configuration) bool { return totals[0].Sets.Contains(g.set, c) })
	})
	slices.SortStableFunc(goals, func(a, b goal) int { return b.weight - a.weight })
	return goals
}

// begun returns a configuration that meets goal first, and others as far as it can.
func begun(m *confspace.Sets, goals []goal, first int) (confspace.Configuration, bool) {
	set := m.And(m.Domain(), goals[first].set)
	if m.Possible(set) != confspace.Yes {
		return nil, false
	}
	for i := range goals {
		if both := m.And(set, goals[i].set); i != first && both != set && m.Possible(both) == confspace.Yes {
			set = both
		}
	}
	if c, ok := m.Preferred(set); ok && !m.HasRelations(set) {
		return c, true
	}
	c, verdict := m.Find(set)
	return c, verdict == confspace.Yes
}

// weightOf returns how many elements of goals a configuration covers.
func weightOf(m *confspace.Sets, goals []goal, c confspace.Configuration) int {
	n := 0
	for i := range goals {
		if m.Contains(goals[i].set, c) {
			n += goals[i].weight
		}
	}
	return n
}

// plainer gives options their defaults without which the configuration meets the same goals.
func plainer(m *confspace.Sets, goals []goal, c confspace.Configuration) confspace.Configuration {
	met := slices.DeleteFunc(slices.Clone(goals), func(g goal) bool { return !m.Contains(g.set, c) })
	for _, x := range m.Space().Difference(c) {
		plain := c.With(confspace.Settings{{Option: x.Option, Value: m.Space().Options[x.Option].Default}})
		if m.Contains(m.Domain(), plain) && !slices.ContainsFunc(met, func(g goal) bool { return !m.Contains(g.set, plain) }) {
			c = plain
		}
	}
	return c
}
