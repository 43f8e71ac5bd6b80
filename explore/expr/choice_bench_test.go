package expr

import (
	"testing"

	"github.com/confcov/confcov/subjects/confspace"
)

// choicesOf16 returns choices of 16 leaves over 4 of 64 options each.
func choicesOf16(b *Builder, m *confspace.Sets) []*Expr {
	var list []*Expr
	for i := range 60 {
		var rec func(o int, k uint64) *Expr
		rec = func(o int, k uint64) *Expr {
			if o == i+4 {
				return b.Const(k, 32)
			}
			return b.Choose(m.Setting(o, 1), rec(o+1, 2*k+1), rec(o+1, 2*k))
		}
		list = append(list, rec(i, 1))
	}
	return list
}

// BenchmarkChoiceAdd adds two choices of 16 leaves; they have 0 to 3 options in common.
func BenchmarkChoiceAdd(b *testing.B) {
	bl, m := booleanChoices(64)
	list := choicesOf16(bl, m)
	pairs := [][2]*Expr{}
	for i, x := range list {
		for d := 1; d <= 4 && i+d < len(list); d++ {
			pairs = append(pairs, [2]*Expr{x, list[i+d]})
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%len(pairs) == 0 {
			clear(bl.cache)
			clear(bl.parts)
		}
		p := pairs[i%len(pairs)]
		bl.Add(p[0], p[1])
	}
}

// BenchmarkChoiceAddConst adds a constant to a choice of 16 leaves.
func BenchmarkChoiceAddConst(b *testing.B) {
	bl, m := booleanChoices(64)
	list := choicesOf16(bl, m)
	k := bl.Const(17, 32)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%len(list) == 0 {
			clear(bl.cache)
			clear(bl.parts)
		}
		bl.Add(list[i%len(list)], k)
	}
}

// BenchmarkChoiceRemembered adds two choices again.
func BenchmarkChoiceRemembered(b *testing.B) {
	bl, m := booleanChoices(64)
	list := choicesOf16(bl, m)
	b.ReportAllocs()
	for b.Loop() {
		bl.Add(list[0], list[1])
	}
}

// BenchmarkChoose joins choices of 16 leaves by a condition on an option.
func BenchmarkChoose(b *testing.B) {
	bl, m := booleanChoices(64)
	list := choicesOf16(bl, m)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%len(list) == 0 {
			clear(bl.cache)
			clear(bl.parts)
		}
		j := i % (len(list) - 1)
		bl.Choose(m.Setting((j+20)%64, 1), list[j], list[j+1])
	}
}

// restrictSets returns path conditions: about 20 options are decided.
func restrictSets(m *confspace.Sets) []confspace.Set {
	var sets []confspace.Set
	for i := range 44 {
		s := confspace.Full
		for j := range 20 {
			s = m.And(s, m.Setting(i+j, int64(j%2)))
		}
		sets = append(sets, m.Or(s, m.And(m.Setting(i, 1), m.Setting(i+20, 1))))
	}
	return sets
}

// BenchmarkRestrict restricts a choice of 16 leaves to a path condition that was not met before.
func BenchmarkRestrict(b *testing.B) {
	bl, m := booleanChoices(64)
	list, sets := choicesOf16(bl, m), restrictSets(m)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%(len(list)*len(sets)) == 0 {
			clear(bl.restrictions)
			clear(bl.projections)
		}
		bl.Restrict(list[i%len(list)], sets[i/len(list)%len(sets)])
	}
}

// BenchmarkRestrictRemembered restricts it again.
func BenchmarkRestrictRemembered(b *testing.B) {
	bl, m := booleanChoices(64)
	list, sets := choicesOf16(bl, m), restrictSets(m)
	b.ReportAllocs()
	for b.Loop() {
		bl.Restrict(list[3], sets[5])
	}
}

// BenchmarkChoiceGivenUp adds two choices whose sum would have half a million nodes.
func BenchmarkChoiceGivenUp(b *testing.B) {
	bl, m := booleanChoices(64)
	x, y := randomChoice(bl, m, 0, 10, 300), randomChoice(bl, m, 10, 20, 300)
	b.ReportAllocs()
	for b.Loop() {
		clear(bl.cache)
		clear(bl.parts)
		bl.Add(x, y)
	}
}
