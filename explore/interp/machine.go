package interp

// This file defines the machine: what one worker needs to execute states, and
// the loop that alternates between the fast and the slow path.

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxFrames is the depth of calls at which the program's stack overflows.
const maxFrames = 1 << 16

// Verdict is what is known about a condition on a path.
type Verdict uint8

const (
	VerdictInvalid Verdict = iota
	Always                 // it holds
	Never                  // it does not hold
	Either                 // it holds for some configurations of the path, and not for others
	Unknown                // the solver could not tell
)

// Decider decides conditions.
type Decider interface {
	// Split says whether the 1-bit cond holds under pc. For Either it returns both refined conditions.
	Split(pc state.PathCondition, cond *expr.Expr) (v Verdict, yes, no state.PathCondition)
	// Feasible returns a value that e has for some configuration of pc; the same one each time.
	Feasible(pc state.PathCondition, e *expr.Expr) (v uint64, ok bool)
	// Range returns bounds of the unsigned value that e has for the configurations of pc.
	Range(pc state.PathCondition, e *expr.Expr) (lo, hi uint64, ok bool)
	// SetOf returns the configurations of pc, exactly if ok: as a set with as few relations as possible, and as one with all of them, in which equal
	// conditions of different paths are equal.
	SetOf(pc state.PathCondition) (s, related confspace.Set, ok bool)
}

// Hooks are what the engine is told about by its user.
type Hooks struct {
	// Point is called at a function's entry or return that Decode was told of; function is its symbol.
	Point func(st *state.State, function int32, h Hook)
	// Option returns the value of the option that the program asks for by name.
	Option func(st *state.State, name string, width uint) (expr.Value, error)
}

// Options say how a Machine executes.
type Options struct {
	MergeData bool                  // merge pure data diamonds
	MergeAll  bool                  // merge wherever ways meet: states are executed by Begin, Next and Step
	Integer   func(option int) bool // whether an option is an integer that is not boolean; nil: all are

	// For tests.
	SlowOnly    bool // never use the fast path
	NoShortcuts bool // run the C bodies of functions that the engine could perform
}

// Stats counts what a machine did.
type Stats struct {
	Forks, Merges, Unmerged, Decisions int64
	Slow                               int64 // instructions on the slow path
}

// Machine executes states of one program. It is not safe for concurrent use.
type Machine struct {
	code  *Code
	b     *expr.Builder
	dec   Decider
	sets  *confspace.Sets
	hooks Hooks
	opt   Options
	Stats Stats

	frames     state.Pool
	cache      [cacheLines]cached
	once       cached // for one access to an object that is partly undefined
	generation uint64 // of the cache, in the high half
	floor      int    // the fast path does not return from a frame at this depth
	nextID     uint64

	st *state.State   // what is being executed
	p  *state.Process // its current process

	args   []expr.Value // of the call that is executed
	loaded state.Taint  // what was undefined of the last load
	site   callSite     // of the intrinsic that is executed

	syscallNr uint64       // of the system call that is executed
	handed    *kernel.Data // what the system call that is performed reads instead of memory; nil: memory

	children []*state.State // forked off by the present Run
	finished []Finish       // states that ended beside the one that is run
	dropped  int
	target   *target // of the innermost merge; nil outside of merges
	whole    bool    // result of runRegion

	// With Options.MergeAll; see region.go.
	regions  []*region
	opening  []meeting // where the ways of the fork that was just made may meet
	stop     stop
	watching bool // stop and floor are those of the executed frame
	stops    map[string][]inst
	copied   int                 // instructions in stops
	graphs   map[int32]*ir.Meets // by symbol
	met      map[blockKey][]int
	lives    map[placeKey]bitset
	apart    map[Apart]int64 // Count is 0 in the keys
}

// New returns a machine for a program.
func New(code *Code, b *expr.Builder, sets *confspace.Sets, dec Decider, hooks Hooks, opt Options) *Machine {
	return &Machine{
		code: code, b: b, dec: dec, sets: sets, hooks: hooks, opt: opt, floor: 1, nextID: 1,
		stops: map[string][]inst{}, graphs: map[int32]*ir.Meets{}, met: map[blockKey][]int{}, lives: map[placeKey]bitset{}, apart: map[Apart]int64{},
	}
}

// Code returns the program.
func (m *Machine) Code() *Code { return m.code }

// OutcomeKind says why Run returned.
type OutcomeKind uint8

const (
	OutcomeInvalid OutcomeKind = iota
	Paused                     // the steps are used up
	Forked                     // there are children beside the state
	Ended                      // the path ended
	Dropped                    // the path ended by confcov_assume: it is no path of the program
	arrived                    // at the join of a merge
	escaped                    // from the region of a merge
	gone                       // everything that it forked into has ended
)

// Outcome says why a state stopped.
type Outcome struct {
	Kind OutcomeKind
	End  path.Termination // Ended
}

// Result is what became of a state.
type Result struct {
	Live     []*state.State // states to go on with, in order; the state itself may be among them
	Finished []Finish
	Dropped  int // how many ended by confcov_assume: they are no paths of the program
}

// unwinding is what slow operations panic with to leave the instruction that they are in.
type unwinding struct {
	outcome Outcome
	again   bool      // execute on
	fork    *question // fork, and the outcome is Forked
}

// Run executes st for about quantum instructions, or until it forks or ends.
func (m *Machine) Run(st *state.State, quantum uint64) Result {
	out := m.advance(st, quantum)
	var res Result
	switch out.Kind {
	case Ended, Dropped:
		m.finish(m.st, out)
	case gone:
	default:
		res.Live = append(res.Live, m.st)
	}
	res.Live = append(res.Live, m.children...)
	res.Finished, res.Dropped = m.finished, m.dropped
	return res
}

// advance executes st for about quantum instructions, or until it stops, outside of everything that came before.
func (m *Machine) advance(st *state.State, quantum uint64) Outcome {
	m.children, m.finished, m.dropped, m.opening = nil, nil, 0, nil
	m.target, m.floor = nil, 1
	return m.runOne(st, st.Steps+quantum)
}

// runOne executes st until it stops. The state that stopped is m.st.
func (m *Machine) runOne(st *state.State, limit uint64) Outcome {
	m.enter(st)
	t, floor := m.target, m.floor
	for {
		out, again := m.attempt(limit)
		m.target, m.floor, m.watching, m.stop.serial = t, floor, false, 0
		if !again {
			return out
		}
	}
}

// enter makes st the state that is executed.
func (m *Machine) enter(st *state.State) {
	m.st = st
	m.switchProcess()
}

// switchProcess makes the state's current process the one that is executed.
func (m *Machine) switchProcess() {
	m.p = m.st.Process()
	m.watching, m.stop.serial = false, 0
	m.forget()
}

// forget invalidates the cache of objects.
func (m *Machine) forget() {
	m.generation += 1 << 32
	if m.generation == 0 {
		m.cache = [cacheLines]cached{}
		m.generation = 1 << 32
	}
}

// attempt executes until something unwinds.
func (m *Machine) attempt(limit uint64) (out Outcome, again bool) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		u, ok := r.(*unwinding)
		if !ok {
			u = m.bug(r)
		}
		if q := u.fork; q != nil {
			m.fork(q.cond, q.yes, q.no)
			u.outcome = Outcome{Kind: Forked}
		}
		out, again = u.outcome, u.again
	}()
	return m.execute(limit), false
}

// bug turns a panic that is no unwinding into the end of the path: a bug of the engine, sets that became too large, or no ids.
func (m *Machine) bug(r any) (u *unwinding) {
	if err, ok := r.(error); ok && (errors.Is(err, confspace.ErrBudget) || errors.Is(err, memory.ErrIDs)) {
		u = &unwinding{outcome: Outcome{Kind: Ended, End: path.Termination{Kind: path.Budget, Message: err.Error()}}}
		u.outcome.End.Stack = m.stack()
		return u
	}
	msg := fmt.Sprintf("%v", r)
	if goStacks {
		msg += "\n" + string(debug.Stack())
	}
	u = &unwinding{outcome: Outcome{Kind: Ended, End: path.Termination{Kind: path.Internal, Message: msg}}}
	defer func() { _ = recover() }()
	u.outcome.End.Stack = m.stack()
	return u
}

// goStacks makes internal errors carry the Go stack.
var goStacks = false

// execute alternates between the paths.
func (m *Machine) execute(limit uint64) Outcome {
	for {
		p := m.p
		if len(p.Frames) == 0 {
			m.schedule() // the process ended, and what comes next had to be decided by forking
		}
		f := p.Own(len(p.Frames) - 1)
		if m.st.Steps >= limit {
			return Outcome{Kind: Paused}
		}
		if len(m.regions) > 1 && (len(p.Frames) < m.floor || !m.watching) {
			if f.Serial != m.stop.serial || !m.watching {
				m.watch()
			}
			if m.stopped(f) {
				return Outcome{Kind: arrived}
			}
		}
		if t := m.target; t != nil {
			if out := t.reached(m); out != OutcomeInvalid {
				return Outcome{Kind: out}
			}
			if len(p.Frames) <= t.depth {
				m.slow(f)
				continue
			}
		}
		if !f.Symbolic() && !m.opt.SlowOnly {
			m.fast(m.st, p, limit)
			if m.st.Steps >= limit {
				continue
			}
			f = p.Own(len(p.Frames) - 1)
			if len(p.Frames) < m.floor && m.stopped(f) {
				return Outcome{Kind: arrived}
			}
		}
		m.slow(f)
	}
}

// end ends the path.
func (m *Machine) end(k path.Kind, code int, format string, args ...any) {
	panic(&unwinding{outcome: Outcome{Kind: Ended, End: path.Termination{
		Kind: k, Code: code, Message: fmt.Sprintf(format, args...), Stack: m.stack(),
	}}})
}

// unsupported ends the path for want of something in the engine.
func (m *Machine) unsupported(format string, args ...any) {
	m.end(path.Unsupported, 0, format, args...)
}
