package coversets

// This file chooses configurations: the best ones of a number that is too small to cover everything, or the cheapest ones that do, or fewer than greedy packing
// finds.
//
// The search distributes what is to be covered over configurations, each of which is a set that shrinks: a class goes to one that may still
// cover it, or to none. That is exact, and it is too much for large programs, so it begins with what greedy choice
// and exchange find, and ends after so many nodes. What is known then are bounds: of classes of which no two can be covered by one
// configuration, n configurations cover at most n; many such cliques, each about some elements of its members, say together how many elements must be left
// out. And the configurations that cover different members of a clique each cost at least what their member costs.

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Request says which configurations to choose.
type Request struct {
	Context context.Context // cancelling it ends the search with its cause; nil: nothing does

	Size   int                       // how many configurations there may be
	All    bool                      // they have to cover everything that can be covered, as Start does; else as much as they can
	Prices []int64                   // by option: what a value other than the default costs; nil: nothing costs anything
	Start  []confspace.Configuration // a choice to begin with; it may have more than Size
	Nodes  int                       // of the search; default 20000
}

// Choice is some configurations that cover much and cost little.
type Choice struct {
	Members []Chosen // the one that adds most first
	Covered int      // elements
	Most    int      // so many elements may be covered by as many configurations; no choice covers more
	Cost    int64
	Floor   int64 // no choice that covers as many elements costs less
}

// Chosen is one configuration of a choice.
type Chosen struct {
	Configuration confspace.Configuration
	Covered       []int // classes, ascending
	Adds          int   // elements that no member before covers
	Cost          int64
}

// item is classes that are covered under the same condition.
type item struct {
	set    confspace.Set
	weight int   // elements
	price  int64 // of the cheapest configuration
}

// chooser is a search for a choice.
type chooser struct {
	ctx    context.Context
	t      *coverage.Total
	m      *confspace.Sets
	req    *Request
	prices *confspace.Prices // nil: nothing costs anything
	items  []item            // those with the most elements first
	total  int               // elements
	seeds  int               // with how many items a new configuration is tried to begin

	bins      []confspace.Set
	budget    int
	undecided bool // the theory could not decide a question

	loss int   // of the best choice: elements that it leaves out
	cost int64 //
	best []confspace.Set
}

// Choose chooses configurations of the space that cover what Total says. The only error is the cause for which the context ended.
func Choose(t *coverage.Total, req Request) (*Choice, error) {
	if req.Nodes == 0 {
		req.Nodes = 20000
	}
	if req.Context == nil {
		req.Context = context.Background()
	}
	c := &chooser{ctx: req.Context, t: t, m: t.Sets, req: &req, seeds: manySeeds, loss: math.MaxInt, cost: math.MaxInt64}
	if req.Prices != nil {
		c.prices = t.Sets.NewPrices(req.Prices)
	}
	c.collect()
	c.begin()
	c.budget = req.Nodes
	c.bins = make([]confspace.Set, req.Size)
	for b := range c.bins {
		c.bins[b] = c.m.Domain()
	}
	c.place(0, 0, 0)
	if req.Context.Err() != nil {
		return nil, context.Cause(req.Context)
	}
	return c.choice(), nil
}

// collect makes the items.
func (c *chooser) collect() {
	index := map[confspace.Set]int{}
	for k := range c.t.Classes {
		class := &c.t.Classes[k]
		i, ok := index[class.Any]
		if !ok {
			i = len(c.items)
			index[class.Any] = i
			c.items = append(c.items, item{set: class.Any})
			if c.prices != nil {
				c.items[i].price = c.prices.Least(c.m.And(class.Any, c.m.Domain()))
			}
		}
		c.items[i].weight += len(class.Elements)
		c.total += len(class.Elements)
	}
	slices.SortStableFunc(c.items, func(a, b item) int { return b.weight - a.weight })
}

// costOf returns what bins cost at least.
func (c *chooser) costOf(bins []confspace.Set) int64 {
	sum := int64(0)
	if c.prices != nil {
		for _, s := range bins {
			sum += c.prices.Least(s)
		}
	}
	return sum
}

// offer takes bins, which leave out elements, if they are better than the best so far.
func (c *chooser) offer(bins []confspace.Set, loss int) {
	cost := c.costOf(bins)
	if loss < c.loss || loss == c.loss && cost < c.cost {
		c.loss, c.cost, c.best = loss, cost, slices.Clone(bins)
	}
}

// begin finds a choice to begin with.
func (c *chooser) begin() {
	if len(c.req.Start) > 0 && len(c.req.Start) <= c.req.Size {
		c.tighten(c.req.Start)
	}
	if c.req.All {
		return
	}
	bins := c.exchange(c.fillUp())
	c.offer(bins, c.left(bins))
	if c.prices != nil && c.ctx.Err() == nil {
		var members []confspace.Configuration
		for _, s := range bins {
			members = append(members, anyOf(c.m, s))
		}
		c.tighten(members)
	}
}

// fillUp returns at most Size bins, each of which covers much of what those before do not.
func (c *chooser) fillUp() (bins []confspace.Set) {
	for range c.req.Size {
		rest := c.uncovered(bins)
		if len(rest) == 0 {
			break
		}
		bins = append(bins, c.fill(rest))
	}
	return bins
}

// exchange replaces bins, one by one, as long as they then cover more.
func (c *chooser) exchange(bins []confspace.Set) []confspace.Set {
	for range maxRounds {
		before := c.left(bins)
		for b := range bins {
			others := slices.Delete(slices.Clone(bins), b, b+1)
			if s := c.fill(c.uncovered(others)); c.left(append(others, s)) < c.left(bins) {
				bins[b] = s
			}
		}
		if c.ctx.Err() != nil || c.left(bins) == before {
			break
		}
	}
	return bins
}

// pack looks for fewer than most sets of configurations, any of which cover everything together; nil: none were found.
func pack(ctx context.Context, t *coverage.Total, most int) []confspace.Set {
	c := &chooser{ctx: ctx, t: t, m: t.Sets, req: &Request{Size: most - 1}, seeds: fewSeeds}
	c.collect()
	var best []confspace.Set
	for bins := c.exchange(c.fillUp()); ctx.Err() == nil && len(c.uncovered(bins)) == 0; {
		best = slices.Clone(bins)
		if len(best) < 2 {
			break
		}
		without := func(b int) []confspace.Set { return slices.Delete(slices.Clone(best), b, b+1) }
		least := 0
		for b := range best {
			if c.left(without(b)) < c.left(without(least)) {
				least = b
			}
		}
		bins = c.exchange(without(least))
	}
	return best
}

// maxRounds bounds how often all configurations are exchanged, one by one; a new one is tried to begin with so many seeds, of which pack, which makes
// many configurations, has few.
const (
	maxRounds = 8
	manySeeds = 400
	fewSeeds  = 16
)

// uncovered returns the items that no bin covers, heaviest first.
func (c *chooser) uncovered(bins []confspace.Set) []item {
	return slices.DeleteFunc(slices.Clone(c.items), func(x item) bool { return c.covered(bins, x) })
}

func (c *chooser) covered(bins []confspace.Set, x item) bool {
	return slices.ContainsFunc(bins, func(s confspace.Set) bool { return c.m.Implies(s, x.set) })
}

// left returns how many elements no bin covers.
func (c *chooser) left(bins []confspace.Set) int {
	n := 0
	for _, x := range c.items {
		if !c.covered(bins, x) {
			n += x.weight
		}
	}
	return n
}

// fill returns configurations that cover much of some items: it begins with each of the heaviest and takes in what else it can.
func (c *chooser) fill(items []item) confspace.Set {
	best, gain := c.m.Domain(), -1
	for seed := range items[:min(len(items), c.seeds)] {
		if c.ctx.Err() != nil {
			break
		}
		set, n := c.m.Domain(), 0
		take := func(x item) {
			if both := c.m.And(set, x.set); c.m.Possible(both) == confspace.Yes {
				set, n = both, n+x.weight
			}
		}
		take(items[seed])
		for i, x := range items {
			if i != seed {
				take(x)
			}
		}
		if n > gain {
			best, gain = set, n
		}
	}
	return best
}

// tighten offers what configurations cover, each item with the one at which it costs least more, and then moves items where that costs less.
func (c *chooser) tighten(members []confspace.Configuration) {
	bins := make([]confspace.Set, len(members)) // Empty: nothing needs it yet
	lists := make([][]item, len(members))
	add := func(b int, x item) confspace.Set {
		if bins[b] == confspace.Empty {
			return c.m.And(c.m.Domain(), x.set)
		}
		return c.m.And(bins[b], x.set)
	}
	loss := 0
	var shared []item
	who := func(x item) (list []int) {
		for b, conf := range members {
			if c.m.Contains(x.set, conf) {
				list = append(list, b)
			}
		}
		return list
	}
	for _, x := range c.items {
		switch list := who(x); len(list) {
		case 0:
			loss += x.weight
		case 1:
			bins[list[0]] = add(list[0], x)
			lists[list[0]] = append(lists[list[0]], x)
		default:
			shared = append(shared, x)
		}
	}
	for _, x := range shared {
		if b := slices.IndexFunc(bins, func(s confspace.Set) bool { return s != confspace.Empty && c.m.Implies(s, x.set) }); b >= 0 {
			lists[b] = append(lists[b], x)
			continue
		}
		best, more := -1, int64(math.MaxInt64)
		for _, b := range who(x) {
			if n := c.more(bins[b], add(b, x)); n < more {
				best, more = b, n
			}
		}
		bins[best] = add(best, x)
		lists[best] = append(lists[best], x)
	}
	if c.prices != nil {
		c.move(bins, lists)
	}
	bins = slices.DeleteFunc(bins, func(s confspace.Set) bool { return s == confspace.Empty })
	if !slices.ContainsFunc(bins, func(s confspace.Set) bool { return c.m.Possible(s) != confspace.Yes }) {
		c.offer(bins, loss)
	}
}

// move moves items to other bins as long as that costs less. lists are the items of each bin.
func (c *chooser) move(bins []confspace.Set, lists [][]item) {
	for range maxRounds {
		moved := false
		for b := range bins {
			for i := 0; i < len(lists[b]) && c.ctx.Err() == nil; i++ {
				x := lists[b][i]
				without := c.m.Domain()
				for j, y := range lists[b] {
					if j != i {
						without = c.m.And(without, y.set)
					}
				}
				gain := c.prices.Least(bins[b])
				if len(lists[b]) > 1 {
					gain -= c.prices.Least(without)
				}
				to, with := -1, confspace.Empty
				for k := range bins {
					if k == b || bins[k] == confspace.Empty || gain == 0 {
						continue
					}
					if s := c.m.And(bins[k], x.set); c.m.Possible(s) == confspace.Yes {
						if more := c.prices.Least(s) - c.prices.Least(bins[k]); more < gain {
							to, with, gain = k, s, more
						}
					}
				}
				if to < 0 {
					continue
				}
				moved = true
				lists[b] = slices.Delete(lists[b], i, i+1)
				lists[to] = append(lists[to], x)
				bins[to], bins[b] = with, without
				if i--; len(lists[b]) == 0 {
					bins[b] = confspace.Empty
				}
			}
		}
		if !moved {
			break
		}
	}
}

// more returns by how much the price of a bin grows.
func (c *chooser) more(before, after confspace.Set) int64 {
	switch {
	case c.prices == nil:
		return 0
	case before == confspace.Empty:
		return c.prices.Least(after)
	}
	return c.prices.Least(after) - c.prices.Least(before)
}

// place distributes the items from i on, where the first used bins have some, and so many elements are left out already.
func (c *chooser) place(i, used, loss int) {
	if c.budget--; c.budget < 0 || c.ctx.Err() != nil {
		return
	}
	if loss > c.loss || loss == c.loss && c.costOf(c.bins[:used]) >= c.cost {
		return
	}
	for i < len(c.items) && c.covered(c.bins[:used], c.items[i]) {
		i++
	}
	if i == len(c.items) {
		c.offer(c.bins[:used], loss)
		return
	}
	for b := range min(used+1, len(c.bins)) { // bins without items are all alike
		before := c.bins[b]
		set := c.m.And(before, c.items[i].set)
		switch c.m.Possible(set) {
		case confspace.Undecided:
			c.undecided = true
			continue
		case confspace.No:
			continue
		}
		c.bins[b] = set
		c.place(i+1, max(used, b+1), loss)
		c.bins[b] = before
	}
	if !c.req.All {
		c.place(i+1, used, loss+c.items[i].weight)
	}
}

// boundNodes is how many nodes the search for one clique may take, of which there may be many.
const boundNodes = 500

// mostByCliques returns how many elements Size configurations cover at most. Of the members of a clique they cover at most Size: so of as
// many elements of each as the smallest has. These are taken away, and so on, as long as there is a larger clique; those of heavy items come first.
func (c *chooser) mostByCliques() int {
	reqs := make([]requirement, len(c.items))
	left := make([]int, len(c.items))
	for i, x := range c.items {
		reqs[i].set, left[i] = c.m.And(x.set, c.m.Domain()), x.weight
	}
	g := incompatible(c.m, reqs)
	most := c.total
	for least := c.items[0].weight; least > 0; {
		var heavy []int
		for i := range left {
			if left[i] >= least {
				heavy = append(heavy, i)
			}
		}
		clique := g.among(heavy).maxClique(c.ctx, boundNodes)
		if len(clique) <= c.req.Size {
			below := 0
			for _, n := range left {
				if n < least {
					below = max(below, n)
				}
			}
			least = below
			continue
		}
		n := left[heavy[clique[0]]]
		for _, k := range clique {
			n = min(n, left[heavy[k]])
		}
		most -= (len(clique) - c.req.Size) * n
		for _, k := range clique {
			left[heavy[k]] -= n
		}
	}
	return most
}

// clique returns items of which no two can be covered by one configuration: the first, and others in their order.
func (c *chooser) clique(items []item) []int {
	var out []int
	for i, x := range items {
		if c.ctx.Err() == nil && !slices.ContainsFunc(out, func(j int) bool { return !c.m.Disjoint(c.m.And(x.set, c.m.Domain()), items[j].set) }) {
			out = append(out, i)
		}
	}
	return out
}

// floor returns what configurations that cover everything cost at least, as far as one clique says.
func (c *chooser) floor() int64 {
	items := slices.Clone(c.items)
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(b.price, a.price) })
	sum := int64(0)
	for _, i := range c.clique(items) {
		sum += items[i].price
	}
	return sum
}

// choice makes configurations of the best bins.
func (c *chooser) choice() *Choice {
	exhausted := c.budget >= 0 && !c.undecided
	out := &Choice{}
	for _, s := range c.best {
		conf := c.configuration(s)
		cost := int64(0)
		if c.prices != nil {
			cost = c.prices.Of(conf)
		}
		out.Members = append(out.Members, Chosen{Configuration: conf, Cost: cost})
		out.Cost += cost
	}
	out.Members = c.sort(out.Members)
	for i := range out.Members {
		out.Covered += out.Members[i].Adds
	}
	switch {
	case exhausted:
		out.Most, out.Floor = out.Covered, out.Cost
	case out.Covered == c.total:
		out.Most, out.Floor = out.Covered, c.floor()
	default:
		out.Most = max(c.mostByCliques(), out.Covered) // greater where items are known to be compatible only as far as the theory decides
	}
	return out
}

// configuration returns a configuration of a bin.
func (c *chooser) configuration(s confspace.Set) confspace.Configuration {
	if c.prices != nil && !c.m.HasRelations(s) {
		return c.prices.Cheapest(s)
	}
	return anyOf(c.m, s)
}

// sort fills in what members cover, and puts first the one that adds most, and so on.
func (c *chooser) sort(members []Chosen) []Chosen {
	index := newIndex(c.t)
	for i := range members {
		index.Containing(members[i].Configuration).Each(func(k int) { members[i].Covered = append(members[i].Covered, k) })
	}
	have := make([]bool, len(c.t.Classes))
	order := newQueue(len(members), func(i int) (n int) {
		for _, k := range members[i].Covered {
			if !have[k] {
				n += len(c.t.Classes[k].Elements)
			}
		}
		return n
	})
	var out []Chosen
	for range members {
		i, n := order.best()
		order.pop()
		mb := members[i]
		mb.Adds = n
		for _, k := range mb.Covered {
			have[k] = true
		}
		out = append(out, mb)
	}
	return out
}
