package campaign

// This file tests what is kept of a campaign that does not finish.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
)

// example returns a campaign of the example's tests.
func example(t *testing.T) *Campaign {
	t.Helper()
	s, err := subjects.Load("example")
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(s, nil, Settings{Modes: path.Modes()})
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = c.Build(t.Context(), p, build.Options{})
	need.Fetched(t, err)
	return c
}

// explored explores what is missing, and returns the names of what was.
func explored(t *testing.T, c *Campaign, dir string) []string {
	t.Helper()
	var names []string
	d, err := c.Run(t.Context(), dir, Options{Jobs: 2, Begin: func(tasks []Task) {
		for _, k := range tasks {
			names = append(names, k.Test.Name+"."+k.Mode.String())
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	return names
}

// sameRuns compares run.json, which has the digests of all other files.
func sameRuns(t *testing.T, a, b string) {
	t.Helper()
	x, err := os.ReadFile(filepath.Join(a, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	y, err := os.ReadFile(filepath.Join(b, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	if string(x) != string(y) {
		t.Errorf("run.json differs:\n%s\n%s", x, y)
	}
}

// TestInterrupted stops a campaign in the middle of its second task.
func TestInterrupted(t *testing.T) {
	c := example(t)
	fresh, dir := t.TempDir(), t.TempDir()
	if names := explored(t, c, fresh); len(names) != 6 {
		t.Errorf("explored %v", names)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	paths, second := 0, false
	c.Observer.Path = func(*path.Path) {
		if paths++; second && paths == 2 {
			cancel(errors.New("enough"))
		}
	}
	_, err := c.Run(ctx, dir, Options{Jobs: 1, Done: func(Task) { paths, second = 0, true }})
	var interrupted *Interrupted
	if !errors.As(err, &interrupted) || !strings.Contains(err.Error(), "enough; what was found is in "+dir) {
		t.Fatalf("error %v", err)
	}
	c.Observer.Path = nil
	d, err := path.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	infos, err := d.Tests()
	d.Close()
	if err != nil || len(infos) != 2 || d.Run().Finished || d.Run().Complete {
		t.Fatalf("%d tests are stored, finished %v; error %v", len(infos), d.Run().Finished, err)
	}
	for _, in := range infos {
		if in.Interrupted() == in.Complete || in.Interrupted() && in.Paths != 2 {
			t.Errorf("test %s (%s): interrupted %v, complete %v, %d paths", in.Name, in.Mode, in.Interrupted(), in.Complete, in.Paths)
		}
	}
	if names := explored(t, c, dir); len(names) != 5 {
		t.Errorf("explored again: %v", names)
	}
	sameRuns(t, fresh, dir)
}

// TestFailed has one task fail: the others are kept.
func TestFailed(t *testing.T) {
	c := example(t)
	dir := t.TempDir()
	var paths atomic.Int32
	c.Observer.Path = func(*path.Path) {
		if paths.Add(1) == 1 {
			panic("something is wrong")
		}
	}
	_, err := c.Run(t.Context(), dir, Options{Jobs: 1})
	task := fmt.Sprintf("test %s (%s): internal error at run_test.go:", c.Tests[0].Name, path.Merged)
	if err == nil || !strings.HasPrefix(err.Error(), task) || !strings.Contains(err.Error(), "something is wrong") || strings.Contains(err.Error(), "\n\n") {
		t.Errorf("error %v", err)
	}
	c.Observer.Path = nil
	if names := explored(t, c, dir); len(names) != 1 {
		t.Errorf("explored again: %v", names)
	}
}
