package libc_test

// This file runs the programs of testdata/programs on the engine with this C
// library, and natively with the host's, and compares what they print. They are
// compiled against the host's headers both times.

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

var keep = flag.String("keep", "", "write what programs print into this folder")

// native compiles and runs a program with the host's compiler and library. Both outputs go to one file.
func native(t *testing.T, box, file string) (output []byte, status int) {
	t.Helper()
	dir := t.TempDir()
	bin := filepath.Join(dir, "program")
	args := []string{"-w", "-O0", "-ffp-contract=off", "-o", bin, file, "-lm", "-lcrypt"}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	cmd := exec.Command(box, bin)
	cmd.Dir = filepath.Join(dir, "run")
	if err := os.Mkdir(cmd.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd.Env = []string{"PATH=/bin"}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out, cmd.ProcessState.ExitCode()
}

// world has the files that the programs look at.
func world() kernel.World {
	return kernel.World{Cwd: "/work", Umask: 0o022, Files: []kernel.FileSpec{
		{Path: "/etc/passwd", Data: []byte("root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/:/bin/false\n")},
		{Path: "/etc/group", Data: []byte("root:x:0:\ndaemon:x:1:\n")},
		{Path: "/etc/hosts", Data: []byte("127.0.0.1\tlocalhost\n")},
		{Path: "/tmp", Kind: kernel.Directory, Mode: 0o1777},
		{Path: "/work", Kind: kernel.Directory},
	}}
}

func archive(t testing.TB) *libc.Archive {
	t.Helper()
	a, err := libc.Open(t.Context(), libc.Options{})
	need.Fetched(t, err)
	return a
}

// simulated runs a program on the engine, in each of several ways; all must do the same.
func simulated(t *testing.T, a *libc.Archive, file string) *path.Path {
	t.Helper()
	var first *path.Path
	for _, way := range []struct {
		name string
		how  ir.Lowering
		opt  explore.Options
	}{
		{"shortcuts", ir.Merged, explore.Options{}},
		{"the library's bodies", ir.Merged, explore.Options{NoShortcuts: true}},
		{"expanded, slow path", ir.Expanded, explore.Options{SlowOnly: true, Mode: path.Expanded}},
	} {
		way.opt.Configuration = confspace.Configuration{}
		p := runOn(t, a, file, way.how, way.opt)
		t.Logf("%s: %d instructions", way.name, p.Steps)
		if first == nil {
			first = p
		} else if !bytes.Equal(p.Output, first.Output) || p.End.Kind != first.End.Kind || p.End.Code != first.End.Code {
			t.Errorf("%s: ends with %v instead of %v; output:\n%s", way.name, p.End, first.End,
				difference(string(first.Output), string(p.Output)))
		}
	}
	return first
}

// load makes a C program ready; opt says how it is lowered.
func load(t *testing.T, a *libc.Archive, file string, opt frontend.Options) *explore.Program {
	t.Helper()
	opt.IncludePaths, opt.SubjectRoot = []string{a.IncludeDir()}, filepath.Dir(file)
	u, err := frontend.Lower(t.Context(), file, nil, &opt)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Link(t.Context(), []*ir.Unit{u})
	if err != nil {
		t.Fatal(err)
	}
	universe, err := explore.NewUniverse(map[path.Mode]*ir.Program{path.Both: p})
	if err != nil {
		t.Fatal(err)
	}
	prog, err := explore.Load(p, universe, nil)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

func runOn(t *testing.T, a *libc.Archive, file string, how ir.Lowering, run explore.Options) *path.Path {
	t.Helper()
	prog := load(t, a, file, frontend.Options{Lowering: how})
	test := explore.Test{Name: filepath.Base(file), World: world(), Args: []string{"program"}, Env: []string{"PATH=/bin"}}
	r, err := explore.Run(t.Context(), prog, test, run)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Test.Paths) != 1 {
		t.Fatalf("%d paths", len(r.Test.Paths))
	}
	return &r.Test.Paths[0]
}

// TestPrograms compares the engine with the host.
func TestPrograms(t *testing.T) {
	need.Slow(t)
	files, err := filepath.Glob("testdata/programs/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	a, box := archive(t), newBox(t)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			want, status := native(t, box, file)
			p := simulated(t, a, file)
			if *keep != "" {
				base := filepath.Join(*keep, filepath.Base(file))
				os.WriteFile(base+".host", want, 0o644)
				os.WriteFile(base+".engine", p.Output, 0o644)
			}
			if p.End.Kind != path.Exit || int(p.End.Code) != status {
				t.Errorf("ends with %v, the host's with exit status %d", p.End, status)
			}
			if !bytes.Equal(p.Output, want) {
				t.Errorf("prints something else:\n%s", difference(string(want), string(p.Output)))
			}
		})
	}
}

// difference shows the first lines that differ.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		a, b := "(end)", "(end)"
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			return "want " + a + "\ngot  " + b
		}
	}
	return ""
}
