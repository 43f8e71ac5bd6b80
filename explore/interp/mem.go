package interp

// This file accesses memory: the cache that the fast path uses, and loads and
// stores with symbolic addresses and values.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxCells is how many cells a read at a symbolic offset may choose from
// without forking.
const maxCells = 256

// line fills the cache line for an access of n bytes at addr, and returns nil where
// the access is not for the fast path.
func (m *Machine) line(p *state.Process, addr, n uint64, write bool) *cached {
	if c, late := p.Mem.Apart(addr, n, write, nil); late {
		m.drop(uint32(addr >> 32))
		if c != nil || write {
			return m.singleLine(p, c, addr, n, write)
		}
	}
	var c *memory.Contents
	var f *memory.Fault
	if write {
		c, f = p.Mem.Write(addr, n)
	} else {
		c, f = p.Mem.Read(addr, n)
	}
	if f != nil {
		return nil
	}
	e := &m.cache[addr>>32%cacheLines]
	if c.Partial() || len(c.Runs) > 0 {
		return m.partialLine(p, e, c, addr, n, write)
	}
	*e = cached{key: m.generation | addr>>32, data: c.Bytes, own: write || p.Mem.Owned(c) && !p.Mem.ReadOnly(addr)}
	return e
}

// partialLine fills the cache line for an object of which some bytes are undefined or symbolic: it ends where these begin.
// For an access to other bytes behind those it returns a line for that access only.
func (m *Machine) partialLine(p *state.Process, e *cached, c *memory.Contents, addr, n uint64, write bool) *cached {
	off := addr & math.MaxUint32
	if c.Symbolic(off, n) {
		return nil
	}
	if write {
		c.Define(off, n)
	} else if !c.Defined(off, n) {
		return nil
	}
	own := write || p.Mem.Owned(c) && !p.Mem.ReadOnly(addr)
	if front := min(c.Front(), c.ConcreteEnd(0)); off+n <= front {
		*e = cached{key: m.generation | addr>>32, data: c.Bytes[:front], own: own}
		return e
	}
	m.once = cached{data: c.Bytes[:min(c.DefinedEnd(off), c.ConcreteEnd(off))], own: own}
	return &m.once
}

// singleLine returns a line for one access to contents of which nothing is to be remembered; nil where it is not for the fast path.
func (m *Machine) singleLine(p *state.Process, c *memory.Contents, addr, n uint64, write bool) *cached {
	off := addr & math.MaxUint32
	if c == nil || c.Symbolic(off, n) || !write && !c.Defined(off, n) {
		return nil
	}
	if write {
		c.Define(off, n)
	}
	m.once = cached{data: c.Bytes[:off+n], own: write}
	return &m.once
}

// begin starts the life of a local of a block.
func (m *Machine) begin(p *state.Process, id uint32) {
	m.drop(id)
	p.Mem.Begin(id)
}

// endLife ends it.
func (m *Machine) endLife(p *state.Process, id uint32) {
	m.drop(id)
	p.Mem.End(id)
}

// drop removes object id from the cache.
func (m *Machine) drop(id uint32) {
	e := &m.cache[id%cacheLines]
	if e.key == m.generation|uint64(id) {
		e.key = 0
	}
}

// fault ends the path with a memory error.
func (m *Machine) fault(f *memory.Fault) {
	msg := f.Error()
	if o := f.Obj; o != nil && o.Site.IsValid() {
		switch o.Kind {
		case memory.Heap, memory.Mapping:
			msg += ", allocated at " + m.allocation(o)
		case memory.Stack, memory.Global:
			msg += ", declared at " + m.place(o.Site)
		}
	}
	if f.Freed.IsValid() {
		msg += ", freed at " + m.place(f.Freed)
	}
	m.end(path.MemoryError, 0, "%s", msg)
}

// place prints a position.
func (m *Machine) place(pos ir.Pos) string {
	return path.Frame{File: m.code.file(pos), Line: pos.Line, Col: pos.Col}.String()
}

// allocation prints where a heap block was allocated.
func (m *Machine) allocation(o *memory.Object) string {
	if o.In != "" {
		return m.place(o.Site) + " in " + o.In
	}
	return m.place(o.Site)
}

// happens reports whether a fault is one in all configurations of the path. Where the object is dead in some of them
// it forks; where it lives the access is to be made again.
func (m *Machine) happens(f *memory.Fault) bool {
	if f.When == nil || m.decide(f.When) {
		return true
	}
	m.p.Mem.Survived(f)
	return false
}

// readable returns the contents for reading n bytes at addr, or ends the path.
func (m *Machine) readable(addr, n uint64) *memory.Contents {
	for {
		c, f := m.p.Mem.Read(addr, n)
		if f == nil {
			return c
		}
		if m.happens(f) {
			m.fault(f)
		}
	}
}

// writable returns the contents for writing n bytes at addr, or ends the path.
func (m *Machine) writable(addr, n uint64) *memory.Contents {
	m.drop(uint32(addr >> 32))
	for {
		c, f := m.p.Mem.Write(addr, n)
		if f == nil {
			return c
		}
		if m.happens(f) {
			m.fault(f)
		}
	}
}

// object returns the object that addr points into and, if that is dead, the fault of an access.
func (m *Machine) object(addr uint64) (*memory.Object, *memory.Fault) {
	for {
		o, f := m.p.Mem.Find(addr)
		if f == nil || m.happens(f) {
			return o, f
		}
	}
}

// load reads w bytes at addr.
func (m *Machine) load(addr expr.Value, w uint64) expr.Value {
	if addr = m.settle(m.st, addr); addr.E == nil {
		v := m.loadAt(addr.C, w)
		if v.E != nil && (m.st.Pins != nil || v.E.HasChoice()) && m.loaded.Bits == 0 {
			v = m.settleAt(addr.C, w, v)
		}
		return v
	}
	if addr.E.HasConstants() {
		return m.loadChoice(addr.E, w)
	}
	id, off := m.resolve(addr.E, w, false)
	if off.E == nil {
		return m.loadAt(id<<32|off.C, w)
	}
	return m.loadAny(id, off.E, w)
}

// loadAt reads w bytes at a concrete address.
func (m *Machine) loadAt(a, w uint64) expr.Value {
	off := a & math.MaxUint32
	c, _ := m.p.Mem.Apart(a, w, false, nil)
	if c == nil {
		c = m.readable(a, w)
	}
	m.loaded = m.loadTaint(a>>32, c, off, w)
	return c.Load(m.b, off, w)
}

// store writes the low w bytes of v, of which some bits may be undefined, at addr.
func (m *Machine) store(addr expr.Value, w uint64, v expr.Value, undefined uint64) {
	addr, v = m.settle(m.st, addr), m.settle(m.st, v)
	a := addr.C
	if addr.E != nil && addr.E.HasConstants() {
		if undefined == 0 && m.storeChoice(addr.E, w, v) {
			return
		}
		a = m.concrete(addr)
	} else if addr.E != nil {
		id, off := m.resolve(addr.E, w, true)
		a = id<<32 | m.concrete(off)
	}
	c, late := m.p.Mem.Apart(a, w, true, nil)
	if late && c == nil && undefined == 0 {
		m.p.Mem.StoreLate(m.b, m.b.Const(a, 64), w, v, confspace.Full)
		return
	}
	if c == nil {
		c = m.writable(a, w)
	}
	c.Store(a&math.MaxUint32, w, v)
	if undefined != 0 {
		storeTaint(c, a&math.MaxUint32, w, undefined)
	}
}

// origin returns the object that a symbolic address was computed from, if that can be
// seen: an object's address plus something that may be small. Then the address is meant to point into that
// object, even where it goes so far astray that it would point into another.
func (m *Machine) origin(addr *expr.Expr) (id uint64, ok bool) {
	if addr.Op() != expr.OpAdd {
		return 0, false
	}
	for k := range 2 {
		if c := addr.Arg(k); c.IsConst() {
			lo, hi := addr.Arg(1 - k).SRange()
			id = (c.Const() + 1<<31) >> 32
			return id, id != 0 && lo < 1<<31 && hi > -(1<<31)
		}
	}
	return 0, false
}

// resolve makes the object that a symbolic address points into concrete, forking over
// all that are feasible, and checks an access of n bytes: the configurations for
// which that is an error are one path. The offset, which is in bounds, may stay symbolic; it has 32 bits.
func (m *Machine) resolve(addr *expr.Expr, n uint64, write bool) (id uint64, off expr.Value) {
	id, ok := m.origin(addr)
	if !ok {
		id = m.concrete(m.b.Value(m.b.Extract(m.b.Add(addr, m.b.Const(1<<31, 64)), 32, 32)))
	}
	wide := m.b.Sub(addr, m.b.Const(id<<32, 64))
	o, f := m.object(id << 32)
	if f == nil {
		f = &memory.Fault{Kind: memory.OutOfBounds, Obj: o}
		switch {
		case o.Kind == memory.Function:
			f.Kind = memory.FunctionAccess
		case n > o.Size || !m.decide(m.b.ULe(wide, m.b.Const(o.Size-n, 64))):
		case write && o.ReadOnly:
			f.Kind = memory.ReadOnlyWrite
		default:
			return id, m.b.Value(m.b.Extract(wide, 0, 32))
		}
	}
	f.Write, f.Size, f.Addr = write, n, id<<32
	const sign = 1 << 63
	lo, hi, ok := m.dec.Range(m.st.Condition, m.b.Xor(wide, m.b.Const(sign, 64)))
	if !ok {
		m.end(path.SolverUnknown, 0, "could not find the offset of an access that is an error")
	}
	f.Lo, f.Hi, f.Spread = int64(lo^sign), int64(hi^sign), true
	m.fault(f)
	panic("BUG: a fault did not end the path")
}

// loadAny reads at a symbolic offset that is in bounds: a choice between the
// cells where these are few, else it forks over the offsets.
func (m *Machine) loadAny(id uint64, off *expr.Expr, w uint64) expr.Value {
	lo, hi := off.URange()
	zero, one := off.KnownBits()
	c := m.readable(id<<32, 0)
	cells := func() (offs []uint64) {
		hi = min(hi, uint64(len(c.Bytes))-w)
		for o := lo; o <= hi && len(offs) <= maxCells; o++ {
			if o&zero == 0 && ^o&one&math.MaxUint32 == 0 {
				offs = append(offs, o)
			}
		}
		return offs
	}
	offs := cells()
	if l, h, ok := m.rangeOf(off, len(offs)); ok {
		lo, hi = l, h
		offs = cells()
	}
	if len(offs) == 0 || len(offs) > maxCells {
		a := id<<32 | m.concrete(expr.Value{E: off})
		return m.loadAt(a, w)
	}
	m.loadedAny(id, c, off, offs, w)
	// The most frequent cell could come last; runs of equal cells are one comparison.
	bits := uint(8 * w)
	res := m.b.Of(c.Load(m.b, offs[len(offs)-1], w), bits)
	for k := len(offs) - 2; k >= 0; k-- {
		v := m.b.Of(c.Load(m.b, offs[k], w), bits)
		if v != res {
			res = m.b.Ite(m.b.ULe(off, m.b.Const(offs[k], 32)), v, res)
		}
	}
	return m.b.Value(res)
}

// loadedAny finds out whether a load at one of offs is of undefined bytes, by forking where it depends on the configuration.
func (m *Machine) loadedAny(id uint64, c *memory.Contents, off *expr.Expr, offs []uint64, w uint64) {
	if !c.Partial() {
		return
	}
	cond := m.b.Bool(false)
	taint := state.Taint{}
	for _, o := range offs {
		for _, g := range c.Gaps(o, w) {
			here := m.b.Eq(off, m.b.Const(o, 32))
			if g.When != nil {
				here = m.b.And(here, g.When)
			}
			cond = m.b.Or(cond, here)
			taint.Bits |= undefinedBits(g)
		}
	}
	if taint.Bits != 0 && m.decide(cond) {
		taint.From, _ = m.p.Mem.Find(id << 32)
		m.loaded = taint
	}
}

// rangeOf returns the bounds of e on this path if there are too many cells otherwise.
func (m *Machine) rangeOf(e *expr.Expr, cells int) (lo, hi uint64, ok bool) {
	if cells <= maxCells {
		return 0, 0, false
	}
	return m.dec.Range(m.st.Condition, e)
}

// copyBytes copies n bytes; the objects may be the same.
func (m *Machine) copyBytes(dst, src, n uint64) {
	if n == 0 {
		return
	}
	m.readable(src, n)
	d := m.writable(dst, n)
	s := m.readable(src, n) // writable may have made d of what was read
	d.Copy(dst&math.MaxUint32, s, src&math.MaxUint32, n)
}

// fillBytes sets n bytes.
func (m *Machine) fillBytes(dst, n uint64, v expr.Value) {
	if n == 0 {
		return
	}
	m.writable(dst, n).Fill(dst&math.MaxUint32, n, v)
}

// allocate makes an object for the running process and returns its address.
func (m *Machine) allocate(o *memory.Object) uint64 {
	return uint64(m.p.Mem.Alloc(o)) << 32
}

// allocateBlock makes a heap block or mapping for the running process and returns its address.
func (m *Machine) allocateBlock(o memory.Object) uint64 {
	return uint64(m.p.Mem.AllocIn(m.callers(), o)) << 32
}

// callContext is how many callers tell allocations of one place apart.
const callContext = 24

// callers returns a hash of the places of the calls that are active.
func (m *Machine) callers() uint64 {
	fs := m.p.Frames
	h := uint64(len(m.p.Frames))
	for _, f := range fs[max(0, len(fs)-callContext):] {
		h = (h ^ h>>29 ^ uint64(uint32(f.Sym))<<32 ^ uint64(uint32(f.PC))) * 0x9e3779b97f4a7c15
	}
	return h
}
