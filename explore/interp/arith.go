package interp

// This file evaluates integer operations on concrete words, one at a time: the
// meaning of the IR, which the fast loop must agree with.

import "github.com/confcov/confcov/explore/ir"

// evalBinary returns a op b for integers and comparisons of width w. Divisions
// must have been checked.
func evalBinary(op ir.Op, w ir.Width, a, b uint64) uint64 {
	m := w.Mask()
	sa, sb := int64(signExtend(a, w)), int64(signExtend(b, w))
	switch op {
	case ir.OpAdd:
		return (a + b) & m
	case ir.OpSub:
		return (a - b) & m
	case ir.OpMul:
		return (a * b) & m
	case ir.OpUDiv:
		return a / b
	case ir.OpURem:
		return a % b
	case ir.OpSDiv:
		return uint64(sa/sb) & m
	case ir.OpSRem:
		return uint64(sa%sb) & m
	case ir.OpAnd:
		return a & b
	case ir.OpOr:
		return a | b
	case ir.OpXor:
		return a ^ b
	case ir.OpShl:
		return a << (b & shiftMask(w)) & m
	case ir.OpLShr:
		return a >> (b & shiftMask(w))
	case ir.OpAShr:
		return uint64(sa>>(b&shiftMask(w))) & m
	case ir.OpEq:
		return b2u(a == b)
	case ir.OpNe:
		return b2u(a != b)
	case ir.OpULt:
		return b2u(a < b)
	case ir.OpULe:
		return b2u(a <= b)
	case ir.OpSLt:
		return b2u(sa < sb)
	case ir.OpSLe:
		return b2u(sa <= sb)
	}
	panic("BUG: not a binary operation: " + op.String())
}
