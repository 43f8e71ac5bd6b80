package kernel

import "github.com/confcov/confcov/explore/expr"

// This file implements resource limits, prctl and priorities.

// Resources.
const (
	rlimitCPU = iota
	rlimitFsize
	rlimitData
	rlimitStack
	rlimitCore
	rlimitRSS
	rlimitNproc
	rlimitNofile
	rlimitMemlock
	rlimitAS
	rlimitLocks
	rlimitSigpending
	rlimitMsgqueue
	rlimitNice
	rlimitRtprio
	rlimitRttime
	numLimits
)

const infinity = ^uint64(0)

// limit is a soft and a hard limit; the soft one is what counts.
type limit struct{ soft, hard expr.Value }

func firstLimits(files uint64) *[numLimits]limit {
	l := new([numLimits]limit)
	for i := range l {
		l[i] = limit{value(infinity), value(infinity)}
	}
	l[rlimitStack].soft = value(8 << 20)
	l[rlimitCore].soft = value(0)
	l[rlimitNproc] = limit{value(31000), value(31000)}
	l[rlimitNofile] = limit{value(files), value(max(files, 4096))}
	l[rlimitMemlock] = limit{value(8 << 20), value(8 << 20)}
	l[rlimitSigpending] = limit{value(31000), value(31000)}
	l[rlimitMsgqueue] = limit{value(819200), value(819200)}
	l[rlimitNice], l[rlimitRtprio] = limit{}, limit{}
	return l
}

// enforced reports whether the kernel looks at a limit.
func enforced(resource int) bool {
	switch resource {
	case rlimitFsize, rlimitNproc, rlimitNofile, rlimitAS, rlimitNice:
		return true
	}
	return false
}

// limit returns a soft limit of p. Those that the kernel enforces are made concrete when they are set, and where they
// depend on conditions, when they are looked at.
func (k *Kernel) limit(p *process, resource int) uint64 {
	if v := p.limits[resource].soft; v.E != nil {
		limits := *p.limits
		limits[resource].soft = value(k.cpu.Concrete(v))
		p = k.editProc(p.pid)
		p.limits = &limits
	}
	return p.limits[resource].soft.C
}

func (k *Kernel) noFiles(p *process) uint64 { return min(k.limit(p, rlimitNofile), 1<<20) }

func (c *call) limit(resource int) uint64 { return c.k.limit(c.p, resource) }
func (c *call) noFiles() uint64           { return c.k.noFiles(c.p) }

func sysGetrlimit(c *call) (int64, Errno) { return c.rlimit(c.p.pid, c.arg(0), 0, c.arg(1)) }
func sysSetrlimit(c *call) (int64, Errno) { return c.rlimit(c.p.pid, c.arg(0), c.arg(1), 0) }

func sysPrlimit64(c *call) (int64, Errno) {
	pid := c.p.pid
	if n := PID(c.int(0)); n != 0 {
		pid = c.k.outer(c.p, n)
	}
	return c.rlimit(pid, c.arg(1), c.arg(2), c.arg(3))
}

func (c *call) rlimit(pid PID, resource, set, get uint64) (int64, Errno) {
	q := c.k.proc(pid)
	if q == nil || q.zombie {
		return 0, ESRCH
	}
	if resource >= numLimits {
		return 0, EINVAL
	}
	if q.pid != c.p.pid && !c.cred().has(capSysResource) && c.k.credOf(q).ruid != c.cred().ruid {
		return 0, EPERM
	}
	old := q.limits[resource]
	if set != 0 {
		d, errno := c.data(set, 16)
		if errno != 0 {
			return 0, errno
		}
		fresh := limit{c.wordOf(d.part(0, 8)), c.wordOf(d.part(8, 16))}
		if enforced(int(resource)) {
			for _, v := range []*expr.Value{&fresh.soft, &fresh.hard} {
				if v.E != nil {
					*v = value(c.cpu.Concrete(*v))
				}
			}
		}
		if c.above(fresh.soft, fresh.hard) {
			return 0, EINVAL
		}
		if c.above(fresh.hard, old.hard) && !c.cred().has(capSysResource) {
			return 0, EPERM
		}
		if resource == rlimitNofile && fresh.hard.C > 1<<20 {
			return 0, EPERM
		}
		limits := *q.limits
		limits[resource] = fresh
		c.k.editProc(q.pid).limits = &limits
	}
	if get != 0 {
		s := structure{c: c}
		s.value(old.soft, 8)
		s.value(old.hard, 8)
		return 0, c.putData(get, s.d)
	}
	return 0, 0
}

// above reports whether a > b, unsigned.
func (c *call) above(a, b expr.Value) bool {
	if a.E == nil && b.E == nil {
		return a.C > b.C
	}
	x := c.cpu.Builder()
	return c.decide(x.ULt(wide(x, b), wide(x, a)))
}

// Options of prctl.
const (
	prSetPdeathsig  = 1
	prGetPdeathsig  = 2
	prGetDumpable   = 3
	prSetDumpable   = 4
	prGetKeepcaps   = 7
	prSetKeepcaps   = 8
	prSetName       = 15
	prGetName       = 16
	prGetSeccomp    = 21
	prSetSeccomp    = 22
	prCapbsetRead   = 23
	prCapbsetDrop   = 24
	prSetNoNewPrivs = 38
	prGetNoNewPrivs = 39
)

func sysPrctl(c *call) (int64, Errno) {
	option, arg := c.int(0), c.args[1]
	n := c.arg(1)
	p := c.p
	switch option {
	case prSetPdeathsig:
		if n > numSignals {
			return 0, EINVAL
		}
		p.deathSig = int(n)
	case prGetPdeathsig:
		return 0, c.putInt(arg.C, p.deathSig)
	case prGetDumpable:
		return 1, 0
	case prSetDumpable:
		if n > 1 {
			return 0, EINVAL
		}
	case prGetKeepcaps:
		return truth(c.cred().keepCaps), 0
	case prSetKeepcaps:
		if n > 1 {
			return 0, EINVAL
		}
		c.cred().keepCaps = n == 1
	case prSetName:
		s, errno := c.cpu.CString(n)
		if errno != 0 {
			return 0, errno
		}
		p.name = [16]byte{}
		copy(p.name[:15], s)
	case prGetName:
		return 0, c.put(n, p.name[:])
	case prGetSeccomp:
		return 0, 0
	case prSetSeccomp:
		return c.setSeccomp()
	case prCapbsetRead:
		if n > capLast {
			return 0, EINVAL
		}
		return int64(c.cred().bounding >> n & 1), 0
	case prCapbsetDrop:
		if n > capLast {
			return 0, EINVAL
		}
		c.cred().bounding &^= 1 << n
	case prSetNoNewPrivs:
		if n != 1 || c.arg(2) != 0 || c.arg(3) != 0 || c.arg(4) != 0 {
			return 0, EINVAL
		}
		c.cred().noNewPrivs = true
	case prGetNoNewPrivs:
		if n != 0 || c.arg(2) != 0 || c.arg(3) != 0 || c.arg(4) != 0 {
			return 0, EINVAL
		}
		return truth(c.cred().noNewPrivs), 0
	default:
		return 0, EINVAL
	}
	return 0, 0
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// setSeccomp accepts a filter that has no effect: what a filter would forbid is allowed.
func (c *call) setSeccomp() (int64, Errno) {
	if !c.cred().noNewPrivs && !c.cred().has(capSysAdmin) {
		return 0, EACCES
	}
	c.k.note("a seccomp filter was accepted and has no effect")
	return 0, 0
}

func sysSeccomp(c *call) (int64, Errno) {
	if c.int(0) > 1 {
		return 0, EINVAL
	}
	return c.setSeccomp()
}

func sysUnshare(c *call) (int64, Errno) {
	flags := c.arg(0)
	const harmless = 0x200 | 0x400 | 0x40000 // CLONE_FS, CLONE_FILES, CLONE_SYSVSEM
	switch {
	case flags&^(harmless|cloneNew|cloneNewUser) != 0:
		return 0, EINVAL
	case flags&cloneNewUser != 0, flags&cloneNew != 0 && !c.cred().has(capSysAdmin):
		return 0, EPERM
	case flags&cloneNewPID != 0:
		return c.unsupported("a pid namespace")
	}
	return 0, 0
}

func sysPtrace(*call) (int64, Errno) { return 0, EPERM }

// The nice values.
const (
	mostNice  = 19
	leastNice = -20
)

// whose calls f for the processes that getpriority and setpriority mean.
func (c *call) whose(f func(q *process)) Errno {
	which, who := c.int(0), c.int(1)
	if which < 0 || which > 2 {
		return EINVAL
	}
	mine := [3]int{int(c.p.pid), int(c.p.pgid), int(c.cred().ruid)}[which]
	if who != 0 && which < 2 {
		mine = int(c.k.outer(c.p, PID(who)))
	} else if who != 0 {
		mine = int(uint32(who))
	}
	for q := range c.k.processes {
		if mine == [3]int{int(q.pid), int(q.pgid), int(c.k.credOf(q).ruid)}[which] {
			f(q)
		}
	}
	return 0
}

// sysGetpriority returns 20 less the nice value of the process that has most priority.
func sysGetpriority(c *call) (int64, Errno) {
	most := 0
	errno := c.whose(func(q *process) { most = max(most, 20-c.k.number(q.nice)) })
	if errno == 0 && most == 0 {
		errno = ESRCH
	}
	return int64(most), errno
}

func sysSetpriority(c *call) (int64, Errno) {
	nice, result := min(max(c.int(2), leastNice), mostNice), ESRCH
	errno := c.whose(func(q *process) {
		cr := c.cred()
		switch able := cr.has(capSysNice); {
		case !able && cr.euid != c.k.credOf(q).ruid && cr.euid != c.k.credOf(q).euid:
			result = EPERM
		case !able && nice < c.k.number(q.nice) && uint64(20-nice) > c.k.limit(q, rlimitNice):
			result = EACCES
		case !able && c.k.credOf(q).permitted&^cr.permitted != 0:
			result = EPERM
		default:
			c.k.editProc(q.pid).nice = value(uint64(nice))
			if result == ESRCH {
				result = 0
			}
		}
	})
	if errno != 0 {
		return 0, errno
	}
	return 0, result
}
