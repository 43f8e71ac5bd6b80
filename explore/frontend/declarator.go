package frontend

// This file checks declarators and type names: how pointers, arrays and
// functions are built around the type that the specifiers give.

import (
	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// declarator returns the type and the name that d declares.
func (c *checker) declarator(s *specifiers, d *cc.Declarator) (*ctype, string) {
	t := c.declaratorType(s.typ, d)
	if a := s.attr.aligned; a != 0 && s.typedef {
		t = aligned(t, a)
	}
	return t, d.Name()
}

func aligned(t *ctype, a uint64) *ctype {
	q := *t
	q.ownAlign = a
	return t.copied(&q)
}

func (c *checker) declaratorType(t *ctype, d *cc.Declarator) *ctype {
	t = c.pointers(t, d.Pointer)
	return c.direct(t, d.DirectDeclarator)
}

func (c *checker) pointers(t *ctype, p *cc.Pointer) *ctype {
	for ; p != nil; p = p.Pointer {
		if p.Case == cc.PointerBlock {
			unsupported(c.pos(p), "block pointer")
		}
		t = pointerTo(t)
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier == nil {
				continue
			}
			switch q.TypeQualifier.Case {
			case cc.TypeQualifierConst:
				t = t.qualified(true, false)
			case cc.TypeQualifierVolatile:
				t = t.qualified(false, true)
			}
		}
	}
	return t
}

func (c *checker) direct(t *ctype, d *cc.DirectDeclarator) *ctype {
	if d == nil {
		return t
	}
	switch d.Case {
	case cc.DirectDeclaratorIdent:
		return t
	case cc.DirectDeclaratorDecl:
		return c.declaratorType(t, d.Declarator)
	case cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic, cc.DirectDeclaratorStar:
		return c.direct(c.array(t, d.AssignmentExpression, d.Case == cc.DirectDeclaratorStar, d), d.DirectDeclarator)
	case cc.DirectDeclaratorFuncParam:
		return c.direct(c.funcType(t, d.ParameterTypeList, d), d.DirectDeclarator)
	case cc.DirectDeclaratorFuncIdent:
		f := &ctype{kind: kFunc, elem: t, noProto: true}
		for l := d.IdentifierList; l != nil; l = l.IdentifierList {
			f.params = append(f.params, param{name: l.Token2.SrcStr(), typ: tInt, pos: c.pos(l.Token2)})
		}
		return c.direct(f, d.DirectDeclarator)
	}
	unsupported(c.pos(d), "this declarator")
	return nil
}

// array returns the array type of t with n elements.
func (c *checker) array(t *ctype, n cc.ExpressionNode, star bool, at positioner) *ctype {
	if t.kind == kFunc || t.incomplete() && t.kind != kArray || t.kind == kArray && t.length < 0 && t.count == nil {
		fail(c.pos(at), "array of incomplete type %s", t)
	}
	if star {
		return &ctype{kind: kArray, elem: t, length: -1, count: intConst(0, tULong)}
	}
	if n == nil {
		return arrayOf(t, -1)
	}
	e := c.rvalue(n)
	if !e.typ.isInteger() {
		fail(e.pos, "size of array is not an integer")
	}
	if e.op == eConst {
		if int64(e.val) < 0 && !e.typ.unsigned() {
			fail(e.pos, "size of array is negative")
		}
		if e.val > 1<<40 || e.val*max(1, t.sizeOf()) > 1<<40 {
			unsupported(e.pos, "array of %d elements of %d bytes", e.val, t.sizeOf())
		}
		return arrayOf(t, int64(e.val))
	}
	return &ctype{kind: kArray, elem: t, length: -1, count: c.convert(e, tULong)}
}

func (c *checker) funcType(result *ctype, l *cc.ParameterTypeList, at positioner) *ctype {
	if result.kind == kFunc || result.kind == kArray {
		fail(c.pos(at), "function returns %s", result)
	}
	f := &ctype{kind: kFunc, elem: result.unqualified()}
	if l == nil {
		f.noProto = true
		return f
	}
	f.variadic = l.Case == cc.ParameterTypeListVar
	c.push()
	defer c.pop()
	for p := l.ParameterList; p != nil; p = p.ParameterList {
		f.params = append(f.params, c.paramDecl(p.ParameterDeclaration))
	}
	if len(f.params) == 1 && f.params[0].name == "" && f.params[0].typ.kind == kVoid && !f.variadic {
		f.params = nil
	}
	for _, p := range f.params {
		if p.typ.kind == kVoid {
			fail(p.pos, "parameter of type void")
		}
	}
	return f
}

func (c *checker) paramDecl(d *cc.ParameterDeclaration) param {
	s := c.declSpecs(d.DeclarationSpecifiers)
	p := param{typ: s.typ, pos: c.pos(d)}
	switch d.Case {
	case cc.ParameterDeclarationDecl:
		p.typ, p.name = c.declarator(s, d.Declarator)
		p.pos = c.pos(d.Declarator.NameTok())
	case cc.ParameterDeclarationAbstract:
		if d.AbstractDeclarator != nil {
			p.typ = c.abstract(s.typ, d.AbstractDeclarator)
		}
	}
	if t := adjusted(p.typ); t != p.typ {
		if p.typ.isRecord() {
			p.union = p.typ
		}
		p.count = p.typ.count
		p.typ = t
	}
	if p.name != "" { // later parameters' array sizes may refer to it
		p.obj = &object{name: p.name, typ: p.typ, pos: p.pos, isParam: true}
		c.declare(p.obj)
	}
	return p
}

// adjusted returns the type of a parameter declared with type t. A transparent
// union is passed as its first member is, so that arguments of all its members' types will do.
func adjusted(t *ctype) *ctype {
	switch t.kind {
	case kUnion:
		if t.rec.transparent && len(t.rec.members) > 0 && t.rec.members[0].typ.inRegister() {
			return t.rec.members[0].typ
		}
	case kArray:
		return pointerTo(t.elem)
	case kFunc:
		return pointerTo(t)
	}
	return t
}

// typeName returns the type that a type name names.
func (c *checker) typeName(n *cc.TypeName) *ctype {
	s := c.specQuals(n.SpecifierQualifierList)
	t := s.typ
	if n.AbstractDeclarator != nil {
		t = c.abstract(t, n.AbstractDeclarator)
	}
	return t
}

func (c *checker) abstract(t *ctype, d *cc.AbstractDeclarator) *ctype {
	t = c.pointers(t, d.Pointer)
	return c.directAbstract(t, d.DirectAbstractDeclarator)
}

func (c *checker) directAbstract(t *ctype, d *cc.DirectAbstractDeclarator) *ctype {
	if d == nil {
		return t
	}
	switch d.Case {
	case cc.DirectAbstractDeclaratorDecl:
		if d.AbstractDeclarator == nil {
			return t
		}
		return c.abstract(t, d.AbstractDeclarator)
	case cc.DirectAbstractDeclaratorFunc:
		return c.directAbstract(c.funcType(t, d.ParameterTypeList, d), d.DirectAbstractDeclarator)
	}
	return c.directAbstract(c.array(t, d.AssignmentExpression, d.Case == cc.DirectAbstractDeclaratorArrStar, d), d.DirectAbstractDeclarator)
}

// temporary returns a new unnamed variable of the function being checked.
func (c *checker) temporary(t *ctype, pos ir.Pos) *object {
	o := &object{typ: t, pos: pos, owner: c.fn, addrTaken: !t.inRegister()}
	if c.fn == nil {
		fail(pos, "not constant at file scope")
	}
	c.fn.locals = append(c.fn.locals, o)
	return o
}
