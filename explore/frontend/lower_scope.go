package frontend

// This file ends the lives of locals at the end of their blocks.
//
// A local in memory that is declared in a block within a function, or by a for statement, begins to live
// at its declaration and ends where its block is left, so that what uses it later is an error. That is
// not done where a block may be entered elsewhere than at its start, as by goto, nor in
// statement expressions. Blocks of the program's graph stay as they are: where the
// end would make a block of its own, it is put before the next instruction that is not in the scope.

import "github.com/confcov/confcov/explore/ir"

// lifetime is a block of the source that is being lowered.
type lifetime struct {
	closed bool  // its locals live as long as the function
	locals []int // those that began to live
}

// enterScope begins a scope.
func (l *funcLowerer) enterScope(list []*stmt) {
	closed := len(l.scopes) == 0 || l.f.hasGoto || l.f.setjmp || l.within > 0 || hasCase(list)
	l.scopes = append(l.scopes, lifetime{closed: closed})
}

// leaveScope ends the innermost scope.
func (l *funcLowerer) leaveScope() {
	n := len(l.scopes) - 1
	s := l.scopes[n]
	l.scopes = l.scopes[:n]
	if len(s.locals) == 0 || l.cur.closed {
		l.ending = append(l.ending, s.locals...)
		return
	}
	if l.cur.empty() {
		l.ending = append(l.ending, s.locals...)
		return
	}
	l.end(s.locals)
}

// empty reports whether nothing is in the block yet.
func (b *block) empty() bool { return len(b.ir.Instrs) == 0 && len(b.ir.Lines) == 0 }

// end appends the ends of locals to the current block.
func (l *funcLowerer) end(locals []int) {
	for _, n := range locals {
		l.cur.ir.Instrs = append(l.cur.ir.Instrs, ir.Instr{Op: ir.OpEnd, Dst: ir.NoReg, A: ir.NoReg, B: ir.NoReg, C: ir.NoReg, Sym: -1, Imm: uint64(n)})
	}
}

// leaveScopes ends the scopes that a break or continue leaves.
func (l *funcLowerer) leaveScopes(depth int) {
	if l.cur.closed {
		return
	}
	for _, s := range l.scopes[min(depth, len(l.scopes)):] {
		l.end(s.locals)
	}
}

// begin starts the life of a local at its declaration.
func (l *funcLowerer) begin(o *object) {
	p := l.places[o]
	if len(l.scopes) == 0 || p == nil || p.inReg || p.global || l.cur.closed || l.gotos > 0 && l.cur.empty() {
		return
	}
	s := &l.scopes[len(l.scopes)-1]
	if s.closed {
		return
	}
	l.emit(ir.Instr{Op: ir.OpBegin, Imm: uint64(p.local), Pos: o.pos})
	s.locals = append(s.locals, p.local)
}

// hasCase reports whether a switch around the statements may jump among them.
func hasCase(list []*stmt) bool {
	for _, s := range list {
		if s == nil || s.op == sSwitch {
			continue
		}
		if s.op == sCase || s.entered {
			return true
		}
	}
	return false
}
