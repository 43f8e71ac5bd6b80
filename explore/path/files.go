package path

// This file writes and reads files so that they are complete or absent.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
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
	case errors.Is(err, fs.ErrPermission):
		return &explained{err, "choose a run directory that can be written"}
	}
	return err
}

// writeFile writes a file by way of a temporary one, so that it is never seen half written.
func writeFile(name string, write func(f *os.File) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".tmp-*")
	if err != nil {
		return explain(fmt.Errorf("write %s: %w", name, err))
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = explain(fmt.Errorf("write %s: %w", name, err))
		}
	}()
	if err = write(f); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func writeJSON(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return writeFile(name, func(f *os.File) error {
		_, err := f.Write(append(data, '\n'))
		return err
	})
}

func readJSON(name string, v any) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

// writeParquet writes rows to a Parquet file. The bytes depend on the rows alone.
func writeParquet[T any](name string, rows []T) error {
	return writeFile(name, func(f *os.File) error {
		w := parquet.NewGenericWriter[T](f, parquet.Compression(&zstd.Codec{}), parquet.CreatedBy("confcov", "1", "run"))
		if _, err := w.Write(rows); err != nil {
			return err
		}
		return w.Close()
	})
}

func readParquet[T any](name string) ([]T, error) {
	rows, err := parquet.ReadFile[T](name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return rows, nil
}

// WriteRows writes a result file of the run directory, as "interactions.parquet".
func WriteRows[T any](d *Dir, name string, rows []T) error {
	return writeParquet(filepath.Join(d.dir, name), rows)
}

// ReadRows reads a result file of the run directory.
func ReadRows[T any](d *Dir, name string) ([]T, error) {
	return readParquet[T](filepath.Join(d.dir, name))
}
