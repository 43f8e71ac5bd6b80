package confspace_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dalzilio/rudd"

	"github.com/confcov/confcov/subjects/confspace"
)

// These benchmarks are the reason why the package has its own decision diagram: the same
// work is done by it and by rudd.

func booleans(n int) *confspace.Sets {
	sp := &confspace.Space{}
	for i := range n {
		sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprintf("b%d", i), Domain: confspace.Bool()})
	}
	return confspace.NewSets(sp)
}

// newRudd returns a manager with room for most of what the benchmarks make.
func newRudd(b *testing.B, n int) *rudd.BDD {
	m, err := rudd.New(n, rudd.Nodesize(1<<16), rudd.Cachesize(1<<14))
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// Splitting: the 2^14 paths of 14 branches.
func BenchmarkSplitSets(b *testing.B) {
	for b.Loop() {
		m := booleans(14)
		var rec func(s confspace.Set, o int)
		rec = func(s confspace.Set, o int) {
			if o < 14 {
				c := m.Setting(o, 1)
				rec(m.And(s, c), o+1)
				rec(m.Diff(s, c), o+1)
			}
		}
		rec(confspace.Full, 0)
	}
}

func BenchmarkSplitRudd(b *testing.B) {
	for b.Loop() {
		m := newRudd(b, 14)
		var rec func(s rudd.Node, o int)
		rec = func(s rudd.Node, o int) {
			if o < 14 {
				rec(m.And(s, m.Ithvar(o)), o+1)
				rec(m.And(s, m.NIthvar(o)), o+1)
			}
		}
		rec(m.True(), 0)
	}
}

const (
	cubeVars = 24
	cubes    = 600
)

// randomCubes returns products of 6 literals each: variable, or -1-variable.
func randomCubes() [][]int {
	r := rand.New(rand.NewPCG(1, 2))
	out := make([][]int, cubes)
	for i := range out {
		for _, v := range r.Perm(cubeVars)[:6] {
			if r.IntN(2) == 0 {
				v = -1 - v
			}
			out[i] = append(out[i], v)
		}
	}
	return out
}

// Uniting: cubes, one after another in groups of 15, as paths that cover an element are.
func BenchmarkUniteSets(b *testing.B) {
	list := randomCubes()
	for b.Loop() {
		m := booleans(cubeVars)
		u := confspace.Empty
		for i, cube := range list {
			c := confspace.Full
			for _, v := range cube {
				if v >= 0 {
					c = m.And(c, m.Setting(v, 1))
				} else {
					c = m.And(c, m.Setting(-1-v, 0))
				}
			}
			if u = m.Or(u, c); i%15 == 14 {
				u = confspace.Empty
			}
		}
	}
}

func BenchmarkUniteRudd(b *testing.B) {
	list := randomCubes()
	for b.Loop() {
		m := newRudd(b, cubeVars)
		u := m.False()
		for i, cube := range list {
			c := m.True()
			for _, v := range cube {
				if v >= 0 {
					c = m.And(c, m.Ithvar(v))
				} else {
					c = m.And(c, m.NIthvar(-1-v))
				}
			}
			if u = m.Or(u, c); i%15 == 14 {
				u = m.False()
			}
		}
	}
}

func BenchmarkNot(b *testing.B) {
	m := booleans(cubeVars)
	s := m.Xor(m.Setting(0, 1), m.Setting(23, 1))
	for b.Loop() {
		s = m.Not(s)
	}
}

// BenchmarkPartition compares one option with many constants, as a chain of comparisons does; the time for each should hardly grow.
func BenchmarkPartition(b *testing.B) {
	for _, n := range []int64{500, 3000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			sp := &confspace.Space{Options: []confspace.Option{{Name: "n", Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: 32, Signed: true}}}}
			m := confspace.NewSets(sp)
			rest, sets := confspace.Full, []confspace.Set(nil)
			for v := range n {
				sets = append(sets, m.Setting(0, v*7))
				rest = m.Diff(rest, m.Setting(0, v*7))
				sets = append(sets, rest)
			}
			b.ResetTimer()
			for range b.N {
				if classes, _ := m.Partition(0, sets, 0); len(classes) != int(n)+1 {
					b.Fatal(len(classes))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(int64(b.N)*n), "ns/comparison")
		})
	}
}
