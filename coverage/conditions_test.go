package coverage

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/subjects/confspace"
)

func TestConditions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sp := &confspace.Space{}
		for i := range 7 {
			sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprint("o", i), Domain: confspace.Bool()})
		}
		m := confspace.NewSets(sp)
		u := &Universe{}
		n := rapid.IntRange(1, 80).Draw(t, "elements")
		for i := range n {
			u.Add(Element{Criterion: Line, File: fmt.Sprint("f", i%3), Line: uint32(i)})
		}
		l := u.Layout(Line)
		var conds []*Conditions
		var tests []*Test
		for range rapid.IntRange(0, 3).Draw(t, "tests") {
			test := &Test{Layout: l}
			for range rapid.IntRange(0, 200).Draw(t, "observations") {
				s := confspace.Full
				for o := range sp.Options {
					if v := rapid.Int64Range(0, 2).Draw(t, "setting"); v < 2 {
						s = m.And(s, m.Setting(o, v))
					}
				}
				ob := Observation{Condition: s, Covered: NewBits(l)}
				for range 3 {
					ob.Covered.Set(rapid.IntRange(0, n-1).Draw(t, "covered"))
				}
				test.Observations = append(test.Observations, ob)
				test.Domain = m.Or(test.Domain, s)
			}
			tests = append(tests, test)
			conds = append(conds, test.Conditions(m))
		}
		total := Join(u, Line, m, conds)
		covered := 0
		for id := uint32(1); id <= uint32(n); id++ {
			any := confspace.Empty
			for j, test := range tests {
				want := confspace.Empty
				for _, ob := range test.Observations {
					if ob.Covered.Has(int(id - 1)) {
						want = m.Or(want, ob.Condition)
					}
				}
				if got := conds[j].Of(Line, id); got != want {
					t.Fatalf("test %d, element %d: %s, want %s", j, id, m.String(got), m.String(want))
				}
				any = m.Or(any, want)
			}
			if got := total.Condition(id); got != any {
				t.Fatalf("element %d: %s, want %s", id, m.String(got), m.String(any))
			}
			if any != confspace.Empty {
				covered++
			}
			if (len(total.TestsOf(id)) > 0) != (any != confspace.Empty) {
				t.Fatalf("element %d: tests %v", id, total.TestsOf(id))
			}
		}
		if total.Covered() != covered {
			t.Fatalf("covered %d, want %d", total.Covered(), covered)
		}
		sum := Count{}
		for _, c := range total.ByFile() {
			sum.Covered += c.Covered
			sum.Total += c.Total
		}
		if sum != (Count{covered, n}) {
			t.Fatalf("by file %+v, want %d of %d", sum, covered, n)
		}
	})
}
