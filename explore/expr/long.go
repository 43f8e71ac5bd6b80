package expr

// This file implements the constructors and rules of operations on long doubles.
//
// A long double lies in memory as its significand and its sign and exponent. What is made of numbers of 64 bits and only
// compared, or converted back, is decided in these.

import (
	"fmt"
	"math"

	"github.com/confcov/confcov/explore/f80"
)

// Long returns op of x, and of y where it has two operands; width is that of the conversions to floats and integers.
// It panics where the operands' widths are wrong.
func (b *Builder) Long(op Op, x, y *Expr, width uint) *Expr {
	checkLong(op, x, y, width)
	if r := b.longChoice(op, x, y, width); r != nil {
		return r
	}
	switch op {
	case OpF80:
		return b.long(x, y)
	case OpF80FromF, OpF80FromSI, OpF80FromUI:
		return b.toLong(op, x)
	case OpF80Mant, OpF80Exp:
		switch {
		case x.op == OpF80 && op == OpF80Mant:
			return x.a
		case x.op == OpF80:
			return x.b
		case op == OpF80Mant:
			return b.node(op, 64, 0, x, nil, nil)
		}
		return b.node(op, 16, 0, x, nil, nil)
	case OpF80Eq, OpF80Lt, OpF80Le:
		return b.compareLongs(op, x, y)
	case OpF80ToF:
		return b.longToFloat(x, width)
	case OpF80ToSI, OpF80ToUI:
		return b.longToInteger(op, x, width)
	}
	if isConstLong(x) && isConstLong(y) {
		return b.longConst(applyLong(op, x.unpack(), y.unpack()))
	}
	return b.node(op, LongBits, 0, x, y, nil)
}

// checkLong panics where widths are not the operator's.
func checkLong(op Op, x, y *Expr, width uint) {
	ok := x.Bits() == LongBits
	switch op {
	case OpF80:
		ok = x.Bits() == 64 && y.Bits() == 16
	case OpF80FromF:
		ok = x.Bits() == 32 || x.Bits() == 64
	case OpF80FromSI, OpF80FromUI:
		ok = x.Bits() <= 64
	case OpF80ToF:
		ok = ok && (width == 32 || width == 64)
	case OpF80ToSI, OpF80ToUI:
		ok = ok && (width == 8 || width == 16 || width == 32 || width == 64)
	case OpF80Mant, OpF80Exp:
	default:
		ok = ok && y.Bits() == LongBits
	}
	if !ok {
		panic(fmt.Sprintf("expr: %v of %d bits", op, x.bits))
	}
}

func isConstLong(e *Expr) bool { return e.op == OpF80 && e.a.op == OpConst && e.b.op == OpConst }

// unpack returns the value of a constant.
func (e *Expr) unpack() f80.Float { return f80.Unpack(e.a.k, uint16(e.b.k)) }

func (b *Builder) longConst(x f80.Float) *Expr {
	mant, se := x.Pack()
	return b.node(OpF80, LongBits, 0, b.Const(mant, 64), b.Const(uint64(se), 16), nil)
}

// long puts a long double together.
func (b *Builder) long(mant, se *Expr) *Expr {
	if mant.op == OpF80Mant {
		x := mant.a
		switch {
		case se.op == OpF80Exp && se.a == x:
			return x
		case x.op == OpF80FromF && se == b.Xor(b.node(OpF80Exp, 16, 0, x, nil, nil), b.Const(1<<15, 16)):
			return b.toLong(OpF80FromF, b.FNeg(x.a))
		}
	}
	return b.node(OpF80, LongBits, 0, mant, se, nil)
}

func (b *Builder) toLong(op Op, x *Expr) *Expr {
	switch {
	case x.op == OpConst:
		return b.longConst(convertToLong(op, x.Bits(), x.k))
	case op == OpF80FromSI && x.smin >= 0:
		return b.toLong(OpF80FromUI, x)
	case op == OpF80FromSI && x.op == OpSExt, op == OpF80FromUI && x.op == OpZExt:
		return b.toLong(op, x.a)
	}
	return b.node(op, LongBits, 0, x, nil, nil)
}

// longInteger returns the integer of 64 bits that e is, if it was made from one that is known to fit: signed or unsigned.
func (b *Builder) longInteger(e *Expr, isSigned bool) *Expr {
	switch {
	case e.op == OpF80FromSI && isSigned:
		return b.SExt(e.a, 64)
	case e.op == OpF80FromUI && (!isSigned || e.a.umax <= math.MaxInt64):
		return b.ZExt(e.a, 64)
	case e.op == OpF80FromF && isSigned:
		return b.integer(e.a)
	case isConstLong(e):
		v := e.unpack().ToUnsigned(8)
		back := f80.FromInt(false, v)
		if isSigned {
			v = e.unpack().ToSigned(8)
			back = fromSigned(v, 64)
		}
		if back == e.unpack() {
			return b.Const(v, 64)
		}
	}
	return nil
}

// longDouble returns the float of 64 bits that e is, if it is known to be one.
func (b *Builder) longDouble(e *Expr) *Expr {
	if e.op == OpF80FromF {
		return b.FCvt(e.a, 64)
	}
	if isConstLong(e) {
		v := e.unpack().ToFloat(8)
		if f80.FromDouble(v) == e.unpack() {
			return b.Const(v, 64)
		}
		return nil
	}
	const exact = 1 << 53
	if i := b.longInteger(e, true); i != nil && i.smin >= -exact && i.smax <= exact {
		return b.SIToF(i, 64)
	}
	return nil
}

// compareLongs compares in 64 bits where that is exact.
func (b *Builder) compareLongs(op Op, x, y *Expr) *Expr {
	if isConstLong(x) && isConstLong(y) {
		return b.Bool(compareLong(op, x.unpack(), y.unpack()))
	}
	if i, j := b.longInteger(x, true), b.longInteger(y, true); i != nil && j != nil {
		return b.compareAs(op, i, j, b.SLt)
	}
	if i, j := b.longInteger(x, false), b.longInteger(y, false); i != nil && j != nil {
		return b.compareAs(op, i, j, b.ULt)
	}
	if f, g := b.longDouble(x), b.longDouble(y); f != nil && g != nil {
		return b.Binary(OpFEq+op-OpF80Eq, f, g)
	}
	return b.node(op, 1, 0, x, y, nil)
}

// compareAs compares integers, of which less is the order.
func (b *Builder) compareAs(op Op, i, j *Expr, less func(x, y *Expr) *Expr) *Expr {
	switch op {
	case OpF80Eq:
		return b.Eq(i, j)
	case OpF80Lt:
		return less(i, j)
	}
	return b.Not(less(j, i))
}

func (b *Builder) longToFloat(x *Expr, width uint) *Expr {
	switch {
	case isConstLong(x):
		return b.Const(x.unpack().ToFloat(width/8), width)
	case x.op == OpF80FromSI:
		return b.SIToF(x.a, width)
	case x.op == OpF80FromUI:
		return b.UIToF(x.a, width)
	case x.op == OpF80FromF && x.a.Bits() != width:
		return b.FCvt(x.a, width)
	case x.op == OpF80FromF && neverSignals(x.a):
		return x.a
	case x.op == OpF80FromF:
		quiet := b.Const(quiet64, 64)
		if width == 32 {
			quiet = b.Const(quiet32, 32)
		}
		return b.Ite(b.FEq(x.a, x.a), x.a, b.Or(x.a, quiet))
	}
	return b.node(OpF80ToF, width, 0, x, nil, nil)
}

// neverSignals reports whether the float e is no signalling NaN.
func neverSignals(e *Expr) bool {
	switch e.op {
	case OpFAdd, OpFSub, OpFMul, OpFDiv, OpFSqrt, OpFCvt, OpSIToF, OpUIToF, OpF80ToF:
		return true
	case OpFNeg:
		return neverSignals(e.a)
	case OpIte:
		return neverSignals(e.b) && neverSignals(e.c)
	case OpConst:
		return e.bits == 32 && (!isNaN32(e.k) || e.k&quiet32 != 0) || e.bits == 64 && (!isNaN64(e.k) || e.k&quiet64 != 0)
	}
	return false
}

func (b *Builder) longToInteger(op Op, x *Expr, width uint) *Expr {
	if isConstLong(x) {
		return b.Const(longInteger(op, width, x.unpack()), width)
	}
	// Only where the machine's conversion of a double is the same: not by way of 16 bits.
	if x.op == OpF80FromF && (width >= 32 || width == 16 && op == OpF80ToUI) {
		return b.Unary(OpFToSI+op-OpF80ToSI, x.a, width)
	}
	by := width // of the signed conversion whose low bits are taken
	if op == OpF80ToUI || width == 8 {
		by = min(64, 2*width)
	}
	if i := b.longInteger(x, true); i != nil && i.smin >= minSigned(by) && i.smax <= maxSigned(by) {
		return b.Extract(i, 0, width)
	}
	if i := b.longInteger(x, false); i != nil && op == OpF80ToUI && width == 64 {
		return i
	}
	return b.node(op, width, 0, x, nil, nil)
}
