package reports

// This file checks what is said where an element is guaranteed by more minimal settings than are listed.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// chainStudy is a study of a program in which each of n options can have one value with which the program gives up, and two others that something else tells apart:
// line i+1 is reached where the options up to i have one of these, which are 2^i ways.
func chainStudy(t *testing.T, n int) *Study {
	sp := &confspace.Space{}
	for i := range n {
		sp.Options = append(sp.Options, confspace.Option{
			Name: fmt.Sprint("o", i), Domain: confspace.Domain{Kind: confspace.DomainRange, Max: 2, Bits: 32},
		})
	}
	sets, u := confspace.NewSets(sp), &coverage.Universe{}
	for i := range 2 * n {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1), Func: "f"})
	}
	var chain []any
	var reached []int
	good := "true"
	for i := range n {
		chain = append(chain, fmt.Sprintf("%s & o%d=2", good, i), append([]int(nil), reached...))
		good += fmt.Sprintf(" & o%d!=2", i)
		reached = append(reached, i)
	}
	tests := []*path.Test{exitsOf(t, sets, u, "chain", path.Merged, append(chain, good, reached)...)}
	for i := range n {
		tests = append(tests, exitsOf(t, sets, u, fmt.Sprint("t", i), path.Merged, fmt.Sprintf("o%d=1", i), []int{n + i}, fmt.Sprintf("o%d!=1", i), []int{}))
	}
	s, err := memoryStudy(t, sets, u, &path.Run{Finished: true}, tests, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestUnlisted(t *testing.T) {
	s := chainStudy(t, 20)
	a := s.Results[0].Analysis
	if got := a.CompleteTo(); got != 14 {
		t.Errorf("complete up to strength %d, want 14: 2^14 are listed of an element", got)
	}
	const note = "Of some elements (6 of 40 of line coverage; a.c:15 among them) there are too many minimal settings to find and list all, at most 16,384 of one element and 131,072 of a criterion: " +
		"all of up to 14 settings are listed, and of each element those of up to a strength of its own."
	tables := []*Table{s.Strengths(), s.Guaranteed(), s.Interactions()}
	explained, err := s.Explain("a.c:18")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range append(tables, explained) {
		if !strings.Contains(strings.Join(x.Notes, "\n"), note) {
			t.Errorf("%s: notes %q, want %q", x.Name, x.Notes, note)
		}
	}
	if got, want := explained.Rows[0][4], (Bounded{18, AtLeast}); got != any(want) {
		t.Errorf("line 18 has strength %v, want %v", got, want)
	}
	row := s.Strengths().Rows[0]
	if got, want := row[14], any(1<<14); got != want {
		t.Errorf("%v interactions of strength 14, want %v", got, want)
	}
	if got, want := row[len(row)-1], (Bounded{1<<15 - 2 + 20 - 1, AtLeast}); got != any(want) {
		t.Errorf("%v interactions, want %v", got, want)
	}
	last := s.Guaranteed().Rows[len(s.Guaranteed().Rows)-1]
	if got, want := last[2], any(34); got != want {
		t.Errorf("%v elements are guaranteed at strength 14, want %v", got, want)
	}
	var text strings.Builder
	if err := s.ExplainText(&text, Layout{Width: 200}, "a.c:18", true, nil); err != nil {
		t.Fatal(err)
	}
	if want := "more than 17 settings guarantee it"; !strings.Contains(text.String(), want) {
		t.Errorf("explained as\n%s, want %q", text.String(), want)
	}
	if a.Complete[0] != interactions.All {
		t.Errorf("line 1 is complete up to %d", a.Complete[0])
	}
	for i, want := range map[int]*int32{14: nil, 18: new(int32)} {
		row := s.coverageRows()[i-1]
		if want != nil {
			*want = 17
		}
		if (row.Listed == nil) != (want == nil) || want != nil && *row.Listed != *want {
			t.Errorf("line %d is listed up to %v", i, row.Listed)
		}
	}
}
