package page

// This file has what templates call.

import (
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

var functions = template.FuncMap{
	"pages": func() any { return pages },
	"scripts": func() []string {
		return []string{"core", "relation", "model", "panel", "details", "tables", "search", "graph"}
	},
	"fragment":  func(list []Setting) template.URL { return fragment(list, false) },
	"config":    func(list []Setting) template.URL { return fragment(list, true) },
	"power":     power,
	"filename":  FileName,
	"percent":   percentOf,
	"thousands": thousands,
	"share":     share,
	"first":     first,
	"limit":     limit,
	"uncovered": uncovered,
	"shown":     func(list []Interaction) int { return min(len(list), maxInteractions) },
	"deciding":  deciding,
	"byWeight":  byWeight,
	"title":     title,
	"rowclass":  func(s State) string { return [...]string{Nothing: "", Always: "a", Some: "s", Never: "n"}[s] },
	"segments":  segments,
	"add":       func(a, b int) int { return a + b },
	"less":      func(a, b int) int { return a - b },
	"firstSet":  func(list []CoveringSet) []CoveringSet { return list[:min(1, len(list))] },
}

// fragment returns what follows the # of an address that sets options, and all others to their defaults.
func fragment(list []Setting, defaults bool) template.URL {
	var parts, out []string
	escape := func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
	for _, s := range list {
		parts = append(parts, escape(s.Option)+"="+escape(s.Value))
	}
	if len(parts) > 0 {
		out = append(out, "set="+strings.Join(parts, ","))
	}
	if defaults {
		out = append(out, "else=defaults")
	}
	return template.URL(strings.Join(out, "&")) // escaped above
}

// share returns n of total in per cent, for the width of a bar.
func share(n, total int) string {
	if total == 0 {
		return "0"
	}
	return strconv.FormatFloat(100*float64(n)/float64(total), 'f', 2, 64)
}

// percentOf returns n of total in per cent, for people.
func percentOf(n, total int) string {
	if total == 0 {
		return "–"
	}
	p := 100 * float64(n) / float64(total)
	switch {
	case n < total && p >= 99.95:
		return ">99.9%"
	case n > 0 && p < 0.05:
		return "<0.1%"
	}
	return strconv.FormatFloat(p, 'f', 1, 64) + "%"
}

// thousands writes a number with a comma between groups of three digits.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// first returns the first n of a list of settings.
func first(n int, list []Setting) []Setting { return list[:min(n, len(list))] }

// maxRows is how many rows of a table are shown at once: scripts show the others on request.
const maxRows = 100

func limit() int { return maxRows }

// byWeight returns the options, those first that decide most elements of the first criterion.
func byWeight(r *Report) []Option {
	out := slices.Clone(r.Options)
	slices.SortStableFunc(out, func(a, b Option) int {
		if len(a.Decides) == 0 {
			return 0
		}
		return b.Decides[0] - a.Decides[0]
	})
	return out
}

// deciding returns at most n of the options that decide most elements of the first criterion.
func deciding(n int, r *Report) []Option {
	out := byWeight(r)
	out = out[:min(n, len(out))]
	return slices.DeleteFunc(out, func(o Option) bool { return len(o.Decides) == 0 || o.Decides[0] == 0 })
}

// uncovered returns at most n of the files that have most elements of the first criterion which nothing covers.
func uncovered(n int, r *Report) []File {
	out := slices.Clone(r.Files)
	out = slices.DeleteFunc(out, func(f File) bool { return len(f.Counts) == 0 || f.Counts[0].Covered == f.Counts[0].Total })
	slices.SortStableFunc(out, func(a, b File) int {
		return b.Counts[0].Total - b.Counts[0].Covered - a.Counts[0].Total + a.Counts[0].Covered
	})
	return out[:min(n, len(out))]
}

// title returns a word with a capital.
func title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// segments returns the parts of the bar of a file's coverage, as widths in per cent: always, else covered, never.
func segments(c Count) []template.CSS {
	var out []template.CSS
	for _, n := range []int{c.Always, c.Covered - c.Always, c.Total - c.Covered} {
		out = append(out, template.CSS(fmt.Sprintf("width:%s%%", share(n, c.Total)))) // a number
	}
	return out
}

// power writes "10^35" with the exponent raised.
func power(s string) template.HTML {
	text := template.HTMLEscapeString(s)
	i := strings.Index(text, "10^")
	if i < 0 {
		return template.HTML(text) // escaped above
	}
	i += len("10^")
	j := i
	for j < len(text) && '0' <= text[j] && text[j] <= '9' {
		j++
	}
	return template.HTML(text[:i-1] + "<sup>" + text[i:j] + "</sup>" + text[j:]) // escaped above
}
