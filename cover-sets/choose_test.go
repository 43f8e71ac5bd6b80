package coversets

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// bestOf returns, of all choices of at most n configurations, how much the best one covers and the least that such a one costs; with all, of those that
// cover everything.
func bestOf(t *coverage.Total, configs []confspace.Configuration, prices []int64, n int) (covered int, cost int64) {
	weights := make([]int, len(t.Classes))
	masks, costs := make([]uint64, len(configs)), make([]int64, len(configs))
	p := t.Sets.NewPrices(prices)
	for i, c := range configs {
		costs[i] = p.Of(c)
		for k := range t.Classes {
			weights[k] = len(t.Classes[k].Elements)
			if t.Sets.Contains(t.Classes[k].Any, c) {
				masks[i] |= 1 << k
			}
		}
	}
	covered, cost = 0, math.MaxInt64
	var try func(from, left int, mask uint64, sum int64)
	try = func(from, left int, mask uint64, sum int64) {
		size := 0
		for k, w := range weights {
			if mask>>k&1 != 0 {
				size += w
			}
		}
		if size > covered || size == covered && sum < cost {
			covered, cost = size, sum
		}
		for i := from; i < len(configs) && left > 0; i++ {
			try(i+1, left-1, mask|masks[i], sum+costs[i])
		}
	}
	try(0, n, 0, 0)
	return covered, cost
}

// TestChoose compares chosen configurations with all choices of so many, and the bounds of searches that are cut short.
func TestChoose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total, values, configs := genTotal(t)
		prices := make([]int64, len(values))
		for o := range prices {
			prices[o] = rapid.Int64Range(0, 4).Draw(t, "price")
		}
		req := Request{Size: rapid.IntRange(1, 2).Draw(t, "size"), Prices: prices}
		covered, cost := bestOf(total, configs, prices, req.Size)
		got, err := Choose(total, req)
		if err != nil {
			t.Fatal(err)
		}
		checkChoice(t, total, got, req)
		if got.Covered != covered || got.Most != covered || got.Cost != cost || got.Floor != cost {
			t.Fatalf("%d covered of at most %d, cost %d, at least %d; want %d and %d", got.Covered, got.Most, got.Cost, got.Floor, covered, cost)
		}
		bound := &chooser{ctx: context.Background(), t: total, m: total.Sets, req: &req}
		if bound.collect(); len(bound.items) > 0 && bound.mostByCliques() < covered {
			t.Fatalf("%d are covered, cliques say at most %d", covered, bound.mostByCliques())
		}
		req.Prices = nil
		if got, err = Choose(total, req); err != nil || got.Covered != covered || got.Most != covered {
			t.Fatalf("without prices %d covered of at most %d, %v; want %d", got.Covered, got.Most, err, covered)
		}
		checkChoice(t, total, got, req)
		req.Nodes, req.Prices = 1, prices
		if got, err = Choose(total, req); err != nil || got.Covered > covered || got.Most < covered || got.Covered == covered && got.Floor > cost {
			t.Fatalf("cut short: %d covered of at most %d, cost %d, at least %d, %v; the best are %d and %d", got.Covered, got.Most, got.Cost, got.Floor, err, covered, cost)
		}
		checkChoice(t, total, got, req)

		// The cheapest of the least sets that cover everything.
		a := interactions.Analyze(total, values, interactions.Options{})
		exact, err := Exact(a, Greedy(a), Options{})
		if err != nil || len(exact.Members) == 0 || len(exact.Members) > 3 {
			return
		}
		req = Request{Size: len(exact.Members), All: true, Prices: prices, Start: exact.Configurations()}
		covered, cost = bestOf(total, configs, prices, req.Size)
		if got, err = Choose(total, req); err != nil || got.Covered != total.Covered() || covered != total.Covered() || got.Cost != cost || got.Floor != cost {
			t.Fatalf("the cheapest set covers %d of %d, cost %d, at least %d, %v; want %d", got.Covered, covered, got.Cost, got.Floor, err, cost)
		}
		checkChoice(t, total, got, req)
		req.Nodes = 1
		if got, err = Choose(total, req); err != nil || got.Covered != total.Covered() || got.Floor > cost || got.Cost < cost {
			t.Fatalf("cut short: cost %d, at least %d, %v; want %d", got.Cost, got.Floor, err, cost)
		}
	})
}

// checkChoice compares what a choice says of itself with the conditions.
func checkChoice(t *rapid.T, total *coverage.Total, c *Choice, req Request) {
	sum, cost := 0, int64(0)
	seen := make([]bool, len(total.Classes))
	for _, mb := range c.Members {
		if err := mb.Configuration.Valid(total.Sets.Space()); err != nil {
			t.Fatal(err)
		}
		adds := 0
		for k := range total.Classes {
			if total.Sets.Contains(total.Classes[k].Any, mb.Configuration) && !seen[k] {
				seen[k] = true
				adds += len(total.Classes[k].Elements)
			}
		}
		if adds != mb.Adds {
			t.Fatalf("a configuration adds %d, not %d", adds, mb.Adds)
		}
		sum += adds
		if req.Prices != nil {
			cost += total.Sets.NewPrices(req.Prices).Of(mb.Configuration)
		}
	}
	if sum != c.Covered || cost != c.Cost || len(c.Members) > req.Size {
		t.Fatalf("%d configurations cover %d and cost %d, not %d and %d", len(c.Members), sum, cost, c.Covered, c.Cost)
	}
}
