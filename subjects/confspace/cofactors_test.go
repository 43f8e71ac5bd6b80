package confspace

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCofactors compares what is left of a set for many values with what is left for each.
func TestCofactors(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		m := NewSets(testSpace(outer))
		s := drawModel(t, m, 4).s
		o := rapid.IntRange(0, len(m.Space().Options)-1).Draw(t, "option")
		some := rapid.SliceOf(rapid.SampledFrom(values(m.Space().Options[o].Domain))).Draw(t, "values")
		c := m.Choice(o, some)
		next := 0
		for _, r := range m.Cofactors(s, c) {
			if r.From != next || r.To <= r.From {
				t.Fatalf("run %v after value %d", r, next)
			}
			for ; next < r.To; next++ {
				if want := m.Restrict(s, o, c.Values[next]); r.Rest != want {
					t.Fatalf("%s for value %d: %s is left, want %s", m.String(s), c.Values[next], m.String(r.Rest), m.String(want))
				}
			}
		}
		for _, v := range some {
			found := false
			for _, w := range c.Values {
				found = found || w == v
			}
			if !found || next != len(c.Values) {
				t.Fatalf("%d of the values %v, in which %d is missing", next, c.Values, v)
			}
		}
	})
}
