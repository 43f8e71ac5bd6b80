package frontend

// This file compares which calls are taken to return with the calls at which gcc ends blocks.

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/need"
)

// callsOfBuiltins makes a function for each library function that gcc knows, which calls it. They are declared as glibc's headers do,
// where those declare them.
func callsOfBuiltins() string {
	var b strings.Builder
	b.WriteString("#define _GNU_SOURCE\n")
	for _, h := range strings.Fields("stdio stdlib string strings ctype wctype math setjmp unistd time inttypes libintl fenv monetary stdarg") {
		fmt.Fprintf(&b, "#include <%s.h>\n", h)
	}
	names := maps.Clone(returning)
	for name := range throwing {
		names[name] = librarySignatures[name]
	}
	for i, name := range slices.Sorted(maps.Keys(names)) {
		f := names[name]
		fixed := strings.TrimSuffix(f[2], ".")
		if f[0] == "v" && throwing[name] && name != "longjmp" || strings.HasPrefix(name, "pow10") || name == "longjmp" || name == "setjmp" {
			continue // ends the block anyway; not declared any more; macros
		}
		args := make([]string, len(fixed))
		for k := range fixed {
			args[k] = "x"
			if letterTypes[fixed[k]] == nil || letterTypes[fixed[k]].kind == kPtr {
				args[k] = "p"
			}
			if fixed[k] == 'V' {
				args[k] = "v"
			}
		}
		fmt.Fprintf(&b, "void f%d(int x, void *p, va_list v)\n{\n(%s)(%s);\n}\n", i, name, strings.Join(args, ", "))
	}
	return b.String()
}

// otherCalls are calls of functions that are declared in one way or another. Each is on the line after "call:".
const otherCalls = `
void r(void);
int plain(int); int pure(int) __attribute__((pure)); __attribute__((__const__)) int constant(int);
int nothrow(int) __attribute__((nothrow, leaf)); static int own(int x) { return x; } static int ownpure(int) __attribute__((pure));
static int ownpure(int x) { return x; }
int later(int); void *alloc(int) __attribute__((malloc)); int twice(void) __attribute__((returns_twice));
typedef int function(int); __attribute__((pure)) function typed;
static unsigned long strspn(const char *a, const char *b) { return 0; }
unsigned long strlen(const char *s) { return 0; }
char *strcpy(); int strchr();
int strcmp(int, int);
int undeclared(); int puts(const char *) __attribute__((nothrow));
unsigned long renamed(const char *) __asm__("strnlen");
int (*pointer)(int) __attribute__((pure)); function *other;
int f(int x, char *p) {
r();
x += plain(x);
r();
x += pure(x);
r();
x += constant(x);
r();
x += nothrow(x);
r();
x += own(x);
r();
x += ownpure(x);
r();
x += later(x);
r();
p = alloc(x);
r();
x += twice();
r();
x += typed(x);
r();
x += strspn(p, p);
r();
x += strlen(p);
r();
x += __builtin_strlen(p);
r();
strcpy(p, p);
r();
x += strchr(p, x);
r();
x += strcmp(x, x);
r();
x += undeclared(x);
r();
x += puts(p);
r();
x += renamed(p);
r();
x += pointer(x);
r();
x += other(x);
r();
x += (*pure)(x);
r();
x += (&pure)(x);
r();
x += (x ? pure : constant)(x);
r();
{ int local(int) __attribute__((const));
x += local(x);
}
r();
x += strcasecmp(p, p);
r();
p = memcpy(p, p, x);
r();
x += __builtin_printf(p);
return x;
}
int later(int) __attribute__((pure));
`

func TestCallsThatReturn(t *testing.T) {
	need.Tool(t, "gcc", "gcov")
	for name, text := range map[string]string{"builtins": callsOfBuiltins(), "others": otherCalls} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "f.c")
			writeFile(t, file, text)
			u, err := Lower(t.Context(), file, nil, &Options{SubjectRoot: dir})
			if err != nil {
				t.Fatal(err)
			}
			got := map[int]bool{}
			for i := range u.Symbols {
				if s := &u.Symbols[i]; s.Kind == ir.SymFunc && s.Func != nil && s.Func.Subject {
					for _, b := range s.Func.Blocks {
						for k := range b.Instrs {
							if in := &b.Instrs[k]; in.Op == ir.OpCall {
								got[int(in.Pos.Line)] = in.Returns
							}
						}
					}
				}
			}
			want := gccCalls(t, dir, file)
			lines := strings.Split(text, "\n")
			for _, line := range slices.Sorted(maps.Keys(got)) {
				if got[line] != !want[line] {
					t.Errorf("%d: %s: taken to return: %v, by gcc: %v", line, lines[line-1], got[line], !want[line])
				}
			}
			if len(got) < 40 {
				t.Errorf("%d calls", len(got))
			}
		})
	}
}

// gccCalls returns the lines with calls that end blocks of gcc's.
func gccCalls(t *testing.T, dir, file string) map[int]bool {
	t.Helper()
	for _, args := range [][]string{{"gcc", "-w", "-O0", "--coverage", "-c", file, "-o", "f.o"}, {"gcov", "-b", "f.gcno"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	out, err := os.ReadFile(filepath.Join(dir, "f.c.gcov"))
	if err != nil {
		t.Fatal(err)
	}
	place := regexp.MustCompile(`^ *[^ :]+: *(\d+):`)
	ends, line := map[int]bool{}, 0
	for text := range strings.Lines(string(out)) {
		if m := place.FindStringSubmatch(text); m != nil {
			line, _ = strconv.Atoi(m[1])
		} else if strings.HasPrefix(text, "call ") {
			ends[line] = true
		}
	}
	return ends
}
