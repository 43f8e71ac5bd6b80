package main

// This file makes the tables of `confcov replay`.

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/replay"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// replayTables makes the tables of a replay of a subject of that name.
type replayTables struct {
	*replay.Replayer
	subject string
}

// all returns all tables that have rows.
func (r replayTables) all() []*reports.Table {
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
func (r replayTables) interpreted() *reports.Table {
	t := &reports.Table{Name: "replayed", Title: "Paths run again by the interpreter", Columns: append([]reports.Column{
		{Key: "test", Name: "test"},
		{Key: "paths", Name: "paths"},
		{Key: "replayed", Name: "replayed"},
		{Key: "agree", Name: "agree"},
		{Key: "differ", Name: "differ"},
	}, oracleColumns("coverage")...)}
	t.Columns = append(t.Columns, reports.Column{Key: "not_replayed", Name: "not replayed"})
	list := r.Tallies()
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
func (r replayTables) natively() *reports.Table {
	t := &reports.Table{Name: "replayed_natively", Title: "Their configurations run natively", Columns: append([]reports.Column{
		{Key: "test", Name: "test"},
		{Key: "configurations", Name: "configurations"},
		{Key: "replayed", Name: "replayed"},
		{Key: "agree", Name: "agree"},
		{Key: "explained", Name: "explained"},
		{Key: "differ", Name: "differ"},
	}, oracleColumns("lines")...)}
	t.Columns = append(t.Columns, reports.Column{Key: "not_replayed", Name: "not replayed"})
	if r.Native == nil {
		return t
	}
	if r.Native.Reason != "" {
		t.Notes = append(t.Notes, "Nothing was run natively: "+r.Native.Reason)
	}
	list := r.Tallies()
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

func (r replayTables) differences() *reports.Table {
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
	for _, d := range r.Disagreements() {
		by := "interpreter"
		if d.Native {
			by = "native"
		}
		t.Rows = append(t.Rows, []any{
			d.Test.Name, d.Mode.String(), d.Path, by, d.Oracle.String(), d.Text,
			r.Campaign.Subject.Space().FormatSettings(replay.SymbolicSettings(d.Test, d.Configuration)), r.command(d.Test, d.Mode, d.Configuration),
		})
	}
	return t
}

// command returns the command that runs the test under the configuration.
func (r replayTables) command(t *subjects.Test, m path.Mode, c confspace.Configuration) string {
	sp := r.Campaign.Subject.Space()
	args := []string{"confcov run --subject", r.subject, "--test", t.Name}
	if m != path.Both {
		args = append(args, "--mode", m.String())
	}
	if r.Campaign.Limits.PathSteps != 0 {
		args = append(args, fmt.Sprintf("--limit-steps %d", r.Campaign.Limits.PathSteps))
	}
	if s := sp.Difference(sp.Defaults().With(replay.SymbolicSettings(t, c))); len(s) > 0 {
		args = append(args, "--config", shellWord(sp.FormatSettings(s)))
	}
	return strings.Join(args, " ")
}

// plainWord is what a shell takes as it is.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_=,./:@+-]+$`)

// shellWord returns text as one word for a shell.
func shellWord(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

func (r replayTables) explained() *reports.Table {
	t := &reports.Table{Name: "explained", Title: "Differences of native runs that are to be expected", Columns: []reports.Column{
		{Key: "reason", Name: "reason"}, {Key: "runs", Name: "runs"}, {Key: "test", Name: "first in test"}, {Key: "oracle", Name: "oracle"}, {Key: "difference", Name: "difference"},
	}}
	counts, first := map[string]int{}, map[string][]any{}
	for _, e := range r.Results {
		if e.Native == nil {
			continue
		}
		for _, x := range e.Native.Explained {
			if counts[x.Reason]++; first[x.Reason] == nil {
				first[x.Reason] = []any{e.Test.Name, x.Oracle.String(), x.Text}
			}
		}
	}
	for _, reason := range replay.Reasons(counts) {
		t.Rows = append(t.Rows, append([]any{reason, counts[reason]}, first[reason]...))
	}
	return t
}

func (r replayTables) skipped() *reports.Table {
	t := &reports.Table{Name: "not_replayed", Title: "Not replayed", Columns: []reports.Column{
		{Key: "what", Name: "what"}, {Key: "reason", Name: "reason"}, {Key: "count", Name: "count"},
	}}
	if r.Absent > 0 {
		t.Rows = append(t.Rows, []any{"test", "the run has not explored it to its end", r.Absent})
	}
	list := r.Tallies()
	all := replay.Total(list)
	for _, reason := range replay.Reasons(all.Skipped) {
		t.Rows = append(t.Rows, []any{"path", reason, all.Skipped[reason]})
	}
	for _, reason := range replay.Reasons(all.NotNative) {
		t.Rows = append(t.Rows, []any{"native run", reason, all.NotNative[reason]})
	}
	return t
}
