package unitcache

// This file implements the directory of encoded units.

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"time"

	"github.com/confcov/confcov/explore/ir"
)

// Key identifies what a unit was made from.
type Key [sha256.Size]byte

// NewKey hashes parts; each part counts by itself.
func NewKey(parts ...string) Key {
	h := sha256.New()
	var n [8]byte
	for _, p := range parts {
		binary.LittleEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write([]byte(p))
	}
	return Key(h.Sum(nil))
}

// Cache is a directory of units lowered by one version of the code. Methods may be
// called at the same time, also by other processes.
type Cache struct {
	dir string
}

// format names how files are laid out: the SHA-256 of the key and the encoded unit, then that.
const format = "summed with its key"

const unused = 14 * 24 * time.Hour // after which another version's folder is removed

// Open returns the cache in the folder "units" of dir for a version of the
// code that lowers; that of package ir is added. An unusable directory is not an error: then nothing is found or kept.
func Open(dir, version string) *Cache {
	all := filepath.Join(dir, "units")
	sum := sha256.Sum256([]byte(version + " " + ir.SourceVersion() + " " + format))
	c := &Cache{dir: filepath.Join(all, hex.EncodeToString(sum[:6]))}
	if os.MkdirAll(c.dir, 0o755) == nil {
		now := time.Now()
		os.Chtimes(c.dir, now, now)
		removeUnused(all, now.Add(-unused))
	}
	return c
}

func removeUnused(all string, before time.Time) {
	entries, err := os.ReadDir(all)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && info.ModTime().Before(before) {
			os.RemoveAll(filepath.Join(all, e.Name()))
		}
	}
}

func (c *Cache) file(k Key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(c.dir, name[:2], name[2:])
}

// Get returns the unit stored under k, or nil.
func (c *Cache) Get(k Key) *ir.Unit {
	if c == nil {
		return nil
	}
	file := c.file(k)
	data, err := readEntry(file)
	if err != nil {
		return nil
	}
	var u *ir.Unit
	if sum := entrySum(k, data); bytes.HasPrefix(data, sum[:]) {
		u, err = ir.Decode(data[len(sum):])
	}
	if u == nil || err != nil {
		os.Remove(file)
		return nil
	}
	return u
}

// maxEntry is the size of the largest entry that is read, in bytes.
const maxEntry = 1 << 30

// readEntry reads an entry, which may be anything by now.
func readEntry(file string) ([]byte, error) {
	info, err := os.Lstat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() < sha256.Size || info.Size() > maxEntry {
		return nil, ir.ErrFormat
	}
	return os.ReadFile(file)
}

// entrySum returns what an entry begins with: a hash of its key and of the rest. So neither a damaged entry nor that of
// another key is taken for the unit.
func entrySum(k Key, entry []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(k[:])
	h.Write(entry[sha256.Size:])
	return [sha256.Size]byte(h.Sum(nil))
}

// Put stores u under k. The error, if any, says why the next run must lower it again.
func (c *Cache) Put(k Key, u *ir.Unit) error {
	if c == nil {
		return nil
	}
	b := bytes.NewBuffer(make([]byte, sha256.Size, 4096))
	if err := ir.Encode(b, u); err != nil {
		return err
	}
	sum := entrySum(k, b.Bytes())
	copy(b.Bytes(), sum[:])
	file := c.file(k)
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	t, err := os.CreateTemp(dir, ".part-*")
	if err != nil {
		return err
	}
	_, err = t.Write(b.Bytes())
	if cerr := t.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(t.Name(), file)
	}
	if err != nil {
		os.Remove(t.Name())
	}
	return err
}
