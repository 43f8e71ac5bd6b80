package ir

// This file implements the parser of functions: blocks, instructions and terminators.

import (
	"math"
	"strings"
)

func (p *parser) funcHead(s *Symbol) {
	f := &Func{Name: s.Name}
	if p.accept("name") {
		f.Name = p.ident()
	}
	p.expect("params")
	f.Params = int(p.number(math.MaxInt32))
	f.Variadic = p.accept("variadic")
	if p.accept("result") {
		f.Result = Width(p.number(math.MaxUint8))
	}
	p.expect("regs")
	f.Regs = int(p.number(maxRegs))
	f.Subject = p.accept("subject")
	if p.accept("entry") {
		f.EntryID = p.id()
	}
	at := p.accept("at")
	if at {
		f.Pos = p.pos()
	}
	s.Pos = p.pos()
	if !at {
		f.Pos = s.Pos
	}
	s.Func, p.fn = f, f
}

// blockIndex parses b followed by a number.
// lead reads what comes after an outcome of a condition.
func (p *parser) lead() int16 {
	switch {
	case p.accept("true"):
		return DecisionTrue
	case p.accept("false"):
		return DecisionFalse
	}
	return int16(p.number(math.MaxInt16))
}

func (p *parser) blockIndex() int {
	t := p.take()
	if !strings.HasPrefix(t, "b") {
		p.fail("want a block, have %q", t)
	}
	return int(p.parseNumber(t[1:], math.MaxInt32))
}

func (p *parser) blockHead() {
	if p.fn == nil {
		p.fail("block outside a function")
	}
	i := p.blockIndex()
	p.expect(":")
	if i != len(p.fn.Blocks) {
		p.fail("block %d where block %d should be", i, len(p.fn.Blocks))
	}
	p.block = &Block{Index: i, Hidden: p.accept("hidden"), ID: p.id(), Term: Term{Value: NoReg}}
	p.fn.Blocks = append(p.fn.Blocks, p.block)
}

// funcItem parses a line inside a function.
func (p *parser) funcItem() {
	if p.fn == nil {
		p.fail("unexpected %q", p.peek())
	}
	switch t := p.peek(); t {
	case "reg":
		p.next++
		i := int(p.number(maxRegs))
		if i >= p.fn.Regs || i < len(p.fn.RegNames) {
			p.fail("register %d: out of range or order", i)
		}
		for len(p.fn.RegNames) < i {
			p.fn.RegNames = append(p.fn.RegNames, "")
		}
		p.fn.RegNames = append(p.fn.RegNames, p.ident())
		return
	case "local":
		p.next++
		l := Local{Name: p.ident()}
		p.expect("size")
		l.Size = p.number(math.MaxUint64)
		p.expect("align")
		l.Align = uint32(p.number(math.MaxUint32))
		l.Pos = p.pos()
		p.fn.Locals = append(p.fn.Locals, l)
		return
	}
	b := p.block
	if b == nil || b.Term.Kind != TermInvalid {
		p.fail("%q outside a block", p.peek())
	}
	if p.accept("line") {
		m := LineMark{Instr: len(b.Instrs), ID: p.id()}
		m.Pos = p.pos()
		b.Lines = append(b.Lines, m)
		return
	}
	word, _, _ := strings.Cut(p.peek(), ".")
	for k, name := range termNames {
		if name == word && k != int(TermInvalid) {
			p.term(&b.Term, TermKind(k))
			return
		}
	}
	b.Instrs = append(b.Instrs, p.instr())
}

// reg parses a register or "none".
func (p *parser) reg() Reg {
	t := p.take()
	if t == "none" {
		return NoReg
	}
	if !isReg(t) {
		p.fail("want a register, have %q", t)
	}
	return Reg(p.parseNumber(t[1:], math.MaxInt32))
}

func isReg(t string) bool {
	return len(t) > 1 && t[0] == 'r' && t[1] >= '0' && t[1] <= '9'
}

// widths splits the widths off an operation's token.
func (p *parser) widths(t string) (name string, w, from Width) {
	parts := strings.Split(t, ".")
	if len(parts) > 3 {
		p.fail("bad operation %q", t)
	}
	if len(parts) > 1 {
		w = Width(p.parseNumber(parts[1], math.MaxUint8))
	}
	if len(parts) > 2 {
		from = Width(p.parseNumber(parts[2], math.MaxUint8))
	}
	return parts[0], w, from
}

func (p *parser) instr() Instr {
	in := Instr{Dst: NoReg, A: NoReg, B: NoReg, C: NoReg, Sym: -1}
	addr := p.accept("*")
	if t := p.peek(); addr || isReg(t) || t == "none" {
		in.Dst = p.reg()
		p.expect("=")
	}
	var name string
	name, in.W, in.From = p.widths(p.take())
	op, ok := opByName[name]
	if !ok {
		p.fail("unknown operation %q", name)
	}
	in.Op = op
	s := op.Shape()
	if s.Has(AddrDst) != addr {
		p.fail("%s: the destination is or is not an address", name)
	}
	switch {
	case s.Has(CallArgs):
		p.call(&in)
	case op == OpConst || op == OpLocalAddr || op == OpBegin || op == OpEnd:
		in.Imm = p.number(math.MaxUint64)
	case op == OpLabelAddr:
		in.Imm = uint64(p.blockIndex())
	case s.Has(HasSym):
		in.Sym = p.symbol()
		in.Imm = p.offset()
	default:
		p.operands(s, &in)
	}
	in.Pos = p.pos()
	return in
}

func (p *parser) operands(s Shape, in *Instr) {
	in.A = p.reg()
	if in.Op == OpLoad || in.Op == OpStore {
		in.Imm = p.offset()
	} else if s.Has(HasImm) {
		p.expect(",")
		in.Imm = p.number(math.MaxUint64)
	}
	if s.Has(HasB | HasBImm) {
		in.B = p.operand(s.Has(HasBImm), &in.Imm)
	}
	if s.Has(HasC | HasCImm) {
		in.C = p.operand(s.Has(HasCImm), &in.Imm)
	}
}

// operand parses a comma and a register, or a number where imm is allowed.
func (p *parser) operand(imm bool, n *uint64) Reg {
	p.expect(",")
	if t := p.peek(); imm && !isReg(t) && t != "none" {
		*n = p.number(math.MaxUint64)
		return NoReg
	}
	return p.reg()
}

func (p *parser) call(in *Instr) {
	if p.peek() == "@" {
		in.Sym = p.symbol()
	} else {
		in.A = p.reg()
	}
	p.expect("(")
	fixed := -1
	for !p.accept(")") {
		switch {
		case p.accept(";"):
			if fixed >= 0 {
				p.fail("second ;")
			}
			fixed = len(in.Args)
		case len(in.Args) > 0:
			p.expect(",")
		}
		in.Args = append(in.Args, p.reg())
		var slot VarSlot
		if fixed >= 0 && p.accept(":") {
			switch t := p.take(); t {
			case "f80":
				slot.Kind = SlotF80
			case "agg":
				slot = VarSlot{SlotAggregate, uint32(p.number(math.MaxUint32))}
			default:
				p.fail("bad slot %q", t)
			}
		}
		if fixed >= 0 {
			in.Var = append(in.Var, slot)
		}
	}
	if fixed < 0 {
		fixed = len(in.Args)
	}
	in.Fixed = int32(fixed)
	in.Returns = p.accept("returns")
	in.Var = normalSlots(in.Var)
}

func (p *parser) edge() Edge {
	e := Edge{To: p.blockIndex()}
	e.ID = p.id()
	return e
}

// edges parses edges separated by sep, if there are any.
func (p *parser) edges(t *Term, sep string) {
	if !strings.HasPrefix(p.peek(), "b") {
		return
	}
	t.Succs = append(t.Succs, p.edge())
	for p.accept(sep) {
		t.Succs = append(t.Succs, p.edge())
	}
}

func (p *parser) term(t *Term, kind TermKind) {
	t.Kind = kind
	_, t.W, _ = p.widths(p.take())
	switch kind {
	case TermBranch:
		t.Value = p.reg()
		p.expect("?")
		p.edges(t, ":")
	case TermSwitch:
		t.Value = p.reg()
		for !p.accept("default") {
			t.Cases = append(t.Cases, p.number(math.MaxUint64))
			p.expect(":")
			t.Succs = append(t.Succs, p.edge())
			p.expect(",")
		}
		p.expect(":")
		p.edges(t, ",")
	case TermIndirect:
		t.Value = p.reg()
		p.edges(t, ",")
	case TermReturn:
		if tok := p.peek(); isReg(tok) {
			t.Value = p.reg()
		}
	case TermJump:
		p.edges(t, ",")
	}
	if p.accept("join") {
		t.Logical = true
		t.Join = p.blockIndex()
	}
	t.Derived = p.accept("derived")
	if p.accept("decision") {
		t.Operand.Decision = uint32(p.number(math.MaxUint32))
		p.expect("operand")
		t.Operand.Index = int16(p.number(math.MaxInt16))
		p.expect("leads")
		t.Operand.True = p.lead()
		p.expect(",")
		t.Operand.False = p.lead()
		if p.accept("like") {
			t.Operand.Like = int16(p.number(math.MaxInt16-1)) + 1
		}
	}
	if p.accept("cond") {
		t.Cond = p.id()
	}
	t.Pos = p.pos()
}
