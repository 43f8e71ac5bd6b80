package confspace

// This file implements domains of strings. A value is the index of a string in the domain: in sets such an option is like
// an integer of that range, without an order that anybody could ask about. With Unset value 0 is a null pointer, and the strings follow.
//
// A string is written in quotes, as in Go, and read so or as it is; the null pointer is unset, without quotes.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// unset is how the null pointer is written.
const unset = "unset"

// MaxStrings is how many values a domain of strings can have: a set of values of one can then be listed.
const MaxStrings = 64

// StringDomain returns the domain of the strings and, with unset, a null pointer.
func StringDomain(unset bool, list ...string) Domain {
	return Domain{Kind: DomainStrings, Bits: 8, Unset: unset, Strings: list}
}

// StringsOf returns the domain of a list as TOML and JSON have it: strings, and false for unset.
func StringsOf(list []any) (Domain, error) {
	d := StringDomain(false)
	for _, x := range list {
		switch x := x.(type) {
		case string:
			d.Strings = append(d.Strings, x)
			continue
		case bool:
			if !x && !d.Unset {
				d.Unset = true
				continue
			}
		}
		return d, fmt.Errorf("domain: want strings, and false once at most for a null pointer, not %v", x)
	}
	return d, d.Validate()
}

// StringOf returns the value that a string is, or false, which is unset.
func (d Domain) StringOf(x any) (int64, error) {
	switch x := x.(type) {
	case string:
		if v, ok := d.StringValue(x); ok {
			return v, nil
		}
		return 0, fmt.Errorf("%q is not in the domain %s", x, d)
	case bool:
		if !x && d.Unset {
			return 0, nil
		}
	}
	return 0, fmt.Errorf("%v is not in the domain %s", x, d)
}

// OfStrings reports whether the values are strings.
func (d Domain) OfStrings() bool { return d.Kind == DomainStrings }

// strings returns the number of values of a domain of strings.
func (d Domain) strings() int64 {
	n := int64(len(d.Strings))
	if d.Unset {
		n++
	}
	return n
}

// StringAt returns the string that value v of a domain of strings is; set is false if it is a null pointer.
func (d Domain) StringAt(v int64) (s string, set bool) {
	if d.Unset {
		v--
	}
	if v < 0 {
		return "", false
	}
	return d.Strings[v], true
}

// StringValue returns the value that a string is; ok is false if the domain does not have it.
func (d Domain) StringValue(s string) (v int64, ok bool) {
	i := slices.Index(d.Strings, s)
	if i >= 0 && d.Unset {
		return int64(i) + 1, true
	}
	return int64(i), i >= 0
}

func (d Domain) validateStrings() error {
	if d.Bits != 8 || d.Signed {
		return fmt.Errorf("domain of strings with values of %d bits, %s", d.Bits, signedness(d.Signed))
	}
	if len(d.Strings) == 0 {
		return fmt.Errorf("domain without a string")
	}
	if d.strings() > MaxStrings {
		return fmt.Errorf("domain of %d strings: %d are possible", d.strings(), MaxStrings)
	}
	for i, s := range d.Strings {
		if strings.ContainsAny(s, "\x00\n\r") {
			return fmt.Errorf("string %q: it is to be one line", s)
		}
		if slices.Contains(d.Strings[:i], s) {
			return fmt.Errorf("string %q is in the domain twice", s)
		}
	}
	return nil
}

func (d Domain) formatString(v int64) string {
	if v < 0 || v >= d.strings() {
		return strconv.FormatInt(v, 10) // of nothing that is valid
	}
	if s, set := d.StringAt(v); set {
		return strconv.Quote(s)
	}
	return unset
}

func (d Domain) formatStrings() string {
	parts := make([]string, d.strings())
	for v := range parts {
		parts[v] = d.formatString(int64(v))
	}
	return strings.Join(parts, ",")
}

func (d Domain) parseString(text string) (int64, error) {
	if text == unset && d.Unset {
		return 0, nil
	}
	s := text
	if strings.HasPrefix(text, `"`) {
		var err error
		if s, err = strconv.Unquote(text); err != nil {
			return 0, fmt.Errorf("%s is not a string in quotes", text)
		}
	}
	if v, ok := d.StringValue(s); ok {
		return v, nil
	}
	return 0, fmt.Errorf("%q is not in the domain %s", s, d)
}

// quoted returns the string in quotes with which text begins, quotes included; "" if there is none.
func quoted(text string) string {
	q, err := strconv.QuotedPrefix(text)
	if err != nil || q[0] != '"' {
		return ""
	}
	return q
}

// parseStrings reads a domain of strings.
func parseStrings(text string) (Domain, error) {
	d := StringDomain(false)
	for rest := text; ; {
		rest = strings.TrimSpace(rest)
		item := quoted(rest)
		switch {
		case item != "":
			s, err := strconv.Unquote(item)
			if err != nil {
				return d, fmt.Errorf("domain %s: %w", text, err)
			}
			d.Strings = append(d.Strings, s)
		case strings.HasPrefix(rest, unset) && !d.Unset:
			item, d.Unset = unset, true
		default:
			return d, fmt.Errorf("domain %s: want strings in quotes, and %s once at most", text, unset)
		}
		rest = strings.TrimSpace(rest[len(item):])
		if rest == "" {
			break
		}
		var more bool
		if rest, more = strings.CutPrefix(rest, ","); !more {
			return d, fmt.Errorf("domain %s: want ',' before %s", text, rest)
		}
	}
	if err := d.Validate(); err != nil {
		return d, fmt.Errorf("domain %s: %w", text, err)
	}
	return d, nil
}

// splitSettings divides "a=1,b=2" at commas that are not in quotes.
func splitSettings(text string) []string {
	var list []string
	for start, i := 0, 0; ; {
		switch {
		case i == len(text):
			return append(list, text[start:])
		case text[i] == ',':
			list = append(list, text[start:i])
			start = i + 1
		case text[i] == '"':
			if q := quoted(text[i:]); q != "" {
				i += len(q)
				continue
			}
		}
		i++
	}
}

// formatStringFactor returns the text of what a cube says about an option of strings.
func (o *Option) formatStringFactor(f Factor) string {
	d := o.Domain
	in := make([]bool, d.strings())
	n := 0
	for _, iv := range f.Intervals {
		for v := iv.Lo; v <= iv.Hi; v++ {
			in[v] = true
			n++
		}
	}
	var list []string
	for v, is := range in {
		if is == (n == 1 || n < len(in)-1) {
			list = append(list, d.formatString(int64(v)))
		}
	}
	switch {
	case n == 1:
		return o.Name + "=" + list[0]
	case n == len(in)-1:
		return o.Name + "!=" + list[0]
	}
	return o.Name + " in " + strings.Join(list, ",")
}
