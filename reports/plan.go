package reports

// This file makes plans: the configurations to test, with what each of them adds, and prints them on one screen.

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	coversets "github.com/confcov/confcov/cover-sets"
	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// PlanOptions says which configurations to plan.
type PlanOptions struct {
	Context context.Context
	Max     int     // at most so many configurations; 0: as many as it takes
	Prices  []int64 // by option: what a value other than the default costs; nil: nothing costs anything
}

// Plan is configurations to test.
type Plan struct {
	Criterion      coverage.Criterion
	Configurations []confspace.Configuration // the one that adds most first
	Adds           []int                     // by configuration: the elements that no one before covers

	Reachable int // elements that any configuration covers
	Had       int // of these, those that configurations cover which are there anyway
	Allowed   int // of these, those that they or configurations that may be chosen cover
	Covered   int // of these, those that they or Configurations cover
	Most      int // no plan of as many configurations covers more
	Least     int // no plan of fewer configurations covers Allowed
	Why       string

	Costs []int64 // by configuration; nil: nothing costs anything
	Floor int64   // no plan of as many configurations that covers as much costs less
}

// Plan chooses configurations for a criterion.
func (s *Study) Plan(r *Result, opts PlanOptions) (*Plan, error) {
	p := &Plan{Criterion: r.Criterion, Reachable: r.Total.Covered(), Least: r.Exact.Proof.Lower, Why: s.Proof(r.Exact)}
	if s.whole != nil {
		for _, k := range s.whole.kept {
			if k.total.Criterion == r.Criterion {
				p.Reachable = k.total.Covered()
				p.Had = coveredBy(k.total, s.have)
			}
		}
	}
	p.Allowed = p.Had + r.Total.Covered()
	exact := r.Exact.Configurations()
	req := coversets.Request{Context: opts.Context, Size: len(exact), All: true, Prices: opts.Prices, Start: exact}
	if opts.Max > 0 && opts.Max < len(exact) {
		req.Size, req.All, req.Start = opts.Max, false, exact[:opts.Max]
	}
	if req.All && opts.Prices == nil {
		p.Configurations, p.Most = exact, p.Allowed
		p.Adds = addedBy(r.Total, exact)
		p.Covered = p.Allowed
		return p, nil
	}
	c, err := coversets.Choose(r.Total, req)
	if err != nil {
		return nil, err
	}
	for _, mb := range c.Members {
		p.Configurations, p.Adds = append(p.Configurations, mb.Configuration), append(p.Adds, mb.Adds)
		if opts.Prices != nil {
			p.Costs = append(p.Costs, mb.Cost)
		}
	}
	p.Covered, p.Most, p.Floor = p.Had+c.Covered, p.Had+c.Most, c.Floor
	return p, nil
}

// addedBy returns how many elements each configuration covers that none before does.
func addedBy(t *coverage.Total, configurations []confspace.Configuration) []int {
	adds := make([]int, len(configurations))
	for k := range t.Classes {
		if i := slices.IndexFunc(configurations, func(c confspace.Configuration) bool { return t.Sets.Contains(t.Classes[k].Any, c) }); i >= 0 {
			adds[i] += len(t.Classes[k].Elements)
		}
	}
	return adds
}

// coveredBy returns how many elements some of the configurations cover.
func coveredBy(t *coverage.Total, configurations []confspace.Configuration) int {
	n := 0
	for _, k := range addedBy(t, configurations) {
		n += k
	}
	return n
}

// cost returns the sum of the costs.
func (p *Plan) cost() int64 {
	sum := int64(0)
	for _, n := range p.Costs {
		sum += n
	}
	return sum
}

// percentOf returns the cell of the percentage that n elements are of those that any configuration covers.
func (p *Plan) percentOf(n int) Percent {
	return Percent(coverage.Count{Covered: n, Total: p.Reachable}.Percent())
}

// Plans returns the configurations of plans.
func (s *Study) Plans(plans []*Plan) *Table {
	t := &Table{
		Name: "plan", Title: "Configurations to test",
		Columns: []Column{
			{"criterion", "Criterion"},
			{"number", "No."},
			{"adds", "Adds"},
			{"covered", "Covered"},
			{"percent", "% of reachable"},
			{"cost", "Cost"},
			{"settings", "Instead of defaults"},
			{"configuration", ""},
		},
		Notes: s.notes(),
	}
	for _, p := range plans {
		sum := p.Had
		for i, c := range p.Configurations {
			sum += p.Adds[i]
			var cost any
			if p.Costs != nil {
				cost = p.Costs[i]
			}
			t.Rows = append(t.Rows, []any{
				p.Criterion.String(), i + 1, s.bounded(p.Adds[i], MoreOrFewer), s.bounded(sum, AtLeast), s.bounded(p.percentOf(sum), MoreOrFewer), cost,
				cmp.Or(s.Space.FormatSettings(s.Space.Difference(c)), "(the defaults)"), s.Space.FormatConfiguration(c),
			})
		}
		t.Notes = append(t.Notes, p.Criterion.String()+": "+s.claims(p)+".")
		if p.Why != "" && len(p.Configurations) >= p.Least {
			t.Notes = append(t.Notes, p.Why)
		}
	}
	return t
}

// claims says in words what a plan covers and costs, and how far that is known to be the best.
func (s *Study) claims(p *Plan) string {
	what := p.Criterion.String() + "s"
	var parts []string
	count := fmt.Sprintf("%s of %s", thousands(fmt.Sprint(p.Covered)), thousands(fmt.Sprint(p.Reachable)))
	n := len(p.Configurations)
	reach := "reach"
	if n == 1 {
		reach = "reaches"
	}
	who := many(n, "configuration")
	if p.Had > 0 {
		who = strings.Replace(who, " ", " more ", 1) // and those that are given
	}
	all := "all " + thousands(fmt.Sprint(p.Allowed)) + " " + what
	if s.whole != nil && p.Allowed < p.Reachable {
		all = fmt.Sprintf("%s of %s %s, all that is allowed", thousands(fmt.Sprint(p.Allowed)), thousands(fmt.Sprint(p.Reachable)), what)
	}
	switch {
	case p.Reachable == 0:
		return s.nothing(what)
	case n == 0 && p.Had == 0 && !s.Exact():
		return fmt.Sprintf("no configuration that is allowed is known to reach any of the %s %s", thousands(fmt.Sprint(p.Reachable)), what)
	case n == 0 && p.Had == 0:
		return fmt.Sprintf("no configuration that is allowed reaches any of the %s %s", thousands(fmt.Sprint(p.Reachable)), what)
	case n == 0 && !s.Exact():
		return fmt.Sprintf("the given configurations reach %s, and none is known to reach more", all)
	case n == 0:
		return fmt.Sprintf("the given configurations reach %s, and no other reaches more", all)
	case p.Covered < p.Allowed && p.Had > 0:
		parts = append(parts, fmt.Sprintf("with %s, %s %s are reached", who, count, what))
	case p.Covered < p.Allowed:
		parts = append(parts, fmt.Sprintf("%s %s %s %s", who, reach, count, what))
	case p.Had > 0:
		parts = append(parts, fmt.Sprintf("%s %s the rest (%s)", who, reach, all))
	default:
		parts = append(parts, fmt.Sprintf("%s %s %s", who, reach, all))
	}
	switch {
	case !s.Exact():
		parts = append(parts, "as far as is known")
	case p.Covered < p.Allowed && p.Most == p.Covered:
		parts = append(parts, "no others reach more")
	case p.Covered < p.Allowed:
		parts = append(parts, fmt.Sprintf("no others more than %s", thousands(fmt.Sprint(p.Most))))
	case n > 1 && p.Least == n:
		parts = append(parts, "fewer do not")
	case n > p.Least:
		parts = append(parts, fmt.Sprintf("at least %d are needed", p.Least))
	}
	text := strings.Join(parts, ", ")
	if p.Costs == nil {
		return text
	}
	cost := p.cost()
	switch {
	case !s.Exact():
		return fmt.Sprintf("%s. Total cost: %d", text, cost)
	case p.Floor == cost:
		return fmt.Sprintf("%s. Total cost: %d, the least possible", text, cost)
	case p.Floor > 0:
		return fmt.Sprintf("%s. Total cost: %d; the least possible is at least %d", text, cost, p.Floor)
	}
	return fmt.Sprintf("%s. Total cost: %d, which may not be the least", text, cost)
}

// nothing says that nothing of a kind is reached.
func (s *Study) nothing(what string) string {
	if !s.Exact() {
		return fmt.Sprintf("no %s are known to be reached, since exploration is incomplete", what)
	}
	return fmt.Sprintf("no configuration reaches any %s", what)
}

// planLines is how many lines the text of plans has at most.
const planLines = 40

// WritePlans writes plans for people: the first one configuration by configuration, and what the others come to. Further lines say what to do next.
func (s *Study) WritePlans(w io.Writer, l Layout, plans []*Plan, all bool, next [][2]string) error {
	if l.Width <= 0 || l.Width > 100 {
		l.Width = 80
	}
	a := &answer{s: s, l: l}
	if !s.Exact() {
		a.incomplete()
	}
	if !slices.ContainsFunc(plans, func(p *Plan) bool { return p.Reachable > 0 }) {
		a.text(a.l.Bold, capital(s.nothing("lines or other elements"))+".")
		plans = nil
	}
	for i, p := range plans {
		if i > 0 {
			a.add("")
		}
		lines := planLines - len(next) - 10 // for the proof and the other plans
		if all {
			lines = len(p.Configurations)
		}
		if i == 0 || all {
			a.plan(p, lines)
		}
		if !all && len(plans) > 1 {
			a.others(plans[1:])
			break
		}
	}
	if len(next) > 0 {
		a.add("")
		a.commands(next)
	}
	_, err := io.WriteString(w, strings.Join(a.lines, "\n")+"\n")
	return err
}

// plan writes one plan, of which at most so many configurations.
func (a *answer) plan(p *Plan, most int) {
	s := a.s
	a.text(a.l.Bold, capital(s.claims(p))+".")
	if len(p.Configurations) == 0 {
		return
	}
	cost := ""
	if p.Costs != nil {
		cost = "   cost"
	}
	if p.Had > 0 {
		a.add("Given: %s, %s.", many(len(s.have), "configuration"), p.percentOf(p.Had).text())
	}
	a.add("%s", a.l.Faint("  no.       %    adds"+cost+"  instead of defaults"))
	shown := len(p.Configurations)
	if shown > most {
		shown = most - 1
	}
	sum := p.Had
	for i, c := range p.Configurations[:shown] {
		sum += p.Adds[i]
		line := fmt.Sprintf("%5d %7s %7s", i+1, p.percentOf(sum).text(), "+"+thousands(fmt.Sprint(p.Adds[i])))
		if p.Costs != nil {
			line += fmt.Sprintf(" %6s", thousands(fmt.Sprint(p.Costs[i])))
		}
		a.add("%s  %s", line, s.shortSettings(s.Space.Difference(c), a.l.Width-len(line)-2))
	}
	if n := len(p.Configurations) - shown; n > 0 {
		a.add("      and %d more configurations for the rest: --all shows them.", n)
	}
	if p.Why != "" && p.Covered == p.Allowed && s.Exact() && len(p.Configurations) > 1 {
		a.list("Proof:", strings.TrimPrefix(p.Why, p.Criterion.String()+": "), 3)
	}
	if r := s.Result(p.Criterion); p.Costs == nil && p.Covered == p.Allowed && len(r.Greedy.Members) > len(p.Configurations) {
		a.add("Greedy packing, as in the dissertation, takes %d.", len(r.Greedy.Members))
	}
}

// others says how many configurations plans of other criteria take.
func (a *answer) others(plans []*Plan) {
	for _, p := range plans {
		a.list(p.Criterion.String()+"s:", a.s.claims(p)+".", 2)
	}
	if i := slices.IndexFunc(plans, func(p *Plan) bool { return len(p.Configurations) > 0 }); i >= 0 {
		a.add("--criterion %s lists those configurations, --all all of them.", plans[i].Criterion)
	}
}

// text adds a text that may take several lines.
func (a *answer) text(style func(string) string, text string) {
	for _, line := range Wrap(text, a.l.Width) {
		a.add("%s", style(line))
	}
}

// capital returns text with a capital first letter.
func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
