package main

// This file implements `confcov replay`: explored paths are run again under one configuration each.

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/campaign"
	"github.com/confcov/confcov/explore/replay"
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
	inside   bool
	files    bool
	native   nativeFlag
	jobs     int
	anyway   bool
}

func newReplay() *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{
		Use:     "replay RUN",
		Example: "  confcov replay out/vsftpd\n  confcov replay out/example --native off",
		Short:   "run explored paths again, interpreted and natively, and compare",
		Long: `Takes a configuration of each path condition, or for runs with --merge all some
inside and outside each condition of what a path covers and writes, runs the
path's test under it in the interpreter and, where that is possible here,
natively, and compares how the runs end, what they print, which functions they
call, and which code they reach. docs/replay.md says more.

Exits with 1 if anything disagrees.`,
		Args:              needArgs(1, "RUN, a run directory"),
		ValidArgsFunction: completeDir,
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.subject, "subject", "s", "", "the run's subject; by default the one that the run names")
	fl.StringVar(&f.source, "source", "", "a tarball or folder to use as the subject's source, instead of fetching it")
	fl.StringSliceVarP(&f.tests, "test", "t", nil, "replay these tests only; several separated by commas")
	fl.StringVar(&f.mode, "mode", "", "merged, expanded, both: which paths; by default those of the run")
	fl.IntVar(&f.sample, "sample", 0, "replay so many paths, chosen at random; 0: all")
	fl.Uint64Var(&f.seed, "seed", 0, "0: of each path the configuration nearest to the defaults, else a random one")
	fl.BoolVar(&f.covering, "covering", false, "not the paths: every configuration of the covering sets, with every test")
	fl.BoolVar(&f.inside, "conditions", false, "not one configuration of each path: so many that each condition of what it covers and writes has one inside and one outside; the default for runs with --merge all")
	fl.StringSliceVar(&f.study.criteria, "criterion", nil, "of --covering: line, block, edge, outcome; several separated by commas; all by default")
	f.native.add(cmd, "auto: natively too where that is possible, confined; unconfined: as confcov itself runs (docs/security.md); off", "off")
	fl.BoolVar(&f.files, "files", false, "natively, run each configuration also as a file of the program itself, as cover-sets --write writes it, or as arguments: from where options are symbolic on it has to do the same")
	fl.IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "configurations run at a time")
	fl.BoolVar(&f.anyway, "anyway", false, "even if another build of confcov, or another version of the subject, explored")
	cmd.RegisterFlagCompletionFunc("test", completeRunTests)
	cmd.RegisterFlagCompletionFunc("criterion", completeCriteria)
	cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions([]string{"merged", "expanded", "both"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("subject", completeSubject)
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r, err := f.begin(cmd, args[0])
		if err != nil {
			return err
		}
		defer r.Close()
		bar := newCounted(cmd.ErrOrStderr(), "replaying", 0)
		err = r.Run(cmd.Context(), bar.finished)
		bar.done()
		if err != nil && !errors.As(err, new(*replay.Interrupted)) {
			return err
		}
		if err := out.print(cmd, replayTables{r, f.subject}.all()...); err != nil {
			return err
		}
		if n := len(r.Disagreements()); n > 0 {
			return fmt.Errorf("%d disagreements", n)
		}
		return err
	}
	return cmd
}

// check returns an error for flags that do not go together.
func (f *replayFlags) check() error {
	switch {
	case f.sample < 0:
		return usagef("--sample %d: want a number of paths", f.sample)
	case f.covering && f.sample > 0:
		return usagef("--covering and --sample exclude each other")
	case f.inside && f.covering:
		return usagef("--conditions excludes --covering")
	case len(f.study.criteria) > 0 && !f.covering:
		return usagef("--criterion needs --covering")
	case f.files && f.native.off():
		return usagef("--files is about native runs: it excludes --native off")
	case f.jobs < 1:
		return usagef("--jobs %d: want at least 1", f.jobs)
	}
	return f.native.check()
}

// begin opens the run and the subject that was explored. f.subject is its name afterwards.
func (f *replayFlags) begin(cmd *cobra.Command, name string) (*replay.Replayer, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	d, err := openRun(name)
	if err != nil {
		return nil, err
	}
	settings, err := replay.CampaignOf(d)
	if err != nil {
		return nil, err
	}
	if f.mode != "" {
		if settings.Modes, err = campaign.ParseModes(f.mode, settings.Merge); err != nil {
			return nil, usagef("--mode %w", err)
		}
	}
	if !cmd.Flags().Changed("conditions") { // where one path stands for many, one configuration of it is little
		f.inside = settings.Merge == explore.MergeAll && !f.covering
	}
	subject := d.Run().Subject
	f.subject = cmp.Or(f.subject, subject.Folder, subject.Name)
	flags := subjectFlags{name: f.subject, source: f.source}
	s, err := flags.load()
	if err != nil {
		return nil, err
	}
	c, err := newCampaign(s, f.tests, settings)
	if err != nil {
		return nil, err
	}
	r, err := replay.New(d, c, replay.Options{
		Sample: f.sample, Seed: f.seed, Covering: f.covering, Inside: f.inside, Named: len(f.tests) > 0, Native: !f.native.off(), Openly: f.native.openly(), Files: f.files, Jobs: f.jobs, Anyway: f.anyway,
		Again: fmt.Sprintf("confcov explore --subject %s --out %s", f.subject, d.Name()),
	})
	if err != nil {
		return nil, err
	}
	if err := flags.build(cmd, cmd.Context(), c, build.Options{Jobs: f.jobs}); err != nil {
		return nil, err
	}
	if err := r.Begin(cmd.Context()); err != nil {
		return nil, err
	}
	if r.Options.Configs, err = f.configurations(cmd, d.Name()); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// configurations returns those of the run's covering sets if they are asked for.
func (f *replayFlags) configurations(cmd *cobra.Command, name string) ([]confspace.Configuration, error) {
	if !f.covering {
		return nil, nil
	}
	s, _, err := f.study.load(cmd, name, nil)
	if err != nil {
		return nil, err
	}
	var list []confspace.Configuration
	for _, result := range s.Results {
		for _, m := range append(result.Greedy.Members, result.Exact.Members...) {
			list = append(list, m.Configuration)
		}
	}
	return list, nil
}
