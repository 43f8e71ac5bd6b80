package explore

// This file runs random programs whose options decide what they allocate, free and write, with ways merged and not: in each
// configuration they end in the same way, with the same message and warnings.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// heapProgram writes a program with so many options and statements.
type heapProgram struct {
	r       *rand.Rand
	b       strings.Builder
	options int
}

func (g *heapProgram) line(depth int, format string, args ...any) {
	fmt.Fprintf(&g.b, strings.Repeat("  ", depth)+format+"\n", args...)
}

func (g *heapProgram) pointer() string { return fmt.Sprintf("p[%d]", g.r.IntN(3)) }

// write writes the program.
func (g *heapProgram) write(statements int) string {
	g.line(0, "#include <stdlib.h>\n#include <string.h>")
	for k := range g.options {
		g.line(0, "int o%d;", k)
	}
	g.line(0, "static int *p[3], sum = 1, many;")
	g.line(0, "static int *get(int n) { return malloc(n * sizeof(int)); }")
	g.line(0, "static void put(int *q, int v) { int x; int *a = v & 1 ? &x : q; if (!q) return; x = 1; *a = v; if (o0) return; sum += *a; }")
	g.line(0, "int main(void) {\n  int k;\n  for (k = 0; k < 3; k++)\n    p[k] = calloc(2, sizeof(int));")
	for range statements {
		g.statement(1)
	}
	g.line(0, "  for (k = 0; k < 3; k++)\n    if (p[k])\n      sum += *p[k];\n  return sum & 63;\n}")
	return g.b.String()
}

func (g *heapProgram) statement(depth int) {
	if depth < 4 && g.r.IntN(5) < 3 {
		switch g.r.IntN(4) {
		case 0:
			g.line(depth, "if (o%d && o%d) {", g.r.IntN(g.options), g.r.IntN(g.options))
		case 1:
			g.line(depth, "for (many = 0; many < 1 + o%d; many++) {", g.r.IntN(g.options))
			g.statement(4)
			g.line(depth, "}")
			return
		default:
			g.line(depth, "if (%so%d) {", []string{"", "!"}[g.r.IntN(2)], g.r.IntN(g.options))
		}
		for range 1 + g.r.IntN(2) {
			g.statement(depth + 1)
		}
		g.line(depth, "}")
		return
	}
	p, q := g.pointer(), g.pointer()
	switch g.r.IntN(11) {
	case 0, 1:
		g.line(depth, "%s = get(%d);", p, 1+g.r.IntN(3))
	case 2:
		g.line(depth, "%s = calloc(2, sizeof(int));", p)
	case 3:
		g.line(depth, "if (%s) { free(%s); %s = 0; }", p, p, p)
	case 4:
		g.line(depth, "if (%s && sum %% 5 == 0) free(%s);", p, p)
	case 5, 6:
		g.line(depth, "put(%s, %d);", p, g.r.IntN(20))
	case 7:
		g.line(depth, "if (%s) sum = sum * 3 + *%s;", p, p)
	case 8:
		g.line(depth, "%s = realloc(%s, %d * sizeof(int));", p, p, 1+g.r.IntN(3))
	case 9:
		g.line(depth, "%s = %s;", p, q)
	default:
		g.line(depth, "if (%s && %s != %s) memcpy(%s, %s, sizeof(int));", p, p, q, p, "p"+q[1:])
	}
}

func TestMergedHeap(t *testing.T) {
	seeds := 40
	if testing.Short() {
		seeds = 6
	}
	if s := os.Getenv("CONFCOV_SEEDS"); s != "" {
		fmt.Sscan(s, &seeds)
	}
	offsets := regexp.MustCompile(`offset -?\d+|offsets from -?\d+ to -?\d+`)
	var errors, paths, merged int
	for seed := range seeds {
		g := &heapProgram{r: rand.New(rand.NewPCG(uint64(seed), 7)), options: 4}
		src := g.write(12)
		dir, _ := filepath.Abs("testdata/c")
		sp := &confspace.Space{}
		for k := range g.options {
			sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprintf("o%d", k), Object: fmt.Sprintf("o%d", k), Domain: confspace.Bool()})
		}
		points := []Point{{Function: "main"}}
		linked := linkC(t, filepath.Join(dir, "heap.c"), []byte(src), frontend.Options{})
		prog, err := Load(linked, universe(t, linked, path.Merged), points)
		if err != nil {
			t.Fatal(err)
		}
		// seen says what happens in a configuration.
		seen := func(res *Result, c confspace.Configuration) (s string) {
			for i := range res.Test.Paths {
				p := &res.Test.Paths[i]
				if !res.Test.Sets.Contains(p.Condition, c) {
					continue
				}
				s += fmt.Sprintf("%v %d %s", p.End.Kind, p.End.Code, offsets.ReplaceAllString(p.End.Message, "offset"))
				var notes []string
				for _, n := range p.Notes {
					notes = append(notes, fmt.Sprintf("\n  %v %s at %v", n.Kind, n.Message, n.At))
				}
				slices.Sort(notes)
				s += strings.Join(notes, "") + "\n"
				if p.End.Kind != path.Exit {
					errors++
				}
			}
			return s
		}
		var results []*Result
		for _, merge := range []Merge{MergeOff, MergeAll} {
			test := Test{Name: "heap", Args: []string{"heap"}, World: kernel.World{}}
			res, err := Run(context.Background(), prog, test, Options{Space: sp, Points: points, Merge: merge, Limits: Limits{PathSteps: 1_000_000}})
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, res)
		}
		paths += len(results[0].Test.Paths)
		merged += len(results[1].Test.Paths)
		for k := range 1 << g.options {
			c := make(confspace.Configuration, g.options)
			for i := range c {
				c[i] = int64(k >> i & 1)
			}
			if want, got := seen(results[0], c), seen(results[1], c); got != want {
				t.Fatalf("seed %d, configuration %v:\n%s\nwhere ways are not merged\n%s\n%s", seed, c, got, want, src)
			}
		}
	}
	t.Logf("%d paths, %d where ways are merged, %d ends of a configuration in an error", paths, merged, errors)
}
