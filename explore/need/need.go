// Package need says what a test needs of the machine, besides Go, and makes the files that it needs. Where something is missing the test
// is skipped, and where CONFCOV_NO_SKIP is set it fails: continuous integration installs all that
// the tests need, so a skip there would hide a test that nobody runs.
//
// Only tests import this package, and skips.go's test sees to it that no other code skips a test.
// A property of rapid may still discard what it drew.
package need

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Variable is the environment variable that makes skips failures.
const Variable = "CONFCOV_NO_SKIP"

// Slow skips the test under -short. That is never a failure: somebody asked for it.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow: not run with -short")
	}
}

// Tool needs programs on the PATH and returns the first one's file.
func Tool(t testing.TB, names ...string) string {
	t.Helper()
	first := ""
	for _, name := range names {
		file, err := exec.LookPath(name)
		That(t, err == nil, "%s is not installed", name)
		if first == "" {
			first = file
		}
	}
	return first
}

// File needs a file of the machine, such as a header.
func File(t testing.TB, name string) {
	t.Helper()
	_, err := os.Stat(name)
	NoError(t, err)
}

// Folder writes the files, which are named by slash-separated paths, into a new folder and returns it.
func Folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Root needs the rights of root.
func Root(t testing.TB) {
	t.Helper()
	That(t, os.Geteuid() == 0, "needs root, for chroot and for files of other users")
}

// Fetched needs what was fetched, or was there already. A source that is not what it should be is
// a failure.
func Fetched(t testing.TB, err error) {
	t.Helper()
	if err != nil && strings.Contains(err.Error(), "checksum") {
		t.Fatal(err)
	}
	NoError(t, err)
}

// NoError needs what err says is missing.
func NoError(t testing.TB, err error) {
	t.Helper()
	That(t, err == nil, "%v", err)
}

// That needs a condition; the format says what is missing.
func That(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	switch {
	case ok:
	case os.Getenv(Variable) != "":
		t.Fatalf("missing, and "+Variable+" is set: "+format, args...)
	default:
		t.Skipf(format, args...)
	}
}
