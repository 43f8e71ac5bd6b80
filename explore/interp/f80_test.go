package interp

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// exact returns a finite number as a big.Float without rounding.
func (x f80) exact() *big.Float {
	r := new(big.Float).SetPrec(200)
	if x.class == f80finite {
		r.SetUint64(x.mant)
		r.SetMantExp(r, x.exp-63)
	}
	if x.neg {
		r.Neg(r)
	}
	return r
}

// drawF80 draws numbers whose exponents lie close together, and special ones.
func drawF80(t *rapid.T, name string) f80 {
	switch rapid.IntRange(0, 9).Draw(t, name+" kind") {
	case 0:
		return f80{neg: rapid.Bool().Draw(t, name+" neg")}
	case 1:
		return unpackF80(rapid.Uint64().Draw(t, name+" mant"), uint16(rapid.IntRange(0, 1).Draw(t, name+" exp")))
	case 2: // few bits
		return f80{class: f80finite, exp: rapid.IntRange(-3, 3).Draw(t, name+" exp"), mant: 1<<63 | rapid.Uint64Range(0, 7).Draw(t, name+" low")}
	}
	return f80{
		class: f80finite, neg: rapid.Bool().Draw(t, name+" neg"),
		exp: rapid.IntRange(-70, 70).Draw(t, name+" exp"), mant: 1<<63 | rapid.Uint64().Draw(t, name+" mant"),
	}
}

// TestF80AgainstBig compares with math/big, whose exponents are not bounded.
func TestF80AgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawF80(t, "x"), drawF80(t, "y")
		if x.class > f80finite || y.class > f80finite {
			t.Skip()
		}
		check := func(op string, got f80, want *big.Float) {
			if want.Sign() != 0 && (want.MantExp(nil) < f80emin+70 || want.MantExp(nil) > f80bias) {
				return // rounding there is not big's
			}
			if got.class > f80finite || got.exact().Cmp(want) != 0 {
				t.Fatalf("%s: got %+v, want %s", op, got, want.Text('p', 0))
			}
		}
		b := func() *big.Float { return new(big.Float).SetPrec(64).SetMode(big.ToNearestEven) }
		check("add", x.add(y), b().Add(x.exact(), y.exact()))
		check("sub", x.sub(y), b().Sub(x.exact(), y.exact()))
		check("mul", x.mul(y), b().Mul(x.exact(), y.exact()))
		if y.class == f80finite {
			check("div", x.div(y), b().Quo(x.exact(), y.exact()))
		}
		if c, ok := x.compare(y); !ok || c != x.exact().Cmp(y.exact()) {
			t.Fatalf("compare: %d, want %d", c, x.exact().Cmp(y.exact()))
		}
		f, _ := x.exact().Float64()
		if got := x.toFloat(8); got != math.Float64bits(f) && !(f == 0 && got<<1 == 0) {
			t.Fatalf("to double: %#x, want %#x", got, math.Float64bits(f))
		}
		g, _ := x.exact().Float32()
		if got := uint32(x.toFloat(4)); got != math.Float32bits(g) && !(g == 0 && got<<1 == 0) {
			t.Fatalf("to float: %#x, want %#x", got, math.Float32bits(g))
		}
	})
}

func TestF80RoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mant, se := rapid.Uint64().Draw(t, "mant"), rapid.Uint16().Draw(t, "se")
		if se&0x7fff != 0 {
			mant |= 1 << 63
		} else {
			mant &^= 1 << 63
		}
		if m, e := unpackF80(mant, se).pack(); m != mant || e != se {
			t.Fatalf("%#x %#x came back as %#x %#x", mant, se, m, e)
		}
		v := rapid.Uint64().Draw(t, "double")
		want := v
		if isNaN(v, 8) {
			want |= 1 << 51
		}
		if got := f80fromFloat(v).toFloat(8); got != want {
			t.Fatalf("double %#x came back as %#x", v, got)
		}
		if got := f80fromInt(false, v).toUint(8); got != v {
			t.Fatalf("integer %d came back as %d", v, got)
		}
		s := int64(v)
		x := f80fromInt(s < 0, uint64(max(s, -s)))
		if got := x.toSigned(8); got != v {
			t.Fatalf("integer %d came back as %d", s, int64(got))
		}
	})
}

func TestF80Special(t *testing.T) {
	inf := f80{class: f80inf}
	one := f80fromInt(false, 1)
	tiny := f80{class: f80finite, exp: f80emin - 63, mant: 1 << 63}
	huge := f80{class: f80finite, exp: f80bias, mant: math.MaxUint64}
	for _, c := range []struct {
		name      string
		got, want f80
	}{
		{"inf - inf", inf.sub(inf), defaultNaN},
		{"0 * inf", f80{}.mul(inf), defaultNaN},
		{"0 / 0", f80{}.div(f80{}), defaultNaN},
		{"1 / 0", one.div(f80{}), inf},
		{"-1 / 0", one.negate().div(f80{}), inf.negate()},
		{"huge + huge", huge.add(huge), inf},
		{"tiny / 2", tiny.div(f80fromInt(false, 2)), f80{}},
		{"tiny + tiny", tiny.add(tiny), f80{class: f80finite, exp: f80emin - 62, mant: 1 << 63}},
		{"tiny * 3 / 2", tiny.mul(f80fromInt(false, 3)).div(f80fromInt(false, 2)), tiny.add(tiny)},
		{"1 - 1", one.sub(one), f80{}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, c.got, c.want)
		}
	}
	if v := inf.toSigned(4); v != 1<<31 {
		t.Errorf("inf to int: %#x", v)
	}
	if v := f80fromInt(true, 3).toUint(8); v != ^uint64(2) {
		t.Errorf("-3 to unsigned long: %#x", v)
	}
}
