package reports

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// covers returns the names of the elements of a criterion that a configuration covers, path by path.
func (x *truth) covers(c coverage.Criterion, mode path.Mode, conf confspace.Configuration) map[string]bool {
	found := map[string]bool{}
	for _, test := range x.tests {
		if test.Mode != mode {
			continue
		}
		l := mode.Layout(x.u)
		for i := range test.Paths {
			p := &test.Paths[i]
			if !x.sets.Contains(p.Condition, conf) {
				continue
			}
			coverage.Bits(p.Covered).Each(func(bit int) {
				if cr, id := l.At(bit); cr == c {
					found[x.u.Element(c, id).Name()] = true
				}
			})
			for _, part := range p.Partial {
				if part.Criterion == c && x.sets.Contains(part.Condition, conf) {
					for _, id := range part.Elements {
						found[x.u.Element(c, id).Name()] = true
					}
				}
			}
		}
	}
	return found
}

// brute is what configurations cover, element by element, in all criteria of a study.
type brute struct{ all []map[string]bool }

func (x *truth) brute(s *Study, configs []confspace.Configuration) *brute {
	b := &brute{}
	for _, c := range configs {
		one := map[string]bool{}
		for _, r := range s.Results {
			for name := range x.covers(r.Criterion, r.Mode, c) {
				one[r.Criterion.String()+" "+name] = true
			}
		}
		b.all = append(b.all, one)
	}
	return b
}

// reached returns what the chosen configurations cover.
func (b *brute) reached(chosen func(i int) bool) map[string]bool {
	found := map[string]bool{}
	for i, one := range b.all {
		if chosen(i) {
			for name := range one {
				found[name] = true
			}
		}
	}
	return found
}

func countOf(names map[string]bool, c coverage.Criterion) (n int) {
	for name := range names {
		if strings.HasPrefix(name, c.String()+" ") {
			n++
		}
	}
	return n
}

// TestGapIsBruteForce compares gaps with what the configurations cover one by one, and what every choice of them does.
func TestGapIsBruteForce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := genTruth(r)
		s, err := memoryStudy(t, x.sets, x.u, &path.Run{Finished: true}, x.tests, Options{NoInter: true})
		if err != nil {
			t.Fatal(err)
		}
		var tested []Tested
		var configs []confspace.Configuration
		for i := range rapid.IntRange(0, 5).Draw(r, "tested") {
			c := rapid.SampledFrom(x.configs).Draw(r, "configuration")
			tested, configs = append(tested, Tested{fmt.Sprint(i), c}), append(configs, c)
		}
		g := s.Gap(tested, nil)
		b, every := x.brute(s, configs), x.brute(s, x.configs)
		all := func(int) bool { return true }
		for j, res := range s.Results {
			if want := countOf(b.reached(all), res.Criterion); g.Reached[j] != want {
				r.Fatalf("%s: %d reached, want %d", res.Criterion, g.Reached[j], want)
			}
			for i := range tested {
				one, others := b.reached(func(k int) bool { return k == i }), b.reached(func(k int) bool { return k != i })
				if want := countOf(one, res.Criterion); g.Each[i][j] != want {
					r.Fatalf("%d %s: %d reached, want %d", i, res.Criterion, g.Each[i][j], want)
				}
				if want := countOf(b.reached(all), res.Criterion) - countOf(others, res.Criterion); g.Alone[i][j] != want {
					r.Fatalf("%d %s: %d alone, want %d", i, res.Criterion, g.Alone[i][j], want)
				}
			}
		}
		checkSpares(r, g, b)
		x.checkNext(r, g, s, configs, len(every.reached(all)))
	})
}

// checkSpares checks that as many configurations are superfluous as can be left out together, and that exactly those are named of which each can be left out.
func checkSpares(r *rapid.T, g *Gap, b *brute) {
	n := len(b.all)
	full := len(b.reached(func(int) bool { return true }))
	most := 0
	for out := range 1 << n {
		if len(b.reached(func(i int) bool { return out>>i&1 == 0 })) == full {
			most = max(most, bits.OnesCount(uint(out)))
		}
	}
	var out, named []int
	for _, s := range g.Spares {
		out, named = append(out, s.Out...), append(append(named, s.Out...), s.Or...)
	}
	if len(out) != most {
		r.Fatalf("%v can be left out, of %d %d", out, n, most)
	}
	if len(b.reached(func(i int) bool { return !slices.Contains(out, i) })) != full {
		r.Fatalf("without %v less is reached", out)
	}
	for i := range n {
		can := len(b.reached(func(k int) bool { return k != i })) == full
		if can != slices.Contains(named, i) {
			r.Fatalf("%d can be left out: %v; superfluous are %v", i, can, g.Spares)
		}
	}
}

// checkNext checks what is added, and that then all is reached.
func (x *truth) checkNext(r *rapid.T, g *Gap, s *Study, configs []confspace.Configuration, most int) {
	for k, add := range g.Next {
		before := x.brute(s, configs).reached(func(int) bool { return true })
		configs = append(configs, add.Configuration)
		after := x.brute(s, configs).reached(func(int) bool { return true })
		sum := 0
		for j, res := range s.Results {
			if want := countOf(after, res.Criterion) - countOf(before, res.Criterion); add.Adds[j] != want {
				r.Fatalf("%d adds %d of %s, want %d", k, add.Adds[j], res.Criterion, want)
			}
			sum += add.Adds[j]
		}
		if sum == 0 {
			r.Fatalf("%d adds nothing", k)
		}
	}
	if n := len(x.brute(s, configs).reached(func(int) bool { return true })); n != most || slices.Max(append(g.Left, 0)) > 0 {
		r.Fatalf("%d reached with all that is added, of %d, left %v", n, most, g.Left)
	}
}

// TestGapText: one screen of 80 columns, a comment, and ties.
func TestGapText(t *testing.T) {
	s, err := Load(exampleRun(t), Options{NoInter: true})
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) confspace.Configuration {
		settings, err := s.Space.ParseSettings(text)
		if err != nil {
			t.Fatal(err)
		}
		return s.Space.Defaults().With(settings)
	}
	g := s.Gap([]Tested{{"ci/a.conf", parse("a=1")}, {"ci/copy.conf", parse("a=1,b=1")}, {"ci/none.conf", parse("")}}, []string{`ci/a.conf:3: unknown option "aa"`, "b", "c", "d", "e"})
	var text, all, comment bytes.Buffer
	for _, err := range []error{g.Text(&text, Layout{Width: 80}, false, nil), g.Text(&all, Layout{Width: 80}, true, nil), g.Markdown(&comment)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "gap.txt", text.Bytes())
	golden(t, "gap-all.txt", all.Bytes())
	golden(t, "gap.md", comment.Bytes())
	if got := g.Under(95); len(got) != 1 || got[0] != "20.0% of the lines" {
		t.Errorf("under 95: %v", got)
	}
	if got := g.Under(20); slices.Contains(got, "20.0% of the lines") {
		t.Error("20 is less than 20")
	}
}

// TestGapBounds: what is said of an incomplete run holds for the complete one.
func TestGapBounds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := genTruth(r)
		run := &path.Run{Finished: true}
		want, err := memoryStudy(t, x.sets, x.u, run, x.tests, Options{NoInter: true})
		if err != nil {
			t.Fatal(err)
		}
		var tests []*path.Test
		for _, of := range x.tests {
			tests = append(tests, x.genSeen(r, of))
		}
		s, err := memoryStudy(t, x.sets, x.u, run, tests, Options{NoInter: true})
		if err != nil {
			t.Fatal(err)
		}
		var tested []Tested
		for i := range rapid.IntRange(0, 4).Draw(r, "tested") {
			tested = append(tested, Tested{fmt.Sprint(i), rapid.SampledFrom(x.configs).Draw(r, "configuration")})
		}
		seen, exact := s.Gap(tested, nil), want.Gap(tested, nil)
		compareTables(r, seen.counts(), exact.counts(), 1, nil)
		keys := func(g *Gap) *Table { // superfluous is not a number
			each := g.each()
			for i := range each.Rows {
				each.Rows[i][2] = each.Rows[i][1]
			}
			return each
		}
		compareTables(r, keys(seen), keys(exact), 3, nil)
	})
}
