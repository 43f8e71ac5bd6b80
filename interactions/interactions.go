package interactions

// This file finds the interactions of a criterion and the coverage that settings guarantee.

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Guarantee says what makes settings guarantee an element.
type Guarantee uint8

const (
	// ByTest is Definition 1: there is a test under which every configuration with the settings covers the element.
	ByTest Guarantee = iota
	// BySuite is weaker: every configuration with the settings covers the element under some test, which may be another one for each.
	BySuite
)

var guaranteeNames = [...]string{ByTest: "test", BySuite: "suite"}

// String returns "test" or "suite".
func (g Guarantee) String() string { return guaranteeNames[g] }

// ParseGuarantee returns the guarantee that is called name.
func ParseGuarantee(name string) (Guarantee, error) {
	for g, n := range guaranteeNames {
		if n == name {
			return Guarantee(g), nil
		}
	}
	return 0, fmt.Errorf("unknown guarantee %q: want test (one test covers it, whatever else is set) or suite (some test does)", name)
}

// Options of an analysis. The zero value is the definition.
type Options struct {
	// Guarantee is what settings are to guarantee. The authors' rule is about guarantees by one test.
	Guarantee Guarantee
	Paper     bool // stop, per test, at the first strength that guarantees all that the test covers
	Limit     int  // minimal settings of one class; 0: DefaultLimit
	Total     int  // interactions; 0: DefaultTotal
	// Classes are those of which settings are found, ascending; of the others, nothing is said. Nil: all.
	Classes []int
	// Examples are further values that settings may have where a set has relations on several options, see Examples.
	Examples Values
}

// Interaction is a conjunction of settings that guarantees coverage that no proper subset of it guarantees.
type Interaction struct {
	Settings confspace.Settings
	New      []int // indices into Total.Classes of what it newly guarantees, ascending
}

// Strength returns the number of settings.
func (in *Interaction) Strength() int { return len(in.Settings) }

// Analysis is the guaranteed coverage of one criterion.
type Analysis struct {
	Total        *coverage.Total
	Values       Values
	Options      Options
	Interactions []Interaction // in the order of Settings.Compare; the empty one first, if it guarantees anything
	MinStrength  []int         // by class: the least strength at which it is guaranteed; -1: never, or not known, or more than is listed
	// AtMost says, by class, that other values than those that settings are made of might guarantee it with fewer settings, or at all.
	AtMost []bool
	// Unknown says, by class, why it is not known which settings guarantee it; "" if it is known. No interaction is new for such a class, as far as
	// Interactions says.
	Unknown []string
	// Complete says, by class, up to which strength all minimal settings are listed; others with more are not. All: there are no others.
	Complete []int

	domain confspace.Set // of BySuite: the configurations that are possible under some test
	conds  [][]condition // by class: the distinct conditions under tests, the greatest alone; of BySuite one
}

// condition is what one test, or the suite of them, says of a class.
type condition struct {
	covers confspace.Set // C_T(X), or C(X)
	domain confspace.Set // D_T, or D
}

// Analyze finds the interactions of t.
func Analyze(t *coverage.Total, values Values, opts Options) *Analysis {
	a, n := newAnalysis(t, opts), len(t.Classes)
	a.Values, a.MinStrength, a.AtMost, a.Unknown, a.Complete = values, make([]int, n), make([]bool, n), make([]string, n), make([]int, n)
	p := newPrimes(t.Sets, values, opts.Limit)
	p.examples = opts.Examples
	for k := range t.Classes {
		a.conds = append(a.conds, a.conditions(k))
	}
	l := &lists{a: a, p: p, of: make([]known, n), memo: map[string]known{}}
	if opts.Paper {
		l.stops = a.stops(p)
	}
	l.findAll()
	index := make([]int, len(p.settings)) // by term: in Interactions, plus 1; 0: not there yet
	for k := range a.MinStrength {
		a.MinStrength[k] = -1
	}
	for _, k := range a.classes() {
		list := l.of[k].list
		if a.Unknown[k] != "" {
			continue
		}
		if len(list) > 0 {
			a.MinStrength[k] = len(p.settings[list[0]])
		}
		// No settings and one setting are decided for all values: no setting is one question to the theory, and one less than one is none.
		a.AtMost[k] = (len(list) == 0 || a.MinStrength[k] > 1) && slices.ContainsFunc(a.conds[k], func(c condition) bool {
			return len(t.Sets.Several(c.covers))+len(t.Sets.Several(c.domain)) > 0
		})
		for _, x := range list {
			if index[x] == 0 {
				a.Interactions = append(a.Interactions, Interaction{Settings: p.settings[x]})
				index[x] = len(a.Interactions)
			}
			in := &a.Interactions[index[x]-1]
			in.New = append(in.New, k)
		}
	}
	slices.SortFunc(a.Interactions, func(x, y Interaction) int { return x.Settings.Compare(y.Settings) })
	return a
}

// classes returns those of which settings are found.
func (a *Analysis) classes() []int {
	if a.Options.Classes != nil {
		return a.Options.Classes
	}
	all := make([]int, len(a.Total.Classes))
	for k := range all {
		all[k] = k
	}
	return all
}

// Always returns the number of elements that no settings at all guarantee: what the row of strength 0 says.
func Always(t *coverage.Total, g Guarantee) int {
	a := newAnalysis(t, Options{Guarantee: g})
	n := 0
	for k := range t.Classes {
		a.conds = append(a.conds, a.conditions(k))
		if a.Guarantees(nil, k) {
			n += len(t.Classes[k].Elements)
		}
	}
	return n
}

// newAnalysis returns an analysis before its first class.
func newAnalysis(t *coverage.Total, opts Options) *Analysis {
	a := &Analysis{Total: t, Options: opts}
	for _, tc := range t.Tests {
		a.domain = t.Sets.Or(a.domain, tc.Test.Domain)
	}
	return a
}

// conditions returns the distinct conditions of class k; those that another one makes superfluous are left out.
func (a *Analysis) conditions(k int) []condition {
	if a.Options.Guarantee == BySuite {
		return []condition{{a.Total.Classes[k].Any, a.domain}}
	}
	var all []condition
	for j, s := range a.Total.Classes[k].ByTest {
		c := condition{s, a.Total.Tests[j].Test.Domain}
		if s != confspace.Empty && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	var out []condition
	for i, c := range all {
		superfluous := false
		for j, d := range all {
			if i != j && c.domain == d.domain && a.Total.Sets.Implies(c.covers, d.covers) {
				superfluous = true
				break
			}
		}
		if !superfluous {
			out = append(out, c)
		}
	}
	return out
}

// stops returns, by test, the least strength at which all that the test covers is guaranteed by it; no strength stops where that is not known.
func (a *Analysis) stops(p *primes) []int {
	t := a.Total
	stops := make([]int, len(t.Tests))
	for j := range t.Tests {
		for k := range t.Classes {
			s := t.Classes[k].ByTest[j]
			if s == confspace.Empty {
				continue
			}
			found, err := a.implicants(p, condition{s, t.Tests[j].Test.Domain}, All, true)
			if err != nil {
				stops[j] = math.MaxInt32
			} else if len(found.list) > 0 {
				stops[j] = max(stops[j], len(p.settings[found.list[0]]))
			}
		}
	}
	return stops
}

// Guarantees reports whether settings s guarantee class k.
func (a *Analysis) Guarantees(s confspace.Settings, k int) bool {
	m := a.Total.Sets
	if len(s) == len(m.Space().Options) { // one configuration: nothing is left to be decided
		one := m.Space().Defaults().With(s)
		return slices.ContainsFunc(a.conds[k], func(c condition) bool { return m.Contains(c.domain, one) && m.Contains(c.covers, one) })
	}
	for _, c := range a.conds[k] {
		if d := m.And(c.domain, m.Of(s)); m.Possible(d) == confspace.Yes && m.Implies(d, c.covers) {
			return true
		}
	}
	return false
}

// Guaranteed returns Cov(s): the classes that s guarantees, ascending.
func (a *Analysis) Guaranteed(s confspace.Settings) []int {
	var ks []int
	for k := range a.Total.Classes {
		if a.Guarantees(s, k) {
			ks = append(ks, k)
		}
	}
	return ks
}

// Elements returns the ids of the elements of some classes, ascending.
func (a *Analysis) Elements(classes []int) []uint32 {
	var ids []uint32
	for _, k := range classes {
		ids = append(ids, a.Total.Classes[k].Elements...)
	}
	slices.Sort(ids)
	return ids
}

// Size returns the number of elements of some classes.
func (a *Analysis) Size(classes []int) int {
	n := 0
	for _, k := range classes {
		n += len(a.Total.Classes[k].Elements)
	}
	return n
}

// MaxStrength returns the greatest strength of an interaction.
func (a *Analysis) MaxStrength() int {
	n := 0
	for i := range a.Interactions {
		n = max(n, a.Interactions[i].Strength())
	}
	return n
}

// ByStrength returns the number of interactions of strength 0, 1, 2, ... (Table 4.4; entry 0 is not one of its columns).
func (a *Analysis) ByStrength() []int {
	counts := make([]int, a.MaxStrength()+1)
	for i := range a.Interactions {
		counts[a.Interactions[i].Strength()]++
	}
	return counts
}

// Cumulative returns the number of elements guaranteed by settings of at most 0, 1, 2, ... options (Figure 4.5).
func (a *Analysis) Cumulative() []int {
	counts := make([]int, a.MaxStrength()+1)
	for k, t := range a.MinStrength {
		if t >= 0 {
			counts[t] += len(a.Total.Classes[k].Elements)
		}
	}
	for t := 1; t < len(counts); t++ {
		counts[t] += counts[t-1]
	}
	return counts
}

// MinimalFor returns the minimal settings that guarantee an element, ascending.
func (a *Analysis) MinimalFor(id uint32) []confspace.Settings {
	k := int(a.Total.ClassOf[id-1])
	var list []confspace.Settings
	if k < 0 {
		return nil
	}
	for i := range a.Interactions {
		if _, ok := slices.BinarySearch(a.Interactions[i].New, k); ok {
			list = append(list, a.Interactions[i].Settings)
		}
	}
	slices.SortFunc(list, func(x, y confspace.Settings) int { return cmp.Compare(x.Compare(y), 0) })
	return list
}
