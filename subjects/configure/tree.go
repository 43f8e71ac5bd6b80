package configure

// This file copies sources and what was made of them.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/confcov/confcov/explore/source"
)

// copyTree copies files, folders and links, with the times of files, which makefiles look at.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		dest := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(dest, 0o755)
		case d.Type() == fs.ModeSymlink:
			target, err := os.Readlink(name)
			if err != nil {
				return err
			}
			return os.Symlink(target, dest)
		case !d.Type().IsRegular():
			return nil // no part of a source
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(dest, data, info.Mode().Perm()|0o600); err != nil {
			return err
		}
		return os.Chtimes(dest, time.Time{}, info.ModTime())
	})
}

// take copies the generated files from the folder in which they were made, which may hold anything: no link leads out of it.
func (r *Recipe) take(work, tree string) error {
	root, err := os.OpenRoot(work)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, wanted := range r.files() {
		name := wanted.name
		f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if wanted.optional && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		info, err := f.Stat()
		if err == nil && (!info.Mode().IsRegular() || info.Size() > source.MaxSize) {
			err = fmt.Errorf("%s is not a file of at most %d MiB", name, source.MaxSize>>20)
		}
		var data []byte
		if err == nil {
			data, err = io.ReadAll(io.LimitReader(f, source.MaxSize))
		}
		f.Close()
		if err != nil {
			return err
		}
		dest := filepath.Join(tree, name)
		if err := os.MkdirAll(filepath.Dir(dest), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(dest, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
