package explore

// This file numbers the elements of coverage of a program.
//
// Lines, blocks and edges are those of the lowering in which && and || are not
// expanded, conditions those of the other one. Lines are elements by name: a
// line of a header that several units include is one element. The hidden blocks
// of a logical operator and its join are part of the block in which the operator's
// evaluation began. Blocks that no way from the entry leads to are no
// elements, and neither is the way into a function (as in the dissertation,
// where a function's first block has no incoming edge).

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/ir"
)

// NewUniverse numbers the elements of both lowerings of a program, either of
// which may be nil, and writes the numbers into them. It must come before Load.
func NewUniverse(merged, expanded *ir.Program) *coverage.Universe {
	u := &coverage.Universe{}
	if merged != nil {
		n := numberer{u: u, p: merged}
		n.lines()
		for _, f := range subjectFunctions(merged) {
			n.blocks(f)
		}
	}
	if expanded != nil {
		n := numberer{u: u, p: expanded}
		for _, f := range subjectFunctions(expanded) {
			n.conditions(f)
		}
	}
	return u
}

// subjectFunctions returns the functions that count, in the order of their symbols, each once.
func subjectFunctions(p *ir.Program) []*ir.Func {
	var out []*ir.Func
	seen := map[*ir.Func]bool{}
	for i := range p.Symbols {
		if s := &p.Symbols[i]; s.Kind == ir.SymFunc && s.Func.Subject && !seen[s.Func] {
			seen[s.Func] = true
			out = append(out, s.Func)
		}
	}
	return out
}

type numberer struct {
	u *coverage.Universe
	p *ir.Program
}

func (n *numberer) file(pos ir.Pos) string { return n.p.Files[pos.File].Name }

type lineKey struct {
	file string
	line uint32
}

// lines numbers the lines in the order of file and line.
func (n *numberer) lines() {
	ids := map[lineKey]uint32{}
	var keys []lineKey
	each := func(f func(m *ir.LineMark, k lineKey)) {
		for _, fn := range subjectFunctions(n.p) {
			live := fn.Reachable()
			for _, b := range fn.Blocks {
				for i := range b.Lines {
					if m := &b.Lines[i]; m.Pos.IsValid() && live[b.Index] && n.p.Files[m.Pos.File].Subject {
						f(m, lineKey{n.file(m.Pos), m.Pos.Line})
					}
				}
			}
		}
	}
	each(func(_ *ir.LineMark, k lineKey) {
		if _, ok := ids[k]; !ok {
			ids[k] = 0
			keys = append(keys, k)
		}
	})
	slices.SortFunc(keys, func(a, b lineKey) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line)) })
	for _, k := range keys {
		ids[k] = n.u.Add(coverage.Element{Criterion: coverage.Line, File: k.file, Line: k.line})
	}
	each(func(m *ir.LineMark, k lineKey) { m.ID = ids[k] })
}

// heads returns for each block the block of the programmer's graph that it belongs to.
func heads(f *ir.Func) []int {
	head := make([]int, len(f.Blocks))
	for i := range head {
		head[i] = i
	}
	for _, i := range f.ReversePostorder() {
		t := &f.Blocks[i].Term
		for _, s := range t.Succs {
			if f.Blocks[s.To].Hidden {
				head[s.To] = head[i]
			}
		}
		if t.Logical {
			head[t.Join] = head[i]
		}
	}
	return head
}

// position returns where block b begins.
func position(b *ir.Block) ir.Pos {
	if len(b.Lines) > 0 {
		return b.Lines[0].Pos
	}
	for i := range b.Instrs {
		if b.Instrs[i].Pos.IsValid() {
			return b.Instrs[i].Pos
		}
	}
	return b.Term.Pos
}

// blocks numbers the blocks and edges of f.
func (n *numberer) blocks(f *ir.Func) {
	head, live := heads(f), f.Reachable()
	at := make([]ir.Pos, len(f.Blocks))
	for i, b := range f.Blocks {
		at[i] = position(b)
		if !at[i].IsValid() {
			at[i] = f.Pos
		}
	}
	for i, b := range f.Blocks {
		b.ID = 0
		if head[i] == i && live[i] {
			b.ID = n.u.Add(coverage.Element{Criterion: coverage.Block, File: n.file(at[i]), Line: at[i].Line,
				Col: at[i].Col, Func: f.Name, Detail: fmt.Sprintf("block %d", i)})
		}
	}
	ids := map[[2]int]uint32{}
	for i, b := range f.Blocks {
		for k := range b.Term.Succs {
			s := &b.Term.Succs[k]
			s.ID = 0
			if !live[i] || head[s.To] != s.To {
				continue
			}
			key := [2]int{head[i], s.To}
			if ids[key] == 0 {
				pos := b.Term.Pos
				if !pos.IsValid() {
					pos = at[head[i]]
				}
				ids[key] = n.u.Add(coverage.Element{Criterion: coverage.Edge, File: n.file(pos), Line: pos.Line,
					Col: pos.Col, Func: f.Name, Detail: fmt.Sprintf("%d->%d", head[i], s.To)})
			}
			s.ID = ids[key]
		}
	}
}

// conditions numbers the outcomes of f's decisions.
func (n *numberer) conditions(f *ir.Func) {
	live := f.Reachable()
	for i, b := range f.Blocks {
		t := &b.Term
		t.Cond = 0
		if !live[i] || len(t.Succs) < 2 || !t.Pos.IsValid() {
			continue
		}
		e := coverage.Element{Criterion: coverage.Condition, File: n.file(t.Pos), Line: t.Pos.Line, Col: t.Pos.Col, Func: f.Name}
		switch t.Kind {
		case ir.TermBranch:
			e.Detail = "true"
			t.Cond = n.u.Add(e)
			e.Detail = "false"
			n.u.Add(e)
		case ir.TermSwitch:
			for k, c := range t.Cases {
				e.Detail = fmt.Sprintf("case %d", signed(c, t.W))
				if id := n.u.Add(e); k == 0 {
					t.Cond = id
				}
			}
			e.Detail = "default"
			n.u.Add(e)
		}
	}
}

// signed returns v of width w as a signed number.
func signed(v uint64, w ir.Width) int64 {
	s := 64 - w.Bits()
	return int64(v<<s) >> s
}
