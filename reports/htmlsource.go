package reports

// This file annotates source files for browsers: which configurations reach each line, and why none does.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/reports/page"
	"github.com/confcov/confcov/subjects/confspace"
)

// Bounds of what is said of conditions in the report.
const (
	maxMargin  = 34 // characters of a condition beside the source
	maxFormula = 12 // products of a condition that is shown at length
	maxLeast   = 3  // minimal settings
)

// annotator annotates one file.
type annotator struct {
	s        *Study
	m        *model
	flow     *flow
	file     *page.File
	elements map[int][]*coverage.Element // by line
	around   []around                    // conditions of lines before, each of which includes the next
	previous string                      // what was said last
	weights  []int                       // by option: how many elements it decides
	function map[int]string              // by line with something to cover
	details  map[string]int
	why      map[string]int
}

func (s *Study) pageFiles(m *model) []page.File {
	var list []page.File
	f := s.newFlow()
	counts := make([]map[string]coverage.Count, len(s.Results))
	for i, r := range s.Results {
		counts[i] = r.Total.ByFile()
	}
	weights := make([]int, len(s.Space.Options))
	if len(s.Results) > 0 {
		weights = s.decides(s.Results[0])
	}
	byFile := map[string][]*coverage.Element{}
	for _, e := range s.matching(func(*coverage.Element) bool { return true }) {
		byFile[e.File] = append(byFile[e.File], e)
	}
	for _, name := range s.Universe.Files() {
		file := page.File{Name: name}
		for i := range s.Results {
			file.Counts = append(file.Counts, page.Count{Covered: counts[i][name].Covered, Total: counts[i][name].Total})
		}
		a := &annotator{
			weights: weights, s: s, m: m, flow: f, file: &file, elements: map[int][]*coverage.Element{},
			function: map[int]string{}, details: map[string]int{}, why: map[string]int{},
		}
		a.read(byFile[name])
		a.write()
		list = append(list, file)
	}
	return list
}

// resultIndex returns the index of the result of a criterion.
func (s *Study) resultIndex(c coverage.Criterion) int {
	return slices.IndexFunc(s.Results, func(r *Result) bool { return r.Criterion == c })
}

// read sorts the elements of the file by lines.
func (a *annotator) read(elements []*coverage.Element) {
	sizes := map[int]int{}
	for _, e := range elements {
		i := a.s.resultIndex(e.Criterion)
		t := a.s.Results[i].Total
		a.elements[int(e.Line)] = append(a.elements[int(e.Line)], e)
		if e.Func != "" && (a.function[int(e.Line)] == "" || e.Criterion == coverage.Line) {
			a.function[int(e.Line)] = e.Func
		}
		set := t.Condition(e.ID)
		if set == a.s.Sets.Domain() {
			a.file.Counts[i].Always++
		}
		if k := a.m.class(i, t.ClassOf[e.ID-1]); k >= 0 {
			sizes[k]++
		}
	}
	for n := range a.elements {
		f := a.function[n]
		i := slices.IndexFunc(a.file.Functions, func(p page.Place) bool { return p.Func == f })
		switch {
		case f == "":
		case i < 0:
			a.file.Functions = append(a.file.Functions, page.Place{File: a.file.Name, Line: n, Func: f})
		default:
			a.file.Functions[i].Line = min(a.file.Functions[i].Line, n)
		}
	}
	slices.SortFunc(a.file.Functions, func(x, y page.Place) int { return x.Line - y.Line })
	for k, n := range sizes {
		a.file.Classes = append(a.file.Classes, page.ClassCount{Class: k, Count: n})
	}
	slices.SortFunc(a.file.Classes, func(x, y page.ClassCount) int { return x.Class - y.Class })
}

// write makes the lines.
func (a *annotator) write() {
	text, err := a.s.Source(a.file.Name)
	if err != nil {
		a.file.Problem = "The source is not here: " + err.Error()
	}
	var rows []string
	if len(text) > 0 {
		rows = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	last := len(rows)
	if err != nil {
		for n := range a.elements {
			last = max(last, n)
		}
	}
	function := ""
	for n := 1; n <= last; n++ {
		l := page.Line{Number: n, Class: -1}
		if n <= len(rows) {
			l.Text = strings.ToValidUTF8(strings.TrimRight(rows[n-1], "\r"), "\uFFFD")
		}
		if list := a.elements[n]; len(list) > 0 {
			if a.function[n] != function {
				function, a.around, a.previous = a.function[n], nil, ""
			}
			a.annotate(&l, list)
		}
		a.file.Lines = append(a.file.Lines, l)
	}
}

// around is a condition of lines before, which those that stand for it have.
type around struct {
	set  confspace.Set
	line int // the first of them
}

// annotate says who reaches a line.
func (a *annotator) annotate(l *page.Line, list []*coverage.Element) {
	for _, g := range a.s.groups(list, a.flow) {
		l.Groups = append(l.Groups, a.group(g))
	}
	i := slices.IndexFunc(list, func(e *coverage.Element) bool { return e.Criterion == coverage.Line })
	if i < 0 {
		return
	}
	r := a.s.resultIndex(coverage.Line)
	t := a.s.Results[r].Total
	set := t.Condition(list[i].ID)
	l.Class = a.m.class(r, t.ClassOf[list[i].ID-1])
	label, key := "", fmt.Sprint(set)
	switch set {
	case confspace.Empty:
		l.State = page.Never
		label = a.s.never()
		if w := l.Groups[0].Why; w >= 0 {
			label = briefly(a.file.Why[w], a.file.Name, a.function[l.Number])
		}
		key += label
	case a.s.Sets.Domain():
		l.State = page.Always
		label = "always"
	default:
		l.State = page.Some
		label = a.relative(set, l.Number)
	}
	if key != a.previous {
		l.Label, a.previous = label, key
	}
}

// relative returns a condition in short: what it says beyond that of the nearest line before, of the same function, whose condition includes it.
func (a *annotator) relative(set confspace.Set, line int) string {
	care := a.s.Sets.Domain()
	for n := len(a.around); n > 0; n-- {
		top := a.around[n-1]
		if top.set == set {
			a.around = a.around[:n]
			return fmt.Sprintf("as line %d", top.line)
		}
		if a.s.Sets.Implies(set, top.set) {
			a.around, care = a.around[:n], top.set
			break
		}
	}
	if care == a.s.Sets.Domain() {
		a.around = nil
	}
	a.around = append(a.around, around{set, line})
	return a.label(set, care)
}

// label returns a condition in short: what it says beyond care, as far as there is room: first what all ways to satisfy it have in common, then the options
// that the rest is about; of these, those first that decide least, for they say most about the place.
func (a *annotator) label(set, care confspace.Set) string {
	sets := a.s.Sets
	text, left := sets.FormulaText(set, care, 2)
	if left == 0 && utf8.RuneCountInString(text) <= maxMargin {
		return text
	}
	var parts []part
	seen := map[int]bool{}
	if products, ok := sets.Formula(set, care); ok {
		common, _ := confspace.CommonLiterals(products)
		for _, v := range common {
			seen[v.Option] = true
			parts = append(parts, part{v.Option, sets.FormatProduct(confspace.Product{v}), 0})
		}
	}
	for _, o := range sets.Depends(sets.Essential(set, care)) {
		if !seen[o] {
			parts = append(parts, part{o, a.s.Space.Options[o].Name, 1})
		}
	}
	slices.SortStableFunc(parts, func(x, y part) int {
		return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(a.weight(x.option), a.weight(y.option)))
	})
	text = ""
	for i, p := range parts {
		next := p.text
		if i > 0 {
			next = text + ", " + p.text
		}
		if i > 0 && utf8.RuneCountInString(next) > maxMargin-4 {
			return fmt.Sprintf("%s +%d", text, len(parts)-i)
		}
		text = next
	}
	return text
}

// weight returns how much an option decides; a relation, which comes after the options, tells most about a place.
func (a *annotator) weight(option int) int {
	if option < len(a.weights) {
		return a.weights[option]
	}
	return 0
}

// part is what a label says of an option, or of a relation.
type part struct {
	option int
	text   string
	rank   int
}

// group describes elements of a line that are covered alike.
func (a *annotator) group(g *group) page.Group {
	e := g.elements[0]
	i := a.s.resultIndex(e.Criterion)
	out := page.Group{Name: groupName(g.elements), Class: a.m.class(i, a.s.Results[i].Total.ClassOf[e.ID-1]), Detail: -1, Why: -1}
	if g.condition != confspace.Empty {
		out.Detail = a.detail(g)
		return out
	}
	if g.why != "" {
		if _, ok := a.why[g.why]; !ok {
			a.why[g.why] = len(a.file.Why)
			a.file.Why = append(a.file.Why, g.why)
		}
		out.Why = a.why[g.why]
	}
	return out
}

// groupName names elements of one line: outcomes by what they are, the others by their number.
func groupName(elements []*coverage.Element) string {
	var counts [5]int
	var outcomes []string
	for _, e := range elements {
		counts[e.Criterion]++
		if e.Criterion == coverage.Outcome {
			outcomes = append(outcomes, fmt.Sprintf("column %d %s", e.Col, e.Detail))
		}
	}
	var parts []string
	for _, c := range coverage.Criteria() {
		switch n := counts[c]; {
		case n == 0 || c == coverage.Outcome:
		case c == coverage.Line:
			parts = append(parts, "line")
		default:
			parts = append(parts, many(n, c.String()))
		}
	}
	if len(outcomes) > 0 {
		parts = append(parts, "outcome "+strings.Join(few(outcomes, 6), ", "))
	}
	return strings.Join(parts, ", ")
}

// detail returns the index of what is known of a group's condition.
func (a *annotator) detail(g *group) int {
	key := fmt.Sprint(g.condition, g.tests)
	if i, ok := a.details[key]; ok {
		return i
	}
	s := a.s
	d := page.Detail{Formula: "every configuration", Share: pretty(s.boundedShare(g.condition)), Fixed: s.fixedBy(g.tests)}
	if g.condition != s.Sets.Domain() {
		d.Formula = a.m.formula(g.condition)
	}
	for i := range s.Tests {
		if _, ok := slices.BinarySearch(g.tests, s.Tests[i].Test); ok {
			d.Tests = append(d.Tests, i)
		}
	}
	bound, least := s.least(g)
	d.Bound = bound
	for _, p := range least[:min(len(least), maxLeast)] {
		d.Least = append(d.Least, s.pageSettings(p))
	}
	if test, settings, ok := s.try(g); ok {
		d.Test, d.Settings, d.Command = test, s.pageSettings(settings), s.tryCommand(test, nil)
	}
	a.details[key] = len(a.file.Details)
	a.file.Details = append(a.file.Details, d)
	return a.details[key]
}
