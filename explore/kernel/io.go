package kernel

import "github.com/confcov/confcov/explore/expr"

// This file implements reading, writing and positions.

// maxFile bounds the size of a file: contents are kept in memory.
const maxFile = 1 << 30

func sysRead(c *call) (int64, Errno) {
	f := c.openFile(c.fd(0))
	if f == nil || !f.readable() {
		return 0, EBADF
	}
	addr, n := c.arg(1), c.value(2)
	if f.kind == kindSock && c.is(n, 0) {
		return 0, 0
	}
	d, errno := c.read(f, n, 0)
	if errno != 0 {
		return 0, errno
	}
	return int64(len(d.Bytes)), c.putData(addr, d)
}

func sysReadv(c *call) (int64, Errno) {
	f := c.openFile(c.fd(0))
	if f == nil || !f.readable() {
		return 0, EBADF
	}
	spans, errno := c.iovec(c.arg(1), c.arg(2))
	if errno != 0 {
		return 0, errno
	}
	before := c.offset(f)
	d, errno := c.read(f, value(uint64(spanLen(spans))), 0)
	if errno != 0 {
		return 0, errno
	}
	n, errno := c.scatter(spans, d)
	if errno != 0 && f.kind == kindInode && c.k.inode(f.inode).typ == typeFile {
		c.k.editFile(f.id).off = at(before + n)
		errno = partly(n, errno)
	}
	return n, errno
}

func sysPread(c *call) (int64, Errno) {
	off := int64(c.arg(3))
	if off < 0 {
		return 0, EINVAL
	}
	f := c.openFile(c.fd(0))
	if f == nil || !f.readable() {
		return 0, EBADF
	}
	if f.kind != kindInode {
		return 0, ESPIPE
	}
	addr := c.arg(1)
	d, errno := c.readInode(f, c.value(2), off)
	if errno != 0 {
		return 0, errno
	}
	return int64(len(d.Bytes)), c.putData(addr, d)
}

// positioned returns the arguments of preadv and pwritev: a file that is usable, a position, and spans of memory.
func (c *call) positioned(usable func(*file) bool) (f *file, off int64, spans []span, errno Errno) {
	off = int64(c.arg(3))
	if off < 0 {
		return nil, 0, nil, EINVAL
	}
	f = c.openFile(c.fd(0))
	if f == nil || !usable(f) {
		return nil, 0, nil, EBADF
	}
	if f.kind != kindInode {
		return nil, 0, nil, ESPIPE
	}
	spans, errno = c.iovec(c.arg(1), c.arg(2))
	return f, off, spans, errno
}

func sysPreadv(c *call) (int64, Errno) {
	f, off, spans, errno := c.positioned((*file).readable)
	if errno != 0 {
		return 0, errno
	}
	d, errno := c.readInode(f, value(uint64(spanLen(spans))), off)
	if errno != 0 {
		return 0, errno
	}
	n, errno := c.scatter(spans, d)
	return n, partly(n, errno)
}

// partly returns the error of a call on a file that reached bad memory after n bytes: none if there are any.
func partly(n int64, errno Errno) Errno {
	if errno == EFAULT && n > 0 {
		return 0
	}
	return errno
}

// gatherFor reads the bytes that an iovec names, to be written to f.
func (c *call) gatherFor(f *file, spans []span) (Data, Errno) {
	d, errno := c.gather(spans)
	if f.kind == kindInode {
		errno = partly(int64(len(d.Bytes)), errno)
	}
	return d, errno
}

// read takes up to n bytes from f, at its position. flags are those of recv.
func (c *call) read(f *file, n expr.Value, flags int) (Data, Errno) {
	switch f.kind {
	case kindPipe:
		return c.readPipe(f, n)
	case kindSock:
		return c.receive(f, n, flags)
	case kindInode:
		off := c.offset(f)
		d, errno := c.readInode(f, n, off)
		if errno == 0 && len(d.Bytes) > 0 && c.k.inode(f.inode).typ == typeFile {
			c.k.editFile(f.id).off = at(off + int64(len(d.Bytes)))
		}
		return d, errno
	}
	return Data{}, EINVAL
}

func (c *call) readInode(f *file, n expr.Value, off int64) (Data, Errno) {
	node := c.k.inode(f.inode)
	switch node.typ {
	case typeDir:
		return Data{}, EISDIR
	case typeChr:
		return c.readDevice(node.dev, n)
	case typeFile:
		node = c.k.contents(node.id)
		left := int64(node.data.len()) - off
		if left <= 0 {
			return Data{}, 0
		}
		count := int64(c.atMost(n, uint64(left)))
		c.accessed(f, node)
		return node.data.slice(int(off), int(off+count)), 0
	}
	return Data{}, EINVAL
}

// accessed sets the access time by the rules of relatime.
func (c *call) accessed(f *file, n *inode) {
	if c.has(f, oNoatime) {
		return
	}
	if n.atime.symbolic() || n.mtime.symbolic() || n.ctime.symbolic() || c.k.now.symbolic() {
		c.accessedAt(n)
		return
	}
	if at := n.atime.nanos(); at <= n.mtime.nanos() || at <= n.ctime.nanos() || c.k.now.nanos()-at >= 86400e9 {
		c.k.editInode(n.id).atime = c.k.now
	}
}

// accessedAt does the same for symbolic times, and decides nothing.
func (c *call) accessedAt(n *inode) {
	o, x := c.oracle(), c.cpu.Builder()
	old := x.Not(o.before(c.k.now, o.add(n.atime, momentOf(86400, 0))))
	stay := x.And(x.And(o.before(n.mtime, n.atime), o.before(n.ctime, n.atime)), x.Not(old))
	at := moment{o.ite(stay, n.atime.sec, c.k.now.sec), o.ite(stay, n.atime.nsec, c.k.now.nsec)}
	if at != n.atime {
		c.k.editInode(n.id).atime = at
	}
}

func (c *call) readDevice(dev Device, n expr.Value) (Data, Errno) {
	switch dev {
	case DeviceNull:
		return Data{}, 0
	case DeviceZero, DeviceFull:
		return Data{Bytes: make([]byte, c.atMost(n, 1<<20))}, 0
	case DeviceRandom:
		b := make([]byte, c.atMost(n, 1<<20))
		c.k.fillRandom(b)
		return Data{Bytes: b}, 0
	}
	return Data{}, ENXIO
}

func sysWrite(c *call) (int64, Errno) {
	f := c.openFile(c.fd(0))
	if f == nil || !f.writable() {
		return 0, EBADF
	}
	n := min(c.arg(2), maxIO)
	d, errno := c.data(c.arg(1), n)
	if errno != 0 {
		return 0, errno
	}
	return c.write(f, d, 0)
}

func sysWritev(c *call) (int64, Errno) {
	f := c.openFile(c.fd(0))
	if f == nil || !f.writable() {
		return 0, EBADF
	}
	spans, errno := c.iovec(c.arg(1), c.arg(2))
	if errno != 0 {
		return 0, errno
	}
	d, errno := c.gatherFor(f, spans)
	if errno != 0 {
		return 0, errno
	}
	return c.write(f, d, 0)
}

func sysPwrite(c *call) (int64, Errno) {
	off := int64(c.arg(3))
	if off < 0 {
		return 0, EINVAL
	}
	f := c.openFile(c.fd(0))
	if f == nil || !f.writable() {
		return 0, EBADF
	}
	if f.kind != kindInode {
		return 0, ESPIPE
	}
	d, errno := c.data(c.arg(1), min(c.arg(2), maxIO))
	if errno != 0 {
		return 0, errno
	}
	n, _, errno := c.writeInode(f, d, at(off))
	return n, errno
}

func sysPwritev(c *call) (int64, Errno) {
	f, off, spans, errno := c.positioned((*file).writable)
	if errno != 0 {
		return 0, errno
	}
	d, errno := c.gatherFor(f, spans)
	if errno != 0 {
		return 0, errno
	}
	n, _, errno := c.writeInode(f, d, at(off))
	return n, errno
}

// write puts d into f, at its position. flags are those of send.
func (c *call) write(f *file, d Data, flags int) (int64, Errno) {
	switch f.kind {
	case kindPipe:
		return c.writePipe(f, d)
	case kindSock:
		return c.send(f, d, flags, nil)
	case kindOutput:
		c.k.output.append(d)
		return int64(len(d.Bytes)), 0
	case kindInode:
		n, end, errno := c.writeInode(f, d, f.off)
		if errno == 0 && end != nowhere {
			c.k.editFile(f.id).off = end
		}
		return n, errno
	}
	return 0, EINVAL
}

// nowhere is the position in what has none.
var nowhere = at(-1)

// writeInode writes d at off, or at the end with O_APPEND, and returns the
// position behind it, nowhere where there are no positions.
func (c *call) writeInode(f *file, d Data, off position) (n int64, end position, errno Errno) {
	node := c.k.inode(f.inode)
	switch node.typ {
	case typeChr:
		switch node.dev {
		case DeviceNone:
			return 0, nowhere, ENXIO
		case DeviceFull:
			return 0, nowhere, ENOSPC
		}
		return int64(len(d.Bytes)), nowhere, 0
	case typeFile:
	default:
		return 0, nowhere, EBADF
	}
	if c.has(f, oAppend) {
		off = endOf(&node.data)
	}
	if len(d.Bytes) == 0 {
		return 0, off, 0
	}
	if off.conditional() || node.data.before != nil {
		// At the end all is known that has to be.
		fits := uint64(node.data.most()+len(d.Bytes)) <= min(c.limit(rlimitFsize), maxFile)
		if x := c.cpu.Builder(); fits && (off == endOf(&node.data) || c.oracle().same(off.value(x), node.data.size(x))) {
			node = c.k.editInode(node.id)
			node.data.append(d)
			return c.wrote(node, d, endOf(&node.data))
		}
		node, off = c.k.contents(node.id), at(int64(c.k.number(off.value(c.cpu.Builder()))))
	}
	start := off.word.C
	if limit := c.limit(rlimitFsize); start+uint64(len(d.Bytes)) > limit {
		if start >= limit {
			c.k.signalFrom(c.p, c.p.pid, sigXFSZ)
			return 0, nowhere, EFBIG
		}
		d = d.part(0, int(limit-start))
	}
	if int64(start) > maxFile-int64(len(d.Bytes)) {
		_, errno := c.unsupported("a file of more than 1 GiB")
		return 0, nowhere, errno
	}
	node = c.k.editInode(node.id)
	node.data.write(int(start), d)
	return c.wrote(node, d, at(int64(start)+int64(len(d.Bytes))))
}

// wrote is what there is to do when d was written up to end.
func (c *call) wrote(node *inode, d Data, end position) (int64, position, Errno) {
	c.written(node)
	c.k.wake()
	return int64(len(d.Bytes)), end, 0
}

func sysLseek(c *call) (int64, Errno) {
	f := c.usable(c.fd(0))
	if f == nil {
		return 0, EBADF
	}
	off, whence := int64(c.arg(1)), c.int(2)
	if f.kind != kindInode {
		return 0, ESPIPE
	}
	n := c.k.inode(f.inode)
	size := n.data.size(c.cpu.Builder())
	if n.isDir() {
		size = value(uint64(n.dir.next))
	}
	if n.typ == typeChr {
		if whence > 4 {
			return 0, EINVAL
		}
		return 0, 0
	}
	to := value(uint64(off))
	switch whence {
	case 0:
	case 1:
		to = c.oracle().plus(to, f.off.value(c.cpu.Builder()))
	case 2:
		to = c.oracle().plus(to, size)
	case 3, 4: // SEEK_DATA, SEEK_HOLE: files have no holes
		if off < 0 || !c.above(size, to) {
			return 0, ENXIO
		}
		if whence == 4 {
			to = size
		}
	default:
		return 0, EINVAL
	}
	if c.below(to, 0) {
		return 0, EINVAL
	}
	c.k.editFile(f.id).off = position{word: to}
	return c.ret(to)
}

func sysTruncate(c *call) (int64, Errno) {
	path, errno := c.path(0)
	if errno != 0 {
		return 0, errno
	}
	size := int64(c.arg(1))
	if size < 0 {
		return 0, EINVAL
	}
	n, errno := c.find(atFDCWD, path, true)
	switch {
	case errno != 0:
		return 0, errno
	case n.isDir():
		return 0, EISDIR
	case n.typ != typeFile:
		return 0, EINVAL
	case !c.may(n, 2):
		return 0, EACCES
	}
	return c.resize(n.id, size)
}

func sysFtruncate(c *call) (int64, Errno) {
	f, size := c.usable(c.fd(0)), int64(c.arg(1))
	switch {
	case size < 0:
		return 0, EINVAL
	case f == nil:
		return 0, EBADF
	case f.kind != kindInode || c.k.inode(f.inode).typ != typeFile || !f.writable():
		return 0, EINVAL
	}
	return c.resize(f.inode, size)
}

func (c *call) resize(id int, size int64) (int64, Errno) {
	if uint64(size) > c.limit(rlimitFsize) {
		c.k.signalFrom(c.p, c.p.pid, sigXFSZ)
		return 0, EFBIG
	}
	if size > maxFile {
		return c.unsupported("a file of more than 1 GiB")
	}
	c.k.contents(id)
	n := c.k.editInode(id)
	n.data.truncate(int(size))
	c.written(n)
	return 0, 0
}

func sysFallocate(c *call) (int64, Errno) {
	f, mode, off, size := c.openFile(c.fd(0)), c.arg(1), int64(c.arg(2)), int64(c.arg(3))
	switch {
	case f == nil:
		return 0, EBADF
	case off < 0 || size <= 0:
		return 0, EINVAL
	case mode&^1 != 0:
		return 0, EOPNOTSUPP
	case !f.writable():
		return 0, EBADF
	case f.kind == kindPipe:
		return 0, ESPIPE
	case f.kind == kindInode && c.k.inode(f.inode).isDir():
		return 0, EISDIR
	case f.kind != kindInode || c.k.inode(f.inode).typ != typeFile:
		return 0, ENODEV
	}
	if off > maxFile-size {
		return c.unsupported("a file of more than 1 GiB")
	}
	if mode == 0 && int(off+size) > c.k.contents(f.inode).data.len() {
		return c.resize(f.inode, off+size)
	}
	return 0, 0
}

func sysFsync(c *call) (int64, Errno) {
	f := c.usable(c.fd(0))
	switch {
	case f == nil:
		return 0, EBADF
	case f.kind != kindInode || c.k.inode(f.inode).typ == typeChr:
		return 0, EINVAL
	}
	return 0, 0
}

func sysNothing(*call) (int64, Errno) { return 0, 0 }

func sysSyncfs(c *call) (int64, Errno) {
	if c.usable(c.fd(0)) == nil {
		return 0, EBADF
	}
	return 0, 0
}

func sysFadvise(c *call) (int64, Errno) {
	f := c.usable(c.fd(0))
	switch {
	case f == nil:
		return 0, EBADF
	case f.kind == kindPipe:
		return 0, ESPIPE
	case c.int(3) < 0 || c.int(3) > 5 || int64(c.arg(2)) < 0:
		return 0, EINVAL
	}
	return 0, 0
}

// sysSendfile copies from a file to any description.
func sysSendfile(c *call) (int64, Errno) {
	out, in := c.openFile(c.fd(0)), c.openFile(c.fd(1))
	if in == nil || !in.readable() || out == nil || !out.writable() {
		return 0, EBADF
	}
	if c.is(c.value(3), 0) {
		return 0, 0
	}
	if in.kind != kindInode || c.k.inode(in.inode).typ != typeFile || c.has(out, oAppend) {
		return 0, EINVAL
	}
	offAddr, off := c.arg(2), int64(0)
	if offAddr == 0 {
		off = c.offset(in)
	} else {
		b, errno := c.get(offAddr, 8)
		if errno != 0 {
			return 0, errno
		}
		if off = int64(wordLE(b)); off < 0 {
			return 0, EINVAL
		}
	}
	d, errno := c.readInode(in, c.value(3), off)
	if errno != 0 {
		return 0, errno
	}
	if len(d.Bytes) == 0 {
		return 0, 0
	}
	d = d.part(0, min(len(d.Bytes), maxIO))
	n, errno := c.write(out, d, 0)
	if errno == outBlock {
		return 0, outBlock
	}
	if errno != 0 {
		return 0, errno
	}
	if offAddr == 0 {
		c.k.editFile(in.id).off = at(off + n)
		return n, 0
	}
	s := structure{c: c}
	s.u64(uint64(off + n))
	return n, c.putData(offAddr, s.d)
}
