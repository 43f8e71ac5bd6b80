package explore

// This file decides conditions by evaluating them for every configuration of
// the space: what the solver must agree with.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

type brute struct {
	b    *expr.Builder
	sets *confspace.Sets
	all  []confspace.Configuration
	one  []confspace.Set
	of   map[*expr.Expr]confspace.Set
}

func newBrute(b *expr.Builder, sets *confspace.Sets) interp.Decider {
	d := &brute{b: b, sets: sets, of: map[*expr.Expr]confspace.Set{}}
	d.enumerate(nil)
	return d
}

// enumerate makes all configurations.
func (d *brute) enumerate(c confspace.Configuration) {
	sp := d.sets.Space()
	if len(c) == len(sp.Options) {
		if len(d.all) > 1<<16 {
			panic("too many configurations for the brute-force decider")
		}
		d.all = append(d.all, append(confspace.Configuration(nil), c...))
		d.one = append(d.one, d.sets.OfConfiguration(c))
		return
	}
	vs, _ := d.sets.Values(confspace.Full, len(c), 1<<16)
	for _, v := range vs {
		d.enumerate(append(c, v))
	}
}

func (d *brute) set(cond *expr.Expr) confspace.Set {
	if s, ok := d.of[cond]; ok {
		return s
	}
	var yes []confspace.Set
	for i, c := range d.all {
		if d.b.EvalConfiguration(cond, c) != 0 {
			yes = append(yes, d.one[i])
		}
	}
	s := d.sets.OrAll(yes)
	d.of[cond] = s
	return s
}

func (d *brute) Split(pc state.PathCondition, cond *expr.Expr) (interp.Verdict, state.PathCondition, state.PathCondition) {
	s := d.set(cond)
	yes, no := d.sets.And(pc.Set, s), d.sets.Diff(pc.Set, s)
	// Configurations that are none: encodings that stand for no value.
	switch {
	case d.empty(no):
		return interp.Always, pc, pc
	case d.empty(yes):
		return interp.Never, pc, pc
	}
	return interp.Either, state.PathCondition{Set: yes}, state.PathCondition{Set: no}
}

func (d *brute) empty(s confspace.Set) bool {
	for _, c := range d.all {
		if d.sets.Contains(s, c) {
			return false
		}
	}
	return true
}

func (d *brute) Feasible(pc state.PathCondition, e *expr.Expr) (uint64, bool) {
	for _, c := range d.all {
		if d.sets.Contains(pc.Set, c) {
			return d.b.EvalConfiguration(e, c), true
		}
	}
	return 0, false
}

func (d *brute) SetOf(pc state.PathCondition) (s, related confspace.Set, ok bool) {
	return pc.Set, pc.Set, true
}

func (d *brute) Range(pc state.PathCondition, e *expr.Expr) (lo, hi uint64, ok bool) {
	lo = ^uint64(0)
	for _, c := range d.all {
		if d.sets.Contains(pc.Set, c) {
			v := d.b.EvalConfiguration(e, c)
			lo, hi, ok = min(lo, v), max(hi, v), true
		}
	}
	return lo, hi, ok
}
