package kernel

import (
	"fmt"
	"slices"

	"github.com/confcov/confcov/explore/expr"
)

// This file defines processes: how they begin, fork and end.

// process is a process or a zombie.
type process struct {
	tag
	pid, ppid PID
	pgid, sid PID
	ids       []nsID // its pids, in the outermost namespace first; never changed in place
	zombie    bool
	status    uint32 // of a zombie: as wait tells it
	children  PID    // how many processes it made

	cred      cred
	creds     *choices[cred] // nil, or what cred is one of
	cwd, root expr.Value     // inodes
	umask     expr.Value
	fds       []descriptor
	fdsEpoch  uint64
	limits    *[numLimits]limit // never changed in place
	nice      expr.Value
	mapped    expr.Value // bytes of memory that it mapped
	shared    []uint64   // where shared anonymous memory is mapped; never changed in place

	actions    *[numSignals + 1]action // never changed in place
	doubts     []doubt                 // actions that depend on conditions: of no signal that is pending; never changed in place
	blocked    uint64                  // mask of signals; bit n-1 is signal n
	pending    uint64
	infos      []siginfo // of the pending signals, oldest first; never changed in place
	frames     []uint64  // masks to restore when handlers return; never changed in place
	altstack   [3]uint64
	exitSignal int        // what the parent gets when it ends
	deathSig   int        // what it gets when the parent ends
	alarmed    expr.Value // 1: SIGALRM is due at alarm; 0: never
	alarm      moment
	interval   moment // and how long after that again; zero: never

	wait        waiting
	spins       expr.Value // how many calls returned at once since it did something
	spun        expr.Value // how often it waited since then because it spins
	lapses      expr.Value // how many of its deadlines have passed since the peer did something
	interrupted bool       // the last call failed with EINTR and may be repeated
	masked      bool       // savedMask is to be restored when the call that set another mask is over
	savedMask   uint64     // and its handlers have run
	name        [16]byte
}

func (p *process) copyInto(to *process) { *to = *p }

// nsID is a pid in a namespace.
type nsID struct {
	ns  int
	pid PID
}

// ns returns the namespace the process lives in.
func (p *process) ns() int { return p.ids[len(p.ids)-1].ns }

// inner returns q's pid as p sees it, 0 if it cannot.
func (k *Kernel) inner(p, q *process) PID {
	for _, id := range q.ids {
		if id.ns == p.ns() {
			return id.pid
		}
	}
	return 0
}

// innerPID returns the pid that process pid has for p, 0 if p does not see it.
func (k *Kernel) innerPID(p *process, pid PID) PID {
	if q := k.proc(pid); q != nil {
		return k.inner(p, q)
	}
	if pid < k.firstPID && p.ns() == 0 {
		return pid // processes from before the simulation
	}
	return 0
}

// noPID is the pid of no process.
const noPID PID = 1<<31 - 1

// outer returns the kernel's pid for a pid as p sees it; noPID if there is none. A
// negative pid, a process group, becomes a negative pid.
func (k *Kernel) outer(p *process, pid PID) PID {
	if pid < -1 {
		return -k.outer(p, -pid)
	}
	if p.ns() == 0 || pid <= 0 {
		return pid
	}
	for q := range k.processes {
		if k.inner(p, q) == pid {
			return q.pid
		}
	}
	return noPID
}

// processes calls f for every process and zombie, by pid.
func (k *Kernel) processes(f func(*process) bool) {
	for id := range k.procs.next {
		if p := k.procs.get(id); p != nil && !f(p) {
			return
		}
	}
}

// PIDs returns the processes that have not ended, in ascending order.
func (k *Kernel) PIDs() []PID {
	var all []PID
	for p := range k.processes {
		if !p.zombie {
			all = append(all, p.pid)
		}
	}
	return all
}

// ExitStatus returns how process pid ended, as wait tells it: the exit status
// shifted left by 8, or the number of the signal that ended it. It is false
// for a process that runs or whose status was fetched by its parent.
func (k *Kernel) ExitStatus(pid PID) (uint32, bool) {
	if p := k.proc(pid); p != nil && p.zombie {
		return p.status, true
	}
	return 0, false
}

func (k *Kernel) addFirstProcess() error {
	w := k.world
	p := &process{
		pid: w.PID, ppid: 1, pgid: w.PID, sid: w.PID, ids: []nsID{{0, w.PID}},
		cred: newCred(w.UID, w.GID, w.Groups), root: value(uint64(k.root)), umask: value(uint64(w.Umask)),
		limits: firstLimits(w.NoFiles), actions: new([numSignals + 1]action), exitSignal: sigCHLD,
	}
	copy(p.name[:15], "program")
	cwd := k.lookupAbsolute(w.Cwd)
	if cwd < 0 || !k.inode(cwd).isDir() {
		return fmt.Errorf("working directory %q of the world: no such directory", w.Cwd)
	}
	p.cwd = value(uint64(cwd))
	k.hold(cwd)
	k.hold(k.root)
	k.putProc(p.pid, p)
	k.addStandardFiles(p)
	return nil
}

// addStandardFiles opens descriptors 0, 1 and 2.
func (k *Kernel) addStandardFiles(p *process) {
	if k.openControl(p) {
		return
	}
	n := k.newInode(typeFile, value(0o600), p.cred.ruid, p.cred.rgid)
	n.data = bufOf(k.world.Stdin)
	n.opens = value(1)
	in := k.newFile(kindInode, oLargefile)
	in.inode = n.id
	k.must(k.install(p, in.id, 0, false))
	for _, flags := range []uint32{oWronly, oWronly} {
		out := k.newFile(kindOutput, flags)
		k.must(k.install(p, out.id, 0, false))
	}
}

func (k *Kernel) must(_ int, errno Errno) {
	if errno != 0 {
		panic("kernel: cannot open the standard descriptors: " + errno.String())
	}
}

// Flags of clone.
const (
	cloneVM            = 0x100
	cloneVfork         = 0x4000
	cloneThread        = 0x10000
	cloneNewNS         = 0x00020000
	cloneParentSettid  = 0x00100000
	cloneChildCleartid = 0x00200000
	cloneDetached      = 0x00400000
	cloneChildSettid   = 0x01000000
	cloneNewCgroup     = 0x02000000
	cloneNewUTS        = 0x04000000
	cloneNewIPC        = 0x08000000
	cloneNewUser       = 0x10000000
	cloneNewPID        = 0x20000000
	cloneNewNet        = 0x40000000

	cloneNew = cloneNewNS | cloneNewCgroup | cloneNewUTS | cloneNewIPC | cloneNewPID | cloneNewNet
)

func sysFork(c *call) (int64, Errno) { return c.fork(sigCHLD) }

// sysVfork does not suspend the parent and does not share memory.
func sysVfork(c *call) (int64, Errno) { return c.fork(sigCHLD) }

func sysClone(c *call) (int64, Errno) {
	flags := c.arg(0)
	switch {
	case flags&cloneThread != 0 || flags&(cloneVM|cloneVfork) == cloneVM:
		return c.unsupported("threads")
	case c.arg(1) != 0:
		return c.unsupported("a stack for the child")
	case flags&cloneNewUser != 0:
		return 0, EPERM
	case flags&cloneNew != 0 && !c.cred().has(capSysAdmin):
		return 0, EPERM
	}
	return c.fork(flags)
}

func (c *call) fork(flags uint64) (int64, Errno) {
	p := c.p
	c.cwd() // what parent and child share is decided before
	c.root()
	for fd := range p.fds {
		c.k.descriptorAt(p, fd)
	}
	if len(p.shared) > 0 {
		return c.unsupported("memory that parent and child share")
	}
	if limit := c.limit(rlimitNproc); c.cred().ruid != 0 && !c.cred().has(capSysResource) && !c.cred().has(capSysAdmin) {
		count := uint64(0)
		for q := range c.k.processes {
			if c.k.credOf(q).ruid == c.cred().ruid {
				count++
			}
		}
		if count >= limit {
			return 0, EAGAIN
		}
	}
	child := new(process)
	p.copyInto(child)
	child.pid = c.k.firstPID + PID(c.k.procs.next)
	child.ppid = p.pid
	child.children = 0
	child.pending, child.infos, child.alarmed, child.lapses, child.deathSig = 0, nil, value(0), value(0), 0
	child.acted()
	child.exitSignal = int(flags & 0xff)
	child.wait = waiting{}
	child.ids = c.k.newIDs(p, child.pid, flags&cloneNewPID != 0)
	child.fdsEpoch = 0
	for _, d := range child.fds {
		if d.file >= 0 {
			c.k.ref(d.file)
		}
	}
	c.k.hold(c.cwd())
	c.k.hold(c.root())
	c.k.putProc(child.pid, child)
	p.children++
	p.fdsEpoch = 0 // shared with the child now
	c.child = child.pid
	return int64(c.k.inner(p, child)), outFork
}

// newIDs returns the pids of p's child pid.
func (k *Kernel) newIDs(p *process, pid PID, fresh bool) []nsID {
	var ids []nsID
	for _, at := range p.ids {
		id := nsID{at.ns, pid}
		if at.ns != 0 {
			id.pid = 1
			for q := range k.processes {
				for _, other := range q.ids {
					if other.ns == at.ns && other.pid >= id.pid {
						id.pid = other.pid + 1
					}
				}
			}
		}
		ids = append(ids, id)
	}
	if fresh {
		ids = append(ids, nsID{k.nextNS, 1})
		k.nextNS++
	}
	return ids
}

func sysExit(c *call) (int64, Errno) {
	status := c.arg(0) & 0xff
	c.k.end(c.p, uint32(status)<<8)
	c.result = value(status)
	return 0, outExit
}

// end ends process p.
func (k *Kernel) end(p *process, status uint32) {
	if p.zombie {
		return
	}
	p.zombie, p.status = true, status
	if parent := k.proc(p.ppid); k.cpu == nil && parent != nil && parent.doubtful(sigCHLD) {
		k.left = append(k.left[:len(k.left):len(k.left)], leftover{pid: p.pid, ends: true})
		return
	}
	p.wait, p.alarmed, p.pending, p.infos = waiting{}, value(0), 0, nil
	left := leftover{pid: p.pid, fds: p.fds, dirs: [2]expr.Value{p.cwd, p.root}}
	p.fds = nil
	if k.cpu == nil && k.joined {
		k.left = append(k.left[:len(k.left):len(k.left)], left)
	} else {
		k.close(left)
	}
	isInit := len(p.ids) > 1 && p.ids[len(p.ids)-1].pid == 1
	for id := range k.procs.next {
		q := k.procs.get(id)
		if q == nil || q == p {
			continue
		}
		if isInit && !q.zombie && k.inner(p, q) != 0 {
			k.signal(q.pid, sigKILL)
		}
		if q.ppid != p.pid {
			continue
		}
		q = k.editProc(q.pid)
		q.ppid = 1
		if q.zombie {
			k.putProc(q.pid, nil)
		} else if q.deathSig != 0 {
			k.signalFrom(p, q.pid, q.deathSig)
		}
	}
	parent := k.proc(p.ppid)
	if parent == nil || parent.zombie {
		if p.pid != k.firstPID {
			k.putProc(p.pid, nil)
		}
	} else {
		var about siginfo
		if p.exitSignal != 0 {
			about = childEnded(k, p, parent) // which looks at the process
		}
		act := k.certain(parent, sigCHLD).actions[sigCHLD]
		if p.exitSignal == sigCHLD && (act.handler == sigIgn || act.flags&saNocldwait != 0) {
			k.putProc(p.pid, nil)
		}
		if p.exitSignal != 0 {
			k.send(parent.pid, about)
		}
	}
	k.wake()
}

// leftover is what is to be done when the next call is carried out: what a process had open is to be closed, which a
// signal ended while no call was being carried out that could decide conditions. Sooner nobody can see it.
type leftover struct {
	pid  PID
	fds  []descriptor
	dirs [2]expr.Value

	ends   bool    // nothing but the end itself is known yet
	unsent siginfo // or this: a signal to send
}

func (k *Kernel) close(l leftover) {
	last := k.joined && k.alone(l.pid) // then nothing is decided that only this machine could see
	for _, d := range l.fds {
		if last && k.hidden(d) {
			continue
		}
		if d.maybe != nil {
			d = d.maybe.all[k.pick(d.maybe.which)]
		}
		if d.file >= 0 {
			k.closeFile(l.pid, d.file)
		}
	}
	for _, dir := range l.dirs {
		if !last {
			k.leaveDir(k.number(dir))
		}
	}
}

// alone reports whether every process but pid has ended, so that nobody sees any more which files are open.
func (k *Kernel) alone(pid PID) bool {
	if len(k.procs.variants) > 0 {
		return false
	}
	for id := range k.procs.next {
		if p := k.procs.get(id); p != nil && p.pid != pid && !p.zombie {
			return false
		}
	}
	return true
}

// hidden reports whether a descriptor can name nothing but what nobody outside sees closed: files and sockets of the machine itself.
func (k *Kernel) hidden(d descriptor) bool {
	all := []descriptor{d}
	if d.maybe != nil {
		all = d.maybe.all
	}
	for _, d := range all {
		if d.file < 0 {
			continue
		}
		for _, f := range k.files.alternatives(d.file) {
			switch {
			case f == nil || f.kind == kindInode:
			case f.kind != kindSock || slices.ContainsFunc(k.socks.alternatives(f.sock), outside):
				return false
			}
		}
	}
	return true
}

// outside reports whether closing a socket may be seen by the peer: its own, or one that carries descriptors, which may be the peer's.
func outside(s *sock) bool {
	return s != nil && (s.family != afUnix || len(s.rights) > 0 || slices.ContainsFunc(s.grams, func(d datagram) bool { return len(d.files) > 0 }))
}

// closeLeft closes what was left open, and reports whether there was anything.
func (k *Kernel) closeLeft() bool {
	left := k.left
	k.left = nil
	for _, l := range left {
		switch {
		case l.ends:
			if p := k.editProc(l.pid); p != nil {
				p.zombie = false
				k.end(p, p.status)
			}
		case l.unsent.sig != 0:
			k.send(l.pid, l.unsent)
		default:
			k.close(l)
		}
		k.wake()
	}
	return len(left) > 0
}

// Options of wait4 and waitid.
const (
	wNohang  = 1
	wStopped = 2
	wExited  = 4
	wCont    = 8
	wNowait  = 0x01000000
	wClone   = 0x80000000
	wAll     = 0x40000000
	wNoThr   = 0x20000000
)

func sysWait4(c *call) (int64, Errno) {
	pid, options := PID(c.int(0)), c.arg(2)&0xffffffff
	if options&^(wNohang|wStopped|wCont|wClone|wAll|wNoThr) != 0 {
		return 0, EINVAL
	}
	q, errno := c.child4wait(c.k.outer(c.p, pid), options)
	if errno != 0 || q == nil {
		return 0, errno
	}
	n, status := c.k.inner(c.p, q), q.status
	c.k.putProc(q.pid, nil)
	if at := c.arg(1); at != 0 {
		if errno := c.putInt(at, int(status)); errno != 0 {
			return 0, errno
		}
	}
	if at := c.arg(3); at != 0 {
		if errno := c.put(at, make([]byte, 144)); errno != 0 {
			return 0, errno
		}
	}
	return int64(n), 0
}

// child4wait finds a child that ended; nil without an error where there is none yet and wNohang is given.
func (c *call) child4wait(pid PID, options uint64) (*process, Errno) {
	any := false
	for q := range c.k.processes {
		if q.ppid != c.p.pid || pid > 0 && q.pid != pid || pid == 0 && q.pgid != c.p.pgid || pid < -1 && q.pgid != -pid {
			continue
		}
		if options&wAll == 0 && (q.exitSignal != sigCHLD) != (options&wClone != 0) {
			continue
		}
		any = true
		if q.zombie {
			return q, 0
		}
	}
	if !any {
		return nil, ECHILD
	}
	if options&wNohang != 0 {
		return nil, 0
	}
	c.restart = true
	return nil, outBlock
}

func sysWaitid(c *call) (int64, Errno) {
	which, id, options := c.int(0), PID(c.int(1)), c.arg(3)&0xffffffff
	if options&^(wNohang|wStopped|wExited|wCont|wNowait|wClone|wAll|wNoThr) != 0 || options&(wExited|wStopped|wCont) == 0 {
		return 0, EINVAL
	}
	pid := PID(-1)
	switch which {
	case 0:
	case 1:
		pid = c.k.outer(c.p, id)
	case 2:
		pid = -c.k.outer(c.p, id)
	default:
		return 0, EINVAL
	}
	q, errno := c.child4wait(pid, options)
	if errno != 0 {
		return 0, errno
	}
	s := structure{c: c}
	if q == nil {
		s.pad(128)
	} else {
		s.u32(sigCHLD)
		s.u32(0)
		if q.status&0x7f == 0 {
			s.u64(1) // CLD_EXITED
		} else {
			s.u64(2) // CLD_KILLED
		}
		s.u32(uint32(c.k.inner(c.p, q)))
		s.u32(c.k.credOf(q).ruid)
		if q.status&0x7f == 0 {
			s.u32(q.status >> 8)
		} else {
			s.u32(q.status & 0x7f)
		}
		s.pad(128 - len(s.d.Bytes))
		if options&wNowait == 0 {
			c.k.putProc(q.pid, nil)
		}
	}
	if at := c.arg(2); at != 0 {
		return 0, c.putData(at, s.d)
	}
	return 0, 0
}
