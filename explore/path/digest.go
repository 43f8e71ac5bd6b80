package path

// This file binds the parts of a run directory to run.json: it holds the digests of the files that
// it lists, and a seal of its own content. So every file is checked against run.json before a byte
// of it is believed.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// Digest identifies the content of a file.
type Digest struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

func digestOf(data []byte) Digest {
	sum := sha256.Sum256(data)
	return Digest{Size: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
}

// ErrDamaged is what a file of a run directory causes that is missing, or is not the one that run.json lists.
var ErrDamaged = errors.New("damaged run directory")

// damaged is an error about one file.
type damaged struct {
	dir, file string
	err       error
	imported  bool
}

func (e *damaged) Error() string {
	again := "explore again into the same directory"
	if e.imported {
		again = "import again"
	}
	return fmt.Sprintf("%s/%s: %v: %s", e.dir, e.file, e.err, again)
}

func (e *damaged) Unwrap() []error { return []error{ErrDamaged, e.err} }

// damaged returns the error that says what is wrong with a file.
func (d *Dir) damaged(file string, err error) error {
	return &damaged{d.dir, file, err, d.run.Imported != nil}
}

var errMissing = errors.New("the file is missing")

// readFile returns the content of a file of the run directory, at most limit bytes.
func readFile(root *os.Root, name string, limit int64) ([]byte, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // which does not wait for the writer of a pipe
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errMissing
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a file")
	case info.Size() > limit:
		return nil, fmt.Errorf("the file has %d bytes, not %d", info.Size(), limit)
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, err
	}
	return data, nil
}

// read returns the content of a file that want identifies.
func (d *Dir) read(file string, want Digest) ([]byte, error) {
	data, err := readFile(d.root, file, want.Size)
	if err != nil {
		return nil, d.damaged(file, err)
	}
	if got := digestOf(data); got != want {
		return nil, d.damaged(file, fmt.Errorf("not the file that was written: its SHA-256 is %.12s, not %.12s", got.SHA256, want.SHA256))
	}
	return data, nil
}

// maxRunFile bounds the size of run.json.
const maxRunFile = 1 << 30

// sealed fills in the digest and returns run.json's content. Its last member is the SHA-256 of the
// content with zeros in its place.
func (r *Run) sealed() ([]byte, error) {
	plain := *r
	plain.Subject.Folder, plain.Subject.Root, plain.Digest, plain.Seal = "", "", "", ""
	data, err := encodeJSON(plain)
	if err != nil {
		return nil, err
	}
	r.Digest, r.Seal = digestOf(data).SHA256, strings.Repeat("0", 2*sha256.Size)
	if data, err = encodeJSON(r); err != nil {
		return nil, err
	}
	at := bytes.LastIndex(data, []byte(r.Seal))
	r.Seal = digestOf(data).SHA256
	copy(data[at:], r.Seal)
	return data, nil
}

// unseal checks run.json's seal.
func unseal(data []byte, seal string) error {
	if _, err := hex.DecodeString(seal); err != nil || len(seal) != 2*sha256.Size || bytes.Count(data, []byte(seal)) != 1 {
		return errors.New("it has no valid seal")
	}
	plain := bytes.Replace(data, []byte(seal), bytes.Repeat([]byte("0"), len(seal)), 1)
	if digestOf(plain).SHA256 != seal {
		return errors.New("not the file that was written: its seal is broken")
	}
	return nil
}

// foreignError is the error of a run.json of another format.
type foreignError struct{ message string }

func (e *foreignError) Error() string { return e.message }

// decodeRun reads run.json. A *foreignError says that a confcov of another version wrote it.
func decodeRun(data []byte) (r Run, err error) {
	var head struct {
		Format  int     `json:"format"`
		Confcov *string `json:"confcov"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return r, err
	}
	if head.Format != Format && head.Confcov != nil {
		return r, &foreignError{fmt.Sprintf("run directory of format %d, this version reads format %d", head.Format, Format)}
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, err
	}
	if err := unseal(data, r.Seal); err != nil {
		return r, err
	}
	return r, r.check()
}

// check reports what no run.json says. Names become those of files, so they are checked before any is opened.
func (r *Run) check() error {
	for _, f := range []string{optionsFile, elementsFile} {
		if _, ok := r.Files[f]; !ok {
			return fmt.Errorf("it does not list %s", f)
		}
	}
	seen := map[string]bool{}
	for i := range r.Tests {
		e := &r.Tests[i]
		if err := checkTest(e.Name, e.Mode); err != nil {
			return err
		}
		if name := testFolder(e.Name, e.Mode); seen[name] {
			return fmt.Errorf("it lists test %q (%s) twice", e.Name, e.Mode)
		} else {
			seen[name] = true
		}
	}
	return nil
}

// checkTest reports names that cannot be those of a test and a mode.
func checkTest(name, mode string) error {
	if name == "" {
		return errors.New("a test without a name")
	}
	if _, err := ParseMode(mode); err != nil {
		return fmt.Errorf("test %q: %w", name, err)
	}
	return nil
}
