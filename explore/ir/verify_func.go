package ir

// This file implements the verifier's checks of single blocks, instructions and terminators.

import "math/bits"

func (v *verifier) function(f *Func) {
	v.fn, v.instr = f, -1
	defer func() { v.fn, v.block, v.instr = nil, nil, -1 }()
	v.pos(f.Pos)
	if f.Regs < 0 || f.Regs > maxRegs {
		v.report("%d registers", f.Regs)
		return
	}
	if f.Params < 0 || f.Params > f.Regs {
		v.report("%d parameters in %d registers", f.Params, f.Regs)
	}
	if len(f.RegNames) > f.Regs {
		v.report("%d names for %d registers", len(f.RegNames), f.Regs)
	}
	if f.Result != 0 && !f.Result.legal() {
		v.report("result width %d", f.Result)
	}
	if len(f.Blocks) == 0 {
		v.report("no blocks")
		return
	}
	for i, l := range f.Locals {
		if l.Align == 0 || l.Align&(l.Align-1) != 0 {
			v.report("local %d (%s): alignment %d", i, l.Name, l.Align)
		}
		v.pos(l.Pos)
	}
	before := len(v.errs)
	for i, b := range f.Blocks {
		if b == nil {
			v.report("block %d is nil", i)
			return
		}
		v.blockAlone(i, b)
		if v.full() {
			return
		}
	}
	// The checks of the flow need a sound graph.
	if len(v.errs) == before {
		v.flow(f)
	}
}

func (v *verifier) blockAlone(i int, b *Block) {
	v.block, v.instr = b, -1
	if b.Index != i {
		v.report("is at index %d", i)
	}
	last := 0
	for _, m := range b.Lines {
		if m.Instr < last || m.Instr > len(b.Instrs) {
			v.report("line mark at instruction %d of %d, after %d", m.Instr, len(b.Instrs), last)
		}
		last = m.Instr
		if !m.Pos.IsValid() {
			v.report("line mark without a line")
		}
		v.pos(m.Pos)
	}
	for j := range b.Instrs {
		v.instr = j
		v.instruction(&b.Instrs[j])
	}
	v.instr = len(b.Instrs)
	v.terminator(&b.Term)
	v.block, v.instr = nil, -1
}

// legal reports whether w is the width of a scalar.
func (w Width) legal() bool { return w == 1 || w == 2 || w == 4 || w == 8 }

// regRef checks an operand: whether it is a register, or absent, as it should be.
func (v *verifier) regRef(name string, r Reg, want, optional bool) {
	switch {
	case r == NoReg:
		if want && !optional {
			v.report("operand %s is missing", name)
		}
	case !want:
		v.report("operand %s is given, but the operation has none", name)
	case r < 0 || int(r) >= v.fn.Regs:
		v.report("register %d of %d", r, v.fn.Regs)
	}
}

func (v *verifier) instruction(in *Instr) {
	v.pos(in.Pos)
	s := in.Op.Shape()
	if in.Op == OpInvalid || in.Op >= numOps {
		v.report("invalid operation %d", in.Op)
		return
	}
	v.regRef("dst", in.Dst, s.Has(HasDst|OptDst|AddrDst), s.Has(OptDst))
	v.regRef("b", in.B, s.Has(HasB|HasBImm), s.Has(HasBImm))
	v.regRef("c", in.C, s.Has(HasC|HasCImm), s.Has(HasCImm))
	v.widths(in, s)
	if s.Has(CallArgs) {
		v.call(in)
		return
	}
	v.regRef("a", in.A, s.Has(HasA), false)
	if s.Has(HasSym) {
		v.symRef(in.Sym)
	} else if in.Sym != -1 {
		v.report("symbol %d is given, but the operation has none", in.Sym)
	}
	if in.Fixed != 0 || len(in.Args) != 0 || len(in.Var) != 0 || in.Returns {
		v.report("arguments are given, but it is no call")
	}
	switch in.Op {
	case OpLocalAddr, OpBegin, OpEnd:
		if in.Imm >= uint64(len(v.fn.Locals)) {
			v.report("local %d of %d", in.Imm, len(v.fn.Locals))
		}
	case OpLabelAddr:
		if in.Imm >= uint64(len(v.fn.Blocks)) {
			v.report("block %d of %d", in.Imm, len(v.fn.Blocks))
		}
	case OpAlloca:
		if bits.OnesCount64(in.Imm) > 1 {
			v.report("alignment %d", in.Imm)
		}
	}
}

// widths checks the instruction's own widths and immediate operand.
func (v *verifier) widths(in *Instr, s Shape) {
	if w := in.W; s.Has(HasW) && !w.legal() || !s.Has(HasW) && w != 0 && !w.legal() || s.Has(FloatW) && w != 4 && w != 8 {
		v.report("width %d", w)
		return
	}
	if w := in.From; s.Has(HasFrom) && !w.legal() || !s.Has(HasFrom) && w != 0 || s.Has(FloatFrom) && w != 4 && w != 8 {
		v.report("width %d of the operand", w)
		return
	}
	switch in.Op {
	case OpZExt, OpSExt:
		if in.From >= in.W {
			v.report("extends from %d bytes to %d", in.From, in.W)
		}
	case OpTrunc:
		if in.From <= in.W {
			v.report("truncates from %d bytes to %d", in.From, in.W)
		}
	case OpConst:
		if in.W != 0 && in.Imm&^in.W.Mask() != 0 {
			v.report("%#x does not fit %d bytes", in.Imm, in.W)
		}
	case OpShl, OpLShr, OpAShr:
	default:
		if s.Has(HasBImm) && in.B == NoReg && in.Imm&^in.W.Mask() != 0 {
			v.report("%#x does not fit %d bytes", in.Imm, in.W)
		}
	}
}

func (v *verifier) call(in *Instr) {
	if in.Sym < 0 {
		v.regRef("a", in.A, true, false)
		if in.Sym != -1 {
			v.report("symbol %d", in.Sym)
		}
	} else {
		v.regRef("a", in.A, false, false)
		v.symRef(in.Sym)
		if int(in.Sym) < len(v.syms) && v.syms[in.Sym].Kind == SymObject {
			v.report("calls the object %s", v.syms[in.Sym].Name)
		}
	}
	for _, r := range in.Args {
		v.regRef("argument", r, true, false)
	}
	if in.Fixed < 0 || int(in.Fixed) > len(in.Args) {
		v.report("%d named arguments of %d", in.Fixed, len(in.Args))
	} else if in.Var != nil && len(in.Var) != len(in.Args)-int(in.Fixed) {
		v.report("%d slots for %d variadic arguments", len(in.Var), len(in.Args)-int(in.Fixed))
	}
	for _, s := range in.Var {
		if s.Kind > SlotAggregate {
			v.report("slot of kind %d", s.Kind)
		}
	}
}

func (v *verifier) terminator(t *Term) {
	v.pos(t.Pos)
	if t.W != 0 && !t.W.legal() {
		v.report("width %d", t.W)
	}
	want := -1
	switch t.Kind {
	case TermJump:
		want = 1
	case TermBranch:
		want = 2
		v.decision(t)
	case TermSwitch:
		want = len(t.Cases) + 1
		v.decision(t)
		v.cases(t)
	case TermIndirect:
		v.regRef("value", t.Value, true, false)
		if len(t.Succs) == 0 {
			v.report("computed goto without successors")
		}
	case TermReturn:
		want = 0
		v.regRef("value", t.Value, v.fn.Result != 0, true)
	case TermUnreachable:
		want = 0
	default:
		v.report("no terminator (kind %d)", t.Kind)
	}
	if want >= 0 && len(t.Succs) != want {
		v.report("%s with %d successors, want %d", t.Kind, len(t.Succs), want)
	}
	for _, e := range t.Succs {
		if e.To < 0 || e.To >= len(v.fn.Blocks) {
			v.report("edge to block %d of %d", e.To, len(v.fn.Blocks))
		}
	}
	if o := &t.Operand; o.Decision != 0 && (t.Kind != TermBranch || !o.ahead(o.True) || !o.ahead(o.False) || o.Like < 0 || o.Like > o.Index) {
		v.report("%s as condition %d of a decision, which leads to %d and %d and is like %d", t.Kind, o.Index, o.True, o.False, o.Like-1)
	}
	if t.Logical && (t.Kind != TermBranch || t.Join <= 0 || t.Join >= len(v.fn.Blocks)) {
		v.report("logical %s with join %d of %d blocks", t.Kind, t.Join, len(v.fn.Blocks))
	}
	if t.Kind != TermSwitch && len(t.Cases) != 0 {
		v.report("cases, but no switch")
	}
}

func (v *verifier) decision(t *Term) {
	v.regRef("value", t.Value, true, false)
	if !t.W.legal() {
		v.report("width %d", t.W)
	}
}

func (v *verifier) cases(t *Term) {
	seen := make(map[uint64]bool, len(t.Cases))
	for _, c := range t.Cases {
		if seen[c] {
			v.report("case %d twice", c)
		}
		seen[c] = true
		if t.W.legal() && c&^t.W.Mask() != 0 {
			v.report("case %#x does not fit %d bytes", c, t.W)
		}
	}
}

// ahead reports whether n is a condition after o, or the end of the decision.
func (o *Operand) ahead(n int16) bool { return n == DecisionTrue || n == DecisionFalse || n > o.Index }
