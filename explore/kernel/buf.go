package kernel

import "github.com/confcov/confcov/explore/expr"

// This file implements byte sequences of which some bytes may be symbolic, and
// which states share: the contents of files, queues and the output. A sequence may begin with
// pieces that depend on conditions (pieces.go): then it can only be appended to, and asked for its
// length, until the conditions are decided.

// symByte is a symbolic byte at a position of a buf. In what the peer has been told it may be a
// piece instead, of as many bytes as there are in a configuration: see replied.
type symByte struct {
	pos int
	e   *expr.Expr
	p   *piece
}

// tail counts how much of the arrays under a buf is in use by anybody. A buf
// that ends where its tail does may grow in place: no one else sees the bytes behind its end.
type tail struct{ bytes, syms int }

// buf is a sequence of bytes. It is a value: copies share their arrays, and
// nothing changes bytes that another copy sees.
type buf struct {
	before *pieces // what comes before b; nil: nothing

	b []byte
	s []symByte // ascending positions
	t *tail
}

func bufOf(b []byte) buf { return buf{b: b} }

// len returns the length of a sequence without conditions.
func (b *buf) len() int {
	b.settled()
	return len(b.b)
}

// settled checks that the sequence does not depend on conditions.
func (b *buf) settled() {
	if b.before != nil {
		panic("kernel: bytes that depend on conditions are looked at")
	}
}

// append adds d to the end.
func (b *buf) append(d Data) {
	if len(d.Bytes) == 0 {
		return
	}
	n := len(b.b)
	if b.t == nil || b.t.bytes != n || b.t.syms != len(b.s) {
		room := n + len(d.Bytes) + n/2
		b.b = append(make([]byte, 0, room), b.b...)
		b.s = append([]symByte(nil), b.s...)
		b.t = &tail{}
	}
	b.b = append(b.b, d.Bytes...)
	if d.Sym != nil {
		for i := range d.Bytes {
			if e := d.Sym[i]; e != nil {
				b.s = append(b.s, symByte{pos: n + i, e: e})
			}
		}
	}
	b.t.bytes, b.t.syms = len(b.b), len(b.s)
}

// slice returns the bytes from..to-1.
func (b *buf) slice(from, to int) Data {
	b.settled()
	if from > len(b.b) {
		from = len(b.b)
	}
	if to > len(b.b) {
		to = len(b.b)
	}
	d := Data{Bytes: b.b[from:to:to]}
	for _, s := range b.s {
		if s.pos >= from && s.pos < to {
			if d.Sym == nil {
				d.Sym = map[int]*expr.Expr{}
			}
			d.Sym[s.pos-from] = s.e
		}
	}
	return d
}

func (b *buf) all() Data { return b.slice(0, len(b.b)) }

// write replaces the bytes from position at on, growing the sequence as needed; a gap is zeroes.
func (b *buf) write(at int, d Data) {
	b.settled()
	if len(d.Bytes) == 0 {
		return
	}
	if at > len(b.b) {
		b.append(Data{Bytes: make([]byte, at-len(b.b))})
	}
	if at == len(b.b) {
		b.append(d)
		return
	}
	end := at + len(d.Bytes)
	fresh := make([]byte, max(end, len(b.b)))
	copy(fresh, b.b)
	copy(fresh[at:], d.Bytes)
	var syms []symByte
	for _, s := range b.s {
		if s.pos < at {
			syms = append(syms, s)
		}
	}
	if d.Sym != nil {
		for i := range d.Bytes {
			if e := d.Sym[i]; e != nil {
				syms = append(syms, symByte{pos: at + i, e: e})
			}
		}
	}
	for _, s := range b.s {
		if s.pos >= end {
			syms = append(syms, s)
		}
	}
	*b = buf{b: fresh, s: syms, t: &tail{len(fresh), len(syms)}}
}

// truncate makes the sequence n bytes long.
func (b *buf) truncate(n int) {
	b.settled()
	switch {
	case n > len(b.b):
		b.append(Data{Bytes: make([]byte, n-len(b.b))})
	case n < len(b.b):
		k := 0
		for k < len(b.s) && b.s[k].pos < n {
			k++
		}
		b.b, b.s = b.b[:n:n], b.s[:k:k]
	}
}

// queue is a sequence of bytes that is filled at its end and emptied at its front.
// One that begins with pieces has head 0.
type queue struct {
	buf
	head int   // bytes of buf already taken
	base int64 // position in the whole stream of the first byte of buf
}

func (q *queue) len() int {
	q.settled()
	return len(q.b) - q.head
}

// at returns the position in the stream of the next byte to take.
func (q *queue) at() int64 { return q.base + int64(q.head) }

// end returns the position in the stream behind the last byte.
func (q *queue) end() int64 {
	q.settled()
	return q.base + int64(len(q.b))
}

// unread bounds the number of bytes in all configurations.
func (q *queue) unread() (least, most int) { return q.least() - q.head, q.most() - q.head }

func (q *queue) peek(n int) Data { return q.slice(q.head, q.head+n) }

func (q *queue) take(n int) Data {
	d := q.peek(n)
	q.head += len(d.Bytes)
	if q.head == len(q.b) {
		q.base += int64(q.head)
		q.head, q.buf = 0, buf{}
	}
	return d
}

// drop removes the byte that is skip bytes behind the front.
func (q *queue) drop(skip int) {
	first, rest := q.peek(skip), q.slice(q.head+skip+1, len(q.b))
	base := q.at()
	var fresh buf
	fresh.append(first)
	fresh.append(rest)
	*q = queue{buf: fresh, base: base + 1}
}

// concat returns the bytes of the parts one after another.
func concat(parts ...Data) Data {
	var b buf
	for _, p := range parts {
		b.append(p)
	}
	return b.all()
}

// part returns the bytes from..to-1 of d.
func (d Data) part(from, to int) Data {
	p := Data{Bytes: d.Bytes[from:to]}
	if d.Sym != nil {
		for i := from; i < to; i++ {
			if e := d.Sym[i]; e != nil {
				if p.Sym == nil {
					p.Sym = map[int]*expr.Expr{}
				}
				p.Sym[i-from] = e
			}
		}
	}
	return p
}
