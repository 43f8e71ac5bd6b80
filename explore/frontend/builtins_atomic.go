package frontend

// This file checks the atomic builtins. One process runs at a time and none is
// interrupted between two instructions, so they are plain operations.

func addAtomicBuiltins() {
	for name, op := range map[string]eop{"add": eAdd, "sub": eSub, "or": eOr, "and": eAnd, "xor": eXor, "nand": eCpl} {
		fetch := func(c *checker, b *builtinCall) *expr { return c.fetchOp(b, op, false) }
		result := func(c *checker, b *builtinCall) *expr { return c.fetchOp(b, op, true) }
		builtins["__sync_fetch_and_"+name], builtins["__atomic_fetch_"+name] = fetch, fetch
		builtins["__sync_"+name+"_and_fetch"], builtins["__atomic_"+name+"_fetch"] = result, result
	}
	builtins["__sync_val_compare_and_swap"] = func(c *checker, b *builtinCall) *expr { return c.compareSwap(b, false) }
	builtins["__sync_bool_compare_and_swap"] = func(c *checker, b *builtinCall) *expr { return c.compareSwap(b, true) }
	builtins["__sync_lock_test_and_set"] = exchange
	builtins["__atomic_exchange_n"] = exchange
	builtins["__sync_lock_release"] = func(c *checker, b *builtinCall) *expr { return c.atomicStore(b, constAt(0, tInt, b.pos)) }
	builtins["__atomic_clear"] = builtins["__sync_lock_release"]
	builtins["__atomic_store_n"] = func(c *checker, b *builtinCall) *expr { return c.atomicStore(b, c.operand(b, 1)) }
	builtins["__atomic_load_n"] = func(c *checker, b *builtinCall) *expr {
		e := plainValue(c.deref(c.operand(b, 0), b.pos))
		return e
	}
	builtins["__atomic_compare_exchange_n"] = compareExchange
	builtins["__atomic_compare_exchange"] = compareExchange
	builtins["__atomic_load"] = atomicLoad
	builtins["__atomic_store"] = func(c *checker, b *builtinCall) *expr {
		return c.atomicStore(b, plainValue(c.deref(c.operand(b, 1), b.pos)))
	}
	builtins["__atomic_exchange"] = exchangeInto
	builtins["__atomic_always_lock_free"] = lockFree
	builtins["__atomic_is_lock_free"] = lockFree
	builtins["__atomic_test_and_set"] = func(c *checker, b *builtinCall) *expr {
		p := c.once(castTo(c.operand(b, 0), pointerTo(basic[kUChar]), b.pos))
		old := c.once(plainValue(c.deref(p.use, b.pos)))
		e := node(eComma, tBool, b.pos, c.store(c.deref(p.use, b.pos), constAt(1, tInt, b.pos)), castTo(old.use, tBool, b.pos))
		return c.after(e, p, old)
	}
}

// store makes the assignment of v to the lvalue a.
func (c *checker) store(a, v *expr) *expr {
	c.wantLvalue(a)
	e := node(eAssign, a.typ.unqualified(), a.pos, a, c.convert(v, a.typ))
	e.impure = true
	return e
}

func atomicLoad(c *checker, b *builtinCall) *expr {
	from := plainValue(c.deref(c.operand(b, 0), b.pos))
	return castTo(c.store(c.deref(c.operand(b, 1), b.pos), from), tVoid, b.pos)
}

// exchangeInto makes the __atomic_exchange that takes and leaves values in memory.
func exchangeInto(c *checker, b *builtinCall) *expr {
	b.need(4)
	p, from, to := c.once(c.operand(b, 0)), c.once(c.operand(b, 1)), c.once(c.operand(b, 2))
	target := c.deref(p.use, b.pos)
	c.wantScalar(target)
	v, old := c.once(plainValue(c.deref(from.use, b.pos))), c.once(plainValue(target))
	e := node(eComma, target.typ.unqualified(), b.pos, c.store(target, v.use), c.store(c.deref(to.use, b.pos), old.use))
	return castTo(c.after(e, p, from, to, v, old), tVoid, b.pos)
}

func lockFree(c *checker, b *builtinCall) *expr {
	b.need(2)
	n := c.constant(b.args[0])
	return castTo(boolConst(n == 1 || n == 2 || n == 4 || n == 8, b.pos), tBool, b.pos)
}

// fetchOp makes a read-modify-write: its value is the new one or the old.
func (c *checker) fetchOp(b *builtinCall, op eop, newValue bool) *expr {
	p, v := c.once(c.operand(b, 0)), c.once(c.operand(b, 1))
	target := c.deref(p.use, b.pos)
	if !target.typ.isInteger() {
		unsupported(b.pos, "%s on %s", b.name, target.typ)
	}
	old := c.once(plainValue(target))
	var sum *expr
	if op == eCpl {
		sum = unaryOf(eCpl, c.binary(eAnd, old.use, v.use, b.pos), b.pos)
	} else {
		sum = c.binary(op, old.use, v.use, b.pos)
	}
	sum = c.convert(sum, target.typ)
	if newValue {
		return c.after(c.store(target, sum), p, v, old)
	}
	return c.after(node(eComma, old.use.typ, b.pos, c.store(target, sum), old.use), p, v, old)
}

func exchange(c *checker, b *builtinCall) *expr {
	p, v := c.once(c.operand(b, 0)), c.once(c.operand(b, 1))
	target := c.deref(p.use, b.pos)
	c.wantScalar(target)
	old := c.once(plainValue(target))
	return c.after(node(eComma, old.use.typ, b.pos, c.store(target, v.use), old.use), p, v, old)
}

func (c *checker) atomicStore(b *builtinCall, v *expr) *expr {
	target := c.operand(b, 0)
	if target.typ.kind == kPtr && (target.typ.elem.kind == kVoid || b.name == "__atomic_clear") {
		target = castTo(target, pointerTo(basic[kUChar]), b.pos)
	}
	return castTo(c.store(c.deref(target, b.pos), v), tVoid, b.pos)
}

// compareSwap makes __sync_val_compare_and_swap or its variant that tells the success.
func (c *checker) compareSwap(b *builtinCall, success bool) *expr {
	p, want, v := c.once(c.operand(b, 0)), c.once(c.operand(b, 1)), c.once(c.operand(b, 2))
	target := c.deref(p.use, b.pos)
	c.wantScalar(target)
	old := c.once(plainValue(target))
	equal := c.compare(eEq, old.use, c.convert(want.use, target.typ))
	yes, no := constAt(1, tInt, b.pos), constAt(0, tInt, b.pos)
	st := castTo(c.store(target, v.use), tVoid, b.pos)
	e := &expr{op: eCond, typ: tInt, pos: b.pos, impure: true, a: equal, b: node(eComma, tInt, b.pos, st, yes), c: no}
	if success {
		return c.after(castTo(e, tBool, b.pos), p, want, v, old)
	}
	return c.after(node(eComma, old.use.typ, b.pos, e, old.use), p, want, v, old)
}

func compareExchange(c *checker, b *builtinCall) *expr {
	b.need(6)
	value := c.operand(b, 2)
	if b.name == "__atomic_compare_exchange" {
		value = plainValue(c.deref(value, b.pos))
	}
	p, ep, v := c.once(c.operand(b, 0)), c.once(c.operand(b, 1)), c.once(value)
	target, want := c.deref(p.use, b.pos), c.deref(ep.use, b.pos)
	c.wantScalar(target)
	old := c.once(plainValue(target))
	yes, no := constAt(1, tInt, b.pos), constAt(0, tInt, b.pos)
	e := &expr{op: eCond, typ: tInt, pos: b.pos, impure: true, a: c.compare(eEq, old.use, plainValue(want))}
	e.b = node(eComma, tInt, b.pos, castTo(c.store(target, v.use), tVoid, b.pos), yes)
	e.c = node(eComma, tInt, b.pos, castTo(c.store(want, old.use), tVoid, b.pos), no)
	return c.after(castTo(e, tBool, b.pos), p, ep, v, old)
}
