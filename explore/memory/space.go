package memory

// This file implements the address space: a persistent radix table from object
// id to object and contents.

import (
	"math"

	"github.com/confcov/confcov/explore/ir"
)

const (
	radixBits = 5
	fanout    = 1 << radixBits
	maxSize   = 1 << 31 // of an object: offsets have 32 bits, half of them negative
)

// entry is the state of one id. obj nil: the id was never given, or the table
// has forgotten it because it died at a return.
type entry struct {
	obj *Object
	c   *Contents // nil: not touched yet; a mark: dead
}

// freedMark is the contents of every dead local; what was freed has a mark for the place where.
// outOfScope is that of a local whose block is not being executed: it comes to life again.
var (
	freedMark  = &Contents{owner: markOwner}
	outOfScope = &Contents{owner: markOwner}
)

const markOwner = math.MaxUint64 // no epoch

// dead reports whether the entry's object is not alive.
func (e *entry) dead() bool { return e.c != nil && e.c.owner == markOwner }

// node is a node of the table: sub at inner levels, ents in leaves.
type node struct {
	owner uint64
	dead  int // how many entries are dead stack objects, or how many subtrees are retired
	sub   []*node
	ents  []entry
}

// retired stands for every subtree that holds dead stack objects only.
var retired = &node{owner: math.MaxUint64}

// epochs numbers owners. A worker has one, so that epochs are deterministic
// and need no lock.
type epochs struct {
	last  uint64
	marks map[ir.Pos]*Contents
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
	ep     *epochs
	epoch  uint64
	root   *node
	height int // levels
	next   uint32
	leaf   *node // the leaf that holds next, when owned; else nil
	pool   *pool
	bytes  uint64 // sizes of live heap objects and mappings
}

// New returns an empty address space whose first id is 1.
func New() *AddressSpace {
	ep := &epochs{}
	return &AddressSpace{ep: ep, epoch: ep.next(), root: nil, height: 0, next: 1, pool: &pool{}}
}

// Fork returns a second address space with the same contents. Neither sees what is
// done to the other from now on.
func (as *AddressSpace) Fork() *AddressSpace {
	n := *as
	as.epoch = as.ep.next()
	n.epoch = as.ep.next()
	as.leaf, n.leaf = nil, nil
	return &n
}

// Epoch identifies the time between two forks of this space: what was made in
// the current epoch is not shared.
func (as *AddressSpace) Epoch() uint64 { return as.epoch }

// Next returns the id that the next object will get.
func (as *AddressSpace) Next() uint32 { return as.next }

// HeapBytes returns the total size of live heap blocks and mappings.
func (as *AddressSpace) HeapBytes() uint64 { return as.bytes }

// lookup returns the entry of id for reading, or nil.
func (as *AddressSpace) lookup(id uint32) *entry {
	n := as.root
	if n == nil || uint64(id)>>(radixBits*as.height) != 0 {
		return nil
	}
	for s := (as.height - 1) * radixBits; s > 0; s -= radixBits {
		n = n.sub[(id>>s)%fanout]
		if n == nil || n == retired {
			return nil
		}
	}
	return &n.ents[id%fanout]
}

// own returns n, or a copy of it that this epoch may write.
func (as *AddressSpace) own(n *node, inner bool) *node {
	if n == nil {
		n = &node{owner: as.epoch}
		if inner {
			n.sub = make([]*node, fanout)
		} else if n.ents = as.pool.entries(); n.ents == nil {
			n.ents = make([]entry, fanout)
		}
		return n
	}
	if n.owner == as.epoch {
		return n
	}
	c := &node{owner: as.epoch, dead: n.dead}
	if n.sub != nil {
		c.sub = append(make([]*node, 0, fanout), n.sub...)
	} else {
		c.ents = append(make([]entry, 0, fanout), n.ents...)
	}
	return c
}

// modify returns the leaf of id for writing. The leaf must not be retired.
func (as *AddressSpace) modify(id uint32) *node {
	for as.height == 0 || uint64(id)>>(radixBits*as.height) != 0 {
		if as.root != nil {
			up := as.own(nil, true)
			up.sub[0] = as.root
			if as.root == retired {
				up.dead = 1
			}
			as.root = up
		}
		as.height++
	}
	as.root = as.own(as.root, as.height > 1)
	n := as.root
	for s := (as.height - 1) * radixBits; s > 0; s -= radixBits {
		p := &n.sub[(id>>s)%fanout]
		*p = as.own(*p, s > radixBits)
		n = *p
	}
	return n
}

// Alloc makes an object and returns its id. It must not be larger than MaxSize.
func (as *AddressSpace) Alloc(o *Object) uint32 {
	id := as.next
	if as.leaf == nil || id%fanout == 0 {
		as.leaf = as.modify(id)
	}
	as.leaf.ents[id%fanout] = entry{obj: o}
	if o.Scoped {
		as.leaf.ents[id%fanout].c = outOfScope
	}
	as.next++
	if o.Kind == Heap || o.Kind == Mapping {
		as.bytes += o.Size
	}
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
	e := as.local(id)
	if e.c != nil && e.c.owner == as.epoch {
		as.pool.put(e.c)
	}
	e.c = nil
}

// End ends the life of local id of a block; it is not gone before its function returns.
func (as *AddressSpace) End(id uint32) {
	e := as.local(id)
	if e.c != nil && e.c.owner == as.epoch {
		as.pool.put(e.c)
	}
	e.c = outOfScope
}

// local returns the entry of a local of an active function for writing.
func (as *AddressSpace) local(id uint32) *entry {
	leaf := as.leaf
	if leaf == nil || id/fanout != as.next/fanout {
		leaf = as.modify(id)
	}
	return &leaf.ents[id%fanout]
}

// retire replaces the leaf of id, all dead, and the inner nodes that become all
// retired with it, by the retired node.
func (as *AddressSpace) retire(id uint32) {
	for level := 1; level < as.height; level++ {
		n := as.root
		for s := (as.height - 1) * radixBits; s > level*radixBits; s -= radixBits {
			n = n.sub[(id>>s)%fanout]
		}
		p := &n.sub[(id>>(level*radixBits))%fanout]
		if level == 1 && (*p).owner == as.epoch {
			as.pool.putEntries((*p).ents)
		}
		if *p == as.leaf {
			as.leaf = nil
		}
		*p = retired
		n.dead++
		if n.dead < fanout {
			return
		}
	}
}

// Find returns the object that addr points into and the state of its life; the
// offset is not checked. A nil fault says that it is alive.
func (as *AddressSpace) Find(addr uint64) (*Object, *Fault) {
	e, f := as.live(addr, 0, false)
	if f != nil {
		return f.Obj, f
	}
	return e.obj, nil
}

// live returns the entry of the live object addr points into.
func (as *AddressSpace) live(addr, n uint64, write bool) (*entry, *Fault) {
	id := uint32((addr + 1<<31) >> 32) // a little before an object's start means that object
	if id == 0 {
		return nil, &Fault{Kind: NullPointer, Write: write, Addr: addr, Size: n}
	}
	e := as.lookup(id)
	switch {
	case e != nil && e.obj != nil && !e.dead():
		return e, nil
	case e != nil && e.c == outOfScope:
		return nil, &Fault{Kind: UseAfterScope, Write: write, Addr: addr, Size: n, Obj: e.obj}
	case e != nil && e.obj != nil && e.obj.Kind != Stack:
		return nil, &Fault{Kind: UseAfterFree, Write: write, Addr: addr, Size: n, Obj: e.obj, Freed: e.c.freed}
	case e != nil && e.obj != nil:
		return nil, &Fault{Kind: UseAfterReturn, Write: write, Addr: addr, Size: n, Obj: e.obj}
	case id < as.next:
		return nil, &Fault{Kind: UseAfterReturn, Write: write, Addr: addr, Size: n}
	}
	return nil, &Fault{Kind: WildPointer, Write: write, Addr: addr, Size: n}
}

// check returns the entry for an access of n bytes at addr.
func (as *AddressSpace) check(addr, n uint64, write bool) (*entry, *Fault) {
	e, f := as.live(addr, n, write)
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
func (as *AddressSpace) Read(addr, n uint64) (*Contents, *Fault) {
	e, f := as.check(addr, n, false)
	if f != nil {
		return nil, f
	}
	if e.c == nil {
		return as.Modify(uint32(addr >> 32)), nil
	}
	return e.c, nil
}

// Write returns contents for writing n bytes at addr&0xffffffff.
func (as *AddressSpace) Write(addr, n uint64) (*Contents, *Fault) {
	e, f := as.check(addr, n, true)
	if f != nil {
		return nil, f
	}
	if e.c != nil && e.c.owner == as.epoch {
		return e.c, nil
	}
	return as.Modify(uint32(addr >> 32)), nil
}

// Owned reports whether c may be written in this epoch.
func (as *AddressSpace) Owned(c *Contents) bool { return c.owner == as.epoch }

// Modify returns writable contents of live object id, whatever its protection.
func (as *AddressSpace) Modify(id uint32) *Contents {
	leaf := as.modify(id)
	e := &leaf.ents[id%fanout]
	switch {
	case e.c == nil:
		e.c = as.pool.get(e.obj.Size, as.epoch)
		if e.obj.Undefined {
			e.c.shadow.undefineAll(e.obj.Size)
		}
	case e.c.owner != as.epoch:
		c := &Contents{owner: as.epoch, Bytes: append(make([]byte, 0, len(e.c.Bytes)), e.c.Bytes...)}
		if len(e.c.Runs) > 0 {
			c.Runs = append(make([]Run, 0, len(e.c.Runs)+1), e.c.Runs...)
		}
		if s := &e.c.shadow; s.partial {
			c.shadow = shadow{partial: true, from: s.from, gaps: append([]uint64(nil), s.gaps...)}
		}
		e.c = c
	}
	return e.c
}

// Free frees the heap block or mapping at addr, at a place of the program.
func (as *AddressSpace) Free(addr uint64, at ir.Pos) *Fault {
	e, f := as.live(addr, 0, true)
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
	as.bytes -= e.obj.Size
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
