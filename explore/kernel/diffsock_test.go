package kernel

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// This file compares random sequences of calls on pipes and sockets with the host's kernel.

func sockaddrUnix(path string) []byte { return append([]byte{afUnix, 0}, path+"\x00"...) }

// sockStep makes one random call on descriptors.
func (p *pair) sockStep(t *rapid.T, fds *[]int64) {
	fd := func() arg {
		if len(*fds) == 0 {
			return num(0)
		}
		return num(rapid.SampledFrom(*fds).Draw(t, "fd"))
	}
	opened := func(ns ...int64) {
		for _, n := range ns {
			known := n < 0
			for _, fd := range *fds {
				known = known || fd == n
			}
			if !known {
				*fds = append(*fds, n)
			}
		}
	}
	lastPair := func(n int64) {
		if n == 0 {
			opened(int64(binary.LittleEndian.Uint32(p.out)), int64(binary.LittleEndian.Uint32(p.out[4:])))
		}
	}
	addr := func() arg { return in(sockaddrUnix(rapid.SampledFrom([]string{"s", "t", "a"}).Draw(t, "path"))) }
	data := func() arg { return in([]byte(rapid.SampledFrom([]string{"abcdef", "012345"}).Draw(t, "data"))) }
	n := func() arg { return num(rapid.IntRange(0, 6).Draw(t, "n")) }
	typ := func() arg { return num(sockStream | sockNonblock) }
	family := func() arg { return num(rapid.SampledFrom([]int{afUnix, afUnix, afUnix, afInet}).Draw(t, "family")) }
	switch rapid.SampledFrom([]string{
		"make", "bind", "listen", "connect", "connect", "accept4", "accept4", "read", "read", "write", "write",
		"write", "recvfrom", "sendto", "shutdown", "poll", "poll", "close", "dup", "dup2", "fionread", "getsockopt", "fcntl", "names", "readv",
	}).Draw(t, "op") {
	case "make":
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			lastPair(p.do("pipe2", out(8), num(oNonblock)))
		case 1:
			lastPair(p.do("socketpair", num(afUnix), typ(), num(0), out(8)))
		default:
			opened(p.do("socket", family(), typ(), num(0)))
		}
	case "bind":
		p.do("bind", fd(), addr(), num(4))
	case "listen":
		p.do("listen", fd(), num(rapid.IntRange(0, 2).Draw(t, "backlog")))
	case "connect":
		p.do("connect", fd(), addr(), num(4))
	case "accept4":
		opened(p.do("accept4", fd(), num(0), num(0), num(sockNonblock)))
	case "read":
		p.do("read", fd(), out(8), n())
	case "readv":
		p.do("readv", fd(), arg{Vecs: []arg{out(2), out(3)}}, num(2))
	case "write":
		p.do("write", fd(), data(), n())
	case "recvfrom":
		flags := rapid.SampledFrom([]int{0, msgPeek, msgDontwait}).Draw(t, "flags")
		p.do("recvfrom", fd(), out(8), n(), num(flags), num(0), num(0))
	case "sendto":
		p.do("sendto", fd(), data(), n(), num(msgNosignal), num(0), num(0))
	case "shutdown":
		p.do("shutdown", fd(), num(rapid.IntRange(0, 3).Draw(t, "how")))
	case "poll":
		var b []byte
		count := rapid.IntRange(1, 3).Draw(t, "count")
		for range count {
			b = binary.LittleEndian.AppendUint32(b, uint32(fd().Int))
			b = binary.LittleEndian.AppendUint16(b, uint16(rapid.SampledFrom([]int{pollIn, pollOut, pollIn | pollOut, pollIn | pollRdhup, 0, 0x3fff}).Draw(t, "events")))
			b = append(b, 0, 0)
		}
		p.do("poll", in(b), num(count), num(0))
	case "close":
		p.do("close", fd())
	case "dup":
		opened(p.do("dup", fd()))
	case "dup2":
		opened(p.do("dup2", fd(), fd()))
	case "fionread":
		p.do("ioctl", fd(), num(fionread), out(4))
	case "getsockopt":
		name := rapid.SampledFrom([]int{soError, soType, soDomain, soAcceptconn}).Draw(t, "name")
		p.do("getsockopt", fd(), num(solSocket), num(name), out(4), in([]byte{4, 0, 0, 0}))
	case "fcntl":
		p.do("fcntl", fd(), num(rapid.SampledFrom([]int{fGetfd, fGetfl}).Draw(t, "cmd")))
	case "names":
		name := rapid.SampledFrom([]string{"getsockname", "getpeername"}).Draw(t, "call")
		at := fd()
		if s := p.m.sockOf(at.Int); s == nil || s.family == afUnix {
			p.do(name, at, out(16), in([]byte{16, 0, 0, 0}))
		}
	}
}

func (m *machine) sockOf(fd int64) *sock {
	p := m.k.proc(m.pid)
	if fd < 0 || int(fd) >= len(p.fds) || p.fds[fd].file < 0 || m.k.file(p.fds[fd].file).kind != kindSock {
		return nil
	}
	return m.k.sock(m.k.file(p.fds[fd].file).sock)
}

func TestSocketsLikeHost(t *testing.T) {
	needRoot(t)
	top := t.TempDir()
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	run := 0
	rapid.Check(t, func(r *rapid.T) {
		run++
		root := filepath.Join(top, fmt.Sprint(run))
		p, stop := newPair(t, r, root)
		defer os.RemoveAll(root)
		defer stop()
		p.m.burn = run%8 == 0
		p.m.want(0, "rt_sigaction", sigPIPE, p.m.words(sigIgn, 0, 0, 0), 0, 8)
		var fds []int64
		for range rapid.IntRange(1, 60).Draw(r, "steps") {
			p.sockStep(r, &fds)
		}
	})
}
