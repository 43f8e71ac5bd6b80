package confspace

// This file finds formulas for people: irredundant sums of products.
//
// The method is that of Minato and Morreale, for options of any number of values. To cover at least L and at most U, which are over the
// option x first, let L_i and U_i be what is left for the i-th class of values. What is in L_i and not in all U_j needs a
// product that speaks of x: it is covered recursively within U_i, and each product q found so gets all classes whose U_j has q, unless
// nothing of their L_j is in it. What is left of all L_i is within all U_j, and is covered without x. A class may have been served by a product of a
// later one, so at the end each product is made as wide as it can be, and those are dropped that the others make superfluous.

import (
	"cmp"
	"slices"
)

// Product is a conjunction of literals, at most one for each option, by option.
type Product []ValueSet

// ValueSet is a literal: the configurations in which the option has certain values. Option may stand for a relation, see Factor.
type ValueSet struct {
	Option int
	Values Set
}

// maxFormula is how many products a formula may have before its parts are joined.
const maxFormula = 1 << 12

// partial is a product that is being made: literals of options, the first option first. They share their ends.
type partial struct {
	ValueSet
	rest *partial
	set  Set
}

// bounds are what a formula covers at least, and at most.
type bounds struct{ least, most Set }

type cover struct {
	list []*partial
	set  Set
}

type minimizer struct {
	m     *Sets
	memo  map[bounds]cover
	total int // products made
}

// Formula returns an irredundant formula for s where care is: without one of the products, or one literal, it would be another set there. Products with few
// literals come first. ok is false where the formula has too many products.
func (m *Sets) Formula(s, care Set) (products []Product, ok bool) {
	b := bounds{m.And(s, care), m.Or(s, care^1)}
	if b.least == Empty {
		return nil, true
	}
	z := minimizer{m: m, memo: map[bounds]cover{}}
	c, ok := z.cover(b)
	if !ok {
		return nil, false
	}
	for _, p := range c.list {
		products = append(products, z.widen(p, s, b.most))
	}
	slices.SortStableFunc(products, compareProducts)
	return z.needed(products, b.least), true
}

// compareProducts orders products by their number of literals, then by option.
func compareProducts(a, b Product) int {
	byOption := func(x, y ValueSet) int { return cmp.Compare(x.Option, y.Option) }
	return cmp.Or(cmp.Compare(len(a), len(b)), slices.CompareFunc(a, b, byOption))
}

// cover returns products of which each is in b.most, and which together have all of b.least.
func (z *minimizer) cover(b bounds) (c cover, ok bool) {
	m := z.m
	switch {
	case b.least == Empty:
		return cover{}, true
	case b.most == Full:
		return cover{[]*partial{{ValueSet: ValueSet{Option: -1}, set: Full}}, Full}, true
	}
	if c, ok := z.memo[b]; ok {
		return c, true
	}
	m.step()
	option, classes := m.classes(b)
	all := Full
	for i := range classes {
		all = m.And(all, classes[i].most)
	}
	left := Empty
	for i := range classes {
		own := bounds{m.Diff(m.Diff(classes[i].least, all), classes[i].covered), classes[i].most}
		part, ok := z.cover(own)
		if !ok {
			return c, false
		}
		for _, q := range part.list {
			values := Empty
			for j := range classes {
				if j == i || m.disjoint(q.set, classes[j].most^1) && !m.disjoint(q.set, classes[j].least) {
					values = m.Or(values, classes[j].values)
					classes[j].covered = m.Or(classes[j].covered, q.set)
				}
			}
			c.list = append(c.list, &partial{ValueSet{option, values}, q, m.And(values, q.set)})
		}
	}
	for i := range classes {
		left = m.Or(left, m.Diff(classes[i].least, classes[i].covered))
		c.set = m.Or(c.set, m.And(classes[i].values, classes[i].covered))
	}
	rest, ok := z.cover(bounds{left, all})
	if !ok {
		return c, false
	}
	c.list = append(c.list, rest.list...)
	c.set = m.Or(c.set, rest.set)
	if z.total += len(c.list); len(c.list) > maxFormula || z.total > 64*maxFormula {
		return c, false
	}
	z.memo[b] = c
	return c, true
}

// class is values of an option for which the same is left of both bounds.
type class struct {
	values  Set
	bounds  // what is left
	covered Set
}

// classes divides the first option of the bounds by what is left for its values.
func (m *Sets) classes(b bounds) (option int, classes []class) {
	first := min(m.nodes[b.least>>1].level, m.nodes[b.most>>1].level)
	option = int(m.owner[first])
	end := first + 1
	if option < len(m.space.Options) {
		end = m.encoding(option).end()
	}
	if end == first+1 {
		l0, l1 := m.at(b.least, first)
		u0, u1 := m.at(b.most, first)
		values := m.mk(first, Empty, Full)
		return option, []class{{values: values ^ 1, bounds: bounds{l0, u0}}, {values: values, bounds: bounds{l1, u1}}}
	}
	for _, least := range m.rests(b.least, end) {
		for _, most := range m.rests(b.most, end) {
			if v := m.And(m.reaching(b.least, end, least), m.reaching(b.most, end, most)); v != Empty {
				classes = append(classes, class{values: v, bounds: bounds{least, most}})
			}
		}
	}
	return option, classes
}

// widen returns the product with fewer literals, so that it is still within most, and with more values, so far as s has them.
func (z *minimizer) widen(p *partial, s, most Set) Product {
	m := z.m
	var list Product
	for ; p.Option >= 0; p = p.rest {
		list = append(list, p.ValueSet)
	}
	for i := 0; i < len(list); i++ {
		others := Full
		for j := len(list) - 1; j >= 0; j-- {
			if j != i {
				others = m.And(list[j].Values, others)
			}
		}
		if m.disjoint(others, most^1) {
			list = slices.Delete(list, i, i+1)
			i--
			continue
		}
		if o := list[i].Option; o < len(m.space.Options) && m.encoding(o).k > 1 {
			list[i].Values = m.Or(list[i].Values, m.projectAll(m.Diff(others, s), o)^1)
		}
	}
	return list
}

// projectAll returns the values of an option that some configuration in s has, relations being free.
func (m *Sets) projectAll(s Set, option int) Set {
	for _, i := range m.relationsOf(s) {
		m.memo.start(len(m.nodes))
		s = m.exists(s, &encoding{first: m.bitsEnd + int32(i), k: 1})
	}
	return m.Project(s, []int{option})
}

// OfProduct returns the configurations of a product.
func (m *Sets) OfProduct(p Product) Set {
	r := Full
	for i := len(p) - 1; i >= 0; i-- {
		r = m.And(p[i].Values, r)
	}
	return r
}

// needed returns the products without those, the last ones first, that the others make superfluous for covering least.
func (z *minimizer) needed(list []Product, least Set) []Product {
	m := z.m
	before := make([]Set, len(list)+1) // the union of the products before
	sets := make([]Set, len(list))
	before[0] = Empty
	for i, p := range list {
		sets[i] = m.OfProduct(p)
		before[i+1] = m.Or(before[i], sets[i])
	}
	after := Empty
	var out []Product
	for i := len(list) - 1; i >= 0; i-- {
		if own := m.And(sets[i], least); m.disjoint(own, m.Or(before[i], after)^1) {
			continue
		}
		after = m.Or(after, sets[i])
		out = append(out, list[i])
	}
	slices.Reverse(out)
	return out
}
