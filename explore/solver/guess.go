package solver

// This file tries configurations at hand before a Core is asked: those that satisfied earlier path conditions, the one that
// the set prefers (defaults, small values), that with multiples where the residue wants them, and the least and the greatest value of an option.

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// maxGuesses is how many configurations are remembered.
const maxGuesses = 8

// guess is a configuration, and which conditions it satisfies as far as that was asked.
type guess struct {
	config confspace.Configuration
	holds  map[uint32]bool // by id of the condition
}

func (s *Solver) satisfies(g *guess, residue []*expr.Expr) bool {
	for i := len(residue) - 1; i >= 0; i-- { // the last one is new
		c := residue[i]
		h, ok := g.holds[c.ID()]
		if !ok {
			h = s.b.EvalConfiguration(c, g.config) != 0
			g.holds[c.ID()] = h
		}
		if !h {
			return false
		}
	}
	return true
}

// guess returns a configuration of pc if one of those tried is.
func (s *Solver) guess(pc PathCondition) confspace.Configuration {
	for i, g := range s.guesses {
		if s.sets.Contains(pc.Set, g.config) && s.satisfies(g, pc.Residue) {
			copy(s.guesses[1:i+1], s.guesses[:i])
			s.guesses[0] = g
			return g.config
		}
	}
	tries := []confspace.Set{pc.Set, s.withMultiples(pc)}
	if last := pc.Residue[len(pc.Residue)-1].Support(); len(last) == 1 {
		o := last[0]
		lo, hi := s.bounds(pc.Set, o)
		tries = append(tries, s.sets.And(pc.Set, s.sets.Setting(o, lo)), s.sets.And(pc.Set, s.sets.Setting(o, hi)))
	}
	for _, set := range tries {
		c, ok := s.sets.Any(set)
		if !ok || slices.ContainsFunc(s.guesses, func(g *guess) bool { return slices.Equal(g.config, c) }) {
			continue
		}
		if g := s.keep(c); s.satisfies(g, pc.Residue) {
			return c
		}
	}
	return nil
}

// keep remembers a configuration as the last one.
func (s *Solver) keep(c confspace.Configuration) *guess {
	g := &guess{c, map[uint32]bool{}}
	s.guesses = slices.Insert(s.guesses, 0, g)
	if len(s.guesses) > maxGuesses {
		s.guesses = s.guesses[:maxGuesses]
	}
	return g
}

// remember keeps a configuration of pc that agrees with a Core's model.
func (s *Solver) remember(pc PathCondition, model confspace.Settings) {
	set := pc.Set
	for _, x := range model {
		d := s.sets.Space().Options[x.Option].Domain
		set = s.sets.And(set, s.sets.Setting(x.Option, d.Normalize(x.Value)))
	}
	if c, ok := s.sets.Any(set); ok {
		s.keep(c)
	}
}

// withMultiples returns a part of pc's set in which options are the smallest multiples that the residue allows.
func (s *Solver) withMultiples(pc PathCondition) confspace.Set {
	order, divisors, ok := s.divisors(pc.Residue)
	if !ok {
		return confspace.Empty
	}
	set := pc.Set
	for _, o := range order {
		if set = s.smallestMultiple(set, o, divisors[o]); set == confspace.Empty {
			return confspace.Empty
		}
	}
	return set
}

// maxMultiples is how many multiples are tried.
const maxMultiples = 1 << 14

// smallestMultiple returns the part of the set in which the option has the smallest multiple that the set allows; Empty if that is
// not found.
func (s *Solver) smallestMultiple(set confspace.Set, option int, divisor uint64) confspace.Set {
	lo, hi := s.bounds(set, option)
	d := s.sets.Space().Options[option].Domain
	v := ceilDiv(lo, divisor) * int64(divisor)
	if !d.Signed && lo != 0 {
		v = int64((uint64(lo)-1)/divisor*divisor + divisor)
	}
	c := make(confspace.Configuration, len(s.sets.Space().Options))
	var own confspace.Set
	if err := s.sets.Try(s.budget, func() { own = s.sets.Project(set, []int{option}) }); err != nil {
		return confspace.Empty
	}
	for range maxMultiples {
		if d.Signed && v > hi || !d.Signed && uint64(v) > uint64(hi) {
			break
		}
		if c[option] = d.Normalize(v); s.sets.Contains(own, c) {
			return s.sets.And(set, s.sets.Setting(option, c[option]))
		}
		v += int64(divisor)
	}
	return confspace.Empty
}
