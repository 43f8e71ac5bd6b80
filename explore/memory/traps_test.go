package memory

import (
	"fmt"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects/confspace"
)

// fixture is a world with options x and y, and a space for both values of x.
type fixture struct {
	*world
	t  *testing.T
	as *AddressSpace
	x  confspace.Set
}

func newFixture(t *testing.T) *fixture {
	w := newWorld(2)
	return &fixture{w, t, New(), w.sets.Setting(0, 1)}
}

func (f *fixture) malloc(as *AddressSpace, context, n uint64) uint64 {
	return uint64(as.AllocIn(context, Object{Kind: Heap, Size: n})) << 32
}

func (f *fixture) store(as *AddressSpace, addr, w, v uint64) {
	f.t.Helper()
	c, fault := as.Write(addr, w)
	if fault != nil {
		f.t.Fatal(fault)
	}
	c.Store(addr&0xffffffff, w, expr.Value{C: v})
}

// load describes what is read, or the fault.
func (f *fixture) load(as *AddressSpace, addr, w uint64) string {
	c, fault := as.Read(addr, w)
	if fault != nil {
		s := fault.Error()
		if fault.Freed.IsValid() {
			s += fmt.Sprintf(", freed in line %d", fault.Freed.Line)
		}
		if fault.When != nil {
			set, _ := f.b.SetOf(fault.When)
			s += ", where " + f.sets.String(set)
		}
		return s
	}
	v := c.Load(f.b, addr&0xffffffff, w)
	if v.E == nil {
		return fmt.Sprint(v.C)
	}
	var s []string
	for leaf, where := range f.b.Leaves(v.E) {
		s = append(s, fmt.Sprintf("%v where %s", leaf.Const(), f.sets.String(where)))
	}
	return strings.Join(s, ", ")
}

func (f *fixture) join(o *AddressSpace) {
	f.t.Helper()
	if why := f.as.Join(f.b, o, f.x, 1000); why != "" {
		f.t.Fatal(why)
	}
}

func (f *fixture) want(got, want string) {
	f.t.Helper()
	if got != want {
		f.t.Errorf("%q, want %q", got, want)
	}
}

// TestSameAllocationSameObject: an allocation that both sides make is one object, though one of them makes others before it.
func TestSameAllocationSameObject(t *testing.T) {
	f := newFixture(t)
	f.malloc(f.as, 1, 8)
	o := f.as.Fork()
	f.malloc(o, 2, 8)
	f.malloc(o, 1, 16) // the same place, another size
	a, p := f.malloc(f.as, 1, 8), f.malloc(o, 1, 8)
	if a != p {
		t.Fatalf("addresses %#x and %#x", a, p)
	}
	f.store(f.as, a, 4, 5)
	f.store(o, p, 4, 6)
	f.join(o)
	f.want(f.load(f.as, a, 4), "5 where x=1, 6 where x=0")
	if n := f.as.HeapBytes(); n != 8+8+8+16 {
		t.Errorf("%d bytes of the heap", n)
	}
}

// TestIDsAreGivenOnce: in one space no address comes again: not after a free, and not where only the other side gave it.
func TestIDsAreGivenOnce(t *testing.T) {
	f := newFixture(t)
	seen := map[uint64]bool{}
	get := func(as *AddressSpace) uint64 {
		a := f.malloc(as, 1, 8)
		if seen[a] {
			t.Fatalf("address %#x comes again", a)
		}
		return a
	}
	for range 70 {
		a := get(f.as)
		seen[a] = true
		f.as.Free(a, ir.Pos{Line: 1})
	}
	o, q := f.as.Fork(), f.as.Fork()
	var last uint64
	for range 5 {
		last = get(o)
	}
	a := get(f.as)
	f.join(o)
	seen[a], seen[last] = true, true
	if b := get(f.as); b <= last {
		t.Errorf("address %#x after %#x", b, last)
	}
	if b := f.malloc(q, 1, 8); b != a {
		t.Errorf("the third space gets %#x, the first one got %#x", b, a)
	}
}

// TestDeadInSomeConfigurations: an object that one side freed, that both freed at different places, or that is out of scope on one side.
func TestDeadInSomeConfigurations(t *testing.T) {
	f := newFixture(t)
	x := uint64(f.as.Alloc(&Object{Kind: Stack, Size: 8, Name: "x", Scoped: true})) << 32
	once, twice := f.malloc(f.as, 1, 8), f.malloc(f.as, 1, 8)
	o := f.as.Fork()
	f.store(o, once, 8, 3)
	f.as.Free(once, ir.Pos{File: 1, Line: 1})
	f.as.Free(twice, ir.Pos{File: 1, Line: 2})
	o.Free(twice, ir.Pos{File: 1, Line: 3})
	f.as.Begin(uint32(x >> 32))
	f.store(f.as, x, 8, 9)
	f.join(o)
	const uaf = "use after free: read of 4 bytes at offset 0 of 8-byte heap block, freed in line "
	f.want(f.load(f.as, once, 4), uaf+"1, where x=1")
	f.want(f.load(f.as, twice, 4), uaf+"2, where x=1")
	f.want(f.load(f.as, x, 4), "use after scope: read of 4 bytes at offset 0 of 8-byte local variable x, where x=0")
	if n := f.as.HeapBytes(); n != 8 {
		t.Errorf("%d bytes of the heap", n)
	}
	q := f.as.Fork()
	for _, a := range []uint64{once, twice, x} {
		_, fault := q.Read(a, 4)
		q.Survived(fault)
	}
	f.want(f.load(q, once, 4), "3")
	f.want(f.load(q, twice, 4), uaf+"3")
	f.want(f.load(q, x, 4), "9")
	f.want(f.load(f.as, once, 4), uaf+"1, where x=1")
	f.as.Begin(uint32(x >> 32))
	f.want(f.load(f.as, x, 4), "0")
}

// TestRevivedLeaf: all locals of a leaf have died on one side, and on the other one lives.
func TestRevivedLeaf(t *testing.T) {
	local := &Object{Kind: Stack, Size: 8, Name: "i"}
	for _, n := range []int{fanout, fanout * fanout, 3 * fanout * fanout} {
		f := newFixture(t)
		f.as.Alloc(local)
		for f.as.Next()%(fanout*fanout) != 0 {
			f.as.Alloc(local)
		}
		o := f.as.Fork()
		var ids []uint32
		for k := range n {
			id := f.as.Alloc(local)
			f.as.Kill(id)
			if id = o.Alloc(local); k == n/2 {
				f.store(o, uint64(id)<<32, 8, 7)
			} else {
				o.Kill(id)
			}
			ids = append(ids, id)
		}
		f.join(o)
		alive := uint64(ids[n/2]) << 32
		f.want(f.load(f.as, alive, 8), "use after return: read of 8 bytes, where x=1")
		_, fault := f.as.Read(alive, 8)
		f.as.Survived(fault)
		f.want(f.load(f.as, alive, 8), "7")
		f.as.Kill(uint32(alive >> 32))
		if k := f.as.low.root.count(); n > fanout && k > fanout+4 {
			t.Errorf("%d nodes are left", k)
		}
	}
}

// TestRefusedJoin: a join that is refused, or whose sets become too large, leaves both sides as they were.
func TestRefusedJoin(t *testing.T) {
	f := newFixture(t)
	a, b := f.malloc(f.as, 1, 64), f.malloc(f.as, 1, 8)
	o := f.as.Fork()
	for k := range uint64(8) {
		f.store(o, a+8*k, 4, k+1)
	}
	o.Free(b, ir.Pos{Line: 1})
	look := func() (s string) {
		for _, as := range []*AddressSpace{f.as, o} {
			for k := range uint64(8) {
				s += f.load(as, a+8*k, 8) + " "
			}
			s += f.load(as, b, 8) + fmt.Sprintln(as.HeapBytes(), as.Next())
		}
		return s
	}
	before := look()
	for limit := range 9 {
		f.want(f.as.Join(f.b, o, f.x, limit), whyCells)
	}
	f.want(look(), before)
	func() {
		defer func() { _ = recover() }()
		left := 5
		f.as.join(f.b, o, f.x, func(x, y *expr.Expr) (*expr.Expr, bool) {
			if left--; left < 0 {
				panic("too large")
			}
			return f.b.Choose(f.x, x, y), true
		}, 1000)
	}()
	f.want(look(), before)
	f.want(f.as.Join(f.b, o, f.x, 9), "")

	p := f.as.Fork()
	f.store(p, a, 8, 100)
	before = f.load(f.as, a, 8)
	f.b.Limits.Nodes, f.b.Limits.Large = 1, 0
	f.want(f.as.Join(f.b, p, f.sets.Setting(1, 1), 1000), whyValue)
	f.want(f.load(f.as, a, 8), before)
	f.b.Limits.Nodes = 1000
	f.store(p, a, 8, 101) // what Choose gave up it remembers
	f.want(f.as.Join(f.b, p, f.sets.Setting(1, 1), 1000), "")

	p = f.as.Fork()
	f.as.Alloc(&Object{Kind: Stack, Size: 8})
	p.Alloc(&Object{Kind: Stack, Size: 9})
	f.want(f.as.Join(f.b, p, f.x, 1000), whyObjects)
}

// TestCells: words and what was stored together stay together, whatever is joined first.
func TestCells(t *testing.T) {
	f := newFixture(t)
	a := f.malloc(f.as, 1, 40)
	f.store(f.as, a, 8, 5<<32)
	f.store(f.as, a+16, 4, 1)
	f.store(f.as, a+20, 4, 2)
	e := f.b.Choose(f.x, f.b.Const(1, 16), f.b.Const(2, 16))
	o := f.as.Fork()
	f.store(o, a, 8, 6<<32|8)
	f.store(o, a+16, 4, 3)
	c, _ := o.Write(a, 40)
	c.Store(25, 2, expr.Value{E: e})
	c.Store(33, 1, expr.Value{C: 1})
	cells := func() (s string) {
		for _, r := range f.as.lookup(uint32(a >> 32)).c.Runs {
			s += fmt.Sprintf("%d+%d ", r.Off, r.N)
		}
		return s
	}
	p := f.as.Fork()
	f.join(o)
	const want = "0+8 16+4 25+2 32+4 "
	f.want(cells(), want)
	f.want(f.load(f.as, a, 8), fmt.Sprintf("%d where x=1, %d where x=0", uint64(5)<<32, uint64(6)<<32|8))
	f.want(f.load(f.as, a+20, 4), "2")
	f.store(p, a+20, 4, 7)
	f.want(f.as.Join(f.b, p, f.sets.Setting(1, 1), 1000), "")
	f.want(cells(), "0+8 16+4 20+4 25+2 32+4 ")
}

// TestSharedAfterJoin: what became equal again is shared with the other states.
func TestSharedAfterJoin(t *testing.T) {
	f := newFixture(t)
	g := uint64(f.as.Alloc(&Object{Kind: Global, Size: 16})) << 32
	a := f.malloc(f.as, 1, 8)
	f.store(f.as, g, 8, 1)
	f.store(f.as, a, 8, 1)
	other := f.as.Fork()
	o := f.as.Fork()
	for _, as := range []*AddressSpace{f.as, o} {
		f.store(as, g, 8, 2)
		f.store(as, a, 8, 3)
	}
	f.store(f.as, g, 8, 1)
	f.store(f.as, a, 8, 1)
	f.store(o, g, 8, 1)
	f.store(o, a, 8, 1)
	// The older one is kept whichever side it is on.
	f.join(other.Fork())
	f.join(o)
	if f.as.low.root != other.low.root || f.as.heap.root != other.heap.root {
		t.Error("equal tables are not shared")
	}
}

// TestUndefinedOnOneSide: bytes are undefined in the configurations of the side that did not write them.
func TestUndefinedOnOneSide(t *testing.T) {
	f := newFixture(t)
	for _, touched := range []bool{true, false} {
		a := uint64(f.as.AllocIn(1, Object{Kind: Heap, Size: 150, Undefined: true})) << 32
		if touched {
			f.store(f.as, a+100, 8, 0)
		}
		o := f.as.Fork()
		f.store(o, a+4, 4, 0)
		f.store(o, a+100, 8, 0)
		f.join(o)
		c, _ := f.as.Read(a, 150)
		got := ""
		for _, g := range c.Gaps(0, 150) {
			got += fmt.Sprintf("%d+%d", g.Off, g.N)
			if g.When != nil {
				s, _ := f.b.SetOf(g.When)
				got += " where " + f.sets.String(s)
			}
			got += ", "
		}
		if touched {
			f.want(got, "0+4, 4+4 where x=1, 8+92, 108+42, ")
		} else {
			f.want(got, "0+4, 4+4 where x=1, 8+92, 100+8 where x=1, 108+42, ")
		}
		if c.Defined(4, 4) || c.Front() != 0 {
			t.Error("what is undefined in some configurations counts as defined")
		}
		c, _ = f.as.Write(a+4, 2)
		c.Define(4, 2)
		if g := c.Gaps(4, 4); len(g) != 1 || g[0].Off != 2 || g[0].N != 2 || g[0].When == nil {
			t.Errorf("after the store: %v", g)
		}
	}
}

// BenchmarkJoin joins spaces of 10,000 objects that differ in so many cells of as many objects.
func BenchmarkJoin(b *testing.B) {
	for _, n := range []int{0, 8, 64, 1024} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := newWorld(1)
			x := w.sets.Setting(0, 1)
			base := New()
			var ids []uint64
			for k := range 10_000 {
				a := uint64(base.AllocIn(uint64(k%100), Object{Kind: Heap, Size: 64})) << 32
				ids = append(ids, a)
				c, _ := base.Write(a, 64)
				c.Store(0, 8, expr.Value{C: uint64(k)})
			}
			for b.Loop() {
				as := base.Fork()
				o := as.Fork()
				for k := range n {
					c, _ := o.Write(ids[k*(len(ids)/n)], 8)
					c.Store(8, 8, expr.Value{C: 1 << 40})
				}
				if why := as.Join(w.b, o, x, n); why != "" {
					b.Fatal(why)
				}
			}
		})
	}
}

// BenchmarkBlocks allocates, writes and frees heap blocks.
func BenchmarkBlocks(b *testing.B) {
	as := New()
	for k := 0; b.Loop(); k++ {
		a := uint64(as.AllocIn(uint64(k%10), Object{Kind: Heap, Size: 32})) << 32
		c, _ := as.Write(a, 8)
		c.Store(0, 8, expr.Value{C: 1})
		as.Free(a, ir.Pos{Line: 1})
	}
}
