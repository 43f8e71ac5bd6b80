package kernel

import (
	"encoding/binary"
	"net/netip"

	"github.com/confcov/confcov/explore/expr"
)

// This file defines sockets and their addresses, and how they are made, named and connected.

const (
	afUnspec = 0
	afUnix   = 1
	afInet   = 2
	afInet6  = 10

	sockStream    = 1
	sockDgram     = 2
	sockSeqpacket = 5

	unixBuffer = 212992    // bytes that wait in a unix socket at most
	tcpBuffer  = 3_900_000 // likewise TCP: both sides' buffers, as measured over the loopback interface
)

// sockState is what a socket is up to.
type sockState uint8

const (
	sockNew       sockState = iota
	sockListening           // backlog holds what waits for accept
	sockConnected           // or was: peer may be gone
)

// address is the address of a socket. The zero address is none.
type address struct {
	set  bool
	ip   netip.Addr
	port expr.Value // 16 bits; may be symbolic
	path string     // of unix sockets; begins with NUL where it is no file
}

// rights are descriptors under way at a position of a stream.
type rights struct {
	pos   int64 // of the first byte they came with
	files []int
}

// datagram is a message of a socket that keeps their boundaries.
type datagram struct {
	from  address
	data  Data
	files []int
}

// sock is a socket. Slices in it are never changed in place.
type sock struct {
	tag
	id       int
	family   int
	typ      int
	state    sockState
	local    address
	remote   address
	peer     int // the other end, -1 if there is none (any more)
	rx       queue
	rights   []rights
	grams    []datagram
	backlog  []int
	waiting  int // how long backlog may get
	shutRead bool
	shutSend bool
	eof      bool  // the other end sends no more
	gone     bool  // the other end was closed
	err      Errno // reported once: SO_ERROR
	inflight bool  // connect returned EINPROGRESS and nobody asked yet
	reset    bool  // something was sent after the other end was closed: what is sent next fails
	reuse    bool
	floating bool  // the local address is the one that connect chose
	inline   bool  // SO_OOBINLINE
	urgent   int64 // position of the urgent byte in the stream, -1: none
	oob      int   // the urgent byte that was taken out of the stream, -1: none
	options  []option
	owner    int // the open file, -1: none (waiting in a backlog, or the peer's)
	cred     [3]uint32
}

// roomFor returns how many more bytes fit into the queue of a socket. Where that depends on conditions, these are decided only if
// in some configuration there is no room for n.
func (k *Kernel) roomFor(id, n int) int {
	s := k.sock(id)
	size := tcpBuffer
	if s.family == afUnix {
		size = unixBuffer
	}
	if _, most := s.rx.unread(); size-most < n {
		s = k.received(id)
	}
	_, most := s.rx.unread()
	return max(size-most, 0)
}

func (s *sock) copyInto(to *sock) { *to = *s }

func (k *Kernel) newSock(family, typ int) *sock {
	s := &sock{family: family, typ: typ, peer: -1, urgent: -1, oob: -1, owner: -1}
	s.id = k.socks.add(k.epoch, s)
	return s
}

// sockOf returns the socket of descriptor fd.
func (c *call) sockOf(fd int) (*file, *sock, Errno) {
	f := c.usable(fd)
	if f == nil {
		return nil, nil, EBADF
	}
	if f.kind != kindSock {
		return nil, nil, ENOTSOCK
	}
	return f, c.k.sock(f.sock), 0
}

const (
	sockNonblock = oNonblock
	sockCloexec  = oCloexec
)

func (c *call) socketType(family int) (typ int, errno Errno) {
	t := c.int(1)
	typ = t & 0xf
	if t&^(0xf|sockNonblock|sockCloexec) != 0 {
		return 0, EINVAL
	}
	protocol := c.int(2)
	switch family {
	case afUnix:
		if typ != sockStream && typ != sockDgram && typ != sockSeqpacket {
			return 0, ESOCKTNOSUPPORT
		}
		if protocol != 0 && protocol != afUnix {
			return 0, EPROTONOSUPPORT
		}
		if typ == sockSeqpacket {
			_, errno = c.unsupported("SOCK_SEQPACKET")
			return 0, errno
		}
	case afInet, afInet6:
		switch {
		case typ == 3:
			return 0, EPERM
		case typ != sockStream && typ != sockDgram:
			return 0, ESOCKTNOSUPPORT
		case protocol != 0 && !(typ == sockStream && protocol == 6) && !(typ == sockDgram && protocol == 17):
			return 0, EPROTONOSUPPORT
		}
	default:
		return 0, EAFNOSUPPORT
	}
	return typ, 0
}

func sysSocket(c *call) (int64, Errno) {
	family := c.int(0)
	typ, errno := c.socketType(family)
	if errno != 0 {
		return 0, errno
	}
	return c.openSock(c.k.newSock(family, typ), uint32(c.int(1)))
}

// openSock gives socket s a descriptor.
func (c *call) openSock(s *sock, flags uint32) (int64, Errno) {
	f := c.k.newFile(kindSock, oRdwr|flags&oNonblock)
	f.sock = s.id
	s.owner = f.id
	s.cred = [3]uint32{uint32(c.p.pid), c.cred().euid, c.cred().egid}
	return c.open(f, flags&oCloexec != 0)
}

func sysSocketpair(c *call) (int64, Errno) {
	family := c.int(0)
	typ, errno := c.socketType(family)
	if errno != 0 {
		return 0, errno
	}
	if family != afUnix {
		return 0, EOPNOTSUPP
	}
	a, b := c.k.newSock(family, typ), c.k.newSock(family, typ)
	a.state, b.state = sockConnected, sockConnected
	a.peer, b.peer = b.id, a.id
	s := structure{c: c}
	for i, end := range []*sock{a, b} {
		fd, errno := c.openSock(end, uint32(c.int(1)))
		if errno != 0 {
			if i == 1 {
				c.k.closeFd(c.p, int(binary.LittleEndian.Uint32(s.d.Bytes)))
			}
			return 0, errno
		}
		s.u32(uint32(fd))
	}
	return 0, c.putData(c.arg(3), s.d)
}

// sockaddr reads a struct sockaddr. Whether it suits a socket is for fits to say.
func (c *call) sockaddr(at, n uint64) (family int, a address, errno Errno) {
	if n > 128 || int64(n) < 0 {
		return 0, a, EINVAL
	}
	if n < 2 {
		return 0, a, EINVAL
	}
	d, errno := c.data(at, n)
	if errno != 0 {
		return 0, a, errno
	}
	family = int(binary.LittleEndian.Uint16(c.concrete(d.part(0, 2))))
	a.set = true
	switch family {
	case afInet:
		if n < 16 {
			break // see fits
		}
		a.port = c.port(d.part(2, 4))
		a.ip = netip.AddrFrom4([4]byte(c.concrete(d.part(4, 8))))
	case afInet6:
		if n < 24 {
			break
		}
		a.port = c.port(d.part(2, 4))
		a.ip = netip.AddrFrom16([16]byte(c.concrete(d.part(8, 24))))
	case afUnix:
		path := c.concrete(d.part(2, int(n)))
		if len(path) > 0 && path[0] != 0 {
			for i, b := range path {
				if b == 0 {
					path = path[:i]
					break
				}
			}
		}
		a.path = string(path)
	}
	return family, a, 0
}

// port returns two big-endian bytes as a number.
func (c *call) port(d Data) expr.Value {
	if len(d.Sym) == 0 {
		return value(uint64(binary.BigEndian.Uint16(d.Bytes)))
	}
	swapped := Data{Bytes: make([]byte, 8), Sym: map[int]*expr.Expr{}}
	for i := range 2 {
		swapped.Bytes[1-i] = d.Bytes[i]
		if e := d.Sym[i]; e != nil {
			swapped.Sym[1-i] = e
		}
	}
	return c.wordOf(swapped)
}

// putAddress writes an address the way accept and getsockname do: as much as
// there is room for, and its full length.
func (c *call) putAddress(family int, a address, at, lenAt uint64) Errno {
	if at == 0 {
		return 0
	}
	room, errno := c.getInt(lenAt)
	if errno != 0 {
		return errno
	}
	if room < 0 {
		return EINVAL
	}
	d := c.addressBytes(family, a)
	if errno := c.putData(at, d.part(0, min(room, len(d.Bytes)))); errno != 0 {
		return errno
	}
	return c.putInt(lenAt, len(d.Bytes))
}

func (c *call) addressBytes(family int, a address) Data {
	s := structure{c: c}
	s.u16(uint16(family))
	switch family {
	case afUnix:
		if a.path != "" {
			s.d.Bytes = append(s.d.Bytes, a.path...)
			if a.path[0] != 0 {
				s.pad(1)
			}
		}
		return s.d
	}
	port := c.bytesOf(a.port, 2)
	for _, i := range []int{1, 0} {
		if e := port.Sym[i]; e != nil {
			if s.d.Sym == nil {
				s.d.Sym = map[int]*expr.Expr{}
			}
			s.d.Sym[len(s.d.Bytes)] = e
		}
		s.d.Bytes = append(s.d.Bytes, port.Bytes[i])
	}
	if family == afInet {
		ip := [4]byte{}
		if a.ip.IsValid() {
			ip = a.ip.Unmap().As4()
		}
		s.d.Bytes = append(s.d.Bytes, ip[:]...)
		s.pad(8)
		return s.d
	}
	s.pad(4)
	ip := [16]byte{}
	if a.ip.IsValid() {
		ip = a.ip.As16()
	}
	s.d.Bytes = append(s.d.Bytes, ip[:]...)
	s.pad(4)
	return s.d
}

func sysBind(c *call) (int64, Errno) {
	_, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	family, a, errno := c.sockaddr(c.arg(1), c.arg(2))
	if errno != 0 {
		return 0, errno
	}
	if s.family == afUnix {
		return c.bindUnix(s, family, a)
	}
	if errno := s.fits(family, c.arg(2)); errno != 0 {
		return 0, errno
	}
	if s.family == afInet6 && a.ip.Is4In6() && s.v6only() {
		return 0, EINVAL
	}
	if !c.k.isLocal(a.ip) {
		return 0, EADDRNOTAVAIL
	}
	if !c.is(a.port, 0) && c.below(a.port, 1024) && !c.cred().has(capNetBindService) {
		return 0, EACCES
	}
	if s.local.set {
		return 0, EINVAL
	}
	if a.port.E == nil && a.port.C == 0 {
		return 0, c.autobind(s.id, a.ip)
	}
	if c.taken(s, a) {
		return 0, EADDRINUSE
	}
	c.k.editSock(s.id).local = a
	return 0, 0
}

// taken reports whether binding s to a would clash with another socket.
func (c *call) taken(s *sock, a address) bool {
	for id := range c.k.socks.next {
		t := c.k.sock(id)
		if t == nil || t.id == s.id || !t.local.set || t.typ != s.typ || t.family == afUnix || t.owner < 0 && t.state != sockListening {
			continue
		}
		if !c.k.clashes(s, a.ip, t) || t.reuse && s.reuse && t.state != sockListening {
			continue
		}
		if c.samePort(t.local.port, a.port) {
			return true
		}
	}
	return false
}

func (c *call) samePort(a, b expr.Value) bool { return c.oracle().same(a, b) }

// same reports whether two words are equal.
func (o oracle) same(a, b expr.Value) bool {
	if a.E == nil && b.E == nil {
		return a.C == b.C
	}
	x := o.cpu.Builder()
	return o.decide(x.Eq(wide(x, a), wide(x, b)))
}

const (
	firstPort = 32768
	lastPort  = 60999
)

// autobind gives a socket a free port.
func (c *call) autobind(id int, ip netip.Addr) Errno {
	s := c.k.editSock(id)
	next := c.k.number(c.k.nextPort)
	for range lastPort - firstPort + 1 {
		a := address{set: true, ip: ip, port: value(uint64(next))}
		if next++; next > lastPort {
			next = firstPort
		}
		c.k.nextPort = value(uint64(next))
		if !c.taken(s, a) {
			s.local = a
			return 0
		}
	}
	return EADDRINUSE
}

func unspecified(family int) netip.Addr {
	if family == afInet {
		return netip.IPv4Unspecified()
	}
	return netip.IPv6Unspecified()
}

func sysListen(c *call) (int64, Errno) {
	_, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	if s.typ == sockDgram {
		return 0, EOPNOTSUPP
	}
	if s.state == sockConnected || s.family == afUnix && !s.local.set {
		return 0, EINVAL
	}
	if !s.local.set {
		if errno := c.autobind(s.id, unspecified(s.family)); errno != 0 {
			return 0, errno
		}
	}
	s = c.k.editSock(s.id)
	if s.family != afUnix && s.state != sockListening {
		for id := range c.k.socks.next {
			t := c.k.sock(id)
			if t != nil && t.id != s.id && t.state == sockListening && t.family != afUnix &&
				c.k.clashes(s, s.local.ip, t) && c.samePort(t.local.port, s.local.port) {
				return 0, EADDRINUSE
			}
		}
	}
	s.state = sockListening
	s.waiting = min(max(c.int(1), 0), 4096) + 1
	c.k.wake()
	return 0, 0
}

func sysAccept(c *call) (int64, Errno)  { return c.accept(0) }
func sysAccept4(c *call) (int64, Errno) { return c.accept(uint32(c.arg(3))) }

func (c *call) accept(flags uint32) (int64, Errno) {
	f, s, errno := c.sockOf(c.fd(0))
	switch {
	case errno != 0:
		return 0, errno
	case flags&^(sockNonblock|sockCloexec) != 0:
		return 0, EINVAL
	case s.typ == sockDgram:
		return 0, EOPNOTSUPP
	case s.state != sockListening:
		return 0, EINVAL
	}
	if len(s.backlog) == 0 {
		if !c.blocking(f) {
			return 0, EAGAIN
		}
		if s.shutRead {
			return 0, EINVAL
		}
		if c.timedOut(s, soRcvtimeo) {
			return 0, EAGAIN
		}
		return c.block(true)
	}
	child := c.k.editSock(s.backlog[0])
	fd, errno := c.openSock(child, flags)
	if errno != 0 {
		return 0, errno // the connection is lost, as in Linux
	}
	s = c.k.editSock(s.id)
	s.backlog = s.backlog[1:]
	c.k.wake()
	return fd, c.putAddress(child.family, child.remote, c.arg(1), c.arg(2))
}
