package ir

// This file defines the data structures of the representation.

// Pos is a place in the source. The zero Pos is "nowhere".
type Pos struct {
	File uint16 // index into Unit.Files or Program.Files
	Col  uint16 // 1-based column in bytes; 0: not known
	Line uint32 // 1-based line; 0: no position
}

// IsValid reports whether p names a line.
func (p Pos) IsValid() bool { return p.Line != 0 }

// Width is the size of a scalar in bytes: 1, 2, 4 or 8; 0 where an instruction has no width.
type Width uint8

// Mask returns the bits that a value of width w may have set.
func (w Width) Mask() uint64 { return ^uint64(0) >> (64 - 8*uint(w)) }

// Bits returns the width in bits.
func (w Width) Bits() uint { return 8 * uint(w) }

// Reg is a virtual register of a function: an index into the frame.
type Reg int32

// NoReg is the absent register. As Instr.B it says that the operand is Instr.Imm.
const NoReg Reg = -1

// File is a source file.
type File struct {
	Name    string // as it is printed: relative to the subject's source folder where it is inside
	Subject bool   // whether its code counts for coverage; false for the C library and system headers
}

// Unit is a translation unit, lowered.
type Unit struct {
	Name    string // the source file
	Files   []File // Files[0] is "", so that a zero Pos.File names nothing
	Symbols []Symbol
	Structs []StructInfo // every complete struct and union type of the unit, for checking layouts; may be empty
}

// Program is a set of units linked together.
type Program struct {
	Files   []File
	Symbols []Symbol // symbol i is object id i+1; see Address
	Entry   int32    // the symbol of the start function
	Aliases []Name   // further names of symbols, sorted; Lookup knows them
	Units   []string // by symbol: the source file of the unit that it is from, "" of intrinsics; nil of a program in text form, which does not have it
}

// Name is another name of a program's symbol.
type Name struct {
	Name string
	Sym  int32
}

// Address returns the address of symbol sym in a linked program.
func Address(sym int32) uint64 { return uint64(sym+1) << 32 }

// SymbolKind says what a symbol is.
type SymbolKind uint8

const (
	SymInvalid   SymbolKind = iota
	SymUndefined            // declared and used, defined elsewhere; only in units
	SymFunc                 // Func is set
	SymObject               // Global is set
	SymIntrinsic            // a function that the engine performs itself; known by its name
)

// Symbol is a name with linkage, and its definition.
type Symbol struct {
	Name   string
	Kind   SymbolKind
	Static bool    // internal linkage: never matched by name across units
	Weak   bool    // a definition that yields to a strong one; undefined: may stay so, with address 0
	Common bool    // a tentative definition (C 6.9.2), yields to a real one
	Alias  string  // not "": this symbol is another name of that one of the same unit (__attribute__((alias))), and has its Kind; Func and Global are nil; only in units
	Func   *Func   // kind SymFunc
	Global *Global // kind SymObject
	Pos    Pos
}

// Global is an object with static storage duration.
type Global struct {
	Size     uint64
	Align    uint32
	ReadOnly bool
	Type     string  // see ParseType; "": not known, as of string literals
	Init     []byte  // the first bytes, the rest is zero
	Relocs   []Reloc // sorted by Offset
}

// Reloc stores the address of symbol Sym plus Addend as 8 bytes at Offset.
type Reloc struct {
	Offset uint64
	Sym    int32
	Addend int64
}

// Func is a function with a body.
type Func struct {
	Name     string
	Params   int // the parameters are registers 0..Params-1
	Variadic bool
	Subject  bool     // whether it counts for coverage: its file does
	Result   Width    // 0: returns nothing (or through an address)
	Regs     int      // number of registers
	RegNames []string // names of registers that are C variables or parameters, "" or shorter for the rest
	Locals   []Local
	Blocks   []*Block // Blocks[0] is the entry; Blocks[i].Index == i
	Pos      Pos
	EntryID  uint32 // coverage: the element id of the virtual edge into the entry; 0: not counted
}

// Local is an object of a frame. It lives as long as the activation, or from each OpBegin of it to the next OpEnd.
type Local struct {
	Name  string
	Size  uint64
	Align uint32
	Pos   Pos
}

// Block is a basic block.
type Block struct {
	Index  int
	Hidden bool // part of a logical operator's region: no element of coverage
	Instrs []Instr
	Term   Term
	Lines  []LineMark // the statements that begin in this block, in order of Instr
	ID     uint32     // coverage: dense block id in the program, 0: not counted
}

// LineMark says that a statement of the source begins at an instruction.
type LineMark struct {
	Instr int // index into Instrs; len(Instrs) for the terminator
	Pos   Pos
	ID    uint32 // coverage: dense line id, 0: not counted
}

// Lowering says what becomes of && and ||; see the package comment.
type Lowering uint8

const (
	Merged   Lowering = iota // hidden within a block of the programmer's graph, where that is possible
	Expanded                 // branches like others
	Both                     // the programmer's graph is that of Merged, the decisions are those of Expanded
)

// TermKind says how a block ends.
type TermKind uint8

const (
	TermInvalid     TermKind = iota
	TermJump                 // to Succs[0]
	TermBranch               // to Succs[0] if register Value (width W) is not 0, else to Succs[1]
	TermSwitch               // to Succs[i] if Value == Cases[i], else to Succs[len(Cases)]
	TermIndirect             // computed goto: Value is a label address; Succs are the labels whose address is taken
	TermReturn               // with Value, or NoReg
	TermUnreachable          // control cannot come here (after a noreturn call, __builtin_unreachable)
)

// Term is the terminator of a block.
type Term struct {
	Kind    TermKind
	W       Width
	Value   Reg
	Cases   []uint64 // TermSwitch: distinct, zero-extended from W
	Succs   []Edge
	Logical bool   // TermBranch of a && or || that is not expanded: Join is where its ways meet
	Join    int    // block index, when Logical
	Derived bool   // TermBranch whose outcome follows from other branches or from a value that isn't a decision: not a condition
	Cond    uint32 // coverage: id of the first outcome's condition element (the others follow); 0: not counted
	Operand Operand
	Pos     Pos
}

// Operand says which condition of a decision that has several a branch is. The zero value: the branch is a decision of its own, or none.
type Operand struct {
	Decision    uint32 // in the function, from 1
	Index       int16  // of the condition, in the order in which they are written
	True, False int16  // the condition that is evaluated after this outcome, or what the decision comes to
	Like        int16  // 1 + the index of the first condition of the decision that has this one's outcome whenever both are evaluated; 0: none
}

// What a decision comes to, in Operand.True and Operand.False.
const (
	DecisionTrue  = -1
	DecisionFalse = -2
)

// Edge is a control-flow edge to block To of the same function.
type Edge struct {
	To int
	ID uint32 // coverage: dense edge id in the program; 0: not counted
}

// SlotKind says how a variadic argument lies in memory.
type SlotKind uint8

const (
	SlotWord      SlotKind = iota // the register's 8 bytes
	SlotF80                       // 16 bytes at a 16-aligned offset, copied from the address in the register
	SlotAggregate                 // Size bytes copied from the address, rounded up to 8
)

// VarSlot describes one variadic argument of a call.
type VarSlot struct {
	Kind SlotKind
	Size uint32 // SlotAggregate
}

// Instr is one instruction. Which fields count depends on Op; see its table.
type Instr struct {
	Op   Op
	W    Width // width of the operation (of the result, for conversions)
	From Width // conversions: width of the operand
	// OpCall: gcc takes it for granted that the call returns, and once, so it ends no block of gcc's. Only the counts of lines
	// depend on that: a call always ends a Block.
	Returns bool
	Dst     Reg // NoReg: none
	A       Reg
	B       Reg   // NoReg: Imm instead
	C       Reg   // OpCopy, OpFill with a size in a register; else NoReg
	Sym     int32 // OpSymAddr, OpCall: symbol index; -1: none
	Fixed   int32 // OpCall: how many of Args its type names; len(Args) if not variadic; those of the result's address if there is no prototype
	Imm     uint64
	Args    []Reg
	Var     []VarSlot // OpCall: one for each of Args from Fixed on; nil: all words
	Pos     Pos
}

// StructInfo records the layout computed for a struct or union type.
type StructInfo struct {
	Tag    string // "struct stat"; anonymous types have none and are not recorded
	Size   uint64
	Align  uint64
	Fields []FieldInfo
}

// FieldInfo is a named member of a StructInfo.
type FieldInfo struct {
	Name    string
	Offset  uint64 // bytes; for bit-fields: of the byte that holds its first bit
	Bit     uint8  // bit-fields: first bit within that byte
	BitSize uint8  // 0: not a bit-field
}
