package subjects

// This file reads configurations that somebody has: files of the program itself, the inverse of config.go, and files with settings.
//
// A file has one of three forms, which its content tells, or its name:
//
//	own     the program's own: the settings as Config and the options say it. The whole file is one configuration
//	lines   a configuration a line, as settings: a=1,b=0 or a=1 b=0; (the defaults) is one without settings
//	JSON    objects {"a": 1, "b": false}, one after another, in an array, or in the fields settings or configuration of others, as
//	        confcov prints them
//
// Names that end in .json or .jsonl, and what begins as JSON does, are JSON; names that end in .conf are the program's own, those in .settings lines. Other
// files have lines where most have several settings. In lines, blank ones and comments (# and ;) count for nothing.
//
// What an option is not set to is its default. What cannot be understood, or what no configuration of the space has, is a Problem with file and line; the rest is
// read all the same.

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// ConfigReader reads configurations that somebody has.
type ConfigReader struct {
	Space *confspace.Space
	// Subject returns the subject, whose options are those of Space: it is called once something depends on how the program's own files are
	// written. nil: there is none.
	Subject func() (*Subject, error)

	subject *Subject
	forms   *ownForms
	given   []Given
	bad     []*Problem
}

// Given is a configuration that somebody has.
type Given struct {
	Name          string // of the file, and the line where a file may have several: "ci/minimal.conf", "matrix.txt:3"
	Configuration confspace.Configuration
}

// Read reads the configurations of files, and of all files of folders, in the order of their names; hidden files in folders are passed over, and folders
// in folders are told of. Problems are what it could not understand, by file and line. An error is that a file cannot be read, or that it needs the subject, which is not there.
func (r *ConfigReader) Read(names ...string) (given []Given, problems []*Problem, err error) {
	r.given, r.bad = nil, nil
	for _, name := range names {
		files, folders, err := filesOf(name)
		if err != nil {
			return nil, nil, err
		}
		for _, folder := range folders {
			r.problem(folder, 0, "a folder in a folder is not read: name it, too")
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, nil, err
			}
			before := len(r.bad)
			if err := r.read(file, data); err != nil {
				return nil, nil, err
			}
			slices.SortStableFunc(r.bad[before:], func(a, b *Problem) int { return a.Line - b.Line })
		}
	}
	return r.given, r.bad, nil
}

// filesOf returns the files that a name stands for, and the folders in a folder.
func filesOf(name string) (files, folders []string, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return []string{name}, nil, err
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		file := filepath.Join(name, e.Name())
		switch info, err := os.Stat(file); {
		case err != nil || strings.HasPrefix(e.Name(), "."):
		case info.Mode().IsRegular():
			files = append(files, file)
		case info.IsDir():
			folders = append(folders, file)
		}
	}
	if len(files) == 0 && len(folders) > 0 {
		return nil, nil, fmt.Errorf("%s: no file is in this folder, and folders in it are not read: name them (%s)", name, strings.Join(folders[:min(len(folders), 3)], " "))
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("%s: no file is in this folder", name)
	}
	return files, folders, nil
}

// read reads one file.
func (r *ConfigReader) read(file string, data []byte) error {
	text := strings.ReplaceAll(strings.TrimPrefix(string(data), "\ufeff"), "\r\n", "\n")
	switch {
	case bytes.IndexByte(data, 0) >= 0:
		r.problem(file, 0, "left out: not a text file")
	case isJSON(file, text):
		r.readJSON(file, text)
	case r.isLines(file, text):
		for n, line := range numbered(text) {
			r.readLine(file, n, line)
		}
	default:
		return r.readOwn(file, text)
	}
	return nil
}

func (r *ConfigReader) problem(file string, line int, format string, args ...any) {
	r.bad = append(r.bad, &Problem{Path: file, Line: line, Message: fmt.Sprintf(format, args...)})
}

// reading is a configuration that is being read.
type reading struct {
	file       string
	line       int  // at which it begins; 0: the file is all of it
	own        bool // options have the names that the program's files have
	settings   []confspace.Setting
	understood bool // something is an option of the program, or there is nothing
	problems   int  // how many there were before

	silent     []string // options that are symbolic in no test
	silentLine int      // of the first
}

func (r *ConfigReader) begin(file string, line int) *reading {
	return &reading{file: file, line: line, problems: len(r.bad)}
}

// maxStrange is how many problems are told of what sets no option at all.
const maxStrange = 3

// add adds a configuration: the defaults, changed by the settings. Of several settings of an option the last counts.
func (r *ConfigReader) add(g *reading) {
	file, line := g.file, g.line
	if !g.understood {
		such := ""
		if n := len(r.bad) - g.problems; n > maxStrange { // another kind of file
			such = fmt.Sprintf(", in %d lines such as this: %s", n, r.bad[g.problems].Message)
			r.bad = r.bad[:g.problems]
		}
		r.problem(file, line, "left out: no option of the program is set there%s", such)
		return
	}
	if len(g.silent) > 0 {
		they := "they are"
		if len(g.silent) == 1 {
			they = "it is"
		}
		r.problem(file, g.silentLine, "ignored %s: %s symbolic in no test", strings.Join(g.silent, ", "), they)
	}
	c := r.Space.Defaults()
	for _, x := range g.settings {
		c[x.Option] = x.Value
	}
	if err := c.Valid(r.Space); err != nil {
		r.problem(file, line, "left out: %v", err)
		return
	}
	name := file
	if line > 0 {
		name = fmt.Sprintf("%s:%d", file, line)
	}
	r.given = append(r.given, Given{name, c})
}

// isLines reports whether the file has a configuration a line.
func (r *ConfigReader) isLines(file, text string) bool {
	switch filepath.Ext(file) {
	case ".settings":
		return true
	case ".conf":
		return false
	}
	all, several := 0, 0
	for _, line := range numbered(text) {
		all++
		list := splitLine(line)
		known := func(x assignment) bool { return r.Space.Index(x.name) >= 0 }
		if isDefaults(line) || len(list) > 1 && slices.ContainsFunc(list, known) && !slices.ContainsFunc(list, assignment.invalid) {
			several++
		}
	}
	return several > 0 && 2*several >= all
}

// isDefaults reports whether a line stands for the defaults, as confcov writes it.
func isDefaults(line string) bool {
	line = strings.TrimSpace(line)
	return line == "(the defaults)" || line == "(any)"
}

// readLine reads a line with a configuration.
func (r *ConfigReader) readLine(file string, n int, line string) {
	g := r.begin(file, n)
	g.understood = isDefaults(line)
	if !g.understood {
		for _, x := range splitLine(line) {
			if x.invalid() {
				r.problem(file, n, "%q: want option=value", x.text)
				continue
			}
			r.set(g, n, x.name, func(d confspace.Domain) (int64, error) { return d.ParseValue(x.value) })
		}
	}
	r.add(g)
}

// set adds a setting of the option of that name, whose value read reads.
func (r *ConfigReader) set(g *reading, line int, name string, read func(confspace.Domain) (int64, error)) {
	o := -1
	if !g.own || r.theSubject() == nil {
		o = r.Space.Index(name)
	}
	if o < 0 && r.theSubject() != nil {
		o = slices.IndexFunc(r.subject.Options, func(x Option) bool {
			return strings.EqualFold(x.fullKey(), name) && x.Section != "" || x.fullKey() == name
		})
	}
	if o < 0 {
		r.noOption(g, line, name, read)
		return
	}
	r.setOption(g, line, name, o, read)
}

// setOption is set of option o, which the file calls name, and of what that implies.
func (r *ConfigReader) setOption(g *reading, line int, name string, o int, read func(confspace.Domain) (int64, error)) {
	g.understood = true
	opt := &r.Space.Options[o]
	v, err := read(opt.Domain)
	if err == nil && !opt.Domain.Contains(v) {
		err = fmt.Errorf("%s is not in the domain %s", opt.Domain.FormatValue(v), opt.Domain)
	}
	if err != nil {
		r.problem(g.file, line, "%s: %v: its default %s counts instead", name, err, opt.Domain.FormatValue(opt.Default))
		return
	}
	g.settings = append(g.settings, confspace.Setting{Option: o, Value: v})
	if g.own && r.subject != nil {
		for _, m := range r.subject.Options[o].Implies {
			if m.Value == v {
				g.settings = append(g.settings, confspace.Setting{Option: m.Option, Value: m.Is})
			}
		}
	}
}

// noOption tells that a key is none of an option, or of a fixed one that has another value in every configuration.
func (r *ConfigReader) noOption(g *reading, line int, key string, read func(confspace.Domain) (int64, error)) {
	names := r.Space.Names()
	if s := r.subject; s != nil {
		if f := s.fixed(key); f != nil {
			g.understood = true
			switch {
			case f.Value == nil:
				if g.silent == nil {
					g.silentLine = line
				}
				g.silent = append(g.silent, key)
			case !isValue(s, *f.Value, read):
				r.problem(g.file, line, "%s is %s in every configuration of the subject (%s): passed over", key, *f.Value, f.Reason)
			}
			return
		}
		for i := range s.Options {
			if g.own {
				names[i] = s.Options[i].fullKey()
			}
		}
	}
	r.problem(g.file, line, "unknown option %q%s", key, confspace.DidYouMean(key, names))
}

// isValue reports whether what read reads is the value of a fixed option.
func isValue(s *Subject, value string, read func(confspace.Domain) (int64, error)) bool {
	if value == s.Config.True || value == s.Config.False {
		n, err := read(confspace.Bool())
		return err == nil && (n == 1) == (value == s.Config.True)
	}
	v, err := read(confspace.StringDomain(true, value))
	return err == nil && v == 1
}

// theSubject returns the subject, nil if there is none.
func (r *ConfigReader) theSubject() *Subject {
	if r.subject == nil && r.Subject != nil {
		if s, err := r.Subject(); err == nil {
			r.subject = s
		}
	}
	return r.subject
}

// isComment reports whether a line is blank or a comment.
func isComment(line string) bool {
	text := strings.TrimSpace(line)
	return text == "" || text[0] == '#' || text[0] == ';'
}

// numbered yields the lines of a text that are neither blank nor comment.
func numbered(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(text) {
			n++
			if isComment(line) {
				continue
			}
			if !yield(n, strings.TrimSuffix(line, "\n")) {
				return
			}
		}
	}
}

// assignment is a setting as a line has it.
type assignment struct{ text, name, value string }

func (x assignment) invalid() bool { return x.name == "" }

// splitLine divides "a=1,b=2", or with spaces instead of commas, where these are not in quotes.
func splitLine(line string) []assignment {
	var list []assignment
	start, quoted := 0, false
	for i := 0; i <= len(line); i++ {
		switch {
		case i < len(line) && quoted:
			if line[i] == '\\' {
				i++
			} else {
				quoted = line[i] != '"'
			}
			continue
		case i < len(line) && line[i] == '"':
			quoted = true
			continue
		case i < len(line) && strings.IndexByte(", \t", line[i]) < 0:
			continue
		}
		if text := line[start:min(i, len(line))]; text != "" {
			x := assignment{text: text}
			if name, value, ok := strings.Cut(text, "="); ok {
				x.name, x.value = name, value
			}
			list = append(list, x)
		}
		start = i + 1
	}
	return list
}
