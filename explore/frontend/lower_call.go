package frontend

// This file lowers function calls and variable arguments.

import "github.com/confcov/confcov/explore/ir"

// call lowers a call. Its value is the result, or the result's address if that
// is held in memory; it is meaningless if the value is not wanted.
func (l *funcLowerer) call(e *expr, dst ir.Reg, wanted bool) operand {
	in, result := l.prepareCall(e)
	return l.doCall(e, in, result, dst, wanted)
}

// prepareCall evaluates what is called and the arguments. It returns the address of the result, if that is held in memory.
func (l *funcLowerer) prepareCall(e *expr) (in ir.Instr, result ir.Reg) {
	t := e.calc
	in = ir.Instr{Op: ir.OpCall, Dst: ir.NoReg, A: ir.NoReg, Sym: -1, Pos: e.pos}
	if e.a.op == eVar && e.a.obj.kind == objFunc {
		in.Sym = l.u.symbol(e.a.obj)
	} else if e.a.op == eAddr && e.a.a.op == eVar && e.a.a.obj.kind == objFunc {
		in.Sym = l.u.symbol(e.a.a.obj)
	} else {
		in.A = l.reg(e.a)
	}
	result = ir.NoReg
	if t.elem.inMemory() {
		result = l.scratch(t.elem.sizeOf(), t.elem.alignOf())
		in.Args = append(in.Args, result)
	}
	fixed := len(e.args)
	switch {
	case t.noProto:
		fixed = 0 // which arguments are named is the callee's to say
	case t.variadic:
		fixed = len(t.params)
	}
	first := len(in.Args)
	in.Args = append(in.Args, make([]ir.Reg, len(e.args))...)
	slots := make([]ir.VarSlot, len(e.args))
	for i := len(e.args) - 1; i >= 0; i-- { // from right to left, as gcc does
		in.Args[first+i], slots[i] = l.argument(e.args[i])
	}
	if fixed < len(slots) {
		in.Var = slots[fixed:]
	}
	in.Fixed = int32(len(in.Args) - len(in.Var))
	if onlyWords(in.Var) {
		in.Var = nil
	}
	return in, result
}

// doCall does a call that is prepared.
func (l *funcLowerer) doCall(e *expr, in ir.Instr, result, dst ir.Reg, wanted bool) operand {
	t := e.calc
	in.Returns = e.a.returns()
	if t.elem.inRegister() {
		in.W = t.elem.width()
		if wanted {
			in.Dst = l.target(dst, t.elem)
		}
	}
	l.emit(in)
	l.cur.ends = true
	if e.a.op == eVar && e.a.obj.kind == objFunc && e.a.obj.noreturn {
		l.terminate(ir.Term{Kind: ir.TermUnreachable, Value: ir.NoReg, Pos: e.pos})
	} else {
		l.start(l.newBlock())
	}
	if t.elem.inMemory() {
		return inReg(result)
	}
	if wanted && in.Dst == ir.NoReg { // void, in a comma or the like
		return operand{ir.NoReg, 0}
	}
	return inReg(in.Dst)
}

func onlyWords(slots []ir.VarSlot) bool {
	for _, s := range slots {
		if s.Kind != ir.SlotWord {
			return false
		}
	}
	return true
}

// argument lowers an argument and says how it is passed if it is a variable one.
func (l *funcLowerer) argument(e *expr) (ir.Reg, ir.VarSlot) {
	if !e.typ.inMemory() {
		return l.reg(e), ir.VarSlot{}
	}
	n := e.typ.sizeOf()
	slot := ir.VarSlot{Kind: ir.SlotAggregate, Size: uint32(n)}
	if e.typ.kind == kLDouble {
		slot = ir.VarSlot{Kind: ir.SlotF80}
	}
	r := l.inMemory(e, ir.NoReg)
	if e.op == eCall {
		return r, slot // the result is a fresh object already
	}
	c := l.scratch(n, e.typ.alignOf())
	l.copy(addr{base: c}, addr{base: r}, n, e.pos)
	return c, slot
}

// external returns the symbol of a library function.
func (l *unitLowerer) external(name string) int32 {
	o := l.s.c.byName[name]
	if o == nil {
		if o = l.externs[name]; o == nil {
			o = &object{name: name, kind: objFunc, link: linkExternal}
			l.externs[name] = o
		}
	}
	return l.symbol(o)
}

// vaArg lowers va_arg to the address of the argument: it reads the overflow
// area, which is the only one in use.
func (l *funcLowerer) vaArg(e *expr) addr {
	const overflowArea = 8
	ap := l.pointer(e.a)
	p := l.temp(8)
	l.emit(ir.Instr{Op: ir.OpLoad, W: 8, Dst: p, A: ap.base, Imm: ap.off + overflowArea, Pos: e.pos})
	if e.typ.kind == kLDouble {
		p = l.imm(ir.OpAdd, 8, p, 15, ir.NoReg, e.pos)
		p = l.imm(ir.OpAnd, 8, p, ^uint64(15), ir.NoReg, e.pos)
	}
	next := l.imm(ir.OpAdd, 8, p, (e.typ.sizeOf()+7)&^7, ir.NoReg, e.pos)
	l.emit(ir.Instr{Op: ir.OpStore, W: 8, A: ap.base, B: next, Imm: ap.off + overflowArea, Pos: e.pos})
	return addr{base: p}
}
