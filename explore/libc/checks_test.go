package libc_test

// This file compares the checks of undefined arithmetic with gcc's sanitizer on the conformance programs, many of
// which do what is undefined on purpose: warnings must be on the same lines.

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
)

// knownChecks are lines on which only one of the two reports something: "+" the engine, "-" the sanitizer.
var knownChecks = map[string]string{
	"array-of-arrays:-10":          "an array of variable length",
	"attribute-packed-aligned:-34": "an array of packed structures, which begins at another address",
	"int-limits:-20":               "an overflow in a constant expression",
	"integer-promotions:+26":       "gcc multiplies the shorts as unsigned: what overflows is the int that C has them promoted to",
	"lib-integers:-24":             "a constant expression",
	"overflow-wraparound:+32":      "gcc simplifies -i < 0",
	"shift-count-promotion:-22":    "a constant expression",
	"shift-count-promotion:-23":    "a constant expression",
	"shift-count-promotion:-24":    "a constant expression",
}

var runtimeError = regexp.MustCompile(`program\.c:(\d+):\d+: runtime error: `)

// sanitized returns the lines that the sanitizer names, sorted.
func (c *conformance) sanitized(t *testing.T, box, dir string) []string {
	out, _ := c.native(t, box, dir, "-fsanitize=signed-integer-overflow,shift,bounds,alignment")
	var lines []string
	for _, m := range runtimeError.FindAllStringSubmatch(string(out), -1) {
		lines = append(lines, m[1])
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// checked returns the lines that the engine's checks name, sorted.
func (c *conformance) checked(t *testing.T, dir string) []string {
	p, err := c.simulated(t, archive(t), dir, frontend.Options{Checks: true}, explore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, n := range p.Notes {
		kinds := []string{"signed overflow", "shift of ", "index beyond ", "misaligned "}
		if n.Kind == path.NoteWarning && slices.ContainsFunc(kinds, func(k string) bool { return strings.Contains(n.Message, k) }) {
			lines = append(lines, strings.Split(n.At.String(), ":")[1])
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// TestChecksAsNative compares them on all programs of both suites.
func TestChecksAsNative(t *testing.T) {
	need.Slow(t)
	box := newBox(t)
	var files []string
	for _, pattern := range []string{suite + "*", "../testdata/conformance/*.c"} {
		list, err := filepath.Glob(pattern)
		if err != nil || len(list) == 0 {
			t.Fatal("no programs", err)
		}
		files = append(files, list...)
	}
	for _, file := range files {
		c, err := readConformance(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "program.c"), c.source, 0o644); err != nil {
				t.Fatal(err)
			}
			native, engine := c.sanitized(t, box, dir), c.checked(t, dir)
			for _, l := range native {
				if !slices.Contains(engine, l) && knownChecks[c.name+":-"+l] == "" {
					t.Errorf("line %s: the sanitizer alone reports it", l)
				}
			}
			for _, l := range engine {
				if !slices.Contains(native, l) && knownChecks[c.name+":+"+l] == "" {
					t.Errorf("line %s: the engine alone reports it", l)
				}
			}
		})
	}
}
