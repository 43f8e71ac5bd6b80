package confspace

// This file compares answers of an Index with those about each of its sets, and each pair.

import (
	"testing"

	"pgregory.net/rapid"
)

// checkIndex compares an index of the sets with what m says of them.
func checkIndex(t *rapid.T, m *Sets, sets []Set, configurations []Configuration) {
	x := m.NewIndex(sets)
	for _, c := range configurations {
		got := x.Containing(c)
		for i, s := range sets {
			if got.Has(i) != m.Contains(s, c) {
				t.Fatalf("set %d, %s, contains %v: %v", i, m.String(s), c, got.Has(i))
			}
		}
	}
	minimal := x.Minimal()
	for i, r := range sets {
		got := x.Disjoint(i)
		for j := range sets {
			if want := j < i && m.Disjoint(r, sets[j]); got.Has(j) != want {
				t.Fatalf("%s and %s are disjoint: %v", m.String(r), m.String(sets[j]), got.Has(j))
			}
		}
		want := true
		for j, q := range sets {
			if i != j && m.Implies(q, r) && (j < i || !m.Implies(r, q)) {
				want = false
			}
		}
		if minimal.Has(i) != want {
			t.Fatalf("%s is minimal: %v", m.String(r), minimal.Has(i))
		}
	}
}

func TestIndex(t *testing.T) {
	sp := testSpace(t)
	every := all(sp)
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(sp)
		var sets []Set
		for range rapid.IntRange(1, 8).Draw(t, "sets") {
			sets = append(sets, drawModel(t, m, rapid.IntRange(0, 3).Draw(t, "depth")).s)
		}
		var some []Configuration
		for range 20 {
			some = append(some, rapid.SampledFrom(every).Draw(t, "configuration"))
		}
		checkIndex(t, m, sets, some)
	})
}

func TestIndexWithRelations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(relatedSpace())
		th := newBruteTheory(m)
		m.SetTheory(th)
		sets := []Set{drawRelated(t, m, 2)}
		for range rapid.IntRange(1, 4).Draw(t, "sets") {
			sets = append(sets, drawRelated(t, m, 3))
		}
		checkIndex(t, m, sets, th.all)
	})
}
