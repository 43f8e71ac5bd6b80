package solver

// This file finds values of expressions.

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// Model returns a configuration that satisfies pc, always the same one.
func (s *Solver) Model(pc PathCondition) (confspace.Configuration, Result) {
	pc = s.absorb(pc)
	if len(pc.Residue) > 0 && pc.Set != confspace.Empty {
		if c := s.guess(pc); c != nil {
			return c, sat
		}
		r, model := s.query(pc)
		if !r.IsSat() {
			return nil, r
		}
		for _, x := range model {
			d := s.sets.Space().Options[x.Option].Domain
			pc.Set = s.sets.And(pc.Set, s.sets.Setting(x.Option, d.Normalize(x.Value)))
		}
		if pc.Set == confspace.Empty {
			return nil, unknown("the solver's model is not in the set")
		}
	}
	c, ok := s.sets.Any(pc.Set)
	if !ok {
		return nil, unsat
	}
	return c, sat
}

// Value returns a value that e has in a configuration of pc, always the same one: that of Model.
func (s *Solver) Value(pc PathCondition, e *expr.Expr) (uint64, Result) {
	if e.IsConst() {
		return e.Const(), sat
	}
	return s.value(pc, e)
}

// value is Value for a pc that need not be satisfiable.
func (s *Solver) value(pc PathCondition, e *expr.Expr) (uint64, Result) {
	c, r := s.Model(pc)
	if !r.IsSat() {
		return 0, r
	}
	return s.b.EvalConfiguration(e, c), sat
}

// Values returns the values that e has in configurations of pc, ascending, up to max of them; more says that there are others
// (greater ones, unless there is a residue). Unless the result is Sat or Unsat the list may lack some.
func (s *Solver) Values(pc PathCondition, e *expr.Expr, max int) (values []uint64, more bool, r Result) {
	pc = s.absorb(pc)
	if pc.Set == confspace.Empty {
		return nil, false, unsat
	}
	if e = s.b.Restrict(e, pc.Set); e.HasConstants() && len(pc.Residue) == 0 {
		values, more = s.leaves(pc.Set, e, max)
		return values, more, sat
	}
	bits := s.bitsUnder(pc.Set, e)
	if bits == nil || len(pc.Residue) > 0 {
		return s.search(pc, e, max)
	}
	var rec func(set confspace.Set, i int, v uint64) bool
	rec = func(set confspace.Set, i int, v uint64) bool {
		switch {
		case set == confspace.Empty:
			return true
		case i >= 0:
			return rec(s.sets.Diff(set, bits[i]), i-1, v) && rec(s.sets.And(set, bits[i]), i-1, v|1<<i)
		case len(values) == max:
			more = true
			return false
		}
		values = append(values, v)
		return true
	}
	rec(pc.Set, len(bits)-1, 0)
	return values, more, sat
}

// search is Values by questions to the core: for a model in which e is none of the values found so far.
func (s *Solver) search(pc PathCondition, e *expr.Expr, max int) (values []uint64, more bool, r Result) {
	for {
		v, r := s.value(pc, e)
		switch {
		case r.IsUnsat() && len(values) > 0:
			slices.Sort(values)
			return values, false, sat
		case !r.IsSat():
			slices.Sort(values)
			return values, false, r
		case len(values) == max:
			slices.Sort(values)
			return values, true, sat
		}
		values = append(values, v)
		pc = s.assume(pc, s.b.Ne(e, s.b.Const(v, e.Bits())))
	}
}

// least returns the smallest value of e under pc, by bisection.
func (s *Solver) least(pc PathCondition, e *expr.Expr) (uint64, Result) {
	v, r := s.value(pc, e)
	if !r.IsSat() {
		return 0, r
	}
	lo, hi := uint64(0), v // lo <= least <= hi, and hi is possible
	for lo < hi {
		mid := lo + (hi-lo)/2
		below := s.b.ULe(e, s.b.Const(mid, e.Bits()))
		if below.IsFalse() {
			lo = mid + 1
			continue
		}
		v, r := s.value(s.assume(pc, below), e)
		switch {
		case r.IsSat():
			hi = min(hi, v)
		case r.IsUnsat():
			lo = mid + 1
		default:
			return 0, r
		}
	}
	return lo, sat
}

// assume returns pc with a condition, undecided.
func (s *Solver) assume(pc PathCondition, cond *expr.Expr) PathCondition {
	if cond.IsTrue() {
		return pc
	}
	if set, ok := s.setUnder(pc.Set, cond); ok {
		if both, ok := s.and(pc.Set, set); ok {
			pc.Set = both
			return pc
		}
	}
	return pc.with(cond)
}

// Range returns the smallest and the greatest unsigned value of e in configurations of pc.
func (s *Solver) Range(pc PathCondition, e *expr.Expr) (lo, hi uint64, r Result) {
	if e.IsConst() {
		return e.Const(), e.Const(), sat
	}
	if lo, r = s.extreme(pc, e, false); !r.IsSat() {
		return 0, 0, r
	}
	hi, r = s.extreme(pc, e, true)
	return lo, hi, r
}

// SRange is Range for signed values.
func (s *Solver) SRange(pc PathCondition, e *expr.Expr) (lo, hi int64, r Result) {
	w := e.Bits()
	top := s.b.Const(1<<(w-1), w)
	ulo, uhi, r := s.Range(pc, s.b.Xor(e, top))
	shift := 64 - w
	return int64((ulo^top.Const())<<shift) >> shift, int64((uhi^top.Const())<<shift) >> shift, r
}

func (s *Solver) extreme(pc PathCondition, e *expr.Expr, greatest bool) (uint64, Result) {
	pc = s.absorb(pc)
	if bits := s.bitsUnder(pc.Set, e); bits != nil && len(pc.Residue) == 0 {
		if pc.Set == confspace.Empty {
			return 0, unsat
		}
		v := uint64(0)
		if s.sets.Try(16*BlastBudget, func() { v = s.extremeOf(pc.Set, bits, greatest) }) == nil {
			return v, sat
		}
	}
	if !greatest {
		return s.least(pc, e)
	}
	v, r := s.least(pc, s.b.Not(e))
	return ^v & (^uint64(0) >> (64 - e.Bits())), r
}

// extremeOf returns the smallest or greatest value of the bits in a set that is not empty.
func (s *Solver) extremeOf(set confspace.Set, bits []confspace.Set, greatest bool) uint64 {
	v := uint64(0)
	for i := len(bits) - 1; i >= 0; i-- {
		b := bits[i]
		if !greatest {
			b ^= 1
		}
		one := greatest
		if r := s.sets.And(set, b); r != confspace.Empty {
			set = r
		} else {
			one = !one
		}
		if one {
			v |= 1 << i
		}
	}
	return v
}
