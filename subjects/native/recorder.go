package native

// This file runs tests of a subject natively and records what they do.
//
// The values of options are not written as the program's configuration has them but stored
// into their objects at the subject's point, as the engine does: the program then
// reads the same configuration in every run, and calls and line counts can be compared.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/native/gcc"
)

// Recorder runs tests of one subject. Its methods can be called at once.
type Recorder struct {
	subject *subjects.Subject
	program *gcc.Program
	rooted  error        // nil: a run sees the test's files and no others; else why not
	alone   sync.RWMutex // held for writing by runs that nothing may disturb
}

// runLimit is how long a run may take. A conversation with a peer waits for scaled timeouts.
const runLimit = 2 * time.Minute

// NewRecorder builds the subject in the folder dir. library is the source tree of the engine's C library, of which some files are linked.
func NewRecorder(ctx context.Context, s *subjects.Subject, p *subjects.Prepared, library, dir string) (*Recorder, error) {
	if _, err := exec.LookPath("gcc"); err != nil {
		return nil, errors.New("native runs need gcc: apt-get install gcc")
	}
	if _, err := exec.LookPath("gcov"); err != nil {
		return nil, errors.New("native runs need gcov: apt-get install gcc")
	}
	r := &Recorder{subject: s, rooted: Check()}
	b := gcc.Build{Dir: filepath.Join(dir, "build"), Libraries: s.Build.Libraries}
	for _, name := range s.Build.Files {
		b.Sources = append(b.Sources, gcc.Source{Path: filepath.Join(p.Dir, name), Name: name})
		if s.Excluded(name, "") != "" {
			b.Exclude = append(b.Exclude, filepath.Join(p.Dir, name))
		}
	}
	b.Flags = append(b.Flags, "-fprofile-update=atomic")
	for _, f := range s.Build.Native {
		if !strings.HasPrefix(f, "-O") {
			b.Flags = append(b.Flags, f)
		}
	}
	for _, d := range s.Build.Defines {
		b.Flags = append(b.Flags, "-D"+d)
	}
	for _, d := range p.Include {
		b.Flags = append(b.Flags, "-I"+d)
	}
	for _, d := range p.IncludeAfter {
		b.Flags = append(b.Flags, "-idirafter"+d)
	}
	if err := os.MkdirAll(b.Dir, 0o755); err != nil {
		return nil, err
	}
	if r.rooted == nil {
		if r.rooted = r.compileRooted(ctx, b, library, dir); r.rooted == nil || ctx.Err() != nil {
			return r, ctx.Err()
		}
	}
	var err error
	if r.program, err = gcc.Compile(ctx, b); err != nil {
		return nil, fmt.Errorf("build %s natively: %w", s.Name, err)
	}
	return r, nil
}

// compileRooted builds the program with the shim, linked statically: it has a root of its own.
func (r *Recorder) compileRooted(ctx context.Context, b gcc.Build, library, dir string) error {
	folder := filepath.Join(dir, "shim") + "/"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	b.Sources = slices.Clone(b.Sources)
	// Not with the subject's folders, which may have headers that are named as the system's.
	flags := []string{"-fprofile-update=atomic", "-DSCALE=" + strconv.Itoa(Scale)}
	add := func(name, text string) error {
		b.Sources = append(b.Sources, gcc.Source{Path: folder + name, Name: name, Flags: flags})
		return os.WriteFile(folder+name, []byte(text), 0o644)
	}
	if err := add("shim.c", shim); err != nil {
		return err
	}
	b.Flags = append(slices.Clone(b.Flags), "-static")
	replaced := slices.Clone(wrapped)
	for _, part := range parts {
		text, err := os.ReadFile(filepath.Join(library, part.file))
		if err != nil {
			return err
		}
		if err = add(filepath.Base(part.file), part.source(string(text))); err != nil {
			return err
		}
		replaced = append(replaced, part.functions...)
	}
	for _, f := range replaced {
		b.Flags = append(b.Flags, "-Wl,--wrap="+f)
	}
	b.Exclude = append(slices.Clone(b.Exclude), folder)
	var err error
	if r.program, err = gcc.Compile(ctx, b); err != nil {
		return fmt.Errorf("the program cannot be linked statically: %w", err)
	}
	return nil
}

// Unfit returns why test t cannot be run natively, "" if it can.
func (r *Recorder) Unfit(t *subjects.Test) string {
	if t.Native != "" {
		return t.Native
	}
	for i := range r.subject.Options {
		if object, _, _ := strings.Cut(r.subject.Options[i].Object, "+"); t.Symbolic[i] && !r.program.Knows(object) {
			return fmt.Sprintf("the native program has no symbol for %s, which holds option %s", object, r.subject.Options[i].Name)
		}
	}
	if r.rooted == nil {
		return ""
	}
	switch {
	case t.Peer != nil:
		return "the test has a peer: " + r.rooted.Error()
	case len(t.Files) > 0 || r.subject.Config.How == subjects.HowFile:
		return "the test has files: " + r.rooted.Error()
	}
	return ""
}

// Run runs test t under configuration c. With alone no other run of r goes on at the same time.
func (r *Recorder) Run(ctx context.Context, t *subjects.Test, c confspace.Configuration, alone bool) (*trace.Trace, error) {
	if alone || t.Peer != nil && !canUnshare() {
		r.alone.Lock()
		defer r.alone.Unlock()
	} else {
		r.alone.RLock()
		defer r.alone.RUnlock()
	}
	var got *trace.Trace
	err := privately(func() (err error) {
		got, err = r.run(ctx, t, c)
		return err
	})
	return got, err
}

// run is Run, on the thread that has the run's network.
func (r *Recorder) run(ctx context.Context, t *subjects.Test, c confspace.Configuration) (*trace.Trace, error) {
	root, err := os.MkdirTemp("", "confcov-root-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	defer killBelow(root)
	s := r.subject
	lines := s.ConfigLines(t, nil)
	start := gcc.Start{
		Args: s.Arguments(t, lines), Env: slices.Clone(t.Env), Stdin: t.Input, Dir: root, Limit: runLimit,
		Point: gcc.Point{Function: s.Symbolic.Func, Return: true, Once: true},
	}
	if start.Values, err = r.values(t, c); err != nil {
		return nil, err
	}
	if r.rooted == nil {
		if err := WriteRoot(root, s.Entries(t, lines)); err != nil {
			return nil, err
		}
		start.Env = append(start.Env, "CONFCOV_ROOT="+root)
	}
	stopped := false
	var files []*os.File
	if t.Peer != nil {
		clock, err := newClock(root)
		if err != nil {
			return nil, err
		}
		defer clock.close()
		start.Env = append(start.Env, clock.variable())
		control, served, err := connect(loopback(t.Peer.Server.Addr()))
		if err != nil {
			return nil, err
		}
		file, err := served.File()
		served.Close()
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		start.Prepare = func(cmd *exec.Cmd) error {
			cmd.Stdin, cmd.Stdout, cmd.Stderr = file, file, file
			if t.Peer.Standalone {
				cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, nil, nil // nothing comes, and what is written is not of the conversation
			}
			return nil
		}
		start.Converse = func(cmd *exec.Cmd) []byte {
			file.Close()
			clock.pid = cmd.Process.Pid
			p := newPlayer(t.Peer.Server, clock)
			if t.Peer.Standalone {
				control.Close()
				control = nil
			}
			out := p.play(t.Peer, control)
			if stopped = !clock.epilogue(); stopped {
				syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
				killBelow(root)
			}
			return out
		}
	}
	got, err := r.program.Run(ctx, start)
	for _, f := range files {
		f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("run %s natively: %w", s.Name, err)
	}
	if stopped {
		got.End = trace.End{Kind: "exit", Message: "the program still waited when the script of the test had ended"}
	}
	return got, nil
}

// values returns what is stored in the objects of the options that are symbolic in the test.
func (r *Recorder) values(t *subjects.Test, c confspace.Configuration) ([]gcc.Value, error) {
	var list []gcc.Value
	for i := range r.subject.Options {
		o := &r.subject.Options[i]
		if !t.Symbolic[i] {
			continue
		}
		v := gcc.Value{Object: o.Object, Size: uint64(o.Domain.Bits) / 8, Value: c[i]}
		if name, offset, ok := strings.Cut(o.Object, "+"); ok {
			n, err := strconv.ParseUint(offset, 0, 32)
			if err != nil {
				return nil, fmt.Errorf("option %s: object %q: the offset is no number", o.Name, o.Object)
			}
			v.Object, v.Offset = name, n
		}
		list = append(list, v)
	}
	return list, nil
}
