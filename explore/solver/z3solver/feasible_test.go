package z3solver

// This file compares what Z3 says of conditions on options of 8 and 16 bits with evaluation under
// every value: which verdicts are possible, and all values of an expression. It is here that an unsatisfiable verdict is checked.

import (
	"context"
	"slices"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/subjects/confspace"
)

func smallSpaces(t testing.TB) []*confspace.Space {
	option := func(name, text string, bits uint8, signed bool) confspace.Option {
		d, err := confspace.ParseDomain(text, bits, signed)
		if err != nil {
			t.Fatal(err)
		}
		return confspace.Option{Name: name, Domain: d}
	}
	return []*confspace.Space{
		{Options: []confspace.Option{option("byte", "any", 8, false)}},
		{Options: []confspace.Option{option("char", "any", 8, true), option("few", "-1..1", 32, true)}},
		{Options: []confspace.Option{option("word", "any", 16, false)}},
		{Options: []confspace.Option{option("short", "any", 16, true)}},
	}
}

// everyValue calls f with each configuration.
func everyValue(sp *confspace.Space, f func(confspace.Configuration)) {
	c := make(confspace.Configuration, len(sp.Options))
	var rec func(o int)
	rec = func(o int) {
		if o == len(c) {
			f(c)
			return
		}
		lo, hi := sp.Options[o].Domain.Bounds()
		for v := lo; v <= hi; v++ {
			c[o] = v
			rec(o + 1)
		}
	}
	rec(0)
}

func TestFeasibleAgreesWithEveryValue(t *testing.T) {
	spaces := smallSpaces(t)
	decided, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		sp := rapid.SampledFrom(spaces).Draw(t, "space")
		c := New(context.Background(), *testLimit)
		defer c.Close()
		b := expr.NewBuilder()
		s := solver.New(confspace.NewSets(sp), b, solver.Chain(c, solver.ChainOptions{}))
		s.SetLimits(0, 1) // nothing but the core
		cond := condition(t, s, 3, true)
		e := draw(t, s, 32, 2, true)
		var can [2]bool
		var values []uint64
		everyValue(sp, func(conf confspace.Configuration) {
			v := b.EvalConfiguration(cond, conf)
			can[v] = true
			if v == 1 {
				values = append(values, b.EvalConfiguration(e, conf))
			}
		})
		for v, x := range []*expr.Expr{b.Not(cond), cond} {
			r, _ := ask(c, s, x)
			if all++; !r.IsUnknown() {
				decided++
			}
			if r.IsSat() && !can[v] || r.IsUnsat() && can[v] {
				t.Fatalf("%v: %v; by evaluation it is possible: %v", x, r, can[v])
			}
		}
		slices.Sort(values)
		values = slices.Compact(values)
		if cond.IsConst() || len(values) > 12 {
			return
		}
		pc, r := s.Assume(solver.All(), cond)
		if !r.IsSat() {
			return
		}
		if got, more, r := s.Values(pc, e, 20); r.IsSat() && (more || !slices.Equal(got, values)) {
			t.Fatalf("%v under %v: values %v (more: %v), want %v", e, cond, got, more, values)
		}
	})
	t.Logf("%d of %d verdicts within the limit", decided, all)
}

// BenchmarkFloatQueries is what one query of each kind takes, of an option that has every value of its type.
func BenchmarkFloatQueries(b *testing.B) {
	domain := func(bits uint8, signed bool) confspace.Domain {
		d, err := confspace.ParseDomain("any", bits, signed)
		if err != nil {
			b.Fatal(err)
		}
		return d
	}
	sp := &confspace.Space{Options: []confspace.Option{{Name: "x", Domain: domain(32, true)}, {Name: "y", Domain: domain(64, true)}}}
	for _, k := range floatQueries {
		b.Run(k.name, func(b *testing.B) {
			c := New(b.Context(), DefaultLimit)
			defer c.Close()
			verdict, start := "", processorTime()
			for b.Loop() {
				bl := expr.NewBuilder()
				s := solver.New(confspace.NewSets(sp), bl, nil)
				r, _ := ask(c, s, k.cond(bl, s.Var(0), s.Var(1)))
				verdict = r.String()
			}
			b.ReportMetric((processorTime()-start)/float64(b.N)*1000, "cpu-ms/op")
			b.Log(verdict)
			if verdict != "sat" && verdict != "unsat" {
				b.ReportMetric(1, "unknown")
			}
		})
	}
}

// processorTime returns the seconds used so far: wall time says little on a machine that does other things.
func processorTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

func f64(b *expr.Builder, bits uint64) *expr.Expr { return b.Const(bits, 64) }

var floatQueries = []struct {
	name string
	cond func(b *expr.Builder, x, y *expr.Expr) *expr.Expr
}{
	{"compare integer", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.FLt(b.SIToF(y, 64), f64(b, 0x4059000000000001))
	}},
	{"compare bits", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.And(b.FLt(y, f64(b, 0x4059000000000001)), b.FLt(f64(b, 0x4058ffffffffffff), y))
	}},
	{"add double", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.FEq(b.FAdd(b.SIToF(x, 64), f64(b, 0x3fb999999999999a)), f64(b, 0x405919999999999a))
	}},
	{"multiply float", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.FEq(b.FMul(b.SIToF(x, 32), b.Const(0x3dcccccd, 32)), b.Const(0x41200000, 32))
	}},
	{"multiply double", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.FEq(b.FMul(b.SIToF(x, 64), f64(b, 0x3fb999999999999a)), f64(b, 0x4024000000000000))
	}},
	{"divide float", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.FEq(b.FDiv(b.SIToF(x, 32), b.Const(0x40400000, 32)), b.Const(0x41200000, 32))
	}},
	{"divide double", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.FEq(b.FDiv(b.SIToF(x, 64), f64(b, 0x4008000000000000)), f64(b, 0x4024000000000000))
	}},
	{"square root float", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.FEq(b.FSqrt(b.SIToF(x, 32)), b.Const(0x41200000, 32))
	}},
	{"square root double", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.FEq(b.FSqrt(b.SIToF(x, 64)), f64(b, 0x4024000000000000))
	}},
	{"double to float to int", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.Ne(b.FToSI(b.FCvt(b.SIToF(x, 64), 32), 32), x)
	}},
	{"product of options", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.FEq(b.FMul(b.SIToF(x, 64), b.SIToF(y, 64)), f64(b, 0x405ec00000000000))
	}},
	{"long double compare", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.Long(expr.OpF80Lt, long64(b, y), b.Long(expr.OpF80, b.Const(0xc800000000000001, 64), b.Const(16383+6, 16), 0), 0)
	}},
	{"long double add", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		k := b.Long(expr.OpF80, b.Const(0xcccccccccccccccd, 64), b.Const(16383-4, 16), 0)
		return b.Long(expr.OpF80Eq, b.Long(expr.OpF80Add, long64(b, x), k, 0), k, 0)
	}},
	{"long double multiply", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		k := b.Long(expr.OpF80, b.Const(0xcccccccccccccccd, 64), b.Const(16383-4, 16), 0)
		return b.Long(expr.OpF80Eq, b.Long(expr.OpF80Mul, long64(b, x), k, 0), long64(b, b.Const(10, 64)), 0)
	}},
	{"long double divide", func(b *expr.Builder, x, y *expr.Expr) *expr.Expr {
		return b.Long(expr.OpF80Eq, b.Long(expr.OpF80Div, long64(b, x), long64(b, b.Const(3, 64)), 0), long64(b, b.Const(10, 64)), 0)
	}},
}

// long64 returns an integer as a long double.
func long64(b *expr.Builder, x *expr.Expr) *expr.Expr { return b.Long(expr.OpF80FromSI, x, nil, 0) }
