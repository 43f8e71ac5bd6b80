package frontend

// This file makes nodes of the checked tree, folding constants on the way.
//
// An integer constant is kept in val extended to 64 bits as its type says:
// sign-extended for signed types, zero-extended for unsigned ones.

import (
	"math"
	"math/big"

	"github.com/confcov/confcov/explore/ir"
)

// normalize truncates v to t and extends it again.
func normalize(v uint64, t *ctype) uint64 {
	if t.kind == kBool {
		if v != 0 {
			return 1
		}
		return 0
	}
	n := 64 - 8*t.sizeOf()
	if t.bits != 0 {
		n = uint64(64 - t.bits)
	}
	if t.unsigned() {
		return v << n >> n
	}
	return uint64(int64(v<<n) >> n)
}

func intConst(v uint64, t *ctype) *expr { return &expr{op: eConst, typ: t, val: normalize(v, t)} }

func constAt(v uint64, t *ctype, pos ir.Pos) *expr {
	return &expr{op: eConst, typ: t, val: normalize(v, t), pos: pos}
}

func floatConst(f float64, t *ctype, pos ir.Pos) *expr {
	switch t.kind {
	case kLDouble:
		return &expr{op: eLDouble, typ: t, ld: f80FromFloat(f), pos: pos}
	case kFloat:
		f = float64(float32(f))
	}
	return &expr{op: eFloat, typ: t, fval: f, pos: pos}
}

func (e *expr) isConst() bool {
	return e.op == eConst || e.op == eFloat || e.op == eLDouble
}

// truth returns the truth value of a constant.
func (e *expr) truth() (value, known bool) {
	switch e.op {
	case eConst:
		return e.val != 0, true
	case eFloat:
		return e.fval != 0, true
	case eLDouble:
		return e.ld.mant != 0, true
	case eAddr: // of an object; weak functions' addresses may be 0
		o := rootObject(e.a)
		return true, o != nil && !o.weak
	}
	return false, false
}

// rootObject returns the object that an lvalue is a part of, nil if that is not known.
func rootObject(e *expr) *object {
	for {
		switch e.op {
		case eVar, eLiteral:
			return e.obj
		case eMember:
			e = e.a
		default:
			return nil
		}
	}
}

// node makes an expression of the given operands; it is impure if one of them is.
func node(op eop, t *ctype, pos ir.Pos, operands ...*expr) *expr {
	e := &expr{op: op, typ: t, pos: pos}
	for i, o := range operands {
		e.impure = e.impure || o.impure
		switch i {
		case 0:
			e.a = o
		case 1:
			e.b = o
		case 2:
			e.c = o
		}
	}
	return ordered(e)
}

// scaled is node for the operations with pointers to elements of n bytes.
func scaled(op eop, t *ctype, pos ir.Pos, a, b *expr, n uint64) *expr {
	return ordered(&expr{op: op, typ: t, pos: pos, a: a, b: b, val: n, impure: a.impure || b.impure})
}

// castTo converts e to the scalar type t, or to void.
func castTo(e *expr, t *ctype, pos ir.Pos) *expr {
	t = t.unqualified()
	switch {
	case t.kind == kVoid:
		return node(eCast, tVoid, pos, e)
	case bitField(e) != nil: // the width of its arithmetic goes
	case e.typ.kind == t.kind && e.typ.bits == t.bits && t.kind != kPtr && !t.isRecord():
		if e.typ.enum == t.enum {
			return e
		}
		if e.op != eConst { // the same representation
			r := *e
			if !e.lvalue {
				r.typ = t
				return &r
			}
		}
	}
	if r := foldCast(e, t, pos); r != nil {
		return r
	}
	return node(eCast, t, pos, e)
}

func foldCast(e *expr, t *ctype, pos ir.Pos) *expr {
	switch e.op {
	case eConst:
		switch {
		case t.isInteger() || t.kind == kPtr:
			return constAt(e.val, t, pos)
		case t.kind == kLDouble:
			x := new(big.Float).SetPrec(64)
			if e.typ.unsigned() {
				x.SetUint64(e.val)
			} else {
				x.SetInt64(int64(e.val))
			}
			return &expr{op: eLDouble, typ: t, ld: f80FromBig(x), pos: pos}
		case t.kind == kFloat && e.typ.unsigned():
			return floatConst(float64(float32(e.val)), t, pos)
		case t.kind == kFloat:
			return floatConst(float64(float32(int64(e.val))), t, pos)
		case t.isFloat() && e.typ.unsigned():
			return floatConst(float64(e.val), t, pos)
		case t.isFloat():
			return floatConst(float64(int64(e.val)), t, pos)
		}
	case eFloat:
		switch {
		case t.isReal():
			return floatConst(e.fval, t, pos)
		case t.kind == kBool:
			return boolConst(e.fval != 0, pos)
		case t.isInteger():
			return truncated(new(big.Float).SetPrec(64), e.fval, t, pos)
		}
	case eLDouble:
		switch {
		case t.kind == kFloat:
			return floatConst(float64(e.ld.float32()), t, pos)
		case t.kind == kDouble:
			return floatConst(e.ld.float(), t, pos)
		case t.kind == kBool:
			return boolConst(e.ld.mant != 0, pos)
		case t.isInteger():
			if x, ok := e.ld.big(); ok {
				return truncatedBig(x, t, pos)
			}
		}
	}
	return nil
}

func boolConst(b bool, pos ir.Pos) *expr {
	if b {
		return constAt(1, tBool, pos)
	}
	return constAt(0, tBool, pos)
}

func truncated(x *big.Float, f float64, t *ctype, pos ir.Pos) *expr {
	switch {
	case math.IsNaN(f):
		return constAt(0, t, pos)
	case math.IsInf(f, 0):
		f = math.Copysign(1e300, f)
	}
	return truncatedBig(x.SetFloat64(f), t, pos)
}

// truncatedBig converts toward zero. A value that does not fit becomes the
// nearest one that does, as gcc folds it.
func truncatedBig(x *big.Float, t *ctype, pos ir.Pos) *expr {
	n, _ := x.Int(nil)
	most := ^uint64(0) >> (64 - 8*t.sizeOf())
	least := uint64(0)
	if !t.unsigned() {
		most >>= 1
		least = ^most
	}
	switch {
	case n.Sign() >= 0 && (!n.IsUint64() || n.Uint64() > most):
		return constAt(most, t, pos)
	case n.Sign() < 0 && (t.unsigned() || !n.IsInt64() || n.Int64() < int64(least)):
		return constAt(least, t, pos)
	case n.Sign() < 0:
		return constAt(uint64(n.Int64()), t, pos)
	}
	return constAt(n.Uint64(), t, pos)
}

// foldInt computes a binary operation on integer constants of type t; ok is
// false where C leaves the result undefined.
func foldInt(op eop, a, b uint64, t *ctype) (v uint64, ok bool) {
	u := t.unsigned()
	switch op {
	case eAdd:
		v = a + b
	case eSub:
		v = a - b
	case eMul:
		v = a * b
	case eDiv, eRem:
		return foldDiv(op, a, b, t)
	case eAnd:
		v = a & b
	case eOr:
		v = a | b
	case eXor:
		v = a ^ b
	case eShl, eShr:
		if b >= 8*t.sizeOf() {
			return 0, false
		}
		switch {
		case op == eShl:
			v = a << b
		case u:
			v = a >> b
		default:
			v = uint64(int64(a) >> b)
		}
	default:
		return foldCompare(op, a, b, u), true
	}
	return normalize(v, t), true
}

func foldDiv(op eop, a, b uint64, t *ctype) (uint64, bool) {
	if b == 0 {
		return 0, false
	}
	if t.unsigned() {
		if op == eDiv {
			return a / b, true
		}
		return a % b, true
	}
	if int64(b) == -1 && (int64(a) == math.MinInt64 || t.sizeOf() == 4 && int64(a) == math.MinInt32) {
		return 0, false
	}
	if op == eDiv {
		return uint64(int64(a) / int64(b)), true
	}
	return uint64(int64(a) % int64(b)), true
}

func foldCompare(op eop, a, b uint64, unsigned bool) uint64 {
	less := int64(a) < int64(b)
	if unsigned {
		less = a < b
	}
	var r bool
	switch op {
	case eEq:
		r = a == b
	case eNe:
		r = a != b
	case eLt:
		r = less
	case eLe:
		r = less || a == b
	case eGt:
		r = !less && a != b
	case eGe:
		r = !less
	}
	if r {
		return 1
	}
	return 0
}

// foldFloat computes an operation on constants of a floating type; nil if it is not foldable.
func foldFloat(op eop, a, b *expr, pos ir.Pos) *expr {
	t := a.typ
	x, y := a.fval, b.fval
	if a.op == eLDouble {
		return foldLong(op, a, b, pos)
	}
	switch op {
	case eAdd:
		return floatConst(x+y, t, pos)
	case eSub:
		return floatConst(x-y, t, pos)
	case eMul:
		return floatConst(x*y, t, pos)
	case eDiv:
		return floatConst(x/y, t, pos)
	}
	return constAt(compareFloats(op, x < y, x == y, x > y), tInt, pos)
}

func compareFloats(op eop, lt, eq, gt bool) uint64 {
	var r bool
	switch op {
	case eEq:
		r = eq
	case eNe:
		r = !eq
	case eLt:
		r = lt
	case eLe:
		r = lt || eq
	case eGt:
		r = gt
	case eGe:
		r = gt || eq
	}
	if r {
		return 1
	}
	return 0
}

// foldLong computes as the machine does.
func foldLong(op eop, a, b *expr, pos ir.Pos) *expr {
	x, y := a.ld.number(), b.ld.number()
	switch op {
	case eAdd:
		x = x.Add(y)
	case eSub:
		x = x.Sub(y)
	case eMul:
		x = x.Mul(y)
	case eDiv:
		x = x.Div(y)
	default:
		n, ordered := x.Compare(y)
		return constAt(compareFloats(op, ordered && n < 0, ordered && n == 0, ordered && n > 0), tInt, pos)
	}
	mant, se := x.Pack()
	return &expr{op: eLDouble, typ: a.typ, ld: f80{mant, se}, pos: pos}
}
