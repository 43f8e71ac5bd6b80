package confspace

// This file partitions the domain of an option by what sets say about it.

import (
	"slices"
)

// Class is a set of values of an option among which no set distinguishes.
type Class struct {
	Values         Set // the configurations in which the option has one of the values
	Representative int64
}

// Partition returns the coarsest partition of the option's domain that none of the
// sets splits: values v and w are in one class if for every set the cofactors for v and w are equal. The representative
// is the default where it is in the class, else the smallest value from 0 on, else the greatest
// negative one. Classes are ordered by their smallest value. It gives up (ok is false) beyond max classes; 0: no limit.
func (m *Sets) Partition(option int, sets []Set, max int) (classes []Class, ok bool) {
	e := m.encoding(option)
	refined, ok := m.refine(e, m.entries(e, sets), max)
	if !ok {
		return nil, false
	}
	var parts []Set
	for _, p := range refined.parts {
		parts = append(parts, p.codes)
	}
	parts = m.splitOwn(option, parts, sets)
	if max > 0 && len(parts) > max {
		return nil, false
	}
	first := make(map[Set]uint64, len(parts))
	for _, p := range parts {
		v, _ := m.prefer(p, option)
		if m.HasRelations(p) {
			if c, ok := m.Any(p); ok {
				v = c[option]
			} else { // what cannot be decided is left out of the classes
				continue
			}
			first[p], _ = m.code(option, v)
		} else {
			first[p], _ = m.next(p, e, e.first, 0)
		}
		classes = append(classes, Class{p, v})
	}
	slices.SortFunc(classes, func(a, b Class) int {
		if first[a.Values] < first[b.Values] {
			return -1
		}
		return 1
	})
	return classes, true
}

// splitOwn splits parts of an option's values, each a set that depends on the option's bits alone, by the relations of sets on this option.
func (m *Sets) splitOwn(option int, parts, sets []Set) []Set {
	if m.rel.theory == nil {
		return parts
	}
	var own []int
	for _, s := range sets {
		own = append(own, m.own(s, option)...)
	}
	slices.Sort(own)
	for _, i := range slices.Compact(own) {
		var next []Set
		for _, p := range parts {
			with, without := m.And(p, m.literal(i)), m.Diff(p, m.literal(i))
			if m.Possible(with) == No || m.Possible(without) == No {
				next = append(next, p)
			} else {
				next = append(next, with, without)
			}
		}
		parts = next
	}
	return parts
}

// entries returns the sets that paths from the roots meet first at or below the
// option's levels and that depend on the option, without repetition or complement, in a fixed order.
func (m *Sets) entries(e *encoding, roots []Set) []Set {
	var out []Set
	seen := map[Set]bool{}
	var rec func(s Set)
	rec = func(s Set) {
		s &^= 1
		level, low, high := m.split(s)
		if level >= e.end() || seen[s] {
			return
		}
		seen[s] = true
		if level >= e.first {
			out = append(out, s)
			return
		}
		rec(low)
		rec(high)
	}
	for _, s := range roots {
		rec(s)
	}
	return out
}

// rests returns the sets that may be left of s at the level end and below.
func (m *Sets) rests(s Set, end int32) []Set {
	var rests []Set
	seen := map[Set]bool{}
	var find func(s Set)
	find = func(s Set) {
		if seen[s] {
			return
		}
		seen[s] = true
		level, low, high := m.split(s)
		if level >= end {
			rests = append(rests, s)
			return
		}
		find(low)
		find(high)
	}
	find(s)
	return rests
}

// reaching returns the values of the variables above the level end for which rest is left of s.
func (m *Sets) reaching(s Set, end int32, rest Set) Set {
	memo := map[Set]Set{}
	var where func(s Set) Set
	where = func(s Set) Set {
		level, low, high := m.split(s)
		if level >= end {
			return constant(s == rest)
		}
		if x, ok := memo[s]; ok {
			return x
		}
		low = where(low)
		x := m.mk(level, low, where(high))
		memo[s] = x
		return x
	}
	return where(s)
}
