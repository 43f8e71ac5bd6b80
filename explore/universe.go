package explore

// This file makes the universe of elements of a program from the numbers that
// package ir gives them.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
)

// NewUniverse numbers the elements of a program, of which there are one or several lowerings, and writes the numbers into them: lines,
// blocks and edges are those of the programmer's graph, in which && and || are not expanded, outcomes
// those of the lowering in which they are. It is an error, and a bug, if lowerings do not agree. It must come before Load.
func NewUniverse(lowerings map[path.Mode]*ir.Program) (*coverage.Universe, error) {
	u := &coverage.Universe{}
	for _, m := range slices.Backward(path.Modes()) { // that of all criteria first
		p := lowerings[m]
		if p == nil {
			continue
		}
		what := ir.Counting(0)
		if m.Records(coverage.Line) {
			what |= ir.CountGraph
		}
		if m.Records(coverage.Outcome) {
			what |= ir.CountConditions
		}
		numbered := ir.Number(p, what)
		for _, c := range m.Criteria() {
			if err := addElements(u, c, elementsOf(&numbered, c), m); err != nil {
				return nil, err
			}
		}
	}
	return u, nil
}

// addElements adds the elements of a criterion, or checks that they are those that are there.
func addElements(u *coverage.Universe, c coverage.Criterion, elements []ir.Element, m path.Mode) error {
	old := slices.Clone(u.Elements[c])
	u.Elements[c] = nil
	for _, e := range elements {
		u.Add(coverage.Element{Criterion: c, File: e.File, Line: e.Line, Col: e.Col, Func: e.Func, Detail: e.Detail})
	}
	list := u.Elements[c]
	if old == nil || slices.Equal(list, old) {
		return nil
	}
	for i := range min(len(list), len(old)) {
		if !sameElement(&list[i], &old[i]) {
			return fmt.Errorf("BUG: in mode %s %s element %d is %v, elsewhere %v", m, c, i+1, list[i], old[i])
		}
	}
	if len(list) == len(old) {
		u.Elements[c] = old
		return nil
	}
	return fmt.Errorf("BUG: in mode %s there are %d %s elements, elsewhere %d", m, len(list), c, len(old))
}

// sameElement reports whether two elements with one id are the same. In which column a block, or an edge, is may depend on the lowering.
func sameElement(a, b *coverage.Element) bool {
	if a.Criterion != coverage.Block && a.Criterion != coverage.Edge {
		return *a == *b
	}
	what := func(e *coverage.Element) string {
		s, _, _ := strings.Cut(e.Detail, " (") // of several at one place
		return e.Func + " " + s
	}
	return a.File == b.File && what(a) == what(b)
}

// elementsOf returns the elements of a criterion.
func elementsOf(e *ir.Elements, c coverage.Criterion) []ir.Element {
	switch c {
	case coverage.Line:
		return e.Lines
	case coverage.Block:
		return e.Blocks
	case coverage.Edge:
		return e.Edges
	}
	return e.Conditions
}
