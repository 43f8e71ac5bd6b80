package confspace

// This file computes what many values of one option leave of a set. The values' codes are sorted once, and a walk down the option's
// levels divides them, so that values for which the same is left are found together: what a set costs depends on
// how often that changes, not on how many values there are.

import (
	"cmp"
	"slices"
	"sort"
)

// Choice is some values of an option, for Cofactors.
type Choice struct {
	Option int
	Values []int64  // in the order of the C type, without repetition
	codes  []uint64 // of Values: ascending
}

// Choice prepares values of the option's domain.
func (m *Sets) Choice(option int, values []int64) *Choice {
	type coded struct {
		value int64
		code  uint64
	}
	list := make([]coded, len(values))
	for i, v := range values {
		x, ok := m.code(option, v)
		if !ok {
			panic("BUG: a choice of a value outside the domain of option " + m.space.Options[option].Name)
		}
		list[i] = coded{v, x}
	}
	slices.SortFunc(list, func(a, b coded) int { return cmp.Compare(a.code, b.code) })
	list = slices.Compact(list)
	c := &Choice{Option: option}
	for _, x := range list {
		c.Values, c.codes = append(c.Values, x.value), append(c.codes, x.code)
	}
	return c
}

// Run is neighbours in a Choice for which the same is left of a set.
type Run struct {
	From, To int // indices into Choice.Values; To is not one of them
	Rest     Set
}

// Cofactors returns what is left of s for the values of c, see Restrict, in the order of Values.
func (m *Sets) Cofactors(s Set, c *Choice) []Run {
	e := m.encoding(c.Option)
	if level, _, _ := m.split(s); level < e.first || len(m.rel.list) > 0 {
		var runs []Run
		for i, v := range c.Values {
			runs = addRun(runs, Run{i, i + 1, m.Restrict(s, c.Option, v)})
		}
		return runs
	}
	return m.divide(nil, s, e, e.first, c.codes, 0)
}

// divide appends the runs of codes, whose bits above level are equal; first is the index of codes[0].
func (m *Sets) divide(runs []Run, s Set, e *encoding, level int32, codes []uint64, first int) []Run {
	switch {
	case len(codes) == 0:
		return runs
	case m.nodes[s>>1].level >= e.end():
		return addRun(runs, Run{first, first + len(codes), s})
	case len(codes) == 1:
		return addRun(runs, Run{first, first + 1, m.follow(s, e, codes[0])})
	}
	low, high := m.at(s, level)
	bit := uint64(1) << (e.end() - 1 - level)
	n := sort.Search(len(codes), func(i int) bool { return codes[i]&bit != 0 })
	runs = m.divide(runs, low, e, level+1, codes[:n], first)
	return m.divide(runs, high, e, level+1, codes[n:], first+n)
}

func addRun(runs []Run, r Run) []Run {
	if n := len(runs); n > 0 && runs[n-1].Rest == r.Rest {
		runs[n-1].To = r.To
		return runs
	}
	return append(runs, r)
}
