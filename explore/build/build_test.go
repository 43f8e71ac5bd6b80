package build

import (
	"strings"
	"testing"
)

func TestMissingTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := systemIncludes(t.Context()); err == nil || !strings.Contains(err.Error(), "install gcc") {
		t.Errorf("without gcc: got %v", err)
	}
}
