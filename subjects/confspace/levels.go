package confspace

// This file lets other packages walk and make diagrams: decision diagrams with other leaves than "in" and "out" (see package expr) are
// over the same variables, in the same order.
//
// A level is a variable's place in the order. Those below Levels are bits of the codes of options, the others relations. What is made of a level alone
// need not be a set of configurations, for a value may have several codes (see encoding.go): it is one only together with
// what says the same of all of them.

import (
	"math"
	"math/bits"
)

// Levels returns the number of levels that are bits of options; from there on they are relations.
func (m *Sets) Levels() int32 { return m.bitsEnd }

// Split returns the level of s's root, math.MaxInt32 where it has none, and what is left of s where the variable is 0 and where it is 1.
func (m *Sets) Split(s Set) (level int32, low, high Set) { return m.split(s) }

// Level returns the level of s's root; math.MaxInt32 where it has none.
func (m *Sets) Level(s Set) int32 { return m.nodes[s>>1].level }

// At returns what is left of s where the variable at a level that is not below s's root is 0, and where it is 1.
func (m *Sets) At(s Set, level int32) (low, high Set) { return m.at(s, level) }

// Decide returns the set that is low where the variable at the level is 0, and high where it is 1. Both must be below the level.
func (m *Sets) Decide(level int32, low, high Set) Set { return m.mk(level, low, high) }

// OptionAt returns the option whose code has its bit at a level below Levels, and which, 0 being the lowest.
func (m *Sets) OptionAt(level int32) (option int, bit uint) {
	o := m.owner[level]
	return int(o), uint(m.encoding(int(o)).end() - 1 - level)
}

// CodeZero returns the value whose code is 0, be it in the domain or not: variable i of the option, see OptionAt, is bit i of the difference of its value
// and this one. The option does not have a list of values.
func (m *Sets) CodeZero(option int) int64 {
	d := &m.space.Options[option].Domain
	return d.Normalize(d.value(m.enc[option].base))
}

// LevelOf is the inverse of OptionAt. It is not ok where there is no such option or bit.
func (m *Sets) LevelOf(option int, bit uint) (level int32, ok bool) {
	if option < 0 || option >= len(m.space.Options) || bit >= m.enc[option].k {
		return 0, false
	}
	return m.encoding(option).end() - 1 - int32(bit), true
}

// RelationAt returns the relation of a level from Levels on.
func (m *Sets) RelationAt(level int32) *Relation { return m.rel.list[level-m.bitsEnd] }

// Takes reports whether the variable at a level below Levels is 1 where its option has the value, of which the bits above the option's
// width do not matter. For a value that is not in the domain it answers for one that is.
func (m *Sets) Takes(level int32, value int64) bool {
	option, bit := m.OptionAt(level)
	e, d := m.encoding(option), &m.space.Options[option].Domain
	v := d.Normalize(value)
	if e.list == nil {
		key := max(e.base+e.lo, min(d.key(v), e.base+e.hi))
		return (key-e.base)>>bit&1 != 0
	}
	x, ok := m.code(option, v)
	if !ok {
		x = min(x, e.hi)
	}
	return x>>bit&1 != 0
}

// OfLevel returns the configurations for whose values Takes holds: unlike the variable itself this is a set of configurations.
func (m *Sets) OfLevel(level int32) Set {
	option, bit := m.OptionAt(level)
	e := m.encoding(option)
	r := m.mk(level, Empty, Full)
	if e.lo > 0 {
		r = m.Ite(m.atMost(e, e.lo-1), constant(e.lo>>bit&1 != 0), r)
	}
	if e.hi < e.max() {
		r = m.Ite(m.atMost(e, e.hi), r, constant(e.hi>>bit&1 != 0))
	}
	return r
}

// Bits returns the number of bits of the option's code: the number of levels that it has.
func (m *Sets) Bits(option int) int { return int(m.enc[option].k) }

// SupportWords returns the options on whose bits membership in s depends as a bit set.
func (m *Sets) SupportWords(s Set) []uint64 {
	words := make([]uint64, (len(m.space.Options)+63)/64)
	m.reach([]Set{s}, func(k int32) {
		if l := m.nodes[k].level; l < m.bitsEnd {
			words[m.owner[l]/64] |= 1 << (m.owner[l] % 64)
		}
	})
	return words
}

// Keep returns s with all options quantified away (Exists) that are not in the bit set, and all relations. Unlike Project it is one walk.
func (m *Sets) Keep(s Set, options []uint64) Set {
	last := int32(-1) // below it there is nothing to keep
	for i, w := range options {
		for ; w != 0; w &= w - 1 {
			if e := &m.enc[64*i+bits.TrailingZeros64(w)]; e.placed() {
				last = max(last, e.end())
			}
		}
	}
	kept := func(o int32) bool { return int(o/64) < len(options) && options[o/64]>>(o%64)&1 != 0 }
	all := int32(math.MaxInt32) // from there on everything is kept
	if last == m.bitsEnd && len(m.rel.list) == 0 {
		for all = last; all > 0 && kept(m.owner[all-1]); {
			all--
		}
	}
	m.memo.start(len(m.nodes))
	return m.keep(s, kept, last, all)
}

func (m *Sets) keep(s Set, kept func(option int32) bool, last, all int32) Set {
	if s <= Full {
		return s
	}
	level, low, high := m.split(s)
	switch {
	case level >= last:
		return Full
	case level >= all:
		return s
	}
	if r, ok := m.memo.get(s); ok {
		return r
	}
	var r Set
	if kept(m.owner[level]) {
		low := m.keep(low, kept, last, all)
		r = m.mk(level, low, m.keep(high, kept, last, all))
	} else if r = m.keep(low, kept, last, all); r != Full {
		r = m.Or(r, m.keep(high, kept, last, all))
	}
	m.memo.put(s, r)
	return r
}

// Simplify returns a set that has the configurations of care that are in s, and whichever others make its diagram small: where one
// side of a node has nothing of care, the other takes the node's place (Coudert and Madre's restrict). For a care that is empty it is s.
func (m *Sets) Simplify(s, care Set) Set {
	switch {
	case s <= Full || care <= Full:
		return s
	case s == care:
		return Full
	case s == care^1:
		return Empty
	}
	if n := len(m.simple); n == 0 || n < lastSimple && n < len(m.nodes) {
		m.simple = make([]andEntry, max(firstSimple, 2*n))
	}
	neg := s & 1
	s ^= neg
	h := hash3(uint32(s), uint32(care), 3)
	if e := &m.simple[h&uint32(len(m.simple)-1)]; e.a == s && e.b == care {
		return e.r ^ neg
	}
	level, s0, s1 := m.split(s)
	at := m.nodes[care>>1].level
	c0, c1 := m.at(care, min(level, at))
	var r Set
	switch {
	case at < level:
		r = m.Simplify(s, m.Or(c0, c1))
	case c1 == Empty:
		r = m.Simplify(s0, c0)
	case c0 == Empty:
		r = m.Simplify(s1, c1)
	default:
		low := m.Simplify(s0, c0)
		r = m.mk(level, low, m.Simplify(s1, c1))
	}
	m.simple[h&uint32(len(m.simple)-1)] = andEntry{s, care, r}
	return r ^ neg
}

// What Simplify remembers grows with the number of nodes.
const (
	firstSimple = 1 << 12
	lastSimple  = 1 << 18
)
