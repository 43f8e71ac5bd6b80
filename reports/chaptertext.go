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

// remarks returns what say says of each subject, after what is said of all.
func (c *Chapter) remarks(all string, say func(p pair) string) []string {
	list := []string{all}
	for _, p := range c.pairs {
		if text := say(p); text != "" {
			list = append(list, p.release()+": "+text)
		}
	}
	return list
}

func (c *Chapter) statisticsRemarks() []string {
	return c.remarks("Sizes of the programs, the number of tests, and the options that are symbolic. Elements are counted in confcov's own form of the program, there in CIL's. "+
		"Options are left concrete if they are symbolic in no test.", func(p pair) string {
		if p.there == nil {
			return ""
		}
		var too, gone []string
		names := p.there.optionNames()
		for _, name := range names {
			if p.here.optionCalled(name) >= 0 {
				too = append(too, name)
			} else {
				gone = append(gone, name)
			}
		}
		text := fmt.Sprintf("%d of the options that were symbolic in %s are here, too", len(too), p.there.release())
		if len(gone) > 0 {
			text += "; not " + strings.Join(few(gone, 8), ", ")
		}
		return fmt.Sprintf("%s. %d others are symbolic here.", text, len(p.here.Space.Options)-len(too))
	})
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

func (c *Chapter) summaryRemarks() []string {
	return c.remarks("What the tests reach under all configurations together, and how many paths that takes. Where ways meet again they are one here, "+
		"so the numbers of paths, there and here, are of different things; --merge off counts as the dissertation does.", func(p pair) string {
		var parts []string
		for _, r := range p.here.Results {
			text := fmt.Sprintf("%s of the %ss", pretty(p.here.percentCovered(r.Criterion)), r.Criterion)
			if p.there != nil {
				text += fmt.Sprintf(" (%d%% there)", p.there.Summary.Percent[r.Criterion.String()])
			}
			parts = append(parts, text)
		}
		if len(parts) == 0 {
			return ""
		}
		return "the tests reach " + strings.Join(parts, ", ") + "."
	})
}

func (c *Chapter) strengthsRemarks() []string {
	return c.remarks("How many settings it takes to guarantee code: interactions are settings that guarantee, by one test, what no part of them guarantees.", func(p pair) string {
		var parts []string
		for _, v := range p.variants() {
			if r := v.study.lines(); r != nil {
				parts = append(parts, fmt.Sprintf("%d %s", r.Analysis.MaxStrength(), v.words))
			}
		}
		if len(parts) == 0 {
			return ""
		}
		if p.there != nil {
			parts = append(parts, fmt.Sprintf("%d there", len(p.there.Strengths[coverage.Line.String()])))
		}
		text := "the most settings that an interaction of line coverage has: " + strings.Join(parts, ", ")
		for _, v := range p.variants() {
			if r := v.study.lines(); r != nil && len(v.study.most(r)) > 0 {
				text += fmt.Sprintf(". The settings of most interactions %s: %s", v.words, strings.Join(v.study.most(r), ", "))
			}
		}
		return text + "." + p.again()
	})
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

// again says how many of the dissertation's line interactions are interactions of the runs, too.
func (p pair) again() string {
	if p.there == nil {
		return ""
	}
	all := p.there.interactions()
	var parts []string
	for _, v := range p.variants() {
		if r := v.study.lines(); r != nil {
			same, part := v.study.common(r, all, p.there.Today)
			parts = append(parts, fmt.Sprintf("%d are interactions %s, and %d more are part of one", same, v.words, part))
		}
	}
	text := fmt.Sprintf(" Of the %d of %s (%s) %s", len(all), p.there.release(), p.there.Interactions[0], strings.Join(parts, "; "))
	unknown := 0
	for _, x := range all {
		if slices.ContainsFunc(x, func(text string) bool { return !p.here.possible(text, p.there.Today) }) {
			unknown++
		}
	}
	if unknown > 0 {
		text += fmt.Sprintf("; %d have an option that is not symbolic here, or a value that is not among those told apart here", unknown)
	}
	text += "."
	if today := p.there.todayText(p.here); today != "" {
		text += " Settings that are others today are taken for these: " + today + "."
	}
	return text
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
	return o >= 0 && slices.ContainsFunc(s.Values[o], func(v int64) bool { return s.Space.Options[o].Domain.FormatValue(v) == value })
}

func (c *Chapter) setsRemarks() []string {
	return c.remarks("Few configurations reach everything that any configuration reaches: column n is what the nth adds to those before. The greedy sets are packed as "+
		"in the dissertation; those called least are the smallest that are known.", func(p pair) string {
		var parts []string
		for _, v := range p.variants() {
			r := v.study.lines()
			if r == nil || r.Greedy == nil || len(r.Greedy.Members) == 0 {
				continue
			}
			first := percent(r.Greedy.Sizes(r.Total)[0], r.Total.Covered()).text()
			least := ""
			switch {
			case !v.study.Exact():
			case r.Exact.Minimal:
				least = fmt.Sprintf("; the least number is %d", len(r.Exact.Members))
			default:
				least = fmt.Sprintf("; the least number is from %d to %d", r.Exact.Proof.Lower, len(r.Exact.Members))
			}
			parts = append(parts, fmt.Sprintf("%d %s (the first reaches %s%s)", len(r.Greedy.Members), v.words, first, least))
		}
		if len(parts) == 0 {
			return ""
		}
		if p.there != nil {
			list, sum := p.there.Sets[coverage.Line.String()], 0
			for _, n := range list {
				sum += n
			}
			parts = append(parts, fmt.Sprintf("%d there (the first reached %s)", len(list), percent(list[0], sum).text()))
		}
		return "configurations of the greedy set for lines: " + strings.Join(parts, ", ") + "."
	})
}

func (c *Chapter) guaranteedRemarks() []string {
	list := c.remarks("How much of what any configuration reaches is guaranteed by settings of few options: where a row rises steeply, that many options must be set right for most of the "+
		"program to run. The dissertation's figure is a plot without numbers.", func(p pair) string {
		var parts []string
		add := func(words string, cum []int) {
			rise, at := 0, 0
			for n := 1; n < len(cum); n++ {
				if cum[n]-cum[n-1] > rise {
					rise, at = cum[n]-cum[n-1], n
				}
			}
			if at > 0 {
				parts = append(parts, fmt.Sprintf("%s of the lines at %s %s", percent(rise, cum[len(cum)-1]).text(), many(at, "setting"), words))
			}
		}
		for _, v := range p.variants() {
			if r := v.study.lines(); r != nil {
				add(v.words, r.Analysis.Cumulative())
			}
		}
		if p.there != nil && p.there.Guaranteed.Line != nil {
			add("there", p.there.Guaranteed.Line)
		}
		if len(parts) == 0 {
			return ""
		}
		return "the steepest rise: " + strings.Join(parts, ", ") + "."
	})
	for _, p := range c.pairs {
		if p.there != nil && p.there.Guaranteed.Line != nil {
			list = append(list, fmt.Sprintf("The numbers of %s are computed from %s.", p.there.release(), p.there.Guaranteed.From))
		}
	}
	return list
}
