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

// origin is memory to copy from: at an address, in the configurations of a set.
type origin struct {
	addr *expr.Expr
	text
	when confspace.Set
}

// good reports whether a segment of what begins there is known: in bounds and defined.
func (m *Machine) good(o *origin, s segment) bool {
	when := m.sets.And(o.when, s.when)
	return when == confspace.Empty || s.to <= uint64(len(o.data)) && !m.undefinedWhen(o.c, o.off+s.from, s.to-s.from, when)
}

// origins returns what is at an address that is a choice; nil: it cannot be read.
func (m *Machine) origins(addr *expr.Expr) []origin {
	if !addr.HasConstants() {
		return nil
	}
	var list []origin
	for leaf, where := range m.b.Leaves(addr) {
		if where = m.sets.And(where, m.st.Condition.Set); where == confspace.Empty {
			continue
		}
		c, f := m.p.Mem.ReadIn(leaf.Const(), 0, m.outside(where))
		if f != nil || len(list) == maxSegments {
			return nil
		}
		off := leaf.Const() & math.MaxUint32
		list = append(list, origin{leaf, text{c, off, c.Bytes[off:]}, where})
	}
	return list
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
	from := m.wide(src, 64)
	origins := m.origins(from)
	if len(origins) == 0 {
		return false
	}
	return m.writeSegments(dst, n, func(id uint64) bool {
		return slices.ContainsFunc(origins, func(o origin) bool { return o.addr.Const()>>32 == id })
	}, func(s segment) bool {
		return !slices.ContainsFunc(origins, func(o origin) bool { return !m.good(&o, s) })
	}, func(off, n uint64) (expr.Value, uint64) {
		if slices.ContainsFunc(origins, func(o origin) bool { return off+n > uint64(len(o.data)) || o.c.Symbolic(o.off+off, n) }) {
			n = 1
		}
		if len(origins) == 1 {
			return origins[0].c.Load(m.b, origins[0].off+off, n), n
		}
		return m.b.Value(m.b.MapLeaves(from, func(leaf *expr.Expr) *expr.Expr {
			i := slices.IndexFunc(origins, func(o origin) bool { return o.addr == leaf })
			if i < 0 || off+n > uint64(len(origins[i].data)) {
				return m.b.Const(0, uint(8*n)) // in no configuration that copies it
			}
			return m.b.Of(origins[i].c.Load(m.b, origins[i].off+off, n), uint(8*n))
		})), n
	})
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
