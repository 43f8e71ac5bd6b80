package explore

// This file explores random programs that compare, copy, write, free and pass on strings that are options, with merging and without:
// under every configuration a program ends alike, with the same message, is warned of alike, writes the same and covers the same.

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

var (
	stringPrograms = flag.Int("string-programs", 6, "how many random programs with string options are explored")
	firstStrings   = flag.Uint64("string-program", 1, "the seed of the first one")
)

// stringProgram writes a program.
type stringProgram struct {
	r *rand.Rand
	b strings.Builder
}

func (g *stringProgram) line(depth int, format string, args ...any) {
	fmt.Fprintf(&g.b, strings.Repeat("  ", depth)+format+"\n", args...)
}

// text returns a string that is not null, unless the program made it so.
func (g *stringProgram) text() string {
	return []string{"p1", "p1", "a0", "(p0 ? p0 : \"\")", "(h[0] ? h[0] : p1)", "buf"}[g.r.IntN(6)]
}

func (g *stringProgram) cond() string {
	switch g.r.IntN(9) {
	case 0:
		return "p0"
	case 1:
		return "p0 && *p0"
	case 2:
		return fmt.Sprintf("!strcmp(%s, %s)", g.text(), g.text())
	case 3:
		return fmt.Sprintf("strlen(%s) > %d", g.text(), g.r.IntN(6))
	case 4:
		return fmt.Sprintf("strchr(%s, '%c')", g.text(), "abx/"[g.r.IntN(4)])
	case 5:
		return fmt.Sprintf("o0 > %d", g.r.IntN(2))
	case 6:
		return fmt.Sprintf("strncmp(%s, %s, %d + o0) < 0", g.text(), g.text(), g.r.IntN(2))
	case 7:
		return fmt.Sprintf("b0 && %s[0] == 'a'", g.text())
	}
	return "b0"
}

func (g *stringProgram) statement(depth int) {
	if depth < 4 && g.r.IntN(3) == 0 {
		g.line(depth, "if (%s) {", g.cond())
		for range 1 + g.r.IntN(2) {
			g.statement(depth + 1)
		}
		if g.r.IntN(2) == 0 {
			g.line(depth, "} else {")
			g.statement(depth + 1)
		}
		g.line(depth, "}")
		return
	}
	k := g.r.IntN(2)
	switch g.r.IntN(15) {
	case 0, 1:
		g.line(depth, "add(%s);", g.text())
	case 2:
		g.line(depth, "snprintf(tmp, sizeof tmp, \"%%s-%%d\", %s, o0); add(tmp);", g.text())
	case 3:
		g.line(depth, "free(h[%d]); h[%d] = strdup(%s);", k, k, g.text())
	case 4:
		g.line(depth, "p0 = %s;", g.text())
	case 5:
		g.line(depth, "for (i = 0; %s[i]; i++) sum += p1[i %% 2] == 'a';", g.text())
	case 6:
		g.line(depth, "a0[%d] = %s[0];", g.r.IntN(3), g.text())
	case 7:
		g.line(depth, "sum += strlen(%s);", g.text())
	case 8:
		g.line(depth, "printf(\"%%s %%d\\n\", %s, sum);", g.text())
	case 9:
		g.line(depth, "p0 = 0;")
	case 10:
		g.line(depth, "if (p1 != h[0] && p0 != p1) { free(p1); p1 = strdup(%s); }", []string{`"zz"`, "a0", "buf"}[g.r.IntN(3)])
	case 11:
		g.line(depth, "if (b0) free(h[%d]);", k) // it may be used again
	case 12:
		g.line(depth, "puts(%s + (%s ? 1 : 0));", g.text(), g.cond())
	case 13:
		g.line(depth, "memcpy(tmp, %s, 1 + (%s)); tmp[2] = 0;", g.text(), "o0 > 0")
	case 14:
		g.line(depth, "if (%s) return sum & 7;", g.cond())
	}
}

func (g *stringProgram) write() string {
	g.b.WriteString(`#include <stdio.h>
#include <stdlib.h>
#include <string.h>
const char *p0; char *p1; char a0[10] = "........."; int o0, b0;
static char buf[100], tmp[100], *h[2]; static int sum;
void ready(void) {}
static void add(const char *s) { if (strlen(buf) + strlen(s) < sizeof buf) strcat(buf, s == buf ? "." : s); }
int main(void) {
  int i;
  ready();
`)
	for range 5 + g.r.IntN(6) {
		g.statement(1)
	}
	g.b.WriteString("  printf(\"%s|%s|%s|%s|%d\\n\", buf, p1, a0, p0 ? p0 : \"-\", sum);\n  return sum & 31;\n}\n")
	return g.b.String()
}

// TestStringPrograms explores random programs in both lowerings, half of them under constraints: configurations that do not satisfy these take no path.
func TestStringPrograms(t *testing.T) {
	need.Slow(t)
	space := &confspace.Space{Options: []confspace.Option{
		{Name: "p0", Object: "p0", Domain: confspace.StringDomain(true, "", "abc", "a/x")},
		{Name: "o0", Object: "o0", Domain: confspace.Domain{Kind: confspace.DomainRange, Max: 2, Bits: 32, Signed: true}},
		{Name: "p1", Object: "p1", Domain: confspace.StringDomain(false, "abc", "x", "bb/")},
		{Name: "a0", Object: "a0", Domain: confspace.StringDomain(false, "ab", "", "x/abc")},
		{Name: "b0", Object: "b0", Domain: confspace.Bool()},
	}}
	test := Test{Name: "strings", Env: []string{"LANG=C"}}
	for i := range uint64(*stringPrograms) {
		g := stringProgram{r: rand.New(rand.NewPCG(*firstStrings+i, 7))}
		source := g.write()
		mode := path.Modes()[i%2]
		space.Constraints = nil
		if i%4 >= 2 {
			space.Constraints = []string{"p0 => b0 | o0 != 1", `p1 == "x" => a0 != p0`, "o0 > b0 => !p0 | p1 == p0"}
		}
		opt := Options{Space: space, Points: []Point{{Function: "ready", Return: true}}, Mode: mode, Merge: MergeOff, Limits: Limits{PathSteps: 300_000}}
		prog := loadC(t, "strings.c", []byte(source), spec{opt: opt})
		s := spec{test: test, opt: opt, drops: space.Constraints != nil}
		want := accountsOf(t, prog, s)
		for k, c := range want.all {
			if none := want.by[k].end == "no path"; none != (c.Valid(space) != nil) {
				t.Errorf("seed %d: %s takes no path: %v", *firstStrings+i, space.FormatConfiguration(c), none)
			}
		}
		if len(want.limits) > 0 {
			t.Fatalf("seed %d: limits %v\n%s", *firstStrings+i, want.limits, source)
		}
		for _, merge := range []Merge{MergeData, MergeAll} {
			s.opt.Merge = merge
			got := accountsOf(t, prog, s)
			t.Logf("seed %d, %s, %s: %d ends of %d paths", *firstStrings+i, mode, merge, got.paths, want.paths)
			if d := want.difference(got, prog, space); d != "" {
				t.Errorf("seed %d, %s, %s: %s\n%s", *firstStrings+i, mode, merge, d, source)
			}
		}
	}
}
