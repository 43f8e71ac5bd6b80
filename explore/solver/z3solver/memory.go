package z3solver

// This file bounds Z3's memory. A bound on steps does not: some hundred thousand steps can take gigabytes. Z3's own bound ends the process
// where it is met in the wrong place; so a query is interrupted when Z3 has more than MemoryLimit, and is Unknown. The binding frees
// Z3's objects when Go's collector finds that nobody refers to them, and the collector does not know how large they are; so it
// is run when they are many.

/*
#cgo LDFLAGS: -lz3
#include <z3.h>
*/
import "C"

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/aclements/go-z3/z3"
)

// MemoryLimit is the number of bytes that Z3 may have in this process, all cores together.
const MemoryLimit = 3 << 30

const (
	collectAt = 512 << 20             // bytes from which on a core starts afresh after a query
	reserve   = 16 << 20              // bytes without which no query is begun
	glance    = 10 * time.Millisecond // between looks at what Z3 has
)

// memoryLimit is MemoryLimit, but in tests.
var memoryLimit atomic.Uint64

func init() { memoryLimit.Store(MemoryLimit) }

// allocated returns the number of bytes that Z3 has.
func allocated() uint64 { return uint64(C.Z3_get_estimated_alloc_size()) }

// watch interrupts z when there is too much memory, until stop is called, which reports whether it did.
func watch(z *z3.Context) (stop func() bool) {
	done, over := make(chan struct{}), make(chan bool, 1)
	go func() {
		tick := time.NewTicker(glance)
		defer tick.Stop()
		beyond := false
		for {
			select {
			case <-done:
				over <- beyond
				return
			case <-tick.C:
				if allocated() > memoryLimit.Load() {
					beyond = true
					z.Interrupt()
				}
			}
		}
	}()
	return func() bool {
		close(done)
		return <-over
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
