package confspace

// This file asks a Theory whether sets with relations have configurations, and for one.

import (
	"fmt"
	"slices"
)

// Verdict is an answer that may be missing.
type Verdict uint8

const (
	Undecided Verdict = iota
	Yes
	No
)

// Theory decides what relations and options say together.
type Theory interface {
	// Decide says whether some configuration of s, which says nothing about relations, satisfies the literals, and
	// returns one if so. reason says why it is undecided. quick asks for little work: the answer is welcome, not needed.
	Decide(s Set, literals []Literal, quick bool) (v Verdict, c Configuration, reason string)
}

// NoTheory is a theory that decides nothing.
type NoTheory struct{}

// Decide decides nothing.
func (NoTheory) Decide(Set, []Literal, bool) (Verdict, Configuration, string) {
	return Undecided, nil, "no solver"
}

// SetTheory makes t decide what sets with relations have in common. Without a theory they are taken as what their diagrams say.
func (m *Sets) SetTheory(t Theory) {
	m.rel.theory = t
	m.rel.possible = map[Set]Verdict{}
}

// Undecided returns why questions were left undecided so far, each reason once. Answers given then were those that
// claim nothing.
func (m *Sets) Undecided() []string { return m.rel.undecided }

// A part of a set is what some values of the options leave: the configurations of where for which the literals hold.
type part struct {
	where    Set
	literals []int // 2*relation, plus 1 if it holds
}

// parts calls f for disjoint parts whose union is s, until f returns false.
func (m *Sets) parts(s Set, f func(part) bool) {
	for _, r := range m.rests(s, m.bitsEnd) { // what is left of s below the bits of the options
		if r == Empty {
			continue
		}
		where := m.reaching(s, m.bitsEnd, r)
		var literals []int
		var rec func(s Set) bool
		rec = func(s Set) bool {
			if s == Empty {
				return true
			}
			if s == Full {
				return f(part{where, slices.Clone(literals)})
			}
			level, low, high := m.split(s)
			n, v := len(literals), 2*int(level-m.bitsEnd)
			literals = append(literals, v+1)
			ok := rec(high)
			literals = append(literals[:n], v)
			ok = ok && rec(low)
			literals = literals[:n]
			return ok
		}
		if !rec(r) {
			return
		}
	}
}

func (m *Sets) literalsOf(list []int) []Literal {
	out := make([]Literal, len(list))
	for i, l := range list {
		out[i] = Literal{m.rel.list[l/2], l&1 != 0}
	}
	return out
}

// optionsOf returns the options that literals depend on, ascending.
func optionsOf(literals []Literal) []int {
	var options []int
	for _, l := range literals {
		options = append(options, l.Relation.Options...)
	}
	slices.Sort(options)
	return slices.Compact(options)
}

// maxParts is how many parts of one set a theory is asked about.
const maxParts = 4096

// maxSamples is how many configurations are kept to be tried first.
const maxSamples = 256

// Possible says whether there is a configuration in s.
func (m *Sets) Possible(s Set) Verdict {
	if s == Empty {
		return No
	}
	if m.rel.theory == nil || !m.HasRelations(s) {
		return Yes
	}
	if v, ok := m.rel.possible[s]; ok {
		return v
	}
	v := Undecided
	if m.sample(s) != nil {
		v = Yes
	} else {
		_, v = m.find(s)
	}
	m.rel.possible[s] = v
	return v
}

// Suggest tells of a configuration that is worth trying where one of a set with relations is asked for.
func (m *Sets) Suggest(c Configuration) {
	if len(m.rel.samples) < maxSamples/2 {
		m.rel.samples = append(m.rel.samples, c)
	}
}

// sample returns a configuration of s among those found before; nil: there is none.
func (m *Sets) sample(s Set) Configuration {
	for i := len(m.rel.samples) - 1; i >= 0; i-- {
		if m.Contains(s, m.rel.samples[i]) {
			return m.rel.samples[i]
		}
	}
	return nil
}

// find asks the theory for a configuration of s and where it is.
func (m *Sets) find(s Set) (found part, v Verdict) {
	v = No
	asked := 0
	m.parts(m.And(s, m.rel.lemmas), func(p part) bool {
		if asked++; asked > maxParts {
			m.giveUp("too many combinations of relations")
			v = Undecided
			return false
		}
		if len(p.literals) == 0 {
			found, v = p, Yes
			return false
		}
		answer, c, reason := m.decide(p)
		switch answer {
		case Yes:
			m.keepSample(c)
			found, v = p, Yes
			return false
		case No:
			m.learn(p)
		default:
			m.giveUp(reason)
			v = Undecided
		}
		return true
	})
	return found, v
}

// maxHard is how often one combination of literals may be left undecided after much work.
const maxHard = 2

// decide asks the theory about a part; what was too hard before gets little work.
func (m *Sets) decide(p part) (v Verdict, c Configuration, reason string) {
	if m.check != nil {
		m.stop()
	}
	key := fmt.Sprint(p.literals)
	v, c, reason = m.rel.theory.Decide(p.where, m.literalsOf(p.literals), m.rel.hard[key] >= maxHard)
	if v == Undecided {
		if m.rel.hard == nil {
			m.rel.hard = map[string]int{}
		}
		m.rel.hard[key]++
	}
	return v, c, reason
}

func (m *Sets) keepSample(c Configuration) {
	m.rel.samples = append(m.rel.samples, c)
	if len(m.rel.samples) > maxSamples {
		m.rel.samples = slices.Delete(m.rel.samples, 0, maxSamples/2)
	}
}

// learn remembers that a part holds no configuration.
func (m *Sets) learn(p part) {
	where := m.Project(p.where, optionsOf(m.literalsOf(p.literals))) // the other options do not matter
	m.rel.lemmas = m.Diff(m.rel.lemmas, m.And(where, m.ofLiterals(p.literals)))
}

func (m *Sets) giveUp(reason string) {
	if !slices.Contains(m.rel.undecided, reason) {
		m.rel.undecided = append(m.rel.undecided, reason)
	}
}

// Find returns a configuration of s, whichever is at hand: Any does the same with more care.
func (m *Sets) Find(s Set) (Configuration, Verdict) {
	if !m.HasRelations(s) || m.rel.theory == nil {
		c, ok := m.Preferred(s)
		if !ok {
			return nil, No
		}
		return c, Yes
	}
	if c := m.sample(s); c != nil {
		return c, Yes
	}
	p, v := m.find(s)
	if v != Yes {
		return nil, v
	}
	if len(p.literals) == 0 {
		c, _ := m.Preferred(p.where)
		return c, Yes
	}
	return m.rel.samples[len(m.rel.samples)-1], Yes
}

// refuted reports whether little work shows that no configuration is in s.
func (m *Sets) refuted(s Set) bool {
	asked, no := 0, true
	m.parts(m.And(s, m.rel.lemmas), func(p part) bool {
		if asked++; asked > maxParts || len(p.literals) == 0 {
			no = false
			return false
		}
		v, c, _ := m.rel.theory.Decide(p.where, m.literalsOf(p.literals), true)
		switch v {
		case Yes:
			m.keepSample(c)
		case No:
			m.learn(p)
		}
		no = v == No
		return no
	})
	return no
}

// Same reports whether the sets are known to have the same configurations.
func (m *Sets) Same(a, b Set) bool {
	return a == b || m.rel.theory != nil && m.Possible(m.Xor(a, b)) == No
}

// Reduce returns, for each of the sets, one with the same configurations: Empty, Full, or the first of the sets that has them, those without
// relations first. Sets that are not known to be equal stay apart.
func (m *Sets) Reduce(sets []Set) map[Set]Set {
	out := map[Set]Set{Empty: Empty, Full: Full}
	chosen := []Set{Empty, Full}
	var others []Set
	for _, s := range sets {
		if _, ok := out[s]; ok {
			continue
		}
		if out[s] = s; m.rel.theory != nil && m.HasRelations(s) {
			others = append(others, s)
		} else {
			chosen = append(chosen, s)
		}
	}
	if len(others) == 0 {
		return out
	}
	for _, s := range others {
		simple := m.simplify(s)
		i := slices.IndexFunc(chosen, func(c Set) bool { return m.agree(simple, c) && m.Same(simple, c) })
		if i >= 0 {
			out[s] = chosen[i]
		} else {
			out[s] = simple
			chosen = append(chosen, simple)
		}
	}
	return out
}

// simplify returns a set with the same configurations in which the bits of options do not occur that relations make superfluous: where a + b == c
// is possible for some a, b and c only, that they are among these need not be said.
func (m *Sets) simplify(s Set) Set {
	for _, o := range m.Support(s) {
		for _, t := range []Set{m.Exists(s, o), m.Forall(s, o)} {
			if t == s || m.agree(s, t) && m.refuted(m.Xor(s, t)) {
				s = t
				break
			}
		}
	}
	return s
}

// agree reports whether no configuration found before is in one of the sets only.
func (m *Sets) agree(a, b Set) bool {
	for _, c := range m.rel.samples {
		if m.Contains(a, c) != m.Contains(b, c) {
			return false
		}
	}
	return true
}

// scanned is how many values from 0 on, and below, are tried one by one.
const scanned = 1 << 12

// anyRelated is Any for a set with relations: options and relations as the first part has them that is possible, and there
// the default of each option where that is possible, else the smallest value from 0 on, else the greatest negative one.
func (m *Sets) anyRelated(s Set) (Configuration, bool) {
	if m.rel.theory == nil {
		return nil, false
	}
	p, v := m.find(s)
	if v != Yes {
		c := m.sample(s)
		return c, c != nil
	}
	literals := m.literalsOf(p.literals)
	options := optionsOf(literals)
	where := p.where
	quick := true // each answer so far
	decide := func(s Set) bool {
		if s == Empty || !quick {
			return false
		}
		v, c, _ := m.rel.theory.Decide(s, literals, true)
		quick = v != Undecided
		if v == Yes {
			m.keepSample(c)
		}
		return v == Yes
	}
	for i, o := range options {
		if !quick {
			break // where the preferred values are hard to find, any will do
		}
		if w := m.And(where, m.Setting(o, m.space.Options[o].Default)); decide(w) {
			where = w
			continue
		}
		if i == len(options)-1 {
			if w, ok := m.scan(where, o, literals); ok {
				where = w
				continue
			}
		}
		where = m.bisect(where, o, decide)
	}
	c, ok := m.Preferred(where)
	if !quick || !ok || !m.Contains(s, c) {
		c = m.sample(s)
	}
	return c, c != nil
}

// scan returns the part of where in which the option has the first value for which the literals hold, of which it is the only option
// that where leaves open.
func (m *Sets) scan(where Set, option int, literals []Literal) (Set, bool) {
	c, ok := m.Any(where)
	if !ok {
		return Empty, false
	}
	d := m.space.Options[option].Domain
	try := func(v int64) bool {
		c[option] = v
		if !d.Contains(v) || !m.Contains(where, c) {
			return false
		}
		return !slices.ContainsFunc(literals, func(l Literal) bool { return l.Relation.Holds(c) != l.Holds })
	}
	c = slices.Clone(c)
	for v := int64(0); v < scanned; v++ {
		if try(v) {
			return m.And(where, m.Setting(option, v)), true
		}
	}
	return Empty, false
}

// bisect returns the part of where in which the option has the smallest value from 0 on that is possible, else the greatest one.
func (m *Sets) bisect(where Set, option int, possible func(Set) bool) Set {
	d := m.space.Options[option].Domain
	low, high := d.Bounds()
	zero := d.key(0)
	lo, hi := d.key(low), d.key(high)
	descending := zero > hi
	if zero > lo && zero <= hi {
		if descending = !possible(m.And(where, m.Between(option, 0, high))); descending {
			hi = zero - 1
		} else {
			lo = zero
		}
	}
	for lo < hi {
		if mid := lo + (hi-lo)/2; descending {
			if possible(m.And(where, m.Between(option, d.value(mid+1), d.value(hi)))) {
				lo = mid + 1
			} else {
				hi = mid
			}
		} else if possible(m.And(where, m.Between(option, d.value(lo), d.value(mid)))) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return m.And(where, m.Setting(option, d.value(lo)))
}
