package solver

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

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
		option("level", "3..11", 8, false),
	}}
}

// every returns all configurations of the space.
func every(sp *confspace.Space) []confspace.Configuration {
	sets := confspace.NewSets(sp)
	out := []confspace.Configuration{{}}
	for o := range sp.Options {
		values, _ := sets.Values(confspace.Full, o, 1000)
		var next []confspace.Configuration
		for _, c := range out {
			for _, v := range values {
				next = append(next, append(slices.Clone(c), v))
			}
		}
		out = next
	}
	return out
}

// brute is a Core that tries every configuration.
type brute struct{ all []confspace.Configuration }

func (c brute) Check(q *Query) (Result, confspace.Settings) {
	for _, x := range c.all {
		if m := x.Settings(); q.Holds(m) {
			return sat, m
		}
	}
	return unsat, nil
}

func draw(t *rapid.T, s *Solver, w uint, depth int) *expr.Expr {
	b := s.Builder()
	if depth <= 0 {
		o := rapid.IntRange(0, len(s.vars)).Draw(t, "option")
		if o == len(s.vars) {
			return b.Const(uint64(rapid.IntRange(-4, 12).Draw(t, "number")), w)
		}
		v := s.Var(o)
		if v.Bits() >= w {
			return b.Trunc(v, w)
		}
		return b.SExt(v, w)
	}
	x, y := draw(t, s, w, depth-1), draw(t, s, w, depth-1)
	if rapid.IntRange(0, 2).Draw(t, "choice") == 0 {
		return b.Choose(drawSet(t, s.sets, depth), x, y)
	}
	ops := []expr.Op{
		expr.OpAdd, expr.OpSub, expr.OpMul, expr.OpUDiv, expr.OpSDiv, expr.OpURem, expr.OpSRem,
		expr.OpAnd, expr.OpOr, expr.OpXor, expr.OpShl, expr.OpLShr, expr.OpAShr, expr.OpIte, expr.OpFAdd,
	}
	switch op := rapid.SampledFrom(ops).Draw(t, "op"); op {
	case expr.OpIte:
		return b.Ite(cond(t, s, depth-1), x, y)
	case expr.OpFAdd:
		if w != 32 {
			return x
		}
		return b.FToSI(b.FDiv(b.SIToF(x, 64), b.SIToF(y, 64)), 32)
	default:
		return b.Binary(op, x, y)
	}
}

// drawSet draws a set of configurations.
func drawSet(t *rapid.T, m *confspace.Sets, depth int) confspace.Set {
	if depth > 0 {
		x, y := drawSet(t, m, depth-1), drawSet(t, m, depth-1)
		return m.Ite(drawSet(t, m, 0), m.And(x, y), m.Xor(x, y))
	}
	o := rapid.IntRange(0, len(m.Space().Options)-1).Draw(t, "option")
	v := int64(rapid.IntRange(-5, 12).Draw(t, "value"))
	return m.Not(m.Between(o, v, v+int64(rapid.IntRange(0, 6).Draw(t, "more"))))
}

func cond(t *rapid.T, s *Solver, depth int) *expr.Expr {
	b := s.Builder()
	w := rapid.SampledFrom([]uint{32, 8}).Draw(t, "w")
	x, y := draw(t, s, w, depth), draw(t, s, w, depth)
	switch rapid.IntRange(0, 3).Draw(t, "comparison") {
	case 0:
		return b.Eq(x, y)
	case 1:
		return b.ULt(x, y)
	case 2:
		return b.NonZero(x)
	}
	return b.SLt(x, y)
}

func TestSolverAgreesWithEnumeration(t *testing.T) {
	sp := testSpace(t)
	all := every(sp)
	rapid.Check(t, func(t *rapid.T) {
		s := New(confspace.NewSets(sp), expr.NewBuilder(), Chain(brute{all}, ChainOptions{}))
		if rapid.Bool().Draw(t, "few nodes") {
			s.b.Limits = expr.Limits{Nodes: rapid.IntRange(0, 20).Draw(t, "nodes"), Symbolic: rapid.IntRange(0, 2).Draw(t, "symbolic")}
		}
		if rapid.Bool().Draw(t, "residue") {
			s.SetLimits(rapid.Uint64Range(0, 20).Draw(t, "limit"), rapid.IntRange(20, 200).Draw(t, "budget"))
		}
		pc, left := All(), all
		for range rapid.IntRange(1, 5).Draw(t, "branches") {
			c := cond(t, s, rapid.IntRange(0, 2).Draw(t, "depth"))
			if rapid.Bool().Draw(t, "restrict") {
				c = s.b.Restrict(c, pc.Set)
			}
			then, els, yes, no := s.Branch(pc, c)
			var in, out []confspace.Configuration
			for _, x := range left {
				if s.b.EvalConfiguration(c, x) == 1 {
					in = append(in, x)
				} else {
					out = append(out, x)
				}
			}
			agree(t, s, all, then, yes, in)
			agree(t, s, all, els, no, out)
			if len(in) > 0 && yes.IsSat() && no.IsSat() {
				agree(t, s, all, s.Or(then, els), s.Check(s.Or(then, els)), left)
			}
			again, r := s.Assume(pc, c)
			agree(t, s, all, again, r, in)
			if len(out) == 0 || len(in) > 0 && rapid.Bool().Draw(t, "then") {
				pc, left = then, in
			} else {
				pc, left = els, out
			}
			e := draw(t, s, 8, 1)
			checkValues(t, s, pc, e, left)
		}
	})
}

// agree checks that pc is exactly the configurations in want.
func agree(t *rapid.T, s *Solver, all []confspace.Configuration, pc PathCondition, r Result, want []confspace.Configuration) {
	if r.IsUnknown() {
		t.Skip("over the budget of nodes")
	}
	if r.IsSat() != (len(want) > 0) || r.IsUnsat() != (len(want) == 0) {
		t.Fatalf("%v, but there are %d configurations", r, len(want))
	}
	if !r.IsSat() {
		return
	}
	n := 0
	for _, c := range all {
		in := s.sets.Contains(pc.Set, c)
		for _, e := range pc.Residue {
			in = in && s.b.EvalConfiguration(e, c) == 1
		}
		if in {
			n++
		}
	}
	for _, c := range want {
		if !s.sets.Contains(pc.Set, c) {
			t.Fatalf("%v is missing from %s", c, s.sets.String(pc.Set))
		}
	}
	if n != len(want) {
		t.Fatalf("%d configurations, want %d", n, len(want))
	}
	set, related, ok := s.SetOf(pc)
	if !ok {
		return
	}
	wanted := map[[5]int64]bool{}
	for _, c := range want {
		wanted[[5]int64(c)] = true
	}
	for _, c := range all {
		in := wanted[[5]int64(c)]
		if s.sets.Contains(set, c) != in || s.sets.Contains(related, c) != in {
			t.Fatalf("%v: %v, but of the set with relations %v, with all relations %v", c, in, s.sets.Contains(set, c), s.sets.Contains(related, c))
		}
	}
}

func checkValues(t *rapid.T, s *Solver, pc PathCondition, e *expr.Expr, left []confspace.Configuration) {
	seen := map[uint64]bool{}
	for _, c := range left {
		seen[s.b.EvalConfiguration(e, c)] = true
	}
	values, more, r := s.Values(pc, e, 1000)
	lo, hi, r2 := s.Range(pc, e)
	v, r3 := s.Value(pc, e)
	slo, shi, r4 := s.SRange(pc, e)
	if r.IsUnknown() || r2.IsUnknown() || r3.IsUnknown() || r4.IsUnknown() {
		t.Skip("over the budget of nodes")
	}
	var want []uint64
	var signed []int8
	for v := range seen {
		want = append(want, v)
		signed = append(signed, int8(v))
	}
	slices.Sort(want)
	if !slices.Equal(values, want) || more || !r.IsSat() || lo != want[0] || hi != want[len(want)-1] || !seen[v] {
		t.Fatalf("values %v (%v), range %d..%d (%v), one value %d (%v); want %v", values, r, lo, hi, r2, v, r3, want)
	}
	if slo != int64(slices.Min(signed)) || shi != int64(slices.Max(signed)) {
		t.Fatalf("signed range %d..%d, want that of %v", slo, shi, signed)
	}
}

func TestWithoutCoreTheResidueIsUnknown(t *testing.T) {
	d, err := confspace.ParseDomain("any", 32, true)
	if err != nil {
		t.Fatal(err)
	}
	sp := &confspace.Space{Options: []confspace.Option{{Name: "x", Domain: d}, {Name: "y", Domain: d}}}
	b := expr.NewBuilder()
	s := New(confspace.NewSets(sp), b, nil)
	x, y := s.Var(0), s.Var(1)
	_, _, yes, no := s.Branch(All(), b.Eq(b.Mul(x, y), b.Const(77, 32)))
	if !yes.IsUnknown() || !no.IsSat() { // x=y=0 is at hand
		t.Errorf("%v, %v; want unknown, sat", yes, no)
	}
	pc, r := s.Assume(All(), b.Eq(x, b.Const(7, 32)))
	if !r.IsSat() {
		t.Fatal(r)
	}
	then, _, yes, no := s.Branch(pc, b.SLt(y, b.Const(0, 32)))
	if !yes.IsSat() || !no.IsSat() || s.sets.String(then.Set) != "x=7 & y<=-1" {
		t.Errorf("%v, %v, %s", yes, no, s.sets.String(then.Set))
	}
	// Floats of one option with few values left are decided by trying them.
	f := b.FMul(b.SIToF(x, 64), b.SIToF(x, 64))
	if _, _, yes, no = s.Branch(pc, b.FLt(f, b.Const(0x4048800000000000, 64))); !yes.IsUnsat() || !no.IsSat() {
		t.Errorf("7*7 < 49.0: %v, %v", yes, no)
	}
}

func TestChain(t *testing.T) {
	sp := testSpace(t)
	b := expr.NewBuilder()
	s := New(confspace.NewSets(sp), b, nil)
	var log strings.Builder
	counted := &counting{core: brute{every(sp)}}
	core := Chain(counted, ChainOptions{Log: &log})
	q := func(conds ...*expr.Expr) *Query {
		q := &Query{Builder: b, Space: sp}
		for _, c := range conds {
			q.Add(c)
		}
		return q
	}
	x, y := s.Var(3), s.Var(4)
	cx := b.SLt(b.Const(3, 32), x)
	cy := b.Eq(y, b.Const(4, 8))
	steps := []struct {
		q    *Query
		want Verdict
	}{
		{q(cx, cy), Sat}, // two groups: two queries
		{q(cx), Sat},     // remembered
		{q(b.SLt(b.Const(^uint64(1), 32), x)), Sat},     // an old model does
		{q(b.Not(cx), cx), Unsat},                       // nothing to reuse: the third
		{q(b.Bool(false)), Unsat},                       // a constant
		{q(b.Eq(x, b.Const(9, 32)), b.Bool(true)), Sat}, // another model: the fourth
		{q(b.Eq(x, b.Const(9, 32)), b.Bool(false)), Unsat},
	}
	for i, st := range steps {
		r, model := core.Check(st.q)
		if r.Verdict != st.want || r.IsSat() && !st.q.Holds(model) {
			t.Errorf("step %d: %v, model %v", i, r, model)
		}
	}
	if counted.n != 4 {
		t.Errorf("%d queries reached the core, want 4", counted.n)
	}
	for _, want := range []string{"; query 1\n(set-logic ALL)\n(declare-const o3 (_ BitVec 32))\n", "(check-sat)\n; sat a=0,b=0,list=-3,small=", "; unsat\n"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log.String())
		}
	}
	told := ""
	liar := Validating(core, always{unsat}, func(text string) { told = text })
	if r, _ := liar.Check(q(cx)); !r.IsUnknown() || !strings.Contains(told, "oracle says unsat") {
		t.Errorf("disagreement: %v, %q", r, told)
	}
}

type counting struct {
	core Core
	n    int
}

func (c *counting) Check(q *Query) (Result, confspace.Settings) {
	c.n++
	return c.core.Check(q)
}

type always struct{ r Result }

func (c always) Check(*Query) (Result, confspace.Settings) { return c.r, nil }

// booleans returns a solver over n independent booleans.
func booleans(n int) *Solver {
	sp := &confspace.Space{}
	for i := range n {
		sp.Options = append(sp.Options, confspace.Option{Name: "b" + string(rune('a'+i)), Domain: confspace.Bool()})
	}
	return New(confspace.NewSets(sp), expr.NewBuilder(), nil)
}

func BenchmarkBranchOnBoolean(b *testing.B) {
	s := booleans(40)
	pc := All()
	for o := range 20 {
		pc, _ = s.Assume(pc, s.b.NonZero(s.Var(2*o)))
	}
	c := s.b.NonZero(s.Var(21))
	b.ReportAllocs()
	for b.Loop() {
		s.Branch(pc, c)
	}
}

// BenchmarkIndependentBooleans explores the 2^16 paths of 16 branches.
func BenchmarkIndependentBooleans(b *testing.B) {
	const n = 16
	for b.Loop() {
		s := booleans(n)
		paths := 0
		var explore func(pc PathCondition, o int)
		explore = func(pc PathCondition, o int) {
			if o == n {
				paths++
				return
			}
			then, els, _, _ := s.Branch(pc, s.b.NonZero(s.Var(o)))
			explore(then, o+1)
			explore(els, o+1)
		}
		explore(All(), 0)
		if paths != 1<<n {
			b.Fatal(paths)
		}
	}
}

func BenchmarkBlastDigits(b *testing.B) {
	sp := &confspace.Space{Options: []confspace.Option{{Name: "port", Domain: confspace.Domain{Kind: confspace.DomainRange, Max: 65535, Bits: 32}}}}
	for b.Loop() {
		bl := expr.NewBuilder()
		s := New(confspace.NewSets(sp), bl, nil)
		x := s.Var(0)
		for range 5 {
			if s.blast(bl.URem(x, bl.Const(10, 32))) == nil {
				b.Fatal("over budget")
			}
			x = bl.UDiv(x, bl.Const(10, 32))
		}
	}
}

// BenchmarkBranchOnChoice branches on the comparison of choices by 4 of 64 options each, of which other branches were taken before: all of it is
// operations on sets.
func BenchmarkBranchOnChoice(b *testing.B) {
	s := booleans(64)
	bl := s.Builder()
	value := func(from int) *expr.Expr {
		e := bl.Const(0, 32)
		for i := range 4 {
			bit := bl.Choose(s.sets.Setting(from+i, 1), bl.Const(1<<i, 32), bl.Const(0, 32))
			e = bl.Add(e, bit)
		}
		return e
	}
	var conds []*expr.Expr
	for i := range 56 {
		conds = append(conds, bl.ULt(value(i), value(i+4)))
	}
	pc := All()
	for i := range 20 {
		pc, _ = s.Assume(pc, bl.OfSet(s.sets.Or(s.sets.Setting(3*i, 1), s.sets.Setting(3*i+2, 0))))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Branch(pc, conds[i%len(conds)])
	}
	if s.Stats.Queries > 0 || s.Stats.Residual > 0 || len(s.vectors) > 0 {
		b.Fatalf("%d queries, %d residues, %d blasted", s.Stats.Queries, s.Stats.Residual, len(s.vectors))
	}
}

// TestManyValues: the condition of a set of so many values that no list of ranges or bits is short. The value of code 0 is not always in the domain.
func TestManyValues(t *testing.T) {
	for _, text := range []string{"any", "-1000..30000", "100..40000"} {
		d, err := confspace.ParseDomain(text, 16, text != "100..40000")
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := d.Bounds()
		sets := confspace.NewSets(&confspace.Space{Options: []confspace.Option{{Name: "n", Domain: d, Default: lo}}})
		s := New(sets, expr.NewBuilder(), nil)
		set := sets.And(sets.Remainder(0, 7, 3), sets.Between(0, 200, 9000))
		for f := range sets.Branches(set) {
			if f.Values != set {
				t.Fatalf("%s: %v", text, f)
			}
		}
		e := s.asExpr.of(set)
		for v := lo; v <= hi; v++ {
			c := confspace.Configuration{v}
			if got := s.b.EvalConfiguration(e, c) == 1; got != sets.Contains(set, c) {
				t.Fatalf("%s: the condition is %v of %d", text, got, v)
			}
		}
	}
}
