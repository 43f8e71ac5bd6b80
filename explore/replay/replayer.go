package replay

// This file implements the Replayer: it chooses paths of a run directory and runs them again.

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/explore/campaign"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// Options say what is replayed.
type Options struct {
	Sample   int                       // so many paths, chosen at random; 0: all
	Seed     uint64                    // 0: of each path the configuration nearest to the defaults, else a random one
	Covering bool                      // not the paths: every test under each of Configurations
	Configs  []confspace.Configuration // with Covering
	Inside   bool                      // not the paths: configurations inside and outside each condition of coverage and output
	Named    bool                      // the campaign has only some of the subject's tests, chosen by name
	Native   bool                      // natively too where that is possible
	Openly   bool                      // natively without confinement; see native.Options
	Files    bool                      // natively also with the program's own configuration files, or arguments
	Jobs     int                       // configurations run at a time, at least 1
	Anyway   bool                      // even if another build or version of the subject was explored
	Again    string                    // the command that explores again, for messages
}

// Mismatch says that a run directory cannot be replayed: it does not match the subject as it is now.
type Mismatch struct{ Message string }

func (m *Mismatch) Error() string { return m.Message }

func mismatch(format string, args ...any) error { return &Mismatch{fmt.Sprintf(format, args...)} }

// Interrupted says that not everything was replayed.
type Interrupted struct{ Cause error }

func (e *Interrupted) Error() string {
	return fmt.Sprintf("%v: what was replayed until then is in the table", e.Cause)
}

// Replayer replays a run. Its results are those of all tests so far.
type Replayer struct {
	Campaign *campaign.Campaign
	Options  Options
	Absent   int           // tests that the run did not finish
	Native   *NativeRunner // nil: not natively
	Results  []*Replayed   // by test, in the order of its paths

	dir    *path.Dir
	infos  []path.TestInfo
	chosen [][]int // by infos: the paths

	mu      sync.Mutex
	tallies map[string]*Tally
}

// Replayed is one configuration of one test, with all cases it stands for.
type Replayed struct {
	Test          *subjects.Test
	Configuration confspace.Configuration
	Got           []*Result
	Native        *Native // nil: not run natively

	order int // within the test
	cases []*Case
}

// CampaignOf returns the settings with which a run was explored.
func CampaignOf(d *path.Dir) (campaign.Settings, error) {
	run := d.Run()
	if len(run.Settings) == 0 {
		return campaign.Settings{}, mismatch("%s: nothing to run again: the run was imported, not explored", d.Name())
	}
	s, err := campaign.ParseSettings(run.Settings)
	if err != nil {
		return s, fmt.Errorf("%s/run.json: %w", d.Name(), err)
	}
	return s, nil
}

// New chooses what is replayed of the run. The campaign is the one that was explored, or some of its tests and modes; it need not
// be built before Begin.
func New(d *path.Dir, c *campaign.Campaign, o Options) (*Replayer, error) {
	r := &Replayer{Campaign: c, Options: o, dir: d, tallies: map[string]*Tally{}}
	return r, r.choose()
}

// Begin compares the run with the program as it is now and builds it natively where that is asked for. After it, Close must be called.
func (r *Replayer) Begin(ctx context.Context) error {
	err := r.check()
	if err == nil && r.Options.Native {
		r.Native, err = newNativeRunner(ctx, r.Campaign, r.Options.Openly, r.Options.Files)
	}
	return err
}

// Close removes the native program.
func (r *Replayer) Close() {
	if r.Native != nil {
		r.Native.close()
	}
}

// choose lists the tests and paths that are replayed.
func (r *Replayer) choose() error {
	infos, err := r.dir.Tests()
	if err != nil {
		return err
	}
	var counts []int
	for _, in := range infos {
		m, err := path.ParseMode(in.Mode)
		if err != nil {
			return err
		}
		wanted := slices.ContainsFunc(r.Campaign.Tests, func(t *subjects.Test) bool { return t.Name == in.Name })
		if !wanted && !r.Options.Named {
			return mismatch("%s: the subject has no test %s any more: explore again", r.dir.Name(), in.Name)
		}
		if !wanted || !slices.Contains(r.Campaign.Modes, m) {
			continue
		}
		r.infos = append(r.infos, in)
		counts = append(counts, in.Paths)
	}
	if len(r.infos) == 0 {
		return mismatch("%s: no finished test to replay", r.dir.Name())
	}
	r.countAbsent()
	r.chosen = Sample(counts, r.Options.Sample, r.Options.Seed)
	return nil
}

// countAbsent counts the tests that the run was to explore in these modes and did not finish.
func (r *Replayer) countAbsent() {
	explored := r.dir.Run().Settings["mode"]
	for _, t := range r.Campaign.Tests {
		if slices.ContainsFunc(r.Campaign.Modes, func(m path.Mode) bool {
			done := slices.ContainsFunc(r.infos, func(in path.TestInfo) bool { return in.Name == t.Name && in.Mode == m.String() && !in.Interrupted() })
			return !done && (explored == "both" || explored == m.String())
		}) {
			r.Absent++
		}
	}
}

// check compares the run with the program as it is now.
func (r *Replayer) check() error {
	c := r.Campaign
	again := fmt.Sprintf("explore again with `%s`", r.Options.Again)
	if !reflect.DeepEqual(r.dir.Space().Options, c.Subject.Space().Options) || !reflect.DeepEqual(r.dir.Universe(), c.Program.Universe) {
		return mismatch("%s was explored of another version of subject %s, with other options or code: %s", r.dir.Name(), c.Subject.Name, again)
	}
	for i := range r.infos {
		in := &r.infos[i]
		t, err := c.Subject.Test(in.Name)
		if err != nil {
			return err
		}
		m, _ := path.ParseMode(in.Mode)
		if !r.Options.Anyway && in.Key != c.Key(t, m) {
			return mismatch("%s: test %s (%s): %s: %s, or replay with --anyway",
				r.dir.Name(), in.Name, in.Mode, changed(r.dir.Run().Identity, c.Identity()), again)
		}
	}
	return nil
}

// changed says why the key of a test differs.
func changed(then, now path.Identity) string {
	switch {
	case then.Build != now.Build:
		return "another build of confcov explored it"
	case then.Program != now.Program:
		return "the subject's program has changed"
	case then.SymbolicAfter != now.SymbolicAfter:
		return fmt.Sprintf("options become symbolic after %s, now after %s", then.SymbolicAfter, now.SymbolicAfter)
	case then.Solver != now.Solver:
		return fmt.Sprintf("it was explored with %s, now there is %s", then.Solver, now.Solver)
	}
	return "it was explored of another version of the test"
}

// Run replays test after test. done is called after each configuration, by several goroutines.
func (r *Replayer) Run(ctx context.Context, done func(test string)) error {
	for first := 0; first < len(r.infos); {
		end := first + 1
		for end < len(r.infos) && r.infos[end].Name == r.infos[first].Name {
			end++
		}
		list, err := r.plan(first, end)
		if err != nil {
			return err
		}
		if err := r.replay(ctx, list, done); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return &Interrupted{context.Cause(ctx)}
		}
		first = end
	}
	return nil
}

// plan lists what to run of one test, whose infos are those from first to end.
func (r *Replayer) plan(first, end int) ([]*Replayed, error) {
	test, err := r.Campaign.Subject.Test(r.infos[first].Name)
	if err != nil {
		return nil, err
	}
	tally := &Tally{Test: test.Name}
	r.tallies[test.Name] = tally
	var list []*Replayed
	index := map[string]*Replayed{}
	add := func(k *Case) {
		key := r.dir.Space().FormatConfiguration(k.Configuration)
		if index[key] == nil {
			index[key] = &Replayed{Test: test, order: len(list), Configuration: k.Configuration}
			list = append(list, index[key])
		}
		index[key].cases = append(index[key].cases, k)
	}
	for i := first; i < end; i++ {
		sets := confspace.NewSets(r.dir.Space())
		t, err := r.dir.ReadTest(&r.infos[i], sets)
		if err != nil {
			return nil, err
		}
		tally.Paths += len(t.Paths)
		if r.Options.Covering {
			r.planCovering(t, test, tally, add)
			continue
		}
		if r.Options.Inside {
			r.planConditions(t, r.chosen[i], test, tally, add)
			continue
		}
		for _, p := range r.chosen[i] {
			if reason := Unfit(&t.Paths[p]); reason != "" {
				tally.Skip(reason)
				continue
			}
			if c, ok := Pick(sets, &t.Paths[p], test.Symbolic, r.chance(t, p)); ok {
				add(NewCase(t, t.Mode.Layout(r.dir.Universe()), p, c))
			} else {
				tally.Skip("no configuration takes the path")
			}
		}
	}
	return list, nil
}

// chance returns where the configuration of a path comes from; nil: the one nearest to the defaults.
func (r *Replayer) chance(t *path.Test, p int) *rand.Rand {
	if r.Options.Seed == 0 {
		return nil
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s %d", t.Name, t.Mode, p)
	return rand.New(rand.NewPCG(r.Options.Seed, h.Sum64()))
}

// planCovering adds each configuration of the covering sets, with the path that it takes.
func (r *Replayer) planCovering(t *path.Test, test *subjects.Test, tally *Tally, add func(*Case)) {
	seen := map[string]bool{}
	for _, c := range r.Options.Configs {
		c = r.dir.Space().Defaults().With(SymbolicSettings(test, c))
		if len(r.dir.Space().Constraints) > 0 {
			if c = c.With(test.Fixed()); c.Valid(r.dir.Space()) != nil {
				tally.Skip("with what the test sets, the configuration does not satisfy the constraints")
				continue
			}
		}
		key := r.dir.Space().FormatConfiguration(c)
		if seen[key] {
			continue
		}
		seen[key] = true
		p, reason := Taken(t, c)
		if reason == "" {
			reason = Unended(&t.Paths[p])
		}
		if reason != "" {
			tally.Skip(reason)
			continue
		}
		add(NewCase(t, t.Mode.Layout(r.dir.Universe()), p, c))
	}
}

// planConditions adds configurations inside and outside each condition of what the chosen paths cover and write.
func (r *Replayer) planConditions(t *path.Test, chosen []int, test *subjects.Test, tally *Tally, add func(*Case)) {
	for _, p := range chosen {
		if reason := Unfit(&t.Paths[p]); reason != "" {
			tally.Skip(reason)
			continue
		}
		for _, c := range Draw(t, p, test.Symbolic, r.chance(t, p)) {
			add(NewCase(t, t.Mode.Layout(r.dir.Universe()), p, c))
		}
	}
}

// SymbolicSettings returns the settings of the options that are symbolic in the test.
func SymbolicSettings(t *subjects.Test, c confspace.Configuration) confspace.Settings {
	var s confspace.Settings
	for _, set := range c.Settings() {
		if t.Symbolic[set.Option] {
			s = append(s, set)
		}
	}
	return s
}

// replay runs the list of one test. An interruption leaves out the rest.
func (r *Replayer) replay(ctx context.Context, list []*Replayed, done func(test string)) error {
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(r.Options.Jobs)
	for _, e := range list {
		g.Go(guard.In("test "+e.Test.Name, func() error {
			if inner.Err() != nil {
				return nil
			}
			if err := r.one(inner, e); err != nil {
				if ctx.Err() != nil {
					return nil
				}
				return fmt.Errorf("test %s: %w", e.Test.Name, err)
			}
			if done != nil {
				done(e.Test.Name)
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			tally := r.tallies[e.Test.Name]
			for _, res := range e.Got {
				tally.AddResult(res)
			}
			if e.Native != nil {
				tally.AddNative(e.Native)
			}
			r.Results = append(r.Results, e)
			return nil
		}))
	}
	err := g.Wait()
	slices.SortStableFunc(r.Results, func(a, b *Replayed) int {
		return cmp.Or(cmp.Compare(a.Test.Name, b.Test.Name), cmp.Compare(a.order, b.order))
	})
	return err
}

// one runs one configuration: in each mode that has a case, and natively.
func (r *Replayer) one(ctx context.Context, e *Replayed) error {
	ran := map[path.Mode]*path.Path{}
	for _, k := range e.cases {
		if ran[k.Mode] == nil {
			result, err := r.Campaign.Concrete(ctx, e.Test, k.Mode, e.Configuration, false)
			if err != nil {
				return err
			}
			ran[k.Mode] = &result.Test.Paths[0]
		}
		e.Got = append(e.Got, &Result{Case: k, Differences: k.Compare(r.dir.Universe(), ran[k.Mode])})
		k.Want, k.Covered, k.Output = nil, nil, nil // a run may have hundreds of thousands of paths
	}
	if r.Native == nil {
		return nil
	}
	var err error
	e.Native, err = r.Native.compare(ctx, e.Test, e.Configuration)
	return err
}

// Tallies returns the counts by test.
func (r *Replayer) Tallies() []*Tally {
	var list []*Tally
	for _, name := range slices.Sorted(maps.Keys(r.tallies)) {
		list = append(list, r.tallies[name])
	}
	return list
}

// Disagreement is one difference that nothing explains.
type Disagreement struct {
	*Replayed
	Mode   path.Mode
	Path   int
	Native bool // found natively
	trace.Difference
}

// Disagreements lists them in order.
func (r *Replayer) Disagreements() []Disagreement {
	var list []Disagreement
	for _, e := range r.Results {
		for _, got := range e.Got {
			for _, d := range got.Differences {
				list = append(list, Disagreement{e, got.Mode, got.Path, false, d})
			}
		}
		if e.Native != nil {
			for _, d := range e.Native.Differences {
				list = append(list, Disagreement{e, r.Campaign.Modes[0], e.Got[0].Path, true, d})
			}
		}
	}
	return list
}
