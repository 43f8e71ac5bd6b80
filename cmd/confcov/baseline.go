package main

// This file implements `confcov baseline`: what it costs to run the tests natively, under many configurations, beside what exploring them costs.

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/replay"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects/confspace"
)

// baselineFlags are the flags of baseline.
type baselineFlags struct {
	replay  replayFlags
	options []string
	max     int
}

func newBaseline() *cobra.Command {
	f := &baselineFlags{}
	cmd := &cobra.Command{
		Use:     "baseline RUN",
		Example: "  confcov baseline out/vsftpd\n  confcov baseline out/vsftpd --test list --options listen,write_enable",
		Short:   "measure what native runs under gcov cost, beside exploration",
		Long: `Runs each test of a run natively, with gcov's counters: under one configuration
of each of its paths or, for runs with --merge all, whose paths stand for many
ways, under so many that each condition has one inside and one outside; with
--options under every configuration of these options, the others having their
defaults. Says how long that takes, how long exploring took, and which lines
each of them found. docs/baseline.md says more.

What is measured is kept in RUN/baseline.json, after each test: after an
interruption the same command measures the rest.`,
		Args:              needArgs(1, "RUN, a run directory"),
		ValidArgsFunction: completeDir,
	}
	fl := cmd.Flags()
	fl.StringSliceVar(&f.options, "options", nil, "run every configuration of these options, and explore with these alone symbolic; several separated by commas")
	fl.BoolVar(&f.replay.inside, "conditions", false, "not one configuration of each path: so many that each condition of what it covers and writes has one inside and one outside; the default for runs with --merge all")
	fl.IntVar(&f.max, "max", 0, "run at most so many configurations of a test: paths are chosen at random, of --options more are an error; 0: all paths, or 4096 configurations")
	fl.StringSliceVarP(&f.replay.tests, "test", "t", nil, "these tests only; several separated by commas")
	fl.StringVarP(&f.replay.subject, "subject", "s", "", "the run's subject; by default the one that the run names")
	fl.StringVar(&f.replay.source, "source", "", "a tarball or folder to use as the subject's source, instead of fetching it")
	f.replay.native.add(cmd, "auto: confined; unconfined: as confcov itself runs (docs/security.md)")
	fl.IntVarP(&f.replay.jobs, "jobs", "j", runtime.NumCPU(), "configurations run at a time")
	fl.BoolVar(&f.replay.anyway, "anyway", false, "even if another build of confcov, or another version of the subject, explored")
	cmd.RegisterFlagCompletionFunc("test", completeRunTests)
	cmd.RegisterFlagCompletionFunc("subject", completeSubject)
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		b, err := f.measure(cmd, args[0])
		if b == nil {
			return err
		}
		if perr := out.print(cmd, baselineTable(b)); err == nil {
			err = perr
		}
		return err
	}
	return cmd
}

// measure measures, and keeps the result.
func (f *baselineFlags) measure(cmd *cobra.Command, name string) (*replay.Baseline, error) {
	if f.max < 0 {
		return nil, usagef("--max %d: want a number of configurations", f.max)
	}
	r, err := f.replay.begin(cmd, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if r.Native.Reason != "" {
		return nil, fmt.Errorf("nothing can be run natively: %s", r.Native.Reason)
	}
	o := replay.BaselineOptions{Max: f.max}
	if len(f.options) > 0 {
		if o.Values, err = f.values(cmd, name, r.Campaign.Subject.Space()); err != nil {
			return nil, err
		}
		if o.Max == 0 {
			o.Max = 4096
		}
	}
	d, err := openRun(name)
	if err != nil {
		return nil, err
	}
	o.Kept = measurements(d)
	o.Save = func(b *replay.Baseline) error {
		if err := d.WriteBaseline(withBaseline(measurements(d), b)); err != nil && !unwritable(err) {
			return err
		}
		return nil
	}
	bar := newCounted(cmd.ErrOrStderr(), "running natively", 0)
	which := ""
	o.Test = func(name string, nth, tests int) { which = fmt.Sprintf("test %d of %d, %s", nth, tests, name) }
	o.Ran = func(done, runs int) { bar.step(fmt.Sprintf("%s: %d of %d runs", which, done, runs)) }
	b, err := r.Baseline(cmd.Context(), o)
	bar.done()
	switch {
	case err == nil:
		return b, o.Save(b)
	case cmd.Context().Err() != nil && len(b.Tests) > 0:
		return b, incompleteError{fmt.Sprintf("%v: %d tests have been measured; run the same command again to measure the rest", context.Cause(cmd.Context()), len(b.Tests))}
	}
	return nil, err
}

// measurements returns what a run's baseline.json says; nothing if there is none, or another version wrote it.
func measurements(d *path.Dir) []*replay.Baseline {
	var list []*replay.Baseline
	if text := d.Baseline(); text == nil || json.Unmarshal(text, &list) != nil {
		return nil
	}
	return slices.DeleteFunc(list, func(b *replay.Baseline) bool { return b == nil })
}

// withBaseline returns measurements with b: of a run's earlier ones of the same kind those are left out that b replaces, as an unfinished one does not
// replace a finished one, and all those of another run.
func withBaseline(list []*replay.Baseline, b *replay.Baseline) []*replay.Baseline {
	list = slices.DeleteFunc(list, func(x *replay.Baseline) bool {
		return x.Run != b.Run || x.Per == b.Per && slices.Equal(x.Options, b.Options) && (b.Finished() || !x.Finished())
	})
	return append(list, b)
}

// nativeCosts returns what was measured of a run.
func nativeCosts(d *path.Dir) []reports.NativeCost {
	var out []reports.NativeCost
	for _, b := range measurements(d) {
		if b.Run != d.Run().Digest || !b.Finished() {
			continue
		}
		t := &b.Total
		out = append(out, reports.NativeCost{
			Subject: d.Run().Subject.Name, Per: b.Per, Options: b.Options, Tests: len(b.Tests), Runs: t.Runs, Native: t.Native, Processor: t.Processor, Wall: t.Wall,
			Explore: t.Explore, Explored: t.ExploredLines, Missed: t.Missed, Differ: t.Differ,
		})
	}
	return out
}

// values returns by option the values to combine: all, or of integers with many those that coverage tells apart.
func (f *baselineFlags) values(cmd *cobra.Command, name string, space *confspace.Space) ([][]int64, error) {
	s, _, err := (&studyFlags{guarantee: "suite"}).load(cmd, name, func(o *reports.Options) { o.NoInter = true })
	if err != nil {
		return nil, err
	}
	values := make([][]int64, len(space.Options))
	for _, name := range f.options {
		o, err := space.Lookup(name)
		if err != nil {
			return nil, usagef("--options: %w", err)
		}
		values[o] = allValues(&space.Options[o].Domain)
		if values[o] == nil {
			values[o] = slices.Clone(s.Values[o])
		}
		if len(values[o]) == 0 {
			return nil, usagef("--options: coverage tells too many values of %s apart", name)
		}
	}
	return values, nil
}

// allValues returns the values of a domain, nil if there are more than 64.
func allValues(d *confspace.Domain) []int64 {
	if d.Kind == confspace.DomainList {
		return d.Values
	}
	lo, hi := d.Bounds()
	if d.Kind == confspace.DomainAny || hi-lo >= 64 {
		return nil
	}
	var values []int64
	for v := lo; v <= hi; v++ {
		values = append(values, v)
	}
	return values
}

// baselineTable shows a baseline.
func baselineTable(b *replay.Baseline) *reports.Table {
	t := &reports.Table{Name: "baseline", Title: "Native runs under gcov, one for each path", Columns: []reports.Column{
		{Key: "test", Name: "Test"},
		{Key: "paths", Name: "Ends"},
		{Key: "runs", Name: "Runs"},
		{Key: "native_ms", Name: "Native ms"},
		{Key: "reading_ms", Name: "of it gcov"},
		{Key: "processor_ms", Name: "Processor"},
		{Key: "wall_ms", Name: "Wall"},
		{Key: "explore_ms", Name: "Exploring"},
		{Key: "factor", Name: "Factor"},
		{Key: "native_lines", Name: "Lines"},
		{Key: "explored_lines", Name: "Explored"},
		{Key: "missed_lines", Name: "Missed"},
		{Key: "differ", Name: "Differ"},
	}}
	switch b.Per {
	case "condition":
		t.Title = "Native runs under gcov, one inside and one outside each condition"
	case "configuration":
		t.Title = fmt.Sprintf("Native runs under gcov, one for each configuration of %s", strings.Join(b.Options, ", "))
	}
	total := b.Total
	total.Test = "total"
	for _, x := range append(slices.Clone(b.Tests), total) {
		t.Rows = append(t.Rows, []any{
			x.Test, x.Paths, x.Runs, milliseconds(x.Native), milliseconds(x.Reading), milliseconds(x.Processor), milliseconds(x.Wall), milliseconds(x.Explore), math.Round(x.Factor()*10) / 10,
			x.NativeLines, x.ExploredLines, x.Missed, x.Differ,
		})
		if x.Skipped > 0 && x.Why != "" {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: not run: %d, such as: %s", x.Test, x.Skipped, x.Why))
		}
		if x.FirstDiff != "" {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: the first run that differs: %s", x.Test, x.FirstDiff))
		}
	}
	t.Notes = append(t.Notes, fmt.Sprintf("The program was built natively in %.1f s, which is not counted. %d at a time were run.", b.Build, b.Jobs))
	if total.Explore == 0 {
		t.Notes = append(t.Notes, "How long exploring took is not known: the run was copied without timings.json, or imported.")
	}
	return t
}

func milliseconds(seconds float64) int64 { return int64(math.Round(seconds * 1000)) }
