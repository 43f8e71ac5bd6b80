package main

// This file implements `confcov study`: chapter 4 of the dissertation for the built-in subjects. Each subject is explored and analysed by a process of its own, so
// that what it takes can be measured and no subject brings down the others; the page is made of the runs.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/explore/campaign"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects"
)

// study is the command study.
type study struct {
	out   string
	runs  string
	jobs  int
	fresh bool
	given map[string]string // the sources of subjects by name

	baseline bool
	native   nativeFlag
}

func newStudy() *cobra.Command {
	s := &study{}
	cmd := &cobra.Command{
		Use:   "study [SUBJECT...]",
		Short: "chapter 4 of the dissertation, with the subjects of today",
		Long: `Explores and analyses subjects (by default all that are built in and whose
sources can be fetched or are given), and writes a page with Tables 4.2 to 4.5,
Figures 4.4 to 4.6 and the interactions of appendix B beside the dissertation's
figures: study.html and study.md, with tables as CSV, figures as SVG, and in
costs.json, costs.html and costs.md what it took, which alone differs from time
to time.

Runs are kept, as --runs says: complete ones are not made again, interrupted
ones continue. A subject that fails is named, and the others go on.`,
		Example:           "  confcov study\n  confcov study vsftpd --out study\n  confcov study --source vsftpd-2.0.7=src/vsftpd",
		ValidArgsFunction: completeSubject,
	}
	f := cmd.Flags()
	f.StringVarP(&s.out, "out", "o", "out/study", "the folder of the page")
	f.StringVar(&s.runs, "runs", "out", "the folder of the run directories, SUBJECT in it")
	f.IntVarP(&s.jobs, "jobs", "j", runtime.NumCPU(), "tests explored at a time")
	f.BoolVar(&s.fresh, "fresh", false, "explore anew where finished tests in a run directory cannot be kept")
	f.StringToStringVar(&s.given, "source", nil, "SUBJECT=DIR: a tarball or folder to use as the source of a subject, instead of fetching it")
	f.BoolVar(&s.baseline, "baseline", false, "measure what native runs cost, too, as confcov baseline does, where that is not known of a run")
	s.native.add(cmd, "how --baseline runs the programs: auto: confined; unconfined: as confcov itself runs (docs/security.md)")
	cmd.MarkFlagDirname("out")
	cmd.MarkFlagDirname("runs")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.run(cmd, args) }
	return cmd
}

// studied returns the subjects to study by default: those whose sources can be fetched, or are given.
func (s *study) studied() ([]string, error) {
	var names []string
	for _, name := range subjects.Names() {
		subject, err := loadSubject(name)
		if err != nil {
			return nil, err
		}
		if _, given := s.given[name]; given || subject.Source.URL != "" {
			names = append(names, name)
		}
	}
	return names, nil
}

func (s *study) run(cmd *cobra.Command, names []string) error {
	if s.jobs < 1 {
		return usagef("--jobs %d: want at least 1", s.jobs)
	}
	if err := s.native.check(); err != nil {
		return err
	}
	if len(names) == 0 {
		var err error
		if names, err = s.studied(); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.given)) {
		if !slices.Contains(names, name) {
			return usagef("--source %s: it is not among the subjects of the study (%s)", name, strings.Join(names, ", "))
		}
	}
	for _, name := range names {
		if _, err := loadSubject(name); err != nil {
			return err
		}
	}
	costs, err := s.readCosts()
	if err != nil {
		return err
	}
	chapter := &reports.Chapter{}
	var incompletes []string
	for i, name := range names {
		fmt.Fprintf(cmd.ErrOrStderr(), "confcov: study: %s, subject %d of %d\n", name, i+1, len(names))
		done, err := s.subject(cmd, name, costs)
		if ctx := cmd.Context(); ctx.Err() != nil {
			return &campaign.Interrupted{Cause: context.Cause(ctx), Dir: s.runs}
		}
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "confcov: study: %s failed, the others go on\n", name)
			chapter.Failed = append(chapter.Failed, reports.Failure{Subject: name, Why: err.Error()})
			continue
		}
		if err := chapter.Add(done, reports.Options{Guarantee: interactions.ByTest, Each: true, Context: cmd.Context(), NewTheory: newTheory(cmd.Context())}); err != nil {
			return err
		}
		if !done.Exact() {
			incompletes = append(incompletes, name)
		}
	}
	if err := s.write(cmd, chapter, costs); err != nil {
		return err
	}
	switch {
	case len(chapter.Failed) > 0:
		return fmt.Errorf("study: %d of %d subjects failed (%s): the page lacks them", len(chapter.Failed), len(names), chapter.Failed[0].Subject)
	case len(incompletes) > 0:
		return incompleteError{fmt.Sprintf("study: incomplete: %s: numbers marked ≥, ≤ or ~ may still change", strings.Join(incompletes, ", "))}
	}
	return nil
}

// subject explores and analyses a subject, notes what it cost, and loads the run.
func (s *study) subject(cmd *cobra.Command, name string, costs *reports.Costs) (*reports.Study, error) {
	dir := filepath.Join(s.runs, filepath.Base(name))
	before := stateOf(dir)
	cost, err := s.explore(cmd, name, dir)
	if now := stateOf(dir); now.digest != "" {
		cost.Subject, cost.Run = now.subject, now.digest
		note(costs, cost, before)
		err = errors.Join(err, s.writeCosts(costs))
	}
	if err != nil {
		return nil, err
	}
	if s.baseline {
		if err := s.measureNative(cmd, name, dir); err != nil {
			return nil, err
		}
	}
	done, d, err := studyRun(cmd, dir)
	if err != nil {
		return nil, err
	}
	if native := nativeCosts(d); len(native) > 0 {
		costs.Native = append(costs.Native, native...)
		err = s.writeCosts(costs)
	}
	return done, err
}

// measureNative measures native runs of the tests where that was not done yet. A subject whose tests cannot be measured has not failed.
func (s *study) measureNative(cmd *cobra.Command, name, dir string) error {
	d, err := openRun(dir)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(nativeCosts(d), func(c reports.NativeCost) bool { return len(c.Options) == 0 }) {
		return nil
	}
	if _, err := s.process(cmd, "baseline", dir, "--jobs", strconv.Itoa(s.jobs), "--native", s.native.value, "--format", "csv", "--source", s.given[name]); err != nil && cmd.Context().Err() == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "confcov: study: %s: not all native runs were measured\n", dir)
	}
	return nil
}

// studyRun loads a run as the study analyses it: what settings guarantee, they guarantee by one test, as in the dissertation.
func studyRun(cmd *cobra.Command, dir string) (*reports.Study, *path.Dir, error) {
	return (&studyFlags{guarantee: "test"}).load(cmd, dir, func(o *reports.Options) { o.Each = true })
}

// runState is what is known of a run before it is continued.
type runState struct {
	subject  string
	digest   string // "": there is no run
	finished bool
	seconds  float64 // that it took, as its files say
}

func stateOf(dir string) runState {
	d, err := path.Open(dir)
	if err != nil {
		return runState{}
	}
	t := d.Timings()
	return runState{d.Run().Subject.Name, d.Run().Digest, d.Run().Finished, t.Compile + t.Explore}
}

// note notes what a subject cost: of a run that was there already, what it cost then; of one that was continued, that, too.
func note(costs *reports.Costs, now reports.Cost, before runState) {
	i := slices.IndexFunc(costs.Subjects, func(c reports.Cost) bool { return c.Subject == now.Subject })
	if i < 0 {
		i = len(costs.Subjects)
		costs.Subjects = append(costs.Subjects, reports.Cost{Subject: now.Subject})
	}
	old := &costs.Subjects[i]
	switch {
	case before.digest == now.Run && old.Run == now.Run:
	case before.digest == now.Run:
		*old = reports.Cost{Subject: now.Subject, Run: now.Run, Wall: before.seconds, Parts: 1}
	case before.digest != "" && !before.finished && old.Run == before.digest:
		now.Wall, now.Processor, now.Memory, now.Parts = now.Wall+old.Wall, now.Processor+old.Processor, max(now.Memory, old.Memory), now.Parts+old.Parts
		*old = now
	default:
		*old = now
	}
}

// explore explores and analyses a subject in a process of its own, and returns what that cost.
func (s *study) explore(cmd *cobra.Command, name, dir string) (cost reports.Cost, err error) {
	why, err := os.CreateTemp("", "confcov-study-")
	if err != nil {
		return cost, err
	}
	defer os.Remove(why.Name())
	why.Close()
	began := time.Now()
	p, err := s.process(cmd, "study-subject", name, "--out", dir, "--jobs", strconv.Itoa(s.jobs), "--why", why.Name(), "--fresh="+strconv.FormatBool(s.fresh), "--source", s.given[name])
	cost = reports.Cost{Wall: time.Since(began).Seconds(), Parts: 1, Jobs: s.jobs}
	if p != nil {
		cost.Processor = (p.UserTime() + p.SystemTime()).Seconds()
		if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
			cost.Memory = usage.Maxrss << 10
		}
	}
	if err == nil {
		return cost, nil
	}
	if text, readErr := os.ReadFile(why.Name()); readErr == nil && len(text) > 0 {
		return cost, errors.New(string(text))
	}
	return cost, fmt.Errorf("its process ended: %w", err)
}

// process runs a command of confcov in a process of its own.
func (s *study) process(cmd *cobra.Command, args ...string) (*os.ProcessState, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	child := exec.CommandContext(cmd.Context(), self, args...)
	child.Args[0] = os.Args[0]
	child.Stderr = cmd.ErrOrStderr()
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what a terminal sends comes once, from here
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
	child.WaitDelay = time.Minute
	err = child.Run()
	return child.ProcessState, err
}

// newStudySubject makes the command of the processes that study starts.
func newStudySubject() *cobra.Command {
	f := &exploreFlags{mode: "both", merge: "all"}
	var why string
	cmd := &cobra.Command{Use: "study-subject SUBJECT", Hidden: true, Args: needArgs(1, "SUBJECT")}
	cmd.Flags().StringVar(&f.out, "out", "", "the run directory")
	cmd.Flags().IntVar(&f.jobs, "jobs", 1, "tests explored at a time")
	cmd.Flags().BoolVar(&f.fresh, "fresh", false, "explore anew where finished tests cannot be kept")
	cmd.Flags().StringVar(&f.source, "source", "", "its source")
	cmd.Flags().StringVar(&why, "why", "", "where to write why it failed")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.name = args[0]
		err := f.study(cmd)
		if err != nil && why != "" {
			err = errors.Join(err, os.WriteFile(why, []byte(err.Error()), 0o600))
		}
		return err
	}
	return cmd
}

// study explores all tests of a subject, and keeps what the study's analyses find.
func (f *exploreFlags) study(cmd *cobra.Command) error {
	c, err := f.campaign()
	if err != nil {
		return err
	}
	if _, err := f.explore(cmd, c); err != nil {
		return err
	}
	_, _, err = studyRun(cmd, f.out)
	return err
}

// costsFile is where costs are kept.
func (s *study) costsFile() string { return filepath.Join(s.out, "costs.json") }

// readCosts returns what is known of earlier costs.
func (s *study) readCosts() (*reports.Costs, error) {
	costs := &reports.Costs{}
	text, err := os.ReadFile(s.costsFile())
	if err == nil {
		err = json.Unmarshal(text, costs)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w: remove it, and costs are those of the runs' files", s.costsFile(), err)
	}
	costs.Processors, costs.Model, costs.Native = runtime.NumCPU(), processorModel(), nil
	return costs, nil
}

// processorModel names the machine's processors, "" if nobody says.
func processorModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// write writes the page, and what belongs to it.
func (s *study) write(cmd *cobra.Command, chapter *reports.Chapter, costs *reports.Costs) error {
	for _, f := range slices.Concat(chapter.Files(), costs.Files()) {
		name := filepath.Join(s.out, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := writeFile(name, f.Write); err != nil {
			return err
		}
	}
	wrote(cmd, filepath.Join(s.out, "study.html"))
	return nil
}

// writeCosts keeps the costs.
func (s *study) writeCosts(costs *reports.Costs) error {
	text, err := json.MarshalIndent(costs, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.out, 0o755); err != nil {
		return err
	}
	return os.WriteFile(s.costsFile(), append(text, '\n'), 0o644)
}
