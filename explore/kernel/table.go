package kernel

// This file implements the tables that states share: arrays of pointers in
// chunks, copied when they are first changed after a fork.
//
// Every object, chunk and table carries the epoch in which it was made. Only
// what was made in the kernel's present epoch belongs to this kernel alone and
// may be changed in place; everything older may be shared, and is copied
// first. Fork therefore is a copy of the Kernel value, and so is the snapshot
// that a system call restores when it is unwound. A counter for each kernel
// suffices: two kernels share only what was made before they parted.

const chunkSize = 16

// tag is the epoch in which an object was made.
type tag struct{ epoch uint64 }

func (t *tag) tagged() *uint64 { return &t.epoch }

// object is a pointer to an element of a table. copyInto copies the
// receiver into the argument, deep enough that changing the copy leaves the
// original alone.
type object[T any] interface {
	*T
	tagged() *uint64
	copyInto(*T)
}

type chunk[T any] struct {
	epoch uint64
	items [chunkSize]*T
}

// table holds objects by small non-negative ids.
type table[T any, P object[T]] struct {
	epoch  uint64
	chunks []*chunk[T]
	next   int // the lowest id never used

	variants []variants[T] // ids whose object depends on conditions, ascending; never changed in place
}

// get returns the object for reading, nil if there is none, or if it depends on conditions: see objectOf.
func (t *table[T, P]) get(id int) *T {
	if id < 0 || id >= t.next {
		return nil
	}
	return t.chunks[id/chunkSize].items[id%chunkSize]
}

// slot returns the place of id in a chunk that may be changed.
func (t *table[T, P]) slot(epoch uint64, id int) **T {
	if t.epoch != epoch {
		t.chunks = append(make([]*chunk[T], 0, len(t.chunks)+1), t.chunks...)
		t.epoch = epoch
	}
	for id/chunkSize >= len(t.chunks) {
		t.chunks = append(t.chunks, &chunk[T]{epoch: epoch})
	}
	c := t.chunks[id/chunkSize]
	if c.epoch != epoch {
		fresh := &chunk[T]{epoch: epoch, items: c.items}
		t.chunks[id/chunkSize] = fresh
		c = fresh
	}
	if id >= t.next {
		t.next = id + 1
	}
	return &c.items[id%chunkSize]
}

// edit returns the object for changing, nil if there is none.
func (t *table[T, P]) edit(epoch uint64, id int) *T {
	obj := t.get(id)
	if obj == nil || *P(obj).tagged() == epoch {
		return obj
	}
	fresh := new(T)
	P(obj).copyInto(fresh)
	*P(fresh).tagged() = epoch
	*t.slot(epoch, id) = fresh
	return fresh
}

// put stores obj at id; nil removes what is there.
func (t *table[T, P]) put(epoch uint64, id int, obj *T) {
	if obj != nil {
		*P(obj).tagged() = epoch
	}
	*t.slot(epoch, id) = obj
}

// add stores obj at the next id and returns that.
func (t *table[T, P]) add(epoch uint64, obj *T) int {
	id := t.next
	t.put(epoch, id, obj)
	return id
}
