package fetch

// This file downloads from an upstream project's address.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

const maxArchive = 1 << 30 // larger answers are not a source tarball

var client = &http.Client{Transport: &http.Transport{
	Proxy:                 http.ProxyFromEnvironment,
	DialContext:           (&net.Dialer{Timeout: 20 * time.Second}).DialContext,
	TLSHandshakeTimeout:   20 * time.Second,
	ResponseHeaderTimeout: 60 * time.Second,
}}

// download writes what url answers to file.
func download(ctx context.Context, url, file string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, 10*time.Minute, errors.New("no end after 10 minutes"))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", resp.Status)
	}
	w, err := os.Create(file)
	if err != nil {
		return diskProblem("write the archive", file, err)
	}
	defer w.Close()
	n, err := io.Copy(diskWriter{w}, io.LimitReader(resp.Body, maxArchive+1))
	switch {
	case err != nil:
		return err
	case n > maxArchive:
		return fmt.Errorf("more than %d bytes", maxArchive)
	}
	if err := w.Close(); err != nil {
		return diskProblem("write the archive", file, err)
	}
	return nil
}

// diskWriter makes the errors of writing to a file tell of the disk.
type diskWriter struct{ f *os.File }

func (w diskWriter) Write(p []byte) (int, error) {
	n, err := w.f.Write(p)
	if err != nil {
		return n, diskProblem("write a file of the cache", w.f.Name(), errors.Unwrap(err))
	}
	return n, nil
}
