package explore

// This file lists the decisions of a program: which conditions belong together.

import (
	"cmp"
	"slices"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
)

// Decisions returns the conditions of a program whose lowering has outcomes, after NewUniverse, by decision and place.
func Decisions(p *ir.Program) []path.Operand {
	type key struct {
		f        *ir.Func
		decision uint32
	}
	byDecision := map[key][]path.Operand{}
	var order []key
	seen := map[uint32]bool{} // outcomes; copies of a function have the same ones
	for i := range p.Symbols {
		f := p.Symbols[i].Func
		if p.Symbols[i].Kind != ir.SymFunc || !f.Subject {
			continue
		}
		for _, b := range f.Blocks {
			t := &b.Term
			if t.Kind != ir.TermBranch || t.Cond == 0 || seen[t.Cond] {
				continue
			}
			seen[t.Cond] = true
			row := path.Operand{Outcome: int32(t.Cond), True: ir.DecisionTrue, False: ir.DecisionFalse}
			k := key{f, t.Operand.Decision}
			if o := t.Operand; o.Decision != 0 {
				row.Index, row.True, row.False, row.Like = int32(o.Index), int32(o.True), int32(o.False), int32(o.Like)
			} else {
				k.decision = ^t.Cond // its own
			}
			if byDecision[k] == nil {
				order = append(order, k)
			}
			byDecision[k] = append(byDecision[k], row)
		}
	}
	slices.SortStableFunc(order, func(a, b key) int { return cmp.Compare(first(byDecision[a]), first(byDecision[b])) })
	var out []path.Operand
	for n, k := range order {
		rows := byDecision[k]
		slices.SortStableFunc(rows, func(a, b path.Operand) int { return cmp.Compare(a.Index, b.Index) })
		for _, r := range rows {
			r.Decision = int32(n + 1)
			out = append(out, r)
		}
	}
	return out
}

// first returns the first outcome of a decision.
func first(rows []path.Operand) int32 {
	least := rows[0].Outcome
	for _, r := range rows {
		least = min(least, r.Outcome)
	}
	return least
}
