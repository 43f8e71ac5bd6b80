package kernel

import (
	"encoding/binary"
	"slices"

	"github.com/confcov/confcov/explore/expr"
)

// This file computes with values that may be symbolic. The kernel keeps all
// its words 64 bits wide.

// wide returns v as an expression of 64 bits.
func wide(x *expr.Builder, v expr.Value) *expr.Expr {
	if v.E == nil {
		return x.Const(v.C, 64)
	}
	if v.E.Bits() < 64 {
		return x.ZExt(v.E, 64)
	}
	return v.E
}

// value64 returns a register's value with an expression of 64 bits.
func (c *call) value64(v expr.Value) expr.Value {
	if v.E == nil || v.E.Bits() == 64 {
		return v
	}
	x := c.cpu.Builder()
	return x.Value(x.ZExt(v.E, 64))
}

// value returns argument i as it is, 64 bits wide.
func (c *call) value(i int) expr.Value { return c.value64(c.args[i]) }

// masked returns v with only the bits of mask.
func (c *call) masked(v expr.Value, mask uint64) expr.Value {
	if v.E == nil {
		return value(v.C & mask)
	}
	x := c.cpu.Builder()
	return x.Value(x.And(wide(x, v), x.Const(mask, 64)))
}

// without returns a with the bits of b cleared.
func (c *call) without(a, b expr.Value) expr.Value {
	if a.E == nil && b.E == nil {
		return value(a.C &^ b.C)
	}
	x := c.cpu.Builder()
	return x.Value(x.And(wide(x, a), x.Not(wide(x, b))))
}

// with returns v with the bits set.
func (c *call) with(v expr.Value, bits uint64) expr.Value {
	if v.E == nil {
		return value(v.C | bits)
	}
	x := c.cpu.Builder()
	return x.Value(x.Or(wide(x, v), x.Const(bits, 64)))
}

// times returns v * n.
func (c *call) times(v expr.Value, n uint64) expr.Value {
	if v.E == nil {
		return value(v.C * n)
	}
	x := c.cpu.Builder()
	return x.Value(x.Mul(wide(x, v), x.Const(n, 64)))
}

// over returns v / n for v that is not negative.
func (c *call) over(v expr.Value, n uint64) expr.Value {
	if v.E == nil {
		return value(v.C / n)
	}
	x := c.cpu.Builder()
	return x.Value(x.UDiv(wide(x, v), x.Const(n, 64)))
}

func (c *call) decide(e *expr.Expr) bool { return c.oracle().decide(e) }

// anyBits reports whether one of the bits is set.
func (c *call) anyBits(v expr.Value, bits uint64) bool {
	v = c.masked(v, bits)
	if v.E == nil {
		return v.C != 0
	}
	return c.decide(c.cpu.Builder().Not(c.equal(v, 0)))
}

// allBits reports whether all the bits are set.
func (c *call) allBits(v expr.Value, bits uint64) bool {
	v = c.masked(v, bits)
	if v.E == nil {
		return v.C == bits
	}
	return c.decide(c.equal(v, bits))
}

func (c *call) equal(v expr.Value, n uint64) *expr.Expr {
	x := c.cpu.Builder()
	return x.Eq(wide(x, v), x.Const(n, 64))
}

// is reports whether v equals n.
func (c *call) is(v expr.Value, n uint64) bool {
	if v.E == nil {
		return v.C == n
	}
	return c.decide(c.equal(v, n))
}

// below reports whether v < n, signed.
func (c *call) below(v expr.Value, n int64) bool {
	if v.E == nil {
		return int64(v.C) < n
	}
	x := c.cpu.Builder()
	return c.decide(x.SLt(wide(x, v), x.Const(uint64(n), 64)))
}

// atMost returns the count v, or limit if v is greater, made concrete. Only
// counts below the limit are told apart.
func (c *call) atMost(v expr.Value, limit uint64) uint64 {
	if v.E == nil {
		return min(v.C, limit)
	}
	x := c.cpu.Builder()
	if c.decide(x.Not(x.ULt(wide(x, v), x.Const(limit, 64)))) {
		return limit
	}
	return c.cpu.Concrete(v)
}

// wordOf returns up to 8 little-endian bytes as a word.
func (c *call) wordOf(d Data) expr.Value {
	if len(d.Sym) == 0 {
		return value(binary.LittleEndian.Uint64(append(slices.Clip(d.Bytes), make([]byte, 8-len(d.Bytes))...)))
	}
	x := c.cpu.Builder()
	var e *expr.Expr
	for i := range d.Bytes {
		b := d.Sym[i]
		if b == nil {
			b = x.Const(uint64(d.Bytes[i]), 8)
		}
		if e == nil {
			e = b
		} else {
			e = x.Concat(b, e)
		}
	}
	return x.Value(wideExpr(x, e))
}

func wideExpr(x *expr.Builder, e *expr.Expr) *expr.Expr {
	if e.Bits() < 64 {
		return x.ZExt(e, 64)
	}
	return e
}

// bytesOf returns the low n bytes of v, little-endian.
func (c *call) bytesOf(v expr.Value, n int) Data {
	d := Data{Bytes: make([]byte, n)}
	if v.E == nil {
		for i := range n {
			d.Bytes[i] = byte(v.C >> (8 * i))
		}
		return d
	}
	x := c.cpu.Builder()
	e := wide(x, v)
	for i := range n {
		b := x.Value(x.Extract(e, uint(8*i), 8))
		if b.E == nil {
			d.Bytes[i] = byte(b.C)
			continue
		}
		if d.Sym == nil {
			d.Sym = map[int]*expr.Expr{}
		}
		d.Sym[i] = b.E
	}
	return d
}
