package reports

// This file explains under which settings a place of the source is reached.

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// target is what is explained: elements, and what the user called them.
type target struct {
	title    string
	elements []*coverage.Element // by criterion, as far as there are results
}

// find returns the elements that a place means: FILE, FILE:LINE, FILE:LINE-LINE, FILE:FUNCTION, FUNCTION, or the name of a block, an edge or an outcome as it is
// printed. FILE may be the end of a file's name.
func (s *Study) find(place string) (*target, error) {
	if list := s.matching(func(e *coverage.Element) bool { return e.Criterion != coverage.Line && e.Name() == place }); len(list) > 0 {
		return &target{place, list}, nil
	}
	i := strings.LastIndexByte(place, ':')
	if i < 0 {
		if s.looksLikeFile(place) {
			file, err := s.file(place)
			if err != nil {
				return nil, err
			}
			return &target{file, s.matching(func(e *coverage.Element) bool { return e.File == file })}, nil
		}
		if list := s.matching(func(e *coverage.Element) bool { return e.Func == place }); len(list) > 0 {
			return &target{place + "()", list}, nil
		}
		return nil, fmt.Errorf("%q: no function of the program has that name%s; a place is FILE:LINE, FILE:LINE-LINE, FILE:FUNCTION, FUNCTION, or a block, edge or outcome as it is printed", place, confspace.DidYouMean(place, s.functions("")))
	}
	if i == 0 || i == len(place)-1 {
		return nil, fmt.Errorf("%q: want FILE:LINE, FILE:LINE-LINE or FILE:FUNCTION", place)
	}
	file, err := s.file(place[:i])
	if err != nil {
		if names := s.namesLike(place); names != "" {
			return nil, fmt.Errorf("%q: nothing has that name; there %s", place, names)
		}
		return nil, err
	}
	what := place[i+1:]
	from, to, ok := lineRange(what)
	if err := s.checkPart(file, what, ok); err != nil {
		return nil, err
	}
	list := s.matching(func(e *coverage.Element) bool {
		if e.File != file {
			return false
		}
		if !ok {
			return e.Func == what
		}
		return from <= e.Line && e.Line <= to
	})
	if len(list) == 0 {
		return nil, fmt.Errorf("%s:%s: no code is there%s", file, what, s.near(file, from))
	}
	return &target{file + ":" + what, list}, nil
}

// namesLike says which blocks, edges and outcomes are on the line of "FILE:LINE:COLUMN DETAIL"; "" if that is not what the place looks like.
func (s *Study) namesLike(place string) string {
	parts := strings.SplitN(place, ":", 3)
	if len(parts) < 3 {
		return ""
	}
	file, err := s.file(parts[0])
	line, _, ok := lineRange(parts[1])
	if err != nil || !ok {
		return ""
	}
	var names []string
	for _, e := range s.matching(func(e *coverage.Element) bool {
		return e.Criterion != coverage.Line && e.File == file && e.Line == line
	}) {
		names = append(names, e.Name())
	}
	if len(names) == 0 {
		return "is nothing else either"
	}
	return "are " + strings.Join(few(names, 8), ", ")
}

// lineRange reads "10" and "10-40".
func lineRange(text string) (from, to uint32, ok bool) {
	a, b, several := strings.Cut(text, "-")
	first, err := strconv.ParseUint(a, 10, 32)
	if err != nil {
		return 0, 0, false
	}
	last := first
	if several {
		if last, err = strconv.ParseUint(b, 10, 32); err != nil || last < first {
			return 0, 0, false
		}
	}
	return uint32(first), uint32(last), true
}

// matching returns the elements of the criteria that were analysed for which ok holds.
func (s *Study) matching(ok func(*coverage.Element) bool) []*coverage.Element {
	var list []*coverage.Element
	for _, r := range s.Results {
		for i := range s.Universe.Elements[r.Criterion] {
			if e := &s.Universe.Elements[r.Criterion][i]; ok(e) {
				list = append(list, e)
			}
		}
	}
	return list
}

// checkPart returns what is wrong with what names a part of a file: a range of lines, if it is one, or a function.
func (s *Study) checkPart(file, what string, lines bool) error {
	a, b, several := strings.Cut(what, "-")
	digits := func(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
	switch {
	case lines:
		return nil
	case several && digits(a) && digits(b):
		return fmt.Errorf("%s:%s: the range ends before it begins: want %s:%s-%s", file, what, file, b, a)
	case digits(a[:1]):
		return fmt.Errorf("%s:%s: %q is neither a line nor a range of lines, such as 10 or 10-40", file, what, what)
	}
	if names := s.functions(file); !slices.Contains(names, what) {
		return fmt.Errorf("%s:%s: %s has no function %s%s; a place in it is %s:LINE, %s:LINE-LINE or %s:FUNCTION", file, what, file, what, confspace.DidYouMean(what, names), file, file, file)
	}
	return nil
}

// functions returns the functions of a file that have elements; of all files for "".
func (s *Study) functions(file string) []string {
	seen := map[string]bool{}
	for _, c := range coverage.Criteria() {
		for i := range s.Universe.Elements[c] {
			if e := &s.Universe.Elements[c][i]; e.Func != "" && (file == "" || e.File == file) {
				seen[e.Func] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// looksLikeFile reports whether a place is the name of a file: one of the program, or with the ending of one.
func (s *Study) looksLikeFile(place string) bool {
	if _, err := s.file(place); err == nil {
		return true
	}
	ending := path.Ext(place)
	return ending != "" && slices.ContainsFunc(s.Universe.Files(), func(f string) bool { return path.Ext(f) == ending })
}

// Explain says, for each element at a place (see find), which configurations cover it, by which tests, and the minimal settings that guarantee it; of
// what is never covered, why, as far as Blocks are known.
func (s *Study) Explain(place string) (*Table, error) {
	found, err := s.find(place)
	if err != nil {
		return nil, err
	}
	t := &Table{
		Name: "explain", Title: "Who reaches " + found.title,
		Columns: []Column{
			{"criterion", "Criterion"},
			{"element", "Element"},
			{"configurations", "Configurations"},
			{"condition", "Condition"},
			{"strength", "Strength"},
			{"settings", "Minimal settings, " + s.by()},
			{"tests", "Tests"},
			{"why", ""},
		}, Notes: slices.Concat(s.notes(), s.valueNotes()),
	}
	f := s.newFlow()
	for _, e := range found.elements {
		r := s.Result(e.Criterion)
		row := s.explain(r, e)
		var why any
		if r.Total.Condition(e.ID) == confspace.Empty {
			if text := s.why(f, e); text != "" {
				why = text
			}
		}
		t.Rows = append(t.Rows, append(row, why))
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
	if upTo, more := s.unlisted(r, e); more && strength == nil {
		strength = Bounded{upTo + 1, AtLeast}
	}
	switch {
	case cond != confspace.Empty:
	case s.Exact():
		text = "never"
	default:
		text = "not known to be reached"
	}
	if _, bounded := strength.(Bounded); !bounded {
		strength = s.boundedIf(related, strength, AtMost, AtMost)
	} else if !s.Exact() {
		strength = nil
	}
	return []any{r.Criterion.String(), e.Name(), s.boundedShare(cond), text, strength, settings, tests}
}

// unlisted reports whether there are minimal settings of an element that are not listed, being too many, and up to which strength all are.
func (s *Study) unlisted(r *Result, e *coverage.Element) (upTo int, more bool) {
	k := r.Total.ClassOf[e.ID-1]
	if r.Analysis == nil || k < 0 || r.Analysis.Complete[k] == interactions.All {
		return 0, false
	}
	return r.Analysis.Complete[k], true
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
		hint := confspace.DidYouMean(name, files)
		if hint == "" {
			hint = "; its files are " + strings.Join(few(files, 4), ", ")
		}
		return "", fmt.Errorf("%s: the program has no code in a file of that name%s", name, hint)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%s: which of %s?", name, strings.Join(found, ", "))
}

// near names the lines with code that are closest to line.
func (s *Study) near(file string, line uint32) string {
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
			{"percent", "% of reachable"},
			{"possible", "Reachable with them"},
			{"interactions", "Interactions in it"},
			{"elements", ""},
		}, Notes: slices.Concat([]string{"Guaranteed: every configuration with these settings reaches it, " + s.under() + ". Reachable with them: some configuration with them does."}, s.notes(), s.valueNotes()),
	}
	for _, r := range s.Results {
		if r.Analysis == nil {
			continue
		}
		ids := r.Analysis.Elements(r.Analysis.Guaranteed(p))
		parts := []string{}
		possible := 0
		for k := range r.Total.Classes {
			if c := &r.Total.Classes[k]; s.Sets.Possible(s.Sets.And(c.Any, s.Sets.Of(p))) == confspace.Yes {
				possible += len(c.Elements)
			}
		}
		for i := range r.Analysis.Interactions {
			if q := r.Analysis.Interactions[i].Settings; len(q) > 0 && p.Contains(q) {
				parts = append(parts, s.Space.FormatSettings(q))
			}
		}
		t.Rows = append(t.Rows, []any{
			r.Criterion.String(), s.bounded(len(ids), AtLeast),
			s.bounded(Percent(coverage.Count{Covered: len(ids), Total: r.Total.Covered()}.Percent()), MoreOrFewer), s.bounded(possible, AtLeast), parts, s.names(r.Criterion, ids),
		})
	}
	return t, nil
}
