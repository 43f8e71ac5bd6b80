package coverage

// This file computes the coverage conditions of the elements of one test.
//
// An observation says "these configurations cover these elements". The
// condition of an element is the union of the conditions of the observations
// that have it. Many elements are in the same observations, so elements are
// first grouped by the set of their observations (a column of the matrix
// observations x elements); unions are made once per group. Groups differ little, so
// the union over a column is made by halves, and halves that two columns share
// are made once. Observations are sorted by their conditions first: unions of neighbours
// then are simple sets (for the 8,676 paths of the authors' vsftpd data 2 million
// nodes instead of 20, and a fifteenth of the time).

import (
	"encoding/binary"
	mathbits "math/bits"
	"slices"

	"github.com/confcov/confcov/subjects/confspace"
)

// Observation says that every configuration of Condition covers the elements of Covered.
type Observation struct {
	Condition confspace.Set
	Covered   Bits // in the test's Layout
	// Wide says that only some of Condition do: which, the test does not know. The others are in other observations.
	Wide bool
}

// Test is what exploration knows about the coverage of one test under some criteria.
type Test struct {
	Name         string
	Layout       Layout        // of Observations and Conditions
	Domain       confspace.Set // the configurations that were explored; with Missing those that may have been
	Observations []Observation
	Complete     bool // explored to the end, every path ended by the program's own doing
	Missing      bool // configurations may be in no observation
}

// Conditions holds, for each bit of a test's layout, the set of configurations that cover that element; of a
// test that is not Complete, or has wide observations, those that certainly do.
type Conditions struct {
	Test       *Test
	Conditions []confspace.Set // by bit
}

// Conditions computes the coverage conditions of t's elements. The observations' conditions are sets of m.
func (t *Test) Conditions(m *confspace.Sets) *Conditions {
	c := &Conditions{Test: t, Conditions: make([]confspace.Set, t.Layout.Size())}
	words := (len(t.Observations) + 63) / 64
	if words == 0 {
		return c
	}
	columns := make([]uint64, t.Layout.Size()*words)
	u := unions{sets: m, leaves: make([]confspace.Set, words*64), memo: map[string]confspace.Set{}, small: map[mask]confspace.Set{}}
	for i, j := range t.order(m) {
		u.leaves[i] = t.Observations[j].Condition
		t.Observations[j].Covered.Each(func(bit int) {
			columns[bit*words+i>>6] |= 1 << (i & 63)
		})
	}
	for bit := range c.Conditions {
		c.Conditions[bit] = u.union(columns[bit*words:(bit+1)*words], 0)
	}
	if wide := t.wide(m); len(wide) > 0 {
		c.narrow(m, wide, columns, words, &u)
	}
	return c
}

// narrow makes c certain where observations are wide. A configuration of wide observations is in one of them, unless it is in another one or
// in none: it covers what all of the wide ones that it may be in cover.
func (c *Conditions) narrow(m *confspace.Sets, wide []uint64, columns []uint64, words int, u *unions) {
	pick := func(column, mask []uint64, flip uint64) confspace.Set {
		out := make([]uint64, words)
		for i := range out {
			out[i] = (column[i] ^ flip) & mask[i]
		}
		return u.union(out, 0)
	}
	narrow := make([]uint64, words)
	for i := range narrow {
		narrow[i] = ^wide[i]
	}
	known := u.union(narrow, 0)
	for bit := range c.Conditions {
		column := columns[bit*words : (bit+1)*words]
		c.Conditions[bit] = pick(column, narrow, 0)
		if !c.Test.Missing {
			some := m.Diff(pick(column, wide, 0), pick(column, wide, ^uint64(0)))
			c.Conditions[bit] = m.Or(c.Conditions[bit], m.Diff(some, known))
		}
	}
}

// wide returns which observations are wide, in the order of order; nil if none are.
func (t *Test) wide(m *confspace.Sets) []uint64 {
	if !slices.ContainsFunc(t.Observations, func(o Observation) bool { return o.Wide }) {
		return nil
	}
	mask := make([]uint64, (len(t.Observations)+63)/64)
	for i, j := range t.order(m) {
		if t.Observations[j].Wide {
			mask[i>>6] |= 1 << (i & 63)
		}
	}
	return mask
}

// order returns the indices of the observations in the order of a configuration of each.
func (t *Test) order(m *confspace.Sets) []int {
	keys := make([]confspace.Configuration, len(t.Observations))
	order := make([]int, len(t.Observations))
	for i := range t.Observations {
		keys[i], _ = m.Preferred(t.Observations[i].Condition)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(keys[a], keys[b]) })
	return order
}

// mask selects some of the 64 leaves of a word.
type mask struct {
	word int
	bits uint64
}

// unions makes unions of subsets of leaves.
type unions struct {
	sets   *confspace.Sets
	leaves []confspace.Set
	memo   map[string]confspace.Set // by first word and column
	small  map[mask]confspace.Set   // of one word
	key    []byte
}

// union returns the union of the leaves that column selects; bit 0 of column is leaf first*64.
func (u *unions) union(column []uint64, first int) confspace.Set {
	for len(column) > 0 && column[len(column)-1] == 0 {
		column = column[:len(column)-1]
	}
	for len(column) > 0 && column[0] == 0 {
		column, first = column[1:], first+1
	}
	switch len(column) {
	case 0:
		return confspace.Empty
	case 1:
		return u.word(first, column[0], 32)
	}
	key := binary.LittleEndian.AppendUint32(u.key[:0], uint32(first))
	for _, w := range column {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	u.key = key
	if s, ok := u.memo[string(key)]; ok {
		return s
	}
	name := string(key)
	// Halves are cut at multiples of their size so that columns share them.
	h := 1
	for h*2 < len(column) {
		h *= 2
	}
	h = (first+h)/h*h - first
	s := u.sets.Or(u.union(column[:h], first), u.union(column[h:], first+h))
	u.memo[name] = s
	return s
}

// word is union for the leaves of one word. half is half the number of leaves among which bits selects.
func (u *unions) word(word int, bits uint64, half int) confspace.Set {
	if bits&(bits-1) == 0 {
		if bits == 0 {
			return confspace.Empty
		}
		return u.leaves[word*64+mathbits.TrailingZeros64(bits)]
	}
	k := mask{word, bits}
	if s, ok := u.small[k]; ok {
		return s
	}
	// The halves of the aligned run of 2*half leaves in which the selected ones lie.
	start := mathbits.TrailingZeros64(bits) &^ (2*half - 1)
	low := bits & ((1<<half - 1) << start)
	s := u.sets.Or(u.word(word, low, half/2), u.word(word, bits&^low, half/2))
	u.small[k] = s
	return s
}

// Of returns the condition of an element; Empty for criteria that the test does not have.
func (c *Conditions) Of(cr Criterion, id uint32) confspace.Set {
	if !c.Test.Layout.Has(cr) {
		return confspace.Empty
	}
	return c.Conditions[c.Test.Layout.Bit(cr, id)]
}
