package frontend

// This file lowers conditions and the logical operators.
//
// An operator && or || is merged, unless logical operators are expanded, if
// its right operand has no side effects: its value is then computed in a region
// of hidden blocks that all lead to one join. Operands of one
// operator in a row, a && b && c, share a region. Otherwise the operator is
// jumping code.

import "github.com/confcov/confcov/explore/ir"

// merged reports whether the logical operator e is lowered to a region.
func (l *funcLowerer) merged(e *expr) bool {
	return (e.op == eLAnd || e.op == eLOr) && !l.u.expand && !e.b.impure
}

// cond lowers e as a condition: control goes to yes or no.
func (l *funcLowerer) cond(e *expr, yes, no *block) {
	switch {
	case e.op == eLNot:
		l.cond(e.a, no, yes)
		return
	case e.op == eBool || e.op == eCast && withoutWidening(e) != e:
		if e.op == eBool {
			l.cond(e.a, yes, no)
		} else {
			l.cond(withoutWidening(e), yes, no)
		}
		return
	case e.op == eComma:
		l.effect(e.a)
		l.cond(e.b, yes, no)
		return
	case (e.op == eLAnd || e.op == eLOr) && !l.merged(e):
		mid := l.newBlock()
		if e.op == eLAnd {
			l.cond(e.a, mid, no)
		} else {
			l.cond(e.a, yes, mid)
		}
		l.start(mid)
		l.cond(e.b, yes, no)
		return
	case e.op == eCond && e.b != nil && e.typ.isScalar():
		then, alt := l.newBlock(), l.newBlock()
		l.cond(e.a, then, alt)
		l.start(then)
		l.cond(e.b, yes, no)
		l.start(alt)
		l.cond(e.c, yes, no)
		return
	}
	if v, known := e.truth(); known && !e.impure {
		if v {
			l.jump(yes)
		} else {
			l.jump(no)
		}
		return
	}
	r, w := l.truth(e)
	l.branch(r, w, yes, no, e.pos)
}

// truth lowers e to a register that is 0 exactly if e is false.
func (l *funcLowerer) truth(e *expr) (ir.Reg, ir.Width) {
	r, w, op, zero := l.test(e)
	if op == ir.OpFNe {
		d := l.temp(4)
		l.emit(ir.Instr{Op: op, W: w, Dst: d, A: r, B: zero, Pos: e.pos})
		return d, 4
	}
	return r, w
}

// logicalValue lowers the value, 0 or 1, of && or ||.
func (l *funcLowerer) logicalValue(e *expr, dst ir.Reg) operand {
	d := l.target(dst, e.typ)
	if l.merged(e) {
		l.region(e, d)
		return inReg(d)
	}
	yes, no, join := l.newBlock(), l.newBlock(), l.newBlock()
	l.cond(e, yes, no)
	l.start(yes)
	l.emit(ir.Instr{Op: ir.OpConst, Dst: d, Imm: 1, Pos: e.pos})
	l.jump(join)
	l.start(no)
	l.emit(ir.Instr{Op: ir.OpConst, Dst: d, Pos: e.pos})
	l.start(join)
	return inReg(d)
}

// logicalEffect lowers && or || for the side effects of its operands.
func (l *funcLowerer) logicalEffect(e *expr) {
	right, join := l.newBlock(), l.newBlock()
	if e.op == eLAnd {
		l.cond(e.a, right, join)
	} else {
		l.cond(e.a, join, right)
	}
	l.start(right)
	l.effect(e.b)
	l.start(join)
}

// region lowers a merged operator: dst becomes 0 or 1.
func (l *funcLowerer) region(e *expr, dst ir.Reg) {
	operands := []*expr{e.b}
	x := e.a
	for x.op == e.op && l.merged(x) {
		operands = append(operands, x.b)
		x = x.a
	}
	operands = append(operands, x)
	join := l.newBlock()
	join.keep = true
	outer := l.hidden
	decided := uint64(0) // the value when an operand decides
	if e.op == eLOr {
		decided = 1
	}
	for i := len(operands) - 1; i > 0; i-- {
		x := operands[i]
		r, w := l.truth(x)
		l.hidden = true
		next, out := l.newBlock(), l.newBlock()
		if e.op == eLAnd {
			l.branch(r, w, next, out, x.pos)
		} else {
			l.branch(r, w, out, next, x.pos)
		}
		l.cur.ir.Term.Logical = true
		l.cur.join = join
		l.start(out)
		l.emit(ir.Instr{Op: ir.OpConst, Dst: dst, Imm: decided, Pos: x.pos})
		l.jump(join)
		l.start(next)
	}
	last := &expr{op: eBool, typ: tInt, pos: operands[0].pos, a: operands[0]}
	l.eval(last, dst)
	l.hidden = outer
	l.start(join)
}
