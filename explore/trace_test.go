package explore

// This file tests traces.

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
)

// chain returns the names of the calls.
func chain(c *trace.Calls) string {
	var names []string
	for _, n := range c.Seq {
		names = append(names, c.Names[n])
	}
	return strings.Join(names, " ")
}

// traced prints, forks and aborts, as its options say.
const traced = `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
int a, n;
static int yes(void) { return 1; }
static int no(void) { return 0; }
static void leaf(void) {}
static void child(void) { leaf(); leaf(); _exit(3); }
int main(void) {
  int (*f)(void) = a ? yes : no;
  if (f() && n > 2)
    leaf();
  if (a && yes())
    printf("n is %d\n", n);
  else if (n == 7)
    abort();
  if (fork() == 0)
    child();
  int status;
  wait(&status);
  no();
  return WEXITSTATUS(status);
}
`

// TestTraceOfPaths: each path has its own chain, its end and the output under its witness; a digest
// without a trace is that of the calls with one, and says so where ways that call different functions were merged.
func TestTraceOfPaths(t *testing.T) {
	src := []byte(traced)
	space := &confspace.Space{Options: []confspace.Option{
		{Name: "a", Object: "a", Domain: confspace.Domain{Kind: confspace.DomainBool, Bits: 32, Signed: true}},
		{Name: "n", Object: "n", Domain: confspace.Domain{Kind: confspace.DomainRange, Min: 0, Max: 9, Bits: 32, Signed: true}},
	}}
	points := []Point{{Function: "main"}}
	prog := loadC(t, "trace.c", src, spec{opt: Options{Points: points}})
	test := Test{Name: "trace", World: kernel.World{}}
	run := func(opt Options) *Result {
		opt.Space, opt.Points = space, points
		res, err := Run(context.Background(), prog, test, opt)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	res := run(Options{Trace: true})
	if len(res.Traces) != len(res.Test.Paths) || len(res.Witnesses) != len(res.Test.Paths) {
		t.Fatalf("%d traces and %d witnesses of %d paths", len(res.Traces), len(res.Witnesses), len(res.Test.Paths))
	}
	seen := map[string]bool{}
	for i := range res.Traces {
		tr, w, p := &res.Traces[i], res.Witnesses[i], &res.Test.Paths[i]
		if !res.Test.Sets.Contains(p.Condition, w) {
			t.Errorf("the witness %v does not take path %d", w, i)
		}
		one := run(Options{Trace: true, Configuration: w})
		if ds := trace.Compare("the path", tr, "its witness", &one.Traces[0]); ds != nil {
			t.Errorf("configuration %v: %v", w, ds)
		}
		for k := range tr.Calls {
			c := &tr.Calls[k]
			digest := uint64(0)
			for _, n := range c.Seq {
				digest = trace.Extend(digest, trace.HashName(c.Names[n]))
			}
			if digest != c.Digest || uint64(len(c.Seq)) != c.Total || p.Calls[k] != (path.Calls{Total: c.Total, Digest: c.Digest}) {
				t.Errorf("path %d: %+v", i, c)
			}
		}
		calls := chain(&tr.Calls[0])
		if len(tr.Calls) > 1 {
			calls += " | " + chain(&tr.Calls[1])
		}
		seen[tr.End.String()[:6]+": "+calls] = true
	}
	for _, want := range []string{
		"exit 3: main yes leaf yes no | child leaf leaf", "exit 3: main yes yes no | child leaf leaf",
		"exit 3: main no no | child leaf leaf", "signal: main no",
	} {
		if !seen[want] {
			t.Errorf("no path %q in %v", want, seen)
		}
	}
	mixed := 0
	for _, p := range run(Options{}).Test.Paths {
		if p.Calls[0].Mixed {
			mixed++
			continue
		}
		if !slices.ContainsFunc(res.Test.Paths, func(q path.Path) bool { return slices.Equal(p.Calls, q.Calls) }) {
			t.Errorf("calls %v without a trace, never with one", p.Calls)
		}
	}
	t.Logf("%d paths, %d with mixed calls when merged", len(res.Test.Paths), mixed)
}

// TestCallLogShared: processes that share a log do not see each other's calls, over the borders of chunks.
func TestCallLogShared(t *testing.T) {
	src := []byte(`int b0, b1, b2;
static void x(void) {} static void y(void) {} static void z(void) {}
int main(void) {
  for (int i = 0; i < 250; i++) x();
  if (b0) y(); else z();
  for (int i = 0; i < 10; i++) x();
  if (b1) y(); else z();
  for (int i = 0; i < 600; i++) { x(); y(); }
  if (b2) y(); else z();
  return 0;
}
`)
	space := &confspace.Space{}
	for _, n := range []string{"b0", "b1", "b2"} {
		space.Options = append(space.Options, confspace.Option{Name: n, Object: n, Domain: confspace.Domain{Kind: confspace.DomainBool, Bits: 32}})
	}
	opt := Options{Space: space, Points: []Point{{Function: "main"}}, Trace: true}
	prog := loadAlone(t, src, spec{opt: opt})
	res, err := Run(context.Background(), prog, Test{Name: "log"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Traces) != 8 {
		t.Fatalf("%d paths", len(res.Traces))
	}
	for i, w := range res.Witnesses {
		one := opt
		one.Configuration = w
		r, err := Run(context.Background(), prog, Test{Name: "log"}, one)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := chain(&res.Traces[i].Calls[0]), chain(&r.Traces[0].Calls[0]); got != want {
			t.Errorf("configuration %v: calls differ", w)
		}
	}
}

// TestTraceOfRenamedFunctions: a chain has the names that the linker knows, which native programs have.
func TestTraceOfRenamedFunctions(t *testing.T) {
	src := []byte(`
int renamed(int) __asm__("named");
int renamed(int x) { return x; }
static int plain(int x) { return renamed(x) + renamed(x); }
int main(void) { return plain(0); }
`)
	prog := loadC(t, "trace.c", src, spec{})
	res, err := Run(context.Background(), prog, Test{Name: "trace"}, Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	c := &res.Traces[0].Calls[0]
	if got := chain(c); got != "main plain named named" {
		t.Errorf("calls %s", got)
	}
	digest := uint64(0)
	for _, name := range []string{"main", "plain", "named", "named"} {
		digest = trace.Extend(digest, trace.HashName(name))
	}
	if c.Digest != digest {
		t.Error("the digest is of other names")
	}
}
