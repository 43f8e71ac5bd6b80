package memory

// This file implements writes that are put off: those at addresses that are choices.
//
// A program that appends, under conditions, to an array or a string writes at a place that depends on all conditions before. Every cell that this may
// be becomes a choice over all of them, and after the next condition a larger one. Mostly nobody looks in between. So
// contents have a list of writes that are still to be carried out on their bytes, each in the configurations of a set; it is shared
// as contents are, and joined by joining the sets. Who asks for the contents gets them with all writes carried out.

import (
	"math"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxLate is how many writes are put off.
const maxLate = 1 << 16

// late is an immutable list of writes that are put off, newest first.
type late struct {
	prev  *late
	depth int
	b     *expr.Builder
	at    *expr.Expr // address: a choice between constants, all of which are in the object's bounds
	n     uint64     // 1 to 8 bytes
	v     expr.Value
	when  confspace.Set
}

// then returns the list with w behind it.
func (l *late) then(w late) *late {
	w.prev, w.depth = l, 1
	if l != nil {
		w.depth = l.depth + 1
	}
	return &w
}

// since returns the writes behind base, oldest first.
func (l *late) since(base *late) []*late {
	all := make([]*late, 0, l.length()-base.length())
	for ; l != base; l = l.prev {
		all = append(all, l)
	}
	for i, k := 0, len(all)-1; i < k; i, k = i+1, k-1 {
		all[i], all[k] = all[k], all[i]
	}
	return all
}

func (l *late) length() int {
	if l == nil {
		return 0
	}
	return l.depth
}

// sharedLate returns the longest list that both continue.
func sharedLate(x, y *late) *late {
	for x != y {
		if x.length() >= y.length() {
			x = x.prev
		} else {
			y = y.prev
		}
	}
	return x
}

// StoreLate writes the low n bytes of v (1 to 8) at an address that is a choice between constants, or one, later, in the configurations of when. The access must be Within.
func (as *AddressSpace) StoreLate(b *expr.Builder, addr *expr.Expr, n uint64, v expr.Value, when confspace.Set) {
	id := idOf(addr)
	c := as.raw(id)
	c.end = nil
	if c.late.length()-c.done.length() >= maxLate {
		c.carryOut(c.late)
	}
	if c.late == c.done && c.late.length() > maxLate {
		c.late, c.done = nil, nil
	}
	c.late = c.late.then(late{b: b, at: addr, n: n, v: v, when: when})
}

// Within reports whether n bytes can be written at all addresses of a choice between constants, which are of one object, in some configurations: see ReadIn.
func (as *AddressSpace) Within(addr *expr.Expr, n uint64, elsewhere func(death *expr.Expr) bool) bool {
	lo, hi := addr.URange()
	if lo>>32 != hi>>32 {
		return false
	}
	_, f := as.checkIn(lo, hi-lo+n, true, elsewhere)
	return f == nil
}

// idOf returns the id of the object that the addresses of a choice are of.
func idOf(addr *expr.Expr) uint32 {
	lo, _ := addr.URange()
	return uint32(lo >> 32)
}

// PutLate is StoreLate of bytes.
func (as *AddressSpace) PutLate(b *expr.Builder, addr *expr.Expr, s []byte) bool {
	return as.putLate(b, addr, uint64(len(s)), func(k, n uint64) expr.Value { return expr.Value{C: word(s[k:k+n], n)} })
}

// CopyLate is StoreLate of n bytes at off of contents, all of which are defined and which are of another object.
func (as *AddressSpace) CopyLate(b *expr.Builder, addr *expr.Expr, c *Contents, off, n uint64) bool {
	return as.putLate(b, addr, n, func(k, n uint64) expr.Value { return c.Load(b, off+k, n) })
}

// putLate is StoreLate of size bytes, which load returns by offset and number.
func (as *AddressSpace) putLate(b *expr.Builder, addr *expr.Expr, size uint64, load func(k, n uint64) expr.Value) bool {
	if !as.Within(addr, size, nil) {
		return false
	}
	for k := uint64(0); k < size; {
		n := uint64(8)
		for n > size-k {
			n /= 2
		}
		as.StoreLate(b, b.Add(addr, b.Const(k, 64)), n, load(k, n), confspace.Full)
		k += n
	}
	return true
}

// Apart returns the contents for an access of n bytes at addr that what was put off does not concern, as they are without it; nil where it does concern it,
// and for a write behind the last one that was put off, so that what is appended to a buffer is one list. late reports whether something was put off
// and the access is valid; elsewhere is as ReadIn's.
func (as *AddressSpace) Apart(addr, n uint64, write bool, elsewhere func(death *expr.Expr) bool) (c *Contents, late bool) {
	e, f := as.checkIn(addr, n, write, elsewhere)
	if f != nil || e.c == nil || e.c.late == e.c.done {
		return nil, false
	}
	for l := e.c.late; l != e.c.done; l = l.prev {
		lo, hi := l.at.URange()
		if addr < hi+l.n && lo < addr+n || write && l == e.c.late && addr == hi+l.n {
			return nil, true
		}
	}
	if write {
		c = as.raw(uint32(addr >> 32))
		c.end = nil
		return c, true
	}
	return e.c, true
}

// carryOut returns the contents of live object id with the writes carried out that were put off. Where several spaces share
// contents, it is done once for all.
func (as *AddressSpace) carryOut(id uint32) *Contents {
	e := &as.modify(id).ents[id%fanout]
	if e.c.owner == as.epoch {
		e.c.carryOut(e.c.late)
		return e.c
	}
	if e.c.carried == nil {
		e.c.carried = e.c.copyFor(0)
		e.c.carried.carryOut(e.c.late)
	}
	e.c = e.c.carried
	return e.c
}

// carryOut performs the writes that were put off up to one of them. c must be writable.
func (c *Contents) carryOut(to *late) {
	for _, w := range to.since(c.done) {
		m := w.b.Sets()
		for leaf, where := range w.b.Leaves(w.at) {
			if when := m.And(where, w.when); when != confspace.Empty {
				c.StoreWhen(w.b, leaf.Const()&math.MaxUint32, w.n, w.v, when)
			}
		}
	}
	c.done = to
	if to == c.late {
		c.end = nil
	}
}

// level returns the contents with the same of the writes carried out that both have: those that some of the two have carried out.
func (j *joiner) level(x, y *Contents) (*Contents, *Contents) {
	if x.late == y.late && x.done == y.done {
		return x, y
	}
	base := sharedLate(x.late, y.late)
	to := x.done
	if y.done.length() > to.length() {
		to = y.done
	}
	if to.length() > base.length() {
		to = base
	}
	reach := func(c *Contents) *Contents {
		if c.done.length() < to.length() {
			c = c.copyFor(0)
			c.carryOut(to)
		}
		return c
	}
	return reach(x), reach(y)
}

// lists returns what is left to be done of what was put off in two contents that are level, as one list, and the part of it that has been carried out.
func (j *joiner) lists(x, y *Contents) (all, done *late) {
	base := sharedLate(x.late, y.late)
	all, done = base, base
	for i, c := range [2]*Contents{x, y} {
		from := base
		if c.done.length() > base.length() {
			from = c.done
		} else {
			done = c.done
		}
		for _, w := range c.late.since(from) {
			w := *w
			w.when = j.b.Sets().And(w.when, j.where^confspace.Set(i))
			all = all.then(w)
		}
	}
	return all, done
}

// stringEnd says where a string ends: kept as long as something is put off in the object, and nothing but what is appended to the string is written.
type stringEnd struct {
	from uint32     // where the string begins
	at   *expr.Expr // address of the byte that ends it
}

// maxString is how many bytes of a string are looked at for its end, of which maxEnds may be that.
const (
	maxString = 1 << 12
	maxEnds   = 64
)

// KnownEnd returns what StringEnd would, if Ends has noted it; else nil.
func (as *AddressSpace) KnownEnd(addr uint64) *expr.Expr {
	e, f := as.check(addr, 1, false)
	if f != nil || e.c == nil || e.c.end == nil || e.c.end.from != uint32(addr) {
		return nil
	}
	return e.c.end.at
}

// StringEnd returns the address of the byte that ends the string at addr in configurations of care: a choice between constants. It is nil where that cannot
// be said: where the bytes are not known well enough, or are undefined.
func (as *AddressSpace) StringEnd(b *expr.Builder, addr uint64, care confspace.Set) *expr.Expr {
	c, f := as.Read(addr, 1)
	if f != nil {
		return nil
	}
	return c.findEnd(b, addr, care)
}

// Ends notes where the string at addr ends, after something has been put off.
func (as *AddressSpace) Ends(addr uint64, at *expr.Expr) {
	if c := as.raw(uint32(addr >> 32)); c.late != c.done {
		c.end = &stringEnd{uint32(addr), at}
	}
}

// findEnd is StringEnd for contents of which nothing is put off.
func (c *Contents) findEnd(b *expr.Builder, addr uint64, care confspace.Set) *expr.Expr {
	var ends []uint64
	var where []confspace.Set
	m := b.Sets()
	for off := addr & math.MaxUint32; off < uint64(len(c.Bytes)) && off < addr&math.MaxUint32+maxString; off++ {
		if !c.Defined(off, 1) {
			return nil
		}
		v := c.Byte(b, off)
		zero, ok := confspace.Set(0), v.E == nil
		switch {
		case v.E != nil:
			zero, ok = b.SetOf(b.Eq(v.E, b.Const(0, 8)))
		case v.C == 0:
			zero = confspace.Full
		}
		if !ok || len(ends) == maxEnds {
			return nil
		}
		if zero == confspace.Empty {
			continue
		}
		ends, where = append(ends, addr>>32<<32|off), append(where, zero)
		if care = m.Diff(care, zero); care == confspace.Empty {
			at := b.Const(ends[len(ends)-1], 64)
			for i := len(ends) - 2; i >= 0; i-- {
				at = b.Choose(where[i], b.Const(ends[i], 64), at)
			}
			if !at.HasConstants() {
				return nil
			}
			return at
		}
	}
	return nil
}

// ends joins what is known of a string's end.
func (j *joiner) ends(x, y *Contents) *stringEnd {
	switch {
	case x.end == nil && y.end == nil, x.end != nil && y.end != nil && x.end.from != y.end.from, j.where <= confspace.Full:
		return nil
	}
	from := x.end
	if from == nil {
		from = y.end
	}
	var at [2]*expr.Expr
	for i, c := range [2]*Contents{x, y} {
		switch {
		case c.end != nil:
			at[i] = c.end.at
		case c.late == c.done:
			at[i] = c.findEnd(j.b, uint64(idOf(from.at))<<32|uint64(from.from), confspace.Full)
		}
		if at[i] == nil {
			return nil
		}
	}
	e := j.b.Choose(j.where, at[0], at[1])
	if !e.HasConstants() {
		return nil
	}
	return &stringEnd{from.from, e}
}

// Part is bytes that are there in the configurations of a set, as far as these matter: what it says of others means nothing.
type Part struct {
	Bytes []byte
	Sym   map[int]*expr.Expr // bytes that are symbolic, by place; nil: none
	When  confspace.Set
}

// maxStarts is at how many places what was appended may begin.
const maxStarts = 16

// Parts returns n bytes at addr, n being a choice between constants, as parts one after another, in configurations of care: what is put off in the object must have been appended
// there, the first write behind bytes that are known, and each behind the one before or at addr again, as in a buffer that was emptied. ok says that this is so.
func (as *AddressSpace) Parts(b *expr.Builder, addr uint64, n *expr.Expr, care confspace.Set) (parts []Part, ok bool) {
	e, f := as.check(addr, 0, false)
	if f != nil || e.c == nil || e.c.late == e.c.done {
		return nil, false
	}
	m, some := b.Sets(), care
	if lo, _ := n.URange(); lo == 0 {
		none, ok := b.SetOf(b.Eq(b.Restrict(n, care), b.Const(0, 64)))
		if some = m.Diff(care, none); !ok || some == confspace.Empty {
			return nil, false
		}
	}
	writes, begun := e.c.recent(b, addr, some)
	end := b.Restrict(writes[0].at, some)
	if parts, ok = e.c.before(b, addr, end, begun); !ok {
		return nil, false
	}
	back := tail{b: b, care: some, end: end}
	for i := 0; i < len(writes); {
		w := writes[i]
		p, at := Part{When: m.Simplify(w.when, some)}, w.at
		for ; i < len(writes) && writes[i].when == w.when && writes[i].at == at; i++ {
			p.add(b, writes[i].v, writes[i].n)
			at = b.Add(w.at, b.Const(uint64(len(p.Bytes)), 64))
		}
		if m.Disjoint(p.When, some) {
			continue
		}
		if begun != some || !back.at(w.at, p.When) {
			again := m.Simplify(m.And(m.Simplify(w.from(b, addr), some), p.When), some)
			if begun != some {
				begun = m.Or(begun, m.And(again, some))
				if p.When = m.Simplify(m.And(p.When, begun), some); m.Disjoint(p.When, some) {
					continue
				}
			}
			if !back.at(w.at, m.Diff(p.When, again)) {
				return nil, false
			}
			parts = without(m, parts, again, some)
		}
		back.move(at, p.When)
		parts = append(parts, p)
	}
	if some != care {
		for i := range parts {
			parts[i].When = m.And(parts[i].When, some)
		}
	}
	return parts, back.at(b.Add(n, b.Const(addr, 64)), confspace.Full)
}

// manyWrites is how many writes are put off when it pays to find out which of them no longer matter.
const manyWrites = 256

// recent returns the writes that are put off, oldest first, as far as they matter for what lies from addr on, in configurations of care, if it was written in one go: of many not those
// before the last one at addr. before says in which configurations the first one that is returned is not behind such a write.
func (c *Contents) recent(b *expr.Builder, addr uint64, care confspace.Set) (writes []*late, before confspace.Set) {
	if c.late.length()-c.done.length() <= manyWrites {
		return c.late.since(c.done), care
	}
	before = care
	for l := c.late; l != c.done && before != confspace.Empty; l = l.prev {
		writes = append(writes, l)
		before = b.Sets().Diff(before, b.Sets().And(l.when, l.from(b, addr)))
	}
	slices.Reverse(writes)
	return writes, before
}

// from returns in which configurations the write is at an address, if it is made.
func (l *late) from(b *expr.Builder, addr uint64) confspace.Set {
	if lo, hi := l.at.URange(); addr < lo || hi < addr {
		return confspace.Empty
	}
	s, _ := b.SetOf(b.Eq(l.at, b.Const(addr, 64)))
	return s
}

// before returns the bytes from addr to an end that is a choice between constants in configurations of a set, without what was put off; not ok where they are not known.
func (c *Contents) before(b *expr.Builder, addr uint64, end *expr.Expr, in confspace.Set) (parts []Part, ok bool) {
	if in == confspace.Empty {
		return nil, true
	}
	starts := 0
	for leaf, where := range b.Leaves(end) {
		if where = b.Sets().And(where, in); where == confspace.Empty {
			continue
		}
		p, ok := c.known(b, addr, leaf.Const(), where)
		if starts++; !ok || starts > maxStarts {
			return nil, false
		}
		if len(p.Bytes) > 0 {
			parts = append(parts, p)
		}
	}
	return parts, true
}

// without returns the parts that are there in other configurations of care than those of a set.
func without(m *confspace.Sets, parts []Part, where, care confspace.Set) []Part {
	left := parts[:0]
	for _, p := range parts {
		if p.When = m.Simplify(m.Diff(p.When, where), care); !m.Disjoint(p.When, care) {
			left = append(left, p)
		}
	}
	return left
}

// known returns the bytes from one address to another in configurations of a set, if they are defined, without what was put off.
func (c *Contents) known(b *expr.Builder, from, to uint64, where confspace.Set) (p Part, ok bool) {
	if to < from || from>>32 != to>>32 || !c.Defined(from&math.MaxUint32, to-from) {
		return Part{}, false
	}
	p.When = where
	for ; from < to; from++ {
		v := c.Byte(b, from&math.MaxUint32)
		if v.E != nil {
			v = b.Value(b.Restrict(v.E, where))
		}
		p.add(b, v, 1)
	}
	return p, true
}

// add appends n bytes.
func (p *Part) add(b *expr.Builder, v expr.Value, n uint64) {
	if v.E != nil && p.Sym == nil {
		p.Sym = map[int]*expr.Expr{}
	}
	for k := range n {
		if v.E != nil {
			p.Sym[len(p.Bytes)] = b.Extract(b.Of(v, uint(8*n)), uint(8*k), 8)
		}
		p.Bytes = append(p.Bytes, byte(v.C>>(8*k)))
	}
}
