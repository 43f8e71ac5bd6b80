package expr

// This file implements choices: values that depend on conditions over options, as decision diagrams.
//
// A choice is a diagram over the variables of a confspace.Sets, in its order, which has expressions for leaves where a set has "in" and "out": it decides on
// the variable at Level, and is operand 0 where that is 1, operand 1 where it is 0. As in a set there is no node whose operands are equal, and the levels of what is
// below are greater, so that equal functions with equal leaves are the same node. A choice of one bit whose leaves are constants is
// a set, and the other way round: SetOf and OfSet.

import (
	"iter"
	"math"

	"github.com/confcov/confcov/subjects/confspace"
)

// Flags of expressions.
const (
	hasChoice = 1 << iota // there is a choice in it
	constants             // it is a constant, or a choice with constants for leaves
)

// SetSets says over which sets the choices are. Without it there are none.
func (b *Builder) SetSets(m *confspace.Sets) {
	if b.sets != nil && b.sets != m {
		panic("expr: choices over two managers of sets")
	}
	b.sets, b.eval.sets = m, m
}

// SetRelations says how a relation is written as an expression: what a set says about relations becomes an Ite in the leaves of a choice.
func (b *Builder) SetRelations(f func(*confspace.Relation) *Expr) { b.relation = f }

// Sets returns what SetSets was given.
func (b *Builder) Sets() *confspace.Sets { return b.sets }

// HasChoice reports whether there is a choice in e.
func (e *Expr) HasChoice() bool { return e.flags&hasChoice != 0 }

// HasConstants reports whether e is a constant, or a choice whose leaves are constants.
func (e *Expr) HasConstants() bool { return e.flags&constants != 0 }

// Level returns the level on which a choice decides.
func (e *Expr) Level() int32 { return int32(e.aux) }

// Decides returns the option on which a choice decides, and the bit of its code.
func (e *Expr) Decides() (option int, bit uint) { return int(e.k >> 8 & 0xFFFFFF), uint(e.k & 0xFF) }

// maxSize is the size from which on sizes are not told apart.
const maxSize = 1 << 20

// size returns a bound of the number of nodes of a diagram.
func (e *Expr) size() uint64 {
	if e.op != OpChoice {
		return 1
	}
	return e.k >> 32
}

// level returns the level of a choice; math.MaxInt32 for what is none.
func (e *Expr) level() int32 {
	if e.op == OpChoice {
		return int32(e.aux)
	}
	return math.MaxInt32
}

// at returns what is left of e, whose level is not above, where the variable at the level is 1 and where it is 0.
func (e *Expr) at(level int32) (high, low *Expr) {
	if e.op == OpChoice && int32(e.aux) == level {
		return e.a, e.b
	}
	return e, e
}

// decide returns the choice between high and low by the variable at the level. What they decide on may be above.
func (b *Builder) decide(level int32, high, low *Expr) *Expr {
	if high == low {
		return high
	}
	if level >= high.level() || level >= low.level() {
		return b.Choose(b.sets.Decide(level, confspace.Empty, confspace.Full), high, low)
	}
	return b.choice(level, high, low)
}

// choice returns the node of two different expressions that decide on nothing above the level.
func (b *Builder) choice(level int32, high, low *Expr) *Expr {
	check(OpChoice, high, low)
	set := confspace.Empty
	if high.bits == 1 && high.flags&low.flags&constants != 0 {
		set = b.sets.Decide(level, low.set, high.set)
	}
	option, bit := b.sets.OptionAt(level)
	size := min(1+high.size()+low.size(), maxSize)
	e := b.intern(OpChoice, high.Bits(), uint32(level), size<<32|uint64(option)<<8|uint64(bit), high, low, nil)
	e.set = set
	return e
}

// describeChoice adds to what is known about a choice.
func (b *Builder) describeChoice(e *Expr) {
	e.flags = hasChoice | e.a.flags&e.b.flags&constants
	option, _ := e.Decides()
	for len(b.optionM) <= option {
		b.optionM = append(b.optionM, nil)
	}
	if b.optionM[option] == nil {
		b.optionM[option] = b.supportOf(single(option))
	}
	e.support = b.union(e.support, b.optionM[option])
}

// SetOf returns the configurations in which a condition is 1, if it is a constant or a choice with constants for leaves.
func (b *Builder) SetOf(cond *Expr) (set confspace.Set, ok bool) {
	if cond.bits != 1 || cond.flags&constants == 0 {
		return confspace.Empty, false
	}
	return cond.set, true
}

// OfSet returns the condition that the configuration is in the set.
func (b *Builder) OfSet(s confspace.Set) *Expr {
	if s <= confspace.Full {
		return b.truth[s]
	}
	if e := b.ofSets[s]; e != nil {
		return e
	}
	level, low, high := b.mustSets().Split(s)
	var e *Expr
	if level >= b.sets.Levels() {
		e = b.Ite(b.related(level), b.OfSet(high), b.OfSet(low))
	} else {
		e = b.decide(level, b.OfSet(high), b.OfSet(low))
	}
	b.ofSets[s] = e
	return e
}

func (b *Builder) mustSets() *confspace.Sets {
	if b.sets == nil {
		panic("expr: a choice without sets: call Builder.SetSets")
	}
	return b.sets
}

// related returns the condition that the relation at a level holds.
func (b *Builder) related(level int32) *Expr {
	if b.relation == nil {
		panic("expr: a choice by a relation: call Builder.SetRelations")
	}
	return b.relation(b.sets.RelationAt(level))
}

// Choose returns x for the configurations of s, y for the others. Where the diagram would have too many nodes it is an Ite.
func (b *Builder) Choose(s confspace.Set, x, y *Expr) *Expr {
	check(OpChoice, x, y)
	if x.bits == LongBits {
		panic("expr: a choice between long doubles")
	}
	switch {
	case s == confspace.Full || x == y:
		return x
	case s == confspace.Empty:
		return y
	}
	b.mustSets()
	x, y = b.Diagram(x), b.Diagram(y)
	if x.bits == 1 && x.flags&y.flags&constants != 0 {
		if r, ok := b.ofOperation(func() confspace.Set { return b.sets.Ite(s, x.set, y.set) }); ok {
			return r
		}
		return b.neither(s, x, y)
	}
	m := b.slot(OpChoice, 0, uint32(s), x, y)
	if m.is(OpChoice, 0, uint32(s), x, y) {
		return m.r
	}
	a := b.begin()
	defer b.end()
	var r *Expr
	_, low, high := b.sets.Split(s)
	if low <= confspace.Full && high <= confspace.Full && x.size()+y.size() <= uint64(b.most()) || a.countChoose(s, x, y) {
		r = a.choose(s, x, y)
	}
	if r == nil || !b.fits(r) {
		r = b.neither(s, x, y)
	}
	*b.slot(OpChoice, 0, uint32(s), x, y) = call{op: OpChoice, aux: uint32(s), a: x, b: y, r: r}
	return r
}

// neither is what Choose returns where a diagram would be too large.
func (b *Builder) neither(s confspace.Set, x, y *Expr) *Expr {
	b.Stats.GivenUp++
	if s&1 != 0 {
		s, x, y = s^1, y, x
	}
	c := b.OfSet(s)
	if x.bits > 1 {
		return b.node(OpIte, x.Bits(), 0, c, x, y)
	}
	return b.Or(b.And(c, x), b.And(b.OfSet(s^1), y))
}

// Leaves returns each leaf of a choice once, with the set of configurations in which it is the value. The sets are disjoint and cover the whole
// space; their order depends on the diagram alone. An expression that isn't a choice is its own only leaf. The sets together can be much larger
// than the choice: see Values.
func (b *Builder) Leaves(e *Expr) iter.Seq2[*Expr, confspace.Set] {
	return func(yield func(*Expr, confspace.Set) bool) {
		if e.op != OpChoice {
			yield(e, confspace.Full)
			return
		}
		list := b.flatten(e)
		sets := make([]confspace.Set, len(list))
		for i, leaf := range list {
			if leaf.e.op != OpChoice && !yield(leaf.e, b.where(list, sets, i)) {
				return
			}
		}
	}
}

// Values returns the leaves as Leaves does, without their sets.
func (b *Builder) Values(e *Expr) iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) {
		if e.op != OpChoice {
			yield(e)
			return
		}
		for _, n := range b.flatten(e) {
			if n.e.op != OpChoice && !yield(n.e) {
				return
			}
		}
	}
}

// Where returns the configurations in which a choice has that leaf as its value.
func (b *Builder) Where(e, leaf *Expr) confspace.Set {
	if e.op != OpChoice {
		return confspace.Set(word(e == leaf))
	}
	list := b.flatten(e)
	for i, n := range list {
		if n.e == leaf {
			return b.where(list, make([]confspace.Set, len(list)), i)
		}
	}
	return confspace.Empty
}

// where returns where the ith of the list, a leaf, is the value of the last one. It needs as many sets as the list has.
func (b *Builder) where(list []flatNode, sets []confspace.Set, i int) confspace.Set {
	for k := range sets[:i] { // leaves before this one, and choices above only these, do not have it
		sets[k] = confspace.Empty
	}
	sets[i] = confspace.Full
	for k := i + 1; k < len(list); k++ {
		n := list[k]
		if n.e.op == OpChoice {
			sets[k] = b.sets.Decide(n.e.Level(), sets[n.low], sets[n.high])
		} else {
			sets[k] = confspace.Empty
		}
	}
	return sets[len(list)-1]
}

// flatNode is a node or leaf of a diagram, and where in the list the operands are.
type flatNode struct {
	e         *Expr
	high, low int
}

// flatten returns the nodes and leaves of a choice, each once, after what is below it.
func (b *Builder) flatten(e *Expr) []flatNode {
	a := b.begin()
	defer b.end()
	var list []flatNode
	var rec func(e *Expr) int
	rec = func(e *Expr) int {
		key := [4]uint32{e.id + 1}
		if i, ok := a.slot(key); ok {
			return int(a.table[i].index)
		}
		n := flatNode{e: e}
		if e.op == OpChoice {
			n.high = rec(e.a)
			n.low = rec(e.b)
		}
		list = append(list, n)
		a.put(applied{key: key, index: int32(len(list) - 1)})
		return len(list) - 1
	}
	rec(e)
	return list
}

// MapLeaves returns the choice e with f of each leaf, which is called once, in place of it. What f returns may be choices.
func (b *Builder) MapLeaves(e *Expr, f func(*Expr) *Expr) *Expr {
	if e.op != OpChoice {
		return f(e)
	}
	a := b.begin()
	defer b.end()
	var rec func(e *Expr) *Expr
	rec = func(e *Expr) *Expr {
		key := [4]uint32{e.id + 1}
		if i, ok := a.slot(key); ok {
			return a.table[i].r
		}
		var r *Expr
		if e.op != OpChoice {
			r = f(e)
		} else {
			high := rec(e.a)
			r = b.decide(e.Level(), high, rec(e.b))
		}
		a.remember(key, r)
		return r
	}
	return rec(e)
}

// SmallDomain is the number of values up to which an option's variable is made a choice by Diagram.
const SmallDomain = 16

// Diagram returns e with choices in the place of options that have few values: a choice, as far as the rules for operations on choices go.
func (b *Builder) Diagram(e *Expr) *Expr {
	if e.op == OpChoice || e.op == OpConst || e.bits == LongBits || b.sets == nil {
		return e
	}
	if r, ok := b.diagrams[e]; ok {
		return r
	}
	small := false
	for _, o := range e.Support() {
		small = small || b.isSmall(o)
	}
	r := e
	if small {
		r = b.Rewrite(e, func(x *Expr) *Expr {
			if x.op == OpVar {
				return b.ofOption(x)
			}
			return nil
		})
	}
	b.diagrams[e] = r
	return r
}

func (b *Builder) isSmall(option int) bool {
	options := b.sets.Space().Options
	return option < len(options) && options[option].Domain.Size() <= SmallDomain
}

// ofOption returns the variable of an option with few values as a choice, others as they are.
func (b *Builder) ofOption(x *Expr) *Expr {
	o := x.Option()
	if !b.isSmall(o) {
		return x
	}
	values, _ := b.sets.Values(confspace.Full, o, SmallDomain)
	r := b.Const(uint64(values[0]), x.Bits())
	for _, v := range values[1:] {
		r = b.Choose(b.sets.Setting(o, v), b.Const(uint64(v), x.Bits()), r)
	}
	return r
}
