package campaign

// This file defines campaigns: what is explored, and one test of it.

import (
	"context"
	"fmt"
	"sync"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// Campaign is a set of tests to explore, and how.
type Campaign struct {
	Subject *subjects.Subject
	Tests   []*subjects.Test // in the order in which they are explored
	Settings
	Program *build.Program                    // nil until Build
	NewCore func(context.Context) solver.Core // makes the core of a solver; if nil, what sets cannot decide is unknown
	Solver  string                            // which cores NewCore makes: their version and limits

	Observer explore.Observer             // watches each exploration, several at a time
	Watch    func(Task, explore.Progress) // is told how far explorations are, several at a time; may be nil

	universe func() string // hash of the program's universe
}

// New returns a campaign of the subject's tests of the given names, or of all tests if there are none.
func New(s *subjects.Subject, tests []string, settings Settings) (*Campaign, error) {
	c := &Campaign{Subject: s, Settings: settings, Tests: s.Tests}
	if len(tests) > 0 {
		c.Tests = nil
	}
	for _, name := range tests {
		t, err := s.Test(name)
		if err != nil {
			return nil, err
		}
		c.Tests = append(c.Tests, t)
	}
	return c, nil
}

// Build makes the program ready.
func (c *Campaign) Build(ctx context.Context, p *subjects.Prepared, o build.Options) (err error) {
	o.Checks, o.Modes = c.Checks, c.Modes
	c.Program, err = build.Subject(ctx, c.Subject, p, o)
	c.universe = sync.OnceValue(func() string { return sum(c.Program.Universe) })
	return err
}

// Key identifies the result of a test in a mode.
func (c *Campaign) Key(t *subjects.Test, m path.Mode) string { return c.Describe(t, m).Key() }

// Explore explores a test in a mode.
func (c *Campaign) Explore(ctx context.Context, t *subjects.Test, m path.Mode) (*explore.Result, error) {
	return explore.Run(ctx, c.Program.Loaded[m], engineTest(c.Subject, t), c.options(ctx, t, m))
}

// Concrete runs test t in mode m under one configuration; options whose values the test gives are left alone.
func (c *Campaign) Concrete(ctx context.Context, t *subjects.Test, m path.Mode, config confspace.Configuration, traced bool) (*explore.Result, error) {
	opt := c.options(ctx, t, m)
	opt.Configuration = config
	opt.Trace = traced
	opt.NewCore = nil // with one configuration there is nothing to solve
	result, err := explore.Run(ctx, c.Program.Loaded[m], engineTest(c.Subject, t), opt)
	if err != nil {
		return nil, err
	}
	if n := len(result.Test.Paths); n != 1 {
		return nil, fmt.Errorf("BUG: a concrete run of test %s has %d paths", t.Name, n)
	}
	return result, nil
}

// Parsed runs test t under a configuration that the program itself reads, and returns what the objects of options hold where they would become symbolic; nil
// if that is not reached.
func (c *Campaign) Parsed(ctx context.Context, t *subjects.Test, config confspace.Configuration) ([]trace.Held, error) {
	m := c.Modes[0]
	opt := c.options(ctx, t, m)
	opt.Configuration, opt.Keep, opt.NewCore = config, true, nil
	result, err := explore.Run(ctx, c.Program.Loaded[m], engineTestUnder(c.Subject, t, config.Settings()), opt)
	if err != nil {
		return nil, err
	}
	return result.Held, nil
}

// options returns how a test is explored.
func (c *Campaign) options(ctx context.Context, t *subjects.Test, m path.Mode) explore.Options {
	symbolic := []int{}
	for i, is := range t.Symbolic {
		if is {
			symbolic = append(symbolic, i)
		}
	}
	opt := explore.Options{
		Space: c.Subject.Space(), Points: build.Points(c.Subject, symbolic), Mode: m,
		Fixed: t.Fixed(), Merge: c.Merge, Searcher: c.Strategy, Limits: c.Limits, Observer: c.Observer,
	}
	if c.Watch != nil {
		opt.Observer.Progress = func(p explore.Progress) { c.Watch(Task{Test: t, Mode: m}, p) }
	}
	if c.NewCore != nil {
		opt.NewCore = func() solver.Core { return c.NewCore(ctx) }
	}
	return opt
}
