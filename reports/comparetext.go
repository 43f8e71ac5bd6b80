package reports

// This file writes comparisons of two runs.

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Bounds of what a screen shows of a comparison: conditions of each kind, and lines of a condition.
const (
	maxChanges     = 2
	maxChangeLines = 2
	maxOthers      = 4
)

// changeGroup is changes from one condition to one other.
type changeGroup struct {
	kind     ChangeKind
	changes  []*Change
	elements []*coverage.Element // of the run after; of what is gone, the run before
}

// groups divides the changes: by kind, those with the most elements first.
func (c *Comparison) groups() []*changeGroup {
	type key struct {
		kind     ChangeKind
		was, now confspace.Set // as the runs have them
	}
	var list []*changeGroup
	index := map[key]*changeGroup{}
	for i := range c.Changes {
		ch := &c.Changes[i]
		k := key{ch.Kind, c.raw(0, ch), c.raw(1, ch)}
		g := index[k]
		if g == nil {
			g = &changeGroup{kind: ch.Kind}
			index[k] = g
			list = append(list, g)
		}
		e := ch.After
		if ch.Kind == Gone {
			e = ch.Before
		}
		g.elements, g.changes = append(g.elements, e), append(g.changes, ch)
	}
	slices.SortStableFunc(list, func(a, b *changeGroup) int {
		if a.kind != b.kind {
			return int(a.kind) - int(b.kind)
		}
		return len(b.elements) - len(a.elements)
	})
	return list
}

// Place names a place of the run after whose condition changed; "" if there is none.
func (c *Comparison) Place() string {
	for _, g := range c.groups() {
		if g.kind != Gone {
			return place(g.elements[0])
		}
	}
	return ""
}

// Text writes the comparison for people. all shows everything, however much it is. Further lines say what to do next.
func (c *Comparison) Text(w io.Writer, l Layout, all bool, next [][2]string) error {
	if l.Width <= 0 {
		l.Width = 80
	}
	a := &answer{s: c.studies[1], l: l}
	a.wrapped(c.title(), 2)
	a.lines[0] = l.Bold(a.lines[0])
	a.table(c.totals())
	for _, line := range c.differences(all) {
		a.wrapped(line, 2)
	}
	groups := c.groups()
	for i, g := range groups {
		first := i == 0 || groups[i-1].kind != g.kind
		if first {
			a.add("")
			a.add("%s", a.l.Bold(c.head(g.kind)))
		}
		before := 0
		for before < i && groups[i-1-before].kind == g.kind {
			before++
		}
		switch last := i == len(groups)-1 || groups[i+1].kind != g.kind; {
		case all || before < maxChanges || before == maxChanges && last:
			c.group(a, g, all)
		case last:
			a.add("  and under %s (--all shows them)", many(before+1-maxChanges, "other condition"))
		}
	}
	for _, n := range c.Notes {
		a.wrapped(l.Faint(n), 0)
	}
	if len(next) > 0 {
		a.add("")
		a.commands(next)
	}
	_, err := io.WriteString(w, strings.Join(a.lines, "\n")+"\n")
	return err
}

// head is the heading of changes of a kind. What an incomplete run does not reach may be reachable all the same.
func (c *Comparison) head(k ChangeKind) string {
	switch k {
	case Gained:
		if !c.studies[0].Exact() {
			return "Known to be reachable now, not known before:"
		}
		return "Newly reachable:"
	case Gone:
		if !c.studies[1].Exact() {
			return "Reachable before, not known to be now:"
		}
		return "No longer reachable:"
	case Wider:
		return "Reached by more configurations:"
	case Narrower:
		return "Reached by fewer configurations:"
	case Dependent:
		return "The same where other options have their defaults:"
	}
	return "Reached by other configurations:"
}

// title says what is compared, and whether anything changed.
func (c *Comparison) title() string {
	name := func(i int) string {
		s := c.studies[i].Run.Subject
		return strings.TrimSpace(fmt.Sprintf("%s (%s", c.names[i], strings.TrimSpace(s.Name+" "+s.Version))) + ")"
	}
	removed, added, common := 0, 0, 0
	for i, x := range c.Totals {
		removed, added = removed+x.Removed, added+x.Added
		common += c.studies[0].Universe.Count(c.Totals[i].Criterion) - x.Removed
	}
	verdict := fmt.Sprintf("the conditions of %s changed", many(len(c.Changes), "element"))
	if !c.studies[0].Exact() || !c.studies[1].Exact() {
		verdict += ", as far as is known"
	}
	switch {
	case common == 0:
		verdict = "nothing can be compared: the programs have no element in common"
	case len(c.Changes) == 0:
		verdict = "no condition changed"
	}
	if common > 0 && removed+added > 0 {
		verdict += fmt.Sprintf("; %d removed, %d added", removed, added)
	}
	return fmt.Sprintf("From %s to %s %s", name(0), name(1), verdict)
}

// totals is the table of what changed, by criterion.
func (c *Comparison) totals() *Table {
	t := &Table{Name: "compare", Columns: []Column{
		{"criterion", "Coverage"},
		{"before", "Was"},
		{"after", "Now"},
		{"newly", "New"},
		{"gone", "Lost"},
		{"wider", "More"},
		{"narrower", "Fewer"},
		{"otherwise", "Other"},
		{"options", "Options"},
		{"removed", "Removed"},
		{"added", "Added"},
	}}
	if len(c.pinned[0])+len(c.pinned[1]) == 0 {
		t.Columns[8].Name = "" // of programs
	}
	for _, x := range c.Totals {
		row := []any{x.Criterion.String(), c.studies[0].bounded(x.Before, AtLeast), c.studies[1].bounded(x.After, AtLeast)}
		for k := Gained; k < numChanges; k++ {
			row = append(row, c.bounded(x.Count[k]))
		}
		t.Rows = append(t.Rows, append(row, x.Removed, x.Added))
	}
	return t
}

// bounded returns a cell that may be more or fewer where one of the runs is not exact.
func (c *Comparison) bounded(n int) any {
	if c.studies[0].Exact() && c.studies[1].Exact() {
		return n
	}
	return Bounded{n, MoreOrFewer}
}

// differences says which options and tests only one run has.
func (c *Comparison) differences(all bool) []string {
	most := maxOthers
	if all {
		most = 1 << 30
	}
	var lines []string
	var only [2][]string
	var other []string
	for _, o := range c.Options {
		switch {
		case o[0] == "(constraints)":
			other = append(other, "the constraints")
		case o[2] == "":
			only[0] = append(only[0], o[0])
		case o[1] == "":
			only[1] = append(only[1], o[0])
		default:
			other = append(other, fmt.Sprintf("%s (%s; now %s)", o[0], o[1], o[2]))
		}
	}
	var parts []string
	for i, list := range only {
		if len(list) > 0 {
			parts = append(parts, fmt.Sprintf("only in %s %s", c.names[i], strings.Join(few(list, most), ", ")))
		}
	}
	if len(parts) > 0 {
		lines = append(lines, fmt.Sprintf("Options: %s; conditions are compared where these have their defaults.", strings.Join(parts, "; ")))
	}
	if len(other) > 0 {
		lines = append(lines, "Options that differ: "+strings.Join(few(other, most), ", ")+".")
	}
	for i, list := range c.Tests {
		if len(list) > 0 {
			lines = append(lines, fmt.Sprintf("Tests only in %s: %s.", c.names[i], strings.Join(few(list, most), ", ")))
		}
	}
	return lines
}

// group writes changes from one condition to one other.
func (c *Comparison) group(a *answer, g *changeGroup, all bool) {
	a.item(groupText(g.elements))
	products := maxCubes
	if all {
		products = maxFileCubes
	}
	item := func(name, text string) {
		lines := Wrap(text, a.l.Width-11)
		if !all && len(lines) > maxChangeLines {
			lines = lines[:maxChangeLines]
			lines[maxChangeLines-1] = cut(lines[maxChangeLines-1], a.l.Width-11)
		}
		for i, line := range lines {
			if i > 0 {
				name = ""
			}
			a.add("      %-4s %s", name, line)
		}
	}
	if g.kind != Gained {
		item("was", c.condition(0, g, products))
	}
	switch g.kind {
	case Gone:
	case Dependent:
		item("on", c.dependsOn(g))
	default:
		item("now", c.condition(1, g, products))
	}
	for i, when := range []string{"no longer under ", "newly under "} {
		if space, settings, ok := c.example(i, g.changes[0]); ok && (g.kind != Gone || i == 0) && (g.kind != Gained || i == 1) && g.kind != Dependent {
			item("", when+orTheDefaults(breakable(space, settings)))
		}
	}
}

// condition returns the condition of a group in run i, as that run has it, with so many products at most.
func (c *Comparison) condition(i int, g *changeGroup, products int) string {
	s, raw := c.studies[i], c.raw(i, g.changes[0])
	if raw == s.Sets.Domain() {
		return "always"
	}
	text, _ := s.conditionText(raw, products)
	return text
}

// dependsOn says on which options, that are not compared, the condition of a group depends, before and now.
func (c *Comparison) dependsOn(g *changeGroup) string {
	say := func(i int) string {
		if names := c.others(i, c.raw(i, g.changes[0])); len(names) > 0 {
			return strings.Join(few(names, 4), ", ")
		}
		return "none of the other options"
	}
	return say(0) + "; now on " + say(1)
}

// Tables returns the comparison for programs, and as tables for people.
func (c *Comparison) Tables() []*Table {
	totals := c.totals()
	totals.Title, totals.Notes = c.title(), c.Notes
	changes := &Table{Name: "compare_elements", Title: "Elements whose condition changed", Columns: []Column{
		{"criterion", "Criterion"},
		{"change", "Change"},
		{"before", "Element"},
		{"after", "Now"},
		{"condition_before", "Condition"},
		{"condition_after", "Now"},
		{"example_before", "No longer under"},
		{"example_after", "Newly under"},
	}}
	for _, g := range c.groups() {
		var examples [2]any
		for i := range examples {
			if text, ok := c.Example(i, g.changes[0]); ok && g.kind != Dependent {
				examples[i] = text
			}
		}
		was, now := c.condition(0, g, maxCubes), c.condition(1, g, maxCubes)
		for _, ch := range g.changes {
			changes.Rows = append(changes.Rows, []any{ch.Before.Criterion.String(), ch.Kind.String(), ch.Before.Name(), ch.After.Name(), was, now, examples[0], examples[1]})
		}
	}
	options := &Table{Name: "compare_options", Title: "Options that differ", Columns: []Column{{"option", "Option"}, {"before", "Before"}, {"after", "Now"}}}
	for _, o := range c.Options {
		row := []any{o[0], nil, nil}
		for i, text := range o[1:] {
			if text != "" {
				row[i+1] = text
			}
		}
		options.Rows = append(options.Rows, row)
	}
	tests := &Table{Name: "compare_tests", Title: "Tests that only one run has", Columns: []Column{{"test", "Test"}, {"only_in", "Only in"}}}
	for i, list := range c.Tests {
		for _, name := range list {
			tests.Rows = append(tests.Rows, []any{name, []string{"before", "after"}[i]})
		}
	}
	return []*Table{totals, changes, options, tests}
}
