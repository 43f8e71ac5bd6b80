package subjects

// This file reads the program's own configuration files: what config.go writes.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// linePattern reads a line as Config.Line writes it, exactly or with other space around what is beside name and value.
type linePattern struct{ exact, loose *regexp.Regexp }

// pattern returns what reads a line of the configuration.
func (c *Config) pattern() *linePattern {
	exact, loose := `^`, `^\s*`
	for rest := c.Line; rest != ""; {
		end := len(rest)
		switch {
		case strings.HasPrefix(rest, "{name}"):
			end = len("{name}")
			exact, loose = exact+`(?P<name>\S+?)`, loose+`(?P<name>\S+?)`
		case strings.HasPrefix(rest, "{value}"):
			end = len("{value}")
			exact, loose = exact+`(?P<value>.*)`, loose+`(?P<value>.*?)`
		default:
			for _, mark := range []string{"{name}", "{value}"} {
				if i := strings.Index(rest, mark); i >= 0 {
					end = min(end, i)
				}
			}
			exact, loose = exact+regexp.QuoteMeta(rest[:end]), loose+between(rest[:end], exact == `^`)
		}
		rest = rest[end:]
	}
	return &linePattern{regexp.MustCompile(exact + `$`), regexp.MustCompile(loose + `\s*$`)}
}

// between returns the expression for what is written beside name and value.
func between(text string, first bool) string {
	words := strings.Fields(text)
	switch {
	case len(words) == 0 && first:
		return ``
	case len(words) == 0:
		return `\s+`
	}
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	return `\s*` + strings.Join(words, `\s+`) + `\s*`
}

// read returns the key and the values of a line: the value as written and, if different, trimmed of space. There are none if the line isn't a setting.
func (p *linePattern) read(line string) (key string, values []string) {
	for _, re := range []*regexp.Regexp{p.exact, p.loose} {
		if m := re.FindStringSubmatch(line); m != nil {
			key, values = m[re.SubexpIndex("name")], append(values, m[re.SubexpIndex("value")])
		}
	}
	return key, slices.Compact(values)
}

// parse is the inverse of value: what the configuration says as value of an option of domain d. Words for booleans are read as the subject has them, in either
// case, and as ParseValue reads them.
func (c *Config) parse(d confspace.Domain, text string) (int64, error) {
	switch {
	case d.Kind == confspace.DomainStrings:
		if c.Unset != nil && d.Unset && text == *c.Unset {
			return 0, nil
		}
		if v, ok := d.StringValue(text); ok {
			return v, nil
		}
		return 0, fmt.Errorf("%q is not in the domain %s", text, d)
	case d.Kind == confspace.DomainBool && strings.EqualFold(text, c.True):
		return 1, nil
	case d.Kind == confspace.DomainBool && strings.EqualFold(text, c.False):
		return 0, nil
	}
	v, err := d.ParseValue(text)
	if err != nil && d.Kind == confspace.DomainBool {
		err = fmt.Errorf("%q is neither %s nor %s", text, c.True, c.False)
	}
	return v, err
}

// readOwn reads a file of the program's own.
func (r *ConfigReader) readOwn(file, text string) error {
	config := &Config{Line: "{name}={value}"} // of a run that nothing explored
	parse := func(d confspace.Domain, value string) (int64, error) { return d.ParseValue(value) }
	if r.Subject != nil {
		if r.theSubject() == nil {
			_, err := r.Subject()
			return fmt.Errorf("%s: only the subject says how the program's own configuration files are written: %w", file, err)
		}
		config, parse = &r.subject.Config, r.subject.Config.parse
	}
	if r.pattern == nil {
		r.pattern = config.pattern()
	}
	g := r.begin(file, 0)
	g.own = true
	lines := 0
	for n, line := range numbered(text) {
		if slices.ContainsFunc(config.Header, func(h string) bool { return strings.TrimSpace(h) == strings.TrimSpace(line) }) {
			continue
		}
		lines++
		key, values := r.pattern.read(line)
		if len(values) == 0 {
			r.problem(file, n, "%q is no setting: passed over", shortened(strings.TrimSpace(line)))
			continue
		}
		r.set(g, n, key, func(d confspace.Domain) (v int64, err error) {
			for _, value := range values {
				if v, err = parse(d, value); err == nil {
					break
				}
			}
			return v, err
		})
	}
	g.understood = g.understood || lines == 0
	r.add(g)
	return nil
}

// shortened returns the beginning of a text.
func shortened(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:37]) + "..."
	}
	return text
}
