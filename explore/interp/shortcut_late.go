package interp

// This file has the shortcuts for strings that grow under conditions: where one ends is a choice, and what is appended there is put off
// (package memory). Otherwise each of the places would be a way of its own.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
)

// maxPutLate is how many bytes are put off at a time.
const maxPutLate = 256

// putLate copies bytes of another object than from is of to an address that is a choice; false where that is for the body.
func (m *Machine) putLate(dst expr.Value, from uint64, s ...[]byte) bool {
	if dst.E == nil || !m.opt.MergeAll {
		return false
	}
	if dst = m.settle(m.st, dst); dst.E == nil {
		return apart(dst.C, uint64(len(s[0]))+1, from, uint64(len(s[0]))+1) && m.put(dst, s...)
	}
	var all []byte
	for _, p := range s {
		all = append(all, p...)
	}
	lo, hi := dst.E.URange()
	if !dst.E.HasConstants() || len(all) == 0 || len(all) > maxPutLate || lo>>32 != hi>>32 || lo>>32 == from>>32 || !m.p.Mem.PutLate(m.b, dst.E, all) {
		return false
	}
	m.drop(uint32(lo >> 32))
	return true
}

// moveLate is memcpy to a concrete address of an object in which something is put off, from bytes that can be read.
func (m *Machine) moveLate(dst, src, n uint64) bool {
	if !m.opt.MergeAll || dst>>32 == src>>32 {
		return false
	}
	d, late := m.p.Mem.Apart(dst, n, true, nil)
	if !late {
		return false
	}
	s, _ := m.p.Mem.Read(src, n)
	off := src & math.MaxUint32
	if d == nil && (n > maxPutLate || !s.Defined(off, n) || !m.p.Mem.CopyLate(m.b, m.b.Const(dst, 64), s, off, n)) {
		return false
	}
	if d != nil {
		d.Copy(dst&math.MaxUint32, s, off, n)
	}
	m.drop(uint32(dst >> 32))
	return true
}

// stringEnd returns the address of the byte that ends the string at a concrete address, where that depends on conditions; nil if it does not, or is not known.
func (m *Machine) stringEnd(s expr.Value) *expr.Expr {
	if s.E != nil || !m.opt.MergeAll {
		return nil
	}
	end := m.p.Mem.KnownEnd(s.C)
	if end == nil {
		if _, ended, ok := m.str(s, whole); ok && ended {
			return nil
		}
		end = m.p.Mem.StringEnd(m.b, s.C, m.st.Condition.Set)
	}
	if end == nil || end.IsConst() {
		return nil
	}
	return end
}

// appendLate is strcat to a string whose end depends on conditions.
func (m *Machine) appendLate(dst expr.Value, src uint64, s []byte) bool {
	end := m.stringEnd(dst)
	if end == nil || !m.putLate(expr.Value{E: end}, src, s, nul) {
		return false
	}
	m.p.Mem.Ends(dst.C, m.b.Add(end, m.b.Const(uint64(len(s)), 64)))
	return true
}
