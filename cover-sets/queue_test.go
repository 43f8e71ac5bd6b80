package coversets

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
)

// TestQueue compares a queue with a look at all gains: sets are chosen by what they add to those chosen before.
func TestQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sets := make([]uint16, rapid.IntRange(1, 12).Draw(t, "sets"))
		for i := range sets {
			sets[i] = rapid.Uint16().Draw(t, "set") & rapid.Uint16().Draw(t, "mask")
		}
		have := uint16(0)
		gain := func(i int) int { return (coverage.Bits{uint64(sets[i] &^ have)}).Count() }
		q := newQueue(len(sets), gain)
		left := make([]int, len(sets))
		for i := range left {
			left[i] = i
		}
		for len(left) > 0 {
			want := slices.MaxFunc(left, func(i, j int) int { return gain(i) - gain(j) }) // the first of those with the greatest gain
			if i, n := q.best(); i != want || n != gain(i) {
				t.Fatalf("best is %d with %d, want %d with %d", i, n, want, gain(want))
			}
			if rapid.Bool().Draw(t, "pop") && q.pop() == want {
				left = slices.DeleteFunc(left, func(i int) bool { return i == want })
			}
			have |= sets[want]
		}
		if q.Len() != 0 {
			t.Fatalf("%d are left", q.Len())
		}
	})
}

// TestMaxClique compares the largest clique with a look at all sets of vertices.
func TestMaxClique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "vertices")
		g := graph{edge: make([]coverage.Bits, n)}
		for i := range g.edge {
			g.edge[i] = make(coverage.Bits, 1)
		}
		often := rapid.IntRange(0, 10).Draw(t, "often")
		for i := range n {
			for j := range i {
				if rapid.IntRange(0, 10).Draw(t, "edge") <= often {
					g.edge[i].Set(j)
					g.edge[j].Set(i)
				}
			}
		}
		clique := func(set uint64) bool {
			for i := range n {
				if set>>i&1 != 0 && set&^g.edge[i][0] != 1<<i {
					return false
				}
			}
			return true
		}
		most := 0
		for set := range uint64(1) << n {
			if clique(set) {
				most = max(most, coverage.Bits{set}.Count())
			}
		}
		found := coverage.Bits{0}
		for _, v := range g.maxClique(context.Background(), 1000000) {
			found.Set(v)
		}
		if !clique(found[0]) || found.Count() != most {
			t.Fatalf("%b is found, the largest clique has %d vertices", found[0], most)
		}
	})
}

// TestCompleteGraph finds the clique at once where all vertices are joined.
func TestCompleteGraph(t *testing.T) {
	const n = 3000
	g := graph{edge: make([]coverage.Bits, n)}
	for i := range g.edge {
		g.edge[i] = make(coverage.Bits, (n+63)/64)
		for j := range n {
			if j != i {
				g.edge[i].Set(j)
			}
		}
	}
	if got := g.maxClique(context.Background(), 1); len(got) != n {
		t.Fatalf("one node of the search finds %d of %d vertices", len(got), n)
	}
}
