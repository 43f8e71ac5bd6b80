package libc_test

// This file lifts literals: it makes from a program another one that reads its integer literals and character
// constants from global variables lit_0, lit_1, ..., which can be options then. Literals stay where C wants a
// constant: gcc says where that is.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// literal is one literal of a program.
type literal struct {
	at, end   int // in the text
	line, col int // of the lifted text, counted from 1
	value     int64
	bits      uint8
	signed    bool
	text      string // of a string literal, with its quotes
	bytes     string // what they are
}

// declare returns the declaration of the variable that takes the literal's place.
func (l *literal) declare(i int) string {
	if l.text != "" {
		return fmt.Sprintf("char lit_%d[]", i)
	}
	return fmt.Sprintf("%s lit_%d", l.ctype(), i)
}

func (l *literal) ctype() string {
	t := map[uint8]string{32: "int", 64: "long"}[l.bits]
	if !l.signed {
		t = "unsigned " + t
	}
	return t
}

var (
	numberToken  = regexp.MustCompile(`^\.?[0-9](?:[eEpP][+-]|[0-9A-Za-z_.])*`)
	integerToken = regexp.MustCompile(`^(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)([uU]?)([lL]{0,2})([uU]?)$`)
	nameToken    = regexp.MustCompile(`^[A-Za-z_]\w*`)
	quotedToken  = regexp.MustCompile(`^(?:"(?:\\(?s:.)|[^"\\])*"|'(?:\\(?s:.)|[^'\\])*')`)
	commentToken = regexp.MustCompile(`^(?:/\*(?s:.*?)\*/|//(?:\\\n|[^\n])*)`)
	directive    = regexp.MustCompile(`^[ \t]*(?:#|%:|\?\?=)(?:\\\n|/\*(?s:.*?)\*/|[^\n])*`)
)

// literals returns the literals in braces, but those of directives.
func literals(text []byte) []literal {
	var out []literal
	depth, fresh := 0, true // fresh: at the beginning of a line
	for i := 0; i < len(text); {
		rest := text[i:]
		n := 1
		switch c := rest[0]; {
		case fresh && directive.Match(rest):
			n = len(directive.Find(rest))
		case commentToken.Match(rest):
			n = len(commentToken.Find(rest))
		case nameToken.Match(rest):
			n = len(nameToken.Find(rest))
			if n < len(rest) && (rest[n] == '\'' || rest[n] == '"') && n <= 2 { // L'x', u8"..."
				n += len(quotedToken.Find(rest[n:]))
			}
		case quotedToken.Match(rest):
			n = len(quotedToken.Find(rest))
			if depth == 0 {
				break
			}
			if b, err := strconv.Unquote(string(rest[:n])); c == '"' && err == nil && alone(text[:i], rest[n:]) {
				out = append(out, literal{at: i, end: i + n, text: string(rest[:n]), bytes: b, bits: 8, signed: true})
			}
			if v, ok := character(string(rest[:n])); ok {
				out = append(out, literal{at: i, end: i + n, value: v, bits: 32, signed: true})
			}
		case numberToken.Match(rest):
			n = len(numberToken.Find(rest))
			if l, ok := integer(string(rest[:n])); ok && depth > 0 {
				l.at, l.end = i, i+n
				out = append(out, l)
			}
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		fresh = rest[n-1] == '\n' || fresh && (rest[0] == ' ' || rest[0] == '\t')
		i += n
	}
	return out
}

// alone reports whether a string literal has no neighbour that it may be one literal with.
func alone(before, after []byte) bool {
	b, a := bytes.TrimRight(before, " \t\n\\"), bytes.TrimLeft(after, " \t\n\\")
	return len(b) > 0 && len(a) > 0 && bytes.IndexByte([]byte("(,={?:[+;"), b[len(b)-1]) >= 0 && bytes.IndexByte([]byte("),;}?:[+"), a[0]) >= 0
}

// character returns the value of a plain character constant.
func character(token string) (int64, bool) {
	if token[0] != '\'' {
		return 0, false
	}
	r, _, tail, err := strconv.UnquoteChar(token[1:len(token)-1], '\'')
	if token == `'\0'` {
		return 0, true
	}
	return int64(r), err == nil && tail == "" && r < 128
}

// integer returns the value and the type of an integer literal.
func integer(token string) (literal, bool) {
	m := integerToken.FindStringSubmatch(token)
	if m == nil {
		return literal{}, false
	}
	v, err := strconv.ParseUint(m[1], 0, 64)
	if err != nil {
		return literal{}, false
	}
	decimal := m[1] == "0" || m[1][0] != '0'
	unsigned := m[2]+m[4] != ""
	for _, l := range []literal{{bits: 32, signed: true}, {bits: 32}, {bits: 64, signed: true}, {bits: 64}} {
		if l.bits == 32 && m[3] != "" || unsigned && l.signed || decimal && !unsigned && !l.signed {
			continue
		}
		if max := ^uint64(0) >> (64 - l.bits); l.signed && v <= max>>1 || !l.signed && v <= max {
			l.value = int64(v)
			return l, true
		}
	}
	return literal{}, false
}

// lifting is a program whose literals are lifted.
type lifting struct {
	text []byte
	lits []literal
	drop int // literals that stay
}

// write fills in the text, in which the literals stand where their lines are.
func (l *lifting) write(source []byte) {
	var head, body bytes.Buffer
	for i := range l.lits {
		t := &l.lits[i]
		value := t.text
		if value == "" {
			value = fmt.Sprint(t.value)
		}
		fmt.Fprintf(&head, "%s = %s; ", t.declare(i), value)
	}
	// The values are there before any constructor of the program's own.
	head.WriteString("void literals_ready(void); __attribute__((constructor(101))) static void literals_start(void) { literals_ready(); }\n#line 1\n")
	at := 0
	for i := range l.lits {
		t := &l.lits[i]
		body.Write(source[at:t.at])
		sofar := body.Bytes()
		t.line = 1 + bytes.Count(sofar, []byte("\n"))
		t.col = body.Len() - bytes.LastIndexByte(sofar, '\n')
		fmt.Fprintf(&body, "lit_%d", i)
		at = t.end
	}
	body.Write(source[at:])
	l.text = append(head.Bytes(), body.Bytes()...)
}

var (
	errorPlace    = regexp.MustCompile(`(?m)^program\.c:(\d+):(\d+): error: `)
	pointerErrors = []string{"-Werror=int-conversion", "-Werror=incompatible-pointer-types"}
)

// without drops the literals of a line.
func (l *lifting) without(source []byte, line int) bool {
	n := len(l.lits)
	l.lits = slices.DeleteFunc(l.lits, func(t literal) bool { return t.line == line })
	l.drop += n - len(l.lits)
	l.write(source)
	return len(l.lits) < n
}

// lift returns the program with its literals lifted. dir is for gcc.
func lift(source []byte, dir string) (*lifting, error) {
	var strict []string
	if out, err := compile(source, dir, pointerErrors...); err == nil && len(out) == 0 {
		strict = pointerErrors
	}
	l := &lifting{lits: literals(source)}
	all := len(l.lits)
	for {
		l.write(source)
		l.drop = all - len(l.lits)
		out, err := compile(l.text, dir, strict...)
		if err != nil {
			return nil, err
		}
		places := map[[2]int]bool{}
		lines := map[int]bool{}
		for _, m := range errorPlace.FindAllSubmatch(out, -1) {
			line, _ := strconv.Atoi(string(m[1]))
			col, _ := strconv.Atoi(string(m[2]))
			places[[2]int{line, col}], lines[line] = true, true
		}
		if len(places) == 0 {
			if len(out) > 0 {
				return nil, fmt.Errorf("gcc: %s", out)
			}
			return l, nil
		}
		before := len(l.lits)
		// Those at the very place of an error; if there are none, those on its line.
		kept := slices.DeleteFunc(slices.Clone(l.lits), func(t literal) bool { return places[[2]int{t.line, t.col}] })
		if len(kept) == before {
			kept = slices.DeleteFunc(kept, func(t literal) bool { return lines[t.line] })
		}
		if len(kept) == before {
			kept = l.several(lines)
		}
		if l.lits = kept; len(kept) == before {
			return nil, fmt.Errorf("gcc: %s", out)
		}
	}
}

// several drops what lies near errors: the literals of the statements before them.
func (l *lifting) several(lines map[int]bool) []literal {
	return slices.DeleteFunc(slices.Clone(l.lits), func(t literal) bool {
		for d := range 30 {
			if lines[t.line+d] || lines[t.line-d] {
				return true
			}
		}
		return false
	})
}

// compile returns gcc's errors.
func compile(text []byte, dir string, flags ...string) ([]byte, error) {
	if err := os.WriteFile(filepath.Join(dir, "program.c"), text, 0o644); err != nil {
		return nil, err
	}
	args := append([]string{"-O0", "-std=gnu17", "-S", "-o", "/dev/null", "-fdiagnostics-color=never", "-fno-diagnostics-show-caret", "-fdiagnostics-column-unit=byte"}, flags...)
	cmd := exec.Command("gcc", append(args, "program.c")...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil, nil
	}
	var errs []byte
	for line := range bytes.Lines(out) {
		if bytes.Contains(line, []byte(" error: ")) {
			errs = append(errs, line...)
		}
	}
	if len(errs) == 0 {
		return nil, fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return errs, nil
}

// option returns literal i as an option with a few values. Of a string it is the byte at offset at.
func (l *lifting) option(i, at int, values ...int64) confspace.Option {
	t := &l.lits[i]
	d := confspace.Domain{Kind: confspace.DomainList, Bits: t.bits, Signed: t.signed}
	for _, v := range values {
		if v = d.Normalize(v); !slices.Contains(d.Values, v) {
			d.Values = append(d.Values, v)
		}
	}
	slices.SortFunc(d.Values, func(a, b int64) int {
		if d.Less(a, b) {
			return -1
		}
		return 1
	})
	name := fmt.Sprintf("lit_%d", i)
	if t.text == "" {
		return confspace.Option{Name: name, Object: name, Domain: d, Default: t.value}
	}
	object := fmt.Sprintf("%s+%d", name, at)
	name = fmt.Sprintf("%s.%d", name, at)
	return confspace.Option{Name: name, Object: object, Domain: d, Default: int64(int8(t.bytes[at]))}
}

// around returns the source near a literal, for messages.
func (l *lifting) around(source []byte, i int) string {
	t := &l.lits[i]
	from := bytes.LastIndexByte(source[:t.at], '\n') + 1
	to := len(source)
	if n := bytes.IndexByte(source[t.end:], '\n'); n >= 0 {
		to = t.end + n
	}
	return fmt.Sprintf("lit_%d in line %d: %s", i, t.line, strings.TrimSpace(string(source[from:t.at])+"<<"+string(source[t.at:t.end])+">>"+string(source[t.end:to])))
}
