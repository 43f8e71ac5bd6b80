package frontend

// This file checks initialisers (C 6.7.8): it flattens them to a list of values
// and the offsets at which they are stored, in the order of the offsets. As in gcc, that is
// the order of evaluation, and a value that a later one overrides is not evaluated.

import (
	"cmp"
	"slices"

	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// entry is one element of an initialiser list.
type entry struct {
	init        *cc.Initializer
	designators []designator // nil when there are none or they were dealt with
	value       *expr        // of an expression, once checked
}

// designator selects a subobject: an array element, or a range of them, or a member.
type designator struct {
	field  *field // nil for array elements
	lo, hi int64
	name   cc.Token
	node   *cc.Designator
}

// initCursor reads an initialiser list; nested levels without braces share it.
type initCursor struct {
	entries []*entry
	next    int
}

func (k *initCursor) peek() *entry {
	if k.next >= len(k.entries) {
		return nil
	}
	return k.entries[k.next]
}

// initializer checks the initialiser of an object of type t. It returns the
// type too, which the initialiser completes if it is an array of unknown length.
func (c *checker) initializer(t *ctype, n *cc.Initializer) ([]initItem, *ctype) {
	if n.Case == cc.InitializerInitList {
		return c.initList(t, n.InitializerList, c.pos(n))
	}
	e := c.expr(n.AssignmentExpression)
	return c.initValue(t, e, 0, nil)
}

// initValue initialises an object of type t at offset by one expression.
func (c *checker) initValue(t *ctype, e *expr, offset uint64, f *field) ([]initItem, *ctype) {
	switch {
	case t.kind == kArray && e.str && stringFits(t, e):
		if t.length < 0 {
			q := *t
			q.length = e.typ.length
			t = &q
		}
		return []initItem{{offset: offset, typ: t, value: e}}, t
	case t.kind == kArray:
		if literalFits(t, e) {
			if t.length < 0 {
				t = e.typ
			}
			return []initItem{{offset: offset, typ: e.typ, value: e}}, t
		}
		fail(e.pos, "array initialised by %s", e.typ)
	}
	e = c.decay(e)
	if f != nil && f.bits < 0 {
		f = nil
	}
	return []initItem{{offset: offset, typ: t, field: f, value: c.convert(e, t)}}, t
}

// literalFits reports whether e is a compound literal that can initialise an array of type t, which GNU C has.
func literalFits(t *ctype, e *expr) bool {
	literal := e.op == eLiteral || e.op == eVar && e.obj.literal
	return literal && e.typ.kind == kArray && compatible(t.elem.unqualified(), e.typ.elem.unqualified()) && (t.length < 0 || t.length >= e.typ.length)
}

// stringFits reports whether the string literal e can initialise an array of type t.
func stringFits(t *ctype, e *expr) bool {
	return t.elem.isInteger() && t.elem.sizeOf() == e.typ.elem.sizeOf()
}

// initList checks a braced initialiser of an object of type t.
func (c *checker) initList(t *ctype, l *cc.InitializerList, pos ir.Pos) ([]initItem, *ctype) {
	k := &initCursor{}
	for ; l != nil; l = l.InitializerList {
		if l.Initializer == nil {
			continue
		}
		en := &entry{init: l.Initializer}
		if l.Designation != nil {
			for d := l.Designation.DesignatorList; d != nil; d = d.DesignatorList {
				en.designators = append(en.designators, c.designator(d.Designator))
			}
		}
		k.entries = append(k.entries, en)
	}
	b := &initBuilder{c: c}
	switch {
	case t.isScalar():
		if len(k.entries) > 0 {
			b.object(t, 0, nil, k)
		} else {
			b.items = append(b.items, initItem{typ: t, value: castTo(constAt(0, tInt, pos), t, pos)})
		}
	case t.kind == kArray && len(k.entries) == 1 && k.peek().designators == nil && b.wholeString(t, k.peek()):
		b.items, t = c.initValue(t, k.peek().value, 0, nil)
		return b.items, t
	case t.kind == kArray || t.isRecord():
		if t.kind == kArray && (t.elem.variable() || t.count != nil) {
			fail(pos, "array of variable size is initialised")
		}
		n := b.aggregate(t, 0, k, true, 0)
		if t.kind == kArray && t.length < 0 {
			q := *t
			q.length = n
			t = &q
		}
	default:
		fail(pos, "initialiser of type %s", t)
	}
	order := func(x, y initItem) int {
		lo, _ := x.extent()
		also, _ := y.extent()
		return cmp.Compare(lo, also)
	}
	if !slices.IsSortedFunc(b.items, order) {
		slices.SortStableFunc(b.items, order)
	}
	return b.items, t
}

// extent returns the bits of the object that it initialises: those from lo up to hi.
func (it *initItem) extent() (lo, hi uint64) {
	if f := it.field; f != nil && f.bits >= 0 {
		lo = it.offset*8 + uint64(f.bit)
		return lo, lo + uint64(f.bits)
	}
	return it.offset * 8, (it.offset + it.typ.sizeOf()) * 8
}

func (c *checker) designator(d *cc.Designator) designator {
	switch d.Case {
	case cc.DesignatorIndex:
		v := int64(c.constant(d.ConstantExpression))
		return designator{lo: v, hi: v, node: d}
	case cc.DesignatorIndex2:
		return designator{lo: int64(c.constant(d.ConstantExpression)), hi: int64(c.constant(d.ConstantExpression2)), node: d}
	case cc.DesignatorField2:
		return designator{name: d.Token, lo: -1, node: d}
	}
	return designator{name: d.Token2, lo: -1, node: d}
}

// maxRangeItems is the largest number of values that a designated range is spelled out to.
const maxRangeItems = 1 << 20

// initBuilder collects the items of one braced initialiser.
type initBuilder struct {
	c      *checker
	items  []initItem
	end    uint64 // no item goes beyond this bit
	unions map[unionAt]*field
}

// unionAt is a union within the object that is initialised.
type unionAt struct {
	offset uint64
	rec    *record
}

// override removes the items that one of type t at offset replaces: those within it, and
// a structure's value of which it is a part. The latter's other members become 0.
func (b *initBuilder) override(t *ctype, offset uint64, f *field) {
	lo, hi := (&initItem{offset: offset, typ: t, field: f}).extent()
	if lo < b.end {
		b.items = slices.DeleteFunc(b.items, func(it initItem) bool {
			l, h := it.extent()
			part := l <= lo && h >= hi && !it.value.str && it.value.op != eVar && it.typ.isRecord() ||
				l <= lo && h >= hi && it.typ.isRecord() && b.c.fn != nil && b.c.static == 0
			return lo <= l && h <= hi || part
		})
	}
	b.end = max(b.end, hi)
}

// choose notes that member f of the union t is initialised, which discards what other members got.
func (b *initBuilder) choose(t *ctype, offset uint64, f *field) {
	at := unionAt{offset, t.rec}
	if old := b.unions[at]; old != nil && old != f {
		b.override(t, offset, nil)
	}
	if b.unions == nil {
		b.unions = map[unionAt]*field{}
	}
	b.unions[at] = f
}

// wholeString reports whether en is a string literal for the array type t.
func (b *initBuilder) wholeString(t *ctype, en *entry) bool {
	if en.init.Case != cc.InitializerExpr {
		return false
	}
	if en.value == nil {
		en.value = b.c.expr(en.init.AssignmentExpression)
	}
	return en.value.str && stringFits(t, en.value)
}

// object initialises one subobject from the next entry, or from as many as it
// takes if it is an aggregate and the entry has no braces.
func (b *initBuilder) object(t *ctype, offset uint64, f *field, k *initCursor) {
	en := k.peek()
	b.c.budget.step(func() ir.Pos { return b.c.pos(en.init) })
	if en.init.Case == cc.InitializerInitList {
		k.next++
		b.override(t, offset, f)
		items, _ := b.c.initList(t, en.init.InitializerList, b.c.pos(en.init))
		for _, it := range items {
			it.offset += offset
			if f != nil && f.bits >= 0 {
				it.field = f
			}
			b.items = append(b.items, it)
		}
		return
	}
	if en.value == nil {
		en.value = b.c.expr(en.init.AssignmentExpression)
	}
	e := en.value
	whole := t.isScalar() || t.kind == kArray && (e.str && stringFits(t, e) || literalFits(t, e)) || t.isRecord() && e.typ.isRecord() && e.typ.rec == t.rec
	if !whole {
		before := k.next
		b.aggregate(t, offset, k, false, 0)
		if k.next == before {
			k.next++ // an aggregate without members
		}
		return
	}
	k.next++
	b.override(t, offset, f)
	items, _ := b.c.initValue(t, e, offset, f)
	b.items = append(b.items, items...)
}

// aggregate initialises an array, structure or union. Its list has braces of
// its own or is shared with the enclosing one. It begins at the element or member
// first. It returns the number of elements of an array.
func (b *initBuilder) aggregate(t *ctype, offset uint64, k *initCursor, braced bool, first int64) int64 {
	count := t.length
	if t.isRecord() {
		count = int64(len(t.rec.members))
	}
	most := first
	for i := first; ; i++ {
		en := k.peek()
		if en == nil {
			break
		}
		if ds := en.designators; len(ds) > 0 {
			if !braced {
				break
			}
			en.designators = nil
			i = b.designated(t, offset, k, ds)
			most = max(most, i+1)
			if t.kind == kUnion {
				i = count
			}
			continue
		}
		if t.isRecord() {
			for i < count && t.rec.members[i].name == "" && !t.rec.members[i].typ.isRecord() {
				i++ // unnamed bit-fields
			}
		}
		if t.kind == kUnion && i > 0 && most > 0 {
			i = max(i, count)
		}
		if count >= 0 && i >= count {
			if !braced {
				break
			}
			k.next++ // gcc warns of excess elements and ignores them
			continue
		}
		st, so, f := subobject(t, offset, i)
		if t.kind == kUnion {
			b.choose(t, offset, f)
		}
		b.object(st, so, f, k)
		most = max(most, i+1)
	}
	return most
}

// subobject returns the i-th element or member of t.
func subobject(t *ctype, offset uint64, i int64) (*ctype, uint64, *field) {
	if t.kind == kArray {
		return t.elem, offset + uint64(i)*t.elem.sizeOf(), nil
	}
	f := t.rec.members[i]
	return f.typ.qualified(false, t.volatile), offset + f.offset, f
}

// designated initialises the subobject that ds designates in t, and those behind it, from the next
// entries and returns the index in t that it was at. Of ranges, what follows goes behind the last element.
func (b *initBuilder) designated(t *ctype, offset uint64, k *initCursor, ds []designator) int64 {
	at, i := b.place(t, offset, k, ds)
	for _, l := range at {
		b.aggregate(l.typ, l.offset, k, false, l.next)
	}
	return i
}

// level is an aggregate in which the next entry goes to the element next.
type level struct {
	typ    *ctype
	offset uint64
	next   int64
}

// place initialises the subobjects that ds designates in t from the next entry. It returns the aggregates around
// the last of them that lie within t, from the innermost on, and the index in t.
func (b *initBuilder) place(t *ctype, offset uint64, k *initCursor, ds []designator) (at []level, i int64) {
	d := ds[0]
	rest := ds[1:]
	pos := b.c.pos(d.node)
	i = d.lo
	switch {
	case t.isRecord() && (d.field != nil || d.lo < 0):
		way := []*field{d.field}
		if d.field == nil {
			if way = t.rec.find(d.name.SrcStr()); way == nil {
				fail(pos, "%s has no member %s", t, d.name.SrcStr())
			}
		}
		for j, f := range t.rec.members {
			if f == way[0] {
				i = int64(j)
			}
		}
		var inner []designator
		for _, f := range way[1:] {
			inner = append(inner, designator{field: f, lo: -1, node: d.node})
		}
		rest = append(inner, rest...)
	case t.kind == kArray && d.field == nil && d.lo >= 0:
		if t.length >= 0 && d.hi >= t.length || d.hi < d.lo {
			fail(pos, "array index in initialiser is out of range")
		}
	default:
		fail(pos, "designator does not fit type %s", t)
	}
	st, so, f := subobject(t, offset, i)
	if t.kind == kUnion {
		b.choose(t, offset, f)
	}
	if d.hi > d.lo && t.kind == kArray {
		whole := *t
		whole.length = d.hi - d.lo + 1
		b.override(&whole, so, nil)
	}
	start := len(b.items)
	if len(rest) > 0 {
		if st.kind != kArray && !st.isRecord() {
			fail(pos, "designator does not fit type %s", st)
		}
		var next int64
		at, next = b.place(st, so, k, rest)
		if next++; st.kind == kUnion {
			next = int64(len(st.rec.members))
		}
		at = append(at, level{st, so, next})
	} else {
		b.object(st, so, f, k)
	}
	if d.hi > d.lo && d.lo >= 0 && t.kind == kArray {
		if uint64(d.hi-d.lo)*uint64(len(b.items)-start) > maxRangeItems {
			unsupported(pos, "initialiser of more than %d elements by a range", maxRangeItems)
		}
		for j := range b.items[start:] {
			it := &b.items[start+j]
			if it.once == nil && it.value.impure && b.c.fn != nil && b.c.static == 0 && it.typ.kind != kArray {
				it.once = b.c.temporary(it.typ.unqualified(), it.value.pos)
			}
		}
		one := append([]initItem(nil), b.items[start:]...)
		for j := d.lo + 1; j <= d.hi; j++ {
			for _, it := range one {
				it.offset += uint64(j-d.lo) * t.elem.sizeOf()
				b.items = append(b.items, it)
			}
		}
		for j := range at {
			at[j].offset += uint64(d.hi-d.lo) * t.elem.sizeOf()
		}
		i = d.hi
	}
	return at, i
}
