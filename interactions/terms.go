package interactions

// This file keeps each conjunction of settings once, under a number: thousands of conditions can have the same
// thousands of minimal settings.

import (
	"slices"

	"github.com/confcov/confcov/subjects/confspace"
)

// term stands for a conjunction of settings. Equal conjunctions are equal terms.
type term int32

// noSettings is the empty conjunction.
const noSettings term = 0

// terms numbers conjunctions.
type terms struct {
	settings []confspace.Settings // by term
	index    map[extended]term
}

// extended is a term with a setting before it.
type extended struct {
	first confspace.Setting
	rest  term
}

func newTerms() terms {
	return terms{settings: []confspace.Settings{nil}, index: map[extended]term{}}
}

// with returns t and the option's value; the option comes before those of t.
func (ts *terms) with(option int, value int64, t term) term {
	k := extended{confspace.Setting{Option: option, Value: value}, t}
	n, ok := ts.index[k]
	if !ok {
		n = term(len(ts.settings))
		ts.index[k] = n
		s := make(confspace.Settings, 0, len(ts.settings[t])+1)
		ts.settings = append(ts.settings, append(append(s, k.first), ts.settings[t]...))
	}
	return n
}

// add returns the term of some settings.
func (ts *terms) add(s confspace.Settings) term {
	t := noSettings
	for i := len(s) - 1; i >= 0; i-- {
		t = ts.with(s[i].Option, s[i].Value, t)
	}
	return t
}

// compare orders terms as Settings.Compare does.
func (ts *terms) compare(a, b term) int {
	if a == b {
		return 0
	}
	return ts.settings[a].Compare(ts.settings[b])
}

func (ts *terms) sort(list []term) {
	if !slices.IsSortedFunc(list, ts.compare) {
		slices.SortFunc(list, ts.compare)
	}
}

// minimal removes from list, which is sorted, what contains another member.
func (ts *terms) minimal(list []term) []term {
	list = slices.Compact(list)
	if len(list) < 2 {
		return list
	}
	if list[0] == noSettings {
		return list[:1]
	}
	// A kept member is looked up under each of its settings' first one.
	byFirst := map[confspace.Setting][]confspace.Settings{}
	var out []term
	for _, x := range list {
		s := ts.settings[x]
		redundant := slices.ContainsFunc(s, func(y confspace.Setting) bool {
			return slices.ContainsFunc(byFirst[y], func(t confspace.Settings) bool { return len(t) < len(s) && s.Contains(t) })
		})
		if !redundant {
			byFirst[s[0]] = append(byFirst[s[0]], s)
			out = append(out, x)
		}
	}
	return out
}
