package ir

// This file finds symbols of programs by what users call them.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Find returns the definitions that a reference may mean: NAME, FILE:NAME or FILE:LINE:NAME, where FILE is a source file or one that it
// includes. A name with external linkage means nothing else.
func (p *Program) Find(reference string, kind SymbolKind) []int32 {
	parts := strings.Split(reference, ":")
	name := parts[len(parts)-1]
	var found []int32
	for i := range p.Symbols {
		s := &p.Symbols[i]
		if s.Kind != kind || !named(s, name) {
			continue
		}
		switch {
		case len(parts) == 1 && !s.Static:
			return []int32{int32(i)}
		case len(parts) > 1 && parts[0] != p.Files[s.Pos.File].Name && (p.Units == nil || parts[0] != p.Units[i]):
		case len(parts) > 2 && parts[1] != strconv.FormatUint(uint64(s.Pos.Line), 10):
		default:
			found = append(found, int32(i))
		}
	}
	if len(found) == 0 && len(parts) == 1 {
		if i, ok := p.Lookup(name); ok && p.Symbols[i].Kind == kind { // another name of it
			found = append(found, i)
		}
	}
	return found
}

// named reports whether s has a name in the source; objects in functions have numbers besides.
func named(s *Symbol, name string) bool {
	rest, ok := strings.CutPrefix(s.Name, name)
	if !ok || rest == "" {
		return ok
	}
	_, err := strconv.ParseUint(rest[1:], 10, 32)
	return rest[0] == '.' && err == nil && s.Static
}

// Place returns where symbol i is defined, as messages say it.
func (p *Program) Place(i int32) string {
	pos := p.Symbols[i].Pos
	return fmt.Sprintf("%s:%d", p.Files[pos.File].Name, pos.Line)
}

// Lookup returns the symbol with the name; of static ones, only if no other has it, the first.
func (p *Program) Lookup(name string) (int32, bool) {
	static := int32(-1)
	for i := range p.Symbols {
		if s := &p.Symbols[i]; s.Name == name {
			if !s.Static {
				return int32(i), true
			}
			if static < 0 {
				static = int32(i)
			}
		}
	}
	if i, ok := slices.BinarySearchFunc(p.Aliases, name, func(a Name, n string) int { return strings.Compare(a.Name, n) }); ok {
		return p.Aliases[i].Sym, true
	}
	return static, static >= 0
}
