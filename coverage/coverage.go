// Package coverage defines the coverage criteria of dissertation section 4.4,
// the universe of elements of a program, and sets of elements.
package coverage

// Criterion is a coverage criterion.
type Criterion uint8

const (
	CriterionInvalid Criterion = iota
	Line                       // source lines of executed statements
	Block                      // basic blocks, && and || not expanded
	Edge                       // control-flow edges, && and || not expanded
	Condition                  // outcomes of decisions, && and || expanded
)

// Element is one thing that can be covered.
type Element struct {
	Criterion Criterion
	ID        uint32 // dense from 1 within its criterion
	File      string
	Line      uint32
	Col       uint16
	Func      string
	Detail    string // e.g. "block 7", "7->9", "true", "case 3"
}

// Name returns the stable printed name of the element, e.g. "main.c:147",
// "main.c:147:3 main#7", "main.c:147:7 true".

// Universe is every element of a program, by criterion; the denominators.
type Universe struct {
	Elements [5][]Element // by Criterion; Elements[c][i].ID == i+1
}
