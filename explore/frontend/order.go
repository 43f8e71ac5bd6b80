package frontend

// This file orders evaluation as gcc does where C leaves it open: in which order functions
// are called can be seen.
//
// gcc evaluates binary operators from left to right and arguments from right to left. But it makes A op (x, B) to
// x, A op B for every arithmetic and comparison operator, whatever A is; the same for unary operators
// and conversions. And it makes a op= B to t = B, a op= t where B has side effects, which then moves
// out of an expression around it by the first rule. In an assignment of what a call returns the arguments
// are evaluated first, then where the value goes, then the call is done; other right operands come
// first as a whole.
//
// Not followed: what gcc simplifies, as ~f() == ~g(), which becomes g() == f().

import "github.com/confcov/confcov/explore/ir"

// ordered returns the expression with the left operands of commas in its operands moved before it.
func ordered(e *expr) *expr {
	var pre *expr
	switch {
	case e.op > eBool && e.op <= eGe:
	case e.op == ePtrAdd || e.op == ePtrDiff || e.op == eNeg || e.op == eCpl || e.op == eLNot || e.op == eCast && e.typ.kind != kVoid:
	default:
		return e
	}
	for _, o := range []**expr{&e.a, &e.b} {
		for *o != nil && (*o).op == eComma && (*o).b.typ.inRegister() {
			if pre == nil {
				pre = (*o).a
			} else {
				pre = node(eComma, tVoid, e.pos, pre, (*o).a)
			}
			*o = (*o).b
		}
	}
	if pre == nil {
		return e
	}
	c := &expr{op: eComma, typ: e.typ, pos: e.pos, a: pre, b: e, impure: e.impure || pre.impure}
	e.impure = e.a.impure || e.b != nil && e.b.impure
	return c
}

// calls reports whether e calls a function.
func calls(e *expr) bool {
	if e == nil || !e.impure {
		return false
	}
	return e.op == eCall || e.op == eStmts || calls(e.a) || calls(e.b) || calls(e.c)
}

// placed lowers a call and the address of the object to which its result is assigned.
func (l *funcLowerer) placed(target, call *expr) (v operand, at addr) {
	in, result := l.prepareCall(call)
	at = l.address(target)
	return l.doCall(call, in, result, ir.NoReg, true), at
}

// beforeComma evaluates what is left of commas in the value of an assignment, and returns the rest.
func (l *funcLowerer) beforeComma(e *expr) *expr {
	for e.op == eComma {
		l.effect(e.a)
		e = e.b
	}
	return e
}
