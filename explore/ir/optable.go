package ir

// This file defines the table of operations: their printed names and which
// fields of an Instr each uses. Printer, parser, verifier and encoder are driven by it.

// Shape says which fields of an Instr an operation uses.
type Shape uint16

const (
	HasDst    Shape = 1 << iota // Dst is written
	OptDst                      // Dst may be written: NoReg where the result is ignored
	AddrDst                     // Dst is read: it holds the address of the cell that is written
	HasA                        // A is read
	HasB                        // B is read: a register, always
	HasBImm                     // B is read, or Imm where B is NoReg
	HasC                        // C is read
	HasCImm                     // C is read, or Imm where C is NoReg
	HasImm                      // Imm is part of the operation
	HasSym                      // Sym is a symbol
	HasW                        // W is the width of the operation
	HasFrom                     // From is the width of the operand
	FloatW                      // W is that of a float: 4 or 8
	FloatFrom                   // From is that of a float: 4 or 8
	CallArgs                    // OpCall: Sym, or A where Sym < 0; Args, Fixed and Var
)

const (
	shapeUnary   = HasDst | HasA | HasW
	shapeBinary  = HasDst | HasA | HasBImm | HasW
	shapeConvert = HasDst | HasA | HasW | HasFrom
	shapeFUnary  = HasDst | HasA | HasW | FloatW
	shapeFBinary = HasDst | HasA | HasB | HasW | FloatW
	shapeCheck   = HasA | HasBImm | HasW
	shapeF80     = AddrDst | HasA | HasB
	shapeF80Cmp  = HasDst | HasA | HasB
	shapeF80From = AddrDst | HasA | HasFrom
	shapeF80To   = HasDst | HasA | HasW
)

// opInfo is a row of the table.
type opInfo struct {
	name  string
	shape Shape
}

var opTable = [numOps]opInfo{
	OpInvalid: {"invalid", 0},

	OpConst:     {"const", HasDst | HasImm},
	OpMov:       {"mov", HasDst | HasA},
	OpSymAddr:   {"symaddr", HasDst | HasSym | HasImm},
	OpLocalAddr: {"localaddr", HasDst | HasImm},
	OpLabelAddr: {"labeladdr", HasDst | HasImm},

	OpAdd:  {"add", shapeBinary},
	OpSub:  {"sub", shapeBinary},
	OpMul:  {"mul", shapeBinary},
	OpUDiv: {"udiv", shapeBinary},
	OpSDiv: {"sdiv", shapeBinary},
	OpURem: {"urem", shapeBinary},
	OpSRem: {"srem", shapeBinary},
	OpAnd:  {"and", shapeBinary},
	OpOr:   {"or", shapeBinary},
	OpXor:  {"xor", shapeBinary},
	OpShl:  {"shl", shapeBinary},
	OpLShr: {"lshr", shapeBinary},
	OpAShr: {"ashr", shapeBinary},
	OpNeg:  {"neg", shapeUnary},
	OpNot:  {"not", shapeUnary},

	OpEq:  {"eq", shapeBinary},
	OpNe:  {"ne", shapeBinary},
	OpULt: {"ult", shapeBinary},
	OpULe: {"ule", shapeBinary},
	OpSLt: {"slt", shapeBinary},
	OpSLe: {"sle", shapeBinary},

	OpZExt:  {"zext", shapeConvert},
	OpSExt:  {"sext", shapeConvert},
	OpTrunc: {"trunc", shapeConvert},

	OpSelect: {"select", HasDst | HasA | HasBImm | HasC | HasW | HasFrom},

	OpFAdd:  {"fadd", shapeFBinary},
	OpFSub:  {"fsub", shapeFBinary},
	OpFMul:  {"fmul", shapeFBinary},
	OpFDiv:  {"fdiv", shapeFBinary},
	OpFNeg:  {"fneg", shapeFUnary},
	OpFSqrt: {"fsqrt", shapeFUnary},
	OpFEq:   {"feq", shapeFBinary},
	OpFNe:   {"fne", shapeFBinary},
	OpFLt:   {"flt", shapeFBinary},
	OpFLe:   {"fle", shapeFBinary},
	OpFCvt:  {"fcvt", shapeConvert | FloatW | FloatFrom},
	OpSIToF: {"sitof", shapeConvert | FloatW},
	OpUIToF: {"uitof", shapeConvert | FloatW},
	OpFToSI: {"ftosi", shapeConvert | FloatFrom},
	OpFToUI: {"ftoui", shapeConvert | FloatFrom},

	OpF80Add:    {"f80add", shapeF80},
	OpF80Sub:    {"f80sub", shapeF80},
	OpF80Mul:    {"f80mul", shapeF80},
	OpF80Div:    {"f80div", shapeF80},
	OpF80Neg:    {"f80neg", AddrDst | HasA},
	OpF80Eq:     {"f80eq", shapeF80Cmp},
	OpF80Ne:     {"f80ne", shapeF80Cmp},
	OpF80Lt:     {"f80lt", shapeF80Cmp},
	OpF80Le:     {"f80le", shapeF80Cmp},
	OpF80FromF:  {"f80fromf", shapeF80From | FloatFrom},
	OpF80FromSI: {"f80fromsi", shapeF80From},
	OpF80FromUI: {"f80fromui", shapeF80From},
	OpF80ToF:    {"f80tof", shapeF80To | FloatW},
	OpF80ToSI:   {"f80tosi", shapeF80To},
	OpF80ToUI:   {"f80toui", shapeF80To},

	OpLoad:   {"load", HasDst | HasA | HasImm | HasW},
	OpStore:  {"store", HasA | HasB | HasImm | HasW},
	OpCopy:   {"copy", HasA | HasB | HasCImm},
	OpFill:   {"fill", HasA | HasB | HasCImm},
	OpAlloca: {"alloca", HasDst | HasA | HasImm},

	OpCall:    {"call", OptDst | CallArgs},
	OpVaStart: {"vastart", HasA},

	OpBegin: {"begin", HasImm},
	OpEnd:   {"end", HasImm},

	OpCheckAdd:   {"checkadd", shapeCheck},
	OpCheckSub:   {"checksub", shapeCheck},
	OpCheckMul:   {"checkmul", shapeCheck},
	OpCheckNeg:   {"checkneg", HasA | HasW},
	OpCheckShl:   {"checkshl", shapeCheck},
	OpCheckCount: {"checkcount", shapeCheck},
	OpCheckIndex: {"checkindex", shapeCheck},
	OpCheckAlign: {"checkalign", shapeCheck},
}

// NumOps is the number of operations, OpInvalid included.
const NumOps = int(numOps)

// opByName is the inverse of the names in opTable, without OpInvalid.
var opByName = func() map[string]Op {
	m := make(map[string]Op, numOps)
	for op := OpInvalid + 1; op < numOps; op++ {
		m[opTable[op].name] = op
	}
	return m
}()

// IsCheck reports whether op is a check.
func (op Op) IsCheck() bool { return op >= OpCheckAdd && op <= OpCheckAlign }

// String returns the printed name of the operation, e.g. "add".
func (op Op) String() string {
	if op >= numOps {
		return "invalid"
	}
	return opTable[op].name
}

// Shape returns which fields an Instr with the operation uses; 0 for an invalid one.
func (op Op) Shape() Shape {
	if op >= numOps {
		return 0
	}
	return opTable[op].shape
}

// Has reports whether s contains any bit of f.
func (s Shape) Has(f Shape) bool { return s&f != 0 }

// Normalize sets the fields that the operation does not use to their absent
// values (NoReg, -1, 0, nil), as Verify demands. W and From are left alone.
func (in *Instr) Normalize() {
	s := in.Op.Shape()
	if !s.Has(HasDst | OptDst | AddrDst) {
		in.Dst = NoReg
	}
	if !s.Has(HasB | HasBImm) {
		in.B = NoReg
	}
	if !s.Has(HasC | HasCImm) {
		in.C = NoReg
	}
	if s.Has(CallArgs) {
		in.Imm = 0
		in.Var = normalSlots(in.Var)
		if in.Sym >= 0 {
			in.A = NoReg
		} else {
			in.Sym = -1
		}
		if len(in.Args) == 0 {
			in.Args = nil
		}
		return
	}
	if !s.Has(HasA) {
		in.A = NoReg
	}
	if !s.Has(HasSym) {
		in.Sym = -1
	}
	if !s.Has(HasImm) && !(s.Has(HasBImm) && in.B == NoReg) && !(s.Has(HasCImm) && in.C == NoReg) {
		in.Imm = 0
	}
	in.Fixed, in.Args, in.Var, in.Returns = 0, nil, nil, false
}

// normalSlots returns nil where every slot is a word, as nil means the same.
func normalSlots(v []VarSlot) []VarSlot {
	for _, s := range v {
		if s != (VarSlot{}) {
			return v
		}
	}
	return nil
}
