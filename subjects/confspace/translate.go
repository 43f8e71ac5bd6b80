package confspace

// This file carries sets from one manager to another one, in which the options may have another order.
//
// Making each node anew by Ite costs the product of diagrams where the orders are opposite. So the diagrams are copied to a forest of their own,
// in which neighbouring levels are swapped (Rudell's operation of sifting) until the order is the other manager's. The forest counts
// references, so that it has just the nodes of the sets at any time.

import "slices"

// Translate returns, in to, the sets of m, of which the space is equal.
func (m *Sets) Translate(to *Sets, sets []Set) []Set {
	if m == to {
		return sets
	}
	f := newForest(m, to, sets, func(level int32) int32 { return to.levelLike(m, level) })
	f.sort()
	return f.sets()
}

// TranslateOptions is Translate to a manager of another space: options[o] is the index there of option o, which has the same domain; -1 if it is not
// there. The sets must not depend on such options, nor have relations.
func (m *Sets) TranslateOptions(to *Sets, options []int, sets []Set) []Set {
	f := newForest(m, to, sets, func(level int32) int32 {
		o, bit := m.OptionAt(level)
		at, ok := to.LevelOf(options[o], bit)
		if !ok {
			panic("BUG: a set depends on an option that the other space does not have")
		}
		return at
	})
	f.sort()
	return f.sets()
}

// forest is diagrams whose order changes. Sets in it are handles as in Sets; low is without complement.
type forest struct {
	to    *Sets
	order []int32 // levels of to, as they lie in the forest
	nodes []forestNode
	of    map[int32]map[[2]Set]int32 // by level of to: the nodes that decide on it, by low and high
	roots []Set
}

type forestNode struct {
	at        int32 // level of to
	low, high Set
	refs      int32
}

// newForest copies sets to a forest; like returns the level of to that has the variable of one of m's.
func newForest(m, to *Sets, sets []Set, like func(level int32) int32) *forest {
	f := &forest{to: to, nodes: make([]forestNode, 1), of: map[int32]map[[2]Set]int32{}}
	var levels []int32
	m.reach(sets, func(k int32) { levels = append(levels, m.nodes[k].level) })
	slices.Sort(levels)
	levels = slices.Compact(levels)
	at := make(map[int32]int32, len(levels))
	for _, l := range levels {
		at[l] = like(l)
		f.order = append(f.order, at[l])
		f.of[at[l]] = map[[2]Set]int32{}
	}
	done := map[Set]Set{}
	var rec func(s Set) Set
	rec = func(s Set) Set {
		if s <= Full {
			return s
		}
		neg := s & 1
		s ^= neg
		r, ok := done[s]
		if !ok {
			level, low, high := m.split(s)
			low = rec(low)
			r = f.node(at[level], low, rec(high))
			done[s] = r
		}
		return r ^ neg
	}
	for _, s := range sets {
		r := rec(s)
		f.nodes[r>>1].refs++
		f.roots = append(f.roots, r)
	}
	return f
}

// levelLike returns the level of the same variable as from's level.
func (m *Sets) levelLike(from *Sets, level int32) int32 {
	if level >= from.bitsEnd {
		return m.Level(m.Relate(*from.RelationAt(level)))
	}
	at, _ := m.LevelOf(from.OptionAt(level))
	return at
}

// node returns the set that decides on the level between low, which has no complement, and high.
func (f *forest) node(at int32, low, high Set) Set {
	if low == high {
		return low
	}
	key := [2]Set{low, high}
	k, ok := f.of[at][key]
	if !ok {
		k = int32(len(f.nodes))
		f.nodes = append(f.nodes, forestNode{at: at, low: low, high: high})
		f.of[at][key] = k
		f.nodes[low>>1].refs++
		f.nodes[high>>1].refs++
	}
	return Set(k << 1)
}

// drop takes a reference from s.
func (f *forest) drop(s Set) {
	n := &f.nodes[s>>1]
	if n.refs--; n.refs == 0 && s > Full {
		delete(f.of[n.at], [2]Set{n.low, n.high})
		f.drop(n.low)
		f.drop(n.high)
	}
}

// sort swaps levels until they ascend.
func (f *forest) sort() {
	for i := range f.order {
		for k := i; k > 0 && f.order[k-1] > f.order[k]; k-- {
			f.swap(f.order[k-1], f.order[k])
			f.order[k-1], f.order[k] = f.order[k], f.order[k-1]
		}
	}
}

// swap puts level y, which is right below x, above it.
func (f *forest) swap(x, y int32) {
	ofX, ofY := f.of[x], f.of[y]
	if len(ofX) == 0 || len(ofY) == 0 {
		return
	}
	var both []int32
	for _, k := range ofX {
		if n := &f.nodes[k]; f.nodes[n.low>>1].at == y && n.low > Full || f.nodes[n.high>>1].at == y && n.high > Full {
			both = append(both, k)
		}
	}
	for _, k := range both {
		n := f.nodes[k]
		low0, low1 := f.at(n.low, y)
		high0, high1 := f.at(n.high, y)
		delete(ofX, [2]Set{n.low, n.high})
		low, high := f.node(x, low0, high0), f.decide(x, low1, high1)
		f.nodes[low>>1].refs++
		f.nodes[high>>1].refs++
		f.drop(n.low)
		f.drop(n.high)
		f.nodes[k] = forestNode{at: y, low: low, high: high, refs: n.refs}
		ofY[[2]Set{low, high}] = k
	}
}

// at returns what is left of s, which decides on nothing above the level, where its variable is 0 and where it is 1.
func (f *forest) at(s Set, level int32) (low, high Set) {
	n := &f.nodes[s>>1]
	if s <= Full || n.at != level {
		return s, s
	}
	return n.low ^ s&1, n.high ^ s&1
}

// decide is node for a low that may have a complement.
func (f *forest) decide(at int32, low, high Set) Set {
	neg := low & 1
	return f.node(at, low^neg, high^neg) ^ neg
}

// sets returns the sets in f.to.
func (f *forest) sets() []Set {
	done := make([]Set, len(f.nodes))
	var rec func(s Set) Set
	rec = func(s Set) Set {
		if s <= Full {
			return s
		}
		if done[s>>1] == Empty {
			n := f.nodes[s>>1]
			low := rec(n.low)
			done[s>>1] = f.to.mk(n.at, low, rec(n.high))
		}
		return done[s>>1] ^ s&1
	}
	out := make([]Set, len(f.roots))
	for i, s := range f.roots {
		out[i] = rec(s)
	}
	return out
}
