package confspace

// This file adds relations to sets: conditions on options that no diagram of the options' bits holds in reasonable size, as a + b == c or
// n*n == 49.
//
// Each relation owns one variable after all the bits of the options, in the order in which the relations are met: what a set says
// about relations is part of its diagram, and union, intersection and complement are exact and know nothing of them. A configuration is in
// a set if its bits, and the truth of the relations under it, lead to the set. Options and relations are not
// independent, though: a set may hold no configuration and still not be Empty, and two sets with the same
// configurations may differ. The questions that this matters for (Possible, Disjoint, Implies, Any, Reduce) are put to a Theory.

import (
	"math/big"
	"slices"
	"strings"
)

// Relation is a condition on the values of options.
type Relation struct {
	Key     string                   // canonical text: relations with equal keys are the same
	Text    string                   // the condition as C writes it
	Negated string                   // its negation
	Options []int                    // that it depends on, ascending
	Holds   func(Configuration) bool // whether it holds; looks at Options alone
}

// Literal is a relation or its negation.
type Literal struct {
	Relation *Relation
	Holds    bool
}

// String returns the literal as C writes it.
func (l Literal) String() string {
	if l.Holds {
		return l.Relation.Text
	}
	return l.Relation.Negated
}

// related is what Sets knows about its relations.
type related struct {
	list      []*Relation
	byKey     map[string]int
	theory    Theory
	possible  map[Set]Verdict
	samples   []Configuration // that were found; the last is the newest
	lemmas    Set             // what is known to hold of all configurations
	undecided []string        // reasons, each once
	hard      map[string]int  // how often literals were left undecided
}

// Relate returns the configurations for which the relation holds.
func (m *Sets) Relate(r Relation) Set {
	i, ok := m.rel.byKey[r.Key]
	if !ok {
		i = len(m.rel.list)
		if m.rel.byKey == nil {
			m.rel.byKey = map[string]int{}
		}
		m.rel.byKey[r.Key] = i
		m.rel.list = append(m.rel.list, &r)
		o := int32(len(m.space.Options) + i)
		m.enc = append(m.enc, encoding{first: int32(len(m.owner)), k: 1, hi: 1})
		m.owner = append(m.owner, o)
	}
	return m.literal(i)
}

func (m *Sets) literal(i int) Set { return m.mk(m.bitsEnd+int32(i), Empty, Full) }

// Known returns the relation with the key, if a set of m could speak of it.
func (m *Sets) Known(key string) (Set, bool) {
	i, ok := m.rel.byKey[key]
	if !ok {
		return Empty, false
	}
	return m.literal(i), true
}

// Relations returns the relations about which s says something, in the order of their variables.
func (m *Sets) Relations(s Set) []*Relation {
	var out []*Relation
	for _, i := range m.relationsOf(s) {
		out = append(out, m.rel.list[i])
	}
	return out
}

func (m *Sets) relationsOf(sets ...Set) []int {
	if len(m.rel.list) == 0 {
		return nil
	}
	seen := make([]bool, len(m.rel.list))
	m.reach(sets, func(k int32) {
		if l := m.nodes[k].level; l >= m.bitsEnd {
			seen[l-m.bitsEnd] = true
		}
	})
	var out []int
	for i, b := range seen {
		if b {
			out = append(out, i)
		}
	}
	return out
}

// HasRelations reports whether s says something about relations.
func (m *Sets) HasRelations(s Set) bool { return len(m.relationsOf(s)) > 0 }

// Depends returns the options on which membership in some of the sets may depend, those of their relations included, ascending.
func (m *Sets) Depends(sets ...Set) []int {
	out := m.Support(sets...)
	for _, i := range m.relationsOf(sets...) {
		out = append(out, m.rel.list[i].Options...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ofLiterals returns the configurations that satisfy the literals.
func (m *Sets) ofLiterals(list []int) Set {
	r := Full
	for i := len(list) - 1; i >= 0; i-- {
		r = m.And(r, m.literal(list[i]/2)^Set(list[i]&1^1))
	}
	return r
}

// own returns the relations of s that depend on the option alone.
func (m *Sets) own(s Set, option int) []int {
	return slices.DeleteFunc(m.relationsOf(s), func(i int) bool {
		o := m.rel.list[i].Options
		return len(o) != 1 || o[0] != option
	})
}

// Variables returns the options on which membership in s depends, be it by a relation on one of them alone, and
// whether there are relations on several options.
func (m *Sets) Variables(s Set) (options []int, several bool) {
	options = m.Support(s)
	for _, i := range m.relationsOf(s) {
		if o := m.rel.list[i].Options; len(o) == 1 {
			options = append(options, o[0])
		} else {
			several = true
		}
	}
	slices.Sort(options)
	return slices.Compact(options), several
}

// First returns the first of the options on which membership in s, which is neither Empty nor Full, depends, and whether there are relations on
// several options: see Variables.
func (m *Sets) First(s Set) (option int, several bool) {
	if len(m.rel.list) == 0 {
		return int(m.owner[m.nodes[s>>1].level]), false
	}
	options, several := m.Variables(s)
	if several {
		return 0, true
	}
	return options[0], false
}

// Several returns the options that relations of s on several options depend on, ascending.
func (m *Sets) Several(s Set) []int {
	var out []int
	for _, i := range m.relationsOf(s) {
		if o := m.rel.list[i].Options; len(o) > 1 {
			out = append(out, o...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Under returns what is left of s where the options have the values that c gives them: it does not depend on these options, but for relations
// that depend on others as well.
func (m *Sets) Under(s Set, options []int, c Configuration) Set {
	for _, o := range options {
		x, ok := m.code(o, c[o])
		if !ok {
			return Empty
		}
		m.memo.start(len(m.nodes))
		s = m.restrict(s, m.encoding(o), x)
	}
	for _, i := range m.relationsOf(s) {
		r := m.rel.list[i]
		if slices.ContainsFunc(r.Options, func(o int) bool { return !slices.Contains(options, o) }) {
			continue
		}
		x := uint64(0)
		if r.Holds(c) {
			x = 1
		}
		m.memo.start(len(m.nodes))
		s = m.restrict(s, &m.enc[len(m.space.Options)+i], x)
	}
	return s
}

// maxCounted is how many combinations of values are evaluated to count a set with relations.
const maxCounted = 1 << 17

// CountRelated is Count for any set. It is not ok where relations depend on too many combinations of values.
func (m *Sets) CountRelated(s Set) (n *big.Int, ok bool) {
	if !m.HasRelations(s) {
		return m.Count(s), true
	}
	n = new(big.Int)
	left := maxCounted
	ok = true
	m.parts(s, func(p part) bool {
		if len(p.literals) == 0 {
			n.Add(n, m.Count(p.where))
			return true
		}
		literals := m.literalsOf(p.literals)
		options := optionsOf(literals)
		c := m.space.Defaults()
		size := big.NewInt(1) // each of the values is counted once
		for _, o := range options {
			size.Mul(size, new(big.Int).SetUint64(m.space.Options[o].Domain.Size()))
		}
		var rec func(where Set, i int) bool
		rec = func(where Set, i int) bool {
			if where == Empty {
				return true
			}
			if i < len(options) {
				values, more := m.Values(where, options[i], left)
				if more {
					return false
				}
				for _, v := range values {
					c[options[i]] = v
					if !rec(m.Restrict(where, options[i], v), i+1) {
						return false
					}
				}
				return true
			}
			if left--; left < 0 {
				return false
			}
			if !slices.ContainsFunc(literals, func(l Literal) bool { return l.Relation.Holds(c) != l.Holds }) {
				x := m.Count(where)
				n.Add(n, x.Div(x, size))
			}
			return true
		}
		ok = rec(p.where, 0)
		return ok
	})
	return n, ok
}

// relationFactor returns the text of a relation as a factor of a product.
func relationFactor(text string) string {
	if strings.ContainsAny(text, "&|?") {
		return "(" + text + ")"
	}
	return text
}
