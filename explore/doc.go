// Package explore is the front door of the engine: it enumerates the paths of a
// test over all configurations.
//
// # Nouns
//
//	Program   a linked program made ready for execution, shared by all tests and workers
//	Test      what the program is started with: arguments, environment, the simulated machine
//	Options   the configuration space, where options become symbolic, merging, limits
//	Result    the finished paths, statistics, and the options that decided anything
//
// # Options become symbolic
//
// An option is a C object (Option.Object: a global's name, or NAME+OFFSET for a part of
// one). At the points of Options.Points it is overwritten by a variable of the
// domain's width, whatever it held. Programs can also ask by the C API of confcov.h. With
// Options.Configuration the values of one configuration are stored instead, and the
// run is concrete. The object of an option of strings becomes the address of one of several heap blocks, or holds one of several
// strings (stringoption.go).
//
// # Invariants
//
// Run enumerates: the conditions of the returned paths are disjoint, and their
// union is the whole space, which is what satisfies its constraints as it is and with Options.Fixed, less what confcov_assume excluded. A limit that is hit
// ends the states concerned with kind Budget and is named in path.Test.Limits;
// no state is ever dropped. Two runs with the same arguments return the same
// result, byte for byte.
//
// One Run uses one expression builder, one manager of sets and one solver, so tests can be
// explored in parallel.
//
// # Measured
//
// On one core of a 2.6 GHz AMD EPYC that was busy otherwise, in processor time (see the benchmarks): an integer loop with
// calls 160 to 200 million IR instructions a second, a sieve 180 to 290, calls of functions with locals in memory 140 to 200,
// a hash table with strings 85 to 125 with the library's string functions interpreted. 2^16 paths over
// 16 independent booleans 0.5 to 1.0 s (KLEE 3.9 s), with 12,500 instructions of work after the branches 2.5 to 3.7 s
// (KLEE 140 s).
package explore
