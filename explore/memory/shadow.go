package memory

// This file records which bytes of an object have a value: memory of malloc, and locals, are
// undefined until they are written. Most objects are written from their start on, so what is
// kept is the length of the defined front; a bitmap is made only for what is written behind a gap.

import "math/bits"

// shadow says which bytes are undefined. The zero value says: none.
type shadow struct {
	partial bool     // some byte is undefined
	from    uint64   // partial: the first undefined byte
	gaps    []uint64 // partial: empty: all from from on are undefined; else a bit for each byte of the object, set where it is
}

// undefined makes all of n bytes undefined.
func (s *shadow) undefineAll(n uint64) {
	s.partial, s.from, s.gaps = n > 0, 0, s.gaps[:0]
}

// Partial reports whether some byte is undefined.
func (c *Contents) Partial() bool { return c.shadow.partial }

// Front returns how many bytes at the start of c are defined.
func (c *Contents) Front() uint64 {
	if c.shadow.partial {
		return c.shadow.from
	}
	return uint64(len(c.Bytes))
}

// DefinedEnd returns the end of the defined bytes at off.
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

// Defined reports whether all of n bytes at off are defined.
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

// span is a range of bytes.
type span struct{ off, n uint64 }

// undefinedIn returns the undefined ranges within n bytes at off, relative to off.
func (c *Contents) undefinedIn(off, n uint64) []span {
	if c.Defined(off, n) {
		return nil
	}
	s, end := &c.shadow, off+n
	if len(s.gaps) == 0 {
		lo := max(off, s.from)
		return []span{{lo - off, end - lo}}
	}
	var out []span
	for at := s.next(off, end, true); at < end; {
		stop := s.next(at, end, false)
		out = append(out, span{at - off, stop - at})
		at = s.next(stop, end, true)
	}
	return out
}

// copyShadow makes n bytes at off as defined as those of src at soff.
func (c *Contents) copyShadow(off uint64, src *Contents, soff, n uint64) {
	if !c.shadow.partial && !src.shadow.partial {
		return
	}
	gaps := src.undefinedIn(soff, n)
	c.Define(off, n)
	for _, g := range gaps {
		c.Undefine(off+g.off, g.n)
	}
}

// sameShadow reports whether the same bytes of c and o, of one size, are defined.
func (c *Contents) sameShadow(o *Contents) bool {
	a, b := &c.shadow, &o.shadow
	if a.partial != b.partial || a.partial && a.from != b.from {
		return false
	}
	if !a.partial || len(a.gaps) == 0 && len(b.gaps) == 0 {
		return true
	}
	n := uint64(len(c.Bytes))
	x, y := c.undefinedIn(0, n), o.undefinedIn(0, n)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// meet defines what is defined in o.
func (c *Contents) meet(o *Contents) {
	at := uint64(0)
	for _, g := range o.undefinedIn(0, uint64(len(o.Bytes))) {
		c.Define(at, g.off-at)
		at = g.off + g.n
	}
	c.Define(at, uint64(len(c.Bytes))-at)
}
