package solver

// This file defines queries and cores, and the decorators of cores.

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// Query is conditions that must hold together: over the bits of the options' C values, whatever these are. That values are in the
// domains is among the conditions where it matters.
type Query struct {
	Builder *expr.Builder
	Space   *confspace.Space
	Conds   []*expr.Expr // by id, distinct, not constant, without choices; but False alone if one was
}

// Add adds a condition. It panics where there is a choice in it, of which cores know nothing: see Solver.Lower.
func (q *Query) Add(c *expr.Expr) {
	switch {
	case c.HasChoice():
		panic("BUG: a choice in a query")
	case c.IsTrue() || len(q.Conds) == 1 && q.Conds[0].IsFalse():
		return
	case c.IsFalse():
		q.Conds = []*expr.Expr{c}
		return
	}
	i, found := slices.BinarySearchFunc(q.Conds, c.ID(), func(e *expr.Expr, id uint32) int {
		return int(e.ID()) - int(id)
	})
	if !found {
		q.Conds = slices.Insert(q.Conds, i, c)
	}
}

// trivial decides a query without conditions, and one with False.
func (q *Query) trivial() (Result, bool) {
	switch {
	case len(q.Conds) == 0:
		return sat, true
	case q.Conds[0].IsFalse():
		return unsat, true
	}
	return Result{}, false
}

// Options returns the options of the conditions, ascending.
func (q *Query) Options() []int {
	var out []int
	for _, g := range Groups(q.Conds) {
		out = append(out, g.Options...)
	}
	slices.Sort(out)
	return out
}

// Holds reports whether the conditions hold under the model.
func (q *Query) Holds(model confspace.Settings) bool {
	get := func(o int) uint64 {
		v, _ := model.Value(o)
		return uint64(v)
	}
	for _, c := range q.Conds {
		if q.Builder.Eval(c, get) == 0 {
			return false
		}
	}
	return true
}

// Core decides queries. For Sat it returns values for at least the options of the query, under which the conditions hold.
type Core interface {
	Check(q *Query) (Result, confspace.Settings)
}

// Group is conditions that have options in common, directly or by way of others.
type Group struct {
	Options []int // ascending
	Conds   []*expr.Expr
}

// Groups splits conditions into groups that have no option in common, in the order of
// their first conditions.
func Groups(conds []*expr.Expr) []Group {
	var groups []Group
	for _, c := range conds {
		g := Group{slices.Clone(c.Support()), []*expr.Expr{c}}
		var rest []Group
		at := -1
		for _, h := range groups {
			if !slices.ContainsFunc(h.Options, func(o int) bool { return slices.Contains(g.Options, o) }) {
				rest = append(rest, h)
				continue
			}
			if at < 0 {
				at = len(rest)
				rest = append(rest, Group{})
			}
			g.Options = append(g.Options, h.Options...)
			g.Conds = append(slices.Clone(h.Conds), g.Conds...)
		}
		slices.Sort(g.Options)
		g.Options = slices.Compact(g.Options)
		if at < 0 {
			rest = append(rest, g)
		} else {
			rest[at] = g
		}
		groups = rest
	}
	return groups
}

// ChainOptions choose the decorators.
type ChainOptions struct {
	Log    io.Writer    // SMT-LIB text of every query that the innermost core gets; nil: none
	Oracle Core         // compared with on every query; nil: none
	Differ func(string) // told where Oracle disagrees
}

// Chain returns the core with all that stands before it: constants are decided, a query is split into independent ones, answers are
// remembered, and models of earlier queries are tried. This is the one place where chains are put together.
func Chain(core Core, o ChainOptions) Core {
	if core == nil {
		return nil
	}
	core = Checked(core)
	if o.Log != nil {
		core = Logging(core, o.Log)
	}
	core = Slicing(Caching(Reusing(core, 16)))
	if o.Oracle != nil {
		core = Validating(core, o.Oracle, o.Differ)
	}
	return core
}

type checked struct{ core Core }

// Checked returns a core that evaluates the conditions under each model: one that
// does not hold makes the answer Unknown. (Z3's theory of floats has one NaN; the machine has many.)
func Checked(core Core) Core { return checked{core} }

func (c checked) Check(q *Query) (Result, confspace.Settings) {
	if r, ok := q.trivial(); ok {
		return r, nil
	}
	r, model := c.core.Check(q)
	if r.IsSat() && !q.Holds(model) {
		return unknown("the solver's model does not hold"), nil
	}
	return r, model
}

type slicing struct{ core Core }

// Slicing returns a core that asks about groups of conditions one by one.
func Slicing(core Core) Core { return slicing{core} }

func (c slicing) Check(q *Query) (Result, confspace.Settings) {
	if r, ok := q.trivial(); ok {
		return r, nil
	}
	groups := Groups(q.Conds)
	if len(groups) <= 1 {
		return c.core.Check(q)
	}
	var all []confspace.Setting
	result := sat
	for _, g := range groups {
		r, model := c.core.Check(&Query{q.Builder, q.Space, g.Conds})
		switch r.Verdict {
		case Unsat:
			return r, nil
		case Unknown:
			result = r // another group may be Unsat
		}
		for _, x := range model {
			if slices.Contains(g.Options, x.Option) {
				all = append(all, x)
			}
		}
	}
	if !result.IsSat() {
		return result, nil
	}
	model, err := confspace.MakeSettings(all...)
	if err != nil {
		panic("BUG: groups share an option: " + err.Error())
	}
	return sat, model
}

type answer struct {
	r     Result
	model confspace.Settings
}

type caching struct {
	core    Core
	answers map[string]answer
}

// Caching returns a core that remembers answers, except Unknown. It must be used with one Builder.
func Caching(core Core) Core { return &caching{core, map[string]answer{}} }

func (c *caching) Check(q *Query) (Result, confspace.Settings) {
	key := make([]byte, 0, 4*len(q.Conds))
	for _, e := range q.Conds {
		id := e.ID()
		key = append(key, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	if a, ok := c.answers[string(key)]; ok {
		return a.r, a.model
	}
	r, model := c.core.Check(q)
	if !r.IsUnknown() {
		c.answers[string(key)] = answer{r, model}
	}
	return r, model
}

type reusing struct {
	core   Core
	models []confspace.Settings
	n      int
}

// Reusing returns a core that tries the last n models first.
func Reusing(core Core, n int) Core { return &reusing{core: core, n: n} }

func (c *reusing) Check(q *Query) (Result, confspace.Settings) {
	options := q.Options()
	for _, m := range c.models {
		if slices.ContainsFunc(options, func(o int) bool { _, ok := m.Value(o); return !ok }) {
			continue
		}
		if q.Holds(m) {
			var model confspace.Settings
			for _, o := range options {
				v, _ := m.Value(o)
				model = append(model, confspace.Setting{Option: o, Value: v})
			}
			return sat, model
		}
	}
	r, model := c.core.Check(q)
	if r.IsSat() && len(model) > 0 {
		c.models = slices.Insert(c.models, 0, model)
		if len(c.models) > c.n {
			c.models = c.models[:c.n]
		}
	}
	return r, model
}

type validating struct {
	core, oracle Core
	differ       func(string)
}

// Validating returns a core that compares answers with the oracle's. Where they
// contradict each other it tells differ and answers Unknown.
func Validating(core, oracle Core, differ func(string)) Core {
	return validating{core, oracle, differ}
}

func (c validating) Check(q *Query) (Result, confspace.Settings) {
	r, model := c.core.Check(q)
	want, _ := c.oracle.Check(q)
	if r.IsUnknown() || want.IsUnknown() || r.Verdict == want.Verdict {
		return r, model
	}
	if c.differ != nil {
		c.differ(fmt.Sprintf("%v, but the oracle says %v:\n%s", r, want, SMTLIB(q)))
	}
	return unknown("solvers disagree"), nil
}

type logging struct {
	core Core
	w    io.Writer
	n    int
}

// Logging returns a core that writes each query as SMT-LIB 2 text, and the answer as a comment.
func Logging(core Core, w io.Writer) Core { return &logging{core: core, w: w} }

func (c *logging) Check(q *Query) (Result, confspace.Settings) {
	c.n++
	r, model := c.core.Check(q)
	var b strings.Builder
	fmt.Fprintf(&b, "; query %d\n%s; %v", c.n, SMTLIB(q), r)
	if r.IsSat() {
		b.WriteString(" " + q.Space.FormatSettings(model))
	}
	b.WriteString("\n(reset)\n\n")
	if _, err := io.WriteString(c.w, b.String()); err != nil {
		c.w = io.Discard
	}
	return r, model
}
