package confspace

import (
	"fmt"
	"strings"
)

// This file has what the parsers of conditions and of constraints share.

// maxDepth is the depth of parentheses and negations that is read.
const maxDepth = 1000

// parseError is what fail panics with.
type parseError struct{ err error }

// scanner is a text that is read from left to right.
type scanner struct {
	in    string
	pos   int
	depth int
}

// read calls parse, which must consume the whole text. In errors, what names the kind of text and more what could follow its end;
// errors from parse name the column.
func (p *scanner) read(what, more string, parse func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(parseError)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s %q, column %d: %w", what, p.in, p.pos+1, e.err)
		}
	}()
	parse()
	if p.space(); p.pos < len(p.in) {
		p.fail("want %s", more)
	}
	return nil
}

func (p *scanner) fail(format string, args ...any) {
	panic(parseError{fmt.Errorf(format, args...)})
}

func (p *scanner) space() {
	for p.pos < len(p.in) && strings.IndexByte(" \t\r\n", p.in[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *scanner) accept(tok string) bool {
	p.space()
	if strings.HasPrefix(p.in[p.pos:], tok) {
		p.pos += len(tok)
		return true
	}
	return false
}

// deeper fails where nesting is too deep; the function that it returns leaves the level.
func (p *scanner) deeper() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested too deep")
	}
	return func() { p.depth-- }
}

// chain reads operands between which the operator stands, once or twice, and joins them from the left.
func chain[T any](p *scanner, operator string, operand func() T, join func(a, b T) T) T {
	x := operand()
	for p.accept(operator) {
		p.accept(operator)
		x = join(x, operand())
	}
	return x
}
