package explore

// This file runs C programs of testdata/c concretely and compares with gcc: what
// they print and the exit status. The C library is that of package libc.

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
)

var library = sync.OnceValues(func() (*libc.Archive, error) {
	return libc.Open(context.Background(), libc.Options{})
})

// linkC compiles and links a C program, whose folder is its subject's. The test is skipped where there is no C library to be had.
func linkC(t testing.TB, file string, source []byte, opt frontend.Options) *ir.Program {
	t.Helper()
	ctx := context.Background()
	need.Slow(t)
	lib, err := library()
	need.Fetched(t, err)
	opt.IncludePaths, opt.SubjectRoot = append(opt.IncludePaths, lib.IncludeDir()), filepath.Dir(file)
	u, err := frontend.Lower(ctx, file, bytes.Clone(source), &opt)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lib.Link(ctx, []*ir.Unit{u})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func loadC(t testing.TB, name string, source []byte, s spec) *Program {
	t.Helper()
	file, _ := filepath.Abs("testdata/c/" + name)
	p := linkC(t, file, source, frontend.Options{Lowering: loweringOf(s.opt.Mode)})
	prog, err := Load(p, universe(t, p, s.opt.Mode), s.opt.Points)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

// loadSubject makes a C program of a folder ready that uses headers of others.
func loadSubject(t testing.TB, dir, name string, source []byte, include ...string) *Program {
	t.Helper()
	p := linkC(t, filepath.Join(dir, name), source, frontend.Options{IncludePaths: include})
	prog, err := Load(p, universe(t, p, path.Merged), nil)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

// loadAlone makes a C program without a library ready, which starts at main.
func loadAlone(t testing.TB, source []byte, s spec) *Program {
	t.Helper()
	u, err := frontend.Lower(context.Background(), "/t/program.c", bytes.Clone(source), &frontend.Options{
		SubjectRoot: "/t", Lowering: loweringOf(s.opt.Mode),
	})
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Link([]*ir.Unit{u}, nil, ir.LinkOptions{Entry: "main", Intrinsic: libc.IsIntrinsic})
	if err != nil {
		t.Fatal(err)
	}
	prog, err := Load(p, universe(t, p, s.opt.Mode), s.opt.Points)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

// compileNative compiles a C program with gcc and returns the program's name.
func compileNative(t *testing.T, file string) string {
	t.Helper()
	gcc := need.Tool(t, "gcc")
	bin := filepath.Join(t.TempDir(), "a.out")
	lib, err := library()
	need.Fetched(t, err)
	cmd := exec.Command(gcc, "-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-I", lib.IncludeDir(), "-o", bin, file, "-lm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return bin
}

// native compiles a C program with gcc, runs it and returns its output and exit status.
func native(t *testing.T, file, stdin string) (string, int) {
	run := exec.Command(compileNative(t, file))
	run.Args = []string{"prog"}
	run.Env = []string{"LANG=C"}
	run.Stdin = strings.NewReader(stdin)
	out, err := run.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), run.ProcessState.ExitCode()
}

func TestConcreteC(t *testing.T) {
	need.Slow(t)
	files, _ := filepath.Glob("testdata/c/*.c")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, code := native(t, file, "")
			prog := loadC(t, filepath.Base(file), src, spec{})
			for _, opt := range []Options{{}, {SlowOnly: true}, {NoShortcuts: true}} {
				test := Test{Name: "prog", Args: []string{"prog"}, Env: []string{"LANG=C"}, World: kernel.World{}}
				res, err := Run(context.Background(), prog, test, opt)
				if err != nil {
					t.Fatal(err)
				}
				if len(res.Test.Paths) != 1 {
					t.Fatalf("%d paths", len(res.Test.Paths))
				}
				p := res.Test.Paths[0]
				if p.End.Kind != path.Exit || p.End.Code != code {
					t.Errorf("ended in %s %d %s, natively exit %d", p.End.Kind, p.End.Code, p.End.Message, code)
					for _, f := range p.End.Stack {
						t.Log(f)
					}
				}
				if line, g, w := firstDifference(string(p.Output), want); line > 0 {
					t.Errorf("slow path alone %v, no shortcuts %v: line %d of the output is\n%s\nnatively\n%s", opt.SlowOnly, opt.NoShortcuts, line, g, w)
				}
			}
		})
	}
}

// firstDifference returns the first line in which two texts differ; 0 if in none.
func firstDifference(got, want string) (line int, g, w string) {
	gs, ws := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(gs), len(ws)) {
		g, w = "", ""
		if i < len(gs) {
			g = gs[i]
		}
		if i < len(ws) {
			w = ws[i]
		}
		if g != w || i >= len(gs) || i >= len(ws) {
			return i + 1, g, w
		}
	}
	return 0, "", ""
}

// loweringOf returns the lowering that is explored in a mode.
func loweringOf(m path.Mode) ir.Lowering {
	return map[path.Mode]ir.Lowering{path.Expanded: ir.Expanded, path.Both: ir.Both}[m]
}
