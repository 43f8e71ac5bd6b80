package confspace

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func domain(t testing.TB, text string, bits uint8, signed bool) Domain {
	t.Helper()
	d, err := ParseDomain(text, bits, signed)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// testSpace has options of every kind, few enough to enumerate.
func testSpace(t testing.TB) *Space {
	sp := &Space{Options: []Option{
		{Name: "a", Domain: Bool()},
		{Name: "list", Domain: domain(t, "-3,0,7,9,100", 32, true), Default: 7},
		{Name: "range", Domain: domain(t, "-5..6", 32, true), Default: 1},
		{Name: "b", Domain: Bool(), Default: 1},
		{Name: "odd", Domain: domain(t, "3..13", 16, false), Default: 3},
		{Name: "one", Domain: domain(t, "5..5", 8, false), Default: 5},
		{Name: "high", Domain: domain(t, "4294967290..4294967295", 32, false), Default: 4294967290},
	}}
	if err := sp.Validate(); err != nil {
		t.Fatal(err)
	}
	return sp
}

func values(d Domain) []int64 {
	if d.Kind == DomainList {
		return d.Values
	}
	lo, hi := d.Bounds()
	var out []int64
	for k := d.key(lo); ; k++ {
		out = append(out, d.value(k))
		if k == d.key(hi) {
			return out
		}
	}
}

func all(sp *Space) []Configuration {
	out := []Configuration{{}}
	for i := range sp.Options {
		var next []Configuration
		for _, c := range out {
			for _, v := range values(sp.Options[i].Domain) {
				next = append(next, append(slices.Clone(c), v))
			}
		}
		out = next
	}
	return out
}

// model is a set as a predicate, beside its Set.
type model struct {
	s  Set
	in func(Configuration) bool
}

func drawModel(t *rapid.T, m *Sets, depth int) model {
	sp := m.Space()
	if depth == 0 || rapid.IntRange(0, 6).Draw(t, "leaf") == 0 {
		o := rapid.IntRange(0, len(sp.Options)-1).Draw(t, "option")
		d := sp.Options[o].Domain
		v := rapid.SampledFrom(values(d)).Draw(t, "value")
		w := d.Normalize(v + int64(rapid.IntRange(-2, 4).Draw(t, "delta")))
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return model{m.Setting(o, v), func(c Configuration) bool { return c[o] == v }}
		case 1:
			return model{m.Between(o, v, w), func(c Configuration) bool { return !d.Less(c[o], v) && !d.Less(w, c[o]) }}
		case 2:
			return model{m.Less(o, w), func(c Configuration) bool { return d.Less(c[o], w) }}
		case 3:
			i := rapid.IntRange(0, int(d.Bits)-1).Draw(t, "bit")
			return model{m.Bit(o, i), func(c Configuration) bool { return uint64(c[o])>>i&1 != 0 }}
		}
		return model{m.AtMost(o, w), func(c Configuration) bool { return !d.Less(w, c[o]) }}
	}
	x, y := drawModel(t, m, depth-1), drawModel(t, m, depth-1)
	switch rapid.IntRange(0, 6).Draw(t, "op") {
	case 0:
		return model{m.And(x.s, y.s), func(c Configuration) bool { return x.in(c) && y.in(c) }}
	case 1:
		return model{m.Or(x.s, y.s), func(c Configuration) bool { return x.in(c) || y.in(c) }}
	case 2:
		return model{m.Not(x.s), func(c Configuration) bool { return !x.in(c) }}
	case 3:
		return model{m.Xor(x.s, y.s), func(c Configuration) bool { return x.in(c) != y.in(c) }}
	case 4:
		o := rapid.IntRange(0, len(sp.Options)-1).Draw(t, "option")
		v := rapid.SampledFrom(values(sp.Options[o].Domain)).Draw(t, "value")
		return model{m.Restrict(x.s, o, v), func(c Configuration) bool { return x.in(c.With(Settings{{o, v}})) }}
	case 5:
		o := rapid.IntRange(0, len(sp.Options)-1).Draw(t, "option")
		vs := values(sp.Options[o].Domain)
		return model{m.Exists(x.s, o), func(c Configuration) bool {
			return slices.ContainsFunc(vs, func(v int64) bool { return x.in(c.With(Settings{{o, v}})) })
		}}
	}
	z := drawModel(t, m, depth-1)
	return model{m.Ite(x.s, y.s, z.s), func(c Configuration) bool {
		if x.in(c) {
			return y.in(c)
		}
		return z.in(c)
	}}
}

func TestSetsAgreeWithEnumeration(t *testing.T) {
	sp := testSpace(t)
	every := all(sp)
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(sp)
		x := drawModel(t, m, rapid.IntRange(0, 3).Draw(t, "depth"))
		count := 0
		step := 1 + rapid.IntRange(0, 40).Draw(t, "step")
		for i, c := range every {
			in := m.Contains(x.s, c)
			if in {
				count++
			}
			if i%step == 0 && in != x.in(c) {
				t.Fatalf("%v: %s contains is %v", c, m.String(x.s), in)
			}
		}
		if n := m.Count(x.s); n.Int64() != int64(count) {
			t.Fatalf("count of %s is %v, want %d", m.String(x.s), n, count)
		}
		if c, ok := m.Any(x.s); ok != (count > 0) || ok && (!m.Contains(x.s, c) || c.Valid(sp) != nil) {
			t.Fatalf("any of %s is %v", m.String(x.s), c)
		}
		for o := range sp.Options {
			v, ok := m.Only(x.s, o)
			if vs, more := m.Values(x.s, o, 1); ok && (more || len(vs) != 1 || vs[0] != v) {
				t.Fatalf("the only value of option %d in %s is %d; values %v", o, m.String(x.s), v, vs)
			}
			one := m.Setting(o, every[step%len(every)][o])
			if v, ok := m.Only(one, o); !ok || v != every[step%len(every)][o] {
				t.Fatalf("the only value of option %d in %s is %d, %v", o, m.String(one), v, ok)
			}
		}
		back, err := m.Parse(m.String(x.s))
		if err != nil || back != x.s {
			t.Fatalf("%s reads back as %s (%v)", m.String(x.s), m.String(back), err)
		}
		other := NewSets(sp)
		other.Bit(4, 1)
		imp, err := other.Import(m.Export([]Set{x.s, x.s ^ 1}))
		if err != nil || other.String(imp[0]) != m.String(x.s) || imp[1] != imp[0]^1 {
			t.Fatalf("%s is %s in another manager (%v)", m.String(x.s), other.String(imp[0]), err)
		}
		checkCubes(t, m, x.s)
		y := drawModel(t, m, 2)
		if m.Implies(x.s, y.s) != (m.Diff(x.s, y.s) == Empty) {
			t.Fatalf("%s implies %s: %v", m.String(x.s), m.String(y.s), m.Implies(x.s, y.s))
		}
		checkPartition(t, m, []Set{x.s, y.s})
	})
}

// Sets that split a domain into many pieces are written with masks.
func TestMasks(t *testing.T) {
	sp := &Space{Options: []Option{
		{Name: "x", Domain: domain(t, "any", 8, true)},
		{Name: "a", Domain: Bool()},
		{Name: "y", Domain: domain(t, "1..200", 8, false), Default: 1},
		{Name: "z", Domain: domain(t, "-100..90", 16, true)},
	}}
	masks := 0
	rapid.Check(t, func(t *rapid.T) {
		m := NewSets(sp)
		x := drawModel(t, m, rapid.IntRange(1, 4).Draw(t, "depth"))
		text := m.String(x.s)
		if back, err := m.Parse(text); err != nil || back != x.s {
			t.Fatalf("%s reads back as %s (%v)", text, m.String(back), err)
		}
		checkCubes(t, m, x.s)
		for range 50 {
			c := make(Configuration, len(sp.Options))
			for o := range c {
				c[o] = rapid.SampledFrom(values(sp.Options[o].Domain)).Draw(t, "value")
			}
			if m.Contains(x.s, c) != x.in(c) {
				t.Fatalf("%v: %s contains is %v", c, text, m.Contains(x.s, c))
			}
		}
		if strings.Contains(text, "&0x") {
			masks++
		}
		checkPartition(t, m, []Set{x.s})
	})
	if masks == 0 && !testing.Short() { // it makes few sets
		t.Error("no set was written with a mask")
	}
}

func checkCubes(t *rapid.T, m *Sets, s Set) {
	union := Empty
	for c := range m.Cubes(s) {
		cs := m.OfCube(c)
		if cs == Empty || !m.Disjoint(union, cs) {
			t.Fatalf("cube %s of %s is empty or overlaps", m.space.FormatCube(c), m.String(s))
		}
		union = m.Or(union, cs)
	}
	if union != s {
		t.Fatalf("cubes of %s make %s", m.String(s), m.String(union))
	}
}

func checkPartition(t *rapid.T, m *Sets, sets []Set) {
	o := rapid.IntRange(0, len(m.space.Options)-1).Draw(t, "partition")
	classes, ok := m.Partition(o, sets, 0)
	if !ok {
		t.Fatal("partition gave up")
	}
	vs := values(m.space.Options[o].Domain)
	class := map[int64]int{}
	for _, v := range vs {
		for i, c := range classes {
			if !m.Disjoint(c.Values, m.Setting(o, v)) {
				if _, twice := class[v]; twice {
					t.Fatalf("value %d is in two classes", v)
				}
				class[v] = i
			}
		}
	}
	for _, v := range vs {
		for _, w := range vs {
			same := true
			for _, s := range sets {
				same = same && m.Restrict(s, o, v) == m.Restrict(s, o, w)
			}
			if (class[v] == class[w]) != same {
				t.Fatalf("option %d: values %d and %d: same class %v, want %v", o, v, w, class[v] == class[w], same)
			}
		}
	}
	for i, c := range classes {
		if class[c.Representative] != i {
			t.Fatalf("representative %d of class %d is in class %d", c.Representative, i, class[c.Representative])
		}
	}
}

func TestText(t *testing.T) {
	sp := testSpace(t)
	sp.Options = append(sp.Options, Option{Name: "mode", Domain: domain(t, "any", 32, false)})
	m := NewSets(sp)
	for _, x := range []struct{ in, want string }{
		{"true", "true"},
		{"false", "false"},
		{"a=1&b=0", "a=1 & b=0"},
		{"list | b = 1", "error"},
		{"a=1 | b=1", "a=0 & b=1 | a=1"},
		{"range in 1..3,5", "range in 1..3,5"},
		{"range in 1..3,4", "range in 1..4"},
		{"range != 2", "range!=2"},
		{"!(range < 2)", "range>=2"},
		{"range <= 6", "true"},
		{"range > 77", "false"},
		{"list in 0..50 & one=5", "list in 0..9"},
		{"list=8", "false"},
		{"mode&0x12=2", "mode&0x12=0x2"},
		{"mode > 65535", "mode>=65536"},
		{"mode = 0777", "mode=511"},
		{"high=4294967295", "high=4294967295"},
		{"nothing=1", "error"},
		{"a=1 &", "error"},
		{"(a=1", "error"},
		{"a=1 b=1", "error"},
		{"range in", "error"},
		{"range=99999999999", "error"},
	} {
		s, err := m.Parse(x.in)
		got := "error"
		if err == nil {
			got = m.String(s)
		}
		if got != x.want {
			t.Errorf("%s: %s (%v), want %s", x.in, got, err, x.want)
		}
	}
}

// TestBrief: texts end where they have as many cubes or bytes as asked for, but have one cube at least.
func TestBrief(t *testing.T) {
	m := NewSets(testSpace(t))
	s, err := m.Parse("a=0 & b=1 | a=1 & list=9 | a=1 & list=100 & b=1")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		cubes, bytes int
		want         string
		more         bool
	}{
		{0, 0, "a=0 & b=1 | a=1 & list=9 | a=1 & list=100 & b=1", false},
		{2, 0, "a=0 & b=1 | a=1 & list=9 | ...", true},
		{3, 1000, "a=0 & b=1 | a=1 & list=9 | a=1 & list=100 & b=1", false},
		{0, 20, "a=0 & b=1 | a=1 & list=9 | ...", true},
		{0, 1, "a=0 & b=1 | ...", true},
	} {
		if text, more := m.Brief(s, x.cubes, x.bytes); text != x.want || more != x.more {
			t.Errorf("%d cubes, %d bytes: %s (%v), want %s", x.cubes, x.bytes, text, more, x.want)
		}
	}
}

func TestAnyPrefersDefaults(t *testing.T) {
	sp := testSpace(t)
	m := NewSets(sp)
	c, _ := m.Any(Full)
	if !slices.Equal(c, sp.Defaults()) {
		t.Errorf("any of all is %v, want the defaults", c)
	}
	s, err := m.Parse("range != 1 & list < 0")
	if err != nil {
		t.Fatal(err)
	}
	c, _ = m.Any(s)
	if got, want := sp.FormatSettings(sp.Difference(c)), "list=-3,range=0"; got != want {
		t.Errorf("any of %s: %s, want %s", m.String(s), got, want)
	}
}

func TestTryStopsAtItsBudget(t *testing.T) {
	sp := &Space{}
	for _, n := range []string{"x", "y"} {
		sp.Options = append(sp.Options, Option{Name: n, Domain: domain(t, "any", 32, false)})
	}
	m := NewSets(sp)
	equal := func() Set {
		s := Full
		for i := range 32 {
			s = m.And(s, m.Iff(m.Bit(0, i), m.Bit(1, i)))
		}
		return s
	}
	if err := m.Try(10000, func() { equal() }); err != ErrBudget {
		t.Errorf("x == y over 32 bits: %v, want %v", err, ErrBudget)
	}
	s := m.Setting(0, 3)
	if err := m.Try(1000, func() { s = m.And(s, m.Setting(1, 4)) }); err != nil || m.String(s) != "x=3 & y=4" {
		t.Errorf("after that: %s, %v", m.String(s), err)
	}
	inner := m.Try(5000, func() {
		if err := m.Try(1<<20, func() { equal() }); err != nil {
			t.Errorf("the inner budget is wide, but reports %v", err)
		}
	})
	if inner != ErrBudget {
		t.Errorf("outer: %v", inner)
	}
}

func TestSettings(t *testing.T) {
	sp := testSpace(t)
	s, err := sp.ParseSettings(" range=-2, a = yes,list=0x64 ")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := sp.FormatSettings(s), "a=1,list=100,range=-2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, bad := range []string{"a", "q=1", "a=2", "a=1,a=0", "range=7", "list=x"} {
		if _, err := sp.ParseSettings(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
	m := NewSets(sp)
	if m.String(m.Of(s)) != "a=1 & list=100 & range=-2" {
		t.Errorf("set is %s", m.String(m.Of(s)))
	}
}
