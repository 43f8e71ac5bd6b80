package frontend

// This file checks expressions: primary, postfix, unary and the dispatch over
// the parser's productions. Arithmetic is in arith.go, calls in call.go.

import (
	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// expr checks n. The result may be an lvalue or have array or function type.
func (c *checker) expr(n cc.ExpressionNode) *expr {
	c.budget.step(func() ir.Pos { return c.pos(n) })
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return c.primary(x)
	case *cc.PostfixExpression:
		return c.postfix(x)
	case *cc.UnaryExpression:
		return c.unary(x)
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionUnary {
			return c.expr(x.UnaryExpression)
		}
		return c.castExpr(x)
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionLOr {
			return c.expr(x.LogicalOrExpression)
		}
		return c.conditional(x)
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionCond {
			return c.expr(x.ConditionalExpression)
		}
		return c.assignment(x)
	case *cc.ExpressionList:
		e := c.expr(x.AssignmentExpression)
		n := 0
		for l := x.ExpressionList; l != nil; l = l.ExpressionList {
			if n++; n > maxOperands {
				unsupported(e.pos, "more than %d expressions joined by commas: divide them", maxOperands)
			}
			r := c.rvalue(l.AssignmentExpression)
			e = node(eComma, r.typ, e.pos, e, r)
		}
		return e
	case *cc.ConstantExpression:
		return c.expr(x.ConditionalExpression)
	case nil:
		fail(ir.Pos{}, "missing expression")
	}
	return c.operators(n)
}

// rvalue checks n and converts arrays and functions to pointers.
func (c *checker) rvalue(n cc.ExpressionNode) *expr { return c.decay(c.expr(n)) }

func (c *checker) decay(e *expr) *expr {
	switch e.typ.kind {
	case kArray, kFunc:
		return c.addressOf(e, e.typ.decayed(), e.pos)
	}
	return e
}

// unevaluated checks the operand of sizeof or typeof.
func (c *checker) unevaluated(n cc.ExpressionNode) *expr {
	c.dead++
	defer func() { c.dead-- }()
	return c.expr(n)
}

// constantExpr checks an integer constant expression.
func (c *checker) constantExpr(n cc.ExpressionNode) *expr {
	e := c.rvalue(n)
	if e.op != eConst || !e.typ.isInteger() {
		fail(c.pos(n), "not an integer constant expression")
	}
	return e
}

func (c *checker) constant(n cc.ExpressionNode) uint64 { return c.constantExpr(n).val }

// scalar checks an expression that controls a branch or loop.
func (c *checker) scalar(n cc.ExpressionNode) *expr {
	e := c.rvalue(n)
	c.wantScalar(e)
	return e
}

func (c *checker) wantScalar(e *expr) {
	if !e.typ.isScalar() {
		fail(e.pos, "%s where a scalar is needed", e.typ)
	}
}

func (c *checker) primary(x *cc.PrimaryExpression) *expr {
	pos := c.pos(x)
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		return c.identifier(x.Token.SrcStr(), pos)
	case cc.PrimaryExpressionInt:
		return c.intLiteral(x.Token.SrcStr(), pos)
	case cc.PrimaryExpressionFloat:
		return c.floatLiteral(x.Token.SrcStr(), pos)
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return c.charLiteral(x.Token.SrcStr(), pos)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return c.stringLiteral(x.Token, pos)
	case cc.PrimaryExpressionExpr:
		return c.expr(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return c.stmtExpr(x.CompoundStatement, pos)
	case cc.PrimaryExpressionGeneric:
		return c.generic(x.GenericSelection)
	}
	unsupported(pos, "this primary expression")
	return nil
}

func (c *checker) identifier(name string, pos ir.Pos) *expr {
	o := c.lookup(name)
	if o == nil {
		fail(pos, "undeclared identifier %s", name)
	}
	switch o.kind {
	case objEnum:
		return constAt(o.val, o.typ, pos)
	case objTypedef:
		fail(pos, "type name %s where an expression is needed", name)
	}
	if o.kind == objVar && o.link == linkNone && !o.static && o.owner != c.fn && !o.isParam {
		unsupported(pos, "variable %s of an enclosing function", name)
	}
	wantLayout(o.typ, pos)
	return c.variable(o, pos)
}

// variable returns an expression that designates o.
func (c *checker) variable(o *object, pos ir.Pos) *expr {
	e := &expr{op: eVar, typ: o.typ, pos: pos, obj: o, lvalue: o.kind == objVar, impure: o.typ.volatile}
	if c.dead == 0 {
		c.use(o)
	}
	return e
}

// use notes that the function being checked, or the object whose initialiser is, refers to o.
func (c *checker) use(o *object) {
	if c.fn != nil && (o.kind == objFunc || o.static || o.link != linkNone) {
		c.fn.refs = append(c.fn.refs, o)
	}
}

func (c *checker) generic(g *cc.GenericSelection) *expr {
	e := c.decay(c.unevaluated(g.AssignmentExpression))
	t := e.typ.unqualified()
	if f := bitField(e); f != nil && f.bits != t.precision() {
		t = &ctype{kind: t.kind, bits: f.bits}
	}
	var dflt cc.ExpressionNode
	for l := g.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationDefault {
			dflt = a.AssignmentExpression
		} else if u := c.typeName(a.TypeName); compatibleQualified(t, u) {
			return c.expr(a.AssignmentExpression)
		}
	}
	if dflt == nil {
		fail(c.pos(g), "no association of _Generic for %s", t)
	}
	return c.expr(dflt)
}

func (c *checker) stmtExpr(n *cc.CompoundStatement, pos ir.Pos) *expr {
	if c.fn == nil || c.static > 0 {
		fail(pos, "statement expression in a static initialiser")
	}
	body := c.compound(n)
	e := &expr{op: eStmts, typ: tVoid, pos: pos, body: body, impure: true}
	if len(body.list) == 0 {
		return e
	}
	n1 := len(body.list) - 1
	for n1 > 0 && body.list[n1].end {
		n1--
	}
	last := body.list[n1]
	for last.op == sLabel {
		last = last.body
	}
	if last.op == sExpr && last.e.typ.kind != kVoid {
		v := c.decay(last.e)
		e.typ = v.typ.unqualified()
		e.result = c.temporary(e.typ, pos)
		last.e = node(eAssign, e.typ, v.pos, &expr{op: eVar, typ: e.typ, pos: v.pos, obj: e.result, lvalue: true}, v)
		last.e.impure = true
	}
	return e
}

func (c *checker) postfix(x *cc.PostfixExpression) *expr {
	switch x.Case {
	case cc.PostfixExpressionPrimary:
		return c.expr(x.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		a, b := c.expr(x.PostfixExpression), c.rvalue(x.ExpressionList)
		b = c.checkedIndex(a, b)
		a = c.decay(a)
		return c.deref(c.add(a, b, a.pos), a.pos)
	case cc.PostfixExpressionCall:
		return c.call(x)
	case cc.PostfixExpressionSelect:
		e := c.expr(x.PostfixExpression)
		return c.selector(e, x.Token2, e.pos)
	case cc.PostfixExpressionPSelect:
		e := c.rvalue(x.PostfixExpression)
		return c.selector(c.deref(e, e.pos), x.Token2, e.pos)
	case cc.PostfixExpressionInc:
		return c.incDec(x.PostfixExpression, eAdd, true)
	case cc.PostfixExpressionDec:
		return c.incDec(x.PostfixExpression, eSub, true)
	case cc.PostfixExpressionComplit:
		return c.compoundLiteral(x)
	}
	unsupported(c.pos(x), "this postfix expression")
	return nil
}

// selector returns the member of e that tok names.
func (c *checker) selector(e *expr, tok cc.Token, pos ir.Pos) *expr {
	name := tok.SrcStr()
	if !e.typ.isRecord() {
		fail(c.pos(tok), "member %s of %s, which is not a structure or union", name, e.typ)
	}
	wantLayout(e.typ, pos)
	way := e.typ.rec.find(name)
	if way == nil {
		fail(c.pos(tok), "%s has no member %s", e.typ, name)
	}
	for _, f := range way {
		m := node(eMember, f.typ.qualified(e.typ.constant, e.typ.volatile), pos, e)
		m.field, m.lvalue = f, e.lvalue
		m.impure = m.impure || m.typ.volatile
		e = m
	}
	return e
}

func (c *checker) deref(e *expr, pos ir.Pos) *expr {
	if e.typ.kind != kPtr {
		fail(pos, "%s is dereferenced", e.typ)
	}
	t := e.typ.elem
	wantLayout(t, pos)
	if e.op == eAddr && compatible(e.a.typ, t) && e.a.typ.kind != kArray {
		return e.a
	}
	r := node(eDeref, t, pos, e)
	r.lvalue = t.kind != kFunc
	r.impure = r.impure || t.volatile
	return r
}

// addressOf returns the address of e as a value of type t.
func (c *checker) addressOf(e *expr, t *ctype, pos ir.Pos) *expr {
	off := uint64(0)
	x := e
	for ; x.op == eMember; x = x.a {
		if x.field.bits >= 0 {
			fail(pos, "address of bit-field %s", x.field.name)
		}
		off += x.field.offset
	}
	if x.op == eDeref && !x.a.typ.elem.variable() {
		switch {
		case x.a.op == eConst:
			return constAt(x.a.val+off, t, pos)
		case off == 0:
			r := *x.a
			if !r.lvalue && r.op != eAssign {
				r.typ = t
				onePast(&r)
				return &r
			}
		}
	}
	markAddressTaken(x)
	r := node(eAddr, t, pos, e)
	return r
}

// markAddressTaken notes that the object that e designates needs memory.
func markAddressTaken(e *expr) {
	switch e.op {
	case eVar, eLiteral:
		e.obj.addrTaken = true
	case eCond:
		markAddressTaken(e.b)
		markAddressTaken(e.c)
	case eComma:
		markAddressTaken(e.b)
	}
}

func (c *checker) unary(x *cc.UnaryExpression) *expr {
	pos := c.pos(x)
	c.whole(x.Token)
	switch x.Case {
	case cc.UnaryExpressionPostfix:
		return c.expr(x.PostfixExpression)
	case cc.UnaryExpressionInc:
		return c.incDec(x.UnaryExpression, eAdd, false)
	case cc.UnaryExpressionDec:
		return c.incDec(x.UnaryExpression, eSub, false)
	case cc.UnaryExpressionAddrof:
		return c.addrOf(x, pos)
	case cc.UnaryExpressionDeref:
		return c.deref(c.rvalue(x.CastExpression), pos)
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return c.arithUnary(x, pos)
	case cc.UnaryExpressionNot:
		e := c.scalar(x.CastExpression)
		if v, known := e.truth(); known && !e.impure {
			return castTo(boolConst(!v, pos), tInt, pos)
		}
		return node(eLNot, tInt, pos, e)
	case cc.UnaryExpressionSizeofExpr:
		e := c.unevaluated(x.UnaryExpression)
		if e.typ.variable() {
			e = c.expr(x.UnaryExpression)
		}
		if e.op == eMember && e.field.bits >= 0 {
			fail(pos, "sizeof a bit-field")
		}
		size := c.sizeExpr(e.typ, pos)
		if e.typ.variable() && e.impure {
			return node(eComma, tULong, pos, c.decay(e), size) // the operand is evaluated
		}
		return size
	case cc.UnaryExpressionSizeofType:
		t, effects := c.evaluatedType(x.TypeName, false)
		if !t.variable() {
			effects = nil
		}
		return behind(effects, c.sizeExpr(t, pos))
	case cc.UnaryExpressionAlignofExpr:
		e := c.unevaluated(x.UnaryExpression)
		if e.op == eVar && e.obj.align != 0 {
			return constAt(e.obj.align, tULong, pos)
		}
		wantLayout(e.typ, pos)
		return constAt(e.typ.alignOf(), tULong, pos)
	case cc.UnaryExpressionAlignofType:
		t := c.typeName(x.TypeName)
		wantLayout(t, pos)
		return constAt(t.alignOf(), tULong, pos)
	case cc.UnaryExpressionLabelAddr:
		l := c.labelNamed(x.Token2.SrcStr(), c.pos(x.Token2))
		l.taken = true
		return &expr{op: eLabel, typ: tVoidPtr, pos: pos, label: l}
	}
	unsupported(pos, "%s", x.Token.SrcStr())
	return nil
}

func (c *checker) addrOf(x *cc.UnaryExpression, pos ir.Pos) *expr {
	e := c.expr(x.CastExpression)
	if e.typ.kind == kFunc {
		return c.decay(e)
	}
	if !e.lvalue && !(e.op == eDeref) && e.typ.kind != kArray {
		fail(pos, "address of an expression that is not an lvalue")
	}
	return c.addressOf(e, pointerTo(e.typ), pos)
}

func (c *checker) castExpr(x *cc.CastExpression) *expr {
	t, effects := c.evaluatedType(x.TypeName, true)
	return behind(effects, c.castOf(x, t, c.rvalue(x.CastExpression)))
}

// castOf checks the cast x of e to t.
func (c *checker) castOf(x *cc.CastExpression, t *ctype, e *expr) *expr {
	pos := c.pos(x)
	switch {
	case t.kind == kVoid:
		return castTo(e, t, pos)
	case t.kind == kUnsupported || e.typ.kind == kUnsupported:
		fail(pos, "cast of %s to %s", e.typ, t)
	case t.isRecord() && e.typ.isRecord() && t.rec == e.typ.rec:
		return e
	case t.kind == kUnion:
		for _, f := range t.rec.members { // GNU: cast to union
			if compatible(f.typ, e.typ.unqualified()) {
				o := c.temporary(t.unqualified(), pos)
				r := &expr{op: eLiteral, typ: o.typ, pos: pos, obj: o, impure: true}
				r.init = []initItem{{offset: f.offset, typ: f.typ, value: e}}
				return r
			}
		}
	}
	if !t.isScalar() || !e.typ.isScalar() || t.kind == kPtr && e.typ.isReal() || t.isReal() && e.typ.kind == kPtr {
		fail(pos, "cast of %s to %s", e.typ, t)
	}
	return castTo(e, t, pos)
}
