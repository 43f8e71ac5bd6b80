package reports

// This file says what the tables of a chapter show, and in what the releases that were analysed differ from those of the dissertation. Everything is counted, nothing
// explained that was not.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// What the page says of each table, whatever its numbers are.
const (
	overviewText = "How many of the executable lines the tests reach under some configuration; how many configurations it takes to reach all of them (the greedy covering set " +
		"in 2011, the smallest one here); how many of them one test reaches under every configuration; and how many settings the others need at most. An interaction is a combination of " +
		"settings that guarantees lines which no part of it guarantees."
	statisticsText = "Sizes of the programs, the number of tests, and the options that are symbolic. In 2011 elements were counted in CIL's form of the program, " +
		"here in confcov's own. Options are left concrete if no test makes them symbolic."
	summaryText = "What the tests reach under all configurations together, and how many paths that takes. confcov joins paths that meet again, and counts ends, each of which " +
		"stands for all paths joined in it: these numbers do not compare with the paths of 2011. --merge off counts paths as the dissertation does."
	strengthsText = "How many settings it takes to guarantee code. Here, as in 2011, settings guarantee an element if one test reaches it under all configurations with these settings. " +
		"Each value of an option counts, as in 2011, also where coverage does not tell it from others, unless it has very many values."
	setsText = "Few configurations reach everything that any configuration reaches. Column n is how much the nth adds to those before. The greedy sets are packed as " +
		"in the dissertation; \"least\" are the smallest sets that are known. A configuration of a greedy set that adds 0 is superfluous: the others happen to reach all that it was made for."
	guaranteedText = "How much of what any configuration reaches is guaranteed by at most 0, 1, 2 ... settings. Where a curve rises steeply, much of the program needs that " +
		"many settings at once. Dashed: the dissertation's curve for lines, where its numbers are known; its figure is a plot without numbers."
	pathsText = "How many paths or, where they are joined, ends each test has, tests in ascending order. Tests for which the numbers are equal form a plateau."
	graphText = "Settings that guarantee lines together are joined. A shaded box is an interaction by itself, a solid line one of just the two boxes, a dashed line one " +
		"of more; the thicker a line, the more lines of code. Settings in one box with \"&\" between them are in the same interactions; without it, each of them is in one of its own."
	appendixText = "One a row: a=1:b=0 are two settings that guarantee lines together which neither guarantees alone. Interactions that differ in one setting only are written " +
		"as one: a={0,1}, or {a=1,b=0}."
)

// statisticsRemark says which options of the dissertation are symbolic here.
func statisticsRemark(p pair) []string {
	if p.there == nil {
		return nil
	}
	same, renamed, gone := 0, []string(nil), []string(nil)
	names := p.there.optionNames()
	for _, name := range names {
		today := p.there.todayName(name)
		switch {
		case p.here.optionCalled(name) >= 0:
			same++
		case today != "" && p.here.optionCalled(today) >= 0:
			renamed = append(renamed, name+" as "+today)
		default:
			gone = append(gone, name)
		}
	}
	share := fmt.Sprintf("%d of the %s", same+len(renamed), many(len(names), "option"))
	if len(gone) == 0 {
		share = fmt.Sprintf("all %s", many(len(names), "option"))
	}
	text := fmt.Sprintf("%s that were symbolic in %s are symbolic here", share, p.there.release())
	if len(renamed) > 0 {
		text += " (" + strings.Join(renamed, ", ") + ")"
	}
	text += "."
	if len(gone) > 0 {
		text += " Not symbolic here: " + strings.Join(few(gone, 8), ", ") + "."
	}
	if others := len(p.here.Space.Options) - p.kept; others > 0 {
		text += fmt.Sprintf(" Symbolic only here: %d.", others)
	}
	return []string{text}
}

// optionCalled returns the index of the option that the dissertation calls so; -1: there is none.
func (s *Study) optionCalled(name string) int {
	return slices.IndexFunc(s.Space.Options, func(o confspace.Option) bool { return slices.Contains(publishedNames(&o), strings.ToLower(name)) })
}

// publishedNames returns what the dissertation may call an option, in lower case: by its name, or as the variable that holds it.
func publishedNames(o *confspace.Option) []string {
	variable := o.Object[strings.LastIndexByte(o.Object, ':')+1:]
	return []string{strings.ToLower(o.Name), strings.ToLower(variable)}
}

// strengthsRemark says which interactions there are, and which of the dissertation's are among them.
func strengthsRemark(p pair) []string {
	var sizes, frequent []string
	for _, v := range p.variants() {
		r := v.study.lines()
		if r == nil {
			continue
		}
		sizes = append(sizes, fmt.Sprintf("up to %s %s", many(r.Analysis.MaxStrength(), "setting"), v.words))
		if list := v.study.most(r); len(list) > 0 {
			frequent = append(frequent, v.words+" "+strings.Join(list, ", "))
		}
	}
	if len(sizes) == 0 {
		return nil
	}
	if p.there != nil {
		sizes = append(sizes, fmt.Sprintf("up to %d in the dissertation", len(p.there.Strengths[coverage.Line.String()])))
	}
	text := "Interactions of line coverage have " + strings.Join(sizes, ", ") + "."
	if len(frequent) > 0 {
		text += " The settings that occur most often in them: " + strings.Join(frequent, "; ") + "."
	}
	return append([]string{text}, p.again()...)
}

// maxMost is how many settings are named that most interactions contain.
const maxMost = 4

// most names the settings that most interactions contain, and in how many of these they are: those that enable much of the program.
func (s *Study) most(r *Result) []string {
	counts := map[confspace.Setting]int{}
	all := 0
	for i := range r.Analysis.Interactions {
		for _, x := range r.Analysis.Interactions[i].Settings {
			counts[x]++
		}
		if len(r.Analysis.Interactions[i].Settings) > 0 {
			all++
		}
	}
	var order confspace.Settings
	for x := range counts {
		order = append(order, x)
	}
	slices.SortFunc(order, func(a, b confspace.Setting) int {
		return cmp.Or(counts[b]-counts[a], compareSettings(a, b))
	})
	var list []string
	for _, x := range order[:min(len(order), maxMost)] {
		list = append(list, fmt.Sprintf("%s (%s)", s.Space.FormatSettings(confspace.Settings{x}), percent(counts[x], all).text()))
	}
	return list
}

// several returns a number with words for one or for other numbers.
func several(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// again says how many of the dissertation's line interactions are interactions of the runs, too.
func (p pair) again() []string {
	if p.there == nil {
		return nil
	}
	all := p.there.interactions()
	var parts []string
	for _, v := range p.variants() {
		if r := v.study.lines(); r != nil {
			same, part := v.study.common(r, all, p.there.Today)
			parts = append(parts, several(same, "is an interaction", "are interactions")+" "+v.words+", and "+several(part, "is", "are")+" part of larger ones")
		}
	}
	text := fmt.Sprintf("Of the %d interactions of %s (%s), %s.", len(all), p.there.release(), p.there.Interactions[0], strings.Join(parts, "; "))
	unknown := 0
	for _, x := range all {
		if slices.ContainsFunc(x, func(text string) bool { return !p.here.possible(text, p.there.Today) }) {
			unknown++
		}
	}
	if unknown > 0 {
		text += fmt.Sprintf(" %d cannot be: an option of theirs is not symbolic here, or is never set to their value.", unknown)
	}
	list := []string{text}
	if today := p.there.todayText(p.here); today != "" {
		list = append(list, "Settings that have changed are matched: "+today+".")
	}
	return list
}

// common returns how many of some interactions, each its settings as text, are interactions of a result, and how many others are part of one. today has
// settings that mean the same as one.
func (s *Study) common(r *Result, all [][]string, today map[string][]string) (same, part int) {
	var here [][]string // each setting by both names of its option
	for i := range r.Analysis.Interactions {
		var list []string
		for _, x := range r.Analysis.Interactions[i].Settings {
			opt := &s.Space.Options[x.Option]
			for _, name := range publishedNames(opt) {
				list = append(list, name+"="+strings.ToLower(opt.Domain.FormatValue(x.Value)))
			}
		}
		here = append(here, list)
	}
	for _, x := range all {
		least := -1 // settings that the smallest interaction has besides
		for _, list := range here {
			has := func(text string) bool { return slices.Contains(list, strings.ToLower(text)) }
			if slices.ContainsFunc(x, func(text string) bool { return !has(text) && !slices.ContainsFunc(today[text], has) }) {
				continue
			}
			if more := len(list)/2 - len(x); least < 0 || more < least {
				least = more
			}
		}
		switch {
		case least == 0:
			same++
		case least > 0:
			part++
		}
	}
	return same, part
}

// possible reports whether a=1, or a setting that means the same today, is one of which interactions are made here.
func (s *Study) possible(setting string, today map[string][]string) bool {
	if slices.ContainsFunc(today[setting], func(text string) bool { return s.possible(text, nil) }) {
		return true
	}
	name, value, _ := strings.Cut(setting, "=")
	o := s.optionCalled(name)
	if o < 0 {
		return false
	}
	values := s.Values
	if r := s.lines(); r != nil {
		values = r.Analysis.Values
	}
	return slices.ContainsFunc(values[o], func(v int64) bool { return s.Space.Options[o].Domain.FormatValue(v) == value })
}

// setsRemark says how large the covering sets for lines are.
func setsRemark(p pair) []string {
	var parts []string
	for _, v := range p.variants() {
		r := v.study.lines()
		if r == nil || r.Greedy == nil || len(r.Greedy.Members) == 0 {
			continue
		}
		least := ""
		switch {
		case !v.study.Exact():
		case r.Exact.Minimal:
			least = fmt.Sprintf("; %d are enough", len(r.Exact.Members))
		default:
			least = fmt.Sprintf("; between %d and %d are enough", r.Exact.Proof.Lower, len(r.Exact.Members))
		}
		first := percent(r.Greedy.Sizes(r.Total)[0], r.Total.Covered()).text()
		parts = append(parts, fmt.Sprintf("%d %s (the first reaches %s%s)", len(r.Greedy.Members), v.words, first, least))
	}
	if len(parts) == 0 {
		return nil
	}
	if p.there != nil {
		list, sum := p.there.Sets[coverage.Line.String()], 0
		for _, n := range list {
			sum += n
		}
		parts = append(parts, fmt.Sprintf("%d in the dissertation (the first reached %s)", len(list), percent(list[0], sum).text()))
	}
	return []string{"Configurations in the greedy set for lines: " + strings.Join(parts, ", ") + "."}
}

// guaranteedRemark says where the curve for lines rises most.
func guaranteedRemark(p pair) []string {
	var parts []string
	add := func(words string, cum []int) {
		rise, at := 0, 0
		for n := 1; n < len(cum); n++ {
			if cum[n]-cum[n-1] > rise {
				rise, at = cum[n]-cum[n-1], n
			}
		}
		if at > 0 {
			parts = append(parts, fmt.Sprintf("at %s %s (%s of the lines)", many(at, "setting"), words, percent(rise, cum[len(cum)-1]).text()))
		}
	}
	for _, v := range p.variants() {
		if r := v.study.lines(); r != nil {
			add(v.words, r.Analysis.Cumulative())
		}
	}
	text := ""
	if p.there != nil && p.there.Guaranteed.Line != nil {
		add("in the dissertation", p.there.Guaranteed.Line)
		text = fmt.Sprintf(" The numbers of %s are computed from %s.", p.there.release(), p.there.Guaranteed.From)
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"The steepest rise is " + strings.Join(parts, ", ") + "." + text}
}
