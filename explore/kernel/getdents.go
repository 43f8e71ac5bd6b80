package kernel

import "encoding/binary"

// This file lists directories.

// A listing begins with "." and "..", whose positions are 1 and 2; the
// position of an entry is its number plus 2. The next listing starts from a position.

func sysGetdents64(c *call) (int64, Errno) {
	return c.getdents(func(b []byte, ino int, next int64, typ byte, name string) []byte {
		n := (19 + len(name) + 1 + 7) &^ 7
		at := len(b)
		b = binary.LittleEndian.AppendUint64(b, uint64(ino))
		b = binary.LittleEndian.AppendUint64(b, uint64(next))
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
		b = append(append(b, typ), name...)
		return append(b, make([]byte, at+n-len(b))...)
	})
}

func sysGetdents(c *call) (int64, Errno) {
	return c.getdents(func(b []byte, ino int, next int64, typ byte, name string) []byte {
		n := (18 + len(name) + 2 + 7) &^ 7
		at := len(b)
		b = binary.LittleEndian.AppendUint64(b, uint64(ino))
		b = binary.LittleEndian.AppendUint64(b, uint64(next))
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
		b = append(b, name...)
		b = append(b, make([]byte, at+n-len(b))...)
		b[at+n-1] = typ
		return b
	})
}

func (c *call) getdents(format func(b []byte, ino int, next int64, typ byte, name string) []byte) (int64, Errno) {
	f := c.usable(c.fd(0))
	if f == nil {
		return 0, EBADF
	}
	if f.kind != kindInode || !c.k.inode(f.inode).isDir() {
		return 0, ENOTDIR
	}
	n := c.k.inode(f.inode)
	if n.nlink == 1 {
		return 0, ENOENT // removed
	}
	limit, pos := int(min(c.arg(2), 1<<20)), c.offset(f)
	var out []byte
	add := func(ino int, at int64, name string) bool {
		next := format(out, c.k.number(c.k.inode(ino).number), at, byte(c.k.inode(ino).typ>>12), name)
		if len(next) > limit {
			return false
		}
		out, pos = next, at
		return true
	}
	full := pos < 1 && !add(n.id, 1, ".") || pos < 2 && !add(n.dir.parent, 2, "..")
	for i := 0; i < len(n.dir.entries) && !full; i++ {
		if e := n.dir.entries[i]; e.seq+2 > pos {
			full = !add(e.inode, e.seq+2, e.name)
		}
	}
	if full && len(out) == 0 {
		return 0, EINVAL
	}
	if len(out) == 0 {
		return 0, 0
	}
	c.k.editFile(f.id).off = at(pos)
	c.accessed(f, n)
	return int64(len(out)), c.put(c.arg(1), out)
}
