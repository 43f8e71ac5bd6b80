package explore

// This file checks what is printed and read with floats that depend on options, and that what cannot be decided is recorded.

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/solver/z3solver"
	"github.com/confcov/confcov/subjects/confspace"
)

const printing = `#include <stdio.h>
#include <stdlib.h>
int n;
int program(void) {
  char text[100];
  double d;
  printf("%.3f %g %Lf %e\n", n / 7.0, n * 1.5, (long double)n / 3, n * 1e10f);
  snprintf(text, sizeof text, "%.2f", n / 3.0);
  if (sscanf(text, "%lf", &d) == 1 && d > 2)
    printf("%a %.0f\n", strtod(text, NULL), d);
  return (int)(n * 0.9);
}
`

func intSpace(t testing.TB, domain string, bits uint8) *confspace.Space {
	d, err := confspace.ParseDomain(domain, bits, true)
	if err != nil {
		t.Fatal(err)
	}
	return &confspace.Space{Options: []confspace.Option{{Name: "n", Object: "n", Domain: d}}}
}

func TestPrintingSymbolicFloats(t *testing.T) {
	need.Slow(t)
	space, points := intSpace(t, "-3..12", 32), []Point{{Function: "main"}}
	file := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(file, []byte(printing+"int main(int argc, char **argv) { n = atoi(argv[1]); return program(); }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	bin := compileNative(t, file)
	prog := loadC(t, "program.c", []byte(printing+"int main(void) { return program(); }\n"), spec{opt: Options{Points: points}})
	res, err := Run(context.Background(), prog, Test{Name: "floats"}, Options{Space: space, Points: points})
	if err != nil {
		t.Fatal(err)
	}
	for v := int64(-3); v <= 12; v++ {
		cmd := exec.Command(bin, fmt.Sprint(v))
		want, _ := cmd.Output() // the status is compared
		found := 0
		for i := range res.Test.Paths {
			p := &res.Test.Paths[i]
			if !res.Test.Sets.Contains(p.Condition, confspace.Configuration{v}) {
				continue
			}
			found++
			if p.End.Kind != path.Exit || p.End.Code != cmd.ProcessState.ExitCode() {
				t.Errorf("n=%d: ends in %s %d %s, natively %d", v, p.End.Kind, p.End.Code, p.End.Message, cmd.ProcessState.ExitCode())
			}
			same := len(p.Output) == len(want)
			for k := 0; same && k < len(want); k++ {
				same = p.Output[k] == want[k] || p.Output[k] == '?'
			}
			if !same {
				t.Errorf("n=%d: printed %q, natively %q", v, p.Output, want)
			}
		}
		if found != 1 {
			t.Errorf("n=%d: %d paths", v, found)
		}
	}
	t.Logf("%d paths, %d instructions", len(res.Test.Paths), res.Test.Counts["steps"])
}

// TestUndecidedFloatsAreRecorded divides long doubles that have every value: nothing is claimed of what the solver cannot decide.
func TestUndecidedFloatsAreRecorded(t *testing.T) {
	src := "long n;\nint main(void) { long double x = n; return x / 3 * x == x + 0.1L ? 1 : 2; }\n"
	points := []Point{{Function: "main"}}
	prog := loadAlone(t, []byte(src), spec{opt: Options{Points: points}})
	for name, core := range map[string]func() solver.Core{
		"no solver":     nil,
		"a small limit": func() solver.Core { return z3solver.New(t.Context(), 1000) },
	} {
		res, err := Run(context.Background(), prog, Test{Name: "floats"}, Options{Space: intSpace(t, "any", 64), Points: points, NewCore: core})
		if err != nil {
			t.Fatal(err)
		}
		if ps := res.Test.Paths; len(ps) != 1 || ps[0].End.Kind != path.SolverUnknown || len(res.Test.Limits) == 0 {
			t.Errorf("%s: %d paths, the first ends in %s %s; limits %q", name, len(ps), ps[0].End.Kind, ps[0].End.Message, res.Test.Limits)
		}
	}
}

// TestLongDoublesOfManyValues decides without a solver what comes down to integers and doubles.
func TestLongDoublesOfManyValues(t *testing.T) {
	src := `int n;
int main(void) {
  long double x = n, y = (double)n, z = n * 0.5;
  if (x != y || -x != -(long double)n)
    return 9;
  if (x > 100)
    return (int)x == n ? 1 : 9;
  if ((double)z == n * 0.5 && (long)x == n && (float)x == (float)n)
    return x < -2.5L ? 2 : 3;
  return 9;
}
`
	points := []Point{{Function: "main"}}
	prog := loadAlone(t, []byte(src), spec{opt: Options{Points: points}})
	core := func() solver.Core { return z3solver.New(t.Context(), 2_000_000) }
	res, err := Run(context.Background(), prog, Test{Name: "floats"}, Options{Space: intSpace(t, "any", 32), Points: points, NewCore: core})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for i := range res.Test.Paths {
		p := &res.Test.Paths[i]
		got[res.Test.Sets.String(p.Condition)] = p.End.Code
		if p.End.Kind != path.Exit {
			t.Errorf("ends in %s %s", p.End.Kind, p.End.Message)
		}
	}
	if want := map[string]int{"n>=101": 1, "n<=-3": 2, "n in -2..100": 3}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}
