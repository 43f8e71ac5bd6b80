package main

// This file tests what is said where a tool is missing.

import (
	"strings"
	"testing"
)

func TestMissingTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CONFCOV_CACHE", t.TempDir())
	found := false
	for _, f := range examine() {
		if f.check == "gcc" {
			found = f.state == "missing" && strings.Contains(f.remedy, "apt-get install gcc")
		}
	}
	if !found {
		t.Error("doctor does not say that gcc is missing, and what to do")
	}
}
