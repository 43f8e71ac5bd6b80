package ir

// This file generates random units, for the properties that printing and
// encoding lose nothing and that no input makes the verifier panic.

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// generator draws parts of a unit.
type generator struct {
	t       *rapid.T
	u       *Unit
	symbols int
}

func (g *generator) n(limit int) int { return rapid.IntRange(0, limit-1).Draw(g.t, "n") }

func (g *generator) flag() bool { return rapid.Bool().Draw(g.t, "flag") }

func (g *generator) width() Width { return widthCodes[g.n(len(widthCodes))] }

func (g *generator) imm() uint64 {
	return rapid.OneOf(rapid.Uint64Range(0, 70000), rapid.Uint64(), rapid.Uint64Range(1<<64-100, 1<<64-1)).Draw(g.t, "imm")
}

func (g *generator) name() string {
	return rapid.OneOf(rapid.StringMatching(`[a-z_$][a-z0-9_.]{0,5}`), rapid.String()).Draw(g.t, "name")
}

func (g *generator) pos() Pos {
	if g.flag() {
		return Pos{}
	}
	return Pos{File: uint16(g.n(len(g.u.Files))), Line: uint32(g.n(1000)), Col: uint16(g.n(200))}
}

func (g *generator) reg(f *Func) Reg { return Reg(g.n(f.Regs+1) - 1) }

func (g *generator) unit() *Unit {
	g.u = &Unit{Name: g.name(), Files: []File{{}}}
	for range g.n(3) {
		g.u.Files = append(g.u.Files, File{g.name(), g.flag()})
	}
	for range g.n(3) {
		s := StructInfo{Tag: g.name(), Size: g.imm(), Align: 8}
		for range g.n(3) {
			f := FieldInfo{Name: g.name(), Offset: g.imm()}
			if g.flag() {
				f.Bit, f.BitSize = uint8(g.n(8)), uint8(1+g.n(64))
			}
			s.Fields = append(s.Fields, f)
		}
		g.u.Structs = append(g.u.Structs, s)
	}
	g.symbols = 1 + g.n(5)
	for range g.symbols {
		g.u.Symbols = append(g.u.Symbols, g.symbol())
	}
	return g.u
}

func (g *generator) symbol() Symbol {
	s := Symbol{Name: g.name(), Kind: SymbolKind(1 + g.n(4)), Static: g.flag(), Weak: g.flag(), Common: g.flag(), Pos: g.pos()}
	switch s.Kind {
	case SymFunc:
		if g.flag() {
			s.Alias = "target"
			return s
		}
		s.Func = g.function(s.Name)
	case SymObject:
		o := &Global{Size: g.imm(), Align: 1 << g.n(5), ReadOnly: g.flag()}
		o.Init = rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(g.t, "init")
		for range g.n(3) {
			o.Relocs = append(o.Relocs, Reloc{g.imm(), int32(g.n(g.symbols)), int64(g.imm())})
		}
		s.Global = o
	}
	return s
}

func (g *generator) function(name string) *Func {
	f := &Func{
		Name: name, Params: g.n(3), Variadic: g.flag(), Subject: g.flag(), Result: g.width(), Regs: 3 + g.n(5), Pos: g.pos(),
	}
	for range g.n(3) {
		f.RegNames = append(f.RegNames, "x")
	}
	for range g.n(3) {
		f.Locals = append(f.Locals, Local{g.name(), g.imm(), 1 << g.n(5), g.pos()})
	}
	f.Blocks = make([]*Block, 1+g.n(5))
	for i := range f.Blocks {
		b := &Block{Index: i, Hidden: g.flag()}
		f.Blocks[i] = b
		for range g.n(4) {
			if g.flag() {
				b.Lines = append(b.Lines, LineMark{Instr: len(b.Instrs), Pos: g.pos()})
			}
			b.Instrs = append(b.Instrs, g.instr(f))
		}
		b.Term = g.term(f)
	}
	return f
}

func (g *generator) instr(f *Func) Instr {
	in := Instr{Op: Op(1 + g.n(NumOps-1)), W: g.width(), From: g.width(), Imm: g.imm(), Pos: g.pos()}
	in.Dst, in.A, in.B, in.C = g.reg(f), g.reg(f), g.reg(f), g.reg(f)
	in.Sym = int32(g.n(g.symbols))
	if in.Op == OpCall {
		if g.flag() {
			in.Sym = -1
		}
		for range g.n(4) {
			in.Args = append(in.Args, g.reg(f))
		}
		in.Fixed = int32(g.n(len(in.Args) + 1))
		in.Returns = g.flag()
		for range len(in.Args) - int(in.Fixed) {
			slot := VarSlot{Kind: SlotKind(g.n(3))}
			if slot.Kind == SlotAggregate {
				slot.Size = uint32(g.n(100))
			}
			in.Var = append(in.Var, slot)
		}
	}
	if in.Op == OpLabelAddr {
		in.Imm %= uint64(len(f.Blocks))
	}
	in.Normalize()
	return in
}

func (g *generator) term(f *Func) Term {
	t := Term{Kind: TermKind(1 + g.n(6)), W: g.width(), Value: NoReg, Pos: g.pos()}
	n := 0
	switch t.Kind {
	case TermJump:
		n = 1
	case TermBranch:
		n, t.Value = 2, g.reg(f)
		if g.flag() {
			t.Logical, t.Join = true, g.n(len(f.Blocks))
		}
	case TermSwitch:
		t.Value = g.reg(f)
		for i := range g.n(4) {
			t.Cases = append(t.Cases, uint64(i)*0x4321)
		}
		n = len(t.Cases) + 1
	case TermIndirect:
		n, t.Value = g.n(4), g.reg(f)
	case TermReturn:
		t.Value = g.reg(f)
	}
	for range n {
		t.Succs = append(t.Succs, Edge{To: g.n(len(f.Blocks))})
	}
	return t
}

func diff(a, b *Unit) string { return cmp.Diff(a, b, cmpopts.EquateEmpty()) }

// TestRoundTrip checks that the textual form and the disk format lose nothing.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := (&generator{t: t}).unit()
		_ = Verify(u) // must not panic
		text := u.String()
		parsed, err := ParseUnit("text", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := diff(u, parsed); d != "" {
			t.Fatalf("parsed text (-unit +parsed)\n%s\n%s", d, text)
		}
		var data bytes.Buffer
		if err := Encode(&data, u); err != nil {
			t.Fatal(err)
		}
		decoded, err := Decode(data.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(u, decoded); d != "" {
			t.Fatalf("decoded data (-unit +decoded)\n%s", d)
		}
	})
}

// TestProgramText checks that the textual form of a numbered program can be read back.
func TestProgramText(t *testing.T) {
	p := link(t, []*Unit{readUnit(t, "small.ir")}, nil, LinkOptions{Entry: "main", Intrinsic: func(n string) bool { return n == "printf" }})
	q, err := ParseProgram("text", p.String())
	if err != nil {
		t.Fatal(err)
	}
	p.Units = nil // are not part of the text
	if d := cmp.Diff(p, q, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("(-program +parsed)\n%s", d)
	}
}

func TestDecodeErrors(t *testing.T) {
	var data bytes.Buffer
	if err := Encode(&data, readUnit(t, "small.ir")); err != nil {
		t.Fatal(err)
	}
	good := data.Bytes()
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x10
		if _, err := Decode(bad); err == nil {
			t.Errorf("byte %d of %d changed: no error", i, len(good))
		}
		if _, err := Decode(good[:i]); err == nil {
			t.Errorf("cut to %d of %d bytes: no error", i, len(good))
		}
	}
	if err := Encode(&data, &Unit{Symbols: []Symbol{{Kind: SymFunc, Func: &Func{Result: 3}}}}); err == nil {
		t.Error("a width of 3 can be encoded")
	}
}

func FuzzDecode(f *testing.F) {
	var data bytes.Buffer
	if err := Encode(&data, readUnit(f, "small.ir")); err != nil {
		f.Fatal(err)
	}
	f.Add(data.Bytes()[headerSize:])
	f.Fuzz(func(t *testing.T, body []byte) {
		if u, err := decode(body); err == nil {
			_ = Verify(u)
			_ = u.String()
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(readUnit(f, "small.ir").String())
	f.Add(logicalUnit)
	f.Fuzz(func(t *testing.T, text string) {
		u, err := ParseUnit("fuzz", text)
		if err != nil || Verify(u) != nil {
			return
		}
		again, err := ParseUnit("printed", u.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, u)
		}
		if fmt.Sprint(again) != fmt.Sprint(u) {
			t.Errorf("printed, parsed and printed again differs:\n%s", cmp.Diff(fmt.Sprint(u), fmt.Sprint(again)))
		}
		_, _ = ParseProgram("fuzz", text)
	})
}
