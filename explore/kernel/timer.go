package kernel

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel/peer"
)

// This file implements sleeping, alarms and interval timers.

// expired reports whether duration d has passed since the call began, and
// keeps the deadline for when the call is repeated.
func (c *call) expired(d moment) bool {
	w := &c.p.wait
	if !w.active || !w.timed {
		w.timed = true
		w.deadline = c.oracle().add(c.k.now, d)
	}
	return !c.oracle().less(c.k.now, w.deadline)
}

func sysNanosleep(c *call) (int64, Errno) { return c.sleep(0, 1) }

func sysClockNanosleep(c *call) (int64, Errno) {
	id, flags := c.int(0), c.arg(1)
	if _, ok := c.clock(id); !ok || flags&^1 != 0 {
		return 0, EINVAL
	}
	if flags&1 == 0 {
		return c.sleep(2, 3)
	}
	until, errno := c.timespec(c.arg(2))
	if errno != 0 {
		return 0, errno
	}
	w, o := &c.p.wait, c.oracle()
	if !w.active {
		w.timed, w.deadline = true, until
		if now, _ := c.clock(id); id == clockMonotonic {
			w.deadline = c.k.now
			if o.less(now, until) {
				w.deadline = o.add(c.k.now, o.sub(until, now))
			}
		}
	}
	if !o.less(c.k.now, w.deadline) {
		return 0, 0
	}
	return c.block(false)
}

// sleep waits for a struct timespec. A signal's handler ends it, and what was left is written.
func (c *call) sleep(durationArg, leftArg int) (int64, Errno) {
	d, errno := c.timespec(c.arg(durationArg))
	if errno != 0 {
		return 0, errno
	}
	if d.isZero() || c.expired(d) {
		return 0, 0
	}
	c.stop = func() (int64, Errno) {
		if at := c.arg(leftArg); at != 0 {
			s := structure{c: c}
			s.moment(c.oracle().sub(c.p.wait.deadline, c.k.now))
			if errno := c.putData(at, s.d); errno != 0 {
				return 0, errno
			}
		}
		return 0, EINTR
	}
	return c.block(false)
}

// sysAlarm keeps the seconds symbolic: that the alarm goes off is known, and when is compared.
func sysAlarm(c *call) (int64, Errno) {
	seconds := c.masked(c.value(0), 0xffffffff)
	left := value(0)
	o := c.oracle()
	if c.p.alarmed != value(0) {
		left = o.where(c.p.alarmed, o.rounded(o.sub(c.p.alarm, c.k.now)))
	}
	if c.is(seconds, 0) {
		c.p.alarmed = value(0)
		return c.ret(left)
	}
	c.p.alarmed = value(1)
	c.p.alarm = o.add(c.k.now, moment{sec: seconds})
	c.p.interval = moment{}
	return c.ret(left)
}

// rounded returns the seconds that an alarm says are left: rounded, but not to 0.
func (o oracle) rounded(m moment) expr.Value {
	if !m.symbolic() {
		if m.nsec.C >= 5e8 || m.nsec.C > 0 && m.sec.C == 0 {
			return value(m.sec.C + 1)
		}
		return m.sec
	}
	x := o.cpu.Builder()
	nsec, none := wide(x, m.nsec), x.Eq(wide(x, m.sec), x.Const(0, 64))
	up := x.Or(x.Not(x.ULt(nsec, x.Const(5e8, 64))), x.And(none, x.NonZero(nsec)))
	return o.plus(m.sec, x.Value(x.ZExt(up, 64)))
}

// where returns v where the flag is 1, else 0.
func (o oracle) where(flag, v expr.Value) expr.Value {
	if flag.E == nil {
		if flag.C == 0 {
			return value(0)
		}
		return v
	}
	return o.ite(o.cpu.Builder().NonZero(flag.E), v, value(0))
}

// set reports whether a flag is 1.
func (o oracle) set(flag expr.Value) bool {
	if flag.E == nil {
		return flag.C != 0
	}
	return o.decide(o.cpu.Builder().NonZero(flag.E))
}

func sysGetitimer(c *call) (int64, Errno) {
	if c.int(0) != 0 {
		return c.unsupported("timers of processor time")
	}
	return 0, c.putTimer(c.arg(1))
}

func (c *call) putTimer(at uint64) Errno {
	s := structure{c: c}
	left := moment{}
	if o := c.oracle(); c.p.alarmed != value(0) {
		m := o.sub(c.p.alarm, c.k.now)
		left = moment{o.where(c.p.alarmed, m.sec), o.where(c.p.alarmed, m.nsec)}
	}
	for _, m := range []moment{c.p.interval, left} {
		s.value(m.sec, 8)
		s.value(c.over(m.nsec, 1000), 8)
	}
	return c.putData(at, s.d)
}

func sysSetitimer(c *call) (int64, Errno) {
	if c.int(0) != 0 {
		return c.unsupported("timers of processor time")
	}
	var interval, first moment
	if at := c.arg(1); at != 0 {
		var errno Errno
		if interval, errno = c.timeval(at); errno != 0 {
			return 0, errno
		}
		if first, errno = c.timeval(at + 16); errno != 0 {
			return 0, errno
		}
	}
	zero := c.isZero(first)
	if at := c.arg(2); at != 0 {
		if errno := c.putTimer(at); errno != 0 {
			return 0, errno
		}
	}
	c.p.alarmed = value(uint64(truth(!zero)))
	if !zero {
		c.p.alarm = c.oracle().add(c.k.now, first)
		c.p.interval = interval
	}
	return 0, 0
}

func (c *call) isZero(m moment) bool {
	return c.is(m.sec, 0) && c.is(m.nsec, 0)
}

// Step is what Idle did.
type Step uint8

// Outcomes of Idle.
const (
	StepInvalid  Step = iota
	StepPeer          // the scripted peer acted: some process may run
	StepTime          // the clock advanced to a deadline: some process may run
	StepFinished      // the script has come to its end and nothing more will happen: processes wait in vain
	StepDeadlock      // likewise, where there is no script or it waits too
)

// Idle is called when no process can run. The peer acts if it can; otherwise
// time advances to the next deadline. cpu decides the order of symbolic
// deadlines; it need not be any particular process's. When it unwinds, Idle is to be called again on
// both successors.
func (k *Kernel) Idle(cpu CPU) Step {
	saved := *k
	done := false
	defer func() {
		if !done {
			*k = saved
		}
	}()
	k.epoch++
	k.cpu = cpu
	step := StepTime
	if !k.closeLeft() {
		step = k.idle(cpu)
	}
	k.cpu = nil
	done = true
	return step
}

// Programs that wake up every second would never end. A process that has woken up MaxLapses times since the peer last did
// something is not waited for any longer: where that holds for all that wait for a time, the peer stops waiting, unless the script
// says for how long it waits, and once the script is over the run ends. The other two are how often the
// clock advances at most, for programs whose processes follow one another.
const (
	MaxLapses   = 32
	MaxPeerWait = 10000
	MaxEpilogue = 1000
)

func (k *Kernel) idle(cpu CPU) Step {
	switch k.stepPeer(cpu) {
	case peer.StatusActed:
		return k.peerActed()
	case peer.StatusServed: // it waits for the same as before
		return StepPeer
	}
	o := oracle{cpu}
	k.ticks = o.plus(k.ticks, value(1))
	if o.beyond(k.ticks, MaxPeerWait) && k.finishPeer(cpu) {
		return k.peerActed()
	}
	if o.beyond(k.ticks, MaxEpilogue) && k.peerDone() {
		return StepFinished
	}
	next, found := k.nextDeadline(o)
	if !found {
		if k.finishPeer(cpu) {
			return k.peerActed()
		}
		if k.peerDone() {
			return StepFinished
		}
		return StepDeadlock
	}
	if o.less(k.now, next) {
		k.now = next
	}
	k.lapse(o)
	k.wake()
	return StepTime
}

// peerActed begins to count again.
func (k *Kernel) peerActed() Step {
	k.ticks = value(0)
	for id := range k.procs.next {
		if p := k.procs.get(id); p != nil && p.lapses != value(0) {
			k.editProc(p.pid).lapses = value(0)
		}
	}
	return StepPeer
}

// nextDeadline returns the time for which something waits next; false where nothing does, or nothing will come of it.
func (k *Kernel) nextDeadline(o oracle) (next moment, ok bool) {
	found := false
	consider := func(m moment) {
		if !found || o.less(m, next) {
			next, found = m, true
		}
	}
	for p := range k.processes {
		alarmed := !p.zombie && o.set(p.alarmed)
		waits := !p.zombie && p.wait.active && p.wait.timed
		if alarmed {
			consider(p.alarm)
		}
		if waits {
			consider(p.wait.deadline)
		}
		ok = ok || (alarmed || waits) && (k.world.Script == nil || !o.beyond(p.lapses, MaxLapses-1))
	}
	if m, timed := k.peerDeadline(); timed {
		consider(m)
		ok = true
	}
	return next, ok
}

// lapse counts the deadlines that have passed, and sends the alarms.
func (k *Kernel) lapse(o oracle) {
	for id := range k.procs.next {
		p := k.procs.get(id)
		if p == nil || p.zombie {
			continue
		}
		rings := o.set(p.alarmed) && !o.less(k.now, p.alarm)
		if k.world.Script != nil && (rings || p.wait.active && p.wait.timed && !o.less(k.now, p.wait.deadline)) {
			p = k.editProc(p.pid)
			p.lapses = o.plus(p.lapses, value(1))
		}
		if rings {
			k.ring(o, p.pid)
		}
	}
}

// ring sends the alarm of process pid.
func (k *Kernel) ring(o oracle, pid PID) {
	p := k.editProc(pid)
	p.alarmed = value(0)
	if !o.zero(p.interval) {
		p.alarmed = value(1)
		p.alarm = o.add(p.alarm, p.interval)
	}
	k.signal(pid, sigALRM)
}

// beyond reports whether a count is greater than limit.
func (o oracle) beyond(n expr.Value, limit uint64) bool {
	return o.below(value(limit), n)
}

// zero reports whether a duration is 0.
func (o oracle) zero(m moment) bool { return o.same(m.sec, value(0)) && o.same(m.nsec, value(0)) }

// Now returns the simulated time: seconds and nanoseconds, which may be symbolic.
func (k *Kernel) Now() (sec, nsec expr.Value) { return k.now.sec, k.now.nsec }
