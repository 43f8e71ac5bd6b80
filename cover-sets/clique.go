package coversets

// This file finds a largest set of pairwise incompatible requirements: a
// maximum clique, by branch and bound with greedy colouring as the bound.

import (
	"context"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// graph is an undirected graph.
type graph struct {
	edge []coverage.Bits // by vertex
}

// incompatible returns the graph whose edges join requirements that no configuration meets both.
func incompatible(m *confspace.Sets, reqs []requirement) graph {
	g := graph{edge: make([]coverage.Bits, len(reqs))}
	for i := range reqs {
		g.edge[i] = make(coverage.Bits, (len(reqs)+63)/64)
	}
	for i := range reqs {
		for j := range i {
			if m.Disjoint(reqs[i].set, reqs[j].set) {
				g.edge[i].Set(j)
				g.edge[j].Set(i)
			}
		}
	}
	return g
}

// maxClique returns a largest clique, or the largest found when the budget of nodes is spent or ctx ends; vertices ascend.
func (g graph) maxClique(ctx context.Context, budget int) []int {
	vertices := make([]int, len(g.edge))
	for i := range vertices {
		vertices[i] = i
	}
	slices.SortStableFunc(vertices, func(a, b int) int { return g.edge[b].Count() - g.edge[a].Count() })
	var best, current []int
	var expand func(candidates []int)
	expand = func(candidates []int) {
		if budget--; budget < 0 || ctx.Err() != nil {
			return
		}
		order, colors := g.color(candidates)
		for i := len(order) - 1; i >= 0; i-- {
			if len(current)+colors[i] <= len(best) {
				return
			}
			v := order[i]
			current = append(current, v)
			var next []int
			for _, w := range order[:i] {
				if g.edge[v].Has(w) {
					next = append(next, w)
				}
			}
			if len(next) > 0 {
				expand(next)
			} else if len(current) > len(best) {
				best = slices.Clone(current)
			}
			current = current[:len(current)-1]
		}
	}
	expand(vertices)
	slices.Sort(best)
	return best
}

// color colours vertices greedily; it returns them by colour, and the number of colours up to each.
func (g graph) color(vertices []int) (order, colors []int) {
	left := slices.Clone(vertices)
	for n := 1; len(left) > 0; n++ {
		var class, rest []int
		for _, v := range left {
			if slices.ContainsFunc(class, func(w int) bool { return g.edge[v].Has(w) }) {
				rest = append(rest, v)
				continue
			}
			class = append(class, v)
		}
		for _, v := range class {
			order, colors = append(order, v), append(colors, n)
		}
		left = rest
	}
	return order, colors
}
