package kernel

import "encoding/binary"

// This file implements epoll, level-triggered, with EPOLLONESHOT. Edge-triggered
// interest is treated as level-triggered until its events were fetched once, and
// again after something happened.

// epoll is an epoll instance.
type epoll struct {
	tag
	items []interest // never changed in place
}

func (e *epoll) copyInto(to *epoll) { *to = *e }

// interest is a registered descriptor.
type interest struct {
	fd      int
	file    int
	events  uint32
	data    uint64
	version uint64 // edge-triggered: Kernel.version when its events were fetched
}

const (
	epollOneshot = 1 << 30
	epollET      = 1 << 31
)

func sysEpollCreate(c *call) (int64, Errno) {
	if c.int(0) <= 0 {
		return 0, EINVAL
	}
	return c.newEpoll(0)
}

func sysEpollCreate1(c *call) (int64, Errno) {
	flags := uint32(c.arg(0))
	if flags&^oCloexec != 0 {
		return 0, EINVAL
	}
	return c.newEpoll(flags)
}

func (c *call) newEpoll(flags uint32) (int64, Errno) {
	f := c.k.newFile(kindEpoll, oRdwr)
	f.poll = c.k.polls.add(c.k.epoch, &epoll{})
	return c.open(f, flags&oCloexec != 0)
}

func (c *call) epollOf(arg int) (*epoll, int, Errno) {
	f := c.openFile(c.fd(arg))
	if f == nil {
		return nil, 0, EBADF
	}
	if f.kind != kindEpoll {
		return nil, 0, EINVAL
	}
	return editOf(c.k, &c.k.polls, f.poll), f.id, 0
}

func sysEpollCtl(c *call) (int64, Errno) {
	e, self, errno := c.epollOf(0)
	if errno != 0 {
		return 0, errno
	}
	op, fd := c.int(1), c.fd(2)
	f := c.openFile(fd)
	switch {
	case f == nil:
		return 0, EBADF
	case f.id == self:
		return 0, EINVAL
	case f.kind == kindInode && c.k.inode(f.inode).typ != typeChr:
		return 0, EPERM
	}
	at := -1
	for i, it := range e.items {
		if it.fd == fd && it.file == f.id {
			at = i
		}
	}
	fresh := interest{fd: fd, file: f.id, version: noVersion}
	if op != 2 {
		b, errno := c.get(c.arg(3), 12)
		if errno != 0 {
			return 0, errno
		}
		fresh.events, fresh.data = binary.LittleEndian.Uint32(b), wordLE(b[4:])
	}
	items := append([]interest(nil), e.items...)
	switch op {
	case 1:
		if at >= 0 {
			return 0, EEXIST
		}
		items = append(items, fresh)
	case 2, 3:
		if at < 0 {
			return 0, ENOENT
		}
		if op == 3 {
			items[at] = fresh
		} else {
			items = append(items[:at], items[at+1:]...)
		}
	default:
		return 0, EINVAL
	}
	e.items = items
	c.k.wake()
	return 0, 0
}

const noVersion = ^uint64(0)

// ready returns the indexes of the items that have events, and puts those into events.
func (k *Kernel) ready(e *epoll, events map[int]uint32) []int {
	var found []int
	for i, it := range e.items {
		f := k.file(it.file)
		if f == nil || it.events&^(epollET|epollOneshot) == 0 || it.events&epollET != 0 && it.version == k.version {
			continue
		}
		if ev := k.events(f) & (it.events | pollErr | pollHup); ev != 0 {
			found = append(found, i)
			if events != nil {
				events[i] = ev
			}
		}
	}
	return found
}

func sysEpollWait(c *call) (int64, Errno) {
	ms := c.int(3)
	if ms < 0 {
		return c.epollWait(nil)
	}
	m := momentOf(int64(ms)/1000, int64(ms)%1000*1e6)
	return c.epollWait(&m)
}

func sysEpollPwait(c *call) (int64, Errno) {
	if at := c.arg(4); at != 0 {
		b, errno := c.get(at, 8)
		if errno != 0 {
			return 0, errno
		}
		c.suspendMask(wordLE(b))
	}
	return sysEpollWait(c)
}

func (c *call) epollWait(timeout *moment) (int64, Errno) {
	e, _, errno := c.epollOf(0)
	if errno != 0 {
		return 0, errno
	}
	limit := c.int(2)
	if limit <= 0 {
		return 0, EINVAL
	}
	events := map[int]uint32{}
	found := c.k.ready(e, events)
	if len(found) == 0 {
		if c.pollEnded(timeout) {
			return 0, 0
		}
		return c.block(false)
	}
	found = found[:min(limit, len(found))]
	items := append([]interest(nil), e.items...)
	var b []byte
	for _, i := range found {
		b = binary.LittleEndian.AppendUint32(b, events[i])
		b = binary.LittleEndian.AppendUint64(b, items[i].data)
		if items[i].events&epollOneshot != 0 {
			items[i].events &= epollET | epollOneshot
		}
		items[i].version = c.k.version
	}
	e.items = items
	return int64(len(found)), c.put(c.arg(1), b)
}
