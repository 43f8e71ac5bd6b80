package z3solver

// This file implements the core: one query, one answer.

import (
	"context"
	"fmt"

	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/subjects/confspace"
)

// DefaultLimit is the number of Z3's steps that a query may take: some seconds.
const DefaultLimit = 20_000_000

// Core decides queries by Z3. It is not safe for concurrent use.
type Core struct {
	ctx   context.Context
	limit uint
	z     *zcontext // made for the first query: most workers need none
	tr    *translator
	stop  func() bool
}

// New returns a Core whose queries take at most limit steps of Z3 each; 0: no limit.
// Cancelling ctx interrupts it. Close it after use, where ctx outlives it.
func New(ctx context.Context, limit uint) *Core {
	return &Core{ctx: ctx, limit: limit, stop: func() bool { return true }}
}

func (c *Core) start() {
	c.z = newContext(c.limit)
	c.stop = context.AfterFunc(c.ctx, c.z.cancel)
	c.tr = newTranslator(c.z)
}

// Close lets go of ctx and of what the core has of Z3; a query after it starts afresh.
func (c *Core) Close() {
	if c.z == nil {
		return
	}
	c.stop()
	c.z.free()
	c.z, c.tr = nil, nil
}

// Check decides the query.
func (c *Core) Check(q *solver.Query) (r solver.Result, model confspace.Settings) {
	if err := c.ctx.Err(); err != nil {
		return unknown("interrupted: %v", err), nil
	}
	if allocated()+reserve > memoryLimit.Load() {
		c.Close()
		if allocated()+reserve > memoryLimit.Load() {
			return unknown("out of memory"), nil
		}
	}
	defer func() {
		if p := recover(); p != nil {
			r, model = unknown("z3: %v", p), nil
			c.Close() // it may be in any state
		}
		if allocated() > afresh {
			c.Close()
		}
	}()
	if c.z == nil {
		c.start()
	}
	z := c.z
	z.interrupted.Store(false)
	z.busy.Store(true)
	defer z.busy.Store(false)
	if err := c.ctx.Err(); err != nil { // what is cancelled from here on is seen by cancel
		return unknown("interrupted: %v", err), nil
	}
	stop := watch(c.z)
	defer func() {
		if !stop() {
			return
		}
		if !r.IsUnsat() && !r.IsSat() {
			r, model = unknown("out of memory"), nil
		}
		c.Close() // the interruption may yet strike the next query
	}()
	c.tr.use(q.Builder)
	conds := make([]formula, len(q.Conds))
	for i, e := range q.Conds {
		conds[i] = c.tr.condition(e)
	}
	sat, why := c.z.satisfiable(conds)
	switch {
	case c.ctx.Err() != nil:
		return unknown("interrupted: %v", c.ctx.Err()), nil
	case why != "":
		return unknown("z3: %s", why), nil
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
	var out confspace.Settings
	var terms []bv
	for _, o := range q.Options() {
		if v, ok := c.tr.vars[o]; ok {
			out = append(out, confspace.Setting{Option: o})
			terms = append(terms, v)
		}
	}
	for i, n := range c.z.values(terms) {
		out[i].Value = q.Space.Options[out[i].Option].Domain.Normalize(int64(n))
	}
	return out
}
