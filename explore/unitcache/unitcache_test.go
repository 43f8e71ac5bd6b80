package unitcache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/need"
)

func unit(name string) *ir.Unit {
	return &ir.Unit{Name: name, Files: []ir.File{{}}}
}

func entry(t *testing.T, c *Cache, k Key) string {
	t.Helper()
	file := c.file(k)
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestKeyParts(t *testing.T) {
	if NewKey("ab", "c") == NewKey("a", "bc") {
		t.Error("keys do not tell where a part ends")
	}
}

func TestPutGet(t *testing.T) {
	dir := t.TempDir()
	c := Open(dir, "1")
	k := NewKey("x")
	if c.Get(k) != nil {
		t.Error("found in an empty cache")
	}
	if err := c.Put(k, unit("x.c")); err != nil {
		t.Fatal(err)
	}
	if u := Open(dir, "1").Get(k); u == nil || u.Name != "x.c" {
		t.Errorf("got %v", u)
	}
	if Open(dir, "2").Get(k) != nil {
		t.Error("found by another version")
	}
	if c.Get(NewKey("y")) != nil {
		t.Error("found by another key")
	}
}

func TestDamagedEntry(t *testing.T) {
	c := Open(t.TempDir(), "1")
	k := NewKey("x")
	if err := c.Put(k, unit("x.c")); err != nil {
		t.Fatal(err)
	}
	file := entry(t, c, k)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		flipped := bytes.Clone(data)
		flipped[n] ^= 1
		if err := os.WriteFile(file, flipped, 0o644); err != nil {
			t.Fatal(err)
		}
		if c.Get(k) != nil {
			t.Fatalf("got a unit though byte %d of %d is another", n, len(data))
		}
		if err := os.WriteFile(file, data[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		if c.Get(k) != nil {
			t.Fatalf("got a unit from %d of %d bytes", n, len(data))
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a damaged entry stays")
	}
}

// TestChangedEntry changes each byte of an entry, and puts another key's entry, a folder or a pipe in its place.
func TestChangedEntry(t *testing.T) {
	c := Open(t.TempDir(), "1")
	k, other := NewKey("x"), NewKey("y")
	for key, name := range map[Key]string{k: "x.c", other: "y.c"} {
		if err := c.Put(key, unit(name)); err != nil {
			t.Fatal(err)
		}
	}
	file := entry(t, c, k)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(entry(t, c, other))
	if err != nil {
		t.Fatal(err)
	}
	absent := func(what string, data []byte) {
		t.Helper()
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if u := c.Get(k); u != nil {
			t.Errorf("%s: got %s", what, u.Name)
		}
	}
	for i := range data {
		changed := slices.Clone(data)
		changed[i] ^= 0x40
		absent(fmt.Sprintf("byte %d changed", i), changed)
	}
	absent("the entry of another key", foreign)
	absent("a byte more", append(slices.Clone(data), 0))
	os.Remove(file)
	if err := syscall.Mkfifo(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if c.Get(k) != nil {
		t.Error("got a unit from a pipe")
	}
}

// TestHeadersHostile asks for the sum of sources that include what is not to be read.
func TestHeadersHostile(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.h"), 0o644); err != nil {
		t.Fatal(err)
	}
	h := NewHeaders([]string{dir})
	if _, ok := h.Sum(filepath.Join(dir, "f.c"), []byte("#include \"pipe.h\"\n#include \"/dev/zero\"\n")); !ok {
		t.Error("no sum where a header is not read")
	}
	if _, ok := h.Sum(filepath.Join(dir, "f.c"), bytes.Repeat([]byte("#include \"x.h\"\n"), maxPaths)); ok {
		t.Error("a sum of a source that includes too much")
	}
}

func TestUnusableDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Cache{Open(file, "1"), nil} {
		if c.Get(NewKey("x")) != nil {
			t.Error("found")
		}
		if err := c.Put(NewKey("x"), unit("x.c")); c != nil && err == nil {
			t.Error("Put: no error")
		}
	}
}

func TestOldVersionsGo(t *testing.T) {
	dir := t.TempDir()
	old := Open(dir, "old")
	long := time.Now().Add(-2 * unused)
	if err := os.Chtimes(old.dir, long, long); err != nil {
		t.Fatal(err)
	}
	recent := Open(dir, "recent")
	Open(dir, "new")
	if _, err := os.Stat(old.dir); err == nil {
		t.Error("the old version's folder is still there")
	}
	if _, err := os.Stat(recent.dir); err != nil {
		t.Error(err)
	}
}

func TestConcurrentWriters(t *testing.T) {
	c := Open(t.TempDir(), "1")
	k := NewKey("x")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if err := c.Put(k, unit("x.c")); err != nil {
					t.Error(err)
				}
				if u := c.Get(k); u == nil || u.Name != "x.c" {
					t.Errorf("got %v", u)
				}
			}
		})
	}
	wg.Wait()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestHeadersSum(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	sum := func() [32]byte {
		t.Helper()
		s, ok := NewHeaders([]string{in("sys"), in("inc")}).Sum(in("a.c"), nil)
		if !ok {
			t.Fatal("no sum")
		}
		return s
	}
	write(t, in("a.c"), "#include <one.h>\n  # /* c */ include \"local.h\"\nint x;\n")
	write(t, in("inc/one.h"), "#if 0\n#include \\\n <deep/two.h>\n#endif\n")
	write(t, in("inc/deep/two.h"), "#include <one.h>\n")
	write(t, in("local.h"), "")
	write(t, in("inc/other.h"), "1")
	last := sum()
	same := func(what string) {
		t.Helper()
		if sum() != last {
			t.Errorf("%s changes the sum", what)
		}
	}
	changed := func(what string) {
		t.Helper()
		s := sum()
		if s == last {
			t.Errorf("%s does not change the sum", what)
		}
		last = s
	}
	same("nothing")
	write(t, in("inc/other.h"), "2")
	same("a header that is not included")
	write(t, in("local.h"), "//")
	changed("a header beside the source")
	write(t, in("inc/deep/two.h"), "#include <one.h>\n//")
	changed("a header of a header")
	write(t, in("sys/one.h"), "")
	changed("a header that shadows another")
	if err := os.Remove(in("local.h")); err != nil {
		t.Fatal(err)
	}
	changed("removal")
	write(t, in("inc/local.h"), "")
	changed("one found elsewhere")
	s, ok := NewHeaders([]string{in("sys"), in("inc")}).Sum(in("a.c"), []byte("int y;\n"))
	if !ok || s == last {
		t.Error("another text has the same sum")
	}
}

func TestMacroInclude(t *testing.T) {
	if _, ok := NewHeaders(nil).Sum("a.c", []byte("#define H <stdio.h>\n#include H\n")); ok {
		t.Error("a name given by a macro cannot be followed")
	}
	if _, ok := NewHeaders(nil).Sum("a.c", []byte("#include /* x */ <stdio.h> // y\n#includes\n/*\n #include's protect themselves */\n")); !ok {
		t.Error("no sum")
	}
	if _, ok := NewHeaders(nil).Sum(filepath.Join(t.TempDir(), "none.c"), nil); ok {
		t.Error("a sum of no file")
	}
}

// TestSystemHeaders checks that common system headers can be followed.
func TestSystemHeaders(t *testing.T) {
	need.File(t, "/usr/include/stdio.h")
	var b strings.Builder
	for _, name := range []string{"stdio.h", "stdlib.h", "string.h", "sys/socket.h", "netdb.h", "pwd.h", "limits.h", "signal.h", "sys/wait.h", "linux/capability.h"} {
		b.WriteString("#include <" + name + ">\n")
	}
	h := NewHeaders([]string{"/usr/include", "/usr/include/x86_64-linux-gnu"})
	if _, ok := h.Sum("a.c", []byte(b.String())); !ok {
		for path, f := range h.files {
			if f != nil && f.macro {
				t.Errorf("%s includes what a macro names", path)
			}
		}
	}
}
