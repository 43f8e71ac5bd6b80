package fetch

// This file defines the one kind of error that Fetch returns: what failed,
// where, why, and what helps.

import (
	"errors"
	"strings"
	"syscall"
)

// Error is a failure to fetch. It prints as one line.
type Error struct {
	What   string // what was attempted: "fetch vsftpd 3.0.5"
	Where  string // the file or place; may be ""
	Err    error
	Remedy string // what the user can do; may be ""

	fatal bool // another place would fail too
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.What)
	if e.Where != "" {
		b.WriteString(": " + e.Where)
	}
	b.WriteString(": " + strings.ReplaceAll(e.Err.Error(), "\n", "; "))
	if e.Remedy != "" {
		b.WriteString(" (" + e.Remedy + ")")
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

func problem(what, where string, err error, remedy string) *Error {
	return &Error{What: what, Where: where, Err: err, Remedy: remedy}
}

// diskProblem is an Error of the cache directory itself.
func diskProblem(what, where string, err error) *Error {
	remedy := "make it writable, or set CONFCOV_CACHE to another directory"
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		remedy = "free some space, or set CONFCOV_CACHE to a directory on another disk"
	}
	e := problem(what, where, err, remedy)
	e.fatal = true
	return e
}

// join makes one error of several, on one line.
func join(errs []error) error {
	if len(errs) == 1 {
		return errs[0]
	}
	return errors.Join(errs...)
}
