package state

// This file defines frames and the pool that they come from.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
)

// FrameKind says how a frame's return is continued.
type FrameKind uint8

const (
	Normal  FrameKind = iota
	Handler           // a signal handler: the interrupted frame goes on where it was
	Start             // the outermost frame of a process
)

// Frame is an activation of a function.
type Frame struct {
	owner uint64 // epoch of the address space that may write it

	Sym     int32  // the function's symbol
	PC      int32  // slot of the decoded function; of the call while a callee is active
	Base    uint32 // id of the object of its first local
	Lasting uint32 // likewise of the first one whose address may outlive the frame; 0: there is none
	Serial  uint32 // unique in the process; 0 is none
	Saved   bool   // Serial is in a buffer of setjmp
	Kind    FrameKind

	Regs []uint64
	Syms []*expr.Expr // nil, or one for each register: not nil where it is symbolic
	live int          // number of symbolic registers

	Taints  []Taint  // nil, or one for each register
	tainted int      // number of registers that have a taint
	Unset   []uint64 // the set of variables that have not been assigned; nil where the function never reads such. The fast path leaves them alone

	Extra  []uint32 // ids of objects that die with the frame: alloca, variadic arguments
	VarArg uint32   // id of the object of variadic arguments; 0: none
}

// Symbolic reports whether any register is symbolic, or undefined where the fast path does not expect it.
func (f *Frame) Symbolic() bool { return f.live|f.tainted != 0 }

// Special reports whether a return from f is more than a return to the caller.
func (f *Frame) Special() bool { return f.Kind != Normal }

// Get returns the value of a register.
func (f *Frame) Get(r ir.Reg) expr.Value {
	if f.live != 0 {
		if e := f.Syms[r]; e != nil {
			return expr.Value{E: e}
		}
	}
	return expr.Value{C: f.Regs[r]}
}

// Set gives a register a value.
func (f *Frame) Set(r ir.Reg, v expr.Value) {
	if f.Taints != nil && f.Taints[r].Bits != 0 {
		f.Taint(r, Taint{})
	}
	if f.Unset != nil {
		f.Unset[r>>6] &^= 1 << (r & 63)
	}
	if v.E == nil {
		if f.live != 0 && f.Syms[r] != nil {
			f.Syms[r] = nil
			f.live--
		}
		f.Regs[r] = v.C
		return
	}
	if f.Syms == nil || len(f.Syms) < len(f.Regs) {
		f.Syms = make([]*expr.Expr, len(f.Regs))
		f.live = 0
	}
	if f.Syms[r] == nil {
		f.live++
	}
	f.Syms[r] = v.E
	f.Regs[r] = 0
}

// Replace gives a register another form of the value that it has; what is known of it stays.
func (f *Frame) Replace(r ir.Reg, v expr.Value) {
	unset := f.Unset
	f.Unset = nil
	t := f.TaintOf(r)
	f.Set(r, v)
	f.Taint(r, t)
	f.Unset = unset
}

// Pool holds frames for reuse. A worker has one.
type Pool struct{ free []*Frame }

// Get returns a frame with n registers, all 0.
func (p *Pool) Get(n int) *Frame {
	if l := len(p.free); l > 0 {
		f := p.free[l-1]
		p.free = p.free[:l-1]
		if cap(f.Regs) >= n {
			f.Regs = f.Regs[:n]
			clear(f.Regs)
		} else {
			f.Regs = make([]uint64, n, 2*n)
		}
		return f
	}
	return &Frame{Regs: make([]uint64, n, max(n, 32))}
}

// Put takes a frame that nothing else refers to.
func (p *Pool) Put(f *Frame) {
	if len(p.free) < 1024 {
		if f.Syms != nil {
			f.Syms = nil
		}
		if f.Taints != nil || f.Unset != nil {
			f.Taints, f.Unset, f.tainted = nil, nil, 0
		}
		f.live, f.VarArg, f.Lasting, f.Saved, f.Kind, f.Extra = 0, 0, 0, false, Normal, f.Extra[:0]
		p.free = append(p.free, f)
	}
}

// Keep forgets the symbolic values of registers that are not in the bit set.
func (f *Frame) Keep(set []uint64) {
	if f.tainted != 0 {
		for r := range f.Taints {
			if set[r>>6]>>(r&63)&1 == 0 {
				f.Taint(ir.Reg(r), Taint{})
			}
		}
	}
	if f.live == 0 {
		return
	}
	for r, e := range f.Syms {
		if e != nil && set[r>>6]>>(r&63)&1 == 0 {
			f.Syms[r] = nil
			f.live--
		}
	}
}
