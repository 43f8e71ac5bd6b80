package frontend

// This file emits checks of what is undefined in C though every machine does something: signed overflow, shifts by
// too many places, indices beyond an array that is a part of something larger, misaligned addresses. Other errors of memory
// are the engine's to find. Where Options.Checks is not set there are no checks, and the code is as ever.

import "github.com/confcov/confcov/explore/ir"

// check emits a check of width w.
func (l *funcLowerer) check(op ir.Op, w ir.Width, a ir.Reg, b operand, pos ir.Pos) {
	l.emit(ir.Instr{Op: op, W: w, A: a, B: b.reg, Imm: immOf(b), Pos: pos})
}

// checked reports whether there are checks at a position: in the program's own files.
func (l *funcLowerer) checked(pos ir.Pos) bool {
	return l.u.s.c.checks && l.u.unit.Files[pos.File].Subject
}

// wrapping marks arithmetic that is not checked.
func wrapping(e *expr) *expr {
	e.wraps = true
	return e
}

// number is an immediate operand.
func number(n uint64) operand { return operand{ir.NoReg, n} }

// checkArith checks an operation on integers of type t. count is the type of the number of places of a shift.
func (l *funcLowerer) checkArith(op eop, t *ctype, a ir.Reg, b operand, count *ctype, pos ir.Pos) {
	if !l.checked(pos) {
		return
	}
	w := t.width()
	if op == eShl || op == eShr {
		l.check(ir.OpCheckCount, count.width(), l.toReg(b, count.width(), pos), number(uint64(w.Bits())), pos)
	}
	checks := map[eop]ir.Op{eAdd: ir.OpCheckAdd, eSub: ir.OpCheckSub, eMul: ir.OpCheckMul, eShl: ir.OpCheckShl}
	if c, ok := checks[op]; ok && !t.unsigned() && t.bits == 0 {
		if op == eShl && b.reg != ir.NoReg && count.width() != w {
			b = inReg(l.resized(b.reg, count, w, pos))
		}
		l.check(c, w, a, b, pos)
	}
}

// resized converts the number of places in r to width w. It is less than 64, or the shift was reported.
func (l *funcLowerer) resized(r ir.Reg, from *ctype, w ir.Width, pos ir.Pos) ir.Reg {
	op := ir.OpZExt
	if from.width() > w {
		op = ir.OpTrunc
	}
	d := l.temp(w)
	l.emit(ir.Instr{Op: op, W: w, From: from.width(), Dst: d, A: r, Pos: pos})
	return d
}

// checkNegation checks -a.
func (l *funcLowerer) checkNegation(t *ctype, a ir.Reg, pos ir.Pos) {
	if l.checked(pos) && t.isInteger() && !t.unsigned() && t.bits == 0 {
		l.check(ir.OpCheckNeg, t.width(), a, operand{reg: ir.NoReg}, pos)
	}
}

// checkAlignment checks the address at which there is said to be a t.
func (l *funcLowerer) checkAlignment(at addr, t *ctype, pos ir.Pos) {
	if !l.checked(pos) || t.kind == kVoid || t.kind == kFunc || t.incomplete() {
		return
	}
	if n := t.alignOf(); n > 1 {
		if at.off%n != 0 {
			at = addr{base: l.regOf(at, ir.NoReg, pos)}
		}
		l.check(ir.OpCheckAlign, 8, at.base, number(n), pos)
	}
}

// checkedIndex returns index i into a, or one that is checked: a is an array that is a part of something, but not at its end,
// where programs put arrays of any length.
func (c *checker) checkedIndex(a, i *expr) *expr {
	if !c.checks || a.typ.kind != kArray || a.typ.length <= 0 || !i.typ.isInteger() || i.op == eComma {
		return i
	}
	switch n := uint64(a.typ.length); {
	case a.op == eMember && a.field == a.a.typ.rec.members[len(a.a.typ.rec.members)-1]:
	case a.op != eMember && a.op != eDeref, i.op == eConst && i.val < n:
	default:
		i = c.promote(i)
		e := node(eIndex, i.typ, i.pos, i)
		e.val = n
		return e
	}
	return i
}

// onePast lets the index in p, a pointer whose element is not used, be one greater.
func onePast(p *expr) {
	i := p.b
	for p.op == ePtrAdd && i != nil {
		if i.op == eIndex {
			e := *i
			e.val++
			p.b = castTo(&e, tLong, e.pos)
			return
		}
		if i.op != eCast {
			return
		}
		i = i.a
	}
}

// index lowers an index that is checked.
func (l *funcLowerer) index(e *expr, dst ir.Reg) operand {
	r := l.reg(e.a)
	if !l.checked(e.pos) {
		return l.moved(r, dst)
	}
	l.check(ir.OpCheckIndex, e.typ.width(), r, number(e.val), e.pos)
	return l.moved(r, dst)
}
