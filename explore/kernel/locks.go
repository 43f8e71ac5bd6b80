package kernel

import (
	"encoding/binary"
	"slices"

	"github.com/confcov/confcov/explore/expr"
)

// This file implements record locks (fcntl) and flock.

const (
	lockRead   = 0
	lockWrite  = 1
	lockUnlock = 2
)

// lock is a record lock: bytes first..last of a file, held by a process.
type lock struct {
	inode       int
	pid         PID
	write       bool
	first, last int64
	when        *expr.Expr // where it is held; nil: everywhere
}

const lastByte = 1<<63 - 1

func (l lock) overlaps(first, last int64) bool { return l.first <= last && first <= l.last }

// dropLocks removes the locks of a process on a file.
func (k *Kernel) dropLocks(pid PID, inode int) {
	var kept []lock
	for _, l := range k.locks {
		if l.pid != pid || l.inode != inode {
			kept = append(kept, l)
		}
	}
	if len(kept) != len(k.locks) {
		k.locks = kept
		k.wake()
	}
}

// recordLock carries out F_GETLK, F_SETLK and F_SETLKW.
func (c *call) recordLock(f *file, cmd int) (int64, Errno) {
	at := c.arg(2)
	b, errno := c.get(at, 32)
	if errno != 0 {
		return 0, errno
	}
	typ, whence := binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:])
	start, size := int64(wordLE(b[8:])), int64(wordLE(b[16:]))
	if f.kind != kindInode {
		return 0, EBADF
	}
	switch whence {
	case 0:
	case 1:
		start += c.offset(f)
	case 2:
		start += int64(c.cpu.Concrete(c.k.inode(f.inode).size(c.cpu.Builder())))
	default:
		return 0, EINVAL
	}
	first, last := start, start+size-1
	if size < 0 {
		first, last = start+size, start-1
	} else if size == 0 {
		last = lastByte
	}
	if first < 0 || typ > lockUnlock || typ == lockUnlock && cmd == fGetlk {
		return 0, EINVAL
	}
	if cmd != fGetlk && (typ == lockRead && !f.readable() || typ == lockWrite && !f.writable()) {
		return 0, EBADF
	}
	want := lock{inode: f.inode, pid: c.p.pid, write: typ == lockWrite, first: first, last: last}
	var conflict *lock
	if typ != lockUnlock {
		conflict = c.conflict(want)
	}
	if cmd == fGetlk {
		return c.tellLock(at, b, conflict)
	}
	if conflict != nil {
		if cmd == fSetlk {
			return 0, EAGAIN
		}
		if c.deadlocked(c.p.pid, conflict.pid) {
			return 0, EDEADLK
		}
		return c.block(true)
	}
	c.k.setLock(want, typ == lockUnlock)
	return 0, 0
}

// conflict returns a lock in the way of another process's.
func (c *call) conflict(want lock) *lock {
	for i, l := range c.k.locks {
		if l.inode == want.inode && l.pid != want.pid && l.overlaps(want.first, want.last) && (l.write || want.write) && c.held(l) {
			return &c.k.locks[i]
		}
	}
	return nil
}

// held decides whether a lock is held.
func (c *call) held(l lock) bool { return l.when == nil || c.decide(l.when) }

// deadlocked reports whether holder waits for a lock while waiter holds some.
func (c *call) deadlocked(waiter, holder PID) bool {
	p := c.k.proc(holder)
	if p == nil || !p.wait.active || CallName(p.wait.nr) != "fcntl" {
		return false
	}
	for _, l := range c.k.locks {
		if l.pid == waiter && c.held(l) {
			return true
		}
	}
	return false
}

// maxLocks is how many locks there may be of which some are not held everywhere.
const maxLocks = 64

// joinLocks makes the locks those of either side, in an order that is each side's.
func (j *joiner) joinLocks() string {
	k, o := j.k, j.o
	if slices.Equal(k.locks, o.locks) {
		return ""
	}
	where, elsewhere := j.cond(), j.b.Not(j.cond())
	var all []lock
	add := func(l lock) {
		if l.when == nil || !l.when.IsFalse() {
			all = append(all, l)
		}
	}
	rest := o.locks
	for _, l := range k.locks {
		n := slices.IndexFunc(rest, l.same)
		if n < 0 {
			add(l.under(j.b, where))
			continue
		}
		for _, m := range rest[:n] {
			add(m.under(j.b, elsewhere))
		}
		if m := rest[n]; m.when != l.when {
			l.when = j.b.Or(l.under(j.b, where).when, m.under(j.b, elsewhere).when)
		}
		add(l)
		rest = rest[n+1:]
	}
	for _, m := range rest {
		add(m.under(j.b, elsewhere))
	}
	if len(all) > maxLocks {
		return "record locks"
	}
	k.locks, k.joined = all, true
	return ""
}

// same reports whether two locks are the same wherever they are held.
func (l lock) same(o lock) bool {
	l.when, o.when = nil, nil
	return l == o
}

// under returns the lock as it is held where cond holds, too.
func (l lock) under(b *expr.Builder, cond *expr.Expr) lock {
	if l.when != nil {
		cond = b.And(l.when, cond)
	}
	l.when = cond
	return l
}

func (k *Kernel) setLock(want lock, unlock bool) {
	var fresh []lock
	for _, l := range k.locks {
		if l.pid != want.pid || l.inode != want.inode || !l.overlaps(want.first, want.last) {
			fresh = append(fresh, l)
			continue
		}
		if l.first < want.first {
			left := l
			left.last = want.first - 1
			fresh = append(fresh, left)
		}
		if l.last > want.last {
			right := l
			right.first = want.last + 1
			fresh = append(fresh, right)
		}
	}
	if !unlock {
		fresh = append(fresh, want)
	}
	k.locks = fresh
	k.wake()
}

// tellLock writes a struct flock about the lock in the way.
func (c *call) tellLock(at uint64, b []byte, l *lock) (int64, Errno) {
	b = append([]byte(nil), b...)
	if l == nil {
		binary.LittleEndian.PutUint16(b, lockUnlock)
		return 0, c.put(at, b)
	}
	binary.LittleEndian.PutUint16(b, uint16(truth(l.write)))
	binary.LittleEndian.PutUint16(b[2:], 0)
	binary.LittleEndian.PutUint64(b[8:], uint64(l.first))
	size := l.last - l.first + 1
	if l.last == lastByte {
		size = 0
	}
	binary.LittleEndian.PutUint64(b[16:], uint64(size))
	binary.LittleEndian.PutUint32(b[24:], uint32(c.k.innerPID(c.p, l.pid)))
	return 0, c.put(at, b)
}

func sysFlock(c *call) (int64, Errno) {
	f, op := c.usable(c.fd(0)), c.int(1)
	if f == nil {
		return 0, EBADF
	}
	var want uint8
	switch op &^ 4 {
	case 1, 2:
		want = uint8(op &^ 4)
	case 8:
	default:
		return 0, EINVAL
	}
	if f.inode < 0 {
		return 0, EBADF
	}
	if want != 0 {
		for id := range c.k.files.next {
			g := c.k.file(id)
			if g == nil || g == f || g.inode != f.inode || g.flock == 0 || want == 1 && g.flock == 1 {
				continue
			}
			if op&4 != 0 {
				return 0, EAGAIN
			}
			return c.block(true)
		}
	}
	c.k.editFile(f.id).flock = want
	c.k.wake()
	return 0, 0
}
