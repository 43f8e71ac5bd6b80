package frontend

// This file lowers initialisers of objects with static storage duration to
// bytes and relocations.

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/confcov/confcov/explore/ir"
)

// staticData collects the contents of one object.
type staticData struct {
	l      *unitLowerer
	sym    int32
	bytes  []byte // the first ones; the rest is 0
	size   uint64 // up to the end of what is initialised, zeros too
	relocs []ir.Reloc
	labels map[uint64]*label // by offset
}

func (l *unitLowerer) global(i int32, o *object) *ir.Global {
	t := o.typ
	if t.kind == kArray && t.length < 0 { // a tentative array of unknown length has one element
		t = arrayOf(t.elem, 1)
	}
	if t.incomplete() || t.unsupported(false) != nil {
		fail(o.pos, "%s has incomplete or unsupported type %s", o.name, t)
	}
	wantSize(o.name, t, o.pos)
	g := &ir.Global{Size: t.sizeOf(), Align: uint32(max(t.alignOf(), o.align, 1)), ReadOnly: o.readOnly}
	if o.data == nil && !o.literal {
		g.Type = l.typeText(t)
	}
	if o.data != nil {
		g.Init = trimZeros(o.data)
		return g
	}
	d := &staticData{l: l, sym: i, labels: map[uint64]*label{}}
	d.items(o.init, 0)
	g.Size = max(g.Size, d.size) // a flexible array member may have grown it
	slices.SortFunc(d.relocs, func(a, b ir.Reloc) int { return cmp.Compare(a.Offset, b.Offset) })
	for j, r := range d.relocs {
		if lb := d.labels[r.Offset]; lb != nil {
			l.labels = append(l.labels, labelReloc{sym: i, reloc: j, label: lb})
		}
	}
	g.Relocs = d.relocs
	g.Init = trimZeros(d.bytes)
	return g
}

func trimZeros(b []byte) []byte {
	n := len(b)
	for n > 0 && b[n-1] == 0 {
		n--
	}
	return b[:n:n]
}

// wantSize fails if an object of type t is larger than memory can be addressed: a pointer has 32 bits for its offset.
func wantSize(name string, t *ctype, pos ir.Pos) {
	if n := t.sizeOf(); n > maxObject {
		if name != "" {
			name += ": "
		}
		unsupported(pos, "%sobject of %d bytes, more than %d: make it smaller", name, n, maxObject)
	}
}

// zero clears n bytes at offset.
func (d *staticData) zero(offset, n uint64) {
	if have := uint64(len(d.bytes)); offset < have {
		clear(d.bytes[offset:min(offset+n, have)])
	}
	d.forget(offset, n)
}

// cover makes room for n bytes at offset and removes what was there.
func (d *staticData) cover(offset, n uint64, pos ir.Pos) {
	if end := offset + n; end > uint64(len(d.bytes)) {
		if end > maxInit {
			unsupported(pos, "initialiser that reaches beyond the first %d MiB of its object: assign this element at run time", maxInit>>20)
		}
		d.bytes = append(d.bytes, make([]byte, end-uint64(len(d.bytes)))...)
	}
	d.forget(offset, n)
}

// forget removes the relocations of n bytes at offset.
func (d *staticData) forget(offset, n uint64) {
	d.relocs = slices.DeleteFunc(d.relocs, func(r ir.Reloc) bool { return r.Offset < offset+n && r.Offset+8 > offset })
}

func (d *staticData) items(items []initItem, base uint64) {
	for _, it := range items {
		d.item(it, base+it.offset)
	}
}

func (d *staticData) item(it initItem, offset uint64) {
	e := it.value
	n := it.typ.sizeOf()
	if it.field != nil && it.field.bits >= 0 {
		d.bitField(it, offset)
		return
	}
	d.size = max(d.size, offset+n)
	switch {
	case e.str:
		data := e.obj.data
		if it.typ.length >= 0 && uint64(len(data)) > n {
			data = data[:n]
		}
		d.size = max(d.size, offset+uint64(len(data)))
		d.zero(offset, n)
		data = trimZeros(data)
		d.cover(offset, uint64(len(data)), e.pos)
		copy(d.bytes[offset:], data)
		return
	case it.typ.isRecord() || it.typ.kind == kArray:
		if e.op != eVar || !e.obj.defined || e.obj.data != nil {
			fail(e.pos, "initialiser is not constant")
		}
		d.zero(offset, n)
		d.items(e.obj.init, offset)
		return
	}
	if e.op == eConst && e.val == 0 || e.op == eFloat && e.fval == 0 && !math.Signbit(e.fval) {
		d.zero(offset, n)
		return
	}
	d.cover(offset, n, e.pos)
	b := d.bytes[offset : offset+n]
	switch e.op {
	case eConst:
		for i := range b {
			b[i] = byte(e.val >> (8 * i))
		}
	case eFloat:
		if n == 4 {
			binary.LittleEndian.PutUint32(b, math.Float32bits(float32(e.fval)))
		} else {
			binary.LittleEndian.PutUint64(b, math.Float64bits(e.fval))
		}
	case eLDouble:
		copy(b, e.ld.bytes())
	default:
		d.address(e, offset, n)
	}
}

// address stores an address constant.
func (d *staticData) address(e *expr, offset, n uint64) {
	if x, y := labelDifference(e); x != nil {
		clear(d.bytes[offset : offset+n])
		d.l.labels = append(d.l.labels, labelReloc{sym: d.sym, label: x, minus: y, offset: offset, size: n})
		return
	}
	a, ok := constAddress(e)
	if !ok || n != 8 {
		fail(e.pos, "initialiser is not constant")
	}
	clear(d.bytes[offset : offset+8])
	r := ir.Reloc{Offset: offset, Addend: int64(a.offset)}
	if a.label != nil {
		d.labels[offset] = a.label
		r.Sym = d.l.symbol(a.fn)
	} else {
		r.Sym = d.l.symbol(a.obj)
	}
	d.relocs = append(d.relocs, r)
}

// labelDifference returns the labels of one function whose difference e is, or nil.
func labelDifference(e *expr) (a, b *label) {
	for e.op == eCast && e.typ.isInteger() && e.a.typ.isInteger() {
		e = e.a
	}
	if e.op != ePtrDiff && e.op != eSub {
		return nil, nil
	}
	x, ok := constAddress(e.a)
	y, also := constAddress(e.b)
	if !ok || !also || x.label == nil || y.label == nil || x.fn != y.fn {
		return nil, nil
	}
	return x.label, y.label
}

// addressConstant is the address of an object or label, and an offset.
type addressConstant struct {
	obj    *object
	label  *label
	fn     *object // of the label
	offset uint64
}

// constAddress evaluates an address constant (C 6.6).
func constAddress(e *expr) (addressConstant, bool) {
	switch e.op {
	case eLabel:
		return addressConstant{label: e.label, fn: e.label.fn}, true
	case eCast:
		if e.typ.sizeOf() == 8 && e.a.typ.sizeOf() == 8 && !e.typ.isReal() && !e.a.typ.isReal() {
			return constAddress(e.a)
		}
	case eAddr:
		return constLvalue(e.a)
	case ePtrAdd:
		a, ok := constAddress(e.a)
		if ok && e.b.op == eConst {
			a.offset += e.b.val * e.val
			return a, true
		}
	case eAdd, eSub:
		a, ok := constAddress(e.a)
		if ok && e.b.op == eConst {
			if e.op == eSub {
				a.offset -= e.b.val
			} else {
				a.offset += e.b.val
			}
			return a, true
		}
	}
	return addressConstant{}, false
}

func constLvalue(e *expr) (addressConstant, bool) {
	switch e.op {
	case eVar:
		if e.obj.kind == objFunc || e.obj.static || e.obj.link != linkNone {
			return addressConstant{obj: e.obj}, true
		}
	case eMember:
		a, ok := constLvalue(e.a)
		a.offset += e.field.offset
		return a, ok
	case eDeref:
		return constAddress(e.a)
	}
	return addressConstant{}, false
}

func (d *staticData) bitField(it initItem, offset uint64) {
	f := it.field
	if it.value.op != eConst {
		fail(it.value.pos, "initialiser is not constant")
	}
	d.size = max(d.size, offset+(uint64(f.bit)+uint64(f.bits)+7)/8)
	d.cover(offset, (uint64(f.bit)+uint64(f.bits)+7)/8, it.value.pos)
	for i := range uint64(f.bits) {
		bit := uint64(f.bit) + i
		mask := byte(1) << (bit % 8)
		if it.value.val>>i&1 != 0 {
			d.bytes[offset+bit/8] |= mask
		} else {
			d.bytes[offset+bit/8] &^= mask
		}
	}
}
