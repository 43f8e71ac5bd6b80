package campaign

// This file defines how tests are explored, and how run.json says it.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/searcher"
)

// Settings say how tests are explored.
type Settings struct {
	Modes    []path.Mode // ascending
	Merge    explore.Merge
	Strategy string // see searcher.New
	Limits   explore.Limits
	Checks   bool // the program checks for undefined arithmetic
}

// ParseModes returns the modes that name stands for: merged, expanded or both. Where ways meet again one exploration is enough for
// both; where they do not, each has paths of its own.
func ParseModes(name string, merge explore.Merge) ([]path.Mode, error) {
	if name == "both" && merge != explore.MergeAll {
		return []path.Mode{path.Merged, path.Expanded}, nil
	}
	m, err := path.ParseMode(name)
	if err != nil {
		return nil, fmt.Errorf("%s: want merged, expanded or both", name)
	}
	return []path.Mode{m}, nil
}

// ModesName is the inverse of ParseModes.
func ModesName(modes []path.Mode) string {
	if len(modes) == 1 {
		return modes[0].String()
	}
	return "both"
}

// CheckStrategy returns an error unless name is that of a search strategy, or "".
func CheckStrategy(name string) error {
	if name != "" && !slices.Contains(searcher.Names(), name) {
		return fmt.Errorf("%s: want one of %s", name, strings.Join(searcher.Names(), ", "))
	}
	return nil
}

// Map returns the settings as run.json has them.
func (s *Settings) Map() map[string]string {
	m := map[string]string{
		"checks": strconv.FormatBool(s.Checks), "merge": s.Merge.String(), "mode": ModesName(s.Modes), "strategy": s.Strategy,
	}
	for key, n := range s.limits() {
		m[key] = strconv.FormatInt(*n, 10)
	}
	return m
}

// limits returns the limits that users set, by the names of their flags.
func (s *Settings) limits() map[string]*int64 {
	l := &s.Limits
	return map[string]*int64{"limit-steps": &l.PathSteps, "limit-paths": &l.Paths, "limit-memory": &l.HeapBytes}
}

// ParseSettings is the inverse of Map.
func ParseSettings(m map[string]string) (Settings, error) {
	var s Settings
	var err error
	bad := func(key string, err error) (Settings, error) { return s, fmt.Errorf("settings: %s: %w", key, err) }
	if s.Checks, err = strconv.ParseBool(m["checks"]); err != nil {
		return bad("checks", err)
	}
	if s.Merge, err = explore.ParseMerge(m["merge"]); err != nil {
		return bad("merge", err)
	}
	if s.Modes, err = ParseModes(m["mode"], s.Merge); err != nil {
		return bad("mode", err)
	}
	s.Strategy = m["strategy"]
	if err := CheckStrategy(s.Strategy); err != nil {
		return bad("strategy", err)
	}
	for key, to := range s.limits() {
		if *to, err = strconv.ParseInt(m[key], 10, 64); err != nil {
			return bad(key, err)
		}
	}
	return s, nil
}
