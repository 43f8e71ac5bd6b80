package main

// This file implements `confcov explore` and `confcov analyze`: the tests of a
// subject, explored in both modes by several workers, into a run directory.

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/searcher"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/solver/z3solver"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects"
)

// exploreFlags are the flags of explore and analyze.
type exploreFlags struct {
	subjectFlags
	tests    []string
	jobs     int
	out      string
	mode     string
	merge    string
	strategy string
	steps    int64
	paths    int64
	memory   int64
	time     time.Duration
	checks   bool
}

func (f *exploreFlags) add(cmd *cobra.Command) {
	f.subjectFlags.add(cmd)
	fl := cmd.Flags()
	fl.StringSliceVarP(&f.tests, "test", "t", nil, "explore these tests only; several separated by commas")
	fl.IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "tests explored at a time")
	fl.StringVarP(&f.out, "out", "o", "", "the run directory; by default out/SUBJECT. Finished tests in it are kept")
	fl.StringVar(&f.mode, "mode", "both", "merged (line, block, edge coverage), expanded (condition coverage), both")
	fl.StringVar(&f.merge, "merge", "data", "which branches are merged instead of explored apart: data, off")
	fl.StringVar(&f.strategy, "strategy", "", "which state is explored next: "+strings.Join(searcher.Names(), ", "))
	fl.Int64Var(&f.steps, "limit-steps", 0, "instructions of one path; 0: the default, -1: none")
	fl.Int64Var(&f.paths, "limit-paths", 0, "paths of one test; 0: no limit")
	fl.Int64Var(&f.memory, "limit-memory", 0, "bytes of heap of one process; 0: the default, -1: none")
	fl.DurationVar(&f.time, "limit-time", 0, "stop after this time, keeping finished tests; 0: no limit")
	f.addChecks(cmd)
	cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions([]string{"merged", "expanded", "both"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("merge", cobra.FixedCompletions([]string{"data", "off"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("test", f.completeTest)
}

func (f *exploreFlags) addChecks(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.checks, "checks", false, "warn of undefined arithmetic too: signed overflow, shifts by too many places, indices beyond a member, misaligned addresses")
}

func (f *subjectFlags) completeTest(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	s, err := f.load()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	for _, t := range s.Tests {
		names = append(names, t.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// task is one test in one mode.
type task struct {
	test *subjects.Test
	mode path.Mode
	key  string
}

// exploration is one run of explore.
type exploration struct {
	flags   *exploreFlags
	subject *subjects.Subject
	program *program
	dir     *path.Dir
	modes   []path.Mode
	tests   []*subjects.Test
	merge   explore.Merge
	tasks   []task
}

// newExploration checks the flags and loads the subject.
func newExploration(f *exploreFlags) (*exploration, error) {
	s, err := f.load()
	if err != nil {
		return nil, err
	}
	x := &exploration{flags: f, subject: s, tests: s.Tests, modes: modes}
	if f.mode != "both" {
		m, err := path.ParseMode(f.mode)
		if err != nil {
			return nil, usagef("--mode %s: want merged, expanded or both", f.mode)
		}
		x.modes = []path.Mode{m}
	}
	if x.merge, err = explore.ParseMerge(f.merge); err != nil {
		return nil, usagef("--merge: %w", err)
	}
	if f.strategy != "" && !slices.Contains(searcher.Names(), f.strategy) {
		return nil, usagef("--strategy %s: want one of %s", f.strategy, strings.Join(searcher.Names(), ", "))
	}
	if f.jobs < 1 {
		return nil, usagef("--jobs %d: want at least 1", f.jobs)
	}
	if len(f.tests) > 0 {
		x.tests = nil
		for _, name := range f.tests {
			t, err := s.Test(name)
			if err != nil {
				return nil, usageError{err}
			}
			x.tests = append(x.tests, t)
		}
	}
	if f.out == "" {
		f.out = filepath.Join("out", s.Name)
	}
	return x, nil
}

// run explores all tests that are not finished yet.
func (x *exploration) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	if x.flags.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, x.flags.time, fmt.Errorf("the limit of %v is over", x.flags.time))
		defer cancel()
	}
	began := time.Now()
	prepared, err := x.flags.prepare(ctx, x.subject, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	bar := newProgress(cmd.ErrOrStderr(), "compiling")
	x.program, err = buildProgram(ctx, x.subject, prepared, buildOptions{x.flags.jobs, x.flags.checks, logTo(cmd.ErrOrStderr())})
	bar.done()
	if err != nil {
		return err
	}
	built := time.Now()
	if x.dir, err = path.Create(x.flags.out, x.describe(prepared), x.program.universe, x.subject.Space()); err != nil {
		return err
	}
	x.plan()
	times, err := x.explore(ctx, newCounted(cmd.ErrOrStderr(), "exploring", len(x.tasks)))
	if werr := x.dir.WriteTimings(timings{Compile: seconds(built.Sub(began)), Explore: seconds(time.Since(built)), Tests: times}); err == nil {
		err = werr
	}
	return err
}

// timings is the content of timings.json.
type timings struct {
	Compile float64            `json:"compile_seconds"`
	Explore float64            `json:"explore_seconds"`
	Tests   map[string]float64 `json:"test_seconds"` // by test and mode; those explored in this run
}

func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// describe returns what run.json says.
func (x *exploration) describe(p *subjects.Prepared) path.Run {
	s := x.subject
	r := path.Run{
		Confcov: versionText(),
		Subject: path.Subject{Name: s.Name, Version: s.Version, Source: p.Origin, Library: "musl 1.2.5", Root: p.Dir},
		Settings: map[string]string{
			"checks": strconv.FormatBool(x.flags.checks), "merge": x.flags.merge, "mode": x.flags.mode, "strategy": x.flags.strategy,
			"limit-steps": strconv.FormatInt(x.flags.steps, 10), "limit-paths": strconv.FormatInt(x.flags.paths, 10),
			"limit-memory": strconv.FormatInt(x.flags.memory, 10),
		},
		SourceLines: p.SourceLines(s), ExcludedOptions: s.Others,
	}
	r.Subject.Folder = s.Folder()
	if s.Source.SHA256 != "" {
		r.Subject.SHA256 = map[string]string{filepath.Base(s.Source.URL): s.Source.SHA256}
		// Where the archive came from does not change what is in it.
		r.Subject.Source = s.Source.URL
	}
	for _, e := range s.Exclude {
		name := e.File
		if e.Func != "" {
			name += " " + e.Func
		}
		r.Excluded = append(r.Excluded, path.Excluded{File: name, Reason: e.Reason})
	}
	return r
}

// plan lists the tasks that are to do.
func (x *exploration) plan() {
	for _, t := range x.tests {
		for _, m := range x.modes {
			k := task{test: t, mode: m, key: x.key(t, m)}
			if !x.dir.Finished(t.Name, m, k.key) {
				x.tasks = append(x.tasks, k)
			}
		}
	}
}

// key hashes all that the result of a task depends on.
func (x *exploration) key(t *subjects.Test, m path.Mode) string {
	h := sha256.New()
	f := x.flags
	fmt.Fprintf(h, "%q\n%s\n%v %v %q %d %d %d\n", buildID(), x.program.digest, m, x.merge, f.strategy, f.steps, f.paths, f.memory)
	fmt.Fprintf(h, "%v\n%v\n", x.subject.Space().Options, t.Symbolic)
	lines := x.subject.ConfigLines(t, nil)
	fmt.Fprintf(h, "%q\n%q\n%q\n%q\n%q\n", lines, x.subject.Arguments(t, lines), t.Env, t.Script, t.Input)
	for _, e := range x.subject.Entries(t, lines) {
		fmt.Fprintf(h, "%d %q %o %d %d %d %q %q\n", e.Kind, e.Path, e.Mode, e.UID, e.GID, e.MTime, e.Data, e.Target)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// explore does the tasks and finishes the run directory, also when it is interrupted.
func (x *exploration) explore(ctx context.Context, bar *progress) (map[string]float64, error) {
	defer bar.done()
	times := make([]time.Duration, len(x.tasks))
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(x.flags.jobs)
	for i, k := range x.tasks {
		g.Go(func() error {
			if inner.Err() != nil {
				return inner.Err()
			}
			began := time.Now()
			defer func() { times[i] = time.Since(began) }()
			if err := x.do(inner, k); err != nil {
				return err
			}
			bar.finished(k.test.Name + ", " + k.mode.String())
			return nil
		})
	}
	err := g.Wait()
	seconds := map[string]float64{}
	for i, k := range x.tasks {
		seconds[k.test.Name+"."+k.mode.String()] = float64(times[i].Milliseconds()) / 1000
	}
	var names []string
	for _, t := range x.tests {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	if ctx.Err() != nil {
		if err := x.dir.Finish(names, []string{path.Interrupted}); err != nil {
			return seconds, err
		}
		return seconds, incompleteError{fmt.Sprintf("%v; finished tests are in %s, the same command goes on", context.Cause(ctx), x.flags.out)}
	}
	if err != nil {
		return seconds, err
	}
	return seconds, x.dir.Finish(names, nil)
}

// do explores one test in one mode and stores what was found.
func (x *exploration) do(ctx context.Context, k task) error {
	opt := x.options(ctx, k.test, k.mode)
	lines := x.subject.ConfigLines(k.test, nil)
	result, err := explore.Run(ctx, x.program.loaded[k.mode], engineTest(x.subject, k.test, lines), opt)
	if err != nil {
		return err
	}
	result.Test.Key = k.key
	return x.dir.WriteTest(&result.Test)
}

// options returns how a test is explored.
func (x *exploration) options(ctx context.Context, t *subjects.Test, m path.Mode) explore.Options {
	symbolic := []int{}
	for i, is := range t.Symbolic {
		if is {
			symbolic = append(symbolic, i)
		}
	}
	return explore.Options{
		Space: x.subject.Space(), Points: points(x.subject, symbolic), Mode: m,
		Merge: x.merge, Searcher: x.flags.strategy,
		Limits: explore.Limits{PathSteps: x.flags.steps, Paths: x.flags.paths, HeapBytes: x.flags.memory},
		NewCore: func() solver.Core {
			return solver.Chain(z3solver.New(ctx, z3solver.DefaultLimit), solver.ChainOptions{})
		},
	}
}

func newExplore() *cobra.Command {
	f := &exploreFlags{}
	cmd := &cobra.Command{
		Use:   "explore --subject NAME|DIR",
		Short: "explore every path of every test, into a run directory",
		Args:  usageArgs(cobra.NoArgs),
	}
	f.add(cmd)
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		x, err := newExploration(f)
		if err != nil {
			return err
		}
		if err := x.run(cmd); err != nil {
			return err
		}
		s, err := (&studyFlags{}).load(cmd, f.out, func(o *reports.Options) { o.NoInter = true })
		if err != nil {
			return err
		}
		if err := out.print(cmd, s.Paths()); err != nil {
			return err
		}
		return incomplete(s)
	}
	return cmd
}

func newAnalyze() *cobra.Command {
	f, study := &exploreFlags{}, &studyFlags{}
	cmd := &cobra.Command{
		Use:   "analyze --subject NAME|DIR",
		Short: "everything: explore, coverage, interactions, covering sets",
		Args:  usageArgs(cobra.NoArgs),
	}
	f.add(cmd)
	study.add(cmd)
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		x, err := newExploration(f)
		if err != nil {
			return err
		}
		if _, err := study.options(); err != nil {
			return err
		}
		if err := x.run(cmd); err != nil {
			return err
		}
		s, err := study.load(cmd, f.out, nil)
		if err != nil {
			return err
		}
		if err := s.Save(x.dir); err != nil {
			return err
		}
		if err := out.print(cmd, s.Main()...); err != nil {
			return err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "confcov: the run directory is %s\n", f.out)
		return incomplete(s)
	}
	return cmd
}
