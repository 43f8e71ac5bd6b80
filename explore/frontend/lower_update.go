package frontend

// This file lowers compound assignments, increments and values in memory:
// structures, unions and long double.

import "github.com/confcov/confcov/explore/ir"

// update lowers a op= b, a++ and the like. If the value is not wanted the result is meaningless.
func (l *funcLowerer) update(e *expr, dst ir.Reg, wanted bool) operand {
	t := e.a.typ
	var b operand
	var bf *expr
	if e.calc != nil && e.calc.kind == kLDouble {
		return l.updateLong(e, dst)
	}
	bf = e.b
	if bf.op != eConst {
		b = l.eval(bf, ir.NoReg)
	} else {
		b = operand{ir.NoReg, bf.val & bf.typ.width().Mask()}
	}
	if r := l.register(e.a); r != ir.NoReg {
		if wanted && e.post {
			d := l.target(dst, t)
			l.move(d, r)
			l.compute(e, r, r, b)
			return inReg(d)
		}
		l.compute(e, r, r, b)
		if !wanted {
			return inReg(r)
		}
		return l.moved(r, dst)
	}
	var old ir.Reg
	var rec, at addr
	f := bitField(e.a)
	if e.a.op != eMember {
		f = nil
	}
	if f != nil {
		rec = l.address(e.a.a)
		old = l.loadBits(rec, f, ir.NoReg, e.pos)
	} else {
		at = l.address(e.a)
		old = l.load(at, t, ir.NoReg, e.pos)
	}
	v := l.temp(t.width())
	l.compute(e, v, old, b)
	if f != nil {
		l.storeBits(rec, f, v, e.pos)
		if wanted && !e.post {
			v = l.fieldValue(v, f, e.pos)
		}
	} else {
		l.store(at, t.width(), v, e.pos)
	}
	if !wanted {
		return inReg(v)
	}
	if e.post {
		return l.moved(old, dst)
	}
	return l.moved(v, dst)
}

// compute emits dst = (type of e.a)(old op b), computed in e.calc.
func (l *funcLowerer) compute(e *expr, dst, old ir.Reg, b operand) {
	t := e.a.typ
	pos := e.pos
	if e.bop == ePtrAdd {
		l.displace(dst, old, b, e.val, pos)
		return
	}
	w := t.width()
	integers := t.isInteger() && e.calc.isInteger()
	low := e.bop == eAdd || e.bop == eSub || e.bop == eMul || e.bop == eAnd || e.bop == eOr || e.bop == eXor
	if integers && low && t.kind != kBool && w <= e.calc.width() && (b.reg == ir.NoReg || w == e.calc.width()) {
		if b.reg == ir.NoReg {
			b.imm &= w.Mask()
		}
		if w == e.calc.width() && bitField(e.a) == nil { // gcc too steps a bit-field in its own width
			l.checkArith(e.bop, e.calc, old, b, nil, pos)
		}
		l.arith(e.bop, t, dst, old, b, pos) // the low bits do not depend on the high ones
		return
	}
	x := l.holding(old, t)
	y := castTo(&expr{op: eVar, typ: x.typ, pos: pos, obj: x, lvalue: true}, e.calc, pos)
	var r *expr
	if b.reg == ir.NoReg {
		r = &expr{op: e.bop, typ: e.calc, pos: pos, a: y, b: constAt(normalize(b.imm, e.b.typ), e.b.typ, pos)}
		if e.b.op != eConst {
			r.b = &expr{op: eVar, typ: e.b.typ, pos: pos, obj: l.holding(l.toReg(b, e.b.typ.width(), pos), e.b.typ), lvalue: true}
		}
	} else {
		r = &expr{op: e.bop, typ: e.calc, pos: pos, a: y}
		r.b = &expr{op: eVar, typ: e.b.typ.unqualified(), pos: pos, obj: l.holding(b.reg, e.b.typ), lvalue: true}
	}
	l.eval(castTo(r, t, pos), dst)
}

// displace emits dst = old + b * size for pointers.
func (l *funcLowerer) displace(dst, old ir.Reg, b operand, size uint64, pos ir.Pos) {
	if b.reg == ir.NoReg {
		l.imm(ir.OpAdd, 8, old, b.imm*size, dst, pos)
		return
	}
	op := ir.OpAdd
	if int64(size) < 0 {
		op, size = ir.OpSub, -size
	}
	r := b.reg
	if size != 1 {
		r = l.times(r, size, ir.NoReg, pos)
	}
	l.emit(ir.Instr{Op: op, W: 8, Dst: dst, A: old, B: r, Pos: pos})
}

// updateLong lowers a compound assignment that computes in long double.
func (l *funcLowerer) updateLong(e *expr, dst ir.Reg) operand {
	t := e.a.typ
	var old, at ir.Reg
	variable := l.register(e.a)
	if variable == ir.NoReg {
		if bitField(e.a) != nil {
			unsupported(e.pos, "compound assignment of a long double to a bit-field")
		}
		at = l.regOf(l.address(e.a), ir.NoReg, e.pos)
	}
	var x *expr
	switch {
	case variable != ir.NoReg:
		x = e.a
	case t.kind == kLDouble:
		old = l.scratch(16, 16)
		l.copy(addr{base: old}, addr{base: at}, 16, e.pos)
		x = l.cellExpr(old, e.pos)
	default:
		r := l.load(addr{base: at}, t, ir.NoReg, e.pos)
		x = &expr{op: eVar, typ: t.unqualified(), pos: e.pos, obj: l.holding(r, t), lvalue: true}
	}
	sum := &expr{op: e.bop, typ: tLDouble, pos: e.pos, a: castTo(x, tLDouble, e.pos), b: e.b}
	switch {
	case t.kind == kLDouble:
		l.inMemory(sum, at)
		if e.post {
			return inReg(old)
		}
		return inReg(at)
	case variable != ir.NoReg:
		l.eval(castTo(sum, t, e.pos), variable)
		return l.moved(variable, dst)
	}
	r := l.reg(castTo(sum, t, e.pos))
	l.store(addr{base: at}, t.width(), r, e.pos)
	return l.moved(r, dst)
}

// cellExpr returns an expression for the long double at the address in r.
func (l *funcLowerer) cellExpr(r ir.Reg, pos ir.Pos) *expr {
	o := l.holding(r, tLDouble)
	return &expr{op: eVar, typ: tLDouble, pos: pos, obj: o, lvalue: true}
}

// inMemory lowers a value that is held in memory and returns its address. If
// dst is a register the value is put at the address in it.
func (l *funcLowerer) inMemory(e *expr, dst ir.Reg) ir.Reg {
	r := l.valueAddress(e, dst)
	if dst != ir.NoReg && r != dst {
		l.copy(addr{base: dst}, addr{base: r}, e.typ.sizeOf(), e.pos)
		return dst
	}
	return r
}

// valueAddress is inMemory, but may leave the value elsewhere than at dst.
func (l *funcLowerer) valueAddress(e *expr, dst ir.Reg) ir.Reg {
	switch e.op {
	case eVar, eDeref, eMember, eLiteral, eVaArg:
		return l.regOf(l.address(e), ir.NoReg, e.pos)
	case eComma:
		l.effect(e.a)
		return l.inMemory(e.b, dst)
	case eAssign:
		return l.assignMemory(e)
	case eCond:
		return l.conditionalMemory(e)
	case eCall:
		return l.call(e, ir.NoReg, true).reg
	case eStmts:
		l.statements(e)
		return l.regOf(l.objectAddr(e.result), ir.NoReg, e.pos)
	case eUpdate:
		return l.updateLong(e, ir.NoReg).reg
	}
	if e.typ.kind != kLDouble {
		fail(e.pos, "internal error: expression %d has no address", e.op)
	}
	if e.op == eLDouble {
		r := l.temp(8)
		l.emit(ir.Instr{Op: ir.OpSymAddr, Dst: r, Sym: l.u.cell(e.ld), Pos: e.pos})
		return r
	}
	return l.longOp(e, dst)
}

var longOps = map[eop]ir.Op{eAdd: ir.OpF80Add, eSub: ir.OpF80Sub, eMul: ir.OpF80Mul, eDiv: ir.OpF80Div}

// longOp lowers an operation whose result is a long double.
func (l *funcLowerer) longOp(e *expr, dst ir.Reg) ir.Reg {
	switch e.op {
	case eNeg:
		a := l.inMemory(e.a, ir.NoReg)
		dst = l.cellAt(dst)
		l.emit(ir.Instr{Op: ir.OpF80Neg, Dst: dst, A: a, Pos: e.pos})
	case eAdd, eSub, eMul, eDiv:
		a := l.inMemory(e.a, ir.NoReg)
		b := l.inMemory(e.b, ir.NoReg)
		dst = l.cellAt(dst)
		l.emit(ir.Instr{Op: longOps[e.op], Dst: dst, A: a, B: b, Pos: e.pos})
	case eCast:
		from := e.a.typ
		if from.kind == kLDouble {
			return l.inMemory(e.a, dst)
		}
		a := l.reg(e.a)
		dst = l.cellAt(dst)
		op := ir.OpF80FromSI
		switch {
		case from.isFloat():
			op = ir.OpF80FromF
		case from.unsigned():
			op = ir.OpF80FromUI
		}
		l.emit(ir.Instr{Op: op, From: from.width(), Dst: dst, A: a, Pos: e.pos})
	default:
		fail(e.pos, "internal error: long double expression %d", e.op)
	}
	return dst
}

func (l *funcLowerer) cellAt(dst ir.Reg) ir.Reg {
	if dst != ir.NoReg {
		return dst
	}
	return l.scratch(16, 16)
}

func (l *funcLowerer) assignMemory(e *expr) ir.Reg {
	var src ir.Reg
	var d addr
	switch b := l.beforeComma(e.b); b.op {
	case eCall:
		result, at := l.placed(e.a, b)
		src, d = result.reg, at
	case eCond, eLiteral: // assigned in each branch, and where it is made
		d = addr{base: l.regOf(l.address(e.a), ir.NoReg, e.pos)}
		src = l.inMemory(b, ir.NoReg)
	default:
		src, d = l.inMemory(b, ir.NoReg), l.address(e.a)
	}
	l.copy(d, addr{base: src}, e.typ.sizeOf(), e.pos)
	return l.regOf(d, ir.NoReg, e.pos)
}

func (l *funcLowerer) conditionalMemory(e *expr) ir.Reg {
	d := l.temp(8)
	yes, no, join := l.newBlock(), l.newBlock(), l.newBlock()
	var first ir.Reg
	value := func(e *expr) func() *expr {
		return func() *expr {
			first = l.inMemory(e, ir.NoReg)
			return l.cellExpr(first, e.pos)
		}
	}
	decides := l.deciding == e
	if e.b == nil {
		first = l.inMemory(e.a, ir.NoReg)
		l.cond(l.cellExpr(first, e.pos), yes, no)
	} else {
		l.cond(e.a, yes, no)
	}
	l.start(yes)
	if e.b != nil {
		l.alternative(e.b, decides, value(e.b))
	}
	l.move(d, first)
	l.jump(join)
	l.start(no)
	l.alternative(e.c, decides && e.b != nil, value(e.c))
	l.move(d, first)
	l.start(join)
	return d
}
