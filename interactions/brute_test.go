package interactions

// This file compares the analysis with the definitions, by brute force on small spaces.

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// study is a random small study: tests made of paths.
type study struct {
	space  *confspace.Space
	values Values
	sets   *confspace.Sets
	paths  [][]coverage.Observation // by test
	total  *coverage.Total
}

func genSpace(t *rapid.T) (*confspace.Space, Values) {
	sp := &confspace.Space{}
	var values Values
	n := rapid.IntRange(1, 4).Draw(t, "options")
	for i := range n {
		d := confspace.Bool()
		vs := []int64{0, 1}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 1:
			vs = []int64{-1, 7, 9}
			d = confspace.Domain{Kind: confspace.DomainList, Values: vs, Bits: 32, Signed: true}
		case 2:
			vs = []int64{3, 4, 5, 6}
			d = confspace.Domain{Kind: confspace.DomainRange, Min: 3, Max: 6, Bits: 16}
		}
		sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprintf("o%d", i), Domain: d, Default: vs[0]})
		values = append(values, vs)
	}
	constrain(t, sp, values)
	return sp, values
}

// constrain draws constraints that the defaults satisfy, or none.
func constrain(t *rapid.T, sp *confspace.Space, values Values) {
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

// configurations returns every configuration.
func (st *study) configurations() []confspace.Configuration {
	out := []confspace.Configuration{{}}
	for _, vs := range st.values {
		var next []confspace.Configuration
		for _, c := range out {
			for _, v := range vs {
				next = append(next, append(slices.Clone(c), v))
			}
		}
		out = next
	}
	return slices.DeleteFunc(out, func(c confspace.Configuration) bool { return c.Valid(st.space) != nil })
}

// conjunctions returns every conjunction of settings.
func (st *study) conjunctions() []confspace.Settings {
	out := []confspace.Settings{nil}
	for o, vs := range st.values {
		next := slices.Clone(out)
		for _, s := range out {
			for _, v := range vs {
				next = append(next, append(slices.Clone(s), confspace.Setting{Option: o, Value: v}))
			}
		}
		out = next
	}
	return out
}

func genStudy(t *rapid.T) *study {
	st := &study{}
	st.space, st.values = genSpace(t)
	st.sets = confspace.NewSets(st.space)
	u := &coverage.Universe{}
	elements := rapid.IntRange(1, 5).Draw(t, "elements")
	for i := range elements {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1)})
	}
	layout := u.Layout(coverage.Line)
	configs := st.configurations()
	var conds []*coverage.Conditions
	for j := range rapid.IntRange(1, 3).Draw(t, "tests") {
		n := rapid.IntRange(1, 5).Draw(t, "paths")
		obs := make([]coverage.Observation, n)
		for i := range obs {
			obs[i].Covered = coverage.NewBits(layout)
			for b := range elements {
				if rapid.Bool().Draw(t, "covers") {
					obs[i].Covered.Set(b)
				}
			}
		}
		whole := rapid.Bool().Draw(t, "whole")
		for _, c := range configs {
			i := rapid.IntRange(-1, n-1).Draw(t, "path")
			if i < 0 && whole {
				i = 0
			}
			if i >= 0 {
				obs[i].Condition = st.sets.Or(obs[i].Condition, st.sets.OfConfiguration(c))
			}
		}
		domain := confspace.Empty
		for i := range obs {
			domain = st.sets.Or(domain, obs[i].Condition)
		}
		st.paths = append(st.paths, obs)
		test := &coverage.Test{Name: fmt.Sprint("t", j), Layout: layout, Domain: domain, Observations: obs}
		conds = append(conds, test.Conditions(st.sets))
	}
	st.total = coverage.Join(u, coverage.Line, st.sets, conds)
	return st
}

// cov is Cov(p) as Definition 1 has it: over the tests, the intersection over the consistent paths.
func (st *study) cov(p confspace.Settings) map[int]bool {
	out := map[int]bool{}
	ps := st.sets.Of(p)
	for _, paths := range st.paths {
		var inter map[int]bool
		for _, o := range paths {
			if st.sets.And(o.Condition, ps) == confspace.Empty {
				continue
			}
			here := map[int]bool{}
			o.Covered.Each(func(b int) {
				if inter == nil || inter[b] {
					here[b] = true
				}
			})
			inter = here
		}
		for b := range inter {
			out[b] = true
		}
	}
	return out
}

// suiteCov is what settings guarantee by the suite: what each configuration with p that some test's paths take covers on some of them.
func (st *study) suiteCov(p confspace.Settings) map[int]bool {
	var inter map[int]bool
	for _, c := range st.configurations() {
		if !c.Satisfies(p) {
			continue
		}
		possible, covered := false, map[int]bool{}
		for _, paths := range st.paths {
			for _, o := range paths {
				if st.sets.Contains(o.Condition, c) {
					possible = true
					o.Covered.Each(func(b int) { covered[b] = true })
				}
			}
		}
		if !possible {
			continue
		}
		if inter != nil {
			maps.DeleteFunc(covered, func(b int, _ bool) bool { return !inter[b] })
		}
		inter = covered
	}
	return inter
}

func TestAgainstDefinition(t *testing.T) { againstDefinition(t, ByTest, (*study).cov) }

func TestSuiteAgainstDefinition(t *testing.T) { againstDefinition(t, BySuite, (*study).suiteCov) }

func againstDefinition(t *testing.T, g Guarantee, cov func(*study, confspace.Settings) map[int]bool) {
	rapid.Check(t, func(t *rapid.T) {
		st := genStudy(t)
		a := Analyze(st.total, st.values, Options{Guarantee: g})
		all := st.conjunctions()
		covs := make([]map[int]bool, len(all))
		for i, p := range all {
			covs[i] = cov(st, p)
			var want []uint32
			for b := range covs[i] {
				want = append(want, uint32(b+1))
			}
			slices.Sort(want)
			if got := a.Elements(a.Guaranteed(p)); !slices.Equal(got, want) {
				t.Fatalf("Cov(%s) = %v, want %v", st.space.FormatSettings(p), got, want)
			}
		}
		want := map[string][]uint32{}
		least := map[int]int{}
		for i, p := range all {
			for b := range covs[i] {
				if n, ok := least[b]; !ok || len(p) < n {
					least[b] = len(p)
				}
				isNew := true
				for j, q := range all {
					if j != i && len(q) < len(p) && p.Contains(q) && covs[j][b] {
						isNew = false
					}
				}
				if isNew {
					k := st.space.FormatSettings(p)
					want[k] = append(want[k], uint32(b+1))
				}
			}
		}
		if len(want) != len(a.Interactions) {
			t.Fatalf("%d interactions, want %d", len(a.Interactions), len(want))
		}
		for i := range a.Interactions {
			in := &a.Interactions[i]
			w := want[st.space.FormatSettings(in.Settings)]
			slices.Sort(w)
			if got := a.Elements(in.New); !slices.Equal(got, w) {
				t.Fatalf("interaction %s is new for %v, want %v", st.space.FormatSettings(in.Settings), got, w)
			}
		}
		cum := a.Cumulative()
		if always := Always(st.total, g); always != cum[0] {
			t.Fatalf("%d elements are covered always, and %d at strength 0", always, cum[0])
		}
		for n := range cum {
			k := 0
			for _, l := range least {
				if l <= n {
					k++
				}
			}
			if cum[n] != k {
				t.Fatalf("guaranteed up to strength %d: %d, want %d", n, cum[n], k)
			}
		}
	})
}

// paperRule is the authors' rule by enumeration: per test, strengths up to the first that guarantees all it covers.
func (st *study) paperRule() map[string]bool {
	type pair struct {
		p int
		b int
	}
	all := st.conjunctions()
	found := map[pair]bool{}
	for _, paths := range st.paths {
		one := &study{space: st.space, sets: st.sets, values: st.values, paths: [][]coverage.Observation{paths}}
		covered := map[int]bool{}
		for _, o := range paths {
			if o.Condition != confspace.Empty {
				o.Covered.Each(func(b int) { covered[b] = true })
			}
		}
		done := map[int]bool{}
		for n := 0; ; n++ {
			for i, p := range all {
				if len(p) != n {
					continue
				}
				for b := range one.cov(p) {
					found[pair{i, b}] = true
					done[b] = true
				}
			}
			if len(done) == len(covered) {
				break
			}
		}
	}
	want := map[string]bool{}
	for x := range found {
		keep := true
		for y := range found {
			if y.b == x.b && len(all[y.p]) < len(all[x.p]) && all[x.p].Contains(all[y.p]) {
				keep = false
			}
		}
		if keep {
			want[st.space.FormatSettings(all[x.p])] = true
		}
	}
	return want
}

func TestPaperRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		st := genStudy(t)
		a := Analyze(st.total, st.values, Options{Paper: true})
		want := st.paperRule()
		for i := range a.Interactions {
			k := st.space.FormatSettings(a.Interactions[i].Settings)
			if !want[k] {
				t.Fatalf("interaction %q is not the authors'", k)
			}
			delete(want, k)
		}
		if len(want) > 0 {
			t.Fatalf("the authors' interactions %v are missing", want)
		}
	})
}

// TestBounds: what is listed within bounds is, of each class, all up to a strength of what is there without bounds.
func TestBounds(t *testing.T) {
	bounded := 0
	rapid.Check(t, func(t *rapid.T) {
		st := genStudy(t)
		opts := Options{Guarantee: rapid.SampledFrom([]Guarantee{ByTest, BySuite}).Draw(t, "guarantee")}
		whole := Analyze(st.total, st.values, opts)
		opts.Limit, opts.Total = rapid.IntRange(1, 6).Draw(t, "limit"), rapid.IntRange(1, 12).Draw(t, "total")
		a := Analyze(st.total, st.values, opts)
		if len(a.Interactions) > opts.Total {
			t.Fatalf("%d interactions, want at most %d", len(a.Interactions), opts.Total)
		}
		for k := range st.total.Classes {
			all, got := whole.settingsOfClass(k), a.settingsOfClass(k)
			want := slices.DeleteFunc(slices.Clone(all), func(s confspace.Settings) bool { return len(s) > a.Complete[k] })
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("class %d, complete up to %d: %v, want %v", k, a.Complete[k], got, want)
			}
			if len(got) < len(all) {
				bounded++
			}
			// With other domains, those that are not possible count on the way, and those of a test that other tests' are among.
			plain := opts.Guarantee == BySuite && a.domain == confspace.Full
			if plain && len(got) < len(all) && len(all) <= opts.Limit && len(whole.Interactions) <= opts.Total {
				t.Fatalf("class %d: %d of %d minimal settings within the bounds of %d and %d", k, len(got), len(all), opts.Limit, opts.Total)
			}
			least := whole.MinStrength[k]
			if least > a.Complete[k] {
				least = -1
			}
			if a.MinStrength[k] != least {
				t.Fatalf("class %d: strength %d, want %d", k, a.MinStrength[k], least)
			}
		}
	})
	if bounded == 0 {
		t.Error("nothing was bounded")
	}
}

// settingsOfClass returns the minimal settings of a class, ascending.
func (a *Analysis) settingsOfClass(k int) []confspace.Settings {
	return a.MinimalFor(a.Total.Classes[k].Elements[0])
}

// TestManyMinimalSettings: of an element that n options with three values can each prevent by one of them, only settings of all n are minimal: 2^n.
func TestManyMinimalSettings(t *testing.T) {
	const n = 40
	sp := &confspace.Space{}
	values := make(Values, n)
	for i := range n {
		values[i] = []int64{0, 1, 2}
		sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprintf("o%d", i), Domain: confspace.Domain{Kind: confspace.DomainRange, Max: 2, Bits: 32}})
	}
	m := confspace.NewSets(sp)
	u := &coverage.Universe{}
	var conds []confspace.Set
	for i := range n { // line i+1 is behind the options up to i
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1)})
		go1 := m.Diff(confspace.Full, m.Setting(i, 2))
		if i > 0 {
			go1 = m.And(go1, conds[i-1])
		}
		conds = append(conds, go1)
	}
	layout := u.Layout(coverage.Line)
	var obs []coverage.Observation
	for i := -1; i < n; i++ { // reached up to line i+1
		o := coverage.Observation{Condition: confspace.Full, Covered: coverage.NewBits(layout)}
		if i >= 0 {
			o.Condition = conds[i]
		}
		if i+1 < n {
			o.Condition = m.Diff(o.Condition, conds[i+1])
		}
		for b := range i + 1 {
			o.Covered.Set(b)
		}
		obs = append(obs, o)
	}
	test := &coverage.Test{Name: "t", Layout: layout, Domain: confspace.Full, Observations: obs}
	total := coverage.Join(u, coverage.Line, m, []*coverage.Conditions{test.Conditions(m)})
	a := Analyze(total, values, Options{Guarantee: BySuite})
	// 2 + 4 + ... + 2^14 of the lines 1 to 14; line i has none with fewer than i settings.
	if got, want := len(a.Interactions), 1<<15-2; got != want {
		t.Errorf("%d interactions, want %d", got, want)
	}
	if got := a.CompleteTo(); got != 14 {
		t.Errorf("complete up to %d, want 14", got)
	}
	for k := range total.Classes {
		line := int(u.Element(coverage.Line, total.Classes[k].Elements[0]).Line)
		switch {
		case line <= 14 && (a.MinStrength[k] != line || a.Complete[k] != All):
			t.Errorf("line %d has strength %d, complete up to %d", line, a.MinStrength[k], a.Complete[k])
		case line > 14 && (a.MinStrength[k] != -1 || a.Complete[k] != line-1):
			t.Errorf("line %d has strength %d, complete up to %d", line, a.MinStrength[k], a.Complete[k])
		}
	}
}
