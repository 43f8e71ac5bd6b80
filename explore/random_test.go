package explore

// This file compares random arithmetic with gcc: conversions, promotions, shifts,
// divisions, floats, bit-fields, on variables of all types. (gcc computes with bit-fields of
// more than 32 bits in that many bits; that is not compared.)

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/need"
)

// ctype is a type of the generated variables.
type ctype struct {
	name  string
	float bool
}

var ctypes = []ctype{
	{name: "signed char"},
	{name: "unsigned char"},
	{name: "short"},
	{name: "unsigned short"},
	{name: "int"},
	{name: "unsigned"},
	{name: "long"},
	{name: "unsigned long"},
	{name: "_Bool"},
	{name: "float", float: true},
	{name: "double", float: true},
	{name: "long double", float: true},
}

type arith struct {
	rng  *rand.Rand
	b    strings.Builder
	vars []int // type of each variable
}

func (a *arith) n(n int) int { return a.rng.IntN(n) }

// leaf returns a variable or constant and whether it is a float.
func (a *arith) leaf() (string, bool) {
	switch a.n(6) {
	case 0:
		return []string{"0", "1", "-1", "255", "0x7fffffff", "2147483648u", "-129", "65536L", "0xffffffffffffffffuL", "'a'"}[a.n(10)], false
	case 1:
		return []string{"0.5", "-2.25f", "1e10", "3.0L", "7.0"}[a.n(5)], true
	case 2:
		return []string{"bf.a", "bf.b", "(long)bf.c", "bf.d"}[a.n(4)], false
	}
	k := a.n(len(a.vars))
	return fmt.Sprintf("v%d", k), ctypes[a.vars[k]].float
}

func integer(e string, float bool) string {
	if !float {
		return e
	}
	return fmt.Sprintf("TOINT(%s)", e)
}

func (a *arith) expr(depth int) (string, bool) {
	if depth == 0 {
		return a.leaf()
	}
	x, fx := a.expr(depth - 1)
	y, fy := a.expr(a.n(depth))
	switch k := a.n(14); k {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", x, []string{"+", "-", "*", "+"}[k], y), fx || fy
	case 4:
		return fmt.Sprintf("(%s / NZ(%s))", x, y), fx || fy
	case 5:
		return fmt.Sprintf("(%s %% NZ((long)%s))", integer(x, fx), integer(y, fy)), false
	case 6, 7:
		return fmt.Sprintf("(%s %s %s)", integer(x, fx), []string{"&", "|", "^"}[a.n(3)], integer(y, fy)), false
	case 8:
		return fmt.Sprintf("(%s %s (%s & 15))", integer(x, fx), []string{"<<", ">>"}[a.n(2)], integer(y, fy)), false
	case 9:
		return fmt.Sprintf("(%s %s %s)", x, []string{"<", "<=", "==", "!=", ">", ">="}[a.n(6)], y), false
	case 10:
		return fmt.Sprintf("(%s %s %s)", x, []string{"&&", "||"}[a.n(2)], y), false
	case 11:
		t := a.n(9)
		return fmt.Sprintf("(%s)%s", ctypes[t].name, integer(x, fx)), false
	case 12:
		return fmt.Sprintf("(- %s)", x), fx
	}
	z, fz := a.leaf()
	return fmt.Sprintf("(%s ? %s : %s)", x, y, z), fy || fz
}

func (a *arith) function(k int) {
	fmt.Fprintf(&a.b, "static unsigned long f%d(void) {\n  struct { int a : 5; unsigned b : 9; long c : 33; unsigned char d : 3; } bf = {%d, %d, %d, %d};\n",
		k, a.n(16), a.n(512), a.rng.Int64N(1<<32), a.n(8))
	a.vars = nil
	for i := range 8 {
		t := a.n(len(ctypes))
		a.vars = append(a.vars, t)
		fmt.Fprintf(&a.b, "  volatile %s v%d = %d;\n", ctypes[t].name, i, int32(a.rng.Uint32())>>a.n(31))
	}
	for range 10 {
		e, f := a.expr(3)
		switch t := a.n(10); {
		case t < 6:
			v := a.n(8)
			if ctypes[a.vars[v]].float {
				fmt.Fprintf(&a.b, "  v%d = SMALL(%s);\n", v, e)
			} else {
				fmt.Fprintf(&a.b, "  v%d %s %s;\n", v, []string{"=", "+=", "^=", "="}[a.n(4)], integer(e, f))
			}
		case t < 8:
			fmt.Fprintf(&a.b, "  bf.%c %s %s;\n", "abcd"[a.n(4)], []string{"=", "+=", "|="}[a.n(3)], integer(e, f))
		default:
			v := a.n(8)
			if !ctypes[a.vars[v]].float {
				fmt.Fprintf(&a.b, "  if (%s) v%d++; else --v%d;\n", e, v, v)
			}
		}
	}
	a.b.WriteString("  unsigned long h = bf.a + 31 * bf.b + 7 * (long)bf.c + bf.d;\n")
	for i := range 8 {
		fmt.Fprintf(&a.b, "  h = h * 1000003 + %s;\n", integer(fmt.Sprintf("v%d", i), ctypes[a.vars[i]].float))
	}
	a.b.WriteString("  return h;\n}\n")
}

func randomArithmetic(seed uint64, functions int) string {
	a := &arith{rng: rand.New(rand.NewPCG(seed, 5))}
	a.b.WriteString(`#include <stdio.h>
#define TOINT(x) toint(x)
#define NZ(x) ((x) != 0 ? (x) : 3)
#define SMALL(x) ((x) > -1e15 && (x) < 1e15 ? (x) : 5)
static long toint(long double x) { return x > -1e15L && x < 1e15L ? (long)x : 77; }
`)
	for k := range functions {
		a.function(k)
	}
	a.b.WriteString("int main(void) {\n")
	for k := range functions {
		fmt.Fprintf(&a.b, "  printf(\"f%d %%016lx\\n\", f%d());\n", k, k)
	}
	a.b.WriteString("  return 0;\n}\n")
	return a.b.String()
}

func TestRandomArithmetic(t *testing.T) {
	need.Slow(t)
	for seed := range uint64(max(1, *programs/12)) {
		src := randomArithmetic(seed, 60)
		file := filepath.Join(t.TempDir(), "random.c")
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		want, _ := native(t, file, "")
		prog := loadC(t, "random.c", []byte(src), spec{})
		for _, slow := range []bool{false, true} {
			res, err := Run(context.Background(), prog, Test{Name: "random", World: kernel.World{}}, Options{SlowOnly: slow})
			if err != nil {
				t.Fatal(err)
			}
			p := &res.Test.Paths[0]
			if line, g, w := firstDifference(string(p.Output), want); line > 0 {
				name, _, _ := strings.Cut(w, " ")
				_, body, _ := strings.Cut(src, " "+name+"(void) {")
				body, _, _ = strings.Cut(body, "\n}\n")
				t.Fatalf("seed %d: %s, natively %s: %v %s\n%s", seed, g, w, p.End.Kind, p.End.Message, body)
			}
		}
	}
}
