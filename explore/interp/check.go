package interp

// This file executes checks: where a program does what is undefined in C, though every machine does
// something, a path gets a warning and goes on. Where that depends on options the path forks, so that
// the warning is about exactly the configurations concerned.

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
)

// check executes a check.
func (m *Machine) check(in *ir.Instr, x, y expr.Value) {
	if x.E == nil && y.E == nil {
		if violates(in.Op, in.W, x.C, y.C) {
			m.warn(undefinedText(in), false)
		}
		return
	}
	cond := m.violation(in.Op, m.wide(x, in.W.Bits()), m.wide(y, in.W.Bits()))
	switch v, yes, no := m.verdict(cond); v {
	case Always:
		m.warn(undefinedText(in), false)
	case Unknown: // the operation itself can be executed
		m.st.Note(path.Note{Kind: path.NoteUndecided, Message: "could not decide whether there is a " + undefinedText(in), At: m.code.frame(m.p.Top())})
	case Never:
	default:
		panic(&unwinding{fork: &question{cond, yes, no}})
	}
}

// violates evaluates a check on words of width w.
func violates(op ir.Op, w ir.Width, x, y uint64) bool {
	a, b := int64(signExtend(x, w)), int64(signExtend(y, w))
	r := int64(0)
	switch op {
	case ir.OpCheckAdd:
		r = a + b
		if w == 8 {
			return (a^r)&(b^r) < 0
		}
	case ir.OpCheckSub:
		r = a - b
		if w == 8 {
			return (a^b)&(a^r) < 0
		}
	case ir.OpCheckMul:
		r = a * b
		if w == 8 {
			return a != 0 && (r/a != b || a == -1 && b == -b && b != 0)
		}
	case ir.OpCheckNeg:
		return a != 0 && a == int64(signExtend(uint64(-a), w))
	case ir.OpCheckShl:
		n := uint64(w.Bits())
		return y < n && x>>(n-1-y) != 0
	case ir.OpCheckCount, ir.OpCheckIndex:
		return x >= y
	case ir.OpCheckAlign:
		return x%y != 0
	}
	return r != int64(signExtend(uint64(r), w))
}

// violation returns the condition under which a check fails.
func (m *Machine) violation(op ir.Op, x, y *expr.Expr) *expr.Expr {
	b, n := m.b, x.Bits()
	zero := b.Const(0, n)
	least := b.Const(1<<(n-1), n)
	switch op {
	case ir.OpCheckAdd:
		r := b.Add(x, y)
		return b.SLt(b.And(b.Xor(x, r), b.Xor(y, r)), zero)
	case ir.OpCheckSub:
		return b.SLt(b.And(b.Xor(x, y), b.Xor(x, b.Sub(x, y))), zero)
	case ir.OpCheckMul:
		if n < 64 {
			r := b.Mul(b.SExt(x, 64), b.SExt(y, 64))
			return b.Ne(r, b.SExt(b.Extract(r, 0, n), 64))
		}
		return m.productOf64(x, y)
	case ir.OpCheckNeg:
		return b.Eq(x, least)
	case ir.OpCheckShl:
		lost := b.LShr(x, b.Sub(b.Const(uint64(n-1), n), y))
		return b.And(b.ULt(y, b.Const(uint64(n), n)), b.Ne(lost, zero))
	case ir.OpCheckAlign:
		return b.Ne(b.URem(x, y), zero)
	}
	return b.Not(b.ULt(x, y))
}

// productOf64 returns the condition under which x * y does not fit 64 bits. Divisions by what is symbolic, which are hard to
// decide, are left for last.
func (m *Machine) productOf64(x, y *expr.Expr) *expr.Expr {
	b := m.b
	if x.IsConst() {
		x, y = y, x
	}
	zero, least := b.Const(0, 64), b.Const(1<<63, 64)
	switch c := int64(y.Const()); {
	case y.IsConst() && c == 0 || significant(x)+significant(y) <= 64:
		return b.Bool(false)
	case y.IsConst() && c == -1:
		return b.Eq(x, least)
	case y.IsConst():
		lo, hi := math.MinInt64/c, math.MaxInt64/c
		if c < 0 {
			lo, hi = hi, lo
		}
		return b.Or(b.SLt(x, b.Const(uint64(lo), 64)), b.SLt(b.Const(uint64(hi), 64), x))
	}
	minus := b.And(b.Eq(x, b.Const(math.MaxUint64, 64)), b.Eq(y, least))
	safe := b.Ite(b.Eq(x, zero), b.Const(1, 64), x)
	return b.And(b.Ne(x, zero), b.Or(minus, b.Ne(b.SDiv(b.Mul(x, y), safe), y)))
}

// significant returns how many bits x needs as a signed number; a product needs no more than its factors together.
func significant(x *expr.Expr) int {
	lo, hi := x.SRange()
	return 1 + max(bits.Len64(uint64(lo^lo>>63)), bits.Len64(uint64(hi^hi>>63)))
}

// undefinedText says what is undefined. It has no values: a loop would give one warning for each.
func undefinedText(in *ir.Instr) string {
	switch in.Op {
	case ir.OpCheckNeg:
		return fmt.Sprintf("signed overflow: the negative of a number of %d bits", in.W.Bits())
	case ir.OpCheckShl:
		return fmt.Sprintf("left shift of a negative number, or of one that does not fit %d bits then", in.W.Bits())
	case ir.OpCheckCount:
		return fmt.Sprintf("shift of a number of %d bits by a negative number of places, or by too many", in.Imm)
	case ir.OpCheckIndex:
		return fmt.Sprintf("index beyond an array of %d elements", in.Imm)
	case ir.OpCheckAlign:
		return fmt.Sprintf("misaligned access: the address is not a multiple of %d", in.Imm)
	}
	what := map[ir.Op]string{ir.OpCheckAdd: "sum", ir.OpCheckSub: "difference", ir.OpCheckMul: "product"}[in.Op]
	return fmt.Sprintf("signed overflow: the %s of numbers of %d bits", what, in.W.Bits())
}
