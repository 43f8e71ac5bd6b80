package explore

// This file lets the solver decide for the engine, and notes what it is asked about.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// decider adapts a Solver.
type decider struct{ s *solver.Solver }

// Split decides cond under pc. Where one side is Unknown the answer is Unknown: a path that
// may not exist is not explored, and the path ends as such.
func (d decider) Split(pc state.PathCondition, cond *expr.Expr) (interp.Verdict, state.PathCondition, state.PathCondition) {
	yes, no, ry, rn := d.s.Branch(solver.PathCondition(pc), cond)
	switch {
	case rn.IsUnsat():
		return interp.Always, pc, pc
	case ry.IsUnsat():
		return interp.Never, pc, pc
	case ry.IsUnknown() || rn.IsUnknown():
		return interp.Unknown, pc, pc
	}
	return interp.Either, state.PathCondition(yes), state.PathCondition(no)
}

// Feasible returns a value of e.
func (d decider) Feasible(pc state.PathCondition, e *expr.Expr) (uint64, bool) {
	v, r := d.s.Value(solver.PathCondition(pc), e)
	return v, r.IsSat()
}

// Range returns the smallest and the greatest value of e.
func (d decider) Range(pc state.PathCondition, e *expr.Expr) (lo, hi uint64, ok bool) {
	lo, hi, r := d.s.Range(solver.PathCondition(pc), e)
	return lo, hi, r.IsSat()
}

// modeler is a Decider that finds configurations.
type modeler interface {
	// Model returns a configuration of pc, always the same one; nil if none is known.
	Model(pc state.PathCondition) confspace.Configuration
}

// Model returns a configuration of pc.
func (d decider) Model(pc state.PathCondition) confspace.Configuration {
	c, r := d.s.Model(solver.PathCondition(pc))
	if !r.IsSat() {
		return nil
	}
	return c
}

// SetOf returns the configurations of pc.
func (d decider) SetOf(pc state.PathCondition) (s, related confspace.Set, ok bool) {
	return d.s.SetOf(solver.PathCondition(pc))
}

// examiner notes which options decisions depend on.
type examiner struct {
	interp.Decider
	seen []bool
}

// Split decides cond.
func (e *examiner) Split(pc state.PathCondition, cond *expr.Expr) (interp.Verdict, state.PathCondition, state.PathCondition) {
	for _, o := range cond.Support() {
		for o >= len(e.seen) {
			e.seen = append(e.seen, false)
		}
		e.seen[o] = true
	}
	return e.Decider.Split(pc, cond)
}

func (e *examiner) options() []int {
	var out []int
	for o, s := range e.seen {
		if s {
			out = append(out, o)
		}
	}
	return out
}
