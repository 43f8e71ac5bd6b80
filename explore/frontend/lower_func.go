package frontend

// This file defines the lowering of a function: blocks, registers and the
// places of variables.
//
// Variables of scalar type whose address is not taken are registers for the whole
// function. Temporaries are registers that are free again at the next
// statement; there is a pool of them for each width, so that no register holds
// values of different widths. The addresses of locals and symbols are kept in
// registers of their own as long as it is sure that they were computed.

import (
	"github.com/confcov/confcov/explore/ir"
)

// block is a basic block under construction.
type block struct {
	ir     *ir.Block
	succs  []*block
	join   *block
	closed bool
	ends   bool // a call or goto ended it: it is not to be merged with its successor
	keep   bool // it is the join of a logical region, or a label whose address is taken: it stays a block of its own
	mark   bool // used by passes
	index  int
}

// place says where an object is.
type place struct {
	inReg   bool   // the value, or for objects passed by address and of variable size their address, is in reg
	reg     ir.Reg // not inReg: caches the address
	local   int
	global  bool
	sym     int32
	block   *block // reg is valid in this block
	forever bool   // reg is valid wherever the object is in scope
}

// pools are the temporaries of a function.
type pools struct {
	regs  [9][]ir.Reg // by width
	cells map[[2]uint64][]int
}

// poolMark is how many temporaries of each pool are in use.
type poolMark struct {
	regs  [9]int
	cells map[[2]uint64]int
}

// funcLowerer lowers one function.
type funcLowerer struct {
	u        *unitLowerer
	f        *function
	out      *ir.Func
	blocks   []*block // in order of their start
	cur      *block
	places   map[*object]*place
	pool     pools
	used     poolMark // temporaries in use
	labels   map[*label]*block
	brk      *block
	cont     *block
	cases    map[*stmt]*block
	hidden   bool  // within a logical region
	deciding *expr // the ?: whose second and third operand decide
	decisions
	gotos   int // depth of statements within which a declaration may be jumped over
	labelAt []labelUse
	result  ir.Reg // register that holds the address of the result, or NoReg
	base    poolMark

	scopes              []lifetime // innermost last; see lower_scope.go
	ending              []int      // locals whose lives end before the next instruction
	within              int        // depth of statement expressions
	brkDepth, contDepth int        // how many scopes are around the statement that break, continue leave
}

// labelUse is an instruction that takes the address of a label.
type labelUse struct {
	b     *block
	instr int
	label *label
}

func (l *unitLowerer) function(f *function) *ir.Func {
	if f.failure != nil {
		panic(*f.failure)
	}
	t := f.obj.typ
	fl := &funcLowerer{
		u: l, f: f, places: map[*object]*place{}, labels: map[*label]*block{}, cases: map[*stmt]*block{},
		out:    &ir.Func{Name: f.obj.name, Variadic: f.variadic, Pos: f.obj.pos, Subject: l.s.files[f.obj.pos.File].Subject},
		result: ir.NoReg,
	}
	fl.pool.cells = map[[2]uint64][]int{}
	fl.used.cells = map[[2]uint64]int{}
	fl.base.cells = map[[2]uint64]int{}
	fl.start(fl.newBlock())
	fl.parameters(t)
	for _, o := range f.locals {
		fl.allocate(o)
	}
	fl.stmt(f.body)
	fl.impliedReturn()
	fl.fallOff(t.elem)
	fl.finish()
	return fl.out
}

// fallOff ends the function where its body ends.
func (l *funcLowerer) fallOff(t *ctype) {
	if t.inRegister() {
		r := l.temp(t.width())
		l.emit(ir.Instr{Op: ir.OpConst, Dst: r})
		l.terminate(ir.Term{Kind: ir.TermReturn, Value: r})
		return
	}
	l.terminate(ir.Term{Kind: ir.TermReturn, Value: ir.NoReg})
}

// newReg returns a new register; its name is "" for temporaries.
func (l *funcLowerer) newReg(name string) ir.Reg {
	r := ir.Reg(l.out.Regs)
	l.out.Regs++
	l.out.RegNames = append(l.out.RegNames, name)
	return r
}

// temp returns a temporary for values of width w.
func (l *funcLowerer) temp(w ir.Width) ir.Reg {
	p := &l.pool.regs[w]
	if n := l.used.regs[w]; n == len(*p) {
		*p = append(*p, l.newReg(""))
	}
	r := (*p)[l.used.regs[w]]
	l.used.regs[w]++
	return r
}

// scratch returns the address of a local for a temporary object.
func (l *funcLowerer) scratch(size, align uint64) ir.Reg {
	key := [2]uint64{max(size, 1), align}
	p := l.pool.cells[key]
	n := l.used.cells[key]
	if n == len(p) {
		l.pool.cells[key] = append(p, l.newLocal("", key[0], align, ir.Pos{}))
		p = l.pool.cells[key]
	}
	l.used.cells[key]++
	r := l.temp(8)
	l.emit(ir.Instr{Op: ir.OpLocalAddr, Dst: r, Imm: uint64(p[n])})
	return r
}

func (l *funcLowerer) newLocal(name string, size, align uint64, pos ir.Pos) int {
	l.out.Locals = append(l.out.Locals, ir.Local{Name: name, Size: size, Align: uint32(max(align, 1)), Pos: pos})
	return len(l.out.Locals) - 1
}

func (m poolMark) clone() poolMark {
	c := poolMark{regs: m.regs, cells: make(map[[2]uint64]int, len(m.cells))}
	for k, v := range m.cells {
		c.cells[k] = v
	}
	return c
}

// release frees the temporaries of the statement before.
func (l *funcLowerer) release() {
	l.used.regs = l.base.regs
	for k := range l.used.cells {
		l.used.cells[k] = l.base.cells[k]
	}
}

// named returns the name of the register that holds o, or something related to it.
func named(prefix, name string) string {
	if name == "" {
		return ""
	}
	return prefix + name
}

// inMem reports whether o is kept in memory.
func (l *funcLowerer) inMem(o *object) bool { return o.addrTaken || l.f.setjmp && !o.vla }

// allocate gives a local variable its place.
func (l *funcLowerer) allocate(o *object) {
	switch {
	case o.vla:
		l.places[o] = &place{inReg: true, reg: l.newReg(named("&", o.name))}
	case l.inMem(o):
		wantSize(o.name, o.typ, o.pos)
		n := l.newLocal(o.name, o.typ.sizeOf(), max(o.typ.alignOf(), o.align), o.pos)
		l.places[o] = &place{local: n, reg: ir.NoReg}
	default:
		l.places[o] = &place{inReg: true, reg: l.newReg(o.name)}
	}
}

// parameters gives the parameters their places.
func (l *funcLowerer) parameters(t *ctype) {
	if t.elem.inMemory() {
		l.result = l.newReg("&result")
		l.out.Params++
	} else if t.elem.inRegister() {
		l.out.Result = t.elem.width()
	}
	regs := make([]ir.Reg, len(l.f.params))
	for i, o := range l.f.params {
		name := o.name
		if name == "" {
			name = "_"
		}
		regs[i] = l.newReg(name)
		l.out.Params++
	}
	for i, o := range l.f.params {
		r := regs[i]
		if o.promoted != nil {
			from := r
			r = l.newReg(o.name)
			op := ir.OpTrunc
			if o.typ.kind == kFloat {
				op = ir.OpFCvt
			}
			if o.typ.kind == kBool {
				l.emit(ir.Instr{Op: ir.OpNe, W: 4, Dst: r, A: from, B: ir.NoReg, Pos: o.pos})
			} else {
				l.emit(ir.Instr{Op: op, W: o.typ.width(), From: o.promoted.width(), Dst: r, A: from, Pos: o.pos})
			}
		}
		if o.typ.inMemory() || !l.inMem(o) {
			l.places[o] = &place{inReg: true, reg: r}
			continue
		}
		l.allocate(o)
		a := l.objectAddr(o)
		l.emit(ir.Instr{Op: ir.OpStore, W: o.typ.width(), A: a.base, B: r, Imm: a.off, Pos: o.pos})
	}
}

// newBlock makes a block, which is not placed yet.
func (l *funcLowerer) newBlock() *block {
	return &block{ir: &ir.Block{Hidden: l.hidden}}
}

// start places b and goes on in it. If the current block is open it jumps there.
func (l *funcLowerer) start(b *block) {
	if l.cur != nil && !l.cur.closed {
		l.jump(b)
	}
	l.blocks = append(l.blocks, b)
	l.cur = b
}

// emit appends an instruction to the current block. Fields that name registers
// and are left 0 are made absent as the operation wants it.
func (l *funcLowerer) emit(in ir.Instr) {
	l.u.budget.step(func() ir.Pos { return in.Pos })
	s := in.Op.Shape()
	if !s.Has(ir.HasDst | ir.OptDst | ir.AddrDst) {
		in.Dst = ir.NoReg
	}
	if !s.Has(ir.HasA | ir.CallArgs) {
		in.A = ir.NoReg
	}
	if !s.Has(ir.HasB | ir.HasBImm) {
		in.B = ir.NoReg
	}
	if !s.Has(ir.HasC) && in.Op != ir.OpCopy && in.Op != ir.OpFill {
		in.C = ir.NoReg
	}
	if !s.Has(ir.HasSym | ir.CallArgs) {
		in.Sym = -1
	}
	if l.cur.closed {
		l.start(l.newBlock()) // not reachable
	}
	if ending := l.ending; ending != nil {
		l.ending = nil
		l.end(ending)
	}
	l.cur.ir.Instrs = append(l.cur.ir.Instrs, in)
}

// terminate ends the current block.
func (l *funcLowerer) terminate(t ir.Term, succs ...*block) {
	if l.cur.closed {
		l.start(l.newBlock())
	}
	l.cur.ir.Term = t
	l.cur.succs = succs
	l.cur.closed = true
}

func (l *funcLowerer) jump(b *block) {
	l.terminate(ir.Term{Kind: ir.TermJump, Value: ir.NoReg}, b)
}

// branch goes to yes if register r is not 0, else to no.
func (l *funcLowerer) branch(r ir.Reg, w ir.Width, yes, no *block, pos ir.Pos) {
	l.terminate(ir.Term{Kind: ir.TermBranch, W: w, Value: r, Pos: pos}, yes, no)
}

// line notes that a statement begins here.
func (l *funcLowerer) line(pos ir.Pos) {
	if !pos.IsValid() {
		return
	}
	if l.cur.closed {
		l.start(l.newBlock())
	}
	b := l.cur.ir
	if n := len(b.Lines); n > 0 && b.Lines[n-1].Instr == len(b.Instrs) && b.Lines[n-1].Pos == pos {
		return
	}
	b.Lines = append(b.Lines, ir.LineMark{Instr: len(b.Instrs), Pos: pos})
}

// addr is an address: a register and an offset.
type addr struct {
	base ir.Reg
	off  uint64
}

// plus returns a displaced by n bytes.
func (a addr) plus(n uint64) addr { return addr{a.base, a.off + n} }

// objectAddr returns the address of an object in memory.
func (l *funcLowerer) objectAddr(o *object) addr {
	p := l.places[o]
	if p == nil {
		if !(o.kind == objFunc || o.static || o.link != linkNone) {
			fail(o.pos, "internal error: variable %s has no place", o.name)
		}
		p = &place{global: true, sym: l.u.symbol(o), reg: ir.NoReg}
		l.places[o] = p
	}
	if p.inReg {
		return addr{base: p.reg}
	}
	if p.reg != ir.NoReg && (p.forever || p.block == l.cur && !l.cur.closed) {
		return addr{base: p.reg}
	}
	if p.reg == ir.NoReg {
		name := o.name
		if name == "" {
			name = "temporary"
		}
		p.reg = l.newReg("&" + name)
	}
	if p.global {
		l.emit(ir.Instr{Op: ir.OpSymAddr, Dst: p.reg, Sym: p.sym})
	} else {
		l.emit(ir.Instr{Op: ir.OpLocalAddr, Dst: p.reg, Imm: uint64(p.local)})
	}
	p.block = l.cur
	return addr{base: p.reg}
}

// declare computes the address of a local at its declaration, where that is
// sure to be executed before any use.
func (l *funcLowerer) declare(o *object) {
	p := l.places[o]
	if p == nil || p.inReg || l.f.hasGoto || l.f.setjmp || l.gotos > 0 {
		return
	}
	l.objectAddr(o)
	p.forever = true
}
