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
	"bytes"
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

	sorted bool // see Sort
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
	t.Sort(m)
	u := unions{sets: m, leaves: make([]confspace.Set, words*64), memo: map[string]confspace.Set{}, small: map[mask]confspace.Set{}}
	for i := range t.Observations {
		u.leaves[i] = t.Observations[i].Condition
	}
	columns := t.columns(words)
	for bit := range c.Conditions {
		c.Conditions[bit] = u.union(columns[bit*words:(bit+1)*words], 0)
	}
	if wide := t.wide(); len(wide) > 0 {
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

// columns returns, for each bit of the layout, as many words: which observations have it.
func (t *Test) columns(words int) []uint64 {
	size := t.Layout.Size()
	columns := make([]uint64, size*words)
	var block [64]uint64
	for w := range words {
		rows := t.Observations[w*64 : min(len(t.Observations), w*64+64)]
		for first := 0; first < size; first += 64 {
			some := uint64(0)
			for i := range rows {
				block[i] = 0
				if c := rows[i].Covered; first>>6 < len(c) {
					block[i] = c[first>>6]
				}
				some |= block[i]
			}
			if some == 0 {
				continue
			}
			clear(block[len(rows):])
			transpose(&block)
			for i := range min(64, size-first) {
				columns[(first+i)*words+w] = block[i]
			}
		}
	}
	return columns
}

// transpose exchanges rows and columns of 64 times 64 bits: blocks of half the size are exchanged, then within each of them.
func transpose(a *[64]uint64) {
	mask := uint64(1<<32 - 1)
	for half := 32; half > 0; half >>= 1 {
		for i := 0; i < 64; i = (i + half + 1) &^ half {
			x := (a[i]>>half ^ a[i+half]) & mask
			a[i] ^= x << half
			a[i+half] ^= x
		}
		mask ^= mask << (half >> 1)
	}
}

// wide returns which observations, in their order, are wide; nil if none are.
func (t *Test) wide() []uint64 {
	if !slices.ContainsFunc(t.Observations, func(o Observation) bool { return o.Wide }) {
		return nil
	}
	mask := make([]uint64, (len(t.Observations)+63)/64)
	for i := range t.Observations {
		if t.Observations[i].Wide {
			mask[i>>6] |= 1 << (i & 63)
		}
	}
	return mask
}

// Sort puts the observations, whose conditions are sets of m, in the order in which unions of neighbours are simple: that of a configuration of each.
func (t *Test) Sort(m *confspace.Sets) {
	if !t.sorted {
		sortBySets(m, t.Observations, func(o *Observation) confspace.Set { return o.Condition })
		t.sorted = true
	}
}

// SortSets puts sets in the order of Test.Sort.
func SortSets(m *confspace.Sets, sets []confspace.Set) {
	sortBySets(m, sets, func(s *confspace.Set) confspace.Set { return *s })
}

func sortBySets[T any](m *confspace.Sets, list []T, set func(*T) confspace.Set) {
	keys, order := make([][]byte, len(list)), make([]int, len(list))
	var all []byte
	for i := range list {
		c, _ := m.Preferred(set(&list[i]))
		start := len(all)
		all = appendKey(all, c)
		keys[i], order[i] = all[start:len(all):len(all)], i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c := bytes.Compare(keys[a], keys[b]); c != 0 {
			return c
		}
		return a - b
	})
	old := slices.Clone(list)
	for i, j := range order {
		list[i] = old[j]
	}
}

// appendKey appends bytes that are in the order of configurations: most values take one.
func appendKey(key []byte, c confspace.Configuration) []byte {
	for _, v := range c {
		switch {
		case v < 0:
			key = binary.BigEndian.AppendUint64(append(key, 0), uint64(v))
		case v < 254:
			key = append(key, byte(v+1))
		default:
			key = binary.BigEndian.AppendUint64(append(key, 255), uint64(v))
		}
	}
	return key
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
