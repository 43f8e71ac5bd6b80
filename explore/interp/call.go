package interp

// This file implements calls, returns and variadic arguments.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
)

// push makes a frame for fn and the objects of its locals.
func (m *Machine) push(p *state.Process, fn *function) *state.Frame {
	if fn.counted {
		p.Called(fn.name, fn.sym)
		if m.code.counting {
			m.st.Counts[fn.entry]++
		}
	}
	f := p.Push(&m.frames, fn.sym, fn.ir.Regs)
	f.Base = p.Mem.Top()
	for _, o := range fn.locals {
		p.Mem.Push(o)
	}
	if fn.lasting != nil {
		f.Lasting = p.Mem.Next()
		for _, o := range fn.lasting {
			p.Mem.Alloc(o)
		}
	}
	if fn.unset != nil {
		f.Unset = append([]uint64(nil), fn.unset...)
	}
	return f
}

// pop ends the top frame f: its locals die.
func (m *Machine) pop(p *state.Process, f *state.Frame) {
	fn := m.code.functions[f.Sym]
	for range fn.locals {
		m.drop(p.Mem.Pop())
	}
	for k := range uint32(len(fn.lasting)) {
		m.drop(f.Lasting + k)
		p.Mem.Kill(f.Lasting + k)
	}
	for _, id := range f.Extra {
		m.drop(id)
		p.Mem.Kill(id)
	}
	p.Pop(&m.frames)
}

// idOf returns the id of local k in frame f.
func (fn *function) idOf(f *state.Frame, k uint64) uint32 {
	if i := fn.local[k]; i < 0 {
		return f.Lasting + uint32(^i)
	} else {
		return f.Base + uint32(i)
	}
}

// call executes a call.
func (m *Machine) call(fn *function, f *state.Frame, in *ir.Instr) {
	i := &fn.code[f.PC]
	c := &fn.calls[i.x]
	args := m.args[:0]
	for _, r := range in.Args {
		args = append(args, f.Get(r))
	}
	m.args = args[:0]
	tainted := f.Tainted() && m.anyTainted(f, in)
	if c.do != nil && (c.callee == nil || !m.opt.NoShortcuts) {
		if tainted && c.callee == nil {
			m.undefinedArguments(fn, f, in, c.name)
		}
		if (!tainted || c.callee == nil) && m.perform(f, i, c, args) {
			return
		}
	}
	callee := c.callee
	if callee == nil {
		if in.Sym >= 0 {
			m.missing(in.Sym)
		}
		m.used(fn, f, in.A, 8, "is called")
		var shortcut intrinsic
		var name string
		callee, shortcut, name = m.targetOf(m.concrete(f.Get(in.A)))
		if shortcut != nil && !(tainted && callee != nil) {
			if m.perform(f, i, &call{instr: in, do: shortcut, name: name}, args) {
				return
			}
		}
		if callee == nil {
			m.unsupported("function %s", name)
		}
	}
	m.invoke(f, i, callee, in, args)
	if tainted {
		m.passTaints(fn, f, m.p.Top(), callee, in)
	}
	if f.Unset != nil && in.Dst != ir.NoReg {
		f.Unset[in.Dst>>6] &^= 1 << (in.Dst & 63) // a return on the fast path only sets the value
	}
}

// passTaints makes the parameters undefined whose arguments are.
func (m *Machine) passTaints(fn *function, f, g *state.Frame, callee *function, in *ir.Instr) {
	for k, r := range in.Args {
		t := fn.named(f.TaintOf(r), r)
		if t.Bits == 0 {
			continue
		}
		if k < callee.ir.Params {
			g.Taint(ir.Reg(k), t)
		} else if off, ok := variadicOffset(in, callee.ir.Params, k); ok && g.VarArg != 0 {
			storeTaint(m.p.Mem.Modify(g.VarArg), off, 8, t.Bits)
		}
	}
}

// slotOf returns how argument k of a call is passed to a variadic function that does not name it.
func slotOf(in *ir.Instr, k int) ir.VarSlot {
	if k -= int(in.Fixed); k >= 0 && k < len(in.Var) {
		return in.Var[k]
	}
	return ir.VarSlot{}
}

// variadicOffset returns where argument k of a call lies among the variadic ones, which begin at fixed; ok if it is a word.
func variadicOffset(in *ir.Instr, fixed, k int) (off uint64, ok bool) {
	for j := fixed; j <= k; j++ {
		s := slotOf(in, j)
		if j == k {
			return off, s.Kind == ir.SlotWord
		}
		switch s.Kind {
		case ir.SlotF80:
			off = (off+15)&^15 + 16
		case ir.SlotAggregate:
			off += (uint64(s.Size) + 7) &^ 7
		default:
			off += 8
		}
	}
	return 0, false
}

// missing ends the path at a call of a function without a definition.
func (m *Machine) missing(sym int32) {
	s := &m.code.Program.Symbols[sym]
	if s.Kind == ir.SymUndefined {
		m.fault(&memory.Fault{Kind: memory.NullPointer, Size: 1})
	}
	m.unsupported("function %s", s.Name)
}

// targetOf returns the function at address a.
func (m *Machine) targetOf(a uint64) (fn *function, do intrinsic, name string) {
	sym := int64(a>>32) - 1
	if sym < 0 || sym >= int64(len(m.code.Program.Symbols)) || uint32(a) != 0 {
		m.badCall(a)
	}
	s := &m.code.Program.Symbols[sym]
	switch s.Kind {
	case ir.SymFunc:
		fn = m.code.functions[sym]
		if !s.Func.Subject && !m.opt.NoShortcuts {
			do = shortcuts[s.Name]
		}
	case ir.SymIntrinsic:
		do = intrinsics[s.Name]
	default:
		m.badCall(a)
	}
	return fn, do, s.Name
}

// badCall ends the path at a call through a pointer that is not the address of a function.
func (m *Machine) badCall(a uint64) {
	if a>>32 == 0 {
		m.end(path.MemoryError, 0, "null pointer: call of a function at address %d", int64(a))
	}
	o, f := m.object(a)
	if f != nil {
		m.end(path.MemoryError, 0, "call through a pointer that is not the address of a function: %s", f.Error())
	}
	m.end(path.MemoryError, 0, "call of %s %s, which is not a function", o.Kind, o.Name)
}

// perform lets the engine do a call; it reports false where the C body is to run.
func (m *Machine) perform(f *state.Frame, i *inst, c *call, args []expr.Value) bool {
	m.site = callSite{frame: f, inst: i, instr: c.instr, name: c.name}
	r, ok := c.do(m, &m.site, args)
	if !ok {
		return false
	}
	if r.jumped {
		return true
	}
	m.st.Steps += uint64(i.n)
	if c.instr.Dst != ir.NoReg {
		f.Set(c.instr.Dst, r.value)
	}
	f.PC++
	return true
}

// invoke pushes a frame for callee and passes the arguments.
func (m *Machine) invoke(f *state.Frame, i *inst, callee *function, in *ir.Instr, args []expr.Value) {
	p := m.p
	if len(p.Frames) >= maxFrames {
		m.end(path.MemoryError, 0, "stack overflow: %d nested calls", len(p.Frames))
	}
	fixed := min(callee.ir.Params, len(args))
	if callee.ir.Variadic {
		for k := fixed; k < len(args); k++ {
			if slotOf(in, k).Kind != ir.SlotWord {
				args[k] = expr.Value{C: m.concrete(args[k])}
				m.object(args[k].C) // asks whether it lives before anything is changed
			}
		}
	}
	m.st.Steps += uint64(i.n)
	g := m.push(p, callee)
	m.visit(callee.entry)
	for k := range min(len(args), callee.ir.Params) {
		g.Set(ir.Reg(k), args[k])
	}
	if callee.ir.Variadic {
		m.passVariadic(g, callee, in, args, fixed)
	}
}

// readAhead are the C library's functions that read as many variadic arguments as a
// system call can have, whether they were passed or not. What was not passed reads as 0.
var readAhead = map[string]bool{
	"syscall": true, "prctl": true, "ioctl": true, "fcntl": true, "open": true, "openat": true,
	"ptrace": true, "mremap": true, "clone": true, "semctl": true,
}

// passVariadic lays out the variadic arguments of callee, those from fixed on, in an object of frame g.
func (m *Machine) passVariadic(g *state.Frame, callee *function, in *ir.Instr, args []expr.Value, fixed int) {
	size := uint64(0)
	offs := make([]uint64, len(args))
	for k := fixed; k < len(args); k++ {
		switch s := slotOf(in, k); s.Kind {
		case ir.SlotF80:
			size = (size + 15) &^ 15
			offs[k] = size
			size += 16
		case ir.SlotAggregate:
			offs[k] = size
			size += (uint64(s.Size) + 7) &^ 7
		default:
			offs[k] = size
			size += 8
		}
	}
	if !callee.ir.Subject && readAhead[callee.ir.Name] {
		size = max(size, 6*8)
	}
	a := m.allocate(&memory.Object{Kind: memory.Stack, Size: size, Name: "variadic arguments", Site: in.Pos})
	g.VarArg = uint32(a >> 32)
	g.Extra = append(g.Extra, g.VarArg)
	for k := fixed; k < len(args); k++ {
		v := args[k]
		switch s := slotOf(in, k); s.Kind {
		case ir.SlotF80:
			m.copyBytes(a+offs[k], v.C, 16)
		case ir.SlotAggregate:
			m.copyBytes(a+offs[k], v.C, uint64(s.Size))
		default:
			if v.E != nil {
				v.E = m.wide(v, 64)
			}
			m.store(expr.Value{C: a + offs[k]}, 8, v, 0)
		}
	}
}

// vaStart stores a va_list that reads the frame's variadic arguments.
func (m *Machine) vaStart(f *state.Frame, list uint64) {
	w := m.writable(list, 24)
	off := list & 0xffffffff
	w.Store(off, 4, expr.Value{C: 48})
	w.Store(off+4, 4, expr.Value{C: 176})
	w.Store(off+8, 8, expr.Value{C: uint64(f.VarArg) << 32})
	w.Store(off+16, 8, expr.Value{})
}

// ret returns v from the top frame.
func (m *Machine) ret(f *state.Frame, v expr.Value, t state.Taint) {
	p := m.p
	kind := f.Kind
	switch {
	case kind == state.Start || len(p.Frames) == 1:
		m.end(path.Exit, int(m.concrete(v)&0xff), "") // a program without a C library
	case kind == state.Handler:
		m.returnFromHandler(f)
		return
	}
	m.pop(p, f)
	g := p.Own(len(p.Frames) - 1)
	caller := m.code.functions[g.Sym]
	at := caller.places[g.PC]
	in := &caller.ir.Blocks[at.block].Instrs[at.index]
	if in.Dst != ir.NoReg {
		g.Set(in.Dst, v)
		g.Taint(in.Dst, t)
	}
	g.PC++
}
