package frontend

// This file checks function calls.

import (
	"strings"

	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// returnsTwice are the functions after whose call control may come back once more.
var returnsTwice = map[string]bool{
	"setjmp": true, "_setjmp": true, "__setjmp": true, "sigsetjmp": true, "__sigsetjmp": true, "vfork": true,
}

func (c *checker) call(x *cc.PostfixExpression) *expr {
	var nodes []cc.ExpressionNode
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		nodes = append(nodes, l.AssignmentExpression)
	}
	var callee *expr
	if p, ok := x.PostfixExpression.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		name, pos := p.Token.SrcStr(), c.pos(p)
		if c.lookup(name) == nil {
			if f := builtins[name]; f != nil {
				return f(c, &builtinCall{name: name, pos: pos, args: nodes})
			}
			if strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
				if c.fn != nil && strings.HasPrefix(name, "__builtin_va_arg_pack") {
					c.fn.packs = true
				}
				unsupported(pos, "%s", name)
			}
			c.implicit(name, pos)
		}
		callee = c.identifier(name, pos)
	} else {
		callee = c.expr(x.PostfixExpression)
	}
	if isAlloca(callee) && len(nodes) == 1 {
		return alloca(c, &builtinCall{name: "alloca", pos: callee.pos, args: nodes})
	}
	args := make([]*expr, len(nodes))
	for i, n := range nodes {
		args[i] = c.rvalue(n)
	}
	return c.callOf(callee, args, callee.pos)
}

// isAlloca reports whether a callee is the function that gcc knows as alloca, whatever defines it.
func isAlloca(e *expr) bool {
	return e.op == eVar && e.obj.kind == objFunc && e.obj.name == "alloca" && e.obj.link == linkExternal && compatible(e.typ, tAlloca)
}

var tAlloca = &ctype{kind: kFunc, elem: tVoidPtr, params: []param{{typ: tULong}}}

// callOf makes a call of callee, which may be a function or a pointer to one.
func (c *checker) callOf(callee *expr, args []*expr, pos ir.Pos) *expr {
	t := callee.typ
	if t.kind == kPtr {
		t = t.elem
	}
	if t.kind != kFunc {
		fail(pos, "call of %s, which is not a function", callee.typ)
	}
	if callee.typ.kind == kFunc && callee.op == eDeref {
		callee = callee.a
	}
	if c.fn != nil && callee.op == eVar && returnsTwice[callee.obj.name] {
		c.fn.setjmp = true
	}
	if !t.noProto && (len(args) < len(t.params) || len(args) > len(t.params) && !t.variadic) {
		fail(pos, "call with %d arguments of a function with %d parameters", len(args), len(t.params))
	}
	if t.elem.kind != kVoid && t.elem.incomplete() || t.elem.kind == kUnsupported {
		fail(pos, "call of a function that returns incomplete or unsupported type %s", t.elem)
	}
	for i, a := range args {
		if !t.noProto && i < len(t.params) {
			args[i] = c.convert(a, t.params[i].typ)
			continue
		}
		if a.typ.kind == kVoid || a.typ.incomplete() || a.typ.kind == kUnsupported {
			fail(a.pos, "argument of type %s", a.typ)
		}
		args[i] = c.promote(a)
		if a.typ.kind == kFloat {
			args[i] = castTo(a, tDouble, a.pos)
		}
	}
	return &expr{op: eCall, typ: t.elem.unqualified(), pos: pos, a: callee, args: args, impure: true, calc: t}
}
