package interp

// This file checks the fast loop and the slow path against evalBinary and
// against the expression builder: every integer operation, width, kind of operand, and fusion.

import (
	"math/rand/v2"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/state"
	"github.com/confcov/confcov/subjects/confspace"
)

// undecided is a Decider for programs in which nothing is symbolic.
type undecided struct{}

func (undecided) Split(pc state.PathCondition, _ *expr.Expr) (Verdict, state.PathCondition, state.PathCondition) {
	return Unknown, pc, pc
}
func (undecided) Feasible(state.PathCondition, *expr.Expr) (uint64, bool)        { return 0, false }
func (undecided) Range(state.PathCondition, *expr.Expr) (lo, hi uint64, ok bool) { return 0, 0, false }

func (undecided) SetOf(pc state.PathCondition) (s, related confspace.Set, ok bool) {
	return pc.Set, pc.Set, true
}

// operation is one case.
type operation struct {
	op   ir.Op
	w    ir.Width
	a, b uint64
	imm  bool
	jump bool // the result decides a branch
}

func operations() []operation {
	rng := rand.New(rand.NewPCG(1, 2))
	var out []operation
	for op := ir.OpAdd; op <= ir.OpSLe; op++ {
		if op == ir.OpNeg || op == ir.OpNot {
			continue
		}
		for _, w := range []ir.Width{1, 2, 4, 8} {
			m := w.Mask()
			values := []uint64{0, 1, 2, 7, 31, 33, 63, m, m - 1, m >> 1, m>>1 + 1, rng.Uint64() & m, rng.Uint64() & m}
			for _, a := range values {
				for _, b := range values {
					if op >= ir.OpUDiv && op <= ir.OpSRem && (b == 0 || b == m && a == m>>1+1) {
						continue
					}
					for _, imm := range []bool{false, true} {
						out = append(out, operation{op, w, a, b, imm, false})
						if op >= ir.OpEq {
							out = append(out, operation{op, w, a, b, imm, true})
						}
					}
				}
			}
		}
	}
	return out
}

// programOf stores the result of each operation in an array.
func programOf(ops []operation) *ir.Program {
	f := &ir.Func{Name: "main", Result: 4, Regs: 5, Subject: true}
	block := func() *ir.Block {
		b := &ir.Block{Index: len(f.Blocks), Term: ir.Term{Value: ir.NoReg}}
		f.Blocks = append(f.Blocks, b)
		return b
	}
	emit := func(b *ir.Block, in ir.Instr) {
		in.Normalize()
		b.Instrs = append(b.Instrs, in)
	}
	store := func(b *ir.Block, k int, r ir.Reg) {
		emit(b, ir.Instr{Op: ir.OpSymAddr, Dst: 3, Sym: 1, Imm: uint64(8 * k)})
		emit(b, ir.Instr{Op: ir.OpStore, W: 8, A: 3, B: r})
	}
	b := block()
	for k, o := range ops {
		emit(b, ir.Instr{Op: ir.OpConst, Dst: 0, Imm: o.a})
		in := ir.Instr{Op: o.op, W: o.w, Dst: 2, A: 0, B: 1}
		if o.imm {
			in.B, in.Imm = ir.NoReg, o.b
		} else {
			emit(b, ir.Instr{Op: ir.OpConst, Dst: 1, Imm: o.b})
		}
		emit(b, in)
		if !o.jump {
			store(b, k, 2)
			continue
		}
		yes, no, next := block(), block(), block()
		b.Term = ir.Term{Kind: ir.TermBranch, W: o.w, Value: 2, Succs: []ir.Edge{{To: yes.Index}, {To: no.Index}}}
		for v, way := range []*ir.Block{no, yes} {
			emit(way, ir.Instr{Op: ir.OpConst, Dst: 4, Imm: uint64(v)})
			store(way, k, 4)
			way.Term = ir.Term{Kind: ir.TermJump, Value: ir.NoReg, Succs: []ir.Edge{{To: next.Index}}}
		}
		b = next
	}
	emit(b, ir.Instr{Op: ir.OpConst, Dst: 4})
	b.Term = ir.Term{Kind: ir.TermReturn, Value: 4}
	return &ir.Program{
		Files: []ir.File{{}},
		Symbols: []ir.Symbol{
			{Name: "main", Kind: ir.SymFunc, Func: f},
			{Name: "out", Kind: ir.SymObject, Global: &ir.Global{Size: uint64(8 * len(ops)), Align: 8}},
		},
	}
}

func TestOperations(t *testing.T) {
	ops := operations()
	code := Decode(programOf(ops), nil, false)
	for _, slow := range []bool{false, true} {
		b := expr.NewBuilder()
		sets := confspace.NewSets(&confspace.Space{})
		m := New(code, b, sets, undecided{}, Hooks{}, Options{SlowOnly: slow})
		st := m.Start(nil)
		m.Enter(st, 0, 0)
		res := m.Run(st, 1<<40)
		if len(res.Finished) != 1 || res.Finished[0].End.Message != "" {
			t.Fatalf("slow %v: %+v", slow, res)
		}
		c, f := res.Finished[0].State.Process().Mem.Read(2<<32, uint64(8*len(ops)))
		if f != nil {
			t.Fatal(f)
		}
		for k, o := range ops {
			want := evalBinary(o.op, o.w, o.a, o.b)
			if o.jump {
				want &= 1
			}
			if got := c.Load(b, uint64(8*k), 8).C; got != want {
				t.Errorf("slow %v: %s.%d %#x, %#x (immediate %v, branch %v) is %#x, want %#x", slow, o.op, o.w, o.a, o.b, o.imm, o.jump, got, want)
			}
		}
	}
}

// TestOperationsAsExpressions checks that the builder means the same.
func TestOperationsAsExpressions(t *testing.T) {
	b := expr.NewBuilder()
	m := New(&Code{Program: &ir.Program{}}, b, confspace.NewSets(&confspace.Space{}), undecided{}, Hooks{}, Options{})
	for _, o := range operations() {
		if o.op >= ir.OpUDiv && o.op <= ir.OpSRem {
			continue // asks whether it divides by zero first
		}
		w := o.w.Bits()
		x := b.VarUnsigned(int(w), w, 0, o.w.Mask())
		v := m.binary(&ir.Instr{Op: o.op, W: o.w}, expr.Value{E: x}, expr.Value{C: o.b})
		got := v.C
		if v.E != nil {
			got = b.Eval(v.E, func(int) uint64 { return o.a })
		}
		if want := evalBinary(o.op, o.w, o.a, o.b); got != want {
			t.Errorf("%s.%d %#x, %#x is %#x as an expression, want %#x", o.op, o.w, o.a, o.b, got, want)
		}
	}
}
