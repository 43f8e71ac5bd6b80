package confspace

// This file compares sets with relations with what they say of every configuration of a small space.

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// relatedSpace has 4*4*4*2 configurations.
func relatedSpace() *Space {
	small := Domain{Kind: DomainRange, Max: 3, Bits: 32, Signed: true}
	return &Space{Options: []Option{
		{Name: "a", Domain: small}, {Name: "b", Domain: small, Default: 1}, {Name: "c", Domain: small}, {Name: "d", Domain: Bool()},
	}}
}

// someRelations are conditions of which no set is made in these tests.
var someRelations = []Relation{
	{Key: "sum", Text: "a + b == c", Negated: "a + b != c", Options: []int{0, 1, 2}, Holds: func(c Configuration) bool { return c[0]+c[1] == c[2] }},
	{Key: "square", Text: "a * a == 4", Negated: "a * a != 4", Options: []int{0}, Holds: func(c Configuration) bool { return c[0]*c[0] == 4 }},
	{Key: "less", Text: "a < b", Negated: "a >= b", Options: []int{0, 1}, Holds: func(c Configuration) bool { return c[0] < c[1] }},
	{Key: "mask", Text: "(b & c) == 2", Negated: "(b & c) != 2", Options: []int{1, 2}, Holds: func(c Configuration) bool { return c[1]&c[2] == 2 }},
}

// bruteTheory tries all configurations.
type bruteTheory struct {
	m     *Sets
	all   []Configuration
	fails func() bool // whether to leave a question undecided; may be nil
}

func newBruteTheory(m *Sets) *bruteTheory {
	t := &bruteTheory{m: m, all: []Configuration{{}}}
	for i := range m.Space().Options {
		var next []Configuration
		lo, hi := m.Space().Options[i].Domain.Bounds()
		for _, c := range t.all {
			for v := lo; v <= hi; v++ {
				next = append(next, append(slices.Clone(c), v))
			}
		}
		t.all = next
	}
	return t
}

func (t *bruteTheory) Decide(s Set, literals []Literal, _ bool) (Verdict, Configuration, string) {
	if t.fails != nil && t.fails() {
		return Undecided, nil, "for the test"
	}
	for _, c := range t.all {
		if t.m.Contains(s, c) && !slices.ContainsFunc(literals, func(l Literal) bool { return l.Relation.Holds(c) != l.Holds }) {
			return Yes, c, ""
		}
	}
	return No, nil, ""
}

// members returns which configurations are in a set.
func (t *bruteTheory) members(s Set) []bool {
	out := make([]bool, len(t.all))
	for i, c := range t.all {
		out[i] = t.m.Contains(s, c)
	}
	return out
}

// drawRelated draws a set of relations, comparisons, and the operations on them.
func drawRelated(t *rapid.T, m *Sets, depth int) Set {
	k := rapid.IntRange(0, 8).Draw(t, "set")
	if depth == 0 {
		k = min(k, 4)
	}
	switch {
	case k < 3:
		return m.Relate(rapid.SampledFrom(someRelations).Draw(t, "relation"))
	case k < 5:
		o := rapid.IntRange(0, 3).Draw(t, "option")
		return m.Setting(o, int64(rapid.IntRange(0, 3).Draw(t, "value")))
	case k == 5:
		return m.Not(drawRelated(t, m, depth-1))
	case k == 6:
		return m.And(drawRelated(t, m, depth-1), drawRelated(t, m, depth-1))
	case k == 7:
		return m.Or(drawRelated(t, m, depth-1), drawRelated(t, m, depth-1))
	}
	return m.Xor(drawRelated(t, m, depth-1), drawRelated(t, m, depth-1))
}

func TestRelations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(relatedSpace())
		th := newBruteTheory(m)
		m.SetTheory(th)
		var sets []Set
		for range rapid.IntRange(1, 4).Draw(t, "sets") {
			sets = append(sets, drawRelated(t, m, 3))
		}
		reduced := m.Reduce(sets)
		for i, s := range sets {
			in := th.members(s)
			some := slices.Contains(in, true)
			if got := m.Possible(s) == Yes; got != some {
				t.Fatalf("%s: possible %v", m.String(s), got)
			}
			c, ok := m.Any(s)
			if ok != some || ok && !m.Contains(s, c) {
				t.Fatalf("%s: any %v %v", m.String(s), c, ok)
			}
			n, _ := m.CountRelated(s)
			want := 0
			for _, b := range in {
				if b {
					want++
				}
			}
			if n.Int64() != int64(want) {
				t.Fatalf("%s: %d configurations, want %d", m.String(s), n, want)
			}
			if !slices.Equal(th.members(reduced[s]), in) {
				t.Fatalf("%s is reduced to %s", m.String(s), m.String(reduced[s]))
			}
			for _, r := range sets[:i] {
				other := th.members(r)
				both, implied := false, true
				for k := range in {
					both = both || in[k] && other[k]
					implied = implied && (!in[k] || other[k])
				}
				if m.Disjoint(s, r) == both || m.Implies(s, r) != implied || (reduced[s] == reduced[r]) != slices.Equal(in, other) {
					t.Fatalf("%s and %s: disjoint %v, implies %v, reduced %d %d", m.String(s), m.String(r), m.Disjoint(s, r), m.Implies(s, r), reduced[s], reduced[r])
				}
			}
		}
	})
}

// TestPartitionRelated checks that values of one class are in the same sets, for relations on one option.
func TestPartitionRelated(t *testing.T) {
	m := NewSets(relatedSpace())
	th := newBruteTheory(m)
	m.SetTheory(th)
	square := m.Relate(someRelations[1])
	classes, ok := m.Partition(0, []Set{m.And(square, m.Setting(3, 1)), m.Setting(0, 3)}, 0)
	var got []string
	for _, c := range classes {
		got = append(got, fmt.Sprintf("%d: %s", c.Representative, m.String(c.Values)))
	}
	want := []string{"0: a<=2 & a * a != 4", "2: a<=2 & a * a == 4", "3: a=3"}
	if !ok || !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestUndecided checks that a theory that gives up leads to no claim.
func TestUndecided(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(relatedSpace())
		th := newBruteTheory(m)
		th.fails = func() bool { return rapid.Bool().Draw(t, "fails") }
		m.SetTheory(th)
		s, r := drawRelated(t, m, 3), drawRelated(t, m, 3)
		in, other := th.members(s), th.members(r)
		both := false
		for k := range in {
			both = both || in[k] && other[k]
		}
		if m.Disjoint(s, r) && both {
			t.Fatalf("%s and %s are not disjoint", m.String(s), m.String(r))
		}
		switch v := m.Possible(s); {
		case v == Undecided && len(m.Undecided()) == 0:
			t.Fatal("nothing says that a question was left undecided")
		case v != Undecided && (v == Yes) != slices.Contains(in, true):
			t.Fatalf("%s: possible %v", m.String(s), v)
		}
		if c, ok := m.Any(s); ok && !m.Contains(s, c) {
			t.Fatalf("%v is not in %s", c, m.String(s))
		}
		if reduced := m.Reduce([]Set{s, r}); !slices.Equal(th.members(reduced[s]), in) || !slices.Equal(th.members(reduced[r]), other) {
			t.Fatalf("%s and %s are reduced to %s and %s", m.String(s), m.String(r), m.String(reduced[s]), m.String(reduced[r]))
		}
	})
}

// TestRelationsMoved checks that sets mean the same in a manager that has met the relations in another order.
func TestRelationsMoved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := NewSets(relatedSpace()), NewSets(relatedSpace())
		for _, i := range rapid.Permutation([]int{0, 1, 2, 3}).Draw(t, "order") {
			n.Relate(someRelations[i])
		}
		s := drawRelated(t, m, 3)
		moved, err := n.Copy(m, []Set{s})
		if err != nil {
			t.Fatal(err)
		}
		in := newBruteTheory(m).members(s)
		if !slices.Equal(in, newBruteTheory(n).members(moved[0])) {
			t.Fatalf("%s became %s", m.String(s), n.String(moved[0]))
		}
		back, err := m.Copy(n, moved)
		if err != nil || back[0] != s {
			t.Fatalf("%s came back as %s: %v", m.String(s), m.String(back[0]), err)
		}
	})
}

// TestRemainders compares sets of remainders with their values, and checks that they are recognised when they are printed.
func TestRemainders(t *testing.T) {
	for _, d := range []Domain{
		{Kind: DomainAny, Bits: 16, Signed: true},
		{Kind: DomainAny, Bits: 16},
		{Kind: DomainAny, Bits: 8},
		{Kind: DomainRange, Min: -700, Max: 2001, Bits: 32, Signed: true},
		{Kind: DomainRange, Min: 5, Max: 3000, Bits: 64},
	} {
		m := NewSets(&Space{Options: []Option{{Name: "n", Domain: d}, {Name: "b", Domain: Bool()}}})
		lo, hi := d.Bounds()
		for _, k := range []int64{2, 3, 7, 60, 256} {
			for _, r := range []int64{-k + 1, -1, 0, 1, k / 2, k - 1} {
				s := m.Remainder(0, uint64(k), r)
				for v := lo; v <= hi; v++ {
					if m.Contains(s, Configuration{v, 0}) != (v%k == r) {
						t.Fatalf("domain %s: %d %% %d is %d", d, v, k, r)
					}
				}
				both := m.And(s, m.Setting(1, 1))
				text, _ := m.Text(both, 10)
				if values, more := m.Values(s, 0, 100); more && text != fmt.Sprintf("n %% %d == %d & b=1", k, r) && k > 2 {
					t.Errorf("domain %s, %% %d == %d: printed as %q (%d)", d, k, r, text, values[:2])
				}
				if text, more := m.Text(both, 0); !more {
					if back, err := m.Parse(text); err != nil || back != both {
						t.Errorf("%q is not read back: %v", text, err)
					}
				}
			}
		}
	}
	// The size of a text is bounded whatever the set is.
	m := NewSets(&Space{Options: []Option{{Name: "n", Domain: Domain{Kind: DomainAny, Bits: 64, Signed: true}}}})
	if s := m.String(m.Not(m.Remainder(0, 7, 3))); s != "n % 7 != 3" {
		t.Errorf("got %q", s)
	}
	odd := m.And(m.Remainder(0, 7, 3), m.Remainder(0, 11, 5))
	odd = m.Or(odd, m.Remainder(0, 13, 1))
	if text, more := m.Text(odd, 5); !more || len(text) > 500 {
		t.Errorf("%d bytes of text", len(text))
	}
	for _, c := range []struct {
		s    Set
		want string
	}{
		{m.And(m.Remainder(0, 7, 2), m.Between(0, -100000, 100000)), "n in 2,9,16,..."},
		{m.Not(m.And(m.Remainder(0, 7, 2), m.Between(0, -100000, 100000))), "n not in 2,9,16,..."},
	} {
		text, more := m.Text(c.s, 0)
		if text != c.want || !more {
			t.Errorf("%q (%v), want %q", text, more, c.want)
		}
		if text, _ := m.FormulaText(c.s, Full, 0); text != c.want {
			t.Errorf("formula %q, want %q", text, c.want)
		}
		for cube := range m.Cubes(c.s) {
			if m.OfCube(cube) != c.s {
				t.Errorf("%s: the cube is another set", c.want)
			}
		}
	}
}
