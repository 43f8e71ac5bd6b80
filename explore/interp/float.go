package interp

// This file performs float operations. On symbolic operands they become expressions.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
)

// fromBits returns the float that a register of width w holds; exact for both widths.
func fromBits(v uint64, w ir.Width) float64 {
	if w == 4 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

// toBits rounds f to width w.
func toBits(f float64, w ir.Width) uint64 {
	if w == 4 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// float executes a float instruction.
func (m *Machine) float(f *state.Frame, in *ir.Instr) {
	x := f.Get(in.A)
	y := expr.Value{}
	if in.B != ir.NoReg && in.Op.Shape().Has(ir.HasB) {
		y = f.Get(in.B)
	}
	if x.E != nil || y.E != nil {
		f.Set(in.Dst, m.floatExpr(in, x, y))
		return
	}
	f.Set(in.Dst, expr.Value{C: evalFloat(in, x.C, y.C)})
}

// evalFloat performs a float operation on concrete operands.
func evalFloat(in *ir.Instr, x, y uint64) uint64 {
	w := in.W
	switch in.Op {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv:
		return floatArith(in.Op, w, x, y)
	case ir.OpFNeg:
		return x ^ 1<<(w.Bits()-1)
	case ir.OpFSqrt:
		// The square root of a float32 rounded twice is right: 53 >= 2*24+2.
		return nanOf(toBits(math.Sqrt(fromBits(x, w)), w), w, x, x)
	case ir.OpFEq:
		return b2u(fromBits(x, w) == fromBits(y, w))
	case ir.OpFNe:
		return b2u(fromBits(x, w) != fromBits(y, w))
	case ir.OpFLt:
		return b2u(fromBits(x, w) < fromBits(y, w))
	case ir.OpFLe:
		return b2u(fromBits(x, w) <= fromBits(y, w))
	case ir.OpFCvt:
		return toBits(fromBits(x, in.From), w)
	case ir.OpSIToF:
		v := int64(signExtend(x, in.From))
		if w == 4 {
			return uint64(math.Float32bits(float32(v)))
		}
		return math.Float64bits(float64(v))
	case ir.OpUIToF:
		if w == 4 {
			return uint64(math.Float32bits(float32(x)))
		}
		return math.Float64bits(float64(x))
	case ir.OpFToSI:
		return floatToSigned(fromBits(x, in.From), w)
	case ir.OpFToUI:
		return floatToUnsigned(fromBits(x, in.From), w)
	}
	panic("BUG: not a float operation: " + in.Op.String())
}

func floatArith(op ir.Op, w ir.Width, x, y uint64) uint64 {
	var r uint64
	if w == 4 {
		a, b := math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y))
		var c float32
		switch op {
		case ir.OpFAdd:
			c = a + b
		case ir.OpFSub:
			c = a - b
		case ir.OpFMul:
			c = a * b
		default:
			c = a / b
		}
		r = uint64(math.Float32bits(c))
	} else {
		a, b := math.Float64frombits(x), math.Float64frombits(y)
		var c float64
		switch op {
		case ir.OpFAdd:
			c = a + b
		case ir.OpFSub:
			c = a - b
		case ir.OpFMul:
			c = a * b
		default:
			c = a / b
		}
		r = math.Float64bits(c)
	}
	return nanOf(r, w, x, y)
}

// nanOf returns r, or if it is a NaN the one that SSE gives: the first operand
// that is one, made quiet, or else the default, which is negative.
func nanOf(r uint64, w ir.Width, x, y uint64) uint64 {
	quiet, def := uint64(1)<<51, uint64(0xfff8000000000000)
	if w == 4 {
		quiet, def = 1<<22, 0xffc00000
	}
	switch {
	case !isNaN(r, w):
		return r
	case isNaN(x, w):
		return x | quiet
	case isNaN(y, w):
		return y | quiet
	}
	return def
}

func isNaN(v uint64, w ir.Width) bool {
	if w == 4 {
		return v&0x7fffffff > 0x7f800000
	}
	return v&^(1<<63) > 0x7ff0000000000000
}

// floatToSigned converts toward zero as cvttsd2si does: what does not fit is the
// smallest number. Narrow results are the low bits of a 32-bit conversion.
func floatToSigned(f float64, w ir.Width) uint64 {
	if w == 8 {
		if f != f || f >= 1<<63 || f < -(1<<63) {
			return 1 << 63
		}
		return uint64(int64(f))
	}
	if f != f || f >= 1<<31 || f <= -(1<<31)-1 {
		return 1 << 31 & w.Mask()
	}
	return uint64(int64(f)) & w.Mask()
}

// floatToUnsigned converts as gcc's code for x86-64 does: 64-bit results of numbers from
// 2^63 on by subtracting 2^63, 32-bit results by a 64-bit signed conversion,
// narrow ones by a 32-bit one.
func floatToUnsigned(f float64, w ir.Width) uint64 {
	switch {
	case w == 8 && f >= 1<<63:
		return floatToSigned(f-(1<<63), 8) ^ 1<<63
	case w == 8 || w == 4:
		return floatToSigned(f, 8) & w.Mask()
	}
	return floatToSigned(f, 4) & w.Mask()
}

// floatExpr builds the expression of a float operation.
func (m *Machine) floatExpr(in *ir.Instr, x, y expr.Value) expr.Value {
	b, w := m.b, in.W.Bits()
	from := in.From.Bits()
	var e *expr.Expr
	switch in.Op {
	case ir.OpFAdd:
		e = b.FAdd(m.wide(x, w), m.wide(y, w))
	case ir.OpFSub:
		e = b.FSub(m.wide(x, w), m.wide(y, w))
	case ir.OpFMul:
		e = b.FMul(m.wide(x, w), m.wide(y, w))
	case ir.OpFDiv:
		e = b.FDiv(m.wide(x, w), m.wide(y, w))
	case ir.OpFNeg:
		e = b.FNeg(m.wide(x, w))
	case ir.OpFSqrt:
		e = b.FSqrt(m.wide(x, w))
	case ir.OpFEq:
		e = b.FEq(m.wide(x, w), m.wide(y, w))
	case ir.OpFNe:
		e = b.Not(b.FEq(m.wide(x, w), m.wide(y, w)))
	case ir.OpFLt:
		e = b.FLt(m.wide(x, w), m.wide(y, w))
	case ir.OpFLe:
		e = b.FLe(m.wide(x, w), m.wide(y, w))
	case ir.OpFCvt:
		e = b.FCvt(m.wide(x, from), w)
	case ir.OpSIToF:
		e = b.SIToF(m.wide(x, from), w)
	case ir.OpUIToF:
		e = b.UIToF(m.wide(x, from), w)
	case ir.OpFToSI:
		e = b.FToSI(m.wide(x, from), w)
	case ir.OpFToUI:
		e = b.FToUI(m.wide(x, from), w)
	default:
		m.unsupported("%s of a symbolic value", in.Op)
	}
	return b.Value(e)
}
