package expr

// This file rebuilds expressions with some options replaced by values.

// Substitute returns e with the variables of the options for which value says ok replaced by constants.
func (b *Builder) Substitute(e *Expr, value func(option int) (v uint64, ok bool)) *Expr {
	decided := func(x *Expr) *Expr {
		for x.op == OpChoice {
			option, _ := x.Decides()
			v, ok := value(option)
			if !ok {
				break
			}
			if b.sets.Takes(x.Level(), int64(v)) {
				x = x.a
			} else {
				x = x.b
			}
		}
		return x
	}
	return b.rewrite(e, decided, func(x *Expr) *Expr {
		if x.op != OpVar {
			return nil
		}
		if v, ok := value(x.Option()); ok {
			return b.Const(v, x.Bits())
		}
		return x
	})
}

// Rewrite rebuilds e from its operands up. Where f returns an expression for a node, of the same width,
// that is taken instead and f is not asked about the node's operands.
func (b *Builder) Rewrite(e *Expr, f func(*Expr) *Expr) *Expr {
	return b.rewrite(e, func(x *Expr) *Expr { return x }, f)
}

// rewrite is Rewrite of what before returns for each node.
func (b *Builder) rewrite(e *Expr, before, f func(*Expr) *Expr) *Expr {
	done := map[*Expr]*Expr{}
	var rec func(e *Expr) *Expr
	rec = func(e *Expr) *Expr {
		e = before(e)
		if e.op == OpConst {
			return e
		}
		if r, ok := done[e]; ok {
			return r
		}
		r := f(e)
		if r == nil {
			r = b.rebuild(e, rec)
		}
		done[e] = r
		return r
	}
	return rec(e)
}

func (b *Builder) rebuild(e *Expr, rec func(*Expr) *Expr) *Expr {
	switch e.op {
	case OpVar:
		return e
	case OpExtract:
		return b.Extract(rec(e.a), e.Offset(), e.Bits())
	case OpIte:
		return b.Ite(rec(e.a), rec(e.b), rec(e.c))
	case OpChoice:
		high := rec(e.a)
		return b.decide(e.Level(), high, rec(e.b))
	case OpFNeg:
		return b.FNeg(rec(e.a))
	}
	if e.op.IsLong() {
		if e.b != nil {
			return b.Long(e.op, rec(e.a), rec(e.b), e.Bits())
		}
		return b.Long(e.op, rec(e.a), nil, e.Bits())
	}
	if e.b != nil {
		return b.Binary(e.op, rec(e.a), rec(e.b))
	}
	return b.Unary(e.op, rec(e.a), e.Bits())
}
