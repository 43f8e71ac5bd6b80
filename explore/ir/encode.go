package ir

// This file implements the writing half of the disk format of units, which
// caches of lowered code use. It is compact and quick to read rather than
// self-describing:
//
//	magic, FormatVersion, checksum of the table of operations
//	checksum of the rest
//	strings: count, lengths, bytes
//	unit: name, files, structs, symbols with their definitions
//
// Numbers are unsigned varints (encoding/binary), lists a count and the elements;
// registers, symbols and the like are one more than their index, so that
// absent ones are 0. Of an instruction only the fields that its operation uses are
// stored; a position is stored as the difference to the one before. Ids of coverage
// belong to programs and are not stored.

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// FormatVersion is the version of the disk format. Data of another version
// cannot be read. A change of the table of operations needs no new version: the table's
// checksum is part of the data.
const FormatVersion = 5

const formatMagic = "confcov-ir\n"

// headerSize is the number of bytes before the strings.
const headerSize = len(formatMagic) + 1 + 4 + 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// opChecksum changes when operations are added, renamed, moved or get other operands.
var opChecksum = func() uint32 {
	h := crc32.New(castagnoli)
	for _, o := range opTable {
		fmt.Fprintf(h, "%s %d\n", o.name, o.shape)
	}
	return h.Sum32()
}()

// widthCodes are the widths that the format can express, by their code.
var widthCodes = [...]Width{0, 1, 2, 4, 8}

// How the position of an instruction or terminator is stored.
const (
	posSame  = iota // as the one before
	posDelta        // in the same file: line and column
	posFull
)

// Encode writes u. It fails where Verify would.
func Encode(w io.Writer, u *Unit) error {
	e := encoder{strings: make(map[string]uint64)}
	e.unit(u)
	if e.err != nil {
		return fmt.Errorf("%s: %w", u.Name, e.err)
	}
	body := binary.AppendUvarint(nil, uint64(len(e.table)))
	for _, s := range e.table {
		body = binary.AppendUvarint(body, uint64(len(s)))
	}
	for _, s := range e.table {
		body = append(body, s...)
	}
	body = append(body, e.b...)
	head := append([]byte(formatMagic), FormatVersion)
	head = binary.LittleEndian.AppendUint32(head, opChecksum)
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(body, castagnoli))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(body)
	return err
}

// encoder accumulates the data after the strings.
type encoder struct {
	b       []byte
	strings map[string]uint64
	table   []string
	pos     Pos // the position stored last
	err     error
}

func (e *encoder) num(n uint64) { e.b = binary.AppendUvarint(e.b, n) }

func (e *encoder) count(n int) { e.num(uint64(n)) }

func (e *encoder) ref(i int32) { e.num(uint64(uint32(i + 1))) }

func (e *encoder) signed(n int64) { e.b = binary.AppendVarint(e.b, n) }

func (e *encoder) str(s string) {
	i, ok := e.strings[s]
	if !ok {
		i = uint64(len(e.table))
		e.strings[s] = i
		e.table = append(e.table, s)
	}
	e.num(i)
}

// bits stores up to 8 flags, the first in the lowest bit.
func (e *encoder) bits(flags ...bool) {
	var b byte
	for i, f := range flags {
		if f {
			b |= 1 << i
		}
	}
	e.b = append(e.b, b)
}

func (e *encoder) width(w Width) byte {
	for c, x := range widthCodes {
		if x == w {
			return byte(c)
		}
	}
	e.fail("width %d", w)
	return 0
}

func (e *encoder) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf("cannot encode "+format, args...)
	}
}

func (e *encoder) place(p Pos) {
	e.num(uint64(p.File))
	e.signed(int64(p.Line) - int64(e.pos.Line))
	e.num(uint64(p.Col))
	e.pos = p
}

// posKind returns how p will be stored after the position before.
func (e *encoder) posKind(p Pos) byte {
	switch {
	case p == e.pos:
		return posSame
	case p.File == e.pos.File:
		return posDelta
	}
	return posFull
}

func (e *encoder) posOf(kind byte, p Pos) {
	switch kind {
	case posDelta:
		e.signed(int64(p.Line) - int64(e.pos.Line))
		e.num(uint64(p.Col))
		e.pos = p
	case posFull:
		e.place(p)
	}
}

func (e *encoder) unit(u *Unit) {
	e.str(u.Name)
	e.count(len(u.Files))
	for _, f := range u.Files {
		e.str(f.Name)
		e.bits(f.Subject)
	}
	e.count(len(u.Structs))
	for _, s := range u.Structs {
		e.str(s.Tag)
		e.num(s.Size)
		e.num(s.Align)
		e.count(len(s.Fields))
		for _, f := range s.Fields {
			e.str(f.Name)
			e.num(f.Offset)
			e.b = append(e.b, f.Bit, f.BitSize)
		}
	}
	e.count(len(u.Symbols))
	for i := range u.Symbols {
		e.symbol(&u.Symbols[i])
	}
}

func (e *encoder) symbol(s *Symbol) {
	e.str(s.Name)
	e.b = append(e.b, byte(s.Kind))
	e.bits(s.Static, s.Weak, s.Common, s.Alias != "", s.Func != nil, s.Global != nil)
	e.place(s.Pos)
	if s.Alias != "" {
		e.str(s.Alias)
	}
	if s.Func != nil {
		e.function(s.Func)
	}
	if g := s.Global; g != nil {
		e.num(g.Size)
		e.num(uint64(g.Align))
		e.bits(g.ReadOnly)
		e.str(g.Type)
		e.count(len(g.Init))
		e.b = append(e.b, g.Init...)
		e.count(len(g.Relocs))
		for _, r := range g.Relocs {
			e.num(r.Offset)
			e.ref(r.Sym)
			e.signed(r.Addend)
		}
	}
}

func (e *encoder) function(f *Func) {
	e.str(f.Name)
	e.count(f.Params)
	e.b = append(e.b, e.width(f.Result))
	e.bits(f.Variadic, f.Subject)
	e.count(f.Regs)
	e.place(f.Pos)
	e.count(len(f.RegNames))
	for _, n := range f.RegNames {
		e.str(n)
	}
	e.count(len(f.Locals))
	for _, l := range f.Locals {
		e.str(l.Name)
		e.num(l.Size)
		e.num(uint64(l.Align))
		e.place(l.Pos)
	}
	instrs, edges, args := 0, 0, 0
	for _, b := range f.Blocks {
		instrs += len(b.Instrs)
		edges += len(b.Term.Succs)
		for i := range b.Instrs {
			args += len(b.Instrs[i].Args)
		}
	}
	e.count(len(f.Blocks))
	e.count(instrs)
	e.count(edges)
	e.count(args)
	for _, b := range f.Blocks {
		e.block(b)
	}
}

func (e *encoder) block(b *Block) {
	e.bits(b.Hidden, b.Term.Logical, b.Term.Derived, b.Term.Operand.Decision != 0)
	e.count(len(b.Instrs))
	for i := range b.Instrs {
		e.instr(&b.Instrs[i])
	}
	e.count(len(b.Lines))
	for _, m := range b.Lines {
		e.count(m.Instr)
		e.place(m.Pos)
	}
	t := &b.Term
	kind := e.posKind(t.Pos)
	e.b = append(e.b, byte(t.Kind), e.width(t.W)|kind<<6)
	e.posOf(kind, t.Pos)
	e.ref(int32(t.Use()))
	e.count(len(t.Cases))
	for _, c := range t.Cases {
		e.num(c)
	}
	e.count(len(t.Succs))
	for _, s := range t.Succs {
		e.count(s.To)
	}
	if t.Logical {
		e.count(t.Join)
	}
	if o := &t.Operand; o.Decision != 0 {
		e.num(uint64(o.Decision))
		for _, n := range []int16{o.Index, o.True, o.False, o.Like} {
			e.num(uint64(uint16(n)))
		}
	}
}

func (e *encoder) instr(in *Instr) {
	s := in.Op.Shape()
	if s == 0 {
		e.fail("operation %d", in.Op)
	}
	kind := e.posKind(in.Pos)
	e.b = append(e.b, byte(in.Op), e.width(in.W)|e.width(in.From)<<3|kind<<6)
	e.posOf(kind, in.Pos)
	if s.Has(HasDst | OptDst | AddrDst) {
		e.ref(int32(in.Dst))
	}
	if s.Has(CallArgs) {
		e.call(in)
		return
	}
	if s.Has(HasA) {
		e.ref(int32(in.A))
	}
	if s.Has(HasB | HasBImm) {
		e.ref(int32(in.B))
	}
	if s.Has(HasC | HasCImm) {
		e.ref(int32(in.C))
	}
	if s.Has(HasSym) {
		e.ref(in.Sym)
	}
	if in.usesImm(s) {
		e.num(in.Imm)
	}
}

// usesImm reports whether the operation reads Imm.
func (in *Instr) usesImm(s Shape) bool {
	return s.Has(HasImm) || s.Has(HasBImm) && in.B == NoReg || s.Has(HasCImm) && in.C == NoReg
}

func (e *encoder) call(in *Instr) {
	e.ref(max(in.Sym, -1))
	if in.Sym < 0 {
		e.ref(int32(in.A))
	}
	e.count(len(in.Args))
	for _, a := range in.Args {
		e.ref(int32(a))
	}
	e.count(int(in.Fixed))
	returns := 0
	if in.Returns {
		returns = 1
	}
	e.count(returns)
	slots := normalSlots(in.Var)
	e.count(len(slots))
	for _, v := range slots {
		e.b = append(e.b, byte(v.Kind))
		e.num(uint64(v.Size))
	}
}
