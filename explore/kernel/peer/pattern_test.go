package peer

import (
	"strings"
	"testing"
)

// patterns have what regular expressions have: anchors, words, classes, cases, repetition, bytes beyond ASCII.
var patterns = []string{
	`abc`, `^a.c$`, ` (376|422) `, `^:\S+ 001 `, `\bword\b`, `(?i)hello|bye`, `a{2,3}b?`, `x*`, ``, `^$`, `[^ -~]`, `\xff\x00`, `(?m)^b$`, `(?s)a.b`, `a.b`, `\B`, `^(?:2|30)`, `(a|ab)(c|bcd)$`,
}

// TestPattern: what is followed byte by byte matches where package regexp says so.
func TestPattern(t *testing.T) {
	for _, text := range []string{
		"", "abc", "xabcx", "a\nc", ":me 376 me :end", ":me 1376 x", ":me 001 you", "a word", "words", "HELLO", "aab", "b", "a\nb", "a\nb\nc", "\xff\x00", "\u00e9", "20x", "30", "310", "abcd", "ab", "_", "\r",
	} {
		checkPatterns(t, text)
	}
}

func checkPatterns(t *testing.T, text string) {
	wide := make([]rune, len(text))
	for i := range len(text) {
		wide[i] = rune(text[i])
	}
	for _, source := range patterns {
		p, err := compilePattern(source)
		if err != nil {
			t.Fatal(err)
		}
		s := newScan(framing{kind: framingLines}, "", []*pattern{p}, false)
		for i := range len(text) {
			s.text(int(text[i]))
		}
		s.text(none)
		if want := p.re.MatchString(string(wide)); s.all[0].matched != want {
			t.Errorf("/%s/ matches %q: %v, want %v", source, text, s.all[0].matched, want)
		}
	}
}

// FuzzPattern does so with any text, and captures what is there.
func FuzzPattern(f *testing.F) {
	f.Add("a word\xff\n")
	p, err := compilePattern(`(?P<w>\w+)(?P<rest>.*)$`)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkPatterns(t, text)
		got := ""
		for _, g := range p.groups([]byte(text)) {
			got += text[g.from:g.to]
		}
		if !strings.Contains(text, got) {
			t.Errorf("captured %q of %q", got, text)
		}
	})
}

// TestFollow: messages are found wherever what arrives is cut.
func TestFollow(t *testing.T) {
	for _, c := range []struct {
		framing, text, pattern string
		from, to               int
		heads                  string
	}{
		{"lines", "one\r\ntwo\nthree 3\n", "three", 9, 17, ""},
		{"lines", "one\r\ntwo", "two", 5, 0, ""},
		{"lines", "a\r\rb\r\n", "^a\r\rb$", 0, 6, ""},
		{"lines", "a\r", "a", 0, 0, ""},
		{"ftp", "220-a\r\nb\r\n220 c\r\n331 d\r\n", "^331", 17, 24, ""},
		{"ftp", "220-a\r\nb\r\n220 c\r\n", "(?s)^220-a\r\nb.*c$", 0, 17, ""},
		{"raw", "login: word", "in: ", 0, 7, ""},
		{framing: "length 1", text: "\x02ab\x00\x03cdef", pattern: "d", from: 4, to: 8},
		{framing: "length 2", text: "\x00\x02ab\x00\x03cd", pattern: "d", from: 4},
		{framing: "length 2 little", text: "\x02\x00ab\x01\x00c", pattern: "^c$", from: 4, to: 7},
		{framing: "length 4 big", text: "\x00\x00\x00\x00\x00\x00\x00\x01z", pattern: "^$", to: 4},
		{framing: "http", text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-LENGTH: 3\r\n\r\nabcHTTP", pattern: "(?s)^HTTP/1.1 200.*abc$", from: 25, to: 66},
		{framing: "http", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: y\r\n\r\nH", pattern: "abc0123456789$", to: 89},
		{framing: "http", text: "HTTP/1.0 204 none\r\nContent-Length: 9\r\n\r\nHTTP/1.0 304 same\r\n\r\n", pattern: "304", from: 40, to: 61},
		{framing: "http", text: "HTTP/1.0 200 head\nContent-Length: 9\n\nHTTP/1.0 200 other\nContent-Length: 1\n\nx", pattern: "other", from: 37, to: 76, heads: "H-"},
		{framing: "http", text: "GET / HTTP/1.0\nHost: x\n\nPOST / HTTP/1.1\nContent-Length: 2\n\nab", pattern: "POST", from: 24, to: 61},
		{framing: "http", text: "HTTP/1.0 200 to the end\r\n\r\nbody", pattern: "body"},
		{framing: "http", text: "<p>HTTP 0.9</p>\n", pattern: "p"},
	} {
		f, err := parseFraming(c.framing)
		if err != nil {
			t.Fatal(err)
		}
		p, err := compilePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := newScan(f, c.heads, []*pattern{p}, false).Follow([]byte(c.text)); got.From != c.from || got.To != c.to {
			t.Errorf("%s: /%s/ in %q: %+v", c.framing, c.pattern, c.text, got)
		}
	}
}
