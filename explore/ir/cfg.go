package ir

// This file implements what one needs to know of a function's control-flow
// graph: predecessors, orders, dominators and postdominators, by the algorithm of
// Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm").

import "slices"

// Preds returns, for each block, the blocks with an edge to it, in ascending
// order; a block with two edges to it is there twice.
func (f *Func) Preds() [][]int {
	n := make([]int, len(f.Blocks))
	total := 0
	for _, b := range f.Blocks {
		for _, e := range b.Term.Succs {
			n[e.To]++
			total++
		}
	}
	store := make([]int, 0, total)
	preds := make([][]int, len(f.Blocks))
	for i := range preds {
		preds[i] = store[len(store) : len(store) : len(store)+n[i]]
		store = store[:len(store)+n[i]]
	}
	for i, b := range f.Blocks {
		for _, e := range b.Term.Succs {
			preds[e.To] = append(preds[e.To], i)
		}
	}
	return preds
}

// succs returns the blocks that b has edges to.
func succs(b *Block) []int {
	s := make([]int, len(b.Term.Succs))
	for i, e := range b.Term.Succs {
		s[i] = e.To
	}
	return s
}

// graph is a directed graph of the nodes 0..len-1.
type graph [][]int

func (f *Func) graph() graph {
	g := make(graph, len(f.Blocks))
	for i, b := range f.Blocks {
		g[i] = succs(b)
	}
	return g
}

// postorder returns the nodes that can be reached from root, each after those that it leads to.
func (g graph) postorder(root int) []int {
	type visit struct{ node, next int }
	seen := make([]bool, len(g))
	var order []int
	stack := []visit{{root, 0}}
	seen[root] = true
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if v.next == len(g[v.node]) {
			order = append(order, v.node)
			stack = stack[:len(stack)-1]
			continue
		}
		s := g[v.node][v.next]
		v.next++
		if !seen[s] {
			seen[s] = true
			stack = append(stack, visit{s, 0})
		}
	}
	return order
}

// reverse returns the graph with all edges turned.
func (g graph) reverse() graph {
	r := make(graph, len(g))
	for i, ss := range g {
		for _, s := range ss {
			r[s] = append(r[s], i)
		}
	}
	return r
}

// dominators returns the immediate dominator of each node that can be reached
// from root, -1 for the rest and for root itself.
func (g graph) dominators(root int) []int {
	order := g.postorder(root)
	number := make([]int, len(g)) // in postorder
	idom := make([]int, len(g))
	for i := range idom {
		idom[i], number[i] = -1, -1
	}
	for i, n := range order {
		number[n] = i
	}
	preds := g.reverse()
	idom[root] = root
	for changed := true; changed; {
		changed = false
		for i := len(order) - 2; i >= 0; i-- {
			n, dom := order[i], -1
			for _, p := range preds[n] {
				switch {
				case idom[p] < 0:
				case dom < 0:
					dom = p
				default:
					dom = intersect(idom, number, dom, p)
				}
			}
			if idom[n] != dom {
				idom[n] = dom
				changed = true
			}
		}
	}
	idom[root] = -1
	return idom
}

// intersect returns the closest node that dominates both a and b.
func intersect(idom, number []int, a, b int) int {
	for a != b {
		for number[a] < number[b] {
			a = idom[a]
		}
		for number[b] < number[a] {
			b = idom[b]
		}
	}
	return a
}

// ReversePostorder returns the blocks that can be reached from the entry, each
// before those it leads to except along back edges.
func (f *Func) ReversePostorder() []int {
	order := f.graph().postorder(0)
	slices.Reverse(order)
	return order
}

// Dominators returns the immediate dominator of each block; -1 for the entry
// and for blocks that cannot be reached.
func (f *Func) Dominators() []int { return f.graph().dominators(0) }

// PostDominators returns the immediate postdominator of each block: the first
// block that every way from it to the function's return comes through; -1
// where there is none. Ways that never return (they end in TermUnreachable
// or loop for ever) do not count, unless the block has no others: then the ways to
// TermUnreachable count.
func (f *Func) PostDominators() []int {
	ipdom := make([]int, len(f.Blocks))
	done := make([]bool, len(f.Blocks))
	for i := range ipdom {
		ipdom[i] = -1
	}
	for _, kind := range []TermKind{TermReturn, TermUnreachable} {
		f.postDominators(kind, done, ipdom)
	}
	return ipdom
}

// postDominators sets ipdom of the blocks not yet done that can reach a
// terminator of the kind, and marks them as done.
func (f *Func) postDominators(kind TermKind, done []bool, ipdom []int) {
	exit := len(f.Blocks)
	rev := make(graph, exit+1)
	for i, b := range f.Blocks {
		if done[i] {
			continue
		}
		if b.Term.Kind == kind {
			rev[exit] = append(rev[exit], i)
		}
		for _, e := range b.Term.Succs {
			if !done[e.To] {
				rev[e.To] = append(rev[e.To], i)
			}
		}
	}
	idom := rev.dominators(exit)
	for i := range f.Blocks {
		if d := idom[i]; d >= 0 {
			done[i] = true
			if d != exit {
				ipdom[i] = d
			}
		}
	}
}

// Reachable reports for each block whether it can be reached from the entry or one of the extra roots.
func (f *Func) Reachable(roots ...int) []bool {
	seen := make([]bool, len(f.Blocks))
	work := append([]int{0}, roots...)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		for _, e := range f.Blocks[n].Term.Succs {
			work = append(work, e.To)
		}
	}
	return seen
}

// RemoveDead removes the blocks that cannot be reached from the entry, save those that
// keep (which may be nil) wants, and what these lead to, and renumbers the rest.
// Blocks whose address is taken by OpLabelAddr in a block that stays are kept. It must
// come before relocations refer to labels of the function: these are not renumbered.
func (f *Func) RemoveDead(keep func(*Block) bool) {
	var roots []int
	if keep != nil {
		for i, b := range f.Blocks {
			if keep(b) {
				roots = append(roots, i)
			}
		}
	}
	live := f.Reachable(roots...)
	for more := true; more; {
		more = false
		for i, b := range f.Blocks {
			if !live[i] {
				continue
			}
			for j := range b.Instrs {
				if in := &b.Instrs[j]; in.Op == OpLabelAddr && !live[in.Imm] {
					roots = append(roots, int(in.Imm))
					more = true
				}
			}
		}
		if more {
			live = f.Reachable(roots...)
		}
	}
	f.renumber(live)
}

// renumber drops the blocks that are not live and updates every index of a block.
func (f *Func) renumber(live []bool) {
	index := make([]int, len(f.Blocks))
	blocks := f.Blocks[:0]
	for i, b := range f.Blocks {
		index[i] = len(blocks)
		if live[i] {
			blocks = append(blocks, b)
		}
	}
	clear(f.Blocks[len(blocks):])
	f.Blocks = blocks
	for i, b := range blocks {
		b.Index = i
		for j := range b.Term.Succs {
			b.Term.Succs[j].To = index[b.Term.Succs[j].To]
		}
		if b.Term.Logical {
			b.Term.Join = index[b.Term.Join]
		}
		for j := range b.Instrs {
			if in := &b.Instrs[j]; in.Op == OpLabelAddr {
				in.Imm = uint64(index[in.Imm])
			}
		}
	}
}
