package memory

// This file finds where two address spaces that came of one fork differ, and
// takes over the differences as choices.

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
)

// Difference is what two address spaces differ in: the object, and the cells
// (sorted offsets and widths) whose values differ. Missing says that only the
// other space has the object.
type Difference struct {
	ID    uint32
	Cells []Cell

	undefined bool // other bytes are undefined
}

// Cell is a few bytes of an object.
type Cell struct {
	Off uint32
	N   uint8
}

// Differences returns how o differs from as, ok if that can be expressed with at most limit cells:
// the same objects live in both.
func (as *AddressSpace) Differences(o *AddressSpace, limit int) (ds []Difference, ok bool) {
	if as.height != o.height {
		return nil, false
	}
	w := walker{limit: limit}
	if !w.walk(as.root, o.root, as.height, 0) {
		return nil, false
	}
	return w.out, true
}

type walker struct {
	out   []Difference
	limit int
}

func (w *walker) walk(a, b *node, height int, id uint32) bool {
	if a == b {
		return true
	}
	// Everything in a retired subtree is dead; the other one must be dead, too.
	if a == retired || b == retired || a == nil || b == nil {
		return dead(a) && dead(b)
	}
	if height == 1 {
		for i := range a.ents {
			if !w.entry(&a.ents[i], &b.ents[i], id+uint32(i)) {
				return false
			}
		}
		return true
	}
	for i := range a.sub {
		if !w.walk(a.sub[i], b.sub[i], height-1, id+uint32(i)<<((height-1)*radixBits)) {
			return false
		}
	}
	return true
}

// dead reports whether nothing in the subtree lives.
func dead(n *node) bool {
	if n == nil || n == retired {
		return true
	}
	for _, s := range n.sub {
		if !dead(s) {
			return false
		}
	}
	for i := range n.ents {
		if e := &n.ents[i]; e.obj != nil && (!e.dead() || e.obj.Kind != Stack) {
			return false
		}
	}
	return true
}

func (w *walker) entry(a, b *entry, id uint32) bool {
	if *a == *b {
		return true
	}
	deadA, deadB := a.obj == nil || a.dead(), b.obj == nil || b.dead()
	if deadA && deadB {
		return a.obj == b.obj || (a.obj == nil || a.obj.Kind == Stack) && (b.obj == nil || b.obj.Kind == Stack)
	}
	if deadA != deadB || a.obj != b.obj {
		return false
	}
	ca, cb := a.touched(), b.touched()
	undefined := !ca.sameShadow(cb)
	if undefined && a.obj.Size <= 8 {
		return false // a variable that only one side has set: the other one's configurations are to be told
	}
	cells := ca.differences(cb, w.limit+1)
	if len(cells) == 0 && !undefined {
		return true
	}
	w.limit -= len(cells)
	if w.limit < 0 {
		return false
	}
	w.out = append(w.out, Difference{ID: id, Cells: cells, undefined: undefined})
	return true
}

// touched returns the contents; what was not touched yet has those of a fresh object.
func (e *entry) touched() *Contents {
	if e.c != nil {
		return e.c
	}
	c := &Contents{Bytes: make([]byte, e.obj.Size)}
	if e.obj.Undefined {
		c.shadow.undefineAll(e.obj.Size)
	}
	return c
}

// differences returns the cells in which c and o, of one size, differ: at most limit.
func (c *Contents) differences(o *Contents, limit int) []Cell {
	var cells []Cell
	n := uint64(len(c.Bytes))
	for off := uint64(0); off < n && len(cells) < limit; {
		if len(c.Runs) == 0 && len(o.Runs) == 0 {
			for off < n && c.Bytes[off] == o.Bytes[off] {
				off++
			}
			if off == n {
				break
			}
		} else if c.sameByte(o, off) {
			off++
			continue
		}
		cell := c.cellAt(o, off)
		cells = append(cells, cell)
		off = uint64(cell.Off) + uint64(cell.N)
	}
	return cells
}

// byteAt returns the run and byte number that off is of; a nil expression where it is concrete.
func (c *Contents) byteAt(off uint64) (e *expr.Expr, k uint64) {
	if i := c.firstRun(uint32(off)); i < len(c.Runs) && uint64(c.Runs[i].Off) <= off {
		r := c.Runs[i]
		return r.E, uint64(r.From) + off - uint64(r.Off)
	}
	return nil, 0
}

func (c *Contents) sameByte(o *Contents, off uint64) bool {
	e, k := c.byteAt(off)
	f, l := o.byteAt(off)
	return e == f && k == l && c.Bytes[off] == o.Bytes[off]
}

// cellAt returns the cell around off: the run that begins there, or the
// aligned word, unless single bytes have been stored in it.
func (c *Contents) cellAt(o *Contents, off uint64) Cell {
	n := uint64(len(c.Bytes))
	for _, x := range [2]*Contents{c, o} {
		if i := x.firstRun(uint32(off)); i < len(x.Runs) && uint64(x.Runs[i].Off) == off && x.Runs[i].From == 0 {
			return Cell{uint32(off), x.Runs[i].N}
		}
	}
	if a := off &^ 3; a+4 <= n && !c.Symbolic(a, 4) && !o.Symbolic(a, 4) {
		if a = off &^ 7; a+8 <= n && !c.Symbolic(a, 8) && !o.Symbolic(a, 8) && !slices.Equal(c.Bytes[a+4:a+8], o.Bytes[a+4:a+8]) {
			return Cell{uint32(a), 8}
		}
		return Cell{uint32(off &^ 3), 4}
	}
	return Cell{uint32(off), 1}
}

// Adopt makes the cells of ds choices: as's value where g holds, o's elsewhere. It also takes
// over the ids that o has given.
func (as *AddressSpace) Adopt(b *expr.Builder, o *AddressSpace, ds []Difference, g *expr.Expr) {
	for _, d := range ds {
		c := as.Modify(d.ID)
		oc := o.Modify(d.ID)
		for _, cell := range d.Cells {
			off, n := uint64(cell.Off), uint64(cell.N)
			x, y := c.Load(b, off, n), oc.Load(b, off, n)
			gaps := c.undefinedIn(off, n)
			c.Store(off, n, b.Value(b.Ite(g, b.Of(x, uint(8*n)), b.Of(y, uint(8*n)))))
			for _, u := range gaps {
				c.Undefine(off+u.off, u.n)
			}
		}
		if d.undefined {
			c.meet(oc)
		}
	}
	if o.next > as.next {
		as.next = o.next
		as.leaf = nil
	}
}
