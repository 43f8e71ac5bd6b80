package explore

// This file runs the exploration.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/interp"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/searcher"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
)

// quantum is how many instructions a state runs before the searcher is asked again.
const quantum = 1 << 22

// hurried is after how many instructions it is seen whether the user still wants the result.
const hurried = 1 << 14

// Result is what exploration found.
type Result struct {
	Test     path.Test // Key is not set
	Examined []int     // options that a decision depended on, ascending
	Builder  *expr.Builder

	// With Options.Trace, one for each path of Test.Paths.
	Traces    []trace.Trace
	Held      []trace.Held              // with Options.Keep, by option of the space; nil: no point was reached
	Witnesses []confspace.Configuration // a configuration that takes the path, whatever its condition; nil: none is known
}

// explorer is one Run.
type explorer struct {
	prog    *Program
	test    Test
	opt     Options
	sets    *confspace.Sets
	b       *expr.Builder
	dec     *examiner
	solver  *solver.Solver // nil with Options.NewDecider
	m       *interp.Machine
	layout  coverage.Layout
	places  []place
	reached []bool       // by point: options became symbolic there
	vars    []*expr.Expr // by option; nil: not made yet
	res     Result
	steps   int64
	dropped int64 // paths that confcov_assume ended
	limits  map[path.Limit]bool
	related []confspace.Set // by path: its condition, written with all relations
}

// Run explores a test. Where ctx ends it, the result has the paths that were finished until then and a LimitInterrupted, and comes with
// the context's error; it is nil with any other error.
func Run(ctx context.Context, prog *Program, test Test, opt Options) (*Result, error) {
	x, err := newExplorer(prog, test, opt)
	if err != nil {
		return nil, fmt.Errorf("test %s: %w", test.Name, err)
	}
	st, err := x.start()
	if err != nil {
		return nil, fmt.Errorf("test %s: %w", test.Name, err)
	}
	if x.merging() {
		err = x.share(ctx, st)
	} else {
		err = x.loop(ctx, st)
	}
	if err != nil {
		err = fmt.Errorf("test %s: %w", test.Name, err)
		if ctx.Err() == nil {
			return nil, err
		}
		x.limits[path.Limit{Kind: path.LimitInterrupted, Message: context.Cause(ctx).Error()}] = true
	}
	x.translate()
	x.relate()
	x.summarise()
	return &x.res, err
}

func newExplorer(prog *Program, test Test, opt Options) (*explorer, error) {
	if opt.Space == nil {
		opt.Space = &confspace.Space{}
	}
	if opt.Mode == path.ModeInvalid {
		opt.Mode = path.Merged
	}
	if placesOf(opt.Points) != prog.hooked {
		return nil, errors.New("the program was loaded for other points")
	}
	if err := opt.Space.Validate(); err != nil {
		return nil, err
	}
	if opt.Configuration != nil {
		if err := opt.Configuration.Valid(opt.Space); err != nil {
			return nil, err
		}
	}
	x := &explorer{prog: prog, test: test, opt: opt, b: expr.NewBuilder(), limits: map[path.Limit]bool{}}
	x.sets = confspace.NewSets(opt.Space)
	x.res.Test.Sets = x.sets
	if x.merging() {
		x.sets = confspace.NewSetsByUse(opt.Space)
	}
	x.places, x.reached = places(prog, opt.Space), make([]bool, len(opt.Points))
	x.vars = make([]*expr.Expr, len(opt.Space.Options))
	if prog.Universe != nil {
		x.layout = opt.Mode.Layout(prog.Universe)
	}
	for _, p := range opt.Points {
		for _, o := range x.optionsOf(p) {
			if err := x.places[o].err; err != nil {
				return nil, err
			}
		}
	}
	if opt.NewDecider != nil {
		x.dec = &examiner{Decider: opt.NewDecider(x.b, x.sets)}
	} else {
		var core solver.Core
		if opt.NewCore != nil {
			core = opt.NewCore()
		}
		x.solver = solver.New(x.sets, x.b, core)
		if opt.CoreAlone {
			x.solver.SetLimits(0, 0)
		}
		x.dec = &examiner{Decider: decider{x.solver}}
	}
	code := prog.code
	if opt.Trace {
		code = prog.counting()
	}
	hooks := interp.Hooks{Point: x.point, Option: x.option}
	x.m = interp.New(code, x.b, x.sets, x.dec, hooks, interp.Options{
		MergeData: opt.Merge == MergeData, MergeAll: x.merging(),
		Integer:  func(o int) bool { return opt.Space.Options[o].Domain.Kind != confspace.DomainBool },
		SlowOnly: opt.SlowOnly, NoShortcuts: opt.NoShortcuts,
	})
	x.b.SetSets(x.sets)
	x.res.Test = path.Test{Name: test.Name, Mode: opt.Mode, Sets: x.res.Test.Sets}
	x.res.Builder = x.b
	return x, nil
}

// optionsOf returns the options that become symbolic at p.
func (x *explorer) optionsOf(p Point) []int {
	if p.Options != nil {
		return p.Options
	}
	var all []int
	for i := range x.opt.Space.Options {
		if x.opt.Space.Options[i].Object != "" {
			all = append(all, i)
		}
	}
	return all
}

// point is called where options become symbolic.
func (x *explorer) point(st *state.State, function int32, h interp.Hook) {
	for i, p := range x.opt.Points {
		if x.prog.points[i] != function || p.hook() != h || p.Once && st.Symbolic {
			continue
		}
		x.reached[i] = true
		if x.opt.Keep {
			x.res.Held = x.held(st)
			st.Symbolic = true
			continue
		}
		for _, o := range x.optionsOf(p) {
			pl := x.places[o]
			if x.opt.Space.Options[o].Domain.Kind == confspace.DomainStrings {
				x.storeString(st, o, pl)
				continue
			}
			c := st.Process().Mem.Modify(uint32(pl.addr >> 32))
			c.Store(pl.addr&0xffffffff, pl.size, x.value(o, uint(8*pl.size)))
		}
		st.Symbolic = true
	}
}

// option is called where the program asks for an option.
func (x *explorer) option(st *state.State, name string, bits uint) (expr.Value, error) {
	o := x.opt.Space.Index(name)
	if o < 0 {
		return expr.Value{}, fmt.Errorf("the program asks for option %s, which the configuration space does not have", name)
	}
	if x.opt.Space.Options[o].Domain.Kind == confspace.DomainStrings {
		return expr.Value{}, fmt.Errorf("the program asks for option %s as an integer, but its values are strings: give it an object", name)
	}
	st.Symbolic = true
	return x.value(o, bits), nil
}

// value returns the value of option o in that many bits.
func (x *explorer) value(o int, bits uint) expr.Value {
	d := x.opt.Space.Options[o].Domain
	if x.opt.Configuration != nil {
		return expr.Value{C: uint64(x.opt.Configuration[o]) << (64 - bits) >> (64 - bits)}
	}
	if x.vars[o] == nil {
		x.vars[o] = solver.OptionVar(x.b, x.opt.Space, o)
	}
	v := x.vars[o]
	switch w := uint(d.Bits); {
	case bits < w:
		v = x.b.Extract(v, 0, bits)
	case bits > w && d.Signed:
		v = x.b.SExt(v, bits)
	case bits > w:
		v = x.b.ZExt(v, bits)
	}
	return x.b.Value(v)
}

// start makes the first state.
func (x *explorer) start() (*state.State, error) {
	k, err := kernel.New(x.test.World)
	if err != nil {
		return nil, err
	}
	st := x.m.Start(k)
	args := x.test.Args
	if len(args) == 0 {
		args = []string{x.test.Name}
	}
	stack := x.stackObject(st, args)
	x.m.Enter(st, x.prog.IR.Entry, stack)
	if st.Condition.Set = x.sets.DomainUnder(x.opt.Fixed); st.Condition.Set == confspace.Empty {
		return nil, errors.New("no configuration satisfies the constraints together with what the test sets")
	}
	return st, nil
}

// Entries of the auxiliary vector.
const (
	atPagesize = 6
	atUID      = 11
	atEUID     = 12
	atGID      = 13
	atEGID     = 14
	atClktck   = 17
	atSecure   = 23
	atRandom   = 25
	atExecfn   = 31
)

// stackObject lays out what Linux leaves on a new program's stack and returns its address. The
// strings are one object, one after another, as on Linux: programs that write their own
// title over them rely on that.
func (x *explorer) stackObject(st *state.State, args []string) uint64 {
	mem := st.Process().Mem
	object := func(name string, b []byte) uint64 {
		id := mem.AllocShared(&memory.Object{Kind: memory.Environment, Name: name, Size: uint64(len(b))}, memory.Shared(b))
		return uint64(id) << 32
	}
	var text []byte
	for _, s := range append(slices.Clone(args), x.test.Env...) {
		text = append(append(text, s...), 0)
	}
	first := object("argv, environ", text)
	next := first
	list := func(cells []uint64, strings []string) []uint64 {
		for _, s := range strings {
			cells = append(cells, next)
			next += uint64(len(s)) + 1
		}
		return append(cells, 0)
	}
	cells := list([]uint64{uint64(len(args))}, args)
	cells = list(cells, x.test.Env)
	random := object("AT_RANDOM", []byte("confcov's random"))
	w := &x.test.World
	cells = append(cells, atPagesize, 4096, atUID, uint64(w.UID), atEUID, uint64(w.UID), atGID, uint64(w.GID),
		atEGID, uint64(w.GID), atClktck, 100, atSecure, 0, atRandom, random, atExecfn, first, 0, 0)
	b := make([]byte, 8*len(cells))
	for i, c := range cells {
		binary.LittleEndian.PutUint64(b[8*i:], c)
	}
	return object("", b)
}

// loop executes states until none is left.
func (x *explorer) loop(ctx context.Context, first *state.State) error {
	s, err := searcher.New(x.opt.Searcher, x.opt.Seed)
	if err != nil {
		return err
	}
	s.Update(nil, []*state.State{first})
	for st := s.Select(); st != nil; st = s.Select() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if x.isExhausted(st) {
			s.Update(st, nil)
			continue
		}
		res := x.slice(ctx, st)
		if err := x.ended(ctx, res.Finished); err != nil {
			return err
		}
		s.Update(st, res.Live)
		x.progress(s.Len)
	}
	return nil
}

// merging reports whether states are merged wherever they meet.
func (x *explorer) merging() bool {
	return x.opt.Merge == MergeAll && !x.opt.Trace && x.opt.Configuration == nil
}

// share executes states until none is left, and joins them where they meet.
func (x *explorer) share(ctx context.Context, first *state.State) error {
	x.m.Begin(first)
	for st := x.m.Next(); st != nil; st = x.m.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if x.isExhausted(st) {
			x.m.Drop()
			continue
		}
		before := st.Steps
		res := x.m.Step(min(hurried, max(before, limit(x.opt.Limits.PathSteps, DefaultPathSteps))-before))
		x.count(before, res)
		if err := x.ended(ctx, res.Finished); err != nil {
			return err
		}
		x.progress(x.m.Alive)
	}
	return nil
}

// isExhausted records the end of a state that is at a limit, or of those of its configurations that are, and reports whether all of it has ended.
func (x *explorer) isExhausted(st *state.State) bool {
	n := len(x.res.Test.Paths)
	msg := x.exhausted(st)
	if msg == "" {
		most := limit(x.opt.Limits.HeapBytes, DefaultHeapBytes)
		mem := st.Process().Mem
		if st.Exited() || mem.HeapBytes() < most {
			return false
		}
		msg = fmt.Sprintf("limit of %d bytes of heap", most)
		over, rest := x.divide(st.Condition, mem.HeapOver(x.sets, most))
		if over.Set == confspace.Empty {
			return false
		}
		if rest.Set != confspace.Empty {
			some := *st
			some.Condition, st.Condition = over, rest
			x.budget(&some, msg)
			x.observe(n)
			return false
		}
	}
	x.budget(st, msg)
	x.observe(n)
	return true
}

// ended records the ends of states, but for those of an interruption: then solvers know nothing any more, and ends may be wrong.
func (x *explorer) ended(ctx context.Context, finished []interp.Finish) error {
	n := len(x.res.Test.Paths)
	for _, f := range finished {
		x.finish(f.State, f.End)
	}
	if err := ctx.Err(); err != nil {
		x.forget(n)
		return err
	}
	x.observe(n)
	return nil
}

// progress tells the observer how far exploration is.
func (x *explorer) progress(alive func() int) {
	if x.opt.Observer.Progress != nil {
		x.opt.Observer.Progress(Progress{Paths: len(x.res.Test.Paths), Alive: alive(), Steps: x.steps})
	}
}

// count adds the instructions of a slice. Forks share what came before them.
func (x *explorer) count(before uint64, res interp.Result) {
	most := before
	for _, s := range res.Live {
		most = max(most, s.Steps)
	}
	for _, f := range res.Finished {
		most = max(most, f.State.Steps)
	}
	x.steps += int64(most - before)
	x.dropped += int64(res.Dropped)
}

// limit returns the value of a limit: 0 means the default.
func limit(v, def int64) uint64 {
	switch {
	case v < 0 || v == 0 && def < 0:
		return 1 << 62
	case v == 0:
		return uint64(def)
	}
	return uint64(v)
}

// slice executes st until it forks or ends, or for a quantum.
func (x *explorer) slice(ctx context.Context, st *state.State) interp.Result {
	left := min(quantum, limit(x.opt.Limits.PathSteps, DefaultPathSteps)-st.Steps)
	for {
		n, before := min(left, hurried), st.Steps
		res := x.m.Run(st, n)
		x.count(before, res)
		if len(res.Live) != 1 || len(res.Finished) > 0 || res.Dropped > 0 {
			return res
		}
		st = res.Live[0]
		ran := st.Steps - before
		if ran < n || ran >= left || ctx.Err() != nil {
			return res
		}
		left -= ran
	}
}

// forget drops the paths from the nth on.
func (x *explorer) forget(n int) {
	x.res.Test.Paths, x.related = x.res.Test.Paths[:n], x.related[:n]
	if x.opt.Trace {
		x.res.Witnesses, x.res.Traces = x.res.Witnesses[:n], x.res.Traces[:n]
	}
}

// observe tells of the paths from the nth on.
func (x *explorer) observe(n int) {
	if x.opt.Observer.Path == nil {
		return
	}
	for i := n; i < len(x.res.Test.Paths); i++ {
		x.opt.Observer.Path(&x.res.Test.Paths[i])
	}
}

// exhausted returns the limit that all of st has reached, "" for none. A state with no process left waits for others to be joined with; it executes nothing more.
func (x *explorer) exhausted(st *state.State) string {
	l := &x.opt.Limits
	over := st.Exited()
	switch {
	case !over && st.Steps >= limit(l.PathSteps, DefaultPathSteps):
		return fmt.Sprintf("limit of %d instructions a path", limit(l.PathSteps, DefaultPathSteps))
	case !over && uint64(x.steps) >= limit(l.Steps, -1):
		return fmt.Sprintf("limit of %d instructions", l.Steps)
	case uint64(len(x.res.Test.Paths)) >= limit(l.Paths, -1):
		return fmt.Sprintf("limit of %d paths", l.Paths)
	}
	return ""
}

// budget ends st because of a limit.
func (x *explorer) budget(st *state.State, msg string) {
	x.finish(st, path.Termination{Kind: path.Budget, Message: msg, Stack: x.m.StackOf(st)})
}
