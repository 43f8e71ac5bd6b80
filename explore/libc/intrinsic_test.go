package libc_test

import (
	"slices"
	"testing"

	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/libc"
)

// TestEngineHasIntrinsics checks that the engine performs what this package leaves to it.
func TestEngineHasIntrinsics(t *testing.T) {
	have := interp.Intrinsics()
	for _, name := range libc.Intrinsics() {
		if !slices.Contains(have, name) {
			t.Errorf("the engine does not perform %s", name)
		}
	}
	for _, name := range have {
		if !libc.IsIntrinsic(name) {
			t.Errorf("the engine performs %s, which is not listed here", name)
		}
	}
	known := libc.FastPaths()
	for _, name := range interp.Shortcuts() {
		if !slices.Contains(known, name) {
			t.Errorf("the engine performs %s, which is not listed here as having a body", name)
		}
	}
}
