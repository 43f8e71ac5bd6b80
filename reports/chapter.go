package reports

// This file lays the tables of several runs beside those of chapter 4 of the dissertation: Tables 4.2 to 4.5, and the numbers of Figure 4.5.

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// Chapter is the study of chapter 4, of some subjects. Guarantees are those by one test, as in the dissertation.
type Chapter struct {
	Failed []Failure

	pairs []pair
}

// Failure is a subject of which there is no run, and why.
type Failure struct{ Subject, Why string }

// pair is a subject here and, if it is one of its, in the dissertation.
type pair struct {
	here  *Study
	there *publishedSubject // nil: it isn't
	same  *Study            // here, the options that were not symbolic there being at their defaults; nil: there are none, or no other ones
	kept  int               // how many options were symbolic there, too, by whatever name
}

// Add adds the study of a subject, which was made with opts.
func (c *Chapter) Add(s *Study, opts Options) error {
	p := pair{here: s, there: dissertation().of(s.Run.Subject.Name)}
	if p.there != nil {
		if err := p.narrow(opts); err != nil {
			return err
		}
	}
	c.pairs = append(c.pairs, p)
	return nil
}

// narrow makes the study of the options that were symbolic in the dissertation.
func (p *pair) narrow(opts Options) (err error) {
	names := slices.Concat(p.there.optionNames(), p.there.todayNames())
	var others confspace.Settings
	for o := range p.here.Space.Options {
		opt := &p.here.Space.Options[o]
		if !slices.ContainsFunc(names, func(n string) bool { return slices.Contains(publishedNames(opt), strings.ToLower(n)) }) {
			others = append(others, confspace.Setting{Option: o, Value: opt.Default})
		}
	}
	p.kept = len(p.here.Space.Options) - len(others)
	if p.kept == 0 || len(others) == 0 {
		return nil
	}
	rule, err := p.here.Require("the defaults of options that were concrete", p.here.Space.FormatSettings(others))
	if err != nil {
		return err
	}
	p.same, err = p.here.Narrow([]Rule{rule}, nil, opts)
	return err
}

// variant is one of the studies that are laid beside the dissertation's.
type variant struct {
	study        *Study
	there        *publishedSubject // nil: the subject is not one of the dissertation's
	key          string
	name         string // of the subject
	release      string // its version, with what tells the variant from others
	words, short string // in sentences, and in names of files
	options      int    // that are symbolic
}

func (p pair) variants() []variant {
	short := p.here.Run.Subject.Name
	all := variant{p.here, p.there, "", p.name(), p.here.Run.Subject.Version + ", confcov", "here", short, len(p.here.Space.Options)}
	if p.same == nil {
		return []variant{all}
	}
	all.words = "with all options"
	return []variant{all, {p.same, p.there, "_same", all.name, all.release + ", options of 2011", "with the options of 2011", short + "-options-of-2011", p.kept}}
}

// title names the variant above a figure: the subject, and its options if these are not all.
func (v variant) title() string {
	if v.key != "" {
		return v.name + ", options of 2011"
	}
	return v.name
}

// lines returns the result of line coverage with its interactions; nil if there is none.
func (s *Study) lines() *Result {
	if r := s.Result(coverage.Line); r != nil && r.Analysis != nil {
		return r
	}
	return nil
}

// name returns what the subject is called: as the dissertation spells it, and without its version.
func (p pair) name() string {
	name := strings.TrimSuffix(p.here.Run.Subject.Name, "-"+p.here.Run.Subject.Version)
	if p.there != nil && strings.EqualFold(p.there.Name, name) {
		return p.there.Name
	}
	return name
}

// published is what rows and columns with the dissertation's numbers are called.
func (s *publishedSubject) published() string { return s.Version + ", 2011" }

// Tables returns the tables: a column or a row of the dissertation's beside each of a run.
func (c *Chapter) Tables() []*Table {
	return []*Table{c.overview(), c.statistics(), c.summary(), c.strengths(), c.sets(), c.guaranteed()}
}

// across returns a table with a column for each release, the dissertation's first, and rows that cell fills: there is a cell for each.
func (c *Chapter) across(t *Table, rows []string, there func(s *publishedSubject, row int) any, here func(s *Study, row int) any) *Table {
	t.Columns = []Column{{"statistic", ""}}
	t.Columns[0].Name = "Statistic"
	for i := range rows {
		t.Rows = append(t.Rows, []any{rows[i]})
	}
	for _, p := range c.pairs {
		name := strings.ToLower(p.here.Run.Subject.Name)
		if p.there != nil {
			t.Columns = append(t.Columns, Column{name + "_2011", p.name() + " " + p.there.published()})
			for i := range rows {
				t.Rows[i] = append(t.Rows[i], there(p.there, i))
			}
		}
		for _, v := range p.variants() {
			cells := make([]any, len(rows))
			for i := range rows {
				cells[i] = here(v.study, i)
			}
			if !slices.ContainsFunc(cells, func(cell any) bool { return cell != nil }) {
				continue
			}
			t.Columns = append(t.Columns, Column{name + v.key, v.name + " " + v.release})
			for i := range rows {
				t.Rows[i] = append(t.Rows[i], cells[i])
			}
		}
		t.Notes = append(t.Notes, p.notes()...)
	}
	return t
}

// notes returns the notes on a run, with its name.
func (p pair) notes() []string {
	var list []string
	for _, n := range p.here.notes() {
		list = append(list, p.here.Run.Subject.Name+": "+n)
	}
	return list
}

// orNil returns n, or nil where the dissertation has no such number.
func orNil(numbers map[string]int, key string) any {
	if n, ok := numbers[key]; ok {
		return n
	}
	return nil
}

// statistics is Table 4.2.
func (c *Chapter) statistics() *Table {
	rows := []struct{ name, here, there string }{
		{"lines of source", "lines of source", "source_lines"},
		{"executable lines", "executable lines", "line"},
		{"basic blocks", "basic blocks", "block"},
		{"edges", "edges", "edge"},
		{"outcomes of conditions", "outcomes of conditions", "outcome"},
		{"tests", "tests", "tests"},
		{"symbolic options", "symbolic options", "options"},
		{"boolean options", "boolean options", "booleans"},
		{"integer options", "integer options", "integers"},
		{"string options", "string options", ""},
		{"options left concrete", "fixed options", "concrete"},
	}
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	return c.across(&Table{Name: "table_4_2", Title: "Subject program statistics"}, names, func(s *publishedSubject, i int) any { return orNil(s.Statistics, rows[i].there) }, func(s *Study, i int) any {
		if s.whole != nil {
			return nil
		}
		for _, row := range s.Subject().Rows {
			if row[0] == rows[i].here {
				return row[1]
			}
		}
		return nil
	})
}

// statisticOf is a row of Table 4.3.
type statisticOf struct {
	name  string
	there func(*publishedSummary) any
	here  func(*Study) any
}

// modeOfCriteria returns the mode in which a run explored a criterion; false if it did not.
func (s *Study) modeOfCriteria(c coverage.Criterion) (path.Mode, bool) {
	for _, r := range s.Results {
		if r.Criterion == c {
			return r.Mode, true
		}
	}
	return 0, false
}

// summaryRows are the rows of Table 4.3.
func summaryRows() []statisticOf {
	var rows []statisticOf
	for _, c := range coverage.Criteria() {
		rows = append(rows, statisticOf{
			"% of " + c.String() + "s",
			func(s *publishedSummary) any { return Whole(s.Percent[c.String()]) },
			func(s *Study) any { return s.percentCovered(c) },
		})
	}
	modes := []struct {
		key, name string
		criterion coverage.Criterion
	}{{"merged", "lines, blocks, edges", coverage.Line}, {"expanded", "outcomes", coverage.Outcome}}
	for _, m := range modes {
		rows = append(rows, statisticOf{
			"options that branches depend on: " + m.name,
			func(s *publishedSummary) any { return s.Examined[m.key] },
			func(s *Study) any {
				if mode, ok := s.modeOfCriteria(m.criterion); ok && s.whole == nil {
					return s.bounded(count(s.Examined[mode]), AtLeast)
				}
				return nil
			},
		})
	}
	for _, average := range []bool{false, true} {
		for _, m := range modes {
			name := "paths, here ends: "
			if average {
				name = "paths a test, here ends: "
			}
			rows = append(rows, statisticOf{
				name + m.name,
				func(s *publishedSummary) any {
					if average {
						return s.Average[m.key]
					}
					return s.Paths[m.key]
				},
				func(s *Study) any {
					mode, ok := s.modeOfCriteria(m.criterion)
					if !ok || s.whole != nil {
						return nil
					}
					paths, tests := s.paths(mode)
					if average {
						return s.bounded(float64(paths)/float64(max(tests, 1)), MoreOrFewer)
					}
					return s.bounded(paths, MoreOrFewer)
				},
			})
		}
	}
	return append(rows, statisticOf{
		"tests times configurations", func(s *publishedSummary) any { return int(s.Combinations) },
		func(s *Study) any {
			n, ok := s.configurations().(*big.Int)
			if !ok {
				return nil
			}
			return s.bounded(new(big.Int).Mul(n, big.NewInt(int64(len(s.Tests)))), MoreOrFewer)
		},
	})
}

// percentCovered returns the cell of how much of a criterion the tests cover; nil if nothing is known.
func (s *Study) percentCovered(c coverage.Criterion) any {
	r := s.Result(c)
	if r == nil {
		return nil
	}
	_, percent := s.coveredOf(r.Total.Covered(), s.Universe.Count(c))
	return percent
}

// summary is Table 4.3.
func (c *Chapter) summary() *Table {
	rows := summaryRows()
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	return c.across(&Table{Name: "table_4_3", Title: "Summary of symbolic execution"}, names, func(s *publishedSubject, i int) any { return rows[i].there(&s.Summary) }, func(s *Study, i int) any { return rows[i].here(s) })
}

// numbered returns a table of rows of numbers: for each subject and criterion the dissertation's, and those here.
func (c *Chapter) numbered(t *Table, key string, first int, there func(*publishedSubject, coverage.Criterion) []any, here func(*Study, *Result) [][]any) *Table {
	t.Columns = []Column{{"subject", ""}, {"release", "Release"}, {"criterion", "Criterion"}, {"what", ""}}
	head := len(t.Columns)
	for _, p := range c.pairs {
		add := func(release string, cr coverage.Criterion, what string, cells []any) {
			for n := len(t.Columns) - head; n < len(cells); n++ {
				t.Columns = append(t.Columns, Column{fmt.Sprintf("%s%d", key, n+first), fmt.Sprint(n + first)})
			}
			t.Rows = append(t.Rows, append([]any{p.here.Run.Subject.Name, release, cr.String(), what}, cells...))
		}
		for _, cr := range coverage.Criteria() {
			if p.there != nil {
				if cells := there(p.there, cr); cells != nil {
					add(p.there.published(), cr, "2011", cells)
				}
			}
			for _, v := range p.variants() {
				r := v.study.Result(cr)
				if r == nil || r.Analysis == nil {
					continue
				}
				for k, cells := range here(v.study, r) {
					release, what := v.release, "here"+v.key
					if k > 0 {
						release, what = release+", least", what+"_least"
					}
					add(release, cr, what, cells)
				}
			}
		}
		t.Notes = append(t.Notes, p.notes()...)
	}
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], make([]any, len(t.Columns)-len(t.Rows[i]))...)
	}
	return t
}

// cellsOf returns a cell for each number, nil if there is none.
func cellsOf(list []int) []any {
	var cells []any
	for _, n := range list {
		cells = append(cells, n)
	}
	return cells
}

// strengths is Table 4.4.
func (c *Chapter) strengths() *Table {
	t := &Table{Name: "table_4_4", Title: "Number of interactions with 1, 2, 3 ... settings"}
	return c.numbered(t, "t", 1, func(s *publishedSubject, cr coverage.Criterion) []any { return cellsOf(s.Strengths[cr.String()]) }, func(s *Study, r *Result) [][]any {
		var cells []any
		for n, k := range r.Analysis.ByStrength() {
			if n > 0 {
				cells = append(cells, s.boundedIf(r.related() || r.beyond(n), k, MoreOrFewer, AtLeast))
			}
		}
		return [][]any{cells}
	})
}

// sets is Table 4.5: the greedy set, and the least one that is known.
func (c *Chapter) sets() *Table {
	t := &Table{Name: "table_4_5", Title: "What each configuration of the covering sets adds"}
	return c.numbered(t, "c", 1, func(s *publishedSubject, cr coverage.Criterion) []any { return cellsOf(s.Sets[cr.String()]) }, func(s *Study, r *Result) [][]any {
		var rows [][]any
		for _, cs := range []*coversets.CoveringSet{r.Greedy, r.Exact} {
			var cells []any
			if cs == nil {
				continue
			}
			for _, n := range cs.Sizes(r.Total) {
				cells = append(cells, s.bounded(n, MoreOrFewer))
			}
			rows = append(rows, cells)
		}
		return rows
	})
}

// guaranteed is what Figure 4.5 draws, in per cent.
func (c *Chapter) guaranteed() *Table {
	t := &Table{Name: "figure_4_5", Title: "Guaranteed coverage"}
	return c.numbered(t, "t", 0, func(s *publishedSubject, cr coverage.Criterion) []any {
		list := s.Guaranteed.Line
		if cr != coverage.Line || list == nil {
			return nil
		}
		return percents(list, list[len(list)-1])
	}, func(s *Study, r *Result) [][]any {
		cells := percents(r.Analysis.Cumulative(), r.Total.Covered())
		for i := range cells {
			cells[i] = s.boundedIf(r.more(), cells[i], MoreOrFewer, AtLeast)
		}
		return [][]any{cells}
	})
}

// percents returns a cell for each number: how many per cent of total it is.
func percents(list []int, total int) []any {
	cells := make([]any, len(list))
	for i, n := range list {
		cells[i] = percent(n, total)
	}
	return cells
}
