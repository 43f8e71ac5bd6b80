package confspace

// This file makes and recognises the sets of values that have one remainder: as n % 7 == 3, which are millions of intervals.

// maxModulus is the greatest modulus whose remainders are recognised.
const maxModulus = 1 << 12

// congruent returns the configurations in which the option's value, counted from 0 up or down, is r modulo d; 0 <= r < d.
func (m *Sets) congruent(option int, d, r uint64) Set {
	e, dom := m.encoding(option), &m.space.Options[option].Domain
	sum := func(x, y uint64) uint64 { return (x%d + y%d) % d }
	residue := func(v int64) uint64 {
		if dom.Signed && v < 0 {
			return (d - -uint64(v)%d) % d
		}
		return uint64(v) % d
	}
	// below[s]: what is left where the bits so far, with zeros for the others, are s modulo d more than the value of code 0.
	first := residue(dom.value(e.base))
	below := make([]Set, d)
	for s := range below {
		below[s] = constant(sum(first, uint64(s)) == r)
	}
	for i := uint(0); i < e.k; i++ {
		weight := uint64(1) << i % d
		next := make([]Set, d)
		for s := range next {
			next[s] = m.mk(e.first+int32(e.k-1-i), below[s], below[sum(uint64(s), weight)])
		}
		below = next
	}
	set := below[0]
	if e.lo > 0 {
		set = m.Ite(m.atMost(e, e.lo-1), constant(residue(m.decode(option, e.lo)) == r), set)
	}
	if e.hi < e.max() {
		set = m.Ite(m.atMost(e, e.hi), set, constant(residue(m.decode(option, e.hi)) == r))
	}
	return set
}

// Remainder returns the configurations in which C's remainder of the option's value and d is r: it has the sign of the value.
func (m *Sets) Remainder(option int, d uint64, r int64) Set {
	dom := &m.space.Options[option].Domain
	lo, hi := dom.Bounds()
	switch {
	case d == 0 || d > maxModulus || m.enc[option].list != nil || r >= 0 && uint64(r) >= d || r < 0 && -uint64(r) >= d:
		return Empty
	case r < 0 && !dom.Signed:
		return Empty
	case r < 0:
		return m.And(m.congruent(option, d, d - -uint64(r)), m.Between(option, lo, -1))
	case r > 0 && dom.Signed:
		return m.And(m.congruent(option, d, uint64(r)), m.Between(option, 0, hi))
	}
	return m.congruent(option, d, uint64(r))
}

// periodic returns the factor of a set of one option's values that are those of one remainder, or all others.
func (m *Sets) periodic(set Set, option int) (Factor, bool) {
	dom := &m.space.Options[option].Domain
	if m.enc[option].list != nil {
		return Factor{}, false
	}
	for _, negated := range []bool{false, true} {
		s := set
		if negated {
			s ^= 1
		}
		values, more := m.Values(s, option, 2)
		if !more {
			continue
		}
		d := uint64(values[1]) - uint64(values[0])
		if d < 2 || d > maxModulus {
			continue
		}
		r := values[0] % int64(d)
		if !dom.Signed {
			r = int64(uint64(values[0]) % d)
		}
		if m.Remainder(option, d, r) == s {
			return Factor{Option: option, Modulus: d, Residue: r, Negated: negated}, true
		}
	}
	return Factor{}, false
}
