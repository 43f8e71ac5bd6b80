package explore

// This file finds the functions and objects of a program that options refer to.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects/confspace"
)

// FindFunction returns the function that a reference means: NAME, FILE:NAME or FILE:LINE:NAME.
func FindFunction(p *ir.Program, reference string) (int32, error) {
	return find(p, reference, ir.SymFunc)
}

// find returns the one definition that a reference means.
func find(p *ir.Program, reference string, kind ir.SymbolKind) (int32, error) {
	found := p.Find(reference, kind)
	what := map[ir.SymbolKind]string{ir.SymFunc: "function", ir.SymObject: "object"}[kind]
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("the program has no %s %s", what, reference)
	case 1:
		return found[0], nil
	}
	name := reference[strings.LastIndexByte(reference, ':')+1:]
	var places []string
	for _, i := range found {
		places = append(places, p.Place(i))
	}
	such := places[0]
	if p.Units != nil && p.Units[found[0]] != p.Units[found[1]] {
		such = p.Units[found[0]] // a header's definition is in several units
	}
	return 0, fmt.Errorf("%s %s is ambiguous: it is defined in %s: want FILE:NAME or FILE:LINE:NAME, such as %q",
		what, reference, strings.Join(places, " and "), such+":"+name)
}

// Object is the C object of an option, or a part of one.
type Object struct {
	Symbol int32
	Offset uint64
	Parts  []ir.Part // the scalars there: one, or of a union several; none if the offset is in the middle of one. nil also where Typed is false
	Chars  uint64    // how many characters the array of char has from there on in which it is; 0: it is in none
	Typed  bool      // the program says the object's type
}

// FindObject returns the object that a reference means: NAME, FILE:NAME or FILE:LINE:NAME, each possibly followed by +OFFSET.
func FindObject(p *ir.Program, reference string) (Object, error) {
	name, rest, offset := strings.Cut(reference, "+")
	var o Object
	var err error
	if offset {
		if o.Offset, err = strconv.ParseUint(rest, 0, 32); err != nil {
			return o, fmt.Errorf("object %q: the offset is no number", reference)
		}
	}
	if o.Symbol, err = find(p, name, ir.SymObject); err != nil {
		return o, err
	}
	if text := p.Symbols[o.Symbol].Global.Type; text != "" {
		t, err := ir.ParseType(text)
		if err != nil {
			return o, fmt.Errorf("object %s: %w", name, err)
		}
		o.Parts, o.Chars, o.Typed = t.Parts(o.Offset), t.Chars(o.Offset), t.Kind != ir.TypeOther
	}
	return o, nil
}

// place is where an option's object lies.
type place struct {
	addr  uint64
	size  uint64
	array bool  // of characters, which hold a string
	err   error // the program has no such object
}

// places finds the objects of the options.
func places(p *Program, sp *confspace.Space) []place {
	out := make([]place, len(sp.Options))
	for i := range sp.Options {
		out[i] = placeOf(p, &sp.Options[i])
	}
	return out
}

func placeOf(p *Program, o *confspace.Option) place {
	object, err := p.object(o.Object)
	if err != nil {
		return place{err: fmt.Errorf("option %s: %w", o.Name, err)}
	}
	size, array := object.Size(o.Domain)
	if array && size > object.Chars {
		return place{err: fmt.Errorf("option %s: %s has room for %d characters, its strings need %d", o.Name, o.Object, object.Chars, size)}
	}
	has := p.IR.Symbols[object.Symbol].Global.Size
	if object.Offset+size > has {
		return place{err: fmt.Errorf("option %s: object %s has %d bytes, its domain needs %d at offset %d", o.Name, o.Object, has, size, object.Offset)}
	}
	return place{addr: ir.Address(object.Symbol) + object.Offset, size: size, array: array}
}

// Size returns how many bytes of the object an option with the domain needs. An option of strings is a pointer, where there is one, or else an array of
// characters, which has room for each string.
func (o *Object) Size(d confspace.Domain) (size uint64, array bool) {
	if d.Kind != confspace.DomainStrings {
		return uint64(d.Bits) / 8, false
	}
	if o.Chars == 0 || slices.ContainsFunc(o.Parts, func(p ir.Part) bool { return p.Type.Kind == ir.TypePointer }) {
		return 8, false
	}
	for _, s := range d.Strings {
		size = max(size, uint64(len(s))+1)
	}
	return size, true
}
