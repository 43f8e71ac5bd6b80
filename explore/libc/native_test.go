package libc_test

// This file compares the functions of math.h that are not exact with glibc's: where crosscheck takes other results for a reason, they
// are the last digits only.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
)

// mathUnits is by how many units in the last place results may differ where it is more than two.
var mathUnits = map[string]int{"cbrt": 3, "tgamma": 9, "tgammaf": 9}

func TestNativeMath(t *testing.T) {
	need.Slow(t)
	need.Tool(t, "gcc")
	a := archive(t)
	library, err := a.BuildMath(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	text.WriteString(`#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t state = 1;
static double random_double(void)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  double u = (double)(state >> 11) * 0x1p-53, wide = ldexp(u - 0.5, (int)(state >> 5 & 7));
  return state >> 63 ? u * 2 - 1 : wide;
}
#define BITS(T, I, x) ({ T v_ = (x); I i_; memcpy(&i_, &v_, sizeof i_); i_ < 0 ? (I)((I)1 << (8 * sizeof i_ - 1)) - i_ : i_; })
#define COMPARE(name, T, I) do { \
    T (*glibc)(T) = dlsym(libm, #name); \
    long most = 0; \
    int differ = 0; \
    for (int i = 0; i < 4000; i++) { \
      T x = random_double(), p = name(x), q = glibc(x); \
      I d; \
      if (p == q || p != p && q != q) continue; \
      d = BITS(T, I, p) - BITS(T, I, q); \
      differ++; \
      if (d < 0) d = -d; \
      if (d > most) most = d; \
    } \
    printf("%s %ld %d %d\n", #name, most, differ, glibc == name); \
  } while (0)
int main(void)
{
  void *libm = dlopen("libm.so.6", RTLD_NOW);
`)
	names := 0 // without j0 and its kin and lgamma, which are not exact near their zeros
	for _, base := range strings.Fields("acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 log log10 log1p log2 sin sinh tan tanh tgamma") {
		fmt.Fprintf(&text, "  COMPARE(%s, double, int64_t);\n  COMPARE(%[1]sf, float, int32_t);\n", base)
		names += 2
	}
	text.WriteString("  return 0;\n}\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "math.c"), text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-w", "-O1", "-fno-pie", "-no-pie", "-o", "math", "math.c", "-L" + library}, libc.NoMathBuiltins()...)
	gcc := exec.Command("gcc", append(args, "-l"+libc.NativeMath, "-lm")...)
	gcc.Dir = dir
	if out, err := gcc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "math")).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(out)) {
		var name string
		var units, differ, same int
		if _, err := fmt.Sscan(line, &name, &units, &differ, &same); err != nil || same != 0 {
			t.Fatalf("%q: %v", line, err)
		}
		if lines++; units > max(2, mathUnits[name]) {
			t.Errorf("%s differs from glibc's by %d units in the last place", name, units)
		}
		if differ > 0 {
			t.Logf("%s: %d of 4000 results differ, by %d units at most", name, differ, units)
		}
	}
	if lines != names {
		t.Errorf("%d functions were compared, want %d", lines, names)
	}
}
