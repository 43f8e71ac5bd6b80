package interactions

// This file computes prime implicants with single-valued literals.

import (
	"fmt"
	"math"
	"slices"

	"github.com/confcov/confcov/subjects/confspace"
)

// Values gives, by option, the values that settings may have. The classes for which they
// stand must make up the option's whole domain: two values of a class are in the same
// sets that are analysed. An option that no set depends on needs no values; nothing is said of the minimal settings of sets that depend on
// another one without values.
type Values [][]int64

// All stands for a strength that no settings exceed.
const All = math.MaxInt

// maxWork is how many conjunctions are listed on the way to the minimal settings of one set, until they are too many.
const maxWork = 1 << 20

// unknownError says why the minimal settings of a set are not computed.
type unknownError struct{ reason string }

func (e *unknownError) Error() string { return e.reason }

// tooManyError says that a set has more minimal settings than the limit, or that they take too much work.
type tooManyError struct{ limit int }

func (e *tooManyError) Error() string {
	return fmt.Sprintf("a coverage condition has more than %d minimal settings", e.limit)
}

// primes computes and remembers prime implicants.
type primes struct {
	sets    *confspace.Sets
	values  Values
	choices []*confspace.Choice // of values, by option; nil where not asked for yet
	limit   int
	memo    map[confspace.Set]known
	crowded map[confspace.Set]int   // from which strength on a set has too many
	unknown map[confspace.Set]error // the *unknownError of sets that are not in memo
	work    int                     // what a condition may still take
	spent   int                     // what it has taken
	terms

	examples Values // see relations.go
}

// known is all prime implicants of a set of up to so many settings, in the order of Settings.Compare.
type known struct {
	list []term
	upTo int // All: there are no others
}

func newPrimes(m *confspace.Sets, values Values, limit int) *primes {
	if limit == 0 {
		limit = DefaultLimit
	}
	p := &primes{sets: m, values: values, choices: make([]*confspace.Choice, len(values)), limit: limit, unknown: map[confspace.Set]error{}}
	p.forget()
	return p
}

// forget makes all terms invalid.
func (p *primes) forget() {
	p.memo, p.crowded, p.terms = map[confspace.Set]known{}, map[confspace.Set]int{}, newTerms()
}

// choice returns the values of an option.
func (p *primes) choice(option int) *confspace.Choice {
	if p.choices[option] == nil {
		p.choices[option] = p.sets.Choice(option, p.values[option])
	}
	return p.choices[option]
}

// of returns the prime implicants of f of up to strength settings. The result is shared: do not change it. The errors are that they are not known, and that
// they are too many, or take more than so much work.
func (p *primes) of(f confspace.Set, strength, work int) (known, error) {
	p.work = work
	defer func() { p.spent = work - p.work }()
	return p.upTo(f, strength)
}

func (p *primes) upTo(f confspace.Set, strength int) (known, error) {
	switch f {
	case confspace.Empty:
		return known{nil, All}, nil
	case confspace.Full:
		return known{[]term{noSettings}, All}, nil
	}
	if k, ok := p.memo[f]; ok && k.upTo >= strength {
		return p.within(k, strength), nil
	}
	if err := p.unknown[f]; err != nil {
		return known{}, err
	}
	if from, ok := p.crowded[f]; ok && strength >= from {
		return known{}, &tooManyError{p.limit}
	}
	x, several := p.sets.First(f)
	if strength == 0 && !several {
		return known{}, nil
	}
	if p.work--; p.work < 0 {
		return known{}, &tooManyError{p.limit}
	}
	var k known
	var err error
	if several {
		k, err = p.related(f, strength)
	} else {
		k, err = p.expand(f, x, strength)
	}
	if err == nil {
		p.work -= len(k.list)
		p.memo[f] = k
	} else if _, unknown := err.(*unknownError); unknown {
		p.unknown[f] = err
	}
	return k, err
}

// within returns what k says of up to strength settings.
func (p *primes) within(k known, strength int) known {
	if n := len(k.list); n > 0 && len(p.settings[k.list[n-1]]) > strength {
		n, _ = slices.BinarySearchFunc(k.list, strength, func(x term, strength int) int {
			if len(p.settings[x]) > strength {
				return 1
			}
			return -1
		})
		return known{k.list[:n:n], strength}
	}
	return k
}

// less returns what strength is left behind n settings.
func less(strength, n int) int {
	if strength == All {
		return All
	}
	return strength - n
}

// crowd notes that f has too many prime implicants of up to strength settings.
func (p *primes) crowd(f confspace.Set, strength int) error {
	if from, ok := p.crowded[f]; !ok || strength < from {
		p.crowded[f] = strength
	}
	return &tooManyError{p.limit}
}

// expand returns the prime implicants of f, whose first option is x.
func (p *primes) expand(f confspace.Set, x, strength int) (known, error) {
	if len(p.values[x]) == 0 {
		return known{}, &unknownError{fmt.Sprintf("which values of %s coverage tells apart is not known, or they are too many", p.sets.Space().Options[x].Name)}
	}
	choice := p.choice(x)
	runs := p.sets.Cofactors(f, choice)
	g := confspace.Full
	for _, r := range runs {
		g = p.sets.And(g, r.Rest)
	}
	common, err := p.upTo(g, strength)
	if err != nil {
		return known{}, err
	}
	out := known{slices.Clone(common.list), All}
	if common.upTo != All {
		out.upTo = strength
	}
	for _, r := range runs {
		qs, err := p.upTo(r.Rest, less(strength, 1))
		if err != nil {
			return known{}, err
		}
		if qs.upTo != All {
			out.upTo = strength
		}
		rest := common.list
		for _, q := range qs.list {
			// A prime of the cofactor that implies g contains a prime of g, which implies the
			// cofactor as well: so they are the same. Both lists are sorted.
			for len(rest) > 0 && p.compare(rest[0], q) < 0 {
				rest = rest[1:]
			}
			if len(rest) > 0 && rest[0] == q {
				continue
			}
			for _, v := range choice.Values[r.From:r.To] {
				out.list = append(out.list, p.with(x, v, q))
			}
			if len(out.list) > p.limit {
				return known{}, p.crowd(f, strength)
			}
		}
	}
	p.sort(out.list)
	return out, nil
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
	k, err := p.p.of(set, All, maxWork)
	out := make([]confspace.Settings, len(k.list))
	for i, t := range k.list {
		out[i] = p.p.settings[t]
	}
	return out, err
}
