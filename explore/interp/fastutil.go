package interp

// This file has what the fast path calls: its cache of objects, and small functions that are inlined.

import (
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
)

// cached is a line of the direct-mapped cache of objects: their bytes, up to the first that is symbolic or undefined.
type cached struct {
	key  uint64 // generation<<32 | id
	data []byte
	own  bool // may be written
}

const cacheLines = 1 << 12

// span returns the cache line for n bytes at addr, nil where that is not for the fast path.
func (m *Machine) span(p *state.Process, addr, n uint64, write bool) *cached {
	e := &m.cache[addr>>32%cacheLines]
	off := addr & 0xffffffff
	if n == 0 || e.key != m.generation|addr>>32 || off+n > uint64(len(e.data)) || write && !e.own {
		if n == 0 {
			return nil
		}
		return m.line(p, addr, n, write)
	}
	return e
}

// plainTarget returns the function at an address if a call with n arguments needs nothing special.
func (m *Machine) plainTarget(addr uint64, n int) *function {
	sym := addr>>32 - 1
	if uint32(addr) != 0 || sym >= uint64(len(m.code.functions)) {
		return nil
	}
	if fn := m.code.functions[sym]; fn != nil && fn.plain && fn.ir.Params == n {
		return fn
	}
	return nil
}

// wayOf returns the way that the jump, branch or switch at pc takes.
func (fn *function) wayOf(pc int, regs []uint64) way {
	t := &fn.ir.Blocks[fn.places[pc].block].Term
	k := int(fn.code[pc].x)
	switch t.Kind {
	case ir.TermBranch:
		if regs[t.Value] == 0 {
			k++
		}
	case ir.TermSwitch:
		k += caseOf(t, regs[t.Value]&t.W.Mask())
	}
	return fn.ways[k]
}

// branch takes a way of branch i and returns its slot.
func branch(c bool, i *inst, visited []uint64) int {
	if c {
		visited[uint32(i.imm)>>6] |= 1 << (i.imm & 63)
		return int(i.b)
	}
	visited[uint32(i.imm>>32)>>6] |= 1 << (i.imm >> 32 & 63)
	return int(i.dst)
}

func mask(w uint8) uint64 { return ^uint64(0) >> ((64 - 8*uint(w)) & 63) }

func countMask(w uint8) uint64 { return 31 | uint64(w&8)<<2 }

func sext(v uint64, w uint8) int64 {
	s := (64 - 8*uint(w)) & 63
	return int64(v<<s) >> s
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
