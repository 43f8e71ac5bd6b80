package z3solver

// This file bounds Z3's memory. A bound on steps does not: some hundred steps can take a gigabyte. What is beyond MemoryLimit is an error of
// Z3's, and so Unknown. The binding frees Z3's objects when Go's collector finds that nobody refers to them, and the collector
// does not know how large they are; so it is run when they are many.

/*
#cgo LDFLAGS: -lz3
#include <stdlib.h>
#include <z3.h>
*/
import "C"

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// MemoryLimit is the number of megabytes that Z3 may have in this process, all cores together.
const MemoryLimit = 4096

// collectAt is the number of bytes of Z3's from which on a core starts afresh after a query.
const collectAt = 512 << 20

// reserve is what a context needs at the start: Z3 crashes where it cannot make one.
const reserve = 16 << 20

var (
	limitMemory = sync.OnceFunc(func() { setMemoryLimit(MemoryLimit) })
	memoryLimit atomic.Uint64 // in bytes
)

func setMemoryLimit(megabytes int) {
	memoryLimit.Store(uint64(megabytes) << 20)
	name, value := C.CString("memory_max_size"), C.CString(fmt.Sprint(megabytes))
	C.Z3_global_param_set(name, value)
	C.free(unsafe.Pointer(name))
	C.free(unsafe.Pointer(value))
}

// allocated returns the number of bytes that Z3 has.
func allocated() uint64 { return uint64(C.Z3_get_estimated_alloc_size()) }

// checkMemory panics where there is not enough for another context.
func checkMemory() {
	limitMemory()
	if allocated()+reserve > memoryLimit.Load() {
		runtime.GC()
		panic("out of memory")
	}
}

// collect lets go of c's context and of all that nobody uses, if Z3 has much memory.
func (c *Core) collect() {
	if allocated() < collectAt {
		return
	}
	c.drop()
	for range 3 { // a context goes after its objects
		runtime.GC()
	}
}
