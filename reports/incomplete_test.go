package reports

// This file checks that every format of an incomplete study says what its numbers are worth.

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// unfinishedRun is orTests' program with an error on one path, one that a limit ended, and one with a wide condition.
func unfinishedRun(t *testing.T) (*path.Dir, *Study) {
	sets, u, tests := orTests(t, path.Merged, path.Expanded)
	at := []path.Frame{{Func: "main", File: "or.c", Line: 4}}
	tests[0].Paths[0].End = path.Termination{Kind: path.Budget, Message: "limit of 2 <&> instructions", Stack: at}
	tests[0].Limits = []path.Limit{{Kind: path.LimitBudget, Message: "limit of 2 <&> instructions"}}
	p := &tests[1].Paths[1]
	p.End = path.Termination{Kind: path.MemoryError, Message: "out-of-bounds read", Stack: at}
	p.Notes = []path.Note{{Kind: path.NoteWide, Message: path.Wide}}
	p.Condition, p.Witness = sets.Or(p.Condition, tests[1].Paths[0].Condition), confspace.Configuration{2}
	tests[1].Limits = []path.Limit{{Kind: path.LimitWide}}
	run := path.Run{Subject: path.Subject{Name: "or"}}
	d := writeRun(t, run, u, sets.Space(), tests)
	s, err := Load(d, Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	return d, s
}

// writeRun writes a run directory.
func writeRun(t *testing.T, run path.Run, u *coverage.Universe, space *confspace.Space, tests []*path.Test) *path.Dir {
	t.Helper()
	var plan []path.Plan
	for _, x := range tests {
		x.Key = "k"
		plan = append(plan, path.Plan{Name: x.Name, Mode: x.Mode, Key: x.Key})
	}
	d, err := path.Create(filepath.Join(t.TempDir(), "run"), run, u, space, plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range tests {
		if err := d.WriteTest(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Finish(nil); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestIncomplete(t *testing.T) {
	_, s := unfinishedRun(t)
	tables := s.All()
	for _, ask := range []func(string) (*Table, error){s.Explain, s.Guarantee} {
		what := "or.c:4"
		if len(tables) > len(s.All()) {
			what = "x=1"
		}
		x, err := ask(what)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, x)
	}
	for name, f := range map[string]Format{"incomplete.txt": FormatTable, "incomplete.json": FormatJSON, "incomplete.csv": FormatCSV, "incomplete.md": FormatMarkdown} {
		var b bytes.Buffer
		if err := WriteTables(&b, f, tables...); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
	}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"lcov": func(b *bytes.Buffer) error { return s.Lcov(b, "") },
		"plot": func(b *bytes.Buffer) error { return s.PlotPaths(b, "svg") }, "plot of guarantees": func(b *bytes.Buffer) error { return s.PlotGuaranteed(b, "svg") },
		"graph": func(b *bytes.Buffer) error { return s.Graph(b, coverage.Line) },
		"html": func(b *bytes.Buffer) error {
			_, err := b.WriteString(readFile(t, htmlOf(t, s), "source", "or.c.html"))
			return err
		},
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if text := strings.ToLower(b.String()); !strings.Contains(text, "incomplete") || name == "lcov" && !strings.Contains(text, "tn:or_at_least\n") {
			t.Errorf("%s does not say that the run is incomplete:\n%s", name, text)
		}
	}
}

// TestIncompleteRows: the rows of result files say that they are not exact, and claim no minimum.
func TestIncompleteRows(t *testing.T) {
	d, s := unfinishedRun(t)
	if err := s.Save(d); err != nil {
		t.Fatal(err)
	}
	covering := readResult[coveringRow](d, coveringFile)
	for _, r := range covering {
		if r.Exact || r.LowerBound != nil || r.Minimal || len(r.Proof) > 0 {
			t.Errorf("%+v", r)
		}
	}
	for _, r := range readResult[errorRow](d, errorsFile) {
		if r.Exact || r.Fraction == nil || *r.Fraction != 1.0/3 { // the witness alone
			t.Errorf("%+v", r)
		}
	}
	rows := readResult[coverageRow](d, coverageFile)
	for _, r := range rows {
		if r.Exact {
			t.Errorf("%+v", r)
		}
	}
	if len(covering) == 0 || len(rows) != 6 {
		t.Errorf("%d rows of covering sets, %d of coverage", len(covering), len(rows))
	}
}
