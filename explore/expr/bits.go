package expr

// This file implements the rules for bitwise operations, shifts, and for taking values apart
// and putting them together.

import (
	"fmt"
	"math/bits"
)

// maxRuns is the number of runs of ones up to which a mask is written as extracts.
const maxRuns = 4

// And, Or and Xor are bitwise; on conditions they are the logical operations.
func (b *Builder) And(x, y *Expr) *Expr { return b.Binary(OpAnd, x, y) }
func (b *Builder) Or(x, y *Expr) *Expr  { return b.Binary(OpOr, x, y) }
func (b *Builder) Xor(x, y *Expr) *Expr { return b.Binary(OpXor, x, y) }

// Shl, LShr and AShr shift x by y, which has the same width.
func (b *Builder) Shl(x, y *Expr) *Expr  { return b.Binary(OpShl, x, y) }
func (b *Builder) LShr(x, y *Expr) *Expr { return b.Binary(OpLShr, x, y) }
func (b *Builder) AShr(x, y *Expr) *Expr { return b.Binary(OpAShr, x, y) }

// Not returns the complement of all bits of x: of a condition, its negation.
func (b *Builder) Not(x *Expr) *Expr {
	switch x.op {
	case OpConst:
		return b.Const(^x.k, x.Bits())
	case OpNot:
		return x.a
	}
	s := b.slot(OpNot, 0, 0, x, nil)
	if s.is(OpNot, 0, 0, x, nil) {
		return s.r
	}
	var r *Expr
	if x.op == OpChoice {
		r = b.unaryChoice(OpNot, x, x.Bits(), 0)
	}
	if r == nil {
		r = b.distribute1(x, b.Not)
	}
	if r == nil {
		r = b.node(OpNot, x.Bits(), 0, x, nil, nil)
	}
	*b.slot(OpNot, 0, 0, x, nil) = call{op: OpNot, a: x, r: r}
	return r
}

// isNotOf reports whether x is the complement of y.
func isNotOf(x, y *Expr) bool {
	return x.op == OpNot && x.a == y || y.op == OpNot && y.a == x
}

func runs(k uint64) int { return bits.OnesCount64(k &^ (k << 1)) }

// pieces returns x with the bits where sel is 1 replaced by those of k.
func (b *Builder) pieces(x *Expr, sel, k uint64) *Expr {
	var r *Expr
	w := x.Bits()
	for i := uint(0); i < w; {
		n := uint(bits.TrailingZeros64(sel >> i))
		if sel>>i&1 != 0 {
			n = uint(bits.TrailingZeros64(^(sel >> i)))
		}
		n = min(n, w-i)
		var p *Expr
		if sel>>i&1 != 0 {
			p = b.Const(k>>i, n)
		} else {
			p = b.Extract(x, i, n)
		}
		if r == nil {
			r = p
		} else {
			r = b.Concat(p, r)
		}
		i += n
	}
	return r
}

func (b *Builder) and(x, y *Expr) *Expr {
	w, m := x.Bits(), mask(x.Bits())
	if y.op == OpConst {
		switch {
		case y.k == 0 || ^x.zero&m&y.k == 0:
			return b.Const(0, w)
		case ^x.zero&m&^y.k == 0:
			return x
		case x.op == OpAnd && x.b.op == OpConst:
			return b.And(x.a, b.Const(x.b.k&y.k, w))
		case runs(y.k) <= maxRuns:
			return b.pieces(x, ^y.k&m, 0)
		}
		return b.node(OpAnd, w, 0, x, y, nil)
	}
	switch {
	case x == y:
		return x
	case isNotOf(x, y) || (x.zero|y.zero) == m:
		return b.Const(0, w)
	}
	if r := b.absorb(OpAnd, OpOr, x, y); r != nil {
		return r
	}
	if w == 1 {
		if r := b.andConditions(x, y); r != nil {
			return r
		}
	}
	return b.node(OpAnd, w, 0, x, y, nil)
}

// absorb applies x&(x&y) = x&y, x&(x|y) = x, x&(^x|y) = x&y and their duals.
func (b *Builder) absorb(op, dual Op, x, y *Expr) *Expr {
	for range 2 {
		if y.op == op && (y.a == x || y.b == x) {
			return y
		}
		if y.op == op && (isNotOf(x, y.a) || isNotOf(x, y.b)) {
			if op == OpAnd {
				return b.Const(0, x.Bits())
			}
			return b.Const(mask(x.Bits()), x.Bits())
		}
		if y.op == dual {
			switch {
			case y.a == x || y.b == x:
				return x
			case isNotOf(x, y.a):
				return b.Binary(op, x, y.b)
			case isNotOf(x, y.b):
				return b.Binary(op, x, y.a)
			}
		}
		x, y = y, x
	}
	return nil
}

// andConditions applies rules for conditions on one value.
func (b *Builder) andConditions(x, y *Expr) *Expr {
	if x.op == OpNot && y.op == OpNot {
		return b.Not(b.Or(x.a, y.a))
	}
	for range 2 {
		if v, k, ok := equation(x); ok {
			if v2, k2, ok := equation(y); ok && v == v2 && k != k2 {
				return b.Bool(false)
			}
			if y.op == OpNot {
				if v2, k2, ok := equation(y.a); ok && v == v2 && k != k2 {
					return x
				}
			}
		}
		x, y = y, x
	}
	return nil
}

// equation returns v and k if e is v == k.
func equation(e *Expr) (v *Expr, k uint64, ok bool) {
	if e.op == OpEq && e.b.op == OpConst {
		return e.a, e.b.k, true
	}
	return nil, 0, false
}

func (b *Builder) or(x, y *Expr) *Expr {
	w, m := x.Bits(), mask(x.Bits())
	if y.op == OpConst {
		switch {
		case y.k == m:
			return y
		case y.k&^x.one == 0:
			return x
		case x.op == OpOr && x.b.op == OpConst:
			return b.Or(x.a, b.Const(x.b.k|y.k, w))
		case runs(y.k) <= maxRuns:
			return b.pieces(x, y.k, y.k)
		}
		return b.node(OpOr, w, 0, x, y, nil)
	}
	switch {
	case x == y:
		return x
	case isNotOf(x, y):
		return b.Const(m, w)
	}
	if r := b.absorb(OpOr, OpAnd, x, y); r != nil {
		return r
	}
	if w == 1 {
		if r := b.orConditions(x, y); r != nil {
			return r
		}
	}
	if (x.zero | y.zero) == m {
		if from := ^x.zero & m; runs(from) <= maxRuns {
			return b.join(x, y, from)
		}
	}
	return b.node(OpOr, w, 0, x, y, nil)
}

func (b *Builder) orConditions(x, y *Expr) *Expr {
	if x.op == OpNot && y.op == OpNot {
		return b.Not(b.And(x.a, y.a))
	}
	for range 2 {
		if y.op == OpNot {
			v, k, ok := equation(x)
			v2, k2, ok2 := equation(y.a)
			if ok && ok2 && v == v2 && k != k2 {
				return y
			}
		}
		x, y = y, x
	}
	return nil
}

// join returns x | y, whose bits that may be 1 are apart: those in from are x's.
func (b *Builder) join(x, y *Expr, from uint64) *Expr {
	w := x.Bits()
	var r *Expr
	for i := uint(0); i < w; {
		p, n := y, uint(bits.TrailingZeros64(from>>i))
		if from>>i&1 != 0 {
			p, n = x, uint(bits.TrailingZeros64(^(from >> i)))
		}
		n = min(n, w-i)
		if p = b.Extract(p, i, n); r != nil {
			p = b.Concat(p, r)
		}
		r = p
		i += n
	}
	return r
}

func (b *Builder) xor(x, y *Expr) *Expr {
	w, m := x.Bits(), mask(x.Bits())
	if y.op == OpConst {
		switch {
		case y.k == 0:
			return x
		case y.k == m:
			return b.Not(x)
		case x.op == OpXor && x.b.op == OpConst:
			return b.Xor(x.a, b.Const(x.b.k^y.k, w))
		case x.op == OpNot:
			return b.Xor(x.a, b.Const(^y.k, w))
		}
		return b.node(OpXor, w, 0, x, y, nil)
	}
	switch {
	case x == y:
		return b.Const(0, w)
	case isNotOf(x, y):
		return b.Const(m, w)
	case x.op == OpNot && y.op == OpNot:
		return b.Xor(x.a, y.a)
	case x.op == OpNot:
		return b.Not(b.Xor(x.a, y))
	case y.op == OpNot:
		return b.Not(b.Xor(x, y.a))
	case (x.zero | y.zero) == m:
		return b.Or(x, y)
	}
	return b.node(OpXor, w, 0, x, y, nil)
}

func (b *Builder) shift(op Op, x, y *Expr) *Expr {
	w := x.Bits()
	if y.op == OpConst {
		n := uint(shiftCount(y.k, w))
		switch op {
		case OpShl:
			return b.shiftLeft(x, n)
		case OpLShr:
			return b.shiftRight(x, n)
		}
		n = min(n, w-1)
		return b.SExt(b.Extract(x, n, w-n), w)
	}
	if op == OpAShr && x.smin >= 0 {
		return b.LShr(x, y)
	}
	if isZero(x) {
		return x
	}
	return b.node(op, w, 0, x, y, nil)
}

func (b *Builder) shiftLeft(x *Expr, n uint) *Expr {
	w := x.Bits()
	switch {
	case n == 0:
		return x
	case n >= w:
		return b.Const(0, w)
	}
	return b.Concat(b.Extract(x, 0, w-n), b.Const(0, n))
}

func (b *Builder) shiftRight(x *Expr, n uint) *Expr {
	w := x.Bits()
	if n >= w {
		return b.Const(0, w)
	}
	return b.ZExt(b.Extract(x, n, w-n), w)
}

// Trunc returns the low bits of x.
func (b *Builder) Trunc(x *Expr, width uint) *Expr { return b.Extract(x, 0, width) }

// Extract returns width bits of x from bit offset on.
func (b *Builder) Extract(x *Expr, offset, width uint) *Expr {
	w := x.Bits()
	if width == 0 || offset+width > w {
		panic(fmt.Sprintf("expr: extract of bits %d..%d of %d", offset, offset+width-1, w))
	}
	switch {
	case width == w:
		return x
	case x.op == OpConst:
		return b.Const(x.k>>offset, width)
	}
	s := b.slot(OpExtract, width, uint32(offset), x, nil)
	if s.is(OpExtract, width, uint32(offset), x, nil) {
		return s.r
	}
	var r *Expr
	if x.op == OpChoice {
		r = b.unaryChoice(OpExtract, x, width, offset)
	}
	if r == nil {
		r = b.extract(x, offset, width)
	}
	*b.slot(OpExtract, width, uint32(offset), x, nil) = call{op: OpExtract, a: x, bits: uint8(width), aux: uint32(offset), r: r}
	return r
}

func (b *Builder) extract(x *Expr, o, n uint) *Expr {
	switch x.op {
	case OpExtract:
		return b.Extract(x.a, x.Offset()+o, n)
	case OpConcat:
		l := x.b.Bits()
		switch {
		case o+n <= l:
			return b.Extract(x.b, o, n)
		case o >= l:
			return b.Extract(x.a, o-l, n)
		}
		return b.Concat(b.Extract(x.a, 0, o+n-l), b.Extract(x.b, o, l-o))
	case OpZExt:
		l := x.a.Bits()
		switch {
		case o >= l:
			return b.Const(0, n)
		case o+n <= l:
			return b.Extract(x.a, o, n)
		}
		return b.ZExt(b.Extract(x.a, o, l-o), n)
	case OpSExt:
		l := x.a.Bits()
		switch {
		case o+n <= l:
			return b.Extract(x.a, o, n)
		case o == 0:
			return b.SExt(x.a, n)
		}
	case OpNot:
		if n == 1 {
			return b.Not(b.Extract(x.a, o, 1))
		}
	case OpAnd, OpOr, OpXor:
		if n == 1 {
			return b.Binary(x.op, b.Extract(x.a, o, 1), b.Extract(x.b, o, 1))
		}
	}
	if r := b.distribute1(x, func(e *Expr) *Expr { return b.Extract(e, o, n) }); r != nil {
		return r
	}
	return b.node(OpExtract, n, uint32(o), x, nil, nil)
}

// Concat returns the bits of high followed by those of low.
func (b *Builder) Concat(high, low *Expr) *Expr {
	if high.Bits()+low.Bits() > 64 {
		panic(fmt.Sprintf("expr: concat of %d and %d bits", high.Bits(), low.Bits()))
	}
	return b.Binary(OpConcat, high, low)
}

func (b *Builder) concat(x, y *Expr) *Expr {
	w := x.Bits() + y.Bits()
	switch {
	case isZero(x):
		return b.ZExt(y, w)
	case x.op == OpConcat:
		return b.Concat(x.a, b.Concat(x.b, y))
	case x.op == OpZExt:
		return b.ZExt(b.Concat(x.a, y), w)
	case x.op == OpConst && y.op == OpZExt:
		n := y.a.Bits()
		return b.Concat(b.Const(x.k<<(y.Bits()-n), w-n), y.a)
	}
	if m := b.merge(x, y); m != nil {
		return m
	}
	if y.op == OpConcat {
		if x.op == OpConst && y.a.op == OpConst {
			return b.Concat(b.Concat(x, y.a), y.b)
		}
		if m := b.merge(x, y.a); m != nil {
			return b.Concat(m, y.b)
		}
	}
	return b.node(OpConcat, w, 0, x, y, nil)
}

// merge returns x : y where these are neighbouring bits of one value, else nil.
func (b *Builder) merge(x, y *Expr) *Expr {
	if x.op != OpExtract || x.Offset() < y.Bits() {
		return nil
	}
	o, n := x.Offset()-y.Bits(), y.Bits()
	if y.op == OpExtract && y.a == x.a {
		if y.Offset() != o {
			return nil
		}
	} else if b.Extract(x.a, o, n) != y {
		return nil
	}
	return b.Extract(x.a, o, x.Bits()+n)
}

// ZExt returns x with zeros above, in width bits; x if it has that width.
func (b *Builder) ZExt(x *Expr, width uint) *Expr {
	switch {
	case width == x.Bits():
		return x
	case width < x.Bits() || width > 64:
		panic(fmt.Sprintf("expr: extension of %d to %d bits", x.bits, width))
	case x.op == OpConst:
		return b.Const(x.k, width)
	}
	s := b.slot(OpZExt, width, 0, x, nil)
	if s.is(OpZExt, width, 0, x, nil) {
		return s.r
	}
	var r *Expr
	if x.op == OpChoice {
		r = b.unaryChoice(OpZExt, x, width, 0)
	}
	if r == nil {
		r = b.zext(x, width)
	}
	*b.slot(OpZExt, width, 0, x, nil) = call{op: OpZExt, bits: uint8(width), a: x, r: r}
	return r
}

func (b *Builder) zext(x *Expr, width uint) *Expr {
	switch {
	case x.op == OpZExt:
		return b.ZExt(x.a, width)
	case x.op == OpExtract && x.Offset() == 0 && x.a.umax <= mask(x.Bits()):
		if x.a.Bits() > width {
			return b.Extract(x.a, 0, width)
		}
		return b.ZExt(x.a, width)
	}
	if x.Bits() > 1 {
		if r := b.distribute1(x, func(e *Expr) *Expr { return b.ZExt(e, width) }); r != nil {
			return r
		}
	}
	return b.node(OpZExt, width, 0, x, nil, nil)
}

// SExt returns x with copies of its highest bit above, in width bits; x if it has that width.
func (b *Builder) SExt(x *Expr, width uint) *Expr {
	switch {
	case width == x.Bits():
		return x
	case width < x.Bits() || width > 64:
		panic(fmt.Sprintf("expr: extension of %d to %d bits", x.bits, width))
	case x.op == OpConst:
		return b.Const(uint64(signed(x.k, x.Bits())), width)
	case x.smin >= 0:
		return b.ZExt(x, width)
	}
	s := b.slot(OpSExt, width, 0, x, nil)
	if s.is(OpSExt, width, 0, x, nil) {
		return s.r
	}
	var r *Expr
	if x.op == OpChoice {
		r = b.unaryChoice(OpSExt, x, width, 0)
	}
	if r == nil {
		r = b.sext(x, width)
	}
	*b.slot(OpSExt, width, 0, x, nil) = call{op: OpSExt, bits: uint8(width), a: x, r: r}
	return r
}

func (b *Builder) sext(x *Expr, width uint) *Expr {
	switch {
	case x.op == OpSExt:
		return b.SExt(x.a, width)
	case x.op == OpExtract && x.Offset() == 0 && x.a.smin >= minSigned(x.Bits()) && x.a.smax <= maxSigned(x.Bits()):
		if x.a.Bits() > width {
			return b.Extract(x.a, 0, width)
		}
		return b.SExt(x.a, width)
	}
	if r := b.distribute1(x, func(e *Expr) *Expr { return b.SExt(e, width) }); r != nil {
		return r
	}
	return b.node(OpSExt, width, 0, x, nil, nil)
}
