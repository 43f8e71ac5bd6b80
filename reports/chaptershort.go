package reports

// This file makes the table that a chapter begins with, and the forms that its wide tables have on the page: all numbers are in their CSV files.

import (
	"fmt"
	"slices"

	"github.com/confcov/confcov/coverage"
)

// overview is what the study finds, a row for each subject there and here.
func (c *Chapter) overview() *Table {
	t := &Table{Name: "overview", Title: "In short", Columns: []Column{
		{"release", "Program"},
		{"lines", "Lines reached"},
		{"configurations", "Configurations for all of them"},
		{"always", "Lines that need no settings"},
		{"largest", "Most settings needed"},
		{"interactions", "Interactions"},
		{"options", "Symbolic options"},
		{"tests", "Tests"},
	}}
	for _, p := range c.pairs {
		if s := p.there; s != nil {
			line := coverage.Line.String()
			always, interactions := any(nil), 0
			if list := s.Guaranteed.Line; list != nil {
				always = percent(list[0], list[len(list)-1])
			}
			for _, n := range s.Strengths[line] {
				interactions += n
			}
			t.Rows = append(t.Rows, []any{
				p.name() + " " + s.published(), Whole(s.Summary.Percent[line]), len(s.Sets[line]), always, len(s.Strengths[line]), interactions,
				orNil(s.Statistics, "options"), orNil(s.Statistics, "tests"),
			})
		}
		for _, v := range p.variants() {
			t.Rows = append(t.Rows, v.overview())
		}
		t.Notes = append(t.Notes, p.notes()...)
	}
	return t
}

// overview is a row of the table.
func (v variant) overview() []any {
	s, r := v.study, v.study.lines()
	row := []any{v.name + " " + v.release, s.percentCovered(coverage.Line), nil, nil, nil, nil, v.options, s.tests(len(s.Tests))}
	if r == nil {
		return row
	}
	strongest := r.Analysis.MaxStrength()
	unsure := r.related() || r.beyond(strongest)
	switch {
	case r.Exact == nil:
	case s.Exact() && !r.Exact.Minimal:
		row[2] = Bounded{len(r.Exact.Members), AtMost}
	default:
		row[2] = s.bounded(len(r.Exact.Members), MoreOrFewer)
	}
	row[3] = s.boundedIf(r.more(), percent(r.Analysis.Cumulative()[0], r.Total.Covered()), MoreOrFewer, AtLeast)
	row[4] = s.boundedIf(unsure, strongest, MoreOrFewer, AtLeast)
	row[5] = s.boundedIf(unsure, len(r.Analysis.Interactions)-r.Analysis.ByStrength()[0], MoreOrFewer, AtLeast)
	return row
}

// numberColumns returns the index of the first column that a numbered table has for a number.
func numberColumns(t *Table) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key == "what" }) + 1
}

// maxColumns is how many configurations of a covering set have a column on the page.
const maxColumns = 12

// summed returns a table of covering sets with their sizes, the last columns being added up where there are too many.
func summed(t *Table) *Table {
	head := numberColumns(t)
	n := min(len(t.Columns)-head, maxColumns)
	out := *t
	out.Columns = slices.Insert(slices.Clone(t.Columns[:head+n]), head, Column{"configurations", "Configurations"})
	rest := t.Columns[head+n:]
	if len(rest) > 0 {
		out.Columns = append(out.Columns, Column{"rest", fmt.Sprintf("%s-%s", rest[0].Name, rest[len(rest)-1].Name)})
	}
	out.Rows = nil
	for _, row := range t.Rows {
		cells := slices.Clone(row[:head])
		count, sum, bound := 0, 0, BoundExact
		for i, cell := range row[head:] {
			value, b := valueOf(cell)
			if value == nil {
				continue
			}
			count, bound = count+1, max(bound, b)
			if i >= n {
				sum += value.(int)
			}
		}
		exact := func(n int) any {
			if bound != BoundExact {
				return Bounded{n, bound}
			}
			return n
		}
		cells = append(append(cells, exact(count)), row[head:head+n]...)
		switch {
		case len(rest) > 0 && count > n:
			cells = append(cells, exact(sum))
		case len(rest) > 0:
			cells = append(cells, nil)
		}
		out.Rows = append(out.Rows, cells)
	}
	return &out
}

// transposed returns a numbered table with a row for each number, and a column for each release and criterion.
func transposed(t *Table) *Table {
	head := numberColumns(t)
	out := *t
	out.Columns = []Column{{"settings", "Settings"}}
	out.Rows = nil
	for _, c := range t.Columns[head:] {
		out.Rows = append(out.Rows, []any{c.Name})
	}
	for _, row := range t.Rows {
		out.Columns = append(out.Columns, Column{"", fmt.Sprintf("%s: %s", row[1], row[2])})
		for i, cell := range row[head:] {
			out.Rows[i] = append(out.Rows[i], cell)
		}
	}
	return &out
}
