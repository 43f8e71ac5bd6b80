package patch

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestLines: lines stay in their order, and many that two texts have in common are found.
func TestLines(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		before, after := draw(r)
		lines := Lines(joined(before), joined(after))
		last, same, changed := 0, 0, 0
		for i := range before {
			switch j := lines[i+1]; {
			case j == 0:
				continue
			case j <= last || j > len(after):
				r.Fatalf("line %d is %d: %q and %q", i+1, j, before, after)
			case before[i] == after[j-1]:
				same++
			default:
				changed++
			}
			last = lines[i+1]
		}
		// What is neither mapped nor changed was taken away, or added.
		common := longest(before, after)
		if same > common || same+changed < common/2 {
			r.Fatalf("%d lines the same, %d changed, of %d in common: %q and %q", same, changed, common, before, after)
		}
		if string(joined(before)) == string(joined(after)) && same != len(before) {
			r.Fatalf("%d of %d lines of equal texts are the same", same, len(before))
		}
	})
}

// longest returns how many lines two texts have in common, in their order.
func longest(a, b []string) int {
	n := make([][]int, len(a)+1)
	n[0] = make([]int, len(b)+1)
	for i := range a {
		n[i+1] = make([]int, len(b)+1)
		for j := range b {
			if a[i] == b[j] {
				n[i+1][j+1] = n[i][j] + 1
			} else {
				n[i+1][j+1] = max(n[i][j+1], n[i+1][j])
			}
		}
	}
	return n[len(a)][len(b)]
}

// TestChangedLines: lines that were changed one by one are themselves.
func TestChangedLines(t *testing.T) {
	got := Lines([]byte("a\nb\nc\nd\ne\n"), []byte("a\nx\ny\nd\nnew\ne\n"))
	if want := []int{0, 1, 2, 3, 4, 6}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Lines([]byte("a\nb\nc\n"), []byte("a\nc\n")); !slices.Equal(got, []int{0, 1, 0, 2}) {
		t.Error(got)
	}
}
