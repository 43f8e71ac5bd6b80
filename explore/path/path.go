package path

// This file defines paths and how they end.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Mode says which lowering of && and || a path was explored under.
type Mode uint8

const (
	ModeInvalid Mode = iota
	Merged           // not expanded: lines, blocks and edges
	Expanded         // expanded: conditions
	Both             // all four criteria; paths that differ in decisions alone are different ones, but where ways meet again
)

// NumModes is one more than the largest Mode.
const NumModes = int(Both) + 1

// Modes returns all modes.
func Modes() []Mode { return []Mode{Merged, Expanded, Both} }

// String returns the lower-case name of m.
func (m Mode) String() string {
	switch m {
	case Merged:
		return "merged"
	case Expanded:
		return "expanded"
	case Both:
		return "both"
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// ParseMode returns the mode that is called name.
func ParseMode(name string) (Mode, error) {
	switch name {
	case "merged":
		return Merged, nil
	case "expanded":
		return Expanded, nil
	case "both":
		return Both, nil
	}
	return ModeInvalid, fmt.Errorf("unknown mode %q: want merged, expanded or both", name)
}

// Criteria returns the criteria whose coverage paths of mode m record.
func (m Mode) Criteria() []coverage.Criterion {
	switch m {
	case Merged:
		return []coverage.Criterion{coverage.Line, coverage.Block, coverage.Edge}
	case Expanded:
		return []coverage.Criterion{coverage.Outcome}
	case Both:
		return append(Merged.Criteria(), Expanded.Criteria()...)
	}
	return nil
}

// Records reports whether paths of mode m record the coverage of criterion c.
func (m Mode) Records(c coverage.Criterion) bool { return slices.Contains(m.Criteria(), c) }

// Layout returns the layout of Path.Covered for paths of mode m.
func (m Mode) Layout(u *coverage.Universe) coverage.Layout { return u.Layout(m.Criteria()...) }

// Path is one finished path of one test.
type Path struct {
	Condition confspace.Set // the configurations that take it, in the test's Sets
	End       Termination
	Covered   []uint64  // elements covered by every configuration of Condition: coverage.Bits in Mode.Layout
	Partial   []Partial // nil if there are none
	Steps     uint64    // IR instructions on this path since its last fork
	Notes     []Note
	Output    []byte  // what the program wrote to its peer or standard output; may be nil
	Texts     []Text  // what of it configurations have; nil: all have Output
	Calls     []Calls // by process, in the order in which they were made; nil: not recorded
	// Witness takes the path, where Condition has relations or is wider than the path; nil if none is known, and for other paths.
	Witness confspace.Configuration
}

// Calls says which functions of the program a process called, and in which order: it is what package trace says of a chain.
// A chain is not known (Mixed) where ways that call different functions were merged.
type Calls struct {
	Total, Digest uint64
	Mixed         bool
}

// Partial is coverage that only some configurations of a path have: the arms of branches whose ways were merged again.
type Partial struct {
	Condition confspace.Set // a subset of the path's
	Criterion coverage.Criterion
	Elements  []uint32
}

// PartialElement is one element of partial coverage.
type PartialElement struct {
	Criterion coverage.Criterion
	ID        uint32
	Condition confspace.Set
}

// GroupPartial puts the elements of a criterion with equal conditions together, in the order of criteria and elements. It sorts the list.
func GroupPartial(list []PartialElement) []Partial {
	slices.SortFunc(list, func(a, b PartialElement) int {
		return cmp.Or(cmp.Compare(a.Criterion, b.Criterion), cmp.Compare(a.ID, b.ID))
	})
	type group struct {
		criterion coverage.Criterion
		condition confspace.Set
	}
	at := map[group]int{}
	var out []Partial
	for _, e := range list {
		g := group{e.Criterion, e.Condition}
		i, ok := at[g]
		if !ok {
			i = len(out)
			at[g] = i
			out = append(out, Partial{Condition: e.Condition, Criterion: e.Criterion})
		}
		out[i].Elements = append(out[i].Elements, e.ID)
	}
	return out
}

// Text is output that only some configurations of a path have. What a configuration has is one after another.
type Text struct {
	Condition confspace.Set // a subset of the path's
	Bytes     []byte        // '?' stands for a byte that depends on the configuration in another way
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
	Undefined        // a place that the program promises is unreachable, or after a call that it promises never returns
	Unsupported      // an operation, system call or library function the engine does not have
	Budget           // a limit of steps, memory, forks or time
	SolverUnknown
	Internal // a bug of the engine's own

	numKinds
)

var kindNames = [numKinds]string{
	"invalid", "exit", "memory error", "arithmetic error", "abort", "signal", "deadlock", "undefined behaviour",
	"unsupported", "budget", "solver unknown", "internal",
}

// Kinds returns the valid kinds in order.
func Kinds() []Kind {
	ks := make([]Kind, 0, numKinds-1)
	for k := Exit; k < numKinds; k++ {
		ks = append(ks, k)
	}
	return ks
}

// String returns the lower-case name of k, as it is stored and printed.
func (k Kind) String() string {
	if k < numKinds {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseKind returns the kind that is called name.
func ParseKind(name string) (Kind, error) {
	for _, k := range Kinds() {
		if k.String() == name {
			return k, nil
		}
	}
	return KindInvalid, fmt.Errorf("unknown termination %q", name)
}

// Complete reports whether the end is the program's own doing, not a limit of the engine.
func (k Kind) Complete() bool { return k >= Exit && k <= Undefined }

// Error reports whether the end is an error of the program.
func (k Kind) Error() bool { return k > Exit && k <= Undefined }

// Frame is one line of a stack trace.
type Frame struct {
	Func, File string
	Line       uint32
	Col        uint16
}

// String returns "file:line:col (func)" without the parts that are not known.
func (f Frame) String() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Line != 0 {
		fmt.Fprintf(&b, ":%d", f.Line)
		if f.Col != 0 {
			fmt.Fprintf(&b, ":%d", f.Col)
		}
	}
	if f.Func != "" {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "(%s)", f.Func)
	}
	return b.String()
}

// Termination says how and where a path ended.
type Termination struct {
	Kind    Kind
	Message string  // e.g. "out-of-bounds read of 4 bytes at offset 16 of 16-byte heap block"
	Code    int     // exit status, or signal number
	Stack   []Frame // innermost first
}

// CountDropped is the key in Test.Counts of how many paths confcov_assume ended, which do not count as paths of the program.
const CountDropped = "dropped"

// Apart is a place at which ways met that could not become one again.
type Apart struct {
	File  string `json:"file,omitempty"` // "": the code has no positions
	Line  uint32 `json:"line,omitempty"`
	Func  string `json:"func"`
	Why   string `json:"why"`
	Count int64  `json:"count"`
}

// Place returns where it is: a line, or else in which function; in no function it is where the program has ended.
func (a *Apart) Place() string {
	switch {
	case a.Line == 0 && a.Func == "":
		return "the end"
	case a.Line == 0:
		return "in " + a.Func
	}
	return fmt.Sprintf("%s:%d", a.File, a.Line)
}

// CompareApart orders places by how often ways stayed apart, then by where they are.
func CompareApart(a, b Apart) int {
	return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Func, b.Func), cmp.Compare(a.Why, b.Why))
}

// Concrete is a setting that a test makes: of an option that is not symbolic in it, or of something else in the program's configuration.
type Concrete struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// CountUnmerged is the key in Test.Counts of how often ways stayed apart.
const CountUnmerged = "unmerged"

// Test is everything that exploration found about one test in one mode.
type Test struct {
	Name     string
	Mode     Mode
	Key      string          // hash of what the result depends on; see Dir.Finished
	Sets     *confspace.Sets // of which the conditions of Paths are
	Paths    []Path
	Limits   []Limit          // limits that exploration hit, so that Paths may not be all; nil: explored to the end
	Concrete []Concrete       // what the test sets itself, whatever the configuration says; options first, then other settings
	Apart    []Apart          // where ways that should have been joined stayed apart, most often first; nil: nowhere, or not merging
	Counts   map[string]int64 // deterministic statistics: forks, merges, queries, steps, ...; may be nil
}
