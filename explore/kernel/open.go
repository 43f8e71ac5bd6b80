package kernel

import "github.com/confcov/confcov/explore/expr"

// This file implements opening and creating files.

func sysOpen(c *call) (int64, Errno) {
	return c.openAt(atFDCWD, 0, uint32(c.arg(1)), c.value(2))
}

func sysOpenat(c *call) (int64, Errno) {
	return c.openAt(c.int(0), 1, uint32(c.arg(2)), c.value(3))
}

func sysCreat(c *call) (int64, Errno) {
	return c.openAt(atFDCWD, 0, oCreat|oWronly|oTrunc, c.value(1))
}

func (c *call) openAt(dirfd, pathArg int, flags uint32, mode expr.Value) (int64, Errno) {
	path, errno := c.path(pathArg)
	if errno != 0 {
		return 0, errno
	}
	if flags&oPath != 0 {
		flags &= oPath | oDirectory | oNofollow | oCloexec
	}
	if flags&oTmpfile == oTmpfile {
		return 0, EOPNOTSUPP
	}
	if flags&(oCreat|oDirectory) == oCreat|oDirectory {
		return 0, EINVAL
	}
	how := lastFollow
	switch keep := flags&oNofollow != 0 || flags&(oCreat|oExcl) == oCreat|oExcl; {
	case flags&oCreat != 0 && keep:
		how = lastCreateKeep
	case flags&oCreat != 0:
		how = lastCreate
	case keep:
		how = lastKeep
	}
	at, errno := c.resolve(dirfd, path, how)
	if errno != 0 {
		return 0, errno
	}
	if at.inode < 0 && flags&oCreat != 0 {
		return c.create(at, flags, mode)
	}
	if at.inode < 0 {
		return 0, ENOENT
	}
	return c.openInode(at, flags)
}

// create makes and opens a regular file where there is nothing yet.
func (c *call) create(at place, flags uint32, mode expr.Value) (int64, Errno) {
	dir := c.k.inode(at.dir)
	if !c.may(dir, 3) {
		return 0, EACCES
	}
	if dir.nlink == 1 {
		return 0, ENOENT // removed
	}
	n := c.newIn(dir, typeFile, mode)
	c.k.enter(at.dir, at.name, n.id)
	return c.openNew(n.id, flags)
}

// newIn makes a file for directory dir, with the owner and the mode that new files get there.
func (c *call) newIn(dir *inode, typ uint32, mode expr.Value) *inode {
	perm := c.without(c.masked(mode, 0o7777), c.p.umask)
	gid := c.cred().fsgid
	if c.anyBits(dir.perm, 0o2000) {
		gid = dir.gid
		if typ == typeDir {
			perm = c.with(perm, 0o2000)
		}
	}
	return c.k.newInode(typ, perm, c.cred().fsuid, gid)
}

func (c *call) openInode(at place, flags uint32) (int64, Errno) {
	n := c.k.inode(at.inode)
	switch {
	case flags&(oCreat|oExcl) == oCreat|oExcl:
		return 0, EEXIST
	case n.isDir() && flags&oCreat != 0:
		return 0, EISDIR
	case n.typ == typeLink && flags&oPath == 0:
		if flags&oDirectory != 0 {
			return 0, ENOTDIR
		}
		return 0, ELOOP
	case flags&oDirectory != 0 && !n.isDir():
		return 0, ENOTDIR
	case flags&oPath != 0:
		return c.openNew(n.id, flags)
	case n.isDir() && (flags&oAccMode != 0 || flags&oTrunc != 0):
		return 0, EISDIR
	}
	want := [4]uint32{4, 2, 6, 6}[flags&oAccMode]
	if flags&oTrunc != 0 {
		want |= 2
	}
	if !c.may(n, want) {
		return 0, EACCES
	}
	if flags&oNoatime != 0 && c.cred().fsuid != n.uid && !c.cred().has(capFowner) {
		return 0, EPERM
	}
	switch n.typ {
	case typeSock:
		return 0, ENXIO
	case typeChr:
		if n.dev == DeviceNone {
			return 0, ENXIO
		}
	case typeFIFO:
		return c.openFIFO(n.id, flags)
	case typeFile:
		if flags&oTrunc != 0 {
			n = c.k.editInode(n.id)
			if !c.is(n.data.size(c.cpu.Builder()), 0) {
				n.data = buf{}
				c.written(n)
			}
			n.mtime, n.ctime = c.k.now, c.k.now
		}
	}
	return c.openNew(n.id, flags)
}

// openNew makes a description of a file and a descriptor for it.
func (c *call) openNew(id int, flags uint32) (int64, Errno) {
	f := c.k.newFile(kindInode, flags&^(oCreat|oExcl|oTrunc|oCloexec|0o400)|oLargefile)
	if flags&oPath != 0 {
		f.flags &^= oLargefile
	}
	f.inode = id
	c.k.hold(id)
	return c.open(f, flags&oCloexec != 0)
}

// written notes that a file's contents changed by the caller's doing.
func (c *call) written(n *inode) {
	n.mtime, n.ctime = c.k.now, c.k.now
	if set := c.masked(n.perm, 0o6000); (set.E != nil || set.C != 0) && !c.cred().has(capFsetid) {
		n.perm = c.dropSetID(n.perm)
	}
}

// dropSetID clears set-uid, and set-gid where it does not mark a file for
// locking. It decides nothing: the result may be symbolic.
func (c *call) dropSetID(perm expr.Value) expr.Value {
	if set := c.masked(perm, 0o6000); set.E == nil && set.C == 0 {
		return perm
	}
	if perm.E == nil {
		if perm.C&0o010 != 0 {
			return value(perm.C &^ 0o6000)
		}
		return value(perm.C &^ 0o4000)
	}
	x := c.cpu.Builder()
	locking := c.equal(c.masked(perm, 0o010), 0)
	return x.Value(x.Ite(locking, wide(x, c.masked(perm, 0o3777)), wide(x, c.masked(perm, 0o1777))))
}
