package expr

import (
	"testing"

	"github.com/confcov/confcov/subjects/confspace"
)

func choiceSpace() *confspace.Space {
	d := func(kind confspace.DomainKind, lo, hi int64, values ...int64) confspace.Domain {
		return confspace.Domain{Kind: kind, Min: lo, Max: hi, Values: values, Bits: 32, Signed: true}
	}
	sp := &confspace.Space{}
	for _, x := range []confspace.Domain{
		d(confspace.DomainBool, 0, 1), d(confspace.DomainList, 0, 0, -3, 5, 70), d(confspace.DomainBool, 0, 1),
		d(confspace.DomainRange, -2, 4), d(confspace.DomainRange, 0, 40),
	} {
		sp.Options = append(sp.Options, confspace.Option{Name: string(rune('a' + len(sp.Options))), Domain: x})
	}
	return sp
}

func TestChoiceForms(t *testing.T) {
	b := NewBuilder()
	m := confspace.NewSets(choiceSpace())
	b.SetSets(m)
	k := func(v uint64) *Expr { return b.Const(v, 32) }
	s, u := m.Setting(0, 1), m.Less(4, 17)
	x := b.Choose(s, k(5), k(7))
	y := b.Choose(u, k(1), x)
	for i, c := range []struct{ got, want *Expr }{
		{b.Choose(s^1, k(7), k(5)), x},
		{b.Add(x, k(1)), b.Choose(s, k(6), k(8))},
		{b.Sub(x, x), k(0)},
		{b.Eq(x, k(5)), b.OfSet(s)},
		{b.Restrict(y, u), k(1)},
		{b.Restrict(y, m.Diff(s, u)), k(5)},
		{b.Restrict(y, u^1), x},
		{b.Ite(b.OfSet(u), k(1), x), y},
		{b.Trunc(b.Concat(x, y), 32), y},
		{b.Mul(x, b.Diagram(b.VarSigned(0, 32, 0, 1))), b.Choose(s, k(5), k(0))},
	} {
		if c.got != c.want {
			t.Errorf("%d: %v, want %v", i, c.got, c.want)
		}
	}
}
