package interp

// This file executes long double instructions.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/f80"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
)

// maxForks is over how many values an operation forks that has no symbolic form.
const maxForks = 256

// few returns v's value, forking where it may have few values; otherwise it ends the path.
func (m *Machine) few(v expr.Value, what ir.Op) uint64 {
	if v.E == nil {
		return v.C
	}
	lo, hi, ok := m.dec.Range(m.st.Condition, v.E)
	if !ok || hi-lo >= maxForks {
		m.unsupported("%s of a symbolic value", what)
	}
	return m.concrete(v)
}

// cell80 reads the cell at an address.
func (m *Machine) cell80(addr expr.Value, op ir.Op) (mant uint64, se uint16) {
	a := m.concrete(addr)
	c := m.readable(a, 10)
	off := a & math.MaxUint32
	x, y := c.Load(m.b, off, 8), c.Load(m.b, off+8, 2)
	return m.few(x, op), uint16(m.few(y, op))
}

// load80 reads the number in the cell at an address.
func (m *Machine) load80(addr expr.Value, op ir.Op) f80.Float { return f80.Unpack(m.cell80(addr, op)) }

// store80 writes the cell at an address.
func (m *Machine) store80(a uint64, mant uint64, se uint16) {
	c := m.writable(a, 10)
	off := a & math.MaxUint32
	c.Store(off, 8, expr.Value{C: mant})
	c.Store(off+8, 2, expr.Value{C: uint64(se)})
}

// float80 executes a long double instruction.
func (m *Machine) float80(f *state.Frame, in *ir.Instr) {
	switch in.Op {
	case ir.OpF80Neg: // changes the sign of whatever it is
		dst := m.concrete(f.Get(in.Dst))
		mant, se := m.cell80(f.Get(in.A), in.Op)
		m.store80(dst, mant, se^1<<15)
	case ir.OpF80Add, ir.OpF80Sub, ir.OpF80Mul, ir.OpF80Div:
		dst := m.concrete(f.Get(in.Dst))
		x, y := m.load80(f.Get(in.A), in.Op), m.load80(f.Get(in.B), in.Op)
		mant, se := arith80(in.Op, x, y).Pack()
		m.store80(dst, mant, se)
	case ir.OpF80Eq, ir.OpF80Ne, ir.OpF80Lt, ir.OpF80Le:
		c, ok := m.load80(f.Get(in.A), in.Op).Compare(m.load80(f.Get(in.B), in.Op))
		r := ok && (in.Op == ir.OpF80Lt && c < 0 || in.Op == ir.OpF80Le && c <= 0 || in.Op == ir.OpF80Eq && c == 0)
		if in.Op == ir.OpF80Ne {
			r = !ok || c != 0
		}
		f.Set(in.Dst, expr.Value{C: b2u(r)})
	case ir.OpF80FromF, ir.OpF80FromSI, ir.OpF80FromUI:
		dst := m.concrete(f.Get(in.Dst))
		mant, se := from80(in, m.few(f.Get(in.A), in.Op)).Pack()
		m.store80(dst, mant, se)
	default:
		x := m.load80(f.Get(in.A), in.Op)
		var v uint64
		switch in.Op {
		case ir.OpF80ToF:
			v = x.ToFloat(uint(in.W))
		case ir.OpF80ToSI:
			v = x.ToSigned(uint(in.W))
		default:
			v = x.ToUnsigned(uint(in.W))
		}
		f.Set(in.Dst, expr.Value{C: v})
	}
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
