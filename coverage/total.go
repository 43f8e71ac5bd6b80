package coverage

// This file joins the conditions of all tests and groups elements into classes.

import (
	"encoding/binary"

	"github.com/confcov/confcov/subjects/confspace"
)

// Class is a maximal set of elements that every test covers under the same conditions.
type Class struct {
	Elements []uint32        // ids, ascending
	ByTest   []confspace.Set // the condition under each test of Total.Tests
	Any      confspace.Set   // the coverage condition: the union of ByTest
}

// Total is the coverage of one criterion by all tests.
type Total struct {
	Criterion Criterion
	Universe  *Universe
	Sets      *confspace.Sets
	Tests     []*Conditions // those that record the criterion
	Classes   []Class       // of the elements that some configuration covers, by their first element
	ClassOf   []int32       // by element id-1: index into Classes, -1 if nothing covers it
}

// Join joins the conditions of tests for one criterion. Tests that do not record it are left out.
func Join(u *Universe, c Criterion, m *confspace.Sets, tests []*Conditions) *Total {
	t := &Total{Criterion: c, Universe: u, Sets: m}
	for _, tc := range tests {
		if tc.Test.Layout.Has(c) {
			t.Tests = append(t.Tests, tc)
		}
	}
	t.ClassOf = make([]int32, u.Count(c))
	index := map[string]int32{}
	unions := map[string]confspace.Set{}
	var key []byte
	row := make([]confspace.Set, len(t.Tests))
	for i := range t.ClassOf {
		id := uint32(i + 1)
		key = key[:0]
		covered := false
		for j, tc := range t.Tests {
			row[j] = tc.Of(c, id)
			covered = covered || row[j] != confspace.Empty
			key = binary.LittleEndian.AppendUint32(key, uint32(row[j]))
		}
		if !covered {
			t.ClassOf[i] = -1
			continue
		}
		k, ok := index[string(key)]
		if !ok {
			k = int32(len(t.Classes))
			index[string(key)] = k
			t.Classes = append(t.Classes, Class{ByTest: append([]confspace.Set(nil), row...), Any: unionOf(m, row, unions)})
		}
		t.ClassOf[i] = k
		t.Classes[k].Elements = append(t.Classes[k].Elements, id)
	}
	t.reduceUnions()
	return t
}

// Reduce makes conditions of tests the same set where they have the same configurations: with relations, equal sets need not be the same. The
// conditions of all tests of a run are reduced together, before they are joined.
func Reduce(m *confspace.Sets, tests []*Conditions) {
	var all []confspace.Set
	for _, tc := range tests {
		all = append(append(all, tc.Test.Domain), tc.Conditions...)
	}
	reduced := m.Reduce(all)
	for _, tc := range tests {
		tc.Test.Domain = reduced[tc.Test.Domain]
		for i, s := range tc.Conditions {
			tc.Conditions[i] = reduced[s]
		}
	}
}

// reduceUnions is Reduce for the conditions under any test.
func (t *Total) reduceUnions() {
	var all []confspace.Set
	for k := range t.Classes {
		all = append(all, t.Classes[k].Any)
	}
	reduced := t.Sets.Reduce(all)
	for k := range t.Classes {
		t.Classes[k].Any = reduced[t.Classes[k].Any]
	}
}

// unionOf returns the union of the distinct sets of row; memo is by the distinct sets.
func unionOf(m *confspace.Sets, row []confspace.Set, memo map[string]confspace.Set) confspace.Set {
	var distinct []confspace.Set
	var key []byte
	seen := map[confspace.Set]bool{confspace.Empty: true}
	for _, s := range row {
		if !seen[s] {
			seen[s] = true
			distinct = append(distinct, s)
			key = binary.LittleEndian.AppendUint32(key, uint32(s))
		}
	}
	if seen[confspace.Full] {
		return confspace.Full
	}
	if s, ok := memo[string(key)]; ok {
		return s
	}
	s := m.OrAll(distinct)
	memo[string(key)] = s
	return s
}

// Covered returns how many elements some configuration covers.
func (t *Total) Covered() int {
	n := 0
	for i := range t.Classes {
		n += len(t.Classes[i].Elements)
	}
	return n
}

// Condition returns the coverage condition of an element: the configurations that cover it under some test.
func (t *Total) Condition(id uint32) confspace.Set {
	k := t.ClassOf[id-1]
	if k < 0 {
		return confspace.Empty
	}
	return t.Classes[k].Any
}

// TestsOf returns the indices into Tests of the tests that cover an element under some configuration.
func (t *Total) TestsOf(id uint32) []int {
	k := t.ClassOf[id-1]
	if k < 0 {
		return nil
	}
	var tests []int
	for j, s := range t.Classes[k].ByTest {
		if s != confspace.Empty {
			tests = append(tests, j)
		}
	}
	return tests
}

// Distinct returns the number of distinct coverage conditions.
func (t *Total) Distinct() int {
	seen := map[confspace.Set]bool{}
	for i := range t.Classes {
		seen[t.Classes[i].Any] = true
	}
	return len(seen)
}

// Count is how much of a set of elements is covered.
type Count struct {
	Covered, Total int
}

// Percent returns the percentage covered; 0 of 0 is 100.
func (c Count) Percent() float64 {
	if c.Total == 0 {
		return 100
	}
	return 100 * float64(c.Covered) / float64(c.Total)
}

// ByFile returns the counts of each file that has elements of the criterion.
func (t *Total) ByFile() map[string]Count {
	counts := map[string]Count{}
	for i := range t.Universe.Elements[t.Criterion] {
		e := &t.Universe.Elements[t.Criterion][i]
		c := counts[e.File]
		c.Total++
		if t.ClassOf[i] >= 0 {
			c.Covered++
		}
		counts[e.File] = c
	}
	return counts
}
