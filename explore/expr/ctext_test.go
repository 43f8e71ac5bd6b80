package expr

import (
	"math"
	"testing"
)

// TestCText checks how conditions are written for people.
func TestCText(t *testing.T) {
	b := NewBuilder()
	n := b.VarSigned(0, 32, math.MinInt32, math.MaxInt32)
	m := b.VarSigned(1, 32, math.MinInt32, math.MaxInt32)
	u := b.VarUnsigned(2, 32, 0, math.MaxUint32)
	names := func(o int) (string, bool) { return []string{"n", "m", "u"}[o], o < 2 }
	k := func(v int64) *Expr { return b.Const(uint64(v), 32) }
	x := b.Binary(OpFMul, b.Unary(OpSIToF, n, 64), b.Const(math.Float64bits(0.1), 64))
	for _, c := range []struct {
		cond       *Expr
		want, negs string
	}{
		{b.Eq(b.Add(n, m), u), "n + m == u", "n + m != u"},
		{b.Eq(b.Mul(n, n), k(49)), "n * n == 49", "n * n != 49"},
		{b.Eq(b.Xor(n, m), k(5)), "(n ^ m) == 5", "(n ^ m) != 5"},
		{b.Eq(b.Binary(OpSRem, n, k(60)), k(0)), "n % 60 == 0", "n % 60 != 0"},
		{b.Eq(b.Binary(OpURem, n, u), k(1)), "(unsigned int)n % u == 1", "(unsigned int)n % u != 1"},
		{b.SLt(b.Mul(n, m), k(-7)), "n * m < -7", "n * m >= -7"},
		{b.ULt(u, b.Mul(n, m)), "u < (unsigned int)(n * m)", "u >= (unsigned int)(n * m)"},
		{b.Eq(b.And(b.Mul(n, m), k(7)), k(3)), "(n * m & 0x7) == 3", "(n * m & 0x7) != 3"},
		{b.Binary(OpFLt, x, b.Const(math.Float64bits(2), 64)), "(double)n * 0.1 < 2.0", "!((double)n * 0.1 < 2.0)"},
	} {
		got, ok := CText(c.cond, false, names)
		neg, _ := CText(c.cond, true, names)
		if got != c.want || neg != c.negs || !ok {
			t.Errorf("got %q and %q, want %q and %q", got, neg, c.want, c.negs)
		}
	}
	long := n
	for i := range int64(100) {
		long = b.Add(b.Mul(long, m), k(i))
	}
	if _, ok := CText(b.Eq(long, k(0)), false, names); ok {
		t.Error("a text that nobody can read is good enough")
	}
}

// TestCanonicalText checks that the text of a condition does not depend on what else a Builder made, and can be read.
func TestCanonicalText(t *testing.T) {
	build := func(backward bool) *Expr {
		b := NewBuilder()
		vars := make([]*Expr, 3)
		for i := range vars {
			if backward {
				i = 2 - i
			}
			vars[i] = b.VarSigned(i, 32, math.MinInt32, math.MaxInt32)
		}
		x, y := b.Mul(vars[0], vars[1]), b.Add(vars[1], vars[2])
		if backward {
			y, x = b.Add(vars[2], vars[1]), b.Mul(vars[1], vars[0])
		}
		return b.Eq(b.Xor(x, y), b.Mul(y, x))
	}
	e := build(false)
	if x, y := e.Canonical(), build(true).Canonical(); x != y {
		t.Errorf("%s and %s", x, y)
	}
	back, err := NewBuilder().Parse(e.Canonical())
	if err != nil || back.Canonical() != e.Canonical() {
		t.Errorf("%v came back as %v: %v", e, back, err)
	}
}
