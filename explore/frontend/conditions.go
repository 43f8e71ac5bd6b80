package frontend

// This file bounds the conditions of #if and #elif. The preprocessor evaluates them by recursion, and their brackets may come from
// macros; but it tells nobody what they expand to. So where the preprocessor runs alone, to be measured, the
// condition is expanded once more before it is evaluated, by a directive that expands macros, #include, to a pragma: of
//
//	#if CONDITION
//
// becomes
//
//	#define __confcov_if CONDITION
//	#pragma confcov_if column
//	#include __confcov_if_measured(__confcov_if)
//	#pragma confcov_if_end
//	#if CONDITION
//
// and #elif becomes #else and #if. The pragma of #include does not come if brackets are left open. What is expanded twice counts twice where __COUNTER__ occurs: conditions and names of files that
// depend on it are refused, but for the one whether it counts at all. All this concerns only sources that need much work (limits.go).

import (
	"fmt"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

const (
	exposingPrefix  = "__confcov_if"
	conditionPragma = "confcov_if"
	expandedPragma  = "confcov_if_is"
	exposedPragma   = "confcov_if_end"
	counterMacro    = "__COUNTER__"
	emptyFile       = "<confcov_if>"

	// countsUp is how gnulib's verify.h asks whether __COUNTER__ counts, which is true whatever it counts to.
	countsUp = "__COUNTER__ != __COUNTER__"
)

// exposingText precedes a source whose conditions are exposed. As a macro with parameters, __COUNTER__ is not expanded.
const exposingText = `
#define __COUNTER__() __COUNTER__
#define __confcov_if_measured(...) __confcov_if_pragma(` + expandedPragma + ` __VA_ARGS__)
#define __confcov_if_pragma(...) "` + emptyFile + `" _Pragma(#__VA_ARGS__)
`

// exposed returns the text as scanText does, and with its conditions exposed.
func exposed(name, s string) (string, error) {
	t := &textScanner{name: name, s: s, line: 1, exposing: true}
	return t.scan()
}

// expose puts before the condition here, of the directive whose # is at hash, what exposes it.
func (t *textScanner) expose(hash, line, col int, before string) {
	u := *t
	u.out, u.done = strings.Builder{}, t.i
	u.rest() // an error of it is found again
	if strings.Contains(t.s[t.i:u.i], countsUp) {
		t.s = t.s[:t.i] + strings.ReplaceAll(t.s[t.i:u.i], countsUp, "1"+strings.Repeat(" ", len(countsUp)-1)) + t.s[u.i:]
		u = *t
		u.out, u.done = strings.Builder{}, t.i
		u.rest()
	}
	u.out.WriteString(u.s[u.done:u.i])
	condition := u.out.String()
	if strings.Contains(condition, "##") { // which pastes in #define, and is wrong in #if
		condition = strings.ReplaceAll(condition, "##", " ")
	}
	at := fmt.Sprintf("#line %d\n", line+t.shift)
	t.replace(hash, fmt.Sprintf("%s#undef %s\n#define %s %s\n%s#pragma %s %d\n%s#include %s_measured(%s)\n#pragma %s\n%s#if",
		before, exposingPrefix, exposingPrefix, condition, at, conditionPragma, col, at, exposingPrefix, exposingPrefix, exposedPragma, at))
}

// condition is told that a condition is about to be exposed, and its column.
func (p *pragmas) condition(toks []cc.Token) {
	if !p.exposing {
		return // a pragma of the source's own
	}
	pos := toks[0].Position()
	p.exposed = &Error{File: pos.Filename, Line: pos.Line, Col: pos.Column, Message: fmt.Sprintf("the condition expands to too much (more than %d steps of the preprocessor)", maxWork)}
	if len(toks) > 1 {
		p.exposed.Col, _ = strconv.Atoi(toks[1].SrcStr())
	}
}

// expanded is told what the condition expands to.
func (p *pragmas) expanded(toks []cc.Token) {
	e := p.exposed
	if e == nil {
		return
	}
	p.exposed = nil
	m := &measure{ctx: p.files.ctx}
	for i := range toks {
		s := strings.TrimSpace(toks[i].SrcStr())
		_, err := m.Write([]byte(s))
		if err == nil && strings.Contains(s, counterMacro) {
			err = tooMuch("#if that depends on __COUNTER__ in a source as large as this")
		}
		switch {
		case err == nil:
			continue
		case p.files.ctx.Err() == nil:
			err = &limitError{placedAt(e, err)}
		}
		p.files.stop.stop(err)
	}
}

// unexposed returns the error of a condition that was not exposed, if there is one: the preprocessor broke off since the brackets of what it
// expands to are left open, which gcc can say, or since it expands to too much.
func (p *pragmas) unexposed() error {
	if p.exposed == nil {
		return nil
	}
	return fmt.Errorf("%w%w", p.exposed, errParser)
}
