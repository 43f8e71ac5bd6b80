package peer

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
)

// This file matches regular expressions against bytes of which some are not known.
//
// An expression is followed byte by byte as a set of places in its program (Thompson's construction), so that after any byte it can be
// forked, and compared with another one: where all values of an unknown byte lead to the same set, its value does not matter.

// pattern is a regular expression of package regexp over bytes: each is a character of its own, 0 to 255.
type pattern struct {
	source string
	re     *regexp.Regexp
	prog   *syntax.Prog
	first  bool       // it can match at the beginning only
	dfa    *automaton `canonical:"-"`
}

// compilePattern compiles an expression.
func compilePattern(source string) (*pattern, error) {
	for _, c := range []byte(source) {
		if c >= 0x80 {
			return nil, fmt.Errorf("/%s/: patterns are of ASCII characters: write another byte as \\xNN", source)
		}
	}
	re, err := regexp.Compile(source)
	if err != nil {
		return nil, fmt.Errorf("/%s/ does not compile: %w", source, err)
	}
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("/%s/ does not compile: %w", source, err)
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, fmt.Errorf("/%s/ does not compile: %w", source, err)
	}
	return &pattern{source: source, re: re, prog: prog, first: prog.StartCond()&syntax.EmptyBeginText != 0, dfa: newAutomaton()}, nil
}

// literalPattern returns the pattern of what contains a text.
func literalPattern(text string) (*pattern, error) {
	source := ""
	for _, b := range []byte(text) {
		source += fmt.Sprintf(`\x%02x`, b)
	}
	return compilePattern(source)
}

// names returns the names of the groups that are captured.
func (p *pattern) names() []string {
	var names []string
	for _, n := range p.re.SubexpNames() {
		if n != "" {
			names = append(names, n)
		}
	}
	return names
}

// matches reports whether the pattern matches in a text, which is known.
func (p *pattern) matches(text []byte) bool {
	m := matcher{p: p}
	before := none
	for _, b := range text {
		m.next(before, int(b))
		before = context(int(b))
	}
	m.next(before, none)
	return m.matched
}

// group is a captured group: its bytes are from..to-1 of the text.
type group struct {
	name     string
	from, to int
}

// groups returns the groups with names that take part in the match in a text, which is known.
func (p *pattern) groups(text []byte) []group {
	wide := make([]rune, len(text))
	for i, b := range text {
		wide[i] = rune(b)
	}
	at := p.re.FindStringSubmatchIndex(string(wide))
	if at == nil {
		return nil
	}
	// Bytes from 0x80 on are two in UTF-8.
	position := make(map[int]int, len(text)+1)
	n := 0
	for i, b := range text {
		position[n] = i
		if n++; b >= 0x80 {
			n++
		}
	}
	position[n] = len(text)
	var all []group
	for i, name := range p.re.SubexpNames() {
		if name != "" && at[2*i] >= 0 {
			all = append(all, group{name, position[at[2*i]], position[at[2*i+1]]})
		}
	}
	return all
}

// matcher is where a pattern stands behind some bytes of a text.
type matcher struct {
	p       *pattern
	at      *automatonState // nil: at the start
	matched bool
}

// none stands for the absence of a byte, before the text and after it.
const none = -1

// next advances by a byte, or by none at the end of the text; before is the context of the byte before it, or none.
func (m *matcher) next(before, b int) {
	if m.matched || m.p.first && before != none && (m.at == nil || len(m.at.threads) == 0) {
		return
	}
	m.at = m.p.dfa.next(m.p, m.at, before, b)
	m.matched = m.at.matched
}

// same reports whether both are in the same state.
func (m *matcher) same(o *matcher) bool {
	if m.p != o.p || m.matched != o.matched {
		return false
	}
	return m.at == o.at || m.matched || slices.Equal(m.at.list(), o.at.list())
}

// reached reports whether the pattern matches whatever comes next.
func (m *matcher) reached() bool {
	w := walk{prog: m.p.prog, b: none}
	for _, pc := range m.at.list() {
		w.visit(pc)
	}
	return m.matched || w.matched
}

// walk follows a program over one byte.
type walk struct {
	prog    *syntax.Prog
	flags   syntax.EmptyOp
	b       int
	seen    []uint32
	next    []uint32
	matched bool
}

func (w *walk) visit(pc uint32) {
	if w.matched || slices.Contains(w.seen, pc) {
		return
	}
	w.seen = append(w.seen, pc)
	switch in := &w.prog.Inst[pc]; in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		w.visit(in.Out)
		w.visit(in.Arg)
	case syntax.InstCapture, syntax.InstNop:
		w.visit(in.Out)
	case syntax.InstEmptyWidth:
		if syntax.EmptyOp(in.Arg)&^w.flags == 0 {
			w.visit(in.Out)
		}
	case syntax.InstMatch:
		w.matched = true
	case syntax.InstFail:
	default:
		if w.b != none && in.MatchRune(rune(w.b)) {
			w.next = append(w.next, in.Out)
		}
	}
}
