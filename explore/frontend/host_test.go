package frontend

import (
	"context"
	"errors"
	"testing"
	"time"

	"modernc.org/cc/v4"
)

// TestInterruptedHost: a gcc that an interruption ends, or that does not end, is not to blame.
func TestInterruptedHost(t *testing.T) {
	facts.Lock()
	known := facts.config
	facts.config = nil
	facts.Unlock()
	was := newConfig
	defer func() {
		newConfig = was
		facts.Lock()
		defer facts.Unlock()
		facts.config = known
	}()
	killed := errors.New("gcc: signal: interrupt")

	ctx, cancel := context.WithCancel(t.Context())
	newConfig = func() (*cc.Config, error) {
		time.AfterFunc(time.Millisecond, cancel) // the signal reaches confcov a little later
		return nil, killed
	}
	if err := Ready(ctx); !errors.Is(err, context.Canceled) || errors.Is(err, killed) {
		t.Errorf("interrupted: %v", err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	newConfig = func() (*cc.Config, error) {
		cancel()
		select {}
	}
	if err := Ready(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("endless: %v", err)
	}

	newConfig = func() (*cc.Config, error) { return nil, killed }
	if err := Ready(t.Context()); !errors.Is(err, killed) {
		t.Errorf("failed: %v", err)
	}
	newConfig = func() (*cc.Config, error) { return &cc.Config{}, nil }
	if err := Ready(t.Context()); err != nil {
		t.Error(err)
	}
}
