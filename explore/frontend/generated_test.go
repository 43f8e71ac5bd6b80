package frontend_test

// This file compares random programs with gcc: integers mixed with floats, bit-fields of all
// widths, structures and unions by value, variable arguments and switches with ranges. CONFCOV_GENERATED
// is how many to run, CONFCOV_SEED the first one's seed.

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/need"
)

// member is a member of a generated structure.
type member struct {
	name, typ string
	bits      int // -1: no bit-field
	real      bool
}

// record is a generated structure or union.
type record struct {
	name    string
	union   bool
	members []member
}

// generator writes one program.
type generator struct {
	*rand.Rand
	b       strings.Builder
	records []record
	funcs   []generated
	scope   []variable
	depth   int
	labels  int
}

// generated is a function: parameters are scalars or structures.
type generated struct {
	name   string
	params []string
	result string
	rec    map[string]record
}

type variable struct {
	expr string
	real bool
}

var integerTypes = []string{
	"signed char", "unsigned char", "char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long", "unsigned long long", "_Bool",
}

var widths = map[string]int{
	"signed char": 8, "unsigned char": 8, "char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32, "long": 64, "unsigned long": 64,
	"long long": 64, "unsigned long long": 64, "_Bool": 1,
}

func (g *generator) pick(list ...string) string { return list[g.Intn(len(list))] }

func (g *generator) integerType() string { return g.pick(integerTypes...) }

func (g *generator) scalarType() (string, bool) {
	if g.Intn(4) == 0 {
		return g.pick("float", "double", "long double"), true
	}
	return g.integerType(), false
}

func (g *generator) record(i int) {
	r := record{name: fmt.Sprintf("r%d", i), union: g.Intn(4) == 0}
	kind := "struct"
	if r.union {
		kind = "union"
	}
	fmt.Fprintf(&g.b, "typedef %s {", kind)
	for k := range 1 + g.Intn(7) {
		m := member{name: fmt.Sprintf("m%d", k), bits: -1}
		m.typ, m.real = g.scalarType()
		if r.union { // no floats, whose padding and NaNs are not to be compared; the first member covers all
			m.typ, m.real = g.pick(integerTypes[:11]...), false // nor _Bool, which may get other values than 0 and 1
		}
		if r.union && k == 0 {
			m.typ = "unsigned long"
		}
		if !m.real && !(r.union && k == 0) && g.Intn(2) == 0 {
			m.bits = 1 + g.Intn(widths[m.typ])
			if g.Intn(8) == 0 {
				fmt.Fprintf(&g.b, " %s : %d;", m.typ, g.Intn(widths[m.typ]))
			}
			fmt.Fprintf(&g.b, " %s %s : %d;", m.typ, m.name, m.bits)
		} else {
			fmt.Fprintf(&g.b, " %s %s;", m.typ, m.name)
		}
		r.members = append(r.members, m)
	}
	fmt.Fprintf(&g.b, " } %s%s;\n", g.pick("", "", "__attribute__((packed)) "), r.name)
	g.records = append(g.records, r)
}

func (g *generator) constant() string {
	switch g.Intn(6) {
	case 0:
		return strconv.Itoa(g.Intn(5))
	case 1:
		return fmt.Sprintf("%d%s", g.Intn(1<<31), g.pick("", "u", "l", "ul"))
	case 2:
		return fmt.Sprintf("0x%x%s", g.Uint64()>>g.Intn(64), g.pick("", "u", "l", "ul", "ull"))
	case 3:
		return fmt.Sprintf("(%s)%d", g.integerType(), g.Intn(1<<20)-1<<19)
	case 4:
		return fmt.Sprintf("(-%d)", g.Intn(300))
	}
	return fmt.Sprintf("'%c'", 'a'+g.Intn(26))
}

// integer writes an expression of integer type.
func (g *generator) integer(depth int) string {
	if depth <= 0 || g.Intn(6) == 0 {
		for range 4 {
			if len(g.scope) == 0 {
				break
			}
			if v := g.scope[g.Intn(len(g.scope))]; !v.real {
				return v.expr
			}
		}
		return g.constant()
	}
	a := func() string { return g.integer(depth - 1) }
	switch g.Intn(13) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("+", "-", "*", "&", "|", "^"), a())
	case 3:
		return fmt.Sprintf("(%s %s (%s & %d))", a(), g.pick("<<", ">>"), a(), 7+8*g.Intn(4))
	case 4:
		return fmt.Sprintf("(%s %s (%s | 1 ? %s | 1 : 1))", a(), "&", a(), a())
	case 5:
		return fmt.Sprintf("div_(%s, %s)", a(), a())
	case 6:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("<", "<=", ">", ">=", "==", "!="), a())
	case 7:
		return fmt.Sprintf("(%s %s %s)", g.real(depth-1), g.pick("<", "<=", ">", ">=", "==", "!="), g.real(depth-1))
	case 8:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("&&", "||"), a())
	case 9:
		return fmt.Sprintf("(%s ? %s : %s)", a(), a(), a())
	case 10:
		return fmt.Sprintf("(%s)%s", g.integerType(), "("+a()+")")
	case 11:
		return g.pick("-", "~", "!") + "(" + a() + ")"
	}
	return fmt.Sprintf("(%s)(%s)", g.pick(integerTypes...), g.small(depth-1))
}

// small writes a real expression whose value any integer type of 4 bytes holds.
func (g *generator) small(depth int) string { return "clamp_(" + g.real(depth) + ")" }

// real writes an expression of floating type.
func (g *generator) real(depth int) string {
	if depth <= 0 || g.Intn(5) == 0 {
		for range 4 {
			if len(g.scope) == 0 {
				break
			}
			if v := g.scope[g.Intn(len(g.scope))]; v.real {
				return v.expr
			}
		}
		return fmt.Sprintf("%d.%d%s", g.Intn(1000), g.Intn(100), g.pick("", "f", "L"))
	}
	switch g.Intn(6) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", g.real(depth-1), g.pick("+", "-", "*", "/"), g.real(depth-1))
	case 2:
		return fmt.Sprintf("(%s %s %s)", g.integer(depth-1), g.pick("+", "-", "*"), g.real(depth-1))
	case 3:
		return fmt.Sprintf("(%s)(%s)", g.pick("float", "double", "long double"), g.integer(depth-1))
	case 4:
		return fmt.Sprintf("(%s)(%s)", g.pick("float", "double", "long double"), g.real(depth-1))
	}
	return fmt.Sprintf("(%s ? %s : %s)", g.integer(depth-1), g.real(depth-1), g.real(depth-1))
}

// value writes an expression for an object that is real or not.
func (g *generator) value(real bool, depth int) string {
	switch {
	case real:
		return g.real(depth)
	case g.Intn(8) == 0:
		return g.small(depth)
	}
	return g.integer(depth)
}

func (g *generator) indent() string { return strings.Repeat("\t", g.depth) }

// declare declares a variable of a record or scalar type.
func (g *generator) declare(name string) {
	if g.Intn(2) == 0 {
		r := g.records[g.Intn(len(g.records))]
		var init []string
		for _, m := range r.members {
			init = append(init, fmt.Sprintf(".%s = %s", m.name, g.value(m.real, 2)))
			if r.union {
				break
			}
		}
		g.Shuffle(len(init), func(i, j int) { init[i], init[j] = init[j], init[i] })
		fmt.Fprintf(&g.b, "%s%s %s = { %s };\n", g.indent(), r.name, name, strings.Join(init, ", "))
		g.members(r, name)
		return
	}
	t, real := g.scalarType()
	fmt.Fprintf(&g.b, "%s%s %s = %s;\n", g.indent(), t, name, g.value(real, 3))
	g.scope = append(g.scope, variable{name, real})
}

func (g *generator) members(r record, name string) {
	for _, m := range r.members {
		g.scope = append(g.scope, variable{name + "." + m.name, m.real})
	}
}

// statement writes one statement.
func (g *generator) statement(n int) {
	in := g.indent()
	v := g.scope[g.Intn(len(g.scope))]
	switch k := g.Intn(9); {
	case k < 3 || n == 0:
		fmt.Fprintf(&g.b, "%s%s = %s;\n", in, v.expr, g.value(v.real, 3))
	case k == 3:
		op := g.pick("+=", "-=", "*=", "&=", "|=", "^=")
		if v.real {
			op = g.pick("+=", "-=", "*=")
		}
		operand := g.integer(2)
		if v.real || strings.Contains("+=-=", op) {
			operand = g.value(v.real, 2)
		}
		fmt.Fprintf(&g.b, "%s%s %s %s;\n", in, v.expr, op, operand)
	case k == 4:
		fmt.Fprintf(&g.b, "%s%s%s;\n", in, v.expr, g.pick("++", "--"))
	case k == 5:
		fmt.Fprintf(&g.b, "%sif (%s) {\n", in, g.integer(3))
		g.block(n - 1)
		fmt.Fprintf(&g.b, "%s} else {\n", in)
		g.block(n - 1)
		fmt.Fprintf(&g.b, "%s}\n", in)
	case k == 6:
		g.labels++
		fmt.Fprintf(&g.b, "%sfor (int i%d = 0; i%d < %d; i%d++) {\n", in, g.labels, g.labels, 1+g.Intn(5), g.labels)
		g.block(n - 1)
		fmt.Fprintf(&g.b, "%s\tif (%s) %s;\n%s}\n", in, g.integer(2), g.pick("break", "continue"), in)
	case k == 7:
		g.switchOn(n)
	default:
		g.call(in)
	}
}

// switchOn writes a switch with ranges, which may fall through.
func (g *generator) switchOn(n int) {
	in := g.indent()
	fmt.Fprintf(&g.b, "%sswitch ((int)(%s) %% 64) {\n", in, g.integer(3))
	at := -64
	for range 1 + g.Intn(5) {
		lo := at + g.Intn(20)
		hi := lo + g.Intn(20)
		at = hi + 1
		fmt.Fprintf(&g.b, "%scase %d ... %d:\n", in, lo, hi)
		if g.Intn(4) == 0 {
			fmt.Fprintf(&g.b, "%sdefault_%d:\n", in, g.labels)
			g.labels++
		}
		g.block(n - 1)
		if g.Intn(3) > 0 {
			fmt.Fprintf(&g.b, "%s\tbreak;\n", in)
		}
	}
	fmt.Fprintf(&g.b, "%sdefault:\n", in)
	g.block(n - 1)
	fmt.Fprintf(&g.b, "%s}\n", in)
}

func (g *generator) block(n int) {
	g.depth++
	for range 1 + g.Intn(3) {
		g.statement(n)
	}
	g.depth--
}

// call writes a call of a function that is already defined.
func (g *generator) call(in string) {
	if len(g.funcs) == 0 {
		g.b.WriteString(in + ";\n")
		return
	}
	f := g.funcs[g.Intn(len(g.funcs))]
	var args []string
	for _, p := range f.params {
		if r, ok := f.rec[p]; ok {
			args = append(args, g.literal(r))
			continue
		}
		args = append(args, g.value(isReal(p), 2))
	}
	call := fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
	if r, ok := f.rec[f.result]; ok {
		m := r.members[g.Intn(len(r.members))]
		call += "." + m.name
		fmt.Fprintf(&g.b, "%sshow_(%s);\n", in, call)
		return
	}
	fmt.Fprintf(&g.b, "%sshow_(%s);\n", in, call)
}

// literal writes a value of a record.
func (g *generator) literal(r record) string {
	m := r.members[g.Intn(len(r.members))]
	if r.union {
		m = r.members[0]
	}
	return fmt.Sprintf("(%s){ .%s = %s }", r.name, m.name, g.value(m.real, 2))
}

func isReal(t string) bool { return t == "float" || t == "double" || t == "long double" }

// function writes a function.
func (g *generator) function(i int) {
	f := generated{name: fmt.Sprintf("f%d", i), rec: map[string]record{}}
	typ := func() string {
		if g.Intn(3) == 0 {
			r := g.records[g.Intn(len(g.records))]
			f.rec[r.name] = r
			return r.name
		}
		t, _ := g.scalarType()
		return t
	}
	f.result = typ()
	var params []string
	g.scope = append(g.scope[:0], variable{"g0", false}, variable{"g1", true}, variable{"gl", false})
	for k := range g.Intn(6) {
		t := typ()
		f.params = append(f.params, t)
		name := fmt.Sprintf("p%d", k)
		params = append(params, t+" "+name)
		if r, ok := f.rec[t]; ok {
			g.members(r, name)
		} else {
			g.scope = append(g.scope, variable{name, isReal(t)})
		}
	}
	if params == nil {
		params = []string{"void"}
	}
	fmt.Fprintf(&g.b, "static %s %s(%s)\n{\n", f.result, f.name, strings.Join(params, ", "))
	g.depth = 1
	for k := range 1 + g.Intn(4) {
		g.declare(fmt.Sprintf("v%d", k))
	}
	for range 2 + g.Intn(5) {
		g.statement(2)
	}
	fmt.Fprintf(&g.b, "\tprintf(\"%s\");\n", f.name)
	for _, v := range g.scope {
		fmt.Fprintf(&g.b, "\tshow_(%s);\n", v.expr)
	}
	fmt.Fprintf(&g.b, "\tprintf(\"\\n\");\n\tsum_(3, %s, (double)%s, %s);\n", g.integerOf("int"), g.real(2), g.integerOf("long"))
	if r, ok := f.rec[f.result]; ok {
		fmt.Fprintf(&g.b, "\treturn %s;\n}\n", g.literal(r))
	} else {
		fmt.Fprintf(&g.b, "\treturn %s;\n}\n", g.value(isReal(f.result), 2))
	}
	g.funcs = append(g.funcs, f)
}

func (g *generator) integerOf(t string) string { return "(" + t + ")(" + g.integer(2) + ")" }

const generatedHead = `#include <stdio.h>
#include <stdarg.h>
static void int_(long v) { printf(" %ld", v); }
static void real_(long double v) { if (v != v) printf(" nan"); else printf(" %.9Lg", v); }
#define show_(e) _Generic((e) + 0, float: real_, double: real_, long double: real_, default: int_)(e)
#define div_(a, b) ((b) == 0 || (b) + 1 == 0 ? (a) : (a) / (b) + (a) % (b))
static double clamp_(long double v) { return v > -100 && v < 1e9L ? v > 0 ? v : 0 : 7; }
static void sum_(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	int i = va_arg(ap, int);
	double d = va_arg(ap, double);
	long l = va_arg(ap, long);
	va_end(ap);
	int_(i + l);
	real_(d);
	printf("\n");
}
static int g0 = 3;
static double g1 = 2.5;
static unsigned long gl = 0xfedcba9876543210;
`

// generate returns the program with the given seed.
func generate(seed int64) string {
	g := &generator{Rand: rand.New(rand.NewSource(seed))}
	g.b.WriteString(generatedHead)
	for i := range 2 + g.Intn(4) {
		g.record(i)
	}
	for i := range 2 + g.Intn(4) {
		g.function(i)
	}
	g.b.WriteString("int main(void)\n{\n")
	g.scope, g.depth = append(g.scope[:0], variable{"g0", false}, variable{"g1", true}, variable{"gl", false}), 1
	for range 6 {
		g.call("\t")
	}
	g.b.WriteString("\tprintf(\"%d %lu\\n\", g0, gl);\n\treturn 0;\n}\n")
	return g.b.String()
}

// TestGeneratedPrograms writes the program of CONFCOV_SEED to the file CONFCOV_WRITE, if that is set.
func TestGeneratedPrograms(t *testing.T) {
	need.Slow(t)
	need.Tool(t, "gcc")
	_, err := library()
	need.Fetched(t, err)
	number := func(name string, n int) int {
		if s := os.Getenv(name); s != "" {
			n, _ = strconv.Atoi(s)
		}
		return n
	}
	first := number("CONFCOV_SEED", 1)
	if file := os.Getenv("CONFCOV_WRITE"); file != "" {
		if err := os.WriteFile(file, []byte(generate(int64(first))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for seed := first; seed < first+number("CONFCOV_GENERATED", 12); seed++ {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "generated.c")
			if err := os.WriteFile(file, []byte(generate(int64(seed))), 0o644); err != nil {
				t.Fatal(err)
			}
			diff, err := differs(dir, file, nil, 10*time.Second, 100_000_000, false)
			if err != nil {
				t.Fatal(err)
			}
			if diff != "" {
				t.Error(diff)
			}
		})
	}
}
