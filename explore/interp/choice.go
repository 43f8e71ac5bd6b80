package interp

// This file accesses memory at addresses that are choices: one access for each address.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxAddresses is how many addresses a load or store may choose from without forking.
const maxAddresses = 1024

// addresses returns those that an access of w bytes may mean, if the access is no error for any of them, and a load of no undefined bytes; otherwise it
// forks until that is so. Nil: too many.
func (m *Machine) addresses(addr *expr.Expr, w uint64, write bool) []*expr.Expr {
	var list []*expr.Expr
	for leaf := range m.b.Values(addr) {
		if len(list) == maxAddresses {
			return nil
		}
		list = append(list, leaf)
	}
	for _, leaf := range list {
		a := leaf.Const()
		c, f := m.p.Mem.Read(a, w)
		if write && f == nil {
			m.drop(uint32(a >> 32))
			c, f = m.p.Mem.Write(a, w)
		}
		if f == nil && (write || c.Defined(a&math.MaxUint32, w)) {
			continue
		}
		when := m.b.Where(addr, leaf)
		if f != nil || m.undefinedWhen(c, a&math.MaxUint32, w, when) {
			m.decide(m.b.OfSet(when)) // one side has this address alone, the other does not have it
			return nil
		}
	}
	return list
}

// undefinedWhen reports whether some of w bytes at off are undefined in configurations of when that are the path's.
func (m *Machine) undefinedWhen(c *memory.Contents, off, w uint64, when confspace.Set) bool {
	for _, g := range c.Gaps(off, w) {
		if g.When == nil || !m.restrict(m.st, m.b.And(g.When, m.b.OfSet(when))).IsFalse() {
			return true
		}
	}
	return false
}

// loadChoice reads w bytes at an address that is a choice between constants.
func (m *Machine) loadChoice(addr *expr.Expr, w uint64) expr.Value {
	if m.addresses(addr, w, false) == nil {
		return m.loadAt(m.concrete(expr.Value{E: addr}), w)
	}
	bits := uint(8 * w)
	e := m.b.MapLeaves(addr, func(leaf *expr.Expr) *expr.Expr {
		a := leaf.Const()
		return m.b.Of(m.readable(a, w).Load(m.b, a&math.MaxUint32, w), bits)
	})
	return m.settle(m.st, m.b.Value(e))
}

// storeChoice writes w bytes at an address that is a choice between constants; it reports false where that is to be done by forking.
func (m *Machine) storeChoice(addr *expr.Expr, w uint64, v expr.Value) bool {
	if m.p.Mem.StoreLate(m.b, addr, w, v) {
		lo, _ := addr.URange()
		m.drop(uint32(lo >> 32))
		return true
	}
	if m.addresses(addr, w, true) == nil {
		return false
	}
	for leaf, when := range m.b.Leaves(addr) {
		a := leaf.Const()
		m.writable(a, w).StoreWhen(m.b, a&math.MaxUint32, w, v, when)
	}
	return true
}
