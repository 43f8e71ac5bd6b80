package coversets

// This file finds a largest set of pairwise incompatible requirements: a
// maximum clique, by branch and bound with greedy colouring as the bound.

import (
	"context"
	"math/bits"
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
	sets := make([]confspace.Set, len(reqs))
	for i := range reqs {
		g.edge[i] = make(coverage.Bits, (len(reqs)+63)/64)
		sets[i] = reqs[i].set
	}
	index := m.NewIndex(sets)
	for i := range reqs {
		index.Disjoint(i).Each(func(j int) {
			g.edge[i].Set(j)
			g.edge[j].Set(i)
		})
	}
	return g
}

// maxClique returns a largest clique, or the largest found when the budget of nodes is spent or ctx ends; vertices ascend.
func (g graph) maxClique(ctx context.Context, budget int) []int {
	vertices := make([]int, len(g.edge))
	degree := make([]int, len(g.edge))
	for i := range vertices {
		vertices[i], degree[i] = i, g.edge[i].Count()
	}
	slices.SortStableFunc(vertices, func(a, b int) int { return degree[b] - degree[a] })
	var best, current []int
	var expand func(candidates []int)
	expand = func(candidates []int) {
		if budget--; budget < 0 || ctx.Err() != nil {
			return
		}
		before := len(current)
		defer func() { current = current[:before] }()
		joined, candidates := g.joined(candidates)
		current = append(current, joined...)
		if len(candidates) == 0 {
			if len(current) > len(best) {
				best = slices.Clone(current)
			}
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
			expand(next)
			current = current[:len(current)-1]
		}
	}
	expand(vertices)
	slices.Sort(best)
	return best
}

// joined divides vertices into those that have an edge to all others, which are in every largest clique of them, and the rest.
func (g graph) joined(vertices []int) (all, rest []int) {
	set := make(coverage.Bits, (len(g.edge)+63)/64)
	for _, v := range vertices {
		set.Set(v)
	}
	for _, v := range vertices {
		missing := 0
		for k, w := range g.edge[v] {
			missing += bits.OnesCount64(set[k] &^ w)
		}
		if missing == 1 { // itself
			all = append(all, v)
		} else {
			rest = append(rest, v)
		}
	}
	return all, rest
}

// color colours vertices greedily; it returns them by colour, and the number of colours up to each.
func (g graph) color(vertices []int) (order, colors []int) {
	left := slices.Clone(vertices)
	for n := 1; len(left) > 0; n++ {
		near := make(coverage.Bits, (len(g.edge)+63)/64) // neighbours of those that have the colour
		rest := left[:0]
		for _, v := range left {
			if near.Has(v) {
				rest = append(rest, v)
				continue
			}
			order, colors = append(order, v), append(colors, n)
			for k, w := range g.edge[v] {
				near[k] |= w
			}
		}
		left = rest
	}
	return order, colors
}

// among returns the graph of some vertices, by their place in the list.
func (g graph) among(vertices []int) graph {
	out := graph{edge: make([]coverage.Bits, len(vertices))}
	for i, v := range vertices {
		out.edge[i] = make(coverage.Bits, (len(vertices)+63)/64)
		for j, w := range vertices {
			if g.edge[v].Has(w) {
				out.edge[i].Set(j)
			}
		}
	}
	return out
}
