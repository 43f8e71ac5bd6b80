package guard

// This file bounds the memory of work, such as compilation, that does not bound its own everywhere.

import (
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"
)

// MemoryError says that work was ended because it took too much memory.
type MemoryError struct{ Limit int64 }

func (e *MemoryError) Error() string { return fmt.Sprintf("more than %d MB of memory", e.Limit>>20) }

const glance = 20 * time.Millisecond // between looks at the heap

// Memory returns a context that ends, with a *MemoryError as its cause, when the heap has grown by more than limit
// bytes that are in use, and a function that ends the watch. A limit of 0 or less is none.
func Memory(ctx context.Context, limit int64) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if limit <= 0 {
		return ctx, func() { cancel(nil) }
	}
	most := int64(heap()) + limit
	Go(func() error {
		tick := time.NewTicker(glance)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			}
			if int64(heap()) <= most {
				continue
			}
			if runtime.GC(); int64(heap()) > most { // what is left is in use
				return &MemoryError{limit}
			}
		}
	}, cancel)
	return ctx, func() { cancel(nil) }
}

// heap returns the bytes of the heap's objects, garbage included.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
