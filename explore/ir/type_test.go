package ir

import (
	"fmt"
	"strings"
	"testing"
)

func TestTypeText(t *testing.T) {
	for _, text := range []string{
		"int", "enum unsigned int", "_Bool", "long double", "*", "?16", "[3][4]short", "struct0{}",
		"struct24{0 a int;4:3:5 b unsigned int;8  union8{0 c long;0 d *};16 e [2]struct4{0 f float}}",
	} {
		typ, err := ParseType(text)
		if err != nil {
			t.Error(err)
		} else if got := typ.String(); got != text {
			t.Errorf("%s is printed as %s", text, got)
		}
	}
	for _, text := range []string{"", "integer", "[x]int", "[1]", "struct{", "struct4{0 a int", "struct4{0:1 a int}", "int int", "struct4{a int}", strings.Repeat("[1]", 2000) + "int"} {
		if _, err := ParseType(text); err == nil {
			t.Errorf("no error for %.20q", text)
		}
	}
}

func TestTypeParts(t *testing.T) {
	typ, err := ParseType("struct32{0 a int;4:3:5 b unsigned int;8  union8{0 c long;0 d *;0 g [4]short};16 e [2]struct8{0 f float;4 h _Bool}}")
	if err != nil {
		t.Fatal(err)
	}
	for offset, want := range map[uint64]string{
		0: ".a int", 1: "", 4: ".b unsigned int bits", 5: "", 8: ".c long, .d *, .g[0] short", 10: ".g[1] short", 16: ".e[0].f float",
		28: ".e[1].h _Bool", 29: "", 31: "", 32: "",
	} {
		var got []string
		for _, p := range typ.Parts(offset) {
			text := fmt.Sprintf("%s %s", p.Path, p.Type)
			if p.Bits {
				text += " bits"
			}
			got = append(got, text)
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("at %d: %q, want %q", offset, text, want)
		}
	}
}
