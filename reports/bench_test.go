package reports

// This file measures the analyses on a made-up study of the size of a real one, and on chains of comparisons.

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// syntheticRun writes tests whose paths are the leaves of random decision trees over the options.
func syntheticRun(b *testing.B, tests, options, elements, depth int) *path.Dir {
	b.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	sp := &confspace.Space{}
	for i := range options {
		d := confspace.Bool()
		if i%5 == 4 {
			d = confspace.Domain{Kind: confspace.DomainAny, Bits: 32, Signed: true}
		}
		sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprint("o", i), Domain: d})
	}
	u := &coverage.Universe{}
	for i := range elements {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1)})
		u.Add(coverage.Element{Criterion: coverage.Block, File: "a.c", Line: uint32(i + 1), Detail: fmt.Sprint("block ", i)})
		u.Add(coverage.Element{Criterion: coverage.Edge, File: "a.c", Line: uint32(i + 1), Detail: fmt.Sprint(i, "->", i+1)})
	}
	var plan []path.Plan
	for k := range tests {
		plan = append(plan, path.Plan{Name: fmt.Sprint("t", k), Mode: path.Merged})
	}
	d, err := path.Create(filepath.Join(b.TempDir(), "run"), path.Run{}, u, sp, plan)
	if err != nil {
		b.Fatal(err)
	}
	l := path.Merged.Layout(u)
	for k := range tests {
		m := confspace.NewSets(sp)
		t := &path.Test{Name: fmt.Sprint("t", k), Mode: path.Merged, Sets: m}
		// A program asks its options in a fixed order; what a branch reaches depends on the option alone.
		order := rnd.Perm(options)[:depth+4]
		var grow func(set confspace.Set, cov coverage.Bits, level, skip int)
		grow = func(set confspace.Set, cov coverage.Bits, level, skip int) {
			if level == len(order) {
				t.Paths = append(t.Paths, path.Path{Condition: set, Covered: cov, End: path.Termination{Kind: path.Exit}})
				return
			}
			o := order[level]
			if level > 2 && skip < 4 && rnd.IntN(3) == 0 { // this branch does not ask
				grow(set, cov, level+1, skip+1)
				return
			}
			cond := m.Not(m.AtMost(o, 0))
			for v, s := range []confspace.Set{m.And(set, cond), m.Diff(set, cond)} {
				if s == confspace.Empty {
					continue
				}
				c := append(coverage.Bits(nil), cov...)
				for i := range 20 {
					c.Set((o*97 + v*31 + i*3 + level/4*7) % l.Size())
				}
				grow(s, c, level+1, skip)
			}
		}
		base := coverage.NewBits(l)
		for i := range l.Size() / 2 {
			base.Set(2 * i)
		}
		grow(confspace.Full, base, 0, 0)
		if err := d.WriteTest(t); err != nil {
			b.Fatal(err)
		}
	}
	if err := d.Finish(nil); err != nil {
		b.Fatal(err)
	}
	return d
}

func BenchmarkStudy(b *testing.B) {
	d := syntheticRun(b, 16, 40, 4000, 6)
	for b.Loop() {
		s, err := Load(d, Options{})
		if err != nil {
			b.Fatal(err)
		}
		paths, _ := s.paths(path.Merged)
		b.ReportMetric(float64(paths), "paths")
		b.ReportMetric(float64(s.Sets.Nodes()), "nodes")
		b.ReportMetric(float64(s.Results[0].Total.Distinct()), "conditions")
		n := 0
		for _, k := range s.Results[0].Analysis.ByStrength() {
			n += k
		}
		b.ReportMetric(float64(n), "interactions")
		b.ReportMetric(float64(len(s.Results[0].Exact.Members)), "configurations")
	}
}

// chainRun writes the run of a chain of comparisons of one option with n constants, inside a branch on another option.
func chainRun(b testing.TB, n int) *path.Dir {
	b.Helper()
	sp := &confspace.Space{Options: []confspace.Option{
		{Name: "a", Domain: confspace.Bool()},
		{Name: "n", Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: 32, Signed: true}},
	}}
	u := &coverage.Universe{}
	for i := range 2 * n {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1)})
	}
	d, err := path.Create(filepath.Join(b.TempDir(), "run"), path.Run{}, u, sp, []path.Plan{{Name: "t", Mode: path.Merged}})
	if err != nil {
		b.Fatal(err)
	}
	m := confspace.NewSets(sp)
	t := &path.Test{Name: "t", Mode: path.Merged, Sets: m}
	covered := coverage.NewBits(path.Merged.Layout(u))
	add := func(set confspace.Set, lines ...int) {
		c := append(coverage.Bits(nil), covered...)
		for _, l := range lines {
			c.Set(l)
		}
		t.Paths = append(t.Paths, path.Path{Condition: set, Covered: c, End: path.Termination{Kind: path.Exit}})
	}
	add(m.Setting(0, 0))
	rest := m.Setting(0, 1)
	for i := range n { // line 2*i compares, line 2*i+1 is reached if they are equal
		covered.Set(2 * i)
		equal := m.Setting(1, int64(37*i+5))
		add(m.And(rest, equal), 2*i+1)
		rest = m.Diff(rest, equal)
	}
	add(rest)
	if err := d.WriteTest(t); err != nil {
		b.Fatal(err)
	}
	if err := d.Finish(nil); err != nil {
		b.Fatal(err)
	}
	return d
}

// BenchmarkChain analyses chains of comparisons. The number of minimal settings is quadratic; apart from that the time for each
// comparison should hardly grow.
func BenchmarkChain(b *testing.B) {
	for _, n := range []int{500, 1000, 3000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := chainRun(b, n)
			b.ResetTimer()
			for range b.N {
				s, err := Load(d, Options{})
				if err != nil {
					b.Fatal(err)
				}
				if cs := s.Results[0].Exact; !cs.Minimal || len(cs.Members) != n {
					b.Fatalf("%d configurations, at least %d", len(cs.Members), cs.Proof.Lower)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/comparison")
		})
	}
}
