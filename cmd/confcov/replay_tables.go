package main

// This file makes the tables of `confcov replay`.

import (
	"fmt"
	"strings"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/replay"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// disagreement is one difference that nothing explains.
type disagreement struct {
	e      *replayed
	mode   path.Mode
	path   int // -1: of a native run
	native bool
	trace.Difference
}

// disagreements lists them in order.
func (r *replayer) disagreements() []disagreement {
	var list []disagreement
	for _, e := range r.results {
		for _, got := range e.got {
			for _, d := range got.Differences {
				list = append(list, disagreement{e, got.Mode, got.Path, false, d})
			}
		}
		if e.native != nil {
			for _, d := range e.native.Differences {
				list = append(list, disagreement{e, path.Merged, e.got[0].Path, true, d})
			}
		}
	}
	return list
}

// tables returns all tables that have rows.
func (r *replayer) tables() []*reports.Table {
	tables := []*reports.Table{r.interpreted()}
	for _, t := range []*reports.Table{r.natively(), r.differences(), r.explained(), r.skipped()} {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// oracles are those by which runs are compared.
var oracles = []trace.Oracle{trace.Crash, trace.Output, trace.Chain, trace.Coverage}

func oracleColumns(coverage string) []reports.Column {
	return []reports.Column{
		{Key: "end", Name: "end"}, {Key: "output", Name: "output"}, {Key: "calls", Name: "calls"}, {Key: coverage, Name: coverage},
	}
}

// interpreted counts paths that the concrete interpreter ran.
func (r *replayer) interpreted() *reports.Table {
	t := &reports.Table{Name: "replayed", Title: "Paths run again by the interpreter", Columns: append([]reports.Column{
		{Key: "test", Name: "test"},
		{Key: "paths", Name: "paths"},
		{Key: "replayed", Name: "replayed"},
		{Key: "agree", Name: "agree"},
		{Key: "differ", Name: "differ"},
	}, oracleColumns("coverage")...)}
	t.Columns = append(t.Columns, reports.Column{Key: "not_replayed", Name: "not replayed"})
	list := r.sortedTallies()
	for _, y := range append(list, replay.Total(list)) {
		row := []any{y.Test, y.Paths, y.Interpreted.Compared, y.Interpreted.Agree, y.Interpreted.Differ}
		for _, o := range oracles {
			row = append(row, y.Interpreted.ByOracle[o])
		}
		t.Rows = append(t.Rows, append(row, sum(y.Skipped)))
	}
	return t
}

// natively counts configurations that were run natively.
func (r *replayer) natively() *reports.Table {
	t := &reports.Table{Name: "replayed_natively", Title: "Their configurations run natively", Columns: append([]reports.Column{
		{Key: "test", Name: "test"},
		{Key: "configurations", Name: "configurations"},
		{Key: "replayed", Name: "replayed"},
		{Key: "agree", Name: "agree"},
		{Key: "explained", Name: "explained"},
		{Key: "differ", Name: "differ"},
	}, oracleColumns("lines")...)}
	t.Columns = append(t.Columns, reports.Column{Key: "not_replayed", Name: "not replayed"})
	if r.native == nil {
		return t
	}
	if r.native.reason != "" {
		t.Notes = append(t.Notes, "Nothing was run natively: "+r.native.reason)
	}
	list := r.sortedTallies()
	for _, y := range append(list, replay.Total(list)) {
		n := &y.Native
		row := []any{y.Test, n.Compared + sum(y.NotNative), n.Compared, n.Agree, n.Explained, n.Differ}
		for _, o := range oracles {
			row = append(row, n.ByOracle[o])
		}
		t.Rows = append(t.Rows, append(row, sum(y.NotNative)))
	}
	return t
}

func sum(m map[string]int) int {
	n := 0
	for _, k := range m {
		n += k
	}
	return n
}

func (r *replayer) differences() *reports.Table {
	t := &reports.Table{Name: "differences", Title: "Disagreements", Columns: []reports.Column{
		{Key: "test", Name: "test"},
		{Key: "mode", Name: "mode"},
		{Key: "path", Name: "path"},
		{Key: "by", Name: "by"},
		{Key: "oracle", Name: "oracle"},
		{Key: "difference", Name: "first difference"},
		{Key: "configuration"},
		{Key: "command", Name: "command"},
	}}
	for _, d := range r.disagreements() {
		by := "interpreter"
		if d.native {
			by = "native"
		}
		t.Rows = append(t.Rows, []any{
			d.e.test.Name, d.mode.String(), d.path, by, d.Oracle.String(), d.Text,
			r.x.subject.Space().FormatSettings(symbolicSettings(d.e.test, d.e.config)), r.command(d.e.test, d.mode, d.e.config),
		})
	}
	return t
}

// command returns the command that runs the test under the configuration.
func (r *replayer) command(t *subjects.Test, m path.Mode, c confspace.Configuration) string {
	sp := r.x.subject.Space()
	args := []string{"confcov run --subject", r.x.flags.name, "--test", t.Name}
	if m != path.Merged {
		args = append(args, "--mode", m.String())
	}
	if r.x.flags.steps != 0 {
		args = append(args, fmt.Sprintf("--limit-steps %d", r.x.flags.steps))
	}
	if s := sp.Difference(sp.Defaults().With(symbolicSettings(t, c))); len(s) > 0 {
		args = append(args, "--config", sp.FormatSettings(s))
	}
	return strings.Join(args, " ")
}

func (r *replayer) explained() *reports.Table {
	t := &reports.Table{Name: "explained", Title: "Differences of native runs that are to be expected", Columns: []reports.Column{
		{Key: "reason", Name: "reason"}, {Key: "runs", Name: "runs"}, {Key: "test", Name: "first in test"}, {Key: "oracle", Name: "oracle"}, {Key: "difference", Name: "difference"},
	}}
	counts, first := map[string]int{}, map[string][]any{}
	for _, e := range r.results {
		if e.native == nil {
			continue
		}
		for _, x := range e.native.Explained {
			if counts[x.Reason]++; first[x.Reason] == nil {
				first[x.Reason] = []any{e.test.Name, x.Oracle.String(), x.Text}
			}
		}
	}
	for _, reason := range replay.Reasons(counts) {
		t.Rows = append(t.Rows, append([]any{reason, counts[reason]}, first[reason]...))
	}
	return t
}

func (r *replayer) skipped() *reports.Table {
	t := &reports.Table{Name: "not_replayed", Title: "Not replayed", Columns: []reports.Column{
		{Key: "what", Name: "what"}, {Key: "reason", Name: "reason"}, {Key: "count", Name: "count"},
	}}
	if r.absent > 0 {
		t.Rows = append(t.Rows, []any{"test", "the run has not explored it to its end", r.absent})
	}
	list := r.sortedTallies()
	all := replay.Total(list)
	for _, reason := range replay.Reasons(all.Skipped) {
		t.Rows = append(t.Rows, []any{"path", reason, all.Skipped[reason]})
	}
	for _, reason := range replay.Reasons(all.NotNative) {
		t.Rows = append(t.Rows, []any{"native run", reason, all.NotNative[reason]})
	}
	return t
}
