package frontend

// This file lowers expressions to instructions. eval is the centre: it leaves
// the value of a scalar in a register or says that it is a constant.

import (
	"math"

	"github.com/confcov/confcov/explore/ir"
)

// operand is a value: a register, or a constant where reg is NoReg.
type operand struct {
	reg ir.Reg
	imm uint64
}

func inReg(r ir.Reg) operand { return operand{reg: r} }

// reg lowers e and returns a register that holds its value.
func (l *funcLowerer) reg(e *expr) ir.Reg { return l.toReg(l.eval(e, ir.NoReg), e.typ.width(), e.pos) }

func (l *funcLowerer) toReg(o operand, w ir.Width, pos ir.Pos) ir.Reg {
	if o.reg != ir.NoReg {
		return o.reg
	}
	r := l.temp(w)
	l.emit(ir.Instr{Op: ir.OpConst, Dst: r, Imm: o.imm, Pos: pos})
	return r
}

// target returns dst, or a temporary for values of type t if that is NoReg.
func (l *funcLowerer) target(dst ir.Reg, t *ctype) ir.Reg {
	if dst != ir.NoReg {
		return dst
	}
	return l.temp(t.width())
}

// constant puts a constant into dst, if that is a register.
func (l *funcLowerer) constant(v uint64, dst ir.Reg, pos ir.Pos) operand {
	if dst == ir.NoReg {
		return operand{ir.NoReg, v}
	}
	l.emit(ir.Instr{Op: ir.OpConst, Dst: dst, Imm: v, Pos: pos})
	return inReg(dst)
}

// moved puts the value in register r into dst, if that is a register.
func (l *funcLowerer) moved(r, dst ir.Reg) operand {
	if dst == ir.NoReg {
		return inReg(r)
	}
	l.move(dst, r)
	return inReg(dst)
}

func floatBits(f float64, t *ctype) uint64 {
	if t.kind == kFloat {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// eval lowers the scalar expression e. If dst is a register the value is left there.
// What e reads is read before dst is written.
func (l *funcLowerer) eval(e *expr, dst ir.Reg) operand {
	switch e.op {
	case eConst:
		return l.constant(e.val&e.typ.width().Mask(), dst, e.pos)
	case eFloat:
		return l.constant(floatBits(e.fval, e.typ), dst, e.pos)
	case eVar, eDeref, eMember, eLiteral, eVaArg:
		return l.lvalue(e, dst)
	case eLabel:
		r := l.target(dst, e.typ)
		l.emit(ir.Instr{Op: ir.OpLabelAddr, Dst: r, Pos: e.pos})
		l.labelAt = append(l.labelAt, labelUse{l.cur, len(l.cur.ir.Instrs) - 1, e.label})
		return inReg(r)
	case eAddr:
		return l.addressValue(e, dst)
	case eNeg, eCpl:
		return l.unary(e, dst)
	case eIndex:
		return l.index(e, dst)
	case eCast:
		return l.cast(e, dst)
	case eAdd, eSub, eMul, eDiv, eRem, eAnd, eOr, eXor, eShl, eShr:
		return l.binary(e, dst)
	case eEq, eNe, eLt, eLe, eGt, eGe:
		return l.compare(e, dst)
	case eBool, eLNot:
		return l.truthValue(e, dst)
	case ePtrAdd:
		return l.pointerAdd(e, dst)
	case ePtrDiff:
		return l.pointerDiff(e, dst)
	case eLAnd, eLOr:
		return l.logicalValue(e, dst)
	case eCond:
		return l.conditional(e, dst)
	case eComma:
		l.effect(e.a)
		return l.eval(e.b, dst)
	case eAssign:
		return l.assign(e, dst, true)
	case eUpdate:
		return l.update(e, dst, true)
	case eCall:
		return l.call(e, dst, true)
	case eStmts:
		l.statements(e)
		return l.lvalue(&expr{op: eVar, typ: e.typ, pos: e.pos, obj: e.result, lvalue: true}, dst)
	case eAlloca:
		a := l.reg(e.a)
		r := l.target(dst, e.typ)
		l.emit(ir.Instr{Op: ir.OpAlloca, Dst: r, A: a, Imm: e.val, Pos: e.pos})
		return inReg(r)
	case eSqrt:
		a := l.reg(e.a)
		r := l.target(dst, e.typ)
		l.emit(ir.Instr{Op: ir.OpFSqrt, W: e.typ.width(), Dst: r, A: a, Pos: e.pos})
		return inReg(r)
	}
	fail(e.pos, "internal error: expression %d has no value", e.op)
	return operand{}
}

// lvalue loads the value of an lvalue.
func (l *funcLowerer) lvalue(e *expr, dst ir.Reg) operand {
	if r := l.register(e); r != ir.NoReg {
		return l.moved(r, dst)
	}
	if e.op == eMember && e.field.bits >= 0 {
		return inReg(l.loadBits(l.address(e.a), e.field, dst, e.pos))
	}
	return inReg(l.load(l.address(e), e.typ, dst, e.pos))
}

func (l *funcLowerer) addressValue(e *expr, dst ir.Reg) operand {
	x, off := e.a, uint64(0)
	for ; x.op == eMember; x = x.a {
		off += x.field.offset
	}
	if x.op == eVar && (x.obj.kind == objFunc || x.obj.static || x.obj.link != linkNone) && (dst != ir.NoReg || off != 0) {
		r := l.target(dst, e.typ)
		l.emit(ir.Instr{Op: ir.OpSymAddr, Dst: r, Sym: l.u.symbol(x.obj), Imm: off, Pos: e.pos})
		return inReg(r)
	}
	if e.a.typ.kind == kFunc && e.a.op == eDeref {
		return l.eval(e.a.a, dst)
	}
	return inReg(l.regOf(l.address(e.a), dst, e.pos))
}

func (l *funcLowerer) unary(e *expr, dst ir.Reg) operand {
	a := l.reg(e.a)
	if e.op == eNeg && !e.wraps {
		l.checkNegation(e.typ, a, e.pos)
	}
	r := l.target(dst, e.typ)
	op := ir.OpNeg
	switch {
	case e.op == eCpl:
		op = ir.OpNot
	case e.typ.isFloat():
		op = ir.OpFNeg
	}
	l.emit(ir.Instr{Op: op, W: e.typ.width(), Dst: r, A: a, Pos: e.pos})
	return inReg(r)
}

// truthValue lowers !a and a != 0.
func (l *funcLowerer) truthValue(e *expr, dst ir.Reg) operand {
	want := e.op == eBool
	a := e.a
	for a.op == eLNot {
		want, a = !want, a.a
	}
	if want && isTruth(a) {
		return l.eval(a, dst)
	}
	r, w, op, zero := l.test(a)
	d := l.target(dst, e.typ)
	if !want {
		op = map[ir.Op]ir.Op{ir.OpNe: ir.OpEq, ir.OpFNe: ir.OpFEq}[op]
	}
	l.emit(ir.Instr{Op: op, W: w, Dst: d, A: r, B: zero, Pos: e.pos})
	return inReg(d)
}

// isTruth reports whether e is an int that is 0 or 1.
func isTruth(e *expr) bool {
	return e.op >= eEq && e.op <= eGe || e.op == eLAnd || e.op == eLOr || e.op == eLNot || e.op == eBool
}

// test lowers e for a comparison with 0: its register, width, the comparison
// that is true if it is not 0, and the operand to compare with.
func (l *funcLowerer) test(e *expr) (r ir.Reg, w ir.Width, op ir.Op, zero ir.Reg) {
	e = withoutWidening(e)
	if e.typ.kind == kLDouble {
		a := l.inMemory(e, ir.NoReg)
		z := l.temp(8)
		l.emit(ir.Instr{Op: ir.OpSymAddr, Dst: z, Sym: l.u.cell(f80{}), Pos: e.pos})
		r = l.temp(4)
		l.emit(ir.Instr{Op: ir.OpF80Ne, Dst: r, A: a, B: z, Pos: e.pos})
		return r, 4, ir.OpNe, ir.NoReg
	}
	r = l.reg(e)
	w = e.typ.width()
	if e.typ.isFloat() {
		z := l.temp(w)
		l.emit(ir.Instr{Op: ir.OpConst, Dst: z, Pos: e.pos})
		return r, w, ir.OpFNe, z
	}
	return r, w, ir.OpNe, ir.NoReg
}

// withoutWidening strips conversions that do not change whether a value is 0.
func withoutWidening(e *expr) *expr {
	for e.op == eCast && (e.typ.isInteger() && e.typ.kind != kBool || e.typ.kind == kPtr) &&
		(e.a.typ.isInteger() || e.a.typ.kind == kPtr) && e.typ.sizeOf() >= e.a.typ.sizeOf() {
		e = e.a
	}
	return e
}

func (l *funcLowerer) conditional(e *expr, dst ir.Reg) operand {
	d := l.target(dst, e.typ)
	join := l.newBlock()
	if e.b == nil { // a ?: c
		no, yes := l.newBlock(), l.newBlock()
		t := l.temp(e.a.typ.width())
		l.eval(e.a, t)
		l.condOnReg(t, e.a, yes, no)
		l.start(yes)
		conv := castTo(l.held(t, e.a.typ, e.pos), e.typ, e.pos)
		l.eval(conv, d)
		l.jump(join)
		l.start(no)
		l.eval(e.c, d)
		l.start(join)
		return inReg(d)
	}
	yes, no, decides := l.newBlock(), l.newBlock(), l.deciding == e
	value := func(e *expr) func() *expr {
		return func() *expr {
			l.eval(e, d)
			return l.held(d, e.typ, e.pos)
		}
	}
	l.cond(e.a, yes, no)
	l.start(yes)
	l.alternative(e.b, decides, value(e.b))
	l.jump(join)
	l.start(no)
	l.alternative(e.c, decides, value(e.c))
	l.start(join)
	return inReg(d)
}

// holding returns an object that stands for register r.
func (l *funcLowerer) holding(r ir.Reg, t *ctype) *object {
	o := &object{typ: t.unqualified(), owner: l.f}
	l.places[o] = &place{inReg: true, reg: r}
	return o
}

// condOnReg branches on whether r, the value of e, is not 0.
// held returns an expression whose value register r holds.
func (l *funcLowerer) held(r ir.Reg, t *ctype, pos ir.Pos) *expr {
	return &expr{op: eVar, typ: t.unqualified(), pos: pos, obj: l.holding(r, t), lvalue: true}
}

func (l *funcLowerer) condOnReg(r ir.Reg, e *expr, yes, no *block) {
	w := e.typ.width()
	if e.typ.isFloat() {
		z, c := l.temp(w), l.temp(4)
		l.emit(ir.Instr{Op: ir.OpConst, Dst: z, Pos: e.pos})
		l.emit(ir.Instr{Op: ir.OpFNe, W: w, Dst: c, A: r, B: z, Pos: e.pos})
		r, w = c, 4
	}
	l.branch(r, w, yes, no, e.pos)
}

// effect lowers e for its side effects alone.
func (l *funcLowerer) effect(e *expr) {
	switch e.op {
	case eCast:
		if e.typ.kind == kVoid || !e.typ.inMemory() && !e.a.typ.inMemory() {
			l.effect(e.a)
			return
		}
	case eComma:
		l.effect(e.a)
		l.effect(e.b)
		return
	case eCond:
		l.conditionalEffect(e)
		return
	case eLAnd, eLOr:
		switch {
		case !e.impure:
			return
		case l.jumping(e):
			l.logicalEffect(e)
			return
		case l.u.how == ir.Both:
			l.mergedEffect(e)
			return
		}
	case eStmts:
		l.statements(e)
		return
	case eUpdate:
		if e.typ.inRegister() {
			l.update(e, ir.NoReg, false)
			return
		}
	case eAssign:
		if e.typ.inRegister() {
			l.assign(e, ir.NoReg, false)
			return
		}
	case eCall:
		l.call(e, ir.NoReg, false)
		return
	case eVaStart:
		l.emit(ir.Instr{Op: ir.OpVaStart, A: l.reg(e.a), Pos: e.pos})
		return
	case eTrap:
		l.trap(e)
		return
	}
	if !e.impure {
		return
	}
	switch {
	case e.typ.kind == kVoid:
		if e.op == eDeref {
			l.effect(e.a)
		}
	case e.typ.inRegister():
		l.eval(e, ir.NoReg)
	case e.typ.kind == kArray || e.typ.kind == kFunc:
		l.address(e)
	default:
		l.inMemory(e, ir.NoReg)
	}
}

func (l *funcLowerer) trap(e *expr) {
	if e.val == 1 {
		l.emit(ir.Instr{Op: ir.OpCall, Dst: ir.NoReg, A: ir.NoReg, Sym: l.u.external("abort"), Pos: e.pos})
		l.cur.ends = true
	}
	l.terminate(ir.Term{Kind: ir.TermUnreachable, Value: ir.NoReg, Pos: e.pos})
}

// conditionalEffect lowers ?: for its side effects.
func (l *funcLowerer) conditionalEffect(e *expr) {
	yes, no, join := l.newBlock(), l.newBlock(), l.newBlock()
	l.cond(e.a, yes, no)
	l.start(yes)
	if e.b != nil {
		l.effect(e.b)
	}
	l.jump(join)
	l.start(no)
	l.effect(e.c)
	l.start(join)
}

// statements lowers the body of a statement expression. What the enclosing
// expression has computed so far stays in its temporaries.
func (l *funcLowerer) statements(e *expr) {
	base := l.base
	l.base = l.used.clone()
	l.within++
	l.stmt(e.body)
	l.within--
	l.base = base
}
