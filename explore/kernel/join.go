package kernel

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// This file joins two kernels that one kernel was forked into. What a kernel
// consists of is compared piece by piece, by pointer first: pieces that neither side changed are shared.

// Join makes k stand for both kernels: for itself in the configurations of where, and for o in the others. It
// returns "" if it did. Otherwise k is as it was, and why names the first thing that differs and cannot be joined, in a
// few words that do not depend on contents. o must not be used after it has been joined.
//
// Epochs, versions and other counters that no program can see are bookkeeping, and never keep kernels apart.
func (k *Kernel) Join(b *expr.Builder, o *Kernel, where confspace.Set) (why string) {
	saved := *k
	done := false
	defer func() {
		if !done {
			*k = saved
		}
	}()
	// From now on everything of both sides is shared.
	k.epoch = max(k.epoch, o.epoch) + 1
	j := joiner{b: b, where: where, k: k, was: &saved, o: o}
	why = j.join()
	done = why == ""
	return why
}

// joiner joins kernel o into kernel k, whose pieces may be changed: the epoch is a new one.
type joiner struct {
	b     *expr.Builder
	where confspace.Set // the configurations of k
	k, o  *Kernel
	was   *Kernel // k as it was
	why   string  // not "": what keeps the kernels apart
}

// join joins the kernels piece by piece, until there is one that cannot be joined.
func (j *joiner) join() string {
	k, o := j.k, j.o
	if k.world != o.world && (k.world.Hostname != o.world.Hostname || k.world.Script != o.world.Script) {
		return "host name"
	}
	k.now = j.moment(k.now, o.now)
	steps := []func() string{
		j.joinProcesses,
		j.joinPeer,
		func() string {
			return joinTables(j, &k.inodes, &o.inodes, "too many variants of a file", sameInode, j.intoInode)
		},
		func() string {
			return joinTables(j, &k.files, &o.files, "too many variants of an open file", sameFile, j.intoFile)
		},
		func() string {
			return joinTables(j, &k.socks, &o.socks, "too many variants of a socket", sameSock, j.intoSock)
		},
		func() string {
			return joinTables(j, &k.pipes, &o.pipes, "too many variants of a pipe", samePipe, j.intoPipe)
		},
		j.joinPolls,
		j.joinLocks,
	}
	for _, step := range steps {
		if why := cmp.Or(step(), j.why); why != "" {
			return why
		}
	}
	switch {
	case k.nextNS != o.nextNS:
		return "process table"
	case len(k.left) > 0 || len(o.left) > 0:
		return "descriptors of processes that have ended"
	}
	k.joined = k.joined || o.joined
	k.random = j.value(k.random, o.random)
	k.nextPort, k.lastPeerPort = j.value(k.nextPort, o.nextPort), j.value(k.lastPeerPort, o.lastPeerPort)
	k.lastInode, k.lastFile = j.value(k.lastInode, o.lastInode), j.value(k.lastFile, o.lastFile)
	k.output = j.joinBufs(&k.output, &o.output)
	j.joinNotes()
	return ""
}

// cond returns the condition that a configuration is one of k's.
func (j *joiner) cond() *expr.Expr { return j.b.OfSet(j.where) }

// value joins two words.
func (j *joiner) value(a, b expr.Value) expr.Value {
	if a == b {
		return a
	}
	j.k.joined = true
	return j.b.Value(j.b.Choose(j.where, wide(j.b, a), wide(j.b, b)))
}

func (j *joiner) moment(a, b moment) moment {
	return moment{j.value(a.sec, b.sec), j.value(a.nsec, b.nsec)}
}

// joinNotes adds o's notes to k's, in their order.
func (j *joiner) joinNotes() {
	if j.k.notes == j.o.notes {
		return
	}
	for _, n := range j.o.Notes() {
		j.k.note(n)
	}
}

func sameInode(a, b *inode) string {
	switch {
	case a.typ != b.typ || a.dev != b.dev || a.sock != b.sock || a.pipe != b.pipe:
		return "kind of a file"
	case !sameDirectory(a.dir, b.dir):
		return "directory"
	case a.uid != b.uid || a.gid != b.gid:
		return "file attributes"
	case a.nlink != b.nlink:
		return "links of a file"
	case a.typ != typeFile && !sameBytes(&a.data, &b.data):
		return "file contents"
	}
	return ""
}

func (j *joiner) intoInode(a, b *inode) {
	a.perm, a.opens, a.number = j.value(a.perm, b.perm), j.value(a.opens, b.opens), j.value(a.number, b.number)
	a.atime, a.mtime, a.ctime = j.moment(a.atime, b.atime), j.moment(a.mtime, b.mtime), j.moment(a.ctime, b.ctime)
	if a.typ == typeFile {
		a.data = j.joinBufs(&a.data, &b.data)
	}
}

func sameDirectory(a, b *directory) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	return a.parent == b.parent && a.next == b.next && slices.Equal(a.entries, b.entries)
}

func sameFile(a, b *file) string {
	switch {
	case a.kind != b.kind || a.inode != b.inode || a.sock != b.sock || a.pipe != b.pipe || a.poll != b.poll:
		return "open file"
	case (a.flags^b.flags)&^oSettable != 0:
		return "descriptor flags"
	case a.owner != b.owner:
		return "owner of a descriptor"
	case a.flock != b.flock:
		return "file locks"
	}
	return ""
}

func (j *joiner) intoFile(a, b *file) {
	closedA, closedB := isZero(a.refs), isZero(b.refs)
	a.refs, a.number = j.value(a.refs, b.refs), j.value(a.number, b.number)
	a.setFlags(j.value(a.settable(), b.settable()))
	if a.off == b.off {
		return
	}
	var m, n, joint *inode
	if a.kind == kindInode {
		m, n, joint = j.was.inodes.sole(a.inode), j.o.inodes.sole(b.inode), j.k.inodes.sole(a.inode)
	}
	// One that is closed is nowhere, and those at the end of the file stay there.
	endA := m != nil && joint != nil && a.off == endOf(&m.data)
	endB := n != nil && joint != nil && b.off == endOf(&n.data)
	switch {
	case (closedA || endA) && (closedB || endB) && !(closedA && closedB):
		a.off = endOf(&joint.data)
	case closedB:
	case closedA:
		a.off = b.off
	default:
		a.off = position{word: j.value(a.off.value(j.b), b.off.value(j.b))}
	}
}

// isZero reports whether a number is 0 whatever the configuration.
func isZero(v expr.Value) bool { return v == expr.Value{} }

func sameSock(a, b *sock) string {
	switch {
	case a.family != b.family || a.typ != b.typ || a.owner != b.owner || a.cred != b.cred:
		return "new socket"
	case a.state != b.state || a.peer != b.peer || a.waiting != b.waiting || !slices.Equal(a.backlog, b.backlog):
		return "connection"
	case !a.local.like(b.local) || !a.remote.like(b.remote):
		return "addresses"
	case a.eof != b.eof || a.gone != b.gone || a.err != b.err || a.inflight != b.inflight || a.reset != b.reset ||
		a.shutRead != b.shutRead || a.shutSend != b.shutSend || a.floating != b.floating:
		return "state of a socket"
	case a.reuse != b.reuse || a.inline != b.inline || !slices.EqualFunc(a.options, b.options, sameOption):
		return "socket options"
	case !slices.EqualFunc(a.rights, b.rights, func(x, y rights) bool { return x.pos == y.pos && slices.Equal(x.files, y.files) }):
		return "descriptors under way"
	case !slices.EqualFunc(a.grams, b.grams, sameDatagram):
		return "datagrams"
	case a.urgent != b.urgent || a.oob != b.oob || a.urgent >= 0 && !sameQueue(&a.rx, &b.rx):
		return "urgent data"
	case len(a.rights) > 0 && !sameQueue(&a.rx, &b.rx):
		return "descriptors under way"
	}
	return ""
}

// like reports whether two addresses are the same but for the port.
func (a address) like(b address) bool {
	a.port, b.port = expr.Value{}, expr.Value{}
	return a == b
}

func (j *joiner) intoSock(a, b *sock) {
	a.local.port, a.remote.port = j.value(a.local.port, b.local.port), j.value(a.remote.port, b.remote.port)
	if a.urgent < 0 && len(a.rights) == 0 {
		a.rx = j.joinQueues(&a.rx, &b.rx)
	}
}

// joinQueues joins what has not been read yet. Positions in the streams, to which nothing refers, become the same.
func (j *joiner) joinQueues(a, b *queue) queue {
	x, y := a.rest(), b.rest()
	return queue{buf: j.joinBufs(&x, &y), base: max(a.base+int64(a.head), b.base+int64(b.head))}
}

// rest returns what is in a queue.
func (q *queue) rest() buf {
	if q.head == 0 {
		return q.buf
	}
	return q.cut(q.head, len(q.b))
}

func sameOption(a, b option) bool {
	return a.level == b.level && a.name == b.name && sameData(a.d, b.d)
}

func sameDatagram(a, b datagram) bool {
	return a.from == b.from && sameData(a.data, b.data) && slices.Equal(a.files, b.files)
}

func samePipe(a, b *pipe) string {
	switch {
	case a.readers != b.readers || a.writers != b.writers || a.fifo != b.fifo:
		return "ends of a pipe"
	}
	return ""
}

func (j *joiner) intoPipe(a, b *pipe) { a.q = j.joinQueues(&a.q, &b.q) }

func sameData(a, b Data) bool { return bytes.Equal(a.Bytes, b.Bytes) && maps.Equal(a.Sym, b.Sym) }

// sameQueue compares queues to whose positions something refers: they depend on no condition.
func sameQueue(a, b *queue) bool {
	return a.before == nil && b.before == nil && a.at() == b.at() && a.len() == b.len() && sameData(a.peek(a.len()), b.peek(b.len()))
}
