package f80

// This file implements arithmetic and comparison.
//
// A finite number is mant * 2^(exp-63) with the top bit of mant set. Operations make
// 128 bits of significand, whose lowest bit also stands for everything below it,
// and round once.

import (
	"math"
	"math/bits"
)

type class uint8

const (
	zero class = iota
	number
	infinite
	nan
	invalid // no encoding of anything: as an operand it makes the default NaN
)

const (
	bias   = 16383
	emin80 = -16382
)

// Float is an 80-bit float taken apart.
type Float struct {
	class class
	neg   bool
	exp   int
	mant  uint64 // finite: top bit set; NaN: the significand as stored
}

// defaultNaN is what invalid operations give.
var defaultNaN = Float{class: nan, neg: true, mant: 3 << 62}

// Unpack takes apart the stored form: significand, and sign and exponent.
func Unpack(mant uint64, se uint16) Float {
	x := Float{neg: se>>15 != 0, mant: mant}
	e := int(se & 0x7fff)
	switch {
	case e != 0 && mant>>63 == 0:
		x.class = invalid
	case e == 0x7fff && mant<<1 == 0:
		x.class = infinite
	case e == 0x7fff:
		x.class = nan
	case mant == 0:
		x.class = zero
	default:
		x.class = number
		if e == 0 {
			e = 1
		}
		s := bits.LeadingZeros64(mant)
		x.mant, x.exp = mant<<s, e-bias-s
	}
	return x
}

func (x Float) isNaN() bool { return x.class >= nan }

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Pack returns the stored form of what an operation gave.
func (x Float) Pack() (mant uint64, se uint16) {
	if x.neg {
		se = 1 << 15
	}
	switch x.class {
	case infinite:
		return 1 << 63, se | 0x7fff
	case nan:
		return x.mant | 1<<63, se | 0x7fff
	case number:
		if x.exp < emin80 {
			return x.mant >> (emin80 - x.exp), se // exact: it was rounded to that place
		}
		return x.mant, se | uint16(x.exp+bias)
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
func round(neg bool, exp int, hi, lo uint64, prec, emin, emax int) Float {
	if hi|lo == 0 {
		return Float{neg: neg}
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
		return Float{neg: neg}
	}
	// keep is keep * 2^(exp-63+drop).
	s = bits.LeadingZeros64(keep)
	return finite(neg, exp+drop-s, keep<<s, emax)
}

func finite(neg bool, exp int, mant uint64, emax int) Float {
	if exp > emax {
		return Float{class: infinite, neg: neg}
	}
	return Float{class: number, neg: neg, exp: exp, mant: mant}
}

func round80(neg bool, exp int, hi, lo uint64) Float {
	return round(neg, exp, hi, lo, 64, emin80, bias)
}

// nan2 returns the NaN that an operation on x and y gives: the quiet form of the operand
// that is one, or of the greater significand.
func nan2(x, y Float) Float {
	r := x
	switch {
	case x.class == invalid || y.class == invalid, x.class != nan && y.class != nan:
		return defaultNaN
	case x.class != nan, y.class == nan && y.mant > x.mant,
		y.class == nan && y.mant == x.mant && x.neg && !y.neg:
		r = y
	}
	r.mant |= 3 << 62
	return r
}

func (x Float) Add(y Float) Float {
	switch {
	case x.isNaN() || y.isNaN():
		return nan2(x, y)
	case x.class == infinite && y.class == infinite && x.neg != y.neg:
		return defaultNaN
	case x.class == infinite:
		return x
	case y.class == infinite:
		return y
	case x.class == zero && y.class == zero:
		return Float{neg: x.neg && y.neg}
	case x.class == zero:
		return y
	case y.class == zero:
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
		return Float{}
	}
	return round80(x.neg, x.exp, h, l)
}

func (x Float) Negate() Float {
	x.neg = !x.neg
	return x
}

func (x Float) Sub(y Float) Float {
	if !y.isNaN() {
		y = y.Negate()
	}
	return x.Add(y)
}

func (x Float) Mul(y Float) Float {
	neg := x.neg != y.neg
	switch {
	case x.isNaN() || y.isNaN():
		return nan2(x, y)
	case x.class == infinite && y.class == zero, x.class == zero && y.class == infinite:
		return defaultNaN
	case x.class == infinite || y.class == infinite:
		return Float{class: infinite, neg: neg}
	case x.class == zero || y.class == zero:
		return Float{neg: neg}
	}
	hi, lo := bits.Mul64(x.mant, y.mant)
	return round80(neg, x.exp+y.exp+1, hi, lo)
}

func (x Float) Div(y Float) Float {
	neg := x.neg != y.neg
	switch {
	case x.isNaN() || y.isNaN():
		return nan2(x, y)
	case x.class == infinite && y.class == infinite, x.class == zero && y.class == zero:
		return defaultNaN
	case x.class == infinite || y.class == zero:
		return Float{class: infinite, neg: neg}
	case x.class == zero || y.class == infinite:
		return Float{neg: neg}
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

// Compare returns -1, 0 or 1; ok is false for NaN.
func (x Float) Compare(y Float) (c int, ok bool) {
	if x.isNaN() || y.isNaN() {
		return 0, false
	}
	key := func(v Float) (int, int, uint64) {
		switch v.class {
		case zero:
			return 0, 0, 0
		case infinite:
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
