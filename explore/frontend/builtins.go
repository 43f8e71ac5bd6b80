package frontend

// This file checks calls of the compiler's builtin functions that are not
// library functions under another name; those are declared by the prelude.

import (
	"math/bits"

	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// builtinCall is a call of a builtin function.
type builtinCall struct {
	name string
	pos  ir.Pos
	args []cc.ExpressionNode
}

// need fails unless the call has n arguments.
func (b *builtinCall) need(n int) {
	if len(b.args) != n {
		fail(b.pos, "%s with %d arguments, not %d", b.name, len(b.args), n)
	}
}

type builtin func(*checker, *builtinCall) *expr

var builtins map[string]builtin

func init() {
	builtins = map[string]builtin{
		"__builtin_expect":                  func(c *checker, b *builtinCall) *expr { return castTo(c.operand(b, 0), tLong, b.pos) },
		"__builtin_expect_with_probability": func(c *checker, b *builtinCall) *expr { return castTo(c.operand(b, 0), tLong, b.pos) },
		"__builtin_assume_aligned":          func(c *checker, b *builtinCall) *expr { return c.convert(c.operand(b, 0), tVoidPtr) },
		"__builtin_constant_p":              constantP,
		"__builtin_choose_expr":             chooseExpr,
		"__builtin_classify_type":           classifyType,
		"__builtin_object_size":             objectSize,
		"__builtin_dynamic_object_size":     objectSize,
		"__builtin_unreachable":             trap,
		"__builtin_trap":                    trap,
		"__builtin_prefetch":                nothing,
		"alloca":                            alloca,
		"__builtin_alloca":                  alloca,
		"__builtin_alloca_with_align":       alloca,
		"__builtin_frame_address":           frameAddress,
		"__builtin_return_address":          frameAddress,
		"__builtin_va_start":                vaStart,
		"__builtin_va_end":                  nothing,
		"__builtin_va_copy":                 vaCopy,
		"__confcov_va_arg":                  vaArg,
		"__confcov_types_compatible":        typesCompatible,
		"__builtin_confcov_sqrt":            sqrt,
		"__builtin_confcov_sqrtf":           sqrt,
		"__sync_synchronize":                nothing,
		"__builtin___clear_cache":           nothing,
		"__builtin_cpu_init":                nothing,
		"__builtin_cpu_supports":            plainProcessor,
		"__builtin_cpu_is":                  plainProcessor,
		"__atomic_thread_fence":             nothing,
		"__atomic_signal_fence":             nothing,
	}
	addFloatBuiltins()
	addBitBuiltins()
	addOverflowBuiltins()
	addAtomicBuiltins()
}

// operand checks the i-th argument.
func (c *checker) operand(b *builtinCall, i int) *expr {
	if i >= len(b.args) {
		fail(b.pos, "%s with too few arguments", b.name)
	}
	return c.rvalue(b.args[i])
}

func constantP(c *checker, b *builtinCall) *expr {
	b.need(1)
	c.dead++
	e := c.rvalue(b.args[0])
	c.dead--
	v := uint64(0)
	if e.isConst() || e.op == eAddr && e.a.op == eVar && e.a.str {
		v = 1
	}
	return constAt(v, tInt, b.pos)
}

// classifyType answers with the number of gcc's class of the operand's type.
func classifyType(c *checker, b *builtinCall) *expr {
	b.need(1)
	t := c.decay(c.unevaluated(b.args[0])).typ
	class := uint64(1)
	switch {
	case t.kind == kPtr:
		class = 5
	case t.isReal():
		class = 8
	case t.kind == kStruct:
		class = 12
	case t.kind == kUnion:
		class = 13
	case !t.isInteger():
		fail(b.pos, "class of type %s", t)
	}
	return constAt(class, tInt, b.pos)
}

func chooseExpr(c *checker, b *builtinCall) *expr {
	b.need(3)
	if c.constant(b.args[0]) != 0 {
		return c.expr(b.args[1])
	}
	return c.expr(b.args[2])
}

// objectSize answers for pointers into variables; of others the size is not known.
func objectSize(c *checker, b *builtinCall) *expr {
	b.need(2)
	if size, ok := sizeBehind(c.operand(b, 0)); ok {
		return constAt(size, tULong, b.pos)
	}
	if c.constant(b.args[1])&2 != 0 {
		return constAt(0, tULong, b.pos)
	}
	return constAt(^uint64(0), tULong, b.pos)
}

// sizeBehind returns how many bytes of a variable lie at and behind the constant address e.
func sizeBehind(e *expr) (uint64, bool) {
	off := uint64(0)
	for e.op == ePtrAdd && e.b.op == eConst || e.op == eCast && e.typ.kind == kPtr {
		if e.op == ePtrAdd {
			off += e.b.val * e.val
		}
		e = e.a
	}
	if e.op != eAddr || e.a.op != eVar || e.a.obj.kind == objFunc || e.a.typ.incomplete() || e.a.typ.variable() || off > e.a.typ.sizeOf() {
		return 0, false
	}
	return e.a.typ.sizeOf() - off, true
}

func trap(_ *checker, b *builtinCall) *expr {
	e := &expr{op: eTrap, typ: tVoid, pos: b.pos, impure: true}
	if b.name == "__builtin_trap" {
		e.val = 1
	}
	return e
}

// plainProcessor says that the processor is none of those that a program asks for, and has no extensions: code for them is assembly.
func plainProcessor(_ *checker, b *builtinCall) *expr { return constAt(0, tInt, b.pos) }

// nothing evaluates the arguments and no more.
func nothing(c *checker, b *builtinCall) *expr {
	e := castTo(constAt(0, tInt, b.pos), tVoid, b.pos)
	for _, n := range b.args {
		e = node(eComma, tVoid, b.pos, c.decay(c.expr(n)), e)
	}
	return e
}

func alloca(c *checker, b *builtinCall) *expr {
	e := node(eAlloca, tVoidPtr, b.pos, c.convert(c.operand(b, 0), tULong))
	e.impure, e.val = true, 16
	return e
}

// frameAddress answers with null: no frame has an address that a program could use.
func frameAddress(_ *checker, b *builtinCall) *expr { return constAt(0, tVoidPtr, b.pos) }

// vaList checks a va_list operand and returns its address.
func (c *checker) vaList(n cc.ExpressionNode, b *builtinCall) *expr {
	e := c.expr(n)
	if e.typ.kind == kArray {
		e = c.decay(e)
	}
	if e.typ.kind != kPtr || !e.typ.elem.isRecord() || e.typ.elem.rec.tag != "__va_list_tag" {
		fail(b.pos, "%s of %s, which is not a va_list", b.name, e.typ)
	}
	return e
}

func vaStart(c *checker, b *builtinCall) *expr {
	if len(b.args) == 0 {
		fail(b.pos, "va_start without arguments")
	}
	if c.fn == nil || !c.fn.variadic {
		fail(b.pos, "va_start in a function that is not variadic")
	}
	e := node(eVaStart, tVoid, b.pos, c.vaList(b.args[0], b))
	e.impure = true
	return e
}

func vaCopy(c *checker, b *builtinCall) *expr {
	b.need(2)
	d, s := c.vaList(b.args[0], b), c.vaList(b.args[1], b)
	e := node(eAssign, d.typ.elem, b.pos, c.deref(d, b.pos), c.deref(s, b.pos))
	e.impure = true
	return castTo(e, tVoid, b.pos)
}

// typeOperand returns the type that the i-th argument, sizeof(T) or sizeof(e), names.
func (c *checker) typeOperand(b *builtinCall, i int) *ctype {
	if x, ok := b.args[i].(*cc.UnaryExpression); ok {
		switch x.Case {
		case cc.UnaryExpressionSizeofType:
			return c.typeName(x.TypeName)
		case cc.UnaryExpressionSizeofExpr:
			return c.unevaluated(x.UnaryExpression).typ
		}
	}
	fail(b.pos, "%s of what is not a type", b.name)
	return nil
}

// vaArg checks __confcov_va_arg(ap, sizeof(T)), which the prelude makes of va_arg.
func vaArg(c *checker, b *builtinCall) *expr {
	b.need(2)
	outer := c.pending
	c.pending = nil
	t := c.typeOperand(b, 1)
	c.sizeLater(t, b.pos)
	effects := c.taken(outer)
	if t.incomplete() || t.kind == kFunc || t.kind == kUnsupported || t.kind == kArray {
		fail(b.pos, "va_arg of type %s", t)
	}
	e := node(eVaArg, t, b.pos, c.vaList(b.args[0], b))
	e.impure, e.lvalue = true, true
	return behind(effects, e)
}

func typesCompatible(c *checker, b *builtinCall) *expr {
	b.need(2)
	x, y := c.typeOperand(b, 0), c.typeOperand(b, 1)
	v := uint64(0)
	if compatible(x.unqualified(), y.unqualified()) && x.enum == y.enum {
		v = 1
	}
	return constAt(v, tInt, b.pos)
}

// sqrt is the instruction, for the library; __builtin_sqrt is the library's function, which sets errno.
func sqrt(c *checker, b *builtinCall) *expr {
	b.need(1)
	t := tDouble
	if b.name == "__builtin_confcov_sqrtf" {
		t = tFloat
	}
	return node(eSqrt, t, b.pos, c.convert(c.operand(b, 0), t))
}

// single is an operand that is evaluated once and used several times.
type single struct{ set, use *expr }

// once stores e in a temporary, unless it is constant.
func (c *checker) once(e *expr) single {
	if e.isConst() {
		return single{use: e}
	}
	o := c.temporary(e.typ.unqualified(), e.pos)
	v := &expr{op: eVar, typ: o.typ, pos: e.pos, obj: o, lvalue: true}
	set := node(eAssign, o.typ, e.pos, v, e)
	set.impure = true
	return single{set: set, use: v}
}

// after returns e preceded by the evaluation of the operands.
func (c *checker) after(e *expr, operands ...single) *expr {
	for i := len(operands) - 1; i >= 0; i-- {
		if s := operands[i].set; s != nil {
			e = node(eComma, e.typ, e.pos, s, e)
		}
	}
	return e
}

// foldBits computes the bit-counting builtins on constants; ok is false where they are undefined.
func foldBits(name string, v uint64, t *ctype) (r uint64, ok bool) {
	n := int(t.sizeOf() * 8)
	u := v << (64 - n) >> (64 - n)
	switch name {
	case "clz":
		return uint64(bits.LeadingZeros64(u) - (64 - n)), u != 0
	case "ctz":
		return uint64(bits.TrailingZeros64(u)), u != 0
	case "popcount":
		return uint64(bits.OnesCount64(u)), true
	case "parity":
		return uint64(bits.OnesCount64(u) & 1), true
	case "ffs":
		if u == 0 {
			return 0, true
		}
		return uint64(bits.TrailingZeros64(u) + 1), true
	}
	return 0, false
}
