package frontend

// This file bounds what a source may ask of the front end. The parser, the checker and the lowering follow
// the nesting of a program by recursion, and Go ends the whole process when a stack grows beyond 1 GB: so what
// nests too deeply is found before it is parsed, in each file as it is read (text.go), and where macros
// made it, in what they expand to.
//
// A source whose preprocessing takes little work cannot make a stack that is too large, however it nests: each
// token takes at most 6 kB of it. So the parser first runs on a source that is not large with a small limit of work, and most sources
// are done then. For the others the preprocessor runs alone, its tokens are measured, and what conditions expand to before they
// are evaluated (conditions.go), and the parser runs once more.

import (
	"context"
	"io"
	"slices"
	"strings"

	"modernc.org/cc/v4"
)

const (
	maxNesting  = 10_000     // brackets within brackets and statements within statements
	maxOperands = 250_000    // tokens of the expressions and declarators around a place
	maxTokens   = 4_000_000  // after preprocessing
	smallWork   = 80_000     // of the preprocessor, in tokens, for which any nesting is harmless
	smallText   = 50_000     // bytes, in which no more statements nest than the parser takes in a second or two
	maxWork     = 20_000_000 // of the preprocessor
	maxIncludes = 100_000    // files included, repetitions counted
	maxDepth    = 200        // of #include, as in gcc
	maxNodes    = 50_000_000 // expressions, statements and instructions
	maxText     = 64 << 20   // bytes of source and headers
	maxObject   = 1<<31 - 1  // bytes of an object
	maxInit     = 64 << 20   // bytes of an object up to the last that is initialised to something but 0
)

// measure measures what it is given of the preprocessor's tokens. Its Write fails for what is beyond the bounds.
type measure struct {
	ctx    context.Context
	tokens int
	levels []bracket // the brackets that are open; [0]: the file
	depth  int       // of nesting, of all levels
	run    int       // tokens, of all levels
	last   byte      // the first of the token before
}

// bracket is what is within an open bracket, up to the place that is measured.
type bracket struct {
	statements int  // around the place
	run        int  // tokens since the statement or element began
	ended      bool // a statement has ended, unless else follows
}

// deepens are the words that begin a statement, or part of an expression, within another.
var deepens = map[string]bool{"if": true, "for": true, "while": true, "do": true, "switch": true, ":": true}

func (m *measure) Write(token []byte) (int, error) {
	if len(token) == 0 || token[0] == ' ' || token[0] == '\n' {
		return len(token), nil
	}
	if m.tokens++; m.tokens%1024 == 0 && m.ctx.Err() != nil {
		return 0, m.ctx.Err()
	}
	if len(m.levels) == 0 {
		m.levels = append(m.levels, bracket{})
	}
	l := &m.levels[len(m.levels)-1]
	word := string(token)
	if l.ended {
		if l.ended = false; word != "else" {
			m.restart(l)
		}
	}
	switch word {
	case "(", "[", "{":
		m.levels = append(m.levels, bracket{})
		m.depth++
	case ")", "]", "}":
		if len(m.levels) > 1 {
			m.restart(l)
			m.depth--
			m.levels = m.levels[:len(m.levels)-1]
		}
		m.levels[len(m.levels)-1].ended = word == "}"
	case ";":
		l.ended = true
	case ",":
		m.restart(l)
	default:
		if token[0] != '"' || m.last != '"' { // adjacent strings are one
			l.run++
			m.run++
		}
		if deepens[word] {
			l.statements++
			m.depth++
		}
	}
	m.last = token[0]
	return len(token), m.check()
}

// restart begins another statement or element.
func (m *measure) restart(l *bracket) {
	m.depth -= l.statements
	m.run -= l.run
	l.statements, l.run = 0, 0
}

func (m *measure) check() error {
	switch {
	case m.tokens > maxTokens:
		return tooMuch("more than %d tokens after preprocessing: divide the source", maxTokens)
	case m.depth > maxNesting:
		return tooDeep("after macros are expanded")
	case m.run > maxOperands:
		return tooMuch("expressions or declarations of more than %d tokens: divide them", maxOperands)
	}
	return nil
}

func tooDeep(when string) error {
	return tooMuch("brackets or statements nested more than %d deep %s", maxNesting, when)
}

var _ io.Writer = (*measure)(nil)

// measured preprocesses the sources, the last of which is text, and reports whether the parser can take them.
func measured(ctx context.Context, cfg *cc.Config, filename, text string, sources []cc.Source) error {
	text, err := exposed(filename, text)
	if err != nil {
		return &limitError{err}
	}
	sources = append(slices.Clone(sources[:len(sources)-1]),
		cc.Source{Name: "<conditions>", Value: exposingText}, cc.Source{Name: filename, Value: enclosed(text)})
	m := &measure{ctx: ctx}
	err = cc.Preprocess(cfg, sources, m)
	if refusal := m.check(); refusal != nil {
		return &limitError{refusal}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if beyondWork(err) {
		return err
	}
	return nil // the parser reports what else is wrong
}

// limitError is the error of a source that is beyond the bounds, whether it is C or not.
type limitError struct{ error }

// beyondWork reports whether err is that the preprocessor has worked too much.
func beyondWork(err error) bool {
	return err != nil && strings.Contains(err.Error(), "macro expansion limit exceeded")
}
