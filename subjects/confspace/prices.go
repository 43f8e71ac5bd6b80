package confspace

// This file finds the configuration of a set that changes least.

import (
	"math"
	"slices"
)

// Prices says what a configuration costs: for each option whose value is not that of another configuration, its price.
type Prices struct {
	m      *Sets
	base   Configuration
	prices []int64 // by option, none negative
	least  map[Set]int64
}

// NewPrices returns prices by option for sets of m. They are not negative. The defaults cost nothing.
func (m *Sets) NewPrices(prices []int64) *Prices { return m.NewPricesFrom(m.space.Defaults(), prices) }

// NewPricesFrom is NewPrices where the configuration base costs nothing.
func (m *Sets) NewPricesFrom(base Configuration, prices []int64) *Prices {
	return &Prices{m: m, base: base, prices: prices, least: map[Set]int64{Full: 0, Empty: math.MaxInt64}}
}

// Of returns what a configuration costs.
func (p *Prices) Of(c Configuration) int64 {
	sum := int64(0)
	for o, v := range c {
		if v != p.base[o] {
			sum += p.prices[o]
		}
	}
	return sum
}

// Least returns what the cheapest configuration of s costs; where s has relations, at least as much does. MaxInt64: s is empty.
func (p *Prices) Least(s Set) int64 {
	if n, ok := p.least[s]; ok {
		return n
	}
	m := p.m
	o := int(m.owner[m.nodes[s>>1].level])
	if o >= len(p.prices) || m.nodes[s>>1].level >= m.bitsEnd {
		return 0
	}
	best := int64(math.MaxInt64)
	same, others := p.rests(s, o)
	if same != Empty {
		best = p.Least(same)
	}
	for _, r := range others {
		if n := p.Least(r); n < math.MaxInt64 {
			best = min(best, n+p.prices[o])
		}
	}
	p.least[s] = best
	return best
}

// rests returns what is left of s, whose root decides on option o, with the value that costs nothing and, without Empty, with any one.
func (p *Prices) rests(s Set, o int) (same Set, others []Set) {
	m := p.m
	e := m.encoding(o)
	x, _ := m.code(o, p.base[o])
	for _, r := range m.rests(s, e.end()) {
		if r != Empty {
			others = append(others, r)
		}
	}
	return m.follow(s, e, x), others
}

// Cheapest returns a cheapest configuration of s, which is not empty and has no relations: option by option, the value that costs nothing where that is
// possible at the same price.
func (p *Prices) Cheapest(s Set) Configuration {
	m := p.m
	c := slices.Clone(p.base)
	for s > Full {
		o := int(m.owner[m.nodes[s>>1].level])
		least := p.Least(s)
		same, others := p.rests(s, o)
		if same != Empty && p.Least(same) == least {
			s = same
			continue
		}
		for _, r := range others {
			if p.Least(r) == least-p.prices[o] {
				c[o], _ = m.prefer(m.reaching(s, m.encoding(o).end(), r), o)
				s = r
				break
			}
		}
	}
	return c
}
