package f80

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// exact returns a finite number as a big.Float without rounding.
func (x Float) exact() *big.Float {
	r := new(big.Float).SetPrec(200)
	if x.class == number {
		r.SetUint64(x.mant)
		r.SetMantExp(r, x.exp-63)
	}
	if x.neg {
		r.Neg(r)
	}
	return r
}

// drawF80 draws numbers whose exponents lie close together, and special ones.
func drawF80(t *rapid.T, name string) Float {
	switch rapid.IntRange(0, 9).Draw(t, name+" kind") {
	case 0:
		return Float{neg: rapid.Bool().Draw(t, name+" neg")}
	case 1:
		return Unpack(rapid.Uint64().Draw(t, name+" mant"), uint16(rapid.IntRange(0, 1).Draw(t, name+" exp")))
	case 2: // few bits
		return Float{class: number, exp: rapid.IntRange(-3, 3).Draw(t, name+" exp"), mant: 1<<63 | rapid.Uint64Range(0, 7).Draw(t, name+" low")}
	}
	return Float{
		class: number, neg: rapid.Bool().Draw(t, name+" neg"),
		exp: rapid.IntRange(-70, 70).Draw(t, name+" exp"), mant: 1<<63 | rapid.Uint64().Draw(t, name+" mant"),
	}
}

// TestF80AgainstBig compares with math/big, whose exponents are not bounded.
func TestF80AgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawF80(t, "x"), drawF80(t, "y")
		if x.class > number || y.class > number {
			t.Skip()
		}
		check := func(op string, got Float, want *big.Float) {
			if want.Sign() != 0 && (want.MantExp(nil) < emin80+70 || want.MantExp(nil) > bias) {
				return // rounding there is not big's
			}
			if got.class > number || got.exact().Cmp(want) != 0 {
				t.Fatalf("%s: got %+v, want %s", op, got, want.Text('p', 0))
			}
		}
		b := func() *big.Float { return new(big.Float).SetPrec(64).SetMode(big.ToNearestEven) }
		check("add", x.Add(y), b().Add(x.exact(), y.exact()))
		check("sub", x.Sub(y), b().Sub(x.exact(), y.exact()))
		check("mul", x.Mul(y), b().Mul(x.exact(), y.exact()))
		if y.class == number {
			check("div", x.Div(y), b().Quo(x.exact(), y.exact()))
		}
		if c, ok := x.Compare(y); !ok || c != x.exact().Cmp(y.exact()) {
			t.Fatalf("compare: %d, want %d", c, x.exact().Cmp(y.exact()))
		}
		f, _ := x.exact().Float64()
		if got := x.ToFloat(8); got != math.Float64bits(f) && !(f == 0 && got<<1 == 0) {
			t.Fatalf("to double: %#x, want %#x", got, math.Float64bits(f))
		}
		g, _ := x.exact().Float32()
		if got := uint32(x.ToFloat(4)); got != math.Float32bits(g) && !(g == 0 && got<<1 == 0) {
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
		if m, e := Unpack(mant, se).Pack(); m != mant || e != se {
			t.Fatalf("%#x %#x came back as %#x %#x", mant, se, m, e)
		}
		v := rapid.Uint64().Draw(t, "double")
		want := v
		if v&^(1<<63) > 0x7ff0000000000000 {
			want |= 1 << 51
		}
		if got := FromDouble(v).ToFloat(8); got != want {
			t.Fatalf("double %#x came back as %#x", v, got)
		}
		if got := FromInt(false, v).ToUnsigned(8); got != v {
			t.Fatalf("integer %d came back as %d", v, got)
		}
		s := int64(v)
		x := FromInt(s < 0, uint64(max(s, -s)))
		if got := x.ToSigned(8); got != v {
			t.Fatalf("integer %d came back as %d", s, int64(got))
		}
	})
}

func TestF80Special(t *testing.T) {
	inf := Float{class: infinite}
	one := FromInt(false, 1)
	tiny := Float{class: number, exp: emin80 - 63, mant: 1 << 63}
	huge := Float{class: number, exp: bias, mant: math.MaxUint64}
	for _, c := range []struct {
		name      string
		got, want Float
	}{
		{"inf - inf", inf.Sub(inf), defaultNaN},
		{"0 * inf", Float{}.Mul(inf), defaultNaN},
		{"0 / 0", Float{}.Div(Float{}), defaultNaN},
		{"1 / 0", one.Div(Float{}), inf},
		{"-1 / 0", one.Negate().Div(Float{}), inf.Negate()},
		{"huge + huge", huge.Add(huge), inf},
		{"tiny / 2", tiny.Div(FromInt(false, 2)), Float{}},
		{"tiny + tiny", tiny.Add(tiny), Float{class: number, exp: emin80 - 62, mant: 1 << 63}},
		{"tiny * 3 / 2", tiny.Mul(FromInt(false, 3)).Div(FromInt(false, 2)), tiny.Add(tiny)},
		{"1 - 1", one.Sub(one), Float{}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, c.got, c.want)
		}
	}
	if v := inf.ToSigned(4); v != 1<<31 {
		t.Errorf("inf to int: %#x", v)
	}
	if v := FromInt(true, 3).ToUnsigned(8); v != ^uint64(2) {
		t.Errorf("-3 to unsigned long: %#x", v)
	}
}
