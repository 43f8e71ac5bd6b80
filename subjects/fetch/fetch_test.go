package fetch

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/need"
)

var stampTime = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

// tarball makes an archive of the given headers; a regular file's content is its own name.
func tarball(t *testing.T, hs ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, h := range hs {
		h.ModTime = stampTime
		if h.Typeflag == 0 {
			h.Typeflag = tar.TypeReg
		}
		if h.Typeflag == tar.TypeReg {
			h.Size = int64(len(h.Name))
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			w.Write([]byte(h.Name))
		}
	}
	w.Close()
	z.Close()
	return b.Bytes()
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

func good(t *testing.T) []byte {
	return tarball(t,
		tar.Header{Name: "p-1/", Typeflag: tar.TypeDir, Mode: 0o755},
		tar.Header{Name: "p-1/configure", Mode: 0o755},
		tar.Header{Name: "p-1/src/a.c", Mode: 0o600},
		tar.Header{Name: "p-1/src/b.c", Typeflag: tar.TypeSymlink, Linkname: "../src/a.c"},
		tar.Header{Name: "p-1/c.c", Typeflag: tar.TypeLink, Linkname: "p-1/src/a.c"},
	)
}

func write(t *testing.T, name string, b []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// wantError checks that err is one line with all the given parts.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", parts)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("error has several lines: %q", err)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q lacks %q", err, p)
		}
	}
}

// wantClean checks that nothing half-written is left in the cache.
func wantClean(t *testing.T, cache string) {
	t.Helper()
	filepath.Walk(cache, func(path string, _ os.FileInfo, err error) error {
		if strings.HasPrefix(filepath.Base(path), ".part-") {
			t.Errorf("left behind: %s", path)
		}
		return nil
	})
}

func TestLocalTarball(t *testing.T) {
	b, cache := good(t), t.TempDir()
	a := Archive{Name: "p", Version: "1", SHA256: sum(b)}
	file := write(t, "p.tar.gz", b)
	tree, err := Fetch(t.Context(), a, Options{Cache: cache, Local: file})
	if err != nil {
		t.Fatal(err)
	}
	if !tree.Checked || tree.Origin != file {
		t.Errorf("tree = %+v", tree)
	}
	for _, name := range []string{"src/a.c", "src/b.c", "c.c"} {
		if got, err := os.ReadFile(filepath.Join(tree.Dir, name)); err != nil || string(got) != "p-1/src/a.c" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	info, err := os.Stat(filepath.Join(tree.Dir, "configure"))
	if err != nil || info.Mode().Perm()&0o100 == 0 || !info.ModTime().Equal(stampTime) {
		t.Errorf("configure: %v %v, want executable, of %v", info, err, stampTime)
	}
	again, err := Fetch(t.Context(), a, Options{Cache: cache})
	if err != nil || again.Dir != tree.Dir || again.Origin != "cache" {
		t.Errorf("second time: %+v, %v", again, err)
	}
	wantClean(t, cache)
}

// TestChangedTreeIsUnpackedAgain: a tree is used only if its content is that of the archive.
func TestChangedTreeIsUnpackedAgain(t *testing.T) {
	b, cache := good(t), t.TempDir()
	a := Archive{Name: "p", Version: "1", SHA256: sum(b)}
	var log string
	opt := Options{Cache: cache, Local: write(t, "p.tar.gz", b), Log: func(format string, args ...any) { log += fmt.Sprintf(format, args...) + "\n" }}
	tree, err := Fetch(t.Context(), a, opt)
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(tree.Dir, name) }
	text, err := os.ReadFile(in("configure"))
	if err != nil {
		t.Fatal(err)
	}
	same := append([]byte("x"), text[1:]...) // of the same size
	for what, change := range map[string]func() error{
		"configure is missing":           func() error { return os.Remove(in("configure")) },
		"configure was changed":          func() error { return os.WriteFile(in("configure"), same, 0o755) },
		"src/string.h was added":         func() error { return os.WriteFile(in("src/string.h"), nil, 0o644) },
		"src/b.c was changed":            func() error { os.Remove(in("src/b.c")); return os.Symlink("/etc/passwd", in("src/b.c")) },
		"src is missing":                 func() error { return os.RemoveAll(in("src")) },
		"zlib was added":                 func() error { return os.Mkdir(in("zlib"), 0o755) },
		"not a file, a folder or a link": func() error { return syscall.Mkfifo(in("pipe"), 0o644) },
	} {
		log = ""
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if _, err = Fetch(t.Context(), a, opt); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(log, what) || !strings.Contains(log, "unpacking it again") {
			t.Errorf("%s: log %q", what, log)
		}
		if got, err := os.ReadFile(in("src/b.c")); err != nil || string(got) != "p-1/src/a.c" {
			t.Errorf("%s: src/b.c: %q, %v", what, got, err)
		}
		log = ""
		if _, err = Fetch(t.Context(), a, opt); err != nil || log != "" {
			t.Errorf("%s: afterwards: %s, %v", what, log, err)
		}
	}
	wantClean(t, cache)
}

// TestLeftovers: what a killed run left of this archive is removed, what is of another one stays.
func TestLeftovers(t *testing.T) {
	b, cache := good(t), t.TempDir()
	a := Archive{Name: "p", Version: "1", SHA256: sum(b)}
	own := filepath.Join(cache, "trees", ".part-"+a.SHA256[:12]+"-1")
	other := filepath.Join(cache, "trees", ".part-0123456789ab-1")
	for _, dir := range []string{own, other} {
		if err := os.MkdirAll(filepath.Join(dir, "tree"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Fetch(t.Context(), a, Options{Cache: cache, Local: write(t, "p.tar.gz", b)}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(own); err == nil {
		t.Error("the leftover stays")
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("what another archive's run writes is gone:", err)
	}
}

func TestLocalDirectory(t *testing.T) {
	dir := t.TempDir()
	tree, err := Fetch(t.Context(), Archive{Name: "p", Version: "1", SHA256: sum(nil)}, Options{Cache: t.TempDir(), Local: dir})
	if err != nil || tree.Dir != dir || tree.Checked {
		t.Errorf("got %+v, %v", tree, err)
	}
}

func TestWrongChecksum(t *testing.T) {
	b, cache := good(t), t.TempDir()
	a := Archive{Name: "p", Version: "1", SHA256: sum([]byte("other"))}
	file := write(t, "p.tar.gz", b)
	_, err := Fetch(t.Context(), a, Options{Cache: cache, Local: file})
	wantError(t, err, "p 1", file, "wrong checksum", sum(b), a.SHA256)
	// Also where the right one has been unpacked before.
	right := Archive{Name: "p", Version: "1", SHA256: sum(b)}
	if _, err := Fetch(t.Context(), right, Options{Cache: cache, Local: file}); err != nil {
		t.Fatal(err)
	}
	_, err = Fetch(t.Context(), right, Options{Cache: cache, Local: write(t, "q.tar.gz", []byte("no archive"))})
	wantError(t, err, "p 1", "q.tar.gz", "wrong checksum")
	cache = t.TempDir()

	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(b) }))
	defer srv.Close()
	a.URLs = []string{srv.URL + "/p.tar.gz"}
	_, err = Fetch(t.Context(), a, Options{Cache: cache})
	wantError(t, err, "p 1", srv.URL, "wrong checksum", "--source")
	wantClean(t, cache)
	if left, _ := os.ReadDir(filepath.Join(cache, "archives")); len(left) != 0 {
		t.Errorf("kept a wrong archive: %v", left)
	}
}

func TestNextPlaceIsTried(t *testing.T) {
	b, cache := good(t), t.TempDir()
	asked := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.URL.Path == "/missing" {
			http.NotFound(w, r)
			return
		}
		w.Write(b)
	}))
	defer srv.Close()
	a := Archive{Name: "p", Version: "1", SHA256: sum(b), URLs: []string{srv.URL + "/missing", srv.URL + "/p"}}
	if tree, err := Fetch(t.Context(), a, Options{Cache: cache}); err != nil || tree.Origin != srv.URL+"/p" {
		t.Fatalf("%+v, %v", tree, err)
	}
	os.RemoveAll(filepath.Join(cache, "trees"))
	if tree, err := Fetch(t.Context(), a, Options{Cache: cache}); err != nil || tree.Origin != "cache" || asked != 2 {
		t.Errorf("with the archive in the cache: %+v, %v, %d requests", tree, err, asked)
	}
}

func TestAllPlacesFail(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	gone := srv.URL
	defer srv.Close()
	t.Setenv("PATH", t.TempDir())
	a := Archive{Name: "p", Version: "1", SHA256: sum(nil), Debian: &Debian{"p", "trixie"}, URLs: []string{gone}}
	_, err := Fetch(t.Context(), a, Options{Cache: t.TempDir()})
	wantError(t, err, "fetch p 1", "Debian source package p (trixie): apt-get is not installed", gone, "404", "--source FILE")
	_, err = Fetch(t.Context(), Archive{Name: "p", Version: "1", SHA256: sum(nil)}, Options{Cache: t.TempDir()})
	wantError(t, err, "no place is declared")
}

func TestBadRequest(t *testing.T) {
	_, err := Fetch(t.Context(), Archive{Name: "p", Version: "1", SHA256: "12"}, Options{Cache: t.TempDir()})
	wantError(t, err, "not a SHA-256")
	_, err = Fetch(t.Context(), Archive{Name: "../p", Version: "1", SHA256: sum(nil)}, Options{Cache: t.TempDir()})
	wantError(t, err, "file name")
	_, err = Fetch(t.Context(), Archive{Name: "p", Version: "1", SHA256: sum(nil)}, Options{Cache: t.TempDir(), Local: "/nonexistent"})
	wantError(t, err, "/nonexistent", "no such file")
}

func TestUnwritableCache(t *testing.T) {
	notDir := write(t, "file", nil)
	_, err := Fetch(t.Context(), Archive{Name: "p", Version: "1", SHA256: sum(nil)}, Options{Cache: filepath.Join(notDir, "cache")})
	wantError(t, err, notDir, "CONFCOV_CACHE")
}

func TestFullDisk(t *testing.T) {
	w, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	need.NoError(t, err)
	defer w.Close()
	_, err = diskWriter{w}.Write([]byte("x"))
	wantError(t, err, "/dev/full", "no space left on device", "free some space")
}

func TestHostileArchives(t *testing.T) {
	ok := good(t)
	for name, tc := range map[string]struct {
		b    []byte
		want string
	}{
		"climbing name": {tarball(t, tar.Header{Name: "p/../../evil"}), "outside"},
		"absolute name": {tarball(t, tar.Header{Name: "/tmp/evil"}), "outside"},
		"absolute link": {tarball(t, tar.Header{Name: "p/a", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}), "outside"},
		"climbing link": {tarball(t, tar.Header{Name: "p/a", Typeflag: tar.TypeSymlink, Linkname: "../../x"}), "outside"},
		"climbing hard": {tarball(t, tar.Header{Name: "p/a", Typeflag: tar.TypeLink, Linkname: "../x"}), "outside"},
		"through links": {tarball(t, tar.Header{Name: "p/a", Typeflag: tar.TypeSymlink, Linkname: "q/.."},
			tar.Header{Name: "p/q", Typeflag: tar.TypeSymlink, Linkname: ".."}, tar.Header{Name: "p/a/../../../evil"}), "outside"},
		"chain of links": {tarball(t, tar.Header{Name: "p/a/b/c", Typeflag: tar.TypeSymlink, Linkname: "../.."},
			tar.Header{Name: "p/up", Typeflag: tar.TypeSymlink, Linkname: "a/b/c/../../../../../../../../etc/passwd"}), "outside"},
		"chain that leads out by one": {tarball(t, tar.Header{Name: "p/a/b/c", Typeflag: tar.TypeSymlink, Linkname: "../.."},
			tar.Header{Name: "p/stamp", Typeflag: tar.TypeSymlink, Linkname: "a/b/c/../stamp"}), "outside"},
		"link of a folder left out": {tarball(t, tar.Header{Name: "p/f"}, tar.Header{Name: "p/a", Typeflag: tar.TypeSymlink, Linkname: "../p/f"}), "outside"},
		"hard link of a link": {tarball(t, tar.Header{Name: "p/x/y/f"}, tar.Header{Name: "p/x/y/up", Typeflag: tar.TypeSymlink, Linkname: "../../x"},
			tar.Header{Name: "p/up", Typeflag: tar.TypeLink, Linkname: "p/x/y/up"}), "outside"},
		"file through a link": {tarball(t, tar.Header{Name: "p/a", Typeflag: tar.TypeSymlink, Linkname: "../../.."},
			tar.Header{Name: "p/a/evil"}), "escapes"},
		"absolute hard link": {tarball(t, tar.Header{Name: "p/a", Typeflag: tar.TypeLink, Linkname: "/etc/passwd"}), "outside"},
		"link to itself":     {tarball(t, tar.Header{Name: "p/a", Typeflag: tar.TypeSymlink, Linkname: "a"}, tar.Header{Name: "p/a/evil"}), "too many"},
		"device":             {tarball(t, tar.Header{Name: "p/a", Typeflag: tar.TypeChar}), "unexpected type"},
		"twice the same":     {tarball(t, tar.Header{Name: "p/a"}, tar.Header{Name: "p/a"}), "exists"},
		"truncated":          {ok[:len(ok)/2], "truncated"},
		"not tar":            {[]byte("hello"), "truncated"},
		"empty":              {nil, "empty"},
		"flipped bit":        {flip(ok), "checksum"},
	} {
		t.Run(name, func(t *testing.T) {
			cache := t.TempDir()
			_, err := Fetch(t.Context(), Archive{Name: "p", Version: "1", SHA256: sum(tc.b)},
				Options{Cache: cache, Local: write(t, "p.tar", tc.b)})
			wantError(t, err, tc.want)
			wantClean(t, cache)
			if left, _ := os.ReadDir(filepath.Join(cache, "trees")); len(left) != 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// TestHarmlessLinks: links that stay inside are kept, also those that lead nowhere, and files are written through them.
func TestHarmlessLinks(t *testing.T) {
	b := tarball(t,
		tar.Header{Name: "p/a/b/c", Typeflag: tar.TypeSymlink, Linkname: "../.."},
		tar.Header{Name: "p/chain", Typeflag: tar.TypeSymlink, Linkname: "a/b/c/a/b/../b/c/f"},
		tar.Header{Name: "p/f"},
		tar.Header{Name: "p/a/b/c/g"},
		tar.Header{Name: "p/made", Typeflag: tar.TypeSymlink, Linkname: "build/config.h"},
		tar.Header{Name: "p/self", Typeflag: tar.TypeSymlink, Linkname: "self"})
	tree, err := Fetch(t.Context(), Archive{Name: "p", Version: "1", SHA256: sum(b)}, Options{Cache: t.TempDir(), Local: write(t, "p.tar", b)})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"chain": "p/f", "g": "p/a/b/c/g"} {
		if got, err := os.ReadFile(filepath.Join(tree.Dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestBombs: an archive that would fill the disk is refused before it does.
func TestBombs(t *testing.T) {
	var large bytes.Buffer
	w := tar.NewWriter(&large)
	if err := w.WriteHeader(&tar.Header{Name: "p/large", Typeflag: tar.TypeReg, Size: maxUnpacked + 1}); err != nil {
		t.Fatal(err)
	}
	err := unpackTo(t.Context(), &large, t.TempDir())
	wantError(t, err, "p/large", "more than")
	u := unpacker{entries: maxEntries}
	wantError(t, u.entry(&tar.Header{Name: "p/one", Typeflag: tar.TypeReg}, nil), "p/one", "more than 500000 entries")
}

// flip damages the checksum at the end of a gzip file.
func flip(b []byte) []byte {
	b = bytes.Clone(b)
	b[len(b)-6] ^= 1
	return b
}

func TestXZ(t *testing.T) {
	need.Tool(t, "xz")
	zr, err := gzip.NewReader(bytes.NewReader(good(t)))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("xz", "-c")
	cmd.Stdin = zr
	b, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "tree")
	if err := Unpack(t.Context(), write(t, "p.tar.xz", b), dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "src/a.c")); err != nil {
		t.Error(err)
	}
	err = Unpack(t.Context(), write(t, "p.tar.xz", b[:len(b)/2]), dir+"2")
	if err == nil {
		t.Error("truncated xz file: no error")
	}
}

func TestParallelRuns(t *testing.T) {
	b, cache := good(t), t.TempDir()
	requests := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { requests++; w.Write(b) }))
	defer srv.Close()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			_, err := Fetch(t.Context(), Archive{Name: "p", Version: "1", SHA256: sum(b), URLs: []string{srv.URL}}, Options{Cache: cache})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if requests != 1 {
		t.Errorf("%d requests, want 1", requests)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() }))
	defer srv.Close()
	cache := t.TempDir()
	_, err := Fetch(ctx, Archive{Name: "p", Version: "1", SHA256: sum(nil), URLs: []string{srv.URL}}, Options{Cache: cache})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantClean(t, cache)
}

func TestPickURI(t *testing.T) {
	s := strings.Repeat("a", 64)
	out := "Need to get 3 B\n'http://h/p_1-2.dsc' p_1-2.dsc 1 SHA256:bb\n'http://h/p_1.orig.tar.gz' p_1.orig.tar.gz 2 SHA256:" + s + "\n"
	if uri, err := pickURI(out, s); err != nil || uri != "http://h/p_1.orig.tar.gz" {
		t.Errorf("got %q, %v", uri, err)
	}
	_, err := pickURI(out, strings.Repeat("c", 64))
	wantError(t, err, "p_1.orig.tar.gz", s)
	_, err = pickURI("", s)
	wantError(t, err, "names no upstream tarball")
}

// TestDebian fetches a real package where the machine can: it needs apt and the network.
func TestDebian(t *testing.T) {
	need.Slow(t)
	a := Archive{
		Name: "vsftpd", Version: "3.0.5", Debian: &Debian{"vsftpd", "trixie"},
		SHA256: "26b602ae454b0ba6d99ef44a09b6b9e0dfa7f67228106736df1f278c70bc91d3",
	}
	tree, err := Fetch(t.Context(), a, Options{Cache: t.TempDir(), Log: t.Logf})
	need.Fetched(t, err)
	if _, err := os.Stat(filepath.Join(tree.Dir, "vsftpver.h")); err != nil {
		t.Error(err)
	}
}
