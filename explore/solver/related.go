package solver

// This file writes path conditions as sets with relations, which lose nothing of a residue, and decides such sets.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/relation"
	"github.com/confcov/confcov/subjects/confspace"
)

// SetOf returns the configurations of pc as a set with relations for what no set of the options' bits holds; and once more with relations for
// all that such a set does not hold everywhere, so that conditions and their negations are the same on all paths. It is not ok where a set is too large.
func (s *Solver) SetOf(pc PathCondition) (set, related confspace.Set, ok bool) {
	related = s.relate(pc, s.b.Bool(true))
	all := pc.Residue
	pc = s.absorb(pc)
	set = pc.Set
	err := s.sets.Try(16*BlastBudget, func() {
		for _, c := range all {
			related = s.sets.And(related, s.related(c))
		}
		for _, c := range pc.Residue {
			set = s.sets.And(set, s.related(c))
		}
	})
	return set, related, err == nil && related != confspace.Empty
}

// relate returns what Related is of pc and cond; Empty where that is too large, or nothing.
func (s *Solver) relate(pc PathCondition, cond *expr.Expr) (r confspace.Set) {
	before := pc.Related
	if before == confspace.Empty {
		before = pc.Set
	}
	if s.sets.Try(16*BlastBudget, func() { r = s.sets.And(before, s.related(cond)) }) != nil {
		return confspace.Empty
	}
	return r
}

// everywhere reports whether the set that setUnder has just returned for cond holds for all configurations.
func (s *Solver) everywhere(cond *expr.Expr) bool {
	for cond.Op() == expr.OpNot {
		cond = cond.Arg(0)
	}
	return cond.IsConst() || s.conds[cond.ID()] > 0
}

// related returns the configurations for which a condition holds, as a set with relations. What the condition joins by
// and, or and not are relations of their own, which other conditions may have too.
func (s *Solver) related(cond *expr.Expr) confspace.Set {
	if r, ok := s.relations[cond]; ok {
		return r
	}
	m := s.sets
	arg := func(i int) confspace.Set { return s.related(cond.Arg(i)) }
	var r confspace.Set
	switch op := cond.Op(); {
	case op == expr.OpConst:
		r = confspace.Set(cond.Const())
	case op == expr.OpNot:
		r = arg(0) ^ 1
	default:
		if v := s.blastWithin(cond); v != nil {
			r = v[0]
			break
		}
		switch {
		case op == expr.OpAnd:
			r = m.And(arg(0), arg(1))
		case op == expr.OpOr:
			r = m.Or(arg(0), arg(1))
		case op == expr.OpXor:
			r = m.Xor(arg(0), arg(1))
		case op == expr.OpChoice:
			r = m.Ite(m.OfLevel(cond.Level()), arg(0), arg(1))
		case cond.HasChoice():
			r = s.related(s.Lower(cond))
		case op == expr.OpIte:
			r = m.Ite(arg(0), arg(1), arg(2))
		case op == expr.OpEq && cond.Arg(0).Bits() == 1:
			r = m.Iff(arg(0), arg(1))
		default:
			r = m.Relate(relation.Of(s.b, m.Space(), cond))
		}
	}
	s.relations[cond] = r
	return r
}

// Theory decides what relations and sets of options say together, as the analyses ask: by all the means of a Solver.
type Theory struct {
	s, quick *Solver
	exprs    map[string]*expr.Expr // by key
}

// NewTheory returns a theory for the sets of a manager. quick is asked where little work is to be done. The cores may be nil: then what needs
// one is undecided.
func NewTheory(sets *confspace.Sets, core, quick Core) *Theory {
	b := expr.NewBuilder()
	return &Theory{New(sets, b, core), New(sets, b, quick), map[string]*expr.Expr{}}
}

// Decide decides whether some configuration of set satisfies the literals.
func (t *Theory) Decide(set confspace.Set, literals []confspace.Literal, quick bool) (confspace.Verdict, confspace.Configuration, string) {
	pc := PathCondition{Set: set}
	for _, l := range literals {
		e, ok := t.exprs[l.Relation.Key]
		if !ok {
			var err error
			if e, err = relation.Expr(t.s.b, t.s.sets.Space(), l.Relation.Key); err != nil {
				return confspace.Undecided, nil, err.Error()
			}
			t.exprs[l.Relation.Key] = e
		}
		if !l.Holds {
			e = t.s.b.Not(e)
		}
		pc = pc.with(e)
	}
	s := t.s
	if quick {
		s = t.quick
	}
	c, r := s.Model(pc)
	switch r.Verdict {
	case Sat:
		return confspace.Yes, c, ""
	case Unsat:
		return confspace.No, nil, ""
	}
	return confspace.Undecided, nil, r.Reason
}
