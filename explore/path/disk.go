package path

// This file changes the run directory. Every change is an operation of disk, so that a test can
// make each of them fail, or end the process before it.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	gopath "path"
	"strings"
	"syscall"
)

// explained is an error with the remedy that explain added.
type explained struct {
	error
	remedy string
}

func (e *explained) Error() string { return e.error.Error() + ": " + e.remedy }
func (e *explained) Unwrap() error { return e.error }

// explain adds the remedy to errors that have a usual one, once.
func explain(err error) error {
	var done *explained
	switch {
	case err == nil, errors.As(err, &done):
		return err
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return &explained{err, "the disk is full; finished tests are kept: free some space or choose another run directory, then run again"}
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return &explained{err, "choose a run directory that can be written"}
	}
	return err
}

// Unwritable reports whether err says that the run directory cannot be written: no other test can be stored either.
func Unwritable(err error) bool {
	var e *explained
	return errors.As(err, &e)
}

// syncFile makes a file or a folder durable; tests, which do not cut the power, leave that out.
var syncFile = (*os.File).Sync

// disk is the run directory for writing. Names are relative to it, with slashes. Operations stay
// inside: os.Root refuses names and symbolic links that lead out.
type disk struct {
	root *os.Root
	hook func(op, name string) error // called before every operation, which fails with its error; nil but in tests
}

func (d *disk) do(op, name string, f func() error) error {
	if d.hook != nil {
		if err := d.hook(op, name); err != nil {
			return &fs.PathError{Op: op, Path: name, Err: err}
		}
	}
	return f()
}

func (d *disk) mkdir(name string) error {
	return d.do("mkdir", name, func() error {
		if err := d.root.Mkdir(name, 0o755); !errors.Is(err, fs.ErrExist) {
			return err
		}
		info, err := d.root.Lstat(name)
		if err == nil && !info.IsDir() {
			err = &fs.PathError{Op: "mkdir", Path: name, Err: syscall.ENOTDIR}
		}
		return err
	})
}

func (d *disk) remove(name string) error {
	return d.do("remove", name, func() error { return d.root.Remove(name) })
}

func (d *disk) rename(from, to string) error {
	return d.do("rename", to, func() error { return d.root.Rename(from, to) })
}

// syncDir makes the entries of a folder durable.
func (d *disk) syncDir(name string) error {
	return d.do("sync", name, func() error {
		f, err := d.root.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		return syncFile(f)
	})
}

// temporary begins the names of files and folders that are not finished.
const temporary = ".tmp-"

// replace writes a file by way of a temporary one, so that it is there completely or not at all.
func (d *disk) replace(name string, data []byte) error {
	// Several processes may store the same result at a time.
	temp := gopath.Join(gopath.Dir(name), fmt.Sprintf("%s%d-%s", temporary, os.Getpid(), gopath.Base(name)))
	err := d.write(temp, data)
	if err == nil {
		err = d.rename(temp, name)
	}
	if err == nil {
		err = d.syncDir(gopath.Dir(name))
	} else {
		d.remove(temp)
	}
	if err != nil {
		return explain(fmt.Errorf("write %s: %w", name, err))
	}
	return nil
}

// write writes a file and makes its content durable.
func (d *disk) write(name string, data []byte) error {
	var f *os.File
	err := d.do("create", name, func() (err error) {
		// What an interrupted writer left may be a link.
		if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		f, err = d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		return err
	})
	if err != nil {
		return err
	}
	parts := [][]byte{data}
	if d.hook != nil { // a process can end between the parts of a write
		parts = [][]byte{data[:len(data)/2], data[len(data)/2:]}
	}
	for _, p := range parts {
		if err == nil {
			err = d.do("write", name, func() error { _, err := f.Write(p); return err })
		}
	}
	if err == nil {
		err = d.do("sync", name, func() error { return syncFile(f) })
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// removeOwn removes a folder that holds only what confcov writes into folders of tests. It removes
// links, never what they lead to. It is no error if there is nothing of the name.
func (d *disk) removeOwn(name string) error {
	info, err := d.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return d.remove(name)
	}
	entries, err := readDir(d.root, name)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !ownTestEntry(e) {
			return fmt.Errorf("%s: not a file of confcov's: move it elsewhere, or choose another run directory", gopath.Join(name, e.Name()))
		}
	}
	for _, e := range entries {
		if err := d.remove(gopath.Join(name, e.Name())); err != nil {
			return err
		}
	}
	return d.remove(name)
}

// ownTestEntry reports whether an entry of a test's folder is one that this package makes.
func ownTestEntry(e fs.DirEntry) bool {
	if e.IsDir() {
		return false
	}
	switch e.Name() {
	case testFile, pathsFile, coveredFile, partialFile, setsFile, relationsFile, outputFile:
		return true
	}
	return strings.HasPrefix(e.Name(), temporary)
}

// readDir lists a folder below root, sorted by name.
func readDir(root *os.Root, name string) ([]fs.DirEntry, error) {
	return fs.ReadDir(root.FS(), name)
}

func encodeJSON(v any) ([]byte, error) {
	data, err := json.MarshalIndent(v, "", "  ")
	return append(data, '\n'), err
}
