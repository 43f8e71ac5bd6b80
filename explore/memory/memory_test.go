package memory

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects/confspace"
)

// model is what an address space should hold: for each object its bytes, each
// concrete or a byte of an option's value.
type model struct {
	objs  []modelObject
	count int
}

type modelObject struct {
	id    uint32
	kind  Kind
	dead  bool
	cells []cell
}

type cell struct {
	b   byte
	opt int // option+1; 0: concrete
	k   int // which byte of it
}

func (m *model) clone() *model {
	n := &model{count: m.count}
	for _, o := range m.objs {
		o.cells = slices.Clone(o.cells)
		n.objs = append(n.objs, o)
	}
	return n
}

// environment gives option o a value in which all bytes differ from what programs store.
func environment(o int) uint64 { return 0xf1e2d3c4b5a69788 + uint64(o)*0x0101010101010101 }

type pair struct {
	as *AddressSpace
	m  *model
}

// TestAgainstBytes does random operations on a tree of forks, and on slices of bytes.
func TestAgainstBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := expr.NewBuilder()
		spaces := []pair{{New(), &model{}}}
		for range rapid.IntRange(1, 120).Draw(t, "operations") {
			p := &spaces[rapid.IntRange(0, len(spaces)-1).Draw(t, "space")]
			switch rapid.IntRange(0, 9).Draw(t, "operation") {
			case 0, 1:
				p.alloc(t)
			case 2:
				if len(spaces) < 6 {
					spaces = append(spaces, pair{p.as.Fork(), p.m.clone()})
				}
			case 3:
				p.end(t)
			case 4:
				p.copy(t)
			case 5:
				p.fill(t)
			case 6, 7:
				p.store(t, b)
			default:
				p.load(t, b)
			}
		}
		for i := range spaces {
			spaces[i].checkAll(t, b)
		}
	})
}

func (p *pair) alloc(t *rapid.T) {
	n := rapid.IntRange(0, 40).Draw(t, "size")
	kind := rapid.SampledFrom([]Kind{Heap, Stack}).Draw(t, "kind")
	for range rapid.SampledFrom([]int{1, 1, 1, 40}).Draw(t, "times") {
		o := Object{Kind: kind, Size: uint64(n)}
		var id uint32
		if kind == Heap {
			id = p.as.AllocIn(uint64(n%3), o)
		} else {
			id = p.as.Alloc(&o)
		}
		p.m.objs = append(p.m.objs, modelObject{id: id, kind: kind, cells: make([]cell, n)})
	}
}

func (p *pair) pick(t *rapid.T) *modelObject {
	if len(p.m.objs) == 0 {
		return nil
	}
	return &p.m.objs[rapid.IntRange(0, len(p.m.objs)-1).Draw(t, "object")]
}

func (p *pair) end(t *rapid.T) {
	for range rapid.SampledFrom([]int{1, 1, 50}).Draw(t, "ends") {
		o := p.pick(t)
		if o == nil {
			return
		}
		addr := uint64(o.id) << 32
		if o.kind == Stack {
			if !o.dead {
				p.as.Kill(o.id)
			}
			o.dead = true
			if f := p.as.Free(addr, ir.Pos{}); f == nil || f.Kind != BadFree {
				t.Fatalf("free of a dead local: %v", f)
			}
			continue
		}
		f := p.as.Free(addr, ir.Pos{})
		if (f != nil) != o.dead || f != nil && f.Kind != DoubleFree {
			t.Fatalf("free: %v, dead %v", f, o.dead)
		}
		o.dead = true
	}
}

// expect checks a fault against the model; it reports whether the access is good.
func (o *modelObject) expect(t *rapid.T, f *Fault, off, n uint64) bool {
	want := FaultInvalid
	switch {
	case o.dead && o.kind == Heap:
		want = UseAfterFree
	case o.dead:
		want = UseAfterReturn
	case off+n > uint64(len(o.cells)):
		want = OutOfBounds
	}
	got := FaultInvalid
	if f != nil {
		got = f.Kind
	}
	if got != want {
		t.Fatalf("access of %d bytes at %d of %d: fault %v, want kind %d", n, off, len(o.cells), f, want)
	}
	return want == FaultInvalid
}

func (p *pair) store(t *rapid.T, b *expr.Builder) {
	o := p.pick(t)
	if o == nil {
		return
	}
	w := rapid.SampledFrom([]uint64{1, 2, 4, 8}).Draw(t, "width")
	off := rapid.Uint64Range(0, uint64(len(o.cells))+2).Draw(t, "offset")
	c, f := p.as.Write(uint64(o.id)<<32|off, w)
	if !o.expect(t, f, off, w) {
		return
	}
	if rapid.Bool().Draw(t, "symbolic") {
		opt := p.m.count % 20
		p.m.count++
		c.Store(off, w, expr.Value{E: b.Var(opt, uint(8*w), 0, math.MaxUint64>>(64-8*w), math.MinInt64>>(64-8*w), math.MaxInt64>>(64-8*w))})
		for k := range w {
			o.cells[off+k] = cell{opt: opt + 1, k: int(k)}
		}
		return
	}
	v := rapid.Uint64().Draw(t, "value")
	c.Store(off, w, expr.Value{C: v & (math.MaxUint64 >> (64 - 8*w))})
	for k := range w {
		o.cells[off+k] = cell{b: byte(v >> (8 * k))}
	}
}

// value returns what w bytes at off should be, with every option set by environment.
func (o *modelObject) value(off, w uint64) uint64 {
	v := uint64(0)
	for k := range w {
		c := o.cells[off+k]
		if c.opt > 0 {
			c.b = byte(environment(c.opt-1) >> (8 * c.k))
		}
		v |= uint64(c.b) << (8 * k)
	}
	return v
}

func (p *pair) load(t *rapid.T, b *expr.Builder) {
	o := p.pick(t)
	if o == nil {
		return
	}
	w := rapid.SampledFrom([]uint64{1, 2, 4, 8}).Draw(t, "width")
	off := rapid.Uint64Range(0, uint64(len(o.cells))+2).Draw(t, "offset")
	p.check(t, b, o, off, w)
}

func (p *pair) check(t *rapid.T, b *expr.Builder, o *modelObject, off, w uint64) {
	c, f := p.as.Read(uint64(o.id)<<32|off, w)
	if !o.expect(t, f, off, w) {
		return
	}
	v := c.Load(b, off, w)
	got := v.C
	if v.E != nil {
		got = b.Eval(v.E, environment)
	}
	if want := o.value(off, w); got != want {
		t.Fatalf("load of %d bytes at %d: %#x, want %#x", w, off, got, want)
	}
}

func (p *pair) copy(t *rapid.T) {
	d, s := p.pick(t), p.pick(t)
	if d == nil || d.dead || s.dead {
		return
	}
	n := rapid.IntRange(0, min(len(d.cells), len(s.cells))).Draw(t, "n")
	doff := rapid.IntRange(0, len(d.cells)-n).Draw(t, "to")
	soff := rapid.IntRange(0, len(s.cells)-n).Draw(t, "from")
	dc, f := p.as.Write(uint64(d.id)<<32|uint64(doff), uint64(n))
	d.expect(t, f, uint64(doff), uint64(n))
	sc, f := p.as.Read(uint64(s.id)<<32|uint64(soff), uint64(n))
	s.expect(t, f, uint64(soff), uint64(n))
	dc.Copy(uint64(doff), sc, uint64(soff), uint64(n))
	copy(d.cells[doff:doff+n], slices.Clone(s.cells[soff:soff+n]))
}

func (p *pair) fill(t *rapid.T) {
	o := p.pick(t)
	if o == nil || o.dead {
		return
	}
	n := rapid.IntRange(0, len(o.cells)).Draw(t, "n")
	v := rapid.Byte().Draw(t, "byte")
	c, f := p.as.Write(uint64(o.id)<<32, uint64(n))
	o.expect(t, f, 0, uint64(n))
	c.Fill(0, uint64(n), expr.Value{C: uint64(v)})
	for k := range n {
		o.cells[k] = cell{b: v}
	}
}

func (p *pair) checkAll(t *rapid.T, b *expr.Builder) {
	for i := range p.m.objs {
		o := &p.m.objs[i]
		for off := range max(1, len(o.cells)) {
			p.check(t, b, o, uint64(off), 1)
		}
	}
	if f := func() *Fault { _, f := p.as.Read(uint64(p.as.Next())<<32, 1); return f }(); f == nil || f.Kind != WildPointer {
		t.Fatalf("read at an id that was never given: %v", f)
	}
}

// TestStoredExpressionComesBack: a load of the width of the store is the expression itself, also after a copy.
func TestStoredExpressionComesBack(t *testing.T) {
	b := expr.NewBuilder()
	as := New()
	id := uint64(as.AllocIn(0, Object{Kind: Heap, Size: 32})) << 32
	e := b.Var(0, 32, 0, math.MaxUint32, math.MinInt32, math.MaxInt32)
	c, _ := as.Write(id, 32)
	c.Store(5, 4, expr.Value{E: e})
	c.Copy(17, c, 3, 10)
	if v := c.Load(b, 19, 4); v.E != e {
		t.Errorf("loaded %v, stored %v", v.E, e)
	}
	c.Store(20, 1, expr.Value{C: 7})
	if v := c.Load(b, 5, 4); v.E != e {
		t.Errorf("the original became %v", v.E)
	}
}

// TestLoopOfCallsKeepsNoTrace: locals that died do not fill the table.
func TestLoopOfCallsKeepsNoTrace(t *testing.T) {
	as := New()
	o := &Object{Kind: Stack, Size: 8}
	first := as.Alloc(o)
	for range 1 << 17 {
		id := as.Alloc(o)
		c, _ := as.Write(uint64(id)<<32, 8)
		c.Store(0, 8, expr.Value{C: 1})
		as.Kill(id)
	}
	if n := as.low.root.count(); n > 20 {
		t.Errorf("%d nodes are left", n)
	}
	if _, f := as.Read(uint64(first+5)<<32, 1); f == nil || f.Kind != UseAfterReturn {
		t.Errorf("read of a forgotten local: %v", f)
	}
	if _, f := as.Read(uint64(first)<<32, 8); f != nil {
		t.Errorf("read of a live local: %v", f)
	}
}

// TestLocalsAreAStack: locals get the ids again that others had, begin undefined each time, and two spaces that have made different calls are joined.
func TestLocalsAreAStack(t *testing.T) {
	b := expr.NewBuilder()
	as := New()
	o := &Object{Kind: Stack, Size: 8, Undefined: true}
	scoped := &Object{Kind: Stack, Size: 8, Scoped: true}
	store := func(as *AddressSpace, id uint32, v uint64) {
		t.Helper()
		c, f := as.Write(uint64(id)<<32, 8)
		if f != nil {
			t.Fatal(f)
		}
		c.Define(0, 8)
		c.Store(0, 8, expr.Value{C: v})
	}
	outer := as.Top()
	as.Push(o)
	store(as, outer, 1)
	other := as.Fork()
	for k := range uint64(100) {
		for range 40 {
			as.Push(o)
		}
		for id := outer + 1; id <= outer+40; id++ {
			if c, _ := as.Read(uint64(id)<<32, 8); c.Defined(0, 8) {
				t.Fatalf("call %d: local %d is defined", k, id-outer)
			}
			store(as, id, k)
		}
		for id := outer + 40; id > outer; id-- {
			if got := as.Pop(); got != id {
				t.Fatalf("call %d: the id that ends is %d, want %d", k, got, id)
			}
			if _, f := as.Read(uint64(id)<<32, 1); f == nil {
				t.Fatalf("call %d: local %d lives", k, id-outer)
			}
		}
	}
	as.Push(scoped)
	if _, f := as.Read(uint64(outer+1)<<32, 1); f == nil || f.Kind != UseAfterScope {
		t.Errorf("read of a local of a block that was not entered: %v", f)
	}
	as.Begin(outer + 1)
	if _, f := as.Read(uint64(outer+1)<<32, 8); f != nil {
		t.Error(f)
	}
	as.End(outer + 1)
	as.Pop()
	as.Push(o)
	other.Push(o)
	store(as, outer+1, 7)
	store(other, outer+1, 7)
	if why := as.Join(b, other, confspace.Full, 0); why != "" {
		t.Errorf("apart: %s", why)
	}
	if c, _ := as.Read(uint64(outer+1)<<32, 8); c.Load(b, 0, 8).C != 7 {
		t.Error("the local is not 7")
	}
	other = as.Fork()
	other.Pop()
	if why := as.Join(b, other, confspace.Full, 9); why != whyObjects {
		t.Errorf("joined with a space that has fewer locals: %q", why)
	}
	if n := as.local.root.count(); n > 4 {
		t.Errorf("%d nodes are left", n)
	}
}

func (n *node) count() int {
	if n == nil || n == retired {
		return 0
	}
	k := 1
	for _, s := range n.sub {
		k += s.count()
	}
	return k
}

func TestFaultMessages(t *testing.T) {
	as := New()
	h := uint64(as.AllocIn(0, Object{Kind: Heap, Size: 16})) << 32
	g := uint64(as.Alloc(&Object{Kind: Global, Size: 4, Name: "limit", ReadOnly: true})) << 32
	read := func(a, n uint64) *Fault { _, f := as.Read(a, n); return f }
	write := func(a, n uint64) *Fault { _, f := as.Write(a, n); return f }
	for _, c := range []struct {
		f    *Fault
		want string
	}{
		{read(h+16, 4), "out-of-bounds read of 4 bytes at offset 16 of 16-byte heap block"},
		{read(h-1, 1), "out-of-bounds read of 1 byte at offset -1 of 16-byte heap block"},
		{read(^uint64(0), 1), "null pointer: read of 1 byte at address -1"},
		{read(99<<32, 1), "wild pointer: read of 1 byte at address 0x6300000000"},
		{write(h+15, 2), "out-of-bounds write of 2 bytes at offset 15 of 16-byte heap block"},
		{write(g, 1), "write of 1 byte at offset 0 of 4-byte global variable limit, which is constant"},
		{read(8, 8), "null pointer: read of 8 bytes at address 8"},
		{as.Free(h+4, ir.Pos{}), "bad free of address at offset 4 of 16-byte heap block"},
		{as.Free(g, ir.Pos{}), "bad free of address at offset 0 of 4-byte global variable limit"},
		{as.Free(h, ir.Pos{}), ""},
		{as.Free(h, ir.Pos{}), "double free of 16-byte heap block"},
		{read(h, 1), "use after free: read of 1 byte at offset 0 of 16-byte heap block"},
	} {
		got := ""
		if c.f != nil {
			got = c.f.Error()
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if !bytes.Equal(as.lookup(uint32(g>>32)).c.bytesOrNil(), nil) {
		t.Error("an untouched object has bytes")
	}
}

func (c *Contents) bytesOrNil() []byte {
	if c == nil {
		return nil
	}
	return c.Bytes
}

// TestCopyNothing copies no bytes to and from the middle of a symbolic value.
func TestCopyNothing(t *testing.T) {
	b := expr.NewBuilder()
	c := &Contents{Bytes: make([]byte, 4)}
	c.Store(2, 2, b.Value(b.Var(0, 16, 0, 1<<16-1, 0, 1<<16-1)))
	c.Copy(3, c, 3, 0)
	for off, w := range map[uint64]uint64{1: 2, 2: 1, 3: 1} {
		if v := c.Load(b, off, w); v.E == nil {
			t.Errorf("the %d bytes at %d are %#x", w, off, v.C)
		}
	}
}
