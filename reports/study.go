package reports

// This file loads a run directory and runs the analyses on it.

import (
	"context"
	"errors"
	"fmt"
	"slices"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// Options says what Load does.
type Options struct {
	Criteria []coverage.Criterion // nil: all that the universe has elements of
	Paper    bool                 // the authors' rule for interactions, see package interactions; it goes with ByTest and Each
	// Each makes settings of every value of an option that has few of them, as the dissertation does, also where coverage does not tell two apart, so each counts.
	Each bool
	// Guarantee is what settings are to guarantee: an element by one test, or by the suite.
	Guarantee interactions.Guarantee
	Exact     coversets.Options
	// Build identifies this program: an index that the same one made is read instead of the tests; "": none is.
	Build    string
	Place    string            // the settings of what is there, see Explain, are asked for alone; "": those of everything
	NoSets   bool              // leave out covering sets
	NoInter  bool              // leave out interactions and covering sets
	Context  context.Context   // cancelling it ends the analysis with its cause; nil: nothing does
	Progress func(what string) // called before each step; nil: nobody is told
	// NewTheory makes what decides conditions with relations; nil: they are left undecided.
	NewTheory func(*confspace.Sets) confspace.Theory
}

// Result is what the analyses say about one criterion.
type Result struct {
	Criterion coverage.Criterion
	Mode      path.Mode
	Total     *coverage.Total
	Analysis  *interactions.Analysis // nil if left out
	Greedy    *coversets.CoveringSet // nil if left out
	Exact     *coversets.CoveringSet // nil if left out
}

// TestPaths is the number of paths of one test.
type TestPaths struct {
	Test string
	Info [path.NumModes]*path.TestInfo // by Mode; nil if not explored
}

// concrete returns what the test sets itself.
func (t *TestPaths) concrete() []path.Concrete {
	for _, in := range t.Info {
		if in != nil {
			return in.Concrete
		}
	}
	return nil
}

// Place is where and how paths ended or met a limit.
type Place struct {
	Kind    path.Kind     // KindInvalid for notes
	Note    path.NoteKind // NoteInvalid for ends
	Message string
	Stack   []path.Frame // innermost first; of a note at most one
}

// Finding is a Place, with the tests and the configurations that come to it.
type Finding struct {
	Place
	Tests     []string           // sorted
	Paths     int                // in both modes
	Condition confspace.Set      // the union over tests
	Known     confspace.Set      // those of Condition that certainly come to it
	Example   confspace.Settings // of one of the configurations, which comes to it whatever Condition says; nil: none is known
}

// Study is a run directory, loaded and analysed.
type Study struct {
	Run      *path.Run
	Space    *confspace.Space
	Universe *coverage.Universe
	Sets     *confspace.Sets
	Tests    []TestPaths           // by name
	Results  []*Result             // by criterion
	Classes  [][]confspace.Class   // by option: the values that coverage tells apart; nil where these are too many
	Values   interactions.Values   // by option: the representatives of Classes
	Examined [path.NumModes][]bool // by Mode and option: some path condition depends on it
	Errors   []Finding             // errors of the program
	Warnings []Finding             // uses of undefined values and the like, which need not end a native run
	Limits   []Finding             // paths that a limit of the engine ended
	Notes    []Finding             // approximations that did not end a path

	Blocks    []path.Block                      // the program's control flow; nil: it is not known
	Decisions []coverage.Decision               // of the program; nil: they are not known
	Source    func(file string) ([]byte, error) // reads a source file of the program; nil: nobody can

	name       string               // of the run directory
	alike      int                  // paths that end as another one of their test does, where ways stayed apart
	Unexplored []coverage.Criterion // criteria whose mode no test was explored in, though tests were in the other; no Results
	guarantee  interactions.Guarantee
	paper      bool                // Options.Paper
	Incomplete []string            // why numbers may be too small; nil: they are exact
	examples   interactions.Values // by option: see interactions.Examples
	partial    []partialTest       // by mode and name
	conditions []confspace.Set     // of all tests and elements, with repetitions
	crowded    []string            // options of which coverage tells too many values apart
	relations  []string            // relations on several options that conditions have

	kept  []*kept // of all criteria of the run, whichever were asked for
	build string  // Options.Build
	fresh bool    // there is something that the index lacks

	elementNames map[coverage.Criterion][]string // by id-1, see names
	fileTexts    map[confspace.Set]string        // see fileText

	whole *Study // of a narrowed study: the one that it is a part of
	have  []confspace.Configuration
}

// maxNodes bounds the memory of an analysis: 12 bytes a node, and as much for tables.
const maxNodes = 1 << 26

// Load reads a run directory and analyses it.
func Load(d *path.Dir, opts Options) (*Study, error) {
	s := newStudy(d, &opts)
	if opts.Build == "" || s.restore(d) != nil {
		s = newStudy(d, &opts)
		s.fresh = true
	}
	err := s.within(&opts, func() error {
		if s.fresh {
			infos, err := d.Tests()
			if err != nil {
				return err
			}
			ahead := path.ReadAhead(d, infos, s.digestAhead(opts.Context))
			defer ahead.Stop()
			if err := s.readTests(infos, ahead.Next, opts.Progress); err != nil {
				return err
			}
		}
		return s.analyze(&opts)
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// within runs f, which analyses. It ends where opts' context does, and where sets need too much memory.
func (s *Study) within(opts *Options, f func() error) (err error) {
	step, tell := "", opts.Progress
	opts.Progress = func(what string) {
		if step = what; tell != nil {
			tell(what)
		}
	}
	interrupted := func() error { return nil }
	if ctx := opts.Context; ctx != nil {
		interrupted = func() error { return context.Cause(ctx) }
		opts.Exact.Context = ctx
	}
	var full error
	stopped := s.Sets.Interruptible(interrupted, func() {
		full = s.Sets.Try(maxNodes, func() { err = f() })
	})
	switch {
	case stopped != nil:
		return fmt.Errorf("%s: analysis: %w", s.name, stopped)
	case full != nil:
		return fmt.Errorf("%s: analysis (%s): %w: %s", s.name, step, full, s.Sets.Heaviest(s.conditions))
	case err != nil && opts.Context != nil && errors.Is(err, context.Cause(opts.Context)):
		return fmt.Errorf("%s: analysis: %w", s.name, err)
	case err != nil:
		return err
	}
	for _, reason := range s.Sets.Undecided() {
		s.Incomplete = append(s.Incomplete, "a condition on several options could not be decided: "+reason)
	}
	return nil
}

// newStudy returns a study before anything was read.
func newStudy(d *path.Dir, opts *Options) *Study {
	s := &Study{name: d.Name(), Run: d.Run(), Space: d.Space(), Universe: d.Universe(), Sets: confspace.NewSets(d.Space()), build: opts.Build}
	s.setTheory(opts)
	return s
}

func (s *Study) setTheory(opts *Options) {
	if opts.NewTheory != nil {
		s.Sets.SetTheory(opts.NewTheory(s.Sets))
	} else {
		s.Sets.SetTheory(confspace.NoTheory{})
	}
}

// readTests reads the tests of the study and joins what they cover, by criterion.
func (s *Study) readTests(infos []path.TestInfo, next func() (*digested, error), tell func(string)) error {
	conds, err := s.loadTests(infos, next, tell)
	if err != nil {
		return err
	}
	coverage.Reduce(s.Sets, slices.Concat(conds[:]...))
	s.findUnexplored()
	s.findPartial(conds)
	for _, c := range coverage.Criteria() {
		if s.Universe.Count(c) == 0 || slices.Contains(s.Unexplored, c) {
			continue
		}
		tell(c.String() + " coverage")
		s.kept = append(s.kept, &kept{total: coverage.Join(s.Universe, c, s.Sets, conds[s.modeOf(c)])})
	}
	s.partition(conds)
	return nil
}

// analyze analyses the criteria that are asked for.
func (s *Study) analyze(opts *Options) error {
	s.paper, s.guarantee = opts.Paper, opts.Guarantee
	for _, c := range opts.Criteria {
		if slices.Contains(s.Unexplored, c) {
			return fmt.Errorf("the run has no %s coverage: no test was explored in mode %s; explore with --mode both", c, s.modeOf(c))
		}
	}
	for _, k := range s.kept {
		c := k.total.Criterion
		if opts.Criteria != nil && !slices.Contains(opts.Criteria, c) {
			continue
		}
		s.Results = append(s.Results, &Result{Criterion: c, Mode: s.modeOf(c), Total: k.total})
	}
	slices.SortStableFunc(s.Results, func(a, b *Result) int {
		return slices.Index(opts.Criteria, a.Criterion) - slices.Index(opts.Criteria, b.Criterion)
	})
	if opts.NoInter {
		return nil
	}
	for _, r := range s.Results {
		if err := s.analyzeResult(r, opts); err != nil {
			return err
		}
	}
	return nil
}

// analyzeResult finds the interactions and the covering sets of a criterion.
func (s *Study) analyzeResult(r *Result, opts *Options) error {
	opts.Progress(r.Criterion.String() + " interactions")
	which := interactions.Options{Guarantee: opts.Guarantee, Paper: opts.Paper, Examples: s.examples}
	if opts.Place != "" {
		which.Classes = s.classesAt(r, opts.Place)
	}
	values := s.Values
	if opts.Each {
		values = s.each()
	}
	r.Analysis = interactions.Analyze(r.Total, values, which)
	if opts.NoSets {
		return nil
	}
	k := s.kept[slices.IndexFunc(s.kept, func(k *kept) bool { return k.total == r.Total })]
	if !k.has(opts) {
		opts.Progress(r.Criterion.String() + " covering sets")
		if err := s.cover(k, r.Analysis, opts); err != nil {
			return err
		}
	}
	r.Greedy, r.Exact = k.greedy, k.exact
	return nil
}

// classesAt returns the classes of the result's elements at a place; none where it is not a place.
func (s *Study) classesAt(r *Result, place string) []int {
	classes := []int{}
	at, err := s.find(place)
	if err != nil {
		return classes
	}
	for _, e := range at.elements {
		if e.Criterion != r.Criterion {
			continue
		}
		if k := int(r.Total.ClassOf[e.ID-1]); k >= 0 {
			classes = append(classes, k)
		}
	}
	slices.Sort(classes)
	return slices.Compact(classes)
}

// cover finds the covering sets of a criterion.
func (s *Study) cover(k *kept, a *interactions.Analysis, opts *Options) (err error) {
	k.greedy, k.sets = coversets.Greedy(a), opts.covering()
	if k.exact, err = coversets.Exact(a, k.greedy, opts.Exact); err != nil {
		return err
	}
	for _, cs := range []*coversets.CoveringSet{k.greedy, k.exact} {
		missing, err := coversets.Check(k.total, cs.Configurations())
		if err != nil || len(missing) > 0 {
			return fmt.Errorf("BUG: the %s covering set of %s coverage leaves out %d elements: %v", cs.Method, k.total.Criterion, len(missing), err)
		}
	}
	s.fresh = true
	return nil
}

func unfinished(in *path.TestInfo) int {
	n := 0
	for _, k := range path.Kinds() {
		if !k.Complete() {
			n += in.Kinds[k.String()]
		}
	}
	return n
}

func (s *Study) addTest(in *path.TestInfo, mode path.Mode) {
	i := slices.IndexFunc(s.Tests, func(t TestPaths) bool { return t.Test == in.Name })
	if i < 0 {
		i = len(s.Tests)
		s.Tests = append(s.Tests, TestPaths{Test: in.Name})
	}
	s.Tests[i].Info[mode] = in
}

// At returns the innermost place, "" if it is not known.
func (p *Place) At() string {
	if len(p.Stack) == 0 {
		return ""
	}
	return p.Stack[0].String()
}

// Result returns the result for a criterion, nil if there is none.
func (s *Study) Result(c coverage.Criterion) *Result {
	for _, r := range s.Results {
		if r.Criterion == c {
			return r
		}
	}
	return nil
}
