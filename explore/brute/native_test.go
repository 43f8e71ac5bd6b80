package brute

// This file runs programs natively: compiled once by gcc for gcov and with the
// address sanitizer, one process for each configuration.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/need"
)

// errorStatus is the status of a run that the address sanitizer ended.
const errorStatus = 99

// native is a compiled program.
type native struct {
	p   *program
	dir string
	exe string
}

// run is what one configuration did natively.
type run struct {
	status   int
	output   string
	coverage *counts
}

// counts are what gcov says of one run.
type counts struct {
	lines    map[uint32]bool   // lines with code, and whether they ran
	branches map[uint32][2]int // by line: the number of ways out of branches, and how many were taken
}

// compile builds p for native runs.
func compile(t testing.TB, p *program) *native {
	t.Helper()
	need.Tool(t, "gcc", "gcov")
	n := &native{p: p, dir: p.sourceFile(t)}
	n.exe = filepath.Join(n.dir, "program")
	var table strings.Builder
	for _, o := range p.space.Options {
		fmt.Fprintf(&table, "extern char %s[];\n", o.Object)
	}
	table.WriteString("static const struct { char* object; int size; } table[] = {\n")
	for _, o := range p.space.Options {
		fmt.Fprintf(&table, "  { %s, %d },\n", o.Object, o.Domain.Bits/8)
	}
	table.WriteString("};\n")
	if err := os.WriteFile(filepath.Join(n.dir, "options.h"), []byte(table.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	source, err := filepath.Abs("testdata/native.c")
	if err != nil {
		t.Fatal(err)
	}
	n.tool(t, nil, "gcc", "-c", "-O0", "-w", "-fsanitize=address", "--coverage", "program.c", "-o", "program.o")
	n.tool(t, nil, "gcc", "-c", "-O0", "-w", "-I", n.dir, source, "-o", "native.o")
	n.tool(t, nil, "gcc", "-fsanitize=address", "--coverage", "program.o", "native.o", "-o", n.exe)
	return n
}

// tool runs a command in the program's folder and returns what it printed.
func (n *native) tool(t testing.TB, env []string, name string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = n.dir
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %s: %v\n%s", n.p.name, name, err, stderr.String())
	}
	return out
}

// runAll runs a test under every configuration, in their order.
func (n *native) runAll(t testing.TB, ts *test) []run {
	t.Helper()
	dir := t.TempDir()
	var configs strings.Builder
	for _, c := range n.p.configs {
		fmt.Fprintln(&configs, strings.Trim(fmt.Sprint([]int64(c)), "[]"))
	}
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	env := []string{
		"BRUTE_DIR=" + dir, "BRUTE_CONFIGS=" + write("configs", configs.String()), "BRUTE_STDIN=" + write("stdin", ts.Stdin),
	}
	n.tool(t, env, n.exe, ts.Argv...)
	statuses, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(statuses))
	if len(words) != len(n.p.configs) {
		t.Fatalf("%s: %d runs of %d", n.p.name, len(words), len(n.p.configs))
	}
	runs := make([]run, len(words))
	known := make(map[[sha256.Size]byte]*counts)
	for i, w := range words {
		sub := filepath.Join(dir, strconv.Itoa(i))
		out, err := os.ReadFile(filepath.Join(sub, "out"))
		if err != nil {
			t.Fatal(err)
		}
		status, err := strconv.Atoi(w)
		if err != nil {
			t.Fatal(err)
		}
		runs[i] = run{status: status, output: string(out), coverage: n.coverage(t, sub, known)}
	}
	return runs
}

// coverage reads what a run counted. Runs with the same counters are read once.
func (n *native) coverage(t testing.TB, dir string, known map[[sha256.Size]byte]*counts) *counts {
	t.Helper()
	data := filepath.Join(dir, "program.gcda")
	counters, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	key := sha256.Sum256(counters)
	if known[key] != nil {
		return known[key]
	}
	if err := os.Symlink(filepath.Join(n.dir, "program.gcno"), filepath.Join(dir, "program.gcno")); err != nil {
		t.Fatal(err)
	}
	known[key] = parseGcov(t, n.tool(t, nil, "gcov", "--json-format", "--stdout", "--branch-probabilities", data))
	return known[key]
}

func parseGcov(t testing.TB, text []byte) *counts {
	t.Helper()
	var report struct {
		Files []struct {
			File  string
			Lines []struct {
				Number   uint32 `json:"line_number"`
				Count    int64
				Branches []struct{ Count int64 }
			}
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatalf("gcov: %v", err)
	}
	c := &counts{lines: make(map[uint32]bool), branches: make(map[uint32][2]int)}
	for _, f := range report.Files {
		if filepath.Base(f.File) != "program.c" {
			continue
		}
		for _, l := range f.Lines {
			c.lines[l.Number] = c.lines[l.Number] || l.Count > 0
			b := c.branches[l.Number]
			for _, br := range l.Branches {
				b[0]++
				if br.Count > 0 {
					b[1]++
				}
			}
			c.branches[l.Number] = b
		}
	}
	return c
}
