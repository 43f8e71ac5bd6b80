package kernel

import "slices"

// This file implements the calls that map memory. The engine's malloc does not come here.

const (
	pageSize = 4096

	mapShared    = 1
	mapFixed     = 0x10
	mapAnonymous = 0x20
	mapFixedNew  = 0x100000

	protWrite = 2
)

// sysBrk has no break to move: programs fall back on mmap.
func sysBrk(*call) (int64, Errno) { return 0, 0 }

func pages(n uint64) uint64 { return (n + pageSize - 1) &^ (pageSize - 1) }

func sysMmap(c *call) (int64, Errno) {
	n, prot, flags := c.arg(1), c.arg(2), c.arg(3)
	if n == 0 || flags&3 == 0 {
		return 0, EINVAL
	}
	if n > 1<<31 {
		return 0, ENOMEM
	}
	if flags&(mapFixed|mapFixedNew) != 0 && c.arg(0) != 0 {
		return c.unsupported("a fixed address")
	}
	if limit := c.limit(rlimitAS); limit != infinity && uint64(c.k.settle(&c.p.mapped))+pages(n) > limit {
		return 0, ENOMEM
	}
	if flags&mapAnonymous != 0 {
		c.p.mapped = c.k.plus(c.p.mapped, pages(n))
		at := c.cpu.MapAnonymous(pages(n))
		if flags&3 == mapShared {
			c.p.shared = append(c.p.shared[:len(c.p.shared):len(c.p.shared)], at)
		}
		return int64(at), 0
	}
	f := c.openFile(c.fd(4))
	off := c.arg(5)
	switch {
	case f == nil:
		return 0, EBADF
	case off%pageSize != 0:
		return 0, EINVAL
	case f.kind != kindInode:
		return 0, ENODEV
	case !f.readable() || flags&3 == mapShared && prot&protWrite != 0 && !f.writable():
		return 0, EACCES
	}
	node := c.k.inode(f.inode)
	if node.typ == typeChr && node.dev == DeviceZero {
		c.p.mapped = c.k.plus(c.p.mapped, pages(n))
		return int64(c.cpu.MapAnonymous(pages(n))), 0
	}
	if node.typ != typeFile {
		return 0, ENODEV
	}
	if flags&3 == mapShared && prot&protWrite != 0 {
		return c.unsupported("a shared writable mapping of a file")
	}
	node = c.k.contents(node.id)
	at := c.cpu.MapAnonymous(pages(n))
	if size := uint64(node.data.len()); off < size {
		if errno := c.putData(at, node.data.slice(int(off), int(min(size, off+pages(n))))); errno != 0 {
			return 0, errno
		}
	}
	c.p.mapped = c.k.plus(c.p.mapped, pages(n))
	return int64(at), 0
}

func sysMunmap(c *call) (int64, Errno) {
	addr, n := c.arg(0), c.arg(1)
	if addr%pageSize != 0 || n == 0 {
		return 0, EINVAL
	}
	if errno := c.cpu.Unmap(addr, pages(n)); errno != 0 {
		return 0, errno
	}
	mapped := uint64(c.k.settle(&c.p.mapped))
	c.p.mapped = value(mapped - min(mapped, pages(n)))
	if i := slices.Index(c.p.shared, addr); i >= 0 {
		c.p.shared = slices.Delete(slices.Clone(c.p.shared), i, i+1)
	}
	return 0, 0
}

func sysMremap(c *call) (int64, Errno) {
	addr, old, n, flags := c.arg(0), pages(c.arg(1)), pages(c.arg(2)), c.arg(3)
	if addr%pageSize != 0 || n == 0 || old == 0 {
		return 0, EINVAL
	}
	if flags&2 != 0 {
		return c.unsupported("a fixed address")
	}
	if flags&1 == 0 && n > old {
		return 0, ENOMEM
	}
	d, errno := c.data(addr, min(old, n))
	if errno != 0 {
		return 0, errno
	}
	to := c.cpu.MapAnonymous(n)
	if errno := c.putData(to, d); errno != 0 {
		return 0, errno
	}
	mapped := uint64(c.k.settle(&c.p.mapped))
	c.p.mapped = value(mapped + n - min(mapped, old))
	return int64(to), c.cpu.Unmap(addr, old)
}

// sysMprotect has no effect: memory stays readable and writable.
func sysMprotect(c *call) (int64, Errno) {
	if c.arg(0)%pageSize != 0 {
		return 0, EINVAL
	}
	return 0, 0
}

func sysMincore(*call) (int64, Errno) { return 0, ENOMEM }
