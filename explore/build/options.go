package build

// This file compares the options of a subject with the objects of its program.

import (
	"errors"
	"fmt"
	"slices"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/subjects"
)

// checkExclusions reports a function that is to be left out of the universe and that the program does not have.
func checkExclusions(s *subjects.Subject, units []*ir.Unit) error {
	for _, e := range s.Exclude {
		if e.Func != "" && !slices.ContainsFunc(units, func(u *ir.Unit) bool { return defines(u, e.File, e.Func) }) {
			return errorf("%s/subject.toml:%d: coverage.exclude: %s has no function %s in this build", s.Path, e.Line, e.File, e.Func)
		}
	}
	return nil
}

// defines reports whether a unit has a function of the name that is in the given file.
func defines(u *ir.Unit, file, name string) bool {
	return slices.ContainsFunc(u.Symbols, func(s ir.Symbol) bool {
		return s.Kind == ir.SymFunc && s.Func != nil && s.Func.Name == name && u.Files[s.Func.Pos.File].Name == file
	})
}

// checkOptions reports an option or a point that disagrees with the program, naming both places. Options whose type the subject does not
// say get that of their object.
func checkOptions(s *subjects.Subject, p *ir.Program) error {
	if s.Symbolic.Func != "" {
		if _, err := explore.FindFunction(p, s.Symbolic.Func); err != nil {
			return errorf("%s/subject.toml:%d: symbolic.after: %w", s.Path, s.Symbolic.Line, err)
		}
	}
	taken := make([]explore.Object, 0, len(s.Options))
	for i := range s.Options {
		o := &s.Options[i]
		object, err := explore.FindObject(p, o.Object)
		if err == nil {
			err = checkType(s, i, p, &object)
		}
		var problem *subjects.Problem
		switch {
		case errors.As(err, &problem): // it says where
			return &Error{err}
		case err != nil:
			return errorf("%s/subject.toml:%d: option %s: %w", s.Path, o.Line, o.Name, err)
		}
		for k, other := range taken {
			a, b := object.Offset, other.Offset
			mine, _ := object.Size(o.Domain)
			others, _ := other.Size(s.Options[k].Domain)
			if other.Symbol == object.Symbol && a < b+others && b < a+mine {
				return errorf("%s/subject.toml:%d: option %s: its object, defined in %s, is that of option %s in line %d too",
					s.Path, o.Line, o.Name, p.Place(object.Symbol), s.Options[k].Name, s.Options[k].Line)
			}
		}
		taken = append(taken, object)
	}
	return nil
}

// checkType compares option i with the type of its object, or gives it that type.
func checkType(s *subjects.Subject, i int, p *ir.Program, object *explore.Object) error {
	o := &s.Options[i]
	place := p.Place(object.Symbol)
	switch {
	case !object.Typed && (o.Type != "" || o.Domain.OfStrings()):
		return nil // placing it checks the size
	case !object.Typed:
		return fmt.Errorf("the type of %s, defined in %s, is too large to be known: want the option's type, such as type = \"i32\"", o.Object, place)
	case len(object.Parts) == 0 && object.Offset >= p.Symbols[object.Symbol].Global.Size:
		return fmt.Errorf("%s, defined in %s, has %d bytes", o.Object, place, p.Symbols[object.Symbol].Global.Size)
	case len(object.Parts) == 0:
		return fmt.Errorf("nothing begins at offset %d of the object defined in %s", object.Offset, place)
	}
	describe := func(part *ir.Part) string {
		text := "of type " + typeName(part)
		if part.Path != "" {
			text = part.Path + " " + text
		}
		return text
	}
	if o.Domain.OfStrings() {
		if _, array := object.Size(o.Domain); array {
			s.SetArray(i)
		}
		return checkString(o, object, place, describe(&object.Parts[0]))
	}
	parts := slices.DeleteFunc(slices.Clone(object.Parts), func(part ir.Part) bool { return !integer(&part) })
	if len(parts) == 0 {
		hint := ""
		if object.Parts[0].Type.Kind == ir.TypePointer {
			hint = ": want a list of strings for its domain, if it is one"
		}
		return fmt.Errorf("an option is an integer, but %s, defined in %s, is %s%s", o.Object, place, describe(&object.Parts[0]), hint)
	}
	part := &parts[0]
	if o.Type != "" {
		k := slices.IndexFunc(parts, func(part ir.Part) bool {
			return uint64(o.Domain.Bits) == 8*part.Type.Size && o.Domain.Signed == part.Type.Signed
		})
		if k < 0 {
			return fmt.Errorf("type %s, but %s, defined in %s, is %s: want type = %q, or none",
				o.Type, o.Object, place, describe(part), subjects.TypeName(uint8(8*part.Type.Size), part.Type.Signed))
		}
		part = &parts[k]
	} else if err := s.SetType(i, uint8(8*part.Type.Size), part.Type.Signed); err != nil {
		return fmt.Errorf("%w: %s, defined in %s, is %s", err, o.Object, place, describe(part))
	}
	if lo, hi := o.Domain.Bounds(); part.Type.Kind == ir.TypeBool && (lo < 0 || hi > 1) {
		return fmt.Errorf("domain %s, but %s, defined in %s, is %s: want domain = \"bool\"", o.Domain, o.Object, place, describe(part))
	}
	return nil
}

// checkString compares an option of strings with its object, which is at the place and of a type as described.
func checkString(o *subjects.Option, object *explore.Object, place, described string) error {
	size, array := object.Size(o.Domain)
	switch {
	case array && o.Domain.Unset:
		return fmt.Errorf("its domain has false, a null pointer, but %s, defined in %s, is an array of characters", o.Object, place)
	case array && size > object.Chars:
		return fmt.Errorf("%s, defined in %s, has room for %d characters: the longest string needs %d", o.Object, place, object.Chars, size)
	case !array && !slices.ContainsFunc(object.Parts, func(part ir.Part) bool { return part.Type.Kind == ir.TypePointer }):
		return fmt.Errorf("a string is a pointer or an array of characters, but %s, defined in %s, is %s", o.Object, place, described)
	}
	return nil
}

// integer reports whether options can be of the type of a part.
func integer(part *ir.Part) bool {
	return !part.Bits && (part.Type.Kind == ir.TypeInt || part.Type.Kind == ir.TypeBool)
}

func typeName(part *ir.Part) string {
	name := part.Type.Name
	switch {
	case part.Bits:
		name += ", a bit-field"
	case part.Type.Enum:
		name += ", an enumeration"
	case part.Type.Kind == ir.TypeOther:
		name = "unknown to options"
	}
	return name
}
