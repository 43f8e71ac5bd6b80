package frontend

// This file lowers statements.

import (
	"github.com/confcov/confcov/explore/ir"
)

func (l *funcLowerer) stmt(s *stmt) {
	if s == nil {
		return
	}
	l.release()
	l.u.budget.step(func() ir.Pos { return s.pos })
	switch s.op {
	case sExpr:
		if !s.end && !l.leftOut(s.e) {
			l.line(s.pos)
		}
		l.effect(s.e)
	case sBlock:
		l.enterScope(s.list)
		for _, x := range s.list {
			l.stmt(x)
		}
		l.leaveScope()
	case sIf:
		l.ifStmt(s)
	case sWhile, sFor, sDo:
		l.loop(s)
	case sSwitch:
		l.switchStmt(s)
	case sCase:
		l.start(l.cases[s])
		l.stmt(s.body)
	case sLabel:
		l.start(l.label(s.label))
		l.stmt(s.body)
	case sGoto:
		l.line(s.pos)
		if l.cur.closed {
			return
		}
		l.leave(s.at, s.label.at)
		l.jump(l.label(s.label))
		l.cur.ends = true
	case sGotoPtr:
		l.gotoPointer(s)
	case sBreak:
		l.line(s.pos)
		l.leaveScopes(l.brkDepth)
		l.jump(l.brk)
	case sContinue:
		l.line(s.pos)
		l.leaveScopes(l.contDepth)
		l.jump(l.cont)
	case sReturn:
		l.returnStmt(s)
	case sDecl:
		l.declStmt(s)
	case sVLA:
		l.line(s.pos)
		n := l.reg(&expr{op: eVar, typ: tULong, pos: s.pos, obj: s.obj.typ.size, lvalue: true})
		l.emit(ir.Instr{Op: ir.OpAlloca, Dst: l.places[s.obj].reg, A: n, Imm: max(16, s.obj.typ.alignOf()), Pos: s.pos})
	case sSize:
		v := &expr{op: eVar, typ: tULong, pos: s.pos, obj: s.obj, lvalue: true}
		l.effect(&expr{op: eAssign, typ: tULong, pos: s.pos, a: v, b: s.e, impure: true})
	}
}

func (l *funcLowerer) ifStmt(s *stmt) {
	l.line(s.pos)
	then, join := l.newBlock(), l.newBlock()
	alt := join
	if s.alt != nil {
		alt = l.newBlock()
	}
	l.cond(s.e, then, alt)
	l.start(then)
	l.stmt(s.body)
	if s.alt != nil {
		if !l.cur.closed {
			if s.returns() && !l.u.s.cil {
				l.line(s.pos)
			}
			l.jump(join)
		}
		l.start(alt)
		l.stmt(s.alt)
	}
	l.start(join)
}

// returns reports whether the jump over the else branch is on the line of the condition: where the condition is by itself
// jumping code, gcc gives that jump the place of the brace before it, if the block has declarations.
func (s *stmt) returns() bool {
	return s.body.op == sBlock && s.body.pos.IsValid() && s.body.pos.File == s.pos.File && s.body.pos.Line == s.pos.Line && s.e.jumping() &&
		!(s.alt.op == sBlock && len(s.alt.list) == 0)
}

// jumping reports whether a condition is && or ||, apart from operands that are constant.
func (e *expr) jumping() bool {
	switch e.op {
	case eLNot, eBool, eCast:
		return e.a.jumping()
	case eLAnd, eLOr:
		if _, known := e.a.truth(); known {
			return e.b.jumping()
		}
		if _, known := e.b.truth(); known {
			return e.a.jumping()
		}
		return true
	}
	return false
}

// loop lowers while, do and for.
func (l *funcLowerer) loop(s *stmt) {
	brk, cont := l.brk, l.cont
	head, body, next, done := l.newBlock(), l.newBlock(), l.newBlock(), l.newBlock()
	l.brk, l.cont = done, next
	l.enterScope([]*stmt{s.init, s.body})
	brkDepth, contDepth := l.brkDepth, l.contDepth
	l.brkDepth, l.contDepth = len(l.scopes), len(l.scopes)
	if s.init != nil && s.init.op == sBlock {
		for _, x := range s.init.list {
			l.stmt(x)
		}
	} else {
		l.stmt(s.init)
	}
	switch {
	case s.endless():
		l.start(body)
		l.loopHeader(s)
		l.stmt(s.body)
		l.start(next)
		l.release()
		if !l.u.s.cil {
			l.line(s.back())
		}
		if s.post != nil {
			l.line(s.post.pos)
			l.effect(s.post)
		}
		if !l.cur.closed {
			l.jump(body)
		}
	case s.op == sDo:
		l.start(body)
		l.loopHeader(s)
		l.stmt(s.body)
		l.start(next)
		l.release()
		if !l.u.s.cil {
			l.line(s.pos)
		}
		l.cond(s.e, body, done)
	default:
		if s.op == sWhile {
			l.cont = head
		}
		l.start(head)
		l.release()
		l.line(s.pos)
		l.cond(s.e, body, done)
		l.start(body)
		l.stmt(s.body)
		l.start(next)
		if s.post != nil {
			l.release()
			l.line(s.post.pos)
			l.effect(s.post)
		}
		if !l.cur.closed {
			l.jump(head)
		}
	}
	l.brk, l.cont = brk, cont
	l.brkDepth, l.contDepth = brkDepth, contDepth
	l.start(done)
	l.leaveScope()
}

// endless reports whether a loop has no condition, or one that always holds.
func (s *stmt) endless() bool {
	if s.e == nil {
		return true
	}
	v, known := s.e.truth()
	return known && v && !s.e.impure
}

// back returns the line of the jump by which an endless loop begins again, as gcc has it: that of the
// first statement of its body, or of the loop if that is none or has no place of its own. The zero position: none,
// since a jump has no line that is where a computation is, to the column.
func (s *stmt) back() ir.Pos {
	x := s.body.first()
	switch {
	case x == nil:
		return s.begin
	case x.op == sIf || x.op == sSwitch: // the jump by its condition is there
		return ir.Pos{}
	case x.op == sLabel || x.op == sExpr && x.e.computedHere() || continues(x.body) || continues(x.alt) || continues(x.list...):
		return ir.Pos{}
	case x.op == sDo || (x.op == sWhile || x.op == sFor) && x.endless(): // it begins with a label of gcc's
		return s.begin
	case x.op == sWhile || x.op == sFor:
		return x.begin
	}
	return x.pos
}

// first returns the first statement in s, nil if there is none. A block is one itself if it declares something.
func (s *stmt) first() *stmt {
	switch {
	case s == nil:
		return nil
	case s.op == sFor && s.init != nil:
		if s.init.op == sExpr {
			return s.init
		}
		return &stmt{op: sBlock, pos: s.begin} // that of the declaration
	case s.op != sBlock || s.pos.IsValid():
		return s
	}
	for _, x := range s.list {
		if x = x.first(); x != nil {
			return x
		}
	}
	return nil
}

// continues reports whether one of the statements is a continue, in blocks or alone. gcc has an instruction for it, at the statement around.
func continues(list ...*stmt) bool {
	for _, s := range list {
		switch {
		case s == nil:
		case s.op == sContinue, s.op == sLabel && continues(s.body), s.op == sBlock && !s.pos.IsValid() && continues(s.list...):
			return true
		}
	}
	return false
}

// computedHere reports whether gcc's intermediate code has an instruction where the expression is: not where that is a
// comma, a cast to void, or an assignment of what a call returns to a variable that may be in a register; other objects get it from a temporary.
func (e *expr) computedHere() bool {
	switch e.op {
	case eAssign:
		v := e.b
		for v.op == eCast && v.typ.kind == kPtr && v.a.typ.kind == kPtr { // which gcc leaves out
			v = v.a
		}
		return v.op != eCall || !e.typ.isRecord() && !e.a.register()
	case eUpdate, eCall:
		return true
	}
	return false
}

// register reports whether e is a variable that gcc may hold in a register.
func (e *expr) register() bool {
	return e.op == eVar && e.obj.kind == objVar && !e.obj.static && e.obj.link == linkNone && !e.obj.addrTaken && !e.typ.volatile
}

func (l *funcLowerer) switchStmt(s *stmt) {
	if !l.u.s.cil || s.e.impure {
		l.line(s.pos)
	}
	brk, brkDepth := l.brk, l.brkDepth
	done := l.newBlock()
	l.brk, l.brkDepth = done, len(l.scopes)
	if l.u.s.cil {
		l.switchChain(s, done)
	} else {
		l.switchTable(s, done)
	}
	l.gotos++
	l.stmt(s.body)
	l.gotos--
	l.brk, l.brkDepth = brk, brkDepth
	l.start(done)
}

// switchTable lowers the choice of a switch to a terminator; done is behind the switch.
func (l *funcLowerer) switchTable(s *stmt, done *block) {
	term := ir.Term{Kind: ir.TermSwitch, W: s.e.typ.width(), Pos: s.e.pos}
	term.Value = l.reg(s.e)
	var succs []*block
	def := done
	for _, c := range s.cases {
		b := l.newBlock()
		l.cases[c] = b
		if c.deflt {
			def = b
			continue
		}
		if c.empty {
			continue
		}
		if c.wide() {
			term.Value = l.gather(c, term.Value, term.W, term.Pos)
			term.Cases, succs = append(term.Cases, c.lo&term.W.Mask()), append(succs, b)
			continue
		}
		for v := c.lo; ; v++ {
			term.Cases = append(term.Cases, v&term.W.Mask())
			succs = append(succs, b)
			if v == c.hi {
				break
			}
		}
	}
	if len(term.Cases) > 0 {
		l.terminate(term, append(succs, def)...)
	} else {
		l.jump(def)
	}
}

// gather makes all values of the range of a case the first one, so that the range is one way of
// the switch, and one condition, in the block that the switch ends.
func (l *funcLowerer) gather(c *stmt, r ir.Reg, w ir.Width, pos ir.Pos) ir.Reg {
	d := l.imm(ir.OpSub, w, r, c.lo, ir.NoReg, pos)
	in := l.imm(ir.OpULe, w, d, c.hi-c.lo, l.temp(4), pos)
	v := l.temp(w)
	l.emit(ir.Instr{Op: ir.OpSelect, W: w, From: 4, Dst: v, A: in, B: ir.NoReg, Imm: c.lo & w.Mask(), C: r, Pos: pos})
	return v
}

func (l *funcLowerer) label(lb *label) *block {
	b := l.labels[lb]
	if b == nil {
		b = l.newBlock()
		b.keep = lb.taken
		l.labels[lb] = b
	}
	return b
}

func (l *funcLowerer) gotoPointer(s *stmt) {
	l.line(s.pos)
	r := l.reg(s.e)
	var succs []*block
	for _, lb := range l.f.labels {
		if lb.taken {
			succs = append(succs, l.label(lb))
		}
	}
	if len(succs) == 0 {
		fail(s.pos, "computed goto in a function without labels whose address is taken")
	}
	l.terminate(ir.Term{Kind: ir.TermIndirect, Value: r, Pos: s.pos}, succs...)
}

func (l *funcLowerer) returnStmt(s *stmt) {
	l.line(s.pos)
	t := l.f.obj.typ.elem
	switch {
	case s.e == nil:
		if l.cur.closed {
			return
		}
		if t.inRegister() {
			l.fallOff(t)
			return
		}
		l.terminate(ir.Term{Kind: ir.TermReturn, Value: ir.NoReg, Pos: s.pos})
	case t.inMemory():
		l.inMemory(s.e, l.result)
		l.terminate(ir.Term{Kind: ir.TermReturn, Value: ir.NoReg, Pos: s.pos})
	case t.kind == kVoid:
		l.effect(s.e)
		l.terminate(ir.Term{Kind: ir.TermReturn, Value: ir.NoReg, Pos: s.pos})
	default:
		r := l.reg(s.e)
		l.terminate(ir.Term{Kind: ir.TermReturn, Value: r, Pos: s.pos})
	}
}

func (l *funcLowerer) declStmt(s *stmt) {
	l.begin(s.obj)
	l.declare(s.obj)
	if s.items == nil && !s.zero {
		return
	}
	l.line(s.pos)
	p := l.places[s.obj]
	if p.inReg {
		for _, it := range s.items {
			l.eval(it.value, p.reg)
		}
		return
	}
	l.initialize(l.objectAddr(s.obj), s.obj.typ, s.items, s.zero, s.pos)
}
