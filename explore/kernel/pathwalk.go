package kernel

import "strings"

// This file resolves path names and decides who may do what to a file.

const (
	nameMax = 255
	pathMax = 4096
	maxLink = 40

	atFDCWD           = -100
	atSymlinkNofollow = 0x100
	atRemovedir       = 0x200
	atEaccess         = 0x200
	atSymlinkFollow   = 0x400
	atEmptyPath       = 0x1000
)

// place is where a path leads: a directory, a name in it, and the file of that name.
type place struct {
	dir      int    // the directory that holds the last component
	name     string // the last component; "", "." or ".." where that is no entry of its own
	inode    int    // the file, -1 if there is none of that name
	trailing bool   // the path ends in a slash
}

// path reads the path argument i.
func (c *call) path(i int) (string, Errno) {
	s, errno := c.cpu.CString(c.arg(i))
	if errno != 0 {
		return "", errno
	}
	if len(s) >= pathMax {
		return "", ENAMETOOLONG
	}
	return s, 0
}

// from returns the directory that a relative path starts in.
func (c *call) from(dirfd int, path string) (int, Errno) {
	if strings.HasPrefix(path, "/") {
		return c.root(), 0
	}
	if dirfd == atFDCWD {
		return c.cwd(), 0
	}
	f := c.openFile(dirfd)
	if f == nil {
		return 0, EBADF
	}
	if f.kind != kindInode || !c.k.inode(f.inode).isDir() {
		return 0, ENOTDIR
	}
	return f.inode, 0
}

// last says what is done about the last component of a path.
type last uint8

const (
	lastFollow last = iota // a symbolic link is followed
	lastKeep               // it is not, unless a slash follows
	lastName               // only the name counts: something is made or removed there
	lastCreate             // lastFollow, and the name must not be followed by a slash
	lastCreateKeep
)

// resolve walks path from dirfd. A last component that does not exist is no
// error: the place has inode -1 then.
func (c *call) resolve(dirfd int, path string, mode last) (place, Errno) {
	if path == "" {
		return place{}, ENOENT
	}
	at, errno := c.from(dirfd, path)
	if errno != 0 {
		return place{}, errno
	}
	return c.walk(at, path, mode)
}

func (c *call) walk(at int, path string, mode last) (place, Errno) {
	follow := mode == lastFollow || mode == lastCreate
	create := mode == lastCreate || mode == lastCreateKeep
	links := 0
	here := place{dir: at, inode: at}
	for {
		slash := strings.HasPrefix(path, "/")
		path = strings.TrimLeft(path, "/")
		if path == "" {
			here.trailing = slash && here.name != ""
			return here, 0
		}
		name, rest := path, ""
		if i := strings.IndexByte(path, '/'); i >= 0 {
			name, rest = path[:i], path[i:]
		}
		n := c.k.inode(at)
		if !n.isDir() {
			return place{}, ENOTDIR
		}
		if !c.may(n, 1) {
			return place{}, EACCES
		}
		if len(name) > nameMax {
			return place{}, ENAMETOOLONG
		}
		here = place{dir: at, name: name, inode: c.step(at, name)}
		last := strings.Trim(rest, "/") == ""
		here.trailing = last && rest != ""
		if last && (mode == lastName || create && here.trailing && !here.special()) {
			if create {
				return place{}, EISDIR
			}
			return here, 0
		}
		if here.inode < 0 {
			if last {
				return here, 0
			}
			return place{}, ENOENT
		}
		next := c.k.inode(here.inode)
		if next.typ == typeLink && (!last || follow || rest != "") {
			if links++; links > maxLink {
				return place{}, ELOOP
			}
			target := string(next.data.b)
			if target == "" {
				return place{}, ENOENT
			}
			if target[0] == '/' {
				at = c.root()
				here = place{dir: at, inode: at}
			}
			path = target + rest
			if len(path) >= pathMax {
				return place{}, ENAMETOOLONG
			}
			continue
		}
		if last {
			if rest != "" && !next.isDir() {
				return place{}, ENOTDIR
			}
			return here, 0
		}
		at = here.inode
		path = rest
	}
}

// step returns what name is in directory dir.
func (c *call) step(dir int, name string) int {
	switch name {
	case ".":
		return dir
	case "..":
		if dir == c.root() {
			return dir
		}
		return c.k.inode(dir).dir.parent
	}
	return c.k.inode(dir).dir.find(name)
}

// find resolves a path to a file that exists.
func (c *call) find(dirfd int, path string, follow bool) (*inode, Errno) {
	mode := lastKeep
	if follow {
		mode = lastFollow
	}
	at, errno := c.resolve(dirfd, path, mode)
	if errno != 0 {
		return nil, errno
	}
	if at.inode < 0 {
		return nil, ENOENT
	}
	return c.k.inode(at.inode), 0
}

// special reports whether the last component is no entry of its own.
func (p place) special() bool { return p.name == "" || p.name == "." || p.name == ".." }

// may reports whether the caller may read (4), write (2) or execute or search (1) the file.
func (c *call) may(n *inode, want uint32) bool {
	return c.mayAs(c.cred(), n, want)
}

func (c *call) mayAs(cr *cred, n *inode, want uint32) bool {
	const read, exec = 4, 1
	// What capabilities grant needs no look at the mode, which may be symbolic.
	if cr.has(capDACOverride) && (n.isDir() || want&exec == 0) {
		return true
	}
	if cr.has(capDACReadSearch) && (want == read || n.isDir() && want&2 == 0) {
		return true
	}
	if cr.has(capDACOverride) {
		return c.anyBits(n.perm, 0o111)
	}
	shift := uint(0)
	switch {
	case cr.fsuid == n.uid:
		shift = 6
	case cr.inGroup(n.gid):
		shift = 3
	}
	return c.allBits(n.perm, uint64(want)<<shift)
}

// mayRemove reports whether the caller may take the entry for file n out of directory dir.
func (c *call) mayRemove(dir, n *inode) Errno {
	if !c.may(dir, 3) {
		return EACCES
	}
	if c.cred().fsuid == n.uid || c.cred().fsuid == dir.uid || c.cred().has(capFowner) {
		return 0
	}
	if c.anyBits(dir.perm, 0o1000) {
		return EPERM
	}
	return 0
}
