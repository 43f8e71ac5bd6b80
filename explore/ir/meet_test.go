package ir

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// funcOf returns a function with these edges between blocks; those without are returns.
func funcOf(edges ...[]int) *Func {
	f := &Func{Name: "f"}
	for i, to := range edges {
		b := &Block{Index: i}
		b.Term.Kind = []TermKind{TermReturn, TermJump, TermBranch, TermSwitch}[min(len(to), 3)]
		for _, s := range to {
			b.Term.Succs = append(b.Term.Succs, Edge{To: s})
		}
		f.Blocks = append(f.Blocks, b)
	}
	return f
}

// TestMeets: where the ways out of a branch meet, the nearest place first.
func TestMeets(t *testing.T) {
	for _, test := range []struct {
		name  string
		edges [][]int
		block int
		want  []int
	}{
		{"if and else", [][]int{{1, 2}, {3}, {3}, {}}, 0, []int{3}},
		{"an early return", [][]int{{1, 2}, {3}, {3, 4}, {}, {}}, 0, []int{3}},
		{"both return", [][]int{{1, 2}, {}, {}}, 0, nil},
		{"a && b", [][]int{{1, 3}, {2, 3}, {4}, {4}, {}}, 0, []int{3, 4}},
		{"its second operand", [][]int{{1, 3}, {2, 3}, {4}, {4}, {}}, 1, []int{4}},
		{"in a loop", [][]int{{1}, {2, 5}, {3, 4}, {4}, {1}, {}}, 2, []int{4, 1}},
		{"continue", [][]int{{1}, {2, 5}, {1, 3}, {4}, {1}, {}}, 2, []int{1}},
		{"break", [][]int{{1}, {2, 4}, {3, 4}, {1}, {}}, 2, []int{3, 1, 4}},
		{"a return out of an endless loop", [][]int{{1}, {2, 3}, {5}, {4, 5}, {}, {1}}, 1, []int{5, 1, 3}},
		{"nested loops", [][]int{{1}, {2, 7}, {3, 6}, {4, 5}, {5}, {2}, {1}, {}}, 3, []int{5, 2, 1}},
		{"no branch", [][]int{{1}, {2}, {}}, 0, []int{1}},
	} {
		if diff := cmp.Diff(test.want, funcOf(test.edges...).Meets().Of(test.block)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}
