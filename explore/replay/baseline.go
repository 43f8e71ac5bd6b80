package replay

// This file measures the baseline: what it costs to run tests natively, with gcov's counters, under many configurations, beside what exploring them costs.

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// BaselineOptions say which configurations are run.
type BaselineOptions struct {
	// Values are by option the values that are combined, each with each: nil of options that keep their defaults. Tests are explored again with
	// these options alone symbolic. Without any, a configuration of each path of the run is taken or, with Options.Inside, so many that each
	// condition of what a path covers and writes has one inside and one outside.
	Values [][]int64
	Max    int // configurations of a test at most; with Values it is an error if there are more, else so many paths are chosen

	Kept []*Baseline                       // earlier measurements: one of the same kind that was interrupted goes on
	Test func(name string, nth, tests int) // nil, or called when a test begins
	Ran  func(done, runs int)              // nil, or called after each native run of the test, and before the first; by several goroutines
	Save func(*Baseline) error             // nil, or called after each test but the last with what has been measured until then
}

// BaselineTest is what running a test natively costs, and what exploring it does. Seconds are wall-clock ones, but for Processor.
type BaselineTest struct {
	Test      string  `json:"test,omitempty"`
	Paths     int     `json:"paths"`             // ends of paths, as explored
	Runs      int     `json:"runs"`              // native ones, each under another configuration
	Native    float64 `json:"native_seconds"`    // the sum of the runs, reading of counters included
	Reading   float64 `json:"reading_seconds"`   // of these, for gcov's counters
	Processor float64 `json:"processor_seconds"` // of the programs and of who runs them
	Wall      float64 `json:"wall_seconds"`      // of all runs, several at a time
	Explore   float64 `json:"explore_seconds"`   // what exploring the test took, in all modes
	// Lines that some run reached, that some configuration reaches, as explored, and that no run reached though some configuration does.
	NativeLines   int `json:"native_lines"`
	ExploredLines int `json:"explored_lines"`
	// The last, and Differ, are of lines that gcov counts as the engine does.
	Missed    int    `json:"missed_lines"`
	Differ    int    `json:"differ"`               // runs that did not reach exactly the lines that were explored for their configurations
	Skipped   int    `json:"skipped,omitempty"`    // configurations that were not run
	Why       string `json:"why,omitempty"`        // the reason, of one of them
	FirstDiff string `json:"difference,omitempty"` // the first difference
}

// Factor is how many times as long native runs take.
func (t *BaselineTest) Factor() float64 {
	if t.Explore == 0 {
		return 0
	}
	return t.Native / t.Explore
}

// Baseline is a measurement: of all tests, and in total.
type Baseline struct {
	Run     string         `json:"run"`     // the digest of the run
	Per     string         `json:"per"`     // "path", "condition" or "configuration"
	Options []string       `json:"options"` // with "configuration": those that vary
	Max     int            `json:"max,omitempty"`
	Jobs    int            `json:"jobs"`          // runs at a time
	Build   float64        `json:"build_seconds"` // of the program, natively
	Tests   []BaselineTest `json:"tests"`
	Total   BaselineTest   `json:"total"`
	Reached []byte         `json:"reached,omitempty"` // of a measurement that is not finished: by line of the run what is known of it (measured.reached)
}

// Finished reports whether all tests have been measured.
func (b *Baseline) Finished() bool { return b.Reached == nil }

// continues reports whether b, which is about to be measured, has in common with an unfinished measurement what its results depend on.
func (b *Baseline) continues(kept *Baseline, tests []string, lines int) bool {
	if kept == nil || kept.Finished() || kept.Run != b.Run || kept.Per != b.Per || !slices.Equal(kept.Options, b.Options) || kept.Max != b.Max || kept.Jobs != b.Jobs || len(kept.Reached) != lines {
		return false
	}
	for _, t := range kept.Tests {
		if !slices.Contains(tests, t.Test) {
			return false
		}
	}
	return true
}

// Baseline runs the tests natively and measures. Where it is interrupted, it returns what was measured, which is not finished, with the error.
func (r *Replayer) Baseline(ctx context.Context, o BaselineOptions) (*Baseline, error) {
	b := &Baseline{Run: r.dir.Run().Digest, Per: "path", Options: []string{}, Max: o.Max, Jobs: r.Options.Jobs, Build: r.Native.took.Seconds()}
	for i, values := range o.Values {
		if values != nil {
			b.Options = append(b.Options, r.dir.Space().Options[i].Name)
		}
	}
	switch {
	case len(b.Options) > 0:
		b.Per = "configuration"
	case r.Options.Inside:
		b.Per = "condition"
	}
	var infos []*path.TestInfo // of several modes of a test the first: lines are the same
	var names []string
	for i := range r.infos {
		if in := &r.infos[i]; len(names) == 0 || names[len(names)-1] != in.Name {
			infos, names = append(infos, in), append(names, in.Name)
		}
	}
	reached := make([]uint8, len(r.dir.Universe().Elements[coverage.Line])) // of all tests: as measured.reached
	if i := slices.IndexFunc(o.Kept, func(kept *Baseline) bool { return b.continues(kept, names, len(reached)) }); i >= 0 {
		copy(reached, o.Kept[i].Reached)
		b.Tests = o.Kept[i].Tests
		for i := range b.Tests {
			b.Total.add(&b.Tests[i])
		}
	}
	times := r.dir.Timings().Tests
	for i, in := range infos {
		if slices.ContainsFunc(b.Tests, func(t BaselineTest) bool { return t.Test == in.Name }) {
			continue
		}
		if o.Test != nil {
			o.Test(in.Name, i+1, len(infos))
		}
		m := &measured{r: r, o: &o, result: BaselineTest{Test: in.Name}, reached: make([]uint8, len(reached))}
		for _, mode := range r.Campaign.Modes {
			m.result.Explore += times[in.Name+"."+mode.String()]
		}
		err := m.measure(ctx, in)
		if err == nil {
			b.add(m, reached)
		}
		b.Total.count(reached)
		if len(b.Tests) < len(infos) {
			b.Reached = reached
		} else {
			b.Reached = nil
		}
		if err == nil && o.Save != nil && !b.Finished() {
			err = o.Save(b)
		}
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

// add adds a test that has been measured, and what it reached.
func (b *Baseline) add(m *measured, reached []uint8) {
	b.Tests = append(b.Tests, m.result)
	b.Total.add(&m.result)
	for at, by := range m.reached {
		reached[at] |= by
	}
}

func (t *BaselineTest) add(o *BaselineTest) {
	t.Paths, t.Runs, t.Differ, t.Skipped = t.Paths+o.Paths, t.Runs+o.Runs, t.Differ+o.Differ, t.Skipped+o.Skipped
	t.Native, t.Reading, t.Processor = t.Native+o.Native, t.Reading+o.Reading, t.Processor+o.Processor
	t.Wall, t.Explore = t.Wall+o.Wall, t.Explore+o.Explore
}

func (t *BaselineTest) count(reached []uint8) {
	t.NativeLines, t.ExploredLines, t.Missed = 0, 0, 0
	for _, by := range reached {
		if by&byExploring != 0 {
			t.ExploredLines++
		}
		if by&byRunning != 0 {
			t.NativeLines++
		}
		if by&(byExploring|byRunning|isClaimed) == byExploring|isClaimed {
			t.Missed++
		}
	}
}

// What measured.reached says of a line.
const (
	isKnown     = 1 << iota // gcov knows it
	isClaimed               // gcov counts it as the engine does
	byExploring             // some configuration reaches it, as explored, and gcov knows it
	byRunning               // a native run reached it
)

// measured is one test under way.
type measured struct {
	r       *Replayer
	o       *BaselineOptions
	mu      sync.Mutex
	result  BaselineTest
	reached []uint8     // by line of the universe
	claimed trace.Lines // what the engine counts: statements on several lines are not all among them, since gcov counts these otherwise
}

// planned is a configuration and the lines that it reaches, as explored.
type planned struct {
	configuration confspace.Configuration
	covered       coverage.Bits
	undefined     bool // the run ends with something after which a native one does whatever it likes
}

func (m *measured) measure(ctx context.Context, in *path.TestInfo) error {
	test, err := m.r.Campaign.Subject.Test(in.Name)
	if err != nil {
		return err
	}
	if reason := m.r.Native.unfit(test); reason != "" {
		m.skip(1, reason)
		return nil
	}
	var t *path.Test
	var list []planned
	if m.o.Values != nil {
		if test, t, err = m.explore(ctx, test); err == nil {
			list, err = m.combine(test, t)
		}
	} else if t, err = m.r.dir.ReadTest(in, confspace.NewSets(m.r.dir.Space())); err == nil {
		list = m.ofPaths(test, t)
	}
	if err != nil {
		return err
	}
	m.result.Paths = len(t.Paths)
	if len(list) > 0 {
		result, err := m.r.Campaign.Concrete(ctx, test, m.r.Campaign.Modes[0], list[0].configuration, true)
		if err != nil {
			return err
		}
		m.claimed = result.Traces[0].Lines
	}
	before, began := processor(), time.Now()
	reading := m.r.Native.recorder.Reading()
	if err := m.runAll(ctx, test, t, list); err != nil {
		return err
	}
	m.result.Wall = time.Since(began).Seconds()
	m.result.Processor = (processor() - before).Seconds()
	m.result.Reading = (m.r.Native.recorder.Reading() - reading).Seconds()
	m.explored(t)
	m.result.count(m.reached)
	return nil
}

func (m *measured) skip(n int, reason string) {
	m.result.Skipped += n
	if m.result.Why == "" {
		m.result.Why = reason
	}
}

// explore explores the test with the chosen options alone symbolic, in all modes, and measures that. It returns the test that was explored, and its first mode.
func (m *measured) explore(ctx context.Context, test *subjects.Test) (*subjects.Test, *path.Test, error) {
	few := *test
	few.Symbolic, few.Values = slices.Clone(test.Symbolic), slices.Clone(test.Values)
	for o := range few.Symbolic {
		if few.Symbolic[o] && m.o.Values[o] == nil {
			few.Symbolic[o], few.Values[o] = false, m.r.dir.Space().Options[o].Default
		}
	}
	m.result.Explore = 0
	var first *path.Test
	for _, mode := range m.r.Campaign.Modes {
		began := time.Now()
		result, err := m.r.Campaign.Explore(ctx, &few, mode)
		if err != nil {
			return nil, nil, fmt.Errorf("test %s: %w", test.Name, err)
		}
		m.result.Explore += time.Since(began).Seconds()
		if first == nil {
			first = &result.Test
		}
	}
	return &few, first, nil
}

// combine returns every configuration of the chosen options.
func (m *measured) combine(test *subjects.Test, t *path.Test) ([]planned, error) {
	space := m.r.dir.Space()
	list := []confspace.Configuration{space.Defaults().With(test.Fixed())}
	for o, values := range m.o.Values {
		if values == nil || !test.Symbolic[o] {
			continue
		}
		if n := len(list) * len(values); n > m.o.Max {
			return nil, fmt.Errorf("test %s: these options have more than %d configurations: choose fewer options, or allow more", test.Name, m.o.Max)
		}
		var next []confspace.Configuration
		for _, c := range list {
			for _, v := range values {
				next = append(next, c.With(confspace.Settings{{Option: o, Value: v}}))
			}
		}
		list = next
	}
	var out []planned
	for _, c := range list {
		if c.Valid(space) != nil {
			continue // no configuration: it does not satisfy the constraints
		}
		p, reason := Taken(t, c)
		if reason == "" {
			reason = Unended(&t.Paths[p])
		}
		if reason != "" {
			m.skip(1, reason)
			continue
		}
		out = append(out, m.plan(t, p, c))
	}
	return out, nil
}

// ofPaths returns configurations of each path, or of some: the nearest to the defaults.
func (m *measured) ofPaths(test *subjects.Test, t *path.Test) []planned {
	chosen := Sample([]int{len(t.Paths)}, m.o.Max, m.r.Options.Seed)[0]
	var out []planned
	seen := map[string]bool{}
	for _, p := range chosen {
		if reason := Unfit(&t.Paths[p]); reason != "" {
			m.skip(1, reason)
			continue
		}
		for _, c := range m.of(test, t, p) {
			if key := m.r.dir.Space().FormatConfiguration(c); !seen[key] {
				seen[key] = true
				out = append(out, m.plan(t, p, c))
			}
		}
	}
	return out
}

// of returns configurations that take a path.
func (m *measured) of(test *subjects.Test, t *path.Test, p int) []confspace.Configuration {
	if m.r.Options.Inside {
		return Draw(t, p, test.Symbolic, nil)
	}
	c, ok := Pick(t.Sets, &t.Paths[p], test.Symbolic, nil)
	if !ok {
		m.skip(1, "no configuration takes the path")
		return nil
	}
	return []confspace.Configuration{c}
}

func (m *measured) plan(t *path.Test, p int, c confspace.Configuration) planned {
	end := t.Paths[p].End.Kind
	return planned{c, t.CoveredBy(&t.Paths[p], c, t.Mode.Layout(m.r.dir.Universe())), end == path.MemoryError || end == path.Undefined}
}

// runAll runs the test under each configuration.
func (m *measured) runAll(ctx context.Context, test *subjects.Test, t *path.Test, list []planned) error {
	ran := func() {
		if m.o.Ran != nil {
			m.o.Ran(m.result.Runs, len(list))
		}
	}
	ran()
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(m.r.Options.Jobs)
	for i := range list {
		g.Go(guard.In("test "+test.Name, func() error {
			if inner.Err() != nil {
				return inner.Err()
			}
			began := time.Now()
			got, err := m.r.Native.recorder.Run(inner, test, list[i].configuration, false)
			if err != nil {
				return fmt.Errorf("test %s: %w", test.Name, err)
			}
			took := time.Since(began)
			m.mu.Lock()
			defer m.mu.Unlock()
			m.result.Runs++
			m.result.Native += took.Seconds()
			m.compare(t, &list[i], got)
			ran()
			return nil
		}))
	}
	return g.Wait()
}

// compare notes the lines that a run reached, and compares them with those that were explored.
func (m *measured) compare(t *path.Test, p *planned, got *trace.Trace) {
	if got.Lines == nil {
		m.skip(1, fmt.Sprintf("the run was stopped: %v", got.End))
		return
	}
	layout := t.Mode.Layout(m.r.dir.Universe())
	first := ""
	var file string
	var counts, claims map[uint32]uint64
	for i := range m.reached {
		e := &m.r.dir.Universe().Elements[coverage.Line][i]
		if e.File != file {
			file, counts, claims = e.File, got.Lines[e.File], m.claimed[e.File]
		}
		n, known := counts[e.Line]
		if !known {
			continue
		}
		m.reached[i] |= isKnown
		explored := p.covered.Has(layout.Bit(coverage.Line, e.ID))
		if n > 0 && (explored || !p.undefined) {
			m.reached[i] |= byRunning
		}
		if _, claimed := claims[e.Line]; !claimed {
			continue
		}
		m.reached[i] |= isClaimed
		if explored != (n > 0) && (explored || !p.undefined) && first == "" {
			first = fmt.Sprintf("%s:%d: natively %d times, explored: %v; %s", e.File, e.Line, n, explored, m.r.dir.Space().FormatConfiguration(p.configuration))
		}
	}
	if first != "" {
		m.result.Differ++
		if m.result.FirstDiff == "" {
			m.result.FirstDiff = first
		}
	}
}

// explored notes the lines that some configuration reaches, of those that gcov knows.
func (m *measured) explored(t *path.Test) {
	universe := m.r.dir.Universe()
	layout := t.Mode.Layout(universe)
	all := coverage.NewBits(layout)
	for i := range t.Paths {
		p := &t.Paths[i]
		for k, w := range p.Covered {
			all[k] |= w
		}
		for j := range p.Partial {
			for _, id := range p.Partial[j].Elements {
				all.Set(layout.Bit(p.Partial[j].Criterion, id))
			}
		}
	}
	for i := range universe.Elements[coverage.Line] {
		e := &universe.Elements[coverage.Line][i]
		if m.reached[i]&isKnown != 0 && all.Has(layout.Bit(coverage.Line, e.ID)) {
			m.reached[i] |= byExploring
		}
	}
}

// processor returns the processor time of this process and of those that it has waited for.
func processor() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}
