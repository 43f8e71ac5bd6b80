package reports

// This file writes interactions as appendix B of the dissertation does: a setting a=1, settings that belong together a=1:b=0. Settings with the same
// neighbours, which are in the same interactions but for themselves, are written once: values of one option as a={0,1}, several settings as {a=1,b={0,1}}. So a
// row stands for an interaction for each choice.

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// AppendixB writes all interactions of a criterion, those of the fewest settings first.
func (s *Study) AppendixB(w io.Writer, c coverage.Criterion) error {
	r := s.Result(c)
	if r == nil || r.Analysis == nil {
		return fmt.Errorf("interactions: %s coverage was not analysed", c)
	}
	var list []confspace.Settings
	for i := range r.Analysis.Interactions {
		if x := r.Analysis.Interactions[i].Settings; len(x) > 0 {
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b confspace.Settings) int { return len(a) - len(b) })
	b := bufio.NewWriter(w)
	for i, row := range mergeRows(s.Space, list) {
		if i > 0 && row.strength > row.before {
			b.WriteByte('\n')
		}
		b.WriteString(row.text + "\n")
	}
	return b.Flush()
}

// mergedRow is a row of appendix B.
type mergedRow struct {
	text     string
	strength int
	before   int // strength of the row before
}

// mergeRows returns the rows for interactions, in their order.
func mergeRows(space *confspace.Space, list []confspace.Settings) []mergedRow {
	classes := neighbourClasses(space, list)
	var rows []mergedRow
	seen := map[string]bool{}
	before := 0
	for _, x := range list {
		var at []neighbours
		for i := range x {
			at = append(at, classes[x[i]])
		}
		slices.SortFunc(at, func(a, b neighbours) int { return a.number - b.number })
		var parts []string
		for _, n := range at {
			parts = append(parts, n.text)
		}
		text := strings.Join(parts, ":")
		if seen[text] {
			continue
		}
		seen[text] = true
		rows = append(rows, mergedRow{text, len(x), before})
		before = len(x)
	}
	return rows
}

// neighbours is settings that are in the same interactions, but for themselves.
type neighbours struct {
	number int // in the order of the first of them
	text   string
}

// neighbourClasses returns, for each setting, those that are in the same interactions as it.
func neighbourClasses(space *confspace.Space, list []confspace.Settings) map[confspace.Setting]neighbours {
	rests := map[string]int{}
	in := map[confspace.Setting][]int{}
	var order confspace.Settings
	for _, x := range list {
		for i := range x {
			rest := space.FormatSettings(slices.Delete(slices.Clone(x), i, i+1))
			id, ok := rests[rest]
			if !ok {
				id = len(rests)
				rests[rest] = id
			}
			if in[x[i]] == nil {
				order = append(order, x[i])
			}
			in[x[i]] = append(in[x[i]], id)
		}
	}
	slices.SortFunc(order, compareSettings)
	var classes []confspace.Settings
	index := map[string]int{}
	for _, x := range order {
		slices.Sort(in[x])
		key := fmt.Sprint(in[x])
		k, ok := index[key]
		if !ok {
			k = len(classes)
			index[key] = k
			classes = append(classes, nil)
		}
		classes[k] = append(classes[k], x)
	}
	out := map[confspace.Setting]neighbours{}
	for k, class := range classes {
		text := groupedText(space, class)
		for _, x := range class {
			out[x] = neighbours{k, text}
		}
	}
	return out
}

// groupedText writes settings with the same neighbours.
func groupedText(space *confspace.Space, list confspace.Settings) string {
	var parts []string
	for i := 0; i < len(list); {
		opt := &space.Options[list[i].Option]
		var values []string
		for ; i < len(list) && &space.Options[list[i].Option] == opt; i++ {
			values = append(values, opt.Domain.FormatValue(list[i].Value))
		}
		text := opt.Name + "=" + values[0]
		if len(values) > 1 {
			text = opt.Name + "={" + strings.Join(values, ",") + "}"
		}
		parts = append(parts, text)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "{" + strings.Join(parts, ",") + "}"
}
