package main

// This file runs the scripts in testdata/script: each is a story of commands, what
// they print and how they exit. CONFCOV_UPDATE=1 rewrites what they expect.

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native"
	"github.com/confcov/confcov/subjects/native/confine"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"confcov": main})
}

func TestScripts(t *testing.T) {
	// The user's own cache: what is there need not be fetched and compiled again. Where there is none, there is no library either.
	cache, err := fetch.CacheDir()
	if err != nil {
		t.Log(err)
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
			env.Setenv("COLUMNS", "1000") // lines are matched as a whole; layout.txtar is about breaking them
			// The programs are the tests' own, so where they cannot be confined they are run all the same.
			env.Setenv("NATIVE", "auto")
			env.Setenv("OPENLY", "false")
			if confine.Check() != nil {
				env.Setenv("NATIVE", "unconfined")
				env.Setenv("OPENLY", "true")
			}
			return nil
		},
		Condition: condition,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits, "interrupt": interruptBy(os.Interrupt), "hangup": interruptBy(syscall.SIGHUP), "brute": bruteSubjects,
			"documented": documented,
		},
	})
}

// documented is the command that makes the files that a page of docs shows: blocks whose first line names one.
func documented(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: documented PAGE")
	}
	text, err := os.ReadFile(filepath.Join("../../docs", args[0]))
	ts.Check(err)
	blocks := regexp.MustCompile("(?ms)^```[a-z]+ (\\S+)\n(.*?)^```$").FindAllSubmatch(text, -1)
	if len(blocks) == 0 {
		ts.Fatalf("docs/%s shows no files", args[0])
	}
	for _, b := range blocks {
		name := ts.MkAbs(string(b[1]))
		ts.Check(os.MkdirAll(filepath.Dir(name), 0o777))
		ts.Check(os.WriteFile(name, b[2], 0o666))
	}
}

// condition says what scripts that are skipped lack: they begin with, say, [!libc] skip. Where skips are failures, it is one to lack that.
func condition(name string) (bool, error) {
	var err error
	if tool, ok := strings.CutPrefix(name, "tool:"); ok {
		name = "tool"
		_, err = exec.LookPath(tool)
	}
	switch name {
	case "tool":
	case "race": // a script that explores much, with no goroutines but those of others, need not be watched by the detector
		return need.Race, nil
	case "libc":
		err = haveLibrary()
	case "native":
		err = native.Check()
	case "native-vsftpd":
		err = haveNative()
	case "gcov":
		_, err = exec.LookPath("gcov")
	default:
		return false, fmt.Errorf("unknown condition %s", name)
	}
	if err != nil && os.Getenv(need.Variable) != "" {
		return false, fmt.Errorf("missing, and %s is set: %w", need.Variable, err)
	}
	return err == nil, nil
}

// haveLibrary returns why the C library's source cannot be had.
var haveLibrary = sync.OnceValue(func() error {
	_, err := libc.Prepare(context.Background(), fetch.Options{})
	return err
})

// haveNative returns why vsftpd cannot be run natively.
var haveNative = sync.OnceValue(func() error {
	if err := native.Check(); err != nil {
		return err
	}
	s, err := subjects.Load("vsftpd")
	if err != nil {
		return err
	}
	_, err = s.Prepare(context.Background(), fetch.Options{})
	return err
})

// interruptBy makes the commands that run a command, send it a signal when a file is there, and check its exit
// code: interrupt CODE FILE COMMAND ARG...
func interruptBy(s os.Signal) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < 3 {
			ts.Fatalf("usage: interrupt CODE FILE COMMAND ARG...")
		}
		interrupt(ts, s, args)
	}
}

func interrupt(ts *testscript.TestScript, s os.Signal, args []string) {
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	cmd := exec.Command(path, args[3:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("HOME"), "CONFCOV_CACHE="+ts.Getenv("CONFCOV_CACHE"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	caught := make(chan os.Signal, 1) // what is caught here is not ignored there, even if the tests run under nohup
	signal.Notify(caught, s)
	defer signal.Stop(caught)
	ts.Check(cmd.Start())
	for range 3000 {
		if matches, _ := filepath.Glob(ts.MkAbs(args[1])); len(matches) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Check(cmd.Process.Signal(s))
	cmd.Wait()
	if got := strconv.Itoa(cmd.ProcessState.ExitCode()); got != args[0] {
		ts.Fatalf("exit code %s, want %s\n%s", got, args[0], stderr.String())
	}
	ts.Logf("%s", stderr.String())
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
