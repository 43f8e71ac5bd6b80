// Package source reads the text of C sources and headers: regular files of a bounded size, since their names
// may come from what is analysed. A name that leads to a device, a pipe or a huge file is an error, never a wait.
package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// MaxSize is the greatest size of a source or header in bytes. The parser takes some 500 bytes of memory for each token.
const MaxSize = 16 << 20

// ErrRefused is the error of a file that exists and is not read.
var ErrRefused = errors.New("not read")

// Read returns the content of the file. A directory does not exist, as for a compiler that searches for a header.
func Read(name string) (text []byte, info fs.FileInfo, err error) {
	// Not to block: opening a pipe waits for its other end.
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err = f.Stat()
	switch {
	case err != nil:
		return nil, nil, err
	case info.IsDir():
		return nil, nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%w: not a regular file", ErrRefused)
	case info.Size() > MaxSize:
		return nil, nil, tooLarge()
	}
	text, err = io.ReadAll(io.LimitReader(f, MaxSize+1)) // files of /proc say that they are empty
	if err == nil && len(text) > MaxSize {
		err = tooLarge()
	}
	return text, info, err
}

func tooLarge() error {
	return fmt.Errorf("%w: larger than %d MiB, divide it", ErrRefused, MaxSize>>20)
}
