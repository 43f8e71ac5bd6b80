package confspace

import (
	"strings"
	"testing"
)

// TestHeaviest: what is said of too many nodes names the options that have them and how many of their
// values are told apart.
func TestHeaviest(t *testing.T) {
	m := NewSets(&Space{Options: []Option{
		{Name: "flag", Domain: Bool()},
		{Name: "size", Domain: Domain{Kind: DomainAny, Bits: 32, Signed: true}},
		{Name: "idle", Domain: Bool()},
	}})
	var sets []Set
	err := m.Try(1000, func() {
		all := Empty
		for i := range int64(10_000) {
			all = m.Or(all, m.Setting(1, i*i*7919))
			if len(sets) < 20 {
				sets = append(sets, all)
			}
		}
	})
	if err != ErrBudget {
		t.Fatal(err)
	}
	got := m.Heaviest(sets)
	if !strings.Contains(got, "nodes decide on size (any, ") || !strings.Contains(got, " nodes, 11 classes of values): give ") || strings.Contains(got, "idle") {
		t.Error(got)
	}
}
