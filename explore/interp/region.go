package interp

// This file explores states so that ways meet again: Options.MergeAll.
//
// When a state forks, regions open for it, one for each place at which its ways may meet, the nearest innermost: behind the
// instruction that had to decide, at the blocks of ir.Meets, and behind the call whose callee they are in. The states of the innermost region run, one after
// another, until each has arrived at the target of some region that is open, or has ended. Then the region closes: those that arrived at its own
// target are joined (join.go), and what they became goes on in the region around it. What could not be joined goes on apart, with regions of
// its own for the places behind.
//
// Regions are a stack, since a state opens them above those that it is in. A state that passes by a target, as a
// way that leaves a function early does, arrives at one further out. One that runs alone in a region leaves it at
// once, so that regions are open only as long as there are several ways.

import (
	"slices"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
)

// meeting is a place at which states may meet: the start of a slot in an activation of a function.
type meeting struct {
	process int    // index
	depth   int    // number of frames
	sym     int32  // of the frame's function: another state's frame may have the serial number
	serial  uint32 // of the frame
	slot    int32
}

// nobody is the process of the meeting at which no process is left.
const nobody = -1

// region is the states that are to meet.
type region struct {
	at      meeting
	waiting []*state.State // the last one is executed first
	arrived []*state.State
	again   bool // the states have met in vain before
}

// Apart is a place at which states met that could not be joined.
type Apart struct {
	Func  string
	Pos   ir.Pos // not valid in code without positions
	Why   string
	Count int64
}

// Begin makes st what Step executes.
func (m *Machine) Begin(st *state.State) {
	m.regions = []*region{{waiting: []*state.State{st}}}
}

// Next returns the state that Step executes next; nil if all have ended. It joins what can be joined before.
func (m *Machine) Next() *state.State {
	for {
		n := len(m.regions) - 1
		r := m.regions[n]
		switch {
		case n == 0 && len(r.waiting) == 0:
			return nil
		case n > 0 && len(r.waiting) == 0:
			m.close()
		case n > 0 && len(r.waiting) == 1 && len(r.arrived) == 0 && !m.recallable(r):
			m.regions = m.regions[:n]
			m.wait(r.waiting[0])
		default:
			return r.waiting[len(r.waiting)-1]
		}
	}
}

// Drop forgets the state that Step would execute next.
func (m *Machine) Drop() { m.pull() }

// Alive returns how many states have not ended.
func (m *Machine) Alive() int {
	n := 0
	for _, r := range m.regions {
		n += len(r.waiting) + len(r.arrived)
	}
	return n
}

// pull takes the state that is executed next.
func (m *Machine) pull() *state.State {
	r := m.regions[len(m.regions)-1]
	k := len(r.waiting) - 1
	st := r.waiting[k]
	r.waiting[k] = nil
	r.waiting = r.waiting[:k]
	return st
}

// wait puts a state into the innermost region, as the next one to execute.
func (m *Machine) wait(st *state.State) {
	r := m.regions[len(m.regions)-1]
	r.waiting = append(r.waiting, st)
}

// Step executes the state that Next returned for about quantum instructions, or until it forks, arrives or ends. Of the result's live states
// the machine takes care.
func (m *Machine) Step(quantum uint64) Result {
	out := m.advance(m.pull(), quantum)
	var res Result
	switch out.Kind {
	case Ended, Dropped:
		m.finish(m.st, out)
	case gone:
	case arrived:
		r := m.regions[m.stop.region]
		r.arrived = append(r.arrived, m.st)
		res.Live = append(res.Live, m.st)
	default:
		res.Live = append(append(res.Live, m.st), m.children...)
		m.open(m.opening)
		for _, s := range slices.Backward(res.Live) {
			m.wait(s)
		}
	}
	res.Finished, res.Dropped = m.finished, m.dropped
	return res
}

// open opens regions for meetings, the outermost first, that are not open yet.
func (m *Machine) open(at []meeting) {
	for _, t := range at {
		if !slices.ContainsFunc(m.regions[1:], func(r *region) bool { return r.at == t }) {
			m.regions = append(m.regions, &region{at: t})
		}
	}
}

// close ends the innermost region, of which no state is left to execute.
func (m *Machine) close() {
	n := len(m.regions) - 1
	r := m.regions[n]
	if m.recall(r) {
		return
	}
	m.regions = m.regions[:n]
	states := m.joinAll(r)
	if len(states) > 1 {
		m.retry(states)
	} else if len(states) == 1 && r.again {
		states[0].Vain = 0
	}
	for _, st := range slices.Backward(states) {
		m.wait(st)
	}
}

// recall resumes the states that others wait for at the innermost region r: those that can still reach it, and stopped because another process
// had its turn. It reports whether there are any.
func (m *Machine) recall(r *region) bool {
	if len(r.arrived) == 0 {
		return false
	}
	for _, q := range m.regions[1 : len(m.regions)-1] {
		if q.at.process == r.at.process || len(q.arrived) == 0 {
			continue
		}
		back := &region{at: q.at}
		q.arrived = slices.DeleteFunc(q.arrived, func(st *state.State) bool {
			if !r.awaits(st) {
				return false
			}
			back.arrived = append(back.arrived, st)
			return true
		})
		for _, st := range m.joinAll(back) {
			m.stay(st)
			r.waiting = append(r.waiting, st)
		}
	}
	return len(r.waiting) > 0
}

// recallable reports whether recall would resume any state for the innermost region r.
func (m *Machine) recallable(r *region) bool {
	for _, q := range m.regions[1 : len(m.regions)-1] {
		if q.at.process != r.at.process && slices.ContainsFunc(q.arrived, r.awaits) {
			return true
		}
	}
	return false
}

// awaits reports whether st is in the call in which states meet at r.
func (r *region) awaits(st *state.State) bool {
	at := &r.at
	if at.process == nobody || at.process >= len(st.Procs) {
		return false
	}
	fs := st.Procs[at.process].Frames
	return len(fs) >= at.depth && at.in(fs[at.depth-1])
}

// in reports whether f is the activation in which the meeting is.
func (at *meeting) in(f *state.Frame) bool { return f.Serial == at.serial && f.Sym == at.sym }

func sameActivation(f, g *state.Frame) bool { return f == g || f.Serial == g.Serial && f.Sym == g.Sym }

// retry opens regions for states that met in vain, at places behind. The more often that was so, the fewer of the nearest places are tried.
func (m *Machine) retry(states []*state.State) {
	vain := 0
	for _, st := range states {
		vain = max(vain, st.Vain)
	}
	for _, st := range states {
		st.Vain = vain + 1
		m.stay(st)
	}
	at := m.meetings(states[0], true)
	n := len(m.regions)
	m.open(m.elsewhere(states...))
	m.open(at[:max(len(at)-vain, min(len(at), 2))])
	for _, r := range m.regions[n:] {
		r.again = true
	}
}

// meetings returns where ways that st parts in may meet, the outermost first. With passed, st has just come to a place where
// they met in vain, and only places behind the present block count.
func (m *Machine) meetings(st *state.State, passed bool) []meeting {
	p := st.Process()
	n := len(p.Frames)
	if n == 0 {
		return nil
	}
	f := p.Frames[n-1]
	fn := m.code.functions[f.Sym]
	here := meeting{process: st.Current, depth: n, sym: f.Sym, serial: f.Serial}
	var out []meeting
	if at, ok := m.behindCall(st, n); ok {
		out = append(out, at)
	}
	at := fn.places[f.PC]
	for _, b := range slices.Backward(m.meetsOf(fn, int(at.block))) {
		here.slot = fn.starts[b]
		out = append(out, here)
	}
	if !passed && at.index >= 0 && int(at.index) < len(fn.ir.Blocks[at.block].Instrs) {
		here.slot = f.PC + 1
		out = append(out, here)
	}
	return out
}

// elsewhere returns the places outside the running process where the ways of states may meet: where no process is left, and where another
// one has its turn or reaches a place after those at which it stands in the states. The outermost comes first.
func (m *Machine) elsewhere(states ...*state.State) []meeting {
	st := states[0]
	out := make([]meeting, 1, len(st.Procs))
	out[0].process = nobody
	var stacks [][]*state.Frame
	for i := range st.Procs {
		if i == st.Current {
			continue
		}
		stacks = stacks[:0]
		for _, o := range states {
			if i < len(o.Procs) {
				stacks = append(stacks, o.Procs[i].Frames)
			}
		}
		out = m.behind(out, i, stacks)
	}
	return out
}

// behind adds the places at which process i may meet that stands where its stacks say.
func (m *Machine) behind(out []meeting, i int, stacks [][]*state.Frame) []meeting {
	all := func(is func(fs []*state.Frame) bool) bool {
		return !slices.ContainsFunc(stacks, func(fs []*state.Frame) bool { return !is(fs) })
	}
	first := stacks[0]
	n := 0 // how many of the outermost frames are at the same places
	for n < len(first) && all(func(fs []*state.Frame) bool {
		return n < len(fs) && (fs[n] == first[n] || sameActivation(fs[n], first[n]) && fs[n].PC == first[n].PC)
	}) {
		n++
	}
	at := meeting{process: i}
	if n > 0 {
		f := first[n-1]
		at.depth, at.sym, at.serial, at.slot = n, f.Sym, f.Serial, f.PC
		if !all(func(fs []*state.Frame) bool { return len(fs) == n }) && all(func(fs []*state.Frame) bool { return len(fs) == n || fs[n].Kind == state.Normal }) {
			at.slot++
		}
		out = append(out, at)
	}
	if !all(func(fs []*state.Frame) bool { return len(fs) > n && sameActivation(fs[n], first[n]) }) {
		return out
	}
	// The same activation is at several places.
	f := first[n]
	fn := m.code.functions[f.Sym]
	at.depth, at.sym, at.serial = n+1, f.Sym, f.Serial
	for _, b := range slices.Backward(m.meetsOf(fn, int(fn.places[f.PC].block))) {
		if all(func(fs []*state.Frame) bool { return slices.Contains(m.meetsOf(fn, int(fn.places[fs[n].PC].block)), b) }) {
			at.slot = fn.starts[b]
			out = append(out, at)
		}
	}
	return out
}

// behindCall returns where the activation that is frame n of st returns to.
func (m *Machine) behindCall(st *state.State, n int) (at meeting, ok bool) {
	p := st.Process()
	if n < 2 {
		return meeting{}, false
	}
	f, g := p.Frames[n-1], p.Frames[n-2]
	at = meeting{process: st.Current, depth: n - 1, sym: g.Sym, serial: g.Serial, slot: g.PC}
	switch f.Kind {
	case state.Normal:
		at.slot++
		return at, true
	case state.Handler: // the interrupted frame goes on where it is
		return at, true
	}
	return meeting{}, false
}

// meetsOf returns the blocks of ir.Meets, remembered.
func (m *Machine) meetsOf(fn *function, block int) []int {
	key := blockKey{fn.sym, int32(block)}
	if bs, ok := m.met[key]; ok {
		return bs
	}
	g := m.graphs[fn.sym]
	if g == nil {
		g = fn.ir.Meets()
		m.graphs[fn.sym] = g
	}
	bs := g.Of(block)
	m.met[key] = bs
	return bs
}

// blockKey is a block of a function.
type blockKey struct{ sym, block int32 }

// stop is at which slots of the frame that is executed states meet.
type stop struct {
	serial  uint32 // of the frame; 0: none has such
	slots   []int32
	regions []int  // by slot: index in Machine.regions
	code    []inst // of the frame's function, with slots that leave the fast path
	region  int    // at which the state arrived
}

// stay makes a place where st stands one that it must leave before it can arrive there.
func (m *Machine) stay(st *state.State) {
	st.Since, st.SinceAt = st.Steps, -1
	if fs := st.Process().Frames; len(fs) > 0 {
		st.SinceAt = fs[len(fs)-1].PC
	}
}

// watch finds out where the executed state is to stop: in which of its frames, and there at which slots.
func (m *Machine) watch() {
	fs := m.p.Frames
	m.stop.serial, m.stop.slots, m.stop.regions, m.stop.code = 0, m.stop.slots[:0], m.stop.regions[:0], nil
	m.floor, m.watching = 1, true
	deepest := 0
	for _, r := range m.regions[1:] {
		if t := &r.at; t.process == m.st.Current && t.depth <= len(fs) && t.depth > deepest && t.in(fs[t.depth-1]) {
			deepest = t.depth
		}
	}
	if deepest == 0 {
		return
	}
	m.floor = deepest + 1
	if deepest < len(fs) {
		return
	}
	f := fs[deepest-1]
	m.stop.serial = f.Serial
	for k, r := range m.regions {
		if t := &r.at; k > 0 && t.process == m.st.Current && t.in(f) && t.depth == deepest {
			m.stop.slots = append(m.stop.slots, t.slot)
			m.stop.regions = append(m.stop.regions, k)
		}
	}
	m.stop.code = m.stopping(m.code.functions[f.Sym], m.stop.slots)
}

// stopped reports whether the top frame f stands where states meet.
func (m *Machine) stopped(f *state.Frame) bool {
	if f.Serial != m.stop.serial || m.st.Since == m.st.Steps && m.st.SinceAt == f.PC {
		return false
	}
	k := slices.Index(m.stop.slots, f.PC)
	if k < 0 {
		return false
	}
	m.stop.region = m.stop.regions[k]
	return true
}

// maxStopping is how many instructions the remembered results of stopping may have together: some 50 MB.
const maxStopping = 1 << 20

// stopping returns the function's code with slots that leave the fast path.
func (m *Machine) stopping(fn *function, slots []int32) []inst {
	key := make([]byte, 0, 4+4*len(slots))
	for _, s := range append([]int32{fn.sym}, slots...) {
		key = append(key, byte(s), byte(s>>8), byte(s>>16), byte(s>>24))
	}
	if code, ok := m.stops[string(key)]; ok {
		return code
	}
	if m.copied += len(fn.code); m.copied > maxStopping {
		clear(m.stops)
		m.copied = len(fn.code)
	}
	code := slices.Clone(fn.code)
	for _, s := range slots {
		code[s].op = opSlow
		if fn.places[s].index > 0 {
			code[s-1].op = opSlow // it is not performed together with this one
		}
	}
	m.stops[string(key)] = code
	return code
}
