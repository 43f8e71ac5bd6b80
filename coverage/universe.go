package coverage

// This file defines the universe of elements and the layout of bit sets over it.

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// Universe is every element of a program, by criterion; the denominators.
type Universe struct {
	Elements [numCriteria][]Element // by Criterion; Elements[c][i].ID == i+1
}

// Add appends an element to its criterion, gives it the next id and returns that.
func (u *Universe) Add(e Element) uint32 {
	e.ID = uint32(len(u.Elements[e.Criterion]) + 1)
	u.Elements[e.Criterion] = append(u.Elements[e.Criterion], e)
	return e.ID
}

// Count returns the number of elements of criterion c.
func (u *Universe) Count(c Criterion) int { return len(u.Elements[c]) }

// Element returns the element with the given id of criterion c, nil if there is none.
func (u *Universe) Element(c Criterion, id uint32) *Element {
	if id == 0 || int(id) > len(u.Elements[c]) {
		return nil
	}
	return &u.Elements[c][id-1]
}

// Verify reports the first way in which u breaks its invariants.
func (u *Universe) Verify() error {
	if len(u.Elements[CriterionInvalid]) != 0 {
		return fmt.Errorf("universe has elements of no criterion")
	}
	for _, c := range Criteria() {
		for i := range u.Elements[c] {
			e := &u.Elements[c][i]
			if e.Criterion != c || e.ID != uint32(i+1) {
				return fmt.Errorf("element %d of the %s elements calls itself %s %d", i+1, c, e.Criterion, e.ID)
			}
		}
	}
	return nil
}

// Files returns the names of the files that have elements, sorted.
func (u *Universe) Files() []string {
	seen := map[string]bool{}
	for c := range u.Elements {
		for i := range u.Elements[c] {
			seen[u.Elements[c][i].File] = true
		}
	}
	files := make([]string, 0, len(seen))
	for f := range seen {
		files = append(files, f)
	}
	slices.Sort(files)
	return files
}

// At returns the elements of criterion c at a line of a file, by id. A line of 0 matches every line.
func (u *Universe) At(c Criterion, file string, line uint32) []*Element {
	var es []*Element
	for i := range u.Elements[c] {
		e := &u.Elements[c][i]
		if e.File == file && (line == 0 || e.Line == line) {
			es = append(es, e)
		}
	}
	return es
}

// Layout returns the layout of bit sets over the elements of some criteria.
func (u *Universe) Layout(criteria ...Criterion) Layout {
	var l Layout
	criteria = slices.Clone(criteria)
	slices.SortFunc(criteria, func(a, b Criterion) int { return cmp.Compare(a, b) })
	for _, c := range slices.Compact(criteria) {
		l.start[c] = uint32(l.size)
		l.count[c] = uint32(len(u.Elements[c]))
		l.has[c] = true
		l.size += len(u.Elements[c])
	}
	return l
}

// Layout says where the elements of some criteria lie in a bit set: criteria in
// ascending order one after another, within a criterion element id at bit id-1.
type Layout struct {
	start, count [numCriteria]uint32
	has          [numCriteria]bool
	size         int
}

// Size returns the number of bits.
func (l Layout) Size() int { return l.size }

// Words returns the number of 64-bit words that hold the bits.
func (l Layout) Words() int { return (l.size + 63) / 64 }

// Has reports whether c is one of the layout's criteria.
func (l Layout) Has(c Criterion) bool { return l.has[c] }

// Start returns the bit of the first element of c; meaningless if !Has(c).
func (l Layout) Start(c Criterion) int { return int(l.start[c]) }

// Count returns the number of elements of c.
func (l Layout) Count(c Criterion) int { return int(l.count[c]) }

// Bit returns the bit of element id of criterion c. The element must exist.
func (l Layout) Bit(c Criterion, id uint32) int {
	if !l.has[c] || id == 0 || id > l.count[c] {
		panic(fmt.Sprintf("BUG: no %s element %d in this layout", c, id))
	}
	return int(l.start[c] + id - 1)
}

// At returns the element that bit stands for.
func (l Layout) At(bit int) (Criterion, uint32) {
	for c := numCriteria - 1; c > 0; c-- {
		if l.has[c] && bit >= int(l.start[c]) && bit < int(l.start[c]+l.count[c]) {
			return Criterion(c), uint32(bit) - l.start[c] + 1
		}
	}
	panic(fmt.Sprintf("BUG: bit %d outside of a layout of %d bits", bit, l.size))
}

// Bits is a set of small integers, 64 to a word. The zero value is empty and may not be set into; use NewBits.
type Bits []uint64

// NewBits returns an empty set for the bits of l.
func NewBits(l Layout) Bits { return make(Bits, l.Words()) }

// Set adds bit i.
func (b Bits) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// Has reports whether bit i is in b; bits beyond its words are not.
func (b Bits) Has(i int) bool { return i>>6 < len(b) && b[i>>6]&(1<<(i&63)) != 0 }

// Count returns the number of bits in b.
func (b Bits) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Hash returns a hash of b: equal sets of one layout have equal hashes.
func (b Bits) Hash() uint64 {
	h := uint64(len(b))
	for _, w := range b {
		h = bits.RotateLeft64(h^w, 29) * 0x9e3779b97f4a7c15
	}
	return h
}

// Each calls f for each bit in ascending order.
func (b Bits) Each(f func(bit int)) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			f(i<<6 + bits.TrailingZeros64(w))
		}
	}
}
