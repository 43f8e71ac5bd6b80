package kernel

import (
	"encoding/binary"
	"slices"

	"github.com/confcov/confcov/explore/expr"
)

// This file implements epoll, level-triggered, with EPOLLONESHOT. Edge-triggered
// interest is treated as level-triggered until its events were fetched once, and
// again after something happened.
//
// Linux tells of descriptors in the order in which they came into its list of what is ready. Level-triggered interest stays there until it is found not to be ready, so
// epoll_wait tells first of what it told of last and is still so (those that did not fit then, before these). Last come those that were ready when epoll_ctl asked for it.
// What became ready by itself since then comes in between, in the order of registration, which need not be Linux's.

// epoll is an epoll instance.
type epoll struct {
	tag
	items []interest // never changed in place
	last  int        // the greatest place of items
}

func (e *epoll) copyInto(to *epoll) { *to = *e }

// interest is a registered descriptor.
type interest struct {
	fd      int
	file    int
	there   *expr.Expr // 1 bit: where it is registered; nil: everywhere
	events  expr.Value // 32 bits
	data    uint64
	version uint64 // edge-triggered: Kernel.version when its events were fetched

	// Places in the list of what is ready, from 1 on, smaller ones first; 0: none. told is the one that it got when epoll_wait last returned, the others are from the first
	// epoll_ctl since then that began to ask for EPOLLOUT, or for anything else: it has them if that had happened.
	told, out, in expr.Value
}

// indexOf returns where a descriptor is in a list, -1 if it is not there.
func indexOf(items []interest, it *interest) int {
	return slices.IndexFunc(items, func(o interest) bool { return o.fd == it.fd && o.file == it.file })
}

// registered reports whether the descriptor is registered, having decided that.
func (it *interest) registered(o oracle) bool { return it.there == nil || o.decide(it.there) }

// wanted returns the events that are asked for, having decided those that matter where ev has happened.
func (it *interest) wanted(o oracle, ev uint32) uint32 {
	if it.events.E == nil {
		return uint32(it.events.C)
	}
	matter := ev | epollET | epollOneshot
	if ev&(pollErr|pollHup) != 0 {
		matter = ^uint32(0) // whether any is asked for
	}
	x := o.cpu.Builder()
	return uint32(o.cpu.Concrete(x.Value(x.And(wide(x, it.events), x.Const(uint64(matter), 64)))))
}

const (
	epollOneshot = 1 << 30
	epollET      = 1 << 31

	otherEvents = ^uint32(pollOut | epollOneshot | epollET)
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
	o := c.oracle()
	fresh := interest{fd: fd, file: f.id, version: noVersion}
	if op != 2 {
		d, errno := c.cpu.Read(c.arg(3), 12)
		if errno != 0 {
			return 0, errno
		}
		fresh.events, fresh.data = c.wordOf(d.part(0, 4)), wordLE(c.concrete(d.part(4, 12)))
	}
	at := indexOf(e.items, &fresh)
	items := append([]interest(nil), e.items...)
	if at >= 0 && !items[at].registered(o) {
		items = append(items[:at], items[at+1:]...)
		at = -1
	}
	switch op {
	case 1:
		if at >= 0 {
			return 0, EEXIST
		}
		e.last++
		items = append(items, fresh.asking(o, interest{}, e.last))
	case 2, 3:
		if at < 0 {
			return 0, ENOENT
		}
		if op == 3 {
			e.last++
			items[at] = fresh.asking(o, items[at], e.last)
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

const (
	noVersion = ^uint64(0)
	byItself  = 1 << 32 // the place of what epoll_ctl did not find ready
)

// asking returns a registration that follows another one of the same descriptor, with its places; next is the one that it gets now, if it is ready and has none.
func (it interest) asking(o oracle, was interest, next int) interest {
	x := o.cpu.Builder()
	has := func(events expr.Value, bits uint32) *expr.Expr {
		return x.NonZero(x.And(wide(x, events), x.Const(uint64(bits), 64)))
	}
	since := func(bits uint32, place expr.Value) expr.Value {
		before := x.And(has(was.events, bits), x.Not(has(was.events, epollET)))
		fresh := x.And(has(it.events, bits), x.And(x.Not(before), x.Not(x.NonZero(wide(x, place)))))
		return o.ite(fresh, value(uint64(next)), place)
	}
	it.told, it.out, it.in = was.told, since(pollOut, was.out), since(otherEvents, was.in)
	return it
}

// place returns the place of a descriptor to which these events have happened. What became ready by itself has one behind what was told, before what epoll_ctl asked for.
func (it *interest) place(o oracle, events uint32) expr.Value {
	x := o.cpu.Builder()
	first := o.minus(it.told, value(1)) // the greatest number if it was not told
	consider := func(bits uint32, at expr.Value) {
		if events&(bits|pollErr|pollHup) == 0 {
			return
		}
		asks := x.NonZero(x.And(wide(x, it.events), x.Const(uint64(bits), 64)))
		later := o.ite(x.NonZero(wide(x, at)), o.plus(at, value(byItself)), o.ite(asks, value(byItself), o.minus(value(0), value(1))))
		first = o.least(first, later)
	}
	consider(pollOut, it.out)
	consider(otherEvents, it.in)
	return first
}

// ready returns the indexes of the items that have events, and puts those into events.
func (k *Kernel) ready(e *epoll, events map[int]uint32) []int {
	var found []int
	for i, it := range e.items {
		f := k.file(it.file)
		if f == nil || it.events.E == nil && it.events.C&^(epollET|epollOneshot) == 0 {
			continue
		}
		ev := k.events(f)
		if ev == 0 {
			continue
		}
		// What is asked for is decided only where there is something to tell.
		want := it.wanted(k.oracle(), ev)
		if want&^(epollET|epollOneshot) == 0 || want&epollET != 0 && it.version == k.version {
			continue
		}
		if ev &= want | pollErr | pollHup; ev != 0 && it.registered(k.oracle()) {
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
	if len(found) == 0 && e.last != 0 {
		e.items, e.last = unplaced(e.items), 0
	}
	if !c.news(e, found, events) && c.waits(len(found) > 0, func() uint64 { return e.answer(found, events) }, timeout) {
		return c.block(false)
	}
	if len(found) == 0 {
		return 0, 0
	}
	c.k.sortReady(e.items, found)
	found, list := found[:min(limit, len(found))], slices.Clone(found[min(limit, len(found)):])
	items := unplaced(e.items)
	var b []byte
	for _, i := range found {
		b = binary.LittleEndian.AppendUint32(b, events[i])
		b = binary.LittleEndian.AppendUint64(b, items[i].data)
		want := items[i].wanted(c.oracle(), events[i])
		if want&epollOneshot != 0 {
			items[i].events = value(uint64(want & (epollET | epollOneshot)))
		}
		if want&epollET != 0 {
			items[i].version = c.k.version
		}
		if want&(epollET|epollOneshot) == 0 {
			list = append(list, i)
		}
	}
	for k, i := range list {
		items[i].told = value(uint64(k + 1))
	}
	e.items, e.last = items, len(list)
	return int64(len(found)), c.put(c.arg(1), b)
}

// sortReady sorts indexes of items by their places in the list of what is ready, having decided those.
func (k *Kernel) sortReady(items []interest, found []int) {
	if len(found) < 2 {
		return
	}
	o, places := k.oracle(), map[int]expr.Value{}
	for n, i := range found {
		places[i] = items[i].place(o, k.events(k.file(items[i].file)))
		for ; n > 0 && o.below(places[found[n]], places[found[n-1]]); n-- {
			found[n], found[n-1] = found[n-1], found[n]
		}
	}
}

// news reports whether any of the items that have events will not tell of them again.
func (c *call) news(e *epoll, found []int, events map[int]uint32) bool {
	return slices.ContainsFunc(found, func(i int) bool { return e.items[i].wanted(c.oracle(), events[i])&(epollET|epollOneshot) != 0 })
}

// answer returns a digest of events, in whatever order they are told.
func (e *epoll) answer(found []int, events map[int]uint32) (sum uint64) {
	for _, i := range found {
		sum += digest(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(nil, e.items[i].data), events[i]))
	}
	return sum
}

// unplaced returns a copy of items, none of them in the list of what is ready.
func unplaced(items []interest) []interest {
	items = slices.Clone(items)
	for i := range items {
		items[i].told, items[i].out, items[i].in = value(0), value(0), value(0)
	}
	return items
}

// joinPolls joins the instances. Whether something happened since the events of an edge-triggered descriptor were fetched
// is told by the version, which then must be the same.
func (j *joiner) joinPolls() string {
	if j.was.version != j.o.version && (j.was.fetchedEdges() || j.o.fetchedEdges()) {
		return "epoll"
	}
	return joinTables(j, &j.k.polls, &j.o.polls, "too many variants of an epoll instance", j.sameEpoll, j.intoEpoll)
}

// fetchedEdges reports whether events of an edge-triggered descriptor were fetched, and nothing has happened since.
func (k *Kernel) fetchedEdges() bool {
	for id := range k.polls.next {
		for _, e := range k.polls.alternatives(id) {
			if e != nil && slices.ContainsFunc(e.items, func(it interest) bool { return it.version == k.version }) {
				return true
			}
		}
	}
	return false
}

// sameEpoll says what keeps two instances apart: what is registered on both sides must be in the same order and alike but for the events.
func (j *joiner) sameEpoll(a, b *epoll) string {
	last := -1
	for _, x := range a.items {
		at := indexOf(b.items, &x)
		if at < 0 {
			continue
		}
		y := b.items[at]
		if at < last || x.data != y.data || (x.version == j.was.version) != (y.version == j.o.version) {
			return "epoll"
		}
		last = at
	}
	return ""
}

// intoEpoll makes a stand for both.
func (j *joiner) intoEpoll(a, b *epoll) {
	var items []interest
	rest := b.items
	for _, x := range a.items {
		at := indexOf(rest, &x)
		for _, y := range rest[:max(at, 0)] {
			items = append(items, j.only(y, false))
		}
		if at < 0 {
			items = append(items, j.only(x, true))
			continue
		}
		y := rest[at]
		rest = rest[at+1:]
		x.events = j.value(x.events, y.events)
		x.told, x.out, x.in = j.value(x.told, y.told), j.value(x.out, y.out), j.value(x.in, y.in)
		if x.there != y.there {
			x.there = j.b.Choose(j.where, presence(j.b, x), presence(j.b, y))
		}
		items = append(items, x)
	}
	for _, y := range rest {
		items = append(items, j.only(y, false))
	}
	a.items, a.last = items, max(a.last, b.last)
}

// presence returns where a descriptor is registered.
func presence(b *expr.Builder, it interest) *expr.Expr {
	if it.there == nil {
		return b.Bool(true)
	}
	return it.there
}

// only returns what is registered on one side only.
func (j *joiner) only(it interest, ours bool) interest {
	j.k.joined = true
	yes, no := presence(j.b, it), j.b.Bool(false)
	if !ours {
		yes, no = no, yes
	}
	it.there = j.b.Choose(j.where, yes, no)
	return it
}
