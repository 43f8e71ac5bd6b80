package interp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects/confspace"
)

// wrong says by exact arithmetic whether an operation is undefined in C.
func wrong(op ir.Op, w ir.Width, x, y uint64) bool {
	a, b := big.NewInt(int64(signExtend(x, w))), big.NewInt(int64(signExtend(y, w)))
	r := new(big.Int)
	switch op {
	case ir.OpCheckAdd:
		r.Add(a, b)
	case ir.OpCheckSub:
		r.Sub(a, b)
	case ir.OpCheckMul:
		r.Mul(a, b)
	case ir.OpCheckNeg:
		r.Neg(a)
	case ir.OpCheckShl:
		if y >= uint64(w.Bits()) {
			return false // that is OpCheckCount's
		}
		if a.Sign() < 0 {
			return true
		}
		r.Lsh(a, uint(y))
	case ir.OpCheckCount, ir.OpCheckIndex:
		return x >= y
	case ir.OpCheckAlign:
		return x%y != 0
	}
	limit := new(big.Int).Lsh(big.NewInt(1), w.Bits()-1)
	return r.Cmp(limit) >= 0 || r.Cmp(new(big.Int).Neg(limit)) < 0
}

// TestChecks compares the evaluation of checks, and their conditions, with exact arithmetic.
func TestChecks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	b := expr.NewBuilder()
	m := &Machine{b: b}
	number := func(w ir.Width) uint64 {
		v := []uint64{0, 1, 2, 3, math.MaxUint64, math.MaxUint64 - 1, 1 << 31, 1 << 63, 1<<63 - 1, 1<<31 - 1, 1 << 15, 1 << 7, r.Uint64() >> r.IntN(64)}[r.IntN(13)]
		return (v + r.Uint64N(3) - 1) & w.Mask()
	}
	for range 40000 {
		op := ir.OpCheckAdd + ir.Op(r.IntN(int(ir.OpCheckAlign-ir.OpCheckAdd)+1))
		w := []ir.Width{1, 2, 4, 8}[r.IntN(4)]
		x, y := number(w), number(w)
		if op == ir.OpCheckShl && r.IntN(4) > 0 {
			y = r.Uint64N(uint64(w.Bits()))
		}
		if op == ir.OpCheckAlign {
			y = 1 << r.IntN(5)
		}
		want := wrong(op, w, x, y)
		if got := violates(op, w, x, y); got != want {
			t.Fatalf("%v of %d bytes, %#x and %#x: %v, want %v", op, w, x, y, got, want)
		}
		c := confspace.Configuration{int64(x), int64(y)}
		ex, ey := b.Extract(b.VarUnsigned(0, 64, 0, math.MaxUint64), 0, w.Bits()), b.Extract(b.VarUnsigned(1, 64, 0, math.MaxUint64), 0, w.Bits())
		for i, cond := range []*expr.Expr{
			m.violation(op, ex, ey), m.violation(op, ex, b.Const(y, w.Bits())), m.violation(op, b.Const(x, w.Bits()), ey),
		} {
			if op == ir.OpCheckAlign && i != 1 {
				continue // always a constant
			}
			if got := b.EvalConfiguration(cond, c) != 0; got != want {
				t.Fatalf("%v of %d bytes, %#x and %#x: the condition %v is %v, want %v", op, w, x, y, cond, got, want)
			}
		}
	}
}
