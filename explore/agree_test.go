package explore

// This file checks exploration against running every configuration: for random C programs,
// the path that a configuration takes must end as the concrete run ends and cover what it covers,
// whatever is merged. The concrete runs in turn are compared with gcc's.

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
	"pgregory.net/rapid"
)

// writer writes a random program. Its options are b0, b1 (booleans), n0 and n1 (small ranges).
type writer struct {
	t     *rapid.T
	b     strings.Builder
	depth int
	count int // of names
}

func (w *writer) pick(name string, n int) int { return rapid.IntRange(0, n-1).Draw(w.t, name) }

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("  ", w.depth+1))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

var atoms = []string{"b0", "b1", "n0", "n1", "x", "y", "arr[x & 7]", "arr[n0 & 3]", "*p", "s.f", "(unsigned char)y", "3", "-1", "100"}

// expr returns an expression without side effects.
func (w *writer) expr(depth int) string {
	if depth == 0 {
		return atoms[w.pick("atom", len(atoms))]
	}
	a, b := w.expr(depth-1), w.expr(depth-1)
	switch k := w.pick("operator", 16); k {
	case 0, 1:
		return fmt.Sprintf("(%s && %s)", a, b)
	case 2, 3:
		return fmt.Sprintf("(%s || %s)", a, b)
	case 4:
		return fmt.Sprintf("!%s", a)
	case 5:
		return fmt.Sprintf("(%s ? %s : %s)", a, b, w.expr(0))
	case 6:
		return fmt.Sprintf("(%s / (%s ? %s : 1))", a, b, b)
	case 7:
		return fmt.Sprintf("(%s >> (%s & 7))", a, b)
	default:
		op := []string{"+", "-", "*", "<", "==", "!=", "&", "^"}[k-8]
		return fmt.Sprintf("(%s %s %s)", a, op, b)
	}
}

func (w *writer) statements(n int) {
	for range 1 + w.pick("statements", n) {
		w.statement()
	}
}

func (w *writer) block(n int) {
	w.depth++
	w.statements(n)
	w.depth--
}

func (w *writer) statement() {
	k := w.pick("statement", 14)
	if w.depth >= 3 && k >= 5 && k <= 9 {
		k = 0
	}
	switch k {
	case 0, 1:
		w.line("x = %s;", w.expr(2))
	case 2:
		w.line("y += %s;", w.expr(1))
	case 3:
		w.line("arr[%s & 7] = %s;", w.expr(1), w.expr(1))
	case 4:
		w.line("*p = %s;", w.expr(1))
	case 5, 6:
		w.line("if (%s) {", w.expr(2))
		w.block(3)
		if w.pick("else", 2) == 0 {
			w.line("} else {")
			w.block(2)
		}
		w.line("}")
	case 7:
		w.count++
		i := fmt.Sprintf("i%d", w.count)
		w.line("for (int %s = 0; %s < (%s & 3); %s++) {", i, i, w.expr(1), i)
		w.block(2)
		w.line("}")
	case 8:
		w.line("switch (%s) {", w.expr(1))
		w.line("case 0:")
		w.block(1)
		w.line("  break;")
		w.line("case 1:")
		w.block(1)
		w.line("case 3:")
		w.block(1)
		w.line("  break;")
		w.line("default:")
		w.block(1)
		w.line("}")
	case 9:
		w.line("if (%s)", w.expr(1))
		w.line("  y = %s;", w.expr(1))
	case 10:
		w.line("x ^= twist(%s, y);", w.expr(1))
	case 11:
		w.line("p = %s ? &arr[%s & 7] : &s.f;", w.expr(1), w.expr(0))
	case 12:
		w.line("s.g = (char)%s, s.f += s.g;", w.expr(1))
	case 13:
		w.line("x = table[%s & 1](x);", w.expr(0))
	}
}

func randomProgram(t *rapid.T) string {
	w := &writer{t: t}
	w.b.WriteString(`int b0, b1, n0, n1;
static int arr[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static struct { char c; int f; char g; } s = {1, 2, 3};
static int twist(int a, int b) {
  if (a > b)
    return a - b;
  return a && b ? 7 : b + 1;
}
static int one(int v) { return v + 1; }
static int two(int v) { return v * 2; }
static int (*table[2])(int) = {one, two};
int main(void) {
  int x = 1, y = 2;
  int *p = &s.f;
`)
	w.statements(7)
	w.b.WriteString("  int h = x + 31 * y + s.f;\n  for (int i = 0; i < 8; i++)\n    h = h * 17 + arr[i];\n  return (h ^ h >> 8 ^ h >> 16) & 15;\n}\n")
	return w.b.String()
}

func agreementSpace(t *testing.T) *confspace.Space {
	sp := &confspace.Space{}
	for _, o := range []struct{ name, domain string }{{"b0", "bool"}, {"b1", "bool"}, {"n0", "0..4"}, {"n1", "-1,0,3,70000"}} {
		d, err := confspace.ParseDomain(o.domain, 32, true)
		if err != nil {
			t.Fatal(err)
		}
		sp.Options = append(sp.Options, confspace.Option{Name: o.name, Object: o.name, Domain: d})
	}
	return sp
}

// covered returns the elements that configuration c covers on path p, by name.
func covered(res *Result, lay coverage.Layout, p *path.Path, c confspace.Configuration) coverage.Bits {
	out := append(coverage.Bits(nil), p.Covered...)
	for _, q := range p.Partial {
		if res.Test.Sets.Contains(q.Condition, c) {
			for _, id := range q.Elements {
				out.Set(lay.Bit(q.Criterion, id))
			}
		}
	}
	return out
}

var programs = flag.Int("programs", 25, "how many random programs to check")

func TestAgreesWithEveryConfiguration(t *testing.T) {
	need.Slow(t)
	space := agreementSpace(t)
	points := []Point{{Function: "main"}}
	program := rapid.Custom(randomProgram)
	for seed := range *programs {
		src := program.Example(seed)
		checkNatively(t, src, space, points)
		for _, mode := range path.Modes() {
			prog := loadAlone(t, []byte(src), spec{opt: Options{Mode: mode, Points: points}})
			lay := mode.Layout(prog.Universe)
			for _, merge := range []Merge{MergeData, MergeOff, MergeAll} {
				opt := Options{Space: space, Points: points, Mode: mode, Merge: merge, Limits: Limits{PathSteps: 100_000}}
				res, err := Run(context.Background(), prog, Test{Name: "random"}, opt)
				if err != nil {
					t.Fatal(err)
				}
				agree(t, prog, res, opt, lay, src)
			}
		}
	}
}

// agree runs every configuration and compares with the path that it takes.
func agree(t *testing.T, prog *Program, res *Result, opt Options, lay coverage.Layout, src string) {
	d := newBrute(res.Builder, res.Test.Sets).(*brute)
	for _, c := range d.all {
		var p *path.Path
		for i := range res.Test.Paths {
			if res.Test.Sets.Contains(res.Test.Paths[i].Condition, c) {
				if p != nil {
					t.Fatalf("configuration %v takes two paths of\n%s", c, src)
				}
				p = &res.Test.Paths[i]
			}
		}
		if p == nil {
			t.Fatalf("configuration %v takes no path of\n%s", c, src)
		}
		one := opt
		one.Configuration = c
		r, err := Run(context.Background(), prog, Test{Name: "random"}, one)
		if err != nil {
			t.Fatal(err)
		}
		want := &r.Test.Paths[0]
		if len(r.Test.Paths) != 1 || p.End.Kind != want.End.Kind || p.End.Code != want.End.Code || p.End.Message != want.End.Message {
			t.Fatalf("%s, merge %d, configuration %v: ends in %s %d %s, concretely in %s %d %s\n%s", opt.Mode, opt.Merge, c,
				p.End.Kind, p.End.Code, p.End.Message, want.End.Kind, want.End.Code, want.End.Message, src)
		}
		if !p.Calls[0].Mixed && p.Calls[0] != want.Calls[0] {
			t.Fatalf("%s, merge %d, configuration %v: calls %v, concretely %v\n%s", opt.Mode, opt.Merge, c, p.Calls, want.Calls, src)
		}
		got, all := covered(res, lay, p, c), coverage.Bits(want.Covered)
		for i := range lay.Size() {
			if got.Has(i) != all.Has(i) {
				crit, id := lay.At(i)
				t.Fatalf("%s, merge %d, configuration %v: %s covered %v, concretely %v\n%s", opt.Mode, opt.Merge, c,
					prog.Universe.Element(crit, id).Name(), got.Has(i), all.Has(i), src)
			}
		}
	}
}

// checkNatively compares the concrete runs of a random program with those of what gcc makes of it.
func checkNatively(t *testing.T, src string, space *confspace.Space, points []Point) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Log("no gcc: not compared with native runs")
		return
	}
	dir := t.TempDir()
	file, bin := filepath.Join(dir, "program.c"), filepath.Join(dir, "a.out")
	text := strings.Replace(src, "int main(void)", "int program(void)", 1) + `
#include <stdlib.h>
int main(int argc, char **argv) {
  b0 = atoi(argv[1]), b1 = atoi(argv[2]), n0 = atoi(argv[3]), n1 = atoi(argv[4]);
  return program();
}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-O0", "-fwrapv", "-o", bin, file).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s\n%s", err, out, src)
	}
	prog := loadAlone(t, []byte(src), spec{opt: Options{Points: points}})
	sets := confspace.NewSets(space)
	d := newBrute(expr.NewBuilder(), sets).(*brute)
	for _, c := range d.all {
		res, err := Run(context.Background(), prog, Test{Name: "random"}, Options{Space: space, Points: points, Configuration: c, Limits: Limits{PathSteps: 100_000}})
		if err != nil {
			t.Fatal(err)
		}
		args := make([]string, len(c))
		for i, v := range c {
			args[i] = fmt.Sprint(v)
		}
		cmd := exec.Command(bin, args...)
		_ = cmd.Run() // the status says how it ended
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		end := res.Test.Paths[0].End
		switch {
		case status.Exited() && end.Kind == path.Exit && end.Code == status.ExitStatus():
		case status.Signaled() && status.Signal() == syscall.SIGFPE && end.Kind == path.Arithmetic:
		default:
			t.Fatalf("configuration %v: natively %v, here %s %d %s\n%s", c, cmd.ProcessState, end.Kind, end.Code, end.Message, src)
		}
	}
}
