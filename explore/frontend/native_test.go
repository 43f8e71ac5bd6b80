package frontend_test

// This file compares what C programs do when they are lowered and interpreted
// with what gcc makes of them: output, exit status and lines covered, in both lowerings.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
)

var library = sync.OnceValues(func() (*libc.Archive, error) {
	return libc.Open(context.Background(), libc.Options{})
})

// outcome is what a run of a program did.
type outcome struct {
	output string
	status int
	lines  map[uint32]bool // by number, of the program's file: whether it was executed; nil: not known
}

// native compiles a program with gcc and runs it. With lines, gcov says which were executed.
func native(dir, file string, include []string, limit time.Duration, lines bool) (*outcome, error) {
	bin := filepath.Join(dir, "native")
	args := []string{"-w", "-O0", "-std=gnu17", "-ffp-contract=off", "-fwrapv", "-o", bin, file, "-lm"}
	for _, i := range include {
		args = append(args, "-I", i)
	}
	if lines {
		args = append(args, "--coverage")
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("gcc: %w\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	run := exec.CommandContext(ctx, bin)
	run.Args, run.Env = []string{"prog"}, []string{"LANG=C"}
	var out bytes.Buffer
	run.Stdout = &out
	err := run.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		return nil, fmt.Errorf("native run: %v %v", err, ctx.Err())
	}
	o := &outcome{output: out.String(), status: run.ProcessState.ExitCode()}
	if lines {
		o.lines, err = gcovLines(dir, file)
	}
	return o, err
}

// gcovLines reads what a program that was compiled for coverage left in dir. A program that
// does not reach its exit handlers leaves nothing.
func gcovLines(dir, file string) (map[uint32]bool, error) {
	name := "native-" + strings.TrimSuffix(filepath.Base(file), ".c")
	if _, err := os.Stat(filepath.Join(dir, name+".gcda")); err != nil {
		return nil, nil
	}
	cmd := exec.Command("gcov", "-t", name+".gcda")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("gcov: %w", err)
	}
	lines := map[uint32]bool{}
	ours := false
	for _, l := range strings.Split(string(out), "\n") {
		f := strings.SplitN(l, ":", 4)
		if len(f) == 4 && f[2] == "Source" {
			ours = filepath.Base(f[3]) == filepath.Base(file)
		}
		if len(f) < 3 || !ours {
			continue
		}
		count := strings.TrimSpace(f[0])
		n, err := strconv.ParseUint(strings.TrimSpace(f[1]), 10, 32)
		if err == nil && n > 0 && count != "-" {
			lines[uint32(n)] = lines[uint32(n)] || !strings.HasPrefix(count, "#") && !strings.HasPrefix(count, "=")
		}
	}
	return lines, nil
}

// interpreted lowers, links and runs a program.
func interpreted(s *frontend.Source, how ir.Lowering, steps int64) (*outcome, error) {
	lib, err := library()
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	u, err := s.Lower(ctx, how)
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(u); err != nil {
		return nil, err
	}
	p, err := lib.Link(ctx, []*ir.Unit{u})
	if err != nil {
		return nil, err
	}
	universe := &coverage.Universe{}
	if how != ir.Expanded {
		if universe, err = explore.NewUniverse(map[path.Mode]*ir.Program{path.Merged: p}); err != nil {
			return nil, err
		}
	}
	prog, err := explore.Load(p, universe, nil)
	if err != nil {
		return nil, err
	}
	res, err := explore.Run(ctx, prog, explore.Test{Name: "prog", Args: []string{"prog"}, Env: []string{"LANG=C"}}, explore.Options{Limits: explore.Limits{PathSteps: steps}})
	if err != nil {
		return nil, err
	}
	if len(res.Test.Paths) != 1 {
		return nil, fmt.Errorf("%d paths", len(res.Test.Paths))
	}
	end := &res.Test.Paths[0]
	o := &outcome{output: string(end.Output), status: end.End.Code}
	if end.End.Kind != path.Exit {
		return o, fmt.Errorf("ended in %v: %s at %v", end.End.Kind, end.End.Message, end.End.Stack)
	}
	if how != ir.Expanded {
		o.lines = map[uint32]bool{}
		layout, covered := path.Merged.Layout(universe), coverage.Bits(end.Covered)
		for _, e := range universe.Elements[coverage.Line] {
			o.lines[e.Line] = o.lines[e.Line] || covered.Has(layout.Bit(coverage.Line, e.ID))
		}
	}
	return o, nil
}

// differs describes the difference between the native and the interpreted run of a program, "" if there is none.
func differs(dir, file string, include []string, limit time.Duration, steps int64, lines bool) (string, error) {
	want, err := native(dir, file, include, limit, lines)
	if err != nil {
		return "", err
	}
	s, err := frontend.Parse(context.Background(), file, nil, &frontend.Options{IncludePaths: include, SubjectRoot: filepath.Dir(file)})
	if err != nil {
		return err.Error(), nil
	}
	for _, how := range []ir.Lowering{ir.Merged, ir.Expanded, ir.Both} {
		got, err := interpreted(s, how, steps)
		if err != nil {
			printed := ""
			if got != nil {
				printed = got.output
			}
			return fmt.Sprintf("lowering %d: %v\nprinted %s", how, err, printed), nil
		}
		if got.output != want.output || got.status != want.status {
			return fmt.Sprintf("lowering %d: status %d, natively %d; printed\n%s\nnatively\n%s", how, got.status, want.status, got.output, want.output), nil
		}
		if d := differentLines(got.lines, want.lines); d != "" {
			return d, nil
		}
	}
	return "", nil
}

// differentLines describes the lines that both know and one says are covered, the other not.
func differentLines(got, want map[uint32]bool) string {
	var b strings.Builder
	for n := uint32(1); n < 100_000 && len(got) > 0 && len(want) > 0; n++ {
		g, known := got[n]
		if w, too := want[n]; known && too && g != w {
			fmt.Fprintf(&b, "line %d: covered %v, by gcov %v\n", n, g, w)
		}
	}
	return b.String()
}

// knownFailures are the programs that disagree with gcc, and why.
var knownFailures = map[string]string{}

// TestConformance runs the programs of explore/testdata/conformance, or those that CONFCOV_PROGRAMS lists.
func TestConformance(t *testing.T) {
	need.Slow(t)
	need.Tool(t, "gcc")
	_, err := library()
	need.Fetched(t, err)
	need.Tool(t, "gcov")
	files, _ := filepath.Glob("../testdata/conformance/*.c")
	var include []string
	if list := os.Getenv("CONFCOV_PROGRAMS"); list != "" {
		files = strings.Fields(list)
		if dirs, _ := filepath.Glob("/usr/include/csmith*"); len(dirs) > 0 {
			include = dirs[:1]
		}
	}
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diff, err := differs(t.TempDir(), file, include, 10*time.Second, 400_000_000, true)
			why := knownFailures[name]
			switch {
			case err != nil && include != nil && strings.Contains(err.Error(), "native run"):
				t.Logf("not compared, a random program that does not end: %v", err)
			case err != nil:
				t.Error(err)
			case diff != "" && why != "":
				t.Logf("known failure: %s", why)
			case diff != "":
				t.Error(diff)
			case why != "":
				t.Errorf("agrees with gcc, but is listed as a known failure: %s", why)
			}
		})
	}
}
