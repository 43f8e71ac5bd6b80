package memory

// This file implements the address space: what is allocated, accessed and freed.

import (
	"errors"
	"math"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
)

// Ids from firstLocal on are those of locals, ids from firstHeap on those of heap blocks and mappings. As signed words addresses stay positive. In a cache by
// the ids' low bits the first of them are not where the program's symbols are.
const (
	firstLocal = 6<<28 + 3<<10
	firstHeap  = 7<<28 + 1<<11
	lastHeap   = math.MaxInt32
)

const maxSize = 1 << 31 // of an object: offsets have 32 bits, half of them negative

// ErrIDs is what an allocation panics with when there are no ids left.
var ErrIDs = errors.New("no object ids are left")

// epochs numbers owners, and ids of the heap. A worker has one, so that both are deterministic
// and need no lock.
type epochs struct {
	last     uint64
	marks    map[ir.Pos]*Contents
	contexts map[uint64]*context
	heap     uint32 // ids of the heap that were given
}

// mark returns the contents of what was freed at a place.
func (e *epochs) mark(at ir.Pos) *Contents {
	c := e.marks[at]
	if c == nil {
		if e.marks == nil {
			e.marks = map[ir.Pos]*Contents{}
		}
		c = &Contents{owner: markOwner, freed: at}
		e.marks[at] = c
	}
	return c
}

func (e *epochs) next() uint64 {
	e.last++
	return e.last
}

// AddressSpace maps ids to objects. The zero value is not usable; see New.
type AddressSpace struct {
	ep    *epochs
	epoch uint64
	low   table  // ids in the order of allocation
	local table  // ids from firstLocal on, as a stack
	heap  table  // ids from firstHeap on, by context
	next  uint32 // of low
	leaf  *node  // the leaf that holds next, when owned; else nil
	top   uint32 // of local: the next id
	ends  *node  // the leaf of the local that was made or has ended last, when owned; else nil
	endAt uint32 // its id over fanout
	block *node  // the leaf of the block that was allocated last, when owned; else nil
	at    uint32 // block's id over fanout
	pool  *pool
	used  heapUse // by the heap blocks and mappings that live
}

// New returns an empty address space whose first id is 1.
func New() *AddressSpace {
	ep := &epochs{}
	return &AddressSpace{ep: ep, epoch: ep.next(), next: 1, top: firstLocal, pool: &pool{}}
}

// Fork returns a second address space with the same contents. Neither sees what is
// done to the other from now on.
func (as *AddressSpace) Fork() *AddressSpace {
	n := *as
	as.renew()
	n.renew()
	return &n
}

// renew begins an epoch: nothing that as has now is written any more.
func (as *AddressSpace) renew() {
	as.epoch = as.ep.next()
	as.leaf, as.ends, as.block = nil, nil, nil
}

// Epoch identifies the time between two forks of this space: what was made in
// the current epoch is not shared.
func (as *AddressSpace) Epoch() uint64 { return as.epoch }

// Next returns the id that the next object of Alloc will get.
func (as *AddressSpace) Next() uint32 { return as.next }

// HeapBytes returns the total size of heap blocks and mappings that live, in the configuration where that is greatest.
func (as *AddressSpace) HeapBytes() uint64 { return uint64(as.used.bytes) }

// Alloc makes an object that is neither heap block nor mapping and returns its id. It must not be larger than MaxSize.
func (as *AddressSpace) Alloc(o *Object) uint32 {
	id := as.next
	if as.leaf == nil || id%fanout == 0 {
		if id >= firstLocal {
			panic(ErrIDs)
		}
		as.leaf = as.modify(id)
	}
	as.leaf.ents[id%fanout] = entry{obj: o}
	if o.Scoped {
		as.leaf.ents[id%fanout].c = outOfScope
	}
	as.next++
	return id
}

// Top returns the id that the next object of Push will get.
func (as *AddressSpace) Top() uint32 { return as.top }

// Push makes a local of which no address is left when Pop ends its life.
func (as *AddressSpace) Push(o *Object) {
	id := as.top
	if as.ends == nil || as.endAt != id/fanout {
		if id >= firstHeap {
			panic(ErrIDs)
		}
		as.ends, as.endAt = as.modify(id), id/fanout
	}
	e := &as.ends.ents[id%fanout]
	e.obj = o
	if o.Scoped {
		e.c = outOfScope
	}
	as.top++
}

// Pop ends the life of the object that Push made last, and returns its id. Its contents are used again.
func (as *AddressSpace) Pop() uint32 {
	as.top--
	id := as.top
	if as.ends == nil || as.endAt != id/fanout {
		as.ends, as.endAt = as.modify(id), id/fanout
	}
	e := &as.ends.ents[id%fanout]
	if e.c != nil && e.c.owner == as.epoch {
		as.pool.put(e.c)
	}
	*e = entry{}
	return id
}

// MaxSize is the largest size of an object.
const MaxSize = maxSize - 1

// AllocShared makes an object whose contents are c, which stays unchanged:
// it is copied before the first write. For the initial values of globals.
func (as *AddressSpace) AllocShared(o *Object, c *Contents) uint32 {
	id := as.Alloc(o)
	as.leaf.ents[id%fanout].c = c
	return id
}

// Shared returns contents for AllocShared.
func Shared(b []byte) *Contents { return &Contents{Bytes: b} }

// Kill ends the life of stack object id. Its contents are used again.
func (as *AddressSpace) Kill(id uint32) {
	leaf := as.leaf
	if leaf == nil || id/fanout != as.next/fanout {
		leaf = as.modify(id)
	}
	e := &leaf.ents[id%fanout]
	if e.c != nil && e.c.owner == as.epoch {
		as.pool.put(e.c)
	}
	e.c = freedMark
	leaf.dead++
	if leaf.dead == fanout {
		as.retire(id)
	}
}

// Begin starts the life of local id of a block, whose bytes are undefined. It may have lived before.
func (as *AddressSpace) Begin(id uint32) {
	e := as.scoped(id)
	if e.c != nil && e.c.owner == as.epoch {
		as.pool.put(e.c)
	}
	e.c = nil
}

// End ends the life of local id of a block; it is not gone before its function returns.
func (as *AddressSpace) End(id uint32) {
	e := as.scoped(id)
	if e.c != nil && e.c.owner == as.epoch {
		as.pool.put(e.c)
	}
	e.c = outOfScope
}

// scoped returns the entry of a local of an active function for writing.
func (as *AddressSpace) scoped(id uint32) *entry {
	if as.ends != nil && as.endAt == id/fanout {
		return &as.ends.ents[id%fanout]
	}
	leaf := as.leaf
	if leaf == nil || id/fanout != as.next/fanout {
		leaf = as.modify(id)
	}
	return &leaf.ents[id%fanout]
}

// Find returns the object that addr points into and the state of its life; the
// offset is not checked. A nil fault says that it is alive.
func (as *AddressSpace) Find(addr uint64) (*Object, *Fault) {
	e, f := as.live(addr, 0, false, nil)
	if f != nil {
		return f.Obj, f
	}
	return e.obj, nil
}

// live returns the entry of the live object addr points into. elsewhere, if it is not nil, is as ReadIn's.
func (as *AddressSpace) live(addr, n uint64, write bool, elsewhere func(death *expr.Expr) bool) (*entry, *Fault) {
	id := uint32((addr + 1<<31) >> 32) // a little before an object's start means that object
	if id == 0 {
		return nil, &Fault{Kind: NullPointer, Write: write, Addr: addr, Size: n}
	}
	e := as.lookup(id)
	if e != nil && e.obj != nil && (e.c == nil || e.c.owner != markOwner && e.c.deaths == nil) {
		return e, nil
	}
	f := &Fault{Kind: WildPointer, Write: write, Addr: addr, Size: n, id: id}
	switch {
	case e != nil && e.c != nil && e.c.deaths != nil:
		if elsewhere != nil && !e.dead() && !slices.ContainsFunc(e.c.deaths, func(d death) bool { return !elsewhere(d.when) }) {
			return e, nil
		}
		d := &e.c.deaths[0]
		f.When = d.when
		f.died(d.obj, d.mark)
	case e != nil && e.c != nil:
		f.died(e.obj, e.c)
	case id < as.next:
		f.Kind = UseAfterReturn
	}
	return nil, f
}

// check returns the entry for an access of n bytes at addr.
func (as *AddressSpace) check(addr, n uint64, write bool) (*entry, *Fault) {
	return as.checkIn(addr, n, write, nil)
}

// checkIn is check for ReadIn and WriteIn.
func (as *AddressSpace) checkIn(addr, n uint64, write bool, elsewhere func(death *expr.Expr) bool) (*entry, *Fault) {
	e, f := as.live(addr, n, write, elsewhere)
	if f != nil {
		return nil, f
	}
	o, off := e.obj, addr&math.MaxUint32
	kind := FaultInvalid
	switch {
	case o.Kind == Function:
		kind = FunctionAccess
	case off > o.Size || n > o.Size-off:
		kind = OutOfBounds
	case write && o.ReadOnly:
		kind = ReadOnlyWrite
	default:
		return e, nil
	}
	return nil, &Fault{Kind: kind, Write: write, Addr: addr, Size: n, Obj: o}
}

// Read returns contents for reading n bytes at addr&0xffffffff.
func (as *AddressSpace) Read(addr, n uint64) (*Contents, *Fault) { return as.ReadIn(addr, n, nil) }

// ReadIn is Read in some configurations: elsewhere says of the condition of a death that it holds in none of them.
func (as *AddressSpace) ReadIn(addr, n uint64, elsewhere func(death *expr.Expr) bool) (*Contents, *Fault) {
	e, f := as.checkIn(addr, n, false, elsewhere)
	if f != nil {
		return nil, f
	}
	switch {
	case e.c == nil:
		return as.Modify(uint32(addr >> 32)), nil
	case e.c.late != e.c.done:
		return as.carryOut(uint32(addr >> 32)), nil
	}
	return e.c, nil
}

// Write returns contents for writing n bytes at addr&0xffffffff.
func (as *AddressSpace) Write(addr, n uint64) (*Contents, *Fault) { return as.WriteIn(addr, n, nil) }

// WriteIn is Write in some configurations, as ReadIn is Read.
func (as *AddressSpace) WriteIn(addr, n uint64, elsewhere func(death *expr.Expr) bool) (*Contents, *Fault) {
	e, f := as.checkIn(addr, n, true, elsewhere)
	if f != nil {
		return nil, f
	}
	if e.c != nil && e.c.owner == as.epoch && e.c.late == e.c.done {
		return e.c, nil
	}
	return as.Modify(uint32(addr >> 32)), nil
}

// Owned reports whether c may be written in this epoch.
func (as *AddressSpace) Owned(c *Contents) bool { return c.owner == as.epoch }

// Modify returns writable contents of live object id, whatever its protection.
func (as *AddressSpace) Modify(id uint32) *Contents {
	if e := as.lookup(id); e.c != nil && e.c.late != e.c.done {
		as.carryOut(id)
	}
	return as.raw(id)
}

// raw is Modify without the writes that were put off.
func (as *AddressSpace) raw(id uint32) *Contents {
	leaf := as.modify(id)
	e := &leaf.ents[id%fanout]
	switch {
	case e.c == nil:
		e.c = as.fresh(e.obj)
	case e.c.owner != as.epoch:
		e.c = e.c.copyFor(as.epoch)
	}
	return e.c
}

// fresh returns contents of an object that has not been touched.
func (as *AddressSpace) fresh(o *Object) *Contents {
	c := as.pool.get(o.Size, as.epoch)
	if o.Undefined {
		c.shadow.undefineAll(o.Size)
	}
	return c
}

// Free frees the heap block or mapping at addr, at a place of the program.
func (as *AddressSpace) Free(addr uint64, at ir.Pos) *Fault {
	e, f := as.live(addr, 0, true, nil)
	if f != nil {
		if f.Kind == UseAfterFree && uint32(addr) == 0 {
			f.Kind = DoubleFree
		} else {
			f.Kind = BadFree
		}
		return f
	}
	if uint32(addr) != 0 || e.obj.Kind != Heap && e.obj.Kind != Mapping {
		return &Fault{Kind: BadFree, Addr: addr, Obj: e.obj}
	}
	as.used.bytes -= int64(e.obj.Size)
	id := uint32(addr >> 32)
	leaf := as.modify(id)
	x := &leaf.ents[id%fanout]
	if x.c != nil && x.c.owner == as.epoch {
		as.pool.put(x.c)
	}
	x.c = as.ep.mark(at)
	return nil
}

// ReadOnly reports whether the live object addr points into is constant.
func (as *AddressSpace) ReadOnly(addr uint64) bool {
	e := as.lookup(uint32(addr >> 32))
	return e != nil && e.obj != nil && e.obj.ReadOnly
}
