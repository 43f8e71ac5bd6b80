package kernel

import (
	"encoding/binary"

	"github.com/confcov/confcov/explore/expr"
)

// This file implements the attributes of files: stat, modes, owners, times, access.

const (
	blockSize = 4096
	device    = 0x801 // st_dev of every file
)

func sysStat(c *call) (int64, Errno)  { return c.statAt(atFDCWD, 0, 1, 0) }
func sysLstat(c *call) (int64, Errno) { return c.statAt(atFDCWD, 0, 1, atSymlinkNofollow) }

func sysNewfstatat(c *call) (int64, Errno) {
	return c.statAt(c.int(0), 1, 2, c.int(3))
}

func (c *call) statAt(dirfd, pathArg, bufArg, flags int) (int64, Errno) {
	if flags&^(atSymlinkNofollow|atEmptyPath|0x800) != 0 {
		return 0, EINVAL
	}
	path, errno := c.path(pathArg)
	if errno != 0 {
		return 0, errno
	}
	if path == "" && flags&atEmptyPath != 0 {
		if dirfd == atFDCWD {
			return c.putStat(c.arg(bufArg), c.k.inode(c.cwd()))
		}
		return c.statFd(dirfd, bufArg)
	}
	n, errno := c.find(dirfd, path, flags&atSymlinkNofollow == 0)
	if errno != 0 {
		return 0, errno
	}
	return c.putStat(c.arg(bufArg), n)
}

func sysFstat(c *call) (int64, Errno) { return c.statFd(c.fd(0), 1) }

func (c *call) statFd(fd, bufArg int) (int64, Errno) {
	f := c.openFile(fd)
	if f == nil {
		return 0, EBADF
	}
	if f.inode >= 0 {
		return c.putStat(c.arg(bufArg), c.k.inode(f.inode))
	}
	n := inode{typ: typeFIFO, perm: value(0o600), uid: c.cred().fsuid, gid: c.cred().fsgid, nlink: 1}
	n.atime, n.mtime, n.ctime = c.k.start, c.k.start, c.k.start
	n.number = c.k.plus(f.number, 1<<20)
	if f.kind == kindSock {
		n.typ, n.perm = typeSock, value(0o777)
	}
	return c.putStat(c.arg(bufArg), &n)
}

func (n *inode) rdev() uint64 {
	if n.typ != typeChr {
		return 0
	}
	return 0x100 | [...]uint64{DeviceNone: 0, DeviceNull: 3, DeviceZero: 5, DeviceFull: 7, DeviceRandom: 9}[n.dev]
}

// putStat writes a struct stat.
func (c *call) putStat(addr uint64, n *inode) (int64, Errno) {
	s := structure{c: c}
	links := n.nlink
	if n.isDir() && links == 1 {
		links = 0 // removed
	}
	s.u64(device)
	s.value(n.number, 8)
	s.u64(uint64(links))
	s.value(c.with(n.perm, uint64(n.typ)), 4)
	s.u32(n.uid)
	s.u32(n.gid)
	s.pad(4)
	s.u64(n.rdev())
	size := n.size(c.cpu.Builder())
	s.value(size, 8)
	s.u64(blockSize)
	s.value(c.over(c.oracle().plus(size, value(511)), 512), 8)
	s.moment(n.atime)
	s.moment(n.mtime)
	s.moment(n.ctime)
	s.pad(24)
	return 0, c.putData(addr, s.d)
}

// sysStatx writes a struct statx with the basic fields.
func sysStatx(c *call) (int64, Errno) {
	path, errno := c.path(1)
	if errno != 0 {
		return 0, errno
	}
	flags := c.int(2)
	var n *inode
	if path == "" && flags&atEmptyPath != 0 {
		f := c.openFile(c.int(0))
		if f == nil || f.kind != kindInode {
			return 0, EBADF
		}
		n = c.k.inode(f.inode)
	} else if n, errno = c.find(c.int(0), path, flags&atSymlinkNofollow == 0); errno != 0 {
		return 0, errno
	}
	s := structure{c: c}
	s.u32(0x7ff)
	s.u32(blockSize)
	s.u64(0)
	s.u32(uint32(n.nlink))
	s.u32(n.uid)
	s.u32(n.gid)
	s.value(c.with(n.perm, uint64(n.typ)), 2)
	s.pad(2)
	s.value(n.number, 8)
	size := n.size(c.cpu.Builder())
	s.value(size, 8)
	s.value(c.over(c.oracle().plus(size, value(511)), 512), 8)
	s.u64(0)
	for _, m := range []moment{n.atime, n.ctime, n.ctime, n.mtime} {
		s.value(m.sec, 8)
		s.value(m.nsec, 4)
		s.pad(4)
	}
	s.u32(uint32(n.rdev() >> 8))
	s.u32(uint32(n.rdev() & 0xff))
	s.u32(device >> 8)
	s.u32(device & 0xff)
	s.pad(14 * 8)
	return 0, c.putData(c.arg(4), s.d)
}

func sysAccess(c *call) (int64, Errno)     { return c.access(-1, 0, 1, 0) }
func sysFaccessat(c *call) (int64, Errno)  { return c.access(0, 1, 2, 0) }
func sysFaccessat2(c *call) (int64, Errno) { return c.access(0, 1, 2, c.int(3)) }

func (c *call) access(dirArg, pathArg, modeArg, flags int) (int64, Errno) {
	want := c.arg(modeArg)
	if want&^7 != 0 || flags&^(atEaccess|atSymlinkNofollow|atEmptyPath) != 0 {
		return 0, EINVAL
	}
	at, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	saved := *c.cred()
	if flags&atEaccess == 0 {
		c.cred().fsuid, c.cred().fsgid = saved.ruid, saved.rgid
		if saved.ruid == 0 {
			c.cred().effective = saved.permitted
		} else {
			c.cred().effective = 0
		}
	}
	errno = c.accessAs(at, uint32(want), flags&atSymlinkNofollow == 0)
	*c.cred() = saved
	return 0, errno
}

func (c *call) accessAs(at namedAt, want uint32, follow bool) Errno {
	n, errno := c.find(at.dirfd, at.path, follow)
	if errno != 0 {
		return errno
	}
	if want != 0 && !c.may(n, want) {
		return EACCES
	}
	return 0
}

func sysChmod(c *call) (int64, Errno)    { return c.chmodAt(-1, 0, c.value(1), 0) }
func sysFchmodat(c *call) (int64, Errno) { return c.chmodAt(0, 1, c.value(2), 0) }
func sysFchmodat2(c *call) (int64, Errno) {
	return c.chmodAt(0, 1, c.value(2), c.int(3))
}

func (c *call) chmodAt(dirArg, pathArg int, mode expr.Value, flags int) (int64, Errno) {
	at, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	n, errno := c.find(at.dirfd, at.path, flags&atSymlinkNofollow == 0)
	if errno != 0 {
		return 0, errno
	}
	if n.typ == typeLink {
		return 0, EOPNOTSUPP
	}
	return c.chmod(n.id, mode)
}

func sysFchmod(c *call) (int64, Errno) {
	f := c.usable(c.fd(0))
	if f == nil {
		return 0, EBADF
	}
	if f.inode < 0 {
		return 0, 0
	}
	return c.chmod(f.inode, c.value(1))
}

func (c *call) chmod(id int, mode expr.Value) (int64, Errno) {
	n := c.k.inode(id)
	cr := c.cred()
	if cr.fsuid != n.uid && !cr.has(capFowner) {
		return 0, EPERM
	}
	perm := c.masked(mode, 0o7777)
	if !cr.inGroup(n.gid) && !cr.has(capFsetid) {
		perm = c.masked(perm, 0o5777)
	}
	n = c.k.editInode(id)
	n.perm, n.ctime = perm, c.k.now
	return 0, 0
}

func sysChown(c *call) (int64, Errno)  { return c.chownAt(-1, 0, 1, true) }
func sysLchown(c *call) (int64, Errno) { return c.chownAt(-1, 0, 1, false) }

func sysFchownat(c *call) (int64, Errno) {
	flags := c.int(4)
	if flags&^(atSymlinkNofollow|atEmptyPath) != 0 {
		return 0, EINVAL
	}
	return c.chownAt(0, 1, 2, flags&atSymlinkNofollow == 0)
}

func (c *call) chownAt(dirArg, pathArg, idArg int, follow bool) (int64, Errno) {
	at, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	n, errno := c.find(at.dirfd, at.path, follow)
	if errno != 0 {
		return 0, errno
	}
	return c.chown(n.id, c.id(idArg), c.id(idArg+1))
}

func sysFchown(c *call) (int64, Errno) {
	f := c.usable(c.fd(0))
	if f == nil {
		return 0, EBADF
	}
	if f.inode < 0 {
		return 0, 0
	}
	return c.chown(f.inode, c.id(1), c.id(2))
}

func (c *call) chown(id int, uid, gid uint32) (int64, Errno) {
	n := c.k.inode(id)
	cr := c.cred()
	if !cr.has(capChown) {
		if uid != noID && (cr.fsuid != n.uid || uid != n.uid) {
			return 0, EPERM
		}
		if gid != noID && (cr.fsuid != n.uid || gid != n.gid && !cr.inGroup(gid)) {
			return 0, EPERM
		}
	}
	perm := n.perm
	if !n.isDir() { // even where neither is changed
		perm = c.dropSetID(perm)
		if !cr.inGroup(n.gid) && !cr.has(capFsetid) {
			perm = c.masked(perm, 0o1777)
		}
		if cr.fsuid != n.uid && !cr.has(capFowner) && !c.is(c.without(n.perm, perm), 0) {
			return 0, EPERM // what changes the mode is the owner's right
		}
	}
	n = c.k.editInode(id)
	n.perm = perm
	if uid != noID {
		n.uid = uid
	}
	if gid != noID {
		n.gid = gid
	}
	n.ctime = c.k.now
	return 0, 0
}

const (
	utimeNow  = 1<<30 - 1
	utimeOmit = 1<<30 - 2
)

// sysUtime takes a struct utimbuf: two words.
func sysUtime(c *call) (int64, Errno) {
	path, errno := c.path(0)
	if errno != 0 {
		return 0, errno
	}
	set := [2]newTime{{now: true}, {now: true}}
	if at := c.arg(1); at != 0 {
		d, errno := c.data(at, 16)
		if errno != 0 {
			return 0, errno
		}
		for i := range set {
			set[i] = newTime{at: moment{sec: c.wordOf(d.part(8*i, 8*i+8))}}
		}
	}
	n, errno := c.find(atFDCWD, path, true)
	if errno != 0 {
		return 0, errno
	}
	return c.setTimes(n.id, set)
}

// newTime is what a file's time is set to.
type newTime struct {
	now, omit bool
	at        moment
}

func sysUtimes(c *call) (int64, Errno) { return c.utimes(atFDCWD, 0, 1, 1000, 0) }

func sysFutimesat(c *call) (int64, Errno) { return c.utimes(c.int(0), 1, 2, 1000, 0) }

func sysUtimensat(c *call) (int64, Errno) {
	return c.utimes(c.int(0), 1, 2, 1, c.int(3))
}

// utimes sets times from two pairs of words; a fraction counts unit nanoseconds.
func (c *call) utimes(dirfd, pathArg, timesArg int, unit uint64, flags int) (int64, Errno) {
	set := [2]newTime{{now: true}, {now: true}}
	if at := c.arg(timesArg); at != 0 {
		d, errno := c.data(at, 32)
		if errno != 0 {
			return 0, errno
		}
		for i := range set {
			sec, frac := c.wordOf(d.part(16*i, 16*i+8)), c.wordOf(d.part(16*i+8, 16*i+16))
			switch {
			case unit == 1 && frac.E == nil && frac.C == utimeNow:
			case unit == 1 && frac.E == nil && frac.C == utimeOmit:
				set[i] = newTime{omit: true}
			case c.below(frac, 0) || !c.below(frac, int64(1e9/unit)):
				return 0, EINVAL
			default:
				set[i] = newTime{at: moment{sec, c.times(frac, unit)}}
			}
		}
	}
	id := -1
	if c.arg(pathArg) == 0 && dirfd != atFDCWD {
		f := c.openFile(dirfd)
		if f == nil || f.inode < 0 {
			return 0, EBADF
		}
		id = f.inode
	} else {
		path, errno := c.path(pathArg)
		if errno != 0 {
			return 0, errno
		}
		n, errno := c.find(dirfd, path, flags&atSymlinkNofollow == 0)
		if errno != 0 {
			return 0, errno
		}
		id = n.id
	}
	return c.setTimes(id, set)
}

func (c *call) setTimes(id int, set [2]newTime) (int64, Errno) {
	if set[0].omit && set[1].omit {
		return 0, 0
	}
	n := c.k.inode(id)
	if cr := c.cred(); cr.fsuid != n.uid && !cr.has(capFowner) {
		if !set[0].now || !set[1].now {
			return 0, EPERM
		}
		if !c.may(n, 2) {
			return 0, EACCES
		}
	}
	n = c.k.editInode(id)
	for i, to := range []*moment{&n.atime, &n.mtime} {
		switch {
		case set[i].now:
			*to = c.k.now
		case !set[i].omit:
			*to = set[i].at
		}
	}
	n.ctime = c.k.now
	return 0, 0
}

func sysUmask(c *call) (int64, Errno) {
	old := c.p.umask
	c.p.umask = c.masked(c.value(0), 0o777)
	return c.ret(old)
}

func sysStatfs(c *call) (int64, Errno) {
	if _, errno := c.pathArg(0); errno != 0 {
		return 0, errno
	}
	return c.putStatfs()
}

func sysFstatfs(c *call) (int64, Errno) {
	if c.openFile(c.fd(0)) == nil {
		return 0, EBADF
	}
	return c.putStatfs()
}

// putStatfs describes an ext4 file system of 4 GiB, half full.
func (c *call) putStatfs() (int64, Errno) {
	var b []byte
	for _, v := range []uint64{0xef53, blockSize, 1 << 20, 1 << 19, 1 << 19, 1 << 18, 1 << 17, 0x1d0c0f, nameMax, blockSize, 0x1020, 0, 0, 0, 0} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return 0, c.put(c.arg(1), b)
}

func wordLE(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }
