package subjects

// This file reads the options of subject.toml, and settings of them.

import (
	"errors"
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
	for i := range f.Options.List {
		fo := &f.Options.List[i]
		at := src.lineOf(fmt.Sprintf("name = %q", fo.Name))
		if at == 0 {
			at = src.lineOf("[options]")
		}
		o, err := makeOption(fo, f.Options.Object)
		if err == nil {
			err = s.Config.makeForms(&o, fo)
		}
		if err != nil {
			return src.problem(at, "option %q: %v", fo.Name, err)
		}
		o.Line = at
		for _, other := range s.Options {
			if other.Object == o.Object {
				return src.problem(at, "option %q: %s is the object of %q too", fo.Name, o.Object, other.Name)
			}
			if other.Key == o.Key && other.Section == o.Section {
				return src.problem(at, "option %q: %q is the key of %q too", fo.Name, o.Key, other.Name)
			}
		}
		s.Options = append(s.Options, o)
		s.space.Options = append(s.space.Options, o.Option)
		if err := s.space.Validate(); err != nil {
			return src.problem(at, "%v", err)
		}
	}
	if err := s.loadImplications(src, f); err != nil {
		return err
	}
	s.space.Constraints = f.Options.Constraints
	if err := s.space.Validate(); err != nil {
		at := src.keyLine([]string{"options", "constraints"})
		var bad *confspace.ConstraintError
		if errors.As(err, &bad) {
			at = max(at, src.lineOf(s.space.Constraints[bad.Index]))
		}
		return src.problem(at, "options.constraints: %v", err)
	}
	return nil
}

func (s *Subject) loadFixed(src source, f *file) error {
	for i := range f.Options.Fixed {
		ff := &f.Options.Fixed[i]
		fixed := Fixed{Names: ff.Names, Reason: ff.Reason}
		line := src.keyLine([]string{"options", "fixed"})
		if len(ff.Names) > 0 {
			line = max(line, src.lineOf(fmt.Sprintf("%q", ff.Names[0])))
		}
		if len(ff.Names) == 0 || ff.Reason == "" {
			return src.problem(line, "options.fixed: want names, and the reason for which these options are never symbolic")
		}
		if ff.Value != nil {
			for _, name := range ff.Names {
				a := Assignment{Key: name, Option: -1}
				if err := s.assign(&a, ff.Value); err != nil {
					return src.problem(line, "options.fixed: value: %v", err)
				}
				fixed.Value = &a.Value
				fixed.settings = append(fixed.settings, a)
			}
		}
		for k, name := range ff.Names {
			if o, err := s.keyed(name); o >= 0 || err != nil {
				return src.problem(line, "options.fixed: %q is among the options", name)
			}
			if s.fixed(name) != nil || slices.Contains(ff.Names[:k], name) {
				return src.problem(line, "options.fixed: %q is there twice", name)
			}
		}
		s.Fixed = append(s.Fixed, fixed)
	}
	return nil
}

// fixed returns what says that the option of that key is fixed, nil if nothing does.
func (s *Subject) fixed(key string) *Fixed {
	for i := range s.Fixed {
		if slices.Contains(s.Fixed[i].Names, key) {
			return &s.Fixed[i]
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
	o.Type = fo.Type
	if err := o.setDomain(fo.Domain); err != nil {
		return o, err
	}
	return o, o.setDefault(fo.Default)
}

// setDomain reads the domain: text, or a list of strings, and false for a null pointer.
func (o *Option) setDomain(domain any) (err error) {
	switch x := domain.(type) {
	case string:
		o.Text = x
		if o.Domain, err = o.parseDomain(); err == nil && o.Domain.Kind == confspace.DomainStrings {
			err = fmt.Errorf("domain: strings are a list: [\"\", \"/etc/banner\"]")
		}
		return err
	case []any:
		if o.Type != "" || o.Base != Decimal {
			return fmt.Errorf("type and base go with integers, but the domain is a list of strings")
		}
		o.Domain, err = confspace.StringsOf(x)
		o.Text = o.Domain.String()
		return err
	case nil:
		return fmt.Errorf("domain is missing: \"bool\", \"any\", \"LOW..HIGH\", \"V,V,...\" or a list of strings")
	}
	return fmt.Errorf("domain: want text, or a list of strings, not %v", domain)
}

// setDefault reads the default: a number; of strings one of them, or false.
func (o *Option) setDefault(value any) (err error) {
	if value == nil {
		return fmt.Errorf("default is missing")
	}
	if o.Domain.Kind == confspace.DomainStrings {
		if o.Default, err = o.Domain.StringOf(value); err != nil {
			return fmt.Errorf("default: %w", err)
		}
		return nil
	}
	n, ok := value.(int64)
	if !ok {
		return fmt.Errorf("default: want a number, not %v", value)
	}
	o.Default = n
	return nil
}

// parseDomain returns the option's domain. Where the subject does not say the type it is one that holds the values, until SetType.
func (o *Option) parseDomain() (confspace.Domain, error) {
	d, err := o.parseIntegers()
	d.Octal = o.Base == Octal
	return d, err
}

func (o *Option) parseIntegers() (confspace.Domain, error) {
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
	d.Octal = o.Base == Octal
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

// SetArray says that the object of an option of strings is an array of characters, not a pointer.
func (s *Subject) SetArray(option int) { s.Options[option].Array = true }

// assignments reads a table of settings, in the order of the keys' names.
func (s *Subject) assignments(src source, table string, settings map[string]any) ([]Assignment, error) {
	var list []Assignment
	for key, value := range settings {
		a := Assignment{Key: key}
		var err error
		if a.Option, err = s.keyed(key); err != nil {
			return nil, src.problem(src.keyLine([]string{table, key}), "%s.%s: %v", table, key, err)
		}
		if fixed := s.fixed(key); fixed != nil && fixed.Value != nil {
			return nil, src.problem(src.keyLine([]string{table, key}), "%s.%s: every configuration has the value %q: %s", table, key, *fixed.Value, fixed.Reason)
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
	if a.Option >= 0 && s.Options[a.Option].Domain.Kind == confspace.DomainStrings {
		o := &s.Options[a.Option]
		n, err := o.Domain.StringOf(value)
		if err != nil {
			return err
		}
		a.Number, a.Value = n, s.Config.value(o, n)
		return nil
	}
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
	default:
		return fmt.Errorf("want true, false, a number or a string")
	}
	if a.Option < 0 {
		return s.other(a, value)
	}
	o := &s.Options[a.Option]
	if !o.Domain.Contains(a.Number) {
		return fmt.Errorf("%d is outside the domain %s", a.Number, o.Domain)
	}
	a.Value = s.Config.value(o, a.Number)
	return nil
}
