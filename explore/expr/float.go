package expr

// This file implements the constructors and rules of float operations.

import (
	"fmt"
	"math"
)

// FAdd, FSub, FMul and FDiv are IEEE arithmetic on floats of 32 or 64 bits.
func (b *Builder) FAdd(x, y *Expr) *Expr { return b.Binary(OpFAdd, x, y) }
func (b *Builder) FSub(x, y *Expr) *Expr { return b.Binary(OpFSub, x, y) }
func (b *Builder) FMul(x, y *Expr) *Expr { return b.Binary(OpFMul, x, y) }
func (b *Builder) FDiv(x, y *Expr) *Expr { return b.Binary(OpFDiv, x, y) }

// FNeg returns x with its sign changed.
func (b *Builder) FNeg(x *Expr) *Expr {
	if x.op == OpFNeg {
		return x.a
	}
	return b.Unary(OpFNeg, x, x.Bits())
}

// FSqrt returns the square root.
func (b *Builder) FSqrt(x *Expr) *Expr { return b.Unary(OpFSqrt, x, x.Bits()) }

// FEq, FNe, FLt and FLe compare; a comparison with a NaN is false, but FNe is true.
func (b *Builder) FEq(x, y *Expr) *Expr { return b.Binary(OpFEq, x, y) }
func (b *Builder) FNe(x, y *Expr) *Expr { return b.Not(b.Binary(OpFEq, x, y)) }
func (b *Builder) FLt(x, y *Expr) *Expr { return b.Binary(OpFLt, x, y) }
func (b *Builder) FLe(x, y *Expr) *Expr { return b.Binary(OpFLe, x, y) }

// FCvt converts a float to a float of that width; SIToF and UIToF an integer to a float;
// FToSI and FToUI a float to an integer, toward zero.
func (b *Builder) FCvt(x *Expr, width uint) *Expr  { return b.Unary(OpFCvt, x, width) }
func (b *Builder) SIToF(x *Expr, width uint) *Expr { return b.Unary(OpSIToF, x, width) }
func (b *Builder) UIToF(x *Expr, width uint) *Expr { return b.Unary(OpUIToF, x, width) }
func (b *Builder) FToSI(x *Expr, width uint) *Expr { return b.Unary(OpFToSI, x, width) }
func (b *Builder) FToUI(x *Expr, width uint) *Expr { return b.Unary(OpFToUI, x, width) }

// Unary returns op of x with a result of that width: Not, the extensions, and float operations.
func (b *Builder) Unary(op Op, x *Expr, width uint) *Expr {
	switch op {
	case OpNot:
		return b.Not(x)
	case OpZExt:
		return b.ZExt(x, width)
	case OpSExt:
		return b.SExt(x, width)
	case OpFNeg, OpFSqrt, OpFCvt, OpSIToF, OpUIToF, OpFToSI, OpFToUI:
	default:
		panic(fmt.Sprintf("expr: %v is not a unary operator", op))
	}
	if x.op == OpConst {
		return b.Const(apply(op, width, x.Bits(), 0, 0, x.k, 0), width)
	}
	s := b.slot(op, width, 0, x, nil)
	if s.is(op, width, 0, x, nil) {
		return s.r
	}
	var r *Expr
	if x.op == OpChoice {
		r = b.unaryChoice(op, x, width, 0)
	}
	if r == nil {
		r = b.unaryFloat(op, x, width)
	}
	*b.slot(op, width, 0, x, nil) = call{op: op, bits: uint8(width), a: x, r: r}
	return r
}

func (b *Builder) unaryFloat(op Op, x *Expr, width uint) *Expr {
	if c, t, f, ok := b.choiceOf(x); ok && (t.op == OpConst || f.op == OpConst) {
		return b.Ite(c, b.Unary(op, t, width), b.Unary(op, f, width))
	}
	switch op {
	case OpFCvt:
		if width == x.Bits() {
			return x
		}
	case OpSIToF:
		if x.smin >= 0 {
			return b.UIToF(x, width)
		}
		if x.op == OpSExt {
			return b.SIToF(x.a, width)
		}
	case OpUIToF:
		if x.op == OpZExt {
			return b.UIToF(x.a, width)
		}
	case OpFToSI, OpFToUI:
		if r := b.backToInteger(x, width); r != nil {
			return r
		}
	}
	return b.node(op, width, 0, x, nil, nil)
}

// integer returns the integer of 64 bits from which the float e was made exactly, if it was and
// has less than 54 (or 25) bits.
func (b *Builder) integer(e *Expr) *Expr {
	limit := int64(1) << 53
	if e.Bits() == 32 {
		limit = 1 << 24
	}
	switch {
	case e.op == OpFCvt && e.Bits() == 64:
		return b.integer(e.a)
	case e.op == OpSIToF && e.a.smin >= -limit && e.a.smax <= limit:
		return b.SExt(e.a, 64)
	case e.op == OpUIToF && e.a.umax <= uint64(limit):
		return b.ZExt(e.a, 64)
	case e.op == OpConst:
		f := toFloat64(e.Bits(), e.k)
		if f == math.Trunc(f) && math.Abs(f) <= float64(limit) {
			return b.Const(uint64(int64(f)), 64)
		}
	}
	return nil
}

// backToInteger returns the integer from which x was made if that is what converting x back gives.
func (b *Builder) backToInteger(x *Expr, width uint) *Expr {
	i := b.integer(x)
	if i == nil || width < 32 || i.smin < minSigned(width) || i.smax > maxSigned(width) {
		return nil
	}
	return b.Extract(i, 0, width)
}

// compareFloats compares as integers where both operands are made from integers.
func (b *Builder) compareFloats(op Op, x, y *Expr) *Expr {
	ix, iy := b.integer(x), b.integer(y)
	if ix != nil && iy != nil {
		switch op {
		case OpFEq:
			return b.Eq(ix, iy)
		case OpFLt:
			return b.SLt(ix, iy)
		}
		return b.SLe(ix, iy)
	}
	if ix != nil && y.op == OpConst || iy != nil && x.op == OpConst {
		if r := b.compareBound(op, ix, iy, x, y); r != nil {
			return r
		}
	}
	return b.node(op, 1, 0, x, y, nil)
}

// compareBound compares an integer with a constant float that is not one.
func (b *Builder) compareBound(op Op, ix, iy, x, y *Expr) *Expr {
	k := y
	if ix == nil {
		k = x
	}
	f := toFloat64(k.Bits(), k.k)
	switch {
	case f != f || op == OpFEq:
		return b.Bool(false)
	case f > 1<<54:
		return b.Bool(ix != nil)
	case f < -(1 << 54):
		return b.Bool(ix == nil)
	}
	// i < f and i <= f are i <= floor(f); f < i and f <= i are floor(f) < i.
	if f == math.Trunc(f) {
		return nil
	}
	floor := b.Const(uint64(int64(math.Floor(f))), 64)
	if ix != nil {
		return b.SLe(ix, floor)
	}
	return b.SLt(floor, iy)
}
