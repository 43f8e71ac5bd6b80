package interp

// This file computes what the slow path needs to know of a function's control
// flow: which registers are live at the start of each block, so that symbolic
// values die early and frames come back to the fast path, and which branches can be merged.

import (
	"sync"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
)

// bitset is a set of registers.
type bitset []uint64

func (s bitset) add(r ir.Reg)      { s[r>>6] |= 1 << (r & 63) }
func (s bitset) del(r ir.Reg)      { s[r>>6] &^= 1 << (r & 63) }
func (s bitset) has(r ir.Reg) bool { return s[r>>6]>>(r&63)&1 != 0 }

// flow is what is computed on demand; functions are shared by workers.
type flow struct {
	once  sync.Once
	live  []bitset // by block: registers live at its start
	ipdom []int
	plans []plan // by block
}

func (fn *function) flowOf() *flow {
	fl := fn.flow
	fl.once.Do(func() {
		fl.live = liveness(fn.ir)
		fl.ipdom = fn.ir.PostDominators()
		fl.plans = make([]plan, len(fn.ir.Blocks))
		for i := range fl.plans {
			fl.plans[i] = planOf(fn.ir, fl.ipdom, i)
		}
	})
	return fl
}

// uses calls f for each register that in reads.
func uses(in *ir.Instr, f func(ir.Reg)) {
	s := in.Op.Shape()
	one := func(r ir.Reg) {
		if r != ir.NoReg {
			f(r)
		}
	}
	if s.Has(ir.AddrDst) {
		one(in.Dst)
	}
	if s.Has(ir.HasA) || s.Has(ir.CallArgs) && in.Sym < 0 {
		one(in.A)
	}
	if s.Has(ir.HasB) || s.Has(ir.HasBImm) {
		one(in.B)
	}
	if s.Has(ir.HasC) || s.Has(ir.HasCImm) {
		one(in.C)
	}
	if s.Has(ir.CallArgs) {
		for _, r := range in.Args {
			f(r)
		}
	}
}

// defines returns the register that in writes, or NoReg.
func defines(in *ir.Instr) ir.Reg {
	if in.Op.Shape().Has(ir.HasDst) || in.Op.Shape().Has(ir.OptDst) {
		return in.Dst
	}
	return ir.NoReg
}

// liveness returns the registers live at the start of each block.
func liveness(f *ir.Func) []bitset {
	words := (f.Regs + 63) / 64
	store := make([]uint64, words*len(f.Blocks))
	in := make([]bitset, len(f.Blocks))
	for i := range in {
		in[i] = store[i*words : (i+1)*words]
	}
	tmp := make(bitset, words)
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			b := f.Blocks[i]
			clear(tmp)
			for _, s := range b.Term.Succs {
				for k, w := range in[s.To] {
					tmp[k] |= w
				}
			}
			if r := b.Term.Value; r != ir.NoReg && b.Term.Kind != ir.TermJump && b.Term.Kind != ir.TermUnreachable {
				tmp.add(r)
			}
			for k := len(b.Instrs) - 1; k >= 0; k-- {
				if r := defines(&b.Instrs[k]); r != ir.NoReg {
					tmp.del(r)
				}
				uses(&b.Instrs[k], tmp.add)
			}
			for k, w := range tmp {
				if in[i][k] != w {
					in[i][k] = w
					changed = true
				}
			}
		}
	}
	return in
}

// prune forgets the symbolic values of registers that are not live at the start of a block.
func (m *Machine) prune(st *state.State, fn *function, f *state.Frame, block int) {
	f.Keep(fn.flowOf().live[block])
	if !f.Symbolic() {
		return
	}
	for r, e := range f.Syms {
		if e == nil {
			continue
		}
		if v := m.settle(st, expr.Value{E: e}); v.E != e {
			f.Replace(ir.Reg(r), v)
		}
	}
}

// placeKey is a slot of a function, or what is behind the call there.
type placeKey struct {
	sym, slot int32
	behind    bool
}

// liveAt returns the registers that are live at a slot; with behind, those that are when the call there has returned, less its result.
func (m *Machine) liveAt(fn *function, slot int32, behind bool) bitset {
	key := placeKey{fn.sym, slot, behind}
	if s, ok := m.lives[key]; ok {
		return s
	}
	fl := fn.flowOf()
	at := fn.places[slot]
	b := fn.ir.Blocks[at.block]
	s := make(bitset, (fn.ir.Regs+63)/64)
	for _, e := range b.Term.Succs {
		for k, w := range fl.live[e.To] {
			s[k] |= w
		}
	}
	if r := b.Term.Value; r != ir.NoReg && b.Term.Kind != ir.TermJump && b.Term.Kind != ir.TermUnreachable {
		s.add(r)
	}
	first := max(int(at.index), 0)
	if behind {
		first++
	}
	for k := len(b.Instrs) - 1; k >= first; k-- {
		if r := defines(&b.Instrs[k]); r != ir.NoReg {
			s.del(r)
		}
		uses(&b.Instrs[k], s.add)
	}
	if behind {
		if r := defines(&b.Instrs[at.index]); r != ir.NoReg {
			s.del(r)
		}
	}
	m.lives[key] = s
	return s
}
