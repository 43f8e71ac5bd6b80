package coversets

// This file finds minimum covering sets where requirements have relations on several options: settings do not tell then whether a
// configuration meets a requirement. The requirements are distributed over configurations instead, such that those of
// one can be met together.

import (
	"context"
	"fmt"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// exactRelated is Exact from the clique on.
func exactRelated(t *coverage.Total, s, greedy *CoveringSet, reqs []requirement, clique []int, opts Options) *CoveringSet {
	var bins []confspace.Set
	for s.Proof.Lower < len(greedy.Members) && bins == nil && s.Limit == "" {
		d := &distribution{ctx: opts.Context, m: t.Sets, reqs: ordered(reqs, clique), budget: opts.Distributed, bins: make([]confspace.Set, s.Proof.Lower)}
		for i := range d.bins {
			d.bins[i] = confspace.Full
		}
		found := d.place(0, 0)
		switch {
		case opts.Context.Err() != nil:
			s.Limit = context.Cause(opts.Context).Error()
		case found:
			bins = d.bins
		case d.budget < 0:
			s.Limit = fmt.Sprintf("undecided after %d ways to distribute what is to be covered", opts.Distributed)
		case d.undecided:
			s.Limit = "the solver could not decide whether some elements can be covered by one configuration"
		default:
			s.Proof.Lower++
			s.Proof.Exhausted = true
		}
	}
	if bins == nil {
		for i := range greedy.Members {
			mb := &greedy.Members[i]
			s.Members = append(s.Members, Member{Settings: mb.Settings, Configuration: mb.Configuration})
		}
	}
	for _, set := range bins {
		// What else it can cover, the largest classes first.
		order := make([]int, len(t.Classes))
		for k := range order {
			order[k] = k
		}
		slices.SortStableFunc(order, func(a, b int) int { return len(t.Classes[b].Elements) - len(t.Classes[a].Elements) })
		for _, k := range order {
			if both := t.Sets.And(set, t.Classes[k].Any); t.Sets.Possible(both) == confspace.Yes {
				set = both
			}
		}
		settings := minimalSettings(t.Sets, set)
		s.Members = append(s.Members, Member{Settings: settings, Configuration: t.Sets.Space().Defaults().With(settings)})
	}
	s.Members = finish(t, s.Members)
	s.Minimal = len(s.Members) == s.Proof.Lower
	return s
}

// ordered returns the requirements, those of the clique first.
func ordered(reqs []requirement, clique []int) []requirement {
	var first, rest []requirement
	for i, r := range reqs {
		if slices.Contains(clique, i) {
			first = append(first, r)
		} else {
			rest = append(rest, r)
		}
	}
	return append(first, rest...)
}

// distribution is a search for a way to meet all requirements by as many configurations as there are bins.
type distribution struct {
	ctx       context.Context
	m         *confspace.Sets
	reqs      []requirement
	bins      []confspace.Set
	budget    int  // nodes of the search that are left
	undecided bool // a way was not tried to its end because the theory could not decide
}

// place distributes the requirements from i on, where the first used bins have some.
func (d *distribution) place(i, used int) bool {
	if d.budget--; d.budget < 0 || d.ctx.Err() != nil {
		return false
	}
	if i == len(d.reqs) {
		return true
	}
	for b := range min(used+1, len(d.bins)) { // empty bins are all alike
		if d.ctx.Err() != nil {
			return false // the theory answers nothing any more
		}
		before := d.bins[b]
		set := d.m.And(before, d.reqs[i].set)
		switch d.m.Possible(set) {
		case confspace.Undecided:
			d.undecided = true
			continue
		case confspace.No:
			continue
		}
		d.bins[b] = set
		if d.place(i+1, max(used, b+1)) {
			return true
		}
		d.bins[b] = before
	}
	return false
}
