package interp

// This file computes how often control came to each line, as gcov does (add_line_counts and
// accumulate_line_info are what its source calls this).
//
// A Code that counts has one counter for each way out of a block, each entry of a function, and each call: how often an
// activation was left there for good (exit, longjmp), or entered behind it (setjmp, fork). The counts of lines
// follow when a path has ended.
//
// Some lines are not claimed, since gcov counts them in ways of its own: those on which several functions begin, functions on one
// line with computed gotos, lines in the middle of which setjmp returned again, and the lines of statements that are on
// several: a jump of && or || is where the operator is, a call where its name is, and gcov comes back to the first line.
//
// gcov's blocks end at calls, unless gcc knows that they return (of pure functions and of most of the library's that
// it knows), so the blocks here are cut behind each that does. A line that is the greatest of some block has as its count how often control
// came to those blocks from others, and the iterations of loops among them; a line that never is
// has the executions of the blocks that it occurs in. The lines of a block are those of the statements that begin in
// it and, at its beginning, the one of the statement that goes on from before it. A block whose predecessors
// disagree about that one belongs to none.

import (
	"slices"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/explore/trace"
)

// piece is what gcov takes for a block: it ends at a call or where control goes different ways.
type piece struct {
	file  uint16
	lines []uint32 // without repetitions
	count uint64   // executions
	preds []arc
}

// arc is a way to a piece. From outside: the entry of the function.
type arc struct {
	from  int
	count uint64
}

const outside = -1

// sheet is the pieces of a function.
type sheet struct {
	pieces []piece
	first  []int    // by block: the piece that it begins in
	last   []int    // by block: the piece that it ends in
	goes   []bool   // by block: it goes on in the piece that its one predecessor ends in
	apart  bool     // a computed goto is in it, which gcov counts otherwise
	again  []uint32 // lines within which control came back to a call
	spread []uint32 // lines of statements that are on several lines
}

// Lines returns the counts of lines of a state that ended; nil if the code does not count.
func (c *Code) Lines(st *state.State) trace.Lines {
	if !c.counting {
		return nil
	}
	counts := slices.Clone(st.Counts)
	ended := &state.State{Counts: counts}
	for _, p := range st.Procs {
		for _, f := range p.Frames {
			c.countCall(ended, f, 0)
		}
	}
	out := trace.Lines{}
	begin := map[lineKey]int{} // how many functions begin on a line
	for _, fn := range c.functions {
		if fn != nil && fn.counted {
			begin[lineKey{fn.ir.Pos.File, fn.ir.Pos.Line}]++
		}
	}
	byLine := map[lineKey][]*linePieces{}
	var order []lineKey
	for _, fn := range c.functions {
		if fn == nil || !fn.counted {
			continue
		}
		s := c.sheetOf(fn, counts)
		for _, l := range s.lines() {
			if byLine[l.key] == nil {
				order = append(order, l.key)
			}
			byLine[l.key] = append(byLine[l.key], l)
		}
	}
	for _, k := range order {
		file := &c.Program.Files[k.file]
		if !file.Subject || begin[k] > 1 || slices.ContainsFunc(byLine[k], (*linePieces).apart) {
			continue
		}
		if out[file.Name] == nil {
			out[file.Name] = map[uint32]uint64{}
		}
		out[file.Name][k.line] = countOf(byLine[k])
	}
	return out
}

// lineKey is a line of the source.
type lineKey struct {
	file uint16
	line uint32
}

// linePieces is what a line is in one function.
type linePieces struct {
	key   lineKey
	sheet *sheet
	last  []int  // pieces of which it is the last line
	sum   uint64 // executions of all pieces that it occurs in
}

// apart reports whether gcov counts the line otherwise: all of a function with a computed goto is on it, or control came back to
// a call in the middle of it.
func (l *linePieces) apart() bool {
	return slices.Contains(l.sheet.spread, l.key.line) || l.sheet.apart && len(l.sheet.pieces) == len(l.last) || len(l.last) > 1 && slices.Contains(l.sheet.again, l.key.line)
}

// countOf returns the count of a line.
func countOf(ls []*linePieces) uint64 {
	n, any := uint64(0), false
	for _, l := range ls {
		if len(l.last) > 0 {
			n += l.sheet.arrivals(l.last)
			any = true
		}
	}
	if !any {
		for _, l := range ls {
			n += l.sum
		}
	}
	return n
}

// sheetOf makes the pieces of a function and counts them.
func (c *Code) sheetOf(fn *function, counts []uint64) *sheet {
	f := fn.ir
	n := len(f.Blocks)
	s := &sheet{first: make([]int, n), last: make([]int, n), goes: make([]bool, n)}
	next := chains(f)
	for _, to := range next {
		if to >= 0 {
			s.goes[to] = true
		}
	}
	current := statements(f)
	for i := range f.Blocks {
		if s.goes[i] {
			continue
		}
		s.pieces = append(s.pieces, piece{})
		for b := i; b >= 0; b = next[b] {
			s.first[b] = len(s.pieces) - 1
			s.cut(f.Blocks[b], current[b], next[b] >= 0)
			s.last[b] = len(s.pieces) - 1
		}
	}
	s.arcs(outside, 0, counts[fn.entry])
	for i, b := range f.Blocks {
		for k, e := range b.Term.Succs {
			if !s.goes[e.To] {
				s.arcs(s.last[i], s.first[e.To], counts[c.bits.ways[b][k]])
			}
		}
	}
	for i := range f.Blocks {
		if s.goes[i] {
			continue
		}
		for b := i; b >= 0; b = next[b] {
			c.countPieces(s, f.Blocks[b], counts)
		}
	}
	return s
}

// arcs adds a way to a piece.
func (s *sheet) arcs(from, to int, count uint64) {
	p := &s.pieces[to]
	p.preds = append(p.preds, arc{from, count})
	p.count += count
}

// countPieces counts the pieces behind the calls of a block. That control comes back to a call (by longjmp) is no arrival for gcov.
func (c *Code) countPieces(s *sheet, b *ir.Block, counts []uint64) {
	p := s.first[b.Index]
	for k := range b.Instrs {
		if ends(&b.Instrs[k]) {
			bit := c.bits.calls[callKey{b, k}]
			s.arcs(p, p+1, s.pieces[p].count-counts[bit]+counts[bit+1])
			if counts[bit+1] > 0 {
				s.again = append(s.again, s.pieces[p].lines...)
			}
			p++
		}
	}
	for mark := range b.Lines {
		if jumpsTwice(b, mark) {
			s.arcs(p, p+1, s.pieces[p].count)
			p++
		}
	}
}

// chains returns for each block the one that is a part of the same block for gcc, since it is the only way on and has no other
// predecessor; -1: none. A goto or break with a line of its own keeps blocks apart.
func chains(f *ir.Func) []int {
	preds := f.Preds()
	next := make([]int, len(f.Blocks))
	for i, b := range f.Blocks {
		next[i] = -1
		n := len(b.Lines)
		if b.Term.Kind != ir.TermJump || n > 0 && b.Lines[n-1].Instr == len(b.Instrs) {
			continue
		}
		if to := b.Term.Succs[0].To; to != i && to != 0 && len(preds[to]) == 1 {
			next[i] = to
		}
	}
	return next
}

// statements returns for each block the statement that goes on at its start; none where that is not one.
func statements(f *ir.Func) []ir.Pos {
	type in struct {
		pos   ir.Pos
		known bool
	}
	at := make([]in, len(f.Blocks))
	work := []int{0}
	at[0].known = true
	for len(work) > 0 {
		b := f.Blocks[work[len(work)-1]]
		work = work[:len(work)-1]
		out := at[b.Index].pos
		if n := len(b.Lines); n > 0 {
			out = b.Lines[n-1].Pos
		}
		for _, e := range b.Term.Succs {
			x := &at[e.To]
			switch {
			case !x.known:
				*x = in{out, true}
			case x.pos != out && x.pos != ir.Pos{}:
				x.pos = ir.Pos{}
			default:
				continue
			}
			work = append(work, e.To)
		}
	}
	poss := make([]ir.Pos, len(at))
	for i := range at {
		poss[i] = at[i].pos
	}
	return poss
}

// cut adds a block, which begins within statement pos, to the last piece, and those that begin behind its calls.
// more says that another block is to follow in the last of these.
func (s *sheet) cut(b *ir.Block, pos ir.Pos, more bool) {
	add := func(q ir.Pos) {
		pos = q
		p := &s.pieces[len(s.pieces)-1]
		if q.IsValid() && !slices.Contains(p.lines, q.Line) {
			p.file, p.lines = q.File, append(p.lines, q.Line)
		}
	}
	s.apart = s.apart || b.Term.Kind == ir.TermIndirect
	mark, begin := 0, true
	for k := 0; k <= len(b.Instrs); k++ {
		for mark < len(b.Lines) && b.Lines[mark].Instr == k {
			if jumpsTwice(b, mark) {
				s.pieces = append(s.pieces, piece{})
			}
			add(b.Lines[mark].Pos)
			mark++
			begin = false
		}
		if begin && (k < len(b.Instrs) || !more) {
			add(pos)
		}
		begin = false
		at := b.Term.Pos
		if k < len(b.Instrs) {
			at = b.Instrs[k].Pos
		}
		if (k < len(b.Instrs) || b.Term.Kind == ir.TermBranch) && at.IsValid() && at.Line != pos.Line {
			s.spread = append(s.spread, pos.Line, at.Line)
		}
		if k < len(b.Instrs) && ends(&b.Instrs[k]) {
			s.pieces = append(s.pieces, piece{})
			begin = true
		}
	}
}

// jumpsTwice reports whether the mark is of a jump that follows another in a block: continue, and the jump back of an endless loop. gcc
// keeps the two apart.
func jumpsTwice(b *ir.Block, mark int) bool {
	n := len(b.Instrs)
	return b.Term.Kind == ir.TermJump && mark > 0 && b.Lines[mark].Instr == n && b.Lines[mark-1].Instr == n
}

// ends reports whether the instruction ends a block of gcov's.
func ends(in *ir.Instr) bool { return in.Op == ir.OpCall && !in.Returns }

// lines returns what the lines are in the function, in the order of their first pieces.
func (s *sheet) lines() []*linePieces {
	index := map[lineKey]*linePieces{}
	var out []*linePieces
	for i := range s.pieces {
		p := &s.pieces[i]
		slices.Sort(p.lines)
		for k, line := range p.lines {
			key := lineKey{p.file, line}
			l := index[key]
			if l == nil {
				l = &linePieces{key: key, sheet: s}
				index[key] = l
				out = append(out, l)
			}
			l.sum += p.count
			if k == len(p.lines)-1 { // gcov sorts the lines of a block
				l.last = append(l.last, i)
			}
		}
	}
	return out
}

// arrivals returns how often control came to the pieces from others, and how often it went round in cycles among them.
func (s *sheet) arrivals(pieces []int) uint64 {
	inside := map[int]bool{}
	for _, p := range pieces {
		inside[p] = true
	}
	n := uint64(0)
	flow := map[int][]arc{} // by piece: ways to others inside
	for _, p := range pieces {
		for _, a := range s.pieces[p].preds {
			switch {
			case !inside[a.from]:
				n += a.count
			case a.count > 0:
				flow[a.from] = append(flow[a.from], arc{p, a.count})
			}
		}
	}
	for _, p := range pieces {
		for least := circuit(flow, p); least > 0; least = circuit(flow, p) {
			n += least
		}
	}
	return n
}

// circuit finds a cycle through start and pieces after it, takes from its arcs as many as all of them have, and returns how many
// these are; 0: there is no cycle.
func circuit(flow map[int][]arc, start int) uint64 {
	seen := map[int]bool{}
	var path []*arc
	var visit func(p int) bool
	visit = func(p int) bool {
		for k := range flow[p] {
			a := &flow[p][k]
			if a.count == 0 || a.from < start || a.from != start && seen[a.from] {
				continue
			}
			seen[a.from] = true
			path = append(path, a)
			if a.from == start || visit(a.from) {
				return true
			}
			path = path[:len(path)-1]
		}
		return false
	}
	if !visit(start) {
		return 0
	}
	least := path[0].count
	for _, a := range path {
		least = min(least, a.count)
	}
	for _, a := range path {
		a.count -= least
	}
	return least
}
