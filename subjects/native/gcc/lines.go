package gcc

// This file computes how often control came to each line from gcc's counters, which are in a run's record.
//
// A function of the program is a graph of blocks and arcs (notes.go). The arcs that are not on a spanning tree have counters; the
// counts of the others follow, since as many ways lead out of a block as into it. A line that is the last of some
// block has as its count how often control came to those blocks from others, and the iterations of loops among them; a
// line that never is has the executions of the blocks that it occurs in. This is gcov's summation, but for
// blocks without lines, which gcc makes where it folds an expression to a jump, at joins, and where a function returns. gcov sees
// a line left and entered again when control passes such a block on its way from the line to itself. Here it
// belongs to the line from which control came; where it came from several and went on several ways, among them to one of those
// lines, the counts do not tell how often, and that line is not claimed.

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/confcov/confcov/explore/trace"
)

// lines returns the counts of a run.
func (p *Program) lines(ctx context.Context, r *record) (trace.Lines, error) {
	if p.graphs == nil {
		return p.gcovLines(ctx, r)
	}
	lines, unclear, err := p.countLines(r, false)
	for at := range unclear {
		delete(lines[at.file], at.line)
	}
	return lines, err
}

// countLines returns the counts of a run, literally as gcov does or not, and the lines that should not be claimed.
func (p *Program) countLines(r *record, literally bool) (trace.Lines, map[place]bool, error) {
	p.idle.once.Do(func() { p.idle.err = p.findIdle() })
	if p.idle.err != nil {
		return nil, nil, p.idle.err
	}
	lines, unclear := trace.Lines{}, map[place]bool{}
	for file, counts := range p.idle.lines {
		lines[file] = maps.Clone(counts)
	}
	counters := r.mem[r.counters:][:p.counters]
	for i, graphs := range p.graphs {
		if err := counts(graphs, p.idle.last[i], counters, literally, lines, unclear); err != nil {
			return nil, nil, err
		}
	}
	return lines, unclear, nil
}

// idle is what the lines are of functions that were not executed, as most are in a run.
type idle struct {
	once  sync.Once
	err   error
	lines trace.Lines          // all counts are 0
	last  []map[place][]*graph // by file of notes: the functions of which a line is the last of some block
}

func (p *Program) findIdle() error {
	p.idle.lines = trace.Lines{}
	none := make([]byte, p.counters)
	for _, graphs := range p.graphs {
		last, apart := map[place][]*graph{}, listedApart(graphs)
		for _, g := range graphs {
			if !g.hasLines() {
				continue
			}
			parts, err := g.parts(none, false, nil)
			if err != nil {
				return err
			}
			for at, part := range parts {
				add(p.idle.lines, at, nil)
				if len(part.last) > 0 && !apart(g, at) {
					last[at] = append(last[at], g)
				}
			}
		}
		p.idle.last = append(p.idle.last, last)
	}
	return nil
}

// countedArc is an arc and how often control went that way. Counts can be negative, as gcov's are: fork and setjmp return more often
// than they are called.
type countedArc struct {
	from, to int
	count    int64
}

// solve returns the counts of the arcs from the counters, in the order of both. The counters of a tree's arcs follow
// from the leaves on.
func (g *graph) solve(counters []byte) ([]countedArc, error) {
	arcs := make([]countedArc, len(g.arcs))
	open := make([]int, len(g.lines))   // arcs of a block whose count is not known
	sum := make([]int, len(g.lines))    // exclusive or of their indices
	rest := make([]int64, len(g.lines)) // ways in less ways out, of those that are known
	for i, a := range g.arcs {
		arcs[i] = countedArc{a.from, a.to, 0}
		if a.tree {
			for _, b := range [...]int{a.from, a.to} {
				open[b]++
				sum[b] ^= i
			}
			continue
		}
		n := int64(binary.LittleEndian.Uint64(counters))
		counters = counters[8:]
		arcs[i].count = n
		rest[a.from] -= n
		rest[a.to] += n
	}
	var work []int
	ready := func(b int) {
		if b >= firstBlock && open[b] == 1 {
			work = append(work, b)
		}
	}
	for b := range open {
		ready(b)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if open[b] != 1 {
			continue
		}
		i := sum[b]
		a := &arcs[i]
		a.count = rest[b]
		if a.to == b {
			a.count = -a.count
		}
		rest[a.from] -= a.count
		rest[a.to] += a.count
		for _, e := range [...]int{a.from, a.to} {
			open[e]--
			sum[e] ^= i
			ready(e)
		}
	}
	for _, n := range open {
		if n > 0 {
			return nil, fmt.Errorf("function %s: the counters do not determine the counts", g.name)
		}
	}
	return arcs, nil
}

// linePart is what a line is in one function.
type linePart struct {
	sheet *sheet
	last  []int // blocks of which it is the last line
	sum   int64 // executions of all blocks in which it occurs
}

// sheet is a function with the counts of a run.
type sheet struct {
	arcs    []countedArc
	preds   [][]int // by block: arcs
	line    []place // by block: its last line, or that of the block it belongs to
	blank   []bool  // by block: it has no line of its own
	unclear map[place]bool
}

// hasLines reports whether the function counts for lines.
func (g *graph) hasLines() bool { return !g.artificial && len(g.lines) > 0 }

// executed reports whether the function was entered.
func (g *graph) executed(counters []byte) bool {
	return g.instrumented && slices.ContainsFunc(counters[g.at:][:8*g.counters], func(b byte) bool { return b != 0 })
}

// listedApart says which lines of functions gcov lists for each of them: those of functions that begin on one line.
func listedApart(graphs []*graph) func(g *graph, at place) bool {
	begin := map[place]int{}
	for _, g := range graphs {
		begin[place{g.file, g.begin}]++
	}
	return func(g *graph, at place) bool {
		return begin[place{g.file, g.begin}] > 1 && at.file == g.file && g.begin <= at.line && at.line <= g.end
	}
}

// counts adds the counts of one file's functions to lines; last are those of which a line is the last of some block. literally: as gcov does. Lines that
// cannot be claimed are added to unclear.
func counts(graphs []*graph, last map[place][]*graph, counters []byte, literally bool, lines trace.Lines, unclear map[place]bool) error {
	apart := listedApart(graphs)
	ran := map[*graph]bool{}
	common := make(map[place][]*linePart, len(last))
	for _, g := range graphs {
		if !g.hasLines() || !g.executed(counters) {
			continue
		}
		ran[g] = true
		parts, err := g.parts(counters, literally, unclear)
		if err != nil {
			return err
		}
		for at, part := range parts {
			if apart(g, at) {
				add(lines, at, []*linePart{part})
			} else {
				common[at] = append(common[at], part)
			}
		}
	}
	for at, parts := range common {
		if slices.ContainsFunc(last[at], func(g *graph) bool { return !ran[g] }) {
			parts = append(parts, &linePart{last: []int{exitBlock}}) // of a function that was not
		}
		add(lines, at, parts)
	}
	return nil
}

// add adds the count of a line.
func add(lines trace.Lines, at place, parts []*linePart) {
	n, any := int64(0), false
	for _, l := range parts {
		if len(l.last) > 0 {
			any = true
			if l.sheet != nil {
				n += l.sheet.arrivals(l.last)
			}
		}
	}
	if !any {
		for _, l := range parts {
			n += l.sum
		}
	}
	if lines[at.file] == nil {
		lines[at.file] = map[uint32]uint64{}
	}
	lines[at.file][at.line] += uint64(n)
}

// parts returns the lines of a function.
func (g *graph) parts(counters []byte, literally bool, unclear map[place]bool) (map[place]*linePart, error) {
	var s *sheet
	executions := make([]int64, len(g.lines))
	if g.executed(counters) {
		arcs, err := g.solve(counters[g.at:])
		if err != nil {
			return nil, err
		}
		s = g.sheetOf(arcs)
		for _, a := range s.arcs {
			executions[a.to] += a.count
		}
		if !literally {
			s.assign()
		}
	}
	parts := make(map[place]*linePart, len(g.lines))
	for b, places := range g.lines {
		for _, at := range places {
			if at.file == "" {
				continue
			}
			l := parts[at]
			if l == nil {
				l = &linePart{sheet: s}
				parts[at] = l
			}
			l.sum += executions[b]
		}
		for _, at := range g.last[b] {
			if l := parts[at]; l != nil && b != len(g.lines)-1 { // gcov takes the highest block for the exit
				l.last = append(l.last, b)
			}
		}
	}
	if s == nil {
		return parts, nil
	}
	for b, at := range s.line {
		if l := parts[at]; s.blank[b] && l != nil {
			l.last = append(l.last, b)
		}
	}
	for at := range s.unclear {
		unclear[at] = true
	}
	return parts, nil
}

// sheetOf returns the function with the arcs that control took.
func (g *graph) sheetOf(arcs []countedArc) *sheet {
	n := len(g.lines)
	s := &sheet{preds: make([][]int, n), line: make([]place, n), blank: make([]bool, n), unclear: map[place]bool{}}
	for b, places := range g.lines {
		if len(places) > 0 {
			s.line[b] = places[len(places)-1]
		} else {
			s.blank[b] = b >= firstBlock
		}
	}
	for _, a := range arcs {
		if a.count != 0 {
			s.arcs = append(s.arcs, a)
		}
	}
	s.index()
	return s
}

func (s *sheet) index() {
	for b := range s.preds {
		s.preds[b] = s.preds[b][:0]
	}
	for i, a := range s.arcs {
		s.preds[a.to] = append(s.preds[a.to], i)
	}
}

// assign gives the blocks without lines to those from which control came: all of a block where it came from one line, else
// by way, where there is one way on.
func (s *sheet) assign() {
	open := []int{}
	for b, blank := range s.blank {
		if blank {
			open = append(open, b)
		}
	}
	waits := func(b int) bool { return slices.Contains(open, b) }
	for more := true; more; {
		more = false
		for _, b := range open {
			from, one, ready := place{}, true, true
			for k, i := range s.preds[b] {
				a := s.arcs[i]
				ready = ready && (a.from == b || !waits(a.from))
				if k == 0 {
					from = s.line[a.from]
				}
				one = one && s.line[a.from] == from
			}
			if ready && one {
				s.line[b] = from
			} else if !s.splice(b) {
				continue
			}
			open = slices.DeleteFunc(slices.Clone(open), func(o int) bool { return o == b })
			more = true
			break
		}
	}
	s.doubt(open)
}

// splice takes a block out of all ways that lead through it, if there is one way on.
func (s *sheet) splice(b int) bool {
	var out []int
	for i, a := range s.arcs {
		if a.from == b {
			out = append(out, i)
		}
	}
	if len(out) != 1 || s.arcs[out[0]].to == b {
		return false
	}
	to := s.arcs[out[0]].to
	for i := range s.arcs {
		if s.arcs[i].to == b {
			s.arcs[i].to = to
		}
	}
	s.arcs = slices.Delete(s.arcs, out[0], out[0]+1)
	s.index()
	return true
}

// doubt finds the lines from which control may have come back to them through blocks that belong to none.
func (s *sheet) doubt(open []int) {
	for _, first := range open {
		into, onto := map[place]bool{}, map[place]bool{}
		seen := map[int]bool{first: true}
		for work := []int{first}; len(work) > 0; work = work[1:] {
			for _, a := range s.arcs {
				switch {
				case a.to == work[0] && !slices.Contains(open, a.from):
					into[s.line[a.from]] = true
				case a.from == work[0] && !slices.Contains(open, a.to):
					onto[s.line[a.to]] = true
				case a.to == work[0] && !seen[a.from]:
					seen[a.from] = true
					work = append(work, a.from)
				case a.from == work[0] && !seen[a.to]:
					seen[a.to] = true
					work = append(work, a.to)
				}
			}
		}
		for at := range into {
			if onto[at] {
				s.unclear[at] = true
			}
		}
	}
}

// arrivals returns how often control came to the blocks from others, and how often it went round in loops among them.
func (s *sheet) arrivals(blocks []int) int64 {
	inside := map[int]bool{}
	for _, b := range blocks {
		inside[b] = true
	}
	n := int64(0)
	left := map[int][]countedArc{} // by block: ways to others inside
	for _, b := range blocks {
		for _, i := range s.preds[b] {
			a := s.arcs[i]
			switch {
			case !inside[a.from]:
				n += a.count
			case a.count > 0:
				left[a.from] = append(left[a.from], a)
			}
		}
	}
	if len(left) == 0 {
		return n
	}
	slices.Sort(blocks)
	for _, b := range blocks {
		for least := loop(left, b); least > 0; least = loop(left, b) {
			n += least
		}
	}
	return n
}

// loop finds a loop through start and blocks after it, takes from its arcs as many as all of them have, and returns how many
// these are; 0: there is none.
func loop(left map[int][]countedArc, start int) int64 {
	seen := map[int]bool{}
	var way []*countedArc
	var visit func(b int) bool
	visit = func(b int) bool {
		for k := range left[b] {
			a := &left[b][k]
			if a.count == 0 || a.to < start || a.to != start && seen[a.to] {
				continue
			}
			seen[a.to] = true
			way = append(way, a)
			if a.to == start || visit(a.to) {
				return true
			}
			way = way[:len(way)-1]
		}
		return false
	}
	if !visit(start) {
		return 0
	}
	least := way[0].count
	for _, a := range way {
		least = min(least, a.count)
	}
	for _, a := range way {
		a.count -= least
	}
	return least
}
