package z3solver

// This file compares what sets with relations and their theory say of conditions on options of 32 bits, too many values to try, with what Z3 alone
// says of the same conditions: which paths there are, which exclude or imply each other, what settings guarantee, and how few
// configurations cover all. Witnesses are evaluated in Go.

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

var relatedPrograms = flag.Int("related", 4, "how many random programs with relations on options of 32 bits are compared with Z3 alone")

// original is an integer of 32 bits, or a condition, in both forms.
type original struct {
	e    *expr.Expr
	eval func(v []uint32) uint32
	text string
}

// relatedStudy is a random program: a sequence of conditions, each of which reaches one of two lines.
type relatedStudy struct {
	t     *testing.T
	rnd   *rand.Rand
	z3    *Core
	s     *solver.Solver
	sets  *confspace.Sets // of the analyses
	conds []original
	count map[string]int
}

func (st *relatedStudy) number() uint32 {
	return []uint32{0, 1, 2, 3, 5, 7, 10, 49, 60, 255, 1000, 65536, 1 << 31, ^uint32(0), st.rnd.Uint32()}[st.rnd.IntN(15)]
}

func (st *relatedStudy) term(depth int) original {
	b := st.s.Builder()
	if depth == 0 || st.rnd.IntN(5) == 0 {
		if o := st.rnd.IntN(4); o < len(st.s.Sets().Space().Options) {
			return original{st.s.Var(o), func(v []uint32) uint32 { return v[o] }, string(rune('a' + o))}
		}
		k := st.number()
		return original{b.Const(uint64(k), 32), func([]uint32) uint32 { return k }, fmt.Sprint(k)}
	}
	x, y := st.term(depth-1), st.term(depth-1)
	binary := func(op string, e *expr.Expr, f func(x, y uint32) uint32) original {
		return original{e, func(v []uint32) uint32 { return f(x.eval(v), y.eval(v)) }, "(" + x.text + op + y.text + ")"}
	}
	switch st.rnd.IntN(6) {
	case 0, 1:
		return binary("+", b.Add(x.e, y.e), func(x, y uint32) uint32 { return x + y })
	case 2:
		return binary("-", b.Sub(x.e, y.e), func(x, y uint32) uint32 { return x - y })
	case 3:
		return binary("^", b.Xor(x.e, y.e), func(x, y uint32) uint32 { return x ^ y })
	case 4:
		return binary("*", b.Mul(x.e, y.e), func(x, y uint32) uint32 { return x * y })
	}
	k := []int32{2, 3, 7, 10, 60}[st.rnd.IntN(5)]
	return original{
		b.SRem(x.e, b.Const(uint64(uint32(k)), 32)), func(v []uint32) uint32 { return uint32(int32(x.eval(v)) % k) },
		fmt.Sprintf("(%s%%%d)", x.text, k),
	}
}

func (st *relatedStudy) condition(depth int) original {
	b := st.s.Builder()
	truth := func(b bool) uint32 {
		if b {
			return 1
		}
		return 0
	}
	if depth > 0 && st.rnd.IntN(2) == 0 {
		x, y := st.condition(depth-1), st.condition(depth-1)
		if st.rnd.IntN(2) == 0 {
			return original{b.And(x.e, y.e), func(v []uint32) uint32 { return x.eval(v) & y.eval(v) }, "(" + x.text + "&&" + y.text + ")"}
		}
		return original{b.Or(x.e, y.e), func(v []uint32) uint32 { return x.eval(v) | y.eval(v) }, "(" + x.text + "||" + y.text + ")"}
	}
	x, y := st.term(2), st.term(1)
	switch st.rnd.IntN(4) {
	case 0:
		return original{b.SLt(x.e, y.e), func(v []uint32) uint32 { return truth(int32(x.eval(v)) < int32(y.eval(v))) }, x.text + "<" + y.text}
	case 1:
		return original{b.ULe(x.e, y.e), func(v []uint32) uint32 { return truth(x.eval(v) <= y.eval(v)) }, x.text + "<=u" + y.text}
	case 2:
		return original{b.Ne(x.e, y.e), func(v []uint32) uint32 { return truth(x.eval(v) != y.eval(v)) }, x.text + "!=" + y.text}
	}
	return original{b.Eq(x.e, y.e), func(v []uint32) uint32 { return truth(x.eval(v) == y.eval(v)) }, x.text + "==" + y.text}
}

// alone returns what Z3 says of conditions.
func (st *relatedStudy) alone(conds ...*expr.Expr) confspace.Verdict {
	r, _ := ask(st.z3, st.s, append(conds, st.s.Builder().Bool(true))...)
	switch {
	case r.IsSat():
		return confspace.Yes
	case r.IsUnsat():
		return confspace.No
	}
	return confspace.Undecided
}

// compare fails if an answer contradicts Z3's; undecided ones do not. What is not known is counted.
func (st *relatedStudy) compare(what string, got, want confspace.Verdict) {
	st.t.Helper()
	switch {
	case got == confspace.Undecided || want == confspace.Undecided:
		st.count[what+" undecided"]++
		if got != want && want != confspace.Undecided {
			st.count[what+" decided by Z3 alone"]++
		}
	case got != want:
		var texts []string
		for _, c := range st.conds {
			texts = append(texts, c.text)
		}
		st.t.Errorf("%s: %v, Z3 alone: %v; conditions:\n%s", what, got, want, strings.Join(texts, "\n"))
	default:
		st.count[what]++
	}
}

// elements returns, for each condition, the sets for which it holds and does not, as the union of the paths on which it did; nil where
// one is too large.
func (st *relatedStudy) elements() []confspace.Set {
	paths := make([][]confspace.Set, 2*len(st.conds))
	ok := true
	var follow func(pc solver.PathCondition, i int, sides []int)
	follow = func(pc solver.PathCondition, i int, sides []int) {
		if i == len(st.conds) {
			_, set, good := st.s.SetOf(pc)
			ok = ok && good
			for k, side := range sides {
				paths[2*k+side] = append(paths[2*k+side], set)
			}
			return
		}
		then, els, yes, no := st.s.Branch(pc, st.conds[i].e)
		if !yes.IsUnsat() { // of what is not known the set is right, too, though it may hold no configuration

			follow(then, i+1, append(sides[:i:i], 0))
		}
		if !no.IsUnsat() {
			follow(els, i+1, append(sides[:i:i], 1))
		}
	}
	follow(solver.All(), 0, nil)
	if !ok {
		return nil
	}
	var out []confspace.Set
	for _, sets := range paths {
		out = append(out, st.s.Sets().OrAll(sets))
	}
	made, err := st.sets.Copy(st.s.Sets(), out)
	if err != nil {
		st.t.Fatal(err)
	}
	reduced := st.sets.Reduce(made)
	for i := range made {
		made[i] = reduced[made[i]]
	}
	return made
}

func (st *relatedStudy) check() {
	st.count["programs"]++
	sets := st.elements()
	if sets == nil {
		st.count["programs with sets that are too large"]++
		return
	}
	b, m := st.s.Builder(), st.sets
	exprs := make([]*expr.Expr, len(sets))
	holds := func(i int, c confspace.Configuration) bool {
		v := make([]uint32, len(c))
		for o := range c {
			v[o] = uint32(c[o])
		}
		return st.conds[i/2].eval(v) == uint32(1-i%2)
	}
	for i := range exprs {
		exprs[i] = st.conds[i/2].e
		if i%2 == 1 {
			exprs[i] = b.Not(exprs[i])
		}
	}
	for i, s := range sets {
		st.compare("possible", m.Possible(s), st.alone(exprs[i]))
		c, ok := m.Any(s)
		if ok && (!m.Contains(s, c) || !holds(i, c)) {
			st.t.Errorf("%s: %v is no configuration of it, or of %s", m.String(s), c, st.conds[i/2].text)
		}
		for j, q := range sets[:i] {
			st.compare("common", m.Possible(m.And(s, q)), st.alone(exprs[i], exprs[j]))
			st.compare("not implied", m.Possible(m.Diff(s, q)), st.alone(exprs[i], b.Not(exprs[j])))
			if c, v := m.Find(m.And(s, q)); v == confspace.Yes && !(holds(i, c) && holds(j, c)) {
				st.t.Errorf("%v does not satisfy %s and %s", c, m.String(s), m.String(q))
			}
		}
		// What settings guarantee: a value of the configuration and random ones.
		for o := range m.Space().Options {
			values := []int64{int64(int32(st.number()))}
			if ok {
				values = append(values, c[o])
			}
			for _, x := range values {
				setting := b.Eq(st.s.Var(o), b.Const(uint64(uint32(x)), 32))
				st.compare("not guaranteed", m.Possible(m.Diff(m.Setting(o, x), s)), st.alone(setting, b.Not(exprs[i])))
			}
		}
	}
	st.covering(sets, exprs, holds)
}

// covering compares the minimum of configurations with all ways to put what can be covered into fewer.
func (st *relatedStudy) covering(sets []confspace.Set, exprs []*expr.Expr, holds func(int, confspace.Configuration) bool) {
	m := st.sets
	u := &coverage.Universe{}
	for i := range sets {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "a.c", Line: uint32(i + 1)})
	}
	test := &coverage.Test{Name: "t", Layout: u.Layout(coverage.Line), Domain: confspace.Full, Complete: true}
	total := coverage.Join(u, coverage.Line, m, []*coverage.Conditions{{Test: test, Conditions: sets}})
	values := make(interactions.Values, len(m.Space().Options))
	for o := range values {
		classes, _ := m.Partition(o, sets, 64)
		for _, c := range classes {
			values[o] = append(values[o], c.Representative)
		}
	}
	a := interactions.Analyze(total, values, interactions.Options{Examples: interactions.Examples(m, sets)})
	for _, in := range a.Interactions {
		for _, k := range in.New {
			i := int(total.Classes[k].Elements[0]) - 1
			conds := []*expr.Expr{st.s.Builder().Not(exprs[i])}
			for _, x := range in.Settings {
				conds = append(conds, st.s.Builder().Eq(st.s.Var(x.Option), st.s.Builder().Const(uint64(uint32(x.Value)), 32)))
			}
			st.compare("outside an interaction", confspace.No, st.alone(conds...))
		}
	}
	set, err := coversets.Exact(a, coversets.Greedy(a), coversets.Options{})
	if err != nil {
		st.t.Fatal(err)
	}
	var left []*expr.Expr
	for i, s := range sets {
		covered := false
		for _, c := range set.Configurations() {
			covered = covered || holds(i, c)
		}
		switch possible := st.alone(exprs[i]); {
		case possible == confspace.Yes && m.Possible(s) == confspace.Yes && !covered:
			st.t.Errorf("the covering set leaves out %d: %s", i, m.String(s))
		case possible == confspace.Yes:
			left = append(left, exprs[i])
		case possible == confspace.Undecided:
			st.count["covering sets undecided"]++
			return
		}
	}
	if !set.Minimal {
		st.count["covering sets that are not known to be minimal"]++
		return
	}
	n, sure := st.fewest(left)
	switch {
	case n < len(set.Members):
		st.t.Errorf("%d configurations are said to be the minimum, Z3 alone: %d", len(set.Members), n)
	case n == len(set.Members):
		st.count["minima"]++
	case sure:
		st.t.Errorf("%d configurations cover all, Z3 alone needs %d", len(set.Members), n)
	default:
		st.count["minima undecided"]++
	}
}

// fewest returns into how few groups conditions can be put so that Z3 finds a configuration for each. It is sure unless Z3 left a group undecided.
func (st *relatedStudy) fewest(conds []*expr.Expr) (n int, sure bool) {
	sure = true
	n = len(conds)
	memo := map[string]confspace.Verdict{}
	var groups [][]*expr.Expr
	var place func(i int)
	place = func(i int) {
		if len(groups) >= n {
			return
		}
		if i == len(conds) {
			n = len(groups)
			return
		}
		for g := range groups {
			both := append(groups[g][:len(groups[g]):len(groups[g])], conds[i])
			key := ""
			for _, c := range both {
				key += fmt.Sprint(c.ID(), " ")
			}
			if _, ok := memo[key]; !ok {
				memo[key] = st.alone(both...)
			}
			switch memo[key] {
			case confspace.Undecided:
				sure = false
			case confspace.Yes:
				before := groups[g]
				groups[g] = both
				place(i + 1)
				groups[g] = before
			}
		}
		groups = append(groups, []*expr.Expr{conds[i]})
		place(i + 1)
		groups = groups[:len(groups)-1]
	}
	n++
	place(0)
	return n, sure
}

// TestRelationsOfLargeDomains compares random programs; -related says how many.
func TestRelationsOfLargeDomains(t *testing.T) {
	count := map[string]int{}
	for seed := range *relatedPrograms {
		rnd := rand.New(rand.NewPCG(uint64(seed), 32))
		sp := &confspace.Space{}
		for o := range 2 + rnd.IntN(2) {
			sp.Options = append(sp.Options, confspace.Option{
				Name: string(rune('a' + o)), Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: 32, Signed: true},
			})
		}
		c := New(context.Background(), *testLimit)
		chain := func(limit uint) solver.Core {
			return solver.Chain(New(context.Background(), limit), solver.ChainOptions{})
		}
		sets := confspace.NewSets(sp)
		sets.SetTheory(solver.NewTheory(sets, chain(*testLimit), chain(*testLimit/10)))
		st := &relatedStudy{t: t, rnd: rnd, z3: c, sets: sets, count: count}
		st.s = solver.New(confspace.NewSets(sp), expr.NewBuilder(), chain(*testLimit))
		for range 2 + rnd.IntN(2) {
			st.conds = append(st.conds, st.condition(1))
		}
		st.check()
		c.Close()
		if t.Failed() {
			t.Fatalf("program %d", seed)
		}
	}
	t.Logf("%v", count)
}
