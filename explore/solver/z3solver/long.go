package z3solver

// This file translates long doubles: to Z3's floats of 15 bits of exponent and 64 of significand, and from and to their bits
// in memory, which have the leading one, NaNs that differ, and encodings that stand for no number.

import (
	"github.com/aclements/go-z3/z3"

	"github.com/confcov/confcov/explore/expr"
)

// longBits is the bits of a long double: significand, and sign and exponent.
type longBits struct{ mant, se z3.BV }

const longSpecial = 0x7fff // the exponent of infinities and NaNs

// exponent returns the exponent of x, and its sign.
func (x longBits) exponent() (exp, sign z3.BV) { return x.se.Extract(14, 0), x.se.Extract(15, 15) }

func (t *translator) longIsInvalid(x longBits) z3.Bool {
	exp, _ := x.exponent()
	return exp.NE(t.number(0, 15)).And(x.mant.Extract(63, 63).Eq(t.zero))
}

// longNumber returns the number of which these are the bits. A denormal may have a leading one.
func (t *translator) longNumber(mant, se z3.BV) z3.Float {
	x := longBits{mant, se}
	exp, sign := x.exponent()
	top := mant.Extract(63, 63)
	exp = exp.Eq(t.number(0, 15)).IfThenElse(top.ZeroExtend(14), exp).(z3.BV)
	f := sign.Concat(exp).Concat(mant.Extract(62, 0)).IEEEToFloat(t.sorts[expr.LongBits])
	return t.longIsInvalid(x).IfThenElse(t.z.FloatNaN(t.sorts[expr.LongBits]), f).(z3.Float)
}

// long returns the bits of e.
func (t *translator) long(e *expr.Expr) longBits {
	if x, ok := t.longs[e]; ok {
		return x
	}
	x := t.makeLong(e)
	t.longs[e] = x
	return x
}

func (t *translator) makeLong(e *expr.Expr) longBits {
	if e.Op() == expr.OpF80 {
		return longBits{t.bv(e.Arg(0)), t.bv(e.Arg(1))}
	}
	f := t.float(e)
	bits := f.ToIEEEBV()
	exp := bits.Extract(77, 63)
	one := exp.Eq(t.number(0, 15)).IfThenElse(t.zero, t.one).(z3.BV)
	x := longBits{one.Concat(bits.Extract(62, 0)), bits.Extract(78, 63)}
	var nan longBits
	switch e.Op() {
	case expr.OpF80FromSI, expr.OpF80FromUI:
		return x
	case expr.OpF80FromF:
		nan = t.widenNaN(t.bv(e.Arg(0)), e.Arg(0).Bits())
	default:
		nan = t.longNaN(e.Arg(0), e.Arg(1))
	}
	return t.choose(f.IsNaN(), nan, x)
}

func (t *translator) choose(c z3.Bool, x, y longBits) longBits {
	return longBits{c.IfThenElse(x.mant, y.mant).(z3.BV), c.IfThenElse(x.se, y.se).(z3.BV)}
}

// widenNaN returns a NaN of 32 or 64 bits, made quiet.
func (t *translator) widenNaN(x z3.BV, w uint) longBits {
	sign := x.Extract(int(w-1), int(w-1))
	payload := x.Extract(51, 0)
	if w == 32 {
		payload = x.Extract(22, 0).Concat(t.number(0, 29))
	}
	mant := t.one.Concat(payload).Concat(t.number(0, 11)).Or(t.number(3<<62, 64))
	return longBits{mant, sign.Concat(t.number(longSpecial, 15))}
}

// longNaN returns the NaN that arithmetic on x and y gives, if it gives one: of two, that of the greater significand, or else the
// positive one; an encoding of no number counts as an invalid operation.
func (t *translator) longNaN(x, y *expr.Expr) longBits {
	bx, by := t.long(x), t.long(y)
	nx, ny := t.float(x).IsNaN(), t.float(y).IsNaN()
	_, sx := bx.exponent()
	_, sy := by.exponent()
	greater := by.mant.UGT(bx.mant).Or(by.mant.Eq(bx.mant).And(sx.UGT(sy)))
	r := t.choose(nx.Not().Or(ny.And(greater)), by, bx)
	r.mant = r.mant.Or(t.number(3<<62, 64))
	standard := longBits{t.number(3<<62, 64), t.number(0xffff, 16)}
	invalid := t.longIsInvalid(bx).Or(t.longIsInvalid(by)).Or(nx.Or(ny).Not())
	return t.choose(invalid, standard, r)
}

// narrowNaN returns x, a NaN, as a float of w bits.
func (t *translator) narrowNaN(x longBits, w uint) z3.BV {
	x = t.choose(t.longIsInvalid(x), longBits{t.number(3<<62, 64), t.number(0xffff, 16)}, x)
	_, sign := x.exponent()
	if w == 32 {
		return sign.Concat(t.number(0xff, 8)).Concat(x.mant.Extract(62, 40).Or(t.number(1<<22, 23)))
	}
	return sign.Concat(t.number(0x7ff, 11)).Concat(x.mant.Extract(62, 11).Or(t.number(1<<51, 52)))
}

// longToInteger converts as gcc's code does: by way of a signed integer that is wider, but for unsigned long, which is
// converted in two halves.
func (t *translator) longToInteger(e *expr.Expr) z3.BV {
	f, sort, w := t.float(e.Arg(0)), t.sorts[expr.LongBits], e.Bits()
	switch {
	case e.Op() == expr.OpF80ToUI && w == 64:
		half := t.z.FromFloat64(1<<63, sort)
		upper := t.truncate(f.Sub(half), sort, 64).Xor(t.number(1<<63, 64))
		return half.LE(f).IfThenElse(upper, t.truncate(f, sort, 64)).(z3.BV)
	case e.Op() == expr.OpF80ToUI || w == 8:
		return t.low(t.truncate(f, sort, 2*w), 2*w, w)
	}
	return t.truncate(f, sort, w)
}
