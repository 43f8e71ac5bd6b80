package confspace

// This file finds the configuration of a set that changes least.

import "math"

// Prices says what a configuration costs: for each option whose value is not the default, its price.
type Prices struct {
	m      *Sets
	prices []int64 // by option, none negative
	least  map[Set]int64
}

// NewPrices returns prices by option for sets of m. They are not negative.
func (m *Sets) NewPrices(prices []int64) *Prices {
	return &Prices{m: m, prices: prices, least: map[Set]int64{Full: 0, Empty: math.MaxInt64}}
}

// Of returns what a configuration costs.
func (p *Prices) Of(c Configuration) int64 {
	sum := int64(0)
	for _, x := range p.m.space.Difference(c) {
		sum += p.prices[x.Option]
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

// rests returns what is left of s, whose root decides on option o, with the default and, without Empty, with any value.
func (p *Prices) rests(s Set, o int) (same Set, others []Set) {
	m := p.m
	e := m.encoding(o)
	x, _ := m.code(o, m.space.Options[o].Default)
	for _, r := range m.rests(s, e.end()) {
		if r != Empty {
			others = append(others, r)
		}
	}
	return m.follow(s, e, x), others
}

// Cheapest returns a cheapest configuration of s, which is not empty and has no relations: option by option, the default where that costs no more.
func (p *Prices) Cheapest(s Set) Configuration {
	m := p.m
	c := m.space.Defaults()
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
