package memory

// This file implements the pool that contents and leaves of the table come from: calls of
// functions with locals must not make garbage.

import "math/bits"

const (
	poolClasses = 13 // sizes up to 4096 bytes
	poolDepth   = 256
)

type pool struct {
	free   [poolClasses][]*Contents // by the logarithm of the capacity
	leaves [][]entry
}

func class(n uint64) int {
	if n <= 1 {
		return 0
	}
	return bits.Len64(n - 1)
}

// get returns zeroed contents of n bytes.
func (p *pool) get(n, epoch uint64) *Contents {
	k := class(n)
	if k >= poolClasses {
		return &Contents{owner: epoch, Bytes: make([]byte, n)}
	}
	if l := len(p.free[k]); l > 0 {
		c := p.free[k][l-1]
		p.free[k] = p.free[k][:l-1]
		c.owner = epoch
		c.Bytes = c.Bytes[:n]
		clear(c.Bytes)
		c.shadow.partial, c.shadow.gaps = false, c.shadow.gaps[:0]
		return c
	}
	return &Contents{owner: epoch, Bytes: make([]byte, n, 1<<k)}
}

// put takes contents that nothing else refers to.
func (p *pool) put(c *Contents) {
	k := class(uint64(cap(c.Bytes)))
	if k >= poolClasses || cap(c.Bytes) != 1<<k || len(p.free[k]) >= poolDepth {
		return
	}
	c.Runs, c.deaths, c.late, c.done, c.end, c.shadow.some = nil, nil, nil, nil, nil, nil
	c.owner = 0
	p.free[k] = append(p.free[k], c)
}

func (p *pool) entries() []entry {
	if l := len(p.leaves); l > 0 {
		e := p.leaves[l-1]
		p.leaves = p.leaves[:l-1]
		clear(e)
		return e
	}
	return nil
}

func (p *pool) putEntries(e []entry) {
	if len(p.leaves) < poolDepth {
		p.leaves = append(p.leaves, e)
	}
}
