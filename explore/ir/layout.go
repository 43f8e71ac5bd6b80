package ir

// This file lays out structures and unions by the rules of the System V ABI
// for x86-64 as gcc implements them. The rules for bit-fields: a bit-field lies
// within an aligned unit of its declared type, but shares that unit with
// whatever precedes it; a named bit-field aligns the structure as its type does,
// an unnamed one does not; a bit-field of width zero ends the unit. Where
// members are packed, by attribute or by #pragma pack, bit-fields follow each other
// without regard to units; with the pragma they nevertheless align the structure.

// Member describes a member of a structure or union to LayOut.
type Member struct {
	Size, Align uint64 // of the member's type
	MinAlign    uint64 // from an aligned attribute on the member; 0: none
	BitField    bool
	Bits        uint64 // BitField: its width
	Named       bool
	Packed      bool   // the member, or the whole type, has the packed attribute
	Pack        uint64 // from #pragma pack; 0: none
}

// Place is where a member lies.
type Place struct {
	Offset uint64 // bytes; for bit-fields of the byte that holds the first bit
	Bit    uint8  // bit-fields: the first bit within that byte
}

// Layout is the layout of a structure or union.
type Layout struct {
	Size, Align uint64
	Places      []Place // one for each member
}

// roundUp returns the least multiple of to, which is not 0, that is not below n.
func roundUp(n, to uint64) uint64 { return (n + to - 1) / to * to }

// LayOut places members one after the other, or over each other in a union.
// The type is aligned to at least minAlign, which may be 0.
func LayOut(members []Member, union bool, minAlign uint64) Layout {
	l := Layout{Align: max(1, minAlign), Places: make([]Place, len(members))}
	var pos, end uint64 // in bits
	for i, m := range members {
		if union {
			pos = 0
		}
		natural := max(1, m.Align) // capped by the pragma
		if m.Pack != 0 {
			natural = min(natural, m.Pack)
		}
		align := natural
		if m.Packed && !(m.BitField && m.Pack != 0) {
			align = 1
		}
		align = max(align, m.MinAlign)
		if m.Pack != 0 {
			align = min(align, m.Pack)
		}
		switch {
		case m.BitField && m.Bits == 0:
			pos = roundUp(pos, max(1, m.Align, m.MinAlign)*8) // whatever the packing
		case m.BitField:
			pos = placeBits(pos, m)
			if m.Named {
				l.Align = max(l.Align, align)
			}
			l.Places[i] = Place{Offset: pos / 8, Bit: uint8(pos % 8)}
			pos += m.Bits
		default:
			pos = roundUp(pos, align*8)
			l.Align = max(l.Align, align)
			l.Places[i] = Place{Offset: pos / 8}
			pos += m.Size * 8
		}
		end = max(end, pos)
	}
	l.Size = roundUp((end+7)/8, l.Align)
	return l
}

// placeBits returns the position at which a bit-field that comes next at pos lies.
func placeBits(pos uint64, m Member) uint64 {
	if a := m.MinAlign; a > 0 {
		if m.Pack != 0 {
			a = min(a, m.Pack)
		}
		pos = roundUp(pos, a*8)
	}
	if m.Packed || m.Pack != 0 || m.Align == 0 || m.Size == 0 {
		return pos
	}
	if pos%(m.Align*8)+m.Bits > m.Size*8 {
		pos = roundUp(pos, m.Align*8)
	}
	return pos
}
