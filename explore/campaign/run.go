package campaign

// This file explores the tests of a campaign into a run directory.

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

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
	Begin   func(tasks []Task) // is told what there is to do; nil: nobody is
	Lost    func(error)        // is told why a finished test of an earlier run is explored again; nil: nobody is
	Done    func(Task)         // is told of each task that is done, by several goroutines; nil: nobody is
}

// Interrupted says that a campaign ended before all tests were explored.
type Interrupted struct {
	Cause error
	Dir   string
}

func (e *Interrupted) Error() string {
	return fmt.Sprintf("%v; finished tests are in %s, the same command goes on", e.Cause, e.Dir)
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
	times, err := c.explore(ctx, d, tasks, &o)
	t := timings{Compile: seconds(o.Compile), Explore: seconds(time.Since(began)), Tests: times}
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

// timings is the content of timings.json.
type timings struct {
	Compile float64            `json:"compile_seconds"`
	Explore float64            `json:"explore_seconds"`
	Tests   map[string]float64 `json:"test_seconds"` // by test and mode; those explored in this run
}

func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// describeRun returns what run.json says.
func (c *Campaign) describeRun(version string) path.Run {
	s, p := c.Subject, c.Program.Prepared
	r := path.Run{
		Confcov:     version,
		Subject:     path.Subject{Name: s.Name, Version: s.Version, Source: p.Origin, Library: "musl 1.2.5", Root: p.Dir},
		Settings:    c.Settings.Map(),
		Identity:    c.Identity(),
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

// explore does the tasks. It returns how long each took; the error is an *Interrupted where the user stopped it.
func (c *Campaign) explore(ctx context.Context, d *path.Dir, tasks []Task, o *Options) (map[string]float64, error) {
	times := make([]time.Duration, len(tasks))
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(o.Jobs)
	for i, k := range tasks {
		g.Go(guard.Func(func() error {
			if inner.Err() != nil {
				return inner.Err()
			}
			began := time.Now()
			defer func() { times[i] = time.Since(began) }()
			if err := c.do(inner, d, k); err != nil {
				return err
			}
			if o.Done != nil {
				o.Done(k)
			}
			return nil
		}))
	}
	err := g.Wait()
	took := map[string]float64{}
	for i, k := range tasks {
		took[k.Test.Name+"."+k.Mode.String()] = seconds(times[i])
	}
	if ctx.Err() != nil {
		err = &Interrupted{context.Cause(ctx), d.Name()}
	}
	return took, err
}

// do explores one test in one mode and stores what was found.
func (c *Campaign) do(ctx context.Context, d *path.Dir, k Task) error {
	result, err := c.Explore(ctx, k.Test, k.Mode)
	if err != nil {
		return err
	}
	result.Test.Key = k.Key
	return d.WriteTest(&result.Test)
}
