package peer

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// This file says where messages end.

// framing is how messages are told apart in a stream.
type framing struct {
	kind   framingKind
	size   int  // length: bytes of the length in front of a message
	little bool // length: the low byte comes first
}

type framingKind uint8

const (
	framingFTP    framingKind = iota // replies with codes, of one or several lines
	framingLines                     // lines, which end in LF or CR LF
	framingHTTP                      // HTTP/1 responses and requests
	framingLength                    // messages behind their lengths
	framingRaw                       // none
)

var framingNames = [...]string{"ftp", "lines", "http", "length", "raw"}

func (f framing) String() string { return framingNames[f.kind] }

// parseFraming parses what follows the word.
func parseFraming(text string) (framing, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		words = []string{""}
	}
	at := slices.Index(framingNames[:], words[0])
	if at < 0 {
		return framing{}, fmt.Errorf("framing: %q is not ftp, lines, http, length or raw", words[0])
	}
	f := framing{kind: framingKind(at)}
	words = words[1:]
	if f.kind == framingLength {
		sizes := map[string]int{"1": 1, "2": 2, "4": 4}
		if len(words) == 0 || sizes[words[0]] == 0 {
			return f, fmt.Errorf("framing length takes the bytes of the length, 1, 2 or 4, and big or little")
		}
		f.size = sizes[words[0]]
		if words = words[1:]; len(words) > 0 && (words[0] == "big" || words[0] == "little") {
			f.little, words = words[0] == "little", words[1:]
		}
	}
	if len(words) > 0 {
		return f, fmt.Errorf("framing %s: %q is too much", f, words[0])
	}
	return f, nil
}

// wrap returns a message as it is sent; false if it is too long.
func (f framing) wrap(text []byte) ([]byte, bool) {
	switch f.kind {
	case framingRaw:
		return text, true
	case framingLength:
		n := len(text)
		head := make([]byte, f.size, f.size+n)
		for i := range head {
			head[i] = byte(n >> (8 * i))
		}
		if !f.little {
			slices.Reverse(head)
		}
		return append(head, text...), n>>(8*f.size) == 0
	}
	return append(text[:len(text):len(text)], "\r\n"...), true
}

// lines reports whether a message is lines, as the transcript shows it.
func (f framing) lines() bool { return f.kind == framingFTP || f.kind == framingLines }

// literals reports whether text to send may be a string literal: its bytes are not those of lines.
func (f framing) literals() bool { return f.kind == framingLength || f.kind == framingRaw }

// codes returns the pattern of messages whose code begins with one of these.
func (f framing) codes(codes []string) (*pattern, error) {
	list := "(?:" + strings.Join(codes, "|") + ")"
	switch f.kind {
	case framingRaw, framingLength:
		return nil, fmt.Errorf("messages have no codes with framing %s: expect a pattern like /%s/", f, codes[0])
	case framingHTTP:
		return compilePattern(`^HTTP/[0-9.]+ ` + list)
	}
	return compilePattern("^" + list)
}

// frame is where a message stands behind some of its bytes. It is a value that can be compared.
type frame struct {
	framing
	some   bool    // some of a message has come
	cr     bool    // ftp, lines: a CR, which may belong to the end of the line
	finals int     // ftp, http: how many final messages (not 1xx) have ended
	heads  string  // http: which of the requests that have no response yet are HEAD: H; others: -
	scan   Scanner // ftp
	n      int     // length: bytes of the length that have come
	left   int64   // length, http: bytes of the message or chunk that are still to come
	http   httpFrame
}

// text is what a byte adds to a message's text: nothing, the byte, or the byte after one that was held back.
type text struct {
	b [2]byte
	n int
}

func textOf(b byte) text { return text{[2]byte{b}, 1} }

// next advances by a byte. It returns what the byte adds to the message's text, and whether the message ends.
func (f *frame) next(b byte) (out text, end bool) {
	f.some = true
	switch f.kind {
	case framingRaw:
		return textOf(b), false
	case framingLength:
		out, end = f.nextOfLength(b)
	case framingHTTP:
		out, end = f.nextOfHTTP(b)
	default:
		out, end = f.nextOfLine(b)
	}
	if end {
		*f = frame{framing: f.framing, finals: f.finals, heads: f.heads}
	}
	return out, end
}

// atEnd reports whether the message that stands here is complete where nothing more comes.
func (f *frame) atEnd() bool {
	switch f.kind {
	case framingLines, framingRaw:
		return f.some
	case framingHTTP:
		return f.http.phase == httpToEnd
	}
	return false
}

func (f *frame) nextOfLine(b byte) (out text, end bool) {
	if b == '\r' && !f.cr {
		f.cr = true
		return out, false
	}
	held := f.cr
	if out = textOf(b); held {
		out = text{[2]byte{'\r', b}, 2}
	}
	f.cr = b == '\r'
	switch {
	case f.cr:
		return textOf('\r'), false
	case b != '\n':
		if f.kind == framingFTP {
			f.scan.next(b)
		}
		return out, false
	case f.kind == framingFTP:
		code, _ := replyLine(Data{Bytes: f.scan.head[:f.scan.n]})
		if f.scan.Known([]byte{b}); f.scan.code != 0 {
			return out, false
		}
		if code/100 != 1 {
			f.finals++
		}
	}
	return text{}, true
}

func (f *frame) nextOfLength(b byte) (out text, end bool) {
	if f.n == f.size {
		f.left--
		return textOf(b), f.left == 0
	}
	if f.little {
		f.left |= int64(b) << (8 * f.n)
	} else {
		f.left = f.left<<8 | int64(b)
	}
	f.n++
	return out, f.n == f.size && f.left == 0
}

// httpFrame is where a message of HTTP stands.
type httpFrame struct {
	phase   httpPhase
	line    string // the line that stands here, as far as it matters
	first   bool   // the first line has come
	request bool   // it is that of a request
	status  int
	chunked bool
	hasSize bool // the body's size is known: frame.left
}

type httpPhase uint8

const (
	httpHead    httpPhase = iota
	httpBody              // frame.left bytes
	httpToEnd             // up to the end of the connection
	httpSize              // the line with the size of a chunk
	httpChunk             // frame.left bytes
	httpBreak             // the line end behind a chunk
	httpTrailer           // lines behind the last chunk
)

// maxLine is how much of a line of HTTP is looked at.
const maxLine = 1024

func (f *frame) nextOfHTTP(b byte) (out text, end bool) {
	h := &f.http
	switch h.phase {
	case httpToEnd:
		return textOf(b), false
	case httpBody, httpChunk:
		if f.left--; f.left == 0 {
			end = h.phase == httpBody
			h.phase = httpBreak
		}
		return textOf(b), end && f.final()
	case httpHead:
		out = textOf(b)
	}
	if b != '\n' {
		if len(h.line) < maxLine {
			h.line += string([]byte{b})
		}
		return out, false
	}
	line := strings.TrimSuffix(h.line, "\r")
	h.line = ""
	switch h.phase {
	case httpHead:
		return out, f.headLine(line)
	case httpSize:
		f.left = hexadecimal(line)
		if h.phase = httpChunk; f.left == 0 {
			h.phase = httpTrailer
		}
	case httpBreak:
		h.phase = httpSize
	case httpTrailer:
		return out, line == "" && f.final()
	}
	return out, false
}

// headLine takes a line of the head, and reports whether the message ends with it.
func (f *frame) headLine(line string) bool {
	h := &f.http
	if !h.first {
		h.first = true
		words := strings.Fields(line)
		switch {
		case len(words) > 1 && strings.HasPrefix(words[0], "HTTP/"):
			h.status, _ = digits(words[1])
		case len(words) == 3 && strings.HasPrefix(words[2], "HTTP/"):
			h.request = true
		default: // no head at all
			h.phase = httpToEnd
		}
		return false
	}
	if line != "" {
		name, v, _ := strings.Cut(line, ":")
		v = strings.ToLower(strings.TrimSpace(v))
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "content-length":
			if n, ok := digits(v); ok {
				f.left, h.hasSize = int64(n), true
			}
		case "transfer-encoding":
			h.chunked = strings.HasSuffix(v, "chunked")
		}
		return false
	}
	switch {
	case !h.request && (h.status/100 == 1 || h.status == 204 || h.status == 304 || strings.HasPrefix(f.heads, "H")):
		return f.final()
	case h.chunked:
		h.phase, f.left = httpSize, 0
	case h.hasSize && f.left > 0:
		h.phase = httpBody
	case h.hasSize, h.request:
		return f.final()
	default:
		h.phase = httpToEnd
	}
	return false
}

// final counts a message that ends here. It returns true.
func (f *frame) final() bool {
	if !f.http.request && f.http.status/100 != 1 {
		f.finals++
		f.heads = f.heads[min(1, len(f.heads)):]
	}
	return true
}

func digits(text string) (n int, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' {
			return n, false
		}
		if n = 10*n + int(c-'0'); n > 1<<40 {
			return n, false
		}
	}
	return n, text != ""
}

// hexadecimal returns the number at the beginning of a line.
func hexadecimal(line string) (n int64) {
	for _, c := range strings.ToLower(strings.TrimSpace(line)) {
		d := strings.IndexRune("0123456789abcdef", c)
		if d < 0 || n > 1<<40 {
			break
		}
		n = n<<4 | int64(d)
	}
	return n
}

// requests returns what frame.heads says of the requests in what is sent.
func requests(b []byte) (heads string) {
	for line := range bytes.Lines(b) {
		words := bytes.Fields(line)
		switch {
		case len(words) != 3 || !bytes.HasPrefix(words[2], []byte("HTTP/")):
		case string(words[0]) == "HEAD":
			heads += "H"
		default:
			heads += "-"
		}
	}
	return heads
}
