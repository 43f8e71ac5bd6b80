package gcc

// This file reads from gcov's notes which functions a program has and in which files they are.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// The format is in gcc's gcov-io.h: a magic number, a version and a stamp, then records of a tag,
// a length and words. The length is in bytes since gcc 12, in words before.
const (
	notesMagic  = 0x67636e6f
	tagFunction = 0x01000000
)

// errNotes says that a file of notes is not as expected.
var errNotes = errors.New("gcov's notes are in a form that is not known")

// instrumented returns the functions of the program, and whether they are in its own files.
func (p *Program) instrumented() (map[string]bool, error) {
	own := map[string]bool{}
	for _, note := range p.notes {
		data, err := os.ReadFile(filepath.Join(p.build.Dir, note+".gcno"))
		if err != nil {
			return nil, fmt.Errorf("gcov's notes: %w", err)
		}
		if err := p.readNotes(data, own); err != nil {
			return nil, fmt.Errorf("%s.gcno: %w", note, err)
		}
	}
	return own, nil
}

// words reads gcov's files. After the end it is nothing but zeroes.
type words struct {
	data    []byte
	inBytes bool // lengths are
	bad     bool
}

func (w *words) next() uint32 {
	if len(w.data) < 4 {
		w.data, w.bad = nil, true
		return 0
	}
	v := binary.LittleEndian.Uint32(w.data)
	w.data = w.data[4:]
	return v
}

// take cuts n bytes off.
func (w *words) take(n int) []byte {
	if n < 0 || n > len(w.data) {
		w.data, w.bad = nil, true
		return nil
	}
	b := w.data[:n]
	w.data = w.data[n:]
	return b
}

// length reads the length of a record, or a string, in bytes.
func (w *words) length() int {
	n := int(w.next())
	if !w.inBytes {
		n *= 4
	}
	return n
}

func (w *words) text() string {
	b := w.take(w.length())
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// readNotes adds the functions of one file.
func (p *Program) readNotes(data []byte, own map[string]bool) error {
	w := &words{data: data}
	if w.next() != notesMagic {
		return errNotes
	}
	version := w.next() // as "B22*": the first digit counts tens of versions from A
	w.inBytes = version>>24 >= 'B' && (version>>24 > 'B' || version>>16&0xff >= '2')
	w.next() // stamp
	if w.inBytes {
		w.next() // checksum
	}
	w.text() // working directory
	w.next() // unexecuted blocks supported
	for len(w.data) >= 8 && !w.bad {
		tag := w.next()
		body := &words{data: w.take(w.length()), inBytes: w.inBytes}
		if tag != tagFunction {
			continue
		}
		body.next() // ident
		body.next() // checksums
		body.next()
		name := body.text()
		body.next() // artificial
		file := body.text()
		w.bad = w.bad || body.bad
		own[name] = own[name] || p.nameOf(file) != ""
	}
	if w.bad {
		return errNotes
	}
	return nil
}
