package interp

// This file prints symbolic integers. A loop that divides by ten until nothing is
// left would fork for each number of digits; instead the number is given as many
// digits as its largest value has, padded with zeros, each an expression that is
// known to be a digit, so that what scans the output does not fork either.

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/path"
)

func init() {
	shortcuts["__confcov_fmt_u"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		return m.format(args, 10, 0)
	}
	shortcuts["__confcov_fmt_o"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		return m.format(args, 8, 0)
	}
	shortcuts["__confcov_fmt_x"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 3 || args[2].E != nil {
			return no()
		}
		return m.format(args, 16, byte(args[2].C))
	}
}

// digitsOf returns the number of digits of v, at least one.
func digitsOf(v, base uint64) int {
	n := 1
	for v /= base; v > 0; v /= base {
		n++
	}
	return n
}

// format writes the digits of args[0] to the bytes that end before args[1].
func (m *Machine) format(args []expr.Value, base uint64, lower byte) (reply, bool) {
	if len(args) < 2 || args[0].E == nil || args[1].E != nil {
		return no()
	}
	x := m.wide(args[0], 64)
	lo, hi, ok := m.dec.Range(m.st.Condition, x)
	if !ok {
		lo, hi = x.URange()
	}
	n := digitsOf(hi, base)
	if uint64(n) > args[1].C&0xffffffff {
		return no() // the range is wider than the values are: the caller's room fits those
	}
	if w := max(8, uint(bits.Len64(hi))); w < 64 {
		x = m.b.Extract(x, 0, w) // division is cheaper for few bits
	}
	start := args[1].C - uint64(n)
	digits := make([]expr.Value, n)
	for k := n - 1; k >= 0; k-- {
		digits[k] = m.b.Value(m.digit(x, base, lower))
		if k > 0 {
			x = m.b.UDiv(x, m.b.Const(base, x.Bits()))
		}
	}
	c := m.writable(start, uint64(n))
	for k, d := range digits {
		c.Store(start&0xffffffff+uint64(k), 1, d)
	}
	if digitsOf(lo, base) != n {
		m.note(path.NoteDigits, fmt.Sprintf("a number that depends on %s is printed with %d digits whatever its value", m.optionNames(args[0].E), n))
	}
	return done(start)
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

// optionNames names the options that e depends on.
func (m *Machine) optionNames(e *expr.Expr) string {
	var names []string
	for _, o := range e.Support() {
		names = append(names, m.sets.Space().Options[o].Name)
	}
	return strings.Join(names, ", ")
}
