package frontend

// This file gives the parser the files that are included: as it can read them (rewrite.go), with directives that it knows (text.go),
// and between two pragmas by which the depth of #include is known, which the parser does not bound. The parser
// looks for files nowhere else.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/confcov/confcov/explore/source"
)

// includes is the file system of the files that one unit includes.
type includes struct {
	ctx   context.Context
	stop  *stopper
	bytes int64
	sizes map[string]int64 // of those that were opened
	err   error            // why a file is not read that a compiler would read

	exposing bool // the conditions of files are exposed: conditions.go
}

// headerText is what is known of a header that was read.
type headerText struct {
	modified time.Time
	size     int64
	text     string
	err      error
}

// headerTexts are headers by path. Those of a program's sources are mostly the same.
var headerTexts sync.Map

// maxKept is the size of the largest headers that are kept in memory.
const maxKept = 1 << 20

// Open implements fs.FS.
func (in *includes) Open(name string) (fs.File, error) {
	if err := in.ctx.Err(); err != nil {
		in.stop.stop(err)
	}
	if in.exposing {
		if filepath.Base(name) == emptyFile {
			return &headerFile{Reader: strings.NewReader(""), info: emptyInfo{}}, nil
		}
		if strings.Contains(name, counterMacro) {
			in.stop.stop(&limitError{tooMuch("#include of a name that depends on __COUNTER__ in a source as large as this")})
		}
	}
	if _, absolute, ok := strings.Cut(name, absoluteMark); ok {
		name = absolute
	}
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		return nil, fs.ErrNotExist
	}
	h, ok := headerTexts.Load(name)
	t, _ := h.(headerText)
	if in.exposing || !ok || !t.modified.Equal(info.ModTime()) || t.size != info.Size() {
		scan := scanText
		if in.exposing {
			scan = exposed
		}
		if t, err = readHeader(name, scan); err != nil {
			if errors.Is(err, source.ErrRefused) && in.err == nil {
				in.err = &limitError{fmt.Errorf("%s is included: %w", name, err)}
			}
			return nil, fs.ErrNotExist
		}
		if t.size <= maxKept && !in.exposing {
			headerTexts.Store(name, t)
		}
	}
	if t.err != nil {
		in.stop.stop(&limitError{t.err})
	}
	if _, seen := in.sizes[name]; !seen {
		in.sizes[name] = t.size
		if in.bytes += t.size; in.bytes > maxText {
			in.stop.stop(refused(Unsupported, name, "more than %d MiB of headers up to this one", maxText>>20))
		}
	}
	return &headerFile{Reader: strings.NewReader(t.text), info: info}, nil
}

// readHeader reads a header and makes of it what the parser is given.
func readHeader(name string, scan func(name, s string) (string, error)) (headerText, error) {
	b, info, err := source.Read(name)
	if err != nil {
		return headerText{}, err
	}
	t := headerText{modified: info.ModTime(), size: info.Size()}
	text, err := scan(name, rewrite(string(b)))
	t.err = err
	t.text = enclosed(text)
	if filepath.IsAbs(name) && !strings.ContainsAny(name, `"\`) { // it may have been found as another
		t.text = strings.Replace(t.text, "#line 1\n", fmt.Sprintf("#line 1 \"%s\"\n", name), 1)
	}
	return t, nil
}

// enclosed returns the text of a file between the pragmas by which it is known where it begins and ends. Its last line may be
// continued.
func enclosed(text string) string {
	return "#pragma " + enterPragma + "\n#line 1\n" + text + "\n\n#pragma " + leavePragma + "\n\n"
}

// headerFile is an open file.
type headerFile struct {
	io.Reader
	info fs.FileInfo
}

func (f *headerFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *headerFile) Close() error               { return nil }

// emptyInfo is what is known of a file that is none.
type emptyInfo struct{ fs.FileInfo }

func (emptyInfo) IsDir() bool { return false }

// stopper ends the parser from what it calls.
type stopper struct{ err error }

// stop panics. The parser's deferred functions may panic because of that, so the error is kept.
func (s *stopper) stop(err error) {
	s.err = err
	panic(err)
}

// nesting follows the files that are being included.
type nesting struct {
	ctx     context.Context
	stop    *stopper
	depth   int
	count   int
	entered map[string]bool
	fresh   bool // the next file is included by #import
}

// enter is told that a file is entered. It reports whether it is to be skipped.
func (n *nesting) enter(file string, once map[string]bool) (skip bool) {
	if err := n.ctx.Err(); err != nil {
		n.stop.stop(err)
	}
	n.depth++
	n.count++
	switch {
	case n.depth > maxDepth:
		n.stop.stop(refused(Invalid, file, "#include nested more than %d deep: does the file include itself?", maxDepth))
	case n.count > maxIncludes:
		n.stop.stop(refused(Unsupported, file, "more than %d files included, repetitions counted", maxIncludes))
	}
	skip = n.fresh && n.entered[file]
	if n.fresh {
		once[file] = true
	}
	n.fresh = false
	n.entered[file] = true
	return skip
}

// refused is the error of a file that is beyond the bounds.
func refused(kind Kind, file, format string, args ...any) error {
	return &limitError{&Error{Kind: kind, File: file, Message: fmt.Sprintf(format, args...)}}
}

// leave is told that a file is left.
func (n *nesting) leave() { n.depth-- }
