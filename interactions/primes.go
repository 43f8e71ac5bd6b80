package interactions

// This file computes prime implicants with single-valued literals.

import (
	"fmt"
	"slices"

	"github.com/confcov/confcov/subjects/confspace"
)

// Values gives, by option, the values that settings may have. The classes for which they
// stand must make up the option's whole domain: two values of a class are in the same
// sets that are analysed. An option that no set depends on needs no values; nothing is said of the minimal settings of sets that depend on
// another one without values.
type Values [][]int64

// DefaultLimit is the number of prime implicants of one set beyond which an analysis gives up.
const DefaultLimit = 1 << 20

// unknownError says why the minimal settings of a set are not computed.
type unknownError struct{ reason string }

func (e *unknownError) Error() string { return e.reason }

// tooMany returns the error for a set with more prime implicants than the limit.
func (p *primes) tooMany() error {
	return &unknownError{fmt.Sprintf("a coverage condition has more than %d minimal settings", p.limit)}
}

// primes computes and remembers prime implicants.
type primes struct {
	sets    *confspace.Sets
	values  Values
	choices []*confspace.Choice // of values, by option; nil where not asked for yet
	limit   int
	memo    map[confspace.Set][]term
	unknown map[confspace.Set]error // the *unknownError of sets that are not in memo
	terms

	examples Values // see relations.go
}

func newPrimes(m *confspace.Sets, values Values, limit int) *primes {
	if limit == 0 {
		limit = DefaultLimit
	}
	return &primes{
		sets: m, values: values, choices: make([]*confspace.Choice, len(values)), limit: limit,
		memo: map[confspace.Set][]term{}, unknown: map[confspace.Set]error{}, terms: newTerms(),
	}
}

// choice returns the values of an option.
func (p *primes) choice(option int) *confspace.Choice {
	if p.choices[option] == nil {
		p.choices[option] = p.sets.Choice(option, p.values[option])
	}
	return p.choices[option]
}

// of returns the prime implicants of f in the order of Settings.Compare. The result is shared: do not change it. The only error is that they
// are not known.
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
	if err := p.unknown[f]; err != nil {
		return nil, err
	}
	var list []term
	var err error
	if x, several := p.sets.First(f); several {
		list, err = p.related(f)
	} else {
		list, err = p.expand(f, x)
	}
	if err != nil {
		p.unknown[f] = err
	} else {
		p.memo[f] = list
	}
	return list, err
}

// expand returns the prime implicants of f, whose first option is x.
func (p *primes) expand(f confspace.Set, x int) ([]term, error) {
	if len(p.values[x]) == 0 {
		return nil, &unknownError{fmt.Sprintf("which values of %s coverage tells apart is not known, or they are too many", p.sets.Space().Options[x].Name)}
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
				return nil, p.tooMany()
			}
		}
	}
	p.sort(list)
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
