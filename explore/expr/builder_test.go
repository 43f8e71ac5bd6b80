package expr

import (
	"math"
	"testing"
)

// newVars returns a builder with an int, a bool and an unsigned char.
func newVars() (b *Builder, i, f, c *Expr) {
	b = NewBuilder()
	return b, b.VarSigned(0, 32, math.MinInt32, math.MaxInt32), b.VarSigned(1, 32, 0, 1), b.VarUnsigned(2, 8, 0, 255)
}

func TestCanonicalForms(t *testing.T) {
	b, i, f, c := newVars()
	k := func(v int64) *Expr { return b.Const(uint64(v), 32) }
	truth := b.NonZero(f)
	wide := b.SExt(i, 64)
	for _, x := range []struct {
		name      string
		got, want *Expr
	}{
		{"truth of a boolean", b.Eq(f, k(1)), truth},
		{"not false", b.Ne(f, k(0)), truth},
		{"greater than 0", b.SLt(k(0), f), truth},
		{"!!f", b.ZExt(truth, 32), f},
		{"f ? 1 : 0", b.Ite(truth, k(1), k(0)), f},
		{"f ? 0 : 1 == 0", b.Eq(b.Ite(truth, k(0), k(1)), k(0)), truth},
		{"f out of range", b.SLt(f, k(2)), b.Bool(true)},
		{"f & 1", b.And(f, k(1)), f},
		{"x - x", b.Sub(i, i), k(0)},
		{"(x + 3) - 5", b.Sub(b.Add(i, k(3)), k(5)), b.Add(i, k(-2))},
		{"x + 1 == 4", b.Eq(b.Add(i, k(1)), k(4)), b.Eq(i, k(3))},
		{"3 < x", b.SLt(k(3), i), b.Not(b.SLt(i, k(4)))},
		{"(long)x == 7", b.Eq(wide, b.Const(7, 64)), b.Eq(i, k(7))},
		{"(long)x < 7", b.SLt(wide, b.Const(7, 64)), b.SLt(i, k(7))},
		{"(long)x < 1L << 40", b.SLt(wide, b.Const(1<<40, 64)), b.Bool(true)},
		{"(unsigned char)(int)c", b.Trunc(b.ZExt(c, 32), 8), c},
		{"x & 255 as extract", b.And(i, k(255)), b.ZExt(b.Extract(i, 0, 8), 32)},
		{"x << 8 >> 8", b.LShr(b.Shl(i, k(8)), k(8)), b.And(i, k(0xFFFFFF))},
		{"sign", b.SLt(i, k(0)), b.Extract(i, 31, 1)},
		{"x & 0x40 == 0x40", b.Eq(b.And(i, k(0x40)), k(0x40)), b.Extract(i, 6, 1)},
		{"f or not f", b.Or(truth, b.Not(truth)), b.Bool(true)},
		{"x == 1 && x == 2", b.And(b.Eq(i, k(1)), b.Eq(i, k(2))), b.Bool(false)},
		{"x == 1 && x != 2", b.And(b.Eq(i, k(1)), b.Ne(i, k(2))), b.Eq(i, k(1))},
		{"x == 5 ? 5 : x", b.Ite(b.Eq(i, k(5)), k(5), i), i},
		{"(double)x < 2.5", b.FLt(b.SIToF(i, 64), b.Const(math.Float64bits(2.5), 64)), b.SLt(i, k(3))},
		{"(int)(double)x", b.FToSI(b.SIToF(i, 64), 32), i},
		{"x % 8", b.URem(i, k(8)), b.And(i, k(7))},
	} {
		if x.got != x.want {
			t.Errorf("%s: %v, want %v", x.name, x.got, x.want)
		}
	}
}

// What is stored byte by byte comes back as the same node, whatever it is.
func TestBytesJoin(t *testing.T) {
	b, i, f, c := newVars()
	for _, e := range []*Expr{
		i, f, b.ZExt(c, 32), b.SExt(c, 32), b.Add(i, f), b.Mul(i, b.Const(10, 32)), b.Not(i),
		b.And(i, b.Const(0xF0F, 32)), b.And(i, b.Const(0x55555555, 32)), b.Or(i, b.Const(0x1001, 32)),
		b.Ite(b.NonZero(f), b.Const(5, 32), b.Const(0x10005, 32)), b.Ite(b.NonZero(f), b.Const(5, 32), i),
		b.Ite(b.NonZero(f), i, b.ZExt(c, 32)), b.Shl(i, b.Const(5, 32)), b.AShr(i, b.Const(5, 32)), b.ZExt(b.Eq(i, f), 32),
		b.Xor(i, b.Const(1, 32)), b.Sub(b.Const(7, 32), f),
	} {
		var bytes [4]*Expr
		for j := range bytes {
			bytes[j] = b.Extract(e, uint(8*j), 8)
		}
		right := b.Concat(bytes[3], b.Concat(bytes[2], b.Concat(bytes[1], bytes[0])))
		left := b.Concat(b.Concat(b.Concat(bytes[3], bytes[2]), bytes[1]), bytes[0])
		halves := b.Concat(b.Concat(bytes[3], bytes[2]), b.Concat(bytes[1], bytes[0]))
		if right != e || left != e || halves != e {
			t.Errorf("%v\ncomes back as %v,\n%v,\n%v", e, right, left, halves)
		}
		if e.op == OpAnd {
			continue // its mask has too many runs for this
		}
		or := b.ZExt(bytes[0], 32)
		for j := 1; j < 4; j++ {
			or = b.Or(or, b.Shl(b.ZExt(bytes[j], 32), b.Const(uint64(8*j), 32)))
		}
		if or != e {
			t.Errorf("%v\nassembled with shifts is %v", e, or)
		}
	}
}

func TestFloatsAsTheMachineHasThem(t *testing.T) {
	b := NewBuilder()
	f64 := func(v float64) *Expr { return b.Const(math.Float64bits(v), 64) }
	inf, nan := math.Inf(1), b.Const(0x7FF4000000000001, 64) // a signalling NaN
	for _, x := range []struct {
		name string
		got  *Expr
		want uint64
	}{
		{"(int)1e10", b.FToSI(f64(1e10), 32), 0x80000000},
		{"(int)-1.9", b.FToSI(f64(-1.9), 32), 0xFFFFFFFF},
		{"(long)1e19", b.FToSI(f64(1e19), 64), 1 << 63},
		{"(unsigned)4e9", b.FToUI(f64(4e9), 32), 4000000000},
		{"(unsigned)-1.0", b.FToUI(f64(-1), 32), 0xFFFFFFFF},
		{"(unsigned long)1e19", b.FToUI(f64(1e19), 64), 10000000000000000000},
		{"(unsigned long)NaN", b.FToUI(nan, 64), 1 << 63},
		{"(char)300.0", b.FToSI(f64(300), 8), 300 & 255},
		{"inf - inf", b.FSub(f64(inf), f64(inf)), 0xFFF8000000000000},
		{"NaN + 1", b.FAdd(nan, f64(1)), 0x7FFC000000000001},
		{"sqrt(-1)", b.FSqrt(f64(-1)), 0xFFF8000000000000},
		{"NaN == NaN", b.FEq(nan, nan), 0},
		{"NaN != NaN", b.FNe(nan, nan), 1},
		{"(float)0.1", b.FCvt(f64(0.1), 32), 0x3DCCCCCD},
		{"(float)NaN", b.FCvt(nan, 32), 0x7FE00000},
		{"(float)(2^60+1)", b.SIToF(b.Const(1<<60+1, 64), 32), 0x5D800000},
		{"-0.0 == 0.0", b.FEq(b.FNeg(f64(0)), f64(0)), 1},
	} {
		if !x.got.IsConst() || x.got.Const() != x.want {
			t.Errorf("%s: %v, want %#x", x.name, x.got, x.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	b := NewBuilder()
	for _, text := range []string{"", "(", "(add 1:32)", "(foo 1:2 3:4)", "#3", "1", "1:65", "1:0", "(not 1:8", "1:8 2:8", "(add 1:8 2:16)", "(extract:8 30 o1:32)", "(concat o1:64 o2:8)"} {
		if e, err := b.Parse(text); err == nil {
			t.Errorf("%q: %v, want an error", text, e)
		}
	}
}

func BenchmarkRemembered(b *testing.B) {
	bl, x, y, _ := newVars()
	bl.Add(x, y)
	b.ReportAllocs()
	for b.Loop() {
		bl.Add(x, y)
	}
}

func BenchmarkHashConsHit(b *testing.B) {
	bl, x, y, _ := newVars()
	bl.Add(x, y)
	b.ReportAllocs()
	for b.Loop() {
		bl.intern(OpAdd, 32, 0, 0, x, y, nil)
	}
}

func BenchmarkRulesHit(b *testing.B) {
	bl, x, y, _ := newVars()
	bl.Mul(x, y)
	b.ReportAllocs()
	for b.Loop() {
		bl.rules(OpMul, x, y)
	}
}

func BenchmarkConst(b *testing.B) {
	bl := NewBuilder()
	b.ReportAllocs()
	for b.Loop() {
		bl.Const(4711, 32)
	}
}

// BenchmarkNewNodes makes nodes that were not there.
func BenchmarkNewNodes(b *testing.B) {
	bl, x, _, _ := newVars()
	k := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		k++
		bl.Mul(x, bl.Const(2*k+1, 32))
		if bl.Len() > 1<<20 {
			b.StopTimer()
			bl, x, _, _ = newVars()
			b.StartTimer()
		}
	}
}

func BenchmarkEval(b *testing.B) {
	bl, x, y, _ := newVars()
	e := x
	for i := range uint64(50) {
		e = bl.Add(bl.Mul(e, y), bl.Const(2*i+1, 32))
	}
	env := func(o int) uint64 { return uint64(o) + 3 }
	for b.Loop() {
		bl.Eval(e, env)
	}
}
