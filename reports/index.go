package reports

// This file keeps what the tests of a run say in one file of the run directory, the index: conditions of elements, findings and values of options, and
// the covering sets that were found. A look at a run reads it instead of the paths, which takes a twentieth of the time or less.
//
// The index belongs to one run, by its digest, and to one build of confcov; another one is not used but made anew. Nothing is in it that does not follow from
// the run, and no map, so equal runs have equal ones. Runs whose conditions have relations between options have none.

import (
	"bytes"
	"encoding/gob"
	"fmt"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// index is the content of the file. Sets are indices into Sets.Roots.
type index struct {
	Sets       confspace.Table
	Totals     []indexTotal
	Findings   [4][]indexFinding // errors, warnings, limits, notes
	Examined   [path.NumModes][]bool
	Alike      int
	Partial    []indexPartial
	Incomplete []string
	Crowded    []string
	Classes    [][]indexClass // by option
	Known      []bool         // by option: Classes are all
	Examples   interactions.Values
}

type indexTotal struct {
	Criterion coverage.Criterion
	Tests     []indexTest
	ClassOf   []int32
	Any       []int32                // by class
	ByTest    []int32                // by class and test
	Greedy    *coversets.CoveringSet // nil: nobody asked
	Exact     *coversets.CoveringSet
	Covering  covering // what these depend on
	Saved     int
}

type indexTest struct {
	Name    string
	Domain  int32
	Missing bool
}

type indexPartial struct {
	Name   string
	Domain int32
}

type indexFinding struct {
	Finding
	Sets [2]int32 // Condition, Known
}

type indexClass struct {
	Values         int32
	Representative int64
}

// roots numbers sets.
type roots struct {
	sets  []confspace.Set
	index map[confspace.Set]int32
}

func (r *roots) of(s confspace.Set) int32 {
	i, ok := r.index[s]
	if !ok {
		i = int32(len(r.sets))
		r.index[s] = i
		r.sets = append(r.sets, s)
	}
	return i
}

// Keep writes the index, if what is there lacks something that the study has.
func (s *Study) Keep(d *path.Dir) error {
	if !s.fresh || len(s.Sets.Undecided()) > 0 || s.build == "" {
		return nil
	}
	x := s.makeIndex()
	if len(x.Sets.Relations) > 0 {
		return nil
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(x); err != nil {
		return fmt.Errorf("BUG: index: %w", err)
	}
	s.fresh = false
	return d.WriteIndex(s.build, b.Bytes())
}

func (s *Study) makeIndex() *index {
	r := &roots{index: map[confspace.Set]int32{}}
	x := &index{Examined: s.Examined, Alike: s.alike, Incomplete: s.Incomplete, Crowded: s.crowded, Examples: s.examples}
	for _, k := range s.kept {
		x.Totals = append(x.Totals, k.indexTotal(r))
	}
	for i, list := range [][]Finding{s.Errors, s.Warnings, s.Limits, s.Notes} {
		for _, f := range list {
			sets := [2]int32{r.of(f.Condition), r.of(f.Known)}
			f.Condition, f.Known = confspace.Empty, confspace.Empty // handles of this process
			x.Findings[i] = append(x.Findings[i], indexFinding{f, sets})
		}
	}
	for _, p := range s.partial {
		x.Partial = append(x.Partial, indexPartial{p.name, r.of(p.domain)})
	}
	for _, classes := range s.Classes {
		var list []indexClass
		for _, c := range classes {
			list = append(list, indexClass{r.of(c.Values), c.Representative})
		}
		x.Classes, x.Known = append(x.Classes, list), append(x.Known, classes != nil)
	}
	x.Sets = s.Sets.Export(r.sets)
	return x
}

func (k *kept) indexTotal(r *roots) indexTotal {
	t := k.total
	out := indexTotal{Criterion: t.Criterion, ClassOf: t.ClassOf, Greedy: k.greedy, Exact: k.exact, Covering: k.sets, Saved: k.saved}
	for _, tc := range t.Tests {
		out.Tests = append(out.Tests, indexTest{tc.Test.Name, r.of(tc.Test.Domain), tc.Test.Missing})
	}
	for k := range t.Classes {
		out.Any = append(out.Any, r.of(t.Classes[k].Any))
		for _, set := range t.Classes[k].ByTest {
			out.ByTest = append(out.ByTest, r.of(set))
		}
	}
	return out
}

// restore makes the study what it was when the index was written. It fails where there is no index, or none of this run and build.
func (s *Study) restore(d *path.Dir) (err error) {
	data, err := d.ReadIndex(s.build)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil { // what nothing wrote
			err = fmt.Errorf("damaged index: %v", p)
		}
	}()
	var x index
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&x); err != nil {
		return err
	}
	sets, err := s.Sets.Import(x.Sets)
	if err != nil {
		return err
	}
	infos, err := d.Tests()
	if err != nil {
		return err
	}
	for i := range infos {
		mode, err := path.ParseMode(infos[i].Mode)
		if err != nil {
			return err
		}
		s.addTest(&infos[i], mode)
	}
	s.alike, s.Examined, s.Incomplete, s.crowded, s.examples = x.Alike, x.Examined, x.Incomplete, x.Crowded, x.Examples
	for i, list := range []*[]Finding{&s.Errors, &s.Warnings, &s.Limits, &s.Notes} {
		for _, f := range x.Findings[i] {
			f.Condition, f.Known = sets[f.Sets[0]], sets[f.Sets[1]]
			*list = append(*list, f.Finding)
		}
	}
	for _, p := range x.Partial {
		s.partial = append(s.partial, partialTest{p.Name, sets[p.Domain]})
	}
	s.restoreValues(&x, sets)
	for i := range x.Totals {
		s.kept = append(s.kept, s.restoreTotal(&x.Totals[i], sets))
	}
	s.findUnexplored()
	return nil
}

func (s *Study) restoreValues(x *index, sets []confspace.Set) {
	n := len(s.Space.Options)
	s.Classes, s.Values = make([][]confspace.Class, n), make(interactions.Values, n)
	for o := range n {
		if !x.Known[o] {
			continue
		}
		s.Classes[o] = []confspace.Class{}
		for _, c := range x.Classes[o] {
			s.Classes[o] = append(s.Classes[o], confspace.Class{Values: sets[c.Values], Representative: c.Representative})
			s.Values[o] = append(s.Values[o], c.Representative)
		}
	}
}

func (s *Study) restoreTotal(x *indexTotal, sets []confspace.Set) *kept {
	t := &coverage.Total{Criterion: x.Criterion, Universe: s.Universe, Sets: s.Sets, ClassOf: x.ClassOf}
	layout := s.modeOf(x.Criterion).Layout(s.Universe)
	for _, test := range x.Tests {
		t.Tests = append(t.Tests, &coverage.Conditions{Test: &coverage.Test{Name: test.Name, Layout: layout, Domain: sets[test.Domain], Missing: test.Missing}})
	}
	for k, any := range x.Any {
		row := make([]confspace.Set, len(x.Tests))
		for j, i := range x.ByTest[k*len(row) : (k+1)*len(row)] {
			row[j] = sets[i]
		}
		t.Classes = append(t.Classes, coverage.Class{ByTest: row, Any: sets[any]})
	}
	if len(x.ClassOf) != s.Universe.Count(x.Criterion) {
		panic("an index of other elements")
	}
	for i, k := range x.ClassOf {
		if k >= 0 {
			t.Classes[k].Elements = append(t.Classes[k].Elements, uint32(i+1))
		}
	}
	return &kept{total: t, greedy: x.Greedy, exact: x.Exact, sets: x.Covering, saved: x.Saved}
}

// kept is what an index has of a criterion.
type kept struct {
	total         *coverage.Total
	greedy, exact *coversets.CoveringSet // nil if nobody asked
	sets          covering               // what greedy and exact depend on
	saved         int                    // how much of it result files have: see savedCoverage
}

// How much of a criterion result files have.
const (
	savedNothing = iota
	savedCoverage
	savedInteractions
	savedCovering
)

// covering is what covering sets depend on beside the coverage.
type covering struct {
	Guarantee interactions.Guarantee
	Paper     bool
	Each      bool
	Exact     coversets.Options // without a context
}

// covering returns what covering sets depend on.
func (o *Options) covering() covering {
	c := covering{o.Guarantee, o.Paper, o.Each, o.Exact}
	c.Exact.Context = nil
	return c
}

// has reports whether the covering sets are those that are asked for.
func (k *kept) has(opts *Options) bool { return k.exact != nil && k.sets == opts.covering() }
