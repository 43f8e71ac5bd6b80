package native

// This file runs tests of a subject natively and records what they do.
//
// The values of options are not written as the program's configuration has them but stored
// into their objects at the subject's point, as the engine does: the program then
// reads the same configuration in every run, and calls and line counts can be compared. What the program does from the point on where it
// has read them from its own configuration is compared with that: see RunAfter.

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/native/confine"
	"github.com/confcov/confcov/subjects/native/gcc"
)

// Recorder runs tests of one subject. Its methods may be called concurrently.
type Recorder struct {
	subject *subjects.Subject
	program *gcc.Program
	rooted  error        // nil: a run has the simulated machine's files, clock and numbers; else why not
	alone   sync.RWMutex // held for writing by runs that must not be disturbed
}

// runLimit is how long a run may take. No timeout is waited for.
const runLimit = 2 * time.Minute

// Options say how programs are run.
type Options struct {
	// Unconfined says that the program and its compiler run as confcov itself does. Otherwise nothing of the host is within their reach (package
	// confine), and where that is not possible NewRecorder fails with confine.ErrUnavailable. Tests that have files or a peer need
	// confinement.
	Unconfined bool
}

// NewRecorder builds the subject in the folder dir. library says where a file of the engine's C library is, of which some are linked.
func NewRecorder(ctx context.Context, s *subjects.Subject, p *subjects.Prepared, library func(file string) string, dir string, o Options) (*Recorder, error) {
	if _, err := exec.LookPath("gcc"); err != nil {
		return nil, errors.New("native runs need gcc: apt-get install gcc")
	}
	if _, err := exec.LookPath("gcov"); err != nil {
		return nil, errors.New("native runs need gcov: apt-get install gcc")
	}
	r := &Recorder{subject: s, rooted: confine.Check()}
	if o.Unconfined {
		r.rooted = errors.New("the program runs unconfined")
	} else if r.rooted != nil {
		return nil, r.rooted
	}
	b := gcc.Build{Dir: filepath.Join(dir, "build"), Libraries: s.Build.Libraries, Unconfined: o.Unconfined}
	for i, name := range s.Build.Files {
		b.Sources = append(b.Sources, gcc.Source{Path: p.Files[i], Name: name})
		if strings.HasPrefix(name, "@/") { // the subject's own, not of the program
			b.Exclude = append(b.Exclude, p.Files[i])
		}
	}
	for _, e := range s.Exclude {
		if e.Func == "" {
			b.Exclude = append(b.Exclude, filepath.Join(p.Dir, e.File))
		} else {
			b.Without = append(b.Without, gcc.Function{File: e.File, Name: e.Func})
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
func (r *Recorder) compileRooted(ctx context.Context, b gcc.Build, library func(file string) string, dir string) error {
	folder := filepath.Join(dir, "shim") + "/"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	b.Sources = slices.Clone(b.Sources)
	// Not with the subject's folders, which may have headers that are named as the system's.
	flags := []string{"-fprofile-update=atomic"}
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
		text, err := part.source(library)
		if err != nil {
			return err
		}
		if err = add(part.name, text); err != nil {
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
	for _, locale := range t.Locales() {
		if why := noLocale(locale); why != "" {
			return why
		}
	}
	if r.rooted == nil {
		if confine.Users() {
			return ""
		}
		const remedy = "only one user can be had inside: run as root, or install uidmap and give this user a range in /etc/subuid and /etc/subgid"
		switch entries := r.subject.Entries(t, nil); {
		case t.Peer != nil:
			return "the test has a peer: " + remedy
		case !ownedByRoot(entries) || passwd(entries):
			return "the test has users: " + remedy
		}
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

// Reading returns how long counters of lines have been read for, in all runs so far.
func (r *Recorder) Reading() time.Duration { return time.Duration(r.program.Reading.Load()) }

// Run runs test t under configuration c. With alone, no other run of r takes place at the same time.
func (r *Recorder) Run(ctx context.Context, t *subjects.Test, c confspace.Configuration, alone bool) (*trace.Trace, error) {
	start := gcc.Start{}
	var err error
	if start.Values, err = r.values(t, c); err != nil {
		return nil, err
	}
	return r.run(ctx, t, nil, start, alone)
}

// RunAfter is Run, of which the trace begins at the point where options become symbolic. With file, the program has the configuration in its own file, or in
// its arguments; with stored, the values are stored.
//
// Of a run with file and without stored, Held of the trace is what the objects of all options hold.
func (r *Recorder) RunAfter(ctx context.Context, t *subjects.Test, c confspace.Configuration, file, stored, alone bool) (*trace.Trace, error) {
	start := gcc.Start{Fresh: true}
	var settings confspace.Settings
	if file {
		settings = c.Settings()
	}
	if stored {
		var err error
		if start.Values, err = r.values(t, c); err != nil {
			return nil, err
		}
	}
	if file && !stored {
		var err error
		if start.Held, err = r.held(); err != nil {
			return nil, err
		}
	}
	return r.run(ctx, t, settings, start, alone)
}

// run runs test t, for which the configuration says settings.
func (r *Recorder) run(ctx context.Context, t *subjects.Test, settings confspace.Settings, start gcc.Start, alone bool) (*trace.Trace, error) {
	if alone {
		r.alone.Lock()
		defer r.alone.Unlock()
	} else {
		r.alone.RLock()
		defer r.alone.RUnlock()
	}
	s := r.subject
	lines := s.ConfigLines(t, settings)
	start.Args, start.Env, start.Stdin, start.Limit = s.Arguments(t, lines), slices.Clone(t.Env), t.Input, runLimit
	start.Point = gcc.Point{Function: s.Symbolic.Func, Return: true, Once: true}
	var err error
	m := machine{test: t}
	if r.rooted == nil {
		if err := m.prepare(&start, s.Entries(t, lines)); err != nil {
			return nil, err
		}
		defer m.close()
	} else if start.Dir, err = os.MkdirTemp("", "confcov-run-"); err != nil {
		return nil, err
	} else {
		defer os.RemoveAll(start.Dir)
	}
	got, err := r.program.Run(ctx, start)
	if err != nil {
		return nil, fmt.Errorf("run %s natively: %w", s.Name, err)
	}
	if m.stopped {
		got.End = trace.End{Kind: "exit", Message: "the program still waited when the script of the test had ended"}
	}
	return got, nil
}

// machine is what the simulated machine has for one run of a test.
type machine struct {
	test    *subjects.Test
	clock   *clock
	stopped bool // the program still waited when the peer was done
}

// prepare gives a run the test's files, its peer, and a clock.
func (m *machine) prepare(start *gcc.Start, entries []subjects.Entry) error {
	var err error
	if m.clock, err = newClock(); err != nil {
		return err
	}
	start.Machine = machineSpec(m.test, entries)
	start.Shared = []*os.File{m.clock.file}
	start.Env = append(start.Env, clockVariable(4))
	start.Converse = m.converse
	return nil
}

// machineSpec returns the files and the peer of a test.
func machineSpec(t *subjects.Test, entries []subjects.Entry) *confine.Spec {
	spec := &confine.Spec{Files: machineFiles(entries), StdinTime: machineStart}
	if t.Peer != nil {
		spec.Peer = &confine.Peer{Client: t.Peer.Client, Server: t.Peer.Server, Connected: t.Peer.Inetd()}
		for _, ip := range t.Peer.Remote() {
			if ip != t.Peer.Client.Addr().Unmap() {
				spec.Peer.Further = append(spec.Peer.Further, ip)
			}
		}
		for _, e := range t.Peer.Ears() {
			spec.Peer.Ears = append(spec.Peer.Ears, confine.Ear(e))
		}
		spec.Turns = true
	}
	return spec
}

func (m *machine) close() { m.clock.close() }

// converse keeps the clock while the program runs, and plays the peer.
func (m *machine) converse(cell *confine.Cell) []byte {
	m.clock.init = cell.Init
	if m.test.Peer == nil {
		done := make(chan struct{})
		cell.Go(func() {
			select {
			case <-cell.Exited():
			case <-cell.Empty():
			}
		}, func() { close(done) })
		m.clock.run(done)
		return nil
	}
	p := newPlayer(m.test.Peer, cell, m.clock)
	var control *net.TCPConn
	if m.test.Peer.Inetd() {
		var err error
		if control, err = cell.Connection(); err != nil {
			return nil
		}
	}
	out := p.play(control)
	if m.stopped = !m.clock.epilogue(); m.stopped {
		cell.Kill()
	}
	return out
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
		if o.Domain.Kind == confspace.DomainStrings {
			v.Size, v.Value = 8, 0 // a null pointer
			if s, set := o.Domain.StringAt(c[i]); set {
				v.Size, v.Text = 0, &s
				if o.Array {
					v.Size = uint64(len(s)) + 1
				}
			}
		}
		var err error
		if v.Object, v.Offset, err = objectOf(o); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// objectOf returns the object of an option, and where in it the option is.
func objectOf(o *subjects.Option) (object string, offset uint64, err error) {
	object, text, ok := strings.Cut(o.Object, "+")
	if ok {
		if offset, err = strconv.ParseUint(text, 0, 32); err != nil {
			return "", 0, fmt.Errorf("option %s: object %q: the offset is no number", o.Name, o.Object)
		}
	}
	return object, offset, nil
}

// held returns the objects of all options.
func (r *Recorder) held() ([]gcc.Held, error) {
	var list []gcc.Held
	for i := range r.subject.Options {
		o := &r.subject.Options[i]
		h := gcc.Held{Size: uint64(o.Domain.Bits) / 8, Signed: o.Domain.Signed}
		if o.Domain.OfStrings() {
			h.Size, h.Text, h.Room = 0, true, 64
			for _, s := range o.Domain.Strings {
				h.Room = max(h.Room, uint64(len(s))+2)
			}
			if o.Array {
				h.Size = h.Room
			}
		}
		var err error
		if h.Object, h.Offset, err = objectOf(o); err != nil {
			return nil, err
		}
		list = append(list, h)
	}
	return list, nil
}
