package reports

// This file writes coverage in lcov's tracefile format, for tools that show it.

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Lcov writes the total line coverage, and the outcomes of conditions as branches. The
// count of a line or outcome is the number of tests that cover it under at least one configuration. Of an incomplete study these are
// lower bounds: comments say so, and the name of the test, which tools show.
func (s *Study) Lcov(w io.Writer) error {
	b := bufio.NewWriter(w)
	lines, outcomes := s.Result(coverage.Line), s.Result(coverage.Outcome)
	name := s.Run.Subject.Name
	if !s.Exact() {
		name += "_at_least"
		for _, n := range s.notes() {
			fmt.Fprintf(b, "# At least: %s\n", strings.ReplaceAll(n, "\n", " "))
		}
	}
	for _, file := range s.Universe.Files() {
		fmt.Fprintf(b, "TN:%s\nSF:%s\n", name, file)
		if outcomes != nil {
			found, hit := 0, 0
			branch := map[uint32]int{} // by line
			for _, e := range s.Universe.At(coverage.Outcome, file, 0) {
				taken := "-"
				found++
				if n := len(outcomes.Total.TestsOf(e.ID)); n > 0 {
					hit++
					taken = fmt.Sprint(n)
				} else if lineReached(lines, s.Universe, file, e.Line) {
					taken = "0"
				}
				fmt.Fprintf(b, "BRDA:%d,0,%d,%s\n", e.Line, branch[e.Line], taken)
				branch[e.Line]++
			}
			fmt.Fprintf(b, "BRF:%d\nBRH:%d\n", found, hit)
		}
		if lines != nil {
			found, hit := 0, 0
			for _, e := range s.Universe.At(coverage.Line, file, 0) {
				n := len(lines.Total.TestsOf(e.ID))
				found++
				if n > 0 {
					hit++
				}
				fmt.Fprintf(b, "DA:%d,%d\n", e.Line, n)
			}
			fmt.Fprintf(b, "LF:%d\nLH:%d\n", found, hit)
		}
		b.WriteString("end_of_record\n")
	}
	return b.Flush()
}

// lineReached reports whether some configuration covers the line.
func lineReached(r *Result, u *coverage.Universe, file string, line uint32) bool {
	if r == nil {
		return false
	}
	for _, e := range u.At(coverage.Line, file, line) {
		if r.Total.Condition(e.ID) != confspace.Empty {
			return true
		}
	}
	return false
}
