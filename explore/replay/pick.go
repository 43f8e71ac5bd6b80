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

// Draw returns configurations of paths of t that can be replayed, in which only symbolic options differ from their defaults as far as conditions allow:
// of each path one, and of each distinct condition of what is covered or written on a path, one that satisfies it and one of the path's others. A
// configuration stands for all conditions that it satisfies or does not, so they are few. With a nil r they are near the defaults, else random.
func Draw(t *path.Test, p int, symbolic []bool, r *rand.Rand) []confspace.Configuration {
	var out []confspace.Configuration
	draw := func(s confspace.Set) {
		if slices.ContainsFunc(out, func(c confspace.Configuration) bool { return t.Sets.Contains(s, c) }) {
			return
		}
		if c, ok := Pick(t.Sets, &path.Path{Condition: s}, symbolic, r); ok {
			out = append(out, c)
		}
	}
	q := &t.Paths[p]
	if q.Witness != nil {
		return []confspace.Configuration{q.Witness}
	}
	draw(q.Condition)
	seen := map[confspace.Set]bool{}
	both := func(s confspace.Set) {
		if !seen[s] {
			seen[s] = true
			draw(s)
			draw(t.Sets.Diff(q.Condition, s))
		}
	}
	for i := range q.Partial {
		both(q.Partial[i].Condition)
	}
	for i := range q.Texts {
		both(q.Texts[i].Condition)
	}
	return out
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
	if d.Kind == confspace.DomainStrings {
		return r.Int64N(hi + 1)
	}
	v := []int64{lo, hi, o.Default, 0, 1, 2, 10, 100, 4096, lo + int64(r.Uint64N(uint64(hi-lo)|1))}[r.IntN(10)]
	if d.Kind == confspace.DomainBool {
		v = int64(r.IntN(2))
	}
	if !d.Contains(v) {
		return o.Default
	}
	return v
}
