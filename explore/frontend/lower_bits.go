package frontend

// This file lowers accesses to bit-fields. A bit-field is accessed through the
// smallest unit of 1, 2, 4 or 8 bytes that covers it within its record. Where packing leaves
// none, it is accessed in pieces.

import "github.com/confcov/confcov/explore/ir"

// unit is the piece of memory through which a bit-field is accessed.
type unit struct {
	off uint64 // from the start of the record
	bit uint   // of the field within the unit
	w   ir.Width
}

// unitOf returns the smallest access that covers f and stays within its record;
// ok is false if there is none.
func unitOf(f *field) (unit, bool) {
	for _, w := range []uint64{1, 2, 4, 8} {
		for off := f.offset; ; off-- { // an unaligned access at the field, else one that begins earlier
			bit := (f.offset-off)*8 + uint64(f.bit)
			if bit+uint64(f.bits) <= 8*w && off+w <= f.rec.size {
				return unit{off, uint(bit), ir.Width(w)}, true
			}
			if off == 0 || f.offset-off >= w {
				break
			}
		}
	}
	return unit{}, false
}

func (l *funcLowerer) imm(op ir.Op, w ir.Width, a ir.Reg, v uint64, dst ir.Reg, pos ir.Pos) ir.Reg {
	if dst == ir.NoReg {
		dst = l.temp(w)
	}
	l.emit(ir.Instr{Op: op, W: w, Dst: dst, A: a, B: ir.NoReg, Imm: v & w.Mask(), Pos: pos})
	return dst
}

// loadBits loads the bit-field f of the record at a.
func (l *funcLowerer) loadBits(rec addr, f *field, dst ir.Reg, pos ir.Pos) ir.Reg {
	u, ok := unitOf(f)
	if !ok {
		return l.loadPieces(rec, f, dst, pos)
	}
	w := f.typ.width()
	r := l.temp(u.w)
	l.emit(ir.Instr{Op: ir.OpLoad, W: u.w, Dst: r, A: rec.base, Imm: rec.off + u.off, Pos: pos})
	if w > u.w {
		r = l.widen(r, u.w, w, false, pos)
	}
	// The unit may be wider than the type where the field is packed across units.
	op := max(w, u.w)
	bits := op.Bits()
	if f.typ.unsigned() {
		if u.bit > 0 {
			r = l.imm(ir.OpLShr, op, r, uint64(u.bit), ir.NoReg, pos)
		}
		if u.bit+uint(f.bits) < u.w.Bits() {
			r = l.imm(ir.OpAnd, op, r, 1<<uint(f.bits)-1, ir.NoReg, pos)
		}
	} else {
		if up := bits - u.bit - uint(f.bits); up > 0 {
			r = l.imm(ir.OpShl, op, r, uint64(up), ir.NoReg, pos)
		}
		if down := bits - uint(f.bits); down > 0 {
			r = l.imm(ir.OpAShr, op, r, uint64(down), ir.NoReg, pos)
		}
	}
	if op > w {
		t := l.temp(w)
		l.emit(ir.Instr{Op: ir.OpTrunc, W: w, From: op, Dst: t, A: r, Pos: pos})
		r = t
	}
	if dst != ir.NoReg {
		l.move(dst, r)
		return dst
	}
	return r
}

// storeBits stores the low bits of r, which has the field's type, into bit-field f.
func (l *funcLowerer) storeBits(rec addr, f *field, r ir.Reg, pos ir.Pos) {
	if f.bits == 0 {
		return
	}
	u, ok := unitOf(f)
	if !ok {
		l.storePieces(rec, f, r, pos)
		return
	}
	w := f.typ.width()
	switch {
	case w > u.w:
		t := l.temp(u.w)
		l.emit(ir.Instr{Op: ir.OpTrunc, W: u.w, From: w, Dst: t, A: r, Pos: pos})
		r = t
	case w < u.w:
		r = l.widen(r, w, u.w, false, pos)
	}
	at := addr{rec.base, rec.off + u.off}
	if uint(f.bits) == u.w.Bits() {
		l.store(at, u.w, r, pos)
		return
	}
	mask := uint64(1)<<uint(f.bits) - 1
	r = l.imm(ir.OpAnd, u.w, r, mask, ir.NoReg, pos)
	if u.bit > 0 {
		r = l.imm(ir.OpShl, u.w, r, uint64(u.bit), ir.NoReg, pos)
	}
	old := l.temp(u.w)
	l.emit(ir.Instr{Op: ir.OpLoad, W: u.w, Dst: old, A: at.base, Imm: at.off, Pos: pos})
	old = l.imm(ir.OpAnd, u.w, old, ^(mask << u.bit), ir.NoReg, pos)
	sum := l.temp(u.w)
	l.emit(ir.Instr{Op: ir.OpOr, W: u.w, Dst: sum, A: old, B: r, Pos: pos})
	l.store(at, u.w, sum, pos)
}

// fieldValue cuts r, which has the type of bit-field f, to the value that the field holds.
func (l *funcLowerer) fieldValue(r ir.Reg, f *field, pos ir.Pos) ir.Reg {
	w := f.typ.width()
	if uint(f.bits) == w.Bits() || f.typ.kind == kBool {
		return r
	}
	if f.typ.unsigned() {
		return l.imm(ir.OpAnd, w, r, 1<<uint(f.bits)-1, ir.NoReg, pos)
	}
	up := uint64(w.Bits() - uint(f.bits))
	if w < 4 { // shifts of narrow registers: widen first
		r = l.widen(r, w, 4, false, pos)
		up = uint64(32 - f.bits)
		r = l.imm(ir.OpAShr, 4, l.imm(ir.OpShl, 4, r, up, ir.NoReg, pos), up, ir.NoReg, pos)
		t := l.temp(w)
		l.emit(ir.Instr{Op: ir.OpTrunc, W: w, From: 4, Dst: t, A: r, Pos: pos})
		return t
	}
	return l.imm(ir.OpAShr, w, l.imm(ir.OpShl, w, r, up, ir.NoReg, pos), up, ir.NoReg, pos)
}

// widen extends r from width from to width to.
func (l *funcLowerer) widen(r ir.Reg, from, to ir.Width, signed bool, pos ir.Pos) ir.Reg {
	dst := l.temp(to)
	op := ir.OpZExt
	if signed {
		op = ir.OpSExt
	}
	l.emit(ir.Instr{Op: op, W: to, From: from, Dst: dst, A: r, Pos: pos})
	return dst
}

// pieces splits f into bit-fields that have a unit each, from the low bits up.
func pieces(f *field) []*field {
	var list []*field
	pos := f.offset*8 + uint64(f.bit)
	for left := uint64(f.bits); left > 0; {
		n := min(left, 8-pos%8) // up to the end of the byte, or whole bytes
		if pos%8 == 0 {
			for _, w := range []uint64{4, 2, 1} {
				if left >= 8*w {
					n = 8 * w
					break
				}
			}
		}
		list = append(list, &field{typ: tULong, offset: pos / 8, bit: uint8(pos % 8), bits: int(n), rec: f.rec})
		pos, left = pos+n, left-n
	}
	return list
}

func (l *funcLowerer) loadPieces(rec addr, f *field, dst ir.Reg, pos ir.Pos) ir.Reg {
	sum := ir.NoReg
	shift := uint64(0)
	for _, p := range pieces(f) {
		r := l.loadBits(rec, p, ir.NoReg, pos)
		if shift > 0 {
			r = l.imm(ir.OpShl, 8, r, shift, ir.NoReg, pos)
			s := l.temp(8)
			l.emit(ir.Instr{Op: ir.OpOr, W: 8, Dst: s, A: sum, B: r, Pos: pos})
			r = s
		}
		sum = r
		shift += uint64(p.bits)
	}
	w := f.typ.width()
	if !f.typ.unsigned() {
		up := uint64(64 - f.bits)
		sum = l.imm(ir.OpAShr, 8, l.imm(ir.OpShl, 8, sum, up, ir.NoReg, pos), up, ir.NoReg, pos)
	}
	if w < 8 {
		t := l.temp(w)
		l.emit(ir.Instr{Op: ir.OpTrunc, W: w, From: 8, Dst: t, A: sum, Pos: pos})
		sum = t
	}
	if dst != ir.NoReg {
		l.move(dst, sum)
		return dst
	}
	return sum
}

func (l *funcLowerer) storePieces(rec addr, f *field, r ir.Reg, pos ir.Pos) {
	if w := f.typ.width(); w < 8 {
		r = l.widen(r, w, 8, false, pos)
	}
	shift := uint64(0)
	for _, p := range pieces(f) {
		v := r
		if shift > 0 {
			v = l.imm(ir.OpLShr, 8, r, shift, ir.NoReg, pos)
		}
		l.storeBits(rec, p, v, pos)
		shift += uint64(p.bits)
	}
}
