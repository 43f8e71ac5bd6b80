package confspace

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// stringSpace has options of strings: with a null pointer, without, with one value, and with names that look like something else.
func stringSpace(t testing.TB) *Space {
	sp := &Space{Options: []Option{
		{Name: "a", Domain: Bool()},
		{Name: "banner", Domain: StringDomain(true, "", "hello, you", `"`, "/etc/banner"), Default: 0},
		{Name: "odd", Domain: StringDomain(false, "unset", "a=1,b=2", "é\\", " x "), Default: 2},
		{Name: "one", Domain: StringDomain(false, "1..5")},
	}}
	if err := sp.Validate(); err != nil {
		t.Fatal(err)
	}
	return sp
}

// TestStringValues writes values and reads them back, with and without quotes.
func TestStringValues(t *testing.T) {
	sp := stringSpace(t)
	for _, o := range sp.Options[1:] {
		d := o.Domain
		if back, err := ParseDomain(d.String(), 8, false); err != nil || back.String() != d.String() || back.Unset != d.Unset || !slices.Equal(back.Strings, d.Strings) {
			t.Errorf("domain %s reads back as %s, %v", d, back, err)
		}
		for v := range int64(d.Size()) {
			if back, err := d.ParseValue(d.FormatValue(v)); err != nil || back != v {
				t.Errorf("%s of %s reads back as %d, %v", d.FormatValue(v), d, back, err)
			}
			s, set := d.StringAt(v)
			if !set {
				continue
			}
			if back, ok := d.StringValue(s); !ok || back != v {
				t.Errorf("string %q is value %d, want %d", s, back, v)
			}
			if s == strings.TrimSpace(s) && !strings.HasPrefix(s, `"`) {
				if back, err := d.ParseValue(s); err != nil || back != v {
					t.Errorf("%q without quotes reads as %d, %v", s, back, err)
				}
			}
		}
	}
	for text, want := range map[string]string{
		"banner=other": `setting "banner=other": "other" is not in the domain unset,"","hello, you","\"","/etc/banner"`,
		`banner="`:     `setting "banner=\"": " is not a string in quotes`,
		"one=unset":    `"unset" is not in the domain "1..5"`,
		"banner=false": `"false" is not in the domain`,
	} {
		if _, err := sp.ParseSettings(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{`"a","a"`, `unset`, `unset,unset,"a"`, `"a" "b"`, `"a",b`, `"a\nb"`, `"`, `"a",`} {
		if d, err := ParseDomain(text, 32, true); err == nil {
			t.Errorf("domain %s is %s", text, d)
		}
	}
	if many := StringDomain(false, strings.Split(strings.Repeat("x,", 65), ",")...); many.Validate() == nil {
		t.Error("a domain of 66 strings")
	}
}

// TestStringSets checks that sets, settings and configurations read back, and that sets mean what they say.
func TestStringSets(t *testing.T) {
	sp := stringSpace(t)
	every := all(sp)
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(sp)
		x := drawModel(t, m, 3)
		if back, err := m.Parse(m.String(x.s)); err != nil || back != x.s {
			t.Fatalf("%s reads back as %s, %v", m.String(x.s), m.String(back), err)
		}
		for _, c := range every {
			if m.Contains(x.s, c) != x.in(c) {
				t.Fatalf("%v: %s contains is %v", c, m.String(x.s), !x.in(c))
			}
		}
		c := rapid.SampledFrom(every).Draw(t, "configuration")
		text := sp.FormatConfiguration(c)
		if back, err := sp.ParseSettings(text); err != nil || back.Compare(c.Settings()) != 0 {
			t.Fatalf("%s reads back as %s, %v", text, sp.FormatSettings(back), err)
		}
	})
	m := NewSets(sp)
	for text, want := range map[string]string{
		`banner!=unset`:                         `banner!=unset`,
		`banner in unset,"", "/etc/banner"`:     `banner in unset,"","/etc/banner"`,
		`!(banner="" | banner=unset) & a=1`:     `a=1 & banner in "hello, you","\"","/etc/banner"`,
		`odd=unset`:                             `odd="unset"`,
		`one="1..5" & odd in "unset","a=1,b=2"`: `odd in "unset","a=1,b=2"`,
	} {
		if s, err := m.Parse(text); err != nil || m.String(s) != want {
			t.Errorf("%s is %s, %v, want %s", text, m.String(s), err, want)
		}
	}
	for _, text := range []string{`banner<="x"`, `banner<""`, `banner&0x1=0x0`, `banner%2==0`, `banner="x"`, `banner in ""..""`} {
		if s, err := m.Parse(text); err == nil {
			t.Errorf("%s is %s", text, m.String(s))
		}
	}
}
