package memory

// This file implements the contents of one object in one state: bytes, and
// runs of symbolic bytes over them.

import (
	"encoding/binary"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects/confspace"
)

// Run is a sequence of symbolic bytes: bytes From..From+N-1 (least significant
// first) of expression E lie at offset Off. Runs of a Contents are sorted by
// Off and do not overlap.
type Run struct {
	Off  uint32
	N    uint8
	From uint8
	E    *expr.Expr
}

func (r Run) end() uint32 { return r.Off + uint32(r.N) }

// Contents are the bytes of an object. A symbolic byte's place in Bytes is 0.
type Contents struct {
	owner uint64 // the epoch that may write
	Bytes []byte
	Runs  []Run

	late    *late      // writes that were put off
	done    *late      // the first of them, which have been carried out
	end     *stringEnd // nil: not known; known only while something is put off
	carried *Contents  // the contents with that written, of those that nobody may write; nil: nobody has asked
	shadow  shadow     // which bytes are undefined; they hold 0
	deaths  []death    // in which configurations the object is dead; nil: in none, of a mark: in all
	freed   ir.Pos     // of marks: where
}

// copyFor returns a copy that the epoch may write.
func (c *Contents) copyFor(epoch uint64) *Contents {
	n := &Contents{owner: epoch, Bytes: append(make([]byte, 0, len(c.Bytes)), c.Bytes...), shadow: c.shadow.copy(), deaths: c.deaths, late: c.late, done: c.done, end: c.end}
	if len(c.Runs) > 0 {
		n.Runs = append(make([]Run, 0, len(c.Runs)+1), c.Runs...)
	}
	return n
}

// firstRun returns the index of the first run that ends after off.
func (c *Contents) firstRun(off uint32) int {
	lo, hi := 0, len(c.Runs)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if c.Runs[m].end() <= off {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// Symbolic reports whether any of n bytes at off is symbolic.
func (c *Contents) Symbolic(off, n uint64) bool {
	if len(c.Runs) == 0 {
		return false
	}
	i := c.firstRun(uint32(off))
	return i < len(c.Runs) && uint64(c.Runs[i].Off) < off+n
}

// ConcreteEnd returns where the concrete bytes at off end.
func (c *Contents) ConcreteEnd(off uint64) uint64 {
	i := c.firstRun(uint32(off))
	if i == len(c.Runs) {
		return uint64(len(c.Bytes))
	}
	return max(off, uint64(c.Runs[i].Off))
}

// clear makes n bytes at off concrete again.
func (c *Contents) clear(off, n uint64) {
	if len(c.Runs) == 0 || n == 0 {
		return
	}
	i := c.firstRun(uint32(off))
	end := off + n
	j := i
	var keep []Run
	for ; j < len(c.Runs) && uint64(c.Runs[j].Off) < end; j++ {
		r := c.Runs[j]
		if uint64(r.Off) < off {
			keep = append(keep, Run{r.Off, uint8(off - uint64(r.Off)), r.From, r.E})
		}
		if uint64(r.end()) > end {
			cut := uint8(end - uint64(r.Off))
			keep = append(keep, Run{uint32(end), r.N - cut, r.From + cut, r.E})
		}
	}
	switch {
	case i == j:
	case len(keep) == 0:
		c.Runs = cut(c.Runs, i, j)
	default:
		c.Runs = slices.Replace(c.Runs, i, j, keep...)
	}
}

// word reads a concrete little-endian word.
func word(b []byte, w uint64) uint64 {
	switch w {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 8:
		return binary.LittleEndian.Uint64(b)
	}
	v := uint64(0)
	for i := range w {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}

func putWord(b []byte, w, v uint64) {
	switch w {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(b, v)
	default:
		for i := range w {
			b[i] = byte(v >> (8 * i))
		}
	}
}

// Load reads w bytes (1 to 8) at off, which must be in bounds.
func (c *Contents) Load(b *expr.Builder, off, w uint64) expr.Value {
	if c.Symbolic(off, w) {
		return c.loadSymbolic(b, off, w)
	}
	return expr.Value{C: word(c.Bytes[off:off+w], w)}
}

func (c *Contents) loadSymbolic(b *expr.Builder, off, w uint64) expr.Value {
	i := c.firstRun(uint32(off))
	if r := c.Runs[i]; uint64(r.Off) == off && uint64(r.N) == w && r.From == 0 && uint64(r.E.Bits()) == 8*w {
		return expr.Value{E: r.E}
	}
	// From the most significant byte down, pieces of runs and of concrete bytes.
	var e *expr.Expr
	push := func(p *expr.Expr) {
		if e == nil {
			e = p
		} else {
			e = b.Concat(e, p)
		}
	}
	end := off + w
	for j := len(c.Runs) - 1; j >= i && end > off; j-- {
		r := c.Runs[j]
		if uint64(r.Off) >= end {
			continue
		}
		if re := uint64(r.end()); re < end {
			lo := max(re, off)
			push(b.Const(word(c.Bytes[lo:end], end-lo), uint(8*(end-lo))))
			end = lo
		}
		lo := max(uint64(r.Off), off)
		if lo < end {
			from := uint(r.From) + uint(lo-uint64(r.Off))
			push(b.Extract(r.E, 8*from, uint(8*(end-lo))))
			end = lo
		}
	}
	if end > off {
		push(b.Const(word(c.Bytes[off:end], end-off), uint(8*(end-off))))
	}
	return b.Value(e)
}

// Store writes w bytes (1 to 8) at off, which must be in bounds. c must be writable.
func (c *Contents) Store(off, w uint64, v expr.Value) {
	if v.E == nil {
		c.clear(off, w)
		c.Define(off, w)
		putWord(c.Bytes[off:off+w], w, v.C)
		return
	}
	c.Define(off, w)
	run := Run{uint32(off), uint8(w), 0, v.E}
	if i := c.firstRun(run.Off); i < len(c.Runs) && c.Runs[i].Off == run.Off && c.Runs[i].N == run.N {
		c.Runs[i] = run // its bytes are 0 already
		return
	}
	c.clear(off, w)
	putWord(c.Bytes[off:off+w], w, 0)
	c.Runs = slices.Insert(c.Runs, c.firstRun(run.Off), run)
}

// StoreWhen writes w bytes at off in the configurations of when; in the others they stay what they are, undefined if they were. c must be writable.
func (c *Contents) StoreWhen(b *expr.Builder, off, w uint64, v expr.Value, when confspace.Set) {
	bits := uint(8 * w)
	if w > 1 && c.mixed(off, w) {
		// A choice between words would be one between all combinations of their parts.
		for k := range w {
			c.StoreWhen(b, off+k, 1, b.Value(b.Extract(b.Of(v, bits), uint(8*k), 8)), when)
		}
		return
	}
	gaps, old := c.Gaps(off, w), c.Load(b, off, w)
	c.Store(off, w, b.Value(b.Choose(when, b.Of(v, bits), b.Of(old, bits))))
	others := b.Not(b.OfSet(when))
	for _, g := range gaps {
		if g.When != nil {
			g.When = b.And(g.When, others)
		} else {
			g.When = others
		}
		if g.Off += off; !g.When.IsFalse() {
			c.undefineIn(g)
		}
	}
}

// few is how many runs or gaps contents may have that it pays to remove one of: with more the others must be moved, joins have one more cell that differs, and the object does not
// become concrete soon.
const few = 64

// FewRuns reports whether a symbolic value that is known should be made concrete.
func (c *Contents) FewRuns() bool { return len(c.Runs) <= few }

// FewGaps reports whether bytes of a gap with a condition that does not hold should be defined.
func (c *Contents) FewGaps() bool { return len(c.shadow.some) <= few }

// mixed reports whether some of w bytes at off are symbolic, but they are not one expression.
func (c *Contents) mixed(off, w uint64) bool {
	if !c.Symbolic(off, w) {
		return false
	}
	r := c.Runs[c.firstRun(uint32(off))]
	return uint64(r.Off) != off || uint64(r.N) != w
}

// Byte returns the byte at off.
func (c *Contents) Byte(b *expr.Builder, off uint64) expr.Value { return c.Load(b, off, 1) }

// runsOf returns the runs within n bytes at off, clipped, with offsets relative to off.
func (c *Contents) runsOf(off, n uint64) []Run {
	if n == 0 || !c.Symbolic(off, n) { // within a run there would be one without bytes
		return nil
	}
	var out []Run
	for i := c.firstRun(uint32(off)); i < len(c.Runs) && uint64(c.Runs[i].Off) < off+n; i++ {
		r := c.Runs[i]
		if uint64(r.Off) < off {
			cut := uint8(off - uint64(r.Off))
			r = Run{uint32(off), r.N - cut, r.From + cut, r.E}
		}
		if uint64(r.end()) > off+n {
			r.N = uint8(off + n - uint64(r.Off))
		}
		r.Off -= uint32(off)
		out = append(out, r)
	}
	return out
}

// Copy copies n bytes from src at soff to c at off; both are in bounds, and
// may be the same contents with overlapping ranges.
func (c *Contents) Copy(off uint64, src *Contents, soff, n uint64) {
	runs := src.runsOf(soff, n)
	c.copyShadow(off, src, soff, n)
	c.clear(off, n)
	copy(c.Bytes[off:off+n], src.Bytes[soff:soff+n])
	if len(runs) > 0 {
		for k := range runs {
			runs[k].Off += uint32(off)
		}
		c.Runs = slices.Insert(c.Runs, c.firstRun(uint32(off)), runs...)
	}
}

// Fill sets n bytes at off to v, an 8-bit value.
func (c *Contents) Fill(off, n uint64, v expr.Value) {
	if v.E != nil {
		for i := range n {
			c.Store(off+i, 1, v)
		}
		return
	}
	c.clear(off, n)
	c.Define(off, n)
	p := c.Bytes[off : off+n]
	if v.C == 0 {
		clear(p)
		return
	}
	for i := range p {
		p[i] = byte(v.C)
	}
}

// Put stores concrete bytes at off, which must be in bounds.
func (c *Contents) Put(off uint64, b []byte) {
	c.clear(off, uint64(len(b)))
	c.Define(off, uint64(len(b)))
	copy(c.Bytes[off:], b)
}
