package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// with returns what another run of the program of x might be: in a space that lacks x's first option and has another one, unless same.
func (x *truth) with(t *rapid.T, same bool) *truth {
	sp := &confspace.Space{Options: slices.Clone(x.sets.Space().Options)}
	if !same {
		sp.Options = append(sp.Options[1:], confspace.Option{Name: "more", Domain: confspace.Bool(), Default: 1})
		slices.Reverse(sp.Options)
	}
	y := &truth{sets: confspace.NewSets(sp), u: x.u, lines: x.lines, configs: []confspace.Configuration{{}}}
	for _, o := range sp.Options {
		var next []confspace.Configuration
		for _, c := range y.configs {
			values := o.Domain.Values
			if o.Domain.Kind == confspace.DomainBool {
				values = []int64{0, 1}
			}
			for _, v := range values {
				next = append(next, append(slices.Clone(c), v))
			}
		}
		y.configs = next
	}
	for i := range rapid.IntRange(1, 2).Draw(t, "tests") {
		y.tests = append(y.tests, y.genTest(t, fmt.Sprint("u", i), path.Merged))
		if y.u.Count(coverage.Outcome) > 0 {
			y.tests = append(y.tests, y.genTest(t, fmt.Sprint("u", i), path.Expanded))
		}
	}
	return y
}

// view is what a run covers of one element, by the values of the options that both runs have.
type view struct {
	raw    bool            // some configuration covers it
	common map[string]bool // by the values of the common options, the others being at their defaults
	others []string        // other options that it depends on
}

func (x *truth) view(s *Study, r *Result, name string, common []string) view {
	v := view{common: map[string]bool{}}
	every := x.brute(s, x.configs)
	covers := map[string]bool{}
	for i, c := range x.configs {
		covers[fmt.Sprint(c)] = every.all[i][r.Criterion.String()+" "+name]
	}
	for _, c := range x.configs {
		v.raw = v.raw || covers[fmt.Sprint(c)]
		plain := true
		key := map[string]int64{}
		for o, value := range c {
			opt := &x.sets.Space().Options[o]
			if slices.Contains(common, opt.Name) {
				key[opt.Name] = value
				continue
			}
			plain = plain && value == opt.Default
			for _, other := range x.configs {
				differ := slices.Clone(other)
				differ[o] = c[o]
				if slices.Equal(differ, c) && covers[fmt.Sprint(other)] != covers[fmt.Sprint(c)] && !slices.Contains(v.others, opt.Name) {
					v.others = append(v.others, opt.Name)
				}
			}
		}
		if plain {
			v.common[fmt.Sprint(key)] = covers[fmt.Sprint(c)]
		}
	}
	slices.Sort(v.others)
	return v
}

// kindOf says how the condition of an element changed.
func kindOf(a, b view) ChangeKind {
	more, fewer := false, false
	for key, was := range a.common {
		more = more || b.common[key] && !was
		fewer = fewer || was && !b.common[key]
	}
	switch {
	case !a.raw && !b.raw:
		return Unchanged
	case !a.raw:
		return Gained
	case !b.raw:
		return Gone
	case more && fewer:
		return Otherwise
	case more:
		return Wider
	case fewer:
		return Narrower
	case !slices.Equal(a.others, b.others):
		return Dependent
	}
	return Unchanged
}

// TestCompareIsBruteForce compares comparisons of random runs, of one space or of two, with what the configurations cover one by one.
func TestCompareIsBruteForce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := genTruth(r)
		y := x.with(r, len(x.sets.Space().Options) == 1 || rapid.Bool().Draw(r, "same"))
		load := func(x *truth) *Study {
			s, err := memoryStudy(t, x.sets, x.u, &path.Run{Finished: true}, x.tests, Options{NoInter: true})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		a, b := load(x), load(y)
		c, err := Compare(a, b, [2]string{"a", "b"}, [2]Sources{})
		if err != nil {
			t.Fatal(err)
		}
		common := slices.DeleteFunc(a.Space.Names(), func(name string) bool { return b.Space.Index(name) < 0 })
		found := map[string]*Change{}
		for i := range c.Changes {
			ch := &c.Changes[i]
			if ch.Before.Name() != ch.After.Name() {
				r.Fatalf("%s is %s", ch.Before.Name(), ch.After.Name())
			}
			found[ch.Before.Criterion.String()+" "+ch.Before.Name()] = ch
		}
		for _, res := range a.Results {
			now := b.Result(res.Criterion)
			if now == nil {
				continue
			}
			for i := range x.u.Elements[res.Criterion] {
				name := x.u.Elements[res.Criterion][i].Name()
				was, is := x.view(a, res, name, common), y.view(b, now, name, common)
				got := Unchanged
				if ch := found[res.Criterion.String()+" "+name]; ch != nil {
					got = ch.Kind
				}
				if want := kindOf(was, is); got != want {
					r.Fatalf("%s %s is %s, want %s", res.Criterion, name, got, want)
				}
			}
		}
		checkExamples(r, c)
	})
}

// checkExamples checks that each example is reached by the one run and not by the other.
func checkExamples(r *rapid.T, c *Comparison) {
	for i := range c.Changes {
		ch := &c.Changes[i]
		for k, s := range c.studies {
			text, ok := c.Example(k, ch)
			want := k == 0 && (ch.Kind == Gone || ch.Kind == Narrower || ch.Kind == Otherwise) || k == 1 && (ch.Kind == Gained || ch.Kind == Wider || ch.Kind == Otherwise)
			if ok != want && ch.Kind != Dependent {
				r.Fatalf("%s: example of %s: %v", ch.Kind, c.names[k], ok)
			}
			if !ok {
				continue
			}
			has := func(k int) bool {
				s := c.studies[k]
				settings, err := s.Space.ParseSettings(strings.TrimSuffix(text, "(the defaults)"))
				return err == nil && s.Sets.Contains(c.raw(k, ch), s.Space.Defaults().With(settings))
			}
			if !has(k) || has(1-k) && ch.Kind != Gained && ch.Kind != Gone && len(c.pinned[0]) == 0 {
				r.Fatalf("%s: %s is not an example of %s (%v)", ch.Kind, text, c.names[k], s.Space.Names())
			}
		}
	}
}

// TestCounterparts: elements are found again where code has moved.
func TestCounterparts(t *testing.T) {
	before := []byte("int f()\n{\n  a();\n  if (x)\n    b();\n}\n")
	after := []byte("int g() { }\n\nint f()\n{\n  new();\n  a();\n  if (x)\n    b2();\n}\n")
	make := func(lines ...uint32) *coverage.Universe {
		u := &coverage.Universe{}
		for _, l := range lines {
			u.Add(coverage.Element{Criterion: coverage.Line, File: "f.c", Line: l, Func: "f"})
		}
		return u
	}
	a, b := make(3, 4, 5), make(1, 5, 6, 7, 8)
	for i, l := range []uint32{3, 4, 5} {
		a.Add(coverage.Element{Criterion: coverage.Block, File: "f.c", Line: l, Col: 3, Func: "f", Detail: fmt.Sprint("block ", i)})
	}
	for i, l := range []uint32{5, 6, 7, 8} {
		b.Add(coverage.Element{Criterion: coverage.Block, File: "f.c", Line: l, Col: 3, Func: "f", Detail: fmt.Sprint("block ", i)})
	}
	for _, e := range []string{"entry->0", "0->1", "1->2"} {
		a.Add(coverage.Element{Criterion: coverage.Edge, File: "f.c", Func: "f", Detail: e})
	}
	for _, e := range []string{"0->1", "entry->0", "2->3", "1->2"} {
		b.Add(coverage.Element{Criterion: coverage.Edge, File: "f.c", Func: "f", Detail: e})
	}
	for _, o := range []string{"true", "false"} {
		a.Add(coverage.Element{Criterion: coverage.Outcome, File: "f.c", Line: 4, Col: 7, Func: "f", Detail: o})
	}
	for _, o := range []string{"false", "true"} {
		b.Add(coverage.Element{Criterion: coverage.Outcome, File: "f.c", Line: 7, Col: 7, Func: "f", Detail: o})
	}
	got := counterparts(a, b, Sources{"f.c": before}, Sources{"f.c": after})
	for c, want := range map[coverage.Criterion][]uint32{coverage.Line: {3, 4, 5}, coverage.Block: {2, 3, 4}, coverage.Edge: {0, 4, 3}, coverage.Outcome: {2, 1}} {
		if !slices.Equal(got[c], want) {
			t.Errorf("%s: %v, want %v", c, got[c], want)
		}
	}
	if got := counterparts(a, a, nil, nil); !slices.Equal(got[coverage.Edge], []uint32{1, 2, 3}) {
		t.Errorf("the same run: %v", got)
	}
}

// TestCompareText: what people read; and a run is like itself.
func TestCompareText(t *testing.T) {
	s, err := Load(exampleRun(t), Options{NoInter: true})
	if err != nil {
		t.Fatal(err)
	}
	same, err := Compare(s, s, [2]string{"a", "b"}, [2]Sources{})
	if err != nil || len(same.Changes)+len(same.Notes)+len(same.Options)+same.Totals[0].Removed+same.Totals[0].Added > 0 {
		t.Errorf("%v, %v", same, err)
	}
	other, err := Load(otherRun(t), Options{NoInter: true})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Compare(s, other, [2]string{"before", "after"}, [2]Sources{})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := c.Text(&text, Layout{Width: 80}, false, nil); err != nil {
		t.Fatal(err)
	}
	golden(t, "compare.txt", text.Bytes())
	var table bytes.Buffer
	if err := WriteTables(&table, FormatJSON, c.Tables()...); err != nil {
		t.Fatal(err)
	}
	golden(t, "compare.json", table.Bytes())
}

// otherRun writes a run like exampleRun's with one more option, without another one, and with other conditions.
func otherRun(t *testing.T) *path.Dir {
	t.Helper()
	sp := &confspace.Space{}
	for _, name := range []string{"a", "b", "c", "fast"} {
		sp.Options = append(sp.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
	}
	sp.Options = append(sp.Options, confspace.Option{
		Name: "size", Object: "size", Default: 10,
		Domain: confspace.Domain{Kind: confspace.DomainRange, Min: 0, Max: 999, Bits: 32, Signed: true},
	})
	u := &coverage.Universe{}
	for _, l := range []uint32{5, 7, 10, 15, 20} {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "example.c", Line: l, Func: "main"})
	}
	d, err := path.Create(t.TempDir(), path.Run{Subject: path.Subject{Name: "example", Version: "2"}}, u, sp, []path.Plan{{Name: "two", Mode: path.Merged, Key: "k"}})
	if err != nil {
		t.Fatal(err)
	}
	m := confspace.NewSets(sp)
	test := &path.Test{Name: "two", Mode: path.Merged, Key: "k", Sets: m}
	for condition, lines := range map[string][]int{"a=1 & fast=0": {0}, "a=1 & fast=1": {1, 0}, "a=0 & b=1": {2, 3}, "a=0 & b=0": {4}} {
		set, err := m.Parse(condition)
		if err != nil {
			t.Fatal(err)
		}
		p := path.Path{Condition: set, Covered: coverage.NewBits(path.Merged.Layout(u)), End: path.Termination{Kind: path.Exit}}
		for _, l := range lines {
			coverage.Bits(p.Covered).Set(l)
		}
		test.Paths = append(test.Paths, p)
	}
	slices.SortFunc(test.Paths, func(a, b path.Path) int { return int(a.Condition) - int(b.Condition) })
	if err := d.WriteTest(test); err != nil {
		t.Fatal(err)
	}
	if err := d.Finish(nil); err != nil {
		t.Fatal(err)
	}
	return d
}
