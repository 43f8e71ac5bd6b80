package reports

// This file makes the tables that are like the dissertation's.

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// notes returns the notes that every table of numbers carries.
func (s *Study) notes() []string {
	if s.Exact() {
		return nil
	}
	var parts []string
	for _, c := range s.Causes() {
		parts = append(parts, c.text())
	}
	return []string{"Incomplete: " + strings.Join(few(parts, maxCauses), "; ") + "."}
}

// Subject returns the statistics of the subject, like Table 4.2.
func (s *Study) Subject() *Table {
	t := &Table{
		Name: "subject", Title: "Subject: " + s.Run.Subject.Name,
		Columns: []Column{{"statistic", "Statistic"}, {"value", "Value"}},
	}
	add := func(name string, v any) { t.Rows = append(t.Rows, []any{name, v}) }
	booleans, texts := 0, 0
	for i := range s.Space.Options {
		switch o := &s.Space.Options[i]; {
		case isBoolean(o):
			booleans++
		case o.Domain.OfStrings():
			texts++
		}
	}
	version := any(nil)
	if s.Run.Subject.Version != "" {
		version = s.Run.Subject.Version
	}
	lines := any(nil)
	if s.Run.SourceLines != 0 {
		lines = s.Run.SourceLines
	}
	add("version", version)
	add("lines of source", lines)
	add("executable lines", s.Universe.Count(coverage.Line))
	add("basic blocks", s.Universe.Count(coverage.Block))
	add("edges", s.Universe.Count(coverage.Edge))
	add("outcomes of conditions", s.Universe.Count(coverage.Outcome))
	add("tests", s.tests(len(s.Tests)))
	add("symbolic options", len(s.Space.Options))
	add("boolean options", booleans)
	add("integer options", len(s.Space.Options)-booleans-texts)
	add("string options", texts)
	fixed := 0
	for _, f := range s.Run.Fixed {
		if f.Mode == "" {
			fixed += len(f.Options)
		}
		t.Notes = append(t.Notes, fixedNote(f))
	}
	add("fixed options", fixed)
	return t
}

// maxFixed is how many names of fixed options a note has.
const maxFixed = 4

// fixedNote says which options are fixed for one reason.
func fixedNote(f path.Fixed) string {
	names := f.Options
	if len(names) > maxFixed {
		names = append(slices.Clone(names[:maxFixed]), fmt.Sprintf("and %d more", len(f.Options)-maxFixed))
	}
	value := ""
	if f.Value != nil {
		value = fmt.Sprintf(" (%s)", *f.Value)
	}
	if f.Mode != "" {
		return fmt.Sprintf("Fixed in tests of mode %s: %s: %s.", f.Mode, strings.Join(names, ", "), f.Reason)
	}
	return fmt.Sprintf("Fixed: %s%s: %s.", strings.Join(names, ", "), value, f.Reason)
}

// Fixed returns the options that are symbolic in no test, or in none of a mode, and why.
func (s *Study) Fixed() *Table {
	t := &Table{Name: "fixed_options", Title: "Fixed options", Columns: []Column{{"option", "Option"}, {"value", "Value"}, {"reason", "Reason"}}}
	for _, f := range s.Run.Fixed {
		reason := f.Reason
		if f.Mode != "" {
			reason = fmt.Sprintf("in tests of mode %s: %s", f.Mode, reason)
		}
		t.AddFixed(f.Options, f.Value, reason)
	}
	return t
}

// AddFixed adds a row for each of some fixed options: its name, the value that every configuration has, if it is given, and the reason.
func (t *Table) AddFixed(names []string, value *string, reason string) {
	for _, name := range names {
		var v any
		if value != nil {
			v = *value
		}
		t.Rows = append(t.Rows, []any{name, v, reason})
	}
}

// isBoolean reports whether an option's domain is {0, 1}.
func isBoolean(o *confspace.Option) bool {
	return o.Domain.Kind == confspace.DomainBool || o.Domain.Kind == confspace.DomainList && slices.Equal(o.Domain.Values, []int64{0, 1})
}

// paths returns the number of paths of a mode, and of the tests that were explored in it.
func (s *Study) paths(m path.Mode) (paths, tests int) {
	for i := range s.Tests {
		if in := s.Tests[i].Info[m]; in != nil {
			paths += in.Paths
			tests++
		}
	}
	return paths, tests
}

// modes returns the modes that the run's tests were explored in: one for all criteria, or two.
func (s *Study) modes() []path.Mode {
	if _, tests := s.paths(path.Both); tests > 0 {
		return []path.Mode{path.Both}
	}
	return []path.Mode{path.Merged, path.Expanded}
}

// modeOf returns the mode of the tests that record criterion c.
func (s *Study) modeOf(c coverage.Criterion) path.Mode {
	modes := s.modes()
	return modes[slices.IndexFunc(modes, func(m path.Mode) bool { return m.Records(c) })]
}

// modeColumns returns the columns of what there is one of for each mode.
func (s *Study) modeColumns(both string) []Column {
	if modes := s.modes(); modes[0] == path.Both {
		return []Column{{path.Both.String(), both}}
	}
	return []Column{{path.Merged.String(), "Line, block, edge"}, {path.Expanded.String(), "Outcome"}}
}

func count(bs []bool) int {
	n := 0
	for _, b := range bs {
		if b {
			n++
		}
	}
	return n
}

// Summary returns coverage, examined options and paths by criterion, like Table 4.3.
func (s *Study) Summary() *Table {
	t := &Table{
		Name: "summary", Title: "Summary of symbolic execution",
		Columns: []Column{
			{"criterion", "Criterion"},
			{"elements", "Elements"},
			{"covered", "Covered"},
			{"percent", "%"},
			{"always", "Always"},
			{"conditions", "Distinct conditions"},
			{"options_examined", "Examined opts"},
			{"options", "of"},
			{"tests", "Tests"},
			{"paths", s.pathWord("Paths", "Ends")},
			{"average_paths", s.pathWord("Average paths", "Average ends")},
			{"configurations", "Configurations"},
		},
		Notes: slices.Concat(s.notes(), s.valueNotes(), s.sharedNotes()),
	}
	for _, r := range s.Results {
		paths, tests := s.paths(r.Mode)
		average := 0.0
		if tests > 0 {
			average = float64(paths) / float64(tests)
		}
		covered := r.Total.Covered()
		always := s.always(r)
		total := s.Universe.Count(r.Criterion)
		n, percent := s.coveredOf(covered, total)
		t.Rows = append(t.Rows, []any{
			r.Criterion.String(), total, n, percent,
			s.bounded(always, AtLeast), s.bounded(r.Total.Distinct(), MoreOrFewer), s.bounded(count(s.Examined[r.Mode]), AtLeast), len(s.Space.Options),
			s.tests(tests), s.bounded(paths, MoreOrFewer), s.bounded(average, MoreOrFewer), s.bounded(s.configurations(), MoreOrFewer),
		})
	}
	return t
}

// configurations returns the number of configurations, of integers' values those that coverage tells apart; nil where relations between options tell more
// values apart than can be counted.
func (s *Study) configurations() any {
	if len(s.relations)+len(s.crowded) > 0 {
		return nil
	}
	if s.Sets.Domain() != confspace.Full {
		return s.Sets.Count(s.representatives())
	}
	n := big.NewInt(1)
	for i := range s.Space.Options {
		k := len(s.Values[i])
		if k < 2 && isBoolean(&s.Space.Options[i]) {
			k = 2
		}
		if k > 1 {
			n.Mul(n, big.NewInt(int64(k)))
		}
	}
	return n
}

// representatives returns the configurations that have values of which settings are made, as far as options have several.
func (s *Study) representatives() confspace.Set {
	all := s.Sets.Domain()
	for i := range s.Space.Options {
		if len(s.Values[i]) < 2 && isBoolean(&s.Space.Options[i]) {
			continue
		}
		some := confspace.Empty
		for _, v := range s.Values[i] {
			some = s.Sets.Or(some, s.Sets.Setting(i, v))
		}
		all = s.Sets.And(all, some)
	}
	return all
}

// Paths returns the number of paths of each test, like Figure 4.4.
func (s *Study) Paths() *Table {
	t := &Table{
		Name: "paths", Title: s.pathWord("Paths of each test", "Ends of each test"),
		Columns: slices.Concat([]Column{{"test", "Test"}}, s.modeColumns(s.pathWord("Paths", "Ends")), []Column{{"complete", "Complete"}}),
		Notes:   slices.Concat(s.notes(), s.sharedNotes(), s.apartNotes()),
	}
	for i := range s.Tests {
		row, complete := []any{s.Tests[i].Test}, true
		for _, m := range s.modes() {
			in := s.Tests[i].Info[m]
			switch {
			case in == nil:
				row = append(row, nil)
			case in.Complete:
				row = append(row, in.Paths)
			default:
				row, complete = append(row, Bounded{in.Paths, MoreOrFewer}), false
			}
		}
		t.Rows = append(t.Rows, append(row, complete))
	}
	return t
}

// Strengths returns the number of interactions at each strength, like Table 4.4.
func (s *Study) Strengths() *Table {
	t := &Table{Name: "strengths", Title: "Interactions at each strength, " + s.by(), Columns: []Column{{"criterion", "Criterion"}}, Notes: slices.Concat(s.notes(), s.valueNotes())}
	top := 0
	for _, r := range s.Results {
		if r.Analysis != nil {
			top = max(top, r.Analysis.MaxStrength())
		}
	}
	for n := 1; n <= top; n++ {
		t.Columns = append(t.Columns, Column{fmt.Sprintf("t%d", n), fmt.Sprintf("t=%d", n)})
	}
	t.Columns = append(t.Columns, Column{"total", "Total"})
	for _, r := range s.Results {
		if r.Analysis == nil {
			continue
		}
		row := []any{r.Criterion.String()}
		sum := 0
		counts := r.Analysis.ByStrength()
		for n := 1; n <= top; n++ {
			switch related := r.related() || r.beyond(n); {
			case n < len(counts):
				row = append(row, s.boundedIf(related, counts[n], MoreOrFewer, AtLeast))
				sum += counts[n]
			case r.beyond(n):
				row = append(row, s.boundedIf(related, 0, MoreOrFewer, AtLeast))
			default:
				row = append(row, nil)
			}
		}
		t.Rows = append(t.Rows, append(row, s.boundedIf(r.more(), sum, MoreOrFewer, AtLeast)))
	}
	return t
}

// Guaranteed returns the coverage that settings of at most so many options guarantee, the data of Figure 4.5.
func (s *Study) Guaranteed() *Table {
	t := &Table{
		Name: "guaranteed", Title: "Coverage that so many settings guarantee, " + s.by(),
		Columns: []Column{{"criterion", "Criterion"}, {"strength", "Strength"}, {"guaranteed", "Guaranteed"}, {"percent", "% of covered"}}, Notes: slices.Concat(s.notes(), s.valueNotes()),
	}
	for _, r := range s.Results {
		if r.Analysis == nil {
			continue
		}
		covered := r.Total.Covered()
		for n, k := range r.Analysis.Cumulative() {
			percent := Percent(coverage.Count{Covered: k, Total: covered}.Percent())
			related := (r.related() && (n > 1 || r.unknown()) || r.beyond(n)) && k < covered // none and one are decided for all values, unless nothing is known
			t.Rows = append(t.Rows, []any{
				r.Criterion.String(), n, s.boundedIf(related, k, AtLeast, AtLeast), s.boundedIf(related, percent, MoreOrFewer, AtLeast),
			})
		}
	}
	return t
}

// CoverSets returns what each configuration of the covering sets adds, like Table 4.5.
func (s *Study) CoverSets() *Table {
	t := &Table{
		Name: "cover_sets", Title: "Additional coverage of each configuration of the covering sets",
		Columns: []Column{{"criterion", "Criterion"}, {"method", "Method"}, {"size", "Size"}, {"lower_bound", "At least"}}, Notes: s.notes(),
	}
	sets := s.coveringSets()
	top := 0
	for _, cs := range sets {
		top = max(top, len(cs.Members))
	}
	for n := 1; n <= top; n++ {
		t.Columns = append(t.Columns, Column{fmt.Sprintf("c%d", n), fmt.Sprint(n)})
	}
	for _, cs := range sets {
		var lower any
		if cs.Method == "exact" {
			lower = s.claim(cs.Proof.Lower)
		}
		row := []any{cs.Criterion.String(), cs.Method, len(cs.Members), lower}
		sizes := cs.Sizes(s.Result(cs.Criterion).Total)
		for n := range top {
			if n < len(sizes) {
				row = append(row, s.bounded(sizes[n], MoreOrFewer))
			} else {
				row = append(row, nil)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	for _, cs := range sets {
		if p := s.Proof(cs); p != "" {
			t.Notes = append(t.Notes, p)
		}
	}
	return t
}

func (s *Study) coveringSets() []*coversets.CoveringSet {
	var sets []*coversets.CoveringSet
	for _, r := range s.Results {
		if r.Greedy != nil {
			sets = append(sets, r.Greedy, r.Exact)
		}
	}
	return sets
}

// Proof says in words why a covering set is minimal, "" if nobody asked.
func (s *Study) Proof(cs *coversets.CoveringSet) string {
	if cs.Method != "exact" || len(cs.Members) == 0 {
		return ""
	}
	var names []string
	for _, id := range cs.Proof.Elements {
		names = append(names, s.Universe.Element(cs.Criterion, id).Name())
	}
	because := fmt.Sprintf("something is covered: %s", strings.Join(names, ", "))
	if len(names) > 1 {
		because = fmt.Sprintf("no two of these %d elements can be covered by one configuration: %s", len(names), strings.Join(names, ", "))
	}
	switch {
	case !s.Exact():
		return fmt.Sprintf("%s: these configurations cover all that is known to be covered; what the least number is, is not known: the exploration is incomplete.", cs.Criterion)
	case cs.Minimal && !cs.Proof.Exhausted:
		return fmt.Sprintf("%s: %d is the minimum: %s.", cs.Criterion, len(cs.Members), because)
	case cs.Minimal:
		return fmt.Sprintf("%s: %d is the minimum: a SAT solver found that %d are not enough.", cs.Criterion, len(cs.Members), cs.Proof.Lower-1)
	}
	return fmt.Sprintf("%s: the minimum is between %d and %d: %s; %s.", cs.Criterion, cs.Proof.Lower, len(cs.Members), because, cs.Limit)
}

// Configurations returns the configurations of the covering sets.
func (s *Study) Configurations() *Table {
	t := &Table{
		Name: "configurations", Title: "Configurations of the covering sets",
		Columns: []Column{
			{"criterion", "Criterion"},
			{"method", "Method"},
			{"number", "No."},
			{"additional", "Adds"},
			{"covered", "Covers"},
			{"settings", "Settings that matter"},
			{"configuration", ""},
		}, Notes: s.notes(),
	}
	for _, cs := range s.coveringSets() {
		total := s.Result(cs.Criterion).Total
		sizes := cs.Sizes(total)
		for i := range cs.Members {
			mb := &cs.Members[i]
			covered := 0
			for _, k := range mb.Covered {
				covered += len(total.Classes[k].Elements)
			}
			t.Rows = append(t.Rows, []any{
				cs.Criterion.String(), cs.Method, i + 1, s.bounded(sizes[i], MoreOrFewer), s.bounded(covered, AtLeast),
				orDefaults(s.Space.FormatSettings(mb.Settings)), s.Space.FormatConfiguration(mb.Configuration),
			})
		}
	}
	return t
}

// always returns the number of elements that no settings at all guarantee.
func (s *Study) always(r *Result) int { return interactions.Always(r.Total, s.guarantee) }

// by says who covers what settings guarantee.
func (s *Study) by() string {
	switch {
	case s.paper:
		return "by one test (the authors' rule)"
	case s.guarantee == interactions.ByTest:
		return "by one test"
	}
	return "by the suite"
}

// under says in a sentence which tests what is guaranteed is about.
func (s *Study) under() string {
	if s.guarantee == interactions.ByTest {
		return "all of them under the same test"
	}
	return "each under some test of the suite"
}

// orDefaults names the empty conjunction of settings.
func orDefaults(settings string) string {
	if settings == "" {
		return "(any)"
	}
	return settings
}
