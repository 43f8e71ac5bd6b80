package replay

// This file chooses configurations.

import (
	"math/rand/v2"
	"slices"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// Pick returns a configuration that takes path p, in which only options that are symbolic differ from their defaults where
// the path condition, a set of m, does not depend on others. With a nil r it is the one nearest to the defaults, else a random one.
// Where the condition is wider than the path it is the path's witness.
func Pick(m *confspace.Sets, p *path.Path, symbolic []bool, r *rand.Rand) (confspace.Configuration, bool) {
	if p.Witness != nil {
		return p.Witness, true
	}
	s := p.Condition
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

// Taken returns the number of the path of t that configuration c takes. Among paths that are all narrower than their
// conditions it may be unknown which; the reason says so.
func Taken(t *path.Test, c confspace.Configuration) (p int, reason string) {
	var wide []int
	for i := range t.Paths {
		q := &t.Paths[i]
		switch {
		case !t.Sets.Contains(q.Condition, c):
		case q.Exact() || slices.Equal(q.Witness, c):
			return i, ""
		default:
			wide = append(wide, i)
		}
	}
	switch len(wide) {
	case 0:
		return 0, "no path is stored for the configuration"
	case 1:
		return wide[0], ""
	}
	return 0, "which path the configuration takes is not known: " + path.Wide
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
