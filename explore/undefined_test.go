package explore

// This file checks that programs without undefined values are not said to use any.

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
)

// undefinedNotes runs a program concretely and returns the notes about undefined values.
func undefinedNotes(t *testing.T, name string, src []byte, include ...string) []string {
	dir, _ := filepath.Abs("testdata/c")
	prog := loadSubject(t, dir, name, src, include...)
	test := Test{Name: "prog", Args: []string{"prog"}, Env: []string{"LANG=C"}, World: kernel.World{}}
	res, err := Run(context.Background(), prog, test, Options{Limits: Limits{PathSteps: 20_000_000}})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i := range res.Test.Paths {
		for _, n := range res.Test.Paths[i].Notes {
			if n.Kind == path.NoteWarning && strings.Contains(n.Message, "undefined value") {
				out = append(out, fmt.Sprintf("%s at %s", n.Message, n.At))
			}
		}
	}
	return out
}

func TestNothingUndefined(t *testing.T) {
	need.Slow(t)
	for _, dir := range []string{"c", "conformance", "bench"} {
		files, _ := filepath.Glob("testdata/" + dir + "/*.c")
		for _, file := range files {
			t.Run(dir+"/"+filepath.Base(file), func(t *testing.T) {
				src, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range undefinedNotes(t, filepath.Base(file), src) {
					t.Error(n)
				}
			})
		}
	}
}

// TestNothingUndefinedRandom runs random programs of csmith, which have no undefined behaviour.
func TestNothingUndefinedRandom(t *testing.T) {
	need.Slow(t)
	csmith := need.Tool(t, "csmith")
	headers, _ := filepath.Glob("/usr/include/csmith*/csmith.h")
	need.That(t, len(headers) > 0, "the headers of csmith are not installed")
	seeds := 4
	if s := os.Getenv("CONFCOV_SEEDS"); s != "" {
		fmt.Sscan(s, &seeds)
	}
	for seed := 1; seed <= seeds; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			generate := exec.Command(csmith, "--seed", fmt.Sprint(seed), "--max-funcs", "5")
			generate.Dir = t.TempDir() // it leaves a file
			src, err := generate.Output()
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range undefinedNotes(t, "random.c", src, filepath.Dir(headers[0])) {
				t.Error(n)
			}
		})
	}
}
