package memory

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects/confspace"
)

// lateSpaces is an address space with one object, in which stores at addresses that are choices are put off, and one in which they are carried out at once.
type lateSpaces struct {
	b    *expr.Builder
	sets *confspace.Sets
	late *AddressSpace
	now  *AddressSpace
}

const lateSize = 24

func newLateSpaces(n int) *lateSpaces {
	sp := &confspace.Space{}
	for i := range n {
		name := fmt.Sprintf("o%d", i)
		sp.Options = append(sp.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
	}
	s := &lateSpaces{b: expr.NewBuilder(), sets: confspace.NewSetsByUse(sp), late: New(), now: New()}
	s.b.SetSets(s.sets)
	for _, as := range []*AddressSpace{s.late, s.now} {
		as.AllocIn(1, Object{Kind: Heap, Size: lateSize, Undefined: true, Site: ir.Pos{}})
		as.Modify(firstHeap).Fill(0, lateSize/2, expr.Value{C: 7})
	}
	return s
}

func (s *lateSpaces) fork() *lateSpaces {
	return &lateSpaces{s.b, s.sets, s.late.Fork(), s.now.Fork()}
}

func (s *lateSpaces) store(addr *expr.Expr, n uint64, v expr.Value) {
	if !s.late.storeLate(s.b, addr, n, v) {
		panic("not put off")
	}
	c := s.now.Modify(firstHeap)
	for leaf, where := range s.b.Leaves(addr) {
		c.StoreWhen(s.b, leaf.Const()&0xffffffff, n, v, where)
	}
}

// check compares the contents in configurations.
func (s *lateSpaces) check(t *testing.T, r *rand.Rand) {
	t.Helper()
	x, f := s.late.Read(firstHeap<<32, lateSize)
	if f != nil {
		t.Fatal(f)
	}
	y, _ := s.now.Read(firstHeap<<32, lateSize)
	for range 30 {
		c := make(confspace.Configuration, len(s.sets.Space().Options))
		for o := range c {
			c[o] = r.Int64N(2)
		}
		for off := range uint64(lateSize) {
			undefined := func(c1 *Contents) bool {
				for _, g := range c1.Gaps(off, 1) {
					if g.When == nil || s.b.EvalConfiguration(g.When, c) != 0 {
						return true
					}
				}
				return false
			}
			if u, v := undefined(x), undefined(y); u != v {
				t.Fatalf("byte %d is undefined in %v: %v, at once %v", off, c, u, v)
			} else if u {
				continue
			}
			u, v := s.b.EvalConfiguration(s.b.Of(x.Byte(s.b, off), 8), c), s.b.EvalConfiguration(s.b.Of(y.Byte(s.b, off), 8), c)
			if u != v {
				t.Fatalf("byte %d in %v: %d, at once %d", off, c, u, v)
			}
		}
	}
}

// TestLateStores: stores that are put off, in spaces that are forked, looked at and joined, give what they give at once.
func TestLateStores(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		s := newLateSpaces(8)
		value := byte(0)
		var step func(s *lateSpaces, depth int) *lateSpaces
		step = func(s *lateSpaces, depth int) *lateSpaces {
			for range 1 + r.IntN(5) {
				value++
				n := uint64(1) << r.IntN(3)
				switch r.IntN(8) {
				case 0:
					s.check(t, r)
				case 1: // at one place, which is apart from what was put off, or not
					off := r.Uint64N(lateSize - n)
					if c, late := s.late.Apart(firstHeap<<32+off, n, true, nil); c != nil {
						c.Store(off, n, expr.Value{C: uint64(value)})
					} else if !late || !s.late.storeLate(s.b, s.b.Const(firstHeap<<32+off, 64), n, expr.Value{C: uint64(value)}) {
						s.late.Modify(firstHeap).Store(off, n, expr.Value{C: uint64(value)})
					}
					s.now.Modify(firstHeap).Store(off, n, expr.Value{C: uint64(value)})
				case 2, 3:
					if depth == 3 {
						continue
					}
					where := s.sets.Setting(r.IntN(8), 1)
					x := s
					y := step(s.fork(), depth+1)
					x = step(x, depth+1)
					if why := x.late.Join(s.b, y.late, where, 1000); why != "" {
						t.Fatal(why)
					}
					if why := x.now.Join(s.b, y.now, where, 1000); why != "" {
						t.Fatal(why)
					}
					s = x
				default:
					addr := s.b.Const(firstHeap<<32+r.Uint64N(lateSize-n), 64)
					for range 1 + r.IntN(3) {
						addr = s.b.Choose(s.sets.Setting(r.IntN(8), 1), s.b.Const(firstHeap<<32+r.Uint64N(lateSize-n), 64), addr)
					}
					s.store(addr, n, expr.Value{C: uint64(value)})
				}
			}
			return s
		}
		step(s, 0).check(t, r)
	}
}

// TestLateStoresOutOfBounds: what may be an error is not put off.
func TestLateStoresOutOfBounds(t *testing.T) {
	s := newLateSpaces(2)
	addr := func(off uint64) *expr.Expr {
		return s.b.Choose(s.sets.Setting(0, 1), s.b.Const(firstHeap<<32+off, 64), s.b.Const(firstHeap<<32, 64))
	}
	if !s.late.storeLate(s.b, addr(lateSize-4), 4, expr.Value{}) {
		t.Error("a store within bounds is not put off")
	}
	if s.late.storeLate(s.b, addr(lateSize-3), 4, expr.Value{}) {
		t.Error("a store out of bounds is put off")
	}
}

// buffer is bytes at the beginning of an object to which is appended until it is emptied.
type buffer struct {
	*lateSpaces
	end  *expr.Expr    // address of the byte behind the last one
	care confspace.Set // the configurations in which that is done
}

// append writes n bytes as the machine does.
func (s *buffer) append(n uint64, v expr.Value) {
	switch c, late := (*Contents)(nil), false; {
	case !s.end.IsConst():
		s.store(s.end, n, v)
	default:
		addr := s.end.Const()
		off := addr & 0xffffffff
		if c, late = s.late.Apart(addr, n, true, nil); c == nil && (!late || !s.late.storeLate(s.b, s.end, n, v)) {
			c = s.late.Modify(firstHeap)
		}
		if c != nil {
			c.Store(off, n, v)
		}
		s.now.Modify(firstHeap).Store(off, n, v)
	}
	s.end = s.b.Add(s.end, s.b.Const(n, 64))
}

// parts checks the parts against the bytes in all configurations, and reports whether there are any.
func (s *buffer) parts(t *testing.T) bool {
	t.Helper()
	n := s.b.Sub(s.b.Restrict(s.end, s.care), s.b.Const(firstHeap<<32, 64))
	list, ok := s.late.Parts(s.b, firstHeap<<32, n, s.care)
	if !ok {
		return false
	}
	now, _ := s.now.Read(firstHeap<<32, lateSize)
	options := len(s.sets.Space().Options)
	for code := range 1 << options {
		c := make(confspace.Configuration, options)
		for o := range c {
			c[o] = int64(code >> o & 1)
		}
		if !s.sets.Contains(s.care, c) {
			continue
		}
		var got, want []byte
		for _, p := range list {
			if !s.sets.Contains(p.When, c) {
				continue
			}
			for i, v := range p.Bytes {
				if e := p.Sym[i]; e != nil {
					v = byte(s.b.EvalConfiguration(e, c))
				}
				got = append(got, v)
			}
		}
		for off := range s.b.EvalConfiguration(n, c) {
			want = append(want, byte(s.b.EvalConfiguration(s.b.Of(now.Byte(s.b, off), 8), c)))
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("in %v the parts are %v, the bytes %v", c, got, want)
		}
	}
	return true
}

// TestParts: the parts of what was appended to a buffer are its bytes, in all configurations, when it was emptied in some of them, too.
func TestParts(t *testing.T) {
	in := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		const options = 6
		spaces := newLateSpaces(options)
		start := spaces.b.Const(firstHeap<<32, 64)
		value := byte(0)
		var step func(s buffer, depth int) buffer
		step = func(s buffer, depth int) buffer {
			for range 2 + r.IntN(4) {
				value++
				switch k := r.IntN(8); {
				case k == 0:
					s.end = start
				case k < 4 && depth < 4:
					o := r.IntN(options)
					x, y := s, buffer{s.fork(), s.end, s.care}
					x.care, y.care = s.sets.And(s.care, s.sets.Setting(o, 1)), s.sets.And(s.care, s.sets.Setting(o, 0))
					if x.care == confspace.Empty || y.care == confspace.Empty {
						continue
					}
					x.end, y.end = s.b.Restrict(s.end, x.care), s.b.Restrict(s.end, y.care)
					x, y = step(x, depth+1), step(y, depth+1)
					where := s.sets.Setting(o, 1)
					if why := x.late.Join(s.b, y.late, where, 1000); why != "" {
						t.Fatal(why)
					}
					if why := x.now.Join(s.b, y.now, where, 1000); why != "" {
						t.Fatal(why)
					}
					s = buffer{x.lateSpaces, s.b.Restrict(s.b.Choose(where, x.end, y.end), s.care), s.care}
				case k == 4:
					if s.parts(t) {
						in++
					}
				default:
					n := uint64(1) << r.IntN(3)
					if _, hi := s.end.URange(); hi+n > firstHeap<<32+lateSize {
						s.end = start
					}
					v := expr.Value{C: uint64(value)}
					if r.IntN(3) == 0 {
						v = expr.Value{E: s.b.Choose(s.sets.Setting(r.IntN(options), 1), s.b.Const(uint64(value), uint(8*n)), s.b.Const(0, uint(8*n)))}
					}
					s.append(n, v)
				}
			}
			return s
		}
		if seed%2 == 1 {
			either := spaces.b.Choose(spaces.sets.Setting(0, 1), start, spaces.b.Const(firstHeap<<32+8, 64))
			for range manyWrites {
				spaces.store(either, 1, expr.Value{C: 1})
			}
		}
		step(buffer{spaces, start, confspace.Full}, 0)
	}
	t.Logf("in parts: %d", in)
	if in < 100 {
		t.Errorf("a buffer was in parts %d times, want at least 100", in)
	}
}

// storeLate is StoreLate in all configurations, if that is within an object's bounds.
func (as *AddressSpace) storeLate(b *expr.Builder, addr *expr.Expr, n uint64, v expr.Value) bool {
	if !as.Within(addr, n, nil) {
		return false
	}
	as.StoreLate(b, addr, n, v, confspace.Full)
	return true
}
