package interp

// This file accesses memory at addresses that are choices: one access for each address.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxAddresses is how many addresses a load or store may choose from without forking.
const maxAddresses = 64

// address is one of those that an access may mean.
type address struct {
	leaf *expr.Expr
	when confspace.Set
}

// addresses returns those that an access of w bytes may mean, if each of them is one for which the access is no error and all of its bytes are
// defined, or undefined bytes do not matter; otherwise it forks until that is so. Nil: too many.
func (m *Machine) addresses(addr *expr.Expr, w uint64, write bool) []address {
	var list []address
	for leaf, when := range m.b.Leaves(addr) {
		if len(list) == maxAddresses {
			return nil
		}
		list = append(list, address{leaf, when})
	}
	for _, x := range list {
		a := x.leaf.Const()
		c, f := m.p.Mem.Read(a, w)
		if write && f == nil {
			c, f = m.p.Mem.Write(a, w)
		}
		if f != nil || !c.Defined(a&math.MaxUint32, w) {
			m.decide(m.b.OfSet(x.when)) // one side has this address alone, the other does not have it
			return nil
		}
	}
	return list
}

// loadChoice reads w bytes at an address that is a choice between constants.
func (m *Machine) loadChoice(addr *expr.Expr, w uint64) expr.Value {
	if m.addresses(addr, w, false) == nil {
		return m.loadAt(m.concrete(expr.Value{E: addr}), w)
	}
	bits := uint(8 * w)
	e := m.b.MapLeaves(addr, func(leaf *expr.Expr) *expr.Expr {
		return m.b.Of(m.loadAt(leaf.Const(), w), bits)
	})
	m.loaded.Bits = 0
	return m.settle(m.st, m.b.Value(e))
}

// storeChoice writes w bytes at an address that is a choice between constants; it reports false where that is to be done by forking.
func (m *Machine) storeChoice(addr *expr.Expr, w uint64, v expr.Value) bool {
	list := m.addresses(addr, w, true)
	if list == nil {
		return false
	}
	bits := uint(8 * w)
	x := m.b.Of(v, bits)
	for _, t := range list {
		a, off := t.leaf.Const(), t.leaf.Const()&math.MaxUint32
		c := m.writable(a, w)
		old := m.b.Of(c.Load(m.b, off, w), bits)
		c.Store(off, w, m.b.Value(m.b.Choose(t.when, x, old)))
	}
	return true
}
