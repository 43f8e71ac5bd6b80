package reports

// This file checks that no bound is ever violated: studies of random tests are compared with studies of the same tests, some of whose
// paths were not followed to their end, are missing, or have conditions that are too wide.

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// truth is a random program: what each configuration does under each test.
type truth struct {
	sets    *confspace.Sets
	u       *coverage.Universe
	configs []confspace.Configuration
	tests   []*path.Test
	lines   int
}

func genTruth(t *rapid.T) *truth {
	sp := &confspace.Space{}
	x := &truth{configs: []confspace.Configuration{{}}, u: &coverage.Universe{}}
	for i := range rapid.IntRange(1, 3).Draw(t, "options") {
		d, values := confspace.Bool(), []int64{0, 1}
		if rapid.Bool().Draw(t, "list") {
			values = []int64{-2, 0, 7}
			d = confspace.Domain{Kind: confspace.DomainList, Values: values, Bits: 32, Signed: true}
		}
		sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprint("o", i), Domain: d})
		var next []confspace.Configuration
		for _, c := range x.configs {
			for _, v := range values {
				next = append(next, append(slices.Clone(c), v))
			}
		}
		x.configs = next
	}
	x.sets = confspace.NewSets(sp)
	x.lines = rapid.IntRange(1, 5).Draw(t, "lines")
	for i := range x.lines {
		x.u.Add(coverage.Element{Criterion: coverage.Line, File: fmt.Sprintf("%d.c", i%2), Line: uint32(i + 1), Func: "f"})
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "conditions") {
		x.u.Add(coverage.Element{Criterion: coverage.Outcome, File: "0.c", Line: uint32(i + 1), Func: "f", Detail: "true"})
	}
	for i := range rapid.IntRange(1, 2).Draw(t, "tests") {
		x.tests = append(x.tests, x.genTest(t, fmt.Sprint("t", i), path.Merged))
		if x.u.Count(coverage.Outcome) > 0 {
			x.tests = append(x.tests, x.genTest(t, fmt.Sprint("t", i), path.Expanded))
		}
	}
	return x
}

// genTest makes a test whose paths are a partition of the configurations, or of some of them.
func (x *truth) genTest(t *rapid.T, name string, m path.Mode) *path.Test {
	out := &path.Test{Name: name, Mode: m, Sets: x.sets, Paths: make([]path.Path, rapid.IntRange(1, 4).Draw(t, "paths"))}
	excludes := rapid.IntRange(0, 3).Draw(t, "excludes") == 0
	for _, c := range x.configs {
		first := 0
		if excludes {
			first = -1
		}
		if i := rapid.IntRange(first, len(out.Paths)-1).Draw(t, "path"); i >= 0 {
			p := &out.Paths[i]
			p.Condition = x.sets.Or(p.Condition, x.sets.OfConfiguration(c))
		} else {
			out.Counts = map[string]int64{path.CountDropped: 1}
		}
	}
	out.Paths = slices.DeleteFunc(out.Paths, func(p path.Path) bool { return p.Condition == confspace.Empty })
	for i := range out.Paths {
		p := &out.Paths[i]
		p.Covered = x.genBits(t, m, nil)
		p.End = path.Termination{Kind: path.Exit}
		if n := rapid.IntRange(0, 3).Draw(t, "end"); n < 2 {
			p.End = path.Termination{Kind: path.MemoryError, Message: fmt.Sprint("error ", n)}
		}
		if part := x.sets.And(p.Condition, x.genSet(t)); rapid.Bool().Draw(t, "partial") && part != confspace.Empty {
			c := m.Criteria()[0]
			p.Partial = []path.Partial{{Condition: part, Criterion: c, Elements: []uint32{uint32(rapid.IntRange(1, x.u.Count(c)).Draw(t, "element"))}}}
		}
	}
	return out
}

// genBits returns random elements, of some elements if those are given.
func (x *truth) genBits(t *rapid.T, m path.Mode, of coverage.Bits) coverage.Bits {
	l := m.Layout(x.u)
	b := coverage.NewBits(l)
	for i := range l.Size() {
		if (of == nil || of.Has(i)) && rapid.Bool().Draw(t, "covers") {
			b.Set(i)
		}
	}
	return b
}

func (x *truth) genSet(t *rapid.T) confspace.Set {
	s := confspace.Empty
	for _, c := range x.configs {
		if rapid.Bool().Draw(t, "in") {
			s = x.sets.Or(s, x.sets.OfConfiguration(c))
		}
	}
	return s
}

// genSeen returns what an exploration might know of a test.
func (x *truth) genSeen(t *rapid.T, of *path.Test) *path.Test {
	seen := &path.Test{Name: of.Name, Mode: of.Mode, Sets: of.Sets, Counts: of.Counts}
	how := rapid.SampledFrom([]string{"exact", "unfinished", "wide", "missing"})
	for _, p := range of.Paths {
		p.Partial = slices.Clone(p.Partial)
		h := how.Draw(t, "how")
		if h == "missing" {
			seen.Limits = append(seen.Limits, path.Limit{Kind: path.LimitInterrupted})
			continue
		}
		if h == "wide" {
			seen.Limits = append(seen.Limits, path.Limit{Kind: path.LimitWide})
			p.Notes = []path.Note{{Kind: path.NoteWide}}
			if rapid.Bool().Draw(t, "witness") {
				p.Witness, _ = x.sets.Any(p.Condition)
			}
			p.Condition = x.sets.Or(p.Condition, x.genSet(t))
		}
		if h == "unfinished" || h == "wide" && rapid.Bool().Draw(t, "unfinished") {
			p.End = path.Termination{Kind: path.Budget, Message: "limit"}
			l, _ := path.LimitOf(p.End)
			seen.Limits = append(seen.Limits, l)
			p.Covered = x.genBits(t, of.Mode, p.Covered)
			if rapid.Bool().Draw(t, "no partial") {
				p.Partial = nil
			}
		}
		seen.Paths = append(seen.Paths, p)
	}
	return seen
}

// number returns a numeric cell.
func number(cell any) (float64, bool) {
	switch v := cell.(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	case Percent:
		return float64(v), true
	case *big.Int:
		f, _ := new(big.Float).SetInt(v).Float64()
		return f, true
	}
	return 0, false
}

// compareCells checks the cells of a row with bounds against those of the exact one.
func compareCells(t *rapid.T, table *Table, seen, want []any) {
	for i, cell := range seen {
		v, bound := valueOf(cell)
		got, ok := number(v)
		exact, wanted := number(want[i])
		const eps = 1e-9
		switch {
		case !ok || !wanted && bound == AtMost: // settings that guarantee it are known, but not how few
		case !wanted:
			t.Fatalf("%s, %s: %v is claimed of what there is not: %v", table.Name, table.Columns[i].Key, cell, want)
		case bound == AtLeast && got > exact+eps, bound == AtMost && got < exact-eps, bound == BoundExact && got != exact:
			t.Fatalf("%s, %s: %v is claimed, it is %v (%v)", table.Name, table.Columns[i].Key, cell, exact, want)
		}
	}
}

// compareTables compares rows that have the same first columns. Of rows that the exact table lacks, last gives the one to compare with.
func compareTables(t *rapid.T, seen, want *Table, keys int, last func(row []any) []any) {
	key := func(row []any) string { return fmt.Sprint(row[:keys]...) }
	for _, row := range seen.Rows {
		i := slices.IndexFunc(want.Rows, func(w []any) bool { return key(w) == key(row) })
		switch {
		case i >= 0:
			compareCells(t, seen, row, want.Rows[i])
		case last != nil:
			compareCells(t, seen, row, last(row))
		default:
			t.Fatalf("%s: there is no %v", seen.Name, row)
		}
	}
}

func TestBounds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := genTruth(r)
		run := &path.Run{Finished: true}
		want, err := memoryStudy(t, x.sets, x.u, run, x.tests, Options{})
		if err != nil || !want.Exact() {
			t.Fatal(err, want.Incomplete)
		}
		var tests []*path.Test
		for _, of := range x.tests {
			tests = append(tests, x.genSeen(r, of))
		}
		if rapid.IntRange(0, 9).Draw(r, "drop a test") == 0 {
			run = &path.Run{Limits: []path.Limit{{Kind: path.LimitInterrupted}}}
			tests = tests[:len(tests)-1]
		}
		s, err := memoryStudy(t, x.sets, x.u, run, tests, Options{})
		if err != nil {
			t.Fatal(err)
		}
		x.check(r, s, want)
	})
}

// check checks what s claims of a run that want knows exactly.
func (x *truth) check(t *rapid.T, s, want *Study) {
	compareTables(t, s.Summary(), want.Summary(), 1, nil)
	compareTables(t, s.Files(), want.Files(), 1, nil)
	full := want.Guaranteed()
	compareTables(t, s.Guaranteed(), full, 2, func(row []any) []any {
		last := row
		for _, w := range full.Rows {
			if w[0] == row[0] {
				last = w
			}
		}
		return append([]any{last[0], row[1]}, last[2:]...)
	})
	lower := slices.IndexFunc(s.CoverSets().Columns, func(c Column) bool { return c.Key == "lower_bound" })
	for i, row := range s.CoverSets().Rows {
		if !s.Exact() && row[lower] != nil {
			t.Fatalf("a covering set is claimed to have at least %v configurations", row[lower])
		}
		if s.Exact() && row[lower] != want.CoverSets().Rows[i][lower] {
			t.Fatalf("lower bound %v, want %v", row[lower], want.CoverSets().Rows[i][lower])
		}
	}
	if !s.Exact() && slices.ContainsFunc(s.CoverSets().Notes, func(n string) bool { return strings.Contains(n, "is the minimum") }) {
		t.Fatalf("a minimum is claimed: %q", s.CoverSets().Notes)
	}
	for _, place := range []string{"0.c:f", "1.c:f"} {
		if seen, err := s.Explain(place); err == nil {
			exact, _ := want.Explain(place)
			compareTables(t, seen, exact, 2, nil)
		}
	}
	byMessage := func(a *Table) *Table {
		for i, row := range a.Rows {
			a.Rows[i] = append([]any{row[1]}, row...)
		}
		a.Columns = append([]Column{{"message", ""}}, a.Columns...)
		return a
	}
	compareTables(t, byMessage(s.ErrorTable()), byMessage(want.ErrorTable()), 1, nil)
	x.checkGuarantees(t, s, want)
}

// checkGuarantees checks that what settings are said to guarantee they guarantee, and what configurations cover.
func (x *truth) checkGuarantees(t *rapid.T, s, want *Study) {
	for _, r := range s.Results {
		w := want.Result(r.Criterion)
		for i := range r.Analysis.Interactions {
			in := &r.Analysis.Interactions[i]
			x.subset(t, "guaranteed by "+x.sets.Space().FormatSettings(in.Settings),
				r.Analysis.Elements(in.New), w.Analysis.Elements(w.Analysis.Guaranteed(in.Settings)))
		}
		c := rapid.SampledFrom(x.configs).Draw(t, "configuration")
		p := c.Settings()[:rapid.IntRange(0, len(c)).Draw(t, "settings")]
		x.subset(t, "guaranteed by "+x.sets.Space().FormatSettings(p),
			r.Analysis.Elements(r.Analysis.Guaranteed(p)), w.Analysis.Elements(w.Analysis.Guaranteed(p)))
		for _, cs := range []interface {
			Configurations() []confspace.Configuration
		}{r.Greedy, r.Exact} {
			got := x.coveredBy(r.Total, cs.Configurations())
			x.subset(t, "covered by the configurations", got, x.coveredBy(w.Total, cs.Configurations()))
			if len(got) != r.Total.Covered() {
				t.Fatalf("the covering set covers %v, %d elements are known to be covered", got, r.Total.Covered())
			}
		}
	}
}

// coveredBy returns the elements that some of the configurations covers.
func (x *truth) coveredBy(total *coverage.Total, configs []confspace.Configuration) []uint32 {
	var ids []uint32
	for i := range total.ClassOf {
		cond := total.Condition(uint32(i + 1))
		if slices.ContainsFunc(configs, func(c confspace.Configuration) bool { return x.sets.Contains(cond, c) }) {
			ids = append(ids, uint32(i+1))
		}
	}
	return ids
}

func (x *truth) subset(t *rapid.T, what string, got, want []uint32) {
	for _, id := range got {
		if !slices.Contains(want, id) {
			t.Fatalf("%s: %v, in truth %v", what, got, want)
		}
	}
}
