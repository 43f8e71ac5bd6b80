package ir

import (
	"bytes"
	"fmt"
	"testing"
)

// benchUnits are made up: about as much code as vsftpd and what it needs of the C library.
func benchUnits(tb testing.TB) []*Unit {
	var units []*Unit
	for i := range 200 {
		u := &Unit{Name: fmt.Sprintf("u%03d.c", i), Files: []File{{}, {Name: fmt.Sprintf("u%03d.c", i), Subject: true}}}
		for j := range 15 {
			u.Symbols = append(u.Symbols, Symbol{Name: fmt.Sprintf("f%d_%d", i, j), Kind: SymFunc, Func: benchFunc(j)})
		}
		if i == 0 {
			u.Symbols[0].Name = "main"
		}
		if err := Verify(u); err != nil {
			tb.Fatal(err)
		}
		units = append(units, u)
	}
	return units
}

// benchFunc has 15 diamonds: 45 blocks, about 120 instructions.
func benchFunc(callee int) *Func {
	f := &Func{Name: "f", Params: 1, Result: 4, Regs: 6, Subject: true, Pos: Pos{1, 1, 1}}
	add := func(instrs []Instr, t Term) {
		pos := Pos{1, 3, uint32(len(f.Blocks) + 2)}
		for i := range instrs {
			instrs[i].Pos = pos
			if instrs[i].Op != OpCall {
				instrs[i].Normalize()
			}
		}
		t.Pos = pos
		b := &Block{Index: len(f.Blocks), Instrs: instrs, Term: t, Lines: []LineMark{{Pos: pos}}}
		f.Blocks = append(f.Blocks, b)
	}
	for range 15 {
		n := len(f.Blocks)
		add([]Instr{
			{Op: OpConst, Dst: 1, W: 4, Imm: 17},
			{Op: OpAdd, Dst: 2, A: 1, B: NoReg, W: 4, Imm: 400},
			{Op: OpSLt, Dst: 3, A: 2, B: 1, W: 4},
		}, Term{Kind: TermBranch, W: 1, Value: 3, Succs: []Edge{{To: n + 1}, {To: n + 2}}})
		add([]Instr{
			{Op: OpCall, Dst: 4, A: NoReg, B: NoReg, C: NoReg, Sym: int32(callee), W: 4, Args: []Reg{1}, Fixed: 1},
		}, Term{Kind: TermJump, Value: NoReg, Succs: []Edge{{To: n + 2}}})
		add([]Instr{
			{Op: OpSymAddr, Dst: 5, Sym: int32(callee)},
			{Op: OpLoad, Dst: 2, A: 5, W: 4, Imm: 16},
			{Op: OpXor, Dst: 2, A: 2, B: 1, W: 4},
			{Op: OpStore, A: 5, B: 2, W: 4},
		}, Term{Kind: TermJump, Value: NoReg, Succs: []Edge{{To: n + 3}}})
	}
	add(nil, Term{Kind: TermReturn, Value: 1})
	return f
}

func BenchmarkDecode(b *testing.B) {
	var data [][]byte
	size := 0
	for _, u := range benchUnits(b) {
		var buf bytes.Buffer
		if err := Encode(&buf, u); err != nil {
			b.Fatal(err)
		}
		data = append(data, buf.Bytes())
		size += buf.Len()
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, d := range data {
			if _, err := Decode(d); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	units := benchUnits(b)
	for b.Loop() {
		for _, u := range units {
			var buf bytes.Buffer
			if err := Encode(&buf, u); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	units := benchUnits(b)
	for b.Loop() {
		for _, u := range units {
			if err := Verify(u); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkLink(b *testing.B) {
	units := benchUnits(b)
	for b.Loop() {
		if _, err := Link(units, nil, LinkOptions{Entry: "main"}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNumber(b *testing.B) {
	p, err := Link(benchUnits(b), nil, LinkOptions{Entry: "main"})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Number(p, CountGraph|CountConditions)
	}
}
