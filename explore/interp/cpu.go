package interp

// This file shows the running process to the kernel: Machine implements kernel.CPU.

import (
	"fmt"
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
)

var _ kernel.CPU = (*Machine)(nil)

// Builder returns the builder of the state's expressions.
func (m *Machine) Builder() *expr.Builder { return m.b }

// Decide returns whether cond holds, or forks and unwinds.
func (m *Machine) Decide(cond *expr.Expr) bool { return m.decide(cond) }

// Concrete returns v's value, or forks and unwinds.
func (m *Machine) Concrete(v expr.Value) uint64 { return m.concrete(v) }

// writes are the system calls that hand on what they read: write, pwrite64, writev, sendto. Others
// may read padding.
var writes = map[uint64]bool{1: true, 18: true, 20: true, 44: true}

const efault = kernel.Errno(14)

// nowhere reports whether addr is of no object at all: null, or a small number. As on Linux the call then fails with
// EFAULT. A warning is noted, but not where the program calls syscall itself: some ask in
// this way what the kernel can do.
func (m *Machine) nowhere(addr uint64) bool {
	if addr>>32 != 0 {
		return false
	}
	fs := m.p.Frames
	for i := len(fs) - 1; i >= 0 && !m.code.functions[fs[i].Sym].ir.Subject; i-- {
		if m.code.functions[fs[i].Sym].ir.Name == "syscall" {
			return true
		}
	}
	what := "null pointer"
	if addr != 0 {
		what = fmt.Sprintf("pointer to address %d", addr)
	}
	m.warn(what+" given to the system, which answers EFAULT,", true)
	return true
}

// Read reads memory of the running process. A pointer to beyond an object's end or into one that is
// dead is an error of the program and ends the path, though Linux would answer some with EFAULT.
func (m *Machine) Read(addr, n uint64) (kernel.Data, kernel.Errno) {
	if m.handed != nil {
		return *m.handed, 0
	}
	if n == 0 {
		return kernel.Data{}, 0
	}
	if m.nowhere(addr) {
		return kernel.Data{}, efault
	}
	c := m.readable(addr, n)
	off := addr & math.MaxUint32
	if !c.Defined(off, n) && writes[m.syscallNr] && len(m.gapsOf(c, addr, n)) > 0 {
		o, _ := m.p.Mem.Find(addr)
		m.undefined(state.Taint{From: o}, "", "is given to the system")
	}
	d := kernel.Data{Bytes: append([]byte(nil), c.Bytes[off:off+n]...)}
	if c.Symbolic(off, n) {
		d.Sym = map[int]*expr.Expr{}
		for i := range n {
			if v := m.settle(m.st, c.Byte(m.b, off+i)); v.E != nil {
				d.Sym[int(i)] = v.E
			} else {
				d.Bytes[i] = byte(v.C) // a constant part of a wider value that is symbolic
			}
		}
	}
	return d, 0
}

// Write writes memory of the running process.
func (m *Machine) Write(addr uint64, d kernel.Data) kernel.Errno {
	n := uint64(len(d.Bytes))
	if n == 0 {
		return 0
	}
	if m.nowhere(addr) {
		return efault
	}
	c := m.writable(addr, n)
	m.putBytes(c, addr&math.MaxUint32, d)
	return 0
}

// putBytes stores bytes of which some may be symbolic.
func (m *Machine) putBytes(c *memory.Contents, off uint64, d kernel.Data) {
	c.Put(off, d.Bytes)
	for i := range d.Bytes {
		if e := d.Sym[i]; e != nil {
			c.Store(off+uint64(i), 1, m.b.Value(e))
		}
	}
}

// CString reads a string. Symbolic bytes are made concrete by forking.
func (m *Machine) CString(addr uint64) (string, kernel.Errno) {
	if m.nowhere(addr) {
		return "", efault
	}
	var s []byte
	for ; ; addr++ {
		b := m.concrete(m.load(expr.Value{C: addr}, 1))
		if m.loaded.Bits != 0 {
			m.undefined(m.loaded, "", "is given to the system")
		}
		if b == 0 {
			return string(s), 0
		}
		s = append(s, byte(b))
	}
}

// MapAnonymous makes a zeroed mapping.
func (m *Machine) MapAnonymous(n uint64) uint64 {
	if n > memory.MaxSize {
		m.fault(&memory.Fault{Kind: memory.TooLarge, Size: n})
	}
	return m.allocateBlock(memory.Object{Kind: memory.Mapping, Size: n})
}

// Unmap frees a mapping; parts of one stay.
func (m *Machine) Unmap(addr, n uint64) kernel.Errno {
	o, f := m.object(addr)
	if f != nil || o.Kind != memory.Mapping {
		return kernel.Errno(22)
	}
	if uint32(addr) != 0 || (n+4095)&^4095 < o.Size {
		m.note(path.NoteSystem, "a part of a mapping was unmapped; it stays accessible")
		return 0
	}
	if f := m.p.Mem.Free(addr, m.site.instr.Pos); f != nil {
		m.fault(f)
	}
	m.drop(uint32(addr >> 32))
	return 0
}
