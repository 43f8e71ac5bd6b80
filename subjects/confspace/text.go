package confspace

// This file writes sets as text and reads them.
//
//	set    = term { "|" term }
//	term   = factor { "&" factor }
//	factor = "true" | "false" | "!" factor | "(" set ")" | atom
//	atom   = option                                    a boolean, which is 1
//	       | option "=" value | option "!=" value
//	       | option ("<" | "<=" | ">" | ">=") value
//	       | option "in" item { "," item }          item = value | value ".." value
//	       | option "&" mask "=" value               bits of the C value, as 0x...
//	       | option "%" number ("==" | "!=") number  C's remainder, which has the sign of the value
//
// Strings have "=", "!=" and "in" alone; a value is a string in quotes, or unset.
//
// What this file writes is the disjoint cubes, so that equal sets have equal texts; formulas for people are in formulatext.go. A boolean's factor is written with
// "=", a single value with "=", all but one with "!=", a part from or up to an end of the domain
// with ">=" and "<=", and everything else with "in".

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// String returns the canonical text of s.
func (m *Sets) String(s Set) string {
	t, _ := m.Text(s, 0)
	return t
}

// Text is String with at most max cubes (0: all); more says that some were left out, and the text ends in
// "| ...", or that a factor has only some of its values.
func (m *Sets) Text(s Set, max int) (text string, more bool) {
	return m.Brief(s, max, 0)
}

// Brief is Text that adds no further cube once it has the given number of bytes, either (0: any).
func (m *Sets) Brief(s Set, max, bytes int) (text string, more bool) {
	switch s {
	case Empty:
		return "false", false
	case Full:
		return "true", false
	}
	var b strings.Builder
	n := 0
	for c := range m.Cubes(s) {
		if n > 0 {
			b.WriteString(" | ")
		}
		if max > 0 && n == max || bytes > 0 && b.Len() > bytes {
			b.WriteString("...")
			return b.String(), true
		}
		b.WriteString(m.space.FormatCube(c))
		more = more || slices.ContainsFunc(c, func(f Factor) bool { return f.Values != Empty })
		n++
	}
	return b.String(), more
}

// FormatCube returns "a=1 & b in 1..5,7", or "true".
func (sp *Space) FormatCube(c Cube) string {
	if len(c) == 0 {
		return "true"
	}
	parts := make([]string, len(c))
	for i, f := range c {
		parts[i] = sp.FormatFactor(f)
	}
	return strings.Join(parts, " & ")
}

// someValues returns the first values of a factor that has too many.
func (f Factor) someValues(d Domain) string {
	parts := make([]string, len(f.Some))
	for i, v := range f.Some {
		parts[i] = d.FormatValue(v)
	}
	return strings.Join(parts, ",")
}

// FormatFactor returns one factor's text. Where it ends in ",..." it is not all of it.
func (sp *Space) FormatFactor(f Factor) string {
	if f.Relation != nil {
		return relationFactor(Literal{f.Relation, f.Holds}.String())
	}
	o := &sp.Options[f.Option]
	d := o.Domain
	if d.Kind == DomainStrings {
		return o.formatStringFactor(f)
	}
	if f.Modulus != 0 {
		op := "=="
		if f.Negated {
			op = "!="
		}
		return fmt.Sprintf("%s %% %d %s %d", o.Name, f.Modulus, op, f.Residue)
	}
	if f.Values != Empty {
		op := " in "
		if f.Negated {
			op = " not in "
		}
		return o.Name + op + f.someValues(d) + ",..."
	}
	if f.Intervals == nil {
		return fmt.Sprintf("%s&%#x=%#x", o.Name, f.Mask, f.Bits)
	}
	lo, hi := d.Bounds()
	first, last := f.Intervals[0], f.Intervals[len(f.Intervals)-1]
	switch {
	case len(f.Intervals) == 1 && first.Lo == first.Hi:
		return o.Name + "=" + d.FormatValue(first.Lo)
	case len(f.Intervals) == 1 && first.Lo == lo:
		return o.Name + "<=" + d.FormatValue(first.Hi)
	case len(f.Intervals) == 1 && first.Hi == hi:
		return o.Name + ">=" + d.FormatValue(first.Lo)
	case len(f.Intervals) == 2 && d.Kind != DomainList && first.Lo == lo && last.Hi == hi && first.Hi+2 == last.Lo:
		return o.Name + "!=" + d.FormatValue(first.Hi+1)
	}
	var b strings.Builder
	b.WriteString(o.Name + " in ")
	for i, iv := range f.Intervals {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(d.FormatInterval(iv))
	}
	return b.String()
}

// FormatInterval returns "1..5" or "7"; of strings all of them, with commas.
func (d Domain) FormatInterval(iv Interval) string {
	switch {
	case iv.Lo == iv.Hi:
		return d.FormatValue(iv.Lo)
	case d.Kind == DomainStrings:
		text := d.FormatValue(iv.Lo)
		for v := iv.Lo + 1; v <= iv.Hi; v++ {
			text += "," + d.FormatValue(v)
		}
		return text
	}
	return d.FormatValue(iv.Lo) + ".." + d.FormatValue(iv.Hi)
}

// Parse reads a set's text.
func (m *Sets) Parse(text string) (s Set, err error) {
	p := setParser{scanner{in: text}, m}
	if err := p.read("condition", "'&' or '|'", func() { s = p.set() }); err != nil {
		return Empty, err
	}
	return s, nil
}

type setParser struct {
	scanner
	m *Sets
}

func (p *setParser) set() Set { return chain(&p.scanner, "|", p.term, p.m.Or) }

func (p *setParser) term() Set { return chain(&p.scanner, "&", p.factor, p.m.And) }

func (p *setParser) factor() Set {
	defer p.deeper()()
	switch {
	case p.accept("!"):
		return p.factor() ^ 1
	case p.accept("("):
		s := p.set()
		if !p.accept(")") {
			p.fail("want ')'")
		}
		return s
	}
	p.space()
	start := p.pos
	for p.pos < len(p.in) && isNameByte(p.in[p.pos], p.pos == start) {
		p.pos++
	}
	name := p.in[start:p.pos]
	switch name {
	case "true":
		return Full
	case "false":
		return Empty
	case "":
		p.fail("want an option's name")
	}
	o, err := p.m.space.Lookup(name)
	if err != nil {
		p.pos = start
		panic(parseError{err})
	}
	return p.atom(o)
}

func (p *setParser) atom(o int) Set {
	m := p.m
	lo, hi := m.space.Options[o].Domain.Bounds()
	switch {
	case p.accept("!="):
		v := p.value(o)
		return m.Between(o, v, v) ^ 1
	case p.accept("=="), p.accept("="):
		v := p.value(o)
		return m.Between(o, v, v)
	case m.space.Options[o].Domain.Kind == DomainStrings && !p.accept("in"):
		p.fail("want '=', '!=' or 'in' after %s", m.space.Options[o].Name)
	case m.space.Options[o].Domain.Kind == DomainStrings:
		return p.items(o)
	case p.accept("<="):
		return m.Between(o, lo, p.value(o))
	case p.accept("<"):
		v := p.value(o)
		return m.Diff(m.Between(o, lo, v), m.Between(o, v, v))
	case p.accept(">="):
		return m.Between(o, p.value(o), hi)
	case p.accept(">"):
		v := p.value(o)
		return m.Diff(m.Between(o, v, hi), m.Between(o, v, v))
	case p.accept("in"):
		return p.items(o)
	case m.space.Options[o].Domain.Kind == DomainBool:
		return m.Between(o, 1, 1)
	case p.accept("%"):
		return p.remainder(o)
	case p.accept("&"):
		f := Factor{Option: o, Mask: uint64(p.value(o))}
		if !p.accept("=") {
			p.fail("want '=' after a mask")
		}
		f.Bits = uint64(p.value(o))
		return m.OfFactor(f)
	}
	p.fail("want '=', '!=', '<', '<=', '>', '>=', 'in' or a mask after %s", m.space.Options[o].Name)
	return Empty
}

// remainder reads what follows option and %.
func (p *setParser) remainder(o int) Set {
	number := func() int64 {
		p.space()
		start := p.pos
		for p.pos < len(p.in) && (p.in[p.pos] >= '0' && p.in[p.pos] <= '9' || p.in[p.pos] == '-' && p.pos == start) {
			p.pos++
		}
		v, err := strconv.ParseInt(p.in[start:p.pos], 10, 64)
		if err != nil {
			p.fail("want a number")
		}
		return v
	}
	d := number()
	negated := p.accept("!=")
	if !negated && !p.accept("==") {
		p.fail("want '==' or '!=' after a remainder")
	}
	if d < 2 || d > maxModulus {
		p.fail("remainders of 2 to %d are possible", maxModulus)
	}
	s := p.m.Remainder(o, uint64(d), number())
	if negated {
		s ^= 1
	}
	return s
}

func (p *setParser) items(o int) Set {
	s := Empty
	for {
		lo := p.value(o)
		hi := lo
		if p.m.space.Options[o].Domain.Kind != DomainStrings && p.accept("..") {
			hi = p.value(o)
		}
		s = p.m.Or(s, p.m.Between(o, lo, hi))
		if !p.accept(",") {
			return s
		}
	}
}

func (p *setParser) value(o int) int64 {
	p.space()
	start := p.pos
	p.pos += len(quoted(p.in[p.pos:]))
	if p.pos == start && p.pos < len(p.in) && p.in[p.pos] == '-' {
		p.pos++
	}
	for p.pos < len(p.in) && p.in[start] != '"' && isNameByte(p.in[p.pos], false) && p.in[p.pos] != '.' {
		p.pos++
	}
	text := p.in[start:p.pos]
	d := p.m.space.Options[o].Domain
	v, err := d.ParseValue(text)
	if err != nil && strings.HasPrefix(text, "0x") {
		// A mask may use the sign bit.
		d.Signed, d.Bits = false, 64
		v, err = d.ParseValue(text)
	}
	if err != nil {
		p.pos = start
		panic(parseError{err})
	}
	return v
}
