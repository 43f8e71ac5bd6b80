package fetch

// This file keeps the cache honest: locks and checksums.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// lock takes the named lock of the cache and returns what releases it. The lock
// is the kernel's on an open file, so it vanishes with its holder.
func (f *fetcher) lock(ctx context.Context, name string) (unlock func(), err error) {
	unlock, err = Lock(ctx, f.Options, name)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("fetch %s: %w", f.label(), context.Cause(ctx))
	}
	return unlock, err
}

// Lock is lock of a cache.
func Lock(ctx context.Context, opt Options, name string) (unlock func(), err error) {
	path := filepath.Join(opt.Cache, "locks", name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, diskProblem("make a folder of the cache", filepath.Dir(path), err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, diskProblem("lock the cache", path, err)
	}
	for told := false; ; {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { file.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			file.Close()
			return nil, diskProblem("lock the cache", path, err)
		}
		if !told {
			if told = true; opt.Log != nil {
				opt.Log("waiting for another run that holds %s", path)
			}
		}
		select {
		case <-ctx.Done():
			file.Close()
			return nil, context.Cause(ctx)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// checkSum reports whether file has the wanted SHA-256.
func (f *fetcher) checkSum(file string) error {
	r, err := os.Open(file)
	if err != nil {
		return err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != f.SHA256 {
		return fmt.Errorf("wrong checksum: SHA-256 is %s, not %s", got, f.SHA256)
	}
	return nil
}
