package frontend

// This file checks the builtins that count and swap bits and that test for
// overflow. They become arithmetic without branches, so that symbolic operands
// do not fork.

import (
	"strings"

	"github.com/confcov/confcov/explore/ir"
)

func addBitBuiltins() {
	for _, name := range []string{"clz", "ctz", "popcount", "parity", "ffs"} {
		for suffix, t := range map[string]*ctype{"": tUInt, "l": tULong, "ll": tULong} {
			builtins["__builtin_"+name+suffix] = func(c *checker, b *builtinCall) *expr {
				b.need(1)
				e := c.convert(c.operand(b, 0), t)
				if e.op == eConst {
					if v, ok := foldBits(name, e.val, t); ok {
						return constAt(v, tInt, b.pos)
					}
				}
				return c.bitCount(name, e, t, b.pos)
			}
		}
	}
	for name, t := range map[string]*ctype{"bswap16": tUShort, "bswap32": tUInt, "bswap64": tULong} {
		builtins["__builtin_"+name] = func(c *checker, b *builtinCall) *expr {
			b.need(1)
			return c.byteSwap(c.convert(c.operand(b, 0), t), t, b.pos)
		}
	}
}

// arith is a small notation for trees on operands of type unsigned long.
type arith struct {
	c    *checker
	pos  ir.Pos
	sets []single
}

func (a *arith) op(op eop, x, y *expr) *expr { return binaryOf(op, x, y, tULong, a.pos) }

func (a *arith) imm(op eop, x *expr, v uint64) *expr {
	if op == eShl || op == eShr {
		return binaryOf(op, x, constAt(v, tInt, a.pos), tULong, a.pos)
	}
	return a.op(op, x, constAt(v, tULong, a.pos))
}

func (a *arith) once(x *expr) *expr {
	s := a.c.once(x)
	a.sets = append(a.sets, s)
	return s.use
}

func (a *arith) popcount(x *expr) *expr {
	x = a.once(x)
	x = a.once(a.op(eSub, x, a.imm(eAnd, a.imm(eShr, x, 1), 0x5555555555555555)))
	x = a.once(a.op(eAdd, a.imm(eAnd, x, 0x3333333333333333), a.imm(eAnd, a.imm(eShr, x, 2), 0x3333333333333333)))
	x = a.imm(eAnd, a.op(eAdd, x, a.imm(eShr, x, 4)), 0x0f0f0f0f0f0f0f0f)
	return a.imm(eShr, a.imm(eMul, x, 0x0101010101010101), 56)
}

// bitCount makes the tree for one of the counting builtins on e, which has the unsigned type t.
func (c *checker) bitCount(name string, e *expr, t *ctype, pos ir.Pos) *expr {
	a := &arith{c: c, pos: pos}
	x := castTo(e, tULong, pos)
	var r *expr
	switch name {
	case "popcount":
		r = a.popcount(x)
	case "parity":
		r = a.imm(eAnd, a.popcount(x), 1)
	case "ctz", "ffs":
		if name == "ctz" && t.sizeOf() < 8 {
			x = a.imm(eOr, x, 1<<(8*t.sizeOf())) // of 0, which is undefined, gcc makes the width
		}
		x = a.once(x)
		low := a.once(a.op(eAnd, x, node(eNeg, tULong, pos, x)))
		r = a.popcount(a.imm(eSub, low, 1)) // of 0: 64
		if name == "ffs" {
			some := castTo(c.compare(eNe, x, constAt(0, tULong, pos)), tULong, pos)
			r = a.op(eMul, a.imm(eAdd, r, 1), some)
		}
	case "clz":
		for sh := uint64(1); sh < 8*t.sizeOf(); sh *= 2 {
			x = a.once(x)
			x = a.op(eOr, x, a.imm(eShr, x, sh))
		}
		r = a.op(eSub, constAt(8*t.sizeOf(), tULong, pos), a.popcount(x))
	}
	return c.after(castTo(r, tInt, pos), a.sets...)
}

func (c *checker) byteSwap(e *expr, t *ctype, pos ir.Pos) *expr {
	n := t.sizeOf()
	if e.op == eConst {
		var v uint64
		for i := range n {
			v |= e.val >> (8 * i) & 0xff << (8 * (n - 1 - i))
		}
		return constAt(v, t, pos)
	}
	a := &arith{c: c, pos: pos}
	x := a.once(castTo(e, tULong, pos))
	var r *expr
	for i := range n {
		b := a.imm(eShl, a.imm(eAnd, a.imm(eShr, x, 8*i), 0xff), 8*(n-1-i))
		if r == nil {
			r = b
		} else {
			r = a.op(eOr, r, b)
		}
	}
	return c.after(castTo(r, t, pos), a.sets...)
}

func addOverflowBuiltins() {
	for name, op := range map[string]eop{"add": eAdd, "sub": eSub, "mul": eMul} {
		builtins["__builtin_"+name+"_overflow"] = func(c *checker, b *builtinCall) *expr { return c.overflow(b, op, false) }
		builtins["__builtin_"+name+"_overflow_p"] = func(c *checker, b *builtinCall) *expr { return c.overflow(b, op, true) }
		for _, kind := range []string{"s%s", "s%sl", "s%sll", "u%s", "u%sl", "u%sll"} {
			builtins["__builtin_"+strings.Replace(kind, "%s", name, 1)+"_overflow"] = func(c *checker, b *builtinCall) *expr {
				return c.overflow(b, op, false)
			}
		}
	}
}

// overflow checks a builtin that computes as if without bounds, stores what
// the result's type holds of it and says whether that is all.
func (c *checker) overflow(b *builtinCall, op eop, predicate bool) *expr {
	b.need(3)
	x, y, z := c.once(c.promote(c.operand(b, 0))), c.once(c.promote(c.operand(b, 1))), c.once(c.operand(b, 2))
	t := z.use.typ
	if !predicate {
		if t.kind != kPtr {
			fail(b.pos, "%s: third argument is not a pointer", b.name)
		}
		t = t.elem.unqualified()
	}
	if !t.isInteger() || !x.use.typ.isInteger() || !y.use.typ.isInteger() {
		fail(b.pos, "%s of operands that are not integers", b.name)
	}
	value, over, sets := c.overflowing(b, op, x.use, y.use, t)
	all := append([]single{x, y, z}, sets...)
	if !predicate {
		st := node(eAssign, t, b.pos, c.deref(z.use, b.pos), value)
		st.impure = true
		over = node(eComma, over.typ, b.pos, st, over)
	}
	return c.after(castTo(castTo(over, tBool, b.pos), tInt, b.pos), all...)
}

// overflowing returns the truncated value of x op y in type t, and whether it is not exact.
func (c *checker) overflowing(b *builtinCall, op eop, x, y *expr, t *ctype) (value, over *expr, sets []single) {
	small := t.sizeOf() <= 4 && x.typ.sizeOf() <= 4 && y.typ.sizeOf() <= 4
	switch {
	case small && !(op == eMul && x.typ.unsigned() && y.typ.unsigned()):
		r := c.once(binaryOf(op, castTo(x, tLong, b.pos), castTo(y, tLong, b.pos), tLong, b.pos))
		v := c.once(castTo(r.use, t, b.pos))
		return v.use, binaryOf(eNe, castTo(v.use, tLong, b.pos), r.use, tInt, b.pos), []single{r, v}
	case small:
		r := c.once(binaryOf(op, castTo(x, tULong, b.pos), castTo(y, tULong, b.pos), tULong, b.pos))
		limit := normalize(^uint64(0), tULong) >> (64 - 8*t.sizeOf())
		if !t.unsigned() {
			limit >>= 1
		}
		return castTo(r.use, t, b.pos), binaryOf(eGt, r.use, constAt(limit, tULong, b.pos), tInt, b.pos), []single{r}
	}
	if op != eMul && sameType(x.typ, t) && sameType(y.typ, t) {
		r := c.once(wrapping(binaryOf(op, x, y, t, b.pos)))
		switch {
		case t.unsigned() && op == eAdd:
			over = binaryOf(eLt, r.use, x, tInt, b.pos)
		case t.unsigned():
			over = binaryOf(eLt, x, y, tInt, b.pos)
		default:
			p, q := binaryOf(eXor, x, r.use, t, b.pos), binaryOf(eXor, y, r.use, t, b.pos)
			if op == eSub {
				q = binaryOf(eXor, x, y, t, b.pos)
			}
			over = binaryOf(eLt, binaryOf(eAnd, p, q, t, b.pos), constAt(0, t, b.pos), tInt, b.pos)
		}
		return r.use, over, []single{r}
	}
	return c.overflowing128(b, op, x, y, t)
}

func sameType(a, b *ctype) bool { return a.sizeOf() == b.sizeOf() && a.unsigned() == b.unsigned() }

// overflowing128 computes in 128 bits, by a function of the prelude.
func (c *checker) overflowing128(b *builtinCall, op eop, x, y *expr, t *ctype) (value, over *expr, sets []single) {
	high := func(e *expr) *expr {
		if e.typ.unsigned() {
			return constAt(0, tULong, b.pos)
		}
		return castTo(c.shift(eShr, castTo(e, tLong, b.pos), constAt(63, tInt, b.pos)), tULong, b.pos)
	}
	code := map[eop]uint64{eAdd: 0, eSub: 1, eMul: 2}[op]
	sign := uint64(1)
	if t.unsigned() {
		sign = 0
	}
	args := []*expr{
		constAt(code, tInt, b.pos), castTo(x, tULong, b.pos), high(x), castTo(y, tULong, b.pos), high(y),
		constAt(64-8*t.sizeOf(), tInt, b.pos), constAt(sign, tInt, b.pos),
	}
	o := c.once(c.callOf(c.identifier("__confcov_overflow", b.pos), args, b.pos))
	low := binaryOf(op, castTo(x, tULong, b.pos), castTo(y, tULong, b.pos), tULong, b.pos)
	return castTo(low, t, b.pos), o.use, []single{o}
}
