package interp

// This file implements malloc and its family: one object for each allocation.

import (
	"fmt"
	"math/bits"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
)

const (
	enomem   = 12
	einval   = 22
	maxBlock = 1 << 29
)

func init() {
	intrinsics["malloc"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 1)
		return m.malloc(at, m.concrete(args[0]), true)
	}
	intrinsics["calloc"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 2)
		count, size := m.concrete(args[0]), m.concrete(args[1])
		hi, n := bits.Mul64(count, size)
		if hi != 0 {
			m.warn(fmt.Sprintf("allocation of %d times %d bytes, which is more than there can be", count, size), false)
			return m.noMemory()
		}
		return m.malloc(at, n, false)
	}
	intrinsics["realloc"] = (*Machine).realloc
	// Offsets within an object are all that a program can see of alignment. memalign rounds it up to a power of two, as glibc's does.
	intrinsics["memalign"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 2)
		return m.malloc(at, m.concrete(args[1]), true)
	}
	intrinsics["aligned_alloc"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 2)
		if align := m.concrete(args[0]); align&-align != align {
			return m.null(einval)
		}
		return m.malloc(at, m.concrete(args[1]), true)
	}
	intrinsics["free"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 1)
		m.free(m.concrete(args[0]))
		return reply{}, true
	}
	intrinsics["malloc_usable_size"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 1)
		a := m.concrete(args[0])
		if a == 0 {
			return done(0)
		}
		return done(m.heapObject(a).Size)
	}
}

// malloc makes a heap block of n bytes, which are undefined or zero.
func (m *Machine) malloc(at *callSite, n uint64, undefined bool) (reply, bool) {
	if n > memory.MaxSize {
		m.warn(fmt.Sprintf("allocation of %d bytes, which is more than there can be", n), false)
		return m.noMemory()
	}
	if n > maxBlock {
		m.end(path.Budget, 0, "limit of %d bytes of a heap block", uint64(maxBlock))
	}
	o := memory.Object{Kind: memory.Heap, Size: n, Undefined: undefined}
	o.Site, o.In = m.caller(at)
	return done(m.allocateBlock(o))
}

// caller returns the place in the program at which it calls what calls at, and the library's function that it calls there; "" if
// the program does it itself.
func (m *Machine) caller(at *callSite) (pos ir.Pos, library string) {
	if _, own := intrinsics[at.name]; !own {
		library = at.name // a shortcut
	}
	fs := m.p.Frames
	for i := len(fs) - 1; i >= 0; i-- {
		fn := m.code.functions[fs[i].Sym]
		if fn.ir.Subject {
			return fn.position(fs[i].PC), library
		}
		library = fn.ir.Name
	}
	return at.instr.Pos, ""
}

// noMemory returns a null pointer for want of memory.
func (m *Machine) noMemory() (reply, bool) { return m.null(enomem) }

// null sets errno and returns a null pointer.
func (m *Machine) null(errno uint64) (reply, bool) {
	if a := m.code.errno; a != 0 {
		m.store(expr.Value{C: a}, 4, expr.Value{C: errno}, 0)
	}
	return done(0)
}

// heapObject returns the heap block that a is the address of, or ends the path.
func (m *Machine) heapObject(a uint64) *memory.Object {
	o, f := m.object(a)
	if f != nil {
		m.fault(f)
	}
	if o.Kind != memory.Heap || uint32(a) != 0 {
		m.fault(&memory.Fault{Kind: memory.BadFree, Addr: a, Obj: o})
	}
	return o
}

// free frees the heap block at a.
func (m *Machine) free(a uint64) {
	if a == 0 {
		return
	}
	if o, f := m.object(a); f == nil && o.Kind == memory.Mapping {
		m.fault(&memory.Fault{Kind: memory.BadFree, Addr: a, Obj: o})
	}
	if f := m.p.Mem.Free(a, m.site.instr.Pos); f != nil {
		m.fault(f)
	}
	m.drop(uint32(a >> 32))
}

// realloc always moves: what still uses the old address is an error of the program.
func (m *Machine) realloc(at *callSite, args []expr.Value) (reply, bool) {
	m.want(at, args, 2)
	old, n := m.concrete(args[0]), m.concrete(args[1])
	if old == 0 {
		return m.malloc(at, n, true)
	}
	o, f := m.object(old)
	if f != nil || o.Kind != memory.Heap || uint32(old) != 0 {
		m.free(old) // says what is wrong
	}
	r, _ := m.malloc(at, n, true)
	if r.value.C == 0 {
		return r, true
	}
	m.copyBytes(r.value.C, old, min(n, o.Size))
	m.free(old)
	return r, true
}
