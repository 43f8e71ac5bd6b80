package subjects

// This file reads how configurations are written: [config] of subject.toml, and what options add to it.

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/confcov/confcov/subjects/confspace"
)

func (s *Subject) loadConfig(src source, f *file) error {
	c := Config{
		Path: f.Config.Path, Position: f.Config.Position, Section: f.Config.Section, False: "0", True: "1", Unset: f.Config.Unset, Header: f.Config.Header,
	}
	line := src.lineOf("[config]")
	switch f.Config.How {
	case "file":
		c.How = HowFile
		if !path.IsAbs(c.Path) {
			return src.problem(line, "config.path: want the absolute path of the configuration file")
		}
		if c.Position != 0 {
			return src.problem(line, "config: position goes with how = \"arguments\"")
		}
	case "arguments":
		c.How = HowArguments
		if c.Path != "" || len(c.Header) > 0 || c.Section != "" {
			return src.problem(line, "config: path, header and section go with how = \"file\"")
		}
		if c.Position < 0 {
			return src.problem(line, "config.position: want the number of arguments, the program's name among them, that precede those of the configuration")
		}
	default:
		return src.problem(line, "config.how: want \"file\" or \"arguments\", not %q", f.Config.How)
	}
	if c.Section != "" && strings.Count(c.Section, "{section}") != 1 {
		return src.problem(src.keyLine([]string{"config", "section"}), "config.section: want the line that begins a section, such as \"[{section}]\"")
	}
	if f.Config.False != nil {
		c.False = *f.Config.False
	}
	if f.Config.True != nil {
		c.True = *f.Config.True
	}
	if c.False == c.True {
		return src.problem(line, "config: true and false are both written %q", c.True)
	}
	at := max(line, src.keyLine([]string{"config", "line"}))
	if f.Config.Line.value == nil {
		s.Config = c
		return nil
	}
	var err error
	if c.Line, err = parseForm(f.Config.Line.value); err != nil {
		return src.problem(at, "config.%v", err)
	}
	for _, key := range slices.Sorted(maps.Keys(c.Line)) {
		if !slices.Contains([]string{"", "true", "false", "unset"}, key) {
			return src.problem(at, "config.line: %q: of all options only true, false, unset and else can be told apart", key)
		}
		if lines := c.Line[key]; len(lines) > 0 && !slices.ContainsFunc(lines, func(s string) bool { return strings.Contains(s, "{name}") }) {
			return src.problem(at, "config.line: want a line with {name}, such as \"{name}={value}\"")
		}
	}
	s.Config = c
	return nil
}

// makeForms reads how option o is written.
func (c *Config) makeForms(o *Option, fo *fileOption) (err error) {
	o.Section = fo.Section
	switch {
	case o.Section != "" && c.Section == "":
		return fmt.Errorf("section %q: want config.section, the line that begins a section, such as \"[{section}]\"", o.Section)
	case o.Section == "" && c.Section != "":
		return fmt.Errorf("section is missing: config.section says that the configuration has sections")
	}
	if fo.Line.value != nil {
		if o.Form, err = parseForm(fo.Line.value); err != nil {
			return err
		}
	} else if c.Line == nil {
		return fmt.Errorf("line is missing: how it is written (or config.line, such as \"{name}={value}\")")
	}
	if o.Domain.OfStrings() && o.Domain.Unset && c.Unset != nil && slices.Contains(o.Domain.Strings, *c.Unset) && o.Form["unset"] == nil {
		return fmt.Errorf("the configuration says %q for false, a null pointer, too", *c.Unset)
	}
	o.forms, err = c.compile(o)
	return err
}

// loadImplications reads what settings imply, and checks that nothing is written for defaults alone.
func (s *Subject) loadImplications(src source, f *file) error {
	for i := range s.Options {
		o := &s.Options[i]
		table := f.Options.List[i].Implies
		for _, value := range slices.Sorted(maps.Keys(table)) {
			v, err := valueNamed(o.Domain, value)
			if err != nil {
				return src.problem(o.Line, "option %q: implies: %v", o.Name, err)
			}
			for _, name := range slices.Sorted(maps.Keys(table[value])) {
				m := Implication{Value: v}
				if m.Option = s.space.Index(name); m.Option < 0 || m.Option == i {
					return src.problem(o.Line, "option %q: implies: %q is not another option%s", o.Name, name, confspace.DidYouMean(name, s.space.Names()))
				}
				a := Assignment{Option: m.Option}
				if err := s.assign(&a, table[value][name]); err != nil {
					return src.problem(o.Line, "option %q: implies: %s: %v", o.Name, name, err)
				}
				m.Is = a.Number
				o.Implies = append(o.Implies, m)
			}
		}
	}
	for i := range s.Options {
		if err := s.checkSilent(i); err != nil {
			return src.problem(s.Options[i].Line, "option %q: %v", s.Options[i].Name, err)
		}
	}
	s.own = sync.OnceValue(func() *ownForms { return formsOf(s, &s.Config) })
	return s.setOrder(src)
}

// setOrder orders the options so that those that imply something about others precede them, and else as they are.
func (s *Subject) setOrder(src source) error {
	done := make([]bool, len(s.Options))
	free := func(i int) bool {
		for k := range s.Options {
			if !done[k] && slices.ContainsFunc(s.Options[k].Implies, func(m Implication) bool { return m.Option == i }) {
				return false
			}
		}
		return !done[i]
	}
	for range s.Options {
		next := 0
		for next < len(done) && !free(next) {
			next++
		}
		if next == len(done) {
			next = slices.Index(done, false)
			return src.problem(s.Options[next].Line, "option %q: implies: options imply something about each other in a circle", s.Options[next].Name)
		}
		done[next] = true
		s.order = append(s.order, next)
	}
	return nil
}

// keyed returns the option that has a key in the configuration, SECTION.KEY where it has sections or KEY where only one section has it; -1 if none has.
func (s *Subject) keyed(key string) (int, error) {
	found := -1
	for i := range s.Options {
		o := &s.Options[i]
		switch {
		case o.fullKey() == key:
			return i, nil
		case o.Key != key:
		case found >= 0:
			return -1, fmt.Errorf("%q is a key of several sections: want %s or %s", key, s.Options[found].fullKey(), o.fullKey())
		default:
			found = i
		}
	}
	return found, nil
}

// fullKey returns the option's key with its section.
func (o *Option) fullKey() string {
	if o.Section == "" {
		return o.Key
	}
	return o.Section + "." + o.Key
}

// other fills in what is written for a setting that is none of the options.
func (s *Subject) other(a *Assignment, value any) error {
	key := a.Key
	if s.Config.Section != "" {
		var ok bool
		if a.section, key, ok = strings.Cut(a.Key, "."); !ok {
			return fmt.Errorf("want SECTION.KEY, for the configuration has sections")
		}
	}
	lines := s.Config.Line[""]
	if b, ok := value.(bool); ok {
		named, has := s.Config.Line[map[bool]string{false: "false", true: "true"}[b]]
		if has {
			a.lines = expand(named, key, a.Value)
			return nil
		}
		if !b && !shows(lines) {
			return nil
		}
	} else if !shows(lines) {
		return fmt.Errorf("config.line does not say how a value is written: want {value} in it")
	}
	a.lines = expand(lines, key, a.Value)
	return nil
}
