package interp

// This file defines the instructions that functions are decoded to.
//
// A decoded function is one array of inst, block after block. Each IR
// instruction and terminator has exactly one slot, so a slot and a place in the IR
// name each other; hooks have slots of their own that count nothing. Where
// two neighbours are fused, the first slot's opcode performs both and the second
// slot stays as it was, so that execution can resume at either.

import (
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/memory"
)

// opcode is a specialised operation. The suffix 4 or 8 is the width; without one, any
// width (the mask of inst.w is applied). I: the second operand is imm.
type opcode uint16

const (
	opSlow opcode = iota // performed by the slow path: see slow.go

	opConst // dst = imm (also symaddr, labeladdr)
	opMov
	opLocalAddr   // dst = address of local imm
	opLastingAddr // likewise of those of function.lasting

	opAdd8
	opAdd4
	opAdd
	opAdd8I
	opAdd4I
	opAddI
	opSub8
	opSub4
	opSub
	opSubI
	opMul8
	opMul4
	opMul
	opMulI
	opAnd
	opAndI
	opOr
	opOrI
	opXor
	opXorI
	opShl
	opShlI
	opLShr
	opLShrI
	opAShr
	opAShrI
	opNeg
	opNot
	opUDiv
	opSDiv
	opURem
	opSRem
	opUDivI // imm is not 0
	opSDivI // imm is neither 0 nor -1
	opURemI
	opSRemI

	opEq
	opEqI
	opNe
	opNeI
	opULt
	opULtI
	opULe
	opULeI
	opSLt8
	opSLt8I
	opSLt4
	opSLt4I
	opSLt
	opSLtI
	opSLe8
	opSLe8I
	opSLe4
	opSLe4I
	opSLe
	opSLeI

	opSExt1
	opSExt2
	opSExt4
	opTrunc // and zext with an And

	opSelect

	opBegin // of the life of local imm
	opEnd
	opLastingBegin // likewise of those of function.lasting
	opLastingEnd

	opLoad1
	opLoad2
	opLoad4
	opLoad8
	opStore1
	opStore2
	opStore4
	opStore8
	opCopyI // imm bytes
	opFillI

	opCall    // of a function known when decoding
	opCallReg // through a register
	opQuick   // of a function that may be performed: see quick.go

	opJump
	opBranch
	opSwitch
	opRet
	opRetVoid
	opCounted // a jump, branch or switch whose ways are counted

	// Fused with the branch in the next slot.
	opEqBr
	opEqIBr
	opNeBr
	opNeIBr
	opULtBr
	opULtIBr
	opULeBr
	opULeIBr
	opSLt8Br
	opSLt8IBr
	opSLt4Br
	opSLt4IBr
	opSLe8Br
	opSLe8IBr
	opSLe4Br
	opSLe4IBr

	// Fused with the jump in the next slot.
	opAdd8IJump
	opAdd4IJump
	opMovJump

	// Fused with the next slot's load or add.
	opAdd8Load1
	opAdd8Load4
	opAdd8Load8
	opSExt4MulI
	opMul8IAdd8

	opHookEntry  // the function is a point where options become symbolic
	opHookReturn // the same, before its return
)

// inst is a decoded instruction.
type inst struct {
	op   opcode
	w    uint8
	from uint8
	dst  int32  // branches: slot of the way taken if 0
	a, b int32  // branches: b is the slot of the way taken if not 0; jumps: b
	imm  uint64 // branches: the bit of the way taken if not 0, and in the high half that of the other; jumps: the bit
	x    int32  // calls: index into calls; select: register c; switch, computed goto, return: index of the first of ways
	n    int32  // terminators, calls: IR instructions since the last such, this one included
}

// place is a slot's place in the IR.
type place struct {
	block int32
	index int32 // of Instrs; len(Instrs) is the terminator; -1: a hook
}

// function is a decoded function.
type function struct {
	sym     int32
	ir      *ir.Func
	code    []inst
	places  []place
	starts  []int32 // slot of each block
	calls   []call
	ways    []way
	entry   uint32           // bit of the entry
	locals  []*memory.Object // those of which no address is left when the function returns
	lasting []*memory.Object // the other ones
	local   []int32          // index in locals, or the complement of that in lasting, of each of ir.Locals
	unset   bitset           // variables that may be read before they are assigned; nil: none
	plain   bool             // a call with the right number of arguments needs nothing special
	flow    *flow            // liveness and joins, made on demand; see flow.go

	counted bool   // calls of it belong to the chain of its process
	name    uint64 // trace.HashName of its symbol
}

// way is one way out of a block.
type way struct {
	slot int32  // where it goes
	bit  uint32 // what is visited; 0: nothing that counts
}

// call is what a call passes.
type call struct {
	callee *function // nil: through a register, or an intrinsic
	args   []int32
	instr  *ir.Instr
	do     intrinsic // not nil: performed by the engine, if it can
	quick  quick     // opQuick
	name   string
}
