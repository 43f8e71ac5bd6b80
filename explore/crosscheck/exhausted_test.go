package crosscheck

// This file has compilers fail for other reasons than the program, and the engine for others than what it does not support.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/ir"
)

// TestCompilerExhausted: a gcc that takes too long or too much memory is a verdict.
func TestCompilerExhausted(t *testing.T) {
	c := checker(t)
	c.Unconfined, c.Engine.Limit = true, 200*time.Millisecond
	path := os.Getenv("PATH")
	for name, tt := range map[string]struct{ script, reason string }{
		"time":   {"exec sleep 1000", "gcc: takes longer than 200ms"},
		"memory": {"echo 'cc1: out of memory allocating 65536 bytes' >&2; exit 1", "gcc: runs out of memory or is killed: cc1: out of memory allocating 65536 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			bin := t.TempDir()
			if err := os.WriteFile(filepath.Join(bin, "gcc"), []byte("#!/bin/sh\n"+tt.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", bin+":"+path)
			v, err := c.Check(t.Context(), &Case{Mode: Concrete, Text: []byte("int main(void) { return 0; }\n")}, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if v.Outcome != Passed || v.Reason != tt.reason {
				t.Errorf("%s: %s, want %s", v.Outcome, v.Reason, tt.reason)
			}
			_, _, err = c.Version(t.Context(), []byte("int g = 1; int main(void) { return 0; }\n"), MultiPath, 0, NewRandom(1), t.TempDir())
			if err == nil || err.Error() != tt.reason {
				t.Errorf("version: %v, want %s", err, tt.reason)
			}
		})
	}
}

// TestUnsupported: kinds of errors decide, whatever their messages say.
func TestUnsupported(t *testing.T) {
	c := checker(t)
	v := checked(t, c, "int main(void) { int f(void) { return 0; } return f(); }\n", Concrete, 0, false)
	if v.Outcome != Incomplete || v.Reason != "not supported: nested function" {
		t.Errorf("%s: %s", v.Outcome, v.Reason)
	}
	c.Engine.Transform = func(*ir.Program) { panic("program.c:1:1: unsupported: nothing") }
	v = checked(t, c, "int main(void) { return 0; }\n", Concrete, 0, false)
	if v.Outcome != Differ || len(v.Findings) != 1 || !strings.Contains(v.Findings[0].Text, "unsupported: nothing") {
		t.Errorf("messages decide: %s: %s", v.Outcome, v.Reason)
	}
}
