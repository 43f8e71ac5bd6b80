package memory

// This file says how much of the heap is in use, by configuration: a limit is reached by those configurations only that have allocated so much.
//
// HeapBytes is what the configuration has that has most. Where spaces are joined that have different sizes, both are noted, and
// only who asks where a limit is reached (HeapOver) makes sets of that.

import "github.com/confcov/confcov/subjects/confspace"

// usage is a join of spaces whose heaps differ in size. In a configuration a side's size was what is noted of the join before it, if any, and what was added since.
type usage struct {
	where confspace.Set // of the first side
	sides [2]heapUse
	least int64 // in some configuration
	most  int64
}

// heapUse is the size of what lives in a heap.
type heapUse struct {
	bytes int64  // the most in any configuration
	join  *usage // the last one of different sizes; nil: bytes are that of all configurations
}

// added returns what was added since the join.
func (h heapUse) added() int64 { return h.bytes - h.join.most }

// least returns the least size in any configuration.
func (h heapUse) least() int64 {
	if h.join == nil {
		return h.bytes
	}
	return h.join.least + h.added()
}

// joinUse returns the size where spaces were joined of which the first is that in the configurations of where.
func joinUse(x, y heapUse, where confspace.Set) heapUse {
	if x == y || where <= confspace.Full {
		x.bytes = max(x.bytes, y.bytes)
		return x
	}
	u := &usage{where: where, sides: [2]heapUse{x, y}, least: min(x.least(), y.least()), most: max(x.bytes, y.bytes)}
	return heapUse{u.most, u}
}

// HeapOver returns the configurations of the space in which at least limit bytes of heap blocks and mappings live.
func (as *AddressSpace) HeapOver(m *confspace.Sets, limit uint64) confspace.Set {
	type key struct {
		u     *usage
		limit int64
	}
	done := map[key]confspace.Set{}
	var over func(h heapUse, limit int64) confspace.Set
	over = func(h heapUse, limit int64) confspace.Set {
		switch {
		case h.bytes < limit:
			return confspace.Empty
		case h.least() >= limit:
			return confspace.Full
		}
		k := key{h.join, limit - h.added()}
		s, ok := done[k]
		if !ok {
			s = m.Ite(h.join.where, over(h.join.sides[0], k.limit), over(h.join.sides[1], k.limit))
			done[k] = s
		}
		return s
	}
	return over(as.used, int64(min(limit, 1<<62)))
}
