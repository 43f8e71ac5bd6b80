package solver

// This file defines results, path conditions, and the Solver.

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// Verdict is what was found out about conditions.
type Verdict uint8

const (
	Invalid Verdict = iota
	Sat             // some configuration satisfies them
	Unsat           // none does
	Unknown
)

func (v Verdict) String() string {
	switch v {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	case Unknown:
		return "unknown"
	}
	return "invalid"
}

// Result is a verdict; Reason says why it is Unknown, for people to read.
type Result struct {
	Verdict Verdict
	Reason  string
}

func (r Result) String() string {
	if r.Reason != "" {
		return r.Verdict.String() + " (" + r.Reason + ")"
	}
	return r.Verdict.String()
}

// IsSat, IsUnsat and IsUnknown compare the verdict.
func (r Result) IsSat() bool     { return r.Verdict == Sat }
func (r Result) IsUnsat() bool   { return r.Verdict == Unsat }
func (r Result) IsUnknown() bool { return r.Verdict == Unknown }

var (
	sat   = Result{Verdict: Sat}
	unsat = Result{Verdict: Unsat}
)

func unknown(reason string) Result { return Result{Unknown, reason} }

// PathCondition is the configurations of Set for which every condition of Residue holds. It is a value: what
// it refers to is never changed.
type PathCondition struct {
	Set     confspace.Set
	Residue []*expr.Expr
	// Related has the same configurations, written with relations: the conditions of Residue, and those that Set holds only for the values that were left
	// when they were met. Empty: there are neither.
	Related confspace.Set
}

// All returns the path condition of every configuration.
func All() PathCondition { return PathCondition{Set: confspace.Full} }

// with returns pc with one more condition in its residue.
func (pc PathCondition) with(cond *expr.Expr) PathCondition {
	if slices.Contains(pc.Residue, cond) {
		return pc
	}
	return PathCondition{pc.Set, append(slices.Clip(pc.Residue), cond), pc.Related}
}

// Statistics counts what a Solver did.
type Statistics struct {
	Branches    int64 // calls of Branch and Assume
	Constant    int64 // of them, conditions that were constants
	Set         int64 // decided by sets alone
	Enumerated  int64 // decided by sets made by evaluating a condition for values of its options
	Residual    int64 // conditions that went to a residue
	Guessed     int64 // residues that a configuration at hand satisfies
	Queries     int64 // questions to the Core
	Sat         int64 // its answers
	Unsat       int64
	Unknown     int64
	OverBudget  int64 // expressions that could not be blasted within the budget
	Evaluations int64 // of expressions, for enumeration
}

// Solver decides conditions over one Builder's expressions and one manager's sets.
// It is not safe for concurrent use.
type Solver struct {
	b     *expr.Builder
	sets  *confspace.Sets
	core  Core
	Stats Statistics

	vars    []*expr.Expr          // by option
	conds   []int32               // by id of a condition: its Set + 1; 0: not known, -1: none
	vectors map[*expr.Expr]vector // what was blasted; nil: cannot be
	local   map[localKey]vector   // enumerated under a set
	choices map[choiceKey][]int64 // values left to an option by a set
	asExpr  *setExprs

	relations map[*expr.Expr]confspace.Set // conditions as sets with relations
	lowered   map[*expr.Expr]*expr.Expr    // what has choices in it, without

	multiples map[multipleKey]multipleSet
	guesses   []*guess // the last first; see guess.go
	allowed   int      // nodes that may still be made for the condition that is being blasted

	limit  uint64 // on combinations: EnumerationLimit
	budget int    // of nodes: BlastBudget
}

// EnumerationLimit is the number of combinations of values up to which expressions are evaluated for each.
const EnumerationLimit = 4096

// New returns a Solver. core may be nil: then what needs one is Unknown.
func New(sets *confspace.Sets, b *expr.Builder, core Core) *Solver {
	s := &Solver{
		b: b, sets: sets, core: core,
		vars:      make([]*expr.Expr, len(sets.Space().Options)),
		vectors:   map[*expr.Expr]vector{},
		local:     map[localKey]vector{},
		choices:   map[choiceKey][]int64{},
		multiples: map[multipleKey]multipleSet{},
		relations: map[*expr.Expr]confspace.Set{},
		lowered:   map[*expr.Expr]*expr.Expr{},
		limit:     EnumerationLimit,
		budget:    BlastBudget,
	}
	s.asExpr = newSetExprs(s)
	s.useSets()
	return s
}

// Builder and Sets return what the Solver works on.
func (s *Solver) Builder() *expr.Builder { return s.b }
func (s *Solver) Sets() *confspace.Sets  { return s.sets }

// Var returns the expression of an option's C value, with the bounds of its domain.
func (s *Solver) Var(option int) *expr.Expr {
	if s.vars[option] == nil {
		s.vars[option] = OptionVar(s.b, s.sets.Space(), option)
	}
	return s.vars[option]
}

// OptionVar returns the expression of an option's C value, with the bounds of its
// domain. It is an expr.OpVar, or a constant if the domain has one value.
func OptionVar(b *expr.Builder, sp *confspace.Space, option int) *expr.Expr {
	d := sp.Options[option].Domain
	lo, hi := d.Bounds()
	if d.Signed {
		return b.VarSigned(option, uint(d.Bits), lo, hi)
	}
	return b.VarUnsigned(option, uint(d.Bits), uint64(lo), uint64(hi))
}

// Branch decides cond under pc: it returns the path conditions of the configurations for which it
// holds and for which it does not, and whether there are any. A side that is Unsat has no path condition. Where
// a side is Unknown its path condition is what would have to be satisfiable.
func (s *Solver) Branch(pc PathCondition, cond *expr.Expr) (then, els PathCondition, thenResult, elseResult Result) {
	s.Stats.Branches++
	if cond.IsConst() {
		s.Stats.Constant++
		if cond.IsTrue() {
			return pc, PathCondition{}, sat, unsat
		}
		return PathCondition{}, pc, unsat, sat
	}
	set, ok := s.setUnder(pc.Set, cond)
	var yes, no confspace.Set
	if ok {
		ok = s.sets.Try(s.budget, func() { yes, no = s.sets.And(pc.Set, set), s.sets.Diff(pc.Set, set) }) == nil
	}
	if !ok {
		s.Stats.Residual++
		cond = s.b.Restrict(cond, pc.Set)
		then, els := pc.with(cond), pc.with(s.b.Not(cond))
		then.Related, els.Related = s.relate(pc, cond), s.relate(pc, s.b.Not(cond))
		return s.branchResidue(pc, then, els)
	}
	switch {
	case yes == confspace.Empty:
		return PathCondition{}, pc, unsat, sat
	case no == confspace.Empty:
		return pc, PathCondition{}, sat, unsat
	}
	then, els = PathCondition{Set: yes, Residue: pc.Residue}, PathCondition{Set: no, Residue: pc.Residue}
	if pc.Related != confspace.Empty || !s.everywhere(cond) {
		then.Related, els.Related = s.relate(pc, cond), s.relate(pc, s.b.Not(cond))
	}
	if len(pc.Residue) == 0 {
		return then, els, sat, sat
	}
	return s.branchResidue(pc, then, els)
}

// and returns the intersection of sets, unless it is too large.
func (s *Solver) and(x, y confspace.Set) (r confspace.Set, ok bool) {
	err := s.sets.Try(16*BlastBudget, func() { r = s.sets.And(x, y) })
	return r, err == nil
}

func (s *Solver) branchResidue(pc, then, els PathCondition) (PathCondition, PathCondition, Result, Result) {
	then, yes := s.settle(then)
	if yes.IsUnsat() {
		return PathCondition{}, pc, unsat, sat
	}
	els, no := s.settle(els)
	if no.IsUnsat() {
		return pc, PathCondition{}, sat, unsat
	}
	return then, els, yes, no
}

// Assume returns pc and cond.
func (s *Solver) Assume(pc PathCondition, cond *expr.Expr) (PathCondition, Result) {
	s.Stats.Branches++
	if cond.IsConst() {
		s.Stats.Constant++
		if cond.IsTrue() {
			return pc, sat
		}
		return PathCondition{}, unsat
	}
	related := pc.Related
	both, ok := s.meet(pc.Set, cond)
	if related != confspace.Empty || !ok || !s.everywhere(cond) {
		related = s.relate(pc, cond)
	}
	if pc.Related = related; ok {
		pc.Set = both
		if len(pc.Residue) == 0 && pc.Set != confspace.Empty {
			return pc, sat
		}
	} else {
		s.Stats.Residual++
		pc = pc.with(s.b.Restrict(cond, pc.Set))
	}
	pc, r := s.settle(pc)
	if r.IsUnsat() {
		pc = PathCondition{}
	}
	return pc, r
}

// meet returns the configurations of a set for which cond holds, where that takes no more nodes than the budget.
func (s *Solver) meet(set confspace.Set, cond *expr.Expr) (both confspace.Set, ok bool) {
	c, ok := s.setUnder(set, cond)
	if ok {
		ok = s.sets.Try(s.budget, func() { both = s.sets.And(set, c) }) == nil
	}
	return both, ok
}

// settle moves conditions of the residue into the set where that is possible by now, and decides what is left.
func (s *Solver) settle(pc PathCondition) (PathCondition, Result) {
	if pc.Set == confspace.Empty {
		return PathCondition{}, unsat
	}
	pc = s.absorb(pc)
	if pc.Set == confspace.Empty {
		return PathCondition{}, unsat
	}
	if len(pc.Residue) == 0 {
		return pc, sat
	}
	if s.guess(pc) != nil {
		s.Stats.Guessed++
		return pc, sat
	}
	r, model := s.query(pc)
	if r.IsSat() {
		s.remember(pc, model)
	}
	return pc, r
}

// absorb moves conditions of the residue into the set as long as that is possible.
func (s *Solver) absorb(pc PathCondition) PathCondition {
	for again := true; again && len(pc.Residue) > 0; {
		again = false
		if pc = s.combine(pc); pc.Set == confspace.Empty {
			return PathCondition{}
		}
		var rest []*expr.Expr
		for _, c := range pc.Residue {
			set, ok := s.meet(pc.Set, c)
			if !ok {
				rest = append(rest, c)
				continue
			}
			pc.Set = set
			again = true
		}
		pc.Residue = rest
	}
	return pc
}

// Check decides whether some configuration satisfies pc.
func (s *Solver) Check(pc PathCondition) Result {
	_, r := s.settle(pc)
	return r
}

// Set returns the configurations for which cond holds, if it can be made a set.
func (s *Solver) Set(cond *expr.Expr) (confspace.Set, bool) {
	return s.setUnder(confspace.Full, cond)
}

// Or returns the path condition of the configurations of both.
func (s *Solver) Or(x, y PathCondition) PathCondition {
	if x.Set == confspace.Empty {
		return y
	}
	if y.Set == confspace.Empty {
		return x
	}
	var common, rx, ry []*expr.Expr
	for _, c := range x.Residue {
		if slices.Contains(y.Residue, c) {
			common = append(common, c)
		} else {
			rx = append(rx, c)
		}
	}
	for _, c := range y.Residue {
		if !slices.Contains(x.Residue, c) {
			ry = append(ry, c)
		}
	}
	pc := PathCondition{Set: s.sets.Or(x.Set, y.Set), Residue: common}
	if x.Related != confspace.Empty || y.Related != confspace.Empty {
		pc.Related = s.sets.Or(s.relate(x, s.b.Bool(true)), s.relate(y, s.b.Bool(true)))
	}
	if len(rx) == 0 && len(ry) == 0 {
		return pc
	}
	cx, cy := s.asExpr.of(x.Set), s.asExpr.of(y.Set)
	for _, c := range rx {
		cx = s.b.And(cx, c)
	}
	for _, c := range ry {
		cy = s.b.And(cy, c)
	}
	if c := s.b.Or(cx, cy); !c.IsTrue() {
		pc = pc.with(c)
	}
	return s.absorb(pc)
}

// Expr returns the condition that the configuration is in the set.
func (s *Solver) Expr(set confspace.Set) *expr.Expr { return s.asExpr.of(set) }

// SetLimits replaces EnumerationLimit and BlastBudget, for measuring and for tests of what is behind them.
func (s *Solver) SetLimits(enumeration uint64, budget int) { s.limit, s.budget = enumeration, budget }
