package crosscheck

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestGeneratorKilled kills a process that generates a program with a Csmith that does not end, which must not go on alone.
func TestGeneratorKilled(t *testing.T) {
	if os.Getenv("CONFCOV_TEST_GENERATOR") != "" { // the process that is killed
		_, err := generate(t.Context(), random(1, 1), Concrete, t.TempDir())
		t.Fatal("it ended: ", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "csmith"), []byte("#!/bin/sh\necho \"$$;\" >'"+dir+"/pid'\nexec sleep 1000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestGeneratorKilled$")
	cmd.Env = append(os.Environ(), "CONFCOV_TEST_GENERATOR=1", "TMPDIR="+dir, "PATH="+dir+":"+os.Getenv("PATH"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for range 400 {
		data, _ := os.ReadFile(filepath.Join(dir, "pid"))
		if n, _ := fmt.Sscanf(string(data), "%d;", &pid); n == 1 && strings.Contains(string(data), ";") {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if pid == 0 {
		t.Fatal("Csmith did not begin")
	}
	for range 1000 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Error("it goes on")
}
