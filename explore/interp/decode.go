package interp

// This file decodes functions of the IR.

import (
	"encoding/binary"

	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/memory"
	"github.com/confcov/confcov/explore/trace"
)

// decoder decodes one function.
type decoder struct {
	code *Code
	fn   *function
	n    int32 // instructions since the last slot that counts them

	unset bitset // variables that may be unassigned at this point; nil: none
}

// decode fills fn in.
func (c *Code) decode(fn *function) {
	d := decoder{code: c, fn: fn}
	f := fn.ir
	hooked := c.hooks[fn.sym]
	fn.starts = make([]int32, len(f.Blocks))
	scoped := make([]bool, len(f.Locals))
	for _, b := range f.Blocks {
		for k := range b.Instrs {
			if b.Instrs[k].Op == ir.OpBegin {
				scoped[b.Instrs[k].Imm] = true
			}
		}
	}
	for i := range f.Locals {
		l := &f.Locals[i]
		o := &memory.Object{Kind: memory.Stack, Size: l.Size, Name: l.Name, Site: l.Pos, Undefined: f.Subject && l.Name != "", Scoped: scoped[i]}
		if c.escapes[fn.sym][i] {
			fn.local = append(fn.local, ^int32(len(fn.lasting)))
			fn.lasting = append(fn.lasting, o)
		} else {
			fn.local = append(fn.local, int32(len(fn.locals)))
			fn.locals = append(fn.locals, o)
		}
	}
	var unset []bitset
	fn.unset, unset = unsetOf(f)
	slot := int32(0)
	for i, b := range f.Blocks {
		if i == 0 && hooked&HookEntry != 0 {
			slot++
		}
		fn.starts[i] = slot
		slot += int32(len(b.Instrs)) + 1
		if b.Term.Kind == ir.TermReturn && hooked&HookReturn != 0 {
			slot++
		}
	}
	for i, b := range f.Blocks {
		d.n = 0
		d.unset = nil
		if unset != nil {
			d.unset = unset[i]
		}
		if i == 0 && hooked&HookEntry != 0 {
			d.emit(inst{op: opHookEntry}, place{0, -1})
		}
		for k := range b.Instrs {
			d.n++
			d.emit(d.checked(&b.Instrs[k]), place{int32(i), int32(k)})
		}
		if b.Term.Kind == ir.TermReturn && hooked&HookReturn != 0 {
			d.emit(inst{op: opHookReturn}, place{int32(i), -1})
		}
		d.n++
		x := d.term(i, &b.Term)
		if r := b.Term.Use(); d.unset != nil && r != ir.NoReg && d.unset.has(r) {
			x.op = opSlow
		}
		d.emit(x, place{int32(i), int32(len(b.Instrs))})
	}
	d.fuse()
}

func (d *decoder) emit(x inst, p place) {
	d.fn.code = append(d.fn.code, x)
	d.fn.places = append(d.fn.places, p)
}

// takeCount returns the instructions to count at a slot that counts.
func (d *decoder) takeCount() int32 {
	n := d.n
	d.n = 0
	return n
}

// term decodes the terminator of block i.
func (d *decoder) term(i int, t *ir.Term) inst {
	x := inst{n: d.takeCount(), w: uint8(t.W), a: int32(t.Value)}
	first := len(d.fn.ways)
	for k := range t.Succs {
		d.fn.ways = append(d.fn.ways, way{d.fn.starts[t.Succs[k].To], d.code.bits.way(d.fn.ir, i, k)})
	}
	w := d.fn.ways[first:]
	x.x = int32(first)
	switch t.Kind {
	case ir.TermJump:
		x.op, x.b, x.imm = opJump, w[0].slot, uint64(w[0].bit)
	case ir.TermBranch:
		x.op, x.b, x.dst, x.imm = opBranch, w[0].slot, w[1].slot, uint64(w[0].bit)|uint64(w[1].bit)<<32
	case ir.TermSwitch:
		x.op = opSwitch
	case ir.TermReturn:
		x.op, x.imm = opRet, uint64(d.code.bits.way(d.fn.ir, i, 0))
		if t.Value == ir.NoReg {
			x.op = opRetVoid
		}
	default:
		x.op = opSlow
	}
	if d.code.counting && d.fn.counted && (x.op == opJump || x.op == opBranch || x.op == opSwitch) {
		x.op = opCounted
	}
	return x
}

// immediate opcodes by operation: with a register, with an immediate.
type variants struct{ reg, imm opcode }

var byWidth = map[ir.Op][3]variants{ // for widths 8, 4 and the others
	ir.OpAdd:  {{opAdd8, opAdd8I}, {opAdd4, opAdd4I}, {opAdd, opAddI}},
	ir.OpSub:  {{opSub8, opSubI}, {opSub4, opSubI}, {opSub, opSubI}},
	ir.OpMul:  {{opMul8, opMulI}, {opMul4, opMulI}, {opMul, opMulI}},
	ir.OpAnd:  {{opAnd, opAndI}, {opAnd, opAndI}, {opAnd, opAndI}},
	ir.OpOr:   {{opOr, opOrI}, {opOr, opOrI}, {opOr, opOrI}},
	ir.OpXor:  {{opXor, opXorI}, {opXor, opXorI}, {opXor, opXorI}},
	ir.OpShl:  {{opShl, opShlI}, {opShl, opShlI}, {opShl, opShlI}},
	ir.OpLShr: {{opLShr, opLShrI}, {opLShr, opLShrI}, {opLShr, opLShrI}},
	ir.OpAShr: {{opAShr, opAShrI}, {opAShr, opAShrI}, {opAShr, opAShrI}},
	ir.OpUDiv: {{opUDiv, opUDivI}, {opUDiv, opUDivI}, {opUDiv, opUDivI}},
	ir.OpSDiv: {{opSDiv, opSDivI}, {opSDiv, opSDivI}, {opSDiv, opSDivI}},
	ir.OpURem: {{opURem, opURemI}, {opURem, opURemI}, {opURem, opURemI}},
	ir.OpSRem: {{opSRem, opSRemI}, {opSRem, opSRemI}, {opSRem, opSRemI}},
	ir.OpEq:   {{opEq, opEqI}, {opEq, opEqI}, {opEq, opEqI}},
	ir.OpNe:   {{opNe, opNeI}, {opNe, opNeI}, {opNe, opNeI}},
	ir.OpULt:  {{opULt, opULtI}, {opULt, opULtI}, {opULt, opULtI}},
	ir.OpULe:  {{opULe, opULeI}, {opULe, opULeI}, {opULe, opULeI}},
	ir.OpSLt:  {{opSLt8, opSLt8I}, {opSLt4, opSLt4I}, {opSLt, opSLtI}},
	ir.OpSLe:  {{opSLe8, opSLe8I}, {opSLe4, opSLe4I}, {opSLe, opSLeI}},
}

func widthClass(w ir.Width) int {
	switch w {
	case 8:
		return 0
	case 4:
		return 1
	}
	return 2
}

// binary decodes an operation of byWidth.
func (d *decoder) binary(in *ir.Instr, v variants) inst {
	x := inst{op: v.reg, w: uint8(in.W), dst: int32(in.Dst), a: int32(in.A), b: int32(in.B)}
	if in.B != ir.NoReg {
		return x
	}
	x.op, x.imm = v.imm, in.Imm&in.W.Mask()
	switch in.Op {
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		x.imm = in.Imm & shiftMask(in.W)
	case ir.OpUDiv, ir.OpURem:
		if x.imm == 0 {
			x.op = opSlow
		}
	case ir.OpSDiv, ir.OpSRem:
		if x.imm == 0 || x.imm == in.W.Mask() {
			x.op = opSlow
		}
		x.imm = signExtend(x.imm, in.W)
	case ir.OpSLt, ir.OpSLe:
		x.imm = signExtend(x.imm, in.W)
	}
	return x
}

// checked decodes one instruction. What reads or assigns a variable that may be unassigned is left to the slow path.
func (d *decoder) checked(in *ir.Instr) inst {
	x := d.instr(in)
	if d.unset == nil {
		return x
	}
	slow := false
	uses(in, func(r ir.Reg) { slow = slow || d.unset.has(r) })
	if r := defines(in); r != ir.NoReg && d.unset.has(r) {
		slow = true
		if in.Op != ir.OpConst || in.Pos.IsValid() {
			d.unset.del(r)
		}
	}
	if slow {
		x.op = opSlow
	}
	return x
}

// instr decodes one instruction.
func (d *decoder) instr(in *ir.Instr) inst {
	if v, ok := byWidth[in.Op]; ok {
		return d.binary(in, v[widthClass(in.W)])
	}
	x := inst{w: uint8(in.W), from: uint8(in.From), dst: int32(in.Dst), a: int32(in.A), b: int32(in.B), imm: in.Imm}
	switch in.Op {
	case ir.OpConst:
		x.op = opConst
	case ir.OpMov:
		x.op = opMov
	case ir.OpSymAddr:
		x.op, x.imm = opConst, symbolAddress(d.code.Program, in.Sym)+in.Imm
	case ir.OpLocalAddr:
		x.op = opLocalAddr
		if k := d.fn.local[in.Imm]; k < 0 {
			x.op, x.imm = opLastingAddr, uint64(^k)
		} else {
			x.imm = uint64(k)
		}
	case ir.OpBegin, ir.OpEnd:
		ops := map[ir.Op][2]opcode{ir.OpBegin: {opBegin, opLastingBegin}, ir.OpEnd: {opEnd, opLastingEnd}}[in.Op]
		if k := d.fn.local[in.Imm]; k < 0 {
			x.op, x.imm = ops[1], uint64(^k)
		} else {
			x.op, x.imm = ops[0], uint64(k)
		}
	case ir.OpLabelAddr:
		x.op, x.imm = opConst, ir.Address(d.fn.sym)+1+in.Imm
	case ir.OpNeg:
		x.op = opNeg
	case ir.OpNot:
		x.op = opNot
	case ir.OpZExt:
		x.op, x.w = opTrunc, uint8(in.From)
	case ir.OpTrunc:
		x.op = opTrunc
	case ir.OpSExt:
		x.op = map[ir.Width]opcode{1: opSExt1, 2: opSExt2, 4: opSExt4}[in.From]
	case ir.OpSelect:
		x.op, x.x = opSelect, int32(in.C)
		if in.B == ir.NoReg {
			x.op = opSlow
		}
	case ir.OpLoad:
		x.op = map[ir.Width]opcode{1: opLoad1, 2: opLoad2, 4: opLoad4, 8: opLoad8}[in.W]
	case ir.OpStore:
		x.op = map[ir.Width]opcode{1: opStore1, 2: opStore2, 4: opStore4, 8: opStore8}[in.W]
	case ir.OpCopy, ir.OpFill:
		if in.C == ir.NoReg {
			x.op = opCopyI
			if in.Op == ir.OpFill {
				x.op = opFillI
			}
		}
	case ir.OpCall:
		d.call(in, &x)
	}
	return x
}

// call decodes a call.
func (d *decoder) call(in *ir.Instr, x *inst) {
	x.n = d.takeCount()
	x.x = int32(len(d.fn.calls))
	c := call{instr: in}
	for _, r := range in.Args {
		c.args = append(c.args, int32(r))
	}
	x.op = opCallReg
	if in.Sym >= 0 {
		s := &d.code.Program.Symbols[in.Sym]
		c.name = s.Name
		switch s.Kind {
		case ir.SymFunc:
			x.op = opCall
			c.callee = d.code.functions[in.Sym]
			if !s.Func.Subject {
				c.do = shortcuts[s.Name]
			}
			if c.do != nil || s.Func.Variadic || len(in.Args) != s.Func.Params {
				x.op = opSlow
			}
			if q := quicks[s.Name]; c.do != nil && q != nil && len(in.Args) == s.Func.Params {
				x.op, c.quick = opQuick, q
			}
		case ir.SymIntrinsic:
			x.op = opSlow
			c.do = intrinsics[s.Name]
		default:
			x.op = opSlow
		}
	}
	d.fn.calls = append(d.fn.calls, c)
}

var fusedWithBranch = map[opcode]opcode{
	opEq: opEqBr, opEqI: opEqIBr, opNe: opNeBr, opNeI: opNeIBr,
	opULt: opULtBr, opULtI: opULtIBr, opULe: opULeBr, opULeI: opULeIBr,
	opSLt8: opSLt8Br, opSLt8I: opSLt8IBr, opSLt4: opSLt4Br, opSLt4I: opSLt4IBr,
	opSLe8: opSLe8Br, opSLe8I: opSLe8IBr, opSLe4: opSLe4Br, opSLe4I: opSLe4IBr,
}

var fusedWithJump = map[opcode]opcode{opAdd8I: opAdd8IJump, opAdd4I: opAdd4IJump, opMov: opMovJump}

var fusedWithLoad = map[opcode]opcode{opLoad1: opAdd8Load1, opLoad4: opAdd8Load4, opLoad8: opAdd8Load8}

// fuse gives slots that can be performed together with their successor the opcode of both.
// No slot but the first of a block is the target of a way.
func (d *decoder) fuse() {
	code, places := d.fn.code, d.fn.places
	for i := 0; i+1 < len(code); i++ {
		x, y := &code[i], &code[i+1]
		if places[i].block != places[i+1].block {
			continue
		}
		switch y.op {
		case opBranch:
			if op := fusedWithBranch[x.op]; op != 0 && x.dst == y.a {
				x.op = op
			}
		case opJump:
			if op := fusedWithJump[x.op]; op != 0 {
				x.op = op
			}
		case opLoad1, opLoad4, opLoad8:
			if x.op == opAdd8 && x.dst == y.a {
				x.op = fusedWithLoad[y.op]
			}
		case opMulI:
			if x.op == opSExt4 && x.w == 8 && y.w == 8 && x.dst == y.a {
				x.op = opSExt4MulI
			}
		case opAdd8:
			if x.op == opMulI && x.w == 8 && (x.dst == y.a || x.dst == y.b) {
				x.op = opMul8IAdd8
			}
		}
	}
}

// signExtend returns v of width w as a 64-bit two's complement number.
func signExtend(v uint64, w ir.Width) uint64 {
	s := 64 - 8*uint(w)
	return uint64(int64(v<<s) >> s)
}

// shiftMask returns what a shift count of width w is and-ed with.
func shiftMask(w ir.Width) uint64 {
	if w == 8 {
		return 63
	}
	return 31
}

// Code is a program, decoded: it is made once and shared by all workers.
type Code struct {
	Program   *ir.Program
	functions []*function    // by symbol; nil if it is not a function
	hooks     map[int32]Hook // by symbol
	bits      *numbering
	escapes   [][]bool           // by symbol and local, while functions are decoded; see escape.go
	counting  bool               // edges of the program's own functions are counted; see lines.go
	errno     uint64             // address of errno, 0: none
	objects   []*memory.Object   // by symbol
	initial   []*memory.Contents // by symbol
}

// Hook says where in a function something is to happen.
type Hook uint8

const (
	HookEntry Hook = 1 << iota
	HookReturn
)

// Decode decodes a linked program. hooks says which functions, by symbol, are
// points of interest. With counting, states count what they execute,
// for Lines.
func Decode(p *ir.Program, hooks map[int32]Hook, counting bool) *Code {
	c := &Code{Program: p, hooks: hooks, functions: make([]*function, len(p.Symbols)), counting: counting}
	for i := range p.Symbols {
		if s := &p.Symbols[i]; s.Kind == ir.SymFunc {
			c.functions[i] = &function{sym: int32(i), ir: s.Func, flow: &flow{}}
			c.functions[i].plain = !s.Func.Variadic && (s.Func.Subject || shortcuts[s.Name] == nil)
			c.functions[i].counted, c.functions[i].name = s.Func.Subject, trace.HashName(s.Name)
		}
	}
	c.bits = number(p, counting)
	c.layOut()
	c.escapes = escaping(p)
	for _, fn := range c.functions {
		if fn != nil {
			fn.entry = c.bits.entry[fn.ir]
			c.decode(fn)
		}
	}
	c.escapes = nil
	return c
}

// layOut makes the objects of the symbols and their initial contents.
func (c *Code) layOut() {
	p := c.Program
	c.objects = make([]*memory.Object, len(p.Symbols))
	c.initial = make([]*memory.Contents, len(p.Symbols))
	for i := range p.Symbols {
		s := &p.Symbols[i]
		if s.Name == "__confcov_errno" && s.Kind == ir.SymObject {
			c.errno = ir.Address(int32(i))
		}
		if s.Kind != ir.SymObject {
			c.objects[i] = &memory.Object{Kind: memory.Function, Name: s.Name, Site: s.Pos, ReadOnly: true}
			continue
		}
		g := s.Global
		c.objects[i] = &memory.Object{Kind: memory.Global, Name: s.Name, Site: s.Pos, Size: g.Size, ReadOnly: g.ReadOnly}
		b := make([]byte, g.Size)
		copy(b, g.Init)
		for _, r := range g.Relocs {
			binary.LittleEndian.PutUint64(b[r.Offset:], symbolAddress(p, r.Sym)+uint64(r.Addend))
		}
		c.initial[i] = memory.Shared(b)
	}
}

// symbolAddress returns the address of a symbol: 0 for a weak one that nothing defines.
func symbolAddress(p *ir.Program, sym int32) uint64 {
	if p.Symbols[sym].Kind == ir.SymUndefined {
		return 0
	}
	return ir.Address(sym)
}
