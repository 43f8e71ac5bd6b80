package reports

// This file writes what native runs of a study's tests cost, beside what exploring them did: see docs/baseline.md.

import (
	"fmt"
	"strings"
)

// NativeCost is a measurement of confcov baseline.
type NativeCost struct {
	Subject   string   `json:"subject"`
	Per       string   `json:"per"`     // "path", "condition" or "configuration"
	Options   []string `json:"options"` // with "configuration": those that vary
	Tests     int      `json:"tests"`
	Runs      int      `json:"runs"`
	Native    float64  `json:"native_seconds"`    // the sum of the runs
	Processor float64  `json:"processor_seconds"` //
	Wall      float64  `json:"wall_seconds"`      // several runs at a time
	Explore   float64  `json:"explore_seconds"`   // what exploring the same tests took
	Explored  int      `json:"explored_lines"`
	Missed    int      `json:"missed_lines"` // lines that no run reached though some configuration does
	Differ    int      `json:"differ"`       // runs that did not reach just the lines that were explored for their configurations
}

// nativeTable returns the measurements as a table.
func (c *Costs) nativeTable() *Table {
	t := &Table{Name: "native_costs", Columns: []Column{
		{"subject", "Subject"},
		{"runs_for", "A run for each"},
		{"tests", "Tests"},
		{"runs", "Runs"},
		{"native_seconds", "Natively"},
		{"run_milliseconds", "A run"},
		{"processor_seconds", "Processor time"},
		{"explore_seconds", "Explored in"},
		{"factor", "Factor"},
		{"explored_lines", "Lines explored"},
		{"missed_lines", "Missed natively"},
		{"differ", "Runs that differ"},
	}}
	for i := range c.Native {
		x := &c.Native[i]
		per := x.Per
		switch per {
		case "condition":
			per = "side of a condition"
		case "configuration":
			per = "configuration of " + strings.Join(x.Options, ", ")
		}
		row := []any{
			x.Subject, per, x.Tests, x.Runs, duration(x.Native), nil, duration(x.Processor), nil, nil, x.Explored, x.Missed, x.Differ,
		}
		if x.Runs > 0 {
			row[5] = fmt.Sprintf("%.0f ms", 1000*x.Native/float64(x.Runs))
		}
		if x.Explore > 0 {
			row[7], row[8] = duration(x.Explore), fmt.Sprintf("%.1f", x.Native/x.Explore)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// nativeLine says what the table is of.
const nativeLine = "The same tests run natively with gcov's counters, as confcov baseline measures it: under one configuration of each path, inside and outside each condition, or under every " +
	"configuration of some options, with which alone exploring was measured, too. Except for the last, which configurations are worth a run is known from exploring only."
