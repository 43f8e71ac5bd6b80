package frontend

// This file defines the types of C as the checker sees them. Sizes, alignments
// and offsets are computed here and in ir.LayOut; the parser's are never used.

import (
	"fmt"
	"strings"

	"github.com/confcov/confcov/explore/ir"
)

// kind is the kind of a type. Integer kinds come first, in order of rank.
type kind uint8

const (
	kInvalid kind = iota
	kBool
	kChar
	kSChar
	kUChar
	kShort
	kUShort
	kInt
	kUInt
	kLong
	kULong
	kLLong
	kULLong
	kFloat
	kDouble
	kLDouble
	kVoid
	kPtr
	kArray
	kFunc
	kStruct
	kUnion
	kUnsupported // a type that may be declared but not used: __int128, _Complex and the like
)

var kindNames = [...]string{
	kBool: "_Bool", kChar: "char", kSChar: "signed char", kUChar: "unsigned char",
	kShort: "short", kUShort: "unsigned short", kInt: "int", kUInt: "unsigned int", kLong: "long",
	kULong: "unsigned long", kLLong: "long long", kULLong: "unsigned long long", kFloat: "float",
	kDouble: "double", kLDouble: "long double", kVoid: "void",
}

var kindSizes = [...]uint64{
	kBool: 1, kChar: 1, kSChar: 1, kUChar: 1, kShort: 2, kUShort: 2, kInt: 4, kUInt: 4, kLong: 8,
	kULong: 8, kLLong: 8, kULLong: 8, kFloat: 4, kDouble: 8, kLDouble: 16, kVoid: 1, kPtr: 8,
	kArray: 0, kFunc: 1, kStruct: 0, kUnion: 0, kUnsupported: 16,
}

// ctype is a C type. A qualified type is a copy of the unqualified one with
// flags set; tagged types share their record or enumeration.
type ctype struct {
	kind     kind
	constant bool
	volatile bool
	bits     int       // kLong to kULLong: the width of a bit-field wider than int, whose arithmetic has it; 0: all
	ownAlign uint64    // from an aligned attribute on a typedef, which may also lower it; 0: none
	elem     *ctype    // kPtr, kArray: element; kFunc: result
	length   int64     // kArray: number of elements; -1: incomplete or, with count, variable
	count    *expr     // kArray: the number of elements, if it is not constant
	size     *object   // kArray of variable size: holds its size in bytes once its declaration was executed
	params   []param   // kFunc
	variadic bool      // kFunc
	noProto  bool      // kFunc: declared without a parameter list
	rec      *record   // kStruct, kUnion
	enum     *enumType // integer kinds that are enumerations
	name     string    // kUnsupported: how it is called
}

// param is a parameter of a function type.
type param struct {
	name string
	typ  *ctype
	pos  ir.Pos
	obj  *object // nil if it has no name
	// union is the transparent union that it was declared as; nil: none. The function's body sees this one.
	union *ctype
	// count is the number of elements of the array of variable size that it was declared as: a call evaluates it. nil: none.
	count *expr
}

// enumType is an enumeration.
type enumType struct {
	tag      string
	complete *ctype // the integer type, when defined
	consts   []*object
	negative bool     // a constant is
	fixed    bool     // the type was given
	open     bool     // declared, and may still be defined
	forward  []*ctype // all types of it that were made before it was complete
}

// copied notes that q is a copy of t.
func (t *ctype) copied(q *ctype) *ctype {
	if t.enum != nil && t.enum.open {
		t.enum.forward = append(t.enum.forward, q)
	}
	return q
}

// record is a structure or union type.
type record struct {
	tag         string
	union       bool
	complete    bool
	open        bool            // it is being defined
	names       map[string]bool // of its members and of those of unnamed members
	members     []*field
	size        uint64
	align       uint64
	constant    bool   // has a const member
	transparent bool   // a union that is passed as its first member is
	unsupported *ctype // of a member, or a part of one; nil: all are supported
	pos         ir.Pos
}

// field is a member of a record. An anonymous structure or union has no name
// and a record type.
type field struct {
	name   string
	typ    *ctype
	offset uint64
	bits   int // bit-field width, or -1
	bit    uint8
	rec    *record // the record that it is a member of
}

var basic = func() (b [kUnsupported]*ctype) {
	for k := range b {
		b[k] = &ctype{kind: kind(k)}
	}
	return b
}()

var (
	tVoid, tBool, tChar, tInt, tUInt = basic[kVoid], basic[kBool], basic[kChar], basic[kInt], basic[kUInt]
	tLong, tULong, tFloat, tDouble   = basic[kLong], basic[kULong], basic[kFloat], basic[kDouble]
	tLDouble, tUShort                = basic[kLDouble], basic[kUShort]
	tVoidPtr                         = pointerTo(tVoid)
)

func pointerTo(t *ctype) *ctype { return &ctype{kind: kPtr, elem: t} }

func arrayOf(t *ctype, n int64) *ctype { return &ctype{kind: kArray, elem: t, length: n} }

func (t *ctype) isInteger() bool { return t.kind >= kBool && t.kind <= kULLong }
func (t *ctype) isFloat() bool   { return t.kind == kFloat || t.kind == kDouble }
func (t *ctype) isReal() bool    { return t.kind >= kFloat && t.kind <= kLDouble }
func (t *ctype) isArith() bool   { return t.kind >= kBool && t.kind <= kLDouble }
func (t *ctype) isScalar() bool  { return t.isArith() || t.kind == kPtr }
func (t *ctype) isRecord() bool  { return t.kind == kStruct || t.kind == kUnion }

// inRegister reports whether values of t are held in registers.
func (t *ctype) inRegister() bool { return t.isScalar() && t.kind != kLDouble }

// inMemory reports whether values of t are passed about by their address.
func (t *ctype) inMemory() bool { return t.isRecord() || t.kind == kLDouble }

// unsigned reports whether t is an unsigned integer type or a pointer.
func (t *ctype) unsigned() bool {
	switch t.kind {
	case kBool, kUChar, kUShort, kUInt, kULong, kULLong, kPtr:
		return true
	}
	return false
}

// sizeOf returns the size in bytes; for arrays of variable size it is 0.
func (t *ctype) sizeOf() uint64 {
	switch {
	case t.kind == kArray && t.length > 0:
		return uint64(t.length) * t.elem.sizeOf()
	case t.isRecord():
		return t.rec.size
	}
	return kindSizes[t.kind]
}

func (t *ctype) alignOf() uint64 {
	switch {
	case t.ownAlign != 0:
		return t.ownAlign
	case t.kind == kArray:
		return t.elem.alignOf()
	case t.isRecord():
		return max(1, t.rec.align)
	}
	return kindSizes[t.kind]
}

// precision returns the width of an integer type in bits.
func (t *ctype) precision() int {
	if t.bits != 0 {
		return t.bits
	}
	return int(8 * t.sizeOf())
}

// width returns the register width of a scalar type.
func (t *ctype) width() ir.Width { return ir.Width(t.sizeOf()) }

// incomplete reports whether the size of t is not known.
func (t *ctype) incomplete() bool {
	switch t.kind {
	case kVoid, kInvalid:
		return true
	case kArray:
		return t.length < 0 && t.count == nil || t.elem.incomplete()
	case kStruct, kUnion:
		return !t.rec.complete
	}
	return t.enum != nil && t.enum.complete == nil
}

// unsupported returns the type of which t is made that may be declared and not used; nil: none. With pointers,
// it is also looked for behind pointers and in functions' types.
func (t *ctype) unsupported(pointers bool) *ctype {
	switch {
	case t == nil:
		return nil
	case t.kind == kUnsupported:
		return t.unqualified()
	case t.kind == kArray, pointers && (t.kind == kPtr || t.kind == kFunc):
		return t.elem.unsupported(pointers)
	case t.isRecord():
		return t.rec.unsupported
	}
	return nil
}

// variable reports whether the size of t is known only when the program runs.
func (t *ctype) variable() bool {
	return t.kind == kArray && (t.count != nil || t.elem.variable())
}

func (t *ctype) qualified(constant, volatile bool) *ctype {
	if t == nil || (!constant || t.constant) && (!volatile || t.volatile) {
		return t
	}
	q := *t
	if t.kind == kArray { // an array is as qualified as its elements
		q.elem = t.elem.qualified(constant, volatile)
	}
	q.constant = q.constant || constant
	q.volatile = q.volatile || volatile
	return t.copied(&q)
}

func (t *ctype) unqualified() *ctype {
	if !t.constant && !t.volatile {
		return t
	}
	q := *t
	q.constant, q.volatile = false, false
	return t.copied(&q)
}

// decayed returns the type of a value of type t: arrays and functions become pointers.
func (t *ctype) decayed() *ctype {
	switch t.kind {
	case kArray:
		return pointerTo(t.elem)
	case kFunc:
		return pointerTo(t)
	}
	return t.unqualified()
}

// find returns the members on the way to the member called name.
func (r *record) find(name string) []*field {
	for _, f := range r.members {
		if f.name == name && name != "" {
			return []*field{f}
		}
		if f.name == "" && f.typ.isRecord() {
			if way := f.typ.rec.find(name); way != nil {
				return append([]*field{f}, way...)
			}
		}
	}
	return nil
}

// add notes the names that f gives to r, and reports whether its own is new. As in gcc, those of an unnamed member may be there twice.
func (r *record) add(f *field) bool {
	if r.names == nil {
		r.names = map[string]bool{}
	}
	switch {
	case f.name != "":
		if r.names[f.name] {
			return false
		}
		r.names[f.name] = true
	case f.typ.isRecord():
		for name := range f.typ.rec.names {
			r.names[name] = true
		}
	}
	return true
}

// layOut computes the layout of r from its members.
func (r *record) layOut(packed bool, minAlign uint64, members []ir.Member) {
	for i := range members {
		members[i].Packed = members[i].Packed || packed
	}
	l := ir.LayOut(members, r.union, minAlign)
	for i, f := range r.members {
		f.offset, f.bit, f.rec = l.Places[i].Offset, l.Places[i].Bit, r
	}
	r.size, r.align, r.complete = l.Size, l.Align, true
}

// compatible reports whether a and b are compatible, ignoring qualifiers at the top.
func compatible(a, b *ctype) bool {
	if a == b {
		return true
	}
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case kPtr:
		return compatibleQualified(a.elem, b.elem)
	case kArray:
		return compatibleQualified(a.elem, b.elem) && (a.length < 0 || b.length < 0 || a.length == b.length)
	case kStruct, kUnion:
		return a.rec == b.rec
	case kFunc:
		return compatibleFuncs(a, b)
	case kUnsupported:
		return a.name == b.name
	}
	return a.bits == b.bits && (a.enum == b.enum || a.enum == nil || b.enum == nil)
}

func compatibleQualified(a, b *ctype) bool {
	return a.constant == b.constant && a.volatile == b.volatile && compatible(a, b)
}

func compatibleFuncs(a, b *ctype) bool {
	if !compatible(a.elem, b.elem) {
		return false
	}
	if a.noProto || b.noProto {
		return true
	}
	if len(a.params) != len(b.params) || a.variadic != b.variadic {
		return false
	}
	for i := range a.params {
		if !compatible(a.params[i].typ, b.params[i].typ) {
			return false
		}
	}
	return true
}

// composite merges two declarations' types of one thing: the one that knows more wins.
func composite(a, b *ctype) *ctype {
	switch {
	case a == nil:
		return b
	case a.kind == kArray && b.kind == kArray && a.length < 0 && a.count == nil:
		return b
	case a.kind == kFunc && b.kind == kFunc && a.noProto && !b.noProto:
		return b
	}
	return a
}

// String returns the type as C would write it in a cast.
func (t *ctype) String() string {
	var q string
	if t.constant {
		q += "const "
	}
	if t.volatile {
		q += "volatile "
	}
	if t.enum != nil && t.enum.complete == nil {
		return q + "enum " + t.enum.tag
	}
	switch t.kind {
	case kPtr:
		return strings.TrimSuffix(t.elem.String()+" * "+q, " ")
	case kArray:
		if t.length < 0 {
			return t.elem.String() + "[]"
		}
		return fmt.Sprintf("%s[%d]", t.elem, t.length)
	case kFunc:
		var ps []string
		for _, p := range t.params {
			ps = append(ps, p.typ.String())
		}
		if t.variadic {
			ps = append(ps, "...")
		}
		return fmt.Sprintf("%s (%s)", t.elem, strings.Join(ps, ", "))
	case kStruct:
		return q + "struct " + t.rec.tag
	case kUnion:
		return q + "union " + t.rec.tag
	case kUnsupported:
		return q + t.name
	}
	return q + kindNames[t.kind]
}
