package kernel

import "github.com/confcov/confcov/explore/expr"

// This file implements pipes and FIFOs.

const pipeSize = 65536

// pipe is a pipe or an open FIFO.
type pipe struct {
	tag
	q       queue
	readers int // open descriptions that can read
	writers int
	fifo    int // the FIFO's inode, -1: none
}

func (p *pipe) copyInto(to *pipe) { *to = *p }

func sysPipe(c *call) (int64, Errno) { return c.newPipe(0) }

func sysPipe2(c *call) (int64, Errno) {
	flags := c.arg(1)
	if flags&^(oCloexec|oNonblock|oDirect) != 0 {
		return 0, EINVAL
	}
	return c.newPipe(uint32(flags))
}

func (c *call) newPipe(flags uint32) (int64, Errno) {
	id := c.k.pipes.add(c.k.epoch, &pipe{readers: 1, writers: 1, fifo: -1})
	var fds [2]int64
	for i, mode := range []uint32{0, oWronly} {
		f := c.k.newFile(kindPipe, mode|flags&oNonblock)
		f.pipe = id
		var errno Errno
		if fds[i], errno = c.open(f, flags&oCloexec != 0); errno != 0 {
			if i == 1 {
				c.k.closeFd(c.p, int(fds[0]))
			}
			return 0, errno
		}
	}
	s := structure{c: c}
	s.u32(uint32(fds[0]))
	s.u32(uint32(fds[1]))
	return 0, c.putData(c.arg(0), s.d)
}

// openFIFO opens a FIFO. It does not wait for the other side.
func (c *call) openFIFO(inode int, flags uint32) (int64, Errno) {
	n := c.k.editInode(inode)
	if n.pipe < 0 {
		if flags&(oAccMode|oNonblock) == oWronly|oNonblock {
			return 0, ENXIO
		}
		n.pipe = c.k.pipes.add(c.k.epoch, &pipe{fifo: inode})
	}
	p := c.k.editPipe(n.pipe)
	f := c.k.newFile(kindPipe, flags&^(oCreat|oExcl|oTrunc|oCloexec|0o400)|oLargefile)
	f.pipe, f.inode = n.pipe, inode
	c.k.hold(inode)
	if f.readable() {
		p.readers++
	}
	if f.writable() {
		if p.readers == 0 && flags&oNonblock != 0 {
			c.k.unref(f.id)
			return 0, ENXIO
		}
		p.writers++
	}
	if flags&oNonblock == 0 && (p.readers == 0 || p.writers == 0) {
		c.k.note("opening a FIFO did not wait for its other side")
	}
	c.k.wake()
	return c.open(f, flags&oCloexec != 0)
}

// closePipe closes the end of a pipe that f is.
func (k *Kernel) closePipe(f *file) {
	p := k.editPipe(f.pipe)
	if f.readable() {
		p.readers--
	}
	if f.writable() {
		p.writers--
	}
	k.wake()
	if p.readers <= 0 && p.writers <= 0 {
		if p.fifo >= 0 {
			k.editInode(p.fifo).pipe = -1
		}
		k.pipes.put(k.epoch, f.pipe, nil)
	}
}

func (c *call) readPipe(f *file, n expr.Value) (Data, Errno) {
	p := c.k.piped(f.pipe)
	if p.q.len() == 0 {
		switch {
		case c.is(n, 0), p.writers == 0:
			return Data{}, 0
		case !c.blocking(f):
			return Data{}, EAGAIN
		}
		_, errno := c.block(true)
		return Data{}, errno
	}
	count := int(c.atMost(n, uint64(p.q.len())))
	if count == 0 {
		return Data{}, 0
	}
	c.k.wake()
	return c.k.editPipe(f.pipe).q.take(count), 0
}

func (c *call) writePipe(f *file, d Data) (int64, Errno) {
	p := c.k.pipe(f.pipe)
	w := &c.p.wait
	if len(d.Bytes) == 0 {
		return 0, 0
	}
	if p.readers == 0 {
		c.k.signalFrom(c.p, c.p.pid, sigPIPE)
		if w.progress > 0 {
			return w.progress, 0
		}
		return 0, EPIPE
	}
	left := len(d.Bytes) - int(w.progress)
	if _, most := p.q.unread(); pipeSize-most < left {
		p = c.k.piped(f.pipe) // it may be too full
	}
	_, most := p.q.unread()
	room := pipeSize - most
	if left > room && left <= pageSize {
		room = 0 // short writes are not split
	}
	if n := min(left, room); n > 0 {
		c.k.editPipe(f.pipe).q.append(d.part(int(w.progress), int(w.progress)+n))
		w.progress += int64(n)
		c.k.wake()
	}
	return c.endWrite(f, int64(len(d.Bytes)))
}

// endWrite ends a write of which wait.progress bytes are done.
func (c *call) endWrite(f *file, n int64) (int64, Errno) {
	w := &c.p.wait
	if w.progress == n {
		return n, 0
	}
	if !c.blocking(f) {
		if w.progress > 0 {
			return w.progress, 0
		}
		return 0, EAGAIN
	}
	c.stop = func() (int64, Errno) {
		if w.progress > 0 {
			return w.progress, 0
		}
		return 0, EINTR
	}
	return c.block(true)
}
