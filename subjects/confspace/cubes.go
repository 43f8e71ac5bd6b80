package confspace

// This file writes sets as unions of disjoint cubes: products of one set of
// values for each option.

import (
	"iter"
	"math"
	"slices"
)

// Interval is the values Lo..Hi in the order of the C type.
type Interval struct{ Lo, Hi int64 }

// Factor is what a cube says about one option: its value is in one of the Intervals, which ascend,
// are not empty and do not touch; or, where Intervals is nil, the bits of the C value that are 1 in Mask are
// those of Bits; or, where Modulus is not 0, C's remainder of the value and Modulus is Residue, or is not, if Negated. A factor with a Relation
// says whether that Holds, instead. Where none of these would be short, Values is the set of the configurations in which the option has one of the values, and
// Some are the first of these or, if Negated, of the others.
type Factor struct {
	Option     int
	Modulus    uint64
	Residue    int64
	Negated    bool
	Relation   *Relation
	Holds      bool
	Intervals  []Interval
	Mask, Bits uint64
	Values     Set
	Some       []int64
}

// Cube is a product of factors, by option. Options that are not mentioned may have any value.
type Cube []Factor

// maxIntervals is the number of runs of codes up to which a factor has intervals.
const maxIntervals = 64

// segment is a run of codes for which the same set is left.
type segment struct {
	lo, hi uint64
	rest   Set
}

// segments returns what is left of s, whose root is not above the option, by the
// option's code; without aliases. It gives up above limit.
func (m *Sets) segments(s Set, option, limit int) ([]segment, bool) {
	e := m.encoding(option)
	var out []segment
	var rec func(s Set, level int32, x uint64) bool
	rec = func(s Set, level int32, x uint64) bool {
		if m.nodes[s>>1].level >= e.end() {
			size := uint64(math.MaxUint64)
			if level > e.first || e.k < 64 {
				size = uint64(1)<<(e.end()-level) - 1
			}
			lo, hi := max(x, e.lo), min(x+size, e.hi)
			if lo > hi {
				return true
			}
			if n := len(out); n > 0 && out[n-1].rest == s {
				out[n-1].hi = hi
				return true
			}
			out = append(out, segment{lo, hi, s})
			return len(out) <= limit
		}
		low, high := m.at(s, level)
		return rec(low, level+1, x) && rec(high, level+1, x|1<<(e.end()-1-level))
	}
	ok := rec(s, e.first, 0)
	return out, ok
}

// branch is one way of going on from a node: under the factor, rest is left.
type branch struct {
	factor Factor
	all    bool // the factor says nothing
	rest   Set
}

// branches yields the ways below s by the value of the option at its root.
func (m *Sets) branches(s Set, option int) iter.Seq[branch] {
	if i := option - len(m.space.Options); i >= 0 {
		_, low, high := m.split(s)
		r := m.rel.list[i]
		return slices.Values([]branch{
			{factor: Factor{Option: option, Relation: r, Holds: true}, rest: high},
			{factor: Factor{Option: option, Relation: r}, rest: low},
		})
	}
	if segs, ok := m.segments(s, option, maxIntervals); ok {
		return slices.Values(m.intervals(segs, option))
	}
	return func(yield func(branch) bool) {
		end := m.encoding(option).end()
		for _, rest := range m.rests(s, end) {
			if rest != Empty && !m.values(m.reaching(s, end, rest), option, rest, yield) {
				return
			}
		}
	}
}

// intervals makes branches of segments.
func (m *Sets) intervals(segs []segment, option int) []branch {
	var out []branch
	for _, g := range segs {
		if g.rest == Empty {
			continue
		}
		iv := Interval{m.decode(option, g.lo), m.decode(option, g.hi)}
		i := slices.IndexFunc(out, func(b branch) bool { return b.rest == g.rest })
		if i < 0 {
			i = len(out)
			out = append(out, branch{factor: Factor{Option: option}, rest: g.rest})
		}
		f := &out[i].factor
		f.Intervals = append(f.Intervals, iv)
	}
	for i := range out {
		out[i].all = len(segs) == 1
	}
	return out
}

// values yields branches to rest for a set of values of the option: intervals, a remainder, or patterns of bits.
func (m *Sets) values(set Set, option int, rest Set, yield func(branch) bool) bool {
	if segs, ok := m.segments(set, option, maxIntervals); ok {
		for _, b := range m.intervals(segs, option) {
			if b.rest = rest; !yield(b) {
				return false
			}
		}
		return true
	}
	if f, ok := m.periodic(set, option); ok {
		return yield(branch{factor: f, rest: rest})
	}
	if m.manyPatterns(set, option) {
		f := Factor{Option: option, Values: set, Negated: m.Fraction(set) > 0.5}
		if f.Negated {
			f.Some, _ = m.Values(set^1, option, 3)
		} else {
			f.Some, _ = m.Values(set, option, 3)
		}
		return yield(branch{factor: f, rest: rest})
	}
	return m.patterns(set, option, rest, yield)
}

// maxPatterns bounds the patterns of bits that a set of one option's values is taken apart into.
const maxPatterns = 64

// manyPatterns reports whether a set of values takes more than maxPatterns patterns: those of n % 7 == 2 & n <= 1000000 are 10^5.
func (m *Sets) manyPatterns(set Set, option int) bool {
	n := 0
	return !m.eachPattern(set, m.encoding(option), func(_, _ uint64) bool {
		n++
		return n <= maxPatterns
	})
}

// eachPattern calls visit for each pattern of a set of values: the bits that it fixes, and what they are. It ends, with false, once visit returns false.
func (m *Sets) eachPattern(set Set, e *encoding, visit func(fixed, x uint64) bool) bool {
	var rec func(s Set, fixed, x uint64) bool
	rec = func(s Set, fixed, x uint64) bool {
		m.step()
		if s == Empty {
			return true
		}
		level, low, high := m.split(s)
		if level >= e.end() {
			return visit(fixed, x)
		}
		bit := uint64(1) << (e.end() - 1 - level)
		return rec(low, fixed|bit, x) && rec(high, fixed|bit, x|bit)
	}
	return rec(set, 0, 0)
}

// patterns yields branches to rest for a set of values of the option as patterns of bits. Lists never are so long.
func (m *Sets) patterns(set Set, option int, rest Set, yield func(branch) bool) bool {
	e := m.encoding(option)
	return m.eachPattern(set, e, func(fixed, x uint64) bool {
		if !m.matches(e, fixed, x) {
			return true
		}
		f := m.pattern(option, fixed, x)
		return yield(branch{factor: f, all: f.Mask == 0, rest: rest})
	})
}

// matches reports whether some code in lo..hi has the bits x where fixed is 1.
func (m *Sets) matches(e *encoding, fixed, x uint64) bool {
	// next returns the smallest such code >= from, whose bits above bit are from's.
	var next func(bit, from uint64) (uint64, bool)
	next = func(bit, from uint64) (uint64, bool) {
		if bit == 0 {
			return from, true
		}
		if from&bit == 0 {
			if fixed&bit == 0 || x&bit == 0 {
				if c, ok := next(bit>>1, from); ok {
					return c, true
				}
			}
			from = from&^(bit-1) | bit
		}
		if fixed&bit != 0 && x&bit == 0 {
			return 0, false
		}
		return next(bit>>1, from)
	}
	c, ok := next(1<<(e.k-1), e.lo)
	return ok && c <= e.hi
}

// pattern returns the factor for the codes that have the bits x where fixed is 1.
func (m *Sets) pattern(option int, fixed, x uint64) Factor {
	e, d := m.encoding(option), &m.space.Options[option].Domain
	f := Factor{Option: option}
	top := uint64(1) << (e.k - 1)
	f.Mask = fixed &^ top
	f.Bits = x &^ top
	if fixed&top != 0 {
		// The highest bit of the code chooses between two values of the bits from k-1 on.
		other := uint64(d.value(e.base + (x&top ^ top)))
		v := uint64(d.value(e.base + x&top))
		diff := (v ^ other) &^ (top - 1) & (^uint64(0) >> (64 - d.Bits))
		f.Mask |= diff
		f.Bits |= v & diff
	}
	return f
}

// Branches yields what is left of s, which is neither Empty nor Full, by disjoint factors of the first option of its
// support. What is left is not Empty and does not depend on that option.
func (m *Sets) Branches(s Set) iter.Seq2[Factor, Set] {
	return func(yield func(Factor, Set) bool) {
		for b := range m.branches(s, int(m.owner[m.nodes[s>>1].level])) {
			if b.rest != Empty && !yield(b.factor, b.rest) {
				return
			}
		}
	}
}

// Cubes yields disjoint cubes whose union is s, always the same ones in the same order.
func (m *Sets) Cubes(s Set) iter.Seq[Cube] {
	return func(yield func(Cube) bool) {
		var cube Cube
		var rec func(s Set) bool
		rec = func(s Set) bool {
			m.step()
			if s == Empty {
				return true
			}
			if s == Full {
				return yield(slices.Clone(cube))
			}
			o := int(m.owner[m.nodes[s>>1].level])
			for b := range m.branches(s, o) {
				if b.all {
					if !rec(b.rest) {
						return false
					}
					continue
				}
				cube = append(cube, b.factor)
				ok := rec(b.rest)
				cube = cube[:len(cube)-1]
				if !ok {
					return false
				}
			}
			return true
		}
		rec(s)
	}
}

// OfFactor returns the configurations that a factor describes.
func (m *Sets) OfFactor(f Factor) Set {
	if f.Relation != nil {
		r := m.Relate(*f.Relation)
		if !f.Holds {
			r ^= 1
		}
		return r
	}
	if f.Values != Empty {
		return f.Values
	}
	if f.Modulus != 0 {
		r := m.Remainder(f.Option, f.Modulus, f.Residue)
		if f.Negated {
			r ^= 1
		}
		return r
	}
	if f.Intervals != nil {
		r := Empty
		for _, iv := range f.Intervals {
			r = m.Or(r, m.Between(f.Option, iv.Lo, iv.Hi))
		}
		return r
	}
	r := Full
	for i := 0; i < int(m.space.Options[f.Option].Domain.Bits); i++ {
		if f.Mask>>i&1 != 0 {
			b := m.Bit(f.Option, i)
			if f.Bits>>i&1 == 0 {
				b ^= 1
			}
			r = m.And(r, b)
		}
	}
	return r
}

// OfCube returns the configurations of a cube.
func (m *Sets) OfCube(c Cube) Set {
	r := Full
	for i := len(c) - 1; i >= 0; i-- {
		r = m.And(m.OfFactor(c[i]), r)
	}
	return r
}
