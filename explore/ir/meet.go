package ir

// This file finds where the ways out of a block may meet again.

import "slices"

// Meets are the blocks at which ways through a function meet.
type Meets struct {
	f     *Func
	order []int  // by block: its place in reverse postorder, -1 if it cannot be reached
	inner []int  // by block: the innermost loop that it is in, -1 for none
	loops []loop // an inner one behind the one around it
	ipdom []int
}

// loop is a natural loop.
type loop struct {
	header, outer int
	ipdom         []int // within one iteration, of which the header is the entry and the next iteration the end; -1 for none
}

// Meets computes what Of needs. Loops that have another entry than their header are no loops here.
func (f *Func) Meets() *Meets {
	m := &Meets{f: f, order: make([]int, len(f.Blocks)), inner: make([]int, len(f.Blocks)), ipdom: f.PostDominators()}
	for i := range m.order {
		m.order[i], m.inner[i] = -1, -1
	}
	for i, b := range f.ReversePostorder() {
		m.order[b] = i
	}
	m.findLoops()
	return m
}

// findLoops finds the natural loops: outer ones first, since their bodies are larger.
func (m *Meets) findLoops() {
	idom, preds := m.f.Dominators(), m.f.Preds()
	bodies := map[int][]int{} // by header
	for u, b := range m.f.Blocks {
		if m.order[u] < 0 {
			continue
		}
		for _, e := range b.Term.Succs {
			if dominates(idom, e.To, u) {
				bodies[e.To] = m.bodyOf(bodies[e.To], e.To, u, preds)
			}
		}
	}
	headers := make([]int, 0, len(bodies))
	for h := range bodies {
		headers = append(headers, h)
	}
	slices.SortFunc(headers, func(a, b int) int {
		if d := len(bodies[b]) - len(bodies[a]); d != 0 {
			return d
		}
		return a - b
	})
	for _, h := range headers {
		m.loops = append(m.loops, loop{header: h, outer: m.inner[h], ipdom: m.iteration(h, bodies[h])})
		for _, b := range bodies[h] {
			m.inner[b] = len(m.loops) - 1
		}
	}
}

// dominates reports whether a is b or dominates it.
func dominates(idom []int, a, b int) bool {
	for b >= 0 && b != a {
		b = idom[b]
	}
	return b == a
}

// bodyOf adds the blocks from which u can be reached without passing header h.
func (m *Meets) bodyOf(body []int, h, u int, preds [][]int) []int {
	in := map[int]bool{h: true}
	for _, b := range body {
		in[b] = true
	}
	if len(body) == 0 {
		body = append(body, h)
	}
	work := []int{u}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if in[b] || m.order[b] < 0 {
			continue
		}
		in[b] = true
		body = append(body, b)
		work = append(work, preds[b]...)
	}
	return body
}

// iteration returns the immediate postdominators within one iteration of the loop, leaving aside the ways out of it.
func (m *Meets) iteration(header int, body []int) []int {
	next := len(m.f.Blocks)
	in := make([]bool, next)
	for _, b := range body {
		in[b] = true
	}
	rev := make(graph, next+1)
	for _, b := range body {
		for _, e := range m.f.Blocks[b].Term.Succs {
			switch {
			case e.To == header:
				rev[next] = append(rev[next], b)
			case in[e.To]:
				rev[e.To] = append(rev[e.To], b)
			}
		}
	}
	ipdom := rev.dominators(next)
	for i, d := range ipdom {
		if d == next {
			ipdom[i] = -1
		}
	}
	return ipdom[:next]
}

// Of returns the blocks at which ways that part in block b may meet before their function returns, from the nearest to
// the furthest: the first that can be reached by two of them; then, for each loop around b, what all ways come through that stay in
// the iteration, and the header, where the next iteration begins; and the first block that all ways to the return come through. A way may pass by
// any of them but the last.
func (m *Meets) Of(b int) []int {
	var out []int
	add := func(x int) {
		if x >= 0 && !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	add(m.firstCommon(b))
	for l := m.inner[b]; l >= 0; l = m.loops[l].outer {
		add(m.loops[l].ipdom[b])
		add(m.loops[l].header)
	}
	add(m.ipdom[b])
	return out
}

// firstCommon returns the block that can be reached by two ways out of b, within the iteration, that comes first in reverse postorder; -1 for none.
func (m *Meets) firstCommon(b int) int {
	succs := succs(m.f.Blocks[b])
	if len(succs) < 2 {
		return -1
	}
	header := -1
	if l := m.inner[b]; l >= 0 {
		header = m.loops[l].header
	}
	const several = -1
	by := map[int]int{} // block: the way that reaches it, counted from 1, or several
	var work []int      // sorted by order, descending
	reach := func(x, way int) {
		if x == b || x == header || by[x] == several || by[x] == way {
			return
		}
		if by[x] == 0 {
			i, _ := slices.BinarySearchFunc(work, x, func(e, t int) int { return m.order[t] - m.order[e] })
			work = slices.Insert(work, i, x)
			by[x] = way
		} else {
			by[x] = several
		}
	}
	for k, s := range succs {
		reach(s, k+1)
	}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if by[x] == several {
			return x
		}
		for _, e := range m.f.Blocks[x].Term.Succs {
			if m.order[e.To] > m.order[x] { // not a back edge
				reach(e.To, by[x])
			}
		}
	}
	return -1
}
