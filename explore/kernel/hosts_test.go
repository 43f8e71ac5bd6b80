package kernel

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/kernel/peer"
)

// remoteClient is a world whose peer is on another machine.
func remoteClient(t *testing.T, steps string) World {
	script, err := peer.Parse("client 10.0.0.2:40000\nserver 10.0.0.1:21\n"+steps, nil)
	if err != nil {
		t.Fatal(err)
	}
	return World{Script: script}
}

// ipAddress returns a struct sockaddr.
func ipAddress(ip string, port int) []byte {
	a := netip.MustParseAddr(ip)
	b := binary.BigEndian.AppendUint16([]byte{afInet, 0}, uint16(port))
	if a.Is6() {
		b = append(b, 0, 0, 0, 0)
		b[0] = afInet6
	}
	b = append(b, a.AsSlice()...)
	return append(b, make([]byte, 8)...)
}

func (m *machine) socketFor(ip string, typ int) int {
	if strings.Contains(ip, ":") {
		return int(m.must("socket", afInet6, typ, 0))
	}
	return int(m.must("socket", afInet, typ, 0))
}

// name returns what getsockname or getpeername says, ports that nobody chose as *.
func (m *machine) name(call string, fd int) string {
	at, n := m.space(28), m.words(28)
	if ret := m.call(call, fd, at, n); ret != 0 {
		return Errno(-ret).String()
	}
	b := m.mem(at, 28)
	ip := netip.AddrFrom4([4]byte(b[4:8]))
	if b[0] == afInet6 {
		ip = netip.AddrFrom16([16]byte(b[8:24]))
	}
	if port := binary.BigEndian.Uint16(b[2:]); port < firstPort {
		return fmt.Sprintf("%s %d", ip, port)
	}
	return ip.String() + " *"
}

// TestHosts connects to addresses of both machines and of nobody. What is wanted is what Linux did in two network
// namespaces that a veth pair connects.
func TestHosts(t *testing.T) {
	for _, c := range []struct{ listen, from, to, want string }{
		{"0.0.0.0", "", "127.0.0.1", "ok, 127.0.0.1 *, 127.0.0.1 2000, accepted 127.0.0.1 2000"},
		{"0.0.0.0", "", "127.0.0.2", "ok, 127.0.0.1 *, 127.0.0.2 2000, accepted 127.0.0.2 2000"},
		{"0.0.0.0", "", "10.0.0.1", "ok, 10.0.0.1 *, 10.0.0.1 2000, accepted 10.0.0.1 2000"},
		{"0.0.0.0", "", "0.0.0.0", "ok, 127.0.0.1 *, 127.0.0.1 2000, accepted 127.0.0.1 2000"},
		{"0.0.0.0", "", "10.0.0.2", "ECONNREFUSED, 0.0.0.0 *, ENOTCONN"}, // the peer's machine, where nobody listens
		{"0.0.0.0", "", "10.9.9.9", "ENETUNREACH, 0.0.0.0 0, ENOTCONN"},
		{"0.0.0.0", "", "::1", "ECONNREFUSED, :: *, ENOTCONN"},
		{"0.0.0.0", "", "::ffff:10.0.0.1", "ok, ::ffff:10.0.0.1 *, ::ffff:10.0.0.1 2000, accepted 10.0.0.1 2000"},
		{"0.0.0.0", "", "::ffff:10.0.0.2", "ECONNREFUSED, :: *, ENOTCONN"},
		{"0.0.0.0", "127.0.0.1", "10.0.0.1", "ok, 127.0.0.1 *, 10.0.0.1 2000, accepted 10.0.0.1 2000"},
		{"0.0.0.0", "127.0.0.1", "10.0.0.2", "EINVAL, 127.0.0.1 *, ENOTCONN"},
		{"0.0.0.0", "127.0.0.1", "10.9.9.9", "ENETUNREACH, 127.0.0.1 *, ENOTCONN"},
		{"0.0.0.0", "10.0.0.1", "0.0.0.0", "ok, 10.0.0.1 *, 10.0.0.1 2000, accepted 10.0.0.1 2000"},
		{"0.0.0.0", "10.0.0.1", "10.0.0.2", "ECONNREFUSED, 10.0.0.1 *, ENOTCONN"},
		{"127.0.0.1", "", "127.0.0.2", "ECONNREFUSED, 0.0.0.0 *, ENOTCONN"},
		{"127.0.0.1", "", "::ffff:127.0.0.1", "ok, ::ffff:127.0.0.1 *, ::ffff:127.0.0.1 2000, accepted 127.0.0.1 2000"},
		{"10.0.0.1", "", "127.0.0.1", "ECONNREFUSED, 0.0.0.0 *, ENOTCONN"},
		{"::", "", "127.0.0.1", "ok, 127.0.0.1 *, 127.0.0.1 2000, accepted ::ffff:127.0.0.1 2000"},
		{"::", "", "10.0.0.2", "ECONNREFUSED, 0.0.0.0 *, ENOTCONN"},
		{"::", "", "::", "ok, ::1 *, ::1 2000, accepted ::1 2000"},
		{"::", "", "2001:db8::9", "ENETUNREACH, :: 0, ENOTCONN"},
		{"::", "::1", "::ffff:127.0.0.1", "ENETUNREACH, ::1 *, ENOTCONN"},
		{"::", "::ffff:127.0.0.1", "::1", "EAFNOSUPPORT, ::ffff:127.0.0.1 *, ENOTCONN"},
		{":: only", "", "127.0.0.1", "ECONNREFUSED, 0.0.0.0 *, ENOTCONN"},
		{":: only", "", "::1", "ok, ::1 *, ::1 2000, accepted ::1 2000"},
		{"::1", "", "127.0.0.1", "ECONNREFUSED, 0.0.0.0 *, ENOTCONN"},
		{"::ffff:0.0.0.0", "", "127.0.0.1", "ok, 127.0.0.1 *, 127.0.0.1 2000, accepted ::ffff:127.0.0.1 2000"},
		{"::ffff:0.0.0.0", "", "::1", "ECONNREFUSED, :: *, ENOTCONN"},
	} {
		m := newMachine(t, remoteClient(t, "sleep 1s\n"))
		ip, only := strings.CutSuffix(c.listen, " only")
		l := m.socketFor(ip, sockStream)
		if only {
			m.want(0, "setsockopt", l, 41, 26, m.words(1), 4)
		}
		m.want(0, "bind", l, ipAddress(ip, 2000), 28)
		m.want(0, "listen", l, 5)
		fd := m.socketFor(c.to, sockStream)
		if c.from != "" {
			m.want(0, "bind", fd, ipAddress(c.from, 0), 28)
		}
		got := "ok"
		if ret := m.call("connect", fd, ipAddress(c.to, 2000), 28); ret < 0 {
			got = Errno(-ret).String()
		}
		got += ", " + m.name("getsockname", fd) + ", " + m.name("getpeername", fd)
		if strings.HasPrefix(got, "ok") {
			got += ", accepted " + m.name("getsockname", int(m.must("accept4", l, 0, 0, 0)))
		}
		if got != c.want {
			t.Errorf("%s listens, from %q to %s: %s; want %s", c.listen, c.from, c.to, got, c.want)
		}
	}
}

// TestDatagramHosts does the same with datagrams.
func TestDatagramHosts(t *testing.T) {
	for _, c := range []struct{ bind, from, to, want string }{
		{"0.0.0.0", "", "127.0.0.1", "2, 0.0.0.0 *, 2, from 127.0.0.1 *"},
		{"0.0.0.0", "", "10.0.0.1", "2, 0.0.0.0 *, 2, from 10.0.0.1 *"},
		{"0.0.0.0", "", "10.0.0.2", "2, 0.0.0.0 *, EAGAIN"}, // lost
		{"0.0.0.0", "", "10.9.9.9", "ENETUNREACH, 0.0.0.0 *, EAGAIN"},
		{"0.0.0.0", "127.0.0.1", "10.0.0.2", "EINVAL, 127.0.0.1 *, EAGAIN"},
		{"0.0.0.0", "", "::1", "2, :: *, EAGAIN"},
		{"10.0.0.1", "", "127.0.0.1", "2, 0.0.0.0 *, EAGAIN"},
		{"::", "", "10.0.0.1", "2, 0.0.0.0 *, 2, from ::ffff:10.0.0.1 *"},
	} {
		m := newMachine(t, remoteClient(t, "sleep 1s\n"))
		to, fd := m.socketFor(c.bind, sockDgram), m.socketFor(c.to, sockDgram)
		m.want(0, "bind", to, ipAddress(c.bind, 2000), 28)
		if c.from != "" {
			m.want(0, "bind", fd, ipAddress(c.from, 0), 28)
		}
		result := func(ret int64) string {
			if ret < 0 {
				return Errno(-ret).String()
			}
			return fmt.Sprint(ret)
		}
		got := result(m.call("sendto", fd, "hi", 2, 0, ipAddress(c.to, 2000), 28)) + ", " + m.name("getsockname", fd)
		at, n := m.space(28), m.words(28)
		ret := m.call("recvfrom", to, m.space(2), 2, msgDontwait, at, n)
		if got += ", " + result(ret); ret > 0 {
			other := m.socketFor(c.bind, sockDgram)
			m.want(0, "connect", other, m.mem(at, 28), 28)
			got += ", from " + m.name("getpeername", other)
		}
		if got != c.want {
			t.Errorf("%s, from %q to %s: %s; want %s", c.bind, c.from, c.to, got, c.want)
		}
	}

	m := newMachine(t, World{})
	a, b, c := m.socketFor("0.0.0.0", sockDgram), m.socketFor("0.0.0.0", sockDgram), m.socketFor("0.0.0.0", sockDgram)
	m.want(0, "bind", a, inetAddress(2000), 16)
	m.want(0, "bind", b, inetAddress(2001), 16)
	m.want(0, "connect", a, inetAddress(2001), 16)
	m.want(1, "sendto", c, "x", 1, 0, inetAddress(2000), 16)
	m.want(EAGAIN, "recvfrom", a, m.space(2), 2, msgDontwait, 0, 0) // it is connected with b
	m.want(1, "sendto", b, "x", 1, 0, inetAddress(2000), 16)
	m.want(1, "recvfrom", a, m.space(2), 2, msgDontwait, 0, 0)
}

// TestClashes binds two sockets to one port.
func TestClashes(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want Errno
	}{
		{"0.0.0.0", "127.0.0.1", EADDRINUSE},
		{"127.0.0.1", "10.0.0.1", 0},
		{"0.0.0.0", "::1", 0},
		{"0.0.0.0", "::", EADDRINUSE},
		{"127.0.0.1", "::", EADDRINUSE},
		{"0.0.0.0", ":: only", 0},
		{":: only", "0.0.0.0", 0},
		{"::1", "::ffff:0.0.0.0", 0},
		{"127.0.0.1", "::ffff:127.0.0.1", EADDRINUSE},
		{"::", "::1", EADDRINUSE},
		{"127.0.0.1", "10.0.0.2", EADDRNOTAVAIL},
		{"::1", "::ffff:127.0.0.1 only", EINVAL},
	} {
		for _, typ := range []int{sockStream, sockDgram} {
			m := newMachine(t, remoteClient(t, "sleep 1s\n"))
			for i, name := range []string{c.a, c.b} {
				ip, only := strings.CutSuffix(name, " only")
				fd := m.socketFor(ip, typ)
				if only {
					m.want(0, "setsockopt", fd, 41, 26, m.words(1), 4)
				}
				want := Errno(0)
				if i == 1 {
					want = c.want
				}
				m.want(want, "bind", fd, ipAddress(ip, 2000), 28)
			}
		}
	}
}

// A server that listens on the port to which it is told to connect on the client's machine reaches the client.
func TestPortOfBoth(t *testing.T) {
	m := newMachine(t, remoteClient(t, "standalone\nconnect\nport\ndata-recv\n"))
	s := simulated{m}
	l := m.socketFor("0.0.0.0", sockStream)
	m.want(0, "bind", l, ipAddress("0.0.0.0", 50001), 16) // the peer's first port
	m.want(0, "listen", l, 5)
	control := s.accept(l)
	if got := string(s.read(control, 100)); got != "PORT 10,0,0,2,195,81\r\n" {
		t.Fatalf("read %q", got)
	}
	s.write(control, "200 fine\r\n")
	data := m.socketFor("0.0.0.0", sockStream)
	m.want(0, "connect", data, ipAddress("10.0.0.2", 50001), 16)
	s.write(data, "listing\n")
	m.want(0, "close", data)
	m.blocks("accept4", l, 0, 0, 0)
	for m.k.Idle(m.cpu) == StepPeer {
	}
	want := "# connected\n> PORT 10,0,0,2,PORT\n< 200 fine\n<< listing\n"
	if got := string(m.k.Transcript().Bytes); got != want {
		t.Errorf("transcript:\n%s", got)
	}
}

// TestConnectAgain connects after the server closed the connection, and while it is open.
func TestConnectAgain(t *testing.T) {
	script, err := peer.Parse("standalone\nconnect\nexpect 220\ndrain\nconnect\nexpect 220\nconnect\nexpect 220\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, World{Script: script})
	s := simulated{m}
	l := m.listening(2121)
	for i := range 3 {
		fd := s.accept(l)
		s.write(fd, fmt.Sprintf("220 session %d\r\n", i))
		if i != 1 {
			m.want(0, "close", fd)
		}
	}
	for m.k.Idle(m.cpu) == StepPeer {
	}
	want := "# connected\n< 220 session 0\n# connection closed\n# closed\n# connected\n< 220 session 1\n# closed\n# connected\n< 220 session 2\n"
	if got := string(m.k.Transcript().Bytes); got != want {
		t.Errorf("transcript:\n%s", got)
	}
}
