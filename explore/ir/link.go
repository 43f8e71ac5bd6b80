package ir

// This file implements linking: which units and definitions a program
// consists of, and which definition each name means. The copying of
// definitions into the program is in link_copy.go.
//
// The rules are those of a static link with --gc-sections. All definitions of the main units are part
// of the program. Of the archive those members are taken that define a name which a
// definition in the program refers to and nothing taken so far defines; of a member only those
// definitions are kept that something refers to. Weak references take no member. Of
// several definitions of a name the strong one counts, then a tentative
// (common) one, then a weak one; two strong ones are an error. Where
// a member must be chosen among several, strong definitions come first, then
// the member's name decides: the result depends on neither the order of the units
// nor that of the archive.

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// LinkOptions says how to link.
type LinkOptions struct {
	Entry     string                 // the function where the program starts
	Keep      []string               // further names to take and keep though nothing refers to them
	Intrinsic func(name string) bool // functions that the engine performs itself: they take precedence over the archive's, not over those of main units; nil: none
	Override  map[string]string      // a reference to the key is one to the value
}

// definition is a symbol of a unit that the linker knows by its place.
type definition struct {
	unit int // index into linker.units
	sym  int32
}

// linker is the state of one link.
type linker struct {
	opts    LinkOptions
	units   []*Unit // main units, then members taken, by time of taking
	main    int     // how many of units are main units
	refs    [][][]int32
	table   map[string]definition // definitions of names with linkage
	members map[string][]*Unit    // members of the archive that define the name, best first
	taken   map[*Unit]bool
	marked  map[definition]bool
	work    []definition
	names   map[string]bool // names referred to
	needed  map[string]bool // names referred to strongly
	errs    []error
}

// Link makes a program of all main units and those of the archive that are
// needed. The units are not changed and may be shared; the program shares with them
// only what is never written (initial bytes, lists of arguments).
func Link(main, archive []*Unit, opts LinkOptions) (*Program, error) {
	l := &linker{
		opts: opts, table: make(map[string]definition), members: make(map[string][]*Unit), taken: make(map[*Unit]bool),
		marked: make(map[definition]bool), names: make(map[string]bool), needed: make(map[string]bool),
	}
	l.index(sortedUnits(archive))
	for _, u := range sortedUnits(main) {
		l.take(u)
		l.main = len(l.units)
	}
	for i, u := range l.units {
		for s := range u.Symbols {
			if u.Symbols[s].Kind == SymFunc || u.Symbols[s].Kind == SymObject {
				l.mark(definition{i, int32(s)})
			}
		}
	}
	for _, name := range append([]string{opts.Entry}, opts.Keep...) {
		l.refer(name, false)
	}
	l.close()
	if len(l.errs) > 0 {
		return nil, errors.Join(l.errs...)
	}
	return l.program()
}

func sortedUnits(units []*Unit) []*Unit {
	units = slices.Clone(units)
	slices.SortStableFunc(units, func(a, b *Unit) int { return strings.Compare(a.Name, b.Name) })
	return units
}

// index notes which members define which names.
func (l *linker) index(archive []*Unit) {
	weak := make(map[string][]*Unit)
	for _, u := range archive {
		for i := range u.Symbols {
			s := &u.Symbols[i]
			switch {
			case s.Static || s.Kind != SymFunc && s.Kind != SymObject:
			case s.Weak || s.Common:
				weak[s.Name] = append(weak[s.Name], u)
			default:
				l.members[s.Name] = append(l.members[s.Name], u)
			}
		}
	}
	for name, units := range weak {
		l.members[name] = append(l.members[name], units...)
	}
}

// take makes u part of the program, with the names that it defines.
func (l *linker) take(u *Unit) {
	if l.taken[u] {
		return
	}
	l.taken[u] = true
	n := len(l.units)
	l.units = append(l.units, u)
	l.refs = append(l.refs, unitRefs(u))
	for i := range u.Symbols {
		s := &u.Symbols[i]
		if !s.Static && (s.Kind == SymFunc || s.Kind == SymObject) {
			l.define(s, definition{n, int32(i)})
		}
	}
}

// strength orders definitions of one name.
func (s *Symbol) strength() int {
	switch {
	case s.Weak:
		return 1
	case s.Common:
		return 2
	}
	return 3
}

func (l *linker) symbol(d definition) *Symbol { return &l.units[d.unit].Symbols[d.sym] }

func (l *linker) define(s *Symbol, d definition) {
	old, dup := l.table[s.Name]
	if dup {
		o := l.symbol(old)
		if o.strength() == 3 && s.strength() == 3 {
			if !l.intrinsic(s.Name) {
				l.errs = append(l.errs, fmt.Errorf("%s: %s is already defined at %s",
					l.place(d.unit, s.Pos), s.Name, l.place(old.unit, o.Pos)))
			}
			return
		}
		if o.strength() >= s.strength() {
			return
		}
	}
	l.table[s.Name] = d
	if l.names[s.Name] {
		l.mark(d)
	}
}

// place returns a position of a unit as text.
func (l *linker) place(unit int, pos Pos) string {
	u := l.units[unit]
	if !pos.IsValid() || int(pos.File) >= len(u.Files) {
		return u.Name
	}
	return fmt.Sprintf("%s:%d:%d", u.Files[pos.File].Name, pos.Line, pos.Col)
}

// intrinsic reports whether the name is one that the engine performs.
func (l *linker) intrinsic(name string) bool {
	if l.opts.Intrinsic == nil || !l.opts.Intrinsic(name) {
		return false
	}
	d, ok := l.table[name]
	return !ok || d.unit >= l.main
}

// mark makes a definition part of the program.
func (l *linker) mark(d definition) {
	if !l.marked[d] {
		l.marked[d] = true
		l.work = append(l.work, d)
	}
}

// refer notes a reference to a name with linkage.
func (l *linker) refer(name string, weak bool) {
	name = l.override(name)
	l.names[name] = true
	if l.intrinsic(name) {
		return
	}
	if d, ok := l.table[name]; ok {
		l.mark(d)
	}
	if !weak {
		l.needed[name] = true
	}
}

func (l *linker) override(name string) string {
	if to, ok := l.opts.Override[name]; ok {
		return to
	}
	return name
}

// close follows references and takes members until nothing is missing that the archive has.
func (l *linker) close() {
	for {
		for len(l.work) > 0 {
			d := l.work[len(l.work)-1]
			l.work = l.work[:len(l.work)-1]
			if l.symbol(d).Alias != "" {
				if r := l.target(d); r.intrinsic == "" && !r.missing {
					l.mark(r.def)
				}
				continue
			}
			for _, r := range l.refs[d.unit][d.sym] {
				l.follow(definition{d.unit, r})
			}
		}
		u := l.wanted()
		if u == nil {
			return
		}
		l.take(u)
	}
}

// follow notes a reference to a symbol of a unit.
func (l *linker) follow(d definition) {
	s := l.symbol(d)
	switch {
	case s.Static:
		l.mark(d)
		return
	case s.Kind == SymIntrinsic:
		return
	}
	l.refer(s.Name, s.Kind == SymUndefined && s.Weak)
}

// wanted returns the next member to take; nil: none. It is that for the first, in the
// order of names, of the names that are missing.
func (l *linker) wanted() *Unit {
	var first string
	for name := range l.needed {
		if _, defined := l.table[name]; defined || l.intrinsic(name) || len(l.members[name]) == 0 {
			delete(l.needed, name) // settled, or missing for good: the copier says where it is used
		} else if first == "" || name < first {
			first = name
		}
	}
	if first == "" {
		return nil
	}
	return l.members[first][0]
}

// unitRefs returns, for each symbol of the unit, the symbols that its definition refers to.
func unitRefs(u *Unit) [][]int32 {
	refs := make([][]int32, len(u.Symbols))
	seen := make([]int, len(u.Symbols))
	for i := range u.Symbols {
		s := &u.Symbols[i]
		add := func(sym int32) {
			if sym >= 0 && int(sym) < len(u.Symbols) && seen[sym] != i+1 {
				seen[sym] = i + 1
				refs[i] = append(refs[i], sym)
			}
		}
		switch {
		case s.Alias != "": // target knows
		case s.Kind == SymObject && s.Global != nil:
			for _, r := range s.Global.Relocs {
				add(r.Sym)
			}
		case s.Kind == SymFunc && s.Func != nil:
			for _, b := range s.Func.Blocks {
				for j := range b.Instrs {
					if in := &b.Instrs[j]; in.Op == OpSymAddr || in.Op == OpCall {
						add(in.Sym)
					}
				}
			}
		}
	}
	return refs
}

// resolved is what a symbol of a unit means in the program.
type resolved struct {
	def       definition
	intrinsic string // not "": this intrinsic
	null      bool   // a weak symbol that nothing defines
	missing   bool   // a symbol that nothing defines
}

// resolve returns what symbol d means.
func (l *linker) resolve(d definition) resolved {
	s := l.symbol(d)
	if s.Static {
		return l.target(d)
	}
	name := l.override(s.Name)
	if l.intrinsic(name) {
		return resolved{intrinsic: name}
	}
	if def, ok := l.table[name]; ok {
		return l.target(def)
	}
	switch {
	case s.Kind == SymIntrinsic:
		return resolved{intrinsic: name}
	case s.Kind == SymUndefined && s.Weak:
		return resolved{null: true}
	}
	return resolved{missing: true}
}

// target follows an alias to its definition, which is one of the same unit
// whatever other units define.
func (l *linker) target(d definition) resolved {
	s := l.symbol(d)
	if s.Alias == "" {
		return resolved{def: d}
	}
	t := aliasTarget(l.units[d.unit].Symbols, s)
	if t < 0 {
		return resolved{missing: true}
	}
	if d.unit >= l.main && !l.units[d.unit].Symbols[t].Static {
		if name := l.units[d.unit].Symbols[t].Name; l.intrinsic(name) {
			return resolved{intrinsic: name}
		}
	}
	return resolved{def: definition{d.unit, int32(t)}}
}

// kept returns the definitions that the program consists of, in the order of
// its symbols: those that main units define or that are referred to, exactly.
func (l *linker) kept() ([]definition, map[string]bool) {
	keep, intrinsics := make(map[definition]bool), make(map[string]bool)
	var work []definition
	add := func(r resolved) {
		switch {
		case r.intrinsic != "":
			intrinsics[r.intrinsic] = true
		case r.null || r.missing:
		case !keep[r.def]:
			keep[r.def] = true
			work = append(work, r.def)
		}
	}
	for i := range l.main {
		for s := range l.units[i].Symbols {
			sym := &l.units[i].Symbols[s]
			if d := (definition{i, int32(s)}); sym.Alias == "" && (sym.Kind == SymFunc || sym.Kind == SymObject) &&
				(sym.Static || l.table[sym.Name] == d) {
				add(resolved{def: d})
			}
		}
	}
	for _, name := range append([]string{l.opts.Entry}, l.opts.Keep...) {
		if d, ok := l.table[l.override(name)]; ok {
			add(l.target(d))
		}
	}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		for _, r := range l.refs[d.unit][d.sym] {
			add(l.resolve(definition{d.unit, r}))
		}
	}
	order := slices.SortedFunc(maps.Keys(keep), func(a, b definition) int {
		return cmp.Or(cmp.Compare(min(a.unit, l.main), min(b.unit, l.main)),
			strings.Compare(l.units[a.unit].Name, l.units[b.unit].Name), a.unit-b.unit, int(a.sym-b.sym))
	})
	return order, intrinsics
}
