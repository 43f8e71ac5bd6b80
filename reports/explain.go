package reports

// This file explains under which settings a place of the source is reached.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Explain says, for each element at a place "FILE:LINE" or "FILE:FUNCTION", which
// configurations cover it, by which tests, and the minimal settings that guarantee it. FILE may be the end
// of a file's name.
func (s *Study) Explain(place string) (*Table, error) {
	i := strings.LastIndexByte(place, ':')
	if i <= 0 || i == len(place)-1 {
		return nil, fmt.Errorf("%q: want FILE:LINE or FILE:FUNCTION", place)
	}
	file, err := s.file(place[:i])
	if err != nil {
		return nil, err
	}
	what := place[i+1:]
	line, notNumber := strconv.ParseUint(what, 10, 32)
	match := func(e *coverage.Element) bool {
		if e.File != file {
			return false
		}
		if notNumber != nil {
			return e.Func == what
		}
		return e.Line == uint32(line)
	}
	t := &Table{
		Name: "explain", Title: fmt.Sprintf("Who reaches %s:%s", file, what),
		Columns: []Column{
			{"criterion", "Criterion"},
			{"element", "Element"},
			{"configurations", "Configurations"},
			{"condition", "Condition"},
			{"strength", "Strength"},
			{"settings", "Minimal settings, " + s.by()},
			{"tests", "Tests"},
		}, Notes: slices.Concat(s.notes(), s.valueNotes()),
	}
	for _, r := range s.Results {
		for j := range s.Universe.Elements[r.Criterion] {
			if e := &s.Universe.Elements[r.Criterion][j]; match(e) {
				t.Rows = append(t.Rows, s.explain(r, e))
			}
		}
	}
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("%s:%s: nothing to cover there%s", file, what, s.near(file, uint32(line), notNumber == nil))
	}
	return t, nil
}

// explain returns the row of one element.
func (s *Study) explain(r *Result, e *coverage.Element) []any {
	cond := r.Total.Condition(e.ID)
	var tests, settings []string
	for _, j := range r.Total.TestsOf(e.ID) {
		tests = append(tests, r.Total.Tests[j].Test.Name)
	}
	var strength any
	if r.Analysis != nil {
		for _, p := range r.Analysis.MinimalFor(e.ID) {
			if strength == nil {
				strength = len(p)
			}
			settings = append(settings, orDefaults(s.Space.FormatSettings(p)))
		}
	}
	text, _ := s.conditionText(cond, maxExplainCubes)
	k := r.Total.ClassOf[e.ID-1]
	related := r.Analysis != nil && k >= 0 && r.Analysis.AtMost[k]
	switch {
	case cond != confspace.Empty:
	case s.Exact():
		text = "never"
	default:
		text = "not known to be reached"
	}
	return []any{r.Criterion.String(), e.Name(), s.boundedShare(cond), text, s.boundedIf(related, strength, AtMost, AtMost), settings, tests}
}

// file returns the universe's file that name means.
func (s *Study) file(name string) (string, error) {
	files := s.Universe.Files()
	if slices.Contains(files, name) {
		return name, nil
	}
	var found []string
	for _, f := range files {
		if strings.HasSuffix(f, "/"+name) {
			found = append(found, f)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("%s: no such file in the program (its files: %s)", name, strings.Join(files, ", "))
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%s: which of %s?", name, strings.Join(found, ", "))
}

// near names the lines closest to line at which there is something to cover.
func (s *Study) near(file string, line uint32, ok bool) string {
	if !ok {
		return ""
	}
	var before, after uint32
	for _, e := range s.Universe.At(coverage.Line, file, 0) {
		if e.Line < line && e.Line > before {
			before = e.Line
		}
		if e.Line > line && (after == 0 || e.Line < after) {
			after = e.Line
		}
	}
	switch {
	case before != 0 && after != 0:
		return fmt.Sprintf("; the lines before and after are %d and %d", before, after)
	case before != 0:
		return fmt.Sprintf("; the last line is %d", before)
	case after != 0:
		return fmt.Sprintf("; the first line is %d", after)
	}
	return ""
}

// Guarantee returns Cov of settings such as "a=1,b=0": what every configuration that has them covers.
func (s *Study) Guarantee(settings string) (*Table, error) {
	p, err := s.Space.ParseSettings(settings)
	if err != nil {
		return nil, err
	}
	if s.Sets.And(s.Sets.Domain(), s.Sets.Of(p)) == confspace.Empty {
		return nil, fmt.Errorf("no configuration with %s satisfies the constraints %s", s.Space.FormatSettings(p), strings.Join(s.Space.Constraints, "; "))
	}
	t := &Table{
		Name: "guarantee", Title: fmt.Sprintf("Guaranteed under %s, %s", orDefaults(s.Space.FormatSettings(p)), s.by()),
		Columns: []Column{
			{"criterion", "Criterion"},
			{"guaranteed", "Guaranteed"},
			{"percent", "% of covered"},
			{"interactions", "Interactions in it"},
			{"elements", ""},
		}, Notes: slices.Concat(s.notes(), s.valueNotes()),
	}
	for _, r := range s.Results {
		if r.Analysis == nil {
			continue
		}
		ids := r.Analysis.Elements(r.Analysis.Guaranteed(p))
		parts := []string{}
		for i := range r.Analysis.Interactions {
			if q := r.Analysis.Interactions[i].Settings; len(q) > 0 && p.Contains(q) {
				parts = append(parts, s.Space.FormatSettings(q))
			}
		}
		t.Rows = append(t.Rows, []any{
			r.Criterion.String(), s.bounded(len(ids), AtLeast),
			s.bounded(Percent(coverage.Count{Covered: len(ids), Total: r.Total.Covered()}.Percent()), MoreOrFewer), parts, s.names(r.Criterion, ids),
		})
	}
	return t, nil
}
