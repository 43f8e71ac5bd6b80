package memory

// This file implements writes that are put off: those at addresses that are choices.
//
// A program that appends, under conditions, to an array or a string writes at a place that depends on all conditions before. Every cell that this may
// be becomes a choice over all of them, and after the next condition a larger one. Mostly nobody looks in between. So
// contents have a list of writes that are still to be carried out on their bytes, each in the configurations of a set; it is shared
// as contents are, and joined by joining the sets. Who asks for the contents gets them with all writes carried out.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxLate is how many writes are put off.
const maxLate = 1 << 12

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

// StoreLate writes the low n bytes of v (1 to 8) at an address that is a choice between constants, or one, later. It is false, and nothing is done, where that may be an error
// for some of them, or they are of several objects.
func (as *AddressSpace) StoreLate(b *expr.Builder, addr *expr.Expr, n uint64, v expr.Value) bool {
	lo, hi := addr.URange()
	if lo>>32 != hi>>32 {
		return false
	}
	if _, f := as.check(lo, hi-lo+n, true); f != nil {
		return false
	}
	id := uint32(lo >> 32)
	c := as.raw(id)
	if c.late.length()-c.done.length() >= maxLate {
		c.carryOut(c.late)
	}
	if c.late == c.done && c.late.length() > maxLate {
		c.late, c.done = nil, nil
	}
	c.late = c.late.then(late{b: b, at: addr, n: n, v: v, when: confspace.Full})
	return true
}

// Apart returns the contents for an access of n bytes at addr that what was put off does not concern, as they are without it; nil where it does concern it.
// late says that something was put off at all, and that the access is no error.
func (as *AddressSpace) Apart(addr, n uint64, write bool) (c *Contents, late bool) {
	e, f := as.check(addr, n, write)
	if f != nil || e.c == nil || e.c.late == e.c.done {
		return nil, false
	}
	for l := e.c.late; l != e.c.done; l = l.prev {
		if lo, hi := l.at.URange(); addr < hi+l.n && lo < addr+n {
			return nil, true
		}
	}
	if write {
		return as.raw(uint32(addr >> 32)), true
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
