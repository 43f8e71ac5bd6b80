package interp

// This file joins states that met.

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxJoinCells is how many cells of memory may differ in a process of two states that are joined.
const maxJoinCells = 1 << 14

// Apart returns the places where states stayed apart, in order of how often.
func (m *Machine) Apart() []Apart {
	var out []Apart
	for a, n := range m.apart {
		a.Count = n
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b Apart) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col), cmp.Compare(a.Func, b.Func), cmp.Compare(a.Why, b.Why))
	})
	return out
}

// joinAll joins the states that arrived at r, as far as that is possible, and returns what is left of them.
func (m *Machine) joinAll(r *region) []*state.State {
	var live []*state.State
next:
	for _, s := range r.arrived {
		why := ""
		for k, o := range live {
			n, w := m.meet(o, s)
			if w == "" {
				live[k] = n
				m.Stats.Merges++
				continue next
			}
			if w != otherEnd || r.at.process != nobody { // different ends can't be joined
				why = w
			}
		}
		live = append(live, s)
		if why != "" {
			m.Stats.Unmerged++
			name, pos := m.placeOf(s, r.at)
			m.apart[Apart{Func: name, Pos: pos, Why: why}]++
		}
	}
	return live
}

// placeOf returns the function and the place in the source of a meeting of s.
func (m *Machine) placeOf(s *state.State, at meeting) (name string, pos ir.Pos) {
	if at.process == nobody {
		return "", ir.Pos{}
	}
	fn := m.code.functions[s.Procs[at.process].Frames[at.depth-1].Sym]
	p := fn.places[at.slot]
	b := fn.ir.Blocks[p.block]
	for k := max(int(p.index), 0); k < len(b.Instrs); k++ {
		if pos := b.Instrs[k].Pos; pos.IsValid() {
			return fn.ir.Name, pos
		}
	}
	return fn.ir.Name, b.Term.Pos
}

const otherEnd = "how the first process ended"

// meet makes one state of a and o, which stand at one place; why says what keeps them apart, and then they are unchanged.
func (m *Machine) meet(a, o *state.State) (joined *state.State, why string) {
	j := joiner{m: m, a: a, o: o}
	if why = j.processes(); why != "" {
		return nil, why
	}
	if why = j.within(); why != "" {
		return nil, why
	}
	var k *kernel.Kernel
	if a.Kernel != nil {
		k = a.Kernel.Fork()
		if why = k.Join(m.b, o.Kernel, j.where); why != "" {
			return nil, "kernel: " + why
		}
	}
	mems := make([]*memory.AddressSpace, len(a.Procs))
	for i, p := range a.Procs {
		mems[i] = p.Mem
		if len(mems) > 1 { // a later one may fail
			mems[i] = p.Mem.Fork()
		}
		if why = mems[i].Join(m.b, o.Procs[i].Mem, j.where, maxJoinCells); why != "" {
			return nil, "memory: " + why
		}
	}
	a.Kernel = k
	for i, p := range a.Procs {
		p.Mem = mems[i]
		j.frames(p, o.Procs[i])
	}
	j.finish()
	return a, ""
}

// joiner joins state o into state a.
type joiner struct {
	m    *Machine
	a, o *state.State

	sa, so, both confspace.Set // their configurations
	where        confspace.Set // those of a, where only both matter
	condition    state.PathCondition

	visited []uint64
	partial []state.Partial
	notes   []state.Note
}

// within computes what is made of sets, before anything is changed.
func (j *joiner) within() (why string) {
	defer func() {
		if r := recover(); r != nil {
			if err, ok := r.(error); !ok || !errors.Is(err, confspace.ErrBudget) {
				panic(r)
			}
			why = "conditions that are too large"
		}
	}()
	if why = j.conditions(); why != "" {
		return why
	}
	j.coverage()
	j.joinNotes()
	return ""
}

// conditions finds out which configurations the states have.
func (j *joiner) conditions() string {
	m, a, o := j.m, j.a, j.o
	ca, co := a.Condition, o.Condition
	if !sameResidue(ca.Residue, co.Residue) {
		return "conditions that no set holds"
	}
	j.sa, j.so = ca.Set, co.Set
	j.both = m.sets.Or(j.sa, j.so)
	j.condition = state.PathCondition{Set: j.both, Residue: ca.Residue}
	if ca.Related != confspace.Empty || co.Related != confspace.Empty {
		return "conditions that relate options"
	}
	j.where = m.sets.Simplify(j.sa, j.both)
	return ""
}

// processes compares what of the processes must be equal.
func (j *joiner) processes() string {
	a, o := j.a, j.o
	switch {
	case a.Current != o.Current || len(a.Procs) != len(o.Procs):
		return "processes"
	case a.Turn != o.Turn && a.Process().Status != state.Running:
		return "whose turn it is"
	case a.Symbolic != o.Symbolic:
		return "options that became symbolic"
	case (a.First == nil) != (o.First == nil) || a.First != nil && (a.First.Kind != o.First.Kind || a.First.Code != o.First.Code || a.First.Message != o.First.Message || !slices.Equal(a.First.Stack, o.First.Stack)):
		return otherEnd
	}
	for i, p := range a.Procs {
		q := o.Procs[i]
		if p.PID != q.PID || p.Status != q.Status || len(p.Frames) != len(q.Frames) {
			return "processes"
		}
		for k, f := range p.Frames {
			g := q.Frames[k]
			if f == g {
				continue
			}
			if f.PC != g.PC || f.Serial != g.Serial && (f.Saved || g.Saved) || f.Sym != g.Sym || f.Base != g.Base || f.Lasting != g.Lasting || f.Kind != g.Kind || f.VarArg != g.VarArg || !slices.Equal(f.Extra, g.Extra) {
				return "frames"
			}
			if f.Tainted() && g.Tainted() && j.undefinedApart(f, g, j.live(p, k)) {
				return "undefined values"
			}
		}
	}
	return ""
}

// undefinedApart reports whether a live register is undefined in both frames, but not alike.
func (j *joiner) undefinedApart(f, g *state.Frame, live bitset) bool {
	for r := range f.Regs {
		r := ir.Reg(r)
		if x, y := f.TaintOf(r), g.TaintOf(r); x.Bits != 0 && y.Bits != 0 && x != y && live.has(r) {
			return true
		}
	}
	return false
}

// live returns the registers that are live in frame k of p.
func (j *joiner) live(p *state.Process, k int) bitset {
	f := p.Frames[k]
	fn := j.m.code.functions[f.Sym]
	behind := k < len(p.Frames)-1 && p.Frames[k+1].Kind == state.Normal
	return j.m.liveAt(fn, f.PC, behind)
}

// frames joins the registers.
func (j *joiner) frames(p, q *state.Process) {
	for k, g := range q.Frames {
		if p.Frames[k] == g {
			continue
		}
		j.registers(p, k, g)
	}
	p.Serials = max(p.Serials, q.Serials)
	if p.Calls.Digest != q.Calls.Digest || p.Calls.Total != q.Calls.Total || q.Calls.Mixed {
		p.Calls.Mixed = true
	}
}

// registers joins those of frame k of p with those of g.
func (j *joiner) registers(p *state.Process, k int, g *state.Frame) {
	m := j.m
	live := j.live(p, k)
	var f *state.Frame
	for r := range g.Regs {
		r := ir.Reg(r)
		x, y := p.Frames[k].Get(r), g.Get(r)
		tx, ty := p.Frames[k].TaintOf(r), g.TaintOf(r)
		if x == y && tx == ty {
			continue
		}
		if f == nil {
			f = p.Own(k)
		}
		if !live.has(r) {
			f.Set(r, expr.Value{})
			continue
		}
		w := uint(64)
		switch {
		case x.E != nil && y.E != nil:
			w = max(x.E.Bits(), y.E.Bits())
		case x.E != nil && (x.E.Bits() == 64 || y.C>>x.E.Bits() == 0):
			w = x.E.Bits()
		case y.E != nil && (y.E.Bits() == 64 || x.C>>y.E.Bits() == 0):
			w = y.E.Bits()
		case x.E == nil && y.E == nil && (x.C|y.C)>>32 == 0:
			w = 32 // as most are: what is computed with them need not be extended each time
		}
		f.Set(r, m.b.Value(m.b.Choose(j.where, m.wide(x, w), m.wide(y, w))))
		if tx.Bits|ty.Bits != 0 {
			f.Taint(r, j.taint(tx, ty))
		}
	}
}

// taint joins what is undefined of a register.
func (j *joiner) taint(x, y state.Taint) state.Taint {
	t, here := x, j.m.b.OfSet(j.where)
	switch {
	case x.Bits != 0 && y.Bits != 0: // alike
		return x
	case x.Bits == 0:
		t, here = y, j.m.b.OfSet(j.where^1)
	}
	if t.When != nil {
		here = j.m.b.And(t.When, here)
	}
	t.When = here
	return t
}

// finish joins the rest.
func (j *joiner) finish() {
	a, o := j.a, j.o
	a.Condition, a.Visited, a.Partial, a.Notes = j.condition, j.visited, j.partial, j.notes
	a.Pins = a.Pins.Meet(o.Pins)
	a.Steps = min(a.Steps, o.Steps) // a limit that some configurations have reached is not one of the others
	a.ForkedAt = min(a.ForkedAt, o.ForkedAt)
	a.Syscalls = max(a.Syscalls, o.Syscalls)
	a.Depth = min(a.Depth, o.Depth)
}

// joinNotes joins the notes.
func (j *joiner) joinNotes() {
	j.notes = j.m.eitherNotes(j.a.Notes, j.o.Notes, j.sa, j.so)
}

// coverage joins what was visited: what both have visited in all configurations stays so, the rest is partial.
func (j *joiner) coverage() {
	m, a, o := j.m, j.a, j.o
	x, y := a.Partial, o.Partial
	whole := func(p state.Partial) bool { return p.When == j.both }
	if slices.Equal(a.Visited, o.Visited) && slices.Equal(x, y) && !slices.ContainsFunc(x, whole) {
		j.visited, j.partial = a.Visited, x
		return
	}
	out := make([]state.Partial, 0, max(len(x), len(y)))
	visited := make([]uint64, len(a.Visited))
	for i := range visited {
		visited[i] = a.Visited[i] & o.Visited[i]
		apart := a.Visited[i] ^ o.Visited[i]
		if i == 0 {
			apart &^= 1
		}
		for {
			// The next bit of this word that is partial on some side.
			bit := uint32(i*64 + 64)
			if apart != 0 {
				bit = uint32(i*64 + bits.TrailingZeros64(apart))
			}
			if len(x) > 0 && x[0].Bit < bit {
				bit = x[0].Bit
			}
			if len(y) > 0 && y[0].Bit < bit {
				bit = y[0].Bit
			}
			if bit >= uint32(i*64+64) {
				break
			}
			apart &^= 1 << (bit & 63)
			px, py := confspace.Empty, confspace.Empty
			hasX, hasY := len(x) > 0 && x[0].Bit == bit, len(y) > 0 && y[0].Bit == bit
			if hasX {
				px, x = x[0].When, x[1:]
			}
			if hasY {
				py, y = y[0].When, y[1:]
			}
			if visited[i]>>(bit&63)&1 != 0 {
				continue
			}
			var when confspace.Set
			switch {
			case a.Visited[i]>>(bit&63)&1 != 0:
				when = m.sets.Or(j.sa, m.sets.And(py, j.so))
			case o.Visited[i]>>(bit&63)&1 != 0:
				when = m.sets.Or(j.so, m.sets.And(px, j.sa))
			case hasX && hasY && px == py:
				when = px
			default:
				when = m.sets.Or(m.sets.And(px, j.sa), m.sets.And(py, j.so))
			}
			switch {
			case when == confspace.Empty:
			case when == j.both:
				visited[i] |= 1 << (bit & 63)
			default:
				out = append(out, state.Partial{Bit: bit, When: when})
			}
		}
	}
	j.visited, j.partial = visited, out
}
