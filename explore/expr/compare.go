package expr

// This file implements the rules for comparisons of integers.

// Eq, Ne, ULt, ULe, SLt and SLe compare; the result is a condition.
func (b *Builder) Eq(x, y *Expr) *Expr  { return b.Binary(OpEq, x, y) }
func (b *Builder) Ne(x, y *Expr) *Expr  { return b.Not(b.Binary(OpEq, x, y)) }
func (b *Builder) ULt(x, y *Expr) *Expr { return b.Binary(OpULt, x, y) }
func (b *Builder) ULe(x, y *Expr) *Expr { return b.Not(b.Binary(OpULt, y, x)) }
func (b *Builder) SLt(x, y *Expr) *Expr { return b.Binary(OpSLt, x, y) }
func (b *Builder) SLe(x, y *Expr) *Expr { return b.Not(b.Binary(OpSLt, y, x)) }

// NonZero returns the condition that x is not 0: C's truth.
func (b *Builder) NonZero(x *Expr) *Expr { return b.Ne(x, b.Const(0, x.Bits())) }

func (b *Builder) eq(x, y *Expr) *Expr {
	switch {
	case x == y:
		return b.Bool(true)
	case x.umax < y.umin || y.umax < x.umin || x.smax < y.smin || y.smax < x.smin,
		x.one&y.zero != 0 || x.zero&y.one != 0, isNotOf(x, y):
		return b.Bool(false)
	}
	if y.op == OpConst {
		return b.eqConst(x, y.k)
	}
	w := x.Bits()
	switch {
	case x.op == OpZExt && y.op == OpZExt || x.op == OpSExt && y.op == OpSExt:
		if x.a.bits == y.a.bits {
			return b.Eq(x.a, y.a)
		}
	case x.op == OpNot && y.op == OpNot:
		return b.Eq(x.a, y.a)
	case x.op == OpConcat && y.op == OpConcat && x.a.bits == y.a.bits:
		return b.And(b.Eq(x.a, y.a), b.Eq(x.b, y.b))
	case w == 1 && x.op == OpNot:
		return b.Not(b.Eq(x.a, y))
	case w == 1 && y.op == OpNot:
		return b.Not(b.Eq(x, y.a))
	}
	tx, kx := addend(x)
	ty, ky := addend(y)
	if (kx != 0 || ky != 0) && tx != x && ty != y {
		return b.Eq(b.Add(tx, b.Const(kx-ky, w)), ty)
	}
	zero := b.Const(0, w)
	for range 2 {
		if y.op == OpAdd && y.a == x {
			return b.Eq(y.b, zero)
		}
		if y.op == OpAdd && y.b == x {
			return b.Eq(y.a, zero)
		}
		x, y = y, x
	}
	return b.node(OpEq, 1, 0, x, y, nil)
}

// eqConst returns x == k, where k is within x's bounds.
func (b *Builder) eqConst(x *Expr, k uint64) *Expr {
	w := x.Bits()
	if w == 1 {
		if k == 1 {
			return x
		}
		return b.Not(x)
	}
	switch x.op {
	case OpZExt, OpSExt: // k is in range
		return b.Eq(x.a, b.Const(k, x.a.Bits()))
	case OpNot:
		return b.Eq(x.a, b.Const(^k, w))
	case OpConcat:
		n := x.b.Bits()
		return b.And(b.Eq(x.a, b.Const(k>>n, w-n)), b.Eq(x.b, b.Const(k, n)))
	case OpAdd:
		if x.b.op == OpConst {
			return b.Eq(x.a, b.Const(k-x.b.k, w))
		}
	case OpSub:
		if x.a.op == OpConst {
			return b.Eq(x.b, b.Const(x.a.k-k, w))
		}
		if k == 0 {
			return b.Eq(x.a, x.b)
		}
	case OpXor:
		if x.b.op == OpConst {
			return b.Eq(x.a, b.Const(x.b.k^k, w))
		}
		if k == 0 {
			return b.Eq(x.a, x.b)
		}
	}
	if x.umax == 1 {
		c := b.Extract(x, 0, 1)
		if k == 0 {
			return b.Not(c)
		}
		return c
	}
	if x.umax == x.umin+1 && k == x.umin {
		return b.Not(b.Eq(x, b.Const(x.umax, w)))
	}
	return b.node(OpEq, 1, 0, x, b.Const(k, w), nil)
}

func (b *Builder) ult(x, y *Expr) *Expr {
	w := x.Bits()
	switch {
	case x.umax < y.umin:
		return b.Bool(true)
	case x == y || x.umin >= y.umax:
		return b.Bool(false)
	case w == 1:
		return b.And(b.Not(x), y)
	}
	if nx, ny, _ := b.narrow(x, y); nx != nil {
		return b.ULt(nx, ny)
	}
	if y.op == OpConst {
		switch {
		case y.k == x.umin+1:
			return b.Eq(x, b.Const(x.umin, w))
		case y.k == x.umax:
			return b.Ne(x, y)
		case x.op == OpAdd && x.b.op == OpConst && x.a.umax <= mask(w)-x.b.k && y.k >= x.b.k:
			return b.ULt(x.a, b.Const(y.k-x.b.k, w))
		}
	}
	if x.op == OpConst {
		switch {
		case x.k == y.umax-1:
			return b.Eq(y, b.Const(y.umax, w))
		case x.k == y.umin:
			return b.Ne(y, x)
		case y.op == OpAdd && y.b.op == OpConst && y.a.umax <= mask(w)-y.b.k && x.k >= y.b.k:
			return b.ULt(b.Const(x.k-y.b.k, w), y.a)
		}
		return b.Not(b.ult1(y, x.k+1)) // k < y is not y < k+1
	}
	if isNotOf(x, y) && y.op == OpNot { // x < ^x: the highest bit of x is 0
		return b.Not(b.Extract(x, w-1, 1))
	}
	return b.node(OpULt, 1, 0, x, y, nil)
}

// ult1 returns x < k, where no other rule applies.
func (b *Builder) ult1(x *Expr, k uint64) *Expr { return b.ULt(x, b.Const(k, x.Bits())) }

func (b *Builder) slt(x, y *Expr) *Expr {
	w := x.Bits()
	switch {
	case x.smax < y.smin:
		return b.Bool(true)
	case x == y || x.smin >= y.smax:
		return b.Bool(false)
	case x.smin >= 0 && y.smin >= 0 || x.smax < 0 && y.smax < 0:
		return b.ULt(x, y)
	case w == 1:
		return b.And(x, b.Not(y))
	}
	if nx, ny := b.narrowSigned(x, y); nx != nil {
		return b.SLt(nx, ny)
	}
	if y.op == OpConst {
		k := y.smin
		switch {
		case k == 0:
			return b.Extract(x, w-1, 1)
		case k == x.smin+1:
			return b.Eq(x, b.Const(uint64(x.smin), w))
		case k == x.smax:
			return b.Ne(x, y)
		case x.op == OpAdd && x.b.op == OpConst:
			if d, ok := b.moveConst(x, k); ok {
				return b.SLt(x.a, b.Const(d, w))
			}
		}
	}
	if x.op == OpConst {
		k := x.smin
		switch {
		case k == y.smax-1:
			return b.Eq(y, b.Const(uint64(y.smax), w))
		case k == y.smin:
			return b.Ne(y, x)
		}
		return b.Not(b.SLt(y, b.Const(uint64(k+1), w)))
	}
	return b.node(OpSLt, 1, 0, x, y, nil)
}

// moveConst returns k - c, for x = v + c, if neither the sum nor the difference can overflow.
func (b *Builder) moveConst(x *Expr, k int64) (uint64, bool) {
	w, c := x.Bits(), x.b.smin
	_, ok1 := addSigned(x.a.smin, c, w, true)
	_, ok2 := addSigned(x.a.smax, c, w, true)
	d, ok3 := addSigned(k, -c, w, c != minSigned(64))
	return uint64(d), ok1 && ok2 && ok3
}

// narrowSigned returns x and y in the smaller width from which both were sign-extended.
func (b *Builder) narrowSigned(x, y *Expr) (nx, ny *Expr) {
	n := uint(0)
	switch {
	case x.op == OpSExt && (y.op == OpSExt || y.op == OpZExt):
		n = max(x.a.Bits(), y.a.Bits())
	case x.op == OpSExt && y.op == OpConst:
		n = x.a.Bits()
	case y.op == OpSExt && (x.op == OpConst || x.op == OpZExt):
		n = y.a.Bits()
	default:
		return nil, nil
	}
	if n >= x.Bits() || x.smin < minSigned(n) || x.smax > maxSigned(n) || y.smin < minSigned(n) || y.smax > maxSigned(n) {
		return nil, nil
	}
	return b.Extract(x, 0, n), b.Extract(y, 0, n)
}
