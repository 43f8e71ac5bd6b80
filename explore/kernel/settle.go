package kernel

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
)

// This file decides conditions where something that depends on them is looked at. What was decided follows from the
// path condition from then on, so the piece that was chosen replaces the choice.

// oracle returns what decides for the call that is being carried out.
func (k *Kernel) oracle() oracle { return oracle{k.cpu} }

// contents returns an inode whose contents depend on no condition.
func (k *Kernel) contents(id int) *inode {
	n := k.inode(id)
	if n.data.before != nil {
		data := n.data.chosen(k.oracle().decide)
		n = k.editInode(id)
		n.data = data
	}
	return n
}

// received returns a socket of which what has arrived depends on no condition.
func (k *Kernel) received(id int) *sock {
	s := k.sock(id)
	if s.rx.before != nil {
		data := s.rx.chosen(k.oracle().decide)
		s = k.editSock(id)
		s.rx.buf = data
	}
	return s
}

// piped returns a pipe of which what is in it depends on no condition.
func (k *Kernel) piped(id int) *pipe {
	p := k.pipe(id)
	if p.q.before != nil {
		data := p.q.chosen(k.oracle().decide)
		p = k.editPipe(id)
		p.q.buf = data
	}
	return p
}

// nonEmpty reports whether there is anything in a queue, which may depend on conditions.
func (o oracle) nonEmpty(q *queue) bool {
	if q.before == nil && len(q.s) == 0 {
		return len(q.b) > q.head
	}
	return o.decide(anyByte(o.cpu.Builder(), &q.buf, q.head))
}

// anyByte returns the condition that there is a byte from position from on. What the peer has been told as one byte is what it
// stands for, which may be nothing.
func anyByte(x *expr.Builder, b *buf, from int) *expr.Expr {
	told := 0
	for i := range b.s {
		if s := &b.s[i]; s.p != nil && s.pos >= from {
			told++
		}
	}
	if len(b.b)-from > told {
		return x.Bool(true)
	}
	some := b.before.anyByte(x)
	for i := range b.s {
		if s := &b.s[i]; s.p != nil && s.pos >= from && !some.IsTrue() {
			some = x.Or(some, s.p.anyByte(x))
		}
	}
	return some
}

// anyByte returns the condition that there is a byte in some piece.
func (ps *pieces) anyByte(x *expr.Builder) *expr.Expr {
	var open []*pieces // whose condition is not known, newest first
	some := x.Bool(false)
	for ; ps != nil; ps = ps.prev {
		if ps.some != nil {
			some = ps.some
			break
		}
		open = append(open, ps)
	}
	for _, l := range slices.Backward(open) {
		if !some.IsTrue() {
			some = x.Or(some, l.last.anyByte(x))
		}
		l.some = some
	}
	return some
}

// anyByte returns the condition that the piece is not empty.
func (p *piece) anyByte(x *expr.Builder) *expr.Expr {
	if p.some == nil {
		p.some = anyByte(x, &p.alts[0], 0)
		if p.cond != nil {
			p.some = x.Ite(p.cond, p.some, anyByte(x, &p.alts[1], 0))
		}
	}
	return p.some
}

// offset returns the position of an open file, made concrete.
func (c *call) offset(f *file) int64 {
	if f.off.conditional() {
		off := at(int64(c.k.number(f.off.value(c.cpu.Builder()))))
		c.k.editFile(f.id).off = off
		return int64(off.word.C)
	}
	return int64(f.off.word.C)
}

// size returns st_size.
func (n *inode) size(x *expr.Builder) expr.Value {
	switch n.typ {
	case typeDir:
		return value(blockSize)
	case typeFile, typeLink:
		return n.data.size(x)
	}
	return value(0)
}

// number returns a number that may depend on conditions, having decided which it is.
func (k *Kernel) number(v expr.Value) int {
	if v.E != nil {
		return int(k.cpu.Concrete(v))
	}
	return int(v.C)
}

// plus returns v + n.
func (k *Kernel) plus(v expr.Value, n uint64) expr.Value {
	if v.E == nil {
		return value(v.C + n)
	}
	return k.oracle().plus(v, value(n))
}

// ref takes a reference to an open file.
func (k *Kernel) ref(id int) {
	f := k.editFile(id)
	f.refs = k.plus(f.refs, 1)
}

// hold notes one more use of an inode.
func (k *Kernel) hold(id int) {
	n := k.editInode(id)
	n.opens = k.plus(n.opens, 1)
}

// drop notes one use less of an inode.
func (k *Kernel) drop(id int) {
	n := k.editInode(id)
	n.opens = k.plus(n.opens, ^uint64(0))
}

// cred returns on whose behalf the caller acts.
func (c *call) cred() *cred { return c.k.credOf(c.p) }

func (k *Kernel) credOf(p *process) *cred {
	if p.creds != nil {
		cr := p.creds.all[k.pick(p.creds.which)]
		p = k.editProc(p.pid)
		p.cred, p.creds = cr, nil
	}
	return &p.cred
}

// cwd and root return the caller's directories.
func (c *call) cwd() int  { return c.k.settle(&c.p.cwd) }
func (c *call) root() int { return c.k.settle(&c.p.root) }

// settle makes a number concrete where it is.
func (k *Kernel) settle(v *expr.Value) int {
	n := k.number(*v)
	*v = value(uint64(n))
	return n
}

// leaf returns the value that a choice has, having decided which it is. What depends on choices otherwise is made concrete.
func (o oracle) leaf(e *expr.Expr) expr.Value {
	x := o.cpu.Builder()
	switch {
	case e.Op() == expr.OpChoice:
		for leaf, where := range x.Leaves(e) {
			if o.decide(x.OfSet(where)) {
				return o.leaf(leaf)
			}
		}
	case e.HasChoice():
		return value(o.cpu.Concrete(expr.Value{E: e}))
	}
	return x.Value(e)
}
