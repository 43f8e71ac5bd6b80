package kernel

import "encoding/binary"

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
	soRcvtimeo   = 20
	soSndtimeo   = 21
	soAcceptconn = 30
	soProtocol   = 38
	soDomain     = 39
)

// lastOption is the last option of level SOL_SOCKET.
const lastOption = 83

// unknownOption returns the error for an option that Linux does not have, which getting may tell otherwise than setting.
func unknownOption(s *sock, level, name int, get Errno) Errno {
	switch level {
	case solSocket:
		if name <= 0 || name > lastOption {
			return ENOPROTOOPT
		}
	case 0, 6, 17, 41: // IP, TCP, UDP, IPv6
	default:
		if s.family != afUnix {
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
		case soType, soError, soAcceptconn, soPeercred, soProtocol, soDomain:
			return 0, ENOPROTOOPT
		}
	}
	s.setOption(level, name, d)
	return 0, 0
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
		d = Data{Bytes: make([]byte, 4)} // never set: off
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
