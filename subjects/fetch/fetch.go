package fetch

// This file defines what can be fetched, and Fetch, which tries its places in turn.

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Archive is a release tarball and where it can be had.
type Archive struct {
	Name    string // of the project: "vsftpd"
	Version string // "3.0.5"
	SHA256  string // of the tarball, in hexadecimal
	Debian  *Debian
	URLs    []string // tried in order, after Debian
	Given   string   // how a user names a local copy, for messages; "" means "--source FILE"
}

// Debian is a source package of a suite of Debian.
type Debian struct {
	Package string // "vsftpd"
	Suite   string // "trixie"
}

// Options say where to fetch to.
type Options struct {
	Cache string                           // the cache directory; "" means CacheDir()
	Local string                           // a tarball or directory to use instead of the archive's places; "" means none
	Log   func(format string, args ...any) // told of slow steps; nil means nobody is
}

// Tree is an unpacked source.
type Tree struct {
	Dir     string // the folder of the project's own top-level files
	Checked bool   // whether the archive's SHA-256 vouches for the content
	Origin  string // the place it came from, for people to read; "cache" if it was there
}

// CacheDir returns the directory that holds what confcov keeps between runs:
// $CONFCOV_CACHE, or "confcov" in the user's cache directory.
func CacheDir() (string, error) {
	if dir := os.Getenv("CONFCOV_CACHE"); dir != "" {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return "", problem("find the cache directory", "$CONFCOV_CACHE", err, "set it to an absolute path")
		}
		return abs, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", problem("find the cache directory", "", err, "set CONFCOV_CACHE to a directory")
	}
	return filepath.Join(dir, "confcov"), nil
}

// Fetch returns the unpacked source of a, from the cache if it is there.
func Fetch(ctx context.Context, a Archive, opt Options) (Tree, error) {
	if opt.Log == nil {
		opt.Log = func(string, ...any) {}
	}
	if opt.Local != "" {
		if info, err := os.Stat(opt.Local); err != nil {
			return Tree{}, problem("use the given source of "+a.label(), opt.Local, err, "name an existing tarball or directory")
		} else if info.IsDir() {
			dir, err := filepath.Abs(opt.Local)
			return Tree{Dir: dir, Origin: opt.Local}, err
		} else if a.SHA256 == "" {
			return Tree{}, problem("use the given source of "+a.label(), opt.Local, errors.New("the subject has no SHA-256 to check a tarball by"), "name its unpacked folder")
		}
	}
	if err := a.check(); err != nil {
		return Tree{}, err
	}
	if opt.Cache == "" {
		dir, err := CacheDir()
		if err != nil {
			return Tree{}, err
		}
		opt.Cache = dir
	}
	f := fetcher{Archive: a, Options: opt}
	unlock, err := f.lock(ctx, "source-"+a.SHA256[:12])
	if err != nil {
		return Tree{}, err
	}
	defer unlock()
	return f.fetch(ctx)
}

// check reports a malformed request.
func (a Archive) check() error {
	sum, err := hex.DecodeString(a.SHA256)
	if err != nil || len(sum) != 32 || strings.ToLower(a.SHA256) != a.SHA256 {
		return problem("fetch "+a.label(), "", fmt.Errorf("%q is not a SHA-256 in lower-case hexadecimal", a.SHA256),
			"correct the subject's definition")
	}
	for _, s := range []string{a.Name, a.Version} {
		if s == "" || s != filepath.Base(s) || strings.HasPrefix(s, ".") {
			return problem("fetch "+a.label(), "", fmt.Errorf("%q cannot be part of a file name", s), "correct the subject's definition")
		}
	}
	return nil
}

func (a Archive) label() string { return strings.TrimSpace(a.Name + " " + a.Version) }

// fetcher is one Fetch under way; it holds the archive's lock.
type fetcher struct {
	Archive
	Options
}

func (f *fetcher) fetch(ctx context.Context) (Tree, error) {
	home := filepath.Join(f.Cache, "trees", f.Name+"-"+f.Version+"-"+f.SHA256[:12])
	tree := Tree{Dir: filepath.Join(home, "tree"), Checked: true, Origin: "cache"}
	if f.Local != "" { // also where the right one has been unpacked before
		if err := f.checkSum(f.Local); err != nil {
			return Tree{}, problem("use the given source of "+f.label(), f.Local, err,
				"give the tarball of this release, or unpack yours and give the directory to use it unchecked")
		}
	}
	ok, why := f.intact(home)
	if ok {
		return tree, nil
	}
	if why != "" {
		f.Log("%s is not as it was unpacked (%s), unpacking it again", tree.Dir, why)
	}
	file, origin, err := f.archive(ctx)
	if err != nil {
		return Tree{}, err
	}
	tree.Origin = origin
	f.Log("unpacking %s", f.label())
	if err := f.unpack(ctx, file, home); err != nil {
		return Tree{}, err
	}
	return tree, nil
}

// archive returns a file with the wanted SHA-256, and the place it came from. The one that the user names has been checked.
func (f *fetcher) archive(ctx context.Context) (file, origin string, err error) {
	if f.Local != "" {
		return f.Local, f.Local, nil
	}
	file = filepath.Join(f.Cache, "archives", f.SHA256+"-"+f.Name+"-"+f.Version)
	if _, err := os.Stat(file); err == nil {
		if f.checkSum(file) == nil {
			return file, "cache", nil
		}
		f.Log("%s is damaged, fetching it again", file)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", "", diskProblem("make a folder of the cache", filepath.Dir(file), err)
	}
	var failures []error
	for _, p := range f.places() {
		f.Log("fetching %s from %s", f.label(), p.name)
		err := f.into(file, func(temp string) error { return p.get(ctx, temp) })
		if err == nil {
			return file, p.name, nil
		}
		if ctx.Err() != nil {
			return "", "", fmt.Errorf("fetch %s: %w", f.label(), context.Cause(ctx))
		}
		var full *Error
		if errors.As(err, &full) && full.fatal {
			return "", "", err
		}
		failures = append(failures, fmt.Errorf("%s: %w", p.name, err))
	}
	if len(failures) == 0 {
		failures = append(failures, errors.New("no place is declared that has it"))
	}
	return "", "", problem("fetch "+f.label(), "", join(failures),
		"check the network, or get the tarball (SHA-256 "+f.SHA256+") and name it with "+cmp.Or(f.Given, "--source FILE"))
}

// place is somewhere that may have the archive.
type place struct {
	name string
	get  func(ctx context.Context, file string) error
}

func (f *fetcher) places() []place {
	var ps []place
	if d := f.Debian; d != nil {
		ps = append(ps, place{
			fmt.Sprintf("Debian source package %s (%s)", d.Package, d.Suite),
			func(ctx context.Context, file string) error { return f.fromDebian(ctx, *d, file) },
		})
	}
	for _, url := range f.URLs {
		ps = append(ps, place{url, func(ctx context.Context, file string) error { return download(ctx, url, file) }})
	}
	return ps
}

// into makes file with the wanted SHA-256: make writes it under a temporary name.
func (f *fetcher) into(file string, make func(temp string) error) error {
	f.removeParts(filepath.Dir(file))
	t, err := os.CreateTemp(filepath.Dir(file), f.part())
	if err != nil {
		return diskProblem("make a file in the cache", filepath.Dir(file), err)
	}
	temp := t.Name()
	t.Close()
	defer os.Remove(temp)
	if err := make(temp); err != nil {
		return err
	}
	if err := f.checkSum(temp); err != nil {
		return err
	}
	if err := os.Chmod(temp, 0o644); err != nil {
		return diskProblem("keep the archive", temp, err)
	}
	if err := os.Rename(temp, file); err != nil {
		return diskProblem("keep the archive", file, err)
	}
	return nil
}
