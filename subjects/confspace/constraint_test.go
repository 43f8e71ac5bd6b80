package confspace

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// constrainedSpace has options of every kind that constraints can speak of.
func constrainedSpace() *Space {
	return &Space{Options: []Option{
		{Name: "a", Domain: Bool()},
		{Name: "b", Domain: Bool(), Default: 1},
		{Name: "low", Domain: Domain{Kind: DomainRange, Min: -3, Max: 4, Bits: 8, Signed: true}},
		{Name: "high", Domain: Domain{Kind: DomainList, Values: []int64{0, 2, 3, 250, 255}, Bits: 8}, Default: 2},
		{Name: "s", Domain: StringDomain(true, "", "x")},
		{Name: "t", Domain: StringDomain(false, "x", "y")},
		{Name: "wide", Domain: Domain{Kind: DomainList, Values: []int64{0, 1, -1}, Bits: 64}},
	}}
}

// drawConstraint returns a constraint's text and what it means, worked out apart from the parser.
func drawConstraint(t *rapid.T, sp *Space, depth int) (string, func(Configuration) bool) {
	if depth > 0 && rapid.IntRange(0, 3).Draw(t, "leaf") > 0 {
		x, inX := drawConstraint(t, sp, depth-1)
		if rapid.Bool().Draw(t, "not") {
			return "!(" + x + ")", func(c Configuration) bool { return !inX(c) }
		}
		y, inY := drawConstraint(t, sp, depth-1)
		switch rapid.IntRange(0, 2).Draw(t, "operator") {
		case 0:
			return "(" + x + ") & (" + y + ")", func(c Configuration) bool { return inX(c) && inY(c) }
		case 1:
			return "(" + x + ") | (" + y + ")", func(c Configuration) bool { return inX(c) || inY(c) }
		}
		return "(" + x + ") => (" + y + ")", func(c Configuration) bool { return !inX(c) || inY(c) }
	}
	number := func(o int, v int64) *big.Int {
		n, _ := new(big.Int).SetString(sp.Options[o].Domain.FormatValue(v), 10)
		return n
	}
	if rapid.IntRange(0, 4).Draw(t, "strings") == 0 {
		text := func(o int, v int64) string { return sp.Options[o].Domain.FormatValue(v) }
		o := rapid.IntRange(4, 5).Draw(t, "string")
		v := rapid.SampledFrom(values(sp.Options[o].Domain)).Draw(t, "value")
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			return sp.Options[o].Name + " == " + text(o, v), func(c Configuration) bool { return c[o] == v }
		case 1:
			return "t != s", func(c Configuration) bool { return text(4, c[4]) != text(5, c[5]) }
		}
		return "s", func(c Configuration) bool { return c[4] != 0 }
	}
	integers := []int{0, 1, 2, 3, 6}
	o := rapid.SampledFrom(integers).Draw(t, "option")
	op := rapid.SampledFrom([]string{"==", "!=", "<", "<=", ">", ">="}).Draw(t, "relation")
	holds := func(order int) bool {
		return map[string]bool{"==": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[op]
	}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return sp.Options[o].Name, func(c Configuration) bool { return c[o] != 0 }
	case 1:
		p := rapid.SampledFrom(integers).Draw(t, "other")
		return sp.Options[o].Name + op + sp.Options[p].Name, func(c Configuration) bool { return holds(number(o, c[o]).Cmp(number(p, c[p]))) }
	}
	k := big.NewInt(rapid.Int64Range(-5, 260).Draw(t, "constant"))
	if rapid.IntRange(0, 5).Draw(t, "large") == 0 {
		k.Lsh(k, 60)
	}
	if rapid.Bool().Draw(t, "mirrored") {
		return k.String() + " " + op + " " + sp.Options[o].Name, func(c Configuration) bool { return holds(k.Cmp(number(o, c[o]))) }
	}
	return sp.Options[o].Name + " " + op + " " + k.String(), func(c Configuration) bool { return holds(number(o, c[o]).Cmp(k)) }
}

// TestConstraints compares the domain of random constraints with what they say of each configuration.
func TestConstraints(t *testing.T) {
	sp := constrainedSpace()
	every := all(sp)
	rapid.Check(t, func(t *rapid.T) {
		x, inX := drawConstraint(t, sp, 3)
		y, inY := drawConstraint(t, sp, 2)
		constrained := &Space{Options: sp.Options, Constraints: []string{x, y}}
		some := slices.ContainsFunc(every, func(c Configuration) bool { return inX(c) && inY(c) })
		m := NewSets(constrained)
		if (m.Domain() != Empty) != some {
			t.Fatalf("%q and %q: domain %s", x, y, m.String(m.Domain()))
		}
		defaults := inX(sp.Defaults()) && inY(sp.Defaults())
		if err := constrained.Validate(); (err == nil) != (some && defaults) {
			t.Fatalf("%q and %q: %v", x, y, err)
		}
		n := int64(0)
		o := rapid.IntRange(0, len(sp.Options)-1).Draw(t, "fixed")
		fixed := Settings{{o, rapid.SampledFrom(values(sp.Options[o].Domain)).Draw(t, "fixed value")}}
		under := m.DomainUnder(fixed)
		for _, c := range every {
			want := inX(c) && inY(c)
			if m.Contains(m.Domain(), c) != want || (c.Valid(constrained) == nil) != want {
				t.Fatalf("%q and %q: %v is in the domain: %v, want %v; %v", x, y, c, !want, want, c.Valid(constrained))
			}
			if want {
				n++
			}
			other := c.With(fixed)
			if m.Contains(under, c) != (want && inX(other) && inY(other)) {
				t.Fatalf("%q and %q under %s: %v", x, y, sp.FormatSettings(fixed), c)
			}
		}
		if got := m.Count(m.Domain()); got.Int64() != n {
			t.Fatalf("%q and %q: %v configurations, want %d", x, y, got, n)
		}
		if n > 0 && m.Fraction(m.Domain()) != 1 {
			t.Fatalf("%q and %q: the domain is %v of itself", x, y, m.Fraction(m.Domain()))
		}
		nodes := m.String(m.Domain())
		if m.Reset(); m.String(m.Domain()) != nodes {
			t.Fatalf("%q and %q: another domain after Reset", x, y)
		}
	})
}

// TestConstraintProblems: what is wrong with constraints, and where.
func TestConstraintProblems(t *testing.T) {
	const many = `options x and y both have more than 4096 values: sets of configurations that relate so many are too large`
	for text, want := range map[string]string{
		"a &":                           "column 4: want an option, a number or a string in quotes",
		"a b":                           "column 3: want '&', '|' or '=>'",
		"(a":                            "column 3: want ')'",
		"none == 1":                     `column 1: unknown option "none"`,
		"a => hig < 1":                  `column 6: unknown option "hig"; did you mean high?`,
		"1 < 2":                         "column 1: two constants are compared",
		"3":                             "column 1: want a relation, such as '==', after a constant",
		"a < 1x":                        `column 5: "1x" is not an integer`,
		"a < s":                         "column 1: a string and a number are compared",
		"s == 1":                        "a string and a number are compared",
		`s < "x"`:                       "strings are equal or not: want '==' or '!='",
		`!(s == "z")`:                   `column 3: "z" is not in the domain unset,"","x" of option s`,
		`t == unset`:                    `unset is not in the domain "x","y" of option t`,
		"t":                             "option t is never unset: want a relation, such as '=='",
		"0 < low < 4":                   "column 9: want '&', '|' or '=>'",
		"x <= y":                        "column 1: " + many,
		"a & !a":                        "no configuration satisfies it",
		"a => b => low > 4":             "", // a => (b => low > 4): the defaults are a = 0
		"a":                             "the defaults do not satisfy it: a=0",
		"high > low & b=0":              "the defaults do not satisfy it: b=1,low=0,high=2",
		"x < 0":                         "the defaults do not satisfy it: x=0",
		"x <= high":                     "",
		"high*2 < 3":                    "column 5: want '&', '|' or '=>'",
		"a || b && !false":              "column 12: want a relation, such as '==', after a constant",
		"high >= 0x2&b":                 "",
		"high < 0400":                   "",
		"high == 256":                   "no configuration satisfies it",
		`s=unset|"x"==s`:                "",
		strings.Repeat("!", 1001) + "a": "column 1000: nested too deep",
	} {
		sp := constrainedSpace()
		for _, name := range []string{"x", "y"} {
			sp.Options = append(sp.Options, Option{Name: name, Domain: Domain{Kind: DomainAny, Bits: 32, Signed: true}})
		}
		sp.Constraints = []string{text}
		err := sp.Validate()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), fmt.Sprintf("constraint %q", text))) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	sp := constrainedSpace()
	sp.Constraints = []string{"b", "low < 3", "a => !b", "high == 2 & a"}
	if err := sp.Validate(); err == nil || err.Error() != `constraint "high == 2 & a": no configuration satisfies it and those before it` {
		t.Errorf("got %v", err)
	}
	sp.Constraints = sp.Constraints[:3]
	c := sp.Defaults().With(Settings{{0, 1}})
	if err := c.Valid(sp); err == nil || err.Error() != `a=1,b=1 does not satisfy the constraint "a => !b"` {
		t.Errorf("got %v", err)
	}
}
