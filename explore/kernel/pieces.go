package kernel

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// This file implements byte sequences whose contents and length depend on
// conditions. Where two kernels are joined, what either appended since they parted becomes
// a piece, a choice between two sequences, and both go on appending behind it. Nothing is
// decided until something looks at the bytes.

// piece is a part of a sequence that does not change any more: bytes, or a choice between two sequences.
type piece struct {
	where confspace.Set // under which alts[0] is there, else alts[1]
	cond  *expr.Expr    // the same as an expression; nil: these are the bytes of alts[0]
	alts  [2]buf
	size  *expr.Expr // 64 bits; nil: not asked for yet
	some  *expr.Expr // 1 bit: there is a byte; nil: not asked for yet
}

// pieces is an immutable list, newest first.
type pieces struct {
	prev        *pieces
	last        *piece
	depth       int
	least, most int        // bounds of the length of all pieces
	size        *expr.Expr // 64 bits; nil: not asked for yet
	some        *expr.Expr // 1 bit: there is a byte; nil: not asked for yet
}

// then returns the list with one more piece.
func (ps *pieces) then(p *piece) *pieces {
	least, most := p.alts[0].least(), p.alts[0].most()
	if p.cond != nil {
		least, most = min(least, p.alts[1].least()), max(most, p.alts[1].most())
	}
	next := &pieces{prev: ps, last: p, least: least, most: most}
	if ps != nil {
		next.depth, next.least, next.most = ps.depth+1, least+ps.least, most+ps.most
	}
	return next
}

// since returns the pieces behind the list base, oldest first.
func (ps *pieces) since(base *pieces) []*piece {
	var all []*piece
	for ; ps != base; ps = ps.prev {
		all = append(all, ps.last)
	}
	slices.Reverse(all)
	return all
}

// shared returns the longest list that both lists continue.
func shared(a, b *pieces) *pieces {
	for a != b {
		if a != nil && (b == nil || a.depth >= b.depth) {
			a = a.prev
		} else {
			b = b.prev
		}
	}
	return a
}

// least and most bound the length in all configurations.
func (b *buf) least() int {
	if b.before == nil {
		return len(b.b)
	}
	return b.before.least + len(b.b)
}

func (b *buf) most() int {
	if b.before == nil {
		return len(b.b)
	}
	return b.before.most + len(b.b)
}

// size returns the length: a word that may be a choice.
func (b *buf) size(x *expr.Builder) expr.Value {
	if b.before == nil {
		return value(uint64(len(b.b)))
	}
	return x.Value(x.Add(b.before.sizeOf(x), x.Const(uint64(len(b.b)), 64)))
}

func (ps *pieces) sizeOf(x *expr.Builder) *expr.Expr {
	var todo []*pieces
	at := ps
	for ; at != nil && at.size == nil; at = at.prev {
		todo = append(todo, at)
	}
	sum := x.Const(0, 64)
	if at != nil {
		sum = at.size
	}
	for _, p := range slices.Backward(todo) {
		sum = x.Add(sum, p.last.sizeOf(x))
		p.size = sum
	}
	return sum
}

func (p *piece) sizeOf(x *expr.Builder) *expr.Expr {
	if p.size == nil {
		p.size = wide(x, p.alts[0].size(x))
		if p.cond != nil {
			p.size = x.Choose(p.where, p.size, wide(x, p.alts[1].size(x)))
		}
	}
	return p.size
}

// position is a position in a file: a word, or, where before is not nil, the length of these pieces and word bytes more, which
// nobody has asked for yet.
type position struct {
	word   expr.Value
	before *pieces
}

func at(n int64) position { return position{word: value(uint64(n))} }

// endOf returns the position behind the last byte.
func endOf(b *buf) position { return position{value(uint64(len(b.b))), b.before} }

// conditional reports whether the position may depend on conditions.
func (p position) conditional() bool { return p.before != nil || p.word.E != nil }

func (p position) value(x *expr.Builder) expr.Value {
	if p.before == nil {
		return p.word
	}
	return x.Value(x.Add(p.before.sizeOf(x), wide(x, p.word)))
}

// chosen returns the sequence without conditions that is there where decide answers about those it meets.
func (b *buf) chosen(decide func(*expr.Expr) bool) buf {
	if b.before == nil {
		return *b
	}
	var out buf
	b.choose(&out, decide)
	return out
}

func (b *buf) choose(out *buf, decide func(*expr.Expr) bool) {
	for _, p := range b.before.since(nil) {
		alt := &p.alts[0]
		if p.cond != nil && !decide(p.cond) {
			alt = &p.alts[1]
		}
		alt.choose(out, decide)
	}
	out.appendBuf(b)
}

// appendBuf adds what is behind the pieces of another sequence to the end.
func (b *buf) appendBuf(o *buf) {
	n := len(b.b)
	b.append(Data{Bytes: o.b})
	for _, s := range o.s {
		b.s = append(b.s, symByte{n + s.pos, s.e, s.p})
		b.t.syms = len(b.s)
	}
}

// joinBufs returns the sequence that is a where j.where holds and b elsewhere. What both have in common at the
// beginning and the end stays common.
func (j *joiner) joinBufs(a, b *buf) buf {
	base := shared(a.before, b.before)
	if a.before == base && b.before == base && sameBytes(a, b) {
		return *a
	}
	restA, restB := a.before.since(base), b.before.since(base)
	plainA, plainB := firstBytes(restA, a), firstBytes(restB, b)
	if n := commonPrefix(plainA, plainB); n > 0 {
		base = base.then(&piece{alts: [2]buf{plainA.cut(0, n)}})
		restA, a = withoutPrefix(restA, a, n)
		restB, b = withoutPrefix(restB, b, n)
	}
	tail := buf{}
	if n := commonSuffix(a, b); n > 0 {
		tail = a.cut(len(a.b)-n, len(a.b))
		x, y := a.cut(0, len(a.b)-n), b.cut(0, len(b.b)-n)
		a, b = &x, &y
	}
	p := &piece{where: j.where, cond: j.cond(), alts: [2]buf{gathered(restA, a), gathered(restB, b)}}
	if p.alts[0].most() > 0 || p.alts[1].most() > 0 {
		base = base.then(p)
		j.k.joined = true
	}
	tail.before = base
	return tail
}

// gathered makes one sequence of pieces and the bytes behind them.
func gathered(ps []*piece, tail *buf) buf {
	var before *pieces
	for _, p := range ps {
		before = before.then(p)
	}
	out := tail.cut(0, len(tail.b))
	out.before = before
	return out
}

// firstBytes returns the bytes that come first in a sequence of pieces and a tail.
func firstBytes(ps []*piece, tail *buf) *buf {
	switch {
	case len(ps) == 0:
		return tail
	case ps[0].cond == nil:
		return &ps[0].alts[0]
	}
	return &buf{}
}

// withoutPrefix removes n of the bytes that firstBytes returned.
func withoutPrefix(ps []*piece, tail *buf, n int) ([]*piece, *buf) {
	if len(ps) == 0 {
		rest := tail.cut(n, len(tail.b))
		return nil, &rest
	}
	if first := &ps[0].alts[0]; n < len(first.b) {
		return append([]*piece{{alts: [2]buf{first.cut(n, len(first.b))}}}, ps[1:]...), tail
	}
	return ps[1:], tail
}

// cut returns the bytes from..to-1 of what is behind the pieces.
func (b *buf) cut(from, to int) buf {
	out := buf{b: b.b[from:to:to]}
	for _, s := range b.s {
		if s.pos >= from && s.pos < to {
			out.s = append(out.s, symByte{s.pos - from, s.e, s.p})
		}
	}
	return out
}

// sameBytes compares what is behind the pieces.
func sameBytes(a, b *buf) bool { return len(a.b) == len(b.b) && commonPrefix(a, b) == len(a.b) }

// commonPrefix returns how many bytes behind the pieces are the same on both sides, from the first on.
func commonPrefix(a, b *buf) int {
	n := min(len(a.b), len(b.b))
	if n == 0 || &a.b[0] == &b.b[0] && len(a.s) == 0 && len(b.s) == 0 {
		return n
	}
	same := 0
	for same < n && a.b[same] == b.b[same] {
		same++
	}
	for i := 0; ; i++ {
		switch x, y := symAt(a.s, i), symAt(b.s, i); {
		case x == y && i < len(a.s):
		case x == y:
			return same
		default:
			return min(same, x.pos, y.pos)
		}
	}
}

// symAt returns element i, one that lies behind everything if there is none.
func symAt(s []symByte, i int) symByte {
	if i < len(s) {
		return s[i]
	}
	return symByte{pos: 1 << 62}
}

// commonSuffix returns how many concrete bytes behind the pieces are the same on both sides, up to the last.
func commonSuffix(a, b *buf) int {
	n := min(len(a.b), len(b.b))
	for _, x := range []*buf{a, b} {
		if len(x.s) > 0 {
			n = min(n, len(x.b)-1-x.s[len(x.s)-1].pos)
		}
	}
	same := 0
	for same < n && a.b[len(a.b)-1-same] == b.b[len(b.b)-1-same] {
		same++
	}
	return same
}
