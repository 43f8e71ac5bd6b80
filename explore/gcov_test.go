package explore

// This file compares the lines that the engine says are covered with gcov's.

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
)

// gcovLines compiles a program for coverage, runs it and returns for each line that gcov knows whether it was executed.
func gcovLines(t *testing.T, file string) map[uint32]bool {
	t.Helper()
	gcc, err1 := exec.LookPath("gcc")
	gcov, err2 := exec.LookPath("gcov")
	if err1 != nil || err2 != nil {
		t.Skip("no gcc or gcov")
	}
	dir := t.TempDir()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
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
	run(gcc, "-w", "-O0", "-fwrapv", "--coverage", "-o", "a.out", "program.c", "-lm")
	run("./a.out")
	lines := map[uint32]bool{}
	for _, l := range strings.Split(string(run(gcov, "-t", "a-program.c")), "\n") {
		f := strings.SplitN(l, ":", 3)
		if len(f) < 3 {
			continue
		}
		count := strings.TrimSpace(f[0])
		n, err := strconv.ParseUint(strings.TrimSpace(f[1]), 10, 32)
		if err == nil && n > 0 && count != "-" {
			lines[uint32(n)] = !strings.HasPrefix(count, "#") && !strings.HasPrefix(count, "=")
		}
	}
	return lines
}

func TestLinesAgreeWithGcov(t *testing.T) {
	for _, name := range []string{"hello", "control", "floats", "strings"} {
		t.Run(name, func(t *testing.T) {
			file := "testdata/c/" + name + ".c"
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			prog := loadC(t, name+".c", src, spec{})
			want := gcovLines(t, file)
			res, err := Run(context.Background(), prog, Test{Name: "prog", Args: []string{"prog"}, Env: []string{"LANG=C"}}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			lay := path.Merged.Layout(prog.Universe)
			got := coverage.Bits(res.Test.Paths[0].Covered)
			both := 0
			for _, e := range prog.Universe.Elements[coverage.Line] {
				executed, known := want[e.Line]
				if !known {
					continue
				}
				both++
				if c := got.Has(lay.Bit(coverage.Line, e.ID)); c != executed {
					t.Errorf("line %d: covered %v, by gcov %v", e.Line, c, executed)
				}
			}
			t.Logf("%d lines that both know, %d that gcov does not", both, prog.Universe.Count(coverage.Line)-both)
		})
	}
}
