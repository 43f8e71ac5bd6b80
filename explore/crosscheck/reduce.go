package crosscheck

// This file reduces failing programs with cvise or creduce.
//
// The test of interest that they are given rejects programs of which compilers say that they have undefined behaviour,
// and those that the sanitizers stop or that gcc -O2 makes print something else; what remains must
// still fail by the same oracle.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Reducer reduces programs.
type Reducer struct {
	Tool    string // path of cvise or creduce
	Command string // path of confcov
	Limit   time.Duration
	Jobs    int
}

// ErrNoReducer says that neither program is there.
var ErrNoReducer = errors.New("neither cvise nor creduce is installed: apt-get install cvise")

// FindReducer returns the path of a reducer: kind is auto, cvise or creduce.
func FindReducer(kind string) (string, error) {
	names := []string{kind}
	if kind == "auto" {
		names = []string{"cvise", "creduce"}
	}
	for _, name := range names {
		if tool, err := exec.LookPath(name); err == nil {
			return tool, nil
		}
	}
	if kind == "auto" {
		return "", ErrNoReducer
	}
	return "", fmt.Errorf("%s is not installed: apt-get install %s", kind, kind)
}

// warnings are those of gcc that show undefined behaviour.
var warnings = []string{
	"uninitialized", "maybe-uninitialized", "overflow", "incompatible-pointer-types", "discarded-qualifiers", "int-conversion", "return-type",
	"implicit-function-declaration", "implicit-int", "format", "shift-count-overflow", "shift-count-negative", "shift-negative-value", "div-by-zero",
	"array-bounds", "return-local-addr", "dangling-pointer", "sequence-point", "strict-prototypes", "pointer-sign", "stringop-overflow", "zero-length-bounds",
}

// script returns the test of interest. It is run in a folder with program.c.
func (r *Reducer) script(c *Checker, k *Case, oracle string) string {
	var w strings.Builder
	include := ""
	for _, d := range append([]string{c.Engine.Library.IncludeDir()}, c.Engine.Include...) {
		include += " -I " + shellQuoted(d)
	}
	w.WriteString("#!/bin/sh\n# Succeeds where program.c still fails by the oracle " + oracle + ", and has no undefined behaviour that is seen.\n")
	w.WriteString("gcc -O1 -c -o /dev/null")
	for _, text := range warnings {
		w.WriteString(" -Werror=" + text)
	}
	w.WriteString(include + " program.c >/dev/null 2>&1 || exit 1\n")
	flags := "-w -fwrapv -ffp-contract=off" + include
	fmt.Fprintf(&w, "cat >values.c <<'END'\n%sEND\n", valueTable(k.Values))
	fmt.Fprintf(&w, "gcc %s -O0 -g %s -o san program.c values.c -lm || exit 1\n", flags, strings.Join(sanitizers, " "))
	w.WriteString("ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1 timeout 5 ./san >san.out 2>&1; code=$?\n")
	w.WriteString("case \"$(cat san.out)\" in *'runtime error'*|*AddressSanitizer*) exit 1 ;; esac\n[ $code -lt 124 ] || exit 1\n")
	fmt.Fprintf(&w, "gcc %s -O2 -o opt program.c values.c -lm || exit 1\n", flags)
	w.WriteString("timeout 5 ./opt >opt.out 2>&1; [ $? -eq $code ] || exit 1\ncmp -s san.out opt.out || exit 1\n")
	w.WriteString("exec " + strings.Join(r.command(c, k, oracle), " ") + "\n")
	return w.String()
}

// command returns the words of the command that must succeed.
func (r *Reducer) command(c *Checker, k *Case, oracle string) []string {
	words := []string{shellQuoted(r.Command), "crosscheck", "--program", "program.c", "--oracle", oracle, "--quiet"}
	words = append(words, k.Flags()...)
	words = append(words, "--timeout", c.Timeout.String())
	if c.Unconfined {
		words = append(words, "--unconfined")
	}
	for _, i := range c.Engine.Include {
		words = append(words, "--include", shellQuoted(i))
	}
	return words
}

func shellQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Reduce returns a smaller program that fails by the same oracle; nil, and why, if there is none.
func (r *Reducer) Reduce(ctx context.Context, c *Checker, k *Case, oracle, keep string) ([]byte, string) {
	dir, err := os.MkdirTemp(plain(os.TempDir()), "confcov-reduce-")
	if err != nil {
		return nil, err.Error()
	}
	defer os.RemoveAll(dir)
	script := filepath.Join(dir, "interesting.sh")
	text := r.script(c, k, oracle)
	file := filepath.Join(dir, "program.c")
	temp := filepath.Join(dir, "temp")
	if err := os.Mkdir(temp, 0o755); err != nil {
		return nil, err.Error()
	}
	for name, t := range map[string]string{script: text, file: string(k.Text)} {
		if err := os.WriteFile(name, []byte(t), 0o755); err != nil {
			return nil, err.Error()
		}
	}
	os.WriteFile(filepath.Join(keep, "interesting.sh"), []byte(text), 0o755)
	if err := r.try(ctx, dir, script); err != nil {
		return nil, "the program does not pass the test of interest: undefined behaviour, or the disagreement does not repeat"
	}
	limited, cancel := context.WithTimeout(ctx, r.Limit)
	defer cancel()
	args := []string{"--n", fmt.Sprint(max(r.Jobs, 1)), "--timeout", "30", script, filepath.Base(file)} // cvise wants no folder
	if strings.Contains(filepath.Base(r.Tool), "cvise") {
		args = append([]string{"--no-timing"}, args...)
	}
	cmd := command(limited, r.Tool, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+temp) // stopped, it leaves folders there
	out, _ := cmd.CombinedOutput()                 // interrupted, it leaves the smallest program so far
	if ctx.Err() != nil {
		return nil, "interrupted"
	}
	reduced, err := os.ReadFile(file)
	if err != nil {
		return nil, err.Error()
	}
	if err := r.try(ctx, dir, script); err != nil {
		return nil, "the reduced program does not fail any more"
	}
	if len(reduced) >= len(k.Text) {
		if limited.Err() != nil {
			return nil, fmt.Sprintf("%s made nothing smaller within %v", filepath.Base(r.Tool), r.Limit)
		}
		last := strings.TrimSpace(string(out))
		if i := strings.LastIndexByte(last, '\n'); i >= 0 {
			last = last[i+1:]
		}
		return nil, filepath.Base(r.Tool) + " made nothing smaller: " + last
	}
	return reduced, ""
}

// plain returns dir, or another folder for temporary files: cvise gives names to the shell as they are.
func plain(dir string) string {
	if strings.ContainsAny(dir, " \t\n'\"\\$&;()*?[]<>|`~#!{}") {
		return "/tmp"
	}
	return dir
}

// try runs the test of interest.
func (r *Reducer) try(ctx context.Context, dir, script string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := command(ctx, script)
	cmd.Dir = dir
	return cmd.Run()
}

// command returns a command that is stopped with all that it started. An interruption from the terminal
// reaches confcov alone: the command does not seem to fail by itself.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	return cmd
}
