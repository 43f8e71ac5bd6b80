package explore

// This file writes random programs for share_test.go. They use what makes merging hard: ways that leave
// early, memory and files that only some ways have, pointers to one of several objects, text, jumps, processes, variables that only some ways set.

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

// snippet is a statement: one line, or arms of statements between lines.
type snippet struct {
	arms []arm
	end  string // closes the last arm; "" if there are none
}

type arm struct {
	open string
	body []*snippet
}

// print writes the statement.
func (s *snippet) print(b *strings.Builder, indent string) {
	for i, a := range s.arms {
		if a.open != "" {
			fmt.Fprintf(b, "%s%s\n", indent, a.open)
		}
		for _, k := range s.arms[i].body {
			k.print(b, indent+"  ")
		}
	}
	if s.end != "" {
		fmt.Fprintf(b, "%s%s\n", indent, s.end)
	}
}

// sketch is a random program: statements of three functions and main, and its options.
type sketch struct {
	space *confspace.Space
	parts [4]*snippet
	log   string // what exploring it took
	large bool   // there are more configurations than can be enumerated
}

// String returns the program.
func (s *sketch) String() string {
	var b strings.Builder
	for _, o := range s.space.Options {
		fmt.Fprintf(&b, "int %s;\n", o.Name)
	}
	b.WriteString(sketchHead)
	for _, p := range s.parts {
		p.print(&b, "")
	}
	return b.String()
}

const sketchHead = `#include <alloca.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static int arr[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static struct pair { char c; int f; struct pair *next; } s = {1, 2, 0}, r = {3, 4, &s};
static struct pair *q = &r;
static char text[64] = "abc", other[32] = "de";
static unsigned char *h[3];
static int fd = -1, armed, calls, fuel = 9;
static jmp_buf back;
static FILE *logs;
static int signals;
static void ready(void) {}
static void on(int sig) { signals = signals * 3 + sig; }
static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int descending(const void *a, const void *b) { return ascending(b, a); }
static int sum(int n, ...) {
  va_list args;
  int total = 0;
  va_start(args, n);
  while (n-- > 0)
    total += va_arg(args, int);
  va_end(args);
  return total;
}
static void show(const char *file) {
  char part[64];
  int n, in = open(file, O_RDONLY);
  while ((n = read(in, part, sizeof part)) > 0)
    write(1, part, n);
  if (in >= 0)
    close(in);
}
static int one(int v) { return v + 1; }
static int two(int v) { return v < 3 ? v * 2 : 7; }
static int leap(int v) {
  if (armed && v) {
    armed = 0;
    longjmp(back, v);
  }
  return 5;
}
static int (*table[4])(int) = {one, two, one, abs};
`

// sketcher writes a sketch.
type sketcher struct {
	*rand.Rand
	options []string
	names   int
	fn      int  // the function that is written; 3: main
	depth   int  // of statements
	loops   int  // around the statement
	held    bool // no way may leave the statement
	wide    bool // there is an option of many values, which are only compared
}

// draw returns the sketch of a seed, whose space has at most that many configurations.
func draw(seed uint64, most int) *sketch {
	w := &sketcher{Rand: rand.New(rand.NewPCG(seed, 0))}
	sk := &sketch{space: &confspace.Space{}}
	size, n := 1, 4+w.IntN(7)
	for i := range n {
		name, domain, k := fmt.Sprintf("b%d", i), "bool", 2
		if w.IntN(4) == 0 {
			name = fmt.Sprintf("n%d", i)
			domain, k = []string{"0..3", "-1,0,9", "0..4"}[i%3], 5
			if w.IntN(3) == 0 {
				domain, k = "8..12", 5 // numbers of one and of two digits
			}
		}
		if size *= k; size > most {
			break
		}
		sk.space.Options = append(sk.space.Options, optionOf(name, domain))
		w.options = append(w.options, name)
	}
	if w.wide = w.IntN(6) == 0; w.wide {
		sk.large = true
		sk.space.Options = append(sk.space.Options, optionOf("wide", []string{"any", "-1000..1000"}[w.IntN(2)]))
	}
	for i := range sk.parts {
		w.fn = i
		if i == len(sk.parts)-1 {
			sk.parts[i] = w.main()
		} else {
			sk.parts[i] = w.function(i)
		}
	}
	return sk
}

func (w *sketcher) function(i int) *snippet {
	open := fmt.Sprintf("static int f%d(int x) {\n  int y = 1, u;\n  int *p = &y;\n  calls++;", i)
	return &snippet{arms: []arm{{open, w.block(4)}}, end: "out:\n  return x + y;\n}"}
}

func (w *sketcher) main() *snippet {
	open := "int main(void) {\n  int x = 1, y = 2, u;\n  int *p = &s.f;\n  ready();"
	body := w.block(8)
	if w.IntN(3) == 0 {
		body = append(body, w.process())
	}
	return &snippet{arms: []arm{{open, append(body, w.block(8)...)}}, end: `out:
  for (int i = 0; i < 8; i++)
    x = x * 17 + arr[i];
  x += 31 * y + s.f + calls + signals;
  printf("%s %s %d\n", text, other, x & 15);
  fflush(0);
  show("/f");
  show("/log");
  return x & 7;
}`}
}

func (w *sketcher) block(n int) []*snippet {
	var out []*snippet
	w.depth++
	for range 1 + w.IntN(n) {
		out = append(out, w.statement())
	}
	w.depth--
	return out
}

// option returns an option, most often.
func (w *sketcher) option() string {
	if w.IntN(8) == 0 {
		return "x"
	}
	return w.options[w.IntN(len(w.options))]
}

var sketchAtoms = []string{"x", "y", "arr[x & 7]", "*p", "s.f", "q->f", "text[x & 3]", "(int)strlen(text)", "(h[0] != 0)", "(h[1] ? h[1][0] : 2)", "calls", "3", "-1", "100"}

func (w *sketcher) atom() string {
	if w.wide && w.IntN(5) == 0 {
		return fmt.Sprintf("(wide %s %d)", []string{"<", ">", "==", "!="}[w.IntN(4)], w.IntN(24)-8)
	}
	if w.IntN(3) > 0 {
		return w.option()
	}
	return sketchAtoms[w.IntN(len(sketchAtoms))]
}

// expr returns an expression.
func (w *sketcher) expr(depth int) string {
	if depth == 0 {
		return w.atom()
	}
	a, b := w.expr(depth-1), w.atom()
	switch w.IntN(16) {
	case 0, 1:
		return fmt.Sprintf("(%s && %s)", a, b)
	case 2, 3:
		return fmt.Sprintf("(%s || %s)", a, b)
	case 4:
		return "!" + a
	case 5:
		return fmt.Sprintf("(%s ? %s : %s)", a, b, w.atom())
	case 6:
		return fmt.Sprintf("(%s / (%s ? %s : 1))", a, b, b)
	case 7:
		return fmt.Sprintf("table[%s & 3](%s)", b, a)
	case 8:
		if w.fn > 0 {
			return fmt.Sprintf("f%d(%s)", w.IntN(w.fn), a)
		}
		return fmt.Sprintf("(%s << (%s & 3))", a, b)
	}
	return fmt.Sprintf("(%s %s %s)", a, []string{"+", "-", "*", "<", "==", "!=", "&", "^"}[w.IntN(8)], b)
}

// statement returns a statement; which ones there may be depends on where it stands.
func (w *sketcher) statement() *snippet {
	if w.depth < 4 && w.IntN(2) == 0 {
		return w.compound()
	}
	switch w.IntN(12) {
	case 0, 1:
		return w.heap()
	case 2:
		return w.string()
	case 3:
		return w.file()
	case 4:
		if !w.held {
			return w.leave()
		}
	case 5:
		return w.pointer()
	case 6:
		return w.stream()
	case 7:
		return w.system()
	case 8:
		return w.library()
	}
	return w.assign()
}

// one returns a statement of one line, which an option may guard.
func (w *sketcher) one(line string) *snippet {
	if w.IntN(4) == 0 {
		line = fmt.Sprintf("if (%s) %s", w.option(), line)
	}
	return &snippet{arms: []arm{{open: line}}}
}

func (w *sketcher) assign() *snippet {
	switch w.IntN(8) {
	case 0:
		return w.one(fmt.Sprintf("y += %s;", w.expr(1)))
	case 1:
		return w.one(fmt.Sprintf("arr[%s & 7] = %s;", w.expr(1), w.expr(1)))
	case 2:
		return w.one(fmt.Sprintf("*p = %s;", w.expr(1)))
	case 3:
		return w.one(fmt.Sprintf("q->f = %s;", w.expr(1)))
	case 4:
		return &snippet{arms: []arm{{open: fmt.Sprintf("if (%s) u = %s;", w.option(), w.expr(1))}}}
	case 5:
		return &snippet{arms: []arm{{open: fmt.Sprintf("if (%s) x ^= u;", w.option())}}}
	}
	return w.one(fmt.Sprintf("x = %s;", w.expr(2)))
}

func (w *sketcher) pointer() *snippet {
	switch w.IntN(6) {
	case 0:
		return w.one(fmt.Sprintf("q = %s ? &s : &r;", w.option()))
	case 1:
		return w.one("q->next = q->next ? q->next : &s, q = q->next;")
	case 2:
		return w.one(fmt.Sprintf("if (h[%s & 1]) p = (int *)h[%s & 1];", w.option(), w.option()))
	case 3:
		return w.one(fmt.Sprintf("table[%s & 3] = %s ? leap : two;", w.option(), w.option()))
	case 4:
		return w.one(fmt.Sprintf("x += arr[%s & 9];", w.expr(1)))
	}
	return w.one(fmt.Sprintf("p = %s ? &arr[%s & 7] : &s.f;", w.option(), w.expr(1)))
}

func (w *sketcher) heap() *snippet {
	k := w.IntN(3)
	switch w.IntN(9) {
	case 0, 1, 2:
		return w.one(fmt.Sprintf("if (!h[%d]) h[%d] = %s;", k, k, []string{
			fmt.Sprintf("malloc(4 + (%s & 7))", w.expr(1)), "calloc(1, 8)", "(unsigned char *)strdup(text)",
		}[w.IntN(3)]))
	case 3:
		return w.one(fmt.Sprintf("free(h[%d]), h[%d] = 0;", k, k))
	case 4:
		if w.IntN(3) == 0 {
			return &snippet{arms: []arm{{open: fmt.Sprintf("if (%s && %s) free(h[%d]);", w.option(), w.option(), k)}}}
		}
		return w.one(fmt.Sprintf("h[%d] = realloc(h[%d], 8 + (%s & 15));", k, k, w.expr(1)))
	case 5:
		return w.one(fmt.Sprintf("if (h[%d]) h[%d][%s & 3] = %s;", k, k, w.option(), w.expr(1)))
	case 6:
		return w.one(fmt.Sprintf("if (h[%d]) memset(h[%d], %s, 4);", k, k, w.expr(1)))
	case 7:
		return w.one(fmt.Sprintf("if (h[%d]) x += h[%d][%s & 4];", k, k, w.option()))
	}
	return w.one(fmt.Sprintf("{ unsigned char *t = h[%d]; h[%d] = h[%s & 1]; h[%s & 1] = t; }", k, k, w.option(), w.option()))
}

func (w *sketcher) string() *snippet {
	switch w.IntN(9) {
	case 0:
		return w.one(fmt.Sprintf(`strcpy(text, %s ? "alpha" : "be");`, w.option()))
	case 1:
		return w.one(fmt.Sprintf(`if (strlen(text) < 20) strcat(text, %s ? other : "-");`, w.option()))
	case 2:
		return w.one(fmt.Sprintf(`snprintf(text, 24, "%%d:%%s:%%x", %s, other, %s & 255);`, w.expr(1), w.option()))
	case 3:
		return w.one(fmt.Sprintf(`sprintf(other, "%%d", %s);`, w.option()))
	case 4:
		return w.one(fmt.Sprintf(`write(1, text, strlen(text) - (%s ? 1 : 0) * (*text != 0));`, w.option()))
	case 5:
		return w.one(fmt.Sprintf(`printf("%%d%%s\n", %s, text);`, w.expr(1)))
	case 6:
		return w.one(`if (strchr(text, 'a')) other[0] = *strchr(text, 'a');`)
	case 7:
		return w.one(fmt.Sprintf("if (!strcmp(text, other) || strncmp(text, other, %s & 3)) y++;", w.option()))
	}
	return w.one(fmt.Sprintf("text[%s & 3] = 'a' + (%s & 7);", w.option(), w.option()))
}

// leave returns a statement that ways leave by.
func (w *sketcher) leave() *snippet {
	how := []string{fmt.Sprintf("return %s;", w.expr(1)), "goto out;", fmt.Sprintf("exit(%s & 7);", w.option()), fmt.Sprintf("x += leap(%s & 3);", w.option())}
	if w.loops > 0 {
		how = []string{"break;", "continue;", how[w.IntN(len(how))]}
	}
	if w.IntN(20) == 0 {
		how = []string{"abort();"}
	}
	cond := w.option()
	if w.IntN(2) == 0 {
		cond = w.expr(2)
	}
	return &snippet{arms: []arm{{open: fmt.Sprintf("if (%s) %s", cond, how[w.IntN(len(how))])}}}
}

func (w *sketcher) compound() *snippet {
	w.names++
	name := w.names
	switch w.IntN(12) {
	case 9: // a jump forward, into another statement
		over := fmt.Sprintf("over%d", name)
		return &snippet{arms: []arm{
			{fmt.Sprintf("if (%s) goto %s;\n{", w.option(), over), w.block(2)},
			{fmt.Sprintf("if (%s) {\n%s:", w.expr(1), over), w.block(2)},
		}, end: "}\n}"}
	case 10: // a jump back
		again := fmt.Sprintf("again%d", name)
		return &snippet{arms: []arm{{again + ": {", w.block(3)}}, end: fmt.Sprintf("}\nif (%s && calls++ < 4) goto %s;", w.option(), again)}
	case 11: // recursion
		if w.fn < 3 {
			return &snippet{arms: []arm{{fmt.Sprintf("if (%s && calls < 5) {", w.option()), append(w.block(2), &snippet{arms: []arm{{open: fmt.Sprintf("y += f%d(%s);", w.fn, w.expr(1))}}})}}, end: "}"}
		}
	case 0, 1, 2, 3:
		s := &snippet{arms: []arm{{fmt.Sprintf("if (%s) {", w.expr(1)), w.block(3)}}, end: "}"}
		if w.IntN(2) == 0 {
			s.arms = append(s.arms, arm{"} else {", w.block(3)})
		}
		return s
	case 4, 5:
		w.loops++
		s := &snippet{arms: []arm{{fmt.Sprintf("for (int i%d = 0; i%d < (%s & 3); i%d++) {", w.names, w.names, w.expr(1), w.names), w.block(3)}}, end: "}"}
		w.loops--
		return s
	case 6:
		s := &snippet{arms: []arm{{fmt.Sprintf("switch (%s) {", w.expr(1)), nil}}, end: "}"}
		loops := w.loops
		w.loops = 0
		for _, c := range []string{"case 0:", "case 1:", "case 9:", "default:"} {
			body := w.block(2)
			if w.IntN(3) > 0 {
				body = append(body, &snippet{arms: []arm{{open: "break;"}}})
			}
			s.arms = append(s.arms, arm{c + ";", body})
		}
		w.loops = loops
		return s
	case 7:
		if w.fn == 3 && !w.held {
			return w.jump()
		}
	case 8:
		if w.fn == 3 && !w.held {
			return w.process()
		}
	}
	return &snippet{arms: []arm{{fmt.Sprintf("while (x < %s && fuel-- > 0) {", w.option()), append(w.block(2), &snippet{arms: []arm{{open: "x = (x < 0 ? 0 : x) + 1;"}}})}}, end: "}"}
}

// jump returns statements that leap may end.
func (w *sketcher) jump() *snippet {
	w.held = true
	defer func() { w.held = false }()
	loops := w.loops
	w.loops = 0
	defer func() { w.loops = loops }()
	return &snippet{arms: []arm{
		{"armed = 1;\nif (!setjmp(back)) {", append(w.block(4), &snippet{arms: []arm{{open: fmt.Sprintf("x += leap(%s & 3);", w.option())}}})},
		{"} else {", w.block(2)},
	}, end: "}\narmed = 0;"}
}
