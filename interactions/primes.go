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
	sets   *confspace.Sets
	values Values
	limit  int
	memo   map[confspace.Set][]confspace.Settings

	examples Values // see relations.go
}

func newPrimes(m *confspace.Sets, values Values, limit int) *primes {
	if limit == 0 {
		limit = DefaultLimit
	}
	return &primes{sets: m, values: values, limit: limit, memo: map[confspace.Set][]confspace.Settings{}}
}

// of returns the prime implicants of f in the order of Settings.Compare. The result is shared: do not change it.
func (p *primes) of(f confspace.Set) ([]confspace.Settings, error) {
	switch f {
	case confspace.Empty:
		return nil, nil
	case confspace.Full:
		return []confspace.Settings{nil}, nil
	}
	if list, ok := p.memo[f]; ok {
		return list, nil
	}
	options, several := p.sets.Variables(f)
	if several {
		list, err := p.related(f)
		if err == nil {
			p.memo[f] = list
		}
		return list, err
	}
	x := options[0]
	if len(p.values[x]) == 0 {
		return nil, fmt.Errorf("BUG: no values for option %s", p.sets.Space().Options[x].Name)
	}
	cofactors := make([]confspace.Set, len(p.values[x]))
	for i, v := range p.values[x] {
		cofactors[i] = p.sets.Restrict(f, x, v)
	}
	g := p.sets.AndAll(cofactors)
	common, err := p.of(g)
	if err != nil {
		return nil, err
	}
	list := slices.Clone(common)
	for i, v := range p.values[x] {
		qs, err := p.of(cofactors[i])
		if err != nil {
			return nil, err
		}
		rest := common
		for _, q := range qs {
			// A prime of the cofactor that implies g contains a prime of g, which implies the
			// cofactor as well: so they are the same. Both lists are sorted.
			for len(rest) > 0 && rest[0].Compare(q) < 0 {
				rest = rest[1:]
			}
			if len(rest) > 0 && rest[0].Compare(q) == 0 {
				continue
			}
			s := make(confspace.Settings, 0, len(q)+1)
			list = append(list, append(append(s, confspace.Setting{Option: x, Value: v}), q...))
		}
		if len(list) > p.limit {
			return nil, &errLimit{p.limit}
		}
	}
	slices.SortFunc(list, confspace.Settings.Compare)
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

// Of returns the minimal settings that imply set, in the order of Settings.Compare. The result is shared: do not change it.
func (p *Primes) Of(set confspace.Set) ([]confspace.Settings, error) { return p.p.of(set) }

// minimal removes from list, which ascends by Settings.Compare, what contains another member.
func minimal(list []confspace.Settings) []confspace.Settings {
	list = slices.CompactFunc(list, func(a, b confspace.Settings) bool { return a.Compare(b) == 0 })
	if len(list) < 2 {
		return list
	}
	if len(list[0]) == 0 {
		return list[:1]
	}
	// A kept member is looked up under each of its settings' first one.
	byFirst := map[confspace.Setting][]confspace.Settings{}
	var out []confspace.Settings
	for _, s := range list {
		redundant := false
		for _, x := range s {
			for _, t := range byFirst[x] {
				if len(t) < len(s) && s.Contains(t) {
					redundant = true
					break
				}
			}
			if redundant {
				break
			}
		}
		if !redundant {
			byFirst[s[0]] = append(byFirst[s[0]], s)
			out = append(out, s)
		}
	}
	return out
}
