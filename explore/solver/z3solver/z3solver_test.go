package z3solver

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestMain asks for fewer checks than is usual: they take some tenths of a second each.
func TestMain(m *testing.M) {
	if f := flag.Lookup("rapid.checks"); f != nil && f.Value.String() == f.DefValue {
		if err := f.Value.Set("20"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// testLimit keeps the tests quick: what takes longer is unknown.
var testLimit = flag.Uint("z3limit", 50_000, "how many steps of Z3 a query of the random tests may take")

func testSpace(t testing.TB) *confspace.Space {
	option := func(name, text string, bits uint8, signed bool) confspace.Option {
		d, err := confspace.ParseDomain(text, bits, signed)
		if err != nil {
			t.Fatal(err)
		}
		lo, _ := d.Bounds()
		return confspace.Option{Name: name, Domain: d, Default: lo}
	}
	return &confspace.Space{Options: []confspace.Option{
		option("a", "bool", 32, true),
		option("b", "bool", 32, true),
		option("list", "-3,0,7,9,100", 32, true),
		option("small", "-5..9", 32, true),
		option("port", "1..65535", 32, false),
		option("byte", "any", 8, false),
		option("any", "any", 32, true),
		option("long", "any", 64, true),
	}}
}

func number(t *rapid.T, w uint) uint64 {
	v := uint64(rapid.IntRange(-3, 10).Draw(t, "number"))
	if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
		v = uint64(1)<<rapid.UintRange(0, w-1).Draw(t, "bit") + v
	}
	return v & (^uint64(0) >> (64 - w))
}

// draw makes an integer of w bits; cheap leaves out what decision diagrams are bad at.
func draw(t *rapid.T, s *solver.Solver, w uint, depth int, floats bool) *expr.Expr {
	b := s.Builder()
	if depth == 0 || rapid.IntRange(0, 5).Draw(t, "leaf") == 0 {
		n := len(s.Sets().Space().Options)
		o := rapid.IntRange(0, n).Draw(t, "option")
		if o == n {
			return b.Const(number(t, w), w)
		}
		v := s.Var(o)
		switch {
		case v.Bits() > w:
			return b.Trunc(v, w)
		case rapid.Bool().Draw(t, "signed"):
			return b.SExt(v, w)
		}
		return b.ZExt(v, w)
	}
	sub := func() *expr.Expr { return draw(t, s, w, depth-1, floats) }
	k := rapid.SampledFrom([]uint64{1, 3, 10, 255, 7}).Draw(t, "k") & (^uint64(0) >> (64 - w))
	last := 22
	if floats && w >= 32 {
		last = 28
	}
	switch rapid.IntRange(0, last).Draw(t, "op") {
	case 0:
		return b.Add(sub(), sub())
	case 1:
		return b.Sub(sub(), sub())
	case 2:
		return b.Mul(sub(), b.Const(k, w))
	case 3:
		return b.UDiv(sub(), b.Const(k, w))
	case 4:
		return b.SRem(sub(), b.Const(k, w))
	case 5:
		return b.And(sub(), sub())
	case 6:
		return b.Or(sub(), sub())
	case 7:
		return b.Xor(sub(), sub())
	case 8:
		return b.Not(sub())
	case 9:
		return b.Ite(condition(t, s, depth-1, floats), sub(), sub())
	case 10:
		return b.Shl(sub(), b.Const(number(t, w), w))
	case 11:
		return b.LShr(sub(), sub())
	case 12:
		return b.AShr(sub(), sub())
	case 13:
		return b.SDiv(sub(), sub())
	case 14:
		return b.URem(sub(), sub())
	case 15:
		return b.ZExt(condition(t, s, depth-1, floats), w)
	case 16: // what decision diagrams and solvers are bad at: of few bits
		return b.ZExt(b.Mul(low(b, sub()), low(b, sub())), w)
	case 17:
		return b.ZExt(b.SRem(low(b, sub()), low(b, sub())), w)
	case 18:
		return b.Shl(sub(), sub())
	case 19:
		x := sub()
		n := rapid.UintRange(1, w-1).Draw(t, "n")
		return b.Concat(b.Extract(x, 0, n), b.Extract(sub(), n, w-n))
	case 20:
		return b.UDiv(sub(), b.Or(low0(b, sub()), b.Const(1, w)))
	case 21, 22:
		return b.Choose(drawSet(t, s.Sets(), 1), sub(), sub())
	}
	return drawOfFloat(t, s, w, depth)
}

// drawSet draws a set of configurations.
func drawSet(t *rapid.T, m *confspace.Sets, depth int) confspace.Set {
	if depth > 0 {
		return m.Ite(drawSet(t, m, depth-1), drawSet(t, m, depth-1), drawSet(t, m, depth-1))
	}
	o := rapid.IntRange(0, len(m.Space().Options)-1).Draw(t, "option")
	v := int64(number(t, 16))
	return m.Not(m.Between(o, v, v+int64(rapid.IntRange(0, 6).Draw(t, "more"))))
}

// drawOfFloat makes an integer of w bits, at least 32, from a floating-point number.
func drawOfFloat(t *rapid.T, s *solver.Solver, w uint, depth int) *expr.Expr {
	b := s.Builder()
	switch rapid.IntRange(21, 26).Draw(t, "op of a float") {
	case 21:
		return b.FToSI(float(t, s, 64, depth-1), w)
	case 22:
		return b.FToUI(float(t, s, 32, depth-1), w)
	case 23:
		return b.ZExt(float(t, s, 32, depth-1), w)
	case 25:
		n := rapid.SampledFrom([]uint{8, 16, 32}).Draw(t, "n")
		op := rapid.SampledFrom([]expr.Op{expr.OpF80ToSI, expr.OpF80ToUI}).Draw(t, "op")
		return b.ZExt(b.Long(op, long(t, s, depth-1), nil, n), w)
	case 26:
		if rapid.Bool().Draw(t, "exponent") {
			return b.ZExt(b.Long(expr.OpF80Exp, long(t, s, depth-1), nil, 0), w)
		}
		return b.Trunc(b.Long(expr.OpF80Mant, long(t, s, depth-1), nil, 0), w)
	}
	return b.Trunc(float(t, s, 64, depth-1), w)
}

// low returns 8 bits of x.
func low(b *expr.Builder, x *expr.Expr) *expr.Expr { return b.Trunc(x, 8) }

// low0 is low with zeros above.
func low0(b *expr.Builder, x *expr.Expr) *expr.Expr { return b.ZExt(low(b, x), x.Bits()) }

func float(t *rapid.T, s *solver.Solver, w uint, depth int) *expr.Expr {
	b := s.Builder()
	if depth <= 0 {
		return b.Const(number(t, w)<<(w-16), w)
	}
	sub := func() *expr.Expr { return float(t, s, w, depth-1) }
	switch rapid.IntRange(0, 10).Draw(t, "float op") {
	case 10:
		return draw(t, s, w, depth-1, false) // any bits
	case 9:
		return b.Long(expr.OpF80ToF, long(t, s, depth-1), nil, w)
	case 0:
		return b.FAdd(sub(), sub())
	case 1:
		return b.FSub(sub(), sub())
	case 2:
		return b.FMul(sub(), sub())
	case 3:
		return b.FDiv(sub(), sub())
	case 4:
		return b.FNeg(sub())
	case 5:
		return b.FSqrt(sub())
	case 6:
		return b.FCvt(float(t, s, 96-w, depth-1), w)
	case 7:
		return b.UIToF(draw(t, s, 32, depth-1, true), w)
	}
	return b.SIToF(draw(t, s, 16, depth-1, true), w)
}

// long makes a long double.
func long(t *rapid.T, s *solver.Solver, depth int) *expr.Expr {
	b := s.Builder()
	last := 7
	if depth <= 0 {
		last = 3
	}
	switch rapid.IntRange(0, last).Draw(t, "long op") {
	case 0:
		return b.Long(expr.OpF80FromF, float(t, s, 64, depth-1), nil, 0)
	case 1:
		return b.Long(expr.OpF80FromF, float(t, s, 32, depth-1), nil, 0)
	case 2:
		return b.Long(expr.OpF80FromSI, draw(t, s, 32, max(0, depth-1), depth > 0), nil, 0)
	case 3:
		return b.Long(expr.OpF80, b.Const(rapid.SampledFrom([]uint64{1 << 63, 3 << 62, 1<<63 + 1, 1, 0, 1 << 62, 0xa800000000000001}).Draw(t, "mant"), 64),
			b.Const(rapid.SampledFrom([]uint64{16383, 0, 0x7fff, 0xffff, 1, 0xc004, 16383 + 63}).Draw(t, "exp"), 16), 0)
	}
	op := rapid.SampledFrom([]expr.Op{expr.OpF80Add, expr.OpF80Sub, expr.OpF80Mul, expr.OpF80Div}).Draw(t, "op")
	return b.Long(op, long(t, s, depth-1), long(t, s, depth-1), 0)
}

func condition(t *rapid.T, s *solver.Solver, depth int, floats bool) *expr.Expr {
	b := s.Builder()
	if depth < 0 {
		return b.Bool(rapid.Bool().Draw(t, "truth"))
	}
	w := rapid.SampledFrom([]uint{8, 8, 16, 32, 64}).Draw(t, "w")
	sub := func() *expr.Expr { return draw(t, s, w, depth, floats) }
	last := 5
	if floats {
		last = 7
	}
	switch rapid.IntRange(0, last).Draw(t, "comparison") {
	case 0:
		return b.Eq(sub(), sub())
	case 1:
		return b.ULt(sub(), sub())
	case 2:
		return b.SLe(sub(), sub())
	case 3:
		return b.And(condition(t, s, depth-1, floats), condition(t, s, depth-1, floats))
	case 4:
		return b.Or(condition(t, s, depth-1, floats), condition(t, s, depth-1, floats))
	case 5:
		return b.NonZero(sub())
	}
	if rapid.Bool().Draw(t, "long") {
		op := rapid.SampledFrom([]expr.Op{expr.OpF80Eq, expr.OpF80Lt, expr.OpF80Le}).Draw(t, "op")
		return b.Long(op, long(t, s, depth), long(t, s, depth), 0)
	}
	return b.FLt(float(t, s, 64, depth), float(t, s, 64, depth))
}

// ask asks Z3 alone. Its models must hold: the translation is exact.
func ask(c *Core, s *solver.Solver, conds ...*expr.Expr) (solver.Result, confspace.Settings) {
	q := &solver.Query{Builder: s.Builder(), Space: s.Sets().Space()}
	for _, e := range conds {
		q.Add(s.Lower(e))
	}
	for _, o := range q.Options() {
		q.Add(solver.Domain(s.Builder(), q.Space, o))
	}
	r, model := c.Check(q)
	if r.IsSat() && !q.Holds(model) {
		panic(fmt.Sprintf("under Z3's model %v does not hold:\n%s", model, solver.SMTLIB(q)))
	}
	return r, model
}

func TestTranslationAgreesWithEval(t *testing.T) {
	sp := testSpace(t)
	rapid.Check(t, func(t *rapid.T) {
		c := New(context.Background(), *testLimit)
		defer c.Close()
		b := expr.NewBuilder()
		s := solver.New(confspace.NewSets(sp), b, nil)
		w := rapid.SampledFrom([]uint{32, 64, 8}).Draw(t, "w")
		e := draw(t, s, w, 3, true)
		conf := make(confspace.Configuration, len(sp.Options))
		known := b.Bool(true)
		for o := range conf {
			d := sp.Options[o].Domain
			lo, hi := d.Bounds()
			if d.Kind == confspace.DomainList {
				conf[o] = rapid.SampledFrom(d.Values).Draw(t, "value")
			} else {
				conf[o] = rapid.Int64Range(lo, hi).Draw(t, "value")
			}
			known = b.And(known, b.Eq(s.Var(o), b.Const(uint64(conf[o]), uint(d.Bits))))
		}
		v := b.Const(b.EvalConfiguration(e, conf), w)
		if r, _ := ask(c, s, known, b.Not(b.Eq(e, v))); r.IsUnknown() {
			t.Skip("too hard for the limit")
		} else if !r.IsUnsat() {
			t.Fatalf("%v\nunder %v is %d; that it is not: %v", e, conf, v.Const(), r)
		}
	})
}

func TestSolverAgreesWithZ3Alone(t *testing.T) {
	sp := testSpace(t)
	rapid.Check(t, func(t *rapid.T) {
		alone := New(context.Background(), *testLimit)
		defer alone.Close()
		behind := New(context.Background(), *testLimit)
		defer behind.Close()
		s := solver.New(confspace.NewSets(sp), expr.NewBuilder(), solver.Chain(behind, solver.ChainOptions{
			Oracle: behind,
			Differ: func(text string) { t.Error(text) },
		}))
		floats := rapid.Bool().Draw(t, "floats")
		if rapid.Bool().Draw(t, "residue") {
			s.SetLimits(rapid.Uint64Range(0, 10).Draw(t, "limit"), rapid.IntRange(30, 300).Draw(t, "budget"))
		}
		pc := solver.All()
		var conds []*expr.Expr
		for range rapid.IntRange(1, 4).Draw(t, "branches") {
			cond := condition(t, s, 2, floats)
			not := s.Builder().Not(cond)
			then, els, yes, no := s.Branch(pc, cond)
			wantYes, _ := ask(alone, s, append(conds, cond)...)
			wantNo, _ := ask(alone, s, append(conds, not)...)
			compare(t, s, then, yes, wantYes, append(conds, cond))
			compare(t, s, els, no, wantNo, append(conds, not))
			switch {
			case yes.IsSat() && (!no.IsSat() || rapid.Bool().Draw(t, "then")):
				pc, conds = then, append(conds, cond)
			case no.IsSat():
				pc, conds = els, append(conds, not)
			default:
				t.Skip("unknown")
			}
			if !floats && rapid.IntRange(0, 3).Draw(t, "values") == 0 {
				checkValues(t, s, alone, pc, conds, draw(t, s, 8, 1, floats))
			}
		}
	})
}

func compare(t *rapid.T, s *solver.Solver, pc solver.PathCondition, got, want solver.Result, conds []*expr.Expr) {
	if got.Verdict == solver.Invalid || !got.IsUnknown() && !want.IsUnknown() && got.Verdict != want.Verdict {
		t.Fatalf("%v: %v, Z3 says %v", conds, got, want)
	}
	if !got.IsSat() {
		return
	}
	c, r := s.Model(pc)
	if r.IsUnknown() {
		return
	}
	if !r.IsSat() || c.Valid(s.Sets().Space()) != nil {
		t.Fatalf("%v: model %v, %v", conds, c, r)
	}
	for _, e := range conds {
		if s.Builder().EvalConfiguration(e, c) != 1 {
			t.Fatalf("%v does not hold under %v", e, c)
		}
	}
}

func checkValues(t *rapid.T, s *solver.Solver, z *Core, pc solver.PathCondition, conds []*expr.Expr, e *expr.Expr) {
	b := s.Builder()
	values, more, r := s.Values(pc, e, 6)
	lo, hi, r2 := s.Range(pc, e)
	if r.IsUnknown() || r2.IsUnknown() {
		return
	}
	if len(values) == 0 || values[0] < lo || !more && values[0] != lo || !more && values[len(values)-1] != hi || values[len(values)-1] > hi {
		t.Fatalf("%v under %v: values %v (more: %v), range %d..%d", e, conds, values, more, lo, hi)
	}
	other := b.Bool(false)
	for i, v := range values {
		is := b.Eq(e, b.Const(v, e.Bits()))
		if r, _ := ask(z, s, append(conds, is)...); r.IsUnsat() || i > 0 && v <= values[i-1] {
			t.Fatalf("%v under %v: value %d of %v: %v", e, conds, v, values, r)
		}
		other = b.Or(other, is)
	}
	if more {
		if r, _ := ask(z, s, append(conds, b.ULt(b.Const(hi, e.Bits()), e))...); r.IsSat() {
			t.Fatalf("%v under %v: more than %d is possible", e, conds, hi)
		}
		return
	}
	if r, model := ask(z, s, append(conds, b.Not(other))...); r.IsSat() {
		t.Fatalf("%v under %v: values %v, but Z3 knows another: %v", e, conds, values, model)
	}
}

func TestLimitsAreUnknown(t *testing.T) {
	sp := testSpace(t)
	ctx, cancel := context.WithCancel(context.Background())
	c := New(ctx, 1000)
	defer c.Close()
	b := expr.NewBuilder()
	s := solver.New(confspace.NewSets(sp), b, solver.Chain(c, solver.ChainOptions{}))
	s.SetLimits(0, 100)
	x := s.Var(7)
	cond := b.Eq(b.Mul(x, b.Add(x, b.Const(12346, 64))), b.Const(0x123456789ABCDEF, 64))
	if _, _, r, _ := s.Branch(solver.All(), cond); !r.IsUnknown() {
		t.Errorf("with a limit of 1000 steps: %v", r)
	}
	cancel()
	_, _, r, _ := s.Branch(solver.All(), b.Eq(b.Mul(x, x), b.Const(49, 64)))
	if !r.IsUnknown() || !strings.Contains(r.Reason, "interrupted") {
		t.Errorf("after cancelling: %v", r)
	}
	if s.Stats.Unknown < 2 {
		t.Errorf("%d answers counted as unknown", s.Stats.Unknown)
	}
}

// TestOutOfMemoryIsUnknown asks for more than there is: that is no verdict, and the core answers again when there is enough.
func TestOutOfMemoryIsUnknown(t *testing.T) {
	sp := testSpace(t)
	c := New(t.Context(), DefaultLimit)
	defer c.Close()
	b := expr.NewBuilder()
	s := solver.New(confspace.NewSets(sp), b, nil)
	x, y := s.Var(7), s.Var(6)
	cond := b.Eq(b.URem(b.Mul(x, x), b.Const(0xFFFFFFFB00000003, 64)), b.UDiv(b.Mul(x, b.SExt(y, 64)), b.Add(x, b.Const(5, 64))))
	r, _ := ask(c, s, b.Eq(x, b.Const(3, 64)))
	if !r.IsSat() {
		t.Fatal(r)
	}
	memoryLimit.Store(allocated() + reserve + 1<<20)
	r, _ = ask(c, s, cond)
	memoryLimit.Store(MemoryLimit)
	if !r.IsUnknown() || !strings.Contains(r.Reason, "memory") {
		t.Errorf("with hardly any memory: %v", r)
	}
	if r, _ := ask(c, s, b.Eq(x, b.Const(3, 64))); !r.IsSat() {
		t.Errorf("with enough memory again: %v", r)
	}
}

// TestErrorsAreUnknown makes terms that Z3 refuses.
func TestErrorsAreUnknown(t *testing.T) {
	sp := testSpace(t)
	c := New(t.Context(), 0)
	defer c.Close()
	b := expr.NewBuilder()
	q := &solver.Query{Builder: b, Space: sp}
	q.Add(b.Eq(b.VarUnsigned(7, 64, 0, 1<<63), b.Const(1, 64)))
	q.Add(b.Eq(b.VarUnsigned(7, 32, 0, 1<<31), b.Const(2, 32))) // another sort, the same name
	q.Add(b.FLt(b.VarUnsigned(5, 8, 0, 255), b.Const(2, 8)))    // no float has 8 bits
	if r, _ := c.Check(q); !r.IsUnknown() {
		t.Errorf("an ill-sorted query: %v", r)
	}
	q = &solver.Query{Builder: b, Space: sp}
	q.Add(b.Eq(b.VarUnsigned(6, 32, 0, 1<<31), b.Const(2, 32)))
	if r, m := c.Check(q); !r.IsSat() || !q.Holds(m) {
		t.Errorf("after it: %v, %v", r, m)
	}
}

// TestCloseFreesAll opens and closes cores that made terms of all kinds.
func TestCloseFreesAll(t *testing.T) {
	sp := testSpace(t)
	use := func() {
		c := New(t.Context(), DefaultLimit)
		defer c.Close()
		b := expr.NewBuilder()
		s := solver.New(confspace.NewSets(sp), b, nil)
		x := b.And(s.Var(7), b.Const(255, 64))
		if r, _ := ask(c, s, b.FLt(x, b.FAdd(x, b.Const(1, 64)))); r.IsUnknown() {
			t.Fatal(r)
		}
	}
	use()
	before := allocated()
	for range 20 {
		use()
	}
	if after := allocated(); after > before+8<<20 {
		t.Errorf("%d bytes before, %d after", before, after)
	}
}

// TestBuildersTerms asks queries of many Builders with one core.
func TestBuildersTerms(t *testing.T) {
	sp := testSpace(t)
	c := New(t.Context(), DefaultLimit)
	defer c.Close()
	for range 50 {
		b := expr.NewBuilder()
		s := solver.New(confspace.NewSets(sp), b, nil)
		x := b.ZExt(b.Extract(s.Var(7), 0, 8), 64)
		if r, _ := ask(c, s, b.Eq(b.Mul(x, x), b.Const(49, 64))); !r.IsSat() {
			t.Fatal(r)
		}
		if n := len(c.z.terms); n > 100 {
			t.Fatalf("%d terms are held for one query", n)
		}
	}
}
