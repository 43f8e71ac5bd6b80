package subjects

// This file reads the program's own configuration files: what config.go writes.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// linePattern reads a line that has marks, exactly or with other space around what is beside them.
type linePattern struct{ exact, loose *regexp.Regexp }

// marks are what stands for something in lines, and the expressions for it: of an exact line and of others.
var marks = []struct{ text, exact, loose string }{
	{"{name}", `(?P<name>\S+?)`, `(?P<name>\S+?)`},
	{"{section}", `(?P<name>.+)`, `(?P<name>.+?)`},
	{"{value}", `(?P<value>.*)`, `(?P<value>.*?)`},
	{"{quoted}", `"(?P<quoted>(?:[^"\\]|\\.)*)"`, `"(?P<quoted>(?:[^"\\]|\\.)*)"`},
}

// newPattern returns what reads a line of the option of that key; "": of any, with its key for {name}.
func newPattern(line, key string) *linePattern {
	exact, loose := `^`, `^\s*`
	for rest := line; rest != ""; {
		end, found := len(rest), false
		for _, m := range marks {
			if strings.HasPrefix(rest, m.text) {
				end, found = len(m.text), true
				if m.text == "{name}" && key != "" {
					m.exact, m.loose = regexp.QuoteMeta(key), regexp.QuoteMeta(key)
				}
				exact, loose = exact+m.exact, loose+m.loose
				break
			}
			if i := strings.Index(rest, m.text); i >= 0 {
				end = min(end, i)
			}
		}
		if !found {
			exact, loose = exact+regexp.QuoteMeta(rest[:end]), loose+between(rest[:end], exact == `^`)
		}
		rest = rest[end:]
	}
	return &linePattern{regexp.MustCompile(exact + `$`), regexp.MustCompile(loose + `\s*$`)}
}

// between returns the expression for what is written beside marks.
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

// match returns what a line has for the marks of an expression. found is whether the line matches.
func match(re *regexp.Regexp, line string) (name string, value *string, found bool) {
	m := re.FindStringSubmatch(line)
	if m == nil {
		return "", nil, false
	}
	for i, mark := range re.SubexpNames() {
		switch text := m[i]; mark {
		case "name":
			name = text
		case "value":
			value = &text
		case "quoted":
			text = unquote(text)
			value = &text
		}
	}
	return name, value, true
}

// section returns the section that a line begins.
func (p *linePattern) section(line string) (name string, ok bool) {
	for _, re := range []*regexp.Regexp{p.exact, p.loose} {
		if name, _, ok := match(re, line); ok {
			return strings.TrimSpace(name), true
		}
	}
	return "", false
}

// end returns where the last section of that name ends in lines, and whether there is one.
func (p *linePattern) end(lines []string, section string) (at int, found bool) {
	at = len(lines)
	inside := false
	for i, text := range lines {
		name, ok := p.section(text)
		switch {
		case ok && strings.EqualFold(name, section):
			at, inside, found = len(lines), true, true
		case ok && inside:
			at, inside = i, false
		}
	}
	return at, found
}

func (c *Config) sectionPattern() *linePattern { return newPattern(c.Section, "") }

// ownForm is lines that say something about one option, or about any that the first of them names.
type ownForm struct {
	option int    // -1: the one that is named
	value  *int64 // nil: the one that the lines show
	word   string // of an option that is named: true or false
	lines  []*linePattern
}

// ownForms reads a subject's configuration files.
type ownForms struct {
	section *linePattern // nil: there are none
	list    []ownForm    // those of one option first, and of these those of one value
}

// formsOf returns what reads the program's own files.
func formsOf(s *Subject, c *Config) *ownForms {
	f := &ownForms{}
	if c.Section != "" {
		f.section = c.sectionPattern()
	}
	add := func(form ownForm, key string, lines []string) {
		for _, line := range lines {
			form.lines = append(form.lines, newPattern(line, key))
		}
		if len(lines) > 0 {
			f.list = append(f.list, form)
		}
	}
	if s != nil {
		for i := range s.Options {
			for _, x := range s.Options[i].forms.cases {
				lines := make([]string, len(x.lines))
				for k, line := range x.lines { // marks of values are filled in, that of the name is read
					lines[k] = expand([]string{line}, "{name}", c.value(&s.Options[i], x.value))[0]
				}
				add(ownForm{option: i, value: &x.value}, s.Options[i].Key, lines)
			}
		}
		for i := range s.Options {
			if o := &s.Options[i]; shows(o.forms.rest) {
				add(ownForm{option: i}, o.Key, o.forms.rest)
			}
		}
	}
	add(ownForm{option: -1}, "", c.Line[""])
	for _, word := range []string{"false", "true"} {
		add(ownForm{option: -1, word: word}, "", c.Line[word])
	}
	return f
}

// said is what lines say.
type said struct {
	form   *ownForm
	name   string
	values []string // as written and, if different, trimmed of space
	lines  int
}

// read returns what lines say from the first on about options that fit, nil if that is nothing. What is understood precedes what is not, and
// lines that match exactly others.
func (f *ownForms) read(lines []string, fits func(option int) bool, understood func(*said) bool) *said {
	loose := func(p *linePattern) *regexp.Regexp { return p.loose }
	exact := func(p *linePattern) *regexp.Regexp { return p.exact }
	var first *said
	for _, way := range []func(*linePattern) *regexp.Regexp{exact, loose} {
		for i := range f.list {
			if option := f.list[i].option; option >= 0 && !fits(option) {
				continue
			}
			x := f.list[i].read(lines, way)
			if x == nil {
				continue
			}
			if y := f.list[i].read(lines, loose); y != nil {
				x.values = slices.Compact(append(x.values, y.values...))
			}
			if understood(x) {
				return x
			}
			if first == nil {
				first = x
			}
		}
	}
	return first
}

// read reads lines in one way.
func (form *ownForm) read(lines []string, way func(*linePattern) *regexp.Regexp) *said {
	if len(lines) < len(form.lines) {
		return nil
	}
	x := &said{form: form, lines: len(form.lines)}
	for k, p := range form.lines {
		name, value, ok := match(way(p), lines[k])
		if !ok {
			return nil
		}
		if name != "" {
			x.name = name
		}
		if value != nil {
			x.values = append(x.values, *value)
		}
	}
	return x
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

// ownReader reads one file of the program's own.
type ownReader struct {
	*ConfigReader
	*reading
	config  *Config
	parse   func(confspace.Domain, string) (int64, error)
	section string // of the lines being read
}

// readOwn reads a file of the program's own.
func (r *ConfigReader) readOwn(file, text string) error {
	own := &ownReader{ConfigReader: r, reading: r.begin(file, 0), config: &Config{Line: Form{"": {"{name}={value}"}}}} // of a run that nothing explored
	own.parse = func(d confspace.Domain, value string) (int64, error) { return d.ParseValue(value) }
	if r.Subject != nil {
		if r.theSubject() == nil {
			_, err := r.Subject()
			return fmt.Errorf("%s: only the subject says how the program's own configuration files are written: %w", file, err)
		}
		own.config, own.parse = &r.subject.Config, r.subject.Config.parse
	}
	if r.subject != nil {
		r.forms = r.subject.own()
	} else {
		r.forms = formsOf(nil, own.config)
	}
	own.own = true
	own.read(strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
	r.add(own.reading)
	return nil
}

// read reads the lines.
func (r *ownReader) read(lines []string) {
	numbers := make([]int, len(lines))
	for i := range numbers {
		numbers[i] = i + 1
	}
	settings := 0
	for i := 0; i < len(lines); i++ {
		text, n := lines[i], numbers[i]
		if isComment(text) || r.begins(text) || slices.ContainsFunc(r.config.Header, func(h string) bool { return strings.TrimSpace(h) == strings.TrimSpace(text) }) {
			continue
		}
		x := r.forms.read(lines[i:], r.fits, r.understands)
		if words := strings.Fields(text); x == nil && r.config.How == HowArguments && len(words) > 1 { // as a command line has them
			lines = slices.Replace(slices.Clone(lines), i, i+1, words...)
			numbers = slices.Replace(numbers, i, i+1, slices.Repeat([]int{n}, len(words))...)
			i--
			continue
		}
		settings++
		if x == nil {
			r.problem(r.file, n, "%q is no setting: passed over", shortened(strings.TrimSpace(text)))
			continue
		}
		i += x.lines - 1
		value := func(d confspace.Domain) (int64, error) { return r.value(x, d) }
		if x.form.option >= 0 {
			r.setOption(r.reading, n, r.subject.Options[x.form.option].fullKey(), x.form.option, value)
		} else {
			r.set(r.reading, n, r.inSection(x.name), value)
		}
	}
	r.reading.understood = r.reading.understood || settings == 0
}

// begins reports whether a line begins a section.
func (r *ownReader) begins(text string) bool {
	if r.forms.section == nil {
		return false
	}
	name, ok := r.forms.section.section(text)
	if ok {
		r.section = name
	}
	return ok
}

// inSection returns a key with its section.
func (r *ownReader) inSection(key string) string {
	if r.section == "" {
		return key
	}
	return r.section + "." + key
}

// fits reports whether an option is of the section.
func (r *ownReader) fits(option int) bool {
	return strings.EqualFold(r.subject.Options[option].Section, r.section)
}

// understands reports whether lines give an option a value of its domain.
func (r *ownReader) understands(x *said) bool {
	if x.form.option < 0 {
		return true
	}
	d := r.Space.Options[x.form.option].Domain
	v, err := r.value(x, d)
	return err == nil && d.Contains(v)
}

// value returns the value that lines say, of domain d.
func (r *ownReader) value(x *said, d confspace.Domain) (v int64, err error) {
	switch {
	case x.form.value != nil:
		return *x.form.value, nil
	case len(x.values) > 0:
	case d.Kind != confspace.DomainBool:
		return 0, fmt.Errorf("no value follows")
	case x.form.word == "false":
		return 0, nil
	default:
		return 1, nil
	}
	for _, value := range x.values {
		if v, err = r.parse(d, value); err == nil {
			break
		}
	}
	return v, err
}

// shortened returns the beginning of a text.
func shortened(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:37]) + "..."
	}
	return text
}
