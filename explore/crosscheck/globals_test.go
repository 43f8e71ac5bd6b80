package crosscheck

import (
	"slices"
	"testing"
)

// ordinary is a program that Csmith would not write.
const ordinary = `#include <stdio.h>
struct S { int a; unsigned char b[3]; int f : 3; const int c; struct { short u; } in; } s = { 1, { 2, 3, 4 }, 1, 5, { 6 } };
extern int later[];
long n = -3; static unsigned k;
static const int never = 4;
const char *text = "text";
int later[10] = { 1, 2, 3 };
int twice(int x) { return 2 * x; }
int
main (argc, argv) int argc; char **argv;
{
  static int hidden = 3;
  if (s.a == 1 && n < 0)
    printf("%d\n", twice(s.b[1]));
  for (int i = 0; i < k % 4; i++)
    later[i]++;
  return s.in.u & 1;
}
`

// TestOrdinary makes the globals symbolic that gcc knows of a program.
func TestOrdinary(t *testing.T) {
	c := checker(t)
	for _, test := range []struct {
		mode    Mode
		outcome Outcome
		paths   int
	}{
		{Concrete, Agree, 1},
		{SinglePath, Agree, 22}, // one, and one for each condition but k >= 0
		{MultiPath, Agree, 40},
	} {
		k := &Case{Mode: test.mode}
		if test.mode == SinglePath {
			k.Constrainer = AtMost
		}
		var err error
		if k.Text, k.Values, err = c.Version(t.Context(), []byte(ordinary), test.mode, k.Constrainer, NewRandom(1), t.TempDir()); err != nil {
			t.Fatal(err)
		}
		v, err := c.Check(t.Context(), k, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if v.Outcome != test.outcome || v.Paths != test.paths {
			t.Errorf("%v: %v %s with %d paths, want %v with %d; %v", test.mode, v.Outcome, v.Reason, v.Paths, test.outcome, test.paths, v.Findings)
		}
		if test.mode == Concrete {
			continue
		}
		space := SpaceOf(k.Text)
		var got []string
		for i := range space.Options {
			got = append(got, space.Options[i].Name)
		}
		want := []string{
			"s_a_s32_1", "s_b_0_u8_2", "s_b_1_u8_3", "s_b_2_u8_4", "s_in_u_s16_6", "n_s64_fffffffffffffffd", "k_u32_0",
			"later_0_s32_1", "later_1_s32_2", "later_2_s32_3", "later_3_s32_0",
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%v: options %v, want %v", test.mode, got, want)
		}
	}
}
