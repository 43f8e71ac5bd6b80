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
		a, elsewhere := leaf.Const(), m.otherwise(addr, leaf)
		c, f := m.p.Mem.ReadIn(a, w, elsewhere)
		if write && f == nil {
			m.drop(uint32(a >> 32))
			c, f = m.p.Mem.WriteIn(a, w, elsewhere)
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

// otherwise returns what says of the condition of a death that it holds in none of the path's configurations in which addr is leaf.
func (m *Machine) otherwise(addr, leaf *expr.Expr) func(death *expr.Expr) bool {
	return func(death *expr.Expr) bool { return m.outside(m.b.Where(addr, leaf))(death) }
}

// outside returns what says of a condition that it holds in none of the path's configurations of a set.
func (m *Machine) outside(in confspace.Set) func(cond *expr.Expr) bool {
	return func(cond *expr.Expr) bool {
		in := m.sets.And(in, m.st.Condition.Set)
		return in != confspace.Empty && m.b.Restrict(cond, in).IsFalse()
	}
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
		c, _ := m.p.Mem.ReadIn(a, w, m.otherwise(addr, leaf))
		return m.b.Of(c.Load(m.b, a&math.MaxUint32, w), bits)
	})
	return m.settle(m.st, m.b.Value(e))
}

// storeChoice writes w bytes at an address that is a choice between constants; it reports false where that is to be done by forking.
func (m *Machine) storeChoice(addr *expr.Expr, w uint64, v expr.Value) bool {
	if m.p.Mem.Within(addr, w, nil) {
		m.p.Mem.StoreLate(m.b, addr, w, v, confspace.Full)
		lo, _ := addr.URange()
		m.drop(uint32(lo >> 32))
		return true
	}
	if m.addresses(addr, w, true) == nil {
		return false
	}
	for leaf, when := range m.b.Leaves(addr) {
		a := leaf.Const()
		c, _ := m.p.Mem.WriteIn(a, w, m.outside(when))
		c.StoreWhen(m.b, a&math.MaxUint32, w, v, when)
	}
	return true
}
