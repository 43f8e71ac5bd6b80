package peer

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
)

// ftpServer says what a server of FTP would.
func ftpServer(w *world, c Conn, sent string) {
	switch {
	case sent == "" && len(w.conns) == 1:
		w.say(1, "220 hi\r\n")
	case sent == "PASV\r\n":
		w.say(1, "227 Entering Passive Mode (127,0,0,1,200,17).\r\n")
	case sent == "LIST\r\n":
		w.say(1, "150 Here.\r\n226 Done.\r\n")
		if w.calls == 0 && len(w.called) < 2 {
			w.conns = append(w.conns, &line{})
			w.calls = Conn(len(w.conns))
		}
		last := Conn(len(w.conns))
		w.say(last, "a\nb\n")
		w.conns[last-1].eof = true
	case strings.HasPrefix(sent, "PORT "):
		w.say(1, "200 Fine.\r\n")
	}
}

// TestDataConnections: data connections of FTP, passive and active, are steps that other protocols have, too.
func TestDataConnections(t *testing.T) {
	w := &world{answer: ftpServer}
	got := play(t, w, `
standalone
connect
expect 220
send PASV
expect /^227 .*,(?P<high>\d+),(?P<low>\d+)\)/
open data to ${high},${low}
session main
send LIST
expect 150
data: drain
expect 226
`)
	want := "# connected\n< 220 hi\n> PASV\n< 227 Entering Passive Mode (127,0,0,1,PORT,PORT).\ndata # connected\n" +
		"> LIST\n< 150 Here.\ndata < a\\n\ndata < b\\n\ndata # connection closed\n< 226 Done.\n"
	if got != want || !slices.Equal(w.called, []int{0, 200<<8 | 17}) {
		t.Errorf("connected to %v, transcript:\n%s", w.called, got)
	}
	w = &world{answer: ftpServer}
	got = play(t, w, `
standalone
connect
expect 220
listen data
send PORT 127,0,0,1,${data_high},${data_low}
expect 200
send LIST
expect 150
accept data
data: expect /b/ | 5 within 2s
data: expect close
expect 226
`)
	want = "# connected\n< 220 hi\n> PORT 127,0,0,1,PORT,PORT\n< 200 Fine.\n> LIST\n< 150 Here.\ndata # accepted\n" +
		"data < a\\n\ndata < b\\n\n< 226 Done.\n"
	if got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

// TestListener: connections that only reactions are about are accepted and answered without any step.
func TestListener(t *testing.T) {
	w := &world{}
	w.answer = func(w *world, c Conn, sent string) {
		if sent == "" {
			w.conns = append(w.conns, &line{in: "1, 2\r\n"})
			w.calls = Conn(len(w.conns))
		}
		if strings.HasPrefix(sent, "me") {
			w.conns[c-1].eof = true
		}
	}
	got := play(t, w, "framing lines\nlisten ident on 113\nident: on /(?P<p>.*)/ send me ${p}\nopen a\na: expect silence within 1s\nopen b\nb: expect /x/\n")
	want := "a # connected\nident # accepted\nident < 1, 2\nident > me 1, 2\nident # closed\n" +
		"b # connected\nident # accepted\nident < 1, 2\nident > me 1, 2\nident # closed\nb # expected /x/: none came\n"
	if got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

func TestNames(t *testing.T) {
	s, err := Parse("dns on 127.0.0.1:5353\ndns Irc.example. A 10.0.0.1\ndns irc.example A 10.0.0.2\ndns irc.example AAAA ::1\ndns 10.0.0.1 PTR irc.example\ndns ::1 PTR six.example\ndns gone NXDOMAIN\ndns bad SERVFAIL\ndns slow silence\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if ears := s.Ears(); len(ears) != 1 || !ears[0].Datagrams || ears[0].At.String() != "127.0.0.1:5353" {
		t.Errorf("it listens at %v", ears)
	}
	for _, c := range []struct {
		name  string
		typ   uint16
		code  byte
		count byte
		end   string
		shown string
	}{
		{"IRC.example", dnsA, 0, 2, "\x0a\x00\x00\x02", "10.0.0.1 10.0.0.2"},
		{"irc.example", dnsAAAA, 0, 1, "\x00\x01", "::1"},
		{"irc.example", dnsPTR, 0, 0, "", "no such record"},
		{"1.0.0.10.in-addr.arpa", dnsPTR, 0, 1, "\x03irc\x07example\x00", "irc.example"},
		{reverse(netip.MustParseAddr("::1")), dnsPTR, 0, 1, "\x03six\x07example\x00", "six.example"},
		{"gone", dnsA, dnsNotThere, 0, "", "NXDOMAIN"},
		{"unknown", dnsA, dnsNotThere, 0, "", "NXDOMAIN"},
		{"bad", dnsA, dnsFailed, 0, "", "SERVFAIL"},
	} {
		raw, _ := encodeName(c.name)
		m := append([]byte{7, 8, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}, raw...)
		m = append(m, 0, byte(c.typ), 0, 1)
		q, ok := parseQuestion(m)
		if !ok || q.name != c.name || q.typ != c.typ {
			t.Fatalf("%s: %+v %v", c.name, q, ok)
		}
		out, shown := s.answer(m, q)
		if shown != c.shown || out[0] != 7 || out[1] != 8 || out[3]&15 != c.code || out[7] != c.count || !strings.HasSuffix(string(out), c.end) {
			t.Errorf("%s: %q, %x", c.name, shown, out)
		}
	}
	raw, _ := encodeName("slow")
	m := append(append([]byte{7, 8, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}, raw...), 0, 1, 0, 1)
	if q, ok := parseQuestion(m); !ok {
		t.Error("no question")
	} else if out, shown := s.answer(m, q); out != nil || shown != "silence" {
		t.Errorf("%x %s", out, shown)
	}
}

func FuzzQuestion(f *testing.F) {
	f.Add([]byte("\x07\x08\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x03abc\x00\x00\x01\x00\x01"))
	s, err := Parse("dns abc A 10.0.0.1\n", nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if q, ok := parseQuestion(b); ok {
			s.answer(b, q)
		}
	})
}

func TestHearErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"listen x on", "listen: takes a name, and on [ADDRESS:]PORT"},
		{"udp x", "udp: takes a name, on [ADDRESS:]PORT, and to PORT"},
		{"udp x on 53 to", "udp: takes a name, on [ADDRESS:]PORT, and to PORT"},
		{"udp x on 53 to 0", `udp: "0" is not a port`},
		{"send a\nudp x on 53 to 54", "udp: the control connection is open from the start"},
		{"listen x on 53 to 54", "listen: takes a name, and on [ADDRESS:]PORT"},
		{"listen x on y:z", `listen: "y:z" is not a port or an address and a port`},
		{"listen x on 0", `"0" is not a port`},
		{"accept", "accept: takes the name of a line listen"},
		{"standalone\naccept x\nopen y", `script line 2: no line listens as "x": add one like ` + "`listen x on PORT`"},
		{"open a to ${p}", "open: nothing captures ${p}"},
		{"dns", "dns: takes NAME A ADDRESS"},
		{"dns a.b C 1", "dns: takes NAME A ADDRESS"},
		{"dns a A ::1", "dns: A takes an address of IPv4, AAAA one of IPv6"},
		{"dns a..b A 10.0.0.1", `dns: "a..b" is not a name`},
		{"dns 10.0.0.1 PTR .", `dns: "." is not a name`},
		{"dns on nowhere", "dns: takes NAME A ADDRESS"},
		{"server 10.0.0.1:21\nopen a from 10.0.0.2\nlisten x on [2001:db8::5]:5", "one is of IPv4 and one of IPv6"},
	} {
		_, err := Parse(c.text, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
	}
}
