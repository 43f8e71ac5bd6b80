package frontend

// This file checks operators: conversions, arithmetic, comparison, logic and assignment.

import (
	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// whole fails if an operator's token is another than its text says: the parser takes + ## = for a +.
func (c *checker) whole(tok cc.Token) {
	if s := tok.SrcStr(); len(s) > 1 && tok.Ch == rune(s[0]) && !isWord(s[0]) {
		unsupported(c.pos(tok), "the operator %s made by ##", s)
	}
}

func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' || b == '"' || b == '\''
}

// operators checks the binary operators.
func (c *checker) operators(n cc.ExpressionNode) *expr {
	switch x := n.(type) {
	case *cc.MultiplicativeExpression:
		c.whole(x.Token)
		op := map[cc.MultiplicativeExpressionCase]eop{cc.MultiplicativeExpressionMul: eMul, cc.MultiplicativeExpressionDiv: eDiv, cc.MultiplicativeExpressionMod: eRem}[x.Case]
		if x.Case == cc.MultiplicativeExpressionCast {
			return c.expr(x.CastExpression)
		}
		return c.arithmetic(op, x.MultiplicativeExpression, x.CastExpression)
	case *cc.AdditiveExpression:
		c.whole(x.Token)
		switch x.Case {
		case cc.AdditiveExpressionAdd:
			a, b := c.rvalue(x.AdditiveExpression), c.rvalue(x.MultiplicativeExpression)
			return c.add(a, b, a.pos)
		case cc.AdditiveExpressionSub:
			a, b := c.rvalue(x.AdditiveExpression), c.rvalue(x.MultiplicativeExpression)
			return c.sub(a, b, a.pos)
		}
		return c.expr(x.MultiplicativeExpression)
	case *cc.ShiftExpression:
		c.whole(x.Token)
		switch x.Case {
		case cc.ShiftExpressionLsh:
			return c.shift(eShl, c.rvalue(x.ShiftExpression), c.rvalue(x.AdditiveExpression))
		case cc.ShiftExpressionRsh:
			return c.shift(eShr, c.rvalue(x.ShiftExpression), c.rvalue(x.AdditiveExpression))
		}
		return c.expr(x.AdditiveExpression)
	case *cc.RelationalExpression:
		c.whole(x.Token)
		switch x.Case {
		case cc.RelationalExpressionShift:
			return c.expr(x.ShiftExpression)
		}
		op := map[cc.RelationalExpressionCase]eop{cc.RelationalExpressionLt: eLt, cc.RelationalExpressionGt: eGt, cc.RelationalExpressionLeq: eLe, cc.RelationalExpressionGeq: eGe}[x.Case]
		return c.compare(op, c.rvalue(x.RelationalExpression), c.rvalue(x.ShiftExpression))
	case *cc.EqualityExpression:
		c.whole(x.Token)
		switch x.Case {
		case cc.EqualityExpressionEq:
			return c.compare(eEq, c.rvalue(x.EqualityExpression), c.rvalue(x.RelationalExpression))
		case cc.EqualityExpressionNeq:
			return c.compare(eNe, c.rvalue(x.EqualityExpression), c.rvalue(x.RelationalExpression))
		}
		return c.expr(x.RelationalExpression)
	}
	return c.bitOperators(n)
}

func (c *checker) bitOperators(n cc.ExpressionNode) *expr {
	switch x := n.(type) {
	case *cc.AndExpression:
		c.whole(x.Token)
		if x.Case == cc.AndExpressionEq {
			return c.expr(x.EqualityExpression)
		}
		return c.arithmetic(eAnd, x.AndExpression, x.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		c.whole(x.Token)
		if x.Case == cc.ExclusiveOrExpressionAnd {
			return c.expr(x.AndExpression)
		}
		return c.arithmetic(eXor, x.ExclusiveOrExpression, x.AndExpression)
	case *cc.InclusiveOrExpression:
		c.whole(x.Token)
		if x.Case == cc.InclusiveOrExpressionXor {
			return c.expr(x.ExclusiveOrExpression)
		}
		return c.arithmetic(eOr, x.InclusiveOrExpression, x.ExclusiveOrExpression)
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionOr {
			return c.expr(x.InclusiveOrExpression)
		}
		return c.logical(eLAnd, c.scalar(x.LogicalAndExpression), c.scalar(x.InclusiveOrExpression))
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLAnd {
			return c.expr(x.LogicalAndExpression)
		}
		return c.logical(eLOr, c.scalar(x.LogicalOrExpression), c.scalar(x.LogicalAndExpression))
	}
	unsupported(c.pos(n), "this expression")
	return nil
}

// promote applies the integer promotions.
func (c *checker) promote(e *expr) *expr {
	t := e.typ
	if !t.isInteger() {
		return e
	}
	if f := bitField(e); f != nil && (f.bits < 32 || f.bits == 32 && !f.typ.unsigned()) {
		return castTo(e, tInt, e.pos)
	} else if f != nil && f.bits == 32 {
		return castTo(e, tUInt, e.pos)
	} else if f != nil && uint64(f.bits) < 8*t.sizeOf() {
		return castTo(e, &ctype{kind: t.kind, bits: f.bits}, e.pos)
	}
	if t.kind < kInt {
		return castTo(e, tInt, e.pos)
	}
	if t.enum != nil {
		return castTo(e, basic[t.kind], e.pos)
	}
	return e
}

// bitField returns the bit-field whose value e has, if it is one's.
func bitField(e *expr) *field {
	switch e.op {
	case eMember:
		if e.field.bits >= 0 {
			return e.field
		}
	case eAssign, eUpdate:
		return bitField(e.a)
	case eComma:
		return bitField(e.b)
	}
	return nil
}

// usual returns the common type of the usual arithmetic conversions for promoted operands.
func usual(a, b *ctype) *ctype {
	switch {
	case a.kind == kLDouble || b.kind == kLDouble:
		return tLDouble
	case a.kind == kDouble || b.kind == kDouble:
		return tDouble
	case a.kind == kFloat || b.kind == kFloat:
		return tFloat
	}
	switch p, q := a.precision(), b.precision(); {
	case a.bits == 0 && b.bits == 0:
	case p > q || p == q && a.unsigned():
		return a
	default:
		return b
	}
	k := max(a.kind, b.kind) // the higher rank, and of one rank the unsigned
	lo := min(a.kind, b.kind)
	if basic[lo].unsigned() && !basic[k].unsigned() && basic[lo].sizeOf() == basic[k].sizeOf() {
		k++
	}
	return basic[k]
}

func (c *checker) balance(a, b *expr) (*expr, *expr) {
	a, b = c.promote(a), c.promote(b)
	t := usual(a.typ, b.typ)
	return castTo(a, t, a.pos), castTo(b, t, b.pos)
}

// arithmetic checks an operator whose operands are arithmetic.
func (c *checker) arithmetic(op eop, x, y cc.ExpressionNode) *expr {
	a, b := c.rvalue(x), c.rvalue(y)
	return c.binary(op, a, b, a.pos)
}

func (c *checker) binary(op eop, a, b *expr, pos ir.Pos) *expr {
	integers := op == eRem || op == eAnd || op == eOr || op == eXor
	if !a.typ.isArith() || !b.typ.isArith() || integers && !(a.typ.isInteger() && b.typ.isInteger()) {
		fail(pos, "bad operands %s and %s", a.typ, b.typ)
	}
	a, b = c.balance(a, b)
	return binaryOf(op, a, b, a.typ, pos)
}

// binaryOf makes the operation on operands of one type, with result type t.
func binaryOf(op eop, a, b *expr, t *ctype, pos ir.Pos) *expr {
	if a.op == eConst && b.op == eConst {
		if v, ok := foldInt(op, a.val, b.val, a.typ); ok {
			return constAt(v, t, pos)
		}
	} else if a.op == b.op && (a.op == eFloat || a.op == eLDouble) {
		if r := foldFloat(op, a, b, pos); r != nil {
			return r
		}
	}
	if t.bits != 0 {
		full := basic[t.kind]
		if op != eShl && op != eShr {
			b = castTo(b, full, b.pos)
		}
		return castTo(wrapping(node(op, full, pos, castTo(a, full, a.pos), b)), t, pos)
	}
	return node(op, t, pos, a, b)
}

func (c *checker) shift(op eop, a, b *expr) *expr {
	if !a.typ.isInteger() || !b.typ.isInteger() {
		fail(a.pos, "bad operands %s and %s of a shift", a.typ, b.typ)
	}
	a, b = c.promote(a), c.promote(b)
	return binaryOf(op, a, b, a.typ, a.pos)
}

// add checks a + b, which may be a pointer and an integer.
func (c *checker) add(a, b *expr, pos ir.Pos) *expr {
	switch {
	case a.typ.kind == kPtr && b.typ.isInteger():
		return c.pointerAdd(a, b, false, pos)
	case b.typ.kind == kPtr && a.typ.isInteger():
		return c.pointerAdd(b, a, false, pos)
	}
	return c.binary(eAdd, a, b, pos)
}

func (c *checker) sub(a, b *expr, pos ir.Pos) *expr {
	switch {
	case a.typ.kind == kPtr && b.typ.isInteger():
		return c.pointerAdd(a, b, true, pos)
	case a.typ.kind == kPtr && b.typ.kind == kPtr:
		if a.typ.elem.variable() {
			d := binaryOf(eSub, castTo(a, tLong, a.pos), castTo(b, tLong, b.pos), tLong, pos)
			return c.binary(eDiv, d, castTo(c.sizeExpr(a.typ.elem, pos), tLong, pos), pos)
		}
		n := c.elemSize(a.typ, pos)
		if n == 0 {
			fail(pos, "difference of pointers to %s", a.typ.elem)
		}
		if a.op == eConst && b.op == eConst {
			return constAt(uint64(int64(a.val-b.val)/int64(n)), tLong, pos)
		}
		return scaled(ePtrDiff, tLong, pos, a, b, n)
	}
	return c.binary(eSub, a, b, pos)
}

// elemSize returns the size by which arithmetic on pointers of type t is scaled.
func (c *checker) elemSize(t *ctype, pos ir.Pos) uint64 {
	if t.elem.kind == kVoid || t.elem.kind == kFunc {
		return 1 // GNU
	}
	if t.elem.incomplete() || t.elem.unsupported(false) != nil {
		fail(pos, "arithmetic on a pointer to incomplete type %s", t.elem)
	}
	return t.elem.sizeOf()
}

func (c *checker) pointerAdd(p, i *expr, negate bool, pos ir.Pos) *expr {
	t := p.typ.unqualified()
	i = castTo(c.promote(i), tLong, i.pos)
	if p.typ.elem.variable() {
		i = c.binary(eMul, i, castTo(c.sizeExpr(p.typ.elem, pos), tLong, pos), pos)
		if negate {
			i = node(eNeg, tLong, pos, i)
		}
		return scaled(ePtrAdd, t, pos, p, i, 1)
	}
	n := c.elemSize(p.typ, pos)
	if negate {
		n = -n
	}
	if i.op == eConst {
		if p.op == eConst {
			return constAt(p.val+i.val*n, t, pos)
		}
		if p.op == ePtrAdd && p.b.op == eConst {
			e := *p
			e.typ, e.pos, e.val = t, pos, 1
			e.b = constAt(p.b.val*p.val+i.val*n, tLong, pos)
			return &e
		}
	}
	return scaled(ePtrAdd, t, pos, p, i, n)
}

// compare checks a comparison.
func (c *checker) compare(op eop, a, b *expr) *expr {
	pos := a.pos
	switch {
	case a.typ.isArith() && b.typ.isArith():
		a, b = c.balance(a, b)
		return binaryOf(op, a, b, tInt, pos)
	case a.typ.kind == kPtr && b.typ.kind == kPtr:
	case a.typ.kind == kPtr && b.typ.isInteger():
		b = castTo(b, a.typ, b.pos)
	case b.typ.kind == kPtr && a.typ.isInteger():
		a = castTo(a, b.typ, a.pos)
	default:
		fail(pos, "comparison of %s and %s", a.typ, b.typ)
	}
	return binaryOf(op, a, b, tInt, pos)
}

// logical checks && and ||.
func (c *checker) logical(op eop, a, b *expr) *expr {
	decides := op == eLOr // the value of an operand that decides
	if v, known := a.truth(); known && !a.impure {
		if v == decides {
			return castTo(boolConst(decides, a.pos), tInt, a.pos)
		}
		if v, known := b.truth(); known && !b.impure {
			return castTo(boolConst(v, a.pos), tInt, a.pos)
		}
		return node(eBool, tInt, a.pos, b)
	}
	return node(op, tInt, a.pos, a, b)
}

func (c *checker) conditional(x *cc.ConditionalExpression) *expr {
	a := c.scalar(x.LogicalOrExpression)
	var b *expr
	if x.ExpressionList != nil {
		b = c.rvalue(x.ExpressionList)
	}
	y := c.rvalue(x.ConditionalExpression)
	then := b
	if b == nil {
		then = a
	}
	t := c.conditionalType(then, y, a.pos)
	y = c.toCommon(y, t)
	if b != nil {
		b = c.toCommon(b, t)
	}
	if v, known := a.truth(); known && !a.impure {
		switch {
		case !v:
			return plainValue(y)
		case b == nil:
			return plainValue(c.toCommon(a, t))
		}
		return plainValue(b)
	}
	e := &expr{op: eCond, typ: t, pos: a.pos, a: a, b: b, c: y, impure: true}
	return e
}

// plainValue returns e as an expression that is not an lvalue.
func plainValue(e *expr) *expr {
	if !e.lvalue {
		return e
	}
	r := *e
	r.lvalue = false
	return &r
}

func (c *checker) toCommon(e *expr, t *ctype) *expr {
	if t.isRecord() || t.kind == kVoid && e.typ.kind == kVoid {
		return e
	}
	return castTo(e, t, e.pos)
}

func (c *checker) conditionalType(a, b *expr, pos ir.Pos) *ctype {
	switch {
	case a.typ.isArith() && b.typ.isArith():
		return usual(c.promote(a).typ, c.promote(b).typ)
	case a.typ.kind == kVoid || b.typ.kind == kVoid:
		return tVoid
	case a.typ.isRecord() && b.typ.isRecord() && a.typ.rec == b.typ.rec:
		return a.typ.unqualified()
	case a.typ.kind == kPtr && isNull(b):
		return a.typ.unqualified()
	case b.typ.kind == kPtr && isNull(a):
		return b.typ.unqualified()
	case a.typ.kind == kPtr && b.typ.kind == kPtr:
		x, y := a.typ.elem, b.typ.elem
		t := x
		if y.kind == kVoid || x.kind == kArray && x.length < 0 {
			t = y
		}
		return pointerTo(t.qualified(x.constant || y.constant, x.volatile || y.volatile))
	case a.typ.kind == kPtr && b.typ.isInteger():
		return a.typ.unqualified()
	case b.typ.kind == kPtr && a.typ.isInteger():
		return b.typ.unqualified()
	}
	fail(pos, "operands of ?: are %s and %s", a.typ, b.typ)
	return nil
}

// isNull reports whether e is a null pointer constant.
func isNull(e *expr) bool {
	return e.op == eConst && e.val == 0 &&
		(e.typ.isInteger() || e.typ.kind == kPtr && e.typ.elem.kind == kVoid)
}

func (c *checker) arithUnary(x *cc.UnaryExpression, pos ir.Pos) *expr {
	e := c.rvalue(x.CastExpression)
	if !e.typ.isArith() || x.Case == cc.UnaryExpressionCpl && !e.typ.isInteger() {
		fail(pos, "bad operand %s", e.typ)
	}
	e = c.promote(e)
	switch x.Case {
	case cc.UnaryExpressionPlus:
		return plainValue(e)
	case cc.UnaryExpressionCpl:
		if e.op == eConst {
			return constAt(^e.val, e.typ, pos)
		}
		return unaryOf(eCpl, e, pos)
	}
	switch e.op {
	case eConst:
		return constAt(-e.val, e.typ, pos)
	case eFloat:
		return floatConst(-e.fval, e.typ, pos)
	case eLDouble:
		r := *e
		r.ld.se ^= 0x8000
		return &r
	}
	return unaryOf(eNeg, e, pos)
}

// unaryOf makes -e or ~e.
func unaryOf(op eop, e *expr, pos ir.Pos) *expr {
	t := e.typ.unqualified()
	if t.bits != 0 {
		full := basic[t.kind]
		return castTo(wrapping(node(op, full, pos, castTo(e, full, e.pos))), t, pos)
	}
	return node(op, t, pos, e)
}

// convert converts e implicitly, as by assignment to type t.
func (c *checker) convert(e *expr, t *ctype) *expr {
	t = t.unqualified()
	f := e.typ
	switch {
	case t.isArith() && f.isArith():
	case t.kind == kPtr && (f.kind == kPtr || f.isInteger()):
	case t.isInteger() && f.kind == kPtr:
	case t.isRecord() && f.isRecord() && t.rec == f.rec:
		return e
	case f.kind == kUnion && f.rec.transparent && adjusted(f) != f:
		m := node(eMember, t, e.pos, e)
		m.field, m.lvalue = f.rec.members[0], e.lvalue
		return m
	default:
		fail(e.pos, "cannot convert %s to %s", f, t)
	}
	return castTo(e, t, e.pos)
}

func (c *checker) wantLvalue(e *expr) {
	if !e.lvalue || e.typ.kind == kArray || e.typ.kind == kFunc || e.typ.incomplete() {
		fail(e.pos, "assignment to an expression that is not a modifiable lvalue")
	}
}

var assignOps = map[cc.AssignmentExpressionCase]eop{
	cc.AssignmentExpressionMul: eMul, cc.AssignmentExpressionDiv: eDiv, cc.AssignmentExpressionMod: eRem,
	cc.AssignmentExpressionAdd: eAdd, cc.AssignmentExpressionSub: eSub, cc.AssignmentExpressionLsh: eShl,
	cc.AssignmentExpressionRsh: eShr, cc.AssignmentExpressionAnd: eAnd, cc.AssignmentExpressionXor: eXor,
	cc.AssignmentExpressionOr: eOr,
}

func (c *checker) assignment(x *cc.AssignmentExpression) *expr {
	c.whole(x.Token)
	a := c.expr(x.UnaryExpression)
	b := c.rvalue(x.AssignmentExpression)
	c.wantLvalue(a)
	if x.Case == cc.AssignmentExpressionAssign {
		e := node(eAssign, a.typ.unqualified(), a.pos, a, c.convert(b, a.typ))
		e.impure = true
		return e
	}
	return c.update(a, assignOps[x.Case], b, false)
}

func (c *checker) incDec(n cc.ExpressionNode, op eop, post bool) *expr {
	a := c.expr(n)
	c.wantLvalue(a)
	c.wantScalar(a)
	return c.update(a, op, constAt(1, tInt, a.pos), post)
}

// update makes a op= b, or a++ and the like.
func (c *checker) update(a *expr, op eop, b *expr, post bool) *expr {
	if a.op == eComma { // what the lvalue's type has evaluated
		return node(eComma, a.typ.unqualified(), a.pos, a.a, c.update(a.b, op, b, post))
	}
	e := &expr{op: eUpdate, bop: op, typ: a.typ.unqualified(), pos: a.pos, a: a, post: post, impure: true}
	switch {
	case a.typ.kind == kPtr:
		if op != eAdd && op != eSub || !b.typ.isInteger() {
			fail(a.pos, "bad operands %s and %s", a.typ, b.typ)
		}
		dummy := c.pointerAdd(plainValue(a), b, op == eSub, a.pos)
		e.bop, e.b, e.val = ePtrAdd, dummy.b, dummy.val
	case !a.typ.isArith() || !b.typ.isArith():
		fail(a.pos, "bad operands %s and %s", a.typ, b.typ)
	case op == eShl || op == eShr:
		if !a.typ.isInteger() || !b.typ.isInteger() {
			fail(a.pos, "bad operands %s and %s of a shift", a.typ, b.typ)
		}
		e.calc, e.b = c.promote(a).typ.unqualified(), c.promote(b)
	default:
		if (op == eRem || op == eAnd || op == eOr || op == eXor) && !(a.typ.isInteger() && b.typ.isInteger()) {
			fail(a.pos, "bad operands %s and %s", a.typ, b.typ)
		}
		b = c.promote(b)
		e.calc = usual(c.promote(a).typ, b.typ)
		e.b = castTo(b, e.calc, b.pos)
	}
	if calls(e.b) {
		s := c.once(e.b)
		e.b = s.use
		return c.after(e, s)
	}
	return e
}
