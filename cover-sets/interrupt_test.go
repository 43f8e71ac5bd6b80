package coversets

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
)

var errEnough = errors.New("enough")

// stopping is a context that ends after it was asked so many times.
type stopping struct {
	context.Context
	left, asked int
}

func (s *stopping) Err() error {
	if s.asked++; s.asked <= s.left {
		return nil
	}
	return errEnough
}

// checkInterrupted ends the search for exact somewhere: it says so, or it finds the same.
func checkInterrupted(t *rapid.T, a *interactions.Analysis, greedy, exact *CoveringSet) {
	ctx := &stopping{Context: context.Background(), left: rapid.IntRange(0, 20).Draw(t, "checks")}
	switch s, err := Exact(a, greedy, Options{Context: ctx}); {
	case err == nil && !reflect.DeepEqual(s, exact):
		t.Fatalf("in a context that ended after %d checks, got %+v, want %+v", ctx.left, s, exact)
	case err != nil && (s != nil || err != errEnough):
		t.Fatalf("in a context that ended after %d checks: got %+v, %v", ctx.left, s, err)
	}
}

// TestSolverIsInterrupted puts more pigeons into holes than there are, which takes the solver forever.
func TestSolverIsInterrupted(t *testing.T) {
	const pigeons, holes = 16, 15
	in := func(p, h int) int { return p*holes + h + 1 }
	var clauses [][]int
	for p := range pigeons {
		var some []int
		for h := range holes {
			some = append(some, in(p, h))
			for q := range p {
				clauses = append(clauses, []int{-in(p, h), -in(q, h)})
			}
		}
		clauses = append(clauses, some)
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), 50*time.Millisecond, errEnough)
	defer cancel()
	if _, err := run(ctx, clauses, pigeons*holes, math.MaxInt); err != errEnough {
		t.Errorf("got %v, want %v", err, errEnough)
	}
}

func TestCliqueIsInterrupted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const n = 400
	g := graph{edge: make([]coverage.Bits, n)}
	for i := range n {
		g.edge[i] = make(coverage.Bits, (n+63)/64)
		for j := range i {
			if r.IntN(10) > 0 {
				g.edge[i].Set(j)
				g.edge[j].Set(i)
			}
		}
	}
	ctx := &stopping{Context: t.Context(), left: 100}
	clique := g.maxClique(ctx, math.MaxInt)
	for i, v := range clique {
		for _, w := range clique[:i] {
			if !g.edge[v].Has(w) {
				t.Errorf("%d and %d have no edge", v, w)
			}
		}
	}
	if len(clique) == 0 {
		t.Error("no clique was found before the context ended")
	}
}
