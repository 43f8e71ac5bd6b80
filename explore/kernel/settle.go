package kernel

import "github.com/confcov/confcov/explore/expr"

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
	least, most := q.unread()
	switch {
	case least > 0:
		return true
	case most == 0:
		return false
	}
	x := o.cpu.Builder()
	return o.decide(x.NonZero(wide(x, q.size(x))))
}

// offset returns the position of an open file, made concrete.
func (c *call) offset(f *file) int64 {
	if f.off.E != nil {
		off := value(c.cpu.Concrete(f.off))
		c.k.editFile(f.id).off = off
		return int64(off.C)
	}
	return int64(f.off.C)
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
