package interp

// This file executes long double instructions. On symbolic operands they become expressions.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/f80"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
)

// value80 is a long double: significand, and sign and exponent.
type value80 struct{ mant, se expr.Value }

func (v value80) symbolic() bool { return v.mant.E != nil || v.se.E != nil }

func (v value80) unpack() f80.Float { return f80.Unpack(v.mant.C, uint16(v.se.C)) }

func packed(x f80.Float) value80 {
	mant, se := x.Pack()
	return value80{expr.Value{C: mant}, expr.Value{C: uint64(se)}}
}

// load80 reads the cell at an address.
func (m *Machine) load80(addr expr.Value) value80 {
	a := m.concrete(addr)
	c := m.readable(a, 10)
	off := a & math.MaxUint32
	return value80{c.Load(m.b, off, 8), c.Load(m.b, off+8, 2)}
}

// store80 writes the cell at an address.
func (m *Machine) store80(a uint64, v value80) {
	c := m.writable(a, 10)
	off := a & math.MaxUint32
	c.Store(off, 8, v.mant)
	c.Store(off+8, 2, v.se)
}

// long returns v as an expression.
func (m *Machine) long(v value80) *expr.Expr {
	return m.b.Long(expr.OpF80, m.wide(v.mant, 64), m.wide(v.se, 16), 0)
}

// parts returns a long double's.
func (m *Machine) parts(e *expr.Expr) value80 {
	return value80{m.b.Value(m.b.Long(expr.OpF80Mant, e, nil, 0)), m.b.Value(m.b.Long(expr.OpF80Exp, e, nil, 0))}
}

// longOps are the operators of instructions on symbolic operands.
var longOps = map[ir.Op]expr.Op{
	ir.OpF80Add: expr.OpF80Add, ir.OpF80Sub: expr.OpF80Sub, ir.OpF80Mul: expr.OpF80Mul, ir.OpF80Div: expr.OpF80Div,
	ir.OpF80Eq: expr.OpF80Eq, ir.OpF80Ne: expr.OpF80Eq, ir.OpF80Lt: expr.OpF80Lt, ir.OpF80Le: expr.OpF80Le,
	ir.OpF80FromF: expr.OpF80FromF, ir.OpF80FromSI: expr.OpF80FromSI, ir.OpF80FromUI: expr.OpF80FromUI,
	ir.OpF80ToF: expr.OpF80ToF, ir.OpF80ToSI: expr.OpF80ToSI, ir.OpF80ToUI: expr.OpF80ToUI,
}

// float80 executes a long double instruction.
func (m *Machine) float80(f *state.Frame, in *ir.Instr) {
	switch in.Op {
	case ir.OpF80Neg: // changes the sign of whatever it is
		dst := m.concrete(f.Get(in.Dst))
		v := m.load80(f.Get(in.A))
		if v.se.E == nil {
			v.se.C ^= 1 << 15
		} else {
			v.se = m.b.Value(m.b.Xor(m.wide(v.se, 16), m.b.Const(1<<15, 16)))
		}
		m.store80(dst, v)
	case ir.OpF80Add, ir.OpF80Sub, ir.OpF80Mul, ir.OpF80Div:
		dst := m.concrete(f.Get(in.Dst))
		x, y := m.load80(f.Get(in.A)), m.load80(f.Get(in.B))
		if x.symbolic() || y.symbolic() {
			m.store80(dst, m.parts(m.b.Long(longOps[in.Op], m.long(x), m.long(y), 0)))
			return
		}
		m.store80(dst, packed(arith80(in.Op, x.unpack(), y.unpack())))
	case ir.OpF80Eq, ir.OpF80Ne, ir.OpF80Lt, ir.OpF80Le:
		f.Set(in.Dst, m.compare80(in.Op, m.load80(f.Get(in.A)), m.load80(f.Get(in.B))))
	case ir.OpF80FromF, ir.OpF80FromSI, ir.OpF80FromUI:
		dst := m.concrete(f.Get(in.Dst))
		v := f.Get(in.A)
		if v.E != nil {
			m.store80(dst, m.parts(m.b.Long(longOps[in.Op], m.wide(v, in.From.Bits()), nil, 0)))
			return
		}
		m.store80(dst, packed(from80(in, v.C)))
	default:
		f.Set(in.Dst, m.to80(in, m.load80(f.Get(in.A))))
	}
}

func (m *Machine) compare80(op ir.Op, x, y value80) expr.Value {
	if x.symbolic() || y.symbolic() {
		e := m.b.Long(longOps[op], m.long(x), m.long(y), 0)
		if op == ir.OpF80Ne {
			e = m.b.Not(e)
		}
		return m.b.Value(e)
	}
	c, ok := x.unpack().Compare(y.unpack())
	r := ok && (op == ir.OpF80Lt && c < 0 || op == ir.OpF80Le && c <= 0 || op == ir.OpF80Eq && c == 0)
	if op == ir.OpF80Ne {
		r = !ok || c != 0
	}
	return expr.Value{C: b2u(r)}
}

// to80 converts a long double to what a register holds.
func (m *Machine) to80(in *ir.Instr, v value80) expr.Value {
	if v.symbolic() {
		return m.b.Value(m.b.Long(longOps[in.Op], m.long(v), nil, in.W.Bits()))
	}
	x, w := v.unpack(), uint(in.W)
	switch in.Op {
	case ir.OpF80ToF:
		return expr.Value{C: x.ToFloat(w)}
	case ir.OpF80ToSI:
		return expr.Value{C: x.ToSigned(w)}
	}
	return expr.Value{C: x.ToUnsigned(w)}
}

func arith80(op ir.Op, x, y f80.Float) f80.Float {
	switch op {
	case ir.OpF80Add:
		return x.Add(y)
	case ir.OpF80Sub:
		return x.Sub(y)
	case ir.OpF80Mul:
		return x.Mul(y)
	}
	return x.Div(y)
}

// from80 converts a register to long double.
func from80(in *ir.Instr, v uint64) f80.Float {
	switch {
	case in.Op == ir.OpF80FromSI && int64(signExtend(v, in.From)) < 0:
		return f80.FromInt(true, -signExtend(v, in.From))
	case in.Op != ir.OpF80FromF:
		return f80.FromInt(false, v)
	case in.From == 4:
		return f80.FromSingle(uint32(v))
	}
	return f80.FromDouble(v)
}
