package brute

// This file runs programs in the engine: explored over all configurations at once,
// and concretely in each.

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

var modes = path.Modes()

var library = sync.OnceValues(func() (*libc.Archive, error) {
	return libc.Open(context.Background(), libc.Options{})
})

// engine is a program made ready for the engine.
type engine struct {
	p        *program
	universe *coverage.Universe
	programs map[path.Mode]*explore.Program
	points   []explore.Point
}

// ready compiles p in both lowerings. The test is skipped where there is no C library to be had.
func ready(t testing.TB, p *program) *engine {
	t.Helper()
	lib, err := library()
	need.Fetched(t, err)
	dir := p.sourceFile(t)
	options := frontend.Options{IncludePaths: []string{lib.IncludeDir()}, SubjectRoot: dir}
	program, err := build.Lower(t.Context(), filepath.Join(dir, "program.c"), nil, &options, modes...)
	if err != nil {
		t.Fatal(err)
	}
	hook, err := build.Lower(t.Context(), "/options.c", []byte("void options_ready(void) {}\n"), &frontend.Options{}, modes...)
	if err != nil {
		t.Fatal(err)
	}
	units := make(map[path.Mode][]*ir.Unit)
	for _, mode := range modes {
		if err := ir.Verify(program[mode]); err != nil {
			t.Fatal(err)
		}
		units[mode] = []*ir.Unit{program[mode], hook[mode]}
	}
	linked, err := build.Link(t.Context(), lib, units)
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range modes {
		if err := ir.VerifyProgram(linked.Programs[mode]); err != nil {
			t.Fatal(err)
		}
	}
	e := &engine{p: p, points: []explore.Point{{Function: "options_ready", Return: true}}}
	if e.universe, e.programs, err = linked.Load(t.Context(), e.points); err != nil {
		t.Fatal(err)
	}
	return e
}

// run explores a test, or runs it under the one configuration given.
func (e *engine) run(t testing.TB, ts *test, mode path.Mode, merge explore.Merge, c confspace.Configuration) *explore.Result {
	t.Helper()
	started := explore.Test{
		Name: ts.Name, Args: append([]string{"program"}, ts.Argv...),
		World: kernel.World{Stdin: []byte(ts.Stdin)},
	}
	result, err := explore.Run(t.Context(), e.programs[mode], started, explore.Options{
		Space: e.p.space, Points: e.points, Mode: mode, Merge: merge, Configuration: c,
	})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// explored is what exploration says about a test in one mode.
type explored struct {
	sets       *confspace.Sets
	layout     coverage.Layout
	conditions []confspace.Set // by bit of the layout
	paths      []path.Path
}

// explore explores a test and checks what holds of any exploration: it is complete, and each
// configuration takes one path.
func (e *engine) explore(t testing.TB, ts *test, mode path.Mode, merge explore.Merge) *explored {
	t.Helper()
	r := &e.run(t, ts, mode, merge, nil).Test
	if len(r.Limits) > 0 {
		t.Errorf("%s, %s: limits hit: %q", ts.Name, mode, r.Limits)
	}
	x := &explored{sets: r.Sets, layout: mode.Layout(e.universe), paths: r.Paths}
	x.conditions = r.Coverage(e.universe).Conditions(r.Sets).Conditions
	for _, c := range e.p.configs {
		n := 0
		for i := range r.Paths {
			if r.Sets.Contains(r.Paths[i].Condition, c) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s, %s: %d paths for %s", ts.Name, mode, n, e.p.space.FormatConfiguration(c))
		}
	}
	return x
}

// pathOf returns the path that a configuration takes.
func (x *explored) pathOf(c confspace.Configuration) *path.Path {
	for i := range x.paths {
		if x.sets.Contains(x.paths[i].Condition, c) {
			return &x.paths[i]
		}
	}
	return &path.Path{}
}

// lineBits returns the bits of line elements of program.c by line.
func (e *engine) lineBits(l coverage.Layout) map[uint32]int {
	bits := make(map[uint32]int)
	for i := range e.universe.Elements[coverage.Line] {
		el := &e.universe.Elements[coverage.Line][i]
		if el.File == "program.c" {
			bits[el.Line] = l.Bit(coverage.Line, el.ID)
		}
	}
	return bits
}

// conditionBits returns the bits of condition elements by line.
func (e *engine) conditionBits(l coverage.Layout) map[uint32][]int {
	bits := make(map[uint32][]int)
	for i := range e.universe.Elements[coverage.Outcome] {
		el := &e.universe.Elements[coverage.Outcome][i]
		bits[el.Line] = append(bits[el.Line], l.Bit(coverage.Outcome, el.ID))
	}
	return bits
}
