package reports

// This file reads tests. What one test says needs the others' sets nowhere, so tests are digested at the same time, each with a manager of its own, which is small and
// is forgotten: of some thousand conditions of paths a few hundred of elements remain. Only these are carried to the manager of the study. Tests whose
// conditions have relations between options are digested there, since what relations exclude is found out only once.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// digested is what one test says.
type digested struct {
	stored *path.Stored // not digested yet, all else is missing; nil: it is

	sets      *confspace.Table // of whose roots the sets are the numbers; nil: they are those of the study
	mode      path.Mode
	coverage  *coverage.Conditions
	places    [4]findings // errors, warnings, limits, notes
	examined  []bool      // by option: the condition of a path depends on it
	witnesses []confspace.Configuration
	alike     int
}

const (
	findErrors = iota
	findWarnings
	findLimits
	findNotes
)

// maxLocal bounds the nodes of a test's own manager: one that needs more is digested with the study's.
const maxLocal = 1 << 22

// digestAhead returns a function that digests a test as far as that needs nothing of the study.
func (s *Study) digestAhead(ctx context.Context) func(*path.Stored) (*digested, error) {
	interrupted := func() error { return nil }
	if ctx != nil {
		interrupted = func() error { return context.Cause(ctx) }
	}
	var idle sync.Pool // of managers
	return func(stored *path.Stored) (d *digested, err error) {
		if stored.Info.Relations > 0 {
			return &digested{stored: stored}, nil
		}
		m, ok := idle.Get().(*confspace.Sets)
		if ok {
			m.Reset()
		} else {
			m = confspace.NewSets(s.Space)
			m.SetTheory(confspace.NoTheory{})
		}
		var full error
		stopped := m.Interruptible(interrupted, func() {
			full = m.Try(maxLocal, func() {
				var t *path.Test
				if t, err = stored.Test(m); err == nil {
					d = s.digest(stored.Info, t)
					d.pack(m)
				}
			})
		})
		if full != nil {
			return &digested{stored: stored}, nil
		}
		idle.Put(m)
		return d, errors.Join(err, stopped)
	}
}

// digest returns what a test says, with sets of its manager.
func (s *Study) digest(in *path.TestInfo, t *path.Test) *digested {
	d := &digested{mode: t.Mode, places: [4]findings{{}, {}, {}, {}}, examined: make([]bool, len(s.Space.Options))}
	if len(in.Apart) > 0 {
		d.alike = alike(t)
	}
	d.coverage = t.Coverage(s.Universe).Conditions(t.Sets)
	d.coverage.Test.Observations = nil // nobody needs them any more
	roots := make([]confspace.Set, 0, len(t.Paths))
	for j := range t.Paths {
		p := &t.Paths[j]
		if p.Exact() {
			roots = append(roots, p.Condition)
		}
		for k := range p.Partial {
			roots = append(roots, p.Partial[k].Condition)
		}
		if p.Witness != nil {
			d.witnesses = append(d.witnesses, p.Witness)
		}
		place := Place{Kind: p.End.Kind, Message: p.End.Message, Stack: p.End.Stack}
		switch {
		case p.End.Kind.Error():
			d.places[findErrors].add(place, t, p)
		case !p.End.Kind.Complete():
			d.places[findLimits].add(place, t, p)
		}
		for _, n := range p.Notes {
			list := findNotes
			if n.Kind == path.NoteWarning {
				list = findWarnings
			}
			d.places[list].add(Place{Note: n.Kind, Message: n.Message, Stack: []path.Frame{n.At}}, t, p)
		}
	}
	examine(t.Sets, roots, d.examined)
	for _, fs := range d.places {
		for _, f := range fs {
			f.sets, f.exact = []confspace.Set{t.Sets.OrAll(f.sets)}, []confspace.Set{t.Sets.OrAll(f.exact)}
		}
	}
	return d
}

// each calls f for every set of d.
func (d *digested) each(f func(*confspace.Set)) {
	f(&d.coverage.Test.Domain)
	for i := range d.coverage.Conditions {
		f(&d.coverage.Conditions[i])
	}
	for _, fs := range d.places {
		for _, key := range fs.keys() {
			f(&fs[key].sets[0])
			f(&fs[key].exact[0])
		}
	}
}

// pack makes a table of the sets, which are m's.
func (d *digested) pack(m *confspace.Sets) {
	var sets []confspace.Set
	at := map[confspace.Set]int{}
	d.each(func(s *confspace.Set) {
		i, ok := at[*s]
		if !ok {
			i = len(sets)
			at[*s] = i
			sets = append(sets, *s)
		}
		*s = confspace.Set(i)
	})
	t := m.Export(sets)
	d.sets = &t
}

// carry makes the sets of d sets of m.
func (d *digested) carry(m *confspace.Sets) error {
	if d.sets == nil {
		return nil
	}
	carried, err := m.Import(*d.sets)
	if err != nil {
		return err
	}
	d.each(func(s *confspace.Set) { *s = carried[*s] })
	d.sets = nil
	return nil
}

// gcPercent is how much the heap grows between two collections while tests are read: nearly all of it is garbage, and little is kept.
const gcPercent = 400

// loadTests takes what the tests say one after another and keeps their coverage conditions, by mode.
func (s *Study) loadTests(infos []path.TestInfo, next func() (*digested, error), tell func(string)) (conds [path.NumModes][]*coverage.Conditions, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	places := [4]findings{{}, {}, {}, {}}
	for m := range s.Examined {
		s.Examined[m] = make([]bool, len(s.Space.Options))
	}
	for i := range infos {
		in := &infos[i]
		tell("test " + in.Name + ", " + in.Mode)
		d, err := next()
		if err == nil && d.stored != nil {
			var t *path.Test
			if t, err = d.stored.Test(s.Sets); err == nil {
				d = s.digest(in, t)
			}
		}
		if err == nil {
			err = d.carry(s.Sets)
		}
		if err != nil {
			return conds, err
		}
		s.addTest(in, d.mode)
		s.alike += d.alike
		conds[d.mode] = append(conds[d.mode], d.coverage)
		s.conditions = append(append(s.conditions, d.coverage.Test.Domain), d.coverage.Conditions...)
		for o, yes := range d.examined {
			s.Examined[d.mode][o] = s.Examined[d.mode][o] || yes
		}
		for _, w := range d.witnesses {
			s.Sets.Suggest(w)
		}
		for j := range places {
			places[j].join(d.places[j])
		}
		for _, l := range in.Limits {
			s.Incomplete = append(s.Incomplete, fmt.Sprintf("test %s (%s): %s", in.Name, in.Mode, l))
		}
		if n := unfinished(in); n > 0 {
			s.Incomplete = append(s.Incomplete, fmt.Sprintf("test %s (%s): %d of %d paths were not followed to their end", in.Name, in.Mode, n, in.Paths))
		}
	}
	if !s.Run.Finished {
		s.Incomplete = append(s.Incomplete, "the run is not finished")
	}
	for _, l := range s.Run.Limits {
		s.Incomplete = append(s.Incomplete, "the run: "+l.String())
	}
	s.Warnings = places[findWarnings].list(s.Sets)
	s.Errors, s.Limits, s.Notes = places[findErrors].list(s.Sets), places[findLimits].list(s.Sets), places[findNotes].list(s.Sets)
	return conds, nil
}

// examine notes the options on which conditions of one test's paths depend, constraints apart.
func examine(m *confspace.Sets, conditions []confspace.Set, examined []bool) {
	if m.Domain() == confspace.Full {
		for _, o := range m.Depends(conditions...) {
			examined[o] = true
		}
		return
	}
	all := m.OrAll(conditions)
	for _, c := range conditions {
		rest := c
		for _, o := range m.Depends(c) {
			if examined[o] {
				continue
			}
			if t := m.Exists(rest, o); m.And(t, all) == c {
				rest = t
			} else {
				examined[o] = true
			}
		}
	}
}

// findings collects places by their text.
type findings map[string]*finding

type finding struct {
	Finding
	tests   map[string]bool
	sets    []confspace.Set
	exact   []confspace.Set         // those of exact paths
	witness confspace.Configuration // of another path; nil: none is known
}

func (fs findings) add(place Place, t *path.Test, p *path.Path) {
	var key strings.Builder
	fmt.Fprintf(&key, "%d %d\x00%s", place.Kind, place.Note, place.Message)
	for _, f := range place.Stack {
		key.WriteByte(0)
		key.WriteString(f.String())
	}
	f := fs[key.String()]
	if f == nil {
		f = &finding{Finding: Finding{Place: place}, tests: map[string]bool{}}
		fs[key.String()] = f
	}
	f.tests[t.Name] = true
	f.Paths++
	f.sets = append(f.sets, p.Condition)
	switch {
	case p.Exact():
		f.exact = append(f.exact, p.Condition)
	case f.witness == nil:
		f.witness = p.Witness
	}
}

// keys returns the findings' keys in order.
func (fs findings) keys() []string { return slices.Sorted(maps.Keys(fs)) }

// join adds those of another test, whose sets are of the same manager.
func (fs findings) join(others findings) {
	for _, key := range others.keys() {
		o, f := others[key], fs[key]
		if f == nil {
			fs[key] = o
			continue
		}
		maps.Copy(f.tests, o.tests)
		f.Paths += o.Paths
		f.sets, f.exact = append(f.sets, o.sets...), append(f.exact, o.exact...)
		if f.witness == nil {
			f.witness = o.witness
		}
	}
}

// list returns the findings in order: kind, place, message.
func (fs findings) list(m *confspace.Sets) []Finding {
	var out []Finding
	for _, k := range fs.keys() {
		f := fs[k]
		f.Condition, f.Known = m.OrAll(f.sets), m.OrAll(f.exact)
		if f.witness != nil {
			f.Known = m.Or(f.Known, m.OfConfiguration(f.witness))
		}
		f.Example = f.example(m)
		for t := range f.tests {
			f.Tests = append(f.Tests, t)
		}
		slices.Sort(f.Tests)
		out = append(out, f.Finding)
	}
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.At(), b.At()), cmp.Compare(a.Message, b.Message))
	})
	return out
}

// example returns settings of a configuration that comes to the place.
func (f *finding) example(m *confspace.Sets) confspace.Settings {
	known := m.OrAll(f.exact)
	if s, ok := m.AnySettings(known); ok {
		matter := m.Depends(m.Essential(known, m.Domain()))
		return slices.DeleteFunc(s, func(x confspace.Setting) bool {
			return x.Value == m.Space().Options[x.Option].Default && !slices.Contains(matter, x.Option)
		})
	}
	all := f.witness.Settings()
	others := slices.DeleteFunc(slices.Clone(all), func(s confspace.Setting) bool { return s.Value == m.Space().Options[s.Option].Default })
	if len(others) == 0 {
		return all
	}
	return others
}
