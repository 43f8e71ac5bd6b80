package kernel

import "github.com/confcov/confcov/explore/expr"

// This file moves bytes through sockets.

// Flags of send and recv.
const (
	msgOOB      = 0x1
	msgPeek     = 0x2
	msgTrunc    = 0x20
	msgDontwait = 0x40
	msgWaitall  = 0x100
	msgNosignal = 0x4000
	msgCtrunc   = 0x8
	msgCloexec  = 0x40000000
	msgProbe    = 0x10
	msgErrqueue = 0x2000
	msgMore     = 0x8000
	msgFastopen = 0x20000000
)

// send sends d over f's socket, with files attached to its first byte.
func (c *call) send(f *file, d Data, flags int, files []int) (int64, Errno) {
	s := c.k.sock(f.sock)
	if s.typ == sockDgram {
		return c.sendDgram(f, s, d, address{}, flags, files)
	}
	switch {
	case flags&msgOOB != 0 && s.family == afUnix:
		return c.unsupported("urgent data on a unix socket")
	case flags&msgFastopen == 0 || s.family == afUnix:
	case s.state == sockConnected:
		return 0, EISCONN
	default:
		return 0, EINVAL
	}
	w := &c.p.wait
	broken := func(errno Errno) (int64, Errno) {
		if w.progress > 0 {
			return w.progress, 0
		}
		if errno == EPIPE && flags&msgNosignal == 0 {
			c.k.signalFrom(c.p, c.p.pid, sigPIPE)
		}
		return 0, errno
	}
	if s.state != sockConnected {
		if s.family == afUnix {
			return 0, ENOTCONN
		}
		return broken(EPIPE)
	}
	if s.err != 0 && s.family != afUnix {
		s = c.k.editSock(s.id)
		errno := s.err
		s.err = 0
		return broken(errno)
	}
	if s.shutSend {
		return broken(EPIPE)
	}
	if len(d.Bytes) == 0 {
		return 0, 0
	}
	if s.peer < 0 {
		if s.family == afUnix || s.reset {
			return broken(EPIPE)
		}
		// The first bytes go out, and a reset comes back.
		s = c.k.editSock(s.id)
		s.reset = true
		c.k.wake()
		return int64(len(d.Bytes)), 0
	}
	t := c.k.editSock(s.peer)
	if t.shutRead && s.family == afUnix {
		return broken(EPIPE)
	}
	c.fill(t, d, flags, files)
	if w.progress < int64(len(d.Bytes)) {
		if flags&msgDontwait != 0 {
			if w.progress == 0 {
				return 0, EAGAIN
			}
			return w.progress, 0
		}
		if c.timedOut(s, soSndtimeo) {
			return broken(EAGAIN)
		}
	}
	return c.endWrite(f, int64(len(d.Bytes)))
}

// fill gives the receiving socket t as much of d, and of the files sent with it, as it has room for.
func (c *call) fill(t *sock, d Data, flags int, files []int) {
	w := &c.p.wait
	left := len(d.Bytes) - int(w.progress)
	n := min(left, c.k.roomFor(t.id, left))
	if len(files) > 0 || flags&msgOOB != 0 {
		c.k.received(t.id)
	}
	t = c.k.editSock(t.id)
	if len(files) > 0 && w.progress == 0 && n > 0 {
		t.rights = append(t.rights[:len(t.rights):len(t.rights)], rights{t.rx.end(), files})
		for _, id := range files {
			c.k.ref(id)
		}
	}
	if n > 0 {
		t.rx.append(d.part(int(w.progress), int(w.progress)+n))
		w.progress += int64(n)
		if flags&msgOOB != 0 {
			c.k.setUrgent(t)
		}
		c.k.wake()
	}
}

// setUrgent makes the last byte received by t urgent.
func (k *Kernel) setUrgent(t *sock) {
	t.urgent = t.rx.end() - 1
	t.oob = -1
	if t.owner >= 0 {
		switch owner := k.file(t.owner).owner; {
		case owner > 0:
			k.signal(owner, sigURG)
		case owner < -1:
			for p := range k.processes {
				if p.pgid == -owner {
					k.signal(p.pid, sigURG)
				}
			}
		}
	}
	k.wake()
}

// receive takes up to n bytes from f's socket.
func (c *call) receive(f *file, n expr.Value, flags int) (Data, Errno) {
	d, _, errno := c.receiveWith(f, n, flags)
	return d, errno
}

// receiveWith returns the descriptors that came with the bytes too; they hold references.
func (c *call) receiveWith(f *file, n expr.Value, flags int) (Data, []int, Errno) {
	s := c.k.sock(f.sock)
	if s.typ == sockDgram {
		g, errno := c.receiveDgram(f, s, flags)
		return g.data.part(0, int(c.atMost(n, uint64(len(g.data.Bytes))))), g.files, errno
	}
	if flags&msgErrqueue != 0 && s.family != afUnix {
		return Data{}, nil, EAGAIN
	}
	if flags&msgOOB != 0 {
		d, errno := c.receiveOOB(s, flags)
		return d, nil, errno
	}
	if s.state != sockConnected {
		if s.family == afUnix {
			return Data{}, nil, EINVAL
		}
		if s.shutRead && s.state == sockNew {
			return Data{}, nil, 0
		}
		return Data{}, nil, ENOTCONN
	}
	s = c.skipUrgent(c.k.received(s.id))
	have := s.rx.len()
	if have > 0 {
		have = c.stretch(s, have)
	}
	ended := s.eof || s.shutRead || s.gone
	if have == 0 || flags&msgWaitall != 0 && !ended && s.err == 0 && !c.enough(n, have) {
		switch {
		case have == 0 && s.err != 0:
			s = c.k.editSock(s.id)
			errno := s.err
			s.err = 0
			return Data{}, nil, errno
		case ended, s.family != afUnix && c.is(n, 0):
			return Data{}, nil, 0
		case !c.blocking(f) || flags&msgDontwait != 0, c.timedOut(s, soRcvtimeo):
			if have == 0 {
				return Data{}, nil, EAGAIN
			}
		default:
			_, errno := c.block(true)
			return Data{}, nil, errno
		}
	}
	count := int(c.atMost(n, uint64(have)))
	if flags&msgPeek != 0 {
		return s.rx.peek(count), nil, 0
	}
	if count == 0 {
		return Data{}, nil, 0
	}
	d, files := c.k.takeStream(s.id, count)
	return d, files, 0
}

// enough reports whether n is at most have.
func (c *call) enough(n expr.Value, have int) bool { return c.below(n, int64(have)+1) }

// takeStream takes n bytes that have arrived at a socket, and the descriptors that came with them.
func (k *Kernel) takeStream(id, n int) (Data, []int) {
	s := k.editSock(id)
	d := s.rx.take(n)
	var files []int
	for len(s.rights) > 0 && s.rights[0].pos < s.rx.at() {
		files = append(files, s.rights[0].files...)
		s.rights = s.rights[1:]
	}
	if s.urgent >= 0 && s.urgent < s.rx.at() {
		s.urgent = -1
	}
	k.wake()
	return d, files
}

// stretch returns how many of the first n bytes can be read at once: reading
// stops before descriptors that came later, and before the urgent byte.
func (c *call) stretch(s *sock, n int) int {
	at := s.rx.at()
	for _, r := range s.rights {
		if r.pos > at {
			n = min(n, int(r.pos-at))
			break
		}
	}
	if s.urgent > at {
		n = min(n, int(s.urgent-at))
	}
	return n
}

// skipUrgent takes an urgent byte that comes next out of the stream, unless it is to stay there.
func (c *call) skipUrgent(s *sock) *sock {
	if s.inline || s.urgent < 0 || s.urgent != s.rx.at() {
		return s
	}
	s = c.k.editSock(s.id)
	b := s.rx.peek(1)
	s.oob = int(b.Bytes[0])
	s.rx.take(1)
	s.urgent = -1
	return s
}

func (c *call) receiveOOB(s *sock, flags int) (Data, Errno) {
	if s.family == afUnix {
		return Data{}, EOPNOTSUPP
	}
	if s.inline {
		return Data{}, EINVAL
	}
	if s.urgent >= 0 {
		s = c.k.editSock(s.id)
		skip := int(s.urgent - s.rx.at())
		s.oob = int(s.rx.slice(s.rx.head+skip, s.rx.head+skip+1).Bytes[0])
		s.rx.drop(skip)
		s.urgent = -1
	}
	if s.oob < 0 {
		return Data{}, EINVAL
	}
	d := Data{Bytes: []byte{byte(s.oob)}}
	if flags&msgPeek == 0 {
		c.k.editSock(s.id).oob = -1
	}
	return d, 0
}

const maxUDP = 65507 // bytes of a datagram over IPv4

// sendDgram sends a datagram to a, or to where the socket is connected.
func (c *call) sendDgram(f *file, s *sock, d Data, a address, flags int, files []int) (int64, Errno) {
	if !a.set {
		a = s.remote
	}
	to := -1
	if s.family != afUnix && flags&msgOOB == 0 && flags&(msgProbe|msgMore) != 0 {
		return c.unsupported("MSG_PROBE or MSG_MORE on a datagram socket")
	}
	switch {
	case flags&msgOOB != 0:
		return 0, EOPNOTSUPP
	case s.shutSend:
		return 0, EPIPE
	case s.family != afUnix && len(d.Bytes) > maxUDP:
		return 0, EMSGSIZE
	case s.peer >= 0:
		to = s.peer
	case s.family == afUnix:
		if s.gone {
			return 0, ECONNREFUSED
		}
		if !a.set {
			return 0, ENOTCONN
		}
		t, errno := c.findUnix(afUnix, a, sockDgram)
		if errno != 0 {
			return 0, errno
		}
		to = t.id
	case !a.set:
		return 0, EDESTADDRREQ
	default:
		return c.sendUDP(s, d, a)
	}
	t := c.k.editSock(to)
	if t.shutRead {
		return 0, EPIPE
	}
	if len(t.grams) >= 256 {
		if c.blocking(f) && flags&msgDontwait == 0 {
			return c.block(true)
		}
		return 0, EAGAIN
	}
	for _, id := range files {
		c.k.ref(id)
	}
	t.grams = append(t.grams[:len(t.grams):len(t.grams)], datagram{s.local, d, files})
	c.k.wake()
	return int64(len(d.Bytes)), 0
}

// sendUDP sends a datagram over the internet.
func (c *call) sendUDP(s *sock, d Data, a address) (int64, Errno) {
	if !s.local.set {
		if errno := c.autobind(s.id, unspecified(s.family)); errno != 0 {
			return 0, errno
		}
		s = c.k.sock(s.id)
	}
	if s.err != 0 {
		return 0, c.k.takeError(s)
	}
	from := s.local
	dest, source, errno := c.k.route(s, a.ip)
	if errno != 0 {
		return 0, errno
	}
	a.ip, from.ip = dest, source
	n := int64(len(d.Bytes))
	t := c.k.receiver(c.oracle(), from, a)
	if t == nil {
		if s.remote.set { // the host answers that nobody is there
			c.k.editSock(s.id).err = ECONNREFUSED
			c.k.wake()
		}
		return n, 0
	}
	if t.shutRead || len(t.grams) >= 256 {
		return n, 0 // lost
	}
	t = c.k.editSock(t.id)
	from.ip = as(t.family, from.ip)
	t.grams = append(t.grams[:len(t.grams):len(t.grams)], datagram{from, d, nil})
	c.k.wake()
	return n, 0
}

// takeError returns the error of an earlier call, which is over with that.
func (k *Kernel) takeError(s *sock) Errno {
	s = k.editSock(s.id)
	errno := s.err
	s.err = 0
	return errno
}

func (c *call) receiveDgram(f *file, s *sock, flags int) (datagram, Errno) {
	switch {
	case flags&msgErrqueue != 0 && s.family != afUnix:
		return datagram{}, EAGAIN
	case flags&msgOOB != 0 && s.family == afUnix:
		return datagram{}, EOPNOTSUPP
	case s.err != 0:
		return datagram{}, c.k.takeError(s)
	}
	if len(s.grams) == 0 {
		switch {
		case s.shutRead:
			return datagram{}, 0
		case !c.blocking(f) || flags&msgDontwait != 0, c.timedOut(s, soRcvtimeo):
			return datagram{}, EAGAIN
		}
		_, errno := c.block(true)
		return datagram{}, errno
	}
	g := s.grams[0]
	if flags&msgPeek != 0 {
		g.files = nil
		return g, 0
	}
	s = c.k.editSock(s.id)
	s.grams = s.grams[1:]
	c.k.wake()
	return g, 0
}
