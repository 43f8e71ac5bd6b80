// Package guard turns panics into errors.
//
// A panic is a bug in confcov or in a library. Uncaught, it would end the process with a stack trace
// and exit status 2, which means bad usage; in a goroutine nothing else could
// catch it. So the command itself and every worker that it starts run under Func: the run fails with
// one line that says where. What a package expects to panic (a parser given nonsense, a set that
// grows too large) it recovers itself, with a better message.
//
// Faults that Go programs cannot recover from (out of memory, stack overflow) are left to the
// supervisor; see cmd/confcov.
package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Error is a panic.
type Error struct {
	Value any
	At    string // "file.go:12 (function)" of the code that panicked; "" if it is not known
}

func (e *Error) Error() string {
	at := ""
	if e.At != "" {
		at = " at " + e.At
	}
	return fmt.Sprintf("internal error%s: %s: this is a bug in confcov; GOTRACEBACK=all shows its stack", at, oneLine(fmt.Sprint(e.Value)))
}

// Unwrap returns the error that was the panic's value, if it was one.
func (e *Error) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

func oneLine(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "\n", "; ") }

// Func returns a function that calls f and returns its panic, if there is one, as an *Error. With
// $GOTRACEBACK set, the panic is left alone, so that Go shows it.
func Func(f func() error) func() error {
	if os.Getenv("GOTRACEBACK") != "" {
		return f
	}
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = &Error{Value: p, At: place()}
			}
		}()
		return f()
	}
}

// In is Func where several tasks are under way: the error of a panic begins with what f was doing.
func In(what string, f func() error) func() error {
	f = Func(f)
	return func() error {
		err := f()
		if p, ok := err.(*Error); ok {
			return fmt.Errorf("%s: %w", what, p)
		}
		return err
	}
}

// Go calls f in a goroutine of its own, and then done with f's error, or with its panic as an *Error. Every goroutine begins here or in a
// group that is given a Func: a test at the root sees to it.
func Go(f func() error, done func(error)) {
	f = Func(f)
	go func() { done(f()) }()
}

// place returns the innermost function, below the panic that a deferred function recovers, that is not the runtime's.
func place() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	panicked := false
	for {
		f, more := frames.Next()
		if f.Function == "runtime.gopanic" {
			panicked = true
		} else if panicked && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%s:%d (%s)", filepath.Base(f.File), f.Line, f.Function[strings.LastIndexByte(f.Function, '/')+1:])
		}
		if !more {
			return ""
		}
	}
}
