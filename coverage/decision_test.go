package coverage

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/subjects/confspace"
)

// tree is a random decision: a condition, or an operator.
type tree struct {
	op   string // "": condition
	c    int
	a, b *tree
}

// genTree makes a random decision of at most so many conditions.
func genTree(t *rapid.T, most int, count *int) *tree {
	if most < 2 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		*count++
		return &tree{c: *count - 1}
	}
	n := &tree{op: rapid.SampledFrom([]string{"&&", "||", "!"}).Draw(t, "operator")}
	if n.op == "!" {
		n.a = genTree(t, most, count)
		return n
	}
	left := rapid.IntRange(1, most-1).Draw(t, "left")
	n.a = genTree(t, left, count)
	n.b = genTree(t, most-left, count)
	return n
}

// eval evaluates the decision as C does; seen gets the outcomes of the conditions that are evaluated.
func (n *tree) eval(values []bool, seen []Tri) bool {
	switch n.op {
	case "":
		seen[n.c] = IsFalse
		if values[n.c] {
			seen[n.c] = IsTrue
		}
		return values[n.c]
	case "!":
		return !n.a.eval(values, seen)
	case "&&":
		return n.a.eval(values, seen) && n.b.eval(values, seen)
	}
	return n.a.eval(values, seen) || n.b.eval(values, seen)
}

// lead fills in what comes after each condition.
func (n *tree) lead(d *Decision, yes, no int32) int32 {
	switch n.op {
	case "":
		d.Conditions[n.c] = Condition{Index: int32(n.c), Outcome: uint32(2*n.c + 1), True: yes, False: no}
		return int32(n.c)
	case "!":
		return n.a.lead(d, no, yes)
	case "&&":
		return n.a.lead(d, n.b.lead(d, yes, no), no)
	}
	return n.a.lead(d, yes, n.b.lead(d, yes, no))
}

// genDecision makes a random decision.
func genDecision(t *rapid.T, most int) (*tree, *Decision) {
	count := 0
	n := genTree(t, most, &count)
	d := &Decision{Conditions: make([]Condition, count)}
	n.lead(d, ToTrue, ToFalse)
	return n, d
}

// TestEvaluations compares the evaluations of random decisions with all assignments of values.
func TestEvaluations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := genDecision(t, 5)
		count := len(d.Conditions)
		of := make([]int, count) // conditions of one variable have the same outcome
		for c := range of {
			of[c] = rapid.IntRange(0, count-1).Draw(t, "variable")
			if first := slices.Index(of[:c], of[c]); first >= 0 {
				d.Conditions[c].Like = int32(first + 1)
			}
		}
		want := map[string]bool{}
		for bits := range 1 << count {
			values, seen := make([]bool, count), make([]Tri, count)
			for c := range values {
				values[c] = bits>>of[c]&1 != 0
			}
			value := n.eval(values, seen)
			want[fmt.Sprint(value, seen)] = true
		}
		list := d.Evaluations()
		if len(list) != len(want) {
			t.Fatalf("%d evaluations, want %d", len(list), len(want))
		}
		for i := range list {
			if !want[fmt.Sprint(list[i].Value, list[i].Values)] {
				t.Fatalf("%v is no evaluation", list[i])
			}
		}
	})
	if (&Decision{Conditions: []Condition{{Index: 0, Outcome: 1, True: 1, False: ToFalse}, {Index: 2, Outcome: 3, True: ToTrue, False: ToFalse}}}).Evaluations() != nil {
		t.Error("a condition is missing")
	}
}

// executions is what happens: by test and configuration, the evaluations of a decision.
type executions map[[2]int][]execution

type execution struct {
	seen  []Tri
	value bool
}

var executed = []confspace.Configuration{{0, 0}, {1, 0}, {0, 1}, {1, 1}}

// genExecutions makes some, and what is recorded of them.
func genExecutions(t *rapid.T, n *tree, count int) (executions, *Total) {
	sp := &confspace.Space{Options: []confspace.Option{{Name: "a", Domain: confspace.Bool()}, {Name: "b", Domain: confspace.Bool()}}}
	m := confspace.NewSets(sp)
	u := &Universe{}
	for c := range count {
		for _, v := range []string{"true", "false"} {
			u.Add(Element{Criterion: Outcome, File: "a.c", Line: uint32(c + 1), Detail: v})
		}
	}
	l := u.Layout(Outcome)
	runs := executions{}
	var conds []*Conditions
	for j := range rapid.IntRange(1, 2).Draw(t, "tests") {
		test := &Test{Name: fmt.Sprint("t", j), Layout: l, Domain: confspace.Full}
		for k, conf := range executed {
			ob := Observation{Condition: m.OfConfiguration(conf), Covered: NewBits(l)}
			for range rapid.IntRange(0, 2).Draw(t, "times") {
				values, seen := make([]bool, count), make([]Tri, count)
				for c := range values {
					values[c] = rapid.Bool().Draw(t, "value")
				}
				e := execution{value: n.eval(values, seen), seen: seen}
				stop := count // the program may end within a condition
				if rapid.IntRange(0, 9).Draw(t, "ends") == 0 {
					stop = rapid.IntRange(0, count).Draw(t, "stop")
				}
				done := true
				for c, v := range seen {
					switch {
					case v != NotEvaluated && c < stop:
						ob.Covered.Set(2*c + int(v-IsTrue))
					case v != NotEvaluated:
						done = false
					}
				}
				if done {
					runs[[2]int{j, k}] = append(runs[[2]int{j, k}], e)
				}
			}
			test.Observations = append(test.Observations, ob)
		}
		conds = append(conds, test.Conditions(m))
	}
	return runs, Join(u, Outcome, m, conds)
}

// show reports whether two configurations show the independence of condition c under test j.
func (r executions) show(j, k1, k2, c int) bool {
	return slices.ContainsFunc(r[[2]int{j, k1}], func(e execution) bool {
		return slices.ContainsFunc(r[[2]int{j, k2}], func(f execution) bool {
			if e.seen[c] != IsTrue || f.seen[c] != IsFalse || e.value == f.value {
				return false
			}
			for i := range e.seen {
				switch [2]Tri{e.seen[i], f.seen[i]} {
				case [2]Tri{IsTrue, IsFalse}, [2]Tri{IsFalse, IsTrue}:
					if i != c {
						return false
					}
				}
			}
			return true
		})
	})
}

// TestIndependence compares verdicts with what random programs do. Of && in a row, or || in a row, nothing is open.
func TestIndependence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := genDecision(t, 4)
		runs, total := genExecutions(t, n, len(d.Conditions))
		m := total.Sets
		prices := m.NewPrices([]int64{1, 1})
		list := d.Evaluations()
		chain := !slices.ContainsFunc(list, func(e Evaluation) bool {
			return slices.ContainsFunc(list, func(f Evaluation) bool {
				return !slices.Equal(e.Values, f.Values) && e.Last == f.Last && e.Values[e.Last] == f.Values[f.Last]
			})
		})
		for c, x := range total.Independence(d, prices, true) {
			for k1, c1 := range executed {
				for k2, c2 := range executed {
					if x.Verdict == Shown && m.Contains(x.Sets[0], c1) && m.Contains(x.Sets[1], c2) && !runs.show(x.Test, k1, k2, c) {
						t.Fatalf("condition %d is not shown by %v and %v", c, c1, c2)
					}
					for j := range total.Tests {
						if runs.show(j, k1, k2, c) && (x.Verdict == NotShown || chain && x.Verdict != Shown) {
							t.Fatalf("condition %d is shown by %v and %v under test %d: %v", c, c1, c2, j, x.Verdict)
						}
					}
				}
			}
			if chain && x.Verdict == Open {
				t.Fatalf("condition %d of a chain is open", c)
			}
			if y := total.Independence(d, prices, false)[c]; x.Verdict == NotShown && y.Verdict != Open || y.Verdict == Shown && x.Verdict != Shown {
				t.Fatalf("%v where exploration is incomplete, else %v", y.Verdict, x.Verdict)
			}
		}
	})
}

// TestVerdicts: among what TestIndependence draws, there is every verdict.
func TestVerdicts(t *testing.T) {
	counts := map[Verdict]int{}
	drawn := rapid.Custom(func(t *rapid.T) []Independence {
		n, d := genDecision(t, 4)
		_, total := genExecutions(t, n, len(d.Conditions))
		return total.Independence(d, total.Sets.NewPrices([]int64{1, 1}), true)
	})
	for seed := range 300 {
		for _, x := range drawn.Example(seed) {
			counts[x.Verdict]++
		}
	}
	if counts[Shown] == 0 || counts[NotShown] == 0 || counts[Open] == 0 {
		t.Errorf("%v", counts)
	}
}
