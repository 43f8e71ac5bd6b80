package state

// This file records which functions of the program a process calls.
//
// The digest is always kept. The sequence is kept only by a process that has a log: chunks that forked processes
// share, each of which refers to the one before it. A process appends to its last chunk as long as it is the one that
// has seen all of it; another begins a chunk of its own.

import "github.com/confcov/confcov/explore/trace"

// Calls is the function-call chain of a process.
type Calls struct {
	Total  uint64
	Digest uint64 // see trace.Extend
	Mixed  bool   // ways with different calls were merged: the chain is not that of every configuration
	log    *callLog
	seen   int // how many entries of log are of this process
}

const callChunk = 256

type callLog struct {
	before *callLog // nil: none
	seen   int      // how many entries of before count
	calls  []int32  // symbols
}

// Log begins to keep the sequence.
func (c *Calls) Log() { c.log = &callLog{} }

// add counts a call of the function whose name has the hash.
func (c *Calls) add(hash uint64, sym int32) {
	c.Digest = trace.Extend(c.Digest, hash)
	c.Total++
	if c.log != nil && c.Total <= trace.MaxCalls {
		c.append(sym)
	}
}

func (c *Calls) append(sym int32) {
	l := c.log
	if len(l.calls) != c.seen || c.seen == callChunk {
		l = &callLog{before: l, seen: c.seen}
		c.log = l
	}
	l.calls = append(l.calls, sym)
	c.seen = len(l.calls)
}

// Sequence returns the symbols of the calls, at most trace.MaxCalls; nil if they are not kept.
func (c *Calls) Sequence() []int32 {
	if c.log == nil {
		return nil
	}
	n := int(min(c.Total, trace.MaxCalls))
	out := make([]int32, n)
	seen := c.seen
	for l := c.log; l != nil; l = l.before {
		n -= seen
		copy(out[n:], l.calls[:seen])
		seen = l.seen
	}
	return out
}

// Called records that p enters a function of the program whose name has the hash.
func (p *Process) Called(hash uint64, sym int32) { p.Calls.add(hash, sym) }
