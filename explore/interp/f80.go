package interp

// This file computes with the 80-bit floats of the x87: 64 bits of significand with
// an explicit leading one, 15 bits of exponent, rounding to nearest even.
//
// A finite number is mant * 2^(exp-63) with the top bit of mant set. Operations make
// 128 bits of significand, whose lowest bit also stands for everything below it,
// and round once.

import (
	"math"
	"math/bits"
)

type f80class uint8

const (
	f80zero f80class = iota
	f80finite
	f80inf
	f80nan
)

const (
	f80bias = 16383
	f80emin = -16382
)

// f80 is an 80-bit float taken apart.
type f80 struct {
	class f80class
	neg   bool
	exp   int
	mant  uint64 // finite: top bit set; NaN: the significand as stored
}

// defaultNaN is what invalid operations give.
var defaultNaN = f80{class: f80nan, neg: true, mant: 3 << 62}

// unpackF80 takes apart the stored form: significand, and sign and exponent.
func unpackF80(mant uint64, se uint16) f80 {
	x := f80{neg: se>>15 != 0, mant: mant}
	e := int(se & 0x7fff)
	switch {
	case e == 0x7fff && mant<<1 == 0 && mant != 0:
		x.class = f80inf
	case e == 0x7fff:
		x.class = f80nan
	case mant == 0:
		x.class = f80zero
	case e != 0 && mant>>63 == 0:
		return defaultNaN // no valid encoding
	default:
		x.class = f80finite
		if e == 0 {
			e = 1
		}
		s := bits.LeadingZeros64(mant)
		x.mant, x.exp = mant<<s, e-f80bias-s
	}
	return x
}

// pack returns the stored form.
func (x f80) pack() (mant uint64, se uint16) {
	if x.neg {
		se = 1 << 15
	}
	switch x.class {
	case f80inf:
		return 1 << 63, se | 0x7fff
	case f80nan:
		return x.mant | 1<<63, se | 0x7fff
	case f80finite:
		if x.exp < f80emin {
			return x.mant >> (f80emin - x.exp), se // exact: it was rounded to that place
		}
		return x.mant, se | uint16(x.exp+f80bias)
	}
	return 0, se
}

// shiftRight shifts a 128-bit number right; its lowest bit keeps whether anything was lost.
func shiftRight(hi, lo uint64, n int) (uint64, uint64) {
	switch {
	case n == 0:
		return hi, lo
	case n < 64:
		return hi >> n, hi<<(64-n) | lo>>n | b2u(lo<<(64-n) != 0)
	case n == 64:
		return 0, hi | b2u(lo != 0)
	case n < 128:
		return 0, hi>>(n-64) | b2u(hi<<(128-n) != 0 || lo != 0)
	}
	return 0, b2u(hi|lo != 0)
}

// round makes a number of hi:lo * 2^(exp-127), with prec bits of significand and
// exponents from emin to emax.
func round(neg bool, exp int, hi, lo uint64, prec, emin, emax int) f80 {
	if hi|lo == 0 {
		return f80{neg: neg}
	}
	s := bits.LeadingZeros64(hi)
	if hi == 0 {
		s = 64 + bits.LeadingZeros64(lo)
		hi, lo = lo, 0
		hi <<= s - 64
	} else if s > 0 {
		hi, lo = hi<<s|lo>>(64-s), lo<<s
	}
	exp -= s
	drop := 64 - prec // bits of hi that go
	if exp < emin {
		drop += emin - exp
	}
	// Bits below the place of rounding: the lowest drop bits of hi, and lo.
	if drop > 64 {
		hi, lo = shiftRight(hi, lo, drop-64)
		exp += drop - 64
		drop = 64
	}
	var keep, rest, sticky uint64
	switch {
	case drop == 0:
		keep, rest = hi, lo
	case drop == 64:
		keep, rest, sticky = 0, hi, lo
	default:
		keep, rest, sticky = hi>>drop, hi<<(64-drop), lo
	}
	if rest > 1<<63 || rest == 1<<63 && (sticky != 0 || keep&1 != 0) {
		keep++
		if keep == 0 { // prec is 64 and all bits were set
			return finite(neg, exp+1, 1<<63, emax)
		}
	}
	if keep == 0 {
		return f80{neg: neg}
	}
	// keep is keep * 2^(exp-63+drop).
	s = bits.LeadingZeros64(keep)
	return finite(neg, exp+drop-s, keep<<s, emax)
}

func finite(neg bool, exp int, mant uint64, emax int) f80 {
	if exp > emax {
		return f80{class: f80inf, neg: neg}
	}
	return f80{class: f80finite, neg: neg, exp: exp, mant: mant}
}

func round80(neg bool, exp int, hi, lo uint64) f80 {
	return round(neg, exp, hi, lo, 64, f80emin, f80bias)
}

// nan2 returns the NaN that an operation on x and y gives: the quiet form of the operand
// that is one, or of the greater significand.
func nan2(x, y f80) f80 {
	r := x
	switch {
	case x.class != f80nan && y.class != f80nan:
		return defaultNaN
	case x.class != f80nan, y.class == f80nan && y.mant > x.mant,
		y.class == f80nan && y.mant == x.mant && x.neg && !y.neg:
		r = y
	}
	r.mant |= 3 << 62
	return r
}

func (x f80) add(y f80) f80 {
	switch {
	case x.class == f80nan || y.class == f80nan:
		return nan2(x, y)
	case x.class == f80inf && y.class == f80inf && x.neg != y.neg:
		return defaultNaN
	case x.class == f80inf:
		return x
	case y.class == f80inf:
		return y
	case x.class == f80zero && y.class == f80zero:
		return f80{neg: x.neg && y.neg}
	case x.class == f80zero:
		return y
	case y.class == f80zero:
		return x
	}
	if x.exp < y.exp || x.exp == y.exp && x.mant < y.mant {
		x, y = y, x
	}
	hi, lo := shiftRight(y.mant, 0, x.exp-y.exp)
	if x.neg == y.neg {
		sum, carry := bits.Add64(x.mant, hi, 0)
		if carry != 0 {
			h, l := shiftRight(sum, lo, 1)
			return round80(x.neg, x.exp+1, h|1<<63, l)
		}
		return round80(x.neg, x.exp, sum, lo)
	}
	l, borrow := bits.Sub64(0, lo, 0)
	h, _ := bits.Sub64(x.mant, hi, borrow)
	if h|l == 0 {
		return f80{}
	}
	return round80(x.neg, x.exp, h, l)
}

func (x f80) negate() f80 {
	x.neg = !x.neg
	return x
}

func (x f80) sub(y f80) f80 {
	if y.class != f80nan {
		y = y.negate()
	}
	return x.add(y)
}

func (x f80) mul(y f80) f80 {
	neg := x.neg != y.neg
	switch {
	case x.class == f80nan || y.class == f80nan:
		return nan2(x, y)
	case x.class == f80inf && y.class == f80zero, x.class == f80zero && y.class == f80inf:
		return defaultNaN
	case x.class == f80inf || y.class == f80inf:
		return f80{class: f80inf, neg: neg}
	case x.class == f80zero || y.class == f80zero:
		return f80{neg: neg}
	}
	hi, lo := bits.Mul64(x.mant, y.mant)
	return round80(neg, x.exp+y.exp+1, hi, lo)
}

func (x f80) div(y f80) f80 {
	neg := x.neg != y.neg
	switch {
	case x.class == f80nan || y.class == f80nan:
		return nan2(x, y)
	case x.class == f80inf && y.class == f80inf, x.class == f80zero && y.class == f80zero:
		return defaultNaN
	case x.class == f80inf || y.class == f80zero:
		return f80{class: f80inf, neg: neg}
	case x.class == f80zero || y.class == f80inf:
		return f80{neg: neg}
	}
	exp := x.exp - y.exp - 1
	n := x.mant
	var one uint64
	if n >= y.mant { // the quotient is 1.something
		one, n = 1, n-y.mant
	}
	hi, r := bits.Div64(n, 0, y.mant)
	lo, r := bits.Div64(r, 0, y.mant)
	lo |= b2u(r != 0)
	if one != 0 {
		hi, lo = shiftRight(hi, lo, 1)
		hi |= 1 << 63
		exp++
	}
	return round80(neg, exp, hi, lo)
}

// compare returns -1, 0 or 1; ok is false for NaN.
func (x f80) compare(y f80) (c int, ok bool) {
	if x.class == f80nan || y.class == f80nan {
		return 0, false
	}
	key := func(v f80) (int, int, uint64) {
		switch v.class {
		case f80zero:
			return 0, 0, 0
		case f80inf:
			return 1, math.MaxInt32, 0
		}
		return 1, v.exp, v.mant
	}
	sx, ex, mx := key(x)
	sy, ey, my := key(y)
	if x.neg {
		sx = -sx
	}
	if y.neg {
		sy = -sy
	}
	switch {
	case sx != sy:
		c = 1
		if sx < sy {
			c = -1
		}
		return c, true
	case ex == ey && mx == my:
		return 0, true
	case ex < ey || ex == ey && mx < my:
		return -sx, true
	}
	return sx, true
}

// f80fromInt returns an integer of 64 bits, which is exact.
func f80fromInt(neg bool, v uint64) f80 {
	if v == 0 {
		return f80{}
	}
	s := bits.LeadingZeros64(v)
	return f80{class: f80finite, neg: neg, exp: 63 - s, mant: v << s}
}

// f80fromFloat returns a float64, which is exact.
func f80fromFloat(v uint64) f80 {
	f := math.Float64frombits(v)
	x := f80{neg: v>>63 != 0}
	switch {
	case f != f:
		x.class, x.mant = f80nan, v<<11|3<<62
	case math.IsInf(f, 0):
		x.class = f80inf
	case f != 0:
		m, e := v&(1<<52-1), int(v>>52&0x7ff)
		if e == 0 {
			e = 1
		} else {
			m |= 1 << 52
		}
		s := bits.LeadingZeros64(m)
		x.class, x.mant, x.exp = f80finite, m<<s, e-1023+11-s
	}
	return x
}

// toFloat rounds to a float of width 4 or 8 and returns its bits.
func (x f80) toFloat(w uint) uint64 {
	prec, emin, emax, frac := 53, -1022, 1023, uint(52)
	if w == 4 {
		prec, emin, emax, frac = 24, -126, 127, 23
	}
	sign := b2u(x.neg) << (8*w - 1)
	expMask := uint64(2*emax+1) << frac
	switch x.class {
	case f80zero:
		return sign
	case f80inf:
		return sign | expMask
	case f80nan:
		return sign | expMask | 1<<(frac-1) | x.mant<<1>>(64-frac)
	}
	r := round(x.neg, x.exp, x.mant, 0, prec, emin, emax)
	switch r.class {
	case f80zero:
		return sign
	case f80inf:
		return sign | expMask
	}
	if r.exp < emin {
		return sign | r.mant>>(63-frac)>>(emin-r.exp)
	}
	return sign | uint64(r.exp+emax)<<frac | r.mant<<1>>(64-frac)
}

// toInt truncates to a signed integer of that many bits (16, 32, 64) as fistp does: the smallest one
// where it does not fit.
func (x f80) toInt(n uint) uint64 {
	bad := uint64(1) << (n - 1)
	switch {
	case x.class == f80zero || x.class == f80finite && x.exp < 0:
		return 0
	case x.class != f80finite || x.exp >= int(n):
		return bad
	}
	v := x.mant >> (63 - x.exp)
	if x.neg {
		if v > bad {
			return bad
		}
		return -v & (^uint64(0) >> (64 - n))
	}
	if v >= bad {
		return bad
	}
	return v
}

// toUint truncates to an unsigned integer of width w bytes as gcc's code does.
func (x f80) toUint(w uint) uint64 {
	switch w {
	case 8:
		limit := f80{class: f80finite, exp: 63, mant: 1 << 63}
		if c, ok := x.compare(limit); ok && c >= 0 {
			return x.sub(limit).toInt(64) ^ 1<<63
		}
		return x.toInt(64)
	case 4:
		return x.toInt(64) & math.MaxUint32
	case 2:
		return x.toInt(32) & math.MaxUint16
	}
	return x.toInt(16) & math.MaxUint8
}

// toSigned truncates to a signed integer of width w bytes.
func (x f80) toSigned(w uint) uint64 {
	if w == 1 {
		return x.toInt(16) & math.MaxUint8
	}
	return x.toInt(8 * w)
}
