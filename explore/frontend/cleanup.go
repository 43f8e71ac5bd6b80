package frontend

// This file implements the attribute cleanup: a function is called with the address
// of a variable whenever the variable's scope is left, but by longjmp and computed goto.

// cleanup is a variable in scope that has the attribute.
type cleanup struct {
	call  *expr
	outer *cleanup
}

// cleanUp notes that o, which was just declared, has the attribute, if it has.
func (c *checker) cleanUp(s *specifiers, o *object) {
	if s.attr.cleanup == "" {
		return
	}
	v := c.variable(o, o.pos)
	f := c.decay(c.identifier(s.attr.cleanup, o.pos))
	call := c.callOf(f, []*expr{c.addressOf(v, pointerTo(v.typ), o.pos)}, o.pos)
	c.cleanups = &cleanup{call, c.cleanups}
}

// leaveTo returns the calls on the way out to the scope in which to was the innermost cleanup.
func (c *checker) leaveTo(to *cleanup) (list []*stmt) {
	for k := c.cleanups; k != to && k != nil; k = k.outer {
		list = append(list, &stmt{op: sExpr, e: k.call, end: true})
	}
	return list
}

// leaving returns a statement that executes list and then s.
func (c *checker) leaving(list []*stmt, s *stmt) *stmt {
	if list == nil {
		return s
	}
	return &stmt{op: sBlock, list: append(list, s)}
}

// depth returns how many cleanups there are.
func (k *cleanup) depth() (n int) {
	for ; k != nil; k = k.outer {
		n++
	}
	return n
}

// leave lowers the calls on the way from the scope of from to that of to, a label's.
func (l *funcLowerer) leave(from, to *cleanup) {
	for a := from; a != to; { // until both are the innermost that is neither left nor entered
		if a.depth() > to.depth() {
			a = a.outer
		} else {
			to = to.outer
		}
	}
	for ; from != to; from = from.outer {
		l.effect(from.call)
	}
}
