package reports

// This file makes what browsers evaluate: the conditions of all classes of elements as one decision diagram.

import (
	"github.com/confcov/confcov/reports/page"
	"github.com/confcov/confcov/subjects/confspace"
)

// model collects conditions.
type model struct {
	s       *Study
	list    []confspace.Set
	index   map[confspace.Set]int
	offsets []int // by criterion: the number of its first class in the report
	page    page.Model

	formulas map[confspace.Set]string
}

func (s *Study) newModel() *model {
	m := &model{s: s, index: map[confspace.Set]int{}, formulas: map[confspace.Set]string{}}
	n := 0
	for i, r := range s.Results {
		m.offsets = append(m.offsets, n)
		for k := range r.Total.Classes {
			c := &r.Total.Classes[k]
			m.page.Classes = append(m.page.Classes, page.Class{Criterion: i, Size: len(c.Elements), Condition: m.condition(c.Any)})
		}
		n += len(r.Total.Classes)
	}
	for i := range s.Tests {
		var t page.TestClasses
		for j, r := range s.Results {
			col := r.testIndex(s.Tests[i].Test)
			if col < 0 {
				continue
			}
			for k := range r.Total.Classes {
				if set := r.Total.Classes[k].ByTest[col]; set != confspace.Empty {
					t.Classes = append(t.Classes, page.TestClass{Class: m.offsets[j] + k, Condition: m.condition(set)})
				}
			}
		}
		m.page.Tests = append(m.page.Tests, t)
	}
	return m
}

// condition returns the index of a condition.
func (m *model) condition(set confspace.Set) int {
	i, ok := m.index[set]
	if !ok {
		i = len(m.list)
		m.index[set] = i
		m.list = append(m.list, set)
	}
	return i
}

// formula returns the text of a condition. Lines of several files, and elements of several criteria, have the same.
func (m *model) formula(set confspace.Set) string {
	text, ok := m.formulas[set]
	if !ok {
		text, _ = m.s.conditionText(set, maxFormula)
		m.formulas[set] = text
	}
	return text
}

// class returns the number of a class of a result.
func (m *model) class(result int, k int32) int {
	if k < 0 {
		return -1
	}
	return m.offsets[result] + int(k)
}

// finish makes the diagrams.
func (m *model) finish(options []page.Option) page.Model {
	sets, domain := m.s.Sets, m.s.Sets.Domain()
	m.page.Limited = domain != confspace.Full
	roots := []confspace.Set{domain}
	for _, c := range m.list {
		if m.page.Limited {
			roots = append(roots, sets.And(c, domain), sets.Diff(domain, c))
		} else {
			roots = append(roots, c)
		}
	}
	t := sets.Export(roots)
	for _, n := range t.Nodes {
		m.page.Nodes = append(m.page.Nodes, page.Node{Bit: n.Var, Low: n.Low, High: n.High})
	}
	m.page.Domain, m.page.Levels = t.Roots[0], int(t.Vars)
	for _, r := range t.Relations {
		m.page.Relations = append(m.page.Relations, page.Relation{Key: r.Key, Options: r.Options})
	}
	for i := range m.list {
		if m.page.Limited {
			m.page.Conditions = append(m.page.Conditions, page.Condition{Yes: t.Roots[1+2*i], No: t.Roots[2+2*i]})
		} else {
			m.page.Conditions = append(m.page.Conditions, page.Condition{Yes: t.Roots[1+i], No: t.Roots[1+i] ^ 1})
		}
	}
	for o := range m.s.Space.Options {
		x := m.option(o)
		if len(options[o].Decides) > 0 {
			x.Weight = options[o].Decides[0]
		}
		m.page.Options = append(m.page.Options, x)
	}
	return m.page
}

// option returns an option with the values that coverage tells apart; of one of which there are too many, its default and the ends of its domain.
func (m *model) option(o int) page.ModelOption {
	s := m.s
	opt := &s.Space.Options[o]
	x := page.ModelOption{}
	if top, ok := s.Sets.LevelOf(o, uint(max(1, s.Sets.Bits(o))-1)); ok {
		x.Level, x.Bits = int(top), s.Sets.Bits(o)
	}
	if k := opt.Domain.Kind; k == confspace.DomainRange || k == confspace.DomainAny {
		if lo, hi := opt.Domain.Bounds(); lo <= hi { // not so of 64 bits without a sign
			x.Linear = &[2]int64{lo, hi}
		}
	}
	values, classes := s.Values[o], s.Classes[o]
	if isBoolean(opt) { // also if coverage does not tell its values apart: people set it all the same
		values, classes = []int64{0, 1}, nil
	}
	if len(values) == 0 {
		lo, hi := opt.Domain.Bounds()
		for _, v := range []int64{lo, opt.Default, hi} {
			if len(values) == 0 || values[len(values)-1] != v {
				values = append(values, v)
			}
		}
	}
	for i, v := range values {
		y := page.ModelValue{Text: opt.Domain.FormatValue(v), Number: v, Code: m.code(o, v)}
		if v == opt.Default {
			x.Default = i
		}
		if i < len(classes) {
			if len(classes) > 1 {
				y.Class = s.valuesText(o, classes[i].Values)
			}
			y.Ranges = m.ranges(o, classes[i].Values)
		}
		x.Values = append(x.Values, y)
	}
	return x
}

// code returns the bits that stand for a value.
func (m *model) code(o int, v int64) uint64 {
	code := uint64(0)
	for bit := range uint(m.s.Sets.Bits(o)) {
		if level, ok := m.s.Sets.LevelOf(o, bit); ok && m.s.Sets.Takes(level, v) {
			code |= 1 << bit
		}
	}
	return code
}

// maxRanges is how many ranges of values of a class are told: a number outside of them is not found in the panel.
const maxRanges = 100

// ranges returns the values of a class as ranges, nil if that is not what they are.
func (m *model) ranges(o int, values confspace.Set) [][2]int64 {
	if values == confspace.Full {
		lo, hi := m.s.Space.Options[o].Domain.Bounds()
		return [][2]int64{{lo, hi}}
	}
	var out [][2]int64
	for c := range m.s.Sets.Cubes(values) {
		for _, f := range c {
			if f.Intervals == nil || len(out) > maxRanges {
				return nil
			}
			for _, iv := range f.Intervals {
				out = append(out, [2]int64{iv.Lo, iv.Hi})
			}
		}
	}
	return out
}
