package f80

// This file converts between long double and other numbers.

import (
	"math"
	"math/bits"
)

// FromInt returns an integer of 64 bits, which is exact.
func FromInt(neg bool, v uint64) Float {
	if v == 0 {
		return Float{}
	}
	s := bits.LeadingZeros64(v)
	return Float{class: number, neg: neg, exp: 63 - s, mant: v << s}
}

// FromDouble returns a float64, which is exact.
func FromDouble(v uint64) Float {
	f := math.Float64frombits(v)
	x := Float{neg: v>>63 != 0}
	switch {
	case f != f:
		x.class, x.mant = nan, v<<11|3<<62
	case math.IsInf(f, 0):
		x.class = infinite
	case f != 0:
		m, e := v&(1<<52-1), int(v>>52&0x7ff)
		if e == 0 {
			e = 1
		} else {
			m |= 1 << 52
		}
		s := bits.LeadingZeros64(m)
		x.class, x.mant, x.exp = number, m<<s, e-1023+11-s
	}
	return x
}

// FromSingle returns a float32, which is exact.
func FromSingle(v uint32) Float {
	if v&0x7fffffff > 0x7f800000 {
		return FromDouble(uint64(v>>31)<<63 | 0x7ff8000000000000 | uint64(v&0x7fffff)<<29)
	}
	return FromDouble(math.Float64bits(float64(math.Float32frombits(v))))
}

// ToFloat rounds to a float of width 4 or 8 and returns its bits.
func (x Float) ToFloat(w uint) uint64 {
	prec, emin, emax, frac := 53, -1022, 1023, uint(52)
	if w == 4 {
		prec, emin, emax, frac = 24, -126, 127, 23
	}
	if x.class == invalid {
		x = defaultNaN
	}
	sign := b2u(x.neg) << (8*w - 1)
	expMask := uint64(2*emax+1) << frac
	switch x.class {
	case zero:
		return sign
	case infinite:
		return sign | expMask
	case nan:
		return sign | expMask | 1<<(frac-1) | x.mant<<1>>(64-frac)
	}
	r := round(x.neg, x.exp, x.mant, 0, prec, emin, emax)
	switch r.class {
	case zero:
		return sign
	case infinite:
		return sign | expMask
	}
	if r.exp < emin {
		return sign | r.mant>>(63-frac)>>(emin-r.exp)
	}
	return sign | uint64(r.exp+emax)<<frac | r.mant<<1>>(64-frac)
}

// toInt truncates to a signed integer of that many bits (16, 32, 64) as fistp does: the smallest one
// where it does not fit.
func (x Float) toInt(n uint) uint64 {
	bad := uint64(1) << (n - 1)
	switch {
	case x.class == zero || x.class == number && x.exp < 0:
		return 0
	case x.class != number || x.exp >= int(n):
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

// ToUnsigned truncates to an unsigned integer of width w bytes as gcc's code does.
func (x Float) ToUnsigned(w uint) uint64 {
	switch w {
	case 8:
		limit := Float{class: number, exp: 63, mant: 1 << 63}
		if c, ok := x.Compare(limit); ok && c >= 0 {
			return x.Sub(limit).toInt(64) ^ 1<<63
		}
		return x.toInt(64)
	case 4:
		return x.toInt(64) & math.MaxUint32
	case 2:
		return x.toInt(32) & math.MaxUint16
	}
	return x.toInt(16) & math.MaxUint8
}

// ToSigned truncates to a signed integer of width w bytes.
func (x Float) ToSigned(w uint) uint64 {
	if w == 1 {
		return x.toInt(16) & math.MaxUint8
	}
	return x.toInt(8 * w)
}
