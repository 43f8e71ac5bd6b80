package solver

// This file decides conditions over choices (expr.OpChoice).
//
// A choice between constants is a set as it is, and bit by bit one is made of others. What no set holds is restricted to the path condition
// first; a Core, and a relation, which know options and their values but no diagrams, get it as Ites over conditions on the options.

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/relation"
	"github.com/confcov/confcov/subjects/confspace"
)

// useSets makes the sets known to the Builder.
func (s *Solver) useSets() {
	s.b.SetSets(s.sets)
	s.b.SetRelations(func(r *confspace.Relation) *expr.Expr {
		e, err := relation.Expr(s.b, s.sets.Space(), r.Key)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return e
	})
}

// chooseAt returns the bits of a choice on the variable at the level.
func (s *Solver) chooseAt(level int32, high, low vector) vector {
	return s.choose(s.sets.Decide(level, confspace.Empty, confspace.Full), high, low)
}

// Lower returns e with choices as Ites over conditions on options, for who knows options but no sets, as a Core.
func (s *Solver) Lower(e *expr.Expr) *expr.Expr {
	if !e.HasChoice() {
		return e
	}
	if r, ok := s.lowered[e]; ok {
		return r
	}
	var r *expr.Expr
	if set, ok := s.b.SetOf(e); ok {
		r = s.asExpr.forQuery(set)
	} else {
		r = s.b.Rewrite(e, func(x *expr.Expr) *expr.Expr {
			switch {
			case x != e && x.Op() == expr.OpChoice:
				return s.Lower(x)
			case x.Op() == expr.OpChoice:
				high := s.Lower(x.Arg(0))
				return s.b.Ite(s.asExpr.of(s.sets.OfLevel(x.Level())), high, s.Lower(x.Arg(1)))
			}
			return nil
		})
	}
	s.lowered[e] = r
	return r
}

// leaves returns the values of a choice between constants in configurations of the set, ascending, up to max of them.
func (s *Solver) leaves(set confspace.Set, e *expr.Expr, max int) (values []uint64, more bool) {
	for leaf, where := range s.b.Leaves(e) {
		if !s.sets.Disjoint(set, where) {
			values = append(values, leaf.Const())
		}
	}
	slices.Sort(values)
	if len(values) > max {
		return values[:max], true
	}
	return values, false
}
