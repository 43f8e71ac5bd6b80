package confine

// This file runs programs of the host confined, to their end.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/explore/guard"
)

// ExitError says that a program did not succeed.
type ExitError struct{ Status syscall.WaitStatus }

func (e *ExitError) Error() string {
	if e.Status.Signaled() {
		return "signal: " + e.Status.Signal().String()
	}
	return fmt.Sprintf("exit status %d", e.Status.ExitStatus())
}

// Run runs a program until no process of it is left. What it prints goes to the writers, which may be the same, and nil.
func Run(ctx context.Context, s Spec, stdout, stderr io.Writer) error {
	var group errgroup.Group
	var ends []*os.File
	pipe := func(w io.Writer) (*os.File, error) {
		if w == nil {
			return nil, nil
		}
		from, to, err := os.Pipe()
		if err != nil {
			return nil, fmt.Errorf("a confined run: %w", err)
		}
		ends = append(ends, to)
		group.Go(guard.Func(func() error {
			defer from.Close()
			io.Copy(w, from)
			return nil
		}))
		return to, nil
	}
	var err error
	if s.Output, err = pipe(stdout); err == nil {
		if s.Errors = s.Output; stderr != stdout {
			s.Errors, err = pipe(stderr)
		}
	}
	var c *Cell
	if err == nil {
		c, err = Start(ctx, &s)
	}
	for _, f := range ends {
		f.Close()
	}
	if err != nil {
		group.Wait()
		return err
	}
	select {
	case <-c.Empty():
	case <-ctx.Done():
	}
	c.Kill()
	failure := cmp.Or(group.Wait(), c.Failure())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if failure != nil {
		return failure
	}
	status, ok := c.Status()
	switch {
	case !ok:
		return errors.New("a confined run: it ended without a status")
	case status != 0:
		return &ExitError{status}
	}
	return nil
}

// passed are the variables that compilers get of confcov's.
var passed = []string{"PATH", "CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH"}

// Tool returns how a compiler or the like is run in the folder dir, which it can write to.
func Tool(dir string, readable []string, name string, args ...string) (Spec, error) {
	program, err := exec.LookPath(name)
	if err != nil {
		return Spec{}, err
	}
	s := Spec{
		Program: program, Args: append([]string{name}, args...), Dir: dir, Host: true,
		Env:      []string{"LC_ALL=C", "HOME=/tmp", "TMPDIR=" + dir},
		Readable: slices.Clone(readable), Writable: []string{dir}, Limits: Limits{CPU: 600},
	}
	for _, name := range passed {
		if v, ok := os.LookupEnv(name); ok {
			s.Env = append(s.Env, name+"="+v)
			for _, d := range filepath.SplitList(v) {
				if name != "PATH" && filepath.IsAbs(d) {
					s.Readable = append(s.Readable, d)
				}
			}
		}
	}
	// A compiler that is not among the host's programs is seen with its folder.
	if real, err := filepath.EvalSymlinks(program); err == nil && !slices.ContainsFunc(host, func(d string) bool { return strings.HasPrefix(real, d+"/") }) {
		s.Readable = append(s.Readable, filepath.Dir(filepath.Dir(real)))
	}
	return s, nil
}
