package brute

// This file compares interactions: those found from exploration with those found from what gcov
// saw in every configuration.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// observation is what exploration and the native runs say about one test.
type observation struct {
	ts       *test
	runs     []run
	explored *explored
}

// compareInteractions compares conditions and interactions of lines, over the configurations that
// end without an error: in others gcov and the engine differ in the block of the error.
func compareInteractions(t *testing.T, e *engine, all []observation) {
	m := confspace.NewSets(e.p.space)
	bits := e.lineBits(all[0].explored.layout)
	lines := commonLines(bits, all[0].runs[0].coverage)
	u := lineUniverse(lines)
	var native, explored []*coverage.Conditions
	for _, o := range all {
		domain := m.Diff(m.Domain(), wantErrors(t, e.p, o.ts, m))
		test := &coverage.Test{Name: o.ts.Name, Layout: u.Layout(coverage.Line), Domain: domain, Complete: true}
		a, b := &coverage.Conditions{Test: test}, &coverage.Conditions{Test: test}
		for _, line := range lines {
			copied, err := m.Copy(o.explored.sets, []confspace.Set{o.explored.conditions[bits[line]]})
			if err != nil {
				t.Fatal(err)
			}
			a.Conditions = append(a.Conditions, m.And(domain, copied[0]))
			b.Conditions = append(b.Conditions, m.And(domain, nativeCondition(m, e.p, o.runs, line)))
		}
		explored, native = append(explored, a), append(native, b)
	}
	compareAnalyses(t, m, u, explored, native)
}

// commonLines returns the lines that both know.
func commonLines(bits map[uint32]int, c *counts) []uint32 {
	var lines []uint32
	for line := range bits {
		if _, known := c.lines[line]; known {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

func lineUniverse(lines []uint32) *coverage.Universe {
	u := &coverage.Universe{}
	for _, line := range lines {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "program.c", Line: line})
	}
	return u
}

// nativeCondition returns the configurations whose native runs reach the line.
func nativeCondition(m *confspace.Sets, p *program, runs []run, line uint32) confspace.Set {
	var sets []confspace.Set
	for j := range runs {
		if runs[j].coverage.lines[line] {
			sets = append(sets, m.OfConfiguration(p.configs[j]))
		}
	}
	return m.OrAll(sets)
}

func compareAnalyses(t *testing.T, m *confspace.Sets, u *coverage.Universe, explored, native []*coverage.Conditions) {
	d := differences{t: t, what: "conditions"}
	defer d.done()
	for i := range explored {
		for bit, s := range explored[i].Conditions {
			if o := native[i].Conditions[bit]; s != o {
				d.add("%s, line %d: explored %s, native %s", explored[i].Test.Name, u.Elements[coverage.Line][bit].Line, m.String(s), m.String(o))
			}
		}
	}
	values := make(interactions.Values, len(m.Space().Options))
	for o := range values {
		values[o], _ = m.Values(confspace.Full, o, 1000)
	}
	a, b := listInteractions(t, m, u, values, explored), listInteractions(t, m, u, values, native)
	if a != b {
		t.Errorf("interactions explored:\n%s\nnative:\n%s", a, b)
	}
	t.Logf("%d interactions", strings.Count(a, "\n"))
}

// listInteractions returns the interactions and the lines that each newly guarantees.
func listInteractions(t *testing.T, m *confspace.Sets, u *coverage.Universe, values interactions.Values, tests []*coverage.Conditions) string {
	a := interactions.Analyze(coverage.Join(u, coverage.Line, m, tests), values, interactions.Options{})
	var b strings.Builder
	for _, in := range a.Interactions {
		fmt.Fprintf(&b, "%s:", m.Space().FormatSettings(in.Settings))
		for _, id := range a.Elements(in.New) {
			fmt.Fprintf(&b, " %d", u.Element(coverage.Line, id).Line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
