package state

// This file records which registers hold values that are not defined.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/memory"
)

// Taint says which bits of a value are undefined, and of what object they were read (nil: of none, but a variable). No bits: it is defined.
type Taint struct {
	Bits uint64
	From *memory.Object
	When *expr.Expr // 1 bit: the configurations in which they are; nil: all of the path
}

// TaintOf returns what is undefined of a register.
func (f *Frame) TaintOf(r ir.Reg) Taint {
	switch {
	case f.Unset != nil && f.Unset[r>>6]>>(r&63)&1 != 0:
		return Taint{Bits: math.MaxUint64}
	case f.Taints != nil:
		return f.Taints[r]
	}
	return Taint{}
}

// Taint makes bits of a register undefined, or it defined.
func (f *Frame) Taint(r ir.Reg, t Taint) {
	if f.Taints == nil {
		if t.Bits == 0 {
			return
		}
		f.Taints = make([]Taint, len(f.Regs))
	}
	switch was := f.Taints[r].Bits != 0; {
	case was && t.Bits == 0:
		f.tainted--
	case !was && t.Bits != 0:
		f.tainted++
	}
	f.Taints[r] = t
}

// Tainted reports whether some register may be undefined.
func (f *Frame) Tainted() bool { return f.tainted != 0 || f.Unset != nil }
