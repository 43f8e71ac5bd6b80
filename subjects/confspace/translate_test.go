package confspace_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/confcov/confcov/subjects/confspace"
)

// TestTranslate: sets have the same configurations in a manager with another order, and the operations that ask for configurations give the same answers.
func TestTranslate(t *testing.T) {
	sp := &confspace.Space{Options: []confspace.Option{
		{Name: "a", Object: "a", Domain: confspace.Bool()},
		{Name: "b", Object: "b", Domain: confspace.Domain{Kind: confspace.DomainRange, Min: -3, Max: 9, Bits: 32, Signed: true}},
		{Name: "c", Object: "c", Domain: confspace.Bool()},
		{Name: "d", Object: "d", Default: 2, Domain: confspace.Domain{Kind: confspace.DomainList, Values: []int64{2, 5, 70, 71, 72}, Bits: 32, Signed: true}},
		{Name: "e", Object: "e", Domain: confspace.Bool()},
	}}
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		m, to := confspace.NewSetsByUse(sp), confspace.NewSets(sp)
		odd := m.Relate(confspace.Relation{Key: "odd", Options: []int{1, 3}, Holds: func(c confspace.Configuration) bool { return (c[1]+c[3])%2 != 0 }})
		sets := []confspace.Set{confspace.Full, odd}
		for range 40 {
			o := r.IntN(len(sp.Options))
			values, _ := to.Values(confspace.Full, o, 20)
			x := m.Setting(o, values[r.IntN(len(values))])
			for range r.IntN(3) {
				x = m.Ite(x, sets[r.IntN(len(sets))], sets[r.IntN(len(sets))]^1)
			}
			sets = append(sets, x)
		}
		got := m.Translate(to, sets)
		for range 100 {
			c := make(confspace.Configuration, len(sp.Options))
			for o := range c {
				values, _ := to.Values(confspace.Full, o, 20)
				c[o] = values[r.IntN(len(values))]
			}
			for i, s := range sets {
				if m.Contains(s, c) != to.Contains(got[i], c) {
					t.Fatalf("set %d and its translation differ in %v", i, c)
				}
			}
		}
		for i, s := range sets {
			if c, ok := m.Preferred(s); ok != (s != confspace.Empty) || ok && !m.HasRelations(s) && !m.Contains(s, c) {
				t.Errorf("set %d: %v is preferred, which is not in it", i, c)
			}
			if x, y := fmt.Sprint(m.Depends(s)), fmt.Sprint(to.Depends(got[i])); x != y {
				t.Errorf("set %d depends on %s, in the other manager on %s", i, x, y)
			}
			for o := range sp.Options {
				x, ok1 := m.Only(s, o)
				if y, ok2 := to.Only(got[i], o); ok1 != ok2 || ok1 && x != y {
					t.Errorf("set %d, option %d: only %d (%v), in the other manager %d (%v)", i, o, x, ok1, y, ok2)
				}
			}
		}
		for i, s := range to.Translate(m, got) {
			if s != sets[i] {
				t.Errorf("set %d comes back as another one", i)
			}
		}
	}
}

// TestTranslateThresholds: the opposite order of a set that is of much the same size in all orders.
func TestTranslateThresholds(t *testing.T) {
	const n = 64
	sp := &confspace.Space{}
	for i := range n {
		name := fmt.Sprintf("o%d", i)
		sp.Options = append(sp.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
	}
	half := func(m *confspace.Sets) confspace.Set {
		exactly := []confspace.Set{confspace.Full} // by number of options that are set, so far
		for i := range n {
			on := m.Setting(i, 1)
			next := make([]confspace.Set, len(exactly)+1)
			for k := range next {
				if k > 0 {
					next[k] = m.And(exactly[k-1], on)
				}
				if k < len(exactly) {
					next[k] = m.Or(next[k], m.Diff(exactly[k], on))
				}
			}
			exactly = next
		}
		return exactly[n/2]
	}
	m, to := confspace.NewSetsByUse(sp), confspace.NewSets(sp)
	if got := m.Translate(to, []confspace.Set{half(m)}); got[0] != half(to) {
		t.Error("the translation is another set")
	}
	if to.Nodes() > n*n*n {
		t.Errorf("%d nodes", to.Nodes())
	}
}

// TestTranslateOptions: sets have the same configurations in a space with other options besides, in another order.
func TestTranslateOptions(t *testing.T) {
	a := confspace.Option{Name: "a", Domain: confspace.Bool()}
	b := confspace.Option{Name: "b", Domain: confspace.Domain{Kind: confspace.DomainRange, Min: -3, Max: 9, Bits: 32, Signed: true}}
	c := confspace.Option{Name: "c", Domain: confspace.Domain{Kind: confspace.DomainList, Values: []int64{2, 5, 70}, Bits: 32, Signed: true}, Default: 2}
	only := confspace.Option{Name: "only", Domain: confspace.Bool()}
	m := confspace.NewSets(&confspace.Space{Options: []confspace.Option{a, b, only, c}})
	to := confspace.NewSets(&confspace.Space{Options: []confspace.Option{c, only, a, b}})
	options := []int{2, 3, -1, 0}
	r := rand.New(rand.NewPCG(1, 2))
	var sets []confspace.Set
	for range 60 {
		x := confspace.Full
		for range 4 {
			o := []int{0, 1, 3}[r.IntN(3)]
			values, _ := m.Values(confspace.Full, o, 20)
			x = m.Ite(m.Setting(o, values[r.IntN(len(values))]), x, m.Setting(r.IntN(2), int64(r.IntN(2)))^confspace.Set(r.IntN(2)))
		}
		sets = append(sets, x)
	}
	got := m.TranslateOptions(to, options, sets)
	for _, x := range []int64{0, 1} {
		for y := int64(-3); y <= 9; y++ {
			for _, z := range []int64{2, 5, 70} {
				for i, s := range sets {
					if m.Contains(s, confspace.Configuration{x, y, 0, z}) != to.Contains(got[i], confspace.Configuration{z, 1, x, y}) {
						t.Fatalf("set %d differs in %d %d %d", i, x, y, z)
					}
				}
			}
		}
	}
}
