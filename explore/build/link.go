package build

// This file makes programs of lowered units: what subjects, and the random programs of crosscheck, have in common.

import (
	"context"
	"fmt"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/path"
)

// Lower compiles one C file in the given lowerings. text is its content; nil means that of the file.
func Lower(ctx context.Context, file string, text []byte, o *frontend.Options, modes ...path.Mode) (map[path.Mode]*ir.Unit, error) {
	source, err := frontend.Parse(ctx, file, text, o)
	if err != nil {
		return nil, err
	}
	units := map[path.Mode]*ir.Unit{}
	for _, m := range modes {
		if units[m], err = source.Lower(ctx, lowering(m)); err != nil {
			return nil, err
		}
	}
	return units, nil
}

// lowering returns the lowering that is explored in mode m.
func lowering(m path.Mode) ir.Lowering {
	switch m {
	case path.Expanded:
		return ir.Expanded
	case path.Both:
		return ir.Both
	}
	return ir.Merged
}

// Linked are the programs of one or several lowerings.
type Linked struct {
	Programs map[path.Mode]*ir.Program
	members  []*ir.Unit // of the library; all lowerings refer to the same
}

// Link makes programs of the units of each lowering and the C library.
func Link(ctx context.Context, library *libc.Archive, units map[path.Mode][]*ir.Unit) (*Linked, error) {
	l := &Linked{Programs: map[path.Mode]*ir.Program{}}
	for _, m := range path.Modes() {
		main := units[m]
		if main == nil {
			continue
		}
		var err error
		if l.members == nil {
			if l.members, err = library.Units(ctx, main); err != nil {
				return nil, err
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if l.Programs[m], err = ir.Link(main, l.members, libc.LinkOptions(main)); err != nil {
			return nil, &LinkError{err}
		}
	}
	return l, nil
}

// excludeUnreferred takes functions that nothing in the program refers to out of the universe of coverage. Which these are does not depend on the lowering: path.Both is
// asked, which all programs have.
func (l *Linked) excludeUnreferred() {
	type function struct{ unit, name string }
	unused := map[function]bool{}
	both := l.Programs[path.Both]
	for i, is := range both.Unreferred() {
		unused[function{both.Units[i], both.Symbols[i].Name}] = is
	}
	for _, p := range l.Programs {
		for i := range p.Symbols {
			if s := &p.Symbols[i]; s.Kind == ir.SymFunc && unused[function{p.Units[i], s.Name}] {
				s.Func.Subject = false
			}
		}
	}
}

// LinkError says that units do not make a program.
type LinkError struct{ Err error }

func (e *LinkError) Error() string { return "link: " + e.Err.Error() }
func (e *LinkError) Unwrap() error { return e.Err }

// Load numbers the elements of linked programs and makes them ready to run. ctx ends it between its steps, which
// are short.
func (l *Linked) Load(ctx context.Context, points []explore.Point) (*coverage.Universe, map[path.Mode]*explore.Program, error) {
	u, err := explore.NewUniverse(l.Programs)
	if err != nil {
		return nil, nil, err
	}
	loaded := map[path.Mode]*explore.Program{}
	for m, p := range l.Programs {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if loaded[m], err = explore.Load(p, u, points); err != nil {
			return nil, nil, fmt.Errorf("load: %w", err)
		}
	}
	return u, loaded, nil
}
