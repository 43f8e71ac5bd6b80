package frontend

// This file turns the blocks of a lowered function into their final form: it
// removes what cannot be reached and joins what need not be separate.

import "github.com/confcov/confcov/explore/ir"

// finish fills in the function's blocks.
func (l *funcLowerer) finish() {
	entry := l.blocks[0]
	thread(l.blocks)
	reach(entry)
	preds := countPreds(l.blocks)
	var out []*block
	for _, b := range l.blocks {
		if !b.mark || b.index < 0 {
			continue
		}
		out = append(out, b)
		l.absorb(b, preds)
	}
	l.number(entry, out)
	l.assignUnset()
}

// assignUnset gives variables that are read and never assigned the value 0 at the entry.
func (l *funcLowerer) assignUnset() {
	used, set := make([]bool, l.out.Regs), make([]bool, l.out.Regs)
	for i := range l.out.Params {
		set[i] = true
	}
	for _, b := range l.out.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			in.Uses(func(r ir.Reg) { used[r] = true })
			if d := in.Def(); d != ir.NoReg {
				set[d] = true
			}
		}
		if r := b.Term.Use(); r != ir.NoReg {
			used[r] = true
		}
	}
	var first []ir.Instr
	for r := range used {
		if used[r] && !set[r] {
			first = append(first, ir.Instr{Op: ir.OpConst, Dst: ir.Reg(r), A: ir.NoReg, B: ir.NoReg, C: ir.NoReg, Sym: -1}) // without a position, which tells it from an assignment
		}
	}
	if first == nil {
		return
	}
	e := l.out.Blocks[0]
	e.Instrs = append(first, e.Instrs...)
	for i := range e.Lines {
		e.Lines[i].Instr += len(first)
	}
}

// thread makes jumps to blocks that only jump on go where those go. Each block on the way then jumps there too, so that no
// way is followed twice.
func thread(blocks []*block) {
	for _, b := range blocks {
		for i, s := range b.succs {
			end := s
			for n := 0; end.trivial() && n < len(blocks); n++ {
				end = end.succs[0]
			}
			for s != end && s.trivial() {
				next := s.succs[0]
				s.succs[0] = end
				s = next
			}
			b.succs[i] = end
		}
	}
}

// trivial reports whether a block does nothing but jump.
func (b *block) trivial() bool {
	return b.ir.Term.Kind == ir.TermJump && len(b.ir.Instrs) == 0 && len(b.ir.Lines) == 0 && !b.keep && !b.ends &&
		!b.ir.Hidden && b.succs[0] != b
}

// reach marks the blocks that can be reached from b.
func reach(b *block) {
	work := []*block{b}
	b.mark = true
	for len(work) > 0 {
		b = work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.succs {
			if !s.mark {
				s.mark = true
				work = append(work, s)
			}
		}
	}
}

func countPreds(blocks []*block) map[*block]int {
	preds := map[*block]int{}
	for _, b := range blocks {
		if b.mark {
			for _, s := range b.succs {
				preds[s]++
			}
		}
	}
	return preds
}

// absorb appends to b the blocks that only b leads to.
func (l *funcLowerer) absorb(b *block, preds map[*block]int) {
	for b.ir.Term.Kind == ir.TermJump && !b.ends {
		s := b.succs[0]
		if s == b || s == l.blocks[0] || preds[s] != 1 || s.keep || s.ir.Hidden != b.ir.Hidden {
			return
		}
		n := len(b.ir.Instrs)
		for _, m := range s.ir.Lines {
			m.Instr += n
			b.ir.Lines = append(b.ir.Lines, m)
		}
		for i := range l.labelAt {
			if u := &l.labelAt[i]; u.b == s {
				u.b, u.instr = b, u.instr+n
			}
		}
		b.ir.Instrs = append(b.ir.Instrs, s.ir.Instrs...)
		b.ir.Term, b.succs, b.join, b.ends = s.ir.Term, s.succs, s.join, s.ends
		s.index = -1
	}
}

// number gives the blocks their indices and resolves edges, joins and labels.
func (l *funcLowerer) number(entry *block, out []*block) {
	n := 0
	for _, b := range out {
		if b.index >= 0 {
			b.index = n
			b.ir.Index = n
			n++
			l.out.Blocks = append(l.out.Blocks, b.ir)
		}
	}
	for _, b := range out {
		if b.index < 0 {
			continue
		}
		b.ir.Term.Succs = nil
		for _, s := range b.succs {
			b.ir.Term.Succs = append(b.ir.Term.Succs, ir.Edge{To: s.index})
		}
		if b.join != nil {
			b.ir.Term.Logical, b.ir.Term.Join = true, b.join.index
		}
	}
	for lb, b := range l.labels {
		if b.mark && b.index >= 0 {
			l.u.blocks[lb] = b.index
		} else {
			l.u.blocks[lb] = 0 // never jumped to: no computed goto remains
		}
	}
	for _, u := range l.labelAt {
		if u.b.mark && u.b.index >= 0 {
			u.b.ir.Instrs[u.instr].Imm = uint64(l.u.blocks[u.label])
		}
	}
}
