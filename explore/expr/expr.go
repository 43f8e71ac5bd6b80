package expr

// This file defines expressions and their operators.

import (
	"math/bits"

	"github.com/confcov/confcov/subjects/confspace"
)

// Op is an operator. Widths are in bits, 1 to 64; a condition is an expression of 1 bit. Long doubles have LongBits; only the
// operators that say so take and give them.
type Op uint8

const (
	OpInvalid Op = iota

	OpConst // the number Const()
	OpVar   // the C value of option Option()

	// Integers. Both operands and the result have the same width.
	OpAdd
	OpSub // not with a constant right operand
	OpMul
	OpUDiv // by 0: all ones (as SMT-LIB); the engine checks before it builds one
	OpSDiv // by 0: 1 if negative, else -1; MIN / -1 is MIN
	OpURem // by 0: the left operand
	OpSRem
	OpAnd
	OpOr
	OpXor
	OpShl // the count is taken modulo 32, or 64 for widths over 32, as x86 does
	OpLShr
	OpAShr
	OpNot // complement of all bits; negation for conditions

	// Comparisons: 1 bit. The others are made of these by Not and by exchanging operands.
	OpEq
	OpULt
	OpSLt

	// Structure.
	OpZExt
	OpSExt
	OpExtract // Bits() bits from bit Offset() on
	OpConcat  // operand 0 is the high part
	OpIte     // operand 0 is a condition
	OpChoice  // operand 0 where the variable of sets at Level() is 1, operand 1 where it is 0; see choice.go

	// IEEE floats of 32 and 64 bits, as SSE computes them, round to nearest even.
	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFNeg
	OpFSqrt
	OpFEq   // 1 bit; unordered is false
	OpFLt   // likewise
	OpFLe   // likewise
	OpFCvt  // between 32 and 64 bits
	OpSIToF // from a signed integer
	OpUIToF
	OpFToSI // toward zero; out of range as gcc's code for x86-64 does
	OpFToUI

	// Long doubles: x87's floats of 80 bits, round to nearest even.
	OpF80       // operand 0 is the significand (64 bits), operand 1 sign and exponent (16 bits)
	OpF80FromF  // from a float of 32 or 64 bits
	OpF80FromSI // from a signed integer
	OpF80FromUI
	OpF80Add // of long doubles, as all that follow
	OpF80Sub
	OpF80Mul
	OpF80Div
	OpF80Mant // 64 bits: the significand
	OpF80Exp  // 16 bits: sign and exponent
	OpF80Eq   // 1 bit; unordered is false
	OpF80Lt   // likewise
	OpF80Le   // likewise
	OpF80ToF
	OpF80ToSI // toward zero; out of range as gcc's code does: 8, 16, 32 or 64 bits
	OpF80ToUI

	numOps
)

// LongBits is the width of a long double.
const LongBits = 80

var opNames = [numOps]string{
	OpConst: "const", OpVar: "var",
	OpAdd: "add", OpSub: "sub", OpMul: "mul", OpUDiv: "udiv", OpSDiv: "sdiv", OpURem: "urem", OpSRem: "srem",
	OpAnd: "and", OpOr: "or", OpXor: "xor", OpShl: "shl", OpLShr: "lshr", OpAShr: "ashr", OpNot: "not",
	OpEq: "eq", OpULt: "ult", OpSLt: "slt",
	OpZExt: "zext", OpSExt: "sext", OpExtract: "extract", OpConcat: "concat", OpIte: "ite", OpChoice: "choice",
	OpFAdd: "fadd", OpFSub: "fsub", OpFMul: "fmul", OpFDiv: "fdiv", OpFNeg: "fneg", OpFSqrt: "fsqrt",
	OpFEq: "feq", OpFLt: "flt", OpFLe: "fle",
	OpFCvt: "fcvt", OpSIToF: "sitof", OpUIToF: "uitof", OpFToSI: "ftosi", OpFToUI: "ftoui",
	OpF80: "longdouble", OpF80FromF: "longfromf", OpF80FromSI: "longfromsi", OpF80FromUI: "longfromui",
	OpF80Add: "longadd", OpF80Sub: "longsub", OpF80Mul: "longmul", OpF80Div: "longdiv", OpF80Mant: "longmant", OpF80Exp: "longexp",
	OpF80Eq: "longeq", OpF80Lt: "longlt", OpF80Le: "longle", OpF80ToF: "longtof", OpF80ToSI: "longtosi", OpF80ToUI: "longtoui",
}

func (op Op) String() string {
	if op < numOps && opNames[op] != "" {
		return opNames[op]
	}
	return "invalid"
}

// IsFloat reports whether the operator computes with floats, long doubles included.
func (op Op) IsFloat() bool { return op >= OpFAdd && op < numOps }

// IsLong reports whether the operator computes with long doubles.
func (op Op) IsLong() bool { return op >= OpF80 && op < numOps }

// Value is what a register or memory cell holds: the concrete word C, or, where E is not nil, the expression E.
// The bits of C above the value's width are 0. An E is never a constant: see Builder.Value.
type Value struct {
	C uint64
	E *Expr
}

// IsConcrete reports whether v is a concrete word.
func (v Value) IsConcrete() bool { return v.E == nil }

// Expr is a node: immutable, made by a Builder. Expressions of one Builder are equal
// exactly if they are the same pointer.
type Expr struct {
	op      Op
	bits    uint8
	float   bool // there is a float operation in it
	flags   uint8
	aux     uint32
	id      uint32
	set     confspace.Set // of a condition whose flags say constants
	a, b, c *Expr
	k       uint64 // OpConst; of OpChoice its size, option and bit: see choice.go

	// What is known about the value: umin <= value <= umax, smin <= signed value <= smax,
	// zero bits that are 0 whatever the options, and one bits that are 1.
	umin, umax uint64
	smin, smax int64
	zero, one  uint64
	support    *support
}

// Op returns the operator.
func (e *Expr) Op() Op { return e.op }

// Bits returns the width of the value.
func (e *Expr) Bits() uint { return uint(e.bits) }

// ID returns a number that is unique in the Builder: operands have smaller ones than what uses them.
func (e *Expr) ID() uint32 { return e.id }

// Args returns the number of operands.
func (e *Expr) Args() int {
	switch {
	case e.c != nil:
		return 3
	case e.b != nil:
		return 2
	case e.a != nil:
		return 1
	}
	return 0
}

// Arg returns operand i.
func (e *Expr) Arg(i int) *Expr {
	switch i {
	case 0:
		return e.a
	case 1:
		return e.b
	}
	return e.c
}

// IsConst reports whether e is a constant.
func (e *Expr) IsConst() bool { return e.op == OpConst }

// Const returns the value of an OpConst.
func (e *Expr) Const() uint64 { return e.k }

// IsTrue and IsFalse report whether e is the constant condition.
func (e *Expr) IsTrue() bool  { return e.op == OpConst && e.bits == 1 && e.k == 1 }
func (e *Expr) IsFalse() bool { return e.op == OpConst && e.bits == 1 && e.k == 0 }

// Option returns the option of an OpVar.
func (e *Expr) Option() int { return int(e.aux) }

// Offset returns the lowest bit that an OpExtract takes.
func (e *Expr) Offset() uint { return uint(e.aux) }

// URange returns bounds of the unsigned value.
func (e *Expr) URange() (lo, hi uint64) { return e.umin, e.umax }

// SRange returns bounds of the signed value.
func (e *Expr) SRange() (lo, hi int64) { return e.smin, e.smax }

// KnownBits returns the bits known to be 0 and those known to be 1.
func (e *Expr) KnownBits() (zero, one uint64) { return e.zero, e.one }

// HasFloat reports whether a float operation is part of e.
func (e *Expr) HasFloat() bool { return e.float }

// Support returns the options that e depends on, ascending. It must not be changed.
func (e *Expr) Support() []int {
	if e.support == nil {
		return nil
	}
	return e.support.list()
}

// SupportWords returns the options that e depends on as a bit set. It must not be changed.
func (e *Expr) SupportWords() []uint64 {
	if e.support == nil {
		return nil
	}
	return e.support.words
}

// DependsOn reports whether the option is in e's support.
func (e *Expr) DependsOn(option int) bool {
	w := e.SupportWords()
	return option/64 < len(w) && w[option/64]>>(option%64)&1 != 0
}

// mask returns the bits of a width.
func mask(width uint) uint64 { return ^uint64(0) >> (64 - width) }

// signed returns the signed value of a word of that width.
func signed(v uint64, width uint) int64 { return int64(v<<(64-width)) >> (64 - width) }

// support is a set of options, shared by the expressions that have it.
type support struct {
	id      uint32
	words   []uint64
	options []int // see list
}

// list returns the options, which are listed when somebody asks.
func (s *support) list() []int {
	if s.options == nil {
		for i, w := range s.words {
			for ; w != 0; w &= w - 1 {
				s.options = append(s.options, 64*i+bits.TrailingZeros64(w))
			}
		}
	}
	return s.options
}
