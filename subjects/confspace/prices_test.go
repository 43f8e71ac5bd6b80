package confspace

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestPrices compares the cheapest configuration of random sets with all configurations.
func TestPrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sp := &Space{Options: []Option{
			{Name: "a", Domain: Bool()},
			{Name: "b", Domain: Domain{Kind: DomainList, Values: []int64{-3, 1, 7, 9, 12}, Bits: 32, Signed: true}, Default: 7},
			{Name: "c", Domain: Bool(), Default: 1},
			{Name: "d", Domain: Domain{Kind: DomainRange, Min: 3, Max: 12, Bits: 32, Signed: true}, Default: 5},
		}}
		m := NewSets(sp)
		prices := make([]int64, len(sp.Options))
		for o := range prices {
			prices[o] = rapid.Int64Range(0, 5).Draw(t, "price")
		}
		var all []Configuration
		for _, a := range []int64{0, 1} {
			for _, b := range sp.Options[1].Domain.Values {
				for _, c := range []int64{0, 1} {
					for d := int64(3); d <= 12; d++ {
						all = append(all, Configuration{a, b, c, d})
					}
				}
			}
		}
		p := m.NewPricesFrom(rapid.SampledFrom(append(all, sp.Defaults())).Draw(t, "base"), prices)
		set := Empty
		least := int64(math.MaxInt64)
		for range rapid.IntRange(1, 6).Draw(t, "configurations") {
			c := rapid.SampledFrom(all).Draw(t, "configuration")
			set = m.Or(set, m.OfConfiguration(c))
		}
		for _, c := range all {
			if m.Contains(set, c) {
				least = min(least, p.Of(c))
			}
		}
		if got := p.Least(set); got != least {
			t.Fatalf("%s: at least %d, want %d", m.String(set), got, least)
		}
		if c := p.Cheapest(set); !m.Contains(set, c) || p.Of(c) != least {
			t.Fatalf("%s: %s costs %d, want %d", m.String(set), sp.FormatConfiguration(c), p.Of(c), least)
		}
	})
}
