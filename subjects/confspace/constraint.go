package confspace

// This file reads constraints, which say which configurations of a space there are.
//
//	constraint = either [ "=>" constraint ]
//	either     = both { "|" both }
//	both       = factor { "&" factor }
//	factor     = "!" factor | "(" constraint ")" | operand [ relation operand ]
//	relation   = "==" | "!=" | "<" | "<=" | ">" | ">="
//	operand    = option | integer | string in quotes | "unset"
//
// An option alone is not 0; one of strings is not unset. Integers are compared as numbers, whatever the C types; strings are equal or not.
// "=", "&&" and "||" are read as "==", "&" and "|".

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// constraint is a node of a constraint's expression.
type constraint struct {
	op   string // "=>", "|", "&": of a and b; "!": of a; else a relation of x and y
	a, b *constraint
	x, y operand
}

// operand is an option, a number, or a string or null pointer.
type operand struct {
	option int // -1: a constant
	number *big.Int
	text   string
	set    bool // of text: it is no null pointer
}

// isText reports whether the operand is a string or a null pointer.
func (sp *Space) isText(x operand) bool {
	if x.option >= 0 {
		return sp.Options[x.option].Domain.OfStrings()
	}
	return x.number == nil
}

// at returns what an operand is where the option has the value v.
func (sp *Space) at(x operand, v int64) operand {
	if x.option < 0 {
		return x
	}
	d := sp.Options[x.option].Domain
	switch {
	case d.OfStrings():
		s, set := d.StringAt(v)
		return operand{option: -1, text: s, set: set}
	case d.Signed:
		return operand{option: -1, number: big.NewInt(v)}
	}
	return operand{option: -1, number: new(big.Int).SetUint64(uint64(v))}
}

// inRelation reports whether a relation holds for two constants of one kind.
func inRelation(op string, x, y operand) bool {
	order := 0
	if x.number != nil {
		order = x.number.Cmp(y.number)
	} else if x.text != y.text || x.set != y.set {
		order = 1
	}
	switch op {
	case "==":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

// holds reports whether a configuration of sp satisfies the constraint.
func (c *constraint) holds(sp *Space, conf Configuration) bool {
	switch c.op {
	case "=>":
		return !c.a.holds(sp, conf) || c.b.holds(sp, conf)
	case "|":
		return c.a.holds(sp, conf) || c.b.holds(sp, conf)
	case "&":
		return c.a.holds(sp, conf) && c.b.holds(sp, conf)
	case "!":
		return !c.a.holds(sp, conf)
	}
	value := func(x operand) operand {
		if x.option < 0 {
			return x
		}
		return sp.at(x, conf[x.option])
	}
	return inRelation(c.op, value(c.x), value(c.y))
}

// maxRelated is how many values the smaller one may have of two options that a constraint compares.
const maxRelated = 1 << 12

// constraintNodes is how many nodes the sets of a constraint may have.
const constraintNodes = 1 << 20

// ofConstraint returns the configurations that satisfy a constraint.
func (m *Sets) ofConstraint(c *constraint) Set {
	switch c.op {
	case "=>":
		return m.Or(m.ofConstraint(c.a)^1, m.ofConstraint(c.b))
	case "|":
		return m.Or(m.ofConstraint(c.a), m.ofConstraint(c.b))
	case "&":
		return m.And(m.ofConstraint(c.a), m.ofConstraint(c.b))
	case "!":
		return m.ofConstraint(c.a) ^ 1
	}
	x, y, op := c.x, c.y, c.op
	if x.option < 0 || y.option >= 0 && m.space.Options[y.option].Domain.Size() < m.space.Options[x.option].Domain.Size() {
		x, y, op = y, x, mirrored[op]
	}
	if y.option < 0 {
		return m.compare(op, x.option, y)
	}
	values, _ := m.Values(Full, y.option, maxRelated)
	parts := make([]Set, len(values))
	for i, v := range values {
		parts[i] = m.And(m.Setting(y.option, v), m.compare(op, x.option, m.space.at(y, v)))
	}
	return m.OrAll(parts)
}

// mirrored is the relation that holds for y and x where the first does for x and y.
var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// compare returns the configurations in which the option has the relation to a constant of its kind.
func (m *Sets) compare(op string, option int, y operand) Set {
	d := m.space.Options[option].Domain
	if y.number == nil {
		s := Empty
		for v := range d.strings() {
			if inRelation(op, m.space.at(operand{option: option}, v), y) {
				s = m.Or(s, m.Setting(option, v))
			}
		}
		return s
	}
	switch op {
	case "!=":
		return m.compare("==", option, y) ^ 1
	case ">":
		return m.compare("<=", option, y) ^ 1
	case ">=":
		return m.compare("<", option, y) ^ 1
	}
	lo, hi := d.Limits()
	least := m.space.at(operand{option: option}, lo).number
	greatest := m.space.at(operand{option: option}, hi).number
	if order := y.number.Cmp(least); order < 0 {
		return Empty
	}
	if y.number.Cmp(greatest) > 0 {
		return constant(op != "==")
	}
	v := y.number.Int64()
	if y.number.IsUint64() {
		v = int64(y.number.Uint64())
	}
	switch op {
	case "==":
		return m.Between(option, v, v)
	case "<":
		return m.Less(option, v)
	}
	return m.AtMost(option, v)
}

// Domain returns the set of all configurations: those that satisfy the space's constraints. Without constraints it is Full: see the package
// comment on encodings.
func (m *Sets) Domain() Set { return m.domain }

// DomainUnder returns the configurations that satisfy the constraints as they are, and with the settings in place of what they have: those that a test has
// which makes these settings.
func (m *Sets) DomainUnder(settings Settings) Set {
	return m.And(m.domain, m.RestrictAll(m.domain, settings))
}

// Essential returns a set that has the configurations of care which are in s, a part of it, and no others of care. Of the options, in their order from the last one to
// the first, those are left out of which it then need not say anything.
func (m *Sets) Essential(s, care Set) Set {
	if care == Full || s == Empty {
		return s
	}
	if s == care {
		return Full
	}
	essential := s
	for _, o := range slices.Backward(m.Support(s)) {
		if t := m.Exists(essential, o); m.And(t, care) == s {
			essential = t
		}
	}
	return essential
}

// constrain sets m.domain.
func (m *Sets) constrain() {
	m.domain = Full
	for _, text := range m.space.Constraints {
		c, err := m.space.parseConstraint(text)
		if err != nil {
			panic("BUG: the constraints of a space were not checked: " + err.Error())
		}
		m.domain = m.And(m.domain, m.ofConstraint(c))
	}
}

// ConstraintError is an error in a constraint.
type ConstraintError struct {
	Index int // in Space.Constraints
	Err   error
}

func (e *ConstraintError) Error() string { return e.Err.Error() }
func (e *ConstraintError) Unwrap() error { return e.Err }

// CheckConstraint reports what is wrong with the text of a constraint.
func (sp *Space) CheckConstraint(text string) error {
	c, err := sp.parseConstraint(text)
	if err != nil {
		return err
	}
	m := NewSets(&Space{Options: sp.Options})
	if err := m.Try(constraintNodes, func() { m.ofConstraint(c) }); err != nil {
		return fmt.Errorf("constraint %q: %w", text, err)
	}
	return nil
}

// Conflict returns the indices of constraints that no configuration satisfies together, none of which can be left out; nil if some configuration
// satisfies all of them. The constraints can be read.
func (sp *Space) Conflict() []int {
	m := NewSets(&Space{Options: sp.Options})
	sets := make([]Set, len(sp.Constraints))
	for i, text := range sp.Constraints {
		c, err := sp.parseConstraint(text)
		if err != nil {
			panic("BUG: the constraints of a space were not checked: " + err.Error())
		}
		sets[i] = m.ofConstraint(c)
	}
	if m.AndAll(sets) != Empty {
		return nil
	}
	in := make([]int, len(sets))
	for i := range in {
		in[i] = i
	}
	for i := 0; i < len(in); {
		rest := Full
		for j, k := range in {
			if j != i {
				rest = m.And(rest, sets[k])
			}
		}
		if rest == Empty {
			in = slices.Delete(in, i, i+1)
		} else {
			i++
		}
	}
	return in
}

// validateConstraints checks that the constraints can be read, that some configuration satisfies them, and that the defaults do.
func (sp *Space) validateConstraints() error {
	if len(sp.Constraints) == 0 {
		return nil
	}
	m := NewSets(&Space{Options: sp.Options})
	domain := Full
	for i, text := range sp.Constraints {
		bad := func(format string, args ...any) error {
			return &ConstraintError{i, fmt.Errorf("constraint %q: %w", text, fmt.Errorf(format, args...))}
		}
		c, err := sp.parseConstraint(text)
		if err != nil {
			return &ConstraintError{i, err}
		}
		if err := m.Try(constraintNodes, func() { domain = m.And(domain, m.ofConstraint(c)) }); err != nil {
			return bad("%w: options with fewer values, or simpler constraints, help", err)
		}
		if domain == Empty && i > 0 {
			return bad("no configuration satisfies it and those before it")
		} else if domain == Empty {
			return bad("no configuration satisfies it")
		}
		if d := sp.Defaults(); !c.holds(sp, d) {
			return bad("the defaults do not satisfy it: %s", sp.FormatSettings(sp.settingsOf(c, d)))
		}
	}
	return nil
}

// settingsOf returns the settings of a configuration of which a constraint speaks.
func (sp *Space) settingsOf(c *constraint, conf Configuration) Settings {
	var list []Setting
	var walk func(c *constraint)
	walk = func(c *constraint) {
		if c.a != nil {
			walk(c.a)
			if c.b != nil {
				walk(c.b)
			}
			return
		}
		for _, x := range []operand{c.x, c.y} {
			if x.option >= 0 {
				list = append(list, Setting{x.option, conf[x.option]})
			}
		}
	}
	walk(c)
	s, _ := MakeSettings(list...)
	return s
}

// satisfies reports the first constraint that a configuration does not satisfy.
func (c Configuration) satisfies(sp *Space) error {
	for _, text := range sp.Constraints {
		x, err := sp.parseConstraint(text)
		if err != nil {
			return err
		}
		if !x.holds(sp, c) {
			return fmt.Errorf("%s does not satisfy the constraint %q", sp.FormatSettings(sp.settingsOf(x, c)), text)
		}
	}
	return nil
}

// parseConstraint reads a constraint.
func (sp *Space) parseConstraint(text string) (c *constraint, err error) {
	p := constraintParser{scanner{in: text}, sp}
	if err := p.read("constraint", "'&', '|' or '=>'", func() { c = p.constraint() }); err != nil {
		return nil, err
	}
	return c, nil
}

type constraintParser struct {
	scanner
	sp *Space
}

func (p *constraintParser) constraint() *constraint {
	defer p.deeper()()
	c := p.either()
	if p.accept("=>") {
		return &constraint{op: "=>", a: c, b: p.constraint()}
	}
	return c
}

func (p *constraintParser) either() *constraint {
	return chain(&p.scanner, "|", p.both, func(a, b *constraint) *constraint { return &constraint{op: "|", a: a, b: b} })
}

func (p *constraintParser) both() *constraint {
	return chain(&p.scanner, "&", p.factor, func(a, b *constraint) *constraint { return &constraint{op: "&", a: a, b: b} })
}

func (p *constraintParser) factor() *constraint {
	defer p.deeper()()
	switch {
	case p.accept("!"):
		return &constraint{op: "!", a: p.factor()}
	case p.accept("("):
		c := p.constraint()
		if !p.accept(")") {
			p.fail("want ')'")
		}
		return c
	}
	p.space()
	start := p.pos
	x := p.operand()
	op := p.relation()
	if op == "" {
		p.check(start, x.option >= 0, "want a relation, such as '==', after a constant")
		if p.sp.isText(x) {
			d := p.sp.Options[x.option].Domain
			p.check(start, d.Unset, "option %s is never unset: want a relation, such as '=='", p.sp.Options[x.option].Name)
			return &constraint{op: "!=", x: x, y: operand{option: -1}}
		}
		return &constraint{op: "!=", x: x, y: operand{option: -1, number: new(big.Int)}}
	}
	c := &constraint{op: op, x: x, y: p.operand()}
	p.checkRelation(start, c)
	return c
}

// relation reads a relation; "": there is none.
func (p *constraintParser) relation() string {
	p.space()
	if strings.HasPrefix(p.in[p.pos:], "=>") {
		return ""
	}
	for _, op := range []string{"==", "!=", "<=", ">=", "<", ">"} {
		if p.accept(op) {
			return op
		}
	}
	if p.accept("=") {
		return "=="
	}
	return ""
}

// check fails at a position unless ok.
func (p *constraintParser) check(at int, ok bool, format string, args ...any) {
	if !ok {
		p.pos = at
		p.fail(format, args...)
	}
}

// checkRelation checks the operands of a relation.
func (p *constraintParser) checkRelation(at int, c *constraint) {
	x, y, sp := c.x, c.y, p.sp
	p.check(at, x.option >= 0 || y.option >= 0, "two constants are compared")
	text := sp.isText(x)
	p.check(at, text == sp.isText(y), "a string and a number are compared")
	p.check(at, !text || c.op == "==" || c.op == "!=", "strings are equal or not: want '==' or '!='")
	for _, o := range []operand{x, y} {
		if o.option < 0 && text {
			other := max(x.option, y.option)
			d := sp.Options[other].Domain
			_, known := d.StringValue(o.text)
			p.check(at, o.set && known || !o.set && d.Unset, "%s is not in the domain %s of option %s", o.quote(), d, sp.Options[other].Name)
		}
	}
	if x.option >= 0 && y.option >= 0 {
		least := min(sp.Options[x.option].Domain.Size(), sp.Options[y.option].Domain.Size())
		p.check(at, least <= maxRelated, "options %s and %s both have more than %d values: sets of configurations that relate so many are too large; want a list of values, or a range, for one of them",
			sp.Options[x.option].Name, sp.Options[y.option].Name, maxRelated)
	}
}

func (o operand) quote() string {
	if !o.set {
		return unset
	}
	return strconv.Quote(o.text)
}

func (p *constraintParser) operand() operand {
	p.space()
	start := p.pos
	if q := quoted(p.in[p.pos:]); q != "" {
		s, err := strconv.Unquote(q)
		p.check(start, err == nil, "%s is not a string in quotes", q)
		p.pos += len(q)
		return operand{option: -1, text: s, set: true}
	}
	if p.pos < len(p.in) && p.in[p.pos] == '-' {
		p.pos++
	}
	for p.pos < len(p.in) && isNameByte(p.in[p.pos], false) {
		p.pos++
	}
	word := p.in[start:p.pos]
	p.check(start, word != "", "want an option, a number or a string in quotes")
	if c := word[0]; c == '-' || c >= '0' && c <= '9' {
		n, ok := new(big.Int).SetString(cOctal(word), 0)
		p.check(start, ok, "%q is not an integer", word)
		return operand{option: -1, number: n}
	}
	if i := p.sp.Index(word); i >= 0 {
		return operand{option: i}
	}
	switch word {
	case unset:
		return operand{option: -1}
	case "true", "false":
		return operand{option: -1, number: big.NewInt(map[string]int64{"true": 1}[word])}
	}
	_, err := p.sp.Lookup(word)
	p.check(start, false, "%v", err)
	return operand{}
}
