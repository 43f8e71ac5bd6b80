package interp

// This file executes terminators on the slow path.

import (
	"sort"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
)

// terminator executes the terminator of block b.
func (m *Machine) terminator(fn *function, f *state.Frame, b *ir.Block) {
	t := &b.Term
	i := &fn.code[f.PC]
	if f.Tainted() {
		switch t.Kind {
		case ir.TermBranch, ir.TermSwitch:
			m.used(fn, f, t.Value, t.W, "decides a branch")
		case ir.TermIndirect:
			m.used(fn, f, t.Value, 8, asAddress)
		}
	}
	switch t.Kind {
	case ir.TermJump:
		m.take(m.st, fn, f, i, 0)
	case ir.TermBranch:
		m.branch(fn, f, b, i)
	case ir.TermSwitch:
		m.choice(fn, f, b, i)
	case ir.TermIndirect:
		m.computedGoto(fn, f, b, i)
	case ir.TermReturn:
		v, taint := expr.Value{}, state.Taint{}
		if t.Value != ir.NoReg {
			v = f.Get(t.Value)
			taint = fn.named(f.TaintOf(t.Value), t.Value)
		}
		m.visit(fn.ways0(i))
		m.st.Steps += uint64(i.n)
		m.ret(f, v, taint)
	case ir.TermUnreachable:
		m.end(path.Undefined, 0, "control reached a point that the program promises is unreachable")
	default:
		m.unsupported("terminator kind %d", t.Kind)
	}
}

// ways0 returns the bit of a return.
func (fn *function) ways0(i *inst) uint32 { return uint32(i.imm) }

func (m *Machine) visit(bit uint32) { m.st.Visited[bit>>6] |= 1 << (bit & 63) }

// take makes st, whose top frame f stands at terminator i, take way k.
func (m *Machine) take(st *state.State, fn *function, f *state.Frame, i *inst, k int) {
	w := fn.ways[int(i.x)+k]
	st.Visited[w.bit>>6] |= 1 << (w.bit & 63)
	if m.code.counting {
		st.Counts[w.bit]++
	}
	st.Steps += uint64(i.n)
	f.PC = w.slot
	if f.Symbolic() {
		m.prune(st, fn, f, int(fn.places[w.slot].block))
	}
}

// takeIn is take for a state that has just been forked.
func (m *Machine) takeIn(st *state.State, fn *function, i *inst, k int) {
	p := st.Process()
	m.take(st, fn, p.Own(len(p.Frames)-1), i, k)
}

// branch executes a conditional branch.
func (m *Machine) branch(fn *function, f *state.Frame, b *ir.Block, i *inst) {
	c := m.cond(f.Get(b.Term.Value), b.Term.W)
	v, yes, no := m.split(c)
	switch v {
	case Always:
		m.take(m.st, fn, f, i, 0)
		return
	case Never:
		m.take(m.st, fn, f, i, 1)
		return
	}
	if join := m.mergeAt(fn, f, b, c); join >= 0 {
		m.merge(fn, f, join)
		return
	}
	child := m.fork(c, yes, no)
	m.takeIn(child, fn, i, 1)
	m.takeIn(m.st, fn, i, 0)
	panic(&unwinding{outcome: Outcome{Kind: Forked}})
}

// switchWay returns the way that a switch takes for a concrete value.
func (m *Machine) switchWay(fn *function, pc int, v uint64) way {
	t := &fn.ir.Blocks[fn.places[pc].block].Term
	return fn.ways[int(fn.code[pc].x)+caseOf(t, v&t.W.Mask())]
}

// caseOf returns the index of the way for value v.
func caseOf(t *ir.Term, v uint64) int {
	cs := t.Cases
	if len(cs) > 8 && sort.SliceIsSorted(cs, func(a, b int) bool { return cs[a] < cs[b] }) {
		if k := sort.Search(len(cs), func(k int) bool { return cs[k] >= v }); k < len(cs) && cs[k] == v {
			return k
		}
		return len(cs)
	}
	for k, c := range cs {
		if c == v {
			return k
		}
	}
	return len(cs)
}

// choice executes a switch: one state for each way that is possible, where ways
// to different cases count as different even if they lead to one block.
func (m *Machine) choice(fn *function, f *state.Frame, b *ir.Block, i *inst) {
	t := &b.Term
	v := f.Get(t.Value)
	if v.E == nil {
		m.take(m.st, fn, f, i, caseOf(t, v.C&t.W.Mask()))
		return
	}
	e := m.wide(v, t.W.Bits())
	for k, c := range t.Cases {
		cond := m.b.Eq(e, m.b.Const(c, t.W.Bits()))
		verdict, yes, no := m.split(cond)
		switch verdict {
		case Always:
			m.take(m.st, fn, f, i, k)
			return
		case Never:
			continue
		}
		if join := m.mergeAt(fn, f, b, e); join >= 0 {
			m.merge(fn, f, join)
			return
		}
		// The child goes on with the other cases when it executes the switch again.
		m.fork(cond, yes, no)
		m.takeIn(m.st, fn, i, k)
		panic(&unwinding{outcome: Outcome{Kind: Forked}})
	}
	m.take(m.st, fn, f, i, len(t.Cases))
}

// computedGoto jumps to a label's address.
func (m *Machine) computedGoto(fn *function, f *state.Frame, b *ir.Block, i *inst) {
	a := m.concrete(f.Get(b.Term.Value))
	to := int(a - ir.Address(fn.sym) - 1)
	for k, s := range b.Term.Succs {
		if s.To == to {
			m.take(m.st, fn, f, i, k)
			return
		}
	}
	m.end(path.MemoryError, 0, "computed goto to %#x, which is not a label of function %s", a, fn.ir.Name)
}
