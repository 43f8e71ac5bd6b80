package subjects

// This file reads the options of subject.toml, and settings of them.

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// objectTypes are the C types that an option's object may have.
var objectTypes = map[string]struct {
	bits   uint8
	signed bool
}{
	"i8": {8, true}, "u8": {8, false},
	"i16": {16, true}, "u16": {16, false},
	"i32": {32, true}, "u32": {32, false},
	"i64": {64, true}, "u64": {64, false},
}

func (s *Subject) loadOptions(src source, f *file) error {
	s.space = &confspace.Space{}
	if s.Others = f.Options.Others; s.Others < 0 {
		return src.problem(src.keyLine([]string{"options", "others"}), "options.others is negative")
	}
	for i := range f.Options.List {
		fo := &f.Options.List[i]
		at := src.lineOf(fmt.Sprintf("name = %q", fo.Name))
		if at == 0 {
			at = src.lineOf("[options]")
		}
		o, err := makeOption(fo, f.Options.Object)
		if err != nil {
			return src.problem(at, "option %q: %v", fo.Name, err)
		}
		o.Line = at
		for _, other := range s.Options {
			if other.Object == o.Object {
				return src.problem(at, "option %q: %s is the object of %q too", fo.Name, o.Object, other.Name)
			}
			if other.Key == o.Key {
				return src.problem(at, "option %q: %q is the key of %q too", fo.Name, o.Key, other.Name)
			}
		}
		s.Options = append(s.Options, o)
		s.space.Options = append(s.space.Options, o.Option)
		if err := s.space.Validate(); err != nil {
			return src.problem(at, "%v", err)
		}
	}
	return nil
}

func makeOption(fo *fileOption, object string) (Option, error) {
	o := Option{Key: fo.Key, Help: fo.Help}
	o.Name, o.Object = fo.Name, fo.Object
	if o.Object == "" {
		o.Object = strings.ReplaceAll(object, "{name}", o.Name)
	}
	if o.Object == "" {
		return o, fmt.Errorf("object is missing: the C object that holds it (or options.object, a pattern with {name})")
	}
	if o.Key == "" {
		o.Key = o.Name
	}
	switch fo.Scope {
	case "", "all":
		o.Scope = ScopeAll
	case "listed":
		o.Scope = ScopeListed
	default:
		return o, fmt.Errorf("scope: want \"all\" or \"listed\", not %q", fo.Scope)
	}
	switch fo.Base {
	case "":
	case "octal":
		o.Base = Octal
	default:
		return o, fmt.Errorf("base: want \"octal\" or none, not %q", fo.Base)
	}
	if fo.Domain == "" {
		return o, fmt.Errorf("domain is missing: \"bool\", \"any\", \"LOW..HIGH\" or \"V,V,...\"")
	}
	var err error
	o.Type, o.Text = fo.Type, fo.Domain
	if o.Domain, err = o.parseDomain(); err != nil {
		return o, err
	}
	if fo.Default == nil {
		return o, fmt.Errorf("default is missing")
	}
	o.Default = *fo.Default
	return o, nil
}

// parseDomain returns the option's domain. Where the subject does not say the type it is one that holds the values, until SetType.
func (o *Option) parseDomain() (confspace.Domain, error) {
	if t, ok := objectTypes[o.Type]; ok {
		return confspace.ParseDomain(o.Text, t.bits, t.signed)
	}
	if o.Type != "" {
		return confspace.Domain{}, fmt.Errorf("type: want one of i8 u8 i16 u16 i32 u32 i64 u64, not %q", o.Type)
	}
	if o.Text == "bool" {
		return confspace.Bool(), nil
	}
	d, err := confspace.ParseDomain(o.Text, 64, true)
	if err != nil {
		if wide, err := confspace.ParseDomain(o.Text, 64, false); err == nil {
			return wide, nil
		}
	}
	return d, err
}

// TypeName returns how subject.toml calls an integer type.
func TypeName(bits uint8, signed bool) string {
	for name, t := range objectTypes {
		if t.bits == bits && t.signed == signed {
			return name
		}
	}
	return fmt.Sprintf("integer of %d bits", bits)
}

// SetType says the type of an option's object where the subject does not. All values of the option that the subject and its tests have
// must be in the domain that it has by that.
func (s *Subject) SetType(option int, bits uint8, signed bool) error {
	o := &s.Options[option]
	bad := func(format string, args ...any) error {
		return &Problem{Path: path.Join(s.Path, tomlName), Line: o.Line, Message: fmt.Sprintf("option %s: %s", o.Name, fmt.Sprintf(format, args...))}
	}
	d, err := confspace.ParseDomain(o.Text, bits, signed)
	if err != nil {
		return bad("%v", err)
	}
	if !d.Contains(o.Default) {
		return bad("default %d is not in the domain %s of type %s", o.Default, d, TypeName(bits, signed))
	}
	check := func(where string, list []Assignment) error {
		for _, a := range list {
			if a.Option == option && !d.Contains(a.Number) {
				return bad("%s sets %d, which is not in the domain %s of type %s", where, a.Number, d, TypeName(bits, signed))
			}
		}
		return nil
	}
	for i := range s.Modes {
		if err := check("mode "+s.Modes[i].Name, s.Modes[i].Settings); err != nil {
			return err
		}
	}
	for _, t := range s.Tests {
		if err := check("test "+t.Name, t.Concrete); err != nil {
			return err
		}
	}
	o.Domain, s.space.Options[option].Domain = d, d
	return nil
}

// assignments reads a table of settings, in the order of the keys' names.
func (s *Subject) assignments(src source, table string, settings map[string]any) ([]Assignment, error) {
	var list []Assignment
	for key, value := range settings {
		a := Assignment{Key: key, Option: -1}
		for i := range s.Options {
			if s.Options[i].Key == key {
				a.Option = i
			}
		}
		if err := s.assign(&a, value); err != nil {
			return nil, src.problem(src.keyLine([]string{table, key}), "%s.%s: %v", table, key, err)
		}
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b Assignment) int { return strings.Compare(a.Key, b.Key) })
	return list, nil
}

func (s *Subject) assign(a *Assignment, value any) error {
	switch v := value.(type) {
	case bool:
		a.Value, a.Number = s.Config.False, 0
		if v {
			a.Value, a.Number = s.Config.True, 1
		}
	case int64:
		a.Value, a.Number = strconv.FormatInt(v, 10), v
	case string:
		if a.Option >= 0 {
			return fmt.Errorf("%q: an option takes a number or true or false", v)
		}
		if strings.ContainsAny(v, "\n\r") {
			return fmt.Errorf("a value is one line")
		}
		a.Value = v
		return nil
	default:
		return fmt.Errorf("want true, false, a number or a string")
	}
	if a.Option < 0 {
		return nil
	}
	o := &s.Options[a.Option]
	if !o.Domain.Contains(a.Number) {
		return fmt.Errorf("%d is outside the domain %s", a.Number, o.Domain)
	}
	a.Value = s.Config.value(o, a.Number)
	return nil
}
