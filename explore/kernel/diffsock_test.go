package kernel

import (
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"
)

// This file compares random sequences of calls on pipes and sockets with the host's kernel.

func sockaddrUnix(path string) []byte { return append([]byte{afUnix, 0}, path+"\x00"...) }

// openedPair remembers the descriptors that a call wrote.
func (d draw) openedPair(n int64) {
	if n == 0 {
		d.opened(int64(binary.LittleEndian.Uint32(d.out)), int64(binary.LittleEndian.Uint32(d.out[4:])))
	}
}

func (d draw) unixAddress() arg {
	return in(sockaddrUnix(rapid.SampledFrom([]string{"s", "t", "a"}).Draw(d.t, "path")))
}

func (d draw) data() arg {
	return in([]byte(rapid.SampledFrom([]string{"abcdef", "012345"}).Draw(d.t, "data")))
}

func (d draw) makeSocket() {
	switch rapid.IntRange(0, 4).Draw(d.t, "kind") {
	case 0:
		d.openedPair(d.do("pipe2", out(8), num(oNonblock)))
	case 1:
		d.openedPair(d.do("socketpair", num(afUnix), num(sockStream|sockNonblock), num(0), out(8)))
	default:
		family := rapid.SampledFrom([]int{afUnix, afUnix, afUnix, afInet}).Draw(d.t, "family")
		d.opened(d.do("socket", num(family), num(sockStream|sockNonblock), num(0)))
	}
}

func (d draw) poll() {
	var b []byte
	count := rapid.IntRange(1, 3).Draw(d.t, "count")
	for range count {
		events := rapid.SampledFrom([]int{pollIn, pollOut, pollIn | pollOut, pollIn | pollRdhup, 0, 0x3fff}).Draw(d.t, "events")
		b = binary.LittleEndian.AppendUint32(b, uint32(d.fd().Int))
		b = binary.LittleEndian.AppendUint16(b, uint16(events))
		b = append(b, 0, 0)
	}
	d.do("poll", in(b), num(count), num(0))
}

func (d draw) names() {
	name := rapid.SampledFrom([]string{"getsockname", "getpeername"}).Draw(d.t, "call")
	at := d.fd()
	if s := d.m.sockOf(at.Int); s == nil || s.family == afUnix { // ports differ
		d.do(name, at, out(16), in([]byte{16, 0, 0, 0}))
	}
}

func (d draw) receive() {
	flags := rapid.SampledFrom([]int{0, msgPeek, msgDontwait}).Draw(d.t, "flags")
	d.do("recvfrom", d.fd(), out(8), d.int(0, 6), num(flags), num(0), num(0))
}

func (d draw) option() {
	name := rapid.SampledFrom([]int{soError, soType, soDomain, soAcceptconn}).Draw(d.t, "name")
	d.do("getsockopt", d.fd(), num(solSocket), num(name), out(4), in([]byte{4, 0, 0, 0}))
}

// setOption sets and gets an option.
func (d draw) setOption() {
	at := d.fd()
	name := rapid.SampledFrom([]int{soLinger, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19, 29, 30, 34, 35, 38, 39, 40}).Draw(d.t, "name")
	level := rapid.SampledFrom([]int{solSocket, 0, 6, 17, 41, 99}).Draw(d.t, "level")
	size := 4
	switch s := d.m.sockOf(at.Int); {
	case s != nil && s.family != afUnix && level != solSocket && level != 99 && numbers[[2]int{level, name}] == number{}:
		return
	case level == solSocket && (name == soSndbuf || name == soRcvbuf || name == soReuseaddr || name == soReuseport || name == soError || name == 34):
		return // sizes differ
	case level == solSocket && name == soLinger:
		size = 8
	}
	value := rapid.SampledFrom([]int{0, 1, 5, -1, 100, 300}).Draw(d.t, "value")
	if s := d.m.sockOf(at.Int); s != nil && s.family != afUnix && level == solSocket && name == soRcvlowat && value < 0 {
		return // the most is half of what the host has in net.ipv4.tcp_rmem
	}
	b := binary.LittleEndian.AppendUint32(nil, uint32(value))
	b = binary.LittleEndian.AppendUint32(b, uint32(rapid.IntRange(-1, 30).Draw(d.t, "more")))
	d.do("setsockopt", at, num(level), num(name), in(b), num(size))
	d.do("getsockopt", at, num(level), num(name), out(size), in([]byte{byte(size), 0, 0, 0}))
}

var sockCalls = []func(d draw){
	draw.makeSocket, draw.poll, draw.poll, draw.names, draw.receive, draw.option, draw.setOption,
	func(d draw) { d.do("bind", d.fd(), d.unixAddress(), num(4)) },
	func(d draw) { d.do("listen", d.fd(), d.int(0, 2)) },
	func(d draw) { d.do("connect", d.fd(), d.unixAddress(), num(4)) },
	func(d draw) { d.do("connect", d.fd(), d.unixAddress(), num(4)) },
	func(d draw) { d.opened(d.do("accept4", d.fd(), num(0), num(0), num(sockNonblock))) },
	func(d draw) { d.opened(d.do("accept4", d.fd(), num(0), num(0), num(sockNonblock))) },
	func(d draw) { d.do("read", d.fd(), out(8), d.int(0, 6)) },
	func(d draw) { d.do("read", d.fd(), out(8), d.int(0, 6)) },
	func(d draw) { d.do("readv", d.fd(), arg{Vecs: []arg{out(2), out(3)}}, num(2)) },
	func(d draw) { d.do("write", d.fd(), d.data(), d.int(0, 6)) },
	func(d draw) { d.do("write", d.fd(), d.data(), d.int(0, 6)) },
	func(d draw) { d.do("sendto", d.fd(), d.data(), d.int(0, 6), num(msgNosignal), num(0), num(0)) },
	func(d draw) { d.do("shutdown", d.fd(), d.int(0, 3)) },
	func(d draw) { d.do("close", d.fd()) },
	func(d draw) { d.opened(d.do("dup", d.fd())) },
	func(d draw) { d.opened(d.do("dup2", d.fd(), d.fd())) },
	func(d draw) { d.do("ioctl", d.fd(), num(fionread), out(4)) },
	func(d draw) { d.do("fcntl", d.fd(), num(rapid.SampledFrom([]int{fGetfd, fGetfl}).Draw(d.t, "cmd"))) },
}

// sockStep makes one random call on descriptors.
func (p *pair) sockStep(t *rapid.T, fds *[]int64) {
	sockCalls[rapid.IntRange(0, len(sockCalls)-1).Draw(t, "call")](draw{p, t, fds})
}

func (m *machine) sockOf(fd int64) *sock {
	p := m.k.proc(m.pid)
	if fd < 0 || int(fd) >= len(p.fds) || p.fds[fd].file < 0 || m.k.file(p.fds[fd].file).kind != kindSock {
		return nil
	}
	return m.k.sock(m.k.file(p.fds[fd].file).sock)
}

func TestSocketsLikeHost(t *testing.T) {
	likeHost(t, func(r *rapid.T, p *pair) {
		p.m.want(0, "rt_sigaction", sigPIPE, p.m.words(sigIgn, 0, 0, 0), 0, 8)
		var fds []int64
		for range rapid.IntRange(1, 60).Draw(r, "steps") {
			p.sockStep(r, &fds)
		}
	})
}
