// Package path is the record of finished paths, and the run directory that holds
// them: the seam between the engine and the analyses.
package path

import (
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Mode says which lowering of && and || a path was explored under.
type Mode uint8

const (
	ModeInvalid Mode = iota
	Merged           // not expanded: lines, blocks and edges
	Expanded         // expanded: conditions
)

// Path is one finished path of one test.
type Path struct {
	Condition confspace.Set // the configurations that take it, in the test's Sets
	End       Termination
	Covered   []uint64 // per criterion of the mode: see Bits; element ids covered by every configuration of Condition
	Partial   []Partial
	Steps     uint64 // IR instructions on this path since its last fork
	Notes     []Note
	Output    []byte // what the program wrote to its peer or standard output; may be nil
}

// Partial is coverage that only some configurations of a path have: the arms of branches whose ways were merged again.
type Partial struct {
	Condition confspace.Set // a subset of the path's
	Criterion coverage.Criterion
	Elements  []uint32
}

// Kind is the reason a path ended. Every path ends in exactly one.
type Kind uint8

const (
	KindInvalid Kind = iota
	Exit             // the program's first process exited
	MemoryError      // out of bounds, use after free, null, double or bad free
	Arithmetic       // division by zero
	Abort            // abort or failed assert
	Signal           // killed by a signal
	Deadlock         // every process waits and the peer has nothing to do
	Unsupported      // an operation, system call or library function the engine does not have
	Budget           // a limit of steps, memory, forks or time
	SolverUnknown
	Internal // a bug of the engine's own
)

// Frame is one line of a stack trace.
type Frame struct {
	Func, File string
	Line       uint32
	Col        uint16
}

// Termination says how and where a path ended.
type Termination struct {
	Kind    Kind
	Message string  // e.g. "out-of-bounds read of 4 bytes at offset 16 of 16-byte heap block"
	Code    int     // exit status, or signal number
	Stack   []Frame // innermost first
}

// Complete reports whether the end is the program's own doing, not a limit of the engine.
func (k Kind) Complete() bool { return k >= Exit && k <= Deadlock }

// Note is a limit or approximation that a path met without ending.
type Note struct {
	Message string
	At      Frame
}
