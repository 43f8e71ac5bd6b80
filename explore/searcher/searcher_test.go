package searcher

import (
	"slices"
	"testing"

	"github.com/confcov/confcov/explore/state"
)

// walk explores the complete binary tree of the given depth and returns the order of its leaves.
func walk(s Searcher, depth uint32) []uint64 {
	root := &state.State{ID: 1}
	s.Update(nil, []*state.State{root})
	var leaves []uint64
	for st := s.Select(); st != nil; st = s.Select() {
		if st.Depth == depth {
			leaves = append(leaves, st.ID)
			s.Update(st, nil)
			continue
		}
		st.Depth++
		child := &state.State{ID: 2*st.ID + 1, Depth: st.Depth}
		st.ID *= 2
		s.Update(st, []*state.State{st, child})
	}
	return leaves
}

func TestSearchers(t *testing.T) {
	want := []uint64{8, 9, 10, 11, 12, 13, 14, 15}
	for _, name := range Names() {
		s, err := New(name, 7)
		if err != nil {
			t.Fatal(err)
		}
		got := walk(s, 3)
		if name != "random-path" && !slices.Equal(got, want) {
			t.Errorf("%s: leaves %v, want %v", name, got, want)
		}
		again, _ := New(name, 7)
		if second := walk(again, 3); !slices.Equal(got, second) {
			t.Errorf("%s is not deterministic: %v, %v", name, got, second)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) || s.Len() != 0 {
			t.Errorf("%s: all leaves %v, %d left", name, got, s.Len())
		}
	}
	if _, err := New("nonsense", 0); err == nil {
		t.Error("an unknown name is accepted")
	}
}

func TestRandomPathDependsOnSeed(t *testing.T) {
	orders := map[string]bool{}
	for seed := range uint64(8) {
		var b []byte
		for _, id := range walk(NewRandomPath(seed), 3) {
			b = append(b, byte(id))
		}
		orders[string(b)] = true
	}
	if len(orders) < 2 {
		t.Error("every seed gives the same order")
	}
}
