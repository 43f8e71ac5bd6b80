package main

// This file implements `confcov explore` and `confcov analyze`: the tests of a
// subject, explored by several workers, into a run directory.

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/campaign"
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
	fresh    bool
}

func (f *exploreFlags) add(cmd *cobra.Command) {
	f.subjectFlags.add(cmd)
	fl := cmd.Flags()
	fl.StringSliceVarP(&f.tests, "test", "t", nil, "explore these tests only; several separated by commas")
	fl.IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "tests explored at a time")
	fl.StringVarP(&f.out, "out", "o", "", "the run directory; by default out/SUBJECT. Finished tests in it are kept")
	fl.BoolVar(&f.fresh, "fresh", false, "explore anew where finished tests in the run directory cannot be kept, which then are removed")
	fl.StringVar(&f.mode, "mode", "both", "merged (line, block, edge coverage), expanded (outcome coverage), both: in one exploration with --merge all, else in two")
	fl.StringVar(&f.merge, "merge", "all", "where ways that options separate become one again: all, data, off")
	fl.StringVar(&f.strategy, "strategy", "", "which state is explored next, with --merge data or off: "+strings.Join(searcher.Names(), ", "))
	fl.Int64Var(&f.steps, "limit-steps", 0, "instructions of one path; 0: the default, -1: none")
	fl.Int64Var(&f.paths, "limit-paths", 0, "paths of one test, with --merge all ends; 0: no limit")
	fl.Int64Var(&f.memory, "limit-memory", 0, "bytes of heap of one process, and of compiling the program (at least 64 MiB); 0: 1 GiB and 4 GiB, -1: no limit")
	fl.DurationVar(&f.time, "limit-time", 0, "stop after this time, keeping what was found; 0: no limit")
	f.addChecks(cmd)
	cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions([]string{"merged", "expanded", "both"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("merge", cobra.FixedCompletions([]string{"all", "data", "off"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("test", f.completeTest)
}

func (f *exploreFlags) addChecks(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.checks, "checks", false, "warn of undefined arithmetic too: signed overflow, shifts by too many places, indices beyond a member, misaligned addresses")
}

// settings returns what the flags say about how tests are explored.
func (f *exploreFlags) settings() (campaign.Settings, error) {
	s := campaign.Settings{
		Strategy: f.strategy, Checks: f.checks,
		Limits: explore.Limits{PathSteps: f.steps, Paths: f.paths, HeapBytes: f.memory},
	}
	var err error
	if s.Merge, err = explore.ParseMerge(f.merge); err != nil {
		return s, usagef("--merge: %w", err)
	}
	if s.Modes, err = campaign.ParseModes(f.mode, s.Merge); err != nil {
		return s, usagef("--mode %w", err)
	}
	if err := campaign.CheckStrategy(f.strategy); err != nil {
		return s, usagef("--strategy %w", err)
	}
	if f.strategy != "" && s.Merge == explore.MergeAll {
		return s, usagef("--strategy %s: with --merge all the order follows from where ways meet; it goes with --merge data or off", f.strategy)
	}
	return s, nil
}

// campaign checks the flags and loads the subject.
func (f *exploreFlags) campaign() (*campaign.Campaign, error) {
	s, err := f.load()
	if err != nil {
		return nil, err
	}
	settings, err := f.settings()
	if err != nil {
		return nil, err
	}
	if f.jobs < 1 {
		return nil, usagef("--jobs %d: want at least 1", f.jobs)
	}
	if f.out == "" {
		f.out = filepath.Join("out", s.Name)
	}
	return newCampaign(s, f.tests, settings)
}

// newCampaign returns a campaign whose queries Z3 decides.
func newCampaign(s *subjects.Subject, tests []string, settings campaign.Settings) (*campaign.Campaign, error) {
	c, err := campaign.New(s, tests, settings)
	if err != nil {
		return nil, usageError{err}
	}
	c.Solver = fmt.Sprintf("%s, limit %d", z3solver.Version(), z3solver.DefaultLimit)
	c.NewCore = func(ctx context.Context) solver.Core {
		return solver.Chain(z3solver.New(ctx, z3solver.DefaultLimit), solver.ChainOptions{})
	}
	return c, nil
}

// build fetches the source of the campaign's subject and makes the program ready.
func (f *subjectFlags) build(cmd *cobra.Command, ctx context.Context, c *campaign.Campaign, o build.Options) (err error) {
	defer func() {
		if err != nil && ctx.Err() != nil { // whatever failed, gcc or a download, was ended
			err = &campaign.Interrupted{Cause: context.Cause(ctx)}
		}
	}()
	prepared, err := f.prepare(ctx, c.Subject, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	bar := newProgress(cmd.ErrOrStderr(), "compiling")
	defer bar.done()
	o.Log = logTo(cmd.ErrOrStderr())
	return c.Build(ctx, prepared, o)
}

// leastMemory is what compiling may take however low --limit-memory is, which first of all is the program's.
const leastMemory = 64 << 20

// compileMemory is what --limit-memory means while the program is compiled.
func (f *exploreFlags) compileMemory() int64 {
	if f.memory > 0 {
		return max(f.memory, leastMemory)
	}
	return f.memory
}

// explore explores all tests that are not finished yet.
func (f *exploreFlags) explore(cmd *cobra.Command, c *campaign.Campaign) (*path.Dir, error) {
	ctx := cmd.Context()
	if f.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.time, fmt.Errorf("time limit of %v reached", f.time))
		defer cancel()
	}
	began := time.Now()
	if err := f.build(cmd, ctx, c, build.Options{Jobs: f.jobs, Memory: f.compileMemory()}); err != nil {
		return nil, err
	}
	if !f.fresh {
		if err := c.Continues(f.out); err != nil {
			return nil, usageError{err}
		}
	}
	var bar *progress
	defer func() { bar.done() }()
	name := func(t campaign.Task) string {
		if len(c.Modes) == 1 {
			return t.Test.Name
		}
		return t.Test.Name + " (" + t.Mode.String() + ")"
	}
	c.Watch = func(t campaign.Task, p explore.Progress) { bar.at(name(t), counts{p.Paths, p.Steps}) }
	var missing misses
	d, err := c.Run(ctx, f.out, campaign.Options{
		Jobs: f.jobs, Version: versionText(), Compile: time.Since(began),
		Lost:  func(err error) { fmt.Fprintf(cmd.ErrOrStderr(), "confcov: %v: this test is explored again\n", err) },
		Begin: func(tasks []campaign.Task) { bar = newCounted(cmd.ErrOrStderr(), "exploring", len(tasks)) },
		Done:  func(t campaign.Task) { bar.finished(name(t)) },
		Found: missing.found,
	})
	if err != nil {
		return nil, err
	}
	wrote(cmd, f.out)
	missing.tell(cmd.ErrOrStderr())
	return d, nil
}

// wrote says which file or folder was written.
func wrote(cmd *cobra.Command, name string) {
	fmt.Fprintf(cmd.ErrOrStderr(), "confcov: wrote %s\n", name)
}

func newExplore() *cobra.Command {
	f := &exploreFlags{}
	cmd := &cobra.Command{
		Use:     "explore --subject NAME|DIR",
		Example: "  confcov explore --subject vsftpd --test list,store --out out/two\n  confcov explore --subject ./mine --checks",
		Short:   "explore every path of every test, into a run directory",
		Args:    usageArgs(cobra.NoArgs),
	}
	f.add(cmd)
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.campaign()
		if err != nil {
			return err
		}
		if _, err := f.explore(cmd, c); err != nil {
			return err
		}
		s, _, err := (&studyFlags{}).load(cmd, f.out, func(o *reports.Options) { o.NoInter = true })
		if err != nil {
			return err
		}
		if err := out.print(cmd, s.Paths()); err != nil {
			return err
		}
		return incomplete(cmd, s)
	}
	return cmd
}

func newAnalyze() *cobra.Command {
	f, study := &exploreFlags{}, &studyFlags{}
	cmd := &cobra.Command{
		Use:     "analyze --subject NAME|DIR",
		Example: "  confcov analyze --subject example\n  confcov analyze --subject vsftpd --all",
		Short:   "everything: explore, coverage, interactions, covering sets",
		Args:    usageArgs(cobra.NoArgs),
	}
	f.add(cmd)
	study.add(cmd)
	var all bool
	cmd.Flags().BoolVar(&all, "all", false, "print the tables, too")
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.campaign()
		if err != nil {
			return err
		}
		if _, err := study.options(); err != nil {
			return err
		}
		if _, err := f.explore(cmd, c); err != nil {
			return err
		}
		s, d, err := study.load(cmd, f.out, nil)
		if err != nil {
			return err
		}
		if err := study.save(cmd, s, d); err != nil {
			return err
		}
		if err := out.answer(cmd, s, f.out, all, s.Main); err != nil {
			return err
		}
		return incomplete(cmd, s)
	}
	return cmd
}
