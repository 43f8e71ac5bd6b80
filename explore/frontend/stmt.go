package frontend

// This file checks statements.

import (
	"iter"

	"github.com/confcov/confcov/explore/ir"
	"modernc.org/cc/v4"
)

// items checks the items of a block in the current scope.
func (c *checker) items(l *cc.BlockItemList) iter.Seq[*stmt] {
	return func(yield func(*stmt) bool) {
		for ; l != nil; l = l.BlockItemList {
			var list []*stmt
			switch it := l.BlockItem; it.Case {
			case cc.BlockItemDecl:
				if it.Declaration != nil {
					c.declaration(it.Declaration, &list)
				}
			case cc.BlockItemStmt:
				list = append(list, c.stmt(it.Statement))
			case cc.BlockItemLabel:
				c.localLabels(it.LabelDeclaration)
			case cc.BlockItemFuncDef:
				unsupported(c.pos(it), "nested function")
			}
			for _, s := range list {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// compound checks a block with a scope of its own.
func (c *checker) compound(n *cc.CompoundStatement) *stmt {
	c.push()
	defer c.pop()
	c.localLbls = append(c.localLbls, nil)
	outer := c.cleanups
	s := &stmt{op: sBlock}
	for st := range c.items(n.BlockItemList) {
		s.list = append(s.list, st)
	}
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		if d := l.BlockItem.Declaration; l.BlockItem.Case == cc.BlockItemDecl && d != nil && d.Case != cc.DeclarationAssert {
			s.pos = c.pos(n)
		}
	}
	c.localLbls = c.localLbls[:len(c.localLbls)-1]
	s.list = append(s.list, c.leaveTo(outer)...)
	c.cleanups = outer
	return s
}

func (c *checker) localLabels(n *cc.LabelDeclaration) {
	if len(c.localLbls) == 0 {
		c.localLbls = append(c.localLbls, nil)
	}
	top := len(c.localLbls) - 1
	if c.localLbls[top] == nil {
		c.localLbls[top] = map[string]*label{}
	}
	for l := n.IdentifierList; l != nil; l = l.IdentifierList {
		c.localLbls[top][l.Token2.SrcStr()] = c.newLabel(l.Token2.SrcStr(), c.pos(l.Token2))
	}
}

func (c *checker) newLabel(name string, pos ir.Pos) *label {
	l := &label{name: name, pos: pos, fn: c.fn.obj}
	c.fn.labels = append(c.fn.labels, l)
	c.fn.hasGoto = true
	return l
}

// labelNamed returns the label that name refers to, which may be defined later.
func (c *checker) labelNamed(name string, pos ir.Pos) *label {
	for i := len(c.localLbls) - 1; i >= 0; i-- {
		if l := c.localLbls[i][name]; l != nil {
			return l
		}
	}
	l := c.labels[name]
	if l == nil {
		if c.fn == nil {
			fail(pos, "label %s outside of a function", name)
		}
		l = c.newLabel(name, pos)
		c.labels[name] = l
	}
	return l
}

func (c *checker) stmt(n *cc.Statement) *stmt {
	c.budget.step(func() ir.Pos { return c.pos(n) })
	s := c.statement(n)
	s.entered = hasCase(s.list) || hasCase([]*stmt{s.body, s.alt, s.init})
	return s
}

func (c *checker) statement(n *cc.Statement) *stmt {
	switch n.Case {
	case cc.StatementLabeled:
		return c.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		return c.compound(n.CompoundStatement)
	case cc.StatementExpr:
		x := n.ExpressionStatement
		if x.ExpressionList == nil {
			return &stmt{op: sBlock}
		}
		e := c.expr(x.ExpressionList)
		return &stmt{op: sExpr, pos: c.pos(x.ExpressionList), e: e}
	case cc.StatementSelection:
		return c.selection(n.SelectionStatement)
	case cc.StatementIteration:
		return c.iteration(n.IterationStatement)
	case cc.StatementJump:
		return c.jump(n.JumpStatement)
	case cc.StatementAsm:
		return c.assembly(n.AsmStatement)
	}
	unsupported(c.pos(n), "this statement")
	return nil
}

// scoped checks the body of a selection or iteration statement.
func (c *checker) scoped(n *cc.Statement) *stmt {
	c.push()
	defer c.pop()
	return c.stmt(n)
}

func (c *checker) labeled(n *cc.LabeledStatement) *stmt {
	pos := c.pos(n)
	if n.Case == cc.LabeledStatementLabel {
		name := n.Token.SrcStr()
		l := c.labelNamed(name, pos)
		if l.defined {
			fail(pos, "duplicate label %s", name)
		}
		l.defined, l.pos, l.at = true, pos, c.cleanups
		return &stmt{op: sLabel, label: l, body: c.stmt(n.Statement)}
	}
	sw := c.swtch
	if sw == nil {
		fail(pos, "case or default outside of a switch")
	}
	s := &stmt{op: sCase, pos: pos}
	if n.Case == cc.LabeledStatementDefault {
		s.deflt = true
		for _, o := range sw.stmt.cases {
			if o.deflt {
				fail(pos, "two default labels in one switch")
			}
		}
	} else {
		s.lo = normalize(c.constant(n.ConstantExpression), sw.typ)
		s.hi = s.lo
		if n.Case == cc.LabeledStatementRange {
			s.hi = normalize(c.constant(n.ConstantExpression2), sw.typ)
		}
		c.noteCase(sw, s)
	}
	sw.stmt.cases = append(sw.stmt.cases, s)
	s.body = c.stmt(n.Statement)
	return s
}

// maxRange is the largest case range that is spelled out value by value.
const maxRange = 4096

// wide reports whether the range of a case is one of the switch's ways, not as many as it has values.
func (s *stmt) wide() bool { return !s.deflt && !s.empty && s.hi-s.lo >= maxRange }

// overlaps reports whether the ranges of s and from lo to hi have a value in common.
func (s *stmt) overlaps(lo, hi uint64) bool { return lo-s.lo <= s.hi-s.lo || s.lo-lo <= hi-lo }

func (c *checker) noteCase(sw *switchContext, s *stmt) {
	s.empty = s.hi < s.lo
	if !sw.typ.unsigned() {
		s.empty = int64(s.hi) < int64(s.lo)
	}
	if s.empty {
		return
	}
	duplicate := func(found bool) {
		if found {
			fail(s.pos, "duplicate case value")
		}
	}
	for _, o := range sw.wide {
		duplicate(o.overlaps(s.lo, s.hi))
	}
	if s.wide() {
		for v := range sw.seen {
			duplicate(s.overlaps(v, v))
		}
		sw.wide = append(sw.wide, s)
		return
	}
	for v := s.lo; ; v++ {
		duplicate(sw.seen[v])
		sw.seen[v] = true
		if v == s.hi {
			break
		}
	}
}

func (c *checker) selection(n *cc.SelectionStatement) *stmt {
	c.push()
	defer c.pop()
	pos := c.pos(n.ExpressionList)
	if n.Case != cc.SelectionStatementSwitch {
		s := &stmt{op: sIf, pos: pos, e: c.scalar(n.ExpressionList)}
		s.body = c.scoped(n.Statement)
		if n.Case == cc.SelectionStatementIfElse {
			s.alt = c.scoped(n.Statement2)
		}
		return s
	}
	e := c.promote(c.rvalue(n.ExpressionList))
	if !e.typ.isInteger() {
		fail(pos, "switch on %s", e.typ)
	}
	s := &stmt{op: sSwitch, pos: pos, e: e}
	if n.Statement.Case == cc.StatementCompound {
		s.begin = c.pos(n.Statement.CompoundStatement)
	}
	outer := c.swtch
	c.swtch = &switchContext{stmt: s, typ: e.typ, seen: map[uint64]bool{}}
	c.breaks++
	breakAt := c.breakAt
	c.breakAt = c.cleanups
	s.body = c.scoped(n.Statement)
	c.breakAt = breakAt
	c.breaks--
	c.swtch = outer
	return s
}

func (c *checker) iteration(n *cc.IterationStatement) *stmt {
	c.push()
	defer c.pop()
	s := &stmt{begin: c.pos(n)}
	outer := c.cleanups
	switch n.Case {
	case cc.IterationStatementWhile:
		s.op, s.pos, s.e = sWhile, c.pos(n.ExpressionList), c.scalar(n.ExpressionList)
	case cc.IterationStatementDo:
		s.op = sDo
	case cc.IterationStatementFor:
		s.op = sFor
		if n.ExpressionList != nil {
			s.init = &stmt{op: sExpr, pos: c.pos(n.ExpressionList), e: c.expr(n.ExpressionList)}
		}
		c.forParts(s, n.ExpressionList2, n.ExpressionList3)
	case cc.IterationStatementForDecl:
		s.op = sFor
		var list []*stmt
		c.declaration(n.Declaration, &list)
		s.init = &stmt{op: sBlock, list: list}
		c.forParts(s, n.ExpressionList, n.ExpressionList2)
	}
	c.loops++
	c.breaks++
	breakAt, continueAt := c.breakAt, c.continueAt
	c.breakAt, c.continueAt = c.cleanups, c.cleanups
	s.body = c.scoped(n.Statement)
	c.breakAt, c.continueAt = breakAt, continueAt
	c.loops--
	c.breaks--
	if n.Case == cc.IterationStatementDo {
		s.pos, s.e = c.pos(n.ExpressionList), c.scalar(n.ExpressionList)
	}
	if end := c.leaveTo(outer); end != nil {
		c.cleanups = outer
		return &stmt{op: sBlock, list: append([]*stmt{s}, end...)}
	}
	return s
}

func (c *checker) forParts(s *stmt, cond, post cc.ExpressionNode) {
	if cond != nil {
		s.pos, s.e = c.pos(cond), c.scalar(cond)
	}
	if post != nil {
		s.post = c.expr(post)
	}
}

func (c *checker) jump(n *cc.JumpStatement) *stmt {
	pos := c.pos(n)
	switch n.Case {
	case cc.JumpStatementGoto:
		return &stmt{op: sGoto, pos: pos, at: c.cleanups, label: c.labelNamed(n.Token2.SrcStr(), c.pos(n.Token2))}
	case cc.JumpStatementGotoExpr:
		e := c.rvalue(n.ExpressionList)
		if e.typ.kind != kPtr {
			fail(pos, "computed goto to %s", e.typ)
		}
		c.fn.hasGoto = true
		return &stmt{op: sGotoPtr, pos: pos, e: e}
	case cc.JumpStatementContinue:
		if c.loops == 0 {
			fail(pos, "continue outside of a loop")
		}
		return c.leaving(c.leaveTo(c.continueAt), &stmt{op: sContinue, pos: pos})
	case cc.JumpStatementBreak:
		if c.breaks == 0 {
			fail(pos, "break outside of a loop or switch")
		}
		return c.leaving(c.leaveTo(c.breakAt), &stmt{op: sBreak, pos: pos})
	}
	s := &stmt{op: sReturn, pos: pos}
	result := c.fn.obj.typ.elem
	if n.ExpressionList != nil {
		e := c.rvalue(n.ExpressionList)
		if result.kind != kVoid {
			e = c.convert(e, result)
		} else if e.typ.kind != kVoid {
			e = castTo(e, tVoid, e.pos)
		}
		s.e = e
	}
	end := c.leaveTo(nil)
	if end != nil && s.e != nil && s.e.typ.kind != kVoid {
		o := c.temporary(s.e.typ.unqualified(), pos)
		v := &expr{op: eVar, typ: o.typ, pos: pos, obj: o, lvalue: true}
		end = append([]*stmt{{op: sExpr, pos: pos, e: &expr{op: eAssign, typ: o.typ, pos: pos, a: v, b: s.e, impure: true}}}, end...)
		s.e = v
	}
	return c.leaving(end, s)
}
