package kernel

// This file keeps what a handler or sigwaitinfo is told about a signal, and
// queues signals: a real-time signal as often as it is sent, any other once, with the first one's origin.

import (
	"encoding/binary"
	"math/bits"
)

const firstRealtime = 32

// Codes of siginfo.
const (
	siUser   = 0
	siKernel = 0x80
	siQueue  = -1
	siTkill  = -6

	cldExited = 1
	cldKilled = 2
)

// siginfo is where a signal comes from.
type siginfo struct {
	sig    int
	code   int32
	pid    PID // of the sender, or of the child that ended, as the receiver sees it
	uid    uint32
	status uint32 // SIGCHLD: exit status or signal
	value  uint64 // what came with it
}

// bytes returns the siginfo_t.
func (s *siginfo) bytes() []byte {
	b := make([]byte, 128)
	le := binary.LittleEndian
	le.PutUint32(b, uint32(s.sig))
	le.PutUint32(b[8:], uint32(s.code))
	le.PutUint32(b[16:], uint32(s.pid))
	le.PutUint32(b[20:], s.uid)
	if s.sig == sigCHLD {
		le.PutUint32(b[24:], s.status)
	} else {
		le.PutUint64(b[24:], s.value)
	}
	return b
}

// own is about a signal that process p causes.
func own(sig int, code int32, k *Kernel, p, to *process) siginfo {
	s := siginfo{sig: sig, code: code, pid: k.inner(to, p)}
	if p.creds != nil && k.cpu == nil {
		k.note("the user who caused a signal depends on options, and was taken for root")
		return s
	}
	s.uid = k.credOf(p).ruid
	return s
}

// childEnded is about the end of p.
func childEnded(k *Kernel, p, parent *process) siginfo {
	s := own(p.exitSignal, cldExited, k, p, parent)
	s.status = p.status >> 8 & 0xff
	if sig := p.status & 0x7f; sig != 0 {
		s.code, s.status = cldKilled, sig
	}
	return s
}

// queue makes a signal pend.
func (p *process) queue(s siginfo) {
	if p.pending&bit(s.sig) != 0 && s.sig < firstRealtime {
		return
	}
	p.pending |= bit(s.sig)
	p.infos = append(p.infos[:len(p.infos):len(p.infos)], s)
}

// dequeue takes the oldest instance of a pending signal.
func (p *process) dequeue(sig int) siginfo {
	taken, found, more := siginfo{sig: sig}, false, false
	var rest []siginfo
	for _, s := range p.infos {
		switch {
		case s.sig != sig:
			rest = append(rest, s)
		case !found:
			taken, found = s, true
		default:
			more = true
			rest = append(rest, s)
		}
	}
	p.infos = rest
	if !more {
		p.pending &^= bit(sig)
	}
	return taken
}

// discard forgets all instances of a signal.
func (p *process) discard(sig int) {
	for p.pending&bit(sig) != 0 {
		p.dequeue(sig)
	}
}

// sysRtSigqueueinfo sends a signal with what the caller says about it.
func sysRtSigqueueinfo(c *call) (int64, Errno) {
	return c.sendInfo(PID(c.int(0)), c.int(1), c.arg(2))
}

func sysRtTgsigqueueinfo(c *call) (int64, Errno) {
	return c.sendInfo(PID(c.int(1)), c.int(2), c.arg(3))
}

func (c *call) sendInfo(pid PID, sig int, at uint64) (int64, Errno) {
	b, errno := c.get(at, 128)
	if errno != 0 {
		return 0, errno
	}
	le := binary.LittleEndian
	s := siginfo{
		sig: sig, code: int32(le.Uint32(b[8:])), pid: PID(le.Uint32(b[16:])),
		uid: le.Uint32(b[20:]), value: le.Uint64(b[24:]),
	}
	q := c.k.proc(c.k.outer(c.p, pid))
	switch {
	case (s.code >= 0 || s.code == siTkill) && q != c.p:
		return 0, EPERM
	case pid <= 0 || q == nil:
		return 0, ESRCH
	case sig < 0 || sig > numSignals:
		return 0, EINVAL
	case !c.mayKill(q):
		return 0, EPERM
	}
	if sig != 0 {
		c.k.send(q.pid, s)
	}
	return 0, 0
}

// sysRtSigtimedwait takes a pending signal of a set.
func sysRtSigtimedwait(c *call) (int64, Errno) {
	b, errno := c.get(c.arg(0), 8)
	if errno != 0 {
		return 0, errno
	}
	if found := wordLE(b) & c.p.pending; found != 0 {
		s := c.p.dequeue(bits.TrailingZeros64(found) + 1)
		if at := c.arg(1); at != 0 {
			return int64(s.sig), c.put(at, s.bytes())
		}
		return int64(s.sig), 0
	}
	if at := c.arg(2); at != 0 {
		d, errno := c.timespec(at)
		if errno != 0 {
			return 0, errno
		}
		if c.expired(d) {
			return 0, EAGAIN
		}
	}
	return c.block(false)
}
