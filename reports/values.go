package reports

// This file derives the candidate values of options.
//
// A setting gives an option one value. Which values are worth distinguishing
// follows from what was found: the coarsest partition of an option's domain
// that no coverage condition splits, over all criteria and tests of the run, whichever of them the
// study is about, so that criteria can be compared and no result depends on which were asked for. Each class is
// represented by one value. The dissertation's authors chose values by hand (section 4.7.1).

import (
	"fmt"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxClasses is the number of classes of values beyond which nothing is said of settings of an option.
const maxClasses = 1 << 12

// findUnexplored sets s.Unexplored.
func (s *Study) findUnexplored() {
	for _, c := range coverage.Criteria() {
		if _, tests := s.paths(s.modeOf(c)); tests == 0 && len(s.Tests) > 0 && s.Universe.Count(c) > 0 {
			s.Unexplored = append(s.Unexplored, c)
		}
	}
}

// findPartial notes the tests under which some configurations are not possible: no path takes them, and none is missing.
func (s *Study) findPartial(conds [path.NumModes][]*coverage.Conditions) {
	for _, tests := range conds {
		for _, tc := range tests {
			d := tc.Test.Domain
			if tc.Test.Missing || slices.ContainsFunc(s.partial, func(p partialTest) bool { return p.name == tc.Test.Name }) ||
				s.Sets.Possible(s.Sets.Diff(s.Sets.Domain(), d)) != confspace.Yes {
				continue
			}
			s.partial = append(s.partial, partialTest{tc.Test.Name, d})
		}
	}
}

// partialTest is a test under which only the configurations of domain are possible.
type partialTest struct {
	name   string
	domain confspace.Set
}

// valueNotes says what settings are about, and that further criteria, or other values, might tell more.
func (s *Study) valueNotes() []string {
	var notes []string
	if n := len(s.Space.Constraints); n > 0 {
		notes = append(notes, "Of all configurations those count that satisfy the constraints of the subject: "+strings.Join(s.Space.Constraints, "; ")+".")
	}
	if len(s.partial) > 0 {
		p := s.partial[0]
		more := ""
		if n := len(s.partial) - 1; n > 0 {
			more = fmt.Sprintf(", and not all under %d more tests", n)
		}
		notes = append(notes, fmt.Sprintf("No path is taken by some configurations: under test %s those of %s are possible%s. "+
			"What settings guarantee, (any) among them, is about configurations that are possible.", p.name, s.text(p.domain), more))
	}
	notes = append(notes, s.fixedNotes()...)
	if len(s.Unexplored) > 0 {
		var names []string
		for _, c := range s.Unexplored {
			names = append(names, c.String())
		}
		notes = append(notes, fmt.Sprintf("No test was explored for %s coverage, which might tell more values of options apart.", strings.Join(names, ", ")))
	}
	for _, name := range s.crowded {
		notes = append(notes, fmt.Sprintf("Coverage tells more than %d values of %s apart: they are not listed. A smaller domain helps.", maxClasses, name))
	}
	notes = append(notes, s.unknownNotes()...)
	notes = append(notes, s.unlistedNotes()...)
	if len(s.relations) > 0 {
		names := s.relations
		if len(names) > 3 {
			names = append(slices.Clone(names[:3]), fmt.Sprintf("and %d more", len(s.relations)-3))
		}
		notes = append(notes, fmt.Sprintf("Relations between options (%s) tell more values apart than can be listed: settings of these options are examples, "+
			"and where coverage depends on relations a strength above 1 is an upper bound.", strings.Join(names, "; ")))
	}
	return notes
}

// fixedNotes says which symbolic options tests set themselves.
func (s *Study) fixedNotes() []string {
	some := s.fixedInTests()
	if len(some) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Tests set options themselves, whatever a configuration says: %s. What they cover counts for every value of these.", strings.Join(few(some, 4), ", "))}
}

// unknownNotes says of which elements it is not known which settings guarantee them.
func (s *Study) unknownNotes() []string {
	var notes []string
	for _, r := range s.Results {
		if !r.unknown() {
			continue
		}
		n, first := 0, -1
		for k, reason := range r.Analysis.Unknown {
			if reason != "" {
				n += len(r.Total.Classes[k].Elements)
				if first < 0 {
					first = k
				}
			}
		}
		e := s.Universe.Element(r.Criterion, r.Total.Classes[first].Elements[0])
		notes = append(notes, fmt.Sprintf("Which settings guarantee %d of the %d covered elements of %s coverage, %s among them, is not known: %s. Smaller domains help.",
			n, r.Total.Covered(), r.Criterion, e.Name(), r.Analysis.Unknown[first]))
	}
	return notes
}

// unlistedNotes says which minimal settings are not listed because they are too many.
func (s *Study) unlistedNotes() []string {
	var counts []string
	first, upTo := "", 0
	for _, r := range s.Results {
		if !r.crowded() {
			continue
		}
		n, least := 0, r.Analysis.CompleteTo()
		for k, to := range r.Analysis.Complete {
			if to == interactions.All {
				continue
			}
			n += len(r.Total.Classes[k].Elements)
			if to == least && (first == "" || least < upTo) {
				first, upTo = s.Universe.Element(r.Criterion, r.Total.Classes[k].Elements[0]).Name(), least
			}
		}
		counts = append(counts, fmt.Sprintf("%s of %s of %s coverage", pretty(n), pretty(r.Total.Covered()), r.Criterion))
	}
	if len(counts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Of some elements (%s; %s among them) there are too many minimal settings to find and list all, at most %s of one element and %s of a criterion: "+
		"all of up to %d settings are listed, and of each element those of up to a strength of its own.",
		strings.Join(counts, ", "), first, pretty(interactions.DefaultLimit), pretty(interactions.DefaultTotal), upTo)}
}

// findRelations sets s.relations to the relations on several options that conditions have.
func (s *Study) findRelations(sets []confspace.Set) {
	seen := map[string]bool{}
	for _, set := range sets {
		for _, r := range s.Sets.Relations(set) {
			if len(r.Options) > 1 && !seen[r.Key] {
				seen[r.Key] = true
				s.relations = append(s.relations, r.Text)
			}
		}
	}
	slices.Sort(s.relations)
}

// partition computes s.Classes and s.Values from the conditions of all tests, by mode.
func (s *Study) partition(conds [path.NumModes][]*coverage.Conditions) {
	var sets []confspace.Set
	seen := map[confspace.Set]bool{}
	add := func(set confspace.Set) {
		if !seen[set] {
			seen[set] = true
			sets = append(sets, set)
		}
	}
	add(s.Sets.Domain())
	for _, tests := range conds {
		for _, tc := range tests {
			add(tc.Test.Domain)
			for _, set := range tc.Conditions {
				add(set)
			}
		}
	}
	s.tellApart(sets)
}

// tellApart computes s.Classes and s.Values from sets.
func (s *Study) tellApart(sets []confspace.Set) {
	s.findRelations(sets)
	s.examples = interactions.Examples(s.Sets, sets)
	s.Classes = make([][]confspace.Class, len(s.Space.Options))
	s.Values = make(interactions.Values, len(s.Space.Options))
	for o := range s.Space.Options {
		classes, ok := s.Sets.Partition(o, sets, maxClasses)
		if !ok {
			s.crowded = append(s.crowded, s.Space.Options[o].Name)
			continue
		}
		s.Classes[o] = classes
		for _, c := range classes {
			s.Values[o] = append(s.Values[o], c.Representative)
		}
	}
}

// maxEach is how many values an option may have for each of them to be one of Options.Each.
const maxEach = 16

// each returns, by option, the values that settings are made of with Options.Each. Of options with more than maxEach they are those of s.Values.
func (s *Study) each() interactions.Values {
	all := slices.Clone(s.Values)
	for o := range s.Space.Options {
		if d := s.Space.Options[o].Domain; d.Size() <= maxEach {
			all[o] = slices.Collect(d.All())
		}
	}
	return all
}
