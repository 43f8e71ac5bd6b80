package peer

import (
	"fmt"
	"strings"
)

// This file says where messages end.

// framing is how messages are told apart in a stream.
type framing struct {
	kind framingKind
}

type framingKind uint8

const (
	framingFTP   framingKind = iota // replies with codes, of one or several lines
	framingLines                    // lines, which end in LF or CR LF
	framingRaw                      // none
)

// parseFraming parses what follows the word.
func parseFraming(text string) (framing, error) {
	kinds := map[string]framingKind{"ftp": framingFTP, "lines": framingLines, "raw": framingRaw}
	if k, ok := kinds[text]; ok {
		return framing{kind: k}, nil
	}
	return framing{}, fmt.Errorf("framing: %q is not ftp, lines or raw", text)
}

func (f framing) String() string { return []string{"ftp", "lines", "raw"}[f.kind] }

// wrap returns a message as it is sent.
func (f framing) wrap(text []byte) []byte {
	if f.kind == framingRaw {
		return text
	}
	return append(text[:len(text):len(text)], "\r\n"...)
}

// codes returns the pattern of messages whose code begins with one of these.
func (f framing) codes(codes []string) (*pattern, error) {
	if f.kind == framingRaw {
		return nil, fmt.Errorf("messages have no codes with framing %s: expect a pattern like /%s/", f, codes[0])
	}
	return compilePattern("^(?:" + strings.Join(codes, "|") + ")")
}

// frame is where a message stands behind some of its bytes. It is a value that can be compared.
type frame struct {
	framing
	some bool // some of a message has come
	cr   bool // lines: a CR, which may belong to the end of the line

	scan   Scanner // ftp
	finals int     // ftp: how many messages ended that were no preliminary replies (1xx)
}

// next goes on by a byte. It returns what comes to the message's text, and whether the message ends.
func (f *frame) next(b byte) (text []byte, end bool) {
	f.some = true
	if f.kind == framingRaw {
		return []byte{b}, false
	}
	if b == '\r' && !f.cr {
		f.cr = true
		return nil, false
	}
	if f.cr {
		text = append(text, '\r')
	}
	f.cr = b == '\r'
	switch {
	case f.cr:
		return text, false
	case b != '\n':
		if f.kind == framingFTP {
			f.scan.next(b)
		}
		return append(text, b), false
	case f.kind == framingFTP:
		code, _ := replyLine(Data{Bytes: f.scan.head[:f.scan.n]})
		if f.scan.Known([]byte{b}); f.scan.code != 0 {
			return append(text, b), false
		}
		if code/100 != 1 {
			f.finals++
		}
	}
	*f = frame{framing: f.framing, finals: f.finals}
	return nil, true
}
