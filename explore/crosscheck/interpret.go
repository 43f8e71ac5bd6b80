package crosscheck

// This file runs programs in the engine.

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/subjects/confspace"
)

// Engine runs programs in the engine.
type Engine struct {
	Library *libc.Archive
	Include []string
	NewCore func(ctx context.Context, alone bool) solver.Core // alone: without anything before it that could answer instead

	Limit time.Duration // of an exploration; 0: none

	// For tests of the oracles.
	Transform func(*ir.Program)      // changes the program before it is loaded
	Wrap      func(*explore.Options) // changes how it is explored
	Spoil     func(*explore.Result)  // changes what was found
}

// Interpretation is what the engine was told about one program.
type Interpretation struct {
	File     string
	Space    *confspace.Space
	Expanded bool // && and || are expanded; with Merging, where ways meet again, in the programmer's graph
	Merging  bool
	Alone    bool
	Steps    int64
	Paths    int64
}

// Stages are how long parts of the work took.
type Stages map[string]time.Duration

// since adds the time since start to a stage and returns now.
func (s Stages) since(stage string, start time.Time) time.Time {
	now := time.Now()
	if s != nil {
		s[stage] += now.Sub(start)
	}
	return now
}

// CrashError is a failure of the engine itself.
type CrashError struct {
	Text  string
	Stack string
	Err   error // that Text is of; nil: a panic
}

func (e *CrashError) Error() string { return e.Text }
func (e *CrashError) Unwrap() error { return e.Err }

// ErrTime says that an exploration took longer than Engine.Limit.
var ErrTime = errors.New("the exploration takes too long")

// Run explores a program without merging. An error is a *CrashError or that of the context.
func (e *Engine) Run(ctx context.Context, in Interpretation, stages Stages) (res *explore.Result, err error) {
	err = e.run(ctx, &in, stages, explore.Options{Trace: true}, func(_ *explore.Program, r *explore.Result) { res = r })
	return res, err
}

// run explores a program and calls done with the result.
func (e *Engine) run(ctx context.Context, in *Interpretation, stages Stages, opt explore.Options, done func(*explore.Program, *explore.Result)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &CrashError{Text: fmt.Sprintf("panic: %v", r), Stack: string(debug.Stack())}
		}
		if err != nil && ctx.Err() == nil {
			if _, ok := err.(*CrashError); !ok && err != ErrTime && !errors.As(err, new(*guard.MemoryError)) {
				err = &CrashError{Text: err.Error(), Err: err}
			}
		}
	}()
	prog, mode, err := e.compile(ctx, in, stages)
	if err != nil {
		return err
	}
	opt.Space, opt.Mode, opt.CoreAlone = in.Space, mode, in.Alone
	opt.Limits = explore.Limits{PathSteps: in.Steps, Paths: in.Paths}
	timed, cancel := ctx, context.CancelFunc(func() {})
	if e.Limit > 0 {
		timed, cancel = context.WithTimeout(ctx, e.Limit)
	}
	defer cancel()
	if e.NewCore != nil {
		opt.NewCore = func() solver.Core { return e.NewCore(timed, in.Alone) }
	}
	if e.Wrap != nil {
		e.Wrap(&opt)
	}
	at := time.Now()
	test := explore.Test{Name: "program", Args: []string{"program"}, Env: []string{"LANG=C"}}
	res, err := explore.Run(timed, prog, test, opt)
	stages.since("explore", at)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return ErrTime
	}
	if err != nil {
		return err
	}
	if e.Spoil != nil {
		e.Spoil(res)
	}
	done(prog, res)
	return nil
}

// compile makes a program ready, within the limit of time and of what compilers may take of memory.
func (e *Engine) compile(ctx context.Context, in *Interpretation, stages Stages) (*explore.Program, path.Mode, error) {
	watched, stop := guard.Memory(ctx, build.DefaultMemory)
	defer stop()
	if e.Limit > 0 {
		var cancel context.CancelFunc
		watched, cancel = context.WithTimeoutCause(watched, e.Limit, ErrTime)
		defer cancel()
	}
	prog, mode, err := e.load(watched, in, stages)
	if err != nil && ctx.Err() == nil && watched.Err() != nil {
		err = context.Cause(watched)
	}
	return prog, mode, err
}

// lowerings are those of the modes.
var lowerings = map[path.Mode]ir.Lowering{path.Merged: ir.Merged, path.Expanded: ir.Expanded, path.Both: ir.Both}

// load makes a program ready.
func (e *Engine) load(ctx context.Context, in *Interpretation, stages Stages) (*explore.Program, path.Mode, error) {
	at := time.Now()
	mode := path.Merged
	switch {
	case in.Expanded && in.Merging:
		mode = path.Both
	case in.Expanded:
		mode = path.Expanded
	}
	include := append([]string{e.Library.IncludeDir()}, e.Include...)
	source, err := frontend.Parse(ctx, in.File, nil, &frontend.Options{IncludePaths: include, SubjectRoot: filepath.Dir(in.File)})
	if err != nil {
		return nil, mode, err
	}
	at = stages.since("parse", at)
	unit, err := source.Lower(ctx, lowerings[mode])
	if err != nil {
		return nil, mode, err
	}
	if err := ir.Verify(unit); err != nil {
		return nil, mode, err
	}
	at = stages.since("lower", at)
	linked, err := build.Link(ctx, e.Library, map[path.Mode][]*ir.Unit{mode: {unit}})
	if err != nil {
		return nil, mode, err
	}
	at = stages.since("link", at)
	if e.Transform != nil {
		e.Transform(linked.Programs[mode])
	}
	_, loaded, err := linked.Load(ctx, nil)
	stages.since("load", at)
	return loaded[mode], mode, err
}
