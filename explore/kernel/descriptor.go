package kernel

import "github.com/confcov/confcov/explore/expr"

// This file implements open file descriptions and the descriptors of processes that name them.

// Flags of open and fcntl.
const (
	oAccMode   = 3
	oWronly    = 1
	oRdwr      = 2
	oCreat     = 0o100
	oExcl      = 0o200
	oTrunc     = 0o1000
	oAppend    = 0o2000
	oNonblock  = 0o4000
	oDsync     = 0o10000
	oAsync     = 0o20000
	oDirect    = 0o40000
	oLargefile = 0o100000
	oDirectory = 0o200000
	oNofollow  = 0o400000
	oNoatime   = 0o1000000
	oCloexec   = 0o2000000
	oPath      = 0o10000000
	oTmpfile   = 0o20000000

	oSettable = oAppend | oNonblock | oAsync | oDirect | oNoatime // by F_SETFL
)

// fileKind says what an open file description is of.
type fileKind uint8

const (
	kindInode  fileKind = iota // a file, directory or device: inode
	kindPipe                   // an end of a pipe
	kindSock                   // sock
	kindOutput                 // what a program without a peer prints
	kindEpoll                  // poll
)

// file is an open file description.
type file struct {
	tag
	id     int
	number expr.Value // st_ino where there is no inode: the id, but for what there is under conditions only
	kind   fileKind
	flags  uint32     // access mode and status flags
	loose  expr.Value // the settable flags, where they depend on conditions: then flags has none of them
	refs   expr.Value // descriptors and messages in flight that hold it
	inode  int        // kindInode; the name of a FIFO; else -1
	sock   int
	pipe   int
	poll   int
	off    position // of directories: the number of the last entry listed
	owner  PID      // F_SETOWN
	flock  uint8    // lock held by flock
}

func (f *file) copyInto(to *file) { *to = *f }

func (f *file) readable() bool { return f.flags&oAccMode != oWronly && f.flags&oPath == 0 }
func (f *file) writable() bool { return f.flags&oAccMode != 0 && f.flags&oPath == 0 }

// has reports whether a settable flag is set.
func (c *call) has(f *file, flag uint32) bool {
	if f.loose.E != nil {
		return c.anyBits(f.loose, uint64(flag))
	}
	return f.flags&flag != 0
}

func (c *call) blocking(f *file) bool { return !c.has(f, oNonblock) }

// setFlags gives f other settable flags.
func (f *file) setFlags(v expr.Value) {
	f.flags, f.loose = f.flags&^oSettable, expr.Value{}
	if v.E == nil {
		f.flags |= uint32(v.C)
	} else {
		f.loose = v
	}
}

// settable returns the settable flags.
func (f *file) settable() expr.Value {
	if f.loose.E != nil {
		return f.loose
	}
	return value(uint64(f.flags & oSettable))
}

// descriptor is an element of a process's table.
type descriptor struct {
	file    int // -1: not open
	cloexec bool
	maybe   *choices[descriptor] // nil, or what it is one of
}

// descriptorAt returns descriptor fd of p, which may be changed, having decided which it is.
func (k *Kernel) descriptorAt(p *process, fd int) descriptor {
	d := p.fds[fd]
	if d.maybe != nil {
		d = d.maybe.all[k.pick(d.maybe.which)]
		k.editFds(p)[fd] = d
	}
	return d
}

func (k *Kernel) newFile(kind fileKind, flags uint32) *file {
	f := &file{kind: kind, flags: flags, inode: -1, sock: -1, pipe: -1, poll: -1}
	f.id = k.files.add(k.epoch, f)
	f.number = k.lastFile
	k.lastFile = k.plus(k.lastFile, 1)
	return f
}

// openFile returns the description behind descriptor fd of the caller, nil if it is not open.
func (c *call) openFile(fd int) *file {
	if fd < 0 || fd >= len(c.p.fds) {
		return nil
	}
	d := c.k.descriptorAt(c.p, fd)
	if d.file < 0 {
		return nil
	}
	return c.k.file(d.file)
}

// usable is openFile, but for descriptors that only name a file (O_PATH), which most calls refuse like closed ones: nil.
func (c *call) usable(fd int) *file {
	f := c.openFile(fd)
	if f == nil || f.flags&oPath != 0 {
		return nil
	}
	return f
}

// editFds returns the process's descriptors for changing.
func (k *Kernel) editFds(p *process) []descriptor {
	if p.fdsEpoch != k.epoch {
		p.fds = append(make([]descriptor, 0, len(p.fds)+4), p.fds...)
		p.fdsEpoch = k.epoch
	}
	return p.fds
}

// install gives file id the lowest free descriptor from least on. It takes a reference.
func (k *Kernel) install(p *process, id, least int, cloexec bool) (int, Errno) {
	fd := least
	for fd < len(p.fds) && k.descriptorAt(p, fd).file >= 0 {
		fd++
	}
	if uint64(fd) >= k.noFiles(p) {
		return 0, EMFILE
	}
	k.setFd(p, fd, descriptor{file: id, cloexec: cloexec})
	k.ref(id)
	return fd, 0
}

func (k *Kernel) setFd(p *process, fd int, d descriptor) {
	k.editFds(p)
	for fd >= len(p.fds) {
		p.fds = append(p.fds, descriptor{file: -1})
	}
	p.fds[fd] = d
}

// open installs a new description, or frees it where there is no descriptor left.
func (c *call) open(f *file, cloexec bool) (int64, Errno) {
	c.k.ref(f.id)
	fd, errno := c.k.install(c.p, f.id, 0, cloexec)
	c.k.unref(f.id)
	return int64(fd), errno
}

// closeFd closes descriptor fd of p, which is open.
func (k *Kernel) closeFd(p *process, fd int) {
	id := p.fds[fd].file
	k.editFds(p)[fd] = descriptor{file: -1}
	k.closeFile(p.pid, id)
}

// closeFile closes a descriptor of process pid, which named the open file.
func (k *Kernel) closeFile(pid PID, id int) {
	if f := k.file(id); f.kind == kindInode {
		k.dropLocks(pid, f.inode)
	}
	k.unref(id)
}

// unref drops a reference to an open file description, and closes it with the last.
func (k *Kernel) unref(id int) {
	f := k.editFile(id)
	if f.refs = k.plus(f.refs, ^uint64(0)); k.number(f.refs) > 0 {
		return
	}
	switch f.kind {
	case kindSock:
		k.closeSock(f.sock)
	case kindPipe:
		k.closePipe(f)
	case kindEpoll:
		k.polls.put(k.epoch, f.poll, nil)
	}
	if f.flock != 0 {
		k.wake()
	}
	if f.inode >= 0 {
		k.drop(f.inode)
		k.release(f.inode)
	}
	k.files.put(k.epoch, id, nil)
}

func sysClose(c *call) (int64, Errno) {
	fd := c.fd(0)
	if c.openFile(fd) == nil {
		return 0, EBADF
	}
	c.k.closeFd(c.p, fd)
	return 0, 0
}

func sysCloseRange(c *call) (int64, Errno) {
	first, last, flags := c.arg(0)&0xffffffff, c.arg(1)&0xffffffff, c.arg(2)
	if first > last || flags&^6 != 0 {
		return 0, EINVAL
	}
	for fd := int(first); fd < len(c.p.fds) && uint64(fd) <= last; fd++ {
		if c.k.descriptorAt(c.p, fd).file < 0 {
			continue
		}
		if flags&4 != 0 {
			c.k.editFds(c.p)[fd].cloexec = true
		} else {
			c.k.closeFd(c.p, fd)
		}
	}
	return 0, 0
}

func sysDup(c *call) (int64, Errno) {
	f := c.openFile(c.fd(0))
	if f == nil {
		return 0, EBADF
	}
	fd, errno := c.k.install(c.p, f.id, 0, false)
	return int64(fd), errno
}

func sysDup2(c *call) (int64, Errno) {
	old, fresh := c.fd(0), c.fd(1)
	if c.openFile(old) == nil {
		return 0, EBADF
	}
	if old == fresh {
		return int64(fresh), 0
	}
	return c.dupTo(old, fresh, false)
}

func sysDup3(c *call) (int64, Errno) {
	old, fresh, flags := c.fd(0), c.fd(1), c.arg(2)
	if flags&^oCloexec != 0 || old == fresh {
		return 0, EINVAL
	}
	if c.openFile(old) == nil {
		return 0, EBADF
	}
	return c.dupTo(old, fresh, flags != 0)
}

func (c *call) dupTo(old, fresh int, cloexec bool) (int64, Errno) {
	if fresh < 0 || uint64(fresh) >= c.noFiles() {
		return 0, EBADF
	}
	id := c.openFile(old).id
	c.k.ref(id)
	if c.openFile(fresh) != nil {
		c.k.closeFd(c.p, fresh)
	}
	c.k.setFd(c.p, fresh, descriptor{file: id, cloexec: cloexec})
	return int64(fresh), 0
}

// Commands of fcntl.
const (
	fDupfd        = 0
	fGetfd        = 1
	fSetfd        = 2
	fGetfl        = 3
	fSetfl        = 4
	fGetlk        = 5
	fSetlk        = 6
	fSetlkw       = 7
	fSetown       = 8
	fGetown       = 9
	fSetsig       = 10
	fGetsig       = 11
	fGetownEx     = 16
	fDupfdCloexec = 1030
	fSetpipeSz    = 1031
	fGetpipeSz    = 1032
)

func sysFcntl(c *call) (int64, Errno) {
	fd, cmd := c.fd(0), c.int(1)
	f := c.openFile(fd)
	if f == nil {
		return 0, EBADF
	}
	if f.flags&oPath != 0 && cmd != fDupfd && cmd != fDupfdCloexec && cmd != fGetfd && cmd != fSetfd && cmd != fGetfl {
		return 0, EBADF
	}
	switch cmd {
	case fDupfd, fDupfdCloexec:
		least := c.int(2)
		if least < 0 || uint64(least) >= c.noFiles() {
			return 0, EINVAL
		}
		n, errno := c.k.install(c.p, f.id, least, cmd == fDupfdCloexec)
		return int64(n), errno
	case fGetfd:
		if c.p.fds[fd].cloexec {
			return 1, 0
		}
		return 0, 0
	case fSetfd:
		c.k.editFds(c.p)[fd].cloexec = c.arg(2)&1 != 0
		return 0, 0
	case fGetfl:
		return c.ret(c.with(f.settable(), uint64(f.flags)))
	case fSetfl:
		f = c.k.editFile(f.id)
		f.setFlags(value(c.arg(2) & oSettable))
		return 0, 0
	case fGetlk, fSetlk, fSetlkw:
		return c.recordLock(f, cmd)
	case fSetown:
		c.k.editFile(f.id).owner = c.k.outer(c.p, PID(c.int(2)))
		return 0, 0
	case fGetown:
		return int64(f.owner), 0
	case fSetsig:
		return 0, 0
	case fGetsig:
		return 0, 0
	case fGetownEx:
		return 0, c.put(c.arg(2), append([]byte{1, 0, 0, 0}, byte(f.owner), byte(f.owner>>8), byte(f.owner>>16), 0))
	case fSetpipeSz, fGetpipeSz:
		if f.kind != kindPipe {
			return 0, EBADF
		}
		return pipeSize, 0
	}
	return 0, EINVAL
}
