package native

// This file runs one test natively under one configuration.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/native/confine"
)

// Result is what a native run showed.
type Result struct {
	Output  []byte // what was written to standard output and error, then the transcript of the peer
	Exit    int    // exit status of the first process
	Signal  int    // the signal that killed it; 0: none
	Stopped bool   // it still ran when the peer was done, and was killed
}

// Check returns nil if native runs of any test are possible here, else why not.
func Check() error {
	if _, err := exec.LookPath("gcc"); err != nil {
		return errors.New("native runs need gcc: apt-get install gcc")
	}
	if err := confine.Check(); err != nil {
		return err
	}
	if !confine.Users() {
		return errors.New("native runs of servers need more than one user inside: run as root, or install uidmap and give this user a range in /etc/subuid and /etc/subgid")
	}
	return nil
}

// Run runs test t of the subject, whose program Build made, under the settings.
func Run(ctx context.Context, program string, s *subjects.Subject, t *subjects.Test, settings confspace.Settings) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	lines := s.ConfigLines(t, settings)
	m := machine{test: t}
	var err error
	if m.clock, err = newClock(); err != nil {
		return nil, err
	}
	defer m.close()
	spec := machineSpec(t, s.Entries(t, lines))
	spec.Program, spec.Args = program, s.Arguments(t, lines)
	spec.Env = append(slices.Clone(t.Env), clockVariable(3))
	spec.Extra = []*os.File{m.clock.file}
	spec.Stdin, spec.HasStdin = t.Input, true
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	spec.Output, spec.Errors = to, to
	cell, err := confine.Start(ctx, spec)
	to.Close()
	if err != nil {
		from.Close()
		return nil, fmt.Errorf("run %s natively: %w", filepath.Base(program), err)
	}
	defer cell.Kill()
	var printed bytes.Buffer
	done := make(chan struct{})
	cell.Go(func() {
		defer from.Close()
		io.Copy(&printed, from)
	}, func() { close(done) })
	said := m.converse(cell)
	select {
	case <-cell.Exited():
	case <-cell.Empty():
	case <-ctx.Done():
	}
	cell.Kill()
	<-done
	if err := cell.Failure(); err != nil {
		return nil, err
	}
	r := &Result{Output: append(printed.Bytes(), said...), Stopped: m.stopped}
	if status, ok := cell.Status(); ok {
		r.Exit = status.ExitStatus()
		if status.Signaled() {
			r.Signal = int(status.Signal())
		}
	}
	return r, nil
}
