package memory

// This file gives heap blocks and mappings their ids. The same allocation of two states is the same object, whatever
// else either has allocated: an id stands for a context, which is the place of the allocation and of the calls
// that led to it, and for how many objects the space has got there before.

import "sort"

// context is where objects that look alike are allocated.
type context struct {
	obj *Object
	ids []uint32 // of the first, second, ... object that a space gets here

	last int // index of the id that was given last, by any space
}

// context returns the context with that hash for objects as o.
func (e *epochs) context(hash uint64, o *Object) *context {
	hash ^= o.Size * 0x9e3779b97f4a7c15
	for ; ; hash++ {
		c := e.contexts[hash]
		if c == nil {
			if e.contexts == nil {
				e.contexts = map[uint64]*context{}
			}
			obj := *o
			c = &context{obj: &obj}
			e.contexts[hash] = c
			return c
		}
		if *c.obj == *o {
			return c
		}
	}
}

// AllocIn makes a heap block or mapping as o says and returns its id. Two spaces that came of one fork agree about the
// id where the context is the same and they have got as many such objects in it. An id is given once in a space.
func (as *AddressSpace) AllocIn(hash uint64, o Object) uint32 {
	c := as.ep.context(hash, &o)
	k := as.count(c)
	if c.last = k; k == len(c.ids) {
		if as.ep.heap > lastHeap-firstHeap {
			panic(ErrIDs)
		}
		c.ids = append(c.ids, firstHeap+as.ep.heap)
		as.ep.heap++
	}
	id := c.ids[k]
	if as.block == nil || as.at != id/fanout {
		as.block, as.at = as.modify(id), id/fanout
	}
	as.block.ents[id%fanout] = entry{obj: c.obj}
	as.used.bytes += int64(o.Size)
	return id
}

// count returns how many of the context's ids as has given: they are the first ones.
func (as *AddressSpace) count(c *context) int {
	lo, hi := 0, len(c.ids)
	if k := c.last; k < hi {
		if !as.given(c.ids[k]) {
			hi = k
		} else if lo = k + 1; lo == hi || !as.given(c.ids[lo]) {
			return lo
		}
	}
	return lo + sort.Search(hi-lo, func(k int) bool { return !as.given(c.ids[lo+k]) })
}

// given reports whether an object has got the id.
func (as *AddressSpace) given(id uint32) bool {
	e := as.lookup(id)
	return e != nil && e.obj != nil
}
