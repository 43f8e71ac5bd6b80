package reports

// This file narrows a study down to some configurations: those that a user would test, without what he tests already.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Rule is what every configuration of a narrowed study satisfies.
type Rule struct {
	Source     string // as its user has written it: `--require listen=0`
	Constraint string // see confspace.Space.Constraints
}

// Require is the rule that every configuration has the settings.
func (s *Study) Require(source, settings string) (Rule, error) {
	list, err := s.Space.ParseSettings(settings)
	if err != nil {
		return Rule{}, err
	}
	if len(list) == 0 {
		return Rule{}, fmt.Errorf("want settings, such as a=1,b=0")
	}
	var parts []string
	for _, x := range list {
		o := &s.Space.Options[x.Option]
		parts = append(parts, o.Name+" == "+o.Domain.FormatValue(x.Value))
	}
	return Rule{source, strings.Join(parts, " & ")}, nil
}

// Forbid is the rule that no configuration has all of the settings.
func (s *Study) Forbid(source, settings string) (Rule, error) {
	r, err := s.Require(source, settings)
	r.Constraint = "!(" + r.Constraint + ")"
	return r, err
}

// Satisfy is the rule that every configuration satisfies a constraint.
func (s *Study) Satisfy(source, constraint string) (Rule, error) {
	return Rule{source, constraint}, s.Space.CheckConstraint(constraint)
}

// Narrow analyses what configurations that satisfy rules cover, beyond what some others, which are there anyway, do.
func (s *Study) Narrow(rules []Rule, have []confspace.Configuration, opts Options) (*Study, error) {
	sp := &confspace.Space{Options: s.Space.Options, Constraints: slices.Clone(s.Space.Constraints)}
	for _, r := range rules {
		sp.Constraints = append(sp.Constraints, r.Constraint)
	}
	if conflict := sp.Conflict(); conflict != nil {
		return nil, s.conflictError(rules, conflict)
	}
	n := &Study{
		name: s.name, Run: s.Run, Space: sp, Universe: s.Universe, Sets: confspace.NewSets(sp), Tests: s.Tests, Unexplored: s.Unexplored,
		Examined: s.Examined, Incomplete: slices.Clone(s.Incomplete), whole: s, have: have,
	}
	n.setTheory(&opts)
	err := n.within(&opts, func() error {
		for _, k := range s.kept {
			if opts.Criteria != nil && !slices.Contains(opts.Criteria, k.total.Criterion) {
				continue
			}
			total, err := n.narrowTotal(k.total)
			if err != nil {
				return err
			}
			n.kept = append(n.kept, &kept{total: total})
		}
		var sets []confspace.Set
		for _, k := range n.kept {
			sets = append(sets, setsOf(k.total)...)
		}
		slices.Sort(sets)
		n.tellApart(slices.Compact(append(sets, n.Sets.Domain())))
		return n.analyze(&opts)
	})
	if err != nil {
		return nil, err
	}
	return n, nil
}

// conflictError says which rules contradict each other. conflict are indices of constraints, the subject's first.
func (s *Study) conflictError(rules []Rule, conflict []int) error {
	var names []string
	for _, i := range conflict {
		if k := i - len(s.Space.Constraints); k >= 0 {
			names = append(names, rules[k].Source)
		} else {
			names = append(names, fmt.Sprintf("the subject's constraint %q", s.Space.Constraints[i]))
		}
	}
	if len(names) == 1 {
		return fmt.Errorf("no configuration satisfies %s", names[0])
	}
	return fmt.Errorf("no configuration satisfies %s and %s together", strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
}

// setsOf returns the sets of a total: domains of tests, then conditions.
func setsOf(t *coverage.Total) []confspace.Set {
	var sets []confspace.Set
	for _, tc := range t.Tests {
		sets = append(sets, tc.Test.Domain)
	}
	for k := range t.Classes {
		sets = append(append(sets, t.Classes[k].Any), t.Classes[k].ByTest...)
	}
	return sets
}

// narrowTotal returns what the configurations of s cover of t, which is the whole study's.
func (s *Study) narrowTotal(t *coverage.Total) (*coverage.Total, error) {
	m := s.Sets
	sets, err := m.Copy(t.Sets, setsOf(t))
	if err != nil {
		return nil, err
	}
	for i := range sets {
		sets[i] = m.And(sets[i], m.Domain())
	}
	out := &coverage.Total{Criterion: t.Criterion, Universe: t.Universe, Sets: m, ClassOf: make([]int32, len(t.ClassOf))}
	for j, tc := range t.Tests {
		test := *tc.Test
		test.Domain = sets[j]
		out.Tests = append(out.Tests, &coverage.Conditions{Test: &test})
	}
	sets = sets[len(t.Tests):]
	for i := range out.ClassOf {
		out.ClassOf[i] = -1
	}
	for k := range t.Classes {
		c := &t.Classes[k]
		row := sets[k*(len(t.Tests)+1) : (k+1)*(len(t.Tests)+1)]
		had := slices.ContainsFunc(s.have, func(c confspace.Configuration) bool { return t.Sets.Contains(t.Classes[k].Any, c) })
		if had || m.Possible(row[0]) == confspace.No {
			continue
		}
		for _, id := range c.Elements {
			out.ClassOf[id-1] = int32(len(out.Classes))
		}
		out.Classes = append(out.Classes, coverage.Class{Elements: c.Elements, Any: row[0], ByTest: row[1:]})
	}
	return out, nil
}
