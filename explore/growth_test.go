package explore

// This file measures how the cost of a test grows with the number of its options, where ways are merged wherever they meet.

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/subjects/confspace"
)

// growing is a C program with n boolean options o0, o1, and so on. In head and each, $ is the number of an option and @ that of the next one; elsewhere $ is n.
type growing struct {
	name  string
	start string
	head  string // for each option
	begin string // of main
	each  string // for each option, in main
	end   string // of main
	ends  int    // 1 if 0
	cubic bool   // its diagrams grow with the cube of n
}

const items = `#include <stdlib.h>
struct item { struct item *next; int n; };
static struct item *first;`

const push = `if (o$) {
  struct item *p = malloc(sizeof *p);
  p->next = first;
  p->n = $;
  first = p;
}`

const posix = `#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static char buf[8 * $ + 8];
static int len;`

// growths are the programs.
var growths = []growing{
	{name: "plain", head: "static int x$;", each: "if (o$) x$++;"},
	{name: "calls", head: "static int x$; static void f$(void) { if (o$) x$ = 1; }", each: "f$();"},
	{name: "last", start: "static int x;", each: "if (o$) x = $;"},
	{name: "blocks", begin: "int x = 0;", each: "if (o$) x++;"},
	{name: "functions", start: "static int x;", head: "static void f$(void) { if (o$) x++; }", each: "f$();"},
	{name: "work", begin: "int x = 0; volatile int y = 0;", each: "if (o$) x++;", end: "for (int i = 0; i < 1250; i++) y ^= i;"},
	{name: "return", start: "static int x;", head: "static int f$(int a) { if (o$) return a; for (int i = 0; i < 3; i++) a++; return a; }", each: "x = f$(x & 7);"},
	{name: "strcat", start: posix, each: `if (o$) strcat(buf, "o$,");`},
	{name: "snprintf", start: posix, each: `if (o$) len += snprintf(buf + len, sizeof buf - len, "o%d,", $);`},
	{name: "copy", start: posix, each: `{ int k = o$ ? 3 : 1; memcpy(buf + len, "on,", k); len += k; }`},
	{name: "copied", start: posix + "static char text[4 * $ + 8];", each: `{ char four[4]; len += o$ ? 3 : 1; memcpy(four, text + len, 4); if (four[1] == 'x') return 1; }`},
	{name: "stdout", start: posix, each: `if (o$) puts("option $ is on");`},
	{name: "log", start: posix, begin: `FILE *f = fopen("/log", "w"); if (!f) return 1;`, each: `if (o$) { fprintf(f, "option %d is on\n", $); fflush(f); }`, end: "fclose(f);"},
	{name: "write", start: posix, begin: `int f = open("/log", O_CREAT | O_WRONLY, 0600); if (f < 0) return 1;`, each: `if (o$) write(f, "option $\n", strlen("option $\n"));`, end: "close(f);"},
	{name: "list", start: items, each: push},
	{name: "walk", start: items, each: push, end: "int n = 0; for (struct item *p = first; p; p = p->next) n++;"},
	{name: "overflow", start: posix, begin: `static char small[40]; setvbuf(stdout, small, _IOFBF, sizeof small);`, each: `if (o$) puts("option $ is on");`, cubic: true},
	{name: "lines", start: posix, each: `if (o$) fputs("[$]", stdout); fputs("line", stdout); putchar('\n' & -o@); if (o0) fflush(stdout);`},
	{name: "pairs", head: "static int x$;", each: "if (o$ && o@) x$ = 1; else if (o$ || o@) x$ = 2;", end: "return x0 + x1 > 3;", ends: 2},
	{name: "chain", begin: "int x = 0;", each: "if (o$ && o@) x++;"},
	{name: "count", begin: "int x = 0;", each: "if (o$) x++;", end: "if (x > $ / 2) return 1;", ends: 2},
	{name: "index", start: "static int table[$ + 1];", begin: "int x = 0; for (int i = 0; i <= $; i++) table[i] = i & 1;", each: "if (o$) x++;", end: "return table[x];", ends: 2},
	{name: "append", start: "static int table[$ + 1];", begin: "int n = 0;", each: "if (o$) table[n++] = $;"},
	{name: "getopt", start: posix + "static char *args[$ + 2] = {\"prog\"};", begin: "int n = 1, x = 0, c;", each: `if (o$) args[n++] = "-a";`, end: `while ((c = getopt(n, args, "a")) != -1) x += c == 'a';`, cubic: true},
	{name: "served", start: server, begin: "pipe(to); pipe(from); if (!fork()) { close(to[1]); for (;;) request(); } ask(0);", each: "if (o$) ask($);", end: "close(to[1]); wait(0);"},
	{name: "forked", start: server, begin: "int x = 0, pid; if (o0) pid = vfork(); else pid = fork();", each: "if (o$) x++;", end: "if (!pid) _exit(0); wait(0);"},
}

const server = `#include <sys/wait.h>
#include <unistd.h>
static int to[2], from[2];
static int get(char *c) { return read(to[0], c, 1); }
static void put(char c) { if (write(from[1], &c, 1) != 1) _exit(1); }
static void request(void) { char c; if (get(&c) != 1) _exit(0); put(c + 1); }
static int ask(char c) { return write(to[1], &c, 1) != 1 || read(from[0], &c, 1) != 1; }`

// program returns the program with n options.
func (g *growing) program(n int) (text string, s spec) {
	s.opt = Options{Space: &confspace.Space{}, Points: []Point{{Function: "main"}}, Merge: MergeAll}
	list := func(text string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.NewReplacer("$", fmt.Sprint(i), "@", fmt.Sprint((i+1)%n)).Replace(text) + "\n")
		}
		return b.String()
	}
	for i := range n {
		name := fmt.Sprintf("o%d", i)
		s.opt.Space.Options = append(s.opt.Space.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
	}
	whole := func(text string) string { return strings.ReplaceAll(text, "$", fmt.Sprint(n)) + "\n" }
	return list("int o$;") + whole(g.start) + list(g.head) + "int main(void) {\n" + whole(g.begin) + list(g.each) + whole(g.end) + "return 0;\n}\n", s
}

// grow explores the program with n options.
func (g *growing) grow(t testing.TB, n int) (run func() *Result) {
	text, s := g.program(n)
	prog := loadC(t, g.name+".c", []byte(text), s)
	return func() *Result {
		res, err := Run(context.Background(), prog, Test{Name: g.name}, s.opt)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
}

// BenchmarkGrowth says for each kind of program what a number of options costs.
func BenchmarkGrowth(b *testing.B) {
	for _, g := range growths {
		for _, n := range []int{16, 64, 128, 256, 512} {
			b.Run(fmt.Sprintf("%s/N=%d", g.name, n), func(b *testing.B) {
				run := g.grow(b, n)
				var res *Result
				start := cpu()
				for b.Loop() {
					res = run()
				}
				b.ReportMetric((cpu()-start)/float64(b.N)*1000, "cpu-ms/op")
				b.ReportMetric(float64(len(res.Test.Paths)), "ends")
				b.ReportMetric(float64(res.Test.Counts["unmerged"]), "unmerged")
				b.ReportMetric(float64(res.Test.Counts["steps"]), "instr")
			})
		}
	}
}

// TestGrowth checks that ways meet in each of the programs, and that the work is at most quadratic in the number of options (but for nodes of cubic ones): the instructions
// executed, and the nodes of sets and of expressions.
func TestGrowth(t *testing.T) {
	need.Slow(t)
	for _, g := range growths {
		t.Run(g.name, func(t *testing.T) {
			var steps, nodes []int64
			for _, n := range []int{8, 16, 32} {
				res := g.grow(t, n)()
				steps = append(steps, res.Test.Counts["steps"])
				nodes = append(nodes, res.Test.Counts["expressions"]+res.Test.Counts["nodes"])
				if want := max(g.ends, 1); len(res.Test.Paths) != want {
					t.Errorf("%d options: %d ends, want %d", n, len(res.Test.Paths), want)
				}
			}
			for what, c := range map[string][]int64{"instructions": steps, "nodes": nodes} {
				most := int64(5)
				if g.cubic && what == "nodes" {
					most = 9
				}
				if a, b := c[1]-c[0], c[2]-c[1]; b > most*a {
					t.Errorf("8, 16 and 32 options take %d %s", c, what)
				}
			}
		})
	}
}
