package ir

// This file numbers the elements of coverage of a program (dissertation,
// section 4.4), in functions of the subject only:
//
//   - a line is a file and line at which a line mark is, in whatever function;
//   - a block is a block of the programmer's graph. A logical region, from the
//     block that begins it to its join, is one block of that graph, which the block that begins it stands for:
//     neither hidden blocks nor joins have an id. Blocks that
//     cannot be reached count only if a statement begins in them, or if such blocks lead to them;
//   - an edge is a pair of blocks of that graph, however many cases of a
//     switch lead from one to the other; if asked for, the entry into a function, too;
//   - a condition is an outcome of a branch or a switch, but of derived branches: of programs whose lowering is Expanded or Both.
//
// A function that several units have from one header is one function to the
// programmer: copies of one shape at one place share their elements.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Counting selects what Number numbers. It leaves other ids as they are: 0 in a new program.
type Counting uint8

const (
	CountGraph      Counting = 1 << iota // lines, blocks and edges
	CountConditions                      // outcomes of decisions
	CountEntries                         // with CountGraph: the way into a function is an edge
)

// Element is one thing that can be covered.
type Element struct {
	File   string
	Line   uint32
	Col    uint16 // 0 for lines
	Func   string
	Detail string // "block 7", "7->9", "entry->0", "true", "case 3"; "" for lines
}

// Elements are the elements of a program. An element's id is its index plus 1.
type Elements struct {
	Lines, Blocks, Edges, Conditions []Element
}

// numberer assigns ids.
type numberer struct {
	p     *Program
	what  Counting
	out   Elements
	names map[Element]int // how often an element was named so
}

// Number sets the ids of coverage in p (Func.EntryID, Block.ID, Edge.ID,
// LineMark.ID, Term.Cond) and returns the elements that they mean.
func Number(p *Program, what Counting) Elements {
	n := numberer{p: p, what: what, names: make(map[Element]int)}
	var funcs []*Func
	for i := range p.Symbols {
		if f := p.Symbols[i].Func; f != nil {
			f.clearIDs(what)
			if f.Subject {
				funcs = append(funcs, f)
			}
		}
	}
	slices.SortStableFunc(funcs, func(a, b *Func) int {
		return cmp.Or(strings.Compare(n.file(a.Pos), n.file(b.Pos)), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col), strings.Compare(a.Name, b.Name))
	})
	if what&CountGraph != 0 {
		n.lines(funcs)
	}
	n.functions(funcs)
	return n.out
}

// functions numbers the functions, copies like the one they copy.
func (n *numberer) functions(funcs []*Func) {
	type place struct {
		name string
		pos  Pos
	}
	copies := make(map[place]int)
	for _, f := range funcs {
		copies[place{f.Name, f.Pos}]++
	}
	shapes := make(map[string]*Func)
	for _, f := range funcs {
		if copies[place{f.Name, f.Pos}] > 1 {
			key := f.shape()
			if first := shapes[key]; first != nil {
				f.copyIDs(first)
				continue
			}
			shapes[key] = f
		}
		n.function(f)
	}
}

func (f *Func) clearIDs(what Counting) {
	if what&CountConditions != 0 {
		for _, b := range f.Blocks {
			b.Term.Cond = 0
		}
	}
	if what&CountGraph == 0 {
		return
	}
	f.EntryID = 0
	for _, b := range f.Blocks {
		b.ID = 0
		for i := range b.Lines {
			b.Lines[i].ID = 0
		}
		for i := range b.Term.Succs {
			b.Term.Succs[i].ID = 0
		}
	}
}

// shape returns a key that is the same for copies of one function.
func (f *Func) shape() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %v", f.Name, f.Pos)
	for _, b := range f.Blocks {
		fmt.Fprintf(&s, "\n%v %d %v %d %v %v:", b.Hidden, b.Term.Kind, b.Term.Pos, b.Term.Join, b.Term.Derived, b.Term.Cases)
		for _, e := range b.Term.Succs {
			fmt.Fprintf(&s, " %d", e.To)
		}
		for _, m := range b.Lines {
			fmt.Fprintf(&s, ";%v", m.Pos)
		}
	}
	return s.String()
}

// copyIDs gives f, a copy, the ids of from; those of lines are set already.
func (f *Func) copyIDs(from *Func) {
	f.EntryID = from.EntryID
	for i, b := range f.Blocks {
		o := from.Blocks[i]
		b.ID, b.Term.Cond = o.ID, o.Term.Cond
		for j := range b.Term.Succs {
			b.Term.Succs[j].ID = o.Term.Succs[j].ID
		}
	}
}

func (n *numberer) file(pos Pos) string { return n.p.Files[pos.File].Name }

// lines numbers the lines of all functions in the order of files and lines.
func (n *numberer) lines(funcs []*Func) {
	type line struct {
		file string
		line uint32
	}
	at := make(map[line]string) // the function that has it first
	var order []line
	each := func(fn func(*Func, *LineMark, line)) {
		for _, f := range funcs {
			for _, b := range f.Blocks {
				for i := range b.Lines {
					if m := &b.Lines[i]; n.p.Files[m.Pos.File].Subject {
						fn(f, m, line{n.file(m.Pos), m.Pos.Line})
					}
				}
			}
		}
	}
	each(func(f *Func, _ *LineMark, l line) {
		if _, ok := at[l]; !ok {
			at[l] = f.Name
			order = append(order, l)
		}
	})
	slices.SortFunc(order, func(a, b line) int {
		return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	ids := make(map[line]uint32, len(order))
	for i, l := range order {
		ids[l] = uint32(i + 1)
		n.out.Lines = append(n.out.Lines, Element{File: l.file, Line: l.line, Func: at[l]})
	}
	each(func(_ *Func, m *LineMark, l line) { m.ID = ids[l] })
}

// add appends an element to a list and returns its id. A name that was given already gets a number.
func (n *numberer) add(list *[]Element, f *Func, pos Pos, detail string) uint32 {
	e := Element{File: n.file(pos), Line: pos.Line, Col: pos.Col, Func: f.Name, Detail: detail}
	// Elements are printed without the function where the place tells enough; the number makes up for where it does not.
	key := Element{File: e.File, Line: e.Line, Col: e.Col, Detail: detail}
	n.names[key]++
	if c := n.names[key]; c > 1 {
		e.Detail = fmt.Sprintf("%s (%d)", detail, c)
	}
	*list = append(*list, e)
	return uint32(len(*list))
}

// start returns the position at which the block begins.
func (b *Block) start(f *Func) Pos {
	if len(b.Lines) > 0 {
		return b.Lines[0].Pos
	}
	for i := range b.Instrs {
		if b.Instrs[i].Pos.IsValid() && !b.Instrs[i].Op.IsCheck() { // elements are named as without checks
			return b.Instrs[i].Pos
		}
	}
	if b.Term.Pos.IsValid() {
		return b.Term.Pos
	}
	return f.Pos
}

// function numbers blocks, edges and conditions of f.
func (n *numberer) function(f *Func) {
	var roots []int
	for i, b := range f.Blocks {
		if len(b.Lines) > 0 {
			roots = append(roots, i)
		}
	}
	counted := f.Reachable(roots...)
	if n.what&CountGraph != 0 {
		n.graph(f, counted)
	}
	if n.what&CountConditions != 0 {
		for i, b := range f.Blocks {
			if counted[i] && !b.Term.Derived {
				n.condition(f, b)
			}
		}
	}
}

// Leaders returns, for each block, the block that stands for it in the
// programmer's graph: itself, or, for the join of a logical region, the one in which the
// region begins; -1 for the hidden blocks inside a region.
func (f *Func) Leaders() []int {
	leader := make([]int, len(f.Blocks))
	join := make(map[int]int) // begin of the outermost region by join
	inside := make([]bool, len(f.Blocks))
	for i, b := range f.Blocks {
		if b.Term.Logical {
			for _, r := range f.Region(i) {
				inside[r] = true
			}
		}
	}
	for i, b := range f.Blocks {
		if b.Term.Logical && !inside[i] {
			join[b.Term.Join] = i
		}
	}
	for i := range leader {
		leader[i] = i
		if inside[i] {
			leader[i] = -1
			continue
		}
		for range f.Blocks { // a join may begin the next region
			begin, ok := join[leader[i]]
			if !ok {
				break
			}
			leader[i] = begin
		}
	}
	return leader
}

func (n *numberer) graph(f *Func, counted []bool) {
	leader := f.Leaders()
	ordinal := make([]int, len(f.Blocks))
	next := 0
	for i, b := range f.Blocks {
		if counted[i] && leader[i] == i {
			ordinal[i] = next
			b.ID = n.add(&n.out.Blocks, f, b.start(f), fmt.Sprintf("block %d", next))
			next++
		}
	}
	if n.what&CountEntries != 0 {
		f.EntryID = n.add(&n.out.Edges, f, f.Pos, "entry->0")
	}
	ids := make(map[[2]int]uint32)
	for i, b := range f.Blocks {
		if !counted[i] || leader[i] < 0 || b.Term.Logical {
			continue
		}
		for j := range b.Term.Succs {
			e := &b.Term.Succs[j]
			pair := [2]int{leader[i], e.To}
			id, ok := ids[pair]
			if !ok {
				pos := b.Term.Pos
				if !pos.IsValid() {
					pos = b.start(f)
				}
				id = n.add(&n.out.Edges, f, pos, fmt.Sprintf("%d->%d", ordinal[leader[i]], ordinal[e.To]))
				ids[pair] = id
			}
			e.ID = id
		}
	}
}

func (n *numberer) condition(f *Func, b *Block) {
	t := &b.Term
	pos := t.Pos
	if !pos.IsValid() {
		pos = b.start(f)
	}
	switch t.Kind {
	case TermBranch:
		t.Cond = n.add(&n.out.Conditions, f, pos, "true")
		n.add(&n.out.Conditions, f, pos, "false")
	case TermSwitch:
		for i, c := range t.Cases {
			v := int64(c<<(64-t.W.Bits())) >> (64 - t.W.Bits())
			id := n.add(&n.out.Conditions, f, pos, fmt.Sprintf("case %d", v))
			if i == 0 {
				t.Cond = id
			}
		}
		id := n.add(&n.out.Conditions, f, pos, "default")
		if len(t.Cases) == 0 {
			t.Cond = id
		}
	}
}
