package confine

import (
	"errors"
	"testing"

	"github.com/confcov/confcov/explore/need"
)

// TestCheckAgain: that gcc is missing is not remembered.
func TestCheckAgain(t *testing.T) {
	need.NoError(t, Check())
	found.Lock()
	before := found.mode
	found.mode = 0
	found.Unlock()
	path := t.TempDir()
	t.Run("without gcc", func(t *testing.T) {
		t.Setenv("PATH", path)
		t.Setenv("CONFCOV_CACHE", path) // the helper is not compiled yet
		if err := Check(); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%v, want %v", err, ErrUnavailable)
		}
	})
	if m, err := mode(); err != nil || m != before {
		t.Errorf("mode %v, %v; want %v", m, err, before)
	}
}
