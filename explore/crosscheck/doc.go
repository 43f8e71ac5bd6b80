// Package crosscheck tests the engine with random programs: it runs each natively and in
// the engine, and compares. The method is that of Kapus and Cadar, "Automatic Testing of Symbolic
// Execution Engines via Program Generation and Differential Testing" (ASE 2017).
//
// # Nouns
//
//	Mode         concrete, single path, multi path, merging: which version of a program the engine runs
//	Constrainer  how a symbolic global is held to its initial value in single-path mode
//	Case         one version of one program, and how it is run
//	Checker      runs cases natively (subjects/native/gcc) and in the engine, and compares traces
//	Finding      one disagreement, by one oracle of package trace
//	Batch        many programs, each a function of a seed and its number, and their records
//	Reducer      makes failing programs small with cvise or creduce
//
// # Modes
//
// Concrete: the program as it is. Single path: its global integers are symbolic and constrained to their
// initial values by branches that exit silently; the engine must find the one path that does not. Multi
// path: they are free, and each path that the engine finds is run natively under its witness.
// Merging: options choose what values globals have, ways are merged wherever they meet, and what the exploration says about
// each of a number of configurations is compared with a native run; no paths may share a configuration, or leave one out.
// Where the engine stopped at a limit, its chain of calls must be the beginning of the native one.
// Versions are C programs that use confcov.h and stand alone. Csmith's globals are read from its text, those of other
// programs from gcc's debugging information.
//
// # What is not a disagreement
//
// Programs that do not terminate natively in time, and those that Csmith or gcc fail on, are passed over and
// counted. Where the engine ends at a limit, or the solver does not know, the program is incomplete.
package crosscheck
