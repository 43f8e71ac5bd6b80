// Command confcov finds out which settings of a configurable C program's options
// decide which of its code runs, and which few configurations must be tested.
//
// Each command is in a file of its own; they hold flags, wiring and printing, and no
// algorithm. All of them exit with
//
//	0  done
//	1  failed
//	2  bad usage, or an error in a subject
//	3  done, but incomplete: a limit was hit, or the run was interrupted
//
// Results go to standard output; progress, warnings and the one line that says
// what went wrong go to standard error.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/campaign"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/explore/replay"
	"github.com/confcov/confcov/subjects"
)

func main() {
	os.Exit(Main())
}

// Main runs the command and returns its exit code.
func Main() int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // by nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	watched := supervised()
	relaxCollector()
	guard.Go(func() error {
		s := <-signals
		cancel(fmt.Errorf("interrupted (%v)", s))
		if watched { // what is sent to a group of processes comes twice: directly, and passed on
			time.Sleep(300 * time.Millisecond)
			for len(signals) > 0 {
				<-signals
			}
		}
		<-signals // the second time, at once
		return nil
	}, func(error) { os.Exit(1) })
	root := newRoot()
	err := guard.Func(func() error { return root.ExecuteContext(ctx) })()
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = fmt.Errorf("%w: what was fetched, compiled and explored until then is kept", context.Cause(ctx))
	}
	fmt.Fprintf(os.Stderr, "confcov: %s\n", strings.TrimSpace(err.Error()))
	return exitCode(err)
}

// usageError is a mistake in how confcov was called.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// incompleteError says that there are results, but not all.
type incompleteError struct{ message string }

func (e incompleteError) Error() string { return e.message }

func exitCode(err error) int {
	var usage usageError
	var incomplete incompleteError
	var problem *subjects.Problem
	switch {
	case errors.As(err, &incomplete), errors.As(err, new(*campaign.Interrupted)), errors.As(err, new(*replay.Interrupted)):
		return 3
	case errors.As(err, &usage), errors.As(err, &problem), errors.As(err, new(*build.Error)), errors.As(err, new(*replay.Mismatch)):
		return 2
	default:
		return 1
	}
}
