package ir

// This file implements the reading half of the disk format. Counts are checked
// against the bytes that are left before space is allocated for them, so that bad data
// costs no more than its size.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// ErrFormat says that data is not a unit of this version of the disk format.
var ErrFormat = errors.New("not a unit of this version's format")

// Decode reads a unit that Encode wrote. The unit keeps nothing of data.
func Decode(data []byte) (*Unit, error) {
	if len(data) < headerSize || string(data[:len(formatMagic)]) != formatMagic ||
		data[len(formatMagic)] != FormatVersion || binary.LittleEndian.Uint32(data[headerSize-8:]) != opChecksum {
		return nil, ErrFormat
	}
	body := data[headerSize:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(data[headerSize-4:]) {
		return nil, fmt.Errorf("checksum differs: %w", ErrFormat)
	}
	return decode(body)
}

// decoder reads the data after the header. The first error ends the
// reading: after it every read returns 0.
type decoder struct {
	b       []byte // what is left
	bad     bool
	strings []string
	pos     Pos // the position read last

	// Space for the elements of the function being read.
	instrs []Instr
	edges  []Edge
	args   []Reg
}

func decode(body []byte) (*Unit, error) {
	d := decoder{b: body}
	d.table()
	u := d.unit()
	if d.bad || len(d.b) != 0 {
		return nil, fmt.Errorf("damaged: %w", ErrFormat)
	}
	return u, nil
}

func (d *decoder) fail() {
	d.bad, d.b = true, nil
}

func (d *decoder) num() uint64 {
	if len(d.b) > 0 && d.b[0] < 0x80 {
		n := d.b[0]
		d.b = d.b[1:]
		return uint64(n)
	}
	n, size := binary.Uvarint(d.b)
	if size <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[size:]
	return n
}

func (d *decoder) signed() int64 {
	n := d.num()
	return int64(n>>1) ^ -int64(n&1)
}

// limited reads a number of at most limit.
func (d *decoder) limited(limit uint64) uint64 {
	n := d.num()
	if n > limit {
		d.fail()
		return 0
	}
	return n
}

// count reads the length of a list whose elements take at least size bytes each.
func (d *decoder) count(size int) int {
	n := d.num()
	if n > uint64(len(d.b)/size) {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) index() int { return int(d.limited(1<<31 - 1)) }

func (d *decoder) ref() int32 { return int32(d.limited(1<<31-1)) - 1 }

func (d *decoder) byte() byte {
	if len(d.b) == 0 {
		d.fail()
		return 0
	}
	c := d.b[0]
	d.b = d.b[1:]
	return c
}

func (d *decoder) width(code byte) Width {
	if int(code) >= len(widthCodes) {
		d.fail()
		return 0
	}
	return widthCodes[code]
}

func (d *decoder) table() {
	n := d.count(1)
	lengths := make([]int, n)
	for i := range lengths {
		lengths[i] = d.count(1)
	}
	total := 0
	for _, l := range lengths {
		total += l // cannot overflow: every one is less than the size of the data, as is their number
	}
	if d.bad || total > len(d.b) {
		d.fail()
		return
	}
	text := string(d.b[:total])
	d.b = d.b[total:]
	d.strings = make([]string, n)
	for i, l := range lengths {
		d.strings[i], text = text[:l], text[l:]
	}
}

func (d *decoder) str() string {
	i := d.num()
	if i >= uint64(len(d.strings)) {
		d.fail()
		return ""
	}
	return d.strings[i]
}

func (d *decoder) place() Pos {
	file := uint16(d.limited(1<<16 - 1))
	return d.lineCol(file)
}

func (d *decoder) lineCol(file uint16) Pos {
	line := int64(d.pos.Line) + d.signed()
	if line < 0 || line > 1<<32-1 {
		d.fail()
		return Pos{}
	}
	d.pos = Pos{File: file, Line: uint32(line), Col: uint16(d.limited(1<<16 - 1))}
	return d.pos
}

func (d *decoder) posOf(kind byte) Pos {
	switch kind {
	case posDelta:
		return d.lineCol(d.pos.File)
	case posFull:
		return d.place()
	case posSame:
		return d.pos
	}
	d.fail()
	return Pos{}
}

// list makes a slice of n elements, nil for none.
func list[T any](n int) []T {
	if n == 0 {
		return nil
	}
	return make([]T, n)
}

func (d *decoder) unit() *Unit {
	u := &Unit{Name: d.str()}
	u.Files = list[File](d.count(2))
	for i := range u.Files {
		u.Files[i] = File{d.str(), d.byte()&1 != 0}
	}
	u.Structs = list[StructInfo](d.count(4))
	for i := range u.Structs {
		s := StructInfo{Tag: d.str(), Size: d.num(), Align: d.num()}
		s.Fields = list[FieldInfo](d.count(4))
		for j := range s.Fields {
			s.Fields[j] = FieldInfo{d.str(), d.num(), d.byte(), d.byte()}
		}
		u.Structs[i] = s
	}
	u.Symbols = list[Symbol](d.count(6))
	for i := range u.Symbols {
		d.symbol(&u.Symbols[i])
		if d.bad {
			return nil
		}
	}
	return u
}

func (d *decoder) symbol(s *Symbol) {
	s.Name = d.str()
	s.Kind = SymbolKind(d.byte())
	flags := d.byte()
	s.Static, s.Weak, s.Common = flags&1 != 0, flags&2 != 0, flags&4 != 0
	s.Pos = d.place()
	if flags&8 != 0 {
		s.Alias = d.str()
	}
	if flags&16 != 0 {
		s.Func = d.function()
	}
	if flags&32 != 0 {
		g := &Global{Size: d.num(), Align: uint32(d.limited(1<<32 - 1)), ReadOnly: d.byte()&1 != 0, Type: d.str()}
		if n := d.count(1); n > 0 {
			g.Init = append(g.Init, d.b[:n]...)
			d.b = d.b[n:]
		}
		g.Relocs = list[Reloc](d.count(3))
		for i := range g.Relocs {
			g.Relocs[i] = Reloc{d.num(), d.ref(), d.signed()}
		}
		s.Global = g
	}
}

func (d *decoder) function() *Func {
	f := &Func{Name: d.str(), Params: d.index(), Result: d.width(d.byte())}
	flags := d.byte()
	f.Variadic, f.Subject = flags&1 != 0, flags&2 != 0
	f.Regs = int(d.limited(maxRegs))
	f.Pos = d.place()
	f.RegNames = list[string](d.count(1))
	for i := range f.RegNames {
		f.RegNames[i] = d.str()
	}
	f.Locals = list[Local](d.count(6))
	for i := range f.Locals {
		f.Locals[i] = Local{d.str(), d.num(), uint32(d.limited(1<<32 - 1)), d.place()}
	}
	n := d.count(8)
	d.instrs, d.edges, d.args = list[Instr](d.count(2)), list[Edge](d.count(1)), list[Reg](d.count(1))
	blocks := list[Block](n)
	f.Blocks = list[*Block](n)
	for i := range blocks {
		b := &blocks[i]
		f.Blocks[i] = b
		b.Index = i
		d.block(b)
		if d.bad {
			return nil
		}
	}
	return f
}

// carve takes the first n elements of space; fewer there are only in bad data.
func carve[T any](d *decoder, space *[]T, n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(*space) {
		d.fail()
		return nil
	}
	s := (*space)[:n:n]
	*space = (*space)[n:]
	return s
}

func (d *decoder) block(b *Block) {
	flags := d.byte()
	b.Hidden = flags&1 != 0
	b.Instrs = carve(d, &d.instrs, d.count(2))
	for i := range b.Instrs {
		d.instr(&b.Instrs[i])
	}
	b.Lines = list[LineMark](d.count(4))
	for i := range b.Lines {
		b.Lines[i] = LineMark{Instr: d.index(), Pos: d.place()}
	}
	t := &b.Term
	t.Kind = TermKind(d.byte())
	code := d.byte()
	t.W = d.width(code & 7)
	t.Pos = d.posOf(code >> 6)
	t.Value = Reg(d.ref())
	t.Cases = list[uint64](d.count(1))
	for i := range t.Cases {
		t.Cases[i] = d.num()
	}
	t.Succs = carve(d, &d.edges, d.count(1))
	for i := range t.Succs {
		t.Succs[i].To = d.index()
	}
	if flags&2 != 0 {
		t.Logical = true
		t.Join = d.index()
	}
	t.Derived = flags&4 != 0
	if flags&8 != 0 {
		o := &t.Operand
		o.Decision = uint32(d.num())
		for _, n := range []*int16{&o.Index, &o.True, &o.False, &o.Like} {
			*n = int16(d.num())
		}
	}
}

func (d *decoder) instr(in *Instr) {
	op := Op(d.byte())
	code := d.byte()
	s := op.Shape()
	if s == 0 {
		d.fail()
		return
	}
	*in = Instr{Op: op, W: d.width(code & 7), From: d.width(code >> 3 & 7), Dst: NoReg, A: NoReg, B: NoReg, C: NoReg, Sym: -1}
	in.Pos = d.posOf(code >> 6)
	if s.Has(HasDst | OptDst | AddrDst) {
		in.Dst = Reg(d.ref())
	}
	if s.Has(CallArgs) {
		d.call(in)
		return
	}
	if s.Has(HasA) {
		in.A = Reg(d.ref())
	}
	if s.Has(HasB | HasBImm) {
		in.B = Reg(d.ref())
	}
	if s.Has(HasC | HasCImm) {
		in.C = Reg(d.ref())
	}
	if s.Has(HasSym) {
		in.Sym = d.ref()
	}
	if in.usesImm(s) {
		in.Imm = d.num()
	}
}

func (d *decoder) call(in *Instr) {
	in.Sym = d.ref()
	if in.Sym < 0 {
		in.A = Reg(d.ref())
	}
	in.Args = carve(d, &d.args, d.count(1))
	for i := range in.Args {
		in.Args[i] = Reg(d.ref())
	}
	in.Fixed = int32(d.limited(1<<31 - 1))
	in.Returns = d.limited(1) == 1
	in.Var = list[VarSlot](d.count(2))
	for i := range in.Var {
		in.Var[i] = VarSlot{SlotKind(d.byte()), uint32(d.limited(1<<32 - 1))}
	}
}
