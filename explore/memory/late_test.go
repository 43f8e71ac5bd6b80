package memory

import (
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
	if !s.late.StoreLate(s.b, addr, n, v) {
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
					if c, late := s.late.Apart(firstHeap<<32+off, n, true); c != nil {
						c.Store(off, n, expr.Value{C: uint64(value)})
					} else if !late || !s.late.StoreLate(s.b, s.b.Const(firstHeap<<32+off, 64), n, expr.Value{C: uint64(value)}) {
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
	if !s.late.StoreLate(s.b, addr(lateSize-4), 4, expr.Value{}) {
		t.Error("a store within bounds is not put off")
	}
	if s.late.StoreLate(s.b, addr(lateSize-3), 4, expr.Value{}) {
		t.Error("a store out of bounds is put off")
	}
}
