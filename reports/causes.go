package reports

// This file says why a study is not exact, and what can be done about it.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/confcov/confcov/explore/path"
)

// Cause is why a study is not exact.
type Cause struct {
	What   string
	Tests  []string // in which; nil: in the whole run
	Remedy string   // "": none is known
}

// Causes returns why the study is not exact, each cause once; nil if it is.
func (s *Study) Causes() []Cause {
	var list []Cause
	add := func(l path.Limit, test string) {
		what := causeText(l)
		i := slices.IndexFunc(list, func(c Cause) bool { return c.What == what })
		if i < 0 {
			i = len(list)
			list = append(list, Cause{What: what, Remedy: s.remedy(l)})
		}
		if test != "" && !slices.Contains(list[i].Tests, test) {
			list[i].Tests = append(list[i].Tests, test)
		}
	}
	for _, l := range s.Run.Limits {
		add(l, "")
	}
	for i := range s.Tests {
		for _, in := range s.Tests[i].Info {
			if in == nil {
				continue
			}
			for _, l := range in.Limits {
				add(l, in.Name)
			}
		}
	}
	if !s.Run.Finished && len(s.Run.Limits) == 0 {
		add(path.Limit{Kind: path.LimitInterrupted}, "")
	}
	if undecided := s.Sets.Undecided(); len(undecided) > 0 {
		list = append(list, Cause{What: "a condition on several options could not be decided: " + undecided[0]})
	}
	if len(list) == 0 && !s.Exact() {
		list = append(list, Cause{What: s.Incomplete[0]})
	}
	return list
}

// causeText says in words what a limit is.
func causeText(l path.Limit) string {
	switch l.Kind {
	case path.LimitInterrupted:
		if l.Message == "" {
			return "exploration did not finish"
		}
		return l.Message
	case path.LimitBudget:
		return l.Message
	case path.LimitWide:
		if l.Message == "" {
			return "path conditions are wider than their paths"
		}
	case path.LimitConcrete:
		return "options did not become symbolic: " + l.Message
	}
	return l.String()
}

// remedy says what to do about a limit.
func (s *Study) remedy(l path.Limit) string {
	switch l.Kind {
	case path.LimitInterrupted:
		return "explore again with the same flags, which continues"
	case path.LimitConcrete:
		return "see symbolic.after in subject.toml"
	case path.LimitMissing:
		return "the file that was imported lacks them"
	case path.LimitBudget:
		for _, flag := range [][2]string{{"instructions", "--limit-steps"}, {"paths", "--limit-paths"}, {"bytes of heap", "--limit-memory"}} {
			if strings.Contains(l.Message, flag[0]) {
				return "explore with a higher " + flag[1]
			}
		}
	}
	return "confcov report " + s.name + " --all says where"
}

// text says what the cause is, in which tests.
func (c *Cause) text() string {
	if len(c.Tests) == 0 {
		return c.What
	}
	return fmt.Sprintf("%s (%s %s)", c.What, strings.SplitN(many(len(c.Tests), "test"), " ", 2)[1], strings.Join(few(c.Tests, 2), ", "))
}

// maxCauses is how many causes are told.
const maxCauses = 3

// CausesText says why the study is not exact, in some lines; "" if it is.
func (s *Study) CausesText(l Layout) string {
	if s.Exact() {
		return ""
	}
	lines := l.wrap("incomplete: numbers marked ≥, ≤ or ~ may still change", 2)
	causes := s.Causes()
	for _, c := range causes[:min(len(causes), maxCauses)] {
		text := c.text()
		if c.Remedy != "" {
			text += ": " + c.Remedy
		}
		for i, line := range Wrap(text, l.Width-4) {
			lines = append(lines, strings.Repeat(" ", 2+2*min(i, 1))+line)
		}
	}
	if n := len(causes) - maxCauses; n > 0 {
		lines = append(lines, fmt.Sprintf("  and %s; confcov report %s --all lists all", strings.Replace(many(n, "cause"), " ", " more ", 1), s.name))
	}
	return strings.Join(lines, "\n")
}
