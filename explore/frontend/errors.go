package frontend

// This file defines the errors of the front end and the positions they carry.

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Error says why a source could not be lowered, and where.
type Error struct {
	File      string
	Line, Col int
	Message   string
	More      []string // further errors of the same source, each with its position
}

func (e *Error) Error() string {
	s := e.Message
	switch {
	case e.File != "" && e.Line > 0:
		s = fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Message)
	case e.File != "":
		s = e.File + ": " + e.Message
	}
	if n := len(e.More); n > 0 {
		s += fmt.Sprintf(" (and %d more)", n)
	}
	return s
}

var positioned = regexp.MustCompile(`^(.*?):(\d+):(\d+): (.*)$`)

// parserError turns an error of the parser, which may be many lines, into an Error led by its first line.
func parserError(filename string, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(err.Error(), absoluteMark, "")), "\n")
	e := &Error{File: filename, Message: lines[0], More: lines[1:]}
	if m := positioned.FindStringSubmatch(lines[0]); m != nil {
		e.File, e.Message = m[1], m[4]
		e.Line, _ = strconv.Atoi(m[2])
		e.Col, _ = strconv.Atoi(m[3])
	}
	if len(e.More) == 0 {
		e.More = nil
	}
	return e
}

// placedAt returns why with the place of the parser's error at.
func placedAt(at, why error) error {
	e := parserError("", at)
	e.Message, e.More = why.Error(), nil
	return e
}
