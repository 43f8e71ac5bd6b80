package explore

// This file plants faults, for tests that show that they are found.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// PlantOp replaces an operation by another in the subject's functions of a program that has not been loaded: OpAShr by OpLShr, say.
func PlantOp(p *ir.Program, from, to ir.Op) {
	eachBlock(p, func(b *ir.Block) {
		for i := range b.Instrs {
			if b.Instrs[i].Op == from {
				b.Instrs[i].Op = to
			}
		}
	})
}

// PlantLine moves what begins on a line to another one.
func PlantLine(p *ir.Program, from, to uint32) {
	eachBlock(p, func(b *ir.Block) {
		for i := range b.Lines {
			if b.Lines[i].Pos.Line == from {
				b.Lines[i].Pos.Line = to
			}
		}
	})
}

func eachBlock(p *ir.Program, f func(b *ir.Block)) {
	for i := range p.Symbols {
		if fn := p.Symbols[i].Func; fn != nil && fn.Subject {
			for _, b := range fn.Blocks {
				f(b)
			}
		}
	}
}

// PlantDrop is for Options.NewDecider: where both sides of a condition are possible, the other one is said not to be.
func PlantDrop(b *expr.Builder, sets *confspace.Sets) interp.Decider {
	return dropping{decider{solver.New(sets, b, nil)}}
}

type dropping struct{ decider }

func (d dropping) Split(pc state.PathCondition, cond *expr.Expr) (interp.Verdict, state.PathCondition, state.PathCondition) {
	v, yes, no := d.decider.Split(pc, cond)
	if v == interp.Either {
		return interp.Always, pc, pc
	}
	return v, yes, no
}
