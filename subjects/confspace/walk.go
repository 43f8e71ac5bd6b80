package confspace

// This file implements what walks a diagram: cofactors, quantifiers, support,
// members, counting.

import (
	"math"
	"math/big"
	"slices"
)

// memo remembers one result for each handle during a walk. Starting a walk costs nothing.
type memo struct {
	entries []memoEntry // by handle
	round   uint32
}

type memoEntry struct {
	round uint32
	set   Set
}

func (t *memo) start(nodes int) {
	if n := 2 * nodes; len(t.entries) < n {
		t.entries = make([]memoEntry, 2*n)
		t.round = 0
	}
	if t.round++; t.round == 0 {
		clear(t.entries)
		t.round = 1
	}
}

func (t *memo) get(s Set) (Set, bool) {
	e := t.entries[s]
	return e.set, e.round == t.round
}

func (t *memo) put(s, r Set) { t.entries[s] = memoEntry{t.round, r} }

// Restrict returns the configurations that are in s when the option is changed to
// the value: the cofactor. The result does not depend on the option, but for relations on several options: these
// are left as they are. A value that is not in the domain gives Empty.
func (m *Sets) Restrict(s Set, option int, value int64) Set {
	x, ok := m.code(option, value)
	if !ok {
		return Empty
	}
	m.memo.start(len(m.nodes))
	if len(m.rel.list) == 0 {
		return m.restrict(s, m.encoding(option), x)
	}
	c := m.space.Defaults()
	c[option] = value
	return m.Under(s, []int{option}, c)
}

func (m *Sets) restrict(s Set, e *encoding, x uint64) Set {
	level, low, high := m.split(s)
	if level >= e.first {
		return m.follow(s, e, x)
	}
	if r, ok := m.memo.get(s); ok {
		return r
	}
	low = m.restrict(low, e, x)
	r := m.mk(level, low, m.restrict(high, e, x))
	m.memo.put(s, r)
	m.memo.put(s^1, r^1)
	return r
}

// follow returns what is left of s, whose root is not above the option, where its code is x.
func (m *Sets) follow(s Set, e *encoding, x uint64) Set {
	for {
		level, low, high := m.split(s)
		if level >= e.end() {
			return s
		}
		if x>>(e.end()-1-level)&1 != 0 {
			s = high
		} else {
			s = low
		}
	}
}

// RestrictAll returns the cofactor of s for all the settings.
func (m *Sets) RestrictAll(s Set, settings Settings) Set {
	for _, x := range settings {
		s = m.Restrict(s, x.Option, x.Value)
	}
	return s
}

// Exists returns the configurations that are in s after some change of the option.
func (m *Sets) Exists(s Set, option int) Set {
	m.memo.start(len(m.nodes))
	return m.exists(s, m.encoding(option))
}

func (m *Sets) exists(s Set, e *encoding) Set {
	level, low, high := m.split(s)
	if level >= e.end() {
		return s
	}
	if r, ok := m.memo.get(s); ok {
		return r
	}
	low = m.exists(low, e)
	high = m.exists(high, e)
	var r Set
	if level >= e.first {
		r = m.Or(low, high)
	} else {
		r = m.mk(level, low, high)
	}
	m.memo.put(s, r)
	return r
}

// Forall returns the configurations that are in s after every change of the option.
func (m *Sets) Forall(s Set, option int) Set { return m.Exists(s^1, option) ^ 1 }

// Project returns s with every option quantified away (Exists) that is not in keep, which ascends.
func (m *Sets) Project(s Set, keep []int) Set {
	for _, o := range m.Support(s) {
		if _, ok := slices.BinarySearch(keep, o); !ok {
			s = m.Exists(s, o)
		}
	}
	return s
}

// reach calls f for each node below s, the terminal apart, once, in no useful order.
func (m *Sets) reach(roots []Set, f func(k int32)) {
	if n := len(m.nodes); len(m.visits) < n {
		m.visits = append(m.visits, make([]bool, n-len(m.visits))...)
	}
	var seen []int32
	push := func(s Set) {
		if k := int32(s >> 1); k != 0 && !m.visits[k] {
			m.visits[k] = true
			seen = append(seen, k)
		}
	}
	for _, s := range roots {
		push(s)
	}
	for i := 0; i < len(seen); i++ {
		n := m.nodes[seen[i]]
		push(n.low)
		push(n.high)
	}
	for _, k := range seen {
		m.visits[k] = false
	}
	for _, k := range seen {
		f(k)
	}
}

// Support returns the options on whose bits membership in some of the sets depends, ascending. See Depends for relations.
func (m *Sets) Support(sets ...Set) []int {
	seen := make([]bool, len(m.enc))
	m.reach(sets, func(k int32) { seen[m.owner[m.nodes[k].level]] = true })
	var out []int
	for i, b := range seen[:len(m.space.Options)] {
		if b {
			out = append(out, i)
		}
	}
	return out
}

// Size returns the number of nodes of s.
func (m *Sets) Size(s Set) int {
	n := 0
	m.reach([]Set{s}, func(int32) { n++ })
	return n
}

// Contains reports whether c, a configuration of the space, is in s.
func (m *Sets) Contains(s Set, c Configuration) bool {
	last, x := int32(-1), uint64(0)
	for s > Full {
		level, low, high := m.split(s)
		o := m.owner[level]
		if level >= m.bitsEnd {
			if s = low; m.rel.list[level-m.bitsEnd].Holds(c) {
				s = high
			}
			continue
		}
		if o != last {
			var ok bool
			if x, ok = m.code(int(o), c[o]); !ok {
				return false
			}
			last = o
		}
		if x>>(m.encoding(int(o)).end()-1-level)&1 != 0 {
			s = high
		} else {
			s = low
		}
	}
	return s == Full
}

// Any returns a configuration of s, always the same one: option by option, in order,
// the default where it is possible, else the smallest value from 0 on, else the greatest negative one. Where s has relations it needs a theory,
// and what that cannot decide is not found.
func (m *Sets) Any(s Set) (Configuration, bool) {
	if m.HasRelations(s) {
		return m.anyRelated(s)
	}
	return m.Preferred(s)
}

// Preferred is Any as far as the bits of options go, whatever relations say: for sets that are to be put in order. In a manager of
// NewSetsByUse the options come in its order.
func (m *Sets) Preferred(s Set) (Configuration, bool) {
	if s == Empty {
		return nil, false
	}
	c := m.space.Defaults()
	for s > Full && m.nodes[s>>1].level < m.bitsEnd {
		o := int(m.owner[m.nodes[s>>1].level])
		c[o], s = m.prefer(s, o)
	}
	return c, true
}

// AnySettings is Any for the options alone on which s depends.
func (m *Sets) AnySettings(s Set) (Settings, bool) {
	c, ok := m.Any(s)
	if !ok {
		return nil, false
	}
	var out Settings
	for _, o := range m.Depends(s) {
		out = append(out, Setting{o, c[o]})
	}
	return out, true
}

// prefer chooses a value of the option on which the root of s decides, for which something is left of s.
func (m *Sets) prefer(s Set, option int) (int64, Set) {
	e, opt := m.encoding(option), &m.space.Options[option]
	x, _ := m.code(option, opt.Default)
	if r := m.follow(s, e, x); r != Empty {
		return opt.Default, r
	}
	zero := m.firstNonNegative(option)
	x, ok := m.next(s, e, e.first, zero)
	if !ok {
		x, _ = m.previous(s, e, e.first, zero)
	}
	v := m.decode(option, x)
	return v, m.follow(s, e, x)
}

// firstNonNegative returns the code of the smallest value that is not negative, or of the greatest value.
func (m *Sets) firstNonNegative(option int) uint64 {
	e, d := m.encoding(option), &m.space.Options[option].Domain
	if e.list != nil {
		for i, v := range e.list {
			if !d.Signed || v >= 0 {
				return uint64(i)
			}
		}
		return e.hi
	}
	z := d.key(0)
	switch {
	case z <= e.base+e.lo:
		return e.lo
	case z >= e.base+e.hi:
		return e.hi
	}
	return z - e.base
}

// next returns the smallest code >= from for which s is not empty; the bits above level are from's.
func (m *Sets) next(s Set, e *encoding, level int32, from uint64) (uint64, bool) {
	if s == Empty {
		return 0, false
	}
	if level == e.end() {
		return from, true
	}
	bit := uint64(1) << (e.end() - 1 - level)
	low, high := m.at(s, level)
	if from&bit == 0 {
		if x, ok := m.next(low, e, level+1, from); ok {
			return x, true
		}
		from = from&^(bit-1) | bit
	}
	return m.next(high, e, level+1, from)
}

// previous returns the greatest code <= from for which s is not empty.
func (m *Sets) previous(s Set, e *encoding, level int32, from uint64) (uint64, bool) {
	if s == Empty {
		return 0, false
	}
	if level == e.end() {
		return from, true
	}
	bit := uint64(1) << (e.end() - 1 - level)
	low, high := m.at(s, level)
	if from&bit != 0 {
		if x, ok := m.previous(high, e, level+1, from); ok {
			return x, true
		}
		from = from&^bit | (bit - 1)
	}
	return m.previous(low, e, level+1, from)
}

// Values returns the values that the option has in the configurations of s, in the order of
// the C type, up to max of them; more says that there are others.
func (m *Sets) Values(s Set, option int, max int) (values []int64, more bool) {
	e := m.encoding(option)
	p := s
	for _, o := range m.Support(s) {
		if o != option {
			p = m.Exists(p, o)
		}
	}
	for x := e.lo; ; x++ {
		var ok bool
		if x, ok = m.next(p, e, e.first, x); !ok || x > e.hi {
			return values, false
		}
		if len(values) == max {
			return values, true
		}
		values = append(values, m.decode(option, x))
		if x == e.hi {
			return values, false
		}
	}
}

// Only returns the value of the option in the configurations of s, if it is the same in all of them.
func (m *Sets) Only(s Set, option int) (value int64, ok bool) {
	e := m.encoding(option)
	t := s
	for t > Full && m.nodes[t>>1].level < e.first { // to some node of the option
		_, low, high := m.split(t)
		if t = low; low == Empty {
			t = high
		}
	}
	x, forced := uint64(0), s != Empty
	for level := e.first; level < e.end(); level++ {
		x <<= 1
		low, high := m.at(t, level)
		switch {
		case low == Empty:
			t, x = high, x|1
		case high == Empty:
			t = low
		default: // several codes are left, which may be aliases of one value
			t, forced = low, false
		}
	}
	if !forced && (s == Empty || x >= e.lo && x < e.hi) {
		return 0, false
	}
	v := m.decode(option, x)
	return v, m.Implies(s, m.Setting(option, v))
}

// maxCounts is how many numbers of configurations are kept from one Count to the next.
const maxCounts = 1 << 20

// Count returns the number of configurations in s, which must have no relations: see CountRelated.
func (m *Sets) Count(s Set) *big.Int {
	if m.HasRelations(s) {
		panic("BUG: the configurations of a set with relations are counted as if it had none")
	}
	if m.valid == Empty {
		valid := Full
		for i := len(m.space.Options) - 1; i >= 0; i-- {
			e := m.encoding(i)
			v := Full
			if e.hi < e.max() {
				v = m.atMost(e, e.hi)
			}
			if e.lo > 0 {
				v = m.Diff(v, m.atMost(e, e.lo-1))
			}
			valid = m.And(v, valid)
		}
		m.valid = valid
	}
	s = m.And(s, m.valid)
	// counts[t]: the codes of the variables from t's root on. A complement is counted by
	// itself: there are at most two entries for a node. They are kept for the next set, which may have many nodes in common with this one.
	if m.counts == nil || len(m.counts) > maxCounts {
		m.counts = map[Set]*big.Int{}
	}
	levels := m.bitsEnd
	depth := func(s Set) int32 { return min(m.nodes[s>>1].level, levels) }
	var rec func(s Set) *big.Int
	rec = func(s Set) *big.Int {
		if s <= Full {
			return big.NewInt(int64(s))
		}
		if c, ok := m.counts[s]; ok {
			return c
		}
		level, low, high := m.split(s)
		c := new(big.Int).Lsh(rec(low), uint(depth(low)-level-1))
		c.Add(c, new(big.Int).Lsh(rec(high), uint(depth(high)-level-1)))
		m.counts[s] = c
		return c
	}
	return new(big.Int).Lsh(rec(s), uint(depth(s)))
}

// Fraction returns the share of the space's configurations that is in s, which has no others than those of Domain; not a number where s has relations that are not counted.
func (m *Sets) Fraction(s Set) float64 {
	n, ok := m.CountRelated(s)
	if !ok {
		return math.NaN()
	}
	f, _ := new(big.Rat).SetFrac(n, m.Count(m.domain)).Float64()
	return f
}
