package libc_test

// This file compares the checks of undefined arithmetic with gcc's sanitizer on the conformance programs, many of
// which do what is undefined on purpose: warnings must be on the same lines.

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects/confspace"
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
func (c *conformance) sanitized(t *testing.T, dir string) []string {
	program := filepath.Join(dir, "program")
	gcc := exec.Command("gcc", "-w", "-O0", "-std=gnu17", "-ffp-contract=off", "-fsanitize=signed-integer-overflow,shift,bounds,alignment",
		"-o", program, filepath.Join(dir, "program.c"), "-lm", "-lcrypt")
	if out, err := gcc.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, c.args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, c.env, strings.NewReader(string(c.stdin))
	out, _ := cmd.CombinedOutput()
	var lines []string
	for _, m := range runtimeError.FindAllStringSubmatch(string(out), -1) {
		lines = append(lines, m[1])
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// checked returns the lines that the engine's checks name, sorted.
func (c *conformance) checked(t *testing.T, dir string) []string {
	a := archive(t)
	opt := frontend.Options{IncludePaths: []string{a.IncludeDir()}, SubjectRoot: dir, Checks: true}
	u, err := frontend.Lower(t.Context(), filepath.Join(dir, "program.c"), nil, &opt)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Link(t.Context(), []*ir.Unit{u})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.VerifyProgram(p); err != nil {
		t.Fatal(err)
	}
	prog, err := explore.Load(p, explore.NewUniverse(p, p), nil)
	if err != nil {
		t.Fatal(err)
	}
	test := explore.Test{Name: c.name, World: c.world(), Args: append([]string{"program"}, c.args...), Env: c.env}
	r, err := explore.Run(t.Context(), prog, test, explore.Options{Configuration: confspace.Configuration{}})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, n := range r.Test.Paths[0].Notes {
		text, ok := n.Warning()
		kinds := []string{"signed overflow", "shift of ", "index beyond ", "misaligned "}
		if ok && slices.ContainsFunc(kinds, func(k string) bool { return strings.Contains(text, k) }) {
			lines = append(lines, strings.Split(n.At.String(), ":")[1])
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// TestChecksAsNative compares them on all programs of both suites.
func TestChecksAsNative(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles much of the C library")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
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
			c.write(t, dir)
			native, engine := c.sanitized(t, dir), c.checked(t, dir)
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
