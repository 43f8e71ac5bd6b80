package confspace

import (
	"testing"

	"pgregory.net/rapid"
)

func TestLevels(t *testing.T) {
	sp := testSpace(t)
	m := NewSets(sp)
	seen := int32(0)
	for o := range sp.Options {
		for bit := range uint(m.Bits(o)) {
			level, ok := m.LevelOf(o, bit)
			if o2, bit2 := m.OptionAt(level); !ok || o2 != o || bit2 != bit {
				t.Fatalf("bit %d of option %d is at level %d (%v), which is bit %d of option %d", bit, o, level, ok, bit2, o2)
			}
			seen++
			want := Empty
			for _, v := range values(sp.Options[o].Domain) {
				if m.Takes(level, v) {
					want = m.Or(want, m.Setting(o, v))
				}
				if m.Takes(level, v) != m.Takes(level, v+1<<sp.Options[o].Domain.Bits) {
					t.Errorf("bit %d of option %d: the bits above its width matter", bit, o)
				}
			}
			if got := m.OfLevel(level); got != want {
				t.Errorf("bit %d of option %d is 1 in %s, want %s", bit, o, m.String(got), m.String(want))
			}
		}
		if _, ok := m.LevelOf(o, uint(m.Bits(o))); ok {
			t.Errorf("option %d has more bits than it has", o)
		}
	}
	if _, ok := m.LevelOf(len(sp.Options), 0); ok || seen != m.Levels() {
		t.Errorf("%d levels, want %d", seen, m.Levels())
	}
}

// drawDiagram draws a set that is made of others.
func drawDiagram(t *rapid.T, m *Sets, depth int) Set {
	if depth > 0 {
		return m.Ite(drawDiagram(t, m, depth-1), drawDiagram(t, m, depth-1), drawDiagram(t, m, depth-1))
	}
	o := rapid.IntRange(0, len(m.space.Options)-1).Draw(t, "option")
	return m.Setting(o, rapid.SampledFrom(values(m.space.Options[o].Domain)).Draw(t, "value"))
}

func TestSimplify(t *testing.T) {
	sp := testSpace(t)
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(sp)
		for range 4 {
			s, care := drawDiagram(t, m, 2), drawDiagram(t, m, 2)
			r := m.Simplify(s, care)
			if m.And(r, care) != m.And(s, care) {
				t.Fatalf("%s where %s is %s", m.String(s), m.String(care), m.String(r))
			}
			if care > Full && (m.Simplify(m.Or(s, care), care) != Full || m.Simplify(m.Diff(s, care), care) != Empty) {
				t.Fatalf("%s is not simplified to what it is where %s", m.String(s), m.String(care))
			}
		}
	})
}

func TestKeepAgreesWithProject(t *testing.T) {
	sp := testSpace(t)
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(sp)
		draw := func(depth int) Set { return drawDiagram(t, m, depth) }
		s, words := draw(2), uint64(0)
		if rapid.Bool().Draw(t, "related") {
			r := m.Relate(Relation{Key: "r", Options: []int{0}, Holds: func(c Configuration) bool { return c[0] == 1 }})
			s = m.Or(m.And(s, r), draw(1))
		}
		var keep []int
		for o := range sp.Options {
			if rapid.Bool().Draw(t, "keep") {
				keep = append(keep, o)
				words |= 1 << o
			}
		}
		want := m.Project(s, keep)
		for i := range m.rel.list {
			want = m.Exists(want, len(sp.Options)+i)
		}
		if got := m.Keep(s, []uint64{words}); got != want {
			t.Fatalf("%v of %s: %s, want %s", keep, m.String(s), m.String(got), m.String(want))
		}
		for _, o := range m.Support(s) {
			if m.SupportWords(s)[0]>>o&1 == 0 {
				t.Fatalf("%d is not in the support of %s", o, m.String(s))
			}
		}
	})
}
