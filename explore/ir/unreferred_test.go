package ir_test

import (
	"slices"
	"testing"

	"github.com/confcov/confcov/explore/ir"
)

// TestUnreferred: a function is in use if one in use calls it or takes its address, or an object in use holds its address.
func TestUnreferred(t *testing.T) {
	call := func(syms ...int32) *ir.Func {
		b := &ir.Block{}
		for _, s := range syms {
			b.Instrs = append(b.Instrs, ir.Instr{Op: ir.OpCall, Sym: s})
		}
		return &ir.Func{Blocks: []*ir.Block{b}}
	}
	p := &ir.Program{Entry: 0, Symbols: []ir.Symbol{
		{Name: "start", Kind: ir.SymFunc, Func: call(1, 2)},
		{Name: "called", Kind: ir.SymFunc, Func: call()},
		{Name: "table", Kind: ir.SymObject, Global: &ir.Global{Relocs: []ir.Reloc{{Sym: 3}}}},
		{Name: "in table", Kind: ir.SymFunc, Func: call(3)},
		{Name: "calls itself", Kind: ir.SymFunc, Func: call(4, 5)},
		{Name: "called by it", Kind: ir.SymFunc, Func: call(1)},
	}}
	if got, want := p.Unreferred(), []bool{false, false, false, false, true, true}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
