package ir

// This file implements the verifier's checks that need the whole function:
// assignments before uses, widths of operands, and logical regions.

// Uses calls fn with every register that the instruction reads.
func (in *Instr) Uses(fn func(Reg)) {
	s := in.Op.Shape()
	if s.Has(AddrDst) {
		fn(in.Dst)
	}
	if s.Has(HasA) || s.Has(CallArgs) && in.Sym < 0 {
		fn(in.A)
	}
	if s.Has(HasB|HasBImm) && in.B != NoReg {
		fn(in.B)
	}
	if s.Has(HasC|HasCImm) && in.C != NoReg {
		fn(in.C)
	}
	for _, r := range in.Args {
		fn(r)
	}
}

// Def returns the register that the instruction assigns, or NoReg.
func (in *Instr) Def() Reg {
	if in.Op.Shape().Has(HasDst | OptDst) {
		return in.Dst
	}
	return NoReg
}

// Use returns the register that the terminator reads, or NoReg.
func (t *Term) Use() Reg {
	switch t.Kind {
	case TermBranch, TermSwitch, TermIndirect, TermReturn:
		return t.Value
	}
	return NoReg
}

// flow checks a function whose blocks are sound one by one.
func (v *verifier) flow(f *Func) {
	v.cfg = f.graph()
	v.assigned(f)
	v.operandWidths(f)
	v.regions(f)
	v.block, v.instr = nil, -1
}

// named reports whether r is a variable of the program rather than a temporary.
func (f *Func) named(r Reg) bool { return int(r) < len(f.RegNames) && f.RegNames[r] != "" }

// assigned checks that registers are assigned before they are used: variables
// somewhere in the function, temporaries on every way.
func (v *verifier) assigned(f *Func) {
	somewhere := make([]bool, f.Regs)
	for i := range f.Params {
		somewhere[i] = true
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if d := b.Instrs[i].Def(); d != NoReg {
				somewhere[d] = true
			}
		}
	}
	exposed := v.exposedUses(f, somewhere)
	if len(exposed) == 0 {
		return
	}
	preds, order := f.Preds(), f.ReversePostorder()
	for r, uses := range exposed {
		if r >= Reg(f.Params) && !f.named(r) {
			v.everywhere(f, r, uses, preds, order)
		}
	}
}

// use is a place that reads a register.
type use struct{ block, instr int }

// exposedUses reports uses of registers that are assigned nowhere, and returns the
// first use in each reachable block that comes before an assignment in the same block.
func (v *verifier) exposedUses(f *Func, somewhere []bool) map[Reg][]use {
	exposed := make(map[Reg][]use)
	inBlock := make([]int, f.Regs) // block + 1 that assigned or used it last
	live := f.Reachable()
	for bi, b := range f.Blocks {
		if !live[bi] {
			continue
		}
		note := func(i int, r Reg) {
			if !somewhere[r] {
				v.block, v.instr = b, i
				v.report("register %d is used, but assigned nowhere", r)
				somewhere[r] = true
			}
			if inBlock[r] != bi+1 {
				inBlock[r] = bi + 1
				exposed[r] = append(exposed[r], use{bi, i})
			}
		}
		for i := range b.Instrs {
			b.Instrs[i].Uses(func(r Reg) { note(i, r) })
			if d := b.Instrs[i].Def(); d != NoReg {
				inBlock[d] = bi + 1
			}
		}
		if r := b.Term.Use(); r != NoReg {
			note(len(b.Instrs), r)
		}
	}
	return exposed
}

// everywhere checks that temporary r is assigned on every way from the entry to each use.
func (v *verifier) everywhere(f *Func, r Reg, uses []use, preds [][]int, order []int) {
	defs := make([]bool, len(f.Blocks))
	for i, b := range f.Blocks {
		for j := range b.Instrs {
			if b.Instrs[j].Def() == r {
				defs[i] = true
				break
			}
		}
	}
	out := make([]bool, len(f.Blocks)) // assigned at the end of the block
	for i := range out {
		out[i] = true
	}
	before := func(b int) bool {
		if b == 0 {
			return false
		}
		for _, p := range preds[b] {
			if !out[p] {
				return false
			}
		}
		return true
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			if now := defs[b] || before(b); now != out[b] {
				out[b] = now
				changed = true
			}
		}
	}
	for _, u := range uses {
		if !before(u.block) {
			v.block, v.instr = f.Blocks[u.block], u.instr
			v.report("register %d is not assigned on every way to here", r)
			return
		}
	}
}

// regWidths returns, for each register, the widest value assigned to it: the number
// of bytes, or 0 where it is not known (parameters, results of calls without a width).
func regWidths(f *Func) []Width {
	const unknown = 255
	w := make([]Width, f.Regs)
	for i := range f.Params {
		w[i] = unknown
	}
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				d := in.Def()
				if d == NoReg {
					continue
				}
				n := in.resultWidth()
				if in.Op == OpMov {
					n = w[in.A]
				} else if n == 0 {
					n = unknown
				}
				if n > w[d] {
					w[d] = n
					changed = true
				}
			}
		}
	}
	for i := range w {
		if w[i] == unknown {
			w[i] = 0
		}
	}
	return w
}

// resultWidth returns the number of bytes that the result may need; 0: not known.
func (in *Instr) resultWidth() Width {
	switch in.Op {
	case OpConst:
		for _, w := range []Width{1, 2, 4} {
			if in.Imm <= w.Mask() {
				return w
			}
		}
		return 8
	case OpSymAddr, OpLocalAddr, OpLabelAddr, OpAlloca:
		return 8
	case OpEq, OpNe, OpULt, OpULe, OpSLt, OpSLe, OpFEq, OpFNe, OpFLt, OpFLe, OpF80Eq, OpF80Ne, OpF80Lt, OpF80Le:
		return 1
	}
	return in.W
}

// operandWidths checks that no operand is wider than the operation that reads it.
func (v *verifier) operandWidths(f *Func) {
	width := regWidths(f)
	check := func(name string, r Reg, w Width) {
		if r != NoReg && w.legal() && width[r] > w {
			v.report("operand %s (register %d) has %d bytes, the operation %d", name, r, width[r], w)
		}
	}
	for _, b := range f.Blocks {
		v.block = b
		for i := range b.Instrs {
			in := &b.Instrs[i]
			v.instr = i
			s := in.Op.Shape()
			switch {
			case s.Has(HasFrom) && in.Op != OpSelect:
				check("a", in.A, in.From)
			case in.Op == OpSelect:
				check("a", in.A, in.From)
				check("b", in.B, in.W)
				check("c", in.C, in.W)
			case in.Op == OpShl || in.Op == OpLShr || in.Op == OpAShr:
				check("a", in.A, in.W)
			case in.Op == OpStore:
				check("b", in.B, in.W)
			case in.Op == OpLoad, s.Has(AddrDst | CallArgs), !s.Has(HasW):
			case in.Op < OpF80Add || in.Op > OpF80ToUI:
				check("a", in.A, in.W)
				check("b", in.B, in.W)
			}
		}
		v.instr = len(b.Instrs)
		switch t := &b.Term; t.Kind {
		case TermBranch, TermSwitch:
			check("value", t.Value, t.W)
		case TermReturn:
			check("value", t.Value, f.Result)
		}
	}
}

// regions checks that hidden blocks and logical terminators belong together.
func (v *verifier) regions(f *Func) {
	inside := make([]bool, len(f.Blocks)) // hidden blocks that a region accounts for
	preds := f.Preds()
	for _, b := range f.Blocks {
		if b.Term.Logical {
			v.region(f, b, inside, preds)
			inside[b.Term.Join] = true
		}
	}
	for i, b := range f.Blocks {
		if b.Hidden && !inside[i] {
			v.block, v.instr = b, -1
			v.report("hidden, but in no logical region")
		}
	}
}

// region checks the region of b's terminator and marks its blocks in inside.
func (v *verifier) region(f *Func, b *Block, inside []bool, preds [][]int) {
	blocks := f.Region(b.Index)
	in := make(map[int]bool, len(blocks))
	v.block, v.instr = b, len(b.Instrs)
	for _, i := range blocks {
		in[i] = true
	}
	for _, i := range blocks {
		inside[i] = true
		h := f.Blocks[i]
		if i == b.Index || !h.Hidden {
			v.report("the way to join %d leads through block %d, which is not hidden", b.Term.Join, i)
			return
		}
		if len(h.Term.Succs) == 0 {
			v.report("the way to join %d ends in block %d", b.Term.Join, i)
			return
		}
		for _, p := range preds[i] {
			if p != b.Index && !in[p] {
				v.report("block %d of the region is entered from block %d", i, p)
				return
			}
		}
	}
	if v.loops(blocks, in) {
		v.report("the region to join %d has a loop", b.Term.Join)
	}
	for _, p := range preds[b.Term.Join] {
		// A hidden block's region lies in another one, with which it may share the join.
		if p != b.Index && !in[p] && !b.Hidden {
			v.report("join %d is entered from block %d outside the region", b.Term.Join, p)
		}
	}
}

// loops reports whether the blocks, all in the set, have a cycle.
func (v *verifier) loops(blocks []int, in map[int]bool) bool {
	order := make(map[int]int, len(blocks)) // reverse postorder from any root
	sub := make(graph, len(v.cfg))
	for _, i := range blocks {
		for _, s := range v.cfg[i] {
			if in[s] {
				sub[i] = append(sub[i], s)
			}
		}
	}
	for _, i := range blocks {
		if _, done := order[i]; done {
			continue
		}
		for _, n := range sub.postorder(i) {
			if _, done := order[n]; !done {
				order[n] = len(order)
			}
		}
	}
	for _, i := range blocks {
		for _, s := range sub[i] {
			if order[s] >= order[i] {
				return true
			}
		}
	}
	return false
}

// Region returns the blocks strictly between block b, whose terminator is
// Logical, and its join: those reached from b without passing the join.
func (f *Func) Region(b int) []int {
	t := &f.Blocks[b].Term
	seen := map[int]bool{t.Join: true}
	var blocks, work []int
	push := func(t *Term) {
		for _, e := range t.Succs {
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	push(t)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		blocks = append(blocks, n)
		push(&f.Blocks[n].Term)
	}
	return blocks
}
