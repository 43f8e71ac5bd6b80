package frontend

// This file lowers lvalues: addresses, loads, stores and bit-fields.

import "github.com/confcov/confcov/explore/ir"

// address lowers the lvalue (or value in memory) e to its address.
func (l *funcLowerer) address(e *expr) addr {
	switch e.op {
	case eVar:
		return l.objectAddr(e.obj)
	case eDeref:
		return l.pointer(e.a)
	case eMember:
		return l.address(e.a).plus(e.field.offset)
	case eLiteral:
		a := l.objectAddr(e.obj)
		l.initialize(a, e.typ, e.init, true, e.pos)
		return a
	case eVaArg:
		return l.vaArg(e)
	case eComma:
		l.effect(e.a)
		return l.address(e.b)
	case eCast:
		if e.typ.isRecord() {
			return l.address(e.a)
		}
	}
	return addr{base: l.inMemory(e, ir.NoReg)}
}

// pointer lowers a pointer value to a base and a constant offset.
func (l *funcLowerer) pointer(e *expr) addr {
	switch {
	case e.op == ePtrAdd && e.b.op == eConst:
		return l.pointer(e.a).plus(e.b.val * e.val)
	case e.op == eCast && e.a.typ.kind == kPtr:
		return l.pointer(e.a)
	case e.op == eAddr && e.a.typ.kind != kFunc:
		return l.address(e.a)
	}
	return addr{base: l.reg(e)}
}

// regOf returns a register that holds the address a.
func (l *funcLowerer) regOf(a addr, dst ir.Reg, pos ir.Pos) ir.Reg {
	if a.off == 0 {
		if dst == ir.NoReg {
			return a.base
		}
		l.move(dst, a.base)
		return dst
	}
	if dst == ir.NoReg {
		dst = l.temp(8)
	}
	l.emit(ir.Instr{Op: ir.OpAdd, W: 8, Dst: dst, A: a.base, B: ir.NoReg, Imm: a.off, Pos: pos})
	return dst
}

func (l *funcLowerer) move(dst, src ir.Reg) {
	if dst != src {
		l.emit(ir.Instr{Op: ir.OpMov, Dst: dst, A: src})
	}
}

// register returns the register of a scalar variable, or NoReg if it is in memory.
func (l *funcLowerer) register(e *expr) ir.Reg {
	if e.op == eVar && e.typ.inRegister() {
		if p := l.places[e.obj]; p != nil && p.inReg && !e.obj.vla {
			return p.reg
		}
	}
	return ir.NoReg
}

// load loads the scalar of type t at a into dst, or into a temporary.
func (l *funcLowerer) load(a addr, t *ctype, dst ir.Reg, pos ir.Pos) ir.Reg {
	if dst == ir.NoReg {
		dst = l.temp(t.width())
	}
	l.emit(ir.Instr{Op: ir.OpLoad, W: t.width(), Dst: dst, A: a.base, Imm: a.off, Pos: pos})
	return dst
}

func (l *funcLowerer) store(a addr, w ir.Width, r ir.Reg, pos ir.Pos) {
	l.emit(ir.Instr{Op: ir.OpStore, W: w, A: a.base, B: r, Imm: a.off, Pos: pos})
}

func (l *funcLowerer) copy(dst, src addr, n uint64, pos ir.Pos) {
	if n == 0 {
		return
	}
	d, s := l.regOf(dst, ir.NoReg, pos), l.regOf(src, ir.NoReg, pos)
	l.emit(ir.Instr{Op: ir.OpCopy, A: d, B: s, C: ir.NoReg, Imm: n, Pos: pos})
}

// unit is the piece of memory through which a bit-field is accessed.
type unit struct {
	off uint64 // from the start of the record
	bit uint   // of the field within the unit
	w   ir.Width
}

// unitOf returns the smallest access that covers f and stays within its record;
// ok is false if there is none.
func unitOf(f *field) (unit, bool) {
	for _, w := range []uint64{1, 2, 4, 8} {
		for off := f.offset; ; off-- { // an unaligned access at the field, else one that begins earlier
			bit := (f.offset-off)*8 + uint64(f.bit)
			if bit+uint64(f.bits) <= 8*w && off+w <= f.rec.size {
				return unit{off, uint(bit), ir.Width(w)}, true
			}
			if off == 0 || f.offset-off >= w {
				break
			}
		}
	}
	return unit{}, false
}

func (l *funcLowerer) imm(op ir.Op, w ir.Width, a ir.Reg, v uint64, dst ir.Reg, pos ir.Pos) ir.Reg {
	if dst == ir.NoReg {
		dst = l.temp(w)
	}
	l.emit(ir.Instr{Op: op, W: w, Dst: dst, A: a, B: ir.NoReg, Imm: v & w.Mask(), Pos: pos})
	return dst
}

// loadBits loads the bit-field f of the record at a.
func (l *funcLowerer) loadBits(rec addr, f *field, dst ir.Reg, pos ir.Pos) ir.Reg {
	u, ok := unitOf(f)
	if !ok {
		fail(pos, "unsupported: bit-field %s that straddles 9 bytes", f.name)
	}
	w := f.typ.width()
	r := l.temp(u.w)
	l.emit(ir.Instr{Op: ir.OpLoad, W: u.w, Dst: r, A: rec.base, Imm: rec.off + u.off, Pos: pos})
	if w > u.w {
		r = l.widen(r, u.w, w, false, pos)
	}
	// The unit may be wider than the type where the field is packed across units.
	op := max(w, u.w)
	bits := op.Bits()
	if f.typ.unsigned() {
		if u.bit > 0 {
			r = l.imm(ir.OpLShr, op, r, uint64(u.bit), ir.NoReg, pos)
		}
		if u.bit+uint(f.bits) < u.w.Bits() {
			r = l.imm(ir.OpAnd, op, r, 1<<uint(f.bits)-1, ir.NoReg, pos)
		}
	} else {
		if up := bits - u.bit - uint(f.bits); up > 0 {
			r = l.imm(ir.OpShl, op, r, uint64(up), ir.NoReg, pos)
		}
		if down := bits - uint(f.bits); down > 0 {
			r = l.imm(ir.OpAShr, op, r, uint64(down), ir.NoReg, pos)
		}
	}
	if op > w {
		t := l.temp(w)
		l.emit(ir.Instr{Op: ir.OpTrunc, W: w, From: op, Dst: t, A: r, Pos: pos})
		r = t
	}
	if dst != ir.NoReg {
		l.move(dst, r)
		return dst
	}
	return r
}

// storeBits stores the low bits of r, which has the field's type, into bit-field f.
func (l *funcLowerer) storeBits(rec addr, f *field, r ir.Reg, pos ir.Pos) {
	if f.bits == 0 {
		return
	}
	u, ok := unitOf(f)
	if !ok {
		fail(pos, "unsupported: bit-field %s that straddles 9 bytes", f.name)
	}
	w := f.typ.width()
	switch {
	case w > u.w:
		t := l.temp(u.w)
		l.emit(ir.Instr{Op: ir.OpTrunc, W: u.w, From: w, Dst: t, A: r, Pos: pos})
		r = t
	case w < u.w:
		r = l.widen(r, w, u.w, false, pos)
	}
	at := addr{rec.base, rec.off + u.off}
	if uint(f.bits) == u.w.Bits() {
		l.store(at, u.w, r, pos)
		return
	}
	mask := uint64(1)<<uint(f.bits) - 1
	r = l.imm(ir.OpAnd, u.w, r, mask, ir.NoReg, pos)
	if u.bit > 0 {
		r = l.imm(ir.OpShl, u.w, r, uint64(u.bit), ir.NoReg, pos)
	}
	old := l.temp(u.w)
	l.emit(ir.Instr{Op: ir.OpLoad, W: u.w, Dst: old, A: at.base, Imm: at.off, Pos: pos})
	old = l.imm(ir.OpAnd, u.w, old, ^(mask << u.bit), ir.NoReg, pos)
	sum := l.temp(u.w)
	l.emit(ir.Instr{Op: ir.OpOr, W: u.w, Dst: sum, A: old, B: r, Pos: pos})
	l.store(at, u.w, sum, pos)
}

// fieldValue cuts r, which has the type of bit-field f, to the value that the field holds.
func (l *funcLowerer) fieldValue(r ir.Reg, f *field, pos ir.Pos) ir.Reg {
	w := f.typ.width()
	if uint(f.bits) == w.Bits() || f.typ.kind == kBool {
		return r
	}
	if f.typ.unsigned() {
		return l.imm(ir.OpAnd, w, r, 1<<uint(f.bits)-1, ir.NoReg, pos)
	}
	up := uint64(w.Bits() - uint(f.bits))
	if w < 4 { // shifts of narrow registers: widen first
		r = l.widen(r, w, 4, false, pos)
		up = uint64(32 - f.bits)
		r = l.imm(ir.OpAShr, 4, l.imm(ir.OpShl, 4, r, up, ir.NoReg, pos), up, ir.NoReg, pos)
		t := l.temp(w)
		l.emit(ir.Instr{Op: ir.OpTrunc, W: w, From: 4, Dst: t, A: r, Pos: pos})
		return t
	}
	return l.imm(ir.OpAShr, w, l.imm(ir.OpShl, w, r, up, ir.NoReg, pos), up, ir.NoReg, pos)
}

// widen extends r from width from to width to.
func (l *funcLowerer) widen(r ir.Reg, from, to ir.Width, signed bool, pos ir.Pos) ir.Reg {
	dst := l.temp(to)
	op := ir.OpZExt
	if signed {
		op = ir.OpSExt
	}
	l.emit(ir.Instr{Op: op, W: to, From: from, Dst: dst, A: r, Pos: pos})
	return dst
}

// initialize stores the items of an initialiser into the object at a. If zero
// is set, what they leave out becomes 0.
func (l *funcLowerer) initialize(a addr, t *ctype, items []initItem, zero bool, pos ir.Pos) {
	if zero && !coversAll(t, items) {
		n := t.sizeOf()
		if n > 0 {
			z := l.temp(1)
			l.emit(ir.Instr{Op: ir.OpConst, Dst: z, Pos: pos})
			d := l.regOf(a, ir.NoReg, pos)
			l.emit(ir.Instr{Op: ir.OpFill, A: d, B: z, C: ir.NoReg, Imm: n, Pos: pos})
		}
	}
	for _, it := range items {
		at := a.plus(it.offset)
		e := it.value
		switch {
		case it.field != nil && it.field.bits >= 0:
			rec := at
			rec.off -= it.field.offset
			l.storeBits(rec, it.field, l.reg(e), e.pos)
		case it.typ.kind == kArray && e.str:
			l.initString(at, it.typ, e, zero)
		case it.typ.kind == kArray || it.typ.isRecord():
			l.copy(at, l.address(e), it.typ.sizeOf(), e.pos)
		case it.typ.kind == kLDouble:
			l.inMemory(e, l.regOf(at, ir.NoReg, e.pos))
		default:
			l.store(at, it.typ.width(), l.reg(e), e.pos)
		}
	}
}

// initString copies a string literal into an array, zeroing the rest of it.
func (l *funcLowerer) initString(at addr, t *ctype, e *expr, zeroed bool) {
	n, size := uint64(len(e.obj.data)), t.sizeOf()
	if n < size && !zeroed {
		z := l.temp(1)
		l.emit(ir.Instr{Op: ir.OpConst, Dst: z, Pos: e.pos})
		d := l.regOf(at, ir.NoReg, e.pos)
		l.emit(ir.Instr{Op: ir.OpFill, A: d, B: z, C: ir.NoReg, Imm: size, Pos: e.pos})
	}
	l.copy(at, l.address(e), min(n, size), e.pos)
}

// coversAll reports whether items certainly store every byte of a type without
// padding: only simple cases are recognised.
func coversAll(t *ctype, items []initItem) bool {
	if t.isScalar() {
		return len(items) > 0
	}
	end := uint64(0)
	for _, it := range items {
		if it.offset != end || it.field != nil || it.value.str && it.typ.sizeOf() != uint64(len(it.value.obj.data)) {
			return false
		}
		end += it.typ.sizeOf()
	}
	return end == t.sizeOf()
}
