package crosscheck

// This file tells other results of functions of math.h from errors: sin and its kin are not exact, in glibc or in the engine's
// library, and glibc's differ by processor and release. How near two outputs are says nothing: a wrong constant of the
// program's own is as near. So the program is linked with the functions as the engine has them, and must then agree.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/native/gcc"
)

// sameWithMath reports whether the program, run with the values and the engine's functions of math.h, does what the interpreted one did.
func (r *check) sameWithMath(ctx context.Context, values map[string]int64, got *trace.Trace) (bool, error) {
	if r.exact == nil {
		program, err := r.withMath(ctx)
		switch {
		case err != nil && r.exhausted(ctx, err) != "":
			return false, nil // nothing is known
		case err != nil:
			return false, err
		}
		r.exact = program
	}
	want, err := r.runNative(ctx, r.exact, values)
	if err != nil {
		return false, err
	}
	return len(trace.Compare("natively", want, "interpreted", got)) == 0, nil
}

// withMath builds the program with the engine's functions of math.h.
func (r *check) withMath(ctx context.Context) (*gcc.Program, error) {
	library, err := r.Engine.Library.BuildMath(ctx)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(filepath.Dir(r.file), "math")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("write program: %w", err)
	}
	ctx, cancel := r.timed(ctx)
	defer cancel()
	return gcc.Compile(ctx, gcc.Build{
		Dir: dir, Sources: []gcc.Source{{Path: r.file, Name: "program.c"}},
		Flags:     slices.Concat(r.Checker.Flags, r.includes(), libc.NoMathBuiltins(), []string{"-L" + library}),
		Libraries: []string{libc.NativeMath, "m"},
	})
}

var identifier = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)

// inexact returns the functions that the program names and that are not exact.
func inexact(text []byte) []string {
	var names []string
	for _, word := range identifier.FindAll(text, -1) {
		if name := string(word); libc.Inexact(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
