package reports

// This file writes what reaches the lines that a patch touches: for a terminal, as a comment of a pull request, and as tables.

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/reports/patch"
	"github.com/confcov/confcov/subjects/confspace"
)

// Bounds of what a screen shows.
const (
	maxDiffReached  = 5
	maxDiffNever    = 3
	maxDiffSet      = 6
	maxDiffProblems = 3
	maxUnfolded     = 5 // of what is never reached, in a comment
)

// Text writes the answer for people. all shows everything, however much it is. Further lines say what to do next.
func (d *Diff) Text(w io.Writer, l Layout, all bool, next [][2]string) error {
	if l.Width <= 0 {
		l.Width = 80
	}
	a := &answer{s: d.study, l: l}
	for i, line := range d.title() {
		if i == 0 {
			line = l.Bold(strings.Join(l.wrap(line, 2), "\n"))
			a.lines = append(a.lines, strings.Split(line, "\n")...)
			continue
		}
		a.wrapped(line, 2)
	}
	d.groups(a, "Reached:", d.reached, maxDiffReached, all)
	d.groups(a, d.neverHead()+":", d.never, maxDiffNever, all)
	d.set(a, all)
	if len(d.NoCode)+len(d.Added) > 0 {
		a.add("")
	}
	if len(d.NoCode) > 0 {
		a.list("Without code:", strings.Join(d.NoCode, ", "), d.most(3, all))
	}
	if len(d.Added) > 0 {
		a.wrapped(d.added(), 2)
	}
	d.problems(a, all)
	for _, n := range slices.Concat(d.study.notes(), d.study.fixedNotes()) {
		a.wrapped(l.Faint(n), 0)
	}
	if len(next) > 0 {
		a.add("")
		a.commands(next)
	}
	_, err := io.WriteString(w, strings.Join(a.lines, "\n")+"\n")
	return err
}

// Place names a place to explain: one that nothing reaches, else one that not everything does; "" if there is none.
func (d *Diff) Place() string {
	for _, g := range slices.Concat(d.never, d.reached) {
		if g.condition != d.study.Sets.Domain() {
			return place(g.elements[0])
		}
	}
	return ""
}

// most returns n, or a number that nothing reaches.
func (d *Diff) most(n int, all bool) int {
	if all {
		return 1 << 30
	}
	return n
}

// title says in lines what the patch touches.
func (d *Diff) title() []string {
	state := d.State()
	if d.Places == 0 {
		return []string{strings.ToUpper(state[:1]) + state[1:] + "."}
	}
	lines := []string{fmt.Sprintf("The patch %s in %s; %s.", d.touches(), many(len(d.files), "file"), state)}
	if len(d.elements) == 0 {
		lines = append(lines, "The run has no code there.")
	} else {
		lines = append(lines, fmt.Sprintf("Code there: %s, of which configurations reach %s, the defaults alone %s.",
			many(len(d.elements), d.singular()), pretty(d.study.bounded(d.Reached, AtLeast)), pretty(d.study.bounded(d.Default, AtLeast))))
	}
	if text := d.numbering(); text != "" {
		lines = append(lines, text)
	}
	return lines
}

// touches says what the patch does to the sources, as the run has them.
func (d *Diff) touches() string {
	verbs := [2]string{"changes", "adds lines in"}
	switch {
	case d.state(patch.Before) == 0:
		verbs = [2]string{"changed or added", "took lines away in"}
	case d.state(patch.After) > 0:
		return "touches " + many(d.Places, "line")
	}
	lines, gaps := many(d.Places-d.Gaps, "line"), many(d.Gaps, "place")
	switch {
	case d.Gaps == 0:
		return verbs[0] + " " + lines
	case d.Gaps == d.Places:
		return verbs[1] + " " + gaps
	}
	return fmt.Sprintf("%s %s and %s %s", verbs[0], lines, verbs[1], gaps)
}

// state returns how many of the sources are in a state.
func (d *Diff) state(state patch.State) int {
	n := 0
	for _, f := range d.files {
		if f.State == state {
			n++
		}
	}
	return n
}

// numbering says which line numbers these are, where others could be meant.
func (d *Diff) numbering() string {
	var shifted, moved []string
	for _, f := range d.files {
		lines := 0
		for _, h := range f.File.Hunks {
			lines += int(h.NewLines - h.OldLines)
		}
		if lines != 0 && f.State == patch.Before {
			shifted = append(shifted, f.Source)
		}
		if n := f.Moved; n > 0 {
			moved = append(moved, fmt.Sprintf("in %s, %s below where the patch has them", f.Source, many(n, "line")))
		} else if n < 0 {
			moved = append(moved, fmt.Sprintf("in %s, %s above where the patch has them", f.Source, many(-n, "line")))
		}
	}
	if len(shifted)+len(moved) == 0 {
		return ""
	}
	text := "Lines are numbered as in the run's sources"
	if len(shifted) > 0 {
		text += ", without those that the patch adds"
	}
	if len(moved) > 0 {
		text += ": " + strings.Join(few(moved, 2), "; ")
	}
	return text + "."
}

// added says what becomes of lines that the patch adds where there is no code.
func (d *Diff) added() string {
	return fmt.Sprintf("Added outside of all code that the run has: %s. Only a run of the patched sources can say what reaches them.", strings.Join(few(d.Added, 4), ", "))
}

func (d *Diff) onlyLines() bool {
	return len(d.study.Results) == 1 && d.study.Results[0].Criterion == coverage.Line
}

// groups lists groups of elements.
func (d *Diff) groups(a *answer, head string, list []*group, most int, all bool) {
	if len(list) == 0 {
		return
	}
	a.add("")
	a.add("%s", a.l.Bold(head))
	for i, g := range list {
		if i == most && len(list) > i+1 && !all {
			n := 0
			for _, g := range list[i:] {
				n += len(g.elements)
			}
			a.add("  and %s under %s (--all shows them)", strings.Replace(many(n, d.singular()), " ", " more ", 1), many(len(list)-i, "other condition"))
			break
		}
		a.item(groupText(g.elements))
		lines := Wrap(d.when(g, all), a.l.Width-6)
		if max := d.most(3, all); len(lines) > max && g.condition != confspace.Empty {
			lines = lines[:max]
			lines[max-1] = cut(lines[max-1], a.l.Width-6)
		}
		for _, line := range lines {
			a.add("      %s", line)
		}
	}
}

// cut shortens a line that does not end there to a width, at a space if there is one.
func cut(line string, width int) string {
	r := []rune(line)
	if len(r) > width-4 {
		line = string(r[:width-4])
		if i := strings.LastIndexByte(line, ' '); i > 0 {
			line = line[:i]
		}
	}
	return line + " ..."
}

func (d *Diff) singular() string {
	if d.onlyLines() {
		return "line"
	}
	return "element"
}

// groupText names the elements of a group, file by file.
func groupText(elements []*coverage.Element) string {
	byFile := map[string][]*coverage.Element{}
	var parts []string
	for _, e := range elements {
		if byFile[e.File] == nil {
			parts = append(parts, e.File)
		}
		byFile[e.File] = append(byFile[e.File], e)
	}
	for i, file := range parts {
		parts[i] = elementsText(byFile[file])
	}
	return strings.Join(parts, "; ")
}

// neverHead is the heading of what is not reached.
func (d *Diff) neverHead() string {
	if d.study.Exact() {
		return "Reached by no configuration"
	}
	return "Not known to be reached"
}

// when says under which configurations, and by which tests, a group is reached, or why it is not.
func (d *Diff) when(g *group, all bool) string {
	s := d.study
	tests, products := strings.Join(few(g.tests, 2), ", "), maxCubes
	if all {
		tests, products = strings.Join(g.tests, ", "), maxFileCubes
	}
	switch {
	case g.condition == confspace.Empty:
		return cmp.Or(g.why, "why is not known")
	case g.condition == s.Sets.Domain():
		return fmt.Sprintf("always, by %s (%s)", many(len(g.tests), "test"), tests)
	}
	text, _ := s.conditionText(g.condition, products)
	return fmt.Sprintf("%s, by %s (%s): %s", pretty(s.boundedShare(g.condition)), many(len(g.tests), "test"), tests, text)
}

// setHead says what the smallest set is.
func (d *Diff) setHead() string {
	n := len(d.Set.Members)
	head := fmt.Sprintf("%d configurations reach all that any reaches", n)
	switch {
	case n == 1:
		head = "One configuration reaches all that any reaches"
	case !d.study.Exact():
	case d.Set.Minimal:
		head += ", fewer do not"
	default:
		head += fmt.Sprintf(", fewer than %d do not", d.Set.Proof.Lower)
	}
	return head + ". Instead of defaults:"
}

// set lists the configurations of the smallest set.
func (d *Diff) set(a *answer, all bool) {
	if d.Set == nil {
		return
	}
	a.add("")
	a.add("%s", a.l.Bold(d.setHead()))
	for i := range d.Set.Members {
		if i == maxDiffSet && len(d.Set.Members) > i+1 && !all {
			a.add("  and %d more (--all shows them)", len(d.Set.Members)-i)
			break
		}
		line := fmt.Sprintf("%3d %7s  ", i+1, "+"+thousands(fmt.Sprint(d.Adds[i])))
		settings := a.s.Space.Difference(d.Set.Members[i].Configuration)
		if !all {
			a.add("%s%s", line, a.s.shortSettings(settings, a.l.Width-len(line)))
			continue
		}
		a.settings(line, settings)
	}
}

// settings adds a line that begins with head, and all settings after it.
func (a *answer) settings(head string, settings confspace.Settings) {
	text := "(the defaults)"
	if len(settings) > 0 {
		text = breakable(a.s.Space, settings)
	}
	a.hanging(head, text)
}

// hanging adds text after a head, in as many lines as it takes, each below the other.
func (a *answer) hanging(head, text string) {
	for i, line := range Wrap(text, a.l.Width-len(head)) {
		if i > 0 {
			head = strings.Repeat(" ", len(head))
		}
		a.add("%s%s", head, line)
	}
}

// problems lists what of the patch is about something else.
func (d *Diff) problems(a *answer, all bool) {
	a.problems(a.l.Bold("Not matched:"), d.Problems, maxDiffProblems, all)
}

// Markdown writes the answer as a comment of a pull request.
func (d *Diff) Markdown(w io.Writer) error {
	var b strings.Builder
	for i, line := range d.title() {
		if i == 0 {
			fmt.Fprintf(&b, "### %s\n", markdownText(line))
		} else {
			fmt.Fprintf(&b, "\n%s\n", markdownText(line))
		}
	}
	if d.Set != nil {
		fmt.Fprintf(&b, "\n**%s**\n\n```\n", markdownText(strings.TrimSuffix(d.setHead(), " Instead of defaults:")))
		for i := range d.Set.Members {
			b.WriteString(d.study.settingsOf(Tested{"", d.Set.Members[i].Configuration}) + "\n")
		}
		b.WriteString("```\n")
	}
	for _, part := range []struct {
		head string
		list []*group
	}{{d.neverHead(), d.never}, {"Reached", d.reached}} {
		if len(part.list) == 0 {
			continue
		}
		write := func() error {
			for _, g := range part.list {
				fmt.Fprintf(&b, "- %s: %s\n", markdownText(groupText(g.elements)), markdownText(d.when(g, false)))
			}
			return nil
		}
		if part.list[0].condition == confspace.Empty && len(part.list) <= maxUnfolded {
			fmt.Fprintf(&b, "\n**%s**\n\n", part.head)
			if err := write(); err != nil {
				return err
			}
			continue
		}
		details(&b, part.head, write)
	}
	if len(d.NoCode) > 0 {
		fmt.Fprintf(&b, "\nWithout code: %s\n", markdownText(strings.Join(d.NoCode, ", ")))
	}
	if len(d.Added) > 0 {
		fmt.Fprintf(&b, "\n%s\n", markdownText(d.added()))
	}
	for _, p := range d.Problems {
		fmt.Fprintf(&b, "\nNot matched: %s\n", markdownText(p))
	}
	for _, n := range d.study.notes() {
		fmt.Fprintf(&b, "\n%s\n", markdownText(n))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Tables returns the answer for programs.
func (d *Diff) Tables() []*Table {
	s := d.study
	files := &Table{Name: "diff", Title: d.title()[0], Columns: []Column{{"file", "File"}, {"state", "State"}, {"places", "Places"}, {"lost", "Hunks that do not match"}}, Notes: s.notes()}
	for _, f := range d.files {
		state := "before"
		if f.State == patch.After {
			state = "after"
		}
		files.Rows = append(files.Rows, []any{f.Source, state, len(f.Places), len(f.Lost)})
	}
	lines := &Table{
		Name: "diff_elements", Title: "What reaches them", Columns: []Column{
			{"criterion", "Criterion"}, {"element", "Element"}, {"configurations", "Configurations"}, {"condition", "Condition"}, {"tests", "Tests"}, {"why", ""},
		},
	}
	for _, g := range slices.Concat(d.reached, d.never) {
		for _, e := range g.elements {
			text, _ := s.conditionText(g.condition, maxExplainCubes)
			var why any
			if g.condition == confspace.Empty {
				if text = s.never(); g.why != "" {
					why = g.why
				}
			}
			lines.Rows = append(lines.Rows, []any{e.Criterion.String(), e.Name(), s.boundedShare(g.condition), text, g.tests, why})
		}
	}
	set := &Table{Name: "diff_configurations", Title: "Configurations that reach them", Columns: []Column{{"number", "#"}, {"adds", "Adds"}, {"settings", "Instead of defaults"}, {"configuration", ""}}}
	if d.Set != nil {
		set.Title = strings.TrimSuffix(d.setHead(), " Instead of defaults:")
		for i := range d.Set.Members {
			c := d.Set.Members[i].Configuration
			set.Rows = append(set.Rows, []any{i + 1, s.bounded(d.Adds[i], AtLeast), s.settingsOf(Tested{"", c}), s.Space.FormatConfiguration(c)})
		}
	}
	rest := &Table{Name: "problems", Title: "What could not be matched", Columns: []Column{{"problem", "Problem"}}}
	for _, p := range d.NoCode {
		rest.Rows = append(rest.Rows, []any{p + ": no code"})
	}
	for _, p := range d.Added {
		rest.Rows = append(rest.Rows, []any{p + ": added outside of all code that the run has"})
	}
	for _, p := range d.Problems {
		rest.Rows = append(rest.Rows, []any{p})
	}
	return []*Table{files, lines, set, rest}
}
