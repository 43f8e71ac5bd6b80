package frontend

// This file reads GNU attributes. Those that change what a program does or how
// its data lie are honoured, the rest are advice to an optimiser or a linker.

import (
	"strings"

	"modernc.org/cc/v4"
)

// attributes are the attributes of a declaration or type that matter.
type attributes struct {
	packed      bool
	aligned     uint64 // 0: none
	weak        bool
	alias       string
	noreturn    bool
	pure        bool // pure or const: calls have no effect but their value
	gnuInline   bool
	always      bool   // always_inline
	mode        string // of __mode__
	vector      bool
	transparent bool
	constructor int // priority, counted from 1; 0: none
	destructor  int
	cleanup     string
}

func (c *checker) attrs(a *attributes, l *cc.AttributeSpecifierList) {
	for ; l != nil; l = l.AttributeSpecifierList {
		s := l.AttributeSpecifier
		if s == nil {
			continue
		}
		n := 0
		for v := s.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue != nil {
				c.attr(a, v.AttributeValue)
			}
			n++
		}
		// The parser keeps only the first and the last value of a longer list.
		if n == 2 && s.AttributeValueList.AttributeValueList.Token.Seq() > lastSeq(s.AttributeValueList.AttributeValue)+1 {
			unsupported(c.pos(s), "__attribute__ with more than two values; split it")
		}
	}
}

// lastSeq returns the sequence number of the last token of an attribute.
func lastSeq(v *cc.AttributeValue) int {
	if v.Case == cc.AttributeValueExpr {
		return v.Token3.Seq()
	}
	return v.Token.Seq()
}

func (c *checker) attr(a *attributes, v *cc.AttributeValue) {
	name := strings.TrimSuffix(strings.TrimPrefix(v.Token.SrcStr(), "__"), "__")
	args := v.ArgumentExpressionList
	switch name {
	case "packed":
		a.packed = true
	case "aligned":
		a.aligned = max(a.aligned, 16)
		if args != nil {
			a.aligned = c.constant(args.AssignmentExpression)
		}
	case "weak":
		a.weak = true
	case "alias":
		if e := soleArgument(args); e != nil && e.Case == cc.PrimaryExpressionString {
			a.alias = string(c.stringBytes(e.Token))
		}
	case "pure", "const":
		a.pure = true
	case "noreturn":
		a.noreturn = true
	case "gnu_inline":
		a.gnuInline = true
	case "always_inline":
		a.always = true
	case "mode":
		if e := soleArgument(args); e != nil {
			a.mode = strings.Trim(e.Token.SrcStr(), "_")
		}
	case "transparent_union":
		a.transparent = true
	case "vector_size":
		a.vector = true
	case "constructor":
		a.constructor = c.priority(args)
	case "destructor":
		a.destructor = c.priority(args)
	case "cleanup":
		if e := soleArgument(args); e != nil && e.Case == cc.PrimaryExpressionIdent {
			a.cleanup = e.Token.SrcStr()
		}
	case "ifunc", "weakref", "scalar_storage_order", "ms_struct":
		unsupported(c.pos(v), "__attribute__((%s))", name)
	}
}

// priority returns the order in which a constructor or destructor is called.
func (c *checker) priority(args *cc.ArgumentExpressionList) int {
	if args == nil {
		return 65536
	}
	return int(c.constant(args.AssignmentExpression)) + 1
}

// soleArgument returns the argument of an attribute if it is a primary expression.
func soleArgument(l *cc.ArgumentExpressionList) *cc.PrimaryExpression {
	if l == nil {
		return nil
	}
	e, _ := l.AssignmentExpression.(*cc.PrimaryExpression)
	return e
}

// moded returns t as an attribute of a specifier or declarator changes its mode.
func moded(t *ctype, mode string) *ctype {
	if mode == "" {
		return t
	}
	if u := modeType(t, mode); u != nil {
		return u.qualified(t.constant, t.volatile)
	}
	return &ctype{kind: kUnsupported, name: "__attribute__((mode(" + mode + ")))"}
}

// modeType returns the type that __attribute__((mode(m))) makes of t; nil: none.
func modeType(t *ctype, m string) *ctype {
	if t.isReal() {
		return map[string]*ctype{"SF": tFloat, "DF": tDouble, "XF": tLDouble}[m]
	}
	signed := map[string]kind{"QI": kSChar, "HI": kShort, "SI": kInt, "DI": kLong, "word": kLong, "pointer": kLong, "byte": kSChar}
	k, ok := signed[m]
	if !ok || !t.isInteger() {
		return nil
	}
	if t.unsigned() {
		k++
		if k == kUChar || k == kUShort || k == kUInt || k == kULong {
			return basic[k]
		}
	}
	return basic[k]
}
