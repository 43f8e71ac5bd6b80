package main

// This file implements `confcov replay`: explored paths are run again under one configuration each.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/replay"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	study    studyFlags
	subject  string
	source   string
	tests    []string
	mode     string
	sample   int
	seed     uint64
	covering bool
	native   string
	jobs     int
	anyway   bool
}

func newReplay() *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{
		Use:   "replay RUN",
		Short: "run explored paths again under one configuration each, interpreted and natively, and compare",
		Long: `Takes a configuration of each path condition, runs the path's test under it in the concrete
interpreter and, where that is possible here, natively, and compares how the runs end, what they
print, which functions they call, and which code they come to. docs/replay.md says more.

Exits with 1 if anything disagrees.`,
		Args:              usageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeDir,
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.subject, "subject", "s", "", "the run's subject; by default the one that the run names")
	fl.StringVar(&f.source, "source", "", "a tarball or folder to use as the subject's source, instead of fetching it")
	fl.StringSliceVarP(&f.tests, "test", "t", nil, "replay these tests only; several separated by commas")
	fl.StringVar(&f.mode, "mode", "both", "merged, expanded, both: which paths")
	fl.IntVar(&f.sample, "sample", 0, "replay so many paths, chosen by chance; 0: all")
	fl.Uint64Var(&f.seed, "seed", 0, "of --sample; 0: of each path the configuration nearest to the defaults, else one by chance")
	fl.BoolVar(&f.covering, "covering", false, "not the paths: every configuration of the covering sets, with every test")
	fl.StringSliceVar(&f.study.criteria, "criterion", nil, "of --covering: line, block, edge, condition; several separated by commas; all by default")
	fl.StringVar(&f.native, "native", "auto", "auto: natively too where that is possible; off")
	fl.IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "configurations run at a time")
	fl.BoolVar(&f.anyway, "anyway", false, "even if another build of confcov, or another version of the subject, explored")
	cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions([]string{"merged", "expanded", "both"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("native", cobra.FixedCompletions([]string{"auto", "off"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("subject", completeSubject)
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r, err := newReplayer(cmd, f, args[0])
		if err != nil {
			return err
		}
		if r.native != nil {
			defer r.native.close()
		}
		err = r.run(cmd)
		if err != nil && !errors.As(err, new(incompleteError)) {
			return err
		}
		if err := out.print(cmd, r.tables()...); err != nil {
			return err
		}
		if n := len(r.disagreements()); n > 0 {
			return fmt.Errorf("%d disagreements", n)
		}
		return err
	}
	return cmd
}

// replayer is one run of replay.
type replayer struct {
	flags  *replayFlags
	dir    *path.Dir
	x      *exploration
	infos  []path.TestInfo
	chosen [][]int                   // by infos: the paths
	cover  []confspace.Configuration // with --covering
	absent int                       // tests that the run did not finish
	native *nativeRunner             // nil: not natively

	mu      sync.Mutex
	tallies map[string]*replay.Tally
	results []*replayed
}

// replayed is one configuration of one test, with all cases that it stands for.
type replayed struct {
	test   *subjects.Test
	order  int // within the test
	config confspace.Configuration
	cases  []*replay.Case
	got    []*replay.Result
	native *replay.Native
}

// newReplayer opens the run and the subject that was explored.
func newReplayer(cmd *cobra.Command, f *replayFlags, name string) (*replayer, error) {
	if f.sample < 0 {
		return nil, usagef("--sample %d: want a number of paths", f.sample)
	}
	if f.covering && f.sample > 0 {
		return nil, usagef("--covering and --sample exclude each other")
	}
	if len(f.study.criteria) > 0 && !f.covering {
		return nil, usagef("--criterion needs --covering")
	}
	if f.native != "auto" && f.native != "off" {
		return nil, usagef("--native %s: want auto or off", f.native)
	}
	d, err := openRun(name)
	if err != nil {
		return nil, err
	}
	r := &replayer{flags: f, dir: d, tallies: map[string]*replay.Tally{}}
	ef, err := r.exploreFlags()
	if err != nil {
		return nil, err
	}
	if r.x, err = newExploration(ef); err != nil {
		return nil, err
	}
	if err := r.choose(); err != nil {
		return nil, err
	}
	prepared, err := ef.prepare(cmd.Context(), r.x.subject, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	if r.x.program, err = buildProgram(cmd.Context(), r.x.subject, prepared, buildOptions{f.jobs, r.x.flags.checks, logTo(cmd.ErrOrStderr())}); err != nil {
		return nil, err
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	if f.native == "auto" {
		r.native, err = newNativeRunner(cmd.Context(), r.x)
	}
	return r, err
}

// exploreFlags returns the flags with which the run was explored.
func (r *replayer) exploreFlags() (*exploreFlags, error) {
	run, f := r.dir.Run(), &exploreFlags{jobs: r.flags.jobs, mode: r.flags.mode, tests: r.flags.tests, out: r.dir.Name()}
	if len(run.Settings) == 0 {
		return nil, usagef("%s: nothing to run again: the run was imported, not explored", r.dir.Name())
	}
	f.name, f.source = r.flags.subject, r.flags.source
	f.name = cmp.Or(f.name, run.Subject.Folder, run.Subject.Name)
	f.checks = run.Settings["checks"] == "true"
	f.merge, f.strategy = run.Settings["merge"], run.Settings["strategy"]
	for key, to := range map[string]*int64{"limit-steps": &f.steps, "limit-paths": &f.paths, "limit-memory": &f.memory} {
		n, err := strconv.ParseInt(run.Settings[key], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s/run.json: %s: %w", r.dir.Name(), key, err)
		}
		*to = n
	}
	return f, nil
}

// choose lists the tests and paths that are replayed.
func (r *replayer) choose() error {
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
		wanted := slices.ContainsFunc(r.x.tests, func(t *subjects.Test) bool { return t.Name == in.Name })
		if !wanted && len(r.flags.tests) == 0 {
			return usagef("%s: the subject has no test %s any more: explore again", r.dir.Name(), in.Name)
		}
		if !wanted || !slices.Contains(r.x.modes, m) {
			continue
		}
		r.infos = append(r.infos, in)
		counts = append(counts, in.Paths)
	}
	if len(r.infos) == 0 {
		return usagef("%s: no finished test to replay", r.dir.Name())
	}
	r.countAbsent()
	r.chosen = replay.Sample(counts, r.flags.sample, r.flags.seed)
	return nil
}

// countAbsent counts the tests that the run was to explore in these modes and has not, or not to their end.
func (r *replayer) countAbsent() {
	explored := r.dir.Run().Settings["mode"]
	for _, t := range r.x.tests {
		if slices.ContainsFunc(r.x.modes, func(m path.Mode) bool {
			done := slices.ContainsFunc(r.infos, func(in path.TestInfo) bool { return in.Name == t.Name && in.Mode == m.String() })
			return !done && (explored == "both" || explored == m.String())
		}) {
			r.absent++
		}
	}
}

// check compares the run with the program as it is now.
func (r *replayer) check() error {
	s := r.x.subject
	again := fmt.Sprintf("explore again with `confcov explore --subject %s --out %s`", r.x.flags.name, r.dir.Name())
	if !reflect.DeepEqual(r.dir.Space().Options, s.Space().Options) || !reflect.DeepEqual(r.dir.Universe(), r.x.program.universe) {
		return usagef("%s was explored of another version of subject %s, with other options or code: %s", r.dir.Name(), s.Name, again)
	}
	for i := range r.infos {
		in := &r.infos[i]
		t, err := s.Test(in.Name)
		if err != nil {
			return err
		}
		m, _ := path.ParseMode(in.Mode)
		if !r.flags.anyway && in.Key != r.x.key(t, m) {
			return usagef("%s: test %s (%s) was explored by another build of confcov, or of another version of the subject: %s, or replay with --anyway",
				r.dir.Name(), in.Name, in.Mode, again)
		}
	}
	return nil
}

// run replays test after test.
func (r *replayer) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	if r.flags.covering {
		s, err := r.flags.study.load(cmd, r.dir.Name(), nil)
		if err != nil {
			return err
		}
		for _, result := range s.Results {
			for _, m := range append(result.Greedy.Members, result.Exact.Members...) {
				r.cover = append(r.cover, m.Configuration)
			}
		}
	}
	bar := newCounted(cmd.ErrOrStderr(), "replaying", -1)
	defer bar.done()
	for first := 0; first < len(r.infos); {
		end := first + 1
		for end < len(r.infos) && r.infos[end].Name == r.infos[first].Name {
			end++
		}
		list, err := r.plan(first, end)
		if err != nil {
			return err
		}
		if err := r.replay(ctx, list, bar); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return incompleteError{fmt.Sprintf("%v: what was replayed until then is in the table", context.Cause(ctx))}
		}
		first = end
	}
	return nil
}

// plan lists what to run of one test, whose infos are those from first to end.
func (r *replayer) plan(first, end int) ([]*replayed, error) {
	test, err := r.x.subject.Test(r.infos[first].Name)
	if err != nil {
		return nil, err
	}
	tally := &replay.Tally{Test: test.Name}
	r.tallies[test.Name] = tally
	var list []*replayed
	index := map[string]*replayed{}
	add := func(k *replay.Case) {
		key := r.dir.Space().FormatConfiguration(k.Configuration)
		if index[key] == nil {
			index[key] = &replayed{test: test, order: len(list), config: k.Configuration}
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
		if r.flags.covering {
			r.planCovering(t, test, tally, add)
			continue
		}
		for _, p := range r.chosen[i] {
			if reason := replay.Unfit(&t.Paths[p]); reason != "" {
				tally.Skip(reason)
				continue
			}
			if c, ok := replay.Pick(sets, &t.Paths[p], test.Symbolic, r.chance(t, p)); ok {
				add(replay.NewCase(t, t.Mode.Layout(r.dir.Universe()), p, c))
			} else {
				tally.Skip("no configuration takes the path")
			}
		}
	}
	return list, nil
}

// chance returns where the configuration of a path comes from; nil: the one nearest to the defaults.
func (r *replayer) chance(t *path.Test, p int) *rand.Rand {
	if r.flags.seed == 0 {
		return nil
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s %d", t.Name, t.Mode, p)
	return rand.New(rand.NewPCG(r.flags.seed, h.Sum64()))
}

// planCovering adds each configuration of the covering sets, with the path that it takes.
func (r *replayer) planCovering(t *path.Test, test *subjects.Test, tally *replay.Tally, add func(*replay.Case)) {
	seen := map[string]bool{}
	for _, c := range r.cover {
		c = r.dir.Space().Defaults().With(symbolicSettings(test, c))
		key := r.dir.Space().FormatConfiguration(c)
		if seen[key] {
			continue
		}
		seen[key] = true
		p, reason := replay.Taken(t, c)
		if reason == "" {
			reason = replay.Unended(&t.Paths[p])
		}
		if reason != "" {
			tally.Skip(reason)
			continue
		}
		add(replay.NewCase(t, t.Mode.Layout(r.dir.Universe()), p, c))
	}
}

// symbolicSettings returns the settings of the options that are symbolic in the test.
func symbolicSettings(t *subjects.Test, c confspace.Configuration) confspace.Settings {
	var s confspace.Settings
	for _, set := range c.Settings() {
		if t.Symbolic[set.Option] {
			s = append(s, set)
		}
	}
	return s
}

// replay runs the list of one test. An interruption leaves out the rest.
func (r *replayer) replay(ctx context.Context, list []*replayed, bar *progress) error {
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(r.flags.jobs)
	for _, e := range list {
		g.Go(func() error {
			if inner.Err() != nil {
				return nil
			}
			if err := r.one(inner, e); err != nil {
				if ctx.Err() != nil {
					return nil
				}
				return fmt.Errorf("test %s: %w", e.test.Name, err)
			}
			bar.finished(e.test.Name)
			r.mu.Lock()
			defer r.mu.Unlock()
			tally := r.tallies[e.test.Name]
			for _, res := range e.got {
				tally.AddResult(res)
			}
			if e.native != nil {
				tally.AddNative(e.native)
			}
			r.results = append(r.results, e)
			return nil
		})
	}
	err := g.Wait()
	slices.SortStableFunc(r.results, func(a, b *replayed) int {
		return cmp.Or(cmp.Compare(a.test.Name, b.test.Name), cmp.Compare(a.order, b.order))
	})
	return err
}

// one runs one configuration: in each mode that has a case, and natively.
func (r *replayer) one(ctx context.Context, e *replayed) error {
	ran := map[path.Mode]*path.Path{}
	for _, k := range e.cases {
		if ran[k.Mode] == nil {
			result, err := r.x.concrete(ctx, e.test, k.Mode, e.config, false)
			if err != nil {
				return err
			}
			ran[k.Mode] = &result.Test.Paths[0]
		}
		e.got = append(e.got, &replay.Result{Case: k, Differences: k.Compare(r.dir.Universe(), ran[k.Mode])})
		k.Want, k.Covered = nil, nil // a run may have hundreds of thousands of paths
	}
	if r.native == nil {
		return nil
	}
	var err error
	e.native, err = r.native.compare(ctx, e.test, e.config)
	return err
}

// sortedTallies returns the tallies by test.
func (r *replayer) sortedTallies() []*replay.Tally {
	var list []*replay.Tally
	for _, name := range slices.Sorted(maps.Keys(r.tallies)) {
		list = append(list, r.tallies[name])
	}
	return list
}
