package reports

// This file writes the HTML report: an index with all tables and figures, and
// every source file with the conditions under which its lines are reached.

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

//go:embed templates/page.html
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "templates/page.html"))

type htmlCell struct {
	Text    string
	Link    string
	Numeric bool
}

type htmlColumn struct {
	Name    string
	Numeric bool
}

type htmlTable struct {
	Name, Title string
	Columns     []htmlColumn
	Rows        [][]htmlCell
	Notes       []string
}

// htmlOf turns a table into one for the template; link, which may be nil, gives the target of a cell of the first column.
func htmlOf(t *Table, link func(text string) string) htmlTable {
	h := htmlTable{Name: t.Name, Title: t.Title, Notes: t.notes()}
	for i, c := range t.Columns {
		if c.Name != "" {
			h.Columns = append(h.Columns, htmlColumn{c.Name, t.numeric(i)})
		}
	}
	for _, row := range t.Rows {
		var cells []htmlCell
		for i, cell := range row {
			if t.Columns[i].Name == "" {
				continue
			}
			c := htmlCell{Text: pretty(cell), Numeric: t.numeric(i)}
			if i == 0 && link != nil {
				c.Link = link(c.Text)
			}
			cells = append(cells, c)
		}
		h.Rows = append(h.Rows, cells)
	}
	return h
}

// pageName returns the name of the page of a source file, in the folder files.
func pageName(file string) string {
	return strings.NewReplacer("/", "__", "%", "_", "?", "_", "#", "_").Replace(file) + ".html"
}

// HTML writes the report into the folder dir, which it creates. source returns the text of a
// file of the universe; where it fails, the report shows line numbers alone.
func (s *Study) HTML(dir string, source func(file string) ([]byte, error)) error {
	if err := os.MkdirAll(filepath.Join(dir, "files"), 0o755); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	files := map[string]bool{}
	for _, f := range s.Universe.Files() {
		files[f] = true
		text, err := source(f)
		page := s.sourcePage(f, text, err)
		if err := writePage(filepath.Join(dir, "files", pageName(f)), "source", page); err != nil {
			return err
		}
	}
	index := struct {
		Title      string
		Incomplete []string
		Tables     []htmlTable
		Guaranteed bool
		Graphs     []string
	}{Title: strings.TrimSpace(s.Run.Subject.Name + " " + s.Run.Subject.Version), Incomplete: s.Incomplete}
	for _, t := range s.All() {
		var link func(string) string
		if t.Name == "files" {
			link = func(f string) string {
				if files[f] {
					return "files/" + pageName(f)
				}
				return ""
			}
		}
		index.Tables = append(index.Tables, htmlOf(t, link))
	}
	for _, r := range s.Results {
		if r.Analysis == nil {
			continue
		}
		index.Guaranteed = true
		name := "interactions-" + r.Criterion.String() + ".dot"
		index.Graphs = append(index.Graphs, name)
		err := writeReport(filepath.Join(dir, name), func(b *bytes.Buffer) error { return s.Graph(b, r.Criterion, 0.95) })
		if err != nil {
			return err
		}
	}
	if err := writeReport(filepath.Join(dir, "paths.svg"), func(b *bytes.Buffer) error { return s.PlotPaths(b, "svg") }); err != nil {
		return err
	}
	if index.Guaranteed {
		if err := writeReport(filepath.Join(dir, "guaranteed.svg"), func(b *bytes.Buffer) error { return s.PlotGuaranteed(b, "svg") }); err != nil {
			return err
		}
	}
	return writePage(filepath.Join(dir, "index.html"), "index", index)
}

func writePage(name, tmpl string, data any) error {
	return writeReport(name, func(b *bytes.Buffer) error { return templates.ExecuteTemplate(b, tmpl, data) })
}

func writeReport(name string, write func(b *bytes.Buffer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// sourceLine is a line of a source page.
type sourceLine struct {
	Number   int
	Text     string
	State    string // "always", "some", "never"; "" where there is nothing to cover
	Class    string // anchor of its sourceClass
	Label    string // the first of the minimal settings that guarantee it, and … if there are others
	Hint     string // the condition
	Outcomes string // of the conditions on the line: how many are covered
}

// sourceClass is a distinct coverage condition of lines of one file.
type sourceClass struct {
	ID, Share, Condition string
	Settings, Tests      []string
	Lines                []uint32
}

type sourcePage struct {
	Title, Problem string
	Incomplete     bool
	Lines          []sourceLine
	Classes        []*sourceClass
}

// maxConditionCubes bounds the length of conditions in the HTML report.
const maxConditionCubes = 40

func (s *Study) sourcePage(file string, text []byte, err error) *sourcePage {
	p := &sourcePage{Title: file, Incomplete: !s.Exact()}
	if err != nil {
		p.Problem = "The source is not here: " + err.Error()
	}
	rows := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	last := len(rows)
	if len(text) == 0 {
		last = 0
	}
	elements := map[uint32][]*coverage.Element{}
	for _, r := range s.Results {
		for _, e := range s.Universe.At(r.Criterion, file, 0) {
			elements[e.Line] = append(elements[e.Line], e)
			if err != nil {
				last = max(last, int(e.Line))
			}
		}
	}
	classes := map[int32]*sourceClass{}
	for n := 1; n <= last; n++ {
		l := sourceLine{Number: n}
		if n <= len(rows) {
			l.Text = strings.TrimRight(rows[n-1], "\r")
		}
		s.annotate(&l, elements[uint32(n)], p, classes)
		p.Lines = append(p.Lines, l)
	}
	return p
}

// annotate fills in who reaches a line.
func (s *Study) annotate(l *sourceLine, elements []*coverage.Element, p *sourcePage, classes map[int32]*sourceClass) {
	outcomes := coverage.Count{}
	for _, e := range elements {
		r := s.Result(e.Criterion)
		cond := r.Total.Condition(e.ID)
		switch e.Criterion {
		case coverage.Outcome:
			outcomes.Total++
			if cond != confspace.Empty {
				outcomes.Covered++
			}
		case coverage.Line:
			if cond == confspace.Empty {
				l.State = "never"
				continue
			}
			l.State = "some"
			if cond == s.Sets.Domain() {
				l.State = "always"
			}
			k := r.Total.ClassOf[e.ID-1]
			c := classes[k]
			if c == nil {
				c = s.sourceClass(r, e, len(classes)+1)
				classes[k] = c
				p.Classes = append(p.Classes, c)
			}
			c.Lines = append(c.Lines, e.Line)
			l.Class, l.Hint = c.ID, c.Condition
			l.Label = c.Share
			if len(c.Settings) > 0 {
				l.Label = c.Settings[0]
				if len(c.Settings) > 1 {
					l.Label += " …"
				}
			}
		}
	}
	if outcomes.Total > 0 {
		l.Outcomes = fmt.Sprintf("%d/%d", outcomes.Covered, outcomes.Total)
	}
}

func (s *Study) sourceClass(r *Result, e *coverage.Element, n int) *sourceClass {
	cond := r.Total.Condition(e.ID)
	text, _ := s.conditionText(cond, maxConditionCubes)
	c := &sourceClass{ID: fmt.Sprintf("c%d", n), Share: pretty(s.boundedShare(cond)), Condition: text}
	if r.Analysis != nil {
		for _, p := range r.Analysis.MinimalFor(e.ID) {
			c.Settings = append(c.Settings, orDefaults(s.Space.FormatSettings(p)))
		}
	}
	for _, j := range r.Total.TestsOf(e.ID) {
		c.Tests = append(c.Tests, r.Total.Tests[j].Test.Name)
	}
	return c
}
