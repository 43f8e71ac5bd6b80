package expr

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/subjects/confspace"
)

func choiceSpace() *confspace.Space {
	d := func(kind confspace.DomainKind, lo, hi int64, values ...int64) confspace.Domain {
		return confspace.Domain{Kind: kind, Min: lo, Max: hi, Values: values, Bits: 32, Signed: true}
	}
	sp := &confspace.Space{}
	for _, x := range []confspace.Domain{
		d(confspace.DomainBool, 0, 1), d(confspace.DomainList, 0, 0, -3, 5, 70), d(confspace.DomainBool, 0, 1),
		d(confspace.DomainRange, -2, 4), d(confspace.DomainRange, 0, 18),
	} {
		sp.Options = append(sp.Options, confspace.Option{Name: string(rune('a' + len(sp.Options))), Domain: x})
	}
	return sp
}

func newChoices() (*Builder, *confspace.Sets) {
	b, m := NewBuilder(), confspace.NewSets(choiceSpace())
	b.SetSets(m)
	return b, m
}

// everyConfiguration returns all configurations of a small space.
func everyConfiguration(m *confspace.Sets) []confspace.Configuration {
	out := []confspace.Configuration{{}}
	for o := range m.Space().Options {
		values, _ := m.Values(confspace.Full, o, 100)
		var next []confspace.Configuration
		for _, c := range out {
			for _, v := range values {
				next = append(next, append(c[:len(c):len(c)], v))
			}
		}
		out = next
	}
	return out
}

func TestChoiceForms(t *testing.T) {
	b, m := newChoices()
	k := func(v uint64) *Expr { return b.Const(v, 32) }
	s, u := m.Setting(0, 1), m.Less(4, 7)
	x := b.Choose(s, k(5), k(7))
	y := b.Choose(u, k(1), x)
	flag, number := b.Var(0, 32, 0, 1, 0, 1), b.VarUnsigned(4, 32, 0, 18)
	double := func(x *Expr) *Expr { return b.SIToF(x, 64) }
	long := func(x *Expr) *Expr { return b.Long(OpF80FromSI, x, nil, 0) }
	for i, c := range []struct{ got, want *Expr }{
		{b.Choose(s^1, k(7), k(5)), x},
		{b.Choose(s, x, k(7)), x},
		{b.Add(x, k(1)), b.Choose(s, k(6), k(8))},
		{b.Sub(x, x), k(0)},
		{b.Neg(b.Neg(x)), x},
		{b.Eq(x, k(5)), b.OfSet(s)},
		{b.Ne(x, k(5)), b.OfSet(s ^ 1)},
		{b.And(b.OfSet(s), b.OfSet(u)), b.OfSet(m.And(s, u))},
		{b.ZExt(b.OfSet(s), 32), b.Choose(s, k(1), k(0))},
		{b.Restrict(y, u), k(1)},
		{b.Restrict(y, m.Diff(s, u)), k(5)},
		{b.Restrict(y, u^1), x},
		{b.Restrict(b.Ite(b.Eq(number, k(3)), y, k(9)), u), b.Ite(b.Eq(number, k(3)), k(1), k(9))},
		{b.Ite(b.OfSet(u), k(1), x), y},
		{b.Ite(b.Eq(y, k(1)), k(1), x), y},
		{b.Trunc(b.Concat(x, y), 32), y},
		{b.Concat(b.Extract(y, 8, 24), b.Trunc(y, 8)), y},
		{b.Mul(x, flag), b.Choose(s, k(5), k(0))}, // of options with few values diagrams are made, too
		{b.Add(x, number), b.Choose(s, b.Add(number, k(5)), b.Add(number, k(7)))},
		{b.FToSI(b.FAdd(double(x), double(y)), 32), b.Add(x, y)},
		{b.Long(OpF80ToSI, b.Long(OpF80Add, long(x), long(y), 0), nil, 32), b.Add(x, y)},
		{b.Long(OpF80Lt, long(x), long(y), 0), b.SLt(x, y)},
		{b.Long(OpF80Mant, long(x), nil, 0), b.Choose(s, b.Const(5<<61, 64), b.Const(7<<61, 64))},
	} {
		if c.got != c.want {
			t.Errorf("%d: %v, want %v", i, c.got, c.want)
		}
	}
}

// table is an expression and the value that it must have in each configuration.
type table struct {
	e      *Expr
	values []uint64
}

// drawTable draws operations on words of w bits, done on choices and on the values for each configuration.
func drawTable(t *rapid.T, b *Builder, all []confspace.Configuration, w uint, depth int) table {
	r := table{values: make([]uint64, len(all))}
	if depth == 0 {
		k := rapid.Uint64Range(0, 5).Draw(t, "k") & mask(w)
		r.e = b.Const(k, w)
		for i := range r.values {
			r.values[i] = k
		}
		return r
	}
	op := rapid.SampledFrom([]Op{
		OpChoice, OpChoice, OpChoice, OpChoice, OpAdd, OpSub, OpMul, OpUDiv, OpAnd, OpOr, OpXor, OpNot, OpExtract, OpSLt, OpEq, OpIte,
	}).Draw(t, "op")
	sub := func(w uint) table { return drawTable(t, b, all, w, depth-1) }
	x := sub(w)
	switch op {
	case OpChoice:
		y, s := sub(w), drawSet(t, b.sets, rapid.IntRange(0, 1).Draw(t, "depth"))
		r.e = b.Choose(s, x.e, y.e)
		for i, c := range all {
			if r.values[i] = y.values[i]; b.sets.Contains(s, c) {
				r.values[i] = x.values[i]
			}
		}
	case OpIte:
		y, c := sub(w), sub(1)
		r.e = b.Ite(c.e, x.e, y.e)
		for i := range all {
			if r.values[i] = y.values[i]; c.values[i] == 1 {
				r.values[i] = x.values[i]
			}
		}
	case OpNot:
		r.e = b.Not(x.e)
		for i := range all {
			r.values[i] = ^x.values[i] & mask(w)
		}
	case OpExtract:
		x = sub(2 * w)
		r.e = b.Extract(x.e, 1, w)
		for i := range all {
			r.values[i] = x.values[i] >> 1 & mask(w)
		}
	default:
		y := sub(w)
		r.e = b.Binary(op, x.e, y.e)
		for i := range all {
			r.values[i] = apply(op, w, w, w, 0, x.values[i], y.values[i])
		}
		if op == OpSLt || op == OpEq {
			r.e = b.ZExt(r.e, w)
		}
	}
	return r
}

func TestChoicesAgreeWithEveryConfiguration(t *testing.T) {
	all := everyConfiguration(confspace.NewSets(choiceSpace()))
	rapid.Check(t, func(t *rapid.T) {
		b, m := newChoices()
		limited := rapid.IntRange(0, 2).Draw(t, "limited") == 0
		if limited {
			b.Limits.Nodes, b.Limits.Large = rapid.IntRange(0, 12).Draw(t, "nodes"), 0
		}
		known := map[string]*Expr{}
		before := table{b.Const(0, 8), make([]uint64, len(all))}
		for range 4 {
			x := drawTable(t, b, all, 8, rapid.IntRange(1, 4).Draw(t, "depth"))
			for i, c := range all {
				if v := b.EvalConfiguration(x.e, c); v != x.values[i] {
					t.Fatalf("%v\nunder %v is %d, want %d", x.e, c, v, x.values[i])
				}
			}
			checkLeaves(t, b, all, x)
			checkRestrict(t, b, all, x)
			checkEqual(t, b, all, x, before)
			before = x
			if !limited {
				if key := fmt.Sprint(x.values); !x.e.HasConstants() || known[key] != nil && known[key] != x.e {
					t.Fatalf("not canonical: %v, %v", x.e, known[key])
				} else {
					known[key] = x.e
				}
			}
			y, s := b.Const(77, 8), drawSet(t, m, 1)
			if r := b.Restrict(b.Choose(s, y, x.e), s); s != confspace.Empty && r != y {
				t.Fatalf("%v where %v is %v is %v", y, m.String(s), y, r)
			}
		}
	})
}

// checkDiagram checks that a choice is ordered and reduced.
func checkDiagram(t *rapid.T, e *Expr) {
	if e.op != OpChoice {
		return
	}
	if e.a == e.b || e.a.level() <= e.level() || e.b.level() <= e.level() {
		t.Fatalf("%v is not in order", e)
	}
	checkDiagram(t, e.a)
	checkDiagram(t, e.b)
}

// checkLeaves checks that the leaves of a choice are where they are said to be, and that MapLeaves replaces them.
func checkLeaves(t *rapid.T, b *Builder, all []confspace.Configuration, x table) {
	union := confspace.Empty
	seen := map[*Expr]bool{}
	for leaf, where := range b.Leaves(x.e) {
		if seen[leaf] || leaf.op == OpChoice || where == confspace.Empty || !b.sets.Disjoint(union, where) {
			t.Fatalf("leaf %v of %v", leaf, x.e)
		}
		seen[leaf] = true
		union = b.sets.Or(union, where)
		for i, c := range all {
			if b.sets.Contains(where, c) && b.EvalConfiguration(leaf, c) != x.values[i] {
				t.Fatalf("leaf %v of %v under %v", leaf, x.e, c)
			}
		}
	}
	if union != confspace.Full {
		t.Fatalf("leaves of %v: nothing where %v", x.e, b.sets.String(union^1))
	}
	calls := 0
	r := b.MapLeaves(x.e, func(leaf *Expr) *Expr {
		calls++
		return b.Choose(b.sets.Setting(2, 1), b.Const(3, 8), leaf)
	})
	checkDiagram(t, x.e)
	checkDiagram(t, r)
	for i, c := range all {
		want := x.values[i]
		if c[2] == 1 {
			want = 3
		}
		if b.EvalConfiguration(r, c) != want {
			t.Fatalf("leaves of %v mapped: %v, under %v is not %d", x.e, r, c, want)
		}
	}
	if calls != len(seen) {
		t.Fatalf("%d leaves, %d of them mapped", len(seen), calls)
	}
}

// checkRestrict checks that Restrict changes nothing where it matters, and finds constants.
func checkRestrict(t *rapid.T, b *Builder, all []confspace.Configuration, x table) {
	care := drawSet(t, b.sets, rapid.IntRange(0, 3).Draw(t, "depth"))
	r := b.Restrict(x.e, care)
	values := map[uint64]bool{}
	for i, c := range all {
		if b.sets.Contains(care, c) {
			if values[x.values[i]] = true; b.EvalConfiguration(r, c) != x.values[i] {
				t.Fatalf("%v\nwhere %v is %v,\nwhich under %v is not %d", x.e, b.sets.String(care), r, c, x.values[i])
			}
		}
	}
	if len(values) == 1 && x.e.HasConstants() && b.Limits.Nodes > 100 && !r.IsConst() {
		t.Fatalf("%v\nwhere %v has one value, but is %v", x.e, b.sets.String(care), r)
	}
}

// checkEqual: of choices between constants it is known where they are equal, unless that is too much.
func checkEqual(t *rapid.T, b *Builder, all []confspace.Configuration, x, y table) {
	in, care := drawSet(t, b.sets, rapid.IntRange(0, 3).Draw(t, "depth")), drawSet(t, b.sets, rapid.IntRange(0, 3).Draw(t, "depth"))
	want := true
	for i, c := range all {
		want = want && (x.values[i] == y.values[i] || !b.sets.Contains(in, c) || !b.sets.Contains(care, c))
	}
	equal, ok := b.EqualIn(x.e, y.e, in, care)
	switch exact := x.e.HasConstants() && y.e.HasConstants(); {
	case equal && !want, equal && !ok, exact && ok && equal != want, exact && !ok && b.Limits.Nodes > 1000:
		t.Fatalf("%v\nand %v are equal where %v and %v: %v, known: %v, want %v", x.e, y.e, b.sets.String(in), b.sets.String(care), equal, ok, want)
	}
}

// TestOperationsOnConditions: where both operands are sets these are operations on sets, which must be what the operators are.
func TestOperationsOnConditions(t *testing.T) {
	b, m := newChoices()
	s, u := m.Setting(0, 1), m.Setting(1, 5)
	for op := OpAdd; op <= OpSLt; op++ {
		if op == OpNot {
			continue
		}
		for _, x := range []*Expr{b.OfSet(s), b.truth[0], b.truth[1]} {
			for _, y := range []*Expr{b.OfSet(s), b.OfSet(u), b.OfSet(u ^ 1)} {
				e := b.Binary(op, x, y)
				if e.op != OpConst && e.op != OpChoice {
					t.Errorf("%v of %v and %v is %v", op, x, y, e)
				}
				for _, c := range everyConfiguration(m) {
					want := apply(op, 1, 1, 1, 0, b.EvalConfiguration(x, c), b.EvalConfiguration(y, c))
					if got := b.EvalConfiguration(e, c); got != want {
						t.Errorf("%v of %v and %v under %v is %d, want %d", op, x, y, c, got, want)
					}
				}
			}
		}
	}
}

// TestRestrictGoesIntoArms: the arms of what was too large to be a choice are restricted to where they are the value.
func TestRestrictGoesIntoArms(t *testing.T) {
	b, m := newChoices()
	s, u := m.Setting(0, 1), m.Setting(2, 1)
	k := func(v uint64) *Expr { return b.Const(v, 32) }
	x := b.Choose(m.And(s, u), k(3), k(4))
	y := b.Choose(m.Or(s, u), k(5), k(6))
	e := b.node(OpIte, 32, 0, b.OfSet(s), x, y)
	if got, want := b.Restrict(e, m.Or(s, u)), b.Choose(s, b.Choose(u, k(3), k(4)), k(5)); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestOperationsOnLargeChoicesAreGivenUp: the result is exact all the same, and takes little work.
func TestOperationsOnLargeChoicesAreGivenUp(t *testing.T) {
	b, m := booleanChoices(64)
	b.Limits.Nodes, b.Limits.Large = 2048, 0
	x, y := randomChoice(b, m, 0, 10, 300), randomChoice(b, m, 10, 20, 300)
	before := b.Stats
	sum := b.Add(x, y)
	if sum.Op() != OpAdd || b.Stats.GivenUp != before.GivenUp+1 || b.Add(x, y) != sum {
		t.Fatalf("%v of two large choices, given up %d times", sum.Op(), b.Stats.GivenUp-before.GivenUp)
	}
	if b.Len() > 200_000 {
		t.Errorf("%d nodes", b.Len())
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		c := make(confspace.Configuration, 64)
		for i := range c {
			c[i] = int64(r.IntN(2))
		}
		want := (b.EvalConfiguration(x, c) + b.EvalConfiguration(y, c)) & mask(32)
		if got := b.EvalConfiguration(sum, c); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
		if got := b.Restrict(sum, m.OfConfiguration(c)); !got.IsConst() || got.Const() != want {
			t.Fatalf("where there is one configuration: %v, want %d", got, want)
		}
	}
}

// TestRememberedChoicesDoNotAllocate: nor do bounds that say all there is to say.
func TestRememberedChoicesDoNotAllocate(t *testing.T) {
	b, m := booleanChoices(64)
	x, y, z := randomChoice(b, m, 0, 8, 16), randomChoice(b, m, 4, 10, 16), randomChoice(b, m, 2, 12, 16)
	s := m.And(m.Setting(3, 1), m.Setting(40, 0))
	work := func() {
		b.Add(x, y)
		b.Extract(x, 8, 8)
		b.SLt(y, z)
		b.Restrict(z, s)
		b.Choose(s, x, z)
		b.Ite(b.OfSet(s), x, y)
	}
	work()
	if n := testing.AllocsPerRun(100, work); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func booleanChoices(n int) (*Builder, *confspace.Sets) {
	sp := &confspace.Space{}
	for i := range n {
		sp.Options = append(sp.Options, confspace.Option{
			Name: fmt.Sprint("o", i), Domain: confspace.Domain{Kind: confspace.DomainBool, Max: 1, Bits: 32, Signed: true},
		})
	}
	b, m := NewBuilder(), confspace.NewSets(sp)
	b.SetSets(m)
	return b, m
}

// randomChoice returns a choice with up to that many leaves, by conditions on the options from lo up to hi.
func randomChoice(b *Builder, m *confspace.Sets, lo, hi, leaves int) *Expr {
	r := rand.New(rand.NewPCG(uint64(lo), uint64(hi)))
	e := b.Const(uint64(r.Uint32()), 32)
	for range leaves - 1 {
		s := confspace.Full
		for range 3 {
			s = m.And(s, m.Setting(lo+r.IntN(hi-lo), int64(r.IntN(2))))
		}
		e = b.Choose(s, b.Const(uint64(r.Uint32()), 32), e)
	}
	return e
}

// TestBudgetOfOthers: an operation that ends since a budget of sets is used up, which was set outside, leaves the Builder as it should be.
func TestBudgetOfOthers(t *testing.T) {
	ended := 0
	for seed := range 20 {
		b, m := booleanChoices(30)
		x, y := randomChoice(b, m, seed/4, 8+seed/2, 20), randomChoice(b, m, 0, 9+seed/2, 20)
		care := m.And(m.Or(m.Setting(3, 1), m.Setting(7, 0)), m.Or(m.Setting(5, 1), m.Setting(9, 1)))
		less := b.ULt(y, x)
		for _, f := range []func(){func() { b.Restrict(less, care) }, func() { b.Eq(x, y) }, func() { b.SLt(y, x) }} {
			if m.Try(0, f) != nil {
				ended++
			}
			if b.depth != 0 {
				t.Fatalf("%d operations are still at work", b.depth)
			}
		}
		before := b.Eq(x, y)
		c := make(confspace.Configuration, 30)
		if want := word(b.EvalConfiguration(x, c) == b.EvalConfiguration(y, c)); b.EvalConfiguration(before, c) != want {
			t.Fatalf("%v, want %d", before, want)
		}
	}
	if ended == 0 {
		t.Error("no operation ended")
	}
}
