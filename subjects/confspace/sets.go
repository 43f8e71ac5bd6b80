package confspace

// This file implements the decision diagram: nodes, the unique table, and the
// operations of a Boolean algebra.
//
// Edges have a complement bit. A handle is the index of a node shifted left by
// one, plus one if the set is the complement of what the node says. Node 0 is
// the terminal and says "nothing": Empty is 0, Full is 1, and the complement of
// any set is its handle with the lowest bit flipped. A node's low edge is never complemented, which
// makes the form canonical. Recursion is as deep as there are variables, at most.

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Set is a set of configurations: a handle into the Sets that made it. Two
// handles of one manager are equal exactly if the sets are. The zero Set is empty.
type Set int32

const (
	Empty Set = 0 // no configuration
	Full  Set = 1 // every configuration of the space
)

// ErrBudget says that an operation would need more nodes than it may.
var ErrBudget = errors.New("too many nodes in a set of configurations")

const terminalLevel = math.MaxInt32

// node decides on the variable at level; low and high are handles.
type node struct {
	level     int32
	low, high Set
}

type andEntry struct {
	a, b, r Set
}

type iteEntry struct {
	a, b, c, r Set
}

// Sets makes and owns sets of configurations of one space. It is not safe for
// concurrent use. Nothing is ever freed, except by Reset.
type Sets struct {
	space *Space
	enc   []encoding // by option
	owner []int32    // by level: the option
	bits  [][]Set    // by option: Bit, memoised; nil where not asked for yet
	rel   related

	bitsEnd int32 // the first level below all options
	domain  Set   // of the constraints
	byUse   bool  // see NewSetsByUse
	free    int32 // with byUse: the levels below it are taken

	check func() error // see Interruptible
	work  uint32       // since the last check

	nodes  []node
	table  []uint32 // open addressing: index of a node, 0 is free
	limit  int      // number of nodes at which operations give up
	ands   []andEntry
	ites   []iteEntry
	simple []andEntry       // of Simplify; nil where it was not used
	valid  Set              // for Count: encodings that are nobody's alias; Empty: not made yet
	counts map[Set]*big.Int // for Count, see there
	memo   memo             // of the walk that is going on
	visits []bool           // by node, for walks; all false between calls
}

// DefaultLimit is the number of nodes at which operations outside Try give up.
const DefaultLimit = 1 << 27

const (
	firstCache = 1 << 10
	maxKept    = 1 << 18 // of tables after Reset: to clear them costs a tenth of a millisecond
)

// NewSets returns a manager of sets over the space, which must be valid and not change.
func NewSets(sp *Space) *Sets { return newSets(sp, false) }

// NewSetsByUse is NewSets with the options in the order of their first use instead of the space's, the newest on top: a diagram that is made
// of older ones and the option that was used last has the older ones as parts, whereas with the newest at the bottom all of it is new.
// So counting n options takes n*n/2 nodes and not n*n*n/6. Translate carries sets to a manager in the space's order.
func NewSetsByUse(sp *Space) *Sets { return newSets(sp, true) }

func newSets(sp *Space, byUse bool) *Sets {
	m := &Sets{space: sp, limit: DefaultLimit, byUse: byUse}
	m.layOut()
	m.bitsEnd = int32(len(m.owner))
	m.Reset()
	return m
}

// Space returns the space of the configurations.
func (m *Sets) Space() *Space { return m.space }

// Nodes returns the number of nodes in use.
func (m *Sets) Nodes() int { return len(m.nodes) }

// SetLimit sets the number of nodes at which operations give up: they panic with ErrBudget.
func (m *Sets) SetLimit(nodes int) { m.limit = nodes }

// Reset forgets every set: handles made before are invalid, except Empty and Full.
func (m *Sets) Reset() {
	m.nodes = append(m.nodes[:0], node{level: terminalLevel})
	if m.table == nil || len(m.table) > maxKept {
		m.table = make([]uint32, firstCache)
		m.ands = make([]andEntry, firstCache)
		m.ites = make([]iteEntry, firstCache)
	} else {
		clear(m.table)
		clear(m.ands)
		clear(m.ites)
	}
	m.valid, m.counts = Empty, nil
	m.simple = nil
	m.rel.lemmas, m.rel.possible = Full, map[Set]Verdict{}
	for i := range m.bits {
		m.bits[i] = nil
	}
	m.constrain()
}

// Try runs f with at most budget nodes more than there are. It returns ErrBudget if
// f needed more: then f was left in the middle, and the sets made so far are good.
// Calls may be nested: the tightest limit holds, and the outermost call that set it fails.
func (m *Sets) Try(budget int, f func()) (err error) {
	old := m.limit
	if l := len(m.nodes) + budget; l < old {
		m.limit = l
	}
	defer func() {
		mine := m.limit != old
		m.limit = old
		if r := recover(); r != nil {
			if e, ok := r.(error); ok && e == ErrBudget && mine {
				err = ErrBudget
				return
			}
			panic(r)
		}
	}()
	f()
	return nil
}

// maxNamed and namingBudget bound the classes of values that Heaviest counts, and the nodes that it makes for that.
const (
	maxNamed     = 1 << 16
	namingBudget = 1 << 20
)

// Heaviest says which options most of the nodes decide on, how many of their values the sets, which are those that were known before, tell apart, and
// what helps: it completes the message of an ErrBudget.
func (m *Sets) Heaviest(sets []Set) string {
	counts := make([]int, len(m.space.Options))
	for i := range m.nodes {
		if l := m.nodes[i].level; int(l) < len(m.owner) && int(m.owner[l]) < len(counts) {
			counts[m.owner[l]]++
		}
	}
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	total := len(m.nodes)
	var parts []string
	for _, o := range order[:min(3, len(order))] {
		if counts[o] > 0 {
			parts = append(parts, fmt.Sprintf("%s (%s, %d nodes%s)", m.space.Options[o].Name, m.space.Options[o].Domain, counts[o], m.toldApart(o, sets)))
		}
	}
	return "most of the " + strconv.Itoa(total) + " nodes decide on " + strings.Join(parts, ", ") +
		": give these options smaller domains, with fewer of these values, or make them concrete in the tests that are not about them"
}

// toldApart says how many classes of the option's values sets tell apart; "" if that is not known.
func (m *Sets) toldApart(option int, sets []Set) (text string) {
	limit := m.limit
	m.limit = max(limit, len(m.nodes)+namingBudget)
	defer func() { m.limit = limit }()
	full := m.Try(namingBudget, func() {
		e := m.encoding(option)
		p, ok := m.refine(e, m.entries(e, sets), maxNamed)
		switch {
		case !ok:
			text = fmt.Sprintf(", more than %d classes of values", maxNamed)
		case len(p.parts) > 1:
			text = fmt.Sprintf(", %d classes of values", len(p.parts))
		}
	})
	if full != nil {
		return ""
	}
	return text
}

// interruption is what the check of Interruptible said.
type interruption struct{ err error }

// Interruptible runs f, and asks check from time to time whether to go on. Where that returns an error, f is left in the middle, as by
// Try, and the error is returned.
func (m *Sets) Interruptible(check func() error, f func()) (err error) {
	old := m.check
	m.check = check
	defer func() {
		m.check = old
		if r := recover(); r != nil {
			i, ok := r.(interruption)
			if !ok {
				panic(r)
			}
			err = i.err
		}
	}()
	f()
	return check()
}

// checkEvery is how many steps of work are done between two checks.
const checkEvery = 1 << 14

// step counts a step of work: a node that is made, or a cube.
func (m *Sets) step() {
	if m.work++; m.work >= checkEvery && m.check != nil {
		m.stop()
	}
}

// stop panics if the work is to end.
func (m *Sets) stop() {
	m.work = 0
	if err := m.check(); err != nil {
		panic(interruption{err})
	}
}

func hash3(a, b, c uint32) uint32 {
	h := uint64(a)*0x9E3779B97F4A7C15 ^ (uint64(b)<<32|uint64(c))*0xC2B2AE3D27D4EB4F
	return uint32(h >> 32)
}

// mk returns the set that is low where the variable at level is 0, and high where it is 1.
func (m *Sets) mk(level int32, low, high Set) Set {
	if low == high {
		return low
	}
	m.step()
	neg := low & 1
	low, high = low^neg, high^neg
	mask := uint32(len(m.table) - 1)
	i := hash3(uint32(level), uint32(low), uint32(high)) & mask
	for {
		k := m.table[i]
		if k == 0 {
			break
		}
		if n := &m.nodes[k]; n.level == level && n.low == low && n.high == high {
			return Set(k<<1) | neg
		}
		i = (i + 1) & mask
	}
	if len(m.nodes) >= m.limit {
		panic(ErrBudget)
	}
	k := uint32(len(m.nodes))
	m.nodes = append(m.nodes, node{level, low, high})
	m.table[i] = k
	if 2*len(m.nodes) > len(m.table) {
		m.grow()
	}
	return Set(k<<1) | neg
}

// grow doubles the tables; the caches forget.
func (m *Sets) grow() {
	n := 2 * len(m.table)
	m.table = make([]uint32, n)
	mask := uint32(n - 1)
	for k := 1; k < len(m.nodes); k++ {
		d := &m.nodes[k]
		i := hash3(uint32(d.level), uint32(d.low), uint32(d.high)) & mask
		for m.table[i] != 0 {
			i = (i + 1) & mask
		}
		m.table[i] = uint32(k)
	}
	if n <= 1<<20 {
		m.ands = make([]andEntry, n)
		m.ites = make([]iteEntry, n/2)
	}
}

// split returns the level of s's root and its two cofactors there.
func (m *Sets) split(s Set) (level int32, low, high Set) {
	n := &m.nodes[s>>1]
	return n.level, n.low ^ s&1, n.high ^ s&1
}

// at returns s's cofactors at a level that is not below its root.
func (m *Sets) at(s Set, level int32) (low, high Set) {
	n := &m.nodes[s>>1]
	if n.level != level {
		return s, s
	}
	return n.low ^ s&1, n.high ^ s&1
}

// And returns the intersection.
func (m *Sets) And(a, b Set) Set {
	switch {
	case a == b:
		return a
	case a^b == 1:
		return Empty
	}
	if a > b {
		a, b = b, a
	}
	if a <= Full {
		if a == Full {
			return b
		}
		return Empty
	}
	level := min(m.nodes[a>>1].level, m.nodes[b>>1].level)
	// Where the upper root has a constant side, as all along a cube, there is one way to go on: that
	// costs less than to remember the result.
	x, y := a, b
	if m.nodes[x>>1].level != level {
		x, y = b, a
	}
	if m.nodes[y>>1].level != level {
		if x0, x1 := m.at(x, level); x0 <= Full || x1 <= Full {
			low := m.And(x0, y)
			return m.mk(level, low, m.And(x1, y))
		}
	}
	e := &m.ands[hash3(uint32(a), uint32(b), 1)&uint32(len(m.ands)-1)]
	if e.a == a && e.b == b {
		return e.r
	}
	a0, a1 := m.at(a, level)
	b0, b1 := m.at(b, level)
	low := m.And(a0, b0)
	r := m.mk(level, low, m.And(a1, b1))
	m.ands[hash3(uint32(a), uint32(b), 1)&uint32(len(m.ands)-1)] = andEntry{a, b, r}
	return r
}

// Or returns the union.
func (m *Sets) Or(a, b Set) Set { return m.And(a^1, b^1) ^ 1 }

// Not returns the complement: all configurations of the space that are not in a.
func (m *Sets) Not(a Set) Set { return a ^ 1 }

// Diff returns a without b.
func (m *Sets) Diff(a, b Set) Set { return m.And(a, b^1) }

// Xor returns the configurations that are in one of the sets only.
func (m *Sets) Xor(a, b Set) Set { return m.Ite(a, b^1, b) }

// Iff returns the configurations that are in both sets or in none.
func (m *Sets) Iff(a, b Set) Set { return m.Ite(a, b, b^1) }

// Ite returns the configurations of t that are in c, and those of e that are not.
func (m *Sets) Ite(c, t, e Set) Set {
	switch {
	case c == Full || t == e:
		return t
	case c == Empty:
		return e
	case t == Full || t == c:
		return m.Or(c, e)
	case t == Empty || t == c^1:
		return m.And(c^1, e)
	case e == Empty || e == c:
		return m.And(c, t)
	case e == Full || e == c^1:
		return m.Or(c^1, t)
	}
	if c&1 != 0 {
		c, t, e = c^1, e, t
	}
	neg := t & 1
	t, e = t^neg, e^neg
	h := hash3(uint32(c), uint32(t), uint32(e))
	if x := &m.ites[h&uint32(len(m.ites)-1)]; x.a == c && x.b == t && x.c == e {
		return x.r ^ neg
	}
	level := min(m.nodes[c>>1].level, m.nodes[t>>1].level, m.nodes[e>>1].level)
	c0, c1 := m.at(c, level)
	t0, t1 := m.at(t, level)
	e0, e1 := m.at(e, level)
	low := m.Ite(c0, t0, e0)
	r := m.mk(level, low, m.Ite(c1, t1, e1))
	m.ites[h&uint32(len(m.ites)-1)] = iteEntry{c, t, e, r}
	return r ^ neg
}

// OrAll returns the union of many sets, combined in a tree.
func (m *Sets) OrAll(sets []Set) Set {
	switch len(sets) {
	case 0:
		return Empty
	case 1:
		return sets[0]
	}
	h := len(sets) / 2
	return m.Or(m.OrAll(sets[:h]), m.OrAll(sets[h:]))
}

// AndAll returns the intersection of many sets.
func (m *Sets) AndAll(sets []Set) Set {
	switch len(sets) {
	case 0:
		return Full
	case 1:
		return sets[0]
	}
	h := len(sets) / 2
	return m.And(m.AndAll(sets[:h]), m.AndAll(sets[h:]))
}

// Implies reports whether every configuration of a is known to be in b. It makes no nodes, but for relations.
func (m *Sets) Implies(a, b Set) bool { return m.Disjoint(a, b^1) }

// Disjoint reports whether it is known that no configuration is in both. It makes no nodes, but for relations.
func (m *Sets) Disjoint(a, b Set) bool {
	if m.disjoint(a, b) {
		return true
	}
	return m.rel.theory != nil && len(m.rel.list) > 0 && m.Possible(m.And(a, b)) == No
}

func (m *Sets) disjoint(a, b Set) bool {
	switch {
	case a == b:
		return a == Empty
	case a^b == 1:
		return true
	}
	if a > b {
		a, b = b, a
	}
	if a <= Full {
		return a == Empty // b is neither Empty nor equal to a
	}
	// The results of disjoint share And's cache: Empty if disjoint; they are remembered
	// only if so, since the intersection is not known otherwise.
	h := hash3(uint32(a), uint32(b), 1) & uint32(len(m.ands)-1)
	if e := &m.ands[h]; e.a == a && e.b == b {
		return e.r == Empty
	}
	level := min(m.nodes[a>>1].level, m.nodes[b>>1].level)
	a0, a1 := m.at(a, level)
	b0, b1 := m.at(b, level)
	if !m.disjoint(a0, b0) || !m.disjoint(a1, b1) {
		return false
	}
	m.ands[h] = andEntry{a, b, Empty}
	return true
}
