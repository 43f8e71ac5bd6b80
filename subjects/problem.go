package subjects

// This file defines errors in a subject's files, and finds the line on which a key of a TOML
// text stands: the TOML library reports unknown keys without a position.

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// Problem is an error in a file of a subject.
type Problem struct {
	Path    string
	Line    int // 0: not known
	Message string
}

func (p *Problem) Error() string { return p.place() + ": " + p.Message }

func (p *Problem) place() string {
	if p.Line == 0 {
		return p.Path
	}
	return fmt.Sprintf("%s:%d", p.Path, p.Line)
}

// source is a text file of a subject with the position at which its TOML begins.
type source struct {
	path string
	text string
}

func (s source) problem(line int, format string, args ...any) error {
	return &Problem{Path: s.path, Line: line, Message: fmt.Sprintf(format, args...)}
}

// decode reads the TOML text into v. Syntax errors, values of the wrong type and unknown keys are problems.
func (s source) decode(v any) error {
	meta, err := toml.Decode(s.text, v)
	if err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			message := strings.TrimPrefix(parse.Message, "toml: ")
			if message == "" {
				message = parse.Error()
			}
			return s.problem(parse.Position.Line, "%s", message)
		}
		return s.problem(0, "%s", strings.TrimPrefix(err.Error(), "toml: "))
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		key := unknown[0]
		return s.problem(s.keyLine(key), "unknown key %q", key.String())
	}
	return nil
}

var headerRE = regexp.MustCompile(`^\s*\[\[?\s*([^\]]+?)\s*\]\]?`)

// keyLine returns the first line on which the last part of key is given a value inside
// the table that the leading parts name, or 0.
func (s source) keyLine(key toml.Key) int {
	last := regexp.QuoteMeta(key[len(key)-1])
	assign := regexp.MustCompile(`(^|[\s{,.])["']?` + last + `["']?\s*(\.[^=]*)?=`)
	table := ""
	fallback := 0
	for i, line := range strings.Split(s.text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		if m := headerRE.FindStringSubmatch(line); m != nil {
			table = m[1]
			if table == key.String() {
				return i + 1
			}
			continue
		}
		if !assign.MatchString(line) {
			continue
		}
		if strings.HasPrefix(key.String(), table) {
			return i + 1
		}
		if fallback == 0 {
			fallback = i + 1
		}
	}
	return fallback
}

// lineOf returns the first line that contains text, or 0.
func (s source) lineOf(text string) int {
	before, _, found := strings.Cut(s.text, text)
	if !found || text == "" {
		return 0
	}
	return strings.Count(before, "\n") + 1
}
