package explore

// This file runs the programs of testdata. Each file has a program, in the textual IR
// (program.ir) or in C without a library (program.c), what to explore (test), and what
// must come out (want). With CONFCOV_UPDATE=1 the latter is written.

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/searcher"
	"github.com/confcov/confcov/subjects/confspace"
)

// update: what came out is written into testdata.
var update = os.Getenv("CONFCOV_UPDATE") != ""

// spec is what the section "test" says.
type spec struct {
	test  Test
	opt   Options
	large bool // the space is too large for brute force
	drops bool // the program assumes something: other configurations take no path
}

// parseSpec reads lines: "option NAME DOMAIN [OBJECT]", "point FUNCTION [return]",
// "merge off", "mode expanded", "large", "limit paths|steps N", "args A...".
func parseSpec(t *testing.T, name, text string) spec {
	s := spec{test: Test{Name: name}, opt: Options{Space: &confspace.Space{}, Mode: path.Merged}}
	for _, l := range strings.Split(text, "\n") {
		f := strings.Fields(l)
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		switch f[0] {
		case "option":
			bits := 32
			if len(f) > 4 {
				fmt.Sscan(f[4], &bits)
			}
			d, err := confspace.ParseDomain(f[2], uint8(bits), true)
			if err != nil {
				t.Fatal(err)
			}
			o := confspace.Option{Name: f[1], Domain: d}
			if len(f) > 3 {
				o.Object = f[3]
			}
			lo, _ := d.Bounds()
			o.Default = lo
			s.opt.Space.Options = append(s.opt.Space.Options, o)
		case "point":
			s.opt.Points = append(s.opt.Points, Point{Function: f[1], Return: len(f) > 2})
		case "large":
			s.large = true
		case "merge":
			s.opt.Merge, _ = ParseMerge(f[1])
		case "mode":
			s.opt.Mode = path.Expanded
		case "limit":
			var n int64
			fmt.Sscan(f[2], &n)
			if f[1] == "paths" {
				s.opt.Limits.Paths = n
			} else {
				s.opt.Limits.PathSteps = n
			}
		default:
			t.Fatalf("test section: unknown line %q", l)
		}
	}
	return s
}

// loadIR makes the program of the textual IR ready.
func loadIR(t testing.TB, name, text string, s spec) *Program {
	p, err := ir.ParseProgram(name, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.VerifyProgram(p); err != nil {
		t.Fatal(err)
	}
	u := universe(t, p, s.opt.Mode)
	prog, err := Load(p, u, s.opt.Points)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

func universe(t testing.TB, p *ir.Program, m path.Mode) *coverage.Universe {
	u, err := NewUniverse(map[path.Mode]*ir.Program{cmp.Or(m, path.Merged): p})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// report prints a result.
func report(prog *Program, res *Result, m path.Mode) string {
	var b strings.Builder
	lay := m.Layout(prog.Universe)
	names := func(bits coverage.Bits) string {
		var out []string
		bits.Each(func(i int) {
			c, id := lay.At(i)
			if c == coverage.Line || c == coverage.Outcome {
				out = append(out, short(prog.Universe.Element(c, id)))
			}
		})
		return strings.Join(out, " ")
	}
	for i := range res.Test.Paths {
		p := &res.Test.Paths[i]
		fmt.Fprintf(&b, "path %s: %s", res.Test.Sets.String(p.Condition), p.End.Kind)
		if p.End.Kind == path.Exit || p.End.Kind == path.Signal {
			fmt.Fprintf(&b, " %d", p.End.Code)
		}
		if p.End.Message != "" {
			fmt.Fprintf(&b, ": %s", p.End.Message)
		}
		if p.End.Kind != path.Exit && len(p.End.Stack) > 0 {
			fmt.Fprintf(&b, " at %s", p.End.Stack[0])
		}
		fmt.Fprintf(&b, "\n  covers %s\n", names(p.Covered))
		for _, q := range p.Partial {
			if q.Criterion == coverage.Line || q.Criterion == coverage.Outcome {
				var out []string
				for _, id := range q.Elements {
					out = append(out, short(prog.Universe.Element(q.Criterion, id)))
				}
				fmt.Fprintf(&b, "  partly %s: %s\n", res.Test.Sets.String(q.Condition), strings.Join(out, " "))
			}
		}
		for _, n := range p.Notes {
			fmt.Fprintf(&b, "  note %s: %s\n", n.Kind, n.Message)
		}
	}
	c := res.Test.Counts
	fmt.Fprintf(&b, "forks %d, merges %d, unmerged %d, steps %d\n", c["forks"], c["merges"], c["unmerged"], c["steps"])
	for _, l := range res.Test.Limits {
		fmt.Fprintf(&b, "limit %s\n", l)
	}
	return b.String()
}

// short names a line by its number, an outcome by line and detail.
func short(e *coverage.Element) string {
	if e.Criterion == coverage.Line {
		return fmt.Sprint(e.Line)
	}
	return fmt.Sprintf("%d:%s", e.Line, strings.ReplaceAll(e.Detail, " ", ""))
}

func TestPrograms(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { testProgram(t, file) })
	}
}

func testProgram(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	section := func(name string) *txtar.File {
		i := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == name })
		if i < 0 && name != "want" {
			return &txtar.File{}
		}
		if i < 0 {
			ar.Files = append(ar.Files, txtar.File{Name: name})
			i = len(ar.Files) - 1
		}
		return &ar.Files[i]
	}
	s := parseSpec(t, filepath.Base(file), string(section("test").Data))
	var prog *Program
	if src := section("program.c").Data; len(src) > 0 {
		prog = loadAlone(t, src, s)
	} else {
		prog = loadIR(t, file, string(section("program.ir").Data), s)
	}
	var got string
	for _, how := range []string{"", "with the slow path alone", "with brute force"} {
		s.opt.SlowOnly = how == "with the slow path alone"
		s.opt.NewDecider = nil
		if how == "with brute force" {
			if s.large {
				continue
			}
			s.opt.NewDecider = newBrute
		}
		res, err := Run(context.Background(), prog, s.test, s.opt)
		if err != nil {
			t.Fatal(err)
		}
		checkDisjoint(t, res)
		out := report(prog, res, s.opt.Mode)
		if how == "" {
			got = out
		} else if out != got {
			t.Errorf("%s something else comes out:\n%s\nnot:\n%s", how, out, got)
		}
	}
	if s.opt.Limits == (Limits{}) {
		checkOrder(t, prog, s, got)
		s := s
		s.opt.NewDecider = nil
		s.drops = slices.ContainsFunc(ar.Files, func(f txtar.File) bool { return bytes.Contains(f.Data, []byte("confcov_assume")) })
		for seed := range uint64(3) {
			if d, log := mergesAlike(t, prog, s, seed); d != "" {
				t.Errorf("%s (%s)", d, log)
			}
		}
	}
	want := section("want")
	if string(want.Data) == got {
		return
	}
	if update {
		want.Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("got:\n%s\nwant:\n%s", got, bytes.TrimSpace(want.Data))
}

// checkOrder checks that the order in which states are executed does not matter.
func checkOrder(t *testing.T, prog *Program, s spec, want string) {
	sorted := func(report string) string {
		paths := strings.Split(report, "path ")
		slices.Sort(paths[1:])
		for i := range paths {
			paths[i], _, _ = strings.Cut(paths[i], "forks ")
		}
		return strings.Join(paths, "path ")
	}
	for _, name := range searcher.Names() {
		opt := s.opt
		opt.NewDecider, opt.Searcher, opt.Seed = nil, name, 3
		res, err := Run(context.Background(), prog, s.test, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := sorted(report(prog, res, opt.Mode)); got != sorted(want) {
			t.Errorf("searcher %s finds other paths:\n%s\nnot:\n%s", name, got, sorted(want))
		}
	}
}

// checkDisjoint checks that no configuration takes two paths.
func checkDisjoint(t *testing.T, res *Result) {
	sets := res.Test.Sets
	union := confspace.Empty
	for i := range res.Test.Paths {
		c := res.Test.Paths[i].Condition
		if !sets.Disjoint(union, c) {
			t.Errorf("path %d overlaps with an earlier one", i)
		}
		union = sets.Or(union, c)
	}
}
