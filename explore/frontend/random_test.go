package frontend_test

// This file compares random expressions with gcc: each is evaluated once with
// constants, which are folded, and once with volatile variables, which are not.

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/need"
)

// leaf is an operand: a constant, and a variable that holds it.
type leaf struct{ typ, constant string }

var leaves = []leaf{
	{"int", "7"},
	{"int", "-3"},
	{"int", "2147483647"},
	{"int", "(-2147483647 - 1)"},
	{"int", "0"},
	{"unsigned", "5u"},
	{"unsigned", "4294967295u"},
	{"long", "-9l"},
	{"long", "9223372036854775807l"},
	{"unsigned long", "18446744073709551610ul"},
	{"unsigned long", "3ul"},
	{"long long", "-1ll"},
	{"signed char", "(signed char)-100"},
	{"unsigned char", "(unsigned char)250"},
	{"char", "'\\x80'"},
	{"short", "(short)-30000"},
	{"unsigned short", "(unsigned short)65500"},
	{"_Bool", "(_Bool)1"},
	{"int", "'a'"},
	{"int", "0x7f"},
	{"unsigned", "0xffffff00"},
	{"long", "0x1ffffffff"},
	{"double", "2.5"},
	{"float", "0.1f"},
	{"double", "-1e10"},
	{"long double", "3.25L"},
	{"enum e", "BIG"},
	{"enum e", "ZERO"},
}

const integerLeaves = 22 // the first of them

// expression writes a random expression into the text with constants and that with variables.
func expression(r *rand.Rand, c, v *strings.Builder, depth int, integer bool) {
	both := func(s string) { c.WriteString(s); v.WriteString(s) }
	sub := func(integer bool) { expression(r, c, v, depth-1, integer) }
	if depth == 0 || r.Intn(8) == 0 {
		n := len(leaves)
		if integer {
			n = integerLeaves
		}
		i := r.Intn(n)
		c.WriteString("(" + leaves[i].constant + ")")
		fmt.Fprintf(v, "v%d", i)
		return
	}
	both("(")
	defer both(")")
	switch k := r.Intn(13); {
	case k < 3:
		sub(integer)
		both([]string{" + ", " - ", " * "}[k])
		sub(integer)
	case k == 3: // no division by zero, no overflow
		sub(integer)
		both(" / 7 ")
	case k == 4:
		sub(true)
		both([]string{" % 11", " % 1000003ul", " & ", " | ", " ^ "}[r.Intn(2)])
	case k == 5:
		sub(true)
		both([]string{" & ", " | ", " ^ "}[r.Intn(3)])
		sub(true)
	case k == 6:
		sub(true)
		both([]string{" << (", " >> ("}[r.Intn(2)])
		sub(true)
		both(" & 15)")
	case k == 7:
		sub(integer)
		both([]string{" < ", " <= ", " > ", " >= ", " == ", " != "}[r.Intn(6)])
		sub(integer)
	case k == 8:
		sub(integer)
		both([]string{" && ", " || "}[r.Intn(2)])
		sub(integer)
	case k == 9:
		both([]string{"-", "!", "+"}[r.Intn(3)])
		sub(integer)
	case k == 10:
		both("~")
		sub(true)
	case k == 11:
		sub(integer)
		both(" ? ")
		sub(integer)
		both(" : ")
		sub(integer)
	default: // conversions of floats out of range are undefined: convert integers
		types := []string{"int", "unsigned", "signed char", "unsigned char", "short", "unsigned short", "long", "unsigned long", "_Bool", "float", "double"}
		if integer {
			types = types[:9]
		}
		both("(" + types[r.Intn(len(types))] + ")")
		sub(true)
	}
}

func TestRandomExpressions(t *testing.T) {
	need.Slow(t)
	need.Tool(t, "gcc")
	_, err := library()
	need.Fetched(t, err)
	r := rand.New(rand.NewSource(1))
	for round := range 3 {
		var b strings.Builder
		b.WriteString("#include <stdio.h>\nenum e { ZERO, BIG = 3000000000u };\n")
		for i, l := range leaves {
			fmt.Fprintf(&b, "volatile %s v%d = %s;\n", l.typ, i, l.constant)
		}
		b.WriteString("#define SHOW(n, e) printf(\"%d %zu %a %lld\\n\", n, sizeof(e), (double)(e), (long long)((e) != 0))\n")
		b.WriteString("#define SHOWI(n, e) printf(\"%d %zu %lld %d\\n\", n, sizeof(e), (long long)(e), (e) < 0)\n")
		for n := range 150 {
			var c, v strings.Builder
			integer := n%3 != 0
			expression(r, &c, &v, 1+r.Intn(5), integer)
			show := "SHOW"
			if integer {
				show = "SHOWI"
			}
			fmt.Fprintf(&b, "void f%d(void) { %s(%d, %s); %s(%d, %s); }\n", n, show, n, c.String(), show, n, v.String())
		}
		b.WriteString("int main(void) {\n")
		for n := range 150 {
			fmt.Fprintf(&b, "f%d();\n", n)
		}
		b.WriteString("return 0; }\n")
		dir := t.TempDir()
		file := filepath.Join(dir, "random.c")
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		diff, err := differs(dir, file, nil, 5*time.Second, 100_000_000, false)
		if err != nil {
			t.Fatal(err)
		}
		if diff == "" {
			continue
		}
		got, want, ok := strings.Cut(diff, "\nnatively\n")
		if !ok {
			t.Fatal(diff)
		}
		_, got, _ = strings.Cut(got, "printed\n")
		g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
		for i := range min(len(g), len(w)) {
			if g[i] != w[i] {
				_, f, _ := strings.Cut(b.String(), fmt.Sprintf("void f%s(void)", strings.Fields(w[i])[0]))
				f, _, _ = strings.Cut(f, "\n")
				t.Fatalf("round %d: line %d is %q, gcc's %q:%s", round, i, g[i], w[i], f)
			}
		}
		t.Fatal(diff)
	}
}
