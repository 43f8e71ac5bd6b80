package kernel

import (
	"math/bits"
	"slices"
)

// This file implements signals: dispositions, masks, sending and delivery.

const numSignals = 64

// Signals that the kernel sends or treats specially.
const (
	sigHUP   = 1
	sigINT   = 2
	sigKILL  = 9
	sigPIPE  = 13
	sigALRM  = 14
	sigTERM  = 15
	sigCHLD  = 17
	sigCONT  = 18
	sigSTOP  = 19
	sigTSTP  = 20
	sigTTIN  = 21
	sigTTOU  = 22
	sigURG   = 23
	sigXFSZ  = 25
	sigWINCH = 28
)

// Dispositions and flags of sigaction.
const (
	sigDfl = 0
	sigIgn = 1

	saNocldwait = 0x2
	saSiginfo   = 0x4
	saRestart   = 0x10000000
	saNodefer   = 0x40000000
	saResethand = 0x80000000
)

// action is what a process does about a signal: a struct k_sigaction.
type action struct{ handler, flags, restorer, mask uint64 }

func bit(sig int) uint64 { return 1 << (sig - 1) }

const unblockable = 1<<(sigKILL-1) | 1<<(sigSTOP-1)

// effect says what would become of a signal.
type effect uint8

const (
	effectIgnore effect = iota
	effectEnd
	effectHandler
)

func (k *Kernel) effect(p *process, sig int) effect {
	p = k.certain(p, sig)
	switch p.actions[sig].handler {
	case sigIgn:
		return effectIgnore
	case sigDfl:
		switch sig {
		case sigCHLD, sigCONT, sigURG, sigWINCH:
			return effectIgnore
		case sigSTOP, sigTSTP, sigTTIN, sigTTOU:
			return effectIgnore // nothing stops processes here
		}
		// The first process of a namespace is deaf to what it has no handler for.
		if len(p.ids) > 1 && p.ids[len(p.ids)-1].pid == 1 && sig != sigKILL {
			return effectIgnore
		}
		return effectEnd
	}
	return effectHandler
}

// doubt is an action that depends on conditions.
type doubt struct {
	sig int
	choices[action]
}

// doubtful reports whether the action of a signal depends on conditions.
func (p *process) doubtful(sig int) bool {
	return slices.ContainsFunc(p.doubts, func(d doubt) bool { return d.sig == sig })
}

// certain returns p, for changing if anything changed, where the action of a signal depends on no condition.
func (k *Kernel) certain(p *process, sig int) *process {
	i := slices.IndexFunc(p.doubts, func(d doubt) bool { return d.sig == sig })
	if i < 0 {
		return p
	}
	act := p.doubts[i].all[k.pick(p.doubts[i].which)]
	p = k.editProc(p.pid)
	fresh := *p.actions
	fresh[sig] = act
	p.actions, p.doubts = &fresh, slices.Delete(slices.Clone(p.doubts), i, i+1)
	return p
}

// signal sends sig, which the kernel causes, to process pid.
func (k *Kernel) signal(pid PID, sig int) {
	k.send(pid, siginfo{sig: sig, code: siKernel})
}

// signalFrom sends sig, which process from causes, to process pid.
func (k *Kernel) signalFrom(from *process, pid PID, sig int) {
	if to := k.proc(pid); to != nil {
		k.send(pid, own(sig, siUser, k, from, to))
	}
}

// send sends a signal to process pid.
func (k *Kernel) send(pid PID, s siginfo) {
	p, sig := k.proc(pid), s.sig
	if p == nil || p.zombie {
		return
	}
	if k.cpu == nil && p.doubtful(sig) {
		k.left = append(k.left[:len(k.left):len(k.left)], leftover{pid: pid, unsent: s})
		return
	}
	p = k.certain(p, sig)
	if k.effect(p, sig) == effectIgnore && p.blocked&bit(sig) == 0 {
		if p.actions[sig].handler == sigDfl && (sig == sigSTOP || sig == sigTSTP || sig == sigTTIN || sig == sigTTOU) {
			k.note("a stop signal had no effect")
		}
		return
	}
	k.editProc(pid).queue(s)
	k.wake()
}

// deliverable returns the signals that p would take now.
func (k *Kernel) deliverable(p *process) uint64 { return p.pending &^ (p.blocked &^ unblockable) }

// interrupting reports whether a signal waits that ends p or has a handler.
func (k *Kernel) interrupting(p *process) bool {
	for set := k.deliverable(p); set != 0; set &= set - 1 {
		if k.effect(p, bits.TrailingZeros64(set)+1) != effectIgnore {
			return true
		}
	}
	return false
}

// TakeSignal takes the next signal to deliver to process pid. The engine asks
// whenever the process is about to run: after each system call that returned
// and when it is scheduled again. Where the handler is 0, the process has been
// ended. Where the process waits in a call, the engine repeats that first: it
// returns EINTR (or its result) then. If Restart is set, the call that
// returned EINTR is to be repeated after the handler, instead of returning it.
func (k *Kernel) TakeSignal(pid PID) (Delivery, bool) {
	p := k.proc(pid)
	if p == nil || p.zombie || k.deliverable(p) == 0 && !p.masked {
		return Delivery{}, false
	}
	k.epoch++
	p = k.editProc(pid)
	for set := k.deliverable(p); set != 0; set = k.deliverable(p) {
		sig := bits.TrailingZeros64(set) + 1
		if set&bit(sigKILL) != 0 {
			sig = sigKILL
		}
		effect := k.effect(p, sig)
		if effect == effectHandler && p.wait.active {
			return Delivery{}, false
		}
		info := p.dequeue(sig)
		switch effect {
		case effectEnd:
			k.end(p, uint32(sig))
			return Delivery{Signal: sig}, true
		case effectHandler:
			act := p.actions[sig]
			d := Delivery{
				Signal: sig, Handler: act.handler, Info: act.flags&saSiginfo != 0,
				Restart: act.flags&saRestart != 0 && p.interrupted,
			}
			if d.Info {
				d.Siginfo = info.bytes()
			}
			p.interrupted = false
			k.enterHandler(p, sig)
			return d, true
		}
	}
	if p.masked && !p.wait.active {
		p.blocked, p.masked = p.savedMask, false
	}
	return Delivery{}, false
}

// enterHandler saves the mask and sets that of a handler.
func (k *Kernel) enterHandler(p *process, sig int) {
	act := p.actions[sig]
	saved := p.blocked
	if p.masked {
		saved = p.savedMask
	}
	p.frames = append(p.frames[:len(p.frames):len(p.frames)], saved)
	p.masked = false
	p.blocked |= act.mask
	if act.flags&saNodefer == 0 {
		p.blocked |= bit(sig)
	}
	p.blocked &^= unblockable
	if act.flags&saResethand != 0 {
		fresh := *p.actions
		fresh[sig] = action{}
		p.actions = &fresh
	}
}

// SignalReturn restores the signal mask when a handler of process pid returns.
func (k *Kernel) SignalReturn(pid PID) {
	p := k.proc(pid)
	if p == nil || len(p.frames) == 0 {
		return
	}
	k.epoch++
	p = k.editProc(pid)
	last := len(p.frames) - 1
	p.blocked, p.frames = p.frames[last], p.frames[:last:last]
}

func sysRtSigaction(c *call) (int64, Errno) {
	sig := c.int(0)
	if c.arg(3) != 8 || sig < 1 || sig > numSignals {
		return 0, EINVAL
	}
	act, old := c.arg(1), c.arg(2)
	c.k.certain(c.p, sig)
	before := c.p.actions[sig]
	if act != 0 {
		if sig == sigKILL || sig == sigSTOP {
			return 0, EINVAL
		}
		b, errno := c.get(act, 32)
		if errno != 0 {
			return 0, errno
		}
		fresh := *c.p.actions
		fresh[sig] = action{wordLE(b), wordLE(b[8:]), wordLE(b[16:]), wordLE(b[24:]) &^ unblockable}
		c.p.actions = &fresh
		if c.k.effect(c.p, sig) == effectIgnore {
			c.p.discard(sig)
		}
	}
	if old != 0 {
		s := structure{c: c}
		s.u64(before.handler)
		s.u64(before.flags)
		s.u64(before.restorer)
		s.u64(before.mask)
		return 0, c.putData(old, s.d)
	}
	return 0, 0
}

func sysRtSigprocmask(c *call) (int64, Errno) {
	if c.arg(3) != 8 {
		return 0, EINVAL
	}
	before := c.p.blocked
	if at := c.arg(1); at != 0 {
		b, errno := c.get(at, 8)
		if errno != 0 {
			return 0, errno
		}
		set := wordLE(b) &^ unblockable
		switch c.int(0) {
		case 0:
			c.p.blocked |= set
		case 1:
			c.p.blocked &^= set
		case 2:
			c.p.blocked = set
		default:
			return 0, EINVAL
		}
	}
	return c.putMask(2, before)
}

func (c *call) putMask(arg int, set uint64) (int64, Errno) {
	if at := c.arg(arg); at != 0 {
		s := structure{c: c}
		s.u64(set)
		return 0, c.putData(at, s.d)
	}
	return 0, 0
}

func sysRtSigpending(c *call) (int64, Errno) {
	return c.putMask(0, c.p.pending&c.p.blocked)
}

// suspendMask sets a mask for as long as the call lasts.
func (c *call) suspendMask(set uint64) {
	if !c.p.masked {
		c.p.masked, c.p.savedMask = true, c.p.blocked
		c.p.blocked = set &^ unblockable
	}
}

func sysRtSigsuspend(c *call) (int64, Errno) {
	if c.arg(1) != 8 {
		return 0, EINVAL
	}
	b, errno := c.get(c.arg(0), 8)
	if errno != 0 {
		return 0, errno
	}
	c.suspendMask(wordLE(b))
	return c.block(false)
}

func sysPause(c *call) (int64, Errno) { return c.block(false) }

func sysSigaltstack(c *call) (int64, Errno) {
	old := c.p.altstack
	if at := c.arg(0); at != 0 {
		b, errno := c.get(at, 24)
		if errno != 0 {
			return 0, errno
		}
		c.p.altstack = [3]uint64{wordLE(b), wordLE(b[8:]), wordLE(b[16:])}
	} else if old == ([3]uint64{}) {
		old[1] = 2 // SS_DISABLE
	}
	if at := c.arg(1); at != 0 {
		s := structure{c: c}
		for _, w := range old {
			s.u64(w)
		}
		return 0, c.putData(at, s.d)
	}
	return 0, 0
}

func sysKill(c *call) (int64, Errno) {
	pid, sig := PID(c.int(0)), c.int(1)
	pid = c.k.outer(c.p, pid)
	errno := ESRCH
	for q := range c.k.processes {
		switch {
		case pid > 0 && q.pid != pid,
			pid == 0 && q.pgid != c.p.pgid,
			pid == -1 && (q.pid == c.p.pid || c.k.inner(c.p, q) <= 1),
			pid < -1 && q.pgid != -pid:
			continue
		}
		if sig < 0 || sig > numSignals {
			return 0, EINVAL
		}
		if !c.mayKill(q) {
			if errno == ESRCH {
				errno = EPERM
			}
			continue
		}
		errno = 0
		if sig != 0 {
			c.k.signalFrom(c.p, q.pid, sig)
		}
	}
	return 0, errno
}

func (c *call) mayKill(q *process) bool {
	cr := c.cred()
	return cr.has(capKill) || oneOf(cr.euid, c.k.credOf(q).ruid, c.k.credOf(q).suid) || oneOf(cr.ruid, c.k.credOf(q).ruid, c.k.credOf(q).suid)
}

func sysTkill(c *call) (int64, Errno)  { return c.tkill(PID(c.int(0)), c.int(1)) }
func sysTgkill(c *call) (int64, Errno) { return c.tkill(PID(c.int(1)), c.int(2)) }

func (c *call) tkill(pid PID, sig int) (int64, Errno) {
	if pid <= 0 {
		return 0, EINVAL
	}
	q := c.k.proc(c.k.outer(c.p, pid))
	switch {
	case q == nil:
		return 0, ESRCH
	case sig < 0 || sig > numSignals:
		return 0, EINVAL
	case !c.mayKill(q):
		return 0, EPERM
	}
	if sig != 0 {
		c.k.send(q.pid, own(sig, siTkill, c.k, c.p, q))
	}
	return 0, 0
}
