package kernel

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/kernel/peer"
)

// bound returns a TCP socket that listens on a port.
func (m *machine) listening(port int) int {
	m.t.Helper()
	fd := int(m.must("socket", afInet, sockStream, 0))
	m.want(0, "bind", fd, inetAddress(port), 16)
	m.want(0, "listen", fd, 2)
	return fd
}

// connected returns the two ends of a TCP connection.
func (m *machine) connected(port int) (client, server int) {
	m.t.Helper()
	l := m.listening(port)
	client = int(m.must("socket", afInet, sockStream, 0))
	m.want(0, "connect", client, inetAddress(port), 16)
	server = int(m.must("accept4", l, 0, 0, 0))
	m.want(0, "close", l)
	return client, server
}

func TestUrgentData(t *testing.T) {
	m := newMachine(t, World{})
	client, server := m.connected(2000)
	m.want(0, "rt_sigaction", sigURG, m.words(0x1000, 0, 0, 0), 0, 8)
	m.want(0, "fcntl", server, fSetown, int(m.pid))
	m.want(2, "write", client, "ab", 2)
	m.want(1, "sendto", client, "!", 1, msgOOB, 0, 0)
	m.want(2, "write", client, "cd", 2)
	if d, ok := m.k.TakeSignal(m.pid); !ok || d.Signal != sigURG {
		t.Errorf("delivery %+v %v", d, ok)
	}
	buf := m.space(8)
	m.want(2, "read", server, buf, 8) // up to the mark
	mark := m.space(4)
	m.want(0, "ioctl", server, siocatmark, mark)
	if m.mem(mark, 1)[0] != 1 {
		t.Error("not at the mark")
	}
	m.want(1, "recvfrom", server, buf, 8, msgOOB, 0, 0)
	if m.mem(buf, 1)[0] != '!' {
		t.Errorf("urgent byte %q", m.mem(buf, 1))
	}
	m.want(2, "read", server, buf, 8)

	m.want(0, "setsockopt", server, solSocket, soOobinline, m.words(1), 4)
	m.want(1, "sendto", client, "!", 1, msgOOB, 0, 0)
	m.want(1, "write", client, "e", 1)
	m.want(2, "read", server, buf, 8)
	if string(m.mem(buf, 2)) != "!e" {
		t.Errorf("in line: %q", m.mem(buf, 2))
	}
}

func TestPorts(t *testing.T) {
	m := newMachine(t, World{})
	l := m.listening(2000)
	fd := int(m.must("socket", afInet, sockStream, 0))
	m.want(EADDRINUSE, "bind", fd, inetAddress(2000), 16)
	m.want(0, "setsockopt", fd, solSocket, soReuseaddr, m.words(1), 4)
	m.want(EADDRINUSE, "bind", fd, inetAddress(2000), 16) // it listens
	elsewhere := inetAddress(2000)
	elsewhere[4] = 10
	m.want(EADDRNOTAVAIL, "bind", fd, elsewhere, 16)
	m.want(EAFNOSUPPORT, "bind", fd, append([]byte{afInet6}, inetAddress(1)[1:]...), 16)
	m.want(EINVAL, "bind", fd, inetAddress(2001), 8)
	m.want(0, "close", l)
	m.want(0, "bind", fd, inetAddress(2000), 16)
	m.want(0, "setuid", 1000)
	fd = int(m.must("socket", afInet, sockStream, 0))
	m.want(EACCES, "bind", fd, inetAddress(20), 16)
	m.want(0, "bind", fd, inetAddress(1024), 16)
	m.want(ECONNREFUSED, "connect", fd, inetAddress(9), 16)
}

func TestNonblockingConnect(t *testing.T) {
	m := newMachine(t, World{})
	m.listening(2000)
	for _, c := range []struct {
		port int
		err  Errno
	}{{2000, 0}, {2001, ECONNREFUSED}} {
		fd := int(m.must("socket", afInet, sockStream|sockNonblock, 0))
		m.want(EINPROGRESS, "connect", fd, inetAddress(c.port), 16)
		set := m.words(1<<fd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		m.want(1, "select", fd+1, 0, set, 0, m.words(60, 0))
		status := m.space(4)
		m.want(0, "getsockopt", fd, solSocket, soError, status, m.words(4))
		if got := Errno(binary.LittleEndian.Uint32(m.mem(status, 4))); got != c.err {
			t.Errorf("port %d: %s", c.port, got)
		}
	}
}

func TestReset(t *testing.T) {
	m := newMachine(t, World{})
	m.want(0, "rt_sigaction", sigPIPE, m.words(sigIgn, 0, 0, 0), 0, 8)
	buf := m.space(8)

	client, server := m.connected(2000)
	m.want(1, "write", client, "x", 1)
	m.want(1, "write", server, "y", 1)
	m.want(0, "close", client) // with unread data: a reset
	m.want(1, "read", server, buf, 8)
	m.want(ECONNRESET, "read", server, buf, 8)
	m.want(0, "read", server, buf, 8)

	client, server = m.connected(2001)
	m.want(0, "close", client)
	m.want(0, "read", server, buf, 8)
	m.want(1, "write", server, "y", 1)
	m.want(EPIPE, "write", server, "y", 1)
}

func TestSocketBuffer(t *testing.T) {
	m := newMachine(t, World{})
	fds := m.space(8)
	m.want(0, "socketpair", afUnix, sockStream, 0, fds)
	client, server := int(m.mem(fds, 1)[0]), int(m.mem(fds+4, 1)[0])
	big := m.space(unixBuffer + 1000)
	c := m.child("fork")
	m.blocks("write", client, big, unixBuffer+1000)
	buf := c.space(4096)
	c.want(4096, "read", server, buf, 4096)
	if !m.k.Runnable(m.pid) {
		t.Fatal("not woken when there was room")
	}
	m.want(unixBuffer+1000, "write", client, big, unixBuffer+1000)
}

func TestSelectTimeout(t *testing.T) {
	m := newMachine(t, World{})
	l := m.listening(2000)
	set := m.words(1<<l, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	tv := m.words(60, 500000)
	m.blocks("select", l+1, set, 0, 0, tv)
	if got := m.k.Idle(m.cpu); got != StepTime {
		t.Fatalf("idle %d", got)
	}
	m.want(0, "select", l+1, set, 0, 0, tv)
	if sec, nsec := m.k.Now(); sec.C != DefaultStart+60 || nsec.C != 5e8 {
		t.Errorf("now %d %d", sec.C, nsec.C)
	}
}

// A signal that arrives together with the timeout of select wins.
func TestSelectAndAlarm(t *testing.T) {
	m := newMachine(t, World{})
	m.want(0, "rt_sigaction", sigALRM, m.words(0x1000, 0, 0, 0), 0, 8)
	m.want(0, "alarm", 60)
	tv := m.words(60, 0)
	m.blocks("select", 0, 0, 0, 0, tv)
	m.k.Idle(m.cpu)
	m.want(EINTR, "select", 0, 0, 0, 0, tv)
}

func TestEpoll(t *testing.T) {
	m := newMachine(t, World{})
	ep := int(m.must("epoll_create1", 0))
	client, server := m.connected(2000)
	event := func(events uint32, data uint64) []byte {
		return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(nil, events), data)
	}
	m.want(0, "epoll_ctl", ep, 1, server, event(pollIn, 77))
	m.want(EEXIST, "epoll_ctl", ep, 1, server, event(pollIn, 77))
	out := m.space(48)
	m.want(0, "epoll_wait", ep, out, 4, 0)
	m.blocks("epoll_wait", ep, out, 4, -1)
	c := m.child("fork")
	c.want(1, "write", client, "x", 1)
	m.want(1, "epoll_wait", ep, out, 4, -1)
	if b := m.mem(out, 12); binary.LittleEndian.Uint32(b) != pollIn || binary.LittleEndian.Uint64(b[4:]) != 77 {
		t.Errorf("event %v", b)
	}
	m.want(1, "epoll_wait", ep, out, 4, -1) // level-triggered
	m.want(0, "epoll_ctl", ep, 3, server, event(pollIn|epollET, 78))
	m.want(1, "epoll_wait", ep, out, 4, 0)
	m.want(0, "epoll_wait", ep, out, 4, 0)
	m.want(0, "epoll_ctl", ep, 2, server, 0)
	m.want(0, "epoll_wait", ep, out, 4, 0)
}

func TestSymbolicPort(t *testing.T) {
	m := newMachine(t, World{})
	m.cpu.unwinds = true
	m.cpu.config = []int64{2020}
	fd := int(m.must("socket", afInet, sockStream, 0))
	at := m.bytes(inetAddress(0))
	port := m.option(0, 16, 2000, 3000).E
	m.cpu.sym[at+2] = m.cpu.b.Extract(port, 8, 8)
	m.cpu.sym[at+3] = m.cpu.b.Extract(port, 0, 8)
	m.want(0, "bind", fd, at, 16)
	m.want(0, "listen", fd, 1)
	if m.cpu.calls != 0 {
		t.Errorf("%d decisions for a port known to be free and not privileged", m.cpu.calls)
	}
	client := int(m.must("socket", afInet, sockStream, 0))
	m.want(ECONNREFUSED, "connect", client, inetAddress(2021), 16)
	m.want(0, "connect", client, inetAddress(2020), 16)
	name := m.space(16)
	m.want(0, "getsockname", fd, name, m.words(16))
	if d, _ := m.cpu.Read(name, 16); d.Sym[2] == nil || d.Sym[3] == nil {
		t.Error("the port is not symbolic")
	}
}

func TestSymbolicReply(t *testing.T) {
	script, err := peer.Parse("expect 220\nepsv\ndownload LIST\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, World{Script: script})
	s := simulated{m}
	s.write(0, "220 hello\r\n")
	s.read(0, 100)
	l, port := s.listen()
	if port < 10000 {
		t.Fatalf("port %d", port)
	}
	text := []byte("229 (|||?????|)\r\n")
	at := m.bytes(text)
	for i := range 5 {
		m.cpu.sym[at+8+uint64(i)] = m.option(i, 8, '0', '9').E
	}
	m.want(len(text), "write", 0, at, len(text))
	s.read(0, 100)
	m.want(0, "fcntl", l, fSetfl, 0)
	s.write(0, "150 Opening\r\n")
	data := s.accept(l)
	at = m.bytes([]byte("a?b\r\n"))
	e := m.option(9, 8, '0', '9').E
	m.cpu.sym[at+1] = e
	m.want(5, "write", data, at, 5)
	m.want(0, "close", data)
	s.write(0, "226 Done\r\n")
	for m.k.Idle(m.cpu) == StepPeer {
	}
	d := m.k.Transcript()
	want := "< 220 hello\n> EPSV\n< 229 (|||PORT|)\n> LIST\n< 150 Opening\n<< a?b\\r\n< 226 Done\n"
	if string(d.Bytes) != want {
		t.Errorf("transcript:\n%s\nwant:\n%s", d.Bytes, want)
	}
	if len(d.Sym) != 1 {
		t.Errorf("symbolic bytes %v", d.Sym)
	}
	for i, x := range d.Sym {
		if x != e || d.Bytes[i] != '?' {
			t.Errorf("symbolic byte at %d", i)
		}
	}
	if len(m.k.Notes()) != 1 {
		t.Errorf("notes %q", m.k.Notes())
	}
}

func TestStandalone(t *testing.T) {
	script, err := peer.Parse("standalone\nconnect\nexpect 220\nsession b\nconnect\nexpect 220\nsession main\nclose\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, World{Script: script})
	s := simulated{m}
	l := int(m.must("socket", afInet, sockStream, 0))
	m.want(0, "bind", l, inetAddress(2121), 16)
	m.want(0, "listen", l, 5)
	a := s.accept(l)
	s.write(a, "220 one\r\n")
	b := s.accept(l)
	s.write(b, "220 two\r\n")
	if got := s.read(a, 10); got != nil {
		t.Errorf("read %q", got)
	}
	for m.k.Idle(m.cpu) == StepPeer {
	}
	want := "# connected\n< 220 one\nb # connected\nb < 220 two\n# closed\n"
	if got := string(m.k.Transcript().Bytes); got != want {
		t.Errorf("transcript:\n%s", got)
	}
	m.blocks("accept4", l, 0, 0, 0)
	if got := m.k.Idle(m.cpu); got != StepFinished {
		t.Errorf("idle %d", got)
	}
}

// TestNamed: connections have names and addresses of their own, as many as there are, and a line can be about another one than the line before.
func TestNamed(t *testing.T) {
	text, want := "server 10.0.0.1:2121\n", ""
	for i := range 20 {
		text += fmt.Sprintf("open c%d from 10.0.1.%d\nc%d: send hello\n", i, i+1, i)
		want += fmt.Sprintf("c%d # connected\nc%d > hello\n", i, i)
	}
	text += "c3: expect-line three\nopen c4 from 10.0.1.5:7 to 2121\n"
	want += "c3 < three\nc4 # closed\nc4 # connected\n"
	script, err := peer.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, World{Script: script})
	s := simulated{m}
	l := int(m.must("socket", afInet, sockStream, 0))
	m.want(0, "bind", l, ipAddress("0.0.0.0", 2121), 16)
	m.want(0, "listen", l, 25)
	for i := range 20 {
		fd := s.accept(l)
		if got := m.name("getpeername", fd); !strings.HasPrefix(got, fmt.Sprintf("10.0.1.%d ", i+1)) {
			t.Errorf("connection %d is from %s", i, got)
		}
		if got := string(s.read(fd, 10)); got != "hello\r\n" {
			t.Errorf("connection %d says %q", i, got)
		}
		if i == 3 {
			s.write(fd, "three\r\n")
		}
	}
	if got := m.name("getpeername", s.accept(l)); got != "10.0.1.5 7" {
		t.Errorf("the last one is from %s", got)
	}
	if len(m.k.wires) != 20 {
		t.Errorf("%d connections", len(m.k.wires))
	}
	for m.k.Idle(m.cpu) == StepPeer {
	}
	if got := string(m.k.Transcript().Bytes); got != want {
		t.Errorf("transcript:\n%s", got)
	}
	if len(m.k.wires) != 0 {
		t.Errorf("%d connections at the end: kernels with equal ones could not be joined", len(m.k.wires))
	}
}

// A program that wakes up again and again does not keep the peer waiting for ever.
func TestPeriodicServer(t *testing.T) {
	script, err := peer.Parse("expect 220\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, World{Script: script})
	ts := m.words(1, 0)
	for steps := 0; ; steps++ {
		if steps > 2*(MaxLapses+1) {
			t.Fatal("no end")
		}
		m.action("nanosleep", ts, 0)
		if m.k.Idle(m.cpu) == StepFinished {
			break
		}
	}
	if got := string(m.k.Transcript().Bytes); got != "# no reply: none came\n" {
		t.Errorf("transcript %q", got)
	}
}

// TestLowat: of TCP the least that is to be received is at most half of the buffer. What is wanted is what Linux did; there the largest buffer is the one
// of net.ipv4.tcp_rmem.
func TestLowat(t *testing.T) {
	for _, c := range []struct{ family, typ, buffer, set, want int }{
		{afInet, sockStream, 0, -1, 3 << 20},
		{afInet6, sockStream, 0, math.MaxInt32, 3 << 20},
		{afInet, sockStream, 0, 6000, 6000},
		{afInet, sockStream, 0, 0, 1},
		{afInet, sockStream, 5000, -1, 5000},
		{afInet, sockStream, 5000, 4000, 4000},
		{afInet, sockDgram, 0, -1, math.MaxInt32},
		{afUnix, sockStream, 0, -1, math.MaxInt32},
		{afUnix, sockStream, 0, 0, 1},
	} {
		m := newMachine(t, World{})
		fd := m.must("socket", c.family, c.typ, 0)
		if c.buffer > 0 {
			m.want(0, "setsockopt", fd, solSocket, soRcvbuf, m.words(uint64(c.buffer)), 4)
		}
		m.want(0, "setsockopt", fd, solSocket, soRcvlowat, m.words(uint64(uint32(c.set))), 4)
		at := m.space(4)
		m.want(0, "getsockopt", fd, solSocket, soRcvlowat, at, m.words(4))
		if got := int(binary.LittleEndian.Uint32(m.mem(at, 4))); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
