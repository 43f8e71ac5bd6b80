package explore

// This file defines what exploration is asked to do.

import (
	"fmt"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/subjects/confspace"
)

// Point is a place at which options become symbolic: at each entry to a function, or each return from it (or the first one).
type Point struct {
	Function string
	Return   bool
	Options  []int // indices of the options; nil: all that have an object
	Once     bool  // only where no option has become symbolic yet
}

// Test is what the program is started with.
type Test struct {
	Name  string
	World kernel.World
	Args  []string // argv; Args[0] is the program's name
	Env   []string // NAME=value
}

// Limits bound an exploration. 0 is the default, negative is no limit.
type Limits struct {
	PathSteps int64 // instructions of one path; DefaultPathSteps
	Steps     int64 // instructions of all paths together; no limit
	Paths     int64 // finished paths, with MergeAll ends; no limit
	HeapBytes int64 // live heap of one process; DefaultHeapBytes
}

// The default limits.
const (
	DefaultPathSteps = 2_000_000_000
	DefaultHeapBytes = 1 << 30
)

// Merge says which branches are merged beside those of && and ||.
type Merge uint8

const (
	MergeData Merge = iota // small regions without calls that depend on integer options
	MergeOff
	MergeAll // wherever control flow joins: see package interp. In which order states are explored follows from that, not from Options.Searcher
)

// String returns the name that ParseMerge takes.
func (m Merge) String() string {
	switch m {
	case MergeOff:
		return "off"
	case MergeAll:
		return "all"
	}
	return "data"
}

// ParseMerge returns the value that is called name.
func ParseMerge(name string) (Merge, error) {
	switch name {
	case "data", "":
		return MergeData, nil
	case "off":
		return MergeOff, nil
	case "all":
		return MergeAll, nil
	}
	return MergeOff, fmt.Errorf("unknown kind of merging %q: want all, data or off", name)
}

// Progress is what an observer is told after every slice of work.
type Progress struct {
	Paths, Alive int
	Steps        int64
}

// Observer watches an exploration. Nil functions are not called.
type Observer struct {
	Path     func(*path.Path) // each finished path, in the order of Result.Test.Paths
	Progress func(Progress)
}

// Options say what to explore and how.
type Options struct {
	Space         *confspace.Space
	Points        []Point
	Fixed         confspace.Settings      // what the test gives to options that do not become symbolic: with that, too, configurations satisfy the constraints
	Configuration confspace.Configuration // not nil: run this one concretely
	Keep          bool                    // with Configuration: objects keep what the program itself has set, which Result.Held says
	Mode          path.Mode               // which lowering the program is; path.Merged if 0
	Merge         Merge
	Searcher      string // see searcher.New
	Seed          uint64
	Limits        Limits
	Observer      Observer
	NewCore       func() solver.Core // makes the core behind the solver, one for each Run; nil: none, what needs one is unknown
	CoreAlone     bool               // the core decides all that is not constant: nothing is done by sets or by enumeration
	Trace         bool               // fill in Result.Traces and Result.Witnesses; nothing is merged then, so there may be more paths

	// For tests.
	NewDecider  func(b *expr.Builder, sets *confspace.Sets) interp.Decider // instead of the solver
	SlowOnly    bool                                                       // never use the fast path
	NoShortcuts bool                                                       // run the C bodies of functions that the engine could perform
	Written     func(at func(confspace.Configuration) []byte)              // for each finished path: what it writes under a configuration
}
