package frontend

// This file gives the front end what asks too much of it: each source is one error, or is lowered, in bounded time and memory.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/confcov/confcov/explore/ir"
)

// hostile compiles a source in a folder of its own with some files that are none.
func hostile(t *testing.T, text string) error {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "f.c")
	for name, s := range map[string]string{"f.c": strings.ReplaceAll(text, "DIR", dir), "self.h": "#include \"self.h\"\n", "abs.h": "#define THREE 3\n", "bomb.h": "\n# if A8 1 B8\n#endif\n"} {
		writeFile(t, filepath.Join(dir, name), s)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.h"), 0o644); err != nil {
		t.Fatal(err)
	}
	u, err := Lower(t.Context(), file, nil, &Options{SystemIncludePaths: []string{}, SubjectRoot: dir})
	if err == nil {
		err = ir.Verify(u)
	}
	var known *Error
	if err != nil && !errors.As(err, &known) {
		t.Errorf("the error has no place: %v", err)
	}
	return err
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func nested(open, inner, end string, n int) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
}

// list joins what f makes of the numbers below n.
func list(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

func TestHostile(t *testing.T) {
	ret := func(e string) string { return "int f(int c) { return " + e + "; }\n" }
	doubled := func(first string, n int) string {
		return "#define A0 " + first + "\n" + list(n, func(i int) string { return fmt.Sprintf("#define A%d A%d A%d\n", i+1, i, i) })
	}
	balanced := doubled(strings.Repeat("(", 1000), 8) + strings.ReplaceAll(doubled(strings.Repeat(")", 1000), 8), "A", "B")
	for _, tt := range []struct{ name, text, want string }{
		{"parentheses", ret(nested("(", "1", ")", 100_000)), "f.c:1:10022: unsupported: brackets or statements nested more than 10000 deep"},
		{"parentheses of macros", doubled("(", 20) + ret("A15 1"), "nested more than 10000 deep after macros"},
		{"blocks", "void f(void) {" + nested("{", "", "}", 50_000) + "}", "f.c:1:10014: unsupported: brackets or statements nested"},
		{"statements", "void f(int c) {" + nested("if (c) ", ";", "", 28_000) + "}", "nested more than 10000 deep after macros"},
		{"parentheses of a condition", "#if " + nested("(", "1", ")", 50_000) + "\n#endif\n", "nested more than 10000 deep here"},
		{"parentheses of a condition by macros", balanced + "#if A8 1 B8\n#endif\n", "f.c:19:2: unsupported: brackets or statements nested more than 10000 deep after macros"},
		{"of a later condition", balanced + "#define CAT(a, b) a##b\n#if A0 0 B0\n#elif 0\n#elif \\\n CAT(A, 8) 1 B8 // one\n#endif\n", "f.c:22:2: unsupported: brackets"},
		{"of a condition in a call", balanced + "#define NONE(a)\nNONE(\n#if A8 1 B8\n#endif\n)\n", "f.c:21:2: unsupported: brackets"},
		{"of a condition in a header", balanced + "#include \"bomb.h\"\n", "bomb.h:2:3: unsupported: brackets"},
		{"open parentheses of a condition", doubled(strings.Repeat("(", 1000), 8) + "#if A8 1\n#endif\n", "missing ')' in expression"},
		{"choices of a condition", doubled(strings.Repeat("1 ? 1 : ", 1000), 6) + "#if A6 1\n#endif\n", "f.c:8:2: unsupported: brackets"},
		{"signs of a condition", doubled(strings.Repeat("- ", 9000), 5) + "#if A5 1\n#endif\n", "f.c:7:2: unsupported: expressions or declarations of more than 250000"},
		{"steps of a condition", doubled("1 +", 17) + "#if A17 1\n#endif\n", "f.c:19:2: unsupported: the condition expands to too much"},
		{"conditions that count", doubled("1 +", 13) + "#if A13 __COUNTER__\n#endif\n", "f.c:15:2: unsupported: #if that depends on __COUNTER__"},
		{"exposed", doubled("1 +", 13) + "#undef __confcov_if_measured\n#if A13 1\n#endif\n", "f.c:15:2: unsupported: #undef __confcov_if_measured"},
		{"late #elif", "#if 1\n#else\n#elif 1\n#endif\n", "f.c:3:2: #elif after #else"},
		{"conditions", nested("#if 1\n", "", "#endif\n", 20_000), "#if nested more than 10000 deep"},
		{"operands", ret(strings.Repeat("c + ", 130_000) + "1"), "more than 250000 tokens"},
		{"macros", doubled("1 +", 18) + ret("A18 1"), "f.c:20:23: unsupported: macros expand to too much"},
		{"macros that make nothing", "#define E\n" + doubled("E", 40) + ret("A40 1"), "f.c:43:23: unsupported: macros expand to too much"},
		{"tokens", strings.Repeat(";", 4_100_000), "more than 4000000 tokens in a file"},
		{"recursion of files", "#include \"self.h\"\n", "self.h: #include nested more than 200 deep"},
		{"pipe", "#include \"pipe.h\"\n", "f.c:1:10: "},
		{"device", "#include \"/dev/zero\"\n", "f.c:1:10: /dev/zero is included: not read: not a regular file"},
		{"folder", "#include \".\"\n", "include file not found"},
		{"size", "/* " + strings.Repeat("x", 17<<20) + " */", "larger than 16 MiB"},
		{"object", "char a[1UL << 34];", "f.c:1:6: unsupported: a: object of 17179869184 bytes, more than 2147483647"},
		{"local", "void f(void) { char a[1UL << 34]; a[0] = 1; }", "f.c:1:21: unsupported: a: object of"},
		{"index", "int a[] = {[2000000000] = 1};", "f.c:1:5: unsupported: a: object of 8000000004 bytes"},
		{"late index", "int a[] = {[200000000] = 1};", "f.c:1:26: unsupported: initialiser that reaches beyond the first 64 MiB"},
		{"range", "int a[100000000] = {[0 ... 99999999] = 7};", "f.c:1:21: unsupported: initialiser of more than"},
		{"structure within itself", "struct s { struct s { int a; } x; } y;", "f.c:1:12: nested redefinition of s"},
		{"NUL", "int f(void) { return 0; }\x00int y;", "f.c:1:26: unsupported: unexpected '\\x00'"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := hostile(t, tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the error is %.300v, not of %q", err, tt.want)
			}
		})
	}
	for name, text := range map[string]string{
		"whether there is a counter": doubled("1 +", 13) + "#if defined __COUNTER__ && __COUNTER__ != __COUNTER__\n#define C __COUNTER__\n#else\n#error no counter\n#endif\n#if A13 1\n#endif\nint c = C;\n",
		"parentheses":                ret(nested("(", "1", ")", 3000)),
		"blocks":                     "void f(void) {" + nested("{", "", "}", 3000) + "}",
		"else if":                    "int f(int c) {" + list(3000, func(i int) string { return fmt.Sprintf("if (c == %d) return %d; else ", i, i) }) + "return 0; }",
		"labels":                     "int f(int c) { switch (c) {" + list(3000, func(i int) string { return fmt.Sprintf("case %d: ", i) }) + "return 1; } return 0; }",
		"cases":                      "int f(int c) { switch (c) {" + list(20_000, func(i int) string { return fmt.Sprintf("case %d: return %d;\n", i, i+1) }) + "} return 0; }",
		"range of cases":             "int f(int c) { switch (c) { case 0 ... 2000000000: return 1; } return 0; }",
		"operands":                   ret(strings.Repeat("c + ", 50_000) + "1"),
		"members":                    "struct s {" + list(20_000, func(i int) string { return fmt.Sprintf("int a%d;", i) }) + "} x;",
		"zeros":                      "struct s { char a[1000000000]; int b; } x = {.b = 0}; char y[1000000000] = \"y\";",
		"elements":                   "int a[] = {" + strings.Repeat("1,", 50_000) + "};",
		"conditions":                 conditions,
		"bytes that are no UTF-8":    "char *f(void) { return \"\xe9\xff\"; /* \xe9 */ }",
		"no line end":                "int f(void) { return 0; }",
		"continued last line":        "int f(void) { return 0; }\n#define X 1 \\",
		"absolute name":              "#include \"DIR/abs.h\"\nint f(void) { return THREE; }",
	} {
		t.Run("taken: "+name, func(t *testing.T) {
			if err := hostile(t, text); err != nil {
				t.Errorf("%.300v", err)
			}
		})
	}
}

// conditions are such that need much work.
var conditions = "#define A0 1 +\n" + list(8, func(i int) string { return fmt.Sprintf("#define A%d A%d A%d\n", i+1, i, i) }) + `
#define ONE 1
#define BOTH(a, b) ((a) && (b))
#if A8 __LINE__ == 256 + 13 && defined ONE && BOTH(A8 1, defined(ONE)) /* of
more lines */ && 1
#else
#error wrong
#endif
#if A8 0 == 1
#error wrong
#elif A8 A8 0 == 512 // this
int f(void) { return ONE; }
#elif 1
#error wrong
#else
#error wrong
#endif
#if 0
#if 1 ## 1
#elif
#endif
#elif defined NONE
#elifdef ONE
#else
#error wrong
#endif
` + list(3000, func(i int) string {
	return fmt.Sprintf("#if 0\n#elif A1 %d == %d\nint v%d;\n#else\n#error wrong\n#endif\n", i, i+2, i)
})

// TestCanceled ends compilations at every stage.
func TestCanceled(t *testing.T) {
	many := "int f(int c) {" + strings.Repeat("c = c + 1;\n", 20_000) + "return c; }"
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Parse(ctx, "/t/f.c", []byte(many), &Options{SystemIncludePaths: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := s.Lower(ctx, ir.Merged); !errors.Is(err, context.Canceled) {
		t.Errorf("lowering ends with %v", err)
	}
	if _, err := Parse(ctx, "/t/f.c", []byte(many), &Options{SystemIncludePaths: []string{}}); !errors.Is(err, context.Canceled) {
		t.Errorf("parsing ends with %v", err)
	}
	c := newChecker(ctx)
	func() {
		defer recoverFailure(c, "f.c", &err)
		for {
			c.budget.step(func() ir.Pos { return ir.Pos{} })
		}
	}()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("checking ends with %v", err)
	}
}
