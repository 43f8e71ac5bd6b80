package gcc

// This file runs programs.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/confcov/confcov/explore/trace"
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
	Dir     string // "": that of the build
	Point   Point
	Values  []Value
	Options map[string]int64 // what the functions of confcov.h return
	Limit   time.Duration    // 0: DefaultLimit

	// NoLines leaves the line counts out.
	NoLines bool
	// Prepare is called before the program is started, for what the fields above do not say. May be nil.
	Prepare func(*exec.Cmd) error
	// Converse is called when the program runs; the run ends no sooner than it returns. What it returns is the output
	// where Prepare sent the program's elsewhere. May be nil.
	Converse func(*exec.Cmd) []byte
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
	if s.NoLines || t.End.Stopped() {
		return t, nil
	}
	t.Lines, err = p.lines(ctx, r)
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

// start runs the program and returns how it ended and what it printed.
func (p *Program) start(ctx context.Context, s *Start, r *record) (*trace.Trace, error) {
	limit := s.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(timed, p.Path)
	if len(s.Args) > 0 {
		cmd.Args = s.Args
	}
	// Last: removed by the runtime, nothing before it moves.
	cmd.Env = append(slices.Clone(s.Env), "CONFCOV_TRACE=3")
	cmd.ExtraFiles = []*os.File{r.file}
	cmd.Dir = s.Dir
	if cmd.Dir == "" {
		cmd.Dir = p.build.Dir
	}
	out := &output{full: cancel}
	stdin, err := input(s.Stdin)
	if err != nil {
		return nil, fmt.Errorf("standard input of a native run: %w", err)
	}
	defer stdin.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, out, out
	// Where confcov itself is killed, so is the program: one that does not end would run for ever. It is the
	// thread's end that counts, so this one is kept.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = limit // for processes that outlive the first
	if s.Prepare != nil {
		if err := s.Prepare(cmd); err != nil {
			return nil, err
		}
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("run natively: %w", err)
	}
	var said []byte
	if s.Converse != nil {
		said = s.Converse(cmd)
	}
	err = cmd.Wait()
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // the group: what the program left behind
	if r.u64(atProcessCount) > 1 {
		if err := p.killStray(r, cmd.Process.Pid); err != nil {
			return nil, fmt.Errorf("run natively: %w", err)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) && timed.Err() == nil {
		return nil, fmt.Errorf("run natively: %w", err)
	}
	t := &trace.Trace{Output: append(out.text.Bytes(), said...)}
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case out.over:
		t.End = trace.End{Kind: trace.TooMuch, Message: fmt.Sprintf("prints more than %d MiB", outputLimit>>20)}
	case timed.Err() != nil && status.Signaled(), errors.Is(err, exec.ErrWaitDelay):
		t.End = trace.End{Kind: trace.TooLong, Message: fmt.Sprintf("still ran after %v", limit)}
	case status.Signaled():
		t.End = trace.End{Kind: "signal", Code: int(status.Signal())}
	default:
		t.End = trace.End{Kind: "exit", Code: status.ExitStatus()}
	}
	return t, nil
}
