// Package searcher chooses which state is executed next.
//
// # Nouns
//
//	Searcher   the states that wait, and the strategy that orders them
//
// A searcher knows nothing of a state but its identity. All searchers are deterministic:
// those that use chance are seeded. Exploration is exhaustive, so the order does not
// matter for the result; it does for how many states are alive at a time
// (depth first: the fewest) and for what is found first when a limit is hit.
package searcher

import (
	"fmt"

	"github.com/confcov/confcov/explore/state"
)

// This file defines the interface and the depth-first and breadth-first searchers.

// Searcher holds the states that are to be executed.
type Searcher interface {
	// Select returns the state to execute next, nil if there is none. It stays selected until Update.
	Select() *state.State
	// Update replaces the state that ran (nil at the start) by what it became:
	// nothing if it ended, itself, or the states that it forked into, in order.
	Update(ran *state.State, became []*state.State)
	// Len returns the number of states.
	Len() int
}

// Names are the names that New knows.
func Names() []string { return []string{"dfs", "bfs", "random-path"} }

// New returns the searcher of that name; "" is depth first. The seed is for those that use chance.
func New(name string, seed uint64) (Searcher, error) {
	switch name {
	case "", "dfs":
		return &DepthFirst{}, nil
	case "bfs":
		return &BreadthFirst{}, nil
	case "random-path":
		return NewRandomPath(seed), nil
	}
	return nil, fmt.Errorf("unknown search strategy %q: want dfs, bfs or random-path", name)
}

// DepthFirst executes the first state that the last one forked into. The zero value is ready for use.
type DepthFirst struct{ stack []*state.State }

// Select returns the newest state.
func (s *DepthFirst) Select() *state.State {
	if len(s.stack) == 0 {
		return nil
	}
	return s.stack[len(s.stack)-1]
}

// Update replaces the newest state.
func (s *DepthFirst) Update(ran *state.State, became []*state.State) {
	if ran != nil {
		s.stack[len(s.stack)-1] = nil
		s.stack = s.stack[:len(s.stack)-1]
	}
	for i := len(became) - 1; i >= 0; i-- {
		s.stack = append(s.stack, became[i])
	}
}

// Len returns the number of states.
func (s *DepthFirst) Len() int { return len(s.stack) }

// BreadthFirst executes the states in turn. The zero value is ready for use.
type BreadthFirst struct {
	queue []*state.State
	head  int
}

// Select returns the oldest state.
func (s *BreadthFirst) Select() *state.State {
	if s.Len() == 0 {
		return nil
	}
	return s.queue[s.head]
}

// Update replaces the oldest state; its successors go to the end.
func (s *BreadthFirst) Update(ran *state.State, became []*state.State) {
	if ran != nil {
		s.queue[s.head] = nil
		s.head++
		if s.head > 1024 && s.head > len(s.queue)/2 {
			s.queue = append([]*state.State(nil), s.queue[s.head:]...)
			s.head = 0
		}
	}
	s.queue = append(s.queue, became...)
}

// Len returns the number of states.
func (s *BreadthFirst) Len() int { return len(s.queue) - s.head }
