package peer

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sync"
	"sync/atomic"
)

// This file makes a pattern's deterministic automaton as far as it is used: a scan of what has arrived looks up a byte.

// automatonState is a set of places in a pattern's program. It is not changed once made, but for what is known of next.
type automatonState struct {
	threads []uint32 // ascending
	matched bool     // the pattern has matched

	// next is where bytes lead to, as far as is known: by the context of the byte before, and the byte.
	next [contexts * (none + 258)]atomic.Pointer[automatonState]
}

// list returns the places in the program; there are none at the start.
func (p *automatonState) list() []uint32 {
	if p == nil {
		return nil
	}
	return p.threads
}

// automaton is the states that a pattern has come to. Clients in several states of the engine use it at a time.
type automaton struct {
	start *automatonState
	mu    sync.Mutex
	known map[string]*automatonState
}

// maxStates is how many states of a pattern are remembered: one of n places may have 2 to the n.
const maxStates = 512

func newAutomaton() *automaton {
	return &automaton{start: &automatonState{}, known: map[string]*automatonState{}}
}

// next returns the state after a byte, or none; nil is the first one.
func (a *automaton) next(p *pattern, at *automatonState, before, b int) *automatonState {
	if at == nil {
		at = a.start
	}
	slot := &at.next[contextIndex(before)*(none+258)+b-none]
	if to := slot.Load(); to != nil {
		return to
	}
	w := walk{prog: p.prog, flags: syntax.EmptyOpContext(rune(before), rune(b)), b: b}
	for _, pc := range at.threads {
		w.visit(pc)
	}
	if !p.first || before == none {
		w.visit(uint32(p.prog.Start))
	}
	if w.matched {
		w.next = nil
	}
	slices.Sort(w.next)
	to, kept := a.find(slices.Compact(w.next), w.matched)
	if kept {
		slot.Store(to)
	}
	return to
}

// find returns a state; false if it is not remembered.
func (a *automaton) find(threads []uint32, matched bool) (*automatonState, bool) {
	key := make([]byte, 0, 4*len(threads)+1)
	for _, pc := range threads {
		key = binary.LittleEndian.AppendUint32(key, pc)
	}
	if matched {
		key = append(key, 1)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if to := a.known[string(key)]; to != nil {
		return to, true
	}
	to := &automatonState{threads: threads, matched: matched}
	if len(a.known) == maxStates {
		return to, false
	}
	a.known[string(key)] = to
	return to, true
}
