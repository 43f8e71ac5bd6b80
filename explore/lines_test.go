package explore

// This file compares how often lines are executed with gcov's counts.

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/need"
)

// gcovCounts compiles a program for coverage, runs it and returns gcov's counts.
func gcovCounts(t *testing.T, src []byte, flags ...string) map[uint32]uint64 {
	t.Helper()
	need.Tool(t, "gcc", "gcov")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "program.c"), src, 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) []byte {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = []string{"LANG=C", "PATH=" + os.Getenv("PATH")}
		out, err := cmd.Output()
		if err != nil && name != "./a.out" {
			t.Fatalf("%s: %v", name, err)
		}
		return out
	}
	run("gcc", append(flags, "-w", "-O0", "-fwrapv", "--coverage", "-o", "a.out", "program.c", "-lm")...)
	run("./a.out")
	counts := map[uint32]uint64{}
	source := ""
	for _, l := range strings.Split(string(run("gcov", "-t", "a-program.c")), "\n") {
		f := strings.SplitN(l, ":", 3)
		if len(f) < 3 {
			continue
		}
		count := strings.TrimRight(strings.TrimSpace(f[0]), "*")
		line, err := strconv.ParseUint(strings.TrimSpace(f[1]), 10, 32)
		if name, ok := strings.CutPrefix(f[2], "Source:"); ok && line == 0 {
			source = name
		}
		if err != nil || line == 0 || count == "-" || source != "program.c" {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimLeft(count, "#="), 10, 64)
		if err != nil && strings.TrimLeft(count, "#=") != "" {
			t.Fatalf("gcov says %q", l)
		}
		counts[uint32(line)] = n
	}
	return counts
}

// compareCounts compares the counts of lines that both know, but those that are to differ.
func compareCounts(t *testing.T, src []byte, got, want map[uint32]uint64, differ ...uint32) {
	t.Helper()
	text := strings.Split(string(src), "\n")
	both := 0
	for _, line := range slices.Sorted(maps.Keys(got)) {
		if n, known := want[line]; known && !slices.Contains(differ, line) {
			both++
			if n != got[line] {
				t.Errorf("line %d: %d times, by gcov %d: %s", line, got[line], n, text[line-1][:min(120, len(text[line-1]))])
			}
		}
	}
	t.Logf("%d lines that both know, %d that gcov does not", both, len(got)-both)
}

// differ lists lines that differ for other reasons than how they are counted.
var differ = map[string][]uint32{
	// glibc's qsort compares other pairs.
	"testdata/c/hello.c":                            {13},
	"testdata/conformance/functions.c":              {15},
	"testdata/conformance/memory.c":                 {7},
	"testdata/conformance/function-pointer-table.c": {16},
	"testdata/conformance/setjmp-nested.c":          {26},
	// gcov counts a line with an always_inline call twice.
	"testdata/conformance/inline-functions.c":  {25},
	"testdata/conformance/inline-always-gnu.c": {16, 20},
	// The counts of a process that ends by _exit or a signal are lost.
	"testdata/c/process.c": {22, 23, 24, 25, 26, 57, 58, 59},
}

func TestLineCountsAgreeWithGcov(t *testing.T) {
	need.Slow(t)
	files, _ := filepath.Glob("testdata/c/*.c")
	more, _ := filepath.Glob("testdata/conformance/*.c")
	for _, file := range append(files, more...) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir, name := filepath.Split(file)
			if dir, err = filepath.Abs(dir); err != nil {
				t.Fatal(err)
			}
			prog := loadSubject(t, dir, name, src)
			test := Test{Name: "prog", Args: []string{"prog"}, Env: []string{"LANG=C"}, World: kernel.World{}}
			res, err := Run(context.Background(), prog, test, Options{Trace: true})
			if err != nil {
				t.Fatal(err)
			}
			compareCounts(t, src, res.Traces[0].Lines[name], gcovCounts(t, src, "-I"+dir), differ[file]...)
		})
	}
}

var (
	csmithPrograms = flag.Int("csmith", 2, "how many programs of Csmith to check")
	csmithSeed     = flag.Int("csmith-seed", 1, "the first one's seed")
)

// csmith returns a program of Csmith with its header in it.
func csmith(t testing.TB, seed int) []byte {
	t.Helper()
	need.Tool(t, "csmith")
	csmith := exec.Command("csmith", "--seed", fmt.Sprint(seed))
	csmith.Dir = t.TempDir() // it leaves a file
	src, err := csmith.Output()
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestLineCountsOfCsmithPrograms(t *testing.T) {
	need.Slow(t)
	for seed := *csmithSeed; seed < *csmithSeed+*csmithPrograms; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			src := csmith(t, seed)
			dir := t.TempDir()
			file := filepath.Join(dir, "program.c")
			if err := os.WriteFile(file, src, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := exec.Command("gcc", "-w", "-I/usr/include/csmith", "-fwrapv", "-O0", "-o", filepath.Join(dir, "a"), file).Run(); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 5e9)
			defer cancel()
			if _, err := exec.CommandContext(ctx, filepath.Join(dir, "a")).Output(); err != nil {
				t.Logf("not compared: it does not end in time: %v", err)
				return
			}
			prog := loadSubject(t, dir, "program.c", src, "/usr/include/csmith")
			res, err := Run(context.Background(), prog, Test{Name: "prog", Args: []string{"prog"}}, Options{Trace: true})
			if err != nil {
				t.Fatal(err)
			}
			if p := res.Test.Paths[0]; !p.End.Kind.Complete() {
				t.Fatalf("ended in %s: %s", p.End.Kind, p.End.Message)
			}
			compareCounts(t, src, res.Traces[0].Lines["program.c"], gcovCounts(t, src, "-I/usr/include/csmith"))
		})
	}
}
