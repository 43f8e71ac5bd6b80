package reports

// This file writes the conditions of elements for programs: as SMT-LIB definitions, which are as long as the decision diagrams, and as JSON, where a
// condition is an irredundant formula, a list of cubes.

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// ConditionsSMT writes the condition of each element as a definition of SMT-LIB 2.6, over one constant for each option: an integer, for strings
// the place of the value in the domain. The domains and constraints are asserted. A definition is named after the criterion and the element, as in
// |line main.c:137|. Of an incomplete study, conditions are lower bounds, and a comment says so.
func (s *Study) ConditionsSMT(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "; The configurations of %s that cover each element, under some test.\n", s.Run.Subject.Name)
	for _, n := range s.notes() {
		smtComment(b, n)
	}
	b.WriteString("(set-logic ALL)\n")
	x := smtWriter{
		w: b, sets: s.Sets, space: s.Space,
		made:      map[confspace.Set]string{confspace.Empty: "false", confspace.Full: "true"},
		relations: map[*confspace.Relation]string{},
	}
	for o := range s.Space.Options {
		x.declare(o)
	}
	fmt.Fprintf(b, "(assert %s)\n", x.set(s.Sets.Domain()))
	for _, r := range s.Results {
		for i, e := range s.Universe.Elements[r.Criterion] {
			condition := x.set(r.Total.Condition(e.ID))
			name := smtSymbol(r.Criterion.String() + " " + s.names(r.Criterion, []uint32{uint32(i + 1)})[0])
			fmt.Fprintf(b, "(define-fun %s () Bool %s)\n", name, condition)
		}
	}
	return b.Flush()
}

// smtWriter writes sets as SMT-LIB.
type smtWriter struct {
	w         *bufio.Writer
	sets      *confspace.Sets
	space     *confspace.Space
	made      map[confspace.Set]string // by set: what stands for it
	relations map[*confspace.Relation]string
}

// declare declares option o and asserts its domain.
func (x *smtWriter) declare(o int) {
	opt := &x.space.Options[o]
	d := opt.Domain
	if d.OfStrings() {
		for i := range int64(d.Size()) {
			smtComment(x.w, fmt.Sprintf("%s %d: %s", opt.Name, i, d.FormatValue(i)))
		}
	}
	name := smtSymbol(opt.Name)
	fmt.Fprintf(x.w, "(declare-const %s Int)\n", name)
	ranges := []confspace.Interval{}
	if d.Kind == confspace.DomainList {
		for _, v := range d.Values {
			ranges = append(ranges, confspace.Interval{Lo: v, Hi: v})
		}
	} else {
		lo, hi := d.Bounds()
		ranges = append(ranges, confspace.Interval{Lo: lo, Hi: hi})
	}
	fmt.Fprintf(x.w, "(assert %s)\n", x.factor(confspace.Factor{Option: o, Intervals: ranges}))
}

// set returns the term for a set, after writing the definitions that it needs.
func (x *smtWriter) set(s confspace.Set) string {
	if name, ok := x.made[s]; ok {
		return name
	}
	var terms []string
	for f, rest := range x.sets.Branches(s) {
		term := x.factor(f)
		if rest != confspace.Full {
			term = "(and " + term + " " + x.set(rest) + ")"
		}
		terms = append(terms, term)
	}
	return x.define(s, smtJoin("or", terms))
}

// factor returns the term for what a branch says.
func (x *smtWriter) factor(f confspace.Factor) string {
	if f.Relation != nil {
		name, ok := x.relations[f.Relation]
		if !ok {
			name = fmt.Sprintf("|relation %d|", len(x.relations)+1)
			x.relations[f.Relation] = name
			smtComment(x.w, strings.Trim(name, "|")+": "+f.Relation.Text)
			fmt.Fprintf(x.w, "(declare-const %s Bool)\n", name)
		}
		return smtNot(name, !f.Holds)
	}
	name, d := smtSymbol(x.space.Options[f.Option].Name), x.space.Options[f.Option].Domain
	var terms []string
	switch {
	case f.Values != confspace.Empty:
		return x.bits(f.Values)
	case f.Modulus != 0:
		return smtNot(smtRemainder(name, f.Modulus, f.Residue), f.Negated)
	case f.Intervals == nil:
		for bit := range 64 {
			if f.Mask>>bit&1 == 1 {
				terms = append(terms, fmt.Sprintf("(= (mod (div %s %d) 2) %d)", name, uint64(1)<<bit, f.Bits>>bit&1))
			}
		}
		return smtJoin("and", terms)
	}
	for _, iv := range f.Intervals {
		lo, hi := smtNumber(d, iv.Lo), smtNumber(d, iv.Hi)
		if lo == hi {
			terms = append(terms, fmt.Sprintf("(= %s %s)", name, lo))
		} else {
			terms = append(terms, fmt.Sprintf("(<= %s %s %s)", lo, name, hi))
		}
	}
	return smtJoin("or", terms)
}

// bits returns the term for a set of too many values of an option, after writing a definition for each of its nodes.
func (x *smtWriter) bits(s confspace.Set) string {
	if name, ok := x.made[s]; ok {
		return name
	}
	level, low, high := x.sets.Split(s)
	option, bit := x.sets.OptionAt(level)
	opt := &x.space.Options[option]
	first := smtNumber(opt.Domain, x.sets.CodeZero(option))
	yes, no := x.bits(high), x.bits(low)
	return x.define(s, fmt.Sprintf("(ite (= (mod (div (- %s %s) %d) 2) 1) %s %s)", smtSymbol(opt.Name), first, uint64(1)<<bit, yes, no))
}

// define writes the definition of a set.
func (x *smtWriter) define(s confspace.Set, term string) string {
	name := fmt.Sprintf("|set %d|", len(x.made)-1)
	x.made[s] = name
	fmt.Fprintf(x.w, "(define-fun %s () Bool %s)\n", name, term)
	return name
}

// smtRemainder returns the term for a remainder as C has it, with the sign of the dividend.
func smtRemainder(name string, modulus uint64, residue int64) string {
	switch {
	case residue > 0:
		return fmt.Sprintf("(and (> %s 0) (= (mod %s %d) %d))", name, name, modulus, residue)
	case residue < 0:
		return fmt.Sprintf("(and (< %s 0) (= (mod (- %s) %d) %d))", name, name, modulus, uint64(-residue))
	}
	return fmt.Sprintf("(= (mod %s %d) 0)", name, modulus)
}

func smtNot(term string, not bool) string {
	if not {
		return "(not " + term + ")"
	}
	return term
}

func smtJoin(op string, terms []string) string {
	if len(terms) == 1 {
		return terms[0]
	}
	return "(" + op + " " + strings.Join(terms, " ") + ")"
}

// smtNumber returns a value of a domain as a numeral.
func smtNumber(d confspace.Domain, v int64) string {
	switch {
	case v >= 0:
		return fmt.Sprint(v)
	case d.Signed:
		return fmt.Sprintf("(- %d)", uint64(-v))
	}
	return fmt.Sprint(uint64(d.Normalize(v)))
}

// smtSymbol returns a quoted symbol.
func smtSymbol(name string) string {
	return "|" + strings.NewReplacer("|", "!", `\`, "/").Replace(name) + "|"
}

func smtComment(w *bufio.Writer, text string) {
	fmt.Fprintf(w, "; %s\n", strings.ReplaceAll(text, "\n", " "))
}

// ConditionsJSON writes each distinct condition with its elements, as docs/json.md describes: an object, in which each option and each condition
// is a line. Of an incomplete study, conditions are lower bounds.
func (s *Study) ConditionsJSON(w io.Writer) error {
	b := bufio.NewWriter(w)
	head := object{{"subject", s.Run.Subject.Name}, {"exact", s.Exact()}}
	if notes := s.notes(); len(notes) > 0 {
		head = append(head, field{"notes", notes})
	}
	text, err := head.MarshalJSON()
	if err != nil {
		return err
	}
	b.WriteString("{\n")
	text = oneLine(text)
	b.Write(text[1 : len(text)-1]) // without braces
	b.WriteString(",\n")
	options := []object{}
	for i := range s.Space.Options {
		opt := &s.Space.Options[i]
		options = append(options, object{{"name", opt.Name}, {"domain", opt.Domain.String()}, {"default", s.valueObject(i, opt.Default)}})
	}
	if err := writeLines(b, "options", options); err != nil {
		return err
	}
	b.WriteString(",\n")
	if err := writeLines(b, "conditions", s.conditionObjects()); err != nil {
		return err
	}
	b.WriteString("}\n")
	return b.Flush()
}

// oneLine returns JSON without the line feeds that encoding left between values.
func oneLine(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), nil) }

// writeLines writes a member of an object, which is a list of objects, one on each line.
func writeLines(w *bufio.Writer, key string, list []object) error {
	fmt.Fprintf(w, "%q: [\n", key)
	for i, o := range list {
		text, err := o.MarshalJSON()
		if err != nil {
			return err
		}
		w.Write(oneLine(text))
		if i < len(list)-1 {
			w.WriteByte(',')
		}
		w.WriteByte('\n')
	}
	w.WriteString("]")
	return nil
}

// conditionObjects returns the distinct conditions in the order of their first elements; the empty one is that of elements that nothing covers.
func (s *Study) conditionObjects() []object {
	var order []confspace.Set
	elements := map[confspace.Set]object{}
	for _, r := range s.Results {
		covers := map[confspace.Set][]string{}
		var found []confspace.Set
		for _, e := range s.Universe.Elements[r.Criterion] {
			set := r.Total.Condition(e.ID)
			if covers[set] == nil {
				found = append(found, set)
			}
			covers[set] = append(covers[set], s.names(r.Criterion, []uint32{e.ID})[0])
		}
		for _, set := range found {
			if elements[set] == nil {
				order = append(order, set)
			}
			elements[set] = append(elements[set], field{r.Criterion.String(), covers[set]})
		}
	}
	out := []object{}
	for _, set := range order {
		text, cubes := s.formulaObject(set)
		out = append(out, object{{"condition", text}, {"fraction", s.fraction(set)}, {"cubes", cubes}, {"elements", elements[set]}})
	}
	return out
}

// formulaObject returns the text of a condition's formula, and its products; nil where it has too many.
func (s *Study) formulaObject(set confspace.Set) (text string, cubes any) {
	products, ok := s.Sets.Formula(set, s.Sets.Domain())
	if !ok {
		text, _ = s.Sets.FormulaText(set, s.Sets.Domain(), 0)
		return text, nil
	}
	text, _ = s.Sets.FormatFormula(products, 0)
	return text, s.cubeObjects(products)
}

func (s *Study) cubeObjects(products []confspace.Product) []object {
	out := []object{}
	for _, p := range products {
		cube := object{}
		for _, literal := range p {
			for f := range s.Sets.Branches(literal.Values) {
				name, values := s.factorObject(f)
				if n := len(cube); n > 0 && cube[n-1].key == name {
					cube[n-1].value = append(cube[n-1].value.([]any), values...)
					continue
				}
				cube = append(cube, field{name, values})
			}
		}
		out = append(out, cube)
	}
	return out
}

// factorObject returns the name of the factor's option, or the text of its relation, and the values that are allowed.
func (s *Study) factorObject(f confspace.Factor) (name string, values []any) {
	if f.Relation != nil {
		return f.Relation.Text, []any{f.Holds}
	}
	value := func(v int64) any { return s.valueObject(f.Option, v) }
	opt := &s.Space.Options[f.Option]
	switch {
	case f.Values != confspace.Empty:
		some := []any{}
		for _, v := range f.Some {
			some = append(some, value(v))
		}
		return opt.Name, []any{object{{"first", some}, {"negated", f.Negated}}}
	case f.Modulus != 0:
		return opt.Name, []any{object{{"modulus", f.Modulus}, {"residue", f.Residue}, {"negated", f.Negated}}}
	case f.Intervals == nil:
		return opt.Name, []any{object{{"mask", f.Mask}, {"bits", f.Bits}}}
	}
	for _, iv := range f.Intervals {
		switch {
		case iv.Lo == iv.Hi:
			values = append(values, value(iv.Lo))
		case opt.Domain.OfStrings(), opt.Domain.Kind == confspace.DomainList:
			for v := iv.Lo; v <= iv.Hi; v++ {
				if opt.Domain.Contains(v) {
					values = append(values, value(v))
				}
			}
		default:
			values = append(values, []any{value(iv.Lo), value(iv.Hi)})
		}
	}
	return opt.Name, values
}
