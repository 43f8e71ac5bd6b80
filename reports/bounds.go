package reports

// This file says what numbers of an incomplete exploration are worth.
//
// Paths that were not followed to their end, that are missing, or whose conditions are wider than the paths can
// still cover anything. What was found is certain: it bounds some numbers from below, others from above. Others yet can
// go either way: settings that guarantee an element stay so, but fewer may, so neither the number of
// interactions nor what is new in one is bounded. A number that would be a claim about what is missing is left out: the least size of
// a covering set and its proof, and whether no path depends on an option.
//
// Where coverage depends on relations between options, such as a + b == c, settings are examples: those that are found are
// interactions, but there may be more, and other values may do with fewer settings. Where relations tell too many values apart, or conditions do, there are
// no settings to try: nothing is said then of what guarantees an element.
//
// Of an element that is guaranteed in too many ways those of up to so many settings are listed: numbers of interactions of greater strengths are lower bounds.

import (
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// Bound says what a number is worth.
type Bound uint8

const (
	BoundExact Bound = iota
	AtLeast
	AtMost
	MoreOrFewer // the exact number may be either
)

var (
	boundNames = [...]string{BoundExact: "exact", AtLeast: "at least", AtMost: "at most", MoreOrFewer: "more or fewer"}
	boundSigns = [...]string{BoundExact: "", AtLeast: "≥ ", AtMost: "≤ ", MoreOrFewer: "~ "}
)

// String returns b in words, as programs read it.
func (b Bound) String() string { return boundNames[b] }

// Bounded is a cell whose value is not exact. Text shows the bound by a sign before the value; JSON and CSV name it beside the row.
type Bounded struct {
	Value any
	Bound Bound
}

// valueOf returns the value of a cell, and what it is worth.
func valueOf(cell any) (any, Bound) {
	if b, ok := cell.(Bounded); ok {
		return b.Value, b.Bound
	}
	return cell, BoundExact
}

// legend explains the signs that occur in the table, "" if there are none.
func (t *Table) legend() string {
	var seen [len(boundNames)]bool
	for _, row := range t.Rows {
		for _, cell := range row {
			_, b := valueOf(cell)
			seen[b] = true
		}
	}
	text := ""
	for b, name := range boundNames {
		if b == int(BoundExact) || !seen[b] {
			continue
		}
		if text != "" {
			text += ", "
		}
		if Bound(b) == MoreOrFewer {
			name = "may be more or fewer"
		}
		text += boundSigns[b] + name
	}
	return text
}

// bounds returns the bounds of a row's cells by the keys of their columns, in the order of columns.
func (t *Table) bounds(row []any) (keys []string, bounds []Bound) {
	for i, cell := range row {
		if _, b := valueOf(cell); b != BoundExact {
			keys, bounds = append(keys, t.Columns[i].Key), append(bounds, b)
		}
	}
	return keys, bounds
}

// Exact reports whether every test was explored exactly: no number of the study needs a bound.
func (s *Study) Exact() bool { return len(s.Incomplete) == 0 }

// bounded returns a cell that is v, which is worth b if the study is not exact. What does not apply has no bound.
func (s *Study) bounded(v any, b Bound) any {
	if s.Exact() || v == nil {
		return v
	}
	return Bounded{v, b}
}

// boundedIf is bounded; a study that is exact otherwise has the bound other if cond holds, as where relations between options tell more
// values apart than can be listed.
func (s *Study) boundedIf(cond bool, v any, b, other Bound) any {
	if s.Exact() && cond && v != nil {
		return Bounded{v, other}
	}
	return s.bounded(v, b)
}

// related reports whether other values than those that were tried may guarantee some elements with fewer settings, or what guarantees them is not
// known.
func (r *Result) related() bool {
	return r.Analysis != nil && slices.Contains(r.Analysis.AtMost, true) || r.unknown()
}

// unknown reports whether it is not known which settings guarantee some elements.
func (r *Result) unknown() bool {
	return r.Analysis != nil && slices.ContainsFunc(r.Analysis.Unknown, func(reason string) bool { return reason != "" })
}

// beyond reports whether not all interactions of a strength are listed: there are too many.
func (r *Result) beyond(strength int) bool { return strength > r.Analysis.CompleteTo() }

// crowded reports whether some interactions are not listed.
func (r *Result) crowded() bool {
	return r.Analysis != nil && r.Analysis.CompleteTo() != interactions.All
}

// more reports whether there may be more interactions than are known.
func (r *Result) more() bool { return r.related() || r.crowded() }

// coveredOf returns the cells of how many of total elements are covered, and of the percentage. All of them is exact.
func (s *Study) coveredOf(covered, total int) (n, percent any) {
	percent = Percent(coverage.Count{Covered: covered, Total: total}.Percent())
	if covered == total {
		return covered, percent
	}
	return s.bounded(covered, AtLeast), s.bounded(percent, AtLeast)
}

// boundedShare returns the cell of the percentage of configurations that are in set, which are at least those. All of them is exact.
func (s *Study) boundedShare(set confspace.Set) any {
	if set == s.Sets.Domain() {
		return s.share(set)
	}
	return s.bounded(s.share(set), AtLeast)
}

// tests returns the cell of a number of tests, of which an unfinished run may lack some.
func (s *Study) tests(n int) any {
	if s.Run.Finished && len(s.Run.Limits) == 0 {
		return n
	}
	return Bounded{n, AtLeast}
}

// claim returns v where the study is exact, else nil: v says something of what is missing.
func (s *Study) claim(v any) any {
	if s.Exact() {
		return v
	}
	return nil
}
