package explore

// This file makes options symbolic that are strings.
//
// An option's object is a pointer, or an array of characters. A pointer becomes the address of one of the strings, by the configuration. Each string is a heap
// block of its own, which lives from then on: a program that reads its configuration has its strings from strdup, and may free one
// before it sets the option again. What the object pointed to before stays as it is. All strings are made under a single configuration, too,
// so that addresses are the same.
//
// An array gets the string and its terminator, as by strcpy: what is behind it stays.

import (
	"hash/fnv"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/state"
)

// storeString makes option o symbolic, whose object is at pl.
func (x *explorer) storeString(st *state.State, o int, pl place) {
	d := x.opt.Space.Options[o].Domain
	if !pl.array {
		values := x.stringBlocks(st, o)
		c := st.Process().Mem.Modify(uint32(pl.addr >> 32))
		c.Store(pl.addr&0xffffffff, pl.size, x.byValue(o, 64, func(v int64) *expr.Expr { return x.b.Const(values[v], 64) }))
		return
	}
	c := st.Process().Mem.Modify(uint32(pl.addr >> 32))
	for i := range pl.size {
		off := pl.addr&0xffffffff + i
		before := x.b.Of(c.Load(x.b, off, 1), 8)
		c.Store(off, 1, x.byValue(o, 8, func(v int64) *expr.Expr {
			switch s, _ := d.StringAt(v); {
			case i < uint64(len(s)):
				return x.b.Const(uint64(s[i]), 8)
			case i == uint64(len(s)):
				return x.b.Const(0, 8)
			}
			return before
		}))
	}
}

// stringBlocks makes the strings of option o in the memory of the state's process and returns their addresses, by value.
func (x *explorer) stringBlocks(st *state.State, o int) []uint64 {
	option := &x.opt.Space.Options[o]
	mem := st.Process().Mem
	_, last := option.Domain.Bounds()
	values := make([]uint64, last+1)
	for v := range values {
		s, set := option.Domain.StringAt(int64(v))
		if !set {
			continue
		}
		h := fnv.New64a()
		h.Write([]byte("option " + option.Name + "=" + s))
		id := mem.AllocIn(h.Sum64(), memory.Object{Kind: memory.Heap, Size: uint64(len(s)) + 1, Name: option.Name})
		mem.Modify(id).Put(0, append([]byte(s), 0))
		values[v] = uint64(id) << 32
	}
	return values
}

// byValue returns the value of of(v) for the value v of option o, in that many bits. If the option has few values, it returns a term
// rather than a choice; the choice is made when the term is loaded (expr.Builder.Diagram), so that the option's level in the order follows from its
// first use instead of lying below all others.
func (x *explorer) byValue(o int, bits uint, of func(v int64) *expr.Expr) expr.Value {
	if x.opt.Configuration != nil {
		return x.b.Value(of(x.opt.Configuration[o]))
	}
	_, last := x.opt.Space.Options[o].Domain.Bounds()
	e := of(last)
	for v := last - 1; v >= 0; v-- {
		if x.merging() && last >= expr.SmallDomain {
			e = x.b.Choose(x.sets.Setting(o, v), of(v), e)
			continue
		}
		w := uint(x.opt.Space.Options[o].Domain.Bits)
		e = x.b.Ite(x.b.Eq(x.b.Of(x.value(o, w), w), x.b.Const(uint64(v), w)), of(v), e)
	}
	return x.b.Value(e)
}
