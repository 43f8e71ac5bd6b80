package interp

// This file numbers what is recorded while a path runs, and projects it onto
// elements of coverage.
//
// The loop sets one bit for each way out of a block that it takes, and for each
// function that it enters. A way says which edge, which outcome of a decision and
// which block are covered, and that the block it leaves was executed to
// its end, that is, all lines that begin in it. Ways that say the same have the same
// bit, and those that say nothing have bit 0. Blocks that a path leaves in the middle
// (it ended there, its process ended, or longjmp) cover the lines up to there.

import (
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// element is an element of coverage.
type element struct {
	criterion coverage.Criterion
	id        uint32
}

// numbering maps ways to bits and bits to elements.
type numbering struct {
	entry    map[*ir.Func]uint32
	ways     map[*ir.Block][]uint32
	left     map[*ir.Block]uint32 // the lines up to the last call
	elements [][]element          // by bit; [0] is nil
	distinct bool                 // no two ways have the same bit
	calls    map[callKey]uint32   // distinct: the bit that counts activations that were left at the call; that of those entered behind it follows
}

// callKey is a call of a block.
type callKey struct {
	b     *ir.Block
	instr int
}

// words returns how many words hold the bits.
func (n *numbering) words() int { return (len(n.elements) + 63) / 64 }

func (n *numbering) way(f *ir.Func, block, k int) uint32 {
	if w := n.ways[f.Blocks[block]]; k < len(w) {
		return w[k]
	}
	return 0
}

func (n *numbering) add(e []element) uint32 {
	if len(e) == 0 && !n.distinct {
		return 0
	}
	n.elements = append(n.elements, e)
	return uint32(len(n.elements) - 1)
}

// number numbers the ways of a program's own functions.
func number(p *ir.Program, distinct bool) *numbering {
	n := &numbering{
		entry: map[*ir.Func]uint32{}, ways: map[*ir.Block][]uint32{}, left: map[*ir.Block]uint32{},
		distinct: distinct, calls: map[callKey]uint32{},
	}
	n.elements = append(n.elements, nil)
	for i := range p.Symbols {
		f := p.Symbols[i].Func
		if p.Symbols[i].Kind != ir.SymFunc || !f.Subject {
			continue
		}
		var e []element
		e = appendElement(e, coverage.Edge, f.EntryID)
		e = appendElement(e, coverage.Block, f.Blocks[0].ID)
		n.entry[f] = n.add(e)
		for _, b := range f.Blocks {
			n.numberBlock(f, b)
		}
	}
	return n
}

func appendElement(e []element, c coverage.Criterion, id uint32) []element {
	if id == 0 {
		return e
	}
	return append(e, element{c, id})
}

// linesTo returns the lines that begin in b up to instruction last.
func linesTo(b *ir.Block, last int) []element {
	var e []element
	for _, l := range b.Lines {
		if l.Instr <= last {
			e = appendElement(e, coverage.Line, l.ID)
		}
	}
	return e
}

func (n *numbering) numberBlock(f *ir.Func, b *ir.Block) {
	lines := linesTo(b, len(b.Instrs))
	outs := max(len(b.Term.Succs), 1)
	var bits []uint32
	for k := range outs {
		e := slices.Clone(lines)
		if k < len(b.Term.Succs) {
			s := b.Term.Succs[k]
			e = appendElement(e, coverage.Edge, s.ID)
			if b.Term.Cond != 0 {
				e = appendElement(e, coverage.Outcome, b.Term.Cond+uint32(k))
			}
			if !f.Blocks[s.To].Hidden {
				e = appendElement(e, coverage.Block, f.Blocks[s.To].ID)
			}
		}
		same := slices.IndexFunc(bits, func(o uint32) bool { return slices.Equal(n.elements[o], e) })
		if same >= 0 && !n.distinct {
			bits = append(bits, bits[same])
		} else {
			bits = append(bits, n.add(e))
		}
	}
	n.ways[b] = bits
	for k := len(b.Instrs) - 1; k >= 0; k-- {
		if b.Instrs[k].Op == ir.OpCall {
			n.left[b] = n.add(linesTo(b, k))
			break
		}
	}
	if n.distinct {
		for k := range b.Instrs {
			if b.Instrs[k].Op == ir.OpCall {
				n.calls[callKey{b, k}] = n.add(nil)
				n.add(nil)
			}
		}
	}
}

// leave records that the frames of p from index from on end in the middle of their blocks, at calls.
func (c *Code) leave(st *state.State, p *state.Process, from int) {
	for _, f := range p.Frames[from:] {
		fn := c.functions[f.Sym]
		bit := c.bits.left[fn.ir.Blocks[fn.places[f.PC].block]]
		st.Visited[bit>>6] |= 1 << (bit & 63)
		c.countCall(st, f, 0)
	}
}

// countCall counts that the frame leaves its block at the call where it stands (which is 0), or is entered behind that (1).
func (c *Code) countCall(st *state.State, f *state.Frame, which uint32) {
	if !c.counting {
		return
	}
	fn := c.functions[f.Sym]
	at := fn.places[f.PC]
	if bit := c.bits.calls[callKey{fn.ir.Blocks[at.block], int(at.index)}]; bit != 0 {
		st.Counts[bit+which]++
	}
}

// Cover returns the coverage of a finished state in a layout: what
// all configurations of its condition cover, and what only some do.
func (c *Code) Cover(st *state.State, sets *confspace.Sets, l coverage.Layout) ([]uint64, []path.Partial) {
	out := coverage.NewBits(l)
	set := func(es []element) {
		for _, e := range es {
			if l.Has(e.criterion) {
				out.Set(l.Bit(e.criterion, e.id))
			}
		}
	}
	coverage.Bits(st.Visited).Each(func(bit int) { set(c.bits.elements[bit]) })
	for _, p := range st.Procs {
		for _, f := range p.Frames {
			fn := c.functions[f.Sym]
			at := fn.places[f.PC]
			if at.index >= 0 {
				set(linesTo(fn.ir.Blocks[at.block], int(at.index)))
			}
		}
	}
	if len(st.Partial) == 0 {
		return out, nil
	}
	return out, c.partial(st, sets, l, out)
}

// partial adds to out the elements that the partial coverage of st together
// covers whatever the configuration, and returns the others.
func (c *Code) partial(st *state.State, sets *confspace.Sets, l coverage.Layout, out coverage.Bits) []path.Partial {
	when := map[element]confspace.Set{}
	for _, p := range st.Partial {
		for _, e := range c.bits.elements[p.Bit] {
			if l.Has(e.criterion) && !out.Has(l.Bit(e.criterion, e.id)) {
				when[e] = sets.Or(when[e], p.When)
			}
		}
	}
	var list []path.PartialElement
	for e, s := range when {
		if s == confspace.Full {
			out.Set(l.Bit(e.criterion, e.id))
		} else {
			list = append(list, path.PartialElement{Criterion: e.criterion, ID: e.id, Condition: s})
		}
	}
	return path.GroupPartial(list)
}
