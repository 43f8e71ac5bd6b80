package frontend

// This file rewrites headers as the parser reads them: it asks for files here first, and looks itself for those that
// need no rewriting.

import (
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"
)

// rewrittenHeaders is the file system of headers that are rewritten.
type rewrittenHeaders struct{}

// headerText is what is known of a header that was read.
type headerText struct {
	modified time.Time
	size     int64
	text     string // "": it needs no rewriting
}

// headerTexts are headers by path. Those of a program's sources are mostly the same.
var headerTexts sync.Map

// Open implements fs.FS.
func (rewrittenHeaders) Open(name string) (fs.File, error) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	h, ok := headerTexts.Load(name)
	t, _ := h.(headerText)
	if !ok || !t.modified.Equal(info.ModTime()) || t.size != info.Size() {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, fs.ErrNotExist
		}
		t = headerText{modified: info.ModTime(), size: info.Size()}
		if s := string(b); unknown.MatchString(s) {
			t.text = rewrite(s)
		}
		headerTexts.Store(name, t)
	}
	if t.text == "" {
		return nil, fs.ErrNotExist
	}
	return &headerFile{Reader: strings.NewReader(t.text), info: info}, nil
}

// headerFile is an open file.
type headerFile struct {
	io.Reader
	info fs.FileInfo
}

func (f *headerFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *headerFile) Close() error               { return nil }
