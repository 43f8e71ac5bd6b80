package crosscheck

// This file sums records up, as Kapus and Cadar do in their Table II.

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/reports"
)

// total is one row of the summary.
type total struct {
	name                       string
	programs, compared, lines  int
	agree, explained           int
	differ, passed, incomplete int
	native, engine             float64
	oracles                    map[string]int
}

// Summary returns the table of a batch.
func (r *Result) Summary() *reports.Table {
	var rows []*total
	row := func(name string) *total {
		i := slices.IndexFunc(rows, func(t *total) bool { return t.name == name })
		if i < 0 {
			rows = append(rows, &total{name: name, oracles: map[string]int{}})
			i = len(rows) - 1
		}
		return rows[i]
	}
	for _, m := range Modes() {
		for _, c := range append([]Constrainer{0}, Constrainers()...) {
			for i := range r.Records {
				rec := &r.Records[i]
				if rec.Mode == m.String() && rec.Constrainer == c.String() {
					name := rec.Mode
					if c != 0 {
						name += " " + rec.Constrainer
					}
					row(name).add(rec)
				}
			}
		}
	}
	t := &reports.Table{Name: "crosscheck", Title: "Programs run natively and in the engine", Columns: []reports.Column{
		{Key: "mode", Name: "mode"},
		{Key: "programs", Name: "programs"},
		{Key: "lines", Name: "lines"},
		{Key: "native_ms", Name: "native ms"},
		{Key: "engine_ms", Name: "engine ms"},
		{Key: "ratio", Name: "ratio"},
		{Key: "agree", Name: "agree"},
		{Key: "explained", Name: "explained"},
		{Key: "differ", Name: "differ"},
		{Key: "differ_by", Name: "by oracle"},
		{Key: "passed_over", Name: "passed over"},
		{Key: "incomplete", Name: "incomplete"},
	}}
	for _, x := range rows {
		t.Rows = append(t.Rows, x.row())
	}
	if r.Stopped != "" {
		t.Notes = append(t.Notes, "Not all programs were checked: "+r.Stopped+".")
	}
	t.Notes = append(t.Notes, r.reasons()...)
	t.Notes = append(t.Notes, r.reductions()...)
	return t
}

func (t *total) add(r *Record) {
	t.programs++
	switch r.Outcome {
	case Agree:
		t.agree++
	case Explained:
		t.explained++
	case Differ:
		t.differ++
		seen := map[string]bool{}
		for _, f := range r.Findings {
			if !seen[f.Oracle] {
				seen[f.Oracle] = true
				t.oracles[f.Oracle]++
			}
		}
	case Passed:
		t.passed++
		return
	case Incomplete:
		t.incomplete++
	}
	t.compared++
	t.lines += r.Lines
	t.native += r.Native
	t.engine += r.Engine
}

// row returns the cells. Means are over the programs that were compared.
func (t *total) row() []any {
	var lines, native, engine, ratio any
	if t.compared > 0 {
		n := float64(t.compared)
		lines, native, engine = int(float64(t.lines)/n+0.5), millis(t.native/n), millis(t.engine/n)
		if t.native > 0 {
			ratio = int(t.engine/t.native + 0.5)
		}
	}
	var by []string
	for _, o := range trace.Oracles() {
		if n := t.oracles[o.String()]; n > 0 {
			by = append(by, fmt.Sprintf("%s %d", o, n))
		}
	}
	return []any{t.name, t.programs, lines, native, engine, ratio, t.agree, t.explained, t.differ, strings.Join(by, ", "), t.passed, t.incomplete}
}

// millis returns seconds as milliseconds, with one decimal.
func millis(x float64) float64 { return math.Round(x*10000) / 10 }

// reasons counts why programs are explained, passed over or incomplete.
func (r *Result) reasons() []string {
	counts := map[string]int{}
	for i := range r.Records {
		if rec := &r.Records[i]; rec.Reason != "" {
			why, _, _ := strings.Cut(rec.Reason, ": ")
			counts[string(rec.Outcome)+": "+why]++
		}
	}
	var notes []string
	for _, why := range slices.Sorted(maps.Keys(counts)) {
		notes = append(notes, fmt.Sprintf("%d %s.", counts[why], why))
	}
	return notes
}

// reductions says what became of the failing programs.
func (r *Result) reductions() []string {
	reduced, counts := 0, map[string]int{}
	for i := range r.Records {
		switch rec := &r.Records[i]; {
		case rec.Reduced > 0:
			reduced++
		case rec.Reduction != "":
			counts[rec.Reduction]++
		}
	}
	var notes []string
	if reduced > 0 {
		notes = append(notes, fmt.Sprintf("%d failing programs were reduced.", reduced))
	}
	for _, how := range slices.Sorted(maps.Keys(counts)) {
		notes = append(notes, fmt.Sprintf("%d failing programs were not reduced: %s.", counts[how], how))
	}
	return notes
}

// Tables returns the summary, and with stages how long the parts of the work took.
func (r *Result) Tables(stages bool) []*reports.Table {
	tables := []*reports.Table{r.Summary()}
	if !stages {
		return tables
	}
	t := &reports.Table{Name: "stages", Title: "Milliseconds for one program (mean)", Columns: []reports.Column{
		{Key: "stage", Name: "stage"}, {Key: "ms", Name: "ms"},
	}}
	sums := map[string]float64{}
	for i := range r.Records {
		for name, s := range r.Records[i].Stages {
			sums[name] += s
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		t.Rows = append(t.Rows, []any{name, millis(sums[name] / float64(len(r.Records)))})
	}
	return append(tables, t)
}

// Tables returns the verdict about one program, and its findings where there are any.
func (v *Verdict) Tables(program string, m Mode) []*reports.Table {
	t := &reports.Table{Name: "verdict", Columns: []reports.Column{
		{Key: "program", Name: "program"}, {Key: "mode", Name: "mode"}, {Key: "outcome", Name: "outcome"}, {Key: "reason", Name: "reason"}, {Key: "paths", Name: "paths"},
	}}
	t.Rows = append(t.Rows, []any{program, m.String(), string(v.Outcome), v.Reason, v.Paths})
	findings := &reports.Table{Name: "findings", Columns: []reports.Column{
		{Key: "oracle", Name: "oracle"}, {Key: "difference", Name: "difference"}, {Key: "stack", Name: "stack"},
	}}
	for _, f := range v.Findings {
		findings.Rows = append(findings.Rows, []any{f.Oracle, f.Text, f.Stack})
	}
	if len(findings.Rows) == 0 {
		return []*reports.Table{t}
	}
	return []*reports.Table{t, findings}
}

// OracleNames returns the names of the oracles.
func OracleNames() []string {
	var names []string
	for _, o := range trace.Oracles() {
		names = append(names, o.String())
	}
	return names
}

// Compared returns for how many programs something was compared.
func (r *Result) Compared() int {
	n := 0
	for i := range r.Records {
		if r.Records[i].Outcome != Passed {
			n++
		}
	}
	return n
}

// Differing returns how many programs disagree.
func (r *Result) Differing() int {
	n := 0
	for i := range r.Records {
		if r.Records[i].Outcome == Differ {
			n++
		}
	}
	return n
}
