package kernel

import (
	"bytes"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel/peer"
)

// This file shows the peer what has arrived at its sockets. To the peer, a byte is known, or it depends on an option's
// value. Text that depends on conditions is decided, unless it can tell the peer nothing: then it is one unknown byte, which
// stands for as many as there are, and only the transcript says which.

// told returns a socket of the peer's of which all that has arrived is bytes, and none of them a choice.
func (k *Kernel) told(id int) *sock {
	s := k.received(id)
	if !s.rx.undecided() {
		return s
	}
	t := teller{o: k.oracle()}
	t.bytes(s.rx.rest())
	return k.retold(id, t.out)
}

// replied returns a socket of the peer's of which what has arrived is decided as far as it matters to a peer that waits for replies.
func (k *Kernel) replied(id int) *sock {
	s := k.sock(id)
	if _, most := s.rx.unread(); most > maxReplies {
		return k.told(id)
	}
	if s.rx.before == nil && len(s.rx.s) == 0 {
		return s
	}
	t := teller{o: k.oracle(), scan: &peer.Scanner{}}
	if s.rx.before == nil {
		t.bytes(s.rx.rest())
	} else {
		t.sequence(&s.rx.buf)
	}
	return k.retold(id, t.out)
}

// recorded returns a socket of the peer's of which all that has arrived is told as text that depends on conditions, as far as it does.
func (k *Kernel) recorded(id int) *sock {
	s := k.sock(id)
	if s.rx.before == nil && !s.rx.undecided() {
		return s
	}
	t := teller{o: k.oracle(), recorded: true}
	if s.rx.before == nil {
		t.bytes(s.rx.rest())
	} else {
		t.sequence(&s.rx.buf)
	}
	return k.retold(id, t.out)
}

// maxReplies bounds the bytes of which some may stay undecided.
const maxReplies = 1 << 16

// retold replaces what has arrived by another form of it.
func (k *Kernel) retold(id int, b buf) *sock {
	s := k.editSock(id)
	s.rx = queue{buf: b, base: s.rx.base + int64(s.rx.head)}
	return s
}

// undecided reports whether there are choices among the bytes.
func (b *buf) undecided() bool {
	for i := range b.s {
		if s := &b.s[i]; s.p != nil || s.e.HasChoice() {
			return true
		}
	}
	return false
}

// teller makes what the peer is told of a sequence of bytes.
type teller struct {
	o    oracle
	out  buf
	scan *peer.Scanner // nil: everything is decided, or nothing

	recorded bool // the peer does not look at the text
}

// sequence tells pieces and the bytes behind them.
func (t *teller) sequence(b *buf) {
	for _, p := range b.before.since(nil) {
		t.piece(p)
	}
	t.bytes(b.cut(0, len(b.b)))
}

func (t *teller) piece(p *piece) {
	switch {
	case p.cond == nil:
		t.bytes(p.alts[0])
	case t.recorded || t.scan != nil && p.idle(t.scan):
		t.out.appendBuf(&buf{b: []byte{0}, s: []symByte{{p: p}}})
	case t.o.decide(p.cond):
		t.sequence(&p.alts[0])
	default:
		t.sequence(&p.alts[1])
	}
}

// bytes tells bytes without pieces before them.
func (t *teller) bytes(b buf) {
	from := 0
	for _, s := range b.s {
		t.known(b.b[from:s.pos])
		from = s.pos + 1
		if s.p != nil {
			t.piece(s.p)
			continue
		}
		v := expr.Value{E: s.e}
		if s.e.HasChoice() && (!t.recorded && (t.scan == nil || !t.scan.Text()) || !printed(t.o, s.e)) {
			v = t.o.leaf(s.e)
		}
		if v.E != nil && t.scan != nil {
			v = t.looked(v)
		}
		if v.E == nil {
			t.known([]byte{byte(v.C)})
			continue
		}
		t.out.append(Data{Bytes: []byte{b.b[s.pos]}, Sym: map[int]*expr.Expr{0: v.E}})
		if t.scan != nil {
			t.scan.Unknown()
		}
	}
	t.known(b.b[from:])
}

// looked decides of a byte what a peer that waits for a reply sees by it: the code, and where lines end.
func (t *teller) looked(v expr.Value) expr.Value {
	if t.scan.Head() {
		return value(t.o.cpu.Concrete(v))
	}
	x := t.o.cpu.Builder()
	if zero, one := v.E.KnownBits(); '\n'&zero == 0 && one&^'\n' == 0 && t.o.decide(x.Eq(v.E, x.Const('\n', 8))) {
		return value('\n')
	}
	return v
}

func (t *teller) known(b []byte) {
	t.out.append(Data{Bytes: b})
	if t.scan != nil {
		t.scan.Known(b)
	}
}

// printed reports whether a choice is between characters that the transcript shows as they are.
func printed(o oracle, e *expr.Expr) bool {
	if !e.HasConstants() {
		return false
	}
	for leaf := range o.cpu.Builder().Values(e) {
		if b := o.cpu.Builder().Value(leaf).C; b < ' ' || b > 126 || b == '\\' {
			return false
		}
	}
	return true
}

// idle reports whether a piece tells a peer that waits for a reply nothing, whatever it is.
func (p *piece) idle(scan *peer.Scanner) bool {
	if scan.Text() {
		return p.all(func(b []byte) bool { return !bytes.ContainsAny(b, "\r\n") }, map[*piece]bool{})
	}
	return p.all(scan.Body, map[*piece]bool{})
}

// all reports whether ok holds for all bytes that there may be, between one place where there is a choice and the next. It adds p to known, of
// whose pieces that is so: each of them may be in many others.
func (p *piece) all(ok func(b []byte) bool, known map[*piece]bool) bool {
	if known[p] {
		return true
	}
	for i := range p.alts {
		for _, q := range p.alts[i].before.since(nil) {
			if !q.all(ok, known) {
				return false
			}
		}
		if len(p.alts[i].s) > 0 || !ok(p.alts[i].b) {
			return false
		}
	}
	known[p] = true
	return true
}

// Under returns the text of the piece that is there where decide answers about conditions.
func (p *piece) Under(decide func(cond any) bool) peer.Data {
	var out buf
	single := buf{before: (*pieces)(nil).then(p)}
	single.choose(&out, func(e *expr.Expr) bool { return decide(e) })
	return toPeer(&out, 0).Under(decide)
}
