package kernel

import "encoding/binary"

// This file implements calls that tell about the machine and the process.

func sysGetpid(c *call) (int64, Errno) {
	return int64(c.p.ids[len(c.p.ids)-1].pid), 0
}

func sysGetppid(c *call) (int64, Errno) {
	return int64(c.k.innerPID(c.p, c.p.ppid)), 0
}

func (c *call) byPID(arg int) (*process, Errno) {
	pid := PID(c.int(arg))
	if pid == 0 {
		return c.p, 0
	}
	if pid > 0 {
		if q := c.k.proc(c.k.outer(c.p, pid)); q != nil {
			return q, 0
		}
	}
	return nil, ESRCH
}

func sysGetpgrp(c *call) (int64, Errno) { return int64(c.k.innerPID(c.p, c.p.pgid)), 0 }

func sysGetpgid(c *call) (int64, Errno) {
	q, errno := c.byPID(0)
	if errno != 0 {
		return 0, errno
	}
	return int64(c.k.innerPID(c.p, q.pgid)), 0
}

func sysGetsid(c *call) (int64, Errno) {
	q, errno := c.byPID(0)
	if errno != 0 {
		return 0, errno
	}
	return int64(c.k.innerPID(c.p, q.sid)), 0
}

func sysSetsid(c *call) (int64, Errno) {
	for q := range c.k.processes {
		if q.pgid == c.p.pid {
			return 0, EPERM
		}
	}
	c.p.sid, c.p.pgid = c.p.pid, c.p.pid
	return sysGetpid(c)
}

func sysSetpgid(c *call) (int64, Errno) {
	q, errno := c.byPID(0)
	if errno != 0 {
		return 0, errno
	}
	group := q.pid
	switch n := PID(c.int(1)); {
	case n < 0:
		return 0, EINVAL
	case n > 0:
		group = c.k.outer(c.p, n)
	}
	switch {
	case q != c.p && q.ppid != c.p.pid:
		return 0, ESRCH
	case q.sid != c.p.sid || q.sid == q.pid:
		return 0, EPERM
	}
	if group != q.pid {
		found := false
		for r := range c.k.processes {
			found = found || r.pgid == group && r.sid == c.p.sid
		}
		if !found {
			return 0, EPERM
		}
	}
	c.k.editProc(q.pid).pgid = group
	return 0, 0
}

func sysUname(c *call) (int64, Errno) {
	var b []byte
	for _, s := range []string{"Linux", c.k.world.Hostname, "6.1.0", "#1 SMP", "x86_64", "(none)"} {
		field := make([]byte, 65)
		copy(field[:64], s)
		b = append(b, field...)
	}
	return 0, c.put(c.arg(0), b)
}

// sysSysinfo describes a machine with 4 GiB of memory, half of it free.
func sysSysinfo(c *call) (int64, Errno) {
	s := structure{c: c}
	s.value(c.oracle().sub(c.k.now, momentOf(int64(c.k.start.sec.C)-1000, 0)).sec, 8)
	s.pad(3 * 8)
	s.u64(4 << 30)
	s.u64(2 << 30)
	s.pad(4 * 8)
	s.u16(uint16(len(c.k.PIDs())))
	s.pad(6)
	s.pad(2 * 8)
	s.u32(1)
	s.pad(4)
	return 0, c.putData(c.arg(0), s.d)
}

// fillRandom fills b with the next bytes of a fixed sequence.
func (k *Kernel) fillRandom(b []byte) {
	random := uint64(k.number(k.random))
	for i := range b {
		random ^= random << 13
		random ^= random >> 7
		random ^= random << 17
		b[i] = byte(random >> 32)
	}
	k.random = value(random)
}

func sysGetrandom(c *call) (int64, Errno) {
	n, flags := c.arg(1), c.arg(2)
	if flags&^7 != 0 {
		return 0, EINVAL
	}
	b := make([]byte, min(n, 1<<20))
	c.k.fillRandom(b)
	return int64(len(b)), c.put(c.arg(0), b)
}

func sysGetcpu(c *call) (int64, Errno) {
	for i := range 2 {
		if at := c.arg(i); at != 0 {
			if errno := c.putInt(at, 0); errno != 0 {
				return 0, errno
			}
		}
	}
	return 0, 0
}

// sysSchedGetaffinity says that there is one processor.
func sysSchedGetaffinity(c *call) (int64, Errno) {
	if c.arg(1) < 8 {
		return 0, EINVAL
	}
	return 8, c.put(c.arg(2), binary.LittleEndian.AppendUint64(nil, 1))
}

// sysFutex wakes nobody: a process has one thread.
func sysFutex(c *call) (int64, Errno) {
	if op := c.int(1) &^ (futexPrivate | futexRealtime); op != futexWake {
		return c.unsupported("operation " + utoa(uint64(op)))
	}
	return 0, 0
}

const (
	futexWake     = 1
	futexPrivate  = 128
	futexRealtime = 256
)

// Every process is scheduled as SCHED_OTHER.
func sysSchedGetscheduler(c *call) (int64, Errno) {
	switch pid := c.int(0); {
	case pid < 0:
		return 0, EINVAL
	case pid != 0 && c.k.proc(PID(pid)) == nil:
		return 0, ESRCH
	}
	return 0, 0
}

func sysSchedPriorityMax(c *call) (int64, Errno) { return c.schedPriority(99) }
func sysSchedPriorityMin(c *call) (int64, Errno) { return c.schedPriority(1) }

// schedPriority is the bound of a policy: that of SCHED_FIFO and SCHED_RR, 0 of the others.
func (c *call) schedPriority(realtime int64) (int64, Errno) {
	switch c.int(0) {
	case 1, 2:
		return realtime, 0
	case 0, 3, 5, 6:
		return 0, 0
	}
	return 0, EINVAL
}

func sysSethostname(c *call) (int64, Errno) {
	if !c.cred().has(capSysAdmin) {
		return 0, EPERM
	}
	b, errno := c.get(c.arg(0), min(c.arg(1), 64))
	if errno != 0 {
		return 0, errno
	}
	w := *c.k.world
	w.Hostname = string(b)
	c.k.world = &w
	return 0, 0
}

// sysExecve finds no program: there is none but the one under analysis.
func sysExecve(c *call) (int64, Errno) {
	path, errno := c.path(0)
	if errno != 0 {
		return 0, errno
	}
	n, errno := c.find(atFDCWD, path, true)
	switch {
	case errno != 0:
		return 0, errno
	case n.typ != typeFile || !c.may(n, 1):
		return 0, EACCES
	}
	return c.unsupported("running " + path)
}

const (
	tiocgwinsz = 0x5413
	fionread   = 0x541b
	fionbio    = 0x5421
	fioasync   = 0x5452
	fionclex   = 0x5450
	fioclex    = 0x5451
	siocatmark = 0x8905
)

func sysIoctl(c *call) (int64, Errno) {
	fd, request := c.fd(0), c.arg(1)&0xffffffff
	f := c.usable(fd)
	if f == nil {
		return 0, EBADF
	}
	switch request {
	case fioclex, fionclex:
		c.k.editFds(c.p)[fd].cloexec = request == fioclex
		return 0, 0
	case fionbio:
		on, errno := c.getInt(c.arg(2))
		if errno != 0 {
			return 0, errno
		}
		f = c.k.editFile(f.id)
		set := c.without(f.settable(), value(oNonblock))
		if on != 0 {
			set = c.with(set, oNonblock)
		}
		f.setFlags(set)
		return 0, 0
	case fionread:
		switch f.kind {
		case kindSock:
			s := c.k.received(f.sock)
			n := s.rx.len()
			switch {
			case s.state == sockListening:
				return 0, EINVAL
			case len(s.grams) > 0:
				n = len(s.grams[0].data.Bytes)
			}
			return 0, c.putInt(c.arg(2), n)
		case kindPipe:
			return 0, c.putInt(c.arg(2), c.k.piped(f.pipe).q.len())
		case kindInode:
			if n := c.k.inode(f.inode); n.typ == typeFile {
				left := c.oracle().minus(n.data.size(c.cpu.Builder()), f.off.value(c.cpu.Builder()))
				return 0, c.putData(c.arg(2), c.bytesOf(left, 4))
			}
		}
	case siocatmark:
		if f.kind == kindSock {
			s := c.k.sock(f.sock)
			return 0, c.putInt(c.arg(2), int(truth(s.urgent >= 0 && s.urgent == s.rx.at())))
		}
	}
	return 0, ENOTTY // nothing is a terminal
}

// sysSyslog has no kernel log to read.
func sysSyslog(*call) (int64, Errno) { return 0, EPERM }
