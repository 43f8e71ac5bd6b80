package expr

// This file applies operations to choices: leaf by leaf, with a memo.
//
// Choices have up to Limits.Nodes nodes, or Limits.Large. An operation on one operand, or with constants for the others, does not add to them. For every
// other the combinations of nodes are counted before anything is made, unless the operands' sizes tell that they are few. So
// whether an operation is given up depends on its operands and on how many expressions there are, and not on what is remembered; and nothing is made in vain.

import (
	"math"

	"github.com/confcov/confcov/subjects/confspace"
)

// Limits bound choices and the work of operations on them. One that needs more is given up: the result is an ordinary expression over choices.
type Limits struct {
	Nodes    int // of a choice, and combinations of nodes of an operation's operands
	Large    int // the same while the Builder has few expressions (see few), if it is more
	Symbolic int // combinations of leaves of which none is a constant; where one operand is a constant, or there is just one, there is no limit
}

// DefaultLimits are those of a new Builder. The sum of 256 conditions, which has 256*256/2 nodes, fits, and where few expressions are made the length of a string
// of 256 pieces that have different lengths, 150,000 nodes. Many choices as large as that would take more memory than there is.
var DefaultLimits = Limits{Nodes: 1 << 16, Large: 1 << 18, Symbolic: 16}

// few is how many expressions a Builder has at most where choices may be large.
const few = 1 << 20

// most returns how many nodes a choice may have now.
func (b *Builder) most() int {
	if b.count < few {
		return max(b.Limits.Nodes, b.Limits.Large)
	}
	return b.Limits.Nodes
}

// Stats counts what a Builder did with choices.
type Stats struct {
	Applied int64 // operations that were done leaf by leaf
	GivenUp int64 // of them, those that went beyond the limits
}

// operation is what is applied to leaves: op, or f where that is not nil.
type operation struct {
	op     Op
	width  uint
	offset uint
	free   bool // from the limits: at most one operand is no constant
	f      func(b *Builder, x [4]*Expr) *Expr
}

func (b *Builder) operate(o *operation, x *[4]*Expr) *Expr {
	switch {
	case o.f != nil:
		return o.f(b, *x)
	case o.op == OpExtract:
		return b.Extract(x[0], o.offset, o.width)
	case o.op == OpIte:
		return b.Ite(x[0], x[1], x[2])
	case o.op == OpFNeg:
		return b.FNeg(x[0])
	case x[1] == nil:
		return b.Unary(o.op, x[0], o.width)
	}
	return b.Binary(o.op, x[0], x[1])
}

// code tells operations apart; 0: it has none.
func (o *operation) code() uint32 {
	if o.f != nil {
		return 0
	}
	return uint32(o.op) | uint32(o.width)<<8 | uint32(o.offset)<<16
}

// applier is the state of one operation.
type applier struct {
	b        *Builder
	table    []applied // open addressing: what was met
	used     int       // of the table, in this round
	round    uint32
	count    int
	symbolic int
}

// applied is a combination of operands and the result. The Builder has a lossy table of them, for all operations.
type applied struct {
	key   [4]uint32
	round uint32 // in the Builder's table the operation's code
	index int32  // of flatten
	r     *Expr
}

const (
	firstMemo = 1 << 10
	lastMemo  = 1 << 17
)

func hashKey(key *[4]uint32, code uint32) uint32 {
	h := (uint64(key[0])<<32 | uint64(key[1])) * 0x9E3779B97F4A7C15
	h = (h ^ h>>29 ^ (uint64(key[2])<<32 | uint64(key[3]^code<<7))) * 0xC2B2AE3D27D4EB4F
	return uint32(h >> 32)
}

// memo returns where the Builder remembers the result of an operation on part of its operands.
func (b *Builder) memo(key *[4]uint32, code uint32) *applied {
	return &b.parts[hashKey(key, code)&uint32(len(b.parts)-1)]
}

// begin starts an operation. Operations on leaves may start others.
func (b *Builder) begin() *applier {
	if b.depth == len(b.appliers) {
		b.appliers = append(b.appliers, &applier{b: b})
	}
	a := b.appliers[b.depth]
	b.depth++
	if a.table == nil {
		a.table = make([]applied, firstMemo)
	}
	if n := len(b.parts); n < lastMemo && n < int(b.count) {
		b.parts = make([]applied, max(firstMemo, 2*n))
	}
	a.again()
	b.Stats.Applied++
	return a
}

// again forgets what the operation did so far.
func (a *applier) again() bool {
	if a.round == math.MaxUint32 {
		clear(a.table)
		a.round = 0
	}
	a.round++
	a.count, a.symbolic, a.used = 0, 0, 0
	return true
}

// end ends the last operation that was begun: it is part of the work of the one before.
func (b *Builder) end() {
	b.depth--
	if b.depth > 0 {
		b.appliers[b.depth-1].count += b.appliers[b.depth].count
	}
}

// slot returns where the result for the key is remembered, and whether it is there.
func (a *applier) slot(key [4]uint32) (i uint32, ok bool) {
	m := uint32(len(a.table) - 1)
	i = hashKey(&key, 0) & m
	for a.table[i].round == a.round {
		if a.table[i].key == key {
			return i, true
		}
		i = (i + 1) & m
	}
	return i, false
}

func (a *applier) remember(key [4]uint32, r *Expr) { a.put(applied{key: key, r: r}) }

// put remembers x, but for the round, unless its key is there.
func (a *applier) put(x applied) {
	i, ok := a.slot(x.key)
	if ok {
		return
	}
	x.round = a.round
	a.table[i] = x
	if a.used++; 2*a.used > len(a.table) {
		a.grow()
	}
}

// grow doubles the table.
func (a *applier) grow() {
	old := a.table
	a.table = make([]applied, 2*len(old))
	for _, x := range old {
		if x.round == a.round {
			i, _ := a.slot(x.key)
			a.table[i] = x
		}
	}
}

// more counts one more combination; false says that it is one too many.
func (a *applier) more() bool {
	a.count++
	return a.count <= a.b.most()
}

// choose is Choose, whatever the work.
func (a *applier) choose(s confspace.Set, x, y *Expr) *Expr {
	switch {
	case s == confspace.Full || x == y:
		return x
	case s == confspace.Empty:
		return y
	}
	if s&1 != 0 {
		s, x, y = s^1, y, x
	}
	b := a.b
	key := [4]uint32{uint32(s), x.id, y.id, 0}
	if m := b.memo(&key, uint32(OpChoice)); m.key == key && m.round == uint32(OpChoice) {
		return m.r
	}
	level := min(b.sets.Level(s), x.level(), y.level())
	s0, s1 := b.sets.At(s, level)
	x1, x0 := x.at(level)
	y1, y0 := y.at(level)
	high := a.choose(s1, x1, y1)
	low := a.choose(s0, x0, y0)
	var r *Expr
	if level >= b.sets.Levels() {
		r = b.Ite(b.related(level), high, low)
	} else {
		r = b.decide(level, high, low)
	}
	*b.memo(&key, uint32(OpChoice)) = applied{key: key, round: uint32(OpChoice), r: r}
	return r
}

// apply returns the operation on the operands, of which some are choices, leaf by leaf; nil where that is too much.
func (b *Builder) apply(o *operation, x [4]*Expr) *Expr {
	a := b.begin()
	defer b.end()
	small := o.free || combinations(&x) <= uint64(b.most())
	var r *Expr
	if small || a.countWalk(o, &x) && a.again() {
		if r = a.walk(o, &x, o.code()); r != nil && !o.free && !b.fits(r) {
			r = nil
		}
	}
	if r == nil {
		b.Stats.GivenUp++
	}
	return r
}

// combinations returns a bound of the combinations of nodes of the operands; maxSize where leaves are not all constants.
func combinations(x *[4]*Expr) uint64 {
	size := uint64(1)
	for _, e := range x {
		switch {
		case e == nil:
		case e.flags&constants == 0:
			return maxSize
		default:
			size = min(size*e.size(), maxSize)
		}
	}
	return size
}

// countWalk counts the combinations of nodes that walk would meet; false says that they are too many.
func (a *applier) countWalk(o *operation, x *[4]*Expr) bool {
	if a.b.shortcut(o, x) != nil {
		return true
	}
	level, key := a.root(x)
	if level == math.MaxInt32 && isConstant(x) {
		return true
	}
	if _, ok := a.slot(key); ok {
		return true
	}
	if !a.more() {
		return false
	}
	a.remember(key, nil)
	if level == math.MaxInt32 {
		a.symbolic++
		return a.symbolic <= a.b.Limits.Symbolic
	}
	h, l := cofactors(x, level)
	return a.countWalk(o, &h) && a.countWalk(o, &l)
}

// countChoose is countWalk for choose.
func (a *applier) countChoose(s confspace.Set, x, y *Expr) bool {
	if s <= confspace.Full || x == y {
		return true
	}
	if s&1 != 0 {
		s, x, y = s^1, y, x
	}
	key := [4]uint32{uint32(s), x.id, y.id, 0}
	if _, ok := a.slot(key); ok {
		return true
	}
	if !a.more() {
		return false
	}
	a.remember(key, nil)
	level := min(a.b.sets.Level(s), x.level(), y.level())
	s0, s1 := a.b.sets.At(s, level)
	x1, x0 := x.at(level)
	y1, y0 := y.at(level)
	return a.countChoose(s1, x1, y1) && a.countChoose(s0, x0, y0)
}

// root returns the level on which the operands decide first, and their key.
func (a *applier) root(x *[4]*Expr) (level int32, key [4]uint32) {
	level = math.MaxInt32
	for i, e := range x {
		if e == nil {
			break
		}
		key[i] = e.id + 1
		level = min(level, e.level())
	}
	return level, key
}

// cofactors returns what is left of the operands where the variable at the level is 1 and where it is 0.
func cofactors(x *[4]*Expr, level int32) (high, low [4]*Expr) {
	for i, e := range x {
		if e == nil {
			break
		}
		high[i], low[i] = e.at(level)
	}
	return high, low
}

// fits reports whether e has no more nodes than a choice may have: leaves may be choices, and larger than the operands.
//
// The nodes of what was asked for before stay marked: while there are few enough of them together, only what is new is looked at. So it
// costs little to ask for values that grow.
func (b *Builder) fits(e *Expr) bool {
	if e.size() <= uint64(b.most()) {
		return true
	}
	if n := int(e.id) + 1; len(b.marks) < n { // what is below e is older
		b.marks = append(b.marks, make([]uint32, n+n/2-len(b.marks))...)
	}
	if b.mark > 0 && b.countNodes(e) {
		return true
	}
	b.unmark()
	ok := b.countNodes(e)
	if !ok {
		b.unmark() // what is below a marked node is marked
	}
	return ok
}

// unmark takes the marks off all nodes.
func (b *Builder) unmark() {
	if b.mark++; b.mark == 0 {
		clear(b.marks)
		b.mark = 1
	}
	b.marked = 0
}

// countNodes marks the nodes of e. It is false, and some of them may not be marked, where more are marked then than a choice may have.
func (b *Builder) countNodes(e *Expr) bool {
	for e.op == OpChoice && b.marks[e.id] != b.mark {
		b.marks[e.id] = b.mark
		if b.marked++; b.marked > b.most() || !b.countNodes(e.a) {
			return false
		}
		e = e.b
	}
	return true
}

// walk returns the operation on the operands; nil where leaves are too much.
func (a *applier) walk(o *operation, x *[4]*Expr, code uint32) *Expr {
	b := a.b
	if r := b.shortcut(o, x); r != nil {
		return r
	}
	level, key := a.root(x)
	if level == math.MaxInt32 {
		if isConstant(x) {
			return b.operate(o, x)
		}
		return a.leaf(o, x, key)
	}
	if code == 0 {
		if i, ok := a.slot(key); ok {
			return a.table[i].r
		}
	} else if m := b.memo(&key, code); m.key == key && m.round == code {
		return m.r
	}
	h, l := cofactors(x, level)
	high := a.walk(o, &h, code)
	if high == nil {
		return nil
	}
	low := a.walk(o, &l, code)
	if low == nil {
		return nil
	}
	r := b.decide(level, high, low)
	if code != 0 {
		*b.memo(&key, code) = applied{key: key, round: code, r: r}
	} else if a.more() {
		a.remember(key, r)
	}
	return r
}

func isConstant(x *[4]*Expr) bool {
	for _, e := range x {
		if e != nil && e.op != OpConst {
			return false
		}
	}
	return true
}

// leaf is the operation on leaves that are not all constants.
func (a *applier) leaf(o *operation, x *[4]*Expr, key [4]uint32) *Expr {
	if a.count > 16*a.b.Limits.Nodes { // by operations of leaves that have choices in them
		return nil
	}
	if i, ok := a.slot(key); ok {
		return a.table[i].r
	}
	r := a.b.operate(o, x)
	if a.more() {
		a.remember(key, r)
	}
	return r
}

// shortcut returns the result where it is known without a look at the leaves; else nil.
func (b *Builder) shortcut(o *operation, x *[4]*Expr) *Expr {
	if o.f != nil {
		return nil
	}
	p, q := x[0], x[1]
	switch o.op {
	case OpIte:
		switch {
		case p.IsTrue() || q == x[2]:
			return q
		case p.IsFalse():
			return x[2]
		}
	case OpAnd:
		switch {
		case p == q || isZero(p) || isOnes(q):
			return p
		case isZero(q) || isOnes(p):
			return q
		}
	case OpOr:
		switch {
		case p == q || isZero(q) || isOnes(p):
			return p
		case isZero(p) || isOnes(q):
			return q
		}
	case OpAdd, OpXor:
		switch {
		case isZero(q):
			return p
		case isZero(p):
			return q
		}
	case OpSub:
		switch {
		case p == q:
			return b.Const(0, p.Bits())
		case isZero(q):
			return p
		}
	case OpEq:
		switch {
		case p == q:
			return b.truth[1]
		case p.umax < q.umin || q.umax < p.umin || p.one&q.zero != 0 || p.zero&q.one != 0:
			return b.truth[0]
		}
	case OpULt:
		switch {
		case p.umax < q.umin:
			return b.truth[1]
		case p == q || p.umin >= q.umax:
			return b.truth[0]
		}
	case OpSLt:
		switch {
		case p.smax < q.smin:
			return b.truth[1]
		case p == q || p.smin >= q.smax:
			return b.truth[0]
		}
	}
	return nil
}

func isOnes(e *Expr) bool { return e.op == OpConst && e.k == mask(e.Bits()) }

// ofOperation returns the condition of the set that f makes of sets, unless that has too many nodes.
func (b *Builder) ofOperation(f func() confspace.Set) (r *Expr, ok bool) {
	b.Stats.Applied++
	var s confspace.Set
	if b.sets.Try(b.Limits.Nodes, func() { s = f() }) != nil {
		b.Stats.GivenUp++
		return nil, false
	}
	return b.OfSet(s), true
}

// binaryChoice returns x op y where one is a choice; nil where the result is to be an ordinary expression.
func (b *Builder) binaryChoice(op Op, x, y *Expr) *Expr {
	x, y = b.Diagram(x), b.Diagram(y)
	if x.op != OpChoice && y.op != OpChoice {
		return b.Binary(op, x, y)
	}
	if x.bits == 1 && y.bits == 1 && onSets[op] && x.flags&y.flags&constants != 0 {
		if r, ok := b.ofOperation(func() confspace.Set { return b.setOperation(op, x.set, y.set) }); ok {
			return r
		}
		return nil
	}
	return b.apply(&operation{op: op, free: x.op == OpConst || y.op == OpConst}, [4]*Expr{x, y})
}

// onSets are the operators that are operations on sets where the operands have 1 bit.
var onSets = [numOps]bool{OpAnd: true, OpMul: true, OpOr: true, OpXor: true, OpAdd: true, OpSub: true, OpEq: true, OpULt: true, OpSLt: true}

func (b *Builder) setOperation(op Op, x, y confspace.Set) confspace.Set {
	m := b.sets
	switch op {
	case OpAnd, OpMul:
		return m.And(x, y)
	case OpOr:
		return m.Or(x, y)
	case OpXor, OpAdd, OpSub:
		return m.Xor(x, y)
	case OpEq:
		return m.Iff(x, y)
	case OpULt:
		return m.Diff(y, x)
	case OpSLt:
		return m.Diff(x, y)
	}
	panic("expr: " + op.String() + " of conditions")
}

// unaryChoice returns op of the choice x; nil where the result is to be an ordinary expression.
func (b *Builder) unaryChoice(op Op, x *Expr, width, offset uint) *Expr {
	if op == OpNot && x.bits == 1 && x.flags&constants != 0 {
		return b.OfSet(x.set ^ 1)
	}
	return b.apply(&operation{op: op, width: width, offset: offset, free: true}, [4]*Expr{x})
}

// iteChoice returns the Ite of c, x and y where one is a choice; nil where the result is to be an ordinary expression.
func (b *Builder) iteChoice(c, x, y *Expr) *Expr {
	c = b.Diagram(c)
	switch {
	case c.IsTrue():
		return x
	case c.IsFalse():
		return y
	case c.flags&constants != 0:
		return b.Choose(c.set, x, y)
	case x.op != OpChoice && y.op != OpChoice && c.op != OpChoice:
		return nil
	}
	return b.apply(&operation{op: OpIte}, [4]*Expr{c, x, y})
}
