package crosscheck

// This file checks one version of a program: it runs it natively and in the engine and compares.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/native/confine"
	"github.com/confcov/confcov/subjects/native/gcc"
)

// Outcome is what a check found.
type Outcome string

const (
	Agree      Outcome = "agree"
	Differ     Outcome = "differ"
	Explained  Outcome = "explained"   // they differ for a reason that is not the engine's; see explain.go
	Passed     Outcome = "passed over" // nothing was compared: the program does not terminate, gcc or Csmith failed
	Incomplete Outcome = "incomplete"  // what was compared agrees, but a limit was hit
)

// The limits of exploration with symbolic values.
const (
	multiPaths = 64
	multiSteps = 2_000_000
)

// Case is one version of a program and how it is run.
type Case struct {
	Mode        Mode
	Constrainer Constrainer // 0: not in single-path mode
	Expanded    bool        // the lowering with && and || expanded
	Alone       bool        // the solver's core decides alone
	Text        []byte      // the version
	Values      map[string]int64
}

// Finding is one disagreement.
type Finding struct {
	Oracle string `json:"oracle"`
	Text   string `json:"text"`
	Stack  string `json:"stack,omitempty"`
}

// Verdict is the result of a check.
type Verdict struct {
	Outcome     Outcome
	Reason      string // of Explained, Passed and Incomplete
	Findings    []Finding
	Paths       int           // explored
	Native      time.Duration // running natively
	Interpreted time.Duration // in the engine, compilation included
	Stages      Stages
}

// Checker checks programs.
type Checker struct {
	Engine   Engine
	Timeout  time.Duration // of a native run
	Together time.Duration // of the native runs of one program's paths; 0: no limit
	Flags    []string      // for gcc
	NoLines  bool          // do not count lines

	// Unconfined says that programs and compilers run as confcov itself does: see gcc.Build.
	Unconfined bool
}

// Check runs a case in dir, which must be empty. Errors are those of the tools and of the context, not of the program.
func (c *Checker) Check(ctx context.Context, k *Case, dir string) (*Verdict, error) {
	v := &Verdict{Outcome: Agree, Stages: Stages{}}
	file := filepath.Join(dir, "program.c")
	if err := os.WriteFile(file, k.Text, 0o644); err != nil {
		return nil, fmt.Errorf("write program: %w", err)
	}
	at := time.Now()
	flags := append(slices.Clone(c.Flags), c.includes()...)
	timed, cancel := c.timed(ctx)
	defer cancel()
	program, err := gcc.Compile(timed, gcc.Build{Dir: dir, Sources: []gcc.Source{{Path: file, Name: "program.c"}}, Flags: flags, Libraries: []string{"m"}, Unconfined: c.Unconfined})
	v.Stages.since("gcc", at)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if why := c.exhausted(ctx, err); why != "" {
			v.Outcome, v.Reason = Passed, why
			return v, nil
		}
		if errors.Is(err, gcc.ErrMissing) || errors.Is(err, gcc.ErrExhausted) || errors.Is(err, confine.ErrUnavailable) {
			return nil, err
		}
		v.Outcome, v.Reason = Passed, "gcc: "+firstError(err.Error(), dir)
		return v, nil
	}
	r := &check{Checker: c, Case: k, Verdict: v, file: file, program: program, space: SpaceOf(k.Text)}
	switch k.Mode {
	case MultiPath:
		return v, r.multi(ctx)
	case Merging:
		return v, r.merging(ctx)
	}
	return v, r.single(ctx)
}

// timed returns a context that ends when a compiler has taken as long as the engine may.
func (c *Checker) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.Engine.Limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, c.Engine.Limit)
}

// exhausted says what a compiler that failed with err under timed had too little of, "" if that is not why it failed.
func (c *Checker) exhausted(ctx context.Context, err error) string {
	switch {
	case ctx.Err() != nil:
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("gcc: takes longer than %v", c.Engine.Limit)
	case errors.Is(err, gcc.ErrMemory):
		return strings.Replace(err.Error(), "gcc ", "gcc: ", 1)
	}
	return ""
}

// firstError returns the line of gcc's messages that says what is wrong, without the folder.
func firstError(messages, dir string) string {
	lines := strings.Split(strings.TrimSpace(messages), "\n")
	for _, mark := range []string{"undefined reference", "multiple definition", "error: "} {
		for _, line := range lines {
			if strings.Contains(line, mark) {
				return strings.ReplaceAll(line, dir+"/", "")
			}
		}
	}
	return strings.ReplaceAll(lines[len(lines)-1], dir+"/", "")
}

// includes returns gcc's flags for folders of headers.
func (c *Checker) includes() []string {
	var flags []string
	for _, d := range append([]string{c.Engine.Library.IncludeDir()}, c.Engine.Include...) {
		flags = append(flags, "-I", d)
	}
	return flags
}

// compile runs gcc in dir, confined unless the checker is not, no longer than the engine may take, and returns what it says.
func (c *Checker) compile(ctx context.Context, dir string, args ...string) ([]byte, error) {
	ctx, cancel := c.timed(ctx)
	defer cancel()
	out, err := c.run(ctx, dir, args...)
	if err == nil {
		return out, nil
	}
	return out, cmp.Or(ctx.Err(), gcc.Exhaustion(out), err)
}

func (c *Checker) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	if c.Unconfined {
		cmd := command(ctx, "gcc", args...)
		cmd.Dir = dir
		return cmd.CombinedOutput()
	}
	if err := confine.Give(dir); err != nil {
		return nil, err
	}
	s, err := confine.Tool(dir, append([]string{c.Engine.Library.IncludeDir()}, c.Engine.Include...), "gcc", args...)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = confine.Run(ctx, s, &out, &out)
	return out.Bytes(), err
}

// sanitized runs a program of dir that has gcc's sanitizers, which reserve more addresses than there is memory, and returns what it prints.
func (c *Checker) sanitized(ctx context.Context, dir, name string) []byte {
	env := []string{"LANG=C", "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1"}
	if c.Unconfined {
		cmd := command(ctx, filepath.Join(dir, name))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), env...)
		out, _ := cmd.CombinedOutput()
		return out
	}
	var out bytes.Buffer
	confine.Run(ctx, confine.Spec{
		Program: filepath.Join(dir, name), Args: []string{name}, Env: env, Dir: "/tmp", Host: true, Readable: []string{dir},
		Limits: confine.Limits{NoMemory: true},
	}, &out, &out)
	return out.Bytes()
}

// check is a Check under way.
type check struct {
	*Checker
	*Case
	*Verdict
	file    string
	program *gcc.Program
	exact   *gcc.Program // the same with the engine's functions of math.h; nil: not needed so far
	space   *confspace.Space
}

// native runs the program with values for its options.
func (r *check) native(ctx context.Context, values map[string]int64) (*trace.Trace, error) {
	return r.runNative(ctx, r.program, values)
}

func (r *check) runNative(ctx context.Context, program *gcc.Program, values map[string]int64) (*trace.Trace, error) {
	at := time.Now()
	t, err := program.Run(ctx, gcc.Start{
		Args: []string{"program"}, Env: []string{"LANG=C"}, Options: values, Limit: r.Timeout, NoLines: r.NoLines,
	})
	now := r.Stages.since("run", at)
	r.Native += now.Sub(at)
	return t, err
}

// explore runs the program in the engine; nil if that failed, which is then a finding.
func (r *check) explore(ctx context.Context, in Interpretation) (res *explore.Result, err error) {
	return res, r.interpret(&in, func() (*explore.Result, error) {
		res, err = r.Checker.Engine.Run(ctx, in, r.Stages)
		return res, err
	})
}

// interpret lets run do that, and records why it failed.
func (r *check) interpret(in *Interpretation, run func() (*explore.Result, error)) error {
	in.File, in.Space, in.Expanded, in.Merging, in.Alone = r.file, r.space, r.Expanded, r.Mode == Merging, r.Alone
	at := time.Now()
	res, err := run()
	r.Interpreted += time.Since(at)
	var crash *CrashError
	if source := (*frontend.Error)(nil); errors.Is(err, frontend.ErrUnsupported) && errors.As(err, &source) {
		r.incomplete("not supported: " + source.Message)
		return nil
	}
	if errors.As(err, &crash) {
		r.add(trace.Crash.String(), crash.Text, crash.Stack)
		return nil
	}
	if err == ErrTime {
		r.incomplete(err.Error())
		return nil
	}
	if memory := (*guard.MemoryError)(nil); errors.As(err, &memory) {
		r.incomplete(fmt.Sprintf("compilation takes too much: %v", memory))
		return nil
	}
	if res != nil {
		r.Paths = len(res.Test.Paths)
	}
	return err
}

// add records a disagreement.
func (r *check) add(oracle, text, stack string) {
	r.Outcome = Differ
	r.Findings = append(r.Findings, Finding{oracle, text, stack})
}

// incomplete records that something was not compared.
func (r *check) incomplete(reason string) {
	if r.Outcome == Agree {
		r.Outcome, r.Reason = Incomplete, reason
	}
}

// steps returns a generous limit on instructions for a run that came to lines so often.
func steps(lines trace.Lines) int64 {
	n := int64(20_000_000)
	for _, counts := range lines {
		for _, c := range counts {
			n += 400 * int64(c)
		}
	}
	return n
}

// single checks versions that have one path.
func (r *check) single(ctx context.Context) error {
	want, err := r.native(ctx, r.Values)
	if err != nil {
		return err
	}
	switch want.End.Kind {
	case trace.TooLong:
		r.Outcome, r.Reason = Passed, "does not terminate natively in time"
		return nil
	case trace.TooMuch:
		r.Outcome, r.Reason = Passed, want.End.Message
		return nil
	}
	in := Interpretation{Steps: steps(want.Lines)}
	if r.NoLines {
		in.Steps = 0
	}
	res, err := r.explore(ctx, in)
	if res == nil {
		return err
	}
	own := r.ownPaths(res)
	if len(own) != 1 {
		if r.unfinished(res, own) {
			return nil
		}
		r.add(trace.Paths.String(), fmt.Sprintf("natively 1 path, interpreted %d%s", len(own), r.ends(res, own)), "")
		return nil
	}
	i := own[0]
	if end := &res.Test.Paths[i].End; atLimit(end.Kind) {
		r.incomplete(end.Kind.String() + ": " + end.Message)
		r.prefix(want, &res.Traces[i])
		return r.explain(ctx, r.Values, want, &res.Traces[i], true)
	}
	for _, d := range trace.Compare("natively", want, "interpreted", &res.Traces[i]) {
		r.add(d.Oracle.String(), d.Text, "")
	}
	if r.Mode == SinglePath {
		r.checkWitness(res.Witnesses[i])
	}
	return r.explain(ctx, r.Values, want, &res.Traces[i], false)
}

// ownPaths returns the paths that are the program's own, by index.
func (r *check) ownPaths(res *explore.Result) []int {
	var own []int
	for i := range res.Test.Paths {
		e := &res.Test.Paths[i].End
		if r.Mode == SinglePath && e.Kind == path.Exit && e.Code == Silent {
			continue
		}
		own = append(own, i)
	}
	return own
}

// unfinished reports whether limits explain that there is another number of paths than one.
func (r *check) unfinished(res *explore.Result, own []int) bool {
	for _, i := range own {
		switch e := &res.Test.Paths[i].End; e.Kind {
		case path.Budget, path.SolverUnknown, path.Unsupported:
			r.incomplete(e.Kind.String() + ": " + e.Message)
			return true
		}
	}
	return false
}

// ends describes paths.
func (r *check) ends(res *explore.Result, own []int) string {
	text := ""
	for n, i := range own {
		if n == 4 {
			return text + ", ..."
		}
		text += fmt.Sprintf("; %v at %v", res.Traces[i].End, res.Test.Paths[i].End.Stack)
	}
	return text
}

// checkWitness compares the configuration of the one path with the initial values.
func (r *check) checkWitness(w confspace.Configuration) {
	if w == nil {
		r.incomplete("no configuration of the path is known")
		return
	}
	for i := range r.space.Options {
		o := &r.space.Options[i]
		if want, ok := r.Values[o.Name]; ok && w[i] != want {
			r.add(trace.Paths.String(), fmt.Sprintf("the path's witness has %s = %s, initially %s", o.Name, o.Domain.FormatValue(w[i]), o.Domain.FormatValue(want)), "")
			return
		}
	}
}

// atLimit reports whether a path ended where the engine's limits are.
func atLimit(kind path.Kind) bool {
	return kind == path.Budget || kind == path.SolverUnknown || kind == path.Unsupported
}

// prefix checks that the interpreted chain is the beginning of the native one.
func (r *check) prefix(want, got *trace.Trace) {
	for p := range got.Calls {
		if p >= len(want.Calls) {
			r.add(trace.Chain.String(), fmt.Sprintf("natively %d processes, interpreted %d", len(want.Calls), len(got.Calls)), "")
			return
		}
		x, y := &want.Calls[p], &got.Calls[p]
		for i := range y.Seq {
			switch {
			case i >= len(x.Seq) && uint64(i) >= x.Total:
				r.add(trace.Chain.String(), fmt.Sprintf("call %d: natively (the end), interpreted %s", i+1, y.Names[y.Seq[i]]), "")
				return
			case i >= len(x.Seq):
				return
			case x.Names[x.Seq[i]] != y.Names[y.Seq[i]]:
				r.add(trace.Chain.String(), fmt.Sprintf("call %d: natively %s, interpreted %s", i+1, x.Names[x.Seq[i]], y.Names[y.Seq[i]]), "")
				return
			}
		}
	}
}

// multi checks versions with many paths: each path's witness is run natively.
func (r *check) multi(ctx context.Context) error {
	res, err := r.explore(ctx, Interpretation{Steps: multiSteps, Paths: multiPaths})
	if res == nil {
		return err
	}
	began := time.Now()
	for i := range res.Test.Paths {
		if len(r.Findings) > 0 {
			return nil
		}
		if r.Together > 0 && i > 0 && time.Since(began) > r.Together {
			r.incomplete("the native runs of its paths take too long")
			return nil
		}
		if err := r.replay(ctx, res, i); err != nil {
			return err
		}
	}
	return nil
}

// replay compares one path with a native run of its witness.
func (r *check) replay(ctx context.Context, res *explore.Result, i int) error {
	end, w, got := &res.Test.Paths[i].End, res.Witnesses[i], &res.Traces[i]
	if w == nil {
		r.incomplete("no configuration of a path is known")
		return nil
	}
	values := map[string]int64{}
	for o := range r.space.Options {
		values[r.space.Options[o].Name] = w[o]
	}
	want, err := r.native(ctx, values)
	if err != nil {
		return err
	}
	before := len(r.Findings)
	switch {
	case atLimit(end.Kind):
		r.prefix(want, got)
		r.incomplete(end.Kind.String() + ": " + end.Message)
	case want.End.Stopped():
		r.add(trace.Crash.String(), fmt.Sprintf("natively %v, interpreted %v", want.End, got.End), "")
	default:
		for _, d := range trace.Compare("natively", want, "interpreted", got) {
			r.add(d.Oracle.String(), d.Text, "")
		}
	}
	for n := before; n < len(r.Findings); n++ {
		r.Findings[n].Text += fmt.Sprintf(" (path %d, %s)", i+1, r.space.FormatConfiguration(w))
	}
	return r.explain(ctx, values, want, got, atLimit(end.Kind))
}
