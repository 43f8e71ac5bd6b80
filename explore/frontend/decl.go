package frontend

// This file checks declarations and function definitions.

import (
	"fmt"

	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// declaration checks a declaration; within functions out receives what has to be executed.
func (c *checker) declaration(d *cc.Declaration, out *[]*stmt) {
	switch d.Case {
	case cc.DeclarationAssert:
		c.staticAssert(d.StaticAssertDeclaration)
		return
	case cc.DeclarationAuto:
		c.autoType(d, out)
		return
	}
	if d.InitDeclaratorList == nil {
		c.declareTagAlone(d.DeclarationSpecifiers)
	}
	outer := c.pending
	c.pending = nil
	s := c.declSpecs(d.DeclarationSpecifiers)
	for _, e := range c.pending {
		*out = append(*out, &stmt{op: sExpr, pos: s.pos, e: e})
	}
	c.pending = outer
	c.attrs(&s.attr, d.AttributeSpecifierList)
	s.noreturn = s.noreturn || s.attr.noreturn
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		one := *s
		c.attrs(&one.attr, l.AttributeSpecifierList)
		c.attrs(&one.attr, l.InitDeclarator.AttributeSpecifierList)
		one.noreturn = one.noreturn || one.attr.noreturn
		if s.attr.mode == "" {
			one.typ = moded(one.typ, one.attr.mode)
		}
		if one.attr.vector && !s.attr.vector {
			one.typ = &ctype{kind: kUnsupported, name: "vector of " + one.typ.String()}
		}
		c.initDeclarator(&one, l.InitDeclarator, out)
	}
}

func (c *checker) staticAssert(n *cc.StaticAssertDeclaration) {
	if c.constant(n.ConstantExpression) == 0 {
		fail(c.pos(n), "static assertion failed: %s", n.Token4.SrcStr())
	}
}

func (c *checker) autoType(d *cc.Declaration, out *[]*stmt) {
	pos := c.pos(d.Declarator.NameTok())
	if d.Initializer.Case != cc.InitializerExpr {
		fail(pos, "__auto_type is initialised by a list")
	}
	e := c.rvalue(d.Initializer.AssignmentExpression)
	t := e.typ.unqualified()
	if t.bits != 0 {
		t = basic[t.kind]
	}
	if c.fn == nil {
		s := &specifiers{typ: t}
		o := c.linked(s, d.Declarator.Name(), t, pos, objVar)
		if o.defined {
			fail(pos, "redefinition of %s", o.name)
		}
		o.defined, o.pos, o.init = true, pos, []initItem{{typ: t, value: c.convert(e, t)}}
		return
	}
	*out = append(*out, c.sizeVariables(t, pos)...)
	o := c.local(d.Declarator.Name(), t, pos)
	c.declare(o)
	*out = append(*out, &stmt{op: sDecl, pos: pos, obj: o, items: []initItem{{typ: o.typ, value: e}}})
}

func (c *checker) initDeclarator(s *specifiers, n *cc.InitDeclarator, out *[]*stmt) {
	t, name := c.declarator(s, n.Declarator)
	pos := c.pos(n.Declarator.NameTok())
	if name == "" {
		fail(c.pos(n), "declarator without a name")
	}
	if s.typedef {
		o := &object{name: name, kind: objTypedef, typ: t, pos: pos}
		if t.kind == kUnion && s.attr.transparent {
			t.rec.transparent = true
		}
		if out != nil {
			*out = append(*out, c.sizeVariables(t, pos)...)
		}
		c.declare(o)
		return
	}
	symName := ""
	if n.Asm != nil {
		symName = string(c.stringBytes(n.Asm.Token3))
	}
	switch {
	case t.kind == kFunc:
		c.declareFunc(s, name, t, pos, symName)
		if n.Initializer != nil {
			fail(pos, "function %s is initialised", name)
		}
	case c.fn == nil || s.extern:
		c.fileVariable(s, n, name, t, pos, symName)
	case s.static:
		c.staticLocal(s, n, name, t, pos)
	default:
		if symName != "" {
			unsupported(pos, "register variable %s", name)
		}
		c.autoVariable(s, n, name, t, pos, out)
	}
}

// linked returns the object that a declaration with linkage declares, new or known.
func (c *checker) linked(s *specifiers, name string, t *ctype, pos ir.Pos, kind objKind) *object {
	o := c.byName[name]
	if o == nil {
		o = &object{name: name, kind: kind, typ: t, pos: pos, link: linkExternal, static: kind == objVar, addrTaken: true}
		if s.static {
			o.link = linkInternal
		}
		c.byName[name] = o
		c.globals = append(c.globals, o)
	} else {
		if o.kind != kind || !redeclarable(o.typ, t) {
			fail(pos, "%s was declared as %s and is redeclared as %s", name, o.typ, t)
		}
		o.typ = composite(o.typ, t)
		if o.guessed && !compatible(o.typ, t) {
			o.typ, o.noreturn = t, false
		}
		o.guessed = false
	}
	o.weak = o.weak || s.attr.weak
	o.noreturn = o.noreturn || s.noreturn
	o.pure = o.pure || s.attr.pure
	o.extern = o.extern || s.extern
	o.gnuInline = o.gnuInline || s.attr.gnuInline
	o.always = o.always || s.attr.always
	o.align = max(o.align, s.attr.aligned, s.align)
	o.constructor = max(o.constructor, s.attr.constructor)
	o.destructor = max(o.destructor, s.attr.destructor)
	if s.attr.alias != "" {
		o.alias = s.attr.alias
	}
	c.declare(o)
	return o
}

// redeclarable reports whether a thing of type a may be declared again with type b. Old
// sources are not exact about this and gcc takes no exception to some of it.
func redeclarable(a, b *ctype) bool {
	if compatible(a, b) || a.kind == kFunc && b.kind == kFunc {
		return true
	}
	return a.kind == kPtr && b.kind == kPtr || a.isInteger() && b.isInteger() && a.sizeOf() == b.sizeOf()
}

func (c *checker) declareFunc(s *specifiers, name string, t *ctype, pos ir.Pos, symName string) *object {
	o := c.linked(s, name, t, pos, objFunc)
	if symName != "" {
		o.symName = symName
	}
	o.inline = o.inline || s.inline
	o.nonInline = o.nonInline || !s.inline || s.extern
	return o
}

// fileVariable declares a variable at file scope, or one with extern in a function.
func (c *checker) fileVariable(s *specifiers, n *cc.InitDeclarator, name string, t *ctype, pos ir.Pos, symName string) {
	if t.variable() {
		fail(pos, "array of variable size at file scope")
	}
	o := c.linked(s, name, t, pos, objVar)
	if symName != "" {
		o.symName = symName
	}
	if n.Initializer == nil {
		o.tentative = o.tentative || !s.extern
		return
	}
	if o.defined {
		fail(pos, "redefinition of %s", name)
	}
	o.defined, o.pos = true, pos
	o.init, o.typ = c.initializer(o.typ, n.Initializer)
	o.readOnly = readOnly(o.typ)
}

// readOnly reports whether an object of type t lies in read-only memory.
func readOnly(t *ctype) bool {
	for t.kind == kArray {
		t = t.elem
	}
	return t.constant && !t.volatile
}

func (c *checker) staticLocal(s *specifiers, n *cc.InitDeclarator, name string, t *ctype, pos ir.Pos) {
	if t.variable() {
		fail(pos, "static array of variable size")
	}
	o := &object{
		name: name, typ: t, pos: pos, static: true, link: linkInternal, addrTaken: true, defined: true,
		symName: fmt.Sprintf("%s.%s", c.fn.obj.name, name), owner: c.fn, align: max(s.attr.aligned, s.align),
	}
	c.declare(o)
	if n.Initializer != nil {
		c.static++
		o.init, o.typ = c.initializer(t, n.Initializer)
		c.static--
	}
	o.readOnly = readOnly(o.typ)
	c.globals = append(c.globals, o)
}

// local makes a variable of automatic storage duration.
func (c *checker) local(name string, t *ctype, pos ir.Pos) *object {
	o := &object{name: name, typ: t, pos: pos, owner: c.fn, addrTaken: !t.inRegister()}
	wantLayout(t, pos)
	c.fn.locals = append(c.fn.locals, o)
	return o
}

func (c *checker) autoVariable(s *specifiers, n *cc.InitDeclarator, name string, t *ctype, pos ir.Pos, out *[]*stmt) {
	*out = append(*out, c.sizeVariables(t, pos)...)
	o := c.local(name, t, pos)
	o.align = max(s.attr.aligned, s.align)
	c.declare(o)
	defer c.cleanUp(s, o)
	if t.variable() {
		if n.Initializer != nil {
			fail(pos, "array of variable size is initialised")
		}
		o.vla = true
		*out = append(*out, &stmt{op: sVLA, pos: pos, obj: o})
		return
	}
	st := &stmt{op: sDecl, obj: o}
	*out = append(*out, st)
	if n.Initializer != nil {
		st.pos = pos
		st.items, o.typ = c.initializer(t, n.Initializer)
		st.zero = n.Initializer.Case == cc.InitializerInitList
	}
	if o.typ.incomplete() {
		fail(pos, "%s has incomplete type %s", name, o.typ)
	}
}

func (c *checker) functionDefinition(d *cc.FunctionDefinition) {
	if c.fn != nil {
		unsupported(c.pos(d), "nested function")
	}
	s := c.declSpecs(d.DeclarationSpecifiers)
	t, name := c.declarator(s, d.Declarator)
	pos := c.pos(d.Declarator.NameTok())
	if t.kind != kFunc {
		fail(pos, "%s is not a function but has a body", name)
	}
	if t.noProto {
		q := *t
		t = &q
	}
	o := c.declareFunc(s, name, t, pos, "")
	if o.defined && o.gnuInline && !s.attr.gnuInline { // the other one was for inlining only
		o.defined, o.gnuInline, o.always, o.inline, o.nonInline = false, false, s.attr.always, s.inline, true
	}
	if o.defined && !o.gnuInline {
		fail(pos, "redefinition of %s", name)
	}
	if t.elem.kind != kVoid && t.elem.incomplete() {
		fail(pos, "%s returns incomplete type %s", name, t.elem)
	}
	o.defined, o.pos = true, pos
	f := &function{obj: o, variadic: t.variadic}
	o.fn = f
	if s.inline {
		// Headers have inline functions in assembly that nobody calls: an error counts when one is lowered.
		defer c.postpone(f, c.scope)
	}
	c.fn, c.labels, c.localLbls = f, map[string]*label{}, nil
	c.push()
	var body []*stmt
	c.parameters(f, t, d, &body)
	for st := range c.items(d.CompoundStatement.BlockItemList) {
		body = append(body, st)
	}
	body = append(body, c.leaveTo(nil)...)
	c.cleanups = nil
	c.pop()
	f.body, f.end = &stmt{op: sBlock, list: body}, c.pos(d.CompoundStatement.Token2)
	for _, l := range f.labels {
		if !l.defined {
			fail(l.pos, "label %s is not defined", l.name)
		}
	}
	c.fn = nil
}

// postpone recovers a failure within an inline function and keeps it with the function.
func (c *checker) postpone(f *function, s *scope) {
	switch r := recover().(type) {
	case nil:
	case failure:
		f.failure = &r
		c.scope, c.fn, c.swtch = s, nil, nil
		c.loops, c.breaks, c.dead, c.static = 0, 0, 0, 0
		c.cleanups, c.breakAt, c.continueAt, c.pending = nil, nil, nil, nil
	default:
		panic(r)
	}
}

// parameters declares the parameters of f, whose type is t.
func (c *checker) parameters(f *function, t *ctype, d *cc.FunctionDefinition, body *[]*stmt) {
	if t.noProto {
		c.oldParameters(t, d.DeclarationList)
	}
	for i := range t.params {
		p := &t.params[i]
		o := p.obj
		if o == nil {
			o = &object{name: p.name, typ: p.typ, pos: p.pos, isParam: true}
		}
		if t.noProto {
			p.typ, p.union = o.typ, nil
			if u := adjusted(o.typ); u != o.typ {
				p.typ, p.union, o.typ = u, o.typ, u
			}
			if u := promotedArgument(o.typ); u != o.typ {
				o.promoted = u
			}
		}
		o.owner = f
		o.addrTaken = o.addrTaken || !o.typ.inRegister()
		if o.typ.incomplete() || o.typ.kind == kUnsupported {
			fail(p.pos, "parameter %s has incomplete or unsupported type %s", p.name, o.typ)
		}
		f.params = append(f.params, o)
		if o.name != "" {
			c.declare(o)
		}
		if p.union != nil && o.name != "" {
			u := c.local(o.name, p.union, p.pos)
			v := &expr{op: eVar, typ: o.typ, pos: p.pos, obj: o, lvalue: true}
			*body = append(*body, &stmt{op: sDecl, obj: u, items: []initItem{{typ: o.typ, value: v}}, zero: true})
			c.declare(u)
		}
		*body = append(*body, c.sizeVariables(o.typ, p.pos)...)
		if p.count != nil && p.count.impure {
			*body = append(*body, &stmt{op: sExpr, pos: p.pos, e: p.count})
		}
	}
}

// oldParameters declares the parameters of a definition without a prototype.
func (c *checker) oldParameters(t *ctype, l *cc.DeclarationList) {
	byName := map[string]*object{}
	for i := range t.params {
		p := &t.params[i]
		p.obj = &object{name: p.name, typ: p.typ, pos: p.pos, isParam: true}
		byName[p.name] = p.obj
		c.declare(p.obj) // the sizes of arrays may refer to it
	}
	for ; l != nil; l = l.DeclarationList {
		if l.Declaration.Case != cc.DeclarationDecl {
			continue
		}
		s := c.declSpecs(l.Declaration.DeclarationSpecifiers)
		for il := l.Declaration.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
			u, name := c.declarator(s, il.InitDeclarator.Declarator)
			o := byName[name]
			if o == nil {
				fail(c.pos(il.InitDeclarator), "%s is not a parameter", name)
			}
			if o.typ = adjusted(u); u.isRecord() {
				o.typ = u
			}
		}
	}
}

// promotedArgument returns the type in which a value of type t is passed without a prototype.
func promotedArgument(t *ctype) *ctype {
	switch {
	case t.kind == kFloat:
		return tDouble
	case t.isInteger() && t.kind < kInt:
		return tInt
	}
	return t
}
