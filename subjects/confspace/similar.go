package confspace

// This file finds what somebody who misspelt a name may have meant.

import (
	"fmt"
	"slices"
	"strings"
)

// Similar returns those of names that are most like name, the likest first; none if nothing is.
func Similar(name string, names []string) []string {
	type candidate struct {
		name string
		far  int
	}
	var list []candidate
	plain := plainName(name)
	for _, n := range names {
		p := plainName(n)
		far := distance(plain, p)
		within := len(plain) > 2 && (strings.Contains(p, plain) || len(p) > 2 && strings.Contains(plain, p))
		switch {
		case far <= max(1, min(len(plain), len(p))/4) && far < min(len(plain), len(p)): // not all of it
		case within:
			far = max(len(plain), len(p))
		default:
			continue
		}
		list = append(list, candidate{n, far})
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return a.far - b.far })
	var out []string
	for _, c := range list[:min(len(list), maxSimilar)] {
		out = append(out, c.name)
	}
	return out
}

// maxSimilar is how many similar names are told.
const maxSimilar = 3

// DidYouMean returns "; did you mean a or b?", "" if none of names is like name.
func DidYouMean(name string, names []string) string {
	list := Similar(name, names)
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", strings.Join(list, " or "))
}

// plainName drops what people confuse: case and separators.
func plainName(name string) string {
	return strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name))
}

// distance returns in how many bytes a and b differ: how many are added, removed, replaced or exchanged with their neighbour (the optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
