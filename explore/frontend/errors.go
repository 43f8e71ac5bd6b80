package frontend

// This file defines the errors of the front end and the positions they carry.

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Kind is what is wrong with a source.
type Kind uint8

const (
	Invalid     Kind = iota // it is not C
	Unsupported             // it is C that the front end does not take, or more of it than it takes
	Internal                // nothing, perhaps: the front end failed
)

// kindTexts precede messages.
var kindTexts = [...]string{Invalid: "", Unsupported: "unsupported: ", Internal: "internal error: "}

// ErrUnsupported is what an Error of that kind is, for errors.Is.
var ErrUnsupported = errors.New("unsupported")

// Error says why a source could not be lowered, and where.
type Error struct {
	Kind      Kind
	File      string
	Line, Col int
	Message   string
	More      []string // further errors of the same source, each with its position
}

func (e *Error) Error() string {
	s := kindTexts[e.Kind] + e.Message
	switch {
	case e.File != "" && e.Line > 0:
		s = fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, s)
	case e.File != "":
		s = e.File + ": " + s
	}
	if n := len(e.More); n > 0 {
		s += fmt.Sprintf(" (and %d more)", n)
	}
	return s
}

// Is implements errors.Is.
func (e *Error) Is(target error) bool { return target == ErrUnsupported && e.Kind == Unsupported }

// tooMuch returns an error of kind Unsupported that has no place yet.
func tooMuch(format string, args ...any) error {
	return &Error{Kind: Unsupported, Message: fmt.Sprintf(format, args...)}
}

var positioned = regexp.MustCompile(`^(.*?):(\d+):(\d+): (.*)$`)

// parserError turns an error of the parser, which may be many lines, into an Error led by its first line.
func parserError(filename string, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		if known.File == "" {
			placed := *known
			placed.File = filename
			return &placed
		}
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
	placed := &Error{File: e.File, Line: e.Line, Col: e.Col, Message: why.Error()}
	if known := (*Error)(nil); errors.As(why, &known) {
		placed.Kind, placed.Message = known.Kind, known.Message
	}
	return placed
}
