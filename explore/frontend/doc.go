// Package frontend lowers C to the intermediate representation: source, by the
// preprocessor and parser of modernc.org/cc/v4, to a checked tree, to ir.Unit.
// It is the only importer of cc.
//
// # Why cc's type checker is not used
//
// cc lays out bit-fields differently from gcc and folds sizeof and offsetof
// with its own sizes, so any number of its making may be wrong: an array's
// length, an enumeration constant, a case label. The checker here computes types, sizes
// and constants itself, with layouts by ir.LayOut, and takes from cc only the syntax tree.
//
// # Nouns
//
//	Source        a translation unit that was parsed and checked
//	checker       makes the checked tree of cc's tree
//	ctype         a type
//	object        what an identifier names
//	expr, stmt    nodes of the checked tree: types known, conversions explicit, constants folded
//	unitLowerer   makes an ir.Unit of a Source, in one of the two lowerings of && and ||
//	funcLowerer   makes an ir.Func
//	region        a logical operator that is evaluated within one block of the programmer's graph
//
// # Dialect
//
// C11 with GNU extensions as gcc 12 compiles it for x86-64 Linux at -O0:
// statement expressions, computed goto, case ranges, a ?: b, typeof,
// __auto_type, arrays of variable and of zero length, designated ranges, unnamed
// members, casts to unions, alias and weak symbols, asm labels, most
// integer and memory builtins. Atomic operations are plain ones, volatile objects plain
// memory, thread-local objects plain objects. Static inline functions are lowered when
// they are referred to, and so are static objects.
//
// # Positions
//
// An instruction has the position at which its expression begins. Code from a
// macro has the position of the macro's outermost use, as in gcov.
// Lines are marked where gcov has them or, with Options.CIL, where CIL does: lower_cil.go.
//
// # Not supported
//
// An error names file, line, column and construct: nested functions, vector
// and complex types, __int128, decimal and 128-bit floats, assembly with
// instructions, #pragma pack that a header leaves in force or that is in force at an #include, members of
// variable size, #line with a macro for its number. The error's kind is Unsupported and its text
// begins with "unsupported: ", unlike errors for invalid C. limits.go bounds what a source may ask for.
//
// A case range of more than 4096 values is one edge of its switch and one condition; in a smaller one
// each value is.
package frontend
