package reports

// This file makes the answer: what a run says, on one screen. At most 30 lines of 80 columns.

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// answerLines is how many lines an answer has at most.
const answerLines = 30

// answer is an answer that is being written.
type answer struct {
	s     *Study
	l     Layout
	run   string // the run directory, as commands name it
	lines []string
}

// Answer writes what the run says: what was analysed, how much can be covered, the configurations to test, which options decide most, crashes, and what to ask
// next. run is the name of the run directory for further commands.
func (s *Study) Answer(w io.Writer, l Layout, run string) error {
	if l.Width <= 0 || l.Width > 100 {
		l.Width = 80
	}
	a := &answer{s: s, l: l, run: run}
	a.head()
	a.criteria()
	after := &answer{s: s, l: l, run: run}
	after.options()
	after.mcdc()
	after.errors()
	after.settled()
	after.next()
	a.covering(answerLines - len(a.lines) - len(after.lines))
	_, err := io.WriteString(w, strings.Join(append(a.lines, after.lines...), "\n")+"\n")
	return err
}

func (a *answer) add(format string, args ...any) {
	a.lines = append(a.lines, fmt.Sprintf(format, args...))
}

// list adds a heading and a text that may take several lines, of which at most max are kept.
func (a *answer) list(head, text string, max int) {
	const indent = 2
	lines := Wrap(text, a.l.Width-len(head)-2)
	if len(lines) > 1 {
		lines = Wrap(head+" "+text, a.l.Width)
		rest := Wrap(strings.Join(lines[1:], " "), a.l.Width-indent)
		lines = lines[:1]
		for _, line := range rest {
			lines = append(lines, strings.Repeat(" ", indent)+line)
		}
		lines[0] = strings.TrimSpace(strings.TrimPrefix(lines[0], head)) // there may be nothing else
	}
	if len(lines) > max {
		lines = lines[:max]
		lines[max-1] = cut(lines[max-1], a.l.Width)
	}
	lines[0] = strings.TrimRight(a.l.Bold(head)+" "+lines[0], " ")
	a.lines = append(a.lines, lines...)
}

// head says what was analysed, and how far.
func (a *answer) head() {
	s := a.s
	name := s.Run.Subject.Name
	if v := s.Run.Subject.Version; v != "" {
		name += " " + v
	}
	space := ""
	if n := s.configurations(); n != nil {
		space = fmt.Sprintf(", %s configurations", pretty(n))
	}
	a.add("%s: %s, %s%s", a.l.Bold(name), many(len(s.Tests), "test"), many(len(s.Space.Options), "option"), space)
	if s.Exact() {
		a.add("%s: every test was followed to its end under all of them.", a.l.Good("Complete"))
	} else {
		a.incomplete()
	}
}

// incomplete says why numbers are not exact.
func (a *answer) incomplete() {
	causes := a.s.Causes()
	text := causes[0].text()
	if n := len(causes) - 1; n > 0 {
		text += "; and " + strings.Replace(many(n, "cause"), " ", " more ", 1)
	}
	a.list(a.l.Bad("INCOMPLETE:"), text+".", 2)
}

// many returns "1 test" or "7 tests".
func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return thousands(fmt.Sprint(n)) + " " + what + "s"
}

// criteria says how much can be covered.
func (a *answer) criteria() {
	s := a.s
	t := &Table{Columns: []Column{{"", "Coverage"}, {"", "of"}, {"", "Reachable"}, {"", "%"}, {"", "Defaults"}, {"", "of reachable"}, {"", "Always"}, {"", "Least set"}}}
	for i := range t.Columns {
		t.Columns[i].Key = fmt.Sprint(i)
	}
	defaults := s.Space.Defaults()
	for _, r := range s.Results {
		covered, total := r.Total.Covered(), s.Universe.Count(r.Criterion)
		n, percent := s.coveredOf(covered, total)
		byDefault := 0
		for k := range r.Total.Classes {
			if s.Sets.Contains(r.Total.Classes[k].Any, defaults) {
				byDefault += len(r.Total.Classes[k].Elements)
			}
		}
		share := Percent(coverage.Count{Covered: byDefault, Total: covered}.Percent())
		t.Rows = append(t.Rows, []any{
			r.Criterion.String() + "s", total, n, percent, s.bounded(byDefault, AtLeast), s.bounded(share, MoreOrFewer),
			s.bounded(s.always(r), AtLeast), s.minimum(r.Exact),
		})
	}
	var b strings.Builder
	a.l.table(&b, t)
	a.lines = append(a.lines, strings.Split(strings.TrimRight(b.String(), "\n"), "\n")...)
}

// minimum returns the cell of the size of a covering set.
func (s *Study) minimum(cs *coversets.CoveringSet) any {
	switch {
	case cs == nil:
		return nil
	case !s.Exact():
		return Bounded{len(cs.Members), MoreOrFewer}
	case !cs.Minimal:
		return fmt.Sprintf("%d..%d", cs.Proof.Lower, len(cs.Members))
	}
	return len(cs.Members)
}

// covering lists the configurations to test, in at most room lines, or says how many there are.
func (a *answer) covering(room int) {
	s := a.s
	i := slices.IndexFunc(s.Results, func(r *Result) bool { return r.Exact != nil && len(r.Exact.Members) > 0 })
	if i < 0 {
		return
	}
	r := s.Results[i]
	members := r.Exact.Members
	a.add("")
	text := fmt.Sprintf("%s reach all these %ss", many(len(members), "configuration"), r.Criterion)
	if len(members) == 1 {
		text = fmt.Sprintf("1 configuration reaches all these %ss", r.Criterion)
	}
	if r.Exact.Minimal && s.Exact() && len(members) > 1 {
		text += ", fewer do not"
	}
	shown := min(len(members), room-3)
	if shown < len(members) {
		shown = room - 4
	}
	if shown < 1 { // there are too many errors to tell of
		a.add("%s.", a.l.Bold(text))
		return
	}
	a.add("%s. Instead of defaults:", a.l.Bold(text))
	seen, sum := make([]bool, len(r.Total.Classes)), 0
	for i := range members {
		before := sum
		for _, k := range members[i].Covered {
			if !seen[k] {
				seen[k] = true
				sum += len(r.Total.Classes[k].Elements)
			}
		}
		if i >= shown {
			continue
		}
		percent := Percent(coverage.Count{Covered: sum, Total: r.Total.Covered()}.Percent())
		line := fmt.Sprintf("%3d %7s %7s  ", i+1, percent.text(), "+"+thousands(fmt.Sprint(sum-before)))
		a.add("%s%s", line, s.shortSettings(s.Space.Difference(members[i].Configuration), a.l.Width-len(line)))
	}
	if n := len(members) - shown; n > 0 {
		a.add("    and %d more configurations for the rest.", n)
	}
}

// shortSettings returns the settings that fit into width, and how many there are besides.
func (s *Study) shortSettings(settings confspace.Settings, width int) string {
	if len(settings) == 0 {
		return "(the defaults)"
	}
	text := s.Space.FormatSettings(settings)
	for n := len(settings) - 1; len(text) > width && n > 0; n-- {
		text = fmt.Sprintf("%s and %d more", s.Space.FormatSettings(settings[:n]), len(settings)-n)
	}
	return text
}

// maxDeciding is how many of the options are listed that decide most.
const maxDeciding = 5

// options says which options decide most.
func (a *answer) options() {
	s := a.s
	if len(s.Results) == 0 {
		return
	}
	r := s.Results[0]
	counts := s.decides(r)
	order := byCount(counts)
	a.add("")
	if len(order) == 0 {
		a.add("No option decides any of these %ss.", r.Criterion)
		return
	}
	var parts []string
	for _, o := range order[:min(len(order), maxDeciding)] {
		parts = append(parts, fmt.Sprintf("%s %s", s.Space.Options[o].Name, thousands(fmt.Sprint(counts[o]))))
	}
	a.list(fmt.Sprintf("%d of %d options decide %ss,", len(order), len(s.Space.Options), r.Criterion), "most of all: "+strings.Join(parts, ", "), 3)
}

// mcdc says of how many conditions that options decide configurations show that they are independent.
func (a *answer) mcdc() {
	s := a.s
	if s.Decisions == nil || s.Result(coverage.Outcome) == nil {
		return
	}
	x, err := s.MCDC(s.Decisions)
	if err != nil || len(x.ByOptions) == 0 {
		return
	}
	a.list("MC/DC over options:", fmt.Sprintf("%s of %s have a pair (confcov mcdc RUN).",
		pretty(s.bounded(x.Counts[coverage.Shown], AtLeast)), many(len(x.ByOptions), "condition")), 1)
}

// byCount returns the indices of what is not 0, the greatest first.
func byCount(counts []int) []int {
	order := make([]int, 0, len(counts))
	for o, n := range counts {
		if n > 0 {
			order = append(order, o)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return counts[y] - counts[x] })
	return order
}

// decides returns, by option, how many elements have a condition that depends on it.
func (s *Study) decides(r *Result) []int {
	counts := make([]int, len(s.Space.Options))
	sizes := map[confspace.Set]int{}
	var sets []confspace.Set
	for k := range r.Total.Classes {
		c := &r.Total.Classes[k]
		if sizes[c.Any] == 0 {
			sets = append(sets, c.Any)
		}
		sizes[c.Any] += len(c.Elements)
	}
	for _, set := range sets {
		essential := set
		if d := s.Sets.Domain(); d != confspace.Full {
			essential = s.Sets.Essential(set, d)
		}
		for _, o := range s.Sets.Depends(essential) {
			counts[o] += sizes[set]
		}
	}
	return counts
}

// maxCrashes is how many of the program's errors are listed.
const maxCrashes = 3

// errors lists crashes with the configurations that cause them.
func (a *answer) errors() {
	s := a.s
	var list []*Finding // one for each place and message, however many chains of calls lead to it
	for i := range s.Errors {
		f := &s.Errors[i]
		if !slices.ContainsFunc(list, func(o *Finding) bool { return o.At() == f.At() && o.Message == f.Message }) {
			list = append(list, f)
		}
	}
	switch n := len(list); {
	case n == 0 && s.Exact():
		a.add("%s", a.l.Good("No configuration crashes."))
	case n == 0:
		a.add("No crash is known.")
	default:
		text := many(n, "error") + " of the program"
		if n < len(s.Errors) {
			text += fmt.Sprintf(", by %d chains of calls", len(s.Errors))
		}
		a.add("%s", a.l.Bad(text+":"))
	}
	for _, f := range list[:min(len(list), maxCrashes)] {
		with := "with " + s.shortSettings(f.Example, a.l.Width-9)
		if len(f.Example) == 0 {
			with = "under which configuration is not known"
		}
		a.add("%s", clip(fmt.Sprintf("  %s: %s", f.At(), f.Message), a.l.Width))
		a.add("    %s", with)
	}
	if n := len(list) - maxCrashes; n > 0 {
		a.add("  and %d more.", n)
	}
	if n := len(s.Warnings); n > 0 {
		a.add("%s, such as %s", many(n, "warning"), clip(fmt.Sprintf("%s: %s", s.Warnings[0].At(), s.Warnings[0].Message), a.l.Width-24))
	}
}

// clip shortens text to width.
func clip(text string, width int) string {
	if utf8.RuneCountInString(text) > width {
		return cut(text, width)
	}
	return text
}

// settled says which options tests fix, so that nothing is said of their other values.
func (a *answer) settled() {
	s := a.s
	var names []string
	for _, f := range s.Run.Fixed {
		if f.Mode == "" { // else they are symbolic in tests of other modes
			names = append(names, f.Options...)
		}
	}
	if len(names) > 0 {
		text := fmt.Sprintf("%s and %d more", strings.Join(names[:min(3, len(names))], ", "), len(names)-3)
		if len(names) <= 4 {
			text = strings.Join(names, ", ")
		}
		a.list("Symbolic in no test:", fmt.Sprintf("%s (%s). Nothing is said of their other values.", many(len(names), "option"), text), 2)
	}
	if some := s.fixedInTests(); len(some) > 0 {
		a.list("Set by tests themselves:", strings.Join(some, ", "), 2)
	}
}

// fixedInTests lists the symbolic options that tests set themselves, and in how many, most often first.
func (s *Study) fixedInTests() []string {
	counts := make([]int, len(s.Space.Options))
	for i := range s.Tests {
		for _, c := range s.Tests[i].concrete() {
			if o := s.Space.Index(c.Name); o >= 0 {
				counts[o]++
			}
		}
	}
	var list []string
	for _, o := range byCount(counts) {
		list = append(list, fmt.Sprintf("%s (%d of %d)", s.Space.Options[o].Name, counts[o], len(s.Tests)))
	}
	return list
}

// next says what to ask next.
func (a *answer) next() {
	s := a.s
	a.add("")
	a.commands([][2]string{
		{fmt.Sprintf("confcov explain %s %s", a.run, s.example()), "under which settings"},
		{fmt.Sprintf("confcov cover-sets %s --write DIR", a.run), "these configurations as files"},
		{fmt.Sprintf("confcov report %s --html DIR", a.run), "all results, in a browser"},
	})
}

// commands lists commands and what they are for.
func (a *answer) commands(commands [][2]string) {
	a.add("%s", a.l.Bold("Next:"))
	widest := 0
	for _, c := range commands {
		widest = max(widest, len(c[0]))
	}
	for _, c := range commands {
		line := "  " + c[0]
		switch rest := strings.Repeat(" ", widest-len(c[0])+2) + c[1]; {
		case len(line)+len(rest) <= a.l.Width:
			a.lines = append(a.lines, line+a.l.Faint(rest))
		case len(line)+2+len(c[1]) <= a.l.Width:
			a.lines = append(a.lines, line+a.l.Faint("  "+c[1]))
		default:
			a.lines = append(a.lines, line, a.l.Faint("    "+c[1]))
		}
	}
}

// place names the line of an element.
func place(e *coverage.Element) string { return fmt.Sprintf("%s:%d", e.File, e.Line) }

// example names a place that some configurations reach and others do not.
func (s *Study) example() string {
	for _, r := range s.Results {
		for k := range r.Total.Classes {
			if c := &r.Total.Classes[k]; c.Any != s.Sets.Domain() {
				return place(s.Universe.Element(r.Criterion, c.Elements[0]))
			}
		}
	}
	return "FILE:LINE"
}
