package memory

// This file joins two address spaces that came of one fork.
//
// The tables are walked together; subtrees that are the same node are skipped. What comes of the walk is a
// new table, of which some entries are still to be edited: those that live in both spaces and differ, or that are dead in one.
// Nothing is changed before all their values are known, so a join that is refused, or
// during which sets become too large, leaves both spaces as they were.
//
// Contents and nodes that are equal are shared afterwards: of two the older one is kept, as it is
// more likely to be that of other states, too.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// Reasons for which spaces are not joined.
const (
	whyObjects = "one id for two objects"
	whyCells   = "too many cells differ"
	whyValue   = "a value has too many alternatives"
)

// Join makes as stand for o as well, which is not to be used any more: what differs is as's in the configurations of
// where and o's in the others. At most limit cells may differ. If that is not possible, Join changes nothing and says why.
func (as *AddressSpace) Join(b *expr.Builder, o *AddressSpace, where confspace.Set, limit int) (why string) {
	return as.join(b, o, where, func(x, y *expr.Expr) (e *expr.Expr, ok bool) {
		e = b.Choose(where, x, y)
		if e.Bits() == 1 {
			return e, e.HasConstants() || !x.HasConstants() || !y.HasConstants()
		}
		return e, e.Op() != expr.OpIte || e == x || e == y || e.Arg(0) != b.OfSet(where&^1) // that is what Choose gives up with
	}, limit)
}

// JoinIf is Join with a condition (1 bit) that holds in as's configurations and not in o's.
func (as *AddressSpace) JoinIf(b *expr.Builder, o *AddressSpace, g *expr.Expr, limit int) (why string) {
	return as.join(b, o, confspace.Full, func(x, y *expr.Expr) (*expr.Expr, bool) { return b.Ite(g, x, y), true }, limit)
}

// chooser returns what is x on the side of as and y on the other one, ok if it is a value that is small enough.
type chooser func(x, y *expr.Expr) (e *expr.Expr, ok bool)

func (as *AddressSpace) join(b *expr.Builder, o *AddressSpace, where confspace.Set, choose chooser, limit int) string {
	if as.top != o.top {
		return whyObjects
	}
	as.raise(&as.low, o.low.height)
	o.raise(&o.low, as.low.height)
	as.raise(&as.local, o.local.height)
	o.raise(&o.local, as.local.height)
	as.raise(&as.heap, o.heap.height)
	o.raise(&o.heap, as.heap.height)
	j := joiner{as: as, b: b, where: where, chooser: choose, limit: limit}
	low := j.node(as.low.root, o.low.root, as.low.height)
	local := j.node(as.local.root, o.local.root, as.local.height)
	heap := j.node(as.heap.root, o.heap.root, as.heap.height)
	if j.why != "" {
		return j.why
	}
	for i := range j.edits {
		if j.evaluate(&j.edits[i]); j.why != "" {
			return j.why
		}
	}
	// From here on nothing fails.
	for i := range j.edits {
		j.apply(&j.edits[i])
	}
	as.low.root, as.local.root, as.heap.root = low, local, heap
	as.next = max(as.next, o.next)
	as.used = joinUse(as.used, o.used, where)
	as.leaf, as.ends, as.block = nil, nil, nil
	o.renew() // as has some of what o could write
	return ""
}

// joiner is one join.
type joiner struct {
	as *AddressSpace
	b  *expr.Builder
	chooser
	where  confspace.Set // where as is; of JoinIf, in whose spaces nothing is put off, Full
	limit  int           // how many cells may still differ
	why    string        // "": the join goes on
	edits  []edit
	cells  []Cell
	values []expr.Value // of cells, as far as they are known
	zeros  []byte
}

// edit is an entry of the joined table that is neither space's.
type edit struct {
	e          *entry // in the joined table
	x, y       entry
	cells      [2]int // in joiner.cells
	gaps       []Gap  // if undefined: all of them
	undefined  bool
	end        *stringEnd // of the joined contents
	late       bool       // what was put off differs
	lates      [2]*late   // then: the joined lists
	deaths     []death
	everywhere bool // it is dead in all configurations
}

// choose returns the value for both sides.
func (j *joiner) choose(x, y *expr.Expr) *expr.Expr {
	e, ok := j.chooser(x, y)
	if !ok {
		j.why = whyValue
	}
	return e
}

func (j *joiner) always(v bool) *expr.Expr { return j.b.Bool(v) }

// node returns the node that stands for both: one of them, or a new one.
func (j *joiner) node(x, y *node, height int) *node {
	switch {
	case x == y || y == nil || j.why != "":
		return x
	case x == nil:
		return y
	case height == 1:
		return j.leaf(x, y)
	}
	var sub [fanout]*node
	isX, isY := true, true
	dead := 0
	for i := range sub {
		u, v := x.child(i), y.child(i)
		s := j.node(u, v, height-1)
		isX, isY = isX && s == u, isY && s == v
		if s == retired {
			dead++
		}
		sub[i] = s
	}
	if n := older(x, y, isX, isY); n != nil {
		return n
	}
	if dead == fanout {
		return retired
	}
	return &node{owner: j.as.epoch, dead: dead, sub: append(make([]*node, 0, fanout), sub[:]...)}
}

// older returns which of two nodes is the joined one; nil if neither is.
func older(x, y *node, isX, isY bool) *node {
	switch {
	case isX && (!isY || x == retired || x.owner <= y.owner && y != retired):
		return x
	case isY:
		return y
	}
	return nil
}

func (n *node) child(i int) *node {
	if n == retired {
		return retired
	}
	return n.sub[i]
}

func (n *node) entry(i int) entry {
	if n == retired {
		return forgotten
	}
	return n.ents[i]
}

func (j *joiner) leaf(x, y *node) *node {
	var ents [fanout]entry
	first := len(j.edits)
	isX, isY := true, true
	dead := 0
	var edited [fanout]int
	for i := range ents {
		u, v := x.entry(i), y.entry(i)
		e, pending := j.entry(u, v)
		if j.why != "" {
			return x
		}
		if pending {
			edited[i] = len(j.edits)
		}
		isX, isY = isX && e == u, isY && e == v
		if e.c == freedMark && !pending {
			dead++
		}
		ents[i] = e
	}
	pending := len(j.edits) > first
	if !pending {
		if n := older(x, y, isX, isY); n != nil {
			return n
		}
		if dead == fanout {
			return retired
		}
	}
	n := &node{owner: j.as.epoch, dead: dead, ents: append(make([]entry, 0, fanout), ents[:]...)}
	for i, k := range edited {
		if k > 0 {
			j.edits[k-1].e = &n.ents[i]
		}
	}
	return n
}

// entry returns the entry that stands for both, or adds an edit that makes it of what is returned.
func (j *joiner) entry(x, y entry) (e entry, pending bool) {
	switch {
	case x == y || y == entry{}:
		return x, false
	case x == entry{}:
		return y, false
	case x.c == freedMark && y.c == freedMark: // the same id of locals that died
		return forgotten, false
	}
	dx, lx := x.fates(j.always(true))
	dy, ly := y.fates(j.always(true))
	ed := edit{x: x, y: y, cells: [2]int{len(j.cells), len(j.cells)}}
	same := sameDeaths(dx, dy)
	if lx && ly {
		if x.obj != y.obj && *x.obj != *y.obj {
			j.why = whyObjects
			return x, false
		}
		cx, cy := j.touched(&x), j.touched(&y)
		if cx != cy {
			if u, v := j.level(cx, cy); u != cx || v != cy {
				x.c, y.c, cx, cy = u, v, u, v
				ed.x, ed.y = x, y
			}
			j.compare(cx, cy)
			ed.cells[1] = len(j.cells)
			ed.undefined = !cx.sameShadow(cy)
			ed.late = cx.late != cy.late
		}
		if j.spend(ed.cells[1] - ed.cells[0]); j.why != "" {
			return x, false
		}
	}
	if same && lx == ly && !ed.undefined && !ed.late && ed.cells[0] == ed.cells[1] {
		return olderEntry(x, y), false
	}
	if !same {
		j.spend(len(dx) + len(dy))
	}
	j.edits = append(j.edits, ed)
	if !lx && ly {
		return y, true
	}
	return x, true
}

// spend counts what differs.
func (j *joiner) spend(cells int) {
	if j.limit -= cells; j.limit < 0 && j.why == "" {
		j.why = whyCells
	}
}

// olderEntry returns the entry that has had its contents for longer; they are equal.
func olderEntry(x, y entry) entry {
	if x.c == nil || y.c != nil && x.c.owner <= y.c.owner {
		return x
	}
	return y
}

func sameDeaths(x, y []death) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// touched returns the contents; what was not touched yet has those of a fresh object, which must not be written.
func (j *joiner) touched(e *entry) *Contents {
	if e.c != nil {
		return e.c
	}
	n := e.obj.Size
	if uint64(len(j.zeros)) < n {
		j.zeros = make([]byte, n)
	}
	c := &Contents{Bytes: j.zeros[:n]}
	if e.obj.Undefined {
		c.shadow.undefineAll(n)
	}
	return c
}

// evaluate computes what the edit needs, and changes nothing.
func (j *joiner) evaluate(ed *edit) {
	yes, no := j.always(true), j.always(false)
	dx, lx := ed.x.fates(yes)
	dy, ly := ed.y.fates(yes)
	if lx && ly {
		cx, cy := j.touched(&ed.x), j.touched(&ed.y)
		for _, cell := range j.cells[ed.cells[0]:ed.cells[1]] {
			off, n := uint64(cell.Off), uint64(cell.N)
			x, y := j.b.Of(cx.Load(j.b, off, n), uint(8*n)), j.b.Of(cy.Load(j.b, off, n), uint(8*n))
			j.values = append(j.values, j.b.Value(j.choose(x, y)))
		}
		if ed.undefined {
			ed.gaps = j.gaps(cx, cy)
		}
		if ed.late {
			ed.lates[0], ed.lates[1] = j.lists(cx, cy)
		}
		ed.end = j.ends(cx, cy)
	}
	if sameDeaths(dx, dy) {
		ed.deaths, ed.everywhere = dx, !lx && !ly
		return
	}
	add := func(d death, x, y *expr.Expr) {
		if d.when = j.choose(x, y); !d.when.IsFalse() {
			ed.deaths = append(ed.deaths, d)
		}
	}
	for _, d := range dx {
		add(d, d.when, whenOf(dy, d, no))
	}
	for _, d := range dy {
		if whenOf(dx, d, nil) == nil {
			add(d, no, d.when)
		}
	}
	ed.everywhere = !lx && !ly
	if !ed.everywhere {
		any := no
		for _, d := range ed.deaths {
			any = j.b.Or(any, d.when)
		}
		ed.everywhere = any.IsTrue()
	}
}

// whenOf returns where the object died as d did; none if it did not.
func whenOf(ds []death, d death, none *expr.Expr) *expr.Expr {
	for _, o := range ds {
		if o.mark == d.mark && o.obj == d.obj {
			return o.when
		}
	}
	return none
}

// gaps returns what is undefined of the joined contents.
func (j *joiner) gaps(x, y *Contents) (gaps []Gap) {
	n := uint64(len(x.Bytes))
	gx, gy := x.Gaps(0, n), y.Gaps(0, n)
	// at returns the condition at off, and where it ends.
	at := func(gs []Gap, off uint64) (when *expr.Expr, end uint64, rest []Gap) {
		for len(gs) > 0 && gs[0].end() <= off {
			gs = gs[1:]
		}
		switch {
		case len(gs) == 0:
			return j.always(false), n, gs
		case gs[0].Off > off:
			return j.always(false), gs[0].Off, gs
		case gs[0].When == nil:
			return j.always(true), gs[0].end(), gs
		}
		return gs[0].When, gs[0].end(), gs
	}
	for off := uint64(0); off < n; {
		var wx, wy *expr.Expr
		var ex, ey uint64
		wx, ex, gx = at(gx, off)
		wy, ey, gy = at(gy, off)
		end := min(ex, ey)
		if when := j.choose(wx, wy); when.IsTrue() {
			gaps = append(gaps, Gap{Off: off, N: end - off})
		} else if !when.IsFalse() {
			gaps = append(gaps, Gap{off, end - off, when})
		}
		off = end
	}
	return gaps
}

// apply makes the entry.
func (j *joiner) apply(ed *edit) {
	_, lx := ed.x.fates(nil)
	_, ly := ed.y.fates(nil)
	e := ed.e
	if ed.everywhere {
		obj := ed.x.obj
		if obj == nil {
			obj = ed.y.obj
		}
		j.as.bury(e, obj, ed.deaths, false)
		return
	}
	cells := j.cells[ed.cells[0]:ed.cells[1]]
	values := j.values[ed.cells[0]:ed.cells[1]]
	if e.c == nil {
		e.c = j.as.fresh(e.obj)
	}
	if lx && ly && (len(cells) > 0 || ed.undefined || ed.late) {
		if e.c.owner != j.as.epoch {
			e.c = e.c.copyFor(j.as.epoch)
		}
		e.c.replace(cells, values)
		if ed.late {
			e.c.late, e.c.done = ed.lates[0], ed.lates[1]
		}
		if e.c.end = ed.end; e.c.late == e.c.done {
			e.c.end = nil
		}
		if ed.undefined {
			e.c.Define(0, uint64(len(e.c.Bytes)))
			for _, g := range ed.gaps {
				e.c.undefineIn(g)
			}
		}
	}
	j.as.bury(e, e.obj, ed.deaths, true)
}
