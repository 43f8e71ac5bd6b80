package interp

// This file makes values concrete that the path condition leaves no choice about. When a fork has left one value to
// an option, what depends on such options alone is evaluated when it is loaded, when a block is left and when it is to be
// decided: so a path on which every option has one value runs as concrete code does, and no expressions grow.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/state"
)

// pin notes which options of cond, which st has just been forked on, have one value now.
func (m *Machine) pin(st *state.State, cond *expr.Expr) {
	for _, o := range cond.Support() {
		if st.Pins.Has(o) {
			continue
		}
		if v, ok := m.sets.Only(st.Condition.Set, o); ok {
			st.Pins = st.Pins.With(o, v, len(m.sets.Space().Options))
		}
	}
}

// known returns the value of e if the path condition of st leaves only one.
func (m *Machine) known(st *state.State, e *expr.Expr) (uint64, bool) {
	if st.Pins == nil || !st.Pins.Covers(e.SupportWords()) {
		return 0, false
	}
	return m.b.Eval(e, st.Pins.Value), true
}

// settle returns v, concrete if that is known, and without choices that the path condition has made.
func (m *Machine) settle(st *state.State, v expr.Value) expr.Value {
	if v.E != nil {
		if c, ok := m.known(st, v.E); ok {
			return expr.Value{C: c}
		}
		if v.E.HasChoice() {
			return m.b.Value(m.restrict(st, v.E))
		}
		if m.opt.MergeAll {
			v.E = m.b.Diagram(v.E) // what depends on an option of few values stays a choice between constants
		}
	}
	return v
}

// restrict returns e without the choices that the path condition has made.
func (m *Machine) restrict(st *state.State, e *expr.Expr) *expr.Expr {
	if !e.HasChoice() {
		return e
	}
	return m.b.Restrict(e, st.Condition.Set)
}

// settleAt is settle for a value that was loaded from w bytes at addr; outside of merges, which compare memory, it is
// written back where few are symbolic, so that the object comes back to the fast path.
func (m *Machine) settleAt(addr, w uint64, v expr.Value) expr.Value {
	c := m.settle(m.st, v)
	if c.E != nil || m.target != nil || m.p.Mem.ReadOnly(addr) {
		return c
	}
	if old, f := m.p.Mem.Read(addr, w); f == nil && old.FewRuns() {
		m.writable(addr, w).Store(addr&math.MaxUint32, w, c)
	}
	return c
}
