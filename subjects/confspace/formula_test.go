package confspace

// This file compares formulas with brute force: over every configuration of a small space they are the set, and without a literal or
// a product they are another.

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// holds reports whether c satisfies the products, by the text's meaning: each literal is asked about one value.
func holds(m *Sets, products []Product, c Configuration) bool {
	return slices.ContainsFunc(products, func(p Product) bool {
		return !slices.ContainsFunc(p, func(v ValueSet) bool { return !m.Contains(v.Values, c) })
	})
}

// sameWhere reports whether the products are s for the configurations in care.
func sameWhere(m *Sets, configs []Configuration, products []Product, s, care Set) bool {
	return !slices.ContainsFunc(configs, func(c Configuration) bool { return m.Contains(care, c) && holds(m, products, c) != m.Contains(s, c) })
}

func TestFormulaBruteForce(t *testing.T) {
	sp := &Space{Options: []Option{
		{Name: "a", Domain: Bool()},
		{Name: "list", Domain: domain(t, "-3,0,7,9", 32, true)},
		{Name: "b", Domain: Bool()},
		{Name: "range", Domain: domain(t, "-2..3", 32, true)},
		{Name: "text", Domain: StringDomain(true, "", "x y", "z")},
		{Name: "c", Domain: Bool()},
	}}
	configs := all(sp)
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(sp)
		s, care := drawModel(t, m, 4).s, Full
		if rapid.Bool().Draw(t, "constrained") {
			care = drawModel(t, m, 2).s
		}
		products, ok := m.Formula(s, care)
		if !ok {
			t.Fatal("too many products")
		}
		if !sameWhere(m, configs, products, s, care) {
			t.Fatalf("%s where %s: the formula is %v", m.String(s), m.String(care), products)
		}
		for i, p := range products {
			if rest := slices.Delete(slices.Clone(products), i, i+1); sameWhere(m, configs, rest, s, care) {
				t.Fatalf("%s: superfluous product %s", m.String(s), m.FormatProduct(p))
			}
			for j := range p {
				shorter := slices.Clone(products)
				shorter[i] = slices.Delete(slices.Clone(p), j, j+1)
				if sameWhere(m, configs, shorter, s, care) {
					t.Fatalf("%s: superfluous literal %d of %s", m.String(s), j, m.FormatProduct(p))
				}
			}
		}
		text, left := m.FormulaText(s, care, 0)
		back, err := m.Parse(text)
		if err != nil || left != 0 || m.And(back, care) != m.And(s, care) {
			t.Fatalf("%q reads as %s, %v", text, m.String(back), err)
		}
		if strings.Contains(text, "a=") || strings.Contains(text, "b =") {
			t.Fatalf("%q: a boolean has a value", text)
		}
	})
}

// TestFormulaRelations: a relation is a literal like others.
func TestFormulaRelations(t *testing.T) {
	sp := relatedSpace()
	configs := all(sp)
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(sp)
		m.SetTheory(newBruteTheory(m))
		s := drawModel(t, m, 3).s
		for _, r := range someRelations {
			switch rapid.IntRange(0, 3).Draw(t, "joined") {
			case 0:
				s = m.And(s, m.Relate(r))
			case 1:
				s = m.Or(s, m.And(m.Relate(r), drawModel(t, m, 2).s))
			}
		}
		products, ok := m.Formula(s, Full)
		if !ok || !sameWhere(m, configs, products, s, Full) {
			t.Fatalf("%s: the formula is %v", m.String(s), products)
		}
		for _, p := range products {
			for _, v := range p {
				if o := v.Option; o < len(sp.Options) && (len(m.Support(v.Values)) != 1 || m.HasRelations(v.Values)) {
					t.Fatalf("%s: a literal of %s depends on more", m.String(s), sp.Options[o].Name)
				}
			}
		}
	})
}

func TestFormulaText(t *testing.T) {
	sp := &Space{Options: []Option{
		{Name: "a", Domain: Bool()},
		{Name: "b", Domain: Bool()},
		{Name: "c", Domain: Bool()},
		{Name: "size", Domain: Domain{Kind: DomainAny, Bits: 32}},
		{Name: "mode", Domain: Domain{Kind: DomainList, Values: []int64{0o600, 0o644, 0o666}, Bits: 32, Octal: true}, Default: 0o644},
		{Name: "banner", Domain: StringDomain(true, "", "hi, you")},
		{Name: "on", Domain: domain(t, "0,60", 32, true)},
	}}
	if err := sp.Validate(); err != nil {
		t.Fatal(err)
	}
	m := NewSets(sp)
	for _, x := range []struct{ in, want string }{
		{"a=0 & b=1 | a=1", "a | b"},
		{"a=1 & b=1 | a=0 & b=0", "!a & !b | a & b"},
		{"a=1 & b=1 | a=0 & c=1 | b=1 & c=1", "a & b | !a & c"},
		{"size >= 4096 & a | size >= 4096", "size >= 4096"},
		{"a=1 & b=1 | a=1 & c=1", "a & (b | c)"},
		{"size < 10 | size > 20 & b", "size <= 9 | b & size in 0..9,21..4294967295"},
		{"size != 0", "size != 0"},
		{"size in 3..9", "size in 3..9"},
		{"mode=420 & a", "a & mode = 0644"},
		{"mode=384 | mode=438", "mode != 0644"},
		{"banner=unset | banner=\"hi, you\"", `banner != ""`},
		{"banner=\"hi, you\" & !a", `!a & banner = "hi, you"`},
		{"on=60", "on = 60"},
		{"true", "true"},
		{"false", "false"},
		{"size&0x1=0x1 & a", "a & size % 2 == 1"},
	} {
		s, err := m.Parse(x.in)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := m.FormulaText(s, Full, 0); got != x.want {
			t.Errorf("%s: %s, want %s", x.in, got, x.want)
		}
	}
	s, _ := m.Parse("a & b | !a & !b & c | size=3")
	if got, left := m.FormulaText(s, Full, 1); got != "size = 3 | ... (2 more)" || left != 2 {
		t.Errorf("shortened: %q, %d left", got, left)
	}
}
