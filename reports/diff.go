package reports

// This file says what reaches the lines that a patch touches.
//
// A line that a patch changes, and that the sources of the run have, is reached as its elements are; a line in the middle of a statement, which has none, as the
// statement. Lines that it adds to sources which are as before it are reached as the code next to them is: what follows in the same function, else
// what precedes. Where there is no code, as between functions, nothing can be said.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/reports/patch"
	"github.com/confcov/confcov/subjects/confspace"
)

// Diff says what reaches the lines that a patch touches.
type Diff struct {
	Places   int      // lines that the patch touches, and gaps between lines, in sources that the run knows
	Gaps     int      // of these, the gaps
	Code     int      // of Places, those that have code, or code next to them
	NoCode   []string // the others: FILE:LINES
	Added    []string // lines that it adds where the run has no code: "5 lines after FILE:LINE"
	Problems []string // what of the patch is about something else

	Reached int                    // elements that some configuration reaches
	Default int                    // elements that the defaults reach
	Set     *coversets.CoveringSet // configurations that reach all that is reached; nil: there is nothing
	Adds    []int                  // by member of Set: elements that no member before reaches

	study    *Study
	files    []patch.FileMatch
	elements []*coverage.Element
	reached  []*group
	never    []*group
}

// Diff finds what reaches the lines that a patch touches. It fails if the patch is about other sources.
func (s *Study) Diff(ctx context.Context, p *patch.Patch) (*Diff, error) {
	if s.Source == nil {
		return nil, fmt.Errorf("the sources of the run are not known")
	}
	m, err := p.Match(s.Universe.Files(), s.Source)
	if err != nil {
		return nil, err
	}
	d := &Diff{study: s}
	if err := d.check(m); err != nil {
		return nil, err
	}
	for i := range m.Files {
		if fm := &m.Files[i]; fm.State != patch.Unknown {
			d.files = append(d.files, *fm)
			if err := d.file(fm); err != nil {
				return nil, err
			}
		}
	}
	for _, g := range s.groups(d.elements, s.newFlow()) {
		if g.condition == confspace.Empty {
			d.never = append(d.never, g)
		} else {
			d.reached = append(d.reached, g)
			d.Reached += len(g.elements)
			if s.Sets.Contains(g.condition, s.Space.Defaults()) {
				d.Default += len(g.elements)
			}
		}
	}
	slices.SortStableFunc(d.reached, func(a, b *group) int { return len(b.elements) - len(a.elements) })
	return d, d.cover(ctx)
}

// check notes what of the patch is about something else. It fails if all is.
func (d *Diff) check(m *patch.Match) error {
	var unknown, other []string
	hunks, matched := 0, 0
	for _, f := range m.Files {
		name := f.File.Name
		switch {
		case f.Source == "" && !f.File.New && isC(name):
			unknown = append(unknown, name)
			d.Problems = append(d.Problems, name+": the run has no code of this file")
		case f.Source == "":
			d.Problems = append(d.Problems, name+": not a source that the run has code of")
		case f.State == patch.Unknown && len(f.Lost) > 0:
			other = append(other, name)
		}
		if f.Source == "" {
			continue
		}
		hunks += len(f.File.Hunks)
		matched += len(f.File.Hunks) - len(f.Lost)
		for _, h := range f.Lost {
			d.Problems = append(d.Problems, fmt.Sprintf("%s: the hunk %s matches the source of the run neither before nor after the patch", name, strings.TrimSpace(h.Header())))
		}
	}
	switch {
	case hunks > 0 && matched == 0:
		return fmt.Errorf("the patch is for other sources: what it has of %s is in those of the run neither before nor after it", strings.Join(few(other, 3), ", "))
	case hunks == 0 && len(unknown) > 0:
		return fmt.Errorf("the patch is for other sources: %s: the run has no code of any of its files; it has that of %s",
			strings.Join(few(unknown, 3), ", "), strings.Join(few(d.study.Universe.Files(), 3), ", "))
	}
	return nil
}

// isC reports whether a file has a C program's code.
func isC(name string) bool { return strings.HasSuffix(name, ".c") }

// file finds the elements that a patch touches in a file.
func (d *Diff) file(f *patch.FileMatch) error {
	s := d.study
	data, err := s.Source(f.Source)
	if err != nil {
		return err
	}
	text := strings.Split(string(data), "\n")
	at := map[int][]*coverage.Element{}
	first, last := 0, 0
	for _, e := range s.matching(func(e *coverage.Element) bool { return e.File == f.Source }) {
		line := int(e.Line)
		at[line] = append(at[line], e)
		if first == 0 || line < first {
			first = line
		}
		last = max(last, line)
	}
	c := &codeLines{text: text, at: at, first: first, last: last}
	seen := map[int]bool{}
	var none []uint32
	for _, p := range f.Places {
		d.Places++
		if p.Gap {
			d.Gaps++
		}
		line := c.of(p)
		switch n := f.Added[p.Line]; {
		case line == 0 && p.Gap && n > 0:
			d.Added = append(d.Added, fmt.Sprintf("%s after %s:%d", many(n, "line"), f.Source, p.Line-1))
			continue
		case line == 0 && p.Gap && f.State == patch.Before: // blank lines
			continue
		case line == 0:
			none = append(none, uint32(p.Line))
			continue
		case !seen[line]:
			seen[line] = true
			d.elements = append(d.elements, at[line]...)
		}
		d.Code++
	}
	if len(none) > 0 {
		d.NoCode = append(d.NoCode, f.Source+":"+ranges(none))
	}
	return nil
}

// codeLines says which lines of a file have elements.
type codeLines struct {
	text        []string
	at          map[int][]*coverage.Element
	first, last int
}

// of returns the line whose elements stand for a place, 0 if there is none.
func (c *codeLines) of(p patch.Place) int {
	switch {
	case c.at[p.Line] != nil:
		return p.Line
	case !p.Gap:
		return c.statement(p.Line)
	case c.at[p.Line-1] != nil && !c.ends(p.Line):
		return p.Line - 1
	}
	before, after := p.Line-1, p.Line
	for before >= c.first && c.at[before] == nil && !c.ends(before) {
		before--
	}
	for after <= c.last && c.at[after] == nil && !c.ends(after) {
		after++
	}
	switch inside := before >= c.first && c.at[before] != nil; {
	case inside && c.at[after] != nil && c.at[after][0].Func == c.at[before][0].Func:
		return after
	case inside:
		return before
	}
	return 0
}

// ends reports whether a function ends on a line, as far as its text tells.
func (c *codeLines) ends(line int) bool {
	return line >= 1 && line <= len(c.text) && strings.HasPrefix(c.text[line-1], "}")
}

// maxStatement is how many lines a statement is expected to have.
const maxStatement = 40

// statement returns the line on which the statement begins in whose middle a line is; 0 if there seems to be none.
func (c *codeLines) statement(line int) int {
	if line > len(c.text) || strings.Trim(c.text[line-1], " \t\r{}") == "" {
		return 0
	}
	for l := line - 1; l >= max(1, line-maxStatement); l-- {
		if strings.ContainsAny(c.text[l-1], ";{}") || strings.HasPrefix(strings.TrimSpace(c.text[l-1]), "#") || strings.TrimSpace(c.text[l-1]) == "" {
			return 0
		}
		if c.at[l] != nil {
			return l
		}
	}
	return 0
}

// Limits of the search for the smallest set: a patch is to be answered at once.
const (
	maxDiffConflicts = 2000
	maxDiffNodes     = 20000
)

// cover finds the smallest set of configurations that reaches all that is reached.
func (d *Diff) cover(ctx context.Context) (err error) {
	if len(d.reached) == 0 {
		return nil
	}
	s := d.study
	t := s.part(d.reached)
	a := interactions.Analyze(t, s.Values, interactions.Options{Guarantee: interactions.BySuite, Examples: s.examples})
	greedy := coversets.Greedy(a)
	d.Set, err = coversets.Exact(a, greedy, coversets.Options{Context: ctx, MaxConflicts: maxDiffConflicts, CliqueNodes: maxDiffNodes, Distributed: maxDiffNodes})
	if err != nil {
		return err
	}
	missing, err := coversets.Check(t, d.Set.Configurations())
	if err != nil || len(missing) > 0 {
		return fmt.Errorf("BUG: the smallest set for a patch leaves out %d elements: %v", len(missing), err)
	}
	seen := map[int]bool{}
	for i := range d.Set.Members {
		adds := 0
		for _, k := range d.Set.Members[i].Covered {
			if !seen[k] {
				seen[k] = true
				adds += len(t.Classes[k].Elements)
			}
		}
		d.Adds = append(d.Adds, adds)
	}
	return nil
}

// part returns what is covered of groups of elements, whatever their criteria, as if these were lines of a program of their own and the suite one test.
func (s *Study) part(groups []*group) *coverage.Total {
	u := &coverage.Universe{}
	t := &coverage.Total{Criterion: coverage.Line, Universe: u, Sets: s.Sets}
	index := map[confspace.Set]int32{}
	domain := confspace.Empty
	for _, r := range s.Results {
		for _, tc := range r.Total.Tests {
			domain = s.Sets.Or(domain, tc.Test.Domain)
		}
	}
	for _, g := range groups {
		for _, e := range g.elements {
			copied := *e
			copied.Criterion = coverage.Line
			id := u.Add(copied)
			k, ok := index[g.condition]
			if !ok {
				k = int32(len(t.Classes))
				index[g.condition] = k
				t.Classes = append(t.Classes, coverage.Class{ByTest: []confspace.Set{g.condition}, Any: g.condition})
			}
			t.Classes[k].Elements = append(t.Classes[k].Elements, id)
			t.ClassOf = append(t.ClassOf, k)
		}
	}
	t.Tests = []*coverage.Conditions{{Test: &coverage.Test{Name: "suite", Layout: u.Layout(coverage.Line), Domain: domain}}}
	return t
}

// State says in which state the sources are: before the patch, after it, or some before and others after.
func (d *Diff) State() string {
	var before, after []string
	for _, f := range d.files {
		if f.State == patch.Before {
			before = append(before, f.Source)
		} else {
			after = append(after, f.Source)
		}
	}
	switch {
	case len(d.files) == 0 && len(d.Problems) == 0:
		return "the patch is empty"
	case len(before) == 0 && len(after) == 0:
		return "the patch touches no source of which the run has code"
	case len(after) == 0:
		return "the run has the sources before it"
	case len(before) == 0:
		return "the run has the sources after it"
	}
	return fmt.Sprintf("the run has some sources before it (%s), others after it (%s)", strings.Join(few(before, 3), ", "), strings.Join(few(after, 3), ", "))
}
