package reports

// This file writes explanations for people: elements that are covered under the same conditions together.

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// group is elements that the same tests cover under the same condition; of those that nothing covers, those that have one reason.
type group struct {
	condition confspace.Set
	tests     []string
	why       string
	elements  []*coverage.Element
}

// maxGroups is how many groups are explained one by one; more are listed.
const maxGroups = 4

// ExplainText writes for people what Explain says: who reaches a place, or why nobody does. all explains each group, and leaves nothing out. Further lines say what
// to do next.
func (s *Study) ExplainText(w io.Writer, l Layout, place string, all bool, next [][2]string) error {
	found, err := s.find(place)
	if err != nil {
		return err
	}
	if l.Width <= 0 {
		l.Width = 80
	}
	groups := s.groups(found.elements, s.newFlow())
	var b strings.Builder
	if len(groups) > maxGroups && !all {
		s.listGroups(&b, l, found.title, groups)
	} else {
		for i, g := range groups {
			if i > 0 {
				b.WriteByte('\n')
			}
			s.explainGroup(&b, l, g, all)
		}
	}
	for _, n := range slices.Concat(s.notes(), s.valueNotes()) {
		if slices.Contains(s.fixedNotes(), n) { // each group says it of its tests
			continue
		}
		b.WriteString(l.Faint(strings.Join(l.wrap(n, 0), "\n")) + "\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return WriteNext(w, l, next)
}

// WriteNext writes, after other text, which commands to use next.
func WriteNext(w io.Writer, l Layout, next [][2]string) error {
	if len(next) == 0 {
		return nil
	}
	a := &answer{l: l}
	a.add("")
	a.commands(next)
	_, err := io.WriteString(w, strings.Join(a.lines, "\n")+"\n")
	return err
}

// groups divides elements, in the order of the first of each group.
func (s *Study) groups(elements []*coverage.Element, f *flow) []*group {
	var list []*group
	index := map[string]*group{}
	for _, e := range elements {
		t := s.Result(e.Criterion).Total
		g := &group{condition: t.Condition(e.ID)}
		for _, j := range t.TestsOf(e.ID) {
			g.tests = append(g.tests, t.Tests[j].Test.Name)
		}
		if g.condition == confspace.Empty {
			g.why = s.why(f, e)
		}
		key := fmt.Sprint(g.condition, g.tests, g.why)
		if index[key] == nil {
			index[key] = g
			list = append(list, g)
		}
		index[key].elements = append(index[key].elements, e)
	}
	return list
}

// elementsText names the elements of a group: lines by their numbers, and how many of the other criteria, or their names if there are no lines.
func elementsText(elements []*coverage.Element) string {
	var lines []uint32
	var others [5]int
	file, names := "", []string(nil)
	for _, e := range elements {
		file = e.File
		if e.Criterion == coverage.Line {
			lines = append(lines, e.Line)
		} else {
			others[e.Criterion]++
			names = append(names, e.Name())
		}
	}
	if len(lines) == 0 {
		return strings.Join(few(names, 3), ", ")
	}
	text := file + ":" + ranges(lines)
	for _, c := range coverage.Criteria() {
		if n := others[c]; n > 0 {
			text += ", " + many(n, c.String())
		}
	}
	return text
}

// otherNames names the elements of a group that are not lines.
func otherNames(elements []*coverage.Element) string {
	var names []string
	for _, e := range elements {
		if e.Criterion != coverage.Line {
			names = append(names, e.Name())
		}
	}
	return strings.Join(names, ", ")
}

// ranges writes ascending numbers as "3,7-9".
func ranges(list []uint32) string {
	slices.Sort(list)
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(list[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", list[i], list[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}

// Bounds of what is listed: groups, and lines of the condition of each.
const (
	maxListed      = 20
	maxListedLines = 2
)

// listGroups lists groups in short: what each has, how often and under which condition it is covered.
func (s *Study) listGroups(b *strings.Builder, l Layout, title string, groups []*group) {
	b.WriteString(l.Bold(fmt.Sprintf("%s: %d groups of what is reached alike", title, len(groups))) + "\n")
	for _, g := range groups[:min(len(groups), maxListed)] {
		b.WriteString(strings.Join(l.wrap(elementsText(g.elements), 2), "\n") + "\n")
		text := fmt.Sprintf("%s, %s: %s", pretty(s.boundedShare(g.condition)), many(len(g.tests), "test"), s.text(g.condition))
		switch {
		case g.condition == confspace.Empty:
			text = strings.TrimSuffix(s.never()+": "+g.why, ": ")
		case g.condition == s.Sets.Domain():
			text = fmt.Sprintf("always, %s", many(len(g.tests), "test"))
		}
		lines := Wrap(text, l.Width-4)
		if len(lines) > maxListedLines && g.condition != confspace.Empty {
			lines = lines[:maxListedLines]
			lines[maxListedLines-1] = cut(lines[maxListedLines-1], l.Width-4)
		}
		for _, line := range lines {
			fmt.Fprintf(b, "    %s\n", line)
		}
	}
	if n := len(groups) - maxListed; n > 0 {
		fmt.Fprintf(b, "and %s.\n", strings.Replace(many(n, "group"), " ", " more ", 1))
	}
	b.WriteString(l.Faint("--all explains all of them at length.") + "\n")
}

// never says that nothing covers an element.
func (s *Study) never() string {
	if s.Exact() {
		return "never"
	}
	return "not known to be reached"
}

// explainGroup explains one group. all leaves nothing out, however long it is.
func (s *Study) explainGroup(b *strings.Builder, l Layout, g *group, all bool) {
	item := func(name, text string) {
		lines := Wrap(text, l.Width-12)
		fmt.Fprintf(b, "  %-8s  %s\n", name, strings.Join(lines, "\n            "))
	}
	title := elementsText(g.elements)
	b.WriteString(l.Bold(strings.Join(l.wrap(title, 2), "\n")) + "\n")
	if names := otherNames(g.elements); all && names != title {
		item("besides", names)
	}
	if g.condition == confspace.Empty {
		item("reached", l.Bad(s.never()))
		if g.why != "" {
			item("why", g.why)
		}
		return
	}
	products, tests, ways := maxExplained, 6, 2
	if all {
		products, tests, ways = maxFileCubes, len(g.tests), 1<<30
	}
	text, more := s.conditionText(g.condition, products)
	share := pretty(s.boundedShare(g.condition))
	if g.condition == s.Sets.Domain() {
		text = "always: under every configuration"
	} else if share != "-" {
		text += " (" + share + " of the configurations)"
	}
	item("when", text)
	switch {
	case more && all:
		item("", "and more products than can be listed; confcov export --smt FILE has all of it")
	case more:
		item("", "--all has more of it")
	}
	item("tests", strings.Join(few(g.tests, tests), ", ")+fmt.Sprintf(" (%d of %d)", len(g.tests), len(s.Tests)))
	if fixed := s.fixedBy(g.tests); fixed != "" {
		item("", fixed)
	}
	s.leastSettings(item, g, ways)
	if test, settings, ok := s.try(g); ok {
		fmt.Fprintf(b, "  %-8s  %s\n", "try", continued(Wrap(s.tryCommand(test, settings), l.Width-14)))
	}
}

// tryCommand returns the command that runs a test under settings.
func (s *Study) tryCommand(test string, settings confspace.Settings) string {
	command := fmt.Sprintf("confcov run --subject %s --test %s", s.subjectName(), test)
	if len(settings) > 0 {
		command += fmt.Sprintf(" --config '%s'", s.shellSettings(settings))
	}
	return command
}

// shellSettings returns settings for single quotes of a shell, which Wrap can break between settings, and nowhere else.
func (s *Study) shellSettings(settings confspace.Settings) string {
	var parts []string
	for i := range settings {
		text := s.Space.FormatSettings(settings[i : i+1])
		parts = append(parts, strings.NewReplacer("'", `\x27`, " ", `\x20`).Replace(text))
	}
	return strings.Join(parts, ","+softBreak)
}

// continued joins the lines of a command so that a shell reads them as one: in quotes, where there are only settings, a line may end as it is.
func continued(lines []string) string {
	text := ""
	for i, line := range lines {
		switch {
		case i == 0:
		case strings.Count(text, "'")%2 == 0:
			text += " \\\n            "
		default:
			text += "\n            "
		}
		text += line
	}
	return text
}

// maxExplained is how many products of a condition are shown at length.
const maxExplained = 8

// leastSettings says which settings guarantee a group, as far as that is known: most of them at most.
func (s *Study) leastSettings(item func(name, text string), g *group, most int) {
	bound, list := s.least(g)
	var texts []string
	for _, p := range list {
		texts = append(texts, breakable(s.Space, p))
	}
	if bound == "" {
		return
	}
	text := bound + " it"
	if s.guarantee == interactions.ByTest {
		text = fmt.Sprintf("%s it, %s", bound, s.by())
	}
	upTo, more := s.unlisted(s.Result(g.elements[0].Criterion), g.elements[0])
	switch {
	case len(texts) == 0:
		text += ", in too many ways to be listed"
	case more:
		text += fmt.Sprintf(": %s; those of more than %d are too many to be listed", strings.Join(few(texts, most), "; or "), upTo)
	default:
		text += ": " + strings.Join(few(texts, most), "; or ")
	}
	item("least", text)
}

// least returns the minimal settings that guarantee a group, and how many these are; none if they are not known, none is needed, or they are too many to be listed, of which bound then
// says more.
func (s *Study) least(g *group) (bound string, list []confspace.Settings) {
	e := g.elements[0]
	r := s.Result(e.Criterion)
	if r.Analysis == nil {
		return "", nil
	}
	list = r.Analysis.MinimalFor(e.ID)
	if upTo, more := s.unlisted(r, e); more && len(list) == 0 {
		return "more than " + many(upTo, "setting") + " guarantee", nil
	}
	if len(list) == 0 || len(list[0]) == 0 { // not known, or always
		return "", nil
	}
	verb := "guarantee"
	if len(list[0]) == 1 {
		verb = "guarantees"
	}
	if !s.Exact() || r.Analysis.AtMost[r.Total.ClassOf[e.ID-1]] {
		bound = "at most "
	}
	return bound + many(len(list[0]), "setting") + " " + verb, list
}

// fixedBy says which symbolic options all of some tests set themselves: nothing is known of their other values there.
func (s *Study) fixedBy(tests []string) string {
	counts := map[path.Concrete]int{}
	var order []path.Concrete
	for i := range s.Tests {
		if !slices.Contains(tests, s.Tests[i].Test) {
			continue
		}
		for _, c := range s.Tests[i].concrete() {
			if s.Space.Index(c.Name) < 0 {
				continue
			}
			if counts[c] == 0 {
				order = append(order, c)
			}
			counts[c]++
		}
	}
	var all []string
	for _, c := range order {
		if counts[c] == len(tests) {
			all = append(all, c.Name+"="+c.Value)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "all of them set " + strings.Join(all, ",") + " themselves"
}

// try returns a test and settings, defaults being left out, of a configuration that covers the group under it.
func (s *Study) try(g *group) (test string, settings confspace.Settings, ok bool) {
	e := g.elements[0]
	t := s.Result(e.Criterion).Total
	for _, j := range t.TestsOf(e.ID) {
		c, found := s.Sets.Preferred(t.Classes[t.ClassOf[e.ID-1]].ByTest[j])
		if !found || s.Sets.HasRelations(t.Classes[t.ClassOf[e.ID-1]].ByTest[j]) {
			continue
		}
		name := t.Tests[j].Test.Name
		differ := slices.DeleteFunc(s.Space.Difference(c), func(x confspace.Setting) bool { return s.setsItself(name, x.Option) })
		if !ok || len(differ) < len(settings) {
			test, settings, ok = name, differ, true
		}
	}
	return test, settings, ok
}

// setsItself reports whether a test sets an option itself.
func (s *Study) setsItself(test string, option int) bool {
	i := slices.IndexFunc(s.Tests, func(t TestPaths) bool { return t.Test == test })
	return slices.ContainsFunc(s.Tests[i].concrete(), func(c path.Concrete) bool { return c.Name == s.Space.Options[option].Name })
}

// subjectName returns how commands name the subject.
func (s *Study) subjectName() string {
	if f := s.Run.Subject.Folder; f != "" {
		return f
	}
	return s.Run.Subject.Name
}
