package path

// This file defines the records of imported path data.

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// importHead is the first record.
type importHead struct {
	Lines      []string       `json:"lines"`
	Blocks     []string       `json:"blocks"`
	Edges      []string       `json:"edges"`
	Conditions []string       `json:"conditions"`
	Options    []importOption `json:"options"`
	Uncovered  string         `json:"uncovered"` // "" or uncoveredExcluded

	Constraints []string `json:"constraints"` // on options
}

// uncoveredExcluded states that configurations on no path of a test are excluded, by the program or by who recorded the paths.
const uncoveredExcluded = "excluded"

// importOption is an option: its name alone, or an object. Without a domain it is a boolean, or a 32-bit integer of any value if it is compared.
type importOption struct {
	Name    string `json:"name"`
	Domain  any    `json:"domain"` // text, or a list of strings and false
	Type    string `json:"type"`
	Default any    `json:"default"` // a number; of strings one of them, or false
}

// UnmarshalJSON reads either form.
func (o *importOption) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &o.Name)
	}
	type plain importOption
	return decodeStrict(data, (*plain)(o))
}

// importPath is every other record.
type importPath struct {
	Test       string   `json:"test"`
	Condition  any      `json:"condition"`
	Lines      *indices `json:"lines"`
	Blocks     *indices `json:"blocks"`
	Edges      *indices `json:"edges"`
	Conditions *indices `json:"conditions"`
}

// indices is a list of numbers. It has a reader of its own since files consist of little
// else: reflection would take most of the time of an import.
type indices []uint32

// UnmarshalJSON reads an array of integers, which json has found to be well-formed.
func (l *indices) UnmarshalJSON(data []byte) error {
	out := make(indices, 0, len(data)/4)
	n, digits := uint64(0), 0
	for _, c := range data {
		switch {
		case '0' <= c && c <= '9':
			n = 10*n + uint64(c-'0')
			if digits++; n > math.MaxUint32 {
				return errors.New("an index is too large")
			}
		case c == ',' || c == ']':
			if digits > 0 {
				out = append(out, uint32(n))
			}
			n, digits = 0, 0
		case c != '[' && c != ' ' && c != '\t' && c != '\n' && c != '\r':
			return errors.New("want a list of indices")
		}
	}
	*l = out
	return nil
}

// names returns the names of the elements of a criterion, and keyword how files call them.
func (h *importHead) names(c coverage.Criterion) (names []string, keyword string) {
	switch c {
	case coverage.Line:
		return h.Lines, "lines"
	case coverage.Block:
		return h.Blocks, "blocks"
	case coverage.Edge:
		return h.Edges, "edges"
	}
	return h.Conditions, "conditions"
}

// indices returns what the path covers of a criterion; nil if it does not say.
func (p *importPath) indices(c coverage.Criterion) *indices {
	switch c {
	case coverage.Line:
		return p.Lines
	case coverage.Block:
		return p.Blocks
	case coverage.Edge:
		return p.Edges
	}
	return p.Conditions
}

// test returns the name of the path's test.
func (p *importPath) test() string {
	if p.Test == "" {
		return "imported"
	}
	return p.Test
}

// universe returns the elements.
func (h *importHead) universe() (*coverage.Universe, error) {
	if h.Uncovered != "" && h.Uncovered != uncoveredExcluded {
		return nil, fmt.Errorf("uncovered: want %q or none, not %q", uncoveredExcluded, h.Uncovered)
	}
	u := &coverage.Universe{}
	n := 0
	for _, c := range coverage.Criteria() {
		names, keyword := h.names(c)
		for _, name := range names {
			e, err := importElement(c, name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", keyword, err)
			}
			u.Add(e)
			n++
		}
	}
	if n == 0 {
		return nil, errors.New("want the names of lines, blocks, edges or conditions")
	}
	return u, nil
}

// importElement reads FILE:LINE, or of other criteria FILE:LINE[:COL][ DETAIL].
func importElement(c coverage.Criterion, name string) (coverage.Element, error) {
	e := coverage.Element{Criterion: c}
	place, detail, _ := strings.Cut(name, " ")
	want := "file:line"
	if c == coverage.Line {
		place = name
	} else {
		want, e.Detail = "file:line:column detail", detail
	}
	number := func(bits int) (n uint64, ok bool) {
		i := strings.LastIndexByte(place, ':')
		if i <= 0 {
			return 0, false
		}
		n, err := strconv.ParseUint(place[i+1:], 10, bits)
		if err == nil {
			place = place[:i]
		}
		return n, err == nil
	}
	n, ok := number(32)
	if !ok || n == 0 {
		return e, fmt.Errorf("%q: want %s", name, want)
	}
	e.Line = uint32(n)
	if c != coverage.Line && n <= math.MaxUint16 {
		if line, ok := number(32); ok {
			e.Line, e.Col = uint32(line), uint16(n)
		}
	}
	e.File = place
	return e, nil
}

// checkCovered checks that a path says what it covers, of criteria that the file has.
func (h *importHead) checkCovered(p *importPath, u *coverage.Universe) error {
	said := false
	for _, mode := range []Mode{Merged, Expanded} {
		var missing, has string
		for _, c := range mode.Criteria() {
			_, keyword := h.names(c)
			list := p.indices(c)
			switch {
			case list == nil && u.Count(c) > 0:
				missing = keyword
			case list != nil && u.Count(c) == 0:
				return fmt.Errorf("%s: the first record names none", keyword)
			case list != nil:
				has, said = keyword, true
				for _, i := range *list {
					if int(i) >= u.Count(c) {
						return fmt.Errorf("%s: index %d of %d", keyword, i, u.Count(c))
					}
				}
			}
		}
		if has != "" && missing != "" {
			return fmt.Errorf("it has %s, but no %s", has, missing)
		}
	}
	if !said {
		return errors.New("it does not say what the path covers")
	}
	return nil
}

// covered returns what the path covers in a mode, ok if it says so.
func (p *importPath) covered(mode Mode, l coverage.Layout) (cov coverage.Bits, ok bool) {
	for _, c := range mode.Criteria() {
		list := p.indices(c)
		if list == nil {
			continue
		}
		if !ok {
			cov, ok = coverage.NewBits(l), true
		}
		for _, i := range *list {
			cov.Set(l.Bit(c, i+1))
		}
	}
	return cov, ok
}

// importTypes are the types of options, as subject.toml calls them.
var importTypes = map[string]struct {
	bits   uint8
	signed bool
}{
	"": {32, true}, "i8": {8, true}, "u8": {8, false}, "i16": {16, true}, "u16": {16, false},
	"i32": {32, true}, "u32": {32, false}, "i64": {64, true}, "u64": {64, false},
}

// space returns the options with their domains.
func (h *importHead) space(compared []bool) (*confspace.Space, error) {
	space := &confspace.Space{Constraints: h.Constraints}
	for i := range h.Options {
		o := &h.Options[i]
		t, ok := importTypes[o.Type]
		if !ok {
			return nil, fmt.Errorf("option %s: type: want one of i8 u8 i16 u16 i32 u32 i64 u64, not %q", o.Name, o.Type)
		}
		d, err := o.domain(t.bits, t.signed, compared[i])
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", o.Name, err)
		}
		option := confspace.Option{Name: o.Name, Object: o.Name, Domain: d}
		switch v := o.Default.(type) {
		case nil:
			if !d.Contains(0) || d.Kind == confspace.DomainStrings && !d.Unset {
				return nil, fmt.Errorf("option %s: default is missing, and 0 is not in the domain %s", o.Name, d)
			}
		case json.Number:
			if d.Kind == confspace.DomainStrings {
				return nil, fmt.Errorf("option %s: default: want a string or false", o.Name)
			}
			if option.Default, err = d.ParseValue(v.String()); err != nil {
				return nil, fmt.Errorf("option %s: default: %w", o.Name, err)
			}
		default:
			if d.Kind != confspace.DomainStrings {
				return nil, fmt.Errorf("option %s: default: want a number", o.Name)
			}
			if option.Default, err = d.StringOf(v); err != nil {
				return nil, fmt.Errorf("option %s: default: %w", o.Name, err)
			}
		}
		space.Options = append(space.Options, option)
	}
	return space, space.Validate()
}

// domain returns the option's domain.
func (o *importOption) domain(bits uint8, signed, compared bool) (d confspace.Domain, err error) {
	switch text := o.Domain.(type) {
	case nil:
		d, err = confspace.ParseDomain(map[bool]string{false: "bool", true: "any"}[compared], bits, signed)
	case string:
		d, err = confspace.ParseDomain(text, bits, signed)
	case []any:
		d, err = confspace.StringsOf(text)
	default:
		err = fmt.Errorf("domain: want text, or a list of strings")
	}
	if err == nil && d.Kind == confspace.DomainStrings && o.Type != "" {
		err = fmt.Errorf("type %s, but its values are strings", o.Type)
	}
	return d, err
}
