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
	number, caption, file string
	write                 func(io.Writer) error
}

// figures returns the figures: the ways of tests are those of all options.
func (v variant) figures() []chapterFigure {
	s := v.study
	file := func(number string) string { return fmt.Sprintf("figures/%s-%s.svg", v.short, number) }
	var list []chapterFigure
	if v.key == "" {
		list = append(list, chapterFigure{"4.4", v.title() + ": " + s.pathsCaption(), file("4.4"), func(w io.Writer) error { return s.plotPaths(w, "svg", v.title()) }})
	}
	list = append(list, chapterFigure{
		"4.5", v.title() + ": coverage that at most so many settings guarantee", file("4.5"),
		func(w io.Writer) error { return s.plotGuaranteed(w, "svg", v.title(), v.there) },
	})
	if g := s.pageGraph(); g != nil {
		list = append(list, chapterFigure{"4.6", v.title() + ": " + lower(g.Caption), file("4.6"), g.File})
	}
	return list
}

// section is a part of the page, which may have parts of its own.
type section struct {
	ID, Title string // ID: within the page; "": nothing refers to it
	Text      []string
	Figures   []figureLink
	Table     *Table // nil: none
	Links     []figureLink
	Parts     []section
}

type figureLink struct{ Caption, File string }

// sections returns the parts of the page.
func (c *Chapter) sections() []section {
	return []section{
		{ID: "overview", Title: "In short", Text: []string{overviewText}, Table: c.overview()},
		{ID: "table-4-2", Title: "Table 4.2: subject program statistics", Text: c.texts(statisticsText, statisticsRemark), Table: c.statistics()},
		{ID: "table-4-3", Title: "Table 4.3: summary of symbolic execution", Text: []string{summaryText}, Table: c.summary()},
		{
			ID: "table-4-4", Title: "Table 4.4: number of interactions with 1, 2, 3 ... settings", Text: []string{strengthsText},
			Parts: c.parts(strengthsRemark, (*Chapter).strengths, "", func(t *Table) *Table { return t }),
		},
		{
			ID: "table-4-5", Title: "Table 4.5: what each configuration of the covering sets adds", Text: []string{setsText},
			Parts: c.parts(setsRemark, (*Chapter).sets, "", summed),
		},
		{ID: "figure-4-4", Title: "Figure 4.4: paths of each test", Text: []string{pathsText}, Figures: figureLinks(c.pairs, "4.4")},
		{
			ID: "figure-4-5", Title: "Figure 4.5: guaranteed coverage against the number of settings", Text: []string{guaranteedText},
			Parts: c.parts(guaranteedRemark, (*Chapter).guaranteed, "4.5", transposed),
		},
		{ID: "figure-4-6", Title: "Figure 4.6: interactions of line coverage as graphs", Text: []string{graphText}, Figures: figureLinks(c.pairs, "4.6")},
		{ID: "appendix-b", Title: "Appendix B: the interactions of line coverage", Text: []string{appendixText}, Links: c.interactionLinks()},
	}
}

// texts returns a text and what remark says of each subject.
func (c *Chapter) texts(text string, remark func(pair) []string) []string {
	list := []string{text}
	for _, p := range c.pairs {
		for _, said := range remark(p) {
			list = append(list, p.name()+" "+p.here.Run.Subject.Version+": "+said)
		}
	}
	return list
}

// parts returns a part for each subject: what remark says of it, its figures of a number, and its own table, as page lays it out.
func (c *Chapter) parts(remark func(pair) []string, table func(*Chapter) *Table, figures string, page func(*Table) *Table) []section {
	var list []section
	for _, p := range c.pairs {
		list = append(list, section{
			Title: p.name(), Text: remark(p), Figures: figureLinks([]pair{p}, figures), Table: page(table(&Chapter{pairs: []pair{p}})),
		})
	}
	return list
}

// figureLinks returns the figures of a number.
func figureLinks(pairs []pair, number string) []figureLink {
	var list []figureLink
	for _, p := range pairs {
		for _, v := range p.variants() {
			for _, f := range v.figures() {
				if f.number == number {
					list = append(list, figureLink{f.caption, f.file})
				}
			}
		}
	}
	return list
}

func (c *Chapter) interactionLinks() []figureLink {
	var list []figureLink
	for _, p := range c.pairs {
		for _, v := range p.variants() {
			if r := v.study.lines(); r != nil {
				n := len(r.Analysis.Interactions) - r.Analysis.ByStrength()[0]
				list = append(list, figureLink{v.title() + ": " + many(n, "interaction"), v.interactionsFile()})
			}
		}
	}
	return list
}

func lower(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// lead says what the page is about.
func (c *Chapter) lead() []string {
	text := "This page repeats a study with the same releases of its programs, but other tests: "
	if len(c.pairs) == 0 || slices.ContainsFunc(c.pairs, func(p pair) bool { return p.there == nil || p.there.Version != p.here.Run.Subject.Version }) {
		text = "This page repeats a study with current releases of its programs, with other tests and with more options: "
	}
	text += dissertation().Source + " Rows and columns marked 2011 are the dissertation's, those marked confcov were measured for this page."
	if slices.ContainsFunc(c.pairs, func(p pair) bool { return p.same != nil }) {
		text += " \"Options of 2011\" are the same tests with only those options symbolic that were symbolic in the dissertation; the others have their defaults."
	}
	list := []string{text}
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
		if err := s.markdown(&b, "##"); err != nil {
			return err
		}
	}
	fmt.Fprintf(&b, "\n## What it cost\n\n[%s.md](%s.md) has the time and the memory that this study took, and what the dissertation's did.\n", costsName, costsName)
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes the section under a heading that begins with mark.
func (s *section) markdown(b *strings.Builder, mark string) error {
	fmt.Fprintf(b, "\n%s %s\n", mark, s.Title)
	for _, text := range s.Text {
		fmt.Fprintf(b, "\n%s\n", markdownText(text))
	}
	for _, f := range s.Figures {
		fmt.Fprintf(b, "\n![%s](%s)\n\n%s\n", markdownText(f.Caption), f.File, markdownText(f.Caption))
	}
	if s.Table != nil {
		t := *s.Table
		t.Title = ""
		b.WriteByte('\n')
		if err := t.Write(b, FormatMarkdown); err != nil {
			return err
		}
	}
	if len(s.Links) > 0 {
		b.WriteByte('\n')
	}
	for _, f := range s.Links {
		fmt.Fprintf(b, "- [%s](%s)\n", markdownText(f.Caption), f.File)
	}
	for i := range s.Parts {
		if err := s.Parts[i].markdown(b, mark+"#"); err != nil {
			return err
		}
	}
	return nil
}

// chapterStyle is shared by both pages. Plots are drawn for paper: in the dark their lightness is turned round.
const chapterStyle = `<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 86rem; margin: 2rem auto; padding: 0 1rem; }
p, ul { max-width: 56rem; }
h2 { margin-top: 2.5rem; }
nav a { white-space: nowrap; margin-right: 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
th { vertical-align: bottom; }
th:first-child, td:first-child { position: sticky; left: 0; background: Canvas; padding-left: 0; min-width: min(14rem, 25vw); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td.n { white-space: nowrap; }
.notes { font-size: .85rem; opacity: .8; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-end; }
figure { margin: 1rem 0; max-width: min(40rem, 100%); }
figure.graph { max-width: 100%; }
img { max-width: 100%; background: #fff; }
iframe { width: 100%; height: 24rem; border: 0; }
main:target > h1 { display: none; }
body:has(> main:target) { margin: 0; padding: 0; max-width: none; }
@media (prefers-color-scheme: dark) { img { filter: invert(.93) hue-rotate(180deg); } }
@media (max-width: 40rem) { th, td { padding: .2rem .4rem; } }
</style>`

var chapterPage = template.Must(template.New("study").Funcs(template.FuncMap{"table": htmlTable}).Parse(`{{define "section"}}{{range .Text}}<p>{{.}}</p>
{{end}}{{with .Figures}}<div class="figures">{{range .}}<figure><img src="{{.File}}" alt="{{.Caption}}"><figcaption>{{.Caption}}</figcaption></figure>
{{end}}</div>
{{end}}{{with .Table}}{{table .}}{{end}}{{with .Links}}<ul>{{range .}}<li><a href="{{.File}}">{{.Caption}}</a></li>{{end}}</ul>
{{end}}{{range .Parts}}<h3>{{.Title}}</h3>
{{template "section" .}}{{end}}{{end}}<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
{{.Style}}
<main id="page">
<h1>{{.Title}}</h1>
{{range .Lead}}<p>{{.}}</p>
{{end}}{{with .Costs}}<nav>{{range $.Sections}}<a href="#{{.ID}}">{{.Short}}</a> {{end}}<a href="#costs">What it cost</a></nav>
{{end}}{{range .Sections}}<h2{{with .ID}} id="{{.}}"{{end}}>{{.Title}}</h2>
{{template "section" .}}{{end}}{{with .Costs}}<h2 id="costs">What it cost</h2>
<iframe src="{{.}}#page" title="What it cost"></iframe>
{{end}}</main>
</html>
`))

// Short is the title without what it is of.
func (s section) Short() string {
	short, _, _ := strings.Cut(s.Title, ":")
	return short
}

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
