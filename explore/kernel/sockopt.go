package kernel

import (
	"encoding/binary"
	"math"
)

// This file implements the options of sockets.

// option is an option that was set. Values are kept, and most have no effect.
type option struct {
	level, name int
	d           Data
}

const (
	soReuseaddr  = 2
	soType       = 3
	soError      = 4
	soSndbuf     = 7
	soRcvbuf     = 8
	soOobinline  = 10
	soLinger     = 13
	soReuseport  = 15
	soPeercred   = 17
	soRcvlowat   = 18
	soSndlowat   = 19
	soRcvtimeo   = 20
	soSndtimeo   = 21
	soPeername   = 28
	soAcceptconn = 30
	soProtocol   = 38
	soDomain     = 39
	ipTOS        = 1
	ipTTL        = 2
)

// number is an option that is an int.
type number struct {
	first  int  // what it is before it is set
	lo, hi int  // what it may be
	flag   bool // any value but 0 is 1
	fixed  bool // setting has no effect
}

var off, on, whole = number{flag: true}, number{first: 1, flag: true}, number{lo: math.MinInt32, hi: math.MaxInt32}

// numbers are options by level and name. Those that are not here are kept as they are set.
var numbers = map[[2]int]number{
	// SOL_SOCKET: DEBUG, DONTROUTE, BROADCAST, KEEPALIVE, NO_CHECK, PRIORITY, BSDCOMPAT, PASSCRED, RCVLOWAT, TIMESTAMP,
	// TIMESTAMPNS, RXQ_OVFL.
	{1, 1}: off, {1, 5}: off, {1, 6}: off, {1, 9}: off, {1, 11}: off, {1, 12}: whole, {1, 14}: {fixed: true}, {1, 16}: off,
	{1, soRcvlowat}: {1, math.MinInt32, math.MaxInt32, false, false}, {1, soSndlowat}: {first: 1}, {1, 29}: off, {1, 35}: off, {1, 40}: off,
	// IP: TOS, TTL, RECVOPTS, RETOPTS, PKTINFO, MTU_DISCOVER, RECVERR, RECVTTL, RECVTOS, FREEBIND, MULTICAST_LOOP.
	{0, ipTOS}: whole, {0, ipTTL}: {first: 64, lo: 1, hi: 255}, {0, 6}: off, {0, 7}: off, {0, 8}: off, {0, 10}: {first: 1, hi: 5},
	{0, 11}: off, {0, 12}: off, {0, 13}: off, {0, 15}: off, {0, 34}: on,
	// TCP: NODELAY, CORK, KEEPIDLE, KEEPINTVL, KEEPCNT, SYNCNT, QUICKACK, USER_TIMEOUT.
	{6, 1}: off, {6, 3}: off, {6, 4}: {first: 7200, lo: 1, hi: 32767}, {6, 5}: {first: 75, lo: 1, hi: 32767},
	{6, 6}: {first: 9, lo: 1, hi: 127}, {6, 7}: {first: 6, lo: 1, hi: 127}, {6, 12}: on, {6, 18}: {hi: math.MaxInt32},
}

// set returns the value that is kept.
func (o number) set(c *call, s *sock, level, name int, d Data) (Data, Errno) {
	v := 0
	if o.flag {
		v = int(truth(c.above(c.wordOf(d.part(0, 4)), value(0))))
	} else {
		v = int(int32(binary.LittleEndian.Uint32(c.concrete(d.part(0, 4)))))
	}
	switch at := [2]int{level, name}; {
	case at == [2]int{0, ipTTL} && v == -1, o.fixed:
		v = o.first
	case at == [2]int{0, ipTOS} && s.typ == sockStream:
		v &= 0xfc // the rest is the kernel's
	case at == [2]int{0, ipTOS}:
		v &= 0xff
	case at == [2]int{solSocket, soRcvlowat}:
		v = c.lowat(s, v)
	case !o.flag && (v < o.lo || v > o.hi):
		return Data{}, EINVAL
	}
	return Data{Bytes: binary.LittleEndian.AppendUint32(nil, uint32(v))}, 0
}

// tcpReceive is how large a receive buffer of TCP becomes at most by itself: Linux's last number in net.ipv4.tcp_rmem where memory is not scarce.
const tcpReceive = 6 << 20

// lowat returns the SO_RCVLOWAT that is kept: of TCP at most half of the receive buffer.
func (c *call) lowat(s *sock, v int) int {
	if v < 0 {
		v = math.MaxInt32
	}
	if s.family != afUnix && s.typ == sockStream {
		room := tcpReceive / 2
		if d, known := s.option(solSocket, soRcvbuf); known {
			room = int(binary.LittleEndian.Uint32(d.Bytes)) // half of what it is then
		}
		v = min(v, room)
	}
	return max(v, 1)
}

// lastOption is the last option of level SOL_SOCKET.
const lastOption = 83

// unknownOption returns the error for an option that Linux does not have, which getting may tell otherwise than setting.
func unknownOption(s *sock, level, name int, get Errno) Errno {
	switch level {
	case solSocket:
		if name <= 0 || name > lastOption {
			return ENOPROTOOPT
		}
	default:
		own := map[int]bool{0: true, 6: s.typ == sockStream, 17: s.typ == sockDgram, 41: s.family == afInet6} // IP, TCP, UDP, IPv6
		if s.family != afUnix && !own[level] {
			return get
		}
	}
	return 0
}

func sysSetsockopt(c *call) (int64, Errno) {
	_, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	level, name, n := c.int(1), c.int(2), c.arg(4)
	if n > 4096 {
		return 0, EINVAL
	}
	if level == solSocket && n < 4 {
		return 0, EINVAL
	}
	d, errno := c.data(c.arg(3), n)
	if errno != 0 {
		return 0, errno
	}
	if s.family == afUnix && level != solSocket {
		return 0, EOPNOTSUPP
	}
	if errno := unknownOption(s, level, name, ENOPROTOOPT); errno != 0 {
		return 0, errno
	}
	s = c.k.editSock(s.id)
	if level == solSocket {
		on := func() bool { return binary.LittleEndian.Uint32(c.concrete(d.part(0, 4))) != 0 }
		switch name {
		case soReuseaddr, soReuseport:
			s.reuse = on()
		case soOobinline:
			s.inline = on()
		case soLinger:
			if n < 8 {
				return 0, EINVAL
			}
			d = c.linger(s, d)
		case soRcvtimeo, soSndtimeo:
			if n < 16 {
				return 0, EINVAL
			}
			d = Data{Bytes: c.concrete(d)}
			if wordLE(d.Bytes[8:]) >= 1_000_000 {
				return 0, EDOM
			}
		case soSndbuf, soRcvbuf:
			d = Data{Bytes: c.concrete(d)}
		case soType, soError, soAcceptconn, soPeercred, soProtocol, soDomain, soSndlowat, soPeername:
			return 0, ENOPROTOOPT
		}
	}
	if o, ok := numbers[[2]int{level, name}]; ok && n >= 4 {
		if d, errno = o.set(c, s, level, name, d); errno != 0 {
			return 0, errno
		}
	}
	s.setOption(level, name, d)
	return 0, 0
}

// linger returns what is kept of a struct linger: the time only where it counts.
func (c *call) linger(s *sock, d Data) Data {
	kept := structure{c: c}
	if c.above(c.wordOf(d.part(0, 4)), value(0)) {
		kept.value(value(1), 4)
		seconds := c.wordOf(d.part(4, 8))
		if c.above(seconds, value(math.MaxInt32)) {
			seconds = value(math.MaxInt64 / 250 & math.MaxUint32) // a negative time is the longest one, of which the low bits are read
		}
		kept.value(seconds, 4)
		return kept.d
	}
	kept.value(value(0), 4)
	if old, ok := s.option(solSocket, soLinger); ok {
		kept.value(c.wordOf(old.part(4, 8)), 4)
	} else {
		kept.value(value(0), 4)
	}
	return kept.d
}

func (s *sock) setOption(level, name int, d Data) {
	fresh := make([]option, 0, len(s.options)+1)
	for _, o := range s.options {
		if o.level != level || o.name != name {
			fresh = append(fresh, o)
		}
	}
	s.options = append(fresh, option{level, name, d})
}

func (s *sock) option(level, name int) (Data, bool) {
	for _, o := range s.options {
		if o.level == level && o.name == name {
			return o.d, true
		}
	}
	return Data{}, false
}

// timeout returns SO_RCVTIMEO or SO_SNDTIMEO; zero is none.
func (s *sock) timeout(name int) moment {
	d, ok := s.option(solSocket, name)
	if !ok || len(d.Bytes) < 16 {
		return moment{}
	}
	return momentOf(int64(wordLE(d.Bytes)), 1000*int64(wordLE(d.Bytes[8:])))
}

func sysGetsockopt(c *call) (int64, Errno) {
	_, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	level, name := c.int(1), c.int(2)
	room, errno := c.getInt(c.arg(4))
	if errno != 0 {
		return 0, errno
	}
	if room < 0 {
		return 0, EINVAL
	}
	if errno := unknownOption(s, level, name, EOPNOTSUPP); errno != 0 {
		return 0, errno
	}
	d, known := s.option(level, name)
	if level == solSocket {
		d, known = c.socketOption(s, name, d, known)
	}
	if !known {
		if level != solSocket && s.family == afUnix {
			return 0, EOPNOTSUPP
		}
		d = Data{Bytes: binary.LittleEndian.AppendUint32(nil, uint32(numbers[[2]int{level, name}].first))} // never set
	}
	n := min(room, len(d.Bytes))
	if errno := c.putData(c.arg(3), d.part(0, n)); errno != 0 {
		return 0, errno
	}
	return 0, c.putInt(c.arg(4), n)
}

// socketOption returns an option of level SOL_SOCKET; d is what was set, where known.
func (c *call) socketOption(s *sock, name int, d Data, known bool) (Data, bool) {
	number := -1
	switch name {
	case soType:
		number = s.typ
	case soDomain:
		number = s.family
	case soProtocol:
		number = 0
		if s.family != afUnix {
			number = map[int]int{sockStream: 6, sockDgram: 17}[s.typ]
		}
	case soAcceptconn:
		number = int(truth(s.state == sockListening))
	case soError:
		s = c.k.editSock(s.id)
		number = int(s.err)
		s.err = 0
		if number == 0 || s.state != sockConnected {
			s.inflight = false
		}
	case soReuseaddr:
		number = int(truth(s.reuse))
	case soOobinline:
		number = int(truth(s.inline))
	case soSndbuf, soRcvbuf:
		number = unixBuffer
		if known {
			number = 2 * int(binary.LittleEndian.Uint32(d.Bytes))
		}
	case soPeercred:
		cred := [3]uint32{0, noID, noID}
		if s.peer >= 0 {
			cred = c.k.sock(s.peer).cred
		}
		d = Data{}
		for _, v := range cred {
			d.Bytes = binary.LittleEndian.AppendUint32(d.Bytes, v)
		}
		return d, true
	case soLinger, soRcvtimeo, soSndtimeo:
		if !known {
			return Data{Bytes: make([]byte, map[bool]int{true: 8, false: 16}[name == soLinger])}, true
		}
		if name != soLinger && int64(wordLE(d.Bytes)) < 0 { // nothing is waited for
			return Data{Bytes: make([]byte, 16)}, true
		}
	}
	if number >= 0 {
		return Data{Bytes: binary.LittleEndian.AppendUint32(nil, uint32(number))}, true
	}
	return d, known
}
