package fetch

// This file checks unpacked trees by content. Beside a tree lies its stamp: the archive's SHA-256 and a
// manifest, a line for each file with its SHA-256, for each link with its target, and for each folder. A tree is used
// only if its manifest, made anew, is the same: nothing is missing, changed or added. For musl, 2,700
// files of 3.5 MB, that takes 30 ms of the processors.

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/explore/guard"
)

// stampName is the name of the stamp beside a tree.
const stampName = "stamp"

// manifestVersion changes when the lines of manifests do.
const manifestVersion = 2

// stampText is what the stamp of a tree says, in the order of names.
func (f *fetcher) stampText(tree string) (string, error) {
	lines, err := manifest(tree)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("stamp %d\nsha256 %s\n%s", manifestVersion, f.SHA256, strings.Join(lines, "")), nil
}

// Manifest returns the manifest of a tree.
func Manifest(tree string) (string, error) {
	lines, err := manifest(tree)
	return strings.Join(lines, ""), err
}

// manifest returns a line for each entry of a tree. Links are not followed.
func manifest(tree string) ([]string, error) {
	type entry struct {
		name string
		kind fs.FileMode
	}
	var entries []entry
	err := filepath.WalkDir(tree, func(name string, d fs.DirEntry, err error) error {
		if err == nil {
			entries = append(entries, entry{name, d.Type()})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	lines := make([]string, len(entries))
	errs := make([]error, len(entries))
	var group errgroup.Group
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		group.Go(guard.Func(func() error {
			buf := make([]byte, 1<<16)
			for i := w; i < len(entries); i += workers {
				lines[i], errs[i] = manifestLine(tree, entries[i].name, entries[i].kind, buf)
			}
			return nil
		}))
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return lines, errors.Join(errs...)
}

func manifestLine(tree, name string, kind fs.FileMode, buf []byte) (string, error) {
	rel := strings.TrimPrefix(strings.TrimPrefix(name, tree), "/")
	switch kind {
	case fs.ModeDir:
		return "folder " + strconv.Quote(rel) + "\n", nil
	case fs.ModeSymlink:
		target, err := os.Readlink(name)
		return "link " + strconv.Quote(rel) + " " + strconv.Quote(target) + "\n", err
	case 0:
		fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
		if err != nil {
			return "", &fs.PathError{Op: "open", Path: name, Err: err}
		}
		defer syscall.Close(fd)
		h := sha256.New()
		for {
			n, err := syscall.Read(fd, buf)
			if err == syscall.EINTR {
				continue
			}
			if err != nil {
				return "", &fs.PathError{Op: "read", Path: name, Err: err}
			}
			if n == 0 {
				return "file " + strconv.Quote(rel) + " " + hex.EncodeToString(h.Sum(nil)) + "\n", nil
			}
			h.Write(buf[:n])
		}
	}
	return "", fmt.Errorf("%s: not a file, a folder or a link", rel)
}

// intact reports whether home holds a tree as it was unpacked. If there is one that is not, why says what is wrong with it.
func (f *fetcher) intact(home string) (ok bool, why string) {
	want, err := os.ReadFile(filepath.Join(home, stampName))
	if err != nil {
		return false, ""
	}
	if !strings.HasPrefix(string(want), fmt.Sprintf("stamp %d\nsha256 %s\n", manifestVersion, f.SHA256)) {
		return false, "" // of another version of confcov
	}
	got, err := f.stampText(filepath.Join(home, "tree"))
	if err != nil {
		return false, err.Error()
	}
	if got == string(want) {
		return true, ""
	}
	return false, firstDifference(strings.Split(string(want), "\n"), strings.Split(got, "\n"))
}

// firstDifference says which entry of a manifest is not as it was.
func firstDifference(want, got []string) string {
	for i := range want {
		if i >= len(got) || want[i] != got[i] {
			has := func(lines []string, name string) bool {
				for _, l := range lines {
					if entryName(l) == name {
						return true
					}
				}
				return false
			}
			switch w := entryName(want[i]); {
			case !has(got, w):
				return w + " is missing"
			case i < len(got) && entryName(got[i]) != w && !has(want, entryName(got[i])):
				return entryName(got[i]) + " was added"
			default:
				return w + " was changed"
			}
		}
	}
	return "something was added"
}

// entryName returns the quoted name of a manifest's line.
func entryName(line string) string {
	_, rest, _ := strings.Cut(line, " ")
	name, _, _ := strings.Cut(rest, "\" ")
	return strings.Trim(name, "\"")
}

// checkLinks refuses links that lead out of the tree. They are followed as the system follows them, chains and
// all: os.Root walks each of them, and fails where a step would leave it.
func checkLinks(tree string) error {
	root, err := os.OpenRoot(tree)
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.Type() != fs.ModeSymlink {
			return err
		}
		target, err := root.Readlink(name)
		if err != nil {
			return err
		}
		_, err = root.Stat(name)
		// A link that leads nowhere (to what a build makes) or in a circle is harmless.
		if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENOTDIR) {
			return nil
		}
		return fmt.Errorf("link %q leads outside the archive, to %q", name, target)
	})
}
