package crosscheck

import (
	"encoding/binary"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/trace"
)

// TestExplain distinguishes what is the program's doing from what is the engine's.
func TestExplain(t *testing.T) {
	undefined := `int printf(const char *, ...);
static float f = -4.5f;
static unsigned u;
int main(void)
{
  u = (f = -4.5f);
  printf("%u\n", u);
  return 0;
}
`
	// gcc knows that 4 >= a truth value and moves the call before the other.
	order := `int printf(const char *, ...);
static int one(int x)
{
  return x;
}
static int two(int x)
{
  return x + 1;
}
static int v;
int main(void)
{
  int r = one(3) >= (4 >= ((v = (two(1) == 2)) != 7));
  printf("%d %d\n", r, two(5));
  return 0;
}
`
	if v := checked(t, checker(t), undefined, Concrete, 0, false); v.Outcome != Passed || !strings.HasPrefix(v.Reason, "undefined behaviour: ") {
		t.Errorf("undefined: %v %s %v", v.Outcome, v.Reason, v.Findings)
	}
	if v := checked(t, checker(t), order, Concrete, 0, false); v.Outcome != Explained || v.Reason != openOrder {
		t.Errorf("order: %v %s %v", v.Outcome, v.Reason, v.Findings)
	}
	c := checker(t) // a function that is not called is no matter of order
	c.Engine.Transform = func(p *ir.Program) {
		operations(ir.OpAdd, ir.OpSub)(p)
	}
	if v := checked(t, c, order, Concrete, 0, false); v.Outcome != Differ {
		t.Errorf("planted: %v %s", v.Outcome, v.Reason)
	}
	a := []trace.Calls{{Names: []string{"f", "g"}, Seq: []uint32{0, 1, 0}, Total: 3}}
	b := []trace.Calls{{Names: []string{"g", "f"}, Seq: []uint32{0, 1, 1}, Total: 3}}
	if !sameCalls(a, b) {
		t.Error("chains of the same calls")
	}
	b[0].Seq[0] = 1
	if sameCalls(a, b) {
		t.Error("a call more")
	}
	b[0].Seq[0], b[0].Total = 0, 4
	if sameCalls(a, b) {
		t.Error("a call that is not kept")
	}
}

func TestSameSoFar(t *testing.T) {
	calls := func(seq string, total int) []trace.Calls {
		c := trace.Calls{Names: strings.Split("abcdefghijklmnopqrstuvwxyz", ""), Total: uint64(total)}
		for _, r := range seq {
			c.Seq = append(c.Seq, uint32(r-'a'))
		}
		return []trace.Calls{c}
	}
	long := strings.Repeat("a", orderWindow)
	for _, v := range []struct {
		natively, interpreted string
		total                 int // natively
		want                  bool
	}{
		{"fabcabc", "fbacabc", 7, true},
		{"fabcabc", "fbac", 7, true},
		{"fabc", "fabca", 5, true}, // not all are kept
		{"fabc", "fbacd", 4, false},
		{"fabc" + long, "fbbc" + long, 2000, false},
		{"fabc" + long, "fbbc", 2000, true}, // as if the a came next
	} {
		if got := sameSoFar(calls(v.natively, max(v.total, len(v.natively))), calls(v.interpreted, len(v.interpreted))); got != v.want {
			t.Errorf("%.9s %.9s: %v", v.natively, v.interpreted, got)
		}
	}
}

// reduced reduces the small program with a test that needs its line "return x >> 1".
func reduced(t *testing.T, tool, test string) ([]byte, string) {
	t.Helper()
	return reducedWithin(t, 10*time.Minute, tool, test) // a reducer that does something ends by itself
}

func reducedWithin(t *testing.T, limit time.Duration, tool, test string) ([]byte, string) {
	t.Helper()
	c := checker(t)
	dir := t.TempDir()
	self := filepath.Join(dir, "confcov")
	if err := os.WriteFile(self, []byte("#!/bin/sh\n"+test+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := &Reducer{Tool: tool, Command: self, Limit: limit, Jobs: 1}
	return r.Reduce(t.Context(), c, &Case{Mode: Concrete, Text: []byte(small)}, "output", dir)
}

// TestReduce reduces with a reducer that is there.
func TestReduce(t *testing.T) {
	tool, err := FindReducer("auto")
	need.NoError(t, err)
	text, how := reduced(t, tool, "grep -q 'x >> 1' program.c")
	if how != "" || len(text) == 0 || len(text) >= len(small) || !strings.Contains(string(text), "x >> 1") {
		t.Errorf("%q, reduced to\n%s", how, text)
	}
}

// TestReductionLoses has reducers that fail, or whose result does not fail any more.
func TestReductionLoses(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "cvise")
	fake := func(script string) {
		if err := os.WriteFile(tool, []byte("#!/bin/sh\nfor file; do :; done\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	fake(`echo 'int main(void) { return 0; }' >"$file"`)
	if text, how := reduced(t, tool, "grep -q 'x >> 1' program.c"); text != nil || how != "the reduced program does not fail any more" {
		t.Errorf("a loss: %q %s", how, text)
	}
	fake("echo no luck; exit 1")
	if text, how := reduced(t, tool, "true"); text != nil || !strings.HasSuffix(how, "made nothing smaller: no luck") {
		t.Errorf("a failure: %q %s", how, text)
	}
	spaced := filepath.Join(dir, "a b") // which reducers cannot work in
	if err := os.Mkdir(spaced, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", spaced)
	fake(`case "$TMPDIR" in *' '*) ;; "$PWD/temp") echo its own folder ;; esac; exit 1`)
	if text, how := reduced(t, tool, "true"); text != nil || !strings.HasSuffix(how, "made nothing smaller: its own folder") {
		t.Errorf("its temporary files: %q %s", how, text)
	}
	fake("sleep 1000")
	if text, how := reducedWithin(t, 10*time.Millisecond, tool, "true"); text != nil || how != "cvise made nothing smaller within 10ms" {
		t.Errorf("too late: %q %s", how, text)
	}
	if text, how := reduced(t, tool, "false"); text != nil || !strings.Contains(how, "test of interest") {
		t.Errorf("nothing of interest: %q %s", how, text)
	}
	if _, err := exec.LookPath("cvise"); err != nil {
		t.Setenv("PATH", dir)
		if got, err := FindReducer("auto"); err != nil || got != tool {
			t.Errorf("found %s: %v", got, err)
		}
	}
}

// TestInexact: other results of an inexact function are a reason where everything follows from them, and only there.
func TestInexact(t *testing.T) {
	// glibc and the engine's library differ for every other argument of cbrt.
	source := `#include <math.h>
#include <stdio.h>
static double tenth = 0.1;
static double scaled(double x)
{
  return x * tenth;
}
int main(void)
{
  int i, low = 0;
  for (i = 1; i < 20; i++)
    if (fmod(cbrt(i) * 0x1p50, 2) < 1)
      low++;
  for (i = 0; i < low; i++)
    printf("%.17g %.6f\n", scaled(cbrt(i + 2)), cbrt(3));
  printf("%.17g\n", scaled(3));
  return 0;
}
`
	if v := checked(t, checker(t), source, Concrete, 0, false); v.Outcome != Explained || v.Reason != "results of cbrt are others than glibc's" {
		t.Errorf("%v %s %v", v.Outcome, v.Reason, v.Findings)
	}
	// A constant that is wrong in the seventh digit is not explained by cbrt.
	c := checker(t)
	c.Engine.Transform = func(p *ir.Program) {
		for i := range p.Symbols {
			if s := &p.Symbols[i]; s.Kind == ir.SymObject && s.Name == "tenth" {
				s.Global.Init = binary.LittleEndian.AppendUint64(nil, math.Float64bits(0.1000001))
			}
		}
	}
	if v := checked(t, c, source, Concrete, 0, false); v.Outcome != Differ {
		t.Errorf("planted: %v %s", v.Outcome, v.Reason)
	}
	if names := inexact([]byte("double f(void) { return floor(tanhf(2)) + pow(tanhf(1), 2); }")); !slices.Equal(names, []string{"tanhf", "pow"}) {
		t.Error(names)
	}
	if names := inexact([]byte("double f(void) { return sqrt(fabs(2)) + sine; }")); names != nil {
		t.Error(names)
	}
}
