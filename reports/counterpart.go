package reports

// This file finds which elements of two runs are the same, where sources differ: by the lines of the sources, as a diff of these has them.
//
// Lines, and outcomes of conditions, are those at the same place; blocks those that begin there, in their order; edges those between the same blocks,
// since the numbers of blocks change with each of them that is added.

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/reports/patch"
)

// Sources are the sources of a run by name; nil if they are not known.
type Sources map[string][]byte

// counterparts returns, by criterion and id-1 of an element of before, the id of the same element of after, 0 if there is none.
func counterparts(before, after *coverage.Universe, a, b Sources) map[coverage.Criterion][]uint32 {
	c := &matcher{before: before, after: after, lines: linesOf(a, b)}
	out := map[coverage.Criterion][]uint32{}
	for _, cr := range coverage.Criteria() {
		out[cr] = make([]uint32, before.Count(cr))
	}
	c.places(coverage.Line, out[coverage.Line])
	c.places(coverage.Outcome, out[coverage.Outcome])
	c.places(coverage.Block, out[coverage.Block])
	c.edges(out[coverage.Edge], out[coverage.Block])
	return out
}

// linesOf returns what says which line of a file of the run after is a line of one before, 0 if none is. Where sources are not known lines are what they were.
func linesOf(a, b Sources) func(file string, line uint32) uint32 {
	maps := map[string][]int{}
	return func(file string, line uint32) uint32 {
		if a == nil || b == nil || bytes.Equal(a[file], b[file]) {
			return line
		}
		m, ok := maps[file]
		if !ok {
			m = patch.Lines(a[file], b[file])
			maps[file] = m
		}
		if int(line) >= len(m) {
			return 0
		}
		return uint32(m[line])
	}
}

type matcher struct {
	before, after *coverage.Universe
	lines         func(file string, line uint32) uint32
}

// position is where elements are that have an order of their own there.
type position struct {
	file   string
	line   uint32
	detail string
}

// positionOf returns the position of an element on a line. Where a block begins on a line that was changed says nothing; so columns do not count for blocks.
func positionOf(e *coverage.Element, line uint32) position {
	p := position{file: e.File, line: line}
	if e.Criterion == coverage.Outcome {
		p.detail, _, _ = strings.Cut(e.Detail, " (") // of several at one place
	}
	return p
}

// places matches elements by their places. Where a place does not have as many of them, those whose columns are the same.
func (c *matcher) places(cr coverage.Criterion, out []uint32) {
	there := map[position][]*coverage.Element{}
	for i := range c.after.Elements[cr] {
		e := &c.after.Elements[cr][i]
		p := positionOf(e, e.Line)
		there[p] = append(there[p], e)
	}
	here := map[position][]*coverage.Element{}
	var order []position
	for i := range c.before.Elements[cr] {
		e := &c.before.Elements[cr][i]
		line := c.lines(e.File, e.Line)
		if line == 0 && e.Line != 0 {
			continue
		}
		p := positionOf(e, line)
		if here[p] == nil {
			order = append(order, p)
		}
		here[p] = append(here[p], e)
	}
	for _, p := range order {
		list := there[p]
		for i, e := range here[p] {
			if len(list) == len(here[p]) {
				out[e.ID-1] = list[i].ID
				continue
			}
			for k, x := range list {
				if x != nil && x.Col == e.Col && x.Func == e.Func {
					out[e.ID-1], list[k] = x.ID, nil
					break
				}
			}
		}
	}
}

// blockName names a block in edges.
type blockName struct{ file, function, number string }

// edges matches edges between blocks that are matched.
func (c *matcher) edges(out, blocks []uint32) {
	name := func(e *coverage.Element, number string) blockName {
		number, _, _ = strings.Cut(number, " (")
		return blockName{e.File, e.Func, number}
	}
	ids := func(u *coverage.Universe) map[blockName]uint32 {
		m := map[blockName]uint32{}
		for i := range u.Elements[coverage.Block] {
			e := &u.Elements[coverage.Block][i]
			m[name(e, strings.TrimPrefix(e.Detail, "block "))] = e.ID
		}
		return m
	}
	here, there := ids(c.before), ids(c.after)
	type edge struct{ from, to string }
	// end names an end of an edge: a block of after by its id, anything else, as where a function is entered, by its name.
	end := func(e *coverage.Element, number string, ids map[blockName]uint32, mapped []uint32) string {
		id := ids[name(e, number)]
		switch {
		case id == 0:
			return e.File + " " + e.Func + " " + number
		case mapped == nil:
			return fmt.Sprint(id)
		case mapped[id-1] == 0:
			return ""
		}
		return fmt.Sprint(mapped[id-1])
	}
	ends := func(e *coverage.Element, ids map[blockName]uint32, mapped []uint32) edge {
		detail, _, _ := strings.Cut(e.Detail, " (") // of several at one place
		a, b, _ := strings.Cut(detail, "->")
		return edge{end(e, a, ids, mapped), end(e, b, ids, mapped)}
	}
	list := map[edge][]uint32{}
	for i := range c.after.Elements[coverage.Edge] {
		e := &c.after.Elements[coverage.Edge][i]
		x := ends(e, there, nil)
		list[x] = append(list[x], e.ID)
	}
	for i := range c.before.Elements[coverage.Edge] {
		x := ends(&c.before.Elements[coverage.Edge][i], here, blocks)
		if x.from == "" || x.to == "" {
			continue
		}
		if l := list[x]; len(l) > 0 {
			out[i], list[x] = l[0], l[1:]
		}
	}
}
