package solver

// This file makes sets of expressions by evaluating them for every combination of values
// of their options.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

type localKey struct {
	e   *expr.Expr
	set confspace.Set
}

type choiceKey struct {
	option int
	set    confspace.Set
}

// enumerate returns the bits of e by evaluating it for all values in the domains of its
// options; nil if there are too many.
func (s *Solver) enumerate(e *expr.Expr) vector {
	options := e.Support()
	sp := s.sets.Space()
	n := uint64(1)
	for _, o := range options {
		size := sp.Options[o].Domain.Size()
		if size > s.limit || n*size > s.limit {
			return nil
		}
		n *= size
	}
	values := make([][]int64, len(options))
	for i, o := range options {
		values[i] = s.choicesOf(confspace.Full, o)
	}
	return s.tabulate(e, options, values)
}

// enumerateUnder is enumerate for the values that are left in pc. The bits are right for
// the configurations of pc only.
func (s *Solver) enumerateUnder(pc confspace.Set, e *expr.Expr) vector {
	options := e.Support()
	var p confspace.Set
	if err := s.sets.Try(s.budget, func() { p = s.sets.Project(pc, options) }); err != nil {
		s.Stats.OverBudget++
		return nil
	}
	if p == confspace.Full {
		return nil // that is enumerate, which was tried
	}
	key := localKey{e, p}
	if v, ok := s.local[key]; ok {
		return v
	}
	values := make([][]int64, len(options))
	n := uint64(1)
	for i, o := range options {
		values[i] = s.choicesOf(p, o)
		n *= uint64(len(values[i]))
		if values[i] == nil || n > s.limit {
			s.local[key] = nil
			return nil
		}
	}
	v := s.tabulate(e, options, values)
	s.local[key] = v
	return v
}

// choicesOf returns the values that the set leaves to an option; nil if there are too many.
func (s *Solver) choicesOf(set confspace.Set, option int) []int64 {
	key := choiceKey{option, set}
	if v, ok := s.choices[key]; ok {
		return v
	}
	v, more := s.sets.Values(set, option, int(s.limit))
	if more {
		v = nil
	}
	s.choices[key] = v
	return v
}

// tabulate evaluates e for each combination of the values.
func (s *Solver) tabulate(e *expr.Expr, options []int, values [][]int64) vector {
	env := map[int]uint64{}
	get := func(o int) uint64 { return env[o] }
	var rec func(i int) vector
	rec = func(i int) vector {
		if i == len(options) {
			s.Stats.Evaluations++
			return constant(s.b.Eval(e, get), int(e.Bits()))
		}
		o := options[i]
		var r vector
		for _, v := range values[i] {
			env[o] = uint64(v)
			sub := rec(i + 1)
			if r == nil {
				r = sub
				continue
			}
			r = s.choose(s.sets.Setting(o, v), sub, r)
		}
		return r
	}
	return rec(0)
}
