package confspace

// This file writes formulas: "a & !b | trans_chunk_size >= 4096". What all products have is written once: "a & (b | c)". Sets.Parse reads them.

import (
	"fmt"
	"slices"
	"strings"
)

// FormulaText returns the formula of s where care is, see Formula, with at most max products (0: all). left is how many it has
// besides; then the text ends in "| ...". It is -1 where not even that is known: the products are then disjoint, and no formula in the sense of Formula.
func (m *Sets) FormulaText(s, care Set, max int) (text string, left int) {
	products, ok := m.Formula(s, care)
	if !ok {
		return m.disjointText(s, max)
	}
	return m.FormatFormula(products, max)
}

// FormatFormula returns the text of a formula that Formula made, with at most max products (0: all); left is how many it has besides.
func (m *Sets) FormatFormula(products []Product, max int) (text string, left int) {
	if len(products) == 0 {
		return "false", 0
	}
	common, products := CommonLiterals(products)
	if max > 0 && len(products) > max {
		left = len(products) - max
		products = products[:max]
	}
	parts := make([]string, len(products))
	for i, p := range products {
		parts[i] = m.FormatProduct(p)
	}
	text = strings.Join(parts, " | ")
	if left > 0 {
		text += fmt.Sprintf(" | ... (%d more)", left)
	}
	switch {
	case len(common) == 0:
	case len(parts) == 1 && left == 0 && len(products[0]) == 0:
		text = m.FormatProduct(common)
	default:
		text = fmt.Sprintf("%s & (%s)", m.FormatProduct(common), text)
	}
	return text, left
}

// CommonLiterals returns the literals that all products of a formula have, and what is left of the products.
func CommonLiterals(products []Product) (common Product, rest []Product) {
	if len(products) == 0 {
		return nil, nil
	}
	for _, v := range products[0] {
		if !slices.ContainsFunc(products[1:], func(p Product) bool { return !slices.Contains(p, v) }) {
			common = append(common, v)
		}
	}
	for _, p := range products {
		rest = append(rest, slices.DeleteFunc(slices.Clone(p), func(v ValueSet) bool { return slices.Contains(common, v) }))
	}
	return common, rest
}

// disjointText returns the first disjoint products of a set of too many.
func (m *Sets) disjointText(s Set, max int) (text string, left int) {
	var parts []string
	for c := range m.Cubes(s) {
		if max > 0 && len(parts) == max {
			return strings.Join(append(parts, "..."), " | "), -1
		}
		var factors []string
		for _, f := range c {
			factors = append(factors, m.space.formulaFactor(f))
		}
		parts = append(parts, strings.Join(factors, " & "))
	}
	return strings.Join(parts, " | "), 0
}

// FormatProduct returns "a & !b & n >= 3", or "true".
func (m *Sets) FormatProduct(p Product) string {
	if len(p) == 0 {
		return "true"
	}
	parts := make([]string, len(p))
	for i, v := range p {
		var factors []string
		for f := range m.Branches(v.Values) {
			factors = append(factors, m.space.formulaFactor(f))
		}
		parts[i] = strings.Join(factors, " | ")
		if len(factors) > 1 && len(p) > 1 {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, " & ")
}

// formulaFactor returns a factor's text in formulas.
func (sp *Space) formulaFactor(f Factor) string {
	if f.Relation != nil || f.Intervals == nil {
		return sp.FormatFactor(f)
	}
	o := &sp.Options[f.Option]
	d := &o.Domain
	switch d.Kind {
	case DomainBool:
		if f.Intervals[0].Lo == 0 {
			return "!" + o.Name
		}
		return o.Name
	case DomainStrings:
		return spaced(o.Name, o.formatStringFactor(f))
	}
	if v, ok := d.allBut(f.Intervals); ok {
		return o.Name + " != " + d.FormatValue(v)
	}
	return spaced(o.Name, sp.FormatFactor(f))
}

// spaced puts spaces around the operator that follows an option's name.
func spaced(name, text string) string {
	rest := text[len(name):]
	n := strings.IndexFunc(rest, func(r rune) bool { return !strings.ContainsRune("!<>=", r) })
	if n <= 0 {
		return text
	}
	return name + " " + rest[:n] + " " + rest[n:]
}

// allBut returns the one value of more than two that intervals leave out.
func (d *Domain) allBut(intervals []Interval) (v int64, ok bool) {
	if d.Size() < 3 {
		return 0, false
	}
	if d.Kind == DomainList {
		var out []int64
		for _, v := range d.Values {
			if !within(d, intervals, v) {
				out = append(out, v)
			}
		}
		if len(out) != 1 {
			return 0, false
		}
		return out[0], true
	}
	lo, hi := d.Bounds()
	first, last := intervals[0], intervals[len(intervals)-1]
	switch {
	case len(intervals) == 1 && first.Lo == lo && d.key(first.Hi)+1 == d.key(hi):
		return hi, true
	case len(intervals) == 1 && first.Hi == hi && d.key(first.Lo) == d.key(lo)+1:
		return lo, true
	case len(intervals) == 2 && first.Lo == lo && last.Hi == hi && d.key(first.Hi)+2 == d.key(last.Lo):
		return d.value(d.key(first.Hi) + 1), true
	}
	return 0, false
}

// within reports whether v is in one of the intervals.
func within(d *Domain, intervals []Interval, v int64) bool {
	for _, iv := range intervals {
		if d.key(iv.Lo) <= d.key(v) && d.key(v) <= d.key(iv.Hi) {
			return true
		}
	}
	return false
}
