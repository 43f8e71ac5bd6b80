package frontend

// This file checks assembly statements without instructions, by which programs keep a compiler from knowing a value or
// from moving accesses. What an operand of such a statement outputs is what it takes as input: of "+r"(x) the value of x,
// of "=r"(x) : "0"(y) that of y, of "=m"(x) what is there. Instructions that only order accesses or wait are none.

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// idle are instructions without an effect that one thread sees.
var idle = regexp.MustCompile(`^(?:[\s;]|\\[nt]|rep\s*;\s*nop|nop|pause|[lms]fence)*$`)

// withoutInstructions reports whether a statement's template has none.
func withoutInstructions(a *cc.Asm) bool {
	return idle.MatchString(strings.Trim(a.Token3.SrcStr(), `"`))
}

// asmOperand is an operand of an assembly statement.
type asmOperand struct {
	name       string // [name]
	constraint string
	e          *expr
}

// kept reports whether an output is what it was.
func (o *asmOperand) kept() bool { return o.constraint == "=m" || strings.HasPrefix(o.constraint, "+") }

// asmOperands checks the operands of a list; ok is false if it holds something else.
func (c *checker) asmOperands(l *cc.AsmExpressionList) (ops []asmOperand, ok bool) {
	for ; l != nil; l = l.AsmExpressionList {
		x, ok := l.AssignmentExpression.(*cc.PostfixExpression) // it looks like a call of a string
		if !ok || x.Case != cc.PostfixExpressionCall || x.ArgumentExpressionList == nil || x.ArgumentExpressionList.ArgumentExpressionList != nil {
			return nil, false
		}
		p, ok := x.PostfixExpression.(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionString {
			return nil, false
		}
		o := asmOperand{constraint: strings.Trim(p.Token.SrcStr(), `"`), e: c.expr(x.ArgumentExpressionList.AssignmentExpression)}
		if l.AsmIndex != nil {
			if id, ok := l.AsmIndex.ExpressionList.(*cc.PrimaryExpression); ok {
				o.name = id.Token.SrcStr()
			}
		}
		ops = append(ops, o)
	}
	return ops, true
}

// assembly checks an assembly statement.
func (c *checker) assembly(n *cc.AsmStatement) *stmt {
	pos := c.pos(n)
	lists := [4]*cc.AsmExpressionList{}
	count := 0
	for l := n.Asm.AsmArgList; l != nil && count < len(lists); l = l.AsmArgList {
		lists[count] = l.AsmExpressionList
		count++
	}
	out, ok1 := c.asmOperands(lists[0])
	in, ok2 := c.asmOperands(lists[1])
	if !ok1 || !ok2 || lists[3] != nil || !withoutInstructions(n.Asm) {
		fail(pos, "unsupported: inline assembly")
	}
	s := &stmt{op: sBlock}
	do := func(e *expr) { s.list = append(s.list, &stmt{op: sExpr, pos: pos, e: e}) }
	for i := range out {
		if o := &out[i]; o.e.impure && o.kept() {
			do(o.e)
		}
	}
	var last []*expr // assignments, after all inputs
	taken := map[int]bool{}
	for i := range in {
		e := c.decay(in[i].e)
		at := matching(in[i].constraint, out)
		if at < 0 {
			if e.impure {
				do(e)
			}
			continue
		}
		taken[at] = true
		to := out[at].e
		if len(in) > 1 {
			t := c.temporary(e.typ.unqualified(), pos)
			v := &expr{op: eVar, typ: t.typ, pos: pos, obj: t, lvalue: true}
			do(assigned(v, e))
			e = v
		}
		last = append(last, assigned(to, inRegister(e, to.typ, pos)))
	}
	for i := range out {
		if !taken[i] && !out[i].kept() {
			fail(pos, "unsupported: inline assembly whose output is no input")
		}
	}
	for _, e := range last {
		do(e)
	}
	return s
}

// matching returns the index of the output that an input's constraint names, -1 if it names none.
func matching(constraint string, out []asmOperand) int {
	constraint = strings.TrimLeft(constraint, "%")
	for i := range out {
		if constraint == strconv.Itoa(i) || out[i].name != "" && constraint == "["+out[i].name+"]" {
			return i
		}
	}
	return -1
}

// assigned returns to = e.
func assigned(to, e *expr) *expr {
	r := node(eAssign, to.typ.unqualified(), e.pos, to, e)
	r.impure = true
	return r
}

// inRegister converts e to t as a register does that is read as another type.
func inRegister(e *expr, t *ctype, pos ir.Pos) *expr {
	t = t.unqualified()
	whole := func(t *ctype) bool { return t.isScalar() && !t.isReal() }
	switch {
	case compatible(e.typ.unqualified(), t):
		return e
	case whole(e.typ) && whole(t):
		return castTo(e, t, pos)
	}
	fail(pos, "unsupported: inline assembly that takes %s for %s", e.typ, t)
	return nil
}
