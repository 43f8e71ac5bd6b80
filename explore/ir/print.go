package ir

// This file implements the textual form of units, programs and functions. It
// is line oriented:
//
//	unit "t.c"
//	file "t.c" subject
//	struct "struct s" size 8 align 4
//	field "a" offset 0
//	field "b" offset 4 bit 0 width 3
//	undefined printf !1:1:5
//	alias g = f func weak
//	object x static size 4 align 4 !1:2:5
//	init "\x01"
//	reloc 8 @y + 4
//	func main params 2 result 4 regs 9 subject !1:3:5
//	reg 0 argc
//	local buf size 16 align 1 !1:4:7
//	b0:
//	  line !1:5:3
//	  r2 = load.4 r1 + 8 !1:5:7
//	  r3 = call.4 @printf(r2; r0, r2:f80) !1:5:3
//	  branch.4 r3 ? b1 : b2 !1:5:3
//
// An operation is followed by its width and the width of its operand
// (zext.8.4); a position is !file:line:column with the file's index; #n is an id of
// coverage. A symbol's name is followed by # and its index where the name is not
// unique. A comment begins with // and ends with the line. The text is a
// function of the data alone; Parse is its inverse for what Verify accepts.

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// PrintMode says what is left out of a listing.
type PrintMode uint8

const (
	NoPositions PrintMode = 1 << iota // positions, except those of line marks
	NoStructs                         // the layouts of structures
	NoFiles                           // the table of files
)

// String returns the complete textual form.
func (u *Unit) String() string {
	var b strings.Builder
	_ = PrintUnit(&b, u, 0)
	return b.String()
}

// String returns the complete textual form.
func (p *Program) String() string {
	var b strings.Builder
	_ = PrintProgram(&b, p, 0)
	return b.String()
}

// PrintUnit writes u to w.
func PrintUnit(w io.Writer, u *Unit, mode PrintMode) error {
	p := newPrinter(u.Symbols, mode)
	p.line("unit ", strconv.Quote(u.Name))
	p.files(u.Files)
	if mode&NoStructs == 0 {
		p.structs(u.Structs)
	}
	p.symbols()
	_, err := w.Write(p.b)
	return err
}

// PrintProgram writes prog to w.
func PrintProgram(w io.Writer, prog *Program, mode PrintMode) error {
	p := newPrinter(prog.Symbols, mode)
	p.line("program ", p.symbol(prog.Entry))
	p.files(prog.Files)
	for _, a := range prog.Aliases {
		p.line("name ", quoteName(a.Name), " = ", p.symbol(a.Sym))
	}
	p.symbols()
	_, err := w.Write(p.b)
	return err
}

// FormatInstr returns the textual form of one instruction, without position;
// f (which may be nil) adds the names of locals as comments.
func FormatInstr(symbols []Symbol, f *Func, in *Instr) string {
	p := printer{syms: symbols, fn: f, mode: NoPositions}
	p.instr(in)
	return strings.TrimSpace(string(p.b))
}

// printer accumulates text.
type printer struct {
	b     []byte
	syms  []Symbol
	fn    *Func
	count map[string]int // how many symbols have the name; nil: always print the index
	mode  PrintMode
}

func newPrinter(syms []Symbol, mode PrintMode) *printer {
	p := &printer{syms: syms, mode: mode, count: make(map[string]int, len(syms))}
	for i := range syms {
		p.count[syms[i].Name]++
	}
	return p
}

func (p *printer) str(s ...string) {
	for _, x := range s {
		p.b = append(p.b, x...)
	}
}

func (p *printer) line(s ...string) {
	p.str(s...)
	p.b = append(p.b, '\n')
}

func (p *printer) num(prefix string, n uint64) {
	p.b = append(p.b, prefix...)
	p.b = strconv.AppendUint(p.b, n, 10)
}

func (p *printer) flag(on bool, name string) {
	if on {
		p.str(" ", name)
	}
}

// id prints an id of coverage.
func (p *printer) id(id uint32) {
	if id != 0 {
		p.num("#", uint64(id))
	}
}

// end prints a position and ends the line.
func (p *printer) end(pos Pos) {
	if p.mode&NoPositions == 0 {
		p.pos(pos)
	}
	p.b = append(p.b, '\n')
}

func (p *printer) pos(pos Pos) {
	if pos != (Pos{}) {
		p.num(" !", uint64(pos.File))
		p.num(":", uint64(pos.Line))
		p.num(":", uint64(pos.Col))
	}
}

// isName reports whether s needs no quotes.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isNameByte(s[i]) || i == 0 && (s[i] >= '0' && s[i] <= '9' || s[i] == '.') {
			return false
		}
	}
	return s != ""
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func quoteName(s string) string {
	if isName(s) {
		return s
	}
	return strconv.Quote(s)
}

// symbol returns the reference to symbol i.
func (p *printer) symbol(i int32) string {
	if i < 0 || int(i) >= len(p.syms) {
		return fmt.Sprintf("@\"\"#%d", uint32(i))
	}
	name := p.syms[i].Name
	if p.count != nil && p.count[name] == 1 || p.count == nil && isName(name) {
		return "@" + quoteName(name)
	}
	return fmt.Sprintf("@%s#%d", quoteName(name), i)
}

func (p *printer) files(files []File) {
	if p.mode&NoFiles != 0 {
		return
	}
	for i, f := range files {
		if i == 0 && f == (File{}) {
			continue
		}
		p.str("file ", strconv.Quote(f.Name))
		p.flag(f.Subject, "subject")
		p.line()
	}
}

func (p *printer) structs(structs []StructInfo) {
	for _, s := range structs {
		p.str("struct ", strconv.Quote(s.Tag))
		p.num(" size ", s.Size)
		p.num(" align ", s.Align)
		p.line()
		for _, f := range s.Fields {
			p.str("field ", strconv.Quote(f.Name))
			p.num(" offset ", f.Offset)
			if f.BitSize != 0 {
				p.num(" bit ", uint64(f.Bit))
				p.num(" width ", uint64(f.BitSize))
			}
			p.line()
		}
	}
}

func (p *printer) symbols() {
	for i := range p.syms {
		p.definition(&p.syms[i])
	}
}

var symbolKinds = [...]string{
	SymInvalid: "invalid", SymUndefined: "undefined", SymFunc: "func", SymObject: "object", SymIntrinsic: "intrinsic",
}

// String returns the word that begins the symbol's definition in a listing.
func (k SymbolKind) String() string {
	if int(k) >= len(symbolKinds) {
		return "invalid"
	}
	return symbolKinds[k]
}

func (p *printer) definition(s *Symbol) {
	if s.Alias != "" {
		p.str("alias ", quoteName(s.Name), " = ", quoteName(s.Alias), " ", s.Kind.String())
	} else {
		p.str(s.Kind.String(), " ", quoteName(s.Name))
	}
	p.flag(s.Static, "static")
	p.flag(s.Weak, "weak")
	p.flag(s.Common, "common")
	switch {
	case s.Kind == SymObject && s.Global != nil:
		p.object(s)
	case s.Kind == SymFunc && s.Func != nil:
		p.function(s)
	default:
		p.end(s.Pos)
	}
}

func (p *printer) object(s *Symbol) {
	g := s.Global
	p.num(" size ", g.Size)
	p.num(" align ", uint64(g.Align))
	p.flag(g.ReadOnly, "readonly")
	if g.Type != "" {
		p.str(" type ", strconv.Quote(g.Type))
	}
	p.end(s.Pos)
	for init := g.Init; len(init) > 0; {
		n := min(len(init), 64)
		p.line("init ", strconv.Quote(string(init[:n])))
		init = init[n:]
	}
	for _, r := range g.Relocs {
		p.num("reloc ", r.Offset)
		p.str(" ", p.symbol(r.Sym))
		p.offset(uint64(r.Addend))
		p.line()
	}
}

// offset prints " + n" or " - n", or nothing for 0.
func (p *printer) offset(n uint64) {
	if int64(n) < 0 {
		p.str(" - ", formatImm(-n))
	} else if n != 0 {
		p.str(" + ", formatImm(n))
	}
}

func formatImm(n uint64) string {
	if n < 1<<16 {
		return strconv.FormatUint(n, 10)
	}
	return "0x" + strconv.FormatUint(n, 16)
}

func (p *printer) function(s *Symbol) {
	f := s.Func
	p.fn = f
	if f.Name != s.Name {
		p.str(" name ", strconv.Quote(f.Name))
	}
	p.num(" params ", uint64(f.Params))
	p.flag(f.Variadic, "variadic")
	if f.Result != 0 {
		p.num(" result ", uint64(f.Result))
	}
	p.num(" regs ", uint64(f.Regs))
	p.flag(f.Subject, "subject")
	if f.EntryID != 0 {
		p.str(" entry ")
		p.id(f.EntryID)
	}
	if f.Pos != s.Pos && p.mode&NoPositions == 0 {
		p.str(" at")
		p.pos(f.Pos)
		if f.Pos == (Pos{}) {
			p.str(" !0:0:0")
		}
	}
	p.end(s.Pos)
	for i, name := range f.RegNames {
		if name != "" {
			p.num("reg ", uint64(i))
			p.line(" ", quoteName(name))
		}
	}
	for _, l := range f.Locals {
		p.str("local ", quoteName(l.Name))
		p.num(" size ", l.Size)
		p.num(" align ", uint64(l.Align))
		p.end(l.Pos)
	}
	for _, b := range f.Blocks {
		p.block(b)
	}
	p.fn = nil
}

func (p *printer) block(b *Block) {
	p.num("b", uint64(b.Index))
	p.str(":")
	p.flag(b.Hidden, "hidden")
	if b.ID != 0 {
		p.str(" ")
		p.id(b.ID)
	}
	p.line()
	marks := b.Lines
	for i := range b.Instrs {
		for len(marks) > 0 && marks[0].Instr <= i {
			p.mark(marks[0])
			marks = marks[1:]
		}
		p.instr(&b.Instrs[i])
	}
	for _, m := range marks {
		p.mark(m)
	}
	p.term(&b.Term)
}

func (p *printer) mark(m LineMark) {
	p.str("  line")
	if m.ID != 0 {
		p.str(" ")
		p.id(m.ID)
	}
	p.pos(m.Pos)
	p.line()
}

func (p *printer) reg(prefix string, r Reg) {
	if r < 0 {
		p.str(prefix, "none")
		return
	}
	p.str(prefix)
	p.num("r", uint64(r))
}

// widths prints the suffix of an operation.
func (p *printer) widths(w, from Width) {
	if w != 0 || from != 0 {
		p.num(".", uint64(w))
	}
	if from != 0 {
		p.num(".", uint64(from))
	}
}

func (p *printer) instr(in *Instr) {
	s := in.Op.Shape()
	p.str("  ")
	if s.Has(AddrDst) {
		p.str("*")
	}
	if s.Has(AddrDst|HasDst) || in.Dst >= 0 {
		p.reg("", in.Dst)
		p.str(" = ")
	}
	p.str(in.Op.String())
	p.widths(in.W, in.From)
	switch {
	case s.Has(CallArgs):
		p.call(in)
	case in.Op == OpConst:
		p.str(" ", formatImm(in.Imm))
	case in.Op == OpLabelAddr:
		p.num(" b", in.Imm)
	case in.Op == OpLocalAddr, in.Op == OpBegin, in.Op == OpEnd:
		p.num(" ", in.Imm)
		if p.fn != nil && in.Imm < uint64(len(p.fn.Locals)) && isName(p.fn.Locals[in.Imm].Name) {
			defer func(pos Pos) {
				p.b = append(p.b[:len(p.b)-1], " // "...)
				p.line(p.fn.Locals[in.Imm].Name)
			}(in.Pos)
		}
	case s.Has(HasSym):
		p.str(" ", p.symbol(in.Sym))
		p.offset(in.Imm)
	default:
		p.operands(s, in)
	}
	p.end(in.Pos)
}

func (p *printer) operands(s Shape, in *Instr) {
	p.reg(" ", in.A)
	if in.Op == OpLoad || in.Op == OpStore {
		p.offset(in.Imm)
	} else if s.Has(HasImm) {
		p.str(", ", formatImm(in.Imm))
	}
	p.operand(s, HasB, HasBImm, in.B, in.Imm)
	p.operand(s, HasC, HasCImm, in.C, in.Imm)
}

func (p *printer) operand(s, reg, regOrImm Shape, r Reg, imm uint64) {
	switch {
	case s.Has(regOrImm) && r == NoReg:
		p.str(", ", formatImm(imm))
	case s.Has(reg | regOrImm):
		p.reg(", ", r)
	}
}

func (p *printer) call(in *Instr) {
	if in.Sym >= 0 {
		p.str(" ", p.symbol(in.Sym), "(")
	} else {
		p.reg(" ", in.A)
		p.str("(")
	}
	for i, a := range in.Args {
		switch {
		case i == int(in.Fixed):
			p.str("; ")
		case i > 0:
			p.str(", ")
		}
		p.reg("", a)
		if v := i - int(in.Fixed); v >= 0 && v < len(in.Var) {
			switch slot := in.Var[v]; slot.Kind {
			case SlotF80:
				p.str(":f80")
			case SlotAggregate:
				p.num(":agg ", uint64(slot.Size))
			}
		}
	}
	p.str(")")
	if in.Returns {
		p.str(" returns")
	}
}

func (p *printer) edge(prefix string, e Edge) {
	p.str(prefix)
	p.num("b", uint64(e.To))
	p.id(e.ID)
}

var termNames = [...]string{
	TermInvalid: "noterm", TermJump: "jump", TermBranch: "branch", TermSwitch: "switch",
	TermIndirect: "indirect", TermReturn: "return", TermUnreachable: "unreachable",
}

// String returns the word that begins the terminator in a listing.
func (k TermKind) String() string {
	if int(k) >= len(termNames) {
		return "noterm"
	}
	return termNames[k]
}

func (p *printer) term(t *Term) {
	p.str("  ", t.Kind.String())
	p.widths(t.W, 0)
	if t.Kind == TermBranch || t.Kind == TermSwitch || t.Kind == TermIndirect || t.Value != NoReg && t.Kind == TermReturn {
		p.reg(" ", t.Value)
	}
	succs := t.Succs
	sep := " "
	if t.Kind == TermSwitch {
		for i, c := range t.Cases {
			if i < len(succs) {
				p.str(sep, formatImm(c))
				p.edge(": ", succs[i])
				sep = ", "
			}
		}
		succs = succs[min(len(t.Cases), len(succs)):]
		sep += "default: "
	}
	if t.Kind == TermBranch {
		sep = " ? "
	}
	for _, e := range succs {
		p.edge(sep, e)
		sep = ", "
		if t.Kind == TermBranch {
			sep = " : "
		}
	}
	if t.Logical {
		p.num(" join b", uint64(t.Join))
	}
	if t.Derived {
		p.str(" derived")
	}
	if o := &t.Operand; o.Decision != 0 {
		p.num(" decision ", uint64(o.Decision))
		p.num(" operand ", uint64(o.Index))
		p.str(" leads ", formatLead(o.True))
		p.str(", ", formatLead(o.False))
		if o.Like != 0 {
			p.num(" like ", uint64(o.Like-1))
		}
	}
	if t.Cond != 0 {
		p.str(" cond ")
		p.id(t.Cond)
	}
	p.end(t.Pos)
}

// formatLead writes what comes after an outcome of a condition.
func formatLead(n int16) string {
	switch n {
	case DecisionTrue:
		return "true"
	case DecisionFalse:
		return "false"
	}
	return strconv.Itoa(int(n))
}
