package explore

// This file describes a program's control flow for explanations: which block leads to which, what a block calls, and what its branch looks at.

import (
	"maps"
	"slices"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
)

// Structure returns the blocks of coverage of a program whose lowering has them, after NewUniverse, by their ids. The first one stands for what is
// no block: it refers to the functions whose address an object holds.
func Structure(p *ir.Program) []path.Block {
	s := structure{p: p, blocks: []path.Block{{Refers: objectRefs(p)}}}
	for i := range p.Symbols {
		if f := p.Symbols[i].Func; p.Symbols[i].Kind == ir.SymFunc && f.Subject {
			s.function(f, p.Symbols[i].Name)
		}
	}
	slices.SortStableFunc(s.blocks, func(a, b path.Block) int { return int(a.ID) - int(b.ID) })
	return slices.CompactFunc(s.blocks, func(a, b path.Block) bool { return a.ID == b.ID })
}

type structure struct {
	p      *ir.Program
	blocks []path.Block
}

// objectRefs returns the functions to which initialised objects have pointers, sorted.
func objectRefs(p *ir.Program) []string {
	names := map[string]bool{}
	for i := range p.Symbols {
		if p.Symbols[i].Kind != ir.SymObject {
			continue
		}
		for _, r := range p.Symbols[i].Global.Relocs {
			if t := &p.Symbols[r.Sym]; t.Kind == ir.SymFunc && t.Func.Subject {
				names[t.Name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

func (s *structure) function(f *ir.Func, name string) {
	preds := f.Preds()
	for i, b := range f.Blocks {
		if b.ID != 0 {
			s.block(f, name, i, preds)
		}
	}
}

// block adds the block of coverage that begins at f.Blocks[first]: that one, and those without an id that it leads to.
func (s *structure) block(f *ir.Func, name string, first int, preds [][]int) {
	out := path.Block{ID: int32(f.Blocks[first].ID), Func: name, Entry: first == 0}
	refers, reads, next := map[string]bool{}, map[string]bool{}, map[int32]bool{}
	seen := map[int]bool{first: true}
	for work := []int{first}; len(work) > 0; work = work[1:] {
		b := f.Blocks[work[0]]
		for i := range b.Instrs {
			if in := &b.Instrs[i]; (in.Op == ir.OpCall || in.Op == ir.OpSymAddr) && in.Sym >= 0 && s.p.Symbols[in.Sym].Kind == ir.SymFunc {
				refers[s.p.Symbols[in.Sym].Name] = true
			}
		}
		if k := b.Term.Kind; k == ir.TermBranch || k == ir.TermSwitch {
			if out.Line == 0 || f.Blocks[b.Term.Succs[0].To].ID != 0 { // that of a whole condition, not of an operand
				out.Line, out.Col = int32(b.Term.Pos.Line), int32(b.Term.Pos.Col)
			}
			x := slicer{structure: s, f: f, preds: preds, reads: reads, seen: map[point]bool{}}
			x.value(b.Term.Value, work[0], len(b.Instrs))
		}
		for _, e := range b.Term.Succs {
			switch to := f.Blocks[e.To]; {
			case to.ID != 0:
				next[int32(to.ID)] = true
			case !seen[e.To]:
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	out.Refers, out.Reads, out.Next = slices.Sorted(maps.Keys(refers)), slices.Sorted(maps.Keys(reads)), slices.Sorted(maps.Keys(next))
	s.blocks = append(s.blocks, out)
}

// slicer notes what a value comes from: objects, results of calls, parameters. It goes back to the definitions that may reach a use, in registers alone.
type slicer struct {
	*structure
	f     *ir.Func
	preds [][]int
	reads map[string]bool
	seen  map[point]bool
}

// point is a register at the end of a block, or before an instruction of it.
type point struct {
	r            ir.Reg
	block, instr int
}

// value follows a register as it is before an instruction of a block.
func (x *slicer) value(r ir.Reg, block, instr int) {
	if p := (point{r, block, instr}); r == ir.NoReg || x.seen[p] {
		return
	} else {
		x.seen[p] = true
	}
	b := x.f.Blocks[block]
	for i := instr - 1; i >= 0; i-- {
		if b.Instrs[i].Def() == r {
			x.definition(&b.Instrs[i], block, i)
			return
		}
	}
	if block == 0 && int(r) < x.f.Params && int(r) < len(x.f.RegNames) {
		x.reads[x.f.RegNames[r]] = true
	}
	for _, p := range x.preds[block] {
		x.value(r, p, len(x.f.Blocks[p].Instrs))
	}
}

// definition follows what an instruction makes its result of.
func (x *slicer) definition(in *ir.Instr, block, instr int) {
	switch in.Op {
	case ir.OpCall:
		if in.Sym >= 0 {
			x.reads[x.p.Symbols[in.Sym].Name+"()"] = true
		} else {
			x.reads["a function pointer"] = true
		}
		return
	case ir.OpSymAddr:
		if g := &x.p.Symbols[in.Sym]; g.Kind == ir.SymObject && g.Name != "" {
			x.reads[g.Name] = true
		}
	case ir.OpLocalAddr:
		if l := int(in.Imm); l < len(x.f.Locals) && x.f.Locals[l].Name != "" {
			x.reads[x.f.Locals[l].Name] = true
		}
	}
	in.Uses(func(u ir.Reg) { x.value(u, block, instr) })
}
