package coversets

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// constrain draws constraints that the defaults satisfy, or none.
func constrain(t *rapid.T, sp *confspace.Space, values interactions.Values) {
	for range rapid.IntRange(0, 2).Draw(t, "constraints") {
		atom := func() string {
			o := rapid.IntRange(0, len(sp.Options)-1).Draw(t, "constrained")
			op := rapid.SampledFrom([]string{"==", "!=", "<=", ">"}).Draw(t, "relation")
			if p := rapid.IntRange(0, 2*len(sp.Options)).Draw(t, "other"); p < len(sp.Options) {
				return sp.Options[o].Name + op + sp.Options[p].Name
			}
			return fmt.Sprint(sp.Options[o].Name, op, rapid.SampledFrom(values[o]).Draw(t, "than"))
		}
		sp.Constraints = append(sp.Constraints, atom()+rapid.SampledFrom([]string{" | ", " => "}).Draw(t, "joined")+atom())
		if sp.Validate() != nil {
			sp.Constraints = sp.Constraints[:len(sp.Constraints)-1]
		}
	}
}

// genTotal makes random coverage of a small space.
func genTotal(t *rapid.T) (*coverage.Total, interactions.Values, []confspace.Configuration) {
	sp := &confspace.Space{}
	var values interactions.Values
	configs := []confspace.Configuration{{}}
	for i := range rapid.IntRange(1, 4).Draw(t, "options") {
		d, vs := confspace.Bool(), []int64{0, 1}
		if rapid.Bool().Draw(t, "list") {
			vs = []int64{2, 5, 8}
			d = confspace.Domain{Kind: confspace.DomainList, Values: vs, Bits: 32, Signed: true}
		}
		sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprint("o", i), Domain: d, Default: vs[1]})
		values = append(values, vs)
		var next []confspace.Configuration
		for _, c := range configs {
			for _, v := range vs {
				next = append(next, append(slices.Clone(c), v))
			}
		}
		configs = next
	}
	constrain(t, sp, values)
	configs = slices.DeleteFunc(configs, func(c confspace.Configuration) bool { return c.Valid(sp) != nil })
	m := confspace.NewSets(sp)
	u := &coverage.Universe{}
	n := rapid.IntRange(1, 12).Draw(t, "elements")
	for i := range n {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1)})
	}
	l := u.Layout(coverage.Line)
	var conds []*coverage.Conditions
	for j := range rapid.IntRange(1, 2).Draw(t, "tests") {
		test := &coverage.Test{Name: fmt.Sprint("t", j), Layout: l}
		rare := rapid.IntRange(1, 8).Draw(t, "rarity")
		whole := rapid.Bool().Draw(t, "whole")
		for _, c := range configs {
			if !whole && rapid.Bool().Draw(t, "skip") {
				continue
			}
			o := coverage.Observation{Condition: m.OfConfiguration(c), Covered: coverage.NewBits(l)}
			for b := range n {
				if rapid.IntRange(0, rare).Draw(t, "covers") == 0 {
					o.Covered.Set(b)
				}
			}
			test.Domain = m.Or(test.Domain, o.Condition)
			test.Observations = append(test.Observations, o)
		}
		conds = append(conds, test.Conditions(m))
	}
	return coverage.Join(u, coverage.Line, m, conds), values, configs
}

// minimum returns the least number of configurations that cover everything, by iterative deepening.
func minimum(t *coverage.Total, configs []confspace.Configuration) int {
	cover := make([]uint64, len(configs))
	var all uint64
	for k := range t.Classes {
		all |= 1 << k
		for i, c := range configs {
			if t.Sets.Contains(t.Classes[k].Any, c) {
				cover[i] |= 1 << k
			}
		}
	}
	var try func(have uint64, n int) bool
	try = func(have uint64, n int) bool {
		if have == all {
			return true
		}
		if n == 0 {
			return false
		}
		k := 0
		for have>>k&1 != 0 {
			k++
		}
		for i := range configs {
			if cover[i]>>k&1 != 0 && try(have|cover[i], n-1) {
				return true
			}
		}
		return false
	}
	for n := 0; ; n++ {
		if try(0, n) {
			return n
		}
	}
}

func TestCoverAndMinimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total, values, configs := genTotal(t)
		a := interactions.Analyze(total, values, interactions.Options{})
		greedy := Greedy(a)
		exact, err := Exact(a, greedy, Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkInterrupted(t, a, greedy, exact)
		for _, s := range []*CoveringSet{greedy, exact} {
			missing, err := Check(total, s.Configurations())
			if err != nil || len(missing) > 0 {
				t.Fatalf("%s: missing %v, %v", s.Method, missing, err)
			}
			n := 0
			for i, k := range s.Sizes(total) {
				n += k
				mb := &s.Members[i]
				if !mb.Configuration.Satisfies(mb.Settings) {
					t.Fatalf("%s: member %d does not have its settings", s.Method, i)
				}
				for k := range total.Classes {
					certain := !slices.ContainsFunc(configs, func(c confspace.Configuration) bool {
						return c.Satisfies(mb.Settings) && !total.Sets.Contains(total.Classes[k].Any, c)
					})
					if slices.Contains(mb.Guaranteed, k) != certain {
						t.Fatalf("%s: member %d, %s guarantees class %d: %v", s.Method, i, total.Sets.Space().FormatSettings(mb.Settings), k, !certain)
					}
				}
			}
			if n != total.Covered() {
				t.Fatalf("%s: sizes add up to %d, want %d", s.Method, n, total.Covered())
			}
		}
		if want := minimum(total, configs); len(exact.Members) != want || !exact.Minimal || exact.Proof.Lower != want {
			t.Fatalf("exact: %d configurations, minimal %v, bound %d; the minimum is %d (limit %q)",
				len(exact.Members), exact.Minimal, exact.Proof.Lower, want, exact.Limit)
		}
		for i, x := range exact.Proof.Elements {
			for _, y := range exact.Proof.Elements[:i] {
				if !total.Sets.Disjoint(total.Condition(x), total.Condition(y)) {
					t.Fatalf("elements %d and %d of the proof are compatible", x, y)
				}
			}
		}
	})
}

func TestCheckFindsWhatIsMissing(t *testing.T) {
	sp := &confspace.Space{Options: []confspace.Option{{Name: "a", Domain: confspace.Bool()}}}
	m := confspace.NewSets(sp)
	u := &coverage.Universe{}
	u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: 1})
	u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: 2})
	l := u.Layout(coverage.Line)
	test := &coverage.Test{Layout: l, Domain: confspace.Full}
	for v := range 2 {
		o := coverage.Observation{Condition: m.Setting(0, int64(v)), Covered: coverage.NewBits(l)}
		o.Covered.Set(v)
		test.Observations = append(test.Observations, o)
	}
	total := coverage.Join(u, coverage.Line, m, []*coverage.Conditions{test.Conditions(m)})
	missing, err := Check(total, []confspace.Configuration{{1}})
	if err != nil || !slices.Equal(missing, []uint32{1}) {
		t.Errorf("missing %v, %v", missing, err)
	}
	if _, err := Check(total, []confspace.Configuration{{2}}); err == nil {
		t.Error("a value outside of the domain was accepted")
	}
}

// TestExtend: with what is added everything is covered, what each adds is what nothing before it covers, and none adds nothing.
func TestExtend(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		total, _, configs := genTotal(r)
		var have []confspace.Configuration
		for range rapid.IntRange(0, 3).Draw(r, "have") {
			have = append(have, rapid.SampledFrom(configs).Draw(r, "configuration"))
		}
		max := rapid.IntRange(0, 4).Draw(r, "max")
		added, left := Extend([]*coverage.Total{total, total}, have, max)
		if len(added) > max {
			r.Fatalf("%d added, at most %d are asked for", len(added), max)
		}
		missing := func() int {
			ids, err := Check(total, have)
			if err != nil {
				r.Fatal(err)
			}
			return len(ids)
		}
		for _, a := range added {
			before := missing()
			have = append(have, a.Configuration)
			if n := before - missing(); n == 0 || a.Adds[0] != n || a.Adds[1] != n {
				r.Fatalf("%v adds %d, not %v", a.Configuration, n, a.Adds)
			}
		}
		if n := missing(); left[0] != n || n > 0 && len(added) < max {
			r.Fatalf("%d left, not %d, with %d of %d", n, left[0], len(added), max)
		}
	})
}
