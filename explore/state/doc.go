// Package state is the state of one path: a value that can be forked.
//
// # Nouns
//
//	State      everything that a path is: path condition, processes, kernel, coverage, notes
//	Process    one simulated process: address space and frames
//	Frame      one activation of a function: its registers and where it is
//	Partial    coverage that only a part of the path's configurations has
//
// # Invariants
//
// Fork is the only copy. What two states share is never written: a frame may
// be written only if its process owns it (Process.Own copies it first), and the
// address space and the kernel copy on write by themselves. Nothing
// of a state is held by the engine, a searcher or the solver, so states can be
// explored in any order.
//
// A register is concrete unless the frame has an expression for it; a frame
// without symbolic registers has no table of expressions at all.
//
// The objects of a frame's locals have consecutive ids from Base on, which depend on the frames below only; those whose address may outlive
// the frame have ids from Lasting on, given when the function is called. So two states whose paths differ only within
// an activation agree about the ids of all objects.
package state
