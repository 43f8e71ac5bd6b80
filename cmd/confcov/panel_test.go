package main

// This file tests that the report's panel evaluates conditions on several options as C does.

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/confcov/confcov/explore/need"
)

// panelCases are more conditions than relationCases: those of all operators.
var panelCases = []struct {
	c     string
	holds func(a, b, c int32) bool
}{
	{"a * b - c == 12", func(a, b, c int32) bool { return a*b-c == 12 }},
	{"b != 0 && b != -1 && a / b > c", func(a, b, c int32) bool { return b != 0 && b != -1 && a/b > c }},
	{"b > 0 && a % b == c", func(a, b, c int32) bool { return b > 0 && a%b == c }},
	{"b != 0 && (unsigned)a / (unsigned)b < (unsigned)c", func(a, b, c int32) bool { return b != 0 && uint32(a)/uint32(b) < uint32(c) }},
	{"(a << (b & 7)) > c", func(a, b, c int32) bool { return a<<(b&7) > c }},
	{"(a >> (b & 31)) == (int)((unsigned)c >> 3)", func(a, b, c int32) bool { return a>>(b&31) == int32(uint32(c)>>3) }},
	{"((a | b) & ~c) * 3 < a", func(a, b, c int32) bool { return ((a|b)&^c)*3 < a }},
	{"(long)a * b > (long)c * 1000", func(a, b, c int32) bool { return int64(a)*int64(b) > int64(c)*1000 }},
	{"(short)(a * b) == c", func(a, b, c int32) bool { return int32(int16(a*b)) == c }},
	{"a * 0.5 < c", func(a, b, c int32) bool { return float64(a)*0.5 < float64(c) }},
	{"(float)a * (float)b > (float)c", func(a, b, c int32) bool { return float32(a)*float32(b) > float32(c) }},
}

// TestPanelRelations: with all options set, nothing is left possible, and what is certain is what C says; with one open, conditions stay open.
func TestPanelRelations(t *testing.T) {
	need.Slow(t)
	file := need.Tool(t, "chromium")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	ctx, stop := chromedp.NewContext(ctx, chromedp.WithAllocatorOptions(chromedp.ExecPath(file), chromedp.NoSandbox))
	defer stop()
	for i, x := range panelCases {
		t.Run(x.c, func(t *testing.T) {
			body := fmt.Sprintf("  if (%s)\n  {\n    reach(1);\n    reach(2);\n  }\n  else\n    reach(3);\n", x.c)
			s := exploreRelations(t, relationSubject(t, []string{"a", "b", "c"}, "any", body))
			dir := filepath.Join(t.TempDir(), "html")
			if err := s.HTML(dir); err != nil {
				t.Fatal(err)
			}
			rnd := rand.New(rand.NewPCG(1, uint64(i)))
			var list [][][2]string
			var want []bool
			for k := range 400 {
				v := panelValues(rnd, k)
				list = append(list, [][2]string{{"a", fmt.Sprint(v[0])}, {"b", fmt.Sprint(v[1])}, {"c", fmt.Sprint(v[2])}})
				want = append(want, x.holds(v[0], v[1], v[2]))
			}
			if err := chromedp.Do(ctx, chromedp.Navigate("file://"+filepath.Join(dir, "index.html"))); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			type counts struct{ Certain, Possible int }
			type answer struct {
				Counts   [][]counts
				Open     []counts
				Problems []string
			}
			got, err := chromedp.Run(ctx, chromedp.Evaluate[answer](fmt.Sprintf(`confcov.model.ready().then((m) => ({
				counts: %s.map((list) => m.counts(m.evaluate(list, false).can)), open: m.counts(m.evaluate([["a", "5"]], false).can),
				problems: %s.flatMap((list) => m.evaluate(list, false).problems) }))`, text, text), chromedp.EvalAwaitPromise))
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Problems) > 0 {
				t.Errorf("problems: %s", strings.Join(got.Problems[:1], ", "))
			}
			if got.Open[0].Possible == 0 {
				t.Error("with b and c open, no line is possible only")
			}
			base, yes := 0, 0
			for k, c := range got.Counts {
				if want[k] {
					yes++
				}
				base = max(base, c[0].Certain)
			}
			for k, c := range got.Counts {
				lines := base
				if !want[k] && yes > 0 {
					lines-- // one line instead of two
				}
				if c[0].Possible > 0 || c[0].Certain != lines {
					t.Errorf("%v: %+v, want %d lines certain (%v)", list[k], c[0], lines, want[k])
					break
				}
			}
			if yes == 0 || yes == len(want) {
				t.Errorf("%d of %d configurations satisfy the condition: nothing is compared", yes, len(want))
			}
		})
	}
}

// panelValues returns small numbers, large ones, and some of both.
func panelValues(rnd *rand.Rand, k int) (v [3]int32) {
	for i := range v {
		switch {
		case k%4 == 3:
			v[i] = int32(rnd.Uint32())
		case k%4 == 2 && i == 0:
			v[i] = int32(rnd.Uint32() >> rnd.IntN(31))
		default:
			v[i] = int32(rnd.IntN(17)) - 6
		}
	}
	if k%8 < 4 && rnd.IntN(2) == 0 { // make equalities hold now and then
		v[2] = [4]int32{v[0]*v[1] - 12, v[0] * v[1], 0, v[0]}[k%4]
	}
	return v
}
