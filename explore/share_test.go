package explore

// This file checks merging everywhere against no merging at all, on random programs: under every configuration
// a program ends alike, is warned of alike, writes the same and covers the same elements of all four criteria.

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

var (
	sketches       = flag.Int("sketches", 12, "how many random programs are explored with and without merging")
	firstSeed      = flag.Uint64("sketch", 29, "the seed of the first one")
	reduceSketches = flag.Bool("reduce-sketches", false, "make random programs smaller for which there are differences")
	sketchSize     = flag.Int("configurations", 300, "how many configurations a random program may have")
)

// TestMergesSoundly explores random programs in both lowerings.
func TestMergesSoundly(t *testing.T) {
	need.Slow(t)
	for i := range uint64(*sketches) {
		seed := *firstSeed + i
		sk := draw(seed, *sketchSize)
		for _, mode := range path.Modes() {
			d := differenceOf(t, sk, mode, seed)
			t.Log(sk.log)
			if d == "" {
				continue
			}
			if *reduceSketches {
				kind, _, _ := strings.Cut(d, ":")
				sk.reduce(func() bool { return strings.HasPrefix(differenceOf(t, sk, mode, seed), kind+":") })
				d = differenceOf(t, sk, mode, seed)
			}
			t.Errorf("seed %d, %s: %s\n%s", seed, mode, d, sk)
			break
		}
	}
}

// differenceOf explores sk with and without merging and returns a difference, "" for none.
func differenceOf(t *testing.T, sk *sketch, mode path.Mode, seed uint64) string {
	points := []Point{{Function: "ready", Return: true}}
	opt := Options{Space: sk.space, Points: points, Mode: mode, Limits: Limits{PathSteps: 300_000}}
	prog := loadC(t, "sketch.c", []byte(sk.String()), spec{opt: opt})
	opt.Merge = MergeOff
	want := accountsOf(t, prog, opt)
	if len(want.limits) > 0 { // where a way that is too long stops is no matter of the program
		return ""
	}
	opt.Merge = MergeAll
	opt.SlowOnly, opt.NoShortcuts = seed%8 == 1, seed%4 == 2
	got := accountsOf(t, prog, opt)
	sk.log = fmt.Sprintf("seed %d, %s: %d configurations, %d paths, %d with merging", seed, mode, len(want.by), want.paths, got.paths)
	return want.difference(got, prog, sk.space)
}

// account is what is observed under one configuration.
type account struct {
	end, notes, output string
	covered            coverage.Bits
}

// accounts are those of an exploration.
type accounts struct {
	paths  int
	layout coverage.Layout
	all    []confspace.Configuration
	by     []account
	broken string // a configuration that does not take one path
	limits []path.Limit
}

// accountsOf explores a program.
func accountsOf(t *testing.T, prog *Program, opt Options) *accounts {
	t.Helper()
	var written []func(confspace.Configuration) []byte
	opt.Written = func(at func(confspace.Configuration) []byte) { written = append(written, at) }
	res, err := Run(context.Background(), prog, Test{Name: "sketch", Env: []string{"LANG=C"}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	out := &accounts{paths: len(res.Test.Paths), limits: res.Test.Limits, layout: opt.Mode.Layout(prog.Universe)}
	out.all = newBrute(res.Builder, res.Test.Sets).(*brute).all
	for _, c := range out.all {
		var own []int
		for i := range res.Test.Paths {
			if res.Test.Sets.Contains(res.Test.Paths[i].Condition, c) {
				own = append(own, i)
			}
		}
		if len(own) != 1 {
			out.broken = fmt.Sprintf("%v takes %d paths", c, len(own))
			return out
		}
		p := &res.Test.Paths[own[0]]
		out.by = append(out.by, account{endOf(p), notesOf(p), string(written[own[0]](c)), covered(res, out.layout, p, c)})
	}
	return out
}

// heapBlock is how a message describes a heap block: one that several ways have allocated, at places and in sizes of their own, is
// described as one of them made it.
var heapBlock = regexp.MustCompile(`[0-9]+-byte heap block, allocated at [^ ,\[]*`)

// endOf describes how a path ends.
func endOf(p *path.Path) string {
	end := fmt.Sprintf("%s %d %s", p.End.Kind, p.End.Code, heapBlock.ReplaceAllString(p.End.Message, "heap block"))
	if p.End.Kind != path.Exit {
		end += fmt.Sprint(p.End.Stack)
	}
	return end
}

// notesOf describes what a path was warned of.
func notesOf(p *path.Path) string {
	lines := []string{}
	for _, n := range p.Notes {
		lines = append(lines, fmt.Sprintf("%s %s at %s", n.Kind, heapBlock.ReplaceAllString(n.Message, "heap block"), n.At))
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	return strings.Join(lines, "\n")
}

// difference returns the first one, "" for none.
func (a *accounts) difference(b *accounts, prog *Program, space *confspace.Space) string {
	if len(b.limits) > 0 {
		return fmt.Sprintf("limits: %v", b.limits)
	}
	if a.broken != "" || b.broken != "" {
		return "configurations: " + a.broken + b.broken
	}
	for i := range a.by {
		x, y, c := &a.by[i], &b.by[i], space.FormatConfiguration(a.all[i])
		switch {
		case x.end != y.end:
			return fmt.Sprintf("ends: under %s\n%s\nmerged\n%s", c, x.end, y.end)
		case x.notes != y.notes:
			return fmt.Sprintf("notes: under %s\n%s\nmerged\n%s", c, x.notes, y.notes)
		case x.output != y.output:
			return fmt.Sprintf("output: under %s\n%q\nmerged\n%q", c, x.output, y.output)
		}
		for bit := range a.layout.Size() {
			if x.covered.Has(bit) != y.covered.Has(bit) {
				crit, id := a.layout.At(bit)
				return fmt.Sprintf("coverage: under %s: %s %v, merged %v", c, prog.Universe.Element(crit, id).Name(), x.covered.Has(bit), y.covered.Has(bit))
			}
		}
	}
	return ""
}

// reduce removes statements for as long as the program fails.
func (s *sketch) reduce(fails func() bool) {
	for again := true; again; {
		again = false
		for _, p := range slices.Backward(s.parts[:]) {
			for i := range p.arms {
				again = reduceBody(&p.arms[i].body, fails) || again
			}
		}
	}
}

// movable reports whether the statements of an arm mean something elsewhere.
func (a arm) movable() bool {
	var b strings.Builder
	for _, s := range a.body {
		s.print(&b, "")
	}
	return b.Len() > 0 && !slices.ContainsFunc([]string{"break;", "continue;", "fds["}, func(word string) bool {
		return strings.Contains(b.String(), word)
	})
}

// reduceBody removes statements of a body, or puts what is in them into their place.
func reduceBody(body *[]*snippet, fails func() bool) bool {
	any := false
	try := func(next []*snippet) bool {
		old := *body
		if *body = next; !fails() {
			*body = old
			return false
		}
		any = true
		return true
	}
	for size := len(*body); size > 0; size /= 2 {
		for i := len(*body) - size; i >= 0; i -= size {
			try(slices.Delete(slices.Clone(*body), i, i+size))
		}
	}
	for i := len(*body) - 1; i >= 0; i-- {
		old := *body
		s := old[i]
		replaced := false
		for k := range s.arms {
			if !replaced && s.arms[k].movable() {
				replaced = try(slices.Concat(old[:i:i], s.arms[k].body, old[i+1:]))
			}
		}
		for k := len(s.arms) - 1; k >= 0 && !replaced; k-- {
			any = reduceBody(&s.arms[k].body, fails) || any
		}
	}
	return any
}
