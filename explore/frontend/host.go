package frontend

// This file asks the host's gcc for its facts: its predefined macros and its folders of headers. The parser's package runs gcc, in the
// process group of confcov: what a terminal sends to interrupt confcov ends gcc as well, which is not to blame then.

import (
	"context"
	"fmt"
	"sync"
	"time"

	"modernc.org/cc/v4"

	"github.com/confcov/confcov/explore/guard"
)

// facts are what the host's gcc says of itself, asked until it has answered once.
var facts struct {
	sync.Mutex
	config *cc.Config
}

// newConfig is cc.NewConfig, but in tests.
var newConfig = func() (*cc.Config, error) { return cc.NewConfig("linux", "amd64") }

// graceTime is how long after a failure of gcc the interruption may come that was its cause.
const graceTime = 200 * time.Millisecond

// Ready asks the host's gcc for its facts, unless that was done. What comes after need not wait for it.
func Ready(ctx context.Context) error {
	_, err := host(ctx)
	return err
}

// host returns the facts. An interruption is not an error of gcc's: the error is then that of ctx.
func host(ctx context.Context) (*cc.Config, error) {
	facts.Lock()
	config := facts.config
	facts.Unlock()
	if config != nil {
		return config, nil
	}
	config, err := ask(ctx)
	if err != nil && ctx.Err() == nil { // it may have been ended by a signal
		select {
		case <-ctx.Done():
		case <-time.After(graceTime):
			config, err = ask(ctx)
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("facts of the host's C compiler: %w", err)
	}
	facts.Lock()
	defer facts.Unlock()
	facts.config = config
	return config, nil
}

// ask runs gcc. It does not wait for it beyond ctx.
func ask(ctx context.Context) (*cc.Config, error) {
	var config *cc.Config
	done := make(chan error, 1)
	guard.Go(func() (err error) {
		config, err = newConfig()
		return err
	}, func(err error) { done <- err })
	select {
	case err := <-done:
		return config, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
