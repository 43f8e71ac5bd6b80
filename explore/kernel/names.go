package kernel

import "github.com/confcov/confcov/explore/expr"

// This file implements making, renaming, removing and listing names.

// twoPaths reads the arguments of calls that take dirfd, path, dirfd, path; dirfds are absent in the old form.
type namedAt struct {
	dirfd int
	path  string
}

func (c *call) namedAt(dirArg, pathArg int) (namedAt, Errno) {
	at := namedAt{dirfd: atFDCWD}
	if dirArg >= 0 {
		at.dirfd = c.int(dirArg)
	}
	path, errno := c.path(pathArg)
	at.path = path
	return at, errno
}

// placeNew resolves a path at which something new is to be made, and checks that it may be.
func (c *call) placeNew(at namedAt, dir bool) (place, Errno) {
	p, errno := c.placeFree(at, dir)
	if errno == 0 && !c.may(c.k.inode(p.dir), 3) {
		errno = EACCES
	}
	return p, errno
}

// placeFree does not look at permissions.
func (c *call) placeFree(at namedAt, dir bool) (place, Errno) {
	p, errno := c.resolve(at.dirfd, at.path, lastName)
	switch {
	case errno != 0:
		return p, errno
	case p.inode >= 0 || p.special():
		return p, EEXIST
	case p.trailing && !dir:
		return p, ENOENT
	case c.k.inode(p.dir).nlink == 1:
		return p, ENOENT // the directory was removed
	}
	return p, 0
}

func sysMkdir(c *call) (int64, Errno)   { return c.mkdir(-1, 0, c.value(1)) }
func sysMkdirat(c *call) (int64, Errno) { return c.mkdir(0, 1, c.value(2)) }

func (c *call) mkdir(dirArg, pathArg int, mode expr.Value) (int64, Errno) {
	at, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	p, errno := c.placeNew(at, true)
	if errno != 0 {
		return 0, errno
	}
	n := c.newIn(c.k.inode(p.dir), typeDir, c.masked(mode, 0o1777))
	c.k.enter(p.dir, p.name, n.id)
	return 0, 0
}

func sysMknod(c *call) (int64, Errno)   { return c.mknod(-1, 0, c.value(1)) }
func sysMknodat(c *call) (int64, Errno) { return c.mknod(0, 1, c.value(2)) }

func (c *call) mknod(dirArg, pathArg int, mode expr.Value) (int64, Errno) {
	at, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	typ := uint32(0)
	if mode.E == nil {
		typ = uint32(mode.C) & typeMask
	} else {
		t := c.masked(mode, typeMask)
		typ = uint32(t.C)
		if t.E != nil {
			typ = uint32(c.cpu.Concrete(t))
		}
	}
	switch typ {
	case 0:
		typ = typeFile
	case typeFile, typeFIFO, typeSock:
	case typeDir:
		return 0, EPERM
	case typeChr, 0o060000:
		typ = typeChr
	default:
		return 0, EINVAL
	}
	p, errno := c.placeNew(at, false)
	if errno != 0 {
		return 0, errno
	}
	if typ == typeChr && !c.cred().has(capMknod) {
		return 0, EPERM
	}
	n := c.newIn(c.k.inode(p.dir), typ, mode)
	c.k.enter(p.dir, p.name, n.id)
	return 0, 0
}

func sysSymlink(c *call) (int64, Errno)   { return c.symlink(-1, 1) }
func sysSymlinkat(c *call) (int64, Errno) { return c.symlink(1, 2) }

func (c *call) symlink(dirArg, pathArg int) (int64, Errno) {
	target, errno := c.path(0)
	if errno != 0 {
		return 0, errno
	}
	at, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	if target == "" {
		return 0, ENOENT
	}
	p, errno := c.placeNew(at, false)
	if errno != 0 {
		return 0, errno
	}
	n := c.newIn(c.k.inode(p.dir), typeLink, value(0o777))
	n.perm = value(0o777)
	n.data = bufOf([]byte(target))
	c.k.enter(p.dir, p.name, n.id)
	return 0, 0
}

func sysLink(c *call) (int64, Errno) { return c.link(-1, 0, -1, 1, 0) }

func sysLinkat(c *call) (int64, Errno) { return c.link(0, 1, 2, 3, int(c.arg(4))) }

func (c *call) link(dirArg, pathArg, newDirArg, newPathArg, flags int) (int64, Errno) {
	if flags&^(atSymlinkFollow|atEmptyPath) != 0 {
		return 0, EINVAL
	}
	old, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	fresh, errno := c.namedAt(newDirArg, newPathArg)
	if errno != 0 {
		return 0, errno
	}
	var n *inode
	if old.path == "" && flags&atEmptyPath != 0 {
		f := c.openFile(old.dirfd)
		if f == nil || f.kind != kindInode {
			return 0, EBADF
		}
		n = c.k.inode(f.inode)
	} else if n, errno = c.find(old.dirfd, old.path, flags&atSymlinkFollow != 0); errno != 0 {
		return 0, errno
	}
	p, errno := c.placeFree(fresh, false)
	switch {
	case errno != 0:
		return 0, errno
	case !c.mayLink(n):
		return 0, EPERM
	case !c.may(c.k.inode(p.dir), 3):
		return 0, EACCES
	case n.isDir():
		return 0, EPERM
	case n.nlink == 0:
		return 0, ENOENT
	}
	c.k.enter(p.dir, p.name, n.id)
	return 0, 0
}

// mayLink is the rule of protected_hardlinks: others' files may be linked only where they may be written.
func (c *call) mayLink(n *inode) bool {
	cr := c.cred()
	switch {
	case cr.fsuid == n.uid || cr.has(capFowner):
		return true
	case n.typ != typeFile, c.anyBits(n.perm, 0o4000), c.allBits(n.perm, 0o2010):
		return false
	}
	return c.may(n, 6)
}

func sysUnlink(c *call) (int64, Errno) { return c.remove(-1, 0, false) }
func sysRmdir(c *call) (int64, Errno)  { return c.remove(-1, 0, true) }

func sysUnlinkat(c *call) (int64, Errno) {
	flags := c.arg(2)
	if flags&^atRemovedir != 0 {
		return 0, EINVAL
	}
	return c.remove(0, 1, flags != 0)
}

func (c *call) remove(dirArg, pathArg int, dir bool) (int64, Errno) {
	at, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	p, errno := c.resolve(at.dirfd, at.path, lastName)
	if errno != 0 {
		return 0, errno
	}
	if dir {
		switch p.name {
		case ".":
			return 0, EINVAL
		case "..":
			return 0, ENOTEMPTY
		case "":
			return 0, EBUSY
		}
	} else if p.special() {
		return 0, EISDIR
	}
	if p.inode < 0 {
		return 0, ENOENT
	}
	n := c.k.inode(p.inode)
	if !dir && p.trailing {
		if n.isDir() {
			return 0, EISDIR
		}
		return 0, ENOTDIR
	}
	if errno := c.mayRemove(c.k.inode(p.dir), n); errno != 0 {
		return 0, errno
	}
	switch {
	case dir && !n.isDir():
		return 0, ENOTDIR
	case !dir && n.isDir():
		return 0, EISDIR
	case dir && p.inode == c.root():
		return 0, EBUSY
	case dir && len(n.dir.entries) > 0:
		return 0, ENOTEMPTY
	}
	c.k.leave(p.dir, p.name)
	return 0, 0
}

func sysRename(c *call) (int64, Errno)   { return c.rename(-1, 0, -1, 1, 0) }
func sysRenameat(c *call) (int64, Errno) { return c.rename(0, 1, 2, 3, 0) }
func sysRenameat2(c *call) (int64, Errno) {
	return c.rename(0, 1, 2, 3, c.arg(4))
}

const renameNoreplace = 1

func (c *call) rename(dirArg, pathArg, newDirArg, newPathArg int, flags uint64) (int64, Errno) {
	from, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	to, errno := c.namedAt(newDirArg, newPathArg)
	if errno != 0 {
		return 0, errno
	}
	if flags&^renameNoreplace != 0 {
		return 0, EINVAL
	}
	old, errno := c.resolve(from.dirfd, from.path, lastName)
	if errno != 0 {
		return 0, errno
	}
	fresh, errno := c.resolve(to.dirfd, to.path, lastName)
	if errno != 0 {
		return 0, errno
	}
	if old.special() || fresh.special() {
		if flags != 0 && !old.special() {
			return 0, EEXIST
		}
		return 0, EBUSY
	}
	if old.inode < 0 {
		return 0, ENOENT
	}
	if flags&renameNoreplace != 0 && fresh.inode >= 0 {
		return 0, EEXIST
	}
	n := c.k.inode(old.inode)
	if !n.isDir() && (old.trailing || fresh.trailing) {
		return 0, ENOTDIR
	}
	if n.isDir() && c.inside(old.inode, fresh.dir) {
		return 0, EINVAL
	}
	if fresh.inode >= 0 && c.inside(fresh.inode, old.dir) {
		return 0, ENOTEMPTY
	}
	if old.inode == fresh.inode {
		return 0, 0
	}
	return c.renamePlaces(old, fresh)
}

func (c *call) renamePlaces(old, fresh place) (int64, Errno) {
	n := c.k.inode(old.inode)
	if errno := c.mayRemove(c.k.inode(old.dir), n); errno != 0 {
		return 0, errno
	}
	if fresh.inode < 0 {
		if c.k.inode(fresh.dir).nlink == 1 {
			return 0, ENOENT
		}
		if !c.may(c.k.inode(fresh.dir), 3) {
			return 0, EACCES
		}
	} else {
		target := c.k.inode(fresh.inode)
		if errno := c.mayRemove(c.k.inode(fresh.dir), target); errno != 0 {
			return 0, errno
		}
		switch {
		case n.isDir() && !target.isDir():
			return 0, ENOTDIR
		case !n.isDir() && target.isDir():
			return 0, EISDIR
		}
	}
	if n.isDir() && old.dir != fresh.dir && !c.may(n, 2) {
		return 0, EACCES // its ".." changes
	}
	if fresh.inode >= 0 {
		target := c.k.inode(fresh.inode)
		if target.isDir() && len(target.dir.entries) > 0 {
			return 0, ENOTEMPTY
		}
		c.k.leave(fresh.dir, fresh.name)
	}
	c.k.hold(old.inode) // it must not go away between its names
	c.k.leave(old.dir, old.name)
	c.k.enter(fresh.dir, fresh.name, old.inode)
	c.k.drop(old.inode)
	return 0, 0
}

// inside reports whether directory dir is top or lies below it.
func (c *call) inside(top, dir int) bool {
	for {
		if dir == top {
			return true
		}
		up := c.k.inode(dir).dir.parent
		if up == dir {
			return false
		}
		dir = up
	}
}

func sysReadlink(c *call) (int64, Errno)   { return c.readlink(-1, 0, 1, 2) }
func sysReadlinkat(c *call) (int64, Errno) { return c.readlink(0, 1, 2, 3) }

func (c *call) readlink(dirArg, pathArg, bufArg, sizeArg int) (int64, Errno) {
	at, errno := c.namedAt(dirArg, pathArg)
	if errno != 0 {
		return 0, errno
	}
	size := c.int(sizeArg)
	if size <= 0 {
		return 0, EINVAL
	}
	var n *inode
	if at.path == "" && dirArg >= 0 {
		f := c.openFile(at.dirfd)
		if f == nil || f.kind != kindInode {
			return 0, ENOENT
		}
		n = c.k.inode(f.inode)
	} else if n, errno = c.find(at.dirfd, at.path, false); errno != 0 {
		return 0, errno
	}
	if n.typ != typeLink {
		return 0, EINVAL
	}
	d := n.data.slice(0, size)
	return int64(len(d.Bytes)), c.putData(c.arg(bufArg), d)
}

// pathArg finds the file whose path an argument points to, following links.
func (c *call) pathArg(arg int) (*inode, Errno) {
	path, errno := c.path(arg)
	if errno != 0 {
		return nil, errno
	}
	return c.find(atFDCWD, path, true)
}

func sysChdir(c *call) (int64, Errno) {
	n, errno := c.pathArg(0)
	if errno != 0 {
		return 0, errno
	}
	return c.enterDir(n)
}

func sysFchdir(c *call) (int64, Errno) {
	f := c.openFile(c.fd(0))
	if f == nil {
		return 0, EBADF
	}
	if f.kind != kindInode {
		return 0, ENOTDIR
	}
	return c.enterDir(c.k.inode(f.inode))
}

func (c *call) enterDir(n *inode) (int64, Errno) {
	switch {
	case !n.isDir():
		return 0, ENOTDIR
	case !c.may(n, 1):
		return 0, EACCES
	}
	c.k.moveDir(&c.p.cwd, n.id)
	return 0, 0
}

// moveDir makes a process's reference name another directory.
func (k *Kernel) moveDir(ref *expr.Value, id int) {
	old := k.number(*ref)
	k.hold(id)
	*ref = value(uint64(id))
	k.leaveDir(old)
}

// leaveDir drops a process's reference to a directory.
func (k *Kernel) leaveDir(id int) {
	k.drop(id)
	k.release(id)
}

func sysChroot(c *call) (int64, Errno) {
	n, errno := c.pathArg(0)
	switch {
	case errno != 0:
		return 0, errno
	case !n.isDir():
		return 0, ENOTDIR
	case !c.may(n, 1):
		return 0, EACCES
	case !c.cred().has(capSysChroot):
		return 0, EPERM
	}
	c.k.moveDir(&c.p.root, n.id)
	return 0, 0
}

func sysGetcwd(c *call) (int64, Errno) {
	path, errno := c.k.pathOf(c.cwd(), c.root())
	if errno != 0 {
		return 0, errno
	}
	if uint64(len(path)+1) > c.arg(1) {
		return 0, ERANGE
	}
	return int64(len(path) + 1), c.put(c.arg(0), append([]byte(path), 0))
}

// pathOf returns the path of a directory as seen from a root.
func (k *Kernel) pathOf(dir, root int) (string, Errno) {
	if k.inode(dir).nlink == 1 {
		return "", ENOENT
	}
	path, prefix := "", ""
	for dir != root {
		up := k.inode(dir).dir.parent
		if up == dir {
			prefix = "(unreachable)" // as Linux says it
			break
		}
		for _, e := range k.inode(up).dir.entries {
			if e.inode == dir {
				path = "/" + e.name + path
			}
		}
		dir = up
	}
	if path == "" {
		path = "/"
	}
	return prefix + path, 0
}
