package explore

// This file reads what the objects of options hold.

import (
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/explore/trace"
)

// held returns what the objects of all options hold in a concrete run. Of a pointer that leads nowhere the text is "(a pointer that leads nowhere)".
func (x *explorer) held(st *state.State) []trace.Held {
	mem := st.Process().Mem
	out := make([]trace.Held, len(x.places))
	for o, pl := range x.places {
		if pl.err != nil {
			continue
		}
		d := x.opt.Space.Options[o].Domain
		object := mem.Modify(uint32(pl.addr >> 32))
		switch {
		case !d.OfStrings():
			out[o].Number = d.Normalize(int64(object.Load(x.b, pl.addr&0xffffffff, pl.size).C))
		case pl.array:
			text := heldText(x, mem, pl.addr)
			out[o].Text = &text
		default:
			if addr := object.Load(x.b, pl.addr&0xffffffff, pl.size).C; addr != 0 {
				text := heldText(x, mem, addr)
				out[o].Text = &text
			}
		}
	}
	return out
}

// heldText returns the string at an address.
func heldText(x *explorer, mem *memory.AddressSpace, addr uint64) string {
	var s []byte
	for ; ; addr++ {
		c, fault := mem.Read(addr, 1)
		if fault != nil {
			return "(a pointer that leads nowhere)"
		}
		b := byte(c.Byte(x.b, addr&0xffffffff).C)
		if b == 0 {
			return string(s)
		}
		s = append(s, b)
	}
}
