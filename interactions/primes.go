package interactions

// This file computes prime implicants with single-valued literals.

import (
	"fmt"
	"slices"

	"github.com/confcov/confcov/subjects/confspace"
)

// Values gives, by option, the values that settings may have. The classes for which they
// stand must make up the option's whole domain: two values of a class are in the same
// sets that are analysed. An option that no set depends on needs no values.
type Values [][]int64

// DefaultLimit is the number of prime implicants of one set beyond which an analysis gives up.
const DefaultLimit = 1 << 20

// errLimit says that a set has too many prime implicants.
type errLimit struct{ limit int }

func (e *errLimit) Error() string {
	return fmt.Sprintf("a coverage condition has more than %d minimal settings", e.limit)
}

// primes computes and remembers prime implicants.
type primes struct {
	sets    *confspace.Sets
	values  Values
	choices []*confspace.Choice // of values, by option; nil where not asked for yet
	limit   int
	memo    map[confspace.Set][]term
	terms

	examples Values // see relations.go
}

func newPrimes(m *confspace.Sets, values Values, limit int) *primes {
	if limit == 0 {
		limit = DefaultLimit
	}
	return &primes{
		sets: m, values: values, choices: make([]*confspace.Choice, len(values)), limit: limit,
		memo: map[confspace.Set][]term{}, terms: newTerms(),
	}
}

// choice returns the values of an option.
func (p *primes) choice(option int) *confspace.Choice {
	if p.choices[option] == nil {
		p.choices[option] = p.sets.Choice(option, p.values[option])
	}
	return p.choices[option]
}

// of returns the prime implicants of f in the order of Settings.Compare. The result is shared: do not change it.
func (p *primes) of(f confspace.Set) ([]term, error) {
	switch f {
	case confspace.Empty:
		return nil, nil
	case confspace.Full:
		return []term{noSettings}, nil
	}
	if list, ok := p.memo[f]; ok {
		return list, nil
	}
	x, several := p.sets.First(f)
	if several {
		list, err := p.related(f)
		if err == nil {
			p.memo[f] = list
		}
		return list, err
	}
	if len(p.values[x]) == 0 {
		return nil, fmt.Errorf("BUG: no values for option %s", p.sets.Space().Options[x].Name)
	}
	choice := p.choice(x)
	runs := p.sets.Cofactors(f, choice)
	g := confspace.Full
	for _, r := range runs {
		g = p.sets.And(g, r.Rest)
	}
	common, err := p.of(g)
	if err != nil {
		return nil, err
	}
	list := slices.Clone(common)
	for _, r := range runs {
		qs, err := p.of(r.Rest)
		if err != nil {
			return nil, err
		}
		rest := common
		for _, q := range qs {
			// A prime of the cofactor that implies g contains a prime of g, which implies the
			// cofactor as well: so they are the same. Both lists are sorted.
			for len(rest) > 0 && p.compare(rest[0], q) < 0 {
				rest = rest[1:]
			}
			if len(rest) > 0 && rest[0] == q {
				continue
			}
			for _, v := range choice.Values[r.From:r.To] {
				list = append(list, p.with(x, v, q))
			}
			if len(list) > p.limit {
				return nil, &errLimit{p.limit}
			}
		}
	}
	p.sort(list)
	p.memo[f] = list
	return list, nil
}

// Primes computes minimal settings that imply sets, and remembers them.
type Primes struct{ p *primes }

// NewPrimes returns a computer of prime implicants of sets of m. Values are as for Analyze, for all sets that
// will be asked about. limit is the number of prime implicants of one set beyond which it gives up; 0: DefaultLimit.
func NewPrimes(m *confspace.Sets, values Values, limit int) *Primes {
	return &Primes{newPrimes(m, values, limit)}
}

// Of returns the minimal settings that imply set, in the order of Settings.Compare. Settings are shared: do not change them.
func (p *Primes) Of(set confspace.Set) ([]confspace.Settings, error) {
	list, err := p.p.of(set)
	out := make([]confspace.Settings, len(list))
	for i, t := range list {
		out[i] = p.p.settings[t]
	}
	return out, err
}
