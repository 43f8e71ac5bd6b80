package expr

// This file evaluates operations on long doubles.

import "github.com/confcov/confcov/explore/f80"

// evalLong computes an operation whose result is no long double.
func (ev *evaluator) evalLong(e *Expr) uint64 {
	mant, se := ev.long(e.a)
	x := f80.Unpack(mant, se)
	switch e.op {
	case OpF80Mant:
		return mant
	case OpF80Exp:
		return uint64(se)
	case OpF80Eq, OpF80Lt, OpF80Le:
		return word(compareLong(e.op, x, f80.Unpack(ev.long(e.b))))
	case OpF80ToF:
		return x.ToFloat(e.Bits() / 8)
	case OpF80ToSI, OpF80ToUI:
		return longInteger(e.op, e.Bits(), x)
	}
	panic("expr: " + e.op.String() + " has more than 64 bits")
}

// long returns the value of a long double.
func (ev *evaluator) long(e *Expr) (mant uint64, se uint16) {
	if ev.stamp[e.id] == ev.round {
		return ev.value[e.id], ev.high[e.id]
	}
	switch e.op {
	case OpF80:
		mant, se = ev.eval(e.a), uint16(ev.eval(e.b))
	case OpF80FromF, OpF80FromSI, OpF80FromUI:
		mant, se = convertToLong(e.op, e.a.Bits(), ev.eval(e.a)).Pack()
	default:
		x := f80.Unpack(ev.long(e.a))
		mant, se = applyLong(e.op, x, f80.Unpack(ev.long(e.b))).Pack()
	}
	if ev.high == nil {
		ev.high = map[uint32]uint16{}
	}
	ev.stamp[e.id], ev.value[e.id], ev.high[e.id] = ev.round, mant, se
	return mant, se
}

// convertToLong converts the word v of that width.
func convertToLong(op Op, width uint, v uint64) f80.Float {
	switch {
	case op == OpF80FromSI:
		return fromSigned(v, width)
	case op == OpF80FromUI:
		return f80.FromInt(false, v)
	case width == 32:
		return f80.FromSingle(uint32(v))
	}
	return f80.FromDouble(v)
}

func fromSigned(v uint64, width uint) f80.Float {
	if s := signed(v, width); s < 0 {
		return f80.FromInt(true, -uint64(s))
	}
	return f80.FromInt(false, v)
}

func applyLong(op Op, x, y f80.Float) f80.Float {
	switch op {
	case OpF80Add:
		return x.Add(y)
	case OpF80Sub:
		return x.Sub(y)
	case OpF80Mul:
		return x.Mul(y)
	case OpF80Div:
		return x.Div(y)
	}
	panic("expr: " + op.String() + " is no arithmetic of long doubles")
}

func compareLong(op Op, x, y f80.Float) bool {
	c, ok := x.Compare(y)
	return ok && (op == OpF80Eq && c == 0 || op == OpF80Lt && c < 0 || op == OpF80Le && c <= 0)
}

func longInteger(op Op, width uint, x f80.Float) uint64 {
	if op == OpF80ToSI {
		return x.ToSigned(width / 8)
	}
	return x.ToUnsigned(width / 8)
}
