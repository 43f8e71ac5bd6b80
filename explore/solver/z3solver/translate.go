package z3solver

// This file translates expressions to Z3's terms.

import (
	"fmt"

	"github.com/aclements/go-z3/z3"

	"github.com/confcov/confcov/explore/expr"
)

// translator remembers what it translated, for one Builder.
type translator struct {
	z       *z3.Context
	builder *expr.Builder
	bvs     map[*expr.Expr]z3.BV
	conds   map[*expr.Expr]z3.Bool  // the bits of a value
	floats  map[*expr.Expr]z3.Float // the number that the bits of a value stand for
	longs   map[*expr.Expr]longBits // the bits of long doubles
	vars    map[int]z3.BV           // by option
	sorts   map[uint]z3.Sort        // of floats, by width
	one     z3.BV                   // the bit 1
	zero    z3.BV
}

func newTranslator(z *z3.Context) *translator {
	t := &translator{z: z, sorts: map[uint]z3.Sort{32: z.FloatSort(8, 24), 64: z.FloatSort(11, 53), expr.LongBits: z.FloatSort(15, 64)}}
	t.one, t.zero = t.number(1, 1), t.number(0, 1)
	t.forget()
	return t
}

func (t *translator) number(v uint64, w uint) z3.BV {
	return t.z.FromInt(int64(v), t.z.BVSort(int(w))).(z3.BV)
}

// condition returns e, which has one bit, as a formula.
func (t *translator) condition(e *expr.Expr) z3.Bool {
	c, ok := t.conds[e]
	if !ok {
		c = t.makeCondition(e)
		t.conds[e] = c
	}
	return c
}

func (t *translator) makeCondition(e *expr.Expr) z3.Bool {
	switch e.Op() {
	case expr.OpEq:
		return t.bv(e.Arg(0)).Eq(t.bv(e.Arg(1)))
	case expr.OpULt:
		return t.bv(e.Arg(0)).ULT(t.bv(e.Arg(1)))
	case expr.OpSLt:
		return t.bv(e.Arg(0)).SLT(t.bv(e.Arg(1)))
	case expr.OpFEq, expr.OpF80Eq:
		return t.float(e.Arg(0)).IEEEEq(t.float(e.Arg(1)))
	case expr.OpFLt, expr.OpF80Lt:
		return t.float(e.Arg(0)).LT(t.float(e.Arg(1)))
	case expr.OpFLe, expr.OpF80Le:
		return t.float(e.Arg(0)).LE(t.float(e.Arg(1)))
	case expr.OpNot:
		return t.condition(e.Arg(0)).Not()
	case expr.OpAnd:
		return t.condition(e.Arg(0)).And(t.condition(e.Arg(1)))
	case expr.OpOr:
		return t.condition(e.Arg(0)).Or(t.condition(e.Arg(1)))
	case expr.OpXor:
		return t.condition(e.Arg(0)).Xor(t.condition(e.Arg(1)))
	case expr.OpConst:
		return t.z.FromBool(e.IsTrue())
	}
	return t.bv(e).Eq(t.one)
}

func (t *translator) bit(c z3.Bool) z3.BV { return c.IfThenElse(t.one, t.zero).(z3.BV) }

// bv returns the bits of e.
func (t *translator) bv(e *expr.Expr) z3.BV {
	if v, ok := t.bvs[e]; ok {
		return v
	}
	v := t.makeBV(e)
	t.bvs[e] = v
	return v
}

func (t *translator) makeBV(e *expr.Expr) z3.BV {
	w := e.Bits()
	switch e.Op() {
	case expr.OpConst:
		return t.number(e.Const(), w)
	case expr.OpVar:
		v := t.z.BVConst(fmt.Sprintf("o%d", e.Option()), int(w))
		t.vars[e.Option()] = v
		return v
	case expr.OpEq, expr.OpULt, expr.OpSLt, expr.OpFEq, expr.OpFLt, expr.OpFLe, expr.OpF80Eq, expr.OpF80Lt, expr.OpF80Le:
		return t.bit(t.condition(e))
	case expr.OpNot:
		return t.bv(e.Arg(0)).Not()
	case expr.OpZExt:
		return t.bv(e.Arg(0)).ZeroExtend(int(w - e.Arg(0).Bits()))
	case expr.OpSExt:
		return t.bv(e.Arg(0)).SignExtend(int(w - e.Arg(0).Bits()))
	case expr.OpExtract:
		return t.bv(e.Arg(0)).Extract(int(e.Offset()+w-1), int(e.Offset()))
	case expr.OpIte:
		return t.condition(e.Arg(0)).IfThenElse(t.bv(e.Arg(1)), t.bv(e.Arg(2))).(z3.BV)
	case expr.OpFNeg:
		return t.bv(e.Arg(0)).Xor(t.number(1<<(w-1), w))
	case expr.OpFToSI:
		return t.toSigned(e)
	case expr.OpFToUI:
		return t.toUnsigned(e)
	case expr.OpF80Mant:
		return t.long(e.Arg(0)).mant
	case expr.OpF80Exp:
		return t.long(e.Arg(0)).se
	case expr.OpF80ToSI, expr.OpF80ToUI:
		return t.longToInteger(e)
	}
	if e.Op().IsFloat() {
		return t.floatBits(e)
	}
	return t.binary(e.Op(), t.bv(e.Arg(0)), t.bv(e.Arg(1)), w)
}

func (t *translator) binary(op expr.Op, x, y z3.BV, w uint) z3.BV {
	switch op {
	case expr.OpAdd:
		return x.Add(y)
	case expr.OpSub:
		return x.Sub(y)
	case expr.OpMul:
		return x.Mul(y)
	case expr.OpUDiv:
		return x.UDiv(y)
	case expr.OpSDiv:
		return x.SDiv(y)
	case expr.OpURem:
		return x.URem(y)
	case expr.OpSRem:
		return x.SRem(y)
	case expr.OpAnd:
		return x.And(y)
	case expr.OpOr:
		return x.Or(y)
	case expr.OpXor:
		return x.Xor(y)
	case expr.OpConcat:
		return x.Concat(y)
	case expr.OpShl:
		return x.Lsh(t.count(y, w))
	case expr.OpLShr:
		return x.URsh(t.count(y, w))
	case expr.OpAShr:
		return x.SRsh(t.count(y, w))
	}
	panic("BUG: no translation of " + op.String())
}

// count returns a shift's count as the machine takes it.
func (t *translator) count(y z3.BV, w uint) z3.BV {
	m := uint64(31)
	if w > 32 {
		m = 63
	}
	if m>>w != 0 {
		return y // it has no more bits than are used
	}
	return y.And(t.number(m, w))
}

// float returns the number for which e's bits stand.
func (t *translator) float(e *expr.Expr) z3.Float {
	if f, ok := t.floats[e]; ok {
		return f
	}
	f := t.makeFloat(e)
	t.floats[e] = f
	return f
}

func (t *translator) makeFloat(e *expr.Expr) z3.Float {
	sort := t.sorts[e.Bits()]
	arg := func(i int) z3.Float { return t.float(e.Arg(i)) }
	switch e.Op() {
	case expr.OpFAdd, expr.OpF80Add:
		return arg(0).Add(arg(1))
	case expr.OpFSub, expr.OpF80Sub:
		return arg(0).Sub(arg(1))
	case expr.OpFMul, expr.OpF80Mul:
		return arg(0).Mul(arg(1))
	case expr.OpFDiv, expr.OpF80Div:
		return arg(0).Div(arg(1))
	case expr.OpFNeg:
		return arg(0).Neg()
	case expr.OpFSqrt:
		return arg(0).Sqrt()
	case expr.OpFCvt, expr.OpF80FromF, expr.OpF80ToF:
		return arg(0).ToFloat(sort)
	case expr.OpSIToF, expr.OpF80FromSI:
		return t.bv(e.Arg(0)).SToFloat(sort)
	case expr.OpUIToF, expr.OpF80FromUI:
		return t.bv(e.Arg(0)).UToFloat(sort)
	case expr.OpF80:
		return t.longNumber(t.bv(e.Arg(0)), t.bv(e.Arg(1)))
	case expr.OpIte:
		return t.condition(e.Arg(0)).IfThenElse(arg(1), arg(2)).(z3.Float)
	}
	return t.bv(e).IEEEToFloat(sort)
}

// floatBits returns the bits of an operation's result. For a NaN they are the first operand's that is
// one, made quiet, or else those of the default NaN.
func (t *translator) floatBits(e *expr.Expr) z3.BV {
	w := e.Bits()
	f := t.float(e)
	bits := f.ToIEEEBV()
	var nan z3.BV
	switch e.Op() {
	case expr.OpSIToF, expr.OpUIToF:
		return bits
	case expr.OpFCvt:
		nan = t.convertNaN(t.bv(e.Arg(0)), e.Arg(0).Bits(), w)
	case expr.OpF80ToF:
		nan = t.narrowNaN(t.long(e.Arg(0)), w)
	default:
		quiet, standard := uint64(1)<<51, uint64(0xFFF8000000000000)
		if w == 32 {
			quiet, standard = 1<<22, 0xFFC00000
		}
		nan = t.number(standard, w)
		for i := e.Args() - 1; i >= 0; i-- {
			x := t.bv(e.Arg(i)).Or(t.number(quiet, w))
			nan = t.float(e.Arg(i)).IsNaN().IfThenElse(x, nan).(z3.BV)
		}
	}
	return f.IsNaN().IfThenElse(nan, bits).(z3.BV)
}

// convertNaN keeps the sign and the upper bits of a NaN's payload.
func (t *translator) convertNaN(x z3.BV, from, to uint) z3.BV {
	if from == to {
		return x
	}
	if to == 64 {
		payload := x.Extract(22, 0).Or(t.number(1<<22, 23))
		return x.Extract(31, 31).Concat(t.number(0x7FF, 11)).Concat(payload).Concat(t.number(0, 29))
	}
	payload := x.Extract(51, 29).Or(t.number(1<<22, 23))
	return x.Extract(63, 63).Concat(t.number(0xFF, 8)).Concat(payload)
}

// truncate is the machine's conversion to a signed integer of n bits, 32 or 64.
func (t *translator) truncate(f z3.Float, sort z3.Sort, n uint) z3.BV {
	limit := t.z.FromFloat64(float64(uint64(1)<<(n-1)), sort)
	r := f.Round(z3.RoundToZero)
	inRange := limit.Neg().LE(r).And(r.LT(limit))
	old := t.z.SetRoundingMode(z3.RoundToZero)
	v := f.ToSBV(int(n))
	t.z.SetRoundingMode(old)
	return inRange.IfThenElse(v, t.number(1<<(n-1), n)).(z3.BV)
}

// toSigned converts as gcc's code does: char and short by way of int.
func (t *translator) toSigned(e *expr.Expr) z3.BV {
	n := uint(32)
	if e.Bits() > 32 {
		n = 64
	}
	return t.low(t.truncate(t.float(e.Arg(0)), t.sorts[e.Arg(0).Bits()], n), n, e.Bits())
}

// toUnsigned converts as gcc's code does: char and short by way of int, unsigned int by way of long,
// unsigned long in two halves.
func (t *translator) toUnsigned(e *expr.Expr) z3.BV {
	f, sort, w := t.float(e.Arg(0)), t.sorts[e.Arg(0).Bits()], e.Bits()
	if w < 64 {
		n := uint(32)
		if w >= 32 {
			n = 64
		}
		return t.low(t.truncate(f, sort, n), n, w)
	}
	half := t.z.FromFloat64(1<<63, sort)
	upper := t.truncate(f.Sub(half), sort, 64).Xor(t.number(1<<63, 64))
	return half.LE(f).IfThenElse(upper, t.truncate(f, sort, 64)).(z3.BV)
}

func (t *translator) low(x z3.BV, from, to uint) z3.BV {
	if from == to {
		return x
	}
	return x.Extract(int(to-1), 0)
}
