// Package expr is bit-vector expressions over the options: hash-consed and canonical.
//
// A Builder makes nodes; two expressions of one Builder are equal exactly if they are the same
// pointer. A value has 1 to 64 bits; a condition is a value of one bit, and And, Or and Not
// serve for both. Floats are their IEEE bits. Each node knows bounds of its value, unsigned and signed,
// bits that are always 0 or always 1, and the options it depends on. The package knows no solver. A long double, alone, is an
// expression of 80 bits, made of its two parts in memory.
//
// # Choices
//
// A value that depends on conditions over options, as one does where two ways of a program meet, is a choice (OpChoice): a decision diagram over the variables
// of a confspace.Sets, in their order, whose leaves are constants or any other expressions. Operations apply to it leaf by leaf, so arithmetic
// on constants stays constant, and a comparison is a choice of one bit between constants, which is a set of configurations: to branch on it no solver is asked.
// Choose makes choices, Restrict simplifies them by what is known (a path condition), Leaves and MapLeaves take them apart.
//
// What would be too large is not made (Limits): the operation, or the Ite, is an ordinary expression whose operands are choices. It is as exact, and the
// solver decides it. Whether that happens depends on the operands, and on whether few expressions have been made, alone. Relations, variables of sets that are not bits of options, are not in
// choices: there the leaf is an Ite on the relation's condition.
//
// # Canonical form
//
// Constructors apply rules once, from the operands up; nothing is rewritten later. What every node satisfies:
//
//	constants    no operator has only constant operands; a node whose bounds are one value is that constant
//	order        the operands of commutative operators are ordered by id, a constant is the right one
//	operators    there is no ne, ule, sle, fne, neg: they are made of eq, ult, slt, feq, not and sub
//	add, sub     x - c is x + -c; constants are added up and outermost: (x + y) + c
//	             addresses in one object subtract as their offsets
//	mul, div     by powers of two these are shifts; signed ones on what is not negative are unsigned ones
//	shifts       by constants these are concat and extract, sext, zext
//	masks        and, or with a constant of up to 4 runs of ones are concatenations of extracts and constants
//	             or, xor and add of what has no bits in common are a concatenation of the parts, if few
//	concat       to the right: a : (b : c); zeros in front are zext; neighbouring bits of one value are one extract, so that
//	             a value that was stored byte by byte is the same node when it is loaded
//	extract      of concat, zext, sext, extract and, for one bit, of and, or, xor, not, is moved inside
//	zext, sext   of each other are merged; sext of what is not negative is zext; zext of the low bits of a
//	             value that has no others is the value
//	eq           with a constant is moved through zext, sext, not, add, xor, concat; for what is at most 1
//	             it is a bit
//	ult, slt     compare in the width from which both sides were extended; slt is ult where the signs are known; a constant is the right
//	             operand; what can only fail or hold for one value is an eq
//	and, or, not on conditions: absorption; and of nots is not of or
//	ite          not of conditions, which are and and or; the condition is no not; (c ? 1 : 0) is zext
//	             operations with constants, on an ite with a constant arm, are moved into it
//	choice       ordered and reduced, as a set: equal functions with equal leaves are the same node
//	             operations are applied to the leaves; those on conditions that are sets, to the sets
//	             with another operand, options of up to 16 values in that are made choices first (Diagram), and what
//	             then is none is copied into the leaves, if there are at most 16
//	             an ite on a condition that is a set is a choice
//	floats       comparisons of what was an integer and fits are comparisons of integers; otherwise just constants fold
//	long double  what is converted from a float or an integer, and compared with the like or converted back, is decided in 64 bits
//
// # Exactness
//
// Eval is the definition of every operator, and the same as x86-64 code by gcc: shift counts are taken modulo 32 or 64; floats
// as SSE computes them, bits of NaNs included (where gcc keeps the order of operands); conversions out of range give the integer indefinite value. Rules
// preserve Eval for all values within the bounds of the variables: a property test builds random terms both ways.
// What Restrict returns is the same for the configurations that it was told of, and means nothing for others: take its leaves' sets
// together with these.
//
// # Not supported
//
// Rounding modes other than to nearest even, and exception flags. A choice between long doubles is one between their parts.
// Of two NaNs, the one that is the left operand of an addition or multiplication of float or double goes on; which operand is the left one
// is up to gcc.
//
// # Measured
//
// In processor time on the machine that the project is developed on (see the benchmarks): an operation whose result
// is remembered takes 4 ns, a hit in the table of nodes 4 ns, rules and a hit 10 ns, and none of these allocates; a new
// node takes about 0.7 µs with its share of the garbage collection.
//
// Of choices with 16 leaves, by 4 of 64 booleans each: to add a constant takes 1.3 µs, to add two of them 10 µs (32 to 256 combinations of
// leaves), to join two by a further option 1.5 µs, to restrict one to a path condition of 20 options 0.2 µs; what is remembered takes 4 ns.
// How many of some booleans are set is a choice whose nodes grow with the square of their number: 33,000 for 256 booleans, and the limit is
// 65,536, or 262,144 as long as there are fewer than a million expressions. Such a sum is made in linear time for each further boolean if that is above the others in the order of the
// sets, and all of it is made anew if it is below them.
package expr
