package confspace

// This file implements the encoding of options by variables, and the sets that
// one option's value decides.
//
// An option of k bits owns k neighbouring levels, most significant bit first. Its
// code x, 0 <= x < 2^k, stands for a value: the x-th one of a list; for all other
// domains Base+x in the order of the C type, where Base is a multiple of 2^(k-1),
// so that the bits of the C value below the highest are those of x, and signed and unsigned comparisons are
// comparisons of codes. Codes below the first (lo) or above the last (hi)
// are aliases of these: every code stands for some value of the domain. So
// a set needs no conjunct that says which codes are valid, the complement is the complement, and
// equal sets still have equal diagrams.

import (
	"fmt"
	"math/bits"
	"slices"
)

type encoding struct {
	first  int32  // level of the most significant bit
	k      uint   // number of bits
	base   uint64 // key of code 0; not for lists
	lo, hi uint64 // codes of the smallest and greatest value
	list   []int64
}

// unplaced is the first level of an option that has none yet: even its end is above all levels.
const unplaced = -65

// placed reports whether the option has levels.
func (e *encoding) placed() bool { return e.first >= 0 }

// end returns the first level that is below the option's.
func (e *encoding) end() int32 { return e.first + int32(e.k) }

// max returns the greatest code, alias or not.
func (e *encoding) max() uint64 {
	if e.k == 0 {
		return 0
	}
	return ^uint64(0) >> (64 - e.k)
}

func (m *Sets) layOut() {
	m.enc = make([]encoding, len(m.space.Options))
	m.bits = make([][]Set, len(m.space.Options))
	var level int32
	for i := range m.space.Options {
		e := encode(m.space.Options[i].Domain)
		e.first = level
		level += int32(e.k)
		for range e.k {
			m.owner = append(m.owner, int32(i))
		}
		m.enc[i] = e
	}
	m.free = level
	if m.byUse {
		for i := range m.enc {
			m.enc[i].first = unplaced
		}
	}
}

// encoding returns the option's encoding, with levels.
func (m *Sets) encoding(option int) *encoding {
	e := &m.enc[option]
	if !e.placed() {
		m.free -= int32(e.k)
		e.first = m.free
		for l := e.first; l < e.end(); l++ {
			m.owner[l] = int32(option)
		}
	}
	return e
}

func encode(d Domain) encoding {
	if d.Kind == DomainList {
		n := uint64(len(d.Values))
		return encoding{k: uint(bits.Len64(n - 1)), hi: n - 1, list: d.Values}
	}
	lo, hi := d.Bounds()
	klo, khi := d.key(lo), d.key(hi)
	if klo == khi {
		return encoding{base: klo}
	}
	k := uint(bits.Len64(khi - klo))
	for ; k < 64; k++ {
		base := klo &^ (1<<(k-1) - 1)
		if khi-base <= ^uint64(0)>>(64-k) {
			return encoding{k: k, base: base, lo: klo - base, hi: khi - base}
		}
	}
	return encoding{k: 64, lo: klo, hi: khi}
}

// code returns the code of a value, if it is in the domain.
func (m *Sets) code(option int, v int64) (uint64, bool) {
	e, d := m.encoding(option), &m.space.Options[option].Domain
	if e.list != nil {
		i, ok := slices.BinarySearchFunc(e.list, v, func(a, b int64) int {
			switch {
			case a == b:
				return 0
			case d.Less(a, b):
				return -1
			}
			return 1
		})
		return uint64(i), ok
	}
	x := d.key(v) - e.base
	return x, d.key(v) >= e.base && x >= e.lo && x <= e.hi
}

// decode returns the value for which a code stands.
func (m *Sets) decode(option int, x uint64) int64 {
	e := m.encoding(option)
	x = max(e.lo, min(x, e.hi))
	if e.list != nil {
		return e.list[x]
	}
	return m.space.Options[option].Domain.value(e.base + x)
}

// atMost returns the codes up to x.
func (m *Sets) atMost(e *encoding, x uint64) Set {
	r := Full
	for i := uint(0); i < e.k; i++ {
		level := e.first + int32(e.k-1-i)
		if x>>i&1 != 0 {
			r = m.mk(level, Full, r)
		} else {
			r = m.mk(level, r, Empty)
		}
	}
	return r
}

// codes returns the codes a..b and the aliases of the values for which these stand.
func (m *Sets) codes(e *encoding, a, b uint64) Set {
	if a > b {
		return Empty
	}
	r := Full
	if b < e.hi {
		r = m.atMost(e, b)
	}
	if a > e.lo {
		r = m.Diff(r, m.atMost(e, a-1))
	}
	return r
}

// Between returns the configurations in which lo <= option <= hi, in the order
// of the C type. lo and hi need not be in the domain.
func (m *Sets) Between(option int, lo, hi int64) Set {
	e, d := m.encoding(option), &m.space.Options[option].Domain
	if d.Less(hi, lo) {
		return Empty
	}
	if e.list != nil {
		a, b := 0, len(e.list)
		for a < b && d.Less(e.list[a], lo) {
			a++
		}
		for b > a && d.Less(hi, e.list[b-1]) {
			b--
		}
		if a == b {
			return Empty
		}
		return m.codes(e, uint64(a), uint64(b-1))
	}
	first, last := e.base+e.lo, e.base+e.hi
	a, b := max(d.key(lo), first), min(d.key(hi), last)
	if a > b {
		return Empty
	}
	return m.codes(e, a-e.base, b-e.base)
}

// Setting returns the configurations in which the option has the value; Empty if
// the value is not in its domain.
func (m *Sets) Setting(option int, value int64) Set {
	x, ok := m.code(option, value)
	if !ok {
		return Empty
	}
	return m.codes(m.encoding(option), x, x)
}

// Less returns the configurations in which option < c, in the order of the C type.
func (m *Sets) Less(option int, c int64) Set {
	lo, _ := m.space.Options[option].Domain.Bounds()
	return m.Diff(m.Between(option, lo, c), m.Setting(option, c))
}

// AtMost returns the configurations in which option <= c.
func (m *Sets) AtMost(option int, c int64) Set {
	lo, _ := m.space.Options[option].Domain.Bounds()
	return m.Between(option, lo, c)
}

// Of returns the configurations that have all the settings.
func (m *Sets) Of(s Settings) Set {
	r := Full
	for i := len(s) - 1; i >= 0; i-- {
		r = m.And(m.Setting(s[i].Option, s[i].Value), r)
	}
	return r
}

// OfConfiguration returns the set that has just the one configuration.
func (m *Sets) OfConfiguration(c Configuration) Set { return m.Of(c.Settings()) }

// Bit returns the configurations in which bit i (0 is the lowest) of the option's C value is 1.
func (m *Sets) Bit(option int, i int) Set {
	d := &m.space.Options[option].Domain
	if i < 0 || i >= int(d.Bits) {
		panic(fmt.Sprintf("confspace: bit %d of option %s, which has %d bits", i, m.space.Options[option].Name, d.Bits))
	}
	if m.bits[option] == nil {
		b := make([]Set, d.Bits)
		for j := range b {
			b[j] = m.makeBit(option, uint(j))
		}
		m.bits[option] = b
	}
	return m.bits[option][i]
}

func (m *Sets) makeBit(option int, i uint) Set {
	e, d := m.encoding(option), &m.space.Options[option].Domain
	bitOf := func(x uint64) bool { return uint64(m.decode(option, x))>>i&1 != 0 }
	if e.list != nil {
		r := Empty
		for x := range e.list {
			if bitOf(uint64(x)) {
				r = m.Or(r, m.codes(e, uint64(x), uint64(x)))
			}
		}
		return r
	}
	if e.k == 0 {
		return constant(bitOf(0))
	}
	var raw Set
	if i+1 < e.k {
		raw = m.mk(e.first+int32(e.k-1-i), Empty, Full)
	} else {
		low := uint64(d.value(e.base))
		high := uint64(d.value(e.base + 1<<(e.k-1)))
		raw = m.mk(e.first, constant(low>>i&1 != 0), constant(high>>i&1 != 0))
	}
	// Codes outside lo..hi have the bits of their nearest value.
	if e.lo > 0 {
		raw = m.Ite(m.atMost(e, e.lo-1), constant(bitOf(e.lo)), raw)
	}
	if e.hi < e.max() {
		raw = m.Ite(m.atMost(e, e.hi), raw, constant(bitOf(e.hi)))
	}
	return raw
}

func constant(b bool) Set {
	if b {
		return Full
	}
	return Empty
}
