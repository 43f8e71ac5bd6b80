package reports

// This file writes the page of a chapter, as Markdown and as HTML, and beside it the page of what the study cost, which alone differs from run to run: the
// first one shows or names the second.

import (
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
)

// ChapterFile is a file that belongs to the page of a chapter.
type ChapterFile struct {
	Name  string
	Write func(io.Writer) error
}

// The page of what the study cost, without its ending.
const costsName = "costs"

// Files returns the files of the chapter: the page, tables as CSV, figures, interactions.
func (c *Chapter) Files() []ChapterFile {
	files := []ChapterFile{{"study.md", c.markdown}, {"study.html", c.html}}
	for _, t := range c.Tables() {
		files = append(files, ChapterFile{"tables/" + t.Name + ".csv", func(w io.Writer) error { return t.Write(w, FormatCSV) }})
	}
	for _, p := range c.pairs {
		for _, v := range p.variants() {
			for _, f := range v.figures() {
				files = append(files, ChapterFile{f.file, f.write})
			}
			if v.study.lines() != nil {
				files = append(files, ChapterFile{v.interactionsFile(), func(w io.Writer) error { return v.study.AppendixB(w, coverage.Line) }})
			}
		}
	}
	return files
}

// interactionsFile is the name of the file with the interactions.
func (v variant) interactionsFile() string { return "interactions/" + v.short + ".txt" }

// chapterFigure is a figure of one subject.
type chapterFigure struct {
	number, title, file string
	write               func(io.Writer) error
}

// figures returns the figures: the ways of tests are those of all options.
func (v variant) figures() []chapterFigure {
	s := v.study
	file := func(number string) string { return fmt.Sprintf("figures/%s-%s.svg", v.short, number) }
	var list []chapterFigure
	if v.key == "" {
		list = append(list, chapterFigure{"4.4", s.pathWord("paths", "ends") + " of each test", file("4.4"), func(w io.Writer) error { return s.PlotPaths(w, "svg") }})
	}
	list = append(list, chapterFigure{"4.5", "guaranteed coverage against the number of settings", file("4.5"), func(w io.Writer) error { return s.plotGuaranteed(w, "svg", v.there) }})
	if g := s.pageGraph(); g != nil {
		list = append(list, chapterFigure{"4.6", strings.TrimSuffix(g.Caption, "."), file("4.6"), g.File})
	}
	return list
}

// section is a part of the page.
type section struct {
	Title   string
	Text    []string
	Table   *Table // nil: none
	Figures []figureLink
	Links   []figureLink
}

type figureLink struct{ Caption, File string }

// sections returns the parts of the page.
func (c *Chapter) sections() []section {
	var list []section
	for _, t := range c.tables() {
		title := "Table " + t.number
		if number, ok := strings.CutSuffix(t.number, " (figure)"); ok {
			title = "Figure " + number + ", the numbers"
		}
		list = append(list, section{Title: title + ": " + lower(t.table.Title), Text: t.remarks, Table: t.table})
	}
	figures := map[string][]figureLink{}
	var numbers []string
	interactions := section{Title: "Appendix B: the interactions of line coverage", Text: []string{
		"One a row: a=1:b=0 are two settings that guarantee lines together which neither guarantees alone. Settings that are in the same interactions are written once: " +
			"a={0,1}, or {a=1,b=0}.",
	}}
	for _, p := range c.pairs {
		for _, v := range p.variants() {
			for _, f := range v.figures() {
				if !slices.Contains(numbers, f.number) {
					numbers = append(numbers, f.number)
				}
				figures[f.number] = append(figures[f.number], figureLink{v.title() + ": " + lower(f.title), f.file})
			}
			r := v.study.lines()
			if r == nil {
				continue
			}
			n := 0
			for i := range r.Analysis.Interactions {
				if r.Analysis.Interactions[i].Strength() > 0 {
					n++
				}
			}
			interactions.Links = append(interactions.Links, figureLink{v.title() + ": " + many(n, "interaction"), v.interactionsFile()})
		}
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		list = append(list, section{Title: "Figure " + n, Text: []string{figureTexts[n]}, Figures: figures[n]})
	}
	if len(interactions.Links) > 0 {
		list = append(list, interactions)
	}
	return list
}

// figureTexts say what figures show.
var figureTexts = map[string]string{
	"4.4": "How many ways each test has, tests in ascending order. Plateaus are tests that branch on the same options.",
	"4.5": "The numbers above as curves, one for each criterion: where they are close to each other, the criteria need about the same settings. " +
		"Dashed: the lines of the dissertation, where its numbers are known.",
	"4.6": "Settings that guarantee lines together are joined. A shaded box is an interaction by itself, a solid line one of just the two boxes, a dashed line one of more.",
}

func lower(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// lead says what the page is about.
func (c *Chapter) lead() []string {
	list := []string{"The study of " + dissertation().Source + " It is repeated here with the releases and tests of today's subjects, and more options. " +
		"Where it says \"options of 2011\", those options alone are symbolic that were in the dissertation; the others have their defaults."}
	for _, f := range c.Failed {
		list = append(list, fmt.Sprintf("%s is missing: %s.", f.Subject, strings.TrimSuffix(f.Why, ".")))
	}
	for _, p := range c.pairs {
		s := p.here
		if !s.Exact() {
			var parts []string
			for _, cause := range s.Causes() {
				parts = append(parts, cause.text())
			}
			list = append(list, fmt.Sprintf("%s is incomplete: %s.", s.Run.Subject.Name, strings.Join(few(parts, maxCauses), "; ")))
		}
	}
	return list
}

const chapterTitle = "The study of chapter 4"

func (c *Chapter) markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", chapterTitle)
	for _, text := range c.lead() {
		fmt.Fprintf(&b, "\n%s\n", markdownText(text))
	}
	for _, s := range c.sections() {
		fmt.Fprintf(&b, "\n## %s\n", s.Title)
		for _, text := range s.Text {
			fmt.Fprintf(&b, "\n%s\n", markdownText(text))
		}
		if s.Table != nil {
			t := *s.Table
			t.Title = ""
			b.WriteByte('\n')
			if err := t.Write(&b, FormatMarkdown); err != nil {
				return err
			}
		}
		for _, f := range s.Figures {
			fmt.Fprintf(&b, "\n![%s](%s)\n", markdownText(f.Caption), f.File)
		}
		for _, f := range s.Links {
			fmt.Fprintf(&b, "\n- [%s](%s)\n", markdownText(f.Caption), f.File)
		}
	}
	fmt.Fprintf(&b, "\n## What it cost\n\n[%s.md](%s.md) has the time and the memory that this study took, here and there.\n", costsName, costsName)
	_, err := io.WriteString(w, b.String())
	return err
}

// chapterStyle is shared by both pages.
const chapterStyle = `<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
td:first-child { white-space: nowrap; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.notes { font-size: .85rem; opacity: .8; }
figure { margin: 1rem 0; }
img { max-width: 100%; background: #fff; }
iframe { width: 100%; height: 28rem; border: 0; }
@media (max-width: 40rem) {
  th, td { padding: .2rem .4rem; }
  th:first-child, td:first-child { white-space: normal; min-width: 6rem; position: sticky; left: 0; background: Canvas; }
}
</style>`

var chapterPage = template.Must(template.New("study").Funcs(template.FuncMap{"table": htmlTable}).Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
{{.Style}}
<h1>{{.Title}}</h1>
{{range .Lead}}<p>{{.}}</p>
{{end}}{{range .Sections}}<h2>{{.Title}}</h2>
{{range .Text}}<p>{{.}}</p>
{{end}}{{with .Table}}{{table .}}{{end}}{{range .Figures}}<figure><img src="{{.File}}" alt="{{.Caption}}"><figcaption>{{.Caption}}</figcaption></figure>
{{end}}{{with .Links}}<ul>{{range .}}<li><a href="{{.File}}">{{.Caption}}</a></li>{{end}}</ul>
{{end}}{{end}}{{with .Costs}}<h2>What it cost</h2>
<iframe src="{{.}}" title="What it cost"></iframe>
{{end}}</html>
`))

type chapterData struct {
	Title    string
	Style    template.HTML
	Lead     []string
	Sections []section
	Costs    string
}

func (c *Chapter) html(w io.Writer) error {
	return chapterPage.Execute(w, chapterData{chapterTitle, chapterStyle, c.lead(), c.sections(), costsName + ".html"})
}

// htmlTable writes a table.
func htmlTable(t *Table) template.HTML {
	var b strings.Builder
	b.WriteString(`<div class="wide"><table><tr>`)
	for i, c := range t.Columns {
		if c.Name != "" {
			fmt.Fprintf(&b, "<th%s>%s</th>", cellClass(t, i), template.HTMLEscapeString(c.Name))
		}
	}
	b.WriteString("</tr>\n")
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for i, cell := range row {
			if t.Columns[i].Name != "" {
				fmt.Fprintf(&b, "<td%s>%s</td>", cellClass(t, i), template.HTMLEscapeString(pretty(cell)))
			}
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table></div>\n")
	for _, n := range t.notes() {
		fmt.Fprintf(&b, "<p class=\"notes\">%s</p>\n", template.HTMLEscapeString(n))
	}
	return template.HTML(b.String()) // all text in it is escaped
}

func cellClass(t *Table, column int) string {
	if t.numeric(column) {
		return ` class="n"`
	}
	return ""
}
