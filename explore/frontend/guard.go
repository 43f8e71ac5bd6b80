package frontend

// This file guards against failures of the parser. After some syntax errors it
// goes on with an incomplete tree and panics, and the errors that it had found are lost: the host's
// gcc, if there is one, is then asked what is wrong. If it finds nothing wrong, the error is the parser's. Contexts end the wait for it, though not it itself.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/confcov/confcov/explore/guard"
)

// errParser is the error of a parser that broke off.
var errParser = errors.New("the parser broke off, which it does after some syntax errors")

// parseLimit is how long the parser may take for one file; the largest known ones take a second.
const parseLimit = 2 * time.Minute

// diagnoseLimit is how long gcc may take to say what is wrong, on a machine that does other work too: of the
// processor's time it gets 5 seconds.
const diagnoseLimit = time.Minute

// guarded parses in a goroutine of its own, which is left to itself when ctx ends; it notices that at the next header at the latest,
// or when it has done what the bounds of limits.go leave it.
func guarded(ctx context.Context, parse func() (*parsed, error)) (*parsed, error) {
	type outcome struct {
		u   *parsed
		err error
	}
	done := make(chan outcome, 1)
	var u *parsed
	guard.Go(func() (err error) {
		defer func() {
			if recover() != nil {
				u, err = nil, errParser
			}
		}()
		u, err = parse()
		return err
	}, func(err error) { done <- outcome{u, err} })
	limit := time.NewTimer(parseLimit)
	defer limit.Stop()
	select {
	case o := <-done:
		return o.u, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-limit.C:
		return nil, fmt.Errorf("the parser did not end within %v", parseLimit)
	}
}

// explained returns the error of a source that was not parsed because of err. If gcc takes the source, it is C that the
// parser does not know; if the parser broke off, gcc may say why.
func explained(ctx context.Context, filename string, text []byte, o *Options, err error) error {
	var known *Error
	if errors.As(err, &known) && !errors.Is(err, errParser) {
		return known
	}
	told, valid := diagnose(ctx, filename, text, o)
	e := parserError(filename, err)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case valid:
		e.Kind = Unsupported
	case told != nil && (errors.Is(err, errParser) || strings.HasSuffix(err.Error(), "internal error")):
		return parserError(filename, told)
	}
	return e
}

// diagnose asks gcc for the first error in the source, nil if it says none; valid says that gcc takes the source.
func diagnose(ctx context.Context, filename string, source []byte, o *Options) (first error, valid bool) {
	args := []string{"-fsyntax-only", "-w", "-x", "c"}
	for _, p := range o.IncludePaths {
		args = append(args, "-I", p)
	}
	if o.SystemIncludePaths != nil {
		args = append(args, "-nostdinc")
	}
	for _, p := range o.SystemIncludePaths {
		args = append(args, "-isystem", p)
	}
	for _, p := range o.AfterPaths {
		args = append(args, "-idirafter", p)
	}
	ctx, cancel := context.WithTimeout(ctx, diagnoseLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", `ulimit -v 4194304; ulimit -t 5; exec gcc "$@"`, "gcc"}, append(args, "-")...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // gcc runs the compiler as a process of its own
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var in, out bytes.Buffer
	fmt.Fprintf(&in, "%s# 1 %q\n%s\n", commandLine(o), filename, source)
	cmd.Stdin, cmd.Stderr, cmd.Env = &in, &out, append(cmd.Environ(), "LC_ALL=C")
	if cmd.Run() == nil {
		return nil, true
	}
	for line := range strings.Lines(out.String()) {
		if place, msg, ok := strings.Cut(line, " error: "); ok {
			return fmt.Errorf("%s %s", place, strings.TrimSpace(msg)), false
		}
	}
	return nil, false
}
