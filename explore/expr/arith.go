package expr

import "math/bits"

// This file implements the constructors of binary operations, and the rules for arithmetic.

// Binary returns x op y. op is one of the binary operators of integers, comparisons and floats, or OpConcat.
func (b *Builder) Binary(op Op, x, y *Expr) *Expr {
	if op != OpConcat {
		check(op, x, y)
	}
	if x.op == OpConst && y.op == OpConst {
		return b.fold(op, x, y)
	}
	if commutes(op) && (x.op == OpConst || y.op != OpConst && x.id > y.id) {
		x, y = y, x
	}
	s := b.slot(op, 0, 0, x, y)
	if s.is(op, 0, 0, x, y) {
		return s.r
	}
	var r *Expr
	if x.op == OpChoice || y.op == OpChoice {
		r = b.binaryChoice(op, x, y)
	}
	if r == nil {
		r = b.distribute(op, x, y)
	}
	if r == nil {
		r = b.rules(op, x, y)
	}
	*b.slot(op, 0, 0, x, y) = call{op: op, a: x, b: y, r: r}
	return r
}

func commutes(op Op) bool {
	switch op {
	case OpAdd, OpMul, OpAnd, OpOr, OpXor, OpEq, OpFEq:
		return true
	}
	return false // not FAdd and FMul: which NaN results depends on the order
}

func resultBits(op Op, x, y *Expr) uint {
	switch op {
	case OpEq, OpULt, OpSLt, OpFEq, OpFLt, OpFLe:
		return 1
	case OpConcat:
		return x.Bits() + y.Bits()
	}
	return x.Bits()
}

func (b *Builder) fold(op Op, x, y *Expr) *Expr {
	w := resultBits(op, x, y)
	return b.Const(apply(op, w, x.Bits(), y.Bits(), 0, x.k, y.k), w)
}

// rules returns x op y by the rules of op; x and y are in canonical order and not both constant.
func (b *Builder) rules(op Op, x, y *Expr) *Expr {
	switch op {
	case OpAdd:
		return b.add(x, y)
	case OpSub:
		return b.sub(x, y)
	case OpMul:
		return b.mul(x, y)
	case OpUDiv:
		return b.udiv(x, y)
	case OpURem:
		return b.urem(x, y)
	case OpSDiv:
		return b.sdiv(x, y)
	case OpSRem:
		return b.srem(x, y)
	case OpAnd:
		return b.and(x, y)
	case OpOr:
		return b.or(x, y)
	case OpXor:
		return b.xor(x, y)
	case OpShl, OpLShr, OpAShr:
		return b.shift(op, x, y)
	case OpEq:
		return b.eq(x, y)
	case OpULt:
		return b.ult(x, y)
	case OpSLt:
		return b.slt(x, y)
	case OpConcat:
		return b.concat(x, y)
	case OpFEq, OpFLt, OpFLe:
		return b.compareFloats(op, x, y)
	case OpFAdd, OpFSub, OpFMul, OpFDiv:
		return b.node(op, x.Bits(), 0, x, y, nil)
	}
	panic("expr: " + op.String() + " is not a binary operator")
}

// Add returns x + y.
func (b *Builder) Add(x, y *Expr) *Expr { return b.Binary(OpAdd, x, y) }

// Sub returns x - y.
func (b *Builder) Sub(x, y *Expr) *Expr { return b.Binary(OpSub, x, y) }

// Neg returns -x.
func (b *Builder) Neg(x *Expr) *Expr { return b.Sub(b.Const(0, x.Bits()), x) }

// Mul returns x * y.
func (b *Builder) Mul(x, y *Expr) *Expr { return b.Binary(OpMul, x, y) }

// UDiv, SDiv, URem and SRem divide; see the operators for what they give where C is undefined.
func (b *Builder) UDiv(x, y *Expr) *Expr { return b.Binary(OpUDiv, x, y) }
func (b *Builder) SDiv(x, y *Expr) *Expr { return b.Binary(OpSDiv, x, y) }
func (b *Builder) URem(x, y *Expr) *Expr { return b.Binary(OpURem, x, y) }
func (b *Builder) SRem(x, y *Expr) *Expr { return b.Binary(OpSRem, x, y) }

// addend splits e into a term and a constant that is added to it.
func addend(e *Expr) (*Expr, uint64) {
	if e.op == OpAdd && e.b.op == OpConst {
		return e.a, e.b.k
	}
	return e, 0
}

func (b *Builder) add(x, y *Expr) *Expr {
	w := x.Bits()
	if w == 1 {
		return b.Xor(x, y)
	}
	if y.op == OpConst {
		switch {
		case y.k == 0:
			return x
		case x.op == OpAdd && x.b.op == OpConst:
			return b.Add(x.a, b.Const(x.b.k+y.k, w))
		case x.op == OpSub && x.a.op == OpConst:
			return b.Sub(b.Const(x.a.k+y.k, w), x.b)
		}
		return b.node(OpAdd, w, 0, x, y, nil)
	}
	tx, kx := addend(x)
	ty, ky := addend(y)
	if k := kx + ky; tx != x || ty != y {
		return b.Add(b.Add(tx, ty), b.Const(k, w))
	}
	switch {
	case x.op == OpSub && x.b == y:
		return x.a
	case y.op == OpSub && y.b == x:
		return y.a
	case y.op == OpSub && isZero(y.a):
		return b.Sub(x, y.b)
	case x.op == OpSub && isZero(x.a):
		return b.Sub(y, x.b)
	case (x.zero | y.zero) == mask(w):
		return b.Or(x, y)
	}
	return b.node(OpAdd, w, 0, x, y, nil)
}

func isZero(e *Expr) bool { return e.op == OpConst && e.k == 0 }

func (b *Builder) sub(x, y *Expr) *Expr {
	w := x.Bits()
	switch {
	case w == 1:
		return b.Xor(x, y)
	case x == y:
		return b.Const(0, w)
	}
	if n := sameHigh(x, y); n > 0 {
		return b.Sub(b.ZExt(b.Extract(x, 0, n), w), b.ZExt(b.Extract(y, 0, n), w))
	}
	if y.op == OpConst {
		return b.Add(x, b.Const(-y.k, w))
	}
	tx, kx := addend(x)
	ty, ky := addend(y)
	if tx != x || ty != y {
		return b.Add(b.Sub(tx, ty), b.Const(kx-ky, w))
	}
	switch {
	case x.op == OpAdd && x.a == y:
		return x.b
	case x.op == OpAdd && x.b == y:
		return x.a
	case y.op == OpSub && isZero(y.a):
		return b.Add(x, y.b)
	case y.op == OpSub && isZero(x):
		return b.Sub(y.b, y.a)
	case y.op == OpSub && y.a == x:
		return y.b
	case x.op == OpConst && y.op == OpAdd && y.b.op == OpConst:
		return b.Sub(b.Const(x.k-y.b.k, w), y.a)
	}
	return b.node(OpSub, w, 0, x, y, nil)
}

// sameHigh returns n where the bits of x and y from n on are the same known number, not 0, and one
// is a concatenation there, as addresses in one object are; else 0.
func sameHigh(x, y *Expr) uint {
	n := uint(0)
	switch {
	case x.op == OpConcat && x.a.op == OpConst:
		n = x.b.Bits()
	case y.op == OpConcat && y.a.op == OpConst:
		n = y.b.Bits()
	default:
		return 0
	}
	h := x.umin >> n
	if h == 0 || x.umax>>n != h || y.umin>>n != h || y.umax>>n != h {
		return 0
	}
	return n
}

func (b *Builder) mul(x, y *Expr) *Expr {
	w := x.Bits()
	if w == 1 {
		return b.And(x, y)
	}
	if y.op == OpConst {
		switch {
		case y.k == 0:
			return y
		case y.k == 1:
			return x
		case y.k == mask(w):
			return b.Neg(x)
		case y.k&(y.k-1) == 0:
			return b.shiftLeft(x, uint(leadingOne(y.k)))
		case x.op == OpMul && x.b.op == OpConst:
			return b.Mul(x.a, b.Const(x.b.k*y.k, w))
		case x.op == OpAdd && x.b.op == OpConst:
			return b.Add(b.Mul(x.a, y), b.Const(x.b.k*y.k, w))
		}
	}
	if c, ok := isFlag(x); ok {
		return b.Ite(c, y, b.Const(0, w))
	}
	if c, ok := isFlag(y); ok {
		return b.Ite(c, x, b.Const(0, w))
	}
	return b.node(OpMul, w, 0, x, y, nil)
}

// isFlag reports whether e is a condition extended to an integer.
func isFlag(e *Expr) (*Expr, bool) {
	if e.op == OpZExt && e.a.bits == 1 {
		return e.a, true
	}
	return nil, false
}

func (b *Builder) udiv(x, y *Expr) *Expr {
	w := x.Bits()
	switch {
	case y.op == OpConst && y.k == 1:
		return x
	case y.op == OpConst && y.k != 0 && y.k&(y.k-1) == 0:
		return b.shiftRight(x, uint(leadingOne(y.k)))
	case x.umax < y.umin:
		return b.Const(0, w)
	}
	if q, _, ok := b.divide(x, y); ok {
		return q
	}
	if nx, ny, n := b.narrow(x, y); nx != nil && y.umin > 0 {
		return b.ZExt(b.UDiv(nx, ny), n)
	}
	return b.node(OpUDiv, w, 0, x, y, nil)
}

func (b *Builder) urem(x, y *Expr) *Expr {
	w := x.Bits()
	switch {
	case y.op == OpConst && y.k != 0 && y.k&(y.k-1) == 0:
		return b.And(x, b.Const(y.k-1, w))
	case x.umax < y.umin:
		return x
	}
	if _, r, ok := b.divide(x, y); ok {
		return r
	}
	if nx, ny, n := b.narrow(x, y); nx != nil && y.umin > 0 {
		return b.ZExt(b.URem(nx, ny), n)
	}
	return b.node(OpURem, w, 0, x, y, nil)
}

// divide returns quotient and remainder of x, a multiple of y that has not wrapped around, as in the checks for overflow
// of programs that allocate n objects: n*size/n != size and n*size/size != n. It returns false for other terms.
func (b *Builder) divide(x, y *Expr) (q, r *Expr, ok bool) {
	w := x.Bits()
	if y.umin == 0 || w > 64 {
		return nil, nil, false
	}
	if y.op != OpConst {
		k := x.umax / y.umax
		if over, hi := bits.Mul64(y.umax, k); over != 0 || hi > mask(w) || k < 2 || (x.op != OpMul && x.op != OpAdd) || b.Mul(y, b.Const(k, w)) != x {
			return nil, nil, false
		}
		return b.Const(k, w), b.Const(0, w), true
	}
	t, rest := addend(x)
	if t.op != OpMul || t.b.op != OpConst || t.b.k%y.k != 0 {
		return nil, nil, false
	}
	over, hi := bits.Mul64(t.a.umax, t.b.k)
	if sum, carry := bits.Add64(hi, rest, 0); over != 0 || carry != 0 || sum > mask(w) {
		return nil, nil, false
	}
	return b.Add(b.Mul(t.a, b.Const(t.b.k/y.k, w)), b.Const(rest/y.k, w)), b.Const(rest%y.k, w), true
}

// narrow returns x and y in the smaller width from which both were zero-extended, and their width.
func (b *Builder) narrow(x, y *Expr) (nx, ny *Expr, w uint) {
	w = x.Bits()
	n := uint(0)
	switch {
	case x.op == OpZExt && y.op == OpZExt:
		n = max(x.a.Bits(), y.a.Bits())
	case x.op == OpZExt && y.op == OpConst:
		n = x.a.Bits()
	case y.op == OpZExt && x.op == OpConst:
		n = y.a.Bits()
	default:
		return nil, nil, w
	}
	if x.umax > mask(n) || y.umax > mask(n) {
		return nil, nil, w
	}
	return b.Extract(x, 0, n), b.Extract(y, 0, n), w
}

func (b *Builder) sdiv(x, y *Expr) *Expr {
	w := x.Bits()
	switch {
	case x.smin >= 0 && y.smin >= 0 && y.umin > 0:
		return b.UDiv(x, y)
	case w > 1 && y.op == OpConst && y.k == 1:
		return x
	case w > 1 && y.op == OpConst && y.k == mask(w):
		return b.Neg(x)
	}
	return b.node(OpSDiv, w, 0, x, y, nil)
}

func (b *Builder) srem(x, y *Expr) *Expr {
	w := x.Bits()
	switch {
	case x.smin >= 0 && y.smin >= 0 && y.umin > 0:
		return b.URem(x, y)
	case w > 1 && y.op == OpConst && (y.k == 1 || y.k == mask(w)):
		return b.Const(0, w)
	}
	return b.node(OpSRem, w, 0, x, y, nil)
}
