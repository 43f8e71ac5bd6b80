// Package ir is the intermediate representation that the engine executes: C
// lowered to control-flow graphs of three-address instructions on virtual
// registers.
//
// # Nouns
//
//	Unit      one translation unit, lowered: the analogue of an object file
//	Program   units linked together: what is executed
//	Symbol    a named function or object of a unit or program
//	Func      a function: parameters, locals, basic blocks
//	Global    an object with static storage duration, its bytes and relocations
//	Local     an object of a frame: a variable whose address is needed
//	Block     a basic block: instructions and one terminator
//	Edge      a control-flow edge between two blocks of a function
//	Cond      a decision of the source program: the outcomes of one terminator
//	Instr     one instruction; Op says what it does
//	Pos       file, line and column
//
// # Machine model
//
// x86-64 as gcc compiles C for it: little endian, LP64, System V layout. A
// register holds 64 bits. A value of width W bytes (1, 2, 4 or 8) is held
// zero-extended: the bits above the width are zero, always. Signedness is a
// property of the operation, not of the value. Scalars whose address is never
// taken live in registers; all else lives in memory, in a Local or a Global or
// on the heap. float and double are held as their IEEE bit patterns in
// registers (widths 4 and 8). long double never is in a register: its
// operations (the F80 family) take the addresses of 16-byte memory cells.
// Structures and unions never are in a register either: they are copied by
// OpCopy.
//
// An address is an object's id in the high 32 bits and an offset in the low
// 32. Id 0 is no object, so small integers are not addresses. In a linked
// program symbol i is the object with id i+1; ids from len(Symbols)+1 on are
// given to locals and heap blocks in the order of their allocation.
// The address of a label (computed goto) is its function's address plus 1 plus
// its block's index.
//
// # Calls
//
// Arguments are passed in registers Args, and become the callee's registers
// 0..len-1. A structure argument is passed as the address of a copy that the
// caller made and that belongs to the callee. A function that returns a structure or a long
// double takes the address of the result as an additional first argument and
// returns nothing. A variadic function's arguments behind its parameters are laid
// out in one fresh object, each as va_arg expects it in the System V overflow area:
// 8 bytes a slot, of the kinds that Instr.Var gives. OpVaStart stores into a va_list a state in
// which the register areas are exhausted (gp_offset 48, fp_offset 176), so that every va_arg reads
// the overflow area.
//
// # Blocks, edges and conditions
//
// A block starts at a function's entry or at a join and ends in a function call
// (followed by a jump), a return, a goto, a conditional, or before a join
// (dissertation, section 4.4). There are three lowerings of && and ||. Expanded,
// each operand that decides is a terminator of its own. Merged, an
// operator whose right operand has no side effects is evaluated within
// one block of the programmer's graph. Since its right operand must not be evaluated where the
// left one decides, it still is lowered to blocks, but these are marked Hidden, and
// the terminator is marked Logical and names the join at which the engine merges
// the two ways again without forking. Hidden blocks and the edges into and out of them are not
// elements of coverage; the edge that leaves the join belongs to the block in
// which the region began.
//
// The join stands for no block of its own: block ids are those of the block in
// which the region began (Func.Leaders).
//
// Both has the programmer's graph of Merged, and within its regions the decisions of Expanded: a terminator for each operand,
// the last one too. What branches on the value that a region has computed is Derived: no decision of its own. So
// one execution covers the elements of all criteria. It takes more branches than either, which matters where each
// makes a path; where ways meet again it does not.
//
// # What one does with it
//
//	Verify, VerifyProgram      what is wrong with a unit, a program
//	Unit.String, ParseUnit     the textual form and back (print.go describes it)
//	Encode, Decode             the disk format and back
//	Link                       units to a program
//	Number                     the ids of coverage, and what they mean
//	Op.Shape, Instr.Normalize  which fields an operation uses; the rest made absent
//	Instr.Uses, Instr.Def, Term.Use             registers read and written
//	Func.Preds, ReversePostorder, Dominators, PostDominators, Reachable, RemoveDead, Region, Leaders
//
// # What is not supported
//
// __int128, _Complex, decimal floats, inline assembly other than the empty string
// with or without a memory clobber, nested functions, trampolines, vector types.
// Threads: thread-local objects are plain objects.
package ir
