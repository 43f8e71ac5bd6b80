package kernel

import (
	"fmt"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel/peer"
	"pgregory.net/rapid"
)

// messageScripts wait for messages in all ways.
var messageScripts = []string{`
timeout 30s
framing lines
on /^log (?P<w>..)/ send saw ${w}
expect /^220/ | /^2.0 h/
expect /(?P<x>[0-9])31/ within 3s
if matched send USER ${x}
if not matched send nothing
expect 2 5
expect /what/ | silence
sleep 2s
expect close
`, `
timeout 30s
framing raw
on /log in/ raw "in"
expect /(?P<c>[2-5])[0-9]0/
send got ${c}
expect /x/ | /a/
expect /\n/ | close
expect /log (?P<where>\w+)/
send ${where}
`, `
timeout 30s
on /^500/ send HELP
expect /hello/
expect /^230-(?P<line>.)/
send ${line}
expect 331
expect /next/ | 2
`}

// TestJoinMessages: what the peer waits for, captures and answers is in each configuration what it is on a kernel of its own.
func TestJoinMessages(t *testing.T) {
	var scripts []*peer.Script
	for _, text := range messageScripts {
		s, err := peer.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, s)
	}
	apart := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := &programs{t: t, options: joinOptions, calls: peerCalls}
		prog := p.draw(2, 14)
		for range 3 {
			prog = append(prog, item{name: "read", args: [6]word{fixed(0), fixed(runBase), fixed(100)}, id: p.ids})
			p.ids++
		}
		for why, n := range checkJoins(t, World{Script: rapid.SampledFrom(scripts).Draw(t, "script")}, prog, p.ids).apart {
			apart[why] += n
		}
	})
	t.Logf("kept apart: %v", apart)
}

// TestHeardIdle: text by which no message matters decides nothing: lines that only some configurations get, and what lines that match say besides.
func TestHeardIdle(t *testing.T) {
	const options = 40
	prog := append([]item{write(0, ":me 001 you\r\n")}, lines(0, options/2, func(i int) string { return fmt.Sprintf(":me 372 line %d\r\n", i) })...)
	prog = append(prog, write(0, ":me 376 end"))
	prog = append(prog, lines(0, options, func(i int) string { return fmt.Sprintf(" m%d", i) })[options/2:]...)
	prog = append(prog, write(0, "\r\n"), item{name: "read", args: [6]word{fixed(0), fixed(runBase), fixed(100)}}, write(0, "BYE\r\n"))
	r, live := undecided(t, "framing lines\non /^PING/ send PONG\nexpect / 376 /\nsend QUIT\nexpect close\n", options, prog)
	for _, c := range draws(options, 20) {
		want := "< :me 001 you\n"
		for i := range options / 2 {
			want += strings.Repeat(fmt.Sprintf("< :me 372 line %d\n", i), int(c[i]))
		}
		want += "< :me 376 end"
		for i := options / 2; i < options; i++ {
			want += strings.Repeat(fmt.Sprintf(" m%d", i), int(c[i]))
		}
		if got := r.transcript(live, c); !strings.HasPrefix(got, want+"\n> QUIT\n< BYE\n") {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestHeardNested: text within text within text, as states make it that are joined again and again, is followed once.
func TestHeardNested(t *testing.T) {
	x, sets := expr.NewBuilder(), boolSets(1)
	x.SetSets(sets)
	on := sets.Setting(0, 1)
	p := &piece{where: on, cond: x.OfSet(on), alts: [2]buf{{b: []byte("none")}}}
	for range 60 {
		var before *pieces
		p = &piece{where: on, cond: x.OfSet(on), alts: [2]buf{{before: before.then(p)}, {before: before.then(p), b: []byte("more")}}}
	}
	f := follower{scans: []*peer.Scan{{}}, known: map[step][]int{}}
	if ends := f.behind(p, 0); ends == nil {
		t.Error("no scans were found behind it")
	}
	if !p.all(func(b []byte) bool { return len(b) < 10 }, map[*piece]bool{}) {
		t.Error("not all of it is short")
	}
}

// TestHeardNumber: of a byte that is computed from an option only that is decided what a message is told by, and what is captured.
func TestHeardNumber(t *testing.T) {
	for _, c := range []struct {
		script string
		want   []string // of values 0 to 9
		kernel int
	}{
		{"expect-line limit 5!\nsend yes\n", []string{"< limit ?!\n#", "< limit 5!\n> yes\n"}, 2},
		{"expect /limit [3-5]!/ within 3s\nif matched send yes\n", []string{"< limit ?!\n", "< limit ?!\n> yes\n"}, 2},
		{"expect /limit ./\nsend yes\n", []string{"< limit ?!\n> yes\n"}, 1},
		{"expect /limit (?P<n>.)/\nsend ${n}\n", []string{"< limit 0!\n> 0\n", "< limit 7!\n> 7\n"}, 10},
	} {
		script, err := peer.Parse("framing lines\n"+c.script, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]int{}
		for v := range int64(10) {
			m := newMachine(t, World{Script: script})
			m.cpu.unwinds = false
			m.cpu.config = []int64{'0' + v}
			text := []byte("limit ?!\r\n")
			at := m.bytes(text)
			m.cpu.sym[at+6] = m.option(0, 8, '0', '9').E
			m.want(len(text), "write", 0, at, len(text))
			for m.k.Idle(m.cpu) == StepPeer {
			}
			found[string(m.k.Transcript().Bytes)]++
		}
		if len(found) < c.kernel {
			t.Errorf("%s: %v", c.script, found)
		}
		for _, want := range c.want {
			matched := 0
			for got, n := range found {
				if strings.HasPrefix(got, want) {
					matched += n
				}
			}
			if matched == 0 {
				t.Errorf("%s: %v, want %q", c.script, found, want)
			}
		}
	}
}

// TestReplyNumber: the code of a reply that is computed from an option is known to the peer, and so is where its lines end.
func TestReplyNumber(t *testing.T) {
	script, err := peer.Parse("expect 25\nsend yes\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text  string
		value int64
		want  string
	}{
		{"2?0 hi\r\n", '5', "< 250 hi\n> yes\n"},
		{"2?0 hi\r\n", '3', "< 230 hi\n# expected 25\n> yes\n"},
		{"250 h?\r\n", '5', "< 250 h?\n> yes\n"},
		{"250 h?200 b\r\n", '\n', "< 250 h\\n\n> yes\n"},
	} {
		m := newMachine(t, World{Script: script})
		m.cpu.config = []int64{c.value}
		at := m.bytes([]byte(c.text))
		m.cpu.sym[at+uint64(strings.Index(c.text, "?"))] = m.option(0, 8, 0, 99).E
		m.want(len(c.text), "write", 0, at, len(c.text))
		for m.k.Idle(m.cpu) == StepPeer {
		}
		if got := string(m.k.Transcript().Bytes); got != c.want {
			t.Errorf("%q with %q: %q, want %q", c.text, rune(c.value), got, c.want)
		}
	}
}

// TestPeerAsks: the peer sends the first datagram, and another one once it was answered.
func TestPeerAsks(t *testing.T) {
	script, err := peer.Parse("udp ask on 127.0.0.1:4000 to 53\nask: send \"q\\x01\"\nask: expect /a/\nask: send r\nask: expect /b/ within 1s\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, World{Script: script})
	fd := int(m.must("socket", afInet, sockDgram, 0))
	m.want(0, "bind", fd, inetAddress(53), 16)
	for _, text := range []string{"q\x01", "r"} {
		buf, from, size := m.space(8), m.space(16), m.bytes([]byte{16, 0, 0, 0})
		n := int64(-1)
		for n < 0 && !m.k.client.Finished() {
			m.k.Idle(m.cpu)
			n = m.call("recvfrom", fd, buf, 8, msgDontwait, from, size)
		}
		if n != int64(len(text)) || string(m.mem(buf, int(n))) != text {
			t.Fatalf("%d bytes came, want %q", n, text)
		}
		m.want(1, "sendto", fd, m.bytes([]byte("a")), 1, 0, from, 16)
	}
	for !m.k.client.Finished() {
		m.k.Idle(m.cpu)
	}
	if got, want := string(m.k.Transcript().Bytes), "ask > q\\x01\\\nask < a\\\nask > r\\\nask < a\\\nask # expected /b/: none came\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPeerDatagrams: datagrams reach the peer before it has done anything, and what it does about them depends on all of their bytes.
func TestPeerDatagrams(t *testing.T) {
	script, err := peer.Parse("standalone\nudp ask on 127.0.0.1:53\nask: on /q(?P<x>[0-4])/ send a${x}\nsleep 1s\nask: expect /q/\nask: send b\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	for v, want := range map[int64]string{'3': "ask < q3\\\nask > a3\\\n", '7': "ask < q7\\\nask > b\\\n"} {
		m := newMachine(t, World{Script: script})
		m.cpu.config = []int64{v}
		fd := int(m.must("socket", afInet, sockDgram, 0))
		at := m.bytes([]byte("q?"))
		m.cpu.sym[at+1] = m.option(0, 8, '0', '9').E
		m.want(2, "sendto", fd, at, 2, 0, inetAddress(53), 16)
		for m.k.Idle(m.cpu) != StepFinished {
			if m.k.client.Finished() {
				break
			}
		}
		if got := string(m.k.Transcript().Bytes); !strings.HasPrefix(got, want) {
			t.Errorf("%c: %q, want %q", rune(v), got, want)
		}
		buf := m.space(8)
		n := m.call("recvfrom", fd, buf, 8, msgDontwait, 0, 0)
		if answer := strings.TrimSuffix(want[strings.Index(want, "> ")+2:], "\\\n"); n < 1 || string(m.mem(buf, int(n))) != answer {
			t.Errorf("%c: answered with %d bytes, %q, want %q", rune(v), n, m.mem(buf, 2), answer)
		}
	}
}
