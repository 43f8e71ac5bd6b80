package frontend

// This file looks through the text of a source or header before it is preprocessed: how deeply it nests, and which
// of its directives the preprocessor would ignore, since it does not know them. These become pragmas, which count only where
// they are not skipped, or the directives that they stand for.

import (
	"fmt"
	"strconv"
	"strings"
)

// The pragmas that directives become, and those around an included file.
const (
	errorPragma  = "confcov_error"
	importPragma = "confcov_import"
	enterPragma  = "confcov_enter"
	leavePragma  = "confcov_leave"
)

// textScanner reads a text as the preprocessor's first phases do: lines that end in a backslash are continued.
type textScanner struct {
	name      string
	s         string
	i         int
	line      int
	lineStart int

	tokens      int         // about as many as were passed
	depth       int         // brackets that are open
	groups      []condGroup // of #if
	inDirective bool
	exposing    bool // conditions are shown to the pragma handler: conditions.go
	shift       int  // from the number of a line to the one that #line gives it
	out         strings.Builder
	done        int // what of s is in out
}

// condGroup is what a group of #if knows.
type condGroup struct {
	before, least int  // brackets that were open before it; the fewest that one of its parts leaves open
	other         bool // #else was seen
	elifs         int
	within        int // #if that exposed #elif have become
}

// scanText returns the text with the directives that the preprocessor knows.
func scanText(name, s string) (string, error) {
	t := &textScanner{name: name, s: s, line: 1}
	return t.scan()
}

// scan passes over the whole text.
func (t *textScanner) scan() (string, error) {
	s := t.s
	t.join()
	for start := true; t.i < len(t.s); {
		ch := t.s[t.i]
		switch {
		case ch == '\n':
			start = true
			t.next()
			continue
		case ch == ' ' || ch == '\t' || ch == '\f' || ch == '\v' || ch == '\r':
			t.next()
			continue
		case ch == '/' && t.comment():
			continue
		case ch == '#' && start:
			t.inDirective = true
			if err := t.directive(); err != nil {
				return "", err
			}
			t.inDirective = false
		case ch == '"' || ch == '\'':
			t.literal(ch)
		default:
			if ch == '(' || ch == '[' || ch == '{' {
				if t.depth++; t.depth > maxNesting {
					return "", t.placed(tooDeep("here"))
				}
			} else if (ch == ')' || ch == ']' || ch == '}') && t.depth > 0 {
				t.depth--
			}
			if err := t.token(ch); err != nil {
				return "", err
			}
		}
		start = false
	}
	if t.done == 0 {
		return s, nil
	}
	t.out.WriteString(t.s[t.done:])
	return t.out.String(), nil
}

// join skips the ends of lines that are continued.
func (t *textScanner) join() {
	for t.i+1 < len(t.s) && t.s[t.i] == '\\' {
		switch {
		case t.s[t.i+1] == '\n':
			t.i += 2
		case strings.HasPrefix(t.s[t.i+1:], "\r\n"):
			t.i += 3
		default:
			return
		}
		t.line++
		t.lineStart = t.i
	}
}

// next steps over a byte.
func (t *textScanner) next() {
	if t.s[t.i] == '\n' {
		t.line++
		t.lineStart = t.i + 1
	}
	t.i++
	t.join()
}

// peek returns the byte after the present one, 0 at the end.
func (t *textScanner) peek() byte {
	u := *t
	u.next()
	if u.i < len(u.s) {
		return u.s[u.i]
	}
	return 0
}

// comment steps over a comment, if one begins here.
func (t *textScanner) comment() bool {
	switch t.peek() {
	case '/':
		for t.i < len(t.s) && t.s[t.i] != '\n' {
			t.next()
		}
	case '*':
		t.next()
		t.next()
		for t.i < len(t.s) {
			star := t.s[t.i] == '*'
			t.next()
			if star && t.i < len(t.s) && t.s[t.i] == '/' {
				t.next()
				break
			}
		}
	default:
		return false
	}
	return true
}

// literal steps over a literal. One that does not end on its line is not a literal but, where it is skipped or part of
// a message, an apostrophe: it becomes a character that the parser takes for one token.
func (t *textScanner) literal(quote byte) {
	from := t.i
	t.next()
	after := *t
	for t.i < len(t.s) && t.s[t.i] != '\n' {
		ch := t.s[t.i]
		t.next()
		if ch == quote {
			return
		}
		if ch == '\\' && t.i < len(t.s) && t.s[t.i] != '\n' {
			t.next()
		}
	}
	if len(t.groups) == 0 && !t.inDirective {
		return
	}
	t.i, t.line, t.lineStart = after.i, after.line, after.lineStart
	t.replace(from, map[byte]string{'\'': "\u2019", '"': "\u201d"}[quote])
}

// blanks steps over spaces and comments within a line.
func (t *textScanner) blanks() {
	for t.i < len(t.s) {
		switch ch := t.s[t.i]; {
		case ch == ' ' || ch == '\t' || ch == '\f' || ch == '\v' || ch == '\r':
			t.next()
		case ch == '/' && t.comment():
		default:
			return
		}
	}
}

// word steps over an identifier, a number, a literal or another byte and returns it; "" at the end of the line.
func (t *textScanner) word() string {
	t.blanks()
	if t.i >= len(t.s) || t.s[t.i] == '\n' {
		return ""
	}
	var w strings.Builder
	if ch := t.s[t.i]; ch == '"' {
		from := t.i
		t.literal(ch)
		return t.s[from:t.i]
	}
	for t.i < len(t.s) && (isWordByte(t.s[t.i]) || w.Len() == 0) {
		ch := t.s[t.i]
		w.WriteByte(ch)
		t.next()
		if !isWordByte(ch) {
			break
		}
	}
	return w.String()
}

func isWordByte(ch byte) bool {
	return ch == '_' || ch == '$' || ch >= '0' && ch <= '9' || ch|0x20 >= 'a' && ch|0x20 <= 'z' || ch >= 0x80
}

// replace puts text in the place of what lies between from and here.
func (t *textScanner) replace(from int, text string) {
	t.out.WriteString(t.s[t.done:from])
	t.out.WriteString(text)
	t.done = t.i
}

// directive deals with the directive whose # is here, up to the name or what follows it.
func (t *textScanner) directive() error {
	hash := t.i
	t.next()
	t.blanks()
	at, line, col := t.i, t.line, t.i-t.lineStart+1
	name := t.word()
	refuse := func(msg string) {
		for t.i < len(t.s) && t.s[t.i] != '\n' {
			if !(t.s[t.i] == '/' && t.comment()) {
				t.next()
			}
		}
		t.replace(at, fmt.Sprintf("pragma %s %d %s", errorPragma, col, strconv.Quote(msg)))
	}
	switch name {
	case "if", "ifdef", "ifndef":
		t.groups = append(t.groups, condGroup{before: t.depth, least: t.depth})
		if len(t.groups) > maxNesting {
			return &Error{Kind: Unsupported, File: t.name, Line: line, Col: col, Message: fmt.Sprintf("#if nested more than %d deep", maxNesting)}
		}
		if t.exposing && name == "if" {
			t.expose(hash, line, col, "")
		}
	case "elif", "else", "elifdef", "elifndef", "endif":
		if err := t.group(name); err != nil {
			return placedAt(&Error{File: t.name, Line: line, Col: col}, err)
		}
		switch test, ok := strings.CutPrefix(name, "elif"); {
		case ok && test != "":
			t.replace(at, map[string]string{"def": "elif defined ", "ndef": "elif !defined "}[test])
		case ok && t.exposing && len(t.groups) > 0:
			t.groups[len(t.groups)-1].within++
			t.expose(hash, line, col, "#else\n")
		}
	case "include", "include_next":
		t.headerName()
	case "line":
		t.lineDirective(refuse)
	case "", "error", "pragma", "warning":
	case "define", "undef":
		macro := t.word()
		if t.exposing && (strings.HasPrefix(macro, exposingPrefix) || macro == counterMacro) {
			return &Error{Kind: Unsupported, File: t.name, Line: line, Col: col, Message: fmt.Sprintf("#%s %s in a source as large as this", name, macro)}
		}
		if macro == "" && name == "undef" {
			refuse("no macro name given in #undef directive")
		}
	case "import":
		// As #include, where the file has not been included before.
		t.replace(at, fmt.Sprintf("pragma %s\n#line %d\n#include", importPragma, line+t.shift))
		t.headerName()
	case "ident", "sccs":
		if !strings.HasPrefix(t.word(), `"`) {
			refuse(fmt.Sprintf("invalid #%s directive", name))
		}
	case "assert", "unassert":
		if t.word() == "" {
			refuse("assertion without predicate")
		}
	default:
		if name[0] >= '0' && name[0] <= '9' {
			t.lineMarker(at, name, refuse)
		} else {
			refuse("invalid preprocessing directive #" + name)
		}
	}
	return t.rest()
}

// group ends a part of a group of #if: what follows begins where the parts before it did, and the whole leaves the fewest
// brackets open that any of them does. It returns what is wrong with the directive, without its place.
func (t *textScanner) group(name string) error {
	if len(t.groups) == 0 {
		return nil // the parser says so, unless it is skipped
	}
	g := &t.groups[len(t.groups)-1]
	g.least = min(g.least, t.depth)
	t.depth = g.before
	switch {
	case name == "endif":
		t.depth = g.least
		if g.within > 0 {
			t.replace(t.i, strings.Repeat("\n#endif", g.within))
		}
		t.groups = t.groups[:len(t.groups)-1]
	case g.other:
		return fmt.Errorf("#%s after #else", name)
	case name == "else":
		g.other = true
	default:
		if g.elifs++; g.elifs > maxNesting {
			return tooMuch("more than %d #elif of one #if", maxNesting)
		}
	}
	return nil
}

// absoluteMark precedes absolute names of headers, which the parser would look for below the folders of headers.
const absoluteMark = "confcov:"

// headerName steps over the name of a header in angle brackets.
func (t *textScanner) headerName() {
	t.blanks()
	if rest := t.s[t.i:]; strings.HasPrefix(rest, "</") || strings.HasPrefix(rest, `"/`) {
		t.out.WriteString(t.s[t.done:t.i+1] + absoluteMark)
		t.done = t.i + 1
	}
	if t.i < len(t.s) && t.s[t.i] == '<' {
		for t.i < len(t.s) && t.s[t.i] != '\n' && t.s[t.i] != '>' {
			t.next()
		}
	}
}

// number notes the number that #line gives to the next line.
func (t *textScanner) number(digits string) {
	if n, err := strconv.ParseUint(digits, 10, 31); err == nil {
		t.shift = int(n) - t.line - 1
	}
}

// lineDirective looks at what #line says; a macro that it names is the parser's to know.
func (t *textScanner) lineDirective(refuse func(string)) {
	number := t.word()
	switch {
	case number == "":
		refuse("unexpected end of file after #line")
		return
	case strings.Trim(number, "0123456789") == "":
		t.number(number)
	case number[0] < 'A':
		refuse(fmt.Sprintf("%q after #line is not a positive integer", number))
		return
	default:
		return
	}
	if file := t.word(); file != "" && file[0] < 'A' && file[0] != '"' {
		refuse(fmt.Sprintf("%q is not a valid filename", file))
	}
}

// lineMarker turns the line that a preprocessor leaves, # number "file" flags, into #line.
func (t *textScanner) lineMarker(at int, number string, refuse func(string)) {
	if _, err := strconv.ParseUint(number, 10, 31); err != nil {
		refuse(fmt.Sprintf("%q after # is not a positive integer", number))
		return
	}
	file := t.word()
	if file != "" && !strings.HasPrefix(file, `"`) {
		refuse(fmt.Sprintf("%q is not a valid filename", file))
		return
	}
	last := 0
	for {
		flag := t.word()
		if flag == "" {
			break
		}
		n, err := strconv.Atoi(flag)
		if err != nil || n <= last || n > 4 || last == 0 && n == 4 || last == 1 && n == 2 {
			refuse(fmt.Sprintf("invalid flag %q in line directive", flag))
			return
		}
		last = n
	}
	t.number(number)
	t.replace(at, strings.TrimSpace(fmt.Sprintf("line %s %s", number, file)))
}

// rest steps over what is left of the directive. Its brackets must not nest too deeply by themselves.
func (t *textScanner) rest() error {
	depth := 0
	for t.i < len(t.s) && t.s[t.i] != '\n' {
		switch ch := t.s[t.i]; {
		case ch == '/' && t.comment():
			continue
		case ch == '"' || ch == '\'':
			t.literal(ch)
			continue
		case ch == '(':
			if depth++; depth > maxNesting {
				return t.placed(tooDeep("here"))
			}
		case ch == ')':
			depth--
		}
		if err := t.token(t.s[t.i]); err != nil {
			return err
		}
	}
	return nil
}

// token steps over ch, which is all or part of a token.
func (t *textScanner) token(ch byte) error {
	t.next()
	if isWordByte(ch) && t.i < len(t.s) && isWordByte(t.s[t.i]) || ch == ' ' || ch == '\t' {
		return nil
	}
	if t.tokens++; t.tokens > maxTokens {
		return t.placed(tooMuch("more than %d tokens in a file: divide it", maxTokens))
	}
	return nil
}

// placed returns the error with the present place.
func (t *textScanner) placed(err error) error {
	return placedAt(&Error{File: t.name, Line: t.line, Col: t.i - t.lineStart + 1}, err)
}
