package confspace

// This file refines partitions by many sets at once.
//
// Two codes of an option belong together if they leave the same of every entry, that is, of every set that the paths to the option's levels
// lead to. Intersecting the parts with one entry after another costs entries times parts, which is quadratic where a program compares one option
// with thousands of constants. Instead all entries are followed down the option's levels together: at each node only those
// count that still depend on the bits below, and entries that have become the same set count as one. What an entry leaves is
// kept as a sum over all entries, of a number for the entry times a number for the set that is left. The numbers are hashes of 122 bits, so
// that two codes with different sums differ for certain, and two with equal sums are equal but for a chance of 2^-122.

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// sum is a pair of integers modulo 2^61-1.
type sum [2]uint64

const modulus = 1<<61 - 1

func (x sum) plus(y sum) sum {
	for i := range x {
		if x[i] += y[i]; x[i] >= modulus {
			x[i] -= modulus
		}
	}
	return x
}

func (x sum) times(y sum) sum {
	for i := range x {
		hi, lo := bits.Mul64(x[i], y[i])
		x[i] = lo&modulus + (hi<<3 | lo>>61)
		if x[i] >= modulus {
			x[i] -= modulus
		}
	}
	return x
}

// sumOf hashes n.
func sumOf(n uint64) (s sum) {
	for i := range s {
		z := 2*n + uint64(i) + 1
		z *= 0x9e3779b97f4a7c15 // splitmix64, see Steele, Lea and Flood 2014
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		s[i] = (z ^ z>>31) % modulus
	}
	return s
}

// weighted is a set that several entries have become, with the sum of their numbers.
type weighted struct {
	set    Set
	weight sum
}

// summed is the codes below a node at which what is left has the sum.
type summed struct {
	sum   sum
	codes Set
}

// refined is the partition of the codes below a node, whose bits the active sets depend on, and how it comes about.
type refined struct {
	parts   []summed
	level   int32 // of the first bit that tells codes apart; the option's end if none does
	settled [2]sum
	next    [2]*refined
}

// refiner computes a partition of the codes of one option.
type refiner struct {
	m    *Sets
	e    *encoding
	max  int // parts; 0: any number
	memo map[string]*refined
	full bool // there are more than max
	key  []byte
}

// refine returns the coarsest partition of the option's codes such that the codes of one part leave the same of each entry. It is not ok where
// there are more than max parts.
func (m *Sets) refine(e *encoding, entries []Set, max int) (p *refined, ok bool) {
	r := &refiner{m: m, e: e, max: max, memo: map[string]*refined{}}
	active := make([]weighted, len(entries))
	for i, s := range entries {
		active[i] = weighted{s, sumOf(uint64(i) << 32)}
	}
	p = r.below(r.merge(active))
	return p, !r.full
}

// sum returns the sum that tells to which part a code belongs.
func (p *refined) sum(e *encoding, x uint64) (s sum) {
	for p.level < e.end() {
		bit := x >> (e.end() - 1 - p.level) & 1
		s = s.plus(p.settled[bit])
		p = p.next[bit]
	}
	return s
}

// merge sorts the sets and makes equal ones one.
func (r *refiner) merge(list []weighted) []weighted {
	slices.SortFunc(list, func(a, b weighted) int { return cmp.Compare(a.set, b.set) })
	out := list[:0]
	for _, w := range list {
		if n := len(out); n > 0 && out[n-1].set == w.set {
			out[n-1].weight = out[n-1].weight.plus(w.weight)
		} else {
			out = append(out, w)
		}
	}
	return out
}

// below refines the codes' bits that the active sets depend on; each does.
func (r *refiner) below(active []weighted) *refined {
	if len(active) == 0 {
		return &refined{parts: []summed{{codes: Full}}, level: r.e.end()}
	}
	r.key = r.key[:0]
	level := r.e.end()
	for _, w := range active {
		r.key = binary.LittleEndian.AppendUint32(r.key, uint32(w.set))
		r.key = binary.LittleEndian.AppendUint64(r.key, w.weight[0])
		r.key = binary.LittleEndian.AppendUint64(r.key, w.weight[1])
		level = min(level, r.m.nodes[w.set>>1].level)
	}
	key := string(r.key)
	if p, ok := r.memo[key]; ok {
		return p
	}
	p := &refined{level: level}
	var sides [2][]summed
	for high := range sides {
		var left []weighted
		for _, w := range active {
			lo, hi := r.m.at(w.set, level)
			if high == 1 {
				lo = hi
			}
			if r.m.nodes[lo>>1].level >= r.e.end() {
				p.settled[high] = p.settled[high].plus(w.weight.times(sumOf(uint64(lo))))
			} else {
				left = append(left, weighted{lo, w.weight})
			}
		}
		p.next[high] = r.below(r.merge(left))
		for _, q := range p.next[high].parts {
			sides[high] = append(sides[high], summed{q.sum.plus(p.settled[high]), q.codes})
		}
		if r.full {
			return p
		}
	}
	p.parts = r.join(level, sides[0], sides[1])
	r.memo[key] = p
	return p
}

// join makes the parts at a level of those below it, both sorted by sum.
func (r *refiner) join(level int32, low, high []summed) []summed {
	order := func(a, b summed) int { return slices.Compare(a.sum[:], b.sum[:]) }
	slices.SortFunc(low, order)
	slices.SortFunc(high, order)
	var list []summed
	for len(low) > 0 || len(high) > 0 {
		c := -1
		switch {
		case len(low) == 0:
			c = 1
		case len(high) > 0:
			c = order(low[0], high[0])
		}
		p := summed{}
		var l, h Set
		if c <= 0 {
			p.sum, l = low[0].sum, low[0].codes
			low = low[1:]
		}
		if c >= 0 {
			p.sum, h = high[0].sum, high[0].codes
			high = high[1:]
		}
		p.codes = r.m.mk(level, l, h)
		list = append(list, p)
	}
	r.full = r.max > 0 && len(list) > r.max
	return list
}
