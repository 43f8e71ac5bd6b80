package explore

// This file compares concrete floats with gcc, bit for bit: every float instruction of the
// IR, for float, double and long double, on all pairs of tables of operands that are at the edges (and some random ones), and the
// library's functions that are exact. The program prints a hash for each operation and left operand; with the
// two as arguments it prints each result.

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
)

var floatRandom = flag.Int("floatrandom", 12, "how many random operands the tables of floats have, beside those at the edges")

// extended is a long double's bits.
type extended struct {
	mant uint64
	se   uint16
}

// floatTable is the operands.
type floatTable struct {
	double   []uint64
	single   []uint32
	extended []extended
	invalid  []extended // what nobody stores: what a function makes of them is its own
	integer  []uint64
}

// edges are doubles at the edges.
var edges = []float64{
	0, 1, 0.5, 1.5, 2.5, 2, 3, 0.1, 1.0 / 3, math.Pi, 10, 1e10, 127, 127.5, 128, 128.5, 255.5, 256, 32767.5, 32768.5, 65535.5, 65536,
	1<<24 - 1, 1 << 24, 1<<24 + 1, 1<<24 + 3, 1<<31 - 1, 1<<31 - 0.5, 1 << 31, 1<<31 + 0.5, 1<<31 + 1, 1<<32 - 1, 1<<32 - 0.5, 1 << 32,
	1<<52 + 0.5, 1<<52 + 1.5, 1<<53 - 1, 1 << 53, 1<<53 + 2, 1<<62 + 1<<10, 1<<63 - 1<<10, 1 << 63, 1<<63 + 1<<11, 1<<64 - 1<<11, 1 << 64, 1 << 65,
	math.MaxFloat32, math.MaxFloat32 + 0x1p103, math.MaxFloat32 + 0x1p102, 0x1p-149, 0x1p-150, 0x1.8p-150, 0x1p-126, 0x1.fffffcp-127,
	math.MaxFloat64, 0x1p-1074, 0x1p-1022, 0x1.ffffffffffffep-1023, 1 + 0x1p-52, 1 - 0x1p-53, 1 + 0x1p-24, 1 + 0x1p-23, 1 + 0x1.8p-23, 0x1p600, 0x1p-600, math.Inf(1),
}

func makeFloatTable(random int) *floatTable {
	r := rand.New(rand.NewPCG(11, 12))
	t := &floatTable{}
	for _, f := range edges {
		t.double = append(t.double, math.Float64bits(f), math.Float64bits(-f))
		t.single = append(t.single, math.Float32bits(float32(f)), math.Float32bits(float32(-f)))
		t.extended = append(t.extended, extend(f), extend(-f))
	}
	for _, sign := range []uint64{0, 1} {
		for _, payload := range []uint64{1 << 51, 1<<51 + 12345<<29, 1, 1 << 50, 1<<52 - 1, 77 << 29, 1<<51 + 1} {
			t.double = append(t.double, sign<<63|0x7ff<<52|payload)
			t.single = append(t.single, uint32(sign<<31|0xff<<23|max(1, payload>>29)))
			t.extended = append(t.extended, extended{1<<63 | payload<<11, uint16(sign<<15 | 0x7fff)})
		}
		se := uint16(sign << 15)
		for _, m := range []uint64{0x400, 0x3ff, 0x401, 0xc00, 0x7ff, 1 << 39, 1<<39 + 1, 1<<39 - 1, 3 << 39, math.MaxUint64 >> 1, 1, 2} {
			t.extended = append(t.extended,
				extended{1<<63 | m, se | 16383}, extended{1<<63 | m, se | (16383 + 63)}, extended{1<<63 | m, se | (16383 - 1023)},
				extended{m, se}, extended{m << 1 >> 1, se}, extended{1<<63 | m, se | 1})
			t.invalid = append(t.invalid, extended{1<<63 | m, se}) // a denormal with the leading one
		}
		t.invalid = append(t.invalid, extended{1 << 62, se | 16383}, extended{0, se | 16383}, extended{0, se | 0x7fff}, extended{1 << 62, se | 0x7fff})
		t.extended = append(t.extended,
			extended{1<<64 - 1, se | 0x7ffe}, extended{1 << 63, se | 0x7ffe}, extended{1 << 63, se | (16383 + 62)}, extended{1<<64 - 2, se | (16383 + 62)},
			extended{1<<64 - 1, se | (16383 + 62)}, extended{1<<63 | 1, se | (16383 + 31)}, extended{1<<64 - 1, se | (16383 + 30)}, extended{1<<64 - 1, se | (16383 + 14)},
			extended{1<<64 - 1, se | (16383 + 6)}, extended{1<<63 | 1, se | (16383 - 1074)}, extended{1 << 63, se | (16383 - 1075)}, extended{1 << 63, se | 1})
	}
	for range random {
		v := r.Uint64()
		t.double = append(t.double, v)
		t.single = append(t.single, uint32(v))
		t.extended = append(t.extended, extended{1<<63 | r.Uint64(), uint16(16383 - 70 + r.IntN(140))}, extended{1<<63 | r.Uint64(), uint16(r.Uint64())})
		t.integer = append(t.integer, r.Uint64()>>r.IntN(64), -(r.Uint64() >> r.IntN(64)))
	}
	for n := range 65 {
		p := uint64(1) << n // 0 for 64
		t.integer = append(t.integer, p-1, p, p+1, -p-1)
	}
	for _, p := range []uint64{1 << 24, 1 << 53, 1 << 54, 1 << 40, 1 << 62, 1 << 63} {
		t.integer = append(t.integer, p+p>>24, p+p>>24+1, p+p>>53, p+p>>53+1, 2*p-p>>54-1, 3*(p>>24)+p, 3*(p>>53)+p)
	}
	return t
}

// extend returns a double as a long double.
func extend(f float64) extended {
	var se uint16
	if math.Signbit(f) {
		se, f = 1<<15, -f
	}
	switch {
	case f == 0:
		return extended{0, se}
	case math.IsInf(f, 0):
		return extended{1 << 63, se | 0x7fff}
	}
	m, e := math.Frexp(f)
	return extended{uint64(math.Ldexp(m, 53)) << 11, se | uint16(e-1+16383)}
}

// floatProgram writes the program.
type floatProgram struct {
	b     strings.Builder
	table *floatTable
	n     int
	calls strings.Builder
	names []string
}

// operation adds a function that computes for left operand i and all right operands: expr is C, with x and y (of the types), and
// result is how it is looked at: bits, or bitsn where the bits of a NaN do not count.
func (p *floatProgram) operation(name, types, expr, result string) {
	left, right, two := strings.Cut(types, ",")
	fmt.Fprintf(&p.b, "static void f%d(int i) { L_%s x = A_%s(i); ", p.n, left, left)
	if two {
		fmt.Fprintf(&p.b, "for (int j = 0; j < N_%s; j++) { L_%s y = A_%s(j); out(%s(%s), j); } }\n", right, right, right, result, expr)
	} else {
		fmt.Fprintf(&p.b, "out(%s(%s), 0); }\n", result, expr)
	}
	fmt.Fprintf(&p.calls, "  run(%d, N_%s, f%d);\n", p.n, left, p.n)
	p.names = append(p.names, name+" of "+types)
	p.n++
}

const floatPrelude = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
typedef unsigned long u64;
typedef float L_f;
typedef double L_d;
typedef long double L_l;
typedef u64 L_i;
static u64 hash;
static int detail;
static void out1(u64 v) { hash = (hash ^ v) * 0x9e3779b97f4a7c15ul; hash ^= hash >> 29; }
#define out(r, j) { struct pair p_ = r; out1(p_.lo); out1(p_.hi); if (detail) printf("%d: %lx %lx\n", j, p_.hi, p_.lo); }
struct pair { u64 lo, hi; };
static struct pair bits_f(float x) { struct pair p = {0}; memcpy(&p, &x, 4); return p; }
static struct pair bits_d(double x) { struct pair p = {0}; memcpy(&p, &x, 8); return p; }
static struct pair bits_l(long double x) { struct pair p = {0}; memcpy(&p, &x, 10); return p; }
static struct pair bits_i(u64 x) { struct pair p = {x}; return p; }
static struct pair bitsn_f(float x) { struct pair nan = {1, 1}; return x != x ? nan : bits_f(x); }
static struct pair bitsn_d(double x) { struct pair nan = {1, 1}; return x != x ? nan : bits_d(x); }
static struct pair bitsn_l(long double x) { struct pair nan = {1, 1}; return x != x ? nan : bits_l(x); }
static char buffer[6000];
static u64 text(void) { u64 h = 0; for (char *s = buffer; *s; s++) h = h * 31 + *s; if (detail) puts(buffer); return h; }
#define BOTH(a, b, r) ((a) != (a) && (b) != (b) ? 0 : (r))
static void run(int op, int n, void (*f)(int));
static int want_op = -1, want_i;
static void run(int op, int n, void (*f)(int))
{
  for (int i = 0; i < n; i++) {
    if (want_op >= 0 && (op != want_op || i != want_i))
      continue;
    hash = 1;
    f(i);
    printf("%d %d %016lx\n", op, i, hash);
  }
}
`

func (p *floatProgram) tables() {
	t := p.table
	b := &p.b
	fmt.Fprintf(b, "enum { N_d = %d, N_f = %d, N_l = %d, N_i = %d };\n", len(t.double), len(t.single), len(t.extended), len(t.integer))
	words := func(name, typ string, n int, word func(int) string) {
		fmt.Fprintf(b, "static const %s %s[] = {", typ, name)
		for i := range n {
			fmt.Fprintf(b, "%s,", word(i))
		}
		b.WriteString("};\n")
	}
	words("T_d", "u64", len(t.double), func(i int) string { return fmt.Sprintf("%#xul", t.double[i]) })
	words("T_f", "unsigned", len(t.single), func(i int) string { return fmt.Sprintf("%#xu", t.single[i]) })
	words("T_l", "struct { u64 m, e; }", len(t.extended), func(i int) string { return fmt.Sprintf("{%#xul,%d}", t.extended[i].mant, t.extended[i].se) })
	words("T_i", "u64", len(t.integer), func(i int) string { return fmt.Sprintf("%#xul", t.integer[i]) })
	b.WriteString(`static double A_d(int i) { double x; memcpy(&x, &T_d[i], 8); return x; }
#define A_f(i) (*(const float *)&T_f[i])
#define A_l(i) (*(const long double *)&T_l[i])
#define A_i(i) T_i[i]
`)
}

// pairwise adds the operations of two operands of one type.
func (p *floatProgram) pairwise(ty string) {
	both := ty + "," + ty
	for _, op := range []string{"+", "-", "*", "/"} {
		e := "x " + op + " y"
		if ty != "l" && (op == "+" || op == "*") {
			e = "BOTH(x, y, " + e + ")" // gcc chooses which NaN is the first
		}
		p.operation(op, both, e, "bits_"+ty)
	}
	p.operation("compare", both, "(x == y) | (x != y) << 1 | (x < y) << 2 | (x <= y) << 3 | (x > y) << 4 | (x >= y) << 5 | (!(x < y)) << 6 | (x && y) << 7 | (x < y || x > y) << 8 | "+
		"__builtin_isless(x, y) << 9 | __builtin_isunordered(x, y) << 10 | __builtin_islessgreater(x, y) << 11 | (x < y ? 0 : 1) << 12 | __builtin_isgreaterequal(x, y) << 13", "bits_i")
}

var floatNames = map[string]string{"f": "float", "d": "double", "l": "long double"}

var integerNames = []string{"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "_Bool"}

func (p *floatProgram) unary(ty string) {
	p.operation("negate", ty, "-x", "bits_"+ty)
	p.operation("not", ty, "!x + 2 * !!x + 4 * (x ? 1 : 0)", "bits_i")
	for to, name := range floatNames {
		p.operation("convert to "+name, ty, "("+name+")x", "bits_"+to)
	}
	for _, i := range integerNames {
		p.operation("convert to "+i, ty, "(u64)("+i+")x", "bits_i")
		p.operation("convert from "+i, "i", "("+floatNames[ty]+")("+i+")x", "bits_"+ty)
	}
	p.operation("increment", ty, "(x++, x)", "bits_"+ty)
	p.operation("add integer", ty, "x += 3", "bits_"+ty)
}

// suffix returns the suffix of a library function's name.
func suffix(ty string) string {
	if ty == "d" {
		return ""
	}
	return ty
}

// printing adds what is printed and read back. (glibc prints the first digit of a long double in hexadecimal otherwise.)
func (p *floatProgram) printing(ty string) {
	l := map[string]string{"f": "", "d": "", "l": "L"}[ty]
	for _, f := range []string{"%e", "%g", "%.17g", "%.21g", "%.0f", "%.3f", "%+.1e", "%#g", "%015.4f", "%-12g|", "% .30e", "%G", "%.40f", "%a"} {
		if f == "%a" && ty == "l" {
			continue
		}
		if f == "%a" && ty == "d" {
			p.operation("printf %a", ty, "x && fabs(x) < 0x1p-1022 ? 0 : (snprintf(buffer, sizeof buffer, \"%a\", x), text())", "bits_i")
			continue // nor of denormals
		}
		conversion := f[:strings.IndexAny(f, "efgaG")] + l + f[strings.IndexAny(f, "efgaG"):]
		p.operation("printf "+f, ty, fmt.Sprintf("({ snprintf(buffer, sizeof buffer, \"%s\", x); text(); })", conversion), "bits_i")
	}
	p.operation("read back", ty, "(snprintf(buffer, sizeof buffer, \"%.25"+l+"e\", x), strto"+map[string]string{"f": "f", "d": "d", "l": "ld"}[ty]+"(buffer, 0))", "bitsn_"+ty)
	p.operation("read back short", ty, "(snprintf(buffer, sizeof buffer, \"%.5"+l+"e\", x), strto"+map[string]string{"f": "f", "d": "d", "l": "ld"}[ty]+"(buffer, 0))", "bitsn_"+ty)
}

// library adds the functions that all libraries compute exactly.
func (p *floatProgram) library(ty string) {
	s := suffix(ty)
	for _, f := range []string{"sqrt", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "fabs", "logb"} {
		p.operation(f, ty, f+s+"(x)", "bitsn_"+ty)
	}
	for _, f := range []string{"lrint", "llrint", "lround"} {
		p.operation(f, ty, "x > -1e18 && x < 1e18 ? (u64)"+f+s+"(x) : 5", "bits_i")
	}
	p.operation("ilogb", ty, "x == 0 || x != x ? 7 : (u64)(int)ilogb"+s+"(x)", "bits_i")
	p.operation("frexp", ty, "({ int e = 0; x != x || x - x != 0 ? x : (frexp"+s+"(x, &e) + e); })", "bitsn_"+ty)
	p.operation("modf", ty, "({ "+floatNames[ty]+" w; "+floatNames[ty]+" r = modf"+s+"(x, &w); r + 3 * w; })", "bitsn_"+ty)
	p.operation("classify", ty, "fpclassify(x) | !!isnan(x) << 8 | !!isinf(x) << 9 | !!isfinite(x) << 10 | !!isnormal(x) << 11 | !!signbit(x) << 12", "bits_i")
	for _, n := range []int{1, -1, 40, -60, 1100, -1080, 20000, -20000} {
		p.operation(fmt.Sprint("ldexp ", n), ty, fmt.Sprintf("ldexp%s(x, %d)", s, n), "bitsn_"+ty)
	}
	p.operation("copysign", ty+","+ty, "copysign"+s+"(x, y)", "bitsn_"+ty)
}

func (p *floatProgram) libraryPairs(ty string) {
	s, both := suffix(ty), ty+","+ty
	for _, f := range []string{"fmod", "remainder", "nextafter", "fdim"} { // (musl's nextafterl of the least normal number is no encoding)
		p.operation(f, both, "sizeof x == 16 && fabsl(x) == 0x1p-16382L || x - x == 0 && fabs"+s+"(x / y) > 1e30 ? 0 : "+f+s+"(x, y)", "bitsn_"+ty) // more takes long
	}
	p.operation("fmax", both, "x == y ? 0 : fmax"+s+"(x + 0, y + 0)", "bitsn_"+ty)
	p.operation("fmin", both, "x == y ? 0 : fmin"+s+"(x + 0, y + 0)", "bitsn_"+ty)
	// musl's fmal rounds some denormals twice.
	p.operation("fma", both, fmt.Sprintf("({ %s r = fma%s(x, y, -x); sizeof r == 16 && fabsl(r) < 0x1p-16381L ? 0 : r; })", floatNames[ty], s), "bitsn_"+ty)
}

func floatSource(t *floatTable, only func(p *floatProgram)) (string, []string) {
	p := &floatProgram{table: t}
	p.b.WriteString(floatPrelude)
	p.tables()
	only(p)
	fmt.Fprintf(&p.b, "int main(int argc, char **argv) {\n  if (argc == 3)\n    want_op = atoi(argv[1]), want_i = atoi(argv[2]), detail = 1;\n%s  return 0;\n}\n", p.calls.String())
	return p.b.String(), p.names
}

// compareFloats runs the program natively and here, and shows the first operand for which results differ.
func compareFloats(t *testing.T, src string, names []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "floats.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	bin := compileNative(t, file)
	prog := loadC(t, "floats.c", []byte(src), spec{})
	run := func(args ...string) (here, natively string) {
		args = append([]string{"prog"}, args...)
		cmd := exec.Command(bin, args[1:]...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		res, err := Run(context.Background(), prog, Test{Name: "floats", Args: args, World: kernel.World{}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if end := res.Test.Paths[0].End; end.Kind != path.Exit || end.Code != 0 {
			t.Errorf("ended in %s %d %s, %v", end.Kind, end.Code, end.Message, end.Stack)
		}
		return string(res.Test.Paths[0].Output), string(out)
	}
	got, want := run()
	gs, ws := strings.Split(got, "\n"), strings.Split(want, "\n")
	if len(gs) != len(ws) {
		t.Errorf("%d lines, natively %d", len(gs), len(ws))
	}
	said := map[string]int{}
	for i := range min(len(gs), len(ws)) {
		if gs[i] == ws[i] {
			continue
		}
		f := strings.Fields(ws[i])
		if said[f[0]]++; said[f[0]] > 2 {
			continue
		}
		g, w := run(f[0], f[1])
		var op int
		fmt.Sscan(f[0], &op)
		_, x, y := firstDifference(g, w)
		t.Errorf("%s, operand %s: %s, natively %s", names[op], f[1], x, y)
	}
	t.Logf("%d operations, %d lines", len(names), len(ws))
}

func TestFloatsAsNative(t *testing.T) {
	need.Slow(t)
	table := makeFloatTable(*floatRandom)
	all := *table
	all.extended = append(all.extended, all.invalid...)
	for _, ty := range []string{"f", "d", "l"} {
		for _, part := range []struct {
			name string
			t    *floatTable
			add  func(p *floatProgram)
		}{
			{"pairs", &all, func(p *floatProgram) { p.pairwise(ty) }},
			{"one", &all, func(p *floatProgram) { p.unary(ty) }},
			{"printing", table, func(p *floatProgram) { p.printing(ty) }},
			{"library", table, func(p *floatProgram) { p.library(ty) }},
			{"library pairs", table, func(p *floatProgram) { p.libraryPairs(ty) }},
		} {
			t.Run(floatNames[ty]+" "+part.name, func(t *testing.T) {
				src, names := floatSource(part.t, part.add)
				compareFloats(t, src, names)
			})
		}
	}
}
