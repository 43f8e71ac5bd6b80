package confspace

import (
	"strings"
	"testing"
)

// TestHeaviest: what is said of too many nodes names the options that have them.
func TestHeaviest(t *testing.T) {
	m := NewSets(&Space{Options: []Option{
		{Name: "flag", Domain: Bool()},
		{Name: "size", Domain: Domain{Kind: DomainAny, Bits: 32, Signed: true}},
		{Name: "idle", Domain: Bool()},
	}})
	err := m.Try(1000, func() {
		all := Empty
		for i := range int64(10_000) {
			all = m.Or(all, m.Setting(1, i*i*7919))
		}
	})
	if err != ErrBudget {
		t.Fatal(err)
	}
	if got := m.Heaviest(); !strings.Contains(got, "nodes decide on size (any, ") || strings.Contains(got, "idle") {
		t.Error(got)
	}
}
