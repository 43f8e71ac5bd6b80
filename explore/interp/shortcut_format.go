package interp

// This file prints symbolic integers. The program can see how long a number is: by strlen, by what snprintf returns, by
// what fits a buffer. So a path has one length. A loop that divides by ten until nothing is left forks for
// each number of digits; here the path forks for each length of the field that the conversion makes, with its
// sign, prefix and filling, so that [%6d] of a small number does not fork at all. Each character is an
// expression that is known to be a digit, or one of a few characters, so what scans the output does not fork either.

import (
	"math"
	"math/bits"
	"slices"

	"github.com/confcov/confcov/explore/expr"
)

func init() {
	shortcuts["__confcov_fmt_u"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 3 || args[2].E != nil {
			return no()
		}
		return m.format(args, 10, 0, int(int32(args[2].C)))
	}
	shortcuts["__confcov_fmt_o"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		return m.format(args, 8, 0, 0)
	}
	shortcuts["__confcov_fmt_x"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 3 || args[2].E != nil {
			return no()
		}
		return m.format(args, 16, byte(args[2].C), 0)
	}
	shortcuts["__confcov_fmt_int"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		return m.formatField(args)
	}
}

// digitsOf returns the number of digits of v, none for 0.
func digitsOf(v, base uint64) int {
	n := 0
	for ; v > 0; v /= base {
		n++
	}
	return n
}

// largest returns the largest number of n digits.
func largest(n int, base uint64) uint64 {
	v := uint64(0)
	for range n {
		hi, lo := bits.Mul64(v, base)
		sum, carry := bits.Add64(lo, base-1, 0)
		if hi != 0 || carry != 0 {
			return math.MaxUint64
		}
		v = sum
	}
	return v
}

// format writes the digits of args[0] to the bytes that end before args[1], at least so many, and returns where they begin.
// It forks for each number of digits.
func (m *Machine) format(args []expr.Value, base uint64, lower byte, least int) (reply, bool) {
	if len(args) < 2 || args[0].E == nil || args[1].E != nil {
		return no()
	}
	x := m.wide(args[0], 64)
	lo, hi := x.URange()
	n := max(least, digitsOf(lo, base))
	for n < digitsOf(hi, base) && !m.decide(m.b.ULe(x, m.b.Const(largest(n, base), 64))) {
		n++
	}
	if uint64(n) > args[1].C&math.MaxUint32 {
		return no() // the fault is the body's
	}
	digits := m.digits(x, min(hi, largest(n, base)), n, base, lower)
	slices.Reverse(digits)
	start := args[1].C - uint64(n)
	m.storeAll(start, digits)
	return done(start)
}

// storeAll stores characters from an address on.
func (m *Machine) storeAll(start uint64, chars []*expr.Expr) {
	if len(chars) == 0 {
		return
	}
	c := m.writable(start, uint64(len(chars)))
	for k, e := range chars {
		c.Store(start&math.MaxUint32+uint64(k), 1, m.b.Value(e))
	}
}

// digits returns the characters of the last n digits of x, which is at most hi, the last one first.
func (m *Machine) digits(x *expr.Expr, hi uint64, n int, base uint64, lower byte) []*expr.Expr {
	if w := max(8, uint(bits.Len64(hi))); w < x.Bits() {
		x = m.b.Extract(x, 0, w) // division is cheaper for few bits
	}
	digits := make([]*expr.Expr, n)
	for k := range digits {
		if k > 0 {
			x = m.b.UDiv(x, m.b.Const(base, x.Bits()))
		}
		digits[k] = m.digit(x, base, lower)
	}
	return digits
}

// digit returns the character of the last digit of x.
func (m *Machine) digit(x *expr.Expr, base uint64, lower byte) *expr.Expr {
	b := m.b
	d := b.Extract(b.URem(x, b.Const(base, x.Bits())), 0, 8)
	c := b.Add(d, b.Const('0', 8))
	if base > 10 {
		c = b.Ite(b.ULt(d, b.Const(10, 8)), c, b.Add(d, b.Const(uint64('A'-10+lower), 8)))
	}
	return c
}
