package interactions

// This file bounds how many interactions an analysis lists.
//
// A program that each of n options can make give up has an element behind that which only a setting of each guarantees: if each of them has k values that
// let it go on, in k^n ways. Of such a class as many are listed as are within the bound, by strength: all of up to so many settings,
// and none with more. So what is listed is complete, up to a strength, and does not depend on the order in which it is found.

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/confcov/confcov/subjects/confspace"
)

const (
	// DefaultLimit is how many minimal settings of one element are listed.
	DefaultLimit = 1 << 14
	// DefaultTotal is how many interactions of one criterion are listed.
	DefaultTotal = 1 << 17
)

const (
	maxTerms = 1 << 20 // conjunctions that are remembered besides those that are listed
	maxVain  = 1 << 24 // conjunctions listed in vain, for all classes, beyond which lessWork is the bound for each, not maxWork
	lessWork = 1 << 16
)

// lists finds the minimal settings of the classes of an analysis.
type lists struct {
	a     *Analysis
	p     *primes
	stops []int // by test, see Analysis.stops; nil: they do not matter
	vain  int   // work for what was too many

	kept int // how many conjunctions the lists had when the others were forgotten

	of   []known // by class
	memo map[string]known
}

// findAll finds the minimal settings of all classes that are within the bounds.
func (l *lists) findAll() {
	a := l.a
	for k := range l.of {
		l.of[k] = known{nil, All}
	}
	var crowded []int
	for _, k := range a.classes() {
		if l.find(k, All) {
			crowded = append(crowded, k)
		}
	}
	for strength := 0; len(crowded) > 0; strength++ {
		crowded = slices.DeleteFunc(crowded, func(k int) bool { return l.find(k, strength) || l.of[k].upTo == All })
	}
	l.cut()
	for k := range l.of {
		a.Complete[k] = l.of[k].upTo
	}
}

// find finds the minimal settings of class k of up to a strength. It reports whether they are too many; then those found before stay.
func (l *lists) find(k, strength int) (crowded bool) {
	found, err := l.settingsOf(k, strength)
	var many *tooManyError
	switch {
	case errors.As(err, &many):
		l.vain += l.p.spent
		l.renew()
		return true
	case err != nil:
		l.of[k] = known{nil, All}
		l.a.Unknown[k] = err.Error()
		return false
	}
	l.of[k] = found
	l.renew()
	return false
}

// settingsOf returns the minimal settings of up to a strength that guarantee class k, ascending.
func (l *lists) settingsOf(k, strength int) (known, error) {
	type source struct {
		condition
		stop int
	}
	a, p := l.a, l.p
	var sources []source
	if l.stops == nil {
		for _, c := range a.conds[k] {
			sources = append(sources, source{c, 0})
		}
	} else {
		for j, s := range a.Total.Classes[k].ByTest {
			c := source{condition{s, a.Total.Tests[j].Test.Domain}, l.stops[j]}
			if s != confspace.Empty && !slices.Contains(sources, c) {
				sources = append(sources, c)
			}
		}
	}
	key := binary.LittleEndian.AppendUint64(nil, uint64(strength))
	for _, s := range sources {
		key = binary.LittleEndian.AppendUint32(key, uint32(s.covers))
		key = binary.LittleEndian.AppendUint32(key, uint32(s.domain))
		key = binary.LittleEndian.AppendUint32(key, uint32(s.stop))
	}
	if found, ok := l.memo[string(key)]; ok {
		return found, nil
	}
	out := known{nil, All}
	for _, s := range sources {
		some, err := a.implicants(p, s.condition, strength, l.vain < maxVain)
		if err != nil {
			return known{}, err
		}
		out.upTo = min(out.upTo, some.upTo)
		if l.stops == nil && len(sources) == 1 {
			out.list = some.list
			break
		}
		for _, x := range some.list {
			if l.stops == nil || len(p.settings[x]) <= s.stop {
				out.list = append(out.list, x)
			}
		}
	}
	if len(sources) > 1 {
		p.sort(out.list)
		out.list = p.minimal(out.list)
		if len(out.list) > 0 && out.list[0] == noSettings {
			out.upTo = All
		}
	}
	l.memo[string(key)] = out
	return out, nil
}

// implicants returns the minimal settings of up to a strength that guarantee what c says, ascending.
func (a *Analysis) implicants(p *primes, c condition, strength int, patient bool) (known, error) {
	m, f := a.Total.Sets, c.covers
	if c.domain != confspace.Full {
		f = m.Or(f, m.Not(c.domain))
	}
	work := maxWork
	if !patient {
		work = lessWork
	}
	k, err := p.of(f, strength, work)
	if err != nil || c.domain == confspace.Full {
		return k, err
	}
	var out []term
	for _, x := range k.list {
		if m.Possible(m.And(c.domain, m.Of(p.settings[x]))) == confspace.Yes {
			out = append(out, x)
		}
	}
	return known{out, k.upTo}, nil
}

// cut leaves out the longest minimal settings of all classes where there are too many together.
func (l *lists) cut() {
	seen := make([]bool, len(l.p.settings))
	var counts []int // by strength
	n := 0
	for _, k := range l.of {
		for _, x := range k.list {
			if seen[x] {
				continue
			}
			seen[x] = true
			for len(counts) <= len(l.p.settings[x]) {
				counts = append(counts, 0)
			}
			counts[len(l.p.settings[x])]++
			n++
		}
	}
	strength := len(counts) - 1
	for n > l.a.Options.total() {
		n -= counts[strength]
		strength--
	}
	if strength == len(counts)-1 {
		return
	}
	for i, k := range l.of {
		l.of[i] = l.p.within(k, max(strength, 0))
	}
}

// renew forgets what is remembered, but for the lists, if it is much.
func (l *lists) renew() {
	if len(l.p.settings) < 2*l.kept+maxTerms {
		return
	}
	l.cut()
	old := l.p.settings
	l.p.forget()
	l.memo = map[string]known{}
	for i, k := range l.of {
		list := make([]term, len(k.list))
		for j, x := range k.list {
			list[j] = l.p.add(old[x])
		}
		l.of[i].list = list
	}
	l.kept = len(l.p.settings)
}

func (o *Options) total() int {
	if o.Total == 0 {
		return DefaultTotal
	}
	return o.Total
}

// CompleteTo returns the strength up to which all interactions are listed; All if there are no others.
func (a *Analysis) CompleteTo() int {
	n := math.MaxInt
	for _, upTo := range a.Complete {
		n = min(n, upTo)
	}
	return n
}
