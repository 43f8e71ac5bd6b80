package z3solver

// This file bounds Z3's memory. A bound on steps does not: some hundred thousand steps can take gigabytes. Z3's own bound ends the process
// where it is met in the wrong place; so a query is interrupted when Z3 has more than MemoryLimit, and is Unknown.

/*
#include <z3.h>
*/
import "C"

import (
	"sync/atomic"
	"time"

	"github.com/confcov/confcov/explore/guard"
)

// MemoryLimit is the number of bytes that Z3 may have in this process, all cores together.
const MemoryLimit = 3 << 30

const (
	afresh  = 512 << 20             // bytes from which on a core starts afresh after a query
	reserve = 16 << 20              // bytes without which no query is begun
	glance  = 10 * time.Millisecond // between looks at what Z3 has
)

// memoryLimit is MemoryLimit, but in tests.
var memoryLimit atomic.Uint64

func init() { memoryLimit.Store(MemoryLimit) }

// allocated returns the number of bytes that Z3 has.
func allocated() uint64 { return uint64(C.Z3_get_estimated_alloc_size()) }

// watch interrupts z when there is too much memory, until stop is called, which reports whether it did.
func watch(z *zcontext) (stop func() bool) {
	done, over := make(chan struct{}), make(chan bool, 1)
	beyond := false
	guard.Go(func() error {
		tick := time.NewTicker(glance)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return nil
			case <-tick.C:
				if allocated() > memoryLimit.Load() {
					beyond = true
					z.interrupt()
				}
			}
		}
	}, func(err error) { over <- beyond || err != nil })
	return func() bool {
		close(done)
		return <-over
	}
}
