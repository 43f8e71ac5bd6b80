package frontend

// This file checks declaration specifiers: storage classes, qualifiers and the
// types that they spell, among them structures, unions and enumerations.

import (
	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// specifiers are what declaration specifiers say.
type specifiers struct {
	typ                             *ctype
	typedef, extern, static, inline bool
	threadLocal, constant, volatile bool
	noreturn                        bool
	align                           uint64 // from _Alignas
	attr                            attributes
	pos                             ir.Pos
	count                           [8]int // of type specifiers, by the constants below
	given                           *ctype // a type spelled by name or tag
	defines                         bool   // given is an enumeration that is defined here
	unsupported                     string
}

const (
	nChar = iota
	nShort
	nInt
	nLong
	nSigned
	nUnsigned
	nDouble
	nOther // void, _Bool, float
)

func (c *checker) declSpecs(ds *cc.DeclarationSpecifiers) *specifiers {
	s := &specifiers{}
	if ds != nil {
		s.pos = c.pos(ds)
	}
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		switch ds.Case {
		case cc.DeclarationSpecifiersStorage:
			c.storage(s, ds.StorageClassSpecifier)
		case cc.DeclarationSpecifiersTypeSpec:
			c.typeSpec(s, ds.TypeSpecifier)
		case cc.DeclarationSpecifiersTypeQual:
			c.qualifier(s, ds.TypeQualifier)
		case cc.DeclarationSpecifiersFunc:
			s.inline = s.inline || ds.FunctionSpecifier.Case == cc.FunctionSpecifierInline
			s.noreturn = s.noreturn || ds.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn
		case cc.DeclarationSpecifiersAlignSpec:
			c.alignSpec(s, ds.AlignmentSpecifier)
		case cc.DeclarationSpecifiersAttr:
			c.attrs(&s.attr, ds.AttributeSpecifierList)
		}
	}
	c.finishSpecs(s)
	return s
}

func (c *checker) specQuals(l *cc.SpecifierQualifierList) *specifiers {
	s := &specifiers{}
	if l != nil {
		s.pos = c.pos(l)
	}
	for ; l != nil; l = l.SpecifierQualifierList {
		c.attrs(&s.attr, l.AttributeSpecifierList)
		switch l.Case {
		case cc.SpecifierQualifierListTypeSpec:
			c.typeSpec(s, l.TypeSpecifier)
		case cc.SpecifierQualifierListTypeQual:
			c.qualifier(s, l.TypeQualifier)
		case cc.SpecifierQualifierListAlignSpec:
			c.alignSpec(s, l.AlignmentSpecifier)
		}
	}
	c.finishSpecs(s)
	return s
}

func (c *checker) storage(s *specifiers, n *cc.StorageClassSpecifier) {
	switch n.Case {
	case cc.StorageClassSpecifierTypedef:
		s.typedef = true
	case cc.StorageClassSpecifierExtern:
		s.extern = true
	case cc.StorageClassSpecifierStatic:
		s.static = true
	case cc.StorageClassSpecifierThreadLocal:
		s.threadLocal = true
	case cc.StorageClassSpecifierDeclspec:
		unsupported(c.pos(n), "__declspec")
	}
}

func (c *checker) qualifier(s *specifiers, n *cc.TypeQualifier) {
	switch n.Case {
	case cc.TypeQualifierConst:
		s.constant = true
	case cc.TypeQualifierVolatile:
		s.volatile = true
	case cc.TypeQualifierAttr:
		c.attrs(&s.attr, n.AttributeSpecifierList)
	}
}

func (c *checker) alignSpec(s *specifiers, n *cc.AlignmentSpecifier) {
	switch n.Case {
	case cc.AlignmentSpecifierType:
		s.align = max(s.align, c.typeName(n.TypeName).alignOf())
	default:
		s.align = max(s.align, c.constant(n.ConstantExpression))
	}
}

func (c *checker) typeSpec(s *specifiers, n *cc.TypeSpecifier) {
	switch n.Case {
	case cc.TypeSpecifierChar:
		s.count[nChar]++
	case cc.TypeSpecifierShort:
		s.count[nShort]++
	case cc.TypeSpecifierInt:
		s.count[nInt]++
	case cc.TypeSpecifierLong:
		s.count[nLong]++
	case cc.TypeSpecifierSigned:
		s.count[nSigned]++
	case cc.TypeSpecifierUnsigned:
		s.count[nUnsigned]++
	case cc.TypeSpecifierDouble:
		s.count[nDouble]++
	case cc.TypeSpecifierVoid:
		s.given = tVoid
	case cc.TypeSpecifierBool:
		s.given = tBool
	case cc.TypeSpecifierFloat, cc.TypeSpecifierFloat32:
		s.given = tFloat
	case cc.TypeSpecifierFloat64, cc.TypeSpecifierFloat32x:
		s.given = tDouble
	case cc.TypeSpecifierFloat64x:
		s.given = tLDouble
	case cc.TypeSpecifierStructOrUnion:
		s.given = c.structOrUnion(n.StructOrUnionSpecifier)
	case cc.TypeSpecifierEnum:
		s.given = c.enumSpecifier(n.EnumSpecifier)
		s.defines = n.EnumSpecifier.Case == cc.EnumSpecifierDef
	case cc.TypeSpecifierTypeName:
		o := c.lookup(n.Token.SrcStr())
		if o == nil || o.kind != objTypedef {
			fail(c.pos(n), "unknown type name %s", n.Token.SrcStr())
		}
		s.given = o.typ
	case cc.TypeSpecifierTypeofExpr:
		s.given = c.typeOf(n.ExpressionList)
	case cc.TypeSpecifierTypeofType:
		s.given = c.typeName(n.TypeName)
	case cc.TypeSpecifierAtomic:
		s.given = c.typeName(n.AtomicTypeSpecifier.TypeName)
	default:
		s.unsupported = n.Token.SrcStr()
		if n.Case == cc.TypeSpecifierComplex {
			s.unsupported = "_Complex"
		}
	}
}

// finishSpecs determines the type from the counts of the specifiers.
func (c *checker) finishSpecs(s *specifiers) {
	n := &s.count
	switch {
	case s.unsupported != "":
		s.typ = &ctype{kind: kUnsupported, name: s.unsupported}
	case s.given != nil:
		s.typ = s.given
	case n[nDouble] > 0 && n[nLong] > 0:
		s.typ = tLDouble
	case n[nDouble] > 0:
		s.typ = tDouble
	default:
		k := kInt
		switch {
		case n[nChar] > 0 && n[nSigned] > 0:
			k = kSChar
		case n[nChar] > 0 && n[nUnsigned] > 0:
			k = kUChar
		case n[nChar] > 0:
			k = kChar
		case n[nShort] > 0:
			k = kShort
		case n[nLong] == 1:
			k = kLong
		case n[nLong] > 1:
			k = kLLong
		}
		if n[nUnsigned] > 0 && n[nChar] == 0 {
			k++
		}
		s.typ = basic[k]
	}
	s.typ = moded(s.typ, s.attr.mode)
	if s.attr.packed && s.typ.enum != nil && s.defines {
		s.typ = c.packEnum(s.typ.enum)
	}
	if s.attr.vector {
		s.typ = &ctype{kind: kUnsupported, name: "vector of " + s.typ.String()}
	}
	s.typ = s.typ.qualified(s.constant, s.volatile)
	s.noreturn = s.noreturn || s.attr.noreturn
}

func (c *checker) structOrUnion(n *cc.StructOrUnionSpecifier) *ctype {
	union := n.StructOrUnion.Case == cc.StructOrUnionUnion
	name := n.Token.SrcStr()
	k := kStruct
	if union {
		k = kUnion
	}
	if n.Case == cc.StructOrUnionSpecifierTag {
		t := c.lookupTag(name)
		if t == nil || t.rec == nil {
			t = c.forwardRecord(name, n)
		}
		if t.rec.union != union {
			fail(c.pos(n), "%s is another kind of tag", name)
		}
		return &ctype{kind: k, rec: t.rec}
	}
	var r *record
	if t := c.scope.tags[name]; name != "" && t != nil && t.rec != nil {
		r = t.rec
		if r.complete || r.union != union {
			fail(c.pos(n), "redefinition of %s", name)
		}
		if r.open {
			fail(c.pos(n), "nested redefinition of %s", name)
		}
	} else {
		r = &record{tag: name, union: union, pos: c.pos(n)}
		c.records = append(c.records, r)
		if name != "" {
			c.declareTag(name, &tag{rec: r})
		}
	}
	r.open = true
	c.members(r, n)
	r.open = false
	return &ctype{kind: k, rec: r}
}

// forwardRecord declares a structure or union that is defined later, or never.
func (c *checker) forwardRecord(name string, n *cc.StructOrUnionSpecifier) *tag {
	t := &tag{rec: &record{tag: name, union: n.StructOrUnion.Case == cc.StructOrUnionUnion, pos: c.pos(n)}}
	c.declareTag(name, t)
	c.records = append(c.records, t.rec)
	return t
}

// declareTagAlone declares the tag of a declaration that is nothing but one: it is another than that of a scope around.
func (c *checker) declareTagAlone(ds *cc.DeclarationSpecifiers) {
	if ds == nil || ds.Case != cc.DeclarationSpecifiersTypeSpec || ds.DeclarationSpecifiers != nil {
		return
	}
	switch n := ds.TypeSpecifier; n.Case {
	case cc.TypeSpecifierStructOrUnion:
		r := n.StructOrUnionSpecifier
		if r.Case == cc.StructOrUnionSpecifierTag && c.scope.tags[r.Token.SrcStr()] == nil {
			c.forwardRecord(r.Token.SrcStr(), r)
		}
	case cc.TypeSpecifierEnum:
		e := n.EnumSpecifier
		if e.Case == cc.EnumSpecifierTag && e.EnumTypeSpecifier == nil && c.scope.tags[e.Token2.SrcStr()] == nil {
			c.forwardEnum(e.Token2.SrcStr())
		}
	}
}

func (c *checker) members(r *record, n *cc.StructOrUnionSpecifier) {
	var a attributes
	c.attrs(&a, n.AttributeSpecifierList)
	c.attrs(&a, n.AttributeSpecifierList2)
	var members []ir.Member
	for l := n.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		d := l.StructDeclaration
		if d.Case == cc.StructDeclarationAssert {
			c.staticAssert(d.StaticAssertDeclaration)
			continue
		}
		s := c.specQuals(d.SpecifierQualifierList)
		c.attrs(&s.attr, d.AttributeSpecifierList)
		if d.StructDeclaratorList == nil {
			if s.typ.isRecord() && s.typ.rec.tag == "" {
				members = append(members, c.member(r, s, &field{typ: s.typ, bits: -1}, d))
			}
			continue
		}
		for dl := d.StructDeclaratorList; dl != nil; dl = dl.StructDeclaratorList {
			members = append(members, c.structDeclarator(r, s, dl.StructDeclarator))
			c.sizeLater(r.members[len(r.members)-1].typ, c.pos(dl.StructDeclarator))
		}
	}
	if most := c.packing(c.pos(n)); most != 0 {
		for i := range members {
			members[i].Pack = most
		}
	}
	r.transparent = r.union && a.transparent
	r.layOut(a.packed, a.aligned, members)
}

func (c *checker) structDeclarator(r *record, s *specifiers, n *cc.StructDeclarator) ir.Member {
	f := &field{typ: s.typ, bits: -1}
	if n.Declarator != nil {
		f.typ, f.name = c.declarator(s, n.Declarator)
	}
	if n.Case == cc.StructDeclaratorBitField {
		f.bits = int(c.constant(n.ConstantExpression))
		if !f.typ.isInteger() || f.bits < 0 || uint64(f.bits) > f.typ.sizeOf()*8 || f.typ.kind == kBool && f.bits > 1 {
			fail(c.pos(n), "bad bit-field %s", f.name)
		}
	}
	return c.member(r, s, f, n)
}

// member adds f to r and describes it for the layout.
func (c *checker) member(r *record, s *specifiers, f *field, n positioner) ir.Member {
	if f.typ.variable() {
		unsupported(c.pos(n), "member of variable size")
	}
	if f.typ.kind == kFunc || f.typ.incomplete() && f.typ.kind != kArray {
		fail(c.pos(n), "member %s has incomplete type %s", f.name, f.typ)
	}
	if !r.add(f) {
		fail(c.pos(n), "duplicate member %s", f.name)
	}
	r.constant = r.constant || f.typ.constant || f.typ.isRecord() && f.typ.rec.constant
	r.members = append(r.members, f)
	if r.unsupported == nil {
		r.unsupported = f.typ.unsupported(false)
	}
	m := ir.Member{
		Size: f.typ.sizeOf(), Align: f.typ.alignOf(), MinAlign: max(s.align, s.attr.aligned),
		Packed: s.attr.packed, Named: f.name != "" || f.bits < 0,
	}
	if f.bits >= 0 {
		m.BitField, m.Bits = true, uint64(f.bits)
	}
	return m
}
