package confspace

import "testing"

// fuzzSpace has integers and strings.
func fuzzSpace(f *testing.F) *Space {
	return &Space{Options: append(testSpace(f).Options, stringSpace(f).Options[1])}
}

// FuzzParse checks that text is an error or a set whose text reads back as that set.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"true", "a=1 & b=0 | !(list in 0..9,100)", "range!=2", "odd&0x3=0x1", "high>=4294967291", "a", "((((", "range in 1..", "one&-1=5",
		`banner in unset,"hello, you" & odd!="\""`, `banner=unset`,
	} {
		f.Add(s)
	}
	sp := fuzzSpace(f)
	f.Fuzz(func(t *testing.T, text string) {
		m := NewSets(sp)
		s, err := m.Parse(text)
		if err != nil {
			return
		}
		if back, err := m.Parse(m.String(s)); err != nil || back != s {
			t.Fatalf("%q is %s, which reads back as %s (%v)", text, m.String(s), m.String(back), err)
		}
	})
}

// FuzzParseSettings checks that text is an error or settings whose text reads back as those.
func FuzzParseSettings(f *testing.F) {
	for _, s := range []string{"", "a=1,b=0", "list=-3", "a=yes", "a=1,a=1", "odd=0x0a", "high=037777777772", "=,", `banner="hello, you",a=1`, `banner=unset`} {
		f.Add(s)
	}
	sp := fuzzSpace(f)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := sp.ParseSettings(text)
		if err != nil {
			return
		}
		if back, err := sp.ParseSettings(sp.FormatSettings(s)); err != nil || back.Compare(s) != 0 {
			t.Fatalf("%q is %s, which reads back as %s (%v)", text, sp.FormatSettings(s), sp.FormatSettings(back), err)
		}
	})
}

// FuzzParseDomain checks that text is an error or a valid domain whose text reads back as that.
func FuzzParseDomain(f *testing.F) {
	for _, s := range []string{"bool", "any", "1..5", "-1,2,07", "..", "5..1", ",", `unset,"","a,b"`} {
		f.Add(s, uint8(32), true)
	}
	f.Fuzz(func(t *testing.T, text string, bits uint8, signed bool) {
		d, err := ParseDomain(text, bits, signed)
		if err != nil {
			return
		}
		back, err := ParseDomain(d.String(), bits, signed)
		if err != nil || back.String() != d.String() || back.Size() != d.Size() {
			t.Fatalf("%q is %v, which reads back as %v (%v)", text, d, back, err)
		}
	})
}
