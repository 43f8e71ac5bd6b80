package interp

// This file executes long double instructions.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
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

// load80 reads the cell at an address.
func (m *Machine) load80(addr expr.Value, op ir.Op) f80 {
	a := m.concrete(addr)
	c := m.readable(a, 10)
	off := a & math.MaxUint32
	mant, se := c.Load(m.b, off, 8), c.Load(m.b, off+8, 2)
	return unpackF80(m.few(mant, op), uint16(m.few(se, op)))
}

// store80 writes the cell at an address.
func (m *Machine) store80(a uint64, x f80) {
	c := m.writable(a, 10)
	mant, se := x.pack()
	off := a & math.MaxUint32
	c.Store(off, 8, expr.Value{C: mant})
	c.Store(off+8, 2, expr.Value{C: uint64(se)})
}

// float80 executes a long double instruction.
func (m *Machine) float80(f *state.Frame, in *ir.Instr) {
	switch in.Op {
	case ir.OpF80Add, ir.OpF80Sub, ir.OpF80Mul, ir.OpF80Div, ir.OpF80Neg:
		dst := m.concrete(f.Get(in.Dst))
		x := m.load80(f.Get(in.A), in.Op)
		var r f80
		switch in.Op {
		case ir.OpF80Neg:
			r = x.negate()
		case ir.OpF80Add:
			r = x.add(m.load80(f.Get(in.B), in.Op))
		case ir.OpF80Sub:
			r = x.sub(m.load80(f.Get(in.B), in.Op))
		case ir.OpF80Mul:
			r = x.mul(m.load80(f.Get(in.B), in.Op))
		default:
			r = x.div(m.load80(f.Get(in.B), in.Op))
		}
		m.store80(dst, r)
	case ir.OpF80Eq, ir.OpF80Ne, ir.OpF80Lt, ir.OpF80Le:
		c, ok := m.load80(f.Get(in.A), in.Op).compare(m.load80(f.Get(in.B), in.Op))
		r := ok && (in.Op == ir.OpF80Lt && c < 0 || in.Op == ir.OpF80Le && c <= 0 || in.Op == ir.OpF80Eq && c == 0)
		if in.Op == ir.OpF80Ne {
			r = !ok || c != 0
		}
		f.Set(in.Dst, expr.Value{C: b2u(r)})
	case ir.OpF80FromF, ir.OpF80FromSI, ir.OpF80FromUI:
		dst := m.concrete(f.Get(in.Dst))
		v := m.few(f.Get(in.A), in.Op)
		m.store80(dst, from80(in, v))
	default:
		x := m.load80(f.Get(in.A), in.Op)
		var v uint64
		switch in.Op {
		case ir.OpF80ToF:
			v = x.toFloat(uint(in.W))
		case ir.OpF80ToSI:
			v = x.toSigned(uint(in.W))
		default:
			v = x.toUint(uint(in.W))
		}
		f.Set(in.Dst, expr.Value{C: v})
	}
}

// from80 converts a register to long double.
func from80(in *ir.Instr, v uint64) f80 {
	switch in.Op {
	case ir.OpF80FromUI:
		return f80fromInt(false, v)
	case ir.OpF80FromSI:
		if s := int64(signExtend(v, in.From)); s < 0 {
			return f80fromInt(true, -uint64(s))
		}
		return f80fromInt(false, v)
	}
	if in.From == 4 {
		v = widenFloat(uint32(v))
	}
	return f80fromFloat(v)
}

// widenFloat returns a float32 as a float64; NaNs keep their payload and become quiet.
func widenFloat(v uint32) uint64 {
	if v&0x7fffffff > 0x7f800000 {
		return uint64(v>>31)<<63 | 0x7ff8000000000000 | uint64(v&0x7fffff)<<29
	}
	return math.Float64bits(float64(math.Float32frombits(v)))
}
