package coversets

// This file finds minimum covering sets and proves that they are.

import (
	"fmt"
	"slices"

	"github.com/crillab/gophersat/solver"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Options limits the search for a minimum. Zero fields stand for the defaults.
type Options struct {
	MaxVariables int // of one SAT problem: requirements times configurations; default 20000
	MaxRounds    int // refinements of one SAT problem; default 500
	CliqueNodes  int // nodes of the search for incompatible requirements; default 1000000
}

func (o Options) withDefaults() Options {
	if o.MaxVariables == 0 {
		o.MaxVariables = 20000
	}
	if o.MaxRounds == 0 {
		o.MaxRounds = 500
	}
	if o.CliqueNodes == 0 {
		o.CliqueNodes = 1000000
	}
	return o
}

// requirement is a minimal coverage condition.
type requirement struct {
	set   confspace.Set
	class int // of the first element that has it
}

// requirements returns the coverage conditions that no other condition implies, by class.
func requirements(t *coverage.Total) []requirement {
	var all []requirement
	seen := map[confspace.Set]bool{}
	for k := range t.Classes {
		if s := t.Classes[k].Any; !seen[s] {
			seen[s] = true
			all = append(all, requirement{s, k})
		}
	}
	var out []requirement
	for i, r := range all {
		implied := false
		for j, q := range all {
			if i != j && t.Sets.Implies(q.set, r.set) {
				implied = true
				break
			}
		}
		if !implied {
			out = append(out, r)
		}
	}
	return out
}

// Exact finds a minimum covering set. greedy is a covering set of t, the one to beat.
func Exact(t *coverage.Total, greedy *CoveringSet, opts Options) *CoveringSet {
	opts = opts.withDefaults()
	s := &CoveringSet{Criterion: t.Criterion, Method: "exact"}
	reqs := requirements(t)
	g := incompatible(t.Sets, reqs)
	clique := g.maxClique(opts.CliqueNodes)
	s.Proof.Lower = len(clique)
	for _, i := range clique {
		s.Proof.Elements = append(s.Proof.Elements, t.Classes[reqs[i].class].Elements[0])
	}
	var groups [][]int
	for s.Proof.Lower < len(greedy.Members) && groups == nil {
		var err error
		if groups, err = split(t.Sets, reqs, g, clique, s.Proof.Lower, opts); err != nil {
			s.Limit = err.Error()
			break
		}
		if groups == nil {
			s.Proof.Lower++
			s.Proof.Exhausted = true
		}
	}
	if groups == nil {
		groups = groupsOf(t.Sets, reqs, greedy)
	}
	s.Members = members(t, reqs, groups)
	s.Minimal = len(s.Members) == s.Proof.Lower
	return s
}

// groupsOf groups requirements by the first member of a covering set that meets them.
func groupsOf(m *confspace.Sets, reqs []requirement, set *CoveringSet) [][]int {
	groups := make([][]int, len(set.Members))
	for i, r := range reqs {
		for g := range set.Members {
			if m.Contains(r.set, set.Members[g].Configuration) {
				groups[g] = append(groups[g], i)
				break
			}
		}
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 })
}

// members makes configurations of groups of requirements. Each also takes in what else it can cover,
// the largest classes first.
func members(t *coverage.Total, reqs []requirement, groups [][]int) []Member {
	m := t.Sets
	order := make([]int, len(t.Classes))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(t.Classes[b].Elements) - len(t.Classes[a].Elements) })
	var out []Member
	for _, group := range groups {
		set := confspace.Full
		for _, i := range group {
			set = m.And(set, reqs[i].set)
		}
		for _, k := range order {
			if s := m.And(set, t.Classes[k].Any); s != confspace.Empty {
				set = s
			}
		}
		c, ok := m.Any(set)
		if !ok {
			panic("BUG: a group of requirements has no configuration")
		}
		// Both choices are made alike, so c has the settings.
		out = append(out, Member{Settings: minimalSettings(m, set), Configuration: c})
	}
	return finish(t, out)
}

// split looks for a split of the requirements into n groups, each with a configuration in common.
// nil: there is none.
func split(m *confspace.Sets, reqs []requirement, g graph, clique []int, n int, opts Options) ([][]int, error) {
	if len(reqs)*n > opts.MaxVariables {
		return nil, fmt.Errorf("%d requirements are too many to decide whether %d configurations are enough", len(reqs), n)
	}
	lit := func(i, group int) int { return i*n + group + 1 }
	var clauses [][]int
	for i := range reqs {
		var some []int
		for c := range n {
			some = append(some, lit(i, c))
		}
		clauses = append(clauses, some)
		for j := range i {
			if g.edge[i].Has(j) {
				for c := range n {
					clauses = append(clauses, []int{-lit(i, c), -lit(j, c)})
				}
			}
		}
	}
	for c, i := range clique { // the groups have no names: the clique's members give them some
		clauses = append(clauses, []int{lit(i, c)})
	}
	for range opts.MaxRounds {
		s := solver.New(solver.ParseSliceNb(clauses, len(reqs)*n))
		switch s.Solve() {
		case solver.Unsat:
			return nil, nil
		case solver.Sat:
		default:
			return nil, fmt.Errorf("the SAT solver gave up on %d configurations", n)
		}
		model := s.Model()
		groups := make([][]int, n)
		for i := range reqs {
			for c := range n {
				if model[lit(i, c)-1] {
					groups[c] = append(groups[c], i)
				}
			}
		}
		bad := false
		for _, group := range groups {
			if conflict := conflict(m, reqs, group); conflict != nil {
				bad = true
				for c := range n {
					var clause []int
					for _, i := range conflict {
						clause = append(clause, -lit(i, c))
					}
					clauses = append(clauses, clause)
				}
			}
		}
		if !bad {
			return groups, nil
		}
	}
	return nil, fmt.Errorf("undecided after %d rounds whether %d configurations are enough", opts.MaxRounds, n)
}

// conflict returns a minimal subset of group whose requirements have no configuration in common; nil if group's have one.
func conflict(m *confspace.Sets, reqs []requirement, group []int) []int {
	set, n := confspace.Full, 0
	for ; n < len(group) && set != confspace.Empty; n++ {
		set = m.And(set, reqs[group[n]].set)
	}
	if set != confspace.Empty {
		return nil
	}
	rest := slices.Clone(group[:n])
	for i := len(rest) - 1; i >= 0; i-- {
		set = confspace.Full
		for j, r := range rest {
			if j != i {
				set = m.And(set, reqs[r].set)
			}
		}
		if set == confspace.Empty {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return rest
}
