package solver

// This file finds values of expressions.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// Model returns a configuration that satisfies pc, always the same one.
func (s *Solver) Model(pc PathCondition) (confspace.Configuration, Result) {
	pc = s.absorb(pc)
	if len(pc.Residue) > 0 && pc.Set != confspace.Empty {
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
	c, r := s.Model(pc)
	if !r.IsSat() {
		return 0, r
	}
	return s.b.EvalConfiguration(e, c), sat
}

// Values returns the values that e has in configurations of pc, ascending, up to max of them; more says that there are others.
// Unless the result is Sat the list is not complete.
func (s *Solver) Values(pc PathCondition, e *expr.Expr, max int) (values []uint64, more bool, r Result) {
	r = sat
	err := s.each(pc, e, func(v uint64) bool {
		if len(values) == max {
			more = true
			return false
		}
		values = append(values, v)
		return true
	})
	if err.IsUnknown() {
		r = err
	} else if len(values) == 0 && !more {
		r = unsat
	}
	return values, more, r
}

// each calls f with the values of e in ascending order until it returns false.
func (s *Solver) each(pc PathCondition, e *expr.Expr, f func(uint64) bool) Result {
	pc = s.absorb(pc)
	bits := s.bitsUnder(pc.Set, e)
	if bits == nil {
		return s.search(pc, e, f)
	}
	w := len(bits)
	result := sat
	var rec func(set confspace.Set, i int, v uint64) bool
	rec = func(set confspace.Set, i int, v uint64) bool {
		if set == confspace.Empty {
			return true
		}
		if i < 0 {
			if len(pc.Residue) > 0 {
				switch r, _ := s.query(PathCondition{set, pc.Residue}); r.Verdict {
				case Unsat:
					return true
				case Unknown:
					result = r
					return true
				}
			}
			return f(v)
		}
		return rec(s.sets.Diff(set, bits[i]), i-1, v) && rec(s.sets.And(set, bits[i]), i-1, v|1<<i)
	}
	rec(pc.Set, w-1, 0)
	return result
}

// search is each by questions to the core alone: for the smallest value that is
// greater than the last one.
func (s *Solver) search(pc PathCondition, e *expr.Expr, f func(uint64) bool) Result {
	w := e.Bits()
	for from := uint64(0); ; {
		above := pc.with(s.b.Not(s.b.ULt(e, s.b.Const(from, w))))
		v, r := s.least(above, e)
		if r.IsUnsat() {
			return sat
		}
		if !r.IsSat() {
			return r
		}
		if !f(v) || v == ^uint64(0)>>(64-w) {
			return sat
		}
		from = v + 1
	}
}

// least returns the smallest value of e under pc, by bisection.
func (s *Solver) least(pc PathCondition, e *expr.Expr) (uint64, Result) {
	v, r := s.Value(pc, e)
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
		v, r := s.Value(s.assume(pc, below), e)
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
		pc.Set = s.sets.And(pc.Set, set)
		return pc
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
	bits := s.bitsUnder(pc.Set, e)
	if bits == nil || len(pc.Residue) > 0 {
		if !greatest {
			return s.least(pc, e)
		}
		v, r := s.least(pc, s.b.Not(e))
		return ^v & (^uint64(0) >> (64 - e.Bits())), r
	}
	set, v := pc.Set, uint64(0)
	if set == confspace.Empty {
		return 0, unsat
	}
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
	return v, sat
}
