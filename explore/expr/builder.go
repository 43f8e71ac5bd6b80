package expr

// This file implements the Builder: hash consing, and what is remembered about
// nodes when they are made.

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/confcov/confcov/subjects/confspace"
)

const (
	chunkSize  = 512
	firstTable = 1 << 12
	cacheSize  = 1 << 13
)

// Builder makes and owns expressions. It is not safe for concurrent use.
type Builder struct {
	count uint32
	chunk []Expr  // where the next nodes are made
	table []*Expr // open addressing
	cache []call  // lossy: the results of constructors
	vars  map[varKey]*Expr
	truth [2]*Expr
	nodes []*Expr // by id

	supports []*support
	unions   map[[2]uint32]*support
	supportM map[string]*support

	eval evaluator

	// Choices; see choice.go.
	Limits   Limits
	Stats    Stats
	sets     *confspace.Sets
	relation func(*confspace.Relation) *Expr
	ofSets   map[confspace.Set]*Expr
	diagrams map[*Expr]*Expr
	marks    []uint32 // by id: mark where a walk has met the node; see fits
	mark     uint32
	marked   int        // nodes that have the mark
	optionM  []*support // of an option alone
	appliers []*applier
	depth    int       // how many of them are at work
	parts    []applied // see memo

	projections  []projection // lossy, as restrictions; nil where nothing was restricted
	restrictions []restricted
}

type varKey struct {
	option int
	bits   uint
}

// call is a constructor's call and its result.
type call struct {
	a, b *Expr
	r    *Expr
	op   Op
	bits uint8
	aux  uint32
}

// NewBuilder returns a Builder without expressions.
func NewBuilder() *Builder {
	b := &Builder{
		table:    make([]*Expr, firstTable),
		cache:    make([]call, cacheSize),
		vars:     map[varKey]*Expr{},
		unions:   map[[2]uint32]*support{},
		supportM: map[string]*support{},
		Limits:   DefaultLimits,
		ofSets:   map[confspace.Set]*Expr{},
		diagrams: map[*Expr]*Expr{},
		parts:    make([]applied, 1),
	}
	b.truth[0], b.truth[1] = b.Const(0, 1), b.Const(1, 1)
	return b
}

// Len returns the number of expressions made.
func (b *Builder) Len() int { return int(b.count) }

func hashNode(op Op, width uint8, aux uint32, k uint64, x, y, z *Expr) uint32 {
	h := uint64(op)<<8 | uint64(width) | uint64(aux)<<16
	h ^= k * 0x9E3779B97F4A7C15
	if x != nil {
		h = (h ^ uint64(x.id)) * 0xC2B2AE3D27D4EB4F
	}
	if y != nil {
		h = (h ^ h>>29 ^ uint64(y.id)) * 0x9E3779B97F4A7C15
	}
	if z != nil {
		h = (h ^ h>>31 ^ uint64(z.id)) * 0xD6E8FEB86659FD93
	}
	h ^= h >> 32
	return uint32(h * 0x9E3779B97F4A7C15 >> 32)
}

// intern returns the one node with this content.
func (b *Builder) intern(op Op, width uint, aux uint32, k uint64, x, y, z *Expr) *Expr {
	m := uint32(len(b.table) - 1)
	i := hashNode(op, uint8(width), aux, k, x, y, z) & m
	for e := b.table[i]; e != nil; e = b.table[i] {
		if e.op == op && uint(e.bits) == width && e.aux == aux && e.k == k && e.a == x && e.b == y && e.c == z {
			return e
		}
		i = (i + 1) & m
	}
	if len(b.chunk) == 0 {
		b.chunk = make([]Expr, chunkSize)
	}
	e := &b.chunk[0]
	b.chunk = b.chunk[1:]
	e.op, e.bits, e.aux, e.k, e.a, e.b, e.c = op, uint8(width), aux, k, x, y, z
	e.id = b.count
	b.count++
	b.nodes = append(b.nodes, e)
	b.table[i] = e
	if 2*int(b.count) > len(b.table) {
		b.grow()
	}
	b.describe(e)
	return e
}

func (b *Builder) grow() {
	b.table = make([]*Expr, 2*len(b.table))
	m := uint32(len(b.table) - 1)
	for _, e := range b.nodes {
		i := hashNode(e.op, e.bits, e.aux, e.k, e.a, e.b, e.c) & m
		for b.table[i] != nil {
			i = (i + 1) & m
		}
		b.table[i] = e
	}
}

// describe computes what is known about a new node's value.
func (b *Builder) describe(e *Expr) {
	e.float = e.op.IsFloat()
	for i := range e.Args() {
		x := e.Arg(i)
		e.float = e.float || x.float
		e.support = b.union(e.support, x.support)
		e.flags |= x.flags & hasChoice
	}
	switch e.op {
	case OpConst:
		e.flags = constants
		e.set = confspace.Set(e.k & 1) // of a condition
	case OpChoice:
		b.describeChoice(e)
	}
	if e.op != OpVar {
		b.bound(e)
	}
}

func (b *Builder) union(x, y *support) *support {
	switch {
	case x == y || y == nil:
		return x
	case x == nil:
		return y
	}
	if x.id > y.id {
		x, y = y, x
	}
	key := [2]uint32{x.id, y.id}
	if s := b.unions[key]; s != nil {
		return s
	}
	w := slices.Clone(x.words)
	for len(w) < len(y.words) {
		w = append(w, 0)
	}
	for i, v := range y.words {
		w[i] |= v
	}
	s := b.supportOf(w)
	b.unions[key] = s
	return s
}

func (b *Builder) supportOf(words []uint64) *support {
	var buf [64]byte
	key := buf[:0]
	for _, w := range words {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	if s := b.supportM[string(key)]; s != nil {
		return s
	}
	s := &support{id: uint32(len(b.supports)), words: words}
	b.supports = append(b.supports, s)
	b.supportM[string(key)] = s
	return s
}

// Const returns the constant with the low bits of v.
func (b *Builder) Const(v uint64, width uint) *Expr {
	if width < 1 || width > 64 {
		panic(fmt.Sprintf("expr: width %d", width))
	}
	v &= mask(width)
	return b.intern(OpConst, width, 0, v, nil, nil, nil)
}

// Bool returns the constant condition.
func (b *Builder) Bool(v bool) *Expr {
	if v {
		return b.truth[1]
	}
	return b.truth[0]
}

// Value returns e as a Value: concrete if it is a constant.
func (b *Builder) Value(e *Expr) Value {
	if e.op == OpConst {
		return Value{C: e.k}
	}
	return Value{E: e}
}

// Of returns v, of the given width, as an expression.
func (b *Builder) Of(v Value, width uint) *Expr {
	if v.E != nil {
		return v.E
	}
	return b.Const(v.C, width)
}

// Var returns the C value of the option, an object of that width, of which it is known that it
// lies within the bounds. The bounds given first hold: there is one variable for an option and a width.
func (b *Builder) Var(option int, width uint, umin, umax uint64, smin, smax int64) *Expr {
	key := varKey{option, width}
	if e := b.vars[key]; e != nil {
		return e
	}
	e := b.intern(OpVar, width, uint32(option), 0, nil, nil, nil)
	e.support = b.supportOf(single(option))
	e.umin, e.umax, e.smin, e.smax = umin, umax, smin, smax
	e.refine()
	if e.umin == e.umax {
		e = b.Const(e.umin, width)
	}
	b.vars[key] = e
	return e
}

// single returns the bit set of one option.
func single(option int) []uint64 {
	w := make([]uint64, option/64+1)
	w[option/64] = 1 << (option % 64)
	return w
}

// VarUnsigned is Var for lo <= value <= hi, unsigned.
func (b *Builder) VarUnsigned(option int, width uint, lo, hi uint64) *Expr {
	return b.Var(option, width, lo, hi, minSigned(width), maxSigned(width))
}

// VarSigned is Var for lo <= value <= hi, signed.
func (b *Builder) VarSigned(option int, width uint, lo, hi int64) *Expr {
	return b.Var(option, width, 0, mask(width), lo, hi)
}

// check panics where widths differ: a bug of whoever builds the expression.
func check(op Op, x, y *Expr) {
	if x.bits != y.bits {
		panic(fmt.Sprintf("expr: %v of %d and %d bits", op, x.bits, y.bits))
	}
}

// slot returns where the result of a constructor's call is remembered.
func (b *Builder) slot(op Op, width uint, aux uint32, x, y *Expr) *call {
	h := uint32(op)*0x9E3779B1 ^ uint32(width)*0x85EBCA77 ^ aux*0xC2B2AE3D ^ x.id*0x27D4EB2F
	if y != nil {
		h ^= (y.id + 1) * 0x165667B1
	}
	h ^= h >> 15
	return &b.cache[h%cacheSize]
}

func (c *call) is(op Op, width uint, aux uint32, x, y *Expr) bool {
	return c.a == x && c.b == y && c.op == op && uint(c.bits) == width && c.aux == aux && c.r != nil
}

// node returns the canonical node where no rule applies: a constant if the value is known.
func (b *Builder) node(op Op, width uint, aux uint32, x, y, z *Expr) *Expr {
	e := b.intern(op, width, aux, 0, x, y, z)
	if e.umin == e.umax {
		return b.Const(e.umin, width)
	}
	return e
}

// Raw returns the comparison x op y as it is, where the rules would use the operands' bounds: for telling someone
// who does not know the bounds about them.
func (b *Builder) Raw(op Op, x, y *Expr) *Expr {
	check(op, x, y)
	return b.intern(op, 1, 0, 0, x, y, nil)
}
