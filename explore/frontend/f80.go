package frontend

// This file implements long double constants: the 80-bit extended format of x87,
// held as its bits.

import (
	"math"
	"math/big"

	longdouble "github.com/confcov/confcov/explore/f80"
)

// f80 is a long double's bits.
type f80 struct {
	mant uint64 // with the explicit integer bit
	se   uint16 // sign and biased exponent
}

const f80Bias = 16383

// f80FromBig rounds x, which has at least 64 bits of precision, to nearest even.
func f80FromBig(x *big.Float) f80 {
	var r f80
	if x.Signbit() {
		r.se = 0x8000
	}
	if x.IsInf() {
		return f80{1 << 63, r.se | 0x7fff}
	}
	if x.Sign() == 0 {
		return r
	}
	prec := 64
	if e := x.MantExp(nil); e-1 < 1-f80Bias { // denormal: fewer bits
		prec = 64 - ((1 - f80Bias) - (e - 1))
		if prec < 1 {
			if half := new(big.Float).SetMantExp(big.NewFloat(0.5), 1-f80Bias-63); new(big.Float).Abs(x).Cmp(half) > 0 {
				r.mant = 1
			}
			return r
		}
	}
	y := new(big.Float).SetMode(big.ToNearestEven).SetPrec(uint(prec)).Set(x)
	mant := new(big.Float)
	exp := y.MantExp(mant) - 1
	if exp > f80Bias {
		return f80{1 << 63, r.se | 0x7fff}
	}
	if exp < 1-f80Bias {
		m, _ := new(big.Float).SetMantExp(mant.Abs(mant), 64-((1-f80Bias)-exp)).Uint64()
		r.mant = m
		return r
	}
	m, _ := new(big.Float).SetMantExp(mant.Abs(mant), 64).Uint64()
	r.mant = m
	r.se |= uint16(exp + f80Bias)
	return r
}

// exactly returns what rounds as the number that the digits stand for; x is that number rounded somehow.
func exactly(digits string, x *big.Float) *big.Float {
	if x.IsInf() || x.Sign() == 0 || x.MantExp(nil) > 1<<15 || x.MantExp(nil) < -1<<15 {
		return x // beyond all long doubles
	}
	r, ok := new(big.Rat).SetString(digits)
	if !ok {
		return x
	}
	const prec = 128
	y := new(big.Float).SetPrec(prec).SetMode(big.ToZero).SetRat(r)
	if y.Acc() != big.Exact { // something behind the last bit
		y.SetPrec(2*prec).Add(y, new(big.Float).SetMantExp(big.NewFloat(1), y.MantExp(nil)-prec-2))
	}
	return y
}

// big returns the value; ok is false for infinities and NaNs.
func (v f80) big() (x *big.Float, ok bool) {
	e := int(v.se & 0x7fff)
	if e == 0x7fff {
		return nil, false
	}
	if e == 0 {
		e = 1
	}
	x = new(big.Float).SetPrec(64).SetUint64(v.mant)
	x.SetMantExp(x, e-f80Bias-63)
	if v.se&0x8000 != 0 {
		x.Neg(x)
	}
	return x, true
}

func f80FromFloat(f float64) f80 {
	switch {
	case math.IsNaN(f):
		se := uint16(0x7fff)
		if math.Signbit(f) {
			se |= 0x8000
		}
		return f80{3 << 62, se}
	case math.IsInf(f, 0):
		se := uint16(0x7fff)
		if f < 0 {
			se |= 0x8000
		}
		return f80{1 << 63, se}
	}
	return f80FromBig(new(big.Float).SetPrec(64).SetFloat64(f))
}

// float rounds to double.
func (v f80) float() float64 { return math.Float64frombits(v.number().ToFloat(8)) }

// float32 rounds to float in one step.
func (v f80) float32() float32 { return math.Float32frombits(uint32(v.number().ToFloat(4))) }

// number returns the value to compute with.
func (v f80) number() longdouble.Float { return longdouble.Unpack(v.mant, v.se) }

// bytes returns the 16 bytes of the value in memory.
func (v f80) bytes() []byte {
	b := make([]byte, 16)
	for i := range 8 {
		b[i] = byte(v.mant >> (8 * i))
	}
	b[8], b[9] = byte(v.se), byte(v.se>>8)
	return b
}
