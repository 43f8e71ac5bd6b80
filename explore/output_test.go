package explore

// This file tests what is recorded of output that depends on options.

import (
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
