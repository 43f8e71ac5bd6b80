package frontend

// This file lowers what CIL, the front end of the dissertation's tool, lowers otherwise than gcc names it, so that lines,
// blocks, edges and outcomes can be compared with the dissertation's (Options.CIL):
//
//   - a function that ends without a return has one, on the line of its last brace;
//   - a loop without a condition, and a do loop with its condition, is on the line of its keyword;
//   - a switch is a chain of comparisons, each on the line of its label, the first one on that of the body's brace if the label is
//     what the body begins with; the switch itself is on a line only where its expression does something;
//   - an expression that does nothing, such as (void) x, is left out.

import "github.com/confcov/confcov/explore/ir"

// leftOut reports whether CIL leaves out a statement that is the expression.
func (l *funcLowerer) leftOut(e *expr) bool { return l.u.s.cil && !e.impure }

// loopHeader marks the line of a loop without a condition at its beginning, or of a do loop.
func (l *funcLowerer) loopHeader(s *stmt) {
	if !l.u.s.cil {
		return
	}
	if !s.endless() {
		if _, known := s.e.truth(); known { // the body is run once
			return
		}
	}
	l.line(s.begin)
}

// impliedReturn marks the line of the return at the end of a function that has none there.
func (l *funcLowerer) impliedReturn() {
	if l.u.s.cil && !l.cur.closed && l.reached(l.cur) {
		l.line(l.f.end)
	}
}

// reached reports whether a way leads from the beginning of the function to b.
func (l *funcLowerer) reached(b *block) bool {
	seen := map[*block]bool{l.blocks[0]: true}
	for todo := []*block{l.blocks[0]}; len(todo) > 0; {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range x.succs {
			if !seen[s] {
				seen[s] = true
				todo = append(todo, s)
			}
		}
	}
	return seen[b]
}

// switchChain lowers the choice of a switch to comparisons, in the order of its labels; done is behind the switch.
func (l *funcLowerer) switchChain(s *stmt, done *block) {
	w := s.e.typ.width()
	value := l.reg(s.e)
	def := done
	var last *stmt
	for i, c := range s.cases {
		b := l.newBlock()
		l.cases[c] = b
		switch {
		case c.deflt:
			def, last = b, c
			continue
		case c.empty:
			continue
		}
		pos := c.pos
		if i == 0 && s.begin.IsValid() && s.body.op == sBlock && len(s.body.list) > 0 && s.body.list[0] == c {
			pos = s.begin
		}
		l.line(pos)
		next := l.newBlock()
		op, x, n := ir.OpEq, value, c.lo
		if c.hi != c.lo {
			op, x, n = ir.OpULe, l.imm(ir.OpSub, w, value, c.lo, ir.NoReg, c.pos), c.hi-c.lo
		}
		l.branch(l.imm(op, w, x, n, l.temp(4), c.pos), 4, b, next, c.pos)
		l.start(next)
	}
	if last != nil {
		l.line(last.pos)
	}
	l.jump(def)
}
