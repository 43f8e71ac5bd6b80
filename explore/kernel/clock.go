package kernel

import (
	"github.com/confcov/confcov/explore/expr"
)

// This file implements points in simulated time and the calls that read clocks.
//
// Time stands still while any process can run. It advances only when all
// wait, to the next deadline. Deadlines may be symbolic: alarm(timeout).

// moment is a point in time or a duration: seconds, and nanoseconds below 1e9; signed 64-bit words.
type moment struct{ sec, nsec expr.Value }

func momentOf(sec, nsec int64) moment {
	return moment{value(uint64(sec)), value(uint64(nsec))}
}

func (m moment) symbolic() bool { return m.sec.E != nil || m.nsec.E != nil }

func (m moment) isZero() bool { return !m.symbolic() && m.sec.C == 0 && m.nsec.C == 0 }

// nanos returns a concrete moment as nanoseconds.
func (m moment) nanos() int64 { return int64(m.sec.C)*1e9 + int64(m.nsec.C) }

// oracle is what decides comparisons of symbolic values: a CPU.
type oracle struct{ cpu CPU }

func (o oracle) decide(e *expr.Expr) bool {
	switch {
	case e.IsTrue():
		return true
	case e.IsFalse():
		return false
	}
	return o.cpu.Decide(e)
}

// less reports whether a is before b.
func (o oracle) less(a, b moment) bool {
	if !a.symbolic() && !b.symbolic() {
		return a.nanos() < b.nanos()
	}
	return o.decide(o.before(a, b))
}

// before returns the condition that a is before b.
func (o oracle) before(a, b moment) *expr.Expr {
	x := o.cpu.Builder()
	if a == b {
		return x.Bool(false)
	}
	sec := x.SLt(wide(x, a.sec), wide(x, b.sec))
	if a.nsec == b.nsec {
		return sec
	}
	same := x.Eq(wide(x, a.sec), wide(x, b.sec))
	return x.Or(sec, x.And(same, x.SLt(wide(x, a.nsec), wide(x, b.nsec))))
}

// add returns a + b for a duration b that is not negative.
func (o oracle) add(a, b moment) moment {
	if !a.symbolic() && !b.symbolic() {
		sec, nsec := int64(a.sec.C)+int64(b.sec.C), int64(a.nsec.C)+int64(b.nsec.C)
		if sec < 0 { // overflow: never
			sec = 1<<63 - 1
		}
		if nsec >= 1e9 {
			sec, nsec = sec+1, nsec-1e9
		}
		return momentOf(sec, nsec)
	}
	sum := moment{o.plus(a.sec, b.sec), o.plus(a.nsec, b.nsec)}
	return o.carried(sum, value(1e9), moment{o.plus(sum.sec, value(1)), o.minus(sum.nsec, value(1e9))}, sum)
}

// carried returns low where m's nanoseconds are below limit, else high.
func (o oracle) carried(m moment, limit expr.Value, high, low moment) moment {
	if m.nsec.E == nil {
		if int64(m.nsec.C) < int64(limit.C) {
			return low
		}
		return high
	}
	x := o.cpu.Builder()
	below := x.SLt(m.nsec.E, x.Const(limit.C, 64))
	return moment{o.ite(below, low.sec, high.sec), o.ite(below, low.nsec, high.nsec)}
}

// ite returns a where the condition holds, else b.
func (o oracle) ite(cond *expr.Expr, a, b expr.Value) expr.Value {
	x := o.cpu.Builder()
	return x.Value(x.Ite(cond, wide(x, a), wide(x, b)))
}

// sub returns a - b for b not after a.
func (o oracle) sub(a, b moment) moment {
	if !a.symbolic() && !b.symbolic() {
		d := a.nanos() - b.nanos()
		return momentOf(d/1e9, d%1e9)
	}
	diff := moment{o.minus(a.sec, b.sec), o.minus(a.nsec, b.nsec)}
	return o.carried(diff, value(0), diff, moment{o.minus(diff.sec, value(1)), o.plus(diff.nsec, value(1e9))})
}

func (o oracle) plus(a, b expr.Value) expr.Value {
	if a.E == nil && b.E == nil {
		return value(a.C + b.C)
	}
	x := o.cpu.Builder()
	return x.Value(x.Add(wide(x, a), wide(x, b)))
}

func (o oracle) minus(a, b expr.Value) expr.Value {
	if a.E == nil && b.E == nil {
		return value(a.C - b.C)
	}
	x := o.cpu.Builder()
	return x.Value(x.Sub(wide(x, a), wide(x, b)))
}

// below reports whether a is less than b, both without sign.
func (o oracle) below(a, b expr.Value) bool {
	if a.E == nil && b.E == nil {
		return a.C < b.C
	}
	x := o.cpu.Builder()
	return o.decide(x.ULt(wide(x, a), wide(x, b)))
}

// least returns the less of two, both without sign.
func (o oracle) least(a, b expr.Value) expr.Value {
	if a.E == nil && b.E == nil {
		return value(min(a.C, b.C))
	}
	x := o.cpu.Builder()
	return o.ite(x.ULt(wide(x, a), wide(x, b)), a, b)
}

// oracle returns what decides for this call.
func (c *call) oracle() oracle { return oracle{c.cpu} }

// timespec reads a struct timespec; EINVAL where it is no valid duration.
func (c *call) timespec(addr uint64) (moment, Errno) {
	return c.timeOf(addr, 1e9)
}

// timeval reads a struct timeval.
func (c *call) timeval(addr uint64) (moment, Errno) {
	m, errno := c.timeOf(addr, 1e6)
	if errno != 0 {
		return moment{}, errno
	}
	m.nsec = c.times(m.nsec, 1000)
	return m, 0
}

// timeOf reads two words, seconds and a fraction below limit.
func (c *call) timeOf(addr, limit uint64) (moment, Errno) {
	d, errno := c.cpu.Read(addr, 16)
	if errno != 0 {
		return moment{}, errno
	}
	m := moment{c.wordOf(d.part(0, 8)), c.wordOf(d.part(8, 16))}
	if c.below(m.sec, 0) || c.below(m.nsec, 0) || !c.below(m.nsec, int64(limit)) {
		return moment{}, EINVAL
	}
	return m, 0
}

// Clocks.
const (
	clockRealtime  = 0
	clockMonotonic = 1
	clockCPUFirst  = 2
	clockCPULast   = 3
	clockLast      = 11
)

// clock returns the time on a clock, false if there is none of that number.
func (c *call) clock(id int) (moment, bool) {
	switch {
	case id == clockCPUFirst || id == clockCPULast:
		return momentOf(0, 0), true // a process never uses processor time
	case id == clockMonotonic || id == 4 || id == 6 || id == 7 || id == 9:
		return c.oracle().sub(c.k.now, momentOf(int64(c.k.start.sec.C)-1000, 0)), true
	case id >= 0 && id <= clockLast:
		return c.k.now, true
	}
	return moment{}, false
}

func sysClockGettime(c *call) (int64, Errno) {
	now, ok := c.clock(c.int(0))
	if !ok {
		return 0, EINVAL
	}
	s := structure{c: c}
	s.moment(now)
	return 0, c.putData(c.arg(1), s.d)
}

func sysClockGetres(c *call) (int64, Errno) {
	if _, ok := c.clock(c.int(0)); !ok {
		return 0, EINVAL
	}
	s := structure{c: c}
	s.moment(momentOf(0, 1))
	if c.arg(1) == 0 {
		return 0, 0
	}
	return 0, c.putData(c.arg(1), s.d)
}

func sysGettimeofday(c *call) (int64, Errno) {
	if tv := c.arg(0); tv != 0 {
		s := structure{c: c}
		s.value(c.k.now.sec, 8)
		s.value(c.over(c.k.now.nsec, 1000), 8)
		if errno := c.putData(tv, s.d); errno != 0 {
			return 0, errno
		}
	}
	if tz := c.arg(1); tz != 0 {
		return 0, c.put(tz, make([]byte, 8))
	}
	return 0, 0
}

func sysTime(c *call) (int64, Errno) {
	if at := c.arg(0); at != 0 {
		s := structure{c: c}
		s.value(c.k.now.sec, 8)
		if errno := c.putData(at, s.d); errno != 0 {
			return 0, errno
		}
	}
	return c.ret(c.k.now.sec)
}

func sysTimes(c *call) (int64, Errno) {
	if at := c.arg(0); at != 0 {
		if errno := c.put(at, make([]byte, 32)); errno != 0 {
			return 0, errno
		}
	}
	up := c.oracle().sub(c.k.now, c.k.start)
	return c.ret(c.oracle().plus(c.times(up.sec, 100), c.over(up.nsec, 1e7)))
}

// sysGetrusage reports that nothing was used.
func sysGetrusage(c *call) (int64, Errno) {
	if who := c.int(0); who < -1 || who > 1 {
		return 0, EINVAL
	}
	return 0, c.put(c.arg(1), make([]byte, 144))
}
