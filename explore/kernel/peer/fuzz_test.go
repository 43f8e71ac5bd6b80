package peer

import "testing"

// FuzzParse: a script is parsed or refused with an error, and what is parsed comes
// to an end when nothing ever answers.
func FuzzParse(f *testing.F) {
	f.Add("client 127.0.0.1:40000\nexpect 220\nsend USER x\nraw \"a\\xff\"\npasv\ndownload LIST\nupload \"x\" STOR y\nsleep 1s\n")
	f.Add("framing lines\non /a(?P<t>b)/ send ${t}\nopen a from 10.0.0.1\na: expect /x/ | 2 | close | silence within 5s\na: if not matched send y\nsignal HUP\nstop TERM\n")
	f.Add("standalone\nconnect\nsession b\nconnect\nport\ndata-send @f\nclose\ndrain\nrequire 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text, map[string][]byte{"f": []byte("data")})
		if err != nil {
			return
		}
		c := NewClient(s, 1)
		for steps := 0; c.Advance(&silent{}, true) != StatusFinished; steps++ {
			if steps > 100+10*len(s.steps)+len(text) {
				t.Fatal("no end")
			}
		}
		c.Transcript()
	})
}

// FuzzReply: replies are found in any bytes, known or not.
func FuzzReply(f *testing.F) {
	f.Add([]byte("220-a\r\n220 b\r\n"), uint64(0))
	f.Add([]byte("227 (127,0,0,1,4,5)\r\n"), uint64(1<<17))
	f.Fuzz(func(t *testing.T, b []byte, unknown uint64) {
		d := Data{Bytes: b}
		for i := range min(64, len(b)) {
			if unknown>>i&1 != 0 {
				if d.Unknown == nil {
					d.Unknown = map[int]any{}
				}
				d.Unknown[i] = i
			}
		}
		n, code, ok := reply(d)
		if n < 0 || n > len(b) || ok && n == 0 {
			t.Fatalf("reply of %d bytes in %d", n, len(b))
		}
		for _, code := range []int{code, 227, 229} {
			port, from, to := passivePort(d, code)
			if port < unknownPort || port > 65535 || from > to || to > len(b) {
				t.Fatalf("port %d at %d..%d", port, from, to)
			}
			masked(d, from, to)
		}
		var out Data
		render(&out, "< ", d, true)
	})
}
