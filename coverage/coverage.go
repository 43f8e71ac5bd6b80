package coverage

// This file defines criteria, elements and their names.

import (
	"fmt"
	"strings"
)

// Criterion is a coverage criterion.
type Criterion uint8

const (
	CriterionInvalid Criterion = iota
	Line                       // source lines of executed statements
	Block                      // basic blocks, && and || not expanded
	Edge                       // control-flow edges, && and || not expanded
	Outcome                    // outcomes of the conditions of decisions, && and || expanded

	numCriteria = 5
)

// Criteria are the valid criteria in the order in which they are reported.
func Criteria() []Criterion { return []Criterion{Line, Block, Edge, Outcome} }

var criterionNames = [numCriteria]string{"invalid", "line", "block", "edge", "outcome"}

// String returns the lower-case name of c.
func (c Criterion) String() string {
	if int(c) < len(criterionNames) {
		return criterionNames[c]
	}
	return fmt.Sprintf("criterion(%d)", uint8(c))
}

// ParseCriterion returns the criterion that is called name. Coverage of outcomes is also known as condition coverage.
func ParseCriterion(name string) (Criterion, error) {
	if strings.EqualFold(name, "condition") {
		return Outcome, nil
	}
	for _, c := range Criteria() {
		if strings.EqualFold(name, c.String()) {
			return c, nil
		}
	}
	return CriterionInvalid, fmt.Errorf("unknown coverage criterion %q: want line, block, edge or outcome", name)
}

// Element is one thing that can be covered.
type Element struct {
	Criterion Criterion
	ID        uint32 // dense from 1 within its criterion
	File      string
	Line      uint32
	Col       uint16
	Func      string
	Detail    string // e.g. "block 7", "7->9", "true", "case 3"; "" for lines
}

// Name returns the stable printed name of the element: "main.c:147" for a line,
// "main.c:147:3 main block 7", "main.c:147:3 main 7->9", "main.c:147:7 true".
func (e *Element) Name() string {
	if e.Criterion == Line {
		return fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d", e.File, e.Line)
	if e.Col != 0 {
		fmt.Fprintf(&b, ":%d", e.Col)
	}
	if e.Func != "" && e.Criterion != Outcome {
		b.WriteByte(' ')
		b.WriteString(e.Func)
	}
	if e.Detail != "" {
		b.WriteByte(' ')
		b.WriteString(e.Detail)
	}
	return b.String()
}
