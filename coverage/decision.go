package coverage

// This file decides which configurations show that a condition decides what its decision comes to: MC/DC over configurations.
//
// The form is unique-cause MC/DC with masking by short circuits, as LLVM has it for C (llvm-cov -show-mcdc; the terms are those of
// Hayhurst and others, NASA/TM-2001-210876): an evaluation of a decision is the outcomes of the conditions that were evaluated. Two
// evaluations show the independence of a condition if both evaluate it, with different outcomes, the decision comes to different
// results, and each other condition has the same outcome in both or is not evaluated in one of them. Each occurrence
// of a condition in the source is a condition of its own; but where two of them must come to the same (Condition.Like), there is no evaluation in which they do not.
//
// A test evaluates a decision any number of times, under each configuration. What is recorded is, for each test, which configurations have some evaluation
// in which a condition has an outcome. A configuration can have an evaluation only if it has all of its outcomes (possible). It has it for sure
// if it has the outcome that ends it, and can have no other evaluation that ends with that one (certain): && in a row, or || in a
// row, have one evaluation for each outcome that ends the decision, so nothing remains open there. A pair of configurations, which may be one and the same,
// shows the independence of a condition under a test if it has two such evaluations under this test for sure. No pair does if none can.

import (
	"math"
	"slices"

	"github.com/confcov/confcov/subjects/confspace"
)

// Condition is a condition of a decision.
type Condition struct {
	Index   int32  // in the order in which the conditions are written, from 0
	Outcome uint32 // the element "true"; "false" is the next one
	True    int32  // the Index of the condition that is evaluated after "true", or what the decision comes to then
	False   int32  // after "false"
	Like    int32  // 1 + the Index of the first condition that has this one's outcome whenever both are evaluated; 0: none
}

// What a decision comes to, in Condition.True and Condition.False.
const (
	ToTrue  = -1
	ToFalse = -2
)

// Decision is the conditions of one decision, by Index. Some may be missing, where no code was made of them.
type Decision struct{ Conditions []Condition }

// Evaluation is one way to evaluate a decision.
type Evaluation struct {
	Values []Tri // by condition
	Last   int   // the condition that is evaluated last
	Value  bool  // what the decision comes to
}

// Tri is the outcome of a condition in an evaluation.
type Tri uint8

const (
	NotEvaluated Tri = iota
	IsTrue
	IsFalse
)

// maxEvaluations is the number of evaluations of a decision beyond which nothing is said of it.
const maxEvaluations = 1000

// Evaluations returns all ways to evaluate the decision; nil where conditions are missing, or there are too many ways.
func (d *Decision) Evaluations() (list []Evaluation) {
	for i, c := range d.Conditions {
		n := int32(len(d.Conditions))
		if c.Like < 0 || c.Like > c.Index || c.Index != int32(i) || c.True >= n || c.False >= n || c.True >= 0 && c.True <= c.Index || c.False >= 0 && c.False <= c.Index {
			return nil
		}
	}
	values := make([]Tri, len(d.Conditions))
	var walk func(last int, at int32)
	walk = func(last int, at int32) {
		if len(list) > maxEvaluations {
			return
		}
		if at < 0 {
			list = append(list, Evaluation{slices.Clone(values), last, at == ToTrue})
			return
		}
		before := d.before(values, at)
		if before != IsFalse {
			values[at] = IsTrue
			walk(int(at), d.Conditions[at].True)
		}
		if before != IsTrue {
			values[at] = IsFalse
			walk(int(at), d.Conditions[at].False)
		}
		values[at] = NotEvaluated
	}
	if len(d.Conditions) > 0 {
		walk(0, 0)
	}
	if len(list) > maxEvaluations {
		return nil
	}
	return list
}

// before returns the outcome of a condition like condition c that was evaluated already.
func (d *Decision) before(values []Tri, c int32) Tri {
	first := d.Conditions[c].Like - 1
	if first < 0 {
		return NotEvaluated
	}
	for i := first; i < c; i++ {
		if (i == first || d.Conditions[i].Like-1 == first) && values[i] != NotEvaluated {
			return values[i]
		}
	}
	return NotEvaluated
}

// pair is two evaluations that show the independence of a condition, which is true in the first.
type pair struct{ first, second int }

// pairs returns those of condition c.
func pairs(list []Evaluation, c int) (out []pair) {
	for i := range list {
		for j := range list {
			if list[i].Values[c] == IsTrue && list[j].Values[c] == IsFalse && list[i].Value != list[j].Value && alike(list[i].Values, list[j].Values, c) {
				out = append(out, pair{i, j})
			}
		}
	}
	return out
}

// alike reports whether each condition but c has the same outcome in both evaluations, or is not evaluated in one of them.
func alike(a, b []Tri, c int) bool {
	for i := range a {
		if i != c && a[i] != b[i] && a[i] != NotEvaluated && b[i] != NotEvaluated {
			return false
		}
	}
	return true
}

// Verdict says whether configurations show the independence of a condition.
type Verdict uint8

const (
	VerdictInvalid Verdict = iota
	Shown                  // two configurations do, under one test
	NotShown               // no two do, under any test
	Open                   // not known: what is recorded, or explored, does not decide it
)

var verdictNames = [...]string{VerdictInvalid: "invalid", Shown: "shown", NotShown: "none", Open: "open"}

// String returns the name of v.
func (v Verdict) String() string { return verdictNames[v] }

// Independence says which configurations show that a condition decides.
type Independence struct {
	Verdict Verdict
	Why     string           // not Shown: why not
	Test    int              // Shown: index into Total.Tests
	Sets    [2]confspace.Set // Shown: of each some configuration, in the first of which the condition is true
	Value   bool             // Shown: what the decision comes to in the first
	Cost    int64            // Shown: what the two cost at least
}

// ByOptions reports whether options decide a condition: under some test it is both true and false, and not under the same configurations.
func (t *Total) ByOptions(c Condition) bool {
	for j := range t.Tests {
		yes, no := t.under(c.Outcome, j), t.under(c.Outcome+1, j)
		if yes != no && t.Sets.Possible(yes) != confspace.No && t.Sets.Possible(no) != confspace.No {
			return true
		}
	}
	return false
}

// under returns the configurations that cover an element under test j.
func (t *Total) under(id uint32, j int) confspace.Set {
	k := t.ClassOf[id-1]
	if k < 0 {
		return confspace.Empty
	}
	return t.Classes[k].ByTest[j]
}

// Independence decides, for each condition of d, which configurations show its independence, those that cost least. exact says that the
// conditions of all tests are exact; else they are at least what they say.
func (t *Total) Independence(d *Decision, prices *confspace.Prices, exact bool) []Independence {
	out := make([]Independence, len(d.Conditions))
	list := d.Evaluations()
	if list == nil {
		for c := range out {
			out[c] = Independence{Verdict: Open, Why: "a condition of the decision is constant, or the decision is too large"}
		}
		return out
	}
	all := make([][]pair, len(d.Conditions))
	for c := range d.Conditions {
		out[c] = Independence{Verdict: NotShown, Cost: math.MaxInt64}
		all[c] = pairs(list, c)
	}
	sides := make([][2]bool, len(d.Conditions)) // some evaluation of a pair is possible in which the condition is true, or false
	m := t.Sets
	for j := range t.Tests {
		possible := t.possible(d, list, j)
		certain := t.certain(d, list, possible, j, exact)
		for c, some := range all {
			x := &out[c]
			for _, p := range some {
				yes, no := m.Possible(possible[p.first]) != confspace.No, m.Possible(possible[p.second]) != confspace.No
				sides[c][0], sides[c][1] = sides[c][0] || yes, sides[c][1] || no
				a, b := certain[p.first], certain[p.second]
				switch {
				case m.Possible(a) == confspace.Yes && m.Possible(b) == confspace.Yes:
					if n := prices.Least(a) + prices.Least(b); n < x.Cost {
						*x = Independence{Verdict: Shown, Test: j, Sets: [2]confspace.Set{a, b}, Value: list[p.first].Value, Cost: n}
					}
				case x.Verdict == NotShown && yes && no:
					x.Verdict, x.Why = Open, "evaluations that end alike are not told apart"
				}
			}
		}
	}
	for c := range out {
		x := &out[c]
		switch {
		case x.Verdict == NotShown && !exact:
			x.Verdict, x.Why = Open, "exploration is incomplete"
		case x.Verdict == NotShown:
			x.Why = why(sides[c])
		}
	}
	return out
}

// why says why no pair shows the independence of a condition.
func why(sides [2]bool) string {
	switch {
	case !sides[0] && !sides[1]:
		return "nowhere does it decide"
	case !sides[0]:
		return "where it is true, it does not decide"
	case !sides[1]:
		return "where it is false, it does not decide"
	}
	return "no test has both"
}

// outcome returns the element that evaluation e has of condition c.
func (e *Evaluation) outcome(d *Decision, c int) uint32 {
	return d.Conditions[c].Outcome + uint32(e.Values[c]-IsTrue)
}

// possible returns the configurations that can have each evaluation under test j.
func (t *Total) possible(d *Decision, list []Evaluation, j int) []confspace.Set {
	sets := make([]confspace.Set, len(list))
	for i := range list {
		sets[i] = confspace.Full
		for c, v := range list[i].Values {
			if v != NotEvaluated && sets[i] != confspace.Empty {
				sets[i] = t.Sets.And(sets[i], t.under(list[i].outcome(d, c), j))
			}
		}
	}
	return sets
}

// certain returns the configurations that have each evaluation for sure under test j.
func (t *Total) certain(d *Decision, list []Evaluation, possible []confspace.Set, j int, exact bool) []confspace.Set {
	sets := make([]confspace.Set, len(list))
	for i := range list {
		e := &list[i]
		if possible[i] == confspace.Empty {
			continue
		}
		sets[i] = t.under(e.outcome(d, e.Last), j)
		for k := range list {
			if o := &list[k]; k != i && o.Last == e.Last && o.Values[o.Last] == e.Values[e.Last] {
				if !exact {
					sets[i] = confspace.Empty // it may be possible where that is not known
				}
				sets[i] = t.Sets.Diff(sets[i], possible[k])
			}
		}
	}
	return sets
}
