package main

import (
	"testing"

	"github.com/confcov/confcov/reports"
)

// TestNote: what a subject cost is kept as long as its run is the same, and adds up where an interrupted one is continued.
func TestNote(t *testing.T) {
	costs := &reports.Costs{}
	attempt := func(run string, wall float64, memory int64) reports.Cost {
		return reports.Cost{Subject: "s", Run: run, Wall: wall, Processor: 2 * wall, Memory: memory, Parts: 1, Jobs: 2}
	}
	for _, c := range []struct {
		name   string
		now    reports.Cost
		before runState
		want   reports.Cost
	}{
		{"there was a run already", attempt("a", 1, 10), runState{digest: "a", finished: true, seconds: 70}, reports.Cost{Subject: "s", Run: "a", Wall: 70, Parts: 1}},
		{"the first attempt", attempt("b", 5, 10), runState{}, attempt("b", 5, 10)},
		{"nothing to do", attempt("b", 1, 99), runState{digest: "b", finished: true}, attempt("b", 5, 10)},
		{"another run, interrupted", attempt("c", 6, 20), runState{digest: "b", finished: true}, attempt("c", 6, 20)},
		{"continued", attempt("d", 4, 15), runState{digest: "c"}, reports.Cost{Subject: "s", Run: "d", Wall: 10, Processor: 20, Memory: 20, Parts: 2, Jobs: 2}},
		{"continued after something else", attempt("e", 4, 15), runState{digest: "x"}, attempt("e", 4, 15)},
	} {
		note(costs, c.now, c.before)
		if len(costs.Subjects) != 1 || costs.Subjects[0] != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, costs.Subjects, c.want)
		}
	}
}
