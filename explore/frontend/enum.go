package frontend

// This file checks enumerations. As gcc has it, one may be declared before it is defined: its type
// is then incomplete, and all copies of it are completed with it.

import "modernc.org/cc/v4"

func (c *checker) enumSpecifier(n *cc.EnumSpecifier) *ctype {
	name := n.Token2.SrcStr()
	if n.Case == cc.EnumSpecifierTag {
		t := c.lookupTag(name)
		if t == nil || t.enum == nil {
			t = c.forwardEnum(name)
			if n.EnumTypeSpecifier != nil {
				t.enum.finish(c.specQuals(n.EnumTypeSpecifier.SpecifierQualifierList).typ)
			}
		}
		if t.enum.complete == nil {
			return t.enum.forward[0]
		}
		return t.enum.complete
	}
	e := &enumType{tag: name}
	if t := c.scope.tags[name]; name != "" && t != nil && t.enum != nil && t.enum.open {
		e = t.enum
	} else if name != "" {
		c.declareTag(name, &tag{enum: e})
	}
	var fixed *ctype
	if n.EnumTypeSpecifier != nil {
		fixed = c.specQuals(n.EnumTypeSpecifier.SpecifierQualifierList).typ
	}
	c.enumerators(e, n, fixed)
	return e.complete
}

// forwardEnum declares an enumeration that is defined later, or never.
func (c *checker) forwardEnum(name string) *tag {
	t := &tag{enum: &enumType{tag: name, open: true}}
	t.enum.forward = []*ctype{{kind: kUInt, enum: t.enum}}
	c.declareTag(name, t)
	c.openEnums = append(c.openEnums, t.enum)
	return t
}

// finish makes the enumeration the integer type t, and its types of before with it.
func (e *enumType) finish(t *ctype) {
	u := *t.unqualified()
	u.enum = e
	e.complete, e.open = &u, false
	for _, f := range e.forward {
		f.kind = u.kind
	}
}

// enumerators declares the constants of an enumeration and determines its type:
// as gcc has it, unsigned int unless a value is negative, and 8 bytes where 4 do not hold them.
func (c *checker) enumerators(e *enumType, n *cc.EnumSpecifier, fixed *ctype) {
	var next uint64
	nextSigned := true // next is to be read as signed
	negative, wide := false, false
	var consts []*object
	for l := n.EnumeratorList; l != nil; l = l.EnumeratorList {
		d := l.Enumerator
		if d.Case == cc.EnumeratorExpr {
			v := c.constantExpr(d.ConstantExpression)
			next, nextSigned = v.val, !v.typ.unsigned()
		}
		neg := nextSigned && int64(next) < 0
		negative = negative || neg
		wide = wide || neg && int64(next) < -1<<31 || !neg && next > 1<<32-1
		o := &object{name: d.Token.SrcStr(), kind: objEnum, val: next, pos: c.pos(d), typ: tInt}
		if neg && int64(next) < -1<<31 || !neg && next > 1<<31-1 {
			o.typ = tLong
			if !neg && next <= 1<<32-1 {
				o.typ = tUInt
			} else if !neg && next > 1<<63-1 {
				o.typ = tULong
			}
		}
		c.declare(o)
		consts = append(consts, o)
		next++
	}
	for _, o := range consts {
		wide = wide || negative && !(int64(o.val) < 0) && o.val > 1<<31-1
	}
	e.consts, e.negative, e.fixed = consts, negative, fixed != nil
	t := tUInt
	switch {
	case fixed != nil:
		t = fixed
	case negative && wide:
		t = tLong
	case negative:
		t = tInt
	case wide:
		t = tULong
	}
	e.finish(t)
	for _, o := range consts {
		if fixed != nil {
			o.typ = fixed
		} else if o.typ.kind != kInt {
			o.typ = t
		}
	}
}

// packEnum gives an enumeration the smallest type that holds its constants.
func (c *checker) packEnum(e *enumType) *ctype {
	if e.fixed {
		return e.complete
	}
	t := e.complete
	for _, k := range []kind{kUChar, kSChar, kUShort, kShort} {
		u := basic[k]
		fits := u.unsigned() != e.negative
		for _, o := range e.consts {
			fits = fits && normalize(o.val, u) == o.val
		}
		if fits {
			t = u
			break
		}
	}
	e.finish(t)
	return e.complete
}
