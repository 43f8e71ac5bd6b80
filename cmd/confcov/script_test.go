package main

// This file runs the scripts in testdata/script: each is a story of commands, what
// they print and how they exit. CONFCOV_UPDATE=1 rewrites what they expect.

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"confcov": main})
}

func TestScripts(t *testing.T) {
	cache := os.Getenv("CONFCOV_CACHE")
	if cache == "" {
		cache = t.TempDir()
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("CONFCOV_UPDATE") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CONFCOV_CACHE", cache)
			env.Setenv("HOME", env.WorkDir)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

// exits runs a command and checks its exit code: exits CODE COMMAND ARG...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		if _, err := fmt.Sscanf(err.Error(), "exit status %d", &got); err != nil {
			ts.Fatalf("%v", err)
		}
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
