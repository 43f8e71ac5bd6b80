package interp

// This file has the shortcuts for memory functions whose length or place depends on conditions: what is written is divided into segments, each of which is written in
// the configurations of a set, as if each configuration had made its own copy and the ways had met afterwards. Otherwise each length would be a way of its own.

import (
	"cmp"
	"math"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxSegments is how many lengths, and how many objects, a copy may choose from.
const maxSegments = 128

// segment is some bytes of a copy, from an offset to another, and in which configurations they are copied.
type segment struct {
	from, to uint64
	when     confspace.Set
}

// destination is an object to write to: at an address that is a choice between some in it, in the configurations of a set.
type destination struct {
	at   *expr.Expr
	when confspace.Set
}

// segments divides a copy of n bytes by the lengths that it may have in the path's configurations; nil: it cannot.
func (m *Machine) segments(n *expr.Expr) []segment {
	if !n.HasConstants() {
		return nil
	}
	var list []segment
	for leaf, where := range m.b.Leaves(n) {
		if where = m.sets.And(where, m.st.Condition.Set); where == confspace.Empty {
			continue
		}
		if len(list) == maxSegments || leaf.Const() > maxPutLate {
			return nil
		}
		list = append(list, segment{to: leaf.Const(), when: where})
	}
	slices.SortFunc(list, func(x, y segment) int { return cmp.Compare(x.to, y.to) })
	for i := len(list) - 2; i >= 0; i-- {
		list[i].when = m.sets.Or(list[i].when, list[i+1].when) // whoever copies more copies this, too
	}
	for i := 1; i < len(list); i++ {
		list[i].from = list[i-1].to
	}
	if len(list) > 0 && list[0].to == 0 {
		list = list[1:]
	}
	return list
}

// destinations divides an address that is a choice by its objects; nil: it cannot.
func (m *Machine) destinations(addr *expr.Expr) []destination {
	if !addr.HasConstants() {
		return nil
	}
	first := map[uint64]*expr.Expr{} // an address in each object
	for leaf := range m.b.Values(addr) {
		if first[leaf.Const()>>32] == nil {
			first[leaf.Const()>>32] = leaf
		}
	}
	if len(first) == 1 {
		return []destination{{addr, m.st.Condition.Set}}
	}
	// The sets of all addresses can be much larger than those of the objects.
	objects := m.b.MapLeaves(addr, func(leaf *expr.Expr) *expr.Expr { return m.b.Const(leaf.Const()>>32, 64) })
	var list []destination
	for id, where := range m.b.Leaves(objects) {
		if where = m.sets.And(where, m.st.Condition.Set); where == confspace.Empty {
			continue
		}
		at := m.b.MapLeaves(addr, func(leaf *expr.Expr) *expr.Expr {
			if leaf.Const()>>32 != id.Const() {
				return first[id.Const()]
			}
			return leaf
		})
		if len(list) == maxSegments {
			return nil
		}
		list = append(list, destination{at, where})
	}
	return list
}

// objectOf returns the id of the object that the addresses of a choice are of.
func objectOf(at *expr.Expr) uint64 {
	lo, _ := at.URange()
	return lo >> 32
}

// origins is memory to copy from, at an address that is a choice.
type origins struct {
	addr *expr.Expr
	at   map[*expr.Expr]text // by leaf
}

// origins returns what is at an address that is a choice; false where it cannot be read.
func (m *Machine) origins(addr *expr.Expr) (o origins, ok bool) {
	if !addr.HasConstants() {
		return o, false
	}
	o = origins{addr, map[*expr.Expr]text{}}
	for leaf := range m.b.Values(addr) {
		c, f := m.p.Mem.ReadIn(leaf.Const(), 0, m.otherwise(addr, leaf))
		if f != nil || len(o.at) == maxAddresses {
			return o, false
		}
		off := leaf.Const() & math.MaxUint32
		o.at[leaf] = text{c, off, c.Bytes[off:]}
	}
	return o, true
}

// good reports whether a segment is known, in bounds and defined, wherever it is read.
func (m *Machine) good(o origins, s segment) bool {
	for leaf := range m.b.Values(o.addr) {
		t := o.at[leaf]
		inside := s.to <= uint64(len(t.data))
		if inside && t.c.Defined(t.off+s.from, s.to-s.from) {
			continue
		}
		when := m.sets.And(m.b.Where(o.addr, leaf), s.when)
		if when != confspace.Empty && (!inside || m.undefinedWhen(t.c, t.off+s.from, s.to-s.from, when)) {
			return false
		}
	}
	return true
}

// loadOrigins returns n bytes, or one, at an offset in what is read. What no configuration reads is 0.
func (m *Machine) loadOrigins(o origins, off, n uint64) (expr.Value, uint64) {
	for _, t := range o.at {
		if off+n > uint64(len(t.data)) || t.c.Symbolic(t.off+off, n) {
			n = 1
			break
		}
	}
	e := m.b.MapLeaves(o.addr, func(leaf *expr.Expr) *expr.Expr {
		t := o.at[leaf]
		if off+n > uint64(len(t.data)) {
			return m.b.Const(0, uint(8*n))
		}
		return m.b.Of(t.c.Load(m.b, t.off+off, n), uint(8*n))
	})
	return m.b.Value(e), n
}

// has reports whether something is read in an object.
func (o origins) has(id uint64) bool {
	for leaf := range o.at {
		if leaf.Const()>>32 == id {
			return true
		}
	}
	return false
}

// copyParts is memcpy where an argument is a choice; false where that is for the body, since it may be an error, too.
func (m *Machine) copyParts(args []expr.Value) bool {
	if len(args) < 3 {
		return false
	}
	dst, src, n := m.settle(m.st, args[0]), m.settle(m.st, args[1]), m.settle(m.st, args[2])
	if !m.opt.MergeAll || dst.E == nil && src.E == nil && n.E == nil {
		return false
	}
	if n.E == nil && n.C == 0 {
		return true
	}
	from, ok := m.origins(m.wide(src, 64))
	return ok && m.writeSegments(dst, n, from.has, func(s segment) bool { return m.good(from, s) }, func(off, n uint64) (expr.Value, uint64) { return m.loadOrigins(from, off, n) })
}

// fillParts is memset where the address or the length is a choice; false as copyParts.
func (m *Machine) fillParts(dst, v, n expr.Value) bool {
	if !m.opt.MergeAll || dst.E == nil && n.E == nil {
		return false
	}
	if n.E == nil && n.C == 0 {
		return true
	}
	return m.writeSegments(dst, n, func(uint64) bool { return false }, func(segment) bool { return true }, func(_, n uint64) (expr.Value, uint64) {
		if v.E != nil {
			return v, 1
		}
		return expr.Value{C: v.C & 0xff * (math.MaxUint64 / 0xff) >> (64 - 8*n)}, n
	})
}

// writeSegments writes n bytes at dst, each of which may be a choice. good reports whether what is to be written is known, load returns at most n bytes of it at an offset. It is false, and
// nothing is done, where that may be an error, or dst may be in an object that is read.
func (m *Machine) writeSegments(dst, n expr.Value, reads func(id uint64) bool, good func(segment) bool, load func(off, n uint64) (expr.Value, uint64)) bool {
	segments, destinations := m.segments(m.wide(n, 64)), m.destinations(m.wide(dst, 64))
	if len(segments) == 0 || len(destinations) == 0 {
		return false
	}
	for _, s := range segments {
		if !good(s) {
			return false
		}
	}
	type write struct {
		segment
		at *expr.Expr
	}
	var writes []write
	for _, t := range destinations {
		if reads(objectOf(t.at)) {
			return false
		}
		for _, s := range segments {
			if s.when = m.sets.And(s.when, t.when); s.when == confspace.Empty {
				continue
			}
			w := write{s, m.b.Add(m.b.Restrict(t.at, s.when), m.b.Const(s.from, 64))}
			if !w.at.HasConstants() || !m.p.Mem.Within(w.at, s.to-s.from, m.outside(s.when)) {
				return false
			}
			writes = append(writes, w)
		}
	}
	for _, w := range writes {
		m.writeSegment(w.segment, w.at, load)
	}
	for _, t := range destinations {
		m.drop(uint32(objectOf(t.at)))
	}
	return true
}

// writeSegment writes a segment that begins at an address: later, if that is a choice or something else in the object is put off.
func (m *Machine) writeSegment(s segment, at *expr.Expr, load func(off, n uint64) (expr.Value, uint64)) {
	when := m.sets.Simplify(s.when, m.st.Condition.Set)
	var direct *memory.Contents
	if at.IsConst() {
		c, late := m.p.Mem.Apart(at.Const(), s.to-s.from, true, m.outside(s.when))
		if direct = c; !late {
			direct, _ = m.p.Mem.WriteIn(at.Const(), s.to-s.from, m.outside(s.when))
		}
	}
	for off := s.from; off < s.to; {
		n := uint64(8)
		for n > s.to-off {
			n /= 2
		}
		v, n := load(off, n)
		if v.E != nil {
			v = m.b.Value(m.b.Restrict(v.E, s.when))
		}
		a := m.b.Add(at, m.b.Const(off-s.from, 64))
		if direct != nil {
			direct.StoreWhen(m.b, a.Const()&math.MaxUint32, n, v, when)
		} else {
			m.p.Mem.StoreLate(m.b, a, n, v, when)
		}
		off += n
	}
}
