package frontend

// This file lowers conditions and the logical operators.
//
// An operator && or || is merged, unless the lowering is ir.Expanded, if
// its right operand has no side effects: its value is then computed in a region
// of hidden blocks that all lead to one join. Operands of one
// operator in a row, a && b && c, share a region. Otherwise the operator is
// jumping code.
//
// ir.Both makes the same blocks of the programmer's graph as ir.Merged, and the same decisions as ir.Expanded, which are then
// hidden where the programmer's graph has none: inside a region even the last operand is lowered to jumping code, although its
// value would be enough, and the branch on the region's value is not a decision (ir.Term.Derived).

import "github.com/confcov/confcov/explore/ir"

// merged reports whether the logical operator e is lowered to a region.
func (l *funcLowerer) merged(e *expr) bool {
	return e.mergeable() && l.u.how != ir.Expanded
}

// mergeable reports whether e is && or || whose right operand has no side effects.
func (e *expr) mergeable() bool { return e.logical() && !e.b.impure }

// logical reports whether e is && or ||.
func (e *expr) logical() bool { return e.op == eLAnd || e.op == eLOr }

// jumping reports whether the logical operator e, which decides where control goes, is lowered to jumping code.
func (l *funcLowerer) jumping(e *expr) bool {
	return !l.merged(e) || l.hidden && l.u.how == ir.Both
}

// cond lowers e as a condition: control goes to yes or no.
func (l *funcLowerer) cond(e *expr, yes, no *block) { l.condition(e, yes, no, false) }

// condition is cond. The operands of a mergeable operator go to yes and no even where they are known: what is behind
// is code that counts, whatever the lowering.
func (l *funcLowerer) condition(e *expr, yes, no *block, operand bool) {
	switch {
	case e.op == eLNot:
		l.condition(e.a, no, yes, operand)
		return
	case e.op == eBool:
		l.condition(e.a, yes, no, operand)
		return
	case e.op == eCast && withoutWidening(e) != e:
		l.condition(withoutWidening(e), yes, no, operand)
		return
	case e.op == eComma:
		l.effect(e.a)
		l.condition(e.b, yes, no, operand)
		return
	case e.logical() && l.jumping(e):
		l.decide(e)
		mid := l.newBlock()
		if e.op == eLAnd {
			l.left(e, mid, no)
		} else {
			l.left(e, yes, mid)
		}
		l.start(mid)
		l.condition(e.b, yes, no, e.mergeable())
		return
	case e.alternatives():
		then, alt := l.newBlock(), l.newBlock()
		l.cond(e.a, then, alt)
		l.start(then)
		l.condition(e.b, yes, no, operand)
		l.start(alt)
		l.condition(e.c, yes, no, operand)
		return
	}
	v, known := e.truth()
	if known && !operand {
		if v {
			l.jump(yes)
		} else {
			l.jump(no)
		}
		return
	}
	r, w := l.truth(e)
	l.branch(r, w, yes, no, e.pos)
	l.cur.ir.Term.Derived = known || l.u.how == ir.Both && e.logical()
	l.operandOf(e)
}

// left lowers the left operand of the logical operator e, which is lowered to jumping code, as a condition.
func (l *funcLowerer) left(e *expr, yes, no *block) {
	x := e.a
	if !e.mergeable() || x.op == e.op && x.mergeable() || !compound(x) || !foregone(x) {
		l.condition(x, yes, no, e.mergeable())
		return
	}
	r, w := l.decided(x)
	l.derived(r, w, yes, no, x.pos)
}

// derived is branch for a value that isn't a decision of its own.
func (l *funcLowerer) derived(r ir.Reg, w ir.Width, yes, no *block, pos ir.Pos) {
	l.branch(r, w, yes, no, pos)
	l.cur.ir.Term.Derived = true
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

// logicalEffect lowers && or || for the side effects of its operands. The last one decides nothing.
func (l *funcLowerer) logicalEffect(e *expr) {
	l.decide(e.a)
	right, join := l.newBlock(), l.newBlock()
	if e.op == eLAnd {
		l.left(e, right, join)
	} else {
		l.left(e, join, right)
	}
	l.start(right)
	l.effect(e.b)
	l.start(join)
}

// mergedEffect lowers a merged operator for the side effects of its operands, and for their decisions.
func (l *funcLowerer) mergedEffect(e *expr) {
	l.decide(e.a)
	join, outer := l.newJoin(), l.hidden
	l.effect(l.operands(e, join, nil))
	l.hidden = outer
	l.start(join)
}

// region lowers a merged operator: dst becomes 0 or 1.
func (l *funcLowerer) region(e *expr, dst ir.Reg) {
	l.decide(e)
	join, outer := l.newJoin(), l.hidden
	decided := uint64(0) // the value when an operand decides
	if e.op == eLOr {
		decided = 1
	}
	last := l.operands(e, join, func(pos ir.Pos) { l.constant(decided, dst, pos) })
	if l.u.how == ir.Both {
		yes, no := l.newBlock(), l.newBlock()
		l.condition(last, yes, no, true)
		l.outcome(yes, no, dst, join, last.pos)
	} else {
		l.eval(&expr{op: eBool, typ: tInt, pos: last.pos, a: last}, dst)
	}
	l.hidden = outer
	l.start(join)
}

// newJoin makes the block at which the ways of a region meet.
func (l *funcLowerer) newJoin() *block {
	join := l.newBlock()
	join.keep = true
	return join
}

// operands lowers the operands of a merged operator but the last one, which it returns, and ends where that one is to be evaluated, hidden.
// Where another one decides, it calls out, if that is not nil, with its position, and goes to join.
func (l *funcLowerer) operands(e *expr, join *block, out func(ir.Pos)) (last *expr) {
	operands := []*expr{e.b}
	x := e.a
	for x.op == e.op && l.merged(x) {
		operands = append(operands, x.b)
		x = x.a
	}
	operands = append(operands, x)
	for i := len(operands) - 1; i > 0; i-- {
		x := operands[i]
		outer := l.hidden
		l.hidden = true
		next, decides := l.newBlock(), l.newBlock()
		l.hidden = outer
		yes, no := next, decides
		if e.op == eLOr {
			yes, no = decides, next
		}
		l.operand(x, yes, no, join, i == len(operands)-1)
		l.hidden = true
		l.start(decides)
		if out != nil {
			out(x.pos)
		}
		l.jump(join)
		l.start(next)
	}
	return operands[0]
}

// operand lowers an operand of a merged operator that decides whether the next one is evaluated. The first one's own blocks are not hidden.
func (l *funcLowerer) operand(x *expr, yes, no, join *block, first bool) {
	both := l.u.how == ir.Both
	switch {
	case both && (l.hidden || !first):
		l.hidden = true
		l.condition(x, yes, no, true)
		return
	case both && !compound(x):
		l.condition(x, yes, no, true)
	case both:
		r, w := l.decided(x)
		l.derived(r, w, yes, no, x.pos)
	default:
		r, w := l.truth(x)
		l.derived(r, w, yes, no, x.pos)
	}
	l.cur.ir.Term.Logical = true
	l.cur.join = join
}

// core returns what decides whether e is true, or false.
func (e *expr) core() *expr {
	for {
		switch {
		case e.op == eLNot || e.op == eBool:
			e = e.a
		case e.op == eCast && withoutWidening(e) != e:
			e = withoutWidening(e)
		case e.op == eComma:
			e = e.b
		default:
			return e
		}
	}
}

// negated reports whether e is true where its core is false.
func (e *expr) negated() bool {
	not, core := false, e.core()
	for e != core {
		switch {
		case e.op == eLNot:
			not, e = !not, e.a
		case e.op == eBool:
			e = e.a
		case e.op == eComma:
			e = e.b
		default:
			e = withoutWidening(e)
		}
	}
	return not
}

// alternatives reports whether cond makes branches of the second and third operand of e, which is a core.
func (e *expr) alternatives() bool { return e.op == eCond && e.b != nil && e.typ.isScalar() }

// compound reports whether cond would make more than one branch of e.
func compound(e *expr) bool {
	e = e.core()
	return e.logical() || e.alternatives()
}

// foregone reports whether an operand that decides whether e is true is known.
func foregone(e *expr) bool {
	e = e.core()
	switch {
	case e.logical():
		return foregone(e.a) || foregone(e.b)
	case e.alternatives():
		return foregone(e.b) || foregone(e.c)
	}
	_, known := e.truth()
	return known
}

// decided lowers e, which is compound, as truth does, with the decisions that cond would make of it.
func (l *funcLowerer) decided(e *expr) (ir.Reg, ir.Width) {
	outer := l.deciding
	l.deciding = e.core()
	r, w := l.truth(e)
	l.deciding = outer
	return r, w
}

// alternative lowers e, the second or third operand of a ?:, by value, which returns an expression that holds its result. If the operator
// decides, so does e: if e doesn't branch itself, a branch follows it whose two ways continue alike.
func (l *funcLowerer) alternative(e *expr, decides bool, value func() *expr) {
	core, outer := e.core(), l.deciding
	l.deciding = nil
	if decides {
		l.deciding = core
	}
	held := value()
	l.deciding = outer
	if _, known := core.truth(); !decides || known || compound(core) {
		return
	}
	r, w := l.truth(held)
	if e.negated() {
		t := l.temp(4)
		l.emit(ir.Instr{Op: ir.OpEq, W: w, Dst: t, A: r, B: ir.NoReg, Pos: core.pos})
		r, w = t, 4
	}
	join := l.newJoin()
	l.hidden = l.u.how == ir.Both
	yes, no := l.newBlock(), l.newBlock()
	l.branch(r, w, yes, no, core.pos)
	l.operandOf(core)
	if l.hidden {
		l.cur.ir.Term.Logical = true
		l.cur.join = join
	}
	l.start(yes)
	l.jump(join)
	l.start(no)
	l.jump(join)
	l.hidden = false
	l.start(join)
}

// outcome leaves 1 in dst in block yes, and 0 in no, and goes to join.
func (l *funcLowerer) outcome(yes, no *block, dst ir.Reg, join *block, pos ir.Pos) {
	l.start(yes)
	l.constant(1, dst, pos)
	l.jump(join)
	l.start(no)
	l.constant(0, dst, pos)
	l.jump(join)
}
