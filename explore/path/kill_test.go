package path

// This file ends explorations at every operation on files, makes every one of them fail, and kills
// processes at random instants. Whatever happens, what is left is read as a part of the run or is an
// error, and exploring again gives the run of an undisturbed exploration.

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/subjects/confspace"
)

// wantPart checks that what can be read of dir is a part of the undisturbed run.
func wantPart(t *testing.T, what, dir string) {
	t.Helper()
	d, err := Open(dir)
	if err != nil {
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
		return
	}
	defer d.Close()
	infos, err := d.Tests()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if d.Run().Finished && len(infos) != len(testNames) {
		t.Errorf("%s: a finished run has %d tests", what, len(infos))
	}
	for i := range infos {
		got, err := d.ReadTest(&infos[i], confspace.NewSets(d.Space()))
		if err != nil {
			t.Errorf("%s: a listed test cannot be read: %v", what, err)
			continue
		}
		for k, name := range testNames {
			if name == got.Name && plain(got) != plain(variant(name, k)) {
				t.Errorf("%s: test %s is another", what, name)
			}
		}
	}
}

// operation is how far the operations on files are apart that tests end or make fail.
func operation() int {
	if need.Race {
		return 13
	}
	return 1
}

var errKilled = errors.New("killed")

// TestKillAtEachOperation ends an exploration before each operation on files.
func TestKillAtEachOperation(t *testing.T) {
	want := files(t, newRun(t))
	for n := 1; ; n += operation() {
		dir := filepath.Join(t.TempDir(), "run")
		ops := 0
		_, err := explore(dir, func(op, name string) error {
			if ops++; ops >= n {
				return errKilled // and so are all that would clean up
			}
			return nil
		})
		if err == nil {
			if ops < 50 {
				t.Errorf("exploring is %d operations", ops)
			}
			return
		}
		what := fmt.Sprintf("killed at operation %d", n)
		wantPart(t, what, dir)
		// Killed once more while it continues.
		ops = 0
		explore(dir, func(op, name string) error {
			if ops++; ops >= n/2 {
				return errKilled
			}
			return nil
		})
		wantPart(t, what+" and again", dir)
		if _, err := explore(dir, nil); err != nil {
			t.Errorf("%s: explored again: %v", what, err)
		}
		if diff := cmp.Diff(want, files(t, dir)); diff != "" {
			t.Fatalf("%s: another run: %s", what, diff)
		}
	}
}

// TestFailureOfEachOperation makes each operation on files fail, once or from then on, as on a full disk.
func TestFailureOfEachOperation(t *testing.T) {
	want := files(t, newRun(t))
	for _, full := range []bool{false, true} {
		for n, failed := 1, true; failed; n += operation() {
			dir := filepath.Join(t.TempDir(), "run")
			ops := 0
			failed = false
			_, err := explore(dir, func(op, name string) error {
				if ops++; ops == n || full && ops > n && op != "remove" {
					failed = true
					return syscall.ENOSPC
				}
				return nil
			})
			what := fmt.Sprintf("failure of operation %d", n)
			if failed && err != nil && (!errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "free some space") || strings.Contains(err.Error(), "\n")) {
				t.Errorf("%s: %v", what, err)
			}
			wantPart(t, what, dir)
			if _, err := explore(dir, nil); err != nil {
				t.Errorf("%s: explored again: %v", what, err)
			}
			if diff := cmp.Diff(want, files(t, dir)); diff != "" {
				t.Fatalf("%s: another run: %s", what, diff)
			}
		}
	}
}

// killDir says that the process is one of TestKill's, and where it explores.
const killDir = "CONFCOV_TEST_KILL_DIR"

func TestMain(m *testing.M) {
	syncFile = func(*os.File) error { return nil }
	// Thousands of small files are written: not to a disk, where there is a choice.
	if _, err := os.Stat("/dev/shm"); err == nil && os.Getenv("TMPDIR") == "" {
		os.Setenv("TMPDIR", "/dev/shm")
	}
	if dir := os.Getenv(killDir); dir != "" {
		if _, err := explore(dir, nil); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func explorer(t *testing.T, dir string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	var errs bytes.Buffer
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killDir+"="+dir)
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, &errs
}

// TestKill kills processes at random instants, some several times in a row, with readers beside them.
func TestKill(t *testing.T) {
	want := files(t, newRun(t))
	r := rand.New(rand.NewPCG(3, 4))
	runs := 12
	if testing.Short() {
		runs = 4
	}
	began := time.Now()
	cmd, _ := explorer(t, filepath.Join(t.TempDir(), "run"))
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	kills := 0
	for range runs {
		dir := filepath.Join(t.TempDir(), "run")
		for range 1 + r.IntN(4) {
			cmd, errs := explorer(t, dir)
			for end := time.Now().Add(time.Duration(r.Float64() * float64(took))); time.Now().Before(end); time.Sleep(time.Millisecond) {
				wantBeside(t, dir)
			}
			cmd.Process.Kill()
			if err := cmd.Wait(); err != nil {
				kills++
				if errs.Len() > 0 {
					t.Errorf("%s", errs)
				}
			}
			wantPart(t, "killed", dir)
		}
		if _, err := explore(dir, nil); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, files(t, dir)); diff != "" {
			t.Fatalf("after kills: another run: %s", diff)
		}
	}
	t.Logf("%d kills, a run takes %v", kills, took)
}

// wantBeside reads while another process writes: a test can vanish or change meanwhile, which is an error of its own.
func wantBeside(t *testing.T, dir string) {
	t.Helper()
	d, err := Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	infos, _ := d.Tests()
	for i := range infos {
		got, err := d.ReadTest(&infos[i], confspace.NewSets(d.Space()))
		if err != nil {
			continue
		}
		for k, name := range testNames {
			if name == got.Name && plain(got) != plain(variant(name, k)) {
				t.Errorf("read beside a writer, test %s is another", name)
			}
		}
	}
}

// TestTwoProcesses starts explorers of one directory at a time: one of them explores, the others say which.
func TestTwoProcesses(t *testing.T) {
	want := files(t, newRun(t))
	dir := filepath.Join(t.TempDir(), "run")
	d, err := Create(dir, testRun, testUniverse(), testSpace(), plan(testNames...))
	if err != nil {
		t.Fatal(err)
	}
	cmd, errs := explorer(t, dir)
	if err := cmd.Wait(); err == nil || !strings.Contains(errs.String(), fmt.Sprintf("process %d is writing into this run directory", os.Getpid())) {
		t.Errorf("a second process: %v, %s", err, errs)
	}
	d.Close()
	var cmds []*exec.Cmd
	var messages []*bytes.Buffer
	for range 4 {
		cmd, errs := explorer(t, dir)
		cmds, messages = append(cmds, cmd), append(messages, errs)
	}
	done := 0
	for i, cmd := range cmds {
		if cmd.Wait() == nil {
			done++
		} else if s := messages[i].String(); !strings.Contains(s, "is writing into this run directory") || strings.Count(s, "\n") != 1 {
			t.Errorf("%s", s)
		}
	}
	if done == 0 {
		t.Error("no process explored")
	}
	if diff := cmp.Diff(want, files(t, dir)); diff != "" {
		t.Error("after several processes: another run: ", diff)
	}
}
