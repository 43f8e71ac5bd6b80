package expr

// This file evaluates expressions: on constants (for folding), and as a whole under
// values for the options.

import (
	"math"
	"math/bits"

	"github.com/confcov/confcov/subjects/confspace"
)

type evaluator struct {
	sets   *confspace.Sets
	stamp  []uint32 // by id: round in which value was computed
	value  []uint64
	high   map[uint32]uint16 // of long doubles, by id: sign and exponent; the significand is in value
	round  uint32
	option func(int) uint64
}

// Eval returns e's value where each option has the value that option returns for it
// (its bits above the option's width do not matter). It must not be used within option.
func (b *Builder) Eval(e *Expr, option func(int) uint64) uint64 {
	ev := &b.eval
	if n := int(b.count); len(ev.stamp) < n {
		ev.stamp = append(ev.stamp, make([]uint32, 2*n-len(ev.stamp))...)
		ev.value = append(ev.value, make([]uint64, 2*n-len(ev.value))...)
	}
	if ev.round == math.MaxUint32 {
		clear(ev.stamp)
		ev.round = 0
	}
	ev.round++
	ev.option = option
	return ev.eval(e)
}

// EvalConfiguration is Eval with the values in c, by option.
func (b *Builder) EvalConfiguration(e *Expr, c []int64) uint64 {
	return b.Eval(e, func(o int) uint64 { return uint64(c[o]) })
}

func (ev *evaluator) eval(e *Expr) uint64 {
	for e.op == OpChoice {
		if ev.sets.Takes(e.Level(), int64(ev.option(int(e.k>>8&0xFFFFFF)))) {
			e = e.a
		} else {
			e = e.b
		}
	}
	if e.op == OpConst {
		return e.k
	}
	if ev.stamp[e.id] == ev.round {
		return ev.value[e.id]
	}
	var v uint64
	switch {
	case e.op == OpVar:
		v = ev.option(e.Option()) & mask(e.Bits())
	case e.op == OpIte:
		if ev.eval(e.a) != 0 {
			v = ev.eval(e.b)
		} else {
			v = ev.eval(e.c)
		}
	case e.op.IsLong():
		v = ev.evalLong(e)
	case e.b != nil:
		v = apply(e.op, e.Bits(), e.a.Bits(), e.b.Bits(), e.aux, ev.eval(e.a), ev.eval(e.b))
	default:
		v = apply(e.op, e.Bits(), e.a.Bits(), 0, e.aux, ev.eval(e.a), 0)
	}
	ev.stamp[e.id], ev.value[e.id] = ev.round, v
	return v
}

// apply computes op, of result width w, on the words x and y of widths wx and wy.
func apply(op Op, w, wx, wy uint, aux uint32, x, y uint64) uint64 {
	m := mask(w)
	switch op {
	case OpAdd:
		return (x + y) & m
	case OpSub:
		return (x - y) & m
	case OpMul:
		return x * y & m
	case OpUDiv:
		if y == 0 {
			return m
		}
		return x / y
	case OpURem:
		if y == 0 {
			return x
		}
		return x % y
	case OpSDiv:
		return uint64(divSigned(signed(x, wx), signed(y, wx))) & m
	case OpSRem:
		return uint64(remSigned(signed(x, wx), signed(y, wx))) & m
	case OpAnd:
		return x & y
	case OpOr:
		return x | y
	case OpXor:
		return x ^ y
	case OpShl:
		return x << shiftCount(y, w) & m
	case OpLShr:
		return x >> shiftCount(y, w)
	case OpAShr:
		return uint64(signed(x, w)>>shiftCount(y, w)) & m
	case OpNot:
		return ^x & m
	case OpEq:
		return word(x == y)
	case OpULt:
		return word(x < y)
	case OpSLt:
		return word(signed(x, wx) < signed(y, wx))
	case OpZExt:
		return x
	case OpSExt:
		return uint64(signed(x, wx)) & m
	case OpExtract:
		return x >> aux & m
	case OpConcat:
		return x<<wy | y
	}
	return applyFloat(op, w, wx, x, y)
}

func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// shiftCount returns the count that a shift of width w uses.
func shiftCount(y uint64, w uint) uint64 {
	if w > 32 {
		return y & 63
	}
	return y & 31
}

func divSigned(x, y int64) int64 {
	switch {
	case y == 0 && x < 0:
		return 1
	case y == 0:
		return -1
	case y == -1:
		return -x
	}
	return x / y
}

func remSigned(x, y int64) int64 {
	switch y {
	case 0:
		return x
	case -1:
		return 0
	}
	return x % y
}

const (
	defaultNaN32 = 0xFFC00000
	defaultNaN64 = 0xFFF8000000000000
	quiet32      = 1 << 22
	quiet64      = 1 << 51
)

func isNaN32(x uint64) bool { return x&0x7FFFFFFF > 0x7F800000 }
func isNaN64(x uint64) bool { return x&math.MaxInt64 > 0x7FF0000000000000 }

// applyFloat computes float operations. The NaN that results is the first operand
// that is one, made quiet, or else the default NaN, as SSE does it.
func applyFloat(op Op, w, wx uint, x, y uint64) uint64 {
	switch op {
	case OpFNeg:
		return x ^ 1<<(w-1)
	case OpFCvt:
		return convertFloat(w, wx, x)
	case OpSIToF:
		v := signed(x, wx)
		if w == 32 {
			return uint64(math.Float32bits(float32(v)))
		}
		return math.Float64bits(float64(v))
	case OpUIToF:
		if w == 32 {
			return uint64(math.Float32bits(float32(x)))
		}
		return math.Float64bits(float64(x))
	case OpFToSI:
		return floatToSigned(toFloat64(wx, x), w)
	case OpFToUI:
		return floatToUnsigned(toFloat64(wx, x), w)
	case OpFEq, OpFLt, OpFLe:
		f, g := toFloat64(wx, x), toFloat64(wx, y)
		return word(op == OpFEq && f == g || op == OpFLt && f < g || op == OpFLe && f <= g)
	}
	if wx == 32 {
		return arithmetic32(op, x, y)
	}
	return arithmetic64(op, x, y)
}

func arithmetic32(op Op, x, y uint64) uint64 {
	if isNaN32(x) {
		return x | quiet32
	}
	if op != OpFSqrt && isNaN32(y) {
		return y | quiet32
	}
	f, g := math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y))
	switch op {
	case OpFAdd:
		f = f + g
	case OpFSub:
		f = f - g
	case OpFMul:
		f = f * g
	case OpFDiv:
		f = f / g
	case OpFSqrt:
		f = float32(math.Sqrt(float64(f)))
	}
	if f != f {
		return defaultNaN32
	}
	return uint64(math.Float32bits(f))
}

func arithmetic64(op Op, x, y uint64) uint64 {
	if isNaN64(x) {
		return x | quiet64
	}
	if op != OpFSqrt && isNaN64(y) {
		return y | quiet64
	}
	f, g := math.Float64frombits(x), math.Float64frombits(y)
	switch op {
	case OpFAdd:
		f = f + g
	case OpFSub:
		f = f - g
	case OpFMul:
		f = f * g
	case OpFDiv:
		f = f / g
	case OpFSqrt:
		f = math.Sqrt(f)
	}
	if f != f {
		return defaultNaN64
	}
	return math.Float64bits(f)
}

func convertFloat(w, wx uint, x uint64) uint64 {
	switch {
	case w == wx:
		return x
	case w == 64 && isNaN32(x):
		return x>>31<<63 | 0x7FF0000000000000 | (x&0x7FFFFF|quiet32)<<29
	case w == 64:
		return math.Float64bits(float64(math.Float32frombits(uint32(x))))
	case isNaN64(x):
		return x>>63<<31 | 0x7F800000 | (x&(1<<52-1)|quiet64)>>29
	}
	return uint64(math.Float32bits(float32(math.Float64frombits(x))))
}

// toFloat64 returns the value of a float; every float of 32 bits is one of 64.
func toFloat64(w uint, x uint64) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(x)))
	}
	return math.Float64frombits(x)
}

// truncate is CVTTSD2SI with a result of n bits, 32 or 64: out of range gives the integer indefinite value.
func truncate(f float64, n uint) uint64 {
	f = math.Trunc(f)
	if limit := math.Ldexp(1, int(n-1)); f >= -limit && f < limit {
		return uint64(int64(f)) & mask(n)
	}
	return 1 << (n - 1)
}

// floatToSigned converts as gcc's code does: char and short go by way of int.
func floatToSigned(f float64, w uint) uint64 {
	if w <= 32 {
		return truncate(f, 32) & mask(w)
	}
	return truncate(f, 64) & mask(w)
}

// floatToUnsigned converts as gcc's code does: char and short go by way of int,
// unsigned int by way of long, unsigned long in two halves.
func floatToUnsigned(f float64, w uint) uint64 {
	const half = 1 << 63
	switch {
	case w < 32:
		return truncate(f, 32) & mask(w)
	case w < 64:
		return truncate(f, 64) & mask(w)
	case f >= half:
		return truncate(f-half, 64) ^ half
	}
	return truncate(f, 64)
}

// leadingOne returns the index of the highest bit of v, which is not 0.
func leadingOne(v uint64) int { return 63 - bits.LeadingZeros64(v) }
