package state

// This file defines states.

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// PathCondition says which configurations take the path: those of Set for which all of
// Residue hold. Residue is what could not be put into Set; it is not changed in place. See solver.PathCondition for Related.
type PathCondition struct {
	Set     confspace.Set
	Residue []*expr.Expr
	Related confspace.Set
}

// Partial is coverage of a part of the path's configurations: the bits of
// arms that were merged. When is a condition on the options.
type Partial struct {
	Bit  uint32
	When confspace.Set
}

// State is one path so far.
type State struct {
	ID        uint64 // in the order in which states were made
	Condition PathCondition
	Pins      *Pins
	Procs     []*Process // in the order of their creation
	Current   int        // index of the process that runs
	Turn      int        // index of the process that ran last when the present one waits: others have their turn after it
	Kernel    *kernel.Kernel
	Syscalls  uint64 // system calls made

	Visited []uint64 // ways taken; see package interp
	Counts  []uint64 // how often; nil: not counted
	Partial []Partial
	Notes   []Note // not changed in place

	Steps    uint64 // IR instructions from the start of the program
	ForkedAt uint64 // Steps at the last fork
	Since    uint64 // Steps when it came to a place where ways met in vain, which is slot SinceAt of the top frame; see package interp
	SinceAt  int32
	Vain     int    // how often it met others in vain, since it did not
	Depth    uint32 // forks since the root

	// Trail has the conditions decided since the innermost merge began; nil outside of merges.
	Trail  []*expr.Expr
	Trails bool // whether a merge is going on

	First *path.Termination // how the first process ended; nil while it has not

	Symbolic bool // whether options have become symbolic
}

// Process returns the process that runs.
func (s *State) Process() *Process { return s.Procs[s.Current] }

// Exited reports whether no process is left.
func (s *State) Exited() bool {
	return !slices.ContainsFunc(s.Procs, func(p *Process) bool { return p.Status != Exited })
}

// Fork returns a second state that is equal to s.
func (s *State) Fork() *State {
	n := *s
	n.Procs = make([]*Process, len(s.Procs))
	for i, p := range s.Procs {
		n.Procs[i] = p.Fork()
	}
	if s.Kernel != nil {
		n.Kernel = s.Kernel.Fork()
	}
	n.Visited = append(make([]uint64, 0, len(s.Visited)), s.Visited...)
	n.Counts = append([]uint64(nil), s.Counts...)
	n.Trail = append([]*expr.Expr(nil), s.Trail...)
	n.Partial = s.Partial[:len(s.Partial):len(s.Partial)]
	n.Notes = s.Notes[:len(s.Notes):len(s.Notes)]
	s.Partial = n.Partial
	s.Notes = n.Notes
	return &n
}

// Note is a note on a path, and in which of its configurations it holds.
type Note struct {
	path.Note
	When confspace.Set
}

// Note records a limit or approximation, once for each place.
func (s *State) Note(n path.Note) {
	for i := range s.Notes {
		if o := &s.Notes[i]; o.Note == n {
			if o.When != confspace.Full {
				s.Notes = slices.Clone(s.Notes)
				s.Notes[i].When = confspace.Full
			}
			return
		}
	}
	s.Notes = append(s.Notes[:len(s.Notes):len(s.Notes)], Note{Note: n, When: confspace.Full})
}
