package build

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
)

func TestMissingTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := systemIncludes(t.Context()); err == nil || !strings.Contains(err.Error(), "install gcc") {
		t.Errorf("without gcc: got %v", err)
	}
}

func TestLoadIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l := &Linked{Programs: map[path.Mode]*ir.Program{path.Merged: {}}}
	if _, _, err := l.Load(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
