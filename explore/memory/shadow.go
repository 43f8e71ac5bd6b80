package memory

// This file records which bytes of an object have a value: memory of malloc, and locals, are
// undefined until they are written. Most objects are written from their start on, so what is
// kept is the length of the defined front; a bitmap is made only for what is written behind a gap.
//
// Bytes that are undefined in some configurations only count as undefined, except that Gaps tells in which.

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/confcov/confcov/explore/expr"
)

// shadow says which bytes are undefined. The zero value says: none.
type shadow struct {
	partial bool     // some byte is undefined
	from    uint64   // partial: the first undefined byte
	gaps    []uint64 // partial: empty: all from from on are undefined; else a bit for each byte of the object, set where it is
	some    []Gap    // those of the undefined bytes that have a condition, sorted and apart; their offsets are the object's
}

// Gap is a range of undefined bytes.
type Gap struct {
	Off, N uint64
	When   *expr.Expr // 1 bit: where they are undefined; nil: everywhere
}

func (g Gap) end() uint64 { return g.Off + g.N }

func (s *shadow) copy() shadow {
	if !s.partial {
		return shadow{}
	}
	return shadow{partial: true, from: s.from, gaps: slices.Clone(s.gaps), some: slices.Clone(s.some)}
}

// undefined makes all of n bytes undefined.
func (s *shadow) undefineAll(n uint64) {
	s.partial, s.from, s.gaps, s.some = n > 0, 0, s.gaps[:0], nil
}

// Partial reports whether some byte is undefined, in any configuration.
func (c *Contents) Partial() bool { return c.shadow.partial }

// Front returns how many bytes at the start of c are defined in all configurations.
func (c *Contents) Front() uint64 {
	if c.shadow.partial {
		return c.shadow.from
	}
	return uint64(len(c.Bytes))
}

// DefinedEnd returns the end of the bytes at off that are defined in all configurations.
func (c *Contents) DefinedEnd(off uint64) uint64 {
	s, n := &c.shadow, uint64(len(c.Bytes))
	switch {
	case !s.partial:
		return n
	case off < s.from:
		return s.from
	case len(s.gaps) == 0:
		return off
	}
	return s.next(off, n, true)
}

// Defined reports whether all of n bytes at off are defined in all configurations.
func (c *Contents) Defined(off, n uint64) bool {
	return !c.shadow.partial || n == 0 || c.DefinedEnd(off) >= off+n
}

// next returns the first byte at or behind off that is undefined (or defined), n if there is none. There are gaps.
func (s *shadow) next(off, n uint64, undefined bool) uint64 {
	for off < n {
		w := s.gaps[off>>6]
		if !undefined {
			w = ^w
		}
		if w >>= off & 63; w != 0 {
			return min(n, off+uint64(bits.TrailingZeros64(w)))
		}
		off = off&^63 + 64
	}
	return n
}

// set sets or clears the bits of n bytes at off.
func (s *shadow) set(off, n uint64, undefined bool) {
	for end := off + n; off < end; {
		k := min(end-off, 64-off&63)
		m := ^uint64(0) >> (64 - k) << (off & 63)
		if undefined {
			s.gaps[off>>6] |= m
		} else {
			s.gaps[off>>6] &^= m
		}
		off += k
	}
}

// spread makes the bitmap of an object of n bytes.
func (s *shadow) spread(n uint64) {
	words := int((n + 63) / 64)
	if cap(s.gaps) < words {
		s.gaps = make([]uint64, words)
	} else {
		s.gaps = s.gaps[:words]
		clear(s.gaps)
	}
	if s.partial {
		s.set(s.from, n-s.from, true)
	}
}

// Define makes n bytes at off defined.
func (c *Contents) Define(off, n uint64) {
	s, size := &c.shadow, uint64(len(c.Bytes))
	if !s.partial || n == 0 || off+n <= s.from {
		return
	}
	s.settle(off, n)
	if off > s.from {
		if len(s.gaps) == 0 {
			s.spread(size)
		}
		s.set(off, n, false)
		return
	}
	if len(s.gaps) == 0 {
		s.from = off + n
	} else {
		s.set(off, n, false)
		s.from = s.next(off+n, size, true)
	}
	if s.from == size {
		s.partial, s.gaps = false, s.gaps[:0]
	}
}

// Undefine makes n bytes at off undefined.
func (c *Contents) Undefine(off, n uint64) {
	s, size := &c.shadow, uint64(len(c.Bytes))
	s.settle(off, n)
	switch {
	case n == 0:
		return
	case !s.partial && off+n == size:
		s.partial, s.from = true, off
		return
	case s.partial && len(s.gaps) == 0 && off+n >= s.from:
		s.from = min(s.from, off)
		return
	}
	if len(s.gaps) == 0 {
		s.spread(size)
	}
	s.set(off, n, true)
	if !s.partial || off < s.from {
		s.from = off
	}
	s.partial = true
}

// undefineIn makes the bytes of g, not empty, undefined as it says.
func (c *Contents) undefineIn(g Gap) {
	c.Undefine(g.Off, g.N)
	if g.When != nil {
		some := c.shadow.some
		i := sort.Search(len(some), func(i int) bool { return some[i].Off > g.Off })
		c.shadow.some = slices.Insert(some, i, g)
	}
}

// settle removes the conditions of n bytes at off.
func (s *shadow) settle(off, n uint64) {
	if len(s.some) == 0 {
		return
	}
	i := sort.Search(len(s.some), func(i int) bool { return s.some[i].end() > off })
	j := i + sort.Search(len(s.some)-i, func(k int) bool { return s.some[i+k].Off >= off+n })
	if i == j {
		return
	}
	var rest [2]Gap
	left := rest[:0]
	if g := s.some[i]; g.Off < off {
		left = append(left, Gap{g.Off, off - g.Off, g.When})
	}
	if g := s.some[j-1]; g.end() > off+n {
		left = append(left, Gap{off + n, g.end() - off - n, g.When})
	}
	if len(left) == 0 {
		s.some = cut(s.some, i, j)
		return
	}
	s.some = slices.Replace(s.some, i, j, left...)
}

// cut removes list[i:j], and moves the fewer of the others: what is read or written from one end to the other is removed so, an element at a time.
func cut[T any](list []T, i, j int) []T {
	if i >= len(list)-j {
		return slices.Delete(list, i, j)
	}
	copy(list[j-i:], list[:i])
	clear(list[:j-i])
	return list[j-i:]
}

// Gaps returns the undefined ranges within n bytes at off, in ascending order and relative to off.
func (c *Contents) Gaps(off, n uint64) []Gap {
	if c.Defined(off, n) {
		return nil
	}
	s, end := &c.shadow, off+n
	var out []Gap
	put := func(lo, hi uint64, when *expr.Expr) {
		if l := len(out) - 1; l >= 0 && out[l].end() == lo-off && out[l].When == when {
			out[l].N += hi - lo
		} else if lo < hi {
			out = append(out, Gap{lo - off, hi - lo, when})
		}
	}
	k := sort.Search(len(s.some), func(i int) bool { return s.some[i].end() > off })
	// add divides a range into those that have a condition and those that have not.
	add := func(lo, hi uint64) {
		for k < len(s.some) && s.some[k].end() <= lo {
			k++
		}
		for ; k < len(s.some) && s.some[k].Off < hi; k++ {
			g := s.some[k]
			from, to := max(lo, g.Off), min(hi, g.end())
			put(lo, from, nil)
			put(from, to, g.When)
			if lo = to; lo == hi {
				return
			}
		}
		put(lo, hi, nil)
	}
	if len(s.gaps) == 0 {
		add(max(off, s.from), end)
		return out
	}
	for at := s.next(off, end, true); at < end; {
		stop := s.next(at, end, false)
		add(at, stop)
		at = s.next(stop, end, true)
	}
	return out
}

// copyShadow makes n bytes at off as defined as those of src at soff.
func (c *Contents) copyShadow(off uint64, src *Contents, soff, n uint64) {
	if !c.shadow.partial && !src.shadow.partial {
		return
	}
	gaps := src.Gaps(soff, n)
	c.Define(off, n)
	for _, g := range gaps {
		g.Off += off
		c.undefineIn(g)
	}
}

// sameShadow reports whether the same bytes of c and o, of one size, are defined in the same configurations.
func (c *Contents) sameShadow(o *Contents) bool {
	a, b := &c.shadow, &o.shadow
	if a.partial != b.partial || a.partial && a.from != b.from {
		return false
	}
	if !a.partial || len(a.gaps)+len(b.gaps)+len(a.some)+len(b.some) == 0 {
		return true
	}
	n := uint64(len(c.Bytes))
	return slices.Equal(c.Gaps(0, n), o.Gaps(0, n))
}
