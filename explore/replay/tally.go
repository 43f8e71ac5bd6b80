package replay

// This file defines results and counts them.

import (
	"slices"

	"github.com/confcov/confcov/explore/trace"
)

// Result is one case that was run again by the concrete interpreter.
type Result struct {
	*Case
	Differences []trace.Difference
}

// Native is one configuration of one test that was run natively, or was not.
type Native struct {
	Skipped     string // why it was not run or not compared; "": it was
	Differences []trace.Difference
	Explained   []Explained // differences that were to be expected
}

// Explained is a difference that a rule explains.
type Explained struct {
	trace.Difference
	Reason string
}

// Count counts results by oracle.
type Count struct {
	Compared, Agree, Differ, Explained int // Agree includes Explained: those that agree but for explained differences
	ByOracle                           map[trace.Oracle]int
}

// add counts one comparison.
func (c *Count) add(ds []trace.Difference, explained []Explained) {
	c.Compared++
	if len(ds) == 0 {
		c.Agree++
		if len(explained) > 0 {
			c.Explained++
		}
		return
	}
	c.Differ++
	if c.ByOracle == nil {
		c.ByOracle = map[trace.Oracle]int{}
	}
	for _, d := range ds {
		c.ByOracle[d.Oracle]++
	}
}

// Merge adds the counts of o.
func (c *Count) Merge(o *Count) {
	c.Compared += o.Compared
	c.Agree += o.Agree
	c.Differ += o.Differ
	c.Explained += o.Explained
	for k, n := range o.ByOracle {
		if c.ByOracle == nil {
			c.ByOracle = map[trace.Oracle]int{}
		}
		c.ByOracle[k] += n
	}
}

// Tally counts the results of one test, or of all.
type Tally struct {
	Test        string
	Paths       int // that are stored, in all modes
	Interpreted Count
	Native      Count
	Skipped     map[string]int // paths that were not replayed, by reason
	NotNative   map[string]int // configurations that were not run natively, by reason
}

// AddResult counts a case.
func (t *Tally) AddResult(r *Result) { t.Interpreted.add(r.Differences, nil) }

// AddNative counts a native run.
func (t *Tally) AddNative(n *Native) {
	if n.Skipped != "" {
		bump(&t.NotNative, n.Skipped, 1)
		return
	}
	t.Native.add(n.Differences, n.Explained)
}

// Skip counts a path that is not replayed.
func (t *Tally) Skip(reason string) { bump(&t.Skipped, reason, 1) }

func bump(m *map[string]int, key string, n int) {
	if *m == nil {
		*m = map[string]int{}
	}
	(*m)[key] += n
}

// Total returns the sum of tallies.
func Total(list []*Tally) *Tally {
	all := &Tally{Test: "all"}
	for _, t := range list {
		all.Paths += t.Paths
		all.Interpreted.Merge(&t.Interpreted)
		all.Native.Merge(&t.Native)
		for k, n := range t.Skipped {
			bump(&all.Skipped, k, n)
		}
		for k, n := range t.NotNative {
			bump(&all.NotNative, k, n)
		}
	}
	return all
}

// Reasons returns the keys of m, sorted.
func Reasons(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
