package replay

// This file chooses configurations.

import (
	"math/rand/v2"

	"github.com/confcov/confcov/subjects/confspace"
)

// Pick returns a configuration of set s, in which only options that are symbolic differ from their defaults where
// s does not depend on others. With a nil r it is the one nearest to the defaults, else one by chance.
func Pick(m *confspace.Sets, s confspace.Set, symbolic []bool, r *rand.Rand) (confspace.Configuration, bool) {
	if r != nil && s != confspace.Empty {
		sp := m.Space()
		for _, o := range r.Perm(len(sp.Options)) {
			if !symbolic[o] {
				continue
			}
			if with := m.And(s, m.Setting(o, chance(&sp.Options[o], r))); with != confspace.Empty {
				s = with
			}
		}
	}
	return m.Any(s)
}

// chance returns a value of the option's domain, often one at its limits.
func chance(o *confspace.Option, r *rand.Rand) int64 {
	d := o.Domain
	if d.Kind == confspace.DomainList {
		return d.Values[r.IntN(len(d.Values))]
	}
	lo, hi := d.Bounds()
	v := []int64{lo, hi, o.Default, 0, 1, 2, 10, 100, 4096, lo + int64(r.Uint64N(uint64(hi-lo)|1))}[r.IntN(10)]
	if d.Kind == confspace.DomainBool {
		v = int64(r.IntN(2))
	}
	if !d.Contains(v) {
		return o.Default
	}
	return v
}
