package replay

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
)

func universe() *coverage.Universe {
	u := &coverage.Universe{}
	for line := range uint32(3) {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: line + 1})
	}
	return u
}

func bits(u *coverage.Universe, lines ...uint32) coverage.Bits {
	l := path.Merged.Layout(u)
	b := coverage.NewBits(l)
	for _, n := range lines {
		b.Set(l.Bit(coverage.Line, n))
	}
	return b
}

func TestCompare(t *testing.T) {
	u := universe()
	space := &confspace.Space{Options: []confspace.Option{{Name: "a", Object: "a", Domain: confspace.Bool()}}}
	sets := confspace.NewSets(space)
	calls := []path.Calls{{Total: 2, Digest: 5}, {Mixed: true}}
	test := &path.Test{Name: "t", Mode: path.Merged, Sets: sets, Paths: []path.Path{{
		Condition: confspace.Full, End: path.Termination{Kind: path.Exit}, Covered: bits(u, 1), Output: []byte("x?z\n"), Calls: calls,
		Partial: []path.Partial{{Condition: sets.Setting(0, 1), Criterion: coverage.Line, Elements: []uint32{2}}},
	}}}
	for _, c := range []struct {
		name  string
		value int64
		got   path.Path
		want  []trace.Oracle
	}{
		{"equal", 0, path.Path{End: path.Termination{Kind: path.Exit}, Covered: bits(u, 1), Output: []byte("xyz\n"), Calls: calls}, nil},
		{"partly", 1, path.Path{End: path.Termination{Kind: path.Exit}, Covered: bits(u, 1, 2), Output: []byte("xyz\n"), Calls: calls}, nil},
		{
			"all", 1,
			path.Path{End: path.Termination{Kind: path.Exit, Code: 1}, Covered: bits(u, 1, 3), Output: []byte("xyy\n"), Calls: []path.Calls{{Total: 3, Digest: 5}, {}}},
			[]trace.Oracle{trace.Crash, trace.Output, trace.Chain, trace.Coverage},
		},
	} {
		k := NewCase(test, path.Merged.Layout(u), 0, confspace.Configuration{c.value})
		var got []trace.Oracle
		for _, d := range k.Compare(u, &c.got) {
			got = append(got, d.Oracle)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: differences by %v, want %v", c.name, got, c.want)
		}
	}
}

// TestCompareOutput: what configurations of one path write is compared for each of them.
func TestCompareOutput(t *testing.T) {
	u := universe()
	space := &confspace.Space{Options: []confspace.Option{{Name: "a", Object: "a", Domain: confspace.Bool()}}}
	sets := confspace.NewSets(space)
	on := sets.Setting(0, 1)
	test := &path.Test{Name: "t", Mode: path.Merged, Sets: sets, Paths: []path.Path{{
		Condition: confspace.Full, End: path.Termination{Kind: path.Exit}, Covered: bits(u, 1), Output: []byte("hello you\n"),
		Texts: []path.Text{{Condition: confspace.Full, Bytes: []byte("hello")}, {Condition: on, Bytes: []byte(" you")}, {Condition: confspace.Full, Bytes: []byte("\n")}},
	}}}
	for value, want := range []string{"hello\n", "hello you\n"} {
		k := NewCase(test, path.Merged.Layout(u), 0, confspace.Configuration{int64(value)})
		for _, wrote := range []string{"hello\n", "hello you\n"} {
			got := path.Path{End: path.Termination{Kind: path.Exit}, Covered: bits(u, 1), Output: []byte(wrote)}
			if ds := k.Compare(u, &got); (len(ds) == 0) != (wrote == want) {
				t.Errorf("a=%d writes %q: %v", value, wrote, ds)
			}
		}
	}
}

// TestTaken looks for the path of a configuration among paths of which some are narrower than their conditions.
func TestTaken(t *testing.T) {
	space := &confspace.Space{Options: []confspace.Option{{Name: "a", Object: "a", Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: 8}}}}
	m := confspace.NewSets(space)
	low, wide := m.Less(0, 10), []path.Note{{Kind: path.NoteWide, Message: path.Wide}}
	test := &path.Test{Name: "t", Mode: path.Merged, Sets: m, Paths: []path.Path{
		{Condition: m.Less(0, 20), Notes: wide, Witness: confspace.Configuration{12}},
		{Condition: low},
		{Condition: m.Diff(confspace.Full, low), Notes: wide, Witness: confspace.Configuration{30}},
	}}
	for value, want := range map[int64]int{5: 1, 12: 0, 30: 2, 31: 2, 15: -1} {
		got, reason := Taken(test, confspace.Configuration{value})
		if reason != "" {
			got = -1
		}
		if got != want {
			t.Errorf("%d takes path %d (%s), want %d", value, got, reason, want)
		}
	}
	for i := range test.Paths {
		p := &test.Paths[i]
		if c, ok := Pick(m, p, []bool{true}, nil); !ok || p.Witness != nil && c[0] != p.Witness[0] || i == 1 && c[0] != 0 {
			t.Errorf("path %d is replayed under %v", i, c)
		}
	}
	test.Paths[0].Witness = nil
	if reason := Unfit(&test.Paths[0]); reason == "" {
		t.Error("a path without a witness is replayed")
	}
}

// TestDraw: of each condition on a path there is a configuration inside and one outside, with and without a seed.
func TestDraw(t *testing.T) {
	space := &confspace.Space{}
	for _, name := range []string{"a", "b", "c"} {
		space.Options = append(space.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
	}
	m := confspace.NewSets(space)
	on := func(o int) confspace.Set { return m.Setting(o, 1) }
	all := m.Or(on(0), on(1))
	conds := []confspace.Set{on(0), m.And(on(1), m.Setting(2, 0)), m.And(on(0), m.And(on(1), on(2)))}
	test := &path.Test{Sets: m, Paths: []path.Path{{
		Condition: all, Partial: []path.Partial{{Condition: conds[0]}, {Condition: conds[1]}, {Condition: conds[0]}}, Texts: []path.Text{{Condition: conds[2]}, {Condition: all}},
	}}}
	for _, r := range []*rand.Rand{nil, rand.New(rand.NewPCG(1, 2))} {
		list := Draw(test, 0, []bool{true, true, true}, r)
		for _, c := range list {
			if !m.Contains(all, c) {
				t.Errorf("%v does not take the path", c)
			}
		}
		for i, s := range conds {
			inside := func(c confspace.Configuration) bool { return m.Contains(s, c) }
			outside := func(c confspace.Configuration) bool { return !inside(c) }
			if !slices.ContainsFunc(list, inside) || !slices.ContainsFunc(list, outside) || len(list) > 6 {
				t.Errorf("condition %d: %v", i, list)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		want, got string
		match     bool
	}{
		{"a?c", "abc", true},
		{"a?c", "abd", false},
		{"a??c", "a1c", false},
		{"a?c", "a12c", false},
		{"?", "?", true},
	} {
		if got := match([]byte(c.want), []byte(c.got)); got != c.match {
			t.Errorf("match(%q, %q) is %v", c.want, c.got, got)
		}
	}
}

func TestSample(t *testing.T) {
	for _, n := range []int{0, 1, 4, 6, 7, 100} {
		lists := Sample([]int{3, 0, 4}, n, 1)
		total := 0
		for _, l := range lists {
			total += len(l)
			if !slices.IsSorted(l) {
				t.Errorf("%v is not ascending", l)
			}
		}
		want := n
		if n == 0 || n > 7 {
			want = 7
		}
		if total != want || len(lists) != 3 {
			t.Errorf("a sample of %d has %d elements: %v", n, total, lists)
		}
	}
	if a, b := Sample([]int{50}, 5, 1), Sample([]int{50}, 5, 2); slices.Equal(a[0], b[0]) {
		t.Error("the seed does not matter")
	}
}
