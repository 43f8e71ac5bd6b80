package z3solver

// This file translates expressions to Z3's terms.

import (
	"fmt"

	"github.com/confcov/confcov/explore/expr"
)

// translator remembers what it translated, for one Builder.
type translator struct {
	z       *zcontext
	builder *expr.Builder
	bvs     map[*expr.Expr]bv
	conds   map[*expr.Expr]formula  // the bits of a value
	floats  map[*expr.Expr]fp       // the number that the bits of a value stand for
	longs   map[*expr.Expr]longBits // the bits of long doubles
	vars    map[int]bv              // by option
	sorts   map[uint]fpSort         // of floats, by width
	one     bv                      // the bit 1
	zero    bv
}

func newTranslator(z *zcontext) *translator {
	return &translator{z: z, sorts: map[uint]fpSort{32: z.floatSort(8, 24), 64: z.floatSort(11, 53), expr.LongBits: z.floatSort(15, 64)}}
}

// use forgets the translations of another Builder's expressions.
func (t *translator) use(b *expr.Builder) {
	if t.builder == b {
		return
	}
	t.z.forget()
	*t = translator{
		z: t.z, builder: b, sorts: t.sorts,
		bvs: map[*expr.Expr]bv{}, conds: map[*expr.Expr]formula{}, floats: map[*expr.Expr]fp{}, longs: map[*expr.Expr]longBits{}, vars: map[int]bv{},
		one: t.z.number(1, 1), zero: t.z.number(0, 1),
	}
}

// sort returns the sort of the floats of w bits.
func (t *translator) sort(w uint) fpSort {
	s, ok := t.sorts[w]
	if !ok {
		panic(fmt.Sprintf("no float has %d bits", w))
	}
	return s
}

func (t *translator) number(v uint64, w uint) bv { return t.z.number(v, w) }

// condition returns e, which has one bit, as a formula.
func (t *translator) condition(e *expr.Expr) formula {
	c, ok := t.conds[e]
	if !ok {
		c = t.makeCondition(e)
		t.conds[e] = c
	}
	return c
}

func (t *translator) makeCondition(e *expr.Expr) formula {
	switch e.Op() {
	case expr.OpEq:
		return t.bv(e.Arg(0)).eq(t.bv(e.Arg(1)))
	case expr.OpULt:
		return t.bv(e.Arg(0)).ult(t.bv(e.Arg(1)))
	case expr.OpSLt:
		return t.bv(e.Arg(0)).slt(t.bv(e.Arg(1)))
	case expr.OpFEq, expr.OpF80Eq:
		return t.float(e.Arg(0)).eq(t.float(e.Arg(1)))
	case expr.OpFLt, expr.OpF80Lt:
		return t.float(e.Arg(0)).lt(t.float(e.Arg(1)))
	case expr.OpFLe, expr.OpF80Le:
		return t.float(e.Arg(0)).le(t.float(e.Arg(1)))
	case expr.OpNot:
		return t.condition(e.Arg(0)).not()
	case expr.OpAnd:
		return t.condition(e.Arg(0)).and(t.condition(e.Arg(1)))
	case expr.OpOr:
		return t.condition(e.Arg(0)).or(t.condition(e.Arg(1)))
	case expr.OpXor:
		return t.condition(e.Arg(0)).xor(t.condition(e.Arg(1)))
	case expr.OpConst:
		return t.z.truth(e.IsTrue())
	}
	return t.bv(e).eq(t.one)
}

func (t *translator) bit(c formula) bv { return c.bv(t.one, t.zero) }

// bv returns the bits of e.
func (t *translator) bv(e *expr.Expr) bv {
	if v, ok := t.bvs[e]; ok {
		return v
	}
	v := t.makeBV(e)
	t.bvs[e] = v
	return v
}

func (t *translator) makeBV(e *expr.Expr) bv {
	w := e.Bits()
	switch e.Op() {
	case expr.OpConst:
		return t.number(e.Const(), w)
	case expr.OpVar:
		v := t.z.variable(fmt.Sprintf("o%d", e.Option()), w)
		t.vars[e.Option()] = v
		return v
	case expr.OpEq, expr.OpULt, expr.OpSLt, expr.OpFEq, expr.OpFLt, expr.OpFLe, expr.OpF80Eq, expr.OpF80Lt, expr.OpF80Le:
		return t.bit(t.condition(e))
	case expr.OpNot:
		return t.bv(e.Arg(0)).not()
	case expr.OpZExt:
		return t.bv(e.Arg(0)).zext(w - e.Arg(0).Bits())
	case expr.OpSExt:
		return t.bv(e.Arg(0)).sext(w - e.Arg(0).Bits())
	case expr.OpExtract:
		return t.bv(e.Arg(0)).extract(e.Offset()+w-1, e.Offset())
	case expr.OpIte:
		return t.condition(e.Arg(0)).bv(t.bv(e.Arg(1)), t.bv(e.Arg(2)))
	case expr.OpFNeg:
		return t.bv(e.Arg(0)).xor(t.number(1<<(w-1), w))
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

func (t *translator) binary(op expr.Op, x, y bv, w uint) bv {
	switch op {
	case expr.OpAdd:
		return x.add(y)
	case expr.OpSub:
		return x.sub(y)
	case expr.OpMul:
		return x.mul(y)
	case expr.OpUDiv:
		return x.udiv(y)
	case expr.OpSDiv:
		return x.sdiv(y)
	case expr.OpURem:
		return x.urem(y)
	case expr.OpSRem:
		return x.srem(y)
	case expr.OpAnd:
		return x.and(y)
	case expr.OpOr:
		return x.or(y)
	case expr.OpXor:
		return x.xor(y)
	case expr.OpConcat:
		return x.concat(y)
	case expr.OpShl:
		return x.shl(t.count(y, w))
	case expr.OpLShr:
		return x.lshr(t.count(y, w))
	case expr.OpAShr:
		return x.ashr(t.count(y, w))
	}
	panic("BUG: no translation of " + op.String())
}

// count returns a shift's count as the machine takes it.
func (t *translator) count(y bv, w uint) bv {
	m := uint64(31)
	if w > 32 {
		m = 63
	}
	if m>>w != 0 {
		return y // it has no more bits than are used
	}
	return y.and(t.number(m, w))
}

// float returns the number for which e's bits stand.
func (t *translator) float(e *expr.Expr) fp {
	if f, ok := t.floats[e]; ok {
		return f
	}
	f := t.makeFloat(e)
	t.floats[e] = f
	return f
}

func (t *translator) makeFloat(e *expr.Expr) fp {
	arg := func(i int) fp { return t.float(e.Arg(i)) }
	switch e.Op() {
	case expr.OpFAdd, expr.OpF80Add:
		return arg(0).add(arg(1))
	case expr.OpFSub, expr.OpF80Sub:
		return arg(0).sub(arg(1))
	case expr.OpFMul, expr.OpF80Mul:
		return arg(0).mul(arg(1))
	case expr.OpFDiv, expr.OpF80Div:
		return arg(0).div(arg(1))
	case expr.OpFNeg:
		return arg(0).neg()
	case expr.OpFSqrt:
		return arg(0).sqrt()
	case expr.OpFCvt, expr.OpF80FromF, expr.OpF80ToF:
		return arg(0).fp(t.sort(e.Bits()))
	case expr.OpSIToF, expr.OpF80FromSI:
		return t.bv(e.Arg(0)).signedToFloat(t.sort(e.Bits()))
	case expr.OpUIToF, expr.OpF80FromUI:
		return t.bv(e.Arg(0)).unsignedToFloat(t.sort(e.Bits()))
	case expr.OpF80:
		return t.longNumber(t.bv(e.Arg(0)), t.bv(e.Arg(1)))
	case expr.OpIte:
		return t.condition(e.Arg(0)).fp(arg(1), arg(2))
	}
	return t.bv(e).fp(t.sort(e.Bits()))
}

// floatBits returns the bits of an operation's result. For a NaN they are the first operand's that is
// one, made quiet, or else those of the default NaN.
func (t *translator) floatBits(e *expr.Expr) bv {
	w := e.Bits()
	f := t.float(e)
	bits := f.bits()
	var nan bv
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
			x := t.bv(e.Arg(i)).or(t.number(quiet, w))
			nan = t.float(e.Arg(i)).isNaN().bv(x, nan)
		}
	}
	return f.isNaN().bv(nan, bits)
}

// convertNaN keeps the sign and the upper bits of a NaN's payload.
func (t *translator) convertNaN(x bv, from, to uint) bv {
	if from == to {
		return x
	}
	if to == 64 {
		payload := x.extract(22, 0).or(t.number(1<<22, 23))
		return x.extract(31, 31).concat(t.number(0x7FF, 11)).concat(payload).concat(t.number(0, 29))
	}
	payload := x.extract(51, 29).or(t.number(1<<22, 23))
	return x.extract(63, 63).concat(t.number(0xFF, 8)).concat(payload)
}

// truncate is the machine's conversion to a signed integer of n bits, 32 or 64.
func (t *translator) truncate(f fp, sort fpSort, n uint) bv {
	limit := t.z.fp(float64(uint64(1)<<(n-1)), sort)
	r := f.truncate()
	inRange := limit.neg().le(r).and(r.lt(limit))
	return inRange.bv(f.signed(n), t.number(1<<(n-1), n))
}

// toSigned converts as gcc's code does: char and short by way of int.
func (t *translator) toSigned(e *expr.Expr) bv {
	n := uint(32)
	if e.Bits() > 32 {
		n = 64
	}
	return t.low(t.truncate(t.float(e.Arg(0)), t.sort(e.Arg(0).Bits()), n), n, e.Bits())
}

// toUnsigned converts as gcc's code does: char and short by way of int, unsigned int by way of long,
// unsigned long in two halves.
func (t *translator) toUnsigned(e *expr.Expr) bv {
	f, sort, w := t.float(e.Arg(0)), t.sort(e.Arg(0).Bits()), e.Bits()
	if w < 64 {
		n := uint(32)
		if w >= 32 {
			n = 64
		}
		return t.low(t.truncate(f, sort, n), n, w)
	}
	half := t.z.fp(1<<63, sort)
	upper := t.truncate(f.sub(half), sort, 64).xor(t.number(1<<63, 64))
	return half.le(f).bv(upper, t.truncate(f, sort, 64))
}

func (t *translator) low(x bv, from, to uint) bv {
	if from == to {
		return x
	}
	return x.extract(to-1, 0)
}
