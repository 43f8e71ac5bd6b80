package reports

// This file says which configurations show that conditions decide: MC/DC over configurations. See package coverage for what that means.

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// MCDC is MC/DC over configurations.
type MCDC struct {
	Decisions  int // of the program
	Conditions int // in them
	ByOptions  []DecidedBy
	Counts     map[coverage.Verdict]int
}

// DecidedBy is a condition that options decide, and what shows its independence.
type DecidedBy struct {
	coverage.Independence
	Outcome    uint32                     // the element "true"
	Number, Of int                        // its place among the conditions of its decision, and how many these are
	Pair       [2]confspace.Configuration // Shown: in the first one the condition is true; they may be equal
}

// MCDC decides which conditions, that options decide, are shown to be independent. decisions are those of the run.
func (s *Study) MCDC(decisions []coverage.Decision) (*MCDC, error) {
	r := s.Result(coverage.Outcome)
	if r == nil {
		return nil, fmt.Errorf("the run has no outcome coverage: explore with --mode both")
	}
	if decisions == nil {
		return nil, fmt.Errorf("the run does not say which conditions make up decisions: it was imported, or explored by an older version; explore again")
	}
	out := &MCDC{Decisions: len(decisions), Counts: map[coverage.Verdict]int{}}
	prices := slices.Repeat([]int64{1}, len(s.Space.Options))
	p := s.Sets.NewPrices(prices)
	for i := range decisions {
		d := &decisions[i]
		out.Conditions += len(d.Conditions)
		if !slices.ContainsFunc(d.Conditions, r.Total.ByOptions) {
			continue
		}
		for c, x := range r.Total.Independence(d, p, s.Exact()) {
			if !r.Total.ByOptions(d.Conditions[c]) {
				continue
			}
			row := DecidedBy{Independence: x, Outcome: d.Conditions[c].Outcome, Number: c + 1, Of: len(d.Conditions)}
			if x.Verdict == coverage.Shown {
				row.Pair[0] = s.cheapest(p, x.Sets[0])
				row.Pair[1] = s.cheapest(s.Sets.NewPricesFrom(row.Pair[0], prices), x.Sets[1])
			}
			out.Counts[x.Verdict]++
			out.ByOptions = append(out.ByOptions, row)
		}
	}
	return out, nil
}

// cheapest returns a configuration of a set that changes little.
func (s *Study) cheapest(p *confspace.Prices, set confspace.Set) confspace.Configuration {
	if !s.Sets.HasRelations(set) {
		return p.Cheapest(s.Sets.And(set, s.Sets.Domain()))
	}
	if c, ok := s.Sets.Any(set); ok {
		return c
	}
	c, _ := s.Sets.Find(set)
	return c
}

// changes returns the settings of c that another configuration does not have.
func changes(from, c confspace.Configuration) confspace.Settings {
	var list confspace.Settings
	for o, v := range c {
		if v != from[o] {
			list = append(list, confspace.Setting{Option: o, Value: v})
		}
	}
	return list
}

// conditionName names a condition by its outcome "true".
func (s *Study) conditionName(outcome uint32) string {
	name := s.Universe.Element(coverage.Outcome, outcome).Name()
	head, tail, _ := strings.Cut(name, " true")
	return head + tail
}

// verdictOrder is the order in which people see verdicts.
var verdictOrder = []coverage.Verdict{coverage.NotShown, coverage.Open, coverage.Shown}

// verdictTexts say what verdicts mean.
var verdictTexts = map[coverage.Verdict]string{
	coverage.NotShown: "no pair of configurations shows the independence",
	coverage.Open:     "not decided",
	coverage.Shown:    "a pair of configurations shows the independence, under one test",
}

// mcdcRows returns the conditions that options decide, by verdict.
func (s *Study) mcdcRows(x *MCDC) []DecidedBy {
	rows := slices.Clone(x.ByOptions)
	slices.SortStableFunc(rows, func(a, b DecidedBy) int {
		return cmp.Compare(slices.Index(verdictOrder, a.Verdict), slices.Index(verdictOrder, b.Verdict))
	})
	return rows
}

// MCDCTable returns a row for each condition that options decide: first those that no pair shows.
func (s *Study) MCDCTable(x *MCDC) *Table {
	t := &Table{
		Name: "mcdc", Title: "Conditions that options decide, and the pairs of configurations that show their independence",
		Columns: []Column{
			{"verdict", "Verdict"},
			{"condition", "Condition"},
			{"number", "No."},
			{"of", "of"},
			{"test", "Test"},
			{"true", "True with"},
			{"false", "False with, besides"},
			{"decision", "Decision"},
			{"why", "Why not"},
			{"true_configuration", ""},
			{"false_configuration", ""},
		},
		Notes: s.notes(),
	}
	r := s.Result(coverage.Outcome)
	for _, row := range s.mcdcRows(x) {
		cells := []any{row.Verdict.String(), s.conditionName(row.Outcome), row.Number, row.Of}
		if row.Verdict == coverage.Shown {
			decision := "like it"
			if !row.Value {
				decision = "opposite"
			}
			cells = append(cells, r.Total.Tests[row.Test].Test.Name,
				orTheDefaults(s.Space.FormatSettings(s.Space.Difference(row.Pair[0]))), cmp.Or(s.Space.FormatSettings(changes(row.Pair[0], row.Pair[1])), "(the same)"),
				decision, nil, s.Space.FormatConfiguration(row.Pair[0]), s.Space.FormatConfiguration(row.Pair[1]))
		} else {
			cells = append(cells, nil, nil, nil, nil, row.Why, nil, nil)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func orTheDefaults(settings string) string { return cmp.Or(settings, "(the defaults)") }

// mcdcLines is how many conditions of each verdict people see.
const mcdcLines = 10

// WriteMCDC writes what MC/DC over configurations comes to, for people: counts, and some conditions of each verdict, or all.
func (s *Study) WriteMCDC(w io.Writer, l Layout, x *MCDC, run string, all bool) error {
	if l.Width <= 0 || l.Width > 100 {
		l.Width = 80
	}
	a := &answer{s: s, l: l}
	if !s.Exact() {
		a.incomplete()
	}
	a.text(l.Bold, fmt.Sprintf("%s, %s. Options decide %s of these: %d shown to be independent, %d not, %d not decided.",
		many(x.Decisions, "decision"), many(x.Conditions, "condition"), thousands(fmt.Sprint(len(x.ByOptions))), x.Counts[coverage.Shown], x.Counts[coverage.NotShown], x.Counts[coverage.Open]))
	for _, v := range verdictOrder {
		if x.Counts[v] == 0 {
			continue
		}
		a.add("")
		a.add("%s: %s", l.Bold(many(x.Counts[v], "condition")), verdictTexts[v])
		a.mcdcRows(x, v, all)
	}
	a.add("")
	a.commands([][2]string{
		{fmt.Sprintf("confcov mcdc %s --all", run), "all conditions"},
		{fmt.Sprintf("confcov mcdc %s --format csv", run), "whole configurations"},
		{fmt.Sprintf("confcov explain %s %s", run, s.mcdcExample(x)), "who reaches an outcome"},
	})
	_, err := io.WriteString(w, strings.Join(a.lines, "\n")+"\n")
	return err
}

// mcdcRows lists the conditions of one verdict.
func (a *answer) mcdcRows(x *MCDC, v coverage.Verdict, all bool) {
	s, n := a.s, 0
	for _, row := range x.ByOptions {
		if row.Verdict != v {
			continue
		}
		if n++; !all && n > mcdcLines {
			continue
		}
		head := fmt.Sprintf("  %-24s", s.conditionName(row.Outcome))
		if v != coverage.Shown {
			a.hanging(head+" ", row.Why)
			continue
		}
		first, second := s.Space.Difference(row.Pair[0]), changes(row.Pair[0], row.Pair[1])
		if len(second) == 0 {
			a.hanging(head+" both with ", s.shortSettings(first, a.l.Width-len(head)-11))
			continue
		}
		before, after := besides(first, second)
		a.hanging(head+" true  with ", s.shortSettings(first, a.l.Width-len(head)-12))
		a.hanging(strings.Repeat(" ", len(head))+" false "+before+" ", s.shortSettings(second, a.l.Width-len(head)-12-len(after))+after)
	}
	if n > mcdcLines && !all {
		a.add("  and %d more (--all shows them)", n-mcdcLines)
	}
}

// besides returns the words around settings that a configuration has besides the first ones, or instead of some of these.
func besides(first, second confspace.Settings) (before, after string) {
	again := 0
	for _, x := range first {
		if slices.ContainsFunc(second, func(y confspace.Setting) bool { return y.Option == x.Option }) {
			again++
		}
	}
	switch again {
	case len(first):
		return "with", ""
	case 0:
		return "also", ""
	}
	return "with", " instead"
}

// mcdcExample names an outcome to explain.
func (s *Study) mcdcExample(x *MCDC) string {
	if len(x.ByOptions) == 0 {
		return s.example()
	}
	return place(s.Universe.Element(coverage.Outcome, x.ByOptions[0].Outcome))
}
