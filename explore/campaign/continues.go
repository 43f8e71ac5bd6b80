package campaign

// This file says whether a run directory can be continued.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/confcov/confcov/explore/path"
)

// Continues returns an error if exploring into the run directory dir would remove finished tests, because they are not among those that are to be explored, or were
// explored otherwise. The error says why.
func (c *Campaign) Continues(dir string) error {
	lost, old, err := path.WouldLose(dir, planned(c.tasks()))
	if err != nil || lost == 0 {
		return err
	}
	what := "1 finished test"
	if lost > 1 {
		what = fmt.Sprintf("%d finished tests", lost)
	}
	return fmt.Errorf("%s: %s would be removed: %s: --fresh does it, --out DIR explores elsewhere", dir, what, c.difference(old))
}

// difference says in what an earlier run differs from this one.
func (c *Campaign) difference(old *path.Run) string {
	if old == nil {
		return "they were explored by another version of confcov"
	}
	now := c.Identity()
	switch o := old.Identity; {
	case old.Subject.Name != c.Subject.Name:
		return "they are of subject " + old.Subject.Name
	case o.Build != now.Build:
		return "they were explored by another build of confcov"
	case o.Program != now.Program || o.Universe != now.Universe:
		return "the program has changed"
	case o.Solver != now.Solver:
		return "they were explored with another solver"
	}
	var flags []string
	settings := c.Settings.Map()
	for _, k := range slices.Sorted(maps.Keys(settings)) {
		if old.Settings[k] != settings[k] {
			flags = append(flags, fmt.Sprintf("--%s was %s", k, old.Settings[k]))
		}
	}
	if len(flags) > 0 {
		return strings.Join(flags, ", ")
	}
	return "other tests are asked for, or tests or options have changed"
}
