package coversets

// This file finds minimum covering sets where requirements have relations on several options: settings do not tell then whether a
// configuration meets a requirement. The requirements are distributed over configurations instead, such that those of
// one can be met together.

import (
	"context"
	"fmt"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// searchDistribution is searchSettings by distribution.
func searchDistribution(a *interactions.Analysis, s *CoveringSet, most int, reqs []requirement, clique []int, opts Options) []Member {
	m := a.Total.Sets
	for s.Proof.Lower < most && s.Limit == "" {
		d := &distribution{ctx: opts.Context, m: m, reqs: ordered(reqs, clique), budget: opts.Distributed, bins: make([]confspace.Set, s.Proof.Lower)}
		for i := range d.bins {
			d.bins[i] = confspace.Full
		}
		found := d.place(0, 0)
		switch {
		case opts.Context.Err() != nil:
			s.Limit = context.Cause(opts.Context).Error()
		case found:
			return d.members(a.Total)
		case d.budget < 0:
			s.Limit = fmt.Sprintf("undecided after %d ways to distribute what is to be covered", opts.Distributed)
		case d.undecided:
			s.Limit = "the solver could not decide whether some elements can be covered by one configuration"
		default:
			s.Proof.Lower++
			s.Proof.Exhausted = true
		}
	}
	return nil
}

// members makes a configuration of each bin. It also takes in what else it can cover, the largest classes first.
func (d *distribution) members(t *coverage.Total) []Member {
	order := largestFirst(t)
	var out []Member
	for _, set := range d.bins {
		for _, k := range order {
			if both := d.m.And(set, t.Classes[k].Any); d.m.Possible(both) == confspace.Yes {
				set = both
			}
		}
		settings := minimalSettings(d.m, set)
		out = append(out, Member{Settings: settings, Configuration: complete(d.m, settings)})
	}
	return out
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
	undecided bool // some distribution was not tried to the end because the theory could not decide
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
			return false // the theory no longer answers
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
