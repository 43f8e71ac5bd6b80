package path

// This file stores results of analyses in the run directory. Each names the run that it was computed
// from by Run.Digest.

import (
	"errors"
	"fmt"
	"slices"
	"syscall"

	"github.com/parquet-go/parquet-go"
)

// results are the names of result files. Exploration removes them, and no other file of the user's.
var results = []string{"coverage.parquet", "interactions.parquet", "covering_set.parquet", "errors.parquet", "values.parquet"}

// IsResult reports whether name is that of a result file.
func IsResult(name string) bool { return slices.Contains(results, name) }

// runKey is the key of a result file's metadata that has the digest of the run.
const runKey = "confcov.run"

// WriteRows writes a result file of the run directory, such as "interactions.parquet". It fails if the
// directory no longer holds the run that was opened, and with a *BusyError while another process explores.
func WriteRows[T any](d *Dir, name string, rows []T) error {
	if !IsResult(name) {
		return fmt.Errorf("BUG: %s is not a result file", name)
	}
	data, err := encodeParquet(rows, parquet.KeyValueMetadata(runKey, d.run.Digest))
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if d.writer != nil {
		return d.writer.disk.replace(name, data)
	}
	shared, err := lock(d.root, syscall.LOCK_SH)
	if err != nil {
		return err
	}
	defer shared.Close()
	now, err := Open(d.dir)
	if err != nil {
		return err
	}
	defer now.Close()
	if now.run.Digest != d.run.Digest {
		return fmt.Errorf("write %s/%s: the run was explored again while it was analysed: analyse it again", d.dir, name)
	}
	return (&disk{root: d.root}).replace(name, data)
}

// ReadRows reads a result file of the run directory, if it was computed from the run that is there.
func ReadRows[T any](d *Dir, name string) ([]T, error) {
	data, err := readFile(d.root, name, maxRunFile)
	if err != nil {
		return nil, fmt.Errorf("read %s/%s: %w: analyse the run again", d.dir, name, err)
	}
	rows, err := decodeParquet[T](data, -1)
	if err == nil {
		err = d.current(data)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s/%s: %w: analyse the run again", d.dir, name, err)
	}
	return rows, nil
}

// current checks which run a result was computed from.
func (d *Dir) current(data []byte) error {
	f, err := openParquet(data)
	if err != nil {
		return err
	}
	if of, _ := f.Lookup(runKey); of != d.run.Digest {
		return errors.New("it was computed from another run")
	}
	return nil
}
