package reports

// This file compares two runs: of two versions of a program, with other options, or other tests.
//
// Conditions are compared as sets of configurations of the options that both runs have with one domain; other options have their defaults, so
// an element whose condition depends on one of those is said to. Elements are those at the same place of the sources, which may have moved:
// counterpart.go. Where the spaces have constraints, configurations that satisfy those of both runs count.

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// ChangeKind says how the condition of an element changed.
type ChangeKind uint8

const (
	Unchanged ChangeKind = iota
	Gained               // no configuration reached it, now some do
	Gone                 // some configurations reached it, now none does
	Wider                // those that reached it do, and others
	Narrower             // of those that reached it some do, and no others
	Otherwise            // some no longer do, and others do
	Dependent            // the same, but it depends on an option that only one run has, or that has another domain there
	numChanges
)

var changeNames = [...]string{"unchanged", "newly reachable", "no longer reachable", "wider", "narrower", "otherwise", "other options"}

// String returns the name of k.
func (k ChangeKind) String() string { return changeNames[k] }

// Change is an element whose condition changed.
type Change struct {
	Kind          ChangeKind
	Before, After *coverage.Element
	Was, Now      confspace.Set // in Comparison's sets
}

// Compared is what changed of a criterion.
type Compared struct {
	Criterion      coverage.Criterion
	Before, After  int // elements that can be reached
	Count          [numChanges]int
	Removed, Added int // elements that only one run has
}

// Comparison is what differs between two runs.
type Comparison struct {
	Totals  []Compared
	Changes []Change    // by criterion and element of the run before
	Options [][3]string // options that differ: name, and what it is before and after, "" where it is not there
	Tests   [2][]string // tests that only the run before, or after, has
	Notes   []string

	studies [2]*Study
	names   [2]string
	sets    *confspace.Sets
	space   *confspace.Space
	pinned  [2]confspace.Settings              // options that are not compared, at their defaults
	moved   [2]map[confspace.Set]confspace.Set // by run and condition: the condition as it is compared
	either  confspace.Set                      // the configurations that both runs have
}

// Compare compares two runs, which names name. Their sources are nil if they are not known.
func Compare(before, after *Study, names [2]string, sources [2]Sources) (*Comparison, error) {
	c := &Comparison{studies: [2]*Study{before, after}, names: names}
	for i, s := range c.studies {
		if sources[i] == nil && !reflect.DeepEqual(before.Universe, after.Universe) {
			c.Notes = append(c.Notes, "The sources of "+names[i]+" are not known: elements are those with the same names.")
		}
		for _, n := range s.notes() {
			c.Notes = append(c.Notes, names[i]+": "+n)
		}
	}
	if err := c.join(); err != nil {
		return nil, err
	}
	c.compareTests()
	same := counterparts(before.Universe, after.Universe, sources[0], sources[1])
	for _, r := range before.Results {
		now := after.Result(r.Criterion)
		if now == nil {
			c.Notes = append(c.Notes, fmt.Sprintf("%s has no %s coverage.", names[1], r.Criterion))
			continue
		}
		c.compare(r, now, same[r.Criterion])
	}
	for _, r := range after.Results {
		if before.Result(r.Criterion) == nil {
			c.Notes = append(c.Notes, fmt.Sprintf("%s has no %s coverage.", names[0], r.Criterion))
		}
	}
	return c, nil
}

// join makes the space in which conditions are compared.
func (c *Comparison) join() error {
	a, b := c.studies[0].Space, c.studies[1].Space
	c.space = &confspace.Space{}
	var maps [2][]int
	for o := range a.Options {
		x := &a.Options[o]
		j := b.Index(x.Name)
		if j < 0 {
			c.Options = append(c.Options, [3]string{x.Name, describeOption(x), ""})
		} else if y := &b.Options[j]; !reflect.DeepEqual(x.Domain, y.Domain) || x.Default != y.Default {
			c.Options = append(c.Options, [3]string{x.Name, describeOption(x), describeOption(y)})
		}
		if j < 0 || !reflect.DeepEqual(x.Domain, b.Options[j].Domain) {
			c.pinned[0] = append(c.pinned[0], confspace.Setting{Option: o, Value: x.Default})
			maps[0] = append(maps[0], -1)
			continue
		}
		maps[0] = append(maps[0], len(c.space.Options))
		c.space.Options = append(c.space.Options, *x)
	}
	for o := range b.Options {
		y := &b.Options[o]
		if a.Index(y.Name) < 0 {
			c.Options = append(c.Options, [3]string{y.Name, "", describeOption(y)})
		}
		k := c.space.Index(y.Name)
		maps[1] = append(maps[1], k)
		if k < 0 {
			c.pinned[1] = append(c.pinned[1], confspace.Setting{Option: o, Value: y.Default})
		}
	}
	if !slices.Equal(a.Constraints, b.Constraints) {
		c.Options = append(c.Options, [3]string{"(constraints)", strings.Join(a.Constraints, "; "), strings.Join(b.Constraints, "; ")})
	}
	return c.translate(maps)
}

func describeOption(o *confspace.Option) string {
	return fmt.Sprintf("%s, default %s", o.Domain, o.Domain.FormatValue(o.Default))
}

// translate brings the conditions of both runs into one manager of sets.
func (c *Comparison) translate(maps [2][]int) error {
	equal := len(c.pinned[0])+len(c.pinned[1]) == 0 && slices.Equal(maps[0], maps[1])
	if equal {
		c.sets = c.studies[0].Sets
	} else {
		c.sets = confspace.NewSets(c.space)
		c.sets.SetTheory(confspace.NoTheory{})
	}
	c.either = confspace.Full
	for i, s := range c.studies {
		all := []confspace.Set{s.Sets.Domain()}
		index := map[confspace.Set]int{all[0]: 0}
		for _, r := range s.Results {
			for k := range r.Total.Classes {
				if x := r.Total.Classes[k].Any; index[x] == 0 && x != all[0] {
					index[x] = len(all)
					all = append(all, x)
				}
			}
		}
		moved := all
		switch {
		case equal && i == 1:
			var err error
			if moved, err = c.sets.Copy(s.Sets, all); err != nil {
				return err
			}
		case !equal:
			pinned := make([]confspace.Set, len(all))
			for k, x := range all {
				if s.Sets.HasRelations(x) {
					return fmt.Errorf("%s has conditions with relations between options: they can be compared only where both runs have the same options, in the same order", c.names[i])
				}
				pinned[k] = s.Sets.RestrictAll(x, c.pinned[i])
			}
			moved = s.Sets.TranslateOptions(c.sets, maps[i], pinned)
		}
		c.either = c.sets.And(c.either, moved[0])
		c.moved[i] = map[confspace.Set]confspace.Set{}
		for k, x := range all {
			c.moved[i][x] = moved[k]
		}
	}
	return nil
}

// compareTests finds the tests that only one run has.
func (c *Comparison) compareTests() {
	for i, s := range c.studies {
		other := c.studies[1-i]
		for _, t := range s.Tests {
			if !slices.ContainsFunc(other.Tests, func(o TestPaths) bool { return o.Test == t.Test }) {
				c.Tests[i] = append(c.Tests[i], t.Test)
			}
		}
	}
}

// compare compares the conditions of a criterion.
func (c *Comparison) compare(before, after *Result, same []uint32) {
	t := Compared{Criterion: before.Criterion, Before: before.Total.Covered(), After: after.Total.Covered()}
	type pair struct{ was, now confspace.Set }
	kinds := map[pair]ChangeKind{}
	matched := 0
	for i := range same {
		if same[i] == 0 {
			t.Removed++
			continue
		}
		matched++
		p := pair{before.Total.Condition(uint32(i + 1)), after.Total.Condition(same[i])}
		kind, ok := kinds[p]
		if !ok {
			kind = c.kind(p.was, p.now)
			kinds[p] = kind
		}
		t.Count[kind]++
		if kind != Unchanged {
			c.Changes = append(c.Changes, Change{
				kind, c.studies[0].Universe.Element(before.Criterion, uint32(i+1)), c.studies[1].Universe.Element(after.Criterion, same[i]),
				c.set(0, p.was), c.set(1, p.now),
			})
		}
	}
	t.Added = len(after.Total.ClassOf) - matched
	c.Totals = append(c.Totals, t)
}

// set returns a condition of run i as it is compared.
func (c *Comparison) set(i int, s confspace.Set) confspace.Set {
	if s == confspace.Empty {
		return s
	}
	return c.sets.And(c.moved[i][s], c.either)
}

// kind says how a condition changed.
func (c *Comparison) kind(before, after confspace.Set) ChangeKind {
	was, now := c.set(0, before), c.set(1, after)
	switch {
	case before == confspace.Empty && after == confspace.Empty:
		return Unchanged
	case before == confspace.Empty:
		return Gained
	case after == confspace.Empty:
		return Gone
	case c.sets.Same(was, now):
		if !slices.Equal(c.others(0, before), c.others(1, after)) {
			return Dependent
		}
		return Unchanged
	case c.sets.Implies(was, now):
		return Wider
	case c.sets.Implies(now, was):
		return Narrower
	}
	return Otherwise
}

// others returns the options that are not compared on which a condition of run i depends.
func (c *Comparison) others(i int, s confspace.Set) []string {
	if len(c.pinned[i]) == 0 {
		return nil
	}
	m := c.studies[i].Sets
	if d := m.Domain(); d != confspace.Full {
		s = m.Essential(s, d)
	}
	var names []string
	for _, o := range m.Depends(s) {
		if _, ok := c.pinned[i].Value(o); ok {
			names = append(names, c.studies[i].Space.Options[o].Name)
		}
	}
	slices.Sort(names)
	return names
}

// Example returns the settings, as far as they are not defaults, of a configuration with which run i reaches the element and the other run does not.
func (c *Comparison) Example(i int, ch *Change) (settings string, ok bool) {
	space, list, ok := c.example(i, ch)
	if !ok {
		return "", false
	}
	return cmp.Or(space.FormatSettings(list), "(the defaults)"), true
}

// example is Example; the settings are those of space.
func (c *Comparison) example(i int, ch *Change) (space *confspace.Space, settings confspace.Settings, ok bool) {
	has, lacks := ch.Was, ch.Now
	if i == 1 {
		has, lacks = lacks, has
	}
	space = c.space
	m, set := c.sets, c.sets.Diff(has, lacks)
	if raw := c.raw(i, ch); lacks == confspace.Empty && raw != confspace.Empty && has == confspace.Empty {
		m, space, set = c.studies[i].Sets, c.studies[i].Space, raw // with options that only this run has
	}
	conf, ok := m.Preferred(set)
	if !ok || m.HasRelations(set) {
		verdict := confspace.No
		if conf, verdict = m.Find(set); verdict != confspace.Yes {
			return nil, nil, false
		}
	}
	return space, c.difference(i, space, conf), true
}

// difference returns the settings in which a configuration differs from the defaults of run i.
func (c *Comparison) difference(i int, space *confspace.Space, conf confspace.Configuration) confspace.Settings {
	var out confspace.Settings
	own := c.studies[i].Space
	for o, v := range conf {
		if k := own.Index(space.Options[o].Name); v != own.Options[k].Default {
			out = append(out, confspace.Setting{Option: o, Value: v})
		}
	}
	return out
}

// raw returns the condition of a change's element in run i.
func (c *Comparison) raw(i int, ch *Change) confspace.Set {
	e := ch.Before
	if i == 1 {
		e = ch.After
	}
	return c.studies[i].Result(e.Criterion).Total.Condition(e.ID)
}
