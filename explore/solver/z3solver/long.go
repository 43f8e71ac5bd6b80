package z3solver

// This file translates long doubles: to Z3's floats of 15 bits of exponent and 64 of significand, and from and to their bits
// in memory, which have the leading one, NaNs that differ, and encodings that stand for no number.

import (
	"github.com/confcov/confcov/explore/expr"
)

// longBits is the bits of a long double: significand, and sign and exponent.
type longBits struct{ mant, se bv }

const longSpecial = 0x7fff // the exponent of infinities and NaNs

// exponent returns the exponent of x, and its sign.
func (x longBits) exponent() (exp, sign bv) { return x.se.extract(14, 0), x.se.extract(15, 15) }

func (t *translator) longIsInvalid(x longBits) formula {
	exp, _ := x.exponent()
	return exp.eq(t.number(0, 15)).not().and(x.mant.extract(63, 63).eq(t.zero))
}

// longNumber returns the number of which these are the bits. A denormal may have a leading one.
func (t *translator) longNumber(mant, se bv) fp {
	x := longBits{mant, se}
	exp, sign := x.exponent()
	top := mant.extract(63, 63)
	exp = exp.eq(t.number(0, 15)).bv(top.zext(14), exp)
	f := sign.concat(exp).concat(mant.extract(62, 0)).fp(t.sort(expr.LongBits))
	return t.longIsInvalid(x).fp(t.z.nan(t.sort(expr.LongBits)), f)
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
	bits := f.bits()
	exp := bits.extract(77, 63)
	one := exp.eq(t.number(0, 15)).bv(t.zero, t.one)
	x := longBits{one.concat(bits.extract(62, 0)), bits.extract(78, 63)}
	var nan longBits
	switch e.Op() {
	case expr.OpF80FromSI, expr.OpF80FromUI:
		return x
	case expr.OpF80FromF:
		nan = t.widenNaN(t.bv(e.Arg(0)), e.Arg(0).Bits())
	default:
		nan = t.longNaN(e.Arg(0), e.Arg(1))
	}
	return t.choose(f.isNaN(), nan, x)
}

func (t *translator) choose(c formula, x, y longBits) longBits {
	return longBits{c.bv(x.mant, y.mant), c.bv(x.se, y.se)}
}

// widenNaN returns a NaN of 32 or 64 bits, made quiet.
func (t *translator) widenNaN(x bv, w uint) longBits {
	sign := x.extract(w-1, w-1)
	payload := x.extract(51, 0)
	if w == 32 {
		payload = x.extract(22, 0).concat(t.number(0, 29))
	}
	mant := t.one.concat(payload).concat(t.number(0, 11)).or(t.number(3<<62, 64))
	return longBits{mant, sign.concat(t.number(longSpecial, 15))}
}

// longNaN returns the NaN that arithmetic on x and y gives, if it gives one: of two, that of the greater significand, or else the
// positive one; an encoding of no number counts as an invalid operation.
func (t *translator) longNaN(x, y *expr.Expr) longBits {
	bx, by := t.long(x), t.long(y)
	nx, ny := t.float(x).isNaN(), t.float(y).isNaN()
	_, sx := bx.exponent()
	_, sy := by.exponent()
	greater := bx.mant.ult(by.mant).or(by.mant.eq(bx.mant).and(sy.ult(sx)))
	r := t.choose(nx.not().or(ny.and(greater)), by, bx)
	r.mant = r.mant.or(t.number(3<<62, 64))
	standard := longBits{t.number(3<<62, 64), t.number(0xffff, 16)}
	invalid := t.longIsInvalid(bx).or(t.longIsInvalid(by)).or(nx.or(ny).not())
	return t.choose(invalid, standard, r)
}

// narrowNaN returns x, a NaN, as a float of w bits.
func (t *translator) narrowNaN(x longBits, w uint) bv {
	x = t.choose(t.longIsInvalid(x), longBits{t.number(3<<62, 64), t.number(0xffff, 16)}, x)
	_, sign := x.exponent()
	if w == 32 {
		return sign.concat(t.number(0xff, 8)).concat(x.mant.extract(62, 40).or(t.number(1<<22, 23)))
	}
	return sign.concat(t.number(0x7ff, 11)).concat(x.mant.extract(62, 11).or(t.number(1<<51, 52)))
}

// longToInteger converts as gcc's code does: by way of a signed integer that is wider, but for unsigned long, which is
// converted in two halves.
func (t *translator) longToInteger(e *expr.Expr) bv {
	f, sort, w := t.float(e.Arg(0)), t.sort(expr.LongBits), e.Bits()
	switch {
	case e.Op() == expr.OpF80ToUI && w == 64:
		half := t.z.fp(1<<63, sort)
		upper := t.truncate(f.sub(half), sort, 64).xor(t.number(1<<63, 64))
		return half.le(f).bv(upper, t.truncate(f, sort, 64))
	case e.Op() == expr.OpF80ToUI || w == 8:
		return t.low(t.truncate(f, sort, 2*w), 2*w, w)
	}
	return t.truncate(f, sort, w)
}
