package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestPlans compares plans of random runs, under random rules and with random configurations that are there already, with all plans.
func TestPlans(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := genTruth(r)
		s, err := memoryStudy(t, x.sets, x.u, &path.Run{Finished: true}, x.tests, Options{Guarantee: interactions.BySuite})
		if err != nil {
			t.Fatal(err)
		}
		sp := s.Space
		allowed := slices.Clone(x.configs)
		var rules []Rule
		for i := range rapid.IntRange(0, 2).Draw(r, "rules") {
			c := rapid.SampledFrom(x.configs).Draw(r, "configuration")
			some := c.Settings()[:rapid.IntRange(1, len(c)).Draw(r, "settings")]
			how := rapid.SampledFrom([]string{"--require", "--forbid", "--constraint"}).Draw(r, "rule")
			text := sp.FormatSettings(some)
			make, keep := s.Require, true
			switch how {
			case "--forbid":
				make, keep = s.Forbid, false
			case "--constraint":
				make = s.Satisfy
				text = strings.ReplaceAll(text, ",", " & ")
			}
			rule, err := make(fmt.Sprint(how, i), text)
			if err != nil {
				r.Fatalf("%s %s: %v", how, text, err)
			}
			rules = append(rules, rule)
			allowed = slices.DeleteFunc(allowed, func(c confspace.Configuration) bool { return c.Satisfies(some) != keep })
		}
		var have []confspace.Configuration
		for range rapid.IntRange(0, 2).Draw(r, "have") {
			have = append(have, rapid.SampledFrom(x.configs).Draw(r, "had"))
		}
		n, err := s.Narrow(rules, have, Options{Guarantee: interactions.BySuite})
		if err != nil || len(allowed) == 0 {
			if err == nil || len(allowed) > 0 {
				r.Fatalf("%v, with %d configurations", err, len(allowed))
			}
			return
		}
		for _, res := range n.Results {
			total := s.Result(res.Criterion).Total
			x.checkPlan(r, n, res, have, allowed, PlanOptions{})
			x.checkPlan(r, n, res, have, allowed, PlanOptions{Max: rapid.IntRange(1, 2).Draw(r, "max")})
			if missing := coveredBy(total, slices.Concat(have, allowed)); missing != coveredBy(total, slices.Concat(have, res.Exact.Configurations())) {
				r.Fatalf("the covering set does not cover %d elements", missing)
			}
		}
	})
}

// checkPlan compares a plan with all choices of as many configurations.
func (x *truth) checkPlan(t *rapid.T, n *Study, r *Result, have, allowed []confspace.Configuration, opts PlanOptions) {
	total := n.whole.Result(r.Criterion).Total
	p, err := n.Plan(r, opts)
	if err != nil {
		t.Fatal(err)
	}
	best := func(size int) int {
		most := 0
		var try func(from int, chosen []confspace.Configuration)
		try = func(from int, chosen []confspace.Configuration) {
			most = max(most, coveredBy(total, slices.Concat(have, chosen)))
			for i := from; i < len(allowed) && len(chosen) < size; i++ {
				try(i+1, append(slices.Clone(chosen), allowed[i]))
			}
		}
		try(0, nil)
		return most
	}
	for _, c := range p.Configurations {
		if !slices.ContainsFunc(allowed, func(a confspace.Configuration) bool { return slices.Equal(a, c) }) {
			t.Fatalf("%s is not allowed", n.Space.FormatConfiguration(c))
		}
	}
	covered := coveredBy(total, slices.Concat(have, p.Configurations))
	if p.Reachable != total.Covered() || p.Had != coveredBy(total, have) || p.Allowed != coveredBy(total, slices.Concat(have, allowed)) || p.Covered != covered {
		t.Fatalf("%+v, of %d: %d there already, %d", p, total.Covered(), coveredBy(total, have), covered)
	}
	if size := len(p.Configurations); size <= 3 {
		if want := best(size); covered != want || p.Most != want {
			t.Fatalf("%d configurations cover %d of at most %d, want %d", size, covered, p.Most, want)
		}
		if opts.Max == 0 && size > 0 && best(size-1) == p.Allowed {
			t.Fatalf("%d configurations are enough", size-1)
		}
	}
}

// TestConflict: contradictory rules are named, others are not.
func TestConflict(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	var rules []Rule
	for _, text := range []string{"a=1", "b=1,size=7", "a=0,c=1"} {
		r, err := s.Require("--require "+text, text)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, r)
	}
	const want = "no configuration satisfies --require a=1 and --require a=0,c=1 together"
	if _, err := s.Narrow(rules, nil, Options{}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := s.Require("--require", "size=700"); err == nil || !strings.Contains(err.Error(), "the domain of size is 0..99") {
		t.Error(err)
	}
}

// TestWritePlans: what people see of plans fits on a screen.
func TestWritePlans(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	show := func(s *Study, opts PlanOptions) {
		var plans []*Plan
		for _, r := range s.Results {
			p, err := s.Plan(r, opts)
			if err != nil {
				t.Fatal(err)
			}
			plans = append(plans, p)
		}
		if err := s.WritePlans(&b, Layout{Width: 80}, plans, false, [][2]string{{"confcov cover-sets out/run --max 3", "the best three"}}); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
		if err := s.Plans(plans).Write(&b, FormatCSV); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	show(s, PlanOptions{})
	show(s, PlanOptions{Max: 1})
	show(s, PlanOptions{Prices: []int64{1, 5, 1, 1, 1}})
	rule, err := s.Forbid("--forbid a=1", "a=1")
	if err != nil {
		t.Fatal(err)
	}
	n, err := s.Narrow([]Rule{rule}, []confspace.Configuration{s.Space.Defaults()}, Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	show(n, PlanOptions{})
	golden(t, "plans.txt", b.Bytes())
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(line); n > 81 && !strings.Contains(line, ",") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// TestEmit: what other tools read.
func TestEmit(t *testing.T) {
	sp := &confspace.Space{
		Options: []confspace.Option{
			{Name: "a-b", Domain: confspace.Bool()},
			{Name: "n", Domain: confspace.Domain{Kind: confspace.DomainRange, Min: -5, Max: 99, Bits: 32, Signed: true}},
			{Name: "mask", Domain: confspace.Domain{Kind: confspace.DomainRange, Min: 0, Max: 511, Bits: 32, Octal: true}, Default: 0o22},
			{Name: "banner", Domain: confspace.StringDomain(true, "", "/etc/banner", "two, words")},
			{Name: "unused", Domain: confspace.Bool()},
		},
		Constraints: []string{"a-b => banner != unset", "!(n < 0 & mask == 63) | banner == \"two, words\""},
	}
	if err := sp.Validate(); err != nil {
		t.Fatal(err)
	}
	m := confspace.NewSets(sp)
	u := &coverage.Universe{}
	for line := range uint32(5) {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: line + 1})
	}
	all := m.String(m.Domain())
	test := exitsOf(t, m, u, "one", path.Merged, all, []int{0})
	for i, cond := range []string{"a-b & n < 0", "banner=unset", "mask in 63,511", `banner="two, words" & n>7`} {
		set, err := m.Parse(cond)
		if err != nil {
			t.Fatal(err)
		}
		test.Paths[0].Partial = append(test.Paths[0].Partial, path.Partial{Condition: m.And(set, m.Domain()), Criterion: coverage.Line, Elements: []uint32{uint32(i + 2)}})
	}
	run := &path.Run{Finished: true, Subject: path.Subject{Name: "my-server", Version: "1.0"}}
	s, err := memoryStudy(t, m, u, run, []*path.Test{test}, Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	var plans []*Plan
	for _, r := range s.Results {
		p, err := s.Plan(r, PlanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, p)
	}
	lines := func(c confspace.Configuration) ([]string, error) {
		return strings.Split(s.Space.FormatSettings(s.Space.Difference(c)), ","), nil
	}
	var b bytes.Buffer
	for _, f := range []struct {
		name string
		emit func() error
	}{
		{"json", func() error { return s.EmitJSON(&b, plans) }},
		{"github", func() error { return s.EmitGitHub(&b, plans, lines) }},
		{"pict", func() error { return s.EmitPICT(&b) }},
		{"acts", func() error { return s.EmitACTS(&b) }},
	} {
		b.Reset()
		if err := f.emit(); err != nil {
			t.Fatal(err)
		}
		golden(t, "emit."+f.name, b.Bytes())
	}
}
