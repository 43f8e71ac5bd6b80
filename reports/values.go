package reports

// This file derives the candidate values of options.
//
// A setting gives an option one value. Which values are worth distinguishing
// follows from what was found: the coarsest partition of an option's domain
// that no coverage condition splits, over all criteria and tests of the study,
// so that criteria can be compared. Each class is represented by one value. The
// dissertation's authors chose values by hand (section 4.7.1).

import (
	"fmt"

	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxClasses is the number of classes of values beyond which an option cannot be analysed.
const maxClasses = 1 << 12

// partition computes s.Classes and s.Values.
func (s *Study) partition() error {
	var sets []confspace.Set
	seen := map[confspace.Set]bool{}
	add := func(set confspace.Set) {
		if !seen[set] {
			seen[set] = true
			sets = append(sets, set)
		}
	}
	for _, r := range s.Results {
		for _, tc := range r.Total.Tests {
			add(tc.Test.Domain)
		}
		for k := range r.Total.Classes {
			for _, set := range r.Total.Classes[k].ByTest {
				add(set)
			}
		}
	}
	s.Classes = make([][]confspace.Class, len(s.Space.Options))
	s.Values = make(interactions.Values, len(s.Space.Options))
	for o := range s.Space.Options {
		classes, ok := s.Sets.Partition(o, sets, maxClasses)
		if !ok {
			return fmt.Errorf("option %s: coverage tells more than %d of its values apart: give it a smaller domain", s.Space.Options[o].Name, maxClasses)
		}
		s.Classes[o] = classes
		for _, c := range classes {
			s.Values[o] = append(s.Values[o], c.Representative)
		}
	}
	return nil
}
