package expr

// This file computes what is known about a node's value from what is known about
// its operands: unsigned and signed bounds and known bits, each refined by the others.

import (
	"math"
	"math/bits"
)

func minSigned(width uint) int64 { return -1 << (width - 1) }
func maxSigned(width uint) int64 { return int64(mask(width) >> 1) }

// bound fills in what is known about e.
func (b *Builder) bound(e *Expr) {
	w := e.Bits()
	if w == LongBits { // nothing is known
		e.umax, e.smin, e.smax = math.MaxUint64, math.MinInt64, math.MaxInt64
		return
	}
	m := mask(w)
	e.umin, e.umax, e.smin, e.smax, e.zero, e.one = 0, m, minSigned(w), maxSigned(w), 0, 0
	x, y := e.a, e.b
	switch e.op {
	case OpConst:
		e.umin, e.umax = e.k, e.k
	case OpAdd:
		e.boundAdd(x, y)
	case OpSub:
		e.boundSub(x, y)
	case OpMul:
		e.boundMul(x, y)
	case OpUDiv:
		if y.umin > 0 {
			e.umin, e.umax = x.umin/y.umax, x.umax/y.umin
		}
	case OpURem:
		e.umax = x.umax
		if y.umin > 0 {
			e.umax = min(e.umax, y.umax-1)
		}
	case OpSDiv:
		if y.op == OpConst && y.smin > 0 {
			e.smin, e.smax = x.smin/y.smin, x.smax/y.smin
		}
	case OpSRem:
		e.boundSRem(x, y)
	case OpAnd:
		e.zero, e.one = x.zero|y.zero, x.one&y.one
		e.umax = min(x.umax, y.umax)
	case OpOr:
		e.zero, e.one = x.zero&y.zero, x.one|y.one
		e.umin = max(x.umin, y.umin)
	case OpXor:
		e.zero, e.one = x.zero&y.zero|x.one&y.one, x.zero&y.one|x.one&y.zero
	case OpShl:
		e.zero = lowZeros(x, x)
	case OpLShr:
		e.umax = x.umax
	case OpAShr:
		e.smin, e.smax = min(x.smin, 0), max(x.smax, -1)
	case OpNot:
		e.umin, e.umax = m-x.umax, m-x.umin
		e.smin, e.smax = -1-x.smax, -1-x.smin
		e.zero, e.one = x.one, x.zero
	case OpZExt:
		e.umin, e.umax = x.umin, x.umax
		e.zero, e.one = x.zero|m&^mask(x.Bits()), x.one
	case OpSExt:
		e.boundSExt(x, m)
	case OpExtract:
		e.boundExtract(x, m)
	case OpConcat:
		n := y.Bits()
		e.umin, e.umax = x.umin<<n|y.umin, x.umax<<n|y.umax
		e.zero, e.one = x.zero<<n|y.zero, x.one<<n|y.one
		e.smin, e.smax = x.smin<<n|int64(y.umin), x.smax<<n|int64(y.umax)
	case OpIte, OpChoice:
		y, z := e.b, e.c
		if e.op == OpChoice {
			y, z = e.a, e.b
		}
		e.umin, e.umax = min(y.umin, z.umin), max(y.umax, z.umax)
		e.smin, e.smax = min(y.smin, z.smin), max(y.smax, z.smax)
		e.zero, e.one = y.zero&z.zero, y.one&z.one
	}
	e.refine()
}

func addSigned(a, b int64, w uint, ok bool) (int64, bool) {
	s := a + b
	ok = ok && (s > a) == (b > 0) && s >= minSigned(w) && s <= maxSigned(w)
	return s, ok
}

// lowZeros returns the lowest bits that are 0 in both.
func lowZeros(x, y *Expr) uint64 {
	n := min(bits.TrailingZeros64(^x.zero), bits.TrailingZeros64(^y.zero))
	return (1<<n - 1) & mask(x.Bits())
}

func (e *Expr) boundAdd(x, y *Expr) {
	w, m := e.Bits(), mask(e.Bits())
	lo, c1 := bits.Add64(x.umin, y.umin, 0)
	hi, c2 := bits.Add64(x.umax, y.umax, 0)
	over1, over2 := c1 != 0 || lo > m, c2 != 0 || hi > m
	if over1 == over2 {
		e.umin, e.umax = lo&m, hi&m
	}
	slo, ok1 := addSigned(x.smin, y.smin, w, true)
	shi, ok2 := addSigned(x.smax, y.smax, w, true)
	if ok1 && ok2 {
		e.smin, e.smax = slo, shi
	}
	e.zero = lowZeros(x, y)
}

func (e *Expr) boundSub(x, y *Expr) {
	if x.umin >= y.umax {
		e.umin, e.umax = x.umin-y.umax, x.umax-y.umin
	}
	w := e.Bits()
	lo, ok1 := addSigned(x.smin, -y.smax, w, y.smax != minSigned(64))
	hi, ok2 := addSigned(x.smax, -y.smin, w, y.smin != minSigned(64))
	if ok1 && ok2 {
		e.smin, e.smax = lo, hi
	}
	e.zero = lowZeros(x, y)
}

func (e *Expr) boundMul(x, y *Expr) {
	m := mask(e.Bits())
	if over, hi := bits.Mul64(x.umax, y.umax); over == 0 && hi <= m {
		e.umin, e.umax = x.umin*y.umin, hi
	}
	const small = 1 << 31
	if x.smin >= -small && x.smax < small && y.smin >= -small && y.smax < small {
		p := [4]int64{x.smin * y.smin, x.smin * y.smax, x.smax * y.smin, x.smax * y.smax}
		lo, hi := min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3])
		if lo >= e.smin && hi <= e.smax {
			e.smin, e.smax = lo, hi
		}
	}
	n := bits.TrailingZeros64(^x.zero) + bits.TrailingZeros64(^y.zero)
	if n < 64 {
		e.zero = (1<<n - 1) & m
	}
}

func (e *Expr) boundSRem(x, y *Expr) {
	if y.op == OpConst && y.smin != 0 && y.smin != minSigned(64) {
		n := max(y.smin, -y.smin) - 1
		e.smin, e.smax = max(-n, min(x.smin, 0)), min(n, max(x.smax, 0))
	}
}

// boundSExt bounds the extension of x to the bits of mask m.
func (e *Expr) boundSExt(x *Expr, m uint64) {
	e.smin, e.smax = x.smin, x.smax
	high := m &^ mask(x.Bits())
	top := uint64(1) << (x.Bits() - 1)
	e.zero, e.one = x.zero, x.one
	if x.zero&top != 0 {
		e.zero |= high
	}
	if x.one&top != 0 {
		e.one |= high
	}
}

// boundExtract bounds the bits of mask m from e's offset in x.
func (e *Expr) boundExtract(x *Expr, m uint64) {
	o := e.Offset()
	if w := e.Bits(); w+o >= 64 || x.umin>>(o+w) == x.umax>>(o+w) {
		e.umin, e.umax = x.umin>>o&m, x.umax>>o&m
	}
	if o == 0 && x.smin >= e.smin && x.smax <= e.smax {
		e.smin, e.smax = x.smin, x.smax
	}
	e.zero, e.one = x.zero>>o&m, x.one>>o&m
}

// refine lets the bounds and the known bits inform each other.
func (e *Expr) refine() {
	w := e.Bits()
	m, top := mask(w), uint64(1)<<(w-1)
	for range 2 {
		e.umin, e.umax = max(e.umin, e.one), min(e.umax, m&^e.zero)
		if e.smin >= 0 || e.smax < 0 {
			e.umin, e.umax = max(e.umin, uint64(e.smin)&m), min(e.umax, uint64(e.smax)&m)
		}
		if e.umax < top || e.umin >= top {
			e.smin, e.smax = max(e.smin, signed(e.umin, w)), min(e.smax, signed(e.umax, w))
		}
		same := m
		if d := e.umin ^ e.umax; d != 0 {
			same &^= ^uint64(0) >> bits.LeadingZeros64(d)
		}
		e.one |= e.umin & same
		e.zero |= ^e.umin & same
	}
}
