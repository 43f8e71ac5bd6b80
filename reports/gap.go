package reports

// This file compares configurations that are tested, such as those of a CI matrix, with what any configuration reaches: how much they reach, which of them are
// superfluous, and which to add.
//
// A configuration is superfluous if the others reach all that it does, in all criteria of the study. Two that are alike are both superfluous, and
// only one can be left out; so superfluous ones that depend on each other are a Spare of their own, of which it is known how many
// can go.

import (
	"fmt"
	"math/bits"
	"slices"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Tested is a configuration that is tested.
type Tested struct {
	Name          string
	Configuration confspace.Configuration
}

// Gap says what tested configurations reach, and what they do not.
type Gap struct {
	Tested   []Tested
	Reached  []int   // by result of the study: elements
	Each     [][]int // by tested configuration and result: elements that it reaches
	Alone    [][]int // of these, the elements that no other one reaches
	Spares   []Spare
	Next     []coversets.Addition // to add; what each adds is by result
	Left     []int                // by result: elements that are left then
	Problems []string             // what of the configurations could not be understood

	study  *Study
	missed []*coverage.Element // of the first criterion
}

// Spare is tested configurations of which some are superfluous. Which ones of several is a choice: Out can be left out together, and then no other ones.
type Spare struct {
	Out []int // indices of tested configurations
	Or  []int // others, any of which might be left out if one of Out stays
}

// maxNext is how many configurations to add are looked for.
const maxNext = 50

// Gap compares tested configurations with the study.
func (s *Study) Gap(tested []Tested, problems []string) *Gap {
	g := &Gap{Tested: tested, Problems: problems, study: s, Each: make([][]int, len(tested)), Alone: make([][]int, len(tested))}
	for i := range tested {
		g.Each[i], g.Alone[i] = make([]int, len(s.Results)), make([]int, len(s.Results))
	}
	var totals []*coverage.Total
	reach := map[confspace.Set][]int{} // by condition: the tested configurations that are in it
	for j, r := range s.Results {
		totals = append(totals, r.Total)
		g.Reached = append(g.Reached, 0)
		for k := range r.Total.Classes {
			class := &r.Total.Classes[k]
			by, ok := reach[class.Any]
			if !ok {
				for i := range tested {
					if s.Sets.Contains(class.Any, tested[i].Configuration) {
						by = append(by, i)
					}
				}
				reach[class.Any] = by
			}
			n := len(class.Elements)
			for _, i := range by {
				g.Each[i][j] += n
			}
			switch len(by) {
			case 0:
				if j == 0 {
					for _, id := range class.Elements {
						g.missed = append(g.missed, s.Universe.Element(r.Criterion, id))
					}
				}
				continue
			case 1:
				g.Alone[by[0]][j] += n
			}
			g.Reached[j] += n
		}
	}
	if g.Known() {
		g.Spares = spares(len(tested), reach)
	}
	var have []confspace.Configuration
	for i := range tested {
		have = append(have, tested[i].Configuration)
	}
	g.Next, g.Left = coversets.Extend(totals, have, maxNext)
	return g
}

// spares finds out which of n configurations are superfluous. reach has, for each thing to reach, the configurations that do.
func spares(n int, reach map[confspace.Set][]int) []Spare {
	needed := make([]bool, n)
	for _, by := range reach {
		if len(by) == 1 {
			needed[by[0]] = true
		}
	}
	// What is left to the others: those that share some of it depend on each other.
	group := make([]int, n)
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			i = group[i]
		}
		return i
	}
	var shared [][]int
	seen := map[string]bool{}
	for _, by := range reach {
		if len(by) < 2 || slices.ContainsFunc(by, func(i int) bool { return needed[i] }) {
			continue
		}
		for _, i := range by[1:] {
			a, b := find(by[0]), find(i)
			group[max(a, b)] = min(a, b)
		}
		if key := fmt.Sprint(by); !seen[key] {
			seen[key] = true
			shared = append(shared, by)
		}
	}
	var list []Spare
	for first := range n {
		if needed[first] || find(first) != first {
			continue
		}
		var members []int
		for i := first; i < n; i++ {
			if !needed[i] && find(i) == first {
				members = append(members, i)
			}
		}
		var all [][]int
		for _, by := range shared {
			if find(by[0]) == first {
				all = append(all, by)
			}
		}
		stay := fewest(members, all)
		spare := Spare{Or: stay}
		for _, i := range members {
			if !slices.Contains(stay, i) {
				spare.Out = append(spare.Out, i)
			}
		}
		list = append(list, spare)
	}
	return list
}

// maxTried is how many configurations there may be of which every choice is tried.
const maxTried = 16

// fewest returns the fewest members such that each of shared has one of them; of several choices the first ones, and of many members a choice that need not be
// the least, but of which none can be left out.
func fewest(members []int, shared [][]int) []int {
	enough := func(stay []int) bool {
		return !slices.ContainsFunc(shared, func(by []int) bool {
			return !slices.ContainsFunc(by, func(i int) bool { return slices.Contains(stay, i) })
		})
	}
	if len(members) <= maxTried {
		best := members
		for choice := range 1 << len(members) {
			if bits.OnesCount(uint(choice)) >= len(best) {
				continue
			}
			var stay []int
			for b, i := range members {
				if choice>>b&1 != 0 {
					stay = append(stay, i)
				}
			}
			if enough(stay) {
				best = stay
			}
		}
		return best
	}
	stay := slices.Clone(members)
	for _, i := range slices.Backward(members) {
		if fewer := slices.DeleteFunc(slices.Clone(stay), func(k int) bool { return k == i }); enough(fewer) {
			stay = fewer
		}
	}
	return stay
}

// Known reports whether anything is known to be reached, or that nothing can be.
func (g *Gap) Known() bool {
	return g.study.Exact() || slices.ContainsFunc(g.study.Results, func(r *Result) bool { return r.Total.Covered() > 0 })
}

// Percent returns how much of what can be reached is reached, by result of the study: the value, and the cell.
func (g *Gap) Percent(j int) (float64, any) {
	r := g.study.Results[j]
	p := coverage.Count{Covered: g.Reached[j], Total: r.Total.Covered()}.Percent()
	if r.Total.Covered() == 0 {
		if !g.study.Exact() && g.study.Universe.Count(r.Criterion) > 0 {
			return 0, nil
		}
		p = 100
	}
	return p, g.study.bounded(Percent(p), MoreOrFewer)
}

// Missing returns the first criterion of which configurations to add reach more, and whether it is the first of the study; "": none.
func (g *Gap) Missing() (criterion string, first bool) {
	for j, r := range g.study.Results {
		if slices.ContainsFunc(g.Next, func(a coversets.Addition) bool { return a.Adds[j] > 0 }) {
			return r.Criterion.String(), j == 0
		}
	}
	return "", false
}

// Under returns the criteria of which less than a limit is reached, and how much: "81.2% of the outcomes".
func (g *Gap) Under(limit float64) []string {
	var list []string
	for j, r := range g.study.Results {
		if p, _ := g.Percent(j); p < limit {
			list = append(list, fmt.Sprintf("%s of the %ss", Percent(p).text(), r.Criterion))
		}
	}
	return list
}
