package peer

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// world is a transport over which functions answer.
type world struct {
	conns  []*line
	called []int // the ports that were connected to
	calls  Conn  // the connection that arrives at whatever is listened at; 0: none
	answer func(w *world, c Conn, sent string)
	alive  int // how often the process is seen alive after a signal
}

// line is what has arrived at one end.
type line struct {
	from netip.AddrPort
	in   string
	eof  bool
}

func (w *world) Dial(to Target) (Conn, Dialed) {
	w.called = append(w.called, to.Port)
	w.conns = append(w.conns, &line{from: to.From})
	c := Conn(len(w.conns))
	w.answer(w, c, "")
	return c, Connected
}

func (w *world) Listen(at netip.AddrPort) (Conn, int) {
	w.conns = append(w.conns, &line{})
	if at.Port() == 0 {
		return Conn(len(w.conns)), 50001
	}
	return Conn(len(w.conns)), int(at.Port())
}

func (w *world) Accept(Conn) Conn {
	c := w.calls
	w.calls = 0
	return c
}

func (w *world) Peek(c Conn) (Data, bool) {
	return Data{Bytes: []byte(w.conns[c-1].in)}, w.conns[c-1].eof
}
func (w *world) CloseWrite(Conn) {}
func (w *world) Close(Conn)      {}
func (w *world) Consume(c Conn, from, to int) {
	l := w.conns[c-1]
	l.in = l.in[:from] + l.in[to:]
}

func (w *world) Send(c Conn, b []byte, _ bool) (int, bool) {
	w.answer(w, c, string(b))
	return len(b), true
}
func (w *world) Signal(int) int { return 7 }
func (w *world) Alive(int) bool {
	w.alive--
	return w.alive >= 0
}

func (w *world) say(c Conn, format string, args ...any) {
	w.conns[c-1].in += fmt.Sprintf(format, args...)
}

// play performs a script. A wait is over when nothing more can happen.
func play(t *testing.T, w *world, text string) string {
	t.Helper()
	s, err := Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := NewClient(s, 0)
	for range 1000 {
		switch c.Advance(w, false) {
		case StatusFinished:
			return string(c.Transcript().Bytes)
		case StatusWaiting:
			if status := c.Advance(w, true); status != StatusActed && status != StatusServed {
				t.Fatalf("waits at step %d when nothing more can happen", c.step)
			}
		}
	}
	t.Fatal("the script does not end")
	return ""
}

func TestChat(t *testing.T) {
	w := &world{alive: 1, answer: func(w *world, c Conn, sent string) {
		switch {
		case sent == "" && c == 2:
			w.say(1, ":x JOIN bob\r\nPING :first\r\n:x MODE\r\n")
		case strings.HasPrefix(sent, "NICK"):
			w.say(c, ":x 001 :you are %s\r\n:x 372 a\r\n:x 376 end\r\n", strings.TrimSpace(sent[5:]))
			w.say(2, "PING token%d\r\n", c)
		case strings.HasPrefix(sent, "QUIT"):
			w.say(c, "ERROR")
			w.conns[c-1].eof = true
		}
	}}
	got := play(t, w, `
framing lines
on /^PING :?(?P<t>\S+)/ send PONG ${t}
bob: on /token2/ raw "special\r\n"
open alice from 10.0.0.1
open bob from 10.0.0.2:5000
alice: send NICK alice
alice: expect /:you are (?P<me>\w+)$/
alice: expect / (376|422) / | close within 5s
bob: send NICK ${me}2
bob: expect /never/ within 5s
bob: if matched send NO
bob: if not matched send WHO
alice: expect / MODE/ | silence
alice: expect silence within 1s
alice: expect close within 1s
alice: send QUIT
alice: require close
alice: if closed bob: if connected send BYE
alice: expect /x/
signal HUP
stop TERM
bob: require /x/ | /y/
bob: send NEVER
`)
	want := `alice # connected
bob # connected
alice > NICK alice
alice < :x JOIN bob
alice < PING :first
alice > PONG first
alice < :x MODE
alice < :x 001 :you are alice
alice < :x 372 a
alice < :x 376 end
bob > NICK alice2
bob < PING token1
bob > PONG token1
bob < :x 001 :you are alice2
bob < :x 372 a
bob < :x 376 end
bob < PING token2
bob > special
bob # expected /never/: none came
bob > WHO
alice # expected close: none came
alice > QUIT
alice < ERROR\
bob > BYE
alice # expected /x/: connection closed
# SIGHUP
# SIGTERM
# the server has ended
bob # expected /x/ | /y/: none came
`
	if got != want {
		t.Errorf("transcript:\n%s", got)
	}
	if w.conns[0].from.String() != "10.0.0.1:0" || w.conns[1].from.String() != "10.0.0.2:5000" {
		t.Errorf("from %s and %s", w.conns[0].from, w.conns[1].from)
	}
}

// TestElsewhere: messages are answered while another connection is waited for, and the others are left to the steps of their own.
func TestElsewhere(t *testing.T) {
	w := &world{answer: func(w *world, c Conn, sent string) {
		if sent == "go\r\n" {
			w.say(1, "one\r\nPING 1\r\ntwo\r\n")
		}
	}}
	got := play(t, w, `
framing lines
open a
open b
a: on /PING (?P<n>.)/ send PONG ${n}
b: send go
b: expect /x/ within 1s
a: expect /two/
`)
	want := "a # connected\nb # connected\nb > go\na < PING 1\na > PONG 1\nb # expected /x/: none came\na < one\na < two\n"
	if got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

// TestReactionTooLate: nothing is answered over a connection that has ended.
func TestReactionTooLate(t *testing.T) {
	w := &world{answer: func(w *world, c Conn, sent string) {
		w.say(c, "PING\r\n")
		w.conns[c-1].eof = true
	}}
	got := play(t, w, "framing lines\non /PING/ send PONG\nopen a\na: expect close\n")
	if want := "a # connected\na < PING\na # not sent: connection closed\n"; got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

// TestCodes: a code is that of the next message, where a pattern waits for one that matches.
func TestCodes(t *testing.T) {
	w := &world{answer: func(w *world, c Conn, sent string) { w.say(c, "250 a\r\n354 b\r\n") }}
	got := play(t, w, "framing lines\nopen a\na: expect 354\na: expect 35\na: send x\na: expect 354 | /never/\na: expect within 1s\na: require 1\na: send never\n")
	want := "a # connected\na < 250 a\na # expected 354: another message came\na < 354 b\na > x\na < 250 a\na < 354 b\na # expected a message: none came\na # expected 1: none came\n"
	if got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

// TestRaw: without framing, everything up to the end of a match is taken, and nothing after it.
func TestRaw(t *testing.T) {
	w := &world{answer: func(w *world, c Conn, sent string) {
		if sent == "" {
			w.say(c, "banner login: ")
		} else {
			w.say(c, "[%s]ok> ", sent)
		}
	}}
	got := play(t, w, "framing raw\nopen a\na: expect /(?P<b>b[a-z]+) /\na: expect /login: $/ | /: /\na: send ${b}\na: expect /ok/\na: expect /> /\n")
	want := "a # connected\na < banner \\\na < login: \\\na > banner\\\na < [banner]ok\\\na < > \\\n"
	if got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

// TestHTTP: responses end where their heads say, and where the connection does.
func TestHTTP(t *testing.T) {
	w := &world{answer: func(w *world, c Conn, sent string) {
		switch {
		case strings.HasPrefix(sent, "HEAD"):
			w.say(c, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
		case strings.HasPrefix(sent, "GET"):
			w.say(c, "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nnope\r\n0\r\n\r\n")
		case strings.HasPrefix(sent, "OLD"):
			w.say(c, "HTTP/1.0 200 OK\r\n\r\nto the end")
			w.conns[c-1].eof = true
		}
	}}
	got := play(t, w, "framing http\nopen a\na: send HEAD / HTTP/1.1\na: raw \"GET /x HTTP/1.1\\r\\n\\r\\n\"\na: expect 200\na: expect 200\na: raw \"OLD / HTTP/1.0\\r\\n\\r\\n\"\na: expect 2\na: expect close\n")
	want := `a # connected
a > HEAD / HTTP/1.1
a > GET /x HTTP/1.1
a > 
a < HTTP/1.1 200 OK
a < Content-Length: 5
a < 
a < HTTP/1.1 404 Not Found
a < Transfer-Encoding: chunked
a < 
a < 4
a < nope
a < 0
a < 
a # expected 200: another message came
a > OLD / HTTP/1.0
a > 
a < HTTP/1.0 200 OK
a < 
a < to the end\
`
	if got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

// TestLength: lengths are put before what is sent, and taken from what comes.
func TestLength(t *testing.T) {
	w := &world{answer: func(w *world, c Conn, sent string) { w.say(c, "%s%s", sent, sent) }}
	got := play(t, w, "framing length 2\nopen a\na: send \"a\\x00b\"\na: expect /(?P<m>a.b)/\na: send ${m}!\na: expect /!/\n")
	want := "a # connected\na > \\x00\\x03a\\x00b\\\na < \\x00\\x03a\\x00b\\\na > \\x00\\x04a\\x00b!\\\na < \\x00\\x03a\\x00b\\\na < \\x00\\x04a\\x00b!\\\n"
	if got != want {
		t.Errorf("transcript:\n%s", got)
	}
	w = &world{answer: func(w *world, c Conn, sent string) { w.say(c, "%s", sent) }}
	got = play(t, w, "framing length 1\nopen a\na: send "+strings.Repeat("x", 256)+"\n")
	if want = "a # connected\na # not sent: 256 bytes are too long for a length of 1\n"; got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

// TestLastingWait: what does not end a wait does not make it longer.
func TestLastingWait(t *testing.T) {
	s, err := Parse("framing lines\non /PING/ send PONG\nopen a\na: expect /x/ within 5s\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{answer: func(w *world, c Conn, sent string) { w.say(c, "PING\r\n") }}
	c := NewClient(s, 0)
	if c.Advance(w, false) != StatusActed {
		t.Fatal("not connected")
	}
	for range 10 {
		if d, _ := c.Patience(); d != 5*time.Second || c.Advance(w, false) != StatusServed {
			t.Fatalf("the wait of %s is another one", d)
		}
	}
}

func TestExpectErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"expect /(/", "script line 1: expect: /(/ does not compile: error parsing regexp: missing closing )"},
		{"expect /\u00e9/", `patterns are of ASCII characters`},
		{"expect /x", `expect: /x: no / ends the pattern`},
		{"expect /x/ /y/", `after /x/ comes "/y/" instead of a further alternative`},
		{"expect 220 | ", `"|" is not the beginning of a reply code`},
		{"expect 220 within soon", `within: "soon" is not a duration like 5s`},
		{"send ${x}", "script line 1: send: nothing captures ${x}"},
		{"on /a(?P<x>b)/ send ${y}", "on: nothing captures ${y}"},
		{"on ping send pong", "on: takes a pattern"},
		{"on /ping send pong", "no / ends the pattern"},
		{"on /ping/ say pong", `on: after the pattern comes send or raw, not "say"`},
		{"on /ping/ raw pong", `on: raw: pong is not a string literal`},
		{"framing length", "framing length takes the bytes of the length, 1, 2 or 4"},
		{"framing length 2 small", `framing length: "small" is too much`},
		{"framing length 2\nsend \"x", `send: "x is not a string literal`},
		{"open a\n\nsend x", "script line 3: no line opens the connection that this one is about"},
		{"standalone\nif matched send x", "script line 2: no line opens the connection"},
		{"framing xml", `framing: "xml" is not`},
		{"send x\nframing lines", "script line 2: framing must come before the steps"},
		{"open a\na: send x\na: framing lines", "script line 3: framing of a must come before what it sends and expects"},
		{"framing lines\npasv", "script line 2: pasv is of FTP, and the framing here is lines"},
		{"framing raw\nexpect 220", "messages have no codes with framing raw: expect a pattern"},
		{"if ready send x", `if: takes connected, closed, matched, or not and one of them, not "ready"`},
		{"if not matched timeout 5s", "if: no step follows the condition"},
		{"signal BOOM", `signal: "BOOM" is not a signal`},
		{"stop TERM within x", `stop: within: "x" is not a duration`},
		{"expect /x/\nbob: expect /y/", `script line 2: no line opens connection "bob"`},
	} {
		_, err := Parse(c.text, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
	}
}
