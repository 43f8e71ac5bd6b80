package campaign

// This file explores the tests of a campaign into a run directory.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects"
)

// Task is one test in one mode.
type Task struct {
	Test *subjects.Test
	Mode path.Mode
	Key  string
}

// Options say how a campaign is run. None of them changes what is found.
type Options struct {
	Jobs    int                // tests explored at a time, at least 1
	Version string             // of confcov, for run.json
	Compile time.Duration      // how long the program took to build, for timings.json
	Begin   func(tasks []Task) // called with the tasks to do; may be nil
	Lost    func(error)        // called with the reason why a finished test is explored again; may be nil
	Done    func(Task)         // called after each task, by several goroutines; may be nil

	// Found is called with what was found about each test that is explored, by several goroutines; may be nil.
	Found func(Task, *path.Test)
}

// Interrupted says that a campaign ended before all tests were explored, or before the program was ready.
type Interrupted struct {
	Cause error
	Dir   string // the run directory; "": there is none yet
}

func (e *Interrupted) Error() string {
	if e.Dir == "" {
		return fmt.Sprintf("%v before the program was ready; what was fetched and compiled is kept, the same command continues", e.Cause)
	}
	return fmt.Sprintf("%v; what was found is in %s, the same command continues", e.Cause, e.Dir)
}

// Run explores all tests that are not finished yet in the run directory dir, which it makes or continues.
func (c *Campaign) Run(ctx context.Context, dir string, o Options) (*path.Dir, error) {
	began := time.Now()
	tasks := c.tasks()
	d, err := path.Create(dir, c.describeRun(o.Version), c.Program.Universe, c.Subject.Space(), planned(tasks))
	if err != nil {
		return nil, err
	}
	if o.Lost != nil {
		for _, err := range d.Lost() {
			o.Lost(err)
		}
	}
	tasks = slices.DeleteFunc(tasks, func(k Task) bool { return d.Finished(k.Test.Name, k.Mode) })
	if o.Begin != nil {
		o.Begin(tasks)
	}
	old := d.Timings()
	times, err := c.explore(ctx, d, tasks, &o)
	t := path.Timings{Compile: seconds(o.Compile), Explore: seconds(time.Since(began)), Jobs: o.Jobs, Tests: times}
	if kept := len(c.tasks()) - len(tasks); kept > 0 { // the run took what its parts did
		t.Compile, t.Explore = max(t.Compile, old.Compile), t.Explore+old.Explore
		for name, took := range old.Tests {
			if t.Tests[name] == 0 {
				t.Tests[name] = took
			}
		}
	}
	if werr := d.WriteTimings(t); err == nil {
		err = werr
	}
	var interrupted *Interrupted
	switch {
	case errors.As(err, &interrupted):
		if ferr := d.Finish([]path.Limit{{Kind: path.LimitInterrupted}}); ferr != nil {
			err = ferr
		}
	case err == nil:
		err = d.Finish(nil)
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// sources returns the sources that have elements, as far as they can be read.
func (c *Campaign) sources() []path.Source {
	list := []path.Source{}
	for _, name := range c.Program.Universe.Files() {
		file := name
		if !filepath.IsAbs(file) { // a file of the subject's own may lie elsewhere
			file = filepath.Join(c.Program.Prepared.Dir, name)
		}
		if data, err := os.ReadFile(file); err == nil {
			list = append(list, path.Source{File: name, Text: data})
		}
	}
	return list
}

// describeRun returns what run.json says.
func (c *Campaign) describeRun(version string) path.Run {
	s, p := c.Subject, c.Program.Prepared
	r := path.Run{
		Confcov:     version,
		Subject:     path.Subject{Name: s.Name, Version: s.Version, Source: p.Origin, Library: "musl 1.2.5", Root: p.Dir},
		Settings:    c.Settings.Map(),
		Identity:    c.Identity(),
		SourceLines: p.SourceLines(),
	}
	r.Subject.Folder = s.Folder()
	r.Blocks = explore.Structure(c.Program.Loaded[path.Both].IR) // which all programs have
	r.Decisions = explore.Decisions(c.Program.Loaded[path.Both].IR)
	r.Sources = c.sources()
	if s.Source.SHA256 != "" {
		r.Subject.SHA256 = map[string]string{filepath.Base(s.Source.URL): s.Source.SHA256}
		// Where the archive came from does not change what is in it.
		r.Subject.Source = s.Source.URL
	}
	for _, f := range s.Fixed {
		r.Fixed = append(r.Fixed, path.Fixed{Options: f.Names, Value: f.Value, Reason: f.Reason})
	}
	for i := range s.Modes {
		if m := &s.Modes[i]; m.Reason != "" {
			f := path.Fixed{Reason: m.Reason, Mode: m.Name}
			for _, a := range m.Settings {
				if a.Option >= 0 {
					f.Options = append(f.Options, s.Options[a.Option].Name)
				}
			}
			r.Fixed = append(r.Fixed, f)
		}
	}
	if s.Unreferenced != "" {
		r.Excluded = append(r.Excluded, path.Excluded{File: "functions that nothing refers to", Reason: s.Unreferenced})
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

// tasks lists all that the campaign explores.
func (c *Campaign) tasks() []Task {
	var tasks []Task
	for _, t := range c.Tests {
		for _, m := range c.Modes {
			tasks = append(tasks, Task{Test: t, Mode: m, Key: c.Key(t, m)})
		}
	}
	return tasks
}

func planned(tasks []Task) []path.Plan {
	plan := make([]path.Plan, len(tasks))
	for i, k := range tasks {
		plan[i] = path.Plan{Name: k.Test.Name, Mode: k.Mode, Key: k.Key}
	}
	return plan
}

// explore does the tasks. It returns how long each took; the error is an *Interrupted if the user stopped it. A test that fails does
// not prevent others from being explored.
func (c *Campaign) explore(ctx context.Context, d *path.Dir, tasks []Task, o *Options) (map[string]float64, error) {
	times := make([]time.Duration, len(tasks))
	errs := make([]error, len(tasks))
	var g errgroup.Group
	g.SetLimit(o.Jobs)
	var unwritable atomic.Bool // tests can no longer be stored
	for i, k := range tasks {
		g.Go(guard.Func(func() error {
			if ctx.Err() != nil || unwritable.Load() {
				return nil
			}
			began := time.Now()
			errs[i] = guard.In(fmt.Sprintf("test %s (%s)", k.Test.Name, k.Mode), func() error { return c.do(ctx, d, k, o.Found) })()
			times[i] = time.Since(began)
			if errs[i] == nil && o.Done != nil {
				o.Done(k)
			}
			if path.Unwritable(errs[i]) && !unwritable.CompareAndSwap(false, true) {
				errs[i] = nil // said once
			}
			return nil
		}))
	}
	if err := g.Wait(); err != nil {
		errs = append(errs, err)
	}
	took := map[string]float64{}
	for i, k := range tasks {
		if times[i] > 0 {
			took[k.Test.Name+"."+k.Mode.String()] = seconds(times[i])
		}
	}
	if ctx.Err() != nil {
		errs = append(errs, &Interrupted{context.Cause(ctx), d.Name()})
	}
	return took, errors.Join(errs...)
}

// concrete lists what a test sets itself.
func (c *Campaign) concrete(t *subjects.Test) []path.Concrete {
	var list []path.Concrete
	for _, s := range t.Fixed() {
		o := &c.Subject.Options[s.Option]
		list = append(list, path.Concrete{Name: o.Name, Value: o.Domain.FormatValue(s.Value)})
	}
	for i, a := range t.Concrete {
		overridden := slices.ContainsFunc(t.Concrete[i+1:], func(b subjects.Assignment) bool { return b.Key == a.Key })
		if a.Option < 0 && !overridden {
			list = append(list, path.Concrete{Name: a.Key, Value: a.Value})
		}
	}
	return list
}

// do explores one test in one mode and stores what was found: for an interrupted test the paths finished so far; the next run
// explores it again.
func (c *Campaign) do(ctx context.Context, d *path.Dir, k Task, found func(Task, *path.Test)) error {
	if c.Watch != nil {
		c.Watch(k, explore.Progress{}) // it has begun
	}
	result, err := c.Explore(ctx, k.Test, k.Mode)
	switch {
	case err != nil && ctx.Err() == nil:
		return err
	case result == nil || err != nil && len(result.Test.Paths) == 0:
		return nil // interrupted before it found anything
	}
	result.Test.Key, result.Test.Concrete = k.Key, c.concrete(k.Test)
	if found != nil {
		found(k, &result.Test)
	}
	return d.WriteTest(&result.Test)
}
