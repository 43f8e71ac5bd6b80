package brute

// This file compares.

import (
	"fmt"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// wantErrors returns the configurations that the test says end in an error.
func wantErrors(t testing.TB, p *program, ts *test, m *confspace.Sets) confspace.Set {
	t.Helper()
	if ts.Errors == "" {
		return confspace.Empty
	}
	want, err := m.Parse(ts.Errors)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// differences reports the first few of many.
type differences struct {
	t    testing.TB
	what string
	n    int
}

func (d *differences) add(format string, args ...any) {
	d.t.Helper()
	if d.n++; d.n <= 5 {
		d.t.Errorf("%s: %s", d.what, fmt.Sprintf(format, args...))
	}
}

func (d *differences) done() {
	d.t.Helper()
	if d.n > 5 {
		d.t.Errorf("%s: %d differences in all", d.what, d.n)
	}
}

// TestNative compares with the native runs: how each configuration ends, what
// it prints, which lines it reaches, how many outcomes of the decisions on a line it takes;
// and the interactions that follow.
func TestNative(t *testing.T) {
	need.Slow(t)
	for _, p := range programs(t) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			n := compile(t, p)
			e := ready(t, p)
			var all []observation
			for i := range p.tests {
				ts := &p.tests[i]
				runs := n.runAll(t, ts)
				all = append(all, observation{ts, runs, compareNative(t, e, ts, runs)})
			}
			compareInteractions(t, e, all)
		})
	}
}

func compareNative(t *testing.T, e *engine, ts *test, runs []run) *explored {
	merged := e.explore(t, ts, path.Merged, explore.MergeData)
	expanded := e.explore(t, ts, path.Expanded, explore.MergeData)
	want := wantErrors(t, e.p, ts, merged.sets)
	ends := differences{t: t, what: ts.Name + ": ends"}
	defer ends.done()
	for j := range runs {
		r, c := &runs[j], e.p.configs[j]
		failed := r.status == errorStatus
		if r.status >= 1000 || merged.sets.Contains(want, c) != failed {
			ends.add("%s: native status %d", e.p.space.FormatConfiguration(c), r.status)
		}
		for _, x := range []*explored{merged, expanded} {
			end := x.pathOf(c).End
			if end.Kind.Error() != failed || !failed && (end.Kind != path.Exit || end.Code != r.status) {
				ends.add("%s: native status %d, explored: %s %d %s", e.p.space.FormatConfiguration(c), r.status, end.Kind, end.Code, end.Message)
			}
		}
	}
	compareOutput(t, e, ts, runs, merged)
	compareLines(t, e, ts, runs, merged)
	compareBranches(t, e, ts, runs, expanded)
	return merged
}

// compareOutput compares what is printed. Bytes that depend on options are '?' in
// a path's output.
func compareOutput(t *testing.T, e *engine, ts *test, runs []run, x *explored) {
	d := differences{t: t, what: ts.Name + ": output"}
	defer d.done()
	for j := range runs {
		p := x.pathOf(e.p.configs[j])
		if runs[j].status == errorStatus {
			continue
		}
		same := len(p.Output) == len(runs[j].output)
		for i := 0; same && i < len(p.Output); i++ {
			same = p.Output[i] == runs[j].output[i] || p.Output[i] == '?'
		}
		if !same {
			d.add("%s: explored %q, native %q", e.p.space.FormatConfiguration(e.p.configs[j]), p.Output, runs[j].output)
		}
	}
}

// compareLines compares the lines that both gcov and the engine know. In a run that ends in an
// error gcov counts the rest of the block, too.
func compareLines(t *testing.T, e *engine, ts *test, runs []run, x *explored) {
	d := differences{t: t, what: ts.Name + ": lines"}
	defer d.done()
	both := 0
	for line, bit := range e.lineBits(x.layout) {
		if _, known := runs[0].coverage.lines[line]; !known {
			continue
		}
		both++
		for j := range runs {
			c := e.p.configs[j]
			explored, native := x.sets.Contains(x.conditions[bit], c), runs[j].coverage.lines[line]
			if explored != native && (runs[j].status != errorStatus || explored) {
				d.add("line %d under %s: explored %v, native %v", line, e.p.space.FormatConfiguration(c), explored, native)
			}
		}
	}
	t.Logf("%s: %d configurations, %d lines compared of %d and %d", ts.Name, len(runs), both, len(e.lineBits(x.layout)), len(runs[0].coverage.lines))
	if both*10 < len(e.lineBits(x.layout))*9 {
		t.Errorf("gcov does not know %d of %d lines", len(e.lineBits(x.layout))-both, len(e.lineBits(x.layout)))
	}
}

// compareBranches compares how many outcomes of the decisions on a line are
// taken, on lines where gcc makes as many as there are conditions.
func compareBranches(t *testing.T, e *engine, ts *test, runs []run, x *explored) {
	d := differences{t: t, what: ts.Name + ": outcomes of decisions"}
	defer d.done()
	compared, all := 0, e.conditionBits(x.layout)
	for line, bits := range all {
		if runs[0].coverage.branches[line][0] != len(bits) {
			continue
		}
		compared++
		for j := range runs {
			if runs[j].status == errorStatus {
				continue
			}
			n := 0
			for _, bit := range bits {
				if x.sets.Contains(x.conditions[bit], e.p.configs[j]) {
					n++
				}
			}
			if n != runs[j].coverage.branches[line][1] {
				d.add("line %d under %s: %d of %d explored, %d native", line, e.p.space.FormatConfiguration(e.p.configs[j]), n, len(bits), runs[j].coverage.branches[line][1])
			}
		}
	}
	t.Logf("%s: outcomes compared on %d of %d lines with decisions, %d paths", ts.Name, compared, len(all), len(x.paths))
}

// TestConcrete compares the conditions of all criteria with running the engine
// concretely under each configuration.
func TestConcrete(t *testing.T) {
	need.Slow(t)
	for _, p := range programs(t) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			e := ready(t, p)
			for i := range p.tests {
				ts := &p.tests[i]
				for _, mode := range modes {
					compareConcrete(t, e, ts, mode)
				}
			}
		})
	}
}

func compareConcrete(t *testing.T, e *engine, ts *test, mode path.Mode) {
	what := fmt.Sprintf("%s, %s", ts.Name, mode)
	d := differences{t: t, what: what}
	defer d.done()
	x := e.explore(t, ts, mode, explore.MergeData)
	off := e.explore(t, ts, mode, explore.MergeOff)
	everywhere := e.explore(t, ts, mode, explore.MergeAll)
	if ts.Paths != 0 && mode == path.Merged && (len(x.paths) != ts.Paths || len(off.paths) != ts.Paths) {
		t.Errorf("%s: %d paths, %d without merging, want %d", what, len(x.paths), len(off.paths), ts.Paths)
	}
	t.Logf("%s: %d paths, %d without merging, %d with all of it", what, len(x.paths), len(off.paths), len(everywhere.paths))
	for _, c := range e.p.configs {
		r := e.run(t, ts, mode, explore.MergeOff, c)
		if len(r.Test.Paths) != 1 {
			t.Fatalf("%s: %d paths under one configuration", what, len(r.Test.Paths))
		}
		one, config := &r.Test.Paths[0], e.p.space.FormatConfiguration(c)
		covered := coverage.Bits(one.Covered)
		for name, y := range map[string]*explored{"merging": x, "not merging": off, "merging everywhere": everywhere} {
			if end := y.pathOf(c).End; end.Kind != one.End.Kind || end.Code != one.End.Code || end.Message != one.End.Message {
				d.add("%s: %s: ends in %s %d %q, alone in %s %d %q", name, config, end.Kind, end.Code, end.Message, one.End.Kind, one.End.Code, one.End.Message)
			}
			for bit, s := range y.conditions {
				if y.sets.Contains(s, c) != covered.Has(bit) {
					cr, id := y.layout.At(bit)
					d.add("%s: %s: %s covered %v, alone %v", name, config, e.universe.Element(cr, id).Name(), !covered.Has(bit), covered.Has(bit))
				}
			}
		}
	}
}
