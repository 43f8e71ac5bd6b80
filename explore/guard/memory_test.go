package guard

import (
	"context"
	"errors"
	"testing"
)

// TestMemory: memory that is in use ends the context, garbage does not.
func TestMemory(t *testing.T) {
	const limit = 64 << 20
	ctx, stop := Memory(t.Context(), limit)
	defer stop()
	for range 200 {
		garbage(t, make([]byte, 4<<20))
	}
	if ctx.Err() != nil {
		t.Fatal("ended by garbage:", context.Cause(ctx))
	}
	used := make([]byte, 2*limit)
	<-ctx.Done()
	used[0] = 1
	var memory *MemoryError
	if err := context.Cause(ctx); !errors.As(err, &memory) || err.Error() != "more than 64 MB of memory" {
		t.Error(err)
	}

	ctx, stop = Memory(t.Context(), -1)
	stop()
	if ctx.Err() == nil {
		t.Error("not stopped")
	}
}

//go:noinline
func garbage(t *testing.T, b []byte) {
	if b[0] != 0 {
		t.Fatal("not zero")
	}
}

func TestGo(t *testing.T) {
	t.Setenv("GOTRACEBACK", "")
	ended := make(chan error)
	Go(func() error { return fail("index") }, func(err error) { ended <- err })
	var e *Error
	if err := <-ended; !errors.As(err, &e) || e.At == "" {
		t.Error(err)
	}
	Go(func() error { return fail("") }, func(err error) { ended <- err })
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
