package fetch

// This file unpacks tarballs. What it trusts is nothing: names, links, sizes
// and the end of the file are checked. Files are written below an os.Root, so that no link leads a
// write out of it, whatever the order of entries; where links lead that stay is checked at the end.

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

const (
	maxUnpacked = 4 << 30 // bytes of all files; more is taken for a bomb
	maxStream   = 5 << 30 // bytes of the tar stream, with headers
	maxEntries  = 500_000
	maxPadding  = 1 << 20 // bytes that may follow the end of a tar stream
)

// unpack makes home/tree from an archive, and then home/stamp.
func (f *fetcher) unpack(ctx context.Context, file, home string) error {
	parent := filepath.Dir(home)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return diskProblem("make a folder of the cache", parent, err)
	}
	f.removeParts(parent)
	temp, err := os.MkdirTemp(parent, f.part())
	if err != nil {
		return diskProblem("make a folder of the cache", parent, err)
	}
	defer os.RemoveAll(temp)
	tree := filepath.Join(temp, "tree")
	if err := Unpack(ctx, file, tree); err != nil {
		var e *Error
		if errors.As(err, &e) || ctx.Err() != nil {
			return err
		}
		return problem("unpack "+f.label(), file, err, "")
	}
	stamp, err := f.stampText(tree)
	if err == nil {
		err = os.WriteFile(filepath.Join(temp, stampName), []byte(stamp), 0o644)
	}
	if err == nil {
		err = os.Chmod(temp, 0o755)
	}
	if err == nil {
		// One that is not intact goes, and is there until then: others may read it.
		old := temp + "-old"
		defer os.RemoveAll(old)
		if err = os.Rename(home, old); err == nil || errors.Is(err, fs.ErrNotExist) {
			err = os.Rename(temp, home)
		}
	}
	if err != nil {
		return diskProblem("keep the source of "+f.label(), home, err)
	}
	return nil
}

// part is the pattern of the names of what is not finished. removeParts removes what others left who
// were killed: the archive's lock is held.
func (f *fetcher) part() string { return ".part-" + f.SHA256[:12] + "-*" }

func (f *fetcher) removeParts(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, f.part()))
	for _, name := range left {
		os.RemoveAll(name)
	}
}

// Unpack unpacks the tarball file (plain or compressed by gzip, bzip2 or xz)
// into dir, which must not exist. A single top-level folder is left out.
func Unpack(ctx context.Context, file, dir string) error {
	r, err := os.Open(file)
	if err != nil {
		return err
	}
	defer r.Close()
	plain, closePlain, err := decompress(ctx, r)
	if err != nil {
		return err
	}
	defer closePlain()
	raw := dir + ".raw"
	if err := os.MkdirAll(raw, 0o755); err != nil {
		return diskProblem("make a folder of the cache", raw, err)
	}
	defer os.RemoveAll(raw)
	if err := unpackTo(ctx, plain, raw); err != nil {
		return err
	}
	if err := closePlain(); err != nil {
		return err
	}
	top := raw
	if entries, err := os.ReadDir(raw); err == nil && len(entries) == 1 && entries[0].IsDir() {
		top = filepath.Join(raw, entries[0].Name())
	}
	if err := checkLinks(top); err != nil {
		return err
	}
	if err := os.Rename(top, dir); err != nil {
		return diskProblem("keep the unpacked source", dir, err)
	}
	return nil
}

// decompress recognises the compression by its first bytes.
func decompress(ctx context.Context, r io.Reader) (plain io.Reader, done func() error, err error) {
	br := bufio.NewReaderSize(r, 1<<16)
	magic, _ := br.Peek(6)
	none := func() error { return nil }
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(br)
		return z, none, err
	case bytes.HasPrefix(magic, []byte("BZh")):
		return bzip2.NewReader(br), none, nil
	case bytes.HasPrefix(magic, []byte("\xfd7zXZ\x00")):
		return xz(ctx, br)
	}
	return br, none, nil
}

// xz decompresses by the xz tool. done waits for it and is idempotent.
func xz(ctx context.Context, r io.Reader) (plain io.Reader, done func() error, err error) {
	if _, err := exec.LookPath("xz"); err != nil {
		return nil, nil, problem("unpack", "xz", errors.New("the tool is not installed"), "install xz-utils")
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, "xz", "-dc")
	var stderr strings.Builder
	cmd.Stdin, cmd.Stderr = r, &stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, nil, fmt.Errorf("xz: %w", err)
	}
	waited := false
	return out, func() error {
		if waited {
			return nil
		}
		waited = true
		err := cmd.Wait()
		cancel()
		if err != nil {
			return fmt.Errorf("xz: %s", strings.TrimSpace(stderr.String()+" "+err.Error()))
		}
		return nil
	}, nil
}

func unpackTo(ctx context.Context, r io.Reader, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return diskProblem("open a folder of the cache", dir, err)
	}
	defer root.Close()
	u := unpacker{root: root, left: maxUnpacked}
	stream := &io.LimitedReader{R: r, N: maxStream}
	tr := tar.NewReader(stream)
	for {
		h, err := tr.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = u.entry(h, tr)
		}
		if err != nil && stream.N <= 0 {
			return fmt.Errorf("the archive has more than %d bytes", int64(maxStream))
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("the archive is truncated: %w", err)
		}
		if err != nil {
			return err
		}
	}
	if u.entries == 0 {
		return errors.New("the archive is empty or is no tar archive")
	}
	// What follows is padding, and then the compression's own checksum.
	if n, err := io.Copy(io.Discard, io.LimitReader(r, maxPadding)); err != nil {
		return fmt.Errorf("the end of the archive: %w", err)
	} else if n == maxPadding {
		return errors.New("data follow the end of the archive")
	}
	return u.finish()
}

// unpacker writes entries below root.
type unpacker struct {
	root    *os.Root
	left    int64 // bytes that may still be written
	entries int
	dirs    []*tar.Header // their times are set at the end
}

func (u *unpacker) entry(h *tar.Header, r io.Reader) error {
	if h.Typeflag == tar.TypeXGlobalHeader {
		return nil
	}
	name := path.Clean(strings.TrimSuffix(h.Name, "/"))
	if name == "." {
		return nil
	}
	if !filepath.IsLocal(name) || strings.Contains(h.Name, "\\") {
		return fmt.Errorf("entry %q lies outside the archive", h.Name)
	}
	if u.entries++; u.entries > maxEntries {
		return fmt.Errorf("entry %q: more than %d entries", h.Name, maxEntries)
	}
	if err := u.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return u.problem(name, err)
	}
	switch h.Typeflag {
	case tar.TypeDir:
		u.dirs = append(u.dirs, &tar.Header{Name: name, ModTime: h.ModTime})
		return u.problem(name, u.root.MkdirAll(name, 0o755))
	case tar.TypeReg:
		return u.file(name, h, r)
	case tar.TypeSymlink:
		return u.problem(name, u.root.Symlink(h.Linkname, name))
	case tar.TypeLink:
		target := path.Clean(h.Linkname)
		if !filepath.IsLocal(target) {
			return fmt.Errorf("link %q leads outside the archive, to %q", h.Name, h.Linkname)
		}
		return u.problem(name, u.root.Link(target, name))
	}
	return fmt.Errorf("entry %q is of unexpected type %q", h.Name, h.Typeflag)
}

func (u *unpacker) file(name string, h *tar.Header, r io.Reader) error {
	if u.left -= h.Size; u.left < 0 {
		return fmt.Errorf("entry %q: more than %d bytes unpacked", h.Name, int64(maxUnpacked))
	}
	mode := fs.FileMode(0o644)
	if h.Mode&0o100 != 0 {
		mode = 0o755
	}
	w, err := u.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return u.problem(name, err)
	}
	_, err = io.Copy(diskWriter{w}, r)
	if cerr := w.Close(); err == nil && cerr != nil {
		err = u.problem(name, cerr)
	}
	if err != nil {
		return fmt.Errorf("entry %q: %w", h.Name, err)
	}
	return u.problem(name, u.root.Chtimes(name, time.Time{}, h.ModTime))
}

// finish sets the times of directories, which entries in them have changed.
func (u *unpacker) finish() error {
	for _, h := range u.dirs {
		if err := u.root.Chtimes(h.Name, time.Time{}, h.ModTime); err != nil {
			return u.problem(h.Name, err)
		}
	}
	return nil
}

// problem is nil for a nil error.
func (u *unpacker) problem(name string, err error) error {
	if err == nil {
		return nil
	}
	return diskProblem("unpack", filepath.Join(u.root.Name(), name), err)
}
