package kernel

import "encoding/binary"

// This file implements sendto, recvfrom, sendmsg and recvmsg.

func sysSendto(c *call) (int64, Errno) {
	f, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	d, errno := c.data(c.arg(1), min(c.arg(2), maxIO))
	if errno != 0 {
		return 0, errno
	}
	flags := c.int(3)
	if at := c.arg(4); at != 0 {
		family, a, errno := c.sockaddr(at, c.arg(5))
		if errno == 0 && s.typ == sockDgram {
			errno = s.fits(family, c.arg(5))
		}
		if errno != 0 {
			return 0, errno
		}
		if s.typ == sockDgram {
			return c.sendDgram(f, s, d, a, flags, nil)
		}
	}
	return c.send(f, d, flags, nil)
}

func sysRecvfrom(c *call) (int64, Errno) {
	f, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	addr, flags, from := c.arg(1), c.int(3), s.remote
	full := 0
	if s.typ == sockDgram && len(s.grams) > 0 {
		from, full = s.grams[0].from, len(s.grams[0].data.Bytes)
	}
	d, files, errno := c.receiveWith(f, c.value(2), flags)
	if errno != 0 {
		return 0, errno
	}
	c.k.unrefAll(files)
	if errno := c.putData(addr, d); errno != 0 {
		return 0, errno
	}
	if s.typ == sockDgram {
		n := int64(len(d.Bytes))
		if flags&msgTrunc != 0 {
			n = int64(full)
		}
		return n, c.putAddress(s.family, from, c.arg(4), c.arg(5))
	}
	if c.arg(4) != 0 {
		return int64(len(d.Bytes)), c.putInt(c.arg(5), 0)
	}
	return int64(len(d.Bytes)), 0
}

// msghdr is a struct msghdr.
type msghdr struct {
	at                  uint64
	name, nameLen       uint64
	spans               []span
	control, controlLen uint64
}

func (c *call) msghdr(at uint64) (m msghdr, errno Errno) {
	b, errno := c.get(at, 56)
	if errno != 0 {
		return m, errno
	}
	m = msghdr{
		at: at, name: wordLE(b), nameLen: uint64(binary.LittleEndian.Uint32(b[8:])),
		control: wordLE(b[32:]), controlLen: wordLE(b[40:]),
	}
	m.spans, errno = c.iovec(wordLE(b[16:]), wordLE(b[24:]))
	return m, errno
}

const (
	solSocket = 1
	scmRights = 1
	scmCred   = 2
	maxRights = 253
)

// passed reads the descriptors to pass out of control messages: the ids of open files.
func (c *call) passed(m msghdr) ([]int, Errno) {
	if m.controlLen > 1<<16 {
		return nil, ENOBUFS
	}
	b, errno := c.get(m.control, m.controlLen)
	if errno != 0 {
		return nil, errno
	}
	var files []int
	for len(b) >= 16 {
		n := wordLE(b)
		if n < 16 || n > uint64(len(b)) {
			return nil, EINVAL
		}
		level, typ := binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
		switch {
		case level != solSocket:
		case typ == scmCred:
		case typ != scmRights:
			return nil, EINVAL
		default:
			for i := uint64(16); i+4 <= n; i += 4 {
				f := c.openFile(int(int32(binary.LittleEndian.Uint32(b[i:]))))
				if f == nil {
					return nil, EBADF
				}
				files = append(files, f.id)
			}
		}
		b = b[min(uint64(len(b)), (n+7)&^7):]
	}
	if len(files) > maxRights {
		return nil, EINVAL
	}
	return files, 0
}

func sysSendmsg(c *call) (int64, Errno) {
	m, errno := c.msghdr(c.arg(1))
	if errno != 0 {
		return 0, errno
	}
	return c.sendmsg(m, c.int(2))
}

func (c *call) sendmsg(m msghdr, flags int) (int64, Errno) {
	f, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	files, errno := c.passed(m)
	if errno != 0 {
		return 0, errno
	}
	if len(files) > 0 && s.family != afUnix {
		return 0, EINVAL
	}
	d, errno := c.gather(m.spans)
	if errno != 0 {
		return 0, errno
	}
	if s.typ == sockDgram {
		var a address
		if m.name != 0 && m.nameLen != 0 {
			family := 0
			if family, a, errno = c.sockaddr(m.name, m.nameLen); errno == 0 {
				errno = s.fits(family, m.nameLen)
			}
			if errno != 0 {
				return 0, errno
			}
		}
		return c.sendDgram(f, s, d, a, flags, files)
	}
	return c.send(f, d, flags, files)
}

func sysRecvmsg(c *call) (int64, Errno) {
	f, s, errno := c.sockOf(c.fd(0))
	if errno != 0 {
		return 0, errno
	}
	m, errno := c.msghdr(c.arg(1))
	if errno != 0 {
		return 0, errno
	}
	flags, from := c.int(2), s.remote
	full := 0
	if s.typ == sockDgram && len(s.grams) > 0 {
		from, full = s.grams[0].from, len(s.grams[0].data.Bytes)
	}
	d, files, errno := c.receiveWith(f, value(uint64(spanLen(m.spans))), flags)
	if errno != 0 {
		return 0, errno
	}
	out := 0
	if full > len(d.Bytes) {
		out |= msgTrunc
	}
	control, cut := c.receiveRights(files, m.controlLen, flags&msgCloexec != 0)
	if cut {
		out |= msgCtrunc
	}
	if _, errno := c.scatter(m.spans, d); errno != 0 {
		return 0, errno
	}
	if errno := c.put(m.control, control); errno != 0 {
		return 0, errno
	}
	n := int64(len(d.Bytes))
	if flags&msgTrunc != 0 && full > 0 {
		n = int64(full)
	}
	return n, c.endRecvmsg(m, s, from, len(control), out)
}

// endRecvmsg writes what recvmsg changes in the struct msghdr.
func (c *call) endRecvmsg(m msghdr, s *sock, from address, control, flags int) Errno {
	nameLen := 0
	if m.name != 0 && s.typ == sockDgram {
		d := c.addressBytes(s.family, from)
		nameLen = len(d.Bytes)
		if errno := c.putData(m.name, d.part(0, min(nameLen, int(m.nameLen)))); errno != 0 {
			return errno
		}
	}
	if errno := c.putInt(m.at+8, nameLen); errno != 0 {
		return errno
	}
	if errno := c.put(m.at+40, binary.LittleEndian.AppendUint64(nil, uint64(control))); errno != 0 {
		return errno
	}
	return c.putInt(m.at+48, flags)
}

// receiveRights installs descriptors that came with a message and returns the
// control message about them. What there is no room for is closed.
func (c *call) receiveRights(files []int, room uint64, cloexec bool) (control []byte, cut bool) {
	if len(files) == 0 {
		return nil, false
	}
	defer c.k.unrefAll(files)
	fit := 0
	if room >= 20 {
		fit = int(min((room-16)/4, uint64(len(files))))
	}
	var fds []byte
	for _, id := range files[:fit] {
		fd, errno := c.k.install(c.p, id, 0, cloexec)
		if errno != 0 {
			break
		}
		fds = binary.LittleEndian.AppendUint32(fds, uint32(fd))
	}
	cut = len(fds) < 4*len(files)
	if len(fds) == 0 {
		return nil, cut
	}
	control = binary.LittleEndian.AppendUint64(nil, uint64(16+len(fds)))
	control = binary.LittleEndian.AppendUint32(control, solSocket)
	control = binary.LittleEndian.AppendUint32(control, scmRights)
	control = append(control, fds...)
	if pad := (len(control) + 7) &^ 7; uint64(pad) <= room {
		control = append(control, make([]byte, pad-len(control))...)
	}
	return control, cut
}

// timedOut reports whether the socket's own timeout for the call has passed.
func (c *call) timedOut(s *sock, opt int) bool {
	d := s.timeout(opt)
	return !d.isZero() && c.expired(d)
}

// sysSendmmsg carries out one message of the array.
func sysSendmmsg(c *call) (int64, Errno) {
	at := c.arg(1)
	if c.arg(2) == 0 {
		return 0, 0
	}
	m, errno := c.msghdr(at)
	if errno != 0 {
		return 0, errno
	}
	n, errno := c.sendmsg(m, c.int(3))
	if errno != 0 {
		return 0, errno
	}
	return 1, c.putInt(at+56, int(n))
}
