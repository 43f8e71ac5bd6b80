package state

// This file defines processes.

import (
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/memory"
)

// Status says what a process is doing.
type Status uint8

const (
	Running Status = iota // or able to
	Waiting               // for something: its system call is repeated when the kernel says so
	Exited
)

// Process is a simulated process.
type Process struct {
	PID     kernel.PID
	Status  Status
	Mem     *memory.AddressSpace
	Frames  []*Frame // outermost first
	Serials uint32   // serial numbers given to frames
	Calls   Calls
}

// NewProcess returns a process without frames.
func NewProcess(pid kernel.PID, mem *memory.AddressSpace) *Process {
	return &Process{PID: pid, Mem: mem}
}

// Fork returns a copy that shares nothing writable with p.
func (p *Process) Fork() *Process {
	q := *p
	q.Mem = p.Mem.Fork()
	q.Frames = append(make([]*Frame, 0, len(p.Frames)+8), p.Frames...)
	return &q
}

// Top returns the innermost frame.
func (p *Process) Top() *Frame { return p.Frames[len(p.Frames)-1] }

// Owns reports whether f may be written.
func (p *Process) Owns(f *Frame) bool { return f.owner == p.Mem.Epoch() }

// Own makes frame i writable and returns it.
func (p *Process) Own(i int) *Frame {
	f := p.Frames[i]
	if p.Owns(f) {
		return f
	}
	c := *f
	c.owner = p.Mem.Epoch()
	c.Regs = append(make([]uint64, 0, len(f.Regs)), f.Regs...)
	c.Syms = nil
	if f.live != 0 {
		c.Syms = append(c.Syms, f.Syms...)
	}
	c.Taints = append([]Taint(nil), f.Taints...)
	c.Unset = append([]uint64(nil), f.Unset...)
	c.Extra = append([]uint32(nil), f.Extra...)
	p.Frames[i] = &c
	return &c
}

// Push makes a new innermost frame.
func (p *Process) Push(pool *Pool, sym int32, regs int) *Frame {
	f := pool.Get(regs)
	p.Serials++
	f.owner, f.Sym, f.Serial, f.PC = p.Mem.Epoch(), sym, p.Serials, 0
	p.Frames = append(p.Frames, f)
	return f
}

// Pop removes the innermost frame.
func (p *Process) Pop(pool *Pool) {
	n := len(p.Frames) - 1
	f := p.Frames[n]
	p.Frames[n] = nil
	p.Frames = p.Frames[:n]
	if p.Owns(f) {
		pool.Put(f)
	}
}
