package explore

// This file tests what is recorded of ways that stay apart.

import (
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestApart: a way that has started a process stays apart from one that has not, and the places where they might have met are recorded.
func TestApart(t *testing.T) {
	source := `#include <unistd.h>
int fork_it, other;
void options_ready(void) {}
int main(void)
{
  int n = 0;
  options_ready();
  if (other)
    n = 1;
  if (fork_it && fork() == 0)
    pause();
  n += 2;
  return n > 9;
}
`
	opt := Options{
		Space: &confspace.Space{Options: []confspace.Option{
			{Name: "fork_it", Object: "fork_it", Domain: confspace.Bool()}, {Name: "other", Object: "other", Domain: confspace.Bool()},
		}},
		Points: []Point{{Function: "options_ready", Return: true}}, Mode: path.Merged,
	}
	prog := loadC(t, "fork.c", []byte(source), spec{opt: opt})
	for merge, want := range map[Merge]bool{MergeAll: true, MergeData: false, MergeOff: false} {
		opt.Merge = merge
		res, err := Run(t.Context(), prog, Test{Name: "fork"}, opt)
		if err != nil {
			t.Fatal(err)
		}
		got := res.Test.Apart
		total := int64(0)
		for i := range got {
			total += got[i].Count
		}
		switch {
		case !want && len(got) > 0:
			t.Errorf("%s: %v", merge, got)
		case want && (total == 0 || total != res.Test.Counts[path.CountUnmerged]):
			t.Errorf("%s: %d times in %v, %d counted", merge, total, got, res.Test.Counts[path.CountUnmerged])
		case want && !slices.ContainsFunc(got, func(a path.Apart) bool { return a.Place() == "fork.c:12" && a.Func == "main" && a.Why == "processes" }):
			t.Errorf("%s: not behind the branch: %v", merge, got)
		case want && !slices.IsSortedFunc(got, path.CompareApart):
			t.Errorf("%s: not in order: %v", merge, got)
		case want && strings.HasPrefix(got[0].Place(), "/"):
			t.Errorf("%s: %v", merge, got[0])
		}
	}
}
