package reports

// This file writes gaps: for a terminal, as a comment of a pull request, and as tables.

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
)

// Bounds of what a screen and a comment show of a gap.
const (
	maxGapNext     = 6
	maxGapProblems = 3
)

// Text writes the gap for people. all shows everything, however much it is. Further lines say what to do next.
func (g *Gap) Text(w io.Writer, l Layout, all bool, next [][2]string) error {
	if l.Width <= 0 {
		l.Width = 80
	}
	a := &answer{s: g.study, l: l}
	a.add("%s", l.Bold(g.title()))
	a.table(g.counts())
	a.add("")
	if all {
		a.table(g.each())
		a.add("")
	}
	for _, line := range g.spareLines() {
		a.wrapped(line, 2)
	}
	if text := g.missing(); text != "" {
		a.wrapped(text, 2)
	}
	g.next(a, all)
	g.problems(a, all)
	for _, n := range g.study.notes() {
		a.wrapped(n, 0)
	}
	if len(next) > 0 {
		a.add("")
		a.commands(next)
	}
	_, err := io.WriteString(w, strings.Join(a.lines, "\n")+"\n")
	return err
}

// table adds a table.
func (a *answer) table(t *Table) {
	var b strings.Builder
	a.l.table(&b, t)
	a.lines = append(a.lines, strings.Split(strings.TrimRight(b.String(), "\n"), "\n")...)
}

// wrapped adds text that may take several lines.
func (a *answer) wrapped(text string, indent int) {
	a.lines = append(a.lines, a.l.wrap(text, indent)...)
}

// item adds an item of a list, which may take several lines.
func (a *answer) item(text string) {
	for i, line := range Wrap(text, a.l.Width-4) {
		indent := "    "
		if i == 0 {
			indent = "  "
		}
		a.add("%s%s", indent, line)
	}
}

// problems lists problems below a title: most of them at most, unless all are wanted; one more is not worth a line that says so.
func (a *answer) problems(title string, list []string, most int, all bool) {
	if len(list) == 0 {
		return
	}
	a.add("")
	a.add("%s", title)
	for i, p := range list {
		if i == most && len(list) > i+1 && !all {
			a.add("  and %d more (--all shows them)", len(list)-i)
			break
		}
		a.item(p)
	}
}

// title says how much is reached of the first criterion.
func (g *Gap) title() string {
	s := g.study
	if len(s.Results) == 0 {
		return "Nothing to reach"
	}
	_, p := g.Percent(0)
	name := strings.TrimSpace(s.Run.Subject.Name + " " + s.Run.Subject.Version)
	if p == nil {
		return fmt.Sprintf("%s: %s", name, s.nothing(s.Results[0].Criterion.String()+"s"))
	}
	verb := "reach"
	if len(g.Tested) == 1 {
		verb = "reaches"
	}
	return fmt.Sprintf("%s: %s %s %s of the %ss that any reaches", name, many(len(g.Tested), "configuration"), verb, pretty(p), s.Results[0].Criterion)
}

// counts is the table of what is reached, by criterion.
func (g *Gap) counts() *Table {
	t := &Table{
		Name: "gap", Columns: []Column{{"criterion", "Coverage"}, {"reachable", "Reachable"}, {"reached", "Reached"}, {"percent", "%"}, {"missing", "Missing"}, {"left", ""}},
	}
	for j, r := range g.study.Results {
		most := r.Total.Covered()
		_, percent := g.Percent(j)
		t.Rows = append(t.Rows, []any{
			r.Criterion.String(), g.study.bounded(most, AtLeast), g.study.bounded(g.Reached[j], AtLeast), percent, g.study.bounded(most-g.Reached[j], MoreOrFewer), g.study.bounded(g.Left[j], MoreOrFewer),
		})
	}
	return t
}

// each is the table of what each configuration reaches.
func (g *Gap) each() *Table {
	t := &Table{
		Name:    "gap_configurations",
		Columns: []Column{{"name", "Tested"}, {"settings", ""}, {"superfluous", ""}},
	}
	for _, r := range g.study.Results {
		t.Columns = append(t.Columns, Column{r.Criterion.String(), title(r.Criterion)}, Column{r.Criterion.String() + "_alone", "alone"})
	}
	state := g.states()
	for i, c := range g.Tested {
		row := []any{c.Name, g.study.settingsOf(c), state[i]}
		for j := range g.study.Results {
			row = append(row, g.study.bounded(g.Each[i][j], AtLeast), g.study.bounded(g.Alone[i][j], MoreOrFewer))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// title returns "Lines".
func title(c coverage.Criterion) string {
	name := c.String() + "s"
	return strings.ToUpper(name[:1]) + name[1:]
}

// settingsOf returns the settings of a configuration that differ from the defaults.
func (s *Study) settingsOf(c Tested) string {
	return cmp.Or(s.Space.FormatSettings(s.Space.Difference(c.Configuration)), "(the defaults)")
}

// states says of each configuration whether it is superfluous.
func (g *Gap) states() []string {
	state := make([]string, len(g.Tested))
	for i := range state {
		if state[i] = "no"; !g.Known() {
			state[i] = "unknown"
		}
	}
	for _, s := range g.Spares {
		for _, i := range s.Out {
			state[i] = "yes"
		}
		for _, i := range s.Or {
			state[i] = "instead"
		}
		if len(s.Or) == 1 && len(s.Out) == 1 {
			state[s.Out[0]] = "yes"
		}
	}
	return state
}

// spareLines says which configurations are superfluous.
func (g *Gap) spareLines() []string {
	names := func(list []int) []string {
		var out []string
		for _, i := range list {
			out = append(out, g.Tested[i].Name)
		}
		return out
	}
	var free, choices []string
	for _, s := range g.Spares {
		switch {
		case len(s.Or) == 0:
			free = append(free, names(s.Out)...)
		case len(s.Out) == 1:
			choices = append(choices, "one of "+strings.Join(few(names(slices.Sorted(slices.Values(slices.Concat(s.Out, s.Or)))), 4), ", "))
		default:
			choices = append(choices, fmt.Sprintf("%s, if %s stay", strings.Join(few(names(s.Out), 4), ", "), strings.Join(few(names(s.Or), 4), ", ")))
			if len(s.Or) == 1 {
				choices[len(choices)-1] += "s"
			}
		}
	}
	if len(free) > 0 {
		choices = append([]string{strings.Join(few(free, 6), ", ")}, choices...)
	}
	switch {
	case len(choices) > 0 && g.study.Exact():
		return []string{"Superfluous, for the others reach all that they do: " + strings.Join(choices, "; ") + "."}
	case len(choices) > 0:
		return []string{"Superfluous, as far as is known: " + strings.Join(choices, "; ") + "."}
	case len(g.Tested) > 1 && g.Known():
		return []string{"None of them is superfluous."}
	}
	return nil
}

// missing says where most is missing.
func (g *Gap) missing() string {
	counts := map[string]int{}
	var order []string
	for _, e := range g.missed {
		name := e.File
		if e.Func != "" {
			name = e.Func + "()"
		}
		if counts[name] == 0 {
			order = append(order, name)
		}
		counts[name]++
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	for i := range order {
		order[i] = fmt.Sprintf("%s %s", order[i], thousands(fmt.Sprint(counts[order[i]])))
	}
	if len(order) == 0 {
		return ""
	}
	return fmt.Sprintf("Missing %ss, most of all: %s.", g.study.Results[0].Criterion, strings.Join(few(order, 3), ", "))
}

// nextHead says what the configurations to add lead to.
func (g *Gap) nextHead() string {
	if len(g.Next) == 0 {
		if !g.Known() {
			return "Which configurations to add is not known."
		}
		if slices.Max(append([]int{0}, g.Left...)) > 0 {
			return "Which configurations reach the rest is not known."
		}
		return "Nothing is missing that any configuration reaches."
	}
	head := fmt.Sprintf("These %d reach all the rest", len(g.Next))
	switch {
	case slices.Max(g.Left) > 0:
		head = fmt.Sprintf("The next %d to add", len(g.Next))
	case len(g.Next) == 1:
		head = "This one reaches all the rest"
	}
	return head + ". Instead of defaults:"
}

// next lists the configurations to add.
func (g *Gap) next(a *answer, all bool) {
	if a.lines[len(a.lines)-1] != "" {
		a.add("")
	}
	a.add("%s", a.l.Bold(g.nextHead()))
	head := "   "
	for _, r := range g.study.Results {
		head += fmt.Sprintf(" %8s", r.Criterion.String()+"s")
	}
	if len(g.Next) > 0 {
		a.add("%s", a.l.Faint(head))
	}
	for i, n := range g.Next {
		if i == maxGapNext && len(g.Next) > i+1 && !all {
			rest := make([]int, len(g.Left))
			for _, n := range g.Next[i:] {
				for j := range rest {
					rest[j] += n.Adds[j]
				}
			}
			a.add("%s", a.l.Faint(fmt.Sprintf("   %s  by %d more (--all shows them)", addsText(rest), len(g.Next)-i)))
			break
		}
		line := fmt.Sprintf("%3d%s  ", i+1, addsText(n.Adds))
		settings := a.s.Space.Difference(n.Configuration)
		if all {
			a.settings(line, settings)
			continue
		}
		a.add("%s%s", line, a.s.shortSettings(settings, a.l.Width-len(line)))
	}
}

// addsText returns the columns of what a configuration adds.
func addsText(adds []int) string {
	text := ""
	for _, n := range adds {
		text += fmt.Sprintf(" %8s", "+"+thousands(fmt.Sprint(n)))
	}
	return text
}

// problems lists what could not be understood.
func (g *Gap) problems(a *answer, all bool) {
	a.problems(a.l.Bad(fmt.Sprintf("%s in the configurations:", many(len(g.Problems), "problem"))), g.Problems, maxGapProblems, all)
}

// Markdown writes the gap as a comment of a pull request.
func (g *Gap) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n", g.title())
	counts := g.counts()
	if err := counts.Write(&b, FormatMarkdown); err != nil {
		return err
	}
	for _, line := range append(g.spareLines(), g.missing()) {
		if line != "" {
			fmt.Fprintf(&b, "\n%s\n", markdownText(line))
		}
	}
	fmt.Fprintf(&b, "\n**%s**\n", markdownText(g.nextHead()))
	if len(g.Next) > 0 {
		b.WriteByte('\n')
		if err := g.nextShort().Write(&b, FormatMarkdown); err != nil {
			return err
		}
		if n := len(g.Next) - maxGapNext; n > 0 {
			fmt.Fprintf(&b, "\nand %d more.\n", n)
		}
		details(&b, "All settings of these, a configuration a line", func() error {
			b.WriteString("```\n")
			for _, n := range g.Next {
				b.WriteString(g.study.settingsOf(Tested{"", n.Configuration}) + "\n")
			}
			b.WriteString("```\n")
			return nil
		})
	}
	if len(g.Tested) > 0 {
		details(&b, "What each of the configurations reaches", func() error { return g.each().Write(&b, FormatMarkdown) })
	}
	if len(g.Problems) > 0 {
		details(&b, many(len(g.Problems), "problem")+" in the configurations", func() error {
			for _, p := range g.Problems {
				fmt.Fprintf(&b, "- %s\n", markdownText(p))
			}
			return nil
		})
	}
	for _, n := range g.study.notes() {
		fmt.Fprintf(&b, "\n%s\n", markdownText(n))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// details writes what a reader of a comment unfolds. What write writes is not expected to fail.
func details(b *strings.Builder, summary string, write func() error) {
	fmt.Fprintf(b, "\n<details><summary>%s</summary>\n\n", summary)
	if err := write(); err != nil {
		fmt.Fprintf(b, "%v\n", err)
	}
	b.WriteString("\n</details>\n")
}

// markdownText returns text in which nothing is markup.
func markdownText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", "&lt;", "[", `\[`, "`", "\\`", "|", `\|`).Replace(text)
}

// nextTable is the table of configurations to add.
func (g *Gap) nextTable() *Table {
	t := &Table{Name: "gap_next", Title: "Configurations to add", Columns: []Column{{"number", "#"}}}
	for _, r := range g.study.Results {
		t.Columns = append(t.Columns, Column{r.Criterion.String(), title(r.Criterion)})
	}
	t.Columns = append(t.Columns, Column{"settings", "Instead of defaults"}, Column{"configuration", ""})
	for i, n := range g.Next {
		row := []any{i + 1}
		for _, add := range n.Adds {
			row = append(row, g.study.bounded(add, AtLeast))
		}
		t.Rows = append(t.Rows, append(row, g.study.settingsOf(Tested{"", n.Configuration}), g.study.Space.FormatConfiguration(n.Configuration)))
	}
	return t
}

// nextShort is the table of the first configurations to add, for a comment: with as many settings as fit into a cell.
func (g *Gap) nextShort() *Table {
	const width = 60
	t := &Table{Columns: []Column{{"number", "#"}}}
	for _, r := range g.study.Results {
		t.Columns = append(t.Columns, Column{r.Criterion.String(), title(r.Criterion)})
	}
	t.Columns = append(t.Columns, Column{"settings", "Settings"})
	for i, n := range g.Next[:min(len(g.Next), maxGapNext)] {
		row := []any{i + 1}
		for _, add := range n.Adds {
			row = append(row, "+"+thousands(fmt.Sprint(add)))
		}
		settings := g.study.Space.Difference(n.Configuration)
		text := g.study.shortSettings(settings, width)
		if head, rest, ok := strings.Cut(text, " and "); ok && len(settings) > 1 {
			text = "`" + head + "` and " + rest
		} else if len(settings) > 0 {
			text = "`" + text + "`"
		}
		t.Rows = append(t.Rows, append(row, text))
	}
	return t
}

// Tables returns the gap for programs.
func (g *Gap) Tables() []*Table {
	counts, each, next := g.counts(), g.each(), g.nextTable()
	counts.Title, each.Title = g.title(), "What each of the configurations reaches"
	counts.Notes = g.study.notes()
	problems := &Table{Name: "problems", Title: "What could not be understood", Columns: []Column{{"problem", "Problem"}}}
	for _, p := range g.Problems {
		problems.Rows = append(problems.Rows, []any{p})
	}
	return []*Table{counts, each, next, problems}
}
