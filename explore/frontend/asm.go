package frontend

// This file checks assembly statements. Those without instructions, by which programs keep a compiler from knowing a value or
// from moving accesses, output what they take as input: of "+r"(x) the value of x, of "=r"(x) : "0"(y) that of y, of
// "=m"(x) what is there. Instructions that only order accesses or wait are none. Of instructions those are known that read and set the
// control word of the floating-point unit, which is what it is when a program begins. Any other statement ends the path
// that comes to it, as unsupported.

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
	s := &stmt{op: sBlock}
	do := func(e *expr) { s.list = append(s.list, &stmt{op: sExpr, pos: pos, e: e}) }
	ends := func(why string) *stmt {
		what := c.decay(c.stringObject([]byte(why+"\x00"), tChar, pos))
		do(c.callOf(c.identifier("__confcov_unsupported", pos), []*expr{what}, pos))
		return s
	}
	switch words := strings.Join(strings.Fields(strings.Trim(n.Asm.Token3.SrcStr(), `"`)), " "); {
	case !ok1 || !ok2 || lists[3] != nil:
		return ends("inline assembly")
	case words == "fnstcw %0" && len(out) == 1 && len(in) == 0:
		do(assigned(out[0].e, castTo(constAt(controlWord, tInt, pos), out[0].e.typ.unqualified(), pos)))
		return s
	case words == "fldcw %0" && len(out) == 0 && len(in) == 1:
		bits := c.binary(eAnd, c.decay(in[0].e), constAt(roundingBits, tInt, pos), pos)
		other := c.binary(eNe, bits, constAt(controlWord&roundingBits, tInt, pos), pos)
		return &stmt{op: sIf, pos: pos, e: other, body: ends("inline assembly that changes how long doubles are rounded")}
	case !withoutInstructions(n.Asm) || !determined(out, in):
		return ends("inline assembly")
	}
	for i := range out {
		if o := &out[i]; o.e.impure && o.kept() {
			do(o.e)
		}
	}
	var last []*expr // assignments, after all inputs
	for i := range in {
		e := c.decay(in[i].e)
		at := matching(in[i].constraint, out)
		if at < 0 {
			if e.impure {
				do(e)
			}
			continue
		}
		to := out[at].e
		if len(in) > 1 {
			t := c.temporary(e.typ.unqualified(), pos)
			v := &expr{op: eVar, typ: t.typ, pos: pos, obj: t, lvalue: true}
			do(assigned(v, e))
			e = v
		}
		last = append(last, assigned(to, inRegister(e, to.typ, pos)))
	}
	for _, e := range last {
		do(e)
	}
	return s
}

// controlWord is what the control word of the floating-point unit is: rounding to nearest, the whole precision, no traps. Those are its
// roundingBits.
const controlWord, roundingBits = 0x37f, 0xf3f

// determined reports whether every output is what it was or what an input is.
func determined(out, in []asmOperand) bool {
	for i := range out {
		given := out[i].kept()
		for j := range in {
			given = given || matching(in[j].constraint, out) == i
		}
		if !given {
			return false
		}
	}
	return true
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
	unsupported(pos, "inline assembly that takes %s for %s", e.typ, t)
	return nil
}
