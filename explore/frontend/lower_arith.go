package frontend

// This file lowers conversions, arithmetic, comparisons and assignments.

import "github.com/confcov/confcov/explore/ir"

// cast lowers a conversion between scalar types.
func (l *funcLowerer) cast(e *expr, dst ir.Reg) operand {
	from, to := e.a.typ, e.typ
	switch {
	case from.kind == kLDouble:
		return l.castFromLong(e, dst)
	case to.kind == kBool:
		if isTruth(e.a) || from.kind == kBool {
			return l.eval(e.a, l.target(dst, to))
		}
		return l.truthValue(&expr{op: eBool, typ: tBool, pos: e.pos, a: e.a}, dst)
	case from.isFloat() && to.isFloat():
		if from.kind == to.kind {
			return l.eval(e.a, dst)
		}
		return l.convertOp(ir.OpFCvt, to.width(), from.width(), e, dst)
	case from.isFloat():
		return l.floatToInt(e, dst)
	case to.isFloat():
		op := ir.OpSIToF
		if from.unsigned() {
			op = ir.OpUIToF
		}
		return l.convertOp(op, to.width(), from.width(), e, dst)
	}
	f, t := from.width(), to.width()
	same := from.unsigned() == to.unsigned() && from.bits == to.bits
	if x := bitField(e.a); x != nil {
		same = from.unsigned() == to.unsigned() && x.bits == to.bits
	}
	if to.bits != 0 && !same {
		return l.cutTo(e, dst)
	}
	switch {
	case f == t:
		return l.eval(e.a, dst)
	case isTruth(e.a):
		return l.eval(e.a, l.target(dst, to))
	case f > t:
		if x := e.a; x.op == eCast && x.a.typ.isInteger() && x.a.typ.width() == t && x.typ.isInteger() && x.a.typ.kind != kBool {
			return l.eval(x.a, dst) // narrowed to what it was widened from
		}
		return l.convertOp(ir.OpTrunc, t, f, e, dst)
	case from.unsigned():
		return l.convertOp(ir.OpZExt, t, f, e, dst)
	}
	return l.convertOp(ir.OpSExt, t, f, e, dst)
}

// cutTo lowers a conversion to a type of a wide bit-field.
func (l *funcLowerer) cutTo(e *expr, dst ir.Reg) operand {
	t := e.typ
	r := l.reg(castTo(e.a, basic[t.kind], e.pos))
	up := uint64(64 - t.bits)
	op := ir.OpAShr
	if t.unsigned() {
		op = ir.OpLShr
	}
	return inReg(l.imm(op, 8, l.imm(ir.OpShl, 8, r, up, ir.NoReg, e.pos), up, dst, e.pos))
}

func (l *funcLowerer) convertOp(op ir.Op, w, from ir.Width, e *expr, dst ir.Reg) operand {
	a := l.reg(e.a)
	if dst == ir.NoReg {
		dst = l.temp(w)
	}
	l.emit(ir.Instr{Op: op, W: w, From: from, Dst: dst, A: a, Pos: e.pos})
	return inReg(dst)
}

// floatToInt converts as gcc's code for x86-64 does: to narrow types by way of
// int, to unsigned int by way of long.
func (l *funcLowerer) floatToInt(e *expr, dst ir.Reg) operand {
	t, f := e.typ.width(), e.a.typ.width()
	a := l.reg(e.a)
	return l.toInt(e, dst, func(op ir.Op, w ir.Width, r ir.Reg) {
		l.emit(ir.Instr{Op: op, W: w, From: f, Dst: r, A: a, Pos: e.pos})
	}, t, ir.OpFToSI, ir.OpFToUI)
}

func (l *funcLowerer) toInt(e *expr, dst ir.Reg, emit func(ir.Op, ir.Width, ir.Reg), t ir.Width, signed, unsigned ir.Op) operand {
	via := t
	switch {
	case t < 4:
		via = 4
	case t == 4 && e.typ.unsigned():
		via = 8
	}
	if via == t {
		if dst == ir.NoReg {
			dst = l.temp(t)
		}
		op := signed
		if t == 8 && e.typ.unsigned() {
			op = unsigned
		}
		emit(op, t, dst)
		return inReg(dst)
	}
	r := l.temp(via)
	emit(signed, via, r)
	if dst == ir.NoReg {
		dst = l.temp(t)
	}
	l.emit(ir.Instr{Op: ir.OpTrunc, W: t, From: via, Dst: dst, A: r, Pos: e.pos})
	return inReg(dst)
}

func (l *funcLowerer) castFromLong(e *expr, dst ir.Reg) operand {
	if e.typ.kind == kBool {
		return l.truthValue(&expr{op: eBool, typ: tBool, pos: e.pos, a: e.a}, dst)
	}
	a := l.inMemory(e.a, ir.NoReg)
	if e.typ.isFloat() {
		d := l.target(dst, e.typ)
		l.emit(ir.Instr{Op: ir.OpF80ToF, W: e.typ.width(), Dst: d, A: a, Pos: e.pos})
		return inReg(d)
	}
	op, w := ir.OpF80ToSI, e.typ.width()
	if e.typ.unsigned() {
		op = ir.OpF80ToUI
	}
	if dst == ir.NoReg {
		dst = l.temp(w)
	}
	l.emit(ir.Instr{Op: op, W: w, Dst: dst, A: a, Pos: e.pos})
	return inReg(dst)
}

// intOp returns the operation on integers of type t.
func intOp(op eop, t *ctype) ir.Op {
	u := t.unsigned()
	switch op {
	case eAdd:
		return ir.OpAdd
	case eSub:
		return ir.OpSub
	case eMul:
		return ir.OpMul
	case eDiv:
		if u {
			return ir.OpUDiv
		}
		return ir.OpSDiv
	case eRem:
		if u {
			return ir.OpURem
		}
		return ir.OpSRem
	case eAnd:
		return ir.OpAnd
	case eOr:
		return ir.OpOr
	case eXor:
		return ir.OpXor
	case eShl:
		return ir.OpShl
	}
	if u {
		return ir.OpLShr
	}
	return ir.OpAShr
}

var floatOps = map[eop]ir.Op{eAdd: ir.OpFAdd, eSub: ir.OpFSub, eMul: ir.OpFMul, eDiv: ir.OpFDiv}

func commutes(op eop) bool { return op == eAdd || op == eMul || op == eAnd || op == eOr || op == eXor }

func (l *funcLowerer) binary(e *expr, dst ir.Reg) operand {
	t := e.typ
	if t.isFloat() {
		a := l.reg(e.a)
		b := l.reg(e.b)
		d := l.target(dst, t)
		l.emit(ir.Instr{Op: floatOps[e.op], W: t.width(), Dst: d, A: a, B: b, Pos: e.pos})
		return inReg(d)
	}
	x, y := e.a, e.b
	if commutes(e.op) && x.op == eConst {
		x, y = y, x
	}
	if e.op == eShl || e.op == eShr {
		if y.op == eCast && y.typ.isInteger() && y.a.typ.isInteger() && y.a.typ.sizeOf() < 4 && !l.u.s.c.checks {
			y = y.a // only the low bits of the count matter
		}
	}
	a := l.reg(x)
	b := l.eval(y, ir.NoReg)
	if !e.wraps {
		l.checkArith(e.op, t, a, b, y.typ, e.pos)
	}
	d := l.target(dst, t)
	l.arith(e.op, t, d, a, b, e.pos)
	return inReg(d)
}

// arith emits d = a op b on integers of type t.
func (l *funcLowerer) arith(op eop, t *ctype, d, a ir.Reg, b operand, pos ir.Pos) {
	w := t.width()
	if b.reg == ir.NoReg && (op == eShl || op == eShr) && b.imm >= uint64(w.Bits()) {
		b = inReg(l.toReg(b, w, pos))
	}
	l.emit(ir.Instr{Op: intOp(op, t), W: w, Dst: d, A: a, B: b.reg, Imm: immOf(b), Pos: pos})
}

func immOf(o operand) uint64 {
	if o.reg != ir.NoReg {
		return 0
	}
	return o.imm
}

// narrowed looks for a comparison that can be made on values before they were
// promoted: both operands extended from one type, or one extended and the
// other a constant that the narrow type has.
func narrowed(a, b *expr) (*expr, *expr, bool) {
	widened := func(e *expr) bool {
		return e.op == eCast && e.typ.isInteger() && e.a.typ.isInteger() && e.a.typ.sizeOf() < e.typ.sizeOf() &&
			(e.a.typ.unsigned() || !e.typ.unsigned()) && !isTruth(e.a) && bitField(e.a) == nil
	}
	switch {
	case widened(a) && widened(b) && a.a.typ.kind == b.a.typ.kind:
		return a.a, b.a, true
	case widened(a) && b.op == eConst && normalize(b.val, a.a.typ) == b.val:
		return a.a, intConst(b.val, a.a.typ), true
	case widened(b) && a.op == eConst && normalize(a.val, b.a.typ) == a.val:
		return intConst(a.val, b.a.typ), b.a, true
	}
	return a, b, false
}

func (l *funcLowerer) compare(e *expr, dst ir.Reg) operand {
	op, x, y := e.op, e.a, e.b
	if x.typ.isReal() {
		return l.compareFloats(e, dst)
	}
	x, y, _ = narrowed(x, y)
	if x.op == eConst {
		x, y = y, x
		op = map[eop]eop{eEq: eEq, eNe: eNe, eLt: eGt, eGt: eLt, eLe: eGe, eGe: eLe}[op]
	}
	t := x.typ
	a := l.reg(x)
	b := l.eval(y, ir.NoReg)
	w := t.width()
	if b.reg == ir.NoReg && (op == eGt || op == eGe) {
		b = inReg(l.toReg(b, w, e.pos))
	}
	if op == eGt || op == eGe {
		a, b = b.reg, inReg(a)
		op = map[eop]eop{eGt: eLt, eGe: eLe}[op]
	}
	d := l.target(dst, e.typ)
	l.emit(ir.Instr{Op: compareOp(op, t), W: w, Dst: d, A: a, B: b.reg, Imm: immOf(b), Pos: e.pos})
	return inReg(d)
}

func compareOp(op eop, t *ctype) ir.Op {
	switch op {
	case eEq:
		return ir.OpEq
	case eNe:
		return ir.OpNe
	case eLt:
		if t.unsigned() {
			return ir.OpULt
		}
		return ir.OpSLt
	}
	if t.unsigned() {
		return ir.OpULe
	}
	return ir.OpSLe
}

var (
	floatCompares = map[eop]ir.Op{eEq: ir.OpFEq, eNe: ir.OpFNe, eLt: ir.OpFLt, eLe: ir.OpFLe, eGt: ir.OpFLt, eGe: ir.OpFLe}
	longCompares  = map[eop]ir.Op{eEq: ir.OpF80Eq, eNe: ir.OpF80Ne, eLt: ir.OpF80Lt, eLe: ir.OpF80Le, eGt: ir.OpF80Lt, eGe: ir.OpF80Le}
)

func (l *funcLowerer) compareFloats(e *expr, dst ir.Reg) operand {
	var a, b ir.Reg
	long := e.a.typ.kind == kLDouble
	if long {
		a, b = l.inMemory(e.a, ir.NoReg), l.inMemory(e.b, ir.NoReg)
	} else {
		a, b = l.reg(e.a), l.reg(e.b)
	}
	if e.op == eGt || e.op == eGe {
		a, b = b, a
	}
	d := l.target(dst, e.typ)
	if long {
		l.emit(ir.Instr{Op: longCompares[e.op], Dst: d, A: a, B: b, Pos: e.pos})
	} else {
		l.emit(ir.Instr{Op: floatCompares[e.op], W: e.a.typ.width(), Dst: d, A: a, B: b, Pos: e.pos})
	}
	return inReg(d)
}

func (l *funcLowerer) pointerAdd(e *expr, dst ir.Reg) operand {
	if e.b.op == eConst {
		a := l.pointer(e)
		return inReg(l.regOf(a, dst, e.pos))
	}
	a := l.reg(e.a)
	b, negative := l.scaled(e.b, e.val, e.pos)
	d := l.target(dst, e.typ)
	op := ir.OpAdd
	if negative {
		op = ir.OpSub
	}
	l.emit(ir.Instr{Op: op, W: 8, Dst: d, A: a, B: b, Pos: e.pos})
	return inReg(d)
}

// scaled lowers an index times the size of an element, which may be negative.
func (l *funcLowerer) scaled(i *expr, size uint64, pos ir.Pos) (r ir.Reg, negative bool) {
	if int64(size) < 0 {
		size, negative = -size, true
	}
	r = l.reg(i)
	if size != 1 {
		r = l.times(r, size, ir.NoReg, pos)
	}
	return r, negative
}

// times multiplies a register by a constant.
func (l *funcLowerer) times(r ir.Reg, n uint64, dst ir.Reg, pos ir.Pos) ir.Reg {
	if n&(n-1) == 0 && n != 0 {
		k := uint64(0)
		for ; n > 1; n >>= 1 {
			k++
		}
		return l.imm(ir.OpShl, 8, r, k, dst, pos)
	}
	return l.imm(ir.OpMul, 8, r, n, dst, pos)
}

func (l *funcLowerer) pointerDiff(e *expr, dst ir.Reg) operand {
	a := l.reg(e.a)
	b := l.eval(e.b, ir.NoReg)
	n := e.val
	d := dst
	if d == ir.NoReg || n != 1 {
		d = l.temp(8)
	}
	l.emit(ir.Instr{Op: ir.OpSub, W: 8, Dst: d, A: a, B: b.reg, Imm: immOf(b), Pos: e.pos})
	if n == 1 {
		return inReg(d)
	}
	out := l.target(dst, e.typ)
	if n&(n-1) == 0 {
		k := uint64(0)
		for ; n > 1; n >>= 1 {
			k++
		}
		return inReg(l.imm(ir.OpAShr, 8, d, k, out, e.pos))
	}
	return inReg(l.imm(ir.OpSDiv, 8, d, n, out, e.pos))
}

// assign lowers the assignment of a scalar. Its value is that of the left operand afterwards.
func (l *funcLowerer) assign(e *expr, dst ir.Reg, wanted bool) operand {
	if r := l.register(e.a); r != ir.NoReg {
		l.eval(e.b, r)
		return l.moved(r, dst)
	}
	if e.a.op == eMember && e.a.field.bits >= 0 {
		v := l.reg(e.b) // first: its conversion to the width of the field hides a call
		l.storeBits(l.address(e.a.a), e.a.field, v, e.pos)
		if !wanted {
			return inReg(v)
		}
		if dst == ir.NoReg && e.typ.kind == kBool {
			return inReg(v)
		}
		return l.moved(l.fieldValue(v, e.a.field, e.pos), dst)
	}
	var v ir.Reg
	var a addr
	switch b := l.beforeComma(e.b); {
	case b.op == eCall: // as in gcc the address is computed between the arguments and the call
		result, at := l.placed(e.a, b)
		v, a = l.toReg(result, b.typ.width(), e.pos), at
	case hasCall(b): // calls end blocks: compute the address after them
		v = l.reg(b)
		a = l.address(e.a)
	default:
		a = l.address(e.a)
		v = l.reg(b)
	}
	l.store(a, e.a.typ.width(), v, e.pos)
	return l.moved(v, dst)
}

// hasCall reports whether e may call a function (it errs on the side of yes).
func hasCall(e *expr) bool { return e.impure }
