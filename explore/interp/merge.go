package interp

// This file merges the ways of a region: it runs them to the block where they
// join and makes one state of them again.
//
// A region begins at a terminator and ends at its join. The state executes on from the
// terminator with the join as its target, and forks as usual; every state that
// comes of it is run until it arrives at the join, ends, or escapes (returns,
// runs too long, blocks in a system call). Those that arrived are merged where they can be:
// registers and memory that differ become choices between the values, guarded by
// what was decided within the region (State.Trail). The others stay forked, so a
// merge never loses anything and never fails.
//
// Merged are always the operators && and || (Term.Logical), and with
// Options.MergeData small regions without loops and calls whose condition depends on
// an option that is not boolean: printing a number or permission bits would fork
// for every digit.

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

const (
	maxRegionBlocks = 24
	maxRegionInstrs = 240
	maxRegionSteps  = 100_000
	maxMergeCells   = 64
)

// plan says how the region of a block's terminator may be merged.
type plan struct {
	join int // -1: not at all
}

// planOf returns the plan for block i: a region is a data diamond if it has no
// cycle, no call and nothing else that makes or ends objects, and is small.
func planOf(f *ir.Func, ipdom []int, i int) plan {
	none := plan{join: -1}
	join := ipdom[i]
	if join < 0 || len(f.Blocks[i].Term.Succs) < 2 {
		return none
	}
	instrs := 0
	onStack, done := map[int]bool{}, map[int]bool{}
	var visit func(b int) bool
	visit = func(b int) bool {
		if b == join || done[b] {
			return true
		}
		if onStack[b] || b == i || len(done)+len(onStack) > maxRegionBlocks {
			return false
		}
		onStack[b] = true
		for k := range f.Blocks[b].Instrs {
			switch op := f.Blocks[b].Instrs[k].Op; {
			case op == ir.OpCall || op == ir.OpAlloca || op == ir.OpVaStart || op.IsCheck():
				return false
			}
		}
		instrs += len(f.Blocks[b].Instrs)
		if instrs > maxRegionInstrs || f.Blocks[b].Term.Kind == ir.TermReturn {
			return false
		}
		for _, s := range f.Blocks[b].Term.Succs {
			if !visit(s.To) {
				return false
			}
		}
		delete(onStack, b)
		done[b] = true
		return true
	}
	for _, s := range f.Blocks[i].Term.Succs {
		if !visit(s.To) {
			return none
		}
	}
	return plan{join: join}
}

// target is where the states of a region are to arrive.
type target struct {
	process int    // index of the process
	depth   int    // number of frames
	serial  uint32 // of the frame
	slot    int32  // of the join
	from    int32  // slot of the terminator that the region begins with
	limit   uint64 // of Steps
}

// reached says whether the executed state has come to its target.
func (t *target) reached(m *Machine) OutcomeKind {
	fs := m.p.Frames
	switch {
	case m.st.Current != t.process || len(fs) < t.depth || m.st.Steps > t.limit:
		return escaped
	case len(fs) > t.depth:
		return OutcomeInvalid
	case fs[t.depth-1].Serial != t.serial:
		return escaped
	case fs[t.depth-1].PC == t.slot:
		return arrived
	}
	return OutcomeInvalid
}

// mergeAt returns the block at which the ways of b's terminator, which decides
// c, are to be merged; -1 for none.
func (m *Machine) mergeAt(fn *function, f *state.Frame, b *ir.Block, c *expr.Expr) int {
	if m.code.counting || m.opt.MergeAll { // ways differ in what they count; or region.go merges
		return -1
	}
	if t := m.target; t != nil && t.serial == f.Serial && t.from == f.PC {
		return -1 // this is the region that is being run
	}
	if b.Term.Logical {
		return b.Term.Join
	}
	if !m.opt.MergeData {
		return -1
	}
	join := fn.flowOf().plans[b.Index].join
	if join < 0 {
		return -1
	}
	for _, o := range c.Support() {
		if m.opt.Integer == nil || m.opt.Integer(o) {
			return join
		}
	}
	return -1
}

// merge runs the region that begins at the terminator at f's PC to its join. It
// returns if one state is left, which then is the executed one; otherwise it unwinds.
func (m *Machine) merge(fn *function, f *state.Frame, join int) {
	base := *m.st
	t := &target{process: m.st.Current, depth: len(m.p.Frames), serial: f.Serial, slot: fn.starts[join], from: f.PC, limit: m.st.Steps + maxRegionSteps}
	outer, floor, children := m.target, m.floor, m.children
	m.target, m.floor = t, t.depth+1
	m.st.Trails = true
	here, loose := m.runRegion(m.st)
	m.target, m.floor, m.children = outer, floor, children

	complete := m.whole && len(loose) == 0
	var live []*state.State
	for _, s := range here {
		merged := false
		for k, o := range live {
			if n := m.join(o, s, &base, fn, join, complete && len(here) == 2); n != nil {
				live[k] = n
				merged = true
				m.Stats.Merges++
				break
			}
		}
		if !merged {
			live = append(live, s)
		}
	}
	if complete && len(live) == 1 {
		live[0].Condition, live[0].Pins = base.Condition, base.Pins
	}
	if len(live) == 1 && len(loose) == 0 {
		live[0].Depth, live[0].ForkedAt = base.Depth, base.ForkedAt
	} else {
		m.Stats.Unmerged++
	}
	for _, s := range append(live[:len(live):len(live)], loose...) {
		s.Trails = base.Trails
		if !base.Trails {
			s.Trail = nil
		} else if complete && len(live) == 1 {
			s.Trail = s.Trail[:len(base.Trail)]
		}
	}
	live = append(live, loose...)
	if len(live) == 0 {
		m.st = nil
		panic(&unwinding{outcome: Outcome{Kind: gone}})
	}
	m.children = append(m.children, live[1:]...)
	m.enter(live[0])
	if len(live) > 1 {
		panic(&unwinding{outcome: Outcome{Kind: Forked}})
	}
}

// runRegion runs st and what it forks into to the target. It returns the states
// that arrived and those that escaped, and whether none ended (whole).
func (m *Machine) runRegion(st *state.State) (here, loose []*state.State) {
	whole := true
	work := []*state.State{st}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		m.children = nil
		ended := len(m.finished) + m.dropped
		out := m.runOne(s, ^uint64(0))
		s = m.st
		whole = whole && len(m.finished)+m.dropped == ended
		for k := len(m.children) - 1; k >= 0; k-- {
			work = append(work, m.children[k])
		}
		switch out.Kind {
		case arrived:
			here = append(here, s)
		case Forked:
			work = append(work, s)
		case Ended, Dropped:
			whole = false
			m.finish(s, out)
		case gone:
			whole = false
		default:
			loose = append(loose, s)
		}
	}
	m.whole = whole
	return here, loose
}

// conjunction returns the condition that all of cs hold.
func (m *Machine) conjunction(cs []*expr.Expr) *expr.Expr {
	e := m.b.Bool(true)
	for _, c := range cs {
		e = m.b.And(e, c)
	}
	return e
}

// join makes one state of a and o, which both stand at the start of block join;
// nil if that is not possible. two says that they are all there is of base.
func (m *Machine) join(a, o, base *state.State, fn *function, join int, two bool) *state.State {
	n := len(base.Trail)
	ga, gb := m.conjunction(a.Trail[n:]), m.conjunction(o.Trail[n:])
	if a.Syscalls != base.Syscalls || o.Syscalls != base.Syscalls || a.Current != o.Current || len(a.Procs) != len(o.Procs) || a.Symbolic != o.Symbolic {
		return nil
	}
	cond := base.Condition
	if !two {
		if !sameResidue(a.Condition.Residue, o.Condition.Residue) {
			return nil
		}
		cond = state.PathCondition{Set: m.sets.Or(a.Condition.Set, o.Condition.Set), Residue: a.Condition.Residue}
		if ra, ro := a.Condition.Related, o.Condition.Related; ra != confspace.Empty || ro != confspace.Empty {
			cond.Related = m.sets.Or(relatedSet(a.Condition), relatedSet(o.Condition))
		}
	}
	partial, visited, ok := m.joinCoverage(a, o)
	if !ok {
		return nil
	}
	fa, fo := a.Process().Top(), o.Process().Top()
	if !joinable(a.Process(), o.Process(), fa, fo) {
		return nil
	}
	live := fn.flowOf().live[join]
	for r := range fa.Regs {
		if live.has(ir.Reg(r)) && fa.TaintOf(ir.Reg(r)).Bits != fo.TaintOf(ir.Reg(r)).Bits {
			return nil
		}
	}
	if why := a.Process().Mem.JoinIf(m.b, o.Process().Mem, ga, maxMergeCells); why != "" {
		return nil
	}
	// From here on nothing fails.
	p := a.Process()
	f := p.Own(len(p.Frames) - 1)
	for r := range f.Regs {
		va, vb := f.Get(ir.Reg(r)), fo.Get(ir.Reg(r))
		switch {
		case va == vb:
		case !live.has(ir.Reg(r)):
			f.Set(ir.Reg(r), expr.Value{})
		default:
			t := fn.named(f.TaintOf(ir.Reg(r)), ir.Reg(r))
			f.Set(ir.Reg(r), m.either(ga, va, vb, 64))
			f.Taint(ir.Reg(r), t)
		}
	}
	p.Serials = max(p.Serials, o.Process().Serials)
	for i, q := range a.Procs {
		if r := o.Procs[i]; q.Calls.Digest != r.Calls.Digest || q.Calls.Total != r.Calls.Total || r.Calls.Mixed {
			q.Calls.Mixed = true
		}
	}
	a.Notes = m.joinNotes(a, o)
	a.Partial, a.Visited, a.Condition, a.Pins = partial, visited, cond, base.Pins
	a.Steps = max(a.Steps, o.Steps)
	a.Trail = append(a.Trail[:n:n], m.b.Or(ga, gb))
	return a
}

// either returns the value that is x where g holds and y elsewhere.
func (m *Machine) either(g *expr.Expr, x, y expr.Value, bits uint) expr.Value {
	if x.E != nil && y.E != nil && x.E.Bits() == y.E.Bits() {
		bits = x.E.Bits()
	}
	return m.b.Value(m.b.Ite(g, m.wide(x, bits), m.wide(y, bits)))
}

// relatedSet returns what the condition's Related stands for, if there is no residue without it.
func relatedSet(c state.PathCondition) confspace.Set {
	if c.Related == confspace.Empty {
		return c.Set
	}
	return c.Related
}

func sameResidue(a, b []*expr.Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// joinable reports whether the processes differ only in the top frame's registers and in memory.
func joinable(p, q *state.Process, f, g *state.Frame) bool {
	if len(p.Frames) != len(q.Frames) || f.PC != g.PC || f.Serial != g.Serial || f.Sym != g.Sym || len(f.Extra) != len(g.Extra) {
		return false
	}
	for i := range len(p.Frames) - 1 {
		if p.Frames[i] != q.Frames[i] {
			return false
		}
	}
	for i := range f.Extra {
		if f.Extra[i] != g.Extra[i] {
			return false
		}
	}
	return true
}

// joinCoverage returns what a and o both visited, and as partial coverage what only one did.
func (m *Machine) joinCoverage(a, o *state.State) (partial []state.Partial, visited []uint64, ok bool) {
	_, sa, oka := m.dec.SetOf(a.Condition)
	_, so, oko := m.dec.SetOf(o.Condition)
	visited = make([]uint64, len(a.Visited))
	partial = a.Partial[:len(a.Partial):len(a.Partial)]
	for _, p := range o.Partial {
		partial = m.addPartial(partial, p)
	}
	for i := range visited {
		visited[i] = a.Visited[i] & o.Visited[i]
		for w, bit := a.Visited[i]^o.Visited[i], uint32(0); w != 0; w, bit = w>>1, bit+1 {
			if w&1 == 0 || i == 0 && bit == 0 {
				continue
			}
			if !oka || !oko {
				return nil, nil, false
			}
			when := so
			if a.Visited[i]>>bit&1 != 0 {
				when = sa
			}
			partial = m.addPartial(partial, state.Partial{Bit: uint32(i)*64 + bit, When: when})
		}
	}
	return partial, visited, true
}

// joinNotes returns what a and o noted: what only one of them did holds in its configurations, if a set has them.
func (m *Machine) joinNotes(a, o *state.State) []state.Note {
	sa, so := a.Condition.Set, o.Condition.Set
	for _, c := range []state.PathCondition{a.Condition, o.Condition} {
		if len(c.Residue) > 0 || c.Related != confspace.Empty {
			sa, so = confspace.Full, confspace.Full
		}
	}
	return m.eitherNotes(a.Notes, o.Notes, sa, so)
}

// eitherNotes returns the notes a of configurations sa and o of so: what only one has holds in its configurations.
func (m *Machine) eitherNotes(a, o []state.Note, sa, so confspace.Set) []state.Note {
	if slices.Equal(a, o) {
		return a
	}
	var out []state.Note
	for _, n := range a {
		k := slices.IndexFunc(o, func(x state.Note) bool { return x.Note == n.Note })
		switch {
		case k < 0:
			n.When = m.sets.And(n.When, sa)
		case o[k].When != n.When:
			n.When = m.sets.Or(m.sets.And(n.When, sa), m.sets.And(o[k].When, so))
		}
		out = append(out, n)
	}
	for _, n := range o {
		if !slices.ContainsFunc(a, func(x state.Note) bool { return x.Note == n.Note }) {
			n.When = m.sets.And(n.When, so)
			out = append(out, n)
		}
	}
	return out
}

func (m *Machine) addPartial(ps []state.Partial, p state.Partial) []state.Partial {
	for i := range ps {
		if ps[i].Bit == p.Bit {
			if ps[i].When == p.When {
				return ps
			}
			ps = append([]state.Partial(nil), ps...)
			ps[i].When = m.sets.Or(ps[i].When, p.When)
			return ps
		}
	}
	return append(ps[:len(ps):len(ps)], p)
}

// finish records the end of a state that is not the one Run was called for.
func (m *Machine) finish(s *state.State, out Outcome) {
	if out.Kind == Ended {
		m.finished = append(m.finished, Finish{State: s, End: out.End})
	} else {
		m.dropped++
	}
}

// Finish is a state that ended, and how.
type Finish struct {
	State *state.State
	End   path.Termination
}
