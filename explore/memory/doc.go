// Package memory is the memory of one process: objects, their contents, and the
// address space that maps object ids to both.
//
// # Nouns
//
//	Object        what was allocated: size, kind, name, where. Immutable, shared by all states.
//	Contents      the bytes of an object in one state: concrete bytes and runs of symbolic ones.
//	AddressSpace  persistent tables from object id to Object and Contents.
//	Fault         an access that the program must not make.
//	Cell          a few bytes of an object that become one value when spaces are joined.
//	Gap           a range of undefined bytes, and in which configurations they are.
//
// # Ids
//
// An address is id<<32 | offset (see package ir). In one space an id is given once, so an
// access through a dangling address is always told apart from one to a live object; but where no address of an object can be left when it dies, its id is
// given again. There are three kinds of ids, with a table each:
//
//	Alloc    symbols, alloca, variadic arguments, and locals whose address may outlive the call: ascending. Those locals of a call have consecutive ids.
//	Push     other locals (package interp finds out which): a stack. Their ids are a function of the calls that are active.
//	AllocIn  heap blocks and mappings: by the context of the allocation, a hash of its place and of the calls that led to
//	         it, and of the object's size and kind. A space's k-th object of a context has the context's k-th id.
//
// So two states that made the same allocation agree about its id, whatever else either has allocated. Which number
// stands for a context and k is decided when it is first needed, for all spaces of an exploration.
//
// # Invariants
//
// An offset within 2 GiB before an object's start or behind it belongs to that object, so that
// an access which goes astray is told by the object it was meant for. A concrete address that is further off is
// taken for another object's; a symbolic one is not, where it can be seen what it was computed from
// (package interp).
//
// Fork is O(1): afterwards both spaces have an epoch of their own, and nodes of
// the table and Contents whose owner is another epoch are copied before they
// are written. An epoch is never used twice.
//
// A Contents with nil Bytes in a live entry has not been touched yet: it reads
// as zeros and is made on first access. Fresh memory of all kinds reads as
// zero, which is one of the values that C allows; which bytes were never written is recorded (shadow.go), and
// package interp warns where such a value is used.
//
// A local of a block is out of scope until Begin and after End.
//
// # Joining
//
// Join makes one space of two that came of one fork and whose processes have the same frames: of a's configurations a's
// memory, of the others o's. What is the same node or the same Contents is not looked at. Otherwise, for an id:
//
//	in one space only                  taken over as it is: the other side has no address of it
//	alive in both                      cells that differ become choices; cells of equal content cost nothing
//	not touched on one side            reads as zeros there, undefined if a fresh object is
//	undefined on one side only         a Gap with a condition; it reads as zeros there, as always
//	dead or out of scope on one side   a death under that side's condition; the contents are those of the other side
//	dead in both, at different places  deaths under conditions, each with its place
//	alive in both as different objects refused. Heap blocks have no such ids; objects of alloca can have
//
// The number of cells that differ is bounded by the caller, the size of their values by the Builder's Limits. A join that
// is refused changes nothing.
// The next id is the greater one, HeapBytes what the configuration has that has most (usage.go); subtrees that are equal
// again are shared again, and retired ones that get an object back are made again.
//
// An access to an object that is dead in some configurations is a Fault with a condition, When. Whoever makes the access decides it,
// which is to fork: where it holds the access is that error; elsewhere Survived
// forgets that death, and the access is made again. So such objects cost something once. An access at an address that is a choice is made at each of its addresses in the configurations
// in which it is that (ReadIn, WriteIn), and is a Fault only if the object is dead in some of these. A load of bytes with conditions (Gaps)
// is decided likewise by who cares whether they are undefined; Copy copies the conditions.
//
// # What is found
//
// Programs with one bug each, and without it, are in explore/testdata/memory: 113 pairs, run natively in all
// configurations with gcc's address and undefined-behaviour sanitizers, or valgrind for undefined values. "Both" means
// in the same configurations and the same line.
//
//	out of bounds: heap, stack, global, variable size, alloca, flexible member, string functions   both
//	partly out of bounds, before the start, behind realloc, in a callee, in a system call's buffer  both
//	out of bounds into another object behind the red zone; arguments, environment, pipe's result    engine
//	use after free, also where the address is used again; double and bad free                       both
//	use after return, use after scope                                                               both
//	null, wild and function pointers; writes to constants; stack overflow                           both
//	overlapping memcpy, strcpy, strcat                                                              both
//	variadic arguments beyond the last                                                              engine
//	division by zero and its overflow                                                               both
//	malloc and calloc of impossible sizes                                                           warning; ASan ends the run
//	undefined values that decide branches, are addresses, or go to the system                       both (valgrind), warning
//	unreachable code                                                                                both
//	signed overflow, shifts, misaligned addresses, index beyond a member or row (package frontend's
//	checks, where they are asked for)                                                               both, warning
//	float to integer, VLA bounds, values of _Bool                                                   UBSan only
//
// A leak is no error. Not found: a concrete address that is a multiple of 4 GiB off and hits another object; without
// checks, an index that stays within the allocation; use of a local of an earlier iteration, or of a VLA after its block.
// Overlap is looked for where the program calls the function itself.
//
// Objects that died at a function's return leave no trace but that: a leaf of the table
// all of whose objects are dead stack objects becomes the one retired
// node, so calls in a long loop do not fill the table.
//
// Stores at addresses that are choices are deferred until the object is read (late.go), each with the configurations in which it is made; accesses that don't overlap them proceed
// meanwhile.
//
// A symbolic byte is byte number From of an expression. Run keeps the bytes that were
// stored together together, so that a load of the same width yields
// the very expression that was stored.
package memory
