package peer

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"frobnicate", `script line 1: unknown step "frobnicate"`},
		{"send A\n\nsleep soon", `script line 3: sleep: "soon" is not a duration like 60s`},
		{"raw abc", `script line 1: raw: abc is not a string literal`},
		{"expect 2x", `script line 1: expect: "2x" is not the beginning of a reply code`},
		{"port now", `script line 1: port takes no argument, got "now"`},
		{"send A\nclient 1.2.3.4:5", `script line 2: client must come before the steps`},
		{"client 1.2.3.4:5", `client 1.2.3.4:5 is on another machine, from where server 127.0.0.1:21 is not reached: add a line such as ` + "`server 192.0.2.1:21`" + `, or, instead of client, open NAME from ADDRESS`},
		{"server 1.2.3.4:5", `client 127.0.0.1:40000 reaches no server 1.2.3.4:5: set another client address`},
		{"client [::1]:5", `client [::1]:5 and server 127.0.0.1:21: one is of IPv4 and one of IPv6; set both`},
		{"client nowhere", `script line 1: client: not an ip:port`},
		{"data-send @missing", `there is no file "missing"`},
		{`upload "open STOR x`, `bad string literal`},
		{"upload data", `upload takes data and a command`},
		{"session other", `only a standalone server has more than one`},
		{"send A\nopen b", `script line 2: open: the control connection is open from the start`},
		{"open 5", `open: takes the name of a connection`},
		{"open b from", `open: nothing follows "from"`},
		{"open b at 3", `open: "at" is not from or to`},
		{"open b from here", `"here" is not an address like`},
		{"open b to 70000", `"70000" is not a port`},
		{"open a\n\nbob: send X", `script line 3: no line opens connection "bob": add one like ` + "`open bob`"},
		{"open a from 10.0.0.1\nopen b from ::1", `script line 2: address ::1 and server 192.0.2.1:21: one is of IPv4 and one of IPv6`},
		{"open a from 10.0.0.1\nopen b from 127.0.0.1", `script line 2: address 127.0.0.1 reaches no server 192.0.2.1:21`},
		{"server 10.0.0.1:21\nopen a from 10.0.0.2\nopen b from 10.0.0.1", `script line 3: address 10.0.0.2 and address 10.0.0.1: one is the server's own`},
	} {
		_, err := Parse(c.text, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
	}
}

func TestReply(t *testing.T) {
	for _, c := range []struct {
		text    string
		n, code int
		ok      bool
	}{
		{"220 hi\r\n", 8, 220, true},
		{"220 hi", 0, 0, false},
		{"220\r\nmore", 5, 220, true},
		{"220-a\r\n220-b\r\n220 c\r\nx", 21, 220, true},
		{"211-a\r\n 211 no\r\n212 no\r\n211 end\n", 32, 211, true},
		{"220-a\r\n220x\r\n", 0, 0, false},
		{"junk\r\n", 6, codeUnknown, true},
		{"22\n", 3, codeUnknown, true},
		{"\n", 1, codeUnknown, true},
	} {
		n, code, ok := reply(Data{Bytes: []byte(c.text)})
		if n != c.n || code != c.code || ok != c.ok {
			t.Errorf("%q: %d %d %v", c.text, n, code, ok)
		}
	}
	if _, code, ok := reply(Data{Bytes: []byte("2?0 x\n"), Unknown: map[int]any{1: 0}}); code != codeUnknown || !ok {
		t.Errorf("unknown code: %d %v", code, ok)
	}
}

func TestPassivePort(t *testing.T) {
	for _, c := range []struct {
		code int
		text string
		port int
		want string
	}{
		{227, "227 Entering Passive Mode (127,0,0,1,4,5).\r\n", 4<<8 | 5, "227 Entering Passive Mode (127,0,0,1,PORT).\r\n"},
		{227, "227 =127,0,0,1,4,5\r\n", 4<<8 | 5, "227 =127,0,0,1,PORT\r\n"},
		{227, "227 (127,0,0,1,4,256)\r\n", 0, ""},
		{227, "227 (127,0,0,1)\r\n", 0, ""},
		{229, "229 Extended (|||1025|)\r\n", 1025, "229 Extended (|||PORT|)\r\n"},
		{229, "229 Extended (|||0|)\r\n", 0, ""},
		{229, "229 Extended\r\n", 0, ""},
	} {
		d := Data{Bytes: []byte(c.text)}
		port, from, to := passivePort(d, c.code)
		if port != c.port {
			t.Errorf("%q: port %d", c.text, port)
		}
		if got := masked(d, from, to); c.port != 0 && string(got.Bytes) != c.want {
			t.Errorf("%q: %q", c.text, got.Bytes)
		}
	}
	d := Data{Bytes: []byte("227 (127,0,0,1,4,??)\r\n"), Unknown: map[int]any{17: "a", 18: "b"}}
	if port, from, to := passivePort(d, 227); port != unknownPort || string(d.Bytes[from:to]) != "4,??" {
		t.Errorf("unknown digits: %d %q", port, d.Bytes[from:to])
	}
}

func TestRender(t *testing.T) {
	for _, c := range []struct {
		text string
		crlf bool
		want string
	}{
		{"a\r\nb\r\n", true, "> a\n> b\n"},
		{"a\n", true, "> a\\n\n"},
		{"a\\n\r\n", true, "> a\\\\n\n"},
		{"a", true, "> a\\\n"},
		{"\xff\x01\t~", true, "> \\xff\\x01\\t~\\\n"},
		{"a\r\nb\n", false, "> a\\r\n> b\n"},
		{"", false, "> \\\n"},
		{"\n\n", false, "> \n> \n"},
	} {
		var out Data
		render(&out, "> ", Data{Bytes: []byte(c.text)}, c.crlf)
		if string(out.Bytes) != c.want {
			t.Errorf("%q: %q, want %q", c.text, out.Bytes, c.want)
		}
	}
}

// silent is a transport on which nothing ever arrives.
type silent struct{ sent string }

func (*silent) Dial(Target) (Conn, Dialed)        { return 0, NotYet }
func (*silent) Listen(netip.AddrPort) (Conn, int) { return 9, 1234 }
func (*silent) Accept(Conn) Conn                  { return 0 }
func (*silent) Peek(Conn) (Data, bool)            { return Data{}, false }
func (*silent) Consume(Conn, int, int)            {}
func (*silent) Signal(int) int                    { return 0 }
func (*silent) Alive(int) bool                    { return false }
func (*silent) CloseWrite(Conn)                   {}
func (*silent) Close(Conn)                        {}
func (s *silent) Send(_ Conn, b []byte, _ bool) (int, bool) {
	n := min(len(b), 3)
	if strings.HasPrefix(string(b), "PORT") {
		n = len(b)
	}
	s.sent += string(b[:n])
	return n, true
}

func TestSilentServer(t *testing.T) {
	s, err := Parse(`
timeout 5s
expect 220
send HELLO
port
expect 200
data-accept
sleep 60s
download LIST
upload x STOR y
drain
require 226
send NEVER
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &silent{}
	c := NewClient(s, 1)
	waits := 0
	var fork Client
	for steps := 0; ; steps++ {
		if steps > 200 {
			t.Fatal("the script does not end")
		}
		d, id := c.Patience()
		status := c.Advance(transport, false)
		if status == StatusFinished {
			break
		}
		if status != StatusWaiting {
			continue
		}
		waits++
		if want := 5 * time.Second; d != want && d != 60*time.Second {
			t.Errorf("wait %d: patience %v", id, d)
		}
		fork = c
		if status := fork.Advance(transport, true); status != StatusActed {
			t.Fatalf("wait %d: %d when expired", id, status)
		}
		c = fork
	}
	want := `# no reply: none came
> HELLO
> PORT 127,0,0,1,PORT
# no reply: none came
# no reply: none is due
# no data connection: the server did not connect
> LIST
# no reply: none came
> STOR y
# no reply: none came
# connection still open
# no reply: none is due
`
	if got := string(c.Transcript().Bytes); got != want {
		t.Errorf("transcript:\n%s", got)
	}
	if waits != 7 {
		t.Errorf("%d waits", waits)
	}
}

// talking is a transport that has said everything already.
type talking struct {
	silent
	text Data
}

func (t *talking) Peek(Conn) (Data, bool) { return t.text, true }

func (t *talking) Consume(_ Conn, _, n int) { t.text = t.text.part(n, len(t.text.Bytes)) }

func TestExpectLine(t *testing.T) {
	s, err := Parse("expect-line 001 nick\nexpect-line xyz\nexpect-line ever\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &talking{text: Data{Bytes: []byte(":a NOTICE\r\n:a 001 nick :hi\r\nxyz xyz\r\nend")}}
	c := NewClient(s, 1)
	for c.Advance(transport, false) != StatusFinished {
	}
	want := "< :a NOTICE\n< :a 001 nick :hi\n< xyz xyz\n< end\\\n# no reply: connection closed\n"
	if got := string(c.Transcript().Bytes); got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

// TestMisses finds in a transcript which lines of the script waited in vain.
func TestMisses(t *testing.T) {
	s, err := Parse("framing lines\nopen a to 7\na: send x\nopen b\na: expect /y/\n\nstop HUP\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	got := s.Misses([]byte("b # nobody listens\na # nobody listens\na # not sent: no connection\na < # nobody listens\n# the server has not ended within 1m0s\nc # nobody listens\na # nobody listens\n"))
	want := []Miss{{2, "nobody listens at port 7", false}, {4, "nobody listens", false}, {7, "the server has not ended within 1m0s", true}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if listens, ends := got[0].Remedy(), got[2].Remedy(); !strings.Contains(listens, "listens") || !strings.Contains(ends, "stop TERM") {
		t.Errorf("remedies %q and %q", listens, ends)
	}
}
