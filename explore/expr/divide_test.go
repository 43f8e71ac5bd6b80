package expr

import "testing"

// TestDivision divides multiples, some of which wrap around, by what they may be a multiple of, for every value of a byte.
func TestDivision(t *testing.T) {
	b := NewBuilder()
	c := b.ZExt(b.VarUnsigned(0, 8, 0, 255), 16)
	k := func(v uint64) *Expr { return b.Const(v, 16) }
	simplified := 0
	linear := func(m, d uint64) *Expr { return b.Add(b.Mul(c, k(m)), k(d)) }
	for _, m := range []uint64{1, 3, 6, 100, 257, 260} {
		for _, d := range []uint64{0, 1, 3, 6, 200, 65535} {
			for _, y := range []*Expr{k(3), k(6), k(100), k(257), linear(1, 0), linear(1, 1), linear(3, 3), linear(2, 1)} {
				x := linear(m, d)
				for _, e := range []*Expr{b.UDiv(x, y), b.URem(x, y), b.UDiv(b.Mul(y, k(m)), y), b.UDiv(b.Mul(y, k(m)), k(m))} {
					if e.Op() == OpConst || e.Op() == OpAdd || e.Op() == OpMul {
						simplified++
					}
				}
				for v := range uint64(256) {
					at := func(e *Expr) uint64 { return b.Eval(e, func(int) uint64 { return v }) }
					n, by := (v*m+d)&65535, at(y)
					if by == 0 {
						continue
					}
					product := by * m & 65535
					for _, q := range []struct {
						e    *Expr
						want uint64
					}{{b.UDiv(x, y), n / by}, {b.URem(x, y), n % by}, {b.UDiv(b.Mul(y, k(m)), y), product / by}, {b.UDiv(b.Mul(y, k(m)), k(m)), product / m}} {
						if got := at(q.e); got != q.want {
							t.Fatalf("%v at %d is %d, want %d", q.e, v, got, q.want)
						}
					}
				}
			}
		}
	}
	n := b.ZExt(b.VarUnsigned(1, 32, 0, 1<<31-1), 64)
	size := b.Const(440, 64)
	objects := b.Add(n, b.Const(1, 64))
	if got := b.UDiv(b.Mul(objects, size), objects); got != size {
		t.Errorf("size * n / n is %v", got)
	}
	if got := b.UDiv(b.Mul(objects, size), size); got != objects {
		t.Errorf("size * n / size is %v", got)
	}
	if simplified == 0 {
		t.Error("nothing is simplified")
	}
}
