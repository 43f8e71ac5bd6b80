package interp

// This file has the shortcuts that are frequent enough to be performed without
// leaving the fast path. They do less than those in shortcut_string.go: where an object has
// symbolic bytes, or anything is unusual, they give up, and those decide.

import (
	"bytes"

	"github.com/confcov/confcov/explore/state"
)

// quick performs a call; it reports false, having changed nothing, where it cannot.
type quick func(m *Machine, p *state.Process, regs []uint64, args []int32) (uint64, bool)

// quicks are by name; the number of arguments is the body's number of parameters.
var quicks = map[string]quick{
	"memcmp":  quickMemcmp,
	"strlen":  quickStrlen,
	"memcpy":  quickMemcpy,
	"memmove": quickMemcpy, // where they do not overlap
	"memset":  quickMemset,
	"strcmp":  quickStrcmp,
	"strchr":  quickStrchr,
}

// bytesAt returns n bytes at addr for reading, nil where it is not for the fast path.
func (m *Machine) bytesAt(p *state.Process, addr, n uint64) []byte {
	e := m.span(p, addr, n, false)
	if e == nil {
		return nil
	}
	return e.data[addr&0xffffffff:][:n:n]
}

// tailAt returns the bytes from addr to the end of its object.
func (m *Machine) tailAt(p *state.Process, addr uint64) []byte {
	e := m.span(p, addr, 1, false)
	if e == nil {
		return nil
	}
	return e.data[addr&0xffffffff:]
}

func quickMemcmp(m *Machine, p *state.Process, regs []uint64, args []int32) (uint64, bool) {
	n := regs[args[2]]
	x := m.bytesAt(p, regs[args[0]], n)
	y := m.bytesAt(p, regs[args[1]], n)
	if x == nil || y == nil {
		return 0, false
	}
	for k, c := range x {
		if c != y[k] {
			return uint64(uint32(int32(c) - int32(y[k]))), true
		}
	}
	return 0, true
}

func quickStrlen(m *Machine, p *state.Process, regs []uint64, args []int32) (uint64, bool) {
	n := bytes.IndexByte(m.tailAt(p, regs[args[0]]), 0)
	return uint64(n), n >= 0
}

func quickMemcpy(m *Machine, p *state.Process, regs []uint64, args []int32) (uint64, bool) {
	dst, src, n := regs[args[0]], regs[args[1]], regs[args[2]]
	if !apart(dst, n, src, n) {
		return 0, false
	}
	from := m.bytesAt(p, src, n)
	if from == nil {
		return 0, false
	}
	e := m.span(p, dst, n, true)
	if e == nil {
		return 0, false
	}
	copy(e.data[dst&0xffffffff:], from)
	return dst, true
}

func quickMemset(m *Machine, p *state.Process, regs []uint64, args []int32) (uint64, bool) {
	dst, v, n := regs[args[0]], byte(regs[args[1]]), regs[args[2]]
	e := m.span(p, dst, n, true)
	if e == nil {
		return 0, false
	}
	to := e.data[dst&0xffffffff:][:n]
	for k := range to {
		to[k] = v
	}
	return dst, true
}

func quickStrcmp(m *Machine, p *state.Process, regs []uint64, args []int32) (uint64, bool) {
	x := m.tailAt(p, regs[args[0]])
	y := m.tailAt(p, regs[args[1]])
	for k := range min(len(x), len(y)) {
		if x[k] != y[k] || x[k] == 0 {
			return uint64(uint32(int32(x[k]) - int32(y[k]))), true
		}
	}
	return 0, false
}

func quickStrchr(m *Machine, p *state.Process, regs []uint64, args []int32) (uint64, bool) {
	s := m.tailAt(p, regs[args[0]])
	c := byte(regs[args[1]])
	for k, b := range s {
		if b == c {
			return regs[args[0]] + uint64(k), true
		}
		if b == 0 {
			return 0, true
		}
	}
	return 0, false
}
