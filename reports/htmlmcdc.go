package reports

// This file makes the page about MC/DC over configurations.

import (
	"fmt"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/reports/page"
)

// pageMCDC returns what pages say of MC/DC; nil: nothing is known.
func (s *Study) pageMCDC() *page.MCDC {
	if s.Decisions == nil || s.Result(coverage.Outcome) == nil {
		return nil
	}
	x, err := s.MCDC(s.Decisions)
	if err != nil {
		return nil
	}
	out := &page.MCDC{Lead: fmt.Sprintf("%s, %s. Options decide %s of these.", many(x.Decisions, "decision"), many(x.Conditions, "condition"), thousands(fmt.Sprint(len(x.ByOptions))))}
	for _, v := range []struct {
		verdict coverage.Verdict
		text    string
	}{{coverage.Shown, "shown by a pair"}, {coverage.NotShown, "by none"}, {coverage.Open, "not decided"}} {
		out.Counts = append(out.Counts, page.MCDCCount{Count: x.Counts[v.verdict], Text: v.text})
	}
	tests := s.Result(coverage.Outcome).Total.Tests
	for _, row := range s.mcdcRows(x) {
		e := s.Universe.Element(coverage.Outcome, row.Outcome)
		r := page.MCDCRow{Name: s.conditionName(row.Outcome), Place: page.Place{File: e.File, Line: int(e.Line), Func: e.Func}, Verdict: row.Verdict.String(), Why: row.Why}
		if row.Verdict == coverage.Shown {
			r.Test = tests[row.Test].Test.Name
			r.True, r.False = s.pageSettings(s.Space.Difference(row.Pair[0])), s.pageSettings(s.Space.Difference(row.Pair[1]))
			r.Changes = s.pageSettings(changes(row.Pair[0], row.Pair[1]))
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}
