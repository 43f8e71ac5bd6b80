package main

// This file tests that finished tests are kept.

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/confcov/confcov/explore/campaign"
)

func TestResume(t *testing.T) {
	first, _ := exploreExample(t)
	dir := first.flags.out
	finished, err := filepath.Glob(filepath.Join(dir, "tests", "*", "test.json"))
	if err != nil || len(finished) != 4 {
		t.Fatalf("finished tests %v, %v", finished, err)
	}
	before := map[string]os.FileInfo{}
	for _, name := range finished {
		if before[name], err = os.Stat(name); err != nil {
			t.Fatal(err)
		}
	}
	lost := finished[1]
	if err := os.RemoveAll(filepath.Dir(lost)); err != nil {
		t.Fatal(err)
	}
	// A second run explores what is lost, and nothing else.
	again := 0
	_, err = first.Run(t.Context(), dir, campaign.Options{Jobs: 2, Begin: func(tasks []campaign.Task) { again = len(tasks) }})
	if err != nil {
		t.Fatal(err)
	}
	if again != 1 {
		t.Errorf("%d tasks explored again, want 1", again)
	}
	for name, old := range before {
		now, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if same := os.SameFile(old, now) && old.ModTime().Equal(now.ModTime()); same != (name != lost) { // numbers of inodes come again
			t.Errorf("%s is the same file: %v", name, same)
		}
	}
}
