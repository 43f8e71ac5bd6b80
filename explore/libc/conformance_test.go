package libc_test

// This file runs the suite of explore/testdata/conformance/library: small programs with one feature of
// the library or of the system each, on the engine and natively, and compares what they print to standard output
// and standard error, and their exit status. A program that needs a world is an archive: program.c, and besides
//
//	args     a line for each argument
//	env      a line for each NAME=VALUE
//	stdin    what it reads
//	w/NAME   a file in its working directory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
	"golang.org/x/tools/txtar"
)

const suite = "../testdata/conformance/library/"

// knownDifferences are programs that the engine cannot run, with the reason: their paths end as unsupported.
// One that does the same as natively fails the test.
var knownDifferences = map[string]string{
	"sys-mmap-shared": "processes share no memory; the path ends as unsupported",
	"sys-popen":       "there is no shell; the path ends as unsupported",
}

// conformance is a program of the suite with its world.
type conformance struct {
	name   string
	source []byte
	args   []string
	env    []string
	stdin  []byte
	files  []txtar.File // in the working directory
}

func lines(b []byte) []string {
	return strings.FieldsFunc(string(b), func(r rune) bool { return r == '\n' })
}

func readConformance(file string) (*conformance, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(file)
	c := &conformance{name: strings.TrimSuffix(base, filepath.Ext(base)), env: []string{"PATH=/bin"}}
	if filepath.Ext(file) == ".c" {
		c.source = data
		return c, nil
	}
	for _, f := range txtar.Parse(data).Files {
		switch f.Name {
		case "program.c":
			c.source = f.Data
		case "args":
			c.args = lines(f.Data)
		case "env":
			c.env = lines(f.Data)
		case "stdin":
			c.stdin = f.Data
		default:
			name, ok := strings.CutPrefix(f.Name, "w/")
			if !ok {
				return nil, errors.New(file + ": unknown section " + f.Name)
			}
			c.files = append(c.files, txtar.File{Name: name, Data: f.Data})
		}
	}
	return c, nil
}

// native builds the program with these flags too and runs it in a folder of its own. Both outputs are one pipe, as in the simulated machine.
func (c *conformance) native(t *testing.T, box, dir string, flags ...string) (output []byte, status int) {
	t.Helper()
	args := []string{"-w", "-O0", "-std=gnu17", "-ffp-contract=off", "-o", "program", filepath.Join(dir, "program.c"), "-lm", "-lcrypt"}
	gcc := exec.Command("gcc", append(args, flags...)...)
	gcc.Dir = dir
	if out, err := gcc.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	work := filepath.Join(dir, "w")
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range c.files {
		name := filepath.Join(work, f.Name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, f.Data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	in := filepath.Join(dir, "stdin")
	if err := os.WriteFile(in, c.stdin, 0o644); err != nil {
		t.Fatal(err)
	}
	stdin, err := os.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, box, append([]string{filepath.Join(dir, "program")}, c.args...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = work, c.env, stdin
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, io.Writer(&out)
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("native run: %v %v", err, ctx.Err())
	}
	return out.Bytes(), cmd.ProcessState.ExitCode()
}

func (c *conformance) world() kernel.World {
	w := world()
	w.UID, w.GID = uint32(os.Getuid()), uint32(os.Getgid())
	w.Stdin = c.stdin
	w.Files[len(w.Files)-1].UID, w.Files[len(w.Files)-1].GID = w.UID, w.GID
	for _, f := range c.files {
		w.Files = append(w.Files, kernel.FileSpec{Path: "/work/" + f.Name, Data: f.Data, UID: w.UID, GID: w.GID})
	}
	return w
}

// simulated runs the program on the engine; opt says how it is lowered.
func (c *conformance) simulated(t *testing.T, a *libc.Archive, dir string, opt frontend.Options, run explore.Options) (*path.Path, error) {
	t.Helper()
	opt.IncludePaths, opt.SubjectRoot = []string{a.IncludeDir()}, dir
	u, err := frontend.Lower(t.Context(), filepath.Join(dir, "program.c"), nil, &opt)
	if err != nil {
		return nil, err
	}
	p, err := a.Link(t.Context(), []*ir.Unit{u})
	if err != nil {
		return nil, err
	}
	if err := ir.VerifyProgram(p); err != nil {
		return nil, err
	}
	universe, err := explore.NewUniverse(map[path.Mode]*ir.Program{path.Both: p})
	if err != nil {
		return nil, err
	}
	prog, err := explore.Load(p, universe, nil)
	if err != nil {
		return nil, err
	}
	run.Configuration = confspace.Configuration{}
	test := explore.Test{Name: c.name, World: c.world(), Args: append([]string{"program"}, c.args...), Env: c.env}
	r, err := explore.Run(t.Context(), prog, test, run)
	if err != nil {
		return nil, err
	}
	if len(r.Test.Paths) != 1 {
		t.Fatalf("%d paths", len(r.Test.Paths))
	}
	return &r.Test.Paths[0], nil
}

// check returns how the engine differs from the host, "" if it does not.
func (c *conformance) check(t *testing.T, a *libc.Archive, box string) string {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "program.c"), c.source, 0o644); err != nil {
		t.Fatal(err)
	}
	want, status := c.native(t, box, dir)
	if *keep != "" {
		_ = os.WriteFile(filepath.Join(*keep, c.name+".host"), want, 0o644)
	}
	var diff strings.Builder
	for _, way := range []struct {
		name string
		how  ir.Lowering
		opt  explore.Options
	}{
		{"as it is", ir.Merged, explore.Options{}},
		{"expanded, the library's bodies", ir.Expanded, explore.Options{NoShortcuts: true, Mode: path.Expanded}},
	} {
		p, err := c.simulated(t, a, dir, frontend.Options{Lowering: way.how}, way.opt)
		if err != nil {
			return way.name + ": " + err.Error()
		}
		if *keep != "" {
			_ = os.WriteFile(filepath.Join(*keep, c.name+".engine"), p.Output, 0o644)
		}
		ended := p.End.Kind == path.Exit && p.End.Code == status || status < 0 && (p.End.Kind == path.Signal || p.End.Kind == path.Abort)
		if !ended {
			fmt.Fprintf(&diff, "%s: ends with %v; natively with status %d\n", way.name, p.End, status)
		}
		if !bytes.Equal(p.Output, want) {
			diff.WriteString(way.name + ":\n" + difference(string(want), string(p.Output)) + "\n")
		}
	}
	return diff.String()
}

// TestConformance compares the engine with the host on the suite.
func TestConformance(t *testing.T) {
	need.Slow(t)
	a, box := archive(t), newBox(t)
	files, err := filepath.Glob(suite + "*")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		c, err := readConformance(file)
		if err != nil {
			t.Fatal(err)
		}
		seen[c.name] = true
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			diff, reason := c.check(t, a, box), knownDifferences[c.name]
			switch {
			case diff != "" && reason == "":
				t.Error(diff)
			case diff != "" && !strings.Contains(diff, "unsupported"):
				t.Errorf("does not end as unsupported, though listed: %s\n%s", reason, diff)
			case diff == "" && reason != "":
				t.Errorf("does the same as natively, but is listed: %s", reason)
			}
		})
	}
	for name := range knownDifferences {
		if !seen[name] {
			t.Errorf("no program %s", name)
		}
	}
}
