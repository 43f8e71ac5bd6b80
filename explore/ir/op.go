package ir

// This file defines the operations. "a" and "b" are the values of Instr.A and
// Instr.B (or Instr.Imm where B is NoReg and the table says b).

// Op is an operation.
type Op uint8

const (
	OpInvalid Op = iota

	// Values.
	OpConst     // Dst = Imm
	OpMov       // Dst = a
	OpSymAddr   // Dst = address of Sym + Imm
	OpLocalAddr // Dst = address of local Imm (index) of this frame
	OpLabelAddr // Dst = address of label: block Imm of this function

	// Integers of width W: results are truncated to W.
	OpAdd // Dst = a + b
	OpSub // Dst = a - b
	OpMul
	OpUDiv // b == 0 ends the path (division by zero); so does the signed overflow MIN / -1
	OpSDiv
	OpURem
	OpSRem
	OpAnd
	OpOr
	OpXor
	OpShl  // b is taken modulo W.Bits() (32-bit minimum), as x86 does
	OpLShr // logical
	OpAShr // arithmetic
	OpNeg  // Dst = -a
	OpNot  // Dst = ^a

	// Comparisons of width W; Dst = 0 or 1.
	OpEq
	OpNe
	OpULt
	OpULe
	OpSLt
	OpSLe

	// Conversions from width From to W.
	OpZExt  // From < W
	OpSExt  // From < W
	OpTrunc // From > W

	// Selection without a branch: Dst = a != 0 (width From) ? b : c. Never made by the
	// front end from && and ||.
	OpSelect

	// IEEE floats of width W (4, 8), round to nearest even.
	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFNeg
	OpFSqrt
	OpFEq // Dst = 0 or 1; unordered compares false
	OpFNe // unordered compares true
	OpFLt
	OpFLe
	OpFCvt  // float of width From to float of width W
	OpSIToF // signed integer of width From to float of width W
	OpUIToF
	OpFToSI // float of width From to signed integer of width W, toward zero; out of range as x86
	OpFToUI

	// long double: A, B, Dst hold addresses of 16-byte cells (10 used) unless said otherwise.
	OpF80Add // *dst = *a + *b, and so on; Dst is read as a register that holds the target address
	OpF80Sub
	OpF80Mul
	OpF80Div
	OpF80Neg // *dst = -*a
	OpF80Eq  // Dst = 0 or 1 (a value)
	OpF80Ne
	OpF80Lt
	OpF80Le
	OpF80FromF  // *dst = float a of width From
	OpF80FromSI // *dst = signed integer a of width From
	OpF80FromUI
	OpF80ToF  // Dst = *a as float of width W
	OpF80ToSI // Dst = *a as signed integer of width W, toward zero
	OpF80ToUI

	// Memory. Addresses are 8 bytes wide.
	OpLoad   // Dst = W bytes at a + Imm
	OpStore  // W bytes at a + Imm = b (B is a register, always)
	OpCopy   // copy Imm bytes (or c, if C is a register) to address a from address b (may be the same, not overlap otherwise)
	OpFill   // set Imm bytes (or c) at address a to the byte b (register, always)
	OpAlloca // Dst = address of a new object of a bytes that lives until the function returns; Imm: alignment

	// Calls. Dst receives the result (NoReg: none or ignored).
	OpCall    // Sym, or the function whose address is in A if Sym < 0
	OpVaStart // initialise the va_list at address a

	// Lives of locals of blocks: Imm is the index. A local for which a function has neither lives as long as the frame.
	OpBegin // a new life, with undefined contents
	OpEnd   // until the next OpBegin

	// Checks change nothing. They note where the operation that follows is undefined in C; width W.
	OpCheckAdd   // a + b does not fit a signed integer
	OpCheckSub   // a - b
	OpCheckMul   // a * b
	OpCheckNeg   // -a
	OpCheckShl   // a is shifted by b to the left: a is negative, or bits are lost
	OpCheckCount // something of b bits is shifted by a
	OpCheckIndex // element a of an array of b elements is used
	OpCheckAlign // address a is not a multiple of b

	numOps
)
