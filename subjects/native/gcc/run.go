package gcc

// This file runs programs.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/native/confine"
)

// DefaultLimit is how long a run may take where Start does not say.
const DefaultLimit = 10 * time.Second

// outputLimit is how much a program may print.
const outputLimit = 64 << 20

// output takes what a program prints.
type output struct {
	text bytes.Buffer
	over bool
	full func() // called where it is too much
}

func (o *output) Write(p []byte) (int, error) {
	if o.over = o.over || o.text.Len()+len(p) > outputLimit; o.over {
		o.full()
		return len(p), nil
	}
	return o.text.Write(p)
}

// Value is what is stored in an option's object.
type Value struct {
	Object       string // a symbol of the program, also a static one
	Offset, Size uint64
	Value        int64

	// Text is a string that is stored instead: in an array of characters, of which Size has room for it and its terminator; or, where Size
	// is 0, in a heap block to which the object then points.
	Text *string
}

// Point is where the values are stored: at each entry to a function, or each return from it.
type Point struct {
	Function string // "": nowhere
	Return   bool
	Once     bool // only where no option was used before
}

// Start is what a run is started with.
type Start struct {
	Args    []string // Args[0] is the program's name
	Env     []string // NAME=value
	Stdin   []byte
	Dir     string // of an unconfined program; "": that of the build
	Point   Point
	Values  []Value
	Held    []Held           // objects that are read there, before
	Options map[string]int64 // what the functions of confcov.h return
	Limit   time.Duration    // 0: DefaultLimit

	// Fresh says that what is recorded begins when the values are stored, of the calls those of the process that stores them. Of functions that
	// are active then, the counts of lines are not what gcov's rules make of them, but the same for what happens alike from there on.
	Fresh bool
	// NoLines leaves the line counts out.
	NoLines bool
	// Shared are descriptors of the program, from 4 on.
	Shared []*os.File
	// Machine is what the program sees: files, a peer. Its program, arguments and descriptors are those of the Start. If nil, the
	// program sees the host's programs and libraries and a folder of its own, /tmp.
	Machine *confine.Spec
	// Converse is called when a confined program runs; the run ends no sooner than it returns. What it returns follows
	// what the program printed in its output. May be nil.
	Converse func(*confine.Cell) []byte
}

// Run runs the program. A run that takes too long or prints too much is stopped: see trace.End.
func (p *Program) Run(ctx context.Context, s Start) (*trace.Trace, error) {
	r, err := p.newRecord(&s)
	if err != nil {
		return nil, err
	}
	defer r.close()
	t, err := p.start(ctx, &s, r)
	if err != nil {
		return nil, err
	}
	if r.u64(atUnknownOption) != 0 {
		return nil, errors.New("the program asks for an option that has no value")
	}
	if t.Calls, err = r.calls(p.names); err != nil {
		return nil, err
	}
	if len(s.Held) > 0 {
		t.Held = r.readHeld(&s)
	}
	if s.NoLines || t.End.Stopped() {
		return t, nil
	}
	began := time.Now()
	t.Lines, err = p.lines(ctx, r)
	p.Reading.Add(int64(time.Since(began)))
	return t, err
}

// input returns a regular file that holds what a program reads, as in the simulated machine.
func input(data []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("confcov-stdin", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), "stdin")
	defer file.Close()
	if _, err := file.Write(data); err != nil {
		return nil, err
	}
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
}

// ran is how a run ended.
type ran struct {
	out     *output
	status  syscall.WaitStatus
	outlast bool // it, or what it started, still ran when the time was over
}

// start runs the program and returns how it ended and what it printed.
func (p *Program) start(ctx context.Context, s *Start, r *record) (*trace.Trace, error) {
	limit := s.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	// Last: removed by the runtime, nothing before it moves.
	env := append(slices.Clone(s.Env), "CONFCOV_TRACE=3")
	var got ran
	var said []byte
	var err error
	if p.build.Unconfined {
		got, err = p.startOpenly(ctx, limit, s, env, r)
	} else {
		got, said, err = p.startConfined(ctx, limit, s, env, r)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("run natively: %w", err)
	}
	t := &trace.Trace{Output: append(got.out.text.Bytes(), said...)}
	switch {
	case got.out.over:
		t.End = trace.End{Kind: trace.TooMuch, Message: fmt.Sprintf("prints more than %d MiB", outputLimit>>20)}
	case got.outlast:
		t.End = trace.End{Kind: trace.TooLong, Message: fmt.Sprintf("still ran after %v", limit)}
	case got.status.Signaled():
		t.End = trace.End{Kind: "signal", Code: int(got.status.Signal())}
	default:
		t.End = trace.End{Kind: "exit", Code: got.status.ExitStatus()}
	}
	return t, nil
}

// startConfined runs the program in a cell.
func (p *Program) startConfined(ctx context.Context, limit time.Duration, s *Start, env []string, r *record) (ran, []byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	spec := confine.Spec{Host: true, Readable: []string{filepath.Dir(p.Path)}, Dir: "/tmp"}
	if s.Machine != nil {
		spec = *s.Machine
	}
	spec.Program, spec.Args, spec.Env = p.Path, s.Args, env
	if len(spec.Args) == 0 {
		spec.Args = []string{p.Path}
	}
	spec.Stdin, spec.HasStdin = s.Stdin, true
	spec.Extra = append([]*os.File{r.file}, s.Shared...)
	got := ran{out: &output{full: cancel}}
	from, to, err := os.Pipe()
	if err != nil {
		return got, nil, err
	}
	spec.Output, spec.Errors = to, to
	cell, err := confine.Start(ctx, &spec)
	to.Close()
	if err != nil {
		from.Close()
		return got, nil, err
	}
	defer cell.Kill()
	defer time.AfterFunc(limit, cancel).Stop() // making the cell is not the program's time
	printed := make(chan struct{})
	cell.Go(func() {
		defer from.Close()
		io.Copy(got.out, from)
	}, func() { close(printed) })
	var said []byte
	if s.Converse != nil {
		said = s.Converse(cell)
	}
	// Processes that outlive the first end with it, unless they may still print.
	for _, done := range []<-chan struct{}{cell.Exited(), printed} {
		select {
		case <-done:
		case <-cell.Empty():
		case <-ctx.Done():
		}
	}
	cell.Kill()
	<-printed
	if err := cell.Failure(); err != nil {
		return got, nil, err
	}
	var ended bool
	got.status, ended = cell.Status()
	if got.outlast = ctx.Err() != nil; !ended && !got.outlast && s.Converse == nil {
		return got, nil, errors.New("the program ended without a status")
	}
	return got, said, nil
}

// startOpenly runs the program as confcov itself runs.
func (p *Program) startOpenly(ctx context.Context, limit time.Duration, s *Start, env []string, r *record) (ran, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	got := ran{out: &output{full: cancel}}
	if s.Machine != nil {
		return got, errors.New("a program with a machine of its own must be confined")
	}
	cmd := exec.CommandContext(ctx, p.Path)
	if len(s.Args) > 0 {
		cmd.Args = s.Args
	}
	cmd.Env = env
	cmd.ExtraFiles = append([]*os.File{r.file}, s.Shared...)
	if cmd.Dir = s.Dir; cmd.Dir == "" {
		cmd.Dir = p.build.Dir
	}
	stdin, err := input(s.Stdin)
	if err != nil {
		return got, fmt.Errorf("standard input: %w", err)
	}
	defer stdin.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, got.out, got.out
	// Where confcov itself is killed, so is the program: one that does not end would run for ever. It is the
	// thread's end that counts, so this one is kept.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = limit // for processes that outlive the first
	if err := cmd.Start(); err != nil {
		return got, err
	}
	err = cmd.Wait()
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // the group: what the program left behind
	if r.u64(atProcessCount) > 1 {
		if err := p.killStray(r, cmd.Process.Pid); err != nil {
			return got, err
		}
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) && ctx.Err() == nil {
		return got, err
	}
	got.status, _ = cmd.ProcessState.Sys().(syscall.WaitStatus)
	got.outlast = ctx.Err() != nil && got.status.Signaled() || errors.Is(err, exec.ErrWaitDelay)
	return got, nil
}
