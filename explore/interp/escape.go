package interp

// This file finds out which locals' addresses outlive the calls of their functions.
//
// The address of a local escapes where it, or a value that was computed from it, is stored in memory, is returned by the local's function, or is passed
// where it escapes in turn: to a function that does that with its parameter, as a variadic argument, or through a
// pointer to a function. Comparing with an address, or reading and writing through it, doesn't copy it. The analysis looks at registers alone and ignores
// the order of instructions.
//
// Where no copy of an address can be left when the function returns, no access can be made through one, and the id of the
// local's object may be given again: package memory.

import "github.com/confcov/confcov/explore/ir"

// fate is what a function may do with a value.
type fate uint8

const (
	kept     fate = 0         // the value and what is computed from it are gone when the function returns
	escapes  fate = 1 << iota // there may be a copy in memory
	returned                  // what it returns may have been computed from it
)

// fates are those of the values of a function's parameters.
type fates []fate

// keeping are the intrinsics that keep no copy of their arguments. Only those of computes return one.
var keeping = map[string]bool{
	"confcov_make_symbolic": true, "free": true, "realloc": true, "malloc_usable_size": true,
	"setjmp": true, "_setjmp": true, "sigsetjmp": true, "__sigsetjmp": true, "__confcov_syscall": true,
}

// escape is the analysis of a program.
type escape struct {
	program *ir.Program
	params  []fates   // by symbol
	callers [][]int32 // by symbol: functions that call it
	flows   []*flows  // by symbol
}

// flows says where the values of a function's registers go.
type flows struct {
	next  [][]ir.Reg // by register: what is computed from it
	ends  []fate     // by register: what becomes of its value in any case
	calls []passed
	args  [][]int32 // by register: the calls that it is passed to
}

// passed is an argument of a call.
type passed struct {
	callee int32
	arg    int
	dst    ir.Reg
}

// escaping returns which locals of a program's functions have addresses that escape, by symbol and index.
func escaping(p *ir.Program) [][]bool {
	n := len(p.Symbols)
	e := &escape{program: p, params: make([]fates, n), callers: make([][]int32, n), flows: make([]*flows, n)}
	var todo []int32
	for i := range p.Symbols {
		if s := &p.Symbols[i]; s.Kind == ir.SymFunc {
			e.params[i] = make(fates, s.Func.Params)
			todo = append(todo, int32(i))
		}
	}
	for _, sym := range todo {
		e.flows[sym] = e.flowsOf(sym)
	}
	waiting := make([]bool, n)
	for len(todo) > 0 {
		sym := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		waiting[sym] = false
		changed := false
		for k, was := range e.params[sym] {
			if now := e.fateOf(sym, []ir.Reg{ir.Reg(k)}); now != was {
				e.params[sym][k], changed = now, true
			}
		}
		if !changed {
			continue
		}
		for _, c := range e.callers[sym] {
			if !waiting[c] {
				waiting[c] = true
				todo = append(todo, c)
			}
		}
	}
	out := make([][]bool, n)
	for i := range p.Symbols {
		if s := &p.Symbols[i]; s.Kind == ir.SymFunc {
			out[i] = e.locals(int32(i), s.Func)
		}
	}
	return out
}

// locals returns which of a function's locals have addresses that escape.
func (e *escape) locals(sym int32, f *ir.Func) []bool {
	out := make([]bool, len(f.Locals))
	from := make([][]ir.Reg, len(f.Locals))
	for _, b := range f.Blocks {
		for k := range b.Instrs {
			if in := &b.Instrs[k]; in.Op == ir.OpLocalAddr {
				from[in.Imm] = append(from[in.Imm], in.Dst)
			}
		}
	}
	for k := range out {
		out[k] = e.fateOf(sym, from[k]) != kept
	}
	return out
}

// fateOf returns what becomes of the values of some registers.
func (e *escape) fateOf(sym int32, from []ir.Reg) fate {
	fl := e.flows[sym]
	seen := make(bitset, (len(fl.ends)+63)/64)
	out := kept
	var todo []ir.Reg
	reach := func(r ir.Reg) {
		if r != ir.NoReg && !seen.has(r) {
			seen.add(r)
			todo = append(todo, r)
		}
	}
	for _, r := range from {
		reach(r)
	}
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		out |= fl.ends[r]
		for _, s := range fl.next[r] {
			reach(s)
		}
		for _, k := range fl.args[r] {
			c := fl.calls[k]
			f := e.params[c.callee][c.arg]
			out |= f & escapes
			if f&returned != 0 {
				reach(c.dst)
			}
		}
	}
	return out
}

// flowsOf finds out where the values of a function's registers go.
func (e *escape) flowsOf(sym int32) *flows {
	f := e.program.Symbols[sym].Func
	fl := &flows{next: make([][]ir.Reg, f.Regs), ends: make([]fate, f.Regs), args: make([][]int32, f.Regs)}
	for _, b := range f.Blocks {
		for k := range b.Instrs {
			e.instr(sym, fl, &b.Instrs[k])
		}
		if b.Term.Kind == ir.TermReturn && b.Term.Value != ir.NoReg {
			fl.ends[b.Term.Value] |= returned
		}
	}
	return fl
}

// instr adds what an instruction does.
func (e *escape) instr(sym int32, fl *flows, in *ir.Instr) {
	switch op := in.Op; {
	case op == ir.OpCall:
		e.call(sym, fl, in)
	case op == ir.OpStore || op == ir.OpFill:
		fl.ends[in.B] |= escapes
	case op == ir.OpF80FromF || op == ir.OpF80FromSI || op == ir.OpF80FromUI:
		fl.ends[in.A] |= escapes
	case op == ir.OpLoad, op == ir.OpCopy, op >= ir.OpF80Add && op <= ir.OpF80ToUI, op >= ir.OpEq && op <= ir.OpSLe, op.IsCheck(), op == ir.OpVaStart:
	default:
		if d := defines(in); d != ir.NoReg {
			uses(in, func(r ir.Reg) { fl.next[r] = append(fl.next[r], d) })
		}
	}
}

// call adds what a call does with its arguments.
func (e *escape) call(sym int32, fl *flows, in *ir.Instr) {
	for k, r := range in.Args {
		switch {
		case in.Sym < 0:
			fl.ends[r] |= escapes
			continue
		case e.program.Symbols[in.Sym].Kind == ir.SymIntrinsic:
			if !keeping[e.program.Symbols[in.Sym].Name] {
				fl.ends[r] |= escapes
			}
			continue
		case e.program.Symbols[in.Sym].Kind != ir.SymFunc || k >= len(e.params[in.Sym]):
			fl.ends[r] |= escapes
			continue
		}
		fl.args[r] = append(fl.args[r], int32(len(fl.calls)))
		fl.calls = append(fl.calls, passed{in.Sym, k, in.Dst})
		if c := &e.callers[in.Sym]; len(*c) == 0 || (*c)[len(*c)-1] != sym {
			*c = append(*c, sym)
		}
	}
}
