package explore

// This file checks merging everywhere against no merging at all, on random programs: under every configuration
// a program ends alike, is warned of alike, writes the same and covers the same elements of all four criteria.

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

var (
	sketches       = flag.Int("sketches", 12, "how many random programs are explored with and without merging")
	firstSeed      = flag.Uint64("sketch", 0, "the seed of the first one")
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

// TestMergesCases explores the programs of testdata/share, whose answers have not always been the same. The first line of each has its
// options, which are symbolic once ready has returned.
func TestMergesCases(t *testing.T) {
	files, err := filepath.Glob("testdata/share/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, _, _ := strings.Cut(strings.TrimPrefix(string(source), "/* "), " */")
			space := &confspace.Space{}
			for _, o := range strings.Split(head, "; ") {
				name, domain, _ := strings.Cut(o, " ")
				space.Options = append(space.Options, optionOf(name, domain))
			}
			for _, mode := range path.Modes() {
				prog, s := sketchOf(t, string(source), spec{opt: Options{Space: space, Mode: mode}})
				for seed := range uint64(3) {
					d, log := mergesAlike(t, prog, s, seed)
					t.Log(log)
					if d != "" {
						t.Errorf("%s, seed %d: %s", mode, seed, d)
					}
				}
			}
		})
	}
}

// optionOf returns an option of that domain.
func optionOf(name, domain string) confspace.Option {
	d, err := confspace.ParseDomain(domain, 32, true)
	if err != nil {
		panic(err)
	}
	o := confspace.Option{Name: name, Object: name, Domain: d}
	if !d.Contains(0) {
		o.Default, _ = d.Bounds()
	}
	return o
}

// differenceOf explores sk with and without merging and returns a difference, "" for none.
func differenceOf(t *testing.T, sk *sketch, mode path.Mode, seed uint64) string {
	prog, s := sketchOf(t, sk.String(), spec{opt: Options{Space: sk.space, Mode: mode}, large: sk.large})
	d, log := mergesAlike(t, prog, s, seed)
	sk.log = fmt.Sprintf("seed %d, %s: %s", seed, mode, log)
	return d
}

// sketchOf makes a program ready whose options are symbolic once ready has returned, and completes what is to be explored.
func sketchOf(t *testing.T, source string, s spec) (*Program, spec) {
	s.opt.Points = []Point{{Function: "ready", Return: true}}
	s.opt.Limits = Limits{PathSteps: 300_000}
	s.test = Test{Name: "sketch", Env: []string{"LANG=C"}}
	return loadC(t, "sketch.c", []byte(source), s), s
}

// mergesAlike explores a program with every kind of merging and returns a difference to none, "" if there is none; log says what it
// took. What else differs depends on the seed.
func mergesAlike(t *testing.T, prog *Program, s spec, seed uint64) (difference, log string) {
	s.opt.Merge = MergeOff
	want := accountsOf(t, prog, s)
	log = fmt.Sprintf("%d configurations, %d paths", len(want.by), want.paths)
	if len(want.limits) > 0 {
		log += fmt.Sprint(", ", want.limits)
		if seed%4 == 2 { // ways are longer
			return "", log
		}
	}
	s.opt.SlowOnly, s.opt.NoShortcuts = seed%8 == 1, seed%4 == 2
	if seed%3 == 0 { // most values are too large for choices
		defer func(l expr.Limits) { expr.DefaultLimits = l }(expr.DefaultLimits)
		expr.DefaultLimits = expr.Limits{Nodes: 2 + int(seed%16), Symbolic: 2}
	}
	for _, s.opt.Merge = range []Merge{MergeData, MergeAll} {
		got := accountsOf(t, prog, s)
		log += fmt.Sprintf(", %d with --merge %v", got.paths, s.opt.Merge)
		if s.large && slices.ContainsFunc(got.limits, func(l path.Limit) bool { return l.Kind == path.LimitSolverUnknown }) { // there is no solver
			return "", log + fmt.Sprint(", ", got.limits)
		}
		if d := want.difference(got, prog, s.opt.Space); d != "" {
			return strings.Replace(d, ":", fmt.Sprintf(" with --merge %v:", s.opt.Merge), 1), log
		}
	}
	if s.large { // a concrete address that is far off is taken for another object's
		return "", log
	}
	return want.alone(t, prog, s, seed), log
}

// alone runs the program under a few configurations each and returns a difference, "" for none.
func (a *accounts) alone(t *testing.T, prog *Program, s spec, seed uint64) string {
	s.opt.Merge = MergeOff
	r := rand.New(rand.NewPCG(seed, 1))
	for range min(3, len(a.all)) {
		i := r.IntN(len(a.all))
		one := *a
		one.all, one.by = a.all[i:i+1], a.by[i:i+1]
		s.opt.Configuration = a.all[i]
		if d := one.difference(accountsOf(t, prog, s), prog, s.opt.Space); d != "" {
			return strings.Replace(d, ":", " alone:", 1)
		}
	}
	return ""
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
func accountsOf(t *testing.T, prog *Program, s spec) *accounts {
	t.Helper()
	var written []func(confspace.Configuration) []byte
	s.opt.Written = func(at func(confspace.Configuration) []byte) { written = append(written, at) }
	res, err := Run(context.Background(), prog, s.test, s.opt)
	if err != nil {
		t.Fatal(err)
	}
	out := &accounts{paths: len(res.Test.Paths), limits: res.Test.Limits, layout: s.opt.Mode.Layout(prog.Universe)}
	switch {
	case s.opt.Configuration != nil:
		out.all = []confspace.Configuration{s.opt.Configuration}
	case s.large:
		out.all = someOf(s.opt.Space)
	default:
		out.all = newBrute(res.Builder, res.Test.Sets).(*brute).all
	}
	for _, c := range out.all {
		var own []int
		for i := range res.Test.Paths {
			if res.Test.Sets.Contains(res.Test.Paths[i].Condition, c) {
				own = append(own, i)
			}
		}
		if len(own) == 0 && s.drops {
			out.by = append(out.by, account{end: "no path"})
			continue
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

// someOf returns some configurations of a large space: those of every option's least values, of its greatest ones, and random ones.
func someOf(space *confspace.Space) []confspace.Configuration {
	var out []confspace.Configuration
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		c := confspace.Configuration{}
		for i := range space.Options {
			d := &space.Options[i].Domain
			lo, hi := d.Bounds()
			v := lo + int64(r.Uint64N(uint64(hi-lo)/2+1)) + int64(r.Uint64N(uint64(hi-lo)/2+1))
			switch r.IntN(4) {
			case 0:
				v = lo + r.Int64N(16)
			case 1:
				v = hi - r.Int64N(16)
			case 2:
				v = r.Int64N(32) - 4
			}
			if !d.Contains(v) {
				v = lo
			}
			c = append(c, v)
		}
		out = append(out, c)
	}
	return out
}

// endOf describes how a path ends.
func endOf(p *path.Path) string {
	end := fmt.Sprintf("%s %d %s", p.End.Kind, p.End.Code, p.End.Message)
	if p.End.Kind != path.Exit {
		end += fmt.Sprint(p.End.Stack)
	}
	return end
}

// notesOf describes what a path was warned of.
func notesOf(p *path.Path) string {
	lines := []string{}
	for _, n := range p.Notes {
		lines = append(lines, fmt.Sprintf("%s %s at %s", n.Kind, n.Message, n.At))
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	return strings.Join(lines, "\n")
}

// difference returns the first one, "" for none.
func (a *accounts) difference(b *accounts, prog *Program, space *confspace.Space) string {
	if len(b.limits) > 0 && len(a.limits) == 0 {
		return fmt.Sprintf("limits: %v", b.limits)
	}
	if a.broken != "" || b.broken != "" {
		return "configurations: " + a.broken + b.broken
	}
	for i := range a.by {
		x, y, c := &a.by[i], &b.by[i], space.FormatConfiguration(a.all[i])
		if strings.HasPrefix(x.end, path.Budget.String()+" ") { // where a way that is too long stops is no matter of the program
			continue
		}
		switch {
		case !sameOffsets(x.end, y.end):
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

// offsets is how a message gives an access's offset, or its bounds in the configurations of the path.
var offsets = regexp.MustCompile(`at offsets? (?:from )?(-?[0-9]+)(?: to (-?[0-9]+))?`)

// sameOffsets reports whether messages are the same, where one configuration's offset can be within the bounds of both.
func sameOffsets(x, y string) bool {
	bounds := func(text string) (lo, hi int) {
		m := offsets.FindStringSubmatch(text)
		if m == nil {
			return 0, 0
		}
		lo, _ = strconv.Atoi(m[1])
		hi, _ = strconv.Atoi(cmp.Or(m[2], m[1]))
		return lo, hi
	}
	a, b := bounds(x)
	c, d := bounds(y)
	return max(a, c) <= min(b, d) && offsets.ReplaceAllString(x, "") == offsets.ReplaceAllString(y, "")
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
