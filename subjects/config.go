package subjects

// This file writes configurations for the real program.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// value returns the value n of option o as the configuration has it.
func (c *Config) value(o *Option, n int64) string {
	switch {
	case o.Domain.Kind == confspace.DomainStrings:
		text, set := o.Domain.StringAt(n)
		if !set && c.Unset != nil {
			text = *c.Unset
		}
		return text
	case o.Domain.Kind == confspace.DomainBool && n == 0:
		return c.False
	case o.Domain.Kind == confspace.DomainBool && n == 1:
		return c.True
	default:
		return o.Domain.FormatValue(n)
	}
}

// line is a line of a configuration in its section, or an argument.
type line struct{ section, text string }

func inSection(section string, texts []string) []line {
	lines := make([]line, len(texts))
	for i, text := range texts {
		lines[i] = line{section, text}
	}
	return lines
}

// write returns the lines for value n of an option; nothing if none says it.
func (s *Subject) write(option int, n int64) []line {
	o := &s.Options[option]
	return inSection(o.Section, expand(o.forms.of(n), o.Key, s.Config.value(o, n)))
}

// settings returns the lines of settings.
func (s *Subject) settings(settings confspace.Settings) []line {
	values := map[int]int64{}
	for _, set := range settings {
		values[set.Option] = set.Value
	}
	var lines []line
	for _, i := range s.order {
		if n, ok := values[i]; ok {
			lines = append(lines, s.write(i, n)...)
		}
	}
	return lines
}

// fixedLines returns the lines of options that have one value in every configuration.
func (s *Subject) fixedLines() []line {
	var lines []line
	for i := range s.Fixed {
		for _, a := range s.Fixed[i].settings {
			lines = append(lines, inSection(a.section, a.lines)...)
		}
	}
	return lines
}

// Complete returns all lines of a configuration: the header, what is fixed, and the settings. The error is that the program would read another one.
func (s *Subject) Complete(c confspace.Configuration) ([]string, error) {
	lines := s.render(s.Config.Header, append(s.fixedLines(), s.settings(c.Settings())...))
	return lines, s.checkWritten(c, lines)
}

// checkWritten checks that lines are read as the configuration that they were written for.
func (s *Subject) checkWritten(c confspace.Configuration, lines []string) error {
	r := &ConfigReader{Space: s.space, Subject: func() (*Subject, error) { return s, nil }}
	if err := r.readOwn(tomlName, strings.Join(lines, "\n")+"\n"); err != nil {
		return err
	}
	for i := range r.given {
		for o, got := range r.given[i].Configuration {
			if opt := &s.Options[o]; got != c[o] {
				return &Problem{Path: s.Path + "/" + tomlName, Line: opt.Line, Message: fmt.Sprintf(
					"option %q: nothing that is written says %s in the configuration %s: its lines are read as %s",
					opt.Name, opt.Domain.FormatValue(c[o]), s.space.FormatSettings(s.space.Difference(c)), opt.Domain.FormatValue(got))}
			}
		}
	}
	if len(r.given) == 0 && len(r.bad) > 0 {
		return fmt.Errorf("the configuration %s cannot be written: %s", s.space.FormatSettings(s.space.Difference(c)), r.bad[0].Message)
	}
	return nil
}

// ConfigLines returns all lines of the configuration of test t under settings: the
// header, what is fixed, the settings, and the test's own settings. Later lines override earlier ones; where nothing is written for a value of the
// test's, none is written for the same option before.
func (s *Subject) ConfigLines(t *Test, settings confspace.Settings) []string {
	silent := func(option int, list []Assignment) bool {
		return slices.ContainsFunc(list, func(a Assignment) bool { return a.Option == option && len(s.write(option, a.Number)) == 0 })
	}
	settings = slices.DeleteFunc(slices.Clone(settings), func(set confspace.Setting) bool { return silent(set.Option, t.Concrete) })
	lines := append(s.fixedLines(), s.settings(settings)...)
	for i, a := range t.Concrete {
		switch {
		case a.Option < 0:
			lines = append(lines, inSection(a.section, a.lines)...)
		case !silent(a.Option, t.Concrete[i+1:]):
			lines = append(lines, s.write(a.Option, a.Number)...)
		}
	}
	return s.render(slices.Concat(s.Config.Header, t.Header), lines)
}

// render returns the lines of a file, those of a section together: at the end of the last one of that name in the header, or after a line that begins it.
func (s *Subject) render(header []string, lines []line) []string {
	out := slices.Clone(header)
	if s.Config.Section == "" {
		for _, l := range lines {
			out = append(out, l.text)
		}
		return out
	}
	var sections []string
	for _, l := range lines {
		if !slices.Contains(sections, l.section) {
			sections = append(sections, l.section)
		}
	}
	p := s.Config.sectionPattern()
	for _, section := range sections {
		at, found := p.end(out, section)
		var own []string
		if !found {
			own = append(own, strings.Replace(s.Config.Section, "{section}", section, 1))
		}
		for _, l := range lines {
			if l.section == section {
				own = append(own, l.text)
			}
		}
		out = slices.Insert(out, at, own...)
	}
	return out
}

// Arguments returns the program's arguments in test t with the given lines of configuration.
func (s *Subject) Arguments(t *Test, lines []string) []string {
	if s.Config.How != HowArguments {
		return t.Argv
	}
	at := s.Config.Position
	if at == 0 || at > len(t.Argv) {
		at = len(t.Argv)
	}
	return slices.Concat(t.Argv[:at], lines, t.Argv[at:])
}

// Entries returns the file system of test t with the given lines of configuration. They are the content of a
// file that is root's alone, if no entry of the test says something else of it. The locales that its environment names come last.
func (s *Subject) Entries(t *Test, lines []string) []Entry {
	if s.Config.How != HowFile {
		return t.withLocales(t.Files)
	}
	e := Entry{Kind: EntryFile, Path: s.Config.Path, Mode: 0o600, Owner: "root", Group: "root", MTime: defaultMTime}
	entries := append([]Entry(nil), t.Files...)
	at := slices.IndexFunc(entries, func(o Entry) bool { return o.Path == e.Path })
	if at < 0 {
		at, entries = len(entries), append(entries, e)
	}
	entries[at].Data = []byte(strings.Join(lines, "\n") + "\n")
	return t.withLocales(entries)
}
