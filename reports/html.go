package reports

// This file makes the report for browsers: it fills in what package page writes.

import (
	"fmt"
	"slices"
	"strings"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/reports/page"
	"github.com/confcov/confcov/subjects/confspace"
)

// HTML writes the report into the folder dir, which it creates. It needs Source, without which pages have line numbers alone, and Blocks, without which
// nothing is said of why lines are not covered.
func (s *Study) HTML(dir string) error {
	s.cacheSource()
	return page.Write(dir, s.page())
}

// cacheSource makes Source read every file once.
func (s *Study) cacheSource() {
	type file struct {
		text []byte
		err  error
	}
	read, files := s.Source, map[string]file{}
	if read == nil {
		read = func(string) ([]byte, error) { return nil, fmt.Errorf("it was not asked for") }
	}
	s.Source = func(name string) ([]byte, error) {
		f, ok := files[name]
		if !ok {
			f.text, f.err = read(name)
			files[name] = f
		}
		return f.text, f.err
	}
}

func (s *Study) page() *page.Report {
	m := s.newModel()
	p := &page.Report{
		Subject: s.Run.Subject.Name, Version: s.Run.Subject.Version, Problems: s.Incomplete, Notes: s.valueNotes(),
		Ends: s.pathWord("Paths", "Ends"), By: s.by(), Never: s.never(),
	}
	p.Summary = fmt.Sprintf("%s, %s", many(len(s.Tests), "test"), many(len(s.Space.Options), "option"))
	if n := s.configurations(); n != nil {
		p.Summary += ", " + pretty(n) + " configurations"
	}
	for i, r := range s.Results {
		p.Criteria = append(p.Criteria, s.pageCriterion(r))
		if r.Exact != nil {
			p.Sets = append(p.Sets, s.pageSet(i, r, r.Exact))
			if len(r.Greedy.Members) != len(r.Exact.Members) {
				p.Sets = append(p.Sets, s.pageSet(i, r, r.Greedy))
			}
		}
		if r.Analysis != nil {
			p.Interactions = append(p.Interactions, s.pageInteractions(i, r))
		}
	}
	p.Files = s.pageFiles(m)
	p.Options = s.pageOptions(p.Files)
	for _, f := range s.Run.Fixed {
		reason, value := f.Reason, ""
		if f.Mode != "" {
			reason = fmt.Sprintf("in tests of mode %s: %s", f.Mode, reason)
		}
		if f.Value != nil {
			value = *f.Value
		}
		for _, name := range f.Options {
			p.Fixed = append(p.Fixed, page.Fixed{Name: name, Value: value, Reason: reason})
		}
	}
	for _, e := range s.Run.Excluded {
		p.Excluded = append(p.Excluded, page.Excluded{File: e.File, Reason: e.Reason})
	}
	p.Tests = s.pageTests()
	p.Errors = append(s.pageFindings(s.Errors, ""), s.pageFindings(s.Warnings, "warning")...)
	p.Limits = append(s.pageFindings(s.Limits, ""), s.pageFindings(s.Notes, "")...)
	p.Graph = s.pageGraph()
	p.MCDC = s.pageMCDC()
	p.Model = m.finish(p.Options)
	return p
}

// pageNumber returns a cell as a number with its text.
func pageNumber(cell any) page.Number {
	n := page.Number{Text: pretty(cell)}
	v, _ := valueOf(cell)
	switch v := v.(type) {
	case nil:
		n.Value = -1
	case int:
		n.Value = float64(v)
	case Percent:
		n.Value = float64(v)
	}
	return n
}

func percent(n, total int) Percent {
	return Percent(coverage.Count{Covered: n, Total: total}.Percent())
}

func (s *Study) pageCriterion(r *Result) page.Criterion {
	covered, total := r.Total.Covered(), s.Universe.Count(r.Criterion)
	n, share := s.coveredOf(covered, total)
	byDefault, always := 0, s.always(r)
	for k := range r.Total.Classes {
		if s.Sets.Contains(r.Total.Classes[k].Any, s.Space.Defaults()) {
			byDefault += len(r.Total.Classes[k].Elements)
		}
	}
	c := page.Criterion{
		Name: r.Criterion.String(), Plural: r.Criterion.String() + "s", Total: total,
		Covered: pageNumber(n), Percent: pageNumber(share), Always: pageNumber(s.bounded(always, AtLeast)),
		Defaults:      pageNumber(s.bounded(byDefault, AtLeast)),
		DefaultsShare: pageNumber(s.bounded(percent(byDefault, covered), MoreOrFewer)),
		Conditions:    pageNumber(s.bounded(r.Total.Distinct(), MoreOrFewer)),
		AlwaysShare:   100 * float64(always) / float64(max(1, total)), CoveredShare: 100 * float64(covered-always) / float64(max(1, total)),
		NoShare: 100 * float64(total-covered) / float64(max(1, total)),
	}
	if m := s.minimum(r.Exact); m != nil {
		c.Minimum = pretty(m)
	}
	if r.Analysis != nil {
		for n, k := range r.Analysis.Cumulative() {
			related := (r.related() && (n > 1 || r.unknown()) || r.beyond(n)) && k < covered
			c.Guaranteed = append(c.Guaranteed, pageNumber(s.boundedIf(related, percent(k, covered), MoreOrFewer, AtLeast)))
		}
		for n, k := range r.Analysis.ByStrength() {
			c.Strengths = append(c.Strengths, pageNumber(s.boundedIf(r.related() || r.beyond(n), k, MoreOrFewer, AtLeast)))
		}
	}
	return c
}

// pageSettings returns settings as texts.
func (s *Study) pageSettings(settings confspace.Settings) []page.Setting {
	var list []page.Setting
	for _, x := range settings {
		o := &s.Space.Options[x.Option]
		list = append(list, page.Setting{Option: o.Name, Value: o.Domain.FormatValue(x.Value)})
	}
	return list
}

func (s *Study) pageSet(criterion int, r *Result, cs *coversets.CoveringSet) page.CoveringSet {
	out := page.CoveringSet{Criterion: criterion, Method: cs.Method, Proof: s.Proof(cs)}
	seen, sum := make([]bool, len(r.Total.Classes)), 0
	for i := range cs.Members {
		mb := &cs.Members[i]
		before, covers := sum, 0
		for _, k := range mb.Covered {
			n := len(r.Total.Classes[k].Elements)
			covers += n
			if !seen[k] {
				seen[k] = true
				sum += n
			}
		}
		differ := s.Space.Difference(mb.Configuration)
		out.Members = append(out.Members, page.Member{
			Adds: pageNumber(s.bounded(sum-before, MoreOrFewer)), Covers: pageNumber(s.bounded(covers, AtLeast)),
			Cumulative: pageNumber(s.bounded(percent(sum, r.Total.Covered()), MoreOrFewer)), Settings: s.pageSettings(differ), Config: s.Space.FormatSettings(differ),
		})
	}
	return out
}

func (s *Study) pageInteractions(criterion int, r *Result) page.Interactions {
	out := page.Interactions{Criterion: criterion}
	for i := range r.Analysis.Interactions {
		in := &r.Analysis.Interactions[i]
		if len(in.Settings) == 0 {
			continue
		}
		ids := r.Analysis.Elements(in.New)
		e := s.Universe.Element(r.Criterion, ids[0])
		out.List = append(out.List, page.Interaction{
			Settings: s.pageSettings(in.Settings), New: pageNumber(s.boundedIf(r.unknown() || r.beyond(in.Strength()), len(ids), MoreOrFewer, AtLeast)),
			Example: page.Place{File: e.File, Line: int(e.Line), Func: e.Func},
		})
	}
	slices.SortStableFunc(out.List, func(a, b page.Interaction) int { return int(b.New.Value - a.New.Value) })
	return out
}

func (s *Study) pageTests() []page.Test {
	var list []page.Test
	for i := range s.Tests {
		t := page.Test{Name: s.Tests[i].Test, Complete: true}
		ends := 0
		for _, in := range s.Tests[i].Info {
			if in != nil {
				ends += in.Paths
				t.Complete = t.Complete && in.Complete
			}
		}
		t.Ends = pageNumber(ends)
		if !t.Complete {
			t.Ends = pageNumber(Bounded{ends, MoreOrFewer})
		}
		for _, r := range s.Results {
			n := 0
			if j := r.testIndex(t.Name); j >= 0 {
				for k := range r.Total.Classes {
					if r.Total.Classes[k].ByTest[j] != confspace.Empty {
						n += len(r.Total.Classes[k].Elements)
					}
				}
			}
			t.Covers = append(t.Covers, n)
		}
		for _, c := range s.Tests[i].concrete() {
			t.Sets = append(t.Sets, page.Setting{Option: c.Name, Value: c.Value})
		}
		list = append(list, t)
	}
	return list
}

// testIndex returns the index of a test into Total.Tests, -1 if it does not record the criterion.
func (r *Result) testIndex(name string) int {
	return slices.IndexFunc(r.Total.Tests, func(c *coverage.Conditions) bool { return c.Test.Name == name })
}

// pageFindings returns findings; kind is what they are called, if they have no kind of their own.
func (s *Study) pageFindings(list []Finding, kind string) []page.Finding {
	var out []page.Finding
	for i := range list {
		f := &list[i]
		x := page.Finding{
			Kind: kind, Message: f.Message, At: f.At(), Share: pretty(s.boundedShare(f.Known)), Formula: s.text(f.Condition),
			Example: s.pageSettings(f.Example), Tests: f.Tests,
		}
		if x.Kind == "" {
			if x.Kind = "note"; f.Kind != path.KindInvalid {
				x.Kind = f.Kind.String()
			}
		}
		if f.Known != f.Condition {
			x.Formula = "some of " + x.Formula
		}
		for _, fr := range f.Stack {
			x.Stack = append(x.Stack, fr.String())
		}
		if len(f.Stack) > 0 && slices.Contains(s.Universe.Files(), f.Stack[0].File) {
			x.Place = &page.Place{File: f.Stack[0].File, Line: int(f.Stack[0].Line), Func: f.Stack[0].Func}
		}
		out = append(out, x)
	}
	return out
}

func (s *Study) pageOptions(files []page.File) []page.Option {
	fileOf := map[string]int{}
	for i := range files {
		fileOf[files[i].Name] = i
	}
	list := make([]page.Option, len(s.Space.Options))
	depends, interactions := s.byOption(fileOf, list), s.interactionsWith()
	for o := range list {
		opt, x := &s.Space.Options[o], &list[o]
		x.Name, x.Domain, x.Default = opt.Name, opt.Domain.String(), opt.Domain.FormatValue(opt.Default)
		x.Text = opt.Domain.OfStrings()
		x.Decides = depends[o]
		examined := any(nil)
		for _, m := range s.modes() {
			if e := s.examined(m, o); e != nil && examined != true {
				examined = e
			}
		}
		x.Examined = pretty(examined)
		for i, c := range s.Classes[o] {
			x.Values = append(x.Values, page.Value{Text: s.valuesText(o, c.Values), Value: opt.Domain.FormatValue(s.Values[o][i])})
		}
		x.Interactions = pageNumber(s.boundedIf(slices.ContainsFunc(s.Results, (*Result).more), interactions[o], MoreOrFewer, AtLeast))
		for i := range s.Tests {
			for _, c := range s.Tests[i].concrete() {
				if c.Name == opt.Name {
					x.SetBy = append(x.SetBy, s.Tests[i].Test+" ("+c.Value+")")
				}
			}
		}
		x.Reads = s.readers(opt.Object)
	}
	return list
}

// byOption returns, by option and criterion, how many elements have conditions that depend on it, and sets the files of these elements: of the first
// criterion.
func (s *Study) byOption(fileOf map[string]int, list []page.Option) [][]int {
	counts := make([][]int, len(s.Space.Options))
	for o := range counts {
		counts[o] = make([]int, len(s.Results))
	}
	for i, r := range s.Results {
		for o, n := range s.decides(r) {
			counts[o][i] = n
		}
	}
	if len(s.Results) == 0 {
		return counts
	}
	r := s.Results[0]
	byFile := make([]map[int]int, len(list))
	for k := range r.Total.Classes {
		c := &r.Total.Classes[k]
		for _, o := range s.Sets.Depends(s.essential(c.Any)) {
			if byFile[o] == nil {
				byFile[o] = map[int]int{}
			}
			for _, id := range c.Elements {
				byFile[o][fileOf[s.Universe.Element(r.Criterion, id).File]]++
			}
		}
	}
	for o, m := range byFile {
		for f, n := range m {
			list[o].Files = append(list[o].Files, page.FileCount{File: f, Count: n})
		}
		slices.SortFunc(list[o].Files, func(a, b page.FileCount) int {
			if a.Count != b.Count {
				return b.Count - a.Count
			}
			return a.File - b.File
		})
	}
	return counts
}

// essential returns a condition without what follows from the constraints.
func (s *Study) essential(set confspace.Set) confspace.Set {
	if d := s.Sets.Domain(); d != confspace.Full {
		return s.Sets.Essential(set, d)
	}
	return set
}

// readers returns the branches that look at an object.
func (s *Study) readers(object string) []page.Place {
	var list []page.Place
	for i := range s.Blocks {
		b := &s.Blocks[i]
		if b.Line == 0 || b.ID == 0 || !slices.Contains(b.Reads, object) {
			continue
		}
		e := s.Universe.Element(coverage.Block, uint32(b.ID))
		if p := (page.Place{File: e.File, Line: int(b.Line), Func: b.Func}); !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b page.Place) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		return a.Line - b.Line
	})
	return list
}
