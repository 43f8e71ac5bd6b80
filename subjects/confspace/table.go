package confspace

// This file turns sets into flat tables for files and for other managers.

import "fmt"

// Node is a decision of a Table: on variable Var, low where it is 0 and high where it is 1.
// Low and High are references like those of Table.Roots, to nodes before this one.
type Node struct {
	Var, Low, High int32
}

// Table is sets as a diagram. Node i (from 1 on: Nodes[i-1]) is referred to by 2*i, and its complement
// by 2*i+1; 0 is the empty set and 1 the full one. A variable is a bit of an option's code, numbered in the order
// of the options, highest bit first: see the package comment. Variable Vars+i is Relations[i].
type Table struct {
	Vars      int32 // number of variables of the space; 0 where there are no nodes
	Nodes     []Node
	Roots     []int32
	Relations []*Relation
}

// Export returns the sets as a table. Equal lists of sets give equal tables, whatever else was made before.
func (m *Sets) Export(sets []Set) Table {
	t := Table{Vars: m.bitsEnd, Roots: make([]int32, len(sets))}
	variable := make([]int32, len(m.rel.list))
	used := make([]bool, len(m.rel.list))
	if len(used) > 0 {
		m.reach(sets, func(k int32) {
			if l := m.nodes[k].level; l >= m.bitsEnd {
				used[l-m.bitsEnd] = true
			}
		})
	}
	for i, u := range used {
		if u {
			variable[i] = t.Vars + int32(len(t.Relations))
			t.Relations = append(t.Relations, m.rel.list[i])
		}
	}
	index := map[Set]int32{Empty: 0}
	var rec func(s Set) int32
	rec = func(s Set) int32 {
		neg := int32(s & 1)
		s &^= 1
		if i, ok := index[s]; ok {
			return i<<1 | neg
		}
		n := m.nodes[s>>1]
		low := rec(n.low)
		high := rec(n.high)
		v := n.level
		if v >= m.bitsEnd {
			v = variable[v-m.bitsEnd]
		}
		t.Nodes = append(t.Nodes, Node{v, low, high})
		index[s] = int32(len(t.Nodes))
		return int32(len(t.Nodes))<<1 | neg
	}
	for i, s := range sets {
		t.Roots[i] = rec(s)
	}
	return t
}

// Import makes the sets of a table that a manager of an equal space exported.
func (m *Sets) Import(t Table) ([]Set, error) {
	if len(t.Nodes) > 0 && t.Vars != m.bitsEnd {
		return nil, fmt.Errorf("sets over %d variables cannot be read in a space of %d", t.Vars, m.bitsEnd)
	}
	relations := make([]Set, len(t.Relations))
	for i, r := range t.Relations {
		relations[i] = m.Relate(*r)
	}
	made := make([]Set, 1, len(t.Nodes)+1)
	get := func(r int32) (Set, error) {
		if r < 0 || int(r>>1) >= len(made) {
			return Empty, fmt.Errorf("reference %d to a node that does not come before", r)
		}
		return made[r>>1] ^ Set(r&1), nil
	}
	for i, n := range t.Nodes {
		low, err := get(n.Low)
		if err != nil {
			return nil, fmt.Errorf("node %d of a set: %w", i+1, err)
		}
		high, err := get(n.High)
		if err != nil {
			return nil, fmt.Errorf("node %d of a set: %w", i+1, err)
		}
		if i := n.Var - m.bitsEnd; i >= 0 && int(i) < len(relations) && m.nodes[low>>1].level >= m.bitsEnd && m.nodes[high>>1].level >= m.bitsEnd {
			made = append(made, m.Ite(relations[i], high, low)) // the relations may have another order here
			continue
		}
		if n.Var < 0 || n.Var >= m.bitsEnd || n.Var >= m.nodes[low>>1].level || n.Var >= m.nodes[high>>1].level {
			return nil, fmt.Errorf("node %d of a set: variable %d is out of order", i+1, n.Var)
		}
		made = append(made, m.mk(n.Var, low, high))
	}
	out := make([]Set, len(t.Roots))
	for i, r := range t.Roots {
		s, err := get(r)
		if err != nil {
			return nil, fmt.Errorf("root %d of a table of sets: %w", i, err)
		}
		out[i] = s
	}
	return out, nil
}

// Copy returns, in m, the sets of another manager of an equal space.
func (m *Sets) Copy(from *Sets, sets []Set) ([]Set, error) { return m.Import(from.Export(sets)) }
