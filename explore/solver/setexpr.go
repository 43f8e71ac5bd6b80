package solver

// This file writes sets as expressions, for queries.

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// setExprs makes conditions of sets, and remembers them.
type setExprs struct {
	s       *Solver
	conds   map[confspace.Set]*expr.Expr
	domains map[int]*expr.Expr
}

func newSetExprs(s *Solver) *setExprs {
	return &setExprs{s: s, conds: map[confspace.Set]*expr.Expr{}, domains: map[int]*expr.Expr{}}
}

// of returns the condition that the configuration is in the set, for values in the domains.
// It decides option by option: for each set that may be left, the option's values that leave it.
func (x *setExprs) of(set confspace.Set) *expr.Expr {
	b := x.s.b
	switch set {
	case confspace.Empty:
		return b.Bool(false)
	case confspace.Full:
		return b.Bool(true)
	}
	if e, ok := x.conds[set]; ok {
		return e
	}
	if e, ok := x.conds[set^1]; ok {
		return b.Not(e)
	}
	e := b.Bool(false)
	for f, rest := range x.s.sets.Branches(set) {
		e = b.Or(e, b.And(x.factor(f), x.of(rest)))
	}
	x.conds[set] = e
	return e
}

// plainNodes is how many nodes a set may have whose condition is written value by value.
const plainNodes = 96

// forQuery is of, but where the set has many nodes (those of the multiples of a number are few, their intervals are millions) it
// follows these bit by bit, if its options may have any value.
func (x *setExprs) forQuery(set confspace.Set) *expr.Expr {
	m := x.s.sets
	if m.Size(set) <= plainNodes {
		return x.of(set)
	}
	for _, o := range m.Support(set) {
		if m.Space().Options[o].Domain.Kind != confspace.DomainAny {
			return x.of(set)
		}
	}
	return x.bitwise(set)
}

// bitwise is of, bit by bit; none of the options has a list of values.
func (x *setExprs) bitwise(set confspace.Set) *expr.Expr {
	b, m := x.s.b, x.s.sets
	bits := map[int32]*expr.Expr{} // by level
	bit := func(level int32) *expr.Expr {
		e, ok := bits[level]
		if !ok {
			option, i := m.OptionAt(level)
			v := x.s.Var(option)
			e = b.Extract(b.Binary(expr.OpSub, v, b.Const(uint64(m.CodeZero(option)), v.Bits())), i, 1)
			bits[level] = e
		}
		return e
	}
	exprs := map[confspace.Set]*expr.Expr{confspace.Empty: b.Bool(false), confspace.Full: b.Bool(true)}
	var of func(s confspace.Set) *expr.Expr
	of = func(s confspace.Set) *expr.Expr {
		if e, ok := exprs[s]; ok {
			return e
		}
		level, low, high := m.Split(s)
		e := b.Ite(bit(level), of(high), of(low))
		exprs[s] = e
		return e
	}
	return of(set)
}

// factor returns the condition of a factor.
func (x *setExprs) factor(f confspace.Factor) *expr.Expr {
	b, v := x.s.b, x.s.Var(f.Option)
	d := x.s.sets.Space().Options[f.Option].Domain
	w := v.Bits()
	if f.Values != confspace.Empty {
		return x.bitwise(f.Values)
	}
	if f.Modulus != 0 {
		op := expr.OpURem
		if d.Signed {
			op = expr.OpSRem
		}
		e := b.Eq(b.Binary(op, v, b.Const(f.Modulus, w)), b.Const(uint64(f.Residue), w))
		if f.Negated {
			return b.Not(e)
		}
		return e
	}
	if f.Intervals == nil {
		return b.Eq(b.And(v, b.Const(f.Mask, w)), b.Const(f.Bits, w))
	}
	e := b.Bool(false)
	for _, iv := range f.Intervals {
		lo, hi := b.Const(uint64(iv.Lo), w), b.Const(uint64(iv.Hi), w)
		switch {
		case iv.Lo == iv.Hi:
			e = b.Or(e, b.Eq(v, lo))
		case d.Signed:
			e = b.Or(e, b.And(b.SLe(lo, v), b.SLe(v, hi)))
		default:
			e = b.Or(e, b.And(b.ULe(lo, v), b.ULe(v, hi)))
		}
	}
	return e
}

// domain returns the condition that the option's value is in its domain. It is built of a variable without
// bounds, or else it would fold to true.
func (x *setExprs) domain(option int) *expr.Expr {
	if e, ok := x.domains[option]; ok {
		return e
	}
	e := Domain(x.s.b, x.s.sets.Space(), option)
	x.domains[option] = e
	return e
}

// Domain returns the condition that the option's value is in its domain. It is not simplified by the bounds
// that the Builder knows, since a Core does not know these.
func Domain(b *expr.Builder, sp *confspace.Space, option int) *expr.Expr {
	d := sp.Options[option].Domain
	v := OptionVar(b, sp, option)
	w := v.Bits()
	if v.IsConst() {
		return b.Bool(true)
	}
	if d.Kind == confspace.DomainList {
		e := b.Bool(false)
		for _, k := range d.Values {
			e = b.Or(e, b.Raw(expr.OpEq, v, b.Const(uint64(k), w)))
		}
		return e
	}
	lo, hi := d.Bounds()
	op := expr.OpULt
	if d.Signed {
		op = expr.OpSLt
	}
	least, greatest := d.Limits()
	e := b.Bool(true)
	if lo != least {
		e = b.And(e, b.Not(b.Raw(op, v, b.Const(uint64(lo), w))))
	}
	if hi != greatest {
		e = b.And(e, b.Not(b.Raw(op, b.Const(uint64(hi), w), v)))
	}
	return e
}

// query asks the core whether some configuration satisfies pc, and for one: its values for the options of the residue.
func (s *Solver) query(pc PathCondition) (Result, confspace.Settings) {
	if s.core == nil {
		s.Stats.Unknown++
		return unknown("no solver"), nil
	}
	s.Stats.Queries++
	q, err := s.queryOf(pc)
	if err != nil {
		s.Stats.Unknown++
		return unknown(err.Error()), nil
	}
	r, model := s.core.Check(q)
	switch r.Verdict {
	case Sat:
		s.Stats.Sat++
	case Unsat:
		s.Stats.Unsat++
	case Unknown:
		s.Stats.Unknown++
	default:
		panic("BUG: a core returned an invalid result")
	}
	return r, model
}

// queryOf returns the query that is satisfiable if and only if pc is. It speaks of the residue's options alone:
// of the set, their projection; and that by groups of options that the residue relates, where it is the product of these.
func (s *Solver) queryOf(pc PathCondition) (q *Query, err error) {
	q = &Query{Builder: s.b, Space: s.sets.Space()}
	groups := Groups(pc.Residue)
	var options []int
	for _, g := range groups {
		options = append(options, g.Options...)
	}
	slices.Sort(options)
	err = s.sets.Try(4*s.budget, func() {
		p := s.sets.Project(pc.Set, options)
		product := confspace.Full
		var parts []confspace.Set
		for _, g := range groups {
			f := s.sets.Project(p, g.Options)
			parts = append(parts, f)
			product = s.sets.And(product, f)
		}
		if product != p {
			parts = []confspace.Set{p}
		}
		for _, f := range parts {
			q.Add(s.asExpr.forQuery(f))
		}
	})
	if err != nil {
		return nil, err
	}
	for _, c := range pc.Residue {
		q.Add(s.Lower(c))
	}
	for _, o := range options {
		q.Add(s.asExpr.domain(o))
	}
	return q, nil
}
