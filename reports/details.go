package reports

// This file makes the tables of details: interactions, files, options, errors and limits.

import (
	"fmt"
	"math"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// Bounds of the length of conditions, in products: in tables, where one element is
// explained, and in files. A condition can need exponentially many.
const (
	maxCubes        = 4
	maxExplainCubes = 100
	maxFileCubes    = 1000
)

// text returns the text of a condition, shortened for tables.
func (s *Study) text(set confspace.Set) string {
	t, _ := s.conditionText(set, maxCubes)
	return t
}

// conditionText returns the formula of a condition, which holds for the configurations that satisfy the space's constraints: it does not repeat these. It
// has some of the products where they are more than max.
func (s *Study) conditionText(set confspace.Set, max int) (text string, more bool) {
	text, left := s.Sets.FormulaText(set, s.Sets.Domain(), max)
	return text, left != 0
}

// fileText returns the text of a condition for files. Criteria have many conditions in common.
func (s *Study) fileText(set confspace.Set) string {
	t, ok := s.fileTexts[set]
	if !ok {
		if s.fileTexts == nil {
			s.fileTexts = map[confspace.Set]string{}
		}
		t, _ = s.conditionText(set, maxFileCubes)
		s.fileTexts[set] = t
	}
	return t
}

// share returns the percentage of the configurations that are in set; nil where it is not known.
func (s *Study) share(set confspace.Set) any {
	f := s.Sets.Fraction(set)
	if math.IsNaN(f) {
		return nil
	}
	return Percent(100 * f)
}

// names returns the names of elements.
func (s *Study) names(c coverage.Criterion, ids []uint32) []string {
	if s.elementNames[c] == nil {
		all := make([]string, s.Universe.Count(c))
		for i := range all {
			all[i] = s.Universe.Elements[c][i].Name()
		}
		if s.elementNames == nil {
			s.elementNames = map[coverage.Criterion][]string{}
		}
		s.elementNames[c] = all
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = s.elementNames[c][id-1]
	}
	return names
}

// Interactions returns every interaction and how many elements it newly guarantees; programs also get the elements.
func (s *Study) Interactions() *Table {
	t := &Table{
		Name: "interactions", Title: "Interactions, " + s.by(), Brief: 20,
		Columns: []Column{
			{"criterion", "Criterion"},
			{"strength", "Strength"},
			{"settings", "Settings"},
			{"guarantees", "New elements"},
			{"example", "One of them"},
			{"elements", ""},
		}, Notes: slices.Concat(s.notes(), s.valueNotes()),
	}
	for _, r := range s.Results {
		if r.Analysis == nil {
			continue
		}
		for i := range r.Analysis.Interactions {
			in := &r.Analysis.Interactions[i]
			ids := r.Analysis.Elements(in.New)
			t.Rows = append(t.Rows, []any{
				r.Criterion.String(), in.Strength(), orDefaults(s.Space.FormatSettings(in.Settings)),
				s.boundedIf(r.unknown() || r.beyond(in.Strength()), len(ids), MoreOrFewer, AtLeast), s.names(r.Criterion, ids[:1])[0],
				deferred(func() []string { return s.names(r.Criterion, ids) }),
			})
		}
	}
	return t
}

// Files returns the coverage of each file.
func (s *Study) Files() *Table {
	t := &Table{Name: "files", Title: "Coverage of each file", Columns: []Column{{"file", "File"}}, Notes: s.notes()}
	var counts []map[string]coverage.Count
	for _, r := range s.Results {
		c := r.Criterion.String()
		covered, total := "", ""
		if r.Criterion == coverage.Line {
			covered, total = "Lines", "of"
		}
		t.Columns = append(t.Columns, Column{c + "_covered", covered}, Column{c + "_total", total}, Column{c + "_percent", c + " %"})
		counts = append(counts, r.Total.ByFile())
	}
	sums := make([]coverage.Count, len(counts))
	row := func(name string, of func(i int) (coverage.Count, bool)) {
		cells := []any{name}
		for i := range counts {
			if n, ok := of(i); ok {
				covered, percent := s.coveredOf(n.Covered, n.Total)
				cells = append(cells, covered, n.Total, percent)
			} else {
				cells = append(cells, nil, nil, nil)
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	for _, f := range s.Universe.Files() {
		row(f, func(i int) (coverage.Count, bool) {
			n, ok := counts[i][f]
			sums[i].Covered += n.Covered
			sums[i].Total += n.Total
			return n, ok
		})
	}
	row("total", func(i int) (coverage.Count, bool) { return sums[i], true })
	for _, e := range s.Run.Excluded {
		t.Notes = append(t.Notes, fmt.Sprintf("Not counted: %s: %s.", e.File, e.Reason))
	}
	return t
}

// Options returns the options, whether branches depend on them, and the values that coverage tells apart.
func (s *Study) Options() *Table {
	t := &Table{
		Name: "options", Title: "Symbolic options",
		Columns: []Column{
			{"option", "Option"},
			{"domain", "Domain"},
			{"default", "Default"},
		}, Notes: slices.Concat(s.notes(), s.valueNotes()),
	}
	for _, m := range s.modes() {
		t.Columns = append(t.Columns, Column{"examined_" + m.String(), map[path.Mode]string{path.Expanded: "(outcomes)"}[m]})
	}
	t.Columns[3].Name = "Examined"
	t.Columns = append(t.Columns, Column{"classes", "Values told apart"}, Column{"representatives", ""}, Column{"interactions", "Interactions"})
	interactions := s.interactionsWith()
	for o := range s.Space.Options {
		opt := &s.Space.Options[o]
		var classes, values []string
		for i, c := range s.Classes[o] {
			values = append(values, opt.Domain.FormatValue(s.Values[o][i]))
			if c.Values != confspace.Full {
				classes = append(classes, s.valuesText(o, c.Values))
			}
		}
		row := []any{opt.Name, opt.Domain.String(), opt.Domain.FormatValue(opt.Default)}
		for _, m := range s.modes() {
			row = append(row, s.examined(m, o))
		}
		t.Rows = append(t.Rows, append(row, classes, values, s.boundedIf(slices.ContainsFunc(s.Results, (*Result).more), interactions[o], MoreOrFewer, AtLeast)))
	}
	return t
}

// examined returns whether some path depends on an option, nil if that is not known.
func (s *Study) examined(m path.Mode, o int) any {
	if _, tests := s.paths(m); tests == 0 {
		return nil
	}
	if s.Examined[m][o] {
		return true
	}
	return s.claim(false)
}

// valuesText returns the text of a set of values of one option, without the option's name.
func (s *Study) valuesText(option int, values confspace.Set) string {
	d := &s.Space.Options[option].Domain
	text := ""
	for c := range s.Sets.Cubes(values) {
		if text != "" {
			text += " | "
		}
		for _, f := range c {
			if f.Modulus != 0 || f.Relation != nil || f.Values != confspace.Empty {
				return s.Space.FormatCube(c)
			}
			if f.Intervals == nil {
				return fmt.Sprintf("bits %#x=%#x", f.Mask, f.Bits)
			}
			for i, iv := range f.Intervals {
				if i == maxCubes {
					return text + ",..."
				}
				if i > 0 {
					text += ","
				}
				text += d.FormatInterval(iv)
			}
		}
	}
	return text
}

// interactionsWith returns, by option, the number of distinct interactions, over all criteria, that set it.
func (s *Study) interactionsWith() []int {
	counts := make([]int, len(s.Space.Options))
	seen := map[string]bool{}
	for _, r := range s.Results {
		if r.Analysis == nil {
			continue
		}
		for i := range r.Analysis.Interactions {
			p := r.Analysis.Interactions[i].Settings
			if key := s.Space.FormatSettings(p); !seen[key] {
				seen[key] = true
				for _, x := range p {
					counts[x.Option]++
				}
			}
		}
	}
	return counts
}

// findingColumns are the columns of tables of findings.
func (s *Study) findingColumns() []Column {
	return []Column{
		{"kind", "Kind"},
		{"message", "Message"},
		{"at", "At"},
		{"configurations", "Configurations"},
		{"condition", "Condition"},
		{"example", ""},
		{"paths", s.pathWord("Paths", "Ends")},
		{"tests", "Tests"},
		{"stack", ""},
	}
}

func (s *Study) findings(t *Table, list []Finding) *Table {
	for i := range list {
		f := &list[i]
		var stack []string
		for _, fr := range f.Stack {
			stack = append(stack, fr.String())
		}
		kind := "note"
		if f.Kind != path.KindInvalid {
			kind = f.Kind.String()
		}
		text := s.text(f.Condition)
		if f.Known != f.Condition {
			text = "some of " + text
		}
		t.Rows = append(t.Rows, []any{
			kind, f.Message, f.At(), s.boundedShare(f.Known), text,
			s.Space.FormatSettings(f.Example), s.bounded(f.Paths, MoreOrFewer), f.Tests, stack,
		})
	}
	return t
}

// ErrorTable returns the errors of the program and the configurations that cause them, and then the warnings.
func (s *Study) ErrorTable() *Table {
	t := s.findings(&Table{Name: "errors", Title: "Errors of the program", Columns: s.findingColumns(), Notes: s.notes()}, s.Errors)
	n := len(t.Rows)
	s.findings(t, s.Warnings)
	for _, row := range t.Rows[n:] {
		row[0] = "warning"
	}
	return t
}

// LimitTable returns the places at which a limit of the engine ended paths, and approximations that did not.
func (s *Study) LimitTable() *Table {
	t := &Table{Name: "limits", Title: "Limits and approximations met", Columns: s.findingColumns(), Notes: s.notes()}
	return s.findings(s.findings(t, s.Limits), s.Notes)
}

// Ends returns the number of paths by the way in which they ended.
func (s *Study) Ends() *Table {
	t := &Table{
		Name: "ends", Title: "How paths ended",
		Columns: append([]Column{{"kind", "Kind"}, {"complete", "Complete"}}, s.modeColumns(s.pathWord("Paths", "Ends"))...),
		Notes:   slices.Concat(s.notes(), s.sharedNotes()),
	}
	for _, k := range path.Kinds() {
		var n [path.NumModes]int
		for i := range s.Tests {
			for m, in := range s.Tests[i].Info {
				if in != nil {
					n[m] += in.Kinds[k.String()]
				}
			}
		}
		if slices.Max(n[:]) == 0 {
			continue
		}
		row := []any{k.String(), k.Complete()}
		for _, m := range s.modes() {
			row = append(row, s.bounded(n[m], MoreOrFewer))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Main returns the tables that a whole analysis prints.
func (s *Study) Main() []*Table {
	tables := []*Table{s.Subject(), s.Summary(), s.Paths(), s.Strengths(), s.Guaranteed(), s.CoverSets(), s.Configurations()}
	if len(s.Errors)+len(s.Warnings) > 0 {
		tables = append(tables, s.ErrorTable())
	}
	if len(s.Limits)+len(s.Notes) > 0 {
		tables = append(tables, s.LimitTable())
	}
	return tables
}

// All returns every table.
func (s *Study) All() []*Table {
	return []*Table{
		s.Subject(), s.Summary(), s.Paths(), s.Ends(), s.Options(), s.Fixed(), s.Files(), s.Strengths(), s.Guaranteed(),
		s.Interactions(), s.CoverSets(), s.Configurations(), s.ErrorTable(), s.LimitTable(),
	}
}
