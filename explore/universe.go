package explore

// This file makes the universe of elements of a program from the numbers that
// package ir gives them: lines, blocks and edges are those of the lowering in
// which && and || are not expanded, conditions those of the other one.

import (
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/ir"
)

// NewUniverse numbers the elements of both lowerings of a program, either of
// which may be nil, and writes the numbers into them. It must come before Load.
func NewUniverse(merged, expanded *ir.Program) *coverage.Universe {
	u := &coverage.Universe{}
	add := func(c coverage.Criterion, elements []ir.Element) {
		for _, e := range elements {
			u.Add(coverage.Element{Criterion: c, File: e.File, Line: e.Line, Col: e.Col, Func: e.Func, Detail: e.Detail})
		}
	}
	if merged != nil {
		e := ir.Number(merged, ir.CountGraph)
		add(coverage.Line, e.Lines)
		add(coverage.Block, e.Blocks)
		add(coverage.Edge, e.Edges)
	}
	if expanded != nil {
		add(coverage.Outcome, ir.Number(expanded, ir.CountConditions).Conditions)
	}
	return u
}
