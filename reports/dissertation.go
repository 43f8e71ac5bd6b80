package reports

// This file holds what the dissertation says of its own study, so that others can be laid beside it.

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
)

// dissertationJSON has the numbers by table and figure, "conditions" being called outcomes as everywhere here.
//
//go:embed dissertation.json
var dissertationJSON []byte

// published is what the dissertation says.
type published struct {
	Source string `json:"source"`
	Cost   struct {
		Section  string `json:"section"`
		Machines int    `json:"machines"`
		Weeks    int    `json:"weeks"`
		What     string `json:"what"`
	} `json:"cost"`
	Subjects []publishedSubject `json:"subjects"`
}

// publishedSubject is what it says of one subject. Maps are by criterion or, where the dissertation tells these two apart, by mode.
type publishedSubject struct {
	Name    string `json:"name"`
	Version string `json:"version"`

	Statistics   map[string]int   `json:"table 4.2"`
	Summary      publishedSummary `json:"table 4.3"`
	Strengths    map[string][]int `json:"table 4.4"` // number of interactions with 1, 2, ... settings
	Sets         map[string][]int `json:"table 4.5"` // what each configuration adds
	Guaranteed   publishedCurves  `json:"figure 4.5"`
	Interactions []string         `json:"appendix B"` // of line coverage, after the figures' numbers, in their notation
	Options      []string         `json:"figure B.8"` // an asterisk: nothing branches on it

	// Today has the settings that mean the same in current releases, where these are others, by setting. It is not the dissertation's.
	Today map[string][]string `json:"today"`
}

type publishedSummary struct {
	Percent      map[string]int `json:"percent"`
	Examined     map[string]int `json:"examined"`
	Paths        map[string]int `json:"paths"`
	Average      map[string]int `json:"average"`
	Combinations int64          `json:"combinations"`
}

// publishedCurves is how many elements at most 0, 1, 2, ... settings guarantee. The figure is a plot without numbers; these are from elsewhere.
type publishedCurves struct {
	Line []int  `json:"line"`
	From string `json:"from"`
}

// dissertation returns what the dissertation says.
var dissertation = sync.OnceValue(func() *published {
	p := &published{}
	if err := json.Unmarshal(dissertationJSON, p); err != nil {
		panic("BUG: dissertation.json: " + err.Error())
	}
	return p
})

// of returns what is said of a subject, whichever release it is; nil if nothing is.
func (p *published) of(name string) *publishedSubject {
	name, _, _ = strings.Cut(strings.ToLower(name), "-")
	i := slices.IndexFunc(p.Subjects, func(s publishedSubject) bool { return strings.ToLower(s.Name) == name })
	if i < 0 {
		return nil
	}
	return &p.Subjects[i]
}

// release returns "vsftpd 2.0.7".
func (s *publishedSubject) release() string { return s.Name + " " + s.Version }

// optionNames returns the options without asterisks.
func (s *publishedSubject) optionNames() []string {
	var names []string
	for _, o := range s.Options {
		names = append(names, strings.TrimSuffix(o, "*"))
	}
	return names
}

// todayNames returns the options of current releases that are called otherwise.
func (s *publishedSubject) todayNames() []string {
	var names []string
	for _, list := range s.Today {
		for _, setting := range list {
			name, _, _ := strings.Cut(setting, "=")
			names = append(names, name)
		}
	}
	return names
}

// todayName returns what an option is called in current releases if that is something else, else "".
func (s *publishedSubject) todayName(option string) string {
	for _, setting := range slices.Sorted(maps.Keys(s.Today)) {
		if name, _, _ := strings.Cut(setting, "="); name == option {
			today, _, _ := strings.Cut(s.Today[setting][0], "=")
			return today
		}
	}
	return ""
}

// todayText says which settings are others in a run, such as "NoDNS=0 with DNS=1".
func (s *publishedSubject) todayText(here *Study) string {
	var parts []string
	for _, setting := range slices.Sorted(maps.Keys(s.Today)) {
		if !here.possible(setting, nil) && here.possible(setting, s.Today) {
			parts = append(parts, setting+" with "+strings.Join(s.Today[setting], " or "))
		}
	}
	return strings.Join(parts, ", ")
}

// interactions returns the interactions one by one: each is its settings, sorted.
func (s *publishedSubject) interactions() [][]string {
	var all [][]string
	for _, row := range s.Interactions[1:] {
		all = append(all, expandRow(row)...)
	}
	return all
}

// expandRow returns the interactions that a row of appendix B stands for: a={0,1}:b=2 is a=0 with b=2, and a=1 with b=2.
func expandRow(row string) [][]string {
	all := [][]string{nil}
	for part := range strings.SplitSeq(row, ":") {
		name, values, _ := strings.Cut(part, "=")
		var next [][]string
		for _, head := range all {
			for v := range strings.SplitSeq(strings.Trim(values, "{}"), ",") {
				next = append(next, append(slices.Clone(head), name+"="+v))
			}
		}
		all = next
	}
	for _, x := range all {
		slices.Sort(x)
	}
	return all
}
