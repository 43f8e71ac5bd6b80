package explore

// This file checks the exploration of programs that compute with floats: random C programs whose options are
// converted to floats, compared, put through the library's functions, and converted back. How the program ends in each
// configuration must be what gcc's makes of it, whether conditions are decided by evaluation or by Z3.

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/solver/z3solver"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
	"pgregory.net/rapid"
)

var (
	floatPrograms = flag.Int("floatprograms", 6, "how many random programs with floats to check")
	floatFirst    = flag.Int("floatfirst", 0, "seed of the first of them")
	floatLimit    = flag.Uint("floatlimit", 300_000, "how many steps of Z3 a query of theirs may take")
)

// floatWriter writes a random program with floats. Its constants are variables: what does not fit is converted otherwise where gcc
// folds it, and so are long doubles that were floats, to char and short.
type floatWriter struct{ writer }

var (
	floatAtoms   = []string{"d0", "d1", "f0", "e0", "(double)i0", "(float)i1", "(double)l0", "(long double)l0", "(float)u0", "(double)(unsigned)i1", "(long double)(unsigned long)l0", "(i0 * 0.25)", "k0", "k1", "k2", "k3", "k4", "(i1 / 3.0f)"}
	integerAtoms = []string{"i0", "i1", "u0", "(int)l0", "x", "(int)y", "3", "-1"}
	unaryCalls   = []string{"floor", "ceil", "trunc", "rint", "fabs", "floorf", "ceilf", "fabsf", "fabsl", "root", "rootf", "round", "floorl", "truncl"}
	targets      = []string{"x = (int)%s;", "x ^= (signed char)(double)%s;", "x += (short)(double)%s;", "y = (long)%s;", "z += (unsigned long)%s;", "x += (unsigned)%s;", "z ^= (unsigned char)(double)%s;", "y -= (unsigned short)(double)%s;", "z ^= bits(%s);", "z += bitsf(%s);", "z += bitsl(%s);", "x += __builtin_signbit((double)%s);"}
)

func (w *floatWriter) float(depth int) string {
	if depth == 0 {
		return floatAtoms[w.pick("float", len(floatAtoms))]
	}
	switch k := w.pick("float operator", 11); k {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", w.float(depth-1), []string{"+", "-", "*", "/"}[k], w.float(0))
	case 4:
		return fmt.Sprintf("%s(%s)", unaryCalls[w.pick("call", len(unaryCalls))], w.float(depth-1))
	case 5:
		return fmt.Sprintf("(%s ? %s : %s)", w.condition(), w.float(depth-1), w.float(0))
	case 6:
		return fmt.Sprintf("(-%s)", w.float(depth-1))
	case 7:
		return fmt.Sprintf("((%s)%s)", []string{"float", "double", "long double"}[w.pick("type", 3)], w.float(depth-1))
	case 8:
		return fmt.Sprintf("mod(%s, %s)", w.float(depth-1), w.float(0))
	case 9:
		return fmt.Sprintf("(double)%s", w.integer())
	}
	return w.float(0)
}

func (w *floatWriter) integer() string {
	a := integerAtoms[w.pick("integer", len(integerAtoms))]
	switch w.pick("integer operator", 4) {
	case 0:
		return fmt.Sprintf("(%s * %s)", a, integerAtoms[w.pick("integer", len(integerAtoms))])
	case 1:
		return fmt.Sprintf("(%s + %s)", a, integerAtoms[w.pick("integer", len(integerAtoms))])
	}
	return a
}

func (w *floatWriter) condition() string {
	op := []string{"<", "<=", ">", ">=", "==", "!="}[w.pick("comparison", 6)]
	switch w.pick("condition", 5) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", w.integer(), op, w.float(0))
	case 1:
		return fmt.Sprintf("!%s", w.float(0))
	case 2:
		return fmt.Sprintf("(%s %s %s && %s)", w.float(0), op, w.float(0), w.float(0))
	}
	return fmt.Sprintf("(%s %s %s)", w.float(1), op, w.float(0))
}

func (w *floatWriter) statement() {
	k := w.pick("statement", 8)
	if w.depth >= 2 && k >= 5 {
		k = 0
	}
	switch k {
	case 0, 1:
		w.line("%s = %s;", []string{"d0", "d1", "f0", "e0"}[w.pick("variable", 4)], w.float(2))
	case 2, 3, 4:
		w.line(targets[w.pick("target", len(targets))], w.float(2))
	default:
		w.line("if (%s) {", w.condition())
		w.block()
		if w.pick("else", 2) == 0 {
			w.line("} else {")
			w.block()
		}
		w.line("}")
	}
}

func (w *floatWriter) block() {
	w.depth++
	for range 1 + w.pick("statements", 2) {
		w.statement()
	}
	w.depth--
}

func randomFloats(t *rapid.T) string {
	w := &floatWriter{writer{t: t}}
	w.b.WriteString(`#include <math.h>
#include <string.h>
int i0, i1;
unsigned char u0;
long l0;
static double k0 = 0.5, k2 = 1e10, k3 = 16777217.0;
static float k1 = -3.75f;
static long double k4 = 2.5L;
static unsigned long bits(double d) { unsigned long u; memcpy(&u, &d, 8); return d != d ? 5 : u; }
static unsigned long bitsf(float d) { unsigned u; memcpy(&u, &d, 4); return d != d ? 5 : u; }
static unsigned long bitsl(long double d) { struct { unsigned long m; unsigned short e; } u; memcpy(&u, &d, 10); return d != d ? 5 : u.m + 3 * u.e; }
static double root(double d) { return sqrt(fabs(d)); }
static float rootf(float d) { return sqrtf(fabsf(d)); }
static double mod(double a, double b) { return fabs(a) < 1e6 * fabs(b) ? fmod(a, b) : a; }
int program(void) {
  double d0 = 1.5, d1 = i0;
  float f0 = u0;
  long double e0 = i1;
  int x = 1;
  long y = 2;
  unsigned long z = 3;
`)
	for range 3 + w.pick("statements", 4) {
		w.statement()
	}
	w.b.WriteString("  z += x + 31 * y;\n  z ^= z >> 32;\n  z ^= z >> 16;\n  z ^= z >> 8;\n  return (z ^ z >> 4) & 15;\n}\n")
	return w.b.String()
}

func floatSpace(t testing.TB) *confspace.Space {
	sp := &confspace.Space{}
	for _, o := range []struct {
		name, domain string
		bits         uint8
		signed       bool
	}{
		{"i0", "-3..4", 32, true},
		{"i1", "-2147483648,-1,0,3,100,16777217,2147483647", 32, true},
		{"u0", "0..5", 8, false},
		{"l0", "-9223372036854775808,0,9007199254740993,9223372036854775807", 64, true},
	} {
		d, err := confspace.ParseDomain(o.domain, o.bits, o.signed)
		if err != nil {
			t.Fatal(err)
		}
		sp.Options = append(sp.Options, confspace.Option{Name: o.name, Object: o.name, Domain: d})
	}
	return sp
}

// floatDecider is a Solver that asks Z3 early, and knows the sets of residues by evaluating them.
type floatDecider struct {
	decider
	all []confspace.Configuration
	t   testing.TB
}

func (d *floatDecider) SetOf(pc state.PathCondition) (set, related confspace.Set, ok bool) {
	sets := d.s.Sets()
	set = pc.Set
	if len(pc.Residue) == 0 {
		return set, set, true
	}
	var out []confspace.Set
	for _, c := range d.all {
		in := sets.Contains(set, c)
		for _, e := range pc.Residue {
			in = in && d.s.Builder().EvalConfiguration(e, c) == 1
		}
		if in {
			out = append(out, sets.OfConfiguration(c))
		}
	}
	if len(out) == 0 {
		d.t.Errorf("no configuration satisfies a path's condition %v", pc.Residue)
	}
	set = sets.OrAll(out)
	return set, set, true
}

// statuses compiles the program and runs every configuration: the statuses, in their order.
func statuses(t *testing.T, src string, all []confspace.Configuration) []int {
	var table strings.Builder
	for _, c := range all {
		fmt.Fprintf(&table, "{%d,%d,%d,%d%s},", c[0], c[1], c[2], uint64(c[3]), "ul")
	}
	src += fmt.Sprintf("#include <stdio.h>\nint main(void) {\n  static const struct { long i0, i1, u0, l0; } t[] = {%s};\n"+
		"  for (int i = 0; i < %d; i++) {\n    i0 = t[i].i0, i1 = t[i].i1, u0 = t[i].u0, l0 = t[i].l0;\n    printf(\"%%d\\n\", program());\n  }\n}\n", table.String(), len(all))
	file := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(compileNative(t, file)).Output()
	if err != nil {
		t.Fatal(err)
	}
	codes := make([]int, len(all))
	for i, f := range strings.Fields(string(out)) {
		fmt.Sscan(f, &codes[i])
	}
	return codes
}

func TestSymbolicFloatsAsNative(t *testing.T) {
	need.Slow(t)
	space, points := floatSpace(t), []Point{{Function: "main"}}
	all := newBrute(expr.NewBuilder(), confspace.NewSets(space)).(*brute).all
	program := rapid.Custom(randomFloats)
	unknown, paths := 0, 0
	for seed := range *floatPrograms {
		src := program.Example(*floatFirst + seed)
		want := statuses(t, src, all)
		prog := loadC(t, "program.c", []byte(src+"int main(void) { return program(); }\n"), spec{opt: Options{Points: points}})
		for _, z3 := range []bool{false, true} {
			opt := Options{Space: space, Points: points, Mode: path.Merged, Merge: MergeOff, Limits: Limits{PathSteps: 1_000_000}}
			if z3 {
				core := z3solver.New(t.Context(), *floatLimit)
				defer core.Close()
				opt.NewDecider = func(b *expr.Builder, sets *confspace.Sets) interp.Decider {
					s := solver.New(sets, b, solver.Chain(core, solver.ChainOptions{}))
					s.SetLimits(40, 2000)
					return &floatDecider{decider{s}, all, t}
				}
			}
			res, err := Run(context.Background(), prog, Test{Name: "floats"}, opt)
			if err != nil {
				t.Fatal(err)
			}
			paths += len(res.Test.Paths)
			for i, c := range all {
				n := 0
				for j := range res.Test.Paths {
					p := &res.Test.Paths[j]
					if !res.Test.Sets.Contains(p.Condition, c) {
						continue
					}
					n++
					switch {
					case p.End.Kind == path.SolverUnknown && z3:
						unknown++
					case p.End.Kind != path.Exit || p.End.Code != want[i]:
						t.Fatalf("seed %d, Z3 %v, %s: ends in %s %d %s, natively %d\n%s", *floatFirst+seed, z3,
							space.FormatConfiguration(c), p.End.Kind, p.End.Code, p.End.Message, want[i], src)
					}
				}
				if n != 1 {
					t.Fatalf("seed %d, Z3 %v, %s: %d paths\n%s", *floatFirst+seed, z3, space.FormatConfiguration(c), n, src)
				}
			}
		}
	}
	t.Logf("%d programs, %d configurations each, %d paths; %d configurations of paths that Z3 could not decide", *floatPrograms, len(all), paths, unknown)
}
