package frontend

// This file lowers lvalues: addresses, loads, stores and bit-fields.

import "github.com/confcov/confcov/explore/ir"

// address lowers the lvalue (or value in memory) e to its address.
func (l *funcLowerer) address(e *expr) addr {
	switch e.op {
	case eVar:
		return l.objectAddr(e.obj)
	case eDeref:
		at := l.pointer(e.a)
		l.checkAlignment(at, e.typ, e.pos)
		return at
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
	done := map[*object]bool{}
	for _, it := range items {
		at := a.plus(it.offset)
		e := it.value
		if it.once != nil {
			e = l.valueOnce(&it, done)
		}
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

// valueOnce returns the value of an item that shares it with others: evaluated for the first, kept for the rest.
func (l *funcLowerer) valueOnce(it *initItem, done map[*object]bool) *expr {
	v := &expr{op: eVar, typ: it.once.typ, pos: it.value.pos, obj: it.once, lvalue: true}
	if !done[it.once] {
		done[it.once] = true
		l.effect(&expr{op: eAssign, typ: v.typ, pos: v.pos, a: v, b: it.value, impure: true})
	}
	return v
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
