package explore

// This file compares the lowering of CIL (frontend.Options.CIL) with the usual one: programs do the same.

import (
	"testing"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

const switches = `
int printf(const char*, ...);
enum e { A = -1, B, C };
static int n;
static int next(void) { return ++n; }
static int plain(int x) { switch (x) { case 1: return 10; case 2: case 3: x += 5; case 4: x *= 2; break; default: x = -x; break; case 9: x = 90; } return x; }
static int ranges(unsigned char x) { switch (x) { case 0 ... 9: return 0; case 10 ... 250: return 1; default: return 2; } }
static int wide(long x) { switch (x) { case -5000000000L ... -1: return 1; case 5000000000L: return 2; case 1 ... 100000: return 3; } return 4; }
static int of(enum e x) { switch (x) { case A: return 1; case B: return 2; } return 3; }
static int small(signed char x) { switch (x) { case -128: return 1; case 127: return 2; case 'a': return 3; } return 0; }
static int once(void) { switch (next()) { case 1: return 1; case 2: return 2; case 3: return 3; default: return 4; } }
static int device(int k) { int s = 0; switch (k % 4) { case 0: do { s += 1; case 3: s += 10; case 2: s += 100; case 1: s += 1000; } while ((k -= 4) > 0); } return s; }
static int none(int x) { switch (x) { } switch (x) { default: x++; } switch (x) case 4: x = 40; return x; }
static int nested(int x, int y)
{
  int i, s = 0;
  for (i = 0; i < 3; i++)
    switch (x + i)
    {
      case 1: switch (y) { case 1: continue; case 2: break; default: s += 7; } s++; break;
      case 2: s += 20; continue;
      default: s += 300;
    }
  return s;
}
static void last(int x) { (void) x; do n++; while (0); while (1) { if (x-- == 0) break; } }
int main(void)
{
  long x;
  for (x = -2; x < 12; x++)
    printf("%d %d %d %d %d\\n", plain(x), ranges(x), of(x), device(x + 3), none(x));
  for (x = -6000000000L; x <= 6000000000L; x += 500000000L)
    printf("%d %d %d\\n", wide(x), wide(x + 100000), ranges(x / 100000000));
  printf("%d %d %d %d\\n", small(-128), small(127), small('a'), small(1));
  for (x = 0; x < 5; x++)
    printf("%d %d\\n", once(), nested(x, x % 3));
  last(3);
  return n;
}
`

func TestCIL(t *testing.T) {
	var outputs []string
	for _, cil := range []bool{false, true} {
		linked := linkC(t, "/t/program.c", []byte(switches), frontend.Options{CIL: cil})
		p, err := Load(linked, universe(t, linked, path.Merged), nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(t.Context(), p, Test{Name: "t"}, Options{Mode: path.Merged, Configuration: confspace.Configuration{}, Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		end := r.Test.Paths[0].End
		if end.Kind != path.Exit || end.Code != 6 {
			t.Errorf("CIL %v: it ends as %v", cil, end)
		}
		outputs = append(outputs, string(r.Traces[0].Output))
	}
	if outputs[0] != outputs[1] || len(outputs[0]) < 300 {
		t.Errorf("as usual\n%s\nas by CIL\n%s", outputs[0], outputs[1])
	}
}
