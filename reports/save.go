package reports

// This file writes the results of the analyses into the run directory; docs/run-directory.md documents the columns.
//
// A file holds the results of every criterion that was analysed so far, with guarantees by the suite. What they are follows from the run alone, so
// an analysis of some criteria replaces their rows and leaves the others, and one without interactions
// leaves what is known about them: no analysis makes a file poorer. Guarantees by one test, and the authors' rule (Options.Paper), give other results, which are not saved.

import (
	"cmp"
	"math"
	"reflect"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// Names of result files.
const (
	coverageFile     = "coverage.parquet"
	interactionsFile = "interactions.parquet"
	coveringFile     = "covering_set.parquet"
	errorsFile       = "errors.parquet"
	valuesFile       = "values.parquet"
)

// settingRow is an option and its value, as a number (of a string: which of the domain's) and as text.
type settingRow struct {
	Option string `parquet:"option,dict"`
	Value  int64  `parquet:"value"`
	Text   string `parquet:"text,dict"`
}

type coverageRow struct {
	Criterion   string   `parquet:"criterion,dict"`
	ID          int32    `parquet:"id,delta"`
	Name        string   `parquet:"name"`
	Covered     bool     `parquet:"covered"`
	Class       int32    `parquet:"class"`
	Condition   string   `parquet:"condition,dict"`
	Fraction    *float64 `parquet:"fraction,optional,dict"`
	MinStrength *int32   `parquet:"min_strength,optional"`
	AtMost      bool     `parquet:"at_most"`
	Listed      *int32   `parquet:"listed,optional"`
	Tests       []string `parquet:"tests,list,dict"`
	Exact       bool     `parquet:"exact"`
}

type interactionRow struct {
	Criterion string       `parquet:"criterion,dict"`
	Strength  int32        `parquet:"strength"`
	Settings  []settingRow `parquet:"settings,list"`
	Count     int32        `parquet:"count"`
	Elements  []int32      `parquet:"elements,list"`
	Exact     bool         `parquet:"exact"`
}

type coveringRow struct {
	Criterion     string       `parquet:"criterion,dict"`
	Method        string       `parquet:"method,dict"`
	Number        int32        `parquet:"number"`
	Settings      []settingRow `parquet:"settings,list"`
	Configuration []settingRow `parquet:"configuration,list"`
	Additional    int32        `parquet:"additional"`
	Covered       int32        `parquet:"covered"`
	LowerBound    *int32       `parquet:"lower_bound,optional"`
	Minimal       bool         `parquet:"minimal"`
	Proof         []int32      `parquet:"proof,list"`
	Exact         bool         `parquet:"exact"`
}

type errorRow struct {
	Kind      string       `parquet:"kind,dict"`
	Message   string       `parquet:"message"`
	At        string       `parquet:"at"`
	Stack     []string     `parquet:"stack,list"`
	Condition string       `parquet:"condition"`
	Fraction  *float64     `parquet:"fraction,optional"`
	Example   []settingRow `parquet:"example,list"`
	Paths     int32        `parquet:"paths"`
	Tests     []string     `parquet:"tests,list"`
	Exact     bool         `parquet:"exact"`
}

type valueRow struct {
	Option         string     `parquet:"option,dict"`
	Class          int32      `parquet:"class"`
	Values         []rangeRow `parquet:"values,list"`
	Condition      string     `parquet:"condition"`
	Representative int64      `parquet:"representative"`
	Exact          bool       `parquet:"exact"`
}

// rangeRow is a range of values of an option.
type rangeRow struct {
	First int64 `parquet:"first"`
	Last  int64 `parquet:"last"`
}

// Saved reports whether Save writes results of the study: those are kept that are about guarantees by the suite, or about none.
func (s *Study) Saved() bool {
	analysed := slices.ContainsFunc(s.Results, func(r *Result) bool { return r.Analysis != nil })
	return !analysed || s.guarantee == interactions.BySuite
}

// Save writes coverage, interactions, covering sets, errors and the values of options into the run directory, as far as they
// were computed.
func (s *Study) Save(d *path.Dir) error {
	if !s.Saved() || s.upToDate(d) {
		return nil
	}
	s.forget(d)
	old := readResult[coverageRow](d, coverageFile)
	cover := s.coverageRows()
	for i := range cover {
		cover[i].keepStrength(old)
	}
	if err := writeResult(d, coverageFile, old, keepOthers(s, cover, old)); err != nil {
		return err
	}
	var inters []interactionRow
	analysed, covering := false, false
	for _, r := range s.Results {
		inters = append(inters, s.interactionRows(r)...)
		analysed = analysed || r.Analysis != nil
		covering = covering || r.Greedy != nil
	}
	if analysed {
		old := readResult[interactionRow](d, interactionsFile)
		if err := writeResult(d, interactionsFile, old, keepOthers(s, inters, old)); err != nil {
			return err
		}
	}
	if covering {
		old := readResult[coveringRow](d, coveringFile)
		if err := writeResult(d, coveringFile, old, keepOthers(s, s.coveringRows(), old)); err != nil {
			return err
		}
	}
	if err := writeResult(d, errorsFile, readResult[errorRow](d, errorsFile), s.errorRows()); err != nil {
		return err
	}
	if err := writeResult(d, valuesFile, readResult[valueRow](d, valuesFile), s.valueRows()); err != nil {
		return err
	}
	for _, r := range s.Results {
		k := s.keptOf(r.Criterion)
		k.saved = max(k.saved, r.level())
	}
	s.fresh = true
	return s.Keep(d)
}

// level says how much of a criterion the study has.
func (r *Result) level() int {
	switch {
	case r.Greedy != nil:
		return savedCovering
	case r.Analysis != nil:
		return savedInteractions
	}
	return savedCoverage
}

// forget lowers how much result files are said to have, as far as they are gone.
func (s *Study) forget(d *path.Dir) {
	for _, lost := range []struct {
		file string
		left int
	}{{coverageFile, savedNothing}, {interactionsFile, savedCoverage}, {coveringFile, savedInteractions}} {
		if d.HasResult(lost.file) {
			continue
		}
		for _, k := range s.kept {
			k.saved = min(k.saved, lost.left)
		}
	}
}

// upToDate reports whether result files have all that the study has: the index says so, and they are there.
func (s *Study) upToDate(d *path.Dir) bool {
	if s.build == "" {
		return false
	}
	files := []string{coverageFile, errorsFile, valuesFile}
	for _, r := range s.Results {
		level := r.level()
		if s.keptOf(r.Criterion).saved < level {
			return false
		}
		if level >= savedInteractions {
			files = append(files, interactionsFile)
		}
		if level == savedCovering {
			files = append(files, coveringFile)
		}
	}
	return !slices.ContainsFunc(files, func(name string) bool { return !d.HasResult(name) })
}

// criterionOf returns the name of a row's criterion.
func (r coverageRow) criterionOf() string    { return r.Criterion }
func (r interactionRow) criterionOf() string { return r.Criterion }
func (r coveringRow) criterionOf() string    { return r.Criterion }

// readResult returns the rows that an earlier analysis of the same run wrote, nil if there is no such file that can be read.
func readResult[T any](d *path.Dir, name string) []T {
	rows, err := path.ReadRows[T](d, name)
	if err != nil {
		return nil
	}
	return append([]T{}, rows...)
}

// writeResult writes a file unless it has these rows already, so that a read-only directory is fine if it is up to date.
func writeResult[T any](d *path.Dir, name string, old, rows []T) error {
	if old != nil && len(old) == len(rows) && (len(rows) == 0 || reflect.DeepEqual(old, rows)) {
		return nil
	}
	return path.WriteRows(d, name, rows)
}

// keepOthers returns rows and those old ones whose criteria the study is not about, in the order of criteria.
func keepOthers[T interface{ criterionOf() string }](s *Study, rows, old []T) []T {
	order := map[string]int{}
	for i, c := range coverage.Criteria() {
		order[c.String()] = i + 1
	}
	for _, r := range old {
		if c, err := coverage.ParseCriterion(r.criterionOf()); err == nil && s.Result(c) == nil {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b T) int { return order[a.criterionOf()] - order[b.criterionOf()] })
	return rows
}

// keepStrength takes over what an earlier analysis says of the element's interactions, if this one left them out.
func (r *coverageRow) keepStrength(old []coverageRow) {
	if r.MinStrength != nil {
		return
	}
	i, ok := slices.BinarySearchFunc(old, r, func(a coverageRow, b *coverageRow) int { return compareRows(&a, b) })
	if ok {
		with := *r
		with.MinStrength, with.Listed = old[i].MinStrength, old[i].Listed
		if reflect.DeepEqual(with, old[i]) {
			*r = with
		}
	}
}

func compareRows(a, b *coverageRow) int {
	x, _ := coverage.ParseCriterion(a.Criterion)
	y, _ := coverage.ParseCriterion(b.Criterion)
	return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.ID, b.ID))
}

func (s *Study) settingRows(settings confspace.Settings) []settingRow {
	rows := make([]settingRow, len(settings))
	for i, x := range settings {
		o := &s.Space.Options[x.Option]
		rows[i] = settingRow{o.Name, x.Value, o.Domain.FormatValue(x.Value)}
	}
	return rows
}

// fraction returns the share of the configurations that are in set, nil where it is not known.
func (s *Study) fraction(set confspace.Set) *float64 {
	f := s.Sets.Fraction(set)
	if math.IsNaN(f) {
		return nil
	}
	return &f
}

func (s *Study) coverageRows() []coverageRow {
	var rows []coverageRow
	for _, r := range s.Results {
		texts := make([]string, len(r.Total.Classes))
		fractions := make([]*float64, len(r.Total.Classes))
		for k := range r.Total.Classes {
			texts[k] = s.fileText(r.Total.Classes[k].Any)
			fractions[k] = s.fraction(r.Total.Classes[k].Any)
		}
		for i := range s.Universe.Elements[r.Criterion] {
			e := &s.Universe.Elements[r.Criterion][i]
			k := r.Total.ClassOf[i]
			row := coverageRow{
				Criterion: r.Criterion.String(), ID: int32(e.ID), Name: e.Name(), Class: k, Condition: "false", Fraction: new(float64),
				Tests: []string{}, Exact: s.Exact(),
			}
			if k >= 0 {
				row.Covered, row.Condition, row.Fraction = true, texts[k], fractions[k]
				if r.Analysis != nil && r.Analysis.MinStrength[k] >= 0 {
					n := int32(r.Analysis.MinStrength[k])
					row.MinStrength, row.AtMost = &n, r.Analysis.AtMost[k]
				}
				if upTo, more := s.unlisted(r, e); more {
					n := int32(upTo)
					row.Listed = &n
				}
				for _, j := range r.Total.TestsOf(e.ID) {
					row.Tests = append(row.Tests, r.Total.Tests[j].Test.Name)
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func (s *Study) interactionRows(r *Result) []interactionRow {
	if r.Analysis == nil {
		return nil
	}
	var rows []interactionRow
	for i := range r.Analysis.Interactions {
		in := &r.Analysis.Interactions[i]
		row := interactionRow{Criterion: r.Criterion.String(), Strength: int32(in.Strength()), Settings: s.settingRows(in.Settings), Exact: s.Exact()}
		row.Elements = idRows(r.Analysis.Elements(in.New))
		row.Count = int32(len(row.Elements))
		rows = append(rows, row)
	}
	return rows
}

func idRows(ids []uint32) []int32 {
	rows := make([]int32, len(ids))
	for i, id := range ids {
		rows[i] = int32(id)
	}
	return rows
}

func (s *Study) coveringRows() []coveringRow {
	var rows []coveringRow
	for _, cs := range s.coveringSets() {
		total := s.Result(cs.Criterion).Total
		sizes := cs.Sizes(total)
		for i := range cs.Members {
			mb := &cs.Members[i]
			row := coveringRow{
				Criterion: cs.Criterion.String(), Method: cs.Method, Number: int32(i + 1),
				Settings: s.settingRows(mb.Settings), Configuration: s.settingRows(mb.Configuration.Settings()),
				Additional: int32(sizes[i]), Proof: []int32{}, Exact: s.Exact(),
			}
			if cs.Method == "exact" && s.Exact() {
				n := int32(cs.Proof.Lower)
				row.LowerBound, row.Minimal, row.Proof = &n, cs.Minimal, idRows(cs.Proof.Elements)
			}
			for _, k := range mb.Covered {
				row.Covered += int32(len(total.Classes[k].Elements))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// errorRows returns the errors of the program and the warnings.
func (s *Study) errorRows() []errorRow {
	rows := []errorRow{}
	for i, f := range slices.Concat(s.Errors, s.Warnings) {
		row := errorRow{
			Kind: f.Kind.String(), Message: f.Message, At: f.At(), Stack: []string{}, Condition: s.fileText(f.Condition),
			Fraction: s.fraction(f.Known), Example: s.settingRows(f.Example), Paths: int32(f.Paths), Tests: f.Tests, Exact: s.Exact(),
		}
		if i >= len(s.Errors) {
			row.Kind = f.Note.String()
		}
		for _, fr := range f.Stack {
			row.Stack = append(row.Stack, fr.String())
		}
		rows = append(rows, row)
	}
	return rows
}

func (s *Study) valueRows() []valueRow {
	rows := []valueRow{}
	for o := range s.Classes {
		for i, c := range s.Classes[o] {
			rows = append(rows, valueRow{
				Option: s.Space.Options[o].Name, Class: int32(i), Values: s.rangeRows(o, c.Values),
				Condition: s.valueText(c.Values), Representative: c.Representative, Exact: s.Exact(),
			})
		}
	}
	return rows
}

// valueText returns the text of a class of values, whatever constraints say of them.
func (s *Study) valueText(values confspace.Set) string {
	t, _ := s.Sets.Text(values, maxFileCubes)
	return t
}

// rangeRows returns the ranges of an option's values in set, which says nothing of other options; none if they are too many.
func (s *Study) rangeRows(option int, set confspace.Set) []rangeRow {
	rows := []rangeRow{}
	if set == confspace.Full {
		lo, hi := s.Space.Options[option].Domain.Bounds()
		return append(rows, rangeRow{lo, hi})
	}
	for cube := range s.Sets.Cubes(set) {
		for _, f := range cube {
			if f.Intervals == nil {
				return []rangeRow{}
			}
			for _, iv := range f.Intervals {
				rows = append(rows, rangeRow{iv.Lo, iv.Hi})
			}
		}
	}
	return rows
}
