package confspace

// This file finds, among many sets, those that contain a configuration, that have none in common with a set, or that contain a set, without comparing
// each with each.
//
// An option's codes are divided into classes that no set tells apart. For each class it is known which sets have a configuration
// there, and for each set which classes these are: its projection. A set can only contain a configuration if it is listed for the class of
// every option's value; sets have nothing in common if there is an option of which they share no class; and a set can only contain
// another if its projections do. Where a set is the product of its projections, as what a chain of comparisons of one option inside branches on
// others leads to, all this is also sufficient; otherwise the diagrams of what is left are compared. Relations are left to the diagrams, too.

import (
	"cmp"
	"math/bits"
	"slices"
)

// A Bitmap is a set of small integers: i is in it if bit i%64 of word i/64 is 1.
type Bitmap []uint64

func newBitmap(n int, full bool) Bitmap {
	b := make(Bitmap, (n+63)/64)
	if full {
		b.add(0, n)
	}
	return b
}

// add adds from..to-1.
func (b Bitmap) add(from, to int) {
	for i := from; i < to; {
		if i&63 == 0 && i+64 <= to {
			b[i>>6] = ^uint64(0)
			i += 64
			continue
		}
		b[i>>6] |= 1 << (i & 63)
		i++
	}
}

func (b Bitmap) remove(i int) { b[i>>6] &^= 1 << (i & 63) }

// Has reports whether i is in b.
func (b Bitmap) Has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// Each calls f for each member in ascending order.
func (b Bitmap) Each(f func(i int)) {
	for k, w := range b {
		for ; w != 0; w &= w - 1 {
			f(k<<6 + bits.TrailingZeros64(w))
		}
	}
}

func (b Bitmap) and(c Bitmap) {
	for k := range b {
		b[k] &= c[k]
	}
}

func (b Bitmap) or(c Bitmap) {
	for k := range b {
		b[k] |= c[k]
	}
}

// Index answers questions about many sets.
type Index struct {
	m       *Sets
	sets    []Set
	options [][]int // by set: whose bits it depends on, ascending
	plain   Bitmap  // sets without relations, not Empty
	product Bitmap  // plain sets that are the product of their projections
	single  Bitmap  // those of product that depend on one option, or none
	indexed []*indexedOption
	at      []*indexedOption // by option; nil: it is not indexed
}

// indexedOption is what sets say about one option.
type indexedOption struct {
	option  int
	classes *refined
	class   map[sum]int
	codes   []uint64 // by class: one of its codes; ascending
	sets    []Bitmap // by class: the sets that have a configuration there
	of      []Bitmap // by set: the classes; nil: all of them
	free    Bitmap   // the sets that have all classes
}

// maxIndexed is the number of classes of values up to which an option is indexed.
const maxIndexed = 1 << 13

// NewIndex returns an index of the sets. Adding sets to m does not change it.
func (m *Sets) NewIndex(sets []Set) *Index {
	x := &Index{
		m: m, sets: sets, options: make([][]int, len(sets)), at: make([]*indexedOption, len(m.space.Options)),
		plain: newBitmap(len(sets), false), product: newBitmap(len(sets), false), single: newBitmap(len(sets), false),
	}
	for _, o := range m.Support(sets...) {
		e := m.encoding(o)
		classes, ok := m.refine(e, m.entries(e, sets), maxIndexed)
		if !ok {
			continue
		}
		a := &indexedOption{option: o, classes: classes, class: map[sum]int{}, of: make([]Bitmap, len(sets)), free: newBitmap(len(sets), true)}
		first := make(map[sum]uint64, len(classes.parts))
		for _, p := range classes.parts {
			first[p.sum], _ = m.next(p.codes, e, e.first, 0)
		}
		parts := slices.SortedFunc(slices.Values(classes.parts), func(p, q summed) int { return cmp.Compare(first[p.sum], first[q.sum]) })
		for i, p := range parts {
			a.class[p.sum] = i
			a.codes = append(a.codes, first[p.sum])
			a.sets = append(a.sets, newBitmap(len(sets), true))
		}
		x.indexed, x.at[o] = append(x.indexed, a), a
	}
	for i := range sets {
		x.project(i)
	}
	return x
}

// project finds the projections of set i.
func (x *Index) project(i int) {
	m := x.m
	if x.sets[i] == Empty {
		return
	}
	m.memo.start(len(m.nodes))
	n := len(m.space.Options)
	found := make([]Bitmap, n) // by option; nil: no node decides on it
	skips := make([]int, n+1)  // by option: how many ways that do not ask for it begin there, less how many end
	plain, product := true, true
	var todo []Set
	reach := func(from int, s Set) { // s is left after the option from
		to := n
		if s > Full {
			if to = int(m.owner[m.nodes[s>>1].level]); to >= n {
				plain, to = false, n
			}
		}
		if from+1 < to {
			skips[from+1]++
			skips[to]--
		}
		if to < n {
			if _, ok := m.memo.get(s); !ok {
				m.memo.put(s, s)
				todo = append(todo, s)
			}
		}
	}
	for reach(-1, x.sets[i]); len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		o := int(m.owner[m.nodes[s>>1].level])
		e, a := m.encoding(o), x.at[o]
		if a == nil {
			found[o], product = Bitmap{}, false
			for _, r := range m.rests(s, e.end()) {
				if r != Empty {
					reach(o, r)
				}
			}
			continue
		}
		if found[o] == nil {
			found[o] = newBitmap(len(a.codes), false)
		}
		rest := Empty
		for _, r := range m.divide(nil, s, e, e.first, a.codes, 0) {
			if r.Rest != Empty {
				found[o].add(r.From, r.To)
				reach(o, r.Rest)
				product = product && (rest == Empty || rest == r.Rest)
				rest = r.Rest
			}
		}
	}
	skipped := 0
	for o, b := range found {
		skipped += skips[o]
		if b == nil {
			continue
		}
		x.options[i] = append(x.options[i], o)
		if a := x.at[o]; a != nil && skipped == 0 {
			a.restrict(i, b)
		}
	}
	if plain {
		x.plain.add(i, i+1)
		if product {
			x.product.add(i, i+1)
			if len(x.options[i]) < 2 {
				x.single.add(i, i+1)
			}
		}
	}
}

// restrict notes the projection of set i.
func (a *indexedOption) restrict(i int, classes Bitmap) {
	some := false
	for c := range a.codes {
		if !classes.Has(c) {
			a.sets[c].remove(i)
			some = true
		}
	}
	if some {
		a.of[i] = classes
		a.free.remove(i)
	}
}

// Options returns the options on whose bits set i depends, ascending, and whether it has no relations.
func (x *Index) Options(i int) (options []int, plain bool) { return x.options[i], x.plain.Has(i) }

// Containing returns the sets that contain c.
func (x *Index) Containing(c Configuration) Bitmap {
	out := newBitmap(len(x.sets), true)
	for _, a := range x.indexed {
		code, ok := x.m.code(a.option, c[a.option])
		if !ok {
			return newBitmap(len(x.sets), false)
		}
		out.and(a.sets[a.class[a.classes.sum(x.m.encoding(a.option), code)]])
	}
	x.keep(out, x.product, func(i int) bool { return x.m.Contains(x.sets[i], c) })
	return out
}

// keep removes from b what is not in sure and does not satisfy f.
func (x *Index) keep(b, sure Bitmap, f func(i int) bool) {
	for k := range b {
		for w := b[k] &^ sure[k]; w != 0; w &= w - 1 {
			if i := k<<6 + bits.TrailingZeros64(w); !f(i) {
				b.remove(i)
			}
		}
	}
}

// Disjoint returns the sets before set i that are known to have no configuration in common with it, see Sets.Disjoint.
func (x *Index) Disjoint(i int) Bitmap {
	out := newBitmap(len(x.sets), false)
	meeting := newBitmap(len(x.sets), false)
	meeting.add(0, i)
	for _, a := range x.indexed {
		if a.of[i] == nil {
			continue
		}
		some := newBitmap(len(x.sets), false)
		a.of[i].Each(func(c int) { some.or(a.sets[c]) })
		meeting.and(some)
	}
	sure := newBitmap(len(x.sets), false)
	switch {
	case x.single.Has(i):
		sure = x.plain
	case x.product.Has(i):
		sure = x.product
	case x.plain.Has(i):
		sure = x.single
	}
	x.keep(meeting, sure, func(j int) bool { return !x.m.Disjoint(x.sets[i], x.sets[j]) })
	out.add(0, i)
	for k := range out {
		out[k] &^= meeting[k]
	}
	return out
}

// Minimal returns the sets that no other one is known to imply; of equal ones the first.
func (x *Index) Minimal() Bitmap {
	out := newBitmap(len(x.sets), true)
	// Sets without relations, those that can imply most first: what these imply need not be asked, for it implies nothing more.
	var order []int
	weight := make([]int, len(x.sets))
	x.plain.Each(func(i int) {
		for _, a := range x.indexed {
			if a.of[i] != nil {
				weight[i] += len(a.codes)
				a.of[i].Each(func(int) { weight[i]-- })
			}
		}
		order = append(order, i)
	})
	slices.SortStableFunc(order, func(i, j int) int { return weight[j] - weight[i] })
	for _, i := range order {
		if !out.Has(i) {
			continue
		}
		implied := x.implied(i)
		for k := range out {
			out[k] &^= implied[k]
		}
	}
	// Pairs with relations.
	for i, r := range x.sets {
		if !out.Has(i) {
			continue
		}
		for j, q := range x.sets {
			if i != j && !(x.plain.Has(i) && x.plain.Has(j)) && x.m.Implies(q, r) && (j < i || !x.m.Implies(r, q)) {
				out.remove(i)
				break
			}
		}
	}
	return out
}

// implied returns the plain sets that contain set i, which is plain, except itself and equal ones before it.
func (x *Index) implied(i int) Bitmap {
	out := slices.Clone(x.plain)
	for _, a := range x.indexed {
		if a.of[i] == nil {
			out.and(a.free)
		} else {
			a.of[i].Each(func(c int) { out.and(a.sets[c]) })
		}
	}
	x.keep(out, x.product, func(j int) bool { return x.m.Implies(x.sets[i], x.sets[j]) })
	for j := 0; j <= i; j++ {
		if x.sets[j] == x.sets[i] {
			out.remove(j)
		}
	}
	return out
}
