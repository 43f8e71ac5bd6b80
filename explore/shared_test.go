package explore

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// shared are programs in which ways meet that differ in something that is not a number.
var shared = []struct{ name, src string }{
	{"a variable that one way sets", `
int a, b, c, d;
int main(void) {
  int x, y = 1;
  if (a) x = 3;
  if (b) y = 2;
  if (c && x == 3) return 7; /* undefined without a */
  return y + d;
}`},
	{"undefined memory of one way", `
#include <stdlib.h>
int a, b, c, d;
int main(void) {
  int *p = malloc(16);
  if (a) p[1] = 4;
  if (b) { p[2] = 5; p[1]++; }
  if (c) return p[1]; /* undefined without a */
  return d;
}`},
	{"a block that one way frees", `
#include <stdlib.h>
int a, b, c, d;
int main(void) {
  int *p = malloc(4), *q = malloc(4), *r;
  *p = 1; *q = 2;
  r = b ? p : q;
  if (a) free(p);
  if (d) *r = 9;
  return c ? *p : *q; /* use after free with a and c, and with a, b and d */
}`},
	{"pointers to different objects", `
int a, b, c, d;
static char *append(char *p, const char *s) {
  while ((*p = *s++)) p++;
  return p;
}
int main(void) {
  char buf[64] = "", *p = buf;
  const char *s = a ? "first" : "second one";
  if (b) p = append(p, "b ");
  p = append(p, s);
  if (c) { *p++ = '.'; *p = 0; }
  int sum = 0;
  for (char *q = buf; *q; q++) sum = sum * 3 + *q;
  return (sum + (p - buf) * d) & 127;
}`},
	{"loops, early returns and an abort", `
int a, b, c, d;
static int find(const int *v, int n, int x) {
  for (int i = 0; i < n; i++) {
    if (v[i] == x) return i;
    if (b && i == 2) continue;
    if (c && i == 3) break;
  }
  return -1;
}
int main(void) {
  int v[] = {4, 8, 15, 16, 23, 42};
  int k = find(v, a ? 3 : 6, d ? 42 : 15);
  if (k == 5 && a) v[k + 1] = 0; /* out of bounds */
  return k + 1;
}`},
}

// TestShared: merged ways end, warn and write in each configuration as forked ones do.
func TestShared(t *testing.T) {
	space := &confspace.Space{}
	for _, n := range []string{"a", "b", "c", "d"} {
		space.Options = append(space.Options, confspace.Option{Name: n, Object: n, Domain: confspace.Bool()})
	}
	points := []Point{{Function: "main"}}
	for _, p := range shared {
		for _, mode := range path.Modes() {
			prog := loadAlone(t, []byte(p.src), spec{opt: Options{Mode: mode, Points: points}})
			var all [2][]string
			var paths [2]int
			for i, merge := range []Merge{MergeOff, MergeAll} {
				opt := Options{Space: space, Points: points, Mode: mode, Merge: merge}
				all[i], paths[i] = ways(t, prog, opt)
			}
			if i := slices.IndexFunc(all[0], func(s string) bool { return !slices.Contains(all[1], s) }); i >= 0 || len(all[0]) != len(all[1]) {
				t.Errorf("%s, %s:\nforked %q\nmerged %q", p.name, mode, all[0], all[1])
			}
			if paths[1] > paths[0] {
				t.Errorf("%s, %s: %d paths merged, %d forked", p.name, mode, paths[1], paths[0])
			}
		}
	}
}

// ways says for each configuration how the program ends, what it writes and what is noted, and how many paths there are.
func ways(t *testing.T, prog *Program, opt Options) ([]string, int) {
	var written []func(confspace.Configuration) []byte
	opt.Written = func(at func(confspace.Configuration) []byte) { written = append(written, at) }
	res, err := Run(context.Background(), prog, Test{Name: "shared"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range newBrute(res.Builder, res.Test.Sets).(*brute).all {
		for i := range res.Test.Paths {
			p := &res.Test.Paths[i]
			if !res.Test.Sets.Contains(p.Condition, c) {
				continue
			}
			var notes []string
			for _, n := range p.Notes {
				notes = append(notes, n.Message+n.At.String())
			}
			slices.Sort(notes)
			var text []byte
			if i < len(written) {
				text = written[i](c)
			}
			out = append(out, fmt.Sprint(c, p.End.Kind, p.End.Code, p.End.Message, notes, string(text)))
		}
	}
	slices.Sort(out)
	return out, len(res.Test.Paths)
}
