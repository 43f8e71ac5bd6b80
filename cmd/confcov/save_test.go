package main

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// TestUnwritable: what keeps an analysis from saving its results without being its business.
func TestUnwritable(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{&os.PathError{Op: "open", Path: "run", Err: syscall.EACCES}, true},
		{&os.PathError{Op: "open", Path: "run", Err: syscall.EPERM}, true},
		{&os.PathError{Op: "open", Path: "run", Err: syscall.EROFS}, true},
		{fs.ErrPermission, true},
		{&os.PathError{Op: "write", Path: "run", Err: syscall.ENOSPC}, false},
	} {
		if got := unwritable(fmt.Errorf("write: %w", c.err)); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}
