package subjects

// This file writes configurations for the real program.

import (
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

// says reports whether the configuration says that option o has the value n: of a null pointer, only if there is a way.
func (c *Config) says(o *Option, n int64) bool {
	if o.Domain.Kind != confspace.DomainStrings || c.Unset != nil {
		return true
	}
	_, set := o.Domain.StringAt(n)
	return set
}

func (c *Config) line(key, value string) string {
	return strings.NewReplacer("{name}", key, "{value}", value).Replace(c.Line)
}

// Lines returns settings as the program's own configuration has them, one a line
// (or an argument), in the order of the space.
func (s *Subject) Lines(settings confspace.Settings) []string {
	var lines []string
	for _, set := range settings {
		o := &s.Options[set.Option]
		if !s.Config.says(o, set.Value) {
			continue
		}
		lines = append(lines, s.Config.line(o.Key, s.Config.value(o, set.Value)))
	}
	return lines
}

// Complete returns all lines of a configuration: the header, what is fixed, and the settings.
func (s *Subject) Complete(c confspace.Configuration) []string {
	return append(s.preamble(), s.Lines(c.Settings())...)
}

// preamble returns the lines that every configuration has.
func (s *Subject) preamble() []string {
	lines := append([]string(nil), s.Config.Header...)
	for i := range s.Fixed {
		for _, name := range s.Fixed[i].Names {
			if value := s.Fixed[i].Value; value != nil {
				lines = append(lines, s.Config.line(name, *value))
			}
		}
	}
	return lines
}

// ConfigLines returns all lines of the configuration of test t under settings: the
// header, what is fixed, the settings, and the test's own settings. Later lines override earlier ones.
func (s *Subject) ConfigLines(t *Test, settings confspace.Settings) []string {
	lines := append(s.preamble(), s.Lines(settings)...)
	for _, a := range t.Concrete {
		if a.Option >= 0 && !s.Config.says(&s.Options[a.Option], a.Number) {
			continue
		}
		lines = append(lines, s.Config.line(a.Key, a.Value))
	}
	return lines
}

// Arguments returns the program's arguments in test t with the given lines of configuration.
func (s *Subject) Arguments(t *Test, lines []string) []string {
	if s.Config.How == HowArguments {
		return append(append([]string(nil), t.Argv...), lines...)
	}
	return t.Argv
}

// Entries returns the file system of test t with the given lines of configuration.
func (s *Subject) Entries(t *Test, lines []string) []Entry {
	if s.Config.How != HowFile {
		return t.Files
	}
	e := Entry{
		Kind: EntryFile, Path: s.Config.Path, Mode: 0o600, Owner: "root", Group: "root",
		MTime: defaultMTime, Data: []byte(strings.Join(lines, "\n") + "\n"),
	}
	entries := append([]Entry(nil), t.Files...)
	for i := range entries {
		if entries[i].Path == e.Path {
			entries[i] = e
			return entries
		}
	}
	return append(entries, e)
}
