package libc

// This file reads the index of the members' symbols. It is part of the
// repository (index.txt), since the source it describes is known by its checksum: so what
// a program needs is known before anything is compiled. A test makes it anew and compares.
//
// A line is a member's name, the names it defines (those defined weakly after
// "~"), and after "<" the names it needs.

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed index.txt
var indexText string

// index tells which member defines a name.
type index struct {
	members   map[string]memberNames
	definedIn map[string]string // the member with the best definition: strong first, then by the member's name
}

// memberNames are the names with external linkage in a member; each list is sorted.
type memberNames struct {
	defines []string
	weak    []string
	needs   []string
}

var embeddedIndex = sync.OnceValue(func() *index { return parseIndex(indexText) })

// Symbols returns all names that programs can be linked with, sorted.
func Symbols() []string {
	names := slices.Concat(slices.Collect(maps.Keys(embeddedIndex().definedIn)), slices.Collect(maps.Keys(Aliases())), intrinsics)
	slices.Sort(names)
	return slices.Compact(names)
}

func parseIndex(text string) *index {
	x := &index{members: map[string]memberNames{}, definedIn: map[string]string{}}
	weak := map[string]string{}
	better := func(m map[string]string, name, member string) {
		if old, ok := m[name]; !ok || member < old {
			m[name] = member
		}
	}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		var n memberNames
		list := &n.defines
		for _, w := range words[1:] {
			if w == "<" {
				list = &n.needs
			} else if rest, ok := strings.CutPrefix(w, "~"); ok {
				n.weak = append(n.weak, rest)
				better(weak, rest, words[0])
			} else {
				*list = append(*list, w)
				if list == &n.defines {
					better(x.definedIn, w, words[0])
				}
			}
		}
		x.members[words[0]] = n
	}
	for name, member := range weak {
		if _, strong := x.definedIn[name]; !strong {
			x.definedIn[name] = member
		}
	}
	return x
}
