package expr

// This file implements the rules for choices, and moves operations with constants into them.

// Ite returns x where the condition c holds, else y.
func (b *Builder) Ite(c, x, y *Expr) *Expr {
	check(OpIte, x, y)
	switch {
	case c.op == OpConst && c.k == 1 || x == y:
		return x
	case c.op == OpConst:
		return y
	case c.op == OpNot:
		c, x, y = c.a, y, x
	}
	if c.op == OpChoice || x.op == OpChoice || y.op == OpChoice {
		if r := b.iteChoice(c, x, y); r != nil {
			return r
		}
	}
	if x.bits == 1 {
		return b.choose(c, x, y)
	}
	w := x.Bits()
	if x.op == OpIte && x.a == c {
		return b.Ite(c, x.b, y)
	}
	if y.op == OpIte && y.a == c {
		return b.Ite(c, x, y.c)
	}
	switch {
	case x.op == OpConst && y.op == OpConst && x.k == 1 && y.k == 0:
		return b.ZExt(c, w)
	case x.op == OpConst && y.op == OpConst && x.k == 0 && y.k == 1:
		return b.ZExt(b.Not(c), w)
	case y.op == OpIte && y.b == x:
		return b.Ite(b.Or(c, y.a), x, y.c)
	case y.op == OpIte && y.c == x:
		return b.Ite(b.And(b.Not(c), y.a), y.b, x)
	case x.op == OpIte && x.c == y:
		return b.Ite(b.And(c, x.a), x.b, y)
	case x.op == OpIte && x.b == y:
		return b.Ite(b.And(c, b.Not(x.a)), x.c, y)
	}
	if v, k, ok := equation(c); ok && (y == v && x.op == OpConst && x.k == k) {
		return v // v == k ? k : v
	}
	return b.node(OpIte, w, 0, c, x, y)
}

// choose is Ite for conditions: these have no OpIte.
func (b *Builder) choose(c, x, y *Expr) *Expr {
	switch {
	case x.op == OpConst && y.op == OpConst: // they differ
		if x.k == 1 {
			return c
		}
		return b.Not(c)
	case x.IsTrue() || x == c:
		return b.Or(c, y)
	case x.IsFalse() || isNotOf(x, c):
		return b.And(b.Not(c), y)
	case y.IsTrue() || isNotOf(y, c):
		return b.Or(b.Not(c), x)
	case y.IsFalse() || y == c:
		return b.And(c, x)
	case isNotOf(x, y):
		return b.Eq(c, x)
	}
	return b.Or(b.And(c, x), b.And(b.Not(c), y))
}

// choiceOf takes apart an Ite, or a condition extended to an integer: c ? 1 : 0.
func (b *Builder) choiceOf(e *Expr) (c, x, y *Expr, ok bool) {
	if e.op == OpIte {
		return e.a, e.b, e.c, true
	}
	if c, ok := isFlag(e); ok {
		return c, b.Const(1, e.Bits()), b.Const(0, e.Bits()), true
	}
	return nil, nil, nil, false
}

// distribute1 returns f of e's two arms as a choice, if e is an Ite with a constant arm; else nil.
func (b *Builder) distribute1(e *Expr, f func(*Expr) *Expr) *Expr {
	if e.op != OpIte || e.b.op != OpConst && e.c.op != OpConst {
		return nil
	}
	return b.Ite(e.a, f(e.b), f(e.c))
}

// distribute returns x op y with the operation moved into a choice with a constant arm, if the
// other operand is a constant or a choice on the same condition with constants in the same place; else nil.
func (b *Builder) distribute(op Op, x, y *Expr) *Expr {
	if op == OpConcat && isZero(x) {
		return nil
	}
	switch {
	case y.op == OpConst:
		if x.op == OpZExt && y.k == 0 && (op == OpOr || op == OpAdd || op == OpXor) {
			return x
		}
		if c, t, f, ok := b.choiceOf(x); ok && (t.op == OpConst || f.op == OpConst) {
			return b.Ite(c, b.Binary(op, t, y), b.Binary(op, f, y))
		}
	case x.op == OpConst:
		if c, t, f, ok := b.choiceOf(y); ok && (t.op == OpConst || f.op == OpConst) {
			return b.Ite(c, b.Binary(op, x, t), b.Binary(op, x, f))
		}
	default:
		c, t, f, ok := b.choiceOf(x)
		c2, t2, f2, ok2 := b.choiceOf(y)
		if ok && ok2 && c == c2 && (t.op == OpConst && t2.op == OpConst || f.op == OpConst && f2.op == OpConst) {
			return b.Ite(c, b.Binary(op, t, t2), b.Binary(op, f, f2))
		}
	}
	return nil
}
