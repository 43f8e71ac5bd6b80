package kernel

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel/peer"
)

// This file shows the peer the messages that have arrived at its sockets. A scan of the peer's says which message it looks for, and is
// followed through all that may be there: text that depends on conditions is decided only if what the peer finds depends on it.

// heard returns a socket of the peer's of which what has arrived is decided as far as it matters to scan, up to the message that it looks for.
func (k *Kernel) heard(id int, scan *peer.Scan) (*sock, peer.Seen) {
	s := k.sock(id)
	if s.rx.before == nil && len(s.rx.s) == 0 {
		return s, scan.Follow(s.rx.b[s.rx.head:])
	}
	t := hearer{o: k.oracle(), scan: scan}
	if s.rx.before == nil {
		t.bytes(s.rx.rest())
	} else {
		t.sequence(&s.rx.buf)
	}
	*scan = *t.scan
	return k.retold(id, t.out), t.seen
}

// hearer follows what has arrived with a scan.
type hearer struct {
	o    oracle
	scan *peer.Scan
	out  buf
	n    int // bytes of out that scan has followed
	seen peer.Seen
}

// sequence follows the pieces, then the bytes after them.
func (t *hearer) sequence(b *buf) {
	for _, p := range b.before.since(nil) {
		t.piece(p)
	}
	t.bytes(b.cut(0, len(b.b)))
}

func (t *hearer) piece(p *piece) {
	if p.cond == nil {
		t.bytes(p.alts[0])
		return
	}
	if t.scan.Done() || t.idle(p) {
		t.out.appendBuf(&buf{b: []byte{0}, s: []symByte{{p: p}}})
		t.moved(1)
		return
	}
	if t.o.decide(p.cond) {
		t.sequence(&p.alts[0])
	} else {
		t.sequence(&p.alts[1])
	}
}

// idle advances the scan by the piece if the result is the same whatever the piece is, and reports whether it was.
func (t *hearer) idle(p *piece) bool {
	f := follower{scans: []*peer.Scan{t.scan}, known: map[step][]int{}}
	ends := f.behind(p, 0)
	if len(ends) != 1 {
		return false
	}
	end := f.scans[ends[0]]
	if end.Done() || end.Ended() != t.scan.Ended() {
		return false
	}
	t.scan = end
	return true
}

// maxScans is how many scans are followed at a time.
const maxScans = 16

// follower follows text that depends on conditions with a scan, without deciding them. Pieces that are in both of what others are one of are
// followed once: there may be as many of these, each within the one before, as states have been joined.
type follower struct {
	scans []*peer.Scan // all that were met, no two of them the same
	known map[step][]int
}

// step is a piece, and the number of the scan that comes to it.
type step struct {
	p    *piece
	scan int
}

// number returns the number of a scan.
func (f *follower) number(s *peer.Scan) int {
	at := slices.IndexFunc(f.scans, s.Same)
	if at < 0 {
		at = len(f.scans)
		f.scans = append(f.scans, s)
	}
	return at
}

// after returns which scans there may be behind a sequence, ascending; nil if they are not known.
func (f *follower) after(scans []int, b *buf) []int {
	for _, p := range b.before.since(nil) {
		var next []int
		for _, s := range scans {
			ends := f.behind(p, s)
			if ends == nil {
				return nil
			}
			next = union(next, ends)
		}
		if scans = next; len(scans) > maxScans {
			return nil
		}
	}
	if len(b.s) > 0 {
		return nil
	}
	var out []int
	for _, n := range scans {
		s := f.scans[n].Fork()
		for _, c := range b.b {
			s.Next(c)
		}
		out = union(out, []int{f.number(s)})
	}
	return out
}

// behind returns which scans there may be behind a piece.
func (f *follower) behind(p *piece, scan int) []int {
	at := step{p, scan}
	ends, ok := f.known[at]
	if !ok {
		ends = f.after([]int{scan}, &p.alts[0])
		if p.cond != nil && ends != nil {
			if other := f.after([]int{scan}, &p.alts[1]); other != nil {
				ends = union(ends, other)
			} else {
				ends = nil
			}
		}
		f.known[at] = ends
	}
	return ends
}

// union returns the numbers that are in either of two ascending lists.
func union(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// moved notes that the scan has followed n more bytes of out.
func (t *hearer) moved(n int) {
	if t.seen.To > 0 {
		return
	}
	t.n += n
	t.seen.Moved(t.scan, t.n)
}

func (t *hearer) known(b []byte) {
	t.out.append(Data{Bytes: b})
	for _, c := range b {
		if t.scan.Done() {
			return
		}
		t.scan.Next(c)
		t.moved(1)
	}
}

// bytes follows bytes without pieces before them.
func (t *hearer) bytes(b buf) {
	from := 0
	for _, s := range b.s {
		t.known(b.b[from:s.pos])
		from = s.pos + 1
		switch {
		case s.p != nil:
			t.piece(s.p)
		case t.scan.Done():
			t.out.append(Data{Bytes: []byte{b.b[s.pos]}, Sym: map[int]*expr.Expr{0: s.e}})
		default:
			t.symbolic(b.b[s.pos], s.e)
		}
	}
	t.known(b.b[from:])
}

// symbolic follows a byte that is not known.
func (t *hearer) symbolic(shown byte, e *expr.Expr) {
	if e.HasChoice() && (!e.HasConstants() || !printed(t.o, e)) {
		v := t.o.leaf(e)
		if v.E == nil {
			t.known([]byte{byte(v.C)})
			return
		}
		e = v.E
	}
	ways := t.ways(e)
	at := 0
	for at < len(ways)-1 && !t.o.decide(ways[at].cond(t.o.cpu.Builder(), e)) {
		at++
	}
	w := ways[at]
	if len(w.values) == 1 {
		t.known(w.values)
		return
	}
	t.scan = w.scan
	t.out.append(Data{Bytes: []byte{shown}, Sym: map[int]*expr.Expr{0: e}})
	t.moved(1)
}

// way is the values of a byte that lead the scan to the same state.
type way struct {
	scan   *peer.Scan
	values []byte
}

// ways returns the states that a byte may lead the scan to.
func (t *hearer) ways(e *expr.Expr) []way {
	var values []byte
	if e.HasConstants() {
		for leaf := range t.o.cpu.Builder().Values(e) {
			values = append(values, byte(leaf.Const()))
		}
	} else {
		zero, one := e.KnownBits()
		for v := range 256 {
			if uint64(v)&zero == 0 && uint64(v)&one == one&0xff {
				values = append(values, byte(v))
			}
		}
	}
	slices.Sort(values)
	var ways []way
	for _, v := range slices.Compact(values) {
		s := t.scan.Fork()
		s.Next(v)
		at := slices.IndexFunc(ways, func(w way) bool { return w.scan.Same(s) })
		if at < 0 {
			at = len(ways)
			ways = append(ways, way{scan: s})
		}
		ways[at].values = append(ways[at].values, v)
	}
	return ways
}

// cond returns the condition that a byte has one of the values.
func (w *way) cond(x *expr.Builder, e *expr.Expr) *expr.Expr {
	any := x.Const(0, 1)
	if e.HasConstants() {
		for leaf, where := range x.Leaves(e) {
			if slices.Contains(w.values, byte(leaf.Const())) {
				any = x.Or(any, x.OfSet(where))
			}
		}
		return any
	}
	for i := 0; i < len(w.values); {
		first := w.values[i]
		last := first
		for i++; i < len(w.values) && w.values[i] == last+1; i++ {
			last++
		}
		if first == last {
			any = x.Or(any, x.Eq(e, x.Const(uint64(first), 8)))
			continue
		}
		in := x.And(x.Not(x.ULt(e, x.Const(uint64(first), 8))), x.Not(x.ULt(x.Const(uint64(last), 8), e)))
		any = x.Or(any, in)
	}
	return any
}

// settleMessage makes known what has arrived from position from to to-1 behind the front.
func (k *Kernel) settleMessage(id int, m peer.Seen) {
	s := k.sock(id)
	rest := s.rx.rest()
	head, tail := rest.cut(0, m.From), rest.cut(m.To, len(rest.b))
	message := rest.cut(m.From, m.To)
	t := teller{o: k.oracle()}
	t.bytes(message)
	known := t.out.all()
	for i := range known.Bytes {
		if e := known.Sym[i]; e != nil {
			known.Bytes = slices.Clone(known.Bytes)
			known.Bytes[i] = byte(k.cpu.Concrete(expr.Value{E: e}))
		}
	}
	var out buf
	out.appendBuf(&head)
	out.append(Data{Bytes: known.Bytes})
	out.appendBuf(&tail)
	k.retold(id, out)
}

// takeMessage takes what has arrived from position from to to-1 behind the front.
func (k *Kernel) takeMessage(id, from, to int) {
	if from == 0 {
		_, files := k.takeStream(id, to)
		k.unrefAll(files)
		return
	}
	rest := k.sock(id).rx.rest()
	head, tail := rest.cut(0, from), rest.cut(to, len(rest.b))
	var out buf
	out.appendBuf(&head)
	out.appendBuf(&tail)
	s := k.editSock(id)
	s.rx = queue{buf: out, base: s.rx.base + int64(s.rx.head) + int64(to-from)}
	k.wake()
}
