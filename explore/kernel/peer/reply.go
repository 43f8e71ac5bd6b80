package peer

import "bytes"

// This file parses the replies of an FTP server.

// codeUnknown is the code of a reply that does not begin with three known digits.
const codeUnknown = 0

// reply finds the first complete reply in d: its length and its code; false if there is none yet.
func reply(d Data) (n, code int, ok bool) {
	end := d.newline(0)
	if end < 0 {
		return 0, 0, false
	}
	code, more := replyLine(d.part(0, end))
	if !more {
		return end + 1, code, true
	}
	for {
		from := end + 1
		if end = d.newline(from); end < 0 {
			return 0, 0, false
		}
		if c, more := replyLine(d.part(from, end)); c == code && !more {
			return end + 1, code, true
		}
	}
}

// replyLine returns the code of a line, and whether more lines of the same reply follow.
func replyLine(line Data) (code int, more bool) {
	for line.text(0) { // lines before this one
		line = line.part(1, len(line.Bytes))
	}
	if len(line.Bytes) < 3 {
		return codeUnknown, false
	}
	for i := range 3 {
		b, ok := line.known(i)
		if !ok || b < '0' || b > '9' {
			return codeUnknown, false
		}
		code = 10*code + int(b-'0')
	}
	if len(line.Bytes) == 3 {
		return code, false
	}
	switch b, _ := line.known(3); b {
	case '-':
		return code, true
	case ' ', '\r':
		return code, false
	}
	return codeUnknown, false
}

// number is a decimal number in a text.
type number struct {
	from, to int  // where its digits are
	value    int  // -1: some digit is unknown
	unknown  bool // some digit is unknown
}

// numbers finds the decimal numbers in d from position from on. Unknown bytes count as digits.
func numbers(d Data, from int) []number {
	var all []number
	for i := from; i < len(d.Bytes); i++ {
		b, ok := d.known(i)
		if ok && (b < '0' || b > '9') {
			continue
		}
		n := number{from: i}
		for ; i < len(d.Bytes); i++ {
			b, ok := d.known(i)
			if ok && (b < '0' || b > '9') {
				break
			}
			n.unknown = n.unknown || !ok
			n.value = 10*n.value + int(b-'0')
			if n.value > 1<<20 {
				n.value = 1 << 20
			}
		}
		n.to = i
		if n.unknown {
			n.value = -1
		}
		all = append(all, n)
	}
	return all
}

// unknownPort says that a reply names a port, but its digits are unknown.
const unknownPort = -1

// passivePort finds the port in a 227 or 229 reply: it, 0 if there is none, and
// the bytes that write it.
func passivePort(d Data, code int) (port, from, to int) {
	open := -1
	for i := range d.Bytes {
		if b, ok := d.known(i); ok && b == '(' {
			open = i
			break
		}
	}
	if open < 0 {
		open = 3
	}
	found := numbers(d, open)
	switch {
	case code == 229 && len(found) >= 1:
		n := found[len(found)-1]
		if n.unknown {
			return unknownPort, n.from, n.to
		}
		if n.value > 0 && n.value < 65536 {
			return n.value, n.from, n.to
		}
	case code == 227 && len(found) >= 6:
		high, low := found[4], found[5]
		if high.unknown || low.unknown {
			return unknownPort, high.from, low.to
		}
		if port := high.value<<8 | low.value; high.value < 256 && low.value < 256 && port > 0 {
			return port, high.from, low.to
		}
	}
	return 0, 0, 0
}

// masked replaces the bytes from..to-1 by the word PORT.
func masked(d Data, from, to int) Data {
	var out Data
	out.add(d.part(0, from))
	out.add(Data{Bytes: []byte("PORT")})
	out.add(d.part(to, len(d.Bytes)))
	return out
}

// Scanner follows replies byte by byte, and tells where text means nothing to a client that waits for one.
type Scanner struct {
	head [4]byte // the first bytes of the line; 0 for unknown ones
	n    int     // bytes of the line so far, up to 4
	code int     // of the reply of which more lines follow, else 0
}

// Known advances by known bytes.
func (s *Scanner) Known(b []byte) {
	for _, c := range b {
		if c != '\n' {
			s.next(c)
			continue
		}
		code, more := replyLine(Data{Bytes: s.head[:s.n]})
		switch {
		case s.code == 0 && more:
			s.code = code
		case s.code == code && !more:
			s.code = 0
		}
		s.n = 0
	}
}

// Unknown advances by an unknown byte that does not end a line.
func (s *Scanner) Unknown() { s.next(0) }

func (s *Scanner) next(c byte) {
	if s.n < len(s.head) {
		s.head[s.n] = c
		s.n++
	}
}

// Head reports whether what comes next belongs to the code that a line may begin with.
func (s *Scanner) Head() bool { return s.n < len(s.head) }

// Text reports whether what comes next is text, up to the end of the line: the client looks no closer
// at it. In replies that name a port it does.
func (s *Scanner) Text() bool {
	if s.n < len(s.head) {
		return false
	}
	code := s.code
	if code == 0 {
		code, _ = replyLine(Data{Bytes: s.head[:]})
	}
	return code != 227 && code != 229
}

// Body reports whether b comes next after the first line of a reply with several lines, and is lines of which none is the last one.
func (s *Scanner) Body(b []byte) bool {
	if s.n > 0 || s.code == 0 || s.code == 227 || s.code == 229 {
		return false
	}
	for len(b) > 0 {
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			return false
		}
		if code, more := replyLine(Data{Bytes: b[:end]}); code == s.code && !more {
			return false
		}
		b = b[end+1:]
	}
	return true
}
