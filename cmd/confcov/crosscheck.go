package main

// This file implements `confcov crosscheck`: random programs run natively and in the engine.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/explore/crosscheck"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/solver/z3solver"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native/confine"
)

type crosscheckFlags struct {
	programs     int
	seed         uint64
	modes        []string
	constrainers []string
	jobs         int
	time         time.Duration
	timeout      time.Duration
	limit        time.Duration
	reduction    time.Duration
	out          string
	reduce       string
	include      []string
	noLines      bool
	unconfined   bool

	program  string
	oracle   string
	quiet    bool
	expanded bool
	alone    bool
	stages   bool
}

func newCrosscheck() *cobra.Command {
	f := &crosscheckFlags{}
	cmd := &cobra.Command{
		Use:     "crosscheck",
		Example: "  confcov crosscheck --programs 20\n  confcov crosscheck --program failing.c",
		Short:   "test the engine: random programs must do what they do natively",
		Long: `Generates programs with Csmith, runs each natively and in the engine, and
compares what they print, which functions they call, how often they reach each
line, how they end and how many paths there are. In single mode the programs'
globals are symbolic and constrained to their values; in multi mode they are
free, and every path is run natively again. In merge mode options choose the
globals' values, ways are merged wherever they meet, and a number of
configurations are run natively. Programs that disagree are kept in the folder
of the batch, reduced by cvise or creduce. The same command continues a batch
where it stopped. docs/crosscheck.md says more.

With --program one program is checked.`,
		Args: usageArgs(cobra.NoArgs),
	}
	fl := cmd.Flags()
	fl.IntVar(&f.programs, "programs", 100, "how many programs")
	fl.Uint64Var(&f.seed, "seed", 1, "selects the programs")
	fl.StringSliceVar(&f.modes, "mode", []string{"concrete"}, "concrete, single, multi, merge or all; several take turns")
	fl.StringSliceVar(&f.constrainers, "constrainer", nil, "in single mode: lt, le, range or divisors; default: all, at random")
	fl.IntVarP(&f.jobs, "jobs", "j", 1, "programs checked at a time")
	fl.DurationVar(&f.time, "time", 0, "begin no program after this time; 0: no limit")
	fl.DurationVar(&f.timeout, "timeout", time.Second, "how long a native run may take; programs that take longer are passed over")
	fl.DurationVar(&f.limit, "engine-timeout", 30*time.Second, "how long the engine may take for a program, as long gcc, and twice as long the native runs of its paths; 0: no limit")
	fl.StringVarP(&f.out, "out", "o", "", "the folder of the batch (default out/crosscheck-SEED)")
	fl.StringVar(&f.reduce, "reduce", "auto", "what reduces failing programs: auto, cvise, creduce, off")
	fl.DurationVar(&f.reduction, "reduce-time", 10*time.Minute, "how long the reduction of one program may take")
	fl.StringSliceVarP(&f.include, "include", "I", nil, "folders of headers; where csmith.h is, if not in /usr/include")
	fl.BoolVar(&f.noLines, "no-lines", false, "do not compare how often lines are reached")
	fl.BoolVar(&f.unconfined, "unconfined", false, "run programs and gcc as confcov itself runs, where they cannot be confined: docs/security.md")
	fl.StringVar(&f.program, "program", "", "check this C file instead of generated ones")
	fl.StringVar(&f.oracle, "oracle", "", "with --program: succeed only if it disagrees by this oracle (crash, output, calls, lines, paths)")
	fl.BoolVar(&f.quiet, "quiet", false, "with --program: print no result")
	fl.BoolVar(&f.expanded, "expanded", false, "with --program: the lowering with && and || expanded")
	fl.BoolVar(&f.alone, "core-alone", false, "with --program: Z3 alone decides")
	fl.BoolVar(&f.stages, "stages", false, "print how long the parts of the work took")
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		modes, constrainers, err := f.parse()
		if err != nil {
			return err
		}
		checker, err := f.checker(cmd.Context())
		if err != nil {
			return err
		}
		if f.program != "" {
			return f.one(cmd, out, checker, modes, constrainers)
		}
		return f.batch(cmd, out, checker, modes, constrainers)
	}
	return cmd
}

// parse checks the flags.
func (f *crosscheckFlags) parse() ([]crosscheck.Mode, []crosscheck.Constrainer, error) {
	var modes []crosscheck.Mode
	for _, name := range f.modes {
		if name == "all" {
			modes = append(modes, crosscheck.Modes()...)
			continue
		}
		m, err := crosscheck.ParseMode(name)
		if err != nil {
			return nil, nil, usagef("--mode: %w", err)
		}
		modes = append(modes, m)
	}
	constrainers := crosscheck.Constrainers()
	if len(f.constrainers) > 0 {
		constrainers = nil
	}
	for _, name := range f.constrainers {
		c, err := crosscheck.ParseConstrainer(name)
		if err != nil {
			return nil, nil, usagef("--constrainer: %w", err)
		}
		constrainers = append(constrainers, c)
	}
	switch {
	case len(modes) == 0:
		return nil, nil, usagef("--mode: want concrete, single, multi, merge or all")
	case f.time < 0, f.limit < 0, f.reduction < 0:
		return nil, nil, usagef("--time, --engine-timeout and --reduce-time: no less than 0")
	case f.programs < 1:
		return nil, nil, usagef("--programs: at least 1")
	case f.jobs < 1:
		return nil, nil, usagef("--jobs: at least 1")
	case f.timeout <= 0:
		return nil, nil, usagef("--timeout: more than 0")
	case !slices.Contains([]string{"auto", "cvise", "creduce", "off"}, f.reduce):
		return nil, nil, usagef("--reduce: unknown reducer %q: want auto, cvise, creduce or off", f.reduce)
	case f.program == "" && (f.oracle != "" || f.quiet || f.expanded || f.alone):
		return nil, nil, usagef("--oracle, --quiet, --expanded and --core-alone need --program")
	case f.program != "" && len(modes) != 1:
		return nil, nil, usagef("--program needs one --mode")
	case f.oracle != "" && !slices.Contains(crosscheck.OracleNames(), f.oracle):
		return nil, nil, usagef("--oracle: unknown oracle %q: want one of %s", f.oracle, strings.Join(crosscheck.OracleNames(), ", "))
	}
	return modes, constrainers, nil
}

// checker makes what checks programs.
func (f *crosscheckFlags) checker(ctx context.Context) (*crosscheck.Checker, error) {
	for _, tool := range []string{"gcc", "gcov"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, fmt.Errorf("%s is not installed, which runs the programs natively: apt-get install gcc", tool)
		}
	}
	if err := confine.Check(); err != nil && !f.unconfined {
		return nil, fmt.Errorf("%w; --unconfined runs them as confcov itself runs: docs/security.md", err)
	}
	library, err := libc.Open(ctx, libc.Options{Fetch: fetch.Options{}, Keep: true})
	if err != nil {
		return nil, err
	}
	c := &crosscheck.Checker{Timeout: f.timeout, Together: 2 * f.limit, NoLines: f.noLines, Unconfined: f.unconfined}
	c.Engine.Library, c.Engine.Limit = library, f.limit
	for _, dir := range f.include {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, usagef("--include: %w", err)
		}
		c.Engine.Include = append(c.Engine.Include, abs)
	}
	c.Engine.NewCore = func(ctx context.Context, alone bool) solver.Core {
		core := z3solver.New(ctx, z3solver.DefaultLimit)
		if alone {
			return solver.Checked(core)
		}
		return solver.Chain(core, solver.ChainOptions{})
	}
	return c, nil
}

// one checks the program of --program.
func (f *crosscheckFlags) one(cmd *cobra.Command, out *output, c *crosscheck.Checker, modes []crosscheck.Mode, constrainers []crosscheck.Constrainer) error {
	text, err := os.ReadFile(f.program)
	if err != nil {
		return usagef("--program: %w", err)
	}
	k := &crosscheck.Case{Mode: modes[0], Expanded: f.expanded, Alone: f.alone}
	if k.Mode == crosscheck.SinglePath {
		k.Constrainer = constrainers[0]
	}
	// Its own folder first: it may include headers that are beside it.
	c.Engine.Include = append([]string{filepath.Dir(absolute(f.program))}, append(c.Engine.Include, csmithInclude())...)
	dir, err := os.MkdirTemp("", "confcov-crosscheck-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	k.Text, k.Values, err = c.Version(cmd.Context(), text, k.Mode, k.Constrainer, crosscheck.NewRandom(f.seed), dir)
	switch {
	case errors.Is(err, crosscheck.ErrBuild):
		return incompleteError{fmt.Sprintf("%s: %v", crosscheck.Passed, err)}
	case err != nil:
		return usagef("--program: %s: %w", f.program, err)
	}
	if k.Mode == crosscheck.Concrete && len(k.Values) > 0 {
		return usagef("--program: %s: the program asks for options, which have no values in concrete mode: --mode multi", f.program)
	}
	v, err := c.Check(cmd.Context(), k, dir)
	if err != nil {
		return err
	}
	switch {
	case f.quiet:
	case out.format == reports.FormatTable:
		printVerdict(cmd.OutOrStdout(), v)
	default:
		if err := out.print(cmd, v.Tables(filepath.Base(f.program), k.Mode)...); err != nil {
			return err
		}
	}
	if f.oracle != "" {
		if !slices.ContainsFunc(v.Findings, func(x crosscheck.Finding) bool { return x.Oracle == f.oracle }) {
			return fmt.Errorf("%s does not disagree by %s", f.program, f.oracle)
		}
		return nil
	}
	switch v.Outcome {
	case crosscheck.Differ:
		return fmt.Errorf("%s: the engine disagrees with the native run", f.program)
	case crosscheck.Passed, crosscheck.Incomplete:
		return incompleteError{fmt.Sprintf("%s: %s", v.Outcome, v.Reason)}
	}
	return nil
}

func absolute(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	return abs
}

func printVerdict(w io.Writer, v *crosscheck.Verdict) {
	fmt.Fprintf(w, "%s", v.Outcome)
	if v.Reason != "" {
		fmt.Fprintf(w, ": %s", v.Reason)
	}
	switch v.Paths {
	case 0:
		fmt.Fprintln(w)
	case 1:
		fmt.Fprintln(w, " (1 path)")
	default:
		fmt.Fprintf(w, " (%d paths)\n", v.Paths)
	}
	for _, x := range v.Findings {
		fmt.Fprintf(w, "%s: %s\n", x.Oracle, x.Text)
		if x.Stack != "" {
			fmt.Fprintf(w, "%s\n", x.Stack)
		}
	}
}

// csmithInclude returns the folder of csmith.h where Debian has it.
func csmithInclude() string { return "/usr/include/csmith" }

// batch checks generated programs.
func (f *crosscheckFlags) batch(cmd *cobra.Command, out *output, c *crosscheck.Checker, modes []crosscheck.Mode, constrainers []crosscheck.Constrainer) error {
	ctx := cmd.Context()
	if _, err := exec.LookPath("csmith"); err != nil {
		return errors.New("csmith is not installed, which generates the programs: apt-get install csmith libcsmith-dev")
	}
	b := &crosscheck.Batch{
		Checker: *c, Seed: f.seed, Programs: f.programs, Modes: modes, Constrainers: constrainers,
		Jobs: f.jobs, Dir: f.out, Version: versionText(),
	}
	b.Engine.Include = append(b.Engine.Include, csmithInclude())
	if b.Dir == "" {
		b.Dir = fmt.Sprintf("out/crosscheck-%d", f.seed)
	}
	var err error
	for _, dir := range b.Engine.Include {
		if _, e := os.Stat(filepath.Join(dir, "csmith.h")); e == nil {
			b.Header, err = crosscheck.OpenHeader(ctx, dir)
			break
		}
	}
	switch {
	case err != nil:
		return err
	case b.Header == nil:
		return fmt.Errorf("csmith.h is not in %s: apt-get install libcsmith-dev, or say where it is by --include", strings.Join(b.Engine.Include, ", "))
	}
	if f.time > 0 {
		b.Deadline = time.Now().Add(f.time)
	}
	b.Reducer, err = f.reducer()
	if errors.Is(err, crosscheck.ErrNoReducer) {
		fmt.Fprintf(cmd.ErrOrStderr(), "confcov: programs are not reduced: %v\n", err)
		b.NoReducer, err = err.Error(), nil
	}
	if err != nil {
		return err
	}
	p := newCounted(cmd.ErrOrStderr(), "crosscheck", f.programs)
	differ := 0
	b.Begun = func(there []crosscheck.Record) {
		r := crosscheck.Result{Records: there}
		differ = r.Differing()
		p.begin(len(there), fmt.Sprintf("crosscheck: %d disagree", differ))
	}
	b.Done = func(r *crosscheck.Record) {
		if r.Outcome == crosscheck.Differ {
			differ++
		}
		p.finished(fmt.Sprintf("crosscheck: %d disagree", differ))
	}
	result, err := b.Run(ctx)
	p.done()
	if errors.As(err, new(*crosscheck.FolderError)) {
		return usagef("--out: %w", err)
	}
	if err != nil {
		return err
	}
	if err := out.print(cmd, result.Tables(f.stages)...); err != nil {
		return err
	}
	switch n := result.Differing(); {
	case n > 0:
		return fmt.Errorf("%d programs disagree; they are in %s", n, filepath.Join(b.Dir, "failures"))
	case result.Stopped != "":
		return incompleteError{fmt.Sprintf("%d of %d programs were checked: %s; the same command goes on", len(result.Records), f.programs, result.Stopped)}
	case result.Compared() == 0:
		return incompleteError{"nothing was compared: the reasons are in the table"}
	}
	return nil
}

// reducer returns what reduces programs, nil for nothing.
func (f *crosscheckFlags) reducer() (*crosscheck.Reducer, error) {
	if f.reduce == "off" {
		return nil, nil
	}
	tool, err := crosscheck.FindReducer(f.reduce)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return &crosscheck.Reducer{Tool: tool, Command: self, Limit: f.reduction, Jobs: f.jobs}, nil
}
