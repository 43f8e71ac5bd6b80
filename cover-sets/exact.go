package coversets

// This file finds minimum covering sets and proves that they are.

import (
	"context"
	"fmt"
	"slices"

	"github.com/crillab/gophersat/solver"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// Options limits the search for a minimum. Zero fields stand for the defaults.
type Options struct {
	Context context.Context // cancelling it ends the search with its cause; nil: nothing does

	MaxVariables int // of one SAT problem; default 100000
	MaxConflicts int // of one SAT problem; default 50000
	MaxPrimes    int // minimal settings of one requirement; default 10000
	CliqueNodes  int // nodes of the search for incompatible requirements; default 1000000
	Distributed  int // nodes of the search for a distribution of requirements with relations; default 20000
}

func (o Options) withDefaults() Options {
	for _, f := range []struct {
		field *int
		value int
	}{{&o.MaxVariables, 100000}, {&o.MaxConflicts, 50000}, {&o.MaxPrimes, 10000}, {&o.CliqueNodes, 1000000}, {&o.Distributed, 20000}} {
		if *f.field == 0 {
			*f.field = f.value
		}
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	return o
}

// requirement is a minimal coverage condition.
type requirement struct {
	set   confspace.Set
	class int // of the first element that has it
}

// requirements returns the coverage conditions that no other condition implies, by class.
func requirements(t *coverage.Total) []requirement {
	var all []requirement
	var sets []confspace.Set
	seen := map[confspace.Set]bool{}
	for k := range t.Classes {
		if s := t.Classes[k].Any; !seen[s] {
			seen[s] = true
			sets = append(sets, s)
			all = append(all, requirement{s, k})
		}
	}
	var out []requirement
	t.Sets.NewIndex(sets).Minimal().Each(func(i int) { out = append(out, all[i]) })
	return out
}

// Exact finds a minimum covering set. greedy is a covering set, the one to beat. The only error is the cause for which opts.Context
// ended: how far the search got by then is a matter of chance, so nothing is said about it.
func Exact(a *interactions.Analysis, greedy *CoveringSet, opts Options) (*CoveringSet, error) {
	opts = opts.withDefaults()
	s := exact(a, greedy, opts)
	if opts.Context.Err() != nil {
		return nil, context.Cause(opts.Context)
	}
	return s, nil
}

// exact is Exact; where the context ends it, the result means nothing.
func exact(a *interactions.Analysis, greedy *CoveringSet, opts Options) *CoveringSet {
	t := a.Total
	s := &CoveringSet{Criterion: t.Criterion, Method: "exact", index: greedy.index}
	reqs := requirements(t)
	clique := incompatible(t.Sets, reqs).maxClique(opts.Context, opts.CliqueNodes)
	s.Proof.Lower = len(clique)
	for _, i := range clique {
		s.Proof.Elements = append(s.Proof.Elements, t.Classes[reqs[i].class].Elements[0])
	}
	search := searchSettings
	if slices.ContainsFunc(reqs, func(r requirement) bool { return len(t.Sets.Several(r.set)) > 0 }) {
		search = searchDistribution
	}
	most := len(greedy.Members)
	var packed []confspace.Set
	if s.Proof.Lower < most {
		if packed = pack(opts.Context, t, most); packed != nil {
			most = len(packed)
		}
	}
	members := search(a, s, most, reqs, clique, opts)
	switch {
	case members != nil:
	case packed != nil:
		for _, set := range packed {
			settings := minimalSettings(t.Sets, set)
			members = append(members, Member{Settings: settings, Configuration: complete(t.Sets, settings)})
		}
	default:
		for i := range greedy.Members {
			mb := &greedy.Members[i]
			members = append(members, Member{Settings: mb.Settings, Configuration: mb.Configuration})
		}
	}
	s.Members = finish(t, s.index, members)
	s.Minimal = len(s.Members) == s.Proof.Lower
	return s
}

// searchSettings looks for fewer members than most that meet the requirements by settings. It raises s's lower bound on the way, and says in
// s.Limit why it gave up; nil: it found none.
func searchSettings(a *interactions.Analysis, s *CoveringSet, most int, reqs []requirement, clique []int, opts Options) []Member {
	primes := interactions.NewPrimes(a.Total.Sets, a.Values, opts.MaxPrimes)
	for s.Proof.Lower < most && s.Limit == "" {
		switch cubes, err := solve(a.Total.Sets, primes, reqs, clique, s.Proof.Lower, opts); {
		case err != nil:
			s.Limit = err.Error()
		case cubes != nil:
			return enlarge(a, cubes)
		default:
			s.Proof.Lower++
			s.Proof.Exhausted = true
		}
	}
	return nil
}

// largestFirst returns the classes, those with the most elements first.
func largestFirst(t *coverage.Total) []int {
	order := make([]int, len(t.Classes))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(t.Classes[b].Elements) - len(t.Classes[a].Elements) })
	return order
}

// enlarge makes configurations of cubes. Each also takes in interactions for what else it can cover, the largest classes first.
func enlarge(a *interactions.Analysis, cubes []confspace.Settings) []Member {
	t := a.Total
	terms := make([][]confspace.Settings, len(t.Classes))
	for i := range a.Interactions {
		for _, k := range a.Interactions[i].New {
			terms[k] = append(terms[k], a.Interactions[i].Settings)
		}
	}
	order := largestFirst(t)
	var out []Member
	for _, cube := range cubes {
		for _, k := range order {
			for _, p := range terms[k] {
				if merged, err := confspace.MakeSettings(slices.Concat(cube, p)...); err == nil && consistent(t.Sets, merged) {
					cube = merged
					break
				}
			}
		}
		out = append(out, Member{Settings: cube, Configuration: complete(t.Sets, cube)})
	}
	return out
}

// consistent reports whether some configuration has the settings.
func consistent(m *confspace.Sets, s confspace.Settings) bool {
	return m.Domain() == confspace.Full || !m.Disjoint(m.Of(s), m.Domain())
}

// problem is the question whether n configurations meet all requirements, as clauses. Variables stand for
// "configuration c has setting x" and "configuration c has the settings p".
type problem struct {
	n        int
	clauses  [][]int
	settings []confspace.Setting // in the order of their variables
	setting  map[confspace.Setting]int
	terms    []confspace.Settings
	first    []int          // by term: its variable for configuration 0
	term     map[string]int // by text: that variable
	vars     int
}

// maxRefuted is how many conjunctions of settings are found out that constraints exclude, until the search gives up.
const maxRefuted = 1000

// solve looks for n conjunctions of settings, such that each requirement is implied by one of them, as far as constraints allow, and some configuration has
// them. nil: there are none. Of the constraints, the clauses have which two settings exclude each other; more settings that a model has and they exclude
// are excluded then.
func solve(m *confspace.Sets, primes *interactions.Primes, reqs []requirement, clique []int, n int, opts Options) ([]confspace.Settings, error) {
	p := &problem{n: n, setting: map[confspace.Setting]int{}, term: map[string]int{}}
	pinned := map[int]int{} // the configurations have no names: the clique's members give them some
	for c, i := range clique {
		pinned[i] = c
	}
	for i, r := range reqs {
		if opts.Context.Err() != nil {
			return nil, context.Cause(opts.Context)
		}
		list, err := primes.Of(m.Or(r.set, m.Not(m.Domain())))
		if err != nil {
			return nil, err
		}
		if p.vars+n*len(list) > opts.MaxVariables {
			return nil, fmt.Errorf("the question whether %d configurations are enough has more than %d variables", n, opts.MaxVariables)
		}
		var some []int
		for _, q := range list {
			if !consistent(m, q) {
				continue
			}
			first := p.addTerm(q)
			for c := range n {
				if at, ok := pinned[i]; !ok || at == c {
					some = append(some, first+c)
				}
			}
		}
		p.clauses = append(p.clauses, some)
	}
	p.oneValue(opts.Context)
	p.excludePairs(opts.Context, m)
	for range maxRefuted {
		model, err := run(opts.Context, p.clauses, p.vars, opts.MaxConflicts)
		if model == nil {
			return nil, err
		}
		cubes := p.cubes(model)
		excluded := false
		for _, s := range cubes {
			if !consistent(m, s) {
				p.exclude(m, s)
				excluded = true
			}
		}
		if !excluded {
			return cubes, nil
		}
	}
	return nil, fmt.Errorf("undecided: the constraints excluded more than %d combinations of settings", maxRefuted)
}

// cubes returns the settings of each configuration of a model.
func (p *problem) cubes(model []bool) []confspace.Settings {
	cubes := make([]confspace.Settings, p.n)
	for c := range cubes {
		var list []confspace.Setting
		for i, q := range p.terms {
			if model[p.first[i]+c-1] {
				list = append(list, q...)
			}
		}
		var err error
		if cubes[c], err = confspace.MakeSettings(list...); err != nil {
			panic("BUG: a configuration gives an option two values: " + err.Error())
		}
	}
	return cubes
}

// excludePairs says which two settings no configuration has, of those of options that are constrained.
func (p *problem) excludePairs(ctx context.Context, m *confspace.Sets) {
	constrained := m.Support(m.Domain())
	for i, x := range p.settings {
		if _, ok := slices.BinarySearch(constrained, x.Option); !ok || ctx.Err() != nil {
			continue
		}
		rest := m.Restrict(m.Domain(), x.Option, x.Value)
		for _, y := range p.settings[:i] {
			if x.Option != y.Option && m.Disjoint(rest, m.Setting(y.Option, y.Value)) {
				p.clause(confspace.Settings{x, y})
			}
		}
	}
}

// clause says that no configuration has all of the settings.
func (p *problem) clause(s confspace.Settings) {
	for c := range p.n {
		clause := make([]int, len(s))
		for i, x := range s {
			clause[i] = -(p.setting[x] + c)
		}
		p.clauses = append(p.clauses, clause)
	}
}

// exclude says that no configuration has settings that the constraints exclude: as few of these as exclude each other.
func (p *problem) exclude(m *confspace.Sets, s confspace.Settings) {
	for i := len(s) - 1; i >= 0; i-- {
		if without := slices.Delete(slices.Clone(s), i, i+1); !consistent(m, without) {
			s = without
		}
	}
	p.clause(s)
}

// key returns settings as a map key.
func key(p confspace.Settings) string { return fmt.Sprint(p) }

// newVars makes a variable for each configuration and returns the first.
func (p *problem) newVars() int {
	first := p.vars + 1
	p.vars += p.n
	return first
}

// addTerm returns the variable for "configuration 0 has the settings q"; those of the others follow.
func (p *problem) addTerm(q confspace.Settings) int {
	k := key(q)
	if first, ok := p.term[k]; ok {
		return first
	}
	first := p.newVars()
	p.term[k] = first
	p.terms, p.first = append(p.terms, q), append(p.first, first)
	for _, x := range q {
		y, ok := p.setting[x]
		if !ok {
			y = p.newVars()
			p.setting[x] = y
			p.settings = append(p.settings, x)
		}
		for c := range p.n {
			p.clauses = append(p.clauses, []int{-(first + c), y + c})
		}
	}
	return first
}

// oneValue says that no configuration has two values of an option.
func (p *problem) oneValue(ctx context.Context) {
	for i, x := range p.settings {
		if ctx.Err() != nil {
			return
		}
		for _, y := range p.settings[:i] {
			if x.Option == y.Option {
				for c := range p.n {
					p.clauses = append(p.clauses, []int{-(p.setting[x] + c), -(p.setting[y] + c)})
				}
			}
		}
	}
}

// run solves clauses; a nil model says that they have none. It gives up after so many
// conflicts: the solver has no such limit, but it reports each clause that it learns, and
// blocks forever once nobody listens. So it does when ctx ends the wait for it.
func run(ctx context.Context, clauses [][]int, vars, conflicts int) ([]bool, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	s := solver.New(solver.ParseSliceNb(clauses, vars))
	s.Certified, s.CertChan = true, make(chan string)
	var status solver.Status
	done := make(chan error, 1)
	guard.Go(func() error {
		status = s.Solve()
		return nil
	}, func(err error) { done <- err })
	for n := 0; ; {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-s.CertChan:
			if n++; n > conflicts {
				return nil, fmt.Errorf("undecided after %d conflicts of the SAT solver", conflicts)
			}
		case err := <-done:
			if err != nil {
				return nil, fmt.Errorf("the SAT solver broke off: %w", err)
			}
			if status == solver.Sat {
				return s.Model(), nil
			}
			return nil, nil
		}
	}
}
