package main

// This file runs configurations natively for `confcov replay`.

import (
	"context"

	"github.com/confcov/confcov/explore/replay"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// nativeRunner runs tests of the subject natively.
type nativeRunner struct {
	x      *exploration
	reason string // why nothing can be run natively; "": it can
}

func newNativeRunner(x *exploration) *nativeRunner {
	return &nativeRunner{x: x, reason: "not yet"}
}

// compare runs a test under a configuration natively and compares it with the concrete interpreter.
func (n *nativeRunner) compare(ctx context.Context, t *subjects.Test, c confspace.Configuration) (*replay.Native, error) {
	return &replay.Native{Skipped: n.reason}, nil
}
