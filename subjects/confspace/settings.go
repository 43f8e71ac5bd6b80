package confspace

// This file implements spaces, settings and configurations: looking up,
// ordering, checking, printing and reading them.

import (
	"fmt"
	"slices"
	"strings"
)

// Index returns the index of the option with that name, or -1.
func (sp *Space) Index(name string) int {
	for i := range sp.Options {
		if sp.Options[i].Name == name {
			return i
		}
	}
	return -1
}

// Lookup is Index with an error that suggests similar names.
func (sp *Space) Lookup(name string) (int, error) {
	if i := sp.Index(name); i >= 0 {
		return i, nil
	}
	return -1, fmt.Errorf("unknown option %q%s", name, DidYouMean(name, sp.Names()))
}

// Names returns the options' names in order.
func (sp *Space) Names() []string {
	names := make([]string, len(sp.Options))
	for i := range sp.Options {
		names[i] = sp.Options[i].Name
	}
	return names
}

// Validate checks every option: names are unique and can be read back, domains are
// valid, defaults are in them. The defaults satisfy each constraint.
func (sp *Space) Validate() error {
	seen := map[string]bool{}
	for i := range sp.Options {
		o := &sp.Options[i]
		if !isName(o.Name) {
			return fmt.Errorf("option %d: %q is not a name (letters, digits, '_', '-', '.', '/', ':' and '@', beginning with a letter or '_')", i, o.Name)
		}
		if seen[o.Name] {
			return fmt.Errorf("option %s is defined twice", o.Name)
		}
		seen[o.Name] = true
		if err := o.Domain.Validate(); err != nil {
			return fmt.Errorf("option %s: %w", o.Name, err)
		}
		if !o.Domain.Contains(o.Default) {
			return fmt.Errorf("option %s: default %s is not in the domain %s",
				o.Name, o.Domain.FormatValue(o.Default), o.Domain)
		}
	}
	return sp.validateConstraints()
}

func isName(s string) bool {
	if s == "" || s == "true" || s == "false" || s == "in" {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isNameByte(s[i], i == 0) {
			return false
		}
	}
	return true
}

func isNameByte(c byte, first bool) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
		return true
	}
	return !first && (c >= '0' && c <= '9' || strings.IndexByte("-./:@", c) >= 0)
}

// MakeSettings sorts the settings into a conjunction. It fails where an option is
// given two values; a setting that is repeated counts once.
func MakeSettings(list ...Setting) (Settings, error) {
	s := slices.Clone(Settings(list))
	slices.SortStableFunc(s, func(a, b Setting) int { return a.Option - b.Option })
	out := s[:0]
	for _, x := range s {
		if n := len(out); n > 0 && out[n-1].Option == x.Option {
			if out[n-1].Value != x.Value {
				return nil, fmt.Errorf("option %d is set to both %d and %d", x.Option, out[n-1].Value, x.Value)
			}
			continue
		}
		out = append(out, x)
	}
	return out, nil
}

// Value returns the value that s gives the option, if any.
func (s Settings) Value(option int) (int64, bool) {
	i, ok := slices.BinarySearchFunc(s, option, func(x Setting, o int) int { return x.Option - o })
	if !ok {
		return 0, false
	}
	return s[i].Value, true
}

// With returns s with the option set to the value, replacing what s says about it.
func (s Settings) With(option int, value int64) Settings {
	i, ok := slices.BinarySearchFunc(s, option, func(x Setting, o int) int { return x.Option - o })
	out := slices.Clone(s)
	if ok {
		out[i].Value = value
		return out
	}
	return slices.Insert(out, i, Setting{option, value})
}

// Contains reports whether s has every setting of t: s implies t.
func (s Settings) Contains(t Settings) bool {
	for _, x := range t {
		if v, ok := s.Value(x.Option); !ok || v != x.Value {
			return false
		}
	}
	return true
}

// Compare orders settings by their number, then by option and value.
func (s Settings) Compare(t Settings) int {
	if len(s) != len(t) {
		return len(s) - len(t)
	}
	for i := range s {
		switch {
		case s[i].Option != t[i].Option:
			return s[i].Option - t[i].Option
		case s[i].Value < t[i].Value:
			return -1
		case s[i].Value > t[i].Value:
			return 1
		}
	}
	return 0
}

// FormatSettings returns "a=1,b=0", in the order of the options; "" for none.
func (sp *Space) FormatSettings(s Settings) string {
	var b strings.Builder
	for i, x := range s {
		if i > 0 {
			b.WriteByte(',')
		}
		o := &sp.Options[x.Option]
		b.WriteString(o.Name)
		b.WriteByte('=')
		b.WriteString(o.Domain.FormatValue(x.Value))
	}
	return b.String()
}

// ParseSettings reads "a=1,b=0". Values must be in the domains. A string with a comma must be in quotes.
func (sp *Space) ParseSettings(text string) (Settings, error) {
	var list []Setting
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	for _, f := range splitSettings(text) {
		name, val, ok := strings.Cut(f, "=")
		if !ok {
			return nil, fmt.Errorf("setting %q: want option=value", strings.TrimSpace(f))
		}
		o, err := sp.Lookup(strings.TrimSpace(name))
		if err != nil {
			return nil, fmt.Errorf("setting %q: %w", strings.TrimSpace(f), err)
		}
		d := sp.Options[o].Domain
		if d.Kind != DomainStrings && strings.TrimSpace(val) == "" {
			return nil, fmt.Errorf("setting %q: no value after =; the domain of %s is %s", strings.TrimSpace(f), sp.Options[o].Name, d)
		}
		v, err := d.ParseValue(val)
		if err != nil {
			return nil, fmt.Errorf("setting %q: %w", strings.TrimSpace(f), err)
		}
		if !d.Contains(v) {
			return nil, fmt.Errorf("setting %q: the domain of %s is %s", strings.TrimSpace(f), sp.Options[o].Name, d)
		}
		for _, x := range list {
			if x.Option == o && x.Value != v {
				return nil, fmt.Errorf("setting %q: %s is also set to %s", strings.TrimSpace(f), sp.Options[o].Name, d.FormatValue(x.Value))
			}
		}
		list = append(list, Setting{o, v})
	}
	return MakeSettings(list...)
}

// Defaults returns the configuration of the default values.
func (sp *Space) Defaults() Configuration {
	c := make(Configuration, len(sp.Options))
	for i := range sp.Options {
		c[i] = sp.Options[i].Default
	}
	return c
}

// With returns c changed by the settings.
func (c Configuration) With(s Settings) Configuration {
	out := slices.Clone(c)
	for _, x := range s {
		out[x.Option] = x.Value
	}
	return out
}

// Satisfies reports whether c has every setting of s.
func (c Configuration) Satisfies(s Settings) bool {
	for _, x := range s {
		if c[x.Option] != x.Value {
			return false
		}
	}
	return true
}

// Settings returns c as a conjunction of settings, one for each option.
func (c Configuration) Settings() Settings {
	s := make(Settings, len(c))
	for i, v := range c {
		s[i] = Setting{i, v}
	}
	return s
}

// Valid reports the first option whose value is not in its domain, or the first constraint that c does not satisfy.
func (c Configuration) Valid(sp *Space) error {
	if len(c) != len(sp.Options) {
		return fmt.Errorf("configuration of %d values for %d options", len(c), len(sp.Options))
	}
	for i, v := range c {
		if o := &sp.Options[i]; !o.Domain.Contains(v) {
			return fmt.Errorf("%s=%s: the domain is %s", o.Name, o.Domain.FormatValue(v), o.Domain)
		}
	}
	return c.satisfies(sp)
}

// FormatConfiguration returns every setting, "a=1,b=0,...".
func (sp *Space) FormatConfiguration(c Configuration) string { return sp.FormatSettings(c.Settings()) }

// Difference returns the settings in which c differs from the defaults.
func (sp *Space) Difference(c Configuration) Settings {
	var s Settings
	for i, v := range c {
		if v != sp.Options[i].Default {
			s = append(s, Setting{i, v})
		}
	}
	return s
}
