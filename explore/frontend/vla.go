package frontend

// This file checks what types of variable size have evaluated: the sizes of their arrays, once, where the type is named or
// declared, and the operands of typeof.

import (
	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// evaluates reports whether what is checked is executed.
func (c *checker) evaluates() bool { return c.fn != nil && c.dead == 0 && c.static == 0 }

// variablyModified reports whether t has a part of variable size.
func (t *ctype) variablyModified() bool {
	for t.kind == kPtr || t.kind == kArray {
		if t.variable() {
			return true
		}
		t = t.elem
	}
	return false
}

// typeOf returns the type of the operand of typeof, which is evaluated if the type is variably modified.
func (c *checker) typeOf(n cc.ExpressionNode) *ctype {
	e := c.unevaluated(n)
	if !e.typ.variablyModified() || !c.evaluates() {
		return e.typ
	}
	if e = c.expr(n); e.impure {
		c.pending = append(c.pending, castTo(c.decay(e), tVoid, e.pos))
	}
	return e.typ
}

// evaluatedType checks a type name that is evaluated, and returns what that executes; nil: nothing.
func (c *checker) evaluatedType(n *cc.TypeName, sizes bool) (*ctype, *expr) {
	outer := c.pending
	c.pending = nil
	t := c.typeName(n)
	if sizes {
		c.sizeLater(t, c.pos(n))
	}
	return t, c.taken(outer)
}

// taken returns what is pending as one expression, nil if nothing is, and puts outer in its place.
func (c *checker) taken(outer []*expr) (effects *expr) {
	for _, e := range c.pending {
		if effects == nil {
			effects = e
		} else {
			effects = node(eComma, tVoid, e.pos, effects, e)
		}
	}
	c.pending = outer
	return effects
}

// sizeLater adds the sizes of the arrays of variable size in t to what is pending.
func (c *checker) sizeLater(t *ctype, pos ir.Pos) {
	if !c.evaluates() {
		return
	}
	for _, s := range c.sizeVariables(t, pos) {
		v := &expr{op: eVar, typ: tULong, pos: pos, obj: s.obj, lvalue: true}
		c.pending = append(c.pending, &expr{op: eAssign, typ: tULong, pos: pos, a: v, b: s.e, impure: true})
	}
}

// behind returns e, evaluated after effects if there are any.
func behind(effects, e *expr) *expr {
	if effects == nil {
		return e
	}
	r := node(eComma, e.typ, e.pos, effects, e)
	r.lvalue = e.lvalue
	return r
}

// sizeVariables returns statements that compute the sizes of the arrays of
// variable size in t, which was just declared. Each such type gets its size object.
func (c *checker) sizeVariables(t *ctype, pos ir.Pos) []*stmt {
	switch t.kind {
	case kPtr:
		return c.sizeVariables(t.elem, pos)
	case kArray:
		if !t.variable() {
			return c.sizeVariables(t.elem, pos)
		}
		list := c.sizeVariables(t.elem, pos)
		if t.size == nil {
			n := t.count
			if n == nil {
				n = intConst(uint64(t.length), tULong)
			}
			t.size = c.temporary(tULong, pos)
			list = append(list, &stmt{op: sSize, pos: pos, obj: t.size, e: c.binary(eMul, n, c.sizeExpr(t.elem, pos), pos)})
		}
		return list
	}
	return nil
}

// sizeExpr returns an expression for the size of t.
func (c *checker) sizeExpr(t *ctype, pos ir.Pos) *expr {
	wantLayout(t, pos)
	if !t.variable() {
		if t.incomplete() && t.kind != kVoid || t.kind == kUnsupported {
			fail(pos, "size of incomplete or unsupported type %s", t)
		}
		return &expr{op: eConst, typ: tULong, pos: pos, val: t.sizeOf()}
	}
	if t.size != nil {
		return &expr{op: eVar, typ: tULong, pos: pos, obj: t.size, lvalue: true}
	}
	n := t.count
	if n == nil {
		n = intConst(uint64(t.length), tULong)
	}
	return c.binary(eMul, n, c.sizeExpr(t.elem, pos), pos)
}
