package reports

// This file writes plans for other tools: JSON, a matrix of GitHub Actions, and models of PICT and ACTS, which choose configurations themselves: of these, the
// options that decide something with one value for each class of values that coverage tells apart, and the constraints.
//
// PICT: github.com/microsoft/pict, doc/pict.md. ACTS: NIST's user guide, "Specify a system in text format".

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// PlanName names configuration i of a plan.
func (p *Plan) PlanName(i int) string { return fmt.Sprintf("%s-%d", p.Criterion, i+1) }

// object is a JSON object whose keys keep their order.
type object []field

type field struct {
	key   string
	value any
}

// MarshalJSON writes the fields in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%s:", strconv.Quote(f.key))
		if err := encoder(&b).Encode(f.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

// settingsObject returns settings as a JSON object.
func (s *Study) settingsObject(settings confspace.Settings) object {
	o := object{}
	for _, x := range settings {
		o = append(o, field{s.Space.Options[x.Option].Name, s.valueObject(x.Option, x.Value)})
	}
	return o
}

// valueObject returns a value of an option for JSON: booleans are true and false, strings text, and null is an unset one.
func (s *Study) valueObject(option int, v int64) any {
	d := &s.Space.Options[option].Domain
	switch {
	case d.OfStrings():
		if text, set := d.StringAt(v); set {
			return text
		}
		return nil
	case d.Kind == confspace.DomainBool:
		return v == 1
	case d.Signed:
		return v
	}
	return uint64(v)
}

// EmitJSON writes the configurations of plans as a JSON array of objects.
func (s *Study) EmitJSON(w io.Writer, plans []*Plan) error {
	list := []object{}
	for _, p := range plans {
		sum := p.Had
		for i, c := range p.Configurations {
			sum += p.Adds[i]
			list = append(list, object{
				{"name", p.PlanName(i)},
				{"criterion", p.Criterion.String()},
				{"adds", p.Adds[i]},
				{"covered", sum},
				{"percent", p.percentOf(sum).rounded()},
				{"settings", s.settingsObject(s.Space.Difference(c))},
				{"configuration", s.settingsObject(c.Settings())},
			})
		}
	}
	return writeJSON(w, list)
}

// EmitGitHub writes a matrix of GitHub Actions, on one line: a job for each configuration, with its name, its settings and what lines returns, the
// content of its file or its arguments.
func (s *Study) EmitGitHub(w io.Writer, plans []*Plan, lines func(confspace.Configuration) ([]string, error)) error {
	include := []object{}
	for _, p := range plans {
		for i, c := range p.Configurations {
			config, err := lines(c)
			if err != nil {
				return err
			}
			include = append(include, object{
				{"name", p.PlanName(i)},
				{"settings", s.Space.FormatSettings(s.Space.Difference(c))},
				{"config", strings.Join(config, "\n")},
			})
		}
	}
	return encoder(w).Encode(object{{"include", include}})
}

// parameter is an option in a model of another tool.
type parameter struct {
	option int
	name   string
	values []string
	text   bool
}

// parameters returns the options of which coverage tells values apart, and those in constraints, with a value for each class. name makes a name that the
// tool can read.
func (s *Study) parameters(name, value func(string) string) (list []parameter, left []string, err error) {
	inConstraints := s.Sets.Support(s.Sets.Domain())
	seen := map[string]string{}
	for o := range s.Space.Options {
		opt := &s.Space.Options[o]
		_, constrained := slices.BinarySearch(inConstraints, o)
		if len(s.Values[o]) == 0 && constrained {
			return nil, nil, fmt.Errorf("coverage tells more than %d values of %s apart, on which there is a constraint: a smaller domain helps", maxClasses, opt.Name)
		}
		if len(s.Values[o]) < 2 && !constrained {
			left = append(left, opt.Name)
			continue
		}
		p := parameter{option: o, name: name(opt.Name), text: opt.Domain.OfStrings()}
		if other := seen[p.name]; other != "" {
			return nil, nil, fmt.Errorf("options %s and %s would both be called %s", other, opt.Name, p.name)
		}
		seen[p.name] = opt.Name
		used := map[string]bool{}
		for _, v := range s.Values[o] {
			text := plainNumber(opt, v)
			if p.text {
				for text = value(stringName(opt, v)); used[text]; {
					text += "_"
				}
				used[text] = true
			}
			p.values = append(p.values, text)
		}
		list = append(list, p)
	}
	return list, left, nil
}

// plainNumber writes a value in decimal.
func plainNumber(o *confspace.Option, v int64) string {
	if o.Domain.Signed {
		return strconv.FormatInt(v, 10)
	}
	return strconv.FormatUint(uint64(v), 10)
}

// stringName names a string: unset, empty, or what it is.
func stringName(o *confspace.Option, v int64) string {
	text, set := o.Domain.StringAt(v)
	switch {
	case !set:
		return "unset"
	case text == "":
		return "empty"
	}
	return text
}

// word makes a name of letters, digits, underscores and what else may be in it.
func word(text, also string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', strings.ContainsRune(also, r):
			return r
		}
		return '_'
	}, text)
	if out[0] >= '0' && out[0] <= '9' {
		out = "_" + out // else a tool may take it for a number
	}
	return out
}

// modelDialect is a dialect in which options and values have the names of parameters.
func modelDialect(d confspace.Dialect, sp *confspace.Space, list []parameter, bracket string, values [][]int64) *confspace.Dialect {
	byOption := map[int]*parameter{}
	for i := range list {
		byOption[list[i].option] = &list[i]
	}
	d.Option = func(o int) string {
		if bracket != "" {
			return bracket[:1] + byOption[o].name + bracket[1:]
		}
		return byOption[o].name
	}
	d.Constant = func(o int, v int64, text string, isText, set bool) string {
		if !isText {
			return strconv.FormatInt(v, 10)
		}
		for i, x := range values[o] {
			if t, is := sp.Options[o].Domain.StringAt(x); is == set && t == text {
				return strconv.Quote(byOption[o].values[i])
			}
		}
		return strconv.Quote(text)
	}
	return &d
}

// modelHead says in comments what a model is.
func (s *Study) modelHead(w io.Writer, comment string, left []string) {
	name := strings.TrimSpace(s.Run.Subject.Name + " " + s.Run.Subject.Version)
	fmt.Fprintf(w, "%s %s: options that coverage depends on, with one value for each class of values that it tells apart.\n", comment, name)
	if len(left) > 0 {
		fmt.Fprintf(w, "%s Left out, %s on which nothing depends: %s.\n", comment, many(len(left), "option"), strings.Join(left, ", "))
	}
	if !s.Exact() {
		fmt.Fprintf(w, "%s Incomplete: %s.\n", comment, strings.Join(s.Incomplete[:1], ""))
	}
}

// modelConstraints writes the constraints of the space, each with an end; before the first one comes a head.
func (s *Study) modelConstraints(b *strings.Builder, d *confspace.Dialect, head, end string) error {
	for i, text := range s.Space.Constraints {
		line, err := s.Space.Write(text, d)
		if err != nil {
			return err
		}
		if i == 0 {
			b.WriteString(head)
		}
		b.WriteString(line + end)
	}
	return nil
}

// EmitPICT writes a model of PICT.
func (s *Study) EmitPICT(w io.Writer) error {
	id := func(text string) string { return word(text, "-./") }
	list, left, err := s.parameters(id, id)
	if err != nil {
		return err
	}
	var b strings.Builder
	s.modelHead(&b, "#", left)
	b.WriteByte('\n')
	for _, p := range list {
		fmt.Fprintf(&b, "%s: %s\n", p.name, strings.Join(p.values, ", "))
	}
	d := modelDialect(confspace.Dialect{Or: " OR ", And: " AND ", Not: "NOT ", If: "IF %s THEN %s", Relations: map[string]string{"==": "=", "!=": "<>"}}, s.Space, list, "[]", s.Values)
	if err := s.modelConstraints(&b, d, "\n", ";\n"); err != nil {
		return err
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// EmitACTS writes a model of ACTS.
func (s *Study) EmitACTS(w io.Writer) error {
	id := func(text string) string { return word(text, "") }
	list, left, err := s.parameters(id, id)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "[System]\n")
	s.modelHead(&b, "--", left)
	fmt.Fprintf(&b, "Name: %s\n\n[Parameter]\n", word(s.Run.Subject.Name, ""))
	for _, p := range list {
		kind := "int"
		if p.text {
			kind = "enum"
		}
		fmt.Fprintf(&b, "%s (%s) : %s\n", p.name, kind, strings.Join(p.values, ", "))
	}
	d := modelDialect(confspace.Dialect{Or: " || ", And: " && ", Not: "!", Implies: " => ", Relations: map[string]string{"==": "="}}, s.Space, list, "", s.Values)
	if err := s.modelConstraints(&b, d, "\n[Constraint]\n", "\n"); err != nil {
		return err
	}
	_, err = io.WriteString(w, b.String())
	return err
}
