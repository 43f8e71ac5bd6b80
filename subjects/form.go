package subjects

// This file defines forms: what is written for each value of an option.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// Form says what is written for the values of an option: lines of a file, or arguments, with the marks {name}, {value} and {quoted} (the
// value in double quotes). Its keys are values as subject.toml names them, "true", "false" and "unset" among them, and "" for all
// others. A value that has no lines is written as nothing: the program then has its default.
type Form map[string][]string

// formTOML is a form as subject.toml has it: see parseForm.
type formTOML struct{ value any }

// UnmarshalTOML makes all keys of a table known.
func (f *formTOML) UnmarshalTOML(value any) error {
	f.value = value
	return nil
}

// parseForm reads a form: a text is one line, the empty text none, an array several; a table has them by value.
func parseForm(x any) (Form, error) {
	table, ok := x.(map[string]any)
	if !ok {
		table = map[string]any{"else": x}
	}
	f := Form{}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		lines, err := formLines(table[key])
		if err != nil {
			return nil, err
		}
		if key == "else" {
			key = ""
		}
		f[key] = lines
	}
	return f, nil
}

func formLines(x any) ([]string, error) {
	var lines []string
	switch x := x.(type) {
	case string:
		if x != "" {
			lines = []string{x}
		}
	case []any:
		for _, e := range x {
			text, ok := e.(string)
			if !ok {
				return nil, fmt.Errorf("line: want texts in the array, not %v", e)
			}
			lines = append(lines, text)
		}
	default:
		return nil, fmt.Errorf("line: want text, an array of texts, or a table of them by value, not %v", x)
	}
	for i, text := range lines {
		switch {
		case strings.ContainsAny(text, "\n\r"):
			return nil, fmt.Errorf("line: %q is more than one line: want an array", text)
		case i == 0 && (text == "" || strings.ContainsAny(text[:1], "#;")):
			return nil, fmt.Errorf("line: the first line is %q, which is not a setting", text)
		case strings.Count(text, "{value}")+strings.Count(text, "{quoted}") > 1 || strings.Count(text, "{name}") > 1:
			return nil, fmt.Errorf("line: %q has a mark twice", text)
		}
	}
	return lines, nil
}

// shows reports whether lines depend on the value.
func shows(lines []string) bool {
	return slices.ContainsFunc(lines, func(s string) bool { return strings.Contains(s, "{value}") || strings.Contains(s, "{quoted}") })
}

// expand fills in the marks of lines.
func expand(lines []string, key, value string) []string {
	r := strings.NewReplacer("{name}", key, "{value}", value, "{quoted}", quote(value))
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = r.Replace(line)
	}
	return out
}

// quote returns a value in double quotes, as {quoted} has it.
func quote(value string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// unquote is the inverse of quote.
func unquote(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// forms is a form for the values of one option.
type forms struct {
	cases []formCase // ascending
	rest  []string   // of all other values
}

type formCase struct {
	value int64
	lines []string
}

// of returns the lines of a value, with their marks.
func (f *forms) of(value int64) []string {
	for _, c := range f.cases {
		if c.value == value {
			return c.lines
		}
	}
	return f.rest
}

// isCase reports whether a value is not one of the rest.
func (f *forms) isCase(value int64) bool {
	return slices.ContainsFunc(f.cases, func(c formCase) bool { return c.value == value })
}

// compile returns the form of option o.
func (c *Config) compile(o *Option) (forms, error) {
	form, own := o.Form, true
	if form == nil {
		form, own = c.Line, false
	}
	f, d := forms{rest: form[""]}, o.Domain
	for _, key := range slices.Sorted(maps.Keys(form)) {
		if key == "" || !own && !commonCase(d, key) {
			continue
		}
		v, err := valueNamed(d, key)
		if err != nil {
			return f, fmt.Errorf("line: %w", err)
		}
		f.cases = append(f.cases, formCase{v, form[key]})
	}
	switch {
	case d.Kind == confspace.DomainBool && len(f.cases) == 0 && !shows(f.rest):
		f.cases = []formCase{{0, nil}, {1, f.rest}} // a flag
	case d.Kind == confspace.DomainStrings && d.Unset && c.Unset == nil && !f.isCase(0):
		f.cases = append(f.cases, formCase{0, nil})
	}
	slices.SortFunc(f.cases, func(a, b formCase) int { return int(a.value - b.value) })
	return f, c.checkForms(o, &f)
}

// commonCase reports whether what Config.Line says of true, false and unset is about a domain.
func commonCase(d confspace.Domain, key string) bool {
	if key == "unset" {
		return d.OfStrings() && d.Unset
	}
	return d.Kind == confspace.DomainBool
}

// valueNamed returns the value of a domain that a form names.
func valueNamed(d confspace.Domain, key string) (int64, error) {
	switch {
	case d.Kind == confspace.DomainBool && key == "true":
		return 1, nil
	case d.Kind == confspace.DomainBool && key == "false":
		return 0, nil
	case d.Kind == confspace.DomainStrings && d.Unset && key == "unset":
		return 0, nil
	case d.Kind == confspace.DomainStrings:
		if v, ok := d.StringValue(key); ok {
			return v, nil
		}
		return 0, fmt.Errorf("%q is not in the domain %s", key, d)
	}
	v, err := d.ParseValue(key)
	if err == nil && !d.Contains(v) {
		err = fmt.Errorf("%s is not in the domain %s", d.FormatValue(v), d)
	}
	return v, err
}

// checkForms checks that the values of option o can be told apart by what is written.
func (c *Config) checkForms(o *Option, f *forms) error {
	others := o.Domain.Size() - uint64(len(f.cases))
	if others > 1 && len(f.rest) > 0 && !shows(f.rest) {
		return fmt.Errorf("%q is written for %d values: want {value} in it, or a table of lines by value", strings.Join(f.rest, " "), others)
	}
	seen := map[string]int64{}
	for _, x := range f.cases {
		if len(x.lines) == 0 {
			continue
		}
		text := strings.Join(expand(x.lines, o.Key, c.value(o, x.value)), "\n")
		if v, ok := seen[text]; ok {
			return fmt.Errorf("line: %q is written for both %s and %s", text, o.Domain.FormatValue(v), o.Domain.FormatValue(x.value))
		}
		seen[text] = x.value
	}
	return nil
}

// checkSilent checks that what is written for no line is the default of option o, or what another option implies.
func (s *Subject) checkSilent(option int) error {
	o := &s.Options[option]
	silent := func(v int64) bool {
		return v == o.Default || slices.ContainsFunc(s.Options, func(other Option) bool {
			return slices.ContainsFunc(other.Implies, func(m Implication) bool { return m.Option == option && m.Is == v })
		})
	}
	for _, x := range o.forms.cases {
		if len(x.lines) == 0 && !silent(x.value) {
			if o.Domain.OfStrings() && o.Domain.Unset && x.value == 0 {
				return fmt.Errorf("its domain has false, which is not its default: want config.unset, how the configuration says it")
			}
			return fmt.Errorf("nothing is written for %s, which is not its default", o.Domain.FormatValue(x.value))
		}
	}
	others := o.Domain.Size() - uint64(len(o.forms.cases))
	if len(o.forms.rest) == 0 && (others > 1 || others == 1 && o.forms.isCase(o.Default)) {
		return fmt.Errorf("nothing is written for %d of its values: want lines for them, or else = \"...\"", others)
	}
	return nil
}
