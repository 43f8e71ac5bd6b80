package reports

// This file makes runs of many paths up, as an exploration that merges nothing writes them: a program of functions whose statements ask
// options, and tests that call some of these functions, one after another. A test has as many paths as its decisions multiply to; what an element depends on are the few
// decisions around it.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// made is a statement of a made-up program: it covers elements, and then is nothing else, an if, a call, or a return.
type made struct {
	covers    []int
	asks      *madeCondition
	then, not []made
	calls     int // a function, -1: none
	returns   bool
}

// madeCondition is: the option is more than a value.
type madeCondition struct {
	option int
	above  int64
}

// madeProgram has functions; each calls later ones only.
type madeProgram struct {
	rnd       *rand.Rand
	space     *confspace.Space
	functions [][]made
	elements  int // so far: lines, blocks and edges by turns
	layout    coverage.Layout
	decisions int
}

// madeSize says how large a made-up run is.
type madeSize struct {
	options, functions, elements int // elements: at least as many
	tests, paths                 int // about as many paths, in all
}

func makeProgram(size madeSize) *madeProgram {
	p := &madeProgram{rnd: rand.New(rand.NewPCG(1, 2)), space: &confspace.Space{}}
	for i := range size.options {
		d := confspace.Bool()
		if i%8 == 7 {
			d = confspace.Domain{Kind: confspace.DomainRange, Min: 0, Max: 1000, Bits: 32, Signed: true}
		}
		p.space.Options = append(p.space.Options, confspace.Option{Name: fmt.Sprint("o", i), Domain: d})
	}
	p.functions = make([][]made, size.functions)
	for f := range p.functions {
		// A function reads two or three options, and not those of its neighbours: most options are read in few places.
		asked := make([]madeCondition, 2+p.rnd.IntN(2))
		for i := range asked {
			o := (f*3 + i*p.rnd.IntN(4)) % size.options
			asked[i] = madeCondition{option: o}
			if o%8 == 7 {
				asked[i].above = int64(100 * p.rnd.IntN(10))
			}
		}
		last := f*4 >= size.functions*3
		for p.elements < size.elements*(f+1)/size.functions {
			p.functions[f] = append(p.functions[f], p.statement(f, asked, 0, last))
		}
	}
	return p
}

func (p *madeProgram) statement(f int, asked []madeCondition, depth int, last bool) made {
	s := made{calls: -1}
	for range 1 + p.rnd.IntN(6) {
		s.covers = append(s.covers, p.elements)
		p.elements++
	}
	switch k := p.rnd.IntN(20); {
	case k < 5 && depth < 3:
		c := asked[p.rnd.IntN(len(asked))]
		p.decisions++
		s.asks = &c
		for range 1 + p.rnd.IntN(3) {
			s.then = append(s.then, p.statement(f, asked, depth+1, last))
		}
		for range p.rnd.IntN(2) {
			s.not = append(s.not, p.statement(f, asked, depth+1, last))
		}
	case k == 5 && !last:
		s.calls = f + 1 + p.rnd.IntN(len(p.functions)-f-1)
	case k == 6 && depth > 0:
		s.returns = true
	}
	return s
}

// madePath is a way through a test, so far.
type madePath struct {
	set      confspace.Set
	covered  coverage.Bits
	returned bool // from the function that is run
}

// run takes paths through statements. More than limit paths end it, with nil.
func (p *madeProgram) run(m *confspace.Sets, paths []madePath, body []made, limit int) []madePath {
	for i := range body {
		s := &body[i]
		var out []madePath
		for _, w := range paths {
			if w.returned {
				out = append(out, w)
				continue
			}
			w.covered = slices.Clone(w.covered)
			for _, e := range s.covers {
				w.covered.Set(p.layout.Bit(coverage.Line+coverage.Criterion(e%3), uint32(e/3+1)))
			}
			switch {
			case s.returns:
				w.returned = true
				out = append(out, w)
			case s.calls >= 0:
				called := p.run(m, []madePath{w}, p.functions[s.calls], limit)
				for i := range called {
					called[i].returned = false
				}
				out = append(out, called...)
			case s.asks != nil:
				c := m.Not(m.AtMost(s.asks.option, s.asks.above))
				if yes := m.And(w.set, c); yes != confspace.Empty {
					out = append(out, p.run(m, []madePath{{yes, w.covered, false}}, s.then, limit)...)
				}
				if no := m.Diff(w.set, c); no != confspace.Empty {
					out = append(out, p.run(m, []madePath{{no, w.covered, false}}, s.not, limit)...)
				}
			default:
				out = append(out, w)
			}
		}
		if len(out) > limit {
			return nil
		}
		paths = out
	}
	return paths
}

// write writes a run of tests, each of about paths/tests paths.
func (p *madeProgram) write(t testing.TB, dir string, size madeSize) *path.Dir {
	t.Helper()
	u := &coverage.Universe{}
	for i := range p.elements {
		e := coverage.Element{Criterion: coverage.Line + coverage.Criterion(i%3), File: "a.c", Line: uint32(i + 1), Detail: fmt.Sprint(i, "->", i+1)}
		if e.Criterion == coverage.Line {
			e.Detail = ""
		}
		u.Add(e)
	}
	p.layout = path.Merged.Layout(u)
	var plan []path.Plan
	for k := range size.tests {
		plan = append(plan, path.Plan{Name: fmt.Sprintf("t%03d", k), Mode: path.Merged})
	}
	d, err := path.Create(dir, path.Run{}, u, p.space, plan)
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for k := range size.tests {
		written += p.writeTest(t, d, plan[k].Name, (size.paths-written)/(size.tests-k))
	}
	if err := d.Finish(nil); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d elements, %d decisions, %d paths", p.elements, p.decisions, written)
	return d
}

// writeTest writes a test of about want paths and returns how many it has: functions are called until there are as many.
func (p *madeProgram) writeTest(t testing.TB, d *path.Dir, name string, want int) int {
	t.Helper()
	m := confspace.NewSets(p.space)
	paths := []madePath{{confspace.Full, coverage.NewBits(p.layout), false}}
	for tries := 0; len(paths) < want*4/5 && tries < 50; tries++ {
		next := p.run(m, paths, p.functions[p.rnd.IntN(len(p.functions))], want*3/2)
		if next == nil {
			continue
		}
		for i := range next {
			next[i].returned = false
		}
		paths = next
	}
	test := &path.Test{Name: name, Mode: path.Merged, Sets: m}
	for _, w := range paths {
		test.Paths = append(test.Paths, path.Path{Condition: w.set, Covered: w.covered, End: path.Termination{Kind: path.Exit}, Steps: uint64(w.covered.Count())})
	}
	if err := d.WriteTest(test); err != nil {
		t.Fatal(err)
	}
	return len(paths)
}

// TestManyPaths: the conditions of elements are the unions of those of their paths, made one by one, and each configuration takes one path.
func TestManyPaths(t *testing.T) {
	size := madeSize{options: 20, functions: 12, elements: 300, tests: 7, paths: 1500}
	d := makeProgram(size).write(t, filepath.Join(t.TempDir(), "run"), size)
	s, err := Load(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	infos, err := d.Tests()
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]confspace.Set{}
	l := path.Merged.Layout(s.Universe)
	for i := range infos {
		x, err := d.ReadTest(&infos[i], s.Sets)
		if err != nil {
			t.Fatal(err)
		}
		all := confspace.Empty
		for _, p := range x.Paths {
			if !s.Sets.Disjoint(all, p.Condition) {
				t.Fatalf("%s: a configuration takes two paths", x.Name)
			}
			all = s.Sets.Or(all, p.Condition)
			coverage.Bits(p.Covered).Each(func(bit int) { want[bit] = s.Sets.Or(want[bit], p.Condition) })
		}
		if all != confspace.Full {
			t.Fatalf("%s: a configuration takes no path", x.Name)
		}
	}
	for _, r := range s.Results {
		for i := range s.Universe.Elements[r.Criterion] {
			if id := uint32(i + 1); r.Total.Condition(id) != want[l.Bit(r.Criterion, id)] {
				t.Errorf("%v %d: %s, want %s", r.Criterion, id, s.text(r.Total.Condition(id)), s.text(want[l.Bit(r.Criterion, id)]))
			}
		}
	}
}

// BenchmarkManyPaths analyses lines of 630,000 paths over 200 tests and 6,000 elements.
func BenchmarkManyPaths(b *testing.B) {
	size := madeSize{options: 100, functions: 120, elements: 6000, tests: 200, paths: 630_000}
	folder := os.Getenv("CONFCOV_MANY") // a place where the run is kept
	if folder == "" {
		folder = filepath.Join(b.TempDir(), "run")
	}
	if _, err := os.Stat(folder); err != nil {
		makeProgram(size).write(b, folder, size)
	}
	for b.Loop() {
		d, err := path.Open(folder)
		if err != nil {
			b.Fatal(err)
		}
		s, err := Load(d, Options{Criteria: []coverage.Criterion{coverage.Line}})
		if err != nil {
			b.Fatal(err)
		}
		paths, _ := s.paths(path.Merged)
		b.ReportMetric(float64(paths), "paths")
		b.ReportMetric(float64(s.Sets.Nodes()), "nodes")
		b.ReportMetric(float64(s.Results[0].Total.Distinct()), "conditions")
		b.ReportMetric(float64(len(s.Results[0].Exact.Members)), "configurations")
	}
}
