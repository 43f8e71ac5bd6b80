package path

// This file stores results of analyses in the run directory. Each names the run that it was computed
// from by Run.Digest.

import (
	"bytes"
	"errors"
	"fmt"
	gopath "path"
	"slices"
	"syscall"

	"github.com/parquet-go/parquet-go"
)

// results are the names of result files. Exploration removes them, and no other file of the user's.
var results = []string{"coverage.parquet", "interactions.parquet", "covering_set.parquet", "errors.parquet", "values.parquet", indexFile}

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
	return d.writeResult(name, data)
}

// writeResult writes a result file.
func (d *Dir) writeResult(name string, data []byte) error {
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

// indexFile holds what analyses read instead of the tests, see package reports.
const indexFile = "index.bin"

// indexHead begins an index: what it is, of which run and which build, and the digest of what follows.
func (d *Dir) indexHead(build string, data []byte) []byte {
	return fmt.Appendf(nil, "confcov index\n%s\n%s\n%s\n", d.run.Digest, build, digestOf(data).SHA256)
}

// WriteIndex writes the index of the run, made by a build.
func (d *Dir) WriteIndex(build string, data []byte) error {
	return d.writeResult(indexFile, append(d.indexHead(build, data), data...))
}

// ReadIndex returns the index, if it is of the run that is there and of the build. The files of its tests must be there, and as long as they were.
func (d *Dir) ReadIndex(build string) ([]byte, error) {
	file, err := readFile(d.root, indexFile, maxRunFile)
	if err != nil {
		return nil, err
	}
	data := file
	for range 4 {
		_, rest, ok := bytes.Cut(data, []byte("\n"))
		if !ok {
			return nil, errors.New("no index")
		}
		data = rest
	}
	if !bytes.HasPrefix(file, d.indexHead(build, data)) {
		return nil, errors.New("an index of another run or build, or a damaged one")
	}
	return data, d.present()
}

// present checks that the files of tests are there, by their size.
func (d *Dir) present() error {
	for i, in := range d.infos {
		e := &d.run.Tests[i]
		for _, f := range in.parts() {
			name := gopath.Join(testsDir, testFolder(e.Name, e.Mode), f)
			stat, err := d.root.Lstat(name)
			if err != nil || !stat.Mode().IsRegular() || stat.Size() != in.Files[f].Size {
				return fmt.Errorf("%s has changed", name)
			}
		}
	}
	return nil
}

// HasResult reports whether a result file is there, of whatever run.
func (d *Dir) HasResult(name string) bool {
	stat, err := d.root.Lstat(name)
	return err == nil && stat.Mode().IsRegular()
}
