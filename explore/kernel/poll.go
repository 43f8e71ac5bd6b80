package kernel

import "encoding/binary"

// This file implements waiting for descriptors: poll, select and epoll.

// Events of poll and epoll.
const (
	pollIn     = 0x1
	pollPri    = 0x2
	pollOut    = 0x4
	pollErr    = 0x8
	pollHup    = 0x10
	pollNval   = 0x20
	pollRdnorm = 0x40
	pollRdband = 0x80
	pollWrnorm = 0x100
	pollWrband = 0x200
	pollRdhup  = 0x2000

	pollReadable = pollIn | pollRdnorm
	pollWritable = pollOut | pollWrnorm
)

// events returns what is true of an open file description.
func (k *Kernel) events(f *file) uint32 {
	switch f.kind {
	case kindPipe:
		p, ev := k.pipe(f.pipe), uint32(0)
		if f.readable() {
			if k.oracle().nonEmpty(&p.q) {
				ev |= pollReadable
			}
			if p.writers == 0 {
				ev |= pollHup
			}
		}
		if f.writable() {
			if _, most := p.q.unread(); pipeSize-most >= pageSize || pipeSize-k.piped(f.pipe).q.len() >= pageSize {
				ev |= pollWritable
			}
			if p.readers == 0 {
				ev |= pollErr
			}
		}
		return ev
	case kindSock:
		return k.sockEvents(k.sock(f.sock))
	case kindEpoll:
		if len(k.ready(objectOf(k, &k.polls, f.poll), nil)) > 0 {
			return pollReadable
		}
		return 0
	}
	return pollReadable | pollWritable
}

func (k *Kernel) sockEvents(s *sock) uint32 {
	ev, writable := uint32(0), uint32(pollWritable)
	if s.family == afUnix {
		writable |= pollWrband
	}
	if s.err != 0 {
		ev |= pollErr
	}
	ended := s.eof || s.shutRead || s.gone && s.typ != sockDgram
	if ended && s.shutSend || s.err == ECONNRESET {
		ev |= pollHup
	}
	if ended || s.err == ECONNRESET {
		ev |= pollRdhup | pollReadable
	}
	switch {
	case s.state == sockListening:
		if s.family != afUnix {
			ev = 0
		}
		if len(s.backlog) > 0 {
			ev |= pollReadable
		}
		return ev
	case s.typ == sockDgram:
		if len(s.grams) > 0 {
			ev |= pollReadable
		}
		return ev | writable
	case s.state == sockNew:
		return ev | writable | pollHup
	}
	if k.oracle().nonEmpty(&s.rx) && (s.urgent < 0 || s.inline || s.rx.len() > 1 || s.urgent != s.rx.at()) {
		ev |= pollReadable
	}
	if s.urgent >= 0 || s.oob >= 0 {
		ev |= pollPri
	}
	if s.peer < 0 || s.shutSend && s.family != afUnix || k.roomFor(s.peer, unixBuffer/2) >= unixBuffer/2 {
		ev |= writable
	}
	return ev
}

func sysPoll(c *call) (int64, Errno) {
	timeout := c.value(2)
	// The argument is an int: a negative one waits for ever.
	if timeout.E == nil {
		timeout = value(uint64(int64(int32(timeout.C))))
	} else {
		x := c.cpu.Builder()
		timeout = x.Value(x.SExt(x.Trunc(wide(x, timeout), 32), 64))
	}
	if c.below(timeout, 0) {
		return c.poll(nil)
	}
	if timeout.E == nil {
		m := momentOf(int64(timeout.C)/1000, int64(timeout.C)%1000*1e6)
		return c.poll(&m)
	}
	x := c.cpu.Builder()
	rest := x.Value(x.URem(wide(x, timeout), x.Const(1000, 64)))
	return c.poll(&moment{c.over(timeout, 1000), c.times(rest, 1e6)})
}

func sysPpoll(c *call) (int64, Errno) {
	timeout, errno := c.timeout(2)
	if errno != 0 {
		return 0, errno
	}
	if at := c.arg(3); at != 0 {
		b, errno := c.get(at, 8)
		if errno != 0 {
			return 0, errno
		}
		c.suspendMask(wordLE(b))
	}
	return c.poll(timeout)
}

// timeout reads the timespec that an argument points to; nil: it is null.
func (c *call) timeout(arg int) (*moment, Errno) {
	at := c.arg(arg)
	if at == 0 {
		return nil, 0
	}
	m, errno := c.timespec(at)
	if errno != 0 {
		return nil, errno
	}
	return &m, 0
}

func (c *call) poll(timeout *moment) (int64, Errno) {
	at, n := c.arg(0), c.arg(1)
	if n > c.noFiles() {
		return 0, EINVAL
	}
	b, errno := c.get(at, 8*n)
	if errno != 0 {
		return 0, errno
	}
	b = append([]byte(nil), b...)
	count := int64(0)
	for i := uint64(0); i < n; i++ {
		fd := int(int32(binary.LittleEndian.Uint32(b[8*i:])))
		want := uint32(binary.LittleEndian.Uint16(b[8*i+4:]))
		got := uint32(0)
		if fd >= 0 {
			if f := c.openFile(fd); f == nil {
				got = pollNval
			} else {
				got = c.k.events(f) & (want | pollErr | pollHup)
			}
		}
		binary.LittleEndian.PutUint16(b[8*i+6:], uint16(got))
		if got != 0 {
			count++
		}
	}
	if c.waits(count > 0, func() uint64 { return digest(b) }, timeout) {
		return c.block(false)
	}
	return count, c.put(at, b)
}

// pollEnded reports whether a call that waits for descriptors stops waiting. Where
// a signal arrives together with the timeout, the signal wins.
func (c *call) pollEnded(timeout *moment) bool {
	if timeout == nil || c.k.interrupting(c.p) {
		return false
	}
	return timeout.isZero() || c.expired(*timeout)
}

func sysSelect(c *call) (int64, Errno) {
	if at := c.arg(4); at != 0 {
		m, errno := c.timeval(at)
		if errno != 0 {
			return 0, errno
		}
		return c.selectFds(&m)
	}
	return c.selectFds(nil)
}

func sysPselect6(c *call) (int64, Errno) {
	timeout, errno := c.timeout(4)
	if errno != 0 {
		return 0, errno
	}
	if at := c.arg(5); at != 0 {
		b, errno := c.get(at, 16)
		if errno != 0 {
			return 0, errno
		}
		if set := wordLE(b); set != 0 {
			if b, errno = c.get(set, 8); errno != 0 {
				return 0, errno
			}
			c.suspendMask(wordLE(b))
		}
	}
	return c.selectFds(timeout)
}

// What the three sets of select ask for.
var selectEvents = [3]uint32{
	pollRdnorm | pollRdband | pollIn | pollHup | pollErr,
	pollWrnorm | pollOut | pollErr,
	pollPri,
}

func (c *call) selectFds(timeout *moment) (int64, Errno) {
	n := c.int(0)
	if n < 0 {
		return 0, EINVAL
	}
	n = min(n, max(len(c.p.fds), 1024))
	bytes := uint64(n+63) / 64 * 8
	var in, out [3][]byte
	for i := range in {
		if at := c.arg(i + 1); at != 0 {
			b, errno := c.get(at, bytes)
			if errno != 0 {
				return 0, errno
			}
			in[i] = b
		}
		out[i] = make([]byte, bytes)
	}
	count := int64(0)
	for fd := range n {
		for i := range in {
			if in[i] == nil || in[i][fd/8]>>(fd%8)&1 == 0 {
				continue
			}
			f := c.openFile(fd)
			if f == nil {
				return 0, EBADF
			}
			if c.k.events(f)&selectEvents[i] != 0 {
				out[i][fd/8] |= 1 << (fd % 8)
				count++
			}
		}
	}
	if c.waits(count > 0, func() uint64 { return digest(out[:]...) }, timeout) {
		return c.block(false)
	}
	for i := range out {
		if at := c.arg(i + 1); at != 0 {
			if errno := c.put(at, out[i]); errno != 0 {
				return 0, errno
			}
		}
	}
	return count, 0
}
