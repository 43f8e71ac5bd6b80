package memory

// This file implements the tables from id to object and contents: persistent radix trees.

import "math"

const (
	radixBits = 5
	fanout    = 1 << radixBits
)

// entry is the state of one id. The zero value: the id was never given. A mark
// without an object is that of a dead local that the table has forgotten.
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

// dead reports whether the entry's object is alive in no configuration.
func (e *entry) dead() bool { return e.c != nil && e.c.owner == markOwner }

// node is a node of a table: sub at inner levels, ents in leaves.
type node struct {
	owner uint64
	dead  int // how many entries are dead locals, or how many subtrees are retired
	sub   []*node
	ents  []entry
}

// retired stands for every subtree that holds dead locals only.
var retired = &node{owner: markOwner}

// forgotten is an entry of a retired leaf.
var forgotten = entry{c: freedMark}

// table is a radix tree with so many levels. Nodes that another epoch made are copied before they are written.
type table struct {
	root   *node
	height int
}

// lookup returns the entry of id i for reading, or nil.
func (t *table) lookup(i uint32) *entry {
	n := t.root
	if n == nil || uint64(i)>>(radixBits*t.height) != 0 {
		return nil
	}
	for s := (t.height - 1) * radixBits; s > 0; s -= radixBits {
		n = n.sub[(i>>s)%fanout]
		if n == nil {
			return nil
		}
		if n == retired {
			return &forgotten
		}
	}
	return &n.ents[i%fanout]
}

// table returns the table that id is in, and its place there.
func (as *AddressSpace) table(id uint32) (t *table, i uint32) {
	switch {
	case id >= firstHeap:
		return &as.heap, id - firstHeap
	case id >= firstLocal:
		return &as.local, id - firstLocal
	}
	return &as.low, id
}

// lookup returns the entry of id for reading, or nil.
func (as *AddressSpace) lookup(id uint32) *entry {
	switch {
	case id >= firstHeap:
		return as.heap.lookup(id - firstHeap)
	case id >= firstLocal:
		return as.local.lookup(id - firstLocal)
	}
	return as.low.lookup(id)
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

// raise gives t at least that many levels.
func (as *AddressSpace) raise(t *table, height int) {
	for ; t.height < height; t.height++ {
		if t.root == nil || t.height == 0 {
			continue
		}
		up := as.own(nil, true)
		up.sub[0] = t.root
		if t.root == retired {
			up.dead = 1
		}
		t.root = up
	}
}

// modify returns the leaf of id for writing. The leaf must not be retired.
func (as *AddressSpace) modify(id uint32) *node {
	t, i := as.table(id)
	height := max(t.height, 1)
	for uint64(i)>>(radixBits*height) != 0 {
		height++
	}
	as.raise(t, height)
	t.root = as.own(t.root, t.height > 1)
	n := t.root
	for s := (t.height - 1) * radixBits; s > 0; s -= radixBits {
		p := &n.sub[(i>>s)%fanout]
		*p = as.own(*p, s > radixBits)
		n = *p
	}
	return n
}

// retire replaces the leaf of local id, all dead, and the inner nodes that become all
// retired with it, by the retired node.
func (as *AddressSpace) retire(id uint32) {
	t := &as.low
	for level := 1; level < t.height; level++ {
		n := t.root
		for s := (t.height - 1) * radixBits; s > level*radixBits; s -= radixBits {
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
