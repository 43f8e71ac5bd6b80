package interp

// This file decides conditions on paths, and forks.

import (
	"fmt"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
)

// split decides cond on the present path; an unknown answer ends the path.
func (m *Machine) split(cond *expr.Expr) (Verdict, state.PathCondition, state.PathCondition) {
	v, yes, no := m.verdict(cond)
	if v == Unknown {
		m.end(path.SolverUnknown, 0, "could not decide a condition on %d options", len(cond.Support()))
	}
	return v, yes, no
}

// verdict decides cond on the present path, if that can be done.
func (m *Machine) verdict(cond *expr.Expr) (Verdict, state.PathCondition, state.PathCondition) {
	if cond.IsTrue() {
		return Always, m.st.Condition, m.st.Condition
	}
	if cond.IsFalse() {
		return Never, m.st.Condition, m.st.Condition
	}
	if v, ok := m.known(m.st, cond); ok {
		if v != 0 {
			return Always, m.st.Condition, m.st.Condition
		}
		return Never, m.st.Condition, m.st.Condition
	}
	if cond = m.restrict(m.st, cond); cond.IsConst() {
		return m.verdict(cond)
	}
	m.Stats.Decisions++
	return m.dec.Split(m.st.Condition, cond)
}

// decide returns whether cond holds. Where both are possible it unwinds; then the state is
// forked, and the instruction is executed again on both: nothing may have been changed before, or it must
// be undone on the way out, as the kernel does.
func (m *Machine) decide(cond *expr.Expr) bool {
	v, yes, no := m.split(cond)
	switch v {
	case Always:
		return true
	case Never:
		return false
	}
	panic(&unwinding{fork: &question{cond, yes, no}})
}

// question is a condition that is to be decided by forking.
type question struct {
	cond    *expr.Expr
	yes, no state.PathCondition
}

// fork makes the executed state the one for which cond holds, and returns a child
// for which it does not.
func (m *Machine) fork(cond *expr.Expr, yes, no state.PathCondition) *state.State {
	st := m.st
	m.Stats.Forks++
	if m.opt.MergeAll {
		m.opening = append(m.elsewhere(st), m.meetings(st, false)...)
		m.stay(st)
	}
	child := st.Fork()
	m.forget()
	child.ID = m.nextID
	m.nextID++
	st.Depth++
	child.Depth++
	st.ForkedAt, child.ForkedAt = st.Steps, st.Steps
	st.Condition, child.Condition = yes, no
	m.pin(st, cond)
	m.pin(child, cond)
	if st.Trails {
		st.Trail = append(st.Trail, cond)
		child.Trail = append(child.Trail, m.b.Not(cond))
	}
	m.children = append(m.children, child)
	return child
}

// concrete returns v's value, forking over all that are feasible.
func (m *Machine) concrete(v expr.Value) uint64 {
	if v.E == nil {
		return v.C
	}
	if c, ok := m.known(m.st, v.E); ok {
		return c
	}
	if v.E = m.restrict(m.st, v.E); v.E.IsConst() {
		return v.E.Const()
	}
	c, ok := m.dec.Feasible(m.st.Condition, v.E)
	if !ok {
		m.end(path.SolverUnknown, 0, "could not find a value of an expression on %d options", len(v.E.Support()))
	}
	if m.decide(m.b.Eq(v.E, m.b.Const(c, v.E.Bits()))) {
		return c
	}
	panic(fmt.Sprintf("BUG: the value %d that the solver found is not feasible for %v under %v", c, v.E, m.st.Condition))
}
