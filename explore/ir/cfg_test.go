package ir

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawGraph makes a function with random edges.
func drawGraph(t *rapid.T) *Func {
	n := rapid.IntRange(1, 8).Draw(t, "blocks")
	f := &Func{}
	for i := range n {
		b := &Block{Index: i}
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			b.Term.Kind = TermReturn
		case 1:
			b.Term.Kind = TermUnreachable
		default:
			b.Term.Kind = TermIndirect
			for range rapid.IntRange(1, 3).Draw(t, "edges") {
				b.Term.Succs = append(b.Term.Succs, Edge{To: rapid.IntRange(0, n-1).Draw(t, "to")})
			}
		}
		f.Blocks = append(f.Blocks, b)
	}
	return f
}

// reaches reports whether to can be reached from one of the blocks without passing avoid.
func (f *Func) reaches(from []int, avoid int, to func(int) bool) bool {
	seen := make([]bool, len(f.Blocks))
	work := slices.Clone(from)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == avoid || seen[n] {
			continue
		}
		if to(n) {
			return true
		}
		seen[n] = true
		work = append(work, succs(f.Blocks[n])...)
	}
	return false
}

// immediate returns the closest of the blocks that dominate b: the one that all others dominate.
func immediate(n int, b int, dominates func(d, b int) bool) int {
	for d := range n {
		if d == b || !dominates(d, b) {
			continue
		}
		closest := true
		for e := range n {
			closest = closest && (e == b || e == d || !dominates(e, b) || dominates(e, d))
		}
		if closest {
			return d
		}
	}
	return -1
}

// TestDominators compares the algorithms with the definitions.
func TestDominators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawGraph(t)
		n := len(f.Blocks)
		dom, pdom := f.Dominators(), f.PostDominators()
		for b := range n {
			want := -1
			if f.reaches([]int{0}, -1, func(i int) bool { return i == b }) {
				want = immediate(n, b, func(d, b int) bool {
					return !f.reaches([]int{0}, d, func(i int) bool { return i == b })
				})
			}
			if dom[b] != want {
				t.Errorf("immediate dominator of %d is %d, want %d", b, dom[b], want)
			}
			if want := f.slowPostDominator(b); pdom[b] != want {
				t.Errorf("immediate postdominator of %d is %d, want %d", b, pdom[b], want)
			}
		}
	})
}

func (f *Func) slowPostDominator(b int) int {
	for _, kind := range []TermKind{TermReturn, TermUnreachable} {
		end := func(i int) bool { return f.Blocks[i].Term.Kind == kind }
		if f.reaches([]int{b}, -1, end) {
			return immediate(len(f.Blocks), b, func(d, b int) bool { return !f.reaches([]int{b}, d, end) })
		}
	}
	return -1
}

func TestPreds(t *testing.T) {
	f := readUnit(t, "small.ir").Symbols[4].Func
	want := [][]int{{}, {0}, {0}, {1, 2}, {3}, {3, 4}, {5}, {5, 5}}
	if diff := cmp.Diff(want, f.Preds()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{3, 3, 3, 5, 5, 7, -1, -1}, f.PostDominators()); diff != "" {
		t.Error(diff)
	}
	order := f.ReversePostorder()
	if len(order) != 8 || order[0] != 0 || slices.Index(order, 3) < slices.Index(order, 2) || slices.Index(order, 5) < slices.Index(order, 4) {
		t.Error(order)
	}
}

func TestRemoveDead(t *testing.T) {
	const text = `unit "t.c"
file "t.c"
func f params 0 regs 1
b0:
  r0 = labeladdr b4
  jump b3
b1:
  jump b2
b2:
  line !1:2:1
  return
b3:
  indirect r0 b3
b4:
  return
`
	const want = `unit "t.c"
file "t.c"
func f params 0 regs 1
b0:
  r0 = labeladdr b2
  jump b1
b1:
  indirect r0 b1
b2:
  return
`
	u := parseUnit(t, "t.c", text)
	u.Symbols[0].Func.RemoveDead(nil)
	if diff := cmp.Diff(want, u.String()); diff != "" {
		t.Error(diff)
	}
	u = parseUnit(t, "t.c", text)
	u.Symbols[0].Func.RemoveDead(func(b *Block) bool { return len(b.Lines) > 0 })
	if n := len(u.Symbols[0].Func.Blocks); n != 4 || Verify(u) != nil {
		t.Errorf("%d blocks with the marked one kept, want 4\n%s", n, u)
	}
}
