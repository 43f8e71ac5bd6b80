package frontend_test

// This file compares what C programs do when they are lowered and interpreted
// with what gcc makes of them: output and exit status, in both lowerings.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/path"
)

var library = sync.OnceValues(func() (*libc.Archive, error) {
	return libc.Open(context.Background(), libc.Options{})
})

// native compiles a program with gcc and runs it.
func native(dir, file string, include []string, limit time.Duration) (string, int, error) {
	bin := filepath.Join(dir, "native")
	args := []string{"-w", "-O0", "-std=gnu17", "-ffp-contract=off", "-fwrapv", "-o", bin, file, "-lm"}
	for _, i := range include {
		args = append(args, "-I", i)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		return "", 0, fmt.Errorf("gcc: %w\n%s", err, out)
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
		return "", 0, fmt.Errorf("native run: %v %v", err, ctx.Err())
	}
	return out.String(), run.ProcessState.ExitCode(), nil
}

// interpreted lowers, links and runs a program.
func interpreted(s *frontend.Source, expand bool, steps int64) (string, int, error) {
	lib, err := library()
	if err != nil {
		return "", 0, err
	}
	ctx := context.Background()
	u, err := s.Lower(expand)
	if err != nil {
		return "", 0, err
	}
	if err := ir.Verify(u); err != nil {
		return "", 0, err
	}
	p, err := lib.Link(ctx, []*ir.Unit{u})
	if err != nil {
		return "", 0, err
	}
	prog, err := explore.Load(p, &coverage.Universe{}, nil)
	if err != nil {
		return "", 0, err
	}
	res, err := explore.Run(ctx, prog, explore.Test{Name: "prog", Args: []string{"prog"}, Env: []string{"LANG=C"}}, explore.Options{Limits: explore.Limits{PathSteps: steps}})
	if err != nil {
		return "", 0, err
	}
	if len(res.Test.Paths) != 1 {
		return "", 0, fmt.Errorf("%d paths", len(res.Test.Paths))
	}
	end := &res.Test.Paths[0]
	if end.End.Kind != path.Exit {
		return string(end.Output), 0, fmt.Errorf("ended in %v: %s at %v", end.End.Kind, end.End.Message, end.End.Stack)
	}
	return string(end.Output), end.End.Code, nil
}

// differs describes the difference between the native and the interpreted run of a program, "" if there is none.
func differs(dir, file string, include []string, limit time.Duration, steps int64) (string, error) {
	want, code, err := native(dir, file, include, limit)
	if err != nil {
		return "", err
	}
	s, err := frontend.Parse(context.Background(), file, nil, &frontend.Options{IncludePaths: include, SubjectRoot: filepath.Dir(file)})
	if err != nil {
		return err.Error(), nil
	}
	for _, expand := range []bool{false, true} {
		got, status, err := interpreted(s, expand, steps)
		if err != nil {
			return fmt.Sprintf("expand %v: %v\nprinted %s", expand, err, got), nil
		}
		if got != want || status != code {
			return fmt.Sprintf("expand %v: status %d, natively %d; printed\n%s\nnatively\n%s", expand, status, code, got, want), nil
		}
	}
	return "", nil
}

// TestConformance runs the programs of explore/testdata/conformance, or those that CONFCOV_PROGRAMS lists.
func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("needs gcc and the C library")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	if _, err := library(); err != nil {
		t.Skipf("no C library: %v", err)
	}
	files, _ := filepath.Glob("../testdata/conformance/*.c")
	if list := os.Getenv("CONFCOV_PROGRAMS"); list != "" {
		files = strings.Fields(list)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			var include []string
			if dirs, _ := filepath.Glob("/usr/include/csmith*"); len(dirs) > 0 {
				include = dirs[:1]
			}
			diff, err := differs(t.TempDir(), file, include, 2*time.Second, 400_000_000)
			if err != nil {
				t.Skip(err)
			}
			if diff != "" {
				t.Error(diff)
			}
		})
	}
}
