package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(file("plain"), []byte("int a;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file("huge"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file("huge"), MaxSize+1); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(file("pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, _, err := Read(file("plain")); err != nil || string(text) != "int a;\n" {
		t.Errorf("a plain file is %q, %v", text, err)
	}
	for name, want := range map[string]error{
		dir: fs.ErrNotExist, file("none"): fs.ErrNotExist,
		file("huge"): ErrRefused, file("pipe"): ErrRefused, "/dev/zero": ErrRefused,
	} {
		if _, _, err := Read(name); !errors.Is(err, want) {
			t.Errorf("%s: error %v, not %v", name, err, want)
		}
	}
}
