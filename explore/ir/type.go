package ir

// This file defines the types of objects, as far as configuration options need them, and their text:
//
//	unsigned int           a scalar: C's name of it, with enum before it if it is an enumeration
//	*                      a pointer
//	[4]T                   an array
//	struct{0 a T;4:3:5 b T}  a structure or union: members with their offset, and of a bit-field its first bit and width
//	?16                    another type of that size

import (
	"fmt"
	"strconv"
	"strings"
)

// TypeKind says what values a type has.
type TypeKind uint8

const (
	TypeInvalid TypeKind = iota
	TypeInt
	TypeBool // _Bool
	TypeFloat
	TypePointer
	TypeArray
	TypeRecord // a structure or union
	TypeOther
)

// Type is the type of an object.
type Type struct {
	Kind    TypeKind
	Name    string // as C calls it: of scalars; "struct" or "union"
	Size    uint64
	Signed  bool         // TypeInt
	Enum    bool         // TypeInt: an enumeration
	Elem    *Type        // TypeArray
	Count   uint64       // TypeArray
	Members []TypeMember // TypeRecord, in the order of the declaration
}

// TypeMember is a member of a structure or union. One without a name has members of its own.
type TypeMember struct {
	Name          string
	Offset        uint64
	Bit, BitWidth uint8 // of a bit-field: the first bit within its first byte, and how many; else 0
	Type          *Type
}

// scalarTypes are the types that have names.
var scalarTypes = map[string]Type{
	"_Bool": {Kind: TypeBool, Size: 1}, "char": {Kind: TypeInt, Size: 1, Signed: true},
	"signed char": {Kind: TypeInt, Size: 1, Signed: true}, "unsigned char": {Kind: TypeInt, Size: 1},
	"short": {Kind: TypeInt, Size: 2, Signed: true}, "unsigned short": {Kind: TypeInt, Size: 2},
	"int": {Kind: TypeInt, Size: 4, Signed: true}, "unsigned int": {Kind: TypeInt, Size: 4},
	"long": {Kind: TypeInt, Size: 8, Signed: true}, "unsigned long": {Kind: TypeInt, Size: 8},
	"long long": {Kind: TypeInt, Size: 8, Signed: true}, "unsigned long long": {Kind: TypeInt, Size: 8},
	"float": {Kind: TypeFloat, Size: 4}, "double": {Kind: TypeFloat, Size: 8}, "long double": {Kind: TypeFloat, Size: 16},
}

// Scalar returns the type that C calls name; nil if it is none.
func Scalar(name string) *Type {
	t, ok := scalarTypes[name]
	if !ok {
		return nil
	}
	t.Name = name
	return &t
}

// String returns the text of t.
func (t *Type) String() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t *Type) write(b *strings.Builder) {
	switch t.Kind {
	case TypePointer:
		b.WriteByte('*')
	case TypeArray:
		fmt.Fprintf(b, "[%d]", t.Count)
		t.Elem.write(b)
	case TypeRecord:
		fmt.Fprintf(b, "%s%d{", t.Name, t.Size)
		for i := range t.Members {
			m := &t.Members[i]
			if i > 0 {
				b.WriteByte(';')
			}
			b.WriteString(strconv.FormatUint(m.Offset, 10))
			if m.BitWidth != 0 {
				fmt.Fprintf(b, ":%d:%d", m.Bit, m.BitWidth)
			}
			b.WriteString(" " + m.Name + " ")
			m.Type.write(b)
		}
		b.WriteByte('}')
	case TypeOther:
		fmt.Fprintf(b, "?%d", t.Size)
	default:
		if t.Enum {
			b.WriteString("enum ")
		}
		b.WriteString(t.Name)
	}
}

// ParseType is the inverse of Type.String.
func ParseType(text string) (*Type, error) {
	p := typeParser{text: text}
	t := p.typ(0)
	if p.err == nil && p.text != "" {
		p.fail("%q after it", p.text)
	}
	if p.err != nil {
		return nil, fmt.Errorf("type %q: %w", text, p.err)
	}
	return t, nil
}

type typeParser struct {
	text string
	err  error
}

func (p *typeParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.text = ""
}

func (p *typeParser) accept(prefix string) bool {
	rest, ok := strings.CutPrefix(p.text, prefix)
	if ok {
		p.text = rest
	}
	return ok
}

func (p *typeParser) number(bits int) uint64 {
	n := len(p.text) - len(strings.TrimLeft(p.text, "0123456789"))
	v, err := strconv.ParseUint(p.text[:n], 10, bits)
	if err != nil {
		p.fail("no number at %q", p.text)
		return 0
	}
	p.text = p.text[n:]
	return v
}

// word takes what comes before any of the given bytes.
func (p *typeParser) word(end string) string {
	n := strings.IndexAny(p.text, end)
	if n < 0 {
		n = len(p.text)
	}
	w := p.text[:n]
	p.text = p.text[n:]
	return w
}

// typeDepth bounds how deep types are nested; C's own bound is lower.
const typeDepth = 1000

func (p *typeParser) typ(depth int) *Type {
	if depth > typeDepth {
		p.fail("nested too deep")
	}
	switch {
	case p.err != nil:
	case p.accept("*"):
		return &Type{Kind: TypePointer, Name: "pointer", Size: 8}
	case p.accept("?"):
		return &Type{Kind: TypeOther, Size: p.number(64)}
	case p.accept("["):
		t := &Type{Kind: TypeArray, Count: p.number(64)}
		if !p.accept("]") {
			p.fail("no ] at %q", p.text)
		}
		if t.Elem = p.typ(depth + 1); p.err == nil {
			t.Size = t.Count * t.Elem.Size
		}
		return t
	case p.accept("struct"):
		return p.record("struct", depth)
	case p.accept("union"):
		return p.record("union", depth)
	default:
		enum := p.accept("enum ")
		name := p.word(";}")
		t := Scalar(name)
		if t == nil {
			p.fail("%q is not a type", name)
			break
		}
		t.Enum = enum
		return t
	}
	return &Type{}
}

func (p *typeParser) record(name string, depth int) *Type {
	t := &Type{Kind: TypeRecord, Name: name, Size: p.number(64)}
	if !p.accept("{") {
		p.fail("no { at %q", p.text)
	}
	for p.err == nil && !p.accept("}") {
		if len(t.Members) > 0 && !p.accept(";") {
			p.fail("no ; at %q", p.text)
		}
		m := TypeMember{Offset: p.number(64)}
		if p.accept(":") {
			m.Bit = uint8(p.number(8))
			if !p.accept(":") {
				p.fail("no width at %q", p.text)
			}
			m.BitWidth = uint8(p.number(8))
		}
		if !p.accept(" ") {
			p.fail("no member at %q", p.text)
		}
		m.Name = p.word(" ")
		p.accept(" ")
		m.Type = p.typ(depth + 1)
		t.Members = append(t.Members, m)
	}
	return t
}

// Part is a scalar that is a part of an object, or all of it.
type Part struct {
	Path string // how C refers to it after the object's name: "", ".a", "[3].b"
	Bits bool   // it is a bit-field
	Type *Type  // no array and no record
}

// Parts returns the scalars that begin at an offset into an object of type t: one, or those of the members of a union.
func (t *Type) Parts(offset uint64) []Part {
	switch {
	case offset >= t.Size:
		return nil
	case t.Kind == TypeArray:
		i := offset / t.Elem.Size
		return prefixed(fmt.Sprintf("[%d]", i), t.Elem.Parts(offset-i*t.Elem.Size))
	case t.Kind == TypeRecord:
		var list []Part
		for i := range t.Members {
			m := &t.Members[i]
			name := "." + m.Name
			if m.Name == "" {
				name = ""
			}
			switch {
			case m.BitWidth != 0:
				if offset >= m.Offset && offset <= m.Offset+uint64(m.Bit+m.BitWidth-1)/8 {
					list = append(list, Part{name, true, m.Type})
				}
			case offset >= m.Offset:
				list = append(list, prefixed(name, m.Type.Parts(offset-m.Offset))...)
			}
		}
		return list
	case offset > 0:
		return nil
	}
	return []Part{{"", false, t}}
}

// Chars returns how many characters an array of char has from an offset into an object of type t on, if it lies in one; else 0. Of
// the members of a union it is the longest.
func (t *Type) Chars(offset uint64) uint64 {
	switch {
	case offset >= t.Size:
	case t.Kind == TypeArray && t.Elem.Kind == TypeInt && t.Elem.Size == 1:
		return t.Count - offset
	case t.Kind == TypeArray:
		return t.Elem.Chars(offset % t.Elem.Size)
	case t.Kind == TypeRecord:
		n := uint64(0)
		for i := range t.Members {
			if m := &t.Members[i]; m.BitWidth == 0 && offset >= m.Offset {
				n = max(n, m.Type.Chars(offset-m.Offset))
			}
		}
		return n
	}
	return 0
}

func prefixed(name string, list []Part) []Part {
	for i := range list {
		list[i].Path = name + list[i].Path
	}
	return list
}
