package interp

// This file is the slow path: any instruction, on values that may be symbolic.
// An instruction either completes and moves PC on, or unwinds having changed nothing.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
)

// slow executes the slot at the PC of the top frame f, which is owned.
func (m *Machine) slow(f *state.Frame) {
	m.Stats.Slow++
	fn := m.code.functions[f.Sym]
	at := fn.places[f.PC]
	b := fn.ir.Blocks[at.block]
	switch {
	case at.index < 0:
		m.hook(fn, f)
	case int(at.index) == len(b.Instrs):
		m.terminator(fn, f, b)
	default:
		m.instruction(fn, f, &b.Instrs[at.index])
	}
}

// hook tells the user that a point is reached.
func (m *Machine) hook(fn *function, f *state.Frame) {
	h := HookEntry
	if fn.code[f.PC].op == opHookReturn {
		h = HookReturn
	}
	f.PC++
	if m.hooks.Point != nil {
		m.hooks.Point(m.st, fn.sym, h)
		m.forget()
	}
}

// operand returns B, or the immediate where there is none.
func operand(f *state.Frame, in *ir.Instr) expr.Value {
	if in.B == ir.NoReg {
		return expr.Value{C: in.Imm & in.W.Mask()}
	}
	return f.Get(in.B)
}

// instruction executes one instruction.
func (m *Machine) instruction(fn *function, f *state.Frame, in *ir.Instr) {
	op := in.Op
	if op == ir.OpCall {
		m.call(fn, f, in)
		return
	}
	var taint state.Taint
	if f.Tainted() {
		taint = m.taintOf(fn, f, in)
	}
	m.loaded = state.Taint{}
	switch {
	case op == ir.OpConst && !in.Pos.IsValid() && fn.unset != nil && fn.unset.has(in.Dst): // it stays unassigned
	case op == ir.OpConst:
		f.Set(in.Dst, expr.Value{C: in.Imm})
	case op == ir.OpMov:
		f.Set(in.Dst, f.Get(in.A))
	case op == ir.OpSymAddr:
		f.Set(in.Dst, expr.Value{C: symbolAddress(m.code.Program, in.Sym) + in.Imm})
	case op == ir.OpLocalAddr:
		f.Set(in.Dst, expr.Value{C: uint64(fn.idOf(f, in.Imm)) << 32})
	case op == ir.OpLabelAddr:
		f.Set(in.Dst, expr.Value{C: ir.Address(fn.sym) + 1 + in.Imm})
	case op >= ir.OpAdd && op <= ir.OpSLe && op != ir.OpNeg && op != ir.OpNot:
		f.Set(in.Dst, m.binary(in, f.Get(in.A), operand(f, in)))
	case op == ir.OpNeg || op == ir.OpNot || op >= ir.OpZExt && op <= ir.OpTrunc:
		f.Set(in.Dst, m.unary(in, f.Get(in.A)))
	case op == ir.OpSelect:
		f.Set(in.Dst, m.choose(f, in))
	case op >= ir.OpFAdd && op <= ir.OpFToUI:
		m.float(f, in)
	case op >= ir.OpF80Add && op <= ir.OpF80ToUI:
		m.float80(f, in)
	case op == ir.OpLoad:
		f.Set(in.Dst, m.load(m.offset(f.Get(in.A), in.Imm), uint64(in.W)))
	case op == ir.OpStore:
		m.store(m.offset(f.Get(in.A), in.Imm), uint64(in.W), m.narrow(f.Get(in.B), in.W), taint.Bits)
	case op == ir.OpCopy:
		n := m.count(f, in)
		m.copyBytes(m.concrete(f.Get(in.A)), m.concrete(f.Get(in.B)), n)
	case op == ir.OpFill:
		n := m.count(f, in)
		m.fillBytes(m.concrete(f.Get(in.A)), n, m.narrow(f.Get(in.B), 1))
	case op == ir.OpAlloca:
		m.alloca(f, in)
	case op == ir.OpBegin:
		m.begin(m.p, fn.idOf(f, in.Imm))
	case op == ir.OpEnd:
		m.endLife(m.p, fn.idOf(f, in.Imm))
	case op.IsCheck():
		m.check(in, f.Get(in.A), operand(f, in))
	case op == ir.OpVaStart:
		m.vaStart(f, m.concrete(f.Get(in.A)))
	default:
		m.unsupported("instruction %s", op)
	}
	if op == ir.OpLoad {
		taint = m.loaded
	}
	if taint.Bits != 0 && in.Op.Shape().Has(ir.HasDst) {
		f.Taint(in.Dst, taint)
	}
	f.PC++
}

// offset adds a displacement to an address.
func (m *Machine) offset(a expr.Value, imm uint64) expr.Value {
	if a.E == nil {
		return expr.Value{C: a.C + imm}
	}
	if imm == 0 {
		return a
	}
	return m.b.Value(m.b.Add(a.E, m.b.Const(imm, 64)))
}

// count returns the size that an OpCopy or OpFill names.
func (m *Machine) count(f *state.Frame, in *ir.Instr) uint64 {
	if in.C == ir.NoReg {
		return in.Imm
	}
	return m.concrete(f.Get(in.C))
}

// narrow returns the low w bytes of v; an expression has exactly that width.
func (m *Machine) narrow(v expr.Value, w ir.Width) expr.Value {
	if v.E == nil {
		return expr.Value{C: v.C & w.Mask()}
	}
	if v.E.Bits() != w.Bits() {
		return m.b.Value(m.wide(v, w.Bits()))
	}
	return v
}

// wide returns v as an expression of exactly that many bits. A register
// holds its value zero-extended, so a narrower expression is extended.
func (m *Machine) wide(v expr.Value, bits uint) *expr.Expr {
	if v.E == nil {
		return m.b.Const(v.C, bits)
	}
	switch n := v.E.Bits(); {
	case n < bits:
		return m.b.ZExt(v.E, bits)
	case n > bits:
		return m.b.Extract(v.E, 0, bits)
	}
	return v.E
}

// cond returns the condition that v, of width w, is not 0.
func (m *Machine) cond(v expr.Value, w ir.Width) *expr.Expr {
	if v.E == nil {
		return m.b.Bool(v.C&w.Mask() != 0)
	}
	e := v.E
	if e.Bits() == 1 {
		return e
	}
	e = m.wide(v, w.Bits())
	return m.b.Ne(e, m.b.Const(0, w.Bits()))
}

// binary performs an integer operation or comparison.
func (m *Machine) binary(in *ir.Instr, x, y expr.Value) expr.Value {
	op, w := in.Op, in.W
	if op >= ir.OpUDiv && op <= ir.OpSRem {
		m.checkDivision(op, w, x, y)
	}
	if x.E == nil && y.E == nil {
		return expr.Value{C: evalBinary(op, w, x.C, y.C)}
	}
	b := m.b
	a, c := m.wide(x, w.Bits()), m.wide(y, w.Bits())
	var e *expr.Expr
	switch op {
	case ir.OpAdd:
		e = b.Add(a, c)
	case ir.OpSub:
		e = b.Sub(a, c)
	case ir.OpMul:
		e = b.Mul(a, c)
	case ir.OpUDiv:
		e = b.UDiv(a, c)
	case ir.OpSDiv:
		e = b.SDiv(a, c)
	case ir.OpURem:
		e = b.URem(a, c)
	case ir.OpSRem:
		e = b.SRem(a, c)
	case ir.OpAnd:
		e = b.And(a, c)
	case ir.OpOr:
		e = b.Or(a, c)
	case ir.OpXor:
		e = b.Xor(a, c)
	case ir.OpShl:
		e = b.Shl(a, c)
	case ir.OpLShr:
		e = b.LShr(a, c)
	case ir.OpAShr:
		e = b.AShr(a, c)
	case ir.OpEq:
		e = b.Eq(a, c)
	case ir.OpNe:
		e = b.Ne(a, c)
	case ir.OpULt:
		e = b.ULt(a, c)
	case ir.OpULe:
		e = b.ULe(a, c)
	case ir.OpSLt:
		e = b.SLt(a, c)
	case ir.OpSLe:
		e = b.SLe(a, c)
	}
	return b.Value(e)
}

// checkDivision ends the path, for the configurations concerned, where a division traps.
func (m *Machine) checkDivision(op ir.Op, w ir.Width, x, y expr.Value) {
	d := m.wide(y, w.Bits())
	if !m.decide(m.b.Ne(d, m.b.Const(0, w.Bits()))) {
		m.end(path.Arithmetic, 8, "division by zero")
	}
	if op == ir.OpSDiv || op == ir.OpSRem {
		n := m.wide(x, w.Bits())
		least := m.b.Const(1<<(w.Bits()-1), w.Bits())
		over := m.b.And(m.b.Eq(n, least), m.b.Eq(d, m.b.Const(math.MaxUint64, w.Bits())))
		if m.decide(over) {
			m.end(path.Arithmetic, 8, "overflow in division of the smallest number by -1")
		}
	}
}

// unary performs a negation, complement or conversion between integers.
func (m *Machine) unary(in *ir.Instr, x expr.Value) expr.Value {
	w := in.W
	if x.E == nil {
		v := x.C
		switch in.Op {
		case ir.OpNeg:
			v = -v
		case ir.OpNot:
			v = ^v
		case ir.OpSExt:
			v = signExtend(v, in.From)
		case ir.OpZExt:
			v &= in.From.Mask()
		}
		return expr.Value{C: v & w.Mask()}
	}
	var e *expr.Expr
	switch in.Op {
	case ir.OpNeg:
		e = m.b.Neg(m.wide(x, w.Bits()))
	case ir.OpNot:
		e = m.b.Not(m.wide(x, w.Bits()))
	case ir.OpSExt:
		e = m.b.SExt(m.wide(x, in.From.Bits()), w.Bits())
	case ir.OpZExt:
		e = m.b.ZExt(m.wide(x, in.From.Bits()), w.Bits())
	default:
		e = m.wide(x, w.Bits())
	}
	return m.b.Value(e)
}

// choose performs a selection.
func (m *Machine) choose(f *state.Frame, in *ir.Instr) expr.Value {
	c := m.cond(f.Get(in.A), in.From)
	x, y := operand(f, in), f.Get(in.C)
	switch {
	case c.IsTrue():
		return x
	case c.IsFalse():
		return y
	}
	return m.b.Value(m.b.Ite(c, m.wide(x, in.W.Bits()), m.wide(y, in.W.Bits())))
}

// alloca makes an object that lives until the frame returns.
func (m *Machine) alloca(f *state.Frame, in *ir.Instr) {
	n := m.concrete(f.Get(in.A))
	if n > memory.MaxSize {
		m.fault(&memory.Fault{Kind: memory.TooLarge, Size: n})
	}
	a := m.allocate(&memory.Object{Kind: memory.Stack, Size: n, Site: in.Pos, Undefined: true})
	f.Extra = append(f.Extra, uint32(a>>32))
	f.Set(in.Dst, expr.Value{C: a})
}
