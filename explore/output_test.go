package explore

// This file tests what is recorded of output that depends on options.

import (
	"fmt"
	"testing"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestOutputOfWiderValues writes a word of which one byte depends on an option: the others are known.
func TestOutputOfWiderValues(t *testing.T) {
	source := `#include <unistd.h>
int mode;
void options_ready(void) {}
int main(void)
{
  unsigned word;
  options_ready();
  word = 0x41424300u | (mode & 0x7f);
  return write(1, &word, 4) != 4;
}
`
	opt := Options{
		Space: &confspace.Space{Options: []confspace.Option{
			{Name: "mode", Object: "mode", Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: 32, Signed: true}},
		}},
		Points: []Point{{Function: "options_ready", Return: true}}, Mode: path.Merged,
	}
	prog := loadC(t, "word.c", []byte(source), spec{opt: opt})
	res, err := Run(t.Context(), prog, Test{Name: "word"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(res.Test.Paths); n != 1 {
		t.Fatalf("%d paths", n)
	}
	if got := string(res.Test.Paths[0].Output); got != "?CBA" {
		t.Errorf("output %q, want %q", got, "?CBA")
	}
}

// TestOutputUnderConditions: one end says what each configuration writes, lines that end in some and go on in others among it.
func TestOutputUnderConditions(t *testing.T) {
	source := `#include <stdio.h>
int a, b, n;
void options_ready(void) {}
int main(void)
{
  options_ready();
  printf("begin");
  if (a)
    printf(" a\n");
  if (b)
    printf("b\r\n");
  printf("%d\n", n * 4);
  return 0;
}
`
	opt := Options{
		Space: &confspace.Space{Options: []confspace.Option{
			{Name: "a", Object: "a", Domain: confspace.Bool()},
			{Name: "b", Object: "b", Domain: confspace.Bool()},
			{Name: "n", Object: "n", Domain: confspace.Domain{Kind: confspace.DomainRange, Max: 5, Bits: 32, Signed: true}},
		}},
		Points: []Point{{Function: "options_ready", Return: true}}, Mode: path.Merged, Merge: MergeAll,
	}
	prog := loadC(t, "lines.c", []byte(source), spec{opt: opt})
	res, err := Run(t.Context(), prog, Test{Name: "lines"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(res.Test.Paths); n != 1 {
		t.Errorf("%d ends", n)
	}
	for i := range int64(2 * 2 * 6) {
		c := confspace.Configuration{i & 1, i >> 1 & 1, i >> 2}
		want := "begin"
		if c[0] != 0 {
			want += " a\n"
		}
		if c[1] != 0 {
			want += "b\r\n"
		}
		want += fmt.Sprintf("%d\n", 4*c[2])
		for k := range res.Test.Paths {
			p := &res.Test.Paths[k]
			if !res.Test.Sets.Contains(p.Condition, c) {
				continue
			}
			if got := string(res.Test.OutputUnder(p, c)); got != want {
				t.Errorf("%v: %q, want %q", c, got, want)
			}
		}
	}
}
