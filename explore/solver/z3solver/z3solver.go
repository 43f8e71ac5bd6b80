package z3solver

// This file implements the core: one query, one answer.

import (
	"context"
	"fmt"

	"github.com/aclements/go-z3/z3"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/subjects/confspace"
)

// DefaultLimit is the number of Z3's steps that a query may take: some seconds.
const DefaultLimit = 20_000_000

// Core decides queries by Z3. It is not safe for concurrent use.
type Core struct {
	ctx    context.Context
	limit  uint
	z      *z3.Context // made for the first query: most workers need none
	solver *z3.Solver
	tr     *translator
	stop   func() bool
}

// New returns a Core whose queries take at most limit steps of Z3 each; 0: no limit.
// Cancelling ctx interrupts it. Close it after use, where ctx outlives it.
func New(ctx context.Context, limit uint) *Core {
	return &Core{ctx: ctx, limit: limit, stop: func() bool { return true }}
}

func (c *Core) start() {
	config := z3.NewContextConfig()
	config.SetUint("rlimit", c.limit)
	c.z = z3.NewContext(config)
	c.stop = context.AfterFunc(c.ctx, c.z.Interrupt)
	c.solver = z3.NewSolver(c.z)
	c.tr = newTranslator(c.z)
}

// Close lets go of ctx and of what the core has of Z3.
func (c *Core) Close() {
	c.drop()
	c.collect()
}

// drop lets go of Z3's context: the next query makes another.
func (c *Core) drop() {
	c.stop()
	c.stop = func() bool { return true } // the other one refers to the context
	c.z, c.solver, c.tr = nil, nil, nil
}

// Check decides the query.
func (c *Core) Check(q *solver.Query) (r solver.Result, model confspace.Settings) {
	if err := c.ctx.Err(); err != nil {
		return unknown("interrupted: %v", err), nil
	}
	if allocated()+reserve > memoryLimit.Load() {
		c.collect()
		if allocated()+reserve > memoryLimit.Load() {
			return unknown("out of memory"), nil
		}
	}
	defer func() {
		if p := recover(); p != nil {
			r, model = unknown("z3: %v", p), nil
			c.drop() // it may be in any state
		}
		c.collect()
	}()
	if c.z == nil {
		c.start()
	}
	stop := watch(c.z)
	defer func() {
		if stop() && !r.IsUnsat() && !r.IsSat() {
			r, model = unknown("out of memory"), nil
		}
	}()
	c.solver.Reset()
	c.tr.use(q.Builder)
	for _, e := range q.Conds {
		c.solver.Assert(c.tr.condition(e))
	}
	sat, err := c.solver.Check()
	switch {
	case c.ctx.Err() != nil:
		return unknown("interrupted: %v", c.ctx.Err()), nil
	case err != nil:
		return unknown("z3: %v", err), nil
	case !sat:
		return solver.Result{Verdict: solver.Unsat}, nil
	}
	return solver.Result{Verdict: solver.Sat}, c.model(q)
}

func unknown(format string, args ...any) solver.Result {
	return solver.Result{Verdict: solver.Unknown, Reason: fmt.Sprintf(format, args...)}
}

// model returns the values of the query's options.
func (c *Core) model(q *solver.Query) confspace.Settings {
	m := c.solver.Model()
	var out confspace.Settings
	for _, o := range q.Options() {
		d := q.Space.Options[o].Domain
		v, ok := c.tr.vars[o]
		if !ok {
			continue
		}
		n, _, ok := m.Eval(v, true).(z3.BV).AsUint64()
		if !ok {
			panic(fmt.Sprintf("option %s has no number in the model", q.Space.Options[o].Name))
		}
		out = append(out, confspace.Setting{Option: o, Value: d.Normalize(int64(n))})
	}
	return out
}

// use forgets the translations of another Builder's expressions.
func (t *translator) use(b *expr.Builder) {
	if t.builder == b {
		return
	}
	t.builder = b
	t.forget()
}

func (t *translator) forget() {
	t.bvs = map[*expr.Expr]z3.BV{}
	t.conds = map[*expr.Expr]z3.Bool{}
	t.floats = map[*expr.Expr]z3.Float{}
	t.longs = map[*expr.Expr]longBits{}
	t.vars = map[int]z3.BV{}
}
