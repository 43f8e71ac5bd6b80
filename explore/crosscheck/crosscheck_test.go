package crosscheck

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/solver/z3solver"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"

	"github.com/confcov/confcov/subjects/native/confine"
)

var library = sync.OnceValues(func() (*libc.Archive, error) {
	return libc.Open(context.Background(), libc.Options{Keep: true})
})

// checker returns a Checker, or skips the test where something is missing.
func checker(t *testing.T) *Checker {
	t.Helper()
	need.Slow(t)
	need.Tool(t, "gcc", "gcov")
	lib, err := library()
	need.Fetched(t, err)
	e := Engine{Library: lib, Limit: 20 * time.Second, NewCore: func(ctx context.Context, alone bool) solver.Core {
		return solver.Chain(z3solver.New(ctx, z3solver.DefaultLimit), solver.ChainOptions{})
	}}
	return &Checker{Engine: e, Timeout: 20 * time.Second, Unconfined: confine.Check() != nil}
}

// small is a program of which each oracle sees something.
const small = `#include <stdint.h>
int printf(const char *, ...);
static int32_t g_1 = 5;
static int16_t g_2 = -3;
static uint8_t g_3 = 200;
static int half(int x)
{
  return x >> 1;
}
static int twice(int x)
{
  return x * 2;
}
static void platform_main_end(int n, int flag)
{
  printf("%08x %02x\n", n, flag);
}
int main(void)
{
  int n = 0;
  for (int i = 0; i < 2; i++)
    n += half(g_1 - 8 * i);
  long wide = g_2;
  if (wide * 3 < 0)
    n += twice(g_2);
  else
    n -= half(g_2);
  platform_main_end(n, g_3 >> 2);
  return n & 1;
}
`

func checked(t *testing.T, c *Checker, text string, mode Mode, constrainer Constrainer, expanded bool) *Verdict {
	t.Helper()
	k := &Case{Mode: mode, Constrainer: constrainer, Expanded: expanded}
	var err error
	if k.Text, k.Values, err = Version([]byte(text), mode, constrainer, NewRandom(1)); err != nil {
		t.Fatal(err)
	}
	v, err := c.Check(t.Context(), k, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestTogether ends the native runs of a program's paths.
func TestTogether(t *testing.T) {
	c := checker(t)
	c.Together = 1
	if v := checked(t, c, small, MultiPath, 0, false); v.Outcome != Incomplete || !strings.Contains(v.Reason, "native runs") {
		t.Errorf("%v: %s", v.Outcome, v.Reason)
	}
}

// TestAgree checks a program in all modes, with all constrainers.
func TestAgree(t *testing.T) {
	c := checker(t)
	for _, expanded := range []bool{false, true} {
		for _, m := range Modes() {
			for _, k := range append([]Constrainer{0}, Constrainers()...) {
				if (m == SinglePath) != (k != 0) {
					continue
				}
				v := checked(t, c, small, m, k, expanded)
				if v.Outcome != Agree {
					t.Errorf("%v %v: %v %s %v", m, k, v.Outcome, v.Reason, v.Findings)
				}
				if paths := map[Mode]int{Concrete: 1, SinglePath: 4, MultiPath: 2}[m]; v.Paths < paths {
					t.Errorf("%v %v: %d paths, want at least %d", m, k, v.Paths, paths)
				}
			}
		}
	}
}

// operations plants a wrong operation.
func operations(from, to ir.Op) func(*ir.Program) {
	return func(p *ir.Program) { explore.PlantOp(p, from, to) }
}

// dropping is a Decider that keeps one side of the first branch.
type dropping struct {
	s    *solver.Solver
	done bool
}

func (d *dropping) Split(pc state.PathCondition, cond *expr.Expr) (interp.Verdict, state.PathCondition, state.PathCondition) {
	yes, no, ry, rn := d.s.Branch(solver.PathCondition(pc), cond)
	switch {
	case rn.IsUnsat():
		return interp.Always, pc, pc
	case ry.IsUnsat():
		return interp.Never, pc, pc
	case !d.done:
		d.done = true
		return interp.Never, pc, pc
	}
	return interp.Either, state.PathCondition(yes), state.PathCondition(no)
}

func (d *dropping) Feasible(pc state.PathCondition, e *expr.Expr) (uint64, bool) {
	v, r := d.s.Value(solver.PathCondition(pc), e)
	return v, r.IsSat()
}

func (d *dropping) Range(pc state.PathCondition, e *expr.Expr) (lo, hi uint64, ok bool) {
	lo, hi, r := d.s.Range(solver.PathCondition(pc), e)
	return lo, hi, r.IsSat()
}

func (d *dropping) SetOf(pc state.PathCondition) (s, related confspace.Set, ok bool) {
	return d.s.SetOf(solver.PathCondition(pc))
}

// TestPlanted breaks the engine and looks which oracle sees it.
func TestPlanted(t *testing.T) {
	for _, p := range []struct {
		name   string
		mode   Mode
		oracle trace.Oracle
		plant  func(*Engine)
	}{
		{"shift", Concrete, trace.Output, func(e *Engine) { e.Transform = operations(ir.OpAShr, ir.OpLShr) }},
		{"sign extension", Concrete, trace.Chain, func(e *Engine) { e.Transform = operations(ir.OpSExt, ir.OpZExt) }},
		{"sign extension, symbolic", SinglePath, trace.Chain, func(e *Engine) { e.Transform = operations(ir.OpSExt, ir.OpZExt) }},
		{"dropped path", SinglePath, trace.Paths, func(e *Engine) {
			e.Wrap = func(o *explore.Options) {
				o.NewDecider = func(b *expr.Builder, sets *confspace.Sets) interp.Decider {
					return &dropping{s: solver.New(sets, b, nil)}
				}
			}
		}},
		{"wrong line", Concrete, trace.Coverage, func(e *Engine) {
			e.Spoil = func(r *explore.Result) { r.Traces[0].Lines["program.c"][12]++ }
		}},
		{"crash", Concrete, trace.Crash, func(e *Engine) { e.Transform = func(*ir.Program) { panic("planted") } }},
		{"shift, merged", Merging, trace.Output, func(e *Engine) { e.Transform = operations(ir.OpAShr, ir.OpLShr) }},
		{"lost configurations", Merging, trace.Paths, func(e *Engine) {
			e.Spoil = func(r *explore.Result) {
				p := &r.Test.Paths[0]
				p.Condition = r.Test.Sets.Diff(p.Condition, r.Test.Sets.Setting(0, 1))
			}
		}},
		{"configurations of two paths", Merging, trace.Paths, func(e *Engine) {
			e.Spoil = func(r *explore.Result) { r.Test.Paths[0].Condition = r.Test.Sets.Domain() }
		}},
		{"lost lines", Merging, trace.Coverage, func(e *Engine) {
			e.Spoil = func(r *explore.Result) { r.Test.Paths[0].Covered = nil }
		}},
		{"wrong witness", SinglePath, trace.Paths, func(e *Engine) {
			e.Spoil = func(r *explore.Result) {
				for _, w := range r.Witnesses {
					w[0]++
				}
			}
		}},
	} {
		t.Run(p.name, func(t *testing.T) {
			c := checker(t)
			p.plant(&c.Engine)
			v := checked(t, c, small, p.mode, AtMost*Constrainer(map[bool]uint8{true: 1}[p.mode == SinglePath]), false)
			if !slices.ContainsFunc(v.Findings, func(f Finding) bool { return f.Oracle == p.oracle.String() }) {
				t.Errorf("%v %s: findings %v, want one of %v", v.Outcome, v.Reason, v.Findings, p.oracle)
			}
			if p.oracle == trace.Crash && !strings.Contains(v.Findings[0].Stack, "planted") && v.Findings[0].Stack == "" {
				t.Errorf("no stack: %v", v.Findings)
			}
		})
	}
}

// TestGlobals reads globals as Csmith writes them.
func TestGlobals(t *testing.T) {
	gs := Globals([]byte(`static int16_t g_1 = (-1L);
static volatile uint64_t g_2 = 0xFFFFFFFFFFFFFFFFLL;
static const int32_t g_3 = 4;
static int8_t g_4[2] = {1,2};
static int32_t *g_5 = &g_6;
static uint8_t g_6 = 0x101L;
int plain = 7;
`))
	var got []string
	for i := range gs {
		got = append(got, gs[i].option())
	}
	if want := "g_1_s16_ffff g_2_u64_ffffffffffffffff g_6_u8_1 plain_s32_7"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	if got := primePowers(360); !slices.Equal(got, []uint64{8, 9, 5}) {
		t.Errorf("prime powers of 360: %v", got)
	}
}

// csmithHeader returns the header of Csmith's programs; without Csmith the test is skipped.
func csmithHeader(t *testing.T) *Header {
	t.Helper()
	need.Tool(t, "csmith")
	h, err := OpenHeader(t.Context(), "/usr/include/csmith")
	need.NoError(t, err)
	return h
}

// TestSample checks a batch of Csmith's programs in all modes, and that the same command goes on with it.
func TestSample(t *testing.T) {
	c := checker(t)
	h := csmithHeader(t)
	c.Engine.Include, c.Engine.Limit, c.Timeout = []string{h.Dir}, 3*time.Second, 2*time.Second
	b := &Batch{
		Checker: *c, Header: h, Seed: 7, Programs: 20, Modes: []Mode{Concrete, Concrete, Concrete, Concrete, MultiPath}, Constrainers: Constrainers(),
		Jobs: 2, Dir: filepath.Join(t.TempDir(), "batch"),
	}
	first, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.Programs = 60
	n := 0
	b.Done = func(*Record) { n++ }
	all, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Records) != 20 || len(all.Records) != 60 || n != 40 {
		t.Errorf("%d records, then %d; %d programs were checked the second time", len(first.Records), len(all.Records), n)
	}
	agree := 0
	for i := range all.Records {
		r := &all.Records[i]
		if r.Outcome == Differ {
			t.Errorf("program %d, %s: %v", r.Index, r.Mode, r.Findings)
		}
		if r.Outcome == Agree {
			agree++
		}
	}
	if agree < 40 {
		t.Errorf("only %d of %d programs agree", agree, len(all.Records))
	}
	b.Seed = 8
	if _, err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "another batch") {
		t.Errorf("another seed: %v", err)
	}
}
